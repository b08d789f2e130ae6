//! Plans of maps. Every kind of ground has a pattern of its own, so that kinds differ not only in colour.

use field::Sight;
use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use scenario::Kind;

use super::canvas::{Canvas, Drawn, Look, Rect};
use super::style::{self, AXIS, FAINT, INK, MARGIN, PAPER, SMALL, TINY};
use super::type_face::width;
use crate::plan::middle;

/// Most pixels of a square's side.
const LARGEST: i32 = 26;
/// Space left of the plan for the numbers of rows, and above it for those of columns.
const RULER: i32 = 26;
/// Space below the plan, for the scale.
const SCALE: i32 = 40;
/// Height of a line of the legend.
const LINE: i32 = 24;
/// Width of an entry of the legend.
const ENTRY: i32 = 150;

const GREEN: RGBColor = RGBColor(98, 150, 92);
const PALE_GREEN: RGBColor = RGBColor(220, 235, 214);
const STONE: RGBColor = RGBColor(176, 178, 182);
const WOOD: RGBColor = RGBColor(222, 205, 180);
const WATER: RGBColor = RGBColor(205, 226, 240);

/// Squares by row and column.
type SquareList = Vec<(usize, usize)>;

/// A square of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile {
    pub(super) kind: Kind,
    /// Whether it is an open door.
    pub(super) open: bool,
    /// Whether its wall runs horizontally, so that figures pass through it vertically.
    pub(super) across: bool,
    /// How it is seen from the observer's square, if there is one.
    pub(super) sight: Option<Sight>,
    /// Inches of movement to reach it, rounded up, if a move is shown.
    pub(super) inches: Option<u32>,
    /// The number of the door, on the first square of each.
    pub(super) door: Option<usize>,
    /// Whether stairs begin or end here.
    pub(super) stairs: bool,
}

/// A plan with everything shown on it.
#[derive(Clone, Debug)]
pub(super) struct MapDrawing {
    pub(super) columns: usize,
    /// Row by row.
    pub(super) tiles: Vec<Tile>,
    /// Named areas: colour, name, squares by row and column.
    pub(super) areas: Vec<(RGBColor, String, SquareList)>,
    /// Named rooms with their squares.
    pub(super) rooms: Vec<(String, SquareList)>,
    /// The square of the observer or mover.
    pub(super) from: Option<(usize, usize)>,
    /// The inches of the move; `None` if no move is shown.
    pub(super) inches: Option<u32>,
    pub(super) kinds: Vec<Kind>,
}

impl MapDrawing {
    fn rows(&self) -> usize {
        self.tiles.len() / self.columns.max(1)
    }

    fn side(&self) -> i32 {
        let room = style::SIZE.0 as i32 - 2 * MARGIN - RULER;
        (room / self.columns.max(1) as i32).clamp(5, LARGEST)
    }

    /// The entries of the legend: the kinds of ground and, if sight is shown, the kinds of sight, each with its name.
    fn legend(&self) -> Vec<(Tile, String)> {
        let plain =
            Tile { kind: Kind::Floor, open: false, across: true, sight: None, inches: None, door: None, stairs: false };
        let mut entries: Vec<(Tile, String)> =
            self.kinds.iter().map(|&kind| (Tile { kind, ..plain }, kind.name().to_owned())).collect();
        if self.tiles.iter().any(|tile| tile.open) {
            entries.push((Tile { kind: Kind::Door, open: true, ..plain }, "open door".to_owned()));
        }
        if self.tiles.iter().any(|tile| tile.stairs) {
            entries.push((Tile { stairs: true, ..plain }, "stairs".to_owned()));
        }
        if self.tiles.iter().any(|tile| tile.sight.is_some()) {
            for (sight, name) in [
                (Sight::Clear, "seen clear"),
                (Sight::Concealed, "in soft cover"),
                (Sight::Covered, "in hard cover"),
                (Sight::CoveredAndConcealed, "in both"),
                (Sight::Blocked, "not seen"),
            ] {
                entries.push((Tile { sight: Some(sight), ..plain }, name.to_owned()));
            }
        }
        entries
    }

