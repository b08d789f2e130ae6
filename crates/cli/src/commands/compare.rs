//! `beatenzone compare`

use std::path::{Path, PathBuf};

use scenario::{Body, Scenario};
use serde_json::Value;

use crate::args::{CompareArgs, FolderArgs, RunArgs, SetArgs, VariantArgs};
use crate::commands::{RESULTS, load, run};
use crate::failure::Failure;

/// Plays the first scenario with the second one as its variant, on the same luck.
pub(crate) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let led = args.led.read()?;
    let [one, other] = [&args.one, &args.other].map(|file| load(file, &args.set.set, led.as_ref()));
    let (one, other) = (one?, other?);
    for (scenario, file) in [(&one, &args.one), (&other, &args.other)] {
        if matches!(scenario.body, Body::Situation { .. }) {
            return Err(Failure::runner(file, runner::Error::Situation));
        }
    }
    let changes = changes(args, &one, &other)?;
    let name = name(&one, &other);
    let quoted = |key: &str| if key.contains('"') { format!("'{key}'") } else { format!("\"{key}\"") };
    let set = |(key, value): &(String, Value)| {
        format!("variants.{}.{}={}", quoted(&name), quoted(key), super::balance::toml_text(value))
    };
    let sets = args.set.set.iter().cloned().chain(["variants={}".to_owned()]).chain(changes.iter().map(set));
    let folder = FolderArgs {
        out: args.folder.out.clone().or_else(|| (!args.folder.no_report).then(|| folder(&args.one, &args.other))),
        ..args.folder.clone()
    };
    run::run(&RunArgs {
        files: vec![args.one.clone()],
        set: SetArgs { set: sets.collect(), sweep: Vec::new() },
        led: args.led.clone(),
        variants: VariantArgs { variant: Vec::new() },
        folder,
        shard: None,
        play: args.play.clone(),
        shown: args.shown.clone(),
    })
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
