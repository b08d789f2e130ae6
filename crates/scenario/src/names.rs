//! Labels for the things of a scenario. Labels of keys and values come from the ruleset's schema, those of endings,
//! measures and outcomes from the ruleset itself. The file's own labels override both.

use std::collections::BTreeMap;

use engage::schema::follow;
use engage::{BySide, Ending, Kind, Measure, Ruleset, Side, WINS, Win, label, lower, short_unit, singular};
use serde_json::{Map, Value};

use crate::document::Document;
use crate::frame::GIVEN;
use crate::key::{Entry, Key, entry, equals_sign};
use crate::precision::Quantity;
use crate::schema::{schema, title, titled_words};
use crate::sides;
use crate::sweep::TURN_LIMIT;
use crate::values::text;

/// The values that a key can take.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// Whole numbers.
    Whole {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// Numbers.
    Real {
        /// The least.
        least: f64,
        /// The most.
        most: f64,
    },
    /// Values without an order: words, booleans, lists of at most one word.
    Choices(Vec<Value>),
}

/// The label of a key and the unit of its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// Such as `Range` or `Red’s weapon`.
    pub label: String,
    /// The unit of its values, such as `inches`; empty if it has none.
    pub unit: String,
}

impl Name {
    /// A value with its label: `Range 12 in`, `Red’s weapon: SMG`.
    #[must_use]
    pub fn with(&self, value: &str) -> String {
        let Name { label, unit } = self;
        match (value.parse::<f64>(), unit.is_empty()) {
            (Err(_), _) => format!("{label}: {value}"),
            (Ok(_), true) => format!("{label} {value}"),
            (Ok(_), false) => format!("{label} {value} {}", number_of(value, unit)),
        }
    }
}

/// The names of everything in one scenario.
#[derive(Clone, Debug)]
pub struct Names {
    schema: Value,
    kind: Option<&'static Kind>,
    /// The rules as printed, and the file's changes to them.
    rules: [Value; 2],
    squads: BySide<Vec<String>>,
    /// The names of the sides within a sentence, such as `the gunmen`; their colours if both would have the same name.
    sides: BySide<String>,
    /// The title of each map, by its path in the file.
    maps: BTreeMap<String, String>,
    /// The file's own labels, by key, by `KEY=VALUE` or by the id of an ending, a measure or an outcome.
    own: BTreeMap<String, String>,
}

/// The schema at one part of a key.
struct Step<'n> {
    /// The schema at the key, with the title if it has one.
    field: &'n Value,
    /// The type that it refers to.
    inner: &'n Value,
}

impl Names {
    /// The names for a document, including its own labels.
    pub(crate) fn new(
        ruleset: &'static Ruleset,
        kind: Option<&'static Kind>,
        document: &Document,
        maps: impl Iterator<Item = (String, String)>,
    ) -> Names {
        let squads = BySide::from_fn(|side: Side| {
            let squads = document.value.get(side.name()).and_then(Value::as_object);
            squads.map(|squads| squads.keys().cloned().collect()).unwrap_or_default()
        });
        let empty = Map::new();
        let mut own = BTreeMap::new();
        for given in given(document.value.get("labels").and_then(Value::as_object).unwrap_or(&empty)) {
            if let Some(text) = given.label.as_str() {
                own.insert(given.meant(), text.trim().to_owned());
            }
        }
        let rules = [(ruleset.rules)(), document.value.get("rules").cloned().unwrap_or_default()];
        let sides = sides::in_words(&squads, &own);
        Names { schema: schema(&[ruleset]), kind, rules, squads, sides, maps: maps.collect(), own }
    }

    /// The name of a side within a sentence, made from its squads: `the gunmen`, `the leader and the men`. If both
    /// sides would have the same name, it is the colour with a capital.
    #[must_use]
    pub fn side(&self, side: Side) -> &str {
        &self.sides[side]
    }

    /// Whether the name of a side is its colour.
    #[must_use]
    pub fn is_colour(&self, side: Side) -> bool {
        self.sides[side] == label(side.name())
    }

