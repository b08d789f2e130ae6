//! Who is who: the sides, the ground, the mission and the players in words, for the top of every page.
//!
//! All of it comes from what the keys of the scenario declare ([`scenario::Card`]); nothing here knows a ruleset.

use engage::{Side, capital, lower, short_unit, singular};
use runner::Provenance;
use scenario::{Card, Fact, SquadCard};

/// A title with what is to be said.
pub(crate) type Row = (&'static str, String);

/// What the sides are called in sentences.
///
/// No wording that uses it may agree with a side in number: `won by the gunmen`, `losses of the gunmen`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Names<'c>(&'c Card);

impl<'c> Names<'c> {
    pub(crate) fn of(from: &'c Provenance) -> Names<'c> {
        Names(&from.card)
    }

    /// A side within a sentence: `the gunmen`; `Blue` where both sides are called the same.
    pub(crate) fn side(self, side: Side) -> String {
        let name = &self.0.sides[side];
        if name.is_empty() { colour(side).to_owned() } else { name.clone() }
    }

    /// What variants are compared with, within a sentence: `“by one door”`, or `the scenario as it stands`.
    pub(crate) fn baseline(self) -> String {
        match self.0.baseline.as_str() {
            "" => "the scenario as it stands".to_owned(),
            name => format!("“{name}”"),
        }
    }
}

/// Keys that say how the players lead a squad, told apart from what it is.
const LED: [&str; 2] = ["doctrine", "orders"];

/// The rows at the top of a page.
pub(crate) fn rows(from: &Provenance) -> Vec<Row> {
    let card = &from.card;
    let mut rows: Vec<Row> = Vec::new();
    for side in Side::ALL.into_iter().filter(|_| is_fight(card)) {
        rows.push((colour(side), of_side(card, side)));
    }
    if is_fight(card) {
        rows.push(("Ground", ground(card)));
        rows.push(("Mission", mission(card)));
        rows.push(("Players", players(card)));
    } else if !card.situation.is_empty() {
        let given = card.parameters.iter().map(told).collect::<Vec<_>>().join(", ");
        rows.push(("Situation", sentence(&[&card.situation, &given])));
    }
    if let Some(baseline) = card.variants.first() {
        let name = if baseline.name.is_empty() { "The scenario as it stands" } else { &baseline.name };
        rows.push(("Baseline", sentence(&[name, &baseline.sets.join(", ")])));
    }
    // What is swept or varied is told where it is.
    let fixed = from.rules_changed.iter().filter(|change| !change.played.starts_with("swept: "));
    let fixed: Vec<&str> =
        fixed.filter(|change| !change.played.contains(" in \"")).map(|change| change.told.as_str()).collect();
    if !fixed.is_empty() {
        rows.push(("Rules changed", format!("{}.", fixed.join("; "))));
    }
    rows
}

/// The sides in one short line each, for a terminal.
pub(crate) fn lines(from: &Provenance) -> Vec<String> {
    let sides = Side::ALL.into_iter().filter(|_| is_fight(&from.card));
    sides.map(|side| format!("{}: {}", colour(side), of_side(&from.card, side))).collect()
}

/// The variants with what each sets, the baseline among them.
pub(crate) fn variants(card: &Card) -> Vec<(String, String)> {
    let told = |variant: &scenario::VariantCard| (variant.name.clone(), variant.sets.join("; "));
    card.variants.iter().skip(1).map(told).collect()
}

/// A side's colour, by which files and pictures know it.
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
        return "lists nobody: whom the other side meets is rolled for.".to_owned();
    }
    let squad = |squad: &SquadCard| {
        let facts = squad.facts.iter().filter(|fact| !LED.contains(&fact.word.as_str()) || fact.swept);
        format!("{}: {}", squad.name, facts.map(told).collect::<Vec<_>>().join(", "))
    };
    capital(&sentence(&[&squads.iter().map(squad).collect::<Vec<_>>().join("; ")]))
}

fn ground(card: &Card) -> String {
    let facts = card.field.iter().map(told).collect::<Vec<_>>().join(", ");
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

/// What is fought for, by whom.
fn mission(card: &Card) -> String {
    let Some(side) = card.attacker else { return "None: they fight until one side is out of it.".to_owned() };
    let names = Names(card);
    let objective = card.mission.iter().find(|fact| fact.word == "objective");
    // What a sentence of the objective says of its other keys need not be said again.
    let said = |fact: &&Fact| {
        let about = objective.map_or("", |objective| objective.about.as_str());
        let in_sentence = |value: &String| !about.is_empty() && about.contains(value.as_str());
        let is_sentence = fact.word == "objective" && !about.is_empty();
        fact.word != "side" && !is_sentence && !fact.values.iter().all(in_sentence)
    };
    let more = card.mission.iter().filter(said).map(told).collect::<Vec<_>>().join(", ");
    let about = objective.map_or("", |objective| objective.about.trim_end_matches('.'));
    let told = [lower(about), more].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
    sentence(&[&format!("{}: {told}", capital(&names.side(side)))])
}

/// How the players lead each squad: once where all are led alike.
fn players(card: &Card) -> String {
    const AUTOMATIC: &str = "The automatic player leads both sides, by its defaults.";
    let on_map = !card.map.is_empty() || card.field.iter().any(|fact| fact.word == "map");
    let led = |squad: &SquadCard| {
        let facts = squad.facts.iter().filter(|fact| LED.contains(&fact.word.as_str()) && !fact.swept);
        let facts = facts.filter(|fact| on_map || fact.word != "orders");
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
        [] => AUTOMATIC.to_owned(),
        [(told, _)] if told.is_empty() => AUTOMATIC.to_owned(),
        [(told, _)] => format!("All: {told}."),
        several => {
            let told = several.iter().map(|(told, squads)| {
                let told = if told.is_empty() { "the automatic player, by its defaults" } else { told };
                format!("{}: {told}.", capital(&squads.join(", ")))
            });
            told.collect::<Vec<_>>().join(" ")
        }
    }
}

/// A doctrine or orders, and what they mean: `doctrine stand (the default): stands and fires.`
fn led_by(fact: &Fact) -> String {
    let Some(value) = fact.values.first() else {
        return format!("{} by default: {}", lower(&fact.label), lower(fact.about.trim_end_matches('.')));
    };
    let default = if fact.default { " (the default)" } else { "" };
    let about = lower(fact.about.trim_end_matches('.'));
    let about = if about.is_empty() { String::new() } else { format!(": {about}") };
    format!("{} {}{default}{about}", lower(&fact.label), lower(value))
}

/// One key with its value: `Rep 5`, `weapon SMG`, `6 figures`, `range 6 to 48 in (swept)`.
fn told(fact: &Fact) -> String {
    let values: Vec<String> = fact.values.iter().map(|value| lower(value)).collect();
    let numbers = values.iter().all(|value| value.parse::<f64>().is_ok());
    let shown = match values.as_slice() {
        [one] => one.clone(),
        [first, .., last] if numbers && values.len() > 2 => format!("{first} to {last}"),
        [first, .., last] if values.len() > 5 => format!("{first} to {last}, {} values", values.len()),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
        [] => String::new(),
    };
    let swept = if fact.swept { " (swept)" } else { "" };
    // A label so short is a term of the rulebook, such as Rep.
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

/// Parts with commas between them, as a sentence.
fn sentence(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    let joined = match parts.as_slice() {
        [head, rest @ ..] if rest.is_empty() || head.ends_with('”') => parts.join(", "),
        _ => parts.join(": "),
    };
    format!("{joined}.")
}
