//! `beatenzone run`

use std::path::Path;

use report::Report;
use runner::{Part, Progress, Tallies, Unkept, Unwatched};
use scenario::{Body, Scenario};

use crate::args::RunArgs;
use crate::commands::{folders, load, options};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::interrupt;
use crate::store::{Store, TALLIES};
use crate::watch::Watch;

/// Checks every file, and what is in its folder, before the first is played.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    let sets = args.play.sets(&args.set);
    let scenarios =
        args.files.iter().map(|file| asked(args, file, &sets)).collect::<Result<Vec<Scenario>, Failure>>()?;
    let parts =
        scenarios.iter().map(|scenario| part(args, scenario)).collect::<Result<Vec<Option<Part>>, Failure>>()?;
    let check = if args.shard.is_some() { Folder::shared } else { Folder::check };
    let folders = if args.no_report { Vec::new() } else { folders(&args.files, args.out.as_deref(), check)? };
    let mut begun = Vec::new();
    for (index, scenario) in scenarios.iter().enumerate() {
        let store = folders.get(index).map(|folder| Store::new(folder, parts[index]));
        begun.push(match (&scenario.body, &store) {
            (Body::Fight(_), None) => {
                Some(Tallies::new(scenario, None).map_err(|error| Failure::runner(&args.files[index], error))?)
            }
            (Body::Fight(_), Some(store)) => Some(store.open(scenario, parts[index], args.replace)?),
            (Body::Situation { .. }, _) => {
                folders.get(index).map_or(Ok(()), |folder| free(folder, args.replace))?;
                None
            }
        });
    }
    interrupt::listen()?;
    for (index, (scenario, tallies)) in scenarios.iter().zip(begun).enumerate() {
        let folder = folders.get(index);
        let whole = match tallies {
            Some(tallies) => fight(args, index, scenario, folder, tallies)?,
            None => situation(args, index, scenario, folder)?,
        };
        if !whole || (interrupt::pressed() && index + 1 < scenarios.len()) {
            return Err(Failure::Interrupted);
        }
    }
    Ok(())
}

/// A scenario as it is asked for. How much is played says nothing to a situation, so that a folder can be run that has some.
fn asked(args: &RunArgs, file: &Path, sets: &[String]) -> Result<Scenario, Failure> {
    match load(file, &args.set.set) {
        Ok(scenario) if matches!(scenario.body, Body::Situation { .. }) => Ok(scenario),
        _ => load(file, sets),
    }
}

/// The part of a scenario's engagements that is asked for.
fn part(args: &RunArgs, scenario: &Scenario) -> Result<Option<Part>, Failure> {
    let Some((index, of)) = args.shard else { return Ok(None) };
    let refuse = |why: &str| Err(Failure::Usage(format!("--shard: {why}")));
    match (&scenario.body, &scenario.play.precision) {
        (Body::Situation { .. }, _) => refuse("a situation has no engagements to part"),
        (_, Some(_)) => {
            refuse("a precision is decided on all engagements together; leave it out and name a number of engagements")
        }
        (Body::Fight(_), None) => Ok(Part::new(index, of, scenario.play.engagements)),
    }
}

/// Makes sure that the answers to a situation do not replace a run.
fn free(folder: &Folder, replace: bool) -> Result<(), Failure> {
    match (folder.read(TALLIES)?, replace) {
        (None, _) => Ok(()),
        (Some(_), true) => folder.clear(),
        (Some(_), false) => Err(Failure::Usage(format!(
            "{} holds the result of a fight; --replace replaces it, --out names another folder",
            folder.named().display()
        ))),
    }
}

/// Plays what is missing of a fight, prints its table and writes its report. Returns whether it was played to its end.
fn fight(
    args: &RunArgs,
    index: usize,
    scenario: &Scenario,
    folder: Option<&Folder>,
    mut tallies: Tallies,
) -> Result<bool, Failure> {
    let failed = |error| Failure::runner(&args.files[index], error);
    let part = tallies.part();
    let store = folder.map(|folder| Store::new(folder, part));
    if let (Some(store), (_, most @ 1..)) = (&store, tallies.engagements()) {
        args.shown.note(&format!("goes on from {most} engagements a cell: {}", store.path().display()));
    }
    let options = options(args.shown.threads);
    let watch: Box<dyn Progress + '_> =
        if args.shown.quiet { Box::new(Unwatched) } else { Box::new(Watch::new(scenario)) };
    let played = match &store {
        Some(store) => runner::play(scenario, &mut tallies, &options, &*watch, store),
        None => runner::play(scenario, &mut tallies, &options, &*watch, &Unkept),
    };
    drop(watch);
    let interrupted = played.map_err(failed)?;
    let kept = store.as_ref().map_or(Ok(()), |store| store.put(&tallies));
    if let (Some(_), Some(store)) = (part, &store) {
        kept?;
        args.shown.note(&format!("part: {}", store.path().display()));
        return Ok(!interrupted);
    }
    kept.and(args.shown.fight(&args.files[index], scenario, folder, &tallies)).map(|whole| whole && !interrupted)
}

fn situation(args: &RunArgs, index: usize, scenario: &Scenario, folder: Option<&Folder>) -> Result<bool, Failure> {
    let odds = runner::odds(scenario, &options(args.shown.threads));
    let odds = odds.map_err(|error| Failure::runner(&args.files[index], error))?;
    let report = Report::of_odds(&odds);
    args.shown.print(&report)?;
    folder.map_or(Ok(()), |folder| args.shown.write(folder, &report.files()?))?;
    Ok(true)
}
