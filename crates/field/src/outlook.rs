//! What is seen from one cell, for questions about several others.

use crate::cell::{Cell, CellSet};
use crate::doors::Doors;
use crate::looks::{Looks, Row};
use crate::plan::Plan;
use crate::sight::{SEEN, Sight};

/// What is seen from a cell while certain doors are open.
#[derive(Clone, Copy, Debug)]
pub struct Outlook<'a> {
    looks: &'a Looks,
    row: Row<'a>,
    from: Cell,
    doors: Doors,
}

impl Plan {
    /// What is seen from a cell: faster than one question after another if several cells are asked about.
    #[must_use]
    #[inline(always)]
    pub fn outlook(&self, from: Cell, doors: Doors) -> Outlook<'_> {
        Outlook { looks: &self.looks, row: self.looks.row(from), from, doors }
    }
}

impl Outlook<'_> {
    /// Whether a figure there sees one at this cell; sight is the same both ways. Figures do not block it.
    #[must_use]
    #[inline(always)]
    pub fn sees(&self, to: Cell) -> bool {
        self.looks.reveals(self.row.look(to), self.from, to, self.doors)
    }

    /// Whether a figure there sees one at this cell, and no soft cover conceals the target.
    #[must_use]
    #[inline(always)]
    pub fn sees_openly(&self, to: Cell) -> bool {
        let look = self.row.look(to);
        !look.conceals(to) && self.looks.reveals(look, self.from, to, self.doors)
    }

    /// Whether a figure there sees one at any of these cells for which `asked` returns true, and no soft cover conceals
    /// that target.
    #[must_use]
    pub fn sees_any_openly(&self, among: &CellSet, mut asked: impl FnMut(Cell) -> bool) -> bool {
        self.row.openly(among).any(|to| asked(to) && self.sees_openly(to))
    }

    /// How a figure there sees one at this cell.
    #[must_use]
    #[inline(always)]
    pub fn sight(&self, to: Cell) -> Sight {
        let look = self.row.look(to);
        if self.looks.reveals(look, self.from, to, self.doors) { SEEN[look.cover(to)] } else { Sight::Blocked }
    }

    /// How a figure there and one at this cell see each other, the view from there first; `None` if they do not.
    #[must_use]
    #[inline(always)]
    pub fn sights(&self, to: Cell) -> Option<[Sight; 2]> {
        let look = self.row.look(to);
        let seen = self.looks.reveals(look, self.from, to, self.doors);
        seen.then(|| [look.cover(to), self.looks.look(to, self.from).cover(self.from)].map(|cover| SEEN[cover]))
    }
}
