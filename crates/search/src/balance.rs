//! Finds the value of a key at which a quantity reaches a target: what makes a fight fair.
//!
//! The search plays one value after another, each with the same luck, and keeps what it played of a value for its next
//! visit. The crossing is where straight lines between neighbouring values meet the target. Its interval is the part of
//! the range in which the band of the values' intervals contains the target; each interval is widened so that the four
//! that decide hold together. Between whole numbers the line itself is the answer. Between real numbers the quantity
//! may jump anywhere, so the interval ends only at values that were played. If the ruleset knows the breaks of a key,
//! the search plays one value between each two of them, and the target is met at a break. Choices have no order: the
//! search plays each and reports the nearest.

use std::collections::BTreeMap;

use engage::Break;
use runner::{Contenders, Error, Keep, Options, Progress, Tallies};
use scenario::{Cell, Quantity, Range, Scenario};
use serde_json::Value;
use stats::{Basis, Estimate, Level};

mod choices;
mod crossing;
mod scale;

use scale::Scale;

/// Engagements of each value at first.
const FIRST: u64 = 4096;

/// Number of intervals that decide the crossing: two on either side.
const DECIDING: f64 = 4.0;

/// The most values that a search plays.
const MOST_LOOKS: usize = 400;

/// Ranges shorter than this are played value by value before the search reports that the target is met nowhere.
const FEW: i64 = 64;

/// What is to be balanced: the key, the quantity and its target.
#[derive(Clone, Debug)]
pub struct Balancing {
    /// The key.
    pub key: String,
    /// The values that the key can take.
    pub range: Range,
    /// The value to begin at.
    pub start: Value,
    /// The id of the quantity that is to reach the target.
    pub word: String,
    /// The quantity.
    pub quantity: Quantity,
    /// The target: a share, or a mean.
    pub target: f64,
    /// How far the crossing's interval may reach to either side before it is tight enough, in the key's unit.
    pub within: f64,
}

/// A value that the search played.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The value.
    pub value: Value,
    /// The id of its cell, see [`Cell::id`].
    pub id: String,
    /// The quantity at this value.
    pub estimate: Estimate,
}

/// Where the target is met.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Between two neighbouring values, as indices into [`Balance::looks`]; the same index twice if a solved value
    /// equals the target.
    Between {
        /// The lower value.
        below: usize,
        /// The higher value.
        above: usize,
        /// The crossing of the straight line between them, in the key's unit. Its interval may reach beyond the two.
        at: Estimate,
    },
    /// At a break of the key. The indices into [`Balance::looks`] are those of the values that represent the bands on
    /// either side.
    AtBreak {
        /// The value of the lower band.
        below: usize,
        /// The value of the upper band.
        above: usize,
        /// The break.
        at: Break,
        /// The lowest and the highest break at which the target may be met according to the intervals.
        among: (Break, Break),
    },
    /// Nowhere in the range; the nearest value, as an index into [`Balance::looks`].
    Nowhere(usize),
    /// The key has choices without an order; the nearest, as an index into [`Balance::looks`].
    Nearest(usize),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Every value played, in rising order.
    pub looks: Vec<Look>,
    /// Where the target is met.
    pub found: Found,
    /// Whether every value between the lowest and the highest was played, or one of every band.
    pub everywhere: bool,
    /// Whether the quantity only rises or only falls, as far as the intervals show.
    pub monotone: bool,
    /// Whether the interval is as tight as requested.
    pub tight: bool,
    /// Whether an interrupt cut the search short.
    pub interrupted: bool,
}

impl Balance {
    /// Where the target is met, in the key's unit; `None` if nowhere or among choices. At a break the interval goes
    /// from the lowest possible break to the highest.
    #[must_use]
    pub fn fair(&self) -> Option<Estimate> {
        match &self.found {
            Found::Between { at, .. } => Some(*at),
            Found::AtBreak { below, above, at, among: (low, high) } => {
                let n = [below, above].into_iter().filter_map(|&look| self.looks[look].estimate.engagements()).min();
                let basis = match n {
                    Some(n) => Basis::Sampled { low: low.inches(), high: high.inches(), n },
                    None => Basis::Exact { unresolved: 0.0 },
                };
                Some(Estimate { value: at.inches(), basis })
            }
            Found::Nowhere(_) | Found::Nearest(_) => None,
        }
    }

