//! Bombs, and the mission to keep them from going off (GGG-bomb, GGG-dm).

use field::Facing;
use go_go_go::action::{Act, Action, Ask, Order, Rest, Way};
use go_go_go::figure::Pace;
use go_go_go::{Knowledge, Script};
use serde_json::{Value, json};

use super::{Assault, Told, Watched, answers, deadly, duel, gunner, look, needs, odds, of, open, play, still, with};

/// Red begins beside the key place; blue is in the next room.
const PLACE: &str = "
    ################################
    #b........#.......rp...........#
    #.........#....................#
    #.........+....................#
    #.........#....................#
    ################################";

/// The mission.
fn bomb(more: Value) -> Value {
    with(json!({ "turn_limit": 40 }), more)
}

/// A Terrorist goes to the place in turn 1 and plants the bomb there, working for this number of turns.
fn plants_for(script: Script, figure: usize, turns: usize) -> Script {
    let script = script.goes(figure, Pace::Normal, "place");
    (0..turns).fold(script, |script, _| script.does(figure, Act::Plant))
}

/// Figure 1 plants the bomb in turns 2 and 3.
fn plants(script: Script) -> Script {
    plants_for(script, 1, 2)
}

/// So many Counter-Terrorists go beside the bomb, which the Terrorist after them has planted and left, and defuse it in turns 6
/// and 7.
fn defuse(count: usize) -> impl Fn(Script) -> Script {
    move |script| {
        let script = plants_for(script, count, 2).goes(count, Pace::Normal, "red");
        (0..count).fold(script, |script, me| {
            let script = (0..5).fold(script, |script, _| script.goes(me, Pace::Normal, "place"));
            script.does(me, Act::Defuse(0)).does(me, Act::Defuse(0))
        })
    }
}

/// In one room with blue, so that he sees red at work.
fn seen() -> String {
    open(9, 34, &[(4, 2, 'b'), (7, 32, '.'), (4, 20, 'r'), (4, 21, 'p')])
}

/// The turns of work on a bomb.
fn work(steps: &Told, clause: &str) -> Vec<(u32, Option<u8>)> {
    steps.of(clause).filter(|step| step.fact("of").is_some()).map(|step| (step.turn, step.figure)).collect()
}

/// One bomb, or two; a figure that comes by may take up one that lies, and the clause is for this mission alone.
#[test]
fn ggg_bomb_1_and_ggg_dm_1_who_has_the_bomb() {
    let two = PLACE.replace("rp...", "rpr..");
    let carriers = |bombs: u8| {
        let steps =
            play(&two, bomb(json!({ "red": { "foe": { "count": 2 } }, "rules": { "bomb_count": bombs } })), plants);
        let planted = steps.of("GGG-bomb-3").count();
        (steps.of("GGG-bomb-1").filter(|step| step.text == "carries the bomb").count(), planted)
    };
    assert_eq!(carriers(1), (1, 1), "GGG-dm-1");
    assert_eq!(carriers(2).0, 2);
    // The carrier falls: a comrade takes the bomb up where it lies, and plants it.
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r'), (6, 13, 'R'), (4, 14, 'p')]);
    let more = with(deadly(), json!({ "red": { "two": { "at": "red two" } } }));
    let assault = Assault::new(&room, bomb(more));
    let takes = Action::Rest(Rest { facing: Facing::NORTH, hides: false, takes_bomb: true });
    let fires = |script: Script| script.faces(0, Facing::EAST).fires(0, 1);
    let script = |script: Script| {
        let script = fires(script).stays(2, 1).goes(2, Pace::Normal, "red").goes(2, Pace::Normal, "place");
        script.does(2, Act::Plant).does(2, Act::Plant).then(2, look(Facing::NORTH)).then(2, takes)
    };
    let steps = assault.plays(1, script).next().expect("an assault");
    let taken: Vec<_> = steps.of("GGG-bomb-1").map(|step| (step.turn, step.figure, step.verb)).collect();
    let expected = [(0, Some(1), "carry_bomb"), (1, Some(1), "drop_bomb"), (2, Some(2), "take_bomb")];
    assert_eq!(taken, expected, "{:#?}", steps.lines());
    assert_eq!(steps.turns(2, "GGG-bomb-3"), [5]);
    // Not from afar, nor by a Counter-Terrorist.
    assert_eq!(assault.may((2, 1), takes, fires), Err("GGG-bomb-1"));
    assert_eq!(assault.may((2, 2), takes, script), Ok(()));
    let goes = |script: Script| script.goes(0, Pace::Normal, "red").goes(0, Pace::Normal, "red");
    assert_eq!(assault.may((0, 2), takes, goes), Err("GGG-bomb-1"));
}

