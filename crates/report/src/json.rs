//! Results as JSON: one form for fights and for situations, with a schema.

use std::collections::BTreeMap;

use engage::{BySide, Manner, Side, Win};
use runner::{Axis, Cell, Intervals, Method, OddsTable, Provenance, Winning};
use scenario::{Card, Correction, DoctrineCard, Written};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Map, Value};
use stats::Estimate;

use crate::answer::{Answer, Number, Point};
use crate::error::Error;
use crate::frame::{self, numeric};
use crate::number::{self, Unit};
use crate::players::Players;
use crate::report::{Report, Source};
use crate::sheet::{Column, Row, Sheet};

/// The version of the format of `results.json`, of the data inside a page, and of the columns of tables. It rises when
/// a part of them changes its meaning or is removed, not when something is added.
pub(crate) const VERSION: u32 = 4;

/// A result of Beaten Zone: a fight or a situation, at every point of its sweep, unrounded.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Results")]
struct Results<'r> {
    /// The version of this form.
    version: u32,
    /// What the result is about.
    of: Of,
    #[serde(flatten)]
    from: Origin<'r>,
    /// Whether the run was stopped before it was complete.
    interrupted: bool,
    /// The swept keys, outermost first.
    axes: Vec<Swept<'r>>,
    /// Names of the variants that are compared with the baseline.
    variants: &'r [String],
    /// The quantities reported for every cell, in the order of the tables.
    quantities: Vec<Told<'r>>,
    /// The zones of the fight, as `report.html` shows them; left out if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    ground: Option<Value>,
    /// How far the result depends on the players; left out for a situation.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<&'r Players>,
    /// Every cell, by point in row-major order of the axes, the baseline of a point before its variants.
    cells: Vec<Answered<'r>>,
    /// The findings.
    answer: &'r Answer,
}

/// The origin of a result.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Origin<'r> {
    /// The title of the scenario.
    title: &'r str,
    /// The question of the scenario; may be empty.
    question: &'r str,
    /// The ruleset's word.
    ruleset: &'r str,
    /// The rulebook's title.
    rulebook: &'r str,
    /// The version of the program.
    engine: &'r str,
    /// The seed. It matters only if something was played.
    seed: u64,
    /// Hash of the scenario and of what its maps show.
    scenario_hash: &'r str,
    /// Hash of every number; null for a situation and for a search for fair values.
    result_hash: Option<&'r str>,
    /// Each rule that differs from the rulebook as printed.
    rules_changed: Vec<Changed<'r>>,
    /// The scenario as it was read: with it `beatenzone run` plays this file again.
    scenario: &'r Written,
    /// How intervals are computed; null if the run computed none.
    intervals: Option<Made>,
}

impl<'r> Origin<'r> {
    pub(crate) fn of(from: &'r Provenance, result_hash: Option<&'r str>, intervals: Option<&Intervals>) -> Origin<'r> {
        let change = |change: &'r scenario::RuleChange| {
            let scenario::RuleChange { key, printed, played, told } = change;
            Changed { key, printed, played, told }
        };
        Origin {
            title: &from.title,
            question: &from.question,
            ruleset: &from.ruleset,
            rulebook: &from.rulebook,
            engine: &from.version,
            seed: from.seed,
            scenario_hash: &from.scenario_hash,
            result_hash,
            rules_changed: from.rules_changed.iter().map(change).collect(),
            scenario: &from.scenario,
            intervals: intervals.map(|intervals| Made {
                level: intervals.level.share(),
                each: intervals.each.share(),
                interval: intervals.shares.name(),
                correction: intervals.correction,
            }),
        }
    }
}

/// What the result is about.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Of {
    /// A fight.
    Fight,
    /// A situation.
    Situation {
        /// Its kind.
        kind: String,
        /// Its label.
        label: String,
    },
}

/// A rule that differs from the rulebook as printed.
#[derive(Debug, Serialize, JsonSchema)]
struct Changed<'r> {
    /// The key.
    key: &'r str,
    /// The value printed, as text.
    printed: &'r str,
    /// The value played; for a rule that is swept or varied, all its values.
    played: &'r str,
    /// The same as text for readers.
    told: &'r str,
}

