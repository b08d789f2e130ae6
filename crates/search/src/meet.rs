//! Which values of several keys meet several targets: the fewest keys first, then the fewest steps from the scenario.
//!
//! Every set of values is played on the same luck, and dropped as soon as it is known to miss a target. All intervals hold
//! together, at every look, so what is said of one set does not depend on how many others were tried.

use runner::{Contenders, Error, Keep, Options, Progress, Tallies};
use scenario::{Cell, Quantity, Range, Scenario, Setting, Trials};
use serde_json::Value;
use stats::{Estimate, Level, Schedule};

/// The first look at a set, in engagements; each later one is at twice as many.
const FIRST_LOOK: u64 = 512;

/// The most engagements of a cell.
const LAST_LOOK: u64 = 1 << 17;

/// The most steps of a number from its value in the scenario.
pub const FURTHEST: i32 = 5;

/// The most sets that are tried.
pub const MOST_SETS: usize = 3000;

/// The sets that are reported if none meets all targets.
const NEAREST: usize = 10;

/// What a quantity is to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The variant of the scenario whose quantity it is; `None` for the scenario itself.
    pub variant: Option<usize>,
    /// Whether it is about the variant's difference from the scenario, rather than about its value.
    pub by: bool,
    /// The quantity.
    pub quantity: Quantity,
    /// The value that it is to have.
    pub value: f64,
    /// How far it may lie to either side.
    pub within: f64,
}

/// What is known of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its interval lies within the target's.
    Met,
    /// Its interval lies outside of the target's.
    Missed,
    /// Neither is known.
    Open,
}

/// Keys with their values.
type Sets = Vec<(String, Value)>;

/// A set of values that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    /// The keys that it changes, with their values.
    pub sets: Sets,
    /// How many steps they are from the scenario together.
    pub steps: u32,
    /// The quantity of each target, with an interval that holds together with all others, at every look.
    pub values: Vec<Estimate>,
    /// What is known of each target.
    pub known: Vec<Known>,
}

impl Attempt {
    /// Whether it is known to meet all targets.
    #[must_use]
    pub fn meets_all(&self) -> bool {
        self.known.iter().all(|known| *known == Known::Met)
    }

    /// Whether it is known to miss one.
    #[must_use]
    pub fn misses(&self) -> bool {
        self.known.contains(&Known::Missed)
    }

    /// How far its worst target is off, in units of what is allowed.
    fn off(&self, targets: &[Target]) -> f64 {
        let off =
            targets.iter().zip(&self.values).map(|(target, value)| (value.value - target.value).abs() / target.within);
        off.fold(0.0, f64::max)
    }
}

/// Which sets of values meet all targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The targets.
    pub targets: Vec<Target>,
    /// The level at which all intervals hold together.
    pub level: Level,
    /// The sets that are known to meet all targets, or if there are none, those that may and the nearest others.
    pub attempts: Vec<Attempt>,
    /// Sets tried, the scenario as it stands included.
    pub tried: usize,
    /// Sets that the scenario refuses.
    pub refused: usize,
    /// Two targets of which every set is known to miss one, although each alone is not missed by all.
    pub quarrels: Vec<(usize, usize)>,
    /// Targets that every set is known to miss.
    pub never: Vec<usize>,
    /// The most keys that were changed together.
    pub keys: usize,
    /// Whether there were too many sets to try all.
    pub capped: bool,
    /// Engagements played.
    pub spent: u64,
    /// Whether an interrupt cut the search short.
    pub interrupted: bool,
}

