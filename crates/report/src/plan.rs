//! A map as text, with the squares seen or reached from a square.

use std::collections::BTreeSet;
use std::fmt::Write;

use engage::{Map, plain};
use field::{Cell, CellSet, Door, Doors, Ground, Mover, Pass, Reaching, Search, Sight};
use scenario::Kind;

use crate::terminal::wrapped;

/// What to show on a map. Rows, columns and doors are counted from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// Row and column to look from.
    pub sight: Option<(usize, usize)>,
    /// Row and column to move from, and the inches of the move.
    pub reach: Option<((usize, usize), f64)>,
    /// The open doors, by number.
    pub open: Vec<usize>,
    /// Whether all doors are open.
    pub all_open: bool,
}

/// A request that the map cannot satisfy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotThere {
    /// A place outside of it.
    #[error("row {row}, column {column} is not on the map, expected rows 1 to {rows} and columns 1 to {columns}")]
    Outside {
        /// The row requested.
        row: usize,
        /// The column requested.
        column: usize,
        /// Rows of the map.
        rows: usize,
        /// Columns of the map.
        columns: usize,
    },
    /// A square that no figure can enter.
    #[error("row {row}, column {column} is {kind}, expected a square that figures can enter")]
    Closed {
        /// The row requested.
        row: usize,
        /// The column requested.
        column: usize,
        /// The kind of its ground.
        kind: &'static str,
    },
    /// No such door.
    #[error("there is no door {door}, expected {expected}")]
    Door {
        /// The door requested.
        door: usize,
        /// The allowed doors.
        expected: String,
    },
    /// Not a distance.
    #[error("{0} inches is not a valid distance, expected more than 0 and at most 1000")]
    Inches(f64),
}

/// A map with everything to show on it.
#[derive(Clone, Debug)]
pub struct Shown<'m> {
    pub(crate) map: &'m Map,
    pub(crate) doors: Doors,
    pub(crate) sight: Option<Cell>,
    pub(crate) reach: Option<(Cell, Vec<Option<u32>>)>,
    pub(crate) inches: f64,
}

