//! What changes on a map.

use engage::Sightings;
use field::{Cell, Doors, Figures, Standing};

use crate::figure::{Movement, NOBODY};
use crate::grenade::Grenade;
use crate::line_of_sight::LineOfSight;

/// The most men, both sides together.
pub(crate) const MEN: usize = 32;
/// The most grenades in the air at once.
pub(crate) const BURSTS: usize = 16;

const _: () = assert!(MEN <= field::MAX_FIGURES);

/// A grenade in the air.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thrown {
    pub(crate) thrower: u8,
    pub(crate) grenade: Grenade,
    pub(crate) at: Cell,
}

/// What changes on a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) standing: Standing,
    pub(crate) doors: Doors,
    /// The enemies that each man sees.
    pub(crate) sees: [Figures; MEN],
    /// The enemies in his sight that soft cover conceals from him (FT-save-6).
    pub(crate) concealed: [Figures; MEN],
    /// His line of sight to each of them.
    pub(crate) views: [[LineOfSight; MEN]; MEN],
    /// The enemies that each saw at the start of his side's turn, and of the one before (FT-gren-10).
    pub(crate) saw: [Figures; MEN],
    pub(crate) saw_before: [Figures; MEN],
    /// Men whose place is known although soft cover conceals them: they fired since they moved, or were seen to go
    /// there.
    pub(crate) revealed: Figures,
    /// The men among them who know that their place is known: they fired or threw, or enemies they made out saw them.
    pub(crate) knows_it: Figures,
    /// Men who rushed or threw in this turn: they do not fire (FT-fire-1, FT-move-5).
    pub(crate) busy: Figures,
    /// The last man who shot or threw at each.
    pub(crate) shooter: [u8; MEN],
    pub(crate) offensive: [u8; MEN],
    pub(crate) defensive: [u8; MEN],
    pub(crate) thrown: [Option<Thrown>; BURSTS],
    /// Where the other side last made each man out, and his latest move then.
    pub(crate) sightings: Sightings<MEN, Movement>,
    /// Turns in a row that the place of the mission has been held.
    pub(crate) held: u16,
}

impl Scene {
    /// Reveals a man's place (FT-save-6).
    #[inline]
    pub(crate) fn reveal(&mut self, me: usize) {
        self.revealed.insert(me);
        self.knows_it.insert(me);
    }
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            standing: Standing::EMPTY,
            doors: Doors::SHUT,
            sees: [Figures::NONE; MEN],
            concealed: [Figures::NONE; MEN],
            views: [[LineOfSight::NONE; MEN]; MEN],
            saw: [Figures::NONE; MEN],
            saw_before: [Figures::NONE; MEN],
            revealed: Figures::NONE,
            knows_it: Figures::NONE,
            busy: Figures::NONE,
            shooter: [NOBODY; MEN],
            offensive: [0; MEN],
            defensive: [0; MEN],
            thrown: [None; BURSTS],
            sightings: Sightings::default(),
            held: 0,
        }
    }
}
