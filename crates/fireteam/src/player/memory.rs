//! What a player notes down about a man. The rules carry it and never read it.

/// What is remembered of one man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// How many of the places on his way he has passed.
    pub passed: u8,
}
