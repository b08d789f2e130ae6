//! A squad as a scenario gives it: every key with its allowed values and its default.

use engage::{Deploy, Inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::Pace;
use crate::figure::Wound;
use crate::fire::hit::AimAt;
use crate::player::doctrine::{AimPolicy, Interrupt, Orders, PlayerKind, Preset, TargetChoice, Throw};
use crate::rules::Ability;
use crate::weapon::{Fire, Weapon};

/// A piece of armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// Soft body armour.
    #[schemars(title = "Soft armour")]
    Soft,
    /// Hard plates.
    #[schemars(title = "Hard plates")]
    Plates,
    /// A helmet.
    Helmet,
}

engage::keys! {
    /// A squad: figures alike in ability, weapons and doctrine.
    Squad {
        /// Number of figures; a side has at most 16. A squad of 0 takes no part.
        count "Figures": u8 in 0..=16 = 1,
        /// Ability, which decides the deck (CQB-1.4.1a).
        ability: Ability,
        /// Weapon, by its name under `rules.weapons`.
        weapon: String ["x-labels" = crate::weapon::labels(), "x-names" = ["weapons"]],
        /// Pieces of armour worn.
        armour: Vec<Piece> = Vec::new(),
        /// Stun grenades that each figure carries on a map (CQB-6).
        stun_grenades: u8 in 0..=16 on map = 0,
        /// Gas grenades that each figure carries on a map (CQB-7).
        gas_grenades: u8 in 0..=16 on map = 0,
        /// Whether they wear masks against gas (CQB-7b).
        mask "Gas masks": bool on map = false,
        /// Flesh wounds that each figure begins with; every wound adds 1 to the target number of any action
        /// (CQB-5.5.4e).
        flesh_wounds: u8 in 0..=40 "wounds" = 0,
        /// The limb of each figure that is out of action from the start (CQB-5.5.4b to d). There is at most one,
        /// because a second would incapacitate the figure.
        wound "Limb out of action": Wound = Wound::default(),
        /// Whether each figure begins knocked down, and so spends its first action getting up (CQB-5.5.4f).
        knocked_down: bool = false,
        /// Whether each figure begins with its weapon on the ground, and so spends an action picking it up
        /// (CQB-5.5.4d).
        weapon_dropped: bool = false,
        /// Whether each figure begins with a jammed weapon, and so spends an action clearing it (CQB-9a).
        jammed "Weapon jammed": bool = false,
        /// The parts of the body that show behind cover, under `cover = "exposed_parts"` (CQB-5.3.7); by default all
        /// parts.
        shows "Parts that show": Vec<AimAt> = Vec::new(),
    }
    chosen {
        /// The doctrine of the automatic player; the keys below change single choices.
        doctrine: Preset = Preset::default(),
        /// The area of the map where they begin; by default the area named after their side.
        at "Starting area": Option<String> on map ["x-places" = true],
        /// How they are placed at the start; by default the side that has the mission begins together, the other side
        /// apart.
        deploy: Option<Deploy> on map,
    }
    doctrine:
    /// Every choice the automatic player makes for a figure.
    Doctrine {
        /// The player that leads them: `standard` follows every key here; under `steady` each figure keeps its place
        /// and fires at the nearest enemy it sees; `ahead`, on a map, weighs the keys below against other choices in
        /// play-outs before each go.
        player: PlayerKind = PlayerKind::default(),
        /// With `player = "ahead"`: the most play-outs of each choice that is weighed.
        playouts "Play-outs": u16 in 8..=1024 "play-outs" on map = 64,
        /// When to aim.
        aim: AimPolicy by "doctrine" = AimPolicy::WhenBetter,
        /// With `aim = "when_better"`: how likely an aimed fire action must be to put its target out of action, in
        /// percent of the chance of a plain one.
        aim_gain: u16 in 100..=1000 "percent" = 210,
        /// The location to name (CQB-5.3.3a); by default none on open ground, and on a map the one by which the first
        /// shot is likeliest to put the target out of action.
        aim_at: Option<AimAt> = None,
        /// Fire at a lower rate than the weapon's own (CQB-5.1a).
        fire: Fire by "weapon" = Fire::Slow,
        /// The most shots, or bursts, in a fire action; rates of fire are maxima (CQB-5.1a).
        rate: u8 in 1..=255 by "weapon" = u8::MAX,
        /// Which enemy to fire at.
        target: TargetChoice = TargetChoice::Nearest,
        /// Whether to go on firing at another target once the first is down (CQB-5.3.6c).
        switch: bool by "field.map" = false,
        /// Close in to this distance, in inches.
        close_to: Option<Inches> on open by "doctrine" = None,
        /// How to move.
        pace: Pace = Pace::Normal,
        /// Stay on Hold while every enemy is farther away than this, in inches (CQB-3c).
        hold_until: Option<Inches> by "doctrine" = None,
        /// What to interrupt while on Hold (CQB-3d).
        interrupt: Interrupt = Interrupt::Any,
        /// What to do on a map when no enemy is in view; by default the side that has the mission pursues it, and the
        /// other side stands guard.
        orders: Orders on map by "mission.side" = Orders::Guard,
        /// The greatest chance of a complete miss, in percent, at which to fire when hostages are in the line of fire
        /// (CQB-5.3.3e).
        risk: u8 in 0..=100 "percent" on map = 75,
        /// How many of those on their way into a room that the side has not looked into stack up outside it, if there
        /// are enough; with 1 nobody waits.
        stack: u8 in 1..=16 "figures" on map = 3,
        /// How near to one of the room's openings another figure must be to count as stacked up, in inches.
        stack_within: Inches on map = Inches::whole(4),
        /// Turns that a figure waits for its stack, or for others to get out of its way.
        patience: u8 in 0..=100 "turns" on map = 4,
        /// Over how many occupied squares a figure can reach to open a door or to throw a grenade.
        reach_over: u8 in 0..=2 "squares" on map = 2,
        /// When to throw stun and gas grenades, if an enemy is already in view.
        throw: Throw on map = Throw::First,
    }
}

impl Doctrine {
    /// The doctrine of a preset for a weapon.
    #[must_use]
    pub fn new(preset: Preset, weapon: &Weapon) -> Doctrine {
        let stand = Doctrine { fire: weapon.fire, ..Doctrine::default() };
        match preset {
            Preset::Stand => stand,
            Preset::Snap => Doctrine { aim: AimPolicy::Never, ..stand },
            Preset::Aim => Doctrine { aim: AimPolicy::Always, ..stand },
            Preset::Close => Doctrine { close_to: Some(Inches::whole(6)), ..stand },
            Preset::Hold => Doctrine { hold_until: Some(Inches::whole(12)), ..stand },
        }
    }
}
