//! The order of moves, rushes and vehicles.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::pick::situations;
use testkit::twin::{Odds, Worth, count, exact, flag, number, option, word};
use testkit::{Number, Share};

use super::hold;
use super::pick::Arms as _;

/// FT-seq-2: the throws of two dice that A wins, that B wins and that are tied.
pub(super) fn order(bonus_a: i64, bonus_b: i64) -> (u128, u128, u128) {
    let (mut a_wins, mut b_wins, mut ties) = (0, 0, 0);
    for a in 1..=6 {
        for b in 1..=6 {
            match (a + bonus_a) - (b + bonus_b) {
                1.. => a_wins += 1,
                0 => ties += 1,
                _ => b_wins += 1,
            }
        }
    }
    (a_wins, b_wins, ties)
}

/// FT-seq-2 in the first pair, where ties are thrown again under either option.
pub(super) fn initiative(p: &Value) -> Odds {
    let (a_wins, b_wins, _) = order(count(p, "bonus_a", 0), count(p, "bonus_b", 0));
    let a_decides = Share::new(a_wins, a_wins + b_wins);
    exact([("a_decides", a_decides), ("b_decides", a_decides.rest())])
}

/// How likely each number of half inches is.
type Halves = BTreeMap<i64, Share>;

/// One more die, each pip worth a number of halves.
fn die(before: &Halves, halves: i64) -> Halves {
    let mut after = Halves::new();
    for (&gone, &share) in before {
        for pips in 1..=6 {
            let sum = after.entry(gone + pips * halves).or_insert(Share::NONE);
            *sum = sum.plus(share.times(Share::new(1, 6)));
        }
    }
    after
}

fn covered(distance: f64, halves: &Halves) -> Odds {
    let far_enough = |gone: i64| gone as f64 / 2.0 >= distance;
    let covered = Share::sum(halves.iter().filter(|(gone, _)| far_enough(**gone)).map(|(_, share)| *share));
    let mean = halves.iter().map(|(&gone, share)| share.times(Share::new(gone as u128, 2)));
    let mut odds = exact([("covered", covered), ("short", covered.rest())]);
    odds.insert("expected_distance".to_owned(), Worth::Exact(Share::sum(mean)));
    odds
}

/// FT-move-2, FT-move-6: all the way rolled, half of it for who stands up first, or none.
pub(super) fn rush(p: &Value) -> Odds {
    let mut halves = Halves::from([(0, Share::WHOLE)]);
    for rush in 0..count(p, "rushes", 1) {
        let worth = match (rush == 0 && flag(p, "stand_up_first", false), option(p, "stand_then_rush", "half_roll")) {
            (false, _) => 2,
            (true, "half_roll") => 1,
            (true, _) => 0,
        };
        halves = if flag(p, "wounded", false) {
            halves.into_iter().map(|(gone, share)| (gone + worth, share)).collect()
        } else {
            die(&die(&halves, worth), worth)
        };
    }
    covered(number(p, "distance_in", 0.0), &halves)
}

/// FT-move-7 to FT-move-9.
pub(super) fn vehicle(p: &Value) -> Odds {
    let speed = count(p, "speed_mph", 0);
    let mut halves = Halves::from([(0, Share::WHOLE)]);
    if word(p, "ground", "cross_country") == "road" {
        halves = Halves::from([(speed * 2, Share::WHOLE)]);
    } else {
        let for_each = if word(p, "running_gear", "tracked") == "tracked" { 10 } else { 15 };
        let part = i64::from(speed % for_each > 0 && option(p, "vehicle_part_dice", "drop") == "round_up");
        for _ in 0..speed / for_each + part {
            halves = die(&halves, 2);
        }
    }
    covered(number(p, "distance_in", 0.0), &halves)
}

/// FT-seq-2, FT-seq-3: every difference there can be.
#[test]
fn grid_of_orders() {
    hold(
        "initiative",
        situations(13, 150, |pick| {
            let bonuses = [-7, -2, -1, 0, 0, 1, 2, 3, 4, 5, 6];
            json!({ "bonus_a": pick.of(&bonuses), "bonus_b": pick.of(&bonuses), "options": pick.rules() })
        }),
    );
}

/// FT-move-2, FT-move-6, FT-move-10.
#[test]
fn grid_of_rushes() {
    hold(
        "rush",
        situations(14, 400, |pick| {
            json!({
                "rushes": pick.of(&[1, 2, 3, 5]), "distance_in": pick.of(&[0.5, 1.0, 3.5, 6.0, 7.5, 10.0, 14.0, 22.0, 61.0]),
                "stand_up_first": pick.yes(), "wounded": pick.yes(), "options": pick.rules(),
            })
        }),
    );
}

/// FT-move-7 to FT-move-9.
#[test]
fn grid_of_vehicles() {
    hold(
        "vehicle",
        situations(15, 300, |pick| {
            json!({
                "running_gear": pick.of(&["tracked", "wheeled"]), "ground": pick.of(&["road", "cross_country"]),
                "speed_mph": pick.of(&[5, 10, 14, 15, 25, 30, 44, 45, 60]),
                "distance_in": pick.of(&[1.0, 6.0, 9.5, 12.0, 14.0, 30.0]), "options": pick.rules(),
            })
        }),
    );
}
