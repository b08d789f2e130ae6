//! The driver and the agenda, with toy rulesets.

mod agenda;
mod driver;
