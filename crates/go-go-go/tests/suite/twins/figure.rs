//! Figures and the one die they throw.

use serde_json::Value;
use testkit::Share;
use testkit::twin::{count, flag, option, word};

/// GGG-die-3: the share of throws that come to a need.
pub(super) fn attempt(p: &Value, need: i64, modifier: i64) -> Share {
    let natural = option(p, "natural_rolls", "plain");
    Share::faces(|face| match (face, natural) {
        (6, "six_succeeds" | "both") => true,
        (1, "one_fails" | "both") => false,
        _ => face + modifier >= need,
    })
}

/// GGG-eff-3, GGG-stun-1: what wounds and stun take from a die.
pub(super) fn penalty(wounds: i64, stun_turns: i64) -> i64 {
    wounds + if stun_turns > 0 { 2 } else { 0 }
}

/// The same for a figure without further keys.
pub(super) fn penalty_of(someone: &Value) -> i64 {
    penalty(count(someone, "wounds", 0), count(someone, "stun_turns", 0))
}

/// GGG-eff-4: whether this number of wounds puts a figure out.
pub(super) fn past_limit(p: &Value, wounds: i64) -> bool {
    let limit = p.get("options").map_or(0, |options| count(options, "wound_limit", 0));
    limit > 0 && wounds >= limit
}

/// GGG-move-2, in the order of fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pace {
    Stationary,
    Stealthy,
    Normal,
}

impl Pace {
    pub(super) const ALL: [Pace; 3] = [Pace::Stationary, Pace::Stealthy, Pace::Normal];

    pub(super) fn read(word: &str) -> Pace {
        match word {
            "stationary" => Pace::Stationary,
            "stealthy" => Pace::Stealthy,
            "normal" => Pace::Normal,
            other => panic!("no pace {other}"),
        }
    }

    pub(super) fn moves(self) -> bool {
        self != Pace::Stationary
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weapon {
    Automatic,
    Sniper,
    Nothing,
}

/// A figure as its parameters have it.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) weapon: Weapon,
    pub(super) pace: Pace,
    pub(super) hides: bool,
    pub(super) wounds: i64,
    pub(super) stun_turns: i64,
    pub(super) fires: bool,
    pub(super) rolls: bool,
    pub(super) loaded: bool,
    /// Stationary in the whole turn before.
    pub(super) still: bool,
    pub(super) aim: i64,
    pub(super) policy: i64,
}

impl Figure {
    pub(super) fn read(p: &Value, value: &Value) -> Figure {
        let pace = Pace::read(word(value, "stance", "stationary"));
        let may_hide = match pace {
            Pace::Stationary => true,
            Pace::Stealthy => option(p, "hiding_while_moving", "no") == "stealthy",
            Pace::Normal => false,
        };
        Figure {
            name: word(value, "name", "").to_owned(),
            weapon: match word(value, "weapon", "automatic") {
                "automatic" => Weapon::Automatic,
                "sniper" => Weapon::Sniper,
                "none" => Weapon::Nothing,
                other => panic!("no weapon {other}"),
            },
            pace,
            hides: may_hide && flag(value, "hiding", false),
            wounds: count(value, "wounds", 0),
            stun_turns: count(value, "stun_turns", 0),
            fires: flag(value, "fires", true),
            rolls: word(value, "sees", "auto") == "roll",
            loaded: flag(value, "loaded", true),
            still: flag(value, "stationary_last_turn", false),
            aim: count(value, "aim_turns", 0),
            policy: count(value, "aim_policy", 0),
        }
    }

    pub(super) fn penalty(&self) -> i64 {
        penalty(self.wounds, self.stun_turns)
    }

    /// GGG-snipe-2, GGG-snipe-3, GGG-snipe-7: whether the weapon can be fired.
    pub(super) fn can_fire(&self) -> bool {
        match self.weapon {
            Weapon::Automatic => true,
            Weapon::Sniper => self.loaded && self.still && !self.pace.moves(),
            Weapon::Nothing => false,
        }
    }

    /// Whether the figure fires in this turn if it sees anybody.
    pub(super) fn will_fire(&self) -> bool {
        self.fires && self.can_fire() && (self.weapon != Weapon::Sniper || self.aim >= self.policy)
    }
}
