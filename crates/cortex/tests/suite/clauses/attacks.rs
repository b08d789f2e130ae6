//! CX2-attack: attacks of a firefight.

use cortex::action::Action;
use cortex::handling::Handling;
use cortex::player::Script;
use serde_json::{Value, json};

use super::firefights::{all, all_fail, attacks, hero, hit, mooks, near, person, seen};
use super::specialists::{grenades, specialists};
use super::{attack, by_script, certain, kept, of, pool, setup, with};

/// CX2-attack-1: Approach, Direct Action, CQB in the same zone or Marksmanship in another, further dice; a unit's dice; drawbacks on the
/// target.
#[test]
fn cx2_attack_1_attack_pools() {
    let blue =
        || hero(json!({ "approach": "d6", "cqb": "d10", "marksmanship": "d12", "attack": ["d4"], "trauma": "d6" }));
    let red = || mooks(json!({ "complication": "d4" }));
    let rolls = |apart: u8| {
        let fight = setup(blue(), red(), json!({ "field": { "zones_apart": apart } }));
        seen(&fight, &attacks([(0, 1), (1, 0)], 1), all_fail)
            .rolls()
            .iter()
            .map(|roll| roll.split(" against ").next().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(rolls(0), ["1 0>1 attacks, 2d4 d6 d8 d10", "1 1>0 attacks, 3d6"]);
    assert_eq!(rolls(1), ["1 0>1 attacks, 2d4 d6 d8 d12", "1 1>0 attacks, 3d6"]);
    let against = |fault: Value| hit(json!({ "qualities": ["d6", "d6"] }), person(fault), json!({}), "hit");
    let more = |dice: Value| hit(json!({ "qualities": dice }), person(json!({})), json!({}), "hit");
    assert_eq!(against(json!({ "suppressed": "d10" })), more(json!(["d6", "d6", "d10"])));
    assert_eq!(against(json!({ "on_fire": "d4" })), more(json!(["d4", "d6", "d6"])));
    let friend = near(hero(json!({ "count": 2 })), mooks(json!({})), json!({}));
    assert_eq!(
        by_script(&friend, Script::new().does(0, [attack(1)])).refusals(),
        ["CX2-attack-1"],
        "a friend is no target"
    );
}

/// CX2-attack-2: Approach, Direct Action, CQB in the same zone, assets, armour, cover and range; a unit's dice; drawbacks on the attacker.
#[test]
fn cx2_attack_2_resisting_pools() {
    let blue = || {
        hero(
            json!({ "approach": "d6", "cqb": "d10", "marksmanship": "d12", "attack": ["d4"], "resist": ["d4"], "armour": "d6", "stress": "d6" }),
        )
    };
    let red = || mooks(json!({ "complication": "d4" }));
    let rolls = |apart: u8, options: Value| {
        let fight = setup(
            blue(),
            red(),
            json!({ "field": { "zones_apart": apart, "blue_cover": "d12", "red_cover": "d4" }, "rules": options }),
        );
        seen(&fight, &attacks([(0, 1), (1, 0)], 1), all_fail)
            .rolls()
            .iter()
            .map(|roll| roll.split(" against ").nth(1).unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(rolls(0, json!({})), ["d4 3d6", "2d4 2d6 2d8 d10"]);
    assert_eq!(rolls(0, json!({ "specialisations": "attack_only" })), ["d4 3d6", "2d4 2d6 2d8"]);
    assert_eq!(rolls(1, json!({})), ["d4 3d6 d8", "2d4 2d6 3d8"]);
}

/// CX2-attack-3: only the attacker does harm, unless the rules let a winning defender strike back.
#[test]
fn cx2_attack_3_only_the_attacker() {
    let fight =
        |riposte: bool| near(hero(json!({})), mooks(json!({ "count": 3 })), json!({ "rules": { "riposte": riposte } }));
    let script = attacks([(0, 1)], 1);
    assert!(all(&fight(false), &script, 300).iter().all(|told| !told.says("0 has Trauma") && !told.says("struck")));
    let struck = seen(&fight(true), &script, |told| told.says("and is struck with effect d6"));
    assert!(struck.says("1 0 has Trauma d6"), "{:?}", struck.lines());
    let back = seen(&fight(true), &attacks([(1, 0)], 1), |told| {
        told.says("1>0 attacks, 3d6 against 2d8: fails, and is struck with effect d4")
    });
    assert!(back.says("1 1 loses nobody, 3d6 left, Complication d4"));
    let attacker = |outcome: &str| {
        hit(
            person(json!({})),
            json!({ "qualities": ["d6", "d6", "d6"] }),
            json!({ "options": { "riposte": true } }),
            outcome,
        )
    };
    assert_ne!(attacker("attacker_track_d6"), of(0, 1));
    // Neither in a flank, nor in a test, nor among several targets.
    let covered = setup(
        hero(json!({})),
        mooks(json!({ "count": 5 })),
        json!({ "rules": { "riposte": true }, "field": { "red_cover": "d6" } }),
    );
    assert!(
        all(&covered, &Script::new().does(0, [Action::Flank { target: 1 }]), 300)
            .iter()
            .all(|told| !told.says("struck") && !told.says("Trauma"))
    );
    let several = near(
        hero(json!({ "count": 2, "resist": ["d12"] })),
        specialists(2, &["grenadier"]),
        json!({ "rules": { "riposte": true, "edge_points": 3 } }),
    );
    assert!(all(&several, &Script::new().does(2, [grenades(0b10, 0)]), 300).iter().all(|told| !told.says("loses")));
}

/// CX2-attack-4: every die left is assigned to a unit, or as many as the margin allows; at most one of them injures without taking out.
#[test]
fn cx2_attack_4_several_effect_dice() {
    let dealt = |effects: &[&str], complication: &str, options: Value| {
        certain("unit_apply", json!({ "effects": effects, "qualities": ["d8", "d8", "d8"], "complication": complication, "part": 2, "options": options }))[..2].to_vec()
    };
    let lost = ["removed_1", "complication_d6"];
    assert_eq!(dealt(&["d8", "d6", "d6"], "none", json!({})), lost, "the author's example");
    assert_eq!(dealt(&["d6", "d4"], "none", json!({}))[0], "removed_0");
    assert_eq!(dealt(&["d4", "d6"], "d4", json!({})), ["removed_1", "complication_d4"], "one that stood before counts");
    assert_eq!(dealt(&["d4"], "d4", json!({})), ["removed_0", "complication_d6"]);
    assert_eq!(dealt(&["d4"], "d4", json!({ "injury_cap": "standing" })), ["removed_0", "complication_d4"]);
    let fight = |option: &str| {
        near(
            hero(json!({ "attack": ["d4", "d4", "d4"] })),
            mooks(json!({ "quality": "d12", "count": 2 })),
            json!({ "rules": { "firefight_effect_dice": option } }),
        )
    };
    let mut fewer = 0;
    for option in ["all_remaining", "margin"] {
        for told in all(&fight(option), &attacks([(0, 1)], 1), 300) {
            let dice = told.dice(told.place("attacks"));
            let ((goal, _), (total, left)) = (kept(&dice[..2]), kept(&dice[2..]));
            if total <= goal {
                continue;
            }
            let most = if option == "margin" { 1 + usize::from(total - goal) / 3 } else { usize::MAX };
            let sizes: Vec<String> = left.iter().take(most).map(|size| format!("d{size}")).collect();
            fewer += usize::from(sizes.len() < left.len());
            let effect = if sizes.is_empty() { pool("d4") } else { pool(&sizes.join(" ")) };
            assert!(
                told.steps[told.place("attacks")].text.ends_with(&format!("succeeds, effect {effect}")),
                "{option}: {:?}",
                told.lines()
            );
        }
    }
    assert!(fewer > 20);
}

/// CX2-attack-5: one effect die on a character, or as many as the margin allows; on Trauma, or on Stress.
#[test]
fn cx2_attack_5_harm_to_a_character() {
    let shot = |options: Value, outcome: &str| {
        hit(
            json!({ "qualities": vec!["d8"; 5] }),
            person(json!({ "trauma": "d6" })),
            json!({ "options": options }),
            outcome,
        )
    };
    let hits = shot(json!({}), "hit");
    assert_eq!((shot(json!({}), "dice_1"), shot(json!({}), "dice_2")), (hits.clone(), of(0, 1)));
    assert_eq!(shot(json!({}), "target_track_d8"), hits, "a d8 replaces the d6, and a d6 or a d4 steps it up");
    assert_ne!(shot(json!({ "effect_dice_vs_character": "margin" }), "dice_2"), of(0, 1));
    let stress = |outcome: &str| shot(json!({ "harm_track": "stress", "injury_dice": "per_member" }), outcome);
    assert_eq!(stress("target_track_d8") + stress("target_track_d6"), stress("hit"));
    let fight = |options: Value| near(hero(json!({})), mooks(json!({ "count": 5 })), json!({ "rules": options }));
    let hurt = |options: Value| {
        seen(&fight(options), &attacks([(1, 0)], 1), |told| told.says("succeeds, effect d6")).lines()[3].clone()
    };
    assert_eq!(hurt(json!({})), "1 0 has Trauma d6");
    assert_eq!(hurt(json!({ "harm_track": "stress" })), "1 0 has Stress d6");
    let twice = seen(&fight(json!({ "effect_dice_vs_character": "margin" })), &attacks([(1, 0)], 1), |told| {
        told.says("succeeds, effect 2d6")
    });
    assert!(twice.says("1 0 has Trauma d8"), "a d6, and a step more");
}

/// CX2-attack-6: the larger of a character's dice, or both, and a unit's Complication, in every pool against them.
#[test]
fn cx2_attack_6_injuries() {
    let rolls = |option: &str| {
        let fight = near(
            hero(json!({ "trauma": "d4", "stress": "d12" })),
            mooks(json!({ "complication": "d10" })),
            json!({ "rules": { "injury_dice": option } }),
        );
        seen(&fight, &attacks([(0, 1), (1, 0)], 1), all_fail).rolls()
    };
    for option in ["per_member", "average", "highest"] {
        assert_eq!(rolls(option), ["1 0>1 attacks, 2d8 d10 against 2d6 d12", "1 1>0 attacks, 2d6 d12 against 2d8 d10"]);
    }
    assert_eq!(
        rolls("every_die"),
        ["1 0>1 attacks, 2d8 d10 against d4 2d6 d12", "1 1>0 attacks, d4 2d6 d12 against 2d8 d10"]
    );
}

/// CX2-attack-7: a bought die counts where the margin limits them: on a unit and on a character by options of their own.
#[test]
fn cx2_attack_7_bought_dice() {
    let unit = |options: Value, bought: u8| {
        hit(
            person(json!({ "extra": ["d4", "d4"] })),
            json!({ "qualities": vec!["d4"; 3] }),
            json!({ "options": options, "bought": bought }),
            "dice_2",
        )
    };
    let margin = || json!({ "firefight_effect_dice": "margin", "extra_effect_every": 0 });
    assert_eq!(unit(json!({}), 0), unit(json!({}), 1), "all are applied anyway");
    assert_eq!((unit(margin(), 0), unit(margin(), 1) == of(0, 1)), (of(0, 1), false));
    let man = |options: Value, bought: u8| {
        hit(
            json!({ "qualities": vec!["d8"; 5] }),
            person(json!({})),
            json!({ "options": options, "bought": bought }),
            "dice_2",
        )
    };
    assert_eq!(man(json!({}), 1), of(0, 1));
    assert_ne!(man(json!({ "effect_dice_vs_character": "margin", "extra_effect_every": 0 }), 1), of(0, 1));
    let blue = hero(json!({ "attack": ["d6", "d6", "d6"] }));
    let more = |options: Value| with(json!({ "field": { "plot_points": 1 } }), json!({ "rules": options }));
    let buys = Action::Handle(Handling { buys: true, ..Handling::default() });
    let script = Script::new().does(0, [attack(1), buys]);
    let fight = near(blue.clone(), mooks(json!({ "count": 5 })), more(margin()));
    let bought = seen(&fight, &script, |told| told.says("is struck by one more effect die of d6, for a plot point"));
    assert!(bought.says("1 1 loses 2, 3d6 left"), "{:?}", bought.lines());
    let all_dice = near(blue, mooks(json!({ "count": 5 })), more(json!({})));
    assert!(all(&all_dice, &script, 300).iter().all(|told| !told.says("for a plot point")));
}

/// CX2-attack-7: who strikes back buys a die, too, and one is bought that takes an important enemy out.
#[test]
fn cx2_attack_7_against_anybody() {
    let buys = Action::Handle(Handling { buys: true, ..Handling::default() });
    let more = |rules: Value| json!({ "field": { "plot_points": 1 }, "rules": with(json!({ "extra_effect_every": 0 }), rules) });
    let blue = hero(json!({ "resist": ["d6", "d6", "d6"] }));
    let riposte = more(json!({ "riposte": true, "firefight_effect_dice": "margin" }));
    let script = Script::new().does(0, [buys]).does(1, [attack(0)]);
    let struck =
        seen(&near(blue, mooks(json!({ "count": 3 })), riposte), &script, |told| told.says("for a plot point"));
    assert!(struck.says("1 1 loses 2, d6 left"), "{:?}", struck.lines());
    let boss = json!({ "boss": { "approach": "d8", "direct_action": "d8", "trauma": "d10" } });
    let fight = |option: &str| {
        near(hero(json!({ "attack": ["d8", "d8"] })), boss.clone(), more(json!({ "effect_dice_vs_character": option })))
    };
    let script = Script::new().does(0, [attack(1), buys]);
    assert_eq!(seen(&fight("margin"), &script, |told| told.says("for a plot point")).ending(), "blue.win");
    assert!(all(&fight("one"), &script, 300).iter().all(|told| !told.says("for a plot point")));
}
