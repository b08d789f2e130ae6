//! Picks engagements of a cell that are worth watching, from its first [`FIRST_LOOK`](crate::FIRST_LOOK).

use std::cmp::Reverse;

use engage::{Outcome, Side};
use scenario::Scenario;
use stats::grouped;

use crate::find::{Rarity, sample};
use crate::tally::{Scoring, Tally};
use crate::{Error, Options};

/// A reason to watch an engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// It has the commonest ending, with turns and losses typical of that ending.
    Typical,
    /// It takes the median number of turns.
    Median,
    /// It takes the fewest turns.
    Quickest,
    /// It takes the most turns.
    Longest,
    /// The side that wins less often wins it.
    Upset,
}

impl Pick {
    /// Every pick, in the order in which help lists them.
    pub const ALL: [Pick; 5] = [Pick::Typical, Pick::Median, Pick::Quickest, Pick::Longest, Pick::Upset];

    /// Its word on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Pick::Typical => "typical",
            Pick::Median => "median",
            Pick::Quickest => "quickest",
            Pick::Longest => "longest",
            Pick::Upset => "upset",
        }
    }

    /// A short description for help.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Pick::Typical => "The commonest ending, with turns and losses nearest to the medians of that ending",
            Pick::Median => "As many turns as the median of all",
            Pick::Quickest => "The fewest turns",
            Pick::Longest => "The most turns",
            Pick::Upset => "Won by the side that wins less often, with its fewest losses",
        }
    }
}

/// An engagement that was picked.
#[derive(Clone, Debug, PartialEq)]
pub struct Picked {
    /// The reason for the pick.
    pub pick: Pick,
    /// Its number.
    pub engagement: u64,
    /// Why this one, in a sentence.
    pub why: String,
    /// The label of its ending.
    pub ending: String,
    /// How rare its ending is.
    pub rarity: Rarity,
}

impl Picked {
    /// Why it was picked and how rare its ending is, one entry a line.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        vec![format!("{}: {}", self.pick.name(), self.why), format!("{}: {}", self.ending, self.rarity)]
    }
}

/// Why a pick does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {} to show: {why}", .pick.name())]
pub struct NoSuch {
    /// The requested pick.
    pub pick: Pick,
    /// The reason.
    pub why: String,
}

/// Picks an engagement of a cell, the first if several qualify, or says why there is none.
///
/// # Errors
/// [`Error::Situation`] for a scenario without engagements, and failures of the machine.
pub fn pick(
    scenario: &Scenario,
    cell: usize,
    pick: Pick,
    options: &Options<'_>,
) -> Result<Result<Picked, NoSuch>, Error> {
    Ok(Sample::of(scenario, sample(scenario, cell, options)?).picked(pick))
}

/// Every pick that a cell has, in the order of [`Pick::ALL`].
///
/// # Errors
/// As [`pick`].
pub fn picks(scenario: &Scenario, cell: usize, options: &Options<'_>) -> Result<Vec<Picked>, Error> {
    let sample = Sample::of(scenario, sample(scenario, cell, options)?);
    Ok(Pick::ALL.into_iter().filter_map(|pick| sample.picked(pick).ok()).collect())
}

/// The engagements to pick from.
struct Sample<'s> {
    scenario: &'s Scenario,
    scoring: Scoring,
    outcomes: Vec<Outcome>,
    tally: Tally,
}

