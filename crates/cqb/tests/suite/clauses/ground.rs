//! What takes a map: places, doors, stun grenades, gas, hostages in the line of fire, missions.

use std::sync::Arc;

use engage::{Map, Mark, Outcome, Step};
use serde_json::{Value, json};

use crate::ground::{battle_on, map, squares};
use crate::play::merge;

/// Two rooms with a shut door between them. Blue begins at `b`, red at `r`, hostages at `h`, the place of the mission is `p`.
const TWO_ROOMS: &str = "
    ####################
    #b.......#.......r.#
    #........+.........#
    #........#....p....#
    ####################";

/// One room, in which everybody sees everybody.
const ONE_ROOM: &str = "
    ####################
    #b................r#
    #..................#
    #..................#
    ####################";

/// A drawing with its letters taken as areas.
fn drawn(drawing: &str) -> Arc<Map> {
    let areas = [("blue", "b"), ("red", "r"), ("hostages", "x"), ("place", "p")];
    let named: Vec<_> = areas.iter().map(|(name, mark)| (*name, squares(drawing, mark))).collect();
    let named: Vec<_> = named.into_iter().filter(|(_, squares)| !squares.is_empty()).collect();
    let plain: String = drawing.chars().map(|symbol| if "brxp".contains(symbol) { '.' } else { symbol }).collect();
    map(&plain, &named)
}

/// A fight in which blue acts first, no joker falls, red holds its fire and whatever is tried by a test is certain.
fn fight(more: Value) -> Value {
    let mut fight = json!({
        "field": { "map": "drawn.toml" },
        "blue": { "team": { "ability": "elite", "weapon": "battle rifle", "doctrine": "snap", "rate": 1, "stack": 1 } },
        "red": { "gunman": { "ability": "novice", "weapon": "battle rifle", "doctrine": "snap", "interrupt": "never", "aim_at": "head" } },
        "rules": {
            "order": "blue_first",
            "jokers": { "average": 0 },
            "to_hit_base": -50,
            "named": { "head": 100 },
            "difficulty": { "moderate": -50 },
        },
        "turn_limit": 12,
    });
    merge(&mut fight, more);
    fight
}

#[track_caller]
fn replayed(drawing: &str, more: Value) -> (Outcome, Vec<Step>) {
    battle_on(&drawn(drawing), &fight(more)).replay(1, 0)
}

/// A line for each step with its turn and who acts, without the order of action.
fn told(steps: &[Step]) -> Vec<String> {
    let line = |step: &Step| format!("{} {}: {}", step.turn, step.figure.map_or(9, |figure| figure), step.text);
    steps.iter().filter(|step| step.clause != "CQB-3b").map(line).collect()
}

#[track_caller]
fn log(drawing: &str, more: Value) -> Vec<String> {
    told(&replayed(drawing, more).1)
}

/// Ends of `rules` in which every ordinary shot misses.
fn no_hits() -> Value {
    json!({ "rules": { "to_hit_base": 50 } })
}

fn with(mut one: Value, other: Value) -> Value {
    merge(&mut one, other);
    one
}

/// Distances are between the middles of squares: 17" along a row.
#[test]
fn cqb_1_2_3_distances_between_squares() {
    let (_, steps) = replayed(ONE_ROOM, json!({}));
    let shot = steps.iter().find(|step| step.clause.starts_with("CQB-5")).expect("a shot");
    assert!(shot.modifiers.iter().any(|modifier| modifier.name == "range 17\""), "{shot:?}");
}

/// Those who neither see an enemy nor may come into view of one act after those who do, and draw no card.
#[test]
fn cqb_3b_the_rest_acts_afterwards() {
    let rooms = "
        ##################################
        #b..#.....#.....#.....#.....#...r#
        #b..+.....+.....+.....+.....+...r#
        #...#.....#.....#.....#.....#....#
        ##################################";
    let more = json!({ "blue": { "team": { "count": 2 } }, "red": { "gunman": { "count": 2 } }, "rules": { "order": "reaction" } });
    let (_, steps) = replayed(rooms, more);
    let cards: Vec<(u32, usize)> =
        steps.iter().filter(|step| step.clause == "CQB-3b").map(|step| (step.turn, step.luck.len())).collect();
    assert_eq!(cards[0], (1, 0), "four doors apart");
    assert!(cards.iter().any(|&(_, drawn)| drawn == 4), "then near each other: {cards:?}");
}

