//! Sets of figures.

use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// The most figures in one engagement.
pub const MAX_FIGURES: usize = 64;

/// A set of figures, each by a number below [`MAX_FIGURES`]: one bit for each.
///
/// `a & b` has the figures in both sets, `a | b` those in either, `a - b` those of `a` that are not in `b`.
///
/// ```
/// use field::Figures;
///
/// let (everybody, blue) = (Figures::below(5), Figures::below(2));
/// let red = everybody - blue;
/// assert!(red.iter().eq([2, 3, 4]));
/// assert_eq!(red.without(3).filter(|figure| figure > 2), Figures::one(4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Figures(pub u64);

impl Figures {
    /// No figures.
    pub const NONE: Figures = Figures(0);

    /// All possible figures.
    pub const ALL: Figures = Figures(u64::MAX);

    /// A single figure.
    #[inline]
    #[must_use]
    pub const fn one(figure: usize) -> Figures {
        Figures(1 << figure)
    }

    /// All figures with a number below this, which is at most [`MAX_FIGURES`].
    #[inline]
    #[must_use]
    pub const fn below(number: usize) -> Figures {
        Figures(if number < MAX_FIGURES { (1 << number) - 1 } else { u64::MAX })
    }

    /// Whether the figure is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, figure: usize) -> bool {
        self.0 >> figure & 1 == 1
    }

    /// Adds a figure.
    #[inline]
    pub const fn insert(&mut self, figure: usize) {
        self.0 |= 1 << figure;
    }

    /// Removes a figure.
    #[inline]
    pub const fn remove(&mut self, figure: usize) {
        self.0 &= !(1 << figure);
    }

    /// Adds or removes a figure.
    #[inline]
    pub const fn set(&mut self, figure: usize, belongs: bool) {
        self.0 = self.0 & !(1 << figure) | (belongs as u64) << figure;
    }

    /// These figures and one more.
    #[inline]
    #[must_use]
    pub const fn with(self, figure: usize) -> Figures {
        Figures(self.0 | 1 << figure)
    }

    /// These figures without one.
    #[inline]
    #[must_use]
    pub const fn without(self, figure: usize) -> Figures {
        Figures(self.0 & !(1 << figure))
    }

    /// The number of figures.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The figure with the lowest number.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<usize> {
        if self.is_empty() { None } else { Some(self.0.trailing_zeros() as usize) }
    }

    /// The figures in order of their numbers.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> EachFigure {
        EachFigure(self)
    }

    /// The figures for which `asked` returns true.
    #[inline]
    #[must_use]
    pub fn filter(self, mut asked: impl FnMut(usize) -> bool) -> Figures {
        self.iter().filter(|&figure| asked(figure)).collect()
    }
}

impl BitAnd for Figures {
    type Output = Figures;

    #[inline]
    fn bitand(self, other: Figures) -> Figures {
        Figures(self.0 & other.0)
    }
}

impl BitOr for Figures {
    type Output = Figures;

    #[inline]
    fn bitor(self, other: Figures) -> Figures {
        Figures(self.0 | other.0)
    }
}

impl Sub for Figures {
    type Output = Figures;

    #[inline]
    fn sub(self, other: Figures) -> Figures {
        Figures(self.0 & !other.0)
    }
}

impl BitAndAssign for Figures {
    #[inline]
    fn bitand_assign(&mut self, other: Figures) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Figures {
    #[inline]
    fn bitor_assign(&mut self, other: Figures) {
        self.0 |= other.0;
    }
}

impl SubAssign for Figures {
    #[inline]
    fn sub_assign(&mut self, other: Figures) {
        self.0 &= !other.0;
    }
}

impl FromIterator<usize> for Figures {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(figures: I) -> Figures {
        figures.into_iter().fold(Figures::NONE, Figures::with)
    }
}

impl IntoIterator for Figures {
    type Item = usize;
    type IntoIter = EachFigure;

    #[inline]
    fn into_iter(self) -> EachFigure {
        self.iter()
    }
}

/// The figures of a set, in order of their numbers.
#[derive(Clone, Debug)]
pub struct EachFigure(Figures);

impl Iterator for EachFigure {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for EachFigure {}

impl FusedIterator for EachFigure {}
