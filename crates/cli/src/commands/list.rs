//! `beatenzone list`

use scenario::{Listed, Shipped};

use crate::args::ListArgs;
use crate::failure::Failure;
use crate::output;
use crate::used::wrapped;

/// Prints each scenario of a directory with its title and question, then each map, then the mistakes in other files.
pub(crate) fn list(args: &ListArgs) -> Result<(), Failure> {
    let Listed { scenarios, maps, mut wrong } = scenario::listed(&args.directory).map_err(Failure::Scenario)?;
    let mut text = String::new();
    for Shipped { path, title, question } in scenarios.into_iter().chain(maps) {
        text.push_str(&format!("{}\n  {}\n", path.display(), wrapped(&title, 2, 2)));
        for line in question.trim().lines() {
            text.push_str(&format!("    {}\n", wrapped(line, 4, 4)));
        }
    }
    output::print(&text)?;
    // `main` reports the last one.
    let last = wrong.pop();
    wrong.iter().for_each(|wrong| output::note(&format!("{wrong}\n")));
    last.map_or(Ok(()), |last| Err(Failure::Scenario(last)))
}
