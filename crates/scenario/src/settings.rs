//! The keys of a scenario that have other values to try, each with its value here and the steps from it.

use std::collections::BTreeSet;

use engage::Side;
use engage::ahead::{AHEAD, PLAYOUTS};
use serde_json::Value;

use crate::body::Body;
use crate::document::MAX_DEPTH;
use crate::frame::GIVEN;
use crate::key::Key;
use crate::names::Range;
use crate::scenario::Scenario;
use crate::sweep::TURN_LIMIT;
use crate::values::text;

/// The part of a scenario that a key belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Options and tables of the rulebook.
    Rules,
    /// What the sides have: figures, skill, weapons.
    Forces,
    /// The field, the mission and the turn limit.
    Ground,
    /// What the sides choose: orders, doctrine, where they begin.
    Players,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 4] = [Family::Rules, Family::Forces, Family::Ground, Family::Players];

    /// Its word on the command line and in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Family::Rules => "rules",
            Family::Forces => "forces",
            Family::Ground => "ground",
            Family::Players => "players",
        }
    }
}

/// A key that has other values to try.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The key, such as `rules.to_hit_base` or `red.gunmen.count`.
    pub key: String,
    /// The part of the scenario that it belongs to.
    pub family: Family,
    /// Its value here; `None` if the file leaves it out and its default depends on other keys.
    pub value: Option<Value>,
    /// The values that it can take.
    pub range: Range,
    /// One step of a number, in the key's unit.
    pub step: f64,
}

/// How another value of a key differs from its value here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// One step up.
    Up,
    /// One step down.
    Down,
    /// A value without an order.
    Other,
}

impl Step {
    /// Its word in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Step::Up => "up",
            Step::Down => "down",
            Step::Other => "other",
        }
    }
}

/// The key of the area in which a squad begins.
const STARTING_AREA: &str = "at";

/// The key of how a squad takes up its places.
const DEPLOY: &str = "deploy";

impl Setting {
    /// The key without its tables, such as `count`.
    #[must_use]
    pub fn word(&self) -> &str {
        self.key.rsplit('.').next().unwrap_or_default()
    }

    /// Whether it names the area in which a squad begins.
    #[must_use]
    pub fn is_starting_area(&self) -> bool {
        self.family == Family::Players && self.word() == STARTING_AREA
    }

    /// Whether it decides where figures begin.
    #[must_use]
    pub fn is_placement(&self) -> bool {
        self.is_starting_area() || (self.family == Family::Players && self.word() == DEPLOY)
    }

    /// The value of a number this many steps away; `None` beyond its range, and for a key without an order.
    #[must_use]
    pub fn by(&self, steps: i32) -> Option<Value> {
        self.number().and_then(|own| self.in_range(own + self.step * f64::from(steps)))
    }

    /// The values one step away: up and down of a number, every other value of a key without an order.
    #[must_use]
    pub fn steps(&self) -> Vec<(Step, Value)> {
        match &self.range {
            Range::Choices(choices) => {
                let others = choices.iter().filter(|choice| Some(*choice) != self.value.as_ref());
                others.map(|choice| (Step::Other, choice.clone())).collect()
            }
            Range::Whole { .. } | Range::Real { .. } => {
                let [up, down] = [(Step::Up, self.by(1)), (Step::Down, self.by(-1))];
                [up, down].into_iter().filter_map(|(step, value)| Some((step, value?))).collect()
            }
        }
    }