    /// The values on either side of the crossing, as indices into `looks`; `None` if the target is met nowhere or among
    /// choices.
    #[must_use]
    pub const fn sides(&self) -> Option<(usize, usize)> {
        match self.found {
            Found::Between { below, above, .. } | Found::AtBreak { below, above, .. } => Some((below, above)),
            Found::Nowhere(_) | Found::Nearest(_) => None,
        }
    }
}

/// Searches for the value at which a quantity reaches a target, at a point of a scenario's sweep. The range ends where
/// the fight refuses a value. Plays a block of engagements of each value first, and later up to as many as the scenario
/// allows. What was played `before` is not played again.
///
/// # Errors
/// [`Error::Search`] if there is no such point or the fight refuses the first value, [`Error::Unsolved`] if the scenario
/// demands exact solutions, [`Error::Differs`] if the earlier tallies belong to another scenario, and failures of the
/// machine.
pub fn balance(
    scenario: &Scenario,
    point: &[usize],
    asked: &Balancing,
    before: Option<Tallies>,
    options: Options<'_>,
    watch: (&dyn Progress, &dyn Keep),
) -> Result<(Balance, Tallies), Error> {
    let (mut trials, _) = scenario.trials(point).map_err(Error::Search)?;
    let mut cell = |value: &Value| trials.cell(&[(&asked.key, value)]);
    let contenders = Contenders::new(scenario, Vec::new(), before, options)?;
    seek(asked, contenders, &mut cell, scenario.play.engagements, scenario.play.level.0, watch)
}

/// The part of a range that a fight accepts at some of these points of its sweep.
///
/// # Errors
/// [`Error::Search`] if there is no such point, or the fight accepts none of several choices.
pub(crate) fn playable(scenario: &Scenario, points: &[Vec<usize>], key: &str, range: Range) -> Result<Range, Error> {
    let mut trials = Vec::new();
    for point in points {
        trials.push(scenario.trials(point).map_err(Error::Search)?.0);
    }
    let mut refused = String::new();
    let mut accepts = |value: &Value| {
        trials.iter_mut().any(|trials| trials.cell(&[(key, value)]).map_err(|why| refused = why).is_ok())
    };
    let playable = match range {
        // Choices that this fight refuses are left out, such as a weapon that the side may not have.
        Range::Choices(mut choices) => {
            choices.retain(|choice| accepts(choice));
            Range::Choices(choices)
        }
        // A squad without figures may leave a side without figures.
        Range::Whole { least: 0, most } => Range::Whole { least: i64::from(!accepts(&Value::from(0))), most },
        numbers => numbers,
    };
    if playable == Range::Choices(Vec::new()) {
        return Err(Error::Search(format!("this fight accepts no value of `{key}`: {refused}")));
    }
    Ok(playable)
}

/// The cell of a value, or why the fight refuses it.
type CellOf<'c> = &'c mut dyn FnMut(&Value) -> Result<Cell, String>;

/// Searches among the cells of values, each played over at most this number of engagements.
fn seek(
    asked: &Balancing,
    contenders: Contenders<'_>,
    cell: CellOf<'_>,
    engagements: u64,
    level: Level,
    watch: (&dyn Progress, &dyn Keep),
) -> Result<(Balance, Tallies), Error> {
    let plain = Scale::of(&asked.range, None, &asked.start);
    let (least, most) = plain.ends();
    // The steps of real numbers are coarse: rounding to a step could move a start at the end of a band into the next
    // band.
    let own = plain.is_continuous() && asked.start.is_number();
    let start = if own { asked.start.clone() } else { plain.value(plain.place(&asked.start).clamp(least, most)) };
    let is_ordered = !matches!(asked.range, Range::Choices(_));
    let breaks = match cell(&start) {
        Ok(cell) => cell.battle.breaks(&asked.key),
        Err(_) if !is_ordered => None,
        Err(why) => return Err(Error::Search(format!("`{}` cannot be {start}: {why}", asked.key))),
    };
    let scale = Scale::of(&asked.range, breaks.as_ref(), &start);
    let (least, most) = scale.ends();
    let start = scale.place(&start).clamp(least, most);
    let mut seeker = Seeker {
        asked,
        scale,
        contenders,
        cell,
        engagements,
        level,
        watch,
        least,
        most,
        refused: [false; 2],
        looks: BTreeMap::new(),
        interrupted: false,
    };
    if seeker.among_choices() {
        return seeker.choose();
    }
    let found = match seeker.bracket(start, FIRST)? {
        Some(pair) => seeker.refine(pair)?,
        None => None,
    };
    Ok(seeker.finish(found))
}

