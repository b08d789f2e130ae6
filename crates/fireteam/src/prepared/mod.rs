//! Speed: results of the rules, worked out beforehand or packed into a number. A test holds each against the plain
//! rule.

pub(crate) mod attacks;
pub(crate) mod firing;
pub(crate) mod rank;
pub(crate) mod rolls;
