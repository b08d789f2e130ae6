//! Sampled play against the exact solution of the same fights: the same rule code read two ways, so this holds the sampler,
//! whole pairs as one draw, the solver and everything between them to each other. What the rules mean is held by the
//! golden records and the twins.

use std::collections::BTreeMap;
use std::thread;

use engage::{Battle, ExactFight, Outcome, TooLarge, Unsolved};
use serde_json::{Value, json};
use testkit::sampling;
use testkit::setup::merge;

use crate::play::{battle, ending, fight};

/// Engagements played of each fight. A right program fails on one seed in a hundred million; a fault of half a percentage
/// point in any ending is found with a probability of 99.9 % (see [`sampling::detectable`]).
const ENGAGEMENTS: u64 = 1_000_000;
/// Engagements played at once.
const BLOCK: usize = 1 << 14;
/// States within which each is solved.
const BUDGET: usize = 2_000_000;

/// One man against one, who fire at the first in the list.
fn duel(blue: Value, red: Value, more: Value) -> Value {
    let standing = json!({ "doctrine": "stand", "target": "first" });
    let mut duel = fight(1, 1, json!({ "blue": { "team": standing }, "red": { "foe": standing }, "turn_limit": 1000 }));
    merge(&mut duel, json!({ "blue": { "team": blue }, "red": { "foe": red } }));
    merge(&mut duel, more);
    duel
}

