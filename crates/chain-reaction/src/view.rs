//! A battle as the rules read it: sight, range, outgunning, leaders, which figures may act, and the row of the table
//! that a figure reads.

use engage::{Inches, Side};
use field::Figures;

use crate::activation::{self, Condition, Member};
use crate::attribute::Attribute;
use crate::battle::{Arms, makes_leader};
use crate::battle_view::BattleView;
use crate::figure::{Charge, Post, Status};
use crate::ground::Ground;
use crate::options::TwinRanking;
use crate::reaction::Tester;
use crate::shooting::{Shooter, Target};
use crate::table::{Circumstances, Test};
use crate::weapon::Weapon;

/// The cause of a test.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cause {
    /// The figures that have caused it.
    pub(crate) by: Figures,
    /// The outgunned ranking of their weapons (CR-og-1), 0 if they have not fired.
    pub(crate) ranking: u8,
    /// Whether their fire has burst somewhere.
    pub(crate) burst: bool,
    /// The figures that carried on when their friends went down (CR-mandown-1).
    pub(crate) up: Figures,
    /// Only for the log: the figures that their fire has missed.
    pub(crate) missed: Figures,
}

impl Cause {
    /// A cause by these figures, other than fire.
    pub(crate) fn by(by: Figures) -> Cause {
        Cause { by, ..Cause::default() }
    }
}

/// The extra dice of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaders {
    /// The Rep of the Leader whose die is thrown, 0 for none (CR-lead-3).
    pub(crate) die: u8,
    /// The Leader, if he rolls that die for himself alone (CR-lead-4).
    pub(crate) alone: Option<usize>,
    /// The best Born Leader among the figures, and his Rep, 0 for none (CR-attr-born).
    pub(crate) born: Option<usize>,
    pub(crate) extra: u8,
}

