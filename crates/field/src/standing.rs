//! Where figures are: what an engagement keeps and changes.

use crate::cell::{Cell, CellSet, NONE};
use crate::doors::Doors;
use crate::figures::{Figures, MAX_FIGURES};
use crate::line::{Place, Ray};
use crate::plan::Plan;
use crate::shapes::Strip;

/// Where figures are: at most one figure in a cell, and no figure in two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    at: [u16; MAX_FIGURES],
    occupied: CellSet,
    placed: Figures,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing::EMPTY
    }
}

impl Standing {
    /// No figure is on the map.
    pub const EMPTY: Standing = Standing { at: [NONE; MAX_FIGURES], occupied: CellSet::EMPTY, placed: Figures::NONE };

    /// Puts a figure into a cell, wherever it was before. Does nothing and returns false if another figure is there.
    ///
    /// # Panics
    ///
    /// If the figure's number is not below [`MAX_FIGURES`].
    #[inline]
    pub fn place(&mut self, figure: usize, cell: Cell) -> bool {
        if self.at(figure) == Some(cell) {
            return true;
        }
        if self.occupied.contains(cell) {
            return false;
        }
        self.remove(figure);
        self.at[figure] = cell.0;
        self.occupied.insert(cell);
        self.placed.insert(figure);
        true
    }

    /// Takes a figure off the map, if it is there.
    #[inline]
    pub fn remove(&mut self, figure: usize) {
        if let Some(cell) = self.at(figure) {
            self.occupied.remove(cell);
            self.placed.remove(figure);
            self.at[figure] = NONE;
        }
    }

    /// The cell of a figure.
    #[must_use]
    #[inline]
    pub fn at(&self, figure: usize) -> Option<Cell> {
        Some(self.at[figure]).filter(|&cell| cell != NONE).map(Cell)
    }

    /// The figure in a cell.
    #[must_use]
    #[inline]
    pub fn who(&self, cell: Cell) -> Option<usize> {
        if !self.occupied.contains(cell) {
            return None;
        }
        self.at.iter().position(|&at| at == cell.0)
    }

    /// Whether no figure is in a cell.
    #[must_use]
    #[inline]
    pub const fn is_free(&self, cell: Cell) -> bool {
        !self.occupied.contains(cell)
    }

    /// The cells with a figure in them.
    #[must_use]
    pub const fn occupied(&self) -> &CellSet {
        &self.occupied
    }

    /// The figures on the map.
    #[must_use]
    #[inline]
    pub const fn placed(&self) -> Figures {
        self.placed
    }

    /// Those of these figures for whose cell `asked` returns true.
    #[inline]
    pub fn that(&self, among: Figures, mut asked: impl FnMut(Cell) -> bool) -> Figures {
        (among & self.placed).filter(|figure| asked(Cell(self.at[figure])))
    }

    /// Those of these figures that are in any of these cells: a room, a burst, an area.
    #[must_use]
    pub fn within(&self, cells: &CellSet, among: Figures) -> Figures {
        self.that(among, |cell| cells.contains(cell))
    }

    /// Those of these figures that are seen from a cell, and so see it.
    #[must_use]
    #[inline]
    pub fn seen_from(&self, plan: &Plan, from: Cell, doors: Doors, among: Figures) -> Figures {
        self.that(among, |cell| plan.sees(from, cell, doors))
    }

    /// Those of these figures within a radius, in thousandths of an inch, of a cell, even through walls.
    #[must_use]
    pub fn within_radius(&self, plan: &Plan, centre: Cell, radius: u32, among: Figures) -> Figures {
        self.that(among, |cell| plan.distance(centre, cell) <= radius)
    }

    /// Those of these figures within a radius of a burst that nothing solid shields from it.
    #[must_use]
    pub fn within_burst(&self, plan: &Plan, centre: Cell, radius: u32, doors: Doors, among: Figures) -> Figures {
        self.that(among, |cell| plan.distance(centre, cell) <= radius && plan.sees(centre, cell, doors))
    }

    /// Those of these figures in a strip along a line of fire, even through walls.
    #[must_use]
    pub fn within_strip(&self, plan: &Plan, from: Cell, aim: Cell, strip: Strip, among: Figures) -> Figures {
        let laid = plan.lay(from, aim, strip);
        self.that(among, |cell| laid.contains(plan.position(cell)))
    }

    /// Those of these figures in the line of fire between two cells, whose cells [`Plan::line`] crosses: the nearest to
    /// the firer first, without those in the two cells.
    #[must_use]
    #[inline]
    pub fn in_line<'a>(&'a self, plan: &'a Plan, from: Cell, to: Cell, among: Figures) -> InLine<'a> {
        InLine { standing: self, plan, from, left: self.on_ray(plan, from, to, among).0 }
    }

    /// The same, followed by those of these figures in the line of fire beyond the second cell, up to something solid,
    /// whose cells [`Plan::beyond`] crosses: the nearest first.
    #[inline]
    pub fn in_line_and_beyond<'a>(
        &'a self,
        plan: &'a Plan,
        (from, to): (Cell, Cell),
        doors: Doors,
        among: Figures,
    ) -> impl Iterator<Item = usize> + 'a {
        let (left, ahead) = self.on_ray(plan, from, to, among);
        // Only a walk shows whether a wall comes first. Usually no figure is beyond, and there is no walk.
        let walk = (!ahead.is_empty()).then(|| plan.beyond(from, to, doors));
        let met = walk.into_iter().flatten().filter_map(|cell| self.who(cell));
        let beyond = met.filter(move |&figure| ahead.contains(figure)).take(ahead.len());
        InLine { standing: self, plan, from, left }.chain(beyond)
    }

    /// Whether a ray from one cell through another crosses the cells of none of these figures, even beyond walls.
    #[must_use]
    pub fn misses(&self, plan: &Plan, from: Cell, to: Cell, among: Figures) -> bool {
        self.on_ray(plan, from, to, among) == (Figures::NONE, Figures::NONE)
    }

    /// Those of these figures whose cells a ray from one cell through another crosses: between the two, and beyond the
    /// second.
    fn on_ray(&self, plan: &Plan, from: Cell, to: Cell, among: Figures) -> (Figures, Figures) {
        let ray = Ray::new(plan.position(from), plan.position(to));
        let (mut between, mut beyond) = (Figures::NONE, Figures::NONE);
        for figure in among & self.placed {
            match ray.crosses(plan.position(Cell(self.at[figure]))) {
                Some(Place::Between) => between.insert(figure),
                Some(Place::Beyond) => beyond.insert(figure),
                None => {}
            }
        }
        (between, beyond)
    }
}

/// Figures in a line of fire, from the firer outwards.
#[derive(Clone, Copy, Debug)]
pub struct InLine<'a> {
    standing: &'a Standing,
    plan: &'a Plan,
    from: Cell,
    left: Figures,
}

impl InLine<'_> {
    /// All figures that are left, in no order.
    #[must_use]
    pub const fn figures(&self) -> Figures {
        self.left
    }
}

impl Iterator for InLine<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let distance = |figure: &usize| self.standing.at(*figure).map(|cell| self.plan.squared(self.from, cell));
        // Each square that a line crosses is farther than the one before.
        let nearest = self.left.iter().min_by_key(distance)?;
        self.left.remove(nearest);
        Some(nearest)
    }
}
