//! Adds, removes and renames the squads of a scenario, in its text and in what is set over it.

use engage::Side;
use serde_json::{Map, Value};

use crate::advice::whole_number;
use crate::document;
use crate::frame::{DOCTRINES, is_squad_name};
use crate::input::with_room;
use crate::key::{Key, equals_sign};
use crate::scenario::Written;
use crate::squads::BELONGS_TO;

/// A change of the squads of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SquadChange {
    /// A new squad like the last one of its side.
    Add {
        /// The side.
        side: Side,
        /// The name of the new squad.
        name: String,
    },
    /// A squad goes, with what sweeps, varies and labels it.
    Remove {
        /// The side.
        side: Side,
        /// The name of the squad.
        name: String,
    },
    /// A squad has another name, wherever it is named.
    Rename {
        /// The side.
        side: Side,
        /// The name of the squad.
        name: String,
        /// Its new name.
        to: String,
    },
}

impl SquadChange {
    /// The scenario with the change, and what is further set over it, each as `KEY=VALUE`. Comments of the text are lost.
    ///
    /// # Errors
    /// If the text cannot be read, there is no such squad, or a squad cannot have this name.
    pub fn apply(&self, written: &Written, sets: &[String]) -> Result<(Written, Vec<String>), String> {
        let read = with_room(|| document::read(&written.text).map(|document| document.value));
        let read = read.map_err(|error| format!("no thread to read it on: {error}"))?;
        let mut value =
            read.map_err(|mistakes| mistakes.first().map_or_else(String::new, |one| one.message.clone()))?;
        let (own, further) = match self {
            SquadChange::Add { side, name } => {
                let like = added(&mut value, *side, name)?;
                let alike = |sets: &[String]| [sets, &copied(sets, *side, &like, name)].concat();
                (alike(&written.sets), alike(sets))
            }
            SquadChange::Remove { side, name } => {
                let squad = Squad { side: *side, name, to: None };
                squad.in_document(&mut value)?;
                (squad.in_sets(&written.sets), squad.in_sets(sets))
            }
            SquadChange::Rename { side, name, to } => {
                let to = to.trim();
                free(&value, *side, to)?;
                let squad = Squad { side: *side, name, to: Some(to) };
                squad.in_document(&mut value)?;
                (squad.in_sets(&written.sets), squad.in_sets(sets))
            }
        };
        let text = toml::to_string(&value).map_err(|error| error.to_string())?;
        Ok((Written { text, sets: own, ..written.clone() }, further))
    }
}

fn squads(value: &Value, side: Side) -> Option<&Map<String, Value>> {
    value.get(side.name())?.as_object()
}

/// Whether a side may have a squad of this name.
fn free(value: &Value, side: Side, name: &str) -> Result<(), String> {
    if !is_squad_name(name) {
        let what = "a squad’s name has 1 to 64 characters and no dots, quotes, brackets or control characters";
        return Err(format!("{what}, not “{name}”"));
    }
    if whole_number(name).is_some() {
        return Err(format!("a squad’s name is no number, such as “{name}”"));
    }
    if squads(value, side).is_some_and(|squads| squads.contains_key(name)) {
        return Err(format!("{} has a squad “{name}” already", side.name()));
    }
    Ok(())
}

/// Adds a squad like the last one of its side, whose name is returned.
fn added(value: &mut Value, side: Side, name: &str) -> Result<String, String> {
    let name = name.trim();
    free(value, side, name)?;
    let last = squads(value, side).and_then(|squads| squads.iter().next_back());
    let Some((like, squad)) = last.map(|(like, squad)| (like.clone(), squad.clone())) else {
        return Err(format!("{} has no squad that a new one could be like", side.name()));
    };
    value[side.name()][name] = squad;
    Ok(like)
}

/// What sets the keys of one squad, for another one.
fn copied(sets: &[String], side: Side, like: &str, name: &str) -> Vec<String> {
    let head = Key::of(&[side.name(), like]);
    let copy = |set: &String| {
        let (key, value) = set.split_at(equals_sign(set)?);
        let rest = Key::parse(key).ok()?.strip(&head)?;
        Some(format!("{}{value}", rest.below(&Key::of(&[side.name(), name.trim()]))))
    };
    sets.iter().filter_map(copy).collect()
}

/// A squad that is removed, or has another name.
struct Squad<'s> {
    side: Side,
    name: &'s str,
    to: Option<&'s str>,
}

/// A key after the change; `None` if it is gone.
type Changed = Option<Key>;

