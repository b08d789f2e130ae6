//! The two sides of an engagement.

use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of the two sides of an engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The first side of a scenario file.
    Blue,
    /// The second side of a scenario file.
    Red,
}

impl Side {
    /// Both sides, blue first.
    pub const ALL: [Side; 2] = [Side::Blue, Side::Red];

    /// The other side.
    #[must_use]
    pub const fn enemy(self) -> Side {
        match self {
            Side::Blue => Side::Red,
            Side::Red => Side::Blue,
        }
    }

    /// The word used in scenario files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Blue => "blue",
            Side::Red => "red",
        }
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BySide<T> {
    /// Blue's value.
    pub blue: T,
    /// Red's value.
    pub red: T,
}

impl<T> BySide<T> {
    /// The value of a function for each side.
    #[inline]
    pub fn from_fn(mut value: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { blue: value(Side::Blue), red: value(Side::Red) }
    }

    /// The value of a function for each of the two.
    #[inline]
    pub fn map<U>(self, mut value: impl FnMut(T) -> U) -> BySide<U> {
        BySide { blue: value(self.blue), red: value(self.red) }
    }

    /// References to both values.
    #[inline]
    pub const fn each_ref(&self) -> BySide<&T> {
        BySide { blue: &self.blue, red: &self.red }
    }

    /// Both values, blue's first.
    #[inline]
    pub fn iter(&self) -> std::array::IntoIter<&T, 2> {
        [&self.blue, &self.red].into_iter()
    }

    /// Both values, mutable, blue's first.
    #[inline]
    pub fn iter_mut(&mut self) -> std::array::IntoIter<&mut T, 2> {
        [&mut self.blue, &mut self.red].into_iter()
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::Blue => &self.blue,
            Side::Red => &self.red,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Blue => &mut self.blue,
            Side::Red => &mut self.red,
        }
    }
}
