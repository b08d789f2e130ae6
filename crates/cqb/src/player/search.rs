//! The automatic player on a map: searching rooms, going to the place of its mission, throwing grenades, avoiding
//! hostages.

use engage::{Objective, Posts, Stack};
use field::{Cell, Door, INCH, Opening, Room};

use crate::action::{Action, Grenade, Pace, Walk};
use crate::figure::Wound;
use crate::knowledge::Knowledge;
use crate::options::MoveAndFire;
use crate::player::doctrine::{Orders, Throw};
use crate::player::memory::Memory;
use crate::site::MOVER;
use crate::terrain::Terrain;

/// How far a guard goes to comrades, in thousandths of an inch: two Fast moves.
const HELP: u32 = 24 * INCH;

/// How far a searcher goes for an enemy whom its side has seen.
const HUNT: u32 = 40 * INCH;

/// For how many turns the places where enemies were seen count as watched by them.
const WATCHED: u16 = 3;

/// Whether a guard that is on Hold and sees no enemy has something else to do: nothing before the first shot; after it,
/// to close up to comrades, and to aim.
#[inline]
pub(crate) fn is_called(knowledge: &Knowledge<'_>, terrain: &Terrain<'_>) -> bool {
    terrain.alarm() && (aims_on_hold(knowledge) || guarded(knowledge, terrain, terrain.here()).is_some())
}

/// Whether a figure that waits for the enemy aims first. After the first shot it does: an aim is tied to no target, and
/// lasts until it moves (CQB-5.3.2a).
pub(crate) fn aims_on_hold(knowledge: &Knowledge<'_>) -> bool {
    let alarm = knowledge.terrain().is_some_and(Terrain::alarm);
    alarm && !knowledge.figure().aiming && knowledge.gains_by_aim()
}

/// The goal of a guard after the first shot: the nearest comrade who is in a fight or has a lower number, so that two do
/// not change places; none if it is with one already. It does not stay where others have to pass.
fn guarded(knowledge: &Knowledge<'_>, terrain: &Terrain<'_>, here: Cell) -> Option<u8> {
    let site = terrain.site();
    if holds_the_place(knowledge, terrain, here) {
        return None;
    }
    let passage = site.is_passage(here);
    let mut nearest = (HELP + 1, None);
    for friend in terrain.friends().without(knowledge.me()) {
        let fights = !terrain.seen_by(friend).is_empty();
        let Some(cell) = terrain.cell_of(friend).filter(|_| fights || friend < knowledge.me()) else { continue };
        if !passage && site.plan().sees(here, cell, terrain.doors()) {
            return None;
        }
        let posts = site.posts_that_see(cell).map(|post| (site.way(here, post).left, Some(post)));
        nearest = posts.fold(nearest, |nearest, next| if next.0 < nearest.0 { next } else { nearest });
    }
    nearest.1.or_else(|| site.nearest_post(here, 0).filter(|_| passage))
}

/// Whether a figure keeps the place of the mission from the other side.
fn holds_the_place(knowledge: &Knowledge<'_>, terrain: &Terrain<'_>, here: Cell) -> bool {
    let (site, mission) = (terrain.site(), terrain.site().mission());
    let placed = matches!(mission.objective, Objective::Hold | Objective::Bomb | Objective::Escort);
    placed && mission.side != knowledge.side() && site.place().contains(here)
}

/// A figure on a map and the memory of its side.
struct Searcher<'k, 'm> {
    knowledge: &'k Knowledge<'k>,
    terrain: &'k Terrain<'k>,
    memory: &'m mut Memory,
}

/// A room that a figure stands in front of, and of which its side is not sure: the opening that leads into it, and its
/// door if that is shut.
struct Brink<'a> {
    opening: &'a Opening,
    room: Room,
    shut: Option<Door>,
}

/// Remembers where a figure is and, if it sees no enemy, which rooms it has looked into from there. Returns its goal, if
/// that has been worked out: `Some(None)` if it stays.
#[inline(always)]
pub(crate) fn note(knowledge: &Knowledge<'_>, memory: &mut Memory) -> Option<Option<u8>> {
    Searcher::new(knowledge, memory)?.note()
}

