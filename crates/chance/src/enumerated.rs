//! Enumerated chance: every branch of a bounded procedure with its exact weight.

use std::any::{Any, TypeId};
use std::fmt::Display;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::exact::Weight;
use crate::exact::effort::{self, Held, TooLarge};
use crate::known::{Branch, Odds};
use crate::pool::{Throw, Ways};
use crate::{Address, Card, Chance, Deck, Dice, Hand, Keep, Kept, KnownDeck, Pool, Wanted, pool};

/// Walks the branches of a procedure one leaf at a time: run the procedure, read its weight, call
/// [`Enumerated::advance`], run it again, until `advance` finds no further leaf.
#[derive(Debug)]
pub struct Enumerated {
    path: Vec<Fork>,
    depth: usize,
    /// Lists of branches no longer needed, for other forks.
    spare: Vec<Vec<Branch>>,
    /// Where the branches taken lead, for those who ask by [`Enumerated::advance_from`].
    runs: Vec<Run>,
    /// The last run to each end, while those of a short piece are listed.
    last: Vec<usize>,
    /// Whether short pieces are walked by themselves.
    pub(crate) in_short: bool,
    /// Why it cannot go on, if it cannot.
    crowded: Option<TooLarge>,
    /// The possible results of pools thrown before.
    pools: FxHashMap<(Pool, Keep), Ways>,
    /// Short pieces walked before, by their types: for each of them by what it was given.
    pieces: FxHashMap<TypeId, Box<dyn Any>>,
    /// How many throws of pools were walked for that; they may count as at most `budget` states.
    walked: u64,
    budget: usize,
    /// Bytes taken up by the possible results of pools and by pieces.
    pooled: usize,
    held: Held,
}

/// Answers to a question about a card for which there is room at first: one for each rank, and the joker.
const ANSWERS: usize = 11;

/// How many walked throws of pools count as one state.
const THROWS: u64 = 128;

/// The most bytes of possible results of pools that stay known from one procedure to the next.
const KEPT: usize = 1 << 24;

/// No piece is kept that makes them and pools take up more bytes than this.
const PIECES: usize = 1 << 20;

/// The budget of states if no other is given.
const BUDGET: usize = 1 << 17;

impl Default for Enumerated {
    fn default() -> Enumerated {
        Enumerated::walking(BUDGET)
    }
}

/// A fork on the path, with the branch taken.
#[derive(Debug)]
struct Fork {
    taken: usize,
    branches: Vec<Branch>,
    /// What a thrown pool may still be after each branch.
    hands: Vec<Ways>,
    /// If another pool was thrown against it: for each branch, a result of that other pool that leads there together
    /// with the first entry of `hands`.
    ours: Vec<Kept>,
    /// The short piece that it stands for, if it does: then its branches are the results of the piece.
    piece: Option<Rc<WalkedPiece>>,
    /// Where the runs of its first branch begin, and those of each result of a short piece.
    first: usize,
    begins: Vec<usize>,
}

impl Fork {
    fn new(branches: Vec<Branch>, hands: Vec<Ways>, ours: Vec<Kept>) -> Fork {
        Fork { taken: 0, branches, hands, ours, piece: None, first: 0, begins: Vec::new() }
    }

    /// The number of its branches.
    fn len(&self) -> usize {
        self.piece.as_ref().map_or(self.branches.len(), |piece| piece.counts.len())
    }

    /// For how many leaves the branch taken stands.
    fn leaves(&self) -> usize {
        self.piece.as_ref().map_or(1, |piece| piece.counts[self.taken])
    }
}

/// A short piece of a procedure, walked by itself.
#[derive(Debug)]
struct WalkedPiece {
    /// Its leaves in turn: the number of the result of each, and its probability.
    leaves: Vec<(usize, Odds)>,
    /// The number of leaves that come to each result.
    counts: Vec<usize>,
    /// The results.
    results: Box<dyn Any>,
    /// Whether it never changes its state.
    keeps_state: bool,
}

/// Leaves that lead to the same with the same probability. Leaves that lead elsewhere may lie between them, because only
/// the order in which the probabilities of one end are added up counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    /// The number of what they lead to.
    pub(crate) to: u32,
    pub(crate) odds: Odds,
    pub(crate) leaves: u32,
}

impl Run {
    fn times(self, odds: Odds) -> Run {
        Run { odds: times(self.odds, odds), ..self }
    }

