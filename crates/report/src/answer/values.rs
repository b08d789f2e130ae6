//! A quantity cut along a key: its values from least to most, and what a step of the key adds.

use engage::lower;
use stats::Estimate;

use super::fact::{Fact, Found, LONGEST, Number, listed, minus, point, points, valued};
use super::rows::{self, MOST_PARTS};
use crate::frame::numeric;
use crate::layout;
use crate::number::Alike;
use crate::sheet::{Column, Row, Sheet};

/// Where a quantity is least and most.
type Ends<'s> = [(&'s Row, Estimate); 2];

/// What is told of a quantity that is cut along a key.
struct Told {
    facts: Vec<Fact>,
    body: String,
    over: String,
    trust: String,
}

/// Quantities from least to most for each value of a key, in a sentence without its full stop; none where the key has too many values or
/// nothing was played.
pub(super) fn values(sheet: &Sheet, columns: &[usize], by: usize) -> Option<(Vec<Fact>, String)> {
    let cut = |(place, &column): (usize, &usize)| cut(sheet, column, by, place == 0);
    let all: Vec<Told> = columns.iter().enumerate().map(cut).collect::<Option<_>>()?;
    let (first, facts) = (all.first()?, all.iter().flat_map(|told| told.facts.clone()).collect());
    let alike = |of: &dyn Fn(&Told) -> String| all.iter().all(|told| of(told) == of(first));
    let trusted = alike(&|told| told.trust.clone());
    let said = |with_over: bool| {
        let over = alike(&|told| told.over.clone()) || !with_over;
        let one = |told: &Told| {
            let own = if over { "" } else { &told.over };
            let rest = if trusted { String::new() } else { format!("; {}", told.trust) };
            format!("{}{own}{rest}", told.body)
        };
        let text = all.iter().map(one).collect::<Vec<_>>().join("; ");
        let over = if over && with_over { &first.over } else { "" };
        let trust = if trusted { format!("; {}", first.trust) } else { String::new() };
        format!("{text}{over}{trust}")
    };
    // Over which keys it goes can be seen in the table, where there is no room to say it.
    let whole = said(true);
    Some((facts, if whole.chars().count() < LONGEST { whole } else { said(false) }))
}

/// A quantity from least to most, whatever the keys are, in words; none if nothing was played.
pub(super) fn range(sheet: &Sheet, column: usize) -> Option<String> {
    let all: Vec<Estimate> = valued(sheet, column).map(|(_, estimate)| estimate).collect();
    let least = all.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
    let most = all.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
    let quantity = &sheet.columns[column];
    let alike = Alike::of([least, most].into_iter(), quantity.unit, false);
    let (low, high, suffix) = (alike.shown(least), alike.shown(most), quantity.unit.suffix());
    Some(format!("{} {low} to {high}{suffix}; {}", title(quantity), alike.trust(2)))
}

/// What a quantity is called before its numbers.
fn title(quantity: &Column) -> String {
    if quantity.is_mean { format!("{} on average", quantity.label) } else { quantity.label.clone() }
}

/// One quantity along a key. The first of several says of what key the values are.
fn cut(sheet: &Sheet, column: usize, by: usize, first: bool) -> Option<Told> {
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
    let labels = if first { rows::labels(sheet, by) } else { rows::bare(sheet, by) };
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
    let trust = alike.trust(all().count());
    Some(Told { facts, body: format!("{} {parts}", title(quantity)), over, trust })
}

/// Over which other keys the spans reach, or at which values of the only one their ends are, where that is the same for all of them.
fn over(sheet: &Sheet, by: usize, spans: &[(usize, Ends<'_>)]) -> String {
    let wide: Vec<&Ends<'_>> =
        spans.iter().map(|(_, ends)| ends).filter(|[low, high]| low.1.value < high.1.value).collect();
    let others: Vec<usize> = (0..sheet.axes.len()).filter(|&axis| axis != by && !wide.is_empty()).collect();
    let at = |ends: &Ends<'_>, end: usize, axis: usize| ends[end].0.point[axis];
    let fixed = |axis: usize, end: usize| {
        let first = at(wide[0], end, axis);
        wide.iter().all(|ends| at(ends, end, axis) == first).then_some(first)
    };
    if let [axis] = others.as_slice()
        && let (Some(least), Some(most)) = (fixed(*axis, 0), fixed(*axis, 1))
    {
        let axis = &sheet.axes[*axis];
        return format!(", least with {}, most with {}{}", axis.with(least), axis.labels[most], axis.short_unit());
    }
    let range = |&axis: &usize| {
        let axis = &sheet.axes[axis];
        match (numeric(axis), axis.labels.as_slice()) {
            (Some(_), [first, .., last]) => format!("{} {first} to {last}{}", axis.label, axis.short_unit()),
            _ => lower(&axis.label),
        }
    };
    let ranges: Vec<String> = others.iter().map(range).collect();
    if ranges.is_empty() { String::new() } else { format!(", over {}", listed(&ranges)) }
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
