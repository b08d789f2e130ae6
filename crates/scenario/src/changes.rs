//! What turns one scenario into another: the keys that a variant of the first would set.

use std::path::Path;

use engage::Side;
use serde_json::Value;

use crate::content::leaves;
use crate::frame::GIVEN;
use crate::key::Key;
use crate::lists::printed;
use crate::over::NO_VARIANTS;
use crate::scenario::Scenario;
use crate::sweep::TURN_LIMIT;
use crate::values::in_toml;

impl Scenario {
    /// The keys and values of a variant of this fight that plays the other one: every key in which they differ. A key that
    /// the other leaves out has its default, a squad that it lacks has no figures.
    ///
    /// # Errors
    /// What cannot be said by a variant, in words.
    pub(crate) fn changes_to(&self, other: &Scenario) -> Result<Vec<(String, Value)>, Vec<String>> {
        let mut wrong = Vec::new();
        if self.ruleset.id != other.ruleset.id {
            wrong.push(format!("ruleset: {} and {}", self.ruleset.id, other.ruleset.id));
            return Err(wrong);
        }
        if self.axes != other.axes {
            wrong.push("sweep: they sweep other keys, or other values".to_owned());
        }
        let mut changes = Vec::new();
        for head in GIVEN {
            let (mine, theirs) = (self.document().get(head), other.document().get(head));
            match Side::ALL.into_iter().find(|side| side.name() == head) {
                Some(side) => self.squads_to(side, mine, theirs, &mut changes, &mut wrong),
                None => self.leaves_to(&Key::of(&[head]), mine, theirs, &mut changes, &mut wrong),
            }
        }
        if self.play.turn_limit != other.play.turn_limit {
            changes.push((Key::of(&TURN_LIMIT).to_string(), other.play.turn_limit.into()));
        }
        let is_swept = |key: &str| self.axes.iter().any(|axis| axis.key == key);
        changes.retain(|(key, _)| !is_swept(key));
        if wrong.is_empty() { Ok(changes) } else { Err(wrong) }
    }

    /// The overrides, each as `KEY=VALUE`, with which this fight is compared with the other one, played as its only
    /// variant; `None` if both are the same fight.
    ///
    /// # Errors
    /// Why they cannot be compared engagement by engagement.
    pub fn beside(&self, other: &Scenario) -> Result<Option<Vec<String>>, Vec<String>> {
        let changes = self.changes_to(other)?;
        if changes.is_empty() {
            return Ok(None);
        }
        let name = self.name_of(other, &changes);
        let quoted = |key: &str| if key.contains('"') { format!("'{key}'") } else { format!("\"{key}\"") };
        let set =
            |(key, value): &(String, Value)| format!("variants.{}.{}={}", quoted(&name), quoted(key), in_toml(value));
        Ok(Some([NO_VARIANTS.to_owned()].into_iter().chain(changes.iter().map(set)).collect()))
    }

    /// The name of the variant, as far as a name reaches: the title of the other scenario, its file if both titles are the
    /// same, and what it changes if it comes from the same file.
    fn name_of(&self, other: &Scenario, changes: &[(String, Value)]) -> String {
        const LONGEST: usize = 64;
        let file = |scenario: &Scenario| {
            Path::new(scenario.name()).file_stem().unwrap_or_default().to_string_lossy().into_owned()
        };
        let changed = || {
            let names = self.names();
            let words = changes.iter().map(|(key, value)| names.key(key).with(&names.value(key, value)));
            words.collect::<Vec<_>>().join(", ")
        };
        let name = match (other.title.trim(), file(other)) {
            (title, _) if title != self.title.trim() => title.to_owned(),
            (_, name) if name != file(self) => name,
            _ => changed(),
        };
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        name.replace(['"', '\''], "’").chars().map(plain).take(LONGEST).collect::<String>().trim().to_owned()
    }

    fn squads_to(
        &self,
        side: Side,
        mine: Option<&Value>,
        theirs: Option<&Value>,
        changes: &mut Vec<(String, Value)>,
        wrong: &mut Vec<String>,
    ) {
        let names = |value: Option<&Value>| -> Vec<String> {
            value.and_then(Value::as_object).map(|squads| squads.keys().cloned().collect()).unwrap_or_default()
        };
        let (own, others) = (names(mine), names(theirs));
        let of = |value: Option<&Value>, name: &str| value.and_then(|squads| squads.get(name)).cloned();
        for name in &own {
            let key = Key::of(&[side.name(), name]);
            match of(theirs, name) {
                None => changes.push((key.join("count").to_string(), 0.into())),
                Some(squad) => self.leaves_to(&key, of(mine, name).as_ref(), Some(&squad), changes, wrong),
            }
        }
        for name in others.iter().filter(|name| !own.contains(name)) {
            let squad = of(theirs, name).unwrap_or_default();
            changes.push((Key::of(&[side.name(), name]).to_string(), squad));
        }
    }

    /// The values below a key that differ.
    fn leaves_to(
        &self,
        head: &Key,
        mine: Option<&Value>,
        theirs: Option<&Value>,
        changes: &mut Vec<(String, Value)>,
        wrong: &mut Vec<String>,
    ) {
        let (empty, printed) = (Value::Object(serde_json::Map::new()), printed(self.document(), &[self.ruleset]));
        let below = |value: Option<&Value>| leaves(value.unwrap_or(&empty));
        let (mine, theirs) = (below(mine), below(theirs));
        let get =
            |all: &[(Key, Value)], key: &Key| all.iter().find(|(own, _)| own == key).map(|(_, value)| value.clone());
        for (key, value) in &theirs {
            if get(&mine, key).as_ref() != Some(value) {
                changes.push((key.below(head).to_string(), value.clone()));
            }
        }
        for (key, _) in mine.iter().filter(|(key, _)| get(&theirs, key).is_none()) {
            let whole = key.below(head);
            let default = self.names().default(&whole.to_string());
            match default.or_else(|| whole.get(printed.as_ref()?).cloned()) {
                Some(value) => changes.push((whole.to_string(), value)),
                None => wrong.push(format!("{whole}: only the first sets it, and it has no default of its own")),
            }
        }
    }
}
