//! The fire of each figure at each other in a battle without movement, and other facts computed before play.

use engage::Inches;

use super::aims::Aims;
use crate::action::Attack;
use crate::figure::{Condition, Figure, Wound};
use crate::fire::hit::AimAt;
use crate::fire::hit_table::HitTable;
use crate::fire::line_up::{Combatant, SeenTarget, barred_for_good, line_up};
use crate::fire::target::{Firing, Number, condition_modifier, named_modifier};
use crate::options::{AimCost, RecoilCount};
use crate::player::doctrine::{AimPolicy, TargetChoice};
use crate::player::targets::{fire_at, worth};
use crate::profile::Profile;
use crate::rules::Rules;
use crate::weapon::Fire;

/// Number of shots whose target numbers are prepared.
const FIRST_SHOTS: usize = 9;

/// The `spare` of a shot that cannot hit or is not prepared: no target number is low enough.
const NEVER: i32 = i32::MIN;

/// The fire of one figure at another by its doctrine, computed with both unhurt.
#[derive(Clone, Debug)]
pub(crate) struct PreparedFire {
    firing: Firing,
    hits: HitTable,
    /// The location that the doctrine names. If it does not show, the fire is at another one.
    wanted: AimAt,
    /// The part of the target number that is constant while nobody moves.
    standing: i32,
    /// That part without the named location.
    pub(crate) unnamed: i32,
    /// How much the target number of the first shot could rise and the shot still hit (CQB-5.2a).
    spare: i32,
    /// Target numbers of the first shots.
    numbers: [i32; FIRST_SHOTS],
}

impl PreparedFire {
    fn new(rules: &Rules, me: &Profile, wanted: AimAt, firing: Firing) -> PreparedFire {
        let standing = firing.standing(rules);
        let number = |shot: usize| Number { shot: shot as u8 + 1, in_burst: shot as u8 + 1, change: 0 };
        PreparedFire {
            hits: HitTable::new(rules, &firing),
            wanted,
            standing,
            unnamed: standing - named_modifier(firing.aim_at, rules),
            numbers: std::array::from_fn(|shot| firing.target_number(rules, standing, number(shot))),
            spare: firing.spare(rules, Number::FIRST, rules.pack(me.ability, 0)).unwrap_or(NEVER),
            firing,
        }
    }

    /// Whether this attack is the one that was prepared.
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

/// Facts computed about a figure before play, in a battle without movement.
#[derive(Clone, Debug)]
pub(crate) struct Precomputed {
    /// The most its wounds may add to target numbers so that it can still hit every enemy, with two arms and with one
    /// out (CQB-5.2a).
    spare: [i32; 2],
    /// The most its wounds may add to target numbers so that it fires whenever nothing hinders it, with two arms and
    /// with one out: it does not hold, aim or move, and its weapon need not be loaded.
    fires: [i32; 2],
    /// Its enemies in order of preference as targets; empty if the order changes in play.
    pub(crate) preference: Vec<u8>,
}

impl Default for Precomputed {
    fn default() -> Precomputed {
        Precomputed { spare: [NEVER; 2], fires: [NEVER; 2], preference: Vec::new() }
    }
}

impl Precomputed {
    /// Whether a figure in this condition is known to be able to hit every enemy (CQB-5.2a).
    #[inline(always)]
    pub(crate) fn can_hit(&self, condition: &Condition, rules: &Rules) -> bool {
        condition_modifier(condition, rules) <= self.spare[usize::from(condition.wound.is_arm())]
    }

    /// Whether a figure in this condition fires whenever nothing hinders it.
    #[inline(always)]
    pub(crate) fn just_fires(&self, condition: &Condition, rules: &Rules) -> bool {
        condition_modifier(condition, rules) <= self.fires[usize::from(condition.wound.is_arm())]
    }
}

/// What all figures share in a battle in which nobody moves.
pub(crate) struct StillBattle<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) profiles: &'a [Profile],
    pub(crate) aims: &'a Aims,
    /// Distance between the two lines.
    pub(crate) range: Inches,
}

/// The fire of every figure in a battle without movement: unaimed and aimed, with two arms and with one out.
#[derive(Debug, Default)]
pub(crate) struct PreparedFires {
    fires: Vec<PreparedFire>,
    figures: usize,
}

