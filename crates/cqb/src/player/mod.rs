//! Players make the choices that the rules leave open. A player gets a [`crate::Knowledge`] and returns a
//! [`crate::Action`]. Each has its own file and is chosen by the key `player` of a squad.

pub(crate) mod by_doctrine;
pub(crate) mod choose;
pub mod doctrine;
pub(crate) mod memory;
pub(crate) mod script;
mod search;
pub(crate) mod standard;
mod steady;
pub(crate) mod targets;

pub use by_doctrine::ByDoctrine;
pub use choose::Player;
pub use memory::Memory;
pub use script::Script;
pub use standard::Standard;
pub use steady::Steady;
