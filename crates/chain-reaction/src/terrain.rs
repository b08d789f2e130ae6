//! Rolling a table section by section, and collapsing buildings (CR-terrain, CR-bldg).

use std::fmt;

use chance::{Address, Chance, D6};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dice::TWO;
use crate::options::{BuildingsNote3, TerrainType};
use crate::rules::Rules;

/// Sections of a table, three by three: 1 to 3 at the far edge, 7 to 9 at the near one (CR-terrain-1).
pub const SECTIONS: usize = 9;

/// A type of country (CR-terrain-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Country {
    /// Clear, with hills.
    Clear,
    /// Woods or jungle.
    Woods,
    /// Mountains.
    Mountains,
}

/// The requested type of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Wanted {
    /// Rolled.
    Rolled,
    /// Clear, with hills.
    Clear,
    /// Woods or jungle.
    Woods,
    /// Mountains.
    Mountains,
}

impl Wanted {
    /// The chosen country; none if it is rolled.
    #[must_use]
    pub const fn country(self) -> Option<Country> {
        match self {
            Wanted::Rolled => None,
            Wanted::Clear => Some(Country::Clear),
            Wanted::Woods => Some(Country::Woods),
            Wanted::Mountains => Some(Country::Mountains),
        }
    }
}

/// The ground of a section (CR-terrain-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TerrainKind {
    /// Clear.
    Clear,
    /// Clear, with a road.
    ClearRoad,
    /// Clear, with a river.
    ClearRiver,
    /// A river, over clear ground.
    River,
    /// A hill.
    Hill,
    /// A wooded hill.
    WoodedHill,
    /// Woods.
    Woods,
    /// Woods, with a road.
    WoodsRoad,
    /// Rough.
    Rough,
    /// Rough, with a road.
    RoughRoad,
    /// Impassable.
    Impassable,
}

impl TerrainKind {
    /// Its Terrain Value: how likely a scout is to find an enemy there (CR-scout-2).
    #[must_use]
    pub const fn value(self) -> u8 {
        match self {
            TerrainKind::Impassable => 0,
            TerrainKind::Clear | TerrainKind::ClearRoad | TerrainKind::ClearRiver | TerrainKind::River => 1,
            TerrainKind::Hill => 3,
            TerrainKind::WoodedHill
            | TerrainKind::Woods
            | TerrainKind::WoodsRoad
            | TerrainKind::Rough
            | TerrainKind::RoughRoad => 4,
        }
    }
}

impl fmt::Display for TerrainKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TerrainKind::Clear => "clear",
            TerrainKind::ClearRoad => "clear with road",
            TerrainKind::ClearRiver => "clear with river",
            TerrainKind::River => "river",
            TerrainKind::Hill => "hill",
            TerrainKind::WoodedHill => "wooded hill",
            TerrainKind::Woods => "woods",
            TerrainKind::WoodsRoad => "woods with road",
            TerrainKind::Rough => "rough",
            TerrainKind::RoughRoad => "rough with road",
            TerrainKind::Impassable => "impassable",
        })
    }
}

/// A note on buildings (CR-terrain-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Note {
    /// One, two or three of them.
    First,
    /// One, rarely two.
    Second,
    /// One or two.
    Third,
}

/// A section: its ground and its number of buildings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Section {
    /// Its ground.
    pub ground: TerrainKind,
    /// Buildings, 0 to 3.
    pub buildings: u8,
}

impl Country {
    /// Rolls the type (CR-terrain-2).
    pub fn roll<C: Chance>(chance: &mut C, at: Address) -> Country {
        chance.roll(at, &D6, |die| match die {
            1..=3 => Country::Clear,
            4 | 5 => Country::Woods,
            _ => Country::Mountains,
        })
    }

