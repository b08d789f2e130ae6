//! A test taken by a group: one pair of dice and one Leader Die, which each figure reads separately (CR-react-3).

use chance::{Address, Chance, D6};

use crate::attribute::{Attribute, Attributes};
use crate::dice::{self, Pair};
use crate::options::{BornLeaderFriends, BornLeaderStar};
use crate::purpose;
use crate::rules::{MOST_PASSED, Rules};
use crate::table::{Circumstances, Reaction, Test, read};

/// A figure that is tested.
#[derive(Clone, Copy, Debug)]
pub struct Tester {
    /// Its Rep.
    pub rep: u8,
    /// Its attributes.
    pub attributes: Attributes,
    /// Whether it is a hero (CR-hero-1).
    pub hero: bool,
    /// How many dice it passes if it is a Star with a choice (CR-star-3).
    pub choice: u8,
    /// What its row depends on.
    pub here: Circumstances,
}

/// The dice of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The group's pair.
    pub pair: Pair,
    /// Whether a Leader Die was passed (CR-lead-3).
    pub led: bool,
    /// Whether the Born Leader passed his extra die (CR-attr-born).
    pub extra: bool,
}

impl Throw {
    /// A throw in which no figure has to roll.
    pub(crate) const NONE: Throw = Throw { pair: Pair { first: 6, second: 6 }, led: false, extra: false };
}

/// Throws the dice of a test: the pair; the Leader Die against the Leader's Rep, if the test has one; and a Born
/// Leader's extra die against his Rep. A Rep of 0 means no such figure.
pub fn throw<C: Chance>(chance: &mut C, at: Address, test: Test, leader: u8, born_leader: u8) -> Throw {
    let pair = dice::pair(chance, at.purpose(purpose::TEST));
    let led = test.has_leader_die()
        && leader > 0
        && dice::passes(chance.with("Leader Die"), at.purpose(purpose::LEADER_DIE), leader);
    let extra = has_extra_die(test)
        && born_leader > 0
        && dice::passes(chance.with("Born Leader’s die"), at.purpose(purpose::BORN_LEADER_DIE), born_leader);
    Throw { pair, led, extra }
}

/// What a group reads of its dice in a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reading {
    test: Test,
    /// The Reps against which it reads them, one bit for each.
    reps: u8,
    /// Whether it tells the first die from the second.
    first: bool,
}

impl Reading {
    /// By these figures.
    pub(crate) fn of<'t>(test: Test, testers: impl Iterator<Item = &'t Tester>) -> Reading {
        testers.fold(Reading { test, reps: 0, first: false }, |all, tester| Reading {
            reps: all.reps | 1 << tester.read_rep(test),
            first: all.first | tester.reads_one_die(test),
            ..all
        })
    }

    /// A throw that the group reads like this one, the same for all that it reads alike.
    pub(crate) fn alike(&self, throw: Throw) -> Throw {
        let Pair { first, second } = throw.pair;
        // A fast move tells doubles (CR-attr-clumsy).
        if self.test == Test::FastMove || self.test.makes_heroes() && throw.pair.is_snake_eyes() {
            return throw;
        }
        // The highest face that passes against the same Reps.
        let highest = |face: u8| (face..6).find(|&face| self.reps >> face & 1 == 1).unwrap_or(6);
        let (one, other) = (highest(first), highest(second));
        let pair = match self.first {
            true => Pair { first: one, second: other },
            false => Pair { first: one.max(other), second: one.min(other) },
        };
        Throw { pair, ..throw }
    }
}

/// How far a Clumsy figure moves before it falls, in inches (CR-attr-clumsy).
pub fn stumble<C: Chance>(chance: &mut C, at: Address) -> u8 {
    chance.roll(at.purpose(purpose::STUMBLE), &D6, |face| face)
}

/// Whether a Born Leader rolls his extra die (CR-attr-born).
const fn has_extra_die(test: Test) -> bool {
    !matches!(test, Test::InSight | Test::Recover)
}

impl Tester {
    /// Whether it does not roll, as a Star who chooses or a hero who passes.
    pub(crate) const fn is_exempt(&self, test: Test) -> bool {
        self.chooses(test) || self.passes_as_hero(test)
    }

    /// Whether it chooses how many dice it passes (CR-star-3).
    const fn chooses(&self, test: Test) -> bool {
        self.here.star && test.is_starred()
    }

    /// Whether it passes without rolling (CR-hero-1).
    const fn passes_as_hero(&self, test: Test) -> bool {
        self.hero && test.makes_heroes()
    }

    /// Whether it reads a single die of the pair (CR-attr-poser).
    const fn reads_one_die(&self, test: Test) -> bool {
        self.attributes.has(Attribute::Poser) && matches!(test, Test::ReceivedFire)
    }

    /// The Rep against which it reads its dice.
    fn read_rep(&self, test: Test) -> u8 {
        let slow = self.attributes.has(Attribute::SlowToReact) && test == Test::InSight;
        self.rep - u8::from(slow)
    }

    /// The number of dice that it passes by rolling (CR-dice-2).
    fn rolled(&self, test: Test, throw: &Throw) -> u8 {
        let rep = self.read_rep(test);
        let own = if self.reads_one_die(test) { u8::from(throw.pair.first <= rep) } else { throw.pair.passed(rep) };
        let extra = throw.extra && self.attributes.has(Attribute::BornLeader);
        (own + u8::from(throw.led) + u8::from(extra)).min(MOST_PASSED)
    }