    /// The schema of a top-level table of a fight or a situation.
    fn root(&self, head: &str) -> Option<(&Value, &Value)> {
        let own = &self.schema["allOf"][0]["then"]["properties"];
        let field = match (head, self.kind) {
            ("situation", Some(kind)) => {
                let cases = own["situation"]["allOf"].as_array()?;
                &cases.iter().find(|case| case["if"]["properties"]["kind"]["const"] == kind.id)?["then"]
            }
            ("play", None) => &self.schema["properties"]["play"],
            (head, None) if GIVEN.contains(&head) => &own[head],
            _ => return None,
        };
        Some((field, follow(&self.schema, field).1))
    }

    /// The schemas along a key, part by part; `None` if the schema ends before the key does.
    fn way<'n>(&'n self, key: &'n Key) -> Option<Vec<Step<'n>>> {
        let (head, rest) = key.parts().split_first()?;
        let (field, inner) = self.root(head)?;
        let mut way = vec![Step { field, inner }];
        for part in rest {
            let field = below(way.last()?.inner, part)?;
            way.push(Step { field, inner: follow(&self.schema, field).1 });
        }
        Some(way)
    }

    /// The schema of a key, and the type that it refers to.
    pub(crate) fn schema_of(&self, key: &Key) -> Option<(&Value, &Value)> {
        let (head, rest) = key.parts().split_first()?;
        let mut at = self.root(head)?;
        for part in rest {
            let field = below(at.1, part)?;
            at = (field, follow(&self.schema, field).1);
        }
        Some(at)
    }

    /// Checks that the schema knows a key. The error has the first unknown part and the parts allowed in its place.
    pub(crate) fn check(&self, key: &Key) -> Result<(), (Key, Vec<String>)> {
        for length in 1..=key.parts().len() {
            let start = key.first(length);
            if self.way(&start).is_none() {
                let before = key.first(length - 1);
                let way = self.way(&before).unwrap_or_default();
                let known = way.last().and_then(|step| step.inner["properties"].as_object());
                return Err((start, known.map(|known| known.keys().cloned().collect()).unwrap_or_default()));
            }
        }
        Ok(())
    }

    /// The squads of a side, by their names in the file.
    pub(crate) fn squads(&self, side: Side) -> &[String] {
        &self.squads[side]
    }

    /// The label and the unit of a key such as `field.range`.
    #[must_use]
    pub fn key(&self, key: &str) -> Name {
        let Ok(parsed) = Key::parse(key) else { return Name { label: key.to_owned(), unit: String::new() } };
        let way = self.way(&parsed).unwrap_or_default();
        let unit =
            way.last().and_then(|step| [step.field, step.inner].into_iter().find_map(|one| one["x-unit"].as_str()));
        let own = self.own.get(&parsed.to_string());
        // For the number of figures, the squad's name is enough.
        if let ([head, squad, COUNT], Some(step)) = (parts(&parsed).as_slice(), way.last())
            && let Some(side) = Side::ALL.into_iter().find(|side| side.name() == *head)
        {
            let owner = self.owner(side, squad);
            if *owner != label(head) {
                let unit = step.field["title"].as_str().map(lower).unwrap_or_default();
                return Name { label: own.cloned().unwrap_or(owner), unit };
            }
        }
        let label = own.cloned().unwrap_or_else(|| self.label(&parsed, &way));
        Name { label, unit: unit.unwrap_or_default().to_owned() }
    }

