//! Which key matters most: each one step up and one step down, each option in every other way, one at a time.

use runner::{Contenders, Error, Keep, Options, Progress, Tallies};
use scenario::{Cell, Family, Quantity, Scenario, Setting, Step};
use serde_json::Value;
use stats::{Basis, Estimate, Level, MEAN_MATTERS, SHARE_MATTERS, Schedule, Verdict, fewer_than_one_in};

use crate::rank::ranks;

/// The first look at the levers, in engagements; each later one is at twice as many.
const FIRST_LOOK: u64 = 1024;

/// The number of keys whose effects are also tried together, two by two.
const TOGETHER: usize = 3;

/// What is asked about the levers of a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The quantity that they move: a win, a draw, the turns or a measure.
    pub quantity: Quantity,
    /// How far the interval of an effect may reach to either side, in the quantity's unit; `None` for one point of a
    /// share, or 5 % of the baseline's mean.
    pub within: Option<f64>,
    /// The only family to try; `None` for all.
    pub only: Option<Family>,
}

/// What one other value of a key changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// How the value differs from the scenario's.
    pub step: Step,
    /// The value.
    pub value: Value,
    /// The id of its cell, see [`Cell::id`].
    pub id: String,
    /// The quantity with this value minus the quantity without. The intervals of all effects hold together, at every
    /// look.
    pub difference: Estimate,
    /// Engagements in which anything differed; `None` if it was solved.
    pub changed: Option<u64>,
    /// Whether it matters.
    pub verdict: Verdict,
}

impl Effect {
    /// If nothing differed in any engagement: something differs in fewer than 1 in this many; `None` inside if too few
    /// were played to say.
    #[must_use]
    pub fn unchanged(&self, level: Level) -> Option<Option<u64>> {
        match (self.changed, self.difference.engagements()) {
            (Some(0), Some(n)) => Some(fewer_than_one_in(n, level)),
            (None, _) if self.verdict == Verdict::Equal => Some(None),
            _ => None,
        }
    }

    /// The least and the greatest size of the effect that its interval allows.
    fn size(&self) -> (f64, f64) {
        let (low, high) = self.difference.interval();
        let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
        (least, low.abs().max(high.abs()))
    }
}

/// A key and what its other values change.
#[derive(Clone, Debug, PartialEq)]
pub struct Lever {
    /// The key.
    pub setting: Setting,
    /// Its other values, the strongest effect first.
    pub effects: Vec<Effect>,
    /// The best and the worst rank that it may have among all levers, from 1.
    pub rank: (usize, usize),
}

/// What two of the strongest effects do together beyond what they do apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Interaction {
    /// The indices of the two levers, of each its strongest effect.
    pub levers: (usize, usize),
    /// The effect of both together, minus the effects of each. Its interval follows from the three, so it holds with
    /// them, whichever pair was chosen.
    pub beyond: Estimate,
}

/// The levers of a scenario, the strongest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Levers {
    /// What was asked.
    pub question: Question,
    /// How large an effect has to be to matter.
    pub matters: f64,
    /// How far the intervals were to reach.
    pub within: f64,
    /// The quantity of the scenario as it stands.
    pub baseline: Estimate,
    /// The id of its cell.
    pub id: String,
    /// The level at which all intervals hold together.
    pub level: Level,
    /// The level of each single interval.
    pub each: Level,
    /// Every lever.
    pub levers: Vec<Lever>,
    /// The strongest together.
    pub interactions: Vec<Interaction>,
    /// The values that the scenario refuses, because they do not count there or do not fit.
    pub refused: usize,
    /// Engagements played, baselines included.
    pub spent: u64,
    /// Whether every interval is as tight as asked.
    pub tight: bool,
    /// Whether an interrupt cut the search short.
    pub interrupted: bool,
}

/// A value of a key to be tried.
struct Try {
    setting: usize,
    step: Step,
    value: Value,
}

