//! Finds the rooms, and the doors, doorways and windows between them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cell::{Cell, CellSet, NONE};
use crate::doors::Door;
use crate::grid::{Grid, Squares};
use crate::ground::Pass;
use crate::mistake::Mistake;
use crate::room::{MAX_ROOMS, Opening, OpeningSide, Room};
use crate::steps::STAIRS;

/// Marks a place in a table that holds no room.
pub(crate) const NO_ROOM: u8 = u8::MAX;
/// How far apart rooms are if there is no way between them.
const APART: u8 = u8::MAX;

/// The rooms of a plan.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    /// The room of each cell.
    pub(crate) of: Box<[u8]>,
    /// The opening of each cell.
    pub(crate) opening_of: Box<[u16]>,
    pub(crate) cells: Box<[CellSet]>,
    pub(crate) openings: Box<[Opening]>,
    /// The openings of each room, by number.
    pub(crate) openings_of: Box<[Box<[u16]>]>,
    /// How far apart each pair of rooms is, row by row.
    pub(crate) apart: Box<[u8]>,
}

impl Rooms {
    /// The named rooms, then the rest of the cells gathered into rooms. The sides of openings do not have their stacks
    /// yet.
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
            // There will be no plan, and a cell may have been left without a room.
            return Rooms {
                of,
                opening_of: opening_of.into(),
                cells: cells.into(),
                openings: openings.into(),
                openings_of: [].into(),
                apart: [].into(),
            };
        }
        for (number, opening) in openings.iter().enumerate() {
            opening.cells.iter().for_each(|cell| opening_of[cell.index()] = number as u16);
        }
        // Rooms come first, then openings.
        let node = |cell: Cell| match of[cell.index()] {
            NO_ROOM => cells.len() + usize::from(opening_of[cell.index()]),
            room => usize::from(room),
        };
        let apart = apart(grid, steps, cells.len(), openings.len(), node);
        let of_room = |room: usize| {
            let leads_there = |opening: &Opening| opening.rooms().any(|other| other.index() == room);
            (0..).zip(&openings).filter(|(_, opening)| leads_there(opening)).map(|(number, _)| number).collect()
        };
        let openings_of = (0..cells.len()).map(of_room).collect();
        let (opening_of, cells) = (opening_of.into(), cells.into());
        Rooms { apart, of, opening_of, cells, openings: openings.into(), openings_of }
    }
}

/// The row and column of a cell, signed.
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

/// For each pair of rooms, the fewest openings and open borders on a way from one to the other.
fn apart(
    grid: &Grid,
    steps: &[[u16; STAIRS + 1]],
    rooms: usize,
    openings: usize,
    node: impl Fn(Cell) -> usize,
) -> Box<[u8]> {
    // Entering an opening counts one, and so does crossing a border or taking stairs; leaving an opening counts nothing.
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
