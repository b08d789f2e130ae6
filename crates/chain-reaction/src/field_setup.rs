//! Where a scenario is fought and for what: its field, a patrol, a campaign.

use engage::{Inches, Side};

use crate::forces::List;
use crate::rules::Rules;
use crate::site::Conditions;
use crate::terrain::Wanted;

engage::rules! {
    /// Open ground, where groups face each other at one range (Clarification 48), or a map.
    Field {
        /// A map file next to the scenario file, or its path from there; if left out, the ground is open.
        map: Option<String>,
        /// Distance between enemies.
        range: Inches = Inches::whole(12),
        /// Whether there is cover to duck behind, apart from the cover a squad is already in (CR-status-duck).
        cover_near: bool = true,
        /// Defensive Value of the buildings of a map, 1 to 4 (CR-bldg-1).
        building_dv: u8 in 1..=4 = 2,
        /// What limits sight on a map (CR-los-2).
        visibility: Visibility,
        /// Type of the table, 36" by 36", that each engagement rolls and lays out for itself; if left out, the fight is
        /// on a map or open ground (CR-terrain-2).
        terrain: Option<Wanted>,
        /// Patches of bushes on each clear section of a table, at most 9 (CR-terrain-5).
        bushes: u8 in 0..=9 = 1,
        /// A patrol across a table, to scout every section and drive away every enemy it meets; the other side then
        /// lists no squads (CR-patrol-1).
        patrol: Option<Patrol>,
        /// Battles that a side's squads fight one after another, each with the survivors of the previous battle
        /// (CR-after-1).
        campaign: Option<Series>,
    }
}

engage::rules! {
    #[derive(Copy, Eq)]
    /// A campaign: the same battle fought repeatedly on the same ground, by squads that recover after each battle.
    /// Heroes, ammunition and all other figures are reset for each battle (CR-after-1, Clarification 46).
    Series {
        /// Number of battles; fewer if no figure is left to fight them.
        battles: u8 in 1..=20 = 6,
        /// The side whose squads continue from battle to battle.
        side: Side = Side::Blue,
        /// The list on which replacements are rolled; they take the places and the arms of the lost. If left out, there
        /// are no replacements.
        recruits: Option<List>,
    }
}

engage::rules! {
    #[derive(Copy, Eq)]
    /// A patrol (CR-patrol-1).
    Patrol {
        /// The side that patrols.
        side: Side = Side::Blue,
        /// The list on which the enemies that the patrol meets are rolled.
        enemy: List = List::Insurgents,
        /// The patrol's own list, for the table of numbers and for its reinforcements.
        own: List = List::Military,
    }
}

engage::options! {
    /// What limits sight (CR-los-2).
    Visibility {
        /// Day: only the ground limits sight.
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
    /// The conditions of sight and buildings on a map.
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
