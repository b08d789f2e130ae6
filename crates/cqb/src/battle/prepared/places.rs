//! Which location to name (CQB-5.3.3a), by what a hit there does to the enemy.

use chance::Pack;
use engage::{BySide, Inches};

use crate::action::Attack;
use crate::figure::{Condition, Figure, Wound};
use crate::fire::hit::{AimAt, Armour};
use crate::fire::line_up::{BEHIND_COVER, Combatant, SeenTarget, line_up, named};
use crate::fire::outlook::shares;
use crate::fire::target::{Firing, Number, named_modifier};
use crate::options::Luck;
use crate::player::targets::fire_at;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::weapon::{Fire, Weapon};

/// The locations worth a thought: an arm is as hard to hit as the head.
const PLACES: [AimAt; 5] = [AimAt::None, AimAt::Torso, AimAt::Leg, AimAt::Head, AimAt::BrainStem];

/// What a limb out of action counts for, in parts of an enemy who is down: it costs him his next action.
const LIMB: f64 = 0.5;

/// For each location the worth of a hit and of a near miss.
type Worth = [[f32; 2]; PLACES.len()];

/// The lowest part that all target numbers share with an entry.
const LOWEST: i32 = -8;
/// Number of shared parts with an entry.
const SPAN: usize = 32;

/// Everything a choice depends on except what changes in play.
#[derive(PartialEq)]
struct Matter<'a> {
    weapon: Weapon,
    fire: Fire,
    armour: Armour,
    pack: Pack,
    shows: &'a [AimAt],
}

/// What fire at an enemy in the open and behind cover names.
#[derive(Debug)]
struct Choices {
    /// The worth of an unhurt enemy's locations; then of those of one with a limb out of action, whom a hit on another puts
    /// down (CQB-5.5.4b).
    worth: [Worth; 2],
    /// The best location, and whether a first shot there could hit: by [`Case`], then by the part that all target numbers
    /// share, from [`LOWEST`].
    best: [[(AimAt, bool); SPAN]; 16],
}

/// What a choice depends on besides the part that all target numbers share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// Whether the enemy is behind cover.
    pub(crate) covered: bool,
    /// Whether the enemy has a limb out of action.
    pub(crate) wounded: bool,
    /// Whether the firer aims.
    pub(crate) aimed: bool,
    /// Whether the firer has an arm out of action.
    pub(crate) one_armed: bool,
}

impl Case {
    /// Its row in a table.
    #[inline]
    fn row(self) -> usize {
        let Case { covered, wounded, aimed, one_armed } = self;
        usize::from(covered) | usize::from(wounded) << 1 | usize::from(aimed) << 2 | usize::from(one_armed) << 3
    }
}

/// The choices of each figure against each enemy.
#[derive(Debug, Default)]
pub(crate) struct Places {
    choices: Vec<Choices>,
    /// The place in `choices` of each figure's enemies.
    of: Vec<u16>,
    /// The highest shared part with which each figure could hit each enemy if neither had moved, by its doctrine: with the
    /// enemy in the open and behind cover, and with two arms and with one out.
    at_rest: Vec<[[i32; 2]; 2]>,
    figures: usize,
}

impl Places {
    /// Computed for these jokers in the teams' decks, or the average number if luck is rolled for.
    pub(crate) fn new(rules: &Rules, profiles: &[Profile], jokers: BySide<u8>) -> Places {
        let mut places = Places { figures: profiles.len(), ..Places::default() };
        let mut known: Vec<Matter<'_>> = Vec::new();
        for (mine, theirs) in profiles.iter().flat_map(|mine| profiles.iter().map(move |theirs| (mine, theirs))) {
            places.at_rest.push(most_at_rest(rules, [mine, theirs]));
            if mine.side == theirs.side {
                places.of.push(u16::MAX);
                continue;
            }
            let jokers = if rules.luck == Luck::On { rules.jokers.average } else { jokers[mine.side] };
            let matter = Matter {
                weapon: mine.weapon,
                fire: mine.doctrine.fire,
                armour: theirs.armour,
                pack: rules.pack(mine.ability, jokers),
                shows: &theirs.shows,
            };
            let place = known.iter().position(|other| *other == matter).unwrap_or(known.len());
            if place == known.len() {
                places.choices.push(choices(rules, [mine, theirs], matter.pack));
                known.push(matter);
            }
            places.of.push(place as u16);
        }
        places
    }

