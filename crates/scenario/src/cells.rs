//! The cells of a scenario: every combination of the sweep, for the baseline and each variant.

use std::sync::Arc;

use engage::{BySide, Side, Stop};
use serde_json::{Map, Value};

use crate::doctrines::{Led, pairs, sets_of};
use crate::document::Document;
use crate::frame::{GIVEN, Play, is_turn_limit};
use crate::key::Key;
use crate::lists::take_over;
use crate::map::Named;
use crate::mistake::{MOST, Mistake};
use crate::problems::{Origin, all};
use crate::sweep::{Plan, Shape, SweptKey};
use crate::values::text;

/// After this many cells with mistakes, the other cells are assumed to have the same ones.
const ENOUGH_BAD_CELLS: usize = 100;

/// The ruleset's input for one combination, and where its values were written.
pub(crate) struct Combination<'p> {
    pub(crate) point: Vec<usize>,
    pub(crate) variant: Option<usize>,
    pub(crate) doctrines: BySide<Option<&'p Led<'p>>>,
    pub(crate) given: Value,
    pub(crate) origin: Origin<'p>,
    /// The mistake of a key that could not be set because another value is in the way.
    pub(crate) blocked: Option<Mistake>,
}

/// The ruleset's input from the document, before the sweep and the variants.
pub(crate) fn given(shape: Shape, document: &Document) -> Value {
    let mut table = Map::new();
    match shape {
        Shape::Fight => {
            for word in GIVEN {
                if let Some(value) = document.value.get(word) {
                    table.insert(word.to_owned(), value.clone());
                }
            }
            // A limit out of its range has been reported already.
            let turns = document.value.pointer("/play/turn_limit").filter(|turns| is_turn_limit(turns));
            let turns = turns.cloned().unwrap_or(Play::default().turn_limit.into());
            table.insert("turn_limit".to_owned(), turns);
        }
        Shape::Situation => {
            let parameters = document.value.get("situation").and_then(Value::as_object);
            let beside_kind = parameters.into_iter().flatten().filter(|(word, _)| *word != "kind");
            table.extend(beside_kind.map(|(word, value)| (word.clone(), value.clone())));
        }
    }
    Value::Object(table)
}

/// Every combination in order: points row by row, the baseline of each before its variants, and of each of these every
/// pair of doctrines.
pub(crate) fn combinations<'p>(
    shape: Shape,
    document: &'p Document,
    plan: &'p Plan<'p>,
) -> impl Iterator<Item = Combination<'p>> {
    let base = given(shape, document);
    let variants = plan.variants.len();
    let cells =
        (0..plan.points()).flat_map(move |point| (0..=variants).map(move |variant| (point, variant.checked_sub(1))));
    let pairs = pairs(&plan.doctrines);
    let led = cells.flat_map(move |cell| pairs.clone().into_iter().map(move |pair| (cell, pair)));
    led.map(move |(cell, pair)| combination(shape, document, plan, &base, cell, pair))
}

fn combination<'p>(
    shape: Shape,
    document: &'p Document,
    plan: &'p Plan<'p>,
    base: &Value,
    (mut number, variant): (usize, Option<usize>),
    doctrines: BySide<Option<&'p Led<'p>>>,
) -> Combination<'p> {
    let mut point = vec![0; plan.axes.len()];
    for (index, axis) in point.iter_mut().zip(&plan.axes).rev() {
        *index = number % axis.values.len();
        number /= axis.values.len();
    }
    let swept = plan.axes.iter().zip(&point).map(|(axis, &index)| {
        let place = axis.target.place.items.get(index).unwrap_or(axis.target.place);
        (&axis.target, place, &axis.values[index])
    });
    let varied = variant.into_iter().flat_map(|variant| &plan.variants[variant].sets);
    let mut given = base.clone();
    let mut sets = Vec::new();
    let mut blocked = None;
    let varied = varied.map(|(target, value)| (target, target.place, value));
    for (target, place, value) in swept.chain(varied).chain(sets_of(&doctrines)) {
        take_over(&target.given, &mut given, &plan.printed);
        if let Err(stop) = target.given.put(&mut given, value.clone()) {
            let message = format!("`{}` is not a table, so it has no keys to set", shape.written(&stop));
            blocked = Some(Mistake::new(&target.place.key, &target.key, message));
        }
        sets.push((target, place));
    }
    Combination { point, variant, doctrines, given, origin: Origin { shape, document, sets }, blocked }
}

impl Combination<'_> {
    /// The combination in words.
    fn name(&self, plan: &Plan<'_>) -> String {
        let axes = plan.axes.iter().zip(&self.point);
        let mut parts: Vec<String> =
            axes.map(|(axis, &index)| format!("{} = {}", axis.target.key, text(&axis.values[index]))).collect();
        parts.extend(self.variant.map(|variant| format!("variant \"{}\"", plan.variants[variant].name)));
        let led = Side::ALL.into_iter().filter(|&side| plan.doctrines[side].len() > 1);
        parts.extend(
            led.filter_map(|side| Some(format!("doctrine \"{}\" of {}", self.doctrines[side]?.name, side.name()))),
        );
        parts.join(", ")
    }
}