/// Searches for sets of values of some keys that meet all targets at a point of a scenario's sweep. What was played
/// `before` is not played again.
///
/// # Errors
/// If the scenario has no such point or no such key, [`Error::Differs`] if the earlier tallies belong to another scenario,
/// and failures of the machine.
pub fn meet(
    scenario: &Scenario,
    point: &[usize],
    keys: &[String],
    targets: &[Target],
    before: Option<Tallies>,
    options: Options<'_>,
    (progress, keep): (&dyn Progress, &dyn Keep),
) -> Result<(Meeting, Tallies), Error> {
    let settings = scenario.settings(point);
    let setting = |key: &String| {
        let found = settings.iter().find(|setting| setting.key == *key);
        found.ok_or_else(|| Error::Search(format!("`{key}` has no other values to try")))
    };
    let settings = keys.iter().map(setting).collect::<Result<Vec<&Setting>, Error>>()?;
    let (trials, _) = scenario.trials(point).map_err(Error::Search)?;
    let (sets, capped) = sets(&settings);
    let mut table = Tables { scenario, trials, targets, refused: 0 };
    let mut rows = Vec::new();
    let mut cells = Vec::new();
    for (set, steps) in sets {
        match table.cells(&set) {
            Ok(own) => {
                rows.push(Row { first: cells.len(), keys: set.len(), set, steps });
                cells.extend(own);
            }
            Err(_) => table.refused += 1,
        }
    }
    let each = scenario.play.level.0.shared(rows.len().max(1) * targets.len().max(1));
    let contenders = Contenders::new(scenario, cells, before, options)?;
    let mut race = Race { contenders, targets, places: table.places(), each, rows, known: Vec::new() };
    let most = scenario.play.engagements.min(LAST_LOOK);
    let mut interrupted = race.contenders.solve(progress, keep)?;
    let mut reached = 0;
    for size in 0..=keys.len() {
        reached = size;
        if interrupted || race.run(size, most, progress, keep) {
            interrupted = true;
            break;
        }
        if race.known.iter().any(Attempt::meets_all) {
            break;
        }
    }
    let tried = race.known.len();
    let spent = race.spent();
    let Race { known, contenders, .. } = race;
    let all_miss = |holds: &dyn Fn(&Attempt) -> bool| !interrupted && !capped && known.iter().all(holds);
    let never: Vec<usize> =
        (0..targets.len()).filter(|&target| all_miss(&|one: &Attempt| one.known[target] == Known::Missed)).collect();
    let pairs = (0..targets.len()).flat_map(|a| (a + 1..targets.len()).map(move |b| (a, b)));
    let quarrel = |(a, b): &(usize, usize)| {
        let missed = |one: &Attempt, target: usize| one.known[target] == Known::Missed;
        !never.contains(a) && !never.contains(b) && all_miss(&|one: &Attempt| missed(one, *a) || missed(one, *b))
    };
    let quarrels = pairs.filter(quarrel).collect();
    let meeting = Meeting {
        targets: targets.to_vec(),
        level: scenario.play.level.0,
        attempts: reported(known, targets),
        tried,
        refused: table.refused,
        quarrels,
        never,
        keys: reached,
        capped,
        spent,
        interrupted,
    };
    Ok((meeting, contenders.into_tallies()))
}

/// The attempts worth reporting, the best first.
fn reported(mut known: Vec<Attempt>, targets: &[Target]) -> Vec<Attempt> {
    if known.iter().any(Attempt::meets_all) {
        known.retain(Attempt::meets_all);
        known.sort_by_key(|one| (one.sets.len(), one.steps));
        return known;
    }
    known.sort_by(|one, other| one.misses().cmp(&other.misses()).then(one.off(targets).total_cmp(&other.off(targets))));
    known.truncate(NEAREST);
    known
}

/// Every set of values, the fewest keys first, then the fewest steps; and whether some were left out.
fn sets(settings: &[&Setting]) -> (Vec<(Sets, u32)>, bool) {
    let values: Vec<Vec<(Value, u32)>> = settings.iter().map(|setting| values(setting)).collect();
    let mut all: Vec<(Sets, u32)> = vec![(Vec::new(), 0)];
    let mut capped = false;
    for (setting, values) in settings.iter().zip(&values) {
        for place in 0..all.len() {
            for (value, steps) in values {
                if all.len() > 4 * MOST_SETS {
                    capped = true;
                    break;
                }
                let (mut sets, before) = all[place].clone();
                sets.push((setting.key.clone(), value.clone()));
                all.push((sets, before + steps));
            }
        }
    }
    all.sort_by_key(|(sets, steps)| (sets.len(), *steps));
    capped |= all.len() > MOST_SETS;
    all.truncate(MOST_SETS);
    (all, capped)
}

/// The other values of a key, each with its distance in steps.
fn values(setting: &Setting) -> Vec<(Value, u32)> {
    if let Range::Choices(_) = &setting.range {
        return setting.steps().into_iter().map(|(_, value)| (value, 1)).collect();
    }
    let by = |steps: i32| Some((setting.by(steps)?, steps.unsigned_abs()));
    (1..=FURTHEST).flat_map(|steps| [steps, -steps]).filter_map(by).collect()
}

