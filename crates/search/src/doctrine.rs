//! Doctrines as values of keys, and the steps from one to another.

use engage::Side;
use scenario::{Family, Scenario, Setting};
use serde_json::Value;

/// What a side chooses: values of some of its keys, in the order of the keys. Without any it plays as the scenario is
/// written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Doctrine(Vec<(String, Value)>);

impl Doctrine {
    /// The doctrine that sets these keys.
    pub(crate) fn of(mut sets: Vec<(String, Value)>) -> Doctrine {
        sets.sort_by(|(one, _), (other, _)| one.cmp(other));
        Doctrine(sets)
    }

    /// The keys that it sets, with their values.
    #[must_use]
    pub fn sets(&self) -> &[(String, Value)] {
        &self.0
    }

    /// The value that it gives a key; `None` if it leaves the key as it is written.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(own, _)| own == key).map(|(_, value)| value)
    }

    /// The same with these values, of which those of the scenario itself are not set.
    #[must_use]
    pub fn with(&self, changes: &[Change]) -> Doctrine {
        let mut sets = self.0.clone();
        for Change { key, value, own } in changes {
            sets.retain(|(known, _)| known != key);
            if own.as_ref() != Some(value) {
                sets.push((key.clone(), value.clone()));
            }
        }
        Doctrine::of(sets)
    }
}

/// Another value of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The key.
    pub key: String,
    /// The value.
    pub value: Value,
    /// The value in the scenario, if it is known.
    pub own: Option<Value>,
}

/// The choices of a side, each with the values that are tried.
pub(crate) struct Choices(Vec<(Setting, Vec<Value>)>);

impl Choices {
    /// The choices of a side at a point of a scenario's sweep; where it begins counts only `with_placement`. Keys that are
    /// swept or that a variant sets are left as they are written, since a doctrine of the scenario cannot set them.
    pub(crate) fn of(scenario: &Scenario, point: &[usize], side: Side, with_placement: bool) -> Choices {
        let head = format!("{}.", side.name());
        let varied = scenario.variants.iter().flat_map(|variant| &variant.changes).map(|(key, _)| key);
        let taken: Vec<&String> = scenario.axes.iter().map(|axis| &axis.key).chain(varied).collect();
        // A variant may set a whole squad.
        let sets = |taken: &str, key: &str| {
            key.strip_prefix(taken).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let settings = scenario.settings(point).into_iter().filter(|setting| {
            let placed = setting.is_placement() && !with_placement;
            let free = !placed && !taken.iter().any(|taken| sets(taken, &setting.key));
            setting.family == Family::Players && setting.key.starts_with(&head) && free
        });
        Choices(settings.map(|setting| (setting.clone(), setting.worth_trying())).collect())
    }

    /// Every step from a doctrine: one key of one squad, or the same key of all squads that have it.
    pub(crate) fn steps(&self, from: &Doctrine) -> Vec<Vec<Change>> {
        let mut steps: Vec<Vec<Change>> = Vec::new();
        let change = |setting: &Setting, value: &Value| Change {
            key: setting.key.clone(),
            value: value.clone(),
            own: setting.value.clone(),
        };
        let differs =
            |setting: &Setting, value: &Value| from.value(&setting.key).or(setting.value.as_ref()) != Some(value);
        for (setting, values) in &self.0 {
            for value in values.iter().filter(|value| differs(setting, value)) {
                steps.push(vec![change(setting, value)]);
            }
        }
        for (place, (setting, values)) in self.0.iter().enumerate() {
            let alike: Vec<&Setting> =
                self.0.iter().map(|(other, _)| other).filter(|other| other.word() == setting.word()).collect();
            let first = self.0.iter().position(|(other, _)| other.word() == setting.word()) == Some(place);
            if alike.len() > 1 && first {
                steps.extend(values.iter().map(|value| alike.iter().map(|one| change(one, value)).collect()));
            }
        }
        steps
    }
}
