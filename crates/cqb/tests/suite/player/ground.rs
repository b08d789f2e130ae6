//! The automatic player on a map.

use std::sync::Arc;

use engage::{Map, Outcome, Step};
use serde_json::{Value, json};
use testkit::setup::{merge, with};

use testkit::maps::{map, squares};

use crate::ground::battle_on;

/// A drawing with its letters taken as areas.
fn drawn(drawing: &str) -> Arc<Map> {
    let areas = [("blue", "b"), ("red", "r"), ("hostages", "x"), ("place", "p")];
    let named: Vec<_> = areas.iter().map(|(name, mark)| (*name, squares(drawing, mark))).collect();
    let named: Vec<_> = named.into_iter().filter(|(_, squares)| !squares.is_empty()).collect();
    let plain: String = drawing.chars().map(|symbol| if "brxp".contains(symbol) { '.' } else { symbol }).collect();
    map(&plain, &named)
}

/// Blue acts first, no joker falls, every shot at no named location hits, red's miss, and whatever is tried by a test succeeds.
fn on_a_map(more: Value) -> Value {
    let mut fight = json!({
        "field": { "map": "drawn.toml" },
        "blue": { "team": { "ability": "elite", "weapon": "battle rifle", "doctrine": "snap", "rate": 1, "stack": 1 } },
        "red": { "gunman": { "ability": "novice", "weapon": "battle rifle", "doctrine": "snap", "interrupt": "never", "aim_at": "head" } },
        "rules": {
            "order": "blue_first",
            "jokers": { "average": 0 },
            "to_hit_base": 0,
            "named": { "head": 20 },
            "difficulty": { "moderate": 0 },
        },
        "turn_limit": 12,
    });
    merge(&mut fight, more);
    fight
}

#[track_caller]
fn replayed(drawing: &str, more: Value) -> (Outcome, Vec<Step>) {
    battle_on(&drawn(drawing), &on_a_map(more)).replay(1, 0)
}

/// A line for each step with its turn and who acts, without the order of action.
fn told(steps: &[Step]) -> Vec<String> {
    let line = |step: &Step| format!("{} {}: {}", step.turn, step.figure.map_or(9, |figure| figure), step.text);
    steps.iter().filter(|step| step.clause != "CQB-3b").map(line).collect()
}

/// A doctrine that takes no risk does not fire through a hostage where it is sure to miss.
#[test]
fn it_takes_no_greater_risk_than_its_doctrine() {
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let fires = |risk: u8| {
        let more = json!({
            "field": { "hostages": 1 }, "blue": { "team": { "risk": risk, "rate": 9 } }, "rules": { "to_hit_base": 30 },
        });
        let (outcome, steps) = replayed(before, more);
        (told(&steps).iter().any(|line| line.contains("0: shot")), outcome.measures[4] > 0)
    };
    assert_eq!([fires(100), fires(0)], [(true, true), (false, false)]);
}

/// It opens the door of a room with an enemy in it, throws what it carries, and goes in.
#[test]
fn it_clears_a_house() {
    let rooms = "
        ####################
        #b.......#.......r.#
        #........+.........#
        #........#.........#
        ####################";
    for (carried, thrown) in
        [("stun_grenades", "throws a stun grenade into the room"), ("gas_grenades", "throws gas into the room")]
    {
        let mut more = json!({ "red": { "gunman": { "ability": "novice" } } });
        more["blue"]["team"][carried] = json!(1);
        let (outcome, steps) = replayed(rooms, more);
        let lines = told(&steps);
        let first = |wanted: &str| {
            lines.iter().position(|line| line.contains(wanted)).unwrap_or_else(|| panic!("{wanted}: {lines:#?}"))
        };
        let order = ["0: moves", "0: opens a door", thrown, "0: shot"].map(first);
        assert!(order.is_sorted(), "{lines:#?}");
        assert_eq!(cqb::RULESET.endings[usize::from(outcome.ending)].id, "blue.win");
    }
}

