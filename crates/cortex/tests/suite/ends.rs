//! Situations with as many dice, members and turns as there may be are answered or refused, and never run on.

use serde_json::{Value, json};
use testkit::golden::{answer, value};

/// Dice of all sizes in turn.
fn mixed(dice: usize) -> Vec<&'static str> {
    ["d4", "d6", "d8", "d10", "d12"].into_iter().cycle().take(dice).collect()
}

/// CX1-effect-5: nothing is rolled where effect dice are applied, so that it is answered whatever dice they are.
#[test]
fn cx1_effect_5_many_effect_dice() {
    let applied = |effects: usize, members: Value, more: Value| {
        let dice = json!({ "effects": mixed(effects), "qualities": members });
        let parameters = testkit::setup::with(dice, more);
        answer(&cortex::FIREFIGHT, "unit_apply", &parameters).unwrap_or_else(|error| panic!("{parameters}: {error}"))
    };
    let removed = |answer: &engage::Answer| {
        (0..=24).find(|gone| value(answer, &format!("removed_{gone}")).to_f64() > 0.5).expect("some are taken out")
    };
    // Of five dice a d12 takes out one of d12 alone, a d10 and a d4 another, a d8 and a d6 the third: none may be spent otherwise.
    for (effects, gone) in [(5, 3), (10, 6), (15, 6), (20, 6)] {
        let answer = applied(effects, json!("6d12"), json!({ "part": 1 }));
        assert_eq!(removed(&answer), gone, "{effects} dice in Part I");
    }
    // In Part II only one die injures without taking anybody out (CX2-attack-4), so that each of the d12 takes out one and no pair does.
    for (effects, gone) in [(5, 1), (10, 2), (15, 3), (20, 4)] {
        let answer = applied(effects, json!("6d12"), json!({ "part": 2 }));
        assert_eq!(removed(&answer), gone, "{effects} dice in Part II");
    }
    let decisions = json!({ "removal": "best_reached" });
    for options in [
        json!({}),
        json!({ "surplus": "carried" }),
        json!({ "complication_sum": "step_up", "complication_spent": "when_needed" }),
    ] {
        let all = json!({ "part": 1, "options": options, "decisions": decisions });
        let gone = removed(&applied(20, json!(mixed(24)), all));
        assert!((12..=24).contains(&gone), "{gone} of 24");
    }
}

/// Large pools that were once too much are answered.
#[test]
fn large_pools_are_answered() {
    for (kind, parameters) in [
        ("unit_hit", json!({ "attack": mixed(18), "qualities": mixed(5), "part": 2 })),
        ("grenades", json!({ "attack": mixed(16), "targets": [{ "kind": "character", "resist": mixed(20) }] })),
        ("plot_total", json!({ "actor": "24d6", "opposition": "d12", "decisions": { "keep": "max_effect" } })),
    ] {
        if let Err(error) = answer(&cortex::FIREFIGHT, kind, &parameters) {
            panic!("{kind}: {error}");
        }
    }
}