impl PreparedFires {
    /// Prepares fire at this distance from every enemy, with this number of hostages in every line of fire.
    pub(crate) fn new(rules: &Rules, profiles: &[Profile], range: Inches, hostages: u8) -> PreparedFires {
        let mut fires = Vec::with_capacity(profiles.len() * profiles.len() * 4);
        for me in profiles {
            for target in profiles {
                for (aiming, one_armed) in [(false, false), (false, true), (true, false), (true, true)] {
                    let attack = fire_at(rules, &me.doctrine);
                    let firer = Combatant { profile: me, figure: &Figure { aiming, ..Figure::default() } };
                    let combatant = Combatant { profile: target, figure: &Figure::default() };
                    let firing = line_up(rules, firer, SeenTarget { combatant, range, shows: &target.shows }, &attack);
                    let firing = Firing { one_handed: one_armed, hostages, ..firing };
                    fires.push(PreparedFire::new(rules, me, attack.aim_at, firing));
                }
            }
        }
        PreparedFires { fires, figures: profiles.len() }
    }

    /// The fire of one figure at another.
    #[inline]
    pub(crate) fn of(&self, me: usize, target: usize, aiming: bool, one_armed: bool) -> &PreparedFire {
        let pair = me * self.figures + target;
        &self.fires[pair * 4 + usize::from(aiming) * 2 + usize::from(one_armed)]
    }

    /// Whether a figure could hit another, aimed or not, with both unhurt.
    pub(crate) fn may_hit(&self, me: usize, target: usize) -> bool {
        [false, true].into_iter().any(|aiming| self.of(me, target, aiming, false).spare >= 0)
    }

    /// Computes the facts about a figure with these enemies.
    pub(crate) fn work_out(
        &self,
        &StillBattle { rules, profiles, aims, range }: &StillBattle<'_>,
        me: usize,
        enemies: impl Iterator<Item = usize> + Clone,
    ) -> Precomputed {
        let profile = &profiles[me];
        let doctrine = &profile.doctrine;
        let fires = |one_armed: bool| {
            let wound = if one_armed { Wound::WeakArm } else { Wound::None };
            let barred = barred_for_good(rules, &profile.weapon, &Condition { wound, ..Condition::default() });
            if doctrine.hold_until.is_some() || profile.weapon.fire == Fire::Slow || barred {
                return NEVER;
            }
            let before_aims = |enemy| aims.before(me, enemy, one_armed, self.of(me, enemy, false, false).unnamed);
            match doctrine.aim {
                AimPolicy::Always => NEVER,
                AimPolicy::WhenBetter if rules.aim_cost == AimCost::Action => {
                    enemies.clone().map(before_aims).min().unwrap_or(NEVER)
                }
                AimPolicy::Never | AimPolicy::WhenBetter => i32::MAX,
            }
        };
        let mut preference: Vec<u8> = enemies.clone().map(|enemy| enemy as u8).collect();
        match doctrine.target {
            TargetChoice::Nearest | TargetChoice::Focus | TargetChoice::Dangerous => {
                let unhurt = Figure::default();
                let target = |enemy: usize| Combatant { profile: &profiles[enemy], figure: &unhurt };
                let worth = |enemy: usize| worth(profile, enemy, target(enemy), range);
                preference.sort_by_key(|&enemy| worth(enemy.into()));
            }
            TargetChoice::Weakest | TargetChoice::Random => preference.clear(),
        }
        Precomputed {
            spare: [false, true].map(|one_armed| {
                let spare = |enemy, aiming| self.of(me, enemy, aiming, one_armed).spare;
                let best = |enemy| doctrine.aim.ways().iter().map(|&aiming| spare(enemy, aiming)).max();
                enemies.clone().filter_map(best).min().unwrap_or(NEVER)
            }),
            fires: [false, true].map(fires),
            preference,
        }
    }
}

/// The fire of a figure at a target in their present condition.
pub(crate) struct LineOfFire<'a> {
    /// The effects of its hits.
    pub(crate) hits: &'a HitTable,
    way: Way<'a>,
}

enum Way<'a> {
    /// Prepared fire, and what the firer's condition adds to its target numbers (CQB-5.3.6).
    Prepared { fire: &'a PreparedFire, shift: i32 },
    /// Fire that differs from the prepared, and the part that its target numbers share.
    Changed { firing: Firing, shared: i32 },
}

