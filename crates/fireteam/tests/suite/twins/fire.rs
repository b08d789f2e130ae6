//! One attack: the number needed, the firing roll, the saving throw and the effect die.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, count, exact, flag, number, option, word};
use testkit::{Number, Share};

use super::hold;
use super::pick::Arms as _;

/// FT-fire-4 and FT-fire-5: the six columns, `-` for a blank.
fn row(p: &Value, weapon: &str, auto: bool) -> Option<[&'static str; 6]> {
    Some(match (auto, weapon) {
        (false, "pistol") => ["5", "10", "-", "-", "-", "-"],
        (false, "rifle") => ["6", "7", "8", "9", "11", "12"],
        (false, "assault_rifle") => match option(p, "assault_rifle_single_row", "as_printed") {
            "as_printed" => ["-", "5", "7", "9", "10", "12"],
            "shifted_left" => ["5", "7", "9", "10", "12", "-"],
            "six_inch_as_twelve" => ["5", "5", "7", "9", "10", "12"],
            other => panic!("no row {other}"),
        },
        (false, "carbine") => ["6", "8", "10", "12", "-", "-"],
        (false, "shotgun") => ["3", "10", "-", "-", "-", "-"],
        (true, "smg") => ["5", "6", "12", "-", "-", "-"],
        (true, "lmg") => ["6", "7", "8*", "9*#", "10*#", "12*#"],
        (true, "assault_rifle") => ["6", "7", "10", "11#", "12#", "-"],
        (true, "carbine") => ["6", "8", "-", "-", "-", "-"],
        _ => return None,
    })
}

/// FT-fire-5: width and depth of the beaten zone.
pub(super) fn zone(weapon: &str) -> (f64, f64) {
    match weapon {
        "smg" => (5.0, 4.0),
        "lmg" => (2.0, 10.0),
        "assault_rifle" => (4.0, 5.0),
        "carbine" => (3.0, 5.0),
        other => panic!("no beaten zone of a {other}"),
    }
}

/// Who fires, and how.
#[derive(Clone, Debug)]
pub(super) struct Firer {
    pub(super) weapon: String,
    pub(super) auto: bool,
    pub(super) aimed: bool,
    snap: bool,
    sniper: bool,
    pub(super) pinned: bool,
    pub(super) wounded: bool,
    hard_cover: bool,
    number_two: bool,
    bipod: bool,
}

impl Firer {
    pub(super) fn read(value: &Value) -> Firer {
        let weapon = word(value, "weapon", "rifle").to_owned();
        let usual = if matches!(weapon.as_str(), "smg" | "lmg") { "auto" } else { "single" };
        let shot = word(value, "shot", "plain");
        Firer {
            auto: word(value, "mode", usual) == "auto",
            aimed: shot == "aimed",
            snap: shot == "snap",
            sniper: flag(value, "sniper", false),
            pinned: flag(value, "pinned", false),
            wounded: flag(value, "wounded", false),
            hard_cover: flag(value, "hard_cover", false),
            number_two: flag(value, "number_two", true),
            bipod: flag(value, "bipod", true),
            weapon,
        }
    }
}

/// What can be tried at a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Chance {
    /// The number of the table, with the two for a gun without its number two.
    Number(i64),
    /// A blank cell, tried for a double six.
    DoubleSix,
    /// No shot.
    Nothing,
}

/// FT-fire-3, FT-fire-6, FT-fire-7 and, for bursts on the move, FT-hit-7.
pub(super) fn chance(p: &Value, firer: &Firer, range: f64) -> Chance {
    let Some(row) = row(p, &firer.weapon, firer.auto) else { return Chance::Nothing };
    if firer.auto && firer.snap && option(p, "auto_snap", "yes") == "no" {
        return Chance::Nothing;
    }
    let column = [6.0, 12.0, 24.0, 36.0, 48.0, 108.0].iter().position(|&up_to| range <= up_to);
    let cell = column.map_or("-", |column| row[column]);
    if cell == "-" {
        let tried = option(p, "blank_cell", "cannot_fire") == "double_six_only";
        return if tried { Chance::DoubleSix } else { Chance::Nothing };
    }
    let rested = firer.bipod && (!firer.snap || option(p, "bipod_after_move", "no") == "yes");
    if cell.contains('#') && !rested {
        return Chance::Nothing;
    }
    let alone = if cell.contains('*') && !firer.number_two { 2 } else { 0 };
    let number: i64 = cell.trim_end_matches(['*', '#']).parse().expect("a number");
    Chance::Number(number + alone)
}

/// Every way some dice can fall.
fn throws(dice: u32) -> impl Iterator<Item = Vec<i64>> {
    (0..6i64.pow(dice)).map(move |throw| (0..dice).map(|die| throw / 6i64.pow(die) % 6 + 1).collect())
}

/// FT-hit: the share of throws that hit.
pub(super) fn hits(p: &Value, firer: &Firer, range: f64) -> Share {
    let chance = chance(p, firer, range);
    let dice = match (firer.auto, firer.aimed, firer.sniper) {
        (false, true, true) => 4,
        (false, true, false) => 3,
        _ => 2,
    };
    let snap = if firer.snap { count(&p["options"], "snap_shot_penalty", 0) } else { 0 };
    let pinned = match (firer.pinned, firer.hard_cover) {
        (false, _) => 0,
        (true, true) => 2,
        (true, false) => 3,
    };
    let limited = firer.pinned || option(p, "double_six_limit", "pinned_only") == "everyone";
    let mut hits = 0;
    let mut all = 0;
    for mut throw in throws(dice) {
        throw.sort_unstable();
        let best = throw[throw.len() - 1] + throw[throw.len() - 2];
        let score = if firer.wounded { best - 2 } else { best };
        let sixes = best == 12 && (!limited || range <= 12.0);
        let hit = match chance {
            Chance::Number(number) => sixes || score >= number + snap + pinned,
            Chance::DoubleSix => sixes,
            Chance::Nothing => false,
        };
        hits += u128::from(hit);
        all += 1;
    }
    Share::new(hits, all)
}

