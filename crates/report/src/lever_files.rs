//! Which key matters most, as files and as text for standard output.

use maud::{Markup, html};
use polars::prelude::DataFrame;
use schemars::JsonSchema;
use search::{Effect, Lever};
use serde::Serialize;
use serde_json::Value;
use stats::Estimate;

use crate::answer::Number;
use crate::chart::Chart;
use crate::error::Error;
use crate::findings::Findings;
use crate::frame;
use crate::html::{Room, files, opening, page, provenance};
use crate::json::{Origin, schema_of};
use crate::levers::{Known, Ranking};

impl Ranking<'_> {
    /// The result in every format.
    ///
    /// # Errors
    /// As for the writers of the formats.
    pub fn findings(&self) -> Result<Findings<'_>, Error> {
        let charts = self.charts()?;
        Ok(Findings {
            name: "levers",
            provenance: &self.provenance,
            basis: self.basis(),
            sentences: self.sentences(),
            tables: vec![self.ranked()],
            facts: self.facts(),
            frame: self.frame()?,
            value: self.value()?,
            page: self.page(&charts)?,
            charts,
        })
    }

    fn page(&self, charts: &[Chart]) -> Result<String, Error> {
        let (first, others) = charts.split_first().map_or((None, charts), |(first, others)| (Some(first), others));
        let mut room = Room::new(first);
        let again = html! { code { "beatenzone levers levers.html" } " asks it again." };
        let title = self.asked();
        let folded = |known: Known, id: &str, name: &str| -> Markup {
            let table = self.others(known);
            html! { @if !table.rows.is_empty() { (crate::html::folded(&table, id, name)) } }
        };
        let body = html! {
            (opening(&self.provenance, &title, &self.sentences(), first))
            section {
                h2 { "The levers" }
                p { "Each key one step up and one step down, each word in every other way, one at a time, on the same luck as the \
                     scenario as it stands. Ranks that cannot be told apart are a range." }
                (room.table(&self.ranked(), "levers", "The levers"))
                (folded(Known::Little, "little", "Keys that move it too little to matter"))
                (folded(Known::Nothing, "nothing", "Keys that changed nothing"))
            }
            (room.figures(others))
            (provenance(&self.facts()))
            (files("levers.json", &["levers"], &again))
        };
        Ok(page(&title, &body, &self.value()?.to_string()))
    }

    /// A frame with a row for each value that was tried.
    fn frame(&self) -> Result<DataFrame, Error> {
        let rows: Vec<(&Lever, &Effect)> = self
            .levers
            .levers
            .iter()
            .flat_map(|lever| lever.effects.iter().map(move |effect| (lever, effect)))
            .collect();
        let ids = rows.iter().enumerate().map(|(place, (_, effect))| (place, effect.id.as_str()));
        let values: Vec<String> = rows.iter().map(|(_, effect)| scenario::text(&effect.value)).collect();
        let own = |lever: &Lever| lever.setting.value.as_ref().map(scenario::text).unwrap_or_default();
        let before: Vec<String> = rows.iter().map(|(lever, _)| own(lever)).collect();
        let differences: Vec<Option<Estimate>> = rows.iter().map(|(_, effect)| Some(effect.difference)).collect();
        let method = |effect: &Effect| if effect.changed.is_some() { "sampled" } else { "exact" };
        let mut columns = frame::key(&self.provenance, ids);
        columns.extend([
            frame::strings("key", rows.iter().map(|(lever, _)| &*lever.setting.key)),
            frame::strings("family", rows.iter().map(|(lever, _)| lever.setting.family.name())),
            frame::strings("from", before.iter().map(String::as_str)),
            frame::strings("to", values.iter().map(String::as_str)),
            frame::strings("step", rows.iter().map(|(_, effect)| effect.step.name())),
            frame::strings("method", rows.iter().map(|(_, effect)| method(effect))),
            frame::counts("engagements", rows.iter().map(|(_, effect)| effect.difference.engagements().unwrap_or(0))),
            frame::counts("changed", rows.iter().map(|(_, effect)| effect.changed.unwrap_or(0))),
            frame::counts("rank", rows.iter().map(|(lever, _)| lever.rank.0 as u64)),
            frame::counts("rank.last", rows.iter().map(|(lever, _)| lever.rank.1 as u64)),
            frame::strings("verdict", rows.iter().map(|(_, effect)| effect.verdict.word())),
        ]);
        columns.extend(frame::estimates(&self.quantity, &format!("{}.", self.quantity), &differences));
        frame::with_origin(columns, rows.len(), &self.provenance)
    }

    /// Everything, unrounded, in the form of [`schema_of_levers`].
    pub(crate) fn value(&self) -> Result<Value, Error> {
        let effect = |effect: &Effect| Tried {
            value: effect.value.clone(),
            step: effect.step.name(),
            id: effect.id.clone(),
            engagements: effect.difference.engagements(),
            changed: effect.changed,
            difference: Number::of(&effect.difference),
            verdict: effect.verdict.word(),
        };
        let lever = |lever: &Lever| Told {
            key: lever.setting.key.clone(),
            label: self.key(&lever.setting),
            family: lever.setting.family.name(),
            own: lever.setting.value.clone(),
            rank: lever.rank.into(),
            effects: lever.effects.iter().map(effect).collect(),
        };
        let together = |interaction: &search::Interaction| Together {
            keys: [interaction.levers.0, interaction.levers.1]
                .map(|lever| self.levers.levers[lever].setting.key.clone()),
            beyond: Number::of(&interaction.beyond),
        };
        Ok(serde_json::to_value(Moved {
            version: VERSION,
            from: Origin::of(&self.provenance, None, Some(&self.intervals)),
            place: &self.place,
            quantity: &self.quantity,
            quantity_label: &self.label,
            baseline: Number::of(&self.levers.baseline),
            id: &self.levers.id,
            matters: self.levers.matters,
            each: self.levers.each.share(),
            levers: self.levers.levers.iter().map(lever).collect(),
            together: self.levers.interactions.iter().map(together).collect(),
            left_out: self.levers.refused,
            spent: self.levers.spent,
            tight: self.levers.tight,
            interrupted: self.levers.interrupted,
            answer: self.sentences(),
        })?)
    }
}

