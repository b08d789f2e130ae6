//! Makes new scenarios from a ruleset's template and the user's options.

mod situation;
mod written;

pub use situation::begin_situation;

use std::path::Path;

use engage::{BySide, Opening, Ruleset, Side, label, lower};
use serde_json::{Map, Value, json};

use crate::advice;
use crate::check::check;
use crate::diagnostic::Diagnostics;
use crate::document::{Document, read_set};
use crate::key::Key;
use crate::map::{Beside, Files, Named};
use crate::mistake::Mistake;
use crate::over;
use crate::overrides::apply_one;
use crate::place::{Place, Spot};
use crate::source::Source;

/// The default name of a squad.
const SQUAD: &str = "team";

/// The default precision.
const PRECISION: &str = "0.5 %";

/// The options for a new scenario, in the notation of the command line. They are applied over the ruleset's template.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Its title; made from the squads if none is given.
    pub title: Option<String>,
    /// The map, by its path from the scenario's directory.
    pub map: Option<String>,
    /// The squads of each side as `NAME` or `NAME=COUNT`; a side without any gets one squad.
    pub squads: BySide<Vec<String>>,
    /// Keys set, as `KEY=VALUE`.
    pub sets: Vec<String>,
    /// Keys swept, as `KEY=VALUE,VALUE,…`.
    pub sweeps: Vec<String>,
    /// Keys set in a variant, as `NAME:KEY=VALUE`.
    pub variants: Vec<String>,
}

/// The text of a new scenario file for a directory. Every key in it has a comment, and the scenario has been checked.
///
/// # Errors
/// Every mistake in the wishes, each with its option.
pub fn begin(
    ruleset: &'static Ruleset,
    opening: &Opening,
    wishes: &Wishes,
    directory: &Path,
) -> Result<String, Diagnostics> {
    begin_beside(ruleset, opening, wishes, Beside::Folder(directory))
}

/// The same for a file that has these beside it, maps among them; no file is opened.
///
/// # Errors
/// As [`begin`].
pub fn begin_among(
    ruleset: &'static Ruleset,
    opening: &Opening,
    wishes: &Wishes,
    files: &Files,
) -> Result<String, Diagnostics> {
    begin_beside(ruleset, opening, wishes, Beside::Kept(files, ""))
}

fn begin_beside(
    ruleset: &'static Ruleset,
    opening: &Opening,
    wishes: &Wishes,
    beside: Beside<'_>,
) -> Result<String, Diagnostics> {
    let nothing = Place::new(Spot::Set(0), Spot::Set(0));
    let document = Document { value: Value::Object(Map::new()), place: nothing };
    let mut draft = NewScenario { document, said: Vec::new(), mistakes: Vec::new() };
    draft.open(ruleset, opening);
    draft.wish(ruleset, opening, wishes);
    draft.complete(wishes);
    let name = "the new scenario";
    let NewScenario { document, said, mistakes } = draft;
    let source = Source { name: name.to_owned(), text: String::new(), sets: said };
    check(&document, &[], &[ruleset], &mut Named::new(beside, name), mistakes, &engage::Stop::default())
        .map(|_| written::text(ruleset, &document.value))
        .map_err(|mistakes| source.diagnostics(mistakes))
}

/// A scenario being put together. The place of every value is its option.
struct NewScenario {
    document: Document,
    /// The options.
    said: Vec<String>,
    mistakes: Vec<Mistake>,
}

/// The result of setting a key in the document, or its mistakes.
type Put = Result<(), Vec<Mistake>>;

impl NewScenario {
    /// Applies one option to the document.
    fn say(&mut self, said: String, put: impl FnOnce(&mut Document, usize) -> Put) {
        self.said.push(said);
        let number = self.said.len() - 1;
        if let Err(found) = put(&mut self.document, number) {
            self.mistakes.extend(found);
        }
    }

    /// Applies the ruleset's template, before any wish.
    fn open(&mut self, ruleset: &Ruleset, opening: &Opening) {
        let begun = (opening.setup)();
        self.say(format!("--ruleset {} --on {}", ruleset.id, opening.id), |document, number| {
            let own = [("title", Some(json!(""))), ("ruleset", Some(json!(ruleset.id))), ("play", Some(json!({})))];
            let begun = ["field", "mission"].map(|word| (word, begun.get(word).cloned()));
            for (word, value) in own.into_iter().chain(begun) {
                value.into_iter().try_for_each(|value| place(document, number, &[word], value))?;
            }
            Ok(())
        });
    }

