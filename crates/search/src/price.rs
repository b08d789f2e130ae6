//! What a unit is worth: every unit against every other at numbers near even, and costs that fit the results.
//!
//! For every two units, the numbers at which they are even come from match-ups on either side of even, in both seats: the
//! log-odds are taken as linear in the logarithm of the ratio of numbers. Costs are the numbers, one for each unit, that
//! agree best with all of these. Errors come from leaving out one block of engagements after another, because all
//! match-ups share their luck, and from how far pairs disagree.

use engage::Side;
use runner::{Error, Options, Payoff};
use scenario::{Cell, Scenario, Trials, Unit};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Basis, Estimate, Level, SHARE_MATTERS};

use crate::best::share;
use crate::fit::{Line, fit, logistic, solved};
use crate::games::{BEYOND, Games, Watcher};
use crate::record::Record;

/// Engagements by which even numbers are sought.
const PROBE: u64 = 512;

/// Engagements of each match-up at the first look; each later one is at twice as many.
const FIRST_LOOK: u64 = 2048;

/// The most engagements of a match-up.
const LAST_LOOK: u64 = 1 << 18;

/// Blocks of engagements that are left out in turn.
const BLOCKS: usize = 64;

/// The smallest steepness with which numbers tell anything of costs.
const FLATTEST: f64 = 0.05;

/// How far a score may lie above or below one half, twice, for its numbers to be close to even.
const CLOSE: f64 = 0.2;

/// The most of a unit on a side.
pub const MOST_NUMBER: u32 = 30;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pricing {
    /// The units, the one by which costs are measured first.
    pub units: Vec<Unit>,
    /// The most of a unit on a side, 1 to [`MOST_NUMBER`].
    pub most: u32,
    /// How far the error of sampling may reach to either side of a cost, as a share of it.
    pub within: f64,
}

/// A match-up of two units.
#[derive(Clone, Debug, PartialEq)]
pub struct Matchup {
    /// The index of blue's unit, and of red's.
    pub units: [usize; 2],
    /// How many of each.
    pub numbers: [u32; 2],
    /// Blue's score, between 0 and 1.
    pub score: Estimate,
    /// Blue's score by the fitted costs.
    pub fitted: f64,
}

/// A unit against itself in equal numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    /// The index of the unit.
    pub unit: usize,
    /// How many on each side.
    pub number: u32,
    /// Blue's score, between 0 and 1.
    pub score: Estimate,
}

/// How two units do against each other at equal cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The indices of both.
    pub units: [usize; 2],
    /// The log-odds of the first at equal cost, seats aside: zero if costs say everything.
    pub beyond: Estimate,
    /// The same in standard errors.
    pub errors: f64,
}

/// Three units in a circle: at equal cost each one beats the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Their indices: the first beats the second, the second the third, and the third the first.
    pub units: [usize; 3],
    /// The log-odds of the closest of the three.
    pub closest: f64,
}

/// What units are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Priced {
    /// What was asked.
    pub asked: Pricing,
    /// The level at which the intervals of all costs hold together.
    pub level: Level,
    /// What one of each unit costs, if one of the first costs 1.
    pub costs: Vec<Estimate>,
    /// The steepness: log-odds gained by the logarithm of numbers, over all match-ups.
    pub exponent: Estimate,
    /// Blue's score between sides of equal cost.
    pub seat: Estimate,
    /// Every unit against itself.
    pub mirrors: Vec<Mirror>,
    /// Every match-up.
    pub matchups: Vec<Matchup>,
    /// Every two units that are even at some numbers that were tried, at equal cost.
    pub pairings: Vec<Pairing>,
    /// Pairs too far apart to be even at any numbers that were tried; they do not count.
    pub far: usize,
    /// The clearest cycle; `None` if none is known at the level.
    pub cycle: Option<Cycle>,
    /// The share of the differences between units that costs do not explain, 0 to 1.
    pub unexplained: f64,
    /// Engagements of each match-up.
    pub engagements: u64,
    /// Engagements played in all.
    pub spent: u64,
    /// Whether the error of sampling is as small as asked.
    pub tight: bool,
}

