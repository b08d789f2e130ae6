//! The end of a mission (GGG-mis, GGG-hm, GGG-dm, GGG-am).

use chance::exact::Ratio;
use engage::{Finding, Problem};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{certain, situation};
use crate::mission::{Bomb, Facts, Killers, Mission, Vip, Winner};
use crate::options::CtLostWhen;

situation! {
    /// How a mission stands after a turn. Its events are checked in this order: arrivals, losses, the bomb, the time.
    struct MissionResult {
        /// The mission.
        mission: Mission,
        /// The facts that hold; those left out do not.
        facts: Given,
    }
    id: "mission_result",
    label: "End of a mission",
    findings: &[
        Finding::chance("ct_win").called("CTs win"),
        Finding::chance("t_win").called("Terrorists win"),
        Finding::chance("draw"),
        Finding::chance("goes_on").called("The mission goes on"),
    ],
    solve: result,
}

/// The facts at the end of a turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Given {
    /// The turn, from 1.
    #[schemars(range(min = 1, max = 1000))]
    turn: u16,
    /// Whether every Terrorist is out of action or captured.
    all_terrorists_down: bool,
    /// Whether every Counter-Terrorist has been hit, even if only wounded.
    #[schemars(title = "All CTs hit")]
    all_ct_hit: bool,
    /// Whether every Counter-Terrorist is out of action.
    #[schemars(title = "All CTs out")]
    all_ct_out: bool,
    /// Number of hostages that are safe, out of four.
    #[schemars(range(max = 4))]
    hostages_rescued: u8,
    /// The sides that have killed a hostage.
    hostage_killed_by: Killers,
    /// The state of the bomb.
    bomb: Bomb,
    /// The state of the VIP.
    #[schemars(title = "VIP")]
    vip: Vip,
}

impl Default for Given {
    fn default() -> Given {
        Given {
            turn: 1,
            all_terrorists_down: false,
            all_ct_hit: false,
            all_ct_out: false,
            hostages_rescued: 0,
            hostage_killed_by: Killers::default(),
            bomb: Bomb::default(),
            vip: Vip::default(),
        }
    }
}

/// Hostages of the mission (GGG-hm-1).
const HOSTAGES: u8 = 4;

fn result(parameters: &MissionResult) -> Result<Vec<(&'static str, Ratio)>, Problem> {
    let MissionResult { mission, facts, options: rules } = parameters;
    if !(1..=1000).contains(&facts.turn) {
        return Err(Problem::new("facts.turn", format!("turn {}, expected 1 to 1000", facts.turn)));
    }
    if facts.hostages_rescued > HOSTAGES {
        let message = format!("{} hostages, expected 0 to {HOSTAGES}", facts.hostages_rescued);
        return Err(Problem::new("facts.hostages_rescued", message));
    }
    let ct_lost = match rules.ct_lost_when {
        CtLostWhen::AllHit => facts.all_ct_hit || facts.all_ct_out,
        CtLostWhen::AllOut => facts.all_ct_out,
    };
    let moment = Facts {
        terrorists_down: facts.all_terrorists_down,
        ct_lost,
        all_rescued: facts.hostages_rescued == HOSTAGES,
        killers: facts.hostage_killed_by,
        bomb: facts.bomb,
        vip: facts.vip,
        time_up: facts.turn >= rules.time,
    };
    let winner = mission.after_turn(rules, &moment).map(|verdict| verdict.winner);
    let ends = [
        ("ct_win", Some(Winner::Ct)),
        ("t_win", Some(Winner::Terrorists)),
        ("draw", Some(Winner::Draw)),
        ("goes_on", None),
    ];
    Ok(ends.into_iter().map(|(word, end)| (word, certain(winner == end))).collect())
}
