//! How the cost of an engagement grows with figures, turns and the size of the map.
//!
//! Times are by the clock, the fastest of several slices, so nothing else should be running.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use engage::{Battle, Map, Outcome, Problem, Ruleset};
use scenario::{Sketch, parse_map};
use serde_json::{Value, json};

use crate::situations::{SEED, bank_rescue, characters, farm, hostage_mission, operators, squad_attack};

/// Duels are played from tables, which is another matter.
const FIGURES: [u8; 6] = [2, 3, 4, 6, 8, 12];
const TURN_LIMITS: [u16; 5] = [4, 8, 16, 32, 64];
const SIDES: [usize; 6] = [16, 24, 32, 40, 48, 64];

/// Slices of a measurement, of which the fastest counts, and their length in seconds.
const SLICES: usize = 5;
const SLICE: f64 = 0.1;

/// A ruleset with the two squads of an engagement, apart from their numbers.
struct Kind {
    name: &'static str,
    ruleset: &'static Ruleset,
    blue: Value,
    red: Value,
    /// What else an engagement in the open has.
    open: Value,
    /// What else an engagement on a bare map has; `None` for Cortex, which has zones in place of maps.
    on_map: Option<Value>,
}

/// How the cost of an engagement of one ruleset grows.
#[derive(Debug)]
pub struct Line {
    /// The ruleset.
    pub ruleset: &'static str,
    /// What is counted, and the seconds that an engagement takes.
    pub points: Vec<(f64, f64)>,
}

/// How the cost grows with one thing.
#[derive(Debug)]
pub struct Growth {
    /// What is counted.
    pub with: &'static str,
    /// A line for each ruleset that can be played so.
    pub lines: Vec<Line>,
}

fn kinds() -> Vec<Kind> {
    let at = |range: u8| json!({ "field": { "range": range } });
    let none = || json!({});
    let plain = || Some(none());
    let bomb = json!({ "mission": { "objective": "bomb", "at": "red" } });
    let kind = |name, ruleset, blue, red, open, on_map| Kind { name, ruleset, blue, red, open, on_map };
    let rifle = json!({ "ability": "experienced", "weapon": "battle rifle" });
    let (man, grunt) = (json!({ "weapon": "rifle" }), json!({ "rep": 4 }));
    let (operator, character) = (
        json!({ "direct_action": "d8", "tactics": "d6" }),
        json!({ "approach": "d8", "direct_action": "d10", "marksmanship": "d6" }),
    );
    let combatant = json!({ "quality": "d8" });
    vec![
        kind("CQB", &cqb::RULESET, rifle.clone(), rifle, at(12), plain()),
        kind("Fireteam II", &fireteam::RULESET, man.clone(), man, at(24), plain()),
        kind("Go! Go! Go!", &go_go_go::RULESET, none(), none(), at(12), Some(bomb)),
        kind("Chain Reaction", &chain_reaction::RULESET, grunt.clone(), grunt, at(24), plain()),
        kind("Cortex, fireteams", &cortex::FIRETEAM, operator, combatant.clone(), none(), None),
        kind("Cortex, firefights", &cortex::FIREFIGHT, character, combatant, none(), None),
    ]
}

impl Kind {
    /// So many figures against as many.
    ///
    /// # Errors
    /// What the ruleset refuses.
    fn battle(&self, count: u8, mut setup: Value, map: Option<&Arc<Map>>) -> Result<Box<dyn Battle>, String> {
        for (side, squad) in [("blue", &self.blue), ("red", &self.red)] {
            setup[side] = json!({ "squad": squad });
            setup[side]["squad"]["count"] = json!(count);
        }
        setup["turn_limit"] = json!(200);
        (self.ruleset.compile)(&setup, map).map_err(|problems| Problem::listed(&problems))
    }
}

/// A battle whose cost is measured.
struct Timed {
    battle: Box<dyn Battle>,
    /// Engagements played, and their turns.
    played: u64,
    turns: u64,
    /// Seconds that an engagement took in the fastest slice.
    fastest: f64,
}

impl Timed {
    fn new(battle: Box<dyn Battle>) -> Timed {
        Timed { battle, played: 0, turns: 0, fastest: f64::INFINITY }
    }

