//! Figures that keep their places at one range: a number of turns of fire, and duels to the end (GGG-ord, GGG-duel-1).

use chance::TooLarge;
use chance::exact::{Limits, Ratio};
use engage::{
    Answer, Battle as _, Finding, Inches, Manner, Problem, Sample, Side, Unsolved, Value, game, with_capacity_for,
};

use super::shared::{Given, situation};
use crate::ending;
use crate::figure::Man;
use crate::open_ground::{Battle, Fight, OfSize, Profile};
use crate::player::TargetPolicy;
use crate::rules::Rules;

/// The most states for which a duel is solved rather than played.
const STATES: usize = 400_000;
/// Number of turns after which the solver reports the rest as unresolved.
const TURNS: u16 = 20_000;
/// The solver stops when less probability than this is left, which also bounds the error of the mean number of turns.
const TOLERANCE: f64 = 1e-18;
/// Number of engagements played instead.
const ENGAGEMENTS: usize = 4_000_000;
/// The seed of that play.
const SEED: u64 = 1;
/// The most figures on a side.
const MOST: usize = 5;
/// The most figures for which a duel is solved.
const MOST_SOLVED: usize = 6;
/// The most turns of fire.
const MOST_TURNS: u8 = 10;

situation! {
    /// Some turns of fire between two sides. An outcome is the state of each figure in `report`, such as A=w1 B=out.
    struct FireTurns {
        /// The figures of one side, at most 3.
        #[schemars(title = "Side A", extend("examples" = [[{ "name": "A" }]]))]
        side_a: Vec<Given>,
        /// The figures of the other side.
        #[schemars(title = "Side B")]
        side_b: Vec<Given>,
        /// Distance in inches.
        range: Inches,
        /// Turns of fire, at most 10.
        #[schemars(range(min = 1, max = 10))]
        turns: u8,
        /// The figures whose state is reported, by their names.
        #[schemars(extend("examples" = [["A"]]))]
        report: Vec<String>,
    }
    id: "fire_turns",
    label: "Turns of fire",
    findings: &[Finding::chance("*")],
    solve: fire_turns,
}

situation! {
    /// Two sides fight at one range to the end. It is a stalemate when no figure can hit an enemy any more.
    struct Duel {
        /// The figures of one side, at most 5.
        #[schemars(title = "Side A")]
        side_a: Vec<Given>,
        /// The figures of the other side.
        #[schemars(title = "Side B")]
        side_b: Vec<Given>,
        /// Distance in inches.
        range: Inches,
    }
    id: "duel",
    label: "Duel",
    findings: &[
        Finding::chance("a_wins").first(),
        Finding::chance("b_wins").first(),
        Finding::chance("both_out"),
        Finding::chance("stalemate"),
        Finding::mean("expected_turns", "turns").called("Turns"),
    ],
    solve: duel,
}

/// A fight in which each figure fires at the first enemy in the list that it sees.
fn battle(
    rules: &Rules,
    sides: [(&[Given], &str); 2],
    most: usize,
    range: Inches,
    turns: u16,
) -> Result<Battle, Problem> {
    let (mut names, mut profiles) = (Vec::new(), Vec::new());
    for (side, (figures, key)) in Side::ALL.into_iter().zip(sides) {
        if !(1..=most).contains(&figures.len()) {
            return Err(Problem::new(key, format!("{} figures, expected 1 to {most}", figures.len())));
        }
        for (number, given) in figures.iter().enumerate() {
            profiles.push(Profile {
                side,
                weapon: given.weapon,
                stance: given.stance(rules),
                fires: given.fires,
                sees: given.sees,
                target: TargetPolicy::First,
                aim: given.aim_policy,
                start: given.man(&format!("{key}[{number}]"))?,
            });
            names.push(engage::Figure { side, squad: key.to_owned(), name: given.name.clone() });
        }
    }
    Ok(Battle::new(*rules, range, turns, names, profiles))
}

