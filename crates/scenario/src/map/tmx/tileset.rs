//! Reads tilesets, in the map's file or in files of their own.

#![allow(clippy::disallowed_methods, reason = "reads scenarios and maps")]

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use roxmltree::{Document, Node};

use super::xml;
use crate::diagnostic::printable;
use crate::input::{bytes, source};
use crate::map::beside::{Beside, below};
use crate::map::missing::{LONGEST_PATH, missing};
use crate::mistake::Mistake;
use crate::source::Source;

/// The most tilesets of a map.
const MOST_TILESETS: usize = 16;
/// The most tiles of a tileset.
const MOST_TILES: u32 = 4096;
/// The longest side of a tile in pixels.
pub(super) const LONGEST_SIDE: u32 = 4096;

/// A tileset in a file of its own.
pub(super) struct External {
    /// The path in the map.
    pub(super) path: PathBuf,
    /// The file.
    pub(super) source: Source,
    /// Where the map names it.
    at: std::ops::Range<usize>,
}

impl External {
    /// The external tilesets of a map that can be read. They must be in the map's directory or below it.
    pub(super) fn all(
        map: &Document<'_>,
        of: &Source,
        beside: Beside<'_>,
        mistakes: &mut Vec<Mistake>,
    ) -> Vec<External> {
        let mut found: Vec<External> = Vec::new();
        let root = map.root_element();
        for node in xml::inside(root, "tileset").filter(|node| node.has_attribute("source")) {
            let path = node.attribute("source").unwrap_or_default();
            if found.len() == MOST_TILESETS || found.iter().any(|known| known.path == Path::new(path)) {
                continue;
            }
            let at = xml::value(node, "source");
            match External::load(path, of, beside) {
                Ok(source) => {
                    let one = External { path: PathBuf::from(path), source, at };
                    match one.checked() {
                        Ok(_) => found.push(one),
                        Err(mistake) => mistakes.push(mistake),
                    }
                }
                Err((message, help)) => mistakes.push(Mistake { help, ..Mistake::at(at, message) }),
            }
        }
        found
    }

    /// The file, or its mistake and advice.
    fn load(path: &str, of: &Source, beside: Beside<'_>) -> Result<Source, (String, Option<String>)> {
        let wrong = |message: String| (message, None);
        let bytes = match beside {
            Beside::Nothing => {
                return Err(wrong(format!("`{path}` is a separate file, but this map was read alone")));
            }
            Beside::Folder(directory) => External::bytes(path, directory)?,
            Beside::Kept(files, folder) => {
                let kept = files.get(&below(folder, path));
                kept.ok_or_else(|| wrong(format!("the tileset `{path}` was not kept with the map")))?
                    .clone()
                    .into_bytes()
            }
        };
        let shown = Path::new(&of.name).parent().unwrap_or(Path::new("")).join(path);
        let shown = printable(&shown.display().to_string(), LONGEST_PATH);
        source(&shown, &bytes, &[]).map_err(|mistakes| {
            let first = mistakes.0.first().map_or("no text", |first| first.message.as_str());
            wrong(format!("the tileset `{path}` is {first}"))
        })
    }

    /// The bytes of a file in the map's directory.
    fn bytes(path: &str, directory: &Path) -> Result<Vec<u8>, (String, Option<String>)> {
        let wrong = |message: String| (message, None);
        let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.is_empty() || !Path::new(path).components().all(is_below) {
            let message = format!("`{path}` is outside the map's directory; tilesets are read only from there");
            return Err(wrong(message));
        }
        let file = directory.join(path);
        match std::fs::metadata(&file) {
            Ok(about) if !about.is_file() => return Err(wrong(format!("`{path}` is not a file"))),
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(missing(path, &file, &["tsx"])),
            _ => {}
        }
        let real = |path: &Path| std::fs::canonicalize(path).ok();
        // A file without a directory in its path is in the current one.
        let own = if directory == Path::new("") { Path::new(".") } else { directory };
        if real(own).zip(real(&file)).is_none_or(|(directory, file)| !file.starts_with(directory)) {
            return Err(wrong(format!(
                "`{path}` is a link out of the map's directory; tilesets are read only from there"
            )));
        }
        bytes(&file).map_err(|unread| wrong(format!("the tileset `{path}` {}", unread.message)))
    }

