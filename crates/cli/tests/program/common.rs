//! Starts the program and inspects its output.

use std::path::Path;
use std::process::{Command, Output};

/// The root folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The program with arguments, in a folder.
pub(crate) fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_beatenzone"));
    command.current_dir(folder).args(args);
    command
}

/// Runs the program and checks its exit code. Returns its standard output and standard error.
#[track_caller]
pub(crate) fn run(folder: &Path, args: &[&str], code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = program(folder, args).output().unwrap();
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(code), "{args:?}\n{out}\n{err}");
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}
