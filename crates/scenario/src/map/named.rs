//! Reads the maps that a scenario names, each once.

#![allow(clippy::disallowed_methods, reason = "reads scenarios and maps")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use engage::{Map, Problem};
use serde_json::Value;

use crate::diagnostic::{Diagnostics, printable};
use crate::map::beside::{Beside, Files, below, folder_of};
use crate::map::load::{ENDINGS, Loaded, is_tiled, load_as, parse, parse_map};
use crate::map::missing::{LONGEST_PATH, escaped, missing};
use crate::mistake::Mistake;

/// The key of the map in the ruleset's input.
const KEY: &str = "field.map";

/// How many maps are remembered.
const REMEMBERED: usize = 4;

/// The maps that were read last, each with its text.
struct Lately(Mutex<Vec<(String, Arc<Map>)>>);

/// A page asks about the same map at every change, and what battles work out about its ground is kept with it.
static LATELY: Lately = Lately(Mutex::new(Vec::new()));

impl Lately {
    /// The map of this text, if it was read lately; otherwise it is read now.
    fn map<E>(&self, text: &str, read: impl FnOnce() -> Result<Map, E>) -> Result<Arc<Map>, E> {
        let lately = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lately().iter().find(|(known, _)| known == text).map(|(_, map)| Arc::clone(map));
        if let Some(map) = known {
            return Ok(map);
        }
        let map = Arc::new(read()?);
        let mut lately = lately();
        if lately.len() == REMEMBERED {
            lately.remove(0);
        }
        lately.push((text.to_owned(), Arc::clone(&map)));
        Ok(map)
    }
}

/// Why a map cannot be played on.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    message: String,
    help: Option<String>,
    /// Whether its file could not be read.
    unread: bool,
    /// The mistakes in the map's own file.
    elsewhere: Option<Box<Diagnostics>>,
}

impl Refused {
    fn new(message: impl Into<String>) -> Refused {
        Refused { message: message.into(), help: None, unread: false, elsewhere: None }
    }

    /// Mistakes in the map's own file.
    fn of(written: &str, mistakes: Diagnostics) -> Refused {
        match mistakes.0.as_slice() {
            [one] if one.location.is_none() => {
                Refused { unread: one.unread, ..Refused::new(format!("`{written}`: {}", one.message)) }
            }
            all => {
                let message = match all.len() {
                    1 => format!("the map `{written}` has a mistake"),
                    many => format!("the map `{written}` has {many} mistakes"),
                };
                Refused { elsewhere: Some(Box::new(mistakes)), ..Refused::new(message) }
            }
        }
    }

    /// The problem at the key that names the map.
    pub(crate) fn problem(&self) -> Problem {
        Problem::new(KEY, &self.message)
    }

    /// The mistake made of that problem, with help and the mistakes in the map's file.
    pub(crate) fn explain(self, mistake: Mistake) -> Mistake {
        Mistake { help: self.help, unread: self.unread, elsewhere: self.elsewhere, ..mistake }
    }
}

/// The maps of one scenario, by the paths in the scenario.
#[derive(Clone)]
pub(crate) struct Named<'p> {
    /// Where the scenario's files are.
    beside: Beside<'p>,
    /// The name of the scenario.
    scenario: &'p str,
    maps: BTreeMap<String, Result<Arc<Map>, Refused>>,
    /// The files that were read.
    files: Files,
    /// Results shared with clones, so that each file is read only once.
    read: Rc<RefCell<BTreeMap<String, Read>>>,
}

/// The result of reading a map, and the files that were read for it.
type Read = (Result<Arc<Map>, Refused>, Files);

