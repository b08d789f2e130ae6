//! Parses bytes into a tree of values, with the place of each value in the text.

use std::borrow::Cow;

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use crate::advice;
use crate::key::{Key, equals_sign};
use crate::mistake::Mistake;
use crate::place::{Place, Spot};
use crate::values::key_in_toml;

/// The most bytes a scenario or map file may have.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// The deepest nesting of tables and lists.
pub(crate) const MAX_DEPTH: usize = 32;

/// A scenario's values and where they were written.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// The values: a table at the top.
    pub(crate) value: Value,
    /// Their places.
    pub(crate) place: Place,
}

impl Document {
    /// Overwrites a value, and records where the new one was written.
    pub(crate) fn put(&mut self, key: &Key, value: Value, place: Place) -> Result<(), Mistake> {
        key.put(&mut self.value, value).map_err(|stop| {
            let table = self.place.nearest(&stop);
            let where_it_is = if matches!(table.value, Spot::Set(_)) { "another override" } else { "the file" };
            let message = format!("`{stop}` is not a table in {where_it_is}, so it has no keys to set");
            Mistake::new(&place.value, key, message)
        })?;
        self.place.put(key, place);
        Ok(())
    }

    /// The document with misspelt keys corrected; `meant` has pairs of the intended and the written key.
    pub(crate) fn as_meant(&self, meant: &[(Key, Key)]) -> Cow<'_, Document> {
        let mut document = Cow::Borrowed(self);
        for (intended, written) in meant {
            document.to_mut().rename(written, intended);
        }
        document
    }

    /// Renames a key, unless the new name is taken.
    pub(crate) fn rename(&mut self, from: &Key, to: &Key) {
        let (value, place) = (from.get(&self.value).cloned(), self.place.nearest(from).clone());
        if let Some(value) = value.filter(|_| to.get(&self.value).is_none())
            && from.take(&mut self.value)
            && to.put(&mut self.value, value).is_ok()
        {
            self.place.put(to, place);
        }
    }
}

/// The text in the bytes of a file.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Mistake> {
    if bytes.len() > MAX_BYTES {
        return Err(Mistake::at(0..0, too_long(bytes.len() as u64)));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Mistake::at(at..at + 1, format!("not text in UTF-8: byte 0x{:02x} at offset {at}", bytes[at]))
    })
}

/// The message for a file that is too long.
pub(crate) fn too_long(bytes: u64) -> String {
    format!("the file has {bytes} bytes: at most {MAX_BYTES} are read")
}

/// Reads the text of a file.
pub(crate) fn read(text: &str) -> Result<Document, Vec<Mistake>> {
    if let Some(at) = text.find('\0') {
        return Err(vec![Mistake::at(at..at + 1, format!("not a text file: a NUL byte at offset {at}"))]);
    }
    let table = DeTable::parse(text).map_err(|error| vec![syntax(&error, text)])?;
    let mut reader = TomlReader { origin: None, mistakes: Vec::new() };
    let (value, place) = reader.table(Spot::File(0..0), table.get_ref(), &Key::root());
    if reader.mistakes.is_empty() { Ok(Document { value, place }) } else { Err(reader.mistakes) }
}

/// A syntax mistake, with a better message where the parser's would mislead.
fn syntax(error: &toml::de::Error, text: &str) -> Mistake {
    let span = error.span().unwrap_or(0..0);
    let wrong = text.get(span.clone()).unwrap_or("");
    let message = error.message();
    // The parser takes a bare word for the beginning of a number or a boolean.
    let no_value = ["invalid float", "invalid boolean", "string values must be quoted"]
        .iter()
        .any(|start| message.starts_with(start));
    let is_word = wrong.starts_with(char::is_alphabetic) && !wrong.contains(['"', '\'', '\n', '=']);
    let quoted = in_quotes(text, span.start);
    let meant = value_around(text, span.start).and_then(advice::for_text);
    match message {
        _ if let Some(help) = without_backslash(text, span.start) => {
            Mistake::at(span, "in double quotes a backslash starts an escape, and this is not a valid one").help(help)
        }
        _ if let Some(help) = quoted => Mistake::at(span, message).help(help),
        _ if let Some(help) = meant => Mistake::at(span, "this is not a TOML value").help(help),
        _ if no_value && is_word => {
            Mistake::at(span, format!("`{wrong}` is not a value")).help(format!("put words in quotes: \"{wrong}\""))
        }
        _ if no_value && wrong.is_empty() => Mistake::at(span, "expected a value"),
        _ if message.contains("recurs") => Mistake::at(span, too_deep()),
        _ => Mistake::at(span, message),
    }
}

