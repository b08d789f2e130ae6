//! Areas by number.

/// An area that the builder was given, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Area(pub(crate) u32);

impl Area {
    /// Its number.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
