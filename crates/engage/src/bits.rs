//! Sets of figures as bits of a word.

/// The numbers of the bits that are set, the lowest first.
#[inline]
pub fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// The set of these figures.
#[inline]
pub fn among(figures: impl IntoIterator<Item = usize>) -> u32 {
    figures.into_iter().fold(0, |all, figure| all | 1 << figure)
}
