//! The automatic player: moves along its squad's route, lies down, stands up, fires, aims and throws as its doctrine
//! says.

use super::memory::Memory;
use super::{fire, moves, throw};
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// The action chosen for a man.
#[inline(always)]
pub(super) fn choose<K: Knowledge + Copy>(knows: K, memory: &mut Memory, ask: Ask) -> Action {
    match ask {
        Ask::Move => moves::choose(knows, memory),
        Ask::Way { from, left, rush } => moves::way(knows, memory, from, left, rush),
        Ask::LieDown(occasion) => moves::lie_down(knows, occasion),
        Ask::Throw => throw::choose(knows),
        Ask::Name | Ask::Fire => fire::choose(knows, memory),
    }
}