impl<'m> Shown<'m> {
    /// A map with some doors open, without sight or movement.
    pub(crate) fn with_doors(map: &'m Map, doors: Doors) -> Shown<'m> {
        Shown { map, doors, sight: None, reach: None, inches: 0.0 }
    }

    /// Works out what to show.
    ///
    /// # Errors
    /// [`NotThere`] if `asked` names something that the map does not have.
    pub fn new(map: &'m Map, asked: &Asked) -> Result<Shown<'m>, NotThere> {
        let mut doors = if asked.all_open { Doors::OPEN } else { Doors::SHUT };
        for &door in &asked.open {
            let known = door.checked_sub(1).filter(|&index| index < map.plan.doors()).and_then(Door::new);
            doors.open(known.ok_or_else(|| NotThere::Door {
                door,
                expected: match map.plan.doors() {
                    0 => "none: the map has no doors".to_owned(),
                    last => format!("1 to {last} or `all`"),
                },
            })?);
        }
        let sight = asked.sight.map(|at| cell(map, at)).transpose()?;
        let mut inches = 0.0;
        let reach = match asked.reach {
            None => None,
            Some((at, far)) => {
                if !(far > 0.0 && far <= 1000.0) {
                    return Err(NotThere::Inches(far));
                }
                inches = far;
                let from = cell(map, at)?;
                Some((from, reached(map, from, (far * f64::from(field::INCH)) as u32, doors)))
            }
        };
        Ok(Shown { map, doors, sight, reach, inches })
    }

    /// The kind of a square.
    pub(crate) fn kind(&self, row: usize, column: usize) -> Kind {
        Kind::of(self.map.plan.ground(row, column)).unwrap_or(Kind::Wall)
    }

    /// Whether the wall around an opening runs horizontally, so that figures pass through it vertically.
    pub(crate) fn is_across(&self, row: usize, column: usize) -> bool {
        is_across(|row, column| self.map.plan.ground(row, column), row, column)
    }

    /// The kinds that the map has, in the order in which they are documented.
    pub(crate) fn kinds(&self) -> Vec<Kind> {
        let squares = (0..self.map.plan.height()).flat_map(|row| (0..self.map.plan.width()).map(move |c| (row, c)));
        let found: BTreeSet<Kind> = squares.map(|(row, column)| self.kind(row, column)).collect();
        found.into_iter().collect()
    }

    /// The symbol of a square, and its colour on a terminal.
    pub(crate) fn symbol(&self, row: usize, column: usize) -> (char, &'static str) {
        let kind = self.kind(row, column);
        let cell = self.map.plan.cell(row, column);
        let open = cell.and_then(|at| self.map.plan.door(at)).is_some_and(|door| self.doors.is_open(door));
        let stairs = self.map.stairs().any(|(_, ends)| ends.into_iter().any(|end| Some(end) == cell));
        let symbol = match (open, stairs) {
            (true, _) => '/',
            (_, true) => '<',
            _ => kind.ground().symbol().unwrap_or('?'),
        };
        (symbol, colour(kind))
    }

    /// The legend of the symbols.
    pub(crate) fn key(&self) -> Vec<String> {
        let kinds = self.kinds().into_iter();
        let mut key: Vec<String> =
            kinds.map(|kind| format!("{} {}", kind.ground().symbol().unwrap_or('?'), kind.name())).collect();
        if (0..self.map.plan.doors()).filter_map(Door::new).any(|door| self.doors.is_open(door)) {
            key.push("/ open door".to_owned());
        }
        if self.map.stairs().next().is_some() {
            key.push("< stairs".to_owned());
        }
        key
    }

    /// How a square is seen from the observer's square; `None` without an observer, and for squares that no figure can
    /// enter.
    pub(crate) fn seen(&self, row: usize, column: usize) -> Option<Sight> {
        let (from, to) = (self.sight?, self.map.plan.cell(row, column)?);
        Some(self.map.plan.sight(from, to, self.doors))
    }

    /// The movement needed to reach a square, in thousandths of an inch.
    pub(crate) fn cost(&self, row: usize, column: usize) -> Option<u32> {
        let to = self.map.plan.cell(row, column)?;
        self.reach.as_ref().and_then(|(_, costs)| costs[to.index()])
    }
}

/// Whether the wall around an opening in some ground runs horizontally, so that figures pass through it vertically.
pub(crate) fn is_across(ground: impl Fn(usize, usize) -> Ground, row: usize, column: usize) -> bool {
    let part_of_wall = |row: Option<usize>, column: Option<usize>| {
        let ground = row.zip(column).map(|(row, column)| ground(row, column));
        ground.is_none_or(|ground| ground.pass == Pass::No || ground.opening)
    };
    let (left, right) = (column.checked_sub(1), Some(column + 1));
    let (above, below) = (row.checked_sub(1), Some(row + 1));
    let beside = [left, right].into_iter().filter(|&at| part_of_wall(Some(row), at)).count();
    let over = [above, below].into_iter().filter(|&at| part_of_wall(at, Some(column))).count();
    beside >= over
}

fn cell(map: &Map, (row, column): (usize, usize)) -> Result<Cell, NotThere> {
    let (rows, columns) = (map.plan.height(), map.plan.width());
    if !(1..=rows).contains(&row) || !(1..=columns).contains(&column) {
        return Err(NotThere::Outside { row, column, rows, columns });
    }
    let kind = Kind::of(map.plan.ground(row - 1, column - 1)).unwrap_or(Kind::Wall).name();
    map.plan.cell(row - 1, column - 1).ok_or(NotThere::Closed { row, column, kind })
}

/// The movement needed to reach each cell within a move: shut doors are closed, rough ground counts double, climbing
/// takes two extra inches.
fn reached(map: &Map, from: Cell, far: u32, doors: Doors) -> Vec<Option<u32>> {
    let mover = Mover { door: None, climb: Some(2 * field::INCH), ..Mover::WALKER };
    let mut search = Search::new();
    map.plan.reach(&mut search, Reaching { from, allowance: far, mover }, doors, &CellSet::EMPTY);
    map.plan.all().iter().map(|cell| search.cost(cell)).collect()
}

/// The square of a room nearest to the middle of its squares, which may itself lie outside the room.
pub(crate) fn middle(squares: &[(usize, usize)]) -> Option<(usize, usize)> {
    let mean = |pick: fn(&(usize, usize)) -> usize| squares.iter().map(pick).sum::<usize>() / squares.len().max(1);
    let (row, column) = (mean(|square| square.0), mean(|square| square.1));
    let apart = |&(r, c): &(usize, usize)| r.abs_diff(row).pow(2) + c.abs_diff(column).pow(2);
    squares.iter().min_by_key(|square| apart(square)).copied()
}

/// The colour of a kind of ground on a terminal.
const fn colour(kind: Kind) -> &'static str {
    match kind {
        Kind::Wall => "1",
        Kind::Door | Kind::Doorway => "33",
        Kind::Window | Kind::Gap => "36",
        Kind::LowWall | Kind::Block | Kind::Rubble => "35",
        Kind::Bush | Kind::Thicket | Kind::Seat | Kind::Wood => "32",
        Kind::Hill => "2;33",
        Kind::Floor | Kind::Rough => "2",
    }
}

/// A symbol, in colour if requested.
pub(crate) fn inked(symbol: char, code: &str, coloured: bool) -> String {
    if coloured { format!("\u{1b}[{code}m{symbol}\u{1b}[0m") } else { symbol.to_string() }
}

/// A map as text: ground, areas, sight and movement if requested, legend, and lists of rooms, areas, doors and stairs.
/// If `coloured`, it contains terminal colour codes.
#[must_use]
pub fn map_text(shown: &Shown<'_>, width: u16, coloured: bool) -> String {
    let map = shown.map;
    let mut text = format!("{}\n", plain(&map.title));
    if !map.about.is_empty() {
        text.push_str(&wrapped(&plain(&map.about), width));
    }
    let _ = writeln!(text, "{} rows, {} columns, one inch each\n", map.plan.height(), map.plan.width());
    grid(&mut text, map, |row, column| {
        let (symbol, colour) = shown.symbol(row, column);
        inked(symbol, colour, coloured)
    });
    let _ = writeln!(text, "\n{}", shown.key().join("   "));
    areas(&mut text, shown, coloured);
    looked(&mut text, shown, coloured);
    walked(&mut text, shown, coloured);
    lists(&mut text, shown);
    text
}

/// Squares between rulers: columns above, rows beside.
pub(crate) fn grid(text: &mut String, map: &Map, square: impl Fn(usize, usize) -> String) {
    let (rows, columns) = (map.plan.height(), map.plan.width());
    let tens: String = (1..=columns).map(|c| if c % 10 == 0 { digit(c / 10 % 10) } else { ' ' }).collect();
    let ones: String = (1..=columns).map(|c| digit(c % 10)).collect();
    let _ = writeln!(text, "    {}\n    {ones}", tens.trim_end());
    for row in 0..rows {
        let line: String = (0..columns).map(|column| square(row, column)).collect();
        let _ = writeln!(text, "{:>3} {line}", row + 1);
    }
}

/// Plans of the areas, each drawn as a letter over the ground. Areas that share squares get separate plans.
fn areas(text: &mut String, shown: &Shown<'_>, coloured: bool) {
    let (map, plan) = (shown.map, &shown.map.plan);
    let mut left: Vec<(&str, &CellSet)> = map
        .areas()
        .filter_map(|(name, area)| Some((name, plan.area(area)?)))
        .filter(|(_, cells)| !cells.is_empty())
        .collect();
    let mut heading = "\nAreas: a squad begins in the area named after its side unless `at` names another\n";
    while !left.is_empty() {
        let mut drawn: Vec<(char, &str, &CellSet)> = Vec::new();
        left.retain(|&(name, cells)| {
            let apart = drawn.iter().all(|(_, _, other)| !other.iter().any(|cell| cells.contains(cell)));
            let own = name.chars().next().map(|first| first.to_ascii_uppercase());
            let mut letters = own.into_iter().chain('A'..='Z').chain('0'..='9').filter(char::is_ascii_alphanumeric);
            let free = letters.find(|letter| drawn.iter().all(|(taken, ..)| taken != letter)).filter(|_| apart);
            drawn.extend(free.map(|letter| (letter, name, cells)));
            free.is_none()
        });
        let _ = writeln!(text, "{heading}");
        grid(text, map, |row, column| {
            let cell = plan.cell(row, column);
            let area = drawn.iter().find(|(_, _, cells)| cell.is_some_and(|cell| cells.contains(cell)));
            let (symbol, colour) = shown.symbol(row, column);
            area.map_or_else(
                || inked(symbol, colour, coloured),
                |&(letter, name, _)| inked(letter, side_colour(name), coloured),
            )
        });
        let legend: Vec<String> = drawn.iter().map(|(letter, name, _)| format!("{letter} {name}")).collect();
        let _ = writeln!(text, "\n{}", legend.join("   "));
        heading = "";
    }
}

/// The colour of an area on a terminal: that of its side, or another.
fn side_colour(area: &str) -> &'static str {
    match area {
        "blue" => "1;34",
        "red" => "1;31",
        _ => "1;36",
    }
}

