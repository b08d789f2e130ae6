//! Keys that a sweep, a variant, a doctrine or a unit sets.

use serde_json::{Map, Value};

use crate::frame::{DOCTRINES, UNITS};
use crate::key::Key;
use crate::mistake::Mistake;
use crate::place::Place;

/// A key that a sweep, a variant, a doctrine or a unit sets.
#[derive(Clone, Debug)]
pub(crate) struct Target<'p> {
    /// The key in the file, such as `play.turn_limit`.
    pub(crate) key: Key,
    /// The key in the ruleset's input, such as `turn_limit`.
    pub(crate) given: Key,
    /// The key as the table writes it, such as `sweep."play.turn_limit"`.
    pub(crate) written: Key,
    /// The place of that key.
    pub(crate) place: &'p Place,
}

impl Target<'_> {
    /// Whether it is written once for several squads: in a doctrine or a unit.
    pub(crate) fn is_of_several(&self) -> bool {
        self.written.parts().first().is_some_and(|head| [DOCTRINES, UNITS].contains(&head.as_str()))
    }
}

/// The mistake of setting a key that another entry already sets, entirely or in part.
pub(crate) fn overlap<'t, 'p: 't>(
    target: &Target<'_>,
    mut others: impl Iterator<Item = &'t Target<'p>>,
    what: &str,
) -> Option<Mistake> {
    let other = others.find(|other| other.given.overlaps(&target.given))?;
    Some(Mistake::new(&target.place.key, &target.written, format!("`{}` {what}", other.key)))
}

/// A value set by a sweep, a variant, a doctrine or a unit: its key in the table, the key that it sets or the reason why that
/// is invalid, and the value.
pub(crate) type Leaf<'v> = (Key, Result<Key, String>, &'v Value);

/// The values of a table under `head`, written as quoted keys or as nested tables.
pub(crate) fn leaves<'v>(head: &Key, table: &'v Map<String, Value>) -> Vec<Leaf<'v>> {
    let mut leaves = Vec::new();
    flatten(head, &Key::root(), table, &mut leaves);
    leaves
}

/// Collects the values of nested tables. Every key may itself be dotted.
fn flatten<'v>(written: &Key, key: &Key, table: &'v Map<String, Value>, leaves: &mut Vec<Leaf<'v>>) {
    for (word, value) in table {
        let written = written.join(word);
        match (Key::parse(word), value) {
            (Ok(rest), Value::Object(inner)) if !inner.is_empty() => flatten(&written, &rest.below(key), inner, leaves),
            (rest, _) => leaves.push((written, rest.map(|rest| rest.below(key)), value)),
        }
    }
}
