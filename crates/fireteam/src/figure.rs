//! A man: posture, latest move, wounds (section 4 of the digest).

engage::options! {
    /// How a man is placed.
    Posture {
        /// On his feet.
        Standing,
        /// Lying down.
        Prone,
    }
    /// What a man did in his own latest move; before his first one he is stationary (FT-move-12).
    Movement {
        /// Nothing.
        Stationary,
        /// A normal move, or standing up.
        Moving,
        /// Any rush.
        Rushing,
    }
}

/// Whether a man is in action. Men out of action stay out (FT-eff-2, FT-eff-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// In action.
    #[default]
    Fit,
    /// Seriously wounded.
    Serious,
    /// Dead.
    Dead,
}

/// No target of an aim.
pub(crate) const NOBODY: u8 = u8::MAX;

/// The changing state of a man; one figure is one man (FT-scale-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whether he is in action.
    pub condition: Condition,
    /// Whether he has a red counter (FT-eff-1).
    pub wounded: bool,
    /// Standing or prone.
    pub posture: Posture,
    /// His own latest move.
    pub movement: Movement,
    /// The number of the man he aims at (FT-hit-8).
    pub aim: u8,
}

impl Man {
    /// Fresh, in a posture.
    #[must_use]
    pub const fn fresh(posture: Posture) -> Man {
        Man { condition: Condition::Fit, wounded: false, posture, movement: Movement::Stationary, aim: NOBODY }
    }

    /// Whether he is in action.
    #[inline]
    #[must_use]
    pub const fn fights(&self) -> bool {
        matches!(self.condition, Condition::Fit)
    }

    /// Whether he holds an aim.
    #[inline]
    #[must_use]
    pub const fn aims(&self) -> bool {
        self.aim != NOBODY
    }

    /// His whole state as one number below 2³².
    #[inline]
    pub(crate) const fn packed(&self) -> u64 {
        let Man { condition, wounded, posture, movement, aim } = *self;
        let counters = wounded as u64 | (posture as u64) << 1 | (movement as u64) << 2;
        condition as u64 | counters << 8 | (aim as u64) << 16
    }

    /// A man out of action; the rest of his state no longer matters.
    #[must_use]
    pub const fn out(dead: bool) -> Man {
        let condition = if dead { Condition::Dead } else { Condition::Serious };
        Man { condition, ..Man::fresh(Posture::Prone) }
    }
}
