//! What draws are for.

/// The roll of the actor.
pub(crate) const ACTOR: u8 = 0;
/// The roll of the opposition.
pub(crate) const OPPOSITION: u8 = 1;
/// The number that an effect die shows.
pub(crate) const NUMBER: u8 = 2;
/// The order of the numbers.
pub(crate) const ORDER: u8 = 3;
/// Who of some falls.
pub(crate) const FALLS: u8 = 4;
/// Who is shot at.
pub(crate) const TARGET: u8 = 5;
/// A medic's test.
pub(crate) const MEDIC: u8 = 6;
/// The roll for who goes first.
pub(crate) const INITIATIVE: u8 = 7;
