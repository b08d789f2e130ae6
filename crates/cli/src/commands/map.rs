//! `beatenzone map`

use std::path::Path;
use std::sync::Arc;

use engage::Map;
use report::{Asked, Shown};
use scenario::{Body, File};

use crate::args::{MapArgs, OpenDoor};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::shown::report_after;

/// The map in a file, or the one that a scenario is fought on.
fn shown(path: &Path) -> Result<Arc<Map>, Failure> {
    let file = File::read(path).map_err(Failure::Scenario)?;
    if !file.is_scenario() {
        return file.map().map(Arc::new).map_err(Failure::Scenario);
    }
    let scenario = file.scenario(&[]).map_err(Failure::Scenario)?;
    let none = || {
        let reason = "this scenario has no map: name a map file, or a scenario with `field.map`".to_owned();
        Failure::Content { path: path.to_owned(), reason }
    };
    let Body::Fight(cells) = &scenario.body else { return Err(none()) };
    let maps: Vec<&Arc<Map>> = cells.iter().filter_map(|cell| cell.battle.map()).collect();
    let first = maps.first().ok_or_else(none)?;
    if maps.iter().any(|map| !Arc::ptr_eq(map, first)) {
        output::note("note: the scenario is fought on several maps; this is the first");
    }
    Ok(Arc::clone(first))
}

/// Shows a map, and writes pictures of it.
pub(crate) fn map(args: &MapArgs) -> Result<(), Failure> {
    let map = shown(&args.file)?;
    let number = |open: &OpenDoor| match open {
        OpenDoor::All => None,
        OpenDoor::Numbered(door) => Some(*door),
    };
    let asked = Asked {
        sight: args.sight,
        reach: args.reach.map(|from| (from, args.inches)),
        open: args.open.iter().filter_map(number).collect(),
        all_open: args.open.contains(&OpenDoor::All),
    };
    let shown = Shown::new(&map, &asked).map_err(|error| Failure::Usage(error.to_string()))?;
    let folder = args.out.as_deref().map(Folder::held).transpose()?;
    let printed = output::print_coloured(&report::map_text(&shown, output::width(), output::coloured()));
    report_after(printed, folder, |folder| {
        report::map_files(&shown)?.iter().try_for_each(|(name, bytes)| folder.put(name, bytes))?;
        output::note(&format!("pictures: {}", folder.named().display()));
        Ok(())
    })
}
