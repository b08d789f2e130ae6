//! Doctrine: the words by which a scenario says what a squad is about, and every number that a player goes by.

use engage::Inches;

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
        /// The mission of their team: Counter-Terrorists rescue, intercept or escort; Terrorists bring the bomb and guard it, or
        /// lie in wait.
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
        /// At normal pace; stealthily near an enemy whom they know of and do not see.
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

/// Hands every number of a doctrine to a macro: what it means, its key, type, default, range and unit.
macro_rules! numbers {
    ($then:ident) => {
        $then! {
            /// How many gather before a room that the team has not looked into, as far as it has them; 1 never
            /// waits.
            stack: u8 = 2, 1..=16 "figures";
            /// How near to an opening somebody stands who is stacked up at it, in inches.
            stack_within: Inches = Inches::whole(4), 0..=100 "inches";
            /// Turns that they wait for their stack to form, that a patrol listens to footsteps, and that they go on towards a
            /// place where others stand.
            patience: u8 = 2, 0..=100 "turns";
            /// Turns without progress after which a figure that searches or patrols goes elsewhere.
            stuck_after: u8 = 4, 0..=100 "turns";
            /// How far friends, hostages and the thrower must be from where HE is to burst, in inches.
            safety: Inches = Inches::whole(11), 0..=100 "inches";
            /// How much farther than its radius a stun or smoke grenade must burst from them, in inches: it may scatter.
            scatter_margin: Inches = Inches::whole(3), 0..=100 "inches";
            /// Enemies in sight that are worth a grenade, unless they always throw.
            cluster: u8 = 2, 1..=16 "figures";
            /// By how many enemies have to outnumber them for smoke to be thrown.
            smoke_when_outnumbered_by: u8 = 1, 0..=16 "figures";
            /// By how many enemies have to outnumber them to make them draw back, or throw smoke before anything else.
            outnumbered_by: u8 = 2, 1..=16 "figures";
            /// Turns that men who drew back wait for others.
            regroup: u8 = 2, 0..=100 "turns";
            /// Turns for which they mind where an enemy was last seen.
            minds_for: u16 = 3, 0..=1000 "turns";
            /// How near an enemy must have been last seen to be minded, in inches.
            minds_within: Inches = Inches::whole(20), 0..=1000 "inches";
            /// Turns for which careful men go stealthily after an enemy was last seen.
            careful_for: u16 = 2, 0..=1000 "turns";
            /// How near he must have been, in inches.
            careful_within: Inches = Inches::whole(12), 0..=1000 "inches";
            /// How near an enemy whom their team sees has to be for others to come, in inches.
            help_within: Inches = Inches::whole(15), 0..=1000 "inches";
            /// How far `reposition` goes after a sound, in inches.
            after_sound: Inches = Inches::whole(14), 0..=1000 "inches";
            /// Turns without an enemy in sight after which somebody on overwatch gives it up.
            watch_for: u8 = 8, 0..=100 "turns";
            /// How near a hostage has to be for a figure that leads others to fetch it too, in inches.
            fetch_within: Inches = Inches::whole(6), 0..=1000 "inches";
            /// How many turns before it would be too late to plant a bomb, or to bring hostages in, they stop for nobody.
            spare_turns: u16 = 3, 0..=1000 "turns";
            /// Turns after a bomb was found from which it is defused whatever happens.
            defuse_after: u16 = 4, 0..=1000 "turns";
            /// What the VIP keeps behind the foremost of his escort, in inches.
            vip_behind: Inches = Inches::whole(6), 0..=1000 "inches" "VIP behind";
            /// How far from the escape point the VIP goes on alone, in inches.
            vip_last_leg: Inches = Inches::whole(12), 0..=1000 "inches" "VIP’s last leg";
            /// Turns running that the VIP waits for the end of a fight.
            vip_waits: u8 = 3, 0..=100 "turns" "VIP waits";
            /// How far his escort may be ahead of the VIP, in inches.
            screen: Inches = Inches::whole(18), 0..=1000 "inches";
            /// How far before the mission's place those stop who have no business in it, in inches.
            clear_of_place: Inches = Inches::from_thousandths(2500), 0..=1000 "inches";
            /// How far men who go ahead keep apart, in inches.
            apart: Inches = Inches::whole(2), 0..=100 "inches";
            /// Places around the mission's place among which its guards are shared out.
            stations: u8 = 8, 0..=16 "places";
            /// How far from the mission's place these may be, in inches.
            stations_within: Inches = Inches::whole(12), 0..=1000 "inches";
            /// How far they are apart, in inches.
            stations_apart: Inches = Inches::whole(3), 0..=1000 "inches";
            /// How far along its way a figure looks that goes somewhere, in squares.
            looks_ahead: u8 = 4, 1..=100 "squares";
            /// How far along the way that the enemy will come a guard looks for the opening to watch, in squares.
            watches_ahead: u8 = 12, 1..=100 "squares";
            /// How far along it he looks if there is no opening, in squares.
            watches_open: u8 = 6, 1..=100 "squares";
        }
    };
}
pub(crate) use numbers;

macro_rules! declared {
    ($($(#[$doc:meta])* $key:ident: $kind:ty = $default:expr, $least:literal..=$most:literal $unit:literal $($label:literal)?;)*) => {
        /// Every number that a player goes by.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Numbers {
            $($(#[$doc])* pub $key: $kind,)*
        }

        impl Default for Numbers {
            fn default() -> Numbers {
                Numbers { $($key: $default,)* }
            }
        }
    };
}
numbers!(declared);

/// What a squad's figures go by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doctrine {
    /// Who gives them their orders.
    pub player: PlayerKind,
    /// At whom they fire.
    pub target: TargetPolicy,
    /// Aiming turns that a sniper wants before he fires (GGG-snipe-6).
    pub aim: u8,
    /// What they are about.
    pub orders: Orders,
    /// How they go.
    pub advance: Advance,
    /// When they throw.
    pub throw: Throw,
    /// Whether they hide where they can (GGG-see-8).
    pub hides: bool,
    /// The place that they go to first, by its number among those that squads name.
    pub via: Option<u8>,
    /// Numbers.
    pub numbers: Numbers,
}
