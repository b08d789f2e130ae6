//! What is asked: a scenario as text with the texts of its maps, and what is set over it. A page posts it as a form, an
//! address has it as a query.

use engage::Side;
use scenario::{Scenario, SquadChange, Written, as_sets, equals_sign, quoted};
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
/// The name of the field with the question that is kept to compare with, as the query of its address.
pub(crate) const WITH: &str = "with";
/// The name of the button that keeps the question to compare with, or ends that.
pub(crate) const KEEP: &str = "keep";
/// The value of that button that keeps it.
pub(crate) const THIS: &str = "this";
/// The name of the button that changes the squads: `add SIDE`, `remove SIDE NAME` or `rename SIDE NAME`.
pub(crate) const SQUAD: &str = "squad";
/// The name of the button that mixes another value of a choice into what its side plays.
pub(crate) const MIX: &str = "mix";
/// What the name of a field begins with that has the name of a new squad of a side, or another name of a squad.
pub(crate) const NEW: &str = "new:";
pub(crate) const NAMED: &str = "as:";
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
    /// The question that it is compared with.
    with: Option<Box<Settled>>,
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
    /// The question that it is compared with, which is compared with no other.
    pub(crate) with: Option<Box<Settled>>,
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
        let Settled { of, written, .. } = Settled::of(&fields, library)?;
        let with = field(&fields, WITH).filter(|with| !with.is_empty());
        let with = with.map(|with| Settled::kept(with, library).map(Box::new)).transpose()?;
        Ok(Asked { of, written, with, fields })
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
        Settled { of: self.of.clone(), written: self.written.clone(), sets: Vec::new(), with: None }
    }

    /// The question with what the fields set over a scenario that has these controls. `made` is what that makes of it,
    /// with its own controls: then the names of what is tried come from it, and every field has a control.
    ///
    /// # Errors
    /// A sentence about a field without a control, or values to sweep or to try that cannot be read.
    pub(crate) fn settle(&self, base: &Controls, made: Option<(&Scenario, &Controls)>) -> Result<Settled, String> {
        let dropped = self.field(DROP);
        let carried = self.fields.iter().filter(|(name, value)| name == SET && Some(value.as_str()) != dropped);
        let mut sets: Vec<String> = carried.map(|(_, value)| value.clone()).collect();
        let (mut values, mut sweeps) = (Vec::new(), Vec::new());
        if let Some((_, own)) = made {
            self.check(base, own)?;
        }
        for control in self.controls(base, made.map(|(_, own)| own)) {
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
        let tried = self.tried(base, made);
        sets.extend(values);
        sets.extend(as_sets(&sweeps, &tried.into_iter().collect::<Vec<_>>())?);
        sets.extend(self.mixed(base, made));
        let mut settled = Settled { sets, ..self.bare() };
        if let Some(change) = self.change()? {
            let (written, sets) = change.apply(&settled.written, &settled.sets)?;
            settled = Settled { written, sets, ..Settled::default() };
        }
        let with = match self.field(KEEP) {
            Some(THIS) => Some(Box::new(settled.clone())),
            Some(_) => None,
            None => self.with.clone(),
        };
        Ok(Settled { with, ..settled })
    }

    /// The controls of a question before anything is set, and those that only what is set brings.
    fn controls<'c>(&self, base: &'c Controls, made: Option<&'c Controls>) -> impl Iterator<Item = &'c Control> {
        let brought = made.into_iter().flat_map(|made| &made.0);
        base.0.iter().chain(brought.filter(|control| base.get(&control.key).is_none()))
    }

    /// Finds a field without a control.
    fn check(&self, base: &Controls, made: &Controls) -> Result<(), String> {
        let key = |(name, value): &'_ (String, String)| {
            let below = [VALUE, LIST, SWEEP, TRIED].into_iter().find_map(|head| name.strip_prefix(head));
            if [TRY, MIX].contains(&name.as_str()) { Some(value.clone()) } else { below.map(str::to_owned) }
        };
        let is_unknown = |key: &String| base.get(key).is_none() && made.get(key).is_none();
        match self.fields.iter().filter_map(key).find(is_unknown) {
            Some(key) => Err(format!("there is no control for “{key}” in this question")),
            None => Ok(()),
        }
    }

    /// The change of the squads that a button asks for.
    fn change(&self) -> Result<Option<SquadChange>, String> {
        let Some(wanted) = self.field(SQUAD) else { return Ok(None) };
        let unknown = || format!("there is no change of squads “{wanted}”");
        let mut words = wanted.splitn(3, ' ');
        let (what, side, name) = (words.next().unwrap_or_default(), words.next(), words.next());
        let side = Side::ALL.into_iter().find(|known| Some(known.name()) == side).ok_or_else(unknown)?;
        let text = |name: &str| self.field(name).unwrap_or_default().to_owned();
        Ok(Some(match (what, name) {
            ("add", None) => SquadChange::Add { side, name: text(&format!("{NEW}{}", side.name())) },
            ("remove", Some(name)) => SquadChange::Remove { side, name: name.to_owned() },
            ("rename", Some(name)) => {
                let to = text(&format!("{NAMED}{}.{name}", side.name()));
                SquadChange::Rename { side, name: name.to_owned(), to }
            }
            _ => return Err(unknown()),
        }))
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
    fn tried(&self, base: &Controls, made: Option<(&Scenario, &Controls)>) -> Option<String> {
        let key = self.field(TRY)?;
        let control = base.get(key).or_else(|| made?.1.get(key))?;
        let value = self.field(&format!("{TRIED}{}", control.key))?.trim();
        let said = in_toml(&control.values, value);
        let name = made.map_or_else(
            || plain_name(&format!("{} {value}", control.label)),
            |(scenario, _)| called(scenario, control, value, &said),
        );
        Some(format!("{name}:{}={said}", control.key))
    }

    /// The doctrines that a button makes, each as `KEY=VALUE`: one with another value of a choice, and one of the squads as
    /// they are written if their side has none.
    fn mixed(&self, base: &Controls, made: Option<(&Scenario, &Controls)>) -> Vec<String> {
        let doctrine = || {
            let ((scenario, own), key) = (made?, self.field(MIX)?);
            let control = base.get(key).or_else(|| own.get(key))?;
            let (side, squad) = control.squad.as_ref().filter(|_| control.chosen)?;
            let value = self.field(&format!("{TRIED}{key}"))?.trim();
            let said = in_toml(&control.values, value);
            let (name, word) = (called(scenario, control, value, &said), key.rsplit('.').next()?);
            let head = format!("doctrines.{}", side.name());
            let written = scenario.doctrines[*side].is_empty().then(|| format!("{head}.\"as written\".weight=1"));
            Some(written.into_iter().chain([format!("{head}.\"{name}\".\"{squad}.{word}\"={said}")]))
        };
        doctrine().into_iter().flatten().collect()
    }
}