    fn of(&self, [me, enemy]: [usize; 2]) -> &Choices {
        &self.choices[usize::from(self.of[me * self.figures + enemy])]
    }

    /// The location to name in fire at an enemy by a figure that has not fired in the turns before, and whether its first
    /// shot could hit there (CQB-5.2a); `None` if the table ends short of this shared part of the target numbers.
    #[inline]
    pub(crate) fn known(&self, pair: [usize; 2], case: Case, shared: i32) -> Option<(AimAt, bool)> {
        self.of(pair).best[case.row()].get((shared - LOWEST) as usize).copied()
    }

    /// The highest part that all target numbers share, without a named location, with which a figure could hit an enemy if
    /// neither had moved, aiming first if its doctrine lets it (CQB-5.2a).
    #[inline]
    pub(crate) fn most_at_rest(&self, [me, enemy]: [usize; 2], covered: bool, one_armed: bool) -> i32 {
        self.at_rest[me * self.figures + enemy][usize::from(covered)][usize::from(one_armed)]
    }

    /// The location to name in fire that names none yet, at an enemy of whom these parts show, unhurt or with a limb out of
    /// action.
    pub(crate) fn best(
        &self,
        rules: &Rules,
        pair: [usize; 2],
        (pack, firing): (Pack, &Firing),
        shows: &[AimAt],
        wounded: bool,
    ) -> AimAt {
        let worth = &self.of(pair).worth[usize::from(wounded)];
        weigh(rules, worth, (pack, &numbers(rules, firing, firing.unnamed(rules))), (firing.aimed, shows))
    }
}

/// The highest shared part with which a figure could hit an enemy: in the open and behind cover, with two arms and with one
/// out.
fn most_at_rest(rules: &Rules, [me, target]: [&Profile; 2]) -> [[i32; 2]; 2] {
    let combatant = Combatant { profile: target, figure: &Figure::default() };
    let most = |shows: &[AimAt], one_armed: bool| {
        let wound = if one_armed { Wound::WeakArm } else { Wound::None };
        let condition = Condition { wound, ..Condition::default() };
        let spare = |&aiming: &bool| {
            let figure = Figure { aiming, condition, ..Figure::default() };
            let seen = SeenTarget { combatant, range: Inches::default(), shows };
            let firer = Combatant { profile: me, figure: &figure };
            let firing = line_up(rules, firer, seen, &fire_at(rules, &me.doctrine));
            let spare = firing.spare(rules, Number::FIRST, rules.pack(me.ability, 0))?;
            Some(firing.unnamed(rules) + spare)
        };
        me.doctrine.aim.ways().iter().filter_map(spare).max().unwrap_or(i32::MIN)
    };
    [&target.shows[..], BEHIND_COVER].map(|shows| [false, true].map(|one_armed| most(shows, one_armed)))
}

/// The target numbers of the first shot, one of the middle and one of the last: recoil differs.
fn numbers(rules: &Rules, firing: &Firing, shared: i32) -> [i32; 3] {
    let shots = match firing.fire {
        Fire::Auto => [1, 5, 9],
        Fire::Burst => [1, 3, 5],
        Fire::Semi => [1, 2, 3],
        Fire::Slow | Fire::Rapid => [1, 1, 1],
    };
    shots.map(|shot| firing.target_number(rules, shared, Number { shot, in_burst: 1, change: 0 }))
}

