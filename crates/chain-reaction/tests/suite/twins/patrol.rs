//! Possible enemy forces, scouts, and the table that moves the enemy.

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, exact, flag, option, word};
use testkit::{Number, Share};

use super::{each_throw, hold, passed, throws};

/// CR-pef-1.
pub(super) fn pef_rep(_: &Value) -> Odds {
    each_throw(2, |dice| Some(format!("Rep {}", dice[0].min(dice[1]))))
}

/// CR-pef-1.
pub(super) fn pef_place(_: &Value) -> Odds {
    each_throw(3, |dice| {
        let different = (1..=6).filter(|section| dice.contains(section)).count();
        Some(format!("{different} sections"))
    })
}

/// CR-pef-move: two dice for the test, one for the row.
pub(super) fn pef_move(p: &Value) -> Odds {
    let alone = flag(p, "alone", false);
    each_throw(3, |dice| {
        let passed = passed(&dice[..2], count(p, "rep", 0));
        let die = dice[2];
        if passed == 0 {
            return Some("stays");
        }
        Some(match (option(p, "pef_movement", "body"), passed) {
            ("body", 2) if die > 4 => "16 inches towards the nearest enemy",
            ("body", 1) if die > 2 => "8 inches towards the nearest enemy",
            ("body", _) if alone => "splits in two",
            ("body", 2) => "16 inches towards the nearest PEF",
            ("body", _) => "8 inches towards the nearest PEF",
            (_, 2) => "stays in cover or moves to cover",
            _ if flag(p, "in_cover", false) => "stays",
            _ => match die {
                1 | 2 if alone => "stays",
                1 | 2 => "towards the nearest PEF",
                3 | 4 => "towards cover",
                _ => "splits in two",
            },
        })
    })
}

/// CR-num-military, CR-num-insurgents: how many figures, and their groups.
fn found(p: &Value, total: i64) -> (i64, Vec<i64>) {
    let own = count(p, "own_figures", 0);
    let half = if option(p, "half_rounding", "up") == "up" { (own + 1) / 2 } else { own / 2 };
    let more = i64::from(option(p, "as_many_more", "times") == "plus");
    let patrol_names = option(p, "how_many_table", "patrol_side") == "patrol_side";
    let military = (word(p, "patrol", "") == "military") == patrol_names;
    let (figures, groups) = if military {
        match total.clamp(2, 12) {
            2 => (half, 1),
            3..=4 => (own - 1, 1),
            5..=6 => (own, 1),
            7..=8 => (own + 1, 1),
            9..=10 => (own + half, 1),
            11 => (own * (2 + more), 2),
            _ => (own * (3 + more), 3),
        }
    } else {
        match total.clamp(2, 12) {
            2..=4 => (half, 1),
            5..=6 => (own - 1, 1),
            7..=8 => (own, 1),
            9..=10 => (own + 1, 1),
            11 => (own + half, 2),
            _ => (own * (2 + more), 2),
        }
    };
    let figures = figures.max(1);
    // One by one to each group in turn.
    let mut sizes = vec![0; groups];
    (0..figures).for_each(|figure| sizes[figure as usize % groups] += 1);
    sizes.retain(|&size| size > 0);
    (figures, sizes)
}

pub(super) fn how_many(p: &Value) -> Odds {
    let (figures, sizes) = found(p, count(p, "total", 0));
    let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
    exact([(format!("{figures} figures: {}", sizes.join("+")), Share::WHOLE)])
}

/// CR-pef-resolve after four dice: the composition, two for the numbers, the Leader. None for a false alarm.
fn force(p: &Value, resolved: i64, dice: &[i64]) -> Option<(char, i64, usize, bool)> {
    let rows = ["ABCCCC", "AABBCC", "AAABBB", "BBCCCC"];
    let mut letter = rows[resolved.min(3) as usize].chars().nth(dice[0] as usize - 1).expect("a cell");
    if flag(p, "scouted", false) {
        match option(p, "scout_enemy", "pef_no_alarm") {
            "pef_no_alarm" if letter == 'C' => letter = 'B',
            "stragglers" => letter = 'B',
            _ => {}
        }
    }
    let body = option(p, "pef_numbers", "body") == "body";
    let (total, led_to) = match (letter, body) {
        ('A', true) => (dice[1] + 3, 5),
        ('A', false) => (dice[1] + 7, 5),
        ('B', true) => (dice[1] + dice[2] - 3, 1),
        ('B', false) => (dice[1] + dice[2], 1),
        _ => return None,
    };
    let (figures, sizes) = found(p, total);
    Some((letter, figures, sizes.len(), dice[3] <= led_to))
}

