//! Losing the yellow counter: the factor of the squad leader (FT-unpin).

use chance::{Address, Chance, D6};

use crate::figure::{Movement, Posture};
use crate::purpose;
use crate::rules::Rules;

/// The factor of a man for un-pinning: the saving-throw table by posture alone, less 1 in hard cover (FT-unpin-2).
#[must_use]
pub const fn factor(rules: &Rules, posture: Posture, movement: Movement, hard_cover: bool) -> i8 {
    let row = match posture {
        Posture::Standing => &rules.save.standing,
        Posture::Prone => &rules.save.covered,
    };
    row.after(movement) - if hard_cover { rules.unpin_hard_cover } else { 0 }
}

/// One throw: at or below the factor a man is un-pinned (FT-unpin-1).
#[inline]
pub fn unpins<C: Chance>(chance: &mut C, factor: i8, at: Address) -> bool {
    chance.roll(at.purpose(purpose::UNPIN), &D6, |die| i16::from(die) <= i16::from(factor))
}
