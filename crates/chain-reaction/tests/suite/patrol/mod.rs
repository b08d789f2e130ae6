//! Patrols across tables that each engagement rolls (CR-patrol).

mod enemy;
mod scouts;
mod table;
mod whole;

use engage::Battle;
use serde_json::{Value, json};
use testkit::setup::with;

/// Nine soldiers on patrol; `more` is laid over it.
pub(crate) fn patrol(more: Value) -> Value {
    let patrol = json!({
        "blue": {
            "team": { "count": 6, "rep": 4, "leader": true, "grenades": true },
            "gunners": { "count": 3, "rep": 4, "weapon": "squad automatic weapon", "group": "team" },
        },
        "field": { "terrain": "rolled", "patrol": {} },
        "turn_limit": 40,
    });
    with(patrol, more)
}

/// Patrols of all sorts.
pub(crate) fn patrols() -> Vec<Value> {
    vec![
        patrol(json!({})),
        patrol(json!({ "field": { "terrain": "woods", "patrol": { "enemy": "gang", "own": "police" } } })),
        patrol(json!({
            "field": { "terrain": "clear", "bushes": 3 },
            "rules": {
                "pef_movement": "sheet", "pef_numbers": "sheet", "reinforcements": "doubles", "scout_enemy": "pef",
                "how_many_table": "enemy_side", "patrol_count": "start", "np_outnumbers": "group_against_seen",
                "np_stay_fires": false, "patrol_needs_pefs": true,
            },
        })),
        patrol(json!({
            "blue": { "others": { "count": 2, "rep": 5, "at": "9", "weapon": "grenade launcher" } },
            "field": { "terrain": "mountains", "patrol": { "enemy": "military" } },
            "rules": { "reinforcements": "seven", "rockets": true, "np_outnumbers": "side_against_side" },
        })),
        json!({
            "red": { "cell": { "count": 7, "rep": 3, "at": "7" }, "boss": { "rep": 5, "star": true } },
            "field": { "terrain": "rolled", "patrol": { "side": "red", "enemy": "military", "own": "insurgents" } },
            "rules": { "reinforcements": "seven" },
            "turn_limit": 40,
        }),
    ]
}

/// Compiles a patrol that has nothing wrong with it.
#[track_caller]
pub(crate) fn battle(scenario: &Value) -> Box<dyn Battle> {
    crate::play::battle(scenario)
}
