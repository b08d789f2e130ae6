//! Rooms, and the openings between them.

use crate::cell::Cell;
use crate::doors::Door;

/// The most rooms of one map, named or not.
pub const MAX_ROOMS: usize = 128;

/// A room of a plan, by number: first those that the builder was given, in that order, then the others in the order in
/// which they are met row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Room(pub(crate) u8);

impl Room {
    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A door, doorway or window: opening squares that share edges and are passed in the same way.
#[derive(Clone, Debug)]
pub struct Opening {
    pub(crate) cells: Box<[Cell]>,
    pub(crate) door: Option<Door>,
    pub(crate) climbed: bool,
    pub(crate) sides: Box<[OpeningSide]>,
}

/// An opening seen from one of its rooms.
#[derive(Clone, Debug)]
pub(crate) struct OpeningSide {
    pub(crate) room: Room,
    /// Cells of the room beside the opening.
    pub(crate) thresholds: Box<[Cell]>,
    /// Cells on the other sides where a team waits to enter the room.
    pub(crate) stack: Box<[Cell]>,
}

impl Opening {
    /// Its cells, in order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The door, if it is one. Two openings that touch by a corner share one door.
    #[must_use]
    pub fn door(&self) -> Option<Door> {
        self.door
    }

    /// Whether it has to be climbed: a window.
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

    /// Where a team waits to enter a room through it: cells within 3" of it in the other rooms that it joins. Those
    /// that see least of the room (with all doors open) come first, then the nearest.
    #[must_use]
    pub fn stack(&self, room: Room) -> &[Cell] {
        self.side(room).map_or(&[], |side| &side.stack)
    }

    pub(crate) fn side(&self, room: Room) -> Option<&OpeningSide> {
        self.sides.iter().find(|side| side.room == room)
    }
}
