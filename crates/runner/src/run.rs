//! A scenario from its cells to its result.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use engage::{Answer, Battle, BySide, ExactFight, Kind, Measured, Ruleset, Side, Unsolved};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use scenario::{Body, Name, Scenario};

use crate::blocks::in_order;
use crate::cells::{Numbers, exact, paired, sampled, subtracted};
use crate::play::{Entrant, Point, PointTally, Terms, play};
use crate::result::{Axis, Cell, Difference, Ending, Finding, Labels, Measure, OddsTable, Provenance, Run};
use crate::tally::Scoring;
use crate::{Error, Ground, Progress, Snapshot, hash};

/// How a run is done; nothing here changes a number, except that an interrupt cuts it short.
#[derive(Clone, Copy, Debug)]
pub struct Options<'o> {
    /// Threads; none for as many as the machine has cores.
    pub threads: Option<usize>,
    /// Set by somebody to stop the run after the blocks in flight.
    pub interrupt: &'o AtomicBool,
}

impl Options<'_> {
    pub(crate) fn pool(&self) -> Result<ThreadPool, Error> {
        Ok(ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build()?)
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }
}

/// Runs a scenario that describes a fight.
///
/// # Errors
/// [`Error::Unsolved`] where an exact solution was demanded and there is none, [`Error::Situation`] for a scenario without
/// engagements, and failures of the machine.
pub fn run(scenario: &Scenario, options: &Options<'_>, progress: &dyn Progress) -> Result<Run, Error> {
    let Body::Fight(cells) = &scenario.body else { return Err(Error::Situation) };
    let pool = options.pool()?;
    let scoring = Scoring::of(scenario.ruleset);
    let solved = solve(scenario, cells, &pool, options, progress)?;
    let points = points(cells, &solved);
    let terms =
        Terms { seed: scenario.play.seed, engagements: scenario.play.engagements, precision: scenario.play.precision };
    let (tallies, interrupted) = play(&pool, &points, &scoring, &terms, options.interrupt, progress);
    let told = Told::of(scenario.ruleset, cells);
    let ground = Ground::of(scenario, cells);
    let mut cells = assemble(cells, &scoring, &solved, &points, &tallies);
    cells.iter_mut().for_each(|cell| told.narrow(cell));
    let names = scenario.names();
    let endings = scenario.ruleset.endings.iter().map(|ending| {
        let (id, label) = (ending.id.to_owned(), names.ending(ending));
        Ending { id, label, winner: ending.winner }
    });
    let measures = scenario.ruleset.measures.iter().map(|measure| {
        let (id, label) = (measure.id.to_owned(), names.measure(measure));
        Measure { id, label, unit: measure.unit.to_owned() }
    });
    let win = BySide { blue: names.win(Side::Blue), red: names.win(Side::Red) };
    Ok(Run {
        provenance: provenance(scenario),
        axes: axes(scenario),
        variants: scenario.variants.iter().map(|variant| variant.name.clone()).collect(),
        endings: those(endings.collect(), &told.endings),
        measures: those(measures.collect(), &told.measures),
        labels: Labels { win, draw: names.draw(), turns: names.turns() },
        ground,
        result_hash: hash::of(&cells)?,
        cells,
        interrupted,
    })
}

/// Which endings and measures of the ruleset can be in any cell of a run.
struct Told {
    endings: Vec<bool>,
    measures: Vec<bool>,
}

impl Told {
    fn of(ruleset: &Ruleset, cells: &[scenario::Cell]) -> Told {
        let any = |holds: &dyn Fn(&dyn Battle) -> bool| cells.iter().any(|cell| holds(&*cell.battle));
        Told {
            endings: (0..ruleset.endings.len()).map(|ending| any(&|battle| battle.ends(ending))).collect(),
            measures: (0..ruleset.measures.len()).map(|measure| any(&|battle| battle.counts(measure))).collect(),
        }
    }

    /// Removes from a cell the endings and measures that cannot occur.
    fn narrow(&self, cell: &mut Cell) {
        cell.endings = those(std::mem::take(&mut cell.endings), &self.endings);
        cell.measures = those(std::mem::take(&mut cell.measures), &self.measures);
        if let Some(difference) = &mut cell.difference {
            difference.measures = those(std::mem::take(&mut difference.measures), &self.measures);
        }
    }
}

