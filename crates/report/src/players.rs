//! How far a result depends on the players, in a sentence.

use engage::BySide;
use runner::Presets;
use scenario::Scenario;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use stats::{Basis, Estimate};

use crate::answer::{Number, listed};
use crate::number::{self, Unit};

/// How far a result depends on the players.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Players {
    /// The same in a sentence.
    sentence: String,
    /// What other presets of one side change at the first point, on open ground; the intervals hold together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    presets: Vec<Preset>,
}

/// Another preset of one side.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct Preset {
    /// The side.
    side: &'static str,
    /// The preset in words.
    preset: String,
    /// The quantity asked about with it, minus the quantity without.
    difference: Number,
}

/// The beginning of every such sentence.
const ASKED: &str = "How far it depends on the players";

/// Two solutions that differ by less are the same.
const NOTHING: f64 = 1e-9;

impl Players {
    /// The sentence.
    pub(crate) fn sentence(&self) -> &str {
        &self.sentence
    }

    /// The players of a scenario whose best doctrines were not searched.
    #[must_use]
    pub fn unasked(scenario: &Scenario) -> Players {
        let sentence = format!("{ASKED} has not been asked: “beatenzone best {}” asks it.", scenario.written().name);
        Players { sentence, presets: Vec::new() }
    }

    /// What other presets of one side change.
    #[must_use]
    pub fn of_presets(presets: &Presets, scenario: &Scenario) -> Players {
        let names = scenario.names();
        let unit = if presets.quantity.is_share() { Unit::Share } else { Unit::Count };
        let of = if unit == Unit::Share { " points" } else { "" };
        let said = |change: &runner::PresetChange| {
            format!("{}{of} ({})", number::signed(&change.difference, unit), names.choices(&change.sets).join("; "))
        };
        let (lowest, highest) = presets.extremes();
        let most: Vec<String> = [lowest, highest].into_iter().flatten().map(said).collect();
        let label = names.quantity(presets.quantity, scenario.ruleset);
        let place = if presets.place.is_empty() { String::new() } else { format!(" ({})", presets.place) };
        let reach = presets.reach();
        let sentence = match most.as_slice() {
            [] if reach < NOTHING => format!("{ASKED}: no other preset of one side changes “{label}”{place}."),
            [] => {
                let reach = number::plain(&Estimate::exact(reach), unit);
                format!("{ASKED}: no other preset of one side changes “{label}”{place} by more than {reach}{of}.")
            }
            most => format!("{ASKED}: another preset of one side changes “{label}”{place} by {}.", listed(most)),
        };
        let preset = |change: &runner::PresetChange| Preset {
            side: change.side.name(),
            preset: names.choices(&change.sets).join("; "),
            difference: Number::of(&change.difference),
        };
        Players { sentence, presets: presets.changes.iter().map(preset).collect() }
    }

