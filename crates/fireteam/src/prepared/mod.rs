//! Speed: what the rules say, worked out beforehand or packed into a number. Each is held against the plain rule by a test.

pub(crate) mod attacks;
pub(crate) mod firing;
pub(crate) mod rank;
pub(crate) mod rolls;
