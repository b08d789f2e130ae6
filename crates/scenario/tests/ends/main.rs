//! The ends of what the schema documents: ranges are held and told as they are written, and situations are answered or refused at their
//! ends.

#![allow(clippy::disallowed_methods, reason = "tests start the program and read files")]

mod documented;
mod extremes;
mod ranges;
