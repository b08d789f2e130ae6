//! A checked scenario.

use std::fmt;
use std::io::Read;
use std::path::Path;

use engage::{Answer, Battle, Kind, Problem, Ruleset};
use serde_json::Value;

use crate::cells::{Made, combinations, compile};
use crate::diagnostic::{Diagnostics, Source, unreadable};
use crate::document::{self, Document, MAX_BYTES};
use crate::frame::{Frame, GIVEN, Play};
use crate::key::Key;
use crate::map::Named;
use crate::mistake::Mistake;
use crate::sweep::{Plan, Shape};
use crate::{overrides, problems, provenance, values};

/// A swept key.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The key from the top of the file, such as `field.range`.
    pub key: String,
    /// Its values in the order of the file; at least one.
    pub values: Vec<Value>,
}

impl Axis {
    /// The values as text for tables.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.values.iter().map(values::text).collect()
    }
}

/// A variant that is compared with the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// The keys it sets, with their values; at least one.
    pub changes: Vec<(String, Value)>,
}

/// One combination of the sweep under the baseline or one variant, ready to play.
pub struct Cell {
    /// Index of the value on each axis.
    pub point: Vec<usize>,
    /// The variant, or none for the baseline.
    pub variant: Option<usize>,
    /// The engagement.
    pub battle: Box<dyn Battle>,
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cell").field("point", &self.point).field("variant", &self.variant).finish_non_exhaustive()
    }
}

/// One combination of the swept parameters of a situation.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Index of the value on each axis.
    pub point: Vec<usize>,
    /// The parameters beside `kind`.
    pub parameters: Value,
}

/// What a scenario asks.
#[derive(Debug)]
pub enum Body {
    /// A fight: every cell, by point in row-major order of the axes, the baseline of a point before its variants.
    Fight(Vec<Cell>),
    /// A situation: every case in row-major order of the axes. Answered by [`Scenario::answer`].
    Situation {
        /// The kind of situation.
        kind: &'static Kind,
        /// The cases.
        cases: Vec<Case>,
    },
}

/// A scenario in which everything has been checked, so that playing it cannot fail.
pub struct Scenario {
    /// The title; not empty.
    pub title: String,
    /// The question it answers; may be empty.
    pub question: String,
    /// The ruleset.
    pub ruleset: &'static Ruleset,
    /// How much is played, and how; the defaults for a situation.
    pub play: Play,
    /// The swept keys, outermost first.
    pub axes: Vec<Axis>,
    /// The variants; none for a situation.
    pub variants: Vec<Variant>,
    /// What is asked.
    pub body: Body,
    source: Source,
    document: Document,
    /// The path of each map it is fought on, with what the map shows.
    maps: Vec<(String, Value)>,
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

impl Scenario {
    /// Reads a file with values set over it, each as `KEY=VALUE`, for the rulesets of [`crate::RULESETS`].
    ///
    /// # Errors
    /// Every mistake found, or why the file could not be read.
    pub fn load(path: &Path, sets: &[String]) -> Result<Scenario, Diagnostics> {
        let name = path.display().to_string();
        let bytes = bytes(path).map_err(|message| unreadable(&name, message))?;
        Scenario::parse_in(path.parent().unwrap_or(path), &name, &bytes, sets, crate::RULESETS)
    }

    /// Reads the bytes of a file called `name` with values set over it. No other file is opened, so a map that it names is a
    /// mistake; [`Scenario::parse_in`] reads maps.
    ///
    /// # Errors
    /// Every mistake found.
    pub fn parse(
        name: &str,
        bytes: &[u8],
        sets: &[String],
        registry: &[&'static Ruleset],
    ) -> Result<Scenario, Diagnostics> {
        Scenario::read(bytes, sets, registry, Named::new(None, name))
    }

    /// Reads the bytes of a file called `name` with values set over it, and the maps that they name by their paths from
    /// `directory`. Mistakes in a map are shown as if it lay beside `name`.
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
        Scenario::read(bytes, sets, registry, Named::new(Some(directory), name))
    }

