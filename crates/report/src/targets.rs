//! Which sets of values meet several targets, as sentences, tables, a page and data.

use maud::html;
use polars::prelude::DataFrame;
use runner::{Intervals, Provenance};
use scenario::{Names, Scenario};
use schemars::JsonSchema;
use search::{Attempt, Known, Meeting, Target};
use serde::Serialize;
use serde_json::{Map, Value};
use stats::Estimate;

use crate::answer::{Number, listed};
use crate::error::Error;
use crate::findings::Findings;
use crate::frame;
use crate::html::{Room, files, opening, page, provenance};
use crate::json::{Origin, schema_of};
use crate::number::{self, Unit};
use crate::sheet;
use crate::tables::Table;
use crate::words::{self, Facts};

/// The most sets named in sentences.
const NAMED: usize = 3;

/// Sets of values that meet several targets, with the names of everything.
#[derive(Clone, Debug)]
pub struct Targets<'t> {
    /// The origin of the result.
    pub provenance: Provenance,
    /// How its intervals are computed.
    pub intervals: Intervals,
    /// The point of the sweep in words; empty if nothing is swept.
    pub place: String,
    /// The keys that were varied.
    pub keys: Vec<String>,
    /// The targets as they were given.
    pub asked: Vec<String>,
    /// The scenario, for its values and names.
    pub scenario: &'t Scenario,
    /// What was found.
    pub meeting: &'t Meeting,
}

