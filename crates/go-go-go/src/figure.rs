//! A figure: its pace, its wounds, its rifle (section 4 of the digest).

engage::options! {
    /// How a figure moves in a turn (GGG-move-2).
    Pace {
        /// It does not move.
        Stationary,
        /// It moves without a sound.
        Stealthy,
        /// It moves, and is heard.
        Normal,
    }
    /// The weapon of a figure (GGG-fire-1, GGG-snipe-1).
    Weapon {
        /// An automatic weapon; all automatic weapons are the same.
        Automatic,
        /// A sniper rifle.
        Sniper,
        /// No weapon.
        None,
    }
}

impl Pace {
    /// The paces in the order of fire (GGG-ord-1).
    pub const ALL: [Pace; 3] = [Pace::Stationary, Pace::Stealthy, Pace::Normal];

    /// Whether it counts as moving.
    #[inline]
    #[must_use]
    pub const fn moves(self) -> bool {
        !matches!(self, Pace::Stationary)
    }
}

/// The state of a sniper rifle and its carrier (GGG-snipe).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rifle {
    /// Whether it is loaded.
    pub loaded: bool,
    /// Whether the carrier was stationary for the whole turn before.
    pub set_up: bool,
    /// Complete turns that the carrier has spent aiming.
    pub aim: u8,
}

impl Rifle {
    /// The state at the start of a game.
    pub const FRESH: Rifle = Rifle { loaded: true, set_up: false, aim: 0 };
}

/// The changing state of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whether it is out of action, which is permanent (GGG-eff-2).
    pub out: bool,
    /// Wounds (GGG-eff-3).
    pub wounds: u8,
    /// Turns still to be spent stunned, this one included (GGG-stun-3).
    pub stun: u8,
    /// Its sniper rifle; for a figure without one this never changes.
    pub rifle: Rifle,
}

impl Man {
    /// Unhurt.
    pub const FRESH: Man = Man { out: false, wounds: 0, stun: 0, rifle: Rifle::FRESH };

    /// Out of action; the rest of its state no longer matters (GGG-eff-2).
    pub const OUT: Man = Man { out: true, ..Man::FRESH };

    /// Whether it is in action.
    #[inline]
    #[must_use]
    pub const fn fights(&self) -> bool {
        !self.out
    }
}
