//! `beatenzone price`

use report::Prices;
use runner::Intervals;
use scenario::{Refused, Scenario, Unit};
use search::{MOST_NUMBER, Pricing, Record, price};

use crate::args::PriceArgs;
use crate::commands::{AtPoint, at_point, folder_of_search, load, options};
use crate::failure::Failure;
use crate::folder::{PRICE, SEARCH};
use crate::interrupt;
use crate::searched::{Saved, bytes, resumed};
use crate::shown::report_after;

/// The most of a unit on a side by default.
pub(crate) const MOST: u32 = 6;

/// The points of the first unit by default.
const POINTS: f64 = 10.0;

/// Prices units against each other.
pub(crate) fn find(args: &PriceArgs) -> Result<(), Failure> {
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets, args.led.read()?.as_ref())?;
    let failed = |error| Failure::runner(&args.file, error);
    let AtPoint { cell, point, .. } = at_point(&scenario, &args.file, &args.cell)?;
    let (mut units, left_out) = units(args, &scenario, &point)?;
    let points = scaled(args, &mut units)?;
    let asked = Pricing { units, most: args.most, within: args.within };
    let folder = folder_of_search(&scenario, "price", &args.folder)?;
    let folder = folder.as_ref();
    folder.iter().try_for_each(|folder| folder.takes(PRICE, args.folder.replace))?;
    let empty = Record::new(&scenario, &point, &asked);
    let mut record = folder.map_or(Ok(empty.clone()), |folder| resumed(folder, &empty, args.folder.replace))?;
    interrupt::listen()?;
    let watcher = Saved::new(folder, &args.shown);
    let found = price(&scenario, &point, &asked, &mut record, options(args.shown.threads), &watcher).map_err(failed)?;
    let Some(priced) = found else {
        folder.iter().try_for_each(|folder| folder.put(SEARCH, &bytes(&record)?))?;
        return Err(Failure::Interrupted);
    };
    let [blue, _] = scenario.lone_squads().map_err(Failure::Usage)?;
    let place = place(&scenario, &point, &priced.asked.units);
    let prices = Prices {
        provenance: runner::provenance_at(&scenario, cell),
        intervals: Intervals::of(&scenario),
        place,
        points,
        options: said(args),
        squad: format!("blue.{blue}"),
        names: scenario.names(),
        left_out,
        priced: &priced,
    };
    let findings = prices.findings()?;
    let printed = args.shown.print_findings(&findings);
    report_after(printed, folder, |folder| {
        let mut files = findings.files()?;
        files.push((SEARCH.to_owned(), bytes(&record)?));
        args.shown.write(folder, &files)
    })
}

/// The options that ask the same of the page, after its name.
fn said(args: &PriceArgs) -> String {
    let units = args.units.iter().map(|units| format!(" --units {units}"));
    let scale = args.scale.iter().map(|(name, points)| format!(" --scale '{name}={points}'"));
    let cells = args.cell.iter().map(|(key, value)| format!(" --cell {key}={value}"));
    let most = (args.most != MOST).then(|| format!(" --most {}", args.most));
    units.chain(scale).chain(most).chain(cells).collect()
}

/// The point of the sweep in words, without the keys that units set.
fn place(scenario: &Scenario, point: &[usize], units: &[Unit]) -> String {
    let names = scenario.names();
    let is_set = |key: &str| {
        let word =
            ["blue.", "red."].iter().find_map(|side| key.strip_prefix(side)?.split_once('.')).map(|(_, word)| word);
        word == Some("count") || units.iter().flat_map(|unit| &unit.sets).any(|(own, _)| Some(own.as_str()) == word)
    };
    let swept = scenario.axes.iter().zip(point).filter(|(axis, _)| !is_set(&axis.key));
    let told = swept.map(|(axis, &at)| names.key(&axis.key).with(&names.value(&axis.key, &axis.values[at])));
    told.collect::<Vec<_>>().join(", ")
}

/// The units to compare: those of the file, or one for each value of a key; and those that the ruleset refuses, each with
/// the reason.
fn units(args: &PriceArgs, scenario: &Scenario, point: &[usize]) -> Result<(Vec<Unit>, Vec<Refused>), Failure> {
    scenario.lone_squads().map_err(|why| Failure::Usage(format!("{}: {why}", args.file.display())))?;
    let (units, left_out) = match &args.units {
        Some(word) => scenario.units_of(point, word).map_err(|why| Failure::Usage(format!("--units: {why}")))?,
        None if scenario.units.is_empty() => {
            let help =
                "add a table for each, such as [units.veteran], or name a key of the squads, such as --units weapon";
            return Err(Failure::Usage(format!("{}: it has no units; {help}", args.file.display())));
        }
        None => (scenario.units.clone(), Vec::new()),
    };
    match units.len() {
        0 | 1 => {
            let why: Vec<String> = left_out.iter().map(|(name, why)| format!("“{name}”: {why}")).collect();
            Err(Failure::Usage(format!(
                "at least two units can be compared, expected more than {}. {}",
                units.len(),
                why.join("; ")
            )))
        }
        _ => Ok((units, left_out)),
    }
}

/// Puts the unit that sets the scale first. Returns what one of it costs.
fn scaled(args: &PriceArgs, units: &mut [Unit]) -> Result<f64, Failure> {
    let Some((name, points)) = &args.scale else { return Ok(POINTS) };
    let place = units.iter().position(|unit| unit.name == *name).ok_or_else(|| {
        let known = units.iter().map(|unit| format!("`{}`", unit.name)).collect::<Vec<_>>().join(", ");
        Failure::Usage(format!("--scale: there is no unit `{name}`, expected one of {known}"))
    })?;
    units[..=place].rotate_right(1);
    Ok(*points)
}

/// The least and the most of a unit on a side.
pub(crate) const NUMBERS: std::ops::RangeInclusive<i64> = 2..=MOST_NUMBER as i64;