/// The action of a figure with no enemy in view that it may shoot at. `goal` is its goal, if already worked out.
pub(crate) fn seek(knowledge: &Knowledge<'_>, memory: &mut Memory, goal: Option<Option<u8>>) -> Action {
    Searcher::new(knowledge, memory).map_or(Action::Idle, |mut searcher| searcher.seek(goal))
}

/// What a figure that sees an enemy throws instead of firing: a grenade for the enemy's room if it stands in front of
/// that, by its doctrine.
#[inline]
pub(crate) fn throws_first(knowledge: &Knowledge<'_>, memory: &mut Memory) -> Option<Action> {
    if knowledge.doctrine().throw != Throw::First {
        return None;
    }
    let mut searcher = Searcher::new(knowledge, memory)?;
    let left = |grenade| searcher.terrain.left_of(grenade) > 0;
    if !left(Grenade::Stun) && !left(Grenade::Gas) {
        return None;
    }
    let brink = searcher.brink(searcher.ahead(searcher.goal()?));
    let brink = brink.filter(|brink| brink.shut.is_none() && searcher.sees_into(brink.room))?;
    searcher.throw(&brink)
}

/// The next square of a move.
#[inline(always)]
pub(crate) fn step(knowledge: &Knowledge<'_>, memory: &mut Memory, walk: &Walk) -> Action {
    let Some(mut searcher) = Searcher::new(knowledge, memory) else { return Action::Idle };
    searcher.step(walk)
}

impl<'k, 'm> Searcher<'k, 'm> {
    #[inline(always)]
    fn new(knowledge: &'k Knowledge<'k>, memory: &'m mut Memory) -> Option<Searcher<'k, 'm>> {
        let terrain = knowledge.terrain()?;
        Some(Searcher { knowledge, terrain, memory })
    }

    fn me(&self) -> usize {
        self.knowledge.me()
    }

    /// The posts that the side need no longer visit.
    fn visited(&self) -> u128 {
        self.memory.search.visited(self.terrain.site().known_from_the_start(self.knowledge.side()))
    }

    fn has_visited(&self, posts: u128) -> bool {
        self.visited() & posts == posts
    }

    fn note(&mut self) -> Option<Option<u8>> {
        let (me, here, site) = (self.me(), self.terrain.here(), self.terrain.site());
        let place = here.index() as u16;
        if self.memory.place[me] != place {
            (self.memory.place[me], self.memory.search.waited[me]) = (place, 0);
        }
        self.memory.noted = None;
        if !self.knowledge.in_view().is_empty() {
            return None;
        }
        self.memory.search.look_from(site.posts(), here);
        if self.visited() == site.posts().every() && site.mission().objective != Objective::Search {
            self.memory.search.look_into_nooks(site.posts(), here);
        }
        let goal = self.goal_from(here);
        if goal.is_some() {
            (self.memory.search.goal[me], self.memory.noted) = (goal, Some(me as u8));
        }
        Some(goal)
    }

    /// The goal of a figure by its orders; `None` if it stays.
    fn goal(&self) -> Option<u8> {
        self.goal_from(self.terrain.here())
    }

    /// The same from its square during a move.
    #[inline]
    fn goal_from(&self, here: Cell) -> Option<u8> {
        let site = self.terrain.site();
        let place = || Some(site.place_goal()).filter(|_| !site.place().contains(here));
        match self.knowledge.doctrine().orders {
            Orders::Stay => None,
            Orders::Guard if !self.terrain.alarm() => None,
            Orders::Guard => guarded(self.knowledge, self.terrain, here),
            Orders::Respond if !self.terrain.alarm() => None,
            Orders::Respond | Orders::Assault => self.hunted(here).or_else(|| self.next_post(here)),
            Orders::Mission => match site.mission().objective {
                Objective::Eliminate | Objective::Rescue => self.hunted(here).or_else(|| self.next_post(here)),
                Objective::Search => self.next_post(here),
                Objective::Hold | Objective::Bomb => place(),
                Objective::Escort if self.terrain.captives_left() => self.next_post(here),
                Objective::Escort => place(),
            },
        }
    }

