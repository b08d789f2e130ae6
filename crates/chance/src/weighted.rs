//! Any number of outcomes as one draw.

use crate::Address;
use crate::keyed::{Words, bounded};
use crate::one_draw::Known;

/// Outcomes with their weights, of which one word draws one.
///
/// The same luck is the same quantile: outcomes keep their order. A word's first bits say where to look, so that a draw takes a step or
/// two however many outcomes there are.
#[derive(Clone, Debug)]
pub struct Weighted<T> {
    /// Where each outcome ends; the places before are its own.
    rows: Box<[(u64, T)]>,
    /// By the first bits of a word: the first row that may be meant.
    first: Box<[u16]>,
    /// How many bits of a word come after those.
    shift: u32,
}

impl<T: Copy> Weighted<T> {
    /// From outcomes, each with its weight; none if they weigh nothing, or more than a word counts, or are more than can be numbered.
    pub fn new(outcomes: impl IntoIterator<Item = (T, u64)>) -> Option<Weighted<T>> {
        let mut total = 0_u64;
        let mut rows = Vec::new();
        for (outcome, weight) in outcomes.into_iter().filter(|&(_, weight)| weight > 0) {
            total = total.checked_add(weight)?;
            rows.push((total, outcome));
        }
        if rows.is_empty() || rows.len() > usize::from(u16::MAX) {
            return None;
        }
        let bits = rows.len().max(2).next_power_of_two().trailing_zeros();
        let mut row = 0;
        let first = (0..1_u128 << bits).map(|begin| {
            let place = ((begin * u128::from(total)) >> bits) as u64;
            while rows[row].0 <= place {
                row += 1;
            }
            row as u16
        });
        let first = first.collect();
        Some(Weighted { rows: rows.into(), first, shift: u64::BITS - bits })
    }

    /// The outcomes with their weights.
    pub fn rows(&self) -> impl Iterator<Item = (T, u64)> {
        let mut last = 0;
        self.rows.iter().map(move |&(end, outcome)| (outcome, end - std::mem::replace(&mut last, end)))
    }

    /// How many outcomes there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// There is always one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }
}

impl<T: Copy> Known for Weighted<T> {
    type Outcome = T;

    #[inline]
    fn settle<W: Words>(&self, words: &mut W, at: Address) -> T {
        let total = self.rows[self.rows.len() - 1].0;
        let word = words.word(at);
        let (place, word) = bounded(words, word, total);
        let mut row = usize::from(self.first[(word >> self.shift) as usize]);
        while self.rows[row].0 <= place {
            row += 1;
        }
        self.rows[row].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word that is always the same, and the last one after it.
    struct One(u64);

    impl Words for One {
        fn word(&mut self, _at: Address) -> u64 {
            self.0
        }

        fn again(&mut self, last: u64) -> u64 {
            last.wrapping_add(1 << 40)
        }
    }

    /// Every word gives the row whose places hold what it is multiplied to.
    #[test]
    fn words_find_their_row() {
        for weights in
            [vec![1], vec![3, 1], vec![1, 0, 1_000_000, 1, 1, 1], (1..=300).collect(), vec![1 << 62, 1, 1 << 61]]
        {
            let known = Weighted::new((0_u32..).zip(weights.iter().copied())).expect("outcomes");
            let total: u64 = weights.iter().sum();
            let listed: Vec<(u32, u64)> =
                (0..).zip(weights.iter().copied()).filter(|&(_, weight)| weight > 0).collect();
            assert_eq!(known.rows().collect::<Vec<_>>(), listed);
            for step in 0..10_000_u64 {
                let word = step.wrapping_mul(u64::MAX / 9_999);
                let (place, _) = bounded(&mut One(word), word, total);
                let mut left = place;
                let expected = listed.iter().find(|&&(_, weight)| {
                    left < weight || {
                        left -= weight;
                        false
                    }
                });
                let found = known.settle(&mut One(word), Address::new(0, 0, 0));
                assert_eq!(Some(found), expected.map(|&(outcome, _)| outcome), "{weights:?} {word}");
            }
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert!(Weighted::<u8>::new([]).is_none());
        assert!(Weighted::new([(0, 0)]).is_none());
        assert!(Weighted::new([(0, u64::MAX), (1, 1)]).is_none());
    }
}
