//! The target number of a shot (CQB-5.3).

use chance::Pack;
use engage::Inches;

use crate::figure::{Condition, Gone, Travel, Wound};
use crate::fire::hit::{AimAt, Armour, Impact};
use crate::options::*;
use crate::rules::Rules;
use crate::weapon::{Fire, Recoil, Weapon};

/// Everything a fire action depends on: the firer, its weapon as held, and the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The weapon.
    pub weapon: Weapon,
    /// The category it is fired as: its own or a lower one (CQB-5.1a).
    pub fire: Fire,
    /// Number of shots, or bursts, in the fire action (CQB-5.1a).
    pub rate: u8,
    /// Whether the fire is aimed (CQB-5.3.2a).
    pub aimed: bool,
    /// The location named.
    pub aim_at: AimAt,
    /// Distance to the target.
    pub range: Inches,
    /// How the firer moved (CQB-5.3.1).
    pub firer_moved: Travel,
    /// How the target moved (CQB-5.3.1).
    pub target_moved: Gone,
    /// The firer's wounds (CQB-5.3.6a).
    pub wounds: u8,
    /// Whether it uses the weak hand (CQB-5.3.6b).
    pub weak_hand: bool,
    /// Whether it fires with one hand (CQB-1.4.2c, CQB-5.5.4d).
    pub one_handed: bool,
    /// Its failed gas tests (CQB-5.3.6d).
    pub gas: u8,
    /// Whether it has fired in the turns before without a break (CQB-5.3.5a).
    pub prior_shots: bool,
    /// The target's armour.
    pub armour: Armour,
    /// Whether the target's own weapon takes two hands (CQB-5.5.4d).
    pub target_two_handed: bool,
    /// Number of hostages in the line of fire (CQB-5.3.3e).
    pub hostages: u8,
}

/// A part of a target number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The basic number.
    Base,
    /// The firer moved.
    FirerMoved,
    /// The target moved.
    TargetMoved,
    /// Aimed fire.
    Aim,
    /// The telescopic sight.
    Scope,
    /// The named location.
    Location,
    /// The range.
    Range,
    /// Recoil.
    Recoil,
    /// The firer's wounds.
    Wounds,
    /// The weak hand.
    WeakHand,
    /// A change of target.
    Change,
    /// Gas.
    Gas,
}

impl Term {
    /// Its clause and its name.
    #[must_use]
    pub const fn describe(self) -> (&'static str, &'static str) {
        match self {
            Term::Base => ("CQB-5.3", "base"),
            Term::FirerMoved => ("CQB-5.3.1", "firer moved"),
            Term::TargetMoved => ("CQB-5.3.1", "target moved"),
            Term::Aim => ("CQB-5.3.2b", "aimed"),
            Term::Scope => ("CQB-5.3.2b", "telescopic sight"),
            Term::Location => ("CQB-5.3.3a", "named location"),
            Term::Range => ("CQB-5.3.4", "range"),
            Term::Recoil => ("CQB-5.3.5", "recoil"),
            Term::Wounds => ("CQB-5.3.6a", "wounds"),
            Term::WeakHand => ("CQB-5.3.6b", "weak hand"),
            Term::Change => ("CQB-5.3.6c", "change of target"),
            Term::Gas => ("CQB-5.3.6d", "gas"),
        }
    }
}

/// Which shot of a fire action is fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// In the fire action, from 1.
    pub shot: u8,
    /// In its burst, from 1.
    pub in_burst: u8,
    /// Full inches from the old target to the new, for the shot that makes the change and a later one that still pays
    /// for it; otherwise 0 (CQB-5.3.6c).
    pub change: i32,
}

impl Number {
    /// The first of a fire action.
    pub const FIRST: Number = Number { shot: 1, in_burst: 1, change: 0 };
}

#[cfg(test)]
impl Firing {
    /// Plain fire by an unhurt firer at a target 12" away that wears no armour.
    pub(crate) fn plain(weapon: Weapon, rules: &Rules) -> Firing {
        Firing {
            weapon,
            fire: weapon.fire,
            rate: rules.rate_of(weapon.fire),
            aimed: false,
            aim_at: AimAt::None,
            range: Inches::whole(12),
            firer_moved: Travel::default(),
            target_moved: Gone::Nowhere,
            wounds: 0,
            weak_hand: false,
            one_handed: false,
            gas: 0,
            prior_shots: false,
            armour: Armour::default(),
            target_two_handed: false,
            hostages: 0,
        }
    }
}

