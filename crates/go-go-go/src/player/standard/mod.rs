//! The automatic player.

mod choice;
mod grenades;
mod orders;
mod rest;
mod seek;
mod standard;

pub(crate) use standard::Standard;
