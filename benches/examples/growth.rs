//! How the cost of an engagement grows with figures, turns and the size of the map: a table, and a chart in `growth.svg`.
//!
//! Times are by the clock, the fastest of several slices, so nothing else should be running.

#![allow(clippy::disallowed_methods, reason = "benches read files and watch the clock")]
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use engage::{Battle, Map, Outcome, Ruleset};
use plotters::prelude::*;
use scenario::{Sketch, parse_map};
use serde_json::{Value, json};

/// Where the chart goes.
const CHART: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/growth.svg");

const FIGURES: [u8; 7] = [1, 2, 3, 4, 6, 8, 12];
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
    open: Value,
    /// Whether it is fought on maps.
    mapped: bool,
}

/// Points of one kind: figures, turns or inches against seconds for an engagement.
type Line = (&'static str, Vec<(f64, f64)>);

fn kinds() -> Vec<Kind> {
    let at = |range: u8| json!({ "range": range });
    let kind = |name, ruleset, blue, red, open, mapped| Kind { name, ruleset, blue, red, open, mapped };
    let rifle = json!({ "ability": "experienced", "weapon": "battle rifle" });
    let (man, grunt) = (json!({ "weapon": "rifle" }), json!({ "rep": 4 }));
    let (operator, character) = (
        json!({ "direct_action": "d8", "tactics": "d6" }),
        json!({ "approach": "d8", "direct_action": "d10", "marksmanship": "d6" }),
    );
    let combatant = json!({ "quality": "d8" });
    vec![
        kind("CQB", &cqb::RULESET, rifle.clone(), rifle, at(12), true),
        kind("Fireteam II", &fireteam::RULESET, man.clone(), man, at(24), true),
        kind("Go! Go! Go!", &go_go_go::RULESET, json!({}), json!({}), at(12), true),
        kind("Chain Reaction", &chain_reaction::RULESET, grunt.clone(), grunt, at(24), true),
        kind("Cortex, fireteams", &cortex::FIRETEAM, operator, combatant.clone(), json!({}), false),
        kind("Cortex, firefights", &cortex::FIREFIGHT, character, combatant, json!({}), false),
    ]
}

impl Kind {
    /// So many figures against as many; `None` if the ruleset takes fewer.
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
            battle.play(benches::situations::SEED, first, &mut outcomes);
            first += outcomes.len() as u64;
            turns += outcomes.iter().map(|outcome| u64::from(outcome.turns)).sum::<u64>();
        }
        fastest = fastest.min(begun.elapsed().as_secs_f64() / (first - before) as f64);
    }
    (fastest, turns as f64 / first as f64)
}

/// How the cost grows along a line: the power of what is counted, by least squares of the logarithms.
#[allow(clippy::cast_precision_loss, reason = "a handful of points")]
fn power(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / logs.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let across: f64 = logs.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    across / logs.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

fn print(title: &str, lines: &[Line]) {
    println!("\n{title}\n\n| ruleset | µs for an engagement | power |\n| --- | --- | ---: |");
    for (name, points) in lines {
        let all: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1}: {:.2}", y * 1e6)).collect();
        println!("| {name} | {} | {:.2} |", all.join(", "), power(points));
    }
}

fn draw(panels: &[(&str, Vec<Line>)]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(CHART, (1200, 420)).into_drawing_area();
    area.fill(&WHITE)?;
    for ((label, lines), panel) in panels.iter().zip(area.split_evenly((1, panels.len()))) {
        let all = lines.iter().flat_map(|(_, points)| points);
        let range = |of: fn(&(f64, f64)) -> f64| {
            let (least, most) = all.clone().map(of).fold((f64::MAX, 0.0), |(a, b): (f64, f64), x| (a.min(x), b.max(x)));
            (least / 1.2..most * 1.2).log_scale()
        };
        let mut chart = ChartBuilder::on(&panel)
            .margin(12)
            .caption(label, ("sans-serif", 16))
            .x_label_area_size(30)
            .y_label_area_size(60)
            .build_cartesian_2d(range(|point| point.0), range(|point| point.1 * 1e6))?;
        chart.configure_mesh().y_desc("µs for an engagement").draw()?;
        for (place, (name, points)) in lines.iter().enumerate() {
            let colour = Palette99::pick(place).to_rgba();
            let line: Vec<_> = points.iter().map(|&(x, y)| (x, y * 1e6)).collect();
            chart
                .draw_series([PathElement::new(line, colour.stroke_width(2))])?
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], colour.stroke_width(2)));
        }
        chart.configure_series_labels().background_style(WHITE.mix(0.8)).draw()?;
    }
    area.present()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let kinds = kinds();
    let blank = |side: usize| -> Result<Arc<Map>, Box<dyn Error>> {
        Ok(Arc::new(parse_map("blank.toml", Sketch::blank(side, side)?.as_bytes()).map_err(|wrong| wrong.to_string())?))
    };
    let middle = blank(32)?;
    let mapped = || kinds.iter().filter(|kind| kind.mapped);
    let by_figures = kinds.iter().map(|kind| {
        let of = |&count: &u8| Some((f64::from(count), cost(&*kind.battle(count, 200, None)?).0));
        (kind.name, FIGURES.iter().filter_map(of).collect())
    });
    let by_turns = mapped().map(|kind| {
        let of = |&turns: &u16| {
            let (seconds, turns) = cost(&*kind.battle(4, turns, Some(&middle))?);
            Some((turns, seconds))
        };
        (kind.name, TURNS.iter().filter_map(of).collect())
    });
    let by_figures: Vec<Line> = by_figures.collect();
    let by_turns: Vec<Line> = by_turns.collect();
    let mut by_size: Vec<Line> = mapped().map(|kind| (kind.name, Vec::new())).collect();
    for side in SIDES {
        let map = blank(side)?;
        for (kind, (_, points)) in mapped().zip(&mut by_size) {
            if let Some(battle) = kind.battle(4, 60, Some(&map)) {
                points.push(((side * side) as f64, cost(&*battle).0));
            }
        }
    }
    let panels = [
        ("Figures a side, in the open", by_figures),
        ("Turns played, four a side on a bare map", by_turns),
        ("Squares of a bare map, four a side", by_size),
    ];
    panels.iter().for_each(|(title, lines)| print(title, lines));
    draw(&panels)
}
