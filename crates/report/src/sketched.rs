//! A map that is being drawn as an SVG picture, with what a page needs to know of its squares.

use std::collections::BTreeMap;

use maud::{Markup, html};
use scenario::{Given, Kind, Naming, Sketch};

use crate::plan::is_across;
use crate::replay::ground::{self, INCH, RULER, class, edges, lines, rulers, runs, shut, steps};

/// The style of [`sketched`] and [`sample`].
pub const GROUND_STYLE: &str = ground::STYLE;

/// How many colours areas other than those of a side have.
const COLOURS: usize = 5;

/// A sample square of a kind of ground as SVG. It needs the patterns of a picture on the same page.
#[must_use]
pub fn sample(kind: Kind) -> String {
    html! { svg.chip viewBox={ "0 0 " (INCH) " " (INCH) } aria-hidden="true" { (ground::sample(kind)) } }.into_string()
}

/// A map as an SVG picture: ground, areas and names. Its attributes say what it shows, square
/// by square in the order of rows: `data-ground` has the usual symbol of each kind, `data-marks` a character for the names that the square has,
/// and `data-says` these names for each character, as `table:name`.
#[must_use]
pub fn sketched(sketch: &Sketch) -> String {
    let (rows, columns) = (sketch.height(), sketch.width());
    let (width, height) = (columns * INCH, rows * INCH);
    let every = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let of = |kind: Kind| -> Vec<(usize, usize)> {
        every().filter(|&(row, column)| sketch.kind(row, column) == kind).collect()
    };
    let plain = |kind: &Kind| !matches!(kind, Kind::Floor | Kind::Door | Kind::Doorway);
    let across =
        |(row, column): (usize, usize)| is_across(|row, column| sketch.kind(row, column).ground(), row, column);
    let symbols: String = every().filter_map(|(row, column)| sketch.kind(row, column).ground().symbol()).collect();
    let (marks, says) = marks(sketch);
    let markup = html! {
        svg.sketch viewBox={ "-" (RULER) " -" (RULER) " " (width + RULER + 1) " " (height + RULER + 1) }
            data-rows=(rows) data-columns=(columns) data-inch=(INCH) data-ruler=(RULER) data-ground=(symbols) data-marks=(marks) data-says=(says)
            aria-hidden="true" {
            defs { (ground::patterns()) }
            (rulers(rows, columns))
            rect.floor width=(width) height=(height) {}
            path.grid d=(lines(rows, columns)) {}
            @for kind in Kind::ALL.into_iter().filter(plain) {
                @let squares = of(kind);
                @if !squares.is_empty() { path class={ "on-" (class(kind)) } d=(runs(squares)) {} }
            }
            @for kind in [Kind::Door, Kind::Doorway] { @for at in of(kind) { (opening(kind, at, across(at))) } }
            @for (number, given) in sketch.given().iter().enumerate() { (named(sketch, given, number)) }
        }
    };
    markup.into_string()
}

/// The CSS classes of an area, which say its colour; `number` is its place among the names of its map.
#[must_use]
pub fn area_class(given: &Given, number: usize) -> String {
    match Sketch::DEPLOYMENT.contains(&&*given.name) {
        true => format!("area {}", given.name),
        false => format!("area area-{}", number % COLOURS),
    }
}

fn opening(kind: Kind, at: (usize, usize), across: bool) -> Markup {
    let (x, y, width, height) = shut(at, across);
    html! {
        path.threshold d=(edges(at, across)) {}
        @if kind == Kind::Door { rect.leaf x=(x) y=(y) width=(width) height=(height) {} }
    }
}

/// What a name is given to: a tinted area with its border, stairs, or a room at one of its marks.
fn named(sketch: &Sketch, given: &Given, number: usize) -> Markup {
    let squares = sketch.squares(given);
    let middle = |(row, column): (usize, usize)| (column * INCH + INCH / 2, row * INCH + INCH / 2);
    let label = |at: Option<&(usize, usize)>, start: bool| {
        html! {
            @if let Some((x, y)) = at.copied().map(middle) {
                text.name.start[start] x=(if start { x - INCH / 2 + 3 } else { x }) y=(y + 4) { (given.name) }
            }
        }
    };
    let key = format!("{}:{}", given.naming.table(), given.name);
    match given.naming {
        Naming::Area => html! {
            g class=(area_class(given, number)) data-name=(key) {
                path d=(border(&squares)) {}
                path.tint d=(runs(squares.clone())) {}
                (label(squares.first(), true))
            }
        },
        Naming::Room => html! {
            g.room-name data-name=(key) {
                path.tint d=(runs(squares.clone())) {}
                (label(crate::plan::middle(&squares).as_ref(), false))
            }
        },
        Naming::Stairs => html! {
            g data-name=(key) {
                @for &at in &squares { path.stairs d=(steps(middle(at))) {} }
                (label(squares.first(), true))
            }
        },
    }
}

/// The border of some squares.
fn border(squares: &[(usize, usize)]) -> String {
    let inside = |row: Option<usize>, column: Option<usize>| {
        row.zip(column).is_some_and(|at| squares.binary_search(&at).is_ok())
    };
    let mut path = String::new();
    for &(row, column) in squares {
        let (x, y) = (column * INCH, row * INCH);
        for (open, side) in [
            (inside(row.checked_sub(1), Some(column)), format!("M{x} {y}h{INCH}")),
            (inside(Some(row + 1), Some(column)), format!("M{x} {}h{INCH}", y + INCH)),
            (inside(Some(row), column.checked_sub(1)), format!("M{x} {y}v{INCH}")),
            (inside(Some(row), Some(column + 1)), format!("M{} {y}v{INCH}", x + INCH)),
        ] {
            if !open {
                path.push_str(&side);
            }
        }
    }
    path
}

/// A character for the names of each square, a blank for none, and as JSON the names for each character.
fn marks(sketch: &Sketch) -> (String, String) {
    let mut known: BTreeMap<Vec<String>, char> = BTreeMap::new();
    let mut marks = String::new();
    for (row, column) in (0..sketch.height()).flat_map(|row| (0..sketch.width()).map(move |column| (row, column))) {
        let names: Vec<String> =
            sketch.given_to(row, column).map(|given| format!("{}:{}", given.naming.table(), given.name)).collect();
        let next = char::from_u32('A' as u32 + known.len() as u32).unwrap_or(' ');
        marks.push(if names.is_empty() { ' ' } else { *known.entry(names).or_insert(next) });
    }
    let says: BTreeMap<char, Vec<String>> = known.into_iter().map(|(names, mark)| (mark, names)).collect();
    (marks, serde_json::to_string(&says).unwrap_or_default())
}
