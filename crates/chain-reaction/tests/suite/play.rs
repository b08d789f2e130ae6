//! What the tests of whole engagements share: scenarios and what came of them.

use engage::{Battle, Outcome};
use serde_json::{Value, json};
use testkit::setup::with;

/// Assault rifles against assault rifles on open ground; `more` is laid over it.
pub(crate) fn fight(blue: u8, red: u8, more: Value) -> Value {
    let fight = json!({
        "blue": { "team": { "count": blue, "rep": 4 } },
        "red": { "foe": { "count": red, "rep": 4 } },
        "field": { "range": 24 },
        "turn_limit": 100,
    });
    with(fight, more)
}

/// Compiles a scenario that has nothing wrong with it.
#[track_caller]
pub(crate) fn battle(scenario: &Value) -> Box<dyn Battle> {
    (chain_reaction::RULESET.compile)(scenario, None).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Plays engagements 0 to `n` - 1.
pub(crate) fn outcomes(battle: &dyn Battle, seed: u64, n: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); n];
    battle.play(seed, 0, &mut outcomes);
    outcomes
}

/// The word for an ending.
pub(crate) fn ending(outcome: &Outcome) -> &'static str {
    chain_reaction::RULESET.endings[usize::from(outcome.ending)].id
}

/// Fights of all sorts: a duel, groups of several squads, Stars, shotguns, fights in the open and under options.
pub(crate) fn fights() -> Vec<Value> {
    let two = json!({ "count": 2, "rep": 3, "weapon": "submachine gun" });
    let star = json!({ "blue": { "team": { "star": true, "rep": 5 } }, "red": { "foe": { "cover": true } } });
    vec![
        fight(1, 1, json!({})),
        fight(1, 2, star),
        fight(3, 4, json!({ "blue": { "other": two }, "red": { "other": two } })),
        fight(4, 4, json!({ "field": { "cover_near": false }, "rules": { "ducked_in_open": "hidden" } })),
        fight(
            5,
            5,
            json!({
                "blue": { "gun": { "rep": 4, "weapon": "squad automatic weapon", "group": "team" } },
                "red": { "foe": { "weapon": "shotgun", "dice": "all_but_one", "spread": "each" } },
                "field": { "range": 10, "cover_near": false },
            }),
        ),
        fight(
            3,
            3,
            json!({
                "blue": { "team": { "weapon": "pistol", "twin": true, "attributes": ["Nerves of Steel"] } },
                "red": { "foe": { "attributes": ["Born Leader"], "prone": true }, "boss": { "rep": 5, "star": true } },
                "field": { "range": 8 },
                "rules": { "active_fire": "whole_group", "order_in_group": "rep", "focus_lasts": "activation" },
            }),
        ),
    ]
}