    /// The values that a search tries: every choice; of a number the ends of its range, half of its value and twice, one
    /// step to either side, and the value itself.
    #[must_use]
    pub fn worth_trying(&self) -> Vec<Value> {
        let (least, most) = match &self.range {
            Range::Choices(choices) => return choices.clone(),
            Range::Whole { least, most } => (*least as f64, *most as f64),
            Range::Real { least, most } => (*least, *most),
        };
        let own = self.number().unwrap_or(least);
        let tried = [least, own / 2.0, own - self.step, own, own + self.step, own * 2.0, most];
        let mut values: Vec<Value> = Vec::new();
        for value in tried.into_iter().filter_map(|value| self.in_range(value)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    fn number(&self) -> Option<f64> {
        self.value.as_ref().and_then(Value::as_f64)
    }

    /// A number as a value of the key, if its range contains it.
    fn in_range(&self, number: f64) -> Option<Value> {
        match self.range {
            Range::Whole { least, most } => {
                let whole = number.round();
                (whole >= least as f64 && whole <= most as f64).then(|| Value::from(whole as i64))
            }
            Range::Real { least, most } if (least..=most).contains(&number) => {
                // Steps of a tenth must not leave traces such as 0.30000000000000004.
                let rounded = (number * 1e9).round() / 1e9;
                Some(if rounded.fract() == 0.0 { Value::from(rounded as i64) } else { Value::from(rounded) })
            }
            Range::Real { .. } | Range::Choices(_) => None,
        }
    }
}

impl Scenario {
    /// Every key that has other values to try: rules, squads, ground and mission, and the turn limit of a fight, in the
    /// order of the schema, or the parameters of a situation. A swept key has its value at this point of the sweep, given
    /// as the index of the value on each axis. Keys that do not count here are among them; [`crate::Trials`] refuses
    /// their other values.
    #[must_use]
    pub fn settings(&self, point: &[usize]) -> Vec<Setting> {
        self.settings_of(point, |_| false)
    }

    /// Those of [`Scenario::settings`] at the first point of the sweep, and the keys of the field or, on a map, of the
    /// mission, that the file leaves out with their whole table.
    #[must_use]
    pub fn all_settings(&self) -> Vec<Setting> {
        let on_a_map = self.value("field.map").is_some();
        self.settings_of(&vec![0; self.axes.len()], |head| head == "field" || on_a_map)
    }

    fn settings_of(&self, point: &[usize], also: impl Fn(&str) -> bool) -> Vec<Setting> {
        let mut found = Vec::new();
        if let Body::Situation { .. } = self.body {
            let mut keys = Settings { scenario: self, family: |_| Family::Forces, found: &mut found };
            keys.below(&Key::of(&["situation"]), None);
            found.retain(|setting| setting.key != "situation.kind");
            self.at(point, &mut found);
            return found;
        }
        let printed = (self.ruleset.rules)();
        let mut rules = Settings { scenario: self, family: |_| Family::Rules, found: &mut found };
        rules.below(&Key::of(&["rules"]), Some(&printed));
        for side in Side::ALL {
            let squads = self.document().get(side.name()).and_then(Value::as_object);
            let family = |role: Option<&str>| if role == Some("choice") { Family::Players } else { Family::Forces };
            for squad in squads.into_iter().flatten().map(|(name, _)| name) {
                let mut keys = Settings { scenario: self, family, found: &mut found };
                keys.below(&Key::of(&[side.name(), squad]), None);
            }
        }
        for head in GIVEN.into_iter().filter(|head| ["field", "mission"].contains(head)) {
            let there = self.document().get(head).is_some() || also(head);
            let mut keys = Settings { scenario: self, family: |_| Family::Ground, found: &mut found };
            if there {
                keys.below(&Key::of(&[head]), None);
            }
        }
        let mut turns = Settings { scenario: self, family: |_| Family::Ground, found: &mut found };
        turns.add(&Key::of(&TURN_LIMIT));
        self.at(point, &mut found);
        found
    }

    /// Gives swept keys their values at a point of the sweep.
    fn at(&self, point: &[usize], settings: &mut [Setting]) {
        for (axis, &at) in self.axes.iter().zip(point) {
            let swept = settings.iter_mut().filter(|setting| setting.key == axis.key);
            swept.for_each(|setting| setting.value = axis.values.get(at).cloned());
        }
    }

    /// Whether the scenario itself gives a key a value, by its table, its sweep or an override.
    #[must_use]
    pub fn gives(&self, key: &str) -> bool {
        let written = Key::parse(key).is_ok_and(|key| key.get(self.document()).is_some());
        written || self.axes.iter().any(|axis| axis.key == key)
    }
}

/// The entries of a list as parts of a key: by the value of their first column if all differ in it, otherwise by index.
fn entries(items: &[Value]) -> Vec<String> {
    let first = |item: &Value| {
        let (column, value) = item.as_object()?.iter().next()?;
        value.is_number().then(|| format!("[{column}={}]", text(value)))
    };
    let named: Option<Vec<String>> = items.iter().map(first).collect();
    let named = named.filter(|all| all.iter().collect::<BTreeSet<_>>().len() == all.len());
    named.unwrap_or_else(|| (0..items.len()).map(|place| format!("[{place}]")).collect())
}

struct Settings<'s> {
    scenario: &'s Scenario,
    /// The family of a key by its role.
    family: fn(Option<&str>) -> Family,
    found: &'s mut Vec<Setting>,
}

impl Settings<'_> {
    /// Adds the keys of a table: those of its schema, and with the printed table also the names and entries that it has.
    fn below(&mut self, key: &Key, printed: Option<&Value>) {
        if key.parts().len() >= MAX_DEPTH || self.add(key) {
            return;
        }
        let names = self.scenario.names();
        let mut words: Vec<String> = Vec::new();
        if let Some((_, inner)) = names.schema_of(key) {
            words.extend(inner["properties"].as_object().into_iter().flatten().map(|(word, _)| word.clone()));
        }
        for value in [printed, key.get(self.scenario.document())].into_iter().flatten() {
            let there: Vec<String> = match value {
                Value::Object(table) => table.keys().cloned().collect(),
                Value::Array(items) => entries(items),
                _ => Vec::new(),
            };
            words.extend(there.into_iter().filter(|word| !words.contains(word)).collect::<Vec<_>>());
        }
        for word in words {
            let child = key.join(&word);
            let is_table = names.schema_of(&child).is_some_and(|(_, inner)| inner["properties"].is_object());
            // A table that is neither printed nor written would begin something else, such as a campaign.
            if printed.is_some() || !is_table || child.get(self.scenario.document()).is_some() {
                self.below(&child, printed.and_then(|printed| Key::of(&[&word]).get(printed)));
            }
        }
    }

