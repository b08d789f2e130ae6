//! `beatenzone merge`

use std::path::Path;

use runner::Tallies;
use scenario::{Body, Scenario};

use crate::args::MergeArgs;
use crate::commands::{Source, folders, names};
use crate::failure::Failure;
use crate::folder::MOST_BYTES;
use crate::interrupt;
use crate::output::Results;
use crate::store::{Store, read};

/// Joins the parts of a run and writes the report of the whole.
pub(crate) fn merge(args: &MergeArgs) -> Result<(), Failure> {
    let parts = args.parts.iter().map(|path| part(path)).collect::<Result<Vec<Tallies>, Failure>>()?;
    let differs = |differs| Failure::Apart { differs };
    let merged = Tallies::merge(parts).map_err(differs)?;
    let scenario = asked(args, &merged)?;
    let tallies = Tallies::new(&scenario, None).map_err(|error| Failure::runner(&args.file, error))?;
    let tallies = tallies.resume(&scenario, merged).map_err(differs)?;
    let folders = folders(&names([&scenario]), &args.folder, false)?;
    let folder = folders.first();
    interrupt::listen()?;
    if let Some(folder) = folder {
        let store = Store::new(folder, None)?;
        let there = store.open(&scenario, args.folder.replace)?;
        if !args.folder.replace && there.is_more_than(&tallies) {
            return Err(Failure::Usage(format!(
                "{} holds what the parts do not; --replace replaces it, --out names another folder",
                store.path().display()
            )));
        }
        store.put(&tallies)?;
    }
    let mut results = Results::new(args.shown.format.format, 1);
    if args.shown.fight(&args.file, &scenario, folder, &tallies, &mut results)? {
        Ok(())
    } else {
        Err(Failure::Interrupted)
    }
}

/// The scenario, with as many engagements as the parts have together.
fn asked(args: &MergeArgs, merged: &Tallies) -> Result<Scenario, Failure> {
    let sets = args.play.sets(&args.set);
    let source = Source::read(&args.file)?;
    let scenario = source.scenario(&sets)?;
    let (_, engagements) = merged.engagements();
    if let Some(wanted) = args.play.engagements.filter(|wanted| ![0, *wanted].contains(&engagements)) {
        let message = format!("--engagements {wanted}: the parts have {engagements} of each cell together");
        return Err(Failure::Usage(message));
    }
    if matches!(scenario.body, Body::Situation { .. }) || [0, scenario.play.engagements].contains(&engagements) {
        return Ok(scenario);
    }
    let engagements = format!("play.engagements={engagements}");
    source.scenario(&sets.into_iter().chain([engagements]).collect::<Vec<_>>())
}

fn part(path: &Path) -> Result<Tallies, Failure> {
    let bytes = scenario::beginning(path, MOST_BYTES).map_err(|error| Failure::file(path, error))?;
    read(&bytes, path)
}