pub(super) fn hit(p: &Value) -> Odds {
    let hits = hits(p, &Firer::read(&p["firer"]), number(p, "range_in", 24.0));
    exact([("hit", hits), ("miss", hits.rest())])
}

/// The target.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) prone: bool,
    pub(super) movement: String,
    pub(super) hard_cover: bool,
    pub(super) concealed: bool,
    pub(super) pinned: bool,
    pub(super) wounds: i64,
}

impl Target {
    pub(super) fn read(value: &Value) -> Target {
        Target {
            prone: word(value, "posture", "standing") == "prone",
            movement: word(value, "movement", "stationary").to_owned(),
            hard_cover: flag(value, "hard_cover", false),
            concealed: flag(value, "soft_concealed", false),
            pinned: flag(value, "pinned", false),
            wounds: count(value, "wounds", 0),
        }
    }
}

/// FT-save: the share of throws that save.
pub(super) fn saves(p: &Value, target: &Target) -> Share {
    let needed = match (target.prone || target.hard_cover, target.movement.as_str()) {
        (true, "stationary") => 2,
        (true, "moving" | "rushing") => 3,
        (false, "stationary") => 5,
        (false, "moving") => 4,
        (false, "rushing") => 3,
        (_, other) => panic!("no column {other}"),
    };
    let ones_fail = option(p, "save_natural_one", "no_special") == "always_fails";
    let saved = |die: i64| {
        let score = if target.concealed { die + 1 } else { die };
        score >= needed && !(die == 1 && ones_fail)
    };
    Share::new((1..=6).filter(|&die| saved(die)).count() as u128, 6)
}

pub(super) fn save(p: &Value) -> Odds {
    let saves = saves(p, &Target::read(&p["target"]));
    exact([("saved", saves), ("failed", saves.rest())])
}

/// What becomes of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    Missed,
    Pinned,
    Wounded,
    Serious,
    Dead,
}

impl Fate {
    pub(super) const ALL: [Fate; 5] = [Fate::Missed, Fate::Pinned, Fate::Wounded, Fate::Serious, Fate::Dead];

    pub(super) fn out(self) -> bool {
        matches!(self, Fate::Serious | Fate::Dead)
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Fate::Missed => "missed",
            Fate::Pinned => "pinned",
            Fate::Wounded => "wounded",
            Fate::Serious => "serious",
            Fate::Dead => "dead",
        }
    }
}

/// FT-eff: the effect die for a man with a number of wounds.
fn effect_of(die: i64, wounds: i64) -> Fate {
    match die {
        1 | 2 if wounds == 0 => Fate::Wounded,
        1..=5 => Fate::Serious,
        _ => Fate::Dead,
    }
}

fn effects(wounds: i64, wanted: Fate) -> Share {
    Share::new((1..=6).filter(|&die| effect_of(die, wounds) == wanted).count() as u128, 6)
}

pub(super) fn effect(p: &Value) -> Odds {
    let wounds = count(p, "wounds", 0);
    exact([Fate::Wounded, Fate::Serious, Fate::Dead].map(|result| (result.word(), effects(wounds, result))))
}

/// FT-seq-attack: the share of each result.
pub(super) fn results(p: &Value, firer: &Firer, target: &Target, range: f64) -> Vec<(Fate, Share)> {
    let (hits, saves) = (hits(p, firer, range), saves(p, target));
    let share = |result| match result {
        Fate::Missed => hits.rest(),
        Fate::Pinned => hits.times(saves),
        _ => hits.times(saves.rest()).times(effects(target.wounds, result)),
    };
    Fate::ALL.into_iter().map(|result| (result, share(result))).collect()
}

pub(super) fn attack(p: &Value) -> Odds {
    let (firer, target) = (Firer::read(&p["firer"]), Target::read(&p["target"]));
    let results = results(p, &firer, &target, number(p, "range_in", 24.0));
    exact(results.into_iter().map(|(result, share)| (result.word(), share)))
}

/// FT-hit, FT-fire, FT-pin-4, FT-pin-5: every firer, range and option.
#[test]
fn grid_of_firing_rolls() {
    let roll = |pick: &mut Pick| json!({ "range_in": pick.range(), "firer": pick.firer(), "options": pick.rules() });
    hold("hit", situations(1, 3000, roll));
}

/// FT-save: every target there is.
#[test]
fn grid_of_saving_throws() {
    hold("save", situations(2, 300, |pick| json!({ "target": pick.target(), "options": pick.rules() })));
}

/// FT-eff.
#[test]
fn grid_of_effect_dice() {
    hold("effect", situations(3, 20, |pick| json!({ "wounds": pick.of(&[0, 1]), "options": pick.rules() })));
}

/// FT-seq-attack.
#[test]
fn grid_of_attacks() {
    let attack = |pick: &mut Pick| {
        json!({
            "range_in": pick.range(), "firer": pick.firer(), "target": pick.target(), "options": pick.rules(),
        })
    };
    hold("attack", situations(4, 1000, attack));
}
