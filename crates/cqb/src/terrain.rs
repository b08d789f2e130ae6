//! What the side of a figure can know about a map and the figures on it.
//!
//! Both sides know the map with its rooms and ways. They hear doors open, which are never shut again, hear shots and
//! stun grenades, and see gas, anywhere on the map. Lost bystanders are counted for both sides, as the mission may
//! depend on them. The side does not know where an enemy out of sight stands: a square out of sight counts as free
//! unless a figure of the side is there.

use engage::{Objective, Sighting};
use field::{Cell, Door, Doors, Figures, Room};

use crate::action::Grenade;
use crate::battle::Battle;
use crate::figure::Figure;
use crate::fire::target::Firing;
use crate::scene::Scene;
use crate::site::Site;

/// The map around a figure, as its side knows it.
#[derive(Clone, Copy, Debug)]
pub struct Terrain<'a> {
    battle: &'a Battle,
    site: &'a Site,
    scene: &'a Scene,
    me: usize,
    here: Cell,
}

impl<'a> Terrain<'a> {
    #[inline(always)]
    pub(crate) fn new(battle: &'a Battle, site: &'a Site, scene: &'a Scene, me: usize, figure: &Figure) -> Terrain<'a> {
        Terrain { battle, site, scene, me, here: site.cell(figure) }
    }

    /// The compiled map: its plan, ways and posts.
    #[inline]
    #[must_use]
    pub fn site(&self) -> &'a Site {
        self.site
    }

    /// The square that the figure stands in.
    #[inline]
    #[must_use]
    pub fn here(&self) -> Cell {
        self.here
    }

    /// The enemies that the figure sees.
    #[inline]
    #[must_use]
    pub fn sees(&self) -> Figures {
        self.scene.sees[self.me]
    }

    /// The enemies seen by a figure of its side.
    #[inline]
    #[must_use]
    pub fn seen_by(&self, friend: usize) -> Figures {
        if self.battle.friends_of(self.me).contains(friend) { self.scene.sees[friend] } else { Figures::NONE }
    }

