//! The controls of a question: one for each key that has other values, from the key's own declaration.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use engage::{Side, label};
use scenario::{Body, Family, Files, KeyUse, Range, Scenario, Setting, Written, text};
use serde_json::Value;

use crate::cited::key_use;
use crate::library::{is_situation, titled};

/// The key of the map.
pub(crate) const MAP: &str = "field.map";

/// The key of how precise the answer is to be.
pub(crate) const PRECISION: &str = "play.precision";

/// The precisions on offer; the first is that of the file.
const PRECISIONS: [(&str, &str); 6] = [
    ("", "as in the file"),
    ("5 %", "±5 points"),
    ("2 %", "±2 points"),
    ("1 %", "±1 point"),
    ("0.5 %", "±0.5 points"),
    ("0.2 %", "±0.2 points"),
];

/// The values of a control. Each is written as in a scenario file, without quotes.
#[derive(Clone, Debug, PartialEq, Hash)]
pub(crate) enum Values {
    /// Numbers, with the least, the most and the step as text.
    Number { least: String, most: String, step: String },
    /// One of some words, each with its label.
    Words(Vec<(String, String)>),
    /// Any of some words, each with its label.
    List(Vec<(String, String)>),
}

/// A control for one key.
#[derive(Clone, Debug)]
pub(crate) struct Control {
    /// The key.
    pub(crate) key: String,
    /// The group that it is shown in.
    pub(crate) group: String,
    /// Its squad, if it belongs to one.
    pub(crate) squad: Option<(Side, String)>,
    /// Whether the squad’s player chooses it.
    pub(crate) chosen: bool,
    /// Its label within the group.
    pub(crate) label: String,
    /// The unit of its values; may be empty.
    pub(crate) unit: String,
    /// Its meaning; may be empty.
    pub(crate) about: String,
    /// Where it is used.
    pub(crate) used: Option<&'static KeyUse>,
    /// Its value as text, words of a list with commas; empty if it follows from other keys.
    pub(crate) value: String,
    /// Its default, or what the rulebook prints, as text; empty if there is none.
    pub(crate) printed: String,
    /// The values that it can take.
    pub(crate) values: Values,
    /// The swept values with commas; empty if it is not swept.
    pub(crate) swept: String,
    /// Whether it can be swept and varied.
    pub(crate) varies: bool,
    /// Whether it is shown at once: the scenario gives its value, or people change it first.
    pub(crate) usual: bool,
}

impl Control {
    /// Whether it has this value, whatever the order of the words of a list. A control that is left empty has the value
    /// that follows from other keys.
    pub(crate) fn is_at(&self, value: &str) -> bool {
        let words = |text: &'_ str| text.split(", ").map(str::to_owned).collect::<BTreeSet<String>>();
        match self.values {
            Values::List(_) => words(value) == words(&self.value),
            _ => value.is_empty() || value == self.value,
        }
    }
}

/// The controls of a question, in the order of their groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls(pub(crate) Vec<Control>);

impl Controls {
    /// The controls of a scenario whose text names maps among these files.
    pub(crate) fn of(scenario: &Scenario, written: &Written) -> Controls {
        let mut settings = scenario.all_settings();
        let role = |family| match family {
            Family::Forces => 0,
            Family::Ground => 1,
            Family::Players => 2,
            Family::Rules => 3,
        };
        settings.sort_by_key(|setting| role(setting.family));
        settings.retain(|setting| !is_table(setting));
        let usual = usual(scenario);
        let mut controls: Vec<Control> = settings.iter().map(|setting| control(scenario, setting, &usual)).collect();
        if let Some(map) = map(scenario, &written.files) {
            let first = controls.iter().position(|control| control.group == GROUND).unwrap_or(controls.len());
            controls.insert(first, map);
        }
        if !is_situation(scenario) {
            controls.push(precision(scenario));
        }
        Controls(controls)
    }

