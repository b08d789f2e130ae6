//! `beatenzone run`

use report::Report;
use runner::{Progress, Unwatched};
use scenario::{Body, Scenario};

use crate::args::RunArgs;
use crate::commands::{folders, load, options};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::watch::Watch;
use crate::{interrupt, output};

/// Checks every file before the first is played.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    let sets = args.sets();
    let scenarios = args.files.iter().map(|file| load(file, &sets)).collect::<Result<Vec<Scenario>, Failure>>()?;
    let folders = if args.no_report { Vec::new() } else { folders(&args.files, args.out.as_deref())? };
    interrupt::listen()?;
    for (index, scenario) in scenarios.iter().enumerate() {
        let (table, files) = match &scenario.body {
            Body::Fight(_) => fight(args, index, scenario)?,
            Body::Situation { .. } => situation(args, index, scenario)?,
        };
        if let Some(folder) = folders.get(index) {
            write(args, folder, &files()?)?;
        }
        output::print(&table)?;
        if interrupt::pressed() {
            return Err(Failure::Interrupted);
        }
    }
    Ok(())
}

/// A table for standard output, and how to make the files of the report.
type Results<'a> = (String, Box<dyn Fn() -> Result<Vec<report::File>, Failure> + 'a>);

fn fight<'a>(args: &'a RunArgs, index: usize, scenario: &'a Scenario) -> Result<Results<'a>, Failure> {
    let watch: Box<dyn Progress + '_> = if args.quiet { Box::new(Unwatched) } else { Box::new(Watch::new(scenario)) };
    let run = runner::run(scenario, &options(args.threads), &*watch);
    drop(watch);
    let run = run.map_err(|error| Failure::runner(&args.files[index], error))?;
    let table = Report::of_run(&run, &[]).render(args.format.format, output::width())?;
    let files = move || {
        let heats = runner::heat(scenario, &run, &options(args.threads));
        let heats = heats.map_err(|error| Failure::runner(&args.files[index], error))?;
        Ok(Report::of_run(&run, &heats).files()?)
    };
    Ok((table, Box::new(files)))
}

fn situation<'a>(args: &'a RunArgs, index: usize, scenario: &'a Scenario) -> Result<Results<'a>, Failure> {
    let odds = runner::odds(scenario, &options(args.threads));
    let odds = odds.map_err(|error| Failure::runner(&args.files[index], error))?;
    let table = Report::of_odds(&odds).render(args.format.format, output::width())?;
    Ok((table, Box::new(move || Ok(Report::of_odds(&odds).files()?))))
}

fn write(args: &RunArgs, folder: &Folder, files: &[report::File]) -> Result<(), Failure> {
    folder.write(files)?;
    if !args.quiet {
        output::note(&format!("report: {}", folder.path().display()));
    }
    Ok(())
}