impl Firing {
    /// The same fire by a firer in this condition (CQB-5.3.6, CQB-5.5.4d).
    #[inline]
    #[must_use]
    pub fn by(self, firer: &Condition) -> Firing {
        let (weak_hand, one_handed) = (firer.wound == Wound::StrongArm, firer.wound.is_arm());
        Firing { wounds: firer.wounds(), weak_hand, one_handed, ..self }
    }

    /// The round fired and the target's armour (CQB-5.5).
    #[inline]
    pub(crate) const fn impact(&self) -> Impact {
        Impact { round: self.weapon.round, armour: self.armour }
    }

    /// The parts of the target number that are constant while nobody moves (CQB-5.3).
    #[inline]
    fn standing_terms(&self, rules: &Rules, mut each: impl FnMut(Term, i32)) {
        each(Term::Base, i32::from(rules.to_hit_base));
        each(Term::FirerMoved, firer_moved_modifier(self.firer_moved.gone, rules));
        each(Term::TargetMoved, target_moved_modifier(self.target_moved, rules));
        each(Term::Location, named_modifier(self.aim_at, rules));
        each(Term::Range, range_modifier(self.range, rules));
    }

    /// The parts that come from the firer's condition (CQB-5.3.6).
    #[inline]
    fn condition_terms(&self, rules: &Rules, mut each: impl FnMut(Term, i32)) {
        wound_terms(self.wounds, self.weak_hand, rules, &mut each);
        each(Term::Gas, i32::from(self.gas) * i32::from(rules.gas));
    }

    /// The parts of the target number that all shots of the fire action share (CQB-5.3).
    pub fn shared_terms(&self, rules: &Rules, mut each: impl FnMut(Term, i32)) {
        self.standing_terms(rules, &mut each);
        self.condition_terms(rules, &mut each);
    }

    /// The parts that depend on which shot it is.
    #[inline]
    pub fn shot_terms(&self, rules: &Rules, number: Number, mut each: impl FnMut(Term, i32)) {
        if self.aimed {
            if number.shot == 1 || rules.aim_applies == AimApplies::All {
                each(Term::Aim, i32::from(rules.aim_of(self.weapon.category)));
            }
            if number.shot == 1 && self.weapon.scope {
                each(Term::Scope, i32::from(rules.aim.scope));
            }
        }
        each(Term::Recoil, self.recoil_modifier(rules, number));
        each(Term::Change, number.change * i32::from(rules.change_per_inch));
    }

    /// The part of the target number that is constant while nobody moves.
    #[must_use]
    pub fn standing(&self, rules: &Rules) -> i32 {
        let mut sum = 0;
        self.standing_terms(rules, |_, modifier| sum += modifier);
        sum
    }

    /// The shared part of the target number.
    #[inline]
    #[must_use]
    pub fn shared(&self, rules: &Rules) -> i32 {
        let mut sum = 0;
        self.shared_terms(rules, |_, modifier| sum += modifier);
        sum
    }

    /// The shared part without the named location, which may differ for aimed fire (CQB-5.3.3a).
    #[inline]
    #[must_use]
    pub(crate) fn unnamed(&self, rules: &Rules) -> i32 {
        self.shared(rules) - named_modifier(self.aim_at, rules)
    }

    /// The target number of a shot, given the shared part (CQB-5.2a).
    #[inline]
    #[must_use]
    pub fn target_number(&self, rules: &Rules, shared: i32, number: Number) -> i32 {
        let mut sum = shared;
        self.shot_terms(rules, number, |_, modifier| sum += modifier);
        sum
    }

    /// Recoil class of the weapon as held (CQB-1.4.2c, CQB-5.5.4d).
    #[must_use]
    pub fn recoil(&self, rules: &Rules) -> Recoil {
        let category = self.weapon.category;
        let extended = category.two_handed() && rules.one_arm_long_gun == OneArmLongGun::HeavyRecoil;
        if self.one_handed && (category.is_smg() || extended) { Recoil::Heavy } else { self.weapon.recoil }
    }

    /// CQB-5.3.5.
    #[inline]
    fn recoil_modifier(&self, rules: &Rules, number: Number) -> i32 {
        let heavy = self.recoil(rules) == Recoil::Heavy;
        if self.fire.in_bursts() {
            let count = match rules.recoil_count {
                RecoilCount::Turn => number.shot,
                RecoilCount::Burst => number.in_burst,
            };
            burst_recoil(heavy, count, rules)
        } else {
            let later = number.shot > 1 || self.prior_shots && rules.single_recoil == SingleRecoil::Series;
            i32::from(heavy && later) * i32::from(rules.recoil_single)
        }
    }

