//! One file for each command: it connects the arguments, the crates that do the work, and the terminal.

pub(crate) mod balance;
pub(crate) mod best;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod levers;
pub(crate) mod list;
pub(crate) mod map;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod odds;
pub(crate) mod price;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod targets;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use engage::Ruleset;
use runner::{Choice, Options};
use scenario::{Body, DoctrinesFile, RULESETS, Scenario, Written, did_you_mean};

use crate::args::FolderArgs;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::interrupt::INTERRUPT;

/// Where reports go by default.
const RESULTS: &str = "results";

/// The most bytes of a report that the program reads.
pub(crate) const MOST_BYTES: u64 = 1 << 28;

/// The source of a scenario, read once.
enum Source {
    /// Its file.
    File(scenario::File),
    /// A report that contains it.
    Report(Written),
}

impl Source {
    fn read(path: &Path) -> Result<Source, Failure> {
        let is_report =
            path.extension().is_some_and(|ending| ["html", "json"].iter().any(|one| ending.eq_ignore_ascii_case(one)));
        if is_report {
            return kept(path, read(path)?).map(Source::Report);
        }
        if scenario::is_handed_over(path) {
            let bytes = read(path)?;
            let text = scenario::text_in(&bytes).unwrap_or_default();
            // A scenario never begins like a page or like JSON.
            return match text.trim_start().starts_with(['<', '{']) {
                true => kept(path, bytes).map(Source::Report),
                false => Ok(Source::File(scenario::File::of(path, bytes))),
            };
        }
        scenario::File::read(path).map(Source::File).map_err(Failure::Scenario)
    }

    /// The scenario with overrides, led by the doctrines of a file if there is one.
    fn scenario(&self, sets: &[String], led: Option<&DoctrinesFile>) -> Result<Scenario, Failure> {
        let sets: Vec<String> = led.into_iter().flat_map(DoctrinesFile::sets).chain(sets).cloned().collect();
        let scenario = match self {
            Source::File(file) => file.scenario(&sets),
            Source::Report(written) => Scenario::rewritten(written, &sets),
        };
        scenario.map_err(|wrong| {
            Failure::Scenario(match led {
                Some(led) => led.located(wrong),
                None => wrong,
            })
        })
    }
}

/// Reads a scenario from its file, or from a report that contains it.
fn load(path: &Path, sets: &[String], led: Option<&DoctrinesFile>) -> Result<Scenario, Failure> {
    Source::read(path)?.scenario(sets, led)
}

/// The bytes of a file that may be a report.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let bytes = scenario::beginning(path, MOST_BYTES + 1).map_err(|error| Failure::file(path, error))?;
    if bytes.len() as u64 > MOST_BYTES {
        let reason = format!("has more than {MOST_BYTES} bytes");
        return Err(Failure::Content { path: path.to_owned(), reason });
    }
    Ok(bytes)
}

/// The scenario in a report.
fn kept(path: &Path, bytes: Vec<u8>) -> Result<Written, Failure> {
    let content = |reason: String| Failure::Content { path: path.to_owned(), reason };
    let text = scenario::text_in(&bytes).map_err(|error| content(format!("is not text in UTF-8: {error}")))?;
    report::kept_in(text).map_err(|error| content(error.to_string()))
}

/// The ruleset with this id.
fn ruleset(name: &str) -> Result<&'static Ruleset, Failure> {
    let known = || RULESETS.iter().map(|ruleset| ruleset.id);
    RULESETS.iter().find(|ruleset| ruleset.id == name).copied().ok_or_else(|| {
        let near = did_you_mean(name, known());
        let known = known().collect::<Vec<_>>().join(", ");
        Failure::Usage(format!("there is no ruleset `{name}`, expected one of {known}{near}"))
    })
}

/// A cell of a fight's baseline, chosen by values of the swept keys.
struct AtPoint {
    cell: usize,
    /// The index of the value on each axis.
    point: Vec<usize>,
    /// The point in words; empty if nothing is swept.
    place: String,
}

/// The point that `--cell` chooses; by default the first.
fn at_point(scenario: &Scenario, file: &Path, values: &[(String, String)]) -> Result<AtPoint, Failure> {
    let Body::Fight(cells) = &scenario.body else { return Err(Failure::runner(file, runner::Error::Situation)) };
    let choice = Choice { values: values.to_vec(), variant: None };
    let cell = runner::choose(scenario, &choice).map_err(|error| Failure::Usage(error.to_string()))?;
    let place = if scenario.axes.is_empty() { String::new() } else { runner::label(scenario, cell) };
    Ok(AtPoint { cell, point: cells[cell].point.clone(), place })
}

/// The report folder of a search of this kind; `None` if no report is wanted.
fn folder_of_search(scenario: &Scenario, kind: &str, asked: &FolderArgs) -> Result<Option<Folder>, Failure> {
    let mut name = Path::new(scenario.name()).with_extension("").into_os_string();
    name.push(format!("-{kind}.toml"));
    Ok(folders(&[name.into()], asked, false)?.pop())
}

pub(crate) fn options(threads: Option<u16>) -> Options<'static> {
    Options { threads: threads.map(usize::from), interrupt: &INTERRUPT, executor: None }
}

/// The names of the files that scenarios were first read from.
fn names<'s>(scenarios: impl IntoIterator<Item = &'s Scenario>) -> Vec<PathBuf> {
    scenarios.into_iter().map(|scenario| scenario.name().into()).collect()
}

/// The report folder of each scenario; empty if no report is wanted. For a single scenario it is the folder given,
/// otherwise each scenario has a folder in it, named after its file. All folders are locked before anything is run;
/// parts of runs share them.
fn folders(files: &[PathBuf], asked: &FolderArgs, shared: bool) -> Result<Vec<Folder>, Failure> {
    if asked.no_report {
        return Ok(Vec::new());
    }
    let out = asked.out.as_deref();
    let within = out.unwrap_or(Path::new(RESULTS));
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
        if shared { Folder::shared(&path) } else { Folder::find(&path) }
    };
    let mut folders = files.iter().map(folder).collect::<Result<Vec<Folder>, Failure>>()?;
    if !shared {
        // Lock the last one first, so that outer folders that it creates are removed after the others.
        folders.iter_mut().rev().try_for_each(Folder::hold)?;
    }
    Ok(folders)
}
