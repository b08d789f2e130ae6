//! Sampled play against the exact solution of the same duels. The same rule code is read two ways, so this compares the
//! sampler, the solver and everything between them. The golden records and the twins check what the rules mean.

use std::collections::BTreeMap;
use std::thread;

use engage::{Battle, Outcome, TooLarge, Unsolved};
use serde_json::{Value, json};
use testkit::sampling;

use crate::play::{battle, ending, small_duel};

/// Engagements played of each duel: a fault of a fifth of a percentage point in any ending is found (see
/// [`sampling::detectable`]).
const ENGAGEMENTS: u64 = 10_000_000;
/// Engagements played at once.
const BLOCK: usize = 1 << 16;
/// States within which each is solved.
const BUDGET: usize = 2_000_000;

/// Duels that differ in weapon, range, armour, order, doctrine and options; every card goes back before the next, which
/// keeps the state small.
fn duels() -> Vec<(&'static str, Value)> {
    vec![
        ("rifles at 12\"", json!({})),
        ("one side always first", json!({ "rules": { "order": "red_first" } })),
        (
            "both at once",
            json!({ "rules": { "order": "simultaneous" }, "red": { "gunman": { "ability": "veteran" } } }),
        ),
        (
            "pistols",
            json!({ "blue": { "team": { "weapon": "pistol" } }, "red": { "gunman": { "weapon": "pistol" } }, "field": { "range": 3 } }),
        ),
        (
            "magnums, three shots",
            json!({ "blue": { "team": { "weapon": "magnum", "rate": 3 } }, "rules": { "order": "blue_first" } }),
        ),
        (
            "shotgun against soft armour that knocks down",
            json!({
                "blue": { "team": { "weapon": "shotgun" } },
                "red": { "gunman": { "armour": ["soft", "helmet"] } },
                "rules": { "armour_knockdown": "on" },
            }),
        ),
        (
            "snipers who aim",
            json!({
                "blue": { "team": { "weapon": "sniper rifle", "aim": "always", "aim_at": "head" } },
                "red": { "gunman": { "weapon": "sniper rifle", "aim": "always", "aim_at": "brain_stem" } },
                "field": { "range": 90 },
            }),
        ),
        ("closing in", json!({ "red": { "gunman": { "close_to": 3, "pace": "fast" } }, "field": { "range": 24 } })),
        (
            "hold and interrupt",
            json!({
                "blue": { "team": { "hold_until": 12 } },
                "red": { "gunman": { "close_to": 6 } },
                "field": { "range": 18 },
            }),
        ),
        (
            "torso shots against plates",
            json!({
                "blue": { "team": { "aim_at": "torso" } },
                "red": { "gunman": { "armour": ["soft", "plates", "helmet"] } },
                "rules": { "joker_fire": "misfire", "joker_secondary": "void", "location_deck": "neutral" },
            }),
        ),
        (
            "jams cleared by a test, jokers that win reaction tests",
            json!({
                "rules": { "recovery_test": "easy", "joker_reaction": "highest", "joker_test": "redraw", "luck": "on" },
            }),
        ),
        (
            "recoil over turns, aims kept",
            json!({
                "blue": { "team": { "aim": "always" } },
                "rules": { "single_recoil": "series", "aim_persistence": "kept", "knockdown": "none" },
                "field": { "range": 48 },
            }),
        ),
        (
            "hurt from the start",
            json!({
                "blue": { "team": { "flesh_wounds": 1, "wound": "strong_arm", "weapon_dropped": true } },
                "red": { "gunman": { "wound": "leg", "knocked_down": true, "jammed": true } },
            }),
        ),
        ("a turn limit", json!({ "turn_limit": 2 })),
    ]
}

/// How often each outcome came up among all engagements.
fn count(battle: &dyn Battle) -> BTreeMap<Outcome, u64> {
    let (mut counts, mut block) = (BTreeMap::new(), vec![Outcome::default(); BLOCK]);
    for first in (0..ENGAGEMENTS).step_by(BLOCK) {
        let outcomes = &mut block[..BLOCK.min((ENGAGEMENTS - first) as usize)];
        battle.play(17, first, outcomes);
        outcomes.iter().for_each(|&outcome| *counts.entry(outcome).or_default() += 1);
    }
    counts
}

