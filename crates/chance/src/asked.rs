//! A deck that keeps only the number of cards drawn, and the reading of chance that uses it.
//!
//! [`crate::KnownDeck`] knows the probability of the next card, at the cost of splitting sets that overlap. Here a draw
//! is a branch of weight one. What it learns of the card goes to the solver as a [`Term`], and the solver computes the
//! probability of everything learnt once, at the end. So the rule code runs once for each state, regardless of what was
//! learnt before.
//!
//! The terms that lead to one state are combined question by question. Answers with the same consequence are merged
//! into one, and a question whose answers all have the same consequence counts as not asked. So rules are free to ask
//! more than matters.

use std::collections::BTreeSet;
use std::fmt::Display;

use num_integer::Integer;

use crate::cards::{Deck, Pack};
use crate::exact::Flow;
use crate::{Address, Card, Chance};

/// The number of a deck that was created without one.
const STRAY: u8 = u8::MAX;
/// Marks the cards drawn from a deck that cannot run out in the rest of the procedure.
const ENOUGH: u8 = u8::MAX;

/// A deck by its number in the procedure, with the number of cards drawn from it as long as that can matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AskedDeck {
    pack: Pack,
    number: u8,
    /// How often it was refilled.
    times: u8,
    drawn: u8,
}

impl AskedDeck {
    /// A whole deck. The decks of a procedure must have different numbers, from 0 up.
    #[must_use]
    pub const fn numbered(pack: Pack, number: u8) -> AskedDeck {
        AskedDeck { pack, number, times: 0, drawn: 0 }
    }
}

impl Deck for AskedDeck {
    /// A deck without a number. The solver gives up if a card is drawn from it.
    fn whole(pack: Pack) -> AskedDeck {
        AskedDeck::numbered(pack, STRAY)
    }

    fn pack(&self) -> Pack {
        self.pack
    }

    fn refill(&mut self) {
        self.drawn = 0;
        self.times = self.times.saturating_add(1);
    }
}

/// A set of cards of one deck that a rule asked about, by the number that the solver gives it.
pub(crate) type Symbol = u16;

/// The most decks in a procedure.
pub(crate) const DECKS: usize = 4;

/// What one path through a step multiplies the weight of a state by: a fraction, and the sets in which drawn cards are
/// known to lie.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    /// The sets in which the drawn cards lie, in ascending order.
    pub(crate) learnt: Vec<Symbol>,
    pub(crate) numerator: u128,
    pub(crate) denominator: u128,
}

/// Where a step leads: each state or outcome once, by number, with the terms that lead to it.
pub(crate) type Row = Vec<(Flow<usize, usize>, Vec<Term>)>;

/// The sets asked about in a procedure, each with its deck. A deck is named by its number and by how often it was
/// refilled, because each refill gives it a new order.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) sets: Vec<((u8, u8), u64)>,
}

impl Symbols {
    pub(crate) fn of(&mut self, deck: (u8, u8), set: u64) -> Symbol {
        let place = self.sets.iter().position(|&known| known == (deck, set)).unwrap_or_else(|| {
            self.sets.push((deck, set));
            self.sets.len() - 1
        });
        place as Symbol
    }
}

/// Chance that walks every answer of one step, for [`crate::exact::distribution_of_deals`].
#[derive(Debug, Default)]
pub struct Asking {
    path: Vec<Fork>,
    depth: usize,
    /// What this leaf has learnt so far: pairs of a deck and a set.
    learnt: Vec<(u8, u64)>,
    /// The most cards that may still be drawn from each deck, from the start of this step on.
    pub(crate) ahead: [u32; DECKS],
    /// The packs of the decks drawn from.
    pub(crate) packs: [Option<Pack>; DECKS],
    pub(crate) draws: Draws,
    /// Whether the procedure cannot be solved this way.
    pub(crate) crowded: bool,
    pub(crate) symbols: Symbols,
}

/// How many cards the steps draw.
#[derive(Debug, Default)]
pub(crate) struct Draws {
    jokers: [u64; DECKS],
    /// For each step from the first and each deck: the sets that its leaves draw from, leaving out sets of jokers only.
    pub(crate) steps: Vec<[BTreeSet<Vec<u64>>; DECKS]>,
}

impl Draws {
    fn note(&mut self, learnt: &[(u8, u64)]) {
        let Some(step) = self.steps.last_mut() else { return };
        for (deck, leaves) in step.iter_mut().enumerate() {
            let own = learnt.iter().filter(|&&(of, set)| usize::from(of) == deck && set & !self.jokers[deck] != 0);
            let mut sets: Vec<u64> = own.map(|&(_, set)| set).collect();
            sets.sort_unstable();
            if !leaves.contains(&sets) {
                leaves.insert(sets);
            }
        }
    }