/// The version of the format of `levers.json`. It rises when a part of the format changes its meaning or is removed.
const VERSION: u32 = 1;

/// Which key of a scenario matters most.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Levers")]
struct Moved<'r> {
    /// The version of this form.
    version: u32,
    #[serde(flatten)]
    from: Origin<'r>,
    /// The point of the sweep in words; empty if nothing is swept.
    place: &'r str,
    /// The id of the quantity.
    quantity: &'r str,
    /// Its label.
    quantity_label: &'r str,
    /// Its value in the scenario as it stands.
    baseline: Number,
    /// The id of that cell.
    id: &'r str,
    /// How large an effect has to be to matter.
    matters: f64,
    /// The level of each single interval, at which all hold together as often as `intervals.level` says.
    each: f64,
    /// Every key with other values, the strongest first.
    levers: Vec<Told>,
    /// The strongest together.
    together: Vec<Together>,
    /// The number of values left out because they do not count or fit here.
    left_out: usize,
    /// Engagements played, baselines included.
    spent: u64,
    /// Whether every interval is as tight as asked.
    tight: bool,
    /// Whether the search was stopped before it was complete.
    interrupted: bool,
    /// The answer in sentences.
    answer: Vec<String>,
}

/// A key.
#[derive(Debug, Serialize, JsonSchema)]
struct Told {
    /// The key.
    key: String,
    /// Its label.
    label: String,
    /// Its family: `rules`, `forces`, `ground` or `players`.
    family: &'static str,
    /// Its value in the scenario; null if the file leaves it out and its default depends on other keys.
    own: Option<Value>,
    /// The best and the worst rank that it may have, from 1.
    rank: [usize; 2],
    /// Its other values, the strongest effect first.
    effects: Vec<Tried>,
}

/// Another value of a key.
#[derive(Debug, Serialize, JsonSchema)]
struct Tried {
    /// The value.
    value: Value,
    /// How it differs: `up` or `down` by one step, or `other`.
    step: &'static str,
    /// The id of its cell: with the seed the key by which rows of tables are joined.
    id: String,
    /// Engagements played; null if it was solved.
    engagements: Option<u64>,
    /// Engagements in which anything differed; null if it was solved.
    changed: Option<u64>,
    /// The quantity with this value minus the quantity without, with an interval that holds together with all others.
    difference: Number,
    /// Whether it matters.
    verdict: &'static str,
}

/// Two keys together, each with its strongest value.
#[derive(Debug, Serialize, JsonSchema)]
struct Together {
    /// The keys.
    keys: [String; 2],
    /// The effect of both minus the effects of each.
    beyond: Number,
}

/// The schema of `levers.json`.
#[must_use]
pub fn schema_of_levers() -> Value {
    schema_of::<Moved<'_>>()
}
