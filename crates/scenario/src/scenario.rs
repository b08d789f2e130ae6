//! A checked scenario.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use engage::{Answer, BySide, Mission, Objective, Ruleset, Side, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::body::{Axis, Body, Cell, Variant};
use crate::cells::{Combination, combinations};
use crate::check::{Checked, check};
use crate::content::Content;
use crate::diagnostic::{Diagnostics, unreadable};
use crate::doctrines::{Doctrine, Pair};
use crate::document::Document;
use crate::frame::{DOCTRINES, GIVEN, Play};
use crate::input::{File, Opened, open};
use crate::key::{Key, equals_sign};
use crate::lists::{printed, take_over};
use crate::map::{Beside, Files, Named, is_tiled, parse_map_in};
use crate::names::Names;
use crate::precision::{Aim, Quantity, quantity};
use crate::provenance::{self, RuleChange};
use crate::question::About;
use crate::source::Source;
use crate::sweep::{Plan, Shape};
use crate::units::{Unit, lone_squad};
use crate::values::text;

/// A scenario as it was read: everything that is needed to read it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// What its file was called.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// What was set over it, each as `KEY=VALUE`: in one form and order, however it was said.
    pub sets: Vec<String>,
    /// The texts of the files that it names, such as maps, by their paths from it.
    pub files: Files,
}

/// A fully checked scenario, so that playing it cannot fail.
pub struct Scenario {
    /// The title; not empty.
    pub title: String,
    /// The question it answers; may be empty.
    pub question: String,
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// How much is played, and how; the defaults for a situation.
    pub play: Play,
    /// The precision at which a run may stop; empty if its number of engagements is fixed.
    pub aims: Vec<Aim>,
    /// The subject of the answer at the top of a report.
    pub about: About,
    /// The name of the baseline beside the variants; empty if the file gives none.
    pub baseline: String,
    /// The swept keys, outermost first.
    pub axes: Vec<Axis>,
    /// The variants; empty for a situation.
    pub variants: Vec<Variant>,
    /// The doctrines of each side; empty if it plays as its squads are written.
    pub doctrines: BySide<Vec<Doctrine>>,
    /// The units whose costs `price` asks; they do not take part in the fight.
    pub units: Vec<Unit>,
    /// The fight or the situation.
    pub body: Body,
    source: Source,
    document: Document,
    /// The path and the content of each map it is fought on.
    maps: Vec<(String, Value)>,
    /// The files from which they were read.
    files: Files,
    /// The overrides of its file, each as `KEY=VALUE`.
    sets: Vec<String>,
    /// Made at first use.
    names: OnceLock<Names>,
}

impl fmt::Debug for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Scenario");
        shown
            .field("title", &self.title)
            .field("ruleset", &self.ruleset)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl File {
    /// The scenario in it, with overrides as `KEY=VALUE`, for the rulesets of [`crate::RULESETS`].
    ///
    /// # Errors
    /// Every mistake found.
    pub fn scenario(&self, sets: &[String]) -> Result<Scenario, Diagnostics> {
        Scenario::parse_in(&self.folder, &self.name, &self.bytes, sets, crate::RULESETS)
    }

    /// Whether it is a scenario rather than a map: TOML that names a ruleset or has no drawing.
    #[must_use]
    pub fn is_scenario(&self) -> bool {
        let opened = open(&self.name, &self.bytes, &[], &[]).ok().and_then(|(_, read)| read.ok());
        let has = |word: &str| opened.as_ref().is_some_and(|opened| opened.document.value.get(word).is_some());
        !is_tiled(Path::new(&self.name)) && !has("map") && has("ruleset")
    }

    /// The map in it.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn map(&self) -> Result<engage::Map, Diagnostics> {
        parse_map_in(&self.folder, &self.name, &self.bytes)
    }
}

