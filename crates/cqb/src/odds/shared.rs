//! What the situations share: their declaration, decks, and answers with a target number.

use chance::exact::Ratio;
use chance::{Address, Chance, Enumerated};
use engage::{Answer, Value};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::rules::{Ability, Rules};

/// Addresses mean nothing to the enumerated reading.
pub(super) const ANYWHERE: Address = Address::new(0, 0, 0);

pub(super) type Deck = <Enumerated as Chance>::Deck;

/// Declares a kind of situation.
macro_rules! situation {
    ($($kind:tt)*) => {
        engage::situation! { $crate::rules::Rules; $($kind)* }
    };
}
pub(super) use situation;

/// Fractions with the target number in front, which may be negative as a probability may not (CQB-5.2a).
pub(super) fn with_target<W: Into<String>>(number: i32, values: impl IntoIterator<Item = (W, Ratio)>) -> Answer {
    let mut answer = Answer::from(values);
    let fraction = Some((number.to_string(), "1".to_owned()));
    answer
        .values
        .insert(0, Value { outcome: "target_number".to_owned(), fraction, decimal: number.into(), error: 0.0 });
    answer
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

/// A whole deck.
pub(super) fn whole(rules: &Rules, ability: Ability, jokers: u8) -> Deck {
    chance::Deck::whole(rules.pack(ability, jokers))
}
