//! What the benches of Beaten Zone share: the situations they play, and plain witnesses to measure against.
#![forbid(unsafe_code)]
#![allow(clippy::disallowed_methods, reason = "benches read files and watch the clock")]

pub mod chart;
pub mod drawing;
pub mod floor;
pub mod growth;
pub mod items;
pub mod pairing;
pub mod pools;
pub mod situations;
pub mod slowest;
pub mod timing;
pub mod toy;