/// Tries every other value of every key at a point of a scenario's sweep, as many engagements of each as its interval
/// needs and the scenario allows. Returns the levers and what was played.
///
/// # Errors
/// If the scenario has no such point or the quantity no difference, if the earlier tallies belong to another scenario,
/// and failures of the machine.
pub fn levers(
    scenario: &Scenario,
    point: &[usize],
    question: Question,
    before: Option<Tallies>,
    options: Options<'_>,
    watch: (&dyn Progress, &dyn Keep),
) -> Result<(Levers, Tallies), Error> {
    let (mut trials, baseline) = scenario.trials(point).map_err(Error::Search)?;
    let settings: Vec<Setting> = scenario
        .settings(point)
        .into_iter()
        .filter(|setting| question.only.is_none_or(|only| only == setting.family))
        // Another starting area may be the enemy's: that is another scenario, not a step.
        .filter(|setting| !setting.is_starting_area())
        .collect();
    let (mut tries, mut cells, mut refused) = (Vec::new(), vec![baseline], 0);
    for (place, setting) in settings.iter().enumerate() {
        for (step, value) in setting.steps() {
            match trials.cell(&[(&setting.key, &value)]) {
                // The value that a key has by default, under the name that it has there.
                Ok(cell) if cell.id == cells[0].id => {}
                Ok(cell) => {
                    cells.push(cell);
                    tries.push(Try { setting: place, step, value });
                }
                Err(_) => refused += 1,
            }
        }
    }
    let contenders = Contenders::new(scenario, cells, before, options)?;
    let mut race = Race {
        contenders,
        question,
        level: scenario.play.level.0,
        // Half of the allowed error goes to the single values, half to all pairs of them: which pairs are played depends
        // on what was found.
        each: scenario.play.level.0.shared(2 * tries.len()),
        of_pairs: scenario.play.level.0.shared(tries.len() * tries.len().saturating_sub(1)),
        most: scenario.play.engagements,
        watch,
        interrupted: false,
    };
    race.solve()?;
    race.run(&(1..=tries.len()).collect::<Vec<_>>(), race.each);
    let mut levers = race.levers(settings, tries);
    let mut interactions = Vec::new();
    if !race.interrupted {
        let pairs = pairs(&levers);
        let mut together = Vec::new();
        for &(a, b) in &pairs {
            let [one, other] = [a, b].map(|lever| &levers[lever]);
            let changes = [one, other].map(|lever| (&*lever.setting.key, &lever.effects[0].value));
            together.push(trials.cell(&changes).ok());
        }
        let known = race.contenders.count();
        let made: Vec<((usize, usize), Cell)> =
            pairs.into_iter().zip(together).filter_map(|(pair, cell)| Some((pair, cell?))).collect();
        let (pairs, cells): (Vec<_>, Vec<_>) = made.into_iter().unzip();
        race.join(cells)?;
        let joined: Vec<usize> = (known..known + pairs.len()).collect();
        race.run(&joined, race.of_pairs);
        interactions =
            pairs.into_iter().zip(joined).map(|(pair, cell)| race.interaction(&levers, pair, cell)).collect();
    }
    rank(&mut levers);
    Ok(race.finish(levers, interactions, refused))
}

/// The strongest levers, two by two.
fn pairs(levers: &[Lever]) -> Vec<(usize, usize)> {
    let strongest = levers.len().min(TOGETHER);
    (0..strongest).flat_map(|a| (a + 1..strongest).map(move |b| (a, b))).collect()
}

/// Gives each lever the ranks that its strongest effect may have.
fn rank(levers: &mut [Lever]) {
    let size = |lever: &Lever| {
        let sizes = || lever.effects.iter().map(Effect::size);
        (sizes().map(|(least, _)| least).fold(0.0, f64::max), sizes().map(|(_, most)| most).fold(0.0, f64::max))
    };
    let found = ranks(&levers.iter().map(size).collect::<Vec<_>>());
    levers.iter_mut().zip(found).for_each(|(lever, rank)| lever.rank = rank);
}

/// Plays contenders until the interval of each difference is as tight as asked.
struct Race<'s, 'w> {
    contenders: Contenders<'s>,
    question: Question,
    level: Level,
    each: Level,
    /// The level of each pair.
    of_pairs: Level,
    most: u64,
    watch: (&'w dyn Progress, &'w dyn Keep),
    interrupted: bool,
}

impl Race<'_, '_> {
    /// Solves what can be solved.
    fn solve(&mut self) -> Result<(), Error> {
        self.interrupted |= self.contenders.solve(self.watch.0, self.watch.1)?;
        Ok(())
    }

    /// Adds cells to be compared.
    fn join(&mut self, cells: Vec<Cell>) -> Result<(), Error> {
        self.contenders.join(cells);
        self.solve()
    }

