//! How fights end.

use engage::{Ending, Side};

use crate::options::BreakAt;

/// The players have won.
pub(crate) const BLUE: u8 = 0;
/// The umpire's side has.
pub(crate) const RED: u8 = 1;
/// The turn limit was reached.
pub(crate) const TURN_LIMIT: u8 = 2;

/// The endings of both parts.
pub(crate) const ENDINGS: &[Ending] = &[
    Ending { id: "blue.win", label: "Blue wins", about: "red has nobody left, or withdraws", winner: Some(Side::Blue) },
    Ending { id: "red.win", label: "Red wins", about: "blue has nobody left, or withdraws", winner: Some(Side::Red) },
    Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
];

/// Whether a side withdraws with so many in action of those who began (clarification 14).
pub(crate) const fn breaks(at: BreakAt, up: u8, began: u8) -> bool {
    match at {
        BreakAt::Never => false,
        BreakAt::Half => up * 2 <= began,
        BreakAt::Third => up * 3 <= began,
    }
}

/// Who has won when sides withdraw; of both at once the one that does not go first.
pub(crate) const fn withdrawn(blue: bool, red: bool, first: Side) -> Option<u8> {
    match (blue, red, first) {
        (true, true, Side::Red) | (false, true, _) => Some(BLUE),
        (true, ..) => Some(RED),
        _ => None,
    }
}
