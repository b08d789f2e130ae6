//! Players: who chooses what figures do, from what their side can know.

mod aim;
mod before_play;
mod by_doctrine;
mod choice;
pub(crate) mod doctrine;
mod memory;
mod script;
mod standard;
mod steady;
mod survey;

pub(crate) use aim::likeliest;
pub(crate) use before_play::{carriers, lie_in_wait};
pub(crate) use by_doctrine::ByDoctrine;
pub use choice::Player;
pub use doctrine::{Advance, Orders, PlayerKind, TargetPolicy, Throw};
pub use memory::Memory;
pub use script::Script;
pub use steady::Steady;
pub(crate) use survey::{Named, Placed, Survey};
