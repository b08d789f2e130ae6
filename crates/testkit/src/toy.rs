//! A ruleset for tests, small enough to check by hand: each turn blue may hit red and red may hit blue,
//! and a figure that is hit is out.

use std::time::Duration;

use engage::{
    Answer, Battle, Drawn, Ending, ExactFight, Figure, Finding, Kind, Luck, MAX_MEASURES, Manner, Measure, Modifier,
    Outcome, Problem, Ruleset, Side, Step, TooLarge, Unsolved, Value,
};

/// The ruleset.
pub static RULESET: Ruleset = TEMPLATE;

/// The ruleset as a constant, from which tests make others.
pub const TEMPLATE: Ruleset = Ruleset {
    id: "toy",
    title: "Toy",
    letters: &["TOY"],
    purposes: &["shot"],
    endings: &[
        Ending { id: "blue.win", label: "Blue wins", about: "red is hit", winner: Some(Side::Blue) },
        Ending { id: "red.win", label: "Red wins", about: "blue is hit", winner: Some(Side::Red) },
        Ending { id: "undecided", label: "Undecided", about: "nobody wins", winner: None },
    ],
    measures: &[
        Measure::lost(Side::Blue, "figures", "blue figures lost"),
        Measure::lost(Side::Red, "figures", "red figures lost"),
    ],
    kinds: &[
        kind("coin", &[Finding::chance("heads"), Finding::chance("tails")], coin),
        kind("walk", &[Finding::chance("home")], walk),
        kind("poll", &[Finding::chance("for"), Finding::chance("never")], poll),
    ],
    openings: &[],
    accounts: "| TOY-1 | hit | `toy.rs` | |",
    rules: || serde_json::json!({}),
    schema: |_| engage::schemars::Schema::default(),
    compile,
};

const fn kind(
    id: &'static str,
    findings: &'static [Finding],
    answer: fn(&serde_json::Value) -> Result<Answer, Vec<Problem>>,
) -> Kind {
    Kind { id, label: "", about: "", findings, schema: |_| engage::schemars::Schema::default(), answer }
}

/// The first squad of either side has a chance to `hit` in a turn. The exact solution claims to need `rules.states`
/// states, and an engagement takes `rules.pause` milliseconds.
fn compile(
    given: &serde_json::Value,
    _: Option<&std::sync::Arc<engage::Map>>,
) -> Result<Box<dyn Battle>, Vec<Problem>> {
    let hit = |side: &str| given[side].as_object()?.values().next()?["hit"].as_f64();
    let (Some(blue), Some(red)) = (hit("blue"), hit("red")) else {
        return Err(vec![Problem::new("blue", "missing field `hit`")]);
    };
    let states = given["rules"]["states"].as_u64().unwrap_or(20) as usize;
    let turns = given["turn_limit"].as_u64().unwrap_or(20) as u16;
    let pause = Duration::from_millis(given["rules"]["pause"].as_u64().unwrap_or(0));
    Ok(Box::new(Duel { turns, states, pause, ..Duel::new(blue, red) }))
}

fn value(outcome: &str, decimal: f64, fraction: Option<(&str, &str)>, error: f64) -> Value {
    let fraction = fraction.map(|(numerator, denominator)| (numerator.to_owned(), denominator.to_owned()));
    Value { outcome: outcome.to_owned(), decimal, fraction, error }
}

fn coin(parameters: &serde_json::Value) -> Result<Answer, Vec<Problem>> {
    match parameters.as_object().and_then(|given| given.keys().next()) {
        Some(key) => Err(Problem::new(key, "a coin has no parameters").into()),
        None => Ok(Answer {
            manner: Manner::Exact,
            values: vec![value("heads", 0.5, Some(("1", "2")), 0.0), value("tails", 0.5, Some(("1", "2")), 0.0)],
        }),
    }
}

fn walk(_: &serde_json::Value) -> Result<Answer, Vec<Problem>> {
    let manner = Manner::Chain { states: 3, unresolved: 1e-16 };
    Ok(Answer { manner, values: vec![value("home", 0.25, None, 0.0)] })
}