/// Prices units at a point of a scenario's sweep; `None` if an interrupt cut it short. Each side of the scenario has one
/// squad, which the units replace. What the record of the same question holds is not played again.
///
/// # Errors
/// If the scenario has no such point or other squads, if it refuses a unit, and failures of the machine.
pub fn price(
    scenario: &Scenario,
    point: &[usize],
    asked: &Pricing,
    record: &mut Record,
    options: Options<'_>,
    watcher: &dyn Watcher,
) -> Result<Option<Priced>, Error> {
    let (trials, _) = scenario.trials(point).map_err(Error::Search)?;
    let squads = scenario.lone_squads().map_err(Error::Search)?;
    let payoff = Payoff { side: Side::Blue, mission: scenario.mission() };
    let games = Games { scenario, record, options, watcher, spent: 0 };
    let mut market = Market { trials, squads: squads.map(|squad| squad.to_owned()), asked, payoff, games };
    let Some(meetings) = market.meetings()? else { return Ok(None) };
    market.priced(&meetings, scenario)
}

/// Two units with their numbers: blue's first.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Meeting {
    units: [usize; 2],
    numbers: [u32; 2],
}

impl Meeting {
    /// The same with the seats exchanged.
    const fn turned(self) -> Meeting {
        let Meeting { units: [blue, red], numbers: [many, others] } = self;
        Meeting { units: [red, blue], numbers: [others, many] }
    }

    /// How much larger blue's number is, as a logarithm.
    fn odds(self) -> f64 {
        f64::from(self.numbers[0]).ln() - f64::from(self.numbers[1]).ln()
    }
}

struct Market<'s, 'o> {
    trials: Trials<'s>,
    /// The squads that the units replace: blue's and red's.
    squads: [String; 2],
    asked: &'o Pricing,
    payoff: Payoff,
    games: Games<'o>,
}

impl Market<'_, '_> {
    fn cell(&mut self, meeting: Meeting) -> Result<Cell, Error> {
        let mut sets: Vec<(String, Value)> = Vec::new();
        for (place, side) in Side::ALL.into_iter().enumerate() {
            let unit = &self.asked.units[meeting.units[place]];
            let key = |word: &str| format!("{}.{}.{word}", side.name(), self.squads[place]);
            sets.extend(unit.sets.iter().map(|(word, value)| (key(word), value.clone())));
            sets.push((key("count"), (unit.figures * meeting.numbers[place]).into()));
        }
        let changes: Vec<(&str, &Value)> = sets.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let refused = |why: String| {
            let [blue, red] = meeting.units.map(|unit| &self.asked.units[unit].name);
            let [many, others] = meeting.numbers;
            Error::Search(format!("{many} of “{blue}” against {others} of “{red}” cannot be played: {why}"))
        };
        self.trials.cell(&changes).map_err(refused)
    }

