//! Files of doctrines.

use std::fmt;
use std::path::Path;

use engage::{BySide, Side};

use crate::content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::doctrines::{Doctrine, WEIGHT};
use crate::frame::DOCTRINES;
use crate::input::{File, Opened, open};
use crate::key::Key;
use crate::mistake::Mistake;
use crate::over;
use crate::place::Spot;
use crate::source::{Source, set_shown};
use crate::values::in_toml;

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
