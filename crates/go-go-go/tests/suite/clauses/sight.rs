//! Lines of sight and spotting (GGG-map-3, GGG-see).

use serde_json::{Value, json};

use super::{Game, Told, faces, needs, odds, of, open, spotting, told, with};

/// Blue watches the door of a closet that a red stands in, ten inches to the east of him.
fn closet(blue: (usize, usize), marks: &[(usize, usize, char)]) -> String {
    let (row, column) = (blue.0, blue.1 + 10);
    let mut all: Vec<(usize, usize, char)> = Vec::new();
    for (down, across) in [(0, 0), (0, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)] {
        all.push((row + down - 1, column + across, '#'));
    }
    all.extend([(row, column, '+'), (row, column + 1, 'r'), (blue.0, blue.1, 'b')]);
    all.extend(marks);
    open(30, 34, &all)
}

/// Somebody else of red's, in the area.
fn other(at: &str) -> Value {
    json!({ "at": at, "orders": "guard", "weapon": "none", "hiding": false })
}

/// The first turn, in which blue stands or goes east.
fn first_turn(drawing: &str, more: Value) -> Told {
    let common = json!({ "blue": { "team": { "weapon": "none" } }, "turn_limit": 1 });
    told(drawing, with(common, more))
}

/// How blue sees a red who stands so many rows and columns from him: by which number on the die, or without one.
fn look(down: i32, across: i32) -> (bool, Vec<i32>) {
    let at = |from: usize, by: i32| (from as i32 + by) as usize;
    let drawing = closet((14, 13), &[(at(14, down), at(13, across), 'R')]);
    let steps =
        first_turn(&drawing, json!({ "red": { "two": other("red two") }, "rules": { "spotting": spotting(99) } }));
    let dice = steps.by(0, "GGG-see-3").filter_map(|step| step.target_number).collect();
    (steps.by(0, "GGG-see-6").next().is_some(), dice)
}

/// Within 22.5° of his facing he sees everybody, hiding or not, without a die; that far the arc reaches.
#[test]
fn ggg_see_1_what_is_before_a_figure() {
    for (down, across) in [(4, 12), (-4, 12), (3, 13), (-5, 14)] {
        assert_eq!(look(down, across), (true, vec![]), "{down}, {across}");
    }
    for (down, across) in [(5, 12), (-5, 12), (6, 14)] {
        assert_eq!(look(down, across), (false, vec![99]), "{down}, {across}");
    }
    let hiding = closet((11, 6), &[(15, 18, 'w')]);
    let hider = with(other("via three"), json!({ "hiding": true }));
    let steps = first_turn(&hiding, json!({ "red": { "two": hider } }));
    assert!(steps.by(0, "GGG-see-6").next().is_some() && steps.of("GGG-see-3").next().is_none());
    let narrow = json!({ "red": { "two": other("via three") }, "rules": { "front_arc": 15.0 } });
    assert_eq!(first_turn(&hiding, narrow).by(0, "GGG-see-3").count(), 1);
    for (angle, seen) in [(22.5, of(1, 1)), (-22.5, of(1, 1)), (22.6, of(1, 3))] {
        let p = json!({ "observer": { "stance": "normal" }, "target": {}, "angle_deg": angle });
        assert_eq!(odds("spot", &p, "spotted"), seen, "{angle}");
    }
}

/// From there to 90° he rolls a die.
#[test]
fn ggg_see_2_to_the_side_one_rolls() {
    for (down, across) in [(9, 9), (12, 1), (12, 0), (-12, 0), (-9, 9)] {
        assert_eq!(look(down, across), (false, vec![99]), "{down}, {across}");
    }
    for (angle, spotted) in [(90.0, of(2, 3)), (-90.0, of(2, 3)), (90.5, of(0, 1))] {
        let p = json!({ "observer": {}, "target": {}, "angle_deg": angle });
        assert_eq!(odds("spot", &p, "spotted"), spotted, "{angle}");
    }
}

