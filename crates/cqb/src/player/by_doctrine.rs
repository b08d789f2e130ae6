//! The player named by each figure's doctrine.

use crate::action::{Action, Ask};
use crate::knowledge::Knowledge;
use crate::player::choose::Player;
use crate::player::doctrine::PlayerKind;
use crate::player::memory::Memory;
use crate::player::standard::Standard;
use crate::player::steady::Steady;

/// Leads each figure by the player that its doctrine names.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByDoctrine;

impl Player for ByDoctrine {
    #[inline(always)]
    fn is_trusted(&self) -> bool {
        true
    }

    #[inline(always)]
    fn choose(&mut self, knowledge: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        match knowledge.doctrine().player {
            PlayerKind::Standard | PlayerKind::Ahead => Standard.choose(knowledge, memory, ask),
            // A copy, so that the standard player's view stays in registers.
            PlayerKind::Steady => Steady.choose(&{ *knowledge }, memory, ask),
        }
    }

    #[inline(always)]
    fn hopes(&mut self, knowledge: &Knowledge<'_>) -> bool {
        match knowledge.doctrine().player {
            PlayerKind::Standard | PlayerKind::Ahead => Standard.hopes(knowledge),
            PlayerKind::Steady => Steady.hopes(&{ *knowledge }),
        }
    }

    #[inline(always)]
    fn keeps_guard(&mut self, knowledge: &Knowledge<'_>) -> bool {
        match knowledge.doctrine().player {
            PlayerKind::Standard | PlayerKind::Ahead => Standard.keeps_guard(knowledge),
            PlayerKind::Steady => Steady.keeps_guard(&{ *knowledge }),
        }
    }
}