    /// Takes in leaves that come later; false if their probability is another.
    fn takes(&mut self, more: Run) -> bool {
        let alike = self.odds == more.odds;
        self.leaves += if alike { more.leaves } else { 0 };
        alike
    }
}

/// The odds that do not fit in machine words.
pub(crate) const WIDE: Odds = (0, 0);

fn times(one: Odds, other: Odds) -> Odds {
    one.0.checked_mul(other.0).zip(one.1.checked_mul(other.1)).unwrap_or(WIDE)
}

/// How many runs are looked back to for one that may take in the next.
const NEAR: usize = 8;

/// Adds the runs from `from` on, times odds, to those from `first` on.
fn add(runs: &mut Vec<Run>, first: usize, from: usize, odds: Odds) {
    let mut end = from;
    for place in from..runs.len() {
        let run = runs[place].times(odds);
        let near = &mut runs[first.max(end.saturating_sub(NEAR))..end];
        let last = near.iter_mut().rev().find(|known| known.to == run.to);
        if !last.is_some_and(|last| last.takes(run)) {
            runs[end] = run;
            end += 1;
        }
    }
    runs.truncate(end);
}

/// One branch for each answer, from its number of ways.
fn branches(ways: &[u64]) -> Vec<Branch> {
    let denominator = ways.iter().sum();
    let branch = |(set, &numerator): (u64, &u64)| Branch { set, odds: (numerator, denominator) };
    (0..).zip(ways).map(branch).collect()
}

/// Different answers, in the order in which they were first met. Usually there are few, or the last one comes again.
#[derive(Debug)]
pub(crate) struct Answers<A> {
    pub(crate) known: Vec<A>,
    last: usize,
    /// The places of all answers, once there are more than `FEW`.
    places: FxHashMap<A, usize>,
}

impl<A: Copy + Eq + Hash> Answers<A> {
    const FEW: usize = 8;

    pub(crate) fn new() -> Answers<A> {
        Answers { known: Vec::with_capacity(Self::FEW), last: 0, places: FxHashMap::default() }
    }

    /// Forgets all, and keeps the memory for others.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
        self.last = 0;
        self.places.clear();
    }

    /// The place of an answer among those known.
    pub(crate) fn place(&mut self, answer: A) -> usize {
        if self.known.get(self.last) != Some(&answer) {
            self.last = self.known(answer);
        }
        self.last
    }

    fn known(&mut self, answer: A) -> usize {
        let next = self.known.len();
        let known = match next {
            0..=Self::FEW => self.known.iter().position(|known| *known == answer),
            _ => self.places.get(&answer).copied(),
        };
        known.unwrap_or_else(|| {
            self.known.push(answer);
            match next {
                0..Self::FEW => {}
                Self::FEW => self.places.extend(self.known.iter().zip(0..).map(|(&answer, place)| (answer, place))),
                _ => _ = self.places.insert(answer, next),
            }
            next
        })
    }
}

impl Enumerated {
    /// Starts at the first leaf.
    #[must_use]
    pub fn new() -> Enumerated {
        Enumerated::default()
    }

    /// The same, where walked throws of pools may count as at most this number of states. Beyond that, it is
    /// [crowded](Enumerated::crowded).
    fn walking(budget: usize) -> Enumerated {
        Enumerated {
            path: Vec::new(),
            depth: 0,
            spare: Vec::new(),
            runs: Vec::new(),
            last: Vec::new(),
            in_short: false,
            crowded: None,
            pools: FxHashMap::default(),
            pieces: FxHashMap::default(),
            walked: 0,
            budget,
            pooled: 0,
            held: Held::default(),
        }
    }

    /// Begins another procedure within a budget of states. The possible results of pools thrown before and the pieces
    /// walked stay known, unless they take up much memory.
    pub(crate) fn begin(&mut self, budget: usize) {
        let (pools, pieces) = (std::mem::take(&mut self.pools), std::mem::take(&mut self.pieces));
        let keeps = !self.crowded() && self.pooled <= KEPT;
        *self = if keeps {
            Enumerated { pools, pieces, pooled: self.pooled, ..Enumerated::walking(budget) }
        } else {
            Enumerated::walking(budget)
        };
        self.hold(0);
    }

    /// Ends a procedure: what stays known no longer counts as held.
    pub(crate) fn end(&mut self) {
        self.held = Held::default();
    }

    /// The number of states that the walked throws of pools count as.
    pub(crate) fn walked(&self) -> usize {
        usize::try_from(self.walked / THROWS).unwrap_or(usize::MAX)
    }

