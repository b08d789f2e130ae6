//! The fire of each figure at each other where nobody moves, and what else can be settled before play.

use engage::Inches;

use crate::action::Attack;
use crate::figure::{Condition, Figure, Wound};
use crate::fire::hit::AimAt;
use crate::fire::line_up::{barred_for_good, line_up};
use crate::fire::target::{Firing, Number};
use crate::options::RecoilCount;
use crate::player::doctrine::TargetChoice;
use crate::player::targets::{fire_at, worth};
use crate::prepared::sheet::Sheet;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::weapon::Fire;

/// Shots whose target numbers are worked out beforehand.
const FIRST_SHOTS: usize = 9;

/// The fire of one figure at another as its doctrine has it, worked out for both unhurt.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    pub(crate) firing: Firing,
    pub(crate) sheet: Sheet,
    /// The location that the doctrine names, be it that another shows.
    wanted: AimAt,
    /// The part of the target number that stays as long as nobody moves.
    standing: i32,
    /// Whether the first shot could hit (CQB-5.2a).
    could_hit: bool,
    /// Target numbers of the first shots.
    numbers: [i32; FIRST_SHOTS],
}

impl Lane {
    fn new(rules: &Rules, me: &Profile, wanted: AimAt, firing: Firing) -> Lane {
        let standing = firing.standing(rules);
        let number = |shot: usize| Number { shot: shot as u8 + 1, in_burst: shot as u8 + 1, change: 0 };
        Lane {
            sheet: Sheet::new(rules, &firing),
            wanted,
            standing,
            numbers: std::array::from_fn(|shot| firing.target_number(rules, standing, number(shot))),
            could_hit: firing.could_hit(rules, rules.pack(me.ability, 0)),
            firing,
        }
    }

    /// Whether it is that of this attack.
    #[inline(always)]
    pub(crate) fn is_of(&self, attack: &Attack) -> bool {
        (attack.aim_at, attack.fire, attack.rate) == (self.wanted, self.firing.fire, self.firing.rate)
    }

    /// Target number of a shot by an unhurt firer (CQB-5.3).
    #[inline(always)]
    pub(crate) fn target_number(&self, rules: &Rules, number: Number) -> i32 {
        let as_listed = number.change == 0
            && (number.shot == number.in_burst
                || rules.recoil_count == RecoilCount::Turn
                || !self.firing.fire.in_bursts());
        let listed = if as_listed { self.numbers.get(usize::from(number.shot) - 1) } else { None };
        listed.copied().unwrap_or_else(|| self.firing.target_number(rules, self.standing, number))
    }
}

/// What can be settled about a figure before play, where nobody moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settled {
    /// It can hit any enemy as long as it is unhurt (CQB-5.2a).
    pub(crate) can_hit: bool,
    /// It fires whenever it is not hindered: it neither holds, aims, moves nor has to load.
    pub(crate) just_fires: bool,
    /// Its enemies, those it prefers to shoot at first; empty where that changes in play.
    pub(crate) preference: Vec<u8>,
}

/// The lanes of a battle in which nobody moves: unaimed and aimed, with two arms and with one out.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    lanes: Vec<Lane>,
    figures: usize,
}

impl Lanes {
    /// Of figures who stand this far from every enemy, with so many hostages in every line of fire.
    pub(crate) fn new(rules: &Rules, profiles: &[Profile], range: Inches, hostages: u8) -> Lanes {
        let mut lanes = Vec::with_capacity(profiles.len() * profiles.len() * 4);
        for me in profiles {
            for target in profiles {
                for (aiming, one_armed) in [(false, false), (false, true), (true, false), (true, true)] {
                    let attack = fire_at(rules, &me.doctrine);
                    let figure = Figure { aiming, ..Figure::default() };
                    let firing =
                        line_up(rules, (me, &figure), (target, &Figure::default()), &attack, (range, &target.shows));
                    lanes.push(Lane::new(
                        rules,
                        me,
                        attack.aim_at,
                        Firing { one_handed: one_armed, hostages, ..firing },
                    ));
                }
            }
        }
        Lanes { lanes, figures: profiles.len() }
    }

    /// The fire of one figure at another.
    #[inline]
    pub(crate) fn of(&self, me: usize, target: usize, aiming: bool, one_armed: bool) -> &Lane {
        let pair = me * self.figures + target;
        &self.lanes[pair * 4 + usize::from(aiming) * 2 + usize::from(one_armed)]
    }

    /// What can be settled about a figure with these enemies.
    pub(crate) fn settle(
        &self,
        rules: &Rules,
        profiles: &[Profile],
        range: Inches,
        me: usize,
        enemies: impl Iterator<Item = usize> + Clone,
    ) -> Settled {
        let profile = &profiles[me];
        let doctrine = &profile.doctrine;
        let aims = doctrine.aims(profile.weapon.category, range);
        let one_armed = Condition { wound: Wound::WeakArm, ..Condition::default() };
        let barred = barred_for_good(rules, &profile.weapon, &one_armed);
        let mut preference: Vec<u8> = enemies.clone().map(|enemy| enemy as u8).collect();
        match doctrine.target {
            TargetChoice::Nearest | TargetChoice::Focus | TargetChoice::Dangerous => {
                let worth = |enemy: usize| worth(profile, (enemy, &profiles[enemy]), &Figure::default(), range);
                preference.sort_by_key(|&enemy| worth(enemy.into()));
            }
            TargetChoice::Weakest | TargetChoice::Random => preference.clear(),
        }
        Settled {
            can_hit: enemies.clone().all(|enemy| self.of(me, enemy, aims, false).could_hit),
            just_fires: doctrine.hold_until.is_none() && !aims && !barred && profile.weapon.fire != Fire::Slow,
            preference,
        }
    }
}
