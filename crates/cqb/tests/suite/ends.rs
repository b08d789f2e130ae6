//! Situations at the ends of their parameters' ranges: each is answered or refused, and none takes long.

use engage::{Answer, Manner, Problem};
use serde_json::{Value, json};

fn ask(kind: &str, parameters: &Value) -> Result<Answer, Vec<Problem>> {
    let kind = cqb::RULESET.kinds.iter().find(|known| known.id == kind).expect("a kind");
    kind.ask(parameters)
}

/// A long duel is played, in as many engagements as fit into a few seconds, and one that nobody can win is refused.
/// Neither is solved for minutes.
#[test]
fn long_duels_are_played_and_endless_ones_refused() {
    let armoured =
        json!({ "fire": "slow", "category": "junk", "policy": "snap", "soft": true, "plates": true, "helmet": true });
    let long = json!({ "A": armoured, "B": armoured, "range": 10, "order": "reaction" });
    let answer = ask("duel", &long).expect("an answer");
    let Manner::Sampled { engagements, .. } = answer.manner else { panic!("{answer:?}") };
    let turns = answer.values.iter().find(|value| value.outcome == "mean_turns").expect("turns").decimal;
    assert!(turns > 30.0 && (engagements as f64) * turns < 50e6, "{engagements} of {turns} turns");
    // Every hit in the leg is stopped, so the duel goes on until the end of time, whatever the decks.
    let stopped = json!({ "fire": "rapid", "aim_at": "leg", "soft": true });
    for (order, reshuffle) in [("A_first", "exhausted"), ("reaction", "exhausted"), ("reaction", "every_draw")] {
        let options = json!({ "soft_coverage": "all", "reshuffle": reshuffle });
        let endless = json!({ "A": stopped, "B": stopped, "range": 10, "order": order, "options": options });
        let refused = ask("duel", &endless).expect_err("refused")[0].message.clone();
        assert!(refused.contains("never end") && refused.contains("expected"), "{order} {reshuffle}: {refused}");
    }
    // One of the two can still be put out: then it ends.
    let open = json!({ "fire": "rapid", "aim_at": "leg" });
    let options = json!({ "soft_coverage": "all", "reshuffle": "every_draw" });
    let answer = ask("duel", &json!({ "A": stopped, "B": open, "range": 10, "order": "A_first", "options": options }));
    let answer = answer.expect("an answer");
    assert!(matches!(answer.manner, Manner::Chain { .. }), "{answer:?}");
    assert!((answer.values[0].decimal - 1.0).abs() < 1e-12, "{answer:?}");
}

/// Fire actions of very many rounds, past many hostages, are answered in fractions or refused before they take much memory.
#[test]
fn long_fire_actions_are_answered_or_refused() {
    for (kind, rate, hostages, answered) in [
        ("hit_count", 3, 0, true),
        ("hit_count", 8, 0, false),
        ("hit_count", 10, 16, false),
        ("fire_action", 10, 0, true),
        ("fire_action", 3, 16, false),
        ("fire_action", 10, 16, false),
    ] {
        let parameters = json!({
            "ability": "elite", "weapon": "rifle auto", "hostages": hostages, "options": { "rate": { "auto": rate } },
        });
        match ask(kind, &parameters) {
            Ok(_) => assert!(answered, "{kind} {rate} {hostages} is answered"),
            Err(problems) => {
                let problem = &problems[0];
                assert!(
                    !answered && problem.message.contains("the exact answer needs more than"),
                    "{kind} {rate} {hostages}: {problem}"
                );
            }
        }
    }
    assert!(ask("fire_action", &json!({ "hostages": 16 })).is_ok());
}

/// The greatest and least numbers that parameters can hold.
#[test]
fn the_ends_of_all_ranges() {
    for (kind, parameters) in [
        ("stun", json!({ "turns": 60, "wounds": 40, "jokers": 3 })),
        ("gas", json!({ "turns": 60, "wounds": 40, "jokers": 0, "options": { "penalties_on_resist": "yes" } })),
        ("stun_room", json!({ "figures": 60, "wounds": 40, "jokers": 3 })),
        ("test", json!({ "difficulty": 40, "flesh": 40, "out_wounds": 6, "gas": 60, "weak_hand": true })),
        ("test", json!({ "difficulty": -20 })),
        (
            "shot",
            json!({ "hostages": 16, "jokers": 3, "options": { "hostage_stop": "all", "joker_secondary": "void" } }),
        ),
        ("to_hit", json!({ "shot": 60, "gas": 60, "flesh": 40, "out_wounds": 6, "range": 0 })),
        ("to_hit", json!({ "range": 10_000, "change_target": 10_000, "options": { "long_range": "linear48" } })),
        ("rounds", json!({ "options": { "rate": { "auto": 10 }, "average_die": [20, 19, 18, 17, 16, 15] } })),
        ("location", json!({ "deck": "hostage" })),
        ("luck", json!({ "options": { "jokers": { "good": 0, "average": 3, "bad": 3 } } })),
        ("reaction", json!({ "A": { "jokers": 0 }, "B": { "jokers": 3 }, "options": { "joker_reaction": "redraw" } })),
        ("hold_interrupt", json!({ "A": { "jokers": 3 }, "B": { "jokers": 3 } })),
    ] {
        let answer = ask(kind, &parameters);
        assert!(answer.is_ok(), "{kind} {parameters}: {answer:?}");
    }
}
