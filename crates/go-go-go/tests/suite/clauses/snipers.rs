//! The sniper rifle (GGG-snipe).

use serde_json::{Value, json};

use super::{Game, odds, of, open, told, with};

/// A sniper, and five men one behind the other before him.
fn lane() -> String {
    open(13, 40, &[(6, 2, 'b'), (6, 20, 'r'), (6, 22, 'r'), (6, 24, 'r'), (6, 26, 'r'), (6, 28, 'r')])
}

fn targets() -> Value {
    json!({ "count": 5, "weapon": "none" })
}

/// The shots of a sniper, with the numbers that they need.
fn shots(sniper: Value, rules: Value) -> Vec<(u32, i32)> {
    let sniper = with(json!({ "weapon": "sniper" }), sniper);
    told(&lane(), json!({ "blue": { "team": sniper }, "red": { "foe": targets() }, "rules": rules, "turn_limit": 9 }))
        .aims(0)
}

/// Only Counter-Terrorists have the rifle, as many as wish, and then no other gun.
#[test]
fn ggg_snipe_1_who_has_sniper_rifles() {
    let compiles = |more: Value| (go_go_go::RULESET.compile)(&super::scenario(more), Some(&super::drawn(&lane())));
    let refused = compiles(json!({ "red": { "foe": { "weapon": "sniper" } } })).err().unwrap_or_default();
    assert!(refused[0].to_string().starts_with("red.foe.weapon: "), "{refused:?}");
    let many = open(13, 40, &[(6, 2, 'b'), (7, 2, 'b'), (8, 2, 'b'), (6, 20, 'r'), (8, 24, 'r')]);
    let more = json!({ "blue": { "team": { "weapon": "sniper", "count": 3 } }, "red": { "foe": { "weapon": "none", "count": 2 } } });
    let steps = told(&many, more);
    assert!((0..3).all(|who| steps.aims(who)[0].0 == 2), "{:#?}", steps.lines());
    // He has nothing to fire in the turns in which the rifle may not be.
    assert_eq!(shots(json!({}), json!({})).iter().map(|shot| shot.0).collect::<Vec<_>>(), [2, 4, 6, 8]);
}

/// Fired by a stationary figure alone, who may hide.
#[test]
fn ggg_snipe_2_fired_standing_still() {
    // He waits for a comrade before a door, and is set up when he goes in; there he sees red, and may not fire until he has
    // stood still for a turn again.
    let door = "
        ##############
        #b+........r.#
        #.############
        #...........B#
        #p...........#
        ##############";
    let more = json!({
        "blue": {
            "team": { "weapon": "sniper", "orders": "assault", "stack": 2 },
            "two": { "at": "blue two", "orders": "guard", "weapon": "none", "hiding": false },
        },
        "red": { "foe": { "weapon": "none" } },
        "turn_limit": 9,
    });
    let steps = told(door, more);
    let (moved, seen) = (steps.turns(0, "GGG-move-1"), steps.turns(0, "GGG-see-6"));
    assert!(moved[0] > 2 && seen == [moved[0]], "{:#?}", steps.lines());
    assert_eq!(steps.aims(0)[0].0, moved[0] + 2, "{:#?}", steps.lines());
    let p = |stance: &str| {
        let firer = json!({ "weapon": "sniper", "stance": stance, "stationary_last_turn": true });
        odds("hit", &json!({ "firer": firer, "target": {}, "range": 10 }), "hit")
    };
    assert_eq!(["stationary", "stealthy", "normal"].map(p), [of(1, 1), of(0, 1), of(0, 1)]);
    let bush = open(13, 40, &[(6, 2, 'j'), (6, 20, 'r')]);
    let more =
        json!({ "blue": { "team": { "weapon": "sniper", "hiding": true } }, "red": { "foe": { "weapon": "none" } } });
    assert_eq!(told(&bush, more).aims(0), [(2, 0)], "from hiding");
}

