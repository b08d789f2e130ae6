//! The VIP and the mission to bring him away (GGG-am).

use field::Facing;
use go_go_go::Script;
use go_go_go::figure::Pace;
use serde_json::{Value, json};

use super::{Assault, Told, deadly, needs, odds, of, open, play, still, walks, with};

/// The VIP far from the escape point, red in a room apart.
const STREET: &str = "
    ################################
    #B.b...............p...#.......#
    #......................+.....r.#
    #......................#.......#
    ################################";

/// The mission: the VIP is figure 1, after his one escort.
fn escort(more: Value) -> Value {
    let mission = json!({
        "mission": { "objective": "escort" },
        "blue": {
            "team": {},
            "vip": { "at": "blue two", "vip": true },
        },
        "turn_limit": 40,
    });
    with(mission, more)
}

/// Red fires at a figure of blue's whenever he may.
fn red_fires(script: Script, target: usize) -> Script {
    script.faces(2, Facing::WEST).always_fires(2, target)
}

/// The VIP goes to the escape point.
fn gets_away(script: Script) -> Script {
    walks(script, 1, Pace::Normal, "place")
}

/// Both sides see each other; the escape point is far away.
fn open_street() -> String {
    open(13, 40, &[(6, 2, 'B'), (4, 2, 'b'), (6, 20, 'r')])
}

fn ended(steps: &Told) -> (&'static str, u16) {
    (steps.ending(), steps.outcome.turns)
}

/// The VIP moves as blue's figures do; he is unarmed, or armed; he is not one of those whose loss loses the mission, or he is.
#[test]
fn ggg_am_1_the_vip() {
    let shots = |armed: &str| {
        let more = json!({ "rules": { "vip_armed": armed }, "turn_limit": 3 });
        let fires = |script: Script| script.faces(1, Facing::EAST).always_fires(1, 2);
        play(&open_street(), escort(more), fires).aims(1).len()
    };
    assert_eq!(shots("no"), 0);
    assert_eq!(shots("yes"), 3);
    let count = |counts: &str| {
        let more = json!({ "rules": { "ct_lost_when": "all_hit", "fire": needs(-10), "vip_counts_as_ct": counts }, "turn_limit": 3 });
        ended(&play(&open_street(), escort(more), |script| red_fires(script, 0)))
    };
    assert_eq!(count("no"), ("red.ct_lost", 1), "the escort alone");
    assert_eq!(count("yes"), ("turn_limit", 3), "the VIP is unhurt");
    // One VIP, in this mission alone.
    let problems = |more: Value| -> Vec<String> {
        let refused = Assault::new(&open_street(), more).compiles();
        refused.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    };
    for more in [
        escort(json!({ "blue": { "team": { "vip": true } } })),
        json!({ "blue": { "team": { "vip": true } } }),
        escort(json!({ "red": { "foe": { "vip": true } } })),
    ] {
        let found = problems(more);
        assert!(found.iter().any(|problem| problem.contains("VIP")), "{found:?}");
    }
}

/// An armed VIP is brought away like an unarmed one.
#[test]
fn ggg_am_1_an_armed_vip_gets_away_too() {
    let steps = play(STREET, escort(json!({ "rules": { "vip_armed": "yes" } })), gets_away);
    assert_eq!(steps.ending(), "blue.vip_away", "{:#?}", steps.lines());
}

/// He reaches the escape point: the Terrorists lose, before anybody fires in that turn.
#[test]
fn ggg_am_2_he_is_away() {
    let steps = play(STREET, escort(json!({})), gets_away);
    let away = steps.of("GGG-am-2").next().unwrap_or_else(|| panic!("he gets away: {:#?}", steps.lines()));
    assert_eq!((away.figure, steps.ending()), (Some(1), "blue.vip_away"));
    assert_eq!((steps.outcome.turns, away.turn), (3, 3), "eighteen inches");
    let near = open(13, 40, &[(11, 34, 'B'), (9, 2, 'b'), (6, 34, 'r')]);
    let fired_at = |script: Script| gets_away(script).faces(2, Facing::SOUTH).always_fires(2, 1);
    let steps = play(&near, escort(deadly()), fired_at);
    assert_eq!((ended(&steps), steps.shots(2).count()), (("blue.vip_away", 1), 0), "{:#?}", steps.lines());
}

/// The Counter-Terrorists are lost, though the VIP lives.
#[test]
fn ggg_am_3_the_counter_terrorists_are_lost() {
    let steps = play(&open_street(), escort(deadly()), |script| red_fires(script, 0));
    assert_eq!((ended(&steps), steps.outcome.measures[0]), (("red.ct_lost", 1), 1));
    let facts = json!({ "mission": "assassination", "facts": { "turn": 9, "all_ct_hit": true } });
    assert_eq!(odds("mission_result", &facts, "t_win"), of(1, 1));
}

/// The VIP is killed, no matter by whom; a wound is not enough.
#[test]
fn ggg_am_4_he_is_killed() {
    let target = |more: Value| {
        let near = open(13, 40, &[(6, 15, 'B'), (4, 2, 'b'), (6, 20, 'r')]);
        let more = with(json!({ "turn_limit": 3 }), more);
        play(&near, escort(more), |script| red_fires(script, 1))
    };
    let steps = target(deadly());
    assert_eq!((ended(&steps), steps.shots(2).next().and_then(|shot| shot.target)), (("red.vip_killed", 1), Some(1)));
    let steps = target(json!({ "rules": { "fire": needs(-10), "ct_lost_when": "all_hit" } }));
    assert_eq!(ended(&steps), ("turn_limit", 3), "a wound");
    let both =
        json!({ "mission": "assassination", "facts": { "turn": 9, "vip": "dead", "all_terrorists_down": true } });
    assert_eq!(odds("mission_result", &both, "draw"), of(1, 1));
}

/// The Terrorists are down: they lose.
#[test]
fn ggg_am_5_the_terrorists_are_down() {
    let fires = |script: Script| script.faces(0, Facing::EAST).always_fires(0, 2);
    assert_eq!(ended(&play(&open_street(), escort(deadly()), fires)), ("blue.terrorists_down", 1));
}

/// The time is up and the VIP alive and not away: bungled, a draw, or the Terrorists' loss.
#[test]
fn ggg_am_6_the_time() {
    let ending = |timeout: &str, time: u16| {
        let more = json!({ "rules": { "vip_timeout": timeout, "time": time } });
        ended(&play(STREET, escort(more), still))
    };
    assert_eq!(ending("ct_bungled", 4), ("red.time_up", 4));
    assert_eq!(ending("draw", 4), ("draw.time_up", 4));
    assert_eq!(ending("terrorists_lose", 4), ("blue.time_up", 4));
    assert_eq!(ending("ct_bungled", 5).1, 5);
}
