//! Sets of values that meet several targets, held against runs of single scenarios.

use engage::Side;
use runner::{Options, Stop, Unkept, Unwatched};
use scenario::{Quantity, RULESETS, Scenario};
use search::{Meeting, Target, meet};

const DUEL: &str = r#"
title = "A duel"
ruleset = "cqb"
[play]
seed = 4
engagements = 50_000
[field]
range = 12
[blue.one]
ability = "elite"
weapon = "smg"
[red.other]
ability = "novice"
weapon = "smg"
[variants.armoured]
"red.other.armour" = ["soft"]
"#;

fn duel(sets: &[String]) -> Scenario {
    Scenario::parse("duel.toml", DUEL.as_bytes(), sets, RULESETS).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn ask(keys: &[&str], targets: &[Target], threads: usize) -> Meeting {
    let scenario = duel(&[]);
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    let options = Options { threads: Some(threads), interrupt: &Stop::default(), executor: None };
    let watch = (&Unwatched as &dyn runner::Progress, &Unkept as &dyn runner::Keep);
    let (found, tallies) = meet(&scenario, &[], &keys, targets, None, options, watch).unwrap();
    // From what was kept.
    let (again, _) = meet(&scenario, &[], &keys, targets, Some(tallies), options, watch).unwrap();
    assert_eq!(again, found);
    found
}

/// The chance of a side with some keys set, and the change that the variant makes.
fn truth(sets: &[String], side: Side) -> (f64, f64) {
    let options = Options { threads: Some(2), interrupt: &Stop::default(), executor: None };
    let run = runner::run(&duel(sets), &options, &Unwatched).unwrap();
    (run.cells[0].win[side].value, run.cells[1].win[side].value - run.cells[0].win[side].value)
}

fn wins(side: Side, variant: Option<usize>, by: bool, value: f64, within: f64) -> Target {
    Target { variant, by, quantity: Quantity::Win(Some(side)), value, within }
}

#[test]
fn the_set_that_made_the_targets_is_found() {
    let sets = ["rules.to_hit_base=10".to_owned()];
    let (win, change) = truth(&sets, Side::Blue);
    assert!((win - truth(&[], Side::Blue).0).abs() > 0.05, "the key matters");
    let targets = [wins(Side::Blue, None, false, win, 0.02), wins(Side::Blue, Some(0), true, change, 0.03)];
    let found = ask(&["rules.to_hit_base", "field.range"], &targets, 2);
    let met = found.attempts.iter().find(|attempt| attempt.sets == [("rules.to_hit_base".to_owned(), 10.into())]);
    assert!(met.is_some_and(search::Attempt::meets_all), "{found:?}");
    assert_eq!((found.keys, found.never.len(), found.quarrels.len()), (1, 0, 0), "one key is enough");
    assert_eq!(found, ask(&["rules.to_hit_base", "field.range"], &targets, 7), "any number of threads");
    // Every set that is said to meet them does, by a run of its own.
    for attempt in &found.attempts {
        let sets: Vec<String> = attempt.sets.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let (win, change) = truth(&sets, Side::Blue);
        assert!((win - targets[0].value).abs() < 0.021 && (change - targets[1].value).abs() < 0.031, "{attempt:?}");
    }
}

#[test]
fn targets_that_no_set_meets_quarrel() {
    let targets = [wins(Side::Blue, None, false, 0.8, 0.1), wins(Side::Red, None, false, 0.8, 0.1)];
    let found = ask(&["blue.one.count", "red.other.count"], &targets, 2);
    assert!(found.attempts.iter().all(|attempt| !attempt.meets_all()));
    assert_eq!(found.quarrels, [(0, 1)]);
    assert_eq!(found.never, [0_usize; 0]);
    let never = ask(&["field.range"], &[wins(Side::Red, None, false, 0.97, 0.02)], 2);
    assert_eq!(never.never, [0]);
}
