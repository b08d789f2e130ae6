//! What a side plays best: a search over the choices of one side, or of both until neither finds a better answer.
//!
//! Doctrines are climbed step by step: every single step from the best one so far is tried on the same luck, half of the
//! candidates are dropped each time twice as many engagements were played (sequential halving), and the winner replaces
//! the best so far only if it does better on luck that no choice was made by. For both sides the answers found become
//! rows and columns of a game, whose exact solution is what the next answer is sought against (double oracle).

use std::collections::BTreeMap;

use engage::{BySide, Side};
use runner::{Error, Options, Payoff};
use scenario::{Cell, Scenario, Trials};
use stats::{Estimate, Level, Moments};

use crate::asked::Asked;
use crate::doctrine::{Change, Choices, Doctrine};
use crate::games::{BEYOND, Games, Scored, Watcher};
use crate::matrix::{percent, solve};
use crate::record::Record;

/// The most engagements of each candidate that is left when the winner is chosen.
const LAST_CUT: u64 = 8192;

/// How many times as many they are as at the first cut, where candidates are dropped for the first time.
const CUTS: u64 = 64;

/// The most steps of a climb, and the most rounds of a search for both sides.
const STEPS: usize = 12;
const ROUNDS: usize = 14;

/// The candidates of one step that are never dropped, and whose changes are also tried together, two by two.
const TOGETHER: usize = 8;

/// A gain on fresh luck that is worth another step.
const GAIN: f64 = 0.002;

/// An answer that a side found.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The side that searched.
    pub side: Side,
    /// What it plays, as an index into [`Best::doctrines`]; `None` if it found nothing better.
    pub found: Option<usize>,
    /// What the best answer scored in the search, on the luck that it was chosen by; `None` if no step was taken.
    pub in_search: Option<f64>,
    /// What it scores on fresh luck.
    pub fresh: Estimate,
    /// What it gains on fresh luck over what the side played before.
    pub gain: Estimate,
    /// Candidates tried.
    pub tried: usize,
}

/// What the sides play best.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// What was asked.
    pub asked: Asked,
    /// The level of intervals.
    pub level: Level,
    /// The doctrines of each side, the scenario's own first.
    pub doctrines: BySide<Vec<Doctrine>>,
    /// Their names: those in the scenario, [`WRITTEN`] for squads that are led as written, and numbers for those found.
    pub names: BySide<Vec<String>>,
    /// Blue's score for each of its doctrines (rows) against each of red's (columns), between 0 and 1.
    pub scores: Vec<Vec<Estimate>>,
    /// How often each side plays each of its doctrines, relative to its others; in per cent for a side that searched.
    pub weights: BySide<Vec<u32>>,
    /// Blue's score if both play as the scenario says, on fresh luck.
    pub own: Estimate,
    /// Blue's score if both play these mixes, on fresh luck.
    pub value: Estimate,
    /// What was found, in order.
    pub rounds: Vec<Round>,
    /// Candidates tried.
    pub tried: usize,
    /// Candidates that the scenario refuses.
    pub refused: usize,
    /// Engagements played.
    pub spent: u64,
    /// Whether the search came to its end: no side found a better answer in the last round, or only one side was asked.
    pub settled: bool,
    /// Whether an interrupt cut the search short.
    pub interrupted: bool,
}

/// Doctrines that a side plays, each with its weight.
type Mix = Vec<(u32, Doctrine)>;

/// Those of a side's doctrines that it plays.
fn mix(doctrines: &[Doctrine], weights: &[u32]) -> Mix {
    let all = weights.iter().copied().zip(doctrines.iter().cloned());
    all.filter(|(weight, _)| *weight > 0).collect()
}

/// The name of the doctrine of a side without doctrines in the scenario.
pub const WRITTEN: &str = "as written";

impl Best {
    /// What each side plays, under names and weights.
    #[must_use]
    pub fn played(&self) -> BySide<Vec<scenario::Doctrine>> {
        let named = |side: Side| {
            let all = self.doctrines[side].iter().zip(&self.names[side]).zip(&self.weights[side]);
            all.filter(|(_, weight)| **weight > 0).map(|((doctrine, name), &weight)| scenario::Doctrine {
                name: name.clone(),
                weight,
                sets: doctrine.sets().to_vec(),
            })
        };
        BySide::from_fn(|side| named(side).collect())
    }
}

