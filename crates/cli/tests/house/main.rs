//! Checks statements of the documents against the project.

#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]

mod additions;
mod architecture;
mod circles;
mod documents;
mod licences;
mod words;

use std::path::{Path, PathBuf};
use std::process::Command;

/// The workspace's folder.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A file of the project as text.
fn text(path: &str) -> String {
    let path: PathBuf = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a cargo command prints, offline.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(args).arg("--offline").current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
