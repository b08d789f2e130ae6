//! Figures that begin hurt: wounds (GGG-eff-3) and turns to be spent stunned (GGG-stun-1, GGG-stun-3).

use field::Facing;
use go_go_go::Script;
use go_go_go::figure::Pace;
use serde_json::{Value, json};

use super::{Assault, answers, duel, gunner, look, needs, open, play, walks};

/// Two figures ten inches apart.
fn room() -> String {
    open(9, 30, &[(4, 2, 'b'), (4, 12, 'r')])
}

/// What is wrong with a scenario in the room.
fn problems(more: Value) -> Vec<String> {
    Assault::new(&room(), more).compiles().err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// GGG-eff-3, GGG-stun-1, GGG-stun-3: a man with a wound who is stunned for two turns fires standing at 10": 3 and 1 and 2 in
/// turns 1 and 2, then 3 and 1 (on open ground see `play.rs`).
#[test]
fn ggg_stun_3_a_man_begins_wounded_and_stunned() {
    let more = json!({ "blue": { "team": { "wounds": 1, "stun_turns": 2 } }, "rules": { "penalties": { "wound": 1 } }, "turn_limit": 4 });
    let steps = play(&room(), more, gunner);
    assert_eq!(steps.aims(0), [(1, 6), (2, 6), (3, 4), (4, 4)], "{:#?}", steps.lines());
}

/// GGG-stun-1, GGG-move-3: who begins stunned for two turns goes 3", 3" and then 6".
#[test]
fn ggg_move_3_a_man_begins_stunned() {
    let street = open(5, 60, &[(2, 2, 'b'), (2, 40, 'v'), (1, 57, 'r')]);
    let gone = |pace: Pace| {
        let more = json!({ "blue": { "team": { "stun_turns": 2, "wounds": 3 } } });
        play(&street, more, |script: Script| walks(script.faces(0, Facing::EAST), 0, pace, "via")).strides(0, 4)
    };
    assert_eq!((gone(Pace::Normal), gone(Pace::Stealthy)), (vec![3, 3, 6, 6], vec![1, 1, 2, 2]));
}

/// GGG-see-4: wounds and stun count when he spots, too.
#[test]
fn ggg_see_4_a_hurt_man_spots() {
    let beside = open(30, 34, &[(11, 6, 'b'), (23, 6, 'r')]);
    let more = json!({ "blue": { "team": { "wounds": 1, "stun_turns": 1 } }, "rules": { "penalties": { "wound": 1 } }, "turn_limit": 2 });
    let steps = play(&beside, more, |script| script.then(0, look(Facing::EAST)).then(0, look(Facing::EAST)));
    let numbers: Vec<_> = steps.by(0, "GGG-see-3").filter_map(|step| step.target_number).collect();
    assert_eq!(numbers, [6, 4], "3 and 1 and 2, then 3 and 1");
}

/// GGG-mis-5: wounds from before the assault are no loss of it; the first in it is.
#[test]
fn ggg_mis_5_wounds_from_before_the_assault() {
    let ends = |red: fn(Script) -> Script, by: &str| {
        let rules = json!({ "ct_lost_when": "all_hit", "ct_loss_by": by, "fire": needs(-10) });
        let steps = play(&room(), json!({ "blue": { "team": { "wounds": 2 } }, "rules": rules }), red);
        (steps.ending(), steps.outcome.turns, steps.outcome.measures[2])
    };
    for by in ["any", "terrorists"] {
        assert_eq!(ends(super::still, by), ("turn_limit", 6, 1), "wounded all the while");
        assert_eq!(ends(answers, by), ("red.ct_lost", 1, 1));
    }
}

/// GGG-eff-4: under a limit the wounds that he begins with count.
#[test]
fn ggg_eff_4_wounds_from_before_count_for_the_limit() {
    let turns = |wounds: u8| {
        let rules = json!({ "wound_limit": 3, "fire": needs(-10) });
        let steps = play(&room(), json!({ "red": { "foe": { "wounds": wounds } }, "rules": rules }), duel);
        (steps.ending(), steps.outcome.turns)
    };
    assert_eq!([1, 2].map(turns), [("blue.terrorists_down", 2), ("blue.terrorists_down", 1)]);
    assert_eq!(turns(0), ("draw.both_failed", 3), "each with his third wound");
}

/// What is out of range is refused, and so are as many wounds as put a figure out.
#[test]
fn what_a_squad_may_begin_with() {
    let blue = |hurt: Value, rules: Value| problems(json!({ "blue": { "team": hurt }, "rules": rules }));
    assert_eq!(blue(json!({ "wounds": 20, "stun_turns": 20 }), json!({})), Vec::<String>::new());
    assert_eq!(
        blue(json!({ "wounds": 21 }), json!({})),
        ["blue.team.wounds: invalid value: integer `21`, expected a whole number from 0 to 20"]
    );
    assert_eq!(
        blue(json!({ "stun_turns": 21 }), json!({})),
        ["blue.team.stun_turns: invalid value: integer `21`, expected a whole number of turns from 0 to 20"]
    );
    assert_eq!(blue(json!({ "wounds": 2 }), json!({ "wound_limit": 3 })), Vec::<String>::new());
    let out = "wounds: 3 wounds put a figure out of action (`rules.wound_limit`), expected 0 to 2";
    assert_eq!(blue(json!({ "wounds": 3 }), json!({ "wound_limit": 3 })), [format!("blue.team.{out}")]);
    let foe = json!({ "foe": { "wounds": 4 } });
    let open = json!({ "blue": { "team": {} }, "red": foe, "rules": { "wound_limit": 3 }, "turn_limit": 4 });
    let refused = (go_go_go::RULESET.compile)(&open, None).err().unwrap_or_default();
    assert_eq!(refused.iter().map(ToString::to_string).collect::<Vec<_>>(), [format!("red.foe.{out}")]);
}
