//! The sniper rifle (GGG-snipe).

use field::Facing;
use go_go_go::Script;
use go_go_go::action::{Act, Action, Order};
use go_go_go::figure::Pace;
use go_go_go::grenade::Grenade;
use serde_json::{Value, json};

use super::{Assault, always, gunner, look, odds, of, open, play};

/// A sniper, and five men one behind the other before him.
fn lane() -> String {
    open(13, 40, &[(6, 2, 'b'), (6, 20, 'r'), (6, 22, 'r'), (6, 24, 'r'), (6, 26, 'r'), (6, 28, 'r')])
}

/// A sniper with a grenade, five men, and rules.
fn against_five(rules: Value) -> Value {
    let sniper = json!({ "weapon": "sniper", "grenades": ["stun"] });
    json!({ "blue": { "team": sniper }, "red": { "foe": { "count": 5 } }, "rules": rules, "turn_limit": 9 })
}

/// The sniper looks east and fires at any of them whenever he may.
fn fires(script: Script) -> Script {
    (1..=5).fold(script.faces(0, Facing::EAST), |script, target| script.always_fires(0, target))
}

/// The shots of a sniper, with the numbers that they need.
fn shots(script: impl Fn(Script) -> Script, rules: Value) -> Vec<(u32, i32)> {
    play(&lane(), against_five(rules), |parts| fires(script(parts))).aims(0)
}

/// The first shot of a sniper who holds his fire for a number of turns in which he could have fired.
fn first(holds: usize, rules: Value) -> (u32, i32) {
    shots(|script| (0..holds).fold(script, |script, _| script.then(0, Action::HoldFire)), rules)[0]
}

/// Only Counter-Terrorists have the rifle, as many as wish, and then no other gun.
#[test]
fn ggg_snipe_1_who_has_sniper_rifles() {
    let compiles = |more: Value| Assault::new(&lane(), more).compiles();
    let refused = compiles(json!({ "red": { "foe": { "weapon": "sniper" } } })).err().unwrap_or_default();
    assert!(refused[0].to_string().starts_with("red.foe.weapon: "), "{refused:?}");
    let many = open(13, 40, &[(6, 2, 'b'), (7, 2, 'b'), (8, 2, 'b'), (6, 20, 'r'), (8, 24, 'r')]);
    let more = json!({ "blue": { "team": { "weapon": "sniper", "count": 3 } }, "red": { "foe": { "count": 2 } } });
    let steps = play(&many, more, |script| {
        (0..3).fold(script, |script, me| script.faces(me, Facing::EAST).always_fires(me, 3))
    });
    assert!((0..3).all(|who| steps.aims(who)[0].0 == 2), "{:#?}", steps.lines());
    // He has nothing to fire in the turns in which the rifle may not be.
    assert_eq!(shots(super::still, json!({})).iter().map(|shot| shot.0).collect::<Vec<_>>(), [2, 4, 6, 8]);
}

/// Fired by a stationary figure alone, who may hide.
#[test]
fn ggg_snipe_2_fired_standing_still() {
    // He is set up when he goes on, and may not fire until he has stood still for a turn again.
    let room = open(13, 40, &[(6, 2, 'b'), (6, 8, 'v'), (6, 20, 'r')]);
    let more = json!({ "blue": { "team": { "weapon": "sniper" } }, "turn_limit": 9 });
    let steps =
        play(&room, more, |script| gunner(script).stays(0, 2).goes(0, Pace::Normal, "via").then(0, Action::HoldFire));
    assert_eq!(steps.turns(0, "GGG-move-1"), [3], "{:#?}", steps.lines());
    assert_eq!(steps.aims(0), [(5, 0)], "{:#?}", steps.lines());
    let p = |stance: &str| {
        let firer = json!({ "weapon": "sniper", "stance": stance, "stationary_last_turn": true });
        odds("hit", &json!({ "firer": firer, "target": {}, "range": 10 }), "hit")
    };
    assert_eq!(["stationary", "stealthy", "normal"].map(p), [of(1, 1), of(0, 1), of(0, 1)]);
    let bush = open(13, 40, &[(6, 2, 'j'), (6, 20, 'r')]);
    let more = json!({ "blue": { "team": { "weapon": "sniper" } } });
    let steps = play(&bush, more, |script| script.hides(0, Facing::EAST).always_fires(0, 1));
    assert_eq!(steps.turns(0, "GGG-see-8"), [1]);
    assert_eq!(steps.aims(0), [(2, 0)], "from hiding");
}

