//! The rulesets of `docs/adding-a-ruleset.md`, taken all the way.

mod dawn;
mod pistols;
mod showdown;
mod street;