    /// The label of a key without a label in the file.
    fn label(&self, key: &Key, way: &[Step<'_>]) -> String {
        let parts = parts(key);
        let side = |word: &str| Side::ALL.into_iter().find(|side| side.name() == word);
        let called = |from: usize| -> Vec<String> {
            let step = |(place, part): (usize, &&str)| {
                if let Some(Entry::Where { column, value }) = entry(part) {
                    let item = way.get(from + place).map(|step| &step.inner["properties"][column]["title"]);
                    let column = item.and_then(Value::as_str).map_or_else(|| label(column), str::to_owned);
                    return format!("{column} {value}");
                }
                way.get(from + place).and_then(|step| title(step.field)).unwrap_or_else(|| label(part))
            };
            parts[from..].iter().enumerate().map(step).collect()
        };
        match parts.as_slice() {
            [head, squad, _, ..] if let Some(side) = side(head) => of(&self.owner(side, squad), &called(2).join(" › ")),
            [head, squad] if let Some(side) = side(head) => self.owner(side, squad),
            ["situation", "options", _, ..] => called(2).join(" › "),
            ["situation", who, _] if entry(who).is_none() => {
                let called = called(1);
                of(&called[0], &called[1])
            }
            [_, _, ..] => called(1).join(" › "),
            _ => label(&key.to_string()),
        }
    }

    /// The owner of a squad's keys: the squad, with its colour if the other side has a squad of the same name; only the
    /// colour if the side has no other squad.
    fn owner(&self, side: Side, squad: &str) -> String {
        if let Some(own) = self.own_squad(side, squad) {
            return own.to_owned();
        }
        let alone = self.squads(side).len() < 2;
        match self.is_on_both(side, squad) || self.is_colour(side) {
            true if alone => label(side.name()),
            true => format!("{} {}", label(side.name()), in_a_name(squad)),
            false => label(squad),
        }
    }

    pub(crate) fn own_squad(&self, side: Side, squad: &str) -> Option<&str> {
        self.own.get(&Key::of(&[side.name(), squad]).to_string()).map(String::as_str)
    }

    /// The file's own label of a key.
    pub(crate) fn own(&self, key: &str) -> Option<&str> {
        self.own.get(key).map(String::as_str)
    }

    /// The name of a squad: the file's own label, otherwise its word, such as `gunmen`, with its colour if the other
    /// side has a squad of the same name.
    #[must_use]
    pub fn squad(&self, side: Side, squad: &str) -> String {
        let made = || match self.is_on_both(side, squad) {
            true => format!("{} {}", side.name(), in_a_name(squad)),
            false => in_a_name(squad),
        };
        self.own_squad(side, squad).map_or_else(made, str::to_owned)
    }

    /// Whether the other side also has a squad of that name.
    fn is_on_both(&self, side: Side, squad: &str) -> bool {
        self.squads(side.enemy()).iter().any(|other| other == squad)
    }

    /// The label of a key's value, without its unit.
    #[must_use]
    pub fn value(&self, key: &str, value: &Value) -> String {
        let Ok(parsed) = Key::parse(key) else { return text(value) };
        let way = self.way(&parsed).unwrap_or_default();
        self.named(&parsed, way.last(), value)
    }

    fn named(&self, key: &Key, step: Option<&Step<'_>>, value: &Value) -> String {
        if let Some(own) = self.own.get(&format!("{key}={}", text(value))) {
            return own.clone();
        }
        match value {
            Value::Bool(true) => "yes".to_owned(),
            Value::Bool(false) => "no".to_owned(),
            Value::String(word) if key.parts() == ["field", "map"] => self.maps.get(word).unwrap_or(word).clone(),
            Value::String(word) => step.and_then(|step| self.word(step, word)).unwrap_or_else(|| word.clone()),
            Value::Array(items) if !items.is_empty() => {
                let item = |(place, item): (usize, &Value)| {
                    let named = self.named(key, step, item);
                    let own = self.own.contains_key(&format!("{key}={}", text(item)));
                    if place == 0 || own { named } else { lower(&named) }
                };
                items.iter().enumerate().map(item).collect::<Vec<_>>().join(", ")
            }
            // The label of a table in a list consists of its values.
            Value::Object(table) if step.is_some() => {
                let named = |(word, value): (&String, &Value)| {
                    let field = step.and_then(|step| below(follow(&self.schema, &step.inner["items"]).1, word));
                    let inner = field.map(|field| Step { field, inner: follow(&self.schema, field).1 });
                    self.named(key, inner.as_ref(), value)
                };
                table.iter().map(named).collect::<Vec<_>>().join(" ")
            }
            other => text(other),
        }
    }

    /// The label of a word that the schema allows at a key or labels elsewhere.
    fn word(&self, step: &Step<'_>, word: &str) -> Option<String> {
        let items = follow(&self.schema, &step.inner["items"]).1;
        let names = [step.field, step.inner].into_iter().find_map(|one| one["x-labels"].as_object());
        // If some names have labels, the others get labels made from their words.
        let named =
            names.map(|names| names.get(word).and_then(Value::as_str).map_or_else(|| label(word), str::to_owned));
        let choice = |&(known, _): &(&str, String)| known == word;
        let chosen = || [step.inner, items].into_iter().find_map(|one| titled_words(one)?.into_iter().find(choice));
        named.or_else(|| chosen().map(|(_, label)| label))
    }

    /// The words that the schema allows at a key; `None` if it also allows others.
    pub(crate) fn words(&self, key: &Key) -> Option<Vec<String>> {
        let way = self.way(key)?;
        let inner = way.last()?.inner;
        if inner["type"] == "boolean" {
            return Some(vec!["true".to_owned(), "false".to_owned()]);
        }
        let words = titled_words(inner).or_else(|| titled_words(follow(&self.schema, &inner["items"]).1))?;
        Some(words.into_iter().map(|(word, _)| word.to_owned()).collect())
    }

    /// The values that a key can take: numbers with both limits, or few enough choices to try each. For a list of words
    /// these are the empty list and the lists of one word. `None` for other keys.
    #[must_use]
    pub fn range(&self, key: &str) -> Option<Range> {
        let key = Key::parse(key).ok()?;
        let way = self.way(&key)?;
        let step = way.last()?;
        let limit = |word: &str| [step.field, step.inner].into_iter().find_map(|one| one.get(word)?.as_f64());
        match step.inner["type"].as_str() {
            Some("integer") => Some(Range::Whole { least: limit("minimum")? as i64, most: limit("maximum")? as i64 }),
            Some("number") => Some(Range::Real { least: limit("minimum")?, most: limit("maximum")? }),
            Some("boolean") => Some(Range::Choices(vec![false.into(), true.into()])),
            kind => {
                let words = self.words(&key).or_else(|| self.entries(step))?;
                Some(Range::Choices(match kind {
                    Some("array") => {
                        let ones = words.into_iter().map(|word| vec![word]);
                        std::iter::once(Vec::new()).chain(ones).map(Value::from).collect()
                    }
                    _ => words.into_iter().map(Value::from).collect(),
                }))
            }
        }
    }

    /// The names from tables of the rules that a key allows, those of the rulebook before the file's own.
    fn entries(&self, step: &Step<'_>) -> Option<Vec<String>> {
        let tables = [step.field, step.inner].into_iter().find_map(|one| one["x-names"].as_array())?;
        let of = |rules: &Value| -> Vec<String> {
            let tables = tables.iter().filter_map(|table| rules.get(table.as_str()?)?.as_object());
            tables.flat_map(Map::keys).cloned().collect()
        };
        let mut names: Vec<String> = Vec::new();
        for name in self.rules.iter().flat_map(of) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        Some(names)
    }

    /// What a side chooses, in words: each key with its value. What every squad of a side does alike is said once.
    #[must_use]
    pub fn choices(&self, sets: &[(String, Value)]) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        for (key, value) in sets {
            let shown = match value {
                Value::Array(items) if items.is_empty() => "none".to_owned(),
                value => self.value(key, value),
            };
            let name = self.of_every_squad(key, value, sets).unwrap_or_else(|| self.key(key)).with(&shown);
            if !told.contains(&name) {
                told.push(name);
            }
        }
        told
    }

