//! Where a quantity passes an even chance along a swept key.

use engage::{Side, lower};
use runner::{Method, Run};
use stats::{Basis, Estimate, Level};

use super::fact::{Against, Course, Crossing, Number, Told, listed, point};
use crate::frame::numeric;
use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::{FEW_DRAWS, Sheet};

/// The most combinations of other keys that are told one by one.
const MOST_TOLD: usize = 6;

/// What rounding may leave of nothing.
const NOTHING: f64 = 1e-9;

/// Intervals that decide where an even chance is passed: two on either side.
const DECIDING: f64 = 4.0;

/// The key along which a crossing is looked for: the one that runs across in tables, if its values are numbers that rise.
fn along(sheet: &Sheet) -> Option<(usize, Vec<f64>)> {
    let axis = layout::Layout::of(sheet)?.x;
    let numbers = numeric(&sheet.axes[axis])?;
    (numbers.len() > 1 && numbers.windows(2).all(|pair| pair[0] < pair[1])).then_some((axis, numbers))
}

/// The crossings of a chance along the key that runs across, one for each combination of the others.
pub(crate) fn crossings(run: &Run, sheet: &Sheet, column: usize) -> Vec<Crossing> {
    let quantity = &sheet.columns[column];
    let (Some((axis, numbers)), Unit::Share) = (along(sheet), quantity.unit) else { return Vec::new() };
    let side = quantity.side.filter(|_| column < Side::ALL.len());
    let rest = |row: &crate::sheet::Row| Some(1.0 - row.values[0]?.value - row.values[1]?.value);
    let drawn = side.is_some() && sheet.rows.iter().filter_map(rest).any(|draw| draw > FEW_DRAWS);
    let against = if drawn { Against::OtherSide } else { Against::OneHalf };
    let course = |base: Vec<usize>| {
        let lead = |i: usize| lead(run, sheet, &layout::with(&base, axis, i), column, side.filter(|_| drawn));
        let lead =
            |i| lead(i).map(|lead| if lead.value.abs() < NOTHING { Estimate { value: 0.0, ..lead } } else { lead });
        let leads: Option<Vec<Estimate>> = (0..numbers.len()).map(lead).collect();
        let others = (0..sheet.axes.len()).filter(|&other| other != axis);
        Some(Crossing {
            quantity: quantity.id.clone(),
            against,
            variant: None,
            key: sheet.axes[axis].key.clone(),
            at: point(sheet, &base, others),
            course: course(sheet, axis, &numbers, &leads?),
            base,
        })
    };
    layout::bases(sheet, axis).into_iter().filter_map(course).collect()
}

/// Where a variant ceases to do more, or less, than the baseline along the key that runs across, one for each combination of the others.
/// `difference` tells what it does at a point.
pub(crate) fn of_variant(
    sheet: &Sheet,
    column: usize,
    variant: &str,
    difference: &dyn Fn(&[usize]) -> Option<Estimate>,
) -> Vec<Crossing> {
    let Some((axis, numbers)) = along(sheet) else { return Vec::new() };
    let course = |base: Vec<usize>| {
        let leads: Option<Vec<Estimate>> =
            (0..numbers.len()).map(|i| difference(&layout::with(&base, axis, i))).collect();
        let others = (0..sheet.axes.len()).filter(|&other| other != axis);
        Some(Crossing {
            quantity: sheet.columns[column].id.clone(),
            against: Against::Baseline,
            variant: Some(variant.to_owned()),
            key: sheet.axes[axis].key.clone(),
            at: point(sheet, &base, others),
            course: course(sheet, axis, &numbers, &leads?),
            base,
        })
    };
    layout::bases(sheet, axis).into_iter().filter_map(course).collect()
}

/// The courses of a variant's differences in words, such as `lowers it up to Range 24 in and raises it from 48 on, even at 36 ±2`; none
/// if they are not met along the key that runs across.
pub(crate) fn of_variant_said(sheet: &Sheet, crossings: &[Crossing]) -> Option<String> {
    let (axis, _) = along(sheet)?;
    let others: Vec<usize> = (0..sheet.axes.len()).filter(|&other| other != axis).collect();
    let name = &sheet.axes[axis];
    let one = |crossing: &Crossing| match &crossing.course {
        Course::Once { falls, told, .. } => {
            let (first, then) = if *falls { ("raises", "lowers") } else { ("lowers", "raises") };
            let unit = name.short_unit();
            Some(format!(
                "{first} it up to {} {}{unit} and {then} it from {} on, even at {}",
                name.label, told.last, told.first, told.even
            ))
        }
        Course::Above => Some("raises it throughout".to_owned()),
        Course::Below => Some("lowers it throughout".to_owned()),
        Course::Even => Some("does nothing that can be told".to_owned()),
        Course::Often { .. } => None,
    };
    if crossings.len() > MOST_TOLD || !crossings.iter().any(Crossing::is_met) {
        return None;
    }
    let told: Vec<String> = crossings.iter().map(one).collect::<Option<_>>()?;
    let placed = crossings.iter().zip(told).map(|(crossing, told)| match others.as_slice() {
        [] => told,
        others => format!("{told} ({})", layout::name(sheet, &crossing.base, others)),
    });
    Some(placed.collect::<Vec<_>>().join("; "))
}

