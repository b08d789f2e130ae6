//! Possible enemy forces, scouting and reinforcements (CR-pef, CR-num, CR-scout, CR-reinf).

use std::fmt;

use chance::{Address, Chance, D6};

use crate::activation::{Throw, throw};
use crate::dice::{self, TWO};
use crate::forces::List;
use crate::options::{AsManyMore, HalfRounding, HowManyTable, PefMovement, PefNumbers, Reinforcements, ScoutEnemy};
use crate::rules::Rules;

/// Number of possible enemy forces on the table at the start (CR-pef-1).
pub const PEFS: u32 = 3;

/// Rolls the section in which a possible enemy force stands, 1 to 6 (CR-pef-1).
pub fn pef_section<C: Chance>(chance: &mut C, at: Address) -> u8 {
    chance.roll(at, &D6, |die| die)
}

/// Rolls the Rep of a possible enemy force: the lower of two dice, each with a draw from this address on (CR-pef-1).
pub fn pef_rep<C: Chance>(chance: &mut C, at: Address) -> u8 {
    let first = chance.roll(at, &D6, |die| die);
    chance.roll(at.further(1), &D6, |die| die.min(first))
}

/// The goal of a possible enemy force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// To the nearest other possible enemy force.
    Pef,
    /// To the nearest enemy.
    Enemy,
    /// To the nearest cover.
    Cover,
}

/// What a possible enemy force does when it activates (CR-pef-move).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// It moves towards a goal.
    Goes {
        /// The goal.
        to: Goal,
        /// The distance, in inches.
        inches: u8,
    },
    /// It stays in cover, or moves to the nearest cover, up to 8 inches.
    KeepsToCover,
    /// It splits in two; the new one acts from the next activation on.
    Splits,
    /// It stays.
    Stays,
}

/// How a possible enemy force of this Rep moves. `alone`: it is the only one on the table. Up to two draws from this
/// address on (CR-pef-move).
pub fn pef_move<C: Chance>(rules: &Rules, chance: &mut C, at: Address, rep: u8, alone: bool, in_cover: bool) -> Move {
    let passed = dice::passed(chance, at, rep);
    let die = at.further(1);
    match (rules.pef_movement, passed) {
        (_, 0) => Move::Stays,
        (PefMovement::Body, passed) => {
            let (inches, last) = if passed == 1 { (8, 2) } else { (16, 4) };
            match chance.roll(die, &D6, |die| die <= last) {
                true if alone => Move::Splits,
                true => Move::Goes { to: Goal::Pef, inches },
                false => Move::Goes { to: Goal::Enemy, inches },
            }
        }
        (PefMovement::Sheet, 1) if in_cover => Move::Stays,
        (PefMovement::Sheet, 1) => chance.roll(die, &D6, |die| match die {
            1 | 2 if alone => Move::Stays,
            1 | 2 => Move::Goes { to: Goal::Pef, inches: 8 },
            3 | 4 => Move::Goes { to: Goal::Cover, inches: 8 },
            _ => Move::Splits,
        }),
        (PefMovement::Sheet, _) => Move::KeepsToCover,
    }
}

/// What a possible enemy force turns out to be (CR-pef-resolve).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Composition {
    /// A: a main body.
    MainBody,
    /// B: stragglers.
    Stragglers,
    /// C: a false alarm.
    FalseAlarm,
}

impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Composition::MainBody => "A",
            Composition::Stragglers => "B",
            Composition::FalseAlarm => "false alarm",
        })
    }
}

impl Composition {
    /// The cell of the table for the number of forces resolved before, and a die (CR-pef-resolve).
    #[must_use]
    pub const fn of(resolved: u32, die: u8) -> Composition {
        match (resolved, die) {
            (0, 1) | (1, 1 | 2) | (2, 1..=3) => Composition::MainBody,
            (0, 2) | (1, 3 | 4) | (2, _) | (_, 1 | 2) => Composition::Stragglers,
            _ => Composition::FalseAlarm,
        }
    }