    /// A key with its value, without the table that it belongs to: `Weapon: SMG`.
    #[must_use]
    pub fn alone(&self, key: &str, value: &Value) -> String {
        self.own_label(key).with(&self.value(key, value))
    }

    /// The name of a key of all squads of a side, if the side has several and all get this value.
    fn of_every_squad(&self, key: &str, value: &Value, sets: &[(String, Value)]) -> Option<Name> {
        let key = Key::parse(key).ok()?;
        let side = Side::ALL.into_iter().find(|side| side.name() == key.parts()[0])?;
        let rest = key.strip(&key.first(2))?;
        let squads = self.squads(side);
        let alike = |squad: &String| {
            let own = rest.below(&Key::of(&[side.name(), squad])).to_string();
            sets.iter().any(|(known, theirs)| *known == own && theirs == value)
        };
        let way = self.way(&key)?;
        let field = way.last()?.field;
        let title = title(field).unwrap_or_else(|| label(rest.parts().last().map_or("", String::as_str)));
        let unit = field["x-unit"].as_str().unwrap_or_default().to_owned();
        let label = format!("{title} of every squad");
        (squads.len() > 1 && squads.iter().all(alike)).then_some(Name { label, unit })
    }

    /// The label of a key without the table that it belongs to, such as `Weapon`, and the unit of its values.
    #[must_use]
    pub fn own_label(&self, key: &str) -> Name {
        let parsed = Key::parse(key).ok();
        let way = parsed.as_ref().and_then(|key| self.way(key)).unwrap_or_default();
        let word = parsed.as_ref().and_then(|key| key.parts().last().cloned()).unwrap_or_default();
        let label = way.last().and_then(|step| title(step.field)).unwrap_or_else(|| label(&word));
        Name { label, unit: self.key(key).unit }
    }