/// Those that are wanted.
fn those<T>(all: Vec<T>, wanted: &[bool]) -> Vec<T> {
    all.into_iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(one, _)| one).collect()
}

/// Answers a scenario that describes a situation.
///
/// # Errors
/// [`Error::Fight`] for a scenario that describes a fight, and what the ruleset finds wrong with a case's parameters.
pub fn odds(scenario: &Scenario, options: &Options<'_>) -> Result<OddsTable, Error> {
    let Body::Situation { kind, cases } = &scenario.body else { return Err(Error::Fight) };
    let answer = |index: usize| Ok((cases[index].point.clone(), scenario.answer(index)?));
    let answers = || (0..cases.len()).into_par_iter().map(answer).collect::<Result<Vec<(Vec<usize>, Answer)>, Error>>();
    let cells = options.pool()?.install(answers)?;
    Ok(OddsTable {
        provenance: provenance(scenario),
        kind: kind.id.to_owned(),
        label: kind.label.to_owned(),
        axes: axes(scenario),
        findings: findings(scenario, kind, &cells),
        cells,
    })
}

/// A cell in words, such as `Range 12 in, Variant: armoured`.
#[must_use]
pub fn label(scenario: &Scenario, cell: usize) -> String {
    let Body::Fight(cells) = &scenario.body else { return scenario.title.clone() };
    let cell = &cells[cell];
    let values = scenario.axes.iter().zip(&cell.point);
    let names = scenario.names();
    let said = |(axis, &index): (&scenario::Axis, &usize)| {
        names.key(&axis.key).with(&names.value(&axis.key, &axis.values[index]))
    };
    let mut words: Vec<String> = values.map(said).collect();
    words.extend(cell.variant.map(|variant| format!("Variant: {}", scenario.variants[variant].name)));
    if words.is_empty() { "the fight".to_owned() } else { words.join(", ") }
}

/// The exact solution of every cell that has one within the budget. Cells that an interrupt leaves out count as too large.
fn solve(
    scenario: &Scenario,
    cells: &[scenario::Cell],
    pool: &ThreadPool,
    options: &Options<'_>,
    progress: &dyn Progress,
) -> Result<Vec<Option<ExactFight>>, Error> {
    if scenario.play.method == scenario::Method::Sampled {
        return Ok(cells.iter().map(|_| None).collect());
    }
    let tried = Mutex::new((0, cells.iter().map(|_| None).collect::<Vec<Option<Result<ExactFight, Unsolved>>>>()));
    let demanded = scenario.play.method == scenario::Method::Exact;
    let failed = AtomicBool::new(false);
    let stop = || options.interrupted() || (demanded && failed.load(Ordering::Relaxed));
    let work = |(): &mut (), cell: usize| {
        let fight = cells[cell].battle.exact(scenario.play.budget);
        failed.fetch_or(fight.is_err(), Ordering::Relaxed);
        let mut tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
        tried.0 += 1;
        tried.1[cell] = Some(fight);
        if progress.due() {
            progress.show(&Snapshot::Solving { done: tried.0, total: cells.len() as u64 });
        }
    };
    in_order(pool, cells.len(), stop, || (), work);
    let (_, tried) = tried.into_inner().unwrap_or_else(PoisonError::into_inner);
    let unsolved = tried.iter().enumerate().find_map(|(cell, fight)| Some((cell, *fight.as_ref()?.as_ref().err()?)));
    match unsolved {
        Some((cell, why)) if demanded => Err(Error::Unsolved { cell: label(scenario, cell), why }),
        _ => Ok(tried.into_iter().map(|fight| fight?.ok()).collect()),
    }
}