    /// The nearest post, if it is near enough and no comrade has taken it, from which to see where the side last saw an
    /// enemy.
    fn hunted(&self, here: Cell) -> Option<u8> {
        let (terrain, site) = (self.terrain, self.terrain.site());
        let known = terrain.known_since(0) - terrain.sees();
        let sightings = known.iter().filter_map(|enemy| terrain.sighting(enemy));
        let posts = sightings.fold(0, |posts, sighting| posts | site.posts().that_see(sighting.cell));
        let (mut nearest, mut most) = (None, HUNT + 1);
        for post in Posts::each(posts) {
            let left = site.way(here, post).left;
            if left < most && !terrain.is_comrade_in(site.posts().cells()[usize::from(post)]) {
                (nearest, most) = (Some(post), left);
            }
        }
        nearest
    }

    /// Whether a guard halts short of a square, because it lies in view of where its side has lately seen an enemy: it
    /// lets him come.
    #[inline(always)]
    fn lurks(&self, next: Cell) -> bool {
        self.knowledge.doctrine().orders == Orders::Guard && self.is_watched(next)
    }

    /// Whether a square lies in view of where its side has lately seen an enemy.
    fn is_watched(&self, next: Cell) -> bool {
        let (terrain, now) = (self.terrain, self.knowledge.turn());
        let watched = |enemy: usize| {
            let sighting = terrain.sighting(enemy);
            sighting.is_some_and(|sighting| terrain.site().plan().sees(next, sighting.cell, terrain.doors()))
        };
        terrain.known_since(now.saturating_sub(WATCHED)).iter().any(watched)
    }

    /// Waits on Hold, after an aim if that makes its fire better.
    fn waits(&self) -> Action {
        if aims_on_hold(self.knowledge) { Action::Aim } else { Action::Hold }
    }

    /// The post that a figure is on its way to, or the nearest one left. When none is left, the search begins again.
    fn next_post(&self, here: Cell) -> Option<u8> {
        let site = self.terrain.site();
        let settled = self.memory.search.settled_at(site.posts(), here);
        let been = self.visited() | settled;
        let post = self.memory.search.post(site.posts(), self.me());
        post.filter(|post| been >> post & 1 == 0)
            .or_else(|| site.nearest_post(here, been))
            .or_else(|| site.nearest_post(here, settled))
    }

    /// The next cell on the way to a goal, and the one before it. A figure reaches over others in the way of an
    /// opening, to open the door or to throw something past them.
    fn ahead(&self, goal: u8) -> (Cell, Cell) {
        let (site, here) = (self.terrain.site(), self.terrain.here());
        let on = |cell: Cell| site.way(cell, goal).next;
        let (mut before, mut next) = (here, on(here));
        for _ in 0..self.knowledge.doctrine().reach_over {
            let further = on(next);
            if site.is_opening(next) || self.terrain.is_free(here, next) || further == next {
                break;
            }
            (before, next) = (next, further);
        }
        (before, next)
    }

    /// Whether it sees an enemy in a room.
    fn sees_into(&self, room: Room) -> bool {
        let mut enemies = self.knowledge.in_view().iter().filter_map(|enemy| self.knowledge.enemy(enemy));
        let site = self.terrain.site();
        enemies.any(|enemy| site.plan().room(site.cell(enemy)) == Some(room))
    }

    /// Whether a side is not sure of a room: it has not looked into it, or has lately seen an enemy there.
    fn is_unsure(&self, room: Room) -> bool {
        let (terrain, site) = (self.terrain, self.terrain.site());
        let lately = terrain.known_since(self.knowledge.turn().saturating_sub(WATCHED));
        let is_inside =
            |enemy: usize| terrain.sighting(enemy).is_some_and(|at| site.plan().room(at.cell) == Some(room));
        !self.has_visited(site.posts().of(room)) || lately.iter().any(is_inside)
    }

