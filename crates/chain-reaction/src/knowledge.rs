//! What a figure's side can know: all that a player is told, asked on behalf of one figure.
//!
//! Both sides know the scenario: who takes part and with which arms. On open ground everybody stands on the table in sight of all, so
//! a side knows how each enemy is; what an enemy has left in its weapon it does not know.

use engage::Inches;
use field::Figures;

use crate::figure::{Figure, Status};
use crate::moment::Moment;
use crate::player::doctrine::Doctrine;
use crate::rules::Rules;
use crate::shooting::Target;
use crate::weapon::Weapon;

/// Declares what a player is told: each question stands here once with its answer, of which a trait and its implementation are made.
macro_rules! knowledge {
    ($($(#[$doc:meta])* fn $name:ident(&$me:ident $(, $given:ident: $kind:ty)*) -> $answer:ty $body:block)*) => {
        /// What a figure's side can know.
        pub trait Knowledge {
            $($(#[$doc])* fn $name(&self $(, $given: $kind)*) -> $answer;)*
        }

        impl<const N: usize> Knowledge for Known<'_, N> {
            $(fn $name(&$me $(, $given: $kind)*) -> $answer $body)*
        }
    };
}

/// What the side of a figure knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known<'a, const N: usize> {
    moment: Moment<'a, N>,
    me: usize,
    turn: u16,
}

impl<'a, const N: usize> Known<'a, N> {
    pub(crate) const fn new(moment: Moment<'a, N>, me: usize, turn: u16) -> Known<'a, N> {
        Known { moment, me, turn }
    }
}

knowledge! {
    /// The figure that is asked.
    fn me(&self) -> usize {
        self.me
    }

    /// The turn, from 1; 0 in a fight without a clock.
    fn turn(&self) -> u16 {
        self.turn
    }

    /// How it is to be led.
    fn doctrine(&self) -> &Doctrine {
        &self.moment.battle.profiles[self.me].doctrine
    }

    /// The rules.
    fn rules(&self) -> &Rules {
        &self.moment.battle.frame.rules
    }

    /// How it is.
    fn figure(&self) -> &Figure {
        &self.moment.state.figures[self.me]
    }

    /// How an enemy is, as far as everybody sees.
    fn status(&self, enemy: usize) -> Status {
        self.moment.figures[enemy].status
    }

    /// Its enemies who may be shot at and whom it could fire at now.
    fn targets(&self) -> Figures {
        self.moment.targets(self.me, self.moment.battle.enemies(self.me))
    }

    /// The most dice that its weapon rolls (CR-wpn-1).
    fn dice(&self) -> u8 {
        self.rules().weapons.of(self.moment.battle.profiles[self.me].weapon).targets
    }

    /// The fewest dice that it may roll of its own will: a shotgun always rolls all (CR-target-1).
    fn fewest_dice(&self) -> u8 {
        if self.moment.battle.profiles[self.me].weapon == Weapon::Shotgun { self.dice() } else { 1 }
    }

    /// Whether a weapon of it is loaded (CR-ammo-1).
    fn is_loaded(&self) -> bool {
        self.moment.is_loaded(self.me)
    }

    /// Whether it is in cover.
    fn in_cover(&self) -> bool {
        self.moment.in_cover(self.me, self.moment.battle.enemies(self.me))
    }

    /// All of an enemy's group.
    fn group(&self, enemy: usize) -> Figures {
        self.moment.battle.group_of(enemy).members
    }

    /// An enemy as a target.
    fn target(&self, enemy: usize) -> Target {
        self.moment.target(enemy)
    }

    /// The outgunned ranking of an enemy's weapon (CR-og-1).
    fn ranking(&self, enemy: usize) -> u8 {
        self.rules().weapons.of(self.moment.battle.profiles[enemy].weapon).ranking
    }

    /// An enemy's Rep.
    fn rep(&self, enemy: usize) -> u8 {
        self.moment.figures[enemy].rep
    }

    /// How far an enemy is.
    fn distance(&self, enemy: usize) -> Inches {
        self.moment.distance(self.me, enemy)
    }
}
