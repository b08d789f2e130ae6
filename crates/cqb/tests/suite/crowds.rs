//! Situations at the ends of their ranges, by formulas of their own.

use serde_json::{Value, json};

use crate::play::answer;

fn share(kind: &str, parameters: &Value, outcome: &str) -> f64 {
    let answer = answer(kind, parameters);
    answer.values.iter().find(|value| value.outcome == outcome).expect("an outcome").decimal
}

/// `n` over `k`.
fn over(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n - i) / f64::from(k - i)).product()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
}

/// CQB-5.3.3e: where every card goes back, each of sixteen hostages is hit by an even chance.
#[test]
fn cqb_5_3_3e_sixteen_hostages_by_even_chances() {
    let line = |hostages: u8, stop: &str| {
        let options = json!({ "reshuffle": "every_draw", "joker_fire": "jam", "hostage_stop": stop });
        json!({ "ability": "elite", "hostages": hostages, "options": options })
    };
    let missed = share("shot", &line(0, "all"), "miss");
    for count in 1..=16 {
        let expected = missed * over(16, count) / f64::from(1 << 16);
        near(share("shot", &line(16, "all"), &format!("hostages_hit_{count}")), expected);
    }
    near(share("shot", &line(16, "first"), "hostages_hit_1"), missed * (1.0 - 0.5_f64.powi(16)));
    let fatal = |who: u8| share("shot", &line(16, "first"), &format!("hostage_{who}_incapacitated"));
    near(fatal(16), fatal(1) / f64::from(1 << 15));
}

/// CQB-5.3.3e: the shots of a fire action see the same hostages, however many there are.
#[test]
fn cqb_5_3_3e_a_fire_action_past_sixteen_hostages() {
    let line = |hostages: u8| {
        let options = json!({ "reshuffle": "every_draw", "hostage_stop": "all" });
        json!({ "ability": "veteran", "hostages": hostages, "options": options })
    };
    let hits = |hostages: u8| share("fire_action", &line(hostages), "mean_hostage_hits");
    near(hits(16), 16.0 * hits(1));
    near(share("hit_count", &line(16), "hits_3"), share("hit_count", &line(0), "hits_3"));
}

/// CQB-3b, CQB-3f: sixteen figures with a deck each, and sixteen of one deck.
#[test]
fn cqb_3f_sixteen_figures_test_their_reactions() {
    let figures = |side: &dyn Fn(usize) -> String| -> Vec<Value> {
        (0..16).map(|i| json!({ "name": format!("f{i}"), "side": side(i) })).collect()
    };
    let deck = json!({ "ability": "elite", "jokers": 0 });
    let sides: Value = (0..16).map(|i| (format!("s{i}"), deck.clone())).collect::<serde_json::Map<_, _>>().into();
    let apart = json!({ "sides": sides, "figures": figures(&|i| format!("s{i}")) });
    let of_ten: f64 = (0..10).map(|below| 0.1 * (f64::from(below) / 10.0).powi(15)).sum();
    let together = json!({ "sides": { "s": deck }, "figures": figures(&|_| "s".to_owned()) });
    let of_one: f64 = (4..10).map(|below| 0.1 * over(4 * below, 15) / over(39, 15)).sum();
    for (parameters, expected) in [(apart, of_ten), (together, of_one)] {
        near(share("reaction_multi", &parameters, "first_f0"), expected);
        near(share("reaction_multi", &parameters, "first_f15"), expected);
        near(share("reaction_multi", &parameters, "tie_for_first"), 1.0 - 16.0 * expected);
    }
}

/// CQB-5.1: a question too complex for a fire action that empties decks is refused with the bound that it exceeds.
#[test]
fn cqb_5_1_bursts_past_sixteen_hostages_are_refused() {
    let parameters = json!({ "category": "smg", "fire": "auto", "round": "pistol", "hostages": 16 });
    let refused = testkit::golden::answer(&cqb::RULESET, "hit_count", &parameters).expect_err("too large");
    assert!(refused.to_string().contains("the exact answer needs more"), "{refused}");
}
