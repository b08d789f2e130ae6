//! The target number and the card of a shot.

use rand_pcg::Pcg64;
use serde_json::{Value, json};
use testkit::Fraction;

use super::cards::{From, Table, Tally, deck, hostage_deck};
use super::{compare, count, flag, number, one_of, option, word};

/// The sum of section 5.3 for a shot of the fire action, counted from 1.
pub(super) fn target_number(p: &Value, shot: i64) -> i64 {
    let firer_moved = if number(p, "firer_moved", 0.0) > 0.0 { 2 } else { 0 };
    let target_moved = match number(p, "target_moved", 0.0) {
        gone if gone <= 0.0 => 0,
        gone if gone <= 6.0 => 1,
        _ => 2,
    };
    let change =
        if shot == 1 || option(p, "change_target", "first") == "all" { number(p, "change_target", 0.0) } else { 0.0 };
    let weak_hand = if flag(p, "weak_hand") { 2 } else { 0 };
    8 + firer_moved
        + target_moved
        + aim(p, shot)
        + named(word(p, "aim_at", "none"))
        + range(p)
        + recoil(p, shot)
        + count(p, "flesh", 0)
        + count(p, "out_wounds", 0)
        + weak_hand
        + count(p, "gas", 0)
        + change.floor() as i64
}

fn aim(p: &Value, shot: i64) -> i64 {
    if !flag(p, "aimed") {
        return 0;
    }
    let category = match word(p, "category", "general_pistol") {
        "junk" => 0,
        "general_pistol" => -1,
        "target_pistol" => -2,
        "smg" | "poor_rifle" => -3,
        "smg_plus" => -4,
        "rifle" => -5,
        "sniper_rifle" => -6,
        "shotgun" if option(p, "shotgun_aim", "none") == "as_poor_rifle" => -3,
        "shotgun" => 0,
        other => panic!("no category {other}"),
    };
    let category = if shot == 1 || option(p, "aim_applies", "all") == "all" { category } else { 0 };
    let scope = if flag(p, "scope") && shot == 1 { -1 } else { 0 };
    category + scope
}

fn named(aim_at: &str) -> i64 {
    match aim_at {
        "brain_stem" => 4,
        "head" | "arm" | "strong_arm" | "weak_arm" => 2,
        "leg" | "torso" => 1,
        "none" => 0,
        other => panic!("no location {other}"),
    }
}

fn range(p: &Value) -> i64 {
    let range = number(p, "range", 12.0);
    let bands = [(3.0, -2), (6.0, -1), (12.0, 0), (24.0, 1), (48.0, 2), (96.0, 3)];
    if let Some((_, modifier)) = bands.iter().find(|(up_to, _)| range <= *up_to) {
        return *modifier;
    }
    if option(p, "long_range", "doubling") == "linear48" {
        return 3 + ((range - 96.0) / 48.0).ceil() as i64;
    }
    (1..).find(|step| range <= 96.0 * 2f64.powi(*step)).map_or(0, |step| 3 + i64::from(step))
}

fn recoil(p: &Value, shot: i64) -> i64 {
    let category = word(p, "category", "general_pistol");
    let long_gun = matches!(category, "poor_rifle" | "rifle" | "sniper_rifle" | "shotgun");
    let smg = matches!(category, "smg" | "smg_plus");
    let kicks = smg || long_gun && option(p, "one_arm_long_gun", "heavy_recoil") == "heavy_recoil";
    let heavy = word(p, "recoil", "light") == "heavy" || flag(p, "one_handed") && kicks;
    if matches!(word(p, "fire", "semi"), "burst" | "auto") {
        let n = if option(p, "recoil_count", "turn") == "burst" { count(p, "shot_in_burst", shot) } else { shot };
        return if heavy { (n + 1) / 3 } else { (n + 1) / 3 / 2 };
    }
    let run = option(p, "single_recoil", "turn") == "series" && count(p, "prior_shots", 0) > 0;
    i64::from(heavy && (shot > 1 || run))
}