    /// The weight with which the leaf just run was entered, times the leaf's probability.
    pub fn weight<W: Weight>(&self, entered: W) -> W {
        self.factors().fold(entered, |weight, (numerator, denominator)| weight.times(numerator, denominator))
    }

    /// The probability of the leaf just run, as factors: numerators and denominators. A factor stands for as many forks as
    /// fit in a machine word, so that big integers are multiplied seldom.
    pub(crate) fn factors(&self) -> impl Iterator<Item = (u128, u128)> {
        let mut forks = self.path[..self.depth].iter().peekable();
        let mut any = false;
        std::iter::from_fn(move || {
            if any && forks.peek().is_none() {
                return None;
            }
            any = true;
            let (mut numerator, mut denominator) = (1, 1);
            while denominator >> 64 == 0
                && numerator >> 64 == 0
                && let Some(fork) = forks.next()
            {
                let (over, under) = fork.branches[fork.taken].odds;
                numerator *= u128::from(over);
                denominator *= u128::from(under);
            }
            Some((numerator, denominator))
        })
    }

    /// For how many leaves the leaf just run stands: those that differ only in how short pieces came to their results.
    pub(crate) fn leaves(&self) -> usize {
        self.path[..self.depth].iter().fold(1, |leaves, fork| leaves.saturating_mul(fork.leaves()))
    }

    /// Goes to the next leaf; false after the last.
    pub fn advance(&mut self) -> bool {
        self.back();
        while let Some(fork) = self.path.last_mut() {
            fork.taken += 1;
            if fork.taken < fork.len() {
                return true;
            }
            self.leave();
        }
        false
    }

    /// Goes to the next leaf, after one that led to `to`; false after the last. Then [`Enumerated::runs`] are all leaves.
    pub(crate) fn advance_from(&mut self, to: u32) -> bool {
        self.back();
        let mut from = self.runs.len();
        self.runs.push(Run { to, odds: (1, 1), leaves: 1 });
        while let Some(fork) = self.path.last_mut() {
            if fork.taken == 0 {
                fork.first = from;
            }
            if fork.piece.is_some() {
                fork.begins.push(from);
            } else {
                add(&mut self.runs, fork.first, from, fork.branches[fork.taken].odds);
            }
            fork.taken += 1;
            if fork.taken < fork.len() {
                return true;
            }
            from = fork.first;
            if let Some(piece) = fork.piece.take() {
                let begins = std::mem::take(&mut fork.begins);
                self.expand(&piece, from, &begins);
            }
            self.leave();
        }
        false
    }

    /// Lists the leaves of a short piece in turn, each with the runs that follow its result, which begin there.
    fn expand(&mut self, piece: &WalkedPiece, first: usize, begins: &[usize]) {
        let end = self.runs.len();
        self.last.clear();
        for &(result, odds) in &piece.leaves {
            let next = begins.get(result + 1).copied().unwrap_or(end);
            for place in begins[result]..next {
                let run = self.runs[place].times(odds);
                let to = run.to as usize;
                if self.last.len() <= to {
                    self.last.resize(to + 1, usize::MAX);
                }
                if !self.runs.get_mut(self.last[to]).is_some_and(|last| last.takes(run)) {
                    self.last[to] = self.runs.len();
                    self.runs.push(run);
                }
            }
        }
        self.runs.drain(first..end);
    }

    /// The leaves of the procedure that is over, in turn.
    pub(crate) fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Forgets the leaves of a procedure.
    pub(crate) fn forget_runs(&mut self) {
        self.runs.clear();
    }

    /// Goes back to the beginning of the procedure, and leaves forks that the leaf just run did not come to.
    fn back(&mut self) {
        while self.path.len() > self.depth {
            self.leave();
        }
        self.depth = 0;
    }

    /// Leaves the last fork on the path.
    fn leave(&mut self) {
        if let Some(Fork { mut branches, .. }) = self.path.pop()
            && branches.capacity() > 0
        {
            branches.clear();
            self.spare.push(branches);
        }
    }

