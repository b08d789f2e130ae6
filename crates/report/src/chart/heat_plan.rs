//! Heat over a plan: how often something happens in each square of a map, for each party side by side, in the same colours.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use scenario::Kind;

use super::canvas::{Canvas, Drawn, Look, Rect, fitted, wrapped};
use super::region::{GridPlace, Region};
use super::style::{self, AXIS, FAINT, INK, MARGIN, PAPER, SMALL, TINY};
use super::type_face::width;

/// Most and least pixels of a square's side.
const LARGEST: i32 = 14;
const LEAST: i32 = 3;
/// The most height for the plans of all parties, unless squares would become too small.
const TALLEST: i32 = 720;
/// Space between two parties side by side.
const GAP: i32 = 20;
/// Space above a plan, for its party, the place where most happens, and the numbers of columns.
const HEAD: i32 = 54;
/// Space left of a plan, for the numbers of rows.
const RULER: i32 = 20;
/// Space below a plan.
const FOOT: i32 = 16;
/// The legend's height.
const LEGEND: i32 = 66;
/// Distance of the lines of a room's name.
const LINE: i32 = 11;
/// Steps of colour.
const STEPS: i32 = 6;

const BROWN: RGBColor = RGBColor(120, 72, 32);
const GLASS: RGBColor = RGBColor(70, 130, 180);
const HARD: RGBColor = RGBColor(110, 116, 124);
const SOFT: RGBColor = RGBColor(86, 140, 80);
const CLOSED: RGBColor = RGBColor(196, 199, 204);

/// A map with the counts of each party.
#[derive(Clone, Debug)]
pub(super) struct HeatPlan {
    pub(super) columns: usize,
    /// Row by row the kind of each square, and whether the wall that it is in runs horizontally.
    pub(super) ground: Vec<(Kind, bool)>,
    /// Named rooms with their squares by row and column.
    pub(super) rooms: Vec<(String, Vec<(usize, usize)>)>,
    /// The quantity that the number of a square measures.
    pub(super) quantity: String,
    /// The largest number of a square, in this chart or in one that it is compared with.
    pub(super) most: f64,
    pub(super) panels: Vec<Party>,
}

/// The counts of one party.
#[derive(Clone, Debug)]
pub(super) struct Party {
    pub(super) title: String,
    pub(super) note: String,
    pub(super) colour: RGBColor,
    /// The number of each square, row by row.
    pub(super) values: Vec<f64>,
}

/// The steps of colour: upper bounds at 1, 2 and 5 times powers of ten, so that rare events show beside frequent ones.
struct ColourSteps {
    bounds: Vec<(f64, String)>,
}

impl ColourSteps {
    fn to(most: f64) -> ColourSteps {
        let bound = |step: i32| [1.0, 2.0, 5.0][step.rem_euclid(3) as usize] * 10_f64.powi(step.div_euclid(3));
        // Six steps below 1e-9, and up to 1e9.
        let last = (-21..27).find(|&step| bound(step) >= most * (1.0 - 1e-9)).unwrap_or(27);
        let named = |step: i32| (bound(step), format!("{:.*}", (-step.div_euclid(3)).max(0) as usize, bound(step)));
        ColourSteps { bounds: (last - STEPS + 1..=last).map(named).collect() }
    }

    /// The step of a number; `None` for zero.
    fn of(&self, value: f64) -> Option<usize> {
        let step = self.bounds.iter().position(|(bound, _)| value <= bound * (1.0 + 1e-9));
        (value > 0.0).then(|| step.unwrap_or(self.bounds.len() - 1))
    }

    fn colour(&self, step: usize) -> RGBColor {
        style::heat(step, self.bounds.len())
    }
}

impl HeatPlan {
    fn rows(&self) -> usize {
        self.ground.len() / self.columns.max(1)
    }

    /// The number of parties side by side, and the pixels of a square's side. All parties stand side by side unless
    /// squares become much larger with fewer in a row, as on a wide, low map.
    fn across(&self) -> (i32, i32) {
        let body = style::SIZE.0 as i32 - 2 * MARGIN;
        let panels = self.panels.len().max(1) as i32;
        let side = |across: i32| {
            let wide = ((body - GAP * (across - 1)) / across - RULER) / self.columns.max(1) as i32;
            let lines = (panels + across - 1) / across;
            let high = (TALLEST / lines - HEAD - FOOT) / self.rows().max(1) as i32;
            wide.min(high).clamp(LEAST, LARGEST)
        };
        let sides = (1..=panels).rev().map(|across| (across, side(across)));
        sides.reduce(|best, next| if 3 * next.1 >= 4 * best.1 { next } else { best }).unwrap_or((1, LEAST))
    }

    /// The squares that satisfy a condition.
    fn region(&self, holds: impl Fn(usize) -> bool) -> Region {
        Region::new(self.columns, (0..self.ground.len()).map(holds).collect())
    }

    fn region_of(&self, kinds: &[Kind]) -> Region {
        self.region(|square| kinds.contains(&self.ground[square].0))
    }
}

