//! Everything a player sees: what a man's side can know, asked on behalf of that man.
//!
//! Both sides know the scenario: the men, their arms and the map. Doors lie on the table, so both see which are open.
//! Both know the men out of action, because the side that causes a loss rolls for it (FT-eff-2, FT-eff-3). Of an enemy
//! in action a side knows only what its men who make him out see: his place, posture and latest move, and the yellow
//! and red counters beside him (FT-pin-1, FT-eff-1). It remembers where and when they last made him out.

use engage::{Inches, May, Side, Sighting};
use field::{Cell, Doors, Figures, Plan};

use crate::action::{Action, Ask};
use crate::battle::{Battle, Profile};
use crate::figure::{Man, Movement, Posture};
use crate::fire::{Mode, Preparation};
use crate::grenade::{Exposed, Grenade};
use crate::ground::Ground;
use crate::line_of_sight::{Laid, LineOfSight};
use crate::on_map::OnMap;
use crate::player::routes::Routes;
use crate::prepared::firing::FirerBits;
use crate::prepared::rolls::RollIndex;
use crate::rules::Rules;
use crate::scene::Scene;
use crate::squad::Doctrine;
use crate::view::BattleView;

/// Declares the questions a player may ask, each once with its answer, and makes a trait and its implementation of
/// them.
macro_rules! knowledge {
    ($($(#[$doc:meta])* fn $name:ident(&$me:ident $(, $given:ident: $kind:ty)*) -> $answer:ty $body:block)*) => {
        /// What a man's side can know.
        pub trait Knowledge {
            $($(#[$doc])* fn $name(&self $(, $given: $kind)*) -> $answer;)*

            /// A value that he cannot know: a test shows that peeking is detected.
            #[cfg(test)]
            fn peek(&self) -> usize;
        }

        impl<const N: usize, G: Ground<N>> Knowledge for Known<'_, N, G> {
            $(
                #[inline(always)]
                fn $name(&$me $(, $given: $kind)*) -> $answer $body
            )*

            #[cfg(test)]
            fn peek(&self) -> usize {
                self.hidden()
            }
        }
    };
}

knowledge! {
    /// The man asked.
    fn me(&self) -> usize {
        self.me
    }

    /// The pair of moves, from 1; 0 in a fight without a clock.
    fn turn(&self) -> u16 {
        self.turn
    }

    /// His doctrine.
    fn doctrine(&self) -> &Doctrine {
        &self.profile.doctrine
    }

    /// The rules.
    fn rules(&self) -> &Rules {
        &self.view.battle.rules
    }

    /// His state.
    fn man(&self) -> &Man {
        self.man
    }

    /// His side's men in action, including himself.
    fn friends(&self) -> Figures {
        self.view.friends_up(self.me)
    }

    /// The enemies in action, wherever they are.
    fn enemies(&self) -> Figures {
        self.view.enemies_up(self.me)
    }

    /// Whether he is pinned (FT-pin-1).
    fn is_pinned(&self) -> bool {
        self.view.pinned.contains(self.me)
    }

    /// The pinned men of his squad.
    fn pinned_squad(&self) -> Figures {
        self.view.pinned & self.profile.bonds.squad
    }

    /// The enemies in sight with a yellow counter (FT-pin-1).
    fn pinned_in_sight(&self) -> Figures {
        self.view.pinned & self.seen
    }

    /// Whether a man leads his squad: he is the first of its list in action (FT-unpin-6).
    fn is_leader(&self, who: usize) -> bool {
        self.view.leader(who) == Some(who)
    }

    /// Whether a man's weapon fires bursts (FT-fire-2).
    fn is_gunner(&self, who: usize) -> bool {
        self.view.battle.profiles[who].arm.automatic.is_some()
    }

    /// Whether he considers single shots, and bursts: his weapon can fire them and his doctrine wants them.
    fn considers(&self) -> [bool; 2] {
        self.profile.considers
    }

    /// Whether his weapon fires single shots (FT-fire-2).
    fn fires_single_shots(&self) -> bool {
        self.profile.arm.single.is_some()
    }

    /// The enemies he makes out: in sight, and not concealed or known to be there (FT-save-6, FT-gap-5).
    fn in_sight(&self) -> Figures {
        self.seen
    }

    /// The enemies he may fire or aim at: once he has named his target, only that one (FT-seq-4).
    fn targets(&self) -> Figures {
        self.view.targets_of(self.me, self.seen)
    }

    /// The enemies that any man of his side makes out.
    fn known(&self) -> Figures {
        G::known(self.view, self.me)
    }

    /// The distance of an enemy he makes out, in square inches; 0 on open ground, where all are equally far. For an
    /// enemy he does not make out, this and the following questions answer as if the enemy did not exist.
    fn squared(&self, target: usize) -> u16 {
        if !self.seen.contains(target) {
            return u16::MAX;
        }
        G::line_to_seen(self.view, self.me, target).squared
    }

    /// The same in inches.
    fn distance(&self, target: usize) -> Inches {
        G::inches(self.view, self.squared(target))
    }

    /// Whether an enemy makes him out, as far as he can tell.
    fn is_made_out(&self) -> bool {
        G::is_made_out(self.view, self.me)
    }

    /// The enemy who last fired or threw a grenade at him, if still in action.
    fn attacker(&self) -> Option<usize> {
        G::attacker(self.view, self.me)
    }

    /// Whether he may aim instead of firing (FT-hit-8, FT-hit-10).
    fn may_aim(&self) -> bool {
        self.view.may_aim(self.me)
    }

    /// His properties as a firer, for any target.
    fn firer(&self, mode: Mode, preparation: Preparation) -> FirerBits {
        self.view.firer(self.me, mode, preparation)
    }

    /// The chance that his shot puts out an enemy he makes out.
    fn odds(&self, firer: FirerBits, target: usize) -> f32 {
        if !self.seen.contains(target) {
            return 0.0;
        }
        let line = G::line_to_seen(self.view, self.me, target);
        let firer = self.view.facing(self.me, self.profile, target, firer);
        self.view.worth(self.profile.roll(firer, line.reach), target, line.sight)
    }

    /// Whether his weapon reaches an enemy he makes out.
    fn reaches(&self, firer: FirerBits, target: usize) -> bool {
        self.roll_at(firer, target).is_some_and(RollIndex::is_shot)
    }

    /// Whether a roll of his fire could hit an enemy he makes out.
    fn can_hit(&self, firer: FirerBits, target: usize) -> bool {
        self.roll_at(firer, target).is_some_and(RollIndex::can_hit)
    }

    /// The expected result of his burst, laid on an enemy he makes out or half way to another.
    fn burst(&self, firer: FirerBits, target: usize, point: usize) -> Burst {
        self.burst_of(firer, target, point)
    }

    /// Whether lying prone gives him a better save against a friend or an enemy in sight who fires at him (FT-save-2).
    fn is_safer_prone(&self, by: usize) -> bool {
        let (man, known) = (self.man(), self.friends() | self.seen);
        let line = if known.contains(by) { G::line_of_sight(self.view, by, self.me) } else { LineOfSight::NONE };
        let shown = |man: &Man| self.view.battle.attacks.shown(man, line.sight);
        shown(&Man { posture: Posture::Prone, ..*man }).is_safer_than(shown(man))
    }

    /// Whether this answer is legal, and which clause forbids it if not.
    ///
    /// # Errors
    /// The clause that forbids it.
    fn may(&self, ask: Ask, action: &Action) -> May {
        self.view.may(self.me, ask, action)
    }

    /// The map as he knows it; none on open ground.
    fn terrain(&self) -> Option<Terrain<'_>> {
        let ground = self.view.state.ground.on_map()?;
        Some(Terrain { battle: self.view.battle, ground, men: &self.view.state.men, me: self.me })
    }
}

/// The expected result of a burst or a grenade.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Burst {
    /// Known enemies it tests.
    pub enemies: usize,
    /// Friends it tests.
    pub friends: usize,
    /// Enemies expected out of action minus friends.
    pub worth: f32,
}

/// The knowledge of one man's side at one moment.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a, const N: usize, G> {
    view: BattleView<'a, N, G>,
    me: usize,
    turn: u16,
    profile: &'a Profile,
    man: &'a Man,
    /// The enemies he makes out.
    seen: Figures,
}

