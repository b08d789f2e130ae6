//! The text of a map file with what an edit has changed.

use std::ops::Range;

use serde_json::Value;

use super::sketch::{Given, Rows, Sketch};
use crate::key::Key;
use crate::place::Spot;
use crate::values::{in_toml, key_in_toml};

/// Collects what is to be replaced in a text.
pub(super) struct Amended<'s> {
    sketch: &'s Sketch,
    changes: Vec<(Range<usize>, String)>,
}

impl<'s> Amended<'s> {
    /// Nothing yet.
    pub(super) const fn new(sketch: &'s Sketch) -> Amended<'s> {
        Amended { sketch, changes: Vec::new() }
    }

    /// The line end that the file uses.
    fn end(&self) -> &'static str {
        if self.sketch.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    fn put(&mut self, at: Range<usize>, text: String) {
        self.changes.push((at, text));
    }

    /// Writes the rows of a drawing.
    pub(super) fn drawing(&mut self, old: &Rows, new: &[Vec<char>]) {
        let text = |row: &Vec<char>| row.iter().collect::<String>();
        if old.len() == new.len() {
            for ((at, before), now) in old.iter().zip(new) {
                // Blanks at the end of a row were no part of it.
                let same = before.len() <= now.len() && now.starts_with(before);
                let rest = now.get(before.len()..).unwrap_or_default();
                let bare = same && rest.iter().eq(self.repeated(old, at, before.len(), now.len()).iter());
                if before != now && !bare {
                    self.put(at.clone(), text(now));
                }
            }
        } else if let (Some((first, _)), Some((last, _))) = (old.first(), old.last()) {
            let rows: Vec<String> = new.iter().map(text).collect();
            self.put(first.start..last.end, rows.join(self.end()));
        }
    }

    /// What the map draws where a row of marks has ended.
    fn repeated(&self, old: &Rows, at: &Range<usize>, from: usize, to: usize) -> Vec<char> {
        let row = old.iter().position(|(place, _)| place == at).unwrap_or_default();
        self.sketch.rows.get(row).and_then(|(_, row)| row.get(from..to)).unwrap_or_default().to_vec()
    }

    /// Adds a drawing of marks after that of the map.
    pub(super) fn marks(&mut self, marks: &[Vec<char>]) {
        let Spot::File(at) = self.sketch.place("map").value.clone() else { return };
        let end = self.end();
        let rows: String = marks.iter().map(|row| row.iter().collect::<String>() + end).collect();
        self.put(at.end..at.end, format!("{end}{end}marks = '''{end}{rows}'''"));
    }

    /// Adds an entry to a table.
    pub(super) fn entry(&mut self, table: &str, name: &str, value: &Value) {
        let (text, end) = (&self.sketch.text, self.end());
        let written = format!("{} = {}", key_in_toml(name), in_toml(value));
        let place = self.sketch.document.place.keys.get(table);
        let last = place.and_then(|place| place.keys.values().max_by_key(|inner| file(&inner.value).end));
        let line = |at: usize| text[at..].find(['\r', '\n']).map_or(text.len(), |end| at + end);
        match (place, last) {
            (_, Some(last)) => {
                let (key, value) = (file(&last.key), file(&last.value));
                let begin = text[..key.start].rfind('\n').map_or(0, |at| at + 1);
                let before = &text[begin..key.start];
                if before.trim().is_empty() || before.trim_end().ends_with('.') {
                    let at = line(value.end);
                    self.put(at..at, format!("{end}{before}{written}"));
                } else {
                    self.put(value.end..value.end, format!(", {written}"));
                }
            }
            (Some(place), None) => {
                let at = line(file(&place.key).end);
                self.put(at..at, format!("{end}{written}"));
            }
            (None, None) => {
                let gap = if text.is_empty() || text.ends_with('\n') { "" } else { end };
                let again = self
                    .changes
                    .iter()
                    .any(|(at, added)| at.start == text.len() && added.contains(&format!("[{table}]")));
                let head = if again { String::new() } else { format!("{gap}{end}[{table}]{end}") };
                self.put(text.len()..text.len(), format!("{head}{written}{end}"));
            }
        }
    }

    /// Writes what has changed about a name.
    pub(super) fn given(&mut self, old: &Given, new: &Given) {
        let key = Key::of(&[old.naming.table(), &old.name]);
        let place = self.sketch.document.place.nearest(&key).clone();
        if old.name != new.name {
            self.put(file(&place.key), key_in_toml(&new.name));
        }
        if old.marks != new.marks {
            self.put(file(&place.value), in_toml(&Value::from(new.marks.as_str())));
        }
        for ((was, now), item) in old.rooms.iter().zip(&new.rooms).zip(&place.items) {
            if was != now {
                self.put(file(&item.value), in_toml(&Value::from(now.as_str())));
            }
        }
    }

    /// Removes the lines of an entry.
    pub(super) fn remove(&mut self, key: &Key) {
        let text = &self.sketch.text;
        let place = self.sketch.document.place.nearest(key);
        let (name, value) = (file(&place.key), file(&place.value));
        let begin = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[value.end..].find('\n').map_or(text.len(), |end| value.end + end + 1);
        self.put(begin..end, String::new());
    }

    /// Writes a text at the top of the file.
    pub(super) fn said(&mut self, key: &str, said: &str) {
        let value = in_toml(&Value::from(said));
        match self.sketch.document.place.keys.get(key) {
            Some(place) => self.put(file(&place.value), value),
            None => {
                let title = self.sketch.document.place.keys.get("title").filter(|_| key != "title");
                let at = title.map_or(0, |title| {
                    let end = file(&title.value).end;
                    self.sketch.text[end..].find('\n').map_or(self.sketch.text.len(), |line| end + line + 1)
                });
                self.put(at..at, format!("{key} = {value}{}", self.end()));
            }
        }
    }

    /// The text with all changes.
    pub(super) fn text(mut self) -> String {
        // Those at one place stay in their order.
        self.changes.sort_by_key(|(at, _)| at.start);
        let mut text = String::new();
        let mut end = 0;
        for (at, new) in &self.changes {
            text.push_str(self.sketch.text.get(end..at.start).unwrap_or_default());
            text.push_str(new);
            end = at.end.max(end);
        }
        text.push_str(&self.sketch.text[end..]);
        text
    }
}

/// Bytes of the file.
fn file(spot: &Spot) -> Range<usize> {
    match spot {
        Spot::File(at) => at.clone(),
        Spot::Set(_) => 0..0,
    }
}
