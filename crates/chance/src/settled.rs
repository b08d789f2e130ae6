//! The distribution of a short procedure, enumerated from its rules.

use std::num::NonZeroU64;

use crate::enumerated::Enumerated;
use crate::exact::Weight;
use crate::one_draw::OneDraw;
use crate::{Address, Procedure};

impl<T: Copy + PartialEq> OneDraw<T> {
    /// Enumerates a procedure. `None` if it has more outcomes than [`MOST_OUTCOMES`](crate::MOST_OUTCOMES), or a
    /// probability that is not a fraction of machine words.
    pub fn of<P: Procedure<Outcome = T>>(procedure: &P) -> Option<OneDraw<T>> {
        let mut chance = Enumerated::new();
        let mut rows: Vec<(T, Fraction)> = Vec::new();
        loop {
            let outcome = procedure.run(&mut chance, Address::new(0, 0, 0));
            let weight = chance.weight(Some(Fraction::ONE));
            let weight = weight?;
            match rows.iter_mut().find(|(known, _)| *known == outcome) {
                Some((_, sum)) => *sum = sum.plus(weight)?,
                None => rows.push((outcome, weight)),
            }
            if !chance.advance() {
                break;
            }
        }
        if chance.crowded() {
            return None;
        }
        let total = rows.iter().try_fold(1, |total, (_, weight)| common(total, weight.denominator.get()))?;
        let places = |weight: &Fraction| (weight.numerator * (total / weight.denominator)) as u32;
        OneDraw::new(rows.iter().map(|(outcome, weight)| (*outcome, places(weight))), u32::try_from(total).ok()?)
    }
}

/// A fraction of machine words, in lowest terms.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    numerator: u64,
    denominator: NonZeroU64,
}

impl Fraction {
    const ONE: Fraction = Fraction { numerator: 1, denominator: NonZeroU64::MIN };

    fn new(numerator: u128, denominator: u128) -> Option<Fraction> {
        let divisor = num_integer::gcd(numerator, denominator).max(1);
        let denominator = NonZeroU64::new(u64::try_from(denominator / divisor).ok()?)?;
        Some(Fraction { numerator: u64::try_from(numerator / divisor).ok()?, denominator })
    }

    fn plus(self, other: Fraction) -> Option<Fraction> {
        let (mine, others) = (u128::from(self.denominator.get()), u128::from(other.denominator.get()));
        Fraction::new(u128::from(self.numerator) * others + u128::from(other.numerator) * mine, mine * others)
    }
}

/// The least common multiple; `None` if it is larger than a number of places may be.
fn common(a: u64, b: u64) -> Option<u64> {
    let multiple = a.checked_mul(b / num_integer::gcd(a, b))?;
    (multiple <= u64::from(u32::MAX)).then_some(multiple)
}

/// `None` if a number overflows a machine word.
impl Weight for Option<Fraction> {
    const WORK: u64 = 8;

    fn zero() -> Option<Fraction> {
        Fraction::new(0, 1)
    }

    fn one() -> Option<Fraction> {
        Some(Fraction::ONE)
    }

    fn times(self, numerator: u128, denominator: u128) -> Option<Fraction> {
        let own = self?;
        let product = u128::from(own.numerator).checked_mul(numerator)?;
        Fraction::new(product, u128::from(own.denominator.get()).checked_mul(denominator)?)
    }

    fn add(&mut self, other: Option<Fraction>) {
        *self = self.zip(other).and_then(|(own, other)| own.plus(other));
    }
}
