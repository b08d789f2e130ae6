//! What one figure's side can know: everything that a player may use.
//!
//! A side knows everything about its own figures, the scenario and the map. Of an enemy it knows where and how it last
//! saw it ([`Sighting`]); of hostages, bombs, doors and smoke what its map shows ([`Knowledge::bomb`] and others); of
//! sounds their direction. Both sides know who takes part, with which weapon, and where the sides begin.

use engage::{Inches, May, Side};
use field::{Cell, Doors, Facing, Figures, Plan, Room};

use crate::action::{Action, Order};
use crate::assault::{BOMBS, FIGURES, KnownBomb, Lines, Sighting, View, is_at_hand};
use crate::die::Test;
use crate::figure::{Man, Pace, Weapon};
use crate::grenade::{Kit, Landing, landed};
use crate::mission::Mission;
use crate::rules::Rules;
use crate::spot::Stance;
use crate::squad::Doctrine;

/// What a figure's side can know when the figure is asked.
#[derive(Clone, Copy)]
pub struct Knowledge<'a> {
    view: View<'a>,
    me: usize,
    doctrine: &'a Doctrine,
}

impl std::fmt::Debug for Knowledge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Knowledge").field("me", &self.me).field("turn", &self.view.now).finish_non_exhaustive()
    }
}

