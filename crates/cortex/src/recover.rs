//! Creating and removing assets and conditions (CX0-13, CX0-14, CX2-zone-4).

use chance::Die;

use crate::options::{Hitches, RecoverEqual, RecoverPartial};
use crate::rules::Rules;

/// A condition or asset after the attack of an effect die (CX0-14).
#[must_use]
pub fn attacked(rules: &Rules, held: Die, effect: Die) -> Option<Die> {
    let removed = match rules.recover_equal {
        RecoverEqual::StepDown => effect > held,
        RecoverEqual::Remove => effect >= held,
    };
    match rules.recover_partial {
        _ if removed => None,
        RecoverPartial::StepDown => held.down(),
        RecoverPartial::None => Some(held),
    }
}

/// A drawback given again: a larger die replaces it, any other steps it up, at most to a d12 (CX0-9).
#[must_use]
pub fn given_again(held: Option<Die>, die: Die) -> Die {
    match held {
        Some(held) if die <= held => held.up().unwrap_or(Die::D12),
        _ => die,
    }
}

/// The complication of a number of hitches (CX0-16): d6, and a step more for each beyond the first.
#[must_use]
pub fn of_hitches(hitches: u8) -> Option<Die> {
    (hitches > 0).then(|| Die::of_step((hitches + 1).min(5)).unwrap_or(Die::D12))
}

/// The hitches behind a complication, in words for an observer.
pub(crate) fn hitches_in_words(complication: Die) -> &'static str {
    if Some(complication) == of_hitches(1) { "a hitch" } else { "hitches" }
}

/// The complication that the umpire makes of hitches, if any.
#[must_use]
pub fn complication(rules: &Rules, hitches: u8) -> Option<Die> {
    match rules.hitches {
        Hitches::Never => None,
        Hitches::Always => of_hitches(hitches),
        Hitches::TwoOrMore => of_hitches(hitches).filter(|_| hitches > 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Die::{D4, D6, D8, D10, D12};

    #[test]
    fn cx0_14_a_larger_die_removes() {
        let rules = Rules::default();
        assert_eq!([D4, D6, D8, D10].map(|effect| attacked(&rules, D8, effect)), [Some(D6), Some(D6), Some(D6), None]);
        assert_eq!(attacked(&rules, D4, D4), None);
        let equal = Rules { recover_equal: RecoverEqual::Remove, recover_partial: RecoverPartial::None, ..rules };
        assert_eq!([D6, D8].map(|effect| attacked(&equal, D8, effect)), [Some(D8), None]);
    }

    #[test]
    fn cx0_9_a_drawback_given_again() {
        assert_eq!([D4, D8, D10].map(|die| given_again(Some(D8), die)), [D10, D10, D10]);
        assert_eq!((given_again(Some(D12), D12), given_again(None, D4)), (D12, D4));
    }

    #[test]
    fn cx0_16_hitches() {
        assert_eq!([0, 1, 2, 3, 4, 9].map(of_hitches), [None, Some(D6), Some(D8), Some(D10), Some(D12), Some(D12)]);
    }
}
