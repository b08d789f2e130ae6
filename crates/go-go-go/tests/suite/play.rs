//! Play: nothing is allocated, blocks and replays do not matter, and what is played comes out as it is solved.

use std::collections::BTreeMap;

use engage::{Battle, Outcome};
use serde_json::{Value, json};
use testkit::sampling;

/// Engagements played of each fight. A right program fails on one seed in a hundred million; a fault of a percentage point in
/// any ending is found with a probability of 99.9 % (see [`sampling::detectable`]).
const ENGAGEMENTS: usize = 400_000;

fn battle(blue: &Value, red: &Value, range: u8, rules: &Value) -> Box<dyn Battle> {
    let field = json!({ "range": range });
    let setup =
        json!({ "field": field, "rules": rules, "blue": { "team": blue }, "red": { "foe": red }, "turn_limit": 60 });
    (go_go_go::RULESET.compile)(&setup, None).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"))
}

/// Fights of two, played by whole turns at once, and of more, played from the rules.
fn fights() -> Vec<(&'static str, Box<dyn Battle>)> {
    let (one, none) = (json!({}), json!({}));
    let (moving, hidden) = (json!({ "pace": "normal" }), json!({ "hiding": true, "sees": "roll" }));
    let sniper = json!({ "weapon": "sniper", "aim": 1 });
    let options = json!({ "natural_rolls": "both", "fire_effect_penalty": "target", "hider_firing": "revealed" });
    vec![
        ("standing", battle(&one, &one, 4, &none)),
        ("one moves", battle(&moving, &one, 4, &none)),
        ("both move, far away", battle(&moving, &moving, 10, &none)),
        ("one hides", battle(&one, &hidden, 10, &none)),
        ("a sniper", battle(&sniper, &one, 10, &none)),
        ("options", battle(&one, &hidden, 10, &options)),
        ("a limit to wounds", battle(&json!({ "wounds": 1 }), &one, 4, &json!({ "wound_limit": 2 }))),
        ("one begins hurt", battle(&json!({ "wounds": 1, "stun_turns": 2 }), &one, 4, &none)),
        (
            "hurt, with options",
            battle(&json!({ "stun_turns": 3 }), &json!({ "wounds": 2, "stun_turns": 1 }), 10, &options),
        ),
        (
            "two hurt against two",
            battle(&json!({ "count": 2, "stun_turns": 1 }), &json!({ "count": 2, "wounds": 1 }), 4, &none),
        ),
        ("two against one", battle(&json!({ "count": 2 }), &one, 10, &none)),
        (
            "two movers against two",
            battle(&json!({ "count": 2, "pace": "stealthy" }), &json!({ "count": 2 }), 4, &none),
        ),
        ("two who roll to spot", battle(&json!({ "count": 2, "sees": "roll" }), &json!({ "count": 2 }), 10, &options)),
    ]
}

/// Fights of more than can be solved, in which many fire at one who falls.
fn fights_of_many() -> Vec<(&'static str, Box<dyn Battle>)> {
    let (six, hidden) = (json!({ "count": 6 }), json!({ "count": 6, "hiding": true }));
    let options = json!({ "hider_firing": "revealed", "fire_effect_penalty": "target" });
    vec![
        ("six against six", battle(&six, &six, 4, &json!({}))),
        ("six who hide against six", battle(&hidden, &six, 4, &options)),
    ]
}

fn played(battle: &dyn Battle, first: u64, count: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); count];
    battle.play(17, first, &mut outcomes);
    outcomes
}

#[test]
fn play_allocates_nothing() {
    for (name, battle) in fights() {
        let mut outcomes = vec![Outcome::default(); 200];
        assert_eq!(testkit::allocations(|| battle.play(17, 0, &mut outcomes)), 0, "{name}");
    }
    let (_, first) = fights().swap_remove(0);
    assert!(testkit::allocations(|| drop(std::hint::black_box(first.replay(17, 0)))) > 0, "the probe counts");
}

/// The same engagement is the same in any block, and when it is replayed.
#[test]
fn blocks_and_replays_do_not_matter() {
    for (name, battle) in fights().into_iter().chain(fights_of_many()) {
        let all = played(&*battle, 0, 60);
        assert!(
            all.iter().any(|outcome| *outcome != all[0]) || name == "both move, far away",
            "{name}: no luck at all"
        );
        for (engagement, outcome) in all.iter().enumerate() {
            assert_eq!(played(&*battle, engagement as u64, 1)[0], *outcome, "{name}, engagement {engagement}");
            assert_eq!(battle.replay(17, engagement as u64).0, *outcome, "{name}, engagement {engagement} replayed");
        }
    }
}

/// A man who begins with a wound and stunned for two turns fires standing at 10" on 3 and 1 and 2, then on 3 and 1 (GGG-eff-3,
/// GGG-stun-1, GGG-stun-3).
#[test]
fn a_man_begins_hurt() {
    let (hurt, unarmed) = (json!({ "wounds": 1, "stun_turns": 2 }), json!({ "weapon": "none" }));
    let battle = battle(&hurt, &unarmed, 10, &json!({ "out_up_to": 0, "time": 30 }));
    for engagement in 0..20 {
        let (_, steps) = battle.replay(17, engagement);
        let numbers: Vec<_> = steps.iter().take(4).map(|step| (step.turn, step.target_number)).collect();
        assert_eq!(numbers, [(1, Some(6)), (2, Some(6)), (3, Some(4)), (4, Some(4))]);
    }
}

fn compare(battle: &dyn Battle) -> Result<(), String> {
    let solved = battle.exact(400_000).map_err(|error| error.to_string())?;
    let mut counts: BTreeMap<Outcome, u64> = BTreeMap::new();
    played(battle, 0, ENGAGEMENTS).into_iter().for_each(|outcome| *counts.entry(outcome).or_default() += 1);
    let known: BTreeMap<Outcome, f64> = solved.outcomes.iter().copied().collect();
    if let Some((outcome, count)) = counts.iter().find(|(outcome, _)| !known.contains_key(outcome)) {
        return Err(format!("{count} times {outcome:?}, which the solution does not know"));
    }
    for (index, ending) in go_go_go::RULESET.endings.iter().enumerate() {
        let of = |outcome: &Outcome| usize::from(outcome.ending) == index;
        let count = counts.iter().filter(|(outcome, _)| of(outcome)).map(|(_, count)| count).sum();
        let expected = known.iter().filter(|(outcome, _)| of(outcome)).map(|(_, share)| share).sum();
        sampling::share(count, ENGAGEMENTS as u64, expected, solved.unresolved)
            .map_err(|error| format!("{}: {error}", ending.id))?;
    }
    let cells = known.iter().map(|(outcome, share)| (counts.get(outcome).copied().unwrap_or(0), *share));
    sampling::distribution(cells, ENGAGEMENTS as u64)
}

#[test]
fn fights_played_come_out_as_solved() {
    let results = fights().into_iter().map(|(name, battle)| (name, compare(&*battle)));
    let wrong: Vec<_> = results.filter(|(_, result)| result.is_err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(sampling::detectable(0.5, ENGAGEMENTS as u64) < 0.01);
}