impl Scenario {
    /// Reads a file with overrides as `KEY=VALUE`, for the rulesets of [`crate::RULESETS`].
    ///
    /// # Errors
    /// Every mistake found, or why the file could not be read.
    pub fn load(path: &Path, sets: &[String]) -> Result<Scenario, Diagnostics> {
        File::read(path)?.scenario(sets)
    }

    /// Reads the bytes of a file called `name`, with overrides. No other file is opened, so naming a map is a mistake;
    /// [`Scenario::parse_in`] reads maps.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn parse(
        name: &str,
        bytes: &[u8],
        sets: &[String],
        registry: &[&'static Ruleset],
    ) -> Result<Scenario, Diagnostics> {
        Scenario::read(bytes, sets, registry, Named::new(Beside::Nothing, name), &Stop::default())
    }

    /// Reads the bytes of a file called `name`, with overrides, and the maps that it names by their paths relative to
    /// `directory`. Mistakes in a map are shown with a path beside `name`.
    ///
    /// # Errors
    /// Every mistake found, in the scenario and in its maps.
    pub fn parse_in(
        directory: &Path,
        name: &str,
        bytes: &[u8],
        sets: &[String],
        registry: &[&'static Ruleset],
    ) -> Result<Scenario, Diagnostics> {
        Scenario::read(bytes, sets, registry, Named::new(Beside::Folder(directory), name), &Stop::default())
    }

    /// Reads a scenario from [`Scenario::written`], with further overrides; no file is opened.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn rewritten(written: &Written, sets: &[String]) -> Result<Scenario, Diagnostics> {
        Scenario::read_again(written, sets, &Stop::default())
    }

