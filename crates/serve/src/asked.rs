//! What is asked: a scenario as text with the texts of its maps, and what is set over it. A page posts it as a form, an
//! address has it as a query.

use scenario::{Scenario, Written, as_sets, equals_sign, quoted};
use serde_json::Value;

use crate::controls::{Control, Controls, Values};
use crate::library::{Library, is_situation};

/// The fields of a form or a query, in order.
pub(crate) type Fields = Vec<(String, String)>;

/// The name of the field with the id of a question on offer.
pub(crate) const OF: &str = "of";
/// The name of the field with a scenario of the user's own, as JSON of [`Written`].
pub(crate) const OWN: &str = "own";
/// The name of a field with something set, as `KEY=VALUE`.
pub(crate) const SET: &str = "set";
/// The name of the button that removes something set.
pub(crate) const DROP: &str = "drop";
/// The name of the button that makes a variant of a key.
pub(crate) const TRY: &str = "try";
/// The name of the field with the path of a map among the files of the question.
pub(crate) const PATH: &str = "m:path";
/// What the name of a field begins with that has the value of a key, its words as a list, the values to sweep, or the
/// value to try.
pub(crate) const VALUE: &str = "k:";
pub(crate) const LIST: &str = "l:";
pub(crate) const SWEEP: &str = "s:";
pub(crate) const TRIED: &str = "t:";

/// The most characters of the name of a variant.
const LONGEST_NAME: usize = 64;

/// A question as it was posted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Asked {
    /// The id of a question on offer; `None` for the user's own.
    pub(crate) of: Option<String>,
    /// The scenario, before anything is set.
    pub(crate) written: Written,
    /// The fields.
    fields: Fields,
}

/// A question with everything that is set over its scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Settled {
    /// The id of a question on offer; `None` for the user's own.
    pub(crate) of: Option<String>,
    /// The scenario, before anything is set.
    pub(crate) written: Written,
    /// What is set, each as `KEY=VALUE`.
    pub(crate) sets: Vec<String>,
}

/// The first field of this name.
pub(crate) fn field<'f>(fields: &'f Fields, name: &str) -> Option<&'f str> {
    fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

impl Asked {
    /// The question that fields ask.
    ///
    /// # Errors
    /// A sentence about what is missing or cannot be read.
    pub(crate) fn of(fields: Fields, library: &Library) -> Result<Asked, String> {
        let (of, written) = match (field(&fields, OWN).filter(|own| !own.is_empty()), field(&fields, OF)) {
            (Some(own), _) => {
                let written =
                    serde_json::from_str(own).map_err(|error| format!("the scenario cannot be read: {error}"))?;
                (None, written)
            }
            (None, Some(id)) => {
                let offered = library.get(id).ok_or_else(|| format!("there is no question “{id}”"))?;
                (Some(id.to_owned()), offered.written.clone())
            }
            (None, None) => return Err("no question was named".to_owned()),
        };
        Ok(Asked { of, written, fields })
    }

    /// A file alone, with nothing set over it.
    pub(crate) fn alone(written: Written) -> Asked {
        Asked { written, ..Asked::default() }
    }

    fn field(&self, name: &str) -> Option<&str> {
        field(&self.fields, name)
    }

    /// The question with nothing set.
    pub(crate) fn bare(&self) -> Settled {
        Settled { of: self.of.clone(), written: self.written.clone(), sets: Vec::new() }
    }

    /// The question with what the fields set over a scenario that has these controls.
    ///
    /// # Errors
    /// A sentence about values to sweep or to try that cannot be read.
    pub(crate) fn settle(&self, base: &Controls, scenario: Option<&Scenario>) -> Result<Settled, String> {
        let dropped = self.field(DROP);
        let carried = self.fields.iter().filter(|(name, value)| name == SET && Some(value.as_str()) != dropped);
        let mut sets: Vec<String> = carried.map(|(_, value)| value.clone()).collect();
        let (mut values, mut sweeps) = (Vec::new(), Vec::new());
        for control in &base.0 {
            let key = &control.key;
            let swept = self.field(&format!("{SWEEP}{key}")).map_or(control.swept.as_str(), str::trim);
            let value = self.value(control).unwrap_or_else(|| control.value.clone());
            match (control.swept.as_str(), swept) {
                ("", "") if !control.is_at(&value) => {
                    values.push(format!("{key}={}", in_toml(&control.values, &value)));
                }
                (own, "") if !own.is_empty() && !value.is_empty() => {
                    sweeps.push(format!("{key}=[{}]", in_toml(&control.values, &value)));
                }
                (own, swept) if own != swept => sweeps.push(format!("{key}={swept}")),
                _ => {}
            }
        }
        let tried = self.tried(base, scenario);
        sets.extend(values);
        sets.extend(as_sets(&sweeps, &tried.into_iter().collect::<Vec<_>>())?);
        Ok(Settled { sets, ..self.bare() })
    }

