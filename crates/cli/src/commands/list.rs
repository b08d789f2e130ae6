//! `beatenzone list`

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::output;

/// Each scenario of a directory with its title and its question, then each map.
pub(crate) fn list(args: &ListArgs) -> Result<(), Failure> {
    let scenarios = scenario::shipped(&args.directory).map_err(Failure::Scenario)?;
    let maps = scenario::shipped_maps(&args.directory).map_err(Failure::Scenario)?;
    let mut text = String::new();
    for scenario in scenarios.into_iter().chain(maps) {
        text.push_str(&format!("{}\n  {}\n", scenario.path.display(), scenario.title));
        for line in scenario.question.trim().lines() {
            text.push_str(&format!("    {line}\n"));
        }
    }
    output::print(&text)
}
