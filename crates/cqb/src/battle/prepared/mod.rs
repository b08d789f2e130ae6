//! Look-ups computed from the rules before play, for speed. Each names the rule it comes from, and a test compares it
//! with that rule at every index.

pub(crate) mod aims;
pub(crate) mod fire;
pub(crate) mod hit_tables;
pub(crate) mod places;