/// Each mission is one that it can win.
#[test]
fn it_goes_about_each_mission() {
    let ending = |drawing: &str, more: Value| {
        let (outcome, steps) = replayed(drawing, more);
        (cqb::RULESET.endings[usize::from(outcome.ending)].id, outcome.turns, told(&steps))
    };
    let harmless = || json!({ "red": { "gunman": { "at": "red", "ability": "elite" } }, "rules": { "to_hit_base": 30 }, "turn_limit": 60 });
    let mission =
        |objective: &str, more: Value| with(harmless(), with(json!({ "mission": { "objective": objective } }), more));
    let there = "
        ####################
        #b.......#.......r.#
        #........+.........#
        #....p...#.........#
        #...xx...#.........#
        ####################";
    // Hold: three turns in the place alone.
    let (won, turns, lines) = ending(there, mission("hold", json!({ "mission": { "at": "place", "turns": 3 } })));
    assert_eq!((won, turns), ("blue.win", 3), "{lines:#?}");
    // Bomb: safe once a difficult task has been done there, else it goes off.
    let safe = json!({ "mission": { "at": "place", "turns": 9 }, "rules": { "difficulty": { "difficult": 0 } } });
    let (won, turns, lines) = ending(there, mission("bomb", safe.clone()));
    assert_eq!((won, turns), ("blue.win", 2), "{lines:#?}");
    let (won, turns, _) =
        ending(there, mission("bomb", with(safe, json!({ "rules": { "difficulty": { "difficult": 30 } } }))));
    assert_eq!((won, turns), ("red.win", 9));
    // Escort: the bystanders follow to the place.
    let escort = json!({ "mission": { "at": "place", "bystanders": "follow" }, "field": { "hostages": 1 } });
    let (won, _, lines) = ending(there, mission("escort", escort));
    assert_eq!(won, "blue.win", "{lines:#?}");
    // Search: every room has been looked into, even if a figure hides in a nook.
    let nook = "
        ####################################
        #b...#.............................#
        #....+.............................#
        #....#.............................#
        #....#.............................#
        ##########.#########################
        ##########.#########################
        ##########.#########################
        ##########r#########################
        ####################################";
    let (won, _, lines) = ending(nook, mission("search", json!({})));
    assert_eq!(won, "blue.win", "{lines:#?}");
    // Rescue: the hostages flee once shots have been fired, and are safe where blue came from.
    let flee = json!({ "mission": { "bystanders": "flee" }, "field": { "hostages": 2 } });
    let (won, _, lines) = ending(there, mission("rescue", flee));
    assert!(won == "blue.win" && lines.iter().any(|line| line.contains("runs and is safe")), "{lines:#?}");
    // It fails when no hostage is left.
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let reckless = json!({
        "field": { "hostages": 1 }, "blue": { "team": { "risk": 100, "rate": 9 } },
        "rules": { "location": vec!["head"; 13], "named": { "head": 2 } },
    });
    let (lost, ..) = ending(before, mission("rescue", reckless));
    assert_eq!(lost, "red.win");
}

/// Keys of a doctrine that only make sense on a map, or only off it, are refused.
#[test]
fn a_doctrine_is_for_its_ground() {
    let refused = |more: Value, map: Option<&Arc<Map>>| -> Vec<String> {
        let problems = (cqb::RULESET.compile)(&on_a_map(more), map).err().unwrap_or_default();
        problems.iter().map(ToString::to_string).collect()
    };
    let room = drawn("#######\n#b...r#\n#######");
    assert_eq!(
        refused(json!({ "blue": { "team": { "close_to": 3 } } }), Some(&room)),
        ["blue.team.close_to: applies to open ground only; leave it out on a map"]
    );
    assert_eq!(
        refused(json!({ "blue": { "team": { "stack": 2, "orders": "guard" } } }), None),
        ["blue.team.stack: needs ground: set `field.map`", "blue.team.orders: needs ground: set `field.map`"]
    );
}

/// On a map as on open ground it aims by the odds: Novices down a corridor of 24", Elites do not.
#[test]
fn it_aims_by_the_odds_down_a_corridor() {
    let corridor = format!("\n{}\n#b{}r#\n{}\n", "#".repeat(27), ".".repeat(23), "#".repeat(27));
    let first = |ability: &str| {
        let team = json!({ "ability": ability, "doctrine": "stand", "rate": 3 });
        let (_, steps) = replayed(&corridor, json!({ "blue": { "team": team }, "rules": { "to_hit_base": 8 } }));
        told(&steps).into_iter().find(|line| line.contains(" 0: ")).unwrap_or_default()
    };
    assert_eq!(first("novice"), "1 0: declares an aim");
    assert!(first("elite").starts_with("1 0: shot 1"), "{}", first("elite"));
}
