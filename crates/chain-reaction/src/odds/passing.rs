//! Passing dice (CR-dice-2).

use chance::exact::Ratio;
use engage::{Finding, Problem};

use super::shared::{ANYWHERE, by_word, odds, situation};
use crate::dice;
use crate::rules::MOST_PASSED;

situation! {
    /// Dice rolled against a Rep, with or without a Leader Die: how many pass.
    struct PassDice {
        /// Number of dice, at most 10.
        #[schemars(range(max = 10))]
        dice: u8,
        /// Rep, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        rep: u8,
        /// Number of extra dice against the same Rep.
        #[serde(default)]
        #[schemars(range(max = 10))]
        extra: u8,
        /// Rep of the Leader who adds his die, 0 for none.
        #[serde(default)]
        #[schemars(range(max = 6))]
        leader: u8,
    }
    id: "pass_dice",
    label: "Passing dice",
    findings: &[Finding::chance("pass *d6")],
    solve: pass_dice,
}

/// Maximum number of dice in a throw.
const MOST: u8 = 10;

fn pass_dice(given: &PassDice) -> Result<Vec<(String, Ratio)>, Problem> {
    for (key, dice) in [("dice", given.dice), ("extra", given.dice.saturating_add(given.extra))] {
        if dice > MOST {
            return Err(Problem::new(key, format!("{dice} dice, expected at most {MOST}")));
        }
    }
    let passed = odds(|chance| {
        let own = (0..given.dice + given.extra).filter(|_| dice::passes(chance, ANYWHERE, given.rep)).count() as u8;
        let led = given.leader > 0 && dice::passes(chance, ANYWHERE, given.leader);
        (own + u8::from(led)).min(MOST_PASSED)
    })?;
    Ok(by_word(&passed, |passed| format!("pass {passed}d6")))
}