fn fire_turns(parameters: &FireTurns) -> Result<Vec<(String, Ratio)>, Problem> {
    let FireTurns { side_a, side_b, range, turns, report, options } = parameters;
    if !(1..=MOST_TURNS).contains(turns) {
        return Err(Problem::new("turns", format!("{turns} turns, expected 1 to {MOST_TURNS}")));
    }
    let sides: [(&[Given], &str); 2] = [(side_a, "side_a"), (side_b, "side_b")];
    let battle = battle(options, sides, 3, *range, (*turns).into())?.counting_wounds();
    let names: Vec<&str> = battle.figures().iter().map(|figure| figure.name.as_str()).collect();
    let mut reported = Vec::new();
    for (number, name) in report.iter().enumerate() {
        let Some(place) = names.iter().position(|known| known == name) else {
            let known: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            let message = format!("there is no figure `{name}`, {}", engage::expected(&known));
            return Err(Problem::new(format!("report[{number}]"), message));
        };
        reported.push(place);
    }
    if reported.is_empty() {
        return Err(Problem::new("report", "empty, expected the name of a figure"));
    }
    let states = |fight: &Fight<6>| reported.iter().map(|&me| fight.men[me]).map(state).collect::<Vec<_>>();
    let odds = game::in_fractions(&OfSize::<6>(&battle), (*turns).into(), |fight, _| states(fight))?;
    let say = |states: Vec<String>| {
        let parts = report.iter().zip(states).map(|(name, state)| format!("{name}={state}"));
        parts.collect::<Vec<_>>().join(" ")
    };
    Ok(odds.outcomes.into_iter().map(|(states, share)| (say(states), share)).collect())
}

fn state(man: Man) -> String {
    if man.out { "out".to_owned() } else { format!("w{}", man.wounds) }
}

const ENDINGS: [(&str, u8); 4] = [
    ("a_wins", ending::BLUE_WINS),
    ("b_wins", ending::RED_WINS),
    ("both_out", ending::BOTH_OUT),
    ("stalemate", ending::STALEMATE),
];

fn duel(parameters: &Duel) -> Result<Answer, Problem> {
    let Duel { side_a, side_b, range, options } = parameters;
    let sides: [(&[Given], &str); 2] = [(side_a, "side_a"), (side_b, "side_b")];
    let battle = battle(options, sides, MOST, *range, TURNS)?;
    let figures = battle.figures().len();
    let solved = if figures > MOST_SOLVED {
        Err(Unsolved::TooManyFigures { most: MOST_SOLVED })
    } else {
        with_capacity_for!(N in [2, 4, 6], figures => solve(&OfSize::<N>(&battle))).map_err(Unsolved::from)
    };
    Ok(solved.unwrap_or_else(|unsolved| {
        let sample = Sample { engagements: ENGAGEMENTS, seed: SEED, unsolved };
        Answer::played(&battle, sample, &ENDINGS, "expected_turns")
    }))
}

fn solve<const N: usize>(battle: &OfSize<'_, N>) -> Result<Answer, TooLarge> {
    let limits = Limits { budget: STATES, rounds: TURNS.into(), tolerance: TOLERANCE, endless: true };
    let solved = game::solve(battle, limits, |_, ending, begun| (ending, begun))?;
    let share = |wanted| {
        let ends = solved.outcomes().filter(|(_, (ending, _), _)| *ending == wanted);
        // The fold starts at zero, because the `sum` of nothing is minus zero.
        ends.fold(0.0, |sum, (_, _, weight)| sum + weight)
    };
    let mut values: Vec<Value> = ENDINGS.map(|(word, wanted)| Value::decimal(word, share(wanted))).into();
    let turns = solved
        .outcomes()
        .fold(0.0, |sum, (round, (_, begun), weight)| sum + f64::from(round - u32::from(!begun)) * weight);
    values.push(Value::decimal("expected_turns", turns));
    Ok(Answer { manner: Manner::Chain { states: solved.states, unresolved: solved.unresolved }, values })
}
