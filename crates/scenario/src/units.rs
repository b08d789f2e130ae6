//! `[units]`: squads whose costs `price` asks. A unit is the only squad of a side with other values of some keys.

use std::sync::Arc;

use engage::{Ruleset, Side, expected};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cells::{Combination, combinations, compile};
use crate::document::Document;
use crate::fight::Fought;
use crate::frame::is_name;
use crate::key::Key;
use crate::map::Named;
use crate::mistake::Mistake;
use crate::names::Range;
use crate::place::Place;
use crate::scenario::Scenario;
use crate::settings::Setting;
use crate::sweep::{Plan, Shape, Target, leaves};
use crate::values::text;
use crate::words::listed;

/// The table of units.
pub(crate) const UNITS: &str = "units";

/// The key of the figures of a squad.
const COUNT: &str = "count";

/// The most units.
const MAX_UNITS: usize = 24;

/// A squad whose cost is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// The figures of one unit.
    pub figures: u32,
    /// The keys that it sets in the squad of its side, with their values.
    pub sets: Vec<(String, Value)>,
}

/// The name of a unit that the ruleset refuses, and the reason.
pub type Refused = (String, String);

/// A unit with the places of its keys.
pub(crate) struct Listed<'p> {
    pub(crate) name: String,
    /// The key in the squad, the key in the file, the value and its place.
    sets: Vec<(Key, Key, Value, &'p Place)>,
}

impl Listed<'_> {
    /// The unit without places.
    pub(crate) fn unit(&self) -> Unit {
        let is_count = |key: &Key| *key == Key::of(&[COUNT]);
        let figures = self.sets.iter().find(|(key, ..)| is_count(key)).and_then(|(_, _, value, _)| value.as_u64());
        let others = self.sets.iter().filter(|(key, ..)| !is_count(key));
        Unit {
            name: self.name.clone(),
            figures: figures.and_then(|figures| u32::try_from(figures).ok()).unwrap_or(1),
            sets: others.map(|(key, _, value, _)| (key.to_string(), value.clone())).collect(),
        }
    }

    /// The keys that it sets for a squad.
    fn targets<'t>(&'t self, side: Side, squad: &str) -> Vec<(Target<'t>, Value)> {
        let head = Key::of(&[side.name(), squad]);
        let target = |(key, written, value, place): &'t (Key, Key, Value, &Place)| {
            let key = key.below(&head);
            (Target { given: key.clone(), key, written: written.clone(), place }, value.clone())
        };
        self.sets.iter().map(target).collect()
    }
}

/// Reads the units.
pub(crate) fn read(document: &Document) -> (Vec<Listed<'_>>, Vec<Mistake>) {
    let head = Key::of(&[UNITS]);
    let mut mistakes = Vec::new();
    let Some(table) = document.value.get(UNITS).and_then(Value::as_object) else { return (Vec::new(), mistakes) };
    if table.len() > MAX_UNITS {
        let message = format!("{} units: at most {MAX_UNITS} are compared", table.len());
        mistakes.push(Mistake::new(&document.place.nearest(&head).key, &head, message));
        return (Vec::new(), mistakes);
    }
    let mut found = Vec::new();
    for (name, value) in table {
        let own = head.join(name);
        let place = document.place.nearest(&own);
        if !is_name(name) {
            let message = "a unit's name has 1 to 64 characters and no control characters";
            mistakes.push(Mistake::new(&place.key, &own, message));
        }
        let Some(keys) = value.as_object() else {
            let message = "a unit is a table of keys of a squad, such as weapon = \"rifle\"";
            mistakes.push(Mistake::new(place.of_value(), &own, message));
            continue;
        };
        let mut sets = Vec::new();
        for (written, key, value) in leaves(&own, keys) {
            let place = document.place.nearest(&written);
            match key {
                Ok(key) => sets.push((key, written, value.clone(), place)),
                Err(message) => mistakes.push(Mistake::new(&place.key, &written, message)),
            }
        }
        found.push(Listed { name: name.clone(), sets });
    }
    (found, mistakes)
}

/// The name of the only squad of a side.
///
/// # Errors
/// If it has none, or several.
pub(crate) fn lone_squad(document: &Value, side: Side) -> Result<&str, String> {
    let mut names = document.get(side.name()).and_then(Value::as_object).into_iter().flat_map(Map::keys);
    match (names.next(), names.next()) {
        (Some(name), None) => Ok(name),
        _ => Err(format!("{} needs exactly one squad, which the units replace", side.name())),
    }
}

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
        let found = compile(std::iter::once(combination), plan, Some(maps), make).err().unwrap_or_default();
        // What is wrong on both sides is said once.
        mistakes.extend(found.into_iter().filter(|one| !mistakes.contains(one)).collect::<Vec<_>>());
    }
    mistakes
}

/// The values of a key that has few: choices, or the numbers of a short range.
fn values(setting: &Setting) -> Option<Vec<Value>> {
    match &setting.range {
        Range::Choices(choices) => Some(choices.clone()),
        Range::Whole { least, most } if most - least < MAX_UNITS as i64 => {
            Some((*least..=*most).map(Value::from).collect())
        }
        Range::Whole { .. } | Range::Real { .. } => None,
    }
}

impl Scenario {
    /// A unit for each value of a key of the lone squads, named after the value; and the values that the ruleset refuses,
    /// each with the reason. `asked` is the key, or the key and some of its values: `weapon`, `rep=3,4,5`.
    ///
    /// # Errors
    /// If the squads have no such key, or it has no such values or too many.
    pub fn units_of(&self, point: &[usize], asked: &str) -> Result<(Vec<Unit>, Vec<Refused>), String> {
        let (word, wanted) = asked.split_once('=').map_or((asked, None), |(word, wanted)| (word, Some(wanted)));
        let word = word.trim();
        let [blue, red] = self.lone_squads()?;
        let head = format!("{}.{blue}.", Side::Blue.name());
        let settings = self.settings(point);
        let own = settings.iter().filter_map(|setting| Some((setting.key.strip_prefix(&head)?, setting)));
        let known: Vec<(&str, &Setting, Vec<Value>)> =
            own.filter_map(|(word, setting)| Some((word, setting, values(setting)?))).collect();
        let Some((_, setting, values)) = known.iter().find(|(own, ..)| *own == word) else {
            let words = listed(known.iter().map(|(own, ..)| *own));
            return Err(format!("the squads have no key `{word}` with a few values, expected one of {words}"));
        };
        let wanted = wanted.map(|wanted| wanted.split(',').map(str::trim).collect::<Vec<&str>>());
        if let Some(unknown) =
            wanted.iter().flatten().find(|wanted| !values.iter().any(|value| text(value) == **wanted))
        {
            let known: Vec<String> = values.iter().map(text).collect();
            return Err(format!("`{word}` is never `{unknown}`, {}", expected(&known)));
        }
        let values: Vec<&Value> =
            values.iter().filter(|value| wanted.as_ref().is_none_or(|all| all.contains(&&*text(value)))).collect();
        let (mut trials, _) = self.trials(point)?;
        let (mut units, mut left_out) = (Vec::new(), Vec::new());
        for value in values.into_iter().cloned() {
            let name = self.names().value(&setting.key, &value);
            let [own, other] =
                [(Side::Blue, blue), (Side::Red, red)].map(|(side, squad)| format!("{}.{squad}.{word}", side.name()));
            match trials.cell(&[(&own, &value), (&other, &value)]) {
                Ok(_) => units.push(Unit { name, figures: 1, sets: vec![(word.to_owned(), value)] }),
                Err(why) => left_out.push((name, why)),
            }
        }
        Ok((units, left_out))
    }
}