    /// Roughly the number of bits in the number of orders of all decks that may be drawn from, each counted as often as
    /// it may be used.
    pub(crate) fn bits(&self) -> u32 {
        let decks = (0..DECKS).filter_map(|deck| self.ahead(deck).first().copied());
        decks.map(|ahead| ahead.div_ceil(40) * 170 + u32::from(ahead > 0) * 15).sum()
    }

    /// Adds the leaves of another run.
    pub(crate) fn extend(&mut self, other: Draws) {
        self.steps.resize_with(self.steps.len().max(other.steps.len()), Default::default);
        for (step, more) in self.steps.iter_mut().zip(other.steps) {
            step.iter_mut().zip(more).for_each(|(leaves, more)| leaves.extend(more));
        }
    }

    /// Bounds on the cards drawn from a deck before it is empty, from each step on.
    ///
    /// Beyond some number of cards per leaf, every leaf draws from sets of few cards, and each of those cards comes
    /// only once.
    pub(crate) fn ahead(&self, deck: usize) -> Vec<u32> {
        let mut best: Vec<u32> = Vec::new();
        let most = self.steps.iter().flat_map(|step| &step[deck]).map(Vec::len).max().unwrap_or(0);
        for usual in 0..=most {
            let few = self.few(deck, usual);
            let extra = few.count_ones() * (most - usual) as u32 + self.jokers[deck].count_ones();
            let longest =
                |step: &[BTreeSet<Vec<u64>>; DECKS]| step[deck].iter().map(Vec::len).max().unwrap_or(0).min(usual);
            let mut bounds: Vec<u32> = Vec::new();
            for step in self.steps.iter().rev() {
                bounds.push(longest(step) as u32 + bounds.last().copied().unwrap_or(extra));
            }
            bounds.reverse();
            best = if best.is_empty() { bounds } else { best.iter().zip(bounds).map(|(&a, b)| a.min(b)).collect() };
        }
        best
    }

    /// A small set of cards such that every leaf that draws more than `usual` cards draws one of them for certain.
    fn few(&self, deck: usize, usual: usize) -> u64 {
        let mut few = 0_u64;
        let leaves = self.steps.iter().flat_map(|step| &step[deck]);
        let mut long: Vec<&Vec<u64>> = leaves.filter(|leaf| leaf.len() > usual).collect();
        while !long.is_empty() {
            let sets: BTreeSet<u64> = long.iter().flat_map(|leaf| leaf.iter().copied()).collect();
            let per_card = |set: &u64| {
                let covered = long.iter().filter(|leaf| leaf.contains(set)).count() as u64;
                covered * 1000 / u64::from((set & !few).count_ones().max(1))
            };
            few |= sets.into_iter().max_by_key(per_card).unwrap_or(0);
            long.retain(|leaf| !leaf.iter().any(|set| set & !few == 0));
        }
        few
    }
}

/// A fork on the path: a question about a card, or dice.
#[derive(Debug)]
struct Fork {
    taken: usize,
    branches: Vec<Branch>,
    /// The deck drawn from, and how often it was refilled before; `None` for dice.
    deck: Option<(u8, u8)>,
    /// Cards that cannot be the next one.
    never: u64,
    /// Where the branches taken so far lead.
    rows: Vec<Row>,
}

/// A set of cards, or a number with its weight.
#[derive(Clone, Copy, Debug)]
struct Branch {
    value: u64,
    weight: u128,
}

impl Asking {
    /// Goes to the next leaf, after one that led to `target`. After the last leaf, returns the row of the whole step.
    pub(crate) fn advance(&mut self, target: Flow<usize, usize>) -> Option<Row> {
        self.depth = 0;
        self.draws.note(&self.learnt);
        self.learnt.clear();
        let one = Term { learnt: Vec::new(), numerator: 1, denominator: 1 };
        let mut row = vec![(target, vec![one])];
        while let Some(mut fork) = self.path.pop() {
            fork.rows.push(row);
            fork.taken += 1;
            if fork.taken < fork.branches.len() {
                self.path.push(fork);
                return None;
            }
            row = match fork.deck {
                Some(deck) => self.drawn(&fork, deck),
                None => self.picked(fork),
            };
        }
        Some(row)
    }

    /// The row of dice: the rows of the branches, combined by weight.
    fn picked(&mut self, fork: Fork) -> Row {
        let total: u128 = fork.branches.iter().map(|branch| branch.weight).sum();
        let mut row: Row = Vec::new();
        for (branch, branches) in fork.branches.iter().zip(fork.rows) {
            for (target, terms) in branches {
                let place = place(&mut row, target);
                for term in terms {
                    self.crowded |= add(&mut row[place].1, term, branch.weight, total).is_none();
                }
            }
        }
        row.iter_mut().for_each(|(_, terms)| terms.sort_unstable());
        row
    }

