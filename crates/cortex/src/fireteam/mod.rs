//! Part I: fireteams in close quarters.

mod battle;
mod compiled;
mod game;
mod setup;
mod tell;
mod view;

pub(crate) use battle::{Body, Fireteams, Squadron};
pub(crate) use game::{Led, NOBODY, Standing};
pub(crate) use setup::compile;
pub use setup::{Field, Setup, Squad, play_out};
pub use view::View;
