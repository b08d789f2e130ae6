//! The pairs of doctrines of a scenario, and the one that an engagement draws.

use crate::body::Cell;
use crate::doctrines::Pair;
use crate::scenario::Scenario;

impl Scenario {
    /// The pairs of doctrines that are played, in the order of blue's and then of red's. The battle of each cell is a
    /// mix of as many, unless there is only one.
    #[must_use]
    pub fn pairs(&self) -> Vec<Pair<'_>> {
        Pair::played(&self.doctrines)
    }

    /// The pair of doctrines that an engagement of a cell draws.
    pub(crate) fn drawn(&self, cell: &Cell, engagement: u64) -> Option<Pair<'_>> {
        let drawn = cell.battle.mix().map_or(0, |mix| mix.drawn(self.play.seed, engagement));
        self.pairs().into_iter().nth(drawn)
    }
}
