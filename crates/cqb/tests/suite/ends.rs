//! Situations at the ends of their parameters' ranges: each is answered or refused, soon and without much memory.

use std::time::Instant;

use serde_json::{Value, json};

fn ask(kind: &str, parameters: &Value) {
    let start = Instant::now();
    let kind = cqb::RULESET.kinds.iter().find(|known| known.id == kind).expect("a kind");
    let answer = (kind.answer)(parameters);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_owned();
    let word = match &answer {
        Ok(answer) => format!("{:?}", answer.manner),
        Err(problem) => problem.to_string(),
    };
    println!("{:>8.2?} {peak} {} {parameters} {word}", start.elapsed(), kind.id);
    _ = std::fs::write("/proc/self/clear_refs", "5");
}

#[test]
#[ignore]
fn probe() {
    let wait = json!({ "fire": "slow", "category": "junk", "policy": "snap", "soft": true, "plates": true, "helmet": true });
    let leg = json!({ "fire": "rapid", "aim_at": "leg", "soft": true });
    let torso = |ability: &str| json!({
        "ability": ability, "jokers": 3, "category": "shotgun", "fire": "slow", "recoil": "heavy",
        "round": "shotgun", "aim_at": "torso", "soft": true, "plates": true, "helmet": true,
    });
    for (a, b, order, options) in [
        (wait.clone(), wait.clone(), "reaction", json!({})),
        (wait.clone(), wait.clone(), "A_first", json!({})),
        (wait.clone(), wait.clone(), "simultaneous", json!({})),
        (leg.clone(), leg.clone(), "A_first", json!({ "soft_coverage": "all" })),
        (leg.clone(), leg.clone(), "reaction", json!({ "soft_coverage": "all" })),
        (leg.clone(), leg.clone(), "reaction", json!({ "soft_coverage": "all", "reshuffle": "every_draw" })),
        (torso("experienced"), torso("novice"), "A_first", json!({ "soft_coverage": "all", "joker_secondary": "void" })),
        (torso("experienced"), torso("novice"), "reaction", json!({ "soft_coverage": "all", "joker_secondary": "void" })),
        (json!({}), json!({}), "reaction", json!({})),
        (json!({ "fire": "auto" }), json!({ "fire": "auto" }), "reaction", json!({})),
        (json!({ "fire": "burst" }), json!({ "fire": "burst" }), "reaction", json!({})),
    ] {
        let range = if a["aim_at"] == "torso" { 96 } else { 10 };
        ask("duel", &json!({ "A": a, "B": b, "range": range, "order": order, "options": options }));
    }
    for kind in ["hit_count", "fire_action"] {
        for weapon in ["poor rifle", "smg", "rifle auto"] {
            for hostages in [0, 2, 4, 16] {
                for ability in ["novice", "elite"] {
                    ask(kind, &json!({
                        "ability": ability, "weapon": weapon, "hostages": hostages, "jokers": 3, "helmet": true, "soft": true,
                    }));
                }
            }
        }
    }
    for rate in [5, 6, 8, 10] {
        ask("hit_count", &json!({ "ability": "elite", "weapon": "rifle auto", "options": { "rate": { "auto": rate } } }));
        ask("fire_action", &json!({ "ability": "elite", "weapon": "rifle auto", "options": { "rate": { "auto": rate } } }));
    }
}
