//! Makes the picture of a run's zones.

use engage::{Side, Zones};
use runner::Ground;

use super::figure::{Figure, Named, Plot};
use super::zones::Graph;
use crate::zones::{LINE, Picture, beside, said};

/// The picture of zones, with a description.
pub(super) fn of_ground(ground: &Ground) -> (Named, String) {
    let zones = Zones::new(ground.zones.clone(), ground.borders.clone());
    let here = |zone: usize| ground.begins.iter().filter(move |begin| usize::from(begin.zone) == zone);
    let squads = |zone: usize| here(zone).map(|begin| (begin.side, begin.squad.clone())).collect();
    let begins: Vec<Vec<(Side, String)>> = (0..ground.zones.len()).map(squads).collect();
    let most = begins.iter().map(Vec::len).max().unwrap_or(0);
    let first = ground.begins.iter().find(|begin| begin.side == Side::Blue).map_or(0, |begin| begin.zone);
    let picture = Picture::new(&zones, first, LINE * most);
    let counted = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let mut basis = format!("{}, {}", counted(ground.zones.len(), "zone"), counted(ground.borders.len(), "border"));
    if most > 0 {
        basis += ", and where squads begin";
    }
    if ground.borders.iter().any(|border| border.cost > 1) {
        basis += "; a number on a border is the cost of crossing it, in actions";
    }
    let plot = Plot::Zones(Graph { picture, begins });
    let figure = Figure { title: "The zones".to_owned(), held: String::new(), basis, plot };
    (("zones".to_owned(), figure), about(ground, &zones))
}

/// The description of the picture, in sentences.
fn about(ground: &Ground, zones: &Zones) -> String {
    let each = (0..).zip(&ground.zones).map(|(number, zone)| format!("{}: {}", said(zone), beside(zones, number)));
    let mut about = each.collect::<Vec<_>>().join("; ") + ".";
    let begins = ground.begins.iter().filter_map(|begin| {
        let zone = ground.zones.get(usize::from(begin.zone))?;
        Some(format!("{} in {}", begin.squad, zone.name))
    });
    let begins: Vec<String> = begins.collect();
    if !begins.is_empty() {
        about += &format!(" Where squads begin: {}.", begins.join("; "));
    }
    about
}