/// The name of what sets a control to a value, which TOML says so.
fn called(scenario: &Scenario, control: &Control, value: &str, said: &str) -> String {
    let shown = serde_json::from_str::<Value>(said).unwrap_or_else(|_| Value::from(value));
    let names = scenario.names();
    plain_name(&names.key(&control.key).with(&names.value(&control.key, &shown)))
}

/// A name without what ends it in a key.
fn plain_name(name: &str) -> String {
    name.replace([':', '"', '\\'], "").chars().take(LONGEST_NAME).collect()
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

    /// The question that is kept in a field.
    ///
    /// # Errors
    /// A sentence about what is missing or cannot be read.
    pub(crate) fn kept(with: &str, library: &Library) -> Result<Settled, String> {
        let fields: Fields = form_urlencoded::parse(with.as_bytes()).into_owned().collect();
        let sets = fields.iter().filter(|(name, _)| name == SET).map(|(_, set)| set.clone()).collect();
        Ok(Settled { sets, ..Settled::of(&fields, library)? })
    }

    /// The question that fields name, with nothing set.
    fn of(fields: &Fields, library: &Library) -> Result<Settled, String> {
        match (field(fields, OWN).filter(|own| !own.is_empty()), field(fields, OF)) {
            (Some(own), _) => {
                let written =
                    serde_json::from_str(own).map_err(|error| format!("the scenario cannot be read: {error}"))?;
                Ok(Settled { written, ..Settled::default() })
            }
            (None, Some(id)) => {
                let offered = library.get(id).ok_or_else(|| format!("there is no question “{id}”"))?;
                Ok(Settled { written: offered.written.clone(), ..Settled::offered(id) })
            }
            (None, None) => Err("no question was named".to_owned()),
        }
    }

    /// The address of the question after the token: a query, or if it has a scenario of the user's own a fragment, which
    /// no browser sends anywhere.
    pub(crate) fn address(&self) -> String {
        let is_own = self.of.is_none() || self.with.as_ref().is_some_and(|with| with.of.is_none());
        format!("{}{}", if is_own { "#" } else { "?" }, self.query())
    }

    /// The question as a query.
    pub(crate) fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        match &self.of {
            Some(id) => query.append_pair(OF, id),
            None => query.append_pair(OWN, &serde_json::to_string(&self.written).unwrap_or_default()),
        };
        self.sets.iter().for_each(|set| _ = query.append_pair(SET, set));
        self.with.iter().for_each(|with| _ = query.append_pair(WITH, &with.query()));
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

    /// The command that gives the same answer as this scenario made of it.
    pub(crate) fn command(&self, scenario: &Scenario) -> String {
        self.command_of(if is_situation(scenario) { "odds" } else { "run" }, "", scenario)
    }

    /// A command, with options that each follow a blank, of this scenario made of it: a report that was opened may have
    /// set more.
    pub(crate) fn command_of(&self, command: &str, options: &str, scenario: &Scenario) -> String {
        let sets = scenario.written().sets.iter().map(|set| format!(" --set {}", quoted(set))).collect::<String>();
        format!("beatenzone {command} {}{options}{sets} --out answer", quoted(self.file()))
    }

    /// The command that compares this question with another one as they are in their files.
    pub(crate) fn compared(&self, other: &Settled) -> String {
        format!("beatenzone compare {} {} --out answer", quoted(self.file()), quoted(other.file()))
    }

    /// What distinguishes questions whose controls are alike.
    pub(crate) fn identity(&self) -> String {
        let own = if self.of.is_some() { "" } else { &self.written.text };
        let with = self.with.as_ref().map(|with| with.query());
        format!("{:?} {own} {}", self.of, with.unwrap_or_default())
    }

    /// The same without what sets a key.
    pub(crate) fn without(mut self, key: &str) -> Settled {
        self.sets.retain(|set| equals_sign(set).is_none_or(|at| set[..at].trim() != key));
        self
    }
}
