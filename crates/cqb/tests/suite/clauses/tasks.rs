//! Sections 6 to 9: stun grenades, gas, other actions, jokers.

use chance::{Address, Cards, Deck, Draw, Scripted};
use cqb::rules::{Ability, Rules};
use cqb::task::{Tested, gas_target, passes, stun_target, task_target, test};
use serde_json::{Value, json};

use super::{certain, log, rules};
use crate::play::{JOKER, battle, merge, odds, of, outcomes, red};

#[track_caller]
fn tested(options: Value, target_number: i32, cards: &[Draw]) -> Tested {
    let rules = rules(options);
    let play = |margin: bool| {
        Scripted::play(cards.iter().copied(), |chance| {
            let mut deck = Cards::whole(rules.pack(Ability::Experienced, 2));
            let at = Address::new(0, 0, 0);
            if margin {
                test(chance, &rules, &mut deck, target_number, at)
            } else if passes(chance, &rules, &mut deck, target_number, at) {
                Tested::Pass
            } else {
                Tested::FailBy(0)
            }
        })
    };
    let result = play(true);
    assert_eq!(play(false) == Tested::Pass, result == Tested::Pass);
    result
}

#[test]
fn cqb_6a_everybody_in_the_room_is_tested_at_8() {
    assert_eq!(stun_target(&Rules::default(), 0, 0), 8);
    assert_eq!(odds("stun", &json!({ "turns": 0 }), "stunned_after_0"), of(26, 42));
    // One deck for all: of two Novices 12 cards in 42 pass, and then 11 in 41.
    assert_eq!(odds("stun_room", &json!({ "ability": "novice", "figures": 2 }), "stunned_0"), of(12 * 11, 42 * 41));
}

#[test]
fn cqb_6c_the_number_falls_each_turn() {
    assert_eq!([0, 1, 2, 3, 10].map(|turn| stun_target(&Rules::default(), turn, 0)), [8, 7, 6, 5, -2]);
    let wounded = rules(json!({ "penalties_on_resist": "yes" }));
    assert_eq!([stun_target(&Rules::default(), 1, 2), stun_target(&wounded, 1, 2)], [7, 9]);
}

#[test]
fn cqb_7a_gas_starts_at_6_and_rises() {
    assert_eq!([0, 1, 2].map(|turn| gas_target(&Rules::default(), turn, 0, 0)), [6, 7, 8]);
    assert_eq!(odds("gas", &json!({ "turns": 1 }), "failures_1"), of(4 * 4 + 2, 42), "2 to 5 and the jokers");
}

#[test]
fn cqb_7b_each_failure_is_a_penalty() {
    assert_eq!(task_target(&Rules::default(), 6, 0, 2, false), 8);
    let wounded = rules(json!({ "penalties_on_resist": "yes" }));
    assert_eq!([gas_target(&Rules::default(), 1, 1, 2), gas_target(&wounded, 1, 1, 2)], [7, 10]);
}

/// Also CQB-5.5.4e.
#[test]
fn cqb_8a_difficulties_and_penalties() {
    let difficulty = Rules::default().difficulty;
    assert_eq!([difficulty.easy, difficulty.moderate, difficulty.difficult, difficulty.very_difficult], [4, 6, 8, 10]);
    assert_eq!(task_target(&Rules::default(), 6, 3, 1, true), 12);
    assert_eq!(odds("test", &json!({ "difficulty": 6, "flesh": 1, "weak_hand": true }), "target_number"), of(9, 1));
}

#[test]
fn cqb_8b_the_margin_of_a_failure() {
    assert_eq!(tested(json!({}), 8, &[red(8)]), Tested::Pass);
    assert_eq!(tested(json!({}), 8, &[red(5)]), Tested::FailBy(3));
    assert_eq!(odds("test", &json!({ "difficulty": 8 }), "fail_by_3_or_more"), of(16, 42));
    assert_eq!(odds("test", &json!({ "difficulty": 8 }), "fail_by_1_or_more"), of(24, 42));
}

#[test]
fn cqb_9a_a_joker_in_a_test() {
    assert_eq!(tested(json!({}), -9, &[JOKER]), Tested::Joker);
    assert_eq!(tested(json!({ "joker_test": "pass" }), 99, &[JOKER]), Tested::Pass);
    assert_eq!(tested(json!({ "joker_test": "redraw" }), 8, &[JOKER, red(9)]), Tested::Pass);
}

/// With three jokers in every deck and every card put back, one shot in fourteen jams and the next action clears it.
fn jamming(joker_fire: &str, recovery_test: &str) -> Value {
    let mut fight = certain("leg", json!({ "turn_limit": 40 }));
    merge(
        &mut fight,
        json!({
            "rules": {
                "jokers": { "average": 3 }, "reshuffle": "every_draw", "joker_fire": joker_fire, "recovery_test": recovery_test,
            },
            "blue": { "team": { "aim_at": "head" } },
        }),
    );
    fight["rules"]["named"]["head"] = json!(63);
    fight
}

/// CQB-9a: whoever jams clears the jam with the next action and fires with the one after.
#[test]
fn cqb_9a_a_jam_is_cleared_by_the_next_action() {
    // Nobody can miss: at -50 + 63 = 13 only an elite's king hits.
    let lines = log(&jamming("jam", "none"));
    let jams: Vec<usize> =
        (0..lines.len()).filter(|&at| lines[at].contains("team: shot 1: joker, the weapon jams")).collect();
    assert!(!jams.is_empty(), "{lines:#?}");
    for at in jams {
        let next = lines[at + 1..].iter().find(|line| line.contains("team"));
        assert!(next.is_none_or(|line| line.ends_with("clears the jam") || line.ends_with("gets up")), "{next:?}");
    }
    for (option, word) in [("misfire", "a misfire"), ("miss", "misses"), ("redraw", "misses")] {
        let lines = log(&jamming(option, "none"));
        assert!(
            lines.iter().any(|line| line.contains(word)) && !lines.iter().any(|line| line.contains("jam")),
            "{option}"
        );
    }
}

/// CQB-8a: an Easy test to clear a jam can fail; both values of `recovery_test` are seen.
#[test]
fn cqb_8a_a_test_to_clear_a_jam() {
    let failures = |recovery_test: &str| {
        let battle = battle(&jamming("jam", recovery_test));
        (0..300)
            .flat_map(|engagement| battle.replay(1, engagement).1)
            .filter(|step| step.text == "fails to clear the jam")
            .count()
    };
    assert_eq!(failures("none"), 0);
    assert!(failures("easy") > 0);
    assert_ne!(
        outcomes(&*battle(&jamming("jam", "none")), 1, 3000),
        outcomes(&*battle(&jamming("jam", "easy")), 1, 3000)
    );
}
