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
    fight(json!({
        "blue": { "operators": { "trauma": "d10", "stress": "d6" } },
        "red": { "others": { "complication": "d4" } },
        "rules": { "fallen_numbers": "keep" },
    }));
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