impl<'a, const N: usize, G: Ground<N>> Known<'a, N, G> {
    #[inline(always)]
    pub(crate) fn new(view: BattleView<'a, N, G>, me: usize, turn: u16) -> Known<'a, N, G> {
        let BattleView { battle, state } = view;
        Known { view, me, turn, profile: &battle.profiles[me], man: &state.men[me], seen: G::targets(view, me) }
    }

    /// His roll at an enemy he makes out.
    #[inline]
    fn roll_at(self, firer: FirerBits, target: usize) -> Option<RollIndex> {
        let roll = || {
            let firer = self.view.facing(self.me, self.profile, target, firer);
            self.profile.roll(firer, G::line_to_seen(self.view, self.me, target).reach)
        };
        self.seen.contains(target).then(roll)
    }

    #[inline]
    fn burst_of(self, firer: FirerBits, target: usize, point: usize) -> Burst {
        let seen = self.seen;
        if !seen.contains(target) || !seen.contains(point) {
            return Burst::default();
        }
        let firer = self.view.facing(self.me, self.profile, target, firer);
        let zone = G::beaten_zone(self.view, self.me, Laid { target, point });
        let friends = zone.tested & self.view.battle.friends(self.me);
        let enemies = zone.tested & self.enemies();
        let enemies = if (enemies - seen).is_empty() { enemies } else { enemies & self.known() };
        let worth = |other: usize| {
            let line = self.view.in_zone(self.me, other, zone);
            let worth = self.view.worth(self.profile.roll(firer, line.reach), other, line.sight);
            if friends.contains(other) { -worth } else { worth }
        };
        let worth = (friends | enemies).iter().map(worth).sum();
        Burst { enemies: enemies.len(), friends: friends.len(), worth }
    }

    #[cfg(test)]
    fn hidden(&self) -> usize {
        let hidden = self.enemies() - self.known();
        let ground = self.view.state.ground.on_map();
        let at = |enemy| ground.and_then(|ground| ground.at(enemy));
        hidden.iter().filter_map(at).map(Cell::index).sum()
    }
}

/// An enemy whose place a side knows or remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighted {
    /// The enemy.
    pub who: usize,
    /// Where he is, or was last made out.
    pub cell: Cell,
    /// His latest move, or that which he had made then.
    pub movement: Movement,
}