    /// The highest face of a die on which the enemy's Leader is with them.
    const fn led_up_to(self) -> u8 {
        match self {
            Composition::MainBody => 5,
            Composition::Stragglers => 1,
            Composition::FalseAlarm => 0,
        }
    }

    /// Rolls the total for the table of numbers (CR-num-formula).
    fn total<C: Chance>(self, rules: &Rules, chance: &mut C, at: Address) -> i8 {
        let (dice, more) = match (self, rules.pef_numbers) {
            (Composition::MainBody, PefNumbers::Body) => (&D6, 3),
            (Composition::MainBody, PefNumbers::Sheet) => (&D6, 7),
            (_, PefNumbers::Body) => (&TWO, -3),
            (_, PefNumbers::Sheet) => (&TWO, 0),
        };
        chance.roll(at, dice, |score| score.cast_signed() + more)
    }
}

/// A table of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HowMany {
    /// CR-num-military.
    Military,
    /// CR-num-insurgents.
    Insurgents,
}

/// The number of figures, and the number of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Numbers {
    /// Number of figures, 1 or more.
    pub figures: u32,
    /// Number of groups, at least 1 and at most the number of figures.
    pub groups: u32,
}

impl Numbers {
    /// The figures of each group, as equal as possible, the larger groups first.
    pub fn sizes(self) -> impl Iterator<Item = u32> {
        (0..self.groups).map(move |group| self.figures / self.groups + u32::from(group < self.figures % self.groups))
    }
}

impl HowMany {
    /// The table by which a patrol of one list finds enemies of another. Police count as military, gangs as insurgents.
    #[must_use]
    pub const fn of(rules: &Rules, patrol: List, enemy: List) -> HowMany {
        let named = match rules.how_many_table {
            HowManyTable::PatrolSide => patrol,
            HowManyTable::EnemySide => enemy,
        };
        match named {
            List::Military | List::Police => HowMany::Military,
            List::Insurgents | List::Gang => HowMany::Insurgents,
        }
    }

    /// The number of enemies for a total of the dice and the size of a patrol (CR-num-military, CR-num-insurgents). Totals
    /// beyond the table are read in its first or last row.
    #[must_use]
    pub fn numbers(self, rules: &Rules, total: i8, own: u32) -> Numbers {
        let half = match rules.half_rounding {
            HalfRounding::Up => own.div_ceil(2),
            HalfRounding::Down => own / 2,
        };
        let times = |times: u32| match rules.as_many_more {
            AsManyMore::Times => own.saturating_mul(times),
            AsManyMore::Plus => own.saturating_mul(times + 1),
        };
        let (figures, groups) = match (self, total) {
            (HowMany::Military, ..=2) | (HowMany::Insurgents, ..=4) => (half, 1),
            (HowMany::Military, 3 | 4) | (HowMany::Insurgents, 5 | 6) => (own.saturating_sub(1), 1),
            (HowMany::Military, 5 | 6) | (HowMany::Insurgents, 7 | 8) => (own, 1),
            (HowMany::Military, 7 | 8) | (HowMany::Insurgents, 9 | 10) => (own.saturating_add(1), 1),
            (HowMany::Military, 9 | 10) => (own.saturating_add(half), 1),
            (HowMany::Insurgents, 11) => (own.saturating_add(half), 2),
            (HowMany::Military, 11) | (HowMany::Insurgents, _) => (times(2), 2),
            (HowMany::Military, _) => (times(3), 3),
        };
        let figures = figures.max(1);
        Numbers { figures, groups: figures.min(groups) }
    }
}

/// A force that has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Force {
    /// A main body or stragglers.
    pub composition: Composition,
    /// Its numbers.
    pub numbers: Numbers,
    /// Whether the enemy's Leader is with it, if he has not been met before.
    pub leader: bool,
}

/// A possible enemy force that has come into sight, or an enemy found by a scout.
#[derive(Clone, Copy, Debug)]
pub struct Sighted {
    /// Number of forces resolved before.
    pub resolved: u32,
    /// Whether a scout has found it.
    pub scouted: bool,
    /// The table that gives its numbers.
    pub table: HowMany,
    /// Number of figures in the patrol.
    pub own: u32,
}

