//! A table drawn square by square from the sections that were rolled (CR-terrain, CR-bldg).
//!
//! Readings where the rulebook is silent: every section is a separate piece of terrain with its own edge. Woods are
//! edge wherever they touch anything else: another section, a road, a building, the end of the table. No row of the
//! table of sections has both buildings and a river or a road, so buildings never block these.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use chance::{Address, Chance, D6};
use engage::Map;
use field::{Board, Builder, Cell, CellSet, Ground as Square, Pass, Position};

use crate::purpose::{BUSHES, RIVER, RIVER_RUN, ROAD_RUN, SECTIONS};
use crate::rules::Rules;
use crate::terrain::{self, Country, Section, TerrainKind};

/// The side of a table, in inches (CR-terrain-1).
pub const SIDE: usize = ACROSS * SECTION as usize;

/// Number of sections in a row.
const ACROSS: usize = 3;
/// The side of a section, in inches: the required size of a piece of terrain (CR-terrain-4).
const SECTION: i32 = 12;
/// The section in the middle, whose river is a lake (CR-terrain-7).
const MIDDLE: usize = 4;
/// The width of a road and of a bridge, in inches.
const ROAD: i32 = 2;
/// The side of a patch of bushes, in inches.
const PATCH: i32 = 3;

/// A table that was rolled and laid out. The first row is the far edge, where the enemy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The ground.
    pub board: Board,
    /// What was rolled for each section, by its number minus one.
    pub sections: [Section; terrain::SECTIONS],
    /// Squares inside buildings, without their doors and windows.
    pub inside: CellSet,
    /// Squares of rivers and lakes without bridges. They are drawn as ground that no figure can enter.
    pub rivers: CellSet,
    /// Water squares that can be forded.
    pub fords: CellSet,
    /// Squares of roads.
    pub roads: CellSet,
}

/// A table before it is laid out.
///
/// # Panics
///
/// Never: a table is small enough for a board.
pub(crate) fn bare() -> Board {
    Board::new(SIDE, SIDE, Square::FLOOR).expect("a table fits on a board")
}

/// The section of a square of a table, by its number minus one.
pub(crate) fn section_at(at: Position) -> usize {
    usize::from(at.row) / SECTION as usize * ACROSS + usize::from(at.column) / SECTION as usize
}

/// The row and the column of a section's far left corner, by its number minus one.
const fn corner(section: usize) -> (i32, i32) {
    ((section / ACROSS) as i32 * SECTION, (section % ACROSS) as i32 * SECTION)
}

/// The square of a section, by its number minus one, at a row and a column from its far left corner.
pub(crate) fn square(board: &Board, section: usize, row: i32, column: i32) -> Option<Cell> {
    let (top, left) = corner(section);
    board.cell(top + row, left + column)
}

/// Rows and columns of a block of squares, row by row.
fn squares_of(rows: Range<i32>, columns: Range<i32>) -> impl Iterator<Item = (i32, i32)> {
    rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
}

/// The squares of a section, by its number minus one, in order.
pub(crate) fn squares(board: &Board, section: usize) -> impl Iterator<Item = Cell> {
    squares_of(0..SECTION, 0..SECTION).filter_map(move |(row, column)| square(board, section, row, column))
}

/// The squared distance from a square to a section, by its number minus one, in square inches.
pub(crate) fn squared_to(at: Position, section: usize) -> u32 {
    let apart = |at: u8, first: usize| {
        let (at, first) = (i32::from(at), first as i32 * SECTION);
        (first - at).max(at - (first + SECTION - 1)).max(0) as u32
    };
    apart(at.row, section / ACROSS).pow(2) + apart(at.column, section % ACROSS).pow(2)
}

/// How a river or a road runs through its section.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    LeftRight,
    UpDown,
}

impl Run {
    /// Left and right on 1 to 3 (CR-terrain-8; for a river in a corner the same).
    fn roll<C: Chance>(chance: &mut C, at: Address) -> Run {
        chance.roll(at, &D6, |die| if die <= 3 { Run::LeftRight } else { Run::UpDown })
    }

    const fn other(self) -> Run {
        match self {
            Run::LeftRight => Run::UpDown,
            Run::UpDown => Run::LeftRight,
        }
    }
}

