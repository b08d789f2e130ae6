//! `beatenzone merge`

use std::fs;
use std::path::{Path, PathBuf};

use runner::{Differs, Part, Tallies};
use scenario::{Body, Scenario};

use crate::args::MergeArgs;
use crate::commands::{Source, folders, names};
use crate::failure::Failure;
use crate::folder::{MOST_BYTES, RESULTS};
use crate::interrupt;
use crate::output::Results;
use crate::store::{Store, read};

/// Merges the parts of a run and writes the report of the whole.
pub(crate) fn merge(args: &MergeArgs) -> Result<(), Failure> {
    let files = args.parts.iter().map(|path| files(path)).collect::<Result<Vec<_>, Failure>>()?.concat();
    let parts = files.iter().map(|path| part(path)).collect::<Result<Vec<Tallies>, Failure>>()?;
    let differs = |differs| Failure::Apart { differs };
    let merged = Tallies::merge(parts).map_err(differs)?;
    let scenario = asked(args, &merged)?;
    let tallies = Tallies::new(&scenario, None).map_err(|error| Failure::runner(&args.file, error))?;
    let tallies = tallies.resume(merged).map_err(differs)?;
    let unplayed = runner::unplayed(&scenario, &tallies).map_err(|error| Failure::runner(&args.file, error))?;
    if let [first, others @ ..] = &unplayed[..] {
        let more = match others.len() {
            0 => String::new(),
            1 => ", nor 1 other cell".to_owned(),
            more => format!(", nor {more} other cells"),
        };
        return Err(differs(Differs(vec![format!("no part has played {first}{more}, as the scenario requires")])));
    }
    let folders = folders(&names([&scenario]), &args.folder, false)?;
    let folder = folders.first();
    interrupt::listen()?;
    if let Some(folder) = folder {
        let store = Store::new(folder, None)?;
        store.fits(RESULTS, args.folder.replace)?;
        let there = store.open(&scenario, args.folder.replace)?;
        if !args.folder.replace && there.is_more_than(&tallies) {
            return Err(Failure::Usage(format!(
                "{} holds results that the parts lack; --replace replaces them; --out names another folder",
                store.path().display()
            )));
        }
        store.put(&tallies)?;
    }
    let mut results = Results::new(args.shown.format.format, 1);
    if args.shown.fight(&args.file, &scenario, folder, &tallies, &mut results)?.1 {
        Ok(())
    } else {
        Err(Failure::Interrupted)
    }
}

/// The scenario, with the number of engagements that the parts have together.
fn asked(args: &MergeArgs, merged: &Tallies) -> Result<Scenario, Failure> {
    let sets = args.set.over(&args.variants.variant, &args.play.sets())?;
    let source = Source::read(&args.file)?;
    let led = args.led.read()?;
    let scenario = source.scenario(&sets, led.as_ref())?;
    let (_, engagements) = merged.engagements();
    if let Some(wanted) = args.play.engagements.filter(|wanted| ![0, *wanted].contains(&engagements)) {
        let message = format!("--engagements {wanted}: the parts have {engagements} of each cell together");
        return Err(Failure::Usage(message));
    }
    if matches!(scenario.body, Body::Situation { .. }) || [0, scenario.play.engagements].contains(&engagements) {
        return Ok(scenario);
    }
    let engagements = format!("play.engagements={engagements}");
    source.scenario(&sets.into_iter().chain([engagements]).collect::<Vec<_>>(), led.as_ref())
}

/// The files of parts at a path: a single file, or all parts in a folder.
fn files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.map_err(|error| Failure::file(path, error))?;
    let names = entries.iter().filter_map(|entry| entry.file_name().into_string().ok());
    let mut files: Vec<PathBuf> = names.filter(|name| Part::is_file_name(name)).map(|name| path.join(name)).collect();
    files.sort();
    if files.is_empty() {
        let reason = "is a folder without parts, expected files such as part-1-of-8.jsonl".to_owned();
        return Err(Failure::Content { path: path.to_owned(), reason });
    }
    Ok(files)
}

fn part(path: &Path) -> Result<Tallies, Failure> {
    let bytes = scenario::beginning(path, MOST_BYTES).map_err(|error| Failure::file(path, error))?;
    read(&bytes, path)
}
