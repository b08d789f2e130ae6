//! Doctrine: the choices of a squad, as scenarios name them.

engage::options! {
    /// Who gives a squad its orders.
    PlayerKind {
        /// The automatic player: it goes about its orders, draws back, throws, searches.
        Standard,
        /// A simple one: it keeps its place and fires at what it sees.
        Steady,
    }
    /// What the figures of a squad are about on a map, when they are in no fight.
    Orders {
        /// The mission of their team (Counter-Terrorists rescue, intercept or escort, Terrorists bring the bomb and guard it or lie in
        /// wait).
        Mission,
        /// They stay where they are.
        Guard,
        /// They stay until they hear somebody, then lie in wait on that side.
        Reposition,
        /// They go from post to post of the rooms that their team begins in.
        Patrol,
        /// They go from room to room until nobody is left.
        Assault,
        /// They take up the place in their area, or in `via`, from which most of the enemy's ground and of the mission's place is
        /// in sight at long range, and watch it.
        Overwatch,
    }
    /// How they go.
    Advance {
        /// At normal pace, but stealthily near an enemy whom they know of and do not see.
        Careful,
        /// At normal pace.
        Normal,
        /// Stealthily.
        Stealthy,
    }
    /// When they throw what they carry.
    Throw {
        /// HE and stun grenades at several enemies, stun grenades into rooms where somebody is known or heard, smoke between
        /// themselves and an enemy far off.
        Known,
        /// At any enemy, and into every room before they enter it.
        Always,
        /// Never.
        Never,
    }
    /// At whom a figure fires, of those it sees.
    TargetPolicy {
        /// The likeliest to be hit; of equals the nearest, then the first in the list.
        Likeliest,
        /// The first in the list.
        First,
    }
}
