//! Targets and fire: the preferences of a doctrine.

use engage::Inches;
use field::Figures;

use crate::action::Attack;
use crate::fire::line_up::Combatant;
use crate::player::doctrine::TargetChoice;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::squad::Doctrine;

/// A figure's ranking of another as a target: the smallest is the best.
#[inline]
pub(crate) fn worth(me: &Profile, enemy: usize, target: Combatant<'_>, range: Inches) -> (i32, Inches, u32, usize) {
    let Combatant { profile: theirs, figure: other } = target;
    let first = match me.doctrine.target {
        TargetChoice::Nearest | TargetChoice::Random => 0,
        TargetChoice::Focus => enemy as i32,
        TargetChoice::Weakest => -i32::from(other.condition.wounds()),
        TargetChoice::Dangerous => -(theirs.ability as i32),
    };
    (first, range, theirs.place.abs_diff(me.place), enemy)
}

/// How a figure fires at any target: at its doctrine's rate, at the location that its doctrine names.
#[inline]
pub(crate) fn fire_at(rules: &Rules, doctrine: &Doctrine) -> Attack {
    let rate = rules.rate_of(doctrine.fire).min(doctrine.rate);
    Attack { at: Figures::NONE, aim_at: doctrine.aim_at.unwrap_or_default(), fire: doctrine.fire, rate }
}
