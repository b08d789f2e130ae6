//! Dotted keys, such as `red.gunmen.weapon`.

use serde_json::{Map, Value};

use crate::values::{key_in_toml, text};

/// A path of keys from the top of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key(Vec<String>);

impl Key {
    /// The top of the scenario.
    pub(crate) fn root() -> Key {
        Key::default()
    }

    /// A key of plain words.
    pub(crate) fn of(words: &[&str]) -> Key {
        Key(words.iter().map(|word| (*word).to_owned()).collect())
    }

    /// Reads a dotted key. A part may be quoted, as in TOML. Unlike in TOML, an unquoted part may contain any other
    /// character, so that `rules.weapons.smg+` needs no quotes, and it may be followed by list entries in brackets:
    /// `rules.range[3].modifier`.
    pub(crate) fn parse(text: &str) -> Result<Key, String> {
        let mut parts = Vec::new();
        let mut rest = text.trim();
        loop {
            let (part, after) = match rest.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    let inside = &rest[1..];
                    let end = inside.find(quote).ok_or_else(|| format!("`{text}` has an unclosed {quote}"))?;
                    (&inside[..end], inside[end + 1..].trim_start())
                }
                _ => {
                    let end = plain_part(rest);
                    (rest[..end].trim(), &rest[end..])
                }
            };
            if part.is_empty() {
                return Err(format!("`{text}` is not a key: a part of it is empty"));
            }
            let quoted = rest.starts_with(['"', '\'']);
            if let Some(behind) = behind_entry(part).filter(|_| !quoted) {
                return Err(format!("`{text}` is not a key: expected a dot before `{behind}`"));
            }
            let (part, entries) = if quoted { (part, Vec::new()) } else { entries_of(part) };
            parts.extend([part].into_iter().chain(entries).filter(|part| !part.is_empty()).map(str::to_owned));
            match after.strip_prefix('.') {
                Some(next) => rest = next.trim_start(),
                None if after.is_empty() => return Ok(Key(parts)),
                None => return Err(format!("`{text}` is not a key: expected a dot before `{after}`")),
            }
        }
    }

    /// Reads the key of a problem found in `value`, in which parts with dots are not quoted.
    pub(crate) fn find(text: &str, value: &Value) -> Key {
        let mut parts = Vec::new();
        let mut rest = text;
        let mut at = Some(value);
        while !rest.is_empty() {
            let known = at.and_then(Value::as_object).and_then(|table| longest_start(table, rest));
            let part = match known {
                Some(part) => part,
                None if rest.starts_with('[') => &rest[..rest.find(']').map_or(rest.len(), |end| end + 1)],
                None => &rest[..rest.find(['.', '[']).filter(|&end| end > 0).unwrap_or(rest.len())],
            };
            at = at.and_then(|inner| child(inner, part));
            parts.push(part.to_owned());
            rest = &rest[part.len()..];
            rest = rest.strip_prefix('.').unwrap_or(rest);
        }
        Key(parts)
    }

    /// The parts.
    pub(crate) fn parts(&self) -> &[String] {
        &self.0
    }

    /// The key of its first `count` parts.
    pub(crate) fn first(&self, count: usize) -> Key {
        Key(self.0[..count].to_vec())
    }

    /// This key with another part appended.
    pub(crate) fn join(&self, part: &str) -> Key {
        Key(self.0.iter().map(String::as_str).chain([part]).map(str::to_owned).collect())
    }

    /// This key below another.
    pub(crate) fn below(&self, head: &Key) -> Key {
        Key(head.0.iter().chain(&self.0).cloned().collect())
    }

    /// What follows `head`, if the key begins with it.
    pub(crate) fn strip(&self, head: &Key) -> Option<Key> {
        self.0.strip_prefix(head.0.as_slice()).map(|rest| Key(rest.to_vec()))
    }

    /// Whether one of the two keys contains the other, or they are equal.
    pub(crate) fn overlaps(&self, other: &Key) -> bool {
        self.0.starts_with(&other.0) || other.0.starts_with(&self.0)
    }

    /// The key as TOML.
    pub(crate) fn in_toml(&self) -> String {
        self.0.iter().map(|part| key_in_toml(part)).collect::<Vec<_>>().join(".")
    }

    /// The value at this key.
    pub(crate) fn get<'v>(&self, value: &'v Value) -> Option<&'v Value> {
        self.0.iter().try_fold(value, |at, part| child(at, part))
    }

    /// Puts a value at this key, making the tables on the way.
    ///
    /// # Errors
    /// The key of a value on the way that is neither a table nor a list with that entry.
    pub(crate) fn put(&self, value: &mut Value, new: Value) -> Result<(), Key> {
        let mut at = value;
        for (depth, part) in self.0.iter().enumerate() {
            let stop = || Key(self.0[..depth].to_vec());
            at = match at {
                Value::Object(table) => table.entry(part.clone()).or_insert_with(|| Value::Object(Map::new())),
                Value::Array(items) => index(part).and_then(|index| items.get_mut(index)).ok_or_else(stop)?,
                _ => return Err(stop()),
            };
        }
        *at = new;
        Ok(())
    }

    /// Removes the value at this key from its table; `false` if there is none.
    pub(crate) fn take(&self, value: &mut Value) -> bool {
        let Some((last, head)) = self.0.split_last() else { return false };
        let mut at = value;
        for part in head {
            match at.get_mut(part) {
                Some(next) => at = next,
                None => return false,
            }
        }
        at.as_object_mut().is_some_and(|table| table.shift_remove(last).is_some())
    }
}

