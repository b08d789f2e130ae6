//! A compiled engagement: immutable, shared between threads, free of strings in play.

use std::sync::Arc;

use chance::exact::Absorbed;
use chance::{Step, TooLarge};

use crate::{Breaks, Figure, LuckNumbers, Map, Zones, drawn};

/// The most quantities a ruleset counts in an [`Outcome`].
pub const MAX_MEASURES: usize = 7;

/// How one engagement ended, in integers only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Outcome {
    /// Index into [`crate::Ruleset::endings`].
    pub ending: u8,
    /// Turns begun.
    pub turns: u16,
    /// One count for each of [`crate::Ruleset::measures`]; the rest are zero.
    pub measures: [u16; MAX_MEASURES],
}

/// The exact distribution of outcomes of an engagement.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactFight {
    /// Probability of each outcome that can occur, sorted by outcome.
    pub outcomes: Vec<(Outcome, f64)>,
    /// Probability not yet absorbed when the solver stopped: every true probability is at most this much higher than
    /// the one given, and not lower.
    pub unresolved: f64,
    /// Distinct states visited.
    pub states: usize,
}

impl ExactFight {
    /// The outcomes of a chain of at most `rounds` turns. `ended` builds an outcome from how and in which round the
    /// engagement ended, `stopped` from a state in which it was still going on after the last round.
    pub fn of<S, O: Copy>(
        solved: Absorbed<S, O>,
        rounds: u32,
        ended: impl Fn(O, u32) -> Outcome,
        stopped: impl Fn(&S) -> Outcome,
    ) -> ExactFight {
        let mut outcomes: Vec<(Outcome, f64)> =
            solved.outcomes().map(|(round, &outcome, weight)| (ended(outcome, round), weight)).collect();
        let mut unresolved = solved.unresolved;
        if solved.rounds == rounds {
            outcomes.extend(solved.live.iter().map(|(state, weight)| (stopped(state), *weight)));
            unresolved = 0.0;
        }
        ExactFight::merged(outcomes, unresolved, solved.states)
    }

    /// A distribution of outcomes of which some may occur several times.
    pub(crate) fn merged(mut outcomes: Vec<(Outcome, f64)>, unresolved: f64, states: usize) -> ExactFight {
        outcomes.sort_by_key(|&(outcome, _)| outcome);
        outcomes.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        ExactFight { outcomes, unresolved, states }
    }
}

/// Why an engagement was not solved exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// It was tried, and takes too much.
    #[error("it needs {0}")]
    TooLarge(#[from] TooLarge),
    /// It is not tried on maps.
    #[error("it is fought on a map")]
    OnAMap,
    /// It is not tried for a series of battles.
    #[error("it is a series of battles")]
    Series,
    /// It is not tried with this number of figures.
    #[error("it has more than {most} figures")]
    TooManyFigures {
        /// The most figures with which it is tried.
        most: usize,
    },
}

/// A compiled engagement.
pub trait Battle: Send + Sync {
    /// The figures, in the order in which steps number them: blue's first.
    fn figures(&self) -> &[Figure];

    /// The numbers by which its figures draw luck, to be set before it is played; `None` if no draw belongs to a
    /// figure.
    fn luck_numbers(&mut self) -> Option<&mut LuckNumbers> {
        None
    }

    /// Third parties, such as hostages, in the order in which steps number them: they follow the figures.
    fn bystanders(&self) -> usize {
        0
    }

    /// Whether it can end in this way, given by its index in [`crate::Ruleset::endings`]; reports leave out endings
    /// that cannot occur.
    fn ends(&self, _ending: usize) -> bool {
        true
    }

    /// Whether it counts a quantity, given by its index in [`crate::Ruleset::measures`]; reports leave out quantities
    /// that it does not count. The first two are always counted.
    fn counts(&self, _measure: usize) -> bool {
        true
    }

    /// Whether, as it is set up, nobody can ever hurt an enemy: on open ground, at a range beyond every weapon. False
    /// if that is not plain at once.
    fn is_harmless(&self) -> bool {
        false
    }

    /// Where play changes along a key in inches, such as `field.range`, if nothing else in the scenario changes:
    /// between two breaks every engagement goes the same way, to the last die. `None` if that is not known.
    fn breaks(&self, _key: &str) -> Option<Breaks> {
        None
    }

    /// The map it is fought on; `None` on open ground.
    fn map(&self) -> Option<&Arc<Map>> {
        None
    }

    /// The map of one engagement, for an observer: its own if each engagement has one, otherwise the battle's map.
    fn map_of(&self, _seed: u64, _engagement: u64) -> Option<Arc<Map>> {
        self.map().cloned()
    }