    /// The control of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Control> {
        self.0.iter().find(|control| control.key == key)
    }

    /// A number that changes when a control comes or goes or can take other values, whatever they are set to, with what
    /// else is set, and with the question that it is compared with.
    pub(crate) fn print(&self, carried: &[&str], address: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        (carried, address).hash(&mut hasher);
        for control in &self.0 {
            (&control.key, &control.group, &control.values, control.swept.is_empty()).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// The group of the field, the mission and the clock.
const GROUND: &str = "Ground and mission";

/// The group of the rules.
const RULES: &str = "Rules";

/// The group of how precise the answer is.
const ANSWER: &str = "Answer";

/// The squad of a setting.
fn squad_of(setting: &Setting) -> Option<(Side, String)> {
    let side = Side::ALL.into_iter().find(|side| setting.key.starts_with(&format!("{}.", side.name())))?;
    let rest = setting.key.strip_prefix(side.name())?.strip_prefix('.')?;
    let name = rest.strip_suffix(setting.word())?.trim_end_matches('.').trim_matches('"');
    Some((side, name.to_owned()))
}

/// The group of a setting: its squad, or its part of the scenario.
fn group(scenario: &Scenario, setting: &Setting) -> String {
    let squad = || {
        let (side, name) = squad_of(setting)?;
        let squad = scenario.names().squad(side, &name);
        // A squad that both sides have bears its colour already.
        let squad = squad.strip_prefix(side.name()).map_or(&*squad, str::trim_start);
        Some(format!("{}: {squad}", label(side.name())))
    };
    match setting.family {
        Family::Rules => RULES.to_owned(),
        Family::Ground => GROUND.to_owned(),
        Family::Forces if setting.key.starts_with("situation.") => "Situation".to_owned(),
        Family::Forces => squad().unwrap_or_default(),
        Family::Players => squad().map(|squad| format!("{squad}, what they choose")).unwrap_or_default(),
    }
}

/// A value as text: words of a list with commas.
fn plain(value: &Value) -> String {
    match value {
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Null => String::new(),
        other => text(other),
    }
}

/// Whether a list of words is a table, in which order and repetition count, and not a choice of any of them.
fn is_table(setting: &Setting) -> bool {
    let lists = matches!(&setting.range, Range::Choices(choices) if choices.iter().any(Value::is_array));
    lists && setting.family == Family::Rules
}

/// The words of keys that people change first: those that a new scenario begins with.
fn usual(scenario: &Scenario) -> BTreeSet<String> {
    let tables = ["field", "mission", Side::Blue.name(), Side::Red.name()];
    let begun = scenario.ruleset.openings.iter().map(|opening| (opening.setup)());
    let words = begun.flat_map(|begun| {
        let keys = tables.iter().filter_map(|table| begun.get(table)?.as_object());
        keys.flat_map(|table| table.keys().cloned()).collect::<Vec<_>>()
    });
    words.collect()
}

fn control(scenario: &Scenario, setting: &Setting, usual: &BTreeSet<String>) -> Control {
    let (names, key) = (scenario.names(), &setting.key);
    let whole = matches!(setting.family, Family::Rules | Family::Ground) || key.starts_with("situation.");
    let name = if whole { names.key(key) } else { names.own_label(key) };
    let of_squad = matches!(setting.family, Family::Forces | Family::Players);
    let axis = scenario.axes.iter().find(|axis| axis.key == *key);
    let printed = match setting.family {
        Family::Rules => scenario.printed(key).filter(|value| !value.is_object()),
        _ => names.default(key),
    };
    Control {
        group: group(scenario, setting),
        squad: squad_of(setting).filter(|_| of_squad),
        chosen: setting.family == Family::Players,
        label: name.label,
        unit: name.unit,
        about: names.about(key).replace('`', ""),
        used: key_use(scenario.ruleset, key, kind(scenario)),
        value: setting.value.as_ref().map(plain).unwrap_or_default(),
        printed: printed.as_ref().map(plain).unwrap_or_default(),
        values: values(scenario, setting),
        swept: axis.map(|axis| axis.values.iter().map(listed).collect::<Vec<_>>().join(", ")).unwrap_or_default(),
        varies: true,
        usual: scenario.gives(key) || (of_squad && usual.contains(setting.word())),
        key: key.clone(),
    }
}

/// The kind of a situation.
fn kind(scenario: &Scenario) -> Option<&str> {
    if let Body::Situation { kind, .. } = &scenario.body { Some(kind.id) } else { None }
}

/// A value as part of a list of values: a list keeps its brackets.
fn listed(value: &Value) -> String {
    if value.is_array() { value.to_string() } else { text(value) }
}

fn values(scenario: &Scenario, setting: &Setting) -> Values {
    let labelled = |value: &Value| (plain(value), scenario.names().value(&setting.key, value));
    match &setting.range {
        Range::Whole { least, most } => {
            let step = setting.step.max(1.0);
            Values::Number { least: least.to_string(), most: most.to_string(), step: step.to_string() }
        }
        Range::Real { least, most } => {
            Values::Number { least: least.to_string(), most: most.to_string(), step: setting.step.to_string() }
        }
        Range::Choices(choices) if choices.iter().any(Value::is_array) => {
            let words = choices.iter().filter_map(|choice| choice.as_array()?.first());
            Values::List(words.map(labelled).collect())
        }
        Range::Choices(choices) => {
            let mut words: Vec<(String, String)> = choices.iter().map(labelled).collect();
            if setting.value.is_none() {
                words.insert(0, (String::new(), "as the rules give".to_owned()));
            }
            Values::Words(words)
        }
    }
}

/// The control of the map: every map among the files of the question.
fn map(scenario: &Scenario, files: &Files) -> Option<Control> {
    let value = scenario.value(MAP)?;
    let axis = scenario.axes.iter().find(|axis| axis.key == MAP);
    Some(Control {
        key: MAP.to_owned(),
        group: GROUND.to_owned(),
        squad: None,
        chosen: false,
        label: scenario.names().own_label(MAP).label,
        unit: String::new(),
        about: scenario.names().about(MAP).replace('`', ""),
        used: key_use(scenario.ruleset, MAP, None),
        value: plain(&value),
        printed: String::new(),
        values: Values::Words(titled(files)),
        swept: axis.map(|axis| axis.values.iter().map(plain).collect::<Vec<_>>().join(", ")).unwrap_or_default(),
        varies: true,
        usual: true,
    })
}

fn precision(scenario: &Scenario) -> Control {
    let set = scenario.written().sets;
    let own = set.iter().find_map(|set| set.strip_prefix(PRECISION)?.trim_start().strip_prefix('='));
    Control {
        key: PRECISION.to_owned(),
        group: ANSWER.to_owned(),
        squad: None,
        chosen: false,
        label: "Precision".to_owned(),
        unit: String::new(),
        about: "How precise the chances of winning are to be: more precise takes longer.".to_owned(),
        used: None,
        value: own.map(|own| own.trim().trim_matches('"').to_owned()).unwrap_or_default(),
        printed: String::new(),
        values: Values::Words(
            PRECISIONS.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect(),
        ),
        swept: String::new(),
        varies: false,
        usual: true,
    }
}
