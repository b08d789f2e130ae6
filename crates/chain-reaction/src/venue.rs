//! Where a scenario is fought, and what for: its field, a patrol, a campaign.

use engage::{Inches, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::forces::List;
use crate::rules::Rules;
use crate::site::Conditions;
use crate::terrain::Wanted;

/// Open ground: groups that face each other at one range (Clarification 48); or a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Field {
    /// A map file, beside the scenario or by its path from there; left out, the ground is open.
    pub map: Option<String>,
    /// Distance between enemies, in inches.
    pub range: Inches,
    /// Whether there is cover to duck behind besides that which a squad stands in (CR-status-duck).
    pub cover_near: bool,
    /// Defensive Value of the buildings of a map, 1 to 4 (CR-bldg-1).
    #[schemars(range(min = 1, max = 4))]
    pub building_dv: u8,
    /// What limits sight on a map (CR-los-2).
    pub visibility: Visibility,
    /// The type of a table that each engagement rolls and lays out for itself, 36" by 36"; left out, a map or open ground (CR-terrain-2).
    pub terrain: Option<Wanted>,
    /// Patches of bushes on each clear section of a table, at most 9 (CR-terrain-5).
    #[schemars(range(max = 9))]
    pub bushes: u8,
    /// A patrol across a table, to scout every section and drive away every enemy met; the other side lists nobody then (CR-patrol-1).
    pub patrol: Option<Patrol>,
    /// Battles that a side's squads fight one after the other, each with those who are left (CR-after-1).
    pub campaign: Option<Series>,
}

/// A campaign: the same battle again and again, on the same ground, for squads that recover after each; heroes and ammunition start
/// afresh, and so does everybody else (CR-after-1, Clarification 46).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Series {
    /// How many battles, if somebody is left to fight them.
    #[schemars(range(min = 1, max = 20))]
    pub battles: u8,
    /// Whose squads go on.
    pub side: Side,
    /// On which list those are rolled who take the places and the arms of the lost; left out, nobody does.
    pub recruits: Option<List>,
}

impl Default for Series {
    fn default() -> Series {
        Series { battles: 6, side: Side::Blue, recruits: None }
    }
}

/// A patrol (CR-patrol-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Patrol {
    /// Who patrols.
    pub side: Side,
    /// On which list those are rolled whom it meets.
    pub enemy: List,
    /// Its own list, for the table of numbers, and for those who reinforce it.
    pub own: List,
}

impl Default for Patrol {
    fn default() -> Patrol {
        Patrol { side: Side::Blue, enemy: List::Insurgents, own: List::Military }
    }
}

impl Default for Field {
    fn default() -> Field {
        Field {
            map: None,
            range: Inches::whole(12),
            cover_near: true,
            building_dv: 2,
            visibility: Visibility::default(),
            terrain: None,
            bushes: 1,
            patrol: None,
            campaign: None,
        }
    }
}

engage::options! {
    /// What limits sight (CR-los-2).
    Visibility {
        /// Nothing but the ground.
        Day,
        /// Night: 12", and 6" inside woods and rough ground.
        Night,
        /// Fog or heavy rain by day: 12".
        Fog,
        /// Fog or heavy rain at night: 6".
        FogAtNight,
    }
}

impl Field {
    /// What it says of a map.
    pub(crate) const fn conditions(&self, rules: &Rules) -> Conditions {
        let (sight, sight_inside) = match self.visibility {
            Visibility::Day => (None, rules.sight_inside),
            Visibility::Fog => (Some(rules.sight_in_fog), rules.sight_inside),
            Visibility::Night => (Some(rules.sight_at_night), rules.sight_inside_at_night),
            Visibility::FogAtNight => (Some(rules.sight_in_fog_at_night), rules.sight_inside_at_night),
        };
        Conditions { sight, sight_inside, building_dv: self.building_dv }
    }
}