impl Targets<'_> {
    fn names(&self) -> &Names {
        self.scenario.names()
    }

    fn unit(target: &Target) -> Unit {
        if target.quantity.is_share() { Unit::Share } else { Unit::Count }
    }

    /// A target in words: `“armoured”: Blue wins −10 ±2 points`.
    fn target(&self, place: usize) -> String {
        let target = &self.meeting.targets[place];
        let unit = Targets::unit(target);
        let label = self.names().quantity(target.quantity, self.scenario.ruleset);
        let of = target.variant.map(|variant| format!("“{}”: ", self.scenario.variants[variant].name));
        let shown = |value: f64| number::trimmed((value * unit.scale() * 1e6).round() / 1e6);
        let (value, within) = (shown(target.value), shown(target.within));
        let value = if target.by {
            let points = if unit == Unit::Share { " points" } else { "" };
            format!("{}{} ±{within}{points} against the scenario", if value < 0.0 { "−" } else { "+" }, value.abs())
        } else {
            format!("{value} ±{within}{}", unit.suffix())
        };
        format!("{}{label} {value}", of.unwrap_or_default())
    }

    /// The values of a set in words: `To hit 9 (8 in the file)`.
    fn set(&self, attempt: &Attempt) -> String {
        if attempt.sets.is_empty() {
            return "the scenario as it stands".to_owned();
        }
        let one = |(key, value): &(String, Value)| {
            let own = self.scenario.value(key).map(|own| self.names().value(key, &own));
            let own = own.map(|own| format!(" ({own} in the file)")).unwrap_or_default();
            format!("{}{own}", self.names().key(key).with(&self.names().value(key, value)))
        };
        listed(&attempt.sets.iter().map(one).collect::<Vec<_>>())
    }

    fn value(&self, attempt: &Attempt, place: usize) -> String {
        let target = &self.meeting.targets[place];
        let (value, unit) = (&attempt.values[place], Targets::unit(target));
        match target.by {
            true => number::signed(value, unit),
            false => number::full(value, unit) + unit.suffix(),
        }
    }

    fn values(&self, attempt: &Attempt) -> String {
        (0..self.meeting.targets.len()).map(|place| self.value(attempt, place)).collect::<Vec<_>>().join(", ")
    }

    /// What was found, in sentences.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let meeting = self.meeting;
        let place = if self.place.is_empty() { String::new() } else { format!(" ({})", self.place) };
        let targets: Vec<String> = (0..meeting.targets.len()).map(|place| self.target(place)).collect();
        let targets = format!("{}{place}", targets.join("; "));
        let met: Vec<&Attempt> = meeting.attempts.iter().filter(|attempt| attempt.meets_all()).collect();
        let mut said = Vec::new();
        if let Some(first) = met.first() {
            let told = |attempt: &&Attempt| format!("{} ({})", self.set(attempt), self.values(attempt));
            said.push(format!("What meets all targets ({targets}) with the fewest changes: {}.", told(first)));
            let others: Vec<String> = met.iter().skip(1).take(NAMED).map(told).collect();
            let more = met.len().saturating_sub(1 + NAMED);
            if !others.is_empty() {
                let more = if more > 0 { format!("; and {more} more in the table") } else { String::new() };
                said.push(format!("So do, with as many keys: {}{more}.", others.join("; ")));
            }
            if !first.sets.is_empty() {
                said.push("No set with fewer of these keys is known to.".to_owned());
            }
        } else {
            said.push(format!(
                "No set tried is known to meet all targets ({targets}): {} sets, numbers up to {} steps from the file’s.",
                number::grouped(meeting.tried as u64),
                search::FURTHEST
            ));
            said.extend(meeting.attempts.first().map(|nearest| {
                let word = if nearest.misses() { "The nearest is" } else { "The nearest, which may meet them, is" };
                format!("{word} {} ({}).", self.set(nearest), self.values(nearest))
            }));
            for &never in &meeting.never {
                said.push(format!("Every set tried misses one target: {}.", self.target(never)));
            }
            for &(one, other) in &meeting.quarrels {
                let [one, other] = [one, other].map(|place| self.target(place));
                said.push(format!("Two targets quarrel, since every set tried misses one of them: {one}; {other}."));
            }
        }
        if meeting.capped {
            said.push(format!(
                "There are more sets than {}; those with the most changes were not tried.",
                number::grouped(search::MOST_SETS as u64)
            ));
        }
        if meeting.interrupted {
            said.push("The search was stopped before it was complete.".to_owned());
        }
        said
    }

    fn table(&self) -> Table {
        let targets = 0..self.meeting.targets.len();
        let mut header = vec!["Values".to_owned(), "Steps".to_owned()];
        header.extend(targets.clone().map(|place| self.target(place)));
        header.push("Meets all".to_owned());
        let row = |attempt: &Attempt| {
            let known = match () {
                () if attempt.meets_all() => "yes",
                () if attempt.misses() => "no",
                () => "cannot tell",
            };
            let values = targets.clone().map(|place| self.value(attempt, place));
            let own = [self.set(attempt), attempt.steps.to_string()].into_iter();
            own.chain(values).chain([known.to_owned()]).collect()
        };
        Table {
            caption: String::new(),
            header,
            rows: self.meeting.attempts.iter().map(row).collect(),
            words: 1,
            verdicts: 1,
        }
    }

    fn basis(&self) -> String {
        format!(
            "each set on the same luck until it is decided; {} that hold together, at every look",
            sheet::described(Some(&self.intervals))
        )
    }

    fn facts(&self) -> Facts {
        let mut facts = words::of_provenance(&self.provenance, self.basis(), true);
        facts.insert(2, ("Engagements played", number::grouped(self.meeting.spent)));
        facts.insert(3, ("Sets refused", number::grouped(self.meeting.refused as u64)));
        facts
    }

    /// The result in every format.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn findings(&self) -> Result<Findings<'_>, Error> {
        Ok(Findings {
            name: "targets",
            provenance: &self.provenance,
            basis: self.basis(),
            sentences: self.sentences(),
            tables: vec![self.table()],
            facts: self.facts(),
            frame: self.frame()?,
            value: self.data()?,
            page: self.page()?,
            charts: Vec::new(),
        })
    }

    fn page(&self) -> Result<String, Error> {
        let mut room = Room::new(None);
        let vary: String = self.keys.iter().map(|key| format!(" --vary {key}")).collect();
        let target: String = self.asked.iter().map(|asked| format!(" --target \"{asked}\"")).collect();
        let again = html! { code { "beatenzone balance targets.html" (vary) (target) } " asks it again." };
        let title = "Which values meet all targets?";
        let body = html! {
            (opening(&self.provenance, title, &self.sentences(), None))
            section {
                h2 { "The sets" }
                (room.table(&self.table(), "targets", ""))
            }
            (provenance(&self.facts()))
            (files("targets.json", &["targets"], &again))
        };
        Ok(page(title, &body, &self.data()?.to_string()))
    }

    /// A frame with a row for each target of each set.
    fn frame(&self) -> Result<DataFrame, Error> {
        let rows: Vec<(usize, &Attempt, usize)> = self
            .meeting
            .attempts
            .iter()
            .enumerate()
            .flat_map(|(place, attempt)| (0..self.meeting.targets.len()).map(move |target| (place, attempt, target)))
            .collect();
        let sets: Vec<String> = rows.iter().map(|(_, attempt, _)| sets(attempt).to_string()).collect();
        let values: Vec<Option<Estimate>> =
            rows.iter().map(|(_, attempt, target)| Some(attempt.values[*target])).collect();
        let mut columns = vec![
            frame::counts("set", rows.iter().map(|(place, ..)| *place as u64)),
            frame::strings("sets", sets.iter().map(String::as_str)),
            frame::counts("steps", rows.iter().map(|(_, attempt, _)| u64::from(attempt.steps))),
            frame::strings("target", rows.iter().map(|(.., target)| self.asked[*target].as_str())),
            frame::strings("known", rows.iter().map(|(_, attempt, target)| word(attempt.known[*target]))),
        ];
        columns.extend(frame::estimates("value", "value.", &values));
        frame::with_origin(columns, rows.len(), &self.provenance)
    }

    /// Everything, unrounded, in the form of [`schema_of_targets`].
    fn data(&self) -> Result<Value, Error> {
        let meeting = self.meeting;
        let target = |place: usize| Aimed {
            asked: &self.asked[place],
            label: self.target(place),
            value: meeting.targets[place].value,
            within: meeting.targets[place].within,
        };
        let attempt = |attempt: &Attempt| Tried {
            sets: sets(attempt),
            steps: attempt.steps,
            values: attempt.values.iter().map(Number::of).collect(),
            known: attempt.known.iter().map(|known| word(*known)).collect(),
        };
        Ok(serde_json::to_value(Met {
            version: VERSION,
            from: Origin::of(&self.provenance, None, Some(&self.intervals)),
            place: &self.place,
            keys: &self.keys,
            targets: (0..meeting.targets.len()).map(target).collect(),
            sets: meeting.attempts.iter().map(attempt).collect(),
            tried: meeting.tried,
            refused: meeting.refused,
            capped: meeting.capped,
            missed_by_all: &meeting.never,
            quarrels: &meeting.quarrels,
            spent: meeting.spent,
            interrupted: meeting.interrupted,
            answer: self.sentences(),
        })?)
    }
}

