//! Cells that are compared with their baselines, each played only as far as the caller asks: the door through which
//! searches get their engagements.

use std::collections::BTreeMap;

use engage::Battle;
use rayon::ThreadPool;
use scenario::{Cell, Method, Quantity, Scenario};
use stats::{Contest, Estimate, Level, difference_at_every_look};

use crate::cells::{Numbers, subtracted};
use crate::intervals::Intervals;
use crate::keep::Keep;
use crate::play::{self, Entrant, Observers, Point, Terms};
use crate::remembered::{Outcomes, Remembered};
use crate::run::{Options, solve};
use crate::tallies::{CellTally, Tallies};
use crate::tally::Scoring;
use crate::{Error, Progress};

/// Baselines, each before the cells that are compared with it, with what was played and solved of each.
///
/// The difference of a cell from its baseline depends on the seed and on how many engagements were asked of it, and on
/// nothing else.
pub struct Contenders<'s> {
    scenario: &'s Scenario,
    /// Each baseline before its variants.
    cells: Vec<Cell>,
    /// The baseline of each cell; its own index for a baseline.
    baselines: Vec<usize>,
    tallies: Tallies,
    /// Outcomes of each cell that has been a baseline in play.
    outcomes: BTreeMap<usize, Outcomes>,
    pool: ThreadPool,
    options: Options<'s>,
    scoring: Scoring,
}

/// The most looks at a mean.
const LOOKS: usize = 40;

/// The baseline of each cell.
fn baselines(cells: &[Cell]) -> Vec<usize> {
    let mut last = 0;
    let baseline = |(place, cell): (usize, &Cell)| {
        if cell.variant.is_none() {
            last = place;
        }
        last
    };
    cells.iter().enumerate().map(baseline).collect()
}

/// How a cell differs from its baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The cell's value minus the baseline's, with an interval that holds at every look.
    pub difference: Estimate,
    /// The engagements, of those played under both, in which anything differed; `None` if both are solved.
    pub changed: Option<u64>,
}