pub(super) fn pef(p: &Value) -> Odds {
    each_throw(4, |dice| {
        Some(match force(p, count(p, "resolved", 0), dice) {
            None => "false alarm".to_owned(),
            Some((letter, figures, groups, leader)) => {
                format!("{letter}: {figures} figures in {groups}{}", if leader { ", Leader" } else { "" })
            }
        })
    })
}

pub(super) fn pef_total(p: &Value) -> Odds {
    let (mut none, mut mean) = (Share::WHOLE, Share::NONE);
    let first = count(p, "first", 0);
    for resolved in first..first + count(p, "count", 0) {
        let all = throws(4);
        let forces: Vec<i64> = all.iter().filter_map(|dice| Some(force(p, resolved, dice)?.1)).collect();
        none = none.times(Share::new((all.len() - forces.len()) as u128, all.len() as u128));
        mean = mean.plus(Share::new(forces.iter().sum::<i64>() as u128, all.len() as u128));
    }
    let mut odds = exact([("none at all", none), ("some", none.rest())]);
    odds.insert("E[figures]".to_owned(), Worth::Exact(mean));
    odds
}

/// CR-scout-2.
pub(super) fn scout(p: &Value) -> Odds {
    each_throw(2, |dice| {
        let passed = passed(dice, count(p, "terrain_value", 0));
        Some(if passed + usize::from(flag(p, "building", false)) >= 2 && passed > 0 { "enemy" } else { "nobody" })
    })
}

/// CR-np-1.
pub(super) fn np_move(p: &Value) -> Odds {
    let more = usize::from(flag(p, "in_cover", false)) + usize::from(flag(p, "twice_as_many", false));
    let words = match flag(p, "outnumbers", false) {
        true => ["cover and stay", "move up and fire", "flank and fire"],
        false => ["halt", "cover and stay", "cover in range and fire"],
    };
    each_throw(2 + more, |dice| {
        let passed = passed(dice, count(p, "rep", 0));
        Some(format!("pass {passed}d6: {}", words[passed]))
    })
}

/// Options that bear on the numbers of the enemy.
fn options(pick: &mut Pick) -> Value {
    Value::Object(pick.options(&[
        ("pef_numbers", &["body", "sheet"]),
        ("how_many_table", &["patrol_side", "enemy_side"]),
        ("as_many_more", &["times", "plus"]),
        ("half_rounding", &["up", "down"]),
        ("scout_enemy", &["pef_no_alarm", "pef", "stragglers"]),
    ]))
}

/// CR-pef-1, CR-pef-move.
#[test]
fn grid_of_possible_forces() {
    hold("pef_rep", [json!({})]);
    hold("pef_place", [json!({})]);
    let moving = |pick: &mut Pick| {
        let options = Value::Object(pick.options(&[("pef_movement", &["sheet"])]));
        json!({ "rep": pick.of(&[1, 2, 3, 4, 5, 6]), "alone": pick.yes(), "in_cover": pick.yes(), "options": options })
    };
    hold("pef_move", situations(51, 200, moving));
}

/// CR-num-military, CR-num-insurgents, CR-num-formula, CR-pef-resolve.
#[test]
fn grid_of_enemies() {
    let patrol = |pick: &mut Pick| pick.of(&["military", "insurgents"]);
    let own = |pick: &mut Pick| pick.of(&[1, 2, 3, 6, 9, 10, 13]);
    for total in -1..=13 {
        let number = |pick: &mut Pick| json!({ "total": total, "patrol": patrol(pick), "own_figures": own(pick), "options": options(pick) });
        hold("how_many", situations(70, 40, number));
    }
    let one = |pick: &mut Pick| {
        json!({
            "resolved": pick.of(&[0, 1, 2, 3, 4, 9]), "patrol": patrol(pick), "own_figures": own(pick),
            "scouted": pick.yes(), "options": options(pick),
        })
    };
    hold("pef", situations(71, 300, one));
    let some = |pick: &mut Pick| {
        json!({
            "count": pick.of(&[0, 1, 2, 3, 5]), "first": pick.of(&[0, 1, 2, 3]), "patrol": patrol(pick),
            "own_figures": own(pick), "options": options(pick),
        })
    };
    hold("pef_total", situations(72, 100, some));
}

/// CR-scout-2, CR-np-1.
#[test]
fn grid_of_scouts_and_enemy_moves() {
    for building in [true, false] {
        hold("scout", (0..=6).map(|value| json!({ "terrain_value": value, "building": building })));
    }
    let group = |pick: &mut Pick| {
        json!({
            "rep": pick.of(&[1, 2, 3, 4, 5, 6]), "outnumbers": pick.yes(), "in_cover": pick.yes(), "twice_as_many": pick.yes(),
        })
    };
    hold("np_move", situations(73, 200, group));
}
