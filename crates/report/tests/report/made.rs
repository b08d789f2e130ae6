//! Hand-made results of every shape that a report must handle.

use engage::{Answer, BySide, Manner, Measured, Side, TooLarge, Value};
use runner::{
    Answered, Axis, Cell, Difference, Ending, Finding, Intervals, Labels, Measure, Method, OddsTable, Paired,
    Provenance, Quantity, Run,
};
use scenario::{About, Card, Correction, RuleChange, Written};
use stats::{Basis, Estimate, Level, ProportionInterval};

/// Engagements behind every sampled number.
const N: u64 = 1_000_000;

pub(crate) fn provenance() -> Provenance {
    Provenance {
        title: "Elite entry team against Novice gunmen".into(),
        question: "How much better is an Elite than a Novice, and where does range take it away?".into(),
        ruleset: "cqb".into(),
        rulebook: "CQB".into(),
        version: "0.1.0".into(),
        seed: 7,
        rules_changed: vec![rule_change("rules.to_hit_base", "7", "8", "To-hit base: 8 (printed: 7)")],
        scenario_hash: "5f2c".repeat(16),
        scenario: Written { name: "made.toml".into(), text: "title = \"made\"\n".into(), ..Written::default() },
        card: Card::default(),
    }
}

pub(crate) fn rule_change(key: &str, printed: &str, played: &str, told: &str) -> RuleChange {
    RuleChange { key: key.into(), printed: printed.into(), played: played.into(), told: told.into() }
}

/// An axis as a scenario would define it: ranges are in inches, keys of squads belong to their side.
pub(crate) fn axis(key: &str, values: &[&str]) -> Axis {
    let word = engage::label(key.rsplit('.').next().unwrap_or_default());
    let label = match key.split('.').next() {
        Some("red") => format!("Red’s {}", word.to_lowercase()),
        Some("blue") => format!("Blue’s {}", word.to_lowercase()),
        _ => word,
    };
    let unit = if key.ends_with("range") { "inches" } else { "" };
    let values: Vec<String> = values.iter().map(|v| (*v).to_owned()).collect();
    let labels = values.iter().map(|value| engage::label(value)).collect();
    Axis { key: key.into(), label, unit: unit.into(), values, labels }
}

/// A share with its normal interval, kept within 0 and 1.
pub(crate) fn share(p: f64) -> Estimate {
    let half = 1.96 * (p * (1.0 - p) / N as f64).sqrt() + 2e-6;
    Estimate { value: p, basis: Basis::Sampled { low: (p - half).max(0.0), high: (p + half).min(1.0), n: N } }
}

pub(crate) fn mean(value: f64) -> Estimate {
    Estimate { value, basis: Basis::Sampled { low: value - 0.0021, high: value + 0.0021, n: N } }
}

/// A binomial distribution over 0 to 4.
fn losses(p: f64) -> Quantity {
    let ways = [1.0, 4.0, 6.0, 4.0, 1.0];
    let distribution = (0..5).map(|k| ways[k] * p.powi(k as i32) * (1.0 - p).powi(4 - k as i32)).collect();
    Quantity { mean: mean(4.0 * p), distribution }
}

/// A geometric distribution of turns cut at 60.
fn turns(p: f64) -> Quantity {
    let distribution = (0..=60).map(|t| if t == 0 { 0.0 } else { p * (1.0 - p).powi(t - 1) }).collect();
    Quantity { mean: mean(1.0 / p), distribution }
}

/// An id in the usual form.
fn id(place: &impl std::fmt::Debug) -> String {
    let hex: String = format!("{place:?}").bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("c{hex:0>15}")
}

/// A cell in which blue wins with about the chance given.
pub(crate) fn cell(point: Vec<usize>, blue: f64) -> Cell {
    let draw = 0.02 * (1.0 - blue) * blue;
    let red = 1.0 - blue - draw;
    Cell {
        id: id(&point),
        point,
        variant: None,
        method: Method::Sampled { engagements: N },
        complete: true,
        aims: Vec::new(),
        breaks: Vec::new(),
        win: BySide { blue: share(blue), red: share(red) },
        draw: share(draw),
        endings: vec![share(blue), share(red), share(draw)],
        turns: turns(0.2 + 0.5 * blue),
        measures: vec![losses(red * 0.8), losses(blue * 0.9), Quantity { mean: mean(17.25), distribution: vec![] }],
        drawn: Vec::new(),
        difference: None,
    }
}

