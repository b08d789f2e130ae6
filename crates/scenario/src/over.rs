//! Sweeps and variants given as options, for new files and over existing ones: `--sweep KEY=VALUE,…` and `--variant
//! NAME:KEY=VALUE`.

use serde_json::Value;

use crate::advice;
use crate::document::{Document, read_set};
use crate::key::{Key, equals_sign};
use crate::mistake::Mistake;
use crate::place::{Place, Spot};
use crate::target::leaves;
use crate::values::in_toml;

/// The override that removes the variants.
pub const NO_VARIANTS: &str = "variants={}";

/// The key, value and place that an option sets in a document.
pub(crate) type OptionSetting = (Key, Value, Place);

/// A swept key from `KEY=VALUE,VALUE,…`; `number` is that of its option.
pub(crate) fn sweep(number: usize, sweep: &str) -> Result<OptionSetting, Vec<Mistake>> {
    let spot = Spot::Set(number);
    let wrong = |message: String| vec![Mistake::new(&spot, &Key::root(), message)];
    let at = equals_sign(sweep)
        .ok_or_else(|| wrong("expected KEY=VALUE,VALUE,…, such as field.range=6,12,24".to_owned()))?;
    let key = Key::parse(&sweep[..at]).map_err(wrong)?;
    let here = Key::of(&["sweep", &key.to_string()]);
    let text = sweep[at + 1..].trim();
    // A span such as 4-8 cannot be a value, except for a date, and no key takes dates.
    let span = advice::span(text);
    let text = span.as_deref().filter(|list| !list.contains('…')).unwrap_or(text);
    let listed = read_set(&format!("[{text}]"), number, &here);
    let values = match read_set(text, number, &here) {
        Ok((Value::Array(values), _)) => values,
        _ => match listed {
            Ok((Value::Array(values), _)) => values,
            _ => {
                let one = |text| read_set(text, number, &here).map(|(value, _)| value);
                parts(text).into_iter().map(one).collect::<Result<_, _>>()?
            }
        },
    };
    let items = vec![Place::new(spot.clone(), spot.clone()); values.len()];
    Ok((here, Value::Array(values), Place { items, ..Place::new(spot.clone(), spot) }))
}

/// The parts of a text between commas outside of quotes and brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut quote) = (0_usize, None);
    let comma = |c: char| {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') => return depth == 0,
            _ => {}
        }
        false
    };
    text.split(comma).map(str::trim).collect()
}

/// A key of a variant from `NAME:KEY=VALUE`; `number` is that of its option.
pub(crate) fn variant(number: usize, variant: &str) -> Result<OptionSetting, Vec<Mistake>> {
    let spot = Spot::Set(number);
    let wrong = |message: String| vec![Mistake::new(&spot, &Key::root(), message)];
    let expected = || wrong("expected NAME:KEY=VALUE, such as \"9 to hit:rules.to_hit_base=9\"".to_owned());
    let (name, set) = variant.split_once(':').ok_or_else(expected)?;
    let at = equals_sign(set).ok_or_else(expected)?;
    let key = Key::parse(&set[..at]).map_err(wrong)?;
    let here = Key::of(&["variants", name.trim(), &key.to_string()]);
    let (value, place) = read_set(set[at + 1..].trim(), number, &here)?;
    Ok((here, value, place))
}

/// The name of the variant in `NAME:KEY=VALUE`; `None` if the text has another form.
#[must_use]
pub fn variant_named(text: &str) -> Option<&str> {
    let (name, set) = text.split_once(':')?;
    equals_sign(set).map(|_| name.trim())
}

/// Sweeps and variants as overrides, each as `KEY=VALUE`.
///
/// # Errors
/// The mistake of the first option that cannot be read, or that repeats another one.
pub fn as_sets(sweeps: &[String], variants: &[String]) -> Result<Vec<String>, String> {
    let sweeps = sweeps.iter().map(|text| ("--sweep", text, sweep(0, text)));
    let variants = variants.iter().map(|text| ("--variant", text, variant(0, text)));
    let mut keys: Vec<Key> = Vec::new();
    let set = |(option, text, read): (&str, &String, Result<OptionSetting, Vec<Mistake>>)| {
        let wrong = |message: &str| format!("{option} {text}: {message}");
        let (key, value, _) =
            read.map_err(|mistakes| wrong(mistakes.first().map_or("", |mistake| mistake.message.as_str())))?;
        if keys.contains(&key) {
            return Err(wrong("another such option already sets it"));
        }
        keys.push(key.clone());
        Ok(format!("{key}={}", in_toml(&value)))
    };
    sweeps.chain(variants).map(set).collect()
}