    /// The areas and rooms of the map, or for a list of places the empty list and the lists of one.
    fn places(&self, listed: bool) -> Range {
        let map = self.scenario.document().pointer("/field/map").and_then(Value::as_str);
        let shown = self.scenario.maps().find(|(path, _)| Some(*path) == map).map(|(_, shown)| shown);
        let named = |word: &str| shown.and_then(|shown| shown[word].as_array()).into_iter().flatten();
        let names = named("areas").chain(named("rooms")).filter_map(|place| place[0].as_str());
        let mut choices: Vec<Value> = if listed { vec![Value::Array(Vec::new())] } else { Vec::new() };
        for name in names {
            let choice = if listed { Value::from(vec![name]) } else { Value::from(name) };
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        Range::Choices(choices)
    }

    /// Adds a key if it has other values to try. Returns whether it has.
    fn add(&mut self, key: &Key) -> bool {
        let names = self.scenario.names();
        let text = key.to_string();
        let Some((field, inner)) = names.schema_of(key) else { return false };
        let word = |word: &str| [field, inner].into_iter().find_map(|one| one.get(word));
        let places = || word("x-places").map(|_| self.places(inner["type"] == "array"));
        let Some(mut range) = names.range(&text).or_else(places) else { return false };
        // Players who look ahead take far longer, so they are not tried unasked; their play-outs count for nobody else.
        if key.parts().last().is_some_and(|word| word == PLAYOUTS) {
            return false;
        }
        if let Range::Choices(choices) = &mut range {
            choices.retain(|choice| choice != AHEAD);
        }
        let step = word("x-step").and_then(Value::as_f64).unwrap_or(1.0);
        let family = (self.family)(word("x-role").and_then(Value::as_str));
        self.found.push(Setting { family, value: self.scenario.value(&text), range, step, key: text });
        true
    }
}
