//! Players make the choices that the rules leave open. A player gets a [`Knowledge`] and names an
//! [`Action`](crate::action::Action); each is a file of its own, chosen by the key `player` of a squad. Everything lies open on the
//! table, so a player knows all but what dice will show.

mod by_doctrine;
mod choose;
pub mod doctrine;
mod script;
mod standard;
mod steady;

pub(crate) use by_doctrine::ByDoctrine;
pub(crate) use choose::{ExternalPlayer, Players};
pub use choose::{Knowledge, Player};
pub use script::Script;