/// Searches what a side, or both, plays best at a point of a scenario's sweep. What the record of the same search holds
/// is not played again.
///
/// # Errors
/// If the scenario has no such point, and failures of the machine.
pub fn best(
    scenario: &Scenario,
    point: &[usize],
    asked: Asked,
    record: &mut Record,
    options: Options<'_>,
    watcher: &dyn Watcher,
) -> Result<Best, Error> {
    let (trials, _) = scenario.trials(point).map_err(Error::Search)?;
    let choices = BySide::from_fn(|side| Choices::of(scenario, point, side, asked.placement));
    let games = Games { scenario, record, options, watcher, spent: 0 };
    // A power of two, so that the cuts double up to it.
    let last_cut = 1 << scenario.play.engagements.clamp(CUTS, LAST_CUT).ilog2();
    let mut seeker = Seeker { trials, choices, asked, games, last_cut, fresh: 0, tried: 0, refused: 0 };
    let own = |side| match scenario.doctrines[side].as_slice() {
        [] => vec![scenario::Doctrine { name: WRITTEN.to_owned(), weight: 100, sets: Vec::new() }],
        all => all.to_vec(),
    };
    let own = BySide::from_fn(own);
    let mut found = Best {
        asked,
        level: scenario.play.level.0,
        doctrines: BySide::from_fn(|side| own[side].iter().map(|one| Doctrine::of(one.sets.clone())).collect()),
        names: BySide::from_fn(|side| own[side].iter().map(|one| one.name.clone()).collect()),
        scores: Vec::new(),
        weights: BySide::from_fn(|side| own[side].iter().map(|one| one.weight).collect()),
        own: Estimate::exact(f64::NAN),
        value: Estimate::exact(f64::NAN),
        rounds: Vec::new(),
        tried: 0,
        refused: 0,
        spent: 0,
        settled: false,
        interrupted: false,
    };
    let done = seeker.search(&mut found)?;
    found.interrupted = done.is_none();
    (found.tried, found.refused, found.spent) = (seeker.tried, seeker.refused, seeker.games.spent);
    Ok(found)
}

struct Seeker<'s, 'o> {
    trials: Trials<'s>,
    choices: BySide<Choices>,
    asked: Asked,
    games: Games<'o>,
    /// Engagements of each candidate that is left when the winner is chosen, and of each pair of doctrines in the game of
    /// both sides.
    last_cut: u64,
    /// Fresh engagements used so far.
    fresh: u64,
    tried: usize,
    refused: usize,
}

impl Seeker<'_, '_> {
    /// Fills in everything that is found; `None` after an interrupt.
    fn search(&mut self, found: &mut Best) -> Result<Option<()>, Error> {
        let Some(own) = self.value(found)? else { return Ok(None) };
        (found.own, found.value) = (own, own);
        let sides: Vec<Side> =
            Side::ALL.into_iter().filter(|&side| self.asked.side.is_none_or(|one| one == side)).collect();
        let mut known = BTreeMap::new();
        for round in 0..ROUNDS {
            // The first answers are to what the scenario says.
            if round > 0 {
                let Some(()) = self.weigh(found, &mut known)? else { return Ok(None) };
            }
            let mut better = false;
            for &side in &sides {
                let Some(round) = self.answer(found, side)? else { return Ok(None) };
                better |= round.found.is_some();
                found.rounds.push(round);
            }
            // One side alone has its answer after a round: the other one does not change.
            found.settled = !better || self.asked.side.is_some();
            if found.settled {
                break;
            }
        }
        let Some(()) = self.weigh(found, &mut known)? else { return Ok(None) };
        let Some(value) = self.value(found)? else { return Ok(None) };
        found.value = value;
        Ok(Some(()))
    }

