//! Melee, roll by roll.

use std::sync::LazyLock;

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, flag, list, option, word};
use testkit::{States, add, each};

use super::dice::outcomes;
use super::hold;
use super::pick::Figures as _;
use super::shooting::{Fate, killed};
use super::testing::has;

/// CR-melee-1: the Impact of what a figure fights with.
fn impact(p: &Value, figure: &Value) -> i64 {
    let long = !["pistol", "ba pistol", "machine pistol"].contains(&word(figure, "weapon", "assault rifle"));
    match word(figure, "melee", "none") {
        "none" if option(p, "gun_butt", "none") == "improvised" => 1 + i64::from(long),
        "none" => 0,
        "improvised" => 1,
        "one-handed" | "improvised two-handed" => 2,
        "two-handed" => 3,
        other => panic!("no melee weapon {other}"),
    }
}

/// CR-melee-2.
fn pool(p: &Value, figure: &Value, enemy: &Value, prone_or_rear: bool) -> i64 {
    let mut dice = count(figure, "rep", 4);
    if prone_or_rear {
        dice -= 2;
    }
    if flag(figure, "retrieving", false) {
        dice -= 2;
    }
    if impact(p, figure) < impact(p, enemy) {
        dice -= 1;
    }
    if has(figure, "Brawler") {
        dice += 1;
    }
    if has(figure, "Runt") {
        dice -= 1;
    }
    dice.max(0)
}

/// How many of up to seven dice are kept.
static KEPT: LazyLock<Vec<Vec<(i64, f64)>>> = LazyLock::new(|| (0..=7).map(kept).collect());

fn kept(dice: i64) -> Vec<(i64, f64)> {
    let all = outcomes(dice as u32, |faces| faces.iter().filter(|&&face| face <= 3).count() as i64);
    all.into_iter().map(|(kept, share)| (kept, share.decimal())).collect()
}

/// CR-melee-3: all roll at once until one has none left, and the loser's fate.
fn bout(a: &Value, b: &Value, pools: (i64, i64)) -> States<String, f64> {
    let (mut fighting, mut ends) = (States::from([(pools, 1.0)]), States::new());
    while fighting.values().sum::<f64>() > 1e-17 {
        let rolled = each(fighting, |(a, b)| {
            let both = KEPT[a as usize].iter().flat_map(|&(left, share)| {
                KEPT[b as usize].iter().map(move |&(other, part)| ((left, other), share * part))
            });
            both.collect()
        });
        fighting = States::new();
        for ((left_a, left_b), share) in rolled {
            let loses = |who: &str, loser: &Value, winner: &Value, margin: i64| {
                let fate = if margin >= 2 { killed(loser, count(winner, "rep", 4)) } else { Fate::Out };
                format!("{who} {}", fate.word())
            };
            match (left_a, left_b) {
                (0, 0) => add(&mut ends, "even".to_owned(), share),
                (margin, 0) => add(&mut ends, loses("B", b, a, margin), share),
                (0, margin) => add(&mut ends, loses("A", a, b, margin), share),
                both => add(&mut fighting, both, share),
            }
        }
    }
    ends
}

pub(super) fn melee(p: &Value) -> Odds {
    let (a, b) = (&p["a"], &p["b"]);
    let down = |who: &str| flag(p, &format!("{who}_prone"), false) || flag(p, &format!("{who}_rear"), false);
    let mut ends = bout(a, b, (pool(p, a, b, down("a")), pool(p, b, a, down("b"))));
    if flag(p, "to_the_end", false) {
        let decided = 1.0 - ends.remove("even").unwrap_or(0.0);
        ends.values_mut().for_each(|share| *share /= decided);
        ends.insert("E[bouts]".to_owned(), 1.0 / decided);
    }
    ends.into_iter().map(|(word, share)| (word, Worth::Near(share))).collect()
}

pub(super) fn outnumbered(p: &Value) -> Odds {
    let a = &p["a"];
    let mut all = States::from([(String::new(), 1.0)]);
    for (enemy, share) in list(p, "enemies").iter().zip(list(p, "shares")) {
        let ends = bout(a, enemy, (share.as_i64().expect("dice"), pool(p, enemy, a, false)));
        all = each(all, |words| {
            let gap = if words.is_empty() { "" } else { " | " };
            ends.iter().map(|(word, share)| (format!("{words}{gap}{word}"), *share)).collect()
        });
    }
    all.into_iter().map(|(word, share)| (word, Worth::Near(share))).collect()
}

/// CR-melee-2, CR-melee-3: anybody against anybody, one bout or all.
#[test]
fn grid_of_melees() {
    let one = |pick: &mut Pick| {
        let mut p = json!({ "a": pick.figure(), "b": pick.figure(), "options": pick.rules() });
        for name in ["a_prone", "a_rear", "b_prone", "b_rear", "to_the_end"] {
            if pick.seldom() {
                p[name] = pick.yes().into();
            }
        }
        p
    };
    let some_dice = |p: &Value| {
        let down = |who: &str| flag(p, &format!("{who}_prone"), false) || flag(p, &format!("{who}_rear"), false);
        pool(p, &p["a"], &p["b"], down("a")) + pool(p, &p["b"], &p["a"], down("b")) > 0
    };
    // Where nobody has any dice, nobody wins in the end.
    let can_end = |p: &Value| !flag(p, "to_the_end", false) || some_dice(p);
    hold("melee", situations(71, 400, one).into_iter().filter(can_end));
}

/// CR-melee-4: up to three enemies.
#[test]
fn grid_of_melees_against_several() {
    let one = |pick: &mut Pick| {
        let enemies = pick.some(&[1, 2, 2, 3], Pick::figure);
        let shares: Vec<i64> = enemies.iter().map(|_| pick.of(&[0, 1, 2, 3, 4, 7])).collect();
        json!({ "a": pick.figure(), "enemies": enemies, "shares": shares, "options": pick.rules() })
    };
    hold("outnumbered", situations(72, 120, one));
}
