//! A simple player: its men keep their places and fire at enemies they see.

use crate::action::{Action, Ask};
use crate::figure::{Movement, Posture};
use crate::fire::{Mode, Preparation};
use crate::knowledge::Knowledge;

/// The action chosen for a man.
#[inline(always)]
pub(super) fn choose<K: Knowledge + Copy>(knows: K, ask: Ask) -> Action {
    match ask {
        Ask::Move | Ask::LieDown(_) if knows.man().posture == Posture::Standing => Action::GoProne,
        Ask::Name | Ask::Fire => fire(knows).map_or(Action::Nothing, |(target, mode)| Action::fire(target, mode)),
        Ask::Move | Ask::LieDown(_) | Ask::Way { .. } | Ask::Throw => Action::Nothing,
    }
}

/// Fires at the enemy he is most likely to put out, or not at all without such a chance.
#[inline(never)]
fn fire<K: Knowledge + Copy>(knows: K) -> Option<(usize, Mode)> {
    let mode = if knows.fires_single_shots() { Mode::Single } else { Mode::Auto };
    let preparation = if knows.man().movement == Movement::Stationary { Preparation::Plain } else { Preparation::Snap };
    let firer = knows.firer(mode, preparation);
    let odds = |target: usize| match mode {
        Mode::Single => knows.odds(firer, target),
        Mode::Auto => {
            let burst = knows.burst(firer, target, target);
            if burst.friends == 0 { burst.worth } else { 0.0 }
        }
    };
    let targets = knows.targets().iter().map(|target| (target, odds(target))).filter(|&(_, odds)| odds > 0.0);
    // Among equals the first in the list.
    let best = targets.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map(|(target, _)| (target, mode))
}
