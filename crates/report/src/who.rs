//! Describes the sides, the ground, the mission and the players in words, for the top of every page.
//!
//! Everything comes from the declarations of the scenario's keys ([`scenario::Card`]); nothing here knows a ruleset.

use engage::{Side, capital, lower, short_unit, singular};
use runner::Provenance;
use scenario::{Card, DoctrineCard, Fact, SquadCard};

/// A title with its text.
pub(crate) type CardRow = (&'static str, String);

/// The names of the sides in sentences.
///
/// A name may be singular or plural, so wordings must fit both: `won by the gunmen`, `losses of the gunmen`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'c>(&'c Card);

impl<'c> Names<'c> {
    pub(crate) fn of(from: &'c Provenance) -> Names<'c> {
        Names(&from.card)
    }

    /// A side within a sentence: `the gunmen`, or `Blue` if both sides have the same name.
    pub(crate) fn side(self, side: Side) -> String {
        let name = &self.0.sides[side];
        if name.is_empty() { colour(side).to_owned() } else { name.clone() }
    }

    /// The baseline within a sentence: `“by one door”`, or `the scenario as it stands` if it has no name.
    pub(crate) fn baseline(self) -> String {
        match self.0.baseline.as_str() {
            "" => "the scenario as it stands".to_owned(),
            name => format!("“{name}”"),
        }
    }
}

/// The key of a field that selects the list on which an unlisted enemy is rolled.
const ENEMY: &str = "enemy";

/// The rows at the top of a page.
pub(crate) fn rows(from: &Provenance) -> Vec<CardRow> {
    let card = &from.card;
    let mut rows: Vec<CardRow> = Vec::new();
    for side in Side::ALL.into_iter().filter(|_| is_fight(card)) {
        rows.push((colour(side), of_side(card, side)));
    }
    if is_fight(card) {
        rows.push(("Ground", ground(card)));
        rows.push(("Mission", mission(card)));
        rows.push(("Players", players(card)));
        rows.extend(led(card));
    } else if !card.situation.is_empty() {
        let given = card.parameters.iter().map(in_words).collect::<Vec<_>>().join(", ");
        rows.push(("Situation", sentence(&[&card.situation, &given])));
    }
    if let Some(baseline) = card.variants.first() {
        let name = if baseline.name.is_empty() { "The scenario as it stands" } else { &baseline.name };
        rows.push(("Baseline", sentence(&[name, &baseline.sets.join(", ")])));
    }
    // Swept and varied rules are named with the sweep and the variants.
    let fixed = from.rules_changed.iter().filter(|change| !change.played.starts_with("swept: "));
    let fixed: Vec<&str> =
        fixed.filter(|change| !change.played.contains(" in \"")).map(|change| change.told.as_str()).collect();
    if !fixed.is_empty() {
        rows.push(("Rules changed", format!("{}.", fixed.join("; "))));
    }
    rows
}

/// One short line for each side, for a terminal.
pub(crate) fn lines(from: &Provenance) -> Vec<String> {
    let sides = Side::ALL.into_iter().filter(|_| is_fight(&from.card));
    let sides = sides.map(|side| (colour(side), of_side(&from.card, side)));
    sides.chain(led(&from.card)).map(|(title, told)| format!("{title}: {told}")).collect()
}

/// The doctrines of each side that has some.
fn led(card: &Card) -> impl Iterator<Item = CardRow> {
    let titles = [(Side::Blue, "Blue’s doctrines"), (Side::Red, "Red’s doctrines")];
    titles.into_iter().filter_map(|(side, title)| Some((title, doctrines(&card.doctrines[side])?)))
}

/// The variants with their settings, including the baseline.
pub(crate) fn variants(card: &Card) -> Vec<(String, String)> {
    let told = |variant: &scenario::VariantCard| (variant.name.clone(), variant.sets.join("; "));
    card.variants.iter().skip(1).map(told).collect()
}

/// A side's colour, its name in files and pictures.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Red => "Red",
    }
}

/// Whether a row is about a side.
pub(crate) fn is_side(title: &str) -> bool {
    Side::ALL.into_iter().any(|side| colour(side) == title)
}

