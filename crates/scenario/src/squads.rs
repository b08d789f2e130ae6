//! Rules about squads: only tables of the file create them, and a `count` of 0 leaves one out.

use engage::{Problem, Side};
use serde_json::Value;

use crate::document::Document;
use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::Spot;
use crate::words::nearest;

/// The mistake of an override, sweep or variant whose key would create a squad, which is probably misspelt. Only the
/// file's tables create squads, and tables of a `whole` squad in a variant or a sweep, unless its name resembles
/// another one.
pub(crate) fn unknown_squad(document: &Document, spot: &Spot, key: &Key, here: &Key, whole: bool) -> Option<Mistake> {
    let [side, name, ..] = key.parts() else { return None };
    let squads = document.value.get(side).and_then(Value::as_object)?;
    if !["blue", "red"].contains(&side.as_str()) || squads.is_empty() || squads.contains_key(name) {
        return None;
    }
    if whole && nearest(name, squads.keys().map(String::as_str)).is_none() {
        return None;
    }
    let known = squads.keys().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = format!("there is no squad `{name}` in {side}, expected one of {known}");
    Some(Mistake::new(spot, here, message).did_you_mean(name, squads.keys().map(String::as_str)))
}

/// The keys with which a squad names another squad of its side, to which it belongs.
pub(crate) const BELONGS_TO: [&str; 2] = ["group", "led_by"];

/// The squads with a `count` of 0, which take no part, by side and name.
pub(crate) fn left_out(given: &Value) -> Vec<(Side, String)> {
    let squads = |side: Side| given.get(side.name()).and_then(Value::as_object).into_iter().flatten();
    let none = |squad: &Value| squad.get("count").and_then(Value::as_u64) == Some(0);
    let of = |side| squads(side).filter(|(_, squad)| none(squad)).map(move |(name, _)| (side, name.clone()));
    Side::ALL.into_iter().flat_map(of).collect()
}

/// The ruleset's input without the squads left out. Squads that belonged to one of them become independent.
pub(crate) fn without(given: &Value, absent: &[(Side, String)]) -> Value {
    let mut given = given.clone();
    for (side, name) in absent {
        let Some(squads) = given.get_mut(side.name()).and_then(Value::as_object_mut) else { continue };
        squads.shift_remove(name);
        for squad in squads.values_mut().filter_map(Value::as_object_mut) {
            for key in BELONGS_TO {
                if squad.get(key).and_then(Value::as_str) == Some(name) {
                    squad.shift_remove(key);
                }
            }
        }
    }
    given
}

/// Problems in the keys of squads left out: `compile` gets each of them with one figure.
pub(crate) fn wrong_with<T>(
    given: &Value,
    absent: &[(Side, String)],
    compile: impl Fn(&Value) -> Result<T, Vec<Problem>>,
) -> Vec<Problem> {
    let mut given = given.clone();
    for (side, name) in absent {
        given[side.name()][name]["count"] = Value::from(1);
    }
    let key = |(side, name): &(Side, String)| format!("{}.{name}.", side.name());
    let own = |problem: &Problem| absent.iter().any(|squad| problem.key.starts_with(&key(squad)));
    compile(&given).err().into_iter().flatten().filter(own).collect()
}

/// Adapts the problems of a fight from which squads are left out: a problem with a side without other squads is moved
/// to the `count` of a squad, if possible one in the file.
pub(crate) fn at_counts(problems: Vec<Problem>, absent: &[(Side, String)], document: &Value) -> Vec<Problem> {
    let about = |problem: Problem| {
        let own = || absent.iter().filter(|(side, _)| side.name() == problem.key);
        let counts = |(side, name): &&(Side, String)| {
            let count = document.pointer(&format!("/{}/{name}/count", side.name())).and_then(Value::as_u64);
            count != Some(0)
        };
        let squad = own().find(counts).or_else(|| own().next());
        match squad {
            Some((side, name)) => {
                let message = format!("no figure of {} is left, expected at least one on a side", side.name());
                Problem::new(format!("{}.{name}.count", side.name()), message)
            }
            None => problem,
        }
    };
    problems.into_iter().map(about).collect()
}