    /// A short piece from a state, given something. A piece stays known if it leaves its state alone, and so may be met in
    /// many states, or if many of its leaves come to the same.
    fn piece<K, S, T>(&mut self, given: K, state: S, piece: impl Fn(&mut Enumerated, &mut S) -> T) -> Rc<WalkedPiece>
    where
        K: Eq + Hash + 'static,
        S: Copy + Eq + Hash + 'static,
        T: Copy + Eq + Hash + 'static,
    {
        type Pieces<K, S> = FxHashMap<(K, S), Rc<WalkedPiece>>;
        let (of, key) = (TypeId::of::<(K, S, T)>(), (given, state));
        let known = self.pieces.get(&of).and_then(|pieces| pieces.downcast_ref::<Pieces<K, S>>()?.get(&key).cloned());
        if !cfg!(debug_assertions)
            && let Some(known) = known
        {
            return known;
        }
        let walked = Rc::new(self.walked_piece(state, piece));
        if let Some(known) = known {
            // What it is given decides all.
            debug_assert_eq!(known.leaves, walked.leaves);
            return known;
        }
        let room = walked.leaves.len() * size_of::<(usize, Odds)>() + walked.counts.len() * size_of::<(usize, S, T)>();
        let many = walked.counts.len() * 2 <= walked.leaves.len();
        if self.pooled + room <= PIECES && (walked.keeps_state || many) {
            let pieces = self.pieces.entry(of).or_insert_with(|| Box::new(Pieces::<K, S>::default()));
            if let Some(pieces) = pieces.downcast_mut::<Pieces<K, S>>() {
                pieces.insert(key, Rc::clone(&walked));
            }
            self.pooled += room;
            self.hold(0);
        }
        walked
    }

    /// Walks a short piece by itself.
    fn walked_piece<S, T>(&mut self, before: S, piece: impl Fn(&mut Enumerated, &mut S) -> T) -> WalkedPiece
    where
        S: Copy + Eq + Hash + 'static,
        T: Copy + Eq + Hash + 'static,
    {
        let (path, depth) = (std::mem::take(&mut self.path), std::mem::take(&mut self.depth));
        self.in_short = false;
        let (mut results, mut leaves, mut counts) = (Answers::new(), Vec::new(), Vec::new());
        loop {
            let mut state = before;
            let result = piece(self, &mut state);
            let place = results.place((state, result));
            counts.resize(results.known.len(), 0);
            counts[place] += 1;
            let odds = self.path[..self.depth].iter().map(|fork| fork.branches[fork.taken].odds);
            leaves.push((place, odds.fold((1, 1), times)));
            self.note(effort::work(0));
            if self.crowded() || !self.advance() {
                break;
            }
        }
        (self.path, self.depth, self.in_short) = (path, depth, true);
        let keeps_state = results.known.iter().all(|(state, _)| *state == before);
        WalkedPiece { leaves, counts, results: Box::new(results.known), keeps_state }
    }

    /// Whether a deck has become too intricate to be represented exactly, or pools too large to be counted.
    #[must_use]
    pub const fn crowded(&self) -> bool {
        self.crowded.is_some()
    }

    /// Checks that it is not [crowded](Enumerated::crowded).
    ///
    /// # Errors
    /// The reason why it is crowded.
    pub(crate) fn fits(&self) -> Result<(), TooLarge> {
        self.crowded.map_or(Ok(()), Err)
    }

    /// Records that something does not fit; the first reason is kept.
    fn note(&mut self, fits: Result<(), TooLarge>) {
        self.crowded = self.crowded.or(fits.err());
    }

    /// The branch to take at the next fork. Its branches are listed only when it is met for the first time.
    fn fork(&mut self, list: impl FnOnce(&mut Vec<Branch>)) -> Branch {
        if self.depth == self.path.len() {
            let mut branches = self.spare.pop().unwrap_or_default();
            list(&mut branches);
            self.path.push(Fork::new(branches, Vec::new(), Vec::new()));
        }
        self.taken()
    }

    /// The branch taken at the next fork, which must already be on the path.
    fn taken(&mut self) -> Branch {
        let fork = &self.path[self.depth];
        self.depth += 1;
        fork.branches[fork.taken]
    }

    /// The possible results of a pool, counted when they are first needed.
    fn kept(&mut self, pool: &Pool, keep: Keep) -> Ways {
        // Counted with all dice wanted, so that one count serves every reading.
        let keep = Keep { wanted: Wanted::All, ..keep };
        if let Some(known) = self.pools.get(&(*pool, keep)) {
            return Rc::clone(known);
        }
        self.walked = self.walked.saturating_add(pool.walked(keep));
        if self.walked > (self.budget as u64).saturating_mul(THROWS) {
            self.note(Err(TooLarge::States(self.budget)));
        }
        self.note(effort::work(8 * pool.walked(keep)));
        // The result for a pool that is too large is never read.
        let counted = if self.crowded() { Pool::EMPTY.kept(keep) } else { pool.kept(keep) };
        self.note(effort::work(8 * counted.len() as u64));
        self.pooled += size_of_val(&counted[..]);
        self.hold(0);
        Rc::clone(self.pools.entry((*pool, keep)).or_insert(counted.into()))
    }