pub(crate) fn run(axes: Vec<Axis>, variants: &[&str], cells: Vec<Cell>) -> Run {
    let ending = |id: &str, label: &str, winner| Ending { id: id.to_owned(), label: label.to_owned(), winner };
    let measure = |id: &str, label: &str, unit: &str| {
        let [id, label, unit] = [id, label, unit].map(str::to_owned);
        Measure { id, label, unit }
    };
    Run {
        provenance: provenance(),
        axes,
        idle: Vec::new(),
        variants: variants.iter().map(|v| (*v).to_owned()).collect(),
        endings: vec![
            ending("blue.win", "Blue wins", Some(Side::Blue)),
            ending("red.win", "Red wins", Some(Side::Red)),
            ending("turn_limit", "Turn limit", None),
        ],
        measures: vec![
            measure("blue.lost", "Blue losses", "figures"),
            measure("red.lost", "Red losses", "figures"),
            measure("shots", "Shots", "shots"),
        ],
        labels: Labels {
            win: BySide { blue: "Blue wins".into(), red: "Red wins".into() },
            draw: "Draw".into(),
            turns: "Turns".into(),
            baseline: "baseline".into(),
        },
        about: About { quantity: Some("blue.win".into()), ..About::default() },
        intervals: Intervals {
            level: Level::default(),
            shares: ProportionInterval::Wilson,
            correction: Correction::None,
            each: Level::default(),
            others: 5,
        },
        ground: None,
        cells,
        interrupted: false,
        result_hash: "9ab3".repeat(16),
    }
}

/// Four abilities by five ranges.
pub(crate) fn two_axes() -> Run {
    let axes = vec![
        axis("red.gunmen.ability", &["novice", "experienced", "veteran", "elite"]),
        axis("field.range", &["3", "6", "12", "24", "48"]),
    ];
    let cells =
        (0..4).flat_map(|a| (0..5).map(move |r| cell(vec![a, r], 0.97 - 0.13 * a as f64 - 0.02 * (r * a) as f64)));
    run(axes, &[], cells.collect())
}

fn paired(difference: f64, half: f64, saved: f64) -> Paired {
    let basis = Basis::Sampled { low: difference - half, high: difference + half, n: N };
    Paired { difference: Estimate { value: difference, basis }, variance_saved: Some(saved) }
}

/// The cell of a variant that adds this much to blue's chance.
pub(crate) fn variant(mut cell: Cell, index: usize, gain: f64) -> Cell {
    cell.variant = Some(index);
    cell.id = id(&(&cell.point, index));
    cell.difference = Some(Difference {
        win: BySide { blue: paired(gain, 0.0004, 4.3), red: paired(-0.98 * gain, 0.0004, 4.1) },
        draw: paired(-0.02 * gain, 0.0001, 1.1),
        turns: paired(-gain, 0.004, 1.52),
        measures: vec![paired(-2.0 * gain, 0.002, 7.1), paired(gain, 0.002, 143.0), paired(0.0, 0.002, 0.97)],
        changed: Some((gain.abs() * N as f64) as u64),
    });
    cell
}

pub(crate) const ARMOUR: [&str; 3] = ["soft armour", "soft + plates", "soft + plates + helmet"];

/// Weapons as words, three variants against the baseline.
pub(crate) fn one_axis_with_variants() -> Run {
    let weapons = ["general pistol", "smg+", "rifle", "shotgun", ".50"];
    let mut cells = Vec::new();
    for w in 0..weapons.len() {
        let base = 0.62 - 0.09 * w as f64;
        cells.push(cell(vec![w], base));
        for (v, gain) in [0.031, 0.112, 0.148].into_iter().enumerate() {
            let gain = if w == 4 { -0.0001 } else { gain / (1.0 + w as f64) };
            cells.push(variant(cell(vec![w], base + gain), v, gain));
        }
    }
    run(vec![axis("red.gunmen.weapon", &weapons)], &ARMOUR, cells)
}

