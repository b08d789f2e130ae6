//! Draws the ground of a page's plan as an SVG picture in which an inch is [`INCH`] wide.

use std::collections::BTreeSet;
use std::fmt::Write;

use engage::Map;
use field::{Cell, Doors, Ground, Room};
use maud::{Markup, html};
use scenario::Kind;

use crate::plan::{Shown, middle};

/// The style of what is drawn here.
pub(crate) const STYLE: &str = include_str!("ground.css");
/// Units of the picture to an inch.
pub(crate) const INCH: usize = 20;
/// Units at the left and at the top for the numbers of rows and columns.
pub(crate) const RULER: usize = 18;

/// Kinds with a fill pattern: the kind, and the path that the pattern draws over its tint.
const PATTERNS: [(Kind, &str); 10] = [
    (Kind::Rough, "M3 6h5M12 9h5M6 16h5"),
    (Kind::Window, ""),
    (Kind::LowWall, "M0 20L20 0M-5 5L5 -5M15 25L25 15"),
    (Kind::Block, "M0 0L20 20M20 0L0 20"),
    (Kind::Rubble, "M3 8l3 -5l3 5zM11 14l3 -5l3 5zM3 18l2 -4l2 4z"),
    (Kind::Bush, "M10 4a6 6 0 1 0 .1 0z"),
    (Kind::Thicket, "M5 2a3 3 0 1 0 .1 0zM15 4a3 3 0 1 0 .1 0zM9 11a3 3 0 1 0 .1 0z"),
    (Kind::Seat, "M4 5h12v10h-12z"),
    (Kind::Hill, "M1 9q4 -7 8 0M10 18q4 -7 8 0"),
    (Kind::Gap, "M0 6q5 -4 10 0t10 0M0 15q5 -4 10 0t10 0"),
];

/// The middle of a cell.
pub(super) fn centre(map: &Map, cell: Cell) -> (usize, usize) {
    let at = map.plan.position(cell);
    (INCH * usize::from(at.column) + INCH / 2, INCH * usize::from(at.row) + INCH / 2)
}

/// Squares as one path, with a rectangle for each run of squares in a row.
pub(crate) fn runs(mut squares: Vec<(usize, usize)>) -> String {
    squares.sort_unstable();
    let beside = |a: &(usize, usize), b: &(usize, usize)| a.0 == b.0 && a.1 + 1 == b.1;
    let mut path = String::new();
    for run in squares.chunk_by(beside) {
        let (row, column) = run[0];
        let (x, y, width) = (column * INCH, row * INCH, run.len() * INCH);
        let _ = write!(path, "M{x} {y}h{width}v{INCH}h-{width}z");
    }
    path
}

fn squares_of(map: &Map, room: Room) -> impl Iterator<Item = (usize, usize)> + '_ {
    let positions = map.plan.cells_of(room).iter().map(|cell| map.plan.position(cell));
    positions.map(|at| (at.row.into(), at.column.into()))
}

/// The CSS class of a kind.
pub(crate) fn class(kind: Kind) -> String {
    kind.name().replace(' ', "-")
}

/// The fill patterns of kinds, for the picture's `defs`.
pub(crate) fn patterns() -> Markup {
    html! {
        @for (kind, drawn) in PATTERNS {
            pattern id={ "is-" (class(kind)) } class={ "is-" (class(kind)) } width=(INCH) height=(INCH)
                patternUnits="userSpaceOnUse" {
                rect width=(INCH) height=(INCH) {}
                path d=(drawn) {}
            }
        }
    }
}

/// Everything that does not change, rooms for tinting, and doors with both a shut and an open leaf.
pub(super) fn ground(map: &Map, open: Doors) -> Markup {
    let shown = Shown::with_doors(map, open);
    let (rows, columns) = (map.plan.height(), map.plan.width());
    let every = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let plain = |kind: &Kind| !matches!(kind, Kind::Floor | Kind::Door | Kind::Doorway);
    let of = |kind: Kind| every().filter(|&(row, column)| shown.kind(row, column) == kind).collect();
    let (width, height) = (columns * INCH, rows * INCH);
    let ends = map.stairs().flat_map(|(_, ends)| ends);
    html! {
        rect.floor width=(width) height=(height) {}
        path.grid d=(lines(rows, columns)) {}
        @for kind in shown.kinds().into_iter().filter(plain) {
            path class={ "on-" (class(kind)) } d=(runs(of(kind))) { title { (kind.name()) } }
        }
        path.hidden d=(runs(outside(&shown))) {}
        @for end in ends { path.stairs d=(steps(centre(map, end))) { title { "stairs" } } }
        @for room in (0..map.plan.rooms()).filter_map(|room| map.plan.room_numbered(room)) {
            path.room data-room=(room.index()) d=(runs(squares_of(map, room).collect())) {}
        }
        @for (row, column) in every() { (opening(&shown, row, column)) }
        @for (name, room) in map.rooms() { (room_name(&shown, name, room)) }
    }
}

/// The squares that lie connected to the map's edges within solid wall, with walls all around them, such as between
/// levels drawn side by side. Nothing can be seen there.
fn outside(shown: &Shown<'_>) -> Vec<(usize, usize)> {
    let plan = &shown.map.plan;
    let around = |at: usize| at.saturating_sub(1)..=at + 1;
    let deep = |&(row, column): &(usize, usize)| {
        let inside = row < plan.height() && column < plan.width();
        inside && around(row).all(|row| around(column).all(|column| plan.ground(row, column) == Ground::WALL))
    };
    let sides = (0..plan.height()).flat_map(|row| [(row, 0), (row, plan.width() - 1)]);
    let ends = (0..plan.width()).flat_map(|column| [(0, column), (plan.height() - 1, column)]);
    let mut waiting: Vec<(usize, usize)> = sides.chain(ends).filter(deep).collect();
    let mut found = BTreeSet::new();
    while let Some((row, column)) = waiting.pop() {
        if found.insert((row, column)) {
            waiting.extend(around(row).flat_map(|row| around(column).map(move |column| (row, column))).filter(deep));
        }
    }
    found.into_iter().collect()
}