    fn wish(&mut self, ruleset: &'static Ruleset, opening: &Opening, wishes: &Wishes) {
        if let Some(title) = &wishes.title {
            let put = |document: &mut Document, number| place(document, number, &["title"], json!(title.trim()));
            self.say(format!("--title {title}"), put);
        }
        if let Some(path) = &wishes.map {
            let put = |document: &mut Document, number| place(document, number, &["field", "map"], json!(path));
            self.say(format!("--map {path}"), put);
        }
        let begun = (opening.setup)();
        for side in Side::ALL {
            let own = begun.get(side.name());
            if let (Some(squad), []) = (own, wishes.squads[side].as_slice()) {
                // The side has no squad yet, so this cannot fail.
                _ = place(&mut self.document, 0, &[side.name(), SQUAD], squad.clone());
            }
            for wished in &wishes.squads[side] {
                let alike = own.or(begun.get(side.enemy().name()));
                self.say(format!("--{} {wished}", side.name()), |document, number| {
                    squad(document, number, side, wished, alike.cloned().unwrap_or_default())
                });
            }
        }
        self.set(ruleset, wishes);
    }

    /// Applies the keys set, swept and varied.
    fn set(&mut self, ruleset: &'static Ruleset, wishes: &Wishes) {
        for set in &wishes.sets {
            self.say(format!("--set {set}"), |document, number| {
                apply_one(document, number, set, &[ruleset]).map(|_| ())
            });
        }
        for sweep in &wishes.sweeps {
            self.say(format!("--sweep {sweep}"), |document, number| {
                vary(document, number, over::sweep(number, sweep), "is swept already")
            });
        }
        for variant in &wishes.variants {
            self.say(format!("--variant {variant}"), |document, number| {
                vary(document, number, over::variant(number, variant), "is set in this variant already")
            });
        }
    }

    /// Adds the title and the default precision, if the wishes do not set them.
    fn complete(&mut self, wishes: &Wishes) {
        let document = &mut self.document;
        if wishes.title.is_none() {
            let squads = |side: Side| {
                let names = document.value.get(side.name()).and_then(Value::as_object);
                let names = names.into_iter().flatten().map(|(name, _)| match name.as_str() {
                    SQUAD => side.name().to_owned(),
                    own => lower(&label(own)),
                });
                names.collect::<Vec<_>>().join(" and ")
            };
            let title = match Side::ALL.map(squads) {
                [one, other] if one.is_empty() || other.is_empty() => format!("What awaits {one}{other}"),
                [blue, red] => format!("{blue} against {red}"),
            };
            _ = place(document, 0, &["title"], json!(engage::capital(&title)));
        }
        let play = &document.value["play"];
        if play.get("engagements").is_none() && play.get("precision").is_none() {
            _ = place(document, 0, &["play", "precision"], json!(PRECISION));
        }
    }
}

/// Sets a value of an option in the document.
fn place(document: &mut Document, number: usize, key: &[&str], value: Value) -> Put {
    let spot = Spot::Set(number);
    document.put(&Key::of(key), value, Place::new(spot.clone(), spot)).map_err(|mistake| vec![mistake])
}

/// Adds a squad from `NAME` or `NAME=COUNT`, a copy of the side's template.
fn squad(document: &mut Document, number: usize, side: Side, wished: &str, mut alike: Value) -> Put {
    let (name, count) = match wished.rsplit_once('=') {
        Some((name, count)) => (name.trim(), Some(count.trim())),
        None => (wished.trim(), None),
    };
    let key = Key::of(&[side.name(), name]);
    if advice::whole_number(name).is_some() {
        let example = if side == Side::Blue { "cops" } else { "gang" };
        let message = format!("a squad is NAME=COUNT, such as {example}={name}: `{name}` is not a name");
        return Err(vec![Mistake::new(&Spot::Set(number), &Key::root(), message)]);
    }
    if key.get(&document.value).is_some() {
        let message = format!("{} has a squad `{name}` already", side.name());
        return Err(vec![Mistake::new(&Spot::Set(number), &key, message)]);
    }
    if let Some(count) = count {
        alike["count"] = read_set(count, number, &key.join("count"))?.0;
    }
    place(document, number, &[side.name(), name], alike)
}

/// Applies `--sweep` or `--variant` to a document that does not contain the key yet.
fn vary(document: &mut Document, number: usize, given: Result<over::OptionSetting, Vec<Mistake>>, again: &str) -> Put {
    let (key, value, place) = given?;
    if key.get(&document.value).is_some() {
        let set = key.parts().last().map_or("", String::as_str);
        return Err(vec![Mistake::new(&Spot::Set(number), &Key::root(), format!("`{set}` {again}"))]);
    }
    document.put(&key, value, place).map_err(|mistake| vec![mistake])
}
