//! Doctrine: the choices of a squad, as scenarios name them.

use engage::ahead::{MOST_WAYS, Way};

engage::options! {
    /// The player that gives a squad its orders.
    PlayerKind {
        /// The automatic player: it carries out orders, draws back, throws grenades and searches.
        Standard,
        /// A simple player: every figure keeps its place and fires at the enemies it sees.
        Steady,
        /// On a map: before its orders for each turn a figure weighs its doctrine against others in play-outs.
        Ahead,
    }
    /// What the figures of a squad do on a map when they are in no fight.
    Orders {
        /// They pursue the mission of their team: Counter-Terrorists rescue, intercept or escort; Terrorists bring the
        /// bomb and guard it, or lie in wait and come to help where an enemy is met.
        Mission,
        /// They stay where they are.
        Guard,
        /// They stay until they hear somebody, then go to that side and lie in wait there.
        Reposition,
        /// They go from post to post in the rooms that their team begins in and the rooms next to these.
        Patrol,
        /// They go from room to room until no enemy is left.
        Assault,
        /// They go to the square in their area, or in `via`, from which they see most of the enemy's starting area and
        /// of the mission's place at long range, and watch from there.
        Overwatch,
    }
    /// How they move.
    Advance {
        /// At normal pace, but stealthily near a known enemy that is out of sight.
        Careful,
        /// At normal pace.
        Normal,
        /// Stealthily.
        Stealthy,
    }
    /// When they throw their grenades.
    Throw {
        /// HE and stun grenades at enemies in sight if that is expected to do more harm than a shot, stun grenades into
        /// rooms where an enemy is known or heard, and smoke between themselves and a distant enemy.
        Known,
        /// At any enemy, if it harms the enemy more than the own side, and into every room before they enter it.
        Always,
        /// Never.
        Never,
    }
    /// Which of the enemies that it sees a figure fires at.
    TargetPolicy {
        /// The enemy most likely to be hit; among equals the nearest, then the first in the list.
        Likeliest,
        /// The first in the list.
        First,
    }
}

/// The choices that make a way of leading a figure that looks ahead, beside its own doctrine.
pub(crate) const WAYS: [Way; MOST_WAYS - 1] = [
    &[("orders", "guard"), ("vip_behind", "1000"), ("vip_last_leg", "0")],
    &[("orders", "mission")],
    &[("orders", "assault"), ("throw", "always")],
    &[("orders", "patrol")],
    &[("advance", "normal"), ("stack", "1"), ("throw", "never")],
    &[("advance", "stealthy"), ("outnumbered_by", "1")],
    &[("spare_turns", "1000"), ("defuse_after", "0")],
];
