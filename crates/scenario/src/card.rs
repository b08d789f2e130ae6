//! Describes the sides, the ground, the mission and the players in the words of the schema, for the top of a page.
//!
//! Nothing here knows a ruleset. Every key of a squad, the field and the mission that a file sets, or that a reader
//! needs to follow the fight, becomes a [`Fact`] with the label, the unit and the meaning from its declaration.

use engage::schema::choices;
use engage::{BySide, Side, capital, label, lower};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::body::{Axis, Body, Cell};
use crate::doctrines::{Doctrine, Pair, pairs, weight};
use crate::key::Key;
use crate::names::Name;
use crate::scenario::Scenario;
use crate::schema::title;
use crate::sides;

/// A scenario in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The name of each side within a sentence: `the gunmen`.
    pub sides: BySide<String>,
    /// The squads of each side; empty in a situation, and for a side without squads.
    pub squads: BySide<Vec<SquadCard>>,
    /// The field of the fight.
    pub field: Vec<Fact>,
    /// The title of its map; empty on other ground, and if several maps are swept.
    pub map: String,
    /// The mission; empty if the fight goes on until one side is out of it.
    pub mission: Vec<Fact>,
    /// The side with the mission.
    pub attacker: Option<Side>,
    /// The label of the kind, if it is a situation.
    pub situation: String,
    /// The parameters of a situation.
    pub parameters: Vec<Fact>,
    /// The name of the baseline in the file; empty if it gives none.
    pub baseline: String,
    /// The settings of each variant, after the baseline with its own values for these keys; empty without variants.
    pub variants: Vec<VariantCard>,
    /// The doctrines that each side plays; empty if it is led as its squads are written.
    #[serde(default, skip_serializing_if = "are_none")]
    pub doctrines: BySide<Vec<DoctrineCard>>,
}

fn are_none(doctrines: &BySide<Vec<DoctrineCard>>) -> bool {
    doctrines.iter().all(Vec::is_empty)
}

/// A doctrine in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoctrineCard {
    /// Its name.
    pub name: String,
    /// How often it is played, relative to the others of its side.
    pub weight: u32,
    /// The keys that it sets, each with its value; empty if it plays as the squads are written.
    pub sets: Vec<String>,
}

/// A squad in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SquadCard {
    /// Its name within a sentence, such as `gunmen`.
    pub name: String,
    /// Its facts in the order of the reference, first the number of figures.
    pub facts: Vec<Fact>,
}

/// A variant in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantCard {
    /// Its name.
    pub name: String,
    /// The keys that it sets, each with its value: `Red’s weapon: SMG`.
    pub sets: Vec<String>,
}

/// A key with its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The key, such as `red.gunmen.weapon`.
    pub key: String,
    /// Its last word, such as `weapon`.
    pub word: String,
    /// Its label within its table, such as `Weapon`.
    pub label: String,
    /// The unit of its values; empty if it has none.
    pub unit: String,
    /// Its value as a label. All values if it is swept; empty if it is left out and leaving it out has a meaning.
    pub values: Vec<String>,
    /// The meaning of the value, or of leaving it out; empty if not declared.
    pub about: String,
    /// Whether the value is swept.
    pub swept: bool,
    /// Whether the file leaves it out.
    pub default: bool,
    /// Whether a search for a fair value varies it.
    #[serde(default)]
    pub varied: bool,
    /// Whether it describes how the players lead a squad rather than what the squad is.
    #[serde(default)]
    pub leads: bool,
}

impl Card {
    /// The pairs of doctrines that are played, each with its weight, in the order of [`Scenario::pairs`].
    #[must_use]
    pub fn pairs(&self) -> Vec<(BySide<Option<&DoctrineCard>>, u32)> {
        let weighed = pairs(&self.doctrines).into_iter().map(|pair| (pair, weight(&pair, |led| led.weight)));
        weighed.filter(|(_, weight)| *weight > 0).collect()
    }

    /// The text of a log step, with the colours replaced by the names of the sides.
    #[must_use]
    pub fn within(&self, text: &str) -> String {
        sides::within(text, &self.sides)
    }

    /// All facts.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        let squads = self.squads.iter().flatten().flat_map(|squad| &squad.facts);
        squads.chain(&self.field).chain(&self.mission).chain(&self.parameters)
    }
}