impl Squad<'_> {
    fn is(&self, side: &str, name: &str) -> bool {
        side == self.side.name() && name == self.name
    }

    /// Changes a whole document.
    fn in_document(&self, value: &mut Value) -> Result<(), String> {
        let unknown = || format!("there is no squad “{}” in {}", self.name, self.side.name());
        let all = value.get_mut(self.side.name()).and_then(Value::as_object_mut).ok_or_else(unknown)?;
        if !all.contains_key(self.name) {
            return Err(unknown());
        }
        rebuilt(
            all,
            |name, squad| {
                if name == self.name { self.to.map(|to| (to.to_owned(), squad)) } else { Some((name, squad)) }
            },
        );
        for squad in all.values_mut().filter_map(Value::as_object_mut) {
            for word in BELONGS_TO {
                if squad.get(word).and_then(Value::as_str) == Some(self.name) {
                    match self.to {
                        Some(to) => _ = squad.insert(word.to_owned(), to.into()),
                        None => _ = squad.shift_remove(word),
                    }
                }
            }
        }
        for head in ["sweep", "labels"] {
            if let Some(table) = value.get_mut(head).and_then(Value::as_object_mut) {
                self.in_table(&Key::root(), table);
            }
        }
        if let Some(variants) = value.get_mut("variants").and_then(Value::as_object_mut) {
            for variant in variants.values_mut().filter_map(Value::as_object_mut) {
                self.in_table(&Key::root(), variant);
            }
            // A variant that changes nothing any more is none.
            variants.retain(|_, variant| variant.as_object().is_none_or(|variant| !variant.is_empty()));
        }
        let led = value.get_mut(DOCTRINES).and_then(|led| led.get_mut(self.side.name())).and_then(Value::as_object_mut);
        for doctrine in led.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut) {
            self.in_table(&Key::of(&[self.side.name()]), doctrine);
        }
        Ok(())
    }

    /// Changes the keys of a table, in which every word may be dotted and every table has further keys below `head`.
    fn in_table(&self, head: &Key, table: &mut Map<String, Value>) {
        rebuilt(table, |word, mut value| {
            // A label may be that of a value: `red.gunmen.weapon=smg`.
            let (key, rest) = word.split_at(equals_sign(&word).unwrap_or(word.len()));
            let Ok(key) = Key::parse(key) else { return Some((word, value)) };
            let whole = key.below(head);
            let [side, name, ..] = whole.parts() else {
                let Value::Object(inner) = &mut value else { return Some((word, value)) };
                let was_empty = inner.is_empty();
                self.in_table(&whole, inner);
                return (was_empty || !inner.is_empty()).then_some((word, value));
            };
            // In a doctrine a word alone is a choice of every squad.
            let is_choice = head.parts().len() == 1 && key.parts().len() == 1 && !value.is_object();
            if !self.is(side, name) || is_choice {
                return Some((word, value));
            }
            let changed = self.changed(&whole)?.strip(head)?;
            Some((format!("{changed}{rest}"), value))
        });
    }

    /// A key of the squad after the change.
    fn changed(&self, key: &Key) -> Changed {
        let rest = key.strip(&Key::of(&[self.side.name(), self.name]))?;
        Some(rest.below(&Key::of(&[self.side.name(), self.to?])))
    }

    /// What is set over the scenario after the change.
    fn in_sets(&self, sets: &[String]) -> Vec<String> {
        sets.iter().filter_map(|set| self.in_set(set)).collect()
    }

    fn in_set(&self, set: &str) -> Option<String> {
        let same = || Some(set.to_owned());
        let Some(at) = equals_sign(set) else { return same() };
        let (Ok(key), value) = (Key::parse(&set[..at]), &set[at..]) else { return same() };
        let (head, rest) = match key.parts() {
            [table, ..] if ["sweep", "labels"].contains(&table.as_str()) => (1, Key::root()),
            [table, _, ..] if table == "variants" => (2, Key::root()),
            [table, side, _, ..] if table == DOCTRINES && side == self.side.name() => (3, Key::of(&[side])),
            [side, _, word] if side == self.side.name() && BELONGS_TO.contains(&word.as_str()) => {
                let named = value[1..].trim().trim_matches('"') == self.name;
                let value = if named { format!("=\"{}\"", self.to?) } else { value.to_owned() };
                return match key.parts()[1] == self.name {
                    true => Some(format!("{}{value}", self.changed(&key)?)),
                    false => Some(format!("{key}{value}")),
                };
            }
            _ => (0, Key::root()),
        };
        // The words of a sweep, a variant or a doctrine may be dotted.
        let words =
            key.parts()[head..].iter().map(|word| if head == 0 { Ok(Key::of(&[word])) } else { Key::parse(word) });
        let Ok(words) = words.collect::<Result<Vec<Key>, String>>() else { return same() };
        let whole = words.iter().fold(rest.clone(), |whole, word| word.below(&whole));
        match whole.parts() {
            [side, name, ..] if self.is(side, name) && (head < 3 || whole.parts().len() > 2) => {
                let changed = self.changed(&whole)?.strip(&rest)?;
                let changed = if head == 0 { changed } else { key.first(head).join(&changed.to_string()) };
                Some(format!("{changed}{value}"))
            }
            _ => same(),
        }
    }
}

/// Makes a table anew from its entries, in their order.
fn rebuilt(table: &mut Map<String, Value>, entry: impl FnMut(String, Value) -> Option<(String, Value)>) {
    let mut entry = entry;
    *table = std::mem::take(table).into_iter().filter_map(|(word, value)| entry(word, value)).collect();
}

