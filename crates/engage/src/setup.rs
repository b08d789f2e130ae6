//! The ruleset's part of a scenario.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{BySide, Mission, Problem, Side};

/// The squads of a side by name. Sides list their squads in alphabetical order of name.
pub type Squads<S> = BTreeMap<String, S>;

/// What a ruleset is given to compile: its own `Rules`, `Field` and `Squad` in the common frame.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    bound = "R: Deserialize<'de> + Default, F: Deserialize<'de> + Default, S: Deserialize<'de>"
)]
#[schemars(bound = "R: JsonSchema + Default + Serialize, F: JsonSchema + Default + Serialize, S: JsonSchema")]
pub struct Setup<R, F, S> {
    /// Tables and options that differ from the rulebook as printed.
    #[serde(default)]
    pub rules: R,
    /// Where the engagement takes place.
    #[serde(default)]
    pub field: F,
    /// What they fight for.
    #[serde(default)]
    pub mission: Mission,
    /// Blue's squads, each a table with a name of the author's.
    pub blue: Squads<S>,
    /// Red's squads, each a table with a name of the author's.
    pub red: Squads<S>,
    /// Turns after which an undecided engagement is stopped, 1 to 1000.
    pub turn_limit: u16,
}

impl<R, F, S> Setup<R, F, S> {
    /// Every squad with its side and name, blue's first.
    pub fn squads(&self) -> impl Iterator<Item = (Side, &str, &S)> {
        let sides = BySide { blue: &self.blue, red: &self.red };
        Side::ALL
            .into_iter()
            .flat_map(move |side| sides[side].iter().map(move |(name, squad)| (side, name.as_str(), squad)))
    }
}

/// Reads a value of the scenario into a typed one.
///
/// # Errors
/// The key at which it failed and serde's message, which lists the words allowed.
pub fn read<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        Problem::new(if path == "." { String::new() } else { path }, error.into_inner().to_string())
    })
}

/// A part of the scenario by its key, filled up from the defaults wherever it leaves something out: so a single entry of a
/// table can be changed.
#[must_use]
pub fn with_defaults<D: Serialize>(value: &serde_json::Value, key: &str, defaults: &D) -> serde_json::Value {
    let mut value = value.clone();
    if let (Some(object), Ok(mut filled)) = (value.as_object_mut(), serde_json::to_value(defaults)) {
        if let Some(given) = object.remove(key) {
            lay_over(&mut filled, given);
        }
        object.insert(key.to_owned(), filled);
    }
    value
}

/// Merges tables key by key; any other value replaces the old one.
fn lay_over(under: &mut serde_json::Value, over: serde_json::Value) {
    match (under, over) {
        (serde_json::Value::Object(under), serde_json::Value::Object(over)) => {
            for (key, value) in over {
                match under.get_mut(&key) {
                    Some(known) => lay_over(known, value),
                    None => _ = under.insert(key, value),
                }
            }
        }
        (under, over) => *under = over,
    }
}
