//! What the luck of a draw depends on.

/// Who draws, what for, and which draw of its kind.
///
/// Besides the seed and the engagement, the luck of a draw depends only on its address: a rule variant that adds a draw
/// under a new purpose does not change any other draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    figure: u8,
    purpose: u8,
    occurrence: u32,
}

impl Address {
    /// An address: the figure's number in the battle, the ruleset's number for the purpose, and which occurrence of it.
    #[must_use]
    pub const fn new(figure: u8, purpose: u8, occurrence: u32) -> Address {
        Address { figure, purpose, occurrence }
    }

    /// The address of a draw in a round of play, counted from 1: which occurrence of it in that round.
    #[must_use]
    pub const fn in_round(figure: u8, purpose: u8, round: u16, occurrence: u16) -> Address {
        Address::new(figure, purpose, (round as u32) << 16 | occurrence as u32)
    }

    /// The same figure and occurrence for another purpose.
    #[must_use]
    pub const fn purpose(self, purpose: u8) -> Address {
        Address { purpose, ..self }
    }

    /// The same figure and purpose, `further` occurrences later.
    #[must_use]
    pub const fn further(self, further: u32) -> Address {
        Address { occurrence: self.occurrence + further, ..self }
    }

    pub(crate) const fn figure(self) -> u8 {
        self.figure
    }

    /// The purpose, as the ruleset numbers it.
    pub(crate) const fn what_for(self) -> u8 {
        self.purpose
    }

    pub(crate) const fn packed(self) -> u64 {
        (self.occurrence as u64) << 16 | (self.purpose as u64) << 8 | self.figure as u64
    }

    /// What a round adds to a packed address.
    pub(crate) const ROUND: u64 = 1 << 32;
}
