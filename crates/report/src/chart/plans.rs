//! Makes the plans of a map, with the sight and moves requested.

use std::collections::BTreeSet;

use field::CellSet;

use super::figure::{Figure, Named, Plot};
use super::plan::{MapDrawing, Tile};
use super::style;
use crate::plan::Shown;

/// The plan, and one more each for sight and movement, if requested.
pub(super) fn of_map(shown: &Shown<'_>) -> Vec<Named> {
    let size = format!("{} rows, {} columns", shown.map.plan.height(), shown.map.plan.width());
    let figure = |held: String, plan: MapDrawing| Figure {
        title: shown.map.title.clone(),
        held,
        basis: size.clone(),
        plot: Plot::Plan(plan),
    };
    let mut figures = vec![("plan".to_owned(), figure(String::new(), plan(shown, false, false)))];
    let place = |cell| {
        let at = shown.map.plan.position(cell);
        (usize::from(at.row), usize::from(at.column))
    };
    if let Some(from) = shown.sight {
        let (row, column) = place(from);
        let seen = MapDrawing { from: Some((row, column)), ..plan(shown, true, false) };
        figures.push(("sight".to_owned(), figure(format!("seen from row {}, column {}", row + 1, column + 1), seen)));
    }
    if let Some((from, _)) = shown.reach {
        let (row, column) = place(from);
        let held = format!("reached from row {}, column {} with {} inches", row + 1, column + 1, shown.inches);
        let reached = MapDrawing { from: Some((row, column)), ..plan(shown, false, true) };
        figures.push(("reach".to_owned(), figure(held, reached)));
    }
    figures
}

fn plan(shown: &Shown<'_>, sight: bool, reach: bool) -> MapDrawing {
    let map = shown.map;
    let squares = |cells: &CellSet| -> Vec<(usize, usize)> {
        let positions = cells.iter().map(|cell| map.plan.position(cell));
        positions.map(|at| (at.row.into(), at.column.into())).collect()
    };
    let columns = map.plan.width();
    let ends: Vec<_> = map.stairs().flat_map(|(_, ends)| ends).collect();
    let mut numbered = BTreeSet::new();
    let mut tiles = Vec::new();
    for (row, column) in (0..map.plan.height()).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let cell = map.plan.cell(row, column);
        let door = cell.and_then(|cell| map.plan.door(cell));
        tiles.push(Tile {
            kind: shown.kind(row, column),
            open: door.is_some_and(|door| shown.doors.is_open(door)),
            across: shown.is_across(row, column),
            sight: shown.seen(row, column).filter(|_| sight),
            inches: shown.cost(row, column).filter(|_| reach).map(|cost| cost.div_ceil(field::INCH)),
            door: door.map(|door| door.index() + 1).filter(|&door| numbered.insert(door)),
            stairs: cell.is_some_and(|cell| ends.contains(&cell)),
        });
    }
    // Sides have the same colours on every picture.
    let colour = |name: &str, number: usize| match name {
        "blue" => style::BLUE,
        "red" => style::RED,
        "hostages" => style::HOSTAGES,
        _ => style::series(number % 8),
    };
    let areas = map.areas().enumerate().filter_map(|(number, (name, area))| {
        Some((colour(name, number), name.to_owned(), squares(map.plan.area(area)?)))
    });
    MapDrawing {
        columns,
        areas: areas.collect(),
        rooms: map.rooms().map(|(name, room)| (name.to_owned(), squares(map.plan.cells_of(room)))).collect(),
        from: None,
        inches: reach.then_some(shown.inches.ceil() as u32),
        kinds: shown.kinds(),
        tiles,
    }
}
