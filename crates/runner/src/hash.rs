//! A short name for the numbers of a run.

use engage::BySide;
use serde::Serialize;
use stats::Estimate;

use crate::result::{Cell, Difference, Method, Quantity};

/// The numbers of a cell.
#[derive(Serialize)]
struct Numbers<'c> {
    point: &'c [usize],
    variant: Option<usize>,
    method: Method,
    win: BySide<Estimate>,
    endings: &'c [Estimate],
    turns: &'c Quantity,
    measures: &'c [Quantity],
    difference: &'c Option<Difference>,
}

impl Numbers<'_> {
    fn of(cell: &Cell) -> Numbers<'_> {
        let Cell { point, variant, method, win, endings, turns, measures, difference, .. } = cell;
        Numbers { point, variant: *variant, method: *method, win: *win, endings, turns, measures, difference }
    }
}

/// Hash of every number of some cells, 16 hexadecimal digits: equal for equal numbers, whatever title, program version or
/// machine they come with, and whatever precision was asked for.
pub(crate) fn of(cells: &[Cell]) -> Result<String, serde_json::Error> {
    let hash = blake3::hash(&serde_json::to_vec(&cells.iter().map(Numbers::of).collect::<Vec<_>>())?).to_hex();
    Ok(hash[..16].to_owned())
}