    fn lines(&self) -> i32 {
        let across = (style::SIZE.0 as i32 - 2 * MARGIN) / ENTRY;
        (self.legend().len() as i32 + across - 1) / across
    }
}

/// The height of the whole picture.
pub(super) fn height(plan: &MapDrawing) -> u32 {
    let drawn = plan.side() * plan.rows() as i32;
    (2 * MARGIN + 60 + RULER + drawn + SCALE + plan.lines() * LINE) as u32
}

pub(super) fn draw<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, plan: &MapDrawing, body: Rect) -> Drawn<DB> {
    let side = plan.side();
    let (left, top) = (body.left + RULER, body.top + RULER - 6);
    let at = |row: usize, column: usize| {
        let (x, y) = (left + side * column as i32, top + side * row as i32);
        Rect { left: x, top: y, right: x + side, bottom: y + side }
    };
    for (number, tile) in plan.tiles.iter().enumerate() {
        ground(canvas, tile, at(number / plan.columns, number % plan.columns))?;
    }
    for (number, tile) in plan.tiles.iter().enumerate() {
        overlay(canvas, plan, tile, at(number / plan.columns, number % plan.columns))?;
    }
    for (colour, _, squares) in &plan.areas {
        outline(canvas, *colour, squares, at)?;
    }
    names(canvas, plan, at)?;
    if let Some((row, column)) = plan.from {
        let square = at(row, column);
        let centre = (square.left + side / 2, square.top + side / 2);
        canvas.polygon(around(centre, (side / 2 + 2).max(6)), INK, 1.0)?;
        canvas.polygon(around(centre, (side / 2 - 1).max(3)), RGBColor(250, 210, 60), 1.0)?;
    }
    rulers(canvas, plan, at)?;
    let bottom = top + side * plan.rows() as i32;
    scale(canvas, side, (left, bottom + 20))?;
    legend(canvas, plan, (body.left, bottom + SCALE + 8))
}

/// A small diamond.
fn around((x, y): (i32, i32), reach: i32) -> Vec<(i32, i32)> {
    vec![(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
}

fn fill<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, square: Rect, colour: RGBColor) -> Drawn<DB> {
    canvas.rect((square.left, square.top), (square.right, square.bottom), colour)
}

/// The ground of a square.
fn ground<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, tile: &Tile, square: Rect) -> Drawn<DB> {
    fill(canvas, square, colour(tile.kind))?;
    marks(canvas, tile, square)?;
    if tile.kind == Kind::Wall {
        return Ok(());
    }
    if tile.stairs {
        for step in [1, 3, 5, 7] {
            let y = square.top + square.width() * step / 8;
            canvas.line((square.left, y), (square.right, y), INK, 1)?;
        }
    }
    // Draw only the sides that later squares do not paint over.
    let corner = [(square.left, square.bottom), (square.left, square.top), (square.right, square.top)];
    canvas.path(corner.to_vec(), style::GRID, 1)
}

/// The background colour of a kind of ground.
const fn colour(kind: Kind) -> RGBColor {
    match kind {
        Kind::Wall => INK,
        Kind::Floor | Kind::Door | Kind::Doorway | Kind::Seat => PAPER,
        Kind::Rough => RGBColor(244, 239, 228),
        Kind::Hill => RGBColor(236, 223, 196),
        Kind::Window | Kind::Gap => WATER,
        Kind::LowWall | Kind::Block => STONE,
        Kind::Rubble => RGBColor(226, 226, 228),
        Kind::Bush | Kind::Thicket => PALE_GREEN,
        Kind::Wood => GREEN,
    }
}

