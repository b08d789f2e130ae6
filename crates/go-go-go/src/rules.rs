//! The rulebook as data: every table and option. `Default` is the rulebook as printed; distances are in inches (GGG-gen-4).

use engage::{Breaks, Inches};

use crate::figure::Pace;
pub use crate::options::Rules;
use crate::options::*;
pub use crate::tables::*;

impl Rules {
    /// The row of the fire table for a firer without a sniper rifle.
    #[must_use]
    pub const fn firing(&self, pace: Pace) -> ByRange {
        match pace {
            Pace::Stationary => self.fire.stationary,
            Pace::Stealthy | Pace::Normal => self.fire.moving,
        }
    }

    /// Whether a figure may hide at this pace (GGG-see-8).
    #[must_use]
    pub const fn lets_hide(&self, pace: Pace) -> bool {
        match pace {
            Pace::Stationary => true,
            Pace::Stealthy => matches!(self.hiding_while_moving, HidingWhileMoving::Stealthy),
            Pace::Normal => false,
        }
    }

    /// Whether a distance is a long range (GGG-fire-3).
    #[must_use]
    pub fn is_long(&self, range: Inches) -> bool {
        if range <= self.short_range {
            return false;
        }
        range >= self.long_range
            || match self.range_gap {
                RangeGap::Long => true,
                RangeGap::Short => false,
                RangeGap::Nearest => {
                    2 * range.thousandths() >= self.short_range.thousandths() + self.long_range.thousandths()
                }
            }
    }

    /// Where a range becomes long.
    pub(crate) fn range_breaks(&self) -> Breaks {
        let (short, long) = (self.short_range.thousandths(), self.long_range.thousandths());
        // Of the middle between the two, rounded up, as `is_long` has it.
        let limits = [short, (short + long + 1).div_euclid(2), long].map(Inches::from_thousandths);
        Breaks::among(limits, |range| self.is_long(range))
    }
}

impl engage::Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<engage::Problem> {
        let mut problems = Vec::new();
        let mut report = |key: &str, message: &str| problems.push(engage::Problem::new(format!("{at}{key}"), message));
        if !matches!(self.wound_limit, 0 | 2..=6) {
            report("wound_limit", "expected 0 for no limit, or 2 to 6 wounds");
        }
        if !(1..=2).contains(&self.bomb_count) {
            report("bomb_count", "expected 1 or 2 bombs");
        }
        for (key, arc) in [("front_arc", self.front_arc), ("spotting_arc", self.spotting_arc)] {
            if !(0.0..=180.0).contains(&arc) {
                report(key, "expected 0 to 180 degrees to either side");
            }
        }
        if self.short_range > self.long_range {
            report("short_range", "expected no more than `long_range`");
        }
        for (key, value) in [
            ("penalties.hiding", self.penalties.hiding),
            ("penalties.moving", self.penalties.moving),
            ("penalties.wound", self.penalties.wound),
            ("penalties.stunned", self.penalties.stunned),
            ("penalties.opening", self.penalties.opening),
            ("aim_bonus", self.aim_bonus),
        ] {
            if !(0..=6).contains(&value) {
                report(key, "expected 0 to 6");
            }
        }
        for (key, turns) in [("he_stun_turns", self.he_stun_turns), ("stun_turns", self.stun_turns)] {
            if !(1..=10).contains(&turns) {
                report(key, "expected 1 to 10 turns");
            }
        }
        for (key, turns) in [("work_turns", self.work_turns), ("fuse", self.fuse), ("time", self.time)] {
            if !(1..=1000).contains(&turns) {
                report(key, "expected 1 to 1000 turns");
            }
        }
        problems
    }
}
