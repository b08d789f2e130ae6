//! Players make the choices that the rules leave open. A player gets a [`crate::Knowledge`] and returns an
//! [`Action`](crate::action::Action). Each player has its own file; the key `player` of a squad selects one.

mod bursts;
mod care;
mod choose;
pub mod doctrine;
mod known;
mod moves;
mod patrol;
mod script;
mod standard;
mod steady;

pub use choose::Player;
pub(crate) use choose::{ByDoctrine, ExternalPlayer, Players};
pub use script::Script;
