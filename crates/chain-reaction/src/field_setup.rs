//! Where a scenario is fought, and what for: its field, a patrol, a campaign.

use engage::{Inches, Side};

use crate::forces::List;
use crate::rules::Rules;
use crate::site::Conditions;
use crate::terrain::Wanted;

engage::rules! {
    /// Open ground: groups that face each other at one range (Clarification 48); or a map.
    Field {
        /// A map file, beside the scenario or by its path from there; left out, the ground is open.
        map: Option<String>,
        /// Distance between enemies, in inches.
        range: Inches = Inches::whole(12),
        /// Whether there is cover to duck behind besides that which a squad stands in (CR-status-duck).
        cover_near: bool = true,
        /// Defensive Value of the buildings of a map, 1 to 4 (CR-bldg-1).
        building_dv: u8 in 1..=4 = 2,
        /// What limits sight on a map (CR-los-2).
        visibility: Visibility,
        /// The type of a table that each engagement rolls and lays out for itself, 36" by 36"; left out, a map or open ground (CR-terrain-2).
        terrain: Option<Wanted>,
        /// Patches of bushes on each clear section of a table, at most 9 (CR-terrain-5).
        bushes: u8 in 0..=9 = 1,
        /// A patrol across a table, to scout every section and drive away every enemy met; the other side lists nobody then (CR-patrol-1).
        patrol: Option<Patrol>,
        /// Battles that a side's squads fight one after the other, each with the survivors of the one before (CR-after-1).
        campaign: Option<Series>,
    }
}

engage::rules! {
    #[derive(Copy, Eq)]
    /// A campaign: the same battle again and again, on the same ground, for squads that recover after each; heroes and ammunition
    /// start afresh, and so does everybody else (CR-after-1, Clarification 46).
    Series {
        /// How many battles, if somebody is left to fight them.
        battles: u8 in 1..=20 = 6,
        /// Whose squads go on.
        side: Side = Side::Blue,
        /// On which list those are rolled who take the places and the arms of the lost; left out, nobody does.
        recruits: Option<List>,
    }
}

engage::rules! {
    #[derive(Copy, Eq)]
    /// A patrol (CR-patrol-1).
    Patrol {
        /// Who patrols.
        side: Side = Side::Blue,
        /// On which list those are rolled whom it meets.
        enemy: List = List::Insurgents,
        /// Its own list, for the table of numbers, and for those who reinforce it.
        own: List = List::Military,
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
