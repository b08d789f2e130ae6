//! Every shape of result becomes every kind of output.

#![allow(clippy::disallowed_methods, reason = "tests read files and watch the clock")]
#![allow(missing_docs, reason = "tests")]

mod answers;
mod browser;
mod bytes;
mod data;
mod heats;
mod made;
mod maps;
mod pages;
mod pictures;
mod replays;
mod small_runs;
mod text;
mod truths;
mod who;
mod zones;