    /// Whether the firer may not fire this weapon now, in its condition (CQB-4b, CQB-5.5.4d).
    #[must_use]
    pub fn barred(&self, rules: &Rules) -> bool {
        self.firer_moved.fast && rules.fast_firer == FastFirer::Barred || self.barred_for_good(rules)
    }

    /// Whether the firer can never fire this weapon again (CQB-5.5.4d).
    #[must_use]
    pub fn barred_for_good(&self, rules: &Rules) -> bool {
        self.one_handed && self.weapon.category.two_handed() && rules.one_arm_long_gun == OneArmLongGun::Barred
    }

    /// The chance in percent, rounded down, that the first card of a whole deck is a complete miss (CQB-5.3.3d).
    #[must_use]
    pub fn percent_missed(&self, rules: &Rules, pack: Pack) -> u32 {
        let target_number = self.target_number(rules, self.shared(rules), Number::FIRST);
        let ranks = (i32::from(pack.high()) - target_number + 1).clamp(0, 10) as u32;
        100 - 400 * ranks / pack.size()
    }

    /// Whether a shot could hit anything with a card of a whole deck, even by a near miss (CQB-5.2a, CQB-5.3.3c).
    #[must_use]
    pub fn could_hit(&self, rules: &Rules, number: Number, pack: Pack) -> bool {
        self.spare(rules, number, pack).is_some_and(|spare| spare >= 0)
    }

    /// The same, given the shared part of the target number without the named location.
    pub(crate) fn could_hit_with(&self, rules: &Rules, unnamed: i32, number: Number, pack: Pack) -> bool {
        let target_number = self.target_number(rules, unnamed + named_modifier(self.aim_at, rules), number);
        self.reaches(rules, pack).is_some_and(|reach| reach >= target_number)
    }

    /// The highest target number that a shot hits with a card of a whole deck. `None` if the firer can never fire this
    /// weapon again.
    fn reaches(&self, rules: &Rules, pack: Pack) -> Option<i32> {
        (!self.barred_for_good(rules)).then(|| i32::from(pack.high()) + i32::from(self.aim_at == AimAt::Torso))
    }

    /// How much the target number of a shot could rise and the shot still hit. `None` if the firer can never fire this
    /// weapon again.
    pub(crate) fn spare(&self, rules: &Rules, number: Number, pack: Pack) -> Option<i32> {
        let target_number = self.target_number(rules, self.shared(rules), number);
        self.reaches(rules, pack).map(|reach| reach - target_number)
    }
}

/// What the firer's move adds to a target number (CQB-5.3.1, CQB-4b).
#[inline]
pub(crate) fn firer_moved_modifier(gone: Gone, rules: &Rules) -> i32 {
    i32::from(match gone {
        Gone::Nowhere => 0,
        Gone::UpToNormal => rules.moved.firer,
        Gone::Farther => rules.moved.firer_fast,
    })
}

/// What the target's move adds to a target number (CQB-5.3.1).
#[inline]
pub(crate) fn target_moved_modifier(gone: Gone, rules: &Rules) -> i32 {
    i32::from(match gone {
        Gone::Nowhere => 0,
        Gone::UpToNormal => rules.moved.target,
        Gone::Farther => rules.moved.target_fast,
    })
}

/// The parts of a target number that come from the firer's wounds (CQB-5.3.6a, CQB-5.3.6b).
#[inline]
fn wound_terms(wounds: u8, weak_hand: bool, rules: &Rules, mut each: impl FnMut(Term, i32)) {
    each(Term::Wounds, i32::from(wounds) * i32::from(rules.wound));
    each(Term::WeakHand, i32::from(weak_hand) * i32::from(rules.weak_hand));
}

/// The sum of those parts for a firer in this condition.
#[inline]
pub(crate) fn condition_modifier(firer: &Condition, rules: &Rules) -> i32 {
    let mut sum = 0;
    wound_terms(firer.wounds(), firer.wound == Wound::StrongArm, rules, |_, modifier| sum += modifier);
    sum
}

