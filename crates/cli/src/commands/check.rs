//! `beatenzone check`

use runner::label;
use scenario::{Body, Scenario};

use crate::args::CheckArgs;
use crate::commands::load;
use crate::failure::Failure;
use crate::output;

/// Does with each file everything but play, and says what would be played. Every file is checked, whatever is wrong with the others.
pub(crate) fn check(args: &CheckArgs) -> Result<(), Failure> {
    let mut failed: Option<Failure> = None;
    for file in &args.files {
        match load(file, &args.set.set) {
            Ok(scenario) => output::print(&format!("{}: {}\n", file.display(), told(&scenario)))?,
            Err(failure) => {
                // The last is told by the program itself.
                failed.replace(failure).iter().for_each(|failure| output::note(&format!("{failure}\n")));
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

fn told(scenario: &Scenario) -> String {
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match &scenario.body {
        Body::Situation { kind, cases } => {
            format!("{} ({}), {}", scenario.ruleset.title, kind.id, count(cases.len(), "case"))
        }
        Body::Fight(cells) => {
            let figures = cells.iter().map(|cell| cell.battle.figures().len());
            let (least, most) = (figures.clone().min().unwrap_or(0), figures.max().unwrap_or(0));
            let figures = if least == most { least.to_string() } else { format!("{least} to {most}") };
            format!(
                "{}, {} of {figures} figures, from {} on",
                scenario.ruleset.title,
                count(cells.len(), "cell"),
                label(scenario, 0)
            )
        }
    }
}
