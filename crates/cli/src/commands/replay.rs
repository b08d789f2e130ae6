//! `beatenzone replay`

use runner::{Choice, Condition, Search};
use scenario::Body;

use crate::args::ReplayArgs;
use crate::commands::{load, options};
use crate::failure::Failure;
use crate::{interrupt, output};

/// Shows an engagement by its number or by how it ended.
pub(crate) fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    let scenario = load(&args.file, &args.set.set)?;
    let failed = |error| Failure::runner(&args.file, error);
    if matches!(scenario.body, Body::Situation { .. }) {
        return Err(failed(runner::Error::Situation));
    }
    let usage = |error: &dyn std::error::Error| Failure::Usage(error.to_string());
    let choice = Choice { values: args.cell.clone(), variant: args.variant.clone() };
    let cell = runner::choose(&scenario, &choice).map_err(|error| usage(&error))?;
    let engagement = match &args.condition {
        None => args.engagement,
        Some(condition) => {
            let condition = Condition::parse(condition, scenario.ruleset).map_err(|error| usage(&error))?;
            interrupt::listen()?;
            match runner::search(&scenario, cell, &condition, &options(None)).map_err(failed)? {
                Search::Found(engagement) => engagement,
                Search::NotAmong(_) if interrupt::pressed() => return Err(Failure::Interrupted),
                Search::NotAmong(looked) => {
                    return Err(Failure::No(format!("none of the first {looked} engagements ended so")));
                }
            }
        }
    };
    output::print(&runner::replay(&scenario, cell, engagement).map_err(failed)?.to_string())
}