fn digit(number: usize) -> char {
    char::from_digit(number as u32, 36).unwrap_or('+')
}

fn looked(text: &mut String, shown: &Shown<'_>, coloured: bool) {
    let Some(from) = shown.sight else { return };
    let plan = &shown.map.plan;
    let at = plan.position(from);
    let _ = writeln!(text, "\nSeen from row {}, column {}\n", at.row + 1, at.column + 1);
    grid(text, shown.map, |row, column| match shown.seen(row, column) {
        _ if plan.cell(row, column) == Some(from) => inked('@', "1", coloured),
        None => inked('#', "2", coloured),
        Some(Sight::Blocked) => " ".to_owned(),
        Some(Sight::Clear) => inked('c', "32", coloured),
        Some(Sight::Concealed) => inked('s', "33", coloured),
        Some(Sight::Covered) => inked('h', "31", coloured),
        Some(Sight::CoveredAndConcealed) => inked('b', "35", coloured),
    });
    let count = |wanted: Sight| plan.all().iter().filter(|&to| plan.sight(from, to, shown.doors) == wanted).count();
    let _ = writeln!(
        text,
        "\nc clear {}   s in soft cover {}   h in hard cover {}   b in both {}   blank: not seen {}",
        count(Sight::Clear),
        count(Sight::Concealed),
        count(Sight::Covered),
        count(Sight::CoveredAndConcealed),
        count(Sight::Blocked)
    );
}

