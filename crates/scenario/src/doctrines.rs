//! `[doctrines]`: what each side chooses, under names, each with a weight.

use std::fmt;
use std::path::Path;

use engage::{BySide, Ruleset, Side};
use serde_json::{Map, Value};

use crate::body::Cell;
use crate::content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;
use crate::input::{File, Opened, open};
use crate::key::Key;
use crate::mistake::Mistake;
use crate::names::Names;
use crate::over;
use crate::place::{Place, Spot};
use crate::scenario::Scenario;
use crate::source::{Source, set_shown};
use crate::squads::unknown_squad;
use crate::sweep::{Plan, Target, leaves, overlap};
use crate::values::in_toml;
use crate::words::listed;

/// The table of the doctrines of both sides.
pub(crate) const DOCTRINES: &str = "doctrines";

/// The key of a doctrine that is no choice: how often it is played.
const WEIGHT: &str = "weight";

/// The largest weight, so that no product of two overflows.
const MAX_WEIGHT: u32 = 10_000;

/// The most doctrines of a side.
const MAX_DOCTRINES: usize = 100;

/// A doctrine: what a side chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct Doctrine {
    /// Its name.
    pub name: String,
    /// How often it is played, relative to the others of its side.
    pub weight: u32,
    /// The keys that it sets, from the top of the file, with their values; those that it leaves are as written.
    pub sets: Vec<(String, Value)>,
}

/// A doctrine for each side, and how often the two meet, relative to other pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair<'d> {
    /// The doctrines; `None` for a side that plays as written.
    pub doctrines: BySide<Option<&'d Doctrine>>,
    /// The product of their weights.
    pub weight: u32,
}

/// Every pair of doctrines, in the order of blue's and then of red's: a single one if no side has any.
pub(crate) fn pairs<D>(doctrines: &BySide<Vec<D>>) -> Vec<BySide<Option<&D>>> {
    let of = |side: Side| -> Vec<Option<&D>> {
        match doctrines[side].as_slice() {
            [] => vec![None],
            all => all.iter().map(Some).collect(),
        }
    };
    let red = of(Side::Red);
    of(Side::Blue).into_iter().flat_map(|blue| red.iter().map(move |&red| BySide { blue, red })).collect()
}

/// How often a pair is played, from the weights of its doctrines.
pub(crate) fn weight<D>(pair: &BySide<Option<&D>>, of: impl Fn(&D) -> u32) -> u32 {
    [pair.blue, pair.red].into_iter().flatten().map(of).product()
}

/// The weight of every pair.
pub(crate) fn weights(doctrines: &BySide<Vec<Led<'_>>>) -> Vec<u32> {
    pairs(doctrines).iter().map(|pair| weight(pair, |led| led.weight)).collect()
}

impl Scenario {
    /// The pairs of doctrines that are played, in the order of blue's and then of red's. The battle of each cell is a
    /// mix of as many, unless there is only one.
    #[must_use]
    pub fn pairs(&self) -> Vec<Pair<'_>> {
        Pair::played(&self.doctrines)
    }

    /// The pair of doctrines that an engagement of a cell draws.
    pub(crate) fn drawn(&self, cell: &Cell, engagement: u64) -> Option<Pair<'_>> {
        let drawn = cell.battle.mix().map_or(0, |mix| mix.drawn(self.play.seed, engagement));
        self.pairs().into_iter().nth(drawn)
    }
}

impl<'d> Pair<'d> {
    /// The pairs of these doctrines that are played.
    pub(crate) fn played(doctrines: &'d BySide<Vec<Doctrine>>) -> Vec<Pair<'d>> {
        let pair = |doctrines: BySide<Option<&'d Doctrine>>| {
            let weight = weight(&doctrines, |doctrine| doctrine.weight);
            Pair { doctrines, weight }
        };
        pairs(doctrines).into_iter().map(pair).filter(|pair| pair.weight > 0).collect()
    }

    /// What both set.
    pub fn sets(&self) -> impl Iterator<Item = &'d (String, Value)> {
        let BySide { blue, red } = self.doctrines;
        [blue, red].into_iter().flatten().flat_map(|doctrine| &doctrine.sets)
    }
}

/// A doctrine with the places of the keys that it sets.
pub(crate) struct Led<'p> {
    pub(crate) name: String,
    pub(crate) weight: u32,
    pub(crate) sets: Vec<(Target<'p>, Value)>,
}

impl Led<'_> {
    /// The doctrine without places.
    pub(crate) fn doctrine(&self) -> Doctrine {
        let sets = self.sets.iter().map(|(target, value)| (target.key.to_string(), value.clone()));
        Doctrine { name: self.name.clone(), weight: self.weight, sets: sets.collect() }
    }
}

/// Reads the doctrines of both sides. `overrides` are the keys of the overrides.
pub(crate) fn read<'p>(
    document: &'p Document,
    plan: &Plan<'p>,
    overrides: &[Key],
) -> (BySide<Vec<Led<'p>>>, Vec<Mistake>) {
    let mut reader = Reader { document, plan, overrides, mistakes: Vec::new() };
    let found = BySide::from_fn(|side| reader.side(side));
    (found, reader.mistakes)
}

