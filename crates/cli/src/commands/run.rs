//! `beatenzone run`

use std::path::Path;

use report::Report;
use runner::{Keep, OddsTable, Part, Progress, Run, Tallies, Unkept, Unwatched};
use scenario::{Body, DoctrinesFile, Scenario};

use crate::args::RunArgs;
use crate::commands::{Source, folders, names, options};
use crate::failure::Failure;
use crate::folder::RESULTS;
use crate::interrupt;
use crate::output::Results;
use crate::shown::report_after;
use crate::store::Store;
use crate::watch::Watch;

/// A scenario before it is played.
enum Begun {
    /// A fight with its earlier tallies.
    Fight(Box<Tallies>),
    /// A situation, already answered.
    Answered(Box<OddsTable>),
}

/// Plays scenarios, or answers situations, and writes a report of each.
pub(crate) fn run(args: &RunArgs) -> Result<(), Failure> {
    runs(args).map(drop)
}

/// Checks every file and the content of its folder, and answers every situation, before it plays the first fight. Returns
/// the runs of whole fights.
pub(crate) fn runs(args: &RunArgs) -> Result<Vec<Run>, Failure> {
    let own = args.set.over(&args.variants.variant, &[])?;
    let sets = Sets { own, play: args.play.sets(), led: args.led.read()? };
    let scenarios = args.files.iter().map(|file| sets.over(file)).collect::<Result<Vec<Scenario>, Failure>>()?;
    let parts =
        scenarios.iter().map(|scenario| part(args, scenario)).collect::<Result<Vec<Option<Part>>, Failure>>()?;
    let folders = folders(&names(&scenarios), &args.folder, args.shard.is_some())?;
    let store = |index| folders.get(index).map(|folder| Store::new(folder, parts[index])).transpose();
    let stores = (0..scenarios.len()).map(store).collect::<Result<Vec<Option<Store<'_>>>, Failure>>()?;
    interrupt::listen()?;
    let begun = scenarios.iter().zip(&stores).zip(&args.files).map(|((scenario, store), file)| {
        let failed = |error| Failure::runner(file, error);
        match (&scenario.body, store) {
            (Body::Situation { .. }, store) => {
                store.as_ref().map_or(Ok(()), |store| store.spare(args.folder.replace))?;
                let odds = runner::odds(scenario, &options(args.shown.threads));
                odds.map(Box::new).map(Begun::Answered).map_err(failed)
            }
            (Body::Fight(_), Some(store)) => {
                store.fits(RESULTS, args.folder.replace)?;
                store.open(scenario, args.folder.replace).map(Box::new).map(Begun::Fight)
            }
            (Body::Fight(_), None) => Tallies::new(scenario, None).map(Box::new).map(Begun::Fight).map_err(failed),
        }
    });
    let begun = begun.collect::<Result<Vec<Begun>, Failure>>()?;
    let mut results = Results::new(args.shown.format.format, scenarios.len());
    let mut runs = Vec::new();
    for (index, (scenario, begun)) in scenarios.iter().zip(begun).enumerate() {
        let (file, folder) = (&args.files[index], folders.get(index));
        let whole = match begun {
            Begun::Fight(tallies) => {
                let (run, whole) = fight(args, file, scenario, stores[index].as_ref(), *tallies, &mut results)?;
                runs.extend(run);
                whole
            }
            Begun::Answered(odds) => {
                let report = Report::of_odds(&odds);
                let printed = args.shown.print(&report, &mut results);
                report_after(printed, folder, |folder| args.shown.write(folder, &report.files()?))?;
                true
            }
        };
        if !whole || (interrupt::pressed() && index + 1 < scenarios.len()) {
            return Err(Failure::Interrupted);
        }
    }
    Ok(runs)
}

/// The overrides of every file.
struct Sets {
    own: Vec<String>,
    /// Those of `[play]`.
    play: Vec<String>,
    /// The doctrines of both sides.
    led: Option<DoctrinesFile>,
}

impl Sets {
    /// A scenario with its overrides. A situation ignores those of `[play]`, so that the files of a folder can be run
    /// together even if some are situations.
    fn over(&self, file: &Path) -> Result<Scenario, Failure> {
        let source = Source::read(file)?;
        match source.scenario(&self.own, self.led.as_ref()) {
            Ok(scenario) if matches!(scenario.body, Body::Situation { .. }) => Ok(scenario),
            _ => source.scenario(&[&self.own[..], &self.play].concat(), self.led.as_ref()),
        }
    }
}

/// The requested part of a scenario's engagements.
fn part(args: &RunArgs, scenario: &Scenario) -> Result<Option<Part>, Failure> {
    let Some((index, of)) = args.shard else { return Ok(None) };
    let refuse = |why: &str| Err(Failure::Usage(format!("--shard: {why}")));
    match scenario.body {
        Body::Situation { .. } => refuse("a situation has no engagements to split"),
        Body::Fight(_) if !scenario.aims.is_empty() => refuse(
            "a precision depends on all engagements together; give `--precision none` and a number of engagements \
             to each part and to `merge`",
        ),
        Body::Fight(_) => Ok(Part::new(index, of, scenario.play.engagements)),
    }
}

/// Plays the missing engagements of a fight, prints its table and writes its report. Returns the run, unless only a part
/// was played, and whether it was fully played.
fn fight(
    args: &RunArgs,
    file: &Path,
    scenario: &Scenario,
    store: Option<&Store<'_>>,
    mut tallies: Tallies,
    results: &mut Results,
) -> Result<(Option<Run>, bool), Failure> {
    runner::harmless(scenario).iter().for_each(|note| args.shown.note(&format!("note: {}: {note}", file.display())));
    if let (Some(store), (_, most @ 1..)) = (store, tallies.engagements()) {
        args.shown.note(&format!("continues from {most} engagements a cell: {}", store.path().display()));
    }
    let keep = store.map_or(&Unkept as &dyn Keep, |store| store);
    let watch: Box<dyn Progress + '_> =
        if args.shown.quiet { Box::new(Unwatched) } else { Box::new(Watch::new(scenario)) };
    let played = runner::play(scenario, &mut tallies, &options(args.shown.threads), &*watch, keep);
    drop(watch);
    let interrupted = played.map_err(|error| Failure::runner(file, error))?;
    let put = store.map_or(Ok(()), |store| store.put(&tallies));
    if let (Some(_), Some(store)) = (tallies.part(), store) {
        put?;
        args.shown.note(&format!("part: {}", store.path().display()));
        return Ok((None, !interrupted));
    }
    let shown = args.shown.fight(file, scenario, store.map(Store::folder), &tallies, results);
    put.and(shown).map(|(run, whole)| (Some(run), whole && !interrupted))
}
