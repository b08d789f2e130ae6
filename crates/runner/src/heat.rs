//! Counts where things happen on a map, by replaying the first engagements of a run.

use std::sync::{Arc, Mutex, PoisonError};

use engage::{Battle, Map, Mark, Side, Step};
use scenario::{Body, Scenario};
use stats::Moments;

use crate::blocks::in_order;
use crate::result::{Method, Run};
use crate::{Error, Options};

/// The most engagements replayed for the heat of a run's cell. This is enough to distinguish squares that differ by a
/// few in a thousand, and takes a small part of a run's time.
pub const MOST_REPLAYED: u64 = 4096;

/// The most cells of a run that heat is counted for.
pub const MOST_HEATED: usize = 4;

/// Engagements that a thread replays at a time: few, so that it answers an interrupt at once.
const BLOCK: u64 = 16;

/// The place of a figure that is not on the map.
const NOWHERE: u16 = u16::MAX;

/// The party whose actions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Who {
    /// Blue's figures.
    Blue,
    /// Red's figures.
    Red,
    /// Third parties, such as hostages.
    Bystanders,
}

impl Who {
    /// All parties, the sides first.
    pub const ALL: [Who; 3] = [Who::Blue, Who::Red, Who::Bystanders];

    /// The word used in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Who::Blue => "blue",
            Who::Red => "red",
            Who::Bystanders => "hostages",
        }
    }

    fn of(battle: &dyn Battle, figure: u8) -> Who {
        match battle.figures().get(usize::from(figure)).map(|figure| figure.side) {
            Some(Side::Blue) => Who::Blue,
            Some(Side::Red) => Who::Red,
            None => Who::Bystanders,
        }
    }
}

/// The events that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum What {
    /// Figures that go out of the fight, in the cell where they last stood. Each counts once, even if it is hit again.
    Falls,
    /// Shots, in the cell they are fired from. A shot belongs to the figure whose step it is.
    Shots,
    /// Cells entered: each time a figure comes to a cell from elsewhere on the map. Its first cell does not count.
    Moves,
}

impl What {
    /// All kinds of events.
    pub const ALL: [What; 3] = [What::Falls, What::Shots, What::Moves];

    /// The word used in data.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            What::Falls => "falls",
            What::Shots => "shots",
            What::Moves => "moves",
        }
    }
}

/// The counts of one event and one party in the cells of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Counts of an engagement over the whole map.
    pub total: Moments,
    /// For each cell the sum of the counts over all engagements, and the sum of their squares.
    sums: Vec<(u64, u64)>,
}

impl Layer {
    fn new(cells: usize) -> Layer {
        Layer { total: Moments::default(), sums: vec![(0, 0); cells] }
    }

    /// Counts of an engagement in one cell, by its number on the plan.
    ///
    /// # Panics
    /// When the plan has no such cell.
    #[must_use]
    pub fn cell(&self, cell: usize) -> Moments {
        let (sum, squares) = self.sums[cell];
        Moments { n: self.total.n, sum: sum.into(), sum_of_squares: squares.into() }
    }

    /// The count of each cell, summed over all engagements.
    pub fn counts(&self) -> impl Iterator<Item = u64> + '_ {
        self.sums.iter().map(|(sum, _)| *sum)
    }

    fn merge(&mut self, other: &Layer) {
        self.total.merge(&other.total);
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
        }
    }
}

/// Where things happened in the first engagements of a cell of a run.
#[derive(Clone, Debug)]
pub struct Heat {
    /// The cell, an index into the run's cells.
    pub cell: usize,
    /// The map.
    pub map: Arc<Map>,
    /// The number of third parties on it.
    pub bystanders: usize,
    /// The number of engagements counted, from number 0 on; 0 if an interrupt came first.
    pub engagements: u64,
    layers: Vec<Layer>,
}

impl Heat {
    /// The counts of an event and a party.
    #[must_use]
    pub fn layer(&self, who: Who, what: What) -> &Layer {
        &self.layers[layer(who, what)]
    }
}

const fn layer(who: Who, what: What) -> usize {
    who as usize * What::ALL.len() + what as usize
}

fn layers(cells: usize) -> Vec<Layer> {
    vec![Layer::new(cells); Who::ALL.len() * What::ALL.len()]
}

