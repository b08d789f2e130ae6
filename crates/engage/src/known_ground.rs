//! What has been worked out about a map's ground, so that battles which differ in their squads share it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use field::{Cell, CellSet, MAX_FIGURES, Mover, Plan};

use crate::Posts;
use crate::ways::{Way, ways_to};

/// The most answers of a kind that are kept.
const ANSWERS: usize = 256;

/// Answers by what was asked.
#[derive(Debug)]
struct Answers<K, T>(Mutex<Vec<(K, Arc<[T]>)>>);

impl<K, T> Default for Answers<K, T> {
    fn default() -> Answers<K, T> {
        Answers(Mutex::default())
    }
}

impl<K: PartialEq, T> Answers<K, T> {
    /// The answer to a question, worked out if it is new.
    fn to(&self, asked: K, work_out: impl FnOnce(&K) -> Arc<[T]>) -> Arc<[T]> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = known.iter().find(|(other, _)| *other == asked) {
            return Arc::clone(answer);
        }
        if known.len() == ANSWERS {
            known.clear();
        }
        let answer = work_out(&asked);
        known.push((asked, Arc::clone(&answer)));
        answer
    }
}

/// What battles on a map have worked out about its ground; copies share it.
#[derive(Clone, Debug, Default)]
pub struct KnownGround {
    posts: Arc<OnceLock<Arc<Posts>>>,
    /// A mover's ways from every cell to a goal.
    ways: Arc<Answers<(Mover, CellSet), Way>>,
    /// For each cell of an area the nearest of them.
    nearest: Arc<Answers<CellSet, Cell>>,
}

impl KnownGround {
    pub(crate) fn posts(&self, plan: &Plan) -> Arc<Posts> {
        Arc::clone(self.posts.get_or_init(|| Arc::new(Posts::new(plan))))
    }

    pub(crate) fn ways(&self, plan: &Plan, goal: &CellSet, mover: Mover) -> Arc<[Way]> {
        self.ways.to((mover, *goal), |(mover, goal)| ways_to(plan, goal, *mover))
    }

    pub(crate) fn nearest(&self, plan: &Plan, area: &CellSet) -> Arc<[Cell]> {
        self.nearest.to(*area, |area| nearest(plan, area))
    }
}

/// For each of these cells the nearest of them, the nearest first: as many as there can be figures.
fn nearest(plan: &Plan, area: &CellSet) -> Arc<[Cell]> {
    let cells: Vec<Cell> = area.iter().collect();
    let each = cells.len().min(MAX_FIGURES);
    let mut others = cells.clone();
    let mut ordered = Vec::with_capacity(cells.len() * each);
    for &cell in &cells {
        let distance = |&other: &Cell| (plan.squared(cell, other), other);
        if each < others.len() {
            others.select_nth_unstable_by_key(each, distance);
        }
        others[..each].sort_unstable_by_key(distance);
        ordered.extend_from_slice(&others[..each]);
    }
    ordered.into()
}
