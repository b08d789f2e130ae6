//! Firing rolls by number, looked up by weapon, firer and range.

use std::sync::Arc;

use engage::Inches;

use super::firing::FirerBits;
use crate::fire::{ROLLS, ToHit};
use crate::rules::Rules;
use crate::table::{Arm, COLUMNS, column};

/// Least scores that hit, 2 to 13.
pub(super) const HITS: usize = 12;
/// Room for all rolls and for no shot: a power of two, so that a look-up needs no check.
pub(super) const ROLLS_IN_ALL: usize = 64;

const _: () = assert!(ROLLS.len() * HITS < ROLLS_IN_ALL);

/// The number of a firing roll among all possible ones, from the dice and the least score that hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RollIndex(u8);

impl RollIndex {
    /// No shot.
    const NONE: RollIndex = RollIndex(ROLLS_IN_ALL as u8 - 1);

    pub(super) fn of(to_hit: ToHit) -> RollIndex {
        RollIndex((to_hit.dice - 2) * HITS as u8 + to_hit.least() - 2)
    }

    /// Whether it is a shot.
    #[inline]
    pub(crate) const fn is_shot(self) -> bool {
        self.0 != RollIndex::NONE.0
    }

    /// Whether it is a shot that some score hits.
    #[inline]
    pub(crate) const fn can_hit(self) -> bool {
        self.is_shot() && self.number() % HITS != HITS - 1
    }

    /// Its number.
    #[inline]
    pub(super) const fn number(self) -> usize {
        self.0 as usize
    }
}

/// A range for firing rolls: its column or beyond the last, and whether a pinned man's double six reaches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RangeIndex(u8);

/// Room for all values; again a power of two.
const RANGES: usize = (2 * (COLUMNS.len() + 1)).next_power_of_two();

impl RangeIndex {
    /// Out of all reach.
    pub(crate) const BEYOND: RangeIndex = RangeIndex(2 * COLUMNS.len() as u8);

    /// The index of a range.
    pub(crate) fn of(rules: &Rules, range: Inches) -> RangeIndex {
        let column = column(range).unwrap_or(COLUMNS.len()) as u8;
        RangeIndex(column * 2 + u8::from(range <= rules.double_six_reach))
    }
}

/// All firing rolls of a weapon in the hands of a sniper or another man, by the firer's properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rolls(Arc<[AtRange; FirerBits::ALL]>);

/// The firing rolls of a firer by range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtRange([RollIndex; RANGES]);

impl Rolls {
    /// All rolls of a weapon.
    pub(crate) fn new(rules: &Rules, arm: &Arm, sniper: bool) -> Rolls {
        let rolls = |number| {
            let firer = FirerBits::numbered(number).firer(sniper);
            let cells = firer.row(arm)?;
            let roll = |range: usize| {
                let cell = cells.get(range / 2).copied().unwrap_or_default();
                firer.roll_by(rules, cell, range % 2 == 1).map_or(RollIndex::NONE, RollIndex::of)
            };
            Some(AtRange(std::array::from_fn(roll)))
        };
        Rolls(Arc::new(std::array::from_fn(|number| rolls(number).unwrap_or(AtRange::NONE))))
    }

    /// Every roll at a range.
    pub(crate) fn at(&self, reach: RangeIndex) -> Vec<RollIndex> {
        self.0.iter().map(|rolls| rolls.at(reach)).collect()
    }

    /// The rolls of a firer.
    #[inline]
    pub(crate) fn of(&self, firer: FirerBits) -> &AtRange {
        &self.0[firer.number()]
    }
}

impl Default for Rolls {
    /// Without a weapon there is no shot.
    fn default() -> Rolls {
        Rolls(Arc::new([AtRange::NONE; FirerBits::ALL]))
    }
}

impl AtRange {
    /// No shot at any range.
    const NONE: AtRange = AtRange([RollIndex::NONE; RANGES]);

    /// The roll at a range, or no shot.
    #[inline]
    pub(crate) fn at(&self, reach: RangeIndex) -> RollIndex {
        self.0[usize::from(reach.0) % RANGES]
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Every weapon and kind of firer at, before and beyond every limit, under the options that matter.
    #[test]
    fn every_roll_is_that_of_the_rule() {
        let mut shots = 0;
        for options in [
            json!({}),
            json!({ "blank_cell": "double_six_only", "snap_shot_penalty": 2 }),
            json!({ "double_six_limit": "everyone", "auto_snap": "no", "double_six_reach": 30 }),
            json!({ "bipod_after_move": "yes", "wound_deduction": 4, "assault_rifle_single_row": "shifted_left" }),
        ] {
            let rules: Rules = serde_json::from_value(options).unwrap();
            let limits = COLUMNS.map(Inches::thousandths).into_iter().chain([0, rules.double_six_reach.thousandths()]);
            let ranges: Vec<i32> =
                limits.flat_map(|limit| [limit - 1, limit, limit + 1]).filter(|&at| at >= 0).collect();
            for name in ["pistol", "rifle", "assault_rifle", "carbine", "shotgun", "smg", "lmg"] {
                let arm = rules.arm(name).unwrap();
                for (sniper, number) in
                    [false, true].into_iter().flat_map(|sniper| (0..FirerBits::ALL).map(move |all| (sniper, all)))
                {
                    let rolls = Rolls::new(&rules, &arm, sniper);
                    let firing = FirerBits::numbered(number);
                    for range in ranges.iter().map(|&range| Inches::from_thousandths(range)) {
                        let plain = firing.firer(sniper).to_hit(&rules, &arm, range);
                        let roll = rolls.of(firing).at(RangeIndex::of(&rules, range));
                        assert_eq!(roll, plain.map_or(RollIndex::NONE, RollIndex::of), "{name} {firing:?} {range:?}");
                        assert_eq!(roll.is_shot(), plain.is_some());
                        assert_eq!(roll.can_hit(), plain.is_some_and(|plain| plain.hits(12)));
                        shots += usize::from(roll.is_shot());
                    }
                }
            }
        }
        assert!(shots > 10_000, "{shots}");
    }
}
