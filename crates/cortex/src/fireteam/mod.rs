//! Part I: fireteams in close quarters.

mod battle;
mod game;
mod log;
mod setup;
mod state;
mod view;

pub(crate) use battle::{Fireteams, Members, Squadron};
pub(crate) use setup::compile;
pub use setup::{Field, FireteamSetup, Squad, play_out};
pub(crate) use state::{FireteamState, NOBODY};
pub use view::FireteamView;