/// How far a chance is above what it is held against, with an interval widened so that those that decide hold together.
fn lead(run: &Run, sheet: &Sheet, at: &[usize], column: usize, side: Option<Side>) -> Option<Estimate> {
    let row = sheet.row(at).filter(|row| row.played != Some(0))?;
    let chance = row.values[column]?;
    let each = run.intervals.each;
    let together = Level::new(1.0 - (1.0 - each.share()) / DECIDING).unwrap_or(each);
    let Some(side) = side else {
        let wider = together.z() / each.z();
        let value = chance.value - 0.5;
        let basis = match chance.basis {
            Basis::Sampled { low, high, n } => Basis::Sampled {
                low: value - (chance.value - low) * wider,
                high: value + (high - chance.value) * wider,
                n,
            },
            exact @ Basis::Exact { .. } => exact,
        };
        return Some(Estimate { value, basis });
    };
    let cell = run.cells.iter().find(|cell| cell.variant.is_none() && cell.point == at)?;
    let (own, other) = (cell.win[side].value, cell.win[side.enemy()].value);
    let value = own - other;
    let basis = match cell.method {
        Method::Exact { .. } => Basis::Exact { unresolved: 0.0 },
        Method::Sampled { engagements: n } => {
            // The variance of the difference of two shares of the same engagements.
            let half = together.z() * ((own + other - value * value).max(0.0) / n as f64).sqrt();
            Basis::Sampled { low: value - half, high: value + half, n }
        }
    };
    Some(Estimate { value, basis })
}

/// The course of leads over rising numbers.
fn course(sheet: &Sheet, axis: usize, numbers: &[f64], leads: &[Estimate]) -> Course {
    let bands: Vec<(f64, f64)> = leads.iter().map(number::bounds).collect();
    let is_above = |i: usize| leads[i].value >= 0.0;
    // Values at which it is not known which side is ahead are passed over.
    let known: Vec<usize> = (0..leads.len()).filter(|&i| bands[i].0 > 0.0 || bands[i].1 < 0.0).collect();
    let turns: Vec<(usize, usize)> =
        known.windows(2).filter(|pair| is_above(pair[0]) != is_above(pair[1])).map(|pair| (pair[0], pair[1])).collect();
    let axis = &sheet.axes[axis];
    match (turns.as_slice(), known.first()) {
        (_, None) => Course::Even,
        ([], Some(&first)) => {
            if is_above(first) {
                Course::Above
            } else {
                Course::Below
            }
        }
        (&[(from, to)], _) => {
            let falls = is_above(from);
            let b = (from + 1..=to).find(|&i| is_above(i) != falls).unwrap_or(to);
            let a = b - 1;
            let cross = |a: usize, b: usize, at: &dyn Fn(usize) -> f64| {
                let (low, high) = (at(a), at(b));
                numbers[a] + (numbers[b] - numbers[a]) * (low / (low - high)).clamp(0.0, 1.0)
            };
            let at = cross(a, b, &|i| leads[i].value);
            // Seen so that the lead falls: its lower end is even first, its upper end last.
            let lower = |i: usize| if falls { bands[i].0 } else { -bands[i].1 };
            let upper = |i: usize| if falls { bands[i].1 } else { -bands[i].0 };
            let first = (from + 1..=to).find(|&i| lower(i) <= 0.0).unwrap_or(to);
            let last = (from..to).rev().find(|&i| upper(i) >= 0.0).unwrap_or(from);
            let (low, high) = (cross(first - 1, first, &lower), cross(last, last + 1, &upper));
            let n = leads.iter().find_map(|lead| match lead.basis {
                Basis::Sampled { n, .. } => Some(n),
                Basis::Exact { .. } => None,
            });
            let basis = match n {
                Some(n) => Basis::Sampled { low: low.min(at), high: high.max(at), n },
                None => Basis::Exact { unresolved: 0.0 },
            };
            let even = Estimate { value: at, basis };
            let told = Told {
                last: axis.labels[a].clone(),
                first: axis.labels[b].clone(),
                even: match n {
                    Some(_) => number::full(&even, Unit::Count),
                    None => shortened(at),
                },
            };
            let (last, first) = (axis.values[a].clone(), axis.values[b].clone());
            Course::Once { falls, last, first, even: Number::of(&even), told }
        }
        _ => {
            let those =
                |words: &[String]| (0..words.len()).filter(|&i| is_above(i)).map(|i| words[i].clone()).collect();
            Course::Often { above: those(&axis.values), labels: those(&axis.labels) }
        }
    }
}