fn is_fight(card: &Card) -> bool {
    card.squads.iter().any(|squads| !squads.is_empty())
}

/// The squads of a side.
fn of_side(card: &Card, side: Side) -> String {
    let squads = &card.squads[side];
    if squads.is_empty() {
        let list = card.field.iter().find(|fact| fact.word == ENEMY && !fact.swept).map(|fact| uncapital(&fact.about));
        return sentence(&[
            "No squads are listed; the enemies of the other side are rolled for",
            list.unwrap_or_default().trim_end_matches('.'),
        ]);
    }
    let squad = |squad: &SquadCard| {
        let facts = squad.facts.iter().filter(|fact| !fact.leads || fact.swept);
        format!("{}: {}", squad.name, facts.map(in_words).collect::<Vec<_>>().join(", "))
    };
    let told = capital(&sentence(&[&squads.iter().map(squad).collect::<Vec<_>>().join("; ")]));
    // Say what sentences call a side if that is not the name of a squad.
    let name = &card.sides[side];
    let is_known = name.is_empty() || name == colour(side) || squads.iter().any(|squad| name.contains(&squad.name));
    if is_known { told } else { format!("{}. {told}", capital(name)) }
}

fn ground(card: &Card) -> String {
    let facts =
        card.field.iter().filter(|fact| fact.word != ENEMY || fact.swept).map(in_words).collect::<Vec<_>>().join(", ");
    let swept = card.field.iter().any(|fact| fact.word == "map");
    let written = !card.field.iter().all(|fact| fact.word == "range");
    match card.map.as_str() {
        "" if swept || (written && !card.field.iter().any(|fact| fact.word == "range")) => {
            capital(&sentence(&[&facts]))
        }
        "" => sentence(&["Open ground", &facts]),
        map => sentence(&[&format!("Map “{map}”"), &facts]),
    }
}

/// The mission and the side that has it.
fn mission(card: &Card) -> String {
    let Some(side) = card.attacker else { return "None: the sides fight until one is out of action.".to_owned() };
    let names = Names(card);
    let objective = card.mission.iter().find(|fact| fact.word == "objective");
    // Skip keys that the sentence about the objective already mentions.
    let said = |fact: &&Fact| {
        let about = objective.map_or("", |objective| objective.about.as_str());
        let in_sentence = |value: &String| !about.is_empty() && about.contains(value.as_str());
        let is_sentence = fact.word == "objective" && !about.is_empty();
        fact.word != "side" && !is_sentence && !fact.values.iter().all(in_sentence)
    };
    let more = card.mission.iter().filter(said).map(in_words).collect::<Vec<_>>().join(", ");
    let about = objective.map_or("", |objective| objective.about.trim_end_matches('.'));
    let told = [uncapital(about), more].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
    sentence(&[&format!("{}: {told}", capital(&names.side(side)))])
}

/// How the players lead each squad, in one sentence if all are led alike.
fn players(card: &Card) -> String {
    const AUTOMATIC: &str = "The automatic player controls both sides";
    let on_open_ground = card.map.is_empty() && card.field.iter().any(|fact| fact.word == "range");
    let led = |squad: &SquadCard| {
        let facts = squad.facts.iter().filter(|fact| fact.leads && !fact.swept);
        // On open ground orders and routes have no effect.
        let facts = facts.filter(|fact| !(on_open_ground && fact.default && fact.values.is_empty()));
        facts.map(led_by).collect::<Vec<_>>().join("; ")
    };
    let mut led_alike: Vec<(String, Vec<String>)> = Vec::new();
    for squad in card.squads.iter().flatten() {
        let told = led(squad);
        match led_alike.iter_mut().find(|(known, _)| *known == told) {
            Some((_, squads)) => squads.push(squad.name.clone()),
            None => led_alike.push((told, vec![squad.name.clone()])),
        }
    }
    match led_alike.as_slice() {
        [] => format!("{AUTOMATIC} with its default doctrine."),
        [(told, _)] if told.is_empty() => format!("{AUTOMATIC} with its default doctrine."),
        [(told, _)] => format!("{AUTOMATIC}: {told}."),
        several => {
            let told = several.iter().map(|(told, squads)| {
                let told = if told.is_empty() { "default doctrine" } else { told };
                format!("{}: {told}.", capital(&squads.join(", ")))
            });
            format!("{AUTOMATIC}. {}", told.collect::<Vec<_>>().join(" "))
        }
    }
}

