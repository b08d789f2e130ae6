//! Indices of [`crate::RULESET`]'s endings.

pub(crate) const BLUE_WINS: u8 = 0;
pub(crate) const RED_WINS: u8 = 1;
pub(crate) const BOTH_OUT: u8 = 2;
pub(crate) const TURN_LIMIT: u8 = 3;
/// Won and lost, for a patrol of blue and of red.
pub(crate) const OF_PATROL: [[u8; 2]; 2] = [[4, 5], [6, 7]];
