//! The rulebook as data: every table and option. `Default` is the rulebook as printed; distances are in inches
//! (GGG-gen-4).

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

    /// The distance at which a range becomes long.
    pub(crate) fn range_breaks(&self) -> Breaks {
        let (short, long) = (self.short_range.thousandths(), self.long_range.thousandths());
        // The middle between the two, rounded up, as in `is_long`.
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
        if self.short_range > self.long_range {
            report("short_range", "expected no more than `long_range`");
        }
        problems
    }
}
