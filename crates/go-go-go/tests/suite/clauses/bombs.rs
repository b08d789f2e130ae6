//! Bombs, and the mission to keep them from going off (GGG-bomb, GGG-dm).

use serde_json::{Value, json};

use super::{Game, Told, deadly, needs, odds, of, open, told, with};

/// Red begins beside the key place; blue is in the next room.
const PLACE: &str = "
    ################################
    #b........#.......rp...........#
    #.........#....................#
    #.........+....................#
    #.........#....................#
    ################################";

/// The mission, with nobody armed and blue standing by.
fn bomb(more: Value) -> Value {
    let mission = json!({
        "blue": { "team": { "weapon": "none" } },
        "red": { "foe": { "orders": "mission", "weapon": "none" } },
        "turn_limit": 40,
    });
    with(mission, more)
}

/// In one room with blue, so that he sees red at work.
fn seen() -> String {
    open(9, 34, &[(4, 2, 'b'), (7, 32, '.'), (4, 20, 'r'), (4, 21, 'p')])
}

/// The turns of work on a bomb.
fn work(steps: &Told, clause: &str) -> Vec<(u32, Option<u8>)> {
    steps.of(clause).filter(|step| step.text.contains("turn")).map(|step| (step.turn, step.figure)).collect()
}

/// One bomb, or two; whoever comes by may take up one that lies, and the clause is for this mission alone.
#[test]
fn ggg_bomb_1_and_ggg_dm_1_who_has_the_bomb() {
    let two = PLACE.replace("rp...", "rpr..");
    let carriers = |bombs: u8| {
        let steps = told(&two, bomb(json!({ "red": { "foe": { "count": 2 } }, "rules": { "bomb_count": bombs } })));
        let planted = steps.of("GGG-bomb-3").count();
        (steps.of("GGG-bomb-1").filter(|step| step.text == "carries the bomb").count(), planted)
    };
    assert_eq!(carriers(1), (1, 1), "GGG-dm-1");
    assert_eq!(carriers(2).0, 2);
    // The carrier falls in a fire fight: a comrade who has won it takes the bomb up where it lies, and plants it. Blue has
    // somebody elsewhere, so that the game goes on.
    let room = "
        ########################################
        #b...........................r.#.......#
        #..............................#.......#
        #..............................+......B#
        #.....................p........#.......#
        #............................r.#.......#
        ########################################";
    let two = json!({ "at": "blue two", "orders": "guard", "weapon": "none", "hiding": false });
    let more = json!({
        "blue": { "team": { "weapon": "automatic" }, "two": two },
        "red": { "foe": { "count": 2, "weapon": "automatic", "advance": "normal" } },
        "rules": { "fire": needs(4), "out_up_to": 6 },
    });
    let (mut taken, mut planted) = (0, 0);
    for steps in Game::new(room, bomb(more)).replays(60) {
        for step in steps.of("GGG-bomb-1").filter(|step| step.text == "takes up the bomb") {
            let carrier = steps.of("GGG-bomb-1").next().and_then(|step| step.figure).expect("a carrier");
            assert!(step.figure != Some(carrier) && step.figure > Some(0), "{:#?}", steps.lines());
            let (fell, came) = (steps.at(carrier, step.turn), steps.at(step.figure.expect("a figure"), step.turn));
            assert!(fell.0.abs_diff(came.0) <= 1 && fell.1.abs_diff(came.1) <= 1, "beside it: {fell:?} {came:?}");
            taken += 1;
            planted += usize::from(steps.of("GGG-bomb-3").any(|other| other.figure == step.figure));
        }
    }
    assert!(taken > 4 && planted > 1, "{taken} {planted}");
}

/// Two whole turns of standing still in the place.
#[test]
fn ggg_bomb_2_planting() {
    let steps = told(PLACE, bomb(json!({})));
    assert_eq!(steps.at(1, 1), (1, 19), "to the place in turn 1");
    assert_eq!(work(&steps, "GGG-bomb-2"), [(2, Some(1)), (3, Some(1))]);
    assert_eq!(steps.turns(1, "GGG-bomb-3"), [3]);
    let longer = told(PLACE, bomb(json!({ "rules": { "work_turns": 4 } })));
    assert_eq!(longer.turns(1, "GGG-bomb-3"), [5]);
}

/// Eight turns more, not counting that in which it is planted.
#[test]
fn ggg_bomb_3_the_fuse() {
    let steps = told(PLACE, bomb(json!({})));
    assert_eq!((steps.ending(), steps.outcome.turns), ("red.explosion", 11), "begun in 2, planted in 3");
    assert_eq!(told(PLACE, bomb(json!({ "rules": { "fuse": 5 } }))).outcome.turns, 8);
    let clock = |turn: u32| odds("bomb_clock", &json!({ "plant_start_turn": turn }), "detonates_at_end_of_turn");
    assert_eq!([clock(2), clock(21)], [of(11, 1), of(30, 1)]);
}

