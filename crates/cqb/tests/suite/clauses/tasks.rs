//! Sections 6 to 9: stun grenades, gas, other actions, jokers.

use chance::{Address, Cards, Deck, Draw, Scripted};
use cqb::player::Script;
use cqb::rules::{Ability, Rules};
use cqb::task::{Tested, gas_target, passes, stun_target, task_target, test};
use cqb::{Action, Ask, Knowledge};
use serde_json::{Value, json};

use super::{Game, Told, Watched, head_shot_at, rules, shot_at, struck_in, with};
use crate::play::{JOKER, odds, of, red};

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

/// Figure 0 fires at the head of figure 1, which no card can hit, from decks with three jokers in which every card is put back: one
/// shot in fourteen is a joker.
fn jamming(joker_fire: &str, recovery_test: &str) -> Game {
    let rules = json!({
        "jokers": { "average": 3 }, "reshuffle": "every_draw", "named": { "head": 20 },
        "joker_fire": joker_fire, "recovery_test": recovery_test,
    });
    Game::open(with(struck_in("leg"), json!({ "rules": rules, "turn_limit": 40 })))
}

fn fires_at_the_head(script: Script) -> Script {
    script.recovers(0).always(0, head_shot_at(1))
}

/// CQB-9a: a figure whose weapon jams clears it with the next action and fires with the one after.
#[test]
fn cqb_9a_a_jam_is_cleared_by_the_next_action() {
    let mut jams = 0;
    for told in jamming("jam", "none").plays(10, fires_at_the_head) {
        let acts = told.acts(0);
        let jammed = |at: &usize| acts[*at].ends_with("shot 1: joker, the weapon jams");
        for at in (0..acts.len()).filter(jammed) {
            assert!(acts.get(at + 1).is_none_or(|act| act.ends_with(": clears the jam")), "{acts:#?}");
            assert!(acts.get(at + 2).is_none_or(|act| act.contains(": shot 1: ")), "{acts:#?}");
            jams += 1;
        }
    }
    assert!(jams > 5, "{jams}");
    for (option, word) in [("misfire", "a misfire"), ("miss", "misses"), ("redraw", "misses")] {
        let lines: Vec<String> =
            jamming(option, "none").plays(10, fires_at_the_head).flat_map(|told| told.lines()).collect();
        assert!(lines.iter().any(|line| line.contains(word)), "{option}");
        assert!(!lines.iter().any(|line| line.contains("jam")), "{option}");
    }
}

/// CQB-9a: nobody fires with a jammed weapon, and only a figure with a jam can clear one.
#[test]
fn cqb_9a_a_jammed_weapon_does_not_fire() {
    let mut asked = [0, 0];
    for engagement in 0..10 {
        let game = jamming("jam", "none");
        let look = |knows: &Knowledge<'_>, ask: Ask| {
            if !matches!(ask, Ask::Act { .. }) || knows.me() != 0 {
                return;
            }
            let jammed = knows.figure().jammed;
            let may = [shot_at(1), Action::Clear].map(|action| knows.may(ask, &action));
            assert_eq!(may, if jammed { [Err("CQB-9a"), Ok(())] } else { [Ok(()), Err("CQB-9a")] });
            asked[usize::from(jammed)] += 1;
        };
        game.with(engagement, &mut Watched { script: fires_at_the_head(game.script()), look });
    }
    assert!(asked[0] > 50 && asked[1] > 5, "{asked:?}");
}

/// CQB-8a: an Easy test to clear a jam can fail, where there is one.
#[test]
fn cqb_8a_a_test_to_clear_a_jam() {
    let tries = |recovery_test: &str, easy: i8| -> [usize; 2] {
        let mut game = jamming("jam", recovery_test);
        game.setup["rules"]["difficulty"]["easy"] = json!(easy);
        let told: Vec<Told> = game.plays(20, fires_at_the_head).collect();
        ["clears the jam", "fails to clear the jam"]
            .map(|text| told.iter().flat_map(|told| &told.steps).filter(|step| step.text == text).count())
    };
    let [cleared, failed] = tries("none", 14);
    assert!(cleared > 20 && failed == 0, "{cleared} {failed}");
    let [cleared, failed] = tries("easy", 14);
    assert!(cleared == 0 && failed > 200, "no card is a 14: {cleared} {failed}");
    let [cleared, failed] = tries("easy", 9);
    assert!(cleared > 20 && failed > 20, "{cleared} {failed}");
}
