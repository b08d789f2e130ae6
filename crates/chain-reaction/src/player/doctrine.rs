//! How a player leads a figure: a word for every choice that the rules leave open.

use engage::Inches;

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

/// How a figure is led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doctrine {
    /// Who plays it.
    pub player: PlayerKind,
    /// The targets it prefers.
    pub target: TargetPolicy,
    /// How many dice it fires.
    pub dice: DicePolicy,
    /// How it spreads them.
    pub spread: SpreadPolicy,
    /// When it pops up.
    pub pop_up: PopUpPolicy,
    /// What it does on a map.
    pub orders: Orders,
    /// When it throws grenades.
    pub grenades: GrenadePolicy,
    /// When it charges.
    pub charge: ChargePolicy,
    /// When it holds its fire in ambush.
    pub ambush: AmbushPolicy,
    /// Whether it takes helpless enemies prisoner rather than kill them (CR-kill-1).
    pub captures: bool,
    /// Whether it breaks off a melee against more than one enemy (CR-break-1).
    pub breaks_off: bool,
    /// Whether it moves fast out of the enemy's sight (CR-fast-1).
    pub fast: bool,
    /// Whether it goes prone in the open with an enemy in sight (CR-move-2).
    pub goes_prone: bool,
    /// Whether one of a group scouts for it on a patrol (CR-scout-1).
    pub scouts: bool,
    /// Whether a Leader goes in front of his group on a patrol.
    pub leader_in_front: bool,
    /// How much nearer to its goal a move brings it, or it goes round by what is in the way, in inches.
    pub least_advance: Inches,
    /// How much farther it goes for cover, in inches of way.
    pub cover_worth: Inches,
    /// How far beside the end of a straight move it looks for cover, in inches.
    pub cover_search: u8,
    /// The Impact of fire that cover is looked for against.
    pub expected_impact: u8,
    /// After this number of turns a patrol's group goes on in spite of those left behind and of more enemies.
    pub patience: u16,
    /// Within this distance of an enemy whom it makes for, in inches, it looks for a place to fire at him from.
    pub hunt_within: Inches,
    /// Within this distance of an enemy who has not been driven away, in inches, a patrol goes after him before it scouts on.
    pub clear_within: Inches,
    /// How many enemies who have not been driven away, in per cent of its own who carry on, make a patrol's group hold its ground; 0 for never.
    pub holds_against: u16,
    /// Within this distance of an enemy who is known, in inches, it does not move fast.
    pub slow_within: Inches,
    /// When it goes to rally friends.
    pub rally: RallyPolicy,
    /// How far away a friend may be whom it goes to rally or to fetch, in inches.
    pub care_within: Inches,
    /// When it fetches wounded friends.
    pub fetch: FetchPolicy,
    /// Within this distance of an enemy who is known, in inches, a wounded friend is fetched.
    pub danger_within: Inches,
    /// How many enemies in the open a grenade has to catch.
    pub grenade_catch: u8,
    /// What it passes as a Star.
    pub star: StarPolicy,
    /// Whether it cheats death when it can, as a Star (CR-star-2).
    pub cheats_death: bool,
}

impl Default for Doctrine {
    fn default() -> Doctrine {
        Doctrine {
            player: PlayerKind::default(),
            target: TargetPolicy::default(),
            dice: DicePolicy::default(),
            spread: SpreadPolicy::default(),
            pop_up: PopUpPolicy::default(),
            orders: Orders::default(),
            grenades: GrenadePolicy::default(),
            charge: ChargePolicy::default(),
            ambush: AmbushPolicy::default(),
            captures: true,
            breaks_off: true,
            fast: true,
            goes_prone: true,
            scouts: false,
            leader_in_front: false,
            least_advance: Inches::whole(2),
            cover_worth: Inches::whole(4),
            cover_search: 3,
            expected_impact: 3,
            patience: 4,
            hunt_within: Inches::whole(12),
            clear_within: Inches::whole(100),
            holds_against: 150,
            slow_within: Inches::whole(16),
            rally: RallyPolicy::default(),
            care_within: Inches::whole(12),
            fetch: FetchPolicy::default(),
            danger_within: Inches::whole(8),
            grenade_catch: 2,
            star: StarPolicy::default(),
            cheats_death: true,
        }
    }
}
