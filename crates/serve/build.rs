//! Lists the shipped scenarios and maps, so that the program contains them.

#![allow(clippy::disallowed_methods, reason = "reads the shipped files while the program is built")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder of files with mistakes, which only tests need.
const BAD: &str = "bad";

/// The endings of scenarios, maps and tilesets.
const ENDINGS: [&str; 3] = ["toml", "tmx", "tsx"];

/// The files below a folder, in order of their paths.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != BAD) {
                found.extend(files(&path)?);
            }
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| *known == ending)) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = here.join("../../scenarios").canonicalize()?;
    println!("cargo::rerun-if-changed={}", root.display());
    let mut list = String::from("&[\n");
    for path in files(&root)? {
        let parts = path.strip_prefix(&root).unwrap_or(&path).components();
        let name = parts.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
        let _ = writeln!(list, "({name:?}, include_str!({:?})),", path.display().to_string());
    }
    list.push(']');
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("shipped.rs"), list)
}
