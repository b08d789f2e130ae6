//! Where figures begin on a map.

use std::sync::Arc;

use chance::{Address, Chance};
use field::{Cell, CellSet, Plan, Standing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Map, Problem};

/// How a squad is placed on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Deploy {
    /// One figure is placed at random in the area, the others beside it.
    Together,
    /// Every figure is placed at random in the area.
    Apart,
}

/// Where a figure is to begin, before the map has been consulted.
#[derive(Clone, Debug)]
pub struct Start {
    /// The area.
    pub area: String,
    /// The key that names it.
    pub key: String,
    /// The figure that it begins beside, by number.
    pub beside: Option<usize>,
}

/// Where a figure begins.
#[derive(Debug)]
pub struct Entry {
    /// The cells in which it may begin.
    pub cells: Vec<Cell>,
    /// The figure that it begins beside, by number.
    beside: Option<usize>,
    /// For each cell the nearest of these cells, in order: as many as figures may take.
    nearest: Arc<[Cell]>,
}

impl Entry {
    /// Where each of these figures begins.
    ///
    /// # Errors
    /// What is wrong with their areas, each problem once.
    pub fn all(map: &Map, starts: &[Start]) -> Result<Vec<Entry>, Vec<Problem>> {
        let mut problems = Vec::new();
        let in_area = |area: &str| starts.iter().filter(|other| other.area == area).count();
        let entries = starts.iter().map(|start| {
            let area = map.deployment(&start.area, in_area(&start.area)).unwrap_or_else(|refused| {
                let refused = Problem::new(&start.key, refused.to_string());
                if !problems.contains(&refused) {
                    problems.push(refused);
                }
                CellSet::EMPTY
            });
            let nearest = start.beside.map(|_| map.known.nearest(&map.plan, &area)).unwrap_or_default();
            Entry { cells: area.iter().collect(), beside: start.beside, nearest }
        });
        let entries = entries.collect();
        if problems.is_empty() { Ok(entries) } else { Err(problems) }
    }

    /// Puts a figure where it begins: in a cell by lot, or beside the figure that it belongs to. If a figure is already
    /// there, it takes the next free cell.
    pub fn place<C: Chance>(
        &self,
        plan: &Plan,
        standing: &mut Standing,
        who: usize,
        chance: &mut C,
        at: Address,
    ) -> Cell {
        let beside = self.beside.and_then(|leader| standing.at(leader));
        let cell = match beside {
            Some(leader) => first_free(plan, standing, self.nearest_to(leader)),
            None => {
                let cells = &self.cells;
                let lot = if cells.len() > 1 { chance.below(at, cells.len() as u32) } else { 0 };
                let (before, after) = cells.split_at(lot as usize);
                first_free(plan, standing, after.iter().chain(before).copied())
            }
        };
        standing.place(who, cell);
        cell
    }

    /// The cells nearest to one of these cells, in order.
    fn nearest_to(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let each = self.nearest.len() / self.cells.len().max(1);
        let place = self.cells.binary_search(&cell).unwrap_or_default();
        self.nearest[place * each..][..each].iter().copied()
    }
}

/// The first of these cells that is free, or any other free cell.
fn first_free(plan: &Plan, standing: &Standing, cells: impl Iterator<Item = Cell>) -> Cell {
    let mut wanted = cells.chain(plan.all().iter());
    wanted.find(|&cell| standing.is_free(cell)).unwrap_or_else(|| unreachable!("areas hold all who begin there"))
}
