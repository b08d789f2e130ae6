//! Sampled play against the exact solution of the same fights: the same rule code read two ways. What the rules mean is held by the
//! golden records and the twins.

use std::collections::BTreeMap;

use engage::Outcome;
use serde_json::{Value, json};
use testkit::golden::answer;
use testkit::sampling;
use testkit::setup::with;

use crate::play::{battle, ending, fight};

/// Engagements played of each fight. A right program fails on one seed in a hundred million; a fault of a percentage point in any
/// ending is found with a probability of 99.9 % (see [`sampling::detectable`]).
const ENGAGEMENTS: u64 = 300_000;
/// Engagements played at once.
const BLOCK: usize = 1 << 14;
/// States within which each is solved.
const BUDGET: usize = 4_000_000;

/// Plays one fight and solves it, and compares endings, endings by turns, and the mean of turns.
fn compare(scenario: &Value) -> Result<(), String> {
    let battle = battle(scenario);
    let solved = battle.exact(BUDGET).map_err(|error| error.to_string())?;
    let total: f64 = solved.outcomes.iter().map(|(_, share)| share).sum::<f64>() + solved.unresolved;
    if (total - 1.0).abs() > 1e-9 {
        return Err(format!("the probabilities add up to {total}"));
    }
    let (mut counts, mut block) = (BTreeMap::<Outcome, u64>::new(), vec![Outcome::default(); BLOCK]);
    for first in (0..ENGAGEMENTS).step_by(BLOCK) {
        let outcomes = &mut block[..BLOCK.min((ENGAGEMENTS - first) as usize)];
        battle.play(17, first, outcomes);
        outcomes.iter().for_each(|&outcome| *counts.entry(outcome).or_default() += 1);
    }
    let known: BTreeMap<Outcome, f64> = solved.outcomes.iter().copied().collect();
    if let Some((outcome, count)) = counts.iter().find(|(outcome, _)| !known.contains_key(outcome)) {
        return Err(format!("{count} times {outcome:?}, which the solution does not know"));
    }
    let mut by_ending: BTreeMap<u8, (u64, f64)> = BTreeMap::new();
    for (outcome, share) in &known {
        let cell = by_ending.entry(outcome.ending).or_default();
        *cell = (cell.0 + counts.get(outcome).copied().unwrap_or(0), cell.1 + share);
    }
    for (ending, (played, expected)) in by_ending {
        sampling::share(played, ENGAGEMENTS, expected, solved.unresolved)
            .map_err(|error| format!("ending {ending}: {error}"))?;
    }
    let cells = known.iter().map(|(outcome, share)| (counts.get(outcome).copied().unwrap_or(0), *share));
    sampling::distribution(cells, ENGAGEMENTS)
}

#[test]
fn fights_played_come_out_as_solved() {
    let pistol = json!({ "weapon": "bolt action rifle", "cover": true });
    let fights = [
        fight(1, 1, json!({})),
        fight(
            1,
            1,
            json!({ "blue": { "team": { "cover": true } }, "field": { "cover_near": false }, "turn_limit": 4 }),
        ),
        fight(1, 2, json!({ "blue": { "team": pistol }, "red": { "foe": pistol }, "turn_limit": 2 })),
        // Figures that begin hurt.
        fight(1, 1, json!({ "blue": { "team": { "begins": "stunned" } }, "red": { "foe": { "rep_lost": 1 } } })),
        fight(1, 1, json!({ "blue": { "team": { "begins": "ducked_back", "rep": 5, "rep_lost": 2 } } })),
        fight(
            1,
            1,
            json!({
                "blue": { "team": { "begins": "ducked_back" } },
                "red": { "foe": { "begins": "stunned" } },
                "field": { "cover_near": false },
            }),
        ),
        fight(
            1,
            1,
            json!({
                "blue": { "friend": { "rep": 4, "begins": "hunkered_down", "group": "team" } },
                "red": { "foe": pistol },
                "turn_limit": 3,
            }),
        ),
        fight(1, 1, json!({ "red": { "wounded": { "rep": 5, "begins": "out_of_the_fight", "group": "foe" } } })),
    ];
    let wrong: Vec<_> = fights.iter().filter_map(|fight| compare(fight).err().map(|error| (fight, error))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(sampling::detectable(0.5, ENGAGEMENTS) < 0.01);
}

/// CR-duel, CR-lead-4, Clarification 53: a fight of one against one is the duel of lone figures, number for number: neither rolls a Leader Die,
/// though each is the overall Leader of its force, unless it is listed as a Leader or every lone figure is one.
#[test]
fn cr_lead_4_a_fight_of_two_is_the_duel() {
    let shares = |solved: &[(Outcome, f64)], wanted: &str| {
        let of = solved.iter().filter(|(outcome, _)| ending(outcome) == wanted);
        of.map(|(_, share)| share).sum::<f64>()
    };
    for (blue, red, field) in [
        (json!({ "rep": 5 }), json!({ "rep": 4 }), json!({ "range": 24 })),
        (json!({ "rep": 4 }), json!({ "rep": 4 }), json!({ "range": 24 })),
        (
            json!({ "rep": 5, "weapon": "bolt action rifle", "cover": true }),
            json!({ "rep": 3, "weapon": "pistol" }),
            json!({ "range": 3, "cover_near": false }),
        ),
    ] {
        let fight = |more: Value| {
            let usual = json!({ "blue": { "team": blue }, "red": { "foe": red }, "field": field, "turn_limit": 1000 });
            let scenario = with(usual, more);
            battle(&scenario).exact(BUDGET).expect("a duel").outcomes
        };
        let duel = |led: bool| {
            let figure = |figure: &Value| {
                if led { with(figure.clone(), json!({ "leader": figure["rep"] })) } else { figure.clone() }
            };
            let situation = with(json!({ "a": figure(&blue), "b": figure(&red) }), field.clone());
            answer(&chain_reaction::RULESET, "duel", &situation).expect("a duel")
        };
        let listed = json!({ "blue": { "team": { "leader": true } }, "red": { "foe": { "leader": true } } });
        for (more, led) in [
            (json!({}), false),
            (json!({ "rules": { "leaders": "listed" } }), false),
            (json!({ "rules": { "leaders": "every_group_and_lone" } }), true),
            (listed, true),
        ] {
            let (solved, duel) = (fight(more.clone()), duel(led));
            for (wanted, winner) in [("blue.win", "A wins"), ("red.win", "B wins")] {
                let of = duel.values.iter().filter(|value| value.outcome.starts_with(winner));
                let (fight, duel) = (shares(&solved, wanted), of.map(|value| value.decimal).sum::<f64>());
                assert!((fight - duel).abs() < 1e-12, "{more}: {wanted} {fight}, the duel has {duel}");
            }
            let turns: f64 = solved.iter().map(|(outcome, share)| f64::from(outcome.turns) * share).sum();
            let mean = duel.values.iter().find(|value| value.outcome == "E[turns]").expect("turns").decimal;
            assert!((turns - mean).abs() < 1e-9, "{more}: {turns} turns, the duel has {mean}");
        }
    }
}
