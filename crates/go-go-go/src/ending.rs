//! The endings of an engagement: the first five for fights in the open, and those that the missions name.

use engage::{Ending, Side};

use crate::mission::{Named, Verdict, Winner};

pub(crate) const BLUE_WINS: u8 = 0;
pub(crate) const RED_WINS: u8 = 1;
pub(crate) const BOTH_OUT: u8 = 2;
pub(crate) const STALEMATE: u8 = 3;
pub(crate) const TURN_LIMIT: u8 = 4;

/// Endings that do not belong to a mission.
const OPEN: [Ending; 5] = [
    Ending { id: "blue.win", label: "Blue wins", about: "red had nobody left in action", winner: Some(Side::Blue) },
    Ending { id: "red.win", label: "Red wins", about: "blue had nobody left in action", winner: Some(Side::Red) },
    Ending { id: "both_out", label: "Nobody left", about: "neither side had anybody left in action", winner: None },
    Ending { id: "stalemate", label: "Stalemate", about: "nobody could hit anybody any more", winner: None },
    Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
];

const fn by(winner: Winner, by: Named) -> Verdict {
    Verdict { winner, by: Some(by) }
}

/// A mission's endings, each with its word.
const MISSIONS: [(&str, Verdict); 16] = [
    ("blue.rescued", by(Winner::Ct, Named::Rescued)),
    ("blue.hostage_killed", by(Winner::Ct, Named::HostageKilledByTerrorists)),
    ("blue.defused", by(Winner::Ct, Named::Defused)),
    ("blue.no_explosion", by(Winner::Ct, Named::NoExplosion)),
    ("blue.vip_away", by(Winner::Ct, Named::VipAway)),
    ("blue.terrorists_down", by(Winner::Ct, Named::TerroristsDown)),
    ("blue.time_up", by(Winner::Ct, Named::TimeUp)),
    ("red.hostage_killed", by(Winner::Terrorists, Named::HostageKilledByCt)),
    ("red.explosion", by(Winner::Terrorists, Named::Explosion)),
    ("red.vip_killed", by(Winner::Terrorists, Named::VipKilled)),
    ("red.ct_lost", by(Winner::Terrorists, Named::CtLost)),
    ("red.time_up", by(Winner::Terrorists, Named::TimeUp)),
    ("draw.time_up", by(Winner::Draw, Named::TimeUp)),
    ("blue.both_failed", Verdict { winner: Winner::Ct, by: None }),
    ("red.both_failed", Verdict { winner: Winner::Terrorists, by: None }),
    ("draw.both_failed", Verdict { winner: Winner::Draw, by: None }),
];

/// All endings.
pub(crate) const ENDINGS: [Ending; OPEN.len() + MISSIONS.len()] = {
    let mut all = [OPEN[0]; OPEN.len() + MISSIONS.len()];
    let mut number = 0;
    while number < all.len() {
        all[number] = if number < OPEN.len() { OPEN[number] } else { of_mission(MISSIONS[number - OPEN.len()]) };
        number += 1;
    }
    all
};

const fn of_mission((id, verdict): (&'static str, Verdict)) -> Ending {
    let winner = match verdict.winner {
        Winner::Ct => Some(Side::Blue),
        Winner::Terrorists => Some(Side::Red),
        Winner::Draw => None,
    };
    Ending { id, label: verdict.label(), about: verdict.about(), winner }
}

/// The ending for a mission's verdict.
pub(crate) fn of(verdict: Verdict) -> u8 {
    let place = MISSIONS.iter().position(|&(_, known)| known == verdict);
    place.map_or(TURN_LIMIT, |place| (OPEN.len() + place) as u8)
}
