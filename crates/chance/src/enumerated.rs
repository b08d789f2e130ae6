//! Chance enumerated: every branch of a bounded procedure with its exact weight.

use std::fmt::Display;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::exact::Weight;
use crate::known::Branch;
use crate::pool::Ways;
use crate::{Address, Card, Chance, Deck, Dice, Hand, Keep, Kept, KnownDeck, Pool, pool};

/// Walks the branches of a procedure one leaf at a time: run the procedure, read its weight, [`Enumerated::advance`], run
/// it again, until `advance` says that there is no further leaf.
#[derive(Debug, Default)]
pub struct Enumerated {
    path: Vec<Fork>,
    depth: usize,
    crowded: bool,
    /// What may be kept of pools thrown before.
    pools: FxHashMap<(Pool, Keep), Ways>,
}

/// A fork on the path, with the branch taken.
#[derive(Debug)]
struct Fork {
    taken: usize,
    branches: Vec<Branch>,
    /// What a pool may still be after each branch.
    hands: Vec<Ways>,
}

impl Enumerated {
    /// At the first leaf.
    #[must_use]
    pub fn new() -> Enumerated {
        Enumerated::default()
    }

    /// The weight with which the leaf just run was entered, times its probability.
    pub fn weight<W: Weight>(&self, entered: W) -> W {
        let (mut weight, mut numerator, mut denominator) = (entered, 1u128, 1u128);
        for fork in &self.path[..self.depth] {
            let branch = &fork.branches[fork.taken];
            // One multiplication of big integers for as many forks as fit a machine word.
            if denominator.max(numerator) >> 64 != 0 {
                weight = weight.times(numerator, denominator);
                (numerator, denominator) = (1, 1);
            }
            numerator *= u128::from(branch.numerator);
            denominator *= u128::from(branch.denominator);
        }
        weight.times(numerator, denominator)
    }

    /// Goes to the next leaf; false after the last.
    pub fn advance(&mut self) -> bool {
        self.path.truncate(self.depth);
        self.depth = 0;
        while let Some(fork) = self.path.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.branches.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Whether a deck has become too intricate to be carried exactly.
    #[must_use]
    pub const fn crowded(&self) -> bool {
        self.crowded
    }

    /// The branch to take at the next fork, whose branches are listed only when it is met for the first time.
    fn fork(&mut self, branches: impl FnOnce() -> Vec<Branch>) -> Branch {
        if self.depth == self.path.len() {
            self.path.push(Fork { taken: 0, branches: branches(), hands: Vec::new() });
        }
        self.taken()
    }

    /// The branch taken at the next fork, which is on the path.
    fn taken(&mut self) -> Branch {
        let fork = &self.path[self.depth];
        self.depth += 1;
        fork.branches[fork.taken]
    }

    fn index(&mut self, weights: impl Iterator<Item = u64> + Clone) -> usize {
        let total: u64 = weights.clone().sum();
        let branch = |(index, numerator)| Branch { set: index as u64, numerator, denominator: total };
        self.fork(|| weights.enumerate().filter(|&(_, weight)| weight > 0).map(branch).collect()).set as usize
    }
}

impl Chance for Enumerated {
    type Deck = KnownDeck;

    const STEPWISE: bool = true;

    fn pick<T: Copy + Display>(&mut self, _at: Address, table: &[(T, u32)]) -> T {
        table[self.index(table.iter().map(|&(_, weight)| u64::from(weight)))].0
    }

    fn several<const N: usize, T: Copy + Display>(&mut self, at: Address, table: &[(T, u32)]) -> [T; N] {
        std::array::from_fn(|_| self.pick(at, table))
    }

    fn below(&mut self, _at: Address, n: u32) -> u32 {
        self.index((0..n).map(|_| 1)) as u32
    }

    fn roll<A: Copy + PartialEq>(&mut self, _at: Address, dice: &Dice, ask: impl Fn(u8) -> A) -> A {
        let scores = dice.scores();
        let listed = || {
            let total: u32 = scores.iter().map(|&(_, ways)| ways).sum();
            let mut answers: Vec<(A, Branch)> = Vec::new();
            for &(score, ways) in scores {
                let answer = ask(score);
                match answers.iter_mut().find(|(known, _)| *known == answer) {
                    Some((_, branch)) => branch.numerator += u64::from(ways),
                    None => {
                        let branch = Branch { set: score.into(), numerator: ways.into(), denominator: total.into() };
                        answers.push((answer, branch));
                    }
                }
            }
            answers.into_iter().map(|(_, branch)| branch).collect()
        };
        ask(self.fork(listed).set as u8)
    }

    fn throw(&mut self, _at: Address, pool: &Pool, keep: Keep) -> Hand {
        let ways = self.pools.entry((*pool, keep)).or_insert_with(|| pool.kept(keep).into());
        Hand::open(Rc::clone(ways))
    }

    /// Branches on the answers.
    fn look<A: Copy + Eq + Hash>(&mut self, hand: &mut Hand, ask: impl Fn(&Kept) -> A) -> A {
        let Some(ways) = &hand.ways else { return ask(&hand.kept) };
        if self.depth == self.path.len() {
            let mut places: FxHashMap<A, usize> = FxHashMap::default();
            let mut answers: Vec<(u64, Vec<(Kept, u64)>)> = Vec::new();
            for &(kept, number) in ways.iter() {
                let place = *places.entry(ask(&kept)).or_insert(answers.len());
                if place == answers.len() {
                    answers.push((0, Vec::new()));
                }
                answers[place].0 += number;
                answers[place].1.push((kept, number));
            }
            let denominator = answers.iter().map(|(number, _)| number).sum();
            let branch =
                |(place, &(numerator, _)): (usize, &(u64, _))| Branch { set: place as u64, numerator, denominator };
            let branches = answers.iter().enumerate().map(branch).collect();
            let hands = answers.into_iter().map(|(_, ways)| ways.into()).collect();
            self.path.push(Fork { taken: 0, branches, hands });
        }
        let branch = self.taken();
        *hand = Hand::open(Rc::clone(&self.path[self.depth - 1].hands[branch.set as usize]));
        ask(&hand.kept)
    }

    fn highest(&mut self, _at: Address, dice: u8, under: u8) -> (u8, u8) {
        let listed = || {
            let all = pool::highest(dice, under);
            let denominator = all.iter().map(|(_, ways)| ways).sum();
            let code = |(number, times): (u8, u8)| u64::from(number) << 8 | u64::from(times);
            all.into_iter().map(|(highest, numerator)| Branch { set: code(highest), numerator, denominator }).collect()
        };
        let branch = self.fork(listed);
        ((branch.set >> 8) as u8, branch.set as u8)
    }

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut KnownDeck, _at: Address, ask: impl Fn(Card) -> A) -> A {
        if deck.is_spent() {
            deck.refill();
        }
        let pack = deck.pack();
        if self.depth == self.path.len() {
            let mut answers: Vec<(A, u64)> = Vec::new();
            for number in 0..pack.size() {
                let answer = ask(pack.card(number));
                match answers.iter_mut().find(|(known, _)| *known == answer) {
                    Some((_, set)) => *set |= 1 << number,
                    None => answers.push((answer, 1 << number)),
                }
            }
            let mut branches = Vec::with_capacity(answers.len());
            answers.into_iter().for_each(|(_, set)| deck.branches(set, &mut branches));
            self.path.push(Fork { taken: 0, branches, hands: Vec::new() });
        }
        let branch = self.taken();
        self.crowded |= !deck.learn(branch.set);
        ask(pack.card(branch.set.trailing_zeros()))
    }
}