/// Rolls a table and lays it out, of this country or a rolled one, with this number of bushes in each clear section.
pub fn lay<C: Chance>(rules: &Rules, chance: &mut C, chosen: Option<Country>, bushes: u8) -> Table {
    let mut table = Table {
        board: bare(),
        sections: terrain::table(rules, chance, Address::new(0, SECTIONS, 0), chosen),
        inside: CellSet::EMPTY,
        rivers: CellSet::EMPTY,
        fords: CellSet::EMPTY,
        roads: CellSet::EMPTY,
    };
    let mut roads = [Run::LeftRight; terrain::SECTIONS];
    for (number, Section { ground, buildings }) in table.sections.into_iter().enumerate() {
        match ground {
            TerrainKind::Clear | TerrainKind::ClearRoad | TerrainKind::ClearRiver | TerrainKind::River => {
                table.plant(chance, number, bushes);
            }
            TerrainKind::Hill => table.fill(&table.section(number), Square::HILL),
            TerrainKind::Impassable => table.fill(&table.section(number), Square::WALL),
            _ => table.fill(&table.section(number), Square::WOOD),
        }
        if matches!(ground, TerrainKind::River | TerrainKind::ClearRiver) {
            table.river(chance, number);
        }
        if is_road(ground) {
            // The first of adjoining sections with roads rolls for all of them.
            let first = first_of_road(&table.sections, number);
            roads[number] = match first == number {
                true => Run::roll(chance, Address::new(0, ROAD_RUN, number as u32)),
                false => roads[first],
            };
            let road = table.band(number, roads[number], ROAD);
            table.fill(&road, Square::FLOOR);
            table.roads.add(&road);
        }
        let (side, places): (i32, &[(i32, i32)]) = match buildings {
            0 => (0, &[]),
            1 => (6, &[(3, 3)]),
            2 => (5, &[(0, 0), (6, 6)]),
            _ => (5, &[(0, 0), (6, 6), (0, 6)]),
        };
        places.iter().for_each(|&corner| table.build(number, corner, side));
        if let Some(edge) = edge_of(ground) {
            table.fill(&table.rim(number), edge);
        }
    }
    table
}

/// Whether a road runs through a section.
const fn is_road(ground: TerrainKind) -> bool {
    matches!(ground, TerrainKind::ClearRoad | TerrainKind::WoodsRoad | TerrainKind::RoughRoad)
}

/// The squares that form the edge of a section and hide the figures inside (CR-terrain-6).
const fn edge_of(ground: TerrainKind) -> Option<Square> {
    match ground {
        TerrainKind::Woods | TerrainKind::WoodsRoad | TerrainKind::WoodedHill => Some(Square::THICKET),
        TerrainKind::Rough | TerrainKind::RoughRoad => Some(Square::RUBBLE),
        _ => None,
    }
}

/// The first section with a road that adjoins this one, directly or through others.
fn first_of_road(sections: &[Section; terrain::SECTIONS], section: usize) -> usize {
    let adjoin = |a: usize, b: usize| (a / ACROSS).abs_diff(b / ACROSS) + (a % ACROSS).abs_diff(b % ACROSS) == 1;
    let mut group = [false; terrain::SECTIONS];
    group[section] = true;
    for _ in sections {
        for next in (0..sections.len()).filter(|&next| is_road(sections[next].ground)) {
            group[next] |= (0..sections.len()).any(|known| group[known] && adjoin(known, next));
        }
    }
    group.iter().position(|&known| known).unwrap_or(section)
}

impl Table {
    /// The section of a square, by its number minus one.
    #[must_use]
    pub fn section_of(&self, cell: Cell) -> usize {
        section_at(self.board.position(cell))
    }

    /// The squares of a section, by its number minus one.
    #[must_use]
    pub fn section(&self, number: usize) -> CellSet {
        self.block(number, 0..SECTION, 0..SECTION)
    }

    /// Squares of a section, by rows and columns from its far left corner.
    fn block(&self, section: usize, rows: Range<i32>, columns: Range<i32>) -> CellSet {
        let (top, left) = corner(section);
        self.board.block(top + rows.start..=top + rows.end - 1, left + columns.start..=left + columns.end - 1)
    }

    /// A band of this width through the centre of a section, from edge to edge.
    fn band(&self, section: usize, run: Run, width: i32) -> CellSet {
        let first = (SECTION - width) / 2;
        match run {
            Run::LeftRight => self.block(section, first..first + width, 0..SECTION),
            Run::UpDown => self.block(section, 0..SECTION, first..first + width),
        }
    }

    fn fill(&mut self, cells: &CellSet, ground: Square) {
        cells.iter().for_each(|cell| self.board.set(cell, ground));
    }

    /// Patches of bushes at random places of a section (CR-terrain-5); they may overlap.
    fn plant<C: Chance>(&mut self, chance: &mut C, section: usize, patches: u8) {
        let places = SECTION - PATCH + 1;
        for patch in 0..patches {
            let at = Address::new(section as u8, BUSHES, patch.into());
            let place = chance.below(at, (places * places) as u32) as i32;
            let (row, column) = (place / places, place % places);
            let bushes = self.block(section, row..row + PATCH, column..column + PATCH);
            self.fill(&bushes, Square::BUSH);
        }
    }

