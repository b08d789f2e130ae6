//! Whole fights: what lasts from turn to turn.

use engage::Step;
use serde_json::{Value, json};

use super::{certain, log};
use crate::play::{battle, ending, outcomes, scenario, transcripts};

/// CQB-5.5.4f: whoever has not acted loses this turn's action, whoever has the next turn's.
#[test]
fn cqb_5_5_4f_a_knock_down_costs_an_action() {
    let lines = log(&certain("leg", json!({})));
    let expected = [
        "1 team: shot 1: hit in the leg, out of action and knocked down",
        "1 gunman: gets up",
        "2 team: shot 1: hit in the leg, incapacitated",
    ];
    assert_eq!(lines, expected);
    let lines = log(&certain("leg", json!({ "rules": { "order": "red_first" } })));
    assert!(lines[..3].iter().all(|line| line.starts_with("1 gunman: shot")), "{lines:#?}");
    assert_eq!(lines[4], "2 gunman: gets up");
    let lines = log(&certain("leg", json!({ "rules": { "knockdown": "none" } })));
    assert!(lines[1].starts_with("1 gunman: shot 1"), "{lines:#?}");
}

/// CQB-5.5.4d: an arm drops the weapon; picking it up takes an action.
#[test]
fn cqb_5_5_4d_a_dropped_weapon_is_picked_up() {
    let slow = |place: &str, rules: Value| {
        log(&certain(place, json!({ "blue": { "team": { "weapon": "sniper rifle" } }, "rules": rules })))
    };
    let acts = |lines: &[String]| lines.iter().filter(|line| line.contains("gunman")).cloned().collect::<Vec<_>>();
    assert_eq!(acts(&slow("strong_arm", json!({}))), ["1 gunman: gets up", "2 gunman: picks up the weapon"]);
    let weak = slow("weak_arm", json!({ "arm_drop": "that_arm" }));
    assert!(acts(&weak)[1].starts_with("2 gunman: shot 1"), "a pistol stays in the strong hand: {weak:#?}");
    let up = slow("strong_arm", json!({ "knockdown": "none" }));
    assert_eq!(acts(&up)[0], "1 gunman: picks up the weapon");
}

/// CQB-5.5.4d, CQB-5.3.6b: fire goes on with the weak hand at +2 and a wound's +1; with a long gun that is barred, not at all.
#[test]
fn cqb_5_5_4d_fire_goes_on_with_the_weak_hand() {
    let fight = |option: &str, gun: &str| {
        let red = json!({ "weapon": gun, "rate": 2, "fire": "semi" });
        let more = json!({ "blue": { "team": { "weapon": "sniper rifle" } }, "red": { "gunman": red }, "rules": { "order": "red_first", "knockdown": "none", "one_arm_long_gun": option } });
        let mut fight = certain("strong_arm", more);
        // It takes a turn to pick the weapon up, and the sniper two to fire again: red fires in the third, first of all.
        fight["turn_limit"] = json!(6);
        battle(&fight).replay(1, 0).1
    };
    let third = |steps: &[Step]| -> Vec<Step> {
        steps.iter().filter(|step| step.turn == 3 && step.figure == Some(1)).cloned().collect()
    };
    let value = |step: &Step, clause: &str| {
        step.modifiers.iter().find(|modifier| modifier.clause == clause).map_or(0, |modifier| modifier.value)
    };
    for (option, recoil) in [("heavy_recoil", 1), ("unchanged", 0)] {
        let shots = third(&fight(option, "rifle"));
        assert_eq!(shots.len(), 2);
        assert_eq!(
            [value(&shots[0], "CQB-5.3.6a"), value(&shots[0], "CQB-5.3.6b"), value(&shots[0], "CQB-5.3.5")],
            [1, 2, 0]
        );
        assert_eq!(value(&shots[1], "CQB-5.3.5"), recoil, "{option}");
    }
    assert_eq!(third(&fight("barred", "rifle"))[0].text, "can do nothing");
    assert_eq!(third(&fight("barred", "pistol")).len(), 2, "a pistol needs one hand");
}