    /// The zones it is fought in, if the ground consists of zones: then cells in [`crate::Mark`] are zone numbers.
    fn zones(&self) -> Option<&Arc<Zones>> {
        None
    }

    /// The mix of battles that it is; `None` for a single one.
    fn mix(&self) -> Option<&Mix> {
        None
    }

    /// Plays engagements `first`, `first + 1`, … into `outcomes`. The result depends only on the seed and on each
    /// engagement's number.
    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]);

    /// Plays one engagement and logs each step of it.
    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>);

    /// Solves the engagement exactly.
    ///
    /// # Errors
    /// If it is not tried, or would need more than `budget` states.
    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved>;
}

/// Several battles of the same figures on the same ground. Each engagement is that of the battle which it draws.
pub struct Mix {
    first: Box<dyn Battle>,
    others: Vec<Box<dyn Battle>>,
    weights: Vec<u32>,
}

impl Mix {
    /// A mix of battles with their weights, at least one of which is not zero. A mix of one is that battle.
    #[must_use]
    pub fn of(first: Box<dyn Battle>, others: Vec<Box<dyn Battle>>, weights: Vec<u32>) -> Box<dyn Battle> {
        debug_assert_eq!(weights.len(), 1 + others.len(), "a weight for each");
        if others.is_empty() { first } else { Box::new(Mix { first, others, weights }) }
    }

    /// The battles, in the order of their weights.
    pub fn battles(&self) -> impl Iterator<Item = &dyn Battle> {
        std::iter::once(&*self.first).chain(self.others.iter().map(|other| &**other))
    }

    /// How often each battle is drawn, relative to the others.
    #[must_use]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// The index of the battle that an engagement draws.
    #[must_use]
    pub fn drawn(&self, seed: u64, engagement: u64) -> usize {
        drawn(seed, engagement, &self.weights)
    }

    fn at(&self, place: usize) -> &dyn Battle {
        place.checked_sub(1).map_or(&*self.first, |other| &*self.others[other])
    }

    /// The exact distribution of outcomes of each battle.
    ///
    /// # Errors
    /// As [`Battle::exact`]; the budget holds for each of them.
    pub fn each_exact(&self, budget: usize) -> Result<Vec<ExactFight>, Unsolved> {
        self.battles().map(|battle| battle.exact(budget)).collect()
    }

    /// The distribution of outcomes of the mix, from those of its battles.
    #[must_use]
    pub fn mixed(&self, fights: &[ExactFight]) -> ExactFight {
        let all: u64 = self.weights.iter().map(|&weight| u64::from(weight)).sum();
        let share = |weight: u32| f64::from(weight) / all as f64;
        let weighted = || self.weights.iter().zip(fights).map(|(&weight, fight)| (share(weight), fight));
        let outcomes = weighted().flat_map(|(share, fight)| {
            fight.outcomes.iter().map(move |&(outcome, probability)| (outcome, share * probability))
        });
        ExactFight::merged(
            outcomes.collect(),
            weighted().map(|(share, fight)| share * fight.unresolved).sum(),
            fights.iter().map(|fight| fight.states).max().unwrap_or(0),
        )
    }
}

impl Battle for Mix {
    fn figures(&self) -> &[Figure] {
        self.first.figures()
    }

    fn bystanders(&self) -> usize {
        self.first.bystanders()
    }

    fn ends(&self, ending: usize) -> bool {
        self.battles().any(|battle| battle.ends(ending))
    }

    fn counts(&self, measure: usize) -> bool {
        self.battles().any(|battle| battle.counts(measure))
    }

    fn is_harmless(&self) -> bool {
        self.battles().all(Battle::is_harmless)
    }

    fn map(&self) -> Option<&Arc<Map>> {
        self.first.map()
    }

    fn map_of(&self, seed: u64, engagement: u64) -> Option<Arc<Map>> {
        self.at(self.drawn(seed, engagement)).map_of(seed, engagement)
    }

    fn zones(&self) -> Option<&Arc<Zones>> {
        self.first.zones()
    }

    fn mix(&self) -> Option<&Mix> {
        Some(self)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let mut from = first;
        let mut rest = outcomes;
        while !rest.is_empty() {
            let place = self.drawn(seed, from);
            let same = |next: &u64| self.drawn(seed, from + next) == place;
            let run = 1 + (1..rest.len() as u64).take_while(same).count();
            let (now, later) = rest.split_at_mut(run);
            self.at(place).play(seed, from, now);
            from += run as u64;
            rest = later;
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.at(self.drawn(seed, engagement)).replay(seed, engagement)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        Ok(self.mixed(&self.each_exact(budget)?))
    }
}
