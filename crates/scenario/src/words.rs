//! The wording of mistakes: serde's terms in a designer's, the words allowed, and the nearest of them.

/// Serde's phrases on the left, read as on the right.
const PHRASES: &[(&str, &str)] = &[
    ("unknown field ", "unknown key "),
    ("missing field ", "missing key "),
    ("duplicate field ", "duplicate key "),
    ("unknown variant ", "unknown word "),
    ("there are no fields", "there are no keys here"),
    ("invalid type: map", "invalid type: table"),
    ("invalid type: sequence", "invalid type: list"),
    ("invalid type: floating point", "invalid type: number"),
    ("invalid value: floating point", "invalid value: number"),
    ("invalid type: null", "invalid type: nothing"),
    ("expected a map", "expected a table"),
    ("expected a sequence", "expected a list"),
    ("expected a boolean", "expected true or false"),
    ("expected string or map", "expected a word"),
];

/// What follows `expected ` for numbers.
const NUMBERS: &[(&str, &str)] = &[
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65,535"),
    ("u32", "a whole number from 0 to 4,294,967,295"),
    ("u64", "a whole number, not negative"),
    ("usize", "a whole number, not negative"),
    ("i8", "a whole number from -128 to 127"),
    ("i16", "a whole number from -32,768 to 32,767"),
    ("i32", "a whole number"),
    ("i64", "a whole number"),
    ("f32", "a number"),
    ("f64", "a number"),
];

/// A message of serde in the words of a designer.
pub(crate) fn plain(message: &str) -> String {
    let mut text = message.to_owned();
    for (from, to) in PHRASES {
        text = text.replace(from, to);
    }
    let Some(at) = text.rfind("expected ") else { return text };
    let (before, expected) = text.split_at(at + "expected ".len());
    if let Some((_, number)) = NUMBERS.iter().find(|(word, _)| *word == expected) {
        return format!("{before}{number}");
    }
    if expected.starts_with("struct ") || expected.starts_with("internally tagged enum ") {
        return format!("{before}a table");
    }
    text
}

/// Whether a message of serde says that a value of another type stands in place of a table.
pub(crate) fn wants_a_table(message: &str) -> bool {
    let expected = message.strip_prefix("invalid type: ").and_then(|rest| rest.rsplit_once(", expected "));
    expected.is_some_and(|(_, expected)| expected.starts_with("struct "))
}

/// What stands before a type of number with which a message of serde ends; none if it ends otherwise.
pub(crate) fn before_number(message: &str) -> Option<&str> {
    let (before, expected) = message.split_at(message.rfind("expected ")? + "expected ".len());
    NUMBERS.iter().any(|(word, _)| *word == expected).then_some(before)
}

/// Words to choose from: `` `a`, `b` ``.
pub(crate) fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Whether a message says that a value has the wrong shape, which serde finds, one at a time, before a ruleset makes any
/// sense of the values.
pub(crate) fn is_about_shape(message: &str) -> bool {
    ["unknown field", "unknown variant", "invalid ", "missing field"].iter().any(|start| message.starts_with(start))
}

/// The key that a message says is missing.
pub(crate) fn missing(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

/// The words in backticks, before and after the last `expected`.
pub(crate) fn quoted(message: &str) -> (Vec<&str>, Vec<&str>) {
    let ticked = |text| str::split(text, '`').skip(1).step_by(2).collect();
    match message.rfind("expected ") {
        Some(at) => (ticked(&message[..at]), ticked(&message[at..])),
        None => (ticked(message), Vec::new()),
    }
}

/// The candidate nearest to a word, if it is near enough to be what was meant: at most three letters apart, and no more
/// than a third of the word.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    /// Longer words are never compared: no key comes near this, and the comparison is quadratic.
    const LONGEST: usize = 64;
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let distance = |candidate: &str| strsim::osa_distance(&lower, &candidate.to_lowercase());
    let near = candidates.into_iter().filter(|candidate| candidate.len() <= 2 * LONGEST);
    let best = near.map(|candidate| (distance(candidate), candidate)).min_by_key(|(distance, _)| *distance)?;
    (best.0 <= 3.min(length.div_ceil(3))).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::{nearest, plain, quoted};

    #[test]
    fn serde_in_plain_words() {
        let check = |from: &str, to: &str| assert_eq!(plain(from), to);
        check(
            "unknown field `wepon`, expected `weapon` or `count`",
            "unknown key `wepon`, expected `weapon` or `count`",
        );
        check(
            "invalid value: integer `300`, expected u8",
            "invalid value: integer `300`, expected a whole number from 0 to 255",
        );
        check("invalid type: map, expected a string", "invalid type: table, expected a string");
        check("invalid type: string \"x\", expected struct Squad", "invalid type: string \"x\", expected a table");
        check("range must be from 1 to 400", "range must be from 1 to 400");
    }

    #[test]
    fn words_allowed_are_read_from_the_message() {
        let (wrong, allowed) = quoted("unknown variant `novise`, expected one of `novice`, `elite`");
        assert_eq!((wrong, allowed), (vec!["novise"], vec!["novice", "elite"]));
        assert_eq!(quoted("nothing here"), (vec![], vec![]));
    }

    #[test]
    fn near_words_and_far_ones() {
        assert_eq!(nearest("wepon", ["count", "weapon"]), Some("weapon"));
        assert_eq!(nearest("Elite", ["novice", "elite"]), Some("elite"));
        assert_eq!(nearest("smg", ["m16", "ak"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest(&"a".repeat(1_000_000), ["a"]), None);
    }
}
