//! Text in lines.

/// Text broken at blanks into lines of at most `most` characters, where it begins at a column and each further line with
/// an indent. Blanks at its beginning and where columns are lined up stay; a word longer than a line is not broken.
#[must_use]
pub fn wrapped(text: &str, most: usize, begin: usize, indent: &str) -> String {
    let mut lines = String::new();
    // Whether anything but blanks stands in the line.
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
