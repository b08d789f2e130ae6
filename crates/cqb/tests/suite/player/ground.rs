//! The automatic player on a map.

use std::sync::Arc;

use engage::{Map, Outcome, Step};
use serde_json::{Value, json};
use testkit::setup::{merge, with};

use testkit::maps::{map, squares};

use crate::ground::battle_on;

/// A drawing with its letters taken as areas.
pub(super) fn drawn(drawing: &str) -> Arc<Map> {
    let areas = [("blue", "b"), ("red", "r"), ("hostages", "x"), ("place", "p")];
    let named: Vec<_> = areas.iter().map(|(name, mark)| (*name, squares(drawing, mark))).collect();
    let named: Vec<_> = named.into_iter().filter(|(_, squares)| !squares.is_empty()).collect();
    let plain: String = drawing.chars().map(|symbol| if "brxp".contains(symbol) { '.' } else { symbol }).collect();
    map(&plain, &named)
}

/// Blue acts first, no joker falls, every shot at no named location hits, red's miss, and whatever is tried by a test succeeds.
pub(super) fn on_a_map(more: Value) -> Value {
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

/// A doctrine that takes no risk does not fire through a hostage where it mostly misses.
#[test]
fn it_takes_no_greater_risk_than_its_doctrine() {
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let fires = |risk: u8| {
        let more = json!({
            "field": { "hostages": 1 }, "blue": { "team": { "risk": risk, "rate": 9 } }, "rules": { "to_hit_base": 12 },
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
    let flee = json!({
        "mission": { "bystanders": "flee" }, "field": { "hostages": 2 }, "rules": { "to_hit_base": 0 },
        "blue": { "team": { "weapon": "smg", "aim_at": "torso" } }, "red": { "gunman": { "armour": ["soft"] } },
    });
    let (won, _, lines) = ending(there, mission("rescue", flee));
    assert!(won == "blue.win" && lines.iter().any(|line| line.contains("runs and is safe")), "{lines:#?}");
    // It fails when no hostage is left.
    let before = "
        ####################
        #b.......x........r#
        ####################";
    let reckless = json!({
        "field": { "hostages": 1 }, "red": { "gunman": { "aim_at": "none", "risk": 100, "rate": 9 } },
        "rules": { "location": vec!["head"; 13], "named": { "head": 20 }, "to_hit_base": 12 },
    });
    let (lost, ..) = ending(before, mission("rescue", reckless));
    assert_eq!(lost, "red.win");
    // No doctrine shoots past the last one whom its side has to free.
    let careful = json!({ "field": { "hostages": 1 }, "blue": { "team": { "risk": 100 } } });
    let (_, _, lines) = ending(before, mission("rescue", careful));
    assert!(!lines.iter().any(|line| line.contains(" 0: shot")), "{lines:#?}");
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

/// Three rooms in a row behind the one where blue shoots the first gunman.
const THREE_ROOMS: &str = "
    ####################
    #b..r#....#.x.#..p.#
    #....+....+...+....#
    ####################";

/// What figures 2 and 3, guards in rooms of their own, do while blue stays where it is.
fn guards(more: Value) -> Vec<String> {
    let guard = |at: &str| json!({ "ability": "novice", "weapon": "battle rifle", "at": at });
    let setup = json!({
        "blue": { "team": { "orders": "stay" } },
        "red": { "second": guard("hostages"), "third": guard("place") },
        "turn_limit": 6,
    });
    told(&replayed(THREE_ROOMS, with(setup, more)).1)
}

/// After the first shot a guard closes up to a comrade of a lower number, unless it is to stay.
#[test]
fn guards_close_up_when_shots_are_fired() {
    let opens = |lines: &[String]| lines.iter().any(|line| line.contains(" 3: opens a door"));
    let lines = guards(json!({ "rules": { "to_hit_base": 8 } }));
    assert!(opens(&lines) && !lines.iter().any(|line| line.contains(" 2: moves")), "{lines:#?}");
    let stays = guards(json!({ "red": { "third": { "orders": "stay" } }, "rules": { "to_hit_base": 8 } }));
    assert!(!opens(&stays), "{stays:#?}");
    let quiet = guards(json!({ "rules": { "to_hit_base": 30 } }));
    assert!(!opens(&quiet), "{quiet:#?}");
}

/// After the first shot a guard aims while it waits, once, and then holds.
#[test]
fn guards_aim_when_shots_are_fired() {
    let second = |lines: Vec<String>| lines.into_iter().filter(|line| line.contains(" 2: ")).collect::<Vec<_>>();
    assert_eq!(second(guards(json!({ "rules": { "to_hit_base": 8 } }))), ["1 2: declares an aim", "2 2: is on Hold"]);
    assert_eq!(second(guards(json!({ "rules": { "to_hit_base": 30 } }))), ["1 2: is on Hold"]);
    assert_eq!(
        second(guards(json!({ "red": { "second": { "aim": "never" } }, "rules": { "to_hit_base": 8 } }))),
        ["1 2: is on Hold"]
    );
}

/// It does not fire where no card can hit; it does where one can.
#[test]
fn it_fires_no_shot_that_cannot_hit() {
    let room = "
        ##############
        #b..........r#
        ##############";
    let fires = |base: u8| {
        let more = json!({ "rules": { "to_hit_base": base, "named": { "torso": 20 } } });
        told(&replayed(room, more).1).iter().any(|line| line.contains(" 0: shot"))
    };
    assert_eq!([fires(13), fires(14)], [true, false], "an Elite deck ends with the king");
}

/// It ceases fire once recoil makes the next shot hopeless.
#[test]
fn it_ceases_fire_when_the_next_shot_cannot_hit() {
    let room = "
        ##############
        #b..........r#
        ##############";
    let shots = |recoil: u8| {
        let more = json!({
            "blue": { "team": { "rate": 3 } },
            "rules": { "to_hit_base": 12, "recoil_single": recoil, "location": vec!["leg"; 13], "named": { "torso": 20 } },
            "turn_limit": 1,
        });
        told(&replayed(room, more).1).iter().filter(|line| line.contains(" 0: shot")).count()
    };
    assert!(shots(1) > 1, "the king hits at 13");
    assert_eq!(shots(2), 1, "nothing hits at 14");
}

/// It turns on another enemy only if the next shot can hit him, recoil and the change of target counted.
#[test]
fn it_turns_on_nobody_whom_it_cannot_hit() {
    let turns = |drawing: &str| {
        let second = json!({ "ability": "novice", "weapon": "battle rifle", "interrupt": "never", "aim_at": "head", "at": "place" });
        let more = json!({
            "blue": { "team": { "rate": 3 } },
            "red": { "second": second },
            "rules": { "to_hit_base": 4, "recoil_single": 5, "location": vec!["head"; 13] },
            "turn_limit": 1,
        });
        replayed(drawing, more).1.iter().any(|step| step.figure == Some(0) && step.target == Some(2))
    };
    let four_inches = "
        ###########
        #b.......r#
        #.........#
        #.........#
        #.........#
        #........p#
        ###########";
    assert!(turns(four_inches), "4, recoil 5 and 4\" are 13");
    assert!(!turns(&four_inches.replace("#........p#", "#.........#\n        #........p#")));
}

/// A searcher goes where a comrade has seen an enemy, although another room is nearer.
#[test]
fn a_searcher_goes_for_an_enemy_whom_its_side_has_seen() {
    let rooms = "
        ##########################
        #...#....#...............#
        #...+bp..+.x............r#
        #...#....#...............#
        ##########################";
    let first = |watcher: &str| {
        let watcher = json!({ "ability": "elite", "weapon": "battle rifle", "orders": "stay", "at": watcher });
        let (_, steps) =
            replayed(rooms, json!({ "blue": { "watcher": watcher }, "rules": { "to_hit_base": 30 }, "turn_limit": 2 }));
        told(&steps).into_iter().find(|line| line.contains(" 0: ")).unwrap_or_default()
    };
    assert_eq!(first("hostages"), "1 0: moves 3\"", "to the door on the right");
    assert_eq!(first("place"), "1 0: opens a door", "the one on the left, right beside it");
}

/// It waits for its stack only until somebody of its side sees an enemy.
#[test]
fn it_waits_for_nobody_while_comrades_fight() {
    let waits = |rooms: &str| {
        let friend = json!({ "ability": "elite", "weapon": "battle rifle", "orders": "stay", "at": "hostages" });
        let blue = json!({ "team": { "count": 2, "stack": 2 }, "two": friend });
        let (_, steps) = replayed(rooms, json!({ "blue": blue, "rules": { "to_hit_base": 30 }, "turn_limit": 3 }));
        told(&steps).iter().any(|line| [" 0: ", " 1: "].iter().any(|who| line.contains(&format!("{who}waits on Hold"))))
    };
    let apart = "
        ############################################
        #b.................b+.....+x.........+....r#
        ############################################";
    let in_sight = "
        ############################################
        #b.................b+.....+x.........:....r#
        ############################################";
    assert_eq!([waits(apart), waits(&in_sight.replace(':', "."))], [true, false]);
}

/// By default it names the location by which it is likeliest to put the enemy out of action: the torso of a bare one, the
/// leg of one in armour that stops its rounds.
#[test]
fn it_names_a_location_by_the_odds() {
    let room = "
        ##############
        #b..........r#
        ##############";
    let named = |armour: Value| {
        let more = json!({
            "blue": { "team": { "weapon": "smg", "ability": "novice" } },
            "red": { "gunman": { "armour": armour } },
            "rules": { "to_hit_base": 6 },
        });
        let (_, steps) = replayed(room, more);
        let shot = steps.iter().find(|step| step.figure == Some(0) && step.verb == "shot").expect("a shot");
        format!("{:?}", shot.fact("aim_at"))
    };
    assert!(named(json!([])).contains("torso"), "{}", named(json!([])));
    let clad = named(json!(["soft", "plates", "helmet"]));
    assert!(clad.contains("leg"), "{clad}");
}

/// Two who act in the same moment do not both throw into one room.
#[test]
fn only_one_throws_into_a_room_in_a_turn() {
    let rooms = "
        ##################
        #.bb.#...........#
        #.bb.+...........#
        #....#..........r#
        ##################";
    let team = json!({ "count": 3, "stun_grenades": 1 });
    let rules = json!({ "order": "simultaneous", "to_hit_base": 30 });
    let (_, steps) = replayed(rooms, json!({ "blue": { "team": team }, "rules": rules }));
    let lines = told(&steps);
    let throws: Vec<&String> = lines.iter().filter(|line| line.contains("throws a stun grenade")).collect();
    assert_eq!(throws.len(), 1, "{lines:#?}");
}

/// A guard who keeps the place of a mission does not leave it to close up.
#[test]
fn guards_keep_the_place_of_a_mission() {
    let mission = json!({ "objective": "hold", "at": "place", "turns": 20 });
    let lines = guards(json!({ "mission": mission, "rules": { "to_hit_base": 8 } }));
    assert!(!lines.iter().any(|line| line.contains(" 3: opens a door")), "{lines:#?}");
}
