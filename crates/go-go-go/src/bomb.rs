//! The bomb's clock (GGG-bomb).

use crate::options::{BombDeadline, BombTie};
use crate::rules::Rules;

/// The fate of a bomb that is due, defused or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is defused.
    Defused,
    /// It goes off.
    Explodes,
}

/// The turn at whose end a bomb is planted, if a figure begins in the given turn and works without a break
/// (GGG-bomb-2).
#[must_use]
pub const fn planted(rules: &Rules, begun: u16) -> u16 {
    begun + rules.work_turns - 1
}

/// The turn at whose end it goes off (GGG-bomb-3).
#[must_use]
pub const fn due(rules: &Rules, begun: u16) -> u16 {
    planted(rules, begun) + rules.fuse
}

/// Whether the bomb goes off or is planted in time, as `bomb_deadline` says (GGG-dm-3).
#[must_use]
pub const fn in_time(rules: &Rules, begun: u16) -> bool {
    let decides = match rules.bomb_deadline {
        BombDeadline::Detonated => due(rules, begun),
        BombDeadline::Planted => planted(rules, begun),
    };
    decides <= rules.time
}

/// The fate of the bomb if a figure begins to defuse it in the given turn, after it was planted (GGG-bomb-5,
/// GGG-bomb-6).
#[must_use]
pub fn race(rules: &Rules, begun: u16, defused_from: u16) -> Fate {
    let done = defused_from + rules.work_turns - 1;
    let due = due(rules, begun);
    if done < due || done == due && rules.bomb_tie == BombTie::Defused { Fate::Defused } else { Fate::Explodes }
}
