//! A squad in a scenario: every key with its allowed values and its default.

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
        /// How much of this Rep they lost before the battle, 0 to 5; at least 1 must be left (CR-star-2, CR-after-1).
        rep_lost: u8 in 0..=5 = 0,
        /// Their status at the start of the battle (CR-status), or of the first battle in a campaign. A figure that
        /// begins out of the fight does not count as lost in that battle and leads nobody. A side needs a figure that
        /// carries on, has ducked back or is stunned.
        begins: Begins = Begins::default(),
        /// Weapon (CR-wpn-table).
        weapon: Weapon = Weapon::default(),
        /// Whether each figure carries two of this weapon and fires both at once (CR-twin-1).
        twin: bool = false,
        /// A second weapon that each figure carries and can change to (CR-fig-4).
        second: Option<Weapon>,
        /// Whether they have grenades, on a map (CR-gren-1).
        grenades: bool on ground = false,
        /// Whether they load the rocket launcher of a comrade within 2", on a map (CR-wpn-rl).
        loader: bool on ground = false,
        /// Weapon for melee (CR-melee-1).
        melee: MeleeWeapon = MeleeWeapon::default(),
        /// Whether they are Stars (CR-star-0).
        star: bool = false,
        /// Whether the first figure is a Leader according to the force's list; Stars always are (CR-lead-4).
        leader: bool = false,
        /// Attributes (CR-attr-1).
        attributes: Vec<Attribute> = Vec::new(),
        /// The name of the squad whose group they belong to. By default, or with their own name, they are a group of
        /// their own (CR-group-1).
        group: Option<String>,
        /// Whether they are in cover on open ground (CR-hit-3); a map supplies its own cover.
        cover: bool on open = false,
        /// Whether they are concealed on open ground (CR-hit-3).
        concealed: bool on open = false,
        /// Whether they lie prone on open ground, throughout the battle.
        prone: bool on open = false,
    }
    chosen {
        /// The area of the map where they start; if left out, the area with their side's name. On a table, the section
        /// at whose edge they start: `7`, `8` or `9` for the side that patrols, or for blue if there is no patrol,
        /// otherwise `1`, `2` or `3`; if left out, the middle one.
        at "Starting area": Option<String> on ground ["x-places" = true],
        /// How the figures are placed on a map.
        deploy: Deploy = Deploy::Together,
    }
    doctrine:
    /// A doctrine: the choices by which a player controls a figure.
    Doctrine {
        /// The player that controls them: `standard` follows every key below; `steady` fires all dice at the nearest
        /// enemy; `ahead`, on a map, weighs the keys below against other choices in play-outs before each activation.
        player: PlayerKind = PlayerKind::Standard,
        /// With `player = "ahead"`: the most play-outs of each choice that is weighed.
        playouts "Play-outs": u16 in 8..=1024 "play-outs" on ground = 64,
        /// Which targets to prefer.
        target: TargetPolicy = TargetPolicy::default(),
        /// How many dice to use in voluntary fire (CR-target-1).
        dice: DicePolicy = DicePolicy::default(),
        /// How to spread the dice of voluntary fire (CR-target-1).
        spread: SpreadPolicy = SpreadPolicy::default(),
        /// When to pop up from duck back (CR-status-duck).
        pop_up: PopUpPolicy = PopUpPolicy::default(),
        /// What to do on a map when there is no target to fire at; if left out, a side with a patrol patrols, and other
        /// sides advance.
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
        /// Whether to move fast when no enemy is in sight, on a map (CR-fast-1).
        fast: bool on ground = true,
        /// Whether to go prone after a move that ends in the open with an enemy in sight, on a map (CR-move-2).
        goes_prone: bool on ground = true,
        /// Whether one of the figures, preferably not a Leader, scouts for its group on a patrol: it goes ahead as far
        /// as a member of the group sees it (CR-scout-1).
        scouts: bool on patrol = false,
        /// Whether a Leader leads the way for his group, with `orders = "patrol"`; otherwise another member leads the
        /// way, and he follows.
        leader_in_front: bool on patrol = false,
        /// How much nearer to its goal a straight move must bring a figure, on a map; if no straight move does, the
        /// figure goes round.
        least_advance: Inches in 0..=100 on ground = Inches::whole(2),
        /// How much farther a figure goes to end its move in cover, on a map.
        cover_worth: Inches in 0..=100 on ground = Inches::whole(4),
        /// How far around the end of a straight move a figure looks for cover, on a map.
        cover_search: u8 in 0..=8 "inches" on ground = 3,
        /// The Impact of the fire against which a figure looks for cover, on a map (CR-bldg-1).
        expected_impact: u8 in 0..=6 on ground = 3,
        /// In every turn whose number is a multiple of this, a group goes on despite members left behind and superior
        /// numbers of enemies, with `orders = "patrol"`.
        patience: u16 in 1..=1000 "turns" on patrol = 4,
        /// A figure within this distance of an enemy that it approaches looks for a place to fire from, on a map; if left
        /// out, 48" on a side with a patrol, and 12" on other sides.
        hunt_within: Inches in 0..=100 on ground by "field.patrol" = Inches::whole(12),
        /// A figure within this distance of an enemy who has not been driven away goes after that enemy before it
        /// scouts on, with `orders = "patrol"`.
        clear_within: Inches in 0..=100 on patrol = Inches::whole(100),
        /// Number of enemies not yet driven away, relative to the group's own figures that carry on, at which the group
        /// holds its ground and lets them come, with `orders = "patrol"`; 0 for never.
        holds_against: u16 in 0..=1000 "%" on patrol = 150,
        /// They do not move fast within this distance of a known enemy, on a map.
        slow_within: Inches in 0..=100 on ground = Inches::whole(16),
        /// When to go to a friend who has hunkered down and rally him, on a map (CR-rally-1).
        rally: RallyPolicy on ground = RallyPolicy::default(),
        /// Maximum distance at which a figure goes to rally or to fetch a friend, on a map.
        care_within: Inches in 0..=100 on ground = Inches::whole(12),
        /// When to fetch a wounded friend, on a map (CR-wound-1).
        fetch: FetchPolicy on ground = FetchPolicy::default(),
        /// A wounded friend within this distance of a known enemy is fetched, on a map.
        danger_within: Inches in 0..=100 on ground = Inches::whole(8),
        /// How many enemies in the open a grenade must catch, with `throw = "when_worth"`.
        grenade_catch: u8 in 1..=16 "figures" on ground = 2,
        /// How many dice a Star passes on Received Fire (CR-star-3).
        star_choice: StarPolicy = StarPolicy::default(),
        /// Whether a Star cheats death when he can (CR-star-2).
        cheats_death: bool = true,
    }
}
