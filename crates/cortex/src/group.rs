//! Harm to an NPC fireteam or a unit (CX1-harm-6 to -9, CX1-effect-5, CX2-attack-4).

use std::cmp::Reverse;

use chance::{Die, Pool};

use crate::handling::Handling;
use crate::options::{ComplicationSpent, ComplicationSum, InjuryCap, Removal, Surplus};
use crate::rules::Rules;

/// An NPC fireteam or a unit, as far as harm goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The Quality Dice of those in action (CX1-npc-1).
    pub qualities: Pool,
    /// The Complication (CX1-harm-7): effect dice make it, hitches do not (CX1-comp-3).
    pub complication: Option<Die>,
}

/// The part whose rules apply to several effect dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Every die is applied (CX1-effect-5).
    One,
    /// At most one die injures without taking a member out (CX2-attack-4).
    Two,
}

impl Part {
    /// Before the first effect die of an attack.
    pub(crate) const fn cap(self) -> Cap {
        match self {
            Part::One => Cap::None,
            Part::Two => Cap::Open,
        }
    }
}

/// Steps past the d12, which reach any member.
const OVER: u8 = 6;

impl Group {
    /// Nobody.
    pub const NOBODY: Group = Group { qualities: Pool::EMPTY, complication: None };

    /// How it has changed, for an observer, such as `loses one, 2d8 left, Complication d6`.
    pub(crate) fn in_words(&self, before: &Group) -> String {
        let gone = before.qualities.dice() - self.qualities.dice();
        let out = match gone {
            0 => "loses nobody".to_owned(),
            1 => "loses one".to_owned(),
            some => format!("loses {some}"),
        };
        if self.qualities.is_empty() {
            return format!("{out}, nobody is left");
        }
        let complication = match (before.complication, self.complication) {
            (held, now) if held == now && (gone == 0 || now.is_none()) => String::new(),
            // A die of the same size may be a new one: the old one was spent.
            (_, Some(die)) => format!(", Complication {die}"),
            (_, None) => ", the Complication is spent".to_owned(),
        };
        format!("{out}, {} left{complication}", self.qualities)
    }

    /// Its strength for comparison: members, the sum of their steps, the smallness of its Complication, then its
    /// weakest members.
    pub(crate) fn standing(&self) -> impl PartialOrd + use<> {
        let complication = self.complication.map_or(0, Die::step);
        (
            self.qualities.dice(),
            self.qualities.steps(),
            Reverse(complication),
            Die::ALL.map(|die| Reverse(self.qualities.count(die))),
        )
    }

    /// CX1-harm-6 to -8: at most one goes.
    fn struck_once(self, rules: &Rules, removal: Removal, die: Die, lowest: Die) -> Group {
        let reach = match (self.complication, rules.complication_sum) {
            (None, _) => die.step(),
            (Some(held), ComplicationSum::Steps) => held.step() + die.step(),
            (Some(held), ComplicationSum::StepUp) if die > held => die.step(),
            (Some(held), ComplicationSum::StepUp) => held.step() + 1,
        };
        let reach = reach.min(OVER);
        if reach < lowest.step() {
            return Group { complication: Die::of_step(reach), ..self };
        }
        let gone = match removal {
            Removal::Lowest => lowest,
            Removal::BestReached => {
                let reached = |other: &Die| self.qualities.count(*other) > 0 && other.step() <= reach;
                Die::ALL.into_iter().rev().find(reached).unwrap_or(lowest)
            }
        };
        let needed = rules.complication_spent == ComplicationSpent::Always || die < gone;
        let complication = if needed { None } else { self.complication };
        self.without(gone, complication)
    }

    /// CX1-harm-9: surplus steps carry over.
    fn swept(self, die: Die) -> Group {
        let mut steps = die.step() + self.complication.map_or(0, Die::step);
        let mut after = self;
        while let Some(lowest) = after.qualities.smallest().filter(|lowest| lowest.step() <= steps) {
            steps -= lowest.step();
            after = after.without(lowest, None);
        }
        let complication = if after.qualities.is_empty() { None } else { Die::of_step(steps) };
        Group { complication, ..after }
    }

    /// Without one combatant; the last one takes the Complication along.
    fn without(self, gone: Die, complication: Option<Die>) -> Group {
        let qualities = self.qualities.without(gone);
        Group { qualities, complication: if qualities.is_empty() { None } else { complication } }
    }
}

/// A group under the effect dice of one attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnderAttack {
    pub(crate) group: Group,
    pub(crate) cap: Cap,
}

impl UnderAttack {
    /// After one more effect die.
    pub(crate) fn struck(self, rules: &Rules, handling: Handling, die: Die) -> UnderAttack {
        let UnderAttack { group, cap } = self;
        let Some(lowest) = group.qualities.smallest() else { return self };
        if cap == Cap::Spent && die < lowest {
            return self;
        }
        let after = match rules.surplus {
            Surplus::Lost => group.struck_once(rules, handling.removal, die, lowest),
            Surplus::Carried => group.swept(die),
        };
        if after.qualities != group.qualities || cap == Cap::None {
            return UnderAttack { group: after, cap };
        }
        // It injures and takes nobody out.
        if rules.injury_cap == InjuryCap::Standing && group.complication.is_some() {
            return self;
        }
        UnderAttack { group: after, cap: Cap::Spent }
    }
}

/// Whether an injury may still be dealt in an attack (CX2-attack-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cap {
    /// There is no limit.
    None,
    /// One may.
    Open,
    /// One has been dealt: now only dice that suffice by themselves count.
    Spent,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(dice: &[Die]) -> Pool {
        dice.iter().copied().collect()
    }

    /// CX1-harm-8, table of the sums.
    #[test]
    fn cx1_harm_8_steps_are_added() {
        let rules = Rules::default();
        for (held, row) in [(Die::D4, [2, 3, 4, 5, 0]), (Die::D6, [3, 4, 5, 0, 0]), (Die::D10, [5, 0, 0, 0, 0])] {
            for (die, step) in Die::ALL.into_iter().zip(row) {
                let team = Group { qualities: pool(&[Die::D12, Die::D12]), complication: Some(held) };
                let after = team.harmed(&rules, Handling::default(), pool(&[die]), Part::One);
                let goes = step == 0 || step == 5;
                assert_eq!(
                    (after.qualities.dice(), after.complication),
                    if goes { (1, None) } else { (2, Die::of_step(step)) }
                );
            }
        }
    }

    /// CX2-attack-4: the author's example, and what Part I makes of it.
    #[test]
    fn cx2_attack_4_one_injury() {
        let unit = Group { qualities: pool(&[Die::D8; 5]), complication: None };
        let dice = pool(&[Die::D8, Die::D6, Die::D6]);
        let after = unit.harmed(&Rules::default(), Handling::default(), dice, Part::Two);
        assert_eq!((after.qualities.dice(), after.complication), (4, Some(Die::D6)));
        let after = unit.harmed(&Rules::default(), Handling::default(), dice, Part::One);
        assert_eq!((after.qualities.dice(), after.complication), (3, None));
    }
}