/// The location by which shots are worth most, of those that may be named, given the target numbers of shots that name none.
fn weigh(
    rules: &Rules,
    worth: &Worth,
    (pack, target_numbers): (Pack, &[i32]),
    (aiming, shows): (bool, &[AimAt]),
) -> AimAt {
    let (low, high) = (i32::from(pack.low()), i32::from(pack.high()));
    let (mut best, mut most) = (AimAt::None, 0.0);
    for (&place, [hit, near]) in PLACES.iter().zip(worth) {
        if named(rules, place, aiming, shows) != place {
            continue;
        }
        let mut chance = 0.0;
        for target_number in target_numbers {
            let least = target_number + named_modifier(place, rules);
            let hits = (high + 1 - least.max(low)).max(0) as f32;
            let nears = if place == AimAt::Torso && (low..=high).contains(&(least - 1)) { 1.0 } else { 0.0 };
            chance += hits * hit + nears * near;
        }
        if chance > most {
            (best, most) = (place, chance);
        }
    }
    best
}

/// The choices of a figure against an enemy.
fn choices(rules: &Rules, [me, target]: [&Profile; 2], pack: Pack) -> Choices {
    let worth = [LIMB, 1.0].map(|limb| worth(rules, [me, target], pack, limb));
    let mut best = [[(AimAt::None, false); SPAN]; 16];
    let attack = Attack { aim_at: AimAt::None, ..fire_at(rules, &me.doctrine) };
    let combatant = Combatant { profile: target, figure: &Figure::default() };
    let seen = SeenTarget { combatant, range: Inches::default(), shows: &[] };
    let either = |bit: usize| [false, true][bit & 1];
    for bits in 0..best.len() {
        let case = Case {
            covered: either(bits),
            wounded: either(bits >> 1),
            aimed: either(bits >> 2),
            one_armed: either(bits >> 3),
        };
        let wound = if case.one_armed { Wound::WeakArm } else { Wound::None };
        let condition = Condition { wound, ..Condition::default() };
        let figure = Figure { aiming: case.aimed, condition, ..Figure::default() };
        let firing = line_up(rules, Combatant { profile: me, figure: &figure }, seen, &attack);
        let shows = if case.covered { BEHIND_COVER } else { &target.shows };
        for (entry, shared) in best[case.row()].iter_mut().zip(LOWEST..) {
            let numbers = numbers(rules, &firing, shared);
            let place = weigh(rules, &worth[usize::from(case.wounded)], (pack, &numbers), (case.aimed, shows));
            let firing = Firing { aim_at: named(rules, place, case.aimed, shows), ..firing };
            *entry = (place, firing.could_hit_with(rules, shared, Number::FIRST, pack));
        }
    }
    Choices { worth, best }
}

