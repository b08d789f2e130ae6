//! Lists, attributes, recovery, ground and buildings.

use serde_json::{Value, json};
use testkit::pick::situations;
use testkit::twin::{Odds, Worth, count, exact, option, word};
use testkit::{Number, Share, States, add, each};

use super::{each_throw, hold, passed};

/// CR-attr-1.
pub(super) fn attribute(_: &Value) -> Odds {
    each_throw(2, |dice| {
        Some(match dice[0] + dice[1] {
            2 => "Born Leader",
            3 => "Poser",
            4 => "Agile",
            5 => "Slow",
            6 => "Brawler",
            7 => "Slow to React",
            8 => "Athlete",
            9 => "Runt",
            10 => "Marksman",
            11 => "Clumsy",
            _ => "Nerves of Steel",
        })
    })
}

/// CR-list-gang.
pub(super) fn gang_weapon(_: &Value) -> Odds {
    let weapons = ["pistol", "ba pistol", "ba pistol", "shotgun", "machine pistol", "submachine gun"];
    each_throw(1, |dice| Some(weapons[dice[0] as usize - 1]))
}

/// CR-recruit-1 with the lists as printed, `-` for what they leave out: the entries of 2 to 12.
fn entries(list: &str) -> [&'static str; 11] {
    let (tl, ve, so, re) = ("Team Leader (Rep 5)", "Veteran (Rep 5)", "Soldier (Rep 4)", "Recruit (Rep 3)");
    let (mt, ex, rc) = ("Military Trained (Rep 4)", "Experienced (Rep 3)", "Recruit (Rep 2)");
    let (of, ro) = ("Officer (Rep 4)", "Rookie (Rep 3)");
    let (hc, ba, pu, wa) = ("Hard Case (Rep 5)", "Banger (Rep 4)", "Punk (Rep 3)", "Wannabee (Rep 2)");
    match list {
        "military" => [tl, "-", tl, ve, ve, so, so, so, re, re, re],
        "insurgents" => ["Leader (Rep 5)", mt, "-", mt, ex, ex, ex, rc, rc, rc, rc],
        "police" => ["SWAT (Rep 5)", "Detective (Rep 5)", ve, ve, of, of, of, of, ro, ro, ro],
        _ => ["Boss (Rep 5)", hc, hc, ba, ba, ba, ba, pu, pu, wa, wa],
    }
}

pub(super) fn recruit(p: &Value) -> Odds {
    let entries = entries(word(p, "list", ""));
    let reroll = option(p, "recruit_gap", "range") == "reroll";
    each_throw(2, |dice| {
        let place = (dice[0] + dice[1] - 2) as usize;
        match entries[place] {
            "-" if reroll => None,
            // The row around it.
            "-" => Some(entries[place + 1]),
            entry => Some(entry),
        }
    })
}

pub(super) fn recruit_group(p: &Value) -> Odds {
    let one = recruit(p);
    let mut best = States::from([(0_i64, Share::WHOLE)]);
    for _ in 0..count(p, "count", 0) {
        best = each(best, |best| {
            let rep = |word: &str| i64::from(word.as_bytes()[word.len() - 2] - b'0');
            let share = |worth: &Worth| match worth {
                Worth::Exact(share) => *share,
                Worth::Near(_) => panic!("a fraction"),
            };
            one.iter().map(|(word, worth)| (best.max(rep(word)), share(worth))).collect()
        });
    }
    exact(best.into_iter().map(|(best, share)| (format!("best Rep {best}"), share)))
}

/// CR-after-1.
pub(super) fn recovery(p: &Value) -> Odds {
    let words = ["dead", "Rep -1", "full Rep"];
    each_throw(2, |dice| Some(words[passed(dice, count(p, "rep", 0))]))
}

pub(super) fn career(p: &Value) -> Odds {
    // Rep 0 is retired, -1 dead.
    let mut standing = States::from([(count(p, "rep", 0), Share::WHOLE)]);
    for _ in 0..count(p, "times", 0) {
        standing = each(standing, |rep| {
            if rep < 1 {
                return vec![(rep, Share::WHOLE)];
            }
            let (on, off) = (rep as u128, 6 - rep as u128);
            vec![
                (rep, Share::new(on * on, 36)),
                (rep - 1, Share::new(2 * on * off, 36)),
                (-1, Share::new(off * off, 36)),
            ]
        });
    }
    let mut words: States<String> = States::new();
    for (rep, share) in standing {
        let word = match rep {
            -1 => "dead".to_owned(),
            0 => "retired from play".to_owned(),
            rep => format!("Rep {rep}"),
        };
        add(&mut words, word, share);
    }
    exact(words)
}

