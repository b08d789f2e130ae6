//! How fights end.

use engage::{BySide, Ending, Side};

use crate::options::BreakAt;

/// The players have won.
pub(crate) const BLUE: u8 = 0;
/// The players have won because the umpire's side withdraws.
pub(crate) const RED_WITHDRAWS: u8 = 1;
/// The umpire's side has won.
pub(crate) const RED: u8 = 2;
/// The umpire's side has won because the players withdraw.
pub(crate) const BLUE_WITHDRAWS: u8 = 3;
/// The turn limit was reached.
pub(crate) const TURN_LIMIT: u8 = 4;

/// The endings of both parts.
pub(crate) const ENDINGS: &[Ending] = &[
    Ending { id: "blue.win", label: "Blue wins", about: "red had nobody left", winner: Some(Side::Blue) },
    Ending { id: "red.withdraws", label: "Red withdraws", about: "red withdrew", winner: Some(Side::Blue) },
    Ending { id: "red.win", label: "Red wins", about: "blue had nobody left", winner: Some(Side::Red) },
    Ending { id: "blue.withdraws", label: "Blue withdraws", about: "blue withdrew", winner: Some(Side::Red) },
    Ending { id: "turn_limit", label: "Turn limit", about: "the turn limit was reached", winner: None },
];

/// Whether a side withdraws, given its numbers at the start and in action (clarification 14).
pub(crate) const fn breaks(at: BreakAt, up: u8, began: u8) -> bool {
    match at {
        BreakAt::Never => false,
        BreakAt::Half => up * 2 <= began,
        BreakAt::Third => up * 3 <= began,
    }
}

/// Whether a fight can end this way. A side withdraws only if its setup says so.
pub(crate) fn possible(ending: usize, breaks: &BySide<BreakAt>) -> bool {
    let withdraws = |side: Side| breaks[side] != BreakAt::Never;
    match u8::try_from(ending) {
        Ok(RED_WITHDRAWS) => withdraws(Side::Red),
        Ok(BLUE_WITHDRAWS) => withdraws(Side::Blue),
        _ => true,
    }
}

/// The ending if a side withdraws. If both do, the side that goes first withdraws.
pub(crate) const fn withdrawn(blue: bool, red: bool, first: Side) -> Option<u8> {
    match (blue, red, first) {
        (true, true, Side::Red) | (false, true, _) => Some(RED_WITHDRAWS),
        (true, ..) => Some(BLUE_WITHDRAWS),
        _ => None,
    }
}
