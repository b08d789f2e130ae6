//! Wraps text into lines.

/// Text wrapped at spaces into lines of at most `most` characters. The first line begins at column `begin`, each
/// further line with `indent`. Leading spaces and spaces that align columns are kept; a word longer than a line is not
/// broken.
#[must_use]
pub fn wrapped(text: &str, most: usize, begin: usize, indent: &str) -> String {
    let mut lines = String::new();
    // `begun`: whether the line contains anything except spaces.
    let (mut column, mut fresh, mut begun) = (begin, true, false);
    for word in text.split(' ') {
        let length = word.chars().count();
        if begun && length > 0 && column + 1 + length > most {
            lines.push('\n');
            lines.push_str(indent);
            column = indent.chars().count();
        } else if !fresh {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
        fresh = false;
        begun |= length > 0;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_end_before_the_limit() {
        assert_eq!(wrapped("# one two  three", 9, 0, "#   "), "# one two \n#   three");
        assert_eq!(wrapped("one two", 9, 4, "  "), "one\n  two");
        assert_eq!(wrapped("  incomprehensibilities", 9, 0, "  "), "  incomprehensibilities");
    }
}
