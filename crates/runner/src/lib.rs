//! Plays the cells of a scenario: exactly if they fit a budget, otherwise in blocks of engagements on every core.
//!
//! The result of a run does not depend on threads, clocks or files. The luck of an engagement depends only on the seed
//! and its number, tallies are integers that merge exactly, and a run decides whether to stop at fixed checkpoints. So
//! the same scenario gives the same bytes on any number of threads.
//!
//! ```
//! use runner::{Options, Stop, Unwatched};
//! use scenario::{RULESETS, Scenario};
//! use stats::Basis;
//!
//! let text = r#"
//! title = "Four against four"
//! ruleset = "fireteam"
//! [play]
//! method = "sampled"
//! engagements = 20_000
//! seed = 7
//! [field]
//! range = 24
//! [blue.riflemen]
//! count = 4
//! weapon = "rifle"
//! [red.riflemen]
//! count = 4
//! weapon = "rifle"
//! "#;
//! let scenario = Scenario::parse("four.toml", text.as_bytes(), &[], RULESETS).unwrap();
//! let options = Options { threads: Some(2), interrupt: &Stop::default(), executor: None };
//!
//! // Played: how often blue wins, with the interval that says how far to trust it.
//! let run = runner::run(&scenario, &options, &Unwatched).unwrap();
//! let blue = run.cells[0].win.blue;
//! let Basis::Sampled { low, high, n } = blue.basis else { panic!("it was to be sampled") };
//! assert!(n == 20_000 && low < blue.value && blue.value < high && high - low < 0.02);
//!
//! // One engagement again, step by step.
//! let replay = runner::replay(&scenario, 0, 3).unwrap();
//! assert!(!replay.turns().is_empty());
//! println!("{replay}");
//! ```
#![forbid(unsafe_code)]

mod blocks;
mod cells;
mod check;
mod condition;
mod contenders;
mod decide;
mod door;
mod error;
mod find;
mod ground;
mod harmless;
mod hash;
mod heat;
mod intervals;
mod keep;
mod log;
mod pick;
mod play;
mod presets;
mod progress;
mod record;
mod remembered;
mod replay;
mod result;
mod run;
mod scene;
mod scored;
mod scores;
mod tallies;
mod tally;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
mod unique_keys;

pub use blocks::PieceLength;
pub use check::{Check, Mismatch, Verdict, check, ruleset};
pub use condition::{Condition, ConditionError};
pub use contenders::{Contenders, Lead};
pub use decide::until_decided;
pub use door::{Buffers, Executor, Order, Task, TaskTallies, Tasks};
pub use engage::Stop;
pub use error::Error;
pub use find::{FIRST_LOOK, LAST_LOOK, Matches, Rarity, find};
pub use ground::{Begin, Ground};
pub use harmless::harmless;
pub use heat::{Heat, Layer, MOST_HEATED, MOST_REPLAYED, What, Who, heat};
pub use intervals::{Intervals, Winning};
pub use keep::{Keep, Unkept};
pub use log::{drawn, parts};
pub use pick::{NoSuch, Pick, Picked, pick, picks};
pub use presets::{PresetChange, Presets, presets};
pub use progress::{Progress, Snapshot, Unwatched};
pub use record::{Expected, Record, read as read_records};
pub use replay::{Actor, Choice, ChoiceError, Counted, Identity, Replay, choose, replay};
pub use result::{
    Answered, Axis, Cell, Difference, Ending, Finding, Labels, Measure, Method, OddsTable, Paired, Provenance,
    Quantity, Reached, Run,
};
pub use run::{
    MadeCells, Options, assemble, axes, label, odds, perform, play, provenance, provenance_at, provenance_of, run,
    unplayed,
};
pub use scene::{Piece, Scene, State};
pub use scores::scores;
pub use tallies::ENGINE;
pub use tallies::{Differs, Part, Tallies, Unreadable};
pub use tally::{PairTally, Payoff, Scoring, Tally};
