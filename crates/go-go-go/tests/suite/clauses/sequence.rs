//! The sequence of play and the order of fire (GGG-seq, GGG-ord).

use engage::Step;
use field::Facing;
use go_go_go::Script;
use go_go_go::figure::Pace;
use go_go_go::grenade::Grenade;
use serde_json::{Value, json};

use super::{always, answers, deadly, duel, gunner, needs, open, play, spotting, walks, with};

/// Where the steps of a turn under a clause stand among all.
fn places(steps: &[Step], turn: u32, clause: &str) -> Vec<usize> {
    let all = steps.iter().enumerate().filter(|(_, step)| step.turn == turn && step.clause == clause);
    all.map(|(place, _)| place).collect()
}

/// All movement first, then spotting, then fire, by the positions after movement; under `stationary_first` who stands sees and
/// fires at where the others begin.
#[test]
fn ggg_seq_1_movement_then_spotting_then_fire() {
    let room = open(13, 30, &[(6, 2, 'b'), (3, 12, 'B'), (3, 17, 'v'), (6, 20, 'r'), (7, 16, 'V')]);
    let more =
        json!({ "blue": { "two": { "at": "blue two" } }, "rules": { "spotting": spotting(-10) }, "turn_limit": 1 });
    let all_fire = |script: Script| {
        let script = script.faces(0, Facing::EAST).always_fires(0, 2);
        let script = script.goes(1, Pace::Normal, "via").faces(1, Facing::SOUTH).always_fires(1, 2);
        script.goes(2, Pace::Normal, "via two").faces(2, Facing::WEST).always_fires(2, 0)
    };
    let steps = play(&room, more.clone(), all_fire);
    let [moves, sees, fires] = ["GGG-move-1", "GGG-see-6", "GGG-fire-2"].map(|clause| places(&steps.steps, 1, clause));
    assert_eq!((moves.len(), sees.len(), fires.len()), (2, 3, 3), "{:#?}", steps.lines());
    assert!(moves.last() < sees.first() && sees.last() < fires.first(), "{:#?}", steps.lines());
    // Stationary first: blue fires before anybody has moved.
    let first = with(more, json!({ "rules": { "fire_timing": "stationary_first" } }));
    let steps = play(&room, first, all_fire);
    let [moves, fires] = ["GGG-move-1", "GGG-fire-2"].map(|clause| places(&steps.steps, 1, clause));
    assert!(fires.first() < moves.first() && moves.last() < fires.last(), "{:#?}", steps.lines());
    assert_eq!(steps.aims(0), [(1, 4)], "who has orders to move counts as moving");

    // A man who comes out of sight is not fired at by those who wait for his move.
    let hides = |timing: &str| {
        let hall = open(
            13,
            30,
            &[(6, 2, 'b'), (6, 20, 'r'), (8, 18, '#'), (8, 19, '#'), (8, 20, '#'), (8, 21, '#'), (9, 21, 'V')],
        );
        let more = json!({ "rules": { "fire_timing": timing, "spotting": spotting(-10) }, "turn_limit": 1 });
        play(&hall, more, |script| gunner(script).goes(1, Pace::Normal, "via two")).aims(0)
    };
    assert_eq!(hides("after_movement"), []);
    assert_eq!(hides("stationary_first"), [(1, 4)]);
    // A figure that is ordered to move and cannot counts as moving only under the other timing.
    let barred = "
        #############
        #b......r..v#
        ###########.#
        #p..........#
        #############";
    let number = |timing: &str| {
        let goes = |script: Script| walks(answers(script.faces(0, Facing::EAST)), 0, Pace::Normal, "via");
        play(barred, json!({ "rules": { "fire_timing": timing } }), goes).aims(1)[1]
    };
    assert_eq!(number("after_movement"), (2, 2));
    assert_eq!(number("stationary_first"), (2, 3));
}

/// Under `stationary_first` also for those who move and fire after him: a foe bars blue's way, and another one far off fires on the
/// move.
#[test]
fn ggg_seq_1_orders_count_all_the_turn() {
    let lane = "
        ############################################
        #R...........V..............b......r......v#
        ##########################################.#
        #p.........................................#
        ############################################";
    let later = |timing: &str| {
        let fire = json!({ "stationary": { "short": 20, "long": 20 }, "moving": { "short": 4, "long": 4 } });
        let more = json!({
            "red": { "two": { "at": "red two" } }, "rules": { "fire_timing": timing, "fire": fire }, "turn_limit": 2,
        });
        let steps = play(lane, more, |script| {
            let script = walks(script.faces(0, Facing::EAST), 0, Pace::Normal, "via");
            walks(script, 2, Pace::Normal, "via two").faces(2, Facing::EAST).always_fires(2, 0)
        });
        assert_eq!([1, 2].map(|turn| steps.at(0, turn)), [(1, 34); 2], "{:#?}", steps.lines());
        steps.aims(2).into_iter().find(|&(turn, _)| turn == 2).unwrap_or_else(|| panic!("{:#?}", steps.lines()))
    };
    assert_eq!((later("after_movement"), later("stationary_first")), ((2, 4), (2, 5)));
}