    fn play(&mut self, meetings: &[Meeting], range: (u64, u64)) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let cells = meetings.iter().map(|&meeting| self.cell(meeting)).collect::<Result<Vec<_>, Error>>()?;
        self.games.play(&cells, self.payoff, range)
    }

    /// The match-ups to play: every unit against itself, and every two units in both seats at numbers on either side of
    /// even, with as many figures as asked and with about half as many.
    fn meetings(&mut self) -> Result<Option<Vec<Meeting>>, Error> {
        let (count, most) = (self.asked.units.len(), self.asked.most);
        let half = most.div_ceil(2);
        let (pairs, all) = (pairs(count), numbers(most));
        // The first of a pair wins more often the further on in the list its numbers are: the first place at which it is ahead.
        let mut ends = vec![(0, all.len()); pairs.len()];
        while ends.iter().any(|(low, high)| low < high) {
            let open: Vec<usize> = (0..pairs.len()).filter(|&pair| ends[pair].0 < ends[pair].1).collect();
            let middle: Vec<usize> = open.iter().map(|&pair| usize::midpoint(ends[pair].0, ends[pair].1)).collect();
            let tried = open.iter().zip(&middle);
            let tried = tried.map(|(&pair, &place)| Meeting { units: pairs[pair], numbers: all[place] });
            let tried: Vec<Meeting> = tried.flat_map(|meeting| [meeting, meeting.turned()]).collect();
            self.games.note(&format!("even numbers of {} pairs", open.len()));
            let Some(scored) = self.play(&tried, (BEYOND, BEYOND + PROBE))? else { return Ok(None) };
            let won = |scores: &Vec<u8>| scores.iter().map(|&half| u64::from(half)).sum::<u64>();
            for ((&pair, place), seats) in open.iter().zip(middle).zip(scored.chunks(2)) {
                // Blue's score in one seat, and the other's in the same seat.
                let ahead = won(&seats[0]) >= won(&seats[1]);
                if ahead { ends[pair].1 = place } else { ends[pair].0 = place + 1 }
            }
        }
        let mut meetings: Vec<Meeting> =
            (0..count).map(|unit| Meeting { units: [unit; 2], numbers: [half; 2] }).collect();
        for (&units, &(ahead, _)) in pairs.iter().zip(&ends) {
            let (behind, ahead) = (ahead.saturating_sub(1), ahead.min(all.len() - 1));
            let mut chosen = vec![all[behind], all[ahead]];
            let odds = |numbers: [u32; 2]| Meeting { units, numbers }.odds();
            let even = f64::midpoint(odds(all[behind]), odds(all[ahead]));
            let smaller = numbers(half);
            let near = smaller.iter().min_by(|a, b| (odds(**a) - even).abs().total_cmp(&(odds(**b) - even).abs()));
            chosen.extend(near);
            for numbers in chosen {
                let meeting = Meeting { units, numbers };
                if !meetings.contains(&meeting) {
                    meetings.extend([meeting, meeting.turned()]);
                }
            }
        }
        Ok(Some(meetings))
    }

    /// Plays the match-ups until the costs are as certain as asked.
    fn priced(&mut self, meetings: &[Meeting], scenario: &Scenario) -> Result<Option<Priced>, Error> {
        let most = scenario.play.engagements.min(LAST_LOOK);
        let mut halves: Vec<Vec<u8>> = vec![Vec::new(); meetings.len()];
        let (mut played, mut end) = (0, FIRST_LOOK.min(most));
        loop {
            self.games.note(&format!("{} match-ups to {end} engagements", meetings.len()));
            let Some(scored) = self.play(meetings, (played, end))? else { return Ok(None) };
            halves.iter_mut().zip(scored).for_each(|(all, new)| all.extend(new));
            let table = Table { asked: self.asked, meetings, halves: &halves, level: scenario.play.level.0 };
            let mut found = table.priced().map_err(Error::Search)?;
            found.spent = self.games.spent;
            if found.tight || end >= most {
                return Ok(Some(found));
            }
            (played, end) = (end, (2 * end).min(most));
        }
    }
}

/// Every two units.
fn pairs(units: usize) -> Vec<[usize; 2]> {
    (0..units).flat_map(|a| (a + 1..units).map(move |b| [a, b])).collect()
}

/// Every two numbers of which the larger is the most, from the smallest share of the first to the largest.
fn numbers(most: u32) -> Vec<[u32; 2]> {
    let rising = (1..=most).map(|few| [few, most]);
    let falling = (1..most).rev().map(|few| [most, few]);
    rising.chain(falling).collect()
}

/// The scores of all match-ups.
struct Table<'t> {
    asked: &'t Pricing,
    meetings: &'t [Meeting],
    /// Blue's scores in halves, engagement by engagement.
    halves: &'t [Vec<u8>],
    level: Level,
}

/// What is computed once from all engagements and once without each block.
struct Fitted {
    /// The steepness and the seat of a fit of all match-ups together.
    together: [f64; 2],
    /// Of each pair the steepness, and the logarithm of numbers of the first for one of the second at which both are even.
    even: Vec<(f64, f64)>,
}

/// Sums of scores by match-up and block, in halves.
type Sums = Vec<Vec<u64>>;