/// Two whole turns of standing still in the place.
#[test]
fn ggg_bomb_2_planting() {
    let steps = play(PLACE, bomb(json!({})), plants);
    assert_eq!(steps.at(1, 1), (1, 19), "to the place in turn 1");
    assert_eq!(work(&steps, "GGG-bomb-2"), [(2, Some(1)), (3, Some(1))]);
    assert_eq!(steps.turns(1, "GGG-bomb-3"), [3]);
    let longer = play(PLACE, bomb(json!({ "rules": { "work_turns": 4 } })), |script| plants_for(script, 1, 4));
    assert_eq!(longer.turns(1, "GGG-bomb-3"), [5]);
    // In the place, with a bomb, and standing still.
    let assault = Assault::new(PLACE, bomb(json!({ "turn_limit": 2 })));
    let plant = Action::Order(Order::doing(Act::Plant));
    assert_eq!([1, 2].map(|turn| assault.may((1, turn), plant, plants)), [Err("GGG-dm-1"), Ok(())]);
    assert_eq!(assault.may((0, 1), plant, still), Err("GGG-bomb-1"));
    let way = Way::To(Script::on(&assault.map).cell("place"));
    let moving = Action::Order(Order { pace: Pace::Normal, way, act: Act::Plant });
    assert_eq!(assault.may((1, 2), moving, plants), Err("GGG-bomb-2"));
}

/// Eight turns more, not counting that in which it is planted.
#[test]
fn ggg_bomb_3_the_fuse() {
    let steps = play(PLACE, bomb(json!({})), plants);
    assert_eq!((steps.ending(), steps.outcome.turns), ("red.explosion", 11), "begun in 2, planted in 3");
    assert_eq!(play(PLACE, bomb(json!({ "rules": { "fuse": 5 } })), plants).outcome.turns, 8);
    let clock = |turn: u32| odds("bomb_clock", &json!({ "plant_start_turn": turn }), "detonates_at_end_of_turn");
    assert_eq!([clock(2), clock(21)], [of(11, 1), of(30, 1)]);
}

/// Counter-Terrorists who see the bomb know that it ticks, and not how long it has to go.
#[test]
fn ggg_bomb_4_the_time_left_is_a_secret() {
    let known = |fuse: u16| {
        let assault = Assault::new(&seen(), bomb(json!({ "rules": { "fuse": fuse }, "turn_limit": 7 })));
        let mut known = Vec::new();
        let look = |knows: &Knowledge<'_>, ask: Ask| {
            if knows.me() == 0 && ask == Ask::Order {
                known.push(format!("{:?}", knows.bombs()[0]));
            }
        };
        assault.with(0, &mut Watched { script: plants(gunner(Script::on(&assault.map))), look });
        known
    };
    let (short, long) = (known(6), known(15));
    assert_eq!(short, long);
    assert!(!short[3].starts_with("Ticks") && short[4].starts_with("Ticks"), "planted in turn 3, seen in 4: {short:?}");
}

