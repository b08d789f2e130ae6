//! One assault led by any player.

use std::sync::Arc;

use engage::{Map, Outcome, Problem};

use crate::player::Player;
use crate::setup;

/// Plays one assault of a scenario's Go! Go! Go! part, with all figures led by one player, and logs each step.
///
/// # Errors
/// What is wrong with the scenario. On open ground no player is asked: figures fire by their target policy.
pub fn play_out(
    setup: &serde_json::Value,
    map: Option<&Arc<Map>>,
    seed: u64,
    engagement: u64,
    player: &mut dyn Player,
) -> Result<(Outcome, Vec<engage::Step>), Vec<Problem>> {
    let Some(map) = map else {
        return Err(vec![Problem::new("field.map", "players are asked on a map only: set `field.map`")]);
    };
    Ok(setup::assault(setup, map)?.run_logged(seed, engagement, player))
}
