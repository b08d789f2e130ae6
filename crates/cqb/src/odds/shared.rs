//! What the situations share: how they are read, checked and answered in fractions.

use chance::exact::Ratio;
use chance::{Address, Chance, Enumerated};
use engage::{Answer, Problem, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::compile::check_rules;
use crate::rules::{Ability, Rules};

/// Addresses mean nothing to the enumerated reading.
pub(super) const ANYWHERE: Address = Address::new(0, 0, 0);

pub(super) type Deck = <Enumerated as Chance>::Deck;

/// Reads the parameters, checks their rules, and answers with fractions.
pub(super) fn fractions<P: DeserializeOwned + JsonSchema + 'static>(
    value: &serde_json::Value,
    options: impl Fn(&P) -> &Rules,
    solve: impl Fn(&P) -> Result<Vec<(String, Ratio)>, Problem>,
) -> Result<Answer, Problem> {
    let parameters: P = engage::read(value).map_err(|mut all| all.swap_remove(0))?;
    check_options(options(&parameters))?;
    Ok(Answer::fractions(solve(&parameters)?))
}

/// The same with the target number in front, which may be negative as a probability may not (CQB-5.2a).
pub(super) fn fractions_and_target<P: DeserializeOwned + JsonSchema + 'static>(
    value: &serde_json::Value,
    options: impl Fn(&P) -> &Rules,
    target_number: impl Fn(&P) -> Result<i32, Problem>,
    solve: impl Fn(&P) -> Result<Vec<(String, Ratio)>, Problem>,
) -> Result<Answer, Problem> {
    let mut answer = fractions(value, options, solve)?;
    let number = target_number(&engage::read(value).map_err(|mut all| all.swap_remove(0))?)?;
    let fraction = Some((number.to_string(), "1".to_owned()));
    answer
        .values
        .insert(0, Value { outcome: "target_number".to_owned(), fraction, decimal: number.into(), error: 0.0 });
    Ok(answer)
}

pub(super) fn check_options(rules: &Rules) -> Result<(), Problem> {
    let mut problems = Vec::new();
    check_rules(rules, "options.", &mut problems);
    problems.into_iter().next().map_or(Ok(()), Err)
}

pub(super) fn schema_of<P: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<P>()
}

/// One deck as a situation describes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnyDeck {
    /// Ace to ten.
    Novice,
    /// Two to jack.
    #[default]
    Experienced,
    /// Three to queen.
    Veteran,
    /// Four to king.
    Elite,
    /// The hostages' deck: ace to ten with two jokers.
    Hostage,
}

impl AnyDeck {
    pub(super) const fn ability(self) -> Ability {
        match self {
            AnyDeck::Novice | AnyDeck::Hostage => Ability::Novice,
            AnyDeck::Experienced => Ability::Experienced,
            AnyDeck::Veteran => Ability::Veteran,
            AnyDeck::Elite => Ability::Elite,
        }
    }
}

pub(super) const fn two() -> u8 {
    2
}

/// A whole deck, its jokers checked.
pub(super) fn whole(rules: &Rules, ability: Ability, jokers: u8, key: &str) -> Result<Deck, Problem> {
    if jokers > 3 {
        return Err(Problem::new(key, format!("{jokers} jokers, expected 0 to 3")));
    }
    Ok(chance::Deck::whole(rules.pack(ability, jokers)))
}
