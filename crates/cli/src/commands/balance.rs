//! `beatenzone balance`

use report::Fair;
use runner::balance::{Balance, Search, balance};
use runner::{Intervals, Keep, Progress, Provenance, Tallies, Unkept, Unwatched};
use scenario::{Body, Diagnostics, Range, Scenario, Written};
use serde_json::Value;

use crate::args::BalanceArgs;
use crate::commands::{folder_of_search, load, options, targets};
use crate::failure::Failure;
use crate::folder::{BALANCE, TALLIES};
use crate::interrupt;
use crate::shown::report_after;
use crate::store::Store;
use crate::watch::Watch;

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
    let varied = Varied { written: scenario.written(), sets: &sets, key };
    let listed = names.range(key).ok_or_else(|| varied.no_such_key())?;
    let start = scenario.value(key);
    let (word, quantity, target) =
        scenario::goal(scenario.ruleset, goal).map_err(|wrong| Failure::Usage(format!("--target: {wrong}")))?;
    let within = args.within.unwrap_or(match &listed {
        Range::Real { least, most } => (most - least) / 100.0,
        Range::Whole { .. } | Range::Choices(_) => 0.1,
    });
    let points = points(&scenario, key);
    let range = varied.playable(listed, &points, start.as_ref())?;
    let folder = folder_of_search(&scenario, "balance", &args.folder)?;
    let folder = folder.as_ref();
    let store = folder.map(|folder| Store::new(folder, None)).transpose()?;
    store.iter().try_for_each(|store| store.fits(BALANCE, args.folder.replace))?;
    interrupt::listen()?;
    let search = Search {
        key: key.clone(),
        range: range.clone(),
        start: start.unwrap_or(Value::Null),
        quantity,
        target,
        within,
    };
    let (found, tallies) = varied.search(args, &scenario, &search, &points, store.as_ref())?;
    // Without the variants, the rules that they change are not listed either.
    let plain: Vec<String> = sets.iter().cloned().chain([NO_VARIANTS.to_owned()]).collect();
    let rules_changed = Scenario::rewritten(&varied.written, &plain).map_err(Failure::Scenario)?.rules_changed();
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
    report_after(printed, folder.zip(tallies.as_ref()), |(folder, tallies)| {
        let mut files = findings.files()?;
        let bytes = tallies.to_bytes().map_err(|error| Failure::runner(&args.file, error))?;
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
/// A point of the sweep: its name, and its keys with their values.
type Point = (String, Vec<(String, Value)>);

/// The name of each point with the result there.
type Fairs = Vec<(String, Balance)>;

/// A scenario with a varied key.
struct Varied<'s> {
    written: Written,
    sets: &'s [String],
    key: &'s str,
}

impl Varied<'_> {
    /// The scenario at a point of its sweep with the key at a value, and no variants.
    fn at(&self, swept: &[(String, Value)], value: &Value) -> Result<Scenario, Diagnostics> {
        let key = self.key;
        let own = (key.to_owned(), value.clone());
        let axes = swept
            .iter()
            .chain([&own])
            .map(|(key, value)| format!("{} = [{}]", toml_text(&Value::from(key.as_str())), toml_text(value)));
        let sweep = format!("sweep={{ {} }}", axes.collect::<Vec<_>>().join(", "));
        let sets: Vec<String> = self.sets.iter().cloned().chain([NO_VARIANTS.to_owned(), sweep.clone()]).collect();
        let sweep = format!("--set {sweep}");
        Scenario::rewritten(&self.written, &sets).map_err(|mut wrong| {
            // The user did not type that sweep.
            for one in wrong.0.iter_mut().filter(|one| one.source == sweep) {
                (one.source, one.key) = (format!("--vary {key}"), String::new());
            }
            wrong
        })
    }

    /// Searches each point. Returns the results and the tallies.
    fn search(
        &self,
        args: &BalanceArgs,
        scenario: &Scenario,
        search: &Search,
        points: &[Point],
        store: Option<&Store<'_>>,
    ) -> Result<(Fairs, Option<Tallies>), Failure> {
        let keep = store.map_or(&Unkept as &dyn Keep, |store| store);
        let mut tallies = None;
        let mut found = Fairs::new();
        for (place, swept) in points {
            let at = |value: &Value| self.at(swept, value);
            if tallies.is_none()
                && let Some(store) = store
                && let Ok(first) = at(&search.start)
            {
                tallies = Some(store.open(&first, args.folder.replace)?);
            }
            let watch: Box<dyn Progress + '_> =
                if args.shown.quiet { Box::new(Unwatched) } else { Box::new(Watch::new(scenario)) };
            let one = balance(search, &mut tallies, &at, &options(args.shown.threads), (&*watch, keep));
            let one = one.map_err(|error| Failure::runner(&args.file, error))?;
            let stopped = one.interrupted;
            found.push((place.clone(), one));
            if stopped {
                break;
            }
        }
        Ok((found, tallies))
    }

    /// The failure for a key that cannot be varied, with the nearest key.
    fn no_such_key(&self) -> Failure {
        // Sweeping an unknown key reports the nearest one.
        let wrong = self.at(&[], &Value::from(1)).err();
        let near = wrong.and_then(|wrong| wrong.0.into_iter().find_map(|one| one.help));
        let near = near.map(|near| format!("; {near}")).unwrap_or_default();
        let what = "is not a key of this ruleset that takes numbers within limits, true or false, or words";
        Failure::Usage(format!("--vary: `{}` {what}{near}", self.key))
    }

    /// The part of a range that this fight accepts at some point of its sweep.
    fn playable(&self, range: Range, points: &[Point], start: Option<&Value>) -> Result<Range, Failure> {
        let range = match range {
            // Choices that this fight refuses are left out, such as a weapon that the side may not have.
            Range::Choices(choices) => {
                let taken = |choice: &Value| points.iter().any(|(_, swept)| self.at(swept, choice).is_ok());
                Range::Choices(choices.into_iter().filter(taken).collect())
            }
            // A squad without figures may leave a side without figures.
            Range::Whole { least: 0, most } => {
                let nobody = points.iter().all(|(_, swept)| self.at(swept, &Value::from(0)).is_err());
                Range::Whole { least: i64::from(nobody), most }
            }
            numbers => numbers,
        };
        if range == Range::Choices(Vec::new()) {
            let refused = self.at(&points[0].1, start.unwrap_or(&Value::Null)).err();
            let none = || Failure::Usage(format!("--vary: this fight accepts no value of `{}`", self.key));
            return Err(refused.map_or_else(none, Failure::Scenario));
        }
        Ok(range)
    }
}

/// A value as TOML on one line.
pub(crate) fn toml_text(value: &Value) -> String {
    toml::Value::try_from(value).map_or_else(|_| value.to_string(), |value| value.to_string())
}

/// Every combination of the swept keys except `key`, with its name and its keys and values.
fn points(scenario: &Scenario, key: &str) -> Vec<Point> {
    let names = scenario.names();
    let mut points = vec![(String::new(), Vec::new())];
    for axis in scenario.axes.iter().filter(|axis| axis.key != key) {
        let with = |(place, swept): &Point, value: &Value| {
            let named = names.key(&axis.key).with(&names.value(&axis.key, value));
            let place = if place.is_empty() { named } else { format!("{place}, {named}") };
            (place, swept.iter().cloned().chain([(axis.key.clone(), value.clone())]).collect())
        };
        points = points.iter().flat_map(|point| axis.values.iter().map(move |value| with(point, value))).collect();
    }
    points
}