/// Whoever is on Hold tries when somebody comes into view, and wins with the higher card.
#[test]
fn cqb_3d_holders_meet_who_comes_into_view() {
    let more = json!({
        "red": { "gunman": { "interrupt": "any", "aim_at": "none", "ability": "elite" } },
        "blue": { "team": { "ability": "novice" } },
    });
    let battle = battle_on(&drawn(TWO_ROOMS), &fight(more));
    let mut tried = [0, 0];
    for engagement in 0..50 {
        let lines = told(&battle.replay(1, engagement).1);
        let Some(came) = lines.iter().position(|line| line.contains("interrupt")) else { continue };
        let (before, after) = (&lines[came - 1], &lines[came + 1]);
        assert!(before.contains("0: opens a door") || before.contains("0: moves"), "{lines:#?}");
        let wins = lines[came].contains("interrupts");
        assert!(!wins || after.contains("1: shot 1: hit"), "the holder fires at once: {lines:#?}");
        tried[usize::from(wins)] += 1;
    }
    assert!(tried[0] > 5 && tried[1] > 15, "an elite figure mostly wins against a novice: {tried:?}");
}

/// Nobody goes farther in a turn than its mode allows, and it is as far as it can.
#[test]
fn cqb_4a_moves_by_mode() {
    for (pace, most) in [("crawl", 3.0), ("normal", 6.0), ("fast", 12.0)] {
        let more = json!({ "blue": { "team": { "pace": pace } } });
        let lines = log(TWO_ROOMS, more);
        let first = lines.iter().find(|line| line.contains("0: moves")).expect("a move");
        let gone: f64 =
            first.split("moves ").nth(1).and_then(|rest| rest.trim_end_matches('"').parse().ok()).expect("inches");
        assert!(gone <= most && gone > (most - 2.0).min(6.0), "{pace}: {first}");
    }
}

