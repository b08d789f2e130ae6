//! What an engagement on a map adds to its state: who stands where and sees whom, doors, grenades, gas and hostages.

use std::fmt::Debug;

use engage::Side;
use field::{Doors, Figures, Room, Standing};

use crate::figure::Condition;

/// Figures of both sides; hostages are numbered from here.
pub(crate) const FIGURES: usize = 32;
/// The most hostages on a map.
pub(crate) const HOSTAGES: usize = 16;
/// Everybody on a map.
pub(crate) const EVERYBODY: usize = FIGURES + HOSTAGES;
/// Hostages, by bit.
pub(crate) const CAPTIVES: Figures = Figures(((1 << HOSTAGES) - 1) << FIGURES);
/// The most rooms that hold gas or burn.
const CLOUDS: usize = 8;

/// The ground of an engagement: nothing in the open, a [`Scene`] on a map.
pub(crate) trait Ground: Copy + Debug {
    /// Whether it is a map.
    const MAP: bool;

    /// Before anybody is placed.
    fn new() -> Self;

    /// The scene, if there is one.
    #[inline(always)]
    fn scene(&self) -> Option<&Scene> {
        None
    }

    /// The scene, to change it.
    #[inline(always)]
    fn scene_mut(&mut self) -> Option<&mut Scene> {
        None
    }
}

/// Open ground, where everybody sees everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Open;

impl Ground for Open {
    const MAP: bool = false;

    fn new() -> Open {
        Open
    }
}

/// A room full of gas (CQB-7), or on fire (CQB-9a).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cloud {
    pub(crate) room: Room,
    /// The turn of its release.
    pub(crate) since: u16,
    /// Masks do not help against fire.
    pub(crate) fire: bool,
}

/// What changes on a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) standing: Standing,
    pub(crate) doors: Doors,
    /// The enemies that each figure sees, by bit.
    pub(crate) sees: [u32; FIGURES],
    /// Where each figure is going, by the number of the goal.
    pub(crate) goal: [u8; FIGURES],
    /// Turns that each has waited before a room.
    pub(crate) waited: [u8; FIGURES],
    /// The turn of the detonation that stunned each, 0 if it is not stunned (CQB-6).
    pub(crate) stunned: [u16; EVERYBODY],
    /// Those that take no action this turn.
    pub(crate) dazed: Figures,
    /// Failed gas tests of each (CQB-7b).
    pub(crate) failures: [u8; EVERYBODY],
    /// Stun grenades each figure has left.
    pub(crate) stuns: [u8; FIGURES],
    /// Gas grenades each figure has left.
    pub(crate) gases: [u8; FIGURES],
    pub(crate) clouds: [Option<Cloud>; CLOUDS],
    /// Posts from which each side has looked into rooms.
    pub(crate) visited: [u128; 2],
    /// Whether each side has looked into every room and now looks into every nook.
    pub(crate) thorough: [bool; 2],
    /// Rooms where a stun grenade has gone off.
    pub(crate) shaken: u128,
    /// The figure that has just come into view, and of whom, by bit.
    pub(crate) contact: Option<(u8, u32)>,
    /// Figures that have fallen in this go, by bit.
    pub(crate) fallen: u32,
    /// Whether a shot has been fired.
    pub(crate) alarm: bool,
    pub(crate) captives: [Condition; HOSTAGES],
    /// Hostages who have been freed, by bit.
    pub(crate) freed: u16,
    /// Hostages who have left the map, by bit.
    pub(crate) left: u16,
    /// Turns in a row that the place of the mission has been held.
    pub(crate) held: u16,
    /// Whether the bomb has been made safe.
    pub(crate) safe: bool,
}

impl Ground for Scene {
    const MAP: bool = true;

    fn new() -> Scene {
        Scene {
            standing: Standing::EMPTY,
            doors: Doors::SHUT,
            sees: [0; FIGURES],
            goal: [u8::MAX; FIGURES],
            waited: [0; FIGURES],
            stunned: [0; EVERYBODY],
            dazed: Figures::NONE,
            failures: [0; EVERYBODY],
            stuns: [0; FIGURES],
            gases: [0; FIGURES],
            clouds: [None; CLOUDS],
            visited: [0; 2],
            thorough: [false; 2],
            shaken: 0,
            contact: None,
            fallen: 0,
            alarm: false,
            captives: [Condition::default(); HOSTAGES],
            freed: 0,
            left: 0,
            held: 0,
            safe: false,
        }
    }

    #[inline(always)]
    fn scene(&self) -> Option<&Scene> {
        Some(self)
    }

    #[inline(always)]
    fn scene_mut(&mut self) -> Option<&mut Scene> {
        Some(self)
    }
}

impl Scene {
    /// Whether a side has looked from all of these posts.
    pub(crate) const fn has_visited(&self, side: Side, posts: u128) -> bool {
        self.visited[side as usize] & posts == posts
    }

    /// Whether a stun grenade has gone off in a room.
    pub(crate) const fn is_shaken(&self, room: Room) -> bool {
        self.shaken >> room.index() & 1 == 1
    }

    /// The gas or fire in a room.
    pub(crate) fn cloud_in(&self, room: Room) -> Option<Cloud> {
        self.clouds.iter().flatten().find(|cloud| cloud.room == room).copied()
    }

    /// Gas is released, or a fire starts; false if the room is full of it already, or as many rooms as there can be are.
    pub(crate) fn release(&mut self, cloud: Cloud) -> bool {
        let known = self.cloud_in(cloud.room).is_some();
        let place = self.clouds.iter_mut().find(|place| place.is_none()).filter(|_| !known);
        place.map(|place| *place = Some(cloud)).is_some()
    }

    /// Whether somebody may act: neither stunned nor overcome (CQB-6b, CQB-7b).
    #[inline]
    pub(crate) const fn is_able(&self, who: usize) -> bool {
        self.stunned[who] == 0 && !self.dazed.contains(who)
    }

    /// Hostages who are on the map and not out of the fight.
    #[inline]
    pub(crate) fn captives(&self) -> Figures {
        self.standing.placed() & CAPTIVES
    }
}
