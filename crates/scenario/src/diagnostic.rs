//! Mistakes for display: with their line, the allowed values and the nearest word.

use std::fmt;

/// The location of a mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The line, from 1.
    pub line: usize,
    /// The first wrong character in it, from 1, counted in characters; one past the last when something is missing at
    /// the end.
    pub column: usize,
    /// The number of wrong characters, at least 1.
    pub width: usize,
    /// The line, without its end; of a long line the part around the column, from character `skipped`.
    pub line_text: String,
    /// Characters left out before `line_text`.
    pub skipped: usize,
}

/// One mistake in a scenario or a map. Its `Display` shows it in the style of a compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The name of the scenario or map file, or the override as given, such as `--set red.gunmen.count=x`.
    pub source: String,
    /// The location in the file; `None` for an override, or if the file could not be read.
    pub location: Option<Location>,
    /// The key it concerns, dotted from the top of the scenario; empty if it concerns the file.
    pub key: String,
    /// What is wrong and what was expected.
    pub message: String,
    /// The allowed words, if the message lists them.
    pub allowed: Vec<String>,
    /// In which combinations it is wrong, if not in all.
    pub note: Option<String>,
    /// What to write instead.
    pub help: Option<String>,
    /// Whether a file could not be read; otherwise its content is wrong.
    pub unread: bool,
}

/// The mistakes in a scenario and its maps: at least one, at most 20.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.0.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n\n"))]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Whether a file could not be read.
    #[must_use]
    pub fn unread(&self) -> bool {
        self.0.iter().any(|one| one.unread)
    }
}

/// A diagnostic about a file that could not be read.
pub(crate) fn unreadable(source: &str, message: String) -> Diagnostics {
    let (key, allowed) = (String::new(), Vec::new());
    Diagnostics(vec![Diagnostic {
        source: source.to_owned(),
        location: None,
        key,
        message,
        allowed,
        note: None,
        help: None,
        unread: true,
    }])
}

/// Text without control characters, cut if it is too long.
pub(crate) fn printable(text: &str, most: usize) -> String {
    let clean = |c: char| if engage::steers(c) { char::REPLACEMENT_CHARACTER } else { c };
    let mut shown: String = text.chars().take(most).map(clean).collect();
    if shown.len() < text.len() && text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.source)?;
        if let Some(at) = &self.location {
            write!(f, ":{}:{}", at.line, at.column)?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", self.key)?;
        }
        write!(f, ": {}", self.message)?;
        let mut gutter = String::new();
        if let Some(at) = &self.location {
            gutter = " ".repeat(at.line.to_string().len());
            let shift = at.line_text.chars().take(at.column - 1 - at.skipped);
            let indent: String = shift.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let padding = " ".repeat((at.column - 1 - at.skipped).saturating_sub(indent.chars().count()));
            write!(f, "\n{gutter} |\n{} | {}", at.line, at.line_text)?;
            write!(f, "\n{gutter} | {indent}{padding}{}", "^".repeat(at.width))?;
        }
        for (word, text) in [("note", &self.note), ("help", &self.help)] {
            if let Some(text) = text {
                write!(f, "\n{gutter} = {word}: {text}")?;
            }
        }
        Ok(())
    }
}