/// The height of the whole picture.
pub(super) fn height(plan: &HeatPlan) -> u32 {
    let (across, side) = plan.across();
    let lines = (plan.panels.len() as i32 + across - 1) / across;
    (2 * MARGIN + 60 + lines * (HEAD + side * plan.rows() as i32 + FOOT) + LEGEND) as u32
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, plan: &HeatPlan, body: Rect) -> Drawn<DB> {
    let (across, side) = plan.across();
    let steps = ColourSteps::to(plan.most);
    let pitch = (body.width() + GAP) / across;
    let tall = HEAD + side * plan.rows() as i32 + FOOT;
    let labels = labels(plan, &steps, side);
    for (number, party) in (0..).zip(&plan.panels) {
        let (left, top) = (body.left + pitch * (number % across), body.top + tall * (number / across));
        let placed = GridPlace { corner: (left + RULER, top + HEAD), side };
        let room = pitch - GAP;
        let title = fitted(&party.title, SMALL, true, room);
        canvas.text(&title, (left, top + 4), Look::left(SMALL, party.colour).bold())?;
        canvas.text(&fitted(&party.note, SMALL, false, room), (left, top + 22), Look::left(SMALL, FAINT))?;
        for step in 0..steps.bounds.len() {
            let squares = plan.region(|square| steps.of(party.values[square]) == Some(step));
            squares.fill(canvas, placed, steps.colour(step))?;
        }
        ground(canvas, plan, placed)?;
        for Label { lines, at } in &labels {
            let (x, y) = placed.at(at.0, at.1);
            let first = y + side / 2 - LINE * (lines.len() as i32 - 1) / 2;
            for (number, line) in (0..).zip(lines) {
                backing(canvas, line, (x + side / 2, first + LINE * number))?;
                canvas.text(line, (x + side / 2, first + LINE * number), Look::centre(TINY, INK))?;
            }
        }
        plan.region(|_| true).stroke(canvas, placed, AXIS)?;
        rulers(canvas, plan, placed)?;
    }
    legend(canvas, plan, &steps, (body.left, body.bottom - LEGEND + 14))
}

/// The plan over the heat: walls filled, everything else in outline.
fn ground<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, plan: &HeatPlan, placed: GridPlace) -> Drawn<DB> {
    plan.region_of(&[Kind::Block, Kind::Gap]).fill(canvas, placed, CLOSED)?;
    plan.region_of(&[Kind::Seat, Kind::Bush, Kind::Thicket, Kind::Wood]).stroke(canvas, placed, SOFT)?;
    plan.region_of(&[Kind::LowWall, Kind::Rubble]).stroke(canvas, placed, HARD)?;
    plan.region_of(&[Kind::Wall]).fill(canvas, placed, INK)?;
    for (square, &(kind, across)) in plan.ground.iter().enumerate() {
        let corner = placed.at(square / plan.columns, square % plan.columns);
        match kind {
            Kind::Door => opening(canvas, corner, placed.side, across, BROWN)?,
            Kind::Window => opening(canvas, corner, placed.side, across, GLASS)?,
            _ => {}
        }
    }
    Ok(())
}

/// A bar for a door or a window along its wall.
fn opening<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    (x, y): (i32, i32),
    side: i32,
    across: bool,
    colour: RGBColor,
) -> Drawn<DB> {
    let thick = (side / 3).max(2);
    let from = (side - thick) / 2;
    if across {
        canvas.rect((x, y + from), (x + side, y + from + thick), colour)
    } else {
        canvas.rect((x + from, y), (x + from + thick, y + side), colour)
    }
}

/// The name of a room in lines, and the square that they are centred on.
struct Label {
    lines: Vec<String>,
    at: (usize, usize),
}

/// The names of rooms, each placed over the least heat, at the same place on every plan. A name that would extend too
/// far beyond its room is left out.
fn labels(plan: &HeatPlan, steps: &ColourSteps, side: i32) -> Vec<Label> {
    let heat = |square: usize| -> usize {
        let step = |party: &Party| steps.of(party.values[square]).map_or(0, |step| step + 1);
        plan.panels.iter().map(step).sum()
    };
    let label = |(name, squares): &(String, Vec<(usize, usize)>)| {
        let mut inside = vec![false; plan.ground.len()];
        squares.iter().for_each(|(row, column)| inside[row * plan.columns + column] = true);
        let (least, most) = (squares.iter().map(|at| at.1).min()?, squares.iter().map(|at| at.1).max()?);
        let lines = wrapped(name, TINY, side * (most - least + 1) as i32);
        let wide = lines.iter().map(|line| width(line, TINY, false)).max()?;
        let half = |pixels: i32| ((pixels + side - 1) / side / 2) as usize;
        let (half_wide, half_high) = (half(wide), half(LINE * lines.len() as i32));
        let middle = crate::plan::middle(squares)?;
        let cost = |&(row, column): &(usize, usize)| -> Option<usize> {
            let (top, left) = (row.checked_sub(half_high)?, column.checked_sub(half_wide)?);
            let (mut under, mut outside, mut all) = (0, 0, 0);
            for r in top..=row + half_high {
                for c in left..=column + half_wide {
                    let square = r * plan.columns + c;
                    let within = c < plan.columns && inside.get(square).copied().unwrap_or(false);
                    all += 1;
                    if within { under += heat(square) } else { outside += 1 }
                }
            }
            let away = row.abs_diff(middle.0) + column.abs_diff(middle.1);
            (3 * outside <= all).then_some(100 * outside + 10 * under + away)
        };
        let best = squares.iter().filter_map(|at| Some((cost(at)?, *at))).min()?;
        Some(Label { lines, at: best.1 })
    };
    plan.rooms.iter().filter_map(label).collect()
}