    /// Accounts for the memory of the possible results of pools, and for `more` bytes for a while.
    fn hold(&mut self, more: usize) {
        let fits = self.held.now(self.pooled + more);
        self.note(fits);
    }

    /// The fork of a pool thrown against another; `None` if the ways of both together are too many to count.
    fn facing<G: Copy + Eq + Hash, A: Copy + Eq + Hash>(
        &mut self,
        theirs: &Hand,
        goal: impl Fn(&Kept) -> G,
        pool: &Pool,
        keep: impl Fn(G) -> Keep,
        ask: impl Fn(&Kept, G) -> A,
    ) -> Option<Fork> {
        let theirs = theirs.ways.as_ref()?;
        theirs.iter().map(|(_, ways)| ways).sum::<u64>().checked_mul(pool.ways()?)?;
        let mut goals = Answers::new();
        let places: Vec<usize> = theirs.iter().map(|(kept, _)| goals.place(goal(kept))).collect();
        let (mut answers, mut ours) = (Answers::new(), Vec::new());
        // For each answer, the number of ways of ours that lead to it, by goal.
        let mut leading: Vec<Vec<u64>> = Vec::new();
        for (place, &goal) in goals.known.iter().enumerate() {
            let known = self.kept(pool, keep(goal));
            self.note(effort::work(known.len() as u64));
            for (kept, ways) in known.iter() {
                let answer = answers.place(ask(kept, goal));
                if answer == ours.len() {
                    ours.push(*kept);
                    leading.push(vec![0; goals.known.len()]);
                }
                leading[answer][place] += ways;
            }
        }
        let pairs = leading.len() * theirs.len();
        self.hold(pairs * size_of::<(Kept, u64)>());
        self.note(effort::work(2 * pairs as u64));
        if self.crowded() {
            return None;
        }
        let hands = leading.iter().map(|leading| {
            let both = theirs.iter().zip(&places).map(|(&(kept, ways), &place)| (kept, ways * leading[place]));
            both.filter(|&(_, ways)| ways > 0).collect::<Ways>()
        });
        let hands: Vec<Ways> = hands.collect();
        let all: Vec<u64> = hands.iter().map(|hand| hand.iter().map(|(_, ways)| ways).sum()).collect();
        Some(Fork::new(branches(&all), hands, ours))
    }

    fn index(&mut self, weights: impl Iterator<Item = u64> + Clone) -> usize {
        let list = |branches: &mut Vec<Branch>| {
            let total: u64 = weights.clone().sum();
            let branch = |(index, numerator)| Branch { set: index as u64, odds: (numerator, total) };
            branches.extend(weights.enumerate().filter(|&(_, weight)| weight > 0).map(branch));
        };
        self.fork(list).set as usize
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
        let list = |branches: &mut Vec<Branch>| {
            let total: u32 = scores.iter().map(|&(_, ways)| ways).sum();
            for &(score, ways) in scores {
                let answer = ask(score);
                match branches.iter_mut().find(|branch| ask(branch.set as u8) == answer) {
                    Some(branch) => branch.odds.0 += u64::from(ways),
                    None => branches.push(Branch { set: score.into(), odds: (ways.into(), total.into()) }),
                }
            }
        };
        ask(self.fork(list).set as u8)
    }

    fn throw_and_tell(&mut self, _at: Address, pool: &Pool, keep: Keep) -> (Hand, Option<Throw>) {
        (Hand::open(self.kept(pool, keep)), None)
    }

    /// Branches on the answers.
    fn look<A: Copy + Eq + Hash>(&mut self, hand: &mut Hand, ask: impl Fn(&Kept) -> A) -> A {
        let Some(ways) = &hand.ways else { return ask(&hand.kept) };
        if self.depth == self.path.len() {
            self.note(effort::work(2 * ways.len() as u64));
            let (mut answers, mut all) = (Answers::new(), Vec::new());
            let mut hands: Vec<Vec<(Kept, u64)>> = Vec::new();
            for &(kept, number) in ways.iter() {
                let place = answers.place(ask(&kept));
                if place == all.len() {
                    all.push(0);
                    hands.push(Vec::new());
                }
                all[place] += number;
                hands[place].push((kept, number));
            }
            let hands = hands.into_iter().map(Ways::from).collect();
            self.path.push(Fork::new(branches(&all), hands, Vec::new()));
        }
        let branch = self.taken();
        *hand = Hand::open(Rc::clone(&self.path[self.depth - 1].hands[branch.set as usize]));
        ask(&hand.kept)
    }