/// Only ranges, as numbers.
pub(crate) fn one_axis() -> Run {
    let ranges = ["2", "4", "8", "10", "12", "20"];
    let cells = (0..6).map(|r| cell(vec![r], 0.9 - 0.11 * r as f64)).collect();
    run(vec![axis("field.range", &ranges)], &[], cells)
}

pub(crate) fn single() -> Run {
    run(vec![], &[], vec![cell(vec![], 0.863)])
}

/// Variants without a sweep.
pub(crate) fn variants_only() -> Run {
    let mut cells = vec![cell(vec![], 0.5)];
    cells.extend((0..3).map(|v| variant(cell(vec![], 0.55 + 0.05 * v as f64), v, 0.05 + 0.05 * v as f64)));
    run(vec![], &ARMOUR, cells)
}

/// A run with every number computed.
pub(crate) fn exact(mut run: Run) -> Run {
    let solve = |e: &mut Estimate| e.basis = Basis::Exact { unresolved: 1e-15 };
    for cell in &mut run.cells {
        cell.method = Method::Exact { states: 80, unresolved: 1e-15 };
        [&mut cell.win.blue, &mut cell.win.red, &mut cell.draw, &mut cell.turns.mean].into_iter().for_each(solve);
        cell.endings.iter_mut().for_each(solve);
        cell.measures.iter_mut().for_each(|m| solve(&mut m.mean));
        if let Some(difference) = &mut cell.difference {
            let pairs =
                [&mut difference.win.blue, &mut difference.win.red, &mut difference.draw, &mut difference.turns];
            for pair in pairs.into_iter().chain(&mut difference.measures) {
                solve(&mut pair.difference);
                pair.variance_saved = None;
            }
        }
    }
    run
}

fn finding(id: &str, measured: Measured, first: bool) -> Finding {
    Finding { id: id.to_owned(), label: engage::label(id), measured, first }
}

fn value(outcome: &str, numerator: u32, denominator: u32) -> Value {
    let fraction = Some((numerator.to_string(), denominator.to_string()));
    Value { outcome: outcome.into(), fraction, decimal: f64::from(numerator) / f64::from(denominator), error: 0.0 }
}

/// Two weapons, four abilities, five ranges; the last weapon's answers are sampled.
pub(crate) fn odds() -> OddsTable {
    let axes = vec![
        axis("category", &["smg_plus", "rifle"]),
        axis("ability", &["novice", "experienced", "veteran", "elite"]),
        axis("range", &["3", "6", "12", "24", "48"]),
    ];
    let mut cells = Vec::new();
    for (w, a, r) in (0..2).flat_map(|w| (0..4).flat_map(move |a| (0..5).map(move |r| (w, a, r)))) {
        let hits = 12 + 7 * a + 3 * w - 2 * r;
        let mut values = vec![value("target_number", 8 + r, 1), value("hit", hits, 42), value("miss", 42 - hits, 42)];
        values.push(value("incapacitated", hits, 84));
        values.push(value("mean_flesh", hits, 30));
        let manner = if w == 0 {
            Manner::Exact
        } else {
            Manner::Sampled { engagements: 10_000_000, unsolved: TooLarge::States(5000).into() }
        };
        if w == 1 {
            values.iter_mut().for_each(|v| (v.fraction, v.error) = (None, 0.000_15));
        }
        let point = vec![w as usize, a as usize, r as usize];
        cells.push(Answered { id: id(&point), point, answer: Answer { manner, values } });
    }
    let chances = ["hit", "miss"].map(|id| finding(id, Measured::Chance, false));
    let others =
        [finding("incapacitated", Measured::Chance, true), finding("mean_flesh", Measured::Mean("wounds"), false)];
    let number = finding("target_number", Measured::Number, false);
    let findings = [number].into_iter().chain(chances).chain(others).collect();
    OddsTable {
        provenance: provenance(),
        kind: "fire_action".into(),
        label: "Fire action".into(),
        axes,
        about: About::default(),
        findings,
        cells,
    }
}