/// A computed place to three decimals at most.
fn shortened(at: f64) -> String {
    format!("{at:.3}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The crossings in a sentence.
pub(crate) fn crossings_said(sheet: &Sheet, column: usize, crossings: &[Crossing]) -> Option<String> {
    let ((axis, _), any) = (along(sheet)?, crossings.first()?);
    let label = &sheet.columns[column].label;
    let than = match any.against {
        Against::OtherSide => "the other side",
        Against::OneHalf | Against::Baseline => "not",
    };
    let more = format!("more often than {than}");
    let swept = &sheet.axes[axis];
    let (name, unit) = (lower(&swept.label), swept.short_unit());
    let others: Vec<usize> = (0..sheet.axes.len()).filter(|&other| other != axis).collect();
    let whatever = if others.is_empty() { "" } else { ", whatever the other keys are" };
    let all = |course: Course| crossings.iter().all(|one| one.course == course);
    if all(Course::Above) {
        return Some(format!("{label} {more} at every value of {name}{whatever}."));
    }
    if all(Course::Below) {
        return Some(format!("{label} less often than {than} at every value of {name}{whatever}."));
    }
    if all(Course::Even) {
        return Some(format!("“{label}” is too near to even to tell at every value of {name}{whatever}."));
    }
    if let [crossing] = crossings {
        let course = match &crossing.course {
            Course::Once { falls: true, told, .. } => {
                format!(
                    "up to {} {}{unit}, less often from {}{unit} on: even at {}",
                    swept.label, told.last, told.first, told.even
                )
            }
            Course::Once { told, .. } => {
                format!(
                    "from {} {}{unit} on, less often up to {}{unit}: even at {}",
                    swept.label, told.first, told.last, told.even
                )
            }
            Course::Often { labels, .. } => format!("only at {} {}{unit}", swept.label, listed(labels)),
            Course::Above | Course::Below | Course::Even => return None,
        };
        return Some(format!("{label} {more} {course}."));
    }
    if crossings.len() <= MOST_TOLD {
        let each = crossings.iter().map(|crossing| {
            let place = layout::name(sheet, &crossing.base, &others);
            let course = match &crossing.course {
                Course::Once { falls: true, told, .. } => format!("up to {}{unit}", told.even),
                Course::Once { told, .. } => format!("from {}{unit} on", told.even),
                Course::Above => "at every value".to_owned(),
                Course::Below => "at none".to_owned(),
                Course::Even => "too near to even to tell".to_owned(),
                Course::Often { labels, .. } => format!("only at {}{unit}", listed(labels)),
            };
            format!("{course} ({place})")
        });
        return Some(format!("{label} {more}, by {name}: {}.", each.collect::<Vec<_>>().join("; ")));
    }
    let count = |holds: &dyn Fn(&Course) -> bool| crossings.iter().filter(|one| holds(&one.course)).count();
    let even: Vec<(&Crossing, f64, &Told)> = crossings
        .iter()
        .filter_map(|one| match &one.course {
            Course::Once { even, told, .. } => Some((one, even.value?, told)),
            _ => None,
        })
        .collect();
    let mut parts = Vec::new();
    let least = even.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let most = even.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    if let (Some(least), Some(most)) = (least, most) {
        let at = |(crossing, _, told): &(&Crossing, f64, &Told)| {
            format!("{}{unit} ({})", told.even, layout::name(sheet, &crossing.base, &others))
        };
        parts.push(match even.len() {
            1 => format!("even once, at {}", at(least)),
            count => format!("even at {} to {} in {count} combinations", at(least), at(most)),
        });
    }
    for (told, count) in [
        ("at every value", count(&|course| *course == Course::Above)),
        ("at none", count(&|course| *course == Course::Below)),
        ("now and then", count(&|course| matches!(course, Course::Often { .. }))),
        ("too near to even to tell", count(&|course| *course == Course::Even)),
    ] {
        if count > 0 {
            parts.push(format!("{told} in {count}"));
        }
    }
    Some(format!("{label} {more} or not, by {name}: {}.", parts.join("; ")))
}
