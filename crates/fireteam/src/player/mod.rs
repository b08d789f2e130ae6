//! Players make the choices that the rules leave open. A player gets a [`crate::Knowledge`] and names an
//! [`Action`](crate::action::Action). Each player has its own file; the key `player` of a squad chooses it.

mod by_doctrine;
mod choose;
mod danger;
pub mod doctrine;
mod fire;
pub(crate) mod liking;
pub(crate) mod memory;
mod moves;
pub(crate) mod routes;
mod script;
mod standard;
mod steady;
mod throw;

pub(crate) use by_doctrine::ByDoctrine;
pub use choose::Player;
pub(crate) use choose::{ExternalPlayer, Players};
pub use memory::Memory;
pub use script::Script;
