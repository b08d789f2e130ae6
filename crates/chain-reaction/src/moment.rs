//! A battle at one moment, to look at: all that the rules read.

use std::ops::Deref;

use engage::Inches;
use field::Figures;

use crate::attribute::Attribute;
use crate::battle::Battle;
use crate::figure::Status;
use crate::state::State;
use crate::weapon::Weapon;

/// A battle as it stands.
#[derive(Debug)]
pub(crate) struct Moment<'a, const N: usize, G> {
    pub(crate) battle: &'a Battle,
    pub(crate) state: &'a State<N, G>,
}

impl<const N: usize, G> Clone for Moment<'_, N, G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, G> Copy for Moment<'_, N, G> {}

impl<const N: usize, G> Deref for Moment<'_, N, G> {
    type Target = State<N, G>;

    #[inline(always)]
    fn deref(&self) -> &State<N, G> {
        self.state
    }
}

impl<const N: usize, G> Moment<'_, N, G> {
    /// Those of some figures who carry on (CR-status-on).
    pub(crate) fn carrying_on(self, of: Figures) -> Figures {
        of.filter(|who| self.figures[who].status == Status::CarryingOn)
    }

    /// The weapon in a figure's hand (CR-fig-4).
    pub(crate) fn weapon(self, me: usize) -> Weapon {
        let profile = &self.battle.profiles[me];
        profile.second.filter(|_| self.figures[me].second).unwrap_or(profile.weapon)
    }

    /// How far a figure throws (CR-gren-1, CR-attr-athlete).
    pub(crate) fn throw_reach(self, me: usize) -> Inches {
        let rules = &self.battle.frame.rules;
        let athlete = self.battle.profiles[me].attributes.has(Attribute::Athlete);
        if athlete { rules.athlete_throw } else { rules.weapons.of(Weapon::Grenade).range }
    }

    /// Whether a figure has grenades, and its hands free to throw one (CR-gren-1, CR-wound-3).
    pub(crate) fn may_throw(self, me: usize) -> bool {
        let figure = &self.figures[me];
        self.battle.profiles[me].grenades && figure.status == Status::CarryingOn && !figure.retrieving
    }

    /// Whether a stunned figure lies on the ground (CR-status-stun).
    pub(crate) fn is_stunned_prone(self, me: usize) -> bool {
        self.figures[me].status == Status::Stunned && self.battle.frame.rules.stunned_prone
    }

    /// Whether a figure has a loaded weapon (CR-ammo-1). One of two is enough.
    pub(crate) fn is_loaded(self, me: usize) -> bool {
        let figure = &self.figures[me];
        !figure.spent && figure.empty <= u8::from(self.is_twin(me))
    }

    /// Whether a figure has two of the weapon in its hand.
    fn is_twin(self, me: usize) -> bool {
        self.battle.profiles[me].twin && !self.figures[me].second
    }

    /// Whether a figure fires two weapons at once (CR-twin-1).
    pub(crate) fn fires_two(self, me: usize) -> bool {
        self.is_twin(me) && self.figures[me].empty == 0
    }

    /// The figure of the highest Rep; of equals the first in the roster.
    pub(crate) fn best(self, of: Figures) -> Option<usize> {
        of.iter().reduce(|best, other| if self.figures[other].rep > self.figures[best].rep { other } else { best })
    }
}