/// Keys of squads that a card shows even if the file leaves them out, because a reader needs them.
const ALWAYS: [&str; 2] = ["count", "weapon"];

/// The key that sets the way a squad is led as a whole.
const DOCTRINE: &str = "doctrine";

/// Keys about leading that a card shows even if the file leaves them out: [`LED`] under a ruleset with doctrines,
/// otherwise [`CHOSEN`], the choices that a reader sees in play.
const LED: [&str; 2] = [DOCTRINE, "orders"];
const CHOSEN: [&str; 7] = ["orders", "movement", "advance", "target", "target_players", "target_npcs", "keep"];

impl Scenario {
    /// The scenario in words.
    #[must_use]
    pub fn card(&self) -> Card {
        let words = Words { scenario: self, document: self.document(), axes: &self.axes };
        let doctrines =
            BySide::from_fn(|side| self.doctrines[side].iter().map(|doctrine| self.led(doctrine)).collect());
        Card { baseline: self.baseline.clone(), variants: self.varied(), doctrines, ..words.card() }
    }

    /// An engagement of one of its cells in words: swept keys have their values of this cell, and the settings of its
    /// variant and of the doctrines drawn are included.
    #[must_use]
    pub fn card_of(&self, cell: &Cell, engagement: u64) -> Card {
        let drawn = self.drawn(cell, engagement);
        let card = Words { scenario: self, document: &self.document_of(cell, drawn.as_ref()), axes: &[] }.card();
        let led = |side| drawn.as_ref().and_then(|pair: &Pair<'_>| pair.doctrines[side]);
        Card { doctrines: BySide::from_fn(|side| led(side).map(|one| self.led(one)).into_iter().collect()), ..card }
    }

    /// A doctrine in words.
    fn led(&self, doctrine: &Doctrine) -> DoctrineCard {
        let sets = self.names().choices(&doctrine.sets);
        DoctrineCard { name: doctrine.name.clone(), weight: doctrine.weight, sets }
    }

    /// The baseline and the variants.
    fn varied(&self) -> Vec<VariantCard> {
        let names = self.names();
        let told = |key: &str, value: &Value| capital(&names.key(key).with(&names.value(key, value)));
        let variant = |variant: &crate::body::Variant| VariantCard {
            name: variant.name.clone(),
            sets: variant.changes.iter().map(|(key, value)| told(key, value)).collect(),
        };
        if self.variants.is_empty() {
            return Vec::new();
        }
        let mut keys: Vec<&String> = Vec::new();
        for (key, _) in self.variants.iter().flat_map(|variant| &variant.changes) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let own = |key: &&String| Some(told(key, &self.value(key)?));
        let baseline = VariantCard { name: self.baseline.clone(), sets: keys.iter().filter_map(own).collect() };
        std::iter::once(baseline).chain(self.variants.iter().map(variant)).collect()
    }
}

/// A scenario or one of its cells, to be described.
struct Words<'s> {
    scenario: &'s Scenario,
    document: &'s Value,
    axes: &'s [Axis],
}

