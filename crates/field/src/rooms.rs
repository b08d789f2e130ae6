//! Rooms, and the doors, doorways and windows between them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cell::{Cell, CellSet, NONE};
use crate::doors::{Door, Doors};
use crate::grid::Grid;
use crate::ground::Pass;
use crate::mistake::Mistake;
use crate::path::STAIRS;
use crate::plan::Plan;

/// The most rooms of one map, named or not.
pub const MAX_ROOMS: usize = 128;

/// No room, where a table has room for one.
const NO_ROOM: u8 = u8::MAX;
/// Rooms that no way joins.
const APART: u8 = u8::MAX;
/// How far from an opening one stacks up, in square inches.
const STACK: u32 = 9;

/// A room of a plan, by number: first those that the builder was given, in that order, then the others as they are met row
/// by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Room(pub(crate) u8);

impl Room {
    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A door, doorway or window: opening squares of one way of passing that share edges.
#[derive(Clone, Debug)]
pub struct Opening {
    cells: Box<[Cell]>,
    door: Option<Door>,
    climbed: bool,
    sides: Box<[OpeningSide]>,
}

/// An opening seen from one of its rooms.
#[derive(Clone, Debug)]
struct OpeningSide {
    room: Room,
    /// Cells of the room beside the opening.
    thresholds: Box<[Cell]>,
    /// Cells on the other sides where one waits to enter the room.
    stack: Box<[Cell]>,
}

impl Opening {
    /// Its cells, in order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The door, if it is one. Two openings that touch by a corner have one door in common.
    #[must_use]
    pub fn door(&self) -> Option<Door> {
        self.door
    }

    /// Whether one has to climb: a window.
    #[must_use]
    pub fn climbed(&self) -> bool {
        self.climbed
    }

    /// The rooms that it joins, in order.
    pub fn rooms(&self) -> impl Iterator<Item = Room> + '_ {
        self.sides.iter().map(|side| side.room)
    }

    /// The cells of a room right beside it.
    #[must_use]
    pub fn thresholds(&self, room: Room) -> &[Cell] {
        self.side(room).map_or(&[], |side| &side.thresholds)
    }

    /// Where a team waits to enter a room by it: cells within 3" of it in the other rooms that it joins, those that see least
    /// of the room first (with all doors open), then the nearest.
    #[must_use]
    pub fn stack(&self, room: Room) -> &[Cell] {
        self.side(room).map_or(&[], |side| &side.stack)
    }

    fn side(&self, room: Room) -> Option<&OpeningSide> {
        self.sides.iter().find(|side| side.room == room)
    }
}

/// The rooms of a plan.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    /// For each cell its room.
    of: Box<[u8]>,
    /// For each cell its opening.
    opening_of: Box<[u16]>,
    cells: Box<[CellSet]>,
    openings: Box<[Opening]>,
    /// Ways from room to room, row by row.
    apart: Box<[u8]>,
}

impl Rooms {
    /// The rooms named, then the rest of the cells gathered into rooms; sides of openings come without stacks.
    pub(crate) fn new(
        grid: &Grid,
        steps: &[[u16; STAIRS + 1]],
        named: &[Vec<Cell>],
        mistakes: &mut Vec<Mistake>,
    ) -> Rooms {
        let (of, cells) = rooms(grid, named, mistakes);
        let openings = openings(grid, &of);
        let mut opening_of = vec![NONE; grid.cells()];
        if !mistakes.is_empty() {
            // There will be no plan, and a cell may be left without a room.
            return Rooms {
                of,
                opening_of: opening_of.into(),
                cells: cells.into(),
                openings: openings.into(),
                apart: [].into(),
            };
        }
        for (number, opening) in openings.iter().enumerate() {
            opening.cells.iter().for_each(|cell| opening_of[cell.index()] = number as u16);
        }
        // Rooms, then openings.
        let node = |cell: Cell| match of[cell.index()] {
            NO_ROOM => cells.len() + usize::from(opening_of[cell.index()]),
            room => usize::from(room),
        };
        let apart = apart(grid, steps, cells.len(), openings.len(), node);
        Rooms { apart, of, opening_of: opening_of.into(), cells: cells.into(), openings: openings.into() }
    }
}

