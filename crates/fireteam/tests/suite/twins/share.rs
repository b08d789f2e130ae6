//! Fractions of whole numbers, and what can be done with them and with decimals alike.

use testkit::Fraction;

/// A fraction in lowest terms. Too many dice for it are a panic, never a wrong number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    ways: u128,
    of: u128,
}

/// A probability, as a fraction or as a decimal.
pub(super) trait Number: Copy {
    fn new(ways: u128, of: u128) -> Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn is_none(self) -> bool;
}

impl Share {
    pub(super) const NONE: Share = Share { ways: 0, of: 1 };
    pub(super) const WHOLE: Share = Share { ways: 1, of: 1 };

    pub(super) fn decimal(self) -> f64 {
        self.ways as f64 / self.of as f64
    }

    pub(super) fn fraction(self) -> Fraction {
        Fraction::new(self.ways, self.of)
    }

    pub(super) fn ways(self) -> u128 {
        self.ways
    }

    pub(super) fn of(self) -> u128 {
        self.of
    }

    /// What is left of one.
    pub(super) fn rest(self) -> Share {
        Share::new(self.of - self.ways, self.of)
    }

    pub(super) fn sum(shares: impl IntoIterator<Item = Share>) -> Share {
        shares.into_iter().fold(Share::NONE, Share::plus)
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
