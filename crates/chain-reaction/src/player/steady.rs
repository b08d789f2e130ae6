//! A simple player: its figures stay in place, reload, and fire all dice at the nearest enemy.

use crate::action::{Action, Aim, Ask};
use crate::knowledge::Knowledge;

/// The action chosen for a figure.
pub(super) fn choose<K: Knowledge>(knows: &K, ask: Ask) -> Action {
    match ask {
        Ask::Act => super::standard::act(knows),
        // It fires no launchers.
        Ask::Fire { .. } if knows.weapon().bursts() => Action::Nothing,
        Ask::Fire { at, .. } => {
            let nearest = at.iter().min_by_key(|&who| knows.distance(who));
            nearest.map_or(Action::Nothing, |target| Action::Fire(Aim::at(target, knows.dice())))
        }
        Ask::Focus { .. }
        | Ask::Pace
        | Ask::Way { .. }
        | Ask::LieDown
        | Ask::Finish { .. }
        | Ask::Melee
        | Ask::Ambush { .. } => Action::Nothing,
        Ask::Pass { .. } => Action::Pass(2),
    }
}