/// The place of a cell as signed row and column.
fn at(grid: &Grid, cell: Cell) -> (i32, i32) {
    let at = grid.position(cell);
    (at.row.into(), at.column.into())
}

/// The cells that share an edge with a cell.
fn beside(grid: &Grid, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
    let (row, column) = at(grid, cell);
    [(-1, 0), (0, 1), (1, 0), (0, -1)].into_iter().filter_map(move |(r, c)| grid.cell(row + r, column + c))
}

/// The room of each cell, and the cells of each room.
fn rooms(grid: &Grid, named: &[Vec<Cell>], mistakes: &mut Vec<Mistake>) -> (Box<[u8]>, Vec<CellSet>) {
    let mut of = vec![NO_ROOM; grid.cells()];
    let mut cells: Vec<CellSet> = Vec::new();
    let many = |cell: Cell| {
        let at = grid.position(cell);
        Mistake::Rooms { row: at.row.into(), column: at.column.into() }
    };
    for (number, listed) in named.iter().enumerate() {
        let room: CellSet = listed.iter().copied().filter(|&cell| !grid.ground_of(cell).opening).collect();
        let Some(first) = room.iter().next() else {
            mistakes.push(Mistake::EmptyRoom { room: number });
            continue;
        };
        if cells.len() == MAX_ROOMS {
            mistakes.push(many(first));
            break;
        }
        for cell in room.iter() {
            let own = &mut of[cell.index()];
            if *own == NO_ROOM {
                *own = cells.len() as u8;
            } else {
                let at = grid.position(cell);
                mistakes.push(Mistake::TwoRooms { row: at.row.into(), column: at.column.into() });
            }
        }
        cells.push(room);
    }
    let free = |of: &[u8], cell: Cell| of[cell.index()] == NO_ROOM && !grid.ground_of(cell).opening;
    for first in grid.all() {
        if !free(&of, first) {
            continue;
        }
        if cells.len() == MAX_ROOMS {
            mistakes.push(many(first));
            break;
        }
        let mut room = CellSet::EMPTY;
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            if free(&of, cell) {
                of[cell.index()] = cells.len() as u8;
                room.insert(cell);
                waiting.extend(beside(grid, cell).filter(|&next| free(&of, next)));
            }
        }
        cells.push(room);
    }
    (of.into(), cells)
}

/// The openings in order of their first cells.
fn openings(grid: &Grid, of: &[u8]) -> Vec<Opening> {
    let mut openings = Vec::new();
    let mut seen = CellSet::EMPTY;
    for first in grid.all().filter(|&cell| grid.ground_of(cell).opening) {
        if seen.contains(first) {
            continue;
        }
        let pass = grid.ground_of(first).pass;
        let mut cells = CellSet::EMPTY;
        let mut waiting = vec![first];
        while let Some(cell) = waiting.pop() {
            let ground = grid.ground_of(cell);
            if !cells.contains(cell) && ground.opening && ground.pass == pass {
                cells.insert(cell);
                waiting.extend(beside(grid, cell));
            }
        }
        seen.add(&cells);
        let touched: CellSet = cells.iter().flat_map(|cell| beside(grid, cell)).collect();
        let mut sides: Vec<OpeningSide> = Vec::new();
        for cell in touched.iter().filter(|cell| of[cell.index()] != NO_ROOM) {
            let room = Room(of[cell.index()]);
            if sides.iter().all(|side| side.room != room) {
                let thresholds = touched.iter().filter(|cell| of[cell.index()] == room.0);
                sides.push(OpeningSide { room, thresholds: thresholds.collect(), stack: Box::new([]) });
            }
        }
        sides.sort_by_key(|side| side.room);
        openings.push(Opening {
            cells: cells.iter().collect(),
            door: grid.door_of(first).map(Door),
            climbed: pass == Pass::Climb,
            sides: sides.into(),
        });
    }
    openings
}