/// An override in the form of an option: `--sweep` and `--variant` for their tables, otherwise `--set`.
pub(crate) fn shown(set: &str) -> String {
    let parts = equals_sign(set).and_then(|at| Some((Key::parse(&set[..at]).ok()?, &set[at + 1..])));
    match parts.as_ref().map(|(key, value)| (key.parts(), *value)) {
        Some(([head, key], value)) if head == "sweep" => format!("--sweep {key}={}", value.trim()),
        Some(([head, name, key], value)) if head == "variants" => format!("--variant {name}:{key}={}", value.trim()),
        _ => format!("--set {set}"),
    }
}

/// The key under which a document already contains a swept key or a variant's change, in whatever notation; otherwise
/// the key unchanged.
pub(crate) fn as_written(document: &Document, key: Key) -> Key {
    let (head, rest) = match key.parts() {
        [table, rest @ ..] if table == "sweep" && !rest.is_empty() => (1, rest),
        [table, _, rest @ ..] if table == "variants" && !rest.is_empty() => (2, rest),
        _ => return key,
    };
    let parsed: Option<Vec<Key>> = rest.iter().map(|part| Key::parse(part).ok()).collect();
    let Some(parsed) = parsed else { return key };
    let same = parsed.into_iter().fold(Key::root(), |whole, part| part.below(&whole));
    let head = key.first(head);
    let there = head.get(&document.value).and_then(Value::as_object).map(|table| leaves(&head, table));
    let there = there.and_then(|all| all.into_iter().find(|(_, known, _)| known.as_ref() == Ok(&same)));
    there.map_or(key, |(written, ..)| written)
}

#[cfg(test)]
mod tests {
    use super::{as_sets, parts, shown, variant_named};

    #[test]
    fn commas_in_brackets_and_quotes_part_nothing() {
        assert_eq!(parts("novice, elite"), ["novice", "elite"]);
        assert_eq!(parts("[soft, plates], \"a,b\",{x=1,y=2}"), ["[soft, plates]", "\"a,b\"", "{x=1,y=2}"]);
        assert_eq!(parts(""), [""]);
    }

    #[test]
    fn options_become_values_set_over_a_file_and_are_shown_as_options() {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let sweeps = owned(&["field.range=6,12", "red.x.weapon=smg, poor rifle", "red.x.armour=[[],[\"soft\"]]"]);
        let variants = owned(&["9 to hit:rules.to_hit_base=9", "a=b: blue.x.weapon=smg"]);
        let sets = as_sets(&sweeps, &variants).unwrap();
        assert_eq!(
            sets,
            [
                "sweep.\"field.range\"=[6, 12]",
                "sweep.\"red.x.weapon\"=[\"smg\", \"poor rifle\"]",
                "sweep.\"red.x.armour\"=[[], [\"soft\"]]",
                "variants.9 to hit.\"rules.to_hit_base\"=9",
                "variants.\"a=b\".\"blue.x.weapon\"=\"smg\"",
            ]
        );
        assert_eq!(shown(&sets[1]), "--sweep red.x.weapon=[\"smg\", \"poor rifle\"]");
        assert_eq!(shown(&sets[3]), "--variant 9 to hit:rules.to_hit_base=9");
        assert_eq!(shown("red.x.count=3"), "--set red.x.count=3");
        let twice = as_sets(&owned(&["a.b=1", "a.\"b\"=2"]), &[]).unwrap_err();
        assert!(twice.starts_with("--sweep a.\"b\"=2: "), "{twice}");
        assert!(as_sets(&owned(&["field.range"]), &[]).unwrap_err().contains("such as field.range=6,12,24"));
        assert!(as_sets(&[], &owned(&["x"])).unwrap_err().contains("such as \"9 to hit:"));
        assert_eq!((variant_named("a: b.c=1"), variant_named("bare"), variant_named("a: b")), (Some("a"), None, None));
    }
}