/// The duels of the digest.
fn digest() -> [(&'static str, Value); 3] {
    let first = || json!({ "field": { "first_move": "blue" } });
    let aim = || json!({ "doctrine": "aim" });
    [
        ("FT-G023", duel(json!({}), json!({}), first())),
        ("FT-G024", duel(aim(), aim(), first())),
        (
            "FT-G025",
            duel(
                json!({ "posture": "prone" }),
                json!({ "weapon": "smg", "fire": "auto" }),
                json!({ "field": { "range": 12 }, "turn_limit": 2 }),
            ),
        ),
    ]
}

/// Fights of two to four men that differ in weapons, doctrine, leaders, cover and options.
fn fights() -> Vec<(&'static str, Value)> {
    let mut fights: Vec<(&'static str, Value)> = digest().into();
    let limit = |turns: u16, mut scenario: Value| {
        scenario["turn_limit"] = json!(turns);
        scenario
    };
    fights.extend([
        ("to ground, both", fight(1, 1, json!({}))),
        (
            "a sniper against a gun",
            fight(1, 1, json!({
                "blue": { "team": { "sniper": true, "hard_cover": true } },
                "red": { "foe": { "weapon": "lmg", "number_two": "given" } },
                "field": { "range": 36, "red_takes": "second" },
            })),
        ),
        (
            "options of a duel",
            limit(33, fight(1, 1, json!({
                "rules": {
                    "initiative_tie": "keep_order", "initiative_bonus": { "blue": 1 }, "aim_lost": "pinned_or_wounded",
                    "wound_also_pins": "yes", "unpin_when": "end_of_turn", "pinned_may_aim": "no",
                },
            }))),
        ),
        ("far away, to the limit", limit(5, fight(1, 1, json!({ "field": { "range": 48 } })))),
        ("a leader and his man against one", limit(30, fight(2, 1, json!({})))),
        (
            "a gun with its number two against one",
            limit(20, fight(1, 1, json!({
                "blue": { "gun": { "weapon": "lmg", "led_by": "team" }, "team": { "posture": "standing" } },
                "red": { "foe": { "weapon": "smg", "concealed": true } },
                "field": { "range": 12 },
            }))),
        ),
        ("two against two", limit(3, fight(2, 2, json!({ "blue": { "team": { "doctrine": "stand" } } })))),
        (
            "bursts over two",
            limit(3, fight(2, 2, json!({
                "blue": { "team": { "weapon": "smg", "fire": "auto", "doctrine": "stand" } },
                "red": { "foe": { "doctrine": "prone", "aim": "never" } },
                "field": { "range": 12, "spacing": 1 },
            }))),
        ),
        (
            "targets named first, man by man",
            limit(3, fight(2, 2, json!({
                "blue": { "team": { "aim": "never" } },
                "red": { "foe": { "aim": "never", "target": "unpinned" } },
                "rules": {
                    "target_declaration": "all_first", "turn_structure": "figure_by_figure", "leader_lost": "no_unpin",
                },
            }))),
        ),
        (
            "hurt at the start, a duel",
            duel(
                json!({ "wounds": 1, "begins": "prone", "doctrine": "prone" }),
                json!({ "begins_pinned": true, "doctrine": "aim" }),
                json!({ "turn_limit": 50 }),
            ),
        ),
        (
            "hurt at the start, two against two",
            limit(4, fight(1, 2, json!({
                "blue": { "hurt": { "weapon": "rifle", "wounds": 1, "begins_pinned": true, "led_by": "team" } },
                "red": { "foe": { "begins_pinned": true, "begins": "standing" } },
            }))),
        ),
        ("a side that breaks", limit(5, fight(2, 2, json!({ "field": { "blue_breaks": 50, "range": 12 } })))),
    ]);
    fights
}

fn solved(battle: &dyn Battle) -> Result<ExactFight, String> {
    battle.exact(BUDGET).map_err(|error| error.to_string())
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

/// Plays one fight and solves it, and compares the endings one by one, the mean of turns, endings by turns, and outcomes
/// in full.
fn compare(scenario: &Value) -> Result<(), String> {
    let battle = battle(scenario);
    let solved = solved(&*battle)?;
    let total: f64 = solved.outcomes.iter().map(|(_, share)| share).sum::<f64>() + solved.unresolved;
    if (total - 1.0).abs() > 1e-9 {
        return Err(format!("the probabilities add up to {total}"));
    }
    let (counts, n) = (count(&*battle), ENGAGEMENTS);
    for index in 0..fireteam::RULESET.endings.len() {
        let of = |outcome: &Outcome| usize::from(outcome.ending) == index;
        let played = counts.iter().filter(|(outcome, _)| of(outcome)).map(|(_, count)| count).sum();
        let expected = solved.outcomes.iter().filter(|(outcome, _)| of(outcome)).map(|(_, share)| share).sum();
        sampling::share(played, n, expected, solved.unresolved)
            .map_err(|error| format!("{}: {error}", fireteam::RULESET.endings[index].id))?;
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
    let mut by_turn: BTreeMap<(u8, u16), (u64, f64)> = BTreeMap::new();
    for (outcome, share) in &known {
        let cell = by_turn.entry((outcome.ending, outcome.turns)).or_default();
        *cell = (cell.0 + counts.get(outcome).copied().unwrap_or(0), cell.1 + share);
    }
    sampling::distribution(by_turn.into_values(), n).map_err(|error| format!("endings by turns: {error}"))?;
    sampling::distribution(known.iter().map(|(outcome, share)| (counts.get(outcome).copied().unwrap_or(0), *share)), n)
}

#[test]
fn fights_played_come_out_as_solved() {
    let fights = fights();
    let run = |fights: &[(&'static str, Value)]| -> Vec<(&'static str, Result<(), String>)> {
        fights.iter().map(|(name, fight)| (*name, compare(fight))).collect()
    };
    let results = thread::scope(|scope| {
        let (first, second) = fights.split_at(fights.len() * 2 / 3);
        let work = scope.spawn(move || run(first));
        let mut results = run(second);
        results.extend(work.join().expect("no panic"));
        results
    });
    let wrong: Vec<_> = results.iter().filter(|(_, result)| result.is_err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(sampling::detectable(0.5, ENGAGEMENTS) < 0.005);
}

/// The solutions of the duels of the digest are its own.
#[test]
fn the_duels_of_the_digest_are_solved_as_it_says() {
    let expected = [
        [0.568_707_144_419, 0.431_292_855_581],
        [0.624_635_894_793, 0.375_364_105_207],
        [4_961_435_465.0 / 14_693_280_768.0, 7_851_317.0 / 68_024_448.0],
    ];
    for ((name, scenario), wins) in digest().into_iter().zip(expected) {
        let solved = solved(&*battle(&scenario)).expect("a duel");
        for (wanted, expected) in ["blue.win", "red.win"].into_iter().zip(wins) {
            let of = solved.outcomes.iter().filter(|(outcome, _)| ending(outcome) == wanted);
            let share: f64 = of.map(|(_, share)| share).sum();
            assert!((share - expected).abs() < 1e-11, "{name}: {wanted} {share}, expected {expected}");
        }
    }
}

/// The check has the power it claims: the solution of a duel at one number harder is told apart from play as printed.
#[test]
fn a_shifted_number_would_be_found() {
    let wins = |rules: Value| -> f64 {
        let scenario = duel(json!({}), json!({}), json!({ "rules": rules }));
        let solved = solved(&*battle(&scenario)).expect("a duel").outcomes;
        solved.iter().filter(|(outcome, _)| ending(outcome) == "blue.win").map(|(_, share)| share).sum()
    };
    let apart = (wins(json!({})) - wins(json!({ "initiative_bonus": { "blue": 1 } }))).abs();
    assert!(apart > 5.0 * sampling::detectable(0.5, ENGAGEMENTS), "{apart}");
}

/// What is too large to be solved says so.
#[test]
fn too_large_a_fight_is_refused() {
    assert_eq!(battle(&fight(4, 4, json!({}))).exact(1000), Err(Unsolved::TooManyFigures { most: 4 }));
    let duel = battle(&fight(1, 1, json!({})));
    assert!(matches!(duel.exact(3), Err(Unsolved::TooLarge(TooLarge::States(3)))));
}