    /// The meaning of a key, from its declaration; empty if it has none.
    #[must_use]
    pub fn about(&self, key: &str) -> &str {
        let schemas = Key::parse(key).ok().and_then(|key| self.schema_of(&key));
        let said =
            schemas.and_then(|(field, inner)| [field, inner].into_iter().find_map(|one| one["description"].as_str()));
        said.unwrap_or_default()
    }

    /// The default value of a key.
    #[must_use]
    pub fn default(&self, key: &str) -> Option<Value> {
        let way = Key::parse(key).ok().and_then(|key| Some(self.way(&key)?.last()?.field.get("default")?.clone()));
        way.filter(|value| !value.is_null())
    }

    /// The label of a quantity of a run.
    #[must_use]
    pub fn quantity(&self, quantity: Quantity, ruleset: &Ruleset) -> String {
        match quantity {
            Quantity::Win(winner) => self.won(Win::by(winner)),
            Quantity::Decided(side) => format!("{}, draws aside", self.won(Win::by(Some(side)))),
            Quantity::Ending(ending) => self.ending(&ruleset.endings[ending]),
            Quantity::Turns => self.turns(),
            Quantity::Measure(measure) => self.measure(&ruleset.measures[measure]),
        }
    }

    /// The label of an ending.
    #[must_use]
    pub fn ending(&self, ending: &Ending) -> String {
        self.own.get(ending.id).cloned().unwrap_or_else(|| sides::with_sides(ending.label, &self.sides))
    }

    /// How an engagement ended, in a few words. The file's label of an ending counts only if the ending is not simply
    /// the win of a side, because such a label says who won and not how.
    #[must_use]
    pub fn how(&self, ending: &Ending) -> String {
        let own = self.own.get(ending.id).filter(|_| WINS.iter().all(|win| win.id != ending.id));
        own.cloned().unwrap_or_else(|| sides::within(ending.about, &self.sides))
    }

    /// The label of a measure.
    #[must_use]
    pub fn measure(&self, measure: &Measure) -> String {
        self.own.get(measure.id).cloned().unwrap_or_else(|| sides::with_sides(measure.label, &self.sides))
    }

    /// The label of a side's win.
    #[must_use]
    pub fn win(&self, side: Side) -> String {
        self.won(Win::by(Some(side)))
    }

    /// The label of a draw.
    #[must_use]
    pub fn draw(&self) -> String {
        self.won(Win::by(None))
    }

