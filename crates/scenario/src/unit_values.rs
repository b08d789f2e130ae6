//! Units made of the values of a key.

use engage::{Side, expected};
use serde_json::Value;

use crate::names::Range;
use crate::scenario::Scenario;
use crate::settings::Setting;
use crate::units::{COUNT, MAX_UNITS, Refused, Unit};
use crate::values::text;
use crate::words::listed;

/// The values of a key that has few: choices, or the numbers of a short range.
fn values(setting: &Setting) -> Option<Vec<Value>> {
    match &setting.range {
        Range::Choices(choices) => Some(choices.clone()),
        Range::Whole { least, most } if most - least < MAX_UNITS as i64 => {
            Some((*least..=*most).map(Value::from).collect())
        }
        Range::Whole { .. } | Range::Real { .. } => None,
    }
}

impl Scenario {
    /// The keys of the lone squads with few values, of which each may be a unit, apart from their number; empty if a side
    /// has not exactly one squad.
    #[must_use]
    pub fn unit_keys(&self, point: &[usize]) -> Vec<String> {
        let Ok([blue, _]) = self.lone_squads() else { return Vec::new() };
        let head = format!("{}.{blue}.", Side::Blue.name());
        let settings = self.settings(point);
        let own = settings.iter().filter(|setting| values(setting).is_some());
        let words = own.filter_map(|setting| setting.key.strip_prefix(&head).map(str::to_owned));
        words.filter(|word| word != COUNT).collect()
    }

    /// A unit for each value of a key of the lone squads, named after the value; and the values that the ruleset refuses,
    /// each with the reason. `asked` is the key, or the key and some of its values: `weapon`, `rep=3,4,5`.
    ///
    /// # Errors
    /// If the squads have no such key, or it has no such values or too many.
    pub fn units_of(&self, point: &[usize], asked: &str) -> Result<(Vec<Unit>, Vec<Refused>), String> {
        let (word, wanted) = asked.split_once('=').map_or((asked, None), |(word, wanted)| (word, Some(wanted)));
        let word = word.trim();
        let [blue, red] = self.lone_squads()?;
        let head = format!("{}.{blue}.", Side::Blue.name());
        let settings = self.settings(point);
        let own = settings.iter().filter_map(|setting| Some((setting.key.strip_prefix(&head)?, setting)));
        let known: Vec<(&str, &Setting, Vec<Value>)> =
            own.filter_map(|(word, setting)| Some((word, setting, values(setting)?))).collect();
        let Some((_, setting, values)) = known.iter().find(|(own, ..)| *own == word) else {
            let words = listed(known.iter().map(|(own, ..)| *own));
            return Err(format!("the squads have no key `{word}` with a few values, expected one of {words}"));
        };
        let wanted = wanted.map(|wanted| wanted.split(',').map(str::trim).collect::<Vec<&str>>());
        if let Some(unknown) =
            wanted.iter().flatten().find(|wanted| !values.iter().any(|value| text(value) == **wanted))
        {
            let known: Vec<String> = values.iter().map(text).collect();
            return Err(format!("`{word}` is never `{unknown}`, {}", expected(&known)));
        }
        let values: Vec<&Value> =
            values.iter().filter(|value| wanted.as_ref().is_none_or(|all| all.contains(&&*text(value)))).collect();
        let (mut trials, _) = self.trials(point)?;
        let (mut units, mut left_out) = (Vec::new(), Vec::new());
        for value in values.into_iter().cloned() {
            let name = self.names().value(&setting.key, &value);
            let [own, other] =
                [(Side::Blue, blue), (Side::Red, red)].map(|(side, squad)| format!("{}.{squad}.{word}", side.name()));
            match trials.cell(&[(&own, &value), (&other, &value)]) {
                Ok(_) => units.push(Unit { name, figures: 1, sets: vec![(word.to_owned(), value)] }),
                Err(why) => left_out.push((name, why)),
            }
        }
        Ok((units, left_out))
    }
}
