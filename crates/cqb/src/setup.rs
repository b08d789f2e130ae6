//! A scenario's squads and field.

use engage::{Deploy, Inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::Pace;
use crate::figure::{Figure, Wound};
use crate::fire::hit::AimAt;
use crate::player::doctrine::{AimPolicy, Interrupt, Lead, Orders, Preset, TargetChoice, Throw};
use crate::rules::{Ability, Fortune, Rules};
use crate::weapon::Fire;

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

/// A squad: figures alike in ability, arms and doctrine.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Squad {
    /// Number of figures; a side has at most 16. A squad of 0 takes no part.
    #[serde(default = "one")]
    #[schemars(range(min = 0, max = 16))]
    #[schemars(title = "Figures")]
    pub count: u8,
    /// Ability, which decides the deck (CQB-1.4.1a).
    pub ability: Ability,
    /// Weapon, by its name under `rules.weapons`.
    #[schemars(extend("x-labels" = crate::weapon::labels(), "x-names" = ["weapons"]))]
    pub weapon: String,
    /// Pieces of armour worn.
    #[serde(default)]
    pub armour: Vec<Piece>,
    /// How the automatic player leads them; the keys below change single choices.
    #[serde(default)]
    pub doctrine: Preset,
    /// Who leads them: `standard` goes by every key here; `steady` keeps its place and fires at the nearest enemy that it sees.
    #[serde(default)]
    pub player: Lead,
    /// When to aim.
    pub aim: Option<AimPolicy>,
    /// With `aim = "when_better"`: how likely an aimed fire action must be to put its target out of action, in percent of a plain one;
    /// 210 if left out.
    #[schemars(range(min = 100, max = 1000))]
    #[schemars(extend("x-unit" = "percent"))]
    pub aim_gain: Option<u16>,
    /// The location to name (CQB-5.3.3a).
    pub aim_at: Option<AimAt>,
    /// Fire at a lower rate than the weapon's own (CQB-5.1a).
    pub fire: Option<Fire>,
    /// The most shots, or bursts, in a fire action; rates of fire are maxima (CQB-5.1a).
    #[schemars(range(min = 1))]
    pub rate: Option<u8>,
    /// Whom to shoot at.
    pub target: Option<TargetChoice>,
    /// Whether to fire on at another target once the first is down (CQB-5.3.6c).
    pub switch: Option<bool>,
    /// Close in to this distance, in inches.
    pub close_to: Option<Inches>,
    /// How to move.
    pub pace: Option<Pace>,
    /// Stay on Hold while every enemy is farther away than this, in inches (CQB-3c).
    pub hold_until: Option<Inches>,
    /// What to interrupt while on Hold (CQB-3d).
    pub interrupt: Option<Interrupt>,
    /// What to do on a map when no enemy is in view; left out, the side that has the mission goes about it and the other one
    /// stands guard.
    pub orders: Option<Orders>,
    /// How many figures stack up before a room that the side has not looked into, if there are enough of them; 1 never waits.
    #[schemars(range(min = 1, max = 16))]
    pub stack: Option<u8>,
    /// How near to a room's opening a figure counts as stacked up before it, in inches; 4 if left out.
    pub stack_within: Option<Inches>,
    /// Turns that a figure waits for its stack, or for others to get out of its way; 4 if left out.
    #[schemars(range(max = 100))]
    #[schemars(extend("x-unit" = "turns"))]
    pub patience: Option<u8>,
    /// Over how many squares with others in them it reaches to open a door or to throw something; 2 if left out.
    #[schemars(range(max = 2))]
    #[schemars(extend("x-unit" = "squares"))]
    pub reach_over: Option<u8>,
    /// When to throw stun grenades and gas, if an enemy is in view already.
    pub throw: Option<Throw>,
    /// The greatest chance of a complete miss, in percent, with which to fire past hostages in the line (CQB-5.3.3e).
    #[schemars(range(max = 100))]
    #[schemars(extend("x-unit" = "percent"))]
    pub risk: Option<u8>,
    /// Stun grenades that each carries on a map (CQB-6).
    #[serde(default)]
    #[schemars(range(min = 0, max = 16))]
    pub stun_grenades: u8,
    /// Gas grenades that each carries on a map (CQB-7).
    #[serde(default)]
    #[schemars(range(min = 0, max = 16))]
    pub gas_grenades: u8,
    /// Whether they wear masks against gas (CQB-7b).
    #[serde(default)]
    #[schemars(title = "Gas masks")]
    pub mask: bool,
    /// Flesh wounds that each begins with, 0 to 40; each adds 1 to the target number of any action (CQB-5.5.4e).
    #[serde(default)]
    #[schemars(range(max = 40))]
    #[schemars(extend("x-unit" = "wounds"))]
    pub flesh_wounds: u8,
    /// The limb of each that is out of action from the start (CQB-5.5.4b to d). A second one would incapacitate, so there is at most
    /// one.
    #[serde(default)]
    #[schemars(title = "Limb out of action")]
    pub wound: Wound,
    /// Whether each begins knocked down, and so spends its first action getting up (CQB-5.5.4f).
    #[serde(default)]
    pub knocked_down: bool,
    /// Whether each begins with its weapon on the ground, and so spends an action picking it up (CQB-5.5.4d).
    #[serde(default)]
    pub weapon_dropped: bool,
    /// Whether each begins with a jammed weapon, and so spends an action clearing it (CQB-9a).
    #[serde(default)]
    #[schemars(title = "Weapon jammed")]
    pub jammed: bool,
    /// The area of the map where they begin; left out, the one with their side's name.
    #[schemars(title = "Starting area")]
    pub at: Option<String>,
    /// How they take up their places; left out, the side that has the mission begins together and the other one apart.
    pub deploy: Option<Deploy>,
    /// The parts that show behind cover, under `cover = "exposed_parts"` (CQB-5.3.7); all if left out.
    #[serde(default)]
    #[schemars(title = "Parts that show")]
    pub shows: Vec<AimAt>,
}

