//! The value of a key at which a quantity comes to a target: what makes a fight fair.
//!
//! Values are looked at one after the other, each over the same luck; what was played of one is kept for the next look. The crossing is
//! that of straight lines between neighbouring values. Its interval is all of the range where the band of the values' intervals
//! holds the target: each interval is widened so that the four that decide hold together. Between whole numbers the line is what
//! is asked for; between real numbers the quantity may jump anywhere, so that an interval ends only at a value that was looked at. Where the
//! ruleset knows the breaks of a key, one value is looked at between each two of them, and the target is met at a break. Choices have no
//! order: each is looked at, and the nearest is reported.

use std::collections::BTreeMap;

use engage::Break;
use scenario::{Body, Quantity, Range, Scenario};
use serde_json::Value;
use stats::{Basis, Estimate, Level};

use crate::blocks::BLOCK;
use crate::intervals::Intervals;
use crate::keep::Keep;
use crate::run::{Options, play};
use crate::tallies::Tallies;
use crate::tally::Scoring;
use crate::{Error, Progress};

mod choices;
mod crossing;
mod scale;

use scale::Scale;

/// Intervals that decide where the target is crossed: two on either side.
const DECIDING: f64 = 4.0;

/// The most values that are looked at.
const MOST_LOOKS: usize = 400;

/// The most whole numbers that are all looked at before the target is said to be met nowhere.
const FEW: i64 = 64;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Search {
    /// The key.
    pub key: String,
    /// The values that the key can take.
    pub range: Range,
    /// The value to begin at.
    pub start: Value,
    /// The quantity that is to come to the target.
    pub quantity: Quantity,
    /// The target: a share, or a mean.
    pub target: f64,
    /// How far the crossing's interval may reach to either side before it is tight enough, in the key's unit.
    pub within: f64,
}

/// A value that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The value.
    pub value: Value,
    /// What tells its cell from every other cell: see [`scenario::Cell::id`].
    pub id: String,
    /// What the quantity comes to there.
    pub estimate: Estimate,
}

/// Where the target is met.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Between two neighbouring values, by their places among those looked at; the same place twice where a solved value is the target.
    Between {
        /// The lower value.
        below: usize,
        /// The higher value.
        above: usize,
        /// The crossing of the straight line between them, in the key's unit. Its interval may reach beyond the two.
        at: Estimate,
    },
    /// At a break of the key, by the places of the values that stand for the bands on either side.
    AtBreak {
        /// Of the lower band.
        below: usize,
        /// Of the upper band.
        above: usize,
        /// The break.
        at: Break,
        /// The lowest and the highest break at which the target may be met, as far as the intervals tell.
        among: (Break, Break),
    },
    /// Nowhere in the range; the value that comes nearest, by its place among those looked at.
    Nowhere(usize),
    /// Among choices, of which each is an answer of its own: the one that comes nearest, by its place among those looked at.
    Nearest(usize),
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Every value that was looked at, rising.
    pub looks: Vec<Look>,
    /// Where the target is met.
    pub found: Found,
    /// Whether every value between the lowest and the highest was looked at, or one of every band.
    pub everywhere: bool,
    /// Whether the quantity rises or falls all the way, as far as the intervals tell.
    pub monotone: bool,
    /// Whether the interval is as tight as asked for.
    pub tight: bool,
    /// Whether an interrupt cut the search short.
    pub interrupted: bool,
}

impl Balance {
    /// Where the target is met, in the key's unit; none if nowhere. At a break the interval goes from the lowest break to the highest.
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

    /// The values on either side of where the target is met, by their places among those looked at; none if nowhere.
    #[must_use]
    pub const fn sides(&self) -> Option<(usize, usize)> {
        match self.found {
            Found::Between { below, above, .. } | Found::AtBreak { below, above, .. } => Some((below, above)),
            Found::Nowhere(_) | Found::Nearest(_) => None,
        }
    }
}

