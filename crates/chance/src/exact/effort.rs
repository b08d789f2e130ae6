//! How much work and memory an exact answer may take: the one bound on all solvers.
//!
//! Solvers count their work and the memory they hold, the same on every machine, and give up with [`TooLarge`] when either exceeds what
//! is allowed. A budget of states alone would not bound them: pools of many dice may be kept in very many ways, a step may have very many
//! branches, and a chain may need very many rounds.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much work and memory an exact answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Units of work, each about 10 ns of a release build: one way to keep a pool that is looked at, or one way from state to state.
    pub work: u64,
    /// Bytes of states, weights, ways between states, and ways to keep pools.
    pub bytes: u64,
}

impl Effort {
    /// No limit.
    const ANY: Effort = Effort { work: u64::MAX, bytes: u64::MAX };

    /// The bound on a solver called outside [`within`], by its budget of states: at least some fifteen seconds and 256 MB.
    const fn of_states(states: usize) -> Effort {
        const LEAST: Effort = Effort { work: 1_500_000_000, bytes: 1 << 28 };
        let (work, bytes) = ((states as u64).saturating_mul(1 << 12), (states as u64).saturating_mul(1 << 10));
        Effort {
            work: if work > LEAST.work { work } else { LEAST.work },
            bytes: if bytes > LEAST.bytes { bytes } else { LEAST.bytes },
        }
    }
}

/// The budget of a solver that [`within`] alone bounds, not a number of states.
pub const ANY_STATES: usize = usize::MAX;

/// Why there is no exact answer: it would take more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// It has more states than this budget.
    States(usize),
    /// It takes more than this [`Effort::work`].
    Work(u64),
    /// It takes more than these [`Effort::bytes`].
    Memory(u64),
    /// It tells more cards or dice apart than a solver can count.
    Intricate,
    /// Solutions were told to [give up](give_up).
    GivenUp,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::States(budget) => write!(f, "more than {} states", grouped(*budget as u64)),
            TooLarge::Work(budget) => write!(f, "more than {} steps of work", grouped(*budget)),
            TooLarge::Memory(budget) => write!(f, "more than {} MB of memory", grouped(*budget / 1_000_000)),
            TooLarge::Intricate => f.write_str("more cards or dice told apart than can be counted"),
            TooLarge::GivenUp => f.write_str("more time than it was given"),
        }
    }
}

impl std::error::Error for TooLarge {}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

static GIVEN_UP: AtomicBool = AtomicBool::new(false);

/// Makes every solution of the process that is under way, and every later one, give up with [`TooLarge::GivenUp`]: somebody wants the
/// process to end.
pub fn give_up() {
    GIVEN_UP.store(true, Ordering::Release);
}

thread_local! {
    static ALLOWED: Cell<Effort> = const { Cell::new(Effort::ANY) };
    static LEFT: Cell<Effort> = const { Cell::new(Effort::ANY) };
}

/// Runs solvers on this thread that together may take this effort. They give up with [`TooLarge`] when it does not suffice.
pub fn within<T>(effort: Effort, solve: impl FnOnce() -> T) -> T {
    /// Puts back what was allowed and left before, whatever happens.
    struct Before(Effort, Effort);
    impl Drop for Before {
        fn drop(&mut self) {
            ALLOWED.set(self.0);
            LEFT.set(self.1);
        }
    }
    let _before = Before(ALLOWED.replace(effort), LEFT.replace(effort));
    solve()
}

/// Runs a solver within the effort in force, else within that of a budget of states.
pub(crate) fn within_states<T>(states: usize, solve: impl FnOnce() -> T) -> T {
    if ALLOWED.get() == Effort::ANY { within(Effort::of_states(states), solve) } else { solve() }
}

/// Spends work. Once all is spent, every later call fails too.
///
/// # Errors
/// That none is left.
pub(crate) fn work(units: u64) -> Result<(), TooLarge> {
    let left = LEFT.get();
    let work = if left.work == u64::MAX { left.work } else { left.work.saturating_sub(units) };
    LEFT.set(Effort { work, ..left });
    match work {
        0 => Err(TooLarge::Work(ALLOWED.get().work)),
        _ if GIVEN_UP.load(Ordering::Relaxed) => Err(TooLarge::GivenUp),
        _ => Ok(()),
    }
}

/// Memory that a solver holds, given back when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Held {
    bytes: u64,
}

impl Held {
    /// Holds this number of bytes from now on, more or fewer than before.
    ///
    /// # Errors
    /// That fewer are left.
    pub(crate) fn now(&mut self, bytes: usize) -> Result<(), TooLarge> {
        let (left, bytes) = (LEFT.get(), bytes as u64);
        if left.bytes == u64::MAX {
            return Ok(());
        }
        let Some(rest) = (left.bytes + self.bytes).checked_sub(bytes) else {
            return Err(TooLarge::Memory(ALLOWED.get().bytes));
        };
        LEFT.set(Effort { bytes: rest, ..left });
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.bytes > 0 {
            let left = LEFT.get();
            LEFT.set(Effort { bytes: left.bytes + self.bytes, ..left });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Effort = Effort { work: 100, bytes: 1000 };

    #[test]
    fn what_is_spent_stays_spent_and_what_is_held_comes_back() {
        within(SMALL, || {
            let (mut one, mut other) = (Held::default(), Held::default());
            assert_eq!((one.now(600), other.now(400)), (Ok(()), Ok(())));
            assert_eq!(one.now(601), Err(TooLarge::Memory(1000)));
            assert_eq!((one.now(100), other.now(900)), (Ok(()), Ok(())));
            drop(other);
            assert_eq!(one.now(1000), Ok(()));
            assert_eq!(work(99), Ok(()));
            assert_eq!((work(1), work(0)), (Err(TooLarge::Work(100)), Err(TooLarge::Work(100))));
            // A budget of states bounds only what nothing else does.
            within_states(1 << 30, || assert_eq!(work(0), Err(TooLarge::Work(100))));
            within(SMALL, || assert_eq!(work(50), Ok(())));
            assert_eq!(work(0), Err(TooLarge::Work(100)));
        });
        assert_eq!((work(u64::MAX), Held::default().now(usize::MAX)), (Ok(()), Ok(())));
        within_states(10, || assert_eq!(Held::default().now((1 << 28) + 1), Err(TooLarge::Memory(1 << 28))));
        within_states(1 << 20, || assert_eq!(Held::default().now(1 << 30), Ok(())));
    }

    #[test]
    fn a_refusal_names_the_budget() {
        let said = [TooLarge::States(20_000), TooLarge::Work(1_000_000_000), TooLarge::Memory(400_000_000)];
        assert_eq!(
            said.map(|why| why.to_string()),
            ["more than 20,000 states", "more than 1,000,000,000 steps of work", "more than 400 MB of memory"]
        );
    }
}