    /// The cell of the table for a total of two dice (CR-terrain-3).
    const fn ground(self, total: u8) -> (TerrainKind, Option<Note>) {
        let ground = match (self, total) {
            (Country::Clear, 2 | 4 | 7 | 12) => TerrainKind::Hill,
            (Country::Clear, 6) => TerrainKind::ClearRoad,
            (Country::Clear, 8) => return (TerrainKind::Clear, Some(Note::First)),
            (Country::Clear, 9) => TerrainKind::Woods,
            (Country::Clear, 11) => TerrainKind::River,
            (Country::Mountains, 2 | 7 | 11) => TerrainKind::Impassable,
            (Country::Mountains, 3) => TerrainKind::Woods,
            (Country::Mountains, 4) => return (TerrainKind::Clear, Some(Note::Second)),
            (Country::Mountains, 5) => TerrainKind::RoughRoad,
            (Country::Mountains, 6 | 8 | 9) => TerrainKind::Rough,
            (Country::Mountains, 12) | (Country::Woods, 11) => TerrainKind::ClearRiver,
            (Country::Woods, 3) => return (TerrainKind::Woods, Some(Note::Third)),
            (Country::Woods, 4 | 9) => TerrainKind::WoodedHill,
            (Country::Woods, 5) => TerrainKind::WoodsRoad,
            (Country::Woods, 2 | 7 | 8 | 12) => TerrainKind::Woods,
            _ => TerrainKind::Clear,
        };
        (ground, None)
    }

    /// Rolls a section of this country: two draws from this address on (CR-terrain-3).
    pub fn section<C: Chance>(self, rules: &Rules, chance: &mut C, at: Address) -> Section {
        let (ground, note) = chance.roll(at, &TWO, |total| self.ground(total));
        let one_to = match rules.buildings_note_3 {
            BuildingsNote3::OneTo4 => 4,
            BuildingsNote3::OneTo3 => 3,
        };
        let buildings = |die: u8| match note {
            None => 0,
            Some(Note::First) => die.div_ceil(2),
            Some(Note::Second) => 1 + u8::from(die > 5),
            Some(Note::Third) => 1 + u8::from(die > one_to),
        };
        let buildings = if note.is_some() { chance.roll(at.further(1), &D6, buildings) } else { 0 };
        Section { ground, buildings }
    }
}

/// Rolls a whole table of this country; without one, the country is rolled for each section or once for all
/// (CR-terrain-2, CR-terrain-3). Up to 27 draws from this address on.
pub fn table<C: Chance>(rules: &Rules, chance: &mut C, at: Address, chosen: Option<Country>) -> [Section; SECTIONS] {
    let mut country = chosen;
    std::array::from_fn(|section| {
        let at = at.further(3 * section as u32);
        let rolled_again = chosen.is_none() && rules.terrain_type == TerrainType::PerSection;
        let here = match country {
            Some(country) if !rolled_again => country,
            _ => *country.insert(Country::roll(chance, at.further(2))),
        };
        here.section(rules, chance, at)
    })
}

/// A river (CR-terrain-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct River {
    /// Its width, 4 to 9 inches.
    pub inches: u8,
    /// Whether it can be forded; otherwise there is a bridge.
    pub fordable: bool,
}

/// Rolls a river's width and whether it can be forded: two draws from this address on (CR-terrain-7).
pub fn river<C: Chance>(chance: &mut C, at: Address) -> River {
    let inches = chance.roll(at, &D6, |die| die + 3);
    let fordable = chance.roll(at.further(1), &D6, |die| die >= 3);
    River { inches, fordable }
}

/// Whether an area of a building falls after the area below it has fallen (CR-bldg-7).
pub fn falls<C: Chance>(chance: &mut C, at: Address) -> bool {
    chance.roll(at, &D6, |die| die <= 4)
}

/// How many areas, one above the other, fall after the lowest one: up to this number of draws from this address on
/// (CR-bldg-7).
pub fn fallen<C: Chance>(chance: &mut C, at: Address, upper: u32) -> u32 {
    (0..upper).find(|&area| !falls(chance, at.further(area))).unwrap_or(upper)
}