/// What has to be played: at each point the cells without an exact solution, and whatever they are to be paired with. A
/// variant is compared with its baseline either exactly or over the same engagements, so a baseline is played when any of
/// its variants is, and all its variants are when it has no solution itself.
fn points<'b>(cells: &'b [scenario::Cell], solved: &[Option<ExactFight>]) -> Vec<Point<'b>> {
    let entrant = |cell: usize| Entrant { cell, battle: &*cells[cell].battle, known: solved[cell].is_some() };
    let starts: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].variant.is_none()).collect();
    let ends = starts.iter().skip(1).copied().chain([cells.len()]);
    let point = |(start, end): (usize, usize)| -> Point<'b> {
        let variants = (start + 1..end).map(entrant).filter(|variant| !variant.known || solved[start].is_none());
        let played: Point<'b> = [entrant(start)].into_iter().chain(variants).collect();
        if played.len() == 1 && played[0].known { Vec::new() } else { played }
    };
    starts.iter().copied().zip(ends).map(point).filter(|point| !point.is_empty()).collect()
}

fn assemble(
    cells: &[scenario::Cell],
    scoring: &Scoring,
    solved: &[Option<ExactFight>],
    points: &[Point<'_>],
    tallies: &[PointTally],
) -> Vec<Cell> {
    let mut numbers: Vec<Option<Numbers>> =
        solved.iter().map(|fight| fight.as_ref().map(|fight| exact(scoring, fight))).collect();
    let mut differences: BTreeMap<usize, Difference> = BTreeMap::new();
    for (point, tally) in points.iter().zip(tallies) {
        for (place, entrant) in point.iter().enumerate() {
            numbers[entrant.cell].get_or_insert_with(|| sampled(scoring, &tally.cells[place]));
            if place > 0 {
                let difference = paired(&tally.cells[0], &tally.cells[place], &tally.pairs[place - 1]);
                differences.insert(entrant.cell, difference);
            }
        }
    }
    let numbers: Vec<Numbers> = numbers.into_iter().flatten().collect();
    let mut baseline = 0;
    let cell = |(index, cell): (usize, &scenario::Cell)| {
        let own = numbers[index].clone();
        let difference = match cell.variant {
            None => {
                baseline = index;
                None
            }
            Some(_) => Some(differences.remove(&index).unwrap_or_else(|| subtracted(&numbers[baseline], &own))),
        };
        let Numbers { method, win, endings, turns, measures } = own;
        Cell { point: cell.point.clone(), variant: cell.variant, method, win, endings, turns, measures, difference }
    };
    cells.iter().enumerate().map(cell).collect()
}

/// Every outcome of some answers, as the kind declares it. A word that is not declared is a chance if it can be one.
fn findings(scenario: &Scenario, kind: &Kind, cells: &[(Vec<usize>, Answer)]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut places = BTreeMap::new();
    for value in cells.iter().flat_map(|(_, answer)| &answer.values) {
        let place = *places.entry(value.outcome.as_str()).or_insert(findings.len());
        if place == findings.len() {
            let declared = kind.finding(&value.outcome).map(|(finding, _)| finding);
            findings.push(Finding {
                id: value.outcome.clone(),
                label: scenario.names().outcome(&value.outcome),
                measured: declared.map_or(Measured::Chance, |finding| finding.measured),
                first: declared.is_some_and(|finding| finding.first),
            });
        }
        if kind.finding(&value.outcome).is_none() && !(0.0..=1.0).contains(&value.decimal) {
            findings[place].measured = Measured::Number;
        }
    }
    findings
}

fn provenance(scenario: &Scenario) -> Provenance {
    Provenance {
        title: scenario.title.clone(),
        question: scenario.question.clone(),
        ruleset: scenario.ruleset.id.to_owned(),
        rulebook: scenario.ruleset.title.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: scenario.play.seed,
        rules_changed: scenario.rules_changed(),
        scenario_hash: scenario.hash(),
    }
}

fn axes(scenario: &Scenario) -> Vec<Axis> {
    let names = scenario.names();
    let axis = |axis: &scenario::Axis| {
        let Name { label, unit } = names.key(&axis.key);
        let labels = axis.values.iter().map(|value| names.value(&axis.key, value)).collect();
        Axis { key: axis.key.clone(), label, unit, values: axis.texts(), labels }
    };
    scenario.axes.iter().map(axis).collect()
}
