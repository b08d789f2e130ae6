//! Finds the best alternative among the variants and their baseline, or among the values of a swept key.

use std::cmp::Ordering;

use engage::Side;
use stats::Estimate;

use super::band::Band;
use super::fact::{Fact, Says};
use super::known::Known;
use super::point::{listed, point};
use super::variants::Variants;
use crate::frame::numeric;
use crate::layout;
use crate::number::Unit;
use crate::sheet::{BASELINE, Sheet};

/// Alternatives, and which of them is best at each combination of the other keys.
pub(super) struct Choice<'k> {
    known: &'k Known,
    /// The swept key whose values are the alternatives, or `variant`.
    key: String,
    /// The name of each in data.
    words: Vec<String>,
    /// The name of each within a sentence.
    names: Vec<String>,
    /// A shorter name of each, for sentences that have already named the key.
    brief: Vec<String>,
    places: Vec<Combination>,
}

/// A combination of the other keys.
struct Combination {
    at: Vec<usize>,
    /// The row of each alternative in the result.
    rows: Vec<usize>,
    /// The value of the quantity with each alternative.
    values: Vec<Option<Estimate>>,
    /// The alternatives that no other is known to beat.
    best: Vec<usize>,
    /// Whether these are known to be equal.
    tied: bool,
    /// Whether all values are exact.
    exact: bool,
}