/// One shot a turn, or one grenade; under `grenade_plus_fire` both.
#[test]
fn ggg_seq_2_one_attack_a_turn() {
    let room = open(13, 40, &[(6, 2, 'b'), (6, 3, 'b'), (6, 25, 'r')]);
    let attacks = |option: &str| {
        let more = json!({
            "blue": { "team": { "count": 2 } },
            "red": { "foe": { "grenades": ["HE"] } },
            "rules": { "grenade_plus_fire": option, "he": always("nothing"), "throw": -10 },
        });
        let steps = play(&room, more, |script| {
            script.faces(2, Facing::WEST).always_fires(2, 0).stays(2, 1).throws(2, Grenade::He, "blue")
        });
        let thrown = steps.by(2, "GGG-gren-4").map(|step| step.turn).collect::<Vec<_>>();
        (thrown, steps.shots(2).map(|step| step.turn).collect::<Vec<_>>())
    };
    assert_eq!(attacks("no"), (vec![2], vec![1, 3, 4, 5, 6]), "one shot in every other turn");
    assert_eq!(attacks("yes"), (vec![2], vec![1, 2, 3, 4, 5, 6]));
}

/// Nobody is seen or fired at on his way past a doorway.
#[test]
fn ggg_seq_3_no_fire_at_those_who_cross_an_opening() {
    let doorway = "
        ####################
        #........#.r.......#
        #........#.........#
        #b.......'.........#
        #........#.........#
        #........#.V.......#
        #........#........p#
        ####################";
    for timing in ["after_movement", "stationary_first"] {
        let more = json!({ "rules": { "fire_timing": timing, "spotting": spotting(-10) }, "turn_limit": 1 });
        let steps = play(doorway, more, |script| duel(script).goes(1, Pace::Normal, "via two"));
        assert_eq!((steps.at(1, 0), steps.at(1, 1)), ((1, 11), (5, 11)));
        let lines = steps.lines();
        assert!(steps.of("GGG-see-6").next().is_none() && steps.of("GGG-fire-2").next().is_none(), "{lines:#?}");
    }
}

/// Stationary figures, hiding ones among them, fire first, then stealthy movers, then normal ones.
#[test]
fn ggg_ord_1_the_order_of_fire() {
    let room =
        open(13, 30, &[(3, 2, 'b'), (3, 3, 'v'), (6, 2, 'B'), (6, 3, 'V'), (9, 2, 'c'), (9, 3, '"'), (6, 14, 'r')]);
    let more = json!({
        "blue": { "two": { "at": "blue two" }, "waits": { "at": "blue three" } },
        "rules": { "spotting": spotting(-10) },
        "turn_limit": 1,
    });
    let advance = |script: Script| {
        let script = script.goes(0, Pace::Normal, "via").goes(1, Pace::Stealthy, "via two").hides(2, Facing::EAST);
        (0..2).fold(script, |script, me| script.faces(me, Facing::EAST).always_fires(me, 3))
    };
    let fire = |script: Script| advance(script).always_fires(2, 3);
    let order = |more: Value, script: &dyn Fn(Script) -> Script| {
        play(&room, more, script).of("GGG-fire-2").filter_map(|step| step.figure).collect::<Vec<_>>()
    };
    assert_eq!(order(more.clone(), &fire), [2, 1, 0]);
    // A man put out of action in an earlier step is no target later, and fires no more.
    assert_eq!(order(with(more.clone(), deadly()), &fire), [2]);
    let answer = |script: Script| advance(script).faces(3, Facing::WEST).always_fires(3, 0);
    assert_eq!(order(with(more, deadly()), &answer), [3, 1], "red stands, blue's movers come after him");
    // A wound of an earlier step counts in a later one: 4 in short range, and 1.
    let near = open(13, 30, &[(6, 2, 'b'), (6, 3, 'v'), (6, 7, 'r')]);
    let wounded = |wound: i8| {
        let fire = json!({ "stationary": { "short": -10 } });
        let rules = json!({ "penalties": { "wound": wound }, "fire": fire });
        let goes = |script: Script| duel(script).goes(0, Pace::Normal, "via");
        play(&near, json!({ "rules": rules, "turn_limit": 1 }), goes).aims(0)
    };
    assert_eq!(wounded(0), [(1, 4)]);
    assert_eq!(wounded(1), [(1, 5)]);
}

/// All fire of a step is rolled as figures were when it began; two may put each other out, and shots may be wasted.
#[test]
fn ggg_ord_2_a_step_is_simultaneous() {
    let room = open(13, 30, &[(5, 2, 'b'), (6, 2, 'b'), (6, 14, 'r')]);
    let steps = play(&room, deadly(), duel);
    assert_eq!((steps.ending(), steps.outcome.turns), ("draw.both_failed", 1), "{:#?}", steps.lines());
    let two = with(deadly(), json!({ "blue": { "team": { "count": 2 } } }));
    let both = |script: Script| {
        let script = (0..2).fold(script, |script, me| script.faces(me, Facing::EAST).always_fires(me, 2));
        script.faces(2, Facing::WEST).always_fires(2, 0)
    };
    let steps = play(&room, two, both);
    assert_eq!(steps.of("GGG-fire-2").filter(|step| step.target == Some(2)).count(), 2, "one shot is wasted");
    assert_eq!(steps.ending(), "blue.terrorists_down");
    // A wound of this step does not count in it.
    let wounds = json!({ "rules": { "penalties": { "wound": 1 }, "fire": needs(0) }, "turn_limit": 3 });
    let steps = play(&room, wounds, duel);
    for who in [0, 1] {
        assert_eq!(steps.aims(who), [(1, 0), (2, 1), (3, 2)]);
    }
}