/// Plays one duel and solves it, and compares the endings one by one, the mean of turns, and the whole distribution.
fn compare(scenario: &Value) -> Result<(), String> {
    let battle = battle(scenario);
    let solved = battle.exact(BUDGET).map_err(|error| error.to_string())?;
    let total: f64 = solved.outcomes.iter().map(|(_, share)| share).sum::<f64>() + solved.unresolved;
    if (total - 1.0).abs() > 1e-9 {
        return Err(format!("the probabilities add up to {total}"));
    }
    let (counts, n) = (count(&*battle), ENGAGEMENTS);
    for index in 0..cqb::RULESET.endings.len() {
        let of = |outcome: &Outcome| usize::from(outcome.ending) == index;
        let played = counts.iter().filter(|(outcome, _)| of(outcome)).map(|(_, count)| count).sum();
        let expected = solved.outcomes.iter().filter(|(outcome, _)| of(outcome)).map(|(_, share)| share).sum();
        sampling::share(played, n, expected, solved.unresolved)
            .map_err(|error| format!("{}: {error}", cqb::RULESET.endings[index].id))?;
    }
    let moment = |power: i32| -> f64 {
        solved.outcomes.iter().map(|(outcome, share)| f64::from(outcome.turns).powi(power) * share).sum()
    };
    let turns: u64 = counts.iter().map(|(outcome, count)| u64::from(outcome.turns) * count).sum();
    sampling::mean(turns as f64 / n as f64, n, moment(1), moment(2) - moment(1).powi(2))?;
    let known: BTreeMap<Outcome, f64> = solved.outcomes.iter().copied().collect();
    if let Some((outcome, count)) = counts.iter().find(|(outcome, _)| !known.contains_key(outcome)) {
        return Err(format!("{count} times {outcome:?}, which the solution does not know"));
    }
    sampling::distribution(known.iter().map(|(outcome, share)| (counts.get(outcome).copied().unwrap_or(0), *share)), n)
}

#[test]
fn duels_played_come_out_as_solved() {
    let duels = duels();
    assert!(duels.len() >= 10);
    let results: Vec<(&str, Result<(), String>)> = thread::scope(|scope| {
        let half = duels.len() / 2;
        let run = |duels: &'static str, scenario: &Value| (duels, compare(&small_duel(scenario.clone())));
        let (first, second) = duels.split_at(half);
        let work = scope.spawn(move || first.iter().map(|(name, duel)| run(name, duel)).collect::<Vec<_>>());
        let mut results: Vec<_> = second.iter().map(|(name, duel)| run(name, duel)).collect();
        results.extend(work.join().expect("no panic"));
        results
    });
    let wrong: Vec<_> = results.iter().filter(|(_, result)| result.is_err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The check has the power it claims: the solution of a duel with a target number one higher does not pass for play by
/// the printed rules.
#[test]
fn a_shifted_target_number_would_be_found() {
    let printed = battle(&small_duel(json!({})));
    let harder =
        battle(&small_duel(json!({ "rules": { "named": { "head": 3 } }, "blue": { "team": { "aim_at": "head" } } })));
    let easier = battle(&small_duel(json!({ "blue": { "team": { "aim_at": "head" } } })));
    let wins = |battle: &dyn Battle| -> f64 {
        let solved = battle.exact(BUDGET).expect("a small duel").outcomes;
        solved.iter().filter(|(outcome, _)| ending(outcome) == "blue.win").map(|(_, share)| share).sum()
    };
    assert!((wins(&*harder) - wins(&*easier)).abs() > 5.0 * sampling::detectable(0.5, ENGAGEMENTS));
    assert!(wins(&*printed) > wins(&*harder));
}

/// What is too large to be solved says so, with the states it counted.
#[test]
fn too_large_a_fight_is_refused() {
    let four = battle(&small_duel(json!({ "blue": { "team": { "count": 4 } }, "red": { "gunman": { "count": 4 } } })));
    assert_eq!(four.exact(1000), Err(Unsolved::TooManyFigures { most: 4 }));
    let duel = battle(&small_duel(json!({})));
    assert!(matches!(duel.exact(10), Err(Unsolved::TooLarge(TooLarge::States(10)))));
}