const fn word(known: Known) -> &'static str {
    match known {
        Known::Met => "met",
        Known::Missed => "missed",
        Known::Open => "cannot_tell",
    }
}

fn sets(attempt: &Attempt) -> Value {
    Value::Object(attempt.sets.iter().cloned().collect::<Map<String, Value>>())
}

/// The version of the format of `targets.json`. It rises when a part of the format changes its meaning or is removed.
const VERSION: u32 = 1;

/// Which sets of values meet several targets.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Targets")]
struct Met<'r> {
    /// The version of this form.
    version: u32,
    #[serde(flatten)]
    from: Origin<'r>,
    /// The point of the sweep in words; empty if nothing is swept.
    place: &'r str,
    /// The keys that were varied.
    keys: &'r [String],
    /// The targets.
    targets: Vec<Aimed<'r>>,
    /// The sets that are known to meet all targets; if there are none, those that may and the nearest others.
    sets: Vec<Tried>,
    /// Sets tried.
    tried: usize,
    /// Sets that the scenario refuses.
    refused: usize,
    /// Whether there were too many sets to try all.
    capped: bool,
    /// Targets that every set misses, by index.
    missed_by_all: &'r [usize],
    /// Two targets, by index, of which every set misses one.
    quarrels: &'r [(usize, usize)],
    /// Engagements played.
    spent: u64,
    /// Whether the search was stopped before it was complete.
    interrupted: bool,
    /// The answer in sentences.
    answer: Vec<String>,
}

/// A target.
#[derive(Debug, Serialize, JsonSchema)]
struct Aimed<'r> {
    /// As it was given.
    asked: &'r str,
    /// In words.
    label: String,
    /// The value that it asks for: a share, a mean, or a difference of two.
    value: f64,
    /// How far the value may lie to either side.
    within: f64,
}

/// A set of values.
#[derive(Debug, Serialize, JsonSchema)]
struct Tried {
    /// The keys that it changes, with their values.
    sets: Value,
    /// How many steps they are from the scenario together.
    steps: u32,
    /// The quantity of each target; all intervals hold together.
    values: Vec<Number>,
    /// What is known of each target: `met`, `missed` or `cannot_tell`.
    known: Vec<&'static str>,
}

/// The schema of `targets.json`.
#[must_use]
pub fn schema_of_targets() -> Value {
    schema_of::<Met<'_>>()
}
