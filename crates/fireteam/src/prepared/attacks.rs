//! Whole attacks as one draw, by the roll and the target.

use chance::{Address, Chance, OneDraw, Procedure};
use field::Sight;

use super::rolls::{HITS, ROLLS_IN_ALL, RollIndex};
use crate::figure::{Man, Movement, Posture};
use crate::fire::{Attack, Target, ToHit};
use crate::rules::{Effect, Rules};

/// Least scores that save, 1 to 7, without a wound and with one.
const TARGETS: usize = 14;
/// Room for all targets: a power of two, so that a look-up needs no check.
const TARGETS_IN_ALL: usize = 16;

const _: () = assert!(TARGETS <= TARGETS_IN_ALL);

/// The number of a target among all possible ones, from the least score that saves it and whether it has a wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown(u8);

impl Shown {
    fn of(target: &Target, rules: &Rules) -> Shown {
        Shown((target.least_save(rules) - 1) * 2 + u8::from(target.wounded))
    }

    /// Whether lower scores save it than the other.
    #[inline]
    pub(crate) const fn is_safer_than(self, other: Shown) -> bool {
        self.0 / 2 < other.0 / 2
    }
}

/// Every way to see a man, in order.
const SIGHTS: [Sight; 5] = [Sight::Blocked, Sight::Clear, Sight::Concealed, Sight::Covered, Sight::CoveredAndConcealed];
/// The properties of a man under fire that count, as bits.
const MEN: usize = 1 << 4;

#[inline]
const fn packed(man: &Man) -> usize {
    man.movement as usize | (man.posture as usize) << 2 | (man.wounded as usize) << 3
}

/// The man of these bits.
fn unpacked(bits: usize) -> Man {
    let posture = if bits >> 2 & 1 == 1 { Posture::Prone } else { Posture::Standing };
    let movement = [Movement::Stationary, Movement::Moving, Movement::Rushing][bits % 4 % 3];
    Man { movement, wounded: bits >> 3 & 1 == 1, ..Man::fresh(posture) }
}

/// The distributions of all possible attacks, worked out beforehand, and the chance that each puts its target out.
#[derive(Clone, Debug)]
pub(crate) struct Attacks {
    known: Vec<Option<OneDraw<Option<Effect>>>>,
    puts_out: Box<[[f32; TARGETS_IN_ALL]; ROLLS_IN_ALL]>,
    /// Every target, by its sight and the man's properties.
    shown: [[Shown; MEN]; SIGHTS.len()],
}

impl Attacks {
    /// All attacks under these rules.
    pub(crate) fn new(rules: &Rules) -> Attacks {
        let mut known = Vec::with_capacity(3 * HITS * TARGETS);
        for dice in 2..=4 {
            for least in 2..=13 {
                for least_save in 1..=7 {
                    for wounded in [false, true] {
                        let to_hit = ToHit { total: Some(least), deduction: 0, double_six: false, dice };
                        known.push(OneDraw::of(&Attack { rules, to_hit, least_save, wounded }));
                    }
                }
            }
        }
        let mut odds = Box::new([[0.0; TARGETS_IN_ALL]; ROLLS_IN_ALL]);
        for (row, known) in odds.iter_mut().zip(known.chunks(TARGETS)) {
            row.iter_mut().zip(known).for_each(|(odds, whole)| *odds = whole.as_ref().map_or(0.0, puts_out));
        }
        let shown = |sight, bits| Shown::of(&Target::new(&unpacked(bits), sight), rules);
        Attacks { known, puts_out: odds, shown: SIGHTS.map(|sight| std::array::from_fn(|bits| shown(sight, bits))) }
    }

    /// The target number of a man under this sight.
    #[inline]
    pub(crate) const fn shown(&self, man: &Man, sight: Sight) -> Shown {
        self.shown[sight as usize][packed(man)]
    }

    /// The attack of a roll that is a shot, as one draw; none if it has too many outcomes.
    #[inline]
    fn whole(&self, roll: RollIndex, target: Shown) -> Option<&OneDraw<Option<Effect>>> {
        self.known[roll.number() * TARGETS + usize::from(target.0)].as_ref()
    }