    fn read(
        bytes: &[u8],
        sets: &[String],
        registry: &[&'static Ruleset],
        mut maps: Named<'_>,
    ) -> Result<Scenario, Diagnostics> {
        let (source, read) = open(maps.scenario(), bytes, sets)?;
        let (document, overrides) = read.map_err(|mistakes| source.diagnostics(mistakes))?;
        let checked = check(&document, &overrides, registry, &mut maps);
        let checked = checked.map_err(|mistakes| source.diagnostics(mistakes))?;
        let Checked { title, question, ruleset, play, axes, variants, body } = checked;
        let maps = maps.read().map(|(path, map)| (path.to_owned(), provenance::of_map(map))).collect();
        Ok(Scenario { title, question, ruleset, play, axes, variants, body, source, document, maps })
    }

    /// Answers one case of a situation.
    ///
    /// # Errors
    /// What is wrong with the parameters, located where they were written; also when the scenario is a fight.
    pub fn answer(&self, case: usize) -> Result<Answer, Diagnostics> {
        let Body::Situation { kind, cases } = &self.body else {
            return Err(unreadable(&self.source.name, "a fight is played, not answered".to_owned()));
        };
        (kind.answer)(&cases[case].parameters).map_err(|problem| {
            let plan = Plan::read(Shape::Situation, &self.document, &[]);
            let plan = plan.unwrap_or(Plan { axes: Vec::new(), variants: Vec::new() });
            let origin = combinations(Shape::Situation, &self.document, &plan).nth(case);
            let mistake = origin.map(|at| at.origin.mistake(&problem, &at.given).0);
            self.source.diagnostics(mistake.into_iter().collect())
        })
    }

    /// Each rule that differs from the rulebook as printed: the key, the value printed and the value played. A rule that is
    /// swept or varied is listed with all its values.
    #[must_use]
    pub fn rules_changed(&self) -> Vec<(String, String, String)> {
        provenance::rules_changed(self, &self.document.value)
    }

    /// Hash of the scenario with everything set over it, 16 hexadecimal digits. It does not change with comments, layout or
    /// the order of keys, but for that of a sweep and of the variants; it does with whatever the maps it is fought on show.
    #[must_use]
    pub fn hash(&self) -> String {
        provenance::hash(&self.document.value, &self.maps)
    }
}

/// A scenario's parts as they come out of the checks.
struct Checked {
    title: String,
    question: String,
    ruleset: &'static Ruleset,
    play: Play,
    axes: Vec<Axis>,
    variants: Vec<Variant>,
    body: Body,
}

/// The bytes of a file, unless it is longer than a scenario or a map may be.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let read = |error: std::io::Error| format!("cannot be read: {error}");
    let about = std::fs::metadata(path).map_err(read)?;
    if about.is_dir() {
        return Err("is a directory, not a file".to_owned());
    }
    if about.len() > MAX_BYTES as u64 {
        return Err(document::too_long(about.len()));
    }
    let mut bytes = Vec::new();
    // Pipes and devices tell no length beforehand.
    let file = std::fs::File::open(path).map_err(read)?;
    file.take(MAX_BYTES as u64 + 8).read_to_end(&mut bytes).map_err(read)?;
    Ok(bytes)
}

type Tree = Result<(Document, Vec<Key>), Vec<Mistake>>;

/// The text in the bytes of a file called `name`, without the mark that some programs put before it.
pub(crate) fn source(name: &str, bytes: &[u8], sets: &[String]) -> Result<Source, Diagnostics> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_BYTES)]).into_owned();
    let source = Source { name: name.to_owned(), text: shown, sets: sets.to_vec() };
    match document::text(bytes) {
        Ok(_) => Ok(source),
        Err(mistake) => Err(source.diagnostics(vec![mistake])),
    }
}

/// From bytes to a document with the overrides in it. The outer error is that of bytes that are no text.
pub(crate) fn open(name: &str, bytes: &[u8], sets: &[String]) -> Result<(Source, Tree), Diagnostics> {
    let source = source(name, bytes, sets)?;
    let read = with_room(|| {
        let mut document = document::read(&source.text)?;
        let overrides = overrides::apply(&mut document, sets)?;
        Ok((document, overrides))
    });
    match read {
        Ok(read) => Ok((source, read)),
        Err(error) => Err(unreadable(name, format!("no thread to read it on: {error}"))),
    }
}

/// Runs on a stack that holds the deepest tree the TOML parser makes: it limits brackets and dots to 80 each, but inline
/// tables with dotted keys nest to 80 × 80 tables, and dropping those recurses.
pub(crate) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    const STACK_BYTES: usize = 64 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// The frame of a document, if it can be read at all; every key in it that does not belong; and the keys left out for that.
pub(crate) fn frame(document: &Document) -> (Option<Frame>, Vec<Mistake>, Vec<Key>) {
    let reading = problems::all(&document.value, |value| engage::read::<Frame>(value).map_err(|one| vec![one]));
    let mistake = |problem: &Problem| {
        let key = Key::find(&problem.key, &document.value);
        let place = document.place.nearest(&key);
        let spot = if problem.message.starts_with("unknown field") { &place.key } else { place.of_value() };
        Mistake::new(spot, &key, &problem.message)
    };
    (reading.value, reading.problems.iter().map(mistake).collect(), reading.taken)
}

