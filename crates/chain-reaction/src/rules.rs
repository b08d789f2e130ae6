//! The rulebook as data: every table and option. `Default` is the rulebook as printed.

use engage::{Inches, Problem, Rulebook};

pub use crate::options::Rules;

/// Maximum number of dice that count as passed (CR-dice-2).
pub const MOST_PASSED: u8 = 2;
/// The highest Rep (CR-rep-1).
pub const MOST_REP: u8 = 6;

impl Rules {
    /// How far from its spot a burst reaches (CR-blast-1).
    #[must_use]
    pub const fn blast_radius(&self) -> Inches {
        Inches::from_thousandths(self.blast_circle.thousandths() / 2)
    }
}

impl Rulebook for Rules {
    fn problems(&self, at: &str) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (key, stats) in self.weapons.all() {
            if !key.ends_with("launcher") && key != "grenade" && stats.targets == 0 {
                problems.push(Problem::new(
                    format!("{at}weapons.{key}.targets"),
                    "a weapon aimed at targets needs at least one die",
                ));
            }
        }
        problems
    }
}