    /// Makes the attack of a roll that is a shot: by one draw if the source of chance does so, otherwise by running
    /// `in_full`.
    #[inline]
    pub(crate) fn resolve<'a, C: Chance>(
        &self,
        chance: &mut C,
        roll: RollIndex,
        target: Shown,
        in_full: impl Fn() -> Attack<'a>,
        at: Address,
    ) -> Option<Effect> {
        match self.whole(roll, target) {
            Some(known) => chance.one_draw(at, known, &InFull(in_full)),
            None => in_full().run(chance, at),
        }
    }

    /// The chance that an attack by a roll, or without a shot, puts a target out of action.
    #[inline]
    pub(crate) fn puts_out(&self, roll: RollIndex, target: Shown) -> f32 {
        self.puts_out[roll.number() % ROLLS_IN_ALL][usize::from(target.0) % TARGETS_IN_ALL]
    }
}

/// An attack worked out only if it is rolled in full.
struct InFull<F>(F);

impl<'a, F: Fn() -> Attack<'a>> Procedure for InFull<F> {
    type Outcome = Option<Effect>;

    fn run<C: Chance>(&self, chance: &mut C, at: Address) -> Option<Effect> {
        self.0().run(chance, at)
    }
}

fn puts_out(attack: &OneDraw<Option<Effect>>) -> f32 {
    let (out, total) = attack.outcomes().fold((0, 0), |(out, total), (effect, places)| {
        let ends = matches!(effect, Some(Effect::Serious | Effect::Dead));
        (out + if ends { places } else { 0 }, total + places)
    });
    out as f32 / total as f32
}

#[cfg(test)]
mod tests {
    use chance::exact::{Distribution, Flow, Ratio};
    use serde_json::json;

    use super::*;

    fn rules() -> [Rules; 2] {
        let other = json!({ "save_natural_one": "always_fails", "effect": ["nothing", "dead", "dead", "wounded", "serious", "dead"] });
        [Rules::default(), serde_json::from_value(other).unwrap()]
    }

    /// Every man, seen in every way.
    #[test]
    fn every_target_is_that_of_the_rule() {
        for rules in rules() {
            let attacks = Attacks::new(&rules);
            for (sight, posture) in
                SIGHTS.into_iter().flat_map(|sight| [Posture::Standing, Posture::Prone].map(|posture| (sight, posture)))
            {
                for movement in [Movement::Stationary, Movement::Moving, Movement::Rushing] {
                    for wounded in [false, true] {
                        let man = Man { movement, wounded, ..Man::fresh(posture) };
                        let target = Target::new(&man, sight);
                        assert_eq!(attacks.shown(&man, sight), Shown::of(&target, &rules), "{man:?} {sight:?}");
                    }
                }
            }
            let all = || (0..TARGETS as u8).map(Shown);
            for (one, other) in all().flat_map(|one| all().map(move |other| (one, other))) {
                assert_eq!(one.is_safer_than(other), one.0 / 2 < other.0 / 2);
            }
        }
    }

    /// Every roll against every target: the same odds as roll by roll.
    #[test]
    fn every_attack_is_that_of_the_rule() {
        for rules in rules() {
            let attacks = Attacks::new(&rules);
            let totals = (-3..=16).map(Some).chain([None]);
            let rolls = totals.flat_map(|total| [(total, false), (total, true)]).flat_map(|(total, double_six)| {
                (2..=4).flat_map(move |dice| [0, 2].map(|deduction| ToHit { total, deduction, double_six, dice }))
            });
            for to_hit in rolls {
                for (least_save, wounded) in (1..=7).flat_map(|save| [(save, false), (save, true)]) {
                    let attack = Attack { rules: &rules, to_hit, least_save, wounded };
                    let plain: Distribution<Option<Effect>, Ratio> =
                        engage::distribution((), |(), chance| Flow::Done(attack.run(chance, Address::new(0, 0, 0))))
                            .unwrap();
                    let (roll, shown) = (RollIndex::of(to_hit), Shown((least_save - 1) * 2 + u8::from(wounded)));
                    let whole = attacks.whole(roll, shown).expect("few outcomes");
                    let total: u64 = whole.outcomes().map(|(_, places)| u64::from(places)).sum();
                    for (effect, places) in whole.outcomes() {
                        assert_eq!(plain.probability(&effect), Ratio::new(places.into(), total), "{attack:?}");
                    }
                    let out = |effect: &Option<Effect>| matches!(effect, Some(Effect::Serious | Effect::Dead));
                    let odds = plain.sum(out);
                    assert!((odds.to_f64() - f64::from(attacks.puts_out(roll, shown))).abs() < 1e-6, "{attack:?}");
                }
            }
        }
    }
}
