//! A table that is rolled, and buildings that fall (CR-terrain, CR-bldg-7).

use chance::exact::Ratio;
use engage::{Finding, Kind, Problem, fractions, schema_of};

use super::shared::{ANYWHERE, by_word, odds, parameters};
use crate::terrain::{self, Country, Wanted};

pub(super) const COLLAPSE: Kind = Kind {
    id: "collapse",
    label: "Collapse",
    about: "How many areas of a building fall, one above the other, when the ground floor has collapsed.",
    findings: &[Finding::chance("* upper areas fall").called("Upper areas that fall: *")],
    schema: schema_of::<Collapse>,
    answer: |value| fractions(value, collapse),
};

pub(super) const RIVER: Kind = Kind {
    id: "river",
    label: "River",
    about: "How wide a river is, and whether it can be forded.",
    findings: &[
        Finding::chance("* inches, bridge").called("* inches, with a bridge"),
        Finding::chance("* inches, ford").called("* inches, fordable"),
    ],
    schema: schema_of::<River>,
    answer: |value| fractions(value, river),
};

pub(super) const TERRAIN: Kind = Kind {
    id: "terrain",
    label: "Section of a table",
    about: "The ground of a section, and how many buildings stand there.",
    findings: &[Finding::chance("*, * buildings").called("*, * buildings")],
    schema: schema_of::<Terrain>,
    answer: |value| fractions(value, section),
};

parameters! {
    /// Parameters of `collapse`.
    Collapse {
        /// Areas above that of the ground floor, at most 100.
        #[schemars(range(max = 100))]
        upper_areas: u32,
    }
}

parameters! {
    /// Parameters of `river`: none.
    River {}
}

parameters! {
    /// Parameters of `terrain`.
    Terrain {
        /// The type of the table.
        terrain: Wanted,
    }
}

/// The most areas.
const MOST: u32 = 100;

fn collapse(given: &Collapse) -> Result<Vec<(String, Ratio)>, Problem> {
    let upper = given.upper_areas;
    if upper > MOST {
        return Err(Problem::new("upper_areas", format!("{upper} areas, expected at most {MOST}")));
    }
    let fallen = odds(|chance| terrain::fallen(chance, ANYWHERE, upper))?;
    Ok(by_word(&fallen, |fallen| format!("{fallen} upper areas fall")))
}

fn river(_: &River) -> Result<Vec<(String, Ratio)>, Problem> {
    let rivers = odds(|chance| terrain::river(chance, ANYWHERE))?;
    Ok(by_word(&rivers, |river| format!("{} inches, {}", river.inches, if river.fordable { "ford" } else { "bridge" })))
}

fn section(given: &Terrain) -> Result<Vec<(String, Ratio)>, Problem> {
    let sections = odds(|chance| {
        let country = given.terrain.country().unwrap_or_else(|| Country::roll(chance, ANYWHERE));
        country.section(&given.options, chance, ANYWHERE)
    })?;
    Ok(by_word(&sections, |section| format!("{}, {} buildings", section.ground, section.buildings)))
}