    /// Plays these cells, looking at them each time twice as many engagements were played.
    fn run(&mut self, cells: &[usize], level: Level) {
        let mut live: Vec<usize> = cells.to_vec();
        for checkpoint in Schedule::doubling(FIRST_LOOK.min(self.most), self.most).checkpoints() {
            if self.interrupted {
                return;
            }
            self.interrupted = self.contenders.play(&live, checkpoint, self.watch.0, self.watch.1);
            // A cell that has more than these did not stop here in an earlier run either.
            live.retain(|&cell| !(self.contenders.played(cell) <= checkpoint && self.is_tight(cell, level)));
        }
    }

    fn is_tight(&self, cell: usize, level: Level) -> bool {
        self.difference(cell, level).half_width() <= self.within()
    }

    fn difference(&self, cell: usize, level: Level) -> Estimate {
        let lead = self.contenders.lead(cell, self.question.quantity, level);
        lead.map_or(Estimate::exact(f64::NAN), |lead| lead.difference)
    }

    fn baseline(&self) -> Estimate {
        self.contenders.estimate(0, self.question.quantity, self.level)
    }

    /// How large a difference has to be to matter.
    fn matters(&self) -> f64 {
        match self.question.quantity.is_share() {
            true => SHARE_MATTERS,
            false => MEAN_MATTERS * self.baseline().value.abs(),
        }
    }

    fn within(&self) -> f64 {
        self.question.within.unwrap_or_else(|| self.matters())
    }

    /// The levers of what was played, the strongest first.
    fn levers(&self, settings: Vec<Setting>, tries: Vec<Try>) -> Vec<Lever> {
        let lever = |setting| Lever { setting, effects: Vec::new(), rank: (0, 0) };
        let mut levers: Vec<Lever> = settings.into_iter().map(lever).collect();
        for (place, Try { setting, step, value }) in tries.into_iter().enumerate() {
            let cell = place + 1;
            let Some(lead) = self.contenders.lead(cell, self.question.quantity, self.each) else { continue };
            let verdict = Verdict::of(&lead.difference, self.matters());
            let id = self.contenders.id(cell).to_owned();
            let effect = Effect { step, value, id, difference: lead.difference, changed: lead.changed, verdict };
            levers[setting].effects.push(effect);
        }
        let size = |effect: &Effect| if effect.difference.value.is_nan() { 0.0 } else { effect.difference.value.abs() };
        levers.retain(|lever| !lever.effects.is_empty());
        levers.iter_mut().for_each(|lever| lever.effects.sort_by(|a, b| size(b).total_cmp(&size(a))));
        levers.sort_by(|a, b| size(&b.effects[0]).total_cmp(&size(&a.effects[0])));
        levers
    }

    /// What a pair of levers does beyond what each does, given the cell of both.
    fn interaction(&self, levers: &[Lever], pair: (usize, usize), cell: usize) -> Interaction {
        let both = self.difference(cell, self.of_pairs);
        let [one, other] = [pair.0, pair.1].map(|lever| levers[lever].effects[0].difference);
        let (ends, one_ends, other_ends) = (both.interval(), one.interval(), other.interval());
        let (low, high) = (ends.0 - one_ends.1 - other_ends.1, ends.1 - one_ends.0 - other_ends.0);
        let value = both.value - one.value - other.value;
        let beyond = match [both, one, other].iter().filter_map(Estimate::engagements).min() {
            None => Estimate { value: low, basis: Basis::Exact { unresolved: high - low } },
            Some(n) => Estimate { value, basis: Basis::Sampled { low, high, n } },
        };
        Interaction { levers: pair, beyond }
    }

    fn finish(self, levers: Vec<Lever>, interactions: Vec<Interaction>, refused: usize) -> (Levers, Tallies) {
        let (matters, within) = (self.matters(), self.within());
        let effects = levers.iter().flat_map(|lever| &lever.effects);
        let tight = effects.clone().all(|effect| effect.difference.half_width() <= within);
        let played = (0..self.contenders.count()).map(|cell| self.contenders.played(cell));
        let found = Levers {
            question: self.question,
            matters,
            within,
            baseline: self.baseline(),
            id: self.contenders.id(0).to_owned(),
            level: self.level,
            each: self.each,
            levers,
            interactions,
            refused,
            spent: played.sum(),
            tight,
            interrupted: self.interrupted,
        };
        (found, self.contenders.into_tallies())
    }
}
