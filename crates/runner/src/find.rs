//! Finds engagements of a cell that satisfy a condition, and how rare they are.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use engage::{Battle, Outcome};
use rayon::ThreadPool;
use scenario::{Body, Scenario};
use stats::{Estimate, Unit, grouped};

use crate::blocks::in_order;
use crate::intervals::Intervals;
use crate::{Condition, Error, Options};

/// Engagements that a search plays first, and from which picks are chosen.
pub const FIRST_LOOK: u64 = 4096;
/// The most engagements that a search plays.
pub const LAST_LOOK: u64 = 1 << 20;
/// Factor by which a search extends its range if it has not found enough.
const FARTHER: u64 = 4;
/// Engagements that a thread plays at a time.
const PIECE: u64 = 64;

/// How many of the first engagements of a cell satisfy a condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rarity {
    /// The number of engagements that do.
    pub hits: u64,
    /// The number of engagements examined.
    pub looked: u64,
    /// Their share, with the interval that the scenario asks for.
    pub share: Estimate,
}

impl Rarity {
    /// The rarity of `hits` among `looked` engagements.
    #[must_use]
    pub fn of(scenario: &Scenario, hits: u64, looked: u64) -> Rarity {
        let intervals = Intervals::of(scenario);
        Rarity { hits, looked, share: intervals.shares.estimate(hits, looked, intervals.level) }
    }
}

impl std::fmt::Display for Rarity {
    /// As `37 of the first 4,096 engagements ended so, 0.90 (0.66 to 1.24) %`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hits = if self.hits == 0 { "none".to_owned() } else { grouped(self.hits) };
        let share = self.share.shown(Unit::Percent);
        write!(f, "{hits} of the first {} engagements ended so, {share}", grouped(self.looked))
    }
}

/// The engagements that satisfy a condition, among the first of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Matches {
    /// Their numbers, the lowest first.
    pub engagements: Vec<u64>,
    /// The number of engagements examined.
    pub looked: u64,
    /// How rare they are among the first [`FIRST_LOOK`] only: a search that stops once it has enough matches would give
    /// too large a share.
    pub rarity: Rarity,
}

impl Matches {
    /// The number of the `nth` match, counted from 1; `None` if there is none.
    #[must_use]
    pub fn nth(&self, nth: u64) -> Option<u64> {
        self.engagements.get(usize::try_from(nth.checked_sub(1)?).ok()?).copied()
    }

    /// Says that there is no match of this number, and how rare matches are.
    #[must_use]
    pub fn no_match(&self, scenario: &Scenario, nth: u64) -> String {
        let all = Rarity::of(scenario, self.engagements.len() as u64, self.looked);
        let which =
            if self.engagements.is_empty() { String::new() } else { format!("there is no match {}: ", grouped(nth)) };
        format!("{which}{all}")
    }
}

/// Searches the engagements of a cell, from the first on, until `wanted` of them satisfy the condition. It plays
/// [`FIRST_LOOK`] engagements, then four times as many, and so on, up to the scenario's engagements and at most
/// [`LAST_LOOK`]. How far it goes depends on the scenario, the condition and `wanted` alone, unless an interrupt cuts
/// it short.
///
/// # Errors
/// [`Error::Situation`] for a scenario without engagements, and failures of the machine.
pub fn find(
    scenario: &Scenario,
    cell: usize,
    condition: &Condition,
    wanted: u64,
    options: &Options<'_>,
) -> Result<Matches, Error> {
    let (battle, pool) = (battle(scenario, cell)?, options.pool()?);
    let most = scenario.play.engagements.min(LAST_LOOK);
    let (mut engagements, mut looked, mut end, mut rarity) = (Vec::new(), 0, FIRST_LOOK.min(most), None);
    loop {
        let outcomes = play(battle, scenario.play.seed, looked..end, &pool, options);
        let matches = (looked..).zip(&outcomes).filter(|(_, outcome)| condition.holds(outcome));
        engagements.extend(matches.map(|(engagement, _)| engagement));
        looked += outcomes.len() as u64;
        let found = engagements.len() as u64;
        let rarity = *rarity.get_or_insert_with(|| Rarity::of(scenario, found, looked));
        if found >= wanted || looked == most || looked < end {
            return Ok(Matches { engagements, looked, rarity });
        }
        end = (end * FARTHER).min(most);
    }
}

/// The outcomes of the first engagements of a cell, from which picks are chosen.
pub(crate) fn sample(scenario: &Scenario, cell: usize, options: &Options<'_>) -> Result<Vec<Outcome>, Error> {
    let most = scenario.play.engagements.min(FIRST_LOOK);
    Ok(play(battle(scenario, cell)?, scenario.play.seed, 0..most, &options.pool()?, options))
}