/// The marks of a kind of ground.
fn marks<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, tile: &Tile, square: Rect) -> Drawn<DB> {
    let Rect { left, top, right, bottom } = square;
    let middle = middle_of(square);
    match tile.kind {
        Kind::Wall | Kind::Floor => Ok(()),
        Kind::Rough => places(square, [(-2, -2), (2, -1), (-1, 2)]).try_for_each(|(x, y)| {
            let reach = part(square, 1);
            canvas.line((x - reach, y), (x + reach, y), AXIS, 1)
        }),
        Kind::Door => door(canvas, tile, square),
        Kind::Doorway => doorway(canvas, tile.across, square),
        Kind::Window => window(canvas, tile.across, square),
        Kind::LowWall => canvas.line((left, bottom), (right, top), INK, 1),
        Kind::Block => {
            canvas.line((left, bottom), (right, top), INK, 1)?;
            canvas.line((left, top), (right, bottom), INK, 1)
        }
        Kind::Rubble => places(square, [(-2, 1), (2, 2), (0, -2)])
            .try_for_each(|at| canvas.polygon(triangle(at, part(square, 1)), INK, 1.0)),
        Kind::Bush => canvas.polygon(leaf(middle, part(square, 3)), GREEN, 1.0),
        Kind::Thicket => places(square, [(-2, -1), (2, -1), (0, 2)])
            .try_for_each(|at| canvas.polygon(leaf(at, part(square, 2)), GREEN, 1.0)),
        Kind::Wood => canvas.polygon(triangle(middle, part(square, 3)), INK, 0.6),
        Kind::Hill => {
            let (x, y) = middle;
            let reach = part(square, 3);
            canvas.path(vec![(x - reach, y + reach / 2), (x, y - reach / 2), (x + reach, y + reach / 2)], AXIS, 1)
        }
        Kind::Seat => seat(canvas, square),
        Kind::Gap => [-1, 2].into_iter().try_for_each(|down| wave(canvas, square, down)),
    }
}

/// This number of eighths of a square's side, at least a pixel.
fn part(square: Rect, eighths: i32) -> i32 {
    (square.width() * eighths / 8).max(1)
}

fn middle_of(square: Rect) -> (i32, i32) {
    (square.left + square.width() / 2, square.top + square.width() / 2)
}

/// Points in a square, given as eighths of its side from its middle, right and down.
fn places<const N: usize>(square: Rect, eighths: [(i32, i32); N]) -> impl Iterator<Item = (i32, i32)> {
    let ((x, y), side) = (middle_of(square), square.width());
    eighths.into_iter().map(move |(across, down)| (x + across * side / 8, y + down * side / 8))
}

/// A triangle with one corner above and two below.
fn triangle((x, y): (i32, i32), reach: i32) -> Vec<(i32, i32)> {
    vec![(x, y - reach), (x + reach, y + reach), (x - reach, y + reach)]
}

/// Dots across the opening.
fn doorway<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, across: bool, square: Rect) -> Drawn<DB> {
    threshold(canvas, across, square, 1)?;
    let ((x, y), reach) = (middle_of(square), part(square, 1) / 2);
    [1, 4, 7].into_iter().try_for_each(|step| {
        let along = square.width() * step / 8;
        let (x, y) = if across { (square.left + along, y) } else { (x, square.top + along) };
        canvas.rect((x - reach, y - reach), (x + reach, y + reach), FAINT)
    })
}

/// A pane along the wall.
fn window<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, across: bool, square: Rect) -> Drawn<DB> {
    threshold(canvas, across, square, 2)?;
    let (x, y) = middle_of(square);
    let [from, to] = if across { [(square.left, y), (square.right, y)] } else { [(x, square.top), (x, square.bottom)] };
    canvas.line(from, to, INK, 1)
}

fn seat<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, square: Rect) -> Drawn<DB> {
    let rim = part(square, 1);
    let Rect { left, top, right, bottom } = square;
    let inner = Rect { left: left + rim, top: top + rim, right: right - rim, bottom: bottom - rim };
    fill(canvas, inner, WOOD)?;
    canvas.line((inner.left, inner.top), (inner.right, inner.top), FAINT, 1)?;
    canvas.line((inner.left, inner.bottom), (inner.right, inner.bottom), FAINT, 1)
}

/// A wave across a square, a number of eighths below its middle.
fn wave<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, square: Rect, down: i32) -> Drawn<DB> {
    let (x, y) = middle_of(square);
    let y = y + down * square.width() / 8;
    let (far, near) = (part(square, 2), part(square, 1));
    let wave = vec![(square.left, y), (x - far, y - near), (x, y), (x + far, y + near), (square.right, y)];
    canvas.path(wave, RGBColor(90, 140, 180), 1)
}