    /// The value of a control in the form; `None` if the form does not have it.
    fn value(&self, control: &Control) -> Option<String> {
        if !matches!(control.values, Values::List(_)) {
            return self.field(&format!("{VALUE}{}", control.key)).map(|value| value.trim().to_owned());
        }
        let name = format!("{LIST}{}", control.key);
        let mut words =
            self.fields.iter().filter(|(known, _)| *known == name).map(|(_, word)| word.as_str()).peekable();
        words.peek()?;
        Some(words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", "))
    }

    /// The variant that a button makes, as `NAME:KEY=VALUE`.
    fn tried(&self, base: &Controls, scenario: Option<&Scenario>) -> Option<String> {
        let control = base.get(self.field(TRY)?)?;
        let value = self.field(&format!("{TRIED}{}", control.key))?.trim();
        let said = in_toml(&control.values, value);
        let shown = serde_json::from_str::<Value>(&said).unwrap_or_else(|_| Value::from(value));
        let named = |scenario: &Scenario| {
            let names = scenario.names();
            names.key(&control.key).with(&names.value(&control.key, &shown))
        };
        let name = scenario.map_or_else(|| format!("{} {value}", control.label), named);
        let name: String = name.replace([':', '"', '\\'], "").chars().take(LONGEST_NAME).collect();
        Some(format!("{name}:{}={said}", control.key))
    }
}

/// A value in a form as it is written in TOML.
fn in_toml(values: &Values, text: &str) -> String {
    let number = || serde_json::from_str::<Value>(text).is_ok_and(|value| value.is_number() || value.is_boolean());
    match values {
        Values::List(_) => {
            let words = text.trim_matches(['[', ']']).split(',').map(|word| word.trim().trim_matches('"'));
            Value::from(words.filter(|word| !word.is_empty()).collect::<Vec<_>>()).to_string()
        }
        _ if number() => text.to_owned(),
        _ => Value::from(text).to_string(),
    }
}

impl Settled {
    /// A question on offer as it is.
    pub(crate) fn offered(id: &str) -> Settled {
        Settled { of: Some(id.to_owned()), ..Settled::default() }
    }

    /// The address of the question after the token: a query, or for a scenario of the user's own a fragment, which no
    /// browser sends anywhere.
    pub(crate) fn address(&self) -> String {
        let own = || serde_json::to_string(&self.written).unwrap_or_default();
        let (sign, name, value) = match &self.of {
            Some(id) => ("?", OF, id.clone()),
            None => ("#", OWN, own()),
        };
        let mut query = form_urlencoded::Serializer::for_suffix(String::from(sign), sign.len());
        query.append_pair(name, &value);
        self.sets.iter().for_each(|set| _ = query.append_pair(SET, set));
        query.finish()
    }

    /// What is set that no control shows: the rest goes from page to page as it is.
    pub(crate) fn carried<'s>(&'s self, controls: &Controls) -> Vec<&'s str> {
        let shown = |set: &str| {
            let key = equals_sign(set).map_or(set, |at| &set[..at]).trim();
            let swept = key.strip_prefix("sweep.").map(|key| key.trim_matches('"'));
            controls.get(swept.unwrap_or(key)).is_some()
        };
        self.sets.iter().map(String::as_str).filter(|set| !shown(set)).collect()
    }

    /// The name of its file: for a question on offer its path from the root of the project.
    pub(crate) fn file(&self) -> &str {
        self.of.as_deref().unwrap_or(&self.written.name)
    }

    /// The command that gives the same answer as this scenario made of it: a report that was opened may have set more.
    pub(crate) fn command(&self, scenario: &Scenario) -> String {
        let sets = scenario.written().sets.iter().map(|set| format!(" --set {}", quoted(set))).collect::<String>();
        let command = if is_situation(scenario) { "odds" } else { "run" };
        format!("beatenzone {command} {}{sets} --out answer", quoted(self.file()))
    }
}