/// How intervals are computed.
#[derive(Debug, Serialize, JsonSchema)]
struct Made {
    /// How often an interval should hold, as requested.
    level: f64,
    /// The level of each interval, after the correction.
    each: f64,
    /// How the intervals of shares are computed.
    interval: &'static str,
    /// The correction for many intervals.
    correction: Correction,
}

/// A swept key.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Swept<'r> {
    /// The key.
    key: &'r str,
    /// Its label.
    label: &'r str,
    /// The unit of its values; empty if there is none.
    unit: &'r str,
    /// Its values; as numbers if all of them are numbers.
    values: Vec<Value>,
    /// The same as labels.
    labels: &'r [String],
}

impl Swept<'_> {
    pub(crate) fn of(axis: &Axis) -> Swept<'_> {
        Swept {
            key: &axis.key,
            label: &axis.label,
            unit: &axis.unit,
            values: (0..axis.values.len()).map(|value| typed(axis, value)).collect(),
            labels: &axis.labels,
        }
    }
}

/// A quantity.
#[derive(Debug, Serialize, JsonSchema)]
struct Told<'r> {
    /// Its word.
    id: &'r str,
    /// Its label.
    label: &'r str,
    /// What it is: a share of engagements from 0 to 1, the mean of something counted, or a number of something else.
    what: What,
    /// What is counted, such as `figures`; empty if there is no word for it.
    unit: &'r str,
    /// The side that the number belongs to.
    side: Option<&'static str>,
}

/// What a quantity is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum What {
    /// A share of engagements, or a chance.
    Share,
    /// The mean of something counted.
    Mean,
    /// Something else.
    Number,
}

/// A cell.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Cell")]
struct Answered<'r> {
    /// Its values by swept key.
    point: Point,
    /// Its variant; null for the baseline.
    variant: Option<&'r str>,
    /// The id of the cell, unique among all results: together with the seed, the key for joining rows of tables.
    id: &'r str,
    /// How it was answered: `exact`, `chain` (a situation solved as a chain) or `sampled`.
    method: &'static str,
    /// Engagements played; null if the cell was solved.
    engagements: Option<u64>,
    /// Distinct states visited by its solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<u64>,
    /// Probability that its solution does not account for.
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<f64>,
    /// Why a situation was not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    /// Whether the cell is exact, or was played as far as requested.
    complete: bool,
    /// For each quantity with a requested precision: how far the precision is reached.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    precision: Vec<Reached<'r>>,
    /// Each quantity by its word. For a situation, outcomes that cannot occur are left out.
    values: BTreeMap<&'r str, Valued<'r>>,
    /// The share of engagements with 0, 1, 2, … of what is counted, by the quantity's word.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    distributions: BTreeMap<&'r str, &'r [f64]>,
    /// Who wins with each pair of doctrines that is drawn; left out if there is only one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    doctrines: Vec<Drawn<'r>>,
    /// The variant minus its baseline over the same engagements; null for a baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference<'r>>,
}

/// A pair of doctrines.
#[derive(Debug, Serialize, JsonSchema)]
struct Drawn<'r> {
    /// The name of blue's doctrine; null if its squads are led as written.
    blue: Option<&'r str>,
    /// The name of red's doctrine; null if its squads are led as written.
    red: Option<&'r str>,
    /// How often it is drawn, relative to the other pairs.
    weight: u32,
    /// Engagements that drew it; null if it was solved.
    engagements: Option<u64>,
    /// The chances to win and of a draw, by their words.
    values: BTreeMap<&'static str, Number>,
}

/// How far a precision is reached.
#[derive(Debug, Serialize, JsonSchema)]
struct Reached<'r> {
    /// The quantity's word.
    quantity: &'r str,
    /// How far its interval may reach to either side.
    width: f64,
    /// Whether the interval reaches no further.
    reached: bool,
    /// About how many engagements the precision needs.
    needed: Option<u64>,
}

/// A number with its interval.
#[derive(Debug, Serialize, JsonSchema)]
struct Valued<'r> {
    #[serde(flatten)]
    number: Number,
    /// The number as a fraction in lowest terms, if it is known as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<&'r str>,
}