impl<'a> Knowledge<'a> {
    /// What the side of a figure that is led by a doctrine can know.
    #[inline]
    pub(crate) const fn new(view: View<'a>, me: usize, doctrine: &'a Doctrine) -> Knowledge<'a> {
        Knowledge { view, me, doctrine }
    }

    /// The number of the figure asked.
    #[inline]
    #[must_use]
    pub const fn me(&self) -> usize {
        self.me
    }

    /// Its side.
    #[inline]
    #[must_use]
    pub fn side(&self) -> Side {
        self.view.assault.side(self.me)
    }

    /// Whether it may give this answer.
    ///
    /// # Errors
    /// The clause that forbids it.
    pub fn may(&self, action: &Action) -> May {
        self.view.may(self.me, action)
    }

    /// The turn, counted from 1.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> u16 {
        self.view.now
    }

    // The scenario.

    /// The rules in force.
    #[inline]
    #[must_use]
    pub fn rules(&self) -> &'a Rules {
        &self.view.assault.rules
    }

    /// The mission.
    #[inline]
    #[must_use]
    pub fn mission(&self) -> Mission {
        self.view.assault.mission
    }

    /// The weapon of a figure, friend or foe.
    #[inline]
    #[must_use]
    pub fn weapon(&self, who: usize) -> Weapon {
        self.view.assault.profiles[who].weapon
    }

    /// The VIP, if there is one. Only its own side knows where it is.
    #[inline]
    #[must_use]
    pub fn vip(&self) -> Option<usize> {
        self.view.assault.vip
    }

    // The map.

    /// The plan of the place.
    #[inline]
    #[must_use]
    pub fn plan(&self) -> &'a Plan {
        self.view.plan()
    }

    /// Whether a cell belongs to the mission's place.
    #[inline]
    #[must_use]
    pub fn is_place(&self, cell: Cell) -> bool {
        self.view.site().place.contains(cell)
    }

    /// The goal that is the mission's place.
    #[inline]
    #[must_use]
    pub fn place_goal(&self) -> u8 {
        self.view.site().place_goal
    }

    /// The distance left to a goal, in thousandths of an inch; `u32::MAX` without a way.
    #[inline]
    #[must_use]
    pub fn left(&self, from: Cell, goal: u8) -> u32 {
        self.view.site().left(from, goal)
    }

    /// The nearest post outside this set, if there is a way to one.
    pub(crate) fn nearest_post(&self, posts: &engage::Posts, from: Cell, but: u128) -> Option<u8> {
        posts.nearest(&self.view.site().ways, from, but)
    }

    /// The next cell on the way to a goal. `None` at the goal or without a way.
    #[inline]
    #[must_use]
    pub fn next(&self, from: Cell, goal: u8) -> Option<Cell> {
        self.view.site().step(from, goal).map(|(next, _)| next)
    }

    /// The room behind the next cell on a way, if that is an opening.
    #[must_use]
    pub fn brink(&self, from: Cell, next: Cell) -> Option<Room> {
        self.view.site().brink(from, next)
    }

    /// Whether a figure can hide in a cell (GGG-see-8).
    #[inline]
    #[must_use]
    pub fn hides(&self, cell: Cell) -> bool {
        self.view.site().hides(cell)
    }

    /// The doors that the team knows to be open.
    #[inline]
    #[must_use]
    pub fn doors(&self) -> Doors {
        self.view.state.game.maps[self.side()].doors
    }

    /// Lines of sight, given the doors and smoke that the team knows of.
    #[inline]
    pub(crate) fn lines(&self) -> Lines<'a> {
        let map = &self.view.state.game.maps[self.side()];
        Lines { plan: self.plan(), doors: map.doors, smoke: &map.smoke, smoke_sight: self.rules().smoke_sight }
    }

    /// Whether one cell is in sight of another, given the doors and smoke that the team knows of.
    #[inline]
    #[must_use]
    pub fn in_sight(&self, from: Cell, to: Cell) -> bool {
        self.lines().sees(from, to)
    }

    /// Whether a throw from one cell reaches another (GGG-gren-14).
    #[must_use]
    pub fn in_reach(&self, here: Cell, aim: Cell) -> bool {
        self.view.in_reach(here, aim)
    }

    /// Where a grenade aimed at a cell comes down if it scatters like this, given the doors that the team knows to be
    /// open (GGG-gren-7).
    #[must_use]
    pub fn lands(&self, here: Cell, aim: Cell, landing: Landing) -> Cell {
        landed(self.plan(), self.rules().scatter_wall, self.doors(), [here, aim], landing)
    }

    /// Whether nobody is known to stand in a cell.
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        let Some(who) = self.view.state.game.standing.who(cell) else { return true };
        if who >= FIGURES {
            return self.hostage(who) != Some(cell);
        }
        self.view.assault.side(who) != self.side() && !self.fresh().contains(who)
    }

    // The team.

    /// The figures of its side in action, including itself.
    #[inline]
    #[must_use]
    pub fn team(&self) -> Figures {
        self.view.in_action(self.side())
    }

    /// All figures of its side, in action or not.
    #[must_use]
    pub fn whole_team(&self) -> Figures {
        self.view.assault.team(self.side())
    }

    /// The figures of its side that have had their orders before it.
    #[must_use]
    pub fn team_before(&self) -> Figures {
        self.team() & Figures::below(self.me)
    }

    /// The doctrine of a figure of its side.
    #[must_use]
    pub fn doctrine_of(&self, friend: usize) -> &'a Doctrine {
        self.own(friend);
        &self.view.assault.profiles[friend].doctrine
    }

    /// The place that it goes to first, by its number among those that squads name.
    #[must_use]
    #[inline]
    pub fn via(&self) -> Option<u8> {
        self.view.assault.profiles[self.me].via
    }

    /// Its own doctrine.
    #[inline]
    #[must_use]
    pub fn doctrine(&self) -> &'a Doctrine {
        self.doctrine
    }

    /// The cell of a figure of its side.
    #[must_use]
    pub fn at(&self, friend: usize) -> Option<Cell> {
        self.own(friend);
        self.view.at(friend)
    }

    /// Its own cell.
    #[inline]
    #[must_use]
    pub fn here(&self) -> Option<Cell> {
        self.view.at(self.me)
    }

    /// A figure of its side.
    #[must_use]
    pub fn man(&self, friend: usize) -> &'a Man {
        self.own(friend);
        &self.view.state.game.men[friend]
    }

    /// The grenades it has left.
    #[inline]
    #[must_use]
    pub fn kit(&self) -> Kit {
        self.view.state.game.kits[self.me]
    }

    /// Whether its rifle must be reloaded (GGG-snipe-7).
    #[must_use]
    pub fn reloads(&self) -> bool {
        self.view.reloads(self.me)
    }

    /// The most it can move at a pace, in thousandths of an inch (GGG-move-1).
    #[must_use]
    pub fn allowance(&self, pace: Pace) -> u32 {
        self.view.allowance(self.me, pace)
    }

    /// Its pace and whether it hides, in this turn.
    #[inline]
    #[must_use]
    pub fn stance(&self) -> Stance {
        self.view.state.game.stances[self.me]
    }

    /// Its facing.
    #[inline]
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.view.state.game.facing[self.me]
    }

    /// The order given to a figure of its side in this turn.
    #[must_use]
    pub fn order(&self, friend: usize) -> &'a Order {
        self.own(friend);
        &self.view.state.turn.orders[friend]
    }

    /// Turns of work that a figure of its side has done (GGG-bomb-5).
    #[must_use]
    pub fn work(&self, friend: usize) -> u16 {
        self.own(friend);
        self.view.state.game.work[friend]
    }

    /// The enemies that a figure of its side saw in the last turn.
    #[must_use]
    pub fn saw(&self, friend: usize) -> Figures {
        self.own(friend);
        self.view.state.last.seen[friend]
    }

    /// The enemies that it sees in this turn.
    #[inline]
    #[must_use]
    pub fn sees(&self) -> Figures {
        self.view.state.turn.seen[self.me]
    }

    /// Whether it could hide in its cell (GGG-see-8).
    #[inline]
    #[must_use]
    pub fn may_hide(&self) -> bool {
        self.view.may_hide(self.me)
    }

    /// Whether it could take up an adjacent bomb (GGG-bomb-1).
    #[inline]
    #[must_use]
    pub fn may_take_bomb(&self) -> bool {
        self.view.may_take_bomb(self.me)
    }

    /// The figures of its side that were shot at in the last turn.
    #[must_use]
    pub fn were_shot_at(&self) -> Figures {
        self.view.state.last.shot_at & self.view.assault.team(self.side())
    }

    /// The figures of its side that fired in the last turn.
    #[must_use]
    pub fn have_fired(&self) -> Figures {
        self.view.state.last.fired & self.view.assault.team(self.side())
    }

    /// The direction from which it heard footsteps or voices, or was shot at, in the last turn (GGG-sound-1).
    #[inline]
    #[must_use]
    pub fn heard(&self) -> Option<Facing> {
        self.view.state.last.heard[self.me]
    }

    // Enemies.

    /// The enemies in action, as far as the team knows.
    #[inline]
    #[must_use]
    pub fn enemies(&self) -> Figures {
        self.view.assault.enemies(self.me) - self.view.state.game.known_out
    }

    /// Where and how the team last saw an enemy.
    #[inline]
    #[must_use]
    pub fn sighting(&self, enemy: usize) -> Option<&'a Sighting> {
        debug_assert!(self.view.assault.side(enemy) != self.side(), "a sighting of a friend");
        self.view.state.game.known.of(enemy)
    }

    /// The enemies that the team has seen in the last turn or since.
    #[inline]
    #[must_use]
    pub fn fresh(&self) -> Figures {
        self.enemies() & self.view.state.fresh()
    }

    /// The enemies among these that are in sight of a cell.
    #[must_use]
    pub fn threats(&self, here: Cell) -> Figures {
        let lines = self.lines();
        self.fresh().filter(|enemy| self.sighting(enemy).is_some_and(|seen| lines.sees(here, seen.cell)))
    }

    /// How an enemy appears from a cell, as it was last seen: smoke that the team knows of may hide it (GGG-gren-10).
    #[must_use]
    pub fn looks(&self, sighting: &Sighting, from: Cell) -> Stance {
        self.lines().stance(sighting.state.stance, from, sighting.cell)
    }

    /// The die with which it would hit an enemy that it may fire at, and the distance.
    #[must_use]
    pub fn shot(&self, target: usize) -> Option<(Test, Inches)> {
        self.view.shot(self.me, target).map(|(shot, range)| (shot.to_hit, range))
    }

    // Hostages and bombs.

    /// The hostages: Counter-Terrorists know which are safe, Terrorists do not.
    #[inline]
    #[must_use]
    pub fn hostages(&self) -> Figures {
        match self.side() {
            Side::Blue => self.view.state.game.hostages(),
            Side::Red => Figures::below(FIGURES + self.view.site().hostages) - Figures::below(FIGURES),
        }
    }

    /// The cell where the team last saw a hostage.
    #[inline]
    #[must_use]
    pub fn hostage(&self, hostage: usize) -> Option<Cell> {
        self.view.state.game.maps[self.side()].hostages[hostage - FIGURES]
    }

    /// Whether a hostage follows a figure of its side that is in action.
    #[must_use]
    pub fn is_led(&self, hostage: usize) -> bool {
        self.view.state.game.leader(hostage).is_some_and(|leader| self.team().contains(leader))
    }

    /// Whether it leads a hostage.
    #[inline]
    #[must_use]
    pub fn leads(&self) -> bool {
        self.view.state.game.leads(self.me)
    }

    /// What the team knows of each bomb.
    #[inline]
    #[must_use]
    pub fn bombs(&self) -> [KnownBomb; BOMBS] {
        self.view.state.game.maps[self.side()].bombs
    }

    /// The turn in which the team first knew that a bomb ticks; 0 if it does not know.
    #[inline]
    #[must_use]
    pub fn found(&self, bomb: usize) -> u16 {
        self.view.state.game.maps[self.side()].found[bomb]
    }

    /// The bomb that a figure of its side carries, by number.
    #[must_use]
    pub fn carried(&self, friend: usize) -> Option<usize> {
        self.own(friend);
        self.view.carried(friend)
    }

    /// Whether two cells are adjacent, with nothing solid between.
    #[must_use]
    pub fn at_hand(&self, here: Cell, there: Cell) -> bool {
        is_at_hand(self.plan(), here, there, self.doors())
    }

    /// A value it cannot know, for the test that catches players who peek.
    #[cfg(test)]
    pub(crate) fn peek(&self) -> usize {
        let cells = self.view.assault.enemies(self.me).iter().filter_map(|enemy| self.view.at(enemy));
        cells.map(Cell::index).sum()
    }

    /// Asserts that a figure is of the own side: this much is known only of one's own.
    #[inline]
    fn own(&self, friend: usize) {
        debug_assert!(self.view.assault.side(friend) == self.side(), "an enemy is asked about as a friend");
    }
}
