//! What people call things: the word of a scenario file, made readable.

/// The text with its first letter in upper case.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The label of a word for which none is declared: `aim_at` is `Aim at`, `entry-team` is `Entry team`. A name with blanks is
/// left as it is but for its first letter.
#[must_use]
pub fn label(word: &str) -> String {
    if word.contains(' ') { capital(word) } else { capital(word.replace(['_', '-'], " ").trim()) }
}

/// A unit as it stands after a number: `inches` is `in`. Most stand there as they are.
#[must_use]
pub fn short_unit(unit: &str) -> &str {
    match unit {
        "inches" => "in",
        "percent" => "%",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn words_become_labels() {
        for (word, expected) in [
            ("range", "Range"),
            ("aim_at", "Aim at"),
            ("entry-team", "Entry team"),
            ("self-loading shotgun", "Self-loading shotgun"),
            ("smg+", "Smg+"),
            (".50 rifle", ".50 rifle"),
            ("A_wins", "A wins"),
            ("", ""),
        ] {
            assert_eq!(label(word), expected);
        }
    }
}
