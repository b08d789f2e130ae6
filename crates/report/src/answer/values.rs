//! A quantity cut along a key: its values from least to most, and what a step of the key adds.

use engage::lower;
use stats::Estimate;

use super::fact::{Fact, Found, Number, minus, point, points, valued};
use super::rows::{self, MOST_PARTS};
use crate::frame::numeric;
use crate::layout;
use crate::number::Alike;
use crate::sheet::{Row, Sheet};

/// Where a quantity is least and most.
type Ends<'s> = [(&'s Row, Estimate); 2];

/// The quantity from least to most for each value of a key, in a sentence without its full stop; none where the key has too many values or
/// nothing was played.
pub(super) fn values(sheet: &Sheet, column: usize, by: usize) -> Option<(Vec<Fact>, String)> {
    let (key, quantity) = (&sheet.axes[by], &sheet.columns[column]);
    let ends = |value: usize| -> Option<(usize, Ends<'_>)> {
        let own = || valued(sheet, column).filter(|(row, _)| row.point.get(by) == Some(&value));
        let least = own().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        Some((value, [least, own().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?]))
    };
    let spans: Vec<(usize, Ends<'_>)> = (0..key.values.len()).filter_map(ends).collect();
    if spans.is_empty() || key.values.len() > MOST_PARTS {
        return None;
    }
    let all = || spans.iter().flat_map(|(_, ends)| ends.iter().map(|(_, estimate)| estimate));
    let alike = Alike::of(all(), quantity.unit, false);
    let labels = rows::labels(sheet, by);
    let text = |[least, most]: &Ends<'_>| {
        let (low, high) = (alike.shown(&least.1), alike.shown(&most.1));
        let suffix = quantity.unit.suffix();
        if low == high { format!("{low}{suffix}") } else { format!("{low} to {high}{suffix}") }
    };
    let parts = rows::joined(spans.iter().map(|(value, ends)| (text(ends), labels[*value].clone())));
    let over = over(sheet, by, &spans);
    let fact = |(value, [least, most]): &(usize, Ends<'_>)| {
        let found = |(row, estimate): &(&Row, Estimate)| Found {
            at: point(sheet, &row.point, 0..sheet.axes.len()),
            number: Number::of(estimate),
        };
        let (quantity, key, value) = (quantity.id.clone(), key.key.clone(), key.values[*value].clone());
        Fact::Span { quantity, key, value, least: found(least), most: found(most) }
    };
    let facts = spans.iter().map(fact).collect();
    Some((facts, format!("{} {parts}{over}; {}", quantity.label, alike.trust(all().count()))))
}

