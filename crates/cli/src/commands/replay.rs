//! `beatenzone replay`

use std::collections::BTreeSet;
use std::path::Path;

use runner::{Choice, Condition, LAST_LOOK, Matches, Pick};
use scenario::{Body, Scenario, quoted};
use stats::grouped;

use crate::args::{LogFormat, ReplayArgs};
use crate::commands::{Source, options};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::{interrupt, output};

/// The name of the page in a folder.
const PAGE: &str = "replay.html";

/// Shows an engagement selected by number, condition or pick, and writes a page that steps through it.
pub(crate) fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    let (scenario, variant) = asked(args)?;
    let failed = |error| Failure::runner(&args.file, error);
    if matches!(scenario.body, Body::Situation { .. }) {
        return Err(failed(runner::Error::Situation));
    }
    let choice = Choice { values: args.cell.clone(), variant };
    let cell = runner::choose(&scenario, &choice).map_err(|error| Failure::Usage(error.to_string()))?;
    let page = args.out.as_deref().map(page).transpose()?;
    let asked = match (&args.condition, args.pick) {
        (Some(condition), _) => a_match(args, &scenario, cell, condition)?,
        (None, Some(pick)) => a_pick(args, &scenario, cell, pick)?,
        (None, None) => Selected { engagement: args.engagement, ..Selected::default() },
    };
    let mut replay = runner::replay(&scenario, cell, asked.engagement).map_err(failed)?;
    (replay.why, replay.others) = (asked.why, asked.others);
    let from = runner::provenance_of(&scenario, cell, asked.engagement);
    if let Some((folder, name)) = page {
        folder.put(&name, report::replay_page(&replay, &from)?.as_bytes())?;
        let path = folder.named().join(name);
        output::note(&format!("page: {}", path.strip_prefix(".").unwrap_or(&path).display()));
    }
    match (args.format, args.no_plan) {
        (LogFormat::Json, _) => output::print(&report::replay_json(&replay)?),
        (LogFormat::Text, true) => output::print(&report::replay_log(&replay, &from)),
        (LogFormat::Text, false) => output::print_coloured(&report::replay_text(&replay, &from, output::coloured())),
    }
}

/// The scenario, and the variant to play: one of its own, or one that `--variant` makes.
fn asked(args: &ReplayArgs) -> Result<(Scenario, Option<String>), Failure> {
    let source = Source::read(&args.file)?;
    let led = args.led.read()?;
    let scenario = source.scenario(&args.set.over(&[], &[])?, led.as_ref())?;
    let own: BTreeSet<&str> = scenario.variants.iter().map(|variant| variant.name.as_str()).collect();
    let is_made = |text: &str| !own.contains(text) && scenario::variant_named(text).is_some();
    let name = |text| if is_made(text) { scenario::variant_named(text).unwrap_or(text) } else { text };
    let names: BTreeSet<&str> = args.variant.iter().map(|text| name(text.as_str())).collect();
    if names.len() > 1 {
        return Err(Failure::Usage("--variant: an engagement is played under one variant".to_owned()));
    }
    let name = names.first().map(|&name| name.to_owned());
    let new: Vec<String> = args.variant.iter().filter(|text| is_made(text)).cloned().collect();
    let scenario = if new.is_empty() { scenario } else { source.scenario(&args.set.over(&new, &[])?, led.as_ref())? };
    Ok((scenario, name))
}

/// A selected engagement.
#[derive(Default)]
struct Selected {
    engagement: u64,
    /// Why it was selected, one entry a line.
    why: Vec<String>,
    /// Other engagements worth watching, each with its command.
    others: Vec<(String, String)>,
}

/// The engagement of a cell that satisfies a condition, with the number of the match given.
fn a_match(args: &ReplayArgs, scenario: &Scenario, cell: usize, condition: &str) -> Result<Selected, Failure> {
    let condition = Condition::parse(condition, scenario.ruleset).map_err(|error| Failure::Usage(error.to_string()))?;
    interrupt::listen()?;
    let found = runner::find(scenario, cell, &condition, args.nth, &options(None));
    let found = found.map_err(|error| Failure::runner(&args.file, error))?;
    let Some(engagement) = found.nth(args.nth) else {
        if interrupt::pressed() {
            return Err(Failure::Interrupted);
        }
        return Err(Failure::No(found.no_match(scenario, args.nth)));
    };
    let Matches { looked, rarity, .. } = &found;
    let other =
        |nth: u64| Some((format!("match {}, engagement {}", grouped(nth), found.nth(nth)?), command(args, nth)));
    let further = |nth: u64| {
        (*looked < scenario.play.engagements.min(LAST_LOOK)).then(|| {
            (format!("match {}, after the first {} engagements", grouped(nth), grouped(*looked)), command(args, nth))
        })
    };
    let next = args.nth + 1;
    let others = [other(args.nth - 1), other(next).or_else(|| further(next))];
    let why = vec![format!("match {}: {rarity}", grouped(args.nth))];
    Ok(Selected { engagement, why, others: others.into_iter().flatten().collect() })
}

/// The picked engagement of a cell.
fn a_pick(args: &ReplayArgs, scenario: &Scenario, cell: usize, pick: Pick) -> Result<Selected, Failure> {
    interrupt::listen()?;
    let picked = runner::pick(scenario, cell, pick, &options(None));
    let picked = picked.map_err(|error| Failure::runner(&args.file, error))?;
    if interrupt::pressed() {
        return Err(Failure::Interrupted);
    }
    let picked = picked.map_err(|none| Failure::No(none.to_string()))?;
    Ok(Selected { engagement: picked.engagement, why: picked.reasons(), ..Selected::default() })
}

/// The command that shows another match: the same command with another number.
fn command(args: &ReplayArgs, nth: u64) -> String {
    let mut words = vec!["beatenzone".to_owned(), "replay".to_owned(), args.file.display().to_string()];
    let mut add = |option: &str, value: &str| words.extend([option.to_owned(), value.to_owned()]);
    args.condition.iter().for_each(|condition| add("--where", condition));
    add("--match", &nth.to_string());
    args.cell.iter().for_each(|(key, value)| add("--cell", &format!("{key}={value}")));
    args.variant.iter().for_each(|variant| add("--variant", variant));
    args.set.set.iter().for_each(|set| add("--set", set));
    args.set.sweep.iter().for_each(|sweep| add("--sweep", sweep));
    args.out.iter().for_each(|out| add("--out", &out.display().to_string()));
    words.extend(args.no_plan.then(|| "--no-plan".to_owned()));
    words.extend((args.format == LogFormat::Json).then(|| "--format=json".to_owned()));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// The folder of the page, checked, and the name of the page: the last part of a path that ends in `.html`, otherwise
/// [`PAGE`].
fn page(out: &Path) -> Result<(Folder, String), Failure> {
    let named = out.extension().is_some_and(|extension| extension == "html") && !out.is_dir();
    let name = out.file_name().and_then(|name| name.to_str()).filter(|_| named);
    let folder = match (name, out.parent()) {
        (None, _) => out,
        (Some(_), Some(parent)) if parent != Path::new("") => parent,
        (Some(_), _) => Path::new("."),
    };
    Ok((Folder::held(folder)?, name.unwrap_or(PAGE).to_owned()))
}