/// Only after a whole turn of standing still.
#[test]
fn ggg_snipe_3_setting_up() {
    assert_eq!(shots(json!({}), json!({}))[0].0, 2);
    // Two turns of moving, one of setting up.
    let room = open(13, 40, &[(6, 2, 'b'), (6, 14, 'v'), (6, 34, 'r')]);
    let hidden = json!({ "rules": { "moves": { "normal": 6 } } });
    let more = with(
        hidden,
        json!({ "blue": { "team": { "weapon": "sniper", "via": "via" } }, "red": { "foe": { "weapon": "none" } } }),
    );
    let steps = told(&room, more);
    let last = steps.turns(0, "GGG-move-1").last().copied().expect("a move");
    assert_eq!(steps.aims(0)[0].0, last + 2, "{:#?}", steps.lines());
    let p = |still: bool| {
        let firer = json!({ "weapon": "sniper", "stationary_last_turn": still });
        odds("hit", &json!({ "firer": firer, "target": {}, "range": 10 }), "hit")
    };
    assert_eq!((p(true), p(false)), (of(1, 1), of(0, 1)));
}

/// Who sets up, aims or fires sees 22.5° to either side alone; also in a turn of reloading that serves as setting up, not in another.
#[test]
fn ggg_snipe_4_the_narrow_view() {
    // Red two is to the side.
    let room = open(30, 40, &[(6, 2, 'b'), (6, 12, 'r'), (18, 10, 'R')]);
    let looks = |weapon: &str, option: &str, pace: Value| {
        let blue = with(json!({ "weapon": weapon }), pace);
        let two = json!({ "at": "red two", "orders": "guard", "weapon": "none", "hiding": false });
        let rules = json!({ "reload_serves_as_setup": option, "spotting": super::spotting(99) });
        let more = json!({ "blue": { "team": blue }, "red": { "foe": { "weapon": "none" }, "two": two }, "rules": rules, "turn_limit": 3 });
        told(&room, more).turns(0, "GGG-see-3")
    };
    assert_eq!(looks("none", "yes", json!({})), [1, 2, 3]);
    assert_eq!(looks("sniper", "yes", json!({})), Vec::<u32>::new(), "sets up, fires, reloads");
    assert_eq!(looks("sniper", "no", json!({})), [3], "reloads and does not set up");
    let p = json!({ "observer": { "weapon": "sniper" }, "target": {}, "angle_deg": 30, "sniper_aiming": true });
    assert_eq!(odds("spot", &p, "unseen"), of(1, 1));
}

