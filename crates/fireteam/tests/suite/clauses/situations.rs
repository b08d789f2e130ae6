//! The set-ups used for numbers: FT-duel, FT-expo, FT-volley, FT-burst, FT-cross.

use serde_json::{Value, json};

use super::{odds, of};

/// Decimals of a chain.
#[track_caller]
fn decimals(kind: &str, parameters: &Value) -> Vec<(String, f64)> {
    let answer = testkit::golden::answer(&fireteam::RULESET, kind, parameters);
    let answer = answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}"));
    answer.values.into_iter().map(|value| (value.outcome, value.decimal)).collect()
}

#[track_caller]
fn decimal(kind: &str, parameters: &Value, outcome: &str) -> f64 {
    let all = decimals(kind, parameters);
    all.iter().find(|(word, _)| word == outcome).unwrap_or_else(|| panic!("no {outcome} in {all:?}")).1
}

/// FT-duel: to the end somebody wins, the first to move more often; broken off, some fights are undecided.
#[test]
fn ft_duel_two_riflemen() {
    let rifle = json!([{ "weapon": "rifle" }]);
    let duel = |order: &str| json!({ "range_in": 24, "order": order, "A": rifle, "B": rifle });
    let wins = |order: &str| decimal("fight", &duel(order), "a_wins");
    assert!((wins("A_first") + wins("B_first") - 1.0).abs() < 1e-9, "the sides are alike");
    assert!((wins("rolled") - 0.5).abs() < 1e-9 && wins("A_first") > 0.55);
    let timed = |pairs: u16| {
        let mut timed = duel("rolled");
        timed["pairs"] = json!(pairs);
        decimal("timed_fight", &timed, "undecided")
    };
    assert!(timed(1) > timed(4) && timed(4) > timed(40) && timed(40) < 1e-3);
}

/// FT-expo: one attack in each enemy move, a throw to un-pin between two of them but none after the last.
#[test]
fn ft_expo_under_fire_for_some_moves() {
    let exposed = |moves: u8, outcome: &str| {
        odds("exposure", json!({ "range_in": 24, "enemy_moves": moves, "firer": { "weapon": "rifle" } }), outcome)
    };
    let attack = |outcome: &str| odds("attack", json!({ "range_in": 24, "firer": { "weapon": "rifle" } }), outcome);
    assert_eq!((exposed(1, "pinned"), exposed(1, "dead")), (attack("pinned"), attack("dead")));
    assert_eq!(exposed(0, "unhurt"), of(1, 1));
    // Missed twice running, or pinned, un-pinned on 5 or less, and missed.
    assert_eq!(exposed(2, "unhurt"), of(7 * 7, 12 * 12) + of(5 * 5 * 7, 36 * 6 * 12));
}

/// FT-volley: shots at who is out already are not made, and no throw comes between.
#[test]
fn ft_volley_several_firers() {
    let rifle = json!({ "weapon": "rifle" });
    let volley = |firers: usize, outcome: &str| {
        odds("volley", json!({ "range_in": 24, "firers": vec![rifle.clone(); firers] }), outcome)
    };
    assert_eq!(volley(2, "unhurt"), of(49, 144));
    let exposed = odds("exposure", json!({ "range_in": 24, "enemy_moves": 2, "firer": rifle }), "pinned");
    assert!(volley(2, "pinned").to_f64() > exposed.to_f64(), "no throw to un-pin between shots of one turn");
}

/// FT-burst: exactly this number are out; wounded and pinned are counted by the result of this burst.
#[test]
fn ft_burst_over_listed_men() {
    let burst = |pinned: bool, outcome: &str| {
        let target = json!({ "pinned": pinned });
        odds("burst", json!({ "range_in": 12, "firer": { "weapon": "smg" }, "targets": [target, target] }), outcome)
    };
    let all = burst(false, "out=0") + burst(false, "out=1") + burst(false, "out=2");
    assert_eq!(all, of(1, 1));
    assert_eq!(burst(true, "expected_pinned"), burst(false, "expected_pinned"), "who is pinned and saved again counts");
    let both = json!({ "range_in": 12, "firer": { "weapon": "smg" }, "targets": [{}, {}] });
    let missed = odds("burst_joint", both, "hit=0 pinned=0 wounded=0 dead=0");
    assert_eq!(missed, of(10 * 10, 36 * 36));
}

/// FT-cross: nearer is safer, and who needs one rush alone is never shot at.
#[test]
fn ft_cross_open_ground() {
    let safe = |distance: i32, range: i32| {
        let crossing = json!({ "distance_in": distance, "range_in": range, "firer": { "weapon": "rifle" } });
        decimal("crossing", &crossing, "safe")
    };
    assert!((safe(2, 24) - 1.0).abs() < 1e-12);
    assert!(safe(7, 24) > safe(14, 24) && safe(14, 24) > safe(28, 24));
    assert!(safe(14, 48) > safe(14, 24), "the column is the firer's range");
    let moves = decimal(
        "crossing",
        &json!({ "distance_in": 2, "range_in": 24, "firer": { "weapon": "rifle" } }),
        "expected_runner_moves",
    );
    assert!((moves - 1.0).abs() < 1e-12);
}