/// The jokers of a deck and the card that decides a shot.
fn to_hit(p: &Value) -> Tally {
    let target = target_number(p, count(p, "shot", 1));
    let own = deck(word(p, "ability", "experienced"), count(p, "jokers", 2) as u8);
    let table = Table::new(own, hostage_deck(), option(p, "reshuffle", "exhausted") == "every_draw");
    let mut tally = Tally::default();
    let mut judge = |table: Table, (value, _): (usize, bool)| {
        let short = target - value as i64;
        let outcome = match value {
            0 => "joker",
            _ if short <= 0 => "hit",
            _ if short == 1 && word(p, "aim_at", "none") == "torso" => "near_miss",
            _ => "miss",
        };
        tally.add(outcome, &table);
    };
    if option(p, "joker_fire", "jam") == "redraw" {
        table.draw_no_joker(From::Own, &mut judge);
    } else {
        table.draw(From::Own, &mut judge);
    }
    tally
}

/// CQB-5.3 and all its parts, CQB-5.2a: 1,000 situations picked from every parameter and option that matters.
#[test]
fn to_hit_of_a_thousand_situations() {
    let mut rng = Pcg64::new(53, 1);
    let rng = &mut rng;
    let categories = [
        "junk",
        "general_pistol",
        "target_pistol",
        "smg",
        "smg_plus",
        "poor_rifle",
        "rifle",
        "sniper_rifle",
        "shotgun",
    ];
    for _ in 0..1000 {
        let p = json!({
            "ability": one_of(rng, &["novice", "experienced", "veteran", "elite"]),
            "jokers": one_of(rng, &[&0, &1, &2, &3]),
            "category": one_of(rng, &categories),
            "fire": one_of(rng, &["slow", "rapid", "semi", "burst", "auto"]),
            "recoil": one_of(rng, &["light", "heavy"]),
            "scope": one_of(rng, &[&false, &true]),
            "aimed": one_of(rng, &[&false, &true]),
            "aim_at": one_of(rng, &["none", "brain_stem", "head", "arm", "strong_arm", "weak_arm", "leg", "torso"]),
            "range": one_of(rng, &[&0.0, &3.0, &3.001, &6.0, &12.0, &24.0, &47.5, &48.0, &96.0, &96.5, &144.0, &192.0, &200.0, &400.0]),
            "firer_moved": one_of(rng, &[&0, &0, &1, &6, &12]),
            "target_moved": one_of(rng, &[&0.0, &0.0, &3.0, &6.0, &6.1, &12.0]),
            "flesh": one_of(rng, &[&0, &0, &1, &3]),
            "out_wounds": one_of(rng, &[&0, &1]),
            "weak_hand": one_of(rng, &[&false, &true]),
            "one_handed": one_of(rng, &[&false, &true]),
            "gas": one_of(rng, &[&0, &0, &2]),
            "change_target": one_of(rng, &[&0.0, &0.0, &0.9, &2.7, &5.0]),
            "prior_shots": one_of(rng, &[&0, &2]),
            "shot": one_of(rng, &[&1, &2, &3, &4, &5, &9, &14, &15, &20, &22]),
            "shot_in_burst": one_of(rng, &[&1, &3, &5]),
            "options": {
                "fast_firer": "plus2",
                "reshuffle": one_of(rng, &["exhausted", "every_draw"]),
                "joker_fire": one_of(rng, &["jam", "miss", "redraw", "misfire"]),
                "aim_applies": one_of(rng, &["all", "first"]),
                "shotgun_aim": one_of(rng, &["none", "as_poor_rifle"]),
                "long_range": one_of(rng, &["doubling", "linear48"]),
                "single_recoil": one_of(rng, &["turn", "series"]),
                "recoil_count": one_of(rng, &["turn", "burst"]),
                "change_target": one_of(rng, &["first", "all"]),
                "one_arm_long_gun": one_of(rng, &["heavy_recoil", "unchanged"]),
            },
        });
        let mut odds = to_hit(&p).odds();
        let target = target_number(&p, count(&p, "shot", 1));
        odds.insert("target_number".to_owned(), Fraction::new(target, 1));
        compare("to_hit", &p, &odds);
    }
}