/// Counts where things happen in the cells of a run that are fought on maps. With variants these are the baseline and
/// the variants of one point, without variants the points of the sweep. The point has the values of the file; a key
/// whose own value is not among its swept values has the middle one. Of more than [`MOST_HEATED`] cells it takes that
/// number, evenly spread, including the first and the last.
///
/// It replays the first [`MOST_REPLAYED`] engagements of each cell, or all that the run played if those are fewer. The
/// counts depend on the seed, not on the number of threads. After an interrupt they cover the engagements from 0 to
/// some number.
///
/// # Errors
/// [`Error::Situation`] for a scenario without engagements, and failures of the machine.
pub fn heat(scenario: &Scenario, run: &Run, options: &Options<'_>) -> Result<Vec<Heat>, Error> {
    let Body::Fight(cells) = &scenario.body else { return Err(Error::Situation) };
    let own = |axis: &scenario::Axis| {
        let own = scenario.value(&axis.key);
        let place = axis.values.iter().position(|value| Some(value) == own.as_ref());
        place.unwrap_or(axis.values.len() / 2)
    };
    let own: Vec<usize> = scenario.axes.iter().map(own).collect();
    let is_one = |cell: &usize| run.variants.is_empty() || run.cells[*cell].point == own;
    let on_maps: Vec<usize> =
        (0..run.cells.len()).filter(is_one).filter(|&cell| cells[cell].battle.map().is_some()).collect();
    if on_maps.is_empty() {
        return Ok(Vec::new());
    }
    let pool = options.pool()?;
    let shown = on_maps.len().min(MOST_HEATED);
    let evenly = (0..shown).map(|place| on_maps[place * (on_maps.len() - 1) / (shown - 1).max(1)]);
    let counted = evenly.filter_map(|cell| {
        let battle = &*cells[cell].battle;
        let map = Arc::clone(battle.map()?);
        let played = match run.cells[cell].method {
            Method::Sampled { engagements } => engagements,
            Method::Exact { .. } => scenario.play.engagements,
        };
        let most = played.min(MOST_REPLAYED);
        let merged = Mutex::new(layers(map.plan.cells()));
        let work = |counter: &mut Counter<'_>, block: usize| {
            let first = block as u64 * BLOCK;
            (first..most.min(first + BLOCK)).for_each(|engagement| counter.count(scenario.play.seed, engagement));
            let mut merged = merged.lock().unwrap_or_else(PoisonError::into_inner);
            merged.iter_mut().zip(&counter.layers).for_each(|(merged, mine)| merged.merge(mine));
            counter.layers = layers(map.plan.cells());
        };
        let blocks = most.div_ceil(BLOCK) as usize;
        let scratch = || Counter::new(battle, map.plan.cells());
        let done = in_order(&pool, blocks, || options.interrupted(), scratch, work);
        let layers = merged.into_inner().unwrap_or_else(PoisonError::into_inner);
        let engagements = most.min(done as u64 * BLOCK);
        Some(Heat { cell, map: Arc::clone(&map), bystanders: battle.bystanders(), engagements, layers })
    });
    Ok(counted.collect())
}

/// Counts engagements one by one; each thread has its own.
struct Counter<'b> {
    battle: &'b dyn Battle,
    /// The counts since the last merge.
    layers: Vec<Layer>,
    /// The counts of the current engagement by layer and cell, and which of them are not zero.
    present: Vec<Vec<u32>>,
    touched: Vec<(usize, u16)>,
    /// Where each figure stands.
    places: [u16; 256],
    /// Which figures are out of the fight.
    fallen: [bool; 256],
}

impl<'b> Counter<'b> {
    fn new(battle: &'b dyn Battle, cells: usize) -> Counter<'b> {
        let layers = layers(cells);
        let present = vec![vec![0; cells]; layers.len()];
        Counter { battle, layers, present, touched: Vec::new(), places: [NOWHERE; 256], fallen: [false; 256] }
    }

    fn count(&mut self, seed: u64, engagement: u64) {
        let (_, steps) = self.battle.replay(seed, engagement);
        (self.places, self.fallen) = ([NOWHERE; 256], [false; 256]);
        steps.iter().for_each(|step| self.step(step));
        let mut totals = [0; Who::ALL.len() * What::ALL.len()];
        for (layer, cell) in self.touched.drain(..) {
            let count = std::mem::take(&mut self.present[layer][usize::from(cell)]);
            totals[layer] += count;
            let (sum, squares) = &mut self.layers[layer].sums[usize::from(cell)];
            *sum += u64::from(count);
            *squares += u64::from(count).pow(2);
        }
        self.layers.iter_mut().zip(totals).for_each(|(layer, total)| layer.total.record(total as i32));
    }

    fn step(&mut self, step: &Step) {
        for mark in &step.marks {
            match *mark {
                Mark::Stands { figure, cell } => {
                    let before = std::mem::replace(&mut self.places[usize::from(figure)], cell);
                    if before != NOWHERE && before != cell {
                        self.add(figure, What::Moves, cell);
                    }
                }
                Mark::Falls { figure } => {
                    if !std::mem::replace(&mut self.fallen[usize::from(figure)], true) {
                        self.add(figure, What::Falls, self.places[usize::from(figure)]);
                    }
                }
                Mark::Shot { from, .. } => {
                    step.figure.into_iter().for_each(|figure| self.add(figure, What::Shots, from))
                }
                Mark::Leaves { .. }
                | Mark::Opens { .. }
                | Mark::Bursts { .. }
                | Mark::Faces { .. }
                | Mark::Smokes { .. } => {}
            }
        }
    }

    fn add(&mut self, figure: u8, what: What, cell: u16) {
        let layer = layer(Who::of(self.battle, figure), what);
        let Some(count) = self.present[layer].get_mut(usize::from(cell)) else { return };
        if *count == 0 {
            self.touched.push((layer, cell));
        }
        *count += 1;
    }
}

#[cfg(test)]
mod tests;
