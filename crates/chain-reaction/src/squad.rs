//! A squad as a scenario gives it: every key with what it may be and what it is if left out.

use engage::{Deploy, Inches};

use crate::attribute::Attribute;
use crate::options::Begins;
use crate::player::doctrine::{
    AmbushPolicy, ChargePolicy, DicePolicy, FetchPolicy, GrenadePolicy, Orders, PlayerKind, PopUpPolicy, RallyPolicy,
    SpreadPolicy, StarPolicy, TargetPolicy,
};
use crate::weapon::{MeleeWeapon, Weapon};

engage::keys! {
    /// A squad: figures alike in Rep, arms and doctrine. A squad is a group, or part of one (CR-group-1).
    Squad {
        /// Number of figures; a side has at most 16. A squad of 0 takes no part.
        count "Figures": u8 in 0..=16 = 1,
        /// Rep, 1 to 6 (CR-rep-1).
        rep: u8 in 1..=6,
        /// How much of that Rep they have lost before the battle, 0 to 5; at least 1 is left (CR-star-2, CR-after-1).
        rep_lost: u8 in 0..=5 = 0,
        /// How they begin the battle (CR-status); in a campaign the first one alone. A figure that begins out of the fight is not
        /// counted as lost in it and leads nobody. A side needs a figure that carries on, has ducked back or is stunned.
        begins: Begins = Begins::default(),
        /// Weapon (CR-wpn-table).
        weapon: Weapon = Weapon::default(),
        /// Whether each carries two of it and fires them at once (CR-twin-1).
        twin: bool = false,
        /// Another weapon that each carries, to change to (CR-fig-4).
        second: Option<Weapon>,
        /// Whether they have grenades, on a map (CR-gren-1).
        grenades: bool on ground = false,
        /// Whether they load the rocket launcher of a comrade within 2", on a map (CR-wpn-rl).
        loader: bool on ground = false,
        /// Weapon for melee (CR-melee-1).
        melee: MeleeWeapon = MeleeWeapon::default(),
        /// Whether they are Stars (CR-star-0).
        star: bool = false,
        /// Whether the first of them is a Leader by the force's list; Stars are always (CR-lead-4).
        leader: bool = false,
        /// Attributes (CR-attr-1).
        attributes: Vec<Attribute> = Vec::new(),
        /// The name of the squad whose group they belong to; left out or their own name, they are a group of their own
        /// (CR-group-1).
        group: Option<String>,
        /// Whether they are in cover on open ground (CR-hit-3); a map has its own.
        cover: bool on open = false,
        /// Whether they are concealed on open ground (CR-hit-3).
        concealed: bool on open = false,
        /// Whether they lie prone on open ground, all the time.
        prone: bool on open = false,
    }
    chosen {
        /// The area of the map where they begin; left out, the one with their side's name. On a table the section at whose edge they
        /// begin: `7`, `8` or `9` for blue and for the side that patrols, else `1`, `2` or `3`; left out, the middle one.
        at "Starting area": Option<String> on ground,
        /// How they take up their places on a map.
        deploy: Deploy = Deploy::Together,
    }
    doctrine:
    /// How a figure is led.
    Doctrine {
        /// Who plays them: `standard` goes by every key below; `steady` fires all dice at the nearest.
        player: PlayerKind = PlayerKind::Standard,
        /// The targets to prefer.
        target: TargetPolicy = TargetPolicy::default(),
        /// How many dice to fire of their own will (CR-target-1).
        dice: DicePolicy = DicePolicy::default(),
        /// How to spread the dice of their own fire (CR-target-1).
        spread: SpreadPolicy = SpreadPolicy::default(),
        /// When to pop up from duck back (CR-status-duck).
        pop_up: PopUpPolicy = PopUpPolicy::default(),
        /// What to do on a map where nobody can be fired at; left out, a side that patrols does so, and others advance.
        orders: Orders on ground by "field.patrol" = Orders::default(),
        /// When to throw grenades, on a map (CR-gren-1).
        throw: GrenadePolicy on ground = GrenadePolicy::default(),
        /// When to charge, on a map (CR-wtc-1).
        charge: ChargePolicy on ground = ChargePolicy::default(),
        /// When to hold fire in ambush, on a map and with `rules.ambush` (CR-insight-3).
        ambush: AmbushPolicy on ground = AmbushPolicy::default(),
        /// Whether to take helpless enemies prisoner rather than kill them, on a map (CR-kill-1).
        captures: bool on ground = true,
        /// Whether to break off a melee against more than one enemy (CR-break-1).
        breaks_off: bool = true,
        /// Whether to move fast where no enemy sees it, on a map (CR-fast-1).
        fast: bool on ground = true,
        /// Whether to go prone where a move ends in the open with an enemy in sight, on a map (CR-move-2).
        goes_prone: bool on ground = true,
        /// Whether one of them, no Leader if there is another, scouts for its group, on a patrol: it goes ahead as far as somebody of the group
        /// sees it (CR-scout-1).
        scouts: bool on patrol = false,
        /// Whether a Leader goes in front of his group, with `orders = "patrol"`; else another of it does, and he follows.
        leader_in_front: bool on patrol = false,
        /// How much nearer to its goal a straight move has to bring a figure, in inches; else it goes round, on a map.
        least_advance: Inches in 0..=100 on ground = Inches::whole(2),
        /// How much farther a figure goes to end its move in cover, in inches, on a map.
        cover_worth: Inches in 0..=100 on ground = Inches::whole(4),
        /// How far beside the end of a straight move a figure looks for cover, in inches, on a map.
        cover_search: u8 in 0..=8 "inches" on ground = 3,
        /// The Impact of the fire against which a figure looks for cover, on a map (CR-bldg-1).
        expected_impact: u8 in 0..=6 on ground = 3,
        /// After this number of turns a group goes on in spite of those left behind and of more enemies, with `orders = "patrol"`.
        patience: u16 in 1..=1000 "turns" on patrol = 4,
        /// Within this distance of an enemy whom it makes for, in inches, a figure looks for a place to fire at him from, on a map.
        hunt_within: Inches in 0..=100 on ground = Inches::whole(12),
        /// Within this distance of an enemy who has not been driven away, in inches, a figure goes after him before it scouts on, with
        /// `orders = "patrol"`.
        clear_within: Inches in 0..=100 on patrol = Inches::whole(100),
        /// How many enemies who have not been driven away, in per cent of its own who carry on, make a group hold its ground and let them come,
        /// with `orders = "patrol"`; 0 for never.
        holds_against: u16 in 0..=1000 "%" on patrol = 150,
        /// Within this distance of an enemy who is known, in inches, they do not move fast, on a map.
        slow_within: Inches in 0..=100 on ground = Inches::whole(16),
        /// When to go to a friend who has hunkered down and rally him, on a map (CR-rally-1).
        rally: RallyPolicy on ground = RallyPolicy::default(),
        /// How far away a friend may be whom somebody goes to rally or to fetch, in inches, on a map.
        care_within: Inches in 0..=100 on ground = Inches::whole(12),
        /// When to fetch a wounded friend, on a map (CR-wound-1).
        fetch: FetchPolicy on ground = FetchPolicy::default(),
        /// Within this distance of an enemy who is known, in inches, a wounded friend is fetched, on a map.
        danger_within: Inches in 0..=100 on ground = Inches::whole(8),
        /// How many enemies in the open a grenade has to catch, with `throw = "when_worth"`.
        grenade_catch: u8 in 1..=16 "figures" on ground = 2,
        /// What a Star passes on Received Fire (CR-star-3).
        star_choice: StarPolicy = StarPolicy::default(),
        /// Whether a Star cheats death when he can (CR-star-2).
        cheats_death: bool = true,
    }
}
