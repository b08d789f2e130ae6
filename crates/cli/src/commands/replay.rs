//! `beatenzone replay`

use std::path::Path;

use runner::{Choice, Condition, Search};
use scenario::{Body, Scenario};

use crate::args::ReplayArgs;
use crate::commands::{load, options};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::{interrupt, output};

/// The name of the page in a folder.
const PAGE: &str = "replay.html";

/// Shows an engagement by its number or by how it ended, and writes a page that steps through it.
pub(crate) fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    let scenario = load(&args.file, &args.set.set)?;
    let failed = |error| Failure::runner(&args.file, error);
    if matches!(scenario.body, Body::Situation { .. }) {
        return Err(failed(runner::Error::Situation));
    }
    let choice = Choice { values: args.cell.clone(), variant: args.variant.clone() };
    let cell = runner::choose(&scenario, &choice).map_err(|error| Failure::Usage(error.to_string()))?;
    let page = args.out.as_deref().map(page).transpose()?;
    let engagement = match &args.condition {
        None => args.engagement,
        Some(condition) => first_that_ended_so(&scenario, cell, condition, &args.file)?,
    };
    let replay = runner::replay(&scenario, cell, engagement).map_err(failed)?;
    if let Some((folder, name)) = page {
        folder.put(&name, report::replay_page(&replay)?.as_bytes())?;
        let path = folder.named().join(name);
        output::note(&format!("page: {}", path.strip_prefix(".").unwrap_or(&path).display()));
    }
    let log = if args.no_plan { replay.to_string() } else { report::replay_text(&replay, output::coloured()) };
    output::print(&log)
}

/// The number of the first engagement of a cell that ended as a condition says.
fn first_that_ended_so(scenario: &Scenario, cell: usize, condition: &str, file: &Path) -> Result<u64, Failure> {
    let condition = Condition::parse(condition, scenario.ruleset).map_err(|error| Failure::Usage(error.to_string()))?;
    interrupt::listen()?;
    let search = runner::search(scenario, cell, &condition, &options(None));
    match search.map_err(|error| Failure::runner(file, error))? {
        Search::Found(engagement) => Ok(engagement),
        Search::NotAmong(_) if interrupt::pressed() => Err(Failure::Interrupted),
        Search::NotAmong(looked) => Err(Failure::No(format!("none of the first {looked} engagements ended so"))),
    }
}

/// The folder that the page goes to, checked, and its name there: the last part of a path that ends in `.html`.
fn page(out: &Path) -> Result<(Folder, String), Failure> {
    let named = out.extension().is_some_and(|extension| extension == "html") && !out.is_dir();
    let name = out.file_name().and_then(|name| name.to_str()).filter(|_| named);
    let folder = match (name, out.parent()) {
        (None, _) => out,
        (Some(_), Some(parent)) if parent != Path::new("") => parent,
        (Some(_), _) => Path::new("."),
    };
    Ok((Folder::check(folder)?, name.unwrap_or(PAGE).to_owned()))
}
