//! The chart of doctrines: every one of blue against every one of red, in colour and digits.

use engage::Side;

use super::figure::{Figure, Named, Plot};
use super::kinds::Heat;
use super::style::Ramp;
use crate::best::Doctrines;
use crate::number::Unit;

/// The game of both sides; `None` if there is only one pair.
pub(super) fn of_doctrines(doctrines: &Doctrines<'_>) -> Option<Named> {
    let cells = doctrines.game();
    if cells.len() < 2 && cells.first().is_none_or(|row| row.len() < 2) {
        return None;
    }
    let names = |side: Side| doctrines.best.names[side].clone();
    let quantity = engage::capital(&doctrines.score());
    let heat = Heat {
        x_title: "Red’s doctrine".to_owned(),
        x_labels: names(Side::Red),
        y_title: "Blue’s doctrine".to_owned(),
        y_labels: names(Side::Blue),
        quantity: "%".to_owned(),
        unit: Unit::Share,
        ramp: if doctrines.view() == Side::Blue { Ramp::BlueWins } else { Ramp::RedWins },
        also: Vec::new(),
        cells: cells.into_iter().map(|row| row.into_iter().map(Some).collect()).collect(),
    };
    let title = format!("{quantity}: each doctrine against each");
    Some((
        "doctrines".to_owned(),
        Figure { title, held: String::new(), basis: doctrines.basis(), plot: Plot::Heat(heat) },
    ))
}