impl<'a> LineOfFire<'a> {
    /// Prepared fire by a firer in this condition.
    #[inline(always)]
    pub(crate) fn prepared(fire: &'a PreparedFire, firer: &Condition, rules: &Rules) -> LineOfFire<'a> {
        let shift = condition_modifier(firer, rules);
        LineOfFire { hits: &fire.hits, way: Way::Prepared { fire, shift } }
    }

    /// Fire that differs from the prepared.
    #[inline(always)]
    pub(crate) fn changed(firing: Firing, hits: &'a HitTable, rules: &Rules) -> LineOfFire<'a> {
        let shared = firing.shared(rules);
        LineOfFire { hits, way: Way::Changed { firing, shared } }
    }

    #[inline(always)]
    pub(crate) fn firing(&self) -> &Firing {
        match &self.way {
            Way::Prepared { fire, .. } => &fire.firing,
            Way::Changed { firing, .. } => firing,
        }
    }

    /// Target number of a shot (CQB-5.3).
    #[inline(always)]
    pub(crate) fn target_number(&self, rules: &Rules, number: Number) -> i32 {
        match &self.way {
            Way::Prepared { fire, shift } => fire.target_number(rules, number) + shift,
            Way::Changed { firing, shared } => firing.target_number(rules, *shared, number),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::battle::{Battle, Matchup};
    use crate::compile::compiled;
    use crate::fire::target::condition_modifier;
    use crate::weapon::catalogue;

    /// Four squads of two figures that never move; blue's carry this weapon.
    fn battle(weapon: &str, rules: &Value) -> Battle {
        let squad = |ability: &str, weapon: &str, aim_at: &str, target: &str| {
            json!({
                "ability": ability, "weapon": weapon, "aim_at": aim_at, "target": target, "count": 2,
                "armour": if ability == "elite" { json!(["soft", "helmet"]) } else { json!([]) },
                "shows": if ability == "novice" { json!(["head", "strong_arm"]) } else { json!([]) },
            })
        };
        let setup = json!({
            "blue": {
                "first": squad("elite", weapon, "none", "nearest"),
                "second": squad("novice", weapon, "head", "focus"),
            },
            "red": {
                "first": squad("veteran", "pistol", "torso", "dangerous"),
                "second": squad("novice", "rifle", "brain_stem", "weakest"),
            },
            "field": { "range": 30, "hostages": 2 },
            "rules": rules,
            "turn_limit": 10,
        });
        compiled(&setup, None).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"))
    }

    /// Each value of every option that fire depends on, one at a time.
    fn variants() -> Vec<Value> {
        let options: [(&str, &[&str]); 9] = [
            ("one_arm_long_gun", &["unchanged", "barred"]),
            ("single_recoil", &["series"]),
            ("recoil_count", &["burst"]),
            ("change_target", &["all"]),
            ("aim_applies", &["first"]),
            ("location_needs_aim", &["yes"]),
            ("cover", &["exposed_parts"]),
            ("shotgun_aim", &["as_poor_rifle"]),
            ("long_range", &["linear48"]),
        ];
        let changed =
            options.iter().flat_map(|(option, values)| values.iter().map(move |value| json!({ *option: value })));
        std::iter::once(json!({})).chain(changed).collect()
    }

    /// Conditions that a firer may be in.
    fn conditions() -> impl Iterator<Item = Condition> {
        let wounds = [Wound::None, Wound::Leg, Wound::StrongArm, Wound::WeakArm];
        wounds.into_iter().flat_map(|wound| [0, 1, 5].map(|flesh| Condition { wound, flesh, ..Condition::default() }))
    }

    /// Shots of a fire action, in bursts and not, with and without a change of target.
    fn numbers() -> impl Iterator<Item = Number> {
        let number = |shot: u8, in_burst: u8| [0, 3].map(|change| Number { shot, in_burst, change });
        (1..=40).flat_map(move |shot| {
            [shot, 1, 2, 5].into_iter().filter(move |&at| at <= shot).flat_map(move |at| number(shot, at))
        })
    }

    /// Prepared fire equals the plain rule for each condition of the firer and each shot, under each option.
    #[test]
    fn prepared_fire_is_what_the_rule_says() {
        let mut seen = 0;
        for ((name, _), rules) in
            catalogue().flat_map(|weapon| variants().into_iter().map(move |rules| (weapon, rules)))
        {
            let battle = battle(name, &rules);
            let (rules, profiles) = (&battle.rules, &battle.profiles);
            assert!(battle.still && profiles.len() == 8);
            for (me, target) in (0..8).flat_map(|me| (0..8).map(move |target| (me, target))) {
                let attack = fire_at(rules, &profiles[me].doctrine);
                for (aiming, condition) in
                    [false, true].into_iter().flat_map(|aiming| conditions().map(move |one| (aiming, one)))
                {
                    let figure = Figure { aiming, condition, ..Figure::default() };
                    let firer = Combatant { profile: &profiles[me], figure: &figure };
                    let combatant = Combatant { profile: &profiles[target], figure: &Figure::default() };
                    let enemy = SeenTarget { combatant, range: battle.field.range, shows: battle.shows(target, false) };
                    let plain = line_up(rules, firer, enemy, &attack);
                    let plain = Firing { hostages: battle.field.hostages, ..plain };
                    let fire = battle.fires.of(me, target, aiming, condition.wound.is_arm());
                    assert!(fire.is_of(&attack));
                    assert_eq!(fire.firing.by(&condition), plain, "{name}");
                    assert_eq!(fire.hits, HitTable::new(rules, &plain));
                    let (shift, shared) = (condition_modifier(&condition, rules), plain.shared(rules));
                    for number in numbers() {
                        let found = fire.target_number(rules, number) + shift;
                        assert_eq!(
                            found,
                            plain.target_number(rules, shared, number),
                            "{name} {condition:?} {number:?}"
                        );
                        seen += 1;
                    }
                    let could_hit = plain.could_hit(rules, Number::FIRST, rules.pack(profiles[me].ability, 0));
                    assert_eq!(shift <= fire.spare, could_hit, "{name} {condition:?}");
                }
            }
        }
        assert!(seen > 1_000_000, "{seen}");
    }

    /// An attack whose location, fire category or rate differs from the doctrine's is not the prepared one.
    #[test]
    fn prepared_fire_is_of_one_attack() {
        let battle = battle("smg", &json!({}));
        let attack = fire_at(&battle.rules, &battle.profiles[0].doctrine);
        let fire = battle.fires.of(0, 4, false, false);
        for other in [
            Attack { aim_at: AimAt::Leg, ..attack },
            Attack { fire: Fire::Semi, ..attack },
            Attack { rate: attack.rate - 1, ..attack },
        ] {
            assert!(fire.is_of(&attack) && !fire.is_of(&other), "{other:?}");
        }
    }

    /// The facts computed before play agree with the plain rules: the preferred target among any enemies, whether the
    /// figure can hit all of them, whether it fires whenever nothing hinders it.
    #[test]
    fn what_is_worked_out_is_what_play_finds() {
        for ((name, _), rules) in
            catalogue().flat_map(|weapon| variants().into_iter().map(move |rules| (weapon, rules)))
        {
            let battle = battle(name, &rules);
            let (rules, profiles, range) = (&battle.rules, &battle.profiles, battle.field.range);
            for (me, known) in battle.precomputed.iter().enumerate() {
                let (mine, doctrine) = (&profiles[me], &profiles[me].doctrine);
                let preference = &known.preference;
                assert_eq!(preference.is_empty(), doctrine.target == TargetChoice::Weakest);
                let hurt = Figure { condition: Condition { flesh: 2, ..Condition::default() }, ..Figure::default() };
                for standing in (0..1 << 8_u32).filter(|_| !preference.is_empty()) {
                    let left = |enemy: &usize| standing >> enemy & 1 == 1;
                    let first = preference.iter().map(|&enemy| usize::from(enemy)).find(|enemy| left(enemy));
                    let best = battle.enemies(me).filter(left);
                    let target = |enemy: usize| Combatant { profile: &profiles[enemy], figure: &hurt };
                    let best = best.min_by_key(|&enemy| worth(mine, enemy, target(enemy), range));
                    assert_eq!(first, best, "{name}");
                }
                let attack = fire_at(rules, doctrine);
                for condition in conditions() {
                    let could_hit = |enemy: usize, aiming: bool| {
                        let figure = Figure { aiming, condition, ..Figure::default() };
                        let combatant = Combatant { profile: &profiles[enemy], figure: &Figure::default() };
                        let target = SeenTarget { combatant, range, shows: battle.shows(enemy, false) };
                        let firing = line_up(rules, Combatant { profile: mine, figure: &figure }, target, &attack);
                        firing.could_hit(rules, Number::FIRST, rules.pack(mine.ability, 0))
                    };
                    let all = battle.enemies(me).all(|enemy| could_hit(enemy, false) || could_hit(enemy, true));
                    assert_eq!(known.can_hit(&condition, rules), all, "{name} {condition:?}");
                }
                for condition in conditions() {
                    let aims = |enemy: usize, wounds: i32| {
                        let one_armed = condition.wound.is_arm();
                        let shared = battle.fires.of(me, enemy, false, one_armed).unnamed + wounds;
                        battle.aims.prefers(Matchup { me, enemy, covered: false, one_armed }, shared, false)
                    };
                    let never = |wounds: i32| battle.enemies(me).all(|enemy| !aims(enemy, wounds));
                    let fires = mine.weapon.fire != Fire::Slow
                        && !barred_for_good(rules, &mine.weapon, &condition)
                        && (0..=condition_modifier(&condition, rules)).all(never);
                    assert_eq!(known.just_fires(&condition, rules), fires, "{name} {condition:?}");
                }
            }
        }
    }
}