/// One man, two whole turns beside the bomb, without a shot; several are no faster.
#[test]
fn ggg_bomb_5_defusing() {
    for count in [1, 3] {
        let map = PLACE.replace("#b..", "#bbb");
        let steps = play(&map, bomb(json!({ "blue": { "team": { "count": count } } })), defuse(count));
        assert_eq!(steps.ending(), "blue.defused", "{:#?}", steps.lines());
        let turns = work(&steps, "GGG-bomb-5");
        let expected: Vec<_> =
            [6, 7].into_iter().flat_map(|turn| (0..count as u8).map(move |me| (turn, Some(me)))).collect();
        assert_eq!(turns, expected, "two turns in a row");
        let (who, begun) = (turns[0].1.expect("a man"), turns[0].0);
        assert_eq!(steps.at(who, begun - 1), steps.at(who, begun + 1), "he does not move");
        assert_eq!(u32::from(steps.outcome.turns), begun + 1, "done at the end of the turn");
    }
    // Work goes on under fire, unless any hit stops it; without a shot of his own, unless he may fight at it.
    let planting = |options: Value| {
        let rules = with(json!({ "fire": needs(-10) }), options);
        let more = json!({ "rules": rules, "turn_limit": 8 });
        let steps = play(&seen(), bomb(more), |script| plants(duel(script)));
        let fired: Vec<u32> = steps.aims(1).iter().map(|&(turn, _)| turn).filter(|&turn| turn <= 3).collect();
        (work(&steps, "GGG-bomb-2").iter().map(|&(turn, _)| turn).collect::<Vec<_>>(), fired)
    };
    assert_eq!(planting(json!({})), (vec![2, 3], vec![1]));
    assert_eq!(planting(json!({ "work_while_fighting": "yes" })), (vec![2, 3], vec![1, 2, 3]));
    assert_eq!(planting(json!({ "work_interrupted_by": "any_hit" })).0, Vec::<u32>::new());
    assert_eq!(planting(json!({ "work_interrupted_by": "any_hit", "fire": needs(20) })).0, [2, 3], "nobody is hit");
    // Work done is lost by a turn of something else: begun in turn 2, left alone in turn 3.
    let broken = play(PLACE, bomb(json!({})), |script| {
        plants_for(script, 1, 1).stays(1, 1).does(1, Act::Plant).does(1, Act::Plant)
    });
    assert_eq!(work(&broken, "GGG-bomb-2"), [(2, Some(1)), (4, Some(1)), (5, Some(1))]);
    assert_eq!(broken.turns(1, "GGG-bomb-3"), [5], "{:#?}", broken.lines());
    // Beside it, and standing still.
    let assault = Assault::new(PLACE, bomb(json!({ "turn_limit": 6 })));
    let order = Action::Order(Order::doing(Act::Defuse(0)));
    assert_eq!([4, 6].map(|turn| assault.may((0, turn), order, defuse(1))), [Err("GGG-bomb-5"), Ok(())]);
    assert_eq!(assault.may((1, 4), order, plants), Err("GGG-bomb-5"), "not by a Terrorist");
    let race = |turn: u32| odds("defuse_race", &json!({ "plant_start_turn": 2, "defuse_start_turn": turn }), "defused");
    assert_eq!([race(9), race(10), race(11)], [of(1, 1), of(1, 1), of(0, 1)]);
}

/// The last Counter-Terrorist is hit in the turn in which he defuses the bomb: fire comes first; under `stationary_first` the
/// mission is checked at the end of the turn alone, and both teams have failed (GGG-seq-1, GGG-mis-2).
#[test]
fn ggg_mis_2_defused_by_the_last_man_hit() {
    let far = PLACE.replace("rp...........#", "rp........V..#");
    let ending = |timing: &str, red: bool| {
        let rules = json!({ "fire_timing": timing, "ct_lost_when": "all_hit", "fire": needs(-10) });
        let steps = play(&far, bomb(json!({ "rules": rules })), |script| {
            let script = plants(script).goes(1, Pace::Normal, "via two").always_fires(1, 0);
            let script = (0..5).fold(script, |script, _| script.goes(0, Pace::Normal, "place"));
            let script = script.does(0, Act::Defuse(0)).does(0, Act::Defuse(0));
            let script = (0..6).fold(script, |script, _| script.then(1, look(Facing::EAST)));
            if red { script.then(1, look(Facing::WEST)) } else { script }
        });
        assert_eq!(work(&steps, "GGG-bomb-5").len(), if steps.ending() == "red.ct_lost" { 1 } else { 2 });
        (steps.ending(), steps.outcome.turns)
    };
    for timing in ["after_movement", "stationary_first"] {
        assert_eq!(ending(timing, false), ("blue.defused", 7), "{timing}");
    }
    assert_eq!(ending("after_movement", true), ("red.ct_lost", 7));
    assert_eq!(ending("stationary_first", true), ("draw.both_failed", 7));
    // Likewise for a mission that is looked at as a whole.
    let facts = |timing: &str, facts: Value| json!({ "mission": "destruction", "facts": facts, "options": { "fire_timing": timing } });
    let defused = json!({ "turn": 12, "bomb": "defused", "all_ct_hit": true });
    assert_eq!(odds("mission_result", &facts("after_movement", defused.clone()), "t_win"), of(1, 1));
    assert_eq!(odds("mission_result", &facts("stationary_first", defused), "draw"), of(1, 1));
}