impl Words<'_> {
    fn card(&self) -> Card {
        let names = self.scenario.names();
        let squad = |side: Side, squad: &str| {
            let called = names.own_squad(side, squad).map_or_else(|| lower(&label(squad)), lower);
            SquadCard { name: called, facts: self.of_squad(side, squad) }
        };
        let squads = |side: Side| names.squads(side).iter().map(|name| squad(side, name)).collect();
        let squads = BySide::from_fn(|side| if self.is_fight() { squads(side) } else { Vec::new() });
        let on_map = self.has("field.map");
        let mut field = self.facts(&Key::of(&["field"]), if on_map { &[] } else { &["range", "enemy"] });
        let map = field.iter().find(|fact| fact.word == "map" && !fact.swept).map(|fact| fact.values.join(", "));
        // On a map the ground determines the distance.
        let patrol = self.has("field.patrol") || self.has("field.zones") || self.has("field.terrain");
        field.retain(|fact| map.is_none() || fact.word != "map");
        field.retain(|fact| !fact.default || !patrol || fact.word == "enemy");
        let given = self.document.get("mission");
        let mission = given.map(|_| self.facts(&Key::of(&["mission"]), &["objective"])).or_else(|| self.patrol());
        let attacker =
            given.or_else(|| self.document.get("field")?.get("patrol")).and_then(|given| given["side"].as_str());
        let attacker = attacker.unwrap_or(Side::Blue.name());
        let attacker = Side::ALL.into_iter().find(|side| side.name() == attacker);
        let (situation, parameters) = match &self.scenario.body {
            Body::Fight(_) => (String::new(), Vec::new()),
            Body::Situation { kind, .. } => (kind.label.to_owned(), self.facts(&Key::of(&["situation"]), &[])),
        };
        Card {
            sides: BySide::from_fn(|side| names.side(side).to_owned()),
            squads,
            field: if self.is_fight() { field } else { Vec::new() },
            map: map.unwrap_or_default(),
            attacker: attacker.filter(|_| mission.is_some()),
            mission: mission.unwrap_or_default(),
            situation,
            parameters,
            ..Card::default()
        }
    }

    /// The purpose of a patrol, shown as a mission.
    fn patrol(&self) -> Option<Vec<Fact>> {
        let key = Key::of(&["field", "patrol"]);
        key.get(self.document)?;
        let (about, _) = self.scenario.names().schema_of(&key)?.0["description"].as_str()?.split_once(';')?;
        Some(vec![Fact { word: "objective".to_owned(), about: about.to_owned(), ..Fact::default() }])
    }

    const fn is_fight(&self) -> bool {
        matches!(self.scenario.body, Body::Fight(_))
    }

    /// Whether the file or its sweep sets a key or, for a table, any key in it.
    fn has(&self, key: &str) -> bool {
        let there = Key::parse(key).is_ok_and(|key| key.get(self.document).is_some());
        there || self.axes.iter().any(|axis| axis.key == key || axis.key.starts_with(&format!("{key}.")))
    }

    /// Facts about the keys of a table that are set, required, or listed in `always`.
    fn facts(&self, table: &Key, always: &[&str]) -> Vec<Fact> {
        let Some((_, inner)) = self.scenario.names().schema_of(table) else { return Vec::new() };
        let required = |word: &str| inner["required"].as_array().is_some_and(|all| all.iter().any(|one| one == word));
        let mut facts = Vec::new();
        for (word, field) in inner["properties"].as_object().into_iter().flatten() {
            let key = table.join(word);
            let (_, kind) = self.scenario.names().schema_of(&key).unwrap_or((field, field));
            if field.get("const").is_some() {
                continue;
            }
            // A table with declared keys is shown by its keys, one with the author's names by these names.
            if kind["properties"].is_object() && self.swept(&key).is_none() {
                if key.get(self.document).is_some_and(Value::is_object) || self.has(&key.to_string()) {
                    facts.extend(self.facts(&key, always));
                }
                continue;
            }
            facts.extend(self.fact(&key, word, always.contains(&word.as_str()) || required(word)));
        }
        facts
    }

    /// Facts about a squad and the way it is led.
    fn of_squad(&self, side: Side, squad: &str) -> Vec<Fact> {
        let table = Key::of(&[side.name(), squad]);
        let Some((_, inner)) = self.scenario.names().schema_of(&table) else { return Vec::new() };
        let schema = |word: &str| self.scenario.names().schema_of(&table.join(word));
        let leads = |word: &str| {
            schema(word).is_some_and(|(field, kind)| field["x-role"] == "choice" && choices(kind).is_some())
        };
        // Some keys belong to one side only.
        let is_own = |word: &str| {
            schema(word).is_none_or(|(field, _)| field["x-side"].as_str().is_none_or(|own| own == side.name()))
        };
        let has_doctrine = inner["properties"].get(DOCTRINE).is_some();
        let led: &[&str] = if has_doctrine { &LED } else { &CHOSEN };
        let told = led.iter().copied().filter(|word| leads(word) && is_own(word));
        let always: Vec<&str> = ALWAYS.into_iter().chain(told).collect();
        let facts = self.facts(&table, &always).into_iter();
        facts.map(|fact| Fact { leads: leads(&fact.word), ..fact }).collect()
    }

    /// Whether a key has an effect on the ground of the scenario.
    fn counts(&self, field: &Value) -> bool {
        let map = self.has("field.map");
        match field["x-on"].as_str() {
            None => true,
            Some("map") => map,
            Some("ground") => map || self.has("field.terrain"),
            Some("patrol") => self.has("field.patrol"),
            Some(_) => !map && !self.has("field.terrain"),
        }
    }

    /// The fact about a key; `None` if the file leaves it out and it need not be shown.
    fn fact(&self, key: &Key, word: &str, told: bool) -> Option<Fact> {
        let names = self.scenario.names();
        let (field, kind) = names.schema_of(key)?;
        let named = key.to_string();
        let Name { unit, .. } = names.key(&named);
        let title = title(field).unwrap_or_else(|| label(word));
        let label = names.own(&named).map_or(title, str::to_owned);
        let mut fact = Fact { key: named.clone(), word: word.to_owned(), label, unit, ..Fact::default() };
        if let Some(values) = self.swept(key) {
            fact.values = values.iter().map(|value| names.value(&named, value)).collect();
            fact.swept = true;
            return Some(fact);
        }
        let default = field.get("default").filter(|value| !value.is_null());
        let written = key.get(self.document);
        if written.is_none() && !self.counts(field) {
            return None;
        }
        fact.default = written.is_none();
        let Some(value) = written.or(default) else {
            let left_out = left_out(field["description"].as_str()?)?;
            fact.about = self.filled(&left_out, key);
            return told.then_some(fact);
        };
        if !told && Some(value) == default {
            return None;
        }
        fact.values = vec![self.short(&named, value)];
        let words = choices(kind).unwrap_or_default();
        let choice = words.into_iter().find(|(known, _)| value == known);
        fact.about = choice.and_then(|(_, choice)| choice["description"].as_str()).unwrap_or_default().to_owned();
        fact.about = self.filled(&fact.about, key);
        Some(fact)
    }

    /// The label of a value; a table is shown by the names in it, a long list of tables by their number.
    fn short(&self, key: &str, value: &Value) -> String {
        const MANY: usize = 3;
        match value {
            Value::Object(table) => table.keys().map(|word| lower(&label(word))).collect::<Vec<_>>().join(", "),
            Value::Array(items) if items.len() > MANY && items.iter().all(Value::is_object) => items.len().to_string(),
            _ => self.scenario.names().value(key, value),
        }
    }

    /// The values that a sweep gives to a key, directly or as part of its table.
    fn swept(&self, key: &Key) -> Option<Vec<Value>> {
        self.axes.iter().find_map(|axis| {
            let swept = Key::parse(&axis.key).ok()?;
            let rest = key.strip(&swept)?;
            let values: Vec<Value> = axis.values.iter().filter_map(|value| rest.get(value).cloned()).collect();
            (!values.is_empty()).then_some(values)
        })
    }

    /// The meaning of a word, with the keys in backticks replaced by their values; empty if one of them has none.
    fn filled(&self, about: &str, key: &Key) -> String {
        let parts: Vec<&str> = about.split('`').collect();
        let table = key.first(key.parts().len().saturating_sub(1));
        let mut filled = String::new();
        for (place, part) in parts.iter().enumerate() {
            if place % 2 == 0 {
                filled.push_str(part);
                continue;
            }
            let beside = table.join(part);
            let values = self.swept(&beside);
            let value = || self.value(&beside.to_string());
            let known = self.scenario.names().schema_of(&beside).is_some();
            match (values, known.then(value).flatten()) {
                (Some(_), _) => filled.push_str(&format!("{} (swept)", lower(&label(part)))),
                (None, Some(value)) => filled.push_str(&self.scenario.names().value(&beside.to_string(), &value)),
                (None, None) if known && key.parts().first().is_some_and(|head| head == "mission") => {
                    return String::new();
                }
                (None, None) => filled.push_str(&format!("“{}”", lower(&label(part)))),
            }
        }
        // Omit a final clause id in parentheses.
        match filled.rfind(" (").filter(|_| filled.trim_end_matches('.').ends_with(')')) {
            Some(at) if filled[at..].contains('-') => format!("{}.", &filled[..at]),
            _ => filled,
        }
    }

    fn value(&self, key: &str) -> Option<Value> {
        let own = Key::parse(key).ok().and_then(|key| key.get(self.document).cloned());
        own.or_else(|| self.scenario.value(key))
    }
}

/// The effect of leaving a key out, from its description: the words after `left out,` up to the end of the sentence.
fn left_out(description: &str) -> Option<String> {
    let (_, behind) = description.split_once("eft out, ")?;
    let end = behind.find(['.', ';']).unwrap_or(behind.len());
    Some(capital(behind[..end].trim()))
}
