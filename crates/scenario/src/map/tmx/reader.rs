//! Reads a map from Tiled's XML.

use engage::Map;
use tiled::PropertyValue;

use super::feed::Feeder;
use super::objects::{self, Drawn};
use super::sheet::Sheet;
use super::tileset::{External, Tileset};
use super::{ground, xml};
use crate::key::Key;
use crate::map::beside::{Beside, Files};
use crate::map::draft::{Draft, Flaw, Subject, in_words};
use crate::mistake::Mistake;
use crate::place::Spot;
use crate::source::Source;
use crate::words::nearest;

/// Reads the map in a file, and its tilesets from `beside`. Returns the map, and the texts of the tilesets.
pub(crate) fn read(source: &Source, beside: Beside<'_>) -> Result<(Map, Files), Vec<Mistake>> {
    let document = xml::parse(&source.text).map_err(|mistake| vec![mistake])?;
    let mut mistakes = Vec::new();
    let sheet = Sheet::read(&document, &mut mistakes);
    let external = External::all(&document, source, beside, &mut mistakes);
    let (Some(sheet), true) = (sheet, mistakes.is_empty()) else { return Err(mistakes) };
    let mut documents = Vec::new();
    for one in &external {
        documents.push(one.checked().map_err(|mistake| vec![mistake])?);
    }
    let feeder = Feeder::new(&source.text, &external);
    let map = feeder.read().map_err(|(file, at, message)| match file.checked_sub(1) {
        None => vec![xml::reached(&document, at, message)],
        Some(file) => vec![external[file].at_fault(vec![xml::reached(&documents[file], at, message)])],
    })?;
    let tilesets = Tileset::all(&document, &external, &documents);
    let map = TiledReader { sheet, map, tilesets, mistakes }.finish()?;
    Ok((map, external.iter().map(|one| (one.path.display().to_string(), one.source.text.clone())).collect()))
}

/// The title and the description of a map, if it has them; checks nothing else.
pub(crate) fn described(text: &str) -> Result<(String, String), Mistake> {
    let document = xml::parse(text)?;
    let read = |name: &str| xml::property(document.root_element(), name).unwrap_or_default().trim().to_owned();
    Ok((read("title"), read("about")))
}

/// A map as read by `tiled`, and its XML with places.
struct TiledReader<'d, 't> {
    sheet: Sheet<'d, 't>,
    map: tiled::Map,
    tilesets: Vec<Tileset<'d, 't>>,
    mistakes: Vec<Mistake>,
}

impl TiledReader<'_, '_> {
    fn finish(mut self) -> Result<Map, Vec<Mistake>> {
        let title = self.text("title");
        if title.as_deref() == Some("") {
            let key = Key::of(&["title"]);
            let mistake = Mistake::new(&xml::spot(self.sheet.root), &key, "a map needs a title: a property of the map");
            let near = nearest("title", xml::properties(self.sheet.root));
            let help = near.filter(|near| *near != "title").map(|near| format!("is it `{near}`?"));
            self.mistakes.push(Mistake { help, ..mistake });
        }
        let about = self.text("about");
        let kinds = ground::kinds(&self.sheet, &self.map, &self.tilesets, &mut self.mistakes);
        let drawn = objects::drawn(&self.sheet, &self.map, kinds.as_deref(), &mut self.mistakes);
        let (Some(title), Some(about), Some(kinds), true) = (title, about, kinds, self.mistakes.is_empty()) else {
            return Err(self.mistakes);
        };
        let mut draft = Draft { title, about, width: self.sheet.width, kinds, ..Draft::default() };
        drawn.put(&mut draft);
        draft.build().map_err(|flaws| flaws.into_iter().map(|flaw| self.locate(flaw, &drawn)).collect())
    }

    /// A text property of the map, without surrounding spaces; empty if it is missing. `None` if it has another type,
    /// which is reported.
    fn text(&mut self, name: &str) -> Option<String> {
        match self.map.properties.get(name) {
            Some(PropertyValue::StringValue(text)) => Some(text.trim().to_owned()),
            Some(_) => {
                let spot = xml::spot(xml::property_node(self.sheet.root, name).unwrap_or(self.sheet.root));
                let message = format!("the property `{name}` is a text, expected the type string");
                self.mistakes.push(Mistake::new(&spot, &Key::of(&[name]), message));
                None
            }
            None => Some(String::new()),
        }
    }

    /// A flaw of the draft as a mistake at its place in the file.
    fn locate(&self, flaw: Flaw, drawn: &Drawn) -> Mistake {
        let (table, name) = match &flaw.subject {
            Subject::Ground => ("map", None),
            Subject::Room(name) => ("rooms", Some(name)),
            Subject::Area(name) => ("areas", Some(name)),
            Subject::Stairs(name) => ("stairs", Some(name)),
        };
        let (key, spot) = match (name, flaw.square) {
            (Some(name), square) => (Key::of(&[table, name]), drawn.spot(table, name, square)),
            (None, Some(square)) => (Key::of(&[table]), Spot::File(self.sheet.ground.place(square))),
            (None, None) => (Key::of(&[table]), xml::spot(self.sheet.root)),
        };
        let at = flaw.square.map(in_words).unwrap_or_default();
        let mistake = Mistake::new(&spot, &key, format!("{at}{}", flaw.message));
        match flaw.help {
            // Only maps in TOML have symbols.
            Some(help) => mistake.help(help.replace(" `+`", "").replace(" `'`", "")),
            None => mistake,
        }
    }
}
