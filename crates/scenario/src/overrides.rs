//! `--set KEY=VALUE`: values put over those of the file.

use crate::document::{Document, MAX_DEPTH, read_set, too_deep};
use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::Spot;
use crate::squads::unknown_squad;

/// Puts each override over the document, in order. Returns their keys.
pub(crate) fn apply(document: &mut Document, sets: &[String]) -> Result<Vec<Key>, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let mut keys = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        match apply_one(document, number, set) {
            Ok(key) => keys.push(key),
            Err(found) => mistakes.extend(found),
        }
    }
    if mistakes.is_empty() { Ok(keys) } else { Err(mistakes) }
}

fn apply_one(document: &mut Document, number: usize, set: &str) -> Result<Key, Vec<Mistake>> {
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
    key.put(&mut document.value, value).map_err(|stop| {
        let table = document.place.nearest(&stop);
        let where_it_is = if matches!(table.value, Spot::Set(_)) { "another override" } else { "the file" };
        vec![Mistake::new(&spot, &key, format!("`{stop}` is not a table in {where_it_is}, so it has no keys to set"))]
    })?;
    document.place.put(&key, place);
    Ok(key)
}

/// The equals sign that ends the key: the first outside quotes.
pub(crate) fn equals_sign(set: &str) -> Option<usize> {
    let mut quote = None;
    set.char_indices().find_map(|(at, c)| {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == '=' => return Some(at),
            _ => {}
        }
        None
    })
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
        apply(&mut document, &sets).unwrap();
        assert_eq!(document.value, json!({"red": {"gunmen": {"count": 7}}, "rules": {"x=y": {"weapon": "smg+"}}}));
    }

    #[test]
    fn every_bad_override_is_told() {
        let mut document = read("a = 1\n").unwrap();
        let sets = ["x", "=3", "a.b=2", "c=[1", "d=", "\"e=1"].map(str::to_owned);
        assert_eq!(apply(&mut document, &sets).unwrap_err().len(), 6);
    }
}
