//! Whether the ruleset accepts the units of a file.

use std::sync::Arc;

use engage::{Ruleset, Side, Stop};
use serde_json::Value;

use crate::cells::{Combination, combinations, compile};
use crate::document::Document;
use crate::fight::Fought;
use crate::frame::UNITS;
use crate::key::Key;
use crate::map::Named;
use crate::mistake::Mistake;
use crate::sweep::{Plan, Shape};
use crate::units::lone_squad;

/// The mistakes in units: each is tried as the squad of either side at the first point.
pub(crate) fn check(
    document: &Document,
    plan: &Plan<'_>,
    ruleset: &'static Ruleset,
    maps: &mut Named<'_>,
) -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let make = |given: &Value, map: Option<&Arc<engage::Map>>| Fought::compile(ruleset, &document.value, given, map);
    for (unit, side) in plan.units.iter().flat_map(|unit| Side::ALL.map(|side| (unit, side))) {
        let squad = match lone_squad(&document.value, side) {
            Ok(squad) => squad,
            Err(message) => {
                let key = Key::of(&[UNITS]);
                return vec![Mistake::new(&document.place.nearest(&key).key, &key, message)];
            }
        };
        let targets = unit.targets(side, squad);
        let Some(first) = combinations(Shape::Fight, document, plan).next() else { continue };
        let Combination { mut given, mut origin, point, variant, doctrines, blocked } = first;
        for (target, value) in &targets {
            if target.given.put(&mut given, value.clone()).is_err() {
                let message = format!("`{}` is not a table, so it has no keys to set", target.key);
                mistakes.push(Mistake::new(&target.place.key, &target.written, message));
            }
            origin.sets.push((target, target.place));
        }
        let combination = Combination { given, origin, point, variant, doctrines, blocked };
        let found =
            compile(std::iter::once(combination), plan, Some(maps), make, &Stop::default()).err().unwrap_or_default();
        // What is wrong on both sides is said once.
        mistakes.extend(found.into_iter().filter(|one| !mistakes.contains(one)).collect::<Vec<_>>());
    }
    mistakes
}
