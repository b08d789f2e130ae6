//! Players make the choices that the rules leave open. A player gets a [`Knowledge`] and names an
//! [`Action`](crate::action::Action). Each player has its own file; the key `player` of a squad chooses it. Everything
//! lies open on the table, so a player knows everything but future dice.

mod by_doctrine;
mod choose;
pub mod doctrine;
mod reckon;
mod script;
mod standard;
mod steady;

pub(crate) use by_doctrine::ByDoctrine;
pub(crate) use choose::{ExternalPlayer, Players};
pub use choose::{Knowledge, Player};
pub(crate) use reckon::settle;
pub use script::Script;
