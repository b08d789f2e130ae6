//! Spotting: who is seen by whom (GGG-see), and who is heard (GGG-sound).

use engage::Inches;

use crate::die::{Test, penalty};
use crate::figure::{Man, Pace};
use crate::rules::Rules;

/// How a figure looks to others and at others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stance {
    /// Its pace in this turn.
    pub pace: Pace,
    /// Whether it hides (GGG-see-8).
    pub hiding: bool,
}

/// What comes of looking towards somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// He is seen.
    Seen,
    /// A die tells.
    Roll(Test),
    /// He is not.
    Unseen,
}

/// What a die has to come to (GGG-see-3, GGG-see-4).
#[must_use]
pub const fn spotting(rules: &Rules, observer: Stance, man: &Man, target: Stance) -> Test {
    let row = match (observer.pace, observer.hiding) {
        (Pace::Stealthy | Pace::Normal, _) => &rules.spotting.moving,
        (Pace::Stationary, true) => &rules.spotting.hiding,
        (Pace::Stationary, false) => &rules.spotting.stationary,
    };
    let need = if target.pace.moves() { row.moving } else { row.stationary };
    let hidden = if target.hiding { rules.penalties.hiding } else { 0 };
    Test { need, modifier: -hidden.saturating_add(penalty(rules, man)), natural: rules.natural_rolls }
}

/// What comes of looking at somebody in sight so many degrees off the facing; who aims a sniper rifle sees what is before him
/// only (GGG-see-1, GGG-see-2, GGG-see-5, GGG-snipe-4).
#[must_use]
pub fn look(rules: &Rules, angle: f64, aiming: bool, roll: impl FnOnce() -> Test) -> Look {
    let angle = angle.abs();
    if angle <= rules.front_arc {
        Look::Seen
    } else if angle <= rules.spotting_arc && !aiming {
        Look::Roll(roll())
    } else {
        Look::Unseen
    }
}

/// Whether the footsteps of a figure are heard at a distance (GGG-sound-1).
#[must_use]
pub fn heard(rules: &Rules, pace: Pace, distance: Inches) -> bool {
    pace == Pace::Normal && distance <= rules.hearing
}