/// Over which other keys the spans reach, or at which of their values the ends are where that is the same for all of them.
fn over(sheet: &Sheet, by: usize, spans: &[(usize, Ends<'_>)]) -> String {
    let wide: Vec<&Ends<'_>> =
        spans.iter().map(|(_, ends)| ends).filter(|[low, high]| low.1.value < high.1.value).collect();
    let others: Vec<usize> = (0..sheet.axes.len()).filter(|&axis| axis != by && !wide.is_empty()).collect();
    let at = |ends: &Ends<'_>, end: usize, axis: usize| ends[end].0.point[axis];
    let fixed = |axis: usize, end: usize| {
        let first = at(wide[0], end, axis);
        wide.iter().all(|ends| at(ends, end, axis) == first).then_some(first)
    };
    let same =
        |axis: &usize| fixed(*axis, 0).is_some() && fixed(*axis, 1).is_some() && fixed(*axis, 0) != fixed(*axis, 1);
    let (ends, ranges): (Vec<usize>, Vec<usize>) = others.into_iter().partition(same);
    let mut told = Vec::new();
    if !ends.is_empty() {
        let name = |end: usize| layout::name(sheet, &wide[0][end].0.point, &ends);
        told.push(format!("least with {} and most with {}", name(0), name(1)));
    }
    if !ranges.is_empty() {
        let range = |&axis: &usize| {
            let axis = &sheet.axes[axis];
            match (numeric(axis), axis.labels.as_slice()) {
                (Some(_), [first, .., last]) => format!("{} {first} to {last}{}", axis.label, axis.short_unit()),
                _ => lower(&axis.label),
            }
        };
        let ranges: Vec<String> = ranges.iter().map(range).collect();
        told.push(format!("over {}", super::fact::listed(&ranges)));
    }
    told.into_iter().map(|told| format!(", {told}")).collect()
}

/// What a step of a key adds under the baseline and each variant, in a sentence without its full stop.
pub(super) fn steps(sheet: &Sheet, column: usize, by: usize) -> Option<(Vec<Fact>, String)> {
    let (key, quantity) = (&sheet.axes[by], &sheet.columns[column]);
    let varied = sheet.has_variants.then(|| sheet.axes.len() - 1);
    let variants = varied.map_or(1, |axis| sheet.axes[axis].values.len().min(MOST_PARTS));
    let of = |variant: usize| -> Option<(usize, [Estimate; 2])> {
        let bases = layout::bases(sheet, by).into_iter().filter(|base| varied.is_none_or(|axis| base[axis] == variant));
        let value = |base: &[usize], i| sheet.value(&layout::with(base, by, i), column);
        let steps: Vec<Estimate> = bases
            .flat_map(|base| {
                let step = |i: usize| Some(minus(&value(&base, i)?, &value(&base, i - 1)?));
                (1..key.values.len()).filter_map(step).collect::<Vec<_>>()
            })
            .filter(|step| step.value.is_finite())
            .collect();
        let least = steps.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
        Some((variant, [*least, *steps.iter().max_by(|a, b| a.value.total_cmp(&b.value))?]))
    };
    let spans: Vec<(usize, [Estimate; 2])> = (0..variants).filter_map(of).collect();
    let all = || spans.iter().flat_map(|(_, ends)| ends);
    let alike = Alike::of(all(), quantity.unit, true);
    let range = |[least, most]: &[Estimate; 2]| {
        let (low, high) = (alike.shown(least), alike.shown(most));
        if low == high { low } else { format!("{low} to {high}") }
    };
    let what = points(quantity.unit);
    let (first, last) = (key.labels.first()?, key.labels.last()?);
    let told = match (varied, spans.as_slice()) {
        (_, []) => return None,
        (None, [(_, ends), ..]) => format!("{}{what}", range(ends)),
        (Some(axis), spans) => {
            let labels = rows::labels(sheet, axis);
            let text = |(i, (variant, ends)): (usize, &(usize, [Estimate; 2]))| {
                let what = if i == 0 { what } else { "" };
                (format!("{}{what}", range(ends)), labels[*variant].clone())
            };
            rows::joined(spans.iter().enumerate().map(text))
        }
    };
    let fact = |(variant, [least, most]): &(usize, [Estimate; 2])| Fact::Steps {
        quantity: quantity.id.clone(),
        key: key.key.clone(),
        variant: varied.filter(|_| *variant > 0).map(|axis| sheet.axes[axis].values[*variant].clone()),
        least: Number::of(least),
        most: Number::of(most),
    };
    let unit = key.short_unit();
    let label = &quantity.label;
    let trust = alike.trust(all().count());
    let step = if key.labels.len() == 2 { "The step" } else { "Each step" };
    Some((
        spans.iter().map(fact).collect(),
        format!("{step} of {} from {first} to {last}{unit} changes “{label}” by {told}; {trust}", lower(&key.label)),
    ))
}

/// The key by which a quantity is cut unless the scenario says it: the only one, or that of the rows of its table.
pub(super) fn usual(sheet: &Sheet) -> Option<usize> {
    let at = layout::Layout::of(sheet)?;
    Some(at.series.unwrap_or(at.x))
}
