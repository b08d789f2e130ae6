//! `beatenzone balance`

use engage::Side;
use report::Fair;
use runner::{Intervals, Keep, Progress, Provenance, Unkept, Unwatched};
use scenario::{Body, Range, Scenario};
use search::{Balancing, balance, playable};
use serde_json::Value;

use crate::args::BalanceArgs;
use crate::commands::{did_you_mean, folder_of_search, load, options, targets};
use crate::failure::Failure;
use crate::folder::{BALANCE, TALLIES};
use crate::interrupt;
use crate::shown::report_after;
use crate::store::Store;
use crate::watch::{OfSearch, Watch};

/// The override that removes the variants.
pub(crate) const NO_VARIANTS: &str = "variants={}";

/// Finds the value of a key at which a quantity reaches a target, at each point of the scenario's sweep.
pub(crate) fn find(args: &BalanceArgs) -> Result<(), Failure> {
    if args.play.precision.is_some() {
        return Err(Failure::Usage(
            "--precision: --within says how tight the interval of the value has to be".to_owned(),
        ));
    }
    let sets = args.set.over(&[], &args.play.sets())?;
    let scenario = load(&args.file, &sets, args.led.read()?.as_ref())?;
    let Body::Fight(_) = &scenario.body else { return Err(Failure::runner(&args.file, runner::Error::Situation)) };
    args.vary.iter().try_for_each(|key| refuse_if_set(args, key))?;
    if targets::is_asked(args) {
        return targets::find(args, &scenario);
    }
    let ([key], [goal]) = (args.vary.as_slice(), args.target.as_slice()) else {
        return Err(Failure::Usage("--vary and --target: expected one of each".to_owned()));
    };
    if !args.cell.is_empty() {
        let help = "with one key the search runs at each point; --set fixes a swept key";
        return Err(Failure::Usage(format!("--cell belongs to several keys or targets: {help}")));
    }
    let names = scenario.names();
    let settings = scenario.settings(&vec![0; scenario.axes.len()]);
    let is_known = settings.iter().any(|setting| setting.key == *key);
    // A ruleset knows the keys of squads that this fight does not have.
    let is_of_a_squad = Side::ALL.iter().any(|side| key.starts_with(&format!("{}.", side.name())));
    let Some(range) = names.range(key).filter(|_| is_known || !is_of_a_squad) else {
        let near = did_you_mean(key, settings.iter().map(|setting| setting.key.as_str()));
        let what = "is not a key of this fight that takes numbers within limits, true or false, or words";
        return Err(Failure::Usage(format!("--vary: `{key}` {what}{near}")));
    };
    let (word, quantity, target) =
        scenario::goal(scenario.ruleset, goal).map_err(|wrong| Failure::Usage(format!("--target: {wrong}")))?;
    let within = args.within.unwrap_or(match &range {
        Range::Real { least, most } => (most - least) / 100.0,
        Range::Whole { .. } | Range::Choices(_) => 0.1,
    });
    let failed = |error| Failure::runner(&args.file, error);
    let points = points(&scenario, key);
    let at: Vec<Vec<usize>> = points.iter().map(|(_, point)| point.clone()).collect();
    let range = playable(&scenario, &at, key, range).map_err(failed)?;
    let folder = folder_of_search(&scenario, "balance", &args.folder)?;
    let folder = folder.as_ref();
    let store = folder.map(|folder| Store::new(folder, None)).transpose()?;
    store.iter().try_for_each(|store| store.fits(BALANCE, args.folder.replace))?;
    interrupt::listen()?;
    let asked = Balancing {
        key: key.clone(),
        range: range.clone(),
        start: scenario.value(key).unwrap_or(Value::Null),
        quantity,
        target,
        within,
    };
    let keep = store.as_ref().map_or(&Unkept as &dyn Keep, |store| store);
    let mut tallies = store.as_ref().map(|store| store.open(&scenario, args.folder.replace)).transpose()?;
    let mut found = Vec::new();
    for (place, point) in &points {
        let watch: Box<dyn Progress + '_> =
            if args.shown.quiet { Box::new(Unwatched) } else { Box::new(OfSearch(Watch::new(&scenario))) };
        let options = options(args.shown.threads);
        let (one, played) =
            balance(&scenario, point, &asked, tallies.take(), options, (&*watch, keep)).map_err(failed)?;
        tallies = Some(played);
        let stopped = one.interrupted;
        found.push((place.clone(), one));
        if stopped {
            break;
        }
    }
    // Without the variants, the rules that they change are not listed either.
    let plain: Vec<String> = sets.iter().cloned().chain([NO_VARIANTS.to_owned()]).collect();
    let rules_changed = Scenario::rewritten(&scenario.written(), &plain).map_err(Failure::Scenario)?.rules_changed();
    let interrupted = found.iter().any(|(_, balance)| balance.interrupted);
    let fair = Fair {
        provenance: Provenance { rules_changed, ..runner::provenance(&scenario) },
        intervals: Intervals::of(&scenario),
        engagements: scenario.play.engagements,
        key: key.clone(),
        name: names.key(key),
        range,
        label: names.quantity(quantity, scenario.ruleset),
        quantity: word,
        is_share: quantity.is_share(),
        target,
        axes: runner::axes(&scenario).into_iter().filter(|axis| axis.key != *key).collect(),
        points: found.iter().map(|(place, balance)| (place.clone(), balance)).collect(),
    };
    let findings = fair.findings()?;
    let printed = args.shown.print_findings(&findings);
    report_after(printed, folder.zip(tallies), |(folder, tallies)| {
        let mut files = findings.files()?;
        let bytes = tallies.to_bytes().map_err(failed)?;
        files.push((TALLIES.to_owned(), bytes));
        args.shown.write(folder, &files)
    })?;
    if interrupted { Err(Failure::Interrupted) } else { Ok(()) }
}

/// Refuses options that also set the varied key.
fn refuse_if_set(args: &BalanceArgs, key: &str) -> Result<(), Failure> {
    let is_varied = |set: &String| scenario::equals_sign(set).is_some_and(|at| set[..at].trim() == key);
    let said = [("--set", &args.set.set), ("--sweep", &args.set.sweep)];
    for (option, said) in said.into_iter().flat_map(|(option, all)| all.iter().map(move |said| (option, said))) {
        if is_varied(said) {
            return Err(Failure::Usage(format!("{option} {said}: --vary varies `{key}`; leave one of them out")));
        }
    }
    Ok(())
}

/// A value as TOML on one line.
pub(crate) fn toml_text(value: &Value) -> String {
    toml::Value::try_from(value).map_or_else(|_| value.to_string(), |value| value.to_string())
}

/// Every combination of the swept keys except `key`: its name, and the index of the value on each axis.
fn points(scenario: &Scenario, key: &str) -> Vec<(String, Vec<usize>)> {
    let names = scenario.names();
    let mut points = vec![(String::new(), Vec::new())];
    for axis in &scenario.axes {
        let values = if axis.key == key { &axis.values[..1] } else { &axis.values[..] };
        let with = |(place, point): &(String, Vec<usize>), index: usize| {
            let named = names.key(&axis.key).with(&names.value(&axis.key, &values[index]));
            let words = [place.clone(), named].into_iter().filter(|word| !word.is_empty());
            let place = if axis.key == key { place.clone() } else { words.collect::<Vec<_>>().join(", ") };
            (place, point.iter().copied().chain([index]).collect())
        };
        points = points.iter().flat_map(|point| (0..values.len()).map(move |index| with(point, index))).collect();
    }
    points
}