/// What a side draws from in each engagement; `None` if it has no doctrines.
fn doctrines(doctrines: &[DoctrineCard]) -> Option<String> {
    let all: u32 = doctrines.iter().map(|doctrine| doctrine.weight).sum();
    let told = |doctrine: &DoctrineCard| {
        let share = (1000.0 * f64::from(doctrine.weight) / f64::from(all.max(1))).round() / 10.0;
        format!("“{}” in {share} % of engagements: {}", doctrine.name, chosen(doctrine))
    };
    match doctrines {
        [] => None,
        [one] => Some(format!("“{}”: {}.", one.name, chosen(one))),
        several => Some(format!("{}.", several.iter().map(told).collect::<Vec<_>>().join("; "))),
    }
}

/// What a doctrine sets.
fn chosen(doctrine: &DoctrineCard) -> String {
    if doctrine.sets.is_empty() {
        return "as written".to_owned();
    }
    doctrine.sets.iter().map(|set| uncapital(set)).collect::<Vec<_>>().join(", ")
}

/// A player's choice with its meaning, a doctrine also with its name: `doctrine stand (the default): stands and fires`,
/// `target: the nearest`.
fn led_by(fact: &Fact) -> String {
    let title = lower(&fact.label);
    let about = uncapital(fact.about.trim_end_matches('.'));
    match fact.values.first().map(|value| lower(value)) {
        None => format!("{title} by default: {about}"),
        Some(value) if about.is_empty() => format!("{title}: {value}"),
        Some(value) if fact.word == "doctrine" => {
            format!("{title} {value}{}: {about}", if fact.default { " (the default)" } else { "" })
        }
        Some(_) => format!("{title}: {about}"),
    }
}

/// A sentence for use within another one: it begins with a small letter, unless the first word is an abbreviation.
fn uncapital(sentence: &str) -> String {
    let (first, rest) = sentence.split_at(sentence.find(' ').unwrap_or(sentence.len()));
    format!("{}{rest}", if first == "A" { "a".to_owned() } else { lower(first) })
}

/// One key with its value: `Rep 5`, `weapon SMG`, `6 figures`, `range 6 to 48 in (swept)`.
fn in_words(fact: &Fact) -> String {
    let values: Vec<String> = fact.values.iter().map(|value| lower(value)).collect();
    let numbers = values.iter().all(|value| value.parse::<f64>().is_ok());
    let shown = match values.as_slice() {
        [one] => one.clone(),
        [first, .., last] if numbers && values.len() > 2 => format!("{first} to {last}"),
        [first, .., last] if values.len() > 5 => format!("{first} to {last}, {} values", values.len()),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
        [] => String::new(),
    };
    let swept = match (fact.swept, fact.varied) {
        (true, _) => " (swept)",
        (false, true) => " (varied)",
        (false, false) => "",
    };
    // Such a short label is a term of the rulebook, for example Rep.
    let title = if fact.label.chars().count() <= 3 { fact.label.clone() } else { lower(&fact.label) };
    if fact.word == "count" {
        let title = lower(&fact.label);
        return format!("{shown} {}{swept}", if shown == "1" { singular(&title) } else { title });
    }
    match shown.as_str() {
        "yes" => title,
        "no" => format!("no {title}"),
        _ if fact.unit.is_empty() || !numbers => format!("{title} {shown}{swept}"),
        _ => format!("{title} {shown} {}{swept}", short_unit(&fact.unit)),
    }
}

/// A sentence of parts separated by commas.
fn sentence(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    let joined = match parts.as_slice() {
        [head, rest @ ..] if rest.is_empty() || head.ends_with('”') => parts.join(", "),
        _ => parts.join(": "),
    };
    format!("{joined}.")
}
