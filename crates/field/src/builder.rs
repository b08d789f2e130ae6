//! From squares to a plan.

use crate::area::Area;
use crate::cell::{Cell, CellSet, MAX_CELLS, MAX_SIDE, NONE};
use crate::doors::MAX_DOORS;
use crate::grid::{Grid, Squares};
use crate::ground::{Ground, Pass};
use crate::looks::Looks;
use crate::mistake::Mistake;
use crate::plan::Plan;
use crate::room::Room;
use crate::rooms::Rooms;
use crate::steps::{STAIRS, neighbours};

/// A square, by row and column.
type Square = (usize, usize);

/// Gathers a map square by square. Mistakes are kept and reported together by [`Builder::build`].
#[derive(Clone, Debug)]
pub struct Builder {
    width: usize,
    ground: Box<[Ground]>,
    rooms: Vec<Vec<Square>>,
    areas: Vec<Vec<Square>>,
    stairs: Vec<[Square; 2]>,
    parts: bool,
    mistakes: Vec<Mistake>,
}

impl Builder {
    /// Begins a map with this number of columns and rows, all wall.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Builder {
        let fits = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height);
        Builder {
            width,
            ground: vec![Ground::WALL; if fits { width * height } else { 0 }].into(),
            rooms: Vec::new(),
            areas: Vec::new(),
            stairs: Vec::new(),
            parts: false,
            mistakes: if fits { Vec::new() } else { vec![Mistake::Size { width, height }] },
        }
    }

    /// A map drawn in the symbols of [`Ground::of_symbol`], one line for each row; blanks at either end of a line are
    /// ignored.
    #[must_use]
    pub fn drawn(map: &str) -> Builder {
        let rows: Vec<&str> = map.trim().lines().map(str::trim).collect();
        let mut builder = Builder::new(rows.first().map_or(0, |row| row.chars().count()), rows.len());
        for (row, line) in rows.iter().enumerate() {
            let found = line.chars().count();
            if found != builder.width {
                builder.mistakes.push(Mistake::Ragged { row, expected: builder.width, found });
            }
            for (column, symbol) in line.chars().enumerate().take(builder.width) {
                match Ground::of_symbol(symbol) {
                    Some(ground) => _ = builder.set(row, column, ground),
                    None => builder.mistakes.push(Mistake::Symbol { row, column, symbol }),
                }
            }
        }
        builder
    }

    /// Sets the ground of a square; a square that is never set is [`Ground::WALL`].
    pub fn set(&mut self, row: usize, column: usize, ground: Ground) -> &mut Builder {
        match self.square((row, column)) {
            Some(square) => self.ground[square] = ground,
            None => self.outside((row, column)),
        }
        self
    }

    /// The ground of a square so far; `None` off the map.
    #[must_use]
    pub fn ground(&self, row: usize, column: usize) -> Option<Ground> {
        self.square((row, column)).map(|square| self.ground[square])
    }

    /// Makes these squares a room of their own; rooms are numbered in order of calls. Cells that belong to none of
    /// these rooms are gathered into further rooms, which openings and walls separate. Openings belong to no room, even
    /// if they are listed.
    pub fn room(&mut self, squares: impl IntoIterator<Item = Square>) -> Room {
        self.rooms.push(squares.into_iter().collect());
        Room((self.rooms.len() - 1).min(usize::from(u8::MAX)) as u8)
    }

    /// Gives these squares a number, in order of calls, for example as a zone to enter or deploy in, or as an
    /// objective. Areas may overlap.
    pub fn area(&mut self, squares: impl IntoIterator<Item = Square>) -> Area {
        self.areas.push(squares.into_iter().collect());
        Area((self.areas.len() - 1) as u32)
    }

    /// Joins two squares by stairs, both ways. Levels are drawn side by side, with walls between them.
    pub fn stairs(&mut self, from: Square, to: Square) -> &mut Builder {
        self.stairs.push([from, to]);
        self
    }

    /// Lets the map have parts that cannot be reached from the others, which is a mistake otherwise. This is for ground
    /// that was not drawn by hand.
    pub fn in_parts(&mut self) -> &mut Builder {
        self.parts = true;
        self
    }

    /// The plan, compiled: sight between all cells, steps, rooms.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the map.
    pub fn build(mut self) -> Result<Plan, Vec<Mistake>> {
        if self.ground.is_empty() {
            return Err(self.mistakes);
        }
        let doors = self.doors();
        let cells = self.ground.iter().filter(|ground| ground.pass != Pass::No).count();
        match cells {
            0 => self.mistakes.push(Mistake::NoGround),
            cells if cells > MAX_CELLS => self.mistakes.push(Mistake::Cells { cells }),
            _ => (),
        }
        if cells == 0 || cells > MAX_CELLS {
            return Err(self.mistakes);
        }
        let grid = Grid::new(self.width, &self.ground, &doors);
        let rooms: Vec<Vec<Cell>> =
            std::mem::take(&mut self.rooms).iter().map(|squares| self.cells(&grid, squares)).collect();
        let areas: Vec<CellSet> = std::mem::take(&mut self.areas)
            .iter()
            .map(|squares| self.cells(&grid, squares).into_iter().collect())
            .collect();
        let empty = areas.iter().enumerate().filter(|(_, cells)| cells.is_empty());
        self.mistakes.extend(empty.map(|(area, _)| Mistake::EmptyArea { area }));
        let mut steps = neighbours(&grid);
        self.join(&grid, &mut steps);
        if !self.parts {
            self.mistakes.extend(unreachable(&grid, &steps));
        }
        let rooms = Rooms::new(&grid, &steps, &rooms, &mut self.mistakes);
        if self.mistakes.is_empty() {
            let looks = Looks::new(&grid);
            let mut plan = Plan::new(grid, steps, looks, rooms, areas.into());
            plan.count_exposure();
            plan.stack_up();
            Ok(plan)
        } else {
            Err(self.mistakes)
        }
    }

    fn square(&self, (row, column): Square) -> Option<usize> {
        (column < self.width).then(|| row * self.width + column).filter(|&square| square < self.ground.len())
    }

    fn outside(&mut self, (row, column): Square) {
        // A map of the wrong size has no squares; that mistake is already reported.
        if !self.ground.is_empty() {
            self.mistakes.push(Mistake::Outside { row, column });
        }
    }

    /// The cells of the squares that a room, an area or stairs name.
    fn cells(&mut self, grid: &Grid, squares: &[Square]) -> Vec<Cell> {
        let mut cells = Vec::new();
        for &(row, column) in squares {
            if row >= grid.height || column >= grid.width {
                self.mistakes.push(Mistake::Outside { row, column });
            } else if let Some(cell) = grid.cell(row as i32, column as i32) {
                cells.push(cell);
            } else {
                self.mistakes.push(Mistake::NotGround { row, column });
            }
        }
        cells
    }

    /// Numbers the door squares; those that touch, even by a corner, are one door.
    fn doors(&mut self) -> Vec<Option<u8>> {
        let mut doors = vec![None; self.ground.len()];
        let mut count = 0;
        for first in 0..self.ground.len() {
            if self.ground[first].pass != Pass::Door || doors[first].is_some() {
                continue;
            }
            if count == MAX_DOORS {
                self.mistakes.push(Mistake::Doors { row: first / self.width, column: first % self.width });
                break;
            }
            let mut waiting = vec![first];
            while let Some(square) = waiting.pop() {
                if doors[square].replace(count as u8).is_some() {
                    continue;
                }
                let (row, column) = (square / self.width, square % self.width);
                for row in row.saturating_sub(1)..=row + 1 {
                    for column in column.saturating_sub(1)..=column + 1 {
                        let beside = self.square((row, column));
                        waiting.extend(
                            beside.filter(|&beside| self.ground[beside].pass == Pass::Door && doors[beside].is_none()),
                        );
                    }
                }
            }
            count += 1;
        }
        doors
    }

    /// Writes the stairs into the table of steps.
    fn join(&mut self, grid: &Grid, steps: &mut [[u16; STAIRS + 1]]) {
        for ends in std::mem::take(&mut self.stairs) {
            let [Some(from), Some(to)] = ends.map(|end| self.cells(grid, &[end]).first().copied()) else { continue };
            for (end, other) in [(from, to), (to, from)] {
                let stairs = &mut steps[end.index()][STAIRS];
                if *stairs == NONE && from != to {
                    *stairs = other.0;
                } else {
                    let at = grid.position(end);
                    self.mistakes.push(Mistake::TwoStairs { row: at.row.into(), column: at.column.into() });
                }
            }
        }
    }
}

/// The parts of the map that cannot be reached from its largest part.
fn unreachable(grid: &Grid, steps: &[[u16; STAIRS + 1]]) -> Vec<Mistake> {
    let mut parts: Vec<(Cell, usize)> = Vec::new();
    let mut seen = CellSet::EMPTY;
    for first in grid.all() {
        let mut waiting = vec![first];
        let mut cells = 0;
        while let Some(cell) = waiting.pop() {
            if !seen.contains(cell) {
                seen.insert(cell);
                cells += 1;
                waiting.extend(steps[cell.index()].iter().filter(|&&next| next != NONE).map(|&next| Cell(next)));
            }
        }
        if cells > 0 {
            parts.push((first, cells));
        }
    }
    let largest = parts.iter().map(|&(_, cells)| cells).max();
    let main = parts.iter().position(|&(_, cells)| Some(cells) == largest);
    let cut_off = parts.iter().enumerate().filter(|(part, _)| Some(*part) != main);
    cut_off
        .map(|(_, &(first, cells))| {
            let at = grid.position(first);
            Mistake::Unreachable { row: at.row.into(), column: at.column.into(), cells }
        })
        .collect()
}
