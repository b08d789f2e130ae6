//! Play compiled to a table, from the rule code itself.
//!
//! The steps of a small procedure are traced once: which question each state asks about which die or deck, and where
//! each answer leads. Play then walks from question to question: a word, a card, a table look-up, with no branch that
//! depends on luck. Several engagements are walked side by side, because each waits for its own words.
//!
//! The words are those that the rule code itself would draw at the same addresses, so the results are bit for bit those
//! of [`crate::Sampled`] play. States too unlikely to be worth their place are left out: an engagement that reaches one
//! is handed back, to be played from the rules.

use std::collections::BinaryHeap;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::exact::Flow;
use crate::keyed::{Keyed, Keys};
use crate::sampled::bounded;
use crate::traced::{Question, Source, Traced, TracedDeck};
use crate::{Deck, Words};

/// A procedure in rounds whose states hold everything except the cards left in the decks.
pub trait Traceable {
    /// A state.
    type State: Clone + Eq + Hash;
    /// What it ends in.
    type Outcome: Copy;

    /// The first state.
    fn start(&self) -> Self::State;

    /// One step from a state.
    fn step(&self, state: Self::State, chance: &mut Traced) -> Flow<Self::State, Self::Outcome>;

    /// Whether the next step of a state begins a round. Draws of a round have its number, counted from 1, in their
    /// address (see [`crate::Address::in_round`]); the procedure itself must number every round 0.
    fn begins_round(&self, state: &Self::State) -> bool;

    /// The decks of a state, always the same ones in the same order.
    fn decks<'a>(&self, state: &'a mut Self::State) -> impl Iterator<Item = &'a mut TracedDeck>;

    /// The outcome if there is no further round.
    fn stopped(&self, state: &Self::State) -> Self::Outcome;
}

/// The most decks of a state, plus one place for decks that belong to no state.
const PLACES: usize = 8;
const NONE: u8 = PLACES as u8 - 1;

/// Engagements walked side by side.
const LANES: usize = 8;

/// Targets from here up are outcomes, except `OUT`.
const OUTCOMES: u32 = 1 << 31;

/// The target outside the table.
const OUT: u32 = u32::MAX;

/// How large a table may become.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// The most questions. States are added, the likeliest first, until this number is reached.
    pub questions: usize,
    /// Or until at most this probability has yet to be followed.
    pub enough: f64,
    /// There is no table if more than this probability is left out in the end.
    pub too_much: f64,
}

/// How often probability is sent on, for each question of the extent.
const GOINGS_ON: usize = 16;

/// A question in the table, in as few bytes as possible, because a small table is fast.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its address, in the form that the generator of words adds to the key.
    base: u64,
    /// The place of the target of its first answer. For a question that begins a round, the place before it holds the
    /// target if no round is left.
    targets: u32,
    /// Which answer each draw gives, as a place in the list of keys.
    key: u8,
    /// Number of draws.
    size: u8,
    deck: u8,
    flags: u8,
}

/// The question begins a round.
const BEGINS: u8 = 1;
/// All draws are put back first: the deck is refilled, or it belongs to no state.
const REFILL: u8 = 2;

impl Node {
    /// All draws, one bit each.
    const fn all(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.size as u32)
    }
}

/// The number of the answer that each draw gives.
type Key = [u8; DRAWS];
const DRAWS: usize = u64::BITS as usize;
const KEYS: usize = 1 << u8::BITS;

/// An engagement in progress.
#[derive(Clone, Copy, Debug)]
struct Lane {
    /// The key of its words, moved on to the current round.
    words: Keyed,
    /// The word of its next draw.
    word: u64,
    node: u32,
    rounds: u32,
    place: usize,
    decks: [u64; PLACES],
    /// The key at the start.
    key: Keyed,
}

/// A procedure compiled to a table.
#[derive(Clone, Debug)]
pub struct QuestionTable<O> {
    nodes: Vec<Node>,
    /// A place for every possible `Node::key`, so that a look-up needs no check.
    keys: Box<[Key; KEYS]>,
    targets: Vec<u32>,
    outcomes: Vec<O>,
    start: u32,
    decks: [u64; PLACES],
}