fn walked(text: &mut String, shown: &Shown<'_>, coloured: bool) {
    let Some((from, costs)) = &shown.reach else { return };
    let plan = &shown.map.plan;
    let at = plan.position(*from);
    let _ =
        writeln!(text, "\nReached from row {}, column {} with {} inches\n", at.row + 1, at.column + 1, shown.inches);
    grid(text, shown.map, |row, column| match (plan.cell(row, column), shown.cost(row, column)) {
        (None, _) => inked('#', "2", coloured),
        (here, _) if here == Some(*from) => inked('@', "1", coloured),
        (_, Some(cost)) => inked(digit(cost.div_ceil(field::INCH) as usize), "32", coloured),
        (_, None) => " ".to_owned(),
    });
    let reached = costs.iter().flatten().count();
    let _ = writeln!(
        text,
        "\nInches, rounded up (a is 10, + more than 35): {reached} squares; rough ground counts double, climbing costs 2 inches more, \
         shut doors block the way"
    );
}

/// Lists of rooms, areas, doors and stairs, one line each.
fn lists(text: &mut String, shown: &Shown<'_>) {
    let (map, plan) = (shown.map, &shown.map.plan);
    let room_name = |room: field::Room| match map.name_of(room) {
        Some(name) => name.to_owned(),
        None => format!("room {}", room.index() + 1),
    };
    let _ = writeln!(text, "\nRooms (squares, doors)");
    for room in (0..plan.rooms()).filter_map(|index| plan.room_numbered(index)) {
        let doors: Vec<String> = plan.doors_of(room).iter().map(|door| (door.index() + 1).to_string()).collect();
        let doors = if doors.is_empty() { String::new() } else { format!("  {}", doors.join(", ")) };
        let _ = writeln!(text, "  {:<20} {:>5}{doors}", room_name(room), plan.cells_of(room).len());
    }
    if map.areas().next().is_some() {
        let _ = writeln!(text, "\nAreas (squares)");
    }
    for (name, area) in map.areas() {
        let _ = writeln!(text, "  {name:<20} {:>5}", plan.area(area).map_or(0, |cells| cells.len()));
    }
    if plan.doors() > 0 {
        let _ = writeln!(text, "\nDoors (row, column)");
    }
    let mut told = BTreeSet::new();
    for opening in plan.openings() {
        let Some(door) = opening.door().filter(|door| told.insert(door.index())) else { continue };
        let at = plan.position(opening.cells()[0]);
        let rooms: Vec<String> = opening.rooms().map(room_name).collect();
        let open = if shown.doors.is_open(door) { ", open" } else { "" };
        let _ =
            writeln!(text, "  {:>3}  {},{}  {}{open}", door.index() + 1, at.row + 1, at.column + 1, rooms.join(" / "));
    }
    for (name, ends) in map.stairs() {
        let [from, to] = ends.map(|end| plan.position(end)).map(|at| format!("{},{}", at.row + 1, at.column + 1));
        let _ = writeln!(text, "\nStairs {name}: {from} to {to}");
    }
}
