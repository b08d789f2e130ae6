//! How the cost of an engagement grows with figures, turns and the size of the map.
//!
//! Times are by the clock, the fastest of several slices, so nothing else should be running.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use engage::{Battle, Map, Outcome, Ruleset};
use scenario::{Sketch, parse_map};
use serde_json::{Value, json};

/// Duels are played from tables, which is another matter.
const FIGURES: [u8; 6] = [2, 3, 4, 6, 8, 12];
const TURNS: [u16; 5] = [4, 8, 16, 32, 64];
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
    /// The field in the open.
    open: Value,
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
    let at = |range: u8| json!({ "range": range });
    let kind = |name, ruleset, blue, red, open| Kind { name, ruleset, blue, red, open };
    let rifle = json!({ "ability": "experienced", "weapon": "battle rifle" });
    let (man, grunt) = (json!({ "weapon": "rifle" }), json!({ "rep": 4 }));
    let (operator, character) = (
        json!({ "direct_action": "d8", "tactics": "d6" }),
        json!({ "approach": "d8", "direct_action": "d10", "marksmanship": "d6" }),
    );
    let combatant = json!({ "quality": "d8" });
    vec![
        kind("CQB", &cqb::RULESET, rifle.clone(), rifle, at(12)),
        kind("Fireteam II", &fireteam::RULESET, man.clone(), man, at(24)),
        kind("Go! Go! Go!", &go_go_go::RULESET, json!({}), json!({}), at(12)),
        kind("Chain Reaction", &chain_reaction::RULESET, grunt.clone(), grunt, at(24)),
        kind("Cortex, fireteams", &cortex::FIRETEAM, operator, combatant.clone(), json!({})),
        kind("Cortex, firefights", &cortex::FIREFIGHT, character, combatant, json!({})),
    ]
}

impl Kind {
    /// So many figures against as many; `None` if the ruleset refuses it.
    fn battle(&self, count: u8, turns: u16, map: Option<&Arc<Map>>) -> Option<Box<dyn Battle>> {
        let squad = |squad: &Value| {
            let mut squad = squad.clone();
            squad["count"] = json!(count);
            json!({ "squad": squad })
        };
        let mut setup = json!({ "blue": squad(&self.blue), "red": squad(&self.red), "turn_limit": turns });
        if map.is_none() {
            setup["field"] = self.open.clone();
        }
        (self.ruleset.compile)(&setup, map).ok()
    }
}

/// Seconds that an engagement takes, and how many turns it has on the mean.
#[allow(clippy::cast_precision_loss, reason = "counts below 2^53")]
fn cost(battle: &dyn Battle) -> (f64, f64) {
    let mut outcomes = [Outcome::default(); 256];
    let (mut first, mut turns, mut fastest) = (0, 0_u64, f64::INFINITY);
    for _ in 0..SLICES {
        let (begun, before) = (Instant::now(), first);
        while begun.elapsed().as_secs_f64() < SLICE {
            battle.play(crate::situations::SEED, first, &mut outcomes);
            first += outcomes.len() as u64;
            turns += outcomes.iter().map(|outcome| u64::from(outcome.turns)).sum::<u64>();
        }
        fastest = fastest.min(begun.elapsed().as_secs_f64() / (first - before) as f64);
    }
    (fastest, turns as f64 / first as f64)
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

/// Measures how the cost grows: with figures in the open, with turns and with squares on a bare map.
///
/// # Errors
/// When a bare map cannot be drawn.
pub fn measure() -> Result<[Growth; 3], Box<dyn Error>> {
    let kinds = kinds();
    let blank = |side: usize| -> Result<Arc<Map>, Box<dyn Error>> {
        Ok(Arc::new(parse_map("blank.toml", Sketch::blank(side, side)?.as_bytes()).map_err(|wrong| wrong.to_string())?))
    };
    let middle = blank(32)?;
    let on = |kind: &Kind, turns, map: &Arc<Map>| kind.battle(4, turns, Some(map));
    // Cortex has zones, and not every other ruleset fights without a mission.
    let mapped: Vec<&Kind> = kinds.iter().filter(|kind| on(kind, 60, &middle).is_some()).collect();
    let by_figures = kinds.iter().map(|kind| {
        let of = |&count: &u8| Some((f64::from(count), cost(&*kind.battle(count, 200, None)?).0));
        Line { ruleset: kind.name, points: FIGURES.iter().filter_map(of).collect() }
    });
    let by_turns = mapped.iter().map(|kind| {
        let of = |&turns: &u16| {
            let (seconds, turns) = cost(&*on(kind, turns, &middle)?);
            Some((turns, seconds))
        };
        Line { ruleset: kind.name, points: TURNS.iter().filter_map(of).collect() }
    });
    let maps = SIDES.iter().map(|&side| Ok((side, blank(side)?))).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    #[allow(clippy::cast_precision_loss, reason = "thousands of squares")]
    let by_size = mapped.iter().map(|kind| {
        let of = |(side, map): &(usize, Arc<Map>)| Some(((side * side) as f64, cost(&*on(kind, 60, map)?).0));
        Line { ruleset: kind.name, points: maps.iter().filter_map(of).collect() }
    });
    Ok([
        Growth { with: "Figures a side, in the open", lines: by_figures.collect() },
        Growth { with: "Turns played, four a side on a bare map", lines: by_turns.collect() },
        Growth { with: "Squares of a bare map, four a side", lines: by_size.collect() },
    ])
}
