//! The outcome of every second card of a fire action, computed before the first shot (CQB-5.4, CQB-5.5).

use chance::Card;

use crate::fire::hit::{AimAt, HitOutcome, Impact, SecondCard, hit_outcome, is_fatal};
use crate::fire::target::Firing;
use crate::rules::Rules;

/// The outcome of each second card, by its value, black and red.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HitOutcomes([[HitOutcome; 2]; 14]);

impl HitOutcomes {
    fn new(rules: &Rules, aim_at: AimAt, impact: Impact) -> HitOutcomes {
        let outcome = |value, red| hit_outcome(aim_at, SecondCard { value, red }, impact, rules);
        HitOutcomes(std::array::from_fn(|value| [false, true].map(|red| outcome(value as u8, red))))
    }

    /// The outcome of a card.
    #[inline(always)]
    pub(crate) fn of(&self, card: Card) -> HitOutcome {
        self.0[usize::from(card.value().unwrap_or(0))][usize::from(card.is_red())]
    }
}

/// The outcomes of all hits of a fire action. They depend on the round, the named location, the target's armour and the
/// second card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HitTable {
    /// A hit at the named location, or at a random one if none is named.
    pub(crate) named: HitOutcomes,
    /// A near miss, which strikes a random location (CQB-5.3.3c).
    pub(crate) random: HitOutcomes,
    /// Whether a hit is fatal without a second card (CQB-5.3.3b).
    pub(crate) fatal: bool,
}

impl HitTable {
    /// The table of a fire action.
    #[must_use]
    pub fn new(rules: &Rules, firing: &Firing) -> HitTable {
        HitTable::of(rules, firing.aim_at, firing.impact())
    }

    pub(crate) fn of(rules: &Rules, aim_at: AimAt, impact: Impact) -> HitTable {
        HitTable {
            named: HitOutcomes::new(rules, aim_at, impact),
            random: HitOutcomes::new(rules, AimAt::None, impact),
            fatal: is_fatal(aim_at, impact, rules),
        }
    }
}
