//! Standard output for results, standard error for everything else.

use std::io::{self, IsTerminal, Write};

use engage::plain_lines;
use report::{Format, READABLE};

use crate::failure::Failure;

/// Writes text that may contain names and words from files to standard output, without control characters.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    write(&plain_lines(text))
}

/// Writes a text with colour codes. The codes are kept if colours are wanted; all other control characters are removed.
pub(crate) fn print_coloured(text: &str) -> Result<(), Failure> {
    if !coloured() {
        return print(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (place, part) in text.split(COLOUR).enumerate() {
        let code = part.find(|c: char| !c.is_ascii_digit() && c != ';').filter(|&at| part[at..].starts_with('m'));
        match (place, code) {
            (0, _) => shown.push_str(&plain_lines(part)),
            (_, Some(at)) => shown.extend([COLOUR, &part[..=at], &plain_lines(&part[at + 1..])]),
            (_, None) => shown.push_str(&plain_lines(&format!("{COLOUR}{part}"))),
        }
    }
    write(&shown)
}

/// The beginning of a colour code.
const COLOUR: &str = "\u{1b}[";

fn write(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Closed),
        Err(error) => Err(Failure::file("standard output".as_ref(), error)),
    }
}

/// Writes results to standard output, one after the other. As JSON, several results form one list; as CSV, one table.
pub(crate) struct Results {
    format: Format,
    count: usize,
    begun: usize,
    /// Tables that wait for the last one, which may have additional columns.
    tables: Vec<String>,
}

impl Results {
    /// A writer for `count` results in a format.
    pub(crate) const fn new(format: Format, count: usize) -> Results {
        Results { format, count, begun: 0, tables: Vec::new() }
    }

    /// Writes the next result.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.begun += 1;
        match self.format {
            Format::Json if self.count > 1 => {
                print(&format!("{}{}", if self.begun == 1 { "[\n" } else { ",\n" }, text.trim_end()))?;
            }
            Format::Csv if self.count > 1 => self.tables.push(text.to_owned()),
            _ => print(text)?,
        }
        if self.begun == self.count { self.end() } else { Ok(()) }
    }

    /// Ends the list or the table.
    fn end(&mut self) -> Result<(), Failure> {
        match (self.format, std::mem::replace(&mut self.count, 0)) {
            (Format::Json, 2..) => print("\n]\n"),
            (Format::Csv, 2..) => print(&report::joined(&self.tables)?),
            _ => Ok(()),
        }
    }
}

impl Drop for Results {
    /// Completes the list or table of the results written so far, even after a failure.
    fn drop(&mut self) {
        if self.count > 1 && self.begun > 0 {
            // The failure itself is reported elsewhere.
            _ = self.end();
        }
    }
}

/// The most characters of a line on standard error, because messages quote values of any length.
const LONGEST_LINE: usize = 1000;

/// Writes lines to standard error, with long ones cut and control characters removed. A failure of that cannot be
/// reported.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shortened(&plain_lines(text)));
}

/// The lines of a text, with long ones cut in the middle.
pub(crate) fn shortened(text: &str) -> String {
    let line = |line: &str| {
        let count = line.chars().count();
        if count <= LONGEST_LINE {
            return line.to_owned();
        }
        let first: String = line.chars().take(LONGEST_LINE / 2).collect();
        let last: String = line.chars().skip(count - LONGEST_LINE / 4).collect();
        format!("{first} … {} characters left out … {last}", count - LONGEST_LINE * 3 / 4)
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The width of the terminal that shows standard output.
pub(crate) fn width() -> u16 {
    terminal_size::terminal_size_of(io::stdout()).map_or(READABLE, |(width, _)| width.0)
}

/// Whether standard output is a terminal that wants colours.
pub(crate) fn coloured() -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    io::stdout().is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_some_and(|term| term != "dumb")
}
