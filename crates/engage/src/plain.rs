//! Text from elsewhere, made safe to show.

/// Whether a character steers the display instead of being shown: a control character, or a mark that turns the
/// direction of the text after it or hides in it.
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Text as one line that can be shown anywhere: blanks for characters that separate words and lines, `�` for every
/// other character that [`steers`].
#[must_use]
pub fn plain(text: &str) -> String {
    let shown = |c: char| match c {
        _ if !steers(c) => c,
        _ if c.is_whitespace() => ' ',
        _ => char::REPLACEMENT_CHARACTER,
    };
    text.chars().map(shown).collect()
}

/// The same for several lines, whose ends and tabs are kept.
#[must_use]
pub fn plain_lines(text: &str) -> String {
    let shown = |c: char| if steers(c) && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::{plain, plain_lines, steers};

    #[test]
    fn nothing_is_left_that_steers() {
        let every = || (0..=0x10FFFF).filter_map(char::from_u32);
        let text: String = every().collect();
        assert!(!plain(&text).contains(steers));
        assert!(!plain_lines(&text).contains(|c| steers(c) && c != '\n' && c != '\t'));
        // Two sets of 32 control characters, delete, and the twelve marks and two separators.
        assert_eq!(every().filter(|&c| steers(c)).count(), 32 + 32 + 1 + 14);
    }

    #[test]
    fn letters_of_every_script_stay() {
        for text in ["“Блю” wins 5 %", "כחול מנצח", "青の勝ち", "é\u{301}👩‍🚒"] {
            assert_eq!((plain(text), plain_lines(text)), (text.to_owned(), text.to_owned()));
        }
        assert_eq!(plain("a\tb\nc\u{1b}[31md\u{202e}e"), "a b c�[31md�e");
        assert_eq!(plain_lines("a\tb\nc\u{1b}[31md\u{202e}e"), "a\tb\nc�[31md�e");
    }
}
