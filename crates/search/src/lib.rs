//! Searches over the keys of a scenario: questions asked backwards.
//!
//! A run answers what happens under given rules. A search asks which of the rules, or of the choices, bring that about.
//! It tries other values of keys on the same luck, and spends engagements where they decide something. What it decides
//! depends on tallies at fixed checkpoints alone, so the same scenario gives the same bytes for any number of threads
//! and after any interruption.
#![forbid(unsafe_code)]

mod asked;
mod asked_of;
mod balance;
mod best;
mod doctrine;
mod fit;
mod games;
mod levers;
mod matrix;
mod meet;
mod price;
mod rank;
mod record;

pub use asked::Asked;
pub use asked_of::{Balances, PriceQuestion, Unasked, Wares, balances, known_keys};
pub use balance::{Balance, Balancing, Found, Look, balance};
pub use best::{Best, Round, WRITTEN, best};
pub use doctrine::{Change, Doctrine};
pub use fit::logistic;
pub use games::Watcher;
pub use levers::{Effect, Interaction, Lever, Levers, Question, levers};
pub use matrix::{Solution, percent, solve};
pub use meet::{Attempt, FURTHEST, Known, MOST_SETS, Meeting, Target, meet};
pub use price::{Cycle, MOST_NUMBER, Matchup, Mirror, Pairing, Priced, Pricing, price};
pub use rank::ranks;
pub use record::{Record, Unusable};