/// CQB-5.3.3a.
#[inline]
pub(crate) fn named_modifier(aim_at: AimAt, rules: &Rules) -> i32 {
    i32::from(match aim_at {
        AimAt::None => 0,
        AimAt::BrainStem => rules.named.brain_stem,
        AimAt::Head => rules.named.head,
        AimAt::StrongArm | AimAt::WeakArm => rules.named.arm,
        AimAt::Leg => rules.named.leg,
        AimAt::Torso => rules.named.torso,
    })
}

/// CQB-5.3.4. Beyond the table's last band, `long_range` adds 1 for each doubling of its bound, or for each further 48"
/// begun.
#[inline]
#[must_use]
pub fn range_modifier(range: Inches, rules: &Rules) -> i32 {
    for band in &rules.range {
        if range <= band.up_to {
            return i32::from(band.modifier);
        }
    }
    let Some(last) = rules.range.last() else { return 0 };
    let (range, end) = (i64::from(range.thousandths()), i64::from(last.up_to.thousandths()));
    let beyond = match rules.long_range {
        LongRange::Linear48 => (range - end + 47_999) / 48_000,
        LongRange::Doubling => {
            let (mut bound, mut bands) = (end.max(1), 0);
            while bound < range {
                bound *= 2;
                bands += 1;
            }
            bands
        }
    };
    i32::from(last.modifier) + beyond as i32
}

/// The ranges at which the modifier may change: the upper bounds of all bands, including those beyond the table.
pub(crate) fn range_limits(rules: &Rules) -> Vec<Inches> {
    let mut limits: Vec<Inches> = rules.range.iter().map(|band| band.up_to).collect();
    let Some(last) = limits.last() else { return limits };
    let mut bound = match rules.long_range {
        LongRange::Linear48 => last.thousandths(),
        LongRange::Doubling => last.thousandths().max(1),
    };
    while bound < Inches::MOST * 1000 {
        bound = match rules.long_range {
            LongRange::Linear48 => bound + 48_000,
            LongRange::Doubling => bound * 2,
        };
        limits.push(Inches::from_thousandths(bound));
    }
    limits
}

/// CQB-5.3.5b; past the printed table CQB-5.3.5c.
#[inline]
fn burst_recoil(heavy: bool, shot: u8, rules: &Rules) -> i32 {
    let table = if heavy { &rules.recoil_heavy } else { &rules.recoil_light };
    match table.get(usize::from(shot) - 1) {
        Some(&modifier) => i32::from(modifier),
        None => {
            let steps = (i32::from(shot) + 1) / 3;
            if heavy { steps } else { steps / 2 }
        }
    }
}

/// Whether this weapon may be fired as that category (CQB-5.1a).
#[must_use]
pub fn may_fire_as(weapon: &Weapon, fire: Fire, rules: &Rules) -> bool {
    let lower = match weapon.fire {
        Fire::Auto => matches!(fire, Fire::Burst | Fire::Semi),
        Fire::Burst => fire == Fire::Semi,
        _ => false,
    };
    fire == weapon.fire || lower && rules.select_fire == SelectFire::LowerAllowed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CQB-5.3.5c: the printed recoil table obeys its formula.
    #[test]
    fn recoil_follows_the_formula() {
        let rules = Rules::default();
        for shot in 1..=20 {
            let steps = (i32::from(shot) + 1) / 3;
            assert_eq!((burst_recoil(true, shot, &rules), burst_recoil(false, shot, &rules)), (steps, steps / 2));
        }
        assert_eq!((burst_recoil(true, 26, &rules), burst_recoil(false, 26, &rules)), (9, 4));
    }

    /// CQB-5.3.4: bounds are inclusive, and the table goes on beyond its end under both readings.
    #[test]
    fn range_modifiers_at_their_bounds() {
        let mut rules = Rules::default();
        let at = |inches: i32, rules: &Rules| range_modifier(Inches::whole(inches), rules);
        let printed = [(0, -2), (3, -2), (4, -1), (6, -1), (12, 0), (13, 1), (24, 1), (48, 2), (96, 3), (97, 4)];
        for (inches, modifier) in printed {
            assert_eq!(at(inches, &rules), modifier, "{inches}");
        }
        assert_eq!([192, 193, 384, 385].map(|inches| at(inches, &rules)), [4, 5, 5, 6]);
        rules.long_range = LongRange::Linear48;
        assert_eq!([97, 144, 145, 192, 193].map(|inches| at(inches, &rules)), [4, 4, 5, 5, 6]);
    }
}