    /// Plays every pair of doctrines, and solves the game if a side found a doctrine; otherwise the weights stay as they
    /// are.
    fn weigh(&mut self, found: &mut Best, known: &mut BTreeMap<(usize, usize), Vec<u8>>) -> Result<Option<()>, Error> {
        let BySide { blue, red } = &found.doctrines;
        let pairs = (0..blue.len()).flat_map(|row| (0..red.len()).map(move |column| (row, column)));
        let missing: Vec<(usize, usize)> = pairs.filter(|pair| !known.contains_key(pair)).collect();
        let mut cells = Vec::new();
        for &(row, column) in &missing {
            cells.push(self.cell(&[(1, &blue[row], &red[column])]).map_err(Error::Search)?);
        }
        self.games.note("the game of both sides");
        let Some(scored) = self.play(&cells, Side::Blue, (0, self.last_cut))? else { return Ok(None) };
        known.extend(missing.into_iter().zip(scored));
        let halves = |row: usize, column: usize| known.get(&(row, column)).map_or(&[][..], Vec::as_slice);
        let row = |row: usize| (0..red.len()).map(|column| share(halves(row, column), found.level)).collect();
        found.scores = (0..blue.len()).map(row).collect();
        let weights = &found.weights;
        let sums: Vec<Vec<i64>> = (0..blue.len())
            .map(|row| {
                (0..red.len()).map(|column| halves(row, column).iter().map(|&half| i64::from(half)).sum()).collect()
            })
            .collect();
        if found.rounds.iter().all(|round| round.found.is_none()) {
            return Ok(Some(()));
        }
        found.weights = match self.asked.side {
            // The other side stays as it is, so the answer is the best of the side's own.
            Some(Side::Blue) => {
                let score =
                    |row: &Vec<i64>| row.iter().zip(&weights.red).map(|(sum, &weight)| sum * i64::from(weight)).sum();
                BySide { blue: only_best(sums.iter().map(score)), red: weights.red.clone() }
            }
            Some(Side::Red) => {
                let score = |column: usize| -> i64 {
                    sums.iter().zip(&weights.blue).map(|(row, &weight)| -row[column] * i64::from(weight)).sum()
                };
                BySide { blue: weights.blue.clone(), red: only_best((0..red.len()).map(score)) }
            }
            None => {
                let solution = solve(&sums);
                BySide {
                    blue: percent(&solution.rows, &solution.whole),
                    red: percent(&solution.columns, &solution.whole),
                }
            }
        };
        Ok(Some(()))
    }

    /// A side's best answer to what the other one plays.
    fn answer(&mut self, found: &mut Best, side: Side) -> Result<Option<Round>, Error> {
        let against = mix(&found.doctrines[side.enemy()], &found.weights[side.enemy()]);
        let own = mix(&found.doctrines[side], &found.weights[side]);
        let before = self.tried;
        // The climb begins at what the side plays most.
        let most = (0..own.len()).max_by_key(|&place| (own[place].0, usize::MAX - place)).unwrap_or(0);
        let start = own[most].1.clone();
        let Some((answer, in_search)) = self.climb(side, start, &against)? else { return Ok(None) };
        let Some((fresh, gain)) = self.gain(side, &answer, &own, &against, found.level)? else { return Ok(None) };
        let tried = self.tried - before;
        let new = !found.doctrines[side].contains(&answer) && gain.interval().0 > 0.0 && gain.value > GAIN;
        if new {
            // The scenario may have doctrines that an earlier search found.
            let name = (1..).map(|number| format!("found {number}")).find(|name| !found.names[side].contains(name));
            found.doctrines[side].push(answer);
            found.names[side].extend(name);
            found.weights[side].push(0);
        }
        let place = new.then(|| found.doctrines[side].len() - 1);
        Ok(Some(Round { side, found: place, in_search, fresh, gain, tried }))
    }

