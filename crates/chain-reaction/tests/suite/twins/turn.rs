//! Activation, reinforcements and focus.

use serde_json::{Value, json};
use testkit::pick::situations;
use testkit::twin::{Odds, count, list, option, word};

use super::{each_throw, hold, passed};

/// CR-turn-1: two dice that differ.
pub(super) fn activation(p: &Value) -> Odds {
    let (rep, enemy) = (count(p, "rep", 0), count(p, "enemy_rep", 6));
    each_throw(2, |dice| {
        let (own, other) = (dice[0], dice[1]);
        if own == other {
            return None;
        }
        Some(if rep < own {
            "not active"
        } else if enemy < other {
            "active, enemy not"
        } else if own > other {
            "active first"
        } else {
            "active second"
        })
    })
}

/// CR-turn-5.
pub(super) fn activation_many(p: &Value) -> Odds {
    let reps: Vec<i64> = list(p, "reps").iter().filter_map(Value::as_i64).collect();
    each_throw(reps.len(), |dice| {
        if dice.iter().all(|die| *die == dice[0]) {
            return None;
        }
        let alone = |side: &usize| dice.iter().filter(|die| **die == dice[*side]).count() == 1;
        let mut acting: Vec<usize> = (0..reps.len()).filter(alone).filter(|&side| reps[side] >= dice[side]).collect();
        acting.sort_by_key(|&side| -dice[side]);
        let letters: String = acting.iter().map(|&side| char::from(b'A' + side as u8)).collect();
        Some(if letters.is_empty() { "order nobody".to_owned() } else { format!("order {letters}") })
    })
}

/// CR-turn-3, CR-lead-1, CR-lead-2.
pub(super) fn who_acts(p: &Value) -> Odds {
    let figures = list(p, "figures");
    let leaders: Vec<usize> =
        list(p, "leaders").iter().filter_map(|place| Some(place.as_u64()? as usize - 1)).collect();
    let status = |place: usize| word(&figures[place], "status", "carrying on");
    let rep = |place: usize| count(&figures[place], "rep", 0);
    let up: Vec<usize> = (0..figures.len()).filter(|&place| status(place) == "carrying on").collect();
    let best_leader = up.iter().filter(|place| leaders.contains(place)).map(|&place| rep(place)).max();
    let led = best_leader.or(up.iter().map(|&place| rep(place)).max()).unwrap_or(0);
    each_throw(1, |dice| {
        let acts = |place: &usize| status(*place) != "out" && rep(*place).max(led) >= dice[0];
        let letters: String = (0..figures.len()).filter(acts).map(|place| char::from(b'A' + place as u8)).collect();
        Some(if letters.is_empty() { "nobody".to_owned() } else { letters })
    })
}

/// CR-focus-1 after these dice: two for the closest, one for each other.
fn highest(p: &Value, dice: &[i64]) -> usize {
    let closest = match option(p, "focus_closest", "sum") {
        "sum" => dice[0] + dice[1],
        _ => dice[0].max(dice[1]),
    };
    let scores: Vec<i64> = [closest].into_iter().chain(dice[2..].iter().copied()).collect();
    let best = scores.iter().max();
    scores.iter().position(|score| Some(score) == best).unwrap_or(0) + 1
}

pub(super) fn focus(p: &Value) -> Odds {
    let groups = count(p, "groups", 0) as usize;
    each_throw(groups + 1, |dice| Some(format!("group {}", highest(p, dice))))
}

pub(super) fn focus_test(p: &Value) -> Odds {
    let (rep, groups, best) = (count(p, "leader_rep", 0), count(p, "groups", 0) as usize, count(p, "best", 0));
    each_throw(groups + 3, |dice| {
        let (test, contest) = dice.split_at(2);
        Some(match passed(test, rep) {
            2 => format!("group {best}"),
            1 => "group 1".to_owned(),
            _ => format!("group {}", highest(p, contest)),
        })
    })
}

/// CR-reinf-1, CR-reinf-2.
pub(super) fn reinforce(p: &Value) -> Odds {
    match option(p, "reinforcements", "none") {
        "none" => each_throw(0, |_| Some("nothing")),
        "seven" => each_throw(3, |dice| match dice {
            [a, b, _] if a == b => None,
            [a, b, die] if a + b == 7 => {
                let side = if a > b { "A" } else { "B" };
                Some(format!("{side} gets {}", (die + 1) / 2))
            }
            _ => Some("nothing".to_owned()),
        }),
        _ => each_throw(5, |dice| match dice {
            [.., c, d, _] if c == d => None,
            [a, b, ..] if a != b => Some("no doubles"),
            [_, _, player, enemy, _] if player > enemy => Some("player higher, nothing"),
            [.., 1..=3] => Some("PEF from the enemy edge"),
            [.., 4] => Some("PEF from the left flank"),
            [.., 5] => Some("PEF from the right flank"),
            _ => Some("PEF from the friendly edge"),
        }),
    }
}

/// CR-turn-1: every pair of Reps.
#[test]
fn grid_of_activations() {
    for rep in 1..=6 {
        hold(
            "activation",
            (1..=6).map(|enemy| json!({ "rep": rep, "enemy_rep": enemy })).chain([json!({ "rep": rep })]),
        );
    }
}

/// CR-turn-5: three sides and four.
#[test]
fn grid_of_many_sides() {
    let sides = |pick: &mut testkit::pick::Pick| {
        let reps = pick.some(&[3, 4], |pick| pick.of(&[1, 2, 3, 4, 5, 6]).into());
        json!({ "reps": reps })
    };
    hold("activation_many", situations(31, 60, sides));
}

/// CR-turn-3.
#[test]
fn grid_of_groups() {
    let group = |pick: &mut testkit::pick::Pick| {
        let figures = pick.some(&[1, 2, 3, 5, 8], |pick| {
            let mut figure = json!({ "rep": pick.of(&[1, 2, 3, 4, 5, 6]) });
            if pick.yes() {
                figure["status"] = pick.of(&["carrying on", "stunned", "ducked", "hunkered", "out"]).into();
            }
            figure
        });
        let leaders: Vec<usize> = (1..=figures.len()).filter(|_| pick.of(&[true, false, false])).collect();
        json!({ "figures": figures, "leaders": leaders })
    };
    hold("who_acts", situations(32, 600, group));
}

/// CR-focus-1: up to five groups.
#[test]
fn grid_of_focus() {
    for closest in ["sum", "best"] {
        let options = json!({ "focus_closest": closest });
        hold("focus", (1..=5).map(|groups| json!({ "groups": groups, "options": options })));
        hold(
            "focus_test",
            situations(33, 30, |pick| {
                let groups = pick.of(&[1, 2, 3, 4]);
                let best = pick.of(&[1, 2, 3, 4]).min(groups);
                json!({ "leader_rep": pick.of(&[1, 2, 3, 4, 5, 6]), "groups": groups, "best": best, "options": options })
            }),
        );
    }
}

/// CR-reinf-1, CR-reinf-2.
#[test]
fn grid_of_reinforcements() {
    let all = ["none", "doubles", "seven"];
    hold(
        "reinforce",
        all.map(|option| json!({ "options": { "reinforcements": option } })).into_iter().chain([json!({})]),
    );
}