/// Looks for the value at which a quantity comes to a target. `load` makes the scenario in which the key takes a value, with one cell;
/// where a value is refused the range ends. Each value is looked at over a block of engagements first, and played on to at most the engagements of its scenario.
///
/// # Errors
/// The first value's mistakes, [`Error::Situation`], and failures of the machine.
pub fn balance(
    search: &Search,
    tallies: &mut Option<Tallies>,
    load: &dyn Fn(&Value) -> Result<Scenario, scenario::Diagnostics>,
    options: &Options<'_>,
    watch: (&dyn Progress, &dyn Keep),
) -> Result<Balance, Error> {
    let plain = Scale::of(&search.range, None, &search.start);
    let (least, most) = plain.ends();
    // The steps of real numbers are coarse: rounded to one, a start at the end of a band would lie in the next.
    let own = plain.is_continuous() && search.start.is_number();
    let start = if own { search.start.clone() } else { plain.value(plain.place(&search.start).clamp(least, most)) };
    let breaks = match &load(&start)?.body {
        Body::Fight(cells) => cells.first().and_then(|cell| cell.battle.breaks(&search.key)),
        Body::Situation { .. } => None,
    };
    let scale = Scale::of(&search.range, breaks.as_ref(), &start);
    let (least, most) = scale.ends();
    let start = scale.place(&start).clamp(least, most);
    let mut seeker = Seeker {
        search,
        scale,
        tallies,
        load,
        options,
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
    let found = match seeker.bracket(start, BLOCK)? {
        Some(pair) => seeker.refine(pair)?,
        None => None,
    };
    Ok(seeker.told(found))
}

struct Seeker<'s> {
    search: &'s Search,
    scale: Scale,
    tallies: &'s mut Option<Tallies>,
    load: &'s dyn Fn(&Value) -> Result<Scenario, scenario::Diagnostics>,
    options: &'s Options<'s>,
    watch: (&'s dyn Progress, &'s dyn Keep),
    /// The places that are left of the range.
    least: i64,
    most: i64,
    /// Whether values below and above were refused.
    refused: [bool; 2],
    looks: BTreeMap<i64, Seen>,
    interrupted: bool,
}

/// What is known of a place.
#[derive(Clone)]
struct Seen {
    /// The id of its cell.
    id: String,
    /// Engagements; none where it is exact.
    engagements: Option<u64>,
    /// The engagements that its scenario allows.
    most: u64,
    estimate: Estimate,
    /// The interval at the level at which all that decide hold together.
    band: (f64, f64),
}

/// A crossing: the places on either side of it, and what is known of where it lies.
struct Crossing {
    pair: (i64, i64),
    at: Estimate,
    tight: bool,
}

