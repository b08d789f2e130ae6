//! `beatenzone price`

use report::Prices;
use search::{MOST_NUMBER, PriceQuestion, Record, price};

use crate::args::PriceArgs;
use crate::commands::{AtPoint, at_point, folder_of_search, load, options};
use crate::failure::Failure;
use crate::folder::{PRICE, SEARCH};
use crate::interrupt;
use crate::searched::{Saved, bytes, resumed};
use crate::shown::report_after;

/// Prices units against each other.
pub(crate) fn find(args: &PriceArgs) -> Result<(), Failure> {
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets, args.led.read()?.as_ref())?;
    let failed = |error| Failure::runner(&args.file, error);
    let AtPoint { cell, point, .. } = at_point(&scenario, &args.file, &args.cell)?;
    let question =
        PriceQuestion { units: args.units.clone(), scale: args.scale.clone(), most: args.most, within: args.within };
    let wares = question.wares(&scenario, &point).map_err(|unasked| Failure::unasked(&args.file, unasked))?;
    let folder = folder_of_search(&scenario, "price", &args.folder)?;
    let folder = folder.as_ref();
    folder.iter().try_for_each(|folder| folder.takes(PRICE, args.folder.replace))?;
    let empty = Record::new(&scenario, &point, &wares.asked);
    let mut record = folder.map_or(Ok(empty.clone()), |folder| resumed(folder, &empty, args.folder.replace))?;
    interrupt::listen()?;
    let watcher = Saved::new(folder, &args.shown);
    let found =
        price(&scenario, &point, &wares.asked, &mut record, options(args.shown.threads), &watcher).map_err(failed)?;
    let Some(priced) = found else {
        folder.iter().try_for_each(|folder| folder.put(SEARCH, &bytes(&record)?))?;
        return Err(Failure::Interrupted);
    };
    let cells = args.cell.iter().map(|(key, value)| format!(" --cell {key}={value}"));
    let asked = question.options() + &cells.collect::<String>();
    let prices = Prices::of(&scenario, cell, wares, asked, &priced);
    let findings = prices.findings()?;
    let printed = args.shown.print_findings(&findings);
    report_after(printed, folder, |folder| {
        let mut files = findings.files()?;
        files.push((SEARCH.to_owned(), bytes(&record)?));
        args.shown.write(folder, &files)
    })
}

/// The least and the most of a unit on a side.
pub(crate) const NUMBERS: std::ops::RangeInclusive<i64> = 2..=MOST_NUMBER as i64;
