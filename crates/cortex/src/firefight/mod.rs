//! Part II: firefights in zones, between characters and units.

mod attack;
mod battle;
mod compiled;
mod game;
mod legal;
mod medic;
mod pools;
mod setup;
mod sources;
mod state;
mod tell;
mod view;

pub use battle::Speciality;
pub(crate) use battle::{Body, Firefight, First, Profile, Specialist, Start};
pub(crate) use game::Led;
pub(crate) use setup::compile;
pub use setup::{Field, Setup, Squad, play_out};
pub(crate) use state::{MOST as MOST_FIGURES, Standing};
pub use view::View;
