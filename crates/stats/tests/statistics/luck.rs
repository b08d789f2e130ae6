//! Luck for simulated runs.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// The luck of one simulated run.
pub(crate) struct Luck(Pcg64Mcg);

impl Luck {
    pub(crate) fn of_run(run: u64) -> Luck {
        Luck(Pcg64Mcg::seed_from_u64(run))
    }

    /// A number from 0 to 1.
    pub(crate) fn number(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / 2_f64.powi(53)
    }
}