/// The longest key of a table with which a dotted text begins.
fn longest_start<'t>(table: &Map<String, Value>, text: &'t str) -> Option<&'t str> {
    let ends = text.match_indices(['.', '[']).map(|(end, _)| end).chain([text.len()]);
    let starts = ends.rev().map(|end| &text[..end]);
    starts.filter(|start| !start.is_empty()).find(|start| table.contains_key(*start))
}

/// A member of a table, or an entry of a list.
pub(crate) fn child<'v>(value: &'v Value, part: &str) -> Option<&'v Value> {
    match value {
        Value::Object(table) => table.get(part),
        Value::Array(items) => match entry(part)? {
            Entry::At(index) => items.get(index),
            Entry::Where { column, value } => items.iter().find(|item| has(item, column, value)),
        },
        _ => None,
    }
}

/// How a part of a key names an entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry<'p> {
    /// `[3]`, by its place from 0.
    At(usize),
    /// `[up_to=24]`, by the value of one of its columns.
    Where {
        /// The column.
        column: &'p str,
        /// The value, as text.
        value: &'p str,
    },
}

/// The entry that a part of a key names, if it names one.
pub(crate) fn entry(part: &str) -> Option<Entry<'_>> {
    let inside = part.strip_prefix('[')?.strip_suffix(']')?;
    match inside.split_once('=') {
        Some((column, value)) => Some(Entry::Where { column: column.trim(), value: value.trim() }),
        None => {
            let digits = inside.strip_prefix('-').unwrap_or(inside);
            let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
            // No list is long enough for larger numbers.
            is_number.then(|| Entry::At(inside.parse().unwrap_or(usize::MAX)))
        }
    }
}

/// Whether an entry has this value in a column.
pub(crate) fn has(item: &Value, column: &str, value: &str) -> bool {
    let same = |known: &Value| text(known) == value || known.as_f64().is_some_and(|known| Ok(known) == value.parse());
    item.get(column).is_some_and(same)
}

/// Where a part without quotes ends: at a dot outside of the brackets of entries.
fn plain_part(text: &str) -> usize {
    let mut from = 0;
    loop {
        let Some(stop) = text[from..].find(['.', '[']).map(|at| from + at) else { return text.len() };
        let close = text[stop..].find(']').map(|at| stop + at + 1);
        match close {
            Some(close) if entry(&text[stop..close]).is_some() => from = close,
            _ if text[stop..].starts_with('[') => from = stop + 1,
            _ => return stop,
        }
    }
}

/// The text after an entry in a part of a key, if any: `modifier` in `range[3]modifier`.
fn behind_entry(part: &str) -> Option<&str> {
    let (open, close) = (part.find('[')?, part.rfind(']')?);
    let last = part[..close].rfind('[')?;
    let behind = part[close + 1..].trim();
    (open > 0 && entry(&part[last..=close]).is_some() && !behind.is_empty()).then_some(behind)
}

/// A part of a key and the entries after it.
fn entries_of(part: &str) -> (&str, Vec<&str>) {
    let mut entries = Vec::new();
    let mut rest = part;
    while let Some(open) = rest.rfind('[').filter(|&open| entry(&rest[open..]).is_some()) {
        entries.insert(0, &rest[open..]);
        rest = rest[..open].trim_end();
    }
    (rest, entries)
}