impl<'p> Named<'p> {
    /// No map read yet.
    pub(crate) fn new(beside: Beside<'p>, scenario: &'p str) -> Named<'p> {
        Named { beside, scenario, maps: BTreeMap::new(), files: Files::new(), read: Rc::default() }
    }

    /// The name of the scenario.
    pub(crate) fn scenario(&self) -> &'p str {
        self.scenario
    }

    /// The map named in the ruleset's input; `None` if there is none, or if its value is not a text, which the ruleset
    /// itself reports.
    pub(crate) fn of(&mut self, given: &Value) -> Result<Option<Arc<Map>>, Refused> {
        let Some(path) = given.pointer("/field/map").and_then(Value::as_str) else { return Ok(None) };
        if let Some(known) = self.maps.get(path) {
            return known.clone().map(Some);
        }
        let read = self.read.borrow().get(path).cloned();
        let (map, files) = read.unwrap_or_else(|| {
            let mut files = Files::new();
            let map = self.load(path, &mut files);
            self.read.borrow_mut().insert(path.to_owned(), (map.clone(), files.clone()));
            (map, files)
        });
        self.files.extend(files);
        self.maps.insert(path.to_owned(), map.clone());
        map.map(Some)
    }

    /// The maps that were read, by path.
    pub(crate) fn read(&self) -> impl Iterator<Item = (&str, &Map)> {
        self.maps.iter().filter_map(|(path, map)| Some((path.as_str(), map.as_deref().ok()?)))
    }

    /// The files from which the maps were read, with their texts.
    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    /// Reads a map, and adds its files to `read`.
    fn load(&self, written: &str, read: &mut Files) -> Result<Arc<Map>, Refused> {
        let shown = Path::new(self.scenario).parent().unwrap_or(Path::new("")).join(written);
        let shown = printable(&shown.display().to_string(), LONGEST_PATH);
        let loaded = match self.beside {
            Beside::Nothing => {
                let message = format!("`{written}` is a separate file, but this scenario was read alone");
                return Err(Refused::new(message));
            }
            Beside::Folder(directory) => load_as(&shown, &Named::found(written, directory)?),
            Beside::Kept(files, folder) => {
                let kept = files.get(&below(folder, written));
                let kept = kept.ok_or_else(|| Refused::new(format!("`{written}` was not kept with the result")))?;
                if !is_tiled(Path::new(written)) {
                    let map = LATELY.map(kept, || parse_map(&shown, kept.as_bytes()));
                    let map = map.map_err(|mistakes| Refused::of(written, mistakes))?;
                    read.insert(written.to_owned(), kept.clone());
                    return Ok(map);
                }
                parse(&shown, kept.as_bytes(), Beside::Kept(files, folder_of(written)))
            }
        };
        match loaded {
            Ok(Loaded { map, text, tilesets }) => {
                let of_tileset = |(path, text)| (below(folder_of(written), path), text);
                read.extend(tilesets.iter().map(|(path, text)| of_tileset((path, text.clone()))));
                read.insert(written.to_owned(), text);
                Ok(Arc::new(map))
            }
            Err(mistakes) => Err(Refused::of(written, mistakes)),
        }
    }

    /// The path of an existing file.
    fn found(written: &str, directory: &Path) -> Result<PathBuf, Refused> {
        if written.trim().is_empty() {
            return Err(Refused::new("no file is named: a map is the path of its file from the scenario's directory"));
        }
        if let Some((escape, meant)) = escaped(written) {
            let message = format!("not a file name: in double quotes the backslash of `{escape}` starts an escape");
            let help = Some(format!("write paths with forward slashes: \"{meant}\""));
            return Err(Refused { help, ..Refused::new(message) });
        }
        let path = directory.join(written);
        match std::fs::metadata(&path) {
            Ok(about) if !about.is_file() => {
                return Err(Refused { unread: true, ..Refused::new(format!("`{written}` is not a file")) });
            }
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let (message, help) = missing(written, &path, &ENDINGS);
                return Err(Refused { help, ..Refused::new(message) });
            }
            Err(error) => {
                let refused = Refused::new(format!("`{written}` cannot be read: {error}"));
                return Err(Refused { unread: true, ..refused });
            }
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_read_once_until_enough_others_were_read() {
        let text = |width: usize| format!("title = \"A\"\nmap = \"\"\"\n{}\n\"\"\"\n", ".".repeat(width));
        let lately = Lately(Mutex::new(Vec::new()));
        let read = |width: usize| lately.map(&text(width), || parse_map("a.toml", text(width).as_bytes())).unwrap();
        let first = read(3);
        assert!(Arc::ptr_eq(&first, &read(3)));
        assert_ne!(first.plan.all().len(), read(4).plan.all().len());
        (5..4 + REMEMBERED).for_each(|width| drop(read(width)));
        assert!(!Arc::ptr_eq(&first, &read(3)));
        assert!(lately.map("", || Err::<Map, _>(())).is_err());
    }
}
