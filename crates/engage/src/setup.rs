//! The ruleset's part of a scenario.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{BySide, Fault, Mission, Problem, Rulebook, Shape, Side};

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
    /// The objective of the fight.
    #[serde(default)]
    pub mission: Mission,
    /// Blue's squads, each a table with a name of the author's.
    #[serde(default)]
    pub blue: Squads<S>,
    /// Red's squads, each a table with a name of the author's.
    #[serde(default)]
    pub red: Squads<S>,
    /// Turns after which an undecided engagement is stopped, 1 to 1000.
    #[schemars(range(min = 1, max = 1000), extend("x-unit" = "turns"))]
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

impl<R, F, S> Setup<R, F, S>
where
    R: Rulebook + DeserializeOwned + JsonSchema + 'static,
    F: DeserializeOwned + Default + Serialize + JsonSchema + 'static,
    S: DeserializeOwned + JsonSchema + 'static,
{
    /// Reads a ruleset's input, for ground whose kinds `here` lists in the words of `x-on`. Also returns the problems
    /// of keys that count elsewhere, and of the rules.
    ///
    /// # Errors
    /// Every place where the value does not match the types.
    pub fn read(value: &serde_json::Value, here: &[&str]) -> Result<(Self, Vec<Problem>), Vec<Problem>> {
        let value = with_defaults(value, "rules", &R::default());
        let setup: Self = read(&value)?;
        let mut problems = setup.rules.problems("rules.");
        problems.extend(Shape::of::<Self>().misplaced(&value, here));
        Ok((setup, problems))
    }
}

/// Reads a value of the scenario into a typed one.
///
/// # Errors
/// Every place where the value does not match the schema of the type; if there is none, what the type itself refuses.
pub fn read<T: DeserializeOwned + JsonSchema + 'static>(value: &serde_json::Value) -> Result<T, Vec<Problem>> {
    let problems = Shape::of::<T>().problems(value);
    if !problems.is_empty() {
        return Err(problems);
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let key = if path == "." { String::new() } else { path };
        vec![Problem::new(key, error.into_inner().to_string()).of(Fault::Shape)]
    })
}

/// A value whose part under `key` changes some rules. Each table in that part is completed from the rulebook, so that a
/// single entry can be changed.
#[must_use]
pub fn with_defaults<D: Serialize>(value: &serde_json::Value, key: &str, defaults: &D) -> serde_json::Value {
    let mut value = value.clone();
    if let Some(given) = value.get_mut(key).and_then(serde_json::Value::as_object_mut)
        && let Ok(printed) = serde_json::to_value(defaults)
    {
        given.iter_mut().for_each(|(key, given)| fill(given, &printed[key]));
    }
    value
}

/// Adds the entries of another table that a table lacks, and likewise for the tables in it.
fn fill(given: &mut serde_json::Value, printed: &serde_json::Value) {
    let (Some(given), Some(printed)) = (given.as_object_mut(), printed.as_object()) else { return };
    for (key, printed) in printed.iter().filter(|(_, printed)| !printed.is_null()) {
        match given.get_mut(key) {
            Some(given) => fill(given, printed),
            None => _ = given.insert(key.clone(), printed.clone()),
        }
    }
}
