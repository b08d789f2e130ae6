//! Scenarios for tests: merging values, steady players, and a check that the tests in a folder avoid certain words.

use std::path::Path;

use serde_json::{Value, json};

/// Puts every value of `more` into its place; tables are merged.
pub fn merge(into: &mut Value, more: Value) {
    match (into, more) {
        (Value::Object(into), Value::Object(more)) => {
            for (key, value) in more {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, more) => *into = more,
    }
}

/// A value with another merged into it.
#[must_use]
pub fn with(mut one: Value, other: Value) -> Value {
    merge(&mut one, other);
    one
}

/// Gives every squad of both sides the steady player.
pub fn all_are_steady(scenario: &mut Value) {
    squads(scenario).for_each(|squad| squad["player"] = "steady".into());
}

/// Lets every squad of both sides look ahead, with few play-outs, in a game of few turns.
pub fn all_look_ahead(scenario: &mut Value) {
    squads(scenario).for_each(|squad| merge(squad, json!({ "player": "ahead", "playouts": 8 })));
    scenario["turn_limit"] = 4.into();
}

/// The squads of both sides.
fn squads(scenario: &mut Value) -> impl Iterator<Item = &mut Value> {
    let sides =
        scenario.as_object_mut().into_iter().flatten().filter(|(key, _)| ["blue", "red"].contains(&key.as_str()));
    sides.filter_map(|(_, side)| side.as_object_mut()).flat_map(|side| side.values_mut())
}

/// Checks that no file in a folder of tests contains any of these words. They come in two halves, so that the file that
/// lists them does not contain them.
///
/// # Panics
/// If a file contains one, if there is no file, or if a file cannot be read.
pub fn none_says(folder: &Path, words: &[[&str; 2]]) {
    let mut files = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        for word in words.iter().map(|halves| halves.concat()) {
            assert!(!text.contains(&word), "{}: {word}", path.display());
        }
        files += 1;
    }
    assert!(files > 0, "{} is empty", folder.display());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn tables_are_merged_and_other_values_replaced() {
        let one = json!({ "a": { "b": 1, "c": [1, 2] }, "d": 3 });
        let both = super::with(one, json!({ "a": { "c": [4], "e": 5 }, "f": { "g": 6 } }));
        assert_eq!(both, json!({ "a": { "b": 1, "c": [4], "e": 5 }, "d": 3, "f": { "g": 6 } }));
    }

    #[test]
    #[should_panic(expected = "setup.rs: one laid over")]
    fn a_word_that_is_said_is_found() {
        super::none_says(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &[["one laid", " over"]]);
    }
}
