//! A duel of two lone figures to its end (CR-duel).

use std::collections::BTreeMap;

use chance::exact::{ANY_STATES, Limits};
use engage::{Answer, Finding, Inches, Manner, Problem, Value, game, too_large};

use super::exchange::battle;
use super::shared::{FigureGiven, situation, yes};
use crate::battle::{Battle, Frame};
use crate::ending;
use crate::game::PlayedBattle;
use crate::player::ByDoctrine;

situation! {
    /// A duel of two lone figures at a fixed range, played turn by turn until one of them is out of action.
    struct Duel {
        /// The first figure.
        a: FigureGiven,
        /// The second figure.
        b: FigureGiven,
        /// Distance between the figures.
        range: Inches,
        /// Whether there is cover to duck behind, apart from the cover the figures are already in.
        #[serde(default = "yes")]
        cover_near: bool,
    }
    id: "duel",
    label: "Duel",
    findings: &[
        Finding::chance("A wins: *").first(),
        Finding::chance("B wins: *").first(),
        Finding::mean("E[turns]", "turns").called("Turns"),
    ],
    solve: duel,
}

/// Turns after which the duel is unresolved.
const TURNS: u32 = 100_000;
/// The solver stops when less than this is left, which also bounds what is missing in the mean number of turns.
const TOLERANCE: f64 = 1e-17;

fn duel(given: &Duel) -> Result<Answer, Problem> {
    given.a.check("a")?;
    given.b.check("b")?;
    let battle = battle(&given.a, std::slice::from_ref(&given.b), given.b.leader, (given.range, &given.options));
    let battle = Battle { frame: Frame { cover_near: given.cover_near, ..battle.frame }, ..battle };
    let led = PlayedBattle::<_, _, 2>::in_the_open(&battle, ByDoctrine);
    let limits = Limits { budget: ANY_STATES, rounds: TURNS, tolerance: TOLERANCE, endless: true };
    let solved = game::solve(&led, limits, |state, ending, _| (ending, state.figures.map(|figure| figure.status)))
        .map_err(too_large)?;
    let mut words: BTreeMap<String, f64> = BTreeMap::new();
    let mut turns = 0.0;
    for (turn, (ending, [a, b]), weight) in solved.outcomes() {
        let word = if *ending == ending::BLUE_WINS {
            format!("A wins: {}", b.name())
        } else {
            format!("B wins: {}", a.name())
        };
        *words.entry(word).or_default() += weight;
        turns += f64::from(turn) * weight;
    }
    let mut values: Vec<Value> = words.into_iter().map(|(word, share)| Value::decimal(word, share)).collect();
    // What may go on for ever has no mean length.
    if solved.endless == 0.0 {
        values.push(Value::decimal("E[turns]", turns));
    }
    let unresolved = solved.unresolved - solved.endless;
    Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved }, values })
}
