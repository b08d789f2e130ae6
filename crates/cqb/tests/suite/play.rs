//! What the tests share: situations, battles and what came of them.

use chance::{Card, Draw};
use engage::{Answer, Battle, Outcome, Step};
use serde_json::{Value, json};
use testkit::Fraction;
use testkit::setup::merge;

/// Answers a situation.
#[track_caller]
pub(crate) fn answer(kind: &str, parameters: &Value) -> Answer {
    testkit::golden::answer(&cqb::RULESET, kind, parameters)
        .unwrap_or_else(|error| panic!("{kind} {parameters}: {error}"))
}

/// The exact value of one outcome of a situation.
#[track_caller]
pub(crate) fn odds(kind: &str, parameters: &Value, outcome: &str) -> Fraction {
    testkit::golden::value(&answer(kind, parameters), outcome)
}

/// A fraction.
pub(crate) fn of(numerator: i64, denominator: i64) -> Fraction {
    Fraction::new(numerator, denominator)
}

/// The target number of a shot.
#[track_caller]
pub(crate) fn target_number(parameters: &Value) -> Fraction {
    odds("to_hit", parameters, "target_number")
}

/// A scenario of two squads; `more` is merged into it, table by table.
pub(crate) fn scenario(more: Value) -> Value {
    let mut scenario = json!({
        "blue": { "team": { "ability": "elite", "weapon": "pistol", "doctrine": "snap" } },
        "red": { "gunman": { "ability": "novice", "weapon": "pistol", "doctrine": "snap" } },
        "field": { "range": 12 },
        "rules": {},
        "turn_limit": 200,
    });
    merge(&mut scenario, more);
    scenario
}

/// Compiles a scenario that has nothing wrong with it.
#[track_caller]
pub(crate) fn battle(scenario: &Value) -> Box<dyn Battle> {
    (cqb::RULESET.compile)(scenario, None).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Plays engagements 0 to `n` - 1.
pub(crate) fn outcomes(battle: &dyn Battle, seed: u64, n: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); n];
    battle.play(seed, 0, &mut outcomes);
    outcomes
}

/// A duel of one shot a turn from rifles, every card put back, few enough states to be solved exactly.
pub(crate) fn small_duel(more: Value) -> Value {
    let one_shot = json!({ "weapon": "battle rifle", "rate": 1 });
    let mut duel = scenario(json!({
        "blue": { "team": one_shot },
        "red": { "gunman": one_shot },
        "rules": { "reshuffle": "every_draw" },
    }));
    merge(&mut duel, more);
    duel
}

/// The exact probability of an ending.
#[track_caller]
pub(crate) fn exactly(scenario: &Value, wanted: &str) -> f64 {
    let solved = battle(scenario).exact(2_000_000).unwrap_or_else(|error| panic!("{scenario}: {error}"));
    solved.outcomes.iter().filter(|(outcome, _)| ending(outcome) == wanted).map(|(_, share)| share).sum()
}

/// The steps of the first few engagements of a scenario.
#[track_caller]
pub(crate) fn transcripts(more: Value, n: u64) -> Vec<Vec<Step>> {
    let battle = battle(&scenario(more));
    (0..n).map(|engagement| battle.replay(1, engagement).1).collect()
}

/// The word for an ending.
pub(crate) fn ending(outcome: &Outcome) -> &'static str {
    cqb::RULESET.endings[usize::from(outcome.ending)].id
}

/// A red card.
pub(crate) const fn red(value: u8) -> Draw {
    Draw::Card(Card::new(value, true))
}

/// A black card.
pub(crate) const fn black(value: u8) -> Draw {
    Draw::Card(Card::new(value, false))
}

/// A joker.
pub(crate) const JOKER: Draw = Draw::Card(Card::JOKER);