    /// The row of a draw: for each target, answers with the same terms are merged into one set.
    fn drawn(&mut self, fork: &Fork, deck: (u8, u8)) -> Row {
        let all = self.packs[usize::from(deck.0)].map_or(0, Pack::all);
        let mut row: Row = Vec::new();
        let mut sets: Vec<(usize, u64, &[Term])> = Vec::new();
        for (branch, branches) in fork.branches.iter().zip(&fork.rows) {
            for (target, terms) in branches {
                let place = place(&mut row, *target);
                match sets.iter_mut().find(|known| known.0 == place && known.2 == terms) {
                    Some(known) => known.1 |= branch.value,
                    None => sets.push((place, branch.value, terms)),
                }
            }
        }
        for (place, set, terms) in sets {
            let symbol = (set | fork.never != all).then(|| self.symbols.of(deck, set));
            for term in terms {
                let mut term = term.clone();
                term.learnt.extend(symbol);
                term.learnt.sort_unstable();
                row[place].1.push(term);
            }
        }
        row.iter_mut().for_each(|(_, terms)| terms.sort_unstable());
        row
    }

    fn index(&mut self, weights: impl Iterator<Item = u64>) -> usize {
        if self.depth == self.path.len() {
            let branch = |(index, weight)| Branch { value: index as u64, weight: u128::from(weight) };
            let branches = weights.enumerate().filter(|&(_, weight)| weight > 0).map(branch).collect();
            self.path.push(Fork { taken: 0, branches, deck: None, never: 0, rows: Vec::new() });
        }
        self.taken() as usize
    }

    fn taken(&mut self) -> u64 {
        let fork = &self.path[self.depth];
        self.depth += 1;
        fork.branches[fork.taken].value
    }

    /// Whether a card of the set can come next, as far as this leaf knows.
    fn can_come(&self, deck: u8, set: u64) -> bool {
        let within = self.learnt.iter().filter(|&&(of, part)| of == deck && part & !set == 0);
        within.count() < set.count_ones() as usize
    }
}

fn place(row: &mut Row, target: Flow<usize, usize>) -> usize {
    row.iter().position(|known| known.0 == target).unwrap_or_else(|| {
        row.push((target, Vec::new()));
        row.len() - 1
    })
}

/// Adds a term times a fraction; `None` if the fraction overflows its integers.
fn add(terms: &mut Vec<Term>, mut term: Term, numerator: u128, denominator: u128) -> Option<()> {
    let lowest = |numerator: u128, denominator: u128| {
        let divisor = numerator.gcd(&denominator);
        (numerator / divisor, denominator / divisor)
    };
    let (numerator, denominator) =
        lowest(term.numerator.checked_mul(numerator)?, term.denominator.checked_mul(denominator)?);
    if let Some(known) = terms.iter_mut().find(|known| known.learnt == term.learnt) {
        let left = known.numerator.checked_mul(denominator)?;
        let sum = left.checked_add(numerator.checked_mul(known.denominator)?)?;
        (known.numerator, known.denominator) = lowest(sum, known.denominator.checked_mul(denominator)?);
        return Some(());
    }
    (term.numerator, term.denominator) = (numerator, denominator);
    terms.push(term);
    Some(())
}

impl Chance for Asking {
    type Deck = AskedDeck;

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

    fn draw<A: Copy + PartialEq>(&mut self, deck: &mut AskedDeck, _at: Address, ask: impl Fn(Card) -> A) -> A {
        let (pack, number) = (deck.pack, deck.number);
        let place = usize::from(number);
        if place >= DECKS {
            self.crowded = true;
            return ask(pack.card(pack.size() - 1));
        }
        self.packs[place] = Some(pack);
        if u32::from(deck.drawn) == pack.size() {
            deck.refill();
            self.learnt.retain(|&(of, _)| of != number);
        }
        if self.depth == self.path.len() {
            let mut answers: Vec<(A, u64)> = Vec::new();
            for card in 0..pack.size() {
                let answer = ask(pack.card(card));
                match answers.iter_mut().find(|(known, _)| *known == answer) {
                    Some((_, set)) => *set |= 1 << card,
                    None => answers.push((answer, 1 << card)),
                }
            }
            let sets = answers.into_iter().map(|(_, set)| set).filter(|&set| self.can_come(number, set));
            let branches: Vec<Branch> = sets.map(|value| Branch { value, weight: 1 }).collect();
            let never = branches.iter().fold(pack.all(), |never, branch| never & !branch.value);
            self.path.push(Fork { taken: 0, branches, deck: Some((number, deck.times)), never, rows: Vec::new() });
        }
        let set = self.taken();
        self.learnt.push((number, set));
        self.draws.jokers[place] = (1 << pack.jokers()) - 1;
        let ahead = self.ahead[place];
        deck.drawn = match deck.drawn {
            ENOUGH => ENOUGH,
            drawn if u32::from(drawn) + ahead <= pack.size() => ENOUGH,
            drawn => drawn + 1,
        };
        ask(pack.card(set.trailing_zeros()))
    }
}
