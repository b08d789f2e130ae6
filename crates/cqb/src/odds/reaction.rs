//! Reaction tests and interrupts.

use std::collections::BTreeMap;

use chance::exact::{Flow, Ratio, Weight};
use engage::{Finding, Problem, distribution};
use schemars::JsonSchema;
use serde::Deserialize;

use super::shared::{ANYWHERE, Deck, situation, two, whole};
use crate::reaction::{HIGHEST, precedence, reaction_card, reaction_test};
use crate::rules::{Ability, Rules};

/// The value of a king.
const KING: u8 = 13;

/// A figure that takes a reaction test.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Tester {
    /// Ability of the figure.
    #[serde(default)]
    ability: Ability,
    /// Jokers in its deck, 0 to 3.
    #[serde(default = "two")]
    #[schemars(range(max = 3))]
    jokers: u8,
    /// Whether it is on Hold.
    #[serde(default)]
    hold: bool,
    /// Whether it moved in the turn before.
    #[serde(default)]
    moved: bool,
}

/// Parameters of `reaction` and `hold_interrupt`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Two {
    /// The first figure.
    #[serde(rename = "A")]
    a: Tester,
    /// The second figure.
    #[serde(rename = "B")]
    b: Tester,
    /// Rules that differ from the rulebook as printed.
    #[serde(default)]
    options: Rules,
}

situation! {
    /// One reaction test of two figures with a deck each.
    struct Reaction(Two);
    id: "reaction",
    label: "Reaction test",
    findings: &[
        Finding::chance("A_first").called("A is first").first(),
        Finding::chance("B_first").called("B is first").first(),
        Finding::chance("simultaneous"),
    ],
    solve: reaction,
}

situation! {
    /// A reaction test; if A is strictly first it goes on Hold and immediately tries to interrupt B.
    struct HoldInterrupt(Two);
    id: "hold_interrupt",
    label: "Interrupt from Hold",
    findings: &[
        Finding::chance("A_not_first").called("A is not first"),
        Finding::chance("interrupt").called("A interrupts"),
        Finding::chance("no_interrupt").called("A fails to interrupt"),
    ],
    solve: hold_interrupt,
}

situation! {
    /// One reaction test of several figures, where the figures of a side share a deck: which figure is strictly first.
    struct Several {
        /// The sides by name, with a deck each.
        #[schemars(extend("examples" = [{ "A": {}, "B": {} }]))]
        sides: BTreeMap<String, SideDeck>,
        /// The figures, 1 to 16.
        figures: Vec<Member>,
    }
    id: "reaction_multi",
    label: "Reaction test of several figures",
    findings: &[
        Finding::chance("first_*").called("* is first"),
        Finding::chance("tie_for_first").called("Tie for first"),
    ],
    solve: reaction_multi,
}

/// A side's deck.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SideDeck {
    /// Ability of its figures.
    #[serde(default)]
    ability: Ability,
    /// Jokers in the deck, 0 to 3.
    #[serde(default = "two")]
    #[schemars(range(max = 3))]
    jokers: u8,
}

/// A figure of a side.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Member {
    /// Its name.
    name: String,
    /// Its side.
    #[schemars(extend("examples" = ["A"]))]
    side: String,
    /// Whether it is on Hold.
    #[serde(default)]
    hold: bool,
    /// Whether it moved in the turn before.
    #[serde(default)]
    moved: bool,
}

/// CQB-3b, CQB-3e.
fn reaction(parameters: &Two) -> Result<Vec<(String, Ratio)>, Problem> {
    let Two { a, b, options: rules } = parameters;
    let decks = (whole(rules, a.ability, a.jokers), whole(rules, b.ability, b.jokers));
    let odds = distribution(decks, |(mut deck_a, mut deck_b), chance| {
        let card_a = reaction_card(chance, rules, &mut deck_a, ANYWHERE);
        let card_b = reaction_card(chance, rules, &mut deck_b, ANYWHERE);
        Flow::Done(precedence(card_a, a.hold, a.moved).cmp(&precedence(card_b, b.hold, b.moved)))
    })?;
    use std::cmp::Ordering;
    let words = [("A_first", Ordering::Greater), ("B_first", Ordering::Less), ("simultaneous", Ordering::Equal)];
    Ok(words.map(|(word, order)| (word.to_owned(), odds.probability(&order))).into())
}

/// CQB-3c, CQB-3d.
fn hold_interrupt(parameters: &Two) -> Result<Vec<(String, Ratio)>, Problem> {
    let Two { a, b, options: rules } = parameters;
    let decks = (whole(rules, a.ability, a.jokers), whole(rules, b.ability, b.jokers));
    let odds = distribution((decks, false), |((mut deck_a, mut deck_b), holding), chance| {
        let card_a = reaction_card(chance, rules, &mut deck_a, ANYWHERE);
        let card_b = reaction_card(chance, rules, &mut deck_b, ANYWHERE);
        let first = precedence(card_a, a.hold || holding, a.moved) > precedence(card_b, b.hold, b.moved);
        match (holding, first) {
            (false, true) => Flow::Go(((deck_a, deck_b), true)),
            (false, false) => Flow::Done("A_not_first"),
            (true, true) => Flow::Done("interrupt"),
            (true, false) => Flow::Done("no_interrupt"),
        }
    })?;
    let words = ["A_not_first", "interrupt", "no_interrupt"];
    Ok(words.map(|word| (word.to_owned(), odds.probability(&word))).into())
}

/// CQB-3b, CQB-3e, CQB-3f.
fn reaction_multi(parameters: &Several) -> Result<Vec<(String, Ratio)>, Problem> {
    let Several { sides, figures, options: rules } = parameters;
    if !(1..=16).contains(&figures.len()) {
        return Err(Problem::new("figures", format!("{} figures, expected 1 to 16", figures.len())));
    }
    let names: Vec<&String> = sides.keys().collect();
    let decks: Vec<Deck> = sides.values().map(|side| whole(rules, side.ability, side.jokers)).collect();
    let mut places = Vec::new();
    for (number, figure) in figures.iter().enumerate() {
        let place = names.iter().position(|&name| *name == figure.side).ok_or_else(|| {
            let known: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("unknown side `{}`, expected one of {}", figure.side, known.join(", "));
            Problem::new(format!("figures[{number}].side"), message)
        })?;
        places.push(place);
    }
    // One question at a time: does this figure's card have this worth, and every other card a lower precedence? So a
    // deck is asked only for that, and only jokers distinguish its states.
    let worths = (0..=KING).chain([HIGHEST]);
    let first = |who: usize, worth: u8| -> Result<Ratio, Problem> {
        let best = precedence(worth, figures[who].hold, figures[who].moved);
        let odds = distribution((decks.clone(), 0), |(mut decks, figure), chance| {
            let Some(member) = figures.get(figure) else { return Flow::Done(true) };
            let fits = reaction_test(chance, rules, &mut decks[places[figure]], ANYWHERE, |drawn| {
                let own = precedence(drawn, member.hold, member.moved);
                if figure == who { own == best } else { own < best }
            });
            if fits { Flow::Go((decks, figure + 1)) } else { Flow::Done(false) }
        });
        Ok(odds?.probability(&true))
    };
    let (mut values, mut anybody) = (Vec::new(), Ratio::zero());
    for (who, figure) in figures.iter().enumerate() {
        let mut total = Ratio::zero();
        for worth in worths.clone() {
            total.add(first(who, worth)?);
        }
        anybody.add(total.clone());
        values.push((format!("first_{}", figure.name), total));
    }
    values.push(("tie_for_first".to_owned(), anybody.complement()));
    Ok(values)
}
