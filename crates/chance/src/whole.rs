//! Short procedures as one draw: an attack of three rolls takes one random word, from its enumerated distribution.

use std::num::NonZeroU64;

use crate::enumerated::Enumerated;
use crate::exact::Weight;
use crate::{Address, Chance};

/// A short procedure without decks, such as an attack: to hit, to save, effect.
pub trait Short {
    /// What it results in.
    type Outcome: Copy + PartialEq;

    /// Runs it; its draws have this address, or others of the same figure and occurrence.
    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Self::Outcome;
}

/// The most outcomes of a [`Whole`].
pub const MOST_OUTCOMES: usize = 8;

/// The exact distribution of the outcomes of a [`Short`] procedure.
///
/// Outcomes are ordered by how the procedure comes to them when every roll goes from the lowest up, so that the same luck
/// means about the same quantile.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T> {
    /// Where each outcome ends; the places before are its own. Beyond the last they are the total.
    ends: [u32; MOST_OUTCOMES - 1],
    total: u32,
    outcomes: [T; MOST_OUTCOMES],
}

impl<T: Copy + PartialEq> Whole<T> {
    /// Enumerates a procedure; none if it has more outcomes than [`MOST_OUTCOMES`], or too intricate chances.
    pub fn of<P: Short<Outcome = T>>(procedure: &P) -> Option<Whole<T>> {
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
        if rows.len() > MOST_OUTCOMES || chance.crowded() {
            return None;
        }
        let total = rows.iter().try_fold(1, |total, (_, weight)| common(total, weight.denominator.get()))?;
        let mut outcomes = [rows[0].0; MOST_OUTCOMES];
        let mut ends = [u32::try_from(total).ok()?; MOST_OUTCOMES - 1];
        let mut end = 0;
        for (place, (outcome, weight)) in rows.iter().enumerate() {
            outcomes[place] = *outcome;
            end += weight.numerator * (total / weight.denominator);
            if let Some(last) = ends.get_mut(place) {
                *last = end as u32;
            }
        }
        Some(Whole { ends, total: total as u32, outcomes })
    }

    /// How many places there are; each is equally likely.
    #[inline]
    pub(crate) const fn total(&self) -> u32 {
        self.total
    }

    /// The outcome that a place belongs to.
    #[inline]
    pub(crate) fn outcome(&self, place: u32) -> T {
        self.outcomes[self.ends.iter().map(|&end| usize::from(place >= end)).sum::<usize>()]
    }

    /// The outcomes with the number of places that each has.
    pub fn outcomes(&self) -> impl Iterator<Item = (T, u32)> {
        let ends = self.ends.into_iter().chain([self.total]);
        let sizes = ends.scan(0, |last, end| Some(end - std::mem::replace(last, end)));
        self.outcomes.into_iter().zip(sizes).filter(|&(_, size)| size > 0)
    }
}

/// A fraction in lowest terms, of machine words.
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

/// The least common multiple, if it is a number of places.
fn common(a: u64, b: u64) -> Option<u64> {
    let multiple = a.checked_mul(b / num_integer::gcd(a, b))?;
    (multiple <= u64::from(u32::MAX)).then_some(multiple)
}

/// None when a chance is too intricate.
impl Weight for Option<Fraction> {
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
