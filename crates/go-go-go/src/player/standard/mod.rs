//! The automatic player.

mod answers;
mod choice;
mod grenades;
mod orders;
mod rest;
mod seek;
mod worth;

pub(crate) use answers::Standard;
