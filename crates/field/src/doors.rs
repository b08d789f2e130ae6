//! Doors, and which of them are open.

use crate::cell::bits;

/// The most doors of one map.
pub const MAX_DOORS: usize = 64;

/// A door of a plan, by number. Door squares that touch, even by a corner, are one door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Door(pub(crate) u8);

impl Door {
    /// Its number; doors are numbered in the order in which the map shows their first square.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The door with this number; `None` if there cannot be one.
    #[must_use]
    pub const fn new(index: usize) -> Option<Door> {
        if index < MAX_DOORS { Some(Door(index as u8)) } else { None }
    }
}

/// The doors that are open: eight bytes that an engagement keeps and changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Doors(pub(crate) u64);

impl Doors {
    /// All doors are shut.
    pub const SHUT: Doors = Doors(0);
    /// All doors are open.
    pub const OPEN: Doors = Doors(u64::MAX);

    /// Whether the door is open.
    #[must_use]
    #[inline]
    pub const fn is_open(self, door: Door) -> bool {
        self.0 >> door.0 & 1 == 1
    }

    /// Opens a door.
    pub const fn open(&mut self, door: Door) {
        self.0 |= 1 << door.0;
    }

    /// Shuts a door. The field does not check whether a figure is in it; the rules should.
    pub const fn shut(&mut self, door: Door) {
        self.0 &= !(1 << door.0);
    }

    /// Whether all of these doors are open.
    pub(crate) const fn all_open(self, mask: u64) -> bool {
        self.0 & mask == mask
    }

    /// The open doors in order. [`Doors::OPEN`] includes doors that a plan may not have.
    pub fn iter(self) -> impl Iterator<Item = Door> {
        bits(self.0).map(|bit| Door(bit as u8))
    }
}

impl FromIterator<Door> for Doors {
    fn from_iter<I: IntoIterator<Item = Door>>(doors: I) -> Doors {
        let mut open = Doors::SHUT;
        doors.into_iter().for_each(|door| open.open(door));
        open
    }
}