    /// What a search for the best doctrines found, from its `best.json`: for the scenario as it is, or for its squads as
    /// they are written, if its doctrines are those that the search found. `None` if that is of another scenario or
    /// version, or not complete.
    #[must_use]
    pub fn of_search(best: &[u8], scenario: &Scenario) -> Option<Players> {
        let kept: Kept = serde_json::from_slice(best).ok()?;
        let plays_it = kept.scenario_hash != scenario.hash();
        let is_same = !plays_it || kept.as_written == scenario.hash_as_written() && kept.is_played_by(scenario);
        if !is_same || kept.interrupted || kept.engine != runner::ENGINE {
            return None;
        }
        let names = scenario.names();
        let mission = engage::Side::ALL.into_iter().find(|side| Some(side.name()) == kept.mission.as_deref());
        let view = mission.unwrap_or(engage::Side::Blue);
        // Blue's score, or a side's own score, as that of the side told.
        let seen = |score: &Scored, own: engage::Side| {
            let score = if own == view { score.estimate() } else { complement(&score.estimate()) };
            number::spoken(&score, Unit::Share)
        };
        let place = if kept.place.is_empty() { String::new() } else { format!(" ({})", kept.place) };
        let what = match mission {
            Some(side) => format!("the success of {} in the mission{place} is", names.side(side)),
            None => format!("the score of {} (a win counts 1, a draw one half){place} is", names.side(view)),
        };
        let blue = engage::Side::Blue;
        let own = if plays_it { "with the squads as written" } else { "as the scenario says" };
        let mut said = vec![format!("{} {own}", seen(&kept.own, blue))];
        for side in engage::Side::ALL {
            let first = kept.rounds.iter().find(|round| round.side == side.name());
            said.extend(first.map(|round| match round.found {
                Some(_) => {
                    format!("{} with the best doctrine found for {} alone", seen(&round.fresh, side), names.side(side))
                }
                None => format!("no better for {} alone by any doctrine tried", names.side(side)),
            }));
        }
        if kept.side.is_none() || plays_it {
            let both =
                if plays_it { "with the doctrines that this scenario plays" } else { "with the best found for both" };
            said.push(format!("{} {both}", seen(&kept.value, blue)));
        }
        let gains = engage::Side::ALL.into_iter().filter_map(|side| {
            let last = kept.rounds.iter().rfind(|round| round.side == side.name() && plays_it)?;
            let gain = match last.in_search {
                Some(_) => format!("{} points", number::signed(&last.gain.estimate(), Unit::Share)),
                None => "nothing".to_owned(),
            };
            Some(format!("{} {gain}", names.side(side)))
        });
        let gains: Vec<String> = gains.collect();
        let left = match gains.as_slice() {
            [] => String::new(),
            gains => format!("; against these, the best answer found gains {}", listed(gains)),
        };
        Some(Players { sentence: format!("{ASKED}: {what} {}{left}.", listed(&said)), presets: Vec::new() })
    }
}

/// What of `best.json` is said beside a run.
#[derive(Deserialize)]
#[serde(rename = "Best")]
struct Kept {
    scenario_hash: String,
    as_written: String,
    engine: String,
    place: String,
    mission: Option<String>,
    side: Option<String>,
    blue: Vec<KeptDoctrine>,
    red: Vec<KeptDoctrine>,
    own: Scored,
    value: Scored,
    rounds: Vec<KeptRound>,
    interrupted: bool,
}

impl Kept {
    /// Whether a scenario's doctrines are those that were found, in the shares that they are to be played in.
    fn is_played_by(&self, scenario: &Scenario) -> bool {
        let found = BySide { blue: &self.blue, red: &self.red };
        engage::Side::ALL.into_iter().all(|side| {
            let played = found[side].iter().filter(|doctrine| doctrine.percent > 0.0);
            let own = scenario.doctrines[side].iter();
            own.map(|own| KeptDoctrine {
                name: own.name.clone(),
                sets: own.sets.iter().cloned().collect(),
                percent: own.weight.into(),
            })
            .eq(played.cloned())
        })
    }
}

#[derive(Clone, PartialEq, Deserialize)]
struct KeptDoctrine {
    name: String,
    sets: serde_json::Map<String, serde_json::Value>,
    percent: f64,
}

#[derive(Deserialize)]
struct KeptRound {
    side: String,
    found: Option<usize>,
    /// Absent if no change that was tried did better.
    in_search: Option<f64>,
    fresh: Scored,
    gain: Scored,
}

#[derive(Deserialize)]
struct Scored {
    value: f64,
    low: f64,
    high: f64,
}

impl Scored {
    const fn estimate(&self) -> Estimate {
        Estimate { value: self.value, basis: Basis::Sampled { low: self.low, high: self.high, n: 0 } }
    }
}

/// One minus a share.
pub(crate) fn complement(share: &Estimate) -> Estimate {
    let basis = match share.basis {
        Basis::Exact { unresolved } => Basis::Exact { unresolved },
        Basis::Sampled { low, high, n } => Basis::Sampled { low: 1.0 - high, high: 1.0 - low, n },
    };
    Estimate { value: 1.0 - share.value, basis }
}
