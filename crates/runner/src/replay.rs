//! Replays one engagement of a run, step by step.

use std::ops::Range;
use std::sync::Arc;

use engage::{Battle, Clause, Map, Outcome, Side, Step, Zones, plain};
use scenario::{Body, Names, Scenario, nearest, text};

use crate::Error;
use crate::find::battle;
use crate::tallies::ENGINE;

/// Selects a cell of a sweep by values of swept keys and a variant. A key that is not named takes its first value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Swept keys, each with the selected value as text.
    pub values: Vec<(String, String)>,
    /// The variant; `None` for the baseline.
    pub variant: Option<String>,
}

/// A choice that does not match any cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} `{word}`; {}{}", one_of(.allowed), help(.word, .allowed))]
pub struct ChoiceError {
    /// The kind of word that is wrong.
    pub what: String,
    /// The word given.
    pub word: String,
    /// The allowed words.
    pub allowed: Vec<String>,
}

fn one_of(words: &[String]) -> String {
    if words.is_empty() { "there are none".to_owned() } else { format!("expected one of {}", words.join(", ")) }
}

fn help(word: &str, words: &[String]) -> String {
    let near = nearest(word, words.iter().map(String::as_str));
    near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}

/// Finds the cell that a choice selects, as an index into the scenario's cells.
///
/// # Errors
/// The first unknown word, with the allowed ones.
pub fn choose(scenario: &Scenario, choice: &Choice) -> Result<usize, ChoiceError> {
    let Body::Fight(cells) = &scenario.body else { return Ok(0) };
    let mut point = vec![0; scenario.axes.len()];
    for (key, value) in &choice.values {
        let axis = scenario.axes.iter().position(|axis| axis.key == *key).ok_or_else(|| ChoiceError {
            what: "swept key".to_owned(),
            word: key.clone(),
            allowed: scenario.axes.iter().map(|axis| axis.key.clone()).collect(),
        })?;
        let values: Vec<String> = scenario.axes[axis].values.iter().map(text).collect();
        point[axis] = values.iter().position(|known| known == value).ok_or_else(|| ChoiceError {
            what: format!("value of {key}"),
            word: value.clone(),
            allowed: values,
        })?;
    }
    let index = |name: &String| {
        let names = || scenario.variants.iter().map(|variant| variant.name.clone());
        let unknown = || ChoiceError { what: "variant".to_owned(), word: name.clone(), allowed: names().collect() };
        names().position(|known| known == *name).ok_or_else(unknown)
    };
    let variant = choice.variant.as_ref().map(index).transpose()?;
    let wanted = |cell: &scenario::Cell| cell.point == point && cell.variant == variant;
    Ok(cells.iter().position(wanted).unwrap_or_default())
}

/// A figure, or a third party, as a replay names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Its side; `None` for third parties.
    pub side: Option<Side>,
    /// Its squad.
    pub squad: String,
    /// Its name with its side, such as `blue entry team 2`, or `hostage 1`.
    pub name: String,
}

/// Which engagement a replay shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// The ruleset's id.
    pub ruleset: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// Hash of the scenario as it was read.
    pub scenario_hash: String,
    /// The seed.
    pub seed: u64,
    /// The number of the engagement, from 0.
    pub engagement: u64,
    /// The swept keys with their values in its cell, as text.
    pub point: Vec<(String, String)>,
    /// The variant; `None` for the baseline.
    pub variant: Option<String>,
}

/// How the engagement of a replay ended, by the ids used in data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// The ending.
    pub ending: &'static str,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// Turns begun.
    pub turns: u16,
    /// The measures that the battle counts.
    pub measures: Vec<(&'static str, u16)>,
}

/// One engagement, step by step. Its `Display` is a readable log.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The title of the scenario.
    pub title: String,
    /// Seed, cell and engagement as text.
    pub which: String,
    /// Why it was picked and how rare it is, one entry a line; empty if the user chose it by its number.
    pub why: Vec<String>,
    /// Other engagements worth watching, each with the command that replays it.
    pub others: Vec<(String, String)>,
    /// The figures by number, then the third parties.
    pub figures: Vec<Actor>,
    /// The map it is fought on, unless the ground is open.
    pub map: Option<Arc<Map>>,
    /// The zones it is fought in, if the ground is zones.
    pub zones: Option<Arc<Zones>>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Which engagement it is.
    pub from: Identity,
    /// How it ended.
    pub counted: Counted,
    /// The purposes of the ruleset's draws, by number.
    pub purposes: &'static [&'static str],
    /// The clauses of the ruleset, for their titles.
    pub clauses: Vec<Clause>,
    /// The ending and the counts in one line.
    pub ending: String,
}