/// Farther round, or without a line of sight, there is no die that helps.
#[test]
fn ggg_see_5_what_is_never_seen() {
    for (down, across) in [(12, -1), (-12, -1), (0, -12), (9, -9)] {
        assert_eq!(look(down, across), (false, vec![]), "{down}, {across}");
    }
    // Who is in the closet, right before blue, is behind a door.
    let steps = first_turn(&closet((11, 6), &[]), json!({}));
    assert!(steps.of("GGG-see-3").next().is_none() && steps.of("GGG-see-6").next().is_none());
    let p = json!({ "observer": {}, "target": {}, "angle_deg": 0, "line_of_sight": false });
    assert_eq!(odds("spot", &p, "unseen"), of(1, 1));
}

/// What the die must come to on a map, by what blue and the red two do.
fn number(blue: Value, red: Value, rules: Value) -> Vec<i32> {
    // Blue stands at `b` in the open or at `j` in a bush, or goes to `v`; red two is at `R`, `w` or goes to `V`.
    let mut marks = match red["at"].as_str() {
        Some(_) => vec![(11, 13, 'v'), (17, 16, 'w')],
        None => vec![(11, 13, 'v'), (17, 16, 'R'), (17, 17, 'V')],
    };
    if blue["at"] == "blue" {
        marks.push((11, 6, 'j'));
    }
    let more = json!({ "blue": { "team": blue }, "red": { "two": with(other("red two"), red) }, "rules": rules });
    let steps = first_turn(&closet((11, 6), &marks), more);
    let dice = steps.by(0, "GGG-see-3").filter_map(|step| step.target_number);
    dice.collect()
}

/// The table, as it is asked on a map.
#[test]
fn ggg_see_3_the_spotting_table() {
    let (stands, goes, hides) = (json!({}), json!({ "via": "via" }), json!({ "at": "blue", "hiding": true }));
    let (still, moving) = (json!({}), json!({ "via": "via two" }));
    for (blue, target, expected) in [
        (&goes, &moving, 4),
        (&goes, &still, 5),
        (&stands, &moving, 2),
        (&stands, &still, 3),
        (&hides, &moving, 3),
        (&hides, &still, 4),
    ] {
        assert_eq!(number(blue.clone(), target.clone(), json!({})), [expected], "{blue} {target}");
    }
    let stealthy = json!({ "via": "via", "advance": "stealthy" });
    assert_eq!(number(stealthy, still.clone(), json!({})), [5], "stealthy is moving too");
    assert_eq!(number(stands, still, json!({ "spotting": spotting(6) })), [6]);
    // A die that reaches the number spots, and no other.
    let drawing = closet((11, 6), &[(17, 16, 'R')]);
    let game = Game::new(
        &drawing,
        json!({ "red": { "two": other("red two") }, "blue": { "team": { "weapon": "none" } }, "turn_limit": 1 }),
    );
    let mut seen = [0, 0];
    for steps in game.replays(60) {
        let step = steps.by(0, "GGG-see-3").next().expect("a die");
        let spotted = faces(step)[0] >= 3;
        assert_eq!(step.text == "spots him", spotted, "{step:?}");
        assert_eq!(steps.by(0, "GGG-see-6").next().is_some(), spotted);
        seen[usize::from(spotted)] += 1;
    }
    assert!(seen[0] > 5 && seen[1] > 20, "{seen:?}");
}

/// A hiding target takes 1 off the die, so do the observer's wounds each, his stun takes 2.
#[test]
fn ggg_see_4_spotting_who_hides() {
    let hidden = json!({ "at": "via three", "hiding": true });
    assert_eq!(number(json!({}), hidden.clone(), json!({})), [4]);
    assert_eq!(number(json!({ "via": "via" }), hidden.clone(), json!({})), [6]);
    assert_eq!(number(json!({ "at": "blue", "hiding": true }), hidden.clone(), json!({})), [5]);
    let hurt = json!({ "penalties": { "wound": 1 } });
    assert_eq!(number(json!({ "wounds": 2 }), hidden, hurt), [6]);
    let stunned = json!({ "observer": { "stun_turns": 1, "wounds": 1 }, "target": {}, "angle_deg": 60 });
    assert_eq!(odds("spot", &stunned, "spotted"), of(1, 6), "3 and 2 and 1");
}

