//! Runs a scenario, from its cells to its result.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use engage::{Battle, BySide, Kind, Measured, Ruleset, Side, Stop, Unsolved};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use scenario::{Body, Name, Recipe, Scenario};

use crate::blocks::{PieceLength, blocks, in_order};
use crate::cells::{Numbers, exact, exact_mix, paired, sampled, subtracted};
use crate::door::{Buffers, Executor, Order, TaskTallies};
use crate::intervals::{Intervals, Page};
use crate::keep::{Keep, Unkept};
use crate::play::{self, Entrant, Observers, Point, Terms};
use crate::result::{
    Answered, Axis, Cell, Difference, Ending, Finding, Labels, Measure, Method, OddsTable, Provenance, Reached, Run,
};
use crate::tallies::{CellTally, ENGINE, Solution, Tallies};
use crate::tally::{Scoring, Tally};
use crate::{Error, Ground, Progress, Snapshot, hash, scored};

/// How to run a scenario. Nothing here changes a number, except that an interrupt cuts the run short.
#[derive(Clone, Copy, Debug)]
pub struct Options<'o> {
    /// The number of threads; `None` for one per core.
    pub threads: Option<usize>,
    /// Setting it stops the run at once, in the middle of an exact solution too.
    pub interrupt: &'o Stop,
    /// Who performs the tasks; `None` for the threads. What is solved exactly is solved on the threads.
    pub executor: Option<&'o dyn Executor>,
}

impl Options<'_> {
    pub(crate) fn pool(&self) -> Result<ThreadPool, Error> {
        Ok(ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build()?)
    }

    /// Who performs the tasks, given the threads.
    pub(crate) fn executor<'e>(&self, pool: &'e ThreadPool) -> &'e dyn Executor
    where
        Self: 'e,
    {
        self.executor.unwrap_or(pool)
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.interrupt.is_set()
    }
}

/// Runs a scenario that describes a fight, from the beginning.
///
/// # Errors
/// As [`play`] and [`assemble`].
pub fn run(scenario: &Scenario, options: &Options<'_>, progress: &dyn Progress) -> Result<Run, Error> {
    let mut tallies = Tallies::new(scenario, None)?;
    play(scenario, &mut tallies, options, progress, &Unkept)?;
    assemble(scenario, &tallies)
}

/// Solves and plays what a scenario asks for and its tallies lack. Returns whether an interrupt cut it short; the
/// tallies then hold the counts up to that moment.
///
/// # Errors
/// [`Error::Unsolved`] if the scenario demands an exact solution that cannot be found, [`Error::Situation`] for a
/// scenario without engagements, and failures of the machine.
///
/// # Panics
/// If the tallies belong to another scenario; [`Tallies::resume`] checks that.
pub fn play(
    scenario: &Scenario,
    tallies: &mut Tallies,
    options: &Options<'_>,
    progress: &dyn Progress,
    keep: &dyn Keep,
) -> Result<bool, Error> {
    let Body::Fight(cells) = &scenario.body else { return Err(Error::Situation) };
    assert_eq!(cells.len(), tallies.cells.len(), "tallies of the scenario");
    let observers = Observers { interrupt: options.interrupt, progress, keep };
    let pool = options.pool()?;
    solve(scenario, cells, &|cell| label(scenario, cell), tallies, &pool, observers)?;
    let points = points(cells, &exact_numbers(scenario, &tallies.cells));
    let terms = terms(scenario, tallies);
    let scoring = Scoring::of(scenario.ruleset);
    Ok(play::play(options.executor(&pool), &points, &scoring, &terms, tallies, observers))
}

/// The cells that orders of searches made of a scenario, by their ids.
#[derive(Debug, Default)]
pub struct MadeCells(BTreeMap<String, Arc<scenario::Cell>>);

/// The most cells that are kept.
const MOST_MADE: usize = 1024;

impl MadeCells {
    /// The cells of an order; those that are not known yet are made.
    fn of(&mut self, scenario: &Scenario, order: &Order) -> Result<Vec<Arc<scenario::Cell>>, Error> {
        let named = || order.ids.iter().zip(&order.recipes);
        if self.0.len() > MOST_MADE {
            self.0.clear();
        }
        let missing = named().filter(|(id, _)| !self.0.contains_key(*id)).map(|(_, recipe)| recipe.clone());
        let made = scenario.made_by(&missing.collect::<Vec<Recipe>>()).map_err(Error::Search)?;
        self.0.extend(made.into_iter().map(|cell| (cell.id.clone(), Arc::new(cell))));
        Ok(named().filter_map(|(id, _)| self.0.get(id).cloned()).collect())
    }
}

