//! What changes in a patrol besides its figures: sections, possible enemy forces, and what each enemy is about (CR-patrol).

use field::{Cell, CellSet, Figures};

use crate::enemy::Orders;
use crate::figure::MEN;
use crate::terrain::{SECTIONS, Section, TerrainKind};

/// The most possible enemy forces on a table at once; no more come, and none splits, beyond that.
pub(crate) const MOST_PEFS: usize = 8;

/// How far a patrol has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recon {
    /// What was rolled for each section.
    pub(crate) sections: [Section; SECTIONS],
    /// Squares to which there is a way from where the patrol begins.
    pub(crate) reachable: CellSet,
    /// Sections that have such squares, a bit each.
    pub(crate) open: u16,
    /// Sections that somebody of the patrol has entered, a bit each (CR-scout-2).
    pub(crate) entered: u16,
    /// Possible enemy forces (CR-pef-1).
    pub(crate) pefs: [Pef; MOST_PEFS],
    /// Possible enemy forces that were resolved, whom a scout found among them (CR-pef-resolve).
    pub(crate) resolved: u8,
    /// Figures of the patrol when it entered the table.
    pub(crate) strength: u8,
    /// Enemies who were placed.
    pub(crate) met: u16,
    /// The enemy's overall Leader, once he has been met (CR-num-1).
    pub(crate) leader: Option<u8>,
    /// Groups that were rolled.
    pub(crate) groups: u8,
    /// What each enemy is about.
    pub(crate) plans: [Plan; MEN],
    /// Enemies who have acted with a group that drew them in, in this turn (CR-group-4).
    pub(crate) drawn_in: Figures,
}

/// A possible enemy force.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pef {
    /// Where it stands; nowhere if it is none, or none any more.
    pub(crate) at: Option<Cell>,
    /// Its Rep (CR-pef-1).
    pub(crate) rep: u8,
    /// Whether it acts no more in this turn.
    pub(crate) acted: bool,
}

/// What a figure is about that nobody plays (CR-np).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// What its group read last.
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

    /// Where possible enemy forces stand, by number.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (usize, Cell)> + '_ {
        self.pefs.iter().enumerate().filter_map(|(number, pef)| Some((number, pef.at?)))
    }

    /// Whether a section, by its number less one, is still to be entered.
    pub(crate) const fn is_left(&self, section: usize) -> bool {
        self.open & !self.entered & 1 << section != 0
    }

    /// One more possible enemy force; false if there is no room.
    pub(crate) fn add(&mut self, pef: Pef) -> bool {
        let free = self.pefs.iter_mut().find(|pef| pef.at.is_none());
        free.is_some_and(|place| {
            *place = pef;
            true
        })
    }
}