/// Only after a whole turn of standing still.
#[test]
fn ggg_snipe_3_setting_up() {
    assert_eq!(shots(super::still, json!({}))[0].0, 2);
    // Two turns of moving, one of setting up.
    let room = open(13, 40, &[(6, 2, 'b'), (6, 14, 'v'), (6, 34, 'r')]);
    let more = json!({ "blue": { "team": { "weapon": "sniper" } } });
    let steps = play(&room, more, |script| gunner(script).goes(0, Pace::Normal, "via").goes(0, Pace::Normal, "via"));
    assert_eq!((steps.turns(0, "GGG-move-1"), steps.aims(0)[0].0), (vec![1, 2], 4), "{:#?}", steps.lines());
    let p = |still: bool| {
        let firer = json!({ "weapon": "sniper", "stationary_last_turn": still });
        odds("hit", &json!({ "firer": firer, "target": {}, "range": 10 }), "hit")
    };
    assert_eq!((p(true), p(false)), (of(1, 1), of(0, 1)));
}

/// A sniper who sets up, aims or fires sees only 22.5° to either side; also in a turn of reloading that serves as setting up,
/// not in another.
#[test]
fn ggg_snipe_4_the_narrow_view() {
    // Red two is to the side.
    let room = open(30, 40, &[(6, 2, 'b'), (6, 12, 'r'), (18, 10, 'R')]);
    let looks = |weapon: &str, option: &str| {
        let rules = json!({ "reload_serves_as_setup": option, "spotting": super::spotting(20) });
        let red = json!({ "two": { "at": "red two" } });
        let more = json!({ "blue": { "team": { "weapon": weapon } }, "red": red, "rules": rules, "turn_limit": 3 });
        play(&room, more, gunner).turns(0, "GGG-see-3")
    };
    assert_eq!(looks("none", "yes"), [1, 2, 3]);
    assert_eq!(looks("sniper", "yes"), Vec::<u32>::new(), "sets up, fires, reloads");
    assert_eq!(looks("sniper", "no"), [3], "reloads and does not set up");
    let p = json!({ "observer": { "weapon": "sniper" }, "target": {}, "angle_deg": 30, "sniper_aiming": true });
    assert_eq!(odds("spot", &p, "unseen"), of(1, 1));
}

/// A hit puts out without another die.
#[test]
fn ggg_snipe_5_a_snipers_hit() {
    let mut more = against_five(json!({ "natural_rolls": "one_fails" }));
    more["turn_limit"] = json!(2);
    let mut hits = 0;
    for steps in Assault::new(&lane(), more).plays(30, fires) {
        let shot = steps.of("GGG-snipe-5").next().expect("a shot");
        let hit = shot.text.starts_with("hits: out of action");
        assert!(hit || shot.text.starts_with("misses"), "never a wound: {shot:?}");
        assert_eq!((shot.luck.len(), steps.outcome.measures[1]), (1, u16::from(hit)));
        hits += u32::from(hit);
    }
    assert!(hits > 15, "{hits}");
    let p = json!({ "firer": { "weapon": "sniper", "stationary_last_turn": true }, "target": { "stance": "normal" }, "range": 4 });
    assert_eq!(["wounded", "out"].map(|outcome| odds("shot", &p, outcome)), [of(0, 1), of(1, 2)]);
}