/// The text after the equals sign of a line, if the mistake at byte `at` is in it.
fn value_around(text: &str, at: usize) -> Option<&str> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    let behind = equals_sign(line)? + 1;
    (at >= start + behind).then(|| line[behind..].trim())
}

/// Advice for a text in double quotes with a backslash, if the mistake at byte `at` is in it: use forward slashes in a
/// Windows path, single quotes for other text.
fn without_backslash(text: &str, at: usize) -> Option<String> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let open = start + text[start..at].rfind('"')? + 1;
    let is_open = text[start..open].matches('"').count() % 2 == 1;
    let written = text[open..].lines().next()?.split('"').next()?;
    if !is_open || !written.contains('\\') {
        return None;
    }
    let is_path = [".toml", ".tmx"].iter().any(|ending| written.ends_with(ending));
    Some(if is_path {
        format!("write paths with forward slashes: \"{}\"", written.replace("\\\\", "/").replace('\\', "/"))
    } else {
        format!("put text with backslashes in single quotes: '{written}'")
    })
}

/// Advice to quote a name with spaces or with signs that have a meaning in TOML, if the mistake at byte `at` is in the
/// name of a table or in a key.
fn in_quotes(text: &str, at: usize) -> Option<String> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next()?;
    let (from, to, signs) = match line.find('[').filter(|&open| line[..open].trim().is_empty()) {
        Some(open) => (open + 1, line[..line.find('#').unwrap_or(line.len())].rfind(']')?, ["[", "]"]),
        None => (0, equals_sign(line)?, ["", " = …"]),
    };
    let written = line.get(from..to).filter(|_| at <= start + to)?.trim();
    // A sign that ends something is a typing error, not part of a name.
    if written.contains([',', ';', ':', '[', ']', '{', '}']) {
        return None;
    }
    let mut quote = None;
    let plain = |c: &char| match quote {
        Some(open) => {
            quote = quote.filter(|_| *c != open);
            false
        }
        None => {
            quote = Some(*c).filter(|c| "\"'".contains(*c));
            quote.is_none()
        }
    };
    let plain: String = written.chars().filter(plain).collect();
    let bare = |part: &str| key_in_toml(part) == part;
    if plain.split('.').map(str::trim).all(|part| part.is_empty() || bare(part)) {
        return None;
    }
    let parts = Key::parse(written).ok()?.parts().iter().map(|part| key_in_toml(part)).collect::<Vec<_>>().join(".");
    Some(format!("put names with spaces or other signs in quotes: {}{parts}{}", signs[0], signs[1]))
}

/// The message for values nested too deeply.
pub(crate) fn too_deep() -> String {
    format!("nested too deeply: at most {MAX_DEPTH} levels")
}