/// A sample square of a kind.
pub(crate) fn sample(kind: Kind) -> Markup {
    match kind {
        Kind::Door => html! { rect.floor width=(INCH) height=(INCH) {} rect.leaf y="7" width=(INCH) height="6" {} },
        Kind::Floor => html! { rect.floor width=(INCH) height=(INCH) {} },
        Kind::Doorway => html! {
            rect.floor width=(INCH) height=(INCH) {}
            path.threshold d={ "M0 1h" (INCH) "m0 18h-" (INCH) } {}
        },
        kind => html! { rect class={ "on-" (class(kind)) } width=(INCH) height=(INCH) {} },
    }
}

/// The kinds that a map has, each with its name and a sample square.
pub(super) fn samples(map: &Map) -> Vec<(&'static str, Markup)> {
    let mut samples: Vec<(&str, Markup)> =
        Shown::with_doors(map, Doors::SHUT).kinds().into_iter().map(|kind| (kind.name(), sample(kind))).collect();
    if map.stairs().next().is_some() {
        samples.push(("stairs", html! { path.stairs d=(steps((INCH / 2, INCH / 2))) {} }));
    }
    samples
}

/// Numbers of rows and columns, every fifth.
pub(crate) fn rulers(rows: usize, columns: usize) -> Markup {
    let numbered = |count: usize| (1..=count).filter(|number| *number == 1 || number.is_multiple_of(5));
    let middle = |number: usize| INCH * number - INCH / 2;
    html! {
        g.ruler aria-hidden="true" {
            @for column in numbered(columns) { text x=(middle(column)) y="-6" { (column) } }
            @for row in numbered(rows) { text x="-9" y=(middle(row) + 4) { (row) } }
        }
    }
}

/// The lines between squares.
pub(crate) fn lines(rows: usize, columns: usize) -> String {
    let (width, height) = (columns * INCH, rows * INCH);
    let mut path = String::new();
    (1..columns).for_each(|column| _ = write!(path, "M{} 0v{height}", column * INCH));
    (1..rows).for_each(|row| _ = write!(path, "M0 {}h{width}", row * INCH));
    path
}

pub(crate) fn steps((x, y): (usize, usize)) -> String {
    let (left, top) = (x - INCH / 2, y - INCH / 2);
    [3, 8, 13, 18].map(|down| format!("M{left} {}h{INCH}", top + down)).concat()
}

/// The edges of an opening along its wall.
pub(crate) fn edges((row, column): (usize, usize), across: bool) -> String {
    let (x, y) = (column * INCH, row * INCH);
    if across { format!("M{x} {y}h{INCH}m0 {INCH}h-{INCH}") } else { format!("M{x} {y}v{INCH}m{INCH} 0v-{INCH}") }
}

/// The leaf of a door that is shut: left, top, width and height.
pub(crate) const fn shut((row, column): (usize, usize), across: bool) -> (usize, usize, usize, usize) {
    let (x, y) = (column * INCH, row * INCH);
    if across { (x, y + 7, 20, 6) } else { (x + 7, y, 6, 20) }
}

/// A door or a doorway: the edges along its wall, and the leaf of a door both shut and open.
fn opening(shown: &Shown<'_>, row: usize, column: usize) -> Markup {
    let (x, y) = (column * INCH, row * INCH);
    let across = shown.is_across(row, column);
    let edges = edges((row, column), across);
    let plan = &shown.map.plan;
    let door = plan.cell(row, column).and_then(|cell| plan.door(cell));
    let shut = shut((row, column), across);
    let ajar = if across { (x, y, 5, 20) } else { (x, y, 20, 5) };
    let leaf = |class: &str, (x, y, width, height): (usize, usize, usize, usize)| {
        html! {
            rect class=(class) x=(x) y=(y) width=(width) height=(height) {}
        }
    };
    html! {
        @if let Some(door) = door {
            g.door.open[shown.doors.is_open(door)] data-door=(door.index()) {
                title { "door " (door.index() + 1) }
                rect.floor x=(x) y=(y) width=(INCH) height=(INCH) {}
                path.threshold d=(edges) {}
                (leaf("leaf shut", shut))
                (leaf("leaf ajar", ajar))
            }
        } @else if shown.kind(row, column) == Kind::Doorway {
            path.threshold d=(edges) { title { "doorway" } }
        }
    }
}

/// The name of a room near its middle, on bare floor if any place has space for it.
fn room_name(shown: &Shown<'_>, name: &str, room: Room) -> Markup {
    let squares: Vec<(usize, usize)> = squares_of(shown.map, room).collect();
    let bare = |&&(row, column): &&(usize, usize)| {
        let beside = column.saturating_sub(2)..=column + 2;
        beside.into_iter().all(|column| shown.map.plan.ground(row, column) == Ground::FLOOR)
    };
    let free: Vec<(usize, usize)> = squares.iter().filter(bare).copied().collect();
    html! {
        @if let Some((row, column)) = middle(&free).or_else(|| middle(&squares)) {
            text.name x=(INCH * column + INCH / 2) y=(INCH * row + INCH / 2 + 4) aria-hidden="true" { (name) }
        }
    }
}
