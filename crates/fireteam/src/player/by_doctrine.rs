//! The players of a scenario, who follow the doctrines of their squads.

use super::choose::Players;
use super::doctrine::PlayerKind;
use super::memory::Memory;
use super::{standard, steady};
use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;

/// Players who follow the doctrines of their squads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByDoctrine;

impl Players for ByDoctrine {
    const TRUSTED: bool = true;

    #[inline(always)]
    fn choose<K: Knowledge + Copy>(&mut self, knows: K, memory: &mut Memory, ask: Ask) -> Action {
        match knows.doctrine().player {
            PlayerKind::Standard | PlayerKind::Ahead => standard::choose(knows, memory, ask),
            PlayerKind::Steady => steady::choose(knows, ask),
        }
    }
}
