//! The ends of documented ranges: ranges are enforced and reported as documented, and situations are answered or
//! refused at their ends.

#![allow(clippy::disallowed_methods, reason = "tests start the program and read files")]

mod documented;
mod extremes;
mod ranges;