fn worth(rules: &Rules, [me, target]: [&Profile; 2], pack: Pack, limb: f64) -> Worth {
    PLACES.map(|aim_at| {
        let attack = Attack { at: field::Figures::NONE, aim_at, fire: me.weapon.fire, rate: 1 };
        // Aimed, because under one option only aimed shots name a location.
        let figure = Figure { aiming: true, ..Figure::default() };
        let combatant = Combatant { profile: target, figure: &Figure::default() };
        let seen = SeenTarget { combatant, range: Inches::default(), shows: &[] };
        let firing = line_up(rules, Combatant { profile: me, figure: &figure }, seen, &attack);
        shares(rules, &firing, pack, limb).map(|share| share as f32)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::battle::Battle;
    use crate::compile::compiled;
    use crate::fire::outlook::Outlook;
    use crate::weapon::catalogue;

    /// A figure with this weapon against a bare and an armoured enemy.
    fn facing(weapon: &str) -> Battle {
        let map = testkit::maps::map("#####\n#...#\n#####", &[("blue", vec![(1, 1)]), ("red", vec![(1, 2), (1, 3)])]);
        let red = |armour: serde_json::Value| json!({ "ability": "novice", "weapon": "pistol", "armour": armour });
        let setup = json!({
            "blue": { "team": { "ability": "veteran", "weapon": weapon } },
            "red": { "bare": red(json!([])), "clad": red(json!(["soft", "plates", "helmet"])) },
            "turn_limit": 10,
            "field": { "map": "any.toml" },
        });
        compiled(&setup, Some(&map)).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"))
    }

    /// Every weapon, as its figure may hold it, at bare and armoured enemies near and far: the table has what weighing
    /// gives.
    #[test]
    fn the_table_has_what_weighing_gives() {
        for (weapon, _) in catalogue() {
            let battle = facing(weapon);
            let (rules, me) = (&battle.rules, &battle.profiles[0]);
            let pack = rules.pack(me.ability, 2);
            for number in 0..16 * 2 * 5_usize {
                let bit = |place: usize| number >> place & 1 == 1;
                let case = Case { covered: bit(0), wounded: bit(1), aimed: bit(2), one_armed: bit(3) };
                let (enemy, range) = (1 + (number >> 4 & 1), Inches::whole([2, 5, 10, 40, 90][number >> 5]));
                let plain = Firing::plain(me.weapon, rules);
                let (aimed, armour) = (case.aimed, battle.profiles[enemy].armour);
                let firing = Firing { range, aimed, one_handed: case.one_armed, armour, ..plain };
                let shows = battle.shows(enemy, case.covered);
                let place = battle.places.best(rules, [0, enemy], (pack, &firing), shows, case.wounded);
                let there = Firing { aim_at: named(rules, place, aimed, shows), ..firing };
                let found = battle.places.known([0, enemy], case, firing.unnamed(rules));
                assert_eq!(
                    found,
                    Some((place, there.could_hit(rules, Number::FIRST, pack))),
                    "{weapon} {case:?} {range:?}"
                );
                let hits = |aimed: bool| {
                    let there = Firing { aimed, aim_at: named(rules, AimAt::None, aimed, shows), ..firing };
                    there.could_hit(rules, Number::FIRST, pack)
                };
                let most = battle.places.most_at_rest([0, enemy], case.covered, case.one_armed);
                assert_eq!(firing.unnamed(rules) <= most, hits(false) || hits(true), "{weapon} {case:?} {range:?}");
            }
        }
    }

    /// With every weapon fired once, against bare and armoured enemies, at every target number: no location has better odds
    /// of putting down an enemy with a limb out of action.
    #[test]
    fn no_location_has_better_odds() {
        let mut named = [0; PLACES.len()];
        for (weapon, _) in catalogue() {
            let battle = facing(weapon);
            let (rules, profiles) = (&battle.rules, &battle.profiles);
            let pack = rules.pack(profiles[0].ability, 2);
            for (enemy, target_number) in
                [1, 2].into_iter().flat_map(|enemy| (0..20).map(move |number| (enemy, number)))
            {
                let chance = |aim_at: AimAt| {
                    let plain = Firing::plain(profiles[0].weapon, rules);
                    let firing = Firing {
                        aim_at,
                        armour: profiles[enemy].armour,
                        rate: 1,
                        fire: crate::weapon::Fire::Semi,
                        ..plain
                    };
                    Outlook::new(rules, &firing, pack).chance(target_number + named_modifier(aim_at, rules))
                };
                let worth = worth(rules, [&profiles[0], &profiles[enemy]], pack, 1.0);
                let best = weigh(rules, &worth, (pack, &[target_number]), (true, &[]));
                let most = PLACES.iter().map(|&place| chance(place)).fold(0.0, f64::max);
                assert!(chance(best) > most - 1e-6, "{weapon} {enemy} {target_number}: {best:?}");
                named[PLACES.iter().position(|&place| place == best).expect("one of them")] += 1;
            }
        }
        assert!(named.iter().filter(|&&times| times > 10).count() >= 3, "{named:?}");
    }
}
