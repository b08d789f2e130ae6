//! The text in which mistakes are located.

use crate::advice;
use crate::diagnostic::{Diagnostic, Diagnostics, Location, printable};
use crate::mistake::{MOST, Mistake};
use crate::place::Spot;
use crate::words;

/// The most characters shown of a line or a quotation.
const WIDTH: usize = 100;

/// The most characters of a message.
const LONGEST_MESSAGE: usize = 2000;

/// A file with its overrides, in which mistakes are located.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The name of the file.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
    /// The overrides as they were given, such as `--set red.gunmen.count=6`.
    pub(crate) sets: Vec<String>,
}

impl Source {
    /// Formats mistakes: those of overrides first, then in the order of the file, each followed by the mistakes in a
    /// file that it names.
    pub(crate) fn diagnostics(&self, mut mistakes: Vec<Mistake>) -> Diagnostics {
        mistakes.sort_by_key(|mistake| match &mistake.spot {
            Spot::Set(number) => (0, *number),
            Spot::File(span) => (1, span.start),
        });
        mistakes.dedup();
        let mut told: Vec<Diagnostic> = Vec::new();
        for mut mistake in mistakes {
            // Formatting a mistake searches the text, so stop here.
            if told.len() == MOST {
                break;
            }
            let elsewhere = mistake.elsewhere.take().map(|elsewhere| elsewhere.0);
            for one in [self.diagnostic(mistake)].into_iter().chain(elsewhere.into_iter().flatten()) {
                if told.len() < MOST && !told.contains(&one) {
                    told.push(one);
                }
            }
        }
        Diagnostics(told)
    }

    /// A mistake moved to a place of this file.
    pub(crate) fn at(&self, spot: &Spot, mistake: Diagnostic) -> Diagnostic {
        let Spot::File(span) = spot else { return mistake };
        Diagnostic { source: self.name.clone(), location: Some(locate(&self.text, span)), ..mistake }
    }

    fn diagnostic(&self, mistake: Mistake) -> Diagnostic {
        let (source, location) = match &mistake.spot {
            Spot::File(span) => (self.name.clone(), Some(locate(&self.text, span))),
            Spot::Set(number) => (set_shown(&self.sets[*number]), None),
        };
        let message = mistake.message;
        let (wrong, allowed) = words::quoted(&message);
        let near = || wrong.last().and_then(|word| words::nearest(word, allowed.iter().copied()));
        let help = mistake.help.or_else(|| near().map(|near| format!("did you mean `{near}`?")));
        let help = help.or_else(|| advice::for_message(&message));
        let message_shown = printable(&message, LONGEST_MESSAGE);
        Diagnostic {
            source,
            location,
            key: printable(&mistake.key, WIDTH),
            allowed: allowed.into_iter().map(str::to_owned).collect(),
            message: message_shown,
            note: mistake.note.map(|note| printable(&note, LONGEST_MESSAGE)),
            help: help.map(|help| printable(&help, LONGEST_MESSAGE)),
            unread: mistake.unread,
        }
    }
}

/// An override, in the form of an option, as the source of a mistake.
pub(crate) fn set_shown(option: &str) -> String {
    printable(option, WIDTH)
}

fn locate(text: &str, span: &std::ops::Range<usize>) -> Location {
    // A key missing at the end is missing after the last line, not on an empty line below it.
    let end = text.trim_end_matches(['\n', '\r']).len();
    let start = text.floor_char_boundary(span.start.min(end));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let line = text[line_start..line_end].trim_end_matches('\r');
    // The line may end before the place does: at the second half of a Windows line end.
    let before = text[line_start..start].chars().count().min(line.chars().count());
    let wrong = text
        .get(start..text.floor_char_boundary(span.end))
        .map_or(0, |wrong| wrong.lines().next().unwrap_or("").chars().count());
    let skipped = if before > WIDTH * 3 / 4 { before - WIDTH / 2 } else { 0 };
    let keep = |c: char| if engage::steers(c) && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
    let line_text: String = line.chars().skip(skipped).take(WIDTH).map(keep).collect();
    Location {
        line: text[..line_start].matches('\n').count() + 1,
        column: before + 1,
        width: wrong.clamp(1, (skipped + line_text.chars().count()).saturating_sub(before).max(1)),
        line_text,
        skipped,
    }
}

#[cfg(test)]
mod tests {
    use super::Source;
    use crate::key::Key;
    use crate::mistake::Mistake;
    use crate::place::Spot;

    fn drawn(text: &str, span: std::ops::Range<usize>) -> String {
        let source = Source { name: "x.toml".to_owned(), text: text.to_owned(), sets: Vec::new() };
        let message = "unknown key `wepon`, expected one of `count`, `weapon`";
        source.diagnostics(vec![Mistake::new(&Spot::File(span), &Key::of(&["red", "wepon"]), message)]).to_string()
    }

    #[test]
    fn drawn_like_a_compiler() {
        let expected = "error: x.toml:2:2: red.wepon: unknown key `wepon`, expected one of `count`, `weapon`\n  \
                        |\n2 | \twepon = \"m16\"\n  | \t^^^^^\n  = help: did you mean `weapon`?";
        assert_eq!(drawn("[red]\r\n\twepon = \"m16\"\r\n", 8..13), expected);
    }

    #[test]
    fn columns_count_characters() {
        assert!(drawn("é = ü\n", 5..7).starts_with("error: x.toml:1:5:"));
    }

    #[test]
    fn long_lines_are_cut_around_the_column() {
        let text = format!("{}wrong{}", "a".repeat(10_000), "b".repeat(10_000));
        let shown = drawn(&text, 10_000..10_005);
        assert!(shown.contains(&format!("1 | {}wrong", "a".repeat(50))) && shown.len() < 500, "{shown}");
    }

    #[test]
    fn any_span_of_any_text_lies_in_its_line() {
        for text in ["", "\n", "\r\n", "é", "a\n\n\n", "\u{1b}[31m\n", "a = \"\r\nb\r\r\nc"] {
            for start in 0..text.len() + 2 {
                for end in 0..text.len() + 2 {
                    let at = super::locate(text, &(start..end));
                    assert!(at.column <= at.line_text.chars().count() + 1, "{text:?} {start}..{end}: {at:?}");
                    assert!(at.width >= 1 && at.line <= text.matches('\n').count() + 1);
                    assert!(!drawn(text, start..end).contains('\u{1b}'));
                }
            }
        }
    }
}
