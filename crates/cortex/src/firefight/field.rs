//! The ground of a firefight in a scenario, and its mistakes.

use std::collections::BTreeMap;

use chance::Die;
use engage::{Border, BySide, Problem, Side, Zone, Zones};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::die::Condition;
use crate::options::BreakAt;

engage::rules! {
    #[derive(Copy)]
    /// A zone of a scenario (CX2-zone-1, CX2-zone-2).
    ZoneOf {
        /// Its Cover Rating.
        cover: Condition,
    }
}

/// A border between two zones (CX2-zone-5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BorderOf {
    /// The two zones.
    pub between: [String; 2],
    /// Activations that it takes to cross, 1 to 100; left out, `rules.border_cost`.
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    pub cost: Option<u8>,
}

engage::rules! {
    /// Where a firefight takes place: zones with borders or, if none are given, a zone for each side.
    Field {
        /// The zones by name, at most 16; a side's squads begin in the zone with the side's name, unless `at` names
        /// another.
        zones: BTreeMap<String, ZoneOf>,
        /// The borders between zones; of equally long ways, the first in this order is taken (clarification 13).
        borders: Vec<BorderOf>,
        /// Without `zones`: how many borders lie between the sides, 0 to 2.
        zones_apart "Zones apart": Option<u8> in 0..=2 ["default" = 1],
        /// Without `zones`: the Cover Rating of blue's zone.
        blue_cover: Condition,
        /// Without `zones`: the Cover Rating of red's zone.
        red_cover: Condition,
        /// The players' plot points at the start (CX0-15).
        plot_points: u8 in 0..=100,
        /// When blue withdraws, at the end of a turn (clarification 14).
        blue_breaks: BreakAt,
        /// When red withdraws.
        red_breaks: BreakAt,
    }
}

/// The ground of a firefight.
pub(super) struct Ground {
    pub(super) zones: Zones,
    /// Cover Ratings by zone, for either side.
    pub(super) covers: Vec<BySide<Option<Die>>>,
}

impl Field {
    /// The zones with their Cover Ratings. A border that does not say how long it takes to cross takes `cost`
    /// activations.
    pub(super) fn ground(&self, cost: u8, problems: &mut Vec<Problem>) -> Ground {
        let mut report = |key: &str, message: &str| problems.push(Problem::new(key, message));
        if self.zones.is_empty() {
            if !self.borders.is_empty() {
                report("field.borders", "borders need zones: set `field.zones`");
            }
            return self.ground_by_sides(cost);
        }
        for (key, given) in [
            ("field.zones_apart", self.zones_apart.is_some()),
            ("field.blue_cover", self.blue_cover.0.is_some()),
            ("field.red_cover", self.red_cover.0.is_some()),
        ] {
            if given {
                report(key, "applies only to a field without `field.zones`");
            }
        }
        if self.zones.len() > Zones::MOST {
            report("field.zones", &format!("{} zones, expected at most {}", self.zones.len(), Zones::MOST));
            return Ground { zones: Zones::new(Vec::new(), Vec::new()), covers: Vec::new() };
        }
        let zones = self.zones.iter().map(|(name, given)| zone(name, given.cover.0)).collect();
        let covers = self.zones.values().map(|zone| BySide { blue: zone.cover.0, red: zone.cover.0 }).collect();
        Ground { zones: Zones::new(zones, self.known_borders(cost, problems)), covers }
    }

    /// A zone for each side, or one for both.
    fn ground_by_sides(&self, cost: u8) -> Ground {
        let covers = BySide { blue: self.blue_cover.0, red: self.red_cover.0 };
        let border = |one, two| Border { ends: [one, two], cost };
        let [blue, red] = Side::ALL.map(|side| zone(side.name(), covers[side]));
        let [in_blue, in_red] = Side::ALL.map(|side| BySide { blue: covers[side], red: covers[side] });
        let (zones, borders, covers) = match self.zones_apart.unwrap_or(1) {
            0 => {
                let alike = covers.blue == covers.red;
                let note = if alike { blue.note } else { format!("blue {}, red {}", blue.note, red.note) };
                (vec![Zone { name: "field".to_owned(), note }], Vec::new(), vec![covers])
            }
            1 => (vec![blue, red], vec![border(0, 1)], vec![in_blue, in_red]),
            _ => {
                let zones = vec![blue, red, zone("between", None)];
                (zones, vec![border(0, 2), border(2, 1)], vec![in_blue, in_red, BySide::default()])
            }
        };
        Ground { zones: Zones::new(zones, borders), covers }
    }

    /// The borders given between zones that exist, each once.
    fn known_borders(&self, cost: u8, problems: &mut Vec<Problem>) -> Vec<Border> {
        let names: Vec<String> = self.zones.keys().cloned().collect();
        let mut borders: Vec<Border> = Vec::new();
        for (number, border) in self.borders.iter().enumerate() {
            let key = format!("field.borders[{number}].between");
            let ends = border.between.each_ref().map(|name| names.iter().position(|zone| zone == name));
            for (nth, name) in border.between.iter().enumerate().filter(|(nth, _)| ends[*nth].is_none()) {
                let message = format!("there is no zone `{name}`, {}", engage::expected(&names));
                problems.push(Problem::new(format!("{key}[{nth}]"), message));
            }
            let [Some(one), Some(two)] = ends.map(|end| end.map(|zone| zone as u8)) else { continue };
            if one == two {
                problems.push(Problem::new(key, "a zone cannot have a border with itself"));
            } else if borders.iter().any(|other| other.ends == [one, two] || other.ends == [two, one]) {
                problems.push(Problem::new(key, "these zones already have a border"));
            } else {
                borders.push(Border { ends: [one, two], cost: border.cost.unwrap_or(cost) });
            }
        }
        borders
    }
}

/// A zone, with a note of its Cover Rating.
fn zone(name: &str, cover: Option<Die>) -> Zone {
    let note = cover.map_or_else(|| "no cover".to_owned(), |die| format!("cover {die}"));
    Zone { name: name.to_owned(), note }
}