/// Performs an order of another process that has the same scenario. `kept` has the cells that the last orders of this
/// scenario made.
///
/// # Errors
/// [`Error::Situation`], [`Error::Task`] if the scenario has no such task, [`Error::Search`] if it refuses a recipe, and
/// [`Error::Interrupted`].
pub fn perform(
    scenario: &Scenario,
    order: &Order,
    kept: &Mutex<MadeCells>,
    interrupt: &Stop,
) -> Result<TaskTallies, Error> {
    let Body::Fight(cells) = &scenario.body else { return Err(Error::Situation) };
    let task = &order.task;
    let made = kept.lock().unwrap_or_else(PoisonError::into_inner).of(scenario, order)?;
    let named: Option<Vec<&scenario::Cell>> = match order.recipes.as_slice() {
        [] => task.cells.iter().map(|&cell| cells.get(cell)).collect(),
        _ => Some(made.iter().map(|cell| &**cell).collect()),
    };
    let is_short = (1..=PieceLength::MOST).contains(&task.to.saturating_sub(task.from));
    let is_here = |cells: &Vec<&scenario::Cell>| {
        !cells.is_empty() && cells.iter().map(|cell| &cell.id).eq(&order.ids) && cells.len() == task.cells.len()
    };
    let Some(cells) = named.filter(|cells| is_short && is_here(cells)) else {
        return Err(Error::Task(task.clone()));
    };
    let battles: Vec<&dyn Battle> = cells.iter().map(|cell| &*cell.battle).collect();
    let scoring = Scoring::of(scenario.ruleset);
    let (seed, mut buffers) = (scenario.play.seed, Buffers::default());
    let mut performed: Option<TaskTallies> = None;
    for range in blocks((task.from, task.to)) {
        let more = match order.payoff {
            Some(payoff) => scored::perform(&battles, &scoring, payoff, seed, range, &mut buffers, interrupt),
            None => play::perform(&battles, &scoring, seed, range, &mut buffers, interrupt),
        };
        let more = more.ok_or(Error::Interrupted)?;
        match &mut performed {
            Some(performed) => performed.merge(more),
            None => performed = Some(more),
        }
    }
    performed.ok_or(Error::Interrupted)
}

/// The default label of the baseline beside variants.
const BASELINE: &str = "baseline";

/// The result of a scenario from its tallies, without playing.
///
/// # Errors
/// [`Error::Situation`] for a scenario without engagements, [`Error::Json`] when a number has no JSON form.
///
/// # Panics
/// If the tallies belong to another scenario; [`Tallies::resume`] checks that.
pub fn assemble(scenario: &Scenario, tallies: &Tallies) -> Result<Run, Error> {
    let Body::Fight(cells) = &scenario.body else { return Err(Error::Situation) };
    assert_eq!(cells.len(), tallies.cells.len(), "tallies of the scenario");
    let scoring = Scoring::of(scenario.ruleset);
    let solved = exact_numbers(scenario, &tallies.cells);
    let points = points(cells, &solved);
    let terms = terms(scenario, tallies);
    let done = |point: &Point<'_>| {
        let unknown = point.iter().filter(|entrant| !entrant.known);
        terms.done(&scoring, &unknown.map(|entrant| &tallies.cells[entrant.cell]).collect::<Vec<_>>())
    };
    let interrupted = !points.iter().all(done);
    let told = Occurring::of(scenario.ruleset, cells);
    let ground = Ground::of(scenario, cells);
    let paired: BTreeSet<usize> = points.iter().flat_map(|point| &point[1..]).map(|entrant| entrant.cell).collect();
    let result_hash = hash::of(scenario.ruleset, &tallies.cells, &solved, |cell| paired.contains(&cell))?;
    let counted = CountedCells { scoring: &scoring, terms: &terms, tallies: &tallies.cells };
    let mut cells = counted.numbers(scenario, cells, solved, &points);
    cells.iter_mut().for_each(|cell| told.narrow(cell));
    let idle = |variant: &usize| scenario.is_idle(&scenario.variants[*variant]) && changed_nothing(&cells, *variant);
    let idle = (0..scenario.variants.len()).filter(idle).collect();
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
    let baseline = if scenario.baseline.is_empty() { BASELINE } else { &scenario.baseline }.to_owned();
    Ok(Run {
        provenance: provenance(scenario),
        axes: axes(scenario),
        variants: scenario.variants.iter().map(|variant| variant.name.clone()).collect(),
        idle,
        endings: those(endings.collect(), &told.endings),
        measures: those(measures.collect(), &told.measures),
        labels: Labels { win, draw: names.draw(), turns: names.turns(), baseline },
        about: scenario.about.clone(),
        intervals: terms.intervals,
        ground,
        cells,
        interrupted,
        result_hash,
    })
}