fn check(
    document: &Document,
    overrides: &[Key],
    registry: &[&'static Ruleset],
    maps: &mut Named<'_>,
) -> Result<Checked, Vec<Mistake>> {
    let (frame, mut mistakes, taken) = frame(document);
    let Some(frame) = frame else { return Err(mistakes) };
    mistakes.extend(frame.check(&document.place, &taken));
    let ruleset = find_ruleset(&frame, document, registry).map_err(|found| mistakes.extend(found)).ok();
    let shape = if frame.situation.is_some() { Shape::Situation } else { Shape::Fight };
    let plan = Plan::read(shape, document, overrides).map_err(|found| mistakes.extend(found)).ok();
    let given = |key: &Key| GIVEN.iter().chain(&["situation"]).any(|word| *key == Key::of(&[word]));
    let complete = frame.is_complete() && !taken.iter().any(given);
    let (Some(ruleset), Some(plan), true) = (ruleset, plan, complete) else { return Err(mistakes) };
    let body = match shape {
        Shape::Fight => fight(document, &plan, ruleset, maps),
        Shape::Situation => situation(document, &plan, ruleset),
    };
    match body {
        Ok(body) if mistakes.is_empty() => Ok(Checked {
            title: frame.title.unwrap_or_default(),
            question: frame.question,
            ruleset,
            play: frame.play.unwrap_or_default(),
            axes: plan
                .axes
                .iter()
                .map(|axis| Axis { key: axis.target.key.to_string(), values: axis.values.clone() })
                .collect(),
            variants: plan.variants.iter().map(variant).collect(),
            body,
        }),
        Ok(_) => Err(mistakes),
        Err(found) => Err(mistakes.into_iter().chain(found).collect()),
    }
}

fn variant(changes: &crate::sweep::Changes<'_>) -> Variant {
    let sets = changes.sets.iter().map(|(target, value)| (target.key.to_string(), value.clone()));
    Variant { name: changes.name.clone(), changes: sets.collect() }
}

fn words<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn find_ruleset(
    frame: &Frame,
    document: &Document,
    registry: &[&'static Ruleset],
) -> Result<&'static Ruleset, Option<Mistake>> {
    let name = frame.ruleset.as_deref().map(str::trim).filter(|name| !name.is_empty()).ok_or(None)?;
    registry.iter().find(|ruleset| ruleset.id == name).copied().ok_or_else(|| {
        let key = Key::of(&["ruleset"]);
        let known = words(registry.iter().map(|ruleset| ruleset.id));
        let message = format!("there is no ruleset `{name}`, expected one of {known}");
        Some(Mistake::new(document.place.nearest(&key).of_value(), &key, message))
    })
}

fn fight(
    document: &Document,
    plan: &Plan<'_>,
    ruleset: &'static Ruleset,
    maps: &mut Named<'_>,
) -> Result<Body, Vec<Mistake>> {
    let cells = compile(combinations(Shape::Fight, document, plan), plan, Some(maps), ruleset.compile)?;
    Ok(Body::Fight(
        cells.into_iter().map(|Made { point, variant, made: battle }| Cell { point, variant, battle }).collect(),
    ))
}

fn situation(document: &Document, plan: &Plan<'_>, ruleset: &'static Ruleset) -> Result<Body, Vec<Mistake>> {
    let key = Key::of(&["situation", "kind"]);
    let wrong = |message: String| vec![Mistake::new(document.place.nearest(&key).of_value(), &key, message)];
    let known = || words(ruleset.kinds.iter().map(|kind| kind.id));
    let kind = match key.get(&document.value) {
        Some(Value::String(word)) => {
            let kind = ruleset.kinds.iter().find(|kind| kind.id == word);
            kind.ok_or_else(|| wrong(format!("there is no kind `{word}`, expected one of {}", known())))?
        }
        Some(_) => return Err(wrong(format!("a kind is a word, expected one of {}", known()))),
        None => return Err(wrong(format!("a situation needs a kind, expected one of {}", known()))),
    };
    let cases = compile(combinations(Shape::Situation, document, plan), plan, None, |given, _| Ok(given.clone()))?;
    let cases = cases.into_iter().map(|case| Case { point: case.point, parameters: case.made }).collect();
    Ok(Body::Situation { kind, cases })
}
