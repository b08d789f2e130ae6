//! Makes heat plans from the counts on a map.

use engage::capital;
use field::Doors;
use plotters::style::RGBColor;
use runner::{Heat, What, Who};

use super::figure::{Figure, Named, Plot};
use super::heat_plan::{HeatPlan, Party};
use super::style;
use crate::heat;
use crate::layout;
use crate::number::{self, Unit, grouped};
use crate::plan::Shown;
use crate::sheet::Sheet;

/// For each counted cell, plans of where figures fall, where shots come from and where figures move, leaving out events
/// that never happened. Plans of one kind use the same colours, so that cells can be compared.
pub(super) fn of_heats(sheet: &Sheet, heats: &[Heat]) -> Vec<(Named, String)> {
    let heats: Vec<&Heat> = heats.iter().filter(|heat| heat.engagements > 0).collect();
    let mut figures = Vec::new();
    for what in What::ALL {
        let peaks = heats.iter().flat_map(|heat| Who::ALL.map(|who| heat::peak(heat, who, what)));
        let most = peaks.flatten().map(|(_, estimate)| estimate.value).fold(0.0, f64::max);
        if most <= 0.0 {
            continue;
        }
        for heat in heats.iter().filter(|heat| met(heat, what).next().is_some()) {
            let figure = Figure {
                title: heat::title(what).to_owned(),
                held: held(sheet, heat, heats.len()),
                basis: format!("first {} engagements; {}", grouped(heat.engagements), heat::of_a_square(what)),
                plot: Plot::HeatPlan(plan(sheet, heat, what, most)),
            };
            figures.push(((what.name().to_owned(), figure), heat::about(sheet, heat, what)));
        }
    }
    figures
}

/// Names the cell if there are several, and says how many are drawn.
fn held(sheet: &Sheet, heat: &Heat, drawn: usize) -> String {
    if sheet.rows.len() == 1 {
        return String::new();
    }
    let axes: Vec<usize> = (0..sheet.axes.len()).collect();
    let some = format!(" ({drawn} of {} cells drawn)", sheet.rows.len());
    let some = if drawn < sheet.rows.len() { some } else { String::new() };
    sheet.rows.get(heat.cell).map_or(some.clone(), |row| layout::name(sheet, &row.point, &axes) + &some)
}

fn plan(sheet: &Sheet, heat: &Heat, what: What, most: f64) -> HeatPlan {
    let map = &heat.map;
    let shown = Shown::with_doors(map, Doors::SHUT);
    let squares = (0..map.plan.height()).flat_map(|row| (0..map.plan.width()).map(move |column| (row, column)));
    let ground = squares.map(|(row, column)| (shown.kind(row, column), shown.is_across(row, column)));
    let place = |cell| {
        let at = map.plan.position(cell);
        (usize::from(at.row), usize::from(at.column))
    };
    HeatPlan {
        columns: map.plan.width(),
        ground: ground.collect(),
        rooms: map
            .rooms()
            .map(|(name, room)| (name.to_owned(), map.plan.cells_of(room).iter().map(place).collect()))
            .collect(),
        quantity: heat::of_a_square(what).to_owned(),
        most,
        panels: met(heat, what).map(|who| party(sheet, heat, who, what)).collect(),
    }
}

/// The parties to which it happens at all; the text beside the chart covers the others.
fn met(heat: &Heat, what: What) -> impl Iterator<Item = Who> {
    heat::parties(heat, what).into_iter().filter(move |&who| heat::peak(heat, who, what).is_some())
}

fn party(sheet: &Sheet, heat: &Heat, who: Who, what: What) -> Party {
    let plan = &heat.map.plan;
    let layer = heat.layer(who, what);
    let mut values = vec![0.0; plan.width() * plan.height()];
    for cell in plan.all().iter() {
        let at = plan.position(cell);
        values[usize::from(at.row) * plan.width() + usize::from(at.column)] = layer.cell(cell.index()).mean();
    }
    let peak = heat::peak(heat, who, what).map(|(at, estimate)| {
        format!("most at row {}, column {}: {}", at.row + 1, at.column + 1, number::full(&estimate, Unit::Count))
    });
    Party {
        title: format!("{}: {}", capital(&heat::called(sheet, who)), heat::total(heat, who, what)),
        note: peak.unwrap_or_default(),
        colour: colour(who),
        values,
    }
}

/// The colour of a party on every picture.
fn colour(who: Who) -> RGBColor {
    match who {
        Who::Blue => style::BLUE,
        Who::Red => style::RED,
        Who::Bystanders => style::HOSTAGES,
    }
}
