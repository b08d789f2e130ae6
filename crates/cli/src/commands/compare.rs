//! `beatenzone compare`

use std::path::{Path, PathBuf};

use report::{Format, Report};
use runner::{Keep, Progress, Run, Tallies, Unkept, Unwatched};
use scenario::{Body, Scenario};

use crate::args::{CompareArgs, FolderArgs, RunArgs, SetArgs, VariantArgs};
use crate::commands::{RESULTS, folders, load, names, options, run};
use crate::failure::Failure;
use crate::store::Store;
use crate::watch::Watch;
use crate::{interrupt, output};

/// Plays the first scenario with the second one as its variant, on the same luck, until every verdict is known. Two
/// scenarios of different rulesets are played separately, and their headline quantities are shown side by side.
pub(crate) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let led = args.led.read()?;
    let [one, other] = [&args.one, &args.other].map(|file| load(file, &args.set.set, led.as_ref()));
    let (one, other) = (one?, other?);
    for (scenario, file) in [(&one, &args.one), (&other, &args.other)] {
        if matches!(scenario.body, Body::Situation { .. }) {
            return Err(Failure::runner(file, runner::Error::Situation));
        }
    }
    let folder = FolderArgs {
        out: args.folder.out.clone().or_else(|| (!args.folder.no_report).then(|| folder(&args.one, &args.other))),
        ..args.folder.clone()
    };
    if one.ruleset.id != other.ruleset.id {
        return apart(args, folder);
    }
    let beside = beside(args, &one, &other)?;
    let sets = args.set.set.iter().cloned().chain(beside);
    let mut asked = asked(args, vec![args.one.clone()], sets.collect(), folder);
    if args.play.engagements.is_none() && args.play.precision.is_none() {
        asked.play.engagements = Some(enough(&asked)?);
    }
    run::run(&asked)
}

/// What `run` is asked.
fn asked(args: &CompareArgs, files: Vec<PathBuf>, set: Vec<String>, folder: FolderArgs) -> RunArgs {
    RunArgs {
        files,
        set: SetArgs { set, sweep: Vec::new() },
        led: args.led.clone(),
        variants: VariantArgs { variant: Vec::new() },
        folder,
        shard: None,
        play: args.play.clone(),
        shown: args.shown.clone(),
    }
}

/// The engagements after which the verdict of every headline quantity is known, up to the scenario's own number.
fn enough(asked: &RunArgs) -> Result<u64, Failure> {
    let file = &asked.files[0];
    let failed = |error| Failure::runner(file, error);
    let mut scenario = load(file, &[&asked.set.set[..], &asked.play.sets()].concat(), asked.led.read()?.as_ref())?;
    let folders = folders(&names([&scenario]), &asked.folder, false)?;
    let store = folders.first().map(|folder| Store::new(folder, None)).transpose()?;
    store.iter().try_for_each(|store| store.fits(crate::folder::RESULTS, asked.folder.replace))?;
    let mut tallies = match &store {
        Some(store) => store.open(&scenario, asked.folder.replace)?,
        None => Tallies::new(&scenario, None).map_err(failed)?,
    };
    interrupt::listen()?;
    let keep = store.as_ref().map_or(&Unkept as &dyn Keep, |store| store);
    let play = |scenario: &Scenario, tallies: &mut Tallies| {
        let watch: Box<dyn Progress + '_> =
            if asked.shown.quiet { Box::new(Unwatched) } else { Box::new(Watch::new(scenario)) };
        runner::play(scenario, tallies, &options(asked.shown.threads), &*watch, keep)
    };
    let is_decided = |run: &Run| Report::of_run(run, &[]).is_decided();
    let enough = runner::until_decided(&mut scenario, &mut tallies, play, is_decided).map_err(failed)?;
    if tallies.engagements().1 > 0 {
        store.iter().try_for_each(|store| store.put(&tallies))?;
    }
    enough.ok_or(Failure::Interrupted)
}

/// Plays two scenarios of different rulesets, each as it stands.
fn apart(args: &CompareArgs, folder: FolderArgs) -> Result<(), Failure> {
    let runs = run::runs(&asked(args, vec![args.one.clone(), args.other.clone()], args.set.set.clone(), folder))?;
    match (runs.as_slice(), args.shown.format.format) {
        ([one, other], Format::Table) => {
            output::print(&format!("\n{}", report::side_by_side([one, other], args.shown.format.width())))
        }
        _ => Ok(()),
    }
}

/// The overrides with which the first scenario has the second one as its variant.
fn beside(args: &CompareArgs, one: &Scenario, other: &Scenario) -> Result<Vec<String>, Failure> {
    let shown = |why: Vec<String>| {
        let (one, other) = (args.one.display(), args.other.display());
        Failure::Usage(format!("{one} and {other} cannot be compared engagement by engagement: {}", why.join("; ")))
    };
    let sets = one.beside(other).map_err(shown)?.ok_or_else(|| shown(vec!["they are the same fight".to_owned()]))?;
    let maps = one.value("field.map") != other.value("field.map");
    if maps && args.one.parent() != args.other.parent() {
        return Err(shown(vec!["their maps are named from different folders; put both files into one".to_owned()]));
    }
    Ok(sets)
}

/// The folder of the report by default: `results/A-against-B`.
fn folder(one: &Path, other: &Path) -> PathBuf {
    let stem = |path: &Path| path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Path::new(RESULTS).join(format!("{}-against-{}", stem(one), stem(other)))
}