    /// A river through a section with its bridge or ford; in the middle of the table, a lake (CR-terrain-7).
    fn river<C: Chance>(&mut self, chance: &mut C, section: usize) {
        if section == MIDDLE {
            let lake = self.lake();
            self.fill(&lake, Square::GAP);
            return self.rivers.add(&lake);
        }
        let river = terrain::river(chance, Address::new(section as u8, RIVER, 0));
        let run = match section {
            1 | 7 => Run::UpDown,
            3 | 5 => Run::LeftRight,
            _ => Run::roll(chance, Address::new(section as u8, RIVER_RUN, 0)),
        };
        let mut water = self.band(section, run, river.inches.into());
        if river.fordable {
            self.fords.add(&water);
        } else {
            let mut bridge = self.band(section, run.other(), ROAD);
            bridge.keep(&water);
            self.fill(&bridge, Square::FLOOR);
            water.drop_all(&bridge);
        }
        self.fill(&water, Square::GAP);
        self.rivers.add(&water);
    }

    /// A lake in the middle of the table, 8 inches across.
    fn lake(&self) -> CellSet {
        let centre = SIDE as i32;
        // In half inches from the middle of the table, which is where four squares meet.
        let within = |cell: &Cell| {
            let at = self.board.position(*cell);
            let [down, right] = [at.row, at.column].map(|side| 2 * i32::from(side) + 1 - centre);
            down * down + right * right <= 8 * 8
        };
        self.section(MIDDLE).iter().filter(within).collect()
    }

    /// A building with a door in the middle of its near side and a window in the middle of each other side (CR-bldg-3,
    /// CR-bldg-4).
    fn build(&mut self, section: usize, (row, column): (i32, i32), side: i32) {
        let (bottom, right, middle) = (row + side - 1, column + side - 1, side / 2);
        let inside = self.block(section, row + 1..bottom, column + 1..right);
        self.fill(&self.block(section, row..bottom + 1, column..right + 1), Square::WALL);
        self.fill(&inside, Square::FLOOR);
        self.inside.add(&inside);
        for (row, column, opening) in [
            (bottom, column + middle, Square::DOOR),
            (row, column + middle, Square::WINDOW),
            (row + middle, column, Square::WINDOW),
            (row + middle, right, Square::WINDOW),
        ] {
            self.fill(&self.block(section, row..row + 1, column..column + 1), opening);
        }
    }

    /// Squares of a section's woods that touch, at least by a corner, anything that is not part of these woods.
    fn rim(&self, section: usize) -> CellSet {
        // A bit for each square of a row, with an empty one on either side and an empty row before the first and after the last.
        let mut wood = [0_u32; SECTION as usize + 2];
        for (row, column) in squares_of(0..SECTION, 0..SECTION) {
            let is_wood = |cell: Cell| self.board.ground_of(cell) == Square::WOOD;
            let here = square(&self.board, section, row, column).is_some_and(is_wood);
            wood[row as usize + 1] |= u32::from(here) << (column + 1);
        }
        let mut rim = CellSet::EMPTY;
        for row in 1..=SECTION as usize {
            let across = |row: usize| wood[row] & wood[row] << 1 & wood[row] >> 1;
            let edge = wood[row] & !(across(row - 1) & across(row) & across(row + 1));
            let columns = (0..SECTION).filter(|column| edge >> (column + 1) & 1 != 0);
            columns
                .filter_map(|column| square(&self.board, section, row as i32 - 1, column))
                .for_each(|cell| rim.insert(cell));
        }
        rim
    }

    /// The board used in play: fords are slow ground on which figures can stand.
    #[must_use]
    pub fn played(&self) -> Board {
        let mut board = self.board;
        self.fords.iter().for_each(|cell| board.set(cell, Square::ROUGH));
        board
    }

    /// The table as a map, for an observer: its areas `1` to `9` are the sections, except sections that no figure can
    /// enter. `None` if no square can be entered. A cell of the board is found on it by its row and column.
    ///
    /// Impassable ground and rivers may cut off parts of a table; on this map they stay cut off. Fords, where figures
    /// can stand, are drawn as rough ground.
    #[must_use]
    pub fn to_map(&self) -> Option<Map> {
        let drawn = |cell: Cell| if self.fords.contains(cell) { Square::ROUGH } else { self.board.ground_of(cell) };
        let place = |cell: Cell| {
            let at = self.board.position(cell);
            (usize::from(at.row), usize::from(at.column))
        };
        let mut builder = Builder::new(SIDE, SIDE);
        let mut areas = Vec::new();
        for number in 0..terrain::SECTIONS {
            let section = self.section(number);
            for cell in section.iter() {
                let (row, column) = place(cell);
                builder.set(row, column, drawn(cell));
            }
            let entered = section.iter().filter(|&cell| drawn(cell).pass != Pass::No);
            let squares: Vec<(usize, usize)> = entered.map(place).collect();
            if !squares.is_empty() {
                areas.push(((number + 1).to_string(), builder.area(squares)));
            }
        }
        builder.in_parts();
        Some(Map {
            title: "A table of nine sections".to_owned(),
            about: String::new(),
            plan: Arc::new(builder.build().ok()?),
            rooms: Vec::new(),
            areas,
            stairs: Vec::new(),
            known: engage::KnownGround::default(),
        })
    }
}

/// The ground in the symbols of maps, one line per row.
impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}