impl Table<'_> {
    fn engagements(&self) -> usize {
        self.halves.first().map_or(0, Vec::len)
    }

    /// The engagements of a block.
    fn block(&self, block: usize) -> std::ops::Range<usize> {
        let all = self.engagements();
        all * block / BLOCKS..all * (block + 1) / BLOCKS
    }

    /// Whether one of a pair is ahead at some numbers and the other at others, both seats together, or both are close to
    /// even at some numbers.
    fn is_near(&self, [a, b]: [usize; 2], sums: &Sums) -> bool {
        let score = |meeting: Meeting| {
            let cell = self.meetings.iter().position(|known| *known == meeting);
            cell.map_or(0, |cell| sums[cell].iter().sum::<u64>()) as f64
        };
        let own = self.meetings.iter().filter(|meeting| meeting.units == [a, b]);
        // In halves, the score of the first in one seat and of the second in the other.
        let leads: Vec<f64> = own.map(|&meeting| score(meeting) - score(meeting.turned())).collect();
        let close = CLOSE * 2.0 * self.engagements() as f64;
        leads.iter().any(|lead| *lead >= -close) && leads.iter().any(|lead| *lead <= close)
    }

    fn sums(&self) -> Sums {
        let sum = |halves: &[u8]| halves.iter().map(|&half| u64::from(half)).sum::<u64>();
        let blocks = |halves: &Vec<u8>| (0..BLOCKS).map(|block| sum(&halves[self.block(block)])).collect();
        self.halves.iter().map(blocks).collect()
    }

    /// Whether a match-up has as many figures as asked, rather than about half as many.
    fn is_large(&self, meeting: Meeting) -> bool {
        meeting.numbers.contains(&self.asked.most)
    }

    /// Fits everything, leaving out a block.
    fn fitted(&self, without: Option<usize>, from: &[f64], sums: &Sums) -> Option<Fitted> {
        let units = self.asked.units.len();
        let left_out = without.map_or(0, |block| self.block(block).len());
        let played = (self.engagements() - left_out) as f64;
        let won = |cell: usize| {
            let all: u64 = sums[cell].iter().sum();
            (all - without.map_or(0, |block| sums[cell][block])) as f64 / 2.0
        };
        let line = |cell: usize, explains: Vec<f64>| Line { explains, known: 0.0, won: won(cell), played };
        let all = self.meetings.iter().enumerate().map(|(cell, meeting)| {
            let mut explains = vec![0.0; 1 + units];
            (explains[0], explains[1]) = (meeting.odds(), 1.0);
            for (unit, sign) in meeting.units.into_iter().zip([1.0, -1.0]).filter(|(unit, _)| *unit > 0) {
                explains[1 + unit] += sign;
            }
            line(cell, explains)
        });
        let together = fit(&all.collect::<Vec<Line>>(), from)?;
        let even = pairs(units).into_iter().map(|[a, b]| {
            let own = |large: bool| {
                let met = self.meetings.iter().enumerate();
                met.filter_map(move |(cell, meeting)| match meeting.units {
                    _ if large && !self.is_large(*meeting) => None,
                    units if units == [a, b] => Some((cell, meeting.odds(), 1.0)),
                    units if units == [b, a] => Some((cell, -meeting.odds(), -1.0)),
                    _ => None,
                })
            };
            // Beyond the end of the numbers only the smaller match-ups tell how steep it is.
            let first = own(true).next().map_or(0.0, |(_, odds, _)| odds);
            let several = own(true).any(|(_, odds, _)| (odds - first).abs() > 1e-9);
            let lines = own(several).map(|(cell, odds, sign)| line(cell, vec![sign * odds, sign, 1.0]));
            let lines: Vec<Line> = lines.collect();
            let own = fit(&lines, &[together[0], 0.0, together[1]]).map(|own| (own[0], own[1]));
            // Where one side always wins the match-ups do not say how steep it is.
            let steep = together[0].max(FLATTEST);
            let flat = |line: Line| {
                let [odds, sign] = [line.explains[0], line.explains[1]];
                Line { explains: vec![sign], known: steep * odds + together[1], ..line }
            };
            let own = own.filter(|(steep, _)| *steep > FLATTEST);
            let own =
                own.or_else(|| Some((steep, fit(&lines.into_iter().map(flat).collect::<Vec<Line>>(), &[0.0])?[0])));
            own.map(|(steep, ahead)| (steep, -ahead / steep))
        });
        Some(Fitted { together: [together[0], together[1]], even: even.collect::<Option<Vec<(f64, f64)>>>()? })
    }

    /// The costs.
    ///
    /// # Errors
    /// If the results do not determine them.
    fn priced(&self) -> Result<Priced, String> {
        let units = self.asked.units.len();
        let (pairs, sums) = (pairs(units), self.sums());
        let near: Vec<bool> = pairs.iter().map(|&pair| self.is_near(pair, &sums)).collect();
        if let Some(unit) = alone(units, &pairs, &near) {
            let (name, most) = (&self.asked.units[unit].name, self.asked.most);
            let why = format!("“{name}” is even with none of the others at up to {most} of a unit on a side");
            return Err(format!("{why}; leave it out, or raise that number"));
        }
        let priced = self.costed(&pairs, &near, &sums);
        priced.ok_or_else(|| "the results of these units do not determine their costs".to_owned())
    }

    /// The costs, from the pairs that are near enough to each other; `None` if the results do not determine them.
    fn costed(&self, pairs: &[[usize; 2]], near: &[bool], sums: &Sums) -> Option<Priced> {
        let units = self.asked.units.len();
        let mut start = vec![0.0; 1 + units];
        start[0] = 1.0;
        let whole = self.fitted(None, &start, sums)?;
        let parts = (0..BLOCKS).map(|block| self.fitted(Some(block), &start, sums));
        let parts: Vec<Fitted> = parts.collect::<Option<Vec<Fitted>>>()?;
        let n = self.engagements() as u64;
        let around = |value: f64, error: f64, level: Level, shown: &dyn Fn(f64) -> f64| {
            let reach = level.z() * error;
            let ends = Basis::Sampled { low: shown(value - reach), high: shown(value + reach), n };
            Estimate { value: shown(value), basis: ends }
        };
        // What every pair says of the costs, as far as its own error allows.
        let spread: Vec<f64> =
            (0..pairs.len()).map(|pair| jackknife(parts.iter().map(|part| part.even[pair].1))).collect();
        let even = |fitted: &Fitted| fitted.even.iter().map(|(_, even)| *even).collect::<Vec<f64>>();
        let scale = Scale::new(units, pairs, near, &spread, &even(&whole))?;
        let logs = scale.costs(&even(&whole))?;
        let by_part: Vec<Vec<f64>> = parts.iter().map(|part| scale.costs(&even(part))).collect::<Option<_>>()?;
        let misfit = scale.misfit()?;
        let each = self.level.shared(units.saturating_sub(1).max(1));
        let sampling: Vec<f64> = (0..units).map(|unit| jackknife(by_part.iter().map(|logs| logs[unit]))).collect();
        let costs = (0..units).map(|unit| around(logs[unit], (sampling[unit] + misfit[unit]).sqrt(), each, &f64::exp));
        let costs = costs.collect();
        let widest = sampling.iter().fold(0.0_f64, |widest, variance| widest.max(variance.sqrt() * each.z()));
        let by_pair = self.level.shared(pairs.len());
        let met_even = pairs.iter().enumerate().filter(|(place, _)| near[*place]);
        let pairings = met_even.map(|(place, &[a, b])| {
            // Log-odds of the first if numbers are as costs say.
            let beyond =
                |fitted: &Fitted, logs: &[f64]| fitted.even[place].0 * (logs[b] - logs[a] - fitted.even[place].1);
            let error = jackknife(parts.iter().zip(&by_part).map(|(part, logs)| beyond(part, logs))).sqrt();
            let value = beyond(&whole, &logs);
            let errors = if error > 1e-12 { value / error } else { 0.0 };
            Pairing { units: [a, b], beyond: around(value, error, by_pair, &|x| x), errors }
        });
        let pairings: Vec<Pairing> = pairings.collect();
        let counted = pairs.iter().zip(even(&whole)).zip(near).filter(|(_, near)| **near);
        let left = counted.clone().map(|(([a, b], even), _)| (logs[*b] - logs[*a] - even).powi(2));
        let all: f64 = counted.map(|((_, even), _)| even.powi(2)).sum();
        let unexplained = if all > 0.0 { (left.sum::<f64>() / all).min(1.0) } else { 0.0 };
        let steepness = |[a, b]: [usize; 2]| {
            let place = pairs.iter().position(|pair| *pair == [a.min(b), a.max(b)]);
            place.map_or(whole.together[0], |place| whole.even[place].0)
        };
        let matchup = |(meeting, halves): (&Meeting, &Vec<u8>)| {
            let [a, b] = meeting.units;
            let log_odds = steepness([a, b]) * (meeting.odds() + logs[a] - logs[b]) + whole.together[1];
            Matchup {
                units: meeting.units,
                numbers: meeting.numbers,
                score: share(halves, self.level),
                fitted: logistic(log_odds),
            }
        };
        let met = self.meetings.iter().zip(self.halves);
        let mirrors = met.clone().take(units).map(|(meeting, halves)| Mirror {
            unit: meeting.units[0],
            number: meeting.numbers[0],
            score: share(halves, self.level.shared(units)),
        });
        let [steep, seat] = [0, 1].map(|place| jackknife(parts.iter().map(|part| part.together[place])).sqrt());
        Some(Priced {
            asked: self.asked.clone(),
            level: self.level,
            costs,
            exponent: around(whole.together[0], steep, self.level, &|x| x),
            seat: around(whole.together[1], seat, self.level, &logistic),
            mirrors: mirrors.collect(),
            matchups: met.skip(units).map(matchup).collect(),
            cycle: cycle(units, &pairings, by_pair),
            pairings,
            far: near.iter().filter(|near| !**near).count(),
            unexplained,
            engagements: n,
            spent: 0,
            tight: widest <= self.asked.within,
        })
    }
}

