//! How a player leads a figure: a word for every choice that the rules leave open.

engage::options! {
    /// Who plays a squad.
    PlayerKind {
        /// Goes by every key of its doctrine.
        Standard,
        /// Stays where it is, reloads, and fires all dice at the nearest.
        Steady,
    }
    /// The targets to prefer.
    TargetPolicy {
        /// In the open before in cover, then the highest outgunned ranking, then the highest Rep, then the nearest.
        Exposed,
        /// The nearest, of equals the first in the list.
        Nearest,
        /// The first in the list who is standing.
        First,
    }
    /// How many dice to fire of one's own will (CR-target-1).
    DicePolicy {
        /// All.
        All,
        /// All but one, so that the weapon seldom runs dry.
        AllButOne,
    }
    /// How to spread the dice of one's own fire (CR-target-1).
    SpreadPolicy {
        /// All on one target.
        One,
        /// One die on each of as many as there are, the best first.
        Each,
    }
    /// When to pop up from duck back.
    PopUpPolicy {
        /// At once, when a weapon is loaded.
        WhenLoaded,
        /// Never.
        Never,
    }
    /// What to do on a map where nobody can be fired at.
    Orders {
        /// Make for the nearest enemy known, along cover.
        Advance,
        /// Stay.
        Hold,
        /// Scout the sections of a table, and drive away whom one meets.
        Patrol,
    }
    /// When to throw grenades (CR-gren-1).
    GrenadePolicy {
        /// Where one catches as many enemies as `grenade_catch` says, or one in cover, and no friend.
        WhenWorth,
        /// Never.
        Never,
    }
    /// When to charge (CR-wtc-1).
    ChargePolicy {
        /// Where it cannot fire and an enemy is within a move, or an enemy who is stunned.
        WhenDry,
        /// Never.
        Never,
        /// Whenever an enemy in sight is within a move.
        Always,
    }
    /// When to hold fire in ambush, where `rules.ambush` lets one (CR-insight-3).
    AmbushPolicy {
        /// On an enemy who could come within half the weapon's range by a normal move.
        HalfRange,
        /// Never.
        Never,
    }
    /// When to go to a friend who has hunkered down, to rally him (CR-rally-1).
    RallyPolicy {
        /// When no known enemy sees the way's end; the nearest Leader goes, else the nearest friend.
        WhenUnseen,
        /// Never.
        Never,
    }
    /// When to fetch a friend who is out of the fight (CR-wound-1).
    FetchPolicy {
        /// When an enemy who is known is near him, and none sees the place; the nearest friend goes.
        WhenUnseen,
        /// When an enemy who is known is near him, seen or not.
        Always,
        /// Never.
        Never,
    }
    /// What a Star passes on Received Fire (CR-star-3).
    StarPolicy {
        /// Two dice if it can fire or stands in cover; else one, to duck back.
        Sensible,
        /// One die in the open, two in cover.
        Ducks,
    }
}
