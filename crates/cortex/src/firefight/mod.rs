//! Part II: firefights in zones, between characters and units.

mod attack;
mod battle;
mod compiled;
mod game;
mod legal;
mod log;
mod medic;
mod pools;
mod setup;
mod sources;
mod state;
mod view;

pub use battle::Speciality;
pub(crate) use battle::{Body, Firefight, First, Profile, Specialist, Start};
pub(crate) use game::PlayedBattle;
pub(crate) use setup::compile;
pub use setup::{Field, Setup, Squad, play_out};
pub(crate) use state::{FirefightState, MOST as MOST_FIGURES};
pub use view::View;
