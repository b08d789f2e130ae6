//! How much work and memory an exact answer may take: the one bound on all solvers.
//!
//! Solvers count their work and the memory they hold, in the same way on every machine, and give up with [`TooLarge`]
//! if either exceeds what is allowed. A budget of states alone would not bound them: a pool of many dice can have very
//! many results, a step very many branches, and a chain very many rounds.

use std::cell::Cell;
use std::fmt;

use crate::stopped;

/// How much work and memory an exact answer may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Units of work, each about 10 ns in a release build: one possible result of a pool that is looked at, or one
    /// transition between states.
    pub work: u64,
    /// Bytes of states, weights, transitions between states, and possible results of pools.
    pub bytes: u64,
}

impl Effort {
    /// No limit.
    const ANY: Effort = Effort { work: u64::MAX, bytes: u64::MAX };

    /// The bound for a solver called outside [`within`], from its budget of states: at least about fifteen seconds and
    /// 256 MB.
    const fn of_states(states: usize) -> Effort {
        const LEAST: Effort = Effort { work: 1_500_000_000, bytes: 1 << 28 };
        let (work, bytes) = ((states as u64).saturating_mul(1 << 12), (states as u64).saturating_mul(1 << 10));
        Effort {
            work: if work > LEAST.work { work } else { LEAST.work },
            bytes: if bytes > LEAST.bytes { bytes } else { LEAST.bytes },
        }
    }
}

/// The budget of states for a solver that only [`within`] bounds.
pub const ANY_STATES: usize = usize::MAX;

/// Why there is no exact answer: it would take more than is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// It has more states than this budget.
    States(usize),
    /// It takes more than this [`Effort::work`].
    Work(u64),
    /// It takes more than these [`Effort::bytes`].
    Memory(u64),
    /// It distinguishes more cards or dice than a solver can count.
    Intricate,
    /// [`Stop`](crate::Stop) was set.
    Stopped,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::States(budget) => write!(f, "more than {} states", grouped(*budget as u64)),
            TooLarge::Work(budget) => write!(f, "more than {} steps of work", grouped(*budget)),
            TooLarge::Memory(budget) => write!(f, "more than {} MB of memory", grouped(*budget / 1_000_000)),
            TooLarge::Intricate => f.write_str("more distinct cards or dice than can be counted"),
            TooLarge::Stopped => f.write_str("more time than it was given"),
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

thread_local! {
    static ALLOWED: Cell<Effort> = const { Cell::new(Effort::ANY) };
    static LEFT: Cell<Effort> = const { Cell::new(Effort::ANY) };
}

/// Runs solvers on this thread that together may spend this effort. They give up with [`TooLarge`] if it does not
/// suffice.
pub fn within<T>(effort: Effort, solve: impl FnOnce() -> T) -> T {
    /// Restores what was allowed and left before, even after a panic.
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

/// Runs a solver within the effort in force or, if there is none, within that of its budget of states.
pub(crate) fn within_states<T>(states: usize, solve: impl FnOnce() -> T) -> T {
    if ALLOWED.get() == Effort::ANY { within(Effort::of_states(states), solve) } else { solve() }
}

/// Spends work. Once all is spent, every later call fails too.
///
/// # Errors
/// If no work is left, or the [`Stop`](crate::Stop) in force is set.
pub(crate) fn work(units: u64) -> Result<(), TooLarge> {
    let left = LEFT.get();
    let work = if left.work == u64::MAX { left.work } else { left.work.saturating_sub(units) };
    LEFT.set(Effort { work, ..left });
    match work {
        0 => Err(TooLarge::Work(ALLOWED.get().work)),
        _ if stopped() => Err(TooLarge::Stopped),
        _ => Ok(()),
    }
}

/// Memory that a solver holds, given back when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Held {
    bytes: u64,
}

impl Held {
    /// Sets the number of bytes held from now on, more or fewer than before.
    ///
    /// # Errors
    /// If fewer bytes are left.
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
            // A budget of states applies only if no other bound is in force.
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