/// For each pair of rooms the fewest openings and open borders on a way from one to the other.
fn apart(
    grid: &Grid,
    steps: &[[u16; STAIRS + 1]],
    rooms: usize,
    openings: usize,
    node: impl Fn(Cell) -> usize,
) -> Box<[u8]> {
    // Getting into an opening is one, and so is crossing a border or taking stairs; leaving an opening is none.
    let mut ways: Vec<Vec<(usize, u32)>> = vec![Vec::new(); rooms + openings];
    for cell in grid.all() {
        let stairs = Some(steps[cell.index()][STAIRS]).filter(|&next| next != NONE).map(Cell);
        for next in beside(grid, cell).chain(stairs) {
            let (here, there) = (node(cell), node(next));
            if here != there {
                ways[here].push((there, u32::from(there >= rooms || here < rooms)));
            }
        }
    }
    for way in &mut ways {
        way.sort_unstable();
        way.dedup();
    }
    let mut apart = vec![APART; rooms * rooms];
    for from in 0..rooms {
        let mut least = vec![u32::MAX; ways.len()];
        let mut waiting = BinaryHeap::from([(Reverse(0), from)]);
        least[from] = 0;
        while let Some((Reverse(count), here)) = waiting.pop() {
            for &(there, more) in &ways[here] {
                if count + more < least[there] {
                    least[there] = count + more;
                    waiting.push((Reverse(count + more), there));
                }
            }
        }
        for to in 0..rooms {
            apart[from * rooms + to] = least[to].min(APART.into()) as u8;
        }
    }
    apart.into()
}

impl Plan {
    /// How many rooms there are.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.rooms.cells.len()
    }

    /// The room of that number.
    #[must_use]
    pub fn room_numbered(&self, index: usize) -> Option<Room> {
        (index < self.rooms()).then_some(Room(index as u8))
    }

    /// The room of a cell; an opening is in none.
    #[must_use]
    #[inline]
    pub fn room(&self, cell: Cell) -> Option<Room> {
        Some(self.rooms.of[cell.index()]).filter(|&room| room != NO_ROOM).map(Room)
    }

    /// The cells of a room.
    #[must_use]
    pub fn cells_of(&self, room: Room) -> &CellSet {
        &self.rooms.cells[room.index()]
    }

    /// All doors, doorways and windows, in order of their first cells.
    #[must_use]
    pub fn openings(&self) -> &[Opening] {
        &self.rooms.openings
    }

    /// The entrances of a room: its doors, doorways and windows.
    pub fn openings_of(&self, room: Room) -> impl Iterator<Item = &Opening> {
        self.rooms.openings.iter().filter(move |opening| opening.side(room).is_some())
    }

    /// The doors of a room.
    #[must_use]
    pub fn doors_of(&self, room: Room) -> Doors {
        self.openings_of(room).filter_map(Opening::door).collect()
    }

    /// The opening that a cell is a part of.
    #[must_use]
    #[inline]
    pub fn opening(&self, cell: Cell) -> Option<&Opening> {
        self.rooms.openings.get(usize::from(self.rooms.opening_of[cell.index()]))
    }

    /// How many openings, open borders between rooms and stairs are between two rooms by the fewest: 0 for a room and itself.
    #[must_use]
    pub fn rooms_apart(&self, from: Room, to: Room) -> u8 {
        self.rooms.apart[from.index() * self.rooms() + to.index()]
    }

    /// Finds where one waits beside each opening; needs sight, which needs the rest of the plan.
    pub(crate) fn stack_up(&mut self) {
        let mut openings = std::mem::take(&mut self.rooms.openings);
        for opening in &mut openings {
            let rooms: Vec<Room> = opening.rooms().collect();
            let near = |cell: Cell| opening.cells.iter().map(|&own| self.squared(own, cell)).min().unwrap_or(u32::MAX);
            let stacks: Vec<Box<[Cell]>> = rooms
                .iter()
                .map(|&into| {
                    let others =
                        rooms.iter().filter(|&&room| room != into).flat_map(|&room| self.cells_of(room).iter());
                    let waiting = others.filter(|&cell| near(cell) <= STACK);
                    let seen = |cell| self.commands(cell, into);
                    let mut waiting: Vec<_> = waiting.map(|cell| (seen(cell), near(cell), cell)).collect();
                    waiting.sort_unstable();
                    waiting.into_iter().map(|(_, _, cell)| cell).collect()
                })
                .collect();
            for (side, stack) in opening.sides.iter_mut().zip(stacks) {
                side.stack = stack;
            }
        }
        self.rooms.openings = openings;
    }
}