    /// The file's XML.
    ///
    /// # Errors
    /// A mistake in the map, with those in the file.
    pub(super) fn checked(&self) -> Result<Document<'_>, Mistake> {
        let document = xml::parse(&self.source.text).map_err(|mistake| self.at_fault(vec![mistake]))?;
        let root = document.root_element();
        let mut mistakes = Vec::new();
        if root.has_tag_name("tileset") {
            check(root, &mut mistakes);
        } else {
            let message = format!("a tileset begins with `<tileset>`, not `<{}>`", root.tag_name().name());
            mistakes.push(Mistake::at(xml::tag(root), message));
        }
        no_templates(&document, &mut mistakes);
        if mistakes.is_empty() { Ok(document) } else { Err(self.at_fault(mistakes)) }
    }

    /// A mistake at the place where the map names this file, with the mistakes in it.
    pub(super) fn at_fault(&self, mistakes: Vec<Mistake>) -> Mistake {
        let elsewhere = self.source.diagnostics(mistakes);
        let path = self.path.display();
        let message = match elsewhere.0.len() {
            1 => format!("the tileset `{path}` has a mistake"),
            many => format!("the tileset `{path}` has {many} mistakes"),
        };
        Mistake { elsewhere: Some(Box::new(elsewhere)), ..Mistake::at(self.at.clone(), message) }
    }
}

/// The XML of a tileset of a map.
pub(super) struct Tileset<'d, 't> {
    /// The element `tileset` that lists the tiles.
    pub(super) node: Node<'d, 't>,
    /// Its file; `None` if it is in the map's file.
    pub(super) file: Option<&'d External>,
}

impl<'d, 't> Tileset<'d, 't> {
    /// The tilesets of a map, in its order; `documents` are those of `files`.
    pub(super) fn all(
        map: &'d Document<'t>,
        files: &'d [External],
        documents: &'d [Document<'t>],
    ) -> Vec<Tileset<'d, 't>> {
        let tilesets = xml::inside(map.root_element(), "tileset");
        let found = tilesets.map(|node| {
            let path = node.attribute("source").map(Path::new);
            match path.and_then(|path| files.iter().position(|file| file.path == path)) {
                Some(number) => Tileset { node: documents[number].root_element(), file: Some(&files[number]) },
                None => Tileset { node, file: None },
            }
        });
        found.collect()
    }

    /// The element of a tile, if it is listed.
    pub(super) fn tile(&self, id: u32) -> Option<Node<'d, 't>> {
        let is_it = |tile: &Node<'_, '_>| tile.attribute("id").and_then(|known| known.parse().ok()) == Some(id);
        xml::inside(self.node, "tile").filter(is_it).last()
    }
}

/// Checks the tilesets that a map contains or names.
pub(super) fn check_all(map: Node<'_, '_>, mistakes: &mut Vec<Mistake>) {
    for (number, node) in xml::inside(map, "tileset").enumerate() {
        if number == MOST_TILESETS {
            mistakes.push(Mistake::at(xml::tag(node), format!("a map has at most {MOST_TILESETS} tilesets")));
            return;
        }
        xml::number(node, "firstgid", 1..1 << 29, mistakes);
        if !node.has_attribute("source") {
            check(node, mistakes);
        } else if node.has_children() || node.attributes().len() > 2 {
            let message = "a tileset is either in a file of its own or here, and this one is in both";
            mistakes.push(Mistake::at(xml::tag(node), message));
        }
    }
}

/// Checks the sizes in a tileset element.
fn check(node: Node<'_, '_>, mistakes: &mut Vec<Mistake>) {
    xml::number(node, "tilecount", 0..MOST_TILES + 1, mistakes);
    for side in ["tilewidth", "tileheight"] {
        xml::number(node, side, 1..LONGEST_SIDE + 1, mistakes);
    }
    // If it is missing, `tiled` computes a value that may underflow.
    xml::number(node, "columns", 0..MOST_TILES + 1, mistakes);
}

/// Checks that no object uses a template, which is a file that may refer to others.
pub(super) fn no_templates(document: &Document<'_>, mistakes: &mut Vec<Mistake>) {
    let object = document.descendants().find(|node| node.has_tag_name("object") && node.has_attribute("template"));
    if let Some(object) = object {
        let message = "an object made from a template, which is not read";
        let mistake = Mistake::at(xml::value(object, "template"), message);
        mistakes.push(mistake.help("detach it: Map > Detach Template Instance"));
    }
}