/// Each complete turn of aiming adds 1, that of setting up too, or not; moving, throwing and turning away lose it.
#[test]
fn ggg_snipe_6_aiming() {
    let aims = |holds: usize, option: &str| first(holds, json!({ "setup_is_aiming": option }));
    assert_eq!([0, 1, 2].map(|holds| aims(holds, "yes")), [(2, 0), (3, -1), (4, -2)]);
    assert_eq!([0, 1, 2, 3].map(|holds| aims(holds, "no")), [(2, 1), (3, 0), (4, -1), (5, -2)]);
    assert_eq!(first(1, json!({ "aim_bonus": 2 })), (3, -3));
    // A throw in turn 2 costs what he has.
    let throws = |script: Script| script.stays(0, 1).throws(0, Grenade::Stun, "red");
    assert_eq!(shots(throws, json!({ "stun": always("nothing") }))[0], (3, 1));
    // So does turning, but for a little.
    let turns = |facing: Facing| {
        let script = move |script: Script| {
            script
                .then(0, look(Facing::EAST))
                .then(0, look(facing))
                .then(0, look(Facing::EAST))
                .then(0, Action::HoldFire)
        };
        shots(script, json!({}))[0]
    };
    assert_eq!(turns(Facing::EAST), (3, -1));
    assert_eq!(turns(Facing::new(-1, 6).expect("a direction")), (3, -1), "nine degrees");
    assert_eq!(turns(Facing::NORTH), (4, 1), "he has turned in turn 3 too");
    // Wounds do not undo it: his number is what it was and the wound.
    let p = json!({ "firer": { "weapon": "sniper", "stationary_last_turn": true, "aim_turns": 3, "wounds": 1 }, "target": {}, "range": 4 });
    assert_eq!(odds("hit", &p, "hit"), of(6, 6));
}

/// He aims down an empty lane as well: red steps into it in turn 4.
#[test]
fn ggg_snipe_6_an_empty_lane() {
    let lane = "
        ########################################
        #b...........................v.........#
        ############################.###########
        ############################r.........p#
        ########################################";
    let more = json!({ "blue": { "team": { "weapon": "sniper" } }, "turn_limit": 4 });
    let steps = play(lane, more, |script| gunner(script).stays(1, 3).goes(1, Pace::Normal, "via"));
    assert_eq!(steps.turns(0, "GGG-see-6"), [4], "{:#?}", steps.lines());
    assert_eq!(steps.aims(0), [(4, -1)], "1 and 1 for moving, less three turns");
}

/// A turn of reloading after each shot, also on the move; meanwhile he throws nothing.
#[test]
fn ggg_snipe_7_reloading() {
    assert_eq!(shots(super::still, json!({})).iter().map(|shot| shot.0).collect::<Vec<_>>(), [2, 4, 6, 8]);
    let p = |loaded: bool| {
        let firer = json!({ "weapon": "sniper", "stationary_last_turn": true, "loaded": loaded });
        odds("hit", &json!({ "firer": firer, "target": {}, "range": 10 }), "hit")
    };
    assert_eq!((p(true), p(false)), (of(1, 1), of(0, 1)));
    let assault = Assault::new(&lane(), against_five(json!({})));
    let aim = Script::on(&assault.map).cell("red");
    let throw = Action::Order(Order::doing(Act::Throw { grenade: Grenade::Stun, aim }));
    let may = |turn: u16| assault.may((0, turn), throw, fires);
    assert_eq!([1, 2, 3, 4].map(may), [Ok(()), Ok(()), Err("GGG-snipe-7"), Ok(())], "fired in turn 2");
}

/// A turn of reloading without moving serves as setting up, but is no aiming; or it does not.
#[test]
fn ggg_snipe_8_reloading_as_setting_up() {
    let played = |serves: &str, aiming: &str| {
        shots(super::still, json!({ "reload_serves_as_setup": serves, "setup_is_aiming": aiming }))
    };
    assert_eq!(played("yes", "yes"), [(2, 0), (4, 1), (6, 1), (8, 1)], "every second turn");
    assert_eq!(played("no", "yes"), [(2, 0), (5, 0), (8, 0)], "every third");
    assert_eq!(played("yes", "no"), [(2, 1), (4, 1), (6, 1), (8, 1)]);
    assert_eq!(played("no", "no"), [(2, 1), (5, 1), (8, 1)]);
}

/// At six inches and more he cannot miss a target in the open, nor, after one turn of aiming, one that hides or moves.
#[test]
fn ggg_snipe_9_what_a_sniper_cannot_miss() {
    let hit = |aim: u8, target: Value| {
        let firer = json!({ "weapon": "sniper", "stationary_last_turn": true, "aim_turns": aim });
        odds("hit", &json!({ "firer": firer, "target": target, "range": 6 }), "hit")
    };
    assert_eq!(hit(0, json!({})), of(1, 1));
    for target in [json!({ "hiding": true }), json!({ "stance": "normal" }), json!({ "stance": "stealthy" })] {
        assert_eq!((hit(0, target.clone()), hit(1, target)), (of(5, 6), of(1, 1)));
    }
}