/// The map as a man's side knows it.
#[derive(Clone, Copy)]
pub struct Terrain<'a> {
    battle: &'a Battle,
    ground: &'a OnMap<'a>,
    men: &'a [Man],
    me: usize,
}

impl<'a> Terrain<'a> {
    /// The map.
    #[inline]
    #[must_use]
    pub fn plan(&self) -> &'a Plan {
        self.ground.plan()
    }

    /// The squares of an area or a room, by its name.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<&'a field::CellSet> {
        self.ground.site.map().squares(name)
    }

    /// The open doors.
    #[inline]
    #[must_use]
    pub fn doors(&self) -> Doors {
        self.ground.scene.doors
    }

    /// His side.
    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.battle.profiles[self.me].side
    }

    /// His own square.
    #[inline]
    #[must_use]
    pub fn here(&self) -> Option<Cell> {
        self.ground.at(self.me)
    }

    /// His goals, and the ways there.
    #[inline]
    #[must_use]
    pub(crate) fn routes(&self) -> &'a Routes {
        &self.ground.site.routes
    }

    /// Whether his side knows a man's place.
    #[inline]
    fn is_known(&self, who: usize) -> bool {
        let friends = self.battle.friends(self.me);
        friends.contains(who)
            || self.ground.makes_out(self.me).contains(who)
            || friends.iter().any(|friend| self.ground.makes_out(friend).contains(who))
    }

    /// A man's square, if his side knows it.
    #[inline]
    #[must_use]
    pub fn stands(&self, who: usize) -> Option<Cell> {
        self.ground.at(who).filter(|_| self.is_known(who))
    }

    /// The enemies in action whose places his side knows, or last knew in this turn or later.
    pub fn sighted(self, since: u16) -> impl Iterator<Item = Sighted> + 'a {
        let Scene { standing, sightings, .. } = &self.ground.scene;
        let (men, there) = (self.men, standing.placed());
        let friends = self.battle.friends(self.me) & there;
        let known = friends.iter().fold(Figures::NONE, |all, friend| all | self.ground.makes_out(friend));
        let remembered = sightings.since(since, (self.battle.enemies(self.me) & there) - known);
        (known | remembered).into_iter().filter_map(move |who| {
            if known.contains(who) {
                return Some(Sighted { who, cell: standing.at(who)?, movement: men[who].movement });
            }
            let &Sighting { cell, state, .. } = sightings.of(who)?;
            Some(Sighted { who, cell, movement: state })
        })
    }

    /// The man in a square, as far as his side knows.
    #[inline(always)]
    #[must_use]
    pub fn who(&self, square: Cell) -> Option<usize> {
        // Usually nobody is there.
        if self.ground.scene.standing.is_free(square) { None } else { self.known_in(square) }
    }

    fn known_in(&self, square: Cell) -> Option<usize> {
        self.ground.scene.standing.who(square).filter(|&who| self.is_known(who))
    }

    /// The offensive and defensive grenades he has left.
    #[must_use]
    pub fn grenades(&self) -> [u8; 2] {
        [Grenade::Offensive, Grenade::Defensive].map(|kind| self.ground.grenades(self.me, kind))
    }

    /// The enemies he makes out and may throw at: within reach, and in sight for long enough (FT-gren-1, FT-gren-10).
    #[must_use]
    pub fn throw_targets(&self) -> Figures {
        self.ground.throw_targets(&self.battle.rules, self.me)
    }

    /// The men known to him that a grenade exploding in a square would test, with their exposure (FT-gren-5, FT-gren-6,
    /// FT-gren-12).
    pub fn in_blast(&self, square: Cell, grenade: Grenade) -> impl Iterator<Item = (usize, Exposed)> + '_ {
        let found = self.ground.in_blast(&self.battle.rules, square, grenade);
        let strangers = found - self.battle.friends(self.me) - self.ground.makes_out(self.me);
        let known = found - strangers.filter(|who| !self.is_known(who));
        known.into_iter().map(move |who| (who, self.ground.exposed(&self.men[who], who, square)))
    }

    /// Whether a man is on his side.
    #[inline]
    #[must_use]
    pub fn is_friend(&self, who: usize) -> bool {
        self.battle.friends(self.me).contains(who)
    }
}
