//! The course of a fire action: bursts, shots and when it stops (CQB-5.1).

use chance::{Address, Chance};

use crate::figure::Condition;
use crate::fire::target::{Firing, Number};
use crate::options::{AutoBurst, ChangeTarget, StopWhenDown};
use crate::purpose;
use crate::rules::{AVERAGE_DIE, Rules};
use crate::weapon::Fire;

/// A fire action under way: which shot comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Volley {
    /// Shots fired.
    pub shots: u8,
    /// Bursts begun, or single shots fired.
    pub bursts: u8,
    /// Rounds fired in the burst.
    pub in_burst: u8,
    /// Rounds left in it.
    pub left: u8,
    /// Full inches of the change of target that the next shot pays for (CQB-5.3.6c).
    pub change: u8,
}

/// Rounds in a burst, 1 for single shots. `None` if the average die decides (CQB-5.1a).
#[inline(always)]
pub(crate) fn rounds(rules: &Rules, firing: &Firing) -> Option<u8> {
    match firing.fire {
        Fire::Slow | Fire::Rapid | Fire::Semi => Some(1),
        Fire::Burst => Some(firing.weapon.burst_rounds),
        Fire::Auto => match rules.auto_burst {
            AutoBurst::AverageDie => None,
            AutoBurst::Fixed3 => Some(3),
        },
    }
}

impl Volley {
    /// Whether the next shot begins a burst or is a single shot: the only moments to change the target (CQB-5.3.6c).
    #[must_use]
    pub const fn between_bursts(&self) -> bool {
        self.left == 0
    }

    /// The number of the next shot, or `None` when the rate of fire is used up (CQB-5.1a).
    #[inline]
    pub fn next<C: Chance>(&mut self, chance: &mut C, rules: &Rules, firing: &Firing, at: Address) -> Option<Number> {
        if self.left == 0 {
            if self.bursts >= firing.rate {
                return None;
            }
            self.left = rounds(rules, firing)
                .unwrap_or_else(|| chance.with(AVERAGE_DIE).pick(at.purpose(purpose::BURST), &rules.average_die()));
            self.bursts += 1;
            self.in_burst = 0;
        }
        self.left -= 1;
        self.in_burst += 1;
        self.shots += 1;
        let number = Number { shot: self.shots, in_burst: self.in_burst, change: i32::from(self.change) };
        if rules.change_target == ChangeTarget::First {
            self.change = 0;
        }
        Some(number)
    }

    /// Whether firing goes on at a target in this condition (CQB-5.1b).
    #[inline]
    #[must_use]
    pub fn goes_on(&self, rules: &Rules, target: &Condition) -> bool {
        !target.down
            || match rules.stop_when_down {
                StopWhenDown::Stop => false,
                StopWhenDown::FinishBurst => self.left > 0,
                StopWhenDown::All => true,
            }
    }
}
