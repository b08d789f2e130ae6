//! Doctrine: one word for every choice that the rules leave to the player.

engage::options! {
    /// The player that controls a squad.
    PlayerKind {
        /// Follows every key of its doctrine.
        Standard,
        /// Stays in place, reloads, and fires all dice at the nearest enemy.
        Steady,
        /// On a map: weighs the doctrine against others in play-outs before each activation of its group.
        Ahead,
    }
    /// Which targets to prefer.
    TargetPolicy {
        /// Targets in the open before targets in cover, then the highest outgunned ranking, then the highest Rep, then
        /// the nearest.
        Exposed,
        /// The nearest target; if several are equally near, the first in the list.
        Nearest,
        /// The first target in the list that carries on.
        First,
    }
    /// How many dice to use in voluntary fire (CR-target-1).
    DicePolicy {
        /// All dice.
        All,
        /// All dice but one, so that the weapon rarely runs out of ammunition.
        AllButOne,
    }
    /// How to spread the dice of voluntary fire (CR-target-1).
    SpreadPolicy {
        /// All dice on one target.
        One,
        /// One die on each of as many targets as possible, the best targets first.
        Each,
    }
    /// When to pop up from duck back.
    PopUpPolicy {
        /// As soon as a weapon is loaded.
        WhenLoaded,
        /// Never.
        Never,
    }
    /// What to do on a map when there is no target to fire at.
    Orders {
        /// Move towards the nearest known enemy, from cover to cover.
        Advance,
        /// Stay in place.
        Hold,
        /// Scout the sections of a table and drive away any enemies met.
        Patrol,
    }
    /// When to throw grenades (CR-gren-1).
    GrenadePolicy {
        /// When a grenade would catch `grenade_catch` or more in the open, or an enemy in cover, and no friend.
        WhenWorth,
        /// Never.
        Never,
    }
    /// When to charge (CR-wtc-1).
    ChargePolicy {
        /// When an enemy is within a normal move, and that enemy is stunned or the figure has no target to fire at.
        WhenDry,
        /// Never.
        Never,
        /// Whenever an enemy in sight is within a normal move.
        Always,
    }
    /// When to hold fire in ambush, if `rules.ambush` allows it (CR-insight-3).
    AmbushPolicy {
        /// When the enemy could come within half the weapon's range with a normal move.
        HalfRange,
        /// Never.
        Never,
    }
    /// When to go to a friend who has hunkered down, to rally him (CR-rally-1).
    RallyPolicy {
        /// When no known enemy sees the end of the way; the nearest Leader goes, otherwise the nearest friend.
        WhenUnseen,
        /// Never.
        Never,
    }
    /// When to fetch a friend who is out of the fight (CR-wound-1).
    FetchPolicy {
        /// When a known enemy is near the wounded friend, and no known enemy sees the place; the nearest friend goes.
        WhenUnseen,
        /// When a known enemy is near the wounded friend, whether or not enemies see the place.
        Always,
        /// Never.
        Never,
    }
    /// How many dice a Star passes on Received Fire (CR-star-3).
    StarPolicy {
        /// Two dice if he can fire or is in cover; otherwise one, to duck back.
        Sensible,
        /// One die in the open, two in cover.
        Ducks,
    }
}
