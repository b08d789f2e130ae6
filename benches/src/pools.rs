//! Opposed rolls of mixed dice: five against four, the two best of each making its total.

use std::hint::black_box;

use chance::exact::{Distribution, Flow, Ratio, distribution};
use chance::{Address, Die, Keys, Pool, Sampled, Words};
use cortex::options::KeepDice;
use cortex::roll::{Opposed, Role, Roller};
use cortex::rules::Rules;

use crate::situations::SEED;

const HERE: Address = Address::new(0, 0, 0);

/// What a roll comes to: who wins, and his effect die if he is the actor.
pub type Came = (Option<Role>, Option<Die>);

/// Two pools, and how the actor keeps.
#[derive(Clone, Debug)]
pub struct Contest {
    rules: Rules,
    keep: KeepDice,
    actor: Pool,
    opposition: Pool,
}

impl Contest {
    /// One effect die; nothing is known of the pools when it is compiled.
    #[must_use]
    pub fn new(keep: KeepDice, actor: Pool, opposition: Pool) -> Contest {
        black_box(Contest { rules: Rules::default(), keep, actor, opposition })
    }

    /// The measured one: d6 2d8 d10 d12 against 2d6 d8 d10.
    #[must_use]
    pub fn five_against_four(keep: KeepDice) -> Contest {
        use Die::{D6, D8, D10, D12};
        let pool = |dice: &[Die]| dice.iter().copied().collect();
        Contest::new(keep, pool(&[D6, D8, D8, D10, D12]), pool(&[D6, D6, D8, D10]))
    }

    fn roll(&self) -> Opposed<'_> {
        Opposed::new(&self.rules, Roller::new(self.actor).keeping(self.keep), Roller::new(self.opposition))
    }

    /// The exact odds, of which nothing was known before.
    ///
    /// # Panics
    /// When there are too many dice.
    #[must_use]
    pub fn solve(&self) -> Distribution<Came, Ratio> {
        let opposed = self.roll();
        let odds = distribution((), 100_000, |(), chance| {
            let rolled = opposed.roll(chance, HERE);
            Flow::Done((rolled.winner, rolled.succeeds().then(|| rolled.effects.first())))
        });
        odds.expect("one step")
    }

    /// The sum over `count` rolls from keyed words of what each comes to. Every roll meets its pools as in a fight, where each is another.
    #[must_use]
    pub fn play(&self, first: u64, count: usize) -> u64 {
        let (opposed, mut keys) = (self.roll(), Keys::new(SEED, first));
        let one = |_| {
            let rolled = black_box(&opposed).roll(&mut Sampled::new(keys.next_key()), HERE);
            if rolled.succeeds() { 1 + u64::from(rolled.effects.first().step()) } else { 0 }
        };
        (0..count).map(one).sum()
    }

    /// The floor under that: the same dice from the same words, added up.
    #[must_use]
    pub fn dice(&self, first: u64, count: usize) -> u64 {
        let mut keys = Keys::new(SEED, first);
        let mut sum = 0;
        for _ in 0..count {
            let mut key = keys.next_key();
            let contest = black_box(self);
            for (pool, at) in [(contest.opposition, HERE.purpose(1)), (contest.actor, HERE)] {
                let mut rest = key.word(at);
                for die in Die::ALL {
                    for _ in 0..pool.count(die) {
                        let product = u128::from(rest) * u128::from(die.faces());
                        sum += (product >> 64) as u64 + 1;
                        rest = product as u64;
                    }
                }
            }
        }
        sum
    }

    /// A number that two solutions share only if they agree.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let texts = self.solve().outcomes.into_iter().map(|(came, odds)| format!("{came:?} {odds}"));
        let hash = |text: String| {
            let bytes = text.into_bytes();
            bytes
                .iter()
                .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        };
        texts.map(hash).fold(0, u64::wrapping_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of wins in a million rolls strays from the exact one by less than five standard errors, for either way to keep.
    #[test]
    fn rolls_are_as_likely_as_counted() {
        for keep in [KeepDice::BestTotal, KeepDice::MaxEffect] {
            let contest = Contest::five_against_four(keep);
            let odds = contest.solve();
            assert_eq!(odds.sum(|came| came.0 == Some(Role::Actor)).to_string(), "2373353/3317760");
            let worth = |&(_, effect): &Came| effect.map_or(0, |die| 1 + u64::from(die.step()));
            let mean = odds.mean(worth).to_f64();
            let square = odds.mean(|came| worth(came).pow(2)).to_f64();
            let count = 1_000_000;
            let error = ((square - mean * mean) / f64::from(count)).sqrt();
            let seen = contest.play(0, count as usize) as f64 / f64::from(count);
            assert!((seen - mean).abs() < 5.0 * error, "{keep:?}: {seen} for {mean}");
        }
    }
}
