//! Whether doctrines set choices of the players and nothing else.

use engage::Ruleset;
use serde_json::Value;

use crate::document::Document;
use crate::mistake::Mistake;
use crate::names::Names;
use crate::sweep::Plan;
use crate::target::Target;
use crate::words::listed;

/// The mistakes of doctrines that set other things than choices.
pub(crate) fn check(ruleset: &'static Ruleset, document: &Document, plan: &Plan<'_>) -> Vec<Mistake> {
    let mut led = plan.doctrines.iter().flatten().flat_map(|led| &led.sets).peekable();
    if led.peek().is_none() {
        return Vec::new();
    }
    let names = Names::new(ruleset, None, document, std::iter::empty());
    let is_choice = |field: &Value| field["x-role"] == "choice";
    let wrong = |(target, _): &(Target<'_>, Value)| {
        let (field, inner) = names.schema_of(&target.key)?;
        if is_choice(field) || is_choice(inner) {
            return None;
        }
        let squad = target.key.first(2);
        let (_, keys) = names.schema_of(&squad)?;
        let choices = keys["properties"].as_object().into_iter().flatten();
        let choices =
            choices.filter(|(word, _)| names.schema_of(&squad.join(word)).is_some_and(|(field, _)| is_choice(field)));
        let known = listed(choices.map(|(word, _)| word.as_str()));
        let message = format!("`{}` is not a choice of the players, expected one of {known}", target.key);
        Some(Mistake::new(&target.place.key, &target.written, message))
    };
    let mut found: Vec<Mistake> = Vec::new();
    for mistake in led.filter_map(wrong) {
        if !found.iter().any(|known| known.spot == mistake.spot) {
            found.push(mistake);
        }
    }
    found
}
