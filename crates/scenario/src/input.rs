//! Reads files into text, and into documents with their overrides.

#![allow(clippy::disallowed_methods, reason = "reads scenarios and maps, on a thread with a deep stack")]

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use engage::Ruleset;

use crate::diagnostic::{Diagnostics, unreadable};
use crate::document::{self, Document, MAX_BYTES};
use crate::key::Key;
use crate::lists::lay_out;
use crate::mistake::Mistake;
use crate::over;
use crate::overrides;
use crate::source::Source;

/// Why a file was not read.
#[derive(Debug)]
pub(crate) struct Unread {
    pub(crate) message: String,
    /// Whether it could not be read; otherwise it is too long.
    pub(crate) failed: bool,
}

impl Unread {
    /// The only diagnostic of a file.
    pub(crate) fn of(self, name: &str) -> Diagnostics {
        let mut told = unreadable(name, self.message);
        told.0.iter_mut().for_each(|one| one.unread = self.failed);
        told
    }
}

/// A file with a scenario, read only once because a pipe cannot be read again.
#[derive(Debug)]
pub struct File {
    pub(crate) name: String,
    /// The folder in which the paths of its maps begin.
    pub(crate) folder: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl File {
    /// Reads a file; `-` is standard input. Paths of maps begin in the folder of the file, or in the current folder if
    /// the scenario comes from a pipe.
    ///
    /// # Errors
    /// Why it could not be read.
    pub fn read(path: &Path) -> Result<File, Diagnostics> {
        let bytes = bytes(path).map_err(|unread| unread.of(&called(path)))?;
        Ok(File::of(path, bytes))
    }

    /// A file whose bytes were read before.
    #[must_use]
    pub fn of(path: &Path, bytes: Vec<u8>) -> File {
        let beside = path.parent().filter(|_| !is_handed_over(path)).unwrap_or(Path::new(""));
        File { name: called(path), folder: beside.to_owned(), bytes }
    }
}

/// The name of a file in messages.
fn called(path: &Path) -> String {
    if is_standard_input(path) { "stdin".to_owned() } else { path.display().to_string() }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a path is standard input or a file in `/dev` or `/proc`, as shells use for pipes, rather than an ordinary
/// file.
#[must_use]
pub fn is_handed_over(path: &Path) -> bool {
    is_standard_input(path) || ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
}

/// The bytes of a file, unless it is longer than a scenario or a map may be.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Unread> {
    let failed = |message: String| Unread { message, failed: true };
    let read = |error: io::Error| failed(format!("cannot be read: {error}"));
    if is_standard_input(path) {
        return beginning(path, MAX_BYTES as u64 + 8).map_err(read);
    }
    let about = std::fs::metadata(path).map_err(read)?;
    if about.is_dir() {
        let here = path.display();
        let name = format!("name a file in it, or all of them as {}", path.join("*.toml").display());
        return Err(failed(format!(
            "is a directory, not a file: {name}; `beatenzone list {here}` lists its scenarios and maps"
        )));
    }
    if about.len() > MAX_BYTES as u64 {
        return Err(Unread { message: document::too_long(about.len()), failed: false });
    }
    beginning(path, MAX_BYTES as u64 + 8).map_err(read)
}

/// The first bytes of a file, or of standard input for `-`, at most `most` of them. Pipes that a shell passes as files
/// are read. Named pipes are refused, because there may never be a writer.
///
/// # Errors
/// Why it cannot be read.
pub fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_standard_input(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    if is_named_pipe(path)? {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is a named pipe, not a file"));
    }
    // The length of pipes and devices is unknown in advance.
    std::fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(unix)]
fn is_named_pipe(path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::FileTypeExt;
    Ok(!is_handed_over(path) && std::fs::metadata(path)?.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> io::Result<bool> {
    Ok(false)
}

/// The bytes of a text file without a leading byte-order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The text in the bytes of a file, without a byte-order mark.
///
/// # Errors
/// If the text is not UTF-8.
pub fn text_in(bytes: &[u8]) -> Result<&str, std::str::Utf8Error> {
    std::str::from_utf8(without_mark(bytes))
}

/// The content of a file with the overrides applied.
pub(crate) struct Opened {
    /// The values and their places.
    pub(crate) document: Document,
    /// The overrides in their normal form.
    pub(crate) sets: Vec<String>,
    /// The keys of the overrides.
    pub(crate) overrides: Vec<Key>,
    /// The mistakes found so far.
    pub(crate) mistakes: Vec<Mistake>,
}

/// The overrides of a file for display.
fn shown(sets: &[String]) -> Vec<String> {
    sets.iter().map(|set| over::shown(set)).collect()
}

/// The text in the bytes of a file called `name`, without a byte-order mark.
pub(crate) fn source(name: &str, bytes: &[u8], sets: &[String]) -> Result<Source, Diagnostics> {
    let bytes = without_mark(bytes);
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_BYTES)]).into_owned();
    let source = Source { name: name.to_owned(), text: beginning, sets: shown(sets) };
    match document::text(bytes) {
        Ok(_) => Ok(source),
        Err(mistake) => Err(source.diagnostics(vec![mistake])),
    }
}

/// Parses bytes into a document with the overrides applied, and with single entries put into the printed lists of its
/// ruleset. The outer error is for bytes that are not text, the inner one for text that is not TOML.
#[allow(clippy::type_complexity, reason = "the text is there whether it is read or not")]
pub(crate) fn open(
    name: &str,
    bytes: &[u8],
    sets: &[String],
    registry: &[&'static Ruleset],
) -> Result<(Source, Result<Opened, Vec<Mistake>>), Diagnostics> {
    let mut source = source(name, bytes, sets)?;
    let read = with_room(|| {
        let mut document = document::read(&source.text)?;
        let sets = overrides::settle(&document.value, sets);
        let mut mistakes = lay_out(&mut document, registry);
        let (overrides, wrong) = overrides::apply(&mut document, &sets, registry);
        mistakes.extend(wrong);
        Ok(Opened { document, sets, overrides, mistakes })
    });
    if let Ok(Ok(opened)) = &read {
        source.sets = shown(&opened.sets);
    }
    match read {
        Ok(read) => Ok((source, read)),
        Err(error) => Err(unreadable(name, format!("no thread to read it on: {error}"))),
    }
}

/// Runs `work` on a stack large enough for the deepest tree of the TOML parser. The parser limits brackets and dots to
/// 80 each, but inline tables with dotted keys nest to 80 × 80 tables, and dropping these recurses.
pub(crate) fn with_room<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    const STACK_BYTES: usize = 64 << 20;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        Ok(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_byte_order_mark_is_no_part_of_a_text() {
        assert_eq!(super::text_in(b"\xEF\xBB\xBF[1]"), Ok("[1]"));
        assert_eq!(super::text_in(b"[1]"), Ok("[1]"));
        assert!(super::text_in(b"\xEF\xBB").is_err());
    }
}