/// The outcomes of a range of engagements in order; the first of them when an interrupt cuts it short.
fn play(
    battle: &dyn Battle,
    seed: u64,
    engagements: Range<u64>,
    pool: &ThreadPool,
    options: &Options<'_>,
) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); (engagements.end - engagements.start) as usize];
    let pieces: Vec<Mutex<&mut [Outcome]>> = outcomes.chunks_mut(PIECE as usize).map(Mutex::new).collect();
    let work = |(): &mut (), piece: usize| {
        let mut outcomes = pieces[piece].lock().unwrap_or_else(PoisonError::into_inner);
        battle.play(seed, engagements.start + piece as u64 * PIECE, &mut outcomes);
    };
    let done = in_order(pool, pieces.len(), || options.interrupted(), || (), work);
    drop(pieces);
    outcomes.truncate(done * PIECE as usize);
    outcomes
}

/// The battle of a cell.
pub(crate) fn battle(scenario: &Scenario, cell: usize) -> Result<&dyn Battle, Error> {
    match &scenario.body {
        Body::Fight(cells) => Ok(&*cells[cell].battle),
        Body::Situation { .. } => Err(Error::Situation),
    }
}

#[cfg(test)]
mod tests {

    use engage::Outcome;
    use stats::{Level, ProportionInterval};

    use super::{FIRST_LOOK, LAST_LOOK, Matches, Rarity, battle, find};
    use crate::toy;
    use crate::{Condition, Options, Stop};

    fn found(engagements: u64, condition: &str, wanted: u64, threads: usize) -> Matches {
        let scenario = toy::scenario(&format!("[play]\nengagements = {engagements}"));
        let condition = Condition::parse(condition, &toy::RULESET).unwrap();
        let options = Options { threads: Some(threads), interrupt: &Stop::default(), executor: None };
        find(&scenario, 0, &condition, wanted, &options).unwrap()
    }

    /// The matching engagements among the first, found by playing one after the other.
    fn plainly(engagements: u64, condition: &str) -> Vec<u64> {
        let scenario = toy::scenario("");
        let condition = Condition::parse(condition, &toy::RULESET).unwrap();
        let ended_so = |&engagement: &u64| {
            let mut outcome = [Outcome::default()];
            battle(&scenario, 0).unwrap().play(scenario.play.seed, engagement, &mut outcome);
            condition.holds(&outcome[0])
        };
        (0..engagements).filter(ended_so).collect()
    }

    #[test]
    fn matches_are_those_of_a_plain_loop_on_any_number_of_threads() {
        for condition in ["red.win", "turns = 15 and blue.win", "red.lost > 1"] {
            let expected = plainly(5_000, condition);
            for threads in [1, 2, 7] {
                let found = found(5_000, condition, u64::MAX, threads);
                assert_eq!(found.engagements, expected, "{condition}");
                let hits = expected.iter().filter(|&&engagement| engagement < FIRST_LOOK).count() as u64;
                let share = ProportionInterval::Wilson.estimate(hits, FIRST_LOOK, Level::default());
                assert_eq!(found.looked, 5_000);
                assert_eq!(found.rarity, Rarity { hits, looked: FIRST_LOOK, share });
            }
        }
    }

    #[test]
    fn it_looks_four_times_as_far_until_there_are_enough() {
        let rare = "turns = 15 and blue.win";
        let per_look = plainly(FIRST_LOOK, rare).len() as u64;
        assert!(per_look > 1, "rare, but it happens");
        for (engagements, wanted, looked) in [
            (100, 1, 100),
            (100_000, 1, FIRST_LOOK),
            (100_000, per_look, FIRST_LOOK),
            (100_000, per_look + 1, 4 * FIRST_LOOK),
            (9_000, per_look + 1_000, 9_000),
        ] {
            let found = found(engagements, rare, wanted, 2);
            assert_eq!(found.looked, looked, "{wanted} of {engagements}");
            assert_eq!(found.engagements, plainly(looked, rare));
            assert_eq!(found.rarity.looked, FIRST_LOOK.min(engagements));
        }
        let never = found(10_000_000, "red.lost > 1", 1, 2);
        assert_eq!((never.looked, never.engagements.len()), (LAST_LOOK, 0));
        assert_eq!(never.rarity.to_string(), "none of the first 4,096 engagements ended so, 0.000 (0.000 to 0.094) %");
    }

    #[test]
    fn an_interrupt_leaves_the_first() {
        let scenario = toy::scenario("");
        let condition = Condition::parse("red.win", &toy::RULESET).unwrap();
        let options = Options { threads: Some(2), interrupt: &Stop::new(true), executor: None };
        let found = find(&scenario, 0, &condition, 1, &options).unwrap();
        assert_eq!((found.looked, found.engagements), (0, Vec::new()));
    }
}
