//! Which sides and figures act in a turn, and in which order (CR-turn, CR-lead).

use std::fmt;

use chance::{Address, Chance};

/// The activation dice of the sides; if there are two sides, their dice differ (CR-turn-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw<const SIDES: usize>([u8; SIDES]);

impl<const SIDES: usize> Throw<SIDES> {
    /// Dice that lie on the table, 1 to 6 each.
    #[must_use]
    pub const fn of(dice: [u8; SIDES]) -> Throw<SIDES> {
        Throw(dice)
    }

    /// The die of a side: its figures act if their Rep is at least this (CR-turn-1).
    #[must_use]
    pub const fn die(&self, side: usize) -> u8 {
        self.0[side]
    }

    /// The sides that may act, in order: the highest die first, excluding sides with equal dice (CR-turn-1, CR-turn-5).
    pub fn order(&self) -> impl Iterator<Item = usize> {
        let dice = self.0;
        (1..=6_u8).rev().filter_map(move |face| {
            let mut sides = (0..SIDES).filter(|&side| dice[side] == face);
            sides.next().filter(|_| sides.next().is_none())
        })
    }

    /// The total of the dice.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.0.iter().sum()
    }
}

impl Throw<2> {
    /// Every throw of two sides: their dice differ (CR-turn-1).
    pub(crate) fn all() -> impl Iterator<Item = Throw<2>> {
        (1..=6).flat_map(|one| (1..=6).filter(move |&other| other != one).map(move |other| Throw([one, other])))
    }
}

impl<const SIDES: usize> fmt::Display for Throw<SIDES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice: Vec<String> = self.0.iter().map(u8::to_string).collect();
        f.write_str(&dice.join(" against "))
    }
}

/// Throws the activation dice, one draw for each side from this address on. Dice that all match are rolled again
/// without a trace, so only the last throw is drawn (CR-turn-1, CR-turn-5).
pub fn throw<const SIDES: usize, C: Chance>(chance: &mut C, at: Address) -> Throw<SIDES> {
    let mut dice = [0; SIDES];
    for side in 0..SIDES {
        // The weight of a face is the number of throws that continue from it and do not end with all dice alike.
        let rest = 6_u32.pow((SIDES - 1 - side) as u32);
        let alike = |face: u8| dice[..side].iter().all(|&die| die == face);
        let faces = [1, 2, 3, 4, 5, 6].map(|face| (face, rest - u32::from(alike(face))));
        dice[side] = chance.comes_to(at.further(side as u32), &faces, 1, |faces| faces[0]);
    }
    Throw(dice)
}

/// A figure's status when its group's turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// It carries on.
    CarryingOn,
    /// Stunned, ducked back or hunkered down: it keeps its place in the group, but leads nobody.
    Hindered,
    /// Out of the fight, captured or dead.
    Out,
}

/// The facts about a member of a group that matter for activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Rep, 1 to 6.
    pub rep: u8,
    /// Whether it is a Leader (CR-lead-4).
    pub leader: bool,
    /// Its status.
    pub condition: Condition,
}

/// The leader of a group: the best Leader who carries on, otherwise the best figure that carries on; the first of
/// equals (CR-lead-1, CR-lead-2).
#[must_use]
pub fn led_by(group: &[Member]) -> Option<usize> {
    let carrying_on = |&place: &usize| group[place].condition == Condition::CarryingOn;
    // `max_by_key` returns the last of equals.
    (0..group.len()).rev().filter(carrying_on).max_by_key(|&place| (group[place].leader, group[place].rep))
}

/// Whether a member of a group may act on the die of its side: by its own Rep, or by its leader's (CR-turn-3).
#[must_use]
pub fn may_act(group: &[Member], place: usize, die: u8) -> bool {
    let by_leader = || led_by(group).is_some_and(|leader| group[leader].rep >= die);
    group[place].condition != Condition::Out && (group[place].rep >= die || by_leader())
}
