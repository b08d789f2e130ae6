//! Checks `[labels]`: whether the things that get labels exist.

use engage::{Kind, Ruleset, Side, WINS};
use serde_json::{Map, Value};

use crate::document::Document;
use crate::frame::{GIVEN, is_name};
use crate::key::Key;
use crate::mistake::Mistake;
use crate::names::{GivenLabel, Names, given, is_given};
use crate::sweep::Plan;
use crate::values::text;

/// The parts of a scenario against which labels are checked.
pub(crate) struct Labelled<'c> {
    pub(crate) ruleset: &'static Ruleset,
    /// The kind of a situation; `None` in a fight.
    pub(crate) kind: Option<&'static Kind>,
    pub(crate) document: &'c Document,
    pub(crate) plan: &'c Plan<'c>,
}

impl Labelled<'_> {
    /// Every mistake in `[labels]`.
    pub(crate) fn check(&self) -> Vec<Mistake> {
        let empty = Map::new();
        let table = self.document.value.get("labels").and_then(Value::as_object).unwrap_or(&empty);
        if table.is_empty() {
            return Vec::new();
        }
        let names = Names::new(self.ruleset, self.kind, self.document, std::iter::empty());
        given(table).iter().filter_map(|given| self.one(&names, given)).collect()
    }

    fn one(&self, names: &Names, given: &GivenLabel<'_>) -> Option<Mistake> {
        let place = self.document.place.nearest(&given.written);
        let wrong = |message: String| Some(Mistake::new(&place.key, &given.written, message));
        if given.label.as_str().is_none_or(|label| !is_name(label)) {
            let message = "a label is a text of 1 to 64 characters without control characters";
            return Some(Mistake::new(place.of_value(), &given.written, message));
        }
        let key = match &given.key {
            _ if self.quantities().iter().any(|word| *word == given.word) => return None,
            Err(message) => return wrong(message.clone()),
            Ok(key) => key,
        };
        let is_outcome = |kind: &Kind| key.parts()[0] != "situation" && kind.finding(&given.word).is_some();
        if self.kind.is_some_and(is_outcome) {
            return None;
        }
        if let Err(message) = self.is_there(names, key) {
            return wrong(message);
        }
        let value = given.value.as_deref()?;
        let allowed = names.words(key).unwrap_or_else(|| self.used(key));
        if allowed.iter().any(|known| known == value) {
            return None;
        }
        let known = expected(allowed.iter().map(String::as_str));
        wrong(format!("`{key}` is never `{value}`, {known}"))
    }

    /// The ids of all quantities.
    fn quantities(&self) -> Vec<&'static str> {
        let Ruleset { endings, measures, .. } = self.ruleset;
        let mut words: Vec<&str> = WINS.iter().map(|win| win.id).chain(["turns"]).collect();
        for word in endings.iter().map(|ending| ending.id).chain(measures.iter().map(|measure| measure.id)) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        if self.kind.is_some() { Vec::new() } else { words }
    }

    /// Checks that such a key or squad exists.
    fn is_there(&self, names: &Names, key: &Key) -> Result<(), String> {
        let parts: Vec<&str> = key.parts().iter().map(String::as_str).collect();
        let side = Side::ALL.into_iter().find(|side| side.name() == parts[0]);
        match (side.filter(|_| self.kind.is_none()), parts.as_slice()) {
            (Some(_), [_]) => return Ok(()),
            (Some(side), [head, squad, ..]) if !names.squads(side).iter().any(|known| known == squad) => {
                let begin = |word: &&'static str| word.strip_prefix(head)?.strip_prefix('.');
                let mut known: Vec<&str> = names.squads(side).iter().map(String::as_str).collect();
                known.extend(self.quantities().iter().filter_map(begin));
                return Err(format!("{head} has no `{squad}`, {}", expected(known.into_iter())));
            }
            (Some(_), [_, _]) => return Ok(()),
            _ => {}
        }
        let belongs = match self.kind {
            None => is_given(key),
            Some(_) => parts[0] == "situation" && parts != ["situation", "kind"],
        };
        if !belongs {
            let outcomes = || self.kind.into_iter().flat_map(|kind| kind.findings).map(|finding| finding.id);
            let heads: Vec<&str> = match self.kind {
                None => GIVEN.into_iter().chain(self.quantities()).collect(),
                Some(_) => ["situation"].into_iter().chain(outcomes()).collect(),
            };
            return Err(format!("there is nothing called `{}` here, {}", parts[0], expected(heads.into_iter())));
        }
        if parts.len() == 1 {
            return Err(format!("`{}` is a table: label its keys", parts[0]));
        }
        names.check(key).map_err(|(start, known)| {
            let (last, before) = start.parts().split_last().map_or(("", &[][..]), |(last, before)| (last, before));
            let before = Key::of(&before.iter().map(String::as_str).collect::<Vec<_>>());
            format!("`{before}` has no key `{last}`, {}", expected(known.iter().map(String::as_str)))
        })?;
        self.is_entry(key)
    }

    /// Checks that a name in a table of the rulebook, such as that of a weapon, is printed there or defined in the
    /// file.
    fn is_entry(&self, key: &Key) -> Result<(), String> {
        let Some(rule) = key.strip(&Key::of(&["rules"])) else { return Ok(()) };
        let printed = (self.ruleset.rules)();
        if rule.get(&printed).is_some() || key.get(&self.document.value).is_some() {
            return Ok(());
        }
        let (last, table) = rule.parts().split_last().map_or(("", Key::root()), |(last, table)| {
            (last.as_str(), Key::of(&table.iter().map(String::as_str).collect::<Vec<_>>()))
        });
        // Options without a printed value are keys, too.
        match table.get(&printed).and_then(Value::as_object).filter(|_| !table.parts().is_empty()) {
            Some(known) => {
                let table = table.below(&Key::of(&["rules"]));
                Err(format!("`{table}` has no `{last}`, {}", expected(known.keys().map(String::as_str))))
            }
            None => Ok(()),
        }
    }

    /// The values that a key has anywhere in the scenario, as text.
    fn used(&self, key: &Key) -> Vec<String> {
        let varied = self.plan.variants.iter().flat_map(|variant| &variant.sets);
        let varied = varied.filter(|(target, _)| target.key == *key).map(|(_, value)| value);
        let swept = self.plan.axes.iter().filter(|axis| axis.target.key == *key).flat_map(|axis| &axis.values);
        let mut used: Vec<String> = Vec::new();
        for value in key.get(&self.document.value).into_iter().chain(swept).chain(varied) {
            let items = value.as_array().into_iter().flatten();
            for text in items.chain([value]).map(text) {
                if !used.contains(&text) {
                    used.push(text);
                }
            }
        }
        used
    }
}

fn expected<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [] => "nor any other".to_owned(),
        [one] => format!("expected {one}"),
        several => format!("expected one of {}", several.join(", ")),
    }
}
