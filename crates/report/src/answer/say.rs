//! Sentences from a few patterns, each used only for cells in which it is known to hold.

use std::cmp::Ordering;

use engage::{Break, lower};
use stats::Estimate;

use super::course::{Course, Kind};
use super::fact::{Against, Along, End};
use super::known::Known;
use super::point::listed;
use crate::frame::numeric;
use crate::layout;
use crate::number::{self, Alike, Unit};

/// The most characters of an answer.
pub(super) const LONGEST: usize = 160;

/// The most values of a key that each get their turn in a sentence.
const MOST_PARTS: usize = 8;

/// The first sentence that is short enough, otherwise the shortest.
pub(super) fn fitting(candidates: impl IntoIterator<Item = String>, longest: usize) -> Option<String> {
    let all: Vec<String> = candidates.into_iter().collect();
    let fits = all.iter().find(|one| one.chars().count() <= longest).cloned();
    fits.or_else(|| all.into_iter().min_by_key(|one| one.chars().count()))
}

/// A difference as written in sentences: `+2.31 ±0.04 points`, `-18.68 points, exactly`.
pub(super) fn change(difference: &Estimate, unit: Unit) -> String {
    let said = change_alone(difference, unit);
    if is_exactly(difference, unit) { format!("{said}, exactly") } else { said }
}

/// As [`change`], without saying whether it is exact.
pub(super) fn change_alone(difference: &Estimate, unit: Unit) -> String {
    let points = if unit == Unit::Share { " points" } else { "" };
    let margin = number::margin(difference, unit);
    let margin = if margin.is_empty() { margin } else { format!(" {margin}") };
    format!("{}{margin}{points}", number::signed_alone(difference, unit))
}

/// Whether a difference is computed and its unresolved share does not affect the digits shown.
pub(super) fn is_exactly(difference: &Estimate, unit: Unit) -> bool {
    number::is_exact(difference) && number::margin(difference, unit).is_empty()
}

impl Known {
    /// `Blue wins 86.3 % ±0.1`.
    fn stated(&self, value: &Estimate) -> String {
        format!("{} {}", self.label(), self.spoken(value))
    }

    /// Candidate sentences about the quantity along the key that moves it most, at every value or at some; the other
    /// keys are as in the first row.
    pub(super) fn values(&self) -> Vec<String> {
        let Some((_, row, value)) = self.valued().next() else { return Vec::new() };
        if self.extremes().0.is_some_and(|least| least.at.len() == self.sheet.rows.len()) {
            return vec![format!("{}, the same in every row.", self.stated(&value))];
        }
        let moved = self.axes().into_iter().rev().filter_map(|axis| Some((axis, self.moved(axis)?.value)));
        let first = format!("{} with {}.", self.stated(&value), self.name(&row.point));
        let Some((axis, _)) = moved.max_by(|a, b| a.1.total_cmp(&b.1)) else { return vec![first] };
        let (key, points) = (&self.sheet.axes[axis], if self.unit() == Unit::Share { " %" } else { "" });
        let others: Vec<usize> = self.axes().into_iter().filter(|&other| other != axis).collect();
        let place = layout::name(&self.sheet, &row.point, &others);
        let place = if others.is_empty() { place } else { format!("; with {place}") };
        let line: Vec<(usize, Estimate)> = self
            .line(&row.point, axis)
            .filter_map(|row| Some((self.sheet.rows[row].point[axis], self.sheet.rows[row].value(self.column)?)))
            .collect();
        // If not all words fit, the ones shown in between are intermediate in size.
        let mut sorted = line.clone();
        if numeric(key).is_none() {
            sorted.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
        }
        let said = |count: usize| {
            let (all, between) = if count < line.len() { (&sorted, ", others between them") } else { (&line, "") };
            let shown: Vec<&(usize, Estimate)> =
                layout::spread(line.len(), count).into_iter().map(|i| &all[i]).collect();
            let alike = Alike::of(shown.iter().map(|(_, value)| value), self.unit(), false);
            let value = |(at, value): &&(usize, Estimate)| {
                format!("{}{points} ({}{})", alike.shown(value), key.labels[*at], key.short_unit())
            };
            let told = listed(&shown.iter().map(value).collect::<Vec<_>>());
            format!("“{}” by {}: {told}{between}; {}{place}.", self.label(), lower(&key.label), alike.trust(count))
        };
        (2..=line.len()).rev().map(said).chain([first]).collect()
    }