struct Reader<'p, 'r> {
    document: &'p Document,
    plan: &'r Plan<'p>,
    overrides: &'r [Key],
    mistakes: Vec<Mistake>,
}

impl<'p> Reader<'p, '_> {
    fn side(&mut self, side: Side) -> Vec<Led<'p>> {
        let head = Key::of(&[DOCTRINES, side.name()]);
        let Some(table) = head.get(&self.document.value).and_then(Value::as_object) else { return Vec::new() };
        let place = self.document.place.nearest(&head);
        if table.len() > MAX_DOCTRINES {
            let message = format!("{} doctrines: a side has at most {MAX_DOCTRINES}", table.len());
            self.mistakes.push(Mistake::new(&place.key, &head, message));
            return Vec::new();
        }
        let found: Vec<Led<'p>> = table.iter().filter_map(|(name, value)| self.doctrine(side, name, value)).collect();
        if !found.is_empty() && found.iter().all(|led| led.weight == 0) {
            let message = format!("no doctrine of {} has a weight above 0, so none would be played", side.name());
            self.mistakes.push(Mistake::new(&place.key, &head, message));
        }
        found
    }

    fn doctrine(&mut self, side: Side, name: &str, value: &Value) -> Option<Led<'p>> {
        let head = Key::of(&[DOCTRINES, side.name(), name]);
        let place = self.document.place.nearest(&head);
        if !crate::frame::is_name(name) {
            let message = "a doctrine's name has 1 to 64 characters and no control characters";
            self.mistakes.push(Mistake::new(&place.key, &head, message));
        }
        let Some(table) = value.as_object() else {
            let message = "a doctrine is a table of keys to set, such as orders = \"assault\"";
            self.mistakes.push(Mistake::new(place.of_value(), &head, message));
            return None;
        };
        let weight = table.get(WEIGHT).map_or(Some(1), |weight| {
            weight.as_u64().and_then(|weight| u32::try_from(weight).ok()).filter(|weight| *weight <= MAX_WEIGHT)
        });
        if weight.is_none() {
            let key = head.join(WEIGHT);
            let message = format!("a weight is a whole number from 0 to {MAX_WEIGHT}, such as 60");
            self.mistakes.push(Mistake::new(self.document.place.nearest(&key).of_value(), &key, message));
        }
        let sets = self.sets(side, name, &head, table);
        Some(Led { name: name.to_owned(), weight: weight.unwrap_or(1), sets })
    }

    /// The keys that a doctrine sets: those of one squad, and those of every squad that has no value of its own.
    fn sets(&mut self, side: Side, name: &str, head: &Key, table: &Map<String, Value>) -> Vec<(Target<'p>, Value)> {
        let squads = self.document.value.get(side.name()).and_then(Value::as_object);
        let squads: Vec<&String> = squads.into_iter().flat_map(Map::keys).collect();
        let mut sets: Vec<(Target<'p>, Value)> = Vec::new();
        let mut of_all: Vec<(Target<'p>, Value)> = Vec::new();
        for (written, key, value) in
            leaves(head, table).into_iter().filter(|(written, ..)| *written != head.join(WEIGHT))
        {
            let place = self.document.place.nearest(&written);
            let target = |key: Key| Target { given: key.clone(), key, written: written.clone(), place };
            let own = Key::of(&[side.name()]);
            match key {
                Err(message) => self.mistakes.push(Mistake::new(&place.key, &written, message)),
                Ok(key) if key.parts().len() == 1 => {
                    of_all.extend(squads.iter().map(|squad| (target(key.below(&own.join(squad))), value.clone())));
                }
                Ok(key) => {
                    let key = key.below(&own);
                    if let Some(mistake) = unknown_squad(self.document, &place.key, &key, &written, false) {
                        self.mistakes.push(mistake);
                    } else if let Some(twice) =
                        overlap(&target(key.clone()), sets.iter().map(|(own, _)| own), "is set already")
                    {
                        self.mistakes.push(twice);
                    } else {
                        sets.push((target(key), value.clone()));
                    }
                }
            }
        }
        for (target, value) in of_all {
            match overlap(&target, sets.iter().map(|(own, _)| own), "") {
                Some(_) => {}
                None => sets.push((target, value)),
            }
        }
        sets.retain(|(target, _)| self.is_free(side, name, target));
        sets
    }

    /// Whether nothing else sets a key of a doctrine.
    fn is_free(&mut self, side: Side, name: &str, target: &Target<'p>) -> bool {
        let axes = self.plan.axes.iter().map(|axis| &axis.target);
        let varied = self.plan.variants.iter().flat_map(|variant| variant.sets.iter().map(|(own, _)| own));
        let what = "is swept or varied, so a doctrine cannot set it";
        let mut found = overlap(target, axes.chain(varied), what);
        if let Some(number) = self.overrides.iter().position(|key| key.overlaps(&target.given)) {
            let key = &self.overrides[number];
            let message = format!(
                "the doctrine \"{name}\" of {} sets `{}`, so setting it would do nothing",
                side.name(),
                target.key
            );
            found = Some(Mistake::new(&Spot::Set(number), key, message));
        }
        let free = found.is_none();
        self.mistakes.extend(found.filter(|found| !self.mistakes.contains(found)));
        free
    }
}

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

/// The places of the keys that a pair of doctrines sets, with their values.
pub(crate) fn sets_of<'p, 'l>(
    pair: &BySide<Option<&'l Led<'p>>>,
) -> impl Iterator<Item = (&'l Target<'p>, &'p Place, &'l Value)> + use<'p, 'l> {
    let led = [pair.blue, pair.red].into_iter().flatten();
    led.flat_map(|led| &led.sets).map(|(target, value)| (target, target.place, value))
}

/// Doctrines as a file that [`DoctrinesFile::read`] reads. Each line of `about` becomes a comment above them.
#[must_use]
pub fn doctrines_text(about: &[String], doctrines: &BySide<Vec<Doctrine>>) -> String {
    let mut text: String = about.iter().map(|line| format!("# {line}\n")).collect();
    for side in Side::ALL {
        let own = Key::of(&[side.name()]);
        for Doctrine { name, weight, sets } in &doctrines[side] {
            text.push_str(&format!(
                "\n[{}]\n{WEIGHT} = {weight}\n",
                Key::of(&[DOCTRINES, side.name(), name]).in_toml()
            ));
            for (key, value) in sets {
                let key = Key::parse(key).ok().and_then(|key| key.strip(&own));
                text.extend(key.map(|key| format!("{} = {}\n", key.in_toml(), in_toml(value))));
            }
        }
    }
    text
}

/// A file of doctrines, which are set over a scenario.
pub struct DoctrinesFile {
    source: Source,
    /// Each override with its place in the file.
    sets: Vec<(String, Spot)>,
}

impl fmt::Debug for DoctrinesFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DoctrinesFile").field("name", &self.source.name).finish_non_exhaustive()
    }
}

