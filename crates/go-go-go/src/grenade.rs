//! Grenades: the throw, where they land, their effect on a figure in the radius (GGG-gren, GGG-stun).

use chance::{Address, Chance, D6};
use engage::Inches;
use field::{Cell, Doors, Plan};

use crate::die::{Test, penalty};
use crate::figure::Man;
use crate::fire::wounded;
use crate::options::{Allowed, GrenadeEffectPenalty, ScatterWall, ShortThrow, StunClock, StunRepeat};
use crate::purpose;
use crate::rules::Rules;

pub use crate::rules::Blast;

/// A kind of grenade (GGG-gren-1, GGG-gren-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub enum Grenade {
    /// High explosive.
    #[serde(rename = "HE")]
    He,
    /// Smoke.
    #[serde(rename = "smoke")]
    Smoke,
    /// Stun.
    #[serde(rename = "stun")]
    Stun,
}

/// The grenades that a figure carries (GGG-gren-1, GGG-gren-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kit {
    he: bool,
    smoke: bool,
    stun: bool,
}

impl Kit {
    /// These grenades.
    #[must_use]
    pub fn of(grenades: &[Grenade]) -> Kit {
        let has = |kind: Grenade| grenades.contains(&kind);
        Kit { he: has(Grenade::He), smoke: has(Grenade::Smoke), stun: has(Grenade::Stun) }
    }

    /// Whether a grenade of this kind is left.
    #[inline]
    #[must_use]
    pub const fn has(self, grenade: Grenade) -> bool {
        match grenade {
            Grenade::He => self.he,
            Grenade::Smoke => self.smoke,
            Grenade::Stun => self.stun,
        }
    }

    /// Whether none is left.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        !self.he && !self.smoke && !self.stun
    }

    /// Takes one of this kind.
    pub(crate) const fn spend(&mut self, grenade: Grenade) {
        match grenade {
            Grenade::He => self.he = false,
            Grenade::Smoke => self.smoke = false,
            Grenade::Stun => self.stun = false,
        }
    }
}

/// The die to be on target (GGG-gren-4, GGG-gren-5).
#[must_use]
pub const fn throw(rules: &Rules, thrower: &Man, through_opening: bool) -> Test {
    let opening = if through_opening { rules.penalties.opening } else { 0 };
    let off = opening.saturating_add(penalty(rules, thrower));
    Test { need: rules.throw, modifier: -off, natural: rules.natural_rolls }
}

/// The direction in which an off-target grenade scatters, as the thrower sees it (GGG-gren-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Towards the thrower.
    Short,
    /// Beyond the aim point.
    Over,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Direction {
    /// The direction by its die.
    pub(crate) const fn of(die: i8) -> Direction {
        match die {
            ..=2 => Direction::Short,
            3 | 4 => Direction::Over,
            5 => Direction::Left,
            6.. => Direction::Right,
        }
    }
}

/// Where a grenade lands: at the aim point, or off it by a distance in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Landing {
    /// At the aim point.
    AimPoint,
    /// Off target.
    Off(Direction, Inches),
}

impl Landing {
    /// The offset from the aim point in inches: away from the thrower, and to the right.
    #[must_use]
    pub fn offset(self) -> (Inches, Inches) {
        let nothing = Inches::default();
        match self {
            Landing::AimPoint => (nothing, nothing),
            Landing::Off(Direction::Short, by) => (back(by), nothing),
            Landing::Off(Direction::Over, by) => (by, nothing),
            Landing::Off(Direction::Left, by) => (nothing, back(by)),
            Landing::Off(Direction::Right, by) => (nothing, by),
        }
    }
}

const fn back(by: Inches) -> Inches {
    Inches::from_thousandths(-by.thousandths())
}

/// The two dice of an off-target grenade (GGG-gren-6, GGG-gren-7). Under an option the thrower's penalties lower them,
/// the first to no less than 1, the second to no less than 0.
pub fn scatter<C: Chance>(chance: &mut C, rules: &Rules, thrower: &Man, distance: Inches, at: Address) -> Landing {
    let lowered = if rules.scatter_penalty == Allowed::Yes { penalty(rules, thrower) } else { 0 };
    let direction = chance.roll(at.purpose(purpose::DIRECTION), &D6, |die| Direction::of(die as i8 - lowered));
    let by = chance.roll(at.purpose(purpose::DISTANCE), &D6, |die| Inches::whole((die as i8 - lowered).max(0).into()));
    off(rules, direction, by, distance)
}