impl Seeker<'_> {
    /// Whether each value is an answer of its own.
    const fn among_choices(&self) -> bool {
        matches!(self.search.range, Range::Choices(_))
    }

    /// How far a crossing's interval may reach, in places.
    fn within(&self) -> f64 {
        self.scale.steps(self.search.within)
    }

    /// Looks at a place over this number of engagements or more; none where its value is refused or the range has ended.
    fn look(&mut self, place: i64, engagements: u64) -> Result<Option<Seen>, Error> {
        if place < self.least || place > self.most {
            return Ok(None);
        }
        let known = self.looks.get(&place).cloned();
        if let Some(seen) =
            known.clone().filter(|seen| seen.engagements.is_none_or(|played| played >= engagements.min(seen.most)))
        {
            return Ok(Some(seen));
        }
        if self.interrupted || (known.is_none() && self.looks.len() >= MOST_LOOKS) {
            return Ok(known);
        }
        let Ok(mut scenario) = (self.load)(&self.scale.value(place)) else {
            if self.among_choices() {
                return Ok(None);
            }
            // What lies beyond a value that is refused is not looked at.
            let inside = self.looks.keys().next().copied().unwrap_or(place);
            if place > inside {
                (self.most, self.refused[1]) = (place - 1, true);
            } else {
                (self.least, self.refused[0]) = (place + 1, true);
            }
            return Ok(None);
        };
        let most = scenario.play.engagements;
        scenario.aims.clear();
        scenario.play.engagements = engagements.min(most);
        let empty = Tallies::new(&scenario, None)?;
        let mut tallies = match self.tallies.take() {
            Some(before) => empty.resume(before).map_err(|differs| Error::Differs(differs.to_string()))?,
            None => empty,
        };
        let played = play(&scenario, &mut tallies, self.options, self.watch.0, self.watch.1);
        let seen = self.seen(&scenario, &tallies, most);
        *self.tallies = Some(tallies);
        self.interrupted |= played?;
        if seen.engagements == Some(0) {
            return Ok(None);
        }
        self.looks.insert(place, seen.clone());
        Ok(Some(seen))
    }

    fn seen(&self, scenario: &Scenario, tallies: &Tallies, most: u64) -> Seen {
        let scoring = Scoring::of(scenario.ruleset);
        let intervals = Intervals::of(scenario);
        let deciding = match &self.search.range {
            Range::Choices(choices) => choices.len() as f64,
            Range::Whole { .. } | Range::Real { .. } => DECIDING,
        };
        let together = Level::new(1.0 - (1.0 - intervals.level.share()) / deciding).unwrap_or(intervals.level);
        let cell = &tallies.cells[0];
        let id = cell.cell.clone();
        let wanted = scenario.play.method != scenario::Method::Sampled;
        match cell.exact(scenario.play.budget).filter(|_| wanted) {
            Some(numbers) => {
                let estimate = numbers.quantity(self.search.quantity);
                let (low, high) = estimate.interval();
                Seen { id, engagements: None, most, estimate, band: (low, high) }
            }
            None => {
                let quantity = |level| intervals.at(level).quantity(&scoring, &cell.tally, self.search.quantity);
                let band = quantity(together).interval();
                let (engagements, estimate) = (Some(cell.tally.engagements()), quantity(intervals.level));
                Seen { id, engagements, most, estimate, band }
            }
        }
    }

    /// How far a place lies above the target.
    fn above(&self, place: i64) -> Option<f64> {
        self.looks.get(&place).map(|seen| seen.estimate.value - self.search.target)
    }

    /// The finest difference of places that matters beside what was asked for.
    fn fine(&self) -> i64 {
        if self.scale.is_continuous() { ((self.within() / 8.0) as i64).max(1) } else { 1 }
    }

    /// Two places on either side of the target, the lower one first, as near to each other as matters; none if the whole range lies on
    /// one side. Looked for around a place, farther and farther off.
    fn bracket(&mut self, start: i64, engagements: u64) -> Result<Option<(i64, i64)>, Error> {
        if self.look(start, engagements)?.is_none() {
            return Ok(None);
        }
        let (mut low, mut high) = (start, start);
        let mut step = self.fine();
        loop {
            // Where values were refused, the rest of the range is halved.
            let [down, up] = [(self.refused[0], low - self.least), (self.refused[1], self.most - high)]
                .map(|(refused, left)| if refused { step.min(left - left / 2) } else { step.min(left) });
            let (lower, higher) = (low - down, high + up);
            if (lower >= low && higher <= high) || self.interrupted {
                return self.among_all(engagements);
            }
            for (next, from) in [(higher, high), (lower, low)] {
                // The range may have ended before it: then the rest of it is next.
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

    /// Two neighbours on either side of the target, where the range has few values; the lowest such.
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

    /// Two places on either side of the target, nearer to each other than these.
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

    fn told(self, found: Option<Crossing>) -> Balance {
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
        Balance { looks: self.looked(), found, everywhere, monotone, tight, interrupted: self.interrupted }
    }
}

#[cfg(test)]
mod tests;