/// Who is spotted may be fired at, up to 90° to the side without turning; who is not may not.
#[test]
fn ggg_see_6_what_is_spotted_may_be_fired_at() {
    let drawing = closet((11, 6), &[(23, 6, 'R')]);
    let shots = |need: i8| {
        let armed = json!({
            "blue": { "team": { "weapon": "automatic" } }, "red": { "two": other("red two") },
            "rules": { "spotting": spotting(need) }, "turn_limit": 1,
        });
        told(&drawing, armed).aims(0)
    };
    assert_eq!(shots(-50), [(1, 3)], "at 90°");
    assert_eq!(shots(99), []);
}

/// Each figure rolls anew in each turn for each enemy to the side, before all fire; under `until_lost` once.
#[test]
fn ggg_see_7_one_roll_a_turn() {
    let drawing = open(24, 30, &[(11, 6, 'b'), (11, 10, 'r'), (20, 14, 'R')]);
    let memory = |value: &str, need: i8| {
        let more = json!({ "red": { "two": other("red two") }, "rules": { "spotting_memory": value, "spotting": spotting(need) } });
        told(&drawing, more)
    };
    assert_eq!(memory("each_turn", -50).turns(0, "GGG-see-3"), [1, 2, 3, 4, 5, 6]);
    assert_eq!(memory("until_lost", -50).turns(0, "GGG-see-3"), [1]);
    assert_eq!(memory("until_lost", 99).turns(0, "GGG-see-3"), [1, 2, 3, 4, 5, 6], "nothing to remember");
    // A wound of this turn does not spoil its spotting, but that of the next.
    let wounds = json!({ "red": { "two": other("red two") }, "rules": { "penalties": { "wound": 1 }, "fire": needs(-50) }, "turn_limit": 3 });
    let steps = told(&drawing, wounds);
    let numbers: Vec<_> = steps.by(0, "GGG-see-3").filter_map(|step| step.target_number).collect();
    assert_eq!(numbers, [3, 4, 5]);
    for turn in 1..=3 {
        let place = |clause: &str| {
            let in_turn = steps.steps.iter().enumerate().filter(|(_, step)| step.turn == turn && step.clause == clause);
            in_turn.map(|(place, _)| place).collect::<Vec<_>>()
        };
        assert!(place("GGG-see-3").last() < place("GGG-fire-2").first(), "turn {turn}");
    }
}

