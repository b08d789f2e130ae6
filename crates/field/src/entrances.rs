//! The rooms of a plan and their entrances.

use crate::cell::{Cell, CellSet};
use crate::doors::Doors;
use crate::plan::Plan;
use crate::room::{Opening, Room};
use crate::rooms::NO_ROOM;

/// The square of the distance from an opening within which a team stacks up, in square inches.
const STACK: u32 = 9;

impl Plan {
    /// The number of rooms.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.rooms.cells.len()
    }

    /// The room with this number.
    #[must_use]
    pub fn room_numbered(&self, index: usize) -> Option<Room> {
        (index < self.rooms()).then_some(Room(index as u8))
    }

    /// The room of a cell; `None` for an opening.
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
        self.rooms.openings_of[room.index()].iter().map(|&number| &self.rooms.openings[usize::from(number)])
    }

    /// The doors of a room.
    #[must_use]
    pub fn doors_of(&self, room: Room) -> Doors {
        self.openings_of(room).filter_map(Opening::door).collect()
    }

    /// The opening that a cell is part of.
    #[must_use]
    #[inline]
    pub fn opening(&self, cell: Cell) -> Option<&Opening> {
        self.rooms.openings.get(usize::from(self.rooms.opening_of[cell.index()]))
    }

    /// The fewest openings, open borders between rooms and stairs on a way between two rooms: 0 for a room and itself,
    /// 255 if there is no way.
    #[must_use]
    pub fn rooms_apart(&self, from: Room, to: Room) -> u8 {
        self.rooms.apart[from.index() * self.rooms() + to.index()]
    }

    /// Finds where a team waits beside each opening; `count_exposure` must have run before.
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