/// The result of one engagement.
#[derive(Clone, Copy, Debug)]
pub enum Walked<O> {
    /// Its outcome, and the number of rounds begun.
    Over(O, u32),
    /// It left the table and has to be played from the rules, with these words.
    Left(Keyed),
}

impl<O: Copy> QuestionTable<O> {
    /// Compiles a procedure; `None` if it does not fit or asks something that a table cannot hold.
    pub fn new<P: Traceable<Outcome = O>>(procedure: &P, extent: Extent) -> Option<QuestionTable<O>> {
        let mut compiler = Compiler::new(procedure);
        let mut start = procedure.start();
        let mut decks = [0; PLACES];
        for (place, deck) in procedure.decks(&mut start).enumerate() {
            *decks[..usize::from(NONE)].get_mut(place)? = deck.pack().all();
            deck.whole = false;
        }
        let start = compiler.place(start)?;
        compiler.come_to(start, 1.0);
        // Some procedures hardly ever end, so this does not wait until all probability has left the table.
        for _ in 0..extent.questions.saturating_mul(GOINGS_ON) {
            if compiler.under_way <= extent.enough {
                break;
            }
            compiler.go_on(compiler.nodes.len() < extent.questions)?;
        }
        if compiler.left_out() > extent.too_much { None } else { compiler.finish(start, decks) }
    }

    /// Plays `count` engagements and passes each result with the engagement's number, from 0, to `hand_over`, in no
    /// particular order. No engagement goes beyond `limit` rounds.
    pub fn play(&self, keys: &mut Keys, count: usize, limit: u32, mut hand_over: impl FnMut(usize, Walked<O>)) {
        let (nodes, answers, targets) = (&self.nodes[..], &*self.keys, &self.targets[..]);
        let (mut begun, mut over) = (0, 0);
        // When no engagement is left to begin, lanes stay at a question that leads to itself.
        let mut next = || {
            let node = if begun < count { self.start } else { self.nodes.len() as u32 - 1 };
            let key = keys.next_key();
            begun += 1;
            Lane { words: key, word: 0, node, rounds: 0, place: begun - 1, decks: self.decks, key }
        };
        let mut lanes: [Lane; LANES] = std::array::from_fn(|_| next());
        while over < count {
            // All lanes get their words first and draw afterwards, so that the processor works on all of them at once.
            for lane in &mut lanes {
                let node = &nodes[lane.node as usize];
                let begins = node.flags & BEGINS != 0;
                lane.words = lane.words.further(if begins { Keyed::ROUND } else { 0 });
                lane.rounds += u32::from(begins);
                lane.word = lane.words.word_from(node.base);
            }
            for lane in &mut lanes {
                let node = &nodes[lane.node as usize];
                let target = if lane.rounds <= limit {
                    let deck = &mut lane.decks[usize::from(node.deck) % PLACES];
                    let draw = draw(node, deck, lane.words, lane.word);
                    targets[node.targets as usize + usize::from(answers[usize::from(node.key)][draw % DRAWS])]
                } else {
                    targets[node.targets as usize - 1]
                };
                lane.node = target;
                if target >= OUTCOMES {
                    hand_over(lane.place, self.walked(lane, target));
                    over += 1;
                    *lane = next();
                }
            }
        }
    }

    #[inline(always)]
    fn walked(&self, lane: &Lane, target: u32) -> Walked<O> {
        match self.outcomes.get((target - OUTCOMES) as usize) {
            Some(&outcome) => Walked::Over(outcome, lane.rounds),
            None => Walked::Left(lane.key),
        }
    }
}

/// Draws from a deck or a die in the same way as [`crate::Sampled`].
#[inline(always)]
fn draw(node: &Node, deck: &mut u64, mut words: Keyed, mut word: u64) -> usize {
    let mut left = *deck;
    if left == 0 || node.flags & REFILL != 0 {
        left = node.all();
    }
    loop {
        let (number, used) = bounded(&mut words, word, node.size.into());
        if left >> number & 1 == 1 {
            *deck = left & !(1 << number);
            return number as usize;
        }
        word = words.again(used);
    }
}

/// Where an answer leads, or where a state's questions begin, while the table is being built.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// Nowhere yet.
    Open,
    Node(u32),
    State(u32),
    Outcome(u32),
}

