//! One file a command: from its arguments to the crates that do the work, and to the terminal.

pub(crate) mod balance;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod list;
pub(crate) mod map;
pub(crate) mod merge;
pub(crate) mod odds;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod schema;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use runner::Options;
use scenario::Scenario;

use crate::failure::Failure;
use crate::folder::Folder;
use crate::interrupt::INTERRUPT;

fn load(path: &Path, sets: &[String]) -> Result<Scenario, Failure> {
    Scenario::load(path, sets).map_err(|diagnostics| Failure::scenario(path, diagnostics))
}

pub(crate) fn options(threads: Option<u16>) -> Options<'static> {
    Options { threads: threads.map(usize::from), interrupt: &INTERRUPT }
}

/// The report folder of one file: `out`, else one in `results` by the file's name with an ending.
fn folder_of(file: &Path, ending: &str, out: Option<&Path>) -> Result<Folder, Failure> {
    let mut name = file.file_stem().unwrap_or(file.as_os_str()).to_owned();
    name.push(ending);
    Folder::check(out.unwrap_or(&Path::new("results").join(name)))
}

/// The report folder of each file: `out` itself for a single file, else one in it for each, by the file's name. All are
/// checked, in one way or the other, before anything is run.
fn folders(
    files: &[PathBuf],
    out: Option<&Path>,
    check: impl Fn(&Path) -> Result<Folder, Failure>,
) -> Result<Vec<Folder>, Failure> {
    let within = out.unwrap_or(Path::new("results"));
    let mut seen = BTreeSet::new();
    let folder = |file: &PathBuf| {
        let stem = file.file_stem().unwrap_or(file.as_os_str());
        let path = if out.is_some() && files.len() == 1 { within.to_owned() } else { within.join(stem) };
        if !seen.insert(path.clone()) {
            return Err(Failure::Usage(format!(
                "two reports would go to {}; run the files one by one",
                path.display()
            )));
        }
        check(&path)
    };
    files.iter().map(folder).collect()
}
