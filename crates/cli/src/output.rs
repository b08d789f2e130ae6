//! Standard output for results, standard error for everything else.

use std::io::{self, IsTerminal, Write};

use crate::failure::Failure;

/// The width of tables where standard output is no terminal.
const PLAIN_WIDTH: u16 = 120;

/// Writes to standard output.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Closed),
        Err(error) => Err(Failure::file("standard output".as_ref(), error)),
    }
}

/// Writes a line to standard error. Nobody can be told if that fails.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// The width of the terminal that shows standard output.
pub(crate) fn width() -> u16 {
    terminal_size::terminal_size_of(io::stdout()).map_or(PLAIN_WIDTH, |(width, _)| width.0)
}

/// Whether standard output is a terminal that wants colours.
pub(crate) fn coloured() -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    io::stdout().is_terminal() && set("NO_COLOR").is_none() && set("TERM").is_some_and(|term| term != "dumb")
}