/// CQB-5.1a: a slow weapon fires every other turn, whatever happens between.
#[test]
fn cqb_5_1a_a_slow_weapon_fires_every_other_turn() {
    let slow = json!({ "blue": { "team": { "weapon": "sniper rifle", "aim_at": "head" } }, "turn_limit": 9 });
    let mut fight = certain("leg", slow);
    fight["rules"]["named"]["head"] = json!(63);
    fight["rules"]["jokers"]["average"] = json!(3);
    let steps = battle(&fight).replay(1, 0).1;
    let shots: Vec<u32> = steps
        .iter()
        .filter(|step| step.figure == Some(0) && step.target_number.is_some())
        .map(|step| step.turn)
        .collect();
    assert!(shots.len() > 2 && shots.windows(2).all(|pair| pair[1] >= pair[0] + 2), "{shots:?}");
    // Always aimed: aim, fire, aim (the off turn), fire.
    fight["blue"]["team"]["doctrine"] = json!("aim");
    fight["rules"]["named"]["head"] = json!(70);
    fight["rules"]["joker_fire"] = json!("miss");
    let lines: Vec<String> = log(&fight).into_iter().filter(|line| line.contains("team")).take(4).collect();
    let acts: Vec<&str> = lines.iter().map(|line| if line.contains("aim") { "aims" } else { "fires" }).collect();
    assert_eq!(acts, ["aims", "fires", "aims", "fires"], "{lines:#?}");
}

fn aimers(rules: Value) -> Value {
    json!({
        "blue": { "team": { "doctrine": "aim", "weapon": "rifle", "count": 2 } },
        "red": { "gunman": { "count": 2, "weapon": "poor rifle", "doctrine": "aim" } },
        "field": { "range": 24 },
        "rules": rules,
    })
}

/// Aimed shots of a figure, with the turn, and whether it had declared the aim in an earlier turn and kept it.
fn aims(rules: Value) -> (u32, u32, u32) {
    let (mut aimed, mut declared, mut unaimed) = (0, 0, 0);
    for steps in transcripts(aimers(rules), 200) {
        for (at, shot) in steps.iter().enumerate().filter(|(_, step)| step.target_number.is_some()) {
            if !shot.modifiers.iter().any(|modifier| modifier.name == "aimed") {
                unaimed += 1;
                continue;
            }
            aimed += 1;
            // Back over this fire action's own shots to what the figure did before.
            let mine = steps[..at].iter().rev().filter(|step| step.figure == shot.figure && step.turn < shot.turn);
            declared += u32::from(mine.take(1).any(|step| step.text == "declares an aim"));
        }
    }
    (aimed, declared, unaimed)
}

#[test]
fn cqb_5_3_2a_an_aim_is_declared_a_turn_before() {
    let (aimed, declared, unaimed) = aims(json!({}));
    assert!(aimed > 500 && declared == aimed && unaimed == 0, "{aimed} {declared} {unaimed}");
    // Kept, an aim serves later fire actions too.
    let (aimed, declared, _) = aims(json!({ "aim_persistence": "kept" }));
    assert!(declared < aimed, "{aimed} {declared}");
    // Free, it is declared beside another action, a turn before all the same: none in the first turn.
    let free = transcripts(aimers(json!({ "aim_cost": "free" })), 100);
    assert!(free.iter().flatten().all(|step| step.target_number.is_none() || step.turn > 1));
    let declarations =
        |steps: &[Vec<Step>]| steps.iter().flatten().filter(|step| step.text == "declares an aim").count();
    assert!(declarations(&free) < declarations(&transcripts(aimers(json!({})), 100)));
}

/// CQB-5.3.2a: a knock-down ends an aim, so does dropping the weapon.
#[test]
fn cqb_5_3_2a_a_knock_down_ends_an_aim() {
    let fight = json!({ "blue": { "team": { "weapon": "sniper rifle" } }, "red": { "gunman": { "doctrine": "aim", "aim_at": "head" } }, "rules": { "order": "red_first" } });
    let lines = log(&certain("leg", fight));
    let acts: Vec<&String> = lines.iter().filter(|line| line.contains("gunman")).collect();
    assert_eq!(acts, ["1 gunman: declares an aim", "2 gunman: gets up", "3 gunman: declares an aim"]);
}

/// CQB-5.3.3a: an unaimed figure names no location where that needs an aim.
#[test]
fn cqb_5_3_3a_a_location_may_need_an_aim() {
    let named = |option: &str| {
        let fight = json!({ "blue": { "team": { "aim_at": "torso" } }, "rules": { "location_needs_aim": option } });
        let steps = transcripts(fight, 20).concat();
        steps
            .iter()
            .filter(|step| step.figure == Some(0))
            .any(|step| step.modifiers.iter().any(|modifier| modifier.clause == "CQB-5.3.3a"))
    };
    assert!(named("no") && !named("yes"));
}