/// Mistakes in values of the file that a sweep replaces, so that no combination contains them: each is tried in the
/// first combination.
pub(crate) fn hidden<'p, T>(
    shape: Shape,
    document: &'p Document,
    plan: &'p Plan<'p>,
    mut maps: Option<&mut Named<'_>>,
    make: impl Fn(&Value, Option<&Arc<engage::Map>>) -> Result<T, Vec<engage::Problem>>,
) -> Vec<Mistake> {
    let Some(first) = combinations(shape, document, plan).next() else { return Vec::new() };
    let mut mistakes = Vec::new();
    for SweptKey { target, values } in &plan.axes {
        let Some(own) = target.key.get(&document.value).filter(|own| !values.contains(own)) else { continue };
        let mut given = first.given.clone();
        if target.given.put(&mut given, own.clone()).is_err() {
            continue;
        }
        let mut wrong = |problem: &engage::Problem| {
            if Key::find(&problem.key, &given).strip(&target.given).is_some() {
                let spot = document.place.nearest(&target.key);
                mistakes.push(Mistake::new(spot.of_value(), &target.key, &problem.message));
            }
        };
        match maps.as_mut().map_or(Ok(None), |maps| maps.of(&given)) {
            Err(refused) => wrong(&refused.problem()),
            Ok(map) => {
                if let Err(problems) = make(&given, map.as_ref()) {
                    problems.iter().for_each(wrong);
                }
            }
        }
    }
    mistakes
}

/// The result for a combination.
pub(crate) struct Made<T> {
    pub(crate) point: Vec<usize>,
    pub(crate) variant: Option<usize>,
    pub(crate) made: T,
}

/// A mistake, how many combinations have it and the first of them.
struct Found {
    mistake: Mistake,
    blames_sweep: bool,
    times: usize,
    first: String,
}

/// Calls `make` for every combination, with its map if it names one of `maps`.
///
/// # Errors
/// Every mistake in any combination, once; none if it is stopped.
pub(crate) fn compile<'p, T>(
    combinations: impl Iterator<Item = Combination<'p>>,
    plan: &Plan<'_>,
    mut maps: Option<&mut Named<'_>>,
    make: impl Fn(&Value, Option<&Arc<engage::Map>>) -> Result<T, Vec<engage::Problem>>,
    stop: &Stop,
) -> Result<Vec<Made<T>>, Vec<Mistake>> {
    let mut made = Vec::new();
    let mut found: Vec<Found> = Vec::new();
    let (mut tried, mut bad) = (0, 0);
    for combination in combinations {
        if stop.is_set() {
            return Err(Vec::new());
        }
        tried += 1;
        let map = maps.as_mut().map_or(Ok(None), |maps| maps.of(&combination.given));
        let mistakes = match (&combination.blocked, map) {
            (Some(mistake), _) => vec![(mistake.clone(), true)],
            (None, Err(refused)) => {
                let (mistake, blames_sweep) = combination.origin.mistake(&refused.problem(), &combination.given);
                vec![(refused.explain(mistake), blames_sweep)]
            }
            (None, Ok(map)) => {
                let reading = all(&combination.given, |given| make(given, map.as_ref()));
                if let Some(one) = reading.value.filter(|_| reading.problems.is_empty()) {
                    made.push(Made { point: combination.point, variant: combination.variant, made: one });
                    continue;
                }
                let problems = reading.problems.iter();
                problems.map(|problem| combination.origin.mistake(problem, &combination.given)).collect()
            }
        };
        for (mistake, blames_sweep) in mistakes {
            match found.iter_mut().find(|known| known.mistake == mistake) {
                Some(known) => known.times += 1,
                None => found.push(Found { mistake, blames_sweep, times: 1, first: combination.name(plan) }),
            }
        }
        bad += 1;
        if found.len() >= MOST || bad >= ENOUGH_BAD_CELLS {
            break;
        }
    }
    if found.is_empty() {
        return Ok(made);
    }
    let told = found.into_iter().map(|known| {
        let sometimes = !known.blames_sweep && known.times < tried && !known.first.is_empty();
        Mistake { note: sometimes.then(|| format!("in the combination {}", known.first).into()), ..known.mistake }
    });
    Err(told.collect())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use engage::Stop;

    use super::{combinations, compile};
    use crate::document::read;
    use crate::sweep::{Plan, Shape};

    #[test]
    fn a_flag_stops_compiling_at_once() {
        let document = read("[field]\nrange = 1\n[sweep]\n\"field.range\" = [1, 2, 3, 4, 5]\n").unwrap();
        let (plan, _) = Plan::read(Shape::Fight, &document, &[], None);
        let (stop, made) = (Stop::default(), Cell::new(0));
        let make = |_: &serde_json::Value, _: Option<&std::sync::Arc<engage::Map>>| {
            made.set(made.get() + 1);
            if made.get() == 3 {
                stop.set();
            }
            Ok(())
        };
        let compiled = compile(combinations(Shape::Fight, &document, &plan), &plan, None, make, &stop);
        assert!(compiled.is_err_and(|mistakes| mistakes.is_empty()));
        assert_eq!(made.get(), 3);
    }
}
