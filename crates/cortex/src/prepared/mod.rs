//! Look-ups worked out from the plain rules before a fight is played.

mod lineup;
mod throws;

pub(crate) use lineup::Lineup;
pub(crate) use throws::{Throws, handfuls, parts};
