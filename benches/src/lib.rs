//! What the benches of Beaten Zone share: the situations they play, and plain witnesses to measure against.
#![forbid(unsafe_code)]

pub mod situations;
