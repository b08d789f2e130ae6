//! The fire of one figure at another: what it takes from both (CQB-5.3), and which location may be named (CQB-5.3.3a,
//! CQB-5.3.7).

use engage::Inches;

use crate::action::Attack;
use crate::figure::{Condition, Figure, Gone, Travel};
use crate::fire::hit::AimAt;
use crate::fire::target::{Firing, named_modifier};
use crate::options::*;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::weapon::Weapon;

/// The parts of a figure that show behind hard cover on a map (CQB-5.3.7).
pub(crate) const BEHIND_COVER: &[AimAt] = &[AimAt::Head, AimAt::StrongArm, AimAt::WeakArm, AimAt::BrainStem];

/// A figure's constant profile and its present state.
#[derive(Clone, Copy)]
pub(crate) struct Combatant<'a> {
    pub(crate) profile: &'a Profile,
    pub(crate) figure: &'a Figure,
}

/// A target as the firer sees it.
#[derive(Clone, Copy)]
pub(crate) struct SeenTarget<'a> {
    pub(crate) combatant: Combatant<'a>,
    pub(crate) range: Inches,
    /// The parts in sight, all if empty (CQB-5.3.7).
    pub(crate) shows: &'a [AimAt],
}

/// A figure's fire at a target, not counting gas and hostages.
#[inline(always)]
pub(crate) fn line_up(rules: &Rules, firer: Combatant<'_>, target: SeenTarget<'_>, attack: &Attack) -> Firing {
    let Combatant { profile: me, figure } = firer;
    let SeenTarget { combatant: Combatant { profile: theirs, figure: other }, range, shows } = target;
    Firing {
        weapon: me.weapon,
        fire: attack.fire,
        rate: attack.rate,
        aimed: figure.aiming,
        aim_at: named(rules, attack.aim_at, figure.aiming, shows),
        range,
        firer_moved: Travel { gone: figure.moved_last.gone, fast: moved_fast(rules, figure) },
        target_moved: target_gone(rules, other.moved_last.gone, other.moved_now.gone),
        wounds: 0,
        weak_hand: false,
        one_handed: false,
        gas: 0,
        prior_shots: figure.fired,
        armour: theirs.armour,
        target_two_handed: theirs.weapon.category.two_handed(),
        hostages: 0,
    }
    .by(&figure.condition)
}

/// How far a target counts as having gone that went so far in the turn before and in this one (CQB-5.3.1).
#[inline]
pub(crate) fn target_gone(rules: &Rules, last: Gone, now: Gone) -> Gone {
    match rules.moved_window {
        MovedWindow::PreviousTurn => last,
        MovedWindow::PreviousOrCurrent => last.max(now),
    }
}

/// Whether a firer counts as a Fast mover (CQB-4b).
#[inline]
fn moved_fast(rules: &Rules, figure: &Figure) -> bool {
    match rules.move_and_fire {
        MoveAndFire::No => figure.moved_last.fast,
        MoveAndFire::UpToNormal => figure.moved_now.fast,
    }
}

/// The clause that forbids a figure to fire its weapon now, if any (CQB-4b, CQB-5.1a, CQB-5.5.4d).
#[inline]
pub(crate) fn barred(rules: &Rules, weapon: &Weapon, figure: &Figure) -> Option<&'static str> {
    if figure.reload > 0 {
        Some("CQB-5.1a")
    } else if moved_fast(rules, figure) && rules.fast_firer == FastFirer::Barred {
        Some("CQB-4b")
    } else if barred_for_good(rules, weapon, &figure.condition) {
        Some("CQB-5.5.4d")
    } else {
        None
    }
}

/// Whether a figure can never fire its weapon again (CQB-5.5.4d).
#[inline]
pub(crate) fn barred_for_good(rules: &Rules, weapon: &Weapon, condition: &Condition) -> bool {
    condition.wound.is_arm() && weapon.category.two_handed() && rules.one_arm_long_gun == OneArmLongGun::Barred
}

/// The location that a shot names if these parts of the target show (an empty list means all): the wanted one if it may
/// be named, otherwise the easiest that shows (CQB-5.3.3a, CQB-5.3.7).
#[inline]
pub(crate) fn named(rules: &Rules, wanted: AimAt, aiming: bool, shows: &[AimAt]) -> AimAt {
    let wanted = if rules.location_needs_aim == LocationNeedsAim::Yes && !aiming { AimAt::None } else { wanted };
    if shows.is_empty() || rules.cover == Cover::None || shows.contains(&wanted) {
        return wanted;
    }
    let easiest = shows.iter().min_by_key(|&&part| named_modifier(part, rules));
    easiest.copied().unwrap_or(wanted)
}