/// Reads the value of override number `set`, for `key`. Text that is not a TOML value counts as a string.
pub(crate) fn read_set(text: &str, set: usize, key: &Key) -> Result<(Value, Place), Vec<Mistake>> {
    let spot = Spot::Set(set);
    let bare = || (Value::String(text.to_owned()), Place::new(spot.clone(), spot.clone()));
    if text.is_empty() {
        return Err(vec![Mistake::new(&spot, key, "no value after `=`")]);
    }
    match DeValue::parse(text) {
        Ok(parsed) => {
            let mut reader = TomlReader { origin: Some(set), mistakes: Vec::new() };
            let read = reader.value(spot, &parsed, key);
            if reader.mistakes.is_empty() { Ok(read) } else { Err(reader.mistakes) }
        }
        Err(_) if let Some(inside) = advice::in_curly_quotes(text) => {
            Ok((Value::String(inside.to_owned()), Place::new(spot.clone(), spot.clone())))
        }
        Err(error) if text.starts_with(['"', '\'', '[', '{']) => {
            Err(vec![Mistake::new(&spot, key, format!("`{text}` is not a value: {}", error.message()))])
        }
        Err(_) => Ok(bare()),
    }
}

/// Turns TOML's values into JSON's and notes their places.
struct TomlReader {
    /// The number of the override being read; `None` for the file.
    origin: Option<usize>,
    mistakes: Vec<Mistake>,
}

impl TomlReader {
    fn spot(&self, span: std::ops::Range<usize>) -> Spot {
        self.origin.map_or(Spot::File(span), Spot::Set)
    }

    fn table(&mut self, spot: Spot, table: &DeTable<'_>, key: &Key) -> (Value, Place) {
        let mut place = Place::new(spot.clone(), spot);
        let mut value = Map::new();
        // The parser sorts by key, but the order of a sweep is that of the file.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        for (name, inner) in entries {
            let below = key.join(name.get_ref());
            let (inner, inside) = self.value(self.spot(name.span()), inner, &below);
            value.insert(name.get_ref().clone().into_owned(), inner);
            place.keys.insert(name.get_ref().clone().into_owned(), inside);
        }
        (Value::Object(value), place)
    }

    fn value(&mut self, name: Spot, value: &Spanned<DeValue<'_>>, key: &Key) -> (Value, Place) {
        let spot = self.spot(value.span());
        let place = Place::new(name.clone(), spot.clone());
        let found = match value.get_ref() {
            _ if key.parts().len() > MAX_DEPTH => Err(too_deep()),
            DeValue::String(text) => Ok(Value::String(text.clone().into_owned())),
            DeValue::Boolean(truth) => Ok(Value::Bool(*truth)),
            DeValue::Integer(number) => integer(number),
            DeValue::Float(number) => float(number),
            DeValue::Datetime(_) => Err("a date or time has no meaning here; put text in quotes".to_owned()),
            DeValue::Array(items) => return self.list(place, items.iter(), key),
            DeValue::Table(table) => {
                let (value, inside) = self.table(spot.clone(), table, key);
                return (value, Place { key: name, value: spot, ..inside });
            }
        };
        let found = found.unwrap_or_else(|message| {
            // A very long key would make an unreadable message.
            let shown = if key.parts().len() > MAX_DEPTH { Key::root() } else { key.clone() };
            self.mistakes.push(Mistake::new(&spot, &shown, message));
            Value::Null
        });
        (found, place)
    }

    fn list<'i, 'v: 'i>(
        &mut self,
        mut place: Place,
        items: impl Iterator<Item = &'i Spanned<DeValue<'v>>>,
        key: &Key,
    ) -> (Value, Place) {
        let mut values = Vec::new();
        for (index, item) in items.enumerate() {
            let (value, inside) = self.value(self.spot(item.span()), item, &key.join(&format!("[{index}]")));
            values.push(value);
            place.items.push(inside);
        }
        (Value::Array(values), place)
    }
}

fn integer(number: &DeInteger<'_>) -> Result<Value, String> {
    let read = i64::from_str_radix(number.as_str(), number.radix());
    read.map(Value::from).map_err(|_| format!("`{number}` is too large: whole numbers go up to {}", i64::MAX))
}