/// Rolls what a possible enemy force in sight, or an enemy found by a scout, turns out to be. `None` for a false alarm.
/// Up to three draws from this address on (CR-pef-resolve, CR-scout-2).
pub fn resolve<C: Chance>(rules: &Rules, chance: &mut C, at: Address, sighted: Sighted) -> Option<Force> {
    let Sighted { resolved, scouted, table, own } = sighted;
    let read = |composition| match (composition, rules.scout_enemy) {
        (Composition::FalseAlarm, ScoutEnemy::PefNoAlarm) if scouted => Composition::Stragglers,
        (_, ScoutEnemy::Stragglers) if scouted => Composition::Stragglers,
        _ => composition,
    };
    let composition = chance.roll(at, &D6, |die| read(Composition::of(resolved, die)));
    if composition == Composition::FalseAlarm {
        return None;
    }
    let total = composition.total(rules, chance, at.further(1));
    let leader = chance.roll(at.further(2), &D6, |die| die <= composition.led_up_to());
    Some(Force { composition, numbers: table.numbers(rules, total, own), leader })
}

/// Whether a scout finds an enemy in a section of this Terrain Value, 0 to 6 (CR-scout-2).
pub fn finds_enemy<C: Chance>(chance: &mut C, at: Address, value: u8, building: bool) -> bool {
    match dice::passed(chance, at, value) {
        0 => false,
        1 => building,
        _ => true,
    }
}

/// Where a possible enemy force enters the table (CR-reinf-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Edge {
    /// The enemy's edge.
    Enemy,
    /// The player's left.
    Left,
    /// The player's right.
    Right,
    /// The player's own edge.
    Friendly,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Edge::Enemy => "enemy edge",
            Edge::Left => "left flank",
            Edge::Right => "right flank",
            Edge::Friendly => "friendly edge",
        })
    }
}

/// The reinforcements that the activation dice of a turn bring (CR-turn-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arrivals {
    /// None.
    None,
    /// None despite doubles: the player's die was higher in the second throw.
    Averted,
    /// A possible enemy force at this edge.
    Pef(Edge),
    /// Figures of a side at its starting edge.
    Figures {
        /// The side, 0 the player.
        side: usize,
        /// Number of figures, 1 to 3.
        count: u8,
    },
}

/// Throws the activation dice of a turn, the player's first, and rolls the reinforcements that they bring. Up to seven
/// draws from this address on (CR-turn-6, CR-reinf-1, CR-reinf-2).
pub fn start_turn<C: Chance>(rules: &Rules, chance: &mut C, at: Address) -> (Throw<2>, Arrivals) {
    match rules.reinforcements {
        Reinforcements::None => (throw(chance, at), Arrivals::None),
        Reinforcements::Doubles => {
            let first = [0, 1].map(|side| chance.roll(at.further(side), &D6, |die| die));
            if first[0] != first[1] {
                return (Throw::of(first), Arrivals::None);
            }
            let arrivals = after_doubles(chance, at.further(2));
            (throw(chance, at.further(5)), arrivals)
        }
        Reinforcements::Seven => {
            let dice = throw(chance, at);
            let arrivals = match (dice.total(), dice.order().next()) {
                (7, Some(side)) => {
                    Arrivals::Figures { side, count: chance.roll(at.further(2), &D6, |die| die.div_ceil(2)) }
                }
                _ => Arrivals::None,
            };
            (dice, arrivals)
        }
    }
}

/// The reinforcements that doubles bring: the dice are thrown again, and if the enemy's die is higher, a possible enemy
/// force enters (CR-reinf-1).
fn after_doubles<C: Chance>(chance: &mut C, at: Address) -> Arrivals {
    if throw::<2, C>(chance, at).order().next() == Some(0) {
        return Arrivals::Averted;
    }
    Arrivals::Pef(chance.roll(at.further(2), &D6, |die| match die {
        1..=3 => Edge::Enemy,
        4 => Edge::Left,
        5 => Edge::Right,
        _ => Edge::Friendly,
    }))
}