/// An octagon that looks round.
fn leaf((x, y): (i32, i32), reach: i32) -> Vec<(i32, i32)> {
    let near = reach * 7 / 10;
    let corners =
        [(0, -reach), (near, -near), (reach, 0), (near, near), (0, reach), (-near, near), (-reach, 0), (-near, -near)];
    corners.map(|(dx, dy)| (x + dx, y + dy)).to_vec()
}

/// The two edges of an opening that lie along its wall.
fn threshold<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, across: bool, square: Rect, pen: u32) -> Drawn<DB> {
    let Rect { left, top, right, bottom } = square;
    if across {
        canvas.line((left, top), (right, top), AXIS, pen)?;
        canvas.line((left, bottom), (right, bottom), AXIS, pen)
    } else {
        canvas.line((left, top), (left, bottom), AXIS, pen)?;
        canvas.line((right, top), (right, bottom), AXIS, pen)
    }
}

/// A door leaf, along the wall if shut, at right angles to it if open.
fn door<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, tile: &Tile, square: Rect) -> Drawn<DB> {
    threshold(canvas, tile.across, square, 1)?;
    let Rect { left, top, right, bottom } = square;
    let thick = (square.width() / 4).max(2);
    let brown = RGBColor(150, 96, 48);
    let (x, y) = (left + square.width() / 2, top + square.height() / 2);
    match (tile.across, tile.open) {
        (true, false) => canvas.rect((left, y - thick / 2), (right, y + thick / 2), brown),
        (false, false) => canvas.rect((x - thick / 2, top), (x + thick / 2, bottom), brown),
        (true, true) => canvas.rect((left, top), (left + thick, bottom), brown),
        (false, true) => canvas.rect((left, top), (right, top + thick), brown),
    }
}

/// Draws the sight or move shown, over the ground.
fn overlay<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, plan: &MapDrawing, tile: &Tile, square: Rect) -> Drawn<DB> {
    let Rect { left, top, right, bottom } = square;
    let shade = |colour: RGBColor, opacity: f64| {
        canvas.polygon(vec![(left, top), (right, top), (right, bottom), (left, bottom)], colour, opacity)
    };
    match tile.sight {
        Some(Sight::Clear) => shade(RGBColor(255, 214, 60), 0.45)?,
        Some(Sight::Concealed) => {
            shade(GREEN, 0.35)?;
            canvas.line((left, top), (right, bottom), GREEN, 1)?;
        }
        Some(Sight::Covered) => {
            shade(style::RED, 0.35)?;
            canvas.line((left, bottom), (right, top), style::RED, 1)?;
        }
        Some(Sight::CoveredAndConcealed) => {
            shade(RGBColor(120, 60, 140), 0.35)?;
            canvas.line((left, top), (right, bottom), RGBColor(120, 60, 140), 1)?;
            canvas.line((left, bottom), (right, top), RGBColor(120, 60, 140), 1)?;
        }
        Some(Sight::Blocked) => shade(AXIS, 0.45)?,
        None => {}
    }
    if let (Some(inches), Some(most)) = (tile.inches, plan.inches) {
        shade(style::BLUE, 0.55 - 0.4 * f64::from(inches) / f64::from(most.max(1)))?;
        if square.width() >= 13 && inches > 0 {
            let centre = (left + square.width() / 2, top + square.height() / 2);
            canvas.text(&inches.to_string(), centre, Look::centre(TINY, INK))?;
        }
    }
    Ok(())
}

/// The border of an area, a little inside of its squares.
fn outline<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    colour: RGBColor,
    squares: &[(usize, usize)],
    at: impl Fn(usize, usize) -> Rect,
) -> Drawn<DB> {
    let inside = |row: i64, column: i64| squares.iter().any(|&(r, c)| (r as i64, c as i64) == (row, column));
    for &(row, column) in squares {
        let square = at(row, column);
        let (r, c) = (row as i64, column as i64);
        let (left, top, right, bottom) = (square.left + 1, square.top + 1, square.right - 1, square.bottom - 1);
        for (open, from, to) in [
            (inside(r - 1, c), (left, top), (right, top)),
            (inside(r + 1, c), (left, bottom), (right, bottom)),
            (inside(r, c - 1), (left, top), (left, bottom)),
            (inside(r, c + 1), (right, top), (right, bottom)),
        ] {
            if !open {
                canvas.line(from, to, colour, 2)?;
            }
        }
    }
    Ok(())
}