/// What Counter-Terrorists do does not depend on how long the bomb has to go.
#[test]
fn ggg_bomb_4_the_time_left_is_a_secret() {
    let more = |fuse: u16| {
        json!({
            "blue": { "team": { "orders": "mission", "count": 2, "weapon": "automatic" } },
            "red": { "foe": { "weapon": "automatic" } },
            "rules": { "fuse": fuse, "out_up_to": 2 },
        })
    };
    let map = PLACE.replace("#b.", "#bb");
    let [short, long] = [6, 15].map(|fuse| Game::new(&map, bomb(more(fuse))));
    let mut compared = 0;
    for engagement in 0..20 {
        let (one, other) = (short.replay(engagement), long.replay(engagement));
        let before = |steps: &Told| -> Vec<String> {
            let theirs =
                steps.steps.iter().filter(|step| step.clause != "GGG-bomb-3" && step.turn <= one.outcome.turns.into());
            theirs
                .filter(|step| step.figure.is_some())
                .map(|step| format!("{} {:?} {}", step.turn, step.figure, step.text))
                .collect()
        };
        assert_eq!(before(&one), before(&other), "engagement {engagement}");
        compared += usize::from(one.ending() == "red.explosion" && other.outcome.turns > one.outcome.turns);
    }
    assert!(compared > 0, "{compared}");
}

/// One man, two whole turns beside the bomb, without a shot; several are no faster.
#[test]
fn ggg_bomb_5_defusing() {
    for count in [1, 3] {
        let map = PLACE.replace("#b..", "#bbb");
        let more = json!({ "blue": { "team": { "orders": "mission", "weapon": "automatic", "count": count, "advance": "normal" } } });
        let steps = told(&map, bomb(more));
        assert_eq!(steps.ending(), "blue.defused", "{:#?}", steps.lines());
        let turns = work(&steps, "GGG-bomb-5");
        assert_eq!(turns.len(), 2, "{turns:?}");
        assert_eq!((turns[0].0 + 1, turns[0].1), turns[1], "the same man, two turns in a row");
        let (who, begun) = (turns[0].1.expect("a man"), turns[0].0);
        assert_eq!(steps.at(who, begun - 1), steps.at(who, begun + 1), "he does not move");
        assert_eq!(u32::from(steps.outcome.turns), begun + 1, "done at the end of the turn");
    }
    // Work goes on under fire, unless any hit stops it; without a shot of his own, unless he may fight at it.
    let planting = |options: Value| {
        let rules = with(json!({ "fire": needs(-50) }), options);
        let more = json!({ "blue": { "team": { "weapon": "automatic" } }, "red": { "foe": { "weapon": "automatic" } }, "rules": rules, "turn_limit": 8 });
        let steps = told(&seen(), bomb(more));
        let fired: Vec<u32> = steps.aims(1).iter().map(|&(turn, _)| turn).filter(|&turn| turn <= 3).collect();
        (work(&steps, "GGG-bomb-2").iter().map(|&(turn, _)| turn).collect::<Vec<_>>(), fired)
    };
    assert_eq!(planting(json!({})), (vec![2, 3], vec![1]));
    assert_eq!(planting(json!({ "work_while_fighting": "yes" })), (vec![2, 3], vec![1, 2, 3]));
    assert_eq!(planting(json!({ "work_interrupted_by": "any_hit" })).0, Vec::<u32>::new());
    assert_eq!(planting(json!({ "work_interrupted_by": "any_hit", "fire": needs(99) })).0, [2, 3], "nobody is hit");
    let race = |turn: u32| odds("defuse_race", &json!({ "plant_start_turn": 2, "defuse_start_turn": turn }), "defused");
    assert_eq!([race(9), race(10), race(11)], [of(1, 1), of(1, 1), of(0, 1)]);
}

/// Defused at the end of the turn in which it is due: defused, or it goes off.
#[test]
fn ggg_bomb_6_defused_when_it_is_due() {
    let more = |rules: Value| {
        bomb(json!({ "blue": { "team": { "orders": "mission", "advance": "normal" } }, "rules": rules }))
    };
    let done = told(PLACE, more(json!({ "fuse": 20 }))).outcome.turns;
    let ending = |fuse: u16, tie: &str| {
        let steps = told(PLACE, more(json!({ "fuse": fuse, "bomb_tie": tie })));
        (steps.ending(), steps.outcome.turns)
    };
    let tie = done - 3;
    assert_eq!(ending(tie, "defused"), ("blue.defused", done));
    assert_eq!(ending(tie, "explodes"), ("red.explosion", done));
    assert_eq!(ending(tie + 1, "explodes"), ("blue.defused", done));
    assert_eq!(ending(tie - 1, "defused"), ("red.explosion", done - 1));
}

