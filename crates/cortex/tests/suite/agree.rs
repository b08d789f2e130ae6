//! Sampled fights end as often as the exact solution says, and play does not allocate.

use engage::{Outcome, Ruleset};
use serde_json::{Value, json};

/// Engagements that are played of each fight.
const PLAYED: usize = 200_000;

/// Plays a fight and compares every outcome's share with the exact one.
#[track_caller]
fn agree(ruleset: &Ruleset, setup: &Value) {
    let battle = (ruleset.compile)(setup, None).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"));
    let exact = battle.exact(2_000_000).expect("few states");
    let mut outcomes = vec![Outcome::default(); PLAYED];
    // The first time a fight works out its pools.
    battle.play(11, 0, &mut outcomes[..1]);
    assert_eq!(testkit::allocations(|| battle.play(11, 0, &mut outcomes)), 0, "{setup}");
    let count = |wanted: &Outcome| outcomes.iter().filter(|&outcome| outcome == wanted).count() as u64;
    let cells: Vec<(u64, f64)> = exact.outcomes.iter().map(|(outcome, share)| (count(outcome), *share)).collect();
    let found: u64 = cells.iter().map(|(count, _)| count).sum();
    assert_eq!(found, PLAYED as u64, "{setup}: an outcome that cannot be");
    testkit::sampling::distribution(cells, PLAYED as u64).unwrap_or_else(|wrong| panic!("{setup}: {wrong}"));
}

/// CX1-seq-1: alternate, contest with hitches, riposte, two fireteams a side, plot points.
#[test]
fn cx1_seq_1_sampled_against_exact() {
    let fight = |change: Value| {
        let two = json!({
            "blue": { "operators": { "count": 2, "direct_action": "d8", "tactics": "d6" } },
            "red": { "others": { "count": 2, "quality": "d6" }, "veteran": { "quality": "d8" } },
            "turn_limit": 2,
        });
        agree(&cortex::FIRETEAM, &testkit::setup::with(two, change));
    };
    fight(json!({}));
    fight(json!({ "rules": { "cqb_exchange": "contest", "hitches": "always" } }));
    fight(json!({ "rules": { "injury_dice": "highest", "riposte": true, "numbers": "shuffled" } }));
    fight(json!({ "red": { "veteran": { "fireteam": 2 } }, "turn_limit": 1 }));
    fight(
        json!({ "field": { "plot_points": 2 }, "blue": { "operators": { "plot_points": "both", "keep": "max_effect" } } }),
    );
}

/// CX2-init-1: specialists, fire, movement with flanks, the roll for the first go.
#[test]
fn cx2_init_1_sampled_against_exact() {
    let fight = |change: Value| {
        let two = json!({
            "blue": { "shooters": { "count": 2, "approach": "d8", "direct_action": "d10", "marksmanship": "d6", "cqb": "d6", "armour": "d6" } },
            "red": { "soldiers": { "count": 3, "quality": "d6" } },
            "field": { "red_cover": "d8", "blue_cover": "d6" },
            "turn_limit": 2,
        });
        agree(&cortex::FIREFIGHT, &testkit::setup::with(two, change));
    };
    fight(json!({}));
    fight(json!({
        "red": { "soldiers": { "specialists": [{ "kind": "machine_gunner" }, { "kind": "medic" }] } },
        "blue": { "shooters": { "shake_off": "always" } },
        "rules": { "specialist_loss": "random", "first": "npcs" },
    }));
    fight(json!({
        "field": { "zones_apart": 0 },
        "red": { "soldiers": { "specialists": [{ "kind": "flamethrower" }, { "kind": "grenadier" }], "target_npcs": "random" } },
    }));
    fight(json!({
        "blue": { "shooters": { "flank": "from_d8", "movement": "best_cover" } },
        "red": { "soldiers": { "quality": "d8", "specialists": [{ "kind": "drone_operator" }], "drones": "surveillance_first" } },
        "turn_limit": 1,
    }));
    fight(json!({ "rules": { "first": "contest", "initiative_tie": "reroll" }, "turn_limit": 1 }));
}

/// CX0-6: a replay ends as the fight did that was played, and the dice that it tells of a roll make the totals that were compared.
#[test]
fn cx0_6_dice_told_make_the_totals() {
    let fight = json!({
        "blue": { "operators": { "count": 4, "direct_action": "d8", "tactics": "d6" } },
        "red": { "others": { "count": 6, "quality": "d8" } },
        "turn_limit": 60,
    });
    let mut rolls = 0;
    for rules in [json!({}), json!({ "cqb_exchange": "contest", "hitches": "always" })] {
        let battle = (cortex::FIRETEAM.compile)(&testkit::setup::with(fight.clone(), json!({ "rules": rules })), None);
        let battle = battle.unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut played = [Outcome::default(); 40];
        battle.play(5, 0, &mut played);
        for (engagement, outcome) in (0..).zip(played) {
            let (replayed, steps) = battle.replay(5, engagement);
            assert_eq!(replayed, outcome, "{engagement}");
            for step in steps.iter().filter(|step| step.clause == "CX0-6") {
                let best = |name: &str| -> u8 {
                    let dice = step.luck.iter().filter(|luck| luck.from == name);
                    let shown = dice.filter_map(|luck| luck.drawn.split(' ').nth(1)?.parse().ok());
                    let mut usable: Vec<u8> = shown.filter(|&number| number > 1).collect();
                    usable.sort_unstable();
                    usable.iter().rev().take(2).sum()
                };
                let totals = format!("{} to {}, ", best("actor"), best("opposition"));
                assert!(step.text.contains(&totals), "{engagement}: {totals} {step:?}");
                rolls += 1;
            }
        }
    }
    assert!(rolls > 1000, "{rolls} rolls");
}
