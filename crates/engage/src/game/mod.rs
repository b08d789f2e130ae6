//! The driver: how a battle is played, replayed and solved, written once for every ruleset.
//!
//! A ruleset implements [`Game`]: how a battle starts, how it goes on, and what is counted when it is over. The
//! functions here do the rest.

mod fused;
mod one_shape;
mod play;
mod shape;
mod solve;
mod table;

pub use fused::{fuse, replay_fused};
pub use one_shape::OneShape;
pub use play::{engagement, play, replay};
pub use shape::{Game, Progress};
pub use solve::{exact, in_fractions, solve};
pub use table::{Table, Tabled, play_tabled, tabled};