/// A table being built.
struct Compiler<'a, P: Traceable> {
    procedure: &'a P,
    states: Vec<P::State>,
    places: FxHashMap<P::State, u32>,
    /// Where each state's questions begin.
    entries: Vec<Target>,
    /// The states that each state leads to, with their probabilities as if decks did not run down.
    leads: Vec<Vec<(u32, f64)>>,
    /// Probability that has arrived at each state and has not been sent on.
    arrived: Vec<f64>,
    /// The sum of `arrived`.
    under_way: f64,
    /// Probability that has arrived at states which will not be in the table.
    left_out: f64,
    /// States where probability has arrived, the largest on top. Probabilities are stored as bits, which sort as
    /// positive numbers do. An entry is void once more has arrived.
    waiting: BinaryHeap<(u64, u32)>,
    nodes: Vec<Node>,
    keys: Vec<Key>,
    targets: Vec<Target>,
    outcomes: Vec<P::Outcome>,
}

impl<'a, P: Traceable> Compiler<'a, P> {
    fn new(procedure: &'a P) -> Compiler<'a, P> {
        Compiler {
            procedure,
            states: Vec::new(),
            places: FxHashMap::default(),
            entries: Vec::new(),
            leads: Vec::new(),
            arrived: Vec::new(),
            under_way: 0.0,
            left_out: 0.0,
            waiting: BinaryHeap::new(),
            nodes: Vec::new(),
            keys: Vec::new(),
            targets: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// The number of a state; `None` if its decks cannot be in a table. Decks created in the step before become its
    /// decks.
    fn place(&mut self, mut state: P::State) -> Option<u32> {
        for (place, deck) in self.procedure.decks(&mut state).enumerate() {
            if place >= usize::from(NONE) || deck.source == Source::Used {
                return None;
            }
            deck.source = Source::Deck(place as u8);
        }
        let next = self.states.len() as u32;
        Some(*self.places.entry(state).or_insert_with_key(|state| {
            self.states.push(state.clone());
            self.entries.push(Target::Open);
            self.leads.push(Vec::new());
            self.arrived.push(0.0);
            next
        }))
    }

    fn come_to(&mut self, place: u32, probability: f64) {
        let arrived = &mut self.arrived[place as usize];
        *arrived += probability;
        self.under_way += probability;
        self.waiting.push((arrived.to_bits(), place));
    }

    /// The probability of coming to a state that is not in the table.
    fn left_out(&self) -> f64 {
        let open = self.entries.iter().zip(&self.arrived).filter(|(entry, _)| matches!(entry, Target::Open));
        self.left_out + open.map(|(_, arrived)| arrived).sum::<f64>()
    }

    /// Sends on the probability that has arrived at the likeliest state, whose questions are added first if they are
    /// missing and the table may `grow`. `None` if a table cannot hold them.
    fn go_on(&mut self, grow: bool) -> Option<()> {
        let (bits, place) = self.waiting.pop()?;
        let arrived = self.arrived[place as usize];
        if arrived.to_bits() != bits {
            return Some(());
        }
        self.arrived[place as usize] = 0.0;
        self.under_way -= arrived;
        if matches!(self.entries[place as usize], Target::Open) {
            if !grow {
                self.left_out += arrived;
                return Some(());
            }
            self.expand(place)?;
        }
        let leads = std::mem::take(&mut self.leads[place as usize]);
        for &(next, share) in &leads {
            self.come_to(next, arrived * share);
        }
        self.leads[place as usize] = leads;
        Some(())
    }

    /// Adds the questions of a state.
    fn expand(&mut self, place: u32) -> Option<()> {
        let mut chance = Traced::default();
        let mut nodes: Vec<u32> = Vec::new();
        loop {
            let flow = self.procedure.step(self.states[place as usize].clone(), &mut chance);
            if chance.lost() {
                return None;
            }
            let draws = |question: &Question| f64::from(question.answer().count_ones()) / f64::from(question.size);
            let share: f64 = chance.path().iter().map(draws).product();
            // Questions shared with the path before are known already.
            for number in nodes.len()..chance.path().len() {
                let node = self.node(place, number == 0, Some(&chance.path()[number]))?;
                if let Some(before) = number.checked_sub(1) {
                    self.lead(nodes[before], chance.path()[before].taken, Target::Node(node));
                }
                nodes.push(node);
            }
            let target = match flow {
                Flow::Go(state) => {
                    let next = self.place(state)?;
                    self.leads[place as usize].push((next, share));
                    Target::State(next)
                }
                Flow::Done(outcome) => {
                    self.outcomes.push(outcome);
                    Target::Outcome(self.outcomes.len() as u32 - 1)
                }
            };
            match nodes.last() {
                Some(&node) => self.lead(node, chance.path()[nodes.len() - 1].taken, target),
                None if self.procedure.begins_round(&self.states[place as usize]) => {
                    let node = self.node(place, true, None)?;
                    self.lead(node, 0, target);
                    nodes.push(node);
                }
                None => self.entries[place as usize] = target,
            }
            if let Some(&first) = nodes.first() {
                self.entries[place as usize] = Target::Node(first);
            }
            if !chance.advance() {
                return Some(());
            }
            nodes.truncate(chance.shared());
        }
    }

    /// Adds a question of a state; if there is none to ask, one with a single answer.
    fn node(&mut self, place: u32, first: bool, question: Option<&Question>) -> Option<u32> {
        let mut flags = 0;
        if first && self.procedure.begins_round(&self.states[place as usize]) {
            self.outcomes.push(self.procedure.stopped(&self.states[place as usize]));
            self.targets.push(Target::Outcome(self.outcomes.len() as u32 - 1));
            flags |= BEGINS;
        }
        let answers = question.map_or(&[1][..], |question| &question.answers);
        let deck = question.and_then(|question| match question.source {
            Source::Deck(deck) => Some(deck),
            Source::Fresh | Source::Used => None,
        });
        if deck.is_none() || question.is_some_and(|question| question.refill) {
            flags |= REFILL;
        }
        let node = Node {
            base: question.map_or(0, |question| Keyed::base(question.at)),
            targets: self.targets.len() as u32,
            key: self.key(answers)?,
            size: question.map_or(1, |question| question.size) as u8,
            deck: deck.unwrap_or(NONE),
            flags,
        };
        self.nodes.push(node);
        self.targets.extend((0..=answers.len()).map(|_| Target::Open));
        Some(self.nodes.len() as u32 - 1)
    }

    /// Makes an answer lead to a target.
    fn lead(&mut self, node: u32, answer: usize, target: Target) {
        self.targets[self.nodes[node as usize].targets as usize + answer] = target;
    }

    /// The place of the key for these answers; `None` if there are too many keys. Draws that give none of the answers
    /// lead out of the table.
    fn key(&mut self, answers: &[u64]) -> Option<u8> {
        let answer = |draw| answers.iter().position(|draws| draws >> draw & 1 == 1).unwrap_or(answers.len()) as u8;
        let key: Key = std::array::from_fn(answer);
        let place = self.keys.iter().position(|&known| known == key).unwrap_or_else(|| {
            self.keys.push(key);
            self.keys.len() - 1
        });
        place.try_into().ok()
    }

    /// The final number of a target.
    fn settled(&self, mut target: Target) -> u32 {
        // A chain of states that ask nothing is no longer than the number of states.
        for _ in 0..=self.states.len() {
            match target {
                Target::Open => return OUT,
                Target::Node(node) => return node,
                Target::Outcome(outcome) => return OUTCOMES + outcome,
                Target::State(state) => target = self.entries[state as usize],
            }
        }
        OUT
    }

    fn finish(mut self, start: u32, decks: [u64; PLACES]) -> Option<QuestionTable<P::Outcome>> {
        // The question of a lane with nothing left to do.
        let idle = self.node(start, false, None)?;
        self.lead(idle, 0, Target::Node(idle));
        let targets = self.targets.iter().map(|&target| self.settled(target)).collect();
        let start = self.settled(Target::State(start));
        let mut keys = Box::new([[0; DRAWS]; KEYS]);
        keys[..self.keys.len()].copy_from_slice(&self.keys);
        let compiled = QuestionTable { nodes: self.nodes, keys, targets, outcomes: self.outcomes, start, decks };
        (start < OUTCOMES).then_some(compiled)
    }
}
