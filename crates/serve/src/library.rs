//! The questions that the page offers: those shipped with the program, and those of a served file or folder.

use std::collections::BTreeMap;
use std::path::Path;

use scenario::{Body, Diagnostics, Files, Heading, RULESETS, Scenario, Written, heading, listed};

/// The shipped files by their paths below `scenarios/`, with their texts.
static SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The folder of the shipped scenarios in the project.
const FOLDER: &str = "scenarios";

/// The folder of the shipped maps below it.
const MAPS: &str = "maps/";

/// The ending of a tileset, which a Tiled map names.
const TILESET: &str = ".tsx";

/// The ending of a Tiled map.
const TILED: &str = ".tmx";

/// A question on offer.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    /// What an address calls it: the path of its file.
    pub(crate) id: String,
    /// Its title, question and ruleset.
    pub(crate) heading: Heading,
    /// Its text with the texts of its maps.
    pub(crate) written: Written,
}

/// The questions on offer. They are read once, so that no request makes the program open a file.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The questions by their ids: first those that the user serves.
    offered: Vec<Offered>,
    /// How many of them the user serves.
    own: usize,
    /// The shipped maps by their paths from a scenario in a folder beside theirs.
    pub(crate) maps: Files,
    /// Files of a served folder that have mistakes.
    pub(crate) wrong: Vec<String>,
}

impl Library {
    /// The questions shipped with the program.
    #[must_use]
    pub fn shipped() -> Library {
        let maps = SHIPPED.iter().filter_map(|(path, text)| Some((path.strip_prefix(MAPS)?, text)));
        let maps: Files = maps.map(|(name, text)| (format!("../{MAPS}{name}"), (*text).to_owned())).collect();
        let scenarios = SHIPPED.iter().filter(|(path, _)| !path.starts_with(MAPS));
        let offered = scenarios.filter_map(|(path, text)| {
            let heading = heading(path, text.as_bytes()).ok().filter(|heading| heading.ruleset.is_some())?;
            let name = path.rsplit('/').next().unwrap_or(path).to_owned();
            let named = |(map, _): &(&String, &String)| text.contains(map.as_str()) || map.ends_with(TILESET);
            let has_map = maps.iter().any(|entry| named(&entry) && !entry.0.ends_with(TILESET));
            let files = if has_map { maps.clone() } else { Files::new() };
            let written = Written { name, text: (*text).to_owned(), sets: Vec::new(), files };
            Some(Offered { id: format!("{FOLDER}/{path}"), heading, written })
        });
        Library { offered: offered.collect(), own: 0, maps: maps.clone(), wrong: Vec::new() }
    }

    /// The shipped questions, and before them that of a file or those of a folder, with the maps that they name.
    ///
    /// # Errors
    /// The mistakes of a file, or why a folder could not be read.
    pub fn serving(path: &Path) -> Result<Library, Diagnostics> {
        let mut library = Library::shipped();
        let mut offered = Vec::new();
        if path.is_dir() {
            let found = listed(path)?;
            library.wrong = found.wrong.iter().map(ToString::to_string).collect();
            for file in found.scenarios {
                offered.push(read(&file.path)?);
            }
        } else {
            offered.push(read(path)?);
        }
        let ids: Vec<&str> = offered.iter().map(|one| one.id.as_str()).collect();
        library.offered.retain(|one| !ids.contains(&one.id.as_str()));
        library.own = offered.len();
        library.offered.splice(0..0, offered);
        Ok(library)
    }

    /// The question with this id.
    pub(crate) fn get(&self, id: &str) -> Option<&Offered> {
        self.offered.iter().find(|offered| offered.id == id)
    }

    /// The id of the only question that the user serves.
    pub(crate) fn only(&self) -> Option<&str> {
        if self.own == 1 { self.offered.first().map(|offered| offered.id.as_str()) } else { None }
    }

    /// The questions in groups with a title: those that the user serves, then those of each ruleset.
    pub(crate) fn groups(&self) -> Vec<(&str, Vec<&Offered>)> {
        let (own, shipped) = self.offered.split_at(self.own);
        let mut groups: BTreeMap<&str, Vec<&Offered>> = BTreeMap::new();
        for offered in shipped {
            let id = offered.heading.ruleset.as_deref().unwrap_or_default();
            let title = RULESETS.iter().find(|ruleset| ruleset.id == id).map_or(id, |ruleset| ruleset.title);
            groups.entry(title).or_default().push(offered);
        }
        let own = (!own.is_empty()).then(|| ("Your files", own.iter().collect()));
        own.into_iter().chain(groups).collect()
    }
}

/// A scenario file with the maps that it names.
fn read(path: &Path) -> Result<Offered, Diagnostics> {
    let scenario = Scenario::load(path, &[])?;
    let ruleset = Some(scenario.ruleset.id.to_owned());
    let heading = Heading { title: scenario.title.clone(), question: scenario.question.clone(), ruleset };
    Ok(Offered { id: path.display().to_string(), heading, written: scenario.written() })
}

/// The maps among some files: their paths and titles.
pub(crate) fn titled(files: &Files) -> Vec<(String, String)> {
    let titled = |(path, text): (&String, &String)| {
        let heading = heading(path, text.as_bytes()).ok().filter(|heading| heading.ruleset.is_none())?;
        (!path.ends_with(TILESET)).then(|| (path.clone(), heading.title))
    };
    files.iter().filter_map(titled).collect()
}

/// The ending of the maps that are drawn on the page.
pub(crate) const DRAWN: &str = ".toml";

/// The maps among some files that are drawn as text: their paths and titles.
pub(crate) fn drawable(files: &Files) -> Vec<(String, String)> {
    titled(files).into_iter().filter(|(path, _)| !path.ends_with(TILED)).collect()
}

/// Whether a scenario is a situation, which is answered at once.
pub(crate) fn is_situation(scenario: &Scenario) -> bool {
    matches!(scenario.body, Body::Situation { .. })
}

#[cfg(test)]
mod tests {
    use scenario::Scenario;

    use super::Library;

    #[test]
    fn every_shipped_question_is_read_without_a_file() {
        let library = Library::shipped();
        assert!(library.offered.len() > 50, "{}", library.offered.len());
        for offered in &library.offered {
            let read = Scenario::rewritten(&offered.written, &[]);
            assert!(
                read.is_ok(),
                "{}: {}",
                offered.id,
                read.err().map(|mistakes| mistakes.to_string()).unwrap_or_default()
            );
        }
        assert_eq!(library.groups().len(), 6);
    }
}