    /// Climbs from a doctrine, step by step. Returns the best one found, with its score in the search.
    fn climb(
        &mut self,
        side: Side,
        start: Doctrine,
        against: &[(u32, Doctrine)],
    ) -> Result<Option<(Doctrine, Option<f64>)>, Error> {
        let (mut best, mut score) = (start, None);
        for step in 1..=STEPS {
            let steps = self.choices[side].steps(&best);
            self.games.note(&format!("step {step} of {}: {} changes", side.name(), steps.len()));
            let Some(ranked) = self.halve(side, &best, &steps, against)? else { return Ok(None) };
            // Changes that did well alone may do better together.
            let leading: Vec<&Vec<Change>> = ranked.iter().take(TOGETHER).map(|&(place, _)| &steps[place]).collect();
            let pairs = (0..leading.len()).flat_map(|a| (a + 1..leading.len()).map(move |b| (a, b)));
            let together = pairs.map(|(a, b)| [leading[a].as_slice(), leading[b].as_slice()].concat());
            let both: Vec<Vec<Change>> =
                ranked.first().map(|&(place, _)| steps[place].clone()).into_iter().chain(together).collect();
            let Some(ranked) = self.halve(side, &best, &both, against)? else { return Ok(None) };
            let Some(&(place, sum)) = ranked.first() else { break };
            let next = best.with(&both[place]);
            let old = [(1, best.clone())];
            let Some((_, gain)) = self.gain(side, &next, &old, against, Level::default())? else { return Ok(None) };
            if gain.interval().0 <= 0.0 || gain.value < GAIN {
                break;
            }
            (best, score) = (next, Some(sum));
        }
        Ok(Some((best, score)))
    }

    /// Drops the changes that change no score at the first look, and half of the others each time twice as many engagements
    /// were played. Returns those that are left, the best first, with their scores.
    fn halve(
        &mut self,
        side: Side,
        from: &Doctrine,
        changes: &[Vec<Change>],
        against: &[(u32, Doctrine)],
    ) -> Result<Option<Vec<(usize, f64)>>, Error> {
        let mut live = Vec::new();
        let mut seen: Vec<Doctrine> = Vec::new();
        for (place, change) in changes.iter().enumerate() {
            let doctrine = from.with(change);
            if doctrine == *from || seen.contains(&doctrine) {
                continue;
            }
            match self.against(side, &doctrine, against) {
                Ok(cell) => {
                    live.push((place, Some(cell), 0_u64));
                    self.tried += 1;
                }
                Err(_) => self.refused += 1,
            }
            seen.push(doctrine);
        }
        let own = self.against(side, from, against).map_err(Error::Search)?;
        let (mut played, mut cut) = (0, self.last_cut / CUTS);
        let Some(own) = self.play(&[own], side, (0, cut))? else { return Ok(None) };
        loop {
            let cells: Vec<Cell> = live.iter_mut().filter_map(|(_, cell, _)| cell.take()).collect();
            let Some(scored) = self.play(&cells, side, (played, cut))? else { return Ok(None) };
            let idle: Vec<bool> = scored.iter().map(|scored| played == 0 && *scored == own[0]).collect();
            for (((_, own, sum), cell), scored) in live.iter_mut().zip(cells).zip(scored) {
                *own = Some(cell);
                *sum += scored.iter().map(|&half| u64::from(half)).sum::<u64>();
            }
            let mut idle = idle.into_iter();
            live.retain(|_| !idle.next().unwrap_or(false));
            // Of equals the first stays.
            live.sort_by_key(|&(place, _, sum)| (u64::MAX - sum, place));
            if cut >= self.last_cut {
                break;
            }
            live.truncate(live.len().div_ceil(2).max(TOGETHER));
            (played, cut) = (cut, cut * 2);
        }
        let score = |sum: u64| sum as f64 / (2 * self.last_cut) as f64;
        Ok(Some(live.into_iter().map(|(place, _, sum)| (place, score(sum))).collect()))
    }

