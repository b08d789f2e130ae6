//! Fractions of whole numbers, as dice give them, and operations on them and on decimals alike.

use std::collections::BTreeMap;

use crate::Fraction;

/// A fraction in lowest terms. Too many dice make it panic, and never give a wrong number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    ways: u128,
    of: u128,
}

/// A probability, as a fraction or as a decimal.
pub trait Number: Copy {
    /// A number of ways out of a total.
    fn new(ways: u128, of: u128) -> Self;
    /// The probability of either of two things that exclude each other.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The probability of both of two independent things.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// Whether it is zero.
    fn is_none(self) -> bool;
}

impl Share {
    /// Zero.
    pub const NONE: Share = Share { ways: 0, of: 1 };
    /// One.
    pub const WHOLE: Share = Share { ways: 1, of: 1 };

    /// The nearest decimal.
    #[must_use]
    pub fn decimal(self) -> f64 {
        self.ways as f64 / self.of as f64
    }

    /// The same, in the form that answers use.
    #[must_use]
    pub fn fraction(self) -> Fraction {
        Fraction::new(self.ways, self.of)
    }

    /// The same, as another type of number.
    #[must_use]
    pub fn number<N: Number>(self) -> N {
        N::new(self.ways, self.of)
    }

    /// One minus this.
    #[must_use]
    pub fn rest(self) -> Share {
        Share::new(self.of - self.ways, self.of)
    }

    /// The sum of a list.
    pub fn sum(shares: impl IntoIterator<Item = Share>) -> Share {
        shares.into_iter().fold(Share::NONE, Share::plus)
    }

    /// The faces of one die for which something holds.
    pub fn faces(holds: impl Fn(i64) -> bool) -> Share {
        Share::new((1..=6).filter(|&face| holds(face)).count() as u128, 6)
    }
}

fn common(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common(b, a % b) }
}

fn product(a: u128, b: u128) -> u128 {
    a.checked_mul(b).expect("fewer dice")
}

impl Number for Share {
    fn new(ways: u128, of: u128) -> Share {
        let by = common(ways, of);
        Share { ways: ways / by, of: of / by }
    }

    fn plus(self, other: Share) -> Share {
        let by = common(self.of, other.of);
        let (mine, theirs) = (other.of / by, self.of / by);
        Share::new(product(self.ways, mine) + product(other.ways, theirs), product(self.of, mine))
    }

    fn times(self, other: Share) -> Share {
        let (one, two) = (Share::new(self.ways, other.of), Share::new(other.ways, self.of));
        Share { ways: product(one.ways, two.ways), of: product(one.of, two.of) }
    }

    fn is_none(self) -> bool {
        self.ways == 0
    }
}

impl Number for f64 {
    fn new(ways: u128, of: u128) -> f64 {
        ways as f64 / of as f64
    }

    fn plus(self, other: f64) -> f64 {
        self + other
    }

    fn times(self, other: f64) -> f64 {
        self * other
    }

    fn is_none(self) -> bool {
        self <= 0.0
    }
}

/// Possible states, each with its probability.
pub type States<S, N = Share> = BTreeMap<S, N>;

/// Adds one more way to reach a state.
pub fn add<S: Ord, N: Number>(states: &mut States<S, N>, state: S, share: N) {
    states.entry(state).and_modify(|sum| *sum = sum.plus(share)).or_insert(share);
}

/// Moves every state on to its successors, which `store` gives with their probabilities.
pub fn each<S: Ord, T: Ord, N: Number>(states: States<S, N>, mut store: impl FnMut(S) -> Vec<(T, N)>) -> States<T, N> {
    let mut next = States::new();
    for (state, share) in states {
        for (after, part) in store(state) {
            if !part.is_none() {
                add(&mut next, after, share.times(part));
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_multiply() {
        let (half, third) = (Share::new(3, 6), Share::new(2, 6));
        assert_eq!(half.plus(third), Share::new(5, 6));
        assert_eq!(half.times(third), Share::new(1, 6));
        assert_eq!(Share::sum([half, third, Share::new(1, 6)]), Share::WHOLE);
        assert_eq!(Share::faces(|face| face >= 5).rest(), Share::new(4, 6));
        assert!(Share::NONE.is_none() && third.number::<f64>() < 0.334);
    }

    #[test]
    fn states_that_meet_are_one() {
        let die = |sum: i64| (1..=6).map(|face| (sum + face, Share::new(1, 6))).collect();
        let two = each(each(States::from([(0, Share::WHOLE)]), die), die);
        assert_eq!((two.len(), two[&2], two[&7]), (11, Share::new(1, 36), Share::new(1, 6)));
    }
}