    /// The number of dice that it passes.
    #[must_use]
    pub fn passed(&self, test: Test, throw: &Throw) -> u8 {
        if self.chooses(test) {
            self.choice.min(MOST_PASSED)
        } else if self.passes_as_hero(test) {
            MOST_PASSED
        } else {
            self.rolled(test, throw)
        }
    }

    /// Its reaction by its own dice.
    #[must_use]
    pub fn reaction(&self, rules: &Rules, test: Test, throw: &Throw) -> Reaction {
        read(rules, test, self.passed(test, throw), &self.here)
    }

    /// Whether the pair makes it a hero (CR-hero-1).
    #[must_use]
    pub const fn becomes_hero(&self, test: Test, throw: &Throw) -> bool {
        throw.pair.is_snake_eyes() && test.makes_heroes() && !self.is_exempt(test) && !self.reads_one_die(test)
    }

    /// Its reaction when a Born Leader within 4" is tested with it (CR-attr-born).
    #[must_use]
    pub fn beside(&self, born_leader: &Tester, rules: &Rules, test: Test, throw: &Throw) -> Reaction {
        let follows = match test {
            Test::InSight => rules.born_leader_in_sight,
            Test::Recover => false,
            _ => true,
        };
        if !follows || self.is_exempt(test) {
            return self.reaction(rules, test, throw);
        }
        // If friends follow the Born Leader's roll instead of his choice, he is read as if he were not a Star.
        let unstarred = born_leader.here.star && rules.born_leader_star == BornLeaderStar::Roll;
        let led_by = Tester {
            here: Circumstances { star: born_leader.here.star && !unstarred, ..born_leader.here },
            ..*born_leader
        };
        match rules.born_leader_friends {
            BornLeaderFriends::Passes => read(rules, test, led_by.passed(test, throw), &self.here),
            BornLeaderFriends::Result => self.as_he_does(test, led_by.reaction(rules, test, throw)),
        }
    }

    /// Whether a Clumsy figure falls instead of moving: it passes no die while the pair shows doubles (CR-attr-clumsy).
    #[must_use]
    pub fn falls(&self, throw: &Throw) -> bool {
        let clumsy = self.attributes.has(Attribute::Clumsy);
        clumsy && throw.pair.is_double() && self.passed(Test::FastMove, throw) == 0
    }

    /// Another figure's result, as far as this figure can carry it out.
    const fn as_he_does(&self, test: Test, his: Reaction) -> Reaction {
        match his {
            Reaction::Fire if !self.here.able => Reaction::NoFire,
            Reaction::SnapFire if !self.here.able && matches!(test, Test::InSight) => Reaction::NoFire,
            Reaction::SnapFire if !self.here.able && matches!(test, Test::WantingToCharge) => Reaction::Halt,
            Reaction::ReturnFire | Reaction::SnapFire if !self.here.able => Reaction::Hold,
            // A figure that carries a friend does not fire (CR-wound-3).
            Reaction::ReturnFire | Reaction::SnapFire if self.here.retrieving && matches!(test, Test::ReceivedFire) => {
                Reaction::Hold
            }
            Reaction::FireAndMelee if !self.here.able => Reaction::Melee,
            Reaction::Continue if !self.here.charging && !self.here.retrieving => Reaction::Hold,
            Reaction::DuckBack if self.here.nerves => Reaction::Hold,
            _ => his,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pair, read by every two figures with these attributes.
    #[test]
    fn throws_that_are_alike_are_read_alike() {
        let here = Circumstances { able: true, others_carrying_on: true, ..Circumstances::default() };
        let tester = |rep, attributes: &[Attribute]| {
            let attributes = attributes.iter().copied().collect();
            Tester { rep, attributes, hero: false, choice: 0, here }
        };
        let throws = (0..36).map(|number| Pair { first: number / 6 + 1, second: number % 6 + 1 });
        for test in [Test::InSight, Test::ReceivedFire, Test::Rally, Test::FastMove] {
            for (one, other) in (0..36).map(|number| (number / 6 + 1, number % 6 + 1)) {
                for attribute in [Attribute::SlowToReact, Attribute::Poser, Attribute::Clumsy] {
                    let testers = [tester(one, &[attribute]), tester(other, &[])];
                    let reading = Reading::of(test, testers.iter());
                    let mut found: Vec<Throw> = Vec::new();
                    for pair in throws.clone() {
                        let throw = Throw { pair, led: false, extra: false };
                        let alike = reading.alike(throw);
                        for tester in testers {
                            let read = |throw| (tester.passed(test, throw), tester.becomes_hero(test, throw));
                            assert_eq!(read(&throw), read(&alike), "{test:?}: {throw:?} as {alike:?}");
                            assert!(test != Test::FastMove || tester.falls(&throw) == tester.falls(&alike));
                        }
                        found.extend((!found.contains(&alike)).then_some(alike));
                    }
                    assert!(test == Test::FastMove || attribute == Attribute::Poser || found.len() <= 7);
                }
            }
        }
    }
}
