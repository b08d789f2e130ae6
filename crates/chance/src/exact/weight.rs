//! What a solver needs of a probability.

/// A probability in the form that a solver uses.
pub trait Weight: Clone {
    /// The cost of a branch with this weight, in units of [`Effort::work`](super::Effort::work).
    const WORK: u64;

    /// Bytes that it takes up beyond its own size.
    fn heap(&self) -> usize {
        0
    }
    /// Probability zero.
    fn zero() -> Self;
    /// Probability one.
    fn one() -> Self;
    /// This probability times a fraction.
    #[must_use]
    fn times(self, numerator: u128, denominator: u128) -> Self;
    /// Adds another probability.
    fn add(&mut self, other: Self);
}

impl Weight for f64 {
    const WORK: u64 = 8;

    fn zero() -> f64 {
        0.0
    }

    fn one() -> f64 {
        1.0
    }

    fn times(self, numerator: u128, denominator: u128) -> f64 {
        self * numerator as f64 / denominator as f64
    }

    fn add(&mut self, other: f64) {
        *self += other;
    }
}