/// The number in `[3]`.
pub(crate) fn index(part: &str) -> Option<usize> {
    part.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The equals sign that ends the key: the first outside of quotes and brackets.
#[must_use]
pub fn equals_sign(set: &str) -> Option<usize> {
    let mut quote = None;
    set.char_indices().find_map(|(at, c)| {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c == '[' => quote = Some(']'),
            None if c == '=' => return Some(at),
            _ => {}
        }
        None
    })
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (depth, part) in self.0.iter().enumerate() {
            if depth > 0 && entry(part).is_none() {
                f.write_str(".")?;
            }
            let plain = entry(part).is_some() || !part.contains(['.', '"', '\'', '=']) && entries_of(part).1.is_empty();
            let quoted = part.is_empty() || !plain || part.trim() != part;
            match (quoted, part.contains('"')) {
                (false, _) => f.write_str(part)?,
                (true, false) => write!(f, "\"{part}\"")?,
                (true, true) => write!(f, "'{part}'")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Key;

    #[test]
    fn quotes_blanks_and_odd_characters() {
        assert_eq!(Key::parse("red.gunmen.weapon"), Ok(Key::of(&["red", "gunmen", "weapon"])));
        assert_eq!(Key::parse(" red . \"a.b\" . 'c \"d' "), Ok(Key::of(&["red", "a.b", "c \"d"])));
        assert_eq!(Key::parse("rules.weapons.smg+"), Ok(Key::of(&["rules", "weapons", "smg+"])));
        for bad in ["", ".", "a.", ".a", "a..b", "\"a", "\"a\"b", "\"\"", "a.'b"] {
            assert!(Key::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_printed_key_reads_back() {
        for key in [Key::of(&["a", "b.c", "d"]), Key::of(&["say \"hello\""]), Key::of(&["it's", " blank "])] {
            assert_eq!(Key::parse(&key.to_string()), Ok(key));
        }
    }

    #[test]
    fn entries_of_lists_stand_in_brackets() {
        let key = Key::of(&["rules", "range", "[3]", "modifier"]);
        assert_eq!(Key::parse("rules.range[3].modifier").as_ref(), Ok(&key));
        assert_eq!(key.to_string(), "rules.range[3].modifier");
        let named = Key::parse("rules.range[up_to = 7.5].modifier").unwrap();
        assert_eq!(named.parts(), ["rules", "range", "[up_to = 7.5]", "modifier"]);
        assert_eq!(Key::parse(&named.to_string()), Ok(named.clone()));
        assert_eq!(Key::parse("a[0][1]"), Ok(Key::of(&["a", "[0]", "[1]"])));
        let rules = json!({"rules": {"range": [{"up_to": 3, "modifier": -1}, {"up_to": 7.5, "modifier": 2}]}});
        assert_eq!(named.get(&rules), Some(&json!(2)));
        assert_eq!(key.get(&rules), None);
        // Brackets that do not name an entry belong to the name, as do all brackets in quotes.
        for (text, part) in [("rules.M4 [short].x", "M4 [short]"), ("rules.\"x[3]\".x", "x[3]"), ("rules.a[.x", "a[")] {
            let key = Key::parse(text).unwrap();
            assert_eq!(key.parts(), ["rules", part, "x"]);
            assert_eq!(Key::parse(&key.to_string()), Ok(key));
        }
    }

    #[test]
    fn keys_of_problems_follow_the_value() {
        let value = json!({"red": {"a.b": {"armour": ["soft", "plates"]}, "a": 1}});
        assert_eq!(Key::find("red.a.b.armour[1]", &value), Key::of(&["red", "a.b", "armour", "[1]"]));
        assert_eq!(Key::find("red.a.b.x.y", &value), Key::of(&["red", "a.b", "x", "y"]));
        assert_eq!(Key::find("red.a", &value), Key::of(&["red", "a"]));
        assert_eq!(Key::find("", &value), Key::root());
        assert_eq!(Key::find("[[]..", &value).parts().len(), 2);
    }

    #[test]
    fn putting_makes_tables_and_stops_at_values() {
        let mut value = json!({"a": {"b": 1}});
        Key::of(&["a", "c", "d"]).put(&mut value, json!(2)).unwrap();
        assert_eq!(value, json!({"a": {"b": 1, "c": {"d": 2}}}));
        assert_eq!(Key::of(&["a", "b", "e", "f"]).put(&mut value, json!(3)), Err(Key::of(&["a", "b"])));
        assert!(Key::of(&["a", "c"]).take(&mut value));
        assert!(!Key::of(&["a", "c"]).take(&mut value));
        assert!(!Key::root().take(&mut value));
    }
}
