//! Part II: firefights in zones, between characters and units.

mod attack;
mod battle;
mod field;
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
pub(crate) use battle::{Body, Firefight, FirstGo, Profile, Specialist, Start};
pub use field::Field;
pub(crate) use setup::compile;
pub use setup::{FirefightSetup, Squad, play_out};
pub(crate) use state::MOST as MOST_FIGURES;
pub use view::FirefightView;
