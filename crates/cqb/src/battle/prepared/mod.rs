//! Look-ups made from the rules before play, so that play is fast. Each says what rule it is made from, and a test holds it against
//! that rule at every index.

pub(crate) mod aims;
pub(crate) mod fire;
pub(crate) mod hit_tables;
