//! The automatic player on a map: where to go, when to wait, what to throw, whom not to shoot through.

use chance::Deck;
use engage::{Objective, bits};
use field::{Cell, Door, Room};

use crate::battle::{Battle, Fight};
use crate::doctrine::{Orders, Throw};
use crate::scene::{Ground, Scene};
use crate::site::Site;
use crate::turn::{Action, world};

/// Turns that a figure waits for its stack to form before it goes in as it is, or for others to get out of its way.
pub(crate) const PATIENCE: u8 = 4;
/// How many cells with others in them one reaches over to an opening.
const REACHED_OVER: usize = 2;
/// How near to an opening somebody stands who is stacked up at it, in square inches.
const STACKED: u32 = 16;

impl Battle {
    /// What a figure on a map does that has no enemy in view, or none that it may shoot at.
    pub(crate) fn seek<D: Deck, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> Action {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return Action::Idle };
        let here = site.cell(&world(fight)[me]);
        if let Some(cell) = self.way_round(fight, site, scene, me, here) {
            return Action::StepAside(cell);
        }
        if self.at_the_bomb(site, scene, me, here) {
            return Action::Defuse;
        }
        let Some(goal) = self.goal(site, scene, me, here) else { return Action::Hold };
        let (before, next) = ahead(site, scene, here, goal);
        if next == here {
            return Action::Hold;
        }
        if !site.is_opening(next) {
            return Action::Move;
        }
        let shut = site.door(next).filter(|&door| !scene.doors.is_open(door));
        let side = self.profiles[me].side;
        match site.brink(before, next) {
            Some((opening, room)) if !scene.has_visited(side, site.posts.of(room)) => {
                self.before_entering(site, scene, (me, here), (opening, room), shut)
            }
            _ => shut.map_or(Action::Move, Action::Open),
        }
    }

    /// What a figure does that stands before a room its side has not looked into: the team stacks up, opens the door, throws
    /// what it has for it, and goes in.
    fn before_entering(
        &self,
        site: &Site,
        scene: &Scene,
        (me, here): (usize, Cell),
        (opening, room): (&field::Opening, Room),
        shut: Option<Door>,
    ) -> Action {
        let profile = &self.profiles[me];
        let near = |cell: Cell| opening.cells().iter().any(|&other| site.plan().squared(other, cell) <= STACKED);
        let alive = self.friends(me) & scene.standing.placed();
        let stacked = scene.standing.that(alive, near).len();
        let wanted = usize::from(profile.doctrine.stack).min(alive.len());
        if stacked < wanted && scene.waited[me] < PATIENCE {
            return Action::Wait;
        }
        if let Some(door) = shut {
            return Action::Open(door);
        }
        self.thrown(site, scene, (me, here), (opening, room)).unwrap_or(Action::Move)
    }

    /// What a figure throws into a room before anybody of its side goes in: gas first, then a stun grenade.
    fn thrown(
        &self,
        site: &Site,
        scene: &Scene,
        (me, here): (usize, Cell),
        (opening, room): (&field::Opening, Room),
    ) -> Option<Action> {
        let gas = scene.gases[me] > 0 && scene.cloud_in(room).is_none();
        let stun = scene.stuns[me] > 0 && !scene.is_shaken(room);
        if !gas && !stun {
            return None;
        }
        let inside = site.inside(scene, room) & self.friends(me);
        let reach = self.rules.throw_reach.thousandths() as u32;
        let reaches = opening.thresholds(room).iter().any(|&cell| site.plan().distance(cell, here) <= reach);
        (inside.is_empty() && reaches).then_some(Action::Throw(room, gas))
    }

    /// What a figure that sees an enemy throws rather than fire: something for a room that it stands before, as its doctrine has
    /// it.
    #[inline]
    pub(crate) fn throws_first<D: Deck, const N: usize, G: Ground>(
        &self,
        fight: &Fight<D, N, G>,
        me: usize,
    ) -> Option<Action> {
        let (site, scene) = (self.site.as_ref()?, fight.ground.scene()?);
        let profile = &self.profiles[me];
        if scene.stuns[me] == 0 && scene.gases[me] == 0 || profile.doctrine.throw != Throw::First {
            return None;
        }
        let here = site.cell(&world(fight)[me]);
        let goal = self.goal(site, scene, me, here)?;
        let (before, next) = ahead(site, scene, here, goal);
        let shut = site.door(next).is_some_and(|door| !scene.doors.is_open(door));
        let (opening, room) = site.brink(before, next).filter(|_| !shut)?;
        if scene.has_visited(profile.side, site.posts.of(room)) {
            return None;
        }
        self.thrown(site, scene, (me, here), (opening, room))
    }

    /// A figure's side, itself among them.
    pub(crate) fn friends(&self, me: usize) -> field::Figures {
        field::Figures(((1 << self.profiles.len()) - 1) & !u64::from(self.enemies_of(me)))
    }

    /// Where a figure goes by its orders, from where it is; none if it stays.
    #[inline]
    pub(crate) fn goal(&self, site: &Site, scene: &Scene, me: usize, here: Cell) -> Option<u8> {
        let profile = &self.profiles[me];
        let place = || Some(site.place_goal()).filter(|_| !site.place.contains(here));
        match profile.doctrine.orders {
            Orders::Guard => None,
            Orders::Respond if !scene.alarm => None,
            Orders::Respond | Orders::Assault => self.next_post(site, scene, me, here),
            Orders::Mission => match site.mission.objective {
                Objective::Eliminate | Objective::Rescue | Objective::Search => self.next_post(site, scene, me, here),
                Objective::Hold | Objective::Bomb => place(),
                Objective::Escort if self.all_freed(scene) => place(),
                Objective::Escort => self.next_post(site, scene, me, here),
            },
        }
    }

    /// The post that a figure is on its way to, or the nearest one left to go to; when none is, it all begins again.
    fn next_post(&self, site: &Site, scene: &Scene, me: usize, here: Cell) -> Option<u8> {
        let side = self.profiles[me].side as usize;
        let settled = site.posts.settled_at(here, scene.thorough[side]);
        let been = scene.visited[side] | settled;
        let goal = scene.goal[me];
        if site.is_post(goal) && been >> goal & 1 == 0 {
            return Some(goal);
        }
        site.nearest_post(here, been).or_else(|| site.nearest_post(here, settled))
    }

    /// Notes that a figure that sees no enemy has looked into what is to be seen from where it stands.
    pub(crate) fn look_in<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, me: usize) {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene_mut()) else { return };
        if scene.sees[me] != 0 {
            return;
        }
        let here = site.cell(&fight.figures[me]);
        let side = self.profiles[me].side as usize;
        scene.visited[side] |= site.posts.settled_at(here, scene.thorough[side]);
        if scene.visited[side] == site.posts.every() && site.mission.objective != Objective::Search {
            scene.thorough[side] = true;
            scene.visited[side] = site.posts.settled_at(here, true);
        }
        if let Some(goal) = self.goal(site, scene, me, here) {
            scene.goal[me] = goal;
        }
    }

    fn all_freed(&self, scene: &Scene) -> bool {
        scene.captives().0 & !(u64::from(scene.freed) << crate::scene::FIGURES) == 0
    }

    /// Whether a figure is where the bomb is that its side is to make safe.
    fn at_the_bomb(&self, site: &Site, scene: &Scene, me: usize, here: Cell) -> bool {
        let mission = &site.mission;
        let profile = &self.profiles[me];
        mission.objective == Objective::Bomb
            && mission.side == profile.side
            && profile.doctrine.orders == Orders::Mission
            && !scene.safe
            && site.place.contains(here)
    }

    /// A free cell beside a figure from which a line of fire at an enemy in view is clear of hostages, if the one from where it
    /// stands is not.
    fn way_round<D: Deck, const N: usize, G: Ground>(
        &self,
        fight: &Fight<D, N, G>,
        site: &Site,
        scene: &Scene,
        me: usize,
        here: Cell,
    ) -> Option<Cell> {
        let enemy = bits(self.in_view(fight, me)).next()?;
        let there = site.cell(&world(fight)[enemy]);
        let plan = site.plan();
        // Beside it on the same floor.
        let steps = plan.steps(here, crate::site::MOVER, scene.doors).filter(|step| step.door.is_none());
        let steps = steps.filter(|step| plan.squared(here, step.to) <= 2);
        let mut free = steps.map(|step| step.to).filter(|&cell| scene.standing.is_free(cell));
        free.find(|&cell| {
            plan.sees(cell, there, scene.doors) && self.line_of_fire(site, scene, cell, there).next().is_none()
        })
    }
}

/// The next cell on the way to a goal, and the one before it. Whoever stands in the way of an opening is reached over: whoever is
/// behind may open the door, or throw something past him.
fn ahead(site: &Site, scene: &Scene, here: Cell, goal: u8) -> (Cell, Cell) {
    let on = |cell: Cell| site.way(cell, goal).next;
    let (mut before, mut next) = (here, on(here));
    for _ in 0..REACHED_OVER {
        let further = on(next);
        if site.is_opening(next) || scene.standing.is_free(next) || further == next {
            break;
        }
        (before, next) = (next, further);
    }
    (before, next)
}
