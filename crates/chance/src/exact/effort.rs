//! How much work an exact answer may take.
//!
//! A budget of states bounds most procedures. It does not where a state is itself much work: pools of many dice may be kept in very many
//! ways, a step may have very many branches, and a chain may need very many rounds. All of that is counted here, the same on every
//! machine, so that what is too much is refused and never runs on for hours.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much work and memory an exact answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Units of work, each about 10 ns of a release build: one way to keep a pool that is looked at, or one way from state to state.
    pub work: u64,
    /// Bytes of states, ways between them, and ways to keep pools.
    pub bytes: u64,
}

impl Effort {
    /// No limit.
    const ANY: Effort = Effort { work: u64::MAX, bytes: u64::MAX };

    /// What is left after this has been spent; nothing is spent where there is no limit.
    fn less(self, work: u64, bytes: u64) -> Effort {
        let left = |all: u64, spent: u64| if all == u64::MAX { all } else { all.saturating_sub(spent) };
        Effort { work: left(self.work, work), bytes: left(self.bytes, bytes) }
    }

    /// Whether nothing is left of the one or the other.
    const fn is_spent(self) -> bool {
        self.work == 0 || self.bytes == 0
    }
}

static GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// Makes every solution of the process that is under way, and every later one, give up with [`TooLarge`](super::TooLarge): somebody
/// wants the process to end.
pub fn give_up() {
    GIVEN_UP.store(true, Ordering::Release);
}

thread_local! {
    static LEFT: Cell<Effort> = const { Cell::new(Effort::ANY) };
}

/// Runs a solver whose exact answers on this thread may take so much. Also whether they took it all: the solver has then given up with
/// [`TooLarge`](super::TooLarge).
pub fn within<T>(effort: Effort, solve: impl FnOnce() -> T) -> (T, bool) {
    /// Puts back what was left before, whatever happens.
    struct Before(Effort);
    impl Drop for Before {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }
    let _before = Before(LEFT.replace(effort));
    let solved = solve();
    (solved, LEFT.get().is_spent())
}

/// Spends work; whether any is left.
pub(crate) fn work(units: u64) -> bool {
    spend(units, 0)
}

/// Spends memory that is held to the end; whether any is left.
pub(crate) fn hold(bytes: usize) -> bool {
    spend(0, bytes as u64)
}

/// Whether so much memory may be used for a while.
pub(crate) fn has_room(bytes: usize) -> bool {
    let left = LEFT.get();
    let enough = bytes as u64 <= left.bytes;
    if !enough {
        LEFT.set(Effort { bytes: 0, ..left });
    }
    enough
}

fn spend(units: u64, bytes: u64) -> bool {
    let left = LEFT.get().less(units, bytes);
    LEFT.set(left);
    !left.is_spent() && !GIVEN_UP.load(Ordering::Relaxed)
}
