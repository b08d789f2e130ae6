//! A card for a location, a team's luck, the rounds of a burst.

use chance::exact::{Flow, Ratio};
use chance::{Chance, Deck as _};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, AnyDeck, Deck, situation, two, whole};
use crate::cards::{hostage_pack, turn_over_no_joker};
use crate::options::AutoBurst;
use crate::rules::{Ability, BodyPart, Fortune, Rules};

situation! {
    /// The location that a hit strikes, by one card that is not a joker.
    struct Location {
        /// The deck that the card comes from.
        #[serde(default)]
        deck: AnyDeck,
        /// Jokers in it, 0 to 3.
        #[serde(default = "two")]
        #[schemars(range(max = 3))]
        jokers: u8,
    }
    id: "location",
    label: "Random location",
    findings: &[
        Finding::chance("leg"),
        Finding::chance("weak_arm"),
        Finding::chance("strong_arm"),
        Finding::chance("head"),
        Finding::chance("torso_under_plates").called("Torso, where plates cover it"),
        Finding::chance("torso_outside_plates").called("Torso, beside the plates"),
    ],
    solve: location,
}

/// Parameters of a situation that depends on the rules alone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OptionsOnly {
    /// Rules that differ from the rulebook as printed.
    #[serde(default)]
    options: Rules,
}

situation! {
    /// A team's luck by the average die, and the first card of its deck.
    struct Luck(OptionsOnly);
    id: "luck",
    label: "Luck",
    findings: &[
        Finding::chance("jokers_*").called("Deck with * jokers"),
        Finding::chance("first_card_joker").called("First card is a joker"),
    ],
    solve: luck,
}

situation! {
    /// Number of rounds fired in one automatic fire action.
    struct Rounds(OptionsOnly);
    id: "rounds",
    label: "Rounds fired",
    findings: &[Finding::chance("rounds_*").called("* rounds")],
    solve: rounds,
}

/// CQB-5.4.
fn location(parameters: &Location) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &parameters.options;
    let deck = match parameters.deck {
        AnyDeck::Hostage => Deck::whole(hostage_pack(rules)),
        deck => whole(rules, deck.ability(), parameters.jokers),
    };
    let odds = distribution(deck, |mut deck, chance| {
        let place = |card: chance::Card| rules.location[usize::from(card.value().unwrap_or(1)) - 1];
        Flow::Done(turn_over_no_joker(chance, rules, &mut deck, ANYWHERE, place))
    })?;
    let words = [
        ("leg", BodyPart::Leg),
        ("weak_arm", BodyPart::WeakArm),
        ("strong_arm", BodyPart::StrongArm),
        ("head", BodyPart::Head),
        ("torso_under_plates", BodyPart::TorsoUnderPlates),
        ("torso_outside_plates", BodyPart::TorsoOutsidePlates),
    ];
    Ok(words.map(|(word, place)| (word.to_owned(), odds.probability(&place))).into())
}

/// CQB-2.2b. All decks have forty number cards, so any will do.
fn luck(parameters: &OptionsOnly) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &parameters.options;
    let odds = distribution((), |(), chance| {
        let jokers = rules.jokers_of(Fortune::of(chance.pick(ANYWHERE, &rules.average_die())));
        let mut deck = Deck::whole(rules.pack(Ability::Novice, jokers));
        Flow::Done((jokers, chance.draw(&mut deck, ANYWHERE, |card| card.is_joker())))
    })?;
    let mut values: Vec<(String, Ratio)> =
        (0..=3).map(|jokers| (format!("jokers_{jokers}"), odds.sum(|outcome| outcome.0 == jokers))).collect();
    values.push(("first_card_joker".to_owned(), odds.sum(|outcome| outcome.1)));
    Ok(values)
}

/// CQB-5.1a.
fn rounds(parameters: &OptionsOnly) -> Result<Vec<(String, Ratio)>, Problem> {
    let rules = &parameters.options;
    let odds = distribution((0u8, 0u8), |(bursts, rounds), chance| {
        if bursts == rules.rate.auto {
            return Flow::Done(rounds);
        }
        let burst = match rules.auto_burst {
            AutoBurst::AverageDie => chance.pick(ANYWHERE, &rules.average_die()),
            AutoBurst::Fixed3 => 3,
        };
        Flow::Go((bursts + 1, rounds + burst))
    })?;
    let mut counts: Vec<u8> = odds.outcomes.iter().map(|&(rounds, _)| rounds).collect();
    counts.sort_unstable();
    Ok(counts.into_iter().map(|count| (format!("rounds_{count}"), odds.probability(&count))).collect())
}