    /// The room in front of a figure with these cells ahead, if its side is not sure of it.
    fn brink(&self, (before, next): (Cell, Cell)) -> Option<Brink<'k>> {
        let site = self.terrain.site();
        let (opening, room) = site.brink(before, next)?;
        let shut = site.door(next).filter(|&door| self.terrain.is_shut(door));
        self.is_unsure(room).then_some(Brink { opening, room, shut })
    }

    fn seek(&mut self, goal: Option<Option<u8>>) -> Action {
        let site = self.terrain.site();
        if let Some(cell) = self.way_round() {
            return Action::StepAside(cell);
        }
        if self.at_the_bomb() {
            return Action::Defuse;
        }
        let Some(goal) = goal.unwrap_or_else(|| self.goal()) else { return self.waits() };
        let (before, next) = self.ahead(goal);
        if next == self.terrain.here() || self.lurks(site.way(self.terrain.here(), goal).next) {
            return self.waits();
        }
        if !site.is_opening(next) {
            return self.moves();
        }
        match self.brink((before, next)) {
            Some(brink) => self.before_entering(&brink),
            None => {
                let shut = site.door(next).filter(|&door| self.terrain.is_shut(door));
                shut.map_or(self.moves(), Action::Open)
            }
        }
    }

    /// Moves at the pace of its doctrine, and fires as well if the rules allow it. With a leg out it crawls.
    fn moves(&self) -> Action {
        let leg = self.knowledge.figure().condition.wound == Wound::Leg;
        let pace = if leg { Pace::Crawl } else { self.knowledge.doctrine().pace };
        let both = self.knowledge.rules().move_and_fire == MoveAndFire::UpToNormal;
        Action::Move { pace, and_fire: both && pace != Pace::Fast }
    }

    /// The action of a figure in front of a room of which its side is not sure: the team stacks up, opens the door,
    /// throws its grenades, and goes in.
    fn before_entering(&mut self, brink: &Brink<'_>) -> Action {
        let (me, terrain, doctrine) = (self.me(), self.terrain, self.knowledge.doctrine());
        let stack = Stack { figures: doctrine.stack, within: doctrine.stack_within, patience: doctrine.patience };
        let into = (terrain.site().plan(), terrain.site().posts(), brink.room);
        let at = |who| terrain.cell_of(who);
        let calm = !terrain.in_contact() && doctrine.orders != Orders::Guard;
        if calm && self.memory.search.waits_for_stack(me, stack, into, terrain.friends(), at) {
            return Action::Wait;
        }
        match brink.shut {
            Some(door) => Action::Open(door),
            None => self.throw(brink).unwrap_or_else(|| self.moves()),
        }
    }

    /// A throw into a room, of which the side remembers that it is made.
    fn throw(&mut self, brink: &Brink<'_>) -> Option<Action> {
        let throw = self.thrown(brink)?;
        self.memory.thrown = Some((self.knowledge.turn(), brink.room, self.me() as u8));
        Some(throw)
    }

    /// The grenade to throw into a room before the side goes in: gas first, then a stun grenade.
    fn thrown(&self, brink: &Brink<'_>) -> Option<Action> {
        let (terrain, room) = (self.terrain, brink.room);
        let gas = terrain.left_of(Grenade::Gas) > 0 && !terrain.is_clouded(room);
        let stun = terrain.left_of(Grenade::Stun) > 0 && !terrain.is_shaken(room);
        let now = self.knowledge.turn();
        let another = self
            .memory
            .thrown
            .is_some_and(|(turn, into, who)| turn == now && into == room && usize::from(who) != self.me());
        if !gas && !stun || another {
            return None;
        }
        let plan = terrain.site().plan();
        let inside = terrain.friends_that(|cell| plan.cells_of(room).contains(cell));
        let reach = self.knowledge.rules().throw_reach.thousandths() as u32;
        let mut thresholds = brink.opening.thresholds(room).iter();
        let reaches = thresholds.any(|&cell| plan.distance(cell, terrain.here()) <= reach);
        let grenade = if gas { Grenade::Gas } else { Grenade::Stun };
        (inside.is_empty() && reaches).then_some(Action::Throw(room, grenade))
    }

    /// Whether a figure is in the place of the bomb that its side has to defuse.
    fn at_the_bomb(&self) -> bool {
        let (site, mission) = (self.terrain.site(), self.terrain.site().mission());
        mission.objective == Objective::Bomb
            && mission.side == self.knowledge.side()
            && self.knowledge.doctrine().orders == Orders::Mission
            && !self.terrain.is_safe()
            && site.place().contains(self.terrain.here())
    }

    /// A free adjacent cell with a line of fire at an enemy in view that is clear of hostages, if the present one is
    /// not clear.
    fn way_round(&self) -> Option<Cell> {
        let enemy = self.knowledge.in_view().first()?;
        let (terrain, here) = (self.terrain, self.terrain.here());
        let there = terrain.site().cell(self.knowledge.enemy(enemy)?);
        if terrain.is_clear(here, there) {
            return None;
        }
        let plan = terrain.site().plan();
        // Adjacent and on the same floor.
        let steps = plan.steps(here, MOVER, terrain.doors()).filter(|step| step.door.is_none());
        let steps = steps.filter(|step| plan.squared(here, step.to) <= 2);
        let mut free = steps.map(|step| step.to).filter(|&cell| terrain.is_free(here, cell));
        free.find(|&cell| terrain.is_clear(cell, there))
    }

    /// Goes on along its way: to a shut door, to the threshold of a room that its side has not looked into, or as far
    /// as it can. If others block its way for long, it goes elsewhere.
    #[inline(always)]
    fn step(&mut self, walk: &Walk) -> Action {
        match self.next(walk) {
            Some(next) => Action::Step(next),
            None => {
                if walk.rest == walk.start {
                    self.is_stuck();
                }
                Action::Idle
            }
        }
    }

    #[inline(always)]
    fn next(&mut self, walk: &Walk) -> Option<Cell> {
        let (me, site, here) = (self.me(), self.terrain.site(), walk.here);
        let stands = here == walk.rest && here != walk.start;
        if stands {
            self.memory.search.waited[me] = 0;
            if !walk.met {
                self.memory.search.look_from(site.posts(), here);
            }
        }
        // Nothing has changed since a figure that acts alone noted its goal.
        let noted = self.memory.noted.take() == Some(me as u8) && !self.terrain.is_together();
        let goal = match self.memory.search.goal[me] {
            Some(goal) if noted => {
                debug_assert_eq!(self.goal_from(here), Some(goal));
                goal
            }
            Some(goal) if here != walk.start && !(stands && self.is_reached(goal, here)) => goal,
            _ => self.goal_from(here)?,
        };
        self.memory.search.goal[me] = Some(goal);
        let next = site.way(here, goal).next;
        let opens = site.is_opening(next);
        let shut = opens && site.door(next).is_some_and(|door| self.terrain.is_shut(door));
        let left = walk.left.thousandths() as u32;
        // At the goal, and without a way, the next cell is the same.
        let within =
            next != here && (left >= site.dearest_step() || site.cost(here, next).is_some_and(|cost| cost <= left));
        let pauses = || opens && stands && self.pauses(here, next);
        let halts = shut || !within || self.lurks(next) || walk.taken == Some(next) || pauses();
        (!halts && !self.terrain.is_enemy(here, next)).then_some(next)
    }

    fn is_reached(&self, goal: u8, here: Cell) -> bool {
        self.terrain.site().is_reached(goal, here, self.memory.search.thorough)
    }

    /// Whether it halts before an opening, because that leads into a room that its side is not sure of.
    fn pauses(&self, here: Cell, next: Cell) -> bool {
        self.terrain.site().brink(here, next).is_some_and(|(_, room)| self.is_unsure(room))
    }

    /// Whether a comrade on the way to the same goal is before it.
    fn queues(&self) -> bool {
        let (me, site, goals) = (self.me(), self.terrain.site(), self.memory.search.goal);
        let Some(mine) = goals[me] else { return false };
        let left = |cell: Cell| site.way(cell, mine).left;
        let is_before = |cell: Cell| left(cell) < left(self.terrain.here());
        let mut friends = self.terrain.friends().without(me).iter().filter(|&friend| goals[friend] == Some(mine));
        friends.any(|friend| self.terrain.cell_of(friend).is_some_and(is_before))
    }

    /// Waits for others in the way, or goes elsewhere if they stay there and do not go the same way.
    fn is_stuck(&mut self) {
        if self.queues() {
            return;
        }
        let (me, search) = (self.me(), &mut self.memory.search);
        search.wait(me);
        if let Some(post) = search.post(self.terrain.site().posts(), me)
            && search.waited[me] > self.knowledge.doctrine().patience
        {
            search.visited |= 1 << post;
            search.waited[me] = 0;
        }
    }
}
