//! Words of commands that a page or a terminal shows for copying.

/// A word quoted for a shell, if a shell would read more into it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./=:,+%@".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_where_a_shell_would_read_more_into_them() {
        for (word, expected) in [
            ("scenarios/cqb/elite.toml", "scenarios/cqb/elite.toml"),
            ("red.win and turns < 3", "'red.win and turns < 3'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