/// A unit that these pairs do not connect to the first, so that it has no cost.
fn alone(units: usize, pairs: &[[usize; 2]], counted: &[bool]) -> Option<usize> {
    let mut reached = vec![0];
    let mut place = 0;
    while let Some(&unit) = reached.get(place) {
        for (&[a, b], _) in pairs.iter().zip(counted).filter(|(_, counted)| **counted) {
            let next = if a == unit { b } else { a };
            if (a == unit || b == unit) && !reached.contains(&next) {
                reached.push(next);
            }
        }
        place += 1;
    }
    (0..units).find(|unit| !reached.contains(unit))
}

/// The variance of a number, from its values without each block.
fn jackknife(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let mean = values.clone().sum::<f64>() / BLOCKS as f64;
    values.map(|value| (value - mean).powi(2)).sum::<f64>() * (BLOCKS - 1) as f64 / BLOCKS as f64
}

/// From the numbers at which every two units are even to one cost for each: weighted least squares.
struct Scale<'s> {
    units: usize,
    pairs: &'s [[usize; 2]],
    /// The weight of each pair: one over the variance of what it says and of what costs cannot say.
    weights: Vec<f64>,
    /// The variance of what costs cannot say.
    beyond: f64,
}

impl<'s> Scale<'s> {
    /// A scale from the pairs that are near enough to each other.
    fn new(units: usize, pairs: &'s [[usize; 2]], near: &[bool], spread: &[f64], even: &[f64]) -> Option<Scale<'s>> {
        let counts: Vec<f64> = near.iter().map(|&near| f64::from(u8::from(near))).collect();
        let mut scale = Scale { units, pairs, weights: counts.clone(), beyond: 0.0 };
        let counted: f64 = counts.iter().sum();
        let free = counted - (units - 1) as f64;
        if free > 0.0 {
            // The moment estimate of the variance between what pairs say, all of equal weight (Hedges).
            let logs = scale.costs(even)?;
            let left = pairs.iter().zip(even).zip(&counts);
            let left = left.map(|(([a, b], even), counts)| counts * (logs[*b] - logs[*a] - even).powi(2));
            let own = spread.iter().zip(&counts).map(|(spread, counts)| spread * counts).sum::<f64>() / counted;
            scale.beyond = (left.sum::<f64>() / free - own).max(0.0);
        }
        let weight = |(spread, counts): (&f64, &f64)| counts / (spread + scale.beyond).max(1e-12);
        scale.weights = spread.iter().zip(&counts).map(weight).collect();
        Some(scale)
    }

    /// The solution of the normal equations: a number for each unit, zero for the first.
    fn solved(&self, right: &[f64]) -> Option<Vec<f64>> {
        let mut curvature = vec![vec![0.0; self.units]; self.units];
        for (&[a, b], weight) in self.pairs.iter().zip(&self.weights) {
            for (one, other, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                curvature[one][other] += sign * weight;
            }
        }
        let others = curvature[1..].iter().map(|row| row[1..].to_vec()).collect();
        Some(std::iter::once(0.0).chain(solved(others, right[1..].to_vec())?).collect())
    }

    /// The logarithm of what one of each unit costs, the first of which costs 1.
    fn costs(&self, even: &[f64]) -> Option<Vec<f64>> {
        let mut slope = vec![0.0; self.units];
        for ((&[a, b], weight), even) in self.pairs.iter().zip(&self.weights).zip(even) {
            slope[b] += weight * even;
            slope[a] -= weight * even;
        }
        self.solved(&slope)
    }

    /// The variance of each cost that comes from what costs cannot say.
    fn misfit(&self) -> Option<Vec<f64>> {
        let of = |unit: usize| {
            let mut one = vec![0.0; self.units];
            one[unit] = 1.0;
            // How much the cost follows from what each pair says.
            let row = self.solved(&one)?;
            let pairs = self.pairs.iter().zip(&self.weights);
            let follows = pairs.map(|(&[a, b], weight)| (weight * (row[b] - row[a])).powi(2));
            Some(self.beyond * follows.sum::<f64>())
        };
        (0..self.units).map(of).collect()
    }
}

/// The clearest circle of three units: the one whose closest win is the widest. Every win in it is larger than
/// [`SHARE_MATTERS`] and known at the level of a single pair.
fn cycle(units: usize, pairings: &[Pairing], level: Level) -> Option<Cycle> {
    let over = |a: usize, b: usize| {
        pairings.iter().find_map(|pairing| match pairing.units {
            [one, other] if [one, other] == [a, b] => Some((pairing.beyond.value, pairing.errors)),
            [one, other] if [one, other] == [b, a] => Some((-pairing.beyond.value, -pairing.errors)),
            _ => None,
        })
    };
    let rounds = (0..units).flat_map(|a| (a + 1..units).flat_map(move |b| (a + 1..units).map(move |c| [a, b, c])));
    let clear = rounds.filter(|[_, b, c]| b != c).filter_map(|[a, b, c]| {
        let wins = [over(a, b)?, over(b, c)?, over(c, a)?];
        let closest = wins.iter().fold(f64::INFINITY, |closest, (log_odds, _)| closest.min(*log_odds));
        let known = wins.iter().all(|(_, errors)| *errors > level.z());
        (known && logistic(closest) > 0.5 + SHARE_MATTERS).then_some(Cycle { units: [a, b, c], closest })
    });
    clear.max_by(|one, other| one.closest.total_cmp(&other.closest))
}

#[cfg(test)]
mod tests {
    use super::{alone, numbers};

    #[test]
    fn units_are_connected_by_pairs() {
        let pairs = [[0, 1], [0, 2], [1, 2]];
        assert_eq!((alone(3, &pairs, &[true, false, true]), alone(1, &[], &[])), (None, None));
        assert_eq!(alone(3, &pairs, &[false, false, true]), Some(1));
    }

    #[test]
    fn numbers_rise_in_favour_of_the_first() {
        assert_eq!(numbers(3), [[1, 3], [2, 3], [3, 3], [3, 2], [3, 1]]);
        assert_eq!(numbers(1), [[1, 1]]);
    }
}
