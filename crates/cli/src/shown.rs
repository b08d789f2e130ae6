//! Shows a result: its table, its report and notes.

use std::path::Path;

use report::Report;
use runner::Tallies;
use scenario::Scenario;

use crate::args::ShownArgs;
use crate::commands::options;
use crate::failure::Failure;
use crate::folder::{Folder, TALLIES};
use crate::output::Results;
use crate::{interrupt, output};

impl ShownArgs {
    /// Prints the table of a fight and writes its report. Returns whether the report is complete.
    pub(crate) fn fight(
        &self,
        file: &Path,
        scenario: &Scenario,
        folder: Option<&Folder>,
        tallies: &Tallies,
        results: &mut Results,
    ) -> Result<bool, Failure> {
        let failed = |error| Failure::runner(file, error);
        let run = runner::assemble(scenario, tallies).map_err(failed)?;
        let printed = self.print(&Report::of_run(&run, &[]), results);
        let mut whole = true;
        report_after(printed, folder, |folder| {
            let heats = runner::heat(scenario, &run, &options(self.threads)).map_err(failed)?;
            whole = !interrupt::pressed();
            let mut files = Report::of_run(&run, &heats).files()?;
            files.push((TALLIES.to_owned(), tallies.to_bytes().map_err(failed)?));
            self.write(folder, &files)
        })?;
        Ok(whole)
    }

    /// Prints a report's table in the requested format.
    pub(crate) fn print(&self, report: &Report<'_>, results: &mut Results) -> Result<(), Failure> {
        results.print(&report.render(self.format.format, self.format.width())?)
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