    /// Plays for a slice.
    #[allow(clippy::cast_precision_loss, reason = "counts below 2^53")]
    fn play(&mut self) {
        let mut outcomes = [Outcome::default(); 256];
        let (begun, before) = (Instant::now(), self.played);
        while begun.elapsed().as_secs_f64() < SLICE {
            self.battle.play(SEED, self.played, &mut outcomes);
            self.played += outcomes.len() as u64;
            self.turns += outcomes.iter().map(|outcome| u64::from(outcome.turns)).sum::<u64>();
        }
        self.fastest = self.fastest.min(begun.elapsed().as_secs_f64() / (self.played - before) as f64);
    }

    /// How many turns an engagement has on the mean.
    #[allow(clippy::cast_precision_loss, reason = "counts below 2^53")]
    fn mean_turns(&self) -> f64 {
        self.turns as f64 / self.played as f64
    }
}

/// The battles of a line, each with what is counted; `None` for turns, which are counted as they are played.
type Battles = Vec<(Option<f64>, Timed)>;

/// Lines measured in rounds, in which every battle has its turn, so that whatever else the machine does meets all alike.
fn lines(mut all: Vec<(&'static str, Battles)>) -> Vec<Line> {
    for _ in 0..SLICES {
        all.iter_mut().flat_map(|(_, battles)| battles).for_each(|(_, timed)| timed.play());
    }
    let point =
        |(counted, timed): &(Option<f64>, Timed)| (counted.unwrap_or_else(|| timed.mean_turns()), timed.fastest);
    all.iter().map(|(ruleset, battles)| Line { ruleset, points: battles.iter().map(point).collect() }).collect()
}

impl Line {
    /// The power of what is counted, by least squares of the logarithms. `None` if that hardly varies.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a handful of points")]
    pub fn power(&self) -> Option<f64> {
        let (least, most) = ends(self.points.iter().map(|point| point.0));
        if most < 2.0 * least {
            return None;
        }
        let logs: Vec<(f64, f64)> = self.points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / logs.len() as f64;
        let (x, y) = (mean(|point| point.0), mean(|point| point.1));
        let across: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
        Some(across / logs.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>())
    }
}

/// The least and the greatest of these numbers.
#[must_use]
pub fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, 0.0), |(least, most), number| (least.min(number), most.max(number)))
}

/// What is compiled for a turn limit.
type Limited = fn(u16) -> Box<dyn Battle>;

/// What is played to a turn limit: a mission where the ruleset has maps.
const LIMITED: [(&str, Limited); 6] = [
    ("CQB", bank_rescue),
    ("Fireteam II", squad_attack),
    ("Go! Go! Go!", hostage_mission),
    ("Chain Reaction", farm),
    ("Cortex, fireteams", operators),
    ("Cortex, firefights", characters),
];

/// Measures how the cost grows: with figures in the open, with the turns of a mission, and with the squares of a bare map.
///
/// # Errors
/// When a bare map cannot be drawn.
pub fn measure() -> Result<[Growth; 3], Box<dyn Error>> {
    let kinds = kinds();
    let blank = |side: usize| -> Result<Arc<Map>, Box<dyn Error>> {
        Ok(Arc::new(parse_map("blank.toml", Sketch::blank(side, side)?.as_bytes()).map_err(|wrong| wrong.to_string())?))
    };
    let by_figures = kinds.iter().map(|kind| {
        let of = |&count: &u8| {
            let battle = kind.battle(count, kind.open.clone(), None).ok()?;
            Some((Some(f64::from(count)), Timed::new(battle)))
        };
        (kind.name, FIGURES.iter().filter_map(of).collect())
    });
    let by_turns = LIMITED.iter().map(|&(ruleset, battle)| {
        (ruleset, TURN_LIMITS.iter().map(|&limit| (None, Timed::new(battle(limit)))).collect())
    });
    let maps = SIDES.iter().map(|&side| Ok((side, blank(side)?))).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let mut by_size = Vec::new();
    for kind in &kinds {
        let Some(on_map) = &kind.on_map else { continue };
        let mut battles = Battles::new();
        for (side, map) in &maps {
            #[allow(clippy::cast_precision_loss, reason = "thousands of squares")]
            let squares = (side * side) as f64;
            battles.push((Some(squares), Timed::new(kind.battle(4, on_map.clone(), Some(map))?)));
        }
        by_size.push((kind.name, battles));
    }
    Ok([
        Growth { with: "Figures a side, in the open", lines: lines(by_figures.collect()) },
        Growth { with: "Turns played, with limits of 4 to 64", lines: lines(by_turns.collect()) },
        Growth { with: "Squares of a bare map, four a side", lines: lines(by_size) },
    ])
}