    fn won(&self, win: Win) -> String {
        self.own.get(win.id).cloned().unwrap_or_else(|| sides::with_sides(win.label, &self.sides))
    }

    /// The label of the turns begun.
    #[must_use]
    pub fn turns(&self) -> String {
        self.own.get("turns").cloned().unwrap_or_else(|| "Turns".to_owned())
    }

    /// The label of an outcome of the situation.
    #[must_use]
    pub fn outcome(&self, word: &str) -> String {
        let declared = || self.kind.and_then(|kind| kind.finding(word)).map(|(_, label)| label);
        self.own.get(word).cloned().or_else(declared).unwrap_or_else(|| label(word))
    }
}

/// The unit after a number: `6 figures`, `1 figure`, `12 in`.
fn number_of(value: &str, unit: &str) -> String {
    let unit = short_unit(unit);
    if value == "1" { singular(unit) } else { unit.to_owned() }
}

/// The key for the number of figures of a squad, under every ruleset.
const COUNT: &str = "count";

fn parts(key: &Key) -> Vec<&str> {
    key.parts().iter().map(String::as_str).collect()
}

/// A thing with its owner: `Red’s weapon`.
fn of(owner: &str, what: &str) -> String {
    format!("{} {}", sides::possessive(owner), lower(what))
}

/// The schema of a declared key in a table, of an entry that the author names, or of an element of a list.
pub(crate) fn below<'s>(schema: &'s Value, part: &str) -> Option<&'s Value> {
    let known = schema["properties"].get(part);
    let named = || Some(&schema["additionalProperties"]).filter(|entry| entry.is_object());
    let element = || Some(&schema["items"]).filter(|items| items.is_object() && entry(part).is_some());
    known.or_else(named).or_else(element)
}

/// One label in a file.
pub(crate) struct GivenLabel<'l> {
    /// Its key in the file.
    pub(crate) written: Key,
    /// The word that it labels as written, and that word read as a key.
    pub(crate) word: String,
    pub(crate) key: Result<Key, String>,
    /// The labelled value of the key, as text.
    pub(crate) value: Option<String>,
    pub(crate) label: &'l Value,
}

impl GivenLabel<'_> {
    /// The thing it labels, in a normal form.
    fn meant(&self) -> String {
        match (&self.key, &self.value) {
            (Ok(key), None) => key.to_string(),
            (Ok(key), Some(value)) => format!("{key}={value}"),
            (Err(_), _) => self.word.clone(),
        }
    }
}

/// The labels of a table. Its keys are dotted keys, or keys with values such as `red.gunmen.weapon=smg`.
pub(crate) fn given(table: &Map<String, Value>) -> Vec<GivenLabel<'_>> {
    let mut found = Vec::new();
    collect(&Key::of(&["labels"]), "", table, &mut found);
    found
}

fn collect<'l>(written: &Key, before: &str, table: &'l Map<String, Value>, found: &mut Vec<GivenLabel<'l>>) {
    for (word, value) in table {
        let written = written.join(word);
        let word = format!("{before}{word}");
        if let Value::Object(inner) = value {
            collect(&written, &format!("{word}."), inner, found);
            continue;
        }
        let (key, of) = match equals_sign(&word) {
            Some(at) => (&word[..at], Some(word[at + 1..].trim().to_owned())),
            None => (word.as_str(), None),
        };
        found.push(GivenLabel { key: Key::parse(key), value: of, word: word.clone(), written, label: value });
    }
}

/// Whether a key of a fight belongs to the ruleset's input or is the turn limit.
pub(crate) fn is_given(key: &Key) -> bool {
    key.parts().first().is_some_and(|head| GIVEN.contains(&head.as_str())) || *key == Key::of(&TURN_LIMIT)
}
/// The name of a squad after that of its side: `entry-team` as `entry team`, and `Alpha` with its capital in the file.
fn in_a_name(squad: &str) -> String {
    if squad.starts_with(char::is_uppercase) { label(squad) } else { lower(&label(squad)) }
}
