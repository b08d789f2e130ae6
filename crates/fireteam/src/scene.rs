//! What an engagement on a map adds to its state.

use std::fmt::Debug;
use std::hash::Hash;

use field::{Cell, Doors, Sight, Standing};

use crate::fire::Reach;
use crate::grenade::Grenade;

/// The most men, both sides together.
pub(crate) const MEN: usize = 32;
/// The most grenades in the air at once.
pub(crate) const BURSTS: usize = 16;

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

/// A grenade that has been thrown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thrown {
    pub(crate) thrower: u8,
    pub(crate) grenade: Grenade,
    pub(crate) at: Cell,
}

/// How one man sees another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) sight: Sight,
    /// The distance as fire has it.
    pub(crate) reach: Reach,
    /// The distance in square inches; on open ground, where it is the same for all, nothing.
    pub(crate) squared: u16,
}

impl View {
    /// Not at all.
    pub(crate) const NONE: View = View { sight: Sight::Blocked, reach: Reach::BEYOND, squared: u16::MAX };
}

/// What changes on a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) standing: Standing,
    pub(crate) doors: Doors,
    /// The enemies that each man sees, by bit.
    pub(crate) sees: [u32; MEN],
    /// Those among them whom soft cover conceals from him (FT-save-6).
    pub(crate) concealed: [u32; MEN],
    /// How he sees each of them.
    pub(crate) views: [[View; MEN]; MEN],
    /// The enemies that each saw at the start of his side's turn, and of the one before (FT-gren-10).
    pub(crate) saw: [u32; MEN],
    pub(crate) saw_before: [u32; MEN],
    /// Men whose place is known although soft cover conceals them: they fired since they moved, or were seen to go there.
    pub(crate) revealed: u32,
    /// Men who rushed or threw in this turn, by bit: they do not fire (FT-fire-1, FT-move-5).
    pub(crate) busy: u32,
    /// Who shot or threw at each last.
    pub(crate) shooter: [u8; MEN],
    /// Waypoints that each has passed on his way.
    pub(crate) passed: [u8; MEN],
    pub(crate) offensive: [u8; MEN],
    pub(crate) defensive: [u8; MEN],
    pub(crate) thrown: [Option<Thrown>; BURSTS],
    /// Turns in a row that the place of the mission has been held.
    pub(crate) held: u16,
}

impl Ground for Scene {
    const MAP: bool = true;

    fn new() -> Scene {
        Scene {
            standing: Standing::EMPTY,
            doors: Doors::SHUT,
            sees: [0; MEN],
            concealed: [0; MEN],
            views: [[View::NONE; MEN]; MEN],
            saw: [0; MEN],
            saw_before: [0; MEN],
            revealed: 0,
            busy: 0,
            shooter: [crate::figure::NOBODY; MEN],
            passed: [0; MEN],
            offensive: [0; MEN],
            defensive: [0; MEN],
            thrown: [None; BURSTS],
            held: 0,
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
