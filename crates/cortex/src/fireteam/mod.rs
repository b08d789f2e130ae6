//! Part I: fireteams in close quarters.

mod battle;
mod compiled;
mod game;
mod log;
mod setup;
mod state;
mod view;

pub(crate) use battle::{Body, Fireteams, Squadron};
pub(crate) use game::PlayedBattle;
pub(crate) use setup::compile;
pub use setup::{Field, Setup, Squad, play_out};
pub(crate) use state::{FireteamState, MOST_POINTS, NOBODY};
pub use view::View;
