//! Applies `--set KEY=VALUE`, which overrides values of the file.

use std::collections::BTreeMap;

use engage::Ruleset;
use serde_json::{Map, Value};

use crate::document::{Document, MAX_DEPTH, read_set, too_deep};
use crate::frame::Play;
use crate::key::{Key, entry, equals_sign};
use crate::lists::{printed, settled, take_over};
use crate::mistake::Mistake;
use crate::over::as_written;
use crate::place::Spot;
use crate::precision::Precision;
use crate::squads::unknown_squad;
use crate::values::in_toml;

/// Applies the overrides to the document, in order. Returns the keys of the valid ones, and the mistakes in the others.
pub(crate) fn apply(
    document: &mut Document,
    sets: &[String],
    registry: &[&'static Ruleset],
) -> (Vec<Key>, Vec<Mistake>) {
    let mut mistakes = Vec::new();
    let mut keys = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        match apply_one(document, number, set, registry) {
            Ok(key) => keys.push(key),
            Err(found) => mistakes.extend(found),
        }
    }
    (keys, mistakes)
}

/// Applies override `number` to the document. Returns its key.
pub(crate) fn apply_one(
    document: &mut Document,
    number: usize,
    set: &str,
    registry: &[&'static Ruleset],
) -> Result<Key, Vec<Mistake>> {
    let spot = Spot::Set(number);
    let wrong = |message: String| vec![Mistake::new(&spot, &Key::root(), message)];
    let at = equals_sign(set).ok_or_else(|| wrong("expected KEY=VALUE, such as red.gunmen.count=6".to_owned()))?;
    let key = Key::parse(&set[..at]).map_err(wrong)?;
    if key.parts().len() > MAX_DEPTH {
        return Err(wrong(too_deep()));
    }
    let key = as_written(document, key);
    if let Some(mistake) = unknown_squad(document, &spot, &key, &key, false) {
        return Err(vec![mistake]);
    }
    let (value, place) = read_set(set[at + 1..].trim(), number, &key)?;
    let key = match key.parts().iter().any(|part| entry(part).is_some()) {
        true => {
            // Without a ruleset its lists are unknown.
            let Some(printed) = printed(&document.value, registry) else { return Ok(key) };
            let refused = |(message, help)| vec![Mistake { help, ..Mistake::new(&spot, &key, message) }];
            let key = settled(&key, &document.value, &printed).map_err(refused)?;
            take_over(&key, &mut document.value, &printed);
            key
        }
        false => key,
    };
    document.put(&key, value, place).map_err(|mistake| vec![mistake])?;
    Ok(key)
}

/// A normal form of overrides. Those of `[play]` come last, in alphabetical order, each once and only if it differs
/// from the file or, if the file leaves it out, from the default. Overrides with a mistake, which is reported
/// elsewhere, leave the whole list unchanged.
pub(crate) fn settle(written: &Value, sets: &[String]) -> Vec<String> {
    settled_play(written, sets).unwrap_or_else(|| sets.to_vec())
}

fn settled_play(written: &Value, sets: &[String]) -> Option<Vec<String>> {
    let own = match written.get("play") {
        None => Map::new(),
        Some(table) => table.as_object()?.clone(),
    };
    if written.get("situation").is_some() {
        return None;
    }
    let (mut others, mut said) = (Vec::new(), BTreeMap::new());
    for set in sets {
        let at = equals_sign(set)?;
        let key = Key::parse(&set[..at]).ok()?;
        match key.parts() {
            [table, word] if table == "play" => {
                said.insert(word.clone(), read_set(set[at + 1..].trim(), 0, &key).ok()?.0);
            }
            [table, ..] if table == "play" => return None,
            _ => others.push(set.clone()),
        }
    }
    let play = |table: Map<String, Value>| {
        let mut play: Play = serde_json::from_value(table.into()).ok()?;
        play.precision = play.precision.filter(|precision| *precision != Precision::None);
        Some(play)
    };
    let before = play(own.clone())?;
    for (word, value) in said {
        let mut table = own.clone();
        table.insert(word.clone(), value.clone());
        if play(table)? != before {
            others.push(format!("play.{word}={}", in_toml(&value)));
        }
    }
    Some(others)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{apply, settle};
    use crate::document::read;

    #[test]
    fn later_overrides_win_and_new_tables_are_made() {
        let mut document = read("[red.gunmen]\ncount = 4\n").unwrap();
        let sets = ["red.gunmen.count=6", "red.gunmen.count = 7", "rules.\"x=y\".weapon=smg+"].map(str::to_owned);
        assert_eq!(apply(&mut document, &sets, &[]).1, []);
        assert_eq!(document.value, json!({"red": {"gunmen": {"count": 7}}, "rules": {"x=y": {"weapon": "smg+"}}}));
    }

    #[test]
    fn every_bad_override_is_told() {
        let mut document = read("a = 1\n").unwrap();
        let sets = ["x", "=3", "a.b=2", "c=[1", "d=", "\"e=1"].map(str::to_owned);
        assert_eq!(apply(&mut document, &sets, &[]).1.len(), 6);
    }

    #[test]
    fn however_play_is_said_it_is_kept_in_one_form() {
        let file = json!({ "play": { "engagements": 1500, "level": 0.95 }, "red": {} });
        let settled = |sets: &[&str]| settle(&file, &sets.iter().map(|&set| set.to_owned()).collect::<Vec<_>>());
        let one = ["red.x=1", "play.engagements=2000", "play.level=0.9", "play.seed=4"];
        for said in [
            &one[..],
            &["play.seed=4", "play.level=0.9", "red.x=1", "play.engagements=2000"],
            &["play.seed=9", "play.engagements=2_000", "play.seed = 4", "red.x=1", "play.level=0.9"],
            &[
                "play.precision=none",
                "play.method=auto",
                "red.x=1",
                "play.seed=4",
                "play.engagements=2000",
                "play.level=0.9",
            ],
        ] {
            assert_eq!(settled(said), one, "{said:?}");
        }
        let nothing = ["play.engagements=1500", "play.seed=1", "play.level=95 %", "play.precision=none"];
        assert_eq!(settled(&nothing), [""; 0], "what stands there, or is so by default");
        // A wrong override stays as it was given, so that it can be reported.
        for wrong in ["play.seed=x", "play.sed=1", "play=3", "play.precision.turns=1", "play.seed"] {
            assert_eq!(settled(&["play.seed=4", wrong, "red.x=1"]), ["play.seed=4", wrong, "red.x=1"]);
        }
        let situation = json!({ "situation": { "kind": "coin" } });
        assert_eq!(settle(&situation, &["play.seed=1".to_owned()]), ["play.seed=1"]);
    }
}
