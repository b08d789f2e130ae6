//! Rolled tables and collapsing buildings (CR-terrain, CR-bldg-7).

use chance::exact::Ratio;
use engage::{Finding, Problem};

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::terrain::{self, Country, Wanted};

situation! {
    /// How many areas of a building, one above the other, fall after the ground floor has collapsed.
    struct Collapse {
        /// Number of areas above the ground-floor area, at most 100.
        #[schemars(range(max = 100))]
        upper_areas: u32,
    }
    id: "collapse",
    label: "Collapse",
    findings: &[Finding::chance("* upper areas fall").called("Upper areas that fall: *")],
    solve: collapse,
}

situation! {
    /// How wide a river is, and whether it can be forded.
    struct River {}
    id: "river",
    label: "River",
    findings: &[
        Finding::chance("* inches, bridge").called("* inches, with a bridge"),
        Finding::chance("* inches, ford").called("* inches, fordable"),
    ],
    solve: river,
}

situation! {
    /// The ground of a section, and how many buildings stand there.
    struct Terrain {
        /// The type of the table.
        terrain: Wanted,
    }
    id: "terrain",
    label: "Section of a table",
    findings: &[Finding::chance("*, * buildings").called("*, * buildings")],
    solve: section,
}

fn collapse(given: &Collapse) -> Result<Vec<(String, Ratio)>, Problem> {
    let upper = given.upper_areas;
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
