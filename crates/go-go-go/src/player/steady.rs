//! A simple player: every figure keeps its place and fires at enemies it sees.

use super::aim::likeliest;
use super::choice::Player;
use super::memory::Memory;
use crate::action::{Action, Ask, Order, Rest};
use crate::knowledge::Knowledge;

/// Keeps its place, faces the nearest enemy seen or the direction of a sound, and fires at the enemy it is most likely
/// to hit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steady;

impl Player for Steady {
    fn choose(&mut self, knows: &Knowledge<'_>, _: &mut Memory, ask: Ask) -> Action {
        match ask {
            Ask::Call(_) => Action::Call(field::Figures::NONE),
            Ask::Order => Action::Order(Order::STAY),
            Ask::Enter { .. } => Action::Halt,
            Ask::Rest { .. } => Action::Rest(rest(knows)),
            Ask::Fire(targets) => {
                let shots = targets.iter().filter_map(|target| {
                    let (to_hit, range) = knows.shot(target)?;
                    Some((target, to_hit, range))
                });
                likeliest(shots).map_or(Action::HoldFire, Action::Fire)
            }
        }
    }
}

/// Its posture: hidden if its squad hides.
fn rest(knows: &Knowledge<'_>) -> Rest {
    let before = knows.facing();
    let facing = knows.here().and_then(|here| {
        let far = |&enemy: &usize| knows.sighting(enemy).map(|sighting| knows.plan().squared(here, sighting.cell));
        let nearest = knows.threats(here).iter().min_by_key(far).and_then(|enemy| knows.sighting(enemy));
        nearest.and_then(|sighting| field::Facing::towards(knows.plan(), here, sighting.cell)).or(knows.heard())
    });
    let hides = knows.doctrine().hiding && knows.may_hide();
    Rest { facing: facing.unwrap_or(before), hides, takes_bomb: false }
}
