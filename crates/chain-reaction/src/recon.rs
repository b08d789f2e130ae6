//! The changing state of a patrol besides its figures: sections, possible enemy forces, and the orders of each enemy
//! (CR-patrol).

use field::{Cell, CellSet, Figures};

use crate::enemy::Orders;
use crate::figure::MEN;
use crate::terrain::{SECTIONS, Section, TerrainKind};

/// Maximum number of possible enemy forces on a table at once; beyond that, none arrive and none split.
pub(crate) const MOST_PEFS: usize = 8;

/// The progress of a patrol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recon {
    /// What was rolled for each section.
    pub(crate) sections: [Section; SECTIONS],
    /// Squares that can be reached from where the patrol starts.
    pub(crate) reachable: CellSet,
    /// Sections that have such squares, as a bit set.
    pub(crate) open: u16,
    /// Sections that a figure of the patrol has entered, as a bit set (CR-scout-2).
    pub(crate) entered: u16,
    /// Possible enemy forces (CR-pef-1).
    pub(crate) pefs: [Pef; MOST_PEFS],
    /// Number of possible enemy forces resolved, including enemies found by scouts (CR-pef-resolve).
    pub(crate) resolved: u8,
    /// Number of figures in the patrol when it entered the table.
    pub(crate) strength: u8,
    /// Number of enemies placed.
    pub(crate) met: u16,
    /// The enemy's overall Leader, once he has been met (CR-num-1).
    pub(crate) leader: Option<u8>,
    /// Number of groups rolled.
    pub(crate) groups: u8,
    /// The orders of each enemy.
    pub(crate) plans: [Plan; MEN],
    /// Enemies that have acted in this turn with a group that drew them in (CR-group-4).
    pub(crate) drawn_in: Figures,
}

/// A possible enemy force.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pef {
    /// Its square; none if the force does not exist, or no longer.
    pub(crate) at: Option<Cell>,
    /// Its Rep (CR-pef-1).
    pub(crate) rep: u8,
    /// Whether it has finished acting in this turn.
    pub(crate) acted: bool,
}

/// The orders of a figure run by tables (CR-np).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// The last result its group read.
    pub(crate) orders: Orders,
    /// Whether its group has once passed two dice (CR-np-2).
    pub(crate) passed_two: bool,
    /// Whether its group has split (CR-np-2).
    pub(crate) split: bool,
    /// Where it goes round a flank.
    pub(crate) flank: Option<Cell>,
}

impl Recon {
    /// Before a table is laid out.
    pub(crate) const NONE: Recon = Recon {
        sections: [Section { ground: TerrainKind::Clear, buildings: 0 }; SECTIONS],
        reachable: CellSet::EMPTY,
        open: 0,
        entered: 0,
        pefs: [Pef { at: None, rep: 0, acted: false }; MOST_PEFS],
        resolved: 0,
        strength: 0,
        met: 0,
        leader: None,
        groups: 0,
        plans: [Plan { orders: Orders::Halt, passed_two: false, split: false, flank: None }; MEN],
        drawn_in: Figures::NONE,
    };

    /// The squares of possible enemy forces, by number.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (usize, Cell)> + '_ {
        self.pefs.iter().enumerate().filter_map(|(number, pef)| Some((number, pef.at?)))
    }

    /// Whether a section, by its number minus one, must still be entered.
    pub(crate) const fn is_left(&self, section: usize) -> bool {
        self.open & !self.entered & 1 << section != 0
    }

    /// Adds a possible enemy force; false if there is no room.
    pub(crate) fn add(&mut self, pef: Pef) -> bool {
        let free = self.pefs.iter_mut().find(|pef| pef.at.is_none());
        free.is_some_and(|place| {
            *place = pef;
            true
        })
    }
}