impl<'k> Choice<'k> {
    /// The variants and their baseline.
    pub(super) fn of_variants(known: &'k Known, variants: &Variants<'_>) -> Choice<'k> {
        let Sheet { baseline, variants: own, .. } = &known.sheet;
        let place = |at: Vec<usize>| {
            let (rows, values, bands) = variants.at(&at);
            Combination::of(at, rows, values, &bands, sense(known))
        };
        let quoted = own.iter().map(|name| format!("“{name}”"));
        let names: Vec<String> = std::iter::once(baseline.clone()).chain(quoted).collect();
        Choice {
            known,
            key: "variant".to_owned(),
            words: std::iter::once(BASELINE.to_owned()).chain(own.iter().cloned()).collect(),
            brief: names.clone(),
            names,
            places: layout::points(&known.sheet, &known.axes()).into_iter().map(place).collect(),
        }
    }

    /// The values of a swept key.
    pub(super) fn of_key(known: &'k Known, axis: usize) -> Choice<'k> {
        let key = &known.sheet.axes[axis];
        let all = || 0..key.values.len();
        let place = |base: Vec<usize>| {
            let points: Vec<Vec<usize>> = all().map(|value| layout::with(&base, axis, value)).collect();
            let values = points.iter().map(|at| known.sheet.value(at, known.column)).collect();
            let bands: Vec<Band> = points.iter().map(|at| known.band(at)).collect();
            Combination::of(base.clone(), known.rows_along(&base, axis), values, &bands, sense(known))
        };
        Choice {
            known,
            key: key.key.clone(),
            words: key.values.clone(),
            names: all().map(|value| key.with(value)).collect(),
            brief: key.labels.iter().map(|label| format!("{label}{}", key.short_unit())).collect(),
            places: layout::bases(&known.sheet, axis).into_iter().map(place).collect(),
        }
    }

    /// A choice for each swept key whose values are words.
    pub(super) fn of_words(known: &'k Known) -> impl Iterator<Item = Choice<'k>> {
        let axes = known.axes().into_iter().filter(|&axis| numeric(&known.sheet.axes[axis]).is_none());
        axes.map(|axis| Choice::of_key(known, axis))
    }

    /// The swept key that a question for the best refers to: the first key with words as values, otherwise the first
    /// key.
    pub(super) fn of_keys(known: &'k Known) -> Option<Choice<'k>> {
        let mut axes = known.sheet.swept();
        let words = axes.clone().find(|&axis| numeric(&known.sheet.axes[axis]).is_none());
        Some(Choice::of_key(known, words.or_else(|| axes.next())?))
    }

    /// The name of the alternative that is best at every combination, if there are several combinations.
    pub(super) fn everywhere(&self) -> Option<String> {
        let best = self.places.first().filter(|_| self.places.len() > 1 && self.names.len() > 1)?.sole()?;
        let all = self.places.iter().all(|place| place.sole() == Some(best));
        all.then(|| self.names[best].clone())
    }

    /// One fact for each combination.
    pub(super) fn facts(&self) -> impl Iterator<Item = Fact> {
        let Known { sheet, column, .. } = self.known;
        let others = || self.known.axes().into_iter().filter(|&axis| sheet.axes[axis].key != self.key);
        self.places.iter().map(move |place| Fact {
            quantity: sheet.columns[*column].id.clone(),
            cells: place.rows.clone(),
            level: if place.exact { 1.0 } else { sheet.page_level().share() },
            exact: place.exact,
            says: Says::Best {
                key: self.key.clone(),
                at: point(sheet, &place.at, others()),
                best: place.best.iter().map(|&one| self.words[one].clone()).collect(),
                equal: place.tied,
            },
        })
    }

    /// The word for the best value of a quantity.
    pub(super) fn word(known: &Known) -> &'static str {
        match sense(known) {
            Ordering::Less => "lowest",
            _ => "highest",
        }
    }

    /// Candidate sentences about the best alternative, the most detailed first.
    pub(super) fn said(&self) -> Vec<String> {
        let head = format!("“{}” is {}", self.known.label(), Choice::word(self.known));
        match self.places.as_slice() {
            [place] => self.at_one_place(&head, place),
            several => vec![self.over_places(&head, several)],
        }
    }

    fn at_one_place(&self, head: &str, place: &Combination) -> Vec<String> {
        let value = |one: usize| {
            place.values[one].as_ref().map_or_else(|| "not played".to_owned(), |value| self.known.spoken(value))
        };
        let best = |valued: bool| {
            let told = |&one: &usize| {
                if valued { format!("{} ({})", self.names[one], value(one)) } else { self.names[one].clone() }
            };
            let told: Vec<String> = place.best.iter().map(told).collect();
            match told.as_slice() {
                [_] => listed(&told),
                _ if place.tied => format!("{} alike", listed(&told)),
                _ => format!("{}, too close to call", told.join(" or ")),
            }
        };
        let mut rest: Vec<usize> = (0..self.names.len()).filter(|one| !place.best.contains(one)).collect();
        let size = |one: &usize| place.values[*one].map_or(f64::NEG_INFINITY, |value| value.value);
        rest.sort_by(|a, b| size(b).total_cmp(&size(a)));
        if sense(self.known) == Ordering::Less {
            rest.reverse();
        }
        let rest: Vec<String> =
            rest.into_iter().map(|one| format!("{} with {}", value(one), self.brief[one])).collect();
        let said = |count: usize| {
            let others = if count > 0 { format!("; {}", rest[..count].join(", ")) } else { String::new() };
            let left =
                if count < rest.len() { format!("; {} more in the table", rest.len() - count) } else { String::new() };
            format!("{others}{left}.")
        };
        let with = |best: &str| {
            (0..=rest.len()).rev().map(|count| format!("{head} with {best}{}", said(count))).collect::<Vec<_>>()
        };
        [with(&best(true)), with(&best(false))].concat()
    }

    fn over_places(&self, head: &str, places: &[Combination]) -> String {
        let mut groups: Vec<(String, usize)> = Vec::new();
        for place in places {
            let names = || listed(&place.best.iter().map(|&one| self.names[one].clone()).collect::<Vec<_>>());
            let told = match place.best.len() {
                1 => format!("with {}", names()),
                _ if place.tied => format!("with {} alike", names()),
                _ => String::new(),
            };
            match groups.iter_mut().find(|(known, _)| *known == told) {
                Some((_, count)) => *count += 1,
                None => groups.push((told, 1)),
            }
        }
        groups.sort_by_key(|(told, count)| (told.is_empty(), std::cmp::Reverse(*count)));
        let cells = if self.key == "variant" { "cells" } else { "combinations of the other keys" };
        let all = places.len();
        let of = |i: usize, count: usize| match (i, count == all) {
            (_, true) => format!("all {all} {cells}"),
            (0, _) => format!("{count} of {all} {cells}"),
            _ => count.to_string(),
        };
        let known = groups.iter().filter(|(told, _)| !told.is_empty()).enumerate();
        let parts: Vec<String> = known.map(|(i, (told, count))| format!("{told} in {}", of(i, *count))).collect();
        match (parts.is_empty(), groups.iter().find(|(told, _)| told.is_empty())) {
            (true, _) => format!("Where {head} is not clear yet in any of the {all} {cells}."),
            (false, Some((_, count))) => format!("{head} {}; it is not clear yet in {count}.", parts.join(", ")),
            (false, None) => format!("{head} {}.", parts.join(", ")),
        }
    }
}

impl Combination {
    /// Builds a combination from the numbers of its alternatives; `bands` measure each against the same reference.
    fn of(
        at: Vec<usize>,
        rows: Vec<usize>,
        values: Vec<Option<Estimate>>,
        bands: &[Band],
        sense: Ordering,
    ) -> Combination {
        let beaten = |one: &Band| bands.iter().any(|other| other.against(*one) == Some(sense));
        let best: Vec<usize> = (0..bands.len()).filter(|&one| !beaten(&bands[one])).collect();
        let equal = |pair: &[usize]| bands[pair[0]].against(bands[pair[1]]) == Some(Ordering::Equal);
        let (tied, exact) = (best.windows(2).all(equal), bands.iter().all(|band| band.exact));
        Combination { at, rows, values, best, tied, exact }
    }

    fn sole(&self) -> Option<usize> {
        if let [one] = self.best.as_slice() { Some(*one) } else { None }
    }
}

/// Which end of a quantity is best for the side of the question: more wins of its own side, fewer losses.
fn sense(known: &Known) -> Ordering {
    let Sheet { about, columns, .. } = &known.sheet;
    let column = &columns[known.column];
    let own = |side: Side| side == about.view;
    match (column.side, column.unit) {
        (Some(side), Unit::Share) if !own(side) => Ordering::Less,
        (Some(side), Unit::Count) if own(side) => Ordering::Less,
        _ => Ordering::Greater,
    }
}
