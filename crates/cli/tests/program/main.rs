//! The program from a user's view.

#![allow(clippy::disallowed_methods, reason = "tests start the program and read files")]

mod attacked;
mod backwards;
mod common;
mod duel;
mod fair;
mod helps;
mod lasting;
mod listing;
mod notebook;
mod players;
mod received;
mod replays;
mod reports;
mod served;
mod streams;
mod varied;