impl Sample<'_> {
    fn of(scenario: &Scenario, outcomes: Vec<Outcome>) -> Sample<'_> {
        let scoring = Scoring::of(scenario.ruleset);
        let tally = Tally::of(&scoring, &outcomes);
        Sample { scenario, scoring, outcomes, tally }
    }

    fn picked(&self, pick: Pick) -> Result<Picked, NoSuch> {
        let (place, why) = match pick {
            _ if self.outcomes.is_empty() => Err("no engagement was played".to_owned()),
            Pick::Typical => Ok(self.typical()),
            Pick::Median => Ok(self.median()),
            Pick::Quickest => Ok(self.by_turns("the fewest", |turns| turns)),
            Pick::Longest => Ok(self.by_turns("the most", Reverse)),
            Pick::Upset => self.upset(),
        }
        .map_err(|why| NoSuch { pick, why })?;
        let ending = usize::from(self.outcomes[place].ending);
        let (hits, looked) = (self.tally.endings.bins()[ending], self.tally.engagements());
        Ok(Picked {
            pick,
            engagement: place as u64,
            why,
            ending: self.scenario.names().ending(&self.scenario.ruleset.endings[ending]),
            rarity: Rarity::of(self.scenario, hits, looked),
        })
    }

    /// Names the examined engagements in words.
    fn looked(&self) -> String {
        format!("the first {} engagements", grouped(self.tally.engagements()))
    }

    /// The first engagement with the smallest key.
    fn first_least<K: PartialOrd>(&self, key: impl Fn(&Outcome) -> Option<K>) -> usize {
        let mut least: Option<(usize, K)> = None;
        for (place, outcome) in self.outcomes.iter().enumerate() {
            if let Some(key) = key(outcome)
                && least.as_ref().is_none_or(|(_, least)| key < *least)
            {
                least = Some((place, key));
            }
        }
        least.map_or(0, |(place, _)| place)
    }

    /// The engagement with the commonest ending whose turns and losses lie nearest to the medians of that ending. The
    /// distance is the sum over the three counts, each divided by its mean distance among these engagements.
    fn typical(&self) -> (usize, String) {
        let endings = self.tally.endings.bins();
        let common = (0..endings.len()).max_by_key(|&ending| (endings[ending], Reverse(ending))).unwrap_or(0);
        let so = || self.outcomes.iter().filter(|outcome| usize::from(outcome.ending) == common);
        let counted = |outcome: &Outcome| [outcome.turns, outcome.measures[0], outcome.measures[1]];
        let medians: [u16; 3] = std::array::from_fn(|kind| median(so().map(|outcome| counted(outcome)[kind])));
        let apart = |outcome: &Outcome, kind: usize| u64::from(counted(outcome)[kind].abs_diff(medians[kind]));
        let spreads: [u64; 3] = std::array::from_fn(|kind| so().map(|outcome| apart(outcome, kind)).sum());
        let distance = |outcome: &Outcome| -> f64 {
            (0..3).map(|kind| apart(outcome, kind) as f64 / spreads[kind].max(1) as f64).sum()
        };
        let place = self.first_least(|outcome| (usize::from(outcome.ending) == common).then(|| distance(outcome)));
        let (names, measures) = (self.scenario.names(), self.scenario.ruleset.measures);
        let why = format!(
            "it ends in the commonest way of {}, and comes nearest to the medians of those that do: {}, {} {}, {} {}",
            self.looked(),
            turns(medians[0]),
            names.measure(&measures[0]),
            medians[1],
            names.measure(&measures[1]),
            medians[2],
        );
        (place, why)
    }

    /// The first engagement that takes as many turns as the median.
    fn median(&self) -> (usize, String) {
        let median = median(self.outcomes.iter().map(|outcome| outcome.turns));
        let place = self.first_least(|outcome| Some(outcome.turns != median));
        (place, format!("it is the first to take {}, the median of {}", turns(median), self.looked()))
    }

    /// The first engagement with the smallest key of its turns.
    fn by_turns<K: Ord>(&self, which: &str, key: impl Fn(u16) -> K) -> (usize, String) {
        let place = self.first_least(|outcome| Some(key(outcome.turns)));
        let found = self.outcomes[place].turns;
        (place, format!("it is the first to take {}, {which} of {}", turns(found), self.looked()))
    }

    /// Among the engagements won by the side that wins less often, the one with its fewest losses, and among those the
    /// one with the most losses of its enemy.
    fn upset(&self) -> Result<(usize, String), String> {
        let won = |side: Side| self.tally.won(&self.scoring, Some(side));
        let name = |side: Side| self.scenario.names().win(side);
        let (blue, red) = (won(Side::Blue), won(Side::Red));
        let side = if blue < red { Side::Blue } else { Side::Red };
        let told = format!(
            "{} {}, {} {}, in {}",
            name(side),
            times(won(side)),
            name(side.enemy()),
            times(won(side.enemy())),
            self.looked()
        );
        if blue == red || won(side) == 0 {
            return Err(told);
        }
        let losses = |outcome: &Outcome, of: Side| outcome.measures[of as usize];
        let key = |outcome: &Outcome| {
            let wins = self.scoring.wins(side)[usize::from(outcome.ending)];
            wins.then(|| (losses(outcome, side), Reverse(losses(outcome, side.enemy()))))
        };
        let place = self.first_least(key);
        let (own, theirs) = (losses(&self.outcomes[place], side), losses(&self.outcomes[place], side.enemy()));
        Ok((
            place,
            format!("{told}; among the rarer wins it costs the winner least ({own}), then the loser most ({theirs})"),
        ))
    }
}