/// CR-terrain-2, CR-terrain-3: die for the type, two for the section, one for buildings.
pub(super) fn terrain(p: &Value) -> Odds {
    let clear = "hill|clear|hill|clear|clear with road|hill|clear (1)|woods|clear|river|hill";
    let mountains =
        "impassable|woods|clear (2)|rough with road|rough|impassable|rough|rough|clear|impassable|clear with river";
    let woods =
        "woods|woods (3)|wooded hill|woods with road|clear|woods|woods|wooded hill|clear|clear with river|woods";
    let two_from = if option(p, "buildings_note_3", "one_to_4") == "one_to_4" { 5 } else { 4 };
    each_throw(4, |dice| {
        let column = match (word(p, "terrain", ""), dice[0]) {
            ("clear", _) | ("rolled", 1..=3) => clear,
            ("woods", _) | ("rolled", 4..=5) => woods,
            _ => mountains,
        };
        let cell = column.split('|').nth((dice[1] + dice[2] - 2) as usize).expect("a cell");
        let (ground, note) = cell.split_once(" (").unwrap_or((cell, ""));
        let buildings = match (note, dice[3]) {
            ("", _) => 0,
            ("1)", 1..=2) | ("2)", 1..=5) => 1,
            ("1)", 3..=4) | ("2)", _) => 2,
            ("1)", _) => 3,
            (_, die) => {
                if die >= two_from {
                    2
                } else {
                    1
                }
            }
        };
        Some(format!("{ground}, {buildings} buildings"))
    })
}

/// CR-terrain-7.
pub(super) fn river(_: &Value) -> Odds {
    each_throw(2, |dice| Some(format!("{} inches, {}", dice[0] + 3, if dice[1] < 3 { "bridge" } else { "ford" })))
}

/// CR-bldg-7.
pub(super) fn collapse(p: &Value) -> Odds {
    let upper = count(p, "upper_areas", 0) as usize;
    each_throw(upper, |dice| {
        let stands = dice.iter().position(|&die| die > 4).unwrap_or(upper);
        Some(format!("{stands} upper areas fall"))
    })
}

/// CR-list-military, CR-list-insurgents, CR-list-police, CR-list-gang.
#[test]
fn grid_of_recruits() {
    for list in ["military", "insurgents", "police", "gang"] {
        for gap in ["range", "reroll"] {
            let options = json!({ "recruit_gap": gap });
            hold("recruit", [json!({ "list": list, "options": options }), json!({ "list": list })]);
            let group = |count: i32| json!({ "list": list, "count": count, "options": options });
            hold("recruit_group", [1, 2, 3, 6, 9, 12].map(group));
        }
    }
    hold("gang_weapon", [json!({})]);
}

/// CR-attr-1.
#[test]
fn the_table_of_attributes() {
    hold("attribute", [json!({}), json!({ "options": { "attributes": true } })]);
}

/// CR-after-1.
#[test]
fn grid_of_careers() {
    hold("recovery", (1..=6).map(|rep| json!({ "rep": rep })));
    let career = |pick: &mut testkit::pick::Pick| json!({ "rep": pick.of(&[1, 2, 3, 4, 5, 6]), "times": pick.of(&[0, 1, 2, 3, 6, 8]) });
    hold("career", situations(41, 60, career));
}

/// CR-terrain-2, CR-terrain-3, CR-terrain-7, CR-bldg-7.
#[test]
fn grid_of_ground() {
    for terrain in ["rolled", "clear", "woods", "mountains"] {
        for note in ["one_to_4", "one_to_3"] {
            let given = |kind: &str| json!({ "terrain": terrain, "options": { "buildings_note_3": note, "terrain_type": kind } });
            hold("terrain", ["per_section", "whole_table"].map(given));
        }
    }
    hold("river", [json!({})]);
    hold("collapse", (0..=6).map(|upper| json!({ "upper_areas": upper })));
}