    /// Branches on the answers directly, not on the goals first.
    fn against<G: Copy + Eq + Hash, A: Copy + Eq + Hash>(
        &mut self,
        theirs: &mut Hand,
        goal: impl Fn(&Kept) -> G,
        (at, pool): (Address, &Pool),
        keep: impl Fn(G) -> Keep,
        ask: impl Fn(&Kept, G) -> A,
    ) -> A {
        if self.depth == self.path.len()
            && let Some(fork) = self.facing(theirs, &goal, pool, &keep, &ask)
        {
            self.path.push(fork);
        }
        if self.path.get(self.depth).is_none_or(|fork| fork.ours.is_empty()) {
            let goal = self.look(theirs, goal);
            let mut ours = self.throw(at, pool, keep(goal));
            return self.look(&mut ours, |kept| ask(kept, goal));
        }
        let branch = self.taken();
        let fork = &self.path[self.depth - 1];
        *theirs = Hand::open(Rc::clone(&fork.hands[branch.set as usize]));
        ask(&fork.ours[branch.set as usize], goal(&theirs.kept))
    }

    /// Branches on what the piece comes to.
    fn in_short<K, S, T>(
        &mut self,
        given: impl FnOnce() -> K,
        state: &mut S,
        piece: impl Fn(&mut Enumerated, &mut S) -> T,
    ) -> T
    where
        K: Eq + Hash + 'static,
        S: Copy + Eq + Hash + 'static,
        T: Copy + Eq + Hash + 'static,
    {
        if !self.in_short {
            return piece(self, state);
        }
        if self.depth == self.path.len() {
            let piece = self.piece(given(), *state, piece);
            let begins = Vec::with_capacity(piece.counts.len());
            self.path.push(Fork { piece: Some(piece), begins, ..Fork::new(Vec::new(), Vec::new(), Vec::new()) });
        }
        let Fork { piece, taken, .. } = &self.path[self.depth];
        self.depth += 1;
        let known = piece.as_ref().and_then(|piece| {
            let (after, result) = piece.results.downcast_ref::<Vec<(S, T)>>()?.get(*taken)?;
            Some(((!piece.keeps_state).then_some(after), result))
        });
        let (after, result) = known.expect("the procedure is the same every time");
        if let Some(after) = after {
            *state = *after;
        }
        *result
    }

    fn highest(&mut self, _at: Address, dice: u8, under: u8) -> (u8, u8) {
        let list = |branches: &mut Vec<Branch>| {
            let all = pool::highest(dice, under);
            let denominator = all.iter().map(|(_, ways)| ways).sum();
            let code = |(number, times): (u8, u8)| u64::from(number) << 8 | u64::from(times);
            let branch = |(highest, numerator)| Branch { set: code(highest), odds: (numerator, denominator) };
            branches.extend(all.into_iter().map(branch));
        };
        let branch = self.fork(list);
        ((branch.set >> 8) as u8, branch.set as u8)
    }

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut KnownDeck, _at: Address, ask: impl Fn(Card) -> A) -> A {
        if deck.is_spent() {
            deck.refill();
        }
        let pack = deck.pack();
        let list = |branches: &mut Vec<Branch>| {
            let mut answers: Vec<(A, u64)> = Vec::with_capacity(ANSWERS);
            let mut last = 0;
            for number in 0..pack.size() {
                let answer = ask(pack.card(number));
                // Usually the card before, of the same rank, gave the same answer.
                if answers.get(last).is_none_or(|(known, _)| *known != answer) {
                    last = answers.iter().position(|(known, _)| *known == answer).unwrap_or(answers.len());
                }
                match answers.get_mut(last) {
                    Some((_, set)) => *set |= 1 << number,
                    None => answers.push((answer, 1 << number)),
                }
            }
            answers.into_iter().for_each(|(_, set)| deck.branches(set, branches));
        };
        let branch = self.fork(list);
        if !deck.learn(branch.set) {
            self.note(Err(TooLarge::Intricate));
        }
        ask(pack.card(branch.set.trailing_zeros()))
    }
}