    /// The same until a flag is set; `None` if it was.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn rewritten_unless(written: &Written, sets: &[String], stop: &Stop) -> Result<Option<Scenario>, Diagnostics> {
        let read = Scenario::read_again(written, sets, stop);
        if stop.is_set() { Ok(None) } else { read.map(Some) }
    }

    fn read_again(written: &Written, sets: &[String], stop: &Stop) -> Result<Scenario, Diagnostics> {
        let key = |set: &str| equals_sign(set).map_or(set, |at| &set[..at]).trim().to_owned();
        let again = |set: &&String| sets.iter().any(|one| key(one) == key(set));
        let sets: Vec<String> = written.sets.iter().filter(|set| !again(set)).chain(sets).cloned().collect();
        let maps = Named::new(Beside::Kept(&written.files, ""), &written.name);
        Scenario::read(written.text.as_bytes(), &sets, crate::RULESETS, maps, stop)
    }

    /// The name of its file when it was first read.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.source.name
    }

    /// Everything needed to read it again.
    #[must_use]
    pub fn written(&self) -> Written {
        let (text, sets) = (self.source.text.clone(), self.sets.clone());
        // Without its folder, which is private to the reader.
        let name = Path::new(self.name()).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Written { name, text, sets, files: self.files.clone() }
    }

    /// The text of a file that asks the same: its own text, or if anything is set over it, all keys with their values. The
    /// files that it names stay what they are.
    #[must_use]
    pub fn as_file(&self) -> String {
        if self.sets.is_empty() {
            return self.source.text.clone();
        }
        toml::to_string(&self.document.value).unwrap_or_default()
    }

    fn read(
        bytes: &[u8],
        sets: &[String],
        registry: &[&'static Ruleset],
        mut maps: Named<'_>,
        stop: &Stop,
    ) -> Result<Scenario, Diagnostics> {
        let (source, read) = open(maps.scenario(), bytes, sets, registry)?;
        let Opened { document, sets, overrides, mistakes } = read.map_err(|mistakes| source.diagnostics(mistakes))?;
        let checked = check(&document, &overrides, registry, &mut maps, mistakes, stop);
        let checked = checked.map_err(|mistakes| source.diagnostics(mistakes))?;
        let Checked { title, question, ruleset, play, aims, about, baseline, axes, variants, doctrines, units, body } =
            checked;
        let files = maps.files().clone();
        let maps = maps.read().map(|(path, map)| (path.to_owned(), provenance::of_map(map))).collect();
        Ok(Scenario {
            title,
            question,
            ruleset,
            play,
            aims,
            about,
            baseline,
            axes,
            variants,
            doctrines,
            units,
            body,
            source,
            document,
            maps,
            files,
            sets,
            names: OnceLock::new(),
        })
    }

    /// Answers one case of a situation.
    ///
    /// # Errors
    /// The mistakes in the parameters, with their places; also if the scenario is a fight.
    pub fn answer(&self, case: usize) -> Result<Answer, Diagnostics> {
        let Body::Situation { kind, cases } = &self.body else {
            return Err(unreadable(&self.source.name, "a fight is played, not answered".to_owned()));
        };
        kind.ask(&cases[case].parameters).map_err(|problems| {
            let printed = printed(&self.document.value, &[self.ruleset]);
            let (plan, _) = Plan::read(Shape::Situation, &self.document, &[], printed);
            let origin = combinations(Shape::Situation, &self.document, &plan).nth(case);
            let mistakes = |at: Combination<'_>| {
                problems.iter().map(|problem| at.origin.mistake(problem, &at.given).0).collect::<Vec<_>>()
            };
            self.source.diagnostics(origin.map(mistakes).unwrap_or_default())
        })
    }

    /// The value of a key in the file, otherwise what the rulebook prints, otherwise its default; `None` if none exists.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<Value> {
        let own = Key::parse(key).ok()?.get(&self.document.value).cloned();
        own.or_else(|| self.printed(key)).or_else(|| self.names().default(key))
    }

    /// What the rulebook prints for a key of the rules; `None` if it prints nothing there.
    #[must_use]
    pub fn printed(&self, key: &str) -> Option<Value> {
        let printed = Key::parse(key).ok()?.get(&printed(&self.document.value, &[self.ruleset])?).cloned();
        printed.filter(|value| !value.is_null())
    }

    /// The file with all overrides.
    pub(crate) const fn document(&self) -> &Value {
        &self.document.value
    }

    /// The file with all overrides, and where each value was written.
    pub(crate) const fn own_document(&self) -> &Document {
        &self.document
    }

    /// The path and the content of each map it is fought on.
    pub(crate) fn maps(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.maps.iter().map(|(path, shown)| (path.as_str(), shown))
    }

    /// The files that it names, with their texts.
    pub(crate) const fn files(&self) -> &Files {
        &self.files
    }

    /// The document of a cell: with its values of the swept keys, the settings of its variant and what both sides choose.
    pub(crate) fn document_of(&self, cell: &Cell, pair: Option<&Pair<'_>>) -> Value {
        let mut document = self.document.value.clone();
        let swept = self.axes.iter().zip(&cell.point).map(|(axis, &place)| (&axis.key, &axis.values[place]));
        let varied = cell.variant.into_iter().flat_map(|variant| &self.variants[variant].changes);
        let printed = printed(&document, &[self.ruleset]).unwrap_or_default();
        let chosen = pair.into_iter().flat_map(Pair::sets);
        for (key, value) in swept.chain(varied.chain(chosen).map(|(key, value)| (key, value))) {
            let Ok(key) = Key::parse(key) else { continue };
            take_over(&key, &mut document, &printed);
            // A cell exists only if all its values can be set, so this cannot fail.
            _ = key.put(&mut document, value.clone());
        }
        document
    }

    /// The side that has a mission other than to put every enemy out of the fight.
    #[must_use]
    pub fn mission(&self) -> Option<Side> {
        let word = |key: &str| self.value(key).and_then(|value| value.as_str().map(str::to_owned));
        word("mission.objective").filter(|objective| objective != Objective::Eliminate.word())?;
        let side = word("mission.side").unwrap_or_else(|| Mission::default().side.name().to_owned());
        Side::ALL.into_iter().find(|known| known.name() == side)
    }

    /// The quantity that a fight asks about, with its id; `None` if cells cannot be compared by it.
    #[must_use]
    pub fn compared(&self) -> Option<(&str, Quantity)> {
        let (Body::Fight(_), Some(word)) = (&self.body, &self.about.quantity) else { return None };
        let quantity = quantity(self.ruleset, word).ok().filter(|quantity| quantity.is_compared())?;
        Some((word, quantity))
    }

    /// The name of the only squad of each side: blue's and red's.
    ///
    /// # Errors
    /// If a side has no squad, or several.
    pub fn lone_squads(&self) -> Result<[&str; 2], String> {
        Ok([lone_squad(&self.document.value, Side::Blue)?, lone_squad(&self.document.value, Side::Red)?])
    }

    /// Whether a variant sets only values that the file or the defaults already have.
    #[must_use]
    pub fn is_idle(&self, variant: &Variant) -> bool {
        variant.changes.iter().all(|(key, value)| self.value(key).as_ref() == Some(value))
    }

    /// The labels of its keys, values, squads and quantities.
    #[must_use]
    pub fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let kind = match &self.body {
                Body::Situation { kind, .. } => Some(*kind),
                Body::Fight(_) => None,
            };
            let title = |(path, map): &(String, Value)| (path.clone(), text(&map["title"]));
            Names::new(self.ruleset, kind, &self.document, self.maps.iter().map(title))
        })
    }

    /// Each rule that differs from the rulebook as printed. A rule that is swept or varied is listed with all its values.
    #[must_use]
    pub fn rules_changed(&self) -> Vec<RuleChange> {
        let (body, document) = (&self.body, &self.document.value);
        provenance::rules_changed(self.ruleset, self.names(), body, &self.axes, &self.variants, document)
    }

    /// Each rule that differs from the rulebook as printed in one of its cells.
    #[must_use]
    pub fn rules_changed_of(&self, cell: &Cell) -> Vec<RuleChange> {
        let document = self.document_of(cell, None);
        provenance::rules_changed(self.ruleset, self.names(), &self.body, &[], &[], &document)
    }

    /// The part of it that determines the numbers of its cells.
    #[must_use]
    pub fn content(&self) -> Content {
        let document = &self.document.value;
        let mut given: Map<String, Value> =
            GIVEN.iter().filter_map(|&word| Some((word.to_owned(), document.get(word)?.clone()))).collect();
        given.extend(document.get(DOCTRINES).map(|doctrines| (DOCTRINES.to_owned(), doctrines.clone())));
        given.insert("play".to_owned(), json!({ "turn_limit": self.play.turn_limit }));
        let maps = self.maps.iter().map(|(path, shown)| (path.clone(), provenance::of_shown(shown)));
        Content {
            ruleset: self.ruleset.id.to_owned(),
            given: Value::Object(given),
            swept: self.axes.iter().map(|axis| axis.key.clone()).collect(),
            maps: maps.collect(),
        }
    }

    /// Hash of the scenario with all overrides, 16 hexadecimal digits. It does not depend on comments, layout or the
    /// order of keys (except in a sweep and among the variants), nor on `[answer]` and the name of the baseline. It
    /// depends on the whole content of its maps.
    #[must_use]
    pub fn hash(&self) -> String {
        provenance::hash(&self.document.value, &self.maps)
    }

    /// Hash of the fight with its squads led as they are written: without doctrines, and without how much of it is played
    /// by which luck.
    #[must_use]
    pub fn hash_as_written(&self) -> String {
        let mut document = self.document.value.clone();
        if let Some(tables) = document.as_object_mut() {
            tables.remove(DOCTRINES);
            tables.remove("play");
        }
        provenance::hash(&json!({ "turn_limit": self.play.turn_limit, "fight": document }), &self.maps)
    }
}
