//! The state of a map: who stands where and sees whom, doors, grenades, gas and hostages.

use engage::{BySide, Sightings};
use field::{Cell, Doors, Figures, Room, Standing};

use crate::figure::Condition;

/// The most figures, both sides together. Hostages are numbered from here.
pub(crate) const FIGURES: usize = 32;
/// The most hostages on a map.
pub(crate) const HOSTAGES: usize = 16;
/// The most figures and hostages on a map.
pub(crate) const EVERYBODY: usize = FIGURES + HOSTAGES;
/// The most rooms with gas or fire.
pub(crate) const CLOUDS: usize = 8;

const _: () = assert!(EVERYBODY <= field::MAX_FIGURES);

/// A room full of gas (CQB-7), or on fire (CQB-9a).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cloud {
    pub(crate) room: Room,
    /// The turn of its release.
    pub(crate) since: u16,
    /// Whether it is a fire, against which masks do not help.
    pub(crate) fire: bool,
}

/// The state of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) standing: Standing,
    /// While figures act simultaneously: where everybody stood before (CQB-3e).
    pub(crate) before: Option<Standing>,
    pub(crate) doors: Doors,
    /// The enemies that each figure sees.
    pub(crate) sees: [Figures; FIGURES],
    /// Where each figure was last seen by the other side.
    pub(crate) known: Sightings<FIGURES>,
    /// The turn of the detonation that stunned each; 0 if not stunned (CQB-6).
    pub(crate) stunned: [u16; EVERYBODY],
    /// The failed gas tests of each (CQB-7b).
    pub(crate) failures: [u8; EVERYBODY],
    /// The stun grenades that each figure has left.
    pub(crate) stuns: [u8; FIGURES],
    /// The gas grenades that each figure has left.
    pub(crate) gases: [u8; FIGURES],
    /// Filled from the first entry; a cloud never clears.
    pub(crate) clouds: [Option<Cloud>; CLOUDS],
    /// Rooms where a stun grenade has gone off, as bits.
    pub(crate) shaken: u128,
    /// Whether a shot has been fired.
    pub(crate) alarm: bool,
    pub(crate) captives: [Condition; HOSTAGES],
    /// Hostages who have been freed.
    pub(crate) freed: Figures,
    /// Hostages who have left the map.
    pub(crate) left: Figures,
    /// Posts from which each side has looked into rooms, if the mission is to search.
    pub(crate) searched: BySide<u128>,
    /// Turns in a row that the place of the mission has been held.
    pub(crate) held: u16,
    /// Whether the bomb has been made safe.
    pub(crate) safe: bool,
    /// Those who may not act this turn.
    pub(crate) dazed: Figures,
    pub(crate) go: Go,
    /// The way of leading that each figure who looks ahead has chosen for its go; 0 for the own doctrine.
    pub(crate) ways: [u8; FIGURES],
    /// Whether this is a play-out of a player who looks ahead. In it nobody does.
    pub(crate) imagined: bool,
}

/// The part of the state that lasts one go.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Go {
    /// The figure that has come into view by a move or by opening a door, and the enemies that it newly sees.
    pub(crate) contact: Option<(u8, Figures)>,
    /// Figures that have fallen.
    pub(crate) fallen: Figures,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            standing: Standing::EMPTY,
            before: None,
            doors: Doors::SHUT,
            sees: [Figures::NONE; FIGURES],
            known: Sightings::default(),
            stunned: [0; EVERYBODY],
            failures: [0; EVERYBODY],
            stuns: [0; FIGURES],
            gases: [0; FIGURES],
            clouds: [None; CLOUDS],
            shaken: 0,
            alarm: false,
            captives: [Condition::default(); HOSTAGES],
            freed: Figures::NONE,
            left: Figures::NONE,
            searched: BySide::default(),
            held: 0,
            safe: false,
            dazed: Figures::NONE,
            go: Go::default(),
            ways: [0; FIGURES],
            imagined: false,
        }
    }
}

impl Scene {
    /// Whether a cell is empty, and was so before the figures that act simultaneously began (CQB-3e).
    #[inline]
    pub(crate) fn is_free(&self, cell: Cell) -> bool {
        self.standing.is_free(cell) && self.before.as_ref().is_none_or(|before| before.is_free(cell))
    }

    /// Who stands in a cell, or stood in it before the figures that act simultaneously began (CQB-3e).
    #[inline]
    pub(crate) fn who(&self, cell: Cell) -> Option<usize> {
        self.standing.who(cell).or_else(|| self.before.as_ref()?.who(cell))
    }

    /// Whether a stun grenade has gone off in a room.
    pub(crate) const fn is_shaken(&self, room: Room) -> bool {
        self.shaken >> room.index() & 1 == 1
    }

    /// The gas or fire in a room.
    pub(crate) fn cloud_in(&self, room: Room) -> Option<Cloud> {
        self.clouds.iter().map_while(|cloud| *cloud).find(|cloud| cloud.room == room)
    }

    /// Adds gas or fire to a room. Returns false if the room has some already, or if [`CLOUDS`] rooms have.
    pub(crate) fn release(&mut self, cloud: Cloud) -> bool {
        let known = self.cloud_in(cloud.room).is_some();
        let place = self.clouds.iter_mut().find(|place| place.is_none()).filter(|_| !known);
        place.map(|place| *place = Some(cloud)).is_some()
    }

    /// Whether a figure or hostage may act: it is neither stunned nor overcome by gas (CQB-6b, CQB-7b).
    #[inline]
    pub(crate) const fn is_able(&self, who: usize) -> bool {
        self.stunned[who] == 0 && !self.dazed.contains(who)
    }

    /// Hostages on the map who are not out of the fight.
    #[inline]
    pub(crate) fn captives(&self) -> Figures {
        self.standing.placed() - Figures::below(FIGURES)
    }
}
