//! Single entries of lists: `rules.range[3].modifier`, `rules.range[up_to=24].modifier`.
//!
//! A list that the file leaves out is that of the rulebook. Setting one of its entries copies the whole list and
//! changes that entry.

use engage::{Ruleset, expected};
use serde_json::{Map, Value, json};

use crate::document::Document;
use crate::frame::GIVEN;
use crate::key::{Entry, Key, child, entry, has, index};
use crate::mistake::Mistake;
use crate::values::text;

/// The lists of the rulebook, at their keys in the file; `None` if the file does not name a known ruleset.
pub(crate) fn printed(document: &Value, registry: &[&'static Ruleset]) -> Option<Value> {
    let name = document.get("ruleset")?.as_str()?.trim();
    let rules = (registry.iter().find(|ruleset| ruleset.id == name)?.rules)();
    Some(json!({ "rules": rules, "situation": { "options": rules }, "options": rules }))
}

/// A key with every entry replaced by its index.
///
/// # Errors
/// The mistake in an entry, and the nearest word, if one is close.
pub(crate) fn settled(key: &Key, value: &Value, printed: &Value) -> Result<Key, (String, Option<String>)> {
    let mut done = Key::root();
    let (mut own, mut known) = (Some(value), Some(printed));
    for part in key.parts() {
        let wanted = entry(part).filter(|_| !own.is_some_and(Value::is_object));
        let part = match wanted {
            None => part.clone(),
            Some(wanted) => {
                let list = own.or(known).and_then(Value::as_array);
                let list = list.ok_or_else(|| {
                    let near = near_list(&done, value, printed);
                    (format!("`{done}` is not a list, so it has no entry {part}"), near)
                })?;
                format!("[{}]", place(&done, part, wanted, list)?)
            }
        };
        known = known.filter(|_| own.is_none_or(Value::is_object)).and_then(|value| child(value, &part));
        own = own.and_then(|value| child(value, &part));
        done = done.join(&part);
    }
    Ok(done)
}

/// The list that was probably meant by a key that is not a list, if one beside it has a similar name.
fn near_list(key: &Key, value: &Value, printed: &Value) -> Option<String> {
    let (name, before) = (key.parts().last()?, key.first(key.parts().len() - 1));
    let beside = || [value, printed].into_iter().filter_map(|value| before.get(value)?.as_object()).flatten();
    let lists = beside().filter(|(_, beside)| beside.is_array()).map(|(name, _)| name.as_str());
    crate::words::nearest(name, lists).map(|near| format!("did you mean `{}`?", before.join(near)))
}

/// The index in a list of the entry that a `part` of a key names.
fn place(list: &Key, part: &str, wanted: Entry<'_>, items: &[Value]) -> Result<usize, (String, Option<String>)> {
    let near = |word: &str, words: &[String]| {
        let near = crate::words::nearest(word, words.iter().map(String::as_str));
        near.map(|near| format!("did you mean `{near}`?"))
    };
    match wanted {
        Entry::At(place) if place < items.len() => Ok(place),
        Entry::At(_) => {
            let has = match items.len() {
                0 => "no entries".to_owned(),
                1 => "one entry, [0]".to_owned(),
                many => format!("{many} entries, [0] to [{}]", many - 1),
            };
            Err((format!("there is no entry {part}: `{list}` has {has}"), None))
        }
        Entry::Where { column, value } => {
            let mut columns: Vec<String> = Vec::new();
            for name in items.iter().filter_map(Value::as_object).flat_map(Map::keys) {
                if !columns.contains(name) {
                    columns.push(name.clone());
                }
            }
            if !columns.iter().any(|known| known == column) {
                let message = format!("entries of `{list}` have no `{column}`, {}", expected(&columns));
                return Err((message, near(column, &columns)));
            }
            let mut found = (0..items.len()).filter(|&place| has(&items[place], column, value));
            match (found.next(), found.next()) {
                (Some(place), None) => Ok(place),
                (Some(one), Some(other)) => {
                    let message =
                        format!("several entries of `{list}` have {column} {value}: name one, [{one}] or [{other}]");
                    Err((message, None))
                }
                (None, _) => {
                    let values: Vec<String> = items.iter().filter_map(|item| item.get(column)).map(text).collect();
                    let message = format!("no entry of `{list}` has {column} {value}, {}", expected(&values));
                    Err((message, near(value, &values)))
                }
            }
        }
    }
}

/// Copies each printed list of which a settled key names an entry, unless the value has its own list.
pub(crate) fn take_over(key: &Key, value: &mut Value, printed: &Value) {
    for (depth, part) in key.parts().iter().enumerate() {
        let list = key.first(depth);
        if index(part).is_some()
            && list.get(value).is_none()
            && let Some(known) = list.get(printed).filter(|known| known.is_array())
        {
            // The caller reports a value that is in the way.
            _ = list.put(value, known.clone());
        }
    }
}

/// Puts entries that a file sets one by one, such as `"range[3].modifier" = 2` below `[rules]`, into their lists.
pub(crate) fn lay_out(document: &mut Document, registry: &[&'static Ruleset]) -> Vec<Mistake> {
    let mut found = Vec::new();
    for head in GIVEN.into_iter().chain(["situation"]) {
        if let Some(Value::Object(table)) = document.value.get(head) {
            collect(&Key::of(&[head]), &Key::of(&[head]), table, &mut found);
        }
    }
    // Without a ruleset its lists are unknown.
    let printed = printed(&document.value, registry);
    let mut mistakes = Vec::new();
    for WrittenEntry { raw, key, value } in found {
        let Some(printed) = &printed else {
            raw.take(&mut document.value);
            continue;
        };
        // Brackets in a name that does not belong to a list are part of the name.
        let list = key.parts().iter().position(|part| entry(part).is_some()).unwrap_or(0);
        let list = key.first(list);
        if !list.get(&document.value).or_else(|| list.get(printed)).is_some_and(Value::is_array) {
            continue;
        }
        let spot = document.place.nearest(&raw).clone();
        take(&raw, &mut document.value);
        match settled(&key, &document.value, printed) {
            Ok(key) => {
                take_over(&key, &mut document.value, printed);
                mistakes.extend(document.put(&key, value, spot).err());
            }
            Err((message, help)) => mistakes.push(Mistake { help, ..Mistake::new(&spot.key, &key, message) }),
        }
    }
    mistakes
}

/// Removes a value from its table, and tables named like entries that become empty.
fn take(raw: &Key, value: &mut Value) {
    raw.take(value);
    for length in (2..raw.parts().len()).rev() {
        let table = raw.first(length);
        let empty = table.get(value).and_then(Value::as_object).is_some_and(Map::is_empty);
        let named = Key::parse(&raw.parts()[length - 1])
            .is_ok_and(|word| word.parts().iter().any(|part| entry(part).is_some()));
        if !(empty && named && table.take(value)) {
            return;
        }
    }
}

/// A list entry that a file sets separately.
struct WrittenEntry {
    /// Where it is written.
    raw: Key,
    /// The key that it means.
    key: Key,
    value: Value,
}

/// Collects the values whose keys contain list entries, in this table and its inner tables.
fn collect(raw: &Key, key: &Key, table: &Map<String, Value>, found: &mut Vec<WrittenEntry>) {
    for (word, value) in table {
        let parsed = Key::parse(word).ok().filter(|parsed| parsed.parts().iter().any(|part| entry(part).is_some()));
        let named = parsed.is_some() || key.parts().iter().any(|part| entry(part).is_some());
        let (raw, key) = (raw.join(word), parsed.map_or_else(|| key.join(word), |parsed| parsed.below(key)));
        match value {
            Value::Object(inner) if !inner.is_empty() => collect(&raw, &key, inner, found),
            _ if named => found.push(WrittenEntry { raw, key, value: value.clone() }),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::settled;
    use crate::key::Key;

    #[test]
    fn entries_are_found_by_place_and_by_what_stands_in_them() {
        let bands = json!({"rules": {"range": [{"up_to": 3, "modifier": -1}, {"up_to": 6, "modifier": 0}]}});
        let (own, none) = (json!({"rules": {"range": [{"up_to": 9}]}}), json!({}));
        let at = |text: &str, value| settled(&Key::parse(text).unwrap(), value, &bands).map(|key| key.to_string());
        assert_eq!(at("rules.range[1].modifier", &none).unwrap(), "rules.range[1].modifier");
        assert_eq!(at("rules.range[up_to=6].modifier", &none).unwrap(), "rules.range[1].modifier");
        assert_eq!(at("rules.range[up_to=9].modifier", &own).unwrap(), "rules.range[0].modifier");
        let refused = |text: &str, value| at(text, value).unwrap_err();
        assert_eq!(
            refused("rules.range[2]", &none).0,
            "there is no entry [2]: `rules.range` has 2 entries, [0] to [1]"
        );
        assert_eq!(refused("rules.range[-1]", &own).0, "there is no entry [-1]: `rules.range` has one entry, [0]");
        assert_eq!(refused("rules.range[1]", &own).0, "there is no entry [1]: `rules.range` has one entry, [0]");
        let (message, help) = refused("rules.range[upto=6]", &none);
        assert_eq!(message, "entries of `rules.range` have no `upto`, expected one of `up_to`, `modifier`");
        assert_eq!(help.as_deref(), Some("did you mean `up_to`?"));
        let message = "no entry of `rules.range` has up_to 7, expected one of `3`, `6`";
        assert_eq!(refused("rules.range[up_to=7]", &none).0, message);
        assert_eq!(
            refused("rules.dice[1]", &none),
            ("`rules.dice` is not a list, so it has no entry [1]".to_owned(), None)
        );
        let no_dot = "`rules.range[1]modifier` is not a key: expected a dot before `modifier`";
        assert_eq!(Key::parse("rules.range[1]modifier"), Err(no_dot.to_owned()));
        assert_eq!(refused("rules.rnge[1]", &none).1.as_deref(), Some("did you mean `rules.range`?"));
    }
}