struct Seeker<'s> {
    asked: &'s Balancing,
    scale: Scale,
    contenders: Contenders<'s>,
    cell: CellOf<'s>,
    /// The most engagements of a value.
    engagements: u64,
    level: Level,
    watch: (&'s dyn Progress, &'s dyn Keep),
    /// The first and the last place of the range, as far as values are accepted.
    least: i64,
    most: i64,
    /// Whether a value was refused below the range and above it.
    refused: [bool; 2],
    looks: BTreeMap<i64, Seen>,
    interrupted: bool,
}

/// The numbers of a place that was played.
#[derive(Clone)]
struct Seen {
    /// Its cell among the contenders.
    cell: usize,
    /// Engagements played; `None` if the estimate is exact.
    engagements: Option<u64>,
    estimate: Estimate,
    /// The wider interval, at the level at which all deciding intervals hold together.
    band: (f64, f64),
}

/// A crossing: the places on either side of it, its estimate in places, and whether that is tight enough.
struct Crossing {
    pair: (i64, i64),
    at: Estimate,
    tight: bool,
}

impl Seeker<'_> {
    /// Whether the key's values are choices without an order.
    const fn among_choices(&self) -> bool {
        matches!(self.asked.range, Range::Choices(_))
    }

    /// How far a crossing's interval may reach, in places.
    fn within(&self) -> f64 {
        self.scale.steps(self.asked.within)
    }

    /// Plays a place over at least this number of engagements, as far as the scenario and the interrupt allow; `None`
    /// if its value is refused or it lies outside the range.
    fn look(&mut self, place: i64, engagements: u64) -> Result<Option<Seen>, Error> {
        if place < self.least || place > self.most {
            return Ok(None);
        }
        let known = self.looks.get(&place).cloned();
        let engagements = engagements.min(self.engagements);
        if let Some(seen) = known.clone().filter(|seen| seen.engagements.is_none_or(|played| played >= engagements)) {
            return Ok(Some(seen));
        }
        if self.interrupted || (known.is_none() && self.looks.len() >= MOST_LOOKS) {
            return Ok(known);
        }
        let cell = match known {
            Some(seen) => seen.cell,
            None => match (self.cell)(&self.scale.value(place)) {
                Ok(cell) => {
                    self.contenders.join(vec![Cell { variant: None, ..cell }]);
                    self.contenders.count() - 1
                }
                Err(_) => {
                    self.end_before(place);
                    return Ok(None);
                }
            },
        };
        let (progress, keep) = self.watch;
        self.interrupted |=
            self.contenders.solve_each(progress, keep)? || self.contenders.play(&[cell], engagements, progress, keep);
        let seen = self.seen(cell);
        if seen.engagements == Some(0) {
            return Ok(None);
        }
        self.looks.insert(place, seen.clone());
        Ok(Some(seen))
    }

    /// Ends the range before a place whose value is refused. Among choices, any other may still be accepted.
    fn end_before(&mut self, place: i64) {
        if self.among_choices() {
            return;
        }
        let inside = self.looks.keys().next().copied().unwrap_or(place);
        if place > inside {
            (self.most, self.refused[1]) = (place - 1, true);
        } else {
            (self.least, self.refused[0]) = (place + 1, true);
        }
    }

    fn seen(&self, cell: usize) -> Seen {
        let deciding = match &self.asked.range {
            Range::Choices(choices) => choices.len() as f64,
            Range::Whole { .. } | Range::Real { .. } => DECIDING,
        };
        let together = Level::new(1.0 - (1.0 - self.level.share()) / deciding).unwrap_or(self.level);
        let quantity = |level| self.contenders.estimate(cell, self.asked.quantity, level);
        let estimate = quantity(self.level);
        Seen { cell, engagements: estimate.engagements(), estimate, band: quantity(together).interval() }
    }

    /// How far a place lies above the target.
    fn above(&self, place: i64) -> Option<f64> {
        self.looks.get(&place).map(|seen| seen.estimate.value - self.asked.target)
    }

    /// The smallest difference of places that matters at the requested precision.
    fn fine(&self) -> i64 {
        if self.scale.is_continuous() { ((self.within() / 8.0) as i64).max(1) } else { 1 }
    }

    /// Two places on either side of the target, the lower one first, as close together as matters; `None` if the whole
    /// range lies on one side. Searches outwards from `start`, with growing steps.
    fn bracket(&mut self, start: i64, engagements: u64) -> Result<Option<(i64, i64)>, Error> {
        if self.look(start, engagements)?.is_none() {
            return Ok(None);
        }
        let (mut low, mut high) = (start, start);
        let mut step = self.fine();
        loop {
            // On a side where a value was refused, step at most half of the remaining range.
            let [down, up] = [(self.refused[0], low - self.least), (self.refused[1], self.most - high)]
                .map(|(refused, left)| if refused { step.min(left - left / 2) } else { step.min(left) });
            let (lower, higher) = (low - down, high + up);
            if (lower >= low && higher <= high) || self.interrupted {
                return self.among_all(engagements);
            }
            for (next, from) in [(higher, high), (lower, low)] {
                // If the range ended before `next`, the next round tries the rest of it.
                if next == from || self.look(next, engagements)?.is_none() {
                    continue;
                }
                if self.is_above(next) != self.is_above(from) {
                    return self.halved(from.min(next), from.max(next), engagements);
                }
                if next > from { high = next } else { low = next }
            }
            step = step.saturating_mul(2);
        }
    }

    /// The lowest two neighbours on either side of the target, if the range has few values.
    fn among_all(&mut self, engagements: u64) -> Result<Option<(i64, i64)>, Error> {
        let few = !self.scale.is_continuous() && self.most - self.least < FEW;
        for place in self.least..if few { self.most } else { self.least } {
            let (Some(_), Some(_)) = (self.look(place, engagements)?, self.look(place + 1, engagements)?) else {
                continue;
            };
            if self.is_above(place) != self.is_above(place + 1) {
                return Ok(Some((place, place + 1)));
            }
        }
        Ok(None)
    }

    /// Halves a pair around the target until its places are as close together as matters.
    fn halved(&mut self, mut a: i64, mut b: i64, engagements: u64) -> Result<Option<(i64, i64)>, Error> {
        while b - a > self.fine() {
            let middle = a + (b - a) / 2;
            if self.look(middle, engagements)?.is_none() {
                return Ok(None);
            }
            if self.is_above(middle) == self.is_above(a) { a = middle } else { b = middle }
        }
        Ok(Some((a, b)))
    }

    fn is_above(&self, place: i64) -> bool {
        self.above(place).is_some_and(|above| above >= 0.0)
    }

    fn finish(self, found: Option<Crossing>) -> (Balance, Tallies) {
        let places: Vec<i64> = self.looks.keys().copied().collect();
        let index = |place: i64| places.iter().position(|&one| one == place).unwrap_or(0);
        let found = found.or_else(|| self.met());
        let tight = found.as_ref().is_some_and(|crossing| crossing.tight);
        let found = match found {
            Some(Crossing { pair: (a, b), at, .. }) => {
                let (below, above) = (index(a), index(b));
                let (low, high) = at.interval();
                let broken = |place: f64| self.scale.break_above(place as i64);
                if a == b {
                    let value = self.scale.value(a).as_f64().unwrap_or(at.value);
                    Found::Between { below, above, at: Estimate::exact(value) }
                } else if let (Some(at), Some(low), Some(high)) = (broken(at.value), broken(low), broken(high)) {
                    Found::AtBreak { below, above, at, among: (low, high) }
                } else {
                    let scaled = |place: f64| self.scale.scaled(place);
                    let basis = match at.basis {
                        Basis::Sampled { n, .. } => Basis::Sampled { low: scaled(low), high: scaled(high), n },
                        exact @ Basis::Exact { .. } => exact,
                    };
                    Found::Between { below, above, at: Estimate { value: scaled(at.value), basis } }
                }
            }
            None => {
                let off = |place: &&i64| self.above(**place).map_or(f64::INFINITY, f64::abs);
                Found::Nowhere(places.iter().min_by(|a, b| off(a).total_cmp(&off(b))).map_or(0, |&place| index(place)))
            }
        };
        let seen: Vec<&Seen> = self.looks.values().collect();
        let certainly = |rises: bool| {
            seen.iter().enumerate().any(|(place, one)| {
                seen[place + 1..]
                    .iter()
                    .any(|next| if rises { next.band.0 > one.band.1 } else { next.band.1 < one.band.0 })
            })
        };
        let monotone = !(certainly(true) && certainly(false));
        let neighbours = places.windows(2).all(|pair| pair[1] - pair[0] == 1);
        let everywhere = neighbours && !self.scale.is_continuous();
        let looks = self.looked();
        let balance = Balance { looks, found, everywhere, monotone, tight, interrupted: self.interrupted };
        (balance, self.contenders.into_tallies())
    }
}

#[cfg(test)]
mod tests;