/// The labels of the cells whose tallies lack engagements that the scenario asks for.
///
/// # Errors
/// As [`assemble`].
pub fn unplayed(scenario: &Scenario, tallies: &Tallies) -> Result<Vec<String>, Error> {
    let cells = assemble(scenario, tallies)?.cells;
    let unplayed = cells.iter().enumerate().filter(|(_, cell)| !cell.complete);
    Ok(unplayed.map(|(index, _)| label(scenario, index)).collect())
}

/// Whether a variant had the same result as its baseline in every cell.
fn changed_nothing(cells: &[Cell], variant: usize) -> bool {
    let unchanged = |difference: &Difference| match difference.changed {
        Some(changed) => changed == 0,
        None => difference.win.iter().chain([&difference.turns]).all(|paired| paired.difference.value == 0.0),
    };
    let own = cells.iter().filter(|cell| cell.variant == Some(variant));
    own.filter_map(|cell| cell.difference.as_ref()).all(unchanged)
}

fn terms<'s>(scenario: &'s Scenario, tallies: &Tallies) -> Terms<'s> {
    let play = &scenario.play;
    let engagements = tallies.part().map_or((0, play.engagements), |part| part.range());
    Terms { seed: play.seed, engagements, aims: &scenario.aims, intervals: Intervals::of(scenario) }
}

/// The exact numbers of every cell solved within the budget, unless the scenario asks for sampling only.
fn exact_numbers(scenario: &Scenario, cells: &[CellTally]) -> Vec<Option<Numbers>> {
    let wanted = scenario.play.method != scenario::Method::Sampled;
    cells.iter().map(|cell| cell.exact(scenario.play.budget).filter(|_| wanted).cloned()).collect()
}

/// The endings and measures of the ruleset that can occur in some cell of a run.
struct Occurring {
    endings: Vec<bool>,
    measures: Vec<bool>,
}