    /// What a doctrine scores for its side on fresh luck, and what it gains over what the side played before.
    fn gain(
        &mut self,
        side: Side,
        new: &Doctrine,
        old: &[(u32, Doctrine)],
        against: &[(u32, Doctrine)],
        level: Level,
    ) -> Result<Option<(Estimate, Estimate)>, Error> {
        // An engagement draws a pair of the old doctrines, and the new one meets the opponent of that pair.
        let new: Mix = old.iter().map(|(weight, _)| (*weight, new.clone())).collect();
        let mut cells = Vec::new();
        for own in [&new[..], old] {
            cells.push(self.met(side, own, against).map_err(Error::Search)?);
        }
        let range = self.fresh_range();
        let Some(scored) = self.play(&cells, side, range)? else { return Ok(None) };
        let mut moments = Moments::default();
        scored[0].iter().zip(&scored[1]).for_each(|(new, old)| moments.record(i32::from(*new) - i32::from(*old)));
        Ok(Some((share(&scored[0], level), halved(&moments.estimate(level)))))
    }

    /// Blue's score with what both sides play, on fresh luck.
    fn value(&mut self, found: &Best) -> Result<Option<Estimate>, Error> {
        let BySide { blue, red } = BySide::from_fn(|side| mix(&found.doctrines[side], &found.weights[side]));
        let cell = self.met(Side::Blue, &blue, &red).map_err(Error::Search)?;
        let range = self.fresh_range();
        let scored = self.play(&[cell], Side::Blue, range)?;
        Ok(scored.map(|scored| share(&scored[0], found.level)))
    }

    /// The next engagements that nothing was chosen by: twice as many as a winner was chosen by.
    const fn fresh_range(&mut self) -> (u64, u64) {
        let first = BEYOND + self.fresh;
        self.fresh += 2 * self.last_cut;
        (first, BEYOND + self.fresh)
    }

    /// The cell of a doctrine against a mix.
    fn against(&mut self, side: Side, doctrine: &Doctrine, against: &[(u32, Doctrine)]) -> Result<Cell, String> {
        self.met(side, &[(1, doctrine.clone())], against)
    }

    /// The cell of a side's mix against the other side's.
    fn met(&mut self, side: Side, own: &[(u32, Doctrine)], against: &[(u32, Doctrine)]) -> Result<Cell, String> {
        let mut pairs = Vec::new();
        for (own_weight, own) in own {
            for (their_weight, theirs) in against {
                let (blue, red) = if side == Side::Blue { (own, theirs) } else { (theirs, own) };
                pairs.push((own_weight * their_weight, blue, red));
            }
        }
        self.cell(&pairs)
    }

    /// The cell in which both sides play one of these pairs of doctrines, drawn by their weights.
    fn cell(&mut self, pairs: &[(u32, &Doctrine, &Doctrine)]) -> Result<Cell, String> {
        let mut sets = Vec::new();
        for (weight, blue, red) in pairs {
            let both = blue.sets().iter().chain(red.sets()).map(|(key, value)| (key.as_str(), value));
            sets.push((*weight, both.collect()));
        }
        self.trials.mixed(&sets)
    }

    fn play(&mut self, cells: &[Cell], side: Side, range: (u64, u64)) -> Result<Scored, Error> {
        let payoff = Payoff { side, mission: self.asked.mission };
        self.games.play(cells, payoff, range)
    }
}

/// All weight on the largest sum, of equals the first.
fn only_best(sums: impl Iterator<Item = i64>) -> Vec<u32> {
    let sums: Vec<i64> = sums.collect();
    let best = (0..sums.len()).max_by_key(|&place| (sums[place], usize::MAX - place));
    (0..sums.len()).map(|place| if Some(place) == best { 100 } else { 0 }).collect()
}

/// The mean of scores in halves, as a share.
pub(crate) fn share(halves: &[u8], level: Level) -> Estimate {
    let mut moments = Moments::default();
    halves.iter().for_each(|&half| moments.record(half.into()));
    halved(&moments.estimate_of_counts(level)).within(0.0, 1.0)
}

/// An estimate in halves as one in wholes.
fn halved(estimate: &Estimate) -> Estimate {
    let basis = match estimate.basis {
        stats::Basis::Exact { unresolved } => stats::Basis::Exact { unresolved: unresolved / 2.0 },
        stats::Basis::Sampled { low, high, n } => stats::Basis::Sampled { low: low / 2.0, high: high / 2.0, n },
    };
    Estimate { value: estimate.value / 2.0, basis }
}
