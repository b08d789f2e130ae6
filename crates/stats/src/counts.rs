//! How often each of a bounded set of values occurred.

use serde::{Deserialize, Serialize};

use crate::Moments;

/// How often each of the values 0, 1, 2, … below a fixed bound occurred: a histogram, or the counts of numbered kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counts(Vec<u64>);

impl Counts {
    /// Counts of the values below `bins`, all zero.
    #[must_use]
    pub fn new(bins: usize) -> Counts {
        Counts(vec![0; bins])
    }

    /// Makes room for the values below `bins`, if there is less.
    pub fn widen(&mut self, bins: usize) {
        if self.0.len() < bins {
            self.0.resize(bins, 0);
        }
    }

    /// Counts one occurrence of `value`.
    ///
    /// # Panics
    /// If `value` is not below the number of bins: a caller must not record a value that it declared impossible. For a
    /// last bin that means "or more", record `value.min(last)`.
    #[inline]
    pub fn record(&mut self, value: usize) {
        self.0[value] += 1;
    }

    /// Adds the counts of `other`.
    ///
    /// # Panics
    /// If the numbers of bins differ.
    pub fn merge(&mut self, other: &Counts) {
        assert_eq!(self.0.len(), other.0.len(), "counts over different bins do not merge");
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }

    /// The count of each value, in order.
    #[must_use]
    pub fn bins(&self) -> &[u64] {
        &self.0
    }

    /// The number of values counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Share of each value in the total; all zero if nothing was counted.
    #[must_use]
    pub fn shares(&self) -> Vec<f64> {
        let total = self.total().max(1) as f64;
        self.0.iter().map(|&count| count as f64 / total).collect()
    }

    /// The moments of the values counted.
    #[must_use]
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for (value, &count) in self.0.iter().enumerate() {
            moments.n += count;
            moments.sum += value as i128 * i128::from(count);
            moments.sum_of_squares += (value as u128).pow(2) * u128::from(count);
        }
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(bins: usize, values: &[usize]) -> Counts {
        let mut counts = Counts::new(bins);
        values.iter().for_each(|&value| counts.record(value));
        counts
    }

    #[test]
    fn counts_and_shares() {
        let counts = counted(4, &[0, 3, 3, 1]);
        assert_eq!(counts.bins(), [1, 1, 0, 2]);
        assert_eq!(counts.total(), 4);
        assert_eq!(counts.shares(), [0.25, 0.25, 0.0, 0.5]);
        assert_eq!(Counts::new(2).shares(), [0.0, 0.0]);
    }

    #[test]
    fn moments_are_those_of_the_values() {
        let mut moments = Moments::default();
        [0, 3, 3, 1].into_iter().for_each(|value| moments.record(value));
        assert_eq!(counted(4, &[0, 3, 3, 1]).moments(), moments);
    }

    #[test]
    #[should_panic(expected = "index out of bounds")]
    fn a_value_beyond_the_last_bin_is_a_fault() {
        counted(3, &[3]);
    }

    #[test]
    fn room_is_made_once() {
        let mut counts = counted(2, &[1]);
        counts.widen(4);
        counts.widen(3);
        counts.record(3);
        assert_eq!(counts.bins(), [0, 1, 0, 1]);
    }

    #[test]
    #[should_panic(expected = "different bins")]
    fn different_bins_do_not_merge() {
        Counts::new(2).merge(&Counts::new(3));
    }
}
