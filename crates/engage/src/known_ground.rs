//! What has been worked out about a map's ground, so that battles which differ in their squads share it.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use field::{CellSet, Mover, Plan};

use crate::Posts;
use crate::ways::{Way, ways_to};

/// The most goals whose ways are kept.
const GOALS: usize = 256;

/// A mover's ways from every cell to a goal.
#[derive(Debug)]
struct WaysTo {
    goal: CellSet,
    mover: Mover,
    ways: Arc<[Way]>,
}

/// What battles on a map have worked out about its ground; copies share it.
#[derive(Clone, Debug, Default)]
pub struct KnownGround {
    posts: Arc<OnceLock<Arc<Posts>>>,
    ways: Arc<Mutex<Vec<WaysTo>>>,
}

impl KnownGround {
    pub(crate) fn posts(&self, plan: &Plan) -> Arc<Posts> {
        Arc::clone(self.posts.get_or_init(|| Arc::new(Posts::new(plan))))
    }

    pub(crate) fn ways(&self, plan: &Plan, goal: &CellSet, mover: Mover) -> Arc<[Way]> {
        let mut known = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.iter().find(|known| known.mover == mover && known.goal == *goal) {
            return Arc::clone(&known.ways);
        }
        if known.len() == GOALS {
            known.clear();
        }
        let ways = ways_to(plan, goal, mover);
        known.push(WaysTo { goal: *goal, mover, ways: Arc::clone(&ways) });
        ways
    }
}