/// Draws names of rooms in their middles and names of areas at their first squares.
fn names<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    plan: &MapDrawing,
    at: impl Fn(usize, usize) -> Rect,
) -> Drawn<DB> {
    let backed = |text: &str, (x, y): (i32, i32), size: f64, colour: RGBColor| {
        let half = width(text, size, true) / 2 + 3;
        canvas.polygon(
            vec![(x - half, y - 7), (x + half, y - 7), (x + half, y + 7), (x - half, y + 7)],
            PAPER,
            0.85,
        )?;
        canvas.text(text, (x, y), Look::centre(size, colour).bold())
    };
    for (name, squares) in &plan.rooms {
        if let Some((row, column)) = middle(squares) {
            let square = at(row, column);
            backed(name, (square.left + square.width() / 2, square.top + square.height() / 2), TINY, FAINT)?;
        }
    }
    for (colour, name, squares) in &plan.areas {
        if let Some(&(row, column)) = squares.first() {
            let square = at(row, column);
            let half = width(name, SMALL, true) / 2;
            backed(name, (square.left + half + 6, square.top + square.height() / 2), SMALL, *colour)?;
        }
    }
    for (number, tile) in plan.tiles.iter().enumerate() {
        if let Some(door) = tile.door {
            let square = at(number / plan.columns, number % plan.columns);
            if square.width() >= 13 {
                let centre = (square.left + square.width() / 2, square.top + square.height() / 2);
                let half = width(&door.to_string(), TINY, true) / 2 + 1;
                canvas.rect((centre.0 - half, centre.1 - 5), (centre.0 + half, centre.1 + 5), PAPER)?;
                canvas.text(&door.to_string(), centre, Look::centre(TINY, INK).bold())?;
            }
        }
    }
    Ok(())
}

/// Numbers of rows and columns, every fifth.
fn rulers<DB: DrawingBackend>(
    canvas: &Canvas<'_, DB>,
    plan: &MapDrawing,
    at: impl Fn(usize, usize) -> Rect,
) -> Drawn<DB> {
    let shown = |number: usize| number == 1 || number.is_multiple_of(5);
    for column in (1..=plan.columns).filter(|&column| shown(column)) {
        let square = at(0, column - 1);
        let middle = square.left + square.width() / 2;
        canvas.text(&column.to_string(), (middle, square.top - 9), Look::centre(TINY, FAINT))?;
    }
    for row in (1..=plan.rows()).filter(|&row| shown(row)) {
        let square = at(row - 1, 0);
        canvas.text(&row.to_string(), (square.left - 6, square.top + square.height() / 2), Look::right(TINY, FAINT))?;
    }
    Ok(())
}

/// A scale of ten inches, or five on a coarse plan.
fn scale<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, side: i32, (x, y): (i32, i32)) -> Drawn<DB> {
    for inch in 0..10 {
        let colour = if inch % 2 == 0 { INK } else { STONE };
        canvas.rect((x + inch * side, y - 3), (x + (inch + 1) * side, y + 3), colour)?;
    }
    canvas.text("10 inches; one square is one inch", (x + 10 * side + 10, y), Look::left(SMALL, FAINT))
}

fn legend<DB: DrawingBackend>(canvas: &Canvas<'_, DB>, plan: &MapDrawing, (left, top): (i32, i32)) -> Drawn<DB> {
    let across = (style::SIZE.0 as i32 - 2 * MARGIN) / ENTRY;
    for (number, (tile, name)) in plan.legend().iter().enumerate() {
        let (x, y) = (left + ENTRY * (number as i32 % across), top + LINE * (number as i32 / across));
        let square = Rect { left: x, top: y, right: x + 18, bottom: y + 18 };
        ground(canvas, tile, square)?;
        overlay(canvas, plan, tile, square)?;
        let frame = [(x, y), (x + 18, y), (x + 18, y + 18), (x, y + 18), (x, y)];
        canvas.path(frame.to_vec(), AXIS, 1)?;
        canvas.text(name, (x + 26, y + 9), Look::left(SMALL, INK))?;
    }
    Ok(())
}