/// The cell where a grenade lands: a wall in its way stops it on the near side (GGG-gren-7).
pub(crate) fn landed(plan: &Plan, wall: ScatterWall, doors: Doors, [here, aim]: [Cell; 2], landing: Landing) -> Cell {
    let Landing::Off(direction, _) = landing else { return aim };
    let (from, to) = (plan.position(here), plan.position(aim));
    let [rows, columns] = [[from.row, to.row], [from.column, to.column]].map(|[a, b]| f64::from(b) - f64::from(a));
    let length = (rows * rows + columns * columns).sqrt();
    if length == 0.0 {
        return aim;
    }
    let (along, right) = landing.offset();
    let inches = |by: Inches| f64::from(by.thousandths()) / 1000.0 / length;
    // Seen along (rows down, columns right), right is (columns down, rows left).
    let row = f64::from(to.row) + inches(along) * rows + inches(right) * columns;
    let column = f64::from(to.column) + inches(along) * columns - inches(right) * rows;
    let (row, column) = (row.round() as i32, column.round() as i32);
    if wall == ScatterWall::Passes
        && let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column))
        && let Some(cell) = plan.cell(row, column)
    {
        return cell;
    }
    let from = if direction == Direction::Short { here } else { aim };
    plan.flight(from, row, column, doors)
}

/// Where a throw of this length lands that scatters this far (GGG-gren-7).
pub(crate) fn off(rules: &Rules, direction: Direction, by: Inches, distance: Inches) -> Landing {
    if by == Inches::default() {
        return Landing::AimPoint;
    }
    let stops = direction == Direction::Short && rules.short_throw == ShortThrow::StopsAtThrower;
    Landing::Off(direction, if stops { by.min(distance) } else { by })
}

/// A throw and its landing (GGG-gren-4 to GGG-gren-7).
pub fn land<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    thrower: &Man,
    distance: Inches,
    through_opening: bool,
    at: Address,
) -> Landing {
    if throw(rules, thrower, through_opening).roll(chance, at.purpose(purpose::THROW)) {
        return Landing::AimPoint;
    }
    scatter(chance, rules, thrower, distance, at)
}

/// The effect of a burst on a figure in its radius (GGG-gren-9, GGG-gren-11, GGG-gren-12).
pub fn blast<C: Chance>(chance: &mut C, rules: &Rules, grenade: Grenade, victim: &Man, at: Address) -> Blast {
    let table = match grenade {
        Grenade::He => rules.he,
        Grenade::Stun => rules.stun,
        Grenade::Smoke => return Blast::Nothing,
    };
    let lowered = lowered(rules, victim);
    chance.roll(at.purpose(purpose::BLAST), &D6, |die| table[(die as i8 - lowered).clamp(1, 6) as usize - 1])
}

/// The penalty to a figure's die for a burst, from its wounds and stun (GGG-die-4).
#[must_use]
pub const fn lowered(rules: &Rules, victim: &Man) -> i8 {
    match rules.grenade_effect_penalty {
        GrenadeEffectPenalty::None => 0,
        GrenadeEffectPenalty::Target => penalty(rules, victim),
    }
}

/// A figure after the effect of a burst (GGG-stun-1 to GGG-stun-4, GGG-eff-4).
#[must_use]
pub fn after(rules: &Rules, man: Man, grenade: Grenade, blast: Blast) -> Man {
    match blast {
        Blast::Nothing => man,
        Blast::Stunned => {
            let turns = if grenade == Grenade::He { rules.he_stun_turns } else { rules.stun_turns };
            Man { stun: stunned(rules, man.stun, turns), ..man }
        }
        Blast::Wounded => wounded(rules, man, 1),
        Blast::Out => Man::OUT,
    }
}

/// Turns that a figure will be stunned, including this one, if the burst stuns it for `turns` turns (GGG-stun-3,
/// GGG-stun-4).
#[must_use]
pub fn stunned(rules: &Rules, before: u8, turns: u8) -> u8 {
    let fresh = match rules.stun_clock {
        StunClock::NextTurn => turns.saturating_add(1),
        StunClock::ThisTurn => turns,
    };
    match rules.stun_repeat {
        StunRepeat::Extend if before > 0 => before.saturating_add(turns),
        StunRepeat::Refresh | StunRepeat::Extend => fresh.max(before),
    }
}
