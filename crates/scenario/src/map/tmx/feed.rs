//! Feeds the crate `tiled` a map and its tilesets from memory, tag by tag.

use std::cell::Cell;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::tileset::External;

/// The name of the map among the files; XML cannot write it, so no tileset has this name.
const MAP: &str = "\0";

/// The files that may be read.
pub(super) struct Feeder<'f> {
    files: Vec<(PathBuf, &'f str)>,
    /// The file read last, and how many bytes of it.
    reached: Cell<(usize, usize)>,
}

impl<'f> Feeder<'f> {
    /// A map, which is file 0, and its tilesets after it.
    pub(super) fn new(map: &'f str, tilesets: &'f [External]) -> Feeder<'f> {
        let tilesets = tilesets.iter().map(|one| (one.path.clone(), one.source.text.as_str()));
        Feeder { files: [(PathBuf::from(MAP), map)].into_iter().chain(tilesets).collect(), reached: Cell::default() }
    }

    /// The map, or for an error the number of the file, the bytes read of it, and the message.
    pub(super) fn read(&self) -> Result<tiled::Map, (usize, usize, String)> {
        let open = |path: &Path| -> io::Result<Feed<'_>> {
            let known = self.files.iter().position(|(known, _)| known == path);
            let file = known.ok_or(io::ErrorKind::NotFound)?;
            Ok(Feed { text: self.files[file].1.as_bytes(), at: 0, file, reached: &self.reached })
        };
        tiled::Loader::with_reader(open).load_tmx_map(MAP).map_err(|error| {
            let (file, at) = self.reached.get();
            (file, at, not_tiled(&error.to_string()))
        })
    }
}

/// The message for a file that `tiled` refuses.
fn not_tiled(error: &str) -> String {
    match error {
        // If any attribute of a tileset in the map is wrong, `tiled` takes it for a tileset in a file.
        "Missing attribute: source" => "not as Tiled writes it: an attribute is missing or wrong".to_owned(),
        _ => format!("not as Tiled writes it: {error}"),
    }
}

/// A file that is read only as far as requested, so that the place of a mistake is known.
struct Feed<'f> {
    text: &'f [u8],
    at: usize,
    file: usize,
    reached: &'f Cell<(usize, usize)>,
}

impl Read for Feed<'_> {
    /// Up to the end of a tag.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.text[self.at..];
        let tag = rest.iter().position(|&byte| byte == b'>').map_or(rest.len(), |end| end + 1);
        let piece = &rest[..tag.min(buffer.len())];
        buffer[..piece.len()].copy_from_slice(piece);
        self.at += piece.len();
        self.reached.set((self.file, self.at));
        Ok(piece.len())
    }
}
