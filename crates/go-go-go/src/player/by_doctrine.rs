//! Leads every squad by the player that its doctrine names.

use super::choice::Player;
use super::doctrine::PlayerKind;
use super::memory::Memory;
use super::standard::Standard;
use super::steady::Steady;
use super::survey::Survey;
use crate::action::{Action, Ask, Event};
use crate::knowledge::Knowledge;

/// All players that a scenario may name.
pub(crate) struct ByDoctrine<'a> {
    standard: Standard<'a>,
}

impl<'a> ByDoctrine<'a> {
    pub(crate) const fn new(survey: &'a Survey) -> ByDoctrine<'a> {
        ByDoctrine { standard: Standard::new(survey) }
    }
}

impl Player for ByDoctrine<'_> {
    #[inline]
    fn choose(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, ask: Ask) -> Action {
        match knows.doctrine().player {
            PlayerKind::Standard | PlayerKind::Ahead => self.standard.choose(knows, memory, ask),
            PlayerKind::Steady => Steady.choose(knows, memory, ask),
        }
    }

    #[inline]
    fn note(&mut self, knows: &Knowledge<'_>, memory: &mut Memory, event: Event) {
        match knows.doctrine().player {
            PlayerKind::Standard | PlayerKind::Ahead => self.standard.note(knows, memory, event),
            PlayerKind::Steady => Steady.note(knows, memory, event),
        }
    }
}
