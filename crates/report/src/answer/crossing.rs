//! Where a quantity passes an even chance along a swept key.

use engage::{Side, lower};
use stats::{Basis, Estimate, Level};

use super::fact::{Against, Course, Crossing, Number, Told, listed, point};
use super::rows::{self, FEW_PARTS, MOST_PARTS};
use crate::frame::numeric;
use crate::layout;
use crate::number::{self, Alike, Unit};
use crate::sheet::{FEW_DRAWS, Sheet};

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
pub(crate) fn crossings(sheet: &Sheet, column: usize) -> Vec<Crossing> {
    let quantity = &sheet.columns[column];
    let (Some((axis, numbers)), Unit::Share) = (along(sheet), quantity.unit) else { return Vec::new() };
    let side = quantity.side.filter(|&side| sheet.wins.is_some_and(|wins| wins[side] == column));
    let rest = |row: &crate::sheet::Row| {
        let wins = sheet.wins?;
        Some(1.0 - row.value(wins.blue)?.value - row.value(wins.red)?.value)
    };
    let drawn = side.is_some() && sheet.rows.iter().filter_map(rest).any(|draw| draw > FEW_DRAWS);
    let against = if drawn { Against::OtherSide } else { Against::OneHalf };
    let course = |base: Vec<usize>| {
        let lead = |i: usize| lead(sheet, &layout::with(&base, axis, i), column, side.filter(|_| drawn));
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
pub(crate) fn of_variant_said(sheet: &Sheet, column: usize, variant: &str, crossings: &[Crossing]) -> Option<String> {
    let (axis, _) = along(sheet)?;
    let others: Vec<usize> = (0..sheet.axes.len()).filter(|&other| other != axis).collect();
    let name = &sheet.axes[axis];
    let often = crossings.iter().any(|one| matches!(one.course, Course::Often { .. }));
    if often || crossings.len() > MOST_PARTS || !crossings.iter().any(Crossing::is_met) {
        return None;
    }
    let unit = name.short_unit();
    if let [Crossing { course: Course::Once { falls, told, .. }, .. }] = crossings {
        let (first, then) = if *falls { ("raises", "lowers") } else { ("lowers", "raises") };
        let (last, next, even) = (&told.last, &told.first, even(&told.even));
        let along = format!("up to {} {last}{unit} and {then} it from {next} on, even at {even}", name.label);
        return Some(format!("“{variant}” {first} it {along}"));
    }
    let one = |crossing: &Crossing| match &crossing.course {
        Course::Once { falls: true, told, .. } => format!("up to {}{unit}", even(&told.even)),
        Course::Once { told, .. } => format!("from {}{unit} on", even(&told.even)),
        Course::Above => "throughout".to_owned(),
        Course::Even => "nowhere that can be told".to_owned(),
        Course::Below | Course::Often { .. } => "nowhere".to_owned(),
    };
    let place = |crossing: &Crossing| match others.as_slice() {
        &[other] => rows::labels(sheet, other)[crossing.base[other]].clone(),
        others => layout::name(sheet, &crossing.base, others),
    };
    let parts = crossings.iter().map(|crossing| (one(crossing), place(crossing)));
    let (label, name) = (&sheet.columns[column].label, lower(&name.label));
    Some(format!("“{variant}” raises “{label}”, by {name}: {}; elsewhere it does not", rows::joined(parts)))
}

/// How far a chance is above what it is held against, with an interval widened so that those that decide hold together.
fn lead(sheet: &Sheet, at: &[usize], column: usize, side: Option<Side>) -> Option<Estimate> {
    let row = sheet.row(at).filter(|row| row.played != Some(0))?;
    let chance = row.values[column]?;
    let each = sheet.level();
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
    let wins = sheet.wins?;
    let (own, other) = (row.value(wins[side])?.value, row.value(wins[side.enemy()])?.value);
    let value = own - other;
    let basis = match row.played {
        None => Basis::Exact { unresolved: 0.0 },
        Some(n) => {
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
            let basis = match leads.iter().find_map(Estimate::engagements) {
                Some(n) => Basis::Sampled { low: low.min(at), high: high.max(at), n },
                None => Basis::Exact { unresolved: 0.0 },
            };
            let even = Estimate { value: at, basis };
            let told = Told { last: axis.labels[a].clone(), first: axis.labels[b].clone(), even };
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

/// A place with its interval, or a computed one to three decimals at most.
fn even(place: &Estimate) -> String {
    if number::is_exact(place) {
        format!("{:.3}", place.value).trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        number::full(place, Unit::Count)
    }
}

/// The crossings in a sentence without its full stop: of one where it turns, of more in parts by the key `by`.
pub(crate) fn crossings_said(
    sheet: &Sheet,
    column: usize,
    crossings: &[Crossing],
    by: Option<usize>,
) -> Option<String> {
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
        return Some(format!("{label} {more} at every value of {name}{whatever}"));
    }
    if all(Course::Below) {
        return Some(format!("{label} less often than {than} at every value of {name}{whatever}"));
    }
    if all(Course::Even) {
        return Some(format!("“{label}” is too near to even to tell at every value of {name}{whatever}"));
    }
    if let [crossing] = crossings {
        let course = match &crossing.course {
            Course::Once { falls, told, .. } => {
                let (last, next, even) = (&told.last, &told.first, even(&told.even));
                if *falls {
                    format!("up to {} {last}{unit}, less often from {next}{unit} on: even at {even}", swept.label)
                } else {
                    format!("from {} {next}{unit} on, less often up to {last}{unit}: even at {even}", swept.label)
                }
            }
            Course::Often { labels, .. } => format!("only at {} {}{unit}", swept.label, listed(labels)),
            Course::Above | Course::Below | Course::Even => return None,
        };
        return Some(format!("{label} {more} {course}"));
    }
    let by = by.filter(|by| others.contains(by)).or(others.last().copied())?;
    let places = || crossings.iter().filter_map(|one| one.course.even());
    let alike = Alike::of(places(), Unit::Count, false);
    let labels = rows::labels(sheet, by);
    let part = |value: usize| {
        let own: Vec<&Course> = crossings.iter().filter(|one| one.base[by] == value).map(|one| &one.course).collect();
        (told(&own, &alike, &unit), labels[value].clone())
    };
    let values = sheet.axes[by].values.len();
    let parts = if values <= FEW_PARTS {
        rows::joined((0..values).map(part))
    } else {
        let ends = ends(sheet, by, crossings);
        format!("{}; {} others between", rows::joined(ends.iter().map(|&value| part(value))), values - ends.len())
    };
    let trust = match places().count() {
        0 => String::new(),
        count => format!("; {}", alike.trust(count)),
    };
    Some(format!("{label} {more}, by {name}: {parts}{trust}"))
}

/// The first value of a key, and of the others that with the shortest and that with the longest part above.
fn ends(sheet: &Sheet, by: usize, crossings: &[Crossing]) -> Vec<usize> {
    let reach = |value: &usize| {
        let own = crossings.iter().filter(|one| one.base[by] == *value);
        let above = own.map(|one| match &one.course {
            Course::Above => f64::INFINITY,
            Course::Once { falls: true, told, .. } => told.even.value,
            Course::Once { told, .. } => -told.even.value,
            Course::Below => f64::NEG_INFINITY,
            Course::Even | Course::Often { .. } => 0.0,
        });
        above.fold(f64::NEG_INFINITY, f64::max)
    };
    let others = || 1..sheet.axes[by].values.len();
    let least = others().min_by(|a, b| reach(a).total_cmp(&reach(b)));
    let most = others().max_by(|a, b| reach(a).total_cmp(&reach(b)));
    let mut ends: Vec<usize> = [Some(0), least, most].into_iter().flatten().collect();
    ends.dedup();
    ends
}

/// Where some courses are above: `up to 3.39 to 4.12 or never`.
fn told(courses: &[&Course], alike: &Alike, unit: &str) -> String {
    let mut said: Vec<String> = Vec::new();
    for direction in [true, false] {
        let turns = |course: &&&Course| matches!(course, Course::Once { falls, .. } if *falls == direction);
        let mut places: Vec<&Estimate> = courses.iter().filter(turns).filter_map(|course| course.even()).collect();
        places.sort_by(|a, b| a.value.total_cmp(&b.value));
        let (Some(first), Some(last)) = (places.first(), places.last()) else { continue };
        let (first, last) = (alike.shown(first), alike.shown(last));
        let range = if first == last { first } else { format!("{first} to {last}") };
        said.push(if direction { format!("up to {range}{unit}") } else { format!("from {range}{unit} on") });
    }
    for course in courses {
        let word = match course {
            Course::Once { .. } => continue,
            Course::Above => "always".to_owned(),
            Course::Below => "never".to_owned(),
            Course::Even => "too near to even to tell".to_owned(),
            Course::Often { labels, .. } if courses.len() == 1 => format!("only at {}{unit}", listed(labels)),
            Course::Often { .. } => "now and then".to_owned(),
        };
        if !said.contains(&word) {
            said.push(word);
        }
    }
    said.join(" or ")
}
