//! The zones of a battle, with their borders and the squads that begin in them.

use engage::Side;
use plotters::element::Circle;
use plotters::prelude::DrawingBackend;
use plotters::style::{Color, RGBColor};

use super::canvas::{At, Canvas, Drawn, Look, Rect, fitted};
use super::style::{self, AXIS, FAINT, INK, MARGIN, PAPER, SMALL};
use crate::zones::{LINE, Picture, WIDTH};

/// The fill of a zone.
const FILL: RGBColor = RGBColor(246, 248, 250);
/// The radius of its corners.
const ROUND: i32 = 8;
/// The radius of the circle around a border's cost.
const COST: i32 = 9;

/// Zones and the squads that begin in them.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The picture of the zones.
    pub(super) picture: Picture,
    /// For each zone the squads that begin there.
    pub(super) begins: Vec<Vec<(Side, String)>>,
}

/// The height of the whole picture.
pub(super) fn height(graph: &Graph) -> u32 {
    (2 * MARGIN + 60) as u32 + graph.picture.height as u32
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, graph: &Graph, body: Rect) -> Drawn<DB> {
    let at = |(x, y): (usize, usize)| (body.left + x as i32, body.top + y as i32);
    for line in &graph.picture.borders {
        canvas.line(at(line.ends[0]), at(line.ends[1]), AXIS, 2)?;
    }
    for line in &graph.picture.borders {
        if let Some((cost, place)) = line.cost {
            let (x, y) = at(place);
            canvas.area.draw(&Circle::new((x, y), COST, PAPER.filled()))?;
            canvas.area.draw(&Circle::new((x, y), COST, AXIS.stroke_width(2)))?;
            canvas.text(&cost.to_string(), (x, y), Look::centre(SMALL, INK).bold())?;
        }
    }
    let (wide, high, line) = (WIDTH as i32, graph.picture.high as i32, LINE as i32);
    for (zone, begins) in graph.picture.zones.iter().zip(&graph.begins) {
        let (left, top) = at(zone.corner);
        let mut edge = rounded((left, top), (left + wide, top + high), ROUND);
        canvas.polygon(edge.clone(), FILL, 1.0)?;
        edge.extend(edge.first().copied());
        canvas.path(edge, AXIS, 1)?;
        for (text, y, is_name) in zone.text() {
            let ink = if is_name { INK } else { FAINT };
            canvas.text(text, (left + wide / 2, top + y as i32), Look::centre(SMALL, ink))?;
        }
        for (number, (side, squad)) in (0..).zip(begins) {
            let y = top + graph.picture.head as i32 + line * number + line / 2;
            canvas.mark((left + 14, y), *side as usize, style::side(*side))?;
            canvas.text(
                &fitted(squad, SMALL, false, wide - 32),
                (left + 24, y),
                Look::left(SMALL, style::side(*side)),
            )?;
        }
    }
    Ok(())
}

/// A rectangle with round corners.
fn rounded((left, top): At, (right, bottom): At, round: i32) -> Vec<At> {
    // A quarter circle, from beside the corner to below it.
    let near = |part: i32| part * round / 100;
    let arc = [(100, 0), (62, 8), (29, 29), (8, 62), (0, 100)].map(|(x, y)| (near(x), near(y)));
    let upper_left = arc.iter().map(|(x, y)| (left + x, top + y));
    let lower_left = arc.iter().rev().map(|(x, y)| (left + x, bottom - y));
    let lower_right = arc.iter().map(|(x, y)| (right - x, bottom - y));
    let upper_right = arc.iter().rev().map(|(x, y)| (right - x, top + y));
    upper_left.chain(lower_left).chain(lower_right).chain(upper_right).collect()
}
