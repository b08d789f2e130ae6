//! The players of a scenario, who follow their doctrines.

use super::choose::{Knowledge, Players};
use super::doctrine::PlayerKind;
use super::{standard, steady};
use crate::action::{Action, Ask};

/// Players who follow their doctrines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByDoctrine;

impl Players for ByDoctrine {
    const TRUSTED: bool = true;

    #[inline(always)]
    fn choose(&self, knows: Knowledge<'_>, ask: Ask) -> Action {
        match knows.doctrine().player {
            PlayerKind::Standard => standard::choose(knows, ask),
            PlayerKind::Steady => steady::choose(knows, ask),
        }
    }
}
