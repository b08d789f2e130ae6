//! A battle at one moment, to look at: all that the rules read.

use std::ops::Deref;

use field::Figures;

use crate::activation::{self, Condition, Member};
use crate::attribute::Attribute;
use crate::battle::{Battle, Group};
use crate::figure::{Charge, Status};
use crate::options::{Leaders, TwinRanking};
use crate::reaction::Tester;
use crate::shooting::Shooter;
use crate::state::State;
use crate::table::{Circumstances, Test};
use crate::weapon::Weapon;

/// A battle as it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a, const N: usize> {
    pub(crate) battle: &'a Battle,
    pub(crate) state: &'a State<N>,
}

impl<const N: usize> Deref for Moment<'_, N> {
    type Target = State<N>;

    #[inline(always)]
    fn deref(&self) -> &State<N> {
        self.state
    }
}

impl<const N: usize> Moment<'_, N> {
    /// Those of some figures who carry on (CR-status-on).
    pub(crate) fn carrying_on(self, of: Figures) -> Figures {
        of.filter(|who| self.figures[who].status == Status::CarryingOn)
    }

    /// Whether a stunned figure lies on the ground (CR-status-stun).
    pub(crate) fn is_stunned_prone(self, me: usize) -> bool {
        self.figures[me].status == Status::Stunned && self.battle.frame.rules.stunned_prone
    }

    /// Whether a figure has a loaded weapon (CR-ammo-1). One of two is enough.
    pub(crate) fn is_loaded(self, me: usize) -> bool {
        self.figures[me].empty <= u8::from(self.battle.profiles[me].twin)
    }

    /// Whether a figure's weapon reaches an enemy (CR-wpn-2).
    pub(crate) fn reaches(self, me: usize, target: usize) -> bool {
        let (rules, profile) = (&self.battle.frame.rules, &self.battle.profiles[me]);
        let marksman = profile.weapon == Weapon::BoltActionRifle && profile.attributes.has(Attribute::Marksman);
        let own = rules.weapons.of(profile.weapon).range;
        self.distance(me, target) <= if marksman { rules.marksman_range.max(own) } else { own }
    }

    /// Whom of these a figure that carries on may fire at: in sight and within range, with a loaded weapon and free hands (CR-rf-4,
    /// CR-wound-3).
    pub(crate) fn targets(self, me: usize, among: Figures) -> Figures {
        let figure = &self.figures[me];
        if figure.status != Status::CarryingOn || !self.is_loaded(me) || figure.retrieving {
            return Figures::NONE;
        }
        self.in_sight(me, among).filter(|enemy| self.figures[enemy].status.is_target() && self.reaches(me, enemy))
    }

    /// Whom of these a figure sees.
    pub(crate) fn in_sight(self, me: usize, among: Figures) -> Figures {
        among.filter(|enemy| self.sees(me, enemy))
    }

    /// Whether a figure fires two weapons at once (CR-twin-1).
    pub(crate) fn fires_two(self, me: usize) -> bool {
        self.battle.profiles[me].twin && self.figures[me].empty == 0
    }

    /// The outgunned ranking of a figure's fire (CR-og-1, CR-og-2).
    pub(crate) fn ranking(self, me: usize) -> u8 {
        let rules = &self.battle.frame.rules;
        let stats = rules.weapons.of(self.battle.profiles[me].weapon);
        match rules.twin_ranking {
            TwinRanking::Dice if self.fires_two(me) => 2 * stats.targets,
            _ => stats.ranking,
        }
    }

    /// A figure as a shooter.
    pub(crate) fn shooter(self, me: usize, snap: bool) -> Shooter {
        let (figure, profile) = (&self.figures[me], &self.battle.profiles[me]);
        Shooter {
            rep: figure.rep,
            weapon: profile.weapon,
            twin: self.fires_two(me),
            attributes: profile.attributes,
            fast: profile.facts.fast,
            prone: profile.facts.prone || figure.prone,
            snap,
        }
    }

    /// The Rep of the Leader whose die a group rolls: the best that is present and carries on, 0 for none (CR-lead-3, CR-lead-4).
    pub(crate) fn leader_die(self, group: &Group) -> u8 {
        let present = self.carrying_on(group.members).filter(|who| self.battle.profiles[who].leader);
        let own = present.iter().map(|who| self.figures[who].rep).max();
        group.given_leader.or(own).unwrap_or(0)
    }

    /// Who leads a group: the best Leader who carries on, else the best figure that does (CR-lead-2, Clarification 13).
    pub(crate) fn led_by(self, members: Figures) -> Option<usize> {
        let up = self.carrying_on(members);
        self.best(up.filter(|who| self.battle.profiles[who].leader)).or_else(|| self.best(up))
    }

    /// The enemy that makes a figure fall back where nobody else did: the nearest in sight, else the nearest known; of equals the
    /// first in the roster (Clarification 24).
    pub(crate) fn nearest_cause(self, me: usize) -> Figures {
        let enemies = self.battle.enemies(me).filter(|enemy| self.figures[enemy].status.is_target());
        let nearest = |of: Figures| of.iter().min_by_key(|&enemy| self.distance(me, enemy));
        nearest(self.in_sight(me, enemies)).or_else(|| nearest(enemies)).map_or(Figures::NONE, Figures::one)
    }

    /// Who of a group may act on its side's die (CR-turn-3, Clarification 13).
    pub(crate) fn activates(self, members: Figures, die: u8) -> Figures {
        let nobody = Member { rep: 0, leader: false, condition: Condition::Out };
        let mut group = [nobody; N];
        for (place, who) in members.iter().enumerate() {
            let condition = match self.figures[who].status {
                Status::CarryingOn => Condition::CarryingOn,
                Status::Ducked | Status::Hunkered | Status::Stunned => Condition::Hindered,
                Status::Out | Status::Captured | Status::Dead | Status::CheatedDeath => Condition::Out,
            };
            group[place] = Member { rep: self.figures[who].rep, leader: self.battle.profiles[who].leader, condition };
        }
        let group = &group[..members.len()];
        let mut place = 0..;
        members.filter(|_| place.next().is_some_and(|place| activation::may_act(group, place, die)))
    }

    /// The figure of the highest Rep; of equals the first in the roster.
    pub(crate) fn best(self, of: Figures) -> Option<usize> {
        of.iter().reduce(|best, other| if self.figures[other].rep > self.figures[best].rep { other } else { best })
    }

    /// A figure as a tester, with the row of the table that it reads. `by` caused the test, with weapons of a ranking.
    pub(crate) fn tester(self, me: usize, test: Test, (by, ranking): (Figures, u8), up: Figures) -> Tester {
        let (figure, profile) = (&self.figures[me], &self.battle.profiles[me]);
        let rules = &self.battle.frame.rules;
        let able = !self.targets(me, by).is_empty();
        let own = if able { self.ranking(me) } else { 0 };
        let here = Circumstances {
            // Who hunkers down without cover lies in the open (CR-status-hunker).
            cover: if test == Test::Rally { !figure.prone } else { self.in_cover(me, by) },
            // Who sees nobody that shot is not outgunned (Clarification 9).
            outgunned: ranking > own && !self.in_sight(me, by).is_empty(),
            able,
            charging: figure.charge != Charge::None,
            retrieving: figure.retrieving,
            rear: test == Test::BeingCharged && by.iter().any(|charger| self.is_behind(charger, me)),
            others_carrying_on: !(up & self.friends_within(me, rules.group_distance)).is_empty(),
            star: profile.star,
            nerves: profile.attributes.has(Attribute::NervesOfSteel),
            slow: profile.attributes.has(Attribute::Slow),
        };
        Tester { rep: figure.rep, attributes: profile.attributes, hero: figure.hero, choice: 2, here }
    }
}

/// Whether a group of some size that its list gives no Leader has one all the same (CR-lead-4).
pub(crate) const fn makes_leader(leaders: Leaders, figures: usize) -> bool {
    match leaders {
        Leaders::EveryGroup => figures > 1,
        Leaders::EveryGroupAndLone => true,
        Leaders::Listed => false,
    }
}