impl<'s> Contenders<'s> {
    /// Cells of a scenario, each baseline (a cell without a variant) before the cells that are compared with it, with
    /// what was played of them `before`.
    ///
    /// # Errors
    /// [`Error::Differs`] if the earlier tallies belong to another scenario, and failures of the machine.
    pub fn new(
        scenario: &'s Scenario,
        cells: Vec<Cell>,
        before: Option<Tallies>,
        options: Options<'s>,
    ) -> Result<Contenders<'s>, Error> {
        let empty = Tallies::of(scenario, &cells, None);
        let tallies = match before {
            Some(before) => empty.resume(before).map_err(|differs| Error::Differs(differs.to_string()))?,
            None => empty,
        };
        let (pool, scoring) = (options.pool()?, Scoring::of(scenario.ruleset));
        let baselines = baselines(&cells);
        let outcomes = BTreeMap::new();
        Ok(Contenders { scenario, cells, baselines, tallies, outcomes, pool, options, scoring })
    }

    /// The number of cells, baselines included.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Adds further cells, those without a baseline of their own to the last one, with what is already known of them.
    pub fn join(&mut self, cells: Vec<Cell>) {
        self.cells.extend(cells);
        self.baselines = baselines(&self.cells);
        self.tallies.widen(self.scenario, &self.cells);
    }

    /// What was played and solved.
    #[must_use]
    pub fn into_tallies(self) -> Tallies {
        self.tallies
    }

    /// The id of a cell.
    #[must_use]
    pub fn id(&self, cell: usize) -> &str {
        &self.cells[cell].id
    }

    /// Solves the first baseline, and if that succeeds every other cell, as far as the scenario's method and budget allow.
    /// Returns whether an interrupt cut it short.
    ///
    /// # Errors
    /// [`Error::Unsolved`] if the scenario demands exact solutions, and failures of the machine.
    pub fn solve(&mut self, progress: &dyn Progress, keep: &dyn Keep) -> Result<bool, Error> {
        let interrupted = self.solve_first(1, progress, keep)?;
        if self.exact(0).is_some() { self.solve_each(progress, keep) } else { Ok(interrupted) }
    }

    /// Solves every cell, whether or not the first has a solution. Returns whether an interrupt cut it short.
    ///
    /// # Errors
    /// As [`Contenders::solve`].
    pub fn solve_each(&mut self, progress: &dyn Progress, keep: &dyn Keep) -> Result<bool, Error> {
        self.solve_first(self.cells.len(), progress, keep)
    }

    fn solve_first(&mut self, count: usize, progress: &dyn Progress, keep: &dyn Keep) -> Result<bool, Error> {
        let observers = Observers { interrupt: self.options.interrupt, progress, keep };
        let of = |cell: usize| format!("a fight of the search (cell {})", self.cells[cell].id);
        solve(self.scenario, &self.cells[..count], &of, &mut self.tallies, &self.pool, observers)?;
        Ok(observers.interrupted())
    }

    /// Plays the first engagements of these cells that were not played yet, each beside its baseline, whose outcomes are
    /// remembered. Returns whether an interrupt cut it short.
    pub fn play(&mut self, cells: &[usize], engagements: u64, progress: &dyn Progress, keep: &dyn Keep) -> bool {
        let is_known = |cell: usize| self.exact(cell).is_some() && self.exact(self.baselines[cell]).is_some();
        let cells: Vec<usize> = cells.iter().copied().filter(|&cell| !is_known(cell)).collect();
        for &cell in &cells {
            self.outcomes.entry(self.baselines[cell]).or_default();
        }
        let remembered = |(&cell, outcomes): (&usize, _)| {
            let battle: &dyn Battle = &*self.cells[cell].battle;
            (cell, Remembered { battle, outcomes })
        };
        let baselines: BTreeMap<usize, Remembered<'_>> = self.outcomes.iter().map(remembered).collect();
        let mut points: BTreeMap<usize, Point<'_>> = BTreeMap::new();
        for cell in cells {
            let baseline = self.baselines[cell];
            let first = || {
                vec![Entrant {
                    cell: baseline,
                    battle: &baselines[&baseline],
                    made: &self.cells[baseline],
                    known: false,
                }]
            };
            let point = points.entry(baseline).or_insert_with(first);
            point.extend((cell != baseline).then(|| {
                let made = &self.cells[cell];
                Entrant { cell, battle: &*made.battle, made, known: false }
            }));
        }
        if points.is_empty() {
            return false;
        }
        let points: Vec<Point<'_>> = points.into_values().collect();
        let seed = self.scenario.play.seed;
        let intervals = Intervals::of(self.scenario);
        let terms = Terms { seed, engagements: (0, engagements), aims: &[], intervals };
        let observers = Observers { interrupt: self.options.interrupt, progress, keep };
        play::play(self.options.executor(&self.pool), &points, &self.scoring, &terms, &mut self.tallies, observers)
    }

    /// Engagements played of a cell.
    #[must_use]
    pub fn played(&self, cell: usize) -> u64 {
        self.tallies.cells[cell].engagements.1
    }

    /// A quantity of a cell, with an interval that holds at every look at this level.
    #[must_use]
    pub fn held(&self, cell: usize, quantity: Quantity, level: Level) -> Estimate {
        if let Some(numbers) = self.exact(cell) {
            return numbers.quantity(quantity);
        }
        let tally = &self.tallies.cells[cell].tally;
        let (n, won) = (tally.engagements(), |side| tally.won(&self.scoring, side));
        let share = |hits: u64, n: u64| Contest::new(hits, n - hits, n).share_at_every_look(level);
        match quantity {
            Quantity::Win(winner) => share(won(winner), n),
            Quantity::Ending(ending) => share(tally.endings.bins()[ending], n),
            Quantity::Decided(side) => share(won(Some(side)), won(Some(side)) + won(Some(side.enemy()))),
            Quantity::Turns => tally.turns.moments().estimate_of_counts(level.shared(LOOKS)),
            Quantity::Measure(measure) => tally.measures[measure].moments().estimate_of_counts(level.shared(LOOKS)),
        }
    }

    /// A quantity of a cell, with an interval at this level.
    #[must_use]
    pub fn estimate(&self, cell: usize, quantity: Quantity, level: Level) -> Estimate {
        match self.exact(cell) {
            Some(numbers) => numbers.quantity(quantity),
            None => Intervals::of(self.scenario).at(level).quantity(
                &self.scoring,
                &self.tallies.cells[cell].tally,
                quantity,
            ),
        }
    }

    /// How far a quantity of a cell lies above its baseline's, with an interval at this level; of a pair of solved
    /// cells it is exact. `None` for a quantity whose difference is not counted: an ending, or a share of the decided
    /// engagements.
    #[must_use]
    pub fn lead(&self, cell: usize, quantity: Quantity, level: Level) -> Option<Lead> {
        let side_or_draw = |winner: Option<_>, numbers: &crate::result::Difference| match winner {
            Some(side) => numbers.win[side].difference,
            None => numbers.draw.difference,
        };
        let baseline = self.baselines[cell];
        if let (Some(baseline), Some(own)) = (self.exact(baseline), self.exact(cell)) {
            let all = subtracted(baseline, own);
            let difference = match quantity {
                Quantity::Win(winner) => side_or_draw(winner, &all),
                Quantity::Turns => all.turns.difference,
                Quantity::Measure(measure) => all.measures[measure].difference,
                Quantity::Ending(_) | Quantity::Decided(_) => return None,
            };
            return Some(Lead { difference, changed: None });
        }
        let [CellTally { tally: baseline, .. }, CellTally { tally: own, pair: Some(pair), .. }] =
            [baseline, cell].map(|cell| &self.tallies.cells[cell])
        else {
            return None;
        };
        let mean = |baseline: &stats::Counts, own: &stats::Counts, differences| {
            difference_at_every_look(&baseline.moments(), &own.moments(), differences, level)
        };
        let difference = match quantity {
            Quantity::Win(Some(side)) => Contest::from(&pair.win[side]).at_every_look(level),
            Quantity::Win(None) => Contest::from(&pair.draw).at_every_look(level),
            Quantity::Turns => mean(&baseline.turns, &own.turns, &pair.turns),
            Quantity::Measure(measure) => {
                mean(&baseline.measures[measure], &own.measures[measure], &pair.measures[measure])
            }
            Quantity::Ending(_) | Quantity::Decided(_) => return None,
        };
        Some(Lead { difference, changed: Some(pair.changed) })
    }

    fn exact(&self, cell: usize) -> Option<&Numbers> {
        let play = &self.scenario.play;
        let wanted = play.method != Method::Sampled;
        self.tallies.cells[cell].exact(play.budget).filter(|_| wanted)
    }
}
