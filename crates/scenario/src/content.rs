//! The part of a scenario that determines its numbers, for comparing two scenarios.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::key::Key;
use crate::values::text;

/// The part of a scenario that determines the numbers of its cells, apart from the seed. Titles, labels and the number
/// of engagements do not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// The ruleset's id.
    pub ruleset: String,
    /// The ruleset's input from the file, before the sweep and the variants.
    pub given: Value,
    /// The swept keys.
    pub swept: Vec<String>,
    /// The path and the hash of each map.
    pub maps: Vec<(String, String)>,
}

impl Content {
    /// The differences, in words, because of which cells of one scenario are not cells of the other; empty if one only
    /// has more swept keys, variants or maps.
    #[must_use]
    pub fn differences(&self, there: &Content) -> Vec<String> {
        let mut found = Vec::new();
        if self.ruleset != there.ruleset {
            found.push(format!("ruleset: {} there, {} here", there.ruleset, self.ruleset));
        }
        let is_swept = |key: &str, swept: &[String]| {
            swept
                .iter()
                .any(|one| key.strip_prefix(one.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
        };
        let shown = |value: &Value| -> Vec<(String, String)> {
            leaves(value).into_iter().map(|(key, value)| (key.to_string(), text(&value))).collect()
        };
        let (mine, theirs) = (shown(&self.given), shown(&there.given));
        let value = |leaves: &[(String, String)], key: &str| {
            leaves
                .iter()
                .find(|(one, _)| one == key)
                .map_or_else(|| "not written".to_owned(), |(_, value)| value.clone())
        };
        let added = theirs.iter().filter(|(key, _)| mine.iter().all(|(one, _)| one != key));
        for (key, _) in mine.iter().chain(added) {
            let (here, there_is) = (value(&mine, key), value(&theirs, key));
            if here != there_is && !(is_swept(key, &self.swept) && is_swept(key, &there.swept)) {
                found.push(format!("{key}: {there_is} there, {here} here"));
            }
        }
        let changed =
            |(path, hash): &&(String, String)| there.maps.iter().any(|(one, other)| one == path && other != hash);
        found.extend(self.maps.iter().filter(changed).map(|(path, _)| format!("the map {path} has changed")));
        found
    }
}

/// Every value that is not a table, with its key.
pub(crate) fn leaves(value: &Value) -> Vec<(Key, Value)> {
    fn below(key: &Key, value: &Value, found: &mut Vec<(Key, Value)>) {
        match value {
            Value::Object(table) if !table.is_empty() || key.parts().is_empty() => {
                table.iter().for_each(|(word, value)| below(&key.join(word), value, found));
            }
            _ => found.push((key.clone(), value.clone())),
        }
    }
    let mut found = Vec::new();
    below(&Key::root(), value, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Content;

    fn content(given: serde_json::Value, swept: &[&str]) -> Content {
        let swept = swept.iter().map(|&key| key.to_owned()).collect();
        let maps = vec![("bank.toml".to_owned(), "1".to_owned())];
        Content { ruleset: "toy".to_owned(), given, swept, maps }
    }

    #[test]
    fn a_sweep_extends_and_a_value_differs() {
        let four = content(json!({ "red": { "gang": { "count": 4, "arms": ["smg"] } } }), &[]);
        assert!(four.differences(&four).is_empty());
        let five = content(json!({ "red": { "gang": { "count": 5, "arms": ["smg"] }, "boss": {} } }), &[]);
        assert_eq!(
            five.differences(&four),
            ["red.gang.count: 4 there, 5 here", "red.boss: not written there, {} here"]
        );
        let (four, five) = ([four, five]).map(|one| Content { swept: vec!["red".to_owned()], ..one }).into();
        assert!(five.differences(&four).is_empty());
        let other =
            Content { ruleset: "cqb".to_owned(), maps: vec![("bank.toml".to_owned(), "2".to_owned())], ..four.clone() };
        assert_eq!(other.differences(&four), ["ruleset: toy there, cqb here", "the map bank.toml has changed"]);
    }
}