impl Occurring {
    fn of(ruleset: &Ruleset, cells: &[scenario::Cell]) -> Occurring {
        let any = |holds: &dyn Fn(&dyn Battle) -> bool| cells.iter().any(|cell| holds(&*cell.battle));
        Occurring {
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

/// The items marked as wanted.
fn those<T>(all: Vec<T>, wanted: &[bool]) -> Vec<T> {
    all.into_iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(one, _)| one).collect()
}

/// Answers a scenario that describes a situation.
///
/// # Errors
/// [`Error::Fight`] for a scenario that describes a fight, what the ruleset finds wrong with a case's parameters, and
/// [`Error::Interrupted`].
pub fn odds(scenario: &Scenario, options: &Options<'_>) -> Result<OddsTable, Error> {
    let Body::Situation { kind, cases } = &scenario.body else { return Err(Error::Fight) };
    let answer = |index: usize| {
        let (point, id) = (cases[index].point.clone(), cases[index].id.clone());
        let answer = options.interrupt.over(|| scenario.answer(index));
        if options.interrupted() {
            return Err(Error::Interrupted);
        }
        Ok(Answered { point, id, answer: answer? })
    };
    let answers = || (0..cases.len()).into_par_iter().map(answer).collect::<Result<Vec<Answered>, Error>>();
    let cells = options.pool()?.install(answers)?;
    Ok(OddsTable {
        provenance: provenance(scenario),
        kind: kind.id.to_owned(),
        label: kind.label.to_owned(),
        axes: axes(scenario),
        about: scenario.about.clone(),
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

/// Solves every cell that was not tried yet and fits the budget. After an interrupt some are left out. The scenario's
/// method decides whether cells are solved at all, and whether one without a solution is an error, which `label` names.
pub(crate) fn solve(
    scenario: &Scenario,
    cells: &[scenario::Cell],
    label: &dyn Fn(usize) -> String,
    tallies: &mut Tallies,
    pool: &ThreadPool,
    observers: Observers<'_>,
) -> Result<(), Error> {
    let scenario::Play { budget, method, .. } = scenario.play;
    if method == scenario::Method::Sampled {
        return Ok(());
    }
    let demanded = method == scenario::Method::Exact;
    let is_left = |cell: &CellTally| !cell.is_tried(budget) || (demanded && cell.exact(budget).is_none());
    let left: Vec<usize> = (0..cells.len()).filter(|&cell| is_left(&tallies.cells[cell])).collect();
    let scoring = Scoring::of(scenario.ruleset);
    let tried = Mutex::new(Tried { done: 0, unsolved: BTreeMap::new(), tallies });
    let failed = AtomicBool::new(false);
    let stop = || observers.interrupted() || (demanded && failed.load(Ordering::Relaxed));
    let work = |(): &mut (), item: usize| {
        let solved = observers.interrupt.over(|| solved(&*cells[left[item]].battle, &scoring, budget));
        if solved.is_err() && observers.interrupted() {
            // The solution may have given up because of the interrupt.
            return;
        }
        let solution = solved.map(|numbers| Solution::Exact(Box::new(numbers)));
        failed.fetch_or(solution.is_err(), Ordering::Relaxed);
        let mut tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
        tried.done += 1;
        let solution = solution.unwrap_or_else(|why| {
            tried.unsolved.insert(left[item], why);
            Solution::Unsolved(budget)
        });
        tried.tallies.cells[left[item]].solution = Some(solution);
        if observers.progress.due() {
            observers.progress.show(&Snapshot::Solving { done: tried.done, total: left.len() as u64 });
        }
        if observers.keep.due() {
            let kept = tried.tallies.clone();
            drop(tried);
            observers.keep.keep(&kept);
        }
    };
    in_order(pool, left.len(), stop, || (), work);
    match tried.into_inner().unwrap_or_else(PoisonError::into_inner).unsolved.pop_first() {
        Some((cell, why)) if demanded => Err(Error::Unsolved { cell: label(cell), why }),
        _ => Ok(()),
    }
}

/// The exact numbers of a battle.
fn solved(battle: &dyn Battle, scoring: &Scoring, budget: usize) -> Result<Numbers, Unsolved> {
    match battle.mix() {
        None => battle.exact(budget).map(|fight| exact(scoring, &fight)),
        Some(mix) => mix.each_exact(budget).map(|fights| exact_mix(scoring, mix, &fights)),
    }
}

/// The state shared by the threads that solve cells.
struct Tried<'t> {
    done: u64,
    /// Cells without a solution, and why.
    unsolved: BTreeMap<usize, Unsolved>,
    tallies: &'t mut Tallies,
}

/// The battles to play: at each point the cells without an exact solution, and their partners for pairing. A variant is
/// compared with its baseline either exactly or over the same engagements. So a baseline is played if any of its
/// variants is, and all variants are played if the baseline has no exact solution.
fn points<'b>(cells: &'b [scenario::Cell], solved: &[Option<Numbers>]) -> Vec<Point<'b>> {
    let entrant = |cell: usize| {
        let made = &cells[cell];
        Entrant { cell, battle: &*made.battle, made, known: solved[cell].is_some() }
    };
    let starts: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell].variant.is_none()).collect();
    let ends = starts.iter().skip(1).copied().chain([cells.len()]);
    let point = |(start, end): (usize, usize)| -> Point<'b> {
        let variants = (start + 1..end).map(entrant).filter(|variant| !variant.known || solved[start].is_none());
        let played: Point<'b> = [entrant(start)].into_iter().chain(variants).collect();
        if played.len() == 1 && played[0].known { Vec::new() } else { played }
    };
    starts.iter().copied().zip(ends).map(point).filter(|point| !point.is_empty()).collect()
}

/// The counts of a scenario's cells, and the terms for reading them.
struct CountedCells<'r> {
    scoring: &'r Scoring,
    terms: &'r Terms<'r>,
    tallies: &'r [CellTally],
}

