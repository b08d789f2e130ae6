//! Integer tallies that merge exactly, and what is computed from them: intervals, paired differences, when to stop.
//!
//! Tallies are integers, so merging is exact and order-free; floats first appear when an estimate is taken from a
//! finished tally. `docs/statistics.md` says what each interval means and how often it holds.
//!
//! ```
//! use stats::{Level, ProportionInterval, Unit};
//!
//! let won = ProportionInterval::Wilson.estimate(527, 1000, Level::default());
//! assert_eq!(won.shown(Unit::Percent).to_string(), "53 ±3 %");
//! ```
#![forbid(unsafe_code)]

mod contest;
mod counts;
mod estimate;
mod level;
mod moments;
mod paired;
mod proportion;
mod schedule;
mod shown;
mod split;
mod verdict;

pub use contest::{Contest, fewer_than_one_in};
pub use counts::Counts;
pub use estimate::{Basis, Estimate};
pub use level::{Level, LevelOutOfRange};
pub use moments::Moments;
pub use paired::{PairedProportion, difference_at_every_look, variance_saved};
pub use proportion::ProportionInterval;
pub use schedule::{Schedule, reached};
pub use shown::{Shown, Unit, decimals, grouped};
pub use split::Split;
pub use verdict::{MEAN_MATTERS, SHARE_MATTERS, Verdict};
