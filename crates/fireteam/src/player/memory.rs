//! A player's notes about a man. The rules carry them and never read them.

/// The notes about one man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// How many of the places on his way he has passed.
    pub passed: u8,
}
