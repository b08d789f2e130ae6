//! `beatenzone check`

use std::path::Path;

use runner::{Tallies, Unkept, Unwatched, label};
use scenario::{Body, Method, Scenario};

use crate::args::CheckArgs;
use crate::commands::{load, options};
use crate::failure::Failure;
use crate::output;

/// Does everything except playing with each file, and prints what would be played. Checks every file, even if others
/// are wrong.
pub(crate) fn check(args: &CheckArgs) -> Result<(), Failure> {
    let sets = args.set.over(&args.variants.variant, &[])?;
    let led = args.led.read()?;
    let mut failed: Option<Failure> = None;
    for file in &args.files {
        let checked = load(file, &sets, led.as_ref())
            .and_then(|scenario| summary(file, &scenario).map(|summary| (summary, runner::harmless(&scenario))));
        match checked {
            Ok((told, harmless)) => {
                output::print(&format!("{}: {told}\n", file.display()))?;
                harmless.iter().for_each(|note| output::note(&format!("note: {}: {note}", file.display())));
            }
            Err(failure) => {
                // `main` reports the last one.
                failed.replace(failure).iter().for_each(|failure| output::note(&format!("{failure}\n")));
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

/// Describes what a scenario would play. It answers a situation, and solves a fight that must be exact, because only
/// that shows whether it is possible.
fn summary(file: &Path, scenario: &Scenario) -> Result<String, Failure> {
    let failed = |error| Failure::runner(file, error);
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match &scenario.body {
        Body::Situation { kind, cases } => {
            runner::odds(scenario, &options(None)).map_err(failed)?;
            Ok(format!("{} ({}), {}", scenario.ruleset.title, kind.id, count(cases.len(), "case")))
        }
        Body::Fight(cells) => {
            if scenario.play.method == Method::Exact {
                let mut tallies = Tallies::new(scenario, None).map_err(failed)?;
                runner::play(scenario, &mut tallies, &options(None), &Unwatched, &Unkept).map_err(failed)?;
            }
            let figures = cells.iter().map(|cell| cell.battle.figures().len());
            let (least, most) = (figures.clone().min().unwrap_or(0), figures.max().unwrap_or(0));
            let figures = if least == most { least.to_string() } else { format!("{least} to {most}") };
            Ok(format!(
                "{}, {} of {figures} figures, from {} on",
                scenario.ruleset.title,
                count(cells.len(), "cell"),
                label(scenario, 0)
            ))
        }
    }
}