    /// `least with Range 24 in (12.3 % ±0.1)`.
    fn end_said(&self, end: &End, word: &str) -> Option<String> {
        let row = &self.sheet.rows[end.row];
        let others = match end.at.len() {
            1 => String::new(),
            2 => " and in 1 more row".to_owned(),
            count => format!(" and in {} more rows", count - 1),
        };
        Some(format!("{word} with {}{others} ({})", self.name(&row.point), self.spoken(&row.value(self.column)?)))
    }

    /// Phrases about where a quantity is smallest and largest, as far as known.
    pub(super) fn ends(&self) -> Vec<String> {
        let (least, most) = self.extremes();
        if least.as_ref().zip(most.as_ref()).is_some_and(|(least, most)| least.row == most.row) {
            return Vec::new();
        }
        let ends: Vec<String> = [(least, "least"), (most, "most")]
            .into_iter()
            .filter_map(|(end, word)| self.end_said(&end?, word))
            .collect();
        if ends.is_empty() { ends } else { vec![format!("is {}", listed(&ends))] }
    }

    /// Joins phrases to a sentence about the quantity.
    pub(super) fn about(&self, known: &[String]) -> Option<String> {
        (!known.is_empty()).then(|| format!("“{}” {}.", self.label(), known.join(", and ")))
    }

    /// Candidate sentences about where a side is ahead, the most detailed first; empty if there is no key along which
    /// the lead could change.
    pub(super) fn turns(&self) -> Vec<String> {
        let courses = self.courses();
        let Some((axis, first)) = courses.first() else { return Vec::new() };
        let alongs: Vec<&Along> = courses.iter().map(|(_, along)| along).collect();
        let whole = self.course_said(*axis, first, "");
        if alongs.len() == 1 {
            return vec![whole];
        }
        let all = |kind: Kind| alongs.iter().all(|along| along.course.kind() == kind);
        if all(Kind::Above) || all(Kind::Below) || all(Kind::Equal) || all(Kind::InDoubt) {
            return vec![self.course_said(*axis, first, ", whatever the other keys are")];
        }
        let others: Vec<usize> = (0..self.sheet.axes.len()).filter(|other| other != axis).collect();
        let place = layout::name(&self.sheet, &first.base, &others);
        self.turns_by_value().into_iter().chain([format!("With {place} {whole}")]).collect()
    }

    /// Candidate sentences about the turns at each value of the only other key, the most detailed first.
    pub(super) fn turns_by_value(&self) -> Vec<String> {
        let courses = self.courses();
        let alongs: Vec<&Along> = courses.iter().map(|(_, along)| along).collect();
        let Some(first) = alongs.first() else { return Vec::new() };
        let [more, ..] = self.likelier(first.against);
        let mut heads = vec![format!("{} is {more}", self.quoted())];
        if let (Against::OtherSide, Some(side)) = (first.against, self.wins_of()) {
            heads.push(format!("More often won than lost by {}", self.sheet.sides[side]));
        }
        heads.iter().filter_map(|head| self.by_value(head, &alongs)).collect()
    }

    /// Lists courses along one key, each with the value of the only other key, after `head`.
    pub(super) fn by_value(&self, head: &str, alongs: &[&Along]) -> Option<String> {
        let (axis, _) = self.along()?;
        let others: Vec<usize> = self.axes().into_iter().filter(|&other| other != axis).collect();
        let &[other] = others.as_slice() else { return None };
        if alongs.len() > MOST_PARTS {
            return None;
        }
        let (key, by) = (&self.sheet.axes[axis], &self.sheet.axes[other]);
        let places = || alongs.iter().filter_map(|along| along.course.turn()?.at.as_ref());
        let alike = Alike::of(places(), Unit::Count, false);
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (number, along) in alongs.iter().enumerate() {
            let told = short(&along.course, key, &alike);
            let place = along.base[other];
            let value = if number == 0 { by.with(place) } else { format!("{}{}", by.labels[place], by.short_unit()) };
            match groups.iter_mut().find(|(text, _)| *text == told) {
                Some((_, labels)) => labels.push(value),
                None => groups.push((told, vec![value])),
            }
        }
        let told: Vec<String> =
            groups.into_iter().map(|(text, labels)| format!("{text} ({})", listed(&labels))).collect();
        let trust = alike.reach().map_or_else(String::new, |_| format!("; {}", alike.trust(places().count())));
        Some(format!("{head}, by {}: {}{trust}.", lower(&key.label), told.join(", ")))
    }

    fn quoted(&self) -> String {
        format!("“{}”", self.label())
    }

