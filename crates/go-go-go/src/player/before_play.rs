//! The automatic player's decisions before play: who brings the bombs, and where ambushers begin.

use engage::{Entry, Side};
use field::{Cell, Plan};

use super::doctrine::Orders;
use crate::assault::{BOMBS, hides};
use crate::squad::Doctrine;

/// The first Terrorists on the mission bring the bombs (GGG-bomb-1).
pub(crate) fn carriers<'a>(figures: impl Iterator<Item = (Side, &'a Doctrine)>, bombs: u8) -> [Option<usize>; BOMBS] {
    let goes = |(side, doctrine): &(Side, &Doctrine)| *side == Side::Red && doctrine.orders == Orders::Mission;
    let mut carriers = figures.enumerate().filter(|(_, figure)| goes(figure)).map(|(me, _)| me).take(bombs.into());
    std::array::from_fn(|_| carriers.next())
}

/// The cells where ambushers may begin: those where they can hide, if there is room for all.
pub(crate) fn lie_in_wait(plan: &Plan, doctrine: &Doctrine, side: Side, everybody: usize, entry: &mut Entry) {
    if !doctrine.hiding || doctrine.orders == Orders::Assault || side == Side::Blue {
        return;
    }
    let covered: Vec<Cell> = entry.cells.iter().copied().filter(|&cell| hides(plan, cell)).collect();
    if covered.len() >= everybody {
        entry.cells = covered;
    }
}
