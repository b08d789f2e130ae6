//! Shows a result: its table, its report and notes.

use std::path::Path;

use report::{Findings, Players, Report};
use runner::{Options, Run, Tallies};
use scenario::Scenario;

use crate::args::ShownArgs;
use crate::commands::{MOST_BYTES, options};
use crate::failure::Failure;
use crate::folder::{BEST, Folder, TALLIES};
use crate::output::Results;
use crate::{interrupt, output};

impl ShownArgs {
    /// Prints the table of a fight and writes its report. Returns the run, and whether the report is complete.
    pub(crate) fn fight(
        &self,
        file: &Path,
        scenario: &Scenario,
        folder: Option<&Folder>,
        tallies: &Tallies,
        results: &mut Results,
    ) -> Result<(Run, bool), Failure> {
        let failed = |error| Failure::runner(file, error);
        let run = runner::assemble(scenario, tallies).map_err(failed)?;
        let players = players(scenario, folder, &options(self.threads)).map_err(failed)?;
        let printed = self.print(&Report::of_run(&run, &[]).with_players(players.clone()), results);
        let mut whole = true;
        report_after(printed, folder, |folder| {
            let heats = runner::heat(scenario, &run, &options(self.threads)).map_err(failed)?;
            whole = !interrupt::pressed();
            let mut files = Report::of_run(&run, &heats).with_players(players).files()?;
            files.push((TALLIES.to_owned(), tallies.to_bytes().map_err(failed)?));
            self.write(folder, &files)
        })?;
        Ok((run, whole))
    }

    /// Prints a report's table in the requested format.
    pub(crate) fn print(&self, report: &Report<'_>, results: &mut Results) -> Result<(), Failure> {
        results.print(&report.render(self.format.format, self.format.width())?)
    }

    /// Prints the result of a search in the requested format.
    pub(crate) fn print_findings(&self, findings: &Findings<'_>) -> Result<(), Failure> {
        output::print(&findings.render(self.format.format, self.format.width())?)
    }

    /// Replaces the report in a folder.
    pub(crate) fn write(&self, folder: &Folder, files: &[report::File]) -> Result<(), Failure> {
        folder.write(files)?;
        let page = files.iter().find(|(name, _)| name.ends_with(".html"));
        let named = folder.named();
        let path = page.map_or_else(|| named.to_owned(), |(name, _)| named.join(name));
        self.note(&format!("report: {}", path.display()));
        Ok(())
    }

    /// Writes a note to standard error, unless the user asked for quiet.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            output::note(text);
        }
    }
}

/// How far a fight depends on the players: from the search for the best doctrines whose report is beside that of the
/// fight, or on open ground from other presets.
fn players(scenario: &Scenario, folder: Option<&Folder>, options: &Options<'_>) -> Result<Players, runner::Error> {
    let beside = |folder: &Folder| {
        let mut path = folder.named().as_os_str().to_owned();
        path.push("-best");
        let best = scenario::beginning(&Path::new(&path).join(BEST), MOST_BYTES).ok()?;
        Players::of_search(&best, scenario)
    };
    if let Some(searched) = folder.and_then(beside) {
        return Ok(searched);
    }
    let presets = runner::presets(scenario, *options)?;
    Ok(presets.map_or_else(|| Players::unasked(scenario), |presets| Players::of_presets(&presets, scenario)))
}

/// Writes a report, if one is wanted, after its table was printed. The table is shown even if the report fails, and the
/// report is written even if the table could not be printed. If there is a report, a closed standard output is not a
/// failure.
pub(crate) fn report_after<F>(
    printed: Result<(), Failure>,
    folder: Option<F>,
    write: impl FnOnce(F) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(folder) = folder else { return printed };
    write(folder)?;
    if matches!(printed, Err(Failure::Closed)) { Ok(()) } else { printed }
}
