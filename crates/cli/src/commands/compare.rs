//! `beatenzone compare`

use std::path::{Path, PathBuf};

use report::{Format, Report};
use runner::{Keep, Progress, Tallies, Unkept, Unwatched};
use scenario::{Body, Scenario};
use serde_json::Value;

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
    let changes = changes(args, &one, &other)?;
    let name = name(&one, &other);
    let quoted = |key: &str| if key.contains('"') { format!("'{key}'") } else { format!("\"{key}\"") };
    let set = |(key, value): &(String, Value)| {
        format!("variants.{}.{}={}", quoted(&name), quoted(key), super::balance::toml_text(value))
    };
    let sets = args.set.set.iter().cloned().chain(["variants={}".to_owned()]).chain(changes.iter().map(set));
    let mut asked = asked(args, vec![args.one.clone()], sets.collect(), folder);
    if args.play.engagements.is_none() && args.play.precision.is_none() {
        asked.play.engagements = enough(&asked)?;
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

/// The engagements after which the verdict of every headline quantity is known, of those at which it is looked for: the first
/// block, and twice as many each time, up to the scenario's own number. `None` if the scenario asks for a precision.
fn enough(asked: &RunArgs) -> Result<Option<u64>, Failure> {
    const FIRST: u64 = 4096;
    let file = &asked.files[0];
    let failed = |error| Failure::runner(file, error);
    let mut scenario = load(file, &[&asked.set.set[..], &asked.play.sets()].concat(), asked.led.read()?.as_ref())?;
    let most = scenario.play.engagements;
    if !scenario.aims.is_empty() || most <= FIRST {
        return Ok(None);
    }
    let folders = folders(&names([&scenario]), &asked.folder, false)?;
    let store = folders.first().map(|folder| Store::new(folder, None)).transpose()?;
    store.iter().try_for_each(|store| store.fits(crate::folder::RESULTS, asked.folder.replace))?;
    let mut tallies = match &store {
        Some(store) => store.open(&scenario, asked.folder.replace)?,
        None => Tallies::new(&scenario, None).map_err(failed)?,
    };
    interrupt::listen()?;
    let keep = store.as_ref().map_or(&Unkept as &dyn Keep, |store| store);
    let mut engagements = FIRST;
    loop {
        scenario.play.engagements = engagements;
        let watch: Box<dyn Progress + '_> =
            if asked.shown.quiet { Box::new(Unwatched) } else { Box::new(Watch::new(&scenario)) };
        let stopped = runner::play(&scenario, &mut tallies, &options(asked.shown.threads), &*watch, keep);
        drop(watch);
        let stopped = stopped.map_err(failed)?;
        let run = runner::assemble(&scenario, &tallies).map_err(failed)?;
        // With more engagements than these the comparison did not stop here before.
        let here = tallies.engagements().1 <= engagements;
        if stopped || engagements >= most || (here && Report::of_run(&run, &[]).is_decided()) {
            store.iter().try_for_each(|store| store.put(&tallies))?;
            return if stopped { Err(Failure::Interrupted) } else { Ok(Some(engagements)) };
        }
        engagements = (2 * engagements).min(most);
    }
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

/// The keys in which the second scenario differs from the first.
fn changes(args: &CompareArgs, one: &Scenario, other: &Scenario) -> Result<Vec<(String, Value)>, Failure> {
    let shown = |why: Vec<String>| {
        let (one, other) = (args.one.display(), args.other.display());
        Failure::Usage(format!("{one} and {other} cannot be compared engagement by engagement: {}", why.join("; ")))
    };
    let changes = one.changes_to(other).map_err(shown)?;
    if changes.is_empty() {
        return Err(shown(vec!["they are the same fight".to_owned()]));
    }
    let beside = args.one.parent() == args.other.parent();
    if !beside && changes.iter().any(|(key, _)| key == "field.map") {
        return Err(shown(vec!["their maps are named from different folders; put both files into one".to_owned()]));
    }
    Ok(changes)
}

/// The name of the variant: the title of the second scenario, as far as a name reaches, or its file if both titles are
/// the same.
fn name(one: &Scenario, other: &Scenario) -> String {
    const LONGEST: usize = 64;
    let file = || Path::new(other.name()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let title = other.title.trim();
    let plain = |text: &str| text.replace(['"', '\''], "’").chars().take(LONGEST).collect::<String>().trim().to_owned();
    if title == one.title.trim() { plain(&file()) } else { plain(title) }
}

/// The folder of the report by default: `results/A-against-B`.
fn folder(one: &Path, other: &Path) -> PathBuf {
    let stem = |path: &Path| path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Path::new(RESULTS).join(format!("{}-against-{}", stem(one), stem(other)))
}