/// What a variant changes.
#[derive(Debug, Serialize, JsonSchema)]
struct Difference<'r> {
    /// Engagements in which any counted quantity differed; null if both were solved.
    changed: Option<u64>,
    /// Each quantity by its word.
    values: BTreeMap<&'r str, Paired<'r>>,
}

/// A paired difference.
#[derive(Debug, Serialize, JsonSchema)]
struct Paired<'r> {
    #[serde(flatten)]
    number: Number,
    /// How many times more engagements an unpaired comparison would have needed.
    variance_saved: Option<f64>,
    /// For headline quantities: `more` or `less` if the difference matters, `too_small` if it does not, `equal` if both are
    /// computed and the same, `cannot_tell` as long as that is in doubt.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'r str>,
}

/// The schema of results as JSON.
#[must_use]
pub fn schema_of_results() -> Value {
    schema_of::<Results<'_>>()
}

/// The schema of a form.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

impl Report<'_> {
    /// All results, unrounded, as JSON that satisfies [`schema_of_results`].
    ///
    /// # Errors
    /// [`Error::Json`] when a value has no JSON form.
    pub fn json(&self) -> Result<String, Error> {
        text(&self.value()?)
    }

    /// All results as a JSON value.
    ///
    /// # Errors
    /// [`Error::Json`] when a value has no JSON form.
    pub fn value(&self) -> Result<Value, Error> {
        let from = self.provenance();
        let data = &self.sheet;
        let results = match self.source {
            Source::Run(run, _) => Results {
                of: Of::Fight,
                from: Origin::of(from, Some(&run.result_hash), Some(&run.intervals)),
                interrupted: run.interrupted,
                players: self.players.as_ref(),
                ground: run.ground.as_ref().map(serde_json::to_value).transpose()?,
                cells: run
                    .cells
                    .iter()
                    .zip(&data.rows)
                    .map(|(cell, row)| fought(cell, &from.card, data, row))
                    .collect(),
                ..self.begun(from)
            },
            Source::Odds(table) => Results {
                of: Of::Situation { kind: table.kind.clone(), label: table.label.clone() },
                cells: (0..table.cells.len()).map(|index| self.answered(table, index)).collect(),
                ..self.begun(from)
            },
        };
        Ok(serde_json::to_value(results)?)
    }

    /// The fields that fights and situations have in common.
    fn begun<'r>(&'r self, from: &'r Provenance) -> Results<'r> {
        let data = &self.sheet;
        let axes = data.axes[data.swept()].iter();
        Results {
            version: VERSION,
            of: Of::Fight,
            from: Origin::of(from, None, None),
            interrupted: false,
            axes: axes.map(Swept::of).collect(),
            variants: &data.variants,
            quantities: data.columns.iter().map(quantity).collect(),
            ground: None,
            players: None,
            cells: Vec::new(),
            answer: &self.answer,
        }
    }

    fn answered<'r>(&'r self, table: &'r OddsTable, index: usize) -> Answered<'r> {
        let runner::Answered { point, id, answer } = &table.cells[index];
        let row = &self.sheet.rows[index];
        let (states, unresolved, because) = match answer.manner {
            Manner::Exact => (None, None, None),
            Manner::Chain { states, unresolved } => (Some(states as u64), Some(unresolved), None),
            Manner::Sampled { unsolved, .. } => (None, None, Some(unsolved.to_string())),
        };
        let occurs = |id: &str| answer.values.iter().any(|value| value.outcome == id);
        Answered {
            point: at(&self.sheet, point),
            variant: None,
            id,
            method: frame::manner(answer.manner),
            engagements: row.played,
            states,
            unresolved,
            because,
            doctrines: Vec::new(),
            complete: true,
            precision: Vec::new(),
            values: values(&self.sheet, row, occurs),
            distributions: BTreeMap::new(),
            difference: None,
        }
    }
}

/// The text of a JSON file, without raw control characters.
///
/// # Errors
/// [`Error::Json`] when a value has no JSON form.
pub(crate) fn text(value: &Value) -> Result<String, Error> {
    Ok(spelled(&serde_json::to_string_pretty(value)?) + "\n")
}

