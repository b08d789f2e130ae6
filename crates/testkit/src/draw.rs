//! Scenarios at random, drawn from the schema that reads them: a test tries a new key without being told of it.

use std::collections::BTreeSet;

use engage::ahead::AHEAD;
use engage::schema::choices;
use engage::{Problem, Ruleset, Shape};
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::{Map as Table, Value, json};

/// The keys of a ruleset's scenarios.
#[derive(Debug)]
pub struct Keys(Shape);

impl Keys {
    /// Reads the keys from the ruleset's schema.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> Keys {
        Keys(Shape::new(ruleset.schema))
    }

    /// Compiles a scenario after giving each key of its rules and squads that it leaves out a value at random, with probability `share`.
    /// A drawn value that does not go with the rest is taken out again. Lists and names stay as they are.
    ///
    /// # Panics
    /// When the scenario has a problem that no drawn value causes.
    #[track_caller]
    pub fn compile<B>(
        &self,
        scenario: &mut Value,
        share: f64,
        rng: &mut Pcg64,
        compile: impl Fn(&Value) -> Result<B, Vec<Problem>>,
    ) -> B {
        let mut drawn = self.fill(scenario, share, rng);
        loop {
            let problems = match compile(scenario) {
                Ok(battle) => return battle,
                Err(problems) => problems,
            };
            assert!(!drawn.is_empty(), "{scenario}: {problems:?}");
            let mut rest = drawn.clone();
            for Problem { key, .. } in &problems {
                // Either a drawn key, or the table that it is in, or the other of two keys that do not go together.
                let table = key.rsplit_once('.').map_or("", |(table, _)| table);
                let at_fault = if drawn.iter().any(|other| is_in(other, key)) { key } else { table };
                rest.retain(|other| !is_in(other, at_fault));
            }
            // A problem may hang on keys that it does not name.
            if rest.len() == drawn.len() {
                rest.clear();
            }
            drawn.iter().filter(|key| !rest.contains(key)).for_each(|key| take_out(scenario, key));
            drawn = rest;
        }
    }

    /// Checks that every rule that is a word, a flag or a whole number is drawn, and this key of a squad.
    ///
    /// # Panics
    /// When one is not; the message names it.
    pub fn are_drawn(&self, ruleset: &Ruleset, doctrine: &str) {
        let mut rng = Pcg64::new(1, 0xd4a3);
        let mut drawn = BTreeSet::new();
        for _ in 0..64 {
            drawn.extend(self.fill(&mut json!({ "blue": { "squad": {} } }), 0.5, &mut rng));
        }
        let printed = (ruleset.rules)();
        let rules = printed.as_object().into_iter().flatten();
        let drawable = rules.filter(|(_, value)| value.is_string() || value.is_boolean() || value.is_u64());
        let wanted = drawable.map(|(key, _)| format!("rules.{key}")).chain([format!("blue.squad.{doctrine}")]);
        let missing: Vec<String> = wanted.filter(|key| !drawn.contains(key)).collect();
        assert!(missing.is_empty() && drawn.len() > 30, "not drawn: {missing:?}; drawn: {}", drawn.len());
    }

    /// Draws the keys: their dotted names.
    fn fill(&self, scenario: &mut Value, share: f64, rng: &mut Pcg64) -> Vec<String> {
        let squads = ["blue", "red"].into_iter().flat_map(|side| {
            let names = scenario[side].as_object().into_iter().flat_map(Table::keys);
            names.map(move |name| format!("{side}.{name}")).collect::<Vec<_>>()
        });
        let mut drawn = Vec::new();
        for name in std::iter::once("rules".to_owned()).chain(squads).collect::<Vec<_>>() {
            let table = name.split('.').fold(&mut *scenario, |table, word| &mut table[word]);
            if table.is_null() {
                *table = json!({});
            }
            for (key, schema) in self.0.keys_of(&name) {
                if table[key].is_null()
                    && rng.random_bool(share)
                    && let Some(value) = self.value(schema, rng)
                {
                    table[key] = value;
                    drawn.push(format!("{name}.{key}"));
                }
            }
        }
        drawn
    }

    /// A value that a schema takes; a number lies in its range, not too far from its default.
    fn value(&self, schema: &Value, rng: &mut Pcg64) -> Option<Value> {
        let inner = self.0.follow(schema);
        if let Some(mut words) = choices(inner) {
            // Players who look ahead take hundreds of times as long; they have tests of their own.
            words.retain(|(word, _)| *word != AHEAD);
            return Some(json!(words[rng.random_range(0..words.len())].0));
        }
        if let Some(all) = inner["anyOf"].as_array() {
            return all.iter().find_map(|one| self.value(one, rng));
        }
        if inner["type"] == "boolean" {
            return Some(json!(rng.random_bool(0.5)));
        }
        let limit = |word: &str| [schema, inner].into_iter().find_map(|one| one[word].as_i64());
        let usual = schema["default"].as_i64().unwrap_or(1);
        let (least, most) = (limit("minimum")?.max(usual / 2 - 2), limit("maximum")?.min(2 * usual.abs() + 2));
        match inner["type"].as_str()? {
            "integer" | "number" => Some(json!(rng.random_range(least..=most.max(least)))),
            _ => None,
        }
    }
}

/// Whether a dotted key is this one, or one in this table.
fn is_in(key: &str, table: &str) -> bool {
    key.strip_prefix(table).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Takes a key out of a scenario.
fn take_out(scenario: &mut Value, key: &str) {
    let Some((table, word)) = key.rsplit_once('.') else { return };
    let table = table.split('.').fold(scenario, |table, word| &mut table[word]);
    table.as_object_mut().and_then(|table| table.shift_remove(word));
}
