//! One attack on several targets: each resists with a roll of its own and is given dice of its own (CX2-spec-2).

use chance::{Die, Limit, Pool};

use crate::roll::{Role, winner};
use crate::rules::Rules;

/// The most targets of one attack.
pub(crate) const MOST: usize = 6;

/// The most effect dice that a target may be given which resists with this total; 0 for one that is not beaten.
pub(crate) fn dice_for(rules: &Rules, most: Limit, (total, left): (u8, Pool), resists: u8) -> u8 {
    let beaten = winner(rules.ties, total, resists) == Some(Role::Actor);
    if beaten { most.of(total - resists, left.dice()).max(1) } else { 0 }
}

/// Shares out the dice left, the largest first: one each in the order named, then round by round to those who may still have one. If
/// there is none at all the first who is beaten gets the nominal d4.
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