/// A shut door takes an action to open; under `door_test` it takes a test as well. Rough ground costs double.
#[test]
fn cqb_4c_doors_and_terrain() {
    let lines = log(TWO_ROOMS, json!({}));
    let opened = lines.iter().position(|line| line.contains("0: opens a door")).expect("a door");
    let turn = |line: &str| line.split(' ').next().and_then(|turn| turn.parse::<u32>().ok()).expect("a turn");
    assert!(turn(&lines[opened]) > turn(&lines[opened - 1]) || lines[opened - 1].contains("1:"), "{lines:#?}");
    let barred = json!({ "rules": { "door_test": "difficult", "difficulty": { "difficult": 99 } } });
    let lines = log(TWO_ROOMS, barred);
    assert!(lines.iter().filter(|line| line.contains("fails to open a door")).count() > 5, "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("shot")), "nobody comes through: {lines:#?}");
    let moved = |floor: &str| {
        let rough = TWO_ROOMS.replace('.', floor);
        let lines = log(&rough, json!({}));
        lines.iter().find_map(|line| line.split("0: moves ").nth(1).map(str::to_owned)).expect("a move")
    };
    assert_eq!((moved("."), moved(",")), ("6\"".to_owned(), "3\"".to_owned()));
}

/// Hostages are in the line of fire where the straight line crosses their squares, before the target and beyond it.
#[test]
fn cqb_5_3_3e_who_stands_in_the_line() {
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let beyond = "
        ####################
        #b.......r........x#
        ####################";
    let aside = "
        ####################
        #b................r#
        #..................#
        #........x.........#
        ####################";
    let struck = |drawing: &str, line: &str| {
        let rules = json!({
            "field": { "hostages": 1 },
            "mission": { "objective": "eliminate" },
            "blue": { "team": { "risk": 100, "rate": 9 } },
            "rules": { "line_of_fire_beyond": line },
        });
        let (outcome, _) = replayed(drawing, with(no_hits(), rules));
        outcome.measures[4] > 0
    };
    assert!(struck(before, "until_wall") && struck(before, "none"));
    assert!(struck(beyond, "until_wall") && !struck(beyond, "none"));
    assert!(!struck(aside, "until_wall"));
    // A doctrine that takes no risk does not fire through one where it is sure to miss, and steps aside.
    let careful = json!({ "field": { "hostages": 1 }, "blue": { "team": { "risk": 0 } } });
    let (outcome, steps) = replayed(before, with(no_hits(), careful));
    assert!(outcome.measures[4] == 0 && !told(&steps).iter().any(|line| line.contains("0: shot")), "{steps:#?}");
}

/// A hostage hit is told, wounded by the card of the hostages' deck and lost as a figure is.
#[test]
fn cqb_5_3_3g_hostages_are_wounded() {
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let more = json!({
        "field": { "hostages": 1 }, "blue": { "team": { "risk": 100, "rate": 9 } },
        "rules": { "location": vec!["torso_outside_plates"; 13] },
    });
    let (outcome, steps) = replayed(before, with(no_hits(), more));
    assert_eq!((outcome.measures[4], outcome.measures[5]), (1, 1), "whoever lies still is hit no more");
    assert!(steps.iter().any(|step| step.marks == [Mark::Falls { figure: 2 }] && step.target == Some(2)));
}

/// A change of target costs by the inches between the two on the map.
#[test]
fn cqb_5_3_6c_inches_between_targets() {
    let two = "
        ##########
        #b.......#
        #........#
        #r......r#
        ##########";
    let more = json!({
        "blue": { "team": { "switch": true, "rate": 3, "weapon": "pistol" } },
        "red": { "gunman": { "count": 2, "deploy": "apart" } },
        "rules": { "location": vec!["head"; 13] },
    });
    let (_, steps) = replayed(two, more);
    let change = steps.iter().flat_map(|step| &step.modifiers).find(|modifier| modifier.clause == "CQB-5.3.6c");
    assert_eq!(change.map(|modifier| modifier.value), Some(7));
}

/// Behind cover on the map only the head and the arms can be named.
#[test]
fn cqb_5_3_7_cover_on_the_map() {
    let walled = "
        ####################
        #b.............._r.#
        #...............__.#
        ####################";
    let named = |cover: &str| {
        let more = json!({ "rules": { "cover": cover, "named": { "head": 2 } } });
        let (_, steps) = replayed(walled, more);
        let shot = steps.iter().find(|step| step.figure == Some(0) && step.target == Some(1)).expect("a shot");
        shot.modifiers.iter().any(|modifier| modifier.clause == "CQB-5.3.3a")
    };
    assert!(!named("none") && named("exposed_parts"));
}

/// Everybody in the room is tested when a stun grenade goes off; who fails does nothing until he comes to, at a number that falls
/// by one a turn (CQB-6a, CQB-6b, CQB-6c).
#[test]
fn cqb_6_stun_grenades() {
    let more = |target: i32| {
        json!({
            "blue": { "team": { "stun_grenades": 1, "ability": "novice" } }, "red": { "gunman": { "interrupt": "any", "aim_at": "none" } },
            "field": { "hostages": 1 }, "rules": { "stun_target": target, "to_hit_base": 50 },
        })
    };
    let rooms = TWO_ROOMS.replace("r.#", "rx#");
    let lines = log(&rooms, more(127));
    let thrown = lines.iter().position(|line| line.contains("throws a stun grenade into the room")).expect("a throw");
    assert!(lines[thrown + 1].contains("1: succumbs") && lines[thrown + 2].contains("2: succumbs"), "{lines:#?}");
    assert!(
        !lines[thrown..].iter().any(|line| line.contains("1: shot") || line.contains("1: is on")),
        "CQB-6b: {lines:#?}"
    );
    let (_, steps) = replayed(&rooms, more(127));
    let tests = steps.iter().filter(|step| step.figure == Some(1) && step.clause == "CQB-6a");
    let numbers: Vec<i32> = tests.filter_map(|step| step.target_number).collect();
    assert!(numbers.len() > 3 && numbers[..4] == [127, 126, 125, 124], "CQB-6c: {numbers:?}");
    let lines = log(&rooms, more(-99));
    assert!(
        lines.iter().any(|line| line.contains("1: withstands the stun grenade"))
            && lines.iter().any(|line| line.contains("1: shot"))
    );
}

/// Under `stun_recover` whoever comes to acts in the same turn or in the next.
#[test]
fn cqb_6c_when_one_who_comes_to_acts() {
    let acts = |option: &str| {
        let more = json!({
            "blue": { "team": { "stun_grenades": 1 } }, "red": { "gunman": { "aim_at": "none", "ability": "elite" } },
            "rules": { "stun_target": 14, "stun_recover": option, "to_hit_base": 50 },
        });
        let lines = log(TWO_ROOMS, more);
        let came = lines.iter().rposition(|line| line.contains("1: withstands")).expect("comes to");
        let turn = lines[came].split(' ').next().expect("a turn").to_owned();
        lines[came + 1..].iter().any(|line| line.starts_with(&format!("{turn} 1:")))
    };
    assert!(acts("same_turn") && !acts("next_turn"));
}

/// A throw is a Moderate task; one that fails harms nobody, and a joker may start a fire.
#[test]
fn cqb_6d_throwing() {
    let more = |difficulty: i32| json!({ "blue": { "team": { "stun_grenades": 2 } }, "rules": { "difficulty": { "moderate": difficulty } } });
    let lines = log(TWO_ROOMS, more(99));
    assert_eq!(lines.iter().filter(|line| line.contains("misses the room")).count(), 2, "{lines:#?}");
    assert!(!lines.iter().any(|line| line.contains("succumbs") || line.contains("withstands")));
    let fires = |hazard: &str| {
        let rules = json!({ "rules": { "joker_fire_hazard": hazard, "jokers": { "average": 3 }, "stun_target": -99 } });
        let scenario = fight(with(more(99), rules));
        let battle = battle_on(&drawn(TWO_ROOMS), &scenario);
        let fires =
            |engagement| told(&battle.replay(1, engagement).1).iter().any(|line| line.contains("starts a fire"));
        (0..200).filter(|&engagement| fires(engagement)).count()
    };
    assert!(fires("off") == 0 && fires("on") > 2, "CQB-9a");
    // So may one in the test to breach a door: then the room behind it is on fire, and all in it resist as gas.
    let breach = |hazard: &str| {
        let rules = json!({ "rules": { "door_test": "difficult", "difficulty": { "difficult": 99 }, "joker_fire_hazard": hazard, "jokers": { "average": 3 } } });
        let battle = battle_on(&drawn(TWO_ROOMS), &fight(rules));
        let burns = |engagement| {
            let (_, steps) = battle.replay(1, engagement);
            let at = steps.iter().position(|step| step.text.contains("starts a fire in the room behind the door"))?;
            assert!(steps[at + 1].figure == Some(1) && steps[at + 1].clause == "CQB-7a", "{steps:#?}");
            Some(at)
        };
        (0..50).filter_map(burns).count()
    };
    assert!(breach("off") == 0 && breach("on") > 10, "CQB-9a");
}

/// All in a room with gas are tested when it is released, when they come in and at the start of each later turn, against a number
/// that rises; each failure is a penalty, unless a mask is worn (CQB-7a, CQB-7b).
#[test]
fn cqb_7_gas() {
    let more = |mask: bool, option: Value| {
        let gas = json!({
            "blue": { "team": { "gas_grenades": 1, "mask": mask } },
            "red": { "gunman": { "aim_at": "none" } },
            "rules": { "gas_target": 50, "to_hit_base": 40 },
        });
        with(gas, option)
    };
    let (_, steps) = replayed(TWO_ROOMS, more(true, json!({})));
    let numbers = |steps: &[Step], figure: u8| -> Vec<i32> {
        let tests = steps.iter().filter(|step| step.clause == "CQB-7a" && step.figure == Some(figure));
        tests.filter_map(|step| step.target_number).collect()
    };
    assert_eq!(numbers(&steps, 1)[..4], [50, 51, 52, 53]);
    assert!(numbers(&steps, 0).is_empty(), "a mask makes immune");
    let penalties = steps.iter().filter(|step| step.figure == Some(1)).flat_map(|step| &step.modifiers);
    let gas: Vec<i32> =
        penalties.filter(|modifier| modifier.clause == "CQB-5.3.6d").map(|modifier| modifier.value).collect();
    assert!(gas.first() < gas.last() && gas[0] > 0, "CQB-5.3.6d: {gas:?}");
    let (_, steps) = replayed(TWO_ROOMS, more(true, json!({ "rules": { "gas_overcome": "no_action" } })));
    let released = steps.iter().position(|step| step.clause == "CQB-7a").expect("gas");
    assert!(!told(&steps[released..]).iter().any(|line| line.contains("1: shot")), "overcome");
}

/// Under `gas_recovery` the penalties last, or end on leaving the gas.
#[test]
fn cqb_7b_getting_over_gas() {
    let corridor = "
        ########################
        #b.....#...#r..........#
        #......+...#...........#
        #......#...#...........#
        #......#...+...........#
        ########################";
    let penalty = |option: &str| {
        let more = json!({
            "blue": { "team": { "gas_grenades": 1 } },
            "rules": { "gas_target": 50, "gas_recovery": option, "to_hit_base": 40 },
            "turn_limit": 30,
        });
        let (_, steps) = replayed(corridor, more);
        let tests = steps.iter().filter(|step| step.clause == "CQB-7a" && step.figure == Some(0));
        let numbers: Vec<i32> = tests.filter_map(|step| step.target_number).collect();
        assert!(numbers[0] > 50, "CQB-7a: on coming in, at the number of that turn: {numbers:?}");
        let shots = steps.iter().filter(|step| step.figure == Some(0) && step.target == Some(1)).collect::<Vec<_>>();
        shots.last().expect("a shot").modifiers.iter().any(|modifier| modifier.clause == "CQB-5.3.6d")
    };
    assert!(penalty("never") && !penalty("on_leaving"));
}

/// Each objective is won as it says.
#[test]
fn cqb_12_missions() {
    let ending = |drawing: &str, more: Value| {
        let (outcome, steps) = replayed(drawing, more);
        (cqb::RULESET.endings[usize::from(outcome.ending)].id, outcome.turns, told(&steps))
    };
    let harmless = || json!({ "red": { "gunman": { "at": "red", "ability": "elite" } }, "rules": { "to_hit_base": 99 }, "turn_limit": 60 });
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
    let safe = json!({ "mission": { "at": "place", "turns": 9 }, "rules": { "difficulty": { "difficult": -50 } } });
    let (won, turns, lines) = ending(there, mission("bomb", safe.clone()));
    assert_eq!((won, turns), ("blue.win", 2), "{lines:#?}");
    let (won, turns, _) =
        ending(there, mission("bomb", with(safe, json!({ "rules": { "difficulty": { "difficult": 99 } } }))));
    assert_eq!((won, turns), ("red.win", 9));
    // Escort: the bystanders follow to the place.
    let escort = json!({ "mission": { "at": "place", "bystanders": "follow" }, "field": { "hostages": 1 } });
    let (won, _, lines) = ending(there, mission("escort", escort));
    assert_eq!(won, "blue.win", "{lines:#?}");
    // Search: every room has been looked into, whoever hides in a nook.
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

/// A map's scenario is refused where it makes no sense, at its key.
#[test]
fn cqb_2_3_what_a_map_needs() {
    let problems = |drawing: &str, more: Value| -> Vec<String> {
        let refused = (cqb::RULESET.compile)(&fight(more), Some(&drawn(drawing))).err().unwrap_or_default();
        refused.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        problems(TWO_ROOMS, json!({ "red": { "gunman": { "count": 2 } } })),
        ["red.gunman.count: no room to deploy: 2 figures in `red`, where 1 can stand"]
    );
    assert_eq!(
        problems(TWO_ROOMS, json!({ "red": { "gunman": { "at": "roof" } } })),
        ["red.gunman.at: the map has no area `roof`, expected one of `blue`, `red`, `place`"]
    );
    assert_eq!(
        problems(TWO_ROOMS, json!({ "blue": { "team": { "close_to": 3 } } })),
        ["blue.team.close_to: is for open ground, expected `orders` on a map"]
    );
    let off = (cqb::RULESET.compile)(&fight(json!({ "blue": { "team": { "stack": 2, "mask": true } } })), None)
        .err()
        .unwrap_or_default();
    let off: Vec<String> = off.iter().map(ToString::to_string).collect();
    assert_eq!(off, ["blue.team.stack: needs rooms: set `field.map`", "blue.team.mask: needs rooms: set `field.map`"]);
}
