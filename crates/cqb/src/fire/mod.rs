//! Fire (CQB-5): the target number, one shot with its location and effect, and the course of a fire action.

pub(crate) mod hit;
pub(crate) mod hit_table;
pub(crate) mod line_up;
pub(crate) mod outlook;
pub(crate) mod shot;
pub(crate) mod target;
pub(crate) mod volley;

pub use crate::cards::hostage_pack;
pub use crate::figure::Effect;
pub use hit::{AimAt, Armour};
pub use hit_table::HitTable;
pub use shot::{Decks, Fired, Miss, Shot, ToHit, hostage, hostages, shot, to_hit};
pub use target::{Firing, Number, Term, may_fire_as, range_modifier};
pub use volley::Volley;
