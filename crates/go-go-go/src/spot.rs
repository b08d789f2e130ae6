//! Spotting (GGG-see) and hearing (GGG-sound).

use engage::Inches;
use field::Facing;

use crate::die::{Test, penalty};
use crate::figure::{Man, Pace};
use crate::rules::Rules;

/// A figure's pace and whether it hides, which decide how it sees and is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stance {
    /// Its pace in this turn.
    pub pace: Pace,
    /// Whether it hides (GGG-see-8).
    pub hiding: bool,
}

/// The result of looking at somebody in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Seen.
    Seen,
    /// A die decides.
    Roll(Test),
    /// Not seen.
    Unseen,
}

/// The die needed to spot (GGG-see-3, GGG-see-4).
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

/// The arc of an observer in which somebody in sight is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// In front (GGG-see-1).
    Front,
    /// To a side (GGG-see-2).
    Side,
    /// Behind (GGG-see-5).
    Behind,
}

impl Bearing {
    /// The arc at this many degrees off the facing.
    #[must_use]
    pub fn of_angle(rules: &Rules, angle: f64) -> Bearing {
        let angle = angle.abs();
        if angle <= rules.front_arc {
            Bearing::Front
        } else if angle <= rules.spotting_arc {
            Bearing::Side
        } else {
            Bearing::Behind
        }
    }
}

/// The arcs of the rules, prepared for facings on a map.
#[derive(Clone, Copy, Debug)]
pub struct Arcs {
    /// The least cosine of a direction in the front arc, and of one in the arc that takes a roll.
    least: [f64; 2],
}

impl Arcs {
    /// The arcs.
    #[must_use]
    pub fn new(rules: &Rules) -> Arcs {
        // A direction on the boundary counts as in the arc.
        Arcs { least: [rules.front_arc, rules.spotting_arc].map(|degrees| degrees.to_radians().cos() - 1e-9) }
    }

    /// The arc of an observer in which a direction lies.
    #[inline]
    #[must_use]
    pub fn bearing(&self, facing: Facing, direction: Facing) -> Bearing {
        let cosine = facing.cosine(direction);
        if cosine >= self.least[0] {
            Bearing::Front
        } else if cosine >= self.least[1] {
            Bearing::Side
        } else {
            Bearing::Behind
        }
    }
}

/// The result of looking at somebody in sight. A figure that aims a sniper rifle sees only its front arc (GGG-see-1,
/// GGG-see-2, GGG-see-5, GGG-snipe-4).
#[must_use]
pub fn look(bearing: Bearing, aiming: bool, roll: impl FnOnce() -> Test) -> Look {
    match bearing {
        Bearing::Front => Look::Seen,
        Bearing::Side if !aiming => Look::Roll(roll()),
        Bearing::Side | Bearing::Behind => Look::Unseen,
    }
}

/// Whether the footsteps of a figure are heard at a distance (GGG-sound-1).
#[must_use]
pub fn heard(rules: &Rules, pace: Pace, distance: Inches) -> bool {
    pace == Pace::Normal && distance <= rules.hearing
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle between two directions in degrees, computed from the directions.
    fn angle(one: Facing, other: Facing) -> f64 {
        let [one, other] = [one, other].map(|facing| {
            let (rows, columns) = facing.steps();
            f64::from(rows).atan2(f64::from(columns)).to_degrees()
        });
        let apart = (one - other).abs();
        apart.min(360.0 - apart)
    }

    /// For every pair of directions up to twelve squares long and arcs of many sizes, the prepared arcs agree with the
    /// angle.
    #[test]
    fn arcs_say_what_the_angle_says() {
        let all = || (-12..=12).flat_map(|rows| (-12..=12).filter_map(move |columns| Facing::new(rows, columns)));
        for (front_arc, spotting_arc) in [(22.5, 90.0), (0.0, 180.0), (45.0, 45.0), (30.0, 60.0), (90.0, 135.0)] {
            let rules = Rules { front_arc, spotting_arc, ..Rules::default() };
            let arcs = Arcs::new(&rules);
            for (facing, direction) in all().flat_map(|facing| all().map(move |direction| (facing, direction))) {
                // A direction on the boundary counts as in the arc, however its angle is rounded.
                let plain = Bearing::of_angle(&rules, (angle(facing, direction) - 1e-6).max(0.0));
                assert_eq!(arcs.bearing(facing, direction), plain, "{facing:?} {direction:?} in {front_arc}");
            }
        }
    }
}
