//! The flag that stops long work.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that stops long work: runs between two pieces of it, solvers in the middle. Its clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

thread_local! {
    /// The flag in force on this thread.
    static IN_FORCE: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

impl Stop {
    /// A flag that is set, or not.
    #[must_use]
    pub fn new(is_set: bool) -> Stop {
        Stop(Arc::new(AtomicBool::new(is_set)))
    }

    /// Sets the flag. Returns whether it was set before.
    pub fn set(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Runs solvers on this thread that give up with [`TooLarge::Stopped`](crate::exact::TooLarge::Stopped) once the flag
    /// is set.
    pub fn over<T>(&self, solve: impl FnOnce() -> T) -> T {
        /// Restores the flag that was in force before, even after a panic.
        struct Before(Option<Stop>);
        impl Drop for Before {
            fn drop(&mut self) {
                IN_FORCE.set(self.0.take());
            }
        }
        let _before = Before(IN_FORCE.replace(Some(self.clone())));
        solve()
    }
}

/// Whether the flag in force on this thread is set.
#[must_use]
pub fn stopped() -> bool {
    IN_FORCE.with_borrow(|stop| stop.as_ref().is_some_and(Stop::is_set))
}

#[cfg(test)]
mod tests {
    use super::{Stop, stopped};

    #[test]
    fn a_flag_is_in_force_while_it_says_so_and_no_longer() {
        let (outer, inner) = (Stop::default(), Stop::default());
        inner.set();
        outer.over(|| {
            assert!(!stopped());
            assert!(inner.over(stopped));
            assert!(std::panic::catch_unwind(|| inner.over(|| panic!("a solver"))).is_err());
            assert!(!stopped());
            assert!(!outer.clone().set() && stopped());
        });
        assert!(!stopped() && outer.set());
    }
}