#[cfg(test)]
mod tests {
    use engage::Side;

    use super::SquadChange;
    use crate::scenario::{Scenario, Written};

    const TEXT: &str = r#"
title = "A duel"
ruleset = "fireteam"
[field]
range = 12
[blue.alpha]
weapon = "rifle"
[blue.bravo]
weapon = "rifle"
count = 2
[red.gunmen]
weapon = "rifle"
[sweep]
"blue.bravo.count" = [2, 3]
[variants.fewer]
"blue.bravo.sniper" = true
[variants.prone]
"red.gunmen.posture" = "prone"
blue.bravo.weapon = "smg"
[labels]
"blue.bravo" = "The second squad"
[doctrines.blue.low]
bravo.posture = "prone"
[doctrines.blue.high]
posture = "standing"
"#;

    fn written() -> Written {
        Written { name: "duel.toml".to_owned(), text: TEXT.to_owned(), ..Written::default() }
    }

    fn sets() -> Vec<String> {
        [
            "blue.bravo.hard_cover=true",
            "sweep.\"blue.bravo.count\"=[4]",
            "variants.x.\"blue.bravo.sniper\"=true",
            "red.gunmen.count=3",
        ]
        .map(str::to_owned)
        .to_vec()
    }

    #[test]
    fn a_new_squad_is_like_the_last_of_its_side() {
        let change = SquadChange::Add { side: Side::Blue, name: " Charlie 2 ".to_owned() };
        let (written, sets) = change.apply(&written(), &sets()).unwrap();
        let read = Scenario::rewritten(&written, &[]).unwrap_or_else(|wrong| panic!("{wrong}\n{}", written.text));
        assert_eq!(read.value("blue.Charlie 2.count").unwrap(), 2);
        assert_eq!(sets.last().unwrap(), "blue.Charlie 2.hard_cover=true");
        for wrong in ["alpha", "", "a.b", "a\"b", "12", &"x".repeat(65), "a\nb"] {
            let change = SquadChange::Add { side: Side::Blue, name: wrong.to_owned() };
            assert!(change.apply(&written, &[]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_renamed_squad_has_its_new_name_everywhere() {
        let change = SquadChange::Rename { side: Side::Blue, name: "bravo".to_owned(), to: "Big one".to_owned() };
        let (renamed, changed) = change.apply(&written(), &sets()).unwrap();
        assert!(!renamed.text.contains("bravo"), "{}", renamed.text);
        assert!(changed.iter().all(|set| !set.contains("bravo")) && changed.len() == 4, "{changed:?}");
        let before = Scenario::rewritten(&written(), &[]).unwrap();
        let after = Scenario::rewritten(&renamed, &[]).unwrap_or_else(|wrong| panic!("{wrong}\n{}", renamed.text));
        assert_eq!(
            (before.axes[0].values.clone(), before.variants.len()),
            (after.axes[0].values.clone(), after.variants.len())
        );
        let back = SquadChange::Rename { side: Side::Blue, name: "Big one".to_owned(), to: "bravo".to_owned() };
        let (again, sets_again) = back.apply(&renamed, &changed).unwrap();
        assert_eq!(Scenario::rewritten(&again, &[]).unwrap().hash(), before.hash());
        assert_eq!(sets_again.len(), sets().len());
        let other = SquadChange::Rename { side: Side::Blue, name: "nobody".to_owned(), to: "x".to_owned() };
        assert!(other.apply(&written(), &[]).unwrap_err().contains("no squad “nobody”"));
    }

    #[test]
    fn a_squad_goes_with_all_that_names_it() {
        let change = SquadChange::Remove { side: Side::Blue, name: "bravo".to_owned() };
        let (left, changed) = change.apply(&written(), &sets()).unwrap();
        assert!(!left.text.contains("bravo") && !left.text.contains("fewer"), "{}", left.text);
        assert_eq!(changed, ["red.gunmen.count=3"]);
        let read = Scenario::rewritten(&left, &changed).unwrap_or_else(|wrong| panic!("{wrong}\n{}", left.text));
        assert_eq!((read.axes.len(), read.variants.len()), (0, 1));
        // The last squad may go; that the side then has none is a mistake of the scenario.
        let last = SquadChange::Remove { side: Side::Blue, name: "alpha".to_owned() };
        let (none, _) = last.apply(&left, &[]).unwrap();
        assert!(Scenario::rewritten(&none, &[]).unwrap_err().to_string().contains("blue has no squads"));
    }

    #[test]
    fn what_cannot_be_read_cannot_be_changed() {
        let change = SquadChange::Add { side: Side::Red, name: "x".to_owned() };
        for text in ["", "[red", "red = 3", "[red]\n", "[[red]]\nx = 1\n"] {
            assert!(change.apply(&Written { text: text.to_owned(), ..Written::default() }, &[]).is_err(), "{text}");
        }
    }
}
