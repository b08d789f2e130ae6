//! `beatenzone best`

use std::path::Path;

use engage::{Mission, Objective, Side};
use report::Doctrines;
use runner::{Choice, Intervals, Provenance};
use scenario::{Body, Scenario};
use search::{Asked, best};
use stats::grouped;

use crate::args::BestArgs;
use crate::commands::{folders, load, options};
use crate::failure::Failure;
use crate::folder::BEST;
use crate::shown::report_after;
use crate::{interrupt, output};

/// Searches the best doctrine of one side, or of both.
pub(crate) fn find(args: &BestArgs) -> Result<(), Failure> {
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets)?;
    let failed = |error| Failure::runner(&args.file, error);
    let Body::Fight(cells) = &scenario.body else { return Err(failed(runner::Error::Situation)) };
    let choice = Choice { values: args.cell.clone(), variant: None };
    let cell = runner::choose(&scenario, &choice).map_err(|error| Failure::Usage(error.to_string()))?;
    let place = if scenario.axes.is_empty() { String::new() } else { runner::label(&scenario, cell) };
    let point = cells[cell].point.clone();
    let mut name = Path::new(scenario.name()).with_extension("").into_os_string();
    name.push("-best.toml");
    let folders = folders(&[name.into()], &args.folder, false)?;
    let folder = folders.first();
    folder.iter().try_for_each(|folder| folder.takes(BEST, args.folder.replace))?;
    interrupt::listen()?;
    let asked = Asked { side: args.side, mission: mission(&scenario), placement: args.placement };
    let told = |what: &str, spent: u64| args.shown.note(&format!("{what}; {} engagements so far", grouped(spent)));
    let found = best(&scenario, &point, asked, options(args.shown.threads), &told).map_err(failed)?;
    let doctrines = Doctrines {
        provenance: Provenance {
            rules_changed: scenario.rules_changed_of(&cells[cell]),
            ..runner::provenance(&scenario)
        },
        intervals: Intervals::of(&scenario),
        place,
        file: args.file.display().to_string(),
        names: scenario.names(),
        best: &found,
    };
    let printed = output::print(&doctrines.render(args.shown.format.format, args.shown.format.width())?);
    report_after(printed, folder, |folder| args.shown.write(folder, &doctrines.files()?))?;
    if found.interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// The side that has a mission other than to put every enemy out of the fight.
fn mission(scenario: &Scenario) -> Option<Side> {
    let word = |key: &str| scenario.value(key).and_then(|value| value.as_str().map(str::to_owned));
    word("mission.objective").filter(|objective| objective != Objective::Eliminate.word())?;
    let side = word("mission.side").unwrap_or_else(|| Mission::default().side.name().to_owned());
    Side::ALL.into_iter().find(|known| known.name() == side)
}
