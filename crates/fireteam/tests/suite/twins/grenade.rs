//! Grenades.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, exact, list, number, option, word};
use testkit::{Number, Share, each};

use super::fire::Fate;
use super::hold;
use super::many::{in_words, one, tally};
use super::pick::Arms as _;

/// FT-gren-4 to FT-gren-8: what the six faces do to a figure, if it is in a circle.
fn faces(p: &Value, grenade: &str, figure: &Value) -> Option<&'static str> {
    let movement = word(figure, "movement", "stationary");
    let prone = word(figure, "posture", "standing") == "prone"
        && !(movement == "rushing" && option(p, "grenade_prone_rush_row", "prone") == "rushing");
    let row = match (prone, movement) {
        (true, _) => 2,
        (false, "moving") => 1,
        (false, _) => 0,
    };
    let distance = number(figure, "distance_in", 0.0);
    if distance <= 2.0 {
        Some(["WWSSKK", "PWWSSK", "PPWSSK"][row])
    } else if distance <= 6.0 && grenade == "defensive" {
        Some(["PPWWSK", "-PPPWS", "--PPPP"][row])
    } else {
        None
    }
}

/// FT-gren-9: the share of each fate of a man with a number of wounds.
fn fates(p: &Value, grenade: &str, figure: &Value, wounds: i64) -> Vec<(Fate, Share)> {
    let Some(faces) = faces(p, grenade, figure) else { return vec![(Fate::Missed, Share::WHOLE)] };
    let fate = |face: char| match face {
        '-' => Fate::Missed,
        'P' => Fate::Pinned,
        'W' if wounds == 0 => Fate::Wounded,
        'W' | 'S' => Fate::Serious,
        _ => Fate::Dead,
    };
    let of = |wanted| faces.chars().filter(|&face| fate(face) == wanted).count() as u128;
    Fate::ALL.into_iter().map(|wanted| (wanted, Share::new(of(wanted), 6))).collect()
}

fn fates_of(p: &Value, figure: &Value) -> Vec<(Fate, Share)> {
    fates(p, word(p, "grenade", "offensive"), figure, count(figure, "wounds", 0))
}

pub(super) fn grenade(p: &Value) -> Odds {
    let word = |fate: Fate| if fate == Fate::Missed { "none" } else { fate.word() };
    exact(fates_of(p, &p["figure"]).into_iter().map(|(fate, share)| (word(fate), share)))
}

pub(super) fn grenade_group(p: &Value) -> Odds {
    tally(&list(p, "figures").iter().map(|figure| fates_of(p, figure)).collect::<Vec<_>>())
}

pub(super) fn grenades_on_one(p: &Value) -> Odds {
    let mut men = one(&super::fire::Target::read(&p["figure"]));
    for _ in 0..count(p, "grenades", 1) {
        men = each(men, |man| {
            let fates = fates(p, word(p, "grenade", "offensive"), &p["figure"], man.wounds);
            fates.into_iter().map(|(fate, share)| (man.suffer(p, fate), share)).collect()
        });
    }
    in_words(&men)
}

fn figure(pick: &mut Pick) -> Value {
    json!({
        "distance_in": pick.of(&[0.0, 1.0, 2.0, 2.25, 5.0, 6.0, 6.5]), "posture": pick.posture(),
        "movement": pick.movement(), "wounds": pick.of(&[0, 1]), "pinned": pick.yes(),
    })
}

fn kind(pick: &mut Pick) -> &'static str {
    pick.of(&["offensive", "defensive"])
}

/// FT-gren-4 to FT-gren-9: one man.
#[test]
fn grid_of_grenades() {
    hold(
        "grenade",
        situations(8, 600, |pick| json!({ "grenade": kind(pick), "figure": figure(pick), "options": pick.rules() })),
    );
}

/// FT-gren-5, FT-gren-6: up to six men.
#[test]
fn grid_of_grenades_in_a_group() {
    hold(
        "grenade_group",
        situations(9, 300, |pick| {
            let figures = pick.some(&[1, 2, 4, 6], figure);
            json!({ "grenade": kind(pick), "figures": figures, "options": pick.rules() })
        }),
    );
}

/// FT-gren-9: up to five at one man.
#[test]
fn grid_of_grenades_on_one() {
    hold(
        "grenades_on_one",
        situations(10, 400, |pick| {
            let grenades = pick.of(&[1, 2, 3, 5]);
            json!({ "grenade": kind(pick), "grenades": grenades, "figure": figure(pick), "options": pick.rules() })
        }),
    );
}
