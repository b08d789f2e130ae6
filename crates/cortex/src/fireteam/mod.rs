//! Part I: fireteams in close quarters.

mod battle;
mod compiled;
mod game;
mod setup;
mod state;
mod tell;
mod view;

pub(crate) use battle::{Body, Fireteams, Squadron};
pub(crate) use game::Led;
pub(crate) use setup::compile;
pub use setup::{Field, Setup, Squad, play_out};
pub(crate) use state::{MOST_POINTS, NOBODY, Standing};
pub use view::View;