/// CQB-5.3.7: behind cover only what shows is fired at, by name; without the option, cover is nothing.
#[test]
fn cqb_5_3_7_exposed_parts() {
    let named = |cover: &str, aim_at: &str| {
        let fight = json!({
            "blue": { "team": { "aim_at": aim_at } },
            "red": { "gunman": { "shows": ["head", "strong_arm"] } },
            "rules": { "cover": cover },
        });
        let steps = transcripts(fight, 10).concat();
        let shots = steps.iter().filter(|step| step.figure == Some(0) && step.target_number.is_some());
        let mut values: Vec<i32> = shots
            .map(|step| {
                step.modifiers
                    .iter()
                    .find(|modifier| modifier.clause == "CQB-5.3.3a")
                    .map_or(0, |modifier| modifier.value)
            })
            .collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    assert_eq!([named("none", "none"), named("none", "torso")], [[0], [1]]);
    assert_eq!(
        [named("exposed_parts", "none"), named("exposed_parts", "torso"), named("exposed_parts", "head")],
        [[2], [2], [2]]
    );
}

/// CQB-5.3.6c: a changed target costs +1 for each full inch from the old one, once or for every later shot.
#[test]
fn cqb_5_3_6c_a_change_of_target_in_a_fight() {
    let fight = |option: &str, switch: bool| {
        let more = json!({
            "blue": { "team": { "switch": switch, "rate": 3 } },
            "red": { "gunman": { "count": 2 } },
            "field": { "spacing": 5 },
            "rules": { "change_target": option, "location": ["head", "head", "head", "head", "head", "leg", "leg", "leg", "leg", "leg", "leg", "leg", "leg"] },
        });
        let mut fight = certain("leg", more);
        fight["blue"]["team"]["ability"] = json!("novice");
        let battle = battle(&fight);
        (0..60)
            .flat_map(|engagement| battle.replay(1, engagement).1)
            .filter(|step| step.figure == Some(0))
            .collect::<Vec<_>>()
    };
    let paid = |steps: &[Step]| -> Vec<(bool, i32)> {
        let change = |step: &Step| {
            step.modifiers.iter().find(|modifier| modifier.clause == "CQB-5.3.6c").map_or(0, |modifier| modifier.value)
        };
        let pairs = steps.windows(2).filter(|pair| pair[0].turn == pair[1].turn && pair[1].text.starts_with("shot 3"));
        pairs.map(|pair| (pair[0].target == pair[1].target, change(&pair[1]))).collect()
    };
    let first = fight("first", true);
    assert!(paid(&first).contains(&(false, 5)), "the shot that makes the change");
    assert!(paid(&first).iter().all(|&(same, change)| change == if same { 0 } else { 5 }));
    assert!(paid(&fight("all", true)).contains(&(true, 5)), "a later one");
    assert!(
        fight("first", false).iter().all(|step| step.modifiers.iter().all(|modifier| modifier.clause != "CQB-5.3.6c"))
    );
}

/// CQB-5.3.3e in a fight: misses among hostages hit some, one at most for each round or several.
#[test]
fn cqb_5_3_3e_hostages_in_a_fight() {
    let hits = |hostages: u8, option: &str| -> u64 {
        let fight = json!({ "field": { "hostages": hostages }, "rules": { "hostage_stop": option } });
        outcomes(&*battle(&scenario(fight)), 1, 2000).iter().map(|outcome| u64::from(outcome.measures[4])).sum()
    };
    assert_eq!(hits(0, "first"), 0);
    assert!(hits(1, "first") < hits(4, "first") && hits(4, "first") < hits(4, "all"));
    assert_eq!(hits(1, "first"), hits(1, "all"));
}

/// CQB-5.3.5a: under `series` the first shot of a later turn kicks too, until a turn passes without fire.
#[test]
fn cqb_5_3_5a_recoil_over_a_series_of_turns() {
    let first_shots = |option: &str| {
        let fight = json!({ "blue": { "team": { "weapon": "battle rifle", "aim_at": "head", "rate": 2 } }, "turn_limit": 3, "rules": { "single_recoil": option, "joker_fire": "miss" } });
        let mut fight = certain("leg", fight);
        fight["rules"]["named"]["head"] = json!(62);
        let steps = battle(&fight).replay(1, 1).1;
        let shots = steps.into_iter().filter(|step| step.figure == Some(0) && step.text.starts_with("shot 1"));
        let kick = |step: Step| {
            step.modifiers.iter().find(|modifier| modifier.clause == "CQB-5.3.5").map_or(0, |modifier| modifier.value)
        };
        shots.map(kick).collect::<Vec<_>>()
    };
    assert_eq!(first_shots("turn"), [0, 0, 0]);
    assert_eq!(first_shots("series"), [0, 1, 1]);
}

/// CQB-5.2a: when nobody can reach the target number any more, the fight is a stalemate.
#[test]
fn cqb_5_2a_a_fight_that_nobody_can_win() {
    let fight = |aim_at: &str, base: i32| {
        let side = json!({ "ability": "novice", "aim_at": aim_at });
        let more = json!({ "blue": { "team": side }, "red": { "gunman": side }, "rules": { "to_hit_base": base } });
        outcomes(&*battle(&scenario(more)), 1, 1)[0]
    };
    assert_eq!((ending(&fight("none", 11)), fight("none", 11).turns), ("stalemate", 0));
    assert_ne!(ending(&fight("none", 10)), "stalemate");
    assert_eq!(ending(&fight("torso", 11)), "stalemate", "12 is two above the ten");
    assert_ne!(fight("torso", 10).turns, 0, "11 can miss by one");
}

/// CQB-5.3.5a: the kick of a series is no stalemate, for a jam breaks it: at 9 a Novice with a leg
/// out hits with the first shot of one, and with no other.
#[test]
fn cqb_5_3_5a_a_series_of_shots_is_no_stalemate() {
    let side = json!({ "ability": "novice", "weapon": "battle rifle", "rate": 1, "aim_at": "none" });
    let rules = json!({ "to_hit_base": 9, "single_recoil": "series", "location": vec!["leg"; 13] });
    let more = json!({ "blue": { "team": side }, "red": { "gunman": side }, "rules": rules });
    let outcomes = outcomes(&*battle(&scenario(more)), 1, 500);
    assert!(outcomes.iter().all(|outcome| ending(outcome) != "stalemate"));
}

/// Whoever is to fire aimed shots only does not fire in the turn of a move, simultaneous or not (CQB-5.3.2a, CQB-3a).
#[test]
fn cqb_5_3_2a_an_aimer_does_not_move_and_fire() {
    for order in ["blue_first", "simultaneous", "reaction"] {
        let closer = json!({ "weapon": "battle rifle", "aim": "always", "close_to": 24, "pace": "crawl" });
        let fight = json!({
            "blue": { "team": closer },
            "red": { "gunman": { "weapon": "battle rifle", "aim_at": "none" } },
            "field": { "range": 30 },
            "rules": { "order": order, "move_and_fire": "up_to_normal", "aim_cost": "free" },
        });
        let (mut moves, mut shots) = (0, 0);
        for steps in transcripts(fight, 300) {
            let turns = |shot: bool| {
                let mine = steps.iter().filter(|step| step.figure == Some(0));
                let wanted =
                    mine.filter(move |step| if shot { step.target_number.is_some() } else { step.clause == "CQB-4a" });
                wanted.map(|step| step.turn).collect::<Vec<_>>()
            };
            assert!(turns(false).iter().all(|turn| !turns(true).contains(turn)), "{order}: {steps:#?}");
            moves += turns(false).len();
            shots += turns(true).len();
        }
        assert!(moves > 100 && shots > 100, "{order}: {moves} moves, {shots} shots");
    }
}

/// Whom to shoot at, and the turn limit.
#[test]
fn targets_by_doctrine() {
    let targets = |choice: &str| {
        let more = json!({
            "blue": { "team": { "target": choice, "aim_at": "head", "count": 1 } },
            "red": { "gunman": { "count": 3 }, "zealot": { "ability": "elite", "weapon": "pistol", "doctrine": "snap", "aim_at": "head" } },
            "turn_limit": 20,
        });
        let mut fight = certain("leg", more);
        fight["rules"]["named"]["head"] = json!(100);
        fight["red"]["zealot"]["aim_at"] = json!("none");
        fight["rules"]["order"] = json!("blue_first");
        let steps = battle(&fight).replay(1, 0).1;
        let mut targets: Vec<u8> =
            steps.iter().filter(|step| step.figure == Some(0)).filter_map(|step| step.target).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    };
    assert_eq!(targets("dangerous"), [4]);
    assert_eq!(targets("focus"), [1]);
    assert_eq!(targets("nearest").len(), 1);
}