/// The cells of each set: the scenario with its values, and with those of the variants that targets are about.
struct Tables<'s, 't> {
    scenario: &'s Scenario,
    trials: Trials<'s>,
    targets: &'t [Target],
    refused: usize,
}

impl Tables<'_, '_> {
    /// The variants that targets are about.
    fn variants(&self) -> Vec<usize> {
        let mut variants: Vec<usize> = self.targets.iter().filter_map(|target| target.variant).collect();
        variants.sort_unstable();
        variants.dedup();
        variants
    }

    /// The place of each target's cell among those of a set.
    fn places(&self) -> Vec<usize> {
        let variants = self.variants();
        let place = |variant: usize| 1 + variants.iter().position(|known| *known == variant).unwrap_or(0);
        self.targets.iter().map(|target| target.variant.map_or(0, place)).collect()
    }

    fn cells(&mut self, set: &[(String, Value)]) -> Result<Vec<Cell>, String> {
        let own: Vec<(&str, &Value)> = set.iter().map(|(key, value)| (key.as_str(), value)).collect();
        let baseline = Cell { variant: None, ..self.trials.cell(&own)? };
        let mut cells = vec![baseline];
        for variant in self.variants() {
            let changes = self.scenario.variants[variant].changes.iter().map(|(key, value)| (key.as_str(), value));
            let all: Vec<(&str, &Value)> = own.iter().copied().chain(changes).collect();
            cells.push(Cell { variant: Some(variant), ..self.trials.cell(&all)? });
        }
        Ok(cells)
    }
}

/// A set whose cells begin at `first`.
struct Row {
    first: usize,
    keys: usize,
    set: Sets,
    steps: u32,
}

struct Race<'s, 't> {
    contenders: Contenders<'s>,
    targets: &'t [Target],
    /// The place of each target's cell among those of a set.
    places: Vec<usize>,
    each: Level,
    rows: Vec<Row>,
    /// What is known of the sets that were tried.
    known: Vec<Attempt>,
}

impl Race<'_, '_> {
    /// Plays every set of this many keys until it is known to meet all targets or to miss one. Returns whether an
    /// interrupt cut it short.
    fn run(&mut self, keys: usize, most: u64, progress: &dyn Progress, keep: &dyn Keep) -> bool {
        let all: Vec<usize> = (0..self.rows.len()).filter(|&row| self.rows[row].keys == keys).collect();
        let mut live = all.clone();
        let width = self.places.iter().max().map_or(1, |most| most + 1);
        for checkpoint in Schedule::doubling(FIRST_LOOK.min(most), most).checkpoints() {
            let cells: Vec<usize> =
                live.iter().flat_map(|&row| self.rows[row].first..self.rows[row].first + width).collect();
            if self.contenders.play(&cells, checkpoint, progress, keep) {
                return true;
            }
            live.retain(|&row| {
                let attempt = self.attempt(row);
                // A set that has more engagements than these did not stop here in an earlier run either.
                let here = self.contenders.played(self.rows[row].first) <= checkpoint;
                !(here && (attempt.misses() || attempt.meets_all()))
            });
        }
        self.known.extend(all.iter().map(|&row| self.attempt(row)).collect::<Vec<_>>());
        false
    }

    fn attempt(&self, row: usize) -> Attempt {
        let Row { first, set, steps, .. } = &self.rows[row];
        let value = |(target, place): (&Target, &usize)| {
            let cell = first + place;
            match target.by {
                true => {
                    let lead = self.contenders.lead(cell, target.quantity, self.each);
                    lead.map_or(Estimate::exact(f64::NAN), |lead| lead.difference)
                }
                false => self.contenders.held(cell, target.quantity, self.each),
            }
        };
        let values: Vec<Estimate> = self.targets.iter().zip(&self.places).map(value).collect();
        let known = self.targets.iter().zip(&values).map(|(target, value)| {
            let (low, high) = value.interval();
            let (least, greatest) = (target.value - target.within, target.value + target.within);
            match () {
                () if low >= least && high <= greatest => Known::Met,
                () if high < least || low > greatest => Known::Missed,
                () => Known::Open,
            }
        });
        Attempt { sets: set.clone(), steps: *steps, known: known.collect(), values }
    }

    fn spent(&self) -> u64 {
        (0..self.contenders.count()).map(|cell| self.contenders.played(cell)).sum()
    }
}
