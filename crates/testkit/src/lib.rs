//! For tests only: golden records, tools for plain twins, statistical checks that know their power, and an allocation
//! probe.
//!
//! Linking this crate makes the test binary's allocator count; it must never be a dependency outside tests.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "reads golden records and rulebooks")]

pub mod accounted;
pub mod bands;
pub mod chain;
pub mod draw;
mod fraction;
pub mod golden;
pub mod maps;
pub mod pick;
pub mod sampling;
pub mod setup;
mod share;
pub mod toy;
pub mod twin;

pub use fraction::Fraction;
pub use share::{Number, Share, States, add, each};

/// Allocations made by this thread while `work` runs.
pub fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_allocation_is_counted() {
        assert_eq!(super::allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
        assert_eq!(super::allocations(|| assert_eq!(std::hint::black_box(1), 1)), 0);
    }
}
