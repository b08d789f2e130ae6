//! The rulebook as data: every option. `Default` applies where a scenario gives no value.

use chance::{Die, Limit};
use engage::{Problem, Rulebook};

pub use crate::options::Rules;
use crate::options::*;

impl Rulebook for Rules {
    /// No check involves several keys.
    fn problems(&self, _: &str) -> Vec<Problem> {
        Vec::new()
    }
}

impl Rules {
    /// The smallest die that an empty track takes (CX0-10).
    pub(crate) const fn floor(&self) -> Die {
        match self.harm_floor {
            HarmFloor::D6 => Die::D6,
            HarmFloor::D4 => Die::D4,
        }
    }

    /// The limit of effect dice by the margin, with a number bought (CX1-effect-1 to -3).
    pub(crate) const fn by_margin(&self, bought: u8) -> Limit {
        Limit { least: bought.saturating_add(1), every: self.extra_effect_every }
    }

    /// Effect dice on a unit in Part II (CX2-attack-4, CX2-attack-7).
    pub(crate) const fn on_unit(&self, bought: u8) -> Limit {
        match self.firefight_effect_dice {
            FirefightEffectDice::AllRemaining => Limit::ALL,
            FirefightEffectDice::Margin => self.by_margin(bought),
        }
    }

    /// Effect dice on a character in Part II (CX2-attack-5, CX2-attack-7).
    pub(crate) const fn on_character(&self, bought: u8) -> Limit {
        match self.effect_dice_vs_character {
            EffectDiceVsCharacter::One => Limit::ONE,
            EffectDiceVsCharacter::Margin => self.by_margin(bought),
        }
    }
}