/// Replaces control characters that JSON would allow unescaped by their numeric escapes. The value stays the same.
pub(crate) fn spelled(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\n' => text.push(c),
            _ if engage::steers(c) => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => text.push(c),
        }
    }
    text
}

/// A cell of a run.
fn fought<'r>(cell: &'r Cell, card: &'r Card, data: &'r Sheet, row: &'r Row) -> Answered<'r> {
    let drawn = |((pair, weight), drawn): ((BySide<Option<&'r DoctrineCard>>, u32), &Winning)| {
        let name = |side: Side| pair[side].map(|led| led.name.as_str());
        let estimates = [Some(Side::Blue), Some(Side::Red), None].map(|winner| {
            let estimate = winner.map_or(&drawn.draw, |side| &drawn.win[side]);
            (Win::by(winner).id, Number::of(estimate))
        });
        let engagements = drawn.engagements;
        Drawn { blue: name(Side::Blue), red: name(Side::Red), weight, engagements, values: estimates.into() }
    };
    let (states, unresolved) = match cell.method {
        Method::Exact { states, unresolved } => (Some(states), Some(unresolved)),
        Method::Sampled { .. } => (None, None),
    };
    let counted = data.measures.start..=data.measures.end;
    let paired = |(i, column): (usize, &'r Column)| {
        let paired = row.paired(i)?;
        let verdict = data.judged(row, i).filter(|_| column.headline).map(|judged| judged.verdict.word());
        let (number, saved) = (Number::of(&paired.difference), paired.variance_saved.and_then(number::data));
        Some((column.id.as_str(), Paired { number, variance_saved: saved, verdict }))
    };
    let difference = row.compared.as_ref().map(|compared| Difference {
        changed: compared.changed,
        values: data.columns.iter().enumerate().filter_map(paired).collect(),
    });
    Answered {
        point: at(data, &cell.point),
        variant: cell.variant.and_then(|variant| data.variants.get(variant)).map(String::as_str),
        id: &cell.id,
        method: frame::method(cell.method),
        engagements: row.played,
        states,
        unresolved,
        because: None,
        complete: cell.complete,
        precision: row
            .aims
            .iter()
            .map(|aim| Reached { quantity: &aim.quantity, width: aim.width, reached: aim.reached, needed: aim.needed })
            .collect(),
        values: values(data, row, |_| true),
        distributions: counted.map(|i| (data.columns[i].id.as_str(), row.distributions[i].as_slice())).collect(),
        doctrines: card.pairs().into_iter().zip(&cell.drawn).map(drawn).collect(),
        difference,
    }
}

/// A value of an axis: a number or a boolean if all values of the axis are.
pub(crate) fn typed(axis: &runner::Axis, value: usize) -> Value {
    let text = axis.values.get(value).cloned().unwrap_or_default();
    if numeric(axis).is_some() || frame::is_truths(axis) {
        serde_json::from_str(&text).unwrap_or(Value::String(text))
    } else {
        text.into()
    }
}

fn at(sheet: &Sheet, point: &[usize]) -> Point {
    point.iter().zip(&sheet.axes).map(|(&value, axis)| (axis.key.clone(), typed(axis, value))).collect::<Map<_, _>>()
}

fn quantity(column: &Column) -> Told<'_> {
    Told {
        id: &column.id,
        label: &column.label,
        what: match column.unit {
            Unit::Share => What::Share,
            Unit::Count if column.is_mean => What::Mean,
            Unit::Count => What::Number,
        },
        unit: &column.counted,
        side: column.side.map(Side::name),
    }
}

fn values<'r>(sheet: &'r Sheet, row: &'r Row, occurs: impl Fn(&str) -> bool) -> BTreeMap<&'r str, Valued<'r>> {
    let told = |(i, column): (usize, &'r Column)| {
        let value: Estimate = row.values[i].filter(|_| occurs(&column.id))?;
        Some((column.id.as_str(), Valued { number: Number::of(&value), fraction: row.fractions[i].as_deref() }))
    };
    sheet.columns.iter().enumerate().filter_map(told).collect()
}