const fn one() -> u8 {
    1
}

/// Open ground: two lines of figures that face each other. Figures are points (CQB-1.2.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// A map file, beside the scenario or by its path from there; left out, the ground is open.
    pub map: Option<String>,
    /// Distance between the two lines at the start, in inches, of a yard each (CQB-1.2.2a); every figure is this far from every
    /// enemy.
    pub range: Inches,
    /// Distance between neighbours in a line, in inches; it counts for changes of target (CQB-5.3.6c).
    pub spacing: Inches,
    /// Hostages: on open ground they stand in every line of fire, nearest first (CQB-5.3.3e); on a map they begin in the area
    /// `hostages`.
    #[schemars(range(max = 16))]
    pub hostages: u8,
    /// Blue's luck, unless `rules.luck` has it rolled.
    #[schemars(title = "Blue’s luck")]
    pub blue_luck: Fortune,
    /// Red's luck, unless `rules.luck` has it rolled.
    #[schemars(title = "Red’s luck")]
    pub red_luck: Fortune,
}

impl Field {
    /// Distance between a figure and an enemy along the line that the sides face each other on.
    #[inline]
    pub(crate) fn apart(&self, figure: &Figure, other: &Figure) -> Inches {
        let between = self.range.thousandths() - figure.advance.thousandths() - other.advance.thousandths();
        Inches::from_thousandths(between.abs())
    }
}

impl Default for Field {
    fn default() -> Field {
        Field {
            map: None,
            range: Inches::whole(12),
            spacing: Inches::whole(2),
            hostages: 0,
            blue_luck: Fortune::default(),
            red_luck: Fortune::default(),
        }
    }
}

/// The CQB part of a scenario.
pub type Setup = engage::Setup<Rules, Field, Squad>;
