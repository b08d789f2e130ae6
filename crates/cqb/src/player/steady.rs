//! A simple player that keeps its place and fires at the nearest enemy in view.

use crate::action::Attack;
use crate::action::{Action, Ask};
use crate::fire::line_up::barred;
use crate::knowledge::Knowledge;
use crate::player::choose::Player;
use crate::player::memory::Memory;
use crate::player::targets::fire_at;
use field::Figures;

/// Keeps its place and fires at the nearest enemy in view.
#[derive(Clone, Copy, Debug)]
pub struct Steady;

impl Player for Steady {
    #[inline(always)]
    fn is_trusted(&self) -> bool {
        true
    }

    #[inline(never)]
    fn choose(&mut self, knowledge: &Knowledge<'_>, _memory: &mut Memory, ask: Ask) -> Action {
        match ask {
            Ask::Act { .. } => act(knowledge),
            Ask::Interrupt { .. } | Ask::Meet { .. } if matches!(act(knowledge), Action::Fire(_)) => Action::Interrupt,
            _ => Action::Idle,
        }
    }

    fn keeps_guard(&mut self, knowledge: &Knowledge<'_>) -> bool {
        act(knowledge) == Action::Hold
    }
}

/// The figure gets up, picks up its weapon or clears a jam if it must, fires if it can, and otherwise holds.
fn act(knowledge: &Knowledge<'_>) -> Action {
    let (figure, weapon) = (knowledge.figure(), knowledge.weapon(knowledge.me()));
    let nearest = knowledge.standing().iter().min_by_key(|&enemy| knowledge.range(enemy));
    let ready = barred(knowledge.rules(), weapon, figure).is_none();
    match nearest {
        _ if figure.condition.knocked => Action::Recover,
        _ if figure.condition.dropped => Action::PickUp,
        _ if figure.jammed => Action::Clear,
        Some(enemy) if ready => {
            Action::Fire(Attack { at: Figures::one(enemy), ..fire_at(knowledge.rules(), knowledge.doctrine()) })
        }
        _ => Action::Hold,
    }
}