/// The median; of an even number of counts the lower of the middle two.
fn median(counts: impl Iterator<Item = u16>) -> u16 {
    let mut counts: Vec<u16> = counts.collect();
    counts.sort_unstable();
    counts.get(counts.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}

fn turns(turns: u16) -> String {
    if turns == 1 { "1 turn".to_owned() } else { format!("{turns} turns") }
}

fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        more => format!("{} times", grouped(more)),
    }
}

#[cfg(test)]
mod tests {

    use engage::{MAX_MEASURES, Outcome};

    use super::{Pick, Picked, Sample, pick, picks};
    use crate::find::battle;
    use crate::toy;
    use crate::{Options, Stop};

    fn outcome(ending: u8, turns: u16, blue_lost: u16, red_lost: u16) -> Outcome {
        let mut measures = [0; MAX_MEASURES];
        (measures[0], measures[1]) = (blue_lost, red_lost);
        Outcome { ending, turns, measures }
    }

    /// Random outcomes; wins of blue are the commonest ending, wins of red the rarest.
    fn mixed(count: u32, seed: u32) -> Vec<Outcome> {
        let mut state = seed;
        let mut below = |n: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % n
        };
        let ending = |lot: u32| [0, 0, 0, 0, 2, 2, 1][lot as usize];
        (0..count).map(|_| outcome(ending(below(7)), below(9) as u16 + 2, below(5) as u16, below(5) as u16)).collect()
    }

    fn picked(outcomes: &[Outcome], pick: Pick) -> usize {
        let scenario = toy::scenario("");
        let picked = Sample::of(&scenario, outcomes.to_vec()).picked(pick).unwrap();
        picked.engagement as usize
    }

    fn sorted(counts: impl Iterator<Item = u16>) -> Vec<u16> {
        let mut counts: Vec<u16> = counts.collect();
        counts.sort_unstable();
        counts
    }

    /// The distance of a win of blue from the medians, computed from the definition.
    fn distance(outcomes: &[Outcome], of: &Outcome) -> f64 {
        let wins = || outcomes.iter().filter(|outcome| outcome.ending == 0);
        let one = |read: fn(&Outcome) -> u16| {
            let all = sorted(wins().map(read));
            let median = f64::from(all[(all.len() - 1) / 2]);
            let apart = |count: u16| (f64::from(count) - median).abs();
            let mean = all.iter().map(|&count| apart(count)).sum::<f64>() / all.len() as f64;
            if mean > 0.0 { apart(read(of)) / mean } else { 0.0 }
        };
        one(|outcome| outcome.turns) + one(|outcome| outcome.measures[0]) + one(|outcome| outcome.measures[1])
    }

    #[test]
    fn picks_are_those_of_plain_loops() {
        for seed in 0..40 {
            let outcomes = mixed(150, seed);
            let first = |holds: &dyn Fn(&Outcome) -> bool| outcomes.iter().position(holds).unwrap();
            let turns = sorted(outcomes.iter().map(|outcome| outcome.turns));
            assert_eq!(picked(&outcomes, Pick::Median), first(&|outcome| outcome.turns == turns[74]));
            assert_eq!(picked(&outcomes, Pick::Quickest), first(&|outcome| outcome.turns == turns[0]));
            assert_eq!(picked(&outcomes, Pick::Longest), first(&|outcome| outcome.turns == turns[149]));

            let typical = picked(&outcomes, Pick::Typical);
            assert_eq!(outcomes[typical].ending, 0, "blue wins most often");
            let own = distance(&outcomes, &outcomes[typical]);
            for (place, other) in outcomes.iter().enumerate().filter(|(_, other)| other.ending == 0) {
                let other = distance(&outcomes, other);
                assert!(
                    own < other + 1e-9 && (place >= typical || own + 1e-9 < other),
                    "{seed}: {place} before {typical}"
                );
            }

            let upsets = outcomes.iter().enumerate().filter(|(_, outcome)| outcome.ending == 1);
            let order = |&(place, outcome): &(usize, &Outcome)| (outcome.measures[1], 100 - outcome.measures[0], place);
            assert_eq!(picked(&outcomes, Pick::Upset), upsets.min_by_key(order).unwrap().0);
        }
    }

    #[test]
    fn equals_go_to_the_first() {
        let outcomes =
            [outcome(1, 3, 1, 0), outcome(0, 3, 0, 1), outcome(0, 3, 0, 1), outcome(1, 3, 1, 0), outcome(0, 3, 0, 1)];
        assert_eq!(Pick::ALL.map(|pick| picked(&outcomes, pick)), [1, 0, 0, 0, 0]);
    }

    #[test]
    fn there_is_no_upset_where_nobody_wins_less_often() {
        let scenario = toy::scenario("");
        let said = |outcomes: &[Outcome]| {
            Sample::of(&scenario, outcomes.to_vec())
                .picked(Pick::Upset)
                .map(|picked| picked.why)
                .map_err(|no| no.to_string())
        };
        let [blue, red, draw] = [outcome(0, 1, 0, 1), outcome(1, 1, 1, 0), outcome(2, 9, 0, 0)];
        for (outcomes, told) in [
            (vec![blue, blue, draw], "Won by the bob 0 times, Won by the ann 2 times, in the first 3 engagements"),
            (vec![draw], "Won by the bob 0 times, Won by the ann 0 times, in the first 1 engagements"),
            (vec![red, blue], "Won by the bob once, Won by the ann once, in the first 2 engagements"),
        ] {
            assert_eq!(said(&outcomes), Err(format!("there is no upset to show: {told}")));
        }
        assert!(
            said(&[blue, red, red])
                .unwrap()
                .starts_with("Won by the ann once, Won by the bob 2 times, in the first 3 engagements; ")
        );
        assert_eq!(said(&[]), Err("there is no upset to show: no engagement was played".to_owned()));
    }

    fn of_toy(threads: usize) -> Vec<Picked> {
        let scenario = toy::scenario("");
        picks(&scenario, 0, &Options { threads: Some(threads), interrupt: &Stop::default(), executor: None }).unwrap()
    }

    #[test]
    fn a_cell_has_the_same_picks_on_any_number_of_threads() {
        let one = of_toy(1);
        assert_eq!(one.iter().map(|picked| picked.pick).collect::<Vec<_>>(), Pick::ALL);
        assert!(of_toy(2) == one && of_toy(7) == one);
        let scenario = toy::scenario("");
        let mut outcomes = vec![Outcome::default(); 4096];
        battle(&scenario, 0).unwrap().play(scenario.play.seed, 0, &mut outcomes);
        for own in &one {
            let options = Options { threads: Some(2), interrupt: &Stop::default(), executor: None };
            assert_eq!(pick(&scenario, 0, own.pick, &options).unwrap().as_ref(), Ok(own));
            let ending = outcomes[own.engagement as usize].ending;
            let hits = outcomes.iter().filter(|outcome| outcome.ending == ending).count() as u64;
            assert_eq!((own.rarity.hits, own.rarity.looked), (hits, 4096));
            assert_eq!(own.ending, ["Won by the ann", "Won by the bob", "Undecided"][usize::from(ending)]);
        }
        assert_eq!(one[4].ending, "Won by the ann", "red hits twice as often");
    }
}
