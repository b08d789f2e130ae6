//! A man's actions, in the rulebook's terms, and the questions he is asked. `may.rs` says which are legal.

use engage::Inches;
use field::Cell;

use crate::fire::Mode;
use crate::grenade::Grenade;

/// A man's answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// No action: he stays as he is, holds his fire and keeps his grenades.
    Nothing,
    /// Goes prone where he is (FT-move-4).
    GoProne,
    /// Stands up where he is (FT-move-6).
    StandUp,
    /// Sets out on a move; in a rush the dice give the distance (FT-move-1, FT-move-2, FT-pin-2).
    SetOut(Gait),
    /// Follows a way.
    Go(Way),
    /// Throws a grenade at an enemy's place (FT-gren-1).
    Throw {
        /// The enemy.
        target: usize,
        /// The kind of grenade.
        grenade: Grenade,
    },
    /// Aims at an enemy (FT-hit-8).
    Aim {
        /// The enemy.
        target: usize,
    },
    /// Fires (FT-fire-1): an aimed shot if he has aimed at this enemy, a snap shot if he has moved.
    Fire {
        /// The enemy aimed at.
        target: usize,
        /// Single shot or burst.
        mode: Mode,
        /// The second enemy: a burst is laid half way towards him. The target itself for a burst laid on it
        /// (FT-beat-2).
        point: usize,
    },
}

impl Action {
    /// A shot or a burst at an enemy.
    #[must_use]
    pub const fn fire(target: usize, mode: Mode) -> Action {
        Action::Fire { target, mode, point: target }
    }
}

/// A question to a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// His move (FT-move): to stay, go prone, stand up, walk, rush or flee.
    Move,
    /// His way, once the distance is known (FT-move-1, FT-move-2).
    Way {
        /// Where he is now.
        from: Cell,
        /// How far he may go.
        left: Inches,
        /// Whether he rushes.
        rush: bool,
    },
    /// Whether he goes prone, which costs nothing (FT-move-4).
    LieDown(Occasion),
    /// Whether he throws a grenade (FT-gren-2).
    Throw,
    /// The target of his fire or aim, if all targets are named before the first shot (FT-seq-4).
    Name,
    /// His fire (FT-fire-1): to fire, to aim, or neither.
    Fire,
}

impl Ask {
    /// Whether an action answers this question.
    #[must_use]
    pub const fn takes(self, action: &Action) -> bool {
        match action {
            Action::Nothing => true,
            Action::GoProne => matches!(self, Ask::Move | Ask::LieDown(_)),
            Action::StandUp | Action::SetOut(_) => matches!(self, Ask::Move),
            Action::Go(_) => matches!(self, Ask::Way { .. }),
            Action::Throw { .. } => matches!(self, Ask::Throw),
            Action::Aim { .. } | Action::Fire { .. } => matches!(self, Ask::Name | Ask::Fire),
        }
    }
}

/// What a player who looks ahead decides at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// How he moves, with a throw after it.
    Move,
    /// How he fires.
    Fire,
}

/// An occasion to go prone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// He has moved.
    Moved {
        /// Whether he rushed.
        rush: bool,
        /// Whether he fled and found no way (FT-pin-2).
        blocked: bool,
    },
    /// He is fired at, by this enemy or friend.
    ShotAt {
        /// Who fires.
        by: usize,
    },
    /// A grenade is about to explode (FT-gren-3).
    Blast,
}

/// How a man sets out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// At a normal move (FT-move-1).
    Walk,
    /// At a rush (FT-move-2).
    Rush,
    /// At a rush straight away from the enemy (FT-pin-2).
    Flee,
}

/// The most squares of one way; a man with farther to go is asked again.
const SQUARES: usize = 16;

/// A way: square after square, each beside the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    squares: [Cell; SQUARES],
    length: u8,
    /// Whether he stops where an enemy comes into view; it counts only if he sees none when he sets out.
    pub watchful: bool,
}

impl Way {
    /// A way from a square that leads nowhere yet.
    #[inline]
    #[must_use]
    pub const fn from(square: Cell) -> Way {
        Way { squares: [square; SQUARES], length: 0, watchful: false }
    }

    /// Adds a square, if there is room.
    #[inline]
    pub fn push(&mut self, square: Cell) {
        if let Some(place) = self.squares.get_mut(usize::from(self.length)) {
            *place = square;
            self.length += 1;
        }
    }

    /// Keeps the first few squares.
    #[inline]
    pub fn cut(&mut self, length: usize) {
        self.length = self.length.min(length as u8);
    }

    /// How many squares there are.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.length as usize
    }

    /// Whether it leads nowhere.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether there is no room for another square.
    #[inline]
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.len() == SQUARES
    }

    /// The squares in order.
    #[inline]
    pub fn squares(&self) -> impl Iterator<Item = Cell> + '_ {
        self.squares[..self.len()].iter().copied()
    }
}