impl<const N: usize, G: Ground<N>> BattleView<'_, N, G> {
    /// The figures among these that carry on (CR-status-on).
    pub(crate) fn carrying_on(self, of: Figures) -> Figures {
        G::standing(self, of).filter(|who| self.figures[who].status == Status::CarryingOn)
    }

    /// The figures among these that can be shot at.
    pub(crate) fn who_are_targets(self, of: Figures) -> Figures {
        G::standing(self, of).filter(|who| self.figures[who].status.is_target())
    }

    /// What a figure carries, and its role in its group.
    #[inline]
    pub(crate) fn arms(self, me: usize) -> Arms {
        G::arms(self, me)
    }

    /// Whether a figure is a Leader: by the scenario, or by its post in a campaign (CR-lead-4).
    pub(crate) fn is_leader(self, me: usize) -> bool {
        match self.figures[me].post {
            Post::AsListed => self.arms(me).leader,
            Post::Follows => false,
            Post::Leads => true,
            // An overall Leader who begins alone is a Leader only if he was one before (Clarification 53).
            Post::Commands { leads } => {
                let comrades = self.battle.group_of(me).members.without(me);
                let comrade = |other: usize| self.figures[other].status != Status::Absent;
                leads || makes_leader(self.battle.frame.rules.leaders, 1) || comrades.iter().any(comrade)
            }
        }
    }

    /// The overall Leader among the figures of a force that the scenario lists (CR-lead-4).
    pub(crate) fn listed_overall(self, side: Side) -> Option<u8> {
        let is_left = |&me: &u8| {
            let figure = &self.figures[usize::from(me)];
            figure.post == Post::AsListed && figure.status != Status::Absent
        };
        let commands = |&me: &usize| matches!(self.figures[me].post, Post::Commands { .. });
        let first = self.battle.overall[side]?;
        let successor = || self.battle.figures_of(side).iter().find(commands).map(|me| me as u8);
        Some(first).filter(is_left).or_else(successor)
    }

    /// The weapon in a figure's hand (CR-fig-4).
    pub(crate) fn weapon(self, me: usize) -> Weapon {
        let arms = self.arms(me);
        arms.second.filter(|_| self.figures[me].second).unwrap_or(arms.weapon)
    }

    /// How far a figure can throw (CR-gren-1, CR-attr-athlete).
    pub(crate) fn throw_reach(self, me: usize) -> Inches {
        let rules = &self.battle.frame.rules;
        let athlete = self.battle.profiles[me].attributes.has(Attribute::Athlete);
        if athlete { rules.athlete_throw } else { rules.weapons.of(Weapon::Grenade).range }
    }

    /// Whether a figure has grenades, and free hands to throw one (CR-gren-1, CR-wound-3).
    pub(crate) fn may_throw(self, me: usize) -> bool {
        let figure = &self.figures[me];
        self.arms(me).grenades && figure.status == Status::CarryingOn && !figure.retrieving
    }

    /// Whether a figure has a loaded weapon (CR-ammo-1). One of two is enough.
    pub(crate) fn is_loaded(self, me: usize) -> bool {
        let figure = &self.figures[me];
        !figure.spent && figure.empty <= u8::from(self.is_twin(me))
    }

    /// Whether a figure has two of the weapon in its hand.
    fn is_twin(self, me: usize) -> bool {
        self.arms(me).twin && !self.figures[me].second
    }

    /// Whether a figure fires two weapons at once (CR-twin-1).
    pub(crate) fn fires_two(self, me: usize) -> bool {
        self.is_twin(me) && self.figures[me].empty == 0
    }

    /// The distance to an enemy.
    pub(crate) fn distance(self, from: usize, to: usize) -> Inches {
        G::distance(self, from, to)
    }

    /// Whether a figure sees an enemy: there is a line of sight, and neither is hidden from the other (CR-react-5).
    pub(crate) fn sees(self, from: usize, to: usize) -> bool {
        !self.is_hidden(from, to) && !self.is_hidden(to, from) && G::has_line(self, from, to)
    }

    /// Whether a figure that has ducked or hunkered down is hidden from an enemy (Clarification 2).
    fn is_hidden(self, me: usize, from: usize) -> bool {
        let figure = &self.figures[me];
        figure.hidden_from.contains(from)
            || (figure.status.cowers() && !figure.prone && G::is_behind_cover(self, me, from))
    }

    /// Whether a figure is in cover against all of these (CR-hit-3).
    pub(crate) fn in_cover(self, me: usize, against: Figures) -> bool {
        G::in_cover(self, me, against)
    }

    /// A target as a shooter sees it (CR-hit-table).
    pub(crate) fn target(self, from: usize, to: usize) -> Target {
        G::target(self, from, to)
    }

    /// Whether a charger comes from behind (CR-bc-1).
    pub(crate) fn is_behind(self, charger: usize, target: usize) -> bool {
        G::is_behind(self, charger, target)
    }

    /// The friends within this many inches of a figure and in sight of it.
    pub(crate) fn friends_within(self, me: usize, distance: Inches) -> Figures {
        G::friends_within(self, me, distance)
    }

    /// A figure's group as it is now (CR-group-2).
    pub(crate) fn group(self, me: usize) -> Figures {
        G::group(self, me)
    }

    /// Whether a figure's weapon reaches an enemy (CR-wpn-2).
    pub(crate) fn reaches(self, me: usize, target: usize) -> bool {
        let (rules, weapon) = (&self.battle.frame.rules, self.weapon(me));
        let marksman =
            weapon == Weapon::BoltActionRifle && self.battle.profiles[me].attributes.has(Attribute::Marksman);
        let own = rules.weapons.of(weapon).range;
        self.distance(me, target) <= if marksman { rules.marksman_range.max(own) } else { own }
    }

    /// The enemies among these that a figure can fire at: it carries on with a loaded weapon and free hands, and they
    /// are in sight and within range (CR-rf-4, CR-wound-3).
    pub(crate) fn targets(self, me: usize, among: Figures) -> Figures {
        let figure = &self.figures[me];
        if figure.status != Status::CarryingOn || !self.is_loaded(me) || figure.retrieving {
            return Figures::NONE;
        }
        self.who_are_targets(among).filter(|enemy| self.reaches(me, enemy) && self.sees(me, enemy))
    }

    /// The figures among these that a figure sees.
    pub(crate) fn in_sight(self, me: usize, among: Figures) -> Figures {
        G::present(self, among).filter(|enemy| self.sees(me, enemy))
    }

    /// The outgunned ranking of a figure's fire (CR-og-1, CR-og-2).
    pub(crate) fn ranking(self, me: usize) -> u8 {
        let rules = &self.battle.frame.rules;
        let stats = rules.weapons.of(self.weapon(me));
        match rules.twin_ranking {
            TwinRanking::Dice if self.fires_two(me) => 2 * stats.targets,
            _ => stats.ranking,
        }
    }

    /// The ranking of the weapon with which a figure could answer these shooters (CR-og-1).
    pub(crate) fn own_ranking(self, me: usize, by: Figures) -> u8 {
        self.ranking_of(me, self.answers(me, by))
    }

    /// How a figure could answer these shooters: with its weapon, and with a grenade.
    fn answers(self, me: usize, by: Figures) -> [bool; 2] {
        [!self.targets(me, by).is_empty(), G::grenade_answer(self, me, by).is_some()]
    }

    /// The ranking of such an answer.
    fn ranking_of(self, me: usize, [fires, throws]: [bool; 2]) -> u8 {
        match (fires, throws) {
            (_, true) => self.battle.frame.rules.weapons.of(Weapon::Grenade).ranking,
            (true, _) => self.ranking(me),
            _ => 0,
        }
    }

    /// A figure as a shooter.
    pub(crate) fn shooter(self, me: usize, snap: bool) -> Shooter {
        let (figure, profile) = (&self.figures[me], &self.battle.profiles[me]);
        Shooter {
            rep: figure.rep,
            weapon: self.weapon(me),
            twin: self.fires_two(me),
            attributes: profile.attributes,
            fast: profile.facts.fast || figure.fast,
            prone: profile.facts.prone || figure.prone,
            snap,
        }
    }

    /// The Rep of the Leader whose die a figure's group rolls: the best Leader who is present and carries on, 0 for
    /// none (CR-lead-3, CR-lead-4).
    pub(crate) fn leader_die(self, me: usize) -> u8 {
        let present = self.carrying_on(self.group(me)).filter(|who| self.is_leader(who));
        let own = present.iter().map(|who| self.figures[who].rep).max();
        self.battle.group_of(me).given_leader.or(own).unwrap_or(0)
    }

    /// The Rep of the Leader whose die a hunkered figure rolls: the best Leader of the friends that rally it
    /// (Clarification 21).
    pub(crate) fn rally_die(self, me: usize) -> u8 {
        let near = self.carrying_on(self.friends_within(me, self.battle.frame.rules.group_distance));
        let leaders = G::may_rally(self, me, near).filter(|who| self.is_leader(who));
        leaders.iter().map(|who| self.figures[who].rep).max().unwrap_or(0)
    }

    /// The leader of a group: the best Leader who carries on, otherwise the best figure that carries on (CR-lead-2,
    /// Clarification 13).
    pub(crate) fn led_by(self, members: Figures) -> Option<usize> {
        let up = self.carrying_on(members);
        self.best(up.filter(|who| self.is_leader(who))).or_else(|| self.best(up))
    }

    /// The enemy that a figure falls back from if no figure has caused it: the nearest in sight, otherwise the nearest
    /// known; of equals, the first in the roster (Clarification 24).
    pub(crate) fn nearest_cause(self, me: usize) -> Figures {
        let enemies = self.who_are_targets(self.battle.enemies(me));
        let nearest = |of: Figures| of.iter().min_by_key(|&enemy| self.distance(me, enemy));
        nearest(self.in_sight(me, enemies)).or_else(|| nearest(enemies)).map_or(Figures::NONE, Figures::one)
    }

    /// The members of a group that may act on their side's die (CR-turn-3, Clarification 13).
    pub(crate) fn activates(self, members: Figures, die: u8) -> Figures {
        let nobody = Member { rep: 0, leader: false, condition: Condition::Out };
        let mut group = [nobody; N];
        for (place, who) in members.iter().enumerate() {
            let condition = match self.figures[who].status {
                Status::CarryingOn => Condition::CarryingOn,
                Status::Ducked | Status::Hunkered | Status::Stunned => Condition::Hindered,
                _ => Condition::Out,
            };
            group[place] = Member { rep: self.figures[who].rep, leader: self.is_leader(who), condition };
        }
        let group = &group[..members.len()];
        let mut place = 0..;
        members.filter(|_| place.next().is_some_and(|place| activation::may_act(group, place, die)))
    }

    /// The extra dice of these testers, by the group of the first.
    pub(crate) fn leaders_of(self, test: Test, testers: Figures) -> Leaders {
        let born = self.best(testers.filter(|me| self.battle.profiles[me].attributes.has(Attribute::BornLeader)));
        // A Leader who does not carry on rolls his die for himself alone (CR-lead-4); not on Rally (Clarification 21).
        let group = testers.first().map_or(0, |one| match test {
            Test::Rally => self.rally_die(one),
            _ => self.leader_die(one),
        });
        let alone = self.best(testers.filter(|me| self.is_leader(me) && group == 0 && test != Test::Rally));
        let rep = |me: usize| self.figures[me].rep;
        Leaders { die: alone.map_or(group, rep), alone, born, extra: born.map_or(0, rep) }
    }

    /// A figure as a tester, with the row of the table that it reads.
    pub(crate) fn tester(self, me: usize, test: Test, cause: &Cause) -> Tester {
        let &Cause { by, ranking, up, burst, .. } = cause;
        let (figure, profile) = (&self.figures[me], &self.battle.profiles[me]);
        let rules = &self.battle.frame.rules;
        let answers = self.answers(me, by);
        let here = Circumstances {
            // A figure that hunkers down without cover lies in the open (CR-status-hunker).
            cover: if test == Test::Rally { !figure.prone } else { self.in_cover(me, by) },
            // A figure that sees none of the shooters is not outgunned (Clarification 9), except by a burst in its
            // sight (Clarification 33).
            outgunned: ranking > self.ranking_of(me, answers) && (burst || !self.in_sight(me, by).is_empty()),
            able: answers.contains(&true),
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