fn float(number: &DeFloat<'_>) -> Result<Value, String> {
    let read = number.as_str().parse().ok().and_then(Number::from_f64);
    read.map(Value::Number).ok_or_else(|| format!("`{number}` is not a finite number"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{read, read_set};
    use crate::key::Key;

    #[test]
    fn values_keep_their_order_and_places() {
        let text = "z = 1_000\na.b = [0x1F, 2.5]\n[red.gunmen]\nx = { y = true }\n";
        let document = read(text).unwrap();
        assert_eq!(document.value.to_string(), r#"{"z":1000,"a":{"b":[31,2.5]},"red":{"gunmen":{"x":{"y":true}}}}"#);
        let shown = |key: &[&str]| match &document.place.get(&Key::of(key)).unwrap().value {
            super::Spot::File(span) => &text[span.clone()],
            super::Spot::Set(_) => "set",
        };
        assert_eq!(
            (shown(&["z"]), shown(&["a", "b", "[1]"]), shown(&["red", "gunmen", "x", "y"])),
            ("1_000", "2.5", "true")
        );
    }

    #[test]
    fn text_with_backslashes_is_shown_as_it_is_to_be_written() {
        for (text, help) in [
            ("map = \"..\\maps\\bank.toml\"", "write paths with forward slashes: \"../maps/bank.toml\""),
            ("map = \"maps\\\\my \\house.tmx\"", "write paths with forward slashes: \"maps/my /house.tmx\""),
            (
                "a = { b = \"x\", c = \"C:\\users\\me\" } # \"",
                "put text with backslashes in single quotes: 'C:\\users\\me'",
            ),
        ] {
            let wrong = &read(text).unwrap_err()[0];
            assert!(wrong.message.contains("backslash"), "{text}: {}", wrong.message);
            assert_eq!(wrong.help.as_deref(), Some(help), "{text}");
        }
        // Another mistake beside a valid path.
        for text in ["a = \"x\\ty\" b", "a = b \"x\\my\""] {
            let wrong = &read(text).unwrap_err()[0];
            assert!(!wrong.message.contains("backslash"), "{text}: {}", wrong.message);
        }
    }

    #[test]
    fn names_with_blanks_are_put_in_quotes() {
        let help = |text: &str| read(text).unwrap_err()[0].help.clone().unwrap_or_default();
        for (text, shown) in [
            ("a = 1\n[blue.Alpha Team] # x ]\ncount = 4\n", "[blue.\"Alpha Team\"]"),
            ("[blue.'x y'.Alpha Team]\n", "[blue.\"x y\".\"Alpha Team\"]"),
            ("[rules.weapons.smg+]\n", "[rules.weapons.\"smg+\"]"),
            ("Alpha Team = { count = 4 }\n", "\"Alpha Team\" = …"),
        ] {
            let help = help(text);
            assert!(help.starts_with("put names with spaces") && help.ends_with(shown), "{text}: {help}");
        }
        for text in ["[blue.team\n", "a = 1 2\n", "a b\n", "range, = 12\n", "[blue.'x y']\nc = [1\n", "= 3\n", "[]\n"] {
            assert_eq!(help(text), "", "{text}");
        }
    }

    #[test]
    fn numbers_that_json_cannot_hold_are_mistakes() {
        for text in ["a = nan", "a = -inf", "a = 1e999", "a = 9223372036854775808", "a = 1979-05-27", "a = [1, [nan]]"]
        {
            assert_eq!(read(text).unwrap_err().len(), 1, "{text}");
        }
    }

    #[test]
    fn overrides_take_values_and_bare_words() {
        let set = |text| read_set(text, 0, &Key::of(&["k"])).map(|(value, _)| value);
        assert_eq!(set("6").unwrap(), json!(6));
        assert_eq!(set("[\"soft\", \"plates\"]").unwrap(), json!(["soft", "plates"]));
        assert_eq!(set("poor rifle").unwrap(), json!("poor rifle"));
        assert_eq!(set("smg+").unwrap(), json!("smg+"));
        assert_eq!(set("\"6\"").unwrap(), json!("6"));
        for bad in ["", "[1, 2", "\"x", "{a = 1", "nan"] {
            assert!(set(bad).is_err(), "{bad}");
        }
    }
}