/// The blast ends the mission and hurts nobody.
#[test]
fn ggg_bomb_7_and_ggg_dm_5_it_goes_off() {
    let steps = told(PLACE, bomb(json!({})));
    let blast = steps.of("GGG-bomb-7").next().expect("an explosion");
    assert_eq!(u32::from(steps.outcome.turns), blast.turn);
    assert_eq!((steps.ending(), steps.outcome.measures[..4].to_vec()), ("red.explosion", vec![0; 4]), "GGG-dm-5");
    // Even if no Terrorist is left: a sniper who has waited puts red out when the bomb ticks (GGG-dm-6).
    let more = with(deadly(), json!({ "blue": { "team": { "weapon": "sniper", "aim": 4 } } }));
    let steps = told(&seen(), bomb(more));
    assert_eq!((steps.aims(0)[0].0, steps.turns(1, "GGG-bomb-3")), (5, vec![3]));
    assert_eq!((steps.ending(), steps.outcome.turns, steps.outcome.measures[1]), ("red.explosion", 11, 1), "GGG-dm-6");
}

/// No bomb has gone off in the time: the Terrorists lose; or it must only have been planted.
#[test]
fn ggg_dm_2_and_ggg_dm_3_the_time() {
    let ending = |rules: Value, red: Value| {
        let steps = told(PLACE, bomb(json!({ "red": { "foe": red }, "rules": rules })));
        (steps.ending(), steps.outcome.turns)
    };
    assert_eq!(ending(json!({}), json!({ "orders": "guard" })), ("blue.no_explosion", 30), "GGG-dm-2");
    assert_eq!(ending(json!({ "time": 12 }), json!({ "orders": "guard" })), ("blue.no_explosion", 12));
    // Planted at the end of turn 3, due at the end of turn 11.
    assert_eq!(ending(json!({ "time": 11 }), json!({})), ("red.explosion", 11));
    assert_eq!(ending(json!({ "time": 10 }), json!({})), ("blue.no_explosion", 10));
    let planted = |time: u16| ending(json!({ "time": time, "bomb_deadline": "planted" }), json!({}));
    assert_eq!(planted(3), ("red.explosion", 11), "it may run on");
    assert_eq!(planted(2), ("blue.no_explosion", 2));
    let in_time = |turn: u32| odds("bomb_clock", &json!({ "plant_start_turn": turn }), "in_time");
    assert_eq!([in_time(21), in_time(22)], [of(1, 1), of(0, 1)]);
}

/// The Counter-Terrorists are lost: bungled, bomb or no bomb.
#[test]
fn ggg_dm_4_the_counter_terrorists_are_lost() {
    let more = with(deadly(), json!({ "red": { "foe": { "weapon": "automatic" } } }));
    let steps = told(&seen(), bomb(more));
    assert_eq!((steps.ending(), steps.outcome.turns), ("red.ct_lost", 1), "{:#?}", steps.lines());
    let facts =
        |bomb: &str| json!({ "mission": "destruction", "facts": { "turn": 20, "all_ct_hit": true, "bomb": bomb } });
    assert_eq!(["none", "planted"].map(|bomb| odds("mission_result", &facts(bomb), "t_win")), [of(1, 1), of(1, 1)]);
}

/// Defused: the Terrorists lose; all down without a bomb planted: at once; with one that ticks the game goes on.
#[test]
fn ggg_dm_6_it_is_defused() {
    let more = json!({ "blue": { "team": { "orders": "mission", "weapon": "automatic", "advance": "normal" } } });
    let steps = told(PLACE, bomb(more));
    assert_eq!(steps.ending(), "blue.defused");
    let early = with(deadly(), json!({ "blue": { "team": { "weapon": "automatic" } } }));
    let steps = told(&seen(), bomb(early));
    assert_eq!((steps.ending(), steps.outcome.turns), ("blue.terrorists_down", 1));
    let facts = |bomb: &str| json!({ "mission": "destruction", "facts": { "turn": 12, "all_terrorists_down": true, "bomb": bomb } });
    assert_eq!(odds("mission_result", &facts("none"), "ct_win"), of(1, 1));
    assert_eq!(odds("mission_result", &facts("planted"), "goes_on"), of(1, 1));
}