fn poll(_: &serde_json::Value) -> Result<Answer, Vec<Problem>> {
    let manner = Manner::Sampled { engagements: 10_000, unsolved: TooLarge::States(7).into() };
    Ok(Answer { manner, values: vec![value("for", 0.4, None, 0.0049), value("never", 0.0, None, 0.0)] })
}

/// One figure a side; chances to hit in a turn are out of 2^32.
struct Duel {
    blue: u32,
    red: u32,
    turns: u16,
    /// The number of states that the exact solution claims to need.
    states: usize,
    /// How long an engagement takes.
    pause: Duration,
    figures: [Figure; 2],
}

impl Duel {
    fn new(blue: f64, red: f64) -> Duel {
        let figure = |side: Side, squad: &str| Figure { side, squad: squad.to_owned(), name: squad.to_owned() };
        let chance = |share: f64| (share * 2f64.powi(32)) as u32;
        let figures = [figure(Side::Blue, "ann"), figure(Side::Red, "bob")];
        Duel { blue: chance(blue), red: chance(red), turns: 20, states: 20, pause: Duration::ZERO, figures }
    }

    fn fight(&self, seed: u64, engagement: u64, mut tell: impl FnMut(&dyn Fn() -> Step)) -> Outcome {
        if !self.pause.is_zero() {
            std::thread::sleep(self.pause);
        }
        for turn in 1..=self.turns {
            for (side, chance) in [(0_u8, self.blue), (1, self.red)] {
                let draw = draw(seed, engagement, turn, side);
                tell(&|| Step {
                    turn: turn.into(),
                    figure: Some(side),
                    target: Some(1 - side),
                    clause: "TOY-1",
                    text: if draw < chance { "hits".to_owned() } else { "misses".to_owned() },
                    target_number: Some(7),
                    modifiers: vec![
                        Modifier { name: "base".to_owned(), clause: "TOY-1", value: 9 },
                        Modifier { name: "aimed".to_owned(), clause: "TOY-1", value: -2 },
                    ],
                    luck: vec![Luck {
                        from: "d10".to_owned(),
                        drawn: Drawn::Faces(vec![draw % 10]),
                        ..Luck::default()
                    }],
                    ..Step::default()
                });
                if draw < chance {
                    let mut measures = [0; MAX_MEASURES];
                    measures[usize::from(1 - side)] = 1;
                    return Outcome { ending: side, turns: turn, measures };
                }
            }
        }
        Outcome { ending: 2, turns: self.turns, measures: [0; MAX_MEASURES] }
    }
}

/// A plain mixer: one draw depends on its address alone.
fn draw(seed: u64, engagement: u64, turn: u16, side: u8) -> u32 {
    let mut word =
        seed ^ engagement.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (u64::from(turn) << 8 | u64::from(side)) << 40;
    for _ in 0..2 {
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
    }
    (word >> 32) as u32
}

impl Battle for Duel {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        (first..).zip(outcomes).for_each(|(engagement, outcome)| *outcome = self.fight(seed, engagement, |_| {}));
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        let mut steps = Vec::new();
        (self.fight(seed, engagement, |step| steps.push(step())), steps)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        if self.states > budget {
            return Err(TooLarge::States(budget).into());
        }
        let share = |chance: u32| f64::from(chance) / 2f64.powi(32);
        let (mut alive, mut outcomes) = (1.0, Vec::new());
        for turns in 1..=self.turns {
            for (side, chance) in [(0_u8, share(self.blue)), (1, share(self.red))] {
                let mut measures = [0; MAX_MEASURES];
                measures[usize::from(1 - side)] = 1;
                outcomes.push((Outcome { ending: side, turns, measures }, alive * chance));
                alive *= 1.0 - chance;
            }
        }
        outcomes.push((Outcome { ending: 2, turns: self.turns, measures: [0; MAX_MEASURES] }, alive));
        outcomes.sort_by_key(|(outcome, _)| *outcome);
        Ok(ExactFight { outcomes, unresolved: 0.0, states: self.states })
    }
}
