//! Finds which side is ahead at each value of a swept key, and between which values the lead changes.

use std::cmp::Ordering;

use engage::{Between, Break, Breaks};
use runner::Axis;
use schemars::JsonSchema;
use serde::Serialize;
use stats::{Basis, Estimate};

use super::band::Band;
use super::point::{Number, listed};

/// The values of a key at which a quantity is above its reference, and those at which it is below.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Course {
    /// The course in a word.
    course: Kind,
    /// The values at which it is above.
    above: Vec<String>,
    /// The values at which it is below.
    below: Vec<String>,
    /// The values at which the two are equal, computed.
    equal: Vec<String>,
    /// The values at which that is in doubt.
    in_doubt: Vec<String>,
    /// The turn, if there is exactly one.
    turn: Option<Turn>,
    /// The result at each value, in order.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) signs: Vec<Option<Ordering>>,
}

/// A course in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// Above at every value.
    Above,
    /// Below at every value.
    Below,
    /// Equal at every value, computed.
    Equal,
    /// Above at some and below at others, with one turn between them.
    Once,
    /// The same with more turns.
    Often,
    /// Above or below, never the other; equal or in doubt at some values.
    Partly,
    /// In doubt wherever it is not equal.
    InDoubt,
}

/// A turn from above to below, or from below to above.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(super) struct Turn {
    /// Whether it is above first.
    pub(super) falls: bool,
    /// The last value at which it is known to be before the turn.
    last: String,
    /// The first value at which it is known to be behind it.
    first: String,
    /// Where the straight line between two neighbouring whole numbers is even, if both are known; its interval is where those of the two
    /// let it be. Null for any other key: between two distances a rulebook may have a step.
    even: Option<Number>,
    /// The break of the key at which it turns, if there is just one between the two values: the last value of the lower band.
    at_break: Option<f64>,
    /// The same for sentences.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) broken: Option<Break>,
    /// The two values, by place.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) between: (usize, usize),
    /// For sentences.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) at: Option<Estimate>,
}

impl Course {
    /// The course of `leads` over the rising values of an axis.
    pub(super) fn of(axis: &Axis, numbers: &[f64], leads: &[Band], breaks: Option<&Breaks>) -> Course {
        let mut signs: Vec<Option<Ordering>> = leads.iter().map(|lead| lead.sign()).collect();
        for next in 1..signs.len() {
            let same =
                breaks.is_some_and(|breaks| breaks.between(numbers[next - 1], numbers[next]) == Between::Nothing);
            let differ = signs[next - 1].zip(signs[next]).is_some_and(|(one, other)| one != other);
            if same && differ {
                // Play is the same at both values, so one of the two signs is chance: both are in doubt.
                (signs[next - 1], signs[next]) = (None, None);
            }
        }
        let those = |sign: Option<Ordering>| {
            let places = (0..signs.len()).filter(|&i| signs[i] == sign);
            places.map(|i| axis.values[i].clone()).collect::<Vec<_>>()
        };
        let decided = |i: &usize| matches!(signs[*i], Some(Ordering::Greater | Ordering::Less));
        let known: Vec<usize> = (0..signs.len()).filter(decided).collect();
        let turns: Vec<(usize, usize)> =
            known.windows(2).filter(|pair| signs[pair[0]] != signs[pair[1]]).map(|pair| (pair[0], pair[1])).collect();
        let all = |sign| signs.iter().all(|own| *own == Some(sign));
        let course = match turns.len() {
            _ if all(Ordering::Greater) => Kind::Above,
            _ if all(Ordering::Less) => Kind::Below,
            _ if all(Ordering::Equal) => Kind::Equal,
            0 if known.is_empty() => Kind::InDoubt,
            0 => Kind::Partly,
            1 => Kind::Once,
            _ => Kind::Often,
        };
        let turn = |&(last, first): &(usize, usize)| {
            let broken = breaks.and_then(|breaks| match breaks.between(numbers[last], numbers[first]) {
                Between::One(one) => Some(one),
                // Without a single break the place of the turn stays in doubt.
                Between::Nothing | Between::Several => None,
            });
            let at = (is_whole(axis) && first == last + 1).then(|| even(numbers, leads, (last, first)));
            Turn {
                falls: signs[last] == Some(Ordering::Greater),
                last: axis.values[last].clone(),
                first: axis.values[first].clone(),
                even: at.as_ref().map(Number::of),
                at_break: broken.map(|one| f64::from(one.last().thousandths()) / 1000.0),
                broken,
                between: (last, first),
                at,
            }
        };
        Course {
            course,
            above: those(Some(Ordering::Greater)),
            below: those(Some(Ordering::Less)),
            equal: those(Some(Ordering::Equal)),
            in_doubt: those(None),
            turn: turns.first().filter(|_| turns.len() == 1).map(turn),
            signs,
        }
    }

    pub(super) const fn kind(&self) -> Kind {
        self.course
    }

    /// Whether the lead changes along the key.
    pub(super) const fn turns(&self) -> bool {
        matches!(self.course, Kind::Once | Kind::Often)
    }

    pub(super) const fn turn(&self) -> Option<&Turn> {
        self.turn.as_ref()
    }

    /// The values with a sign in words: `up to Range 12 in`, or without the key's name `at 4 and from 8 to 16`; `None`
    /// if there are none. `named` puts the name of the key before the first value.
    pub(super) fn stretch(&self, axis: &Axis, sign: Option<Ordering>, named: bool) -> Option<String> {
        let unit = axis.short_unit();
        let last = self.signs.len().saturating_sub(1);
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for place in (0..self.signs.len()).filter(|&i| self.signs[i] == sign) {
            match runs.last_mut() {
                Some((_, end)) if *end + 1 == place => *end = place,
                _ => runs.push((place, place)),
            }
        }
        let label = |place: usize| axis.labels.get(place).map_or("?", String::as_str);
        let told = |(number, &(from, to)): (usize, &(usize, usize))| {
            let name = if named && number == 0 { format!("{} ", axis.label) } else { String::new() };
            let (first, end) = (label(from), label(to));
            match (from, to) {
                _ if from == to => format!("at {name}{first}{unit}"),
                (0, _) => format!("up to {name}{end}{unit}"),
                (_, to) if to == last => format!("from {name}{first}{unit} on"),
                _ => format!("from {name}{first} to {end}{unit}"),
            }
        };
        let told: Vec<String> = runs.iter().enumerate().map(told).collect();
        (!told.is_empty()).then(|| listed(&told))
    }
}

/// Whether the values of a key are whole numbers of counted things, so that interpolating between them is meaningful.
fn is_whole(axis: &Axis) -> bool {
    axis.unit != "inches" && axis.values.iter().all(|value| value.parse::<i64>().is_ok())
}

/// Where the straight line between two neighbours crosses zero, and the interval that their bands allow.
fn even(numbers: &[f64], leads: &[Band], (a, b): (usize, usize)) -> Estimate {
    let cross = |at: &dyn Fn(&Band) -> f64| {
        let (low, high) = (at(&leads[a]), at(&leads[b]));
        numbers[a] + (numbers[b] - numbers[a]) * (low / (low - high)).clamp(0.0, 1.0)
    };
    let value = cross(&|band| band.value);
    if leads[a].exact && leads[b].exact {
        return Estimate::exact(value);
    }
    let (one, other) = (cross(&|band| band.low), cross(&|band| band.high));
    let basis = Basis::Sampled { low: one.min(other).min(value), high: one.max(other).max(value), n: 0 };
    Estimate { value, basis }
}
