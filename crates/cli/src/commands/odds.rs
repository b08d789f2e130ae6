//! `beatenzone odds`

use std::path::{Path, PathBuf};

use report::Report;
use runner::OddsTable;
use scenario::Scenario;

use crate::args::{FolderArgs, OddsArgs};
use crate::commands::{folders, load, names, options};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::output::{self, Results};
use crate::shown::report_after;

/// The most bytes of a file of records.
const MOST_BYTES: u64 = 1 << 26;

/// Answers situations, all of them before it shows the first, or checks answers.
pub(crate) fn odds(args: &OddsArgs) -> Result<(), Failure> {
    if let Some(file) = &args.check {
        return check(file, args.ruleset.as_deref());
    }
    let sets = &args.set.over(&[], &[])?;
    let scenarios = args.files.iter().map(|file| load(file, sets, None)).collect::<Result<Vec<Scenario>, Failure>>()?;
    let asked = FolderArgs { out: args.out.clone(), no_report: args.out.is_none(), replace: false };
    let folders = folders(&names(&scenarios), &asked, false)?;
    folders.iter().try_for_each(Folder::holds_no_fight)?;
    let answer = |(scenario, file): (&Scenario, &PathBuf)| {
        runner::odds(scenario, &options(args.shown.threads)).map_err(|error| Failure::runner(file, error))
    };
    let answers = scenarios.iter().zip(&args.files).map(answer).collect::<Result<Vec<OddsTable>, Failure>>()?;
    let mut results = Results::new(args.shown.format.format, answers.len());
    for (index, odds) in answers.iter().enumerate() {
        let report = Report::of_odds(odds);
        let printed = args.shown.print(&report, &mut results);
        report_after(printed, folders.get(index), |folder| args.shown.write(folder, &report.files()?))?;
    }
    Ok(())
}

fn check(file: &Path, asked: Option<&str>) -> Result<(), Failure> {
    let content = |reason: String| Failure::Content { path: file.to_owned(), reason };
    let bytes = scenario::beginning(file, MOST_BYTES + 1).map_err(|error| Failure::file(file, error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(content(format!("has more than {MOST_BYTES} bytes")));
    }
    let text = scenario::text_in(&bytes).map_err(|error| content(format!("is not text in UTF-8: {error}")))?;
    let records = runner::read_records(text).map_err(|error| content(error.to_string()))?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let ruleset = runner::ruleset(scenario::RULESETS, asked, &stem, &records).map_err(Failure::Usage)?;
    let check = runner::check(ruleset, &records);
    output::print(&check.to_string())?;
    if check.passed() { Ok(()) } else { Err(Failure::No("not every record was answered as expected".to_owned())) }
}