/// A light background for a line of a name, which may lie on a wall.
fn backing<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, line: &str, (x, y): (i32, i32)) -> Drawn<DB> {
    let (half, high) = (width(line, TINY, false) / 2 + 1, LINE / 2);
    let corners = vec![(x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high)];
    canvas.polygon(corners, PAPER, 0.65)
}

/// Numbers of rows and columns: the first and every tenth.
fn rulers<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, plan: &HeatPlan, placed: GridPlace) -> Drawn<DB> {
    let shown = |number: &usize| *number == 1 || number.is_multiple_of(10);
    for column in (1..=plan.columns).filter(shown) {
        let (x, y) = placed.at(0, column - 1);
        canvas.text(&column.to_string(), (x + placed.side / 2, y - 8), Look::centre(TINY, FAINT))?;
    }
    for row in (1..=plan.rows()).filter(shown) {
        let (x, y) = placed.at(row - 1, 0);
        canvas.text(&row.to_string(), (x - 4, y + placed.side / 2), Look::right(TINY, FAINT))?;
    }
    Ok(())
}

/// The legend of the colours, and below it the legend of the lines.
fn legend<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    plan: &HeatPlan,
    steps: &ColourSteps,
    (left, top): (i32, i32),
) -> Drawn<DB> {
    const BOX: i32 = 84;
    let mut x = left;
    let never = [(PAPER, "never".to_owned())];
    let named = steps.bounds.iter().enumerate().map(|(step, (_, name))| (steps.colour(step), format!("to {name}")));
    for (colour, name) in never.into_iter().chain(named) {
        canvas.rect((x, top), (x + BOX, top + 18), colour)?;
        canvas.path(vec![(x, top), (x + BOX, top), (x + BOX, top + 18), (x, top + 18), (x, top)], AXIS, 1)?;
        canvas.text(&name, (x + BOX / 2, top + 9), Look::centre(SMALL, style::ink_on(colour)))?;
        x += BOX;
    }
    let room = style::SIZE.0 as i32 - MARGIN - x - 12;
    canvas.text(&fitted(&plan.quantity, SMALL, false, room), (x + 12, top + 9), Look::left(SMALL, FAINT))?;
    key(canvas, plan, (left, top + 40))
}

/// The legend of the lines that the plan has.
fn key<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, plan: &HeatPlan, (left, y): (i32, i32)) -> Drawn<DB> {
    let mut x = left;
    for (kinds, name) in [
        (&[Kind::Wall][..], "wall"),
        (&[Kind::Door], "door"),
        (&[Kind::Window], "window"),
        (&[Kind::LowWall, Kind::Rubble], "hard cover"),
        (&[Kind::Block, Kind::Gap], "never entered"),
        (&[Kind::Seat, Kind::Bush, Kind::Thicket, Kind::Wood], "soft cover"),
    ] {
        if !plan.ground.iter().any(|(kind, _)| kinds.contains(kind)) {
            continue;
        }
        let sample = HeatPlan { columns: 1, ground: vec![(kinds[0], true)], panels: Vec::new(), ..plan.clone() };
        ground(canvas, &sample, GridPlace { corner: (x, y - 6), side: 13 })?;
        canvas.text(name, (x + 20, y), Look::left(SMALL, FAINT))?;
        x += 20 + width(name, SMALL, false) + 18;
    }
    canvas.text("one square is one inch", (x, y), Look::left(SMALL, FAINT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_end_at_the_most() {
        for (most, first, last) in [
            (0.0312, "0.001", "0.05"),
            (0.05, "0.001", "0.05"),
            (0.051, "0.002", "0.1"),
            (7.0, "0.2", "10"),
            (1.0, "0.02", "1"),
        ] {
            let steps = ColourSteps::to(most);
            assert_eq!((steps.bounds[0].1.as_str(), steps.bounds[5].1.as_str()), (first, last), "{most}");
            assert_eq!(steps.of(most), Some(5));
            assert_eq!((steps.of(0.0), steps.of(1e-6), steps.of(steps.bounds[2].0)), (None, Some(0), Some(2)));
        }
        assert_eq!(ColourSteps::to(0.0).bounds.len(), 6);
    }
}
