//! `beatenzone map`

use report::{Asked, Shown};
use scenario::load_map;

use crate::args::{MapArgs, OpenDoor};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::output;
use crate::shown::report_after;

/// Shows a map, and writes pictures of it.
pub(crate) fn map(args: &MapArgs) -> Result<(), Failure> {
    let map = load_map(&args.file).map_err(Failure::Scenario)?;
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