/// Defused at the end of the turn in which it is due: defused, or it goes off.
#[test]
fn ggg_bomb_6_defused_when_it_is_due() {
    let done = play(PLACE, bomb(json!({ "rules": { "fuse": 20 } })), defuse(1)).outcome.turns;
    let ending = |fuse: u16, tie: &str| {
        let steps = play(PLACE, bomb(json!({ "rules": { "fuse": fuse, "bomb_tie": tie } })), defuse(1));
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
    let steps = play(PLACE, bomb(json!({})), plants);
    let blast = steps.of("GGG-bomb-7").next().expect("an explosion");
    assert_eq!(u32::from(steps.outcome.turns), blast.turn);
    assert_eq!((steps.ending(), steps.outcome.measures[..4].to_vec()), ("red.explosion", vec![0; 4]), "GGG-dm-5");
    // Even if no Terrorist is left: a sniper who has waited puts red out when the bomb ticks (GGG-dm-6).
    let more = with(deadly(), json!({ "blue": { "team": { "weapon": "sniper" } } }));
    let holds = |script: Script| (0..3).fold(plants(gunner(script)), |script, _| script.then(0, Action::HoldFire));
    let steps = play(&seen(), bomb(more), holds);
    assert_eq!((steps.aims(0)[0].0, steps.turns(1, "GGG-bomb-3")), (5, vec![3]));
    assert_eq!((steps.ending(), steps.outcome.turns, steps.outcome.measures[1]), ("red.explosion", 11, 1), "GGG-dm-6");
}

/// No bomb has gone off in the time: the Terrorists lose; or it must only have been planted.
#[test]
fn ggg_dm_2_and_ggg_dm_3_the_time() {
    let ending = |rules: Value, red: fn(Script) -> Script| {
        let steps = play(PLACE, bomb(json!({ "rules": rules })), red);
        (steps.ending(), steps.outcome.turns)
    };
    assert_eq!(ending(json!({}), still), ("blue.no_explosion", 30), "GGG-dm-2");
    assert_eq!(ending(json!({ "time": 12 }), still), ("blue.no_explosion", 12));
    // Planted at the end of turn 3, due at the end of turn 11.
    assert_eq!(ending(json!({ "time": 11 }), plants), ("red.explosion", 11));
    assert_eq!(ending(json!({ "time": 10 }), plants), ("blue.no_explosion", 10));
    let planted = |time: u16| ending(json!({ "time": time, "bomb_deadline": "planted" }), plants);
    assert_eq!(planted(3), ("red.explosion", 11), "it may run on");
    assert_eq!(planted(2), ("blue.no_explosion", 2));
    let in_time = |turn: u32| odds("bomb_clock", &json!({ "plant_start_turn": turn }), "in_time");
    assert_eq!([in_time(21), in_time(22)], [of(1, 1), of(0, 1)]);
}

/// The Counter-Terrorists are lost: bungled, bomb or no bomb.
#[test]
fn ggg_dm_4_the_counter_terrorists_are_lost() {
    let steps = play(&seen(), bomb(deadly()), answers);
    assert_eq!((steps.ending(), steps.outcome.turns), ("red.ct_lost", 1), "{:#?}", steps.lines());
    let facts =
        |bomb: &str| json!({ "mission": "destruction", "facts": { "turn": 20, "all_ct_hit": true, "bomb": bomb } });
    assert_eq!(["none", "planted"].map(|bomb| odds("mission_result", &facts(bomb), "t_win")), [of(1, 1), of(1, 1)]);
}

/// Defused: the Terrorists lose; all down without a bomb planted: at once; with one that ticks the game goes on.
#[test]
fn ggg_dm_6_it_is_defused() {
    let steps = play(PLACE, bomb(json!({})), defuse(1));
    assert_eq!(steps.ending(), "blue.defused");
    let steps = play(&seen(), bomb(deadly()), gunner);
    assert_eq!((steps.ending(), steps.outcome.turns), ("blue.terrorists_down", 1));
    let facts = |bomb: &str| json!({ "mission": "destruction", "facts": { "turn": 12, "all_terrorists_down": true, "bomb": bomb } });
    assert_eq!(odds("mission_result", &facts("none"), "ct_win"), of(1, 1));
    assert_eq!(odds("mission_result", &facts("planted"), "goes_on"), of(1, 1));
}