    /// Where and when its side last saw an enemy who has not fallen, unless somebody has looked there since.
    #[inline]
    #[must_use]
    pub fn sighting(&self, enemy: usize) -> Option<&'a Sighting> {
        self.scene.known.of(enemy).filter(|_| self.battle.enemies_of(self.me).contains(enemy))
    }

    /// The enemies whom its side has seen in a turn or later, and knows nothing newer of.
    #[inline]
    #[must_use]
    pub fn known_since(&self, turn: u16) -> Figures {
        self.scene.known.since(turn, self.battle.enemies_of(self.me))
    }

    /// Whether it acts simultaneously with others (CQB-3e).
    #[inline]
    #[must_use]
    pub fn is_together(&self) -> bool {
        self.scene.before.is_some()
    }

    /// Whether a figure of its side sees an enemy.
    #[inline]
    #[must_use]
    pub fn in_contact(&self) -> bool {
        self.battle.friends_of(self.me).iter().any(|friend| !self.scene.sees[friend].is_empty())
    }

    /// The square of a figure of its side, of an enemy in view or of a hostage in view.
    #[must_use]
    pub fn cell_of(&self, who: usize) -> Option<Cell> {
        self.scene.standing.at(who).filter(|&cell| self.is_known(self.here, who, cell))
    }

    /// The figures of its side whose squares satisfy a condition.
    #[inline]
    #[must_use]
    pub fn friends_that(&self, suits: impl FnMut(Cell) -> bool) -> Figures {
        self.scene.standing.that(self.battle.friends_of(self.me), suits)
    }

    /// The figures of its side on the map.
    #[inline]
    #[must_use]
    pub fn friends(&self) -> Figures {
        self.scene.standing.placed() & self.battle.friends_of(self.me)
    }

    /// Whether another figure of its side is in a square.
    #[inline]
    #[must_use]
    pub fn is_comrade_in(&self, cell: Cell) -> bool {
        let standing = &self.scene.standing;
        !standing.is_free(cell)
            && standing.who(cell).is_some_and(|who| self.battle.friends_of(self.me).without(self.me).contains(who))
    }

    /// Whether nobody is known to stand in a square, as seen from another.
    #[inline]
    #[must_use]
    pub fn is_free(&self, from: Cell, cell: Cell) -> bool {
        self.scene.is_free(cell) || self.who(from, cell).is_none()
    }

    /// The figure known to be in a square, seen from another.
    #[must_use]
    pub fn who(&self, from: Cell, cell: Cell) -> Option<usize> {
        self.scene.who(cell).filter(|&who| self.is_known(from, who, cell))
    }

    /// Whether an enemy is known to stand in a square, as seen from another.
    #[inline(always)]
    #[must_use]
    pub fn is_enemy(&self, from: Cell, cell: Cell) -> bool {
        let enemy = || self.who(from, cell).is_some_and(|who| self.battle.enemies_of(self.me).contains(who));
        !self.scene.is_free(cell) && enemy()
    }

    #[inline]
    fn is_known(&self, from: Cell, who: usize, cell: Cell) -> bool {
        self.battle.friends_of(self.me).contains(who) || self.site.plan().sees(from, cell, self.scene.doors)
    }

    /// The doors that stand open.
    #[inline]
    #[must_use]
    pub fn doors(&self) -> Doors {
        self.scene.doors
    }

    /// Whether a door is shut.
    #[inline]
    #[must_use]
    pub fn is_shut(&self, door: Door) -> bool {
        !self.scene.doors.is_open(door)
    }

    /// Whether a shot has been fired.
    #[inline]
    #[must_use]
    pub fn alarm(&self) -> bool {
        self.scene.alarm
    }

    /// Whether a stun grenade has gone off in a room.
    #[must_use]
    pub fn is_shaken(&self, room: Room) -> bool {
        self.scene.is_shaken(room)
    }

    /// Whether a room is full of gas, or on fire.
    #[must_use]
    pub fn is_clouded(&self, room: Room) -> bool {
        self.scene.cloud_in(room).is_some()
    }

    /// How many of these grenades the figure has left.
    #[inline]
    #[must_use]
    pub fn left_of(&self, grenade: Grenade) -> u8 {
        match grenade {
            Grenade::Stun => self.scene.stuns[self.me],
            Grenade::Gas => self.scene.gases[self.me],
        }
    }

    /// Whether the figure may act: it is neither stunned nor overcome by gas (CQB-6b, CQB-7b).
    #[inline]
    #[must_use]
    pub fn is_able(&self) -> bool {
        self.scene.is_able(self.me)
    }

    /// The failed gas tests of the figure (CQB-7b).
    #[inline]
    #[must_use]
    pub fn gas_breathed(&self) -> u8 {
        self.scene.failures[self.me]
    }

    /// Whether there are hostages who are neither lost nor freed by the mission's side.
    #[must_use]
    pub fn captives_left(&self) -> bool {
        !(self.scene.captives() - self.scene.freed).is_empty()
    }

    /// Whether one hostage is left of those whom its side has to bring away.
    #[must_use]
    pub fn is_last_captive(&self) -> bool {
        let mission = self.site.mission();
        mission.side == self.battle.profiles[self.me].side
            && matches!(mission.objective, Objective::Rescue | Objective::Escort)
            && self.scene.captives().len() == 1
    }

    /// Whether the bomb has been made safe.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        self.scene.safe
    }

    /// Whether an enemy in view would be visible from a square, with no hostage known to be in the line of fire
    /// (CQB-5.3.3e).
    #[must_use]
    pub fn is_clear(&self, from: Cell, to: Cell) -> bool {
        self.site.plan().sees(from, to, self.scene.doors) && self.is_line_clear(from, to)
    }

    /// Whether no hostage is known to be in the line of fire from a square at an enemy in view (CQB-5.3.3e).
    #[inline]
    #[must_use]
    pub fn is_line_clear(&self, from: Cell, to: Cell) -> bool {
        // The line of fire is a part of the ray, which is quickly worked out.
        self.scene.standing.misses(self.site.plan(), from, to, self.scene.captives())
            || self.endangered(from, to).next().is_none()
    }

    /// The hostages known to be in the line of fire from a square at an enemy in view, up to the enemy and beyond it
    /// (CQB-5.3.3e).
    #[inline]
    pub fn endangered(&self, from: Cell, to: Cell) -> impl Iterator<Item = usize> + use<'a> {
        let terrain = *self;
        let known = move |who: &usize| {
            terrain.scene.standing.at(*who).is_some_and(|cell| terrain.is_known(terrain.here, *who, cell))
        };
        self.site.line_of_fire(self.scene, &self.battle.rules, from, to).filter(known)
    }

    /// Adds gas, and the hostages known to be in the line of fire, to the figure's fire at an enemy in view
    /// (CQB-5.3.3e, CQB-5.3.6d).
    #[inline]
    pub(crate) fn with_gas_and_hostages(&self, enemy: &Figure, firing: Firing) -> Firing {
        let hostages =
            if self.anybody_endangered() { self.endangered(self.here, self.site.cell(enemy)).count() as u8 } else { 0 };
        Firing { gas: self.scene.failures[self.me], hostages, ..firing }
    }

    /// Whether any hostage may be in a line of fire.
    #[inline]
    #[must_use]
    pub fn anybody_endangered(&self) -> bool {
        !self.scene.captives().is_empty()
    }
}