/// A hit puts out without another die.
#[test]
fn ggg_snipe_5_a_snipers_hit() {
    let more = json!({ "blue": { "team": { "weapon": "sniper" } }, "red": { "foe": targets() }, "rules": { "natural_rolls": "one_fails" }, "turn_limit": 2 });
    let mut hits = 0;
    for steps in Game::new(&lane(), more).replays(30) {
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
    let first = |aim: u8, option: &str| shots(json!({ "aim": aim }), json!({ "setup_is_aiming": option }))[0];
    assert_eq!([0, 1, 2, 3].map(|aim| first(aim, "yes")), [(2, 0), (2, 0), (3, -1), (4, -2)]);
    assert_eq!([0, 1, 2, 3].map(|aim| first(aim, "no")), [(2, 1), (3, 0), (4, -1), (5, -2)]);
    assert_eq!(shots(json!({ "aim": 2 }), json!({ "aim_bonus": 2 }))[0], (3, -3));
    // A throw in turn 2 costs what he has: he begins again in turn 3.
    let throws = json!({ "aim": 3, "grenades": ["stun"], "throw": "always" });
    assert_eq!(
        shots(throws, json!({ "stun": ["nothing", "nothing", "nothing", "nothing", "nothing", "nothing"] }))[0],
        (6, -2)
    );
    // So does turning, towards somebody nearer whom a comrade has seen. He comes into view in turn 1 or 2.
    let marks = [(6, 4, 'b'), (4, 4, 'B'), (6, 20, 'r'), (25, 4, 'R'), (21, 4, 'V')];
    let wall = (4..8).map(|column| (24, column, '#'));
    let room = open(30, 40, &marks.into_iter().chain(wall).collect::<Vec<_>>());
    let more = |two: Value| {
        let red = json!({ "at": "red two", "orders": "guard", "weapon": "none", "hiding": false });
        json!({
            "blue": { "team": { "weapon": "sniper", "aim": 3 }, "two": { "at": "blue two", "orders": "guard", "weapon": "none", "hiding": false } },
            "red": { "foe": { "weapon": "none" }, "two": with(red, two) },
            "rules": { "spotting": super::spotting(-50) },
            "turn_limit": 12,
        })
    };
    let steps = told(&room, more(json!({})));
    assert_eq!(steps.aims(0)[0], (4, -2), "{:#?}", steps.lines());
    let steps = told(&room, more(json!({ "via": "via two" })));
    let (fired, number) = steps.aims(0)[0];
    let turned = steps.turns(0, "GGG-move-4").into_iter().filter(|&turn| turn < fired).max().expect("he turns");
    assert!(turned > 1 && (fired, number) == (turned + 4, -2), "he aims for three turns more: {:#?}", steps.lines());
    // Wounds do not undo it: his number is what it was and the wound.
    let p = json!({ "firer": { "weapon": "sniper", "stationary_last_turn": true, "aim_turns": 3, "wounds": 1 }, "target": {}, "range": 4 });
    assert_eq!(odds("hit", &p, "hit"), of(6, 6));
}

/// A turn of reloading after each shot, also on the move; meanwhile he throws nothing.
#[test]
fn ggg_snipe_7_reloading() {
    assert_eq!(shots(json!({}), json!({})).iter().map(|shot| shot.0).collect::<Vec<_>>(), [2, 4, 6, 8]);
    let p = |loaded: bool| {
        let firer = json!({ "weapon": "sniper", "stationary_last_turn": true, "loaded": loaded });
        odds("hit", &json!({ "firer": firer, "target": {}, "range": 10 }), "hit")
    };
    assert_eq!((p(true), p(false)), (of(1, 1), of(0, 1)));
    // Red comes into view in turn 2, when the sniper is set up, and stands and fires: he fires, reloads, then throws.
    let room = "
        ##################################
        #b...............................#
        #.............................V..#
        #..................#########.....#
        #..................#r............#
        #..................#########.....#
        #...............................p#
        ##################################";
    let more = json!({
        "blue": { "team": { "weapon": "sniper", "grenades": ["stun"], "throw": "always" } },
        "red": { "foe": { "via": "via two" } },
        "rules": { "fire": { "sniper": { "long": 6 } }, "stun": ["nothing", "nothing", "nothing", "nothing", "nothing", "nothing"], "spotting": super::spotting(-50) },
        "turn_limit": 9,
    });
    let mut both = 0;
    for steps in Game::new(room, more.clone()).replays(20) {
        let thrown: Vec<u32> =
            steps.steps.iter().filter(|step| step.text.starts_with("throws")).map(|step| step.turn).collect();
        for (turn, _) in steps.aims(0) {
            assert!(!thrown.contains(&(turn + 1)), "{:#?}", steps.lines());
            both += u32::from(thrown.contains(&(turn + 2)));
        }
    }
    assert!(both > 5, "{both}: {:#?}", Game::new(room, more.clone()).replay(0).lines());
}

/// A turn of reloading without moving serves as setting up, but is no aiming; or it does not.
#[test]
fn ggg_snipe_8_reloading_as_setting_up() {
    let played = |serves: &str, aiming: &str| {
        shots(json!({}), json!({ "reload_serves_as_setup": serves, "setup_is_aiming": aiming }))
    };
    assert_eq!(played("yes", "yes"), [(2, 0), (4, 1), (6, 1), (8, 1)], "every second turn");
    assert_eq!(played("no", "yes"), [(2, 0), (5, 0), (8, 0)], "every third");
    assert_eq!(played("yes", "no"), [(2, 1), (4, 1), (6, 1), (8, 1)]);
    assert_eq!(played("no", "no"), [(2, 1), (5, 1), (8, 1)]);
}

/// At six inches and more he cannot miss who stands in the open, nor with one turn of aiming who hides or moves.
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
