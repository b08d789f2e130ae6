//! Standard output for results, standard error for everything else.

use std::io::{self, IsTerminal, Write};

use report::{Format, READABLE};

use crate::failure::Failure;

/// Writes to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Closed),
        Err(error) => Err(Failure::file("standard output".as_ref(), error)),
    }
}

/// Results on standard output, one after the other; of several as JSON one list.
pub(crate) struct Results {
    list: bool,
    left: usize,
    begun: bool,
}

impl Results {
    /// So many results in a format.
    pub(crate) fn new(format: Format, count: usize) -> Results {
        Results { list: format == Format::Json && count > 1, left: count, begun: false }
    }

    /// Writes the next.
    pub(crate) fn print(&mut self, text: &str) -> Result<(), Failure> {
        self.left = self.left.saturating_sub(1);
        if !self.list {
            return print(text);
        }
        let before = if std::mem::replace(&mut self.begun, true) { ",\n" } else { "[\n" };
        let after = if self.left == 0 { "\n]\n" } else { "" };
        print(&format!("{before}{}{after}", text.trim_end()))
    }
}

/// The most characters of a line on standard error: messages repeat what they are about, however long it is.
const LONGEST_LINE: usize = 1000;

/// Writes lines to standard error, the longest of them cut. Nobody can be told if that fails.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", shortened(text));
}

/// The same lines, of each at most so many characters: the first and the last.
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
