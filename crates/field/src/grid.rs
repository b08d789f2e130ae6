//! Squares of a map and the numbers of its cells.

use crate::cell::{Cell, Position};
use crate::ground::{Ground, Pass, Screen};

/// Marks a place in a table that holds no door.
const NO_DOOR: u8 = u8::MAX;

/// What a square does to a line across it. If a line passes between two squares, the lesser obstacle counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Obstacle {
    Nothing,
    Hard,
    Soft,
    Door,
    Hill,
    /// The inside of a wood, where two figures inside see each other. A plan, which works out its lines once for all
    /// distances, treats it as solid.
    Wood,
    Solid,
}

impl Obstacle {
    /// The obstacle that this ground is.
    pub(crate) const fn of(ground: Ground) -> Obstacle {
        match ground {
            Ground { pass: Pass::Door, .. } => Obstacle::Door,
            Ground { screen: Screen::Clear, .. } => Obstacle::Nothing,
            Ground { screen: Screen::Hard, .. } => Obstacle::Hard,
            Ground { screen: Screen::Soft, .. } => Obstacle::Soft,
            Ground { screen: Screen::Hill, .. } => Obstacle::Hill,
            Ground { screen: Screen::Solid, .. } => Obstacle::Solid,
        }
    }
}

/// Squares that lines cross, numbered row by row, with a wall around them.
pub(crate) trait Squares {
    /// The difference between the numbers of squares in neighbouring rows.
    fn stride(&self) -> usize;

    /// The square of a cell.
    fn square_of(&self, cell: Cell) -> usize;

    /// The row and column of a cell.
    fn position(&self, cell: Cell) -> Position;

    /// The obstacle on a square.
    fn obstacle(&self, square: usize) -> Obstacle;

    /// The number of the door on a square, if it can be shut.
    fn door(&self, square: usize) -> Option<u8>;

    /// Whether a square is part of a wood in which those inside see each other.
    fn in_wood(&self, square: usize) -> bool;

    /// Of two squares that touch a corner, the one that obstructs a line through that corner less.
    #[inline]
    fn clearer(&self, [a, b]: [usize; 2]) -> usize {
        if self.obstacle(a) <= self.obstacle(b) { a } else { b }
    }

    /// Whether two squares touch, at least by a corner.
    #[inline]
    fn touch(&self, a: usize, b: usize) -> bool {
        let apart = a.abs_diff(b);
        // Never called for squares at opposite ends of neighbouring rows: the wall around the map is between them.
        apart <= 1 || (self.stride() - 1..=self.stride() + 1).contains(&apart)
    }
}

/// The map as drawn: its squares, with a wall around them, and which of them are cells.
///
/// A square's place in the tables is its number. Because of the wall around the map, a line that leaves the map stops
/// at once.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    ground: Box<[Ground]>,
    obstacles: Box<[Obstacle]>,
    doors: Box<[u8]>,
    /// For each square the number of cells before it, and at the end the number of all cells.
    before: Box<[u16]>,
    positions: Box<[Position]>,
    /// The square of each cell.
    squares: Box<[u16]>,
    /// For each cell, how it is entered, and its door.
    entries: Box<[(Pass, u8)]>,
}

impl Grid {
    /// Made from the squares row by row. Sides, cells and doors must be within their limits.
    pub(crate) fn new(width: usize, map: &[Ground], map_doors: &[Option<u8>]) -> Grid {
        let (height, stride) = (map.len() / width, width + 2);
        let mut ground = vec![Ground::WALL; stride * (height + 2)];
        let mut doors = vec![NO_DOOR; ground.len()];
        for row in 0..height {
            let (from, to) = (row * width, (row + 1) * stride + 1);
            ground[to..to + width].copy_from_slice(&map[from..from + width]);
            let known = map_doors[from..from + width].iter().map(|door| door.unwrap_or(NO_DOOR));
            doors[to..to + width].iter_mut().zip(known).for_each(|(door, known)| *door = known);
        }
        let (mut squares, mut before) = (Vec::new(), vec![0]);
        for (square, ground) in ground.iter().enumerate() {
            if ground.pass != Pass::No {
                squares.push(square as u16);
            }
            before.push(squares.len() as u16);
        }
        let position = |&square: &u16| {
            let square = usize::from(square);
            Position { row: (square / stride - 1) as u8, column: (square % stride - 1) as u8 }
        };
        let entry = |&square: &u16| (ground[usize::from(square)].pass, doors[usize::from(square)]);
        let obstacles = ground.iter().map(|&ground| Obstacle::of(ground));
        Grid {
            width,
            height,
            obstacles: obstacles.collect(),
            before: before.into(),
            positions: squares.iter().map(position).collect(),
            entries: squares.iter().map(entry).collect(),
            squares: squares.into(),
            doors: doors.into(),
            ground: ground.into(),
        }
    }

    /// The number of cells.
    pub(crate) fn cells(&self) -> usize {
        self.positions.len()
    }

    /// The cells in order of their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cells() as u16).map(Cell)
    }

    /// The square at a row and a column; outside the map, a square of the wall around it.
    pub(crate) fn square(&self, row: i32, column: i32) -> usize {
        let on = (0..self.height as i32).contains(&row) && (0..self.width as i32).contains(&column);
        if on { (row + 1) as usize * self.stride() + (column + 1) as usize } else { 0 }
    }

    /// The cell of a square; `None` if figures cannot be there.
    pub(crate) fn cell_on(&self, square: usize) -> Option<Cell> {
        (self.before[square] != self.before[square + 1]).then(|| Cell(self.before[square]))
    }

    /// The cell at a row and a column; `None` if figures cannot be there.
    pub(crate) fn cell(&self, row: i32, column: i32) -> Option<Cell> {
        self.cell_on(self.square(row, column))
    }

    /// The ground at a row and a column; outside the map, wall.
    pub(crate) fn ground(&self, row: i32, column: i32) -> Ground {
        self.ground[self.square(row, column)]
    }

    /// The ground of a cell.
    #[inline]
    pub(crate) fn ground_of(&self, cell: Cell) -> Ground {
        self.ground[self.square_of(cell)]
    }

    /// How a cell is entered.
    #[inline]
    pub(crate) fn pass(&self, cell: Cell) -> Pass {
        self.entries[cell.index()].0
    }

    /// The number of the door that a cell is part of.
    #[inline]
    pub(crate) fn door_of(&self, cell: Cell) -> Option<u8> {
        Some(self.entries[cell.index()].1).filter(|&door| door != NO_DOOR)
    }

    /// The cells in a row from column `first` up to and including `last`: the number of the first, and that after the
    /// last.
    pub(crate) fn range(&self, row: usize, first: usize, last: usize) -> (u16, u16) {
        let start = (row + 1) * self.stride() + 1;
        (self.before[start + first], self.before[start + last + 1])
    }
}

impl Squares for Grid {
    #[inline]
    fn stride(&self) -> usize {
        self.width + 2
    }

    #[inline]
    fn square_of(&self, cell: Cell) -> usize {
        self.squares[cell.index()].into()
    }

    #[inline]
    fn position(&self, cell: Cell) -> Position {
        self.positions[cell.index()]
    }

    #[inline]
    fn obstacle(&self, square: usize) -> Obstacle {
        self.obstacles[square]
    }

    #[inline]
    fn door(&self, square: usize) -> Option<u8> {
        Some(self.doors[square]).filter(|&door| door != NO_DOOR)
    }

    #[inline]
    fn in_wood(&self, _: usize) -> bool {
        false
    }
}
