//! What a command shows of a result: its table, its report, its notes.

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
    /// Prints the table of a fight and writes its report. Returns whether the report is whole.
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

    /// Prints a report's table in the format asked for.
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

    /// Says something on standard error, unless that is not wanted.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            output::note(text);
        }
    }
}

/// Writes a report, where one is wanted, after its table was printed: what was played is shown whatever becomes of its report, and
/// kept whatever becomes of its table. Where there is a report, it is no matter that nobody reads the table any more.
pub(crate) fn report_after<F>(
    printed: Result<(), Failure>,
    folder: Option<F>,
    write: impl FnOnce(F) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(folder) = folder else { return printed };
    write(folder)?;
    if matches!(printed, Err(Failure::Closed)) { Ok(()) } else { printed }
}
