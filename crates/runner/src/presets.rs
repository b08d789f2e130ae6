//! How far a result on open ground depends on the players: what other presets of one side change.

use engage::Side;
use scenario::{Body, Family, Quantity, Scenario, Setting};
use serde_json::Value;
use stats::Estimate;

use crate::contenders::Contenders;
use crate::keep::Unkept;
use crate::progress::Unwatched;
use crate::run::Options;
use crate::{Error, label};

/// The keys that set how a whole squad is led.
const PRESETS: [&str; 2] = ["doctrine", "player"];

/// Engagements of each preset, if it is not solved.
const ENGAGEMENTS: u64 = 4096;

/// Keys with their values.
type Sets = Vec<(String, Value)>;

/// What other presets of one side's squads change at one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Presets {
    /// The quantity asked about.
    pub quantity: Quantity,
    /// The cell in words; empty if the scenario has only one point.
    pub place: String,
    /// Each other preset.
    pub changes: Vec<PresetChange>,
}

/// Another preset of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetChange {
    /// The side.
    pub side: Side,
    /// The keys that it sets, one of each squad, with their values.
    pub sets: Sets,
    /// The quantity with it minus the quantity without.
    pub difference: Estimate,
}

/// What other presets of one side's squads change at the first point of a fight on open ground. `None` elsewhere, if the
/// ruleset has no other presets there, and if the quantity asked about cannot be compared.
///
/// # Errors
/// Failures of the machine.
pub fn presets(scenario: &Scenario, options: Options<'_>) -> Result<Option<Presets>, Error> {
    let Body::Fight(cells) = &scenario.body else { return Ok(None) };
    let Some((_, quantity)) = scenario.compared() else { return Ok(None) };
    let is_open = cells[0].battle.map().is_none() && cells[0].battle.zones().is_none();
    if !is_open || scenario.value("field.patrol").is_some() {
        return Ok(None);
    }
    let point = vec![0; scenario.axes.len()];
    let (mut trials, baseline) = scenario.trials(&point).map_err(Error::Search)?;
    let (mut all, mut named) = (vec![baseline], Vec::new());
    for (side, sets) in alternatives(scenario, &point) {
        let changes: Vec<(&str, &Value)> = sets.iter().map(|(key, value)| (key.as_str(), value)).collect();
        // Presets that do not fit here, or that a doctrine sets, are no alternatives.
        if let Ok(cell) = trials.cell(&changes) {
            named.push((side, sets));
            all.push(cell);
        }
    }
    if named.is_empty() {
        return Ok(None);
    }
    // All intervals hold together at the level of the scenario.
    let each = scenario.play.level.0.shared(named.len());
    let mut contenders = Contenders::new(scenario, all, None, options)?;
    let own: Vec<usize> = (1..contenders.count()).collect();
    let stopped = contenders.solve(&Unwatched, &Unkept)? || contenders.play(&own, ENGAGEMENTS, &Unwatched, &Unkept);
    if stopped {
        return Ok(None);
    }
    let changes = named.into_iter().zip(1..).filter_map(|((side, sets), cell)| {
        let difference = contenders.lead(cell, quantity, each)?.difference;
        Some(PresetChange { side, sets, difference })
    });
    let changes = changes.collect();
    let place = if scenario.axes.is_empty() { String::new() } else { label(scenario, 0) };
    Ok(Some(Presets { quantity, place, changes }))
}

/// Each other value of a preset, for all squads of a side at once.
fn alternatives(scenario: &Scenario, point: &[usize]) -> Vec<(Side, Sets)> {
    let settings = scenario.settings(point);
    let is_preset = |setting: &&Setting, side: Side, word: &str| {
        setting.family == Family::Players
            && setting.word() == word
            && setting.key.starts_with(&format!("{}.", side.name()))
    };
    let mut found = Vec::new();
    for (side, word) in Side::ALL.into_iter().flat_map(|side| PRESETS.map(|word| (side, word))) {
        let squads: Vec<&Setting> = settings.iter().filter(|setting| is_preset(setting, side, word)).collect();
        let values = squads.first().map(|setting| setting.worth_trying()).unwrap_or_default();
        for value in values {
            let differs = squads.iter().filter(|setting| setting.value.as_ref() != Some(&value));
            let sets: Sets = differs.map(|setting| (setting.key.clone(), value.clone())).collect();
            found.extend((!sets.is_empty()).then_some((side, sets)));
        }
    }
    found
}

impl Presets {
    /// The changes that lower and that raise the quantity most, of those whose interval excludes zero.
    #[must_use]
    pub fn extremes(&self) -> (Option<&PresetChange>, Option<&PresetChange>) {
        let lowest = self.changes.iter().filter(|change| change.difference.interval().1 < 0.0);
        let highest = self.changes.iter().filter(|change| change.difference.interval().0 > 0.0);
        let value = |change: &&PresetChange| change.difference.value;
        (
            lowest.min_by(|one, other| value(one).total_cmp(&value(other))),
            highest.max_by(|one, other| value(one).total_cmp(&value(other))),
        )
    }

    /// How far every change reaches at most, in either direction.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let ends = self.changes.iter().map(|change| change.difference.interval());
        ends.map(|(low, high)| low.abs().max(high.abs())).fold(0.0, f64::max)
    }
}
