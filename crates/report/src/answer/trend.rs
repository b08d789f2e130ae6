//! Whether a quantity rises or falls along a swept key, what each step is worth, and what each key moves.

use engage::lower;
use stats::Estimate;

use super::fact::{Fact, Number, Step, Trend, listed, minus, points};
use crate::frame::numeric;
use crate::layout;
use crate::number::{self, Unit};
use crate::sheet::Sheet;

/// What a quantity does along every key that is a number.
pub(crate) fn trends(sheet: &Sheet, column: usize) -> (Vec<Fact>, Vec<String>) {
    let (mut facts, mut sentences) = (Vec::new(), Vec::new());
    for axis in 0..sheet.axes.len() {
        let rising = numeric(&sheet.axes[axis]).is_some_and(|numbers| numbers.windows(2).all(|two| two[0] < two[1]));
        if rising && sheet.axes[axis].values.len() > 1 {
            let trend = trend(sheet, axis, column);
            sentences.extend(trend_said(sheet, axis, column, &trend));
            facts.push(Fact::Trend(trend));
        }
    }
    (facts, sentences)
}

fn trend(sheet: &Sheet, axis: usize, column: usize) -> Trend {
    let swept = &sheet.axes[axis];
    let mut trend = Trend {
        quantity: sheet.columns[column].id.clone(),
        key: swept.key.clone(),
        rises: 0,
        falls: 0,
        mixed: 0,
        flat: 0,
        steps: Vec::new(),
    };
    for (number, base) in layout::bases(sheet, axis).iter().enumerate() {
        let value = |i: usize| sheet.value(&layout::with(base, axis, i), column).filter(|one| one.value.is_finite());
        let steps: Vec<Step> = (1..swept.values.len())
            .filter_map(|i| {
                let difference = minus(&value(i)?, &value(i - 1)?);
                let (from, to) = (swept.values[i - 1].clone(), swept.values[i].clone());
                Some(Step { from, to, adds: Number::of(&difference), difference: Some(difference) })
            })
            .collect();
        let bands = || steps.iter().filter_map(|step| step.difference.as_ref().map(number::bounds));
        match (bands().any(|(low, _)| low > 0.0), bands().any(|(_, high)| high < 0.0)) {
            (true, true) => trend.mixed += 1,
            (true, false) => trend.rises += 1,
            (false, true) => trend.falls += 1,
            (false, false) => trend.flat += 1,
        }
        if number == 0 {
            trend.steps = steps;
        }
    }
    trend
}

fn trend_said(sheet: &Sheet, axis: usize, column: usize, trend: &Trend) -> Option<String> {
    let Trend { rises, falls, mixed, flat, .. } = *trend;
    let all = rises + falls + mixed + flat;
    let (label, name, unit) = (&sheet.columns[column].label, &sheet.axes[axis].label, sheet.axes[axis].short_unit());
    let counted = |count: usize, what: &str| (count > 0).then(|| format!("{what} in {count}"));
    let course = match (rises, falls, mixed, flat) {
        (0, 0, 0, _) => return Some(format!("“{label}” does not change with {} as far as can be told.", lower(name))),
        (_, 0, 0, 0) => "never falls".to_owned(),
        (0, _, 0, 0) => "never rises".to_owned(),
        (0, 0, 1, 0) => "rises and falls".to_owned(),
        (0, 0, _, 0) => "rises and falls in every combination of the other keys".to_owned(),
        _ => {
            let parts = [
                counted(rises, "never falls"),
                counted(falls, "never rises"),
                counted(mixed, "rises and falls"),
                counted(flat, "does not change"),
            ];
            format!("{} of {all} combinations", listed(&parts.into_iter().flatten().collect::<Vec<_>>()))
        }
    };
    let sized = |step: &&Step| step.difference.map_or(0.0, |difference| difference.value.abs());
    let mut steps = String::new();
    if let (1, Some(most), Some(least)) = (
        all,
        trend.steps.iter().max_by(|a, b| sized(a).total_cmp(&sized(b))),
        trend.steps.iter().min_by(|a, b| sized(a).total_cmp(&sized(b))),
    ) {
        let told = |step: &Step| {
            let index = |value: &String| sheet.axes[axis].values.iter().position(|one| one == value).unwrap_or(0);
            let shown = |value: &String| sheet.axes[axis].labels[index(value)].clone();
            let adds = step.difference.map(|difference| number::signed(&difference, sheet.columns[column].unit));
            format!("{} ({} to {}{unit})", adds.unwrap_or_default(), shown(&step.from), shown(&step.to))
        };
        let what = points(sheet.columns[column].unit);
        steps = match trend.steps.len() {
            1 => format!(": {}{what}", told(most)),
            _ => format!("; its largest step is {}{what}, its smallest {}", told(most), told(least)),
        };
    }
    Some(format!("From one value of {} to the next “{label}” {course}{steps}.", lower(name)))
}