/// Under `spotting_shared = "team"` one fires at what a comrade has spotted, with a line of sight and an arc of one's own.
#[test]
fn ggg_see_7_spotting_may_be_shared() {
    // Red two is before `b`, to the side of `B`, and behind `c`.
    let drawing = closet((14, 13), &[(14, 13, 'B'), (20, 1, 'b'), (17, 23, 'c'), (23, 22, 'R')]);
    let firers = |shared: &str| {
        let blue = |at: &str| json!({ "at": at, "orders": "guard", "hiding": false });
        let more = json!({
            "blue": { "team": null, "one": blue("blue"), "three": blue("blue three"), "two": blue("blue two") },
            "red": { "two": other("red two") },
            "rules": { "spotting": spotting(99), "spotting_shared": shared },
            "turn_limit": 1,
        });
        let mut scenario = super::scenario(more);
        scenario["blue"].as_object_mut().expect("squads").remove("team");
        let map = super::drawn(&drawing);
        let battle =
            (go_go_go::RULESET.compile)(&scenario, Some(&map)).unwrap_or_else(|problems| panic!("{problems:?}"));
        let figures = battle.figures();
        let steps = battle.replay(1, 0).1;
        let fired = steps.iter().filter(|step| step.clause == "GGG-fire-2").filter_map(|step| step.figure);
        fired.map(|who| figures[usize::from(who)].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(firers("no"), ["one"]);
    assert_eq!(firers("team"), ["one", "two"]);
}

/// A figure hides that stands still in cover or right beside some; it may do so in view of the enemy, and not on the move.
#[test]
fn ggg_see_8_hiding() {
    // Red is in the middle of a room, with one square of another ground two inches off or nearer.
    let number = |ground: char, off: usize, red: Value, rules: Value| {
        let drawing = open(13, 30, &[(6, 2, 'b'), (6, 15, 'r'), (6, 16, 'V'), (5, 15 + off, ground)]);
        let more = json!({ "red": { "foe": red }, "rules": rules, "turn_limit": 1 });
        told(&drawing, more).aims(0)[0].1
    };
    let hides = json!({ "hiding": true });
    for (ground, near) in [('"', 4), ('n', 4), ('_', 4), ('h', 4), ('%', 4), (':', 4), (',', 3), ('.', 3), ('~', 3)] {
        assert_eq!(number(ground, 1, hides.clone(), json!({})), near, "beside {ground}");
        assert_eq!(number(ground, 2, hides.clone(), json!({})), 3, "two off {ground}");
    }
    assert_eq!(number('"', 0, json!({ "hiding": false }), json!({})), 3, "who does not want to");
    // On the move it ends; a stealthy mover hides under the option, and counts as both.
    let goes = |pace: &str| json!({ "hiding": true, "via": "via two", "advance": pace, "weapon": "none" });
    let option = json!({ "hiding_while_moving": "stealthy" });
    assert_eq!(number('"', 1, goes("stealthy"), json!({})), 4, "moving alone");
    assert_eq!(number('"', 1, goes("stealthy"), option.clone()), 5, "moving and hiding");
    assert_eq!(number('"', 1, goes("normal"), option), 4);
    let p = |options: Value| json!({ "observer": {}, "target": { "stance": "stealthy", "hiding": true }, "angle_deg": 45, "options": options });
    assert_eq!(odds("spot", &p(json!({})), "spotted"), of(5, 6));
    assert_eq!(odds("spot", &p(json!({ "hiding_while_moving": "stealthy" })), "spotted"), of(4, 6));
}

/// Walls and shut doors block sight, doorways and windows do not, figures do not.
#[test]
fn ggg_map_3_what_blocks_sight() {
    let rooms = |between: char, figure: char| {
        format!(
            "
            ###########
            #b{figure}..{between}...r#
            #....#....#
            #....+....#
            #p...#....#
            ###########"
        )
    };
    let seen =
        |drawing: &str, more: Value| told(drawing, with(json!({ "turn_limit": 1 }), more)).by(0, "GGG-see-6").count();
    for (between, sees) in [('#', 0), ('+', 0), ('\'', 1), ('=', 1), ('n', 1), ('"', 1), ('.', 1)] {
        assert_eq!(seen(&rooms(between, '.'), json!({})), sees, "{between}");
    }
    let comrade = json!({ "blue": { "two": { "at": "blue two", "orders": "guard", "hiding": false } } });
    assert_eq!(seen(&rooms('.', 'B'), comrade.clone()), 1, "over a comrade");
    assert_eq!(told(&rooms('.', 'B'), comrade).shots(0).count(), 6, "and fires past him");
    // An open door blocks no more: blue goes through it.
    let through = "
        ###########
        #....#....#
        #....#....#
        #.b..+..v.#
        #p...#...r#
        ###########";
    let more = json!({ "blue": { "team": { "via": "via", "weapon": "none" } }, "turn_limit": 4 });
    let steps = told(through, more);
    assert!(steps.by(0, "GGG-see-6").next().is_some(), "{:#?}", steps.lines());
}
