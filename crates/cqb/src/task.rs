//! Tests against a number: tasks, stun and gas (CQB-6 to CQB-8).

use chance::{Address, Card, Chance};

use crate::cards::{turn_over, turn_over_no_joker};
use crate::options::{JokerTest, PenaltiesOnResist};
use crate::rules::Rules;

/// The result of a test (CQB-8a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tested {
    /// Passed.
    Pass,
    /// Failed by this margin (CQB-8b).
    FailBy(u8),
    /// Failed by a joker (CQB-9a).
    Joker,
}

/// Tests one card against a target number.
pub fn test<C: Chance>(chance: &mut C, rules: &Rules, deck: &mut C::Deck, target_number: i32, at: Address) -> Tested {
    let judge = |card: Card| match card.value() {
        None if rules.joker_test == JokerTest::Pass => Tested::Pass,
        None => Tested::Joker,
        Some(value) => match target_number - i32::from(value) {
            ..=0 => Tested::Pass,
            short => Tested::FailBy(short.min(255) as u8),
        },
    };
    match rules.joker_test {
        JokerTest::Redraw => turn_over_no_joker(chance, rules, deck, at, judge),
        _ => turn_over(chance, rules, deck, at, judge),
    }
}

/// Whether one card passes, without the margin.
pub fn passes<C: Chance>(chance: &mut C, rules: &Rules, deck: &mut C::Deck, target_number: i32, at: Address) -> bool {
    let judge = |card: Card| match card.value() {
        None => rules.joker_test == JokerTest::Pass,
        Some(value) => i32::from(value) >= target_number,
    };
    match rules.joker_test {
        JokerTest::Redraw => turn_over_no_joker(chance, rules, deck, at, judge),
        _ => turn_over(chance, rules, deck, at, judge),
    }
}

/// Target number of the test against a stun grenade, by turns since it went off; it falls every turn, without limit
/// (CQB-6a, CQB-6c).
#[must_use]
pub fn stun_target(rules: &Rules, turns: u8, wounds: u8) -> i32 {
    i32::from(rules.stun_target) - i32::from(turns) + resisting(rules, wounds, 0)
}

/// Target number of the test against gas, by turns since its release (CQB-7a).
#[must_use]
pub fn gas_target(rules: &Rules, turns: u8, wounds: u8, failures: u8) -> i32 {
    i32::from(rules.gas_target) + i32::from(turns) + resisting(rules, wounds, failures)
}

/// Target number of a task: its difficulty and every penalty (CQB-8a, CQB-5.5.4e, CQB-7b).
#[must_use]
pub fn task_target(rules: &Rules, difficulty: i32, wounds: u8, gas: u8, weak_hand: bool) -> i32 {
    difficulty
        + i32::from(wounds) * i32::from(rules.wound)
        + i32::from(gas) * i32::from(rules.gas)
        + i32::from(weak_hand) * i32::from(rules.weak_hand)
}

/// The penalties in stun and gas tests, which count only under `penalties_on_resist` (CQB-5.5.4e).
fn resisting(rules: &Rules, wounds: u8, failures: u8) -> i32 {
    match rules.penalties_on_resist {
        PenaltiesOnResist::No => 0,
        PenaltiesOnResist::Yes => task_target(rules, 0, wounds, failures, false),
    }
}
