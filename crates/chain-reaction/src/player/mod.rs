//! Players make the choices that the rules leave open. A player gets a [`crate::Knowledge`] and names an
//! [`Action`](crate::action::Action); each is a file of its own, chosen by the key `player` of a squad.

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