    /// The phrases for likelier than, less likely than and as likely as the reference.
    fn likelier(&self, against: Against) -> [String; 3] {
        let other =
            self.wins_of().zip(self.sheet.wins).map(|(side, wins)| &self.sheet.columns[wins[side.enemy()]].label);
        match other.filter(|_| against == Against::OtherSide) {
            Some(other) => ["likelier", "less likely", "as likely"]
                .map(|how| format!("{how} {} “{other}”", if how.starts_with("as") { "as" } else { "than" })),
            None => ["likelier than not", "less likely than not", "exactly as likely as not"].map(str::to_owned),
        }
    }

    /// A sentence about a course.
    fn course_said(&self, axis: usize, along: &Along, whatever: &str) -> String {
        let (key, label, course) = (&self.sheet.axes[axis], self.quoted(), &along.course);
        let name = lower(&key.label);
        let [more, less, equal] = self.likelier(along.against);
        let everywhere = format!("at every value of {name}{whatever}");
        match course.kind() {
            Kind::Above => return format!("{label} is {more} {everywhere}."),
            Kind::Below => return format!("{label} is {less} {everywhere}."),
            Kind::Equal => return format!("{label} is {equal} {everywhere}, exactly."),
            Kind::InDoubt if course.signs.iter().all(Option::is_none) => {
                return format!("Whether {label} is {more} is not clear yet at any value of {name}{whatever}.");
            }
            _ => {}
        }
        let turn = course.turn();
        let mut parts: Vec<String> = Vec::new();
        for (sign, how) in [(Ordering::Greater, &more), (Ordering::Less, &less), (Ordering::Equal, &equal)] {
            if let Some(stretch) = course.stretch(key, Some(sign), parts.is_empty()) {
                // The reference is named only once.
                let brief = how.split(" than").next().and_then(|how| how.split(" as “").next()).unwrap_or(how);
                parts.push(format!("{} {stretch}", if parts.is_empty() { how.as_str() } else { brief }));
            }
        }
        let mut said = format!("{label} is {}", parts.join(", "));
        if let Some(turn) = turn {
            said += &match (&turn.at, turn.broken) {
                (Some(at), _) => format!(": even at {}", even(at)),
                (None, Some(at)) => format!("; it turns {}{}", at_break(at), key.short_unit()),
                (None, None) => format!("; it turns between {}", between(key, turn.between)),
            };
        }
        if let Some(stretch) = course.stretch(key, None, parts.is_empty()) {
            said += &format!("; {stretch} it is not clear yet");
        }
        said + "."
    }
}

/// A short phrase about where a course is above.
fn short(course: &Course, key: &runner::Axis, alike: &Alike) -> String {
    let unit = key.short_unit();
    let doubt = course.stretch(key, None, false).map_or_else(String::new, |doubt| format!(", {doubt} in doubt"));
    let said = match (course.kind(), course.turn()) {
        (Kind::Above, _) => "always".to_owned(),
        (Kind::Below, _) => "never".to_owned(),
        (Kind::Equal, _) => "equal throughout".to_owned(),
        (Kind::InDoubt, _) => return "not clear yet".to_owned(),
        (_, Some(turn)) => {
            let (last, first) = turn.between;
            let (up_to, from) = match (&turn.at, turn.broken) {
                (Some(at), _) => (alike.shown(at), alike.shown(at)),
                (None, Some(at)) => (at.up_to(), at.from()),
                (None, None) if turn.falls => {
                    let rest = format!("{unit}, not from {}", key.labels[first]);
                    return format!("up to {}{rest}{unit} on{doubt}", key.labels[last]);
                }
                (None, None) => {
                    let rest = format!("{unit} on, not up to {}", key.labels[last]);
                    return format!("from {}{rest}{unit}{doubt}", key.labels[first]);
                }
            };
            if turn.falls { format!("up to {up_to}{unit}") } else { format!("from {from}{unit} on") }
        }
        _ => course.stretch(key, Some(Ordering::Greater), false).unwrap_or_else(|| "nowhere known".to_owned()),
    };
    let equal = course.stretch(key, Some(Ordering::Equal), false).filter(|_| course.kind() != Kind::Equal);
    let equal = equal.map_or_else(String::new, |equal| format!(", equal {equal}"));
    format!("{said}{equal}{doubt}")
}

/// The place of a break in words: `just beyond 24`, `at 6`.
fn at_break(one: Break) -> String {
    let from = one.from();
    if from.starts_with("just") { from } else { format!("at {from}") }
}

/// Two values of a key, with its unit: `4 and 6 in`.
fn between(key: &runner::Axis, (last, first): (usize, usize)) -> String {
    format!("{} and {}{}", key.labels[last], key.labels[first], key.short_unit())
}

/// A place with its interval; a computed one has at most three decimals.
fn even(place: &Estimate) -> String {
    if number::is_exact(place) {
        format!("{:.3}", place.value).trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        number::full(place, Unit::Count)
    }
}
