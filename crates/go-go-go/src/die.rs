//! A test: one die with modifiers against a needed number (GGG-die).

use chance::{Address, Chance, D6};

use crate::figure::Man;
use crate::options::NaturalRolls;
use crate::rules::Rules;

/// A die that must reach a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The number needed.
    pub need: i8,
    /// What is added to the die.
    pub modifier: i8,
    /// How natural ones and sixes count.
    pub natural: NaturalRolls,
}

impl Test {
    /// Whether a die passes (GGG-die-1, GGG-die-3).
    #[must_use]
    pub const fn passes(&self, die: u8) -> bool {
        match (die, self.natural) {
            (6, NaturalRolls::SixSucceeds | NaturalRolls::Both) => true,
            (1, NaturalRolls::OneFails | NaturalRolls::Both) => false,
            _ => die as i16 + self.modifier as i16 >= self.need as i16,
        }
    }

    /// Whether no face passes.
    #[must_use]
    pub const fn is_hopeless(&self) -> bool {
        !self.passes(6)
    }

    /// How many of the six faces pass.
    #[must_use]
    pub fn faces(&self) -> u32 {
        let least = matches!(self.natural, NaturalRolls::SixSucceeds | NaturalRolls::Both).into();
        let most = if matches!(self.natural, NaturalRolls::OneFails | NaturalRolls::Both) { 5 } else { 6 };
        (7 + i16::from(self.modifier) - i16::from(self.need)).clamp(least, most) as u32
    }

    /// Rolls.
    pub fn roll<C: Chance>(&self, chance: &mut C, at: Address) -> bool {
        let test = *self;
        chance.roll(at, &D6, |die| test.passes(die))
    }
}

/// The penalty to a figure's dice for wounds and stun (GGG-eff-3, GGG-stun-1, GGG-die-2).
#[must_use]
pub const fn penalty(rules: &Rules, man: &Man) -> i8 {
    let stunned = if man.stun > 0 { rules.penalties.stunned } else { 0 };
    rules.penalties.wound.saturating_mul(man.wounds as i8).saturating_add(stunned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_those_that_pass() {
        use NaturalRolls::{Both, OneFails, Plain, SixSucceeds};
        for natural in [Plain, SixSucceeds, OneFails, Both] {
            for (need, modifier) in (-12..=20).flat_map(|need| (-9..=9).map(move |modifier| (need, modifier))) {
                let test = Test { need, modifier, natural };
                let passing = (1..=6).filter(|&die| test.passes(die)).count();
                assert_eq!((test.faces() as usize, test.is_hopeless()), (passing, passing == 0), "{test:?}");
            }
        }
    }
}
