//! Losing the yellow counter: the factor of the squad leader (FT-unpin).

use chance::{Address, Chance, D6};
use field::Figures;

use crate::figure::{Movement, Posture};
use crate::ground::Ground;
use crate::log;
use crate::options::{LeaderLost, Refused, SuperiorHelps};
use crate::play::Play;
use crate::purpose;
use crate::rules::Rules;
use crate::turn::Go;
use crate::view::BattleView;

/// The factor of a man for un-pinning: the saving-throw table by posture alone, less 1 in hard cover (FT-unpin-2).
#[must_use]
pub const fn factor(rules: &Rules, posture: Posture, movement: Movement, hard_cover: bool) -> i8 {
    let row = match posture {
        Posture::Standing => &rules.save.standing,
        Posture::Prone => &rules.save.covered,
    };
    row.after(movement) - if hard_cover { rules.unpin_hard_cover } else { 0 }
}

/// One throw: at or below the factor a man is un-pinned (FT-unpin-1).
#[inline]
pub fn unpins<C: Chance>(chance: &mut C, factor: i8, at: Address) -> bool {
    chance.roll(at.purpose(purpose::UNPIN), &D6, |die| i16::from(die) <= i16::from(factor))
}

impl<C: Chance, const N: usize, G: Ground<N>, P> Play<'_, C, N, G, P> {
    /// A pinned man's throw, if he has one in this stage (FT-unpin).
    pub(crate) fn try_to_unpin(&mut self, me: usize, leaders: bool) -> Go {
        let Some((leader, factor)) = self.view().unpinning(me, leaders) else { return Go::Nothing };
        let at = self.address(me, purpose::UNPIN, 0);
        let unpinned = unpins(self.chance, factor, at);
        self.state.pinned.set(me, !unpinned);
        let Play { battle, turn, .. } = *self;
        let (state, chance) = (&*self.state, &mut *self.chance);
        chance.log(|| log::unpins(turn, me, leader, factor, unpinned, BattleView { battle, state }));
        Go::Acted
    }
}

impl<const N: usize, G> BattleView<'_, N, G> {
    /// A man's leader: the first of his squad's list in action (FT-unpin-6). A man alone leads himself.
    pub(crate) fn leader(self, me: usize) -> Option<usize> {
        let profile = &self.battle.profiles[me];
        // The list begins with the man whose number the squad has.
        let first = usize::from(profile.squad);
        let led = self.up & profile.bonds.squad;
        if led.contains(first) {
            return Some(first);
        }
        if self.battle.rules.leader_lost == LeaderLost::NoUnpin {
            return None;
        }
        (led - Figures::below(first)).first().or(led.first())
    }
}

impl<const N: usize, G: Ground<N>> BattleView<'_, N, G> {
    /// The leader and the factor of a pinned man's throw in a stage; none if he has no throw in it (FT-unpin).
    #[inline(always)]
    fn unpinning(self, me: usize, leaders: bool) -> Option<(usize, i8)> {
        let rules = &self.battle.rules;
        let leader = self.leader(me)?;
        if (leader == me) != leaders {
            return None;
        }
        let seen = leader == me || rules.unpin_needs_sight == Refused::No || G::sees_friend(self, leader, me);
        let own = seen.then(|| self.factor_of(leader));
        let helped = leader == me || rules.superior_helps == SuperiorHelps::WholeSquad;
        let superior = if helped { self.superior_factor(leader) } else { None };
        Some((leader, own.max(superior)?))
    }

    /// The man whose factor applies to a throw: the leader, or a superior of the leader.
    pub(crate) fn whose_factor(self, me: usize, leader: usize, factor: i8) -> usize {
        let own =
            leader == me || self.battle.rules.unpin_needs_sight == Refused::No || G::sees_friend(self, leader, me);
        let mut superiors = self.superiors_in_sight(leader).iter();
        let best = superiors.find(|&other| self.factor_of(other) == factor);
        if own && self.factor_of(leader) == factor { leader } else { best.unwrap_or(leader) }
    }

    /// A man's factor for un-pinning (FT-unpin-2).
    pub(crate) fn factor_of(self, me: usize) -> i8 {
        let man = &self.men[me];
        factor(&self.battle.rules, man.posture, man.movement, G::leads_from_cover(self, me))
    }

    /// The leader's superiors in his sight: of a higher rank, in action (FT-unpin-4).
    #[inline]
    pub(crate) fn superiors_in_sight(self, leader: usize) -> Figures {
        let superiors = self.battle.profiles[leader].bonds.superiors & self.up;
        superiors.filter(|other| G::sees_friend(self, leader, other))
    }

    /// The best factor of the leader's superiors in sight (FT-unpin-4).
    #[inline]
    fn superior_factor(self, leader: usize) -> Option<i8> {
        self.superiors_in_sight(leader).iter().map(|other| self.factor_of(other)).max()
    }
}
