//! One attack on several targets: each resists with its own roll and takes its own effect dice (CX2-spec-2).

use chance::{Die, Limit, Pool};

use crate::roll::{Role, winner};
use crate::rules::Rules;

/// The most targets of one attack.
pub(crate) const MOST: usize = 6;

/// The attack roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AttackRoll {
    pub(crate) total: u8,
    /// The dice left for effect.
    pub(crate) left: Pool,
}

impl AttackRoll {
    /// The most effect dice that a target with this total may be given; 0 if it is not beaten.
    pub(crate) fn dice_for(&self, rules: &Rules, most: Limit, resists: u8) -> u8 {
        let beaten = winner(rules.ties, self.total, resists) == Some(Role::Actor);
        if beaten { most.of(self.total - resists, self.left.dice()).max(1) } else { 0 }
    }
}

/// Shares out the dice left, the largest first: one each in the order named, then round by round to targets below their
/// limit. Without any dice the first target beaten takes the nominal d4.
pub(crate) fn shared_out(mut left: Pool, limits: [u8; MOST]) -> [Pool; MOST] {
    let mut given = [Pool::EMPTY; MOST];
    if left.is_empty() {
        if let Some(first) = limits.iter().position(|&limit| limit > 0) {
            given[first] = Pool::EMPTY.with(Die::D4, 1);
        }
        return given;
    }
    loop {
        let before = left.dice();
        for (dice, _) in given.iter_mut().zip(&limits).filter(|(dice, limit)| dice.dice() < **limit) {
            let Some(die) = left.largest() else { return given };
            left = left.without(die);
            *dice = dice.with(die, 1);
        }
        if left.dice() == before {
            return given;
        }
    }
}
