//! `--set KEY=VALUE`: values put over those of the file.

use engage::Ruleset;

use crate::document::{Document, MAX_DEPTH, read_set, too_deep};
use crate::key::{Key, entry, equals_sign};
use crate::lists::{printed, settled, take_over};
use crate::mistake::Mistake;
use crate::place::Spot;
use crate::squads::unknown_squad;

/// Puts each override over the document, in order. Returns their keys, and what is wrong with the others.
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

/// Puts one override over the document: that with a number among all that are shown. Returns its key.
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
    if let Some(mistake) = unknown_squad(document, &spot, &key, &key, false) {
        return Err(vec![mistake]);
    }
    let (value, place) = read_set(set[at + 1..].trim(), number, &key)?;
    let key = match key.parts().iter().any(|part| entry(part).is_some()) {
        true => {
            // Without a ruleset nobody knows its lists.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::apply;
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
}