/// One situation, answered exactly.
pub(crate) fn one_shot() -> OddsTable {
    let values = vec![value("jam", 1, 21), value("hit", 2, 7), value("miss", 2, 3)];
    OddsTable {
        provenance: provenance(),
        kind: "to_hit".into(),
        label: "To hit".into(),
        axes: vec![],
        about: About::default(),
        findings: ["jam", "hit", "miss"].map(|id| finding(id, Measured::Chance, id == "hit")).into(),
        cells: vec![Answered { id: id(&"shot"), point: vec![], answer: Answer { manner: Manner::Exact, values } }],
    }
}

/// Every shape with its name.
pub(crate) fn every_run() -> Vec<(&'static str, Run)> {
    let mut runs = vec![
        ("two-axes", two_axes()),
        ("one-axis-variants", one_axis_with_variants()),
        ("one-axis", one_axis()),
        ("single", single()),
        ("variants-only", variants_only()),
        ("exact-two-axes", exact(two_axes())),
        ("exact-variants", exact(variants_only())),
    ];
    runs.extend(degenerate());
    runs
}

/// Shapes at the edge: equal values, certainty, one value, many values, long names, nothing counted, a stopped run.
fn degenerate() -> Vec<(&'static str, Run)> {
    let twenty: Vec<String> = (1..=20).map(|i| i.to_string()).collect();
    let twenty: Vec<&str> = twenty.iter().map(String::as_str).collect();
    let names: Vec<String> =
        (1..=20).map(|i| format!("the {i}. of twenty doctrines with a name that goes on and on")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let all = |p: f64, axes: Vec<Axis>| {
        let cells = (0..axes[0].values.len()).map(|i| cell(vec![i], p)).collect();
        run(axes, &[], cells)
    };
    let square = |a: Axis, b: Axis| {
        let cells = (0..a.values.len()).flat_map(|i| (0..b.values.len()).map(move |j| (i, j)));
        let cells = cells.map(|(i, j)| cell(vec![i, j], 0.5 + 0.02 * i as f64 - 0.02 * j as f64)).collect();
        run(vec![a, b], &[], cells)
    };
    let mut uncounted = two_axes();
    uncounted.cells.iter_mut().for_each(|c| {
        c.turns.distribution.clear();
        c.measures.iter_mut().for_each(|m| m.distribution.clear());
    });
    let mut stopped = two_axes();
    stopped.cells.truncate(7);
    stopped.interrupted = true;
    let mut strange = one_axis();
    strange.cells[2].win.blue = Estimate::exact(f64::NAN);
    strange.cells[3].turns.mean = mean(f64::INFINITY);
    vec![
        ("equal", all(0.5, vec![axis("field.range", &["3", "6"])])),
        ("never", all(0.0, vec![axis("field.range", &["3", "6"])])),
        ("always", exact(all(1.0, vec![axis("ability", &["novice", "elite"])]))),
        ("one-value", all(0.7, vec![axis("field.range", &["12"])])),
        ("twenty-numbers", all(0.4, vec![axis("red.gunmen.count", &twenty)])),
        ("twenty-names", all(0.4, vec![axis("red.gunmen.doctrine", &names)])),
        ("twenty-square", square(axis("red.gunmen.count", &twenty), axis("blue.entry-team.count", &twenty))),
        ("long-square", square(axis("red.gunmen.doctrine", &names), axis("red.gunmen.doctrine-again", &names))),
        ("uncounted", uncounted),
        ("stopped", stopped),
        ("strange", strange),
        ("three-axes", three_axes()),
    ]
}

fn three_axes() -> Run {
    let axes = vec![
        axis("blue.entry-team.weapon", &["pistol", "smg", "rifle", "shotgun", ".50", "bow", "knife", "none"]),
        axis("red.gunmen.ability", &["novice", "elite"]),
        axis("field.range", &["3", "6", "12"]),
    ];
    let mut cells = Vec::new();
    for (w, a, r) in (0..8).flat_map(|w| (0..2).flat_map(move |a| (0..3).map(move |r| (w, a, r)))) {
        let base = cell(vec![w, a, r], 0.8 - 0.05 * w as f64 - 0.1 * a as f64 - 0.02 * r as f64);
        cells.extend([base.clone(), variant(base, 0, 0.01)]);
    }
    run(axes, &["plates"], cells)
}
