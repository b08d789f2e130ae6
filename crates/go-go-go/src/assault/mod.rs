//! The rules of an assault on a map against the clock (GGG-seq, GGG-mis).

mod ahead;
mod battle;
mod belief;
mod bombs;
mod compiled;
mod hostages;
mod log;
mod may;
mod movement;
mod play;
mod shooting;
mod sight;
mod site;
mod state;
mod throwing;
#[cfg(test)]
mod unknown;
mod view;

pub(crate) use battle::OnMap;
#[cfg(test)]
pub(crate) use battle::PlayedBattle;
pub(crate) use compiled::{Assault, Profile, Ways};
pub(crate) use site::{MOVER, Site, hides};
pub(crate) use state::{BOMBS, EVERYBODY, FIGURES, HOSTAGES};
pub use state::{KnownBomb, Looks, Sighting};
pub(crate) use view::{Lines, View, is_at_hand};