/// How much each swept key moves a quantity by itself, and which of its values dominates.
pub(crate) fn moved(sheet: &Sheet, column: usize) -> (Vec<Fact>, Vec<String>) {
    let quantity = &sheet.columns[column];
    let (mut facts, mut sentences) = (Vec::new(), Vec::new());
    let mut effects: Vec<(usize, f64, f64)> = Vec::new();
    for axis in 0..sheet.axes.len() {
        let swept = &sheet.axes[axis];
        let line = |base: &Vec<usize>| -> Option<Vec<Estimate>> {
            (0..swept.values.len()).map(|i| sheet.value(&layout::with(base, axis, i), column)).collect()
        };
        let lines: Vec<Vec<Estimate>> = layout::bases(sheet, axis).iter().filter_map(line).collect();
        let moves = |line: &Vec<Estimate>| {
            let values = || line.iter().map(|one| one.value);
            values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
        };
        let least = lines.iter().map(moves).fold(f64::INFINITY, f64::min);
        let most = lines.iter().map(moves).fold(f64::NEG_INFINITY, f64::max);
        if least.is_finite() && most.is_finite() {
            effects.push((axis, least, most));
        }
        let (quantity_id, key) = (quantity.id.clone(), swept.key.clone());
        if numeric(swept).is_none() && swept.values.len() > 1 && lines.len() > 1 {
            let best = (0..swept.values.len()).find(|&i| {
                lines.iter().all(|line| {
                    let others = line.iter().enumerate().filter(|(other, _)| *other != i);
                    others.map(|(_, other)| minus(&line[i], other)).all(|ahead| number::bounds(&ahead).0 > 0.0)
                })
            });
            if let Some(best) = best {
                let value = swept.values[best].clone();
                let told = format!(
                    "“{}” is highest with {} in every combination of the other keys.",
                    quantity.label,
                    swept.with(best)
                );
                sentences.push(told);
                facts.push(Fact::Dominates { quantity: quantity_id, key, value });
            }
        }
    }
    effects.sort_by(|a, b| b.2.total_cmp(&a.2));
    if effects.len() > 1 {
        let told = effects.iter().map(|&(axis, least, most)| {
            let scale = quantity.unit.scale();
            let decimals = if quantity.unit == Unit::Share { 1 } else { 2 };
            let (least, most) = (least * scale, most * scale);
            let (least, most) = (format!("{least:.decimals$}"), format!("{most:.decimals$}"));
            let range = if least == most { most } else { format!("{least} to {most}") };
            (sheet.axes[axis].label.clone(), range)
        });
        let mut told = told.collect::<Vec<_>>().into_iter();
        let first = told.next().map_or_else(String::new, |(key, range)| {
            format!("{key} alone moves “{}” by {range}{}", quantity.label, points(quantity.unit))
        });
        let told = std::iter::once(first).chain(told.map(|(key, range)| format!("{key} by {range}")));
        sentences.push(format!("{}.", listed(&told.collect::<Vec<_>>())));
    }
    facts.extend(effects.into_iter().map(|(axis, least, most)| {
        let (quantity, key) = (quantity.id.clone(), sheet.axes[axis].key.clone());
        Fact::Effect { quantity, key, least, most }
    }));
    (facts, sentences)
}