impl CountedCells<'_> {
    /// The numbers of every cell, with the differences of variants from their baselines.
    fn numbers(
        &self,
        scenario: &Scenario,
        cells: &[scenario::Cell],
        mut numbers: Vec<Option<Numbers>>,
        points: &[Point<'_>],
    ) -> Vec<Cell> {
        let &CountedCells { scoring, terms, tallies } = self;
        let mut differences = self.differences(&Page::of(scenario), points);
        for entrant in points.iter().flatten() {
            numbers[entrant.cell]
                .get_or_insert_with(|| sampled(scoring, &terms.intervals, &tallies[entrant.cell].tally));
        }
        let numbers: Vec<Numbers> = numbers.into_iter().flatten().collect();
        let mut baseline = 0;
        let cell = |(index, cell): (usize, &scenario::Cell)| {
            let breaks = scenario.axes.iter().map(|axis| cell.battle.breaks(&axis.key)).collect();
            let own = numbers[index].clone();
            let difference = match cell.variant {
                None => {
                    baseline = index;
                    None
                }
                Some(_) => Some(differences.remove(&index).unwrap_or_else(|| subtracted(&numbers[baseline], &own))),
            };
            let Numbers { method, win, draw, endings, turns, measures, drawn } = own;
            let (point, variant, id) = (cell.point.clone(), cell.variant, cell.id.clone());
            let aims = match method {
                Method::Exact { .. } => Vec::new(),
                Method::Sampled { .. } => reached(terms, scoring, &tallies[index].tally),
            };
            let complete = matches!(method, Method::Exact { .. })
                || tallies[index].engagements.1 >= terms.engagements.1
                || (!aims.is_empty() && aims.iter().all(|aim| aim.reached));
            Cell {
                point,
                variant,
                id,
                method,
                complete,
                aims,
                breaks,
                win,
                draw,
                endings,
                turns,
                measures,
                drawn,
                difference,
            }
        };
        cells.iter().enumerate().map(cell).collect()
    }

    /// The differences of the variants that were played against their baselines, by cell.
    fn differences(&self, page: &Page, points: &[Point<'_>]) -> BTreeMap<usize, Difference> {
        let mut differences = BTreeMap::new();
        for point in points {
            let Some((baseline, variants)) = point.split_first() else { continue };
            for variant in variants {
                let own = &self.tallies[variant.cell];
                let baseline = &self.tallies[baseline.cell].tally;
                let pair = own.pair.iter().map(|pair| paired(page, baseline, &own.tally, pair));
                differences.extend(pair.map(|difference| (variant.cell, difference)));
            }
        }
        differences
    }
}

/// How well a tally reaches the aims of a scenario.
fn reached(terms: &Terms<'_>, scoring: &Scoring, tally: &Tally) -> Vec<Reached> {
    let excess = terms.intervals.excess(scoring, tally, terms.aims);
    let aims = terms.aims.iter().zip(excess).map(|(aim, excess)| Reached {
        quantity: aim.word.clone(),
        width: aim.width,
        reached: excess <= 1.0,
        needed: Intervals::needed(tally.engagements(), excess),
    });
    aims.collect()
}

/// Every outcome of these answers, as the kind declares it. An undeclared outcome counts as a chance if its values can
/// be chances.
fn findings(scenario: &Scenario, kind: &Kind, cells: &[Answered]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut places = BTreeMap::new();
    for value in cells.iter().flat_map(|cell| &cell.answer.values) {
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

/// The origin of a scenario's results.
#[must_use]
pub fn provenance(scenario: &Scenario) -> Provenance {
    Provenance {
        title: scenario.title.clone(),
        question: scenario.question.clone(),
        ruleset: scenario.ruleset.id.to_owned(),
        rulebook: scenario.ruleset.title.to_owned(),
        version: ENGINE.to_owned(),
        seed: scenario.play.seed,
        rules_changed: scenario.rules_changed(),
        scenario_hash: scenario.hash(),
        scenario: scenario.written(),
        card: scenario.card(),
    }
}

/// The origin of a search at one cell: rules that other cells change are not listed.
#[must_use]
pub fn provenance_at(scenario: &Scenario, cell: usize) -> Provenance {
    let from = provenance(scenario);
    let Body::Fight(cells) = &scenario.body else { return from };
    Provenance { rules_changed: scenario.rules_changed_of(&cells[cell]), ..from }
}

/// The origin of a replay: its card and its changed rules are those of its engagement only.
#[must_use]
pub fn provenance_of(scenario: &Scenario, cell: usize, engagement: u64) -> Provenance {
    let from = provenance(scenario);
    let Body::Fight(cells) = &scenario.body else { return from };
    let (card, rules_changed) = (scenario.card_of(&cells[cell], engagement), scenario.rules_changed_of(&cells[cell]));
    Provenance { card, rules_changed, ..from }
}

/// The swept keys of a scenario, with their labels.
#[must_use]
pub fn axes(scenario: &Scenario) -> Vec<Axis> {
    let names = scenario.names();
    let axis = |axis: &scenario::Axis| {
        let Name { label, unit } = names.key(&axis.key);
        let labels = axis.values.iter().map(|value| names.value(&axis.key, value)).collect();
        Axis { key: axis.key.clone(), label, unit, values: axis.texts(), labels }
    };
    scenario.axes.iter().map(axis).collect()
}