impl DoctrinesFile {
    /// Reads a file that has the table `[doctrines]` of a scenario and nothing else; `-` is standard input.
    ///
    /// # Errors
    /// Why it could not be read, or every mistake in its form. What its doctrines set is checked with the scenario.
    pub fn read(path: &Path) -> Result<DoctrinesFile, Diagnostics> {
        let File { name, bytes, .. } = File::read(path)?;
        DoctrinesFile::parse(&name, &bytes)
    }

    /// Reads the bytes of a file called `name`.
    ///
    /// # Errors
    /// Every mistake in its form.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<DoctrinesFile, Diagnostics> {
        let (source, read) = open(name, bytes, &[], &[])?;
        let Opened { document, mut mistakes, .. } = read.map_err(|mistakes| source.diagnostics(mistakes))?;
        let expected = "a file of doctrines has tables such as [doctrines.blue.\"through the yard\"], and nothing else";
        let mut sets = Vec::new();
        for (word, table) in document.value.as_object().into_iter().flatten() {
            let head = Key::of(&[word]);
            let sides = table.as_object().filter(|_| word == DOCTRINES);
            if sides.is_none() {
                mistakes.push(Mistake::new(&document.place.nearest(&head).key, &head, format!("`{word}`: {expected}")));
            }
            for (side, doctrines) in sides.into_iter().flatten() {
                let head = head.join(side);
                // The file replaces all doctrines of a side.
                sets.push((format!("{head}={{}}"), document.place.nearest(&head).key.clone()));
                for (key, value) in content::leaves(doctrines) {
                    let key = key.below(&head);
                    let spot = document.place.nearest(&key).of_value().clone();
                    sets.push((format!("{key}={}", in_toml(&value)), spot));
                }
            }
        }
        if sets.is_empty() && mistakes.is_empty() {
            mistakes.push(Mistake::at(0..0, format!("there are no doctrines in it: {expected}")));
        }
        if mistakes.is_empty() { Ok(DoctrinesFile { source, sets }) } else { Err(source.diagnostics(mistakes)) }
    }

    /// The overrides that put its doctrines in place of a scenario's, each as `KEY=VALUE`.
    pub fn sets(&self) -> impl Iterator<Item = &String> {
        self.sets.iter().map(|(set, _)| set)
    }

    /// The mistakes of a scenario with its overrides, of which those in a doctrine are shown at their places in this
    /// file.
    #[must_use]
    pub fn located(&self, wrong: Diagnostics) -> Diagnostics {
        let at = |one: Diagnostic| {
            let spot =
                self.sets.iter().find(|(set, _)| one.location.is_none() && one.source == set_shown(&over::shown(set)));
            match spot {
                Some((_, spot)) => self.source.at(spot, one),
                None => one,
            }
        };
        Diagnostics(wrong.0.into_iter().map(at).collect())
    }
}