impl Replay {
    /// The turns in order, each with its steps by index.
    #[must_use]
    pub fn turns(&self) -> Vec<(u32, Range<usize>)> {
        let mut turns: Vec<(u32, Range<usize>)> = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            match turns.last_mut() {
                Some((turn, steps)) if *turn == step.turn => steps.end = index + 1,
                _ => turns.push((step.turn, index..index + 1)),
            }
        }
        turns
    }
}

/// Replays one engagement of a cell.
///
/// # Errors
/// [`Error::Situation`] for a scenario without engagements.
pub fn replay(scenario: &Scenario, cell: usize, engagement: u64) -> Result<Replay, Error> {
    let battle = battle(scenario, cell)?;
    let seed = scenario.play.seed;
    let (outcome, mut steps) = battle.replay(seed, engagement);
    if let Body::Fight(cells) = &scenario.body
        && let Some(luck) = &cells[cell].luck
    {
        luck.name_figures(battle.figures().len(), &mut steps);
    }
    Ok(Replay {
        title: plain(&scenario.title),
        which: plain(&format!("engagement {engagement} of {}, seed {seed}", crate::label(scenario, cell))),
        why: Vec::new(),
        others: Vec::new(),
        figures: actors(battle, scenario.names()),
        map: battle.map_of(seed, engagement),
        zones: battle.zones().cloned(),
        steps,
        from: from(scenario, cell, engagement),
        counted: counted(scenario, battle, &outcome),
        purposes: scenario.ruleset.purposes,
        clauses: scenario.ruleset.clauses(),
        ending: ending(scenario, battle, &outcome),
    })
}

/// All figures and third parties, in the order of their numbers in steps.
fn actors(battle: &dyn Battle, names: &Names) -> Vec<Actor> {
    let figures = battle.figures().iter().map(|figure| {
        let number = figure.name.strip_prefix(&figure.squad).unwrap_or_default();
        let name = format!("{}{number}", names.squad(figure.side, &figure.squad));
        Actor { side: Some(figure.side), squad: plain(&figure.squad), name: plain(&name) }
    });
    let hostages = (1..=battle.bystanders()).map(|number| Actor {
        side: None,
        squad: "hostages".to_owned(),
        name: format!("hostage {number}"),
    });
    figures.chain(hostages).collect()
}

fn from(scenario: &Scenario, cell: usize, engagement: u64) -> Identity {
    let mut from = Identity {
        ruleset: scenario.ruleset.id,
        version: ENGINE,
        scenario_hash: scenario.hash(),
        seed: scenario.play.seed,
        engagement,
        ..Identity::default()
    };
    if let Body::Fight(cells) = &scenario.body {
        let cell = &cells[cell];
        let values = scenario.axes.iter().zip(&cell.point);
        from.point = values.map(|(axis, &value)| (axis.key.clone(), text(&axis.values[value]))).collect();
        from.variant = cell.variant.map(|variant| scenario.variants[variant].name.clone());
    }
    from
}

fn counted(scenario: &Scenario, battle: &dyn Battle, outcome: &Outcome) -> Counted {
    let ending = &scenario.ruleset.endings[usize::from(outcome.ending)];
    let measures = scenario.ruleset.measures.iter().zip(outcome.measures).enumerate();
    let measures = measures.filter(|&(number, _)| battle.counts(number));
    Counted {
        ending: ending.id,
        winner: ending.winner,
        turns: outcome.turns,
        measures: measures.map(|(_, (measure, count))| (measure.id, count)).collect(),
    }
}

/// The winner, how it won, and the counts.
fn ending(scenario: &Scenario, battle: &dyn Battle, outcome: &Outcome) -> String {
    let (ruleset, names) = (scenario.ruleset, scenario.names());
    let ending = &ruleset.endings[usize::from(outcome.ending)];
    let winner = ending.winner.map_or_else(|| names.draw(), |side| names.win(side));
    let turns = if outcome.turns == 1 { "turn" } else { "turns" };
    let measures = ruleset.measures.iter().zip(outcome.measures).enumerate();
    let measures = measures.filter(|&(number, _)| battle.counts(number)).map(|(_, counted)| counted);
    let counts: Vec<String> = measures.map(|(measure, count)| format!("{} {count}", names.measure(measure))).collect();
    let how = names.how(ending);
    let how = if how == winner { ending.about } else { &how };
    format!("{winner} after {} {turns}: {how}; {}", outcome.turns, counts.join(", "))
}
