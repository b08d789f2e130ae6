//! Stun grenades, gas and tasks.

use chance::Deck as _;
use chance::exact::{Flow, Ratio};
use engage::{Answer, Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, situation, two, whole, with_target};
use crate::options::Reshuffle;
use crate::rules::{Ability, Rules};
use crate::task::{Tested, gas_target, passes, stun_target, task_target, test as run_test};

/// Parameters of `stun` and `gas`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Resistance {
    /// Ability of the figure.
    #[serde(default)]
    ability: Ability,
    /// Jokers in its deck, 0 to 3.
    #[serde(default = "two")]
    #[schemars(range(max = 3))]
    jokers: u8,
    /// The last turn of `stun`, counted from 0; the number of turns in `gas`. At most 60.
    #[schemars(range(max = 60))]
    turns: u8,
    /// Wounds of the figure; they count under `penalties_on_resist`.
    #[serde(default)]
    #[schemars(range(min = 0, max = 40))]
    wounds: u8,
    /// Rules that differ from the rulebook as printed.
    #[serde(default)]
    options: Rules,
}

situation! {
    /// How long a figure stays stunned by a grenade: the chance that it has failed every test up to each turn.
    struct Stun(Resistance);
    id: "stun",
    label: "Stunned by a grenade",
    findings: &[Finding::chance("stunned_after_*").called("Still stunned after turn *")],
    solve: stun,
}

situation! {
    /// How many tests a figure fails that stays in gas for some turns.
    struct Gas(Resistance);
    id: "gas",
    label: "In gas",
    findings: &[
        Finding::chance("failures_*").called("* tests failed"),
        Finding::mean("mean_failures", "tests").called("Tests failed"),
    ],
    solve: gas,
}

situation! {
    /// A stun grenade in a room: how many of several figures that share a deck it stuns.
    struct Room {
        /// Ability of the figures.
        #[serde(default)]
        ability: Ability,
        /// Jokers in their deck, 0 to 3.
        #[serde(default = "two")]
        #[schemars(range(max = 3))]
        jokers: u8,
        /// Number of figures, at most 60.
        #[schemars(range(max = 60))]
        figures: u8,
        /// Wounds of each figure; they count under `penalties_on_resist`.
        #[serde(default)]
        #[schemars(range(min = 0, max = 40))]
        wounds: u8,
    }
    id: "stun_room",
    label: "Stun grenade in a room",
    findings: &[Finding::chance("stunned_*").called("* stunned")],
    solve: stun_room,
}

situation! {
    /// One test of a task.
    struct Task {
        /// Ability of the figure.
        #[serde(default)]
        ability: Ability,
        /// Jokers in its deck, 0 to 3.
        #[serde(default = "two")]
        #[schemars(range(max = 3))]
        jokers: u8,
        /// Target number before penalties.
        #[schemars(range(min = -20, max = 40))]
        difficulty: i8,
        /// Flesh wounds.
        #[serde(default)]
        #[schemars(title = "Flesh wounds")]
        #[schemars(range(min = 0, max = 40))]
        flesh: u8,
        /// Number of locations out of action.
        #[serde(default)]
        #[schemars(title = "Locations out of action")]
        #[schemars(range(min = 0, max = 6))]
        out_wounds: u8,
        /// Failed gas tests.
        #[serde(default)]
        #[schemars(title = "Failed gas tests")]
        #[schemars(range(min = 0, max = 60))]
        gas: u8,
        /// Whether it uses the weak hand.
        #[serde(default)]
        weak_hand: bool,
    }
    id: "test",
    label: "Test of a task",
    findings: &[
        Finding::number("target_number"),
        Finding::chance("pass").called("Passed").first(),
        Finding::chance("fail").called("Failed"),
        Finding::chance("fail_joker").called("Failed by a joker"),
        Finding::chance("fail_by_*_or_more").called("Failed by * or more"),
    ],
    solve: test,
}

impl Task {
    fn target_number(&self) -> i32 {
        let wounds = self.flesh.saturating_add(self.out_wounds);
        task_target(&self.options, self.difficulty.into(), wounds, self.gas, self.weak_hand)
    }
}

/// CQB-6a, CQB-6c.
fn stun(parameters: &Resistance) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &parameters.options;
    let deck = whole(rules, parameters.ability, parameters.jokers);
    // The outcome is the turn in which it passes.
    let odds = distribution((deck, 0), |(mut deck, turn), chance| {
        if rules.reshuffle == Reshuffle::EveryTurn {
            deck.refill();
        }
        let target_number = stun_target(rules, turn, parameters.wounds);
        if passes(chance, rules, &mut deck, target_number, ANYWHERE) {
            Flow::Done(turn)
        } else if turn == parameters.turns {
            Flow::Done(turn + 1)
        } else {
            Flow::Go((deck, turn + 1))
        }
    })?;
    let after = |turn| (format!("stunned_after_{turn}"), odds.sum(|&passed| passed > turn));
    Ok((0..=parameters.turns).map(after).collect())
}

/// CQB-7a, CQB-7b.
fn gas(parameters: &Resistance) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &parameters.options;
    let deck = whole(rules, parameters.ability, parameters.jokers);
    let odds = distribution((deck, 0, 0u8), |(mut deck, turn, failures), chance| {
        if turn == parameters.turns {
            return Flow::Done(failures);
        }
        if rules.reshuffle == Reshuffle::EveryTurn {
            deck.refill();
        }
        let target_number = gas_target(rules, turn, parameters.wounds, failures);
        let failed = !passes(chance, rules, &mut deck, target_number, ANYWHERE);
        Flow::Go((deck, turn + 1, failures + u8::from(failed)))
    })?;
    let mut values: Vec<(String, Ratio)> =
        (0..=parameters.turns).map(|count| (format!("failures_{count}"), odds.probability(&count))).collect();
    values.push(("mean_failures".to_owned(), odds.mean(|&failures| failures.into())));
    Ok(values)
}

/// CQB-6a.
fn stun_room(parameters: &Room) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &parameters.options;
    let deck = whole(rules, parameters.ability, parameters.jokers);
    let target_number = stun_target(rules, 0, parameters.wounds);
    let odds = distribution((deck, 0, 0u8), |(mut deck, figure, stunned), chance| {
        if figure == parameters.figures {
            return Flow::Done(stunned);
        }
        let failed = !passes(chance, rules, &mut deck, target_number, ANYWHERE);
        Flow::Go((deck, figure + 1, stunned + u8::from(failed)))
    })?;
    Ok((0..=parameters.figures).map(|count| (format!("stunned_{count}"), odds.probability(&count))).collect())
}

/// CQB-8a, CQB-8b.
fn test(parameters: &Task) -> Result<Answer, Problem> {
    let rules = &parameters.options;
    let deck = whole(rules, parameters.ability, parameters.jokers);
    let target_number = parameters.target_number();
    let odds =
        distribution(deck, |mut deck, chance| Flow::Done(run_test(chance, rules, &mut deck, target_number, ANYWHERE)))?;
    let mut values = vec![
        ("pass".to_owned(), odds.probability(&Tested::Pass)),
        ("fail".to_owned(), odds.sum(|&tested| tested != Tested::Pass)),
        ("fail_joker".to_owned(), odds.probability(&Tested::Joker)),
    ];
    for short in 1..=12 {
        let at_least = |tested: &Tested| matches!(tested, Tested::FailBy(by) if *by >= short);
        values.push((format!("fail_by_{short}_or_more"), odds.sum(at_least)));
    }
    Ok(with_target(target_number, values))
}
