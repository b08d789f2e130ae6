//! Where figures go that see no enemy they could hit: guards, patrols, assault teams, bombers, escorts.

use chance::Chance;
use engage::{Side, bits};
use field::{Cell, Facing, Opening, Room, Spread};

use super::play::Play;
use super::scene::{Act, BOMBS, Charge, FIGURES, HOSTAGES, NOWHERE, Order, Way};
use crate::figure::Pace;
use crate::grenade::Grenade;
use crate::mission::Mission;
use crate::setup::{Advance, Orders, Throw};

/// Turns that a figure waits for its stack to form, and that a patrol listens to footsteps.
const PATIENCE: u8 = 2;
/// Turns without an enemy in sight after which somebody on overwatch gives it up.
const WATCH: u8 = 8;
/// How near to an opening somebody stands who is stacked up at it, in square inches.
const STACKED: u32 = 16;
/// How near an enemy whom the team sees has to be for others to come, in square inches.
const HELP: u32 = 15 * 15;
/// How near a hostage has to be for a leader of others to fetch it too, in square inches.
const WITH_HIM: u32 = 6 * 6;
/// How far a guard goes after a sound, in thousandths of an inch.
const AFTER_SOUND: u32 = 14_000;
/// Within this distance of an enemy whom they know of and do not see, careful men go stealthily, in square inches, for so many
/// turns.
const CAREFUL: u32 = 12 * 12;
const LATELY: u16 = 2;
/// How far the screen may be ahead of the VIP, and how far it stops before the escape point, in thousandths of an inch.
const SCREEN: u32 = 18_000;
const CLEAR_OF_PLACE: u32 = 2500;
/// How far men who go ahead keep apart, in thousandths of an inch.
const APART: u32 = 2000;

impl<C: Chance> Play<'_, C> {
    /// What a figure does that is in no fight.
    pub(super) fn seek(&mut self, me: usize, here: Cell) -> Order {
        let (assault, profile) = (self.assault, &self.assault.profiles[me]);
        if let Some(via) = profile.via.filter(|_| profile.orders != Orders::Overwatch) {
            let goal = self.site.via_goal(via.into());
            if self.scene.been_there >> me & 1 == 0 && self.site.left(here, goal) > 0 {
                return self.go(me, here, goal, 0);
            }
            self.scene.been_there |= 1 << me;
        }
        let orders = match profile.orders {
            Orders::Overwatch if self.scene.been_there >> me & 1 == 1 => Orders::Mission,
            orders => orders,
        };
        match (orders, assault.mission, profile.side) {
            (Orders::Guard, _, _) | (Orders::Mission, Mission::Hostage | Mission::Assassination, Side::Red) => {
                self.stay(me)
            }
            (Orders::Overwatch, _, _) => self.overwatch(me, here),
            (Orders::Patrol, _, _) => self.patrol(me, here),
            (Orders::Reposition, _, _) => self.reposition(me, here),
            (Orders::Assault, _, _) => self.search_rooms(me, here),
            (Orders::Mission, Mission::Hostage, Side::Blue) => self.rescue(me, here),
            (Orders::Mission, Mission::Destruction, Side::Blue) => self.intercept(me, here),
            (Orders::Mission, Mission::Assassination, Side::Blue) => self.screen(me, here),
            (Orders::Mission, Mission::Destruction, Side::Red) => self.bring_bomb(me, here),
        }
    }

    fn stay(&mut self, me: usize) -> Order {
        self.scene.goal[me] = NOWHERE;
        Order::STAY
    }

    /// To its lookout, and there on watch.
    fn overwatch(&mut self, me: usize, here: Cell) -> Order {
        let way = self.site.lookout(me).map(|lookout| lookout.goal).filter(|&goal| self.site.left(here, goal) > 0);
        if let Some(goal) = way.filter(|_| self.scene.waited[me] <= PATIENCE) {
            return self.go(me, here, goal, 0);
        }
        // Whoever has seen nobody for long enough joins the others.
        self.scene.waited[me] = if self.scene.seen[me] == 0 { self.scene.waited[me].saturating_add(1) } else { 0 };
        self.scene.been_there |= u32::from(self.scene.waited[me] > WATCH) << me;
        self.stay(me)
    }

    /// Goes on to a goal, no further than so much before it: before a room that the team has not looked into it waits for the
    /// others, then throws what it has for it.
    fn go(&mut self, me: usize, here: Cell, goal: u8, short: u32) -> Order {
        self.scene.goal[me] = goal;
        let Some((next, _)) = self.site.step(here, goal) else { return Order::STAY };
        let site = self.site;
        if let Some((opening, room)) = site.brink(here, next)
            && !self.scene.has_visited(self.assault.profiles[me].side, site.posts.of(room))
            && let Some(order) = self.before_entering(me, here, opening, room)
        {
            return order;
        }
        self.advance(me, here, Way::Goal { goal, short })
    }

    fn advance(&self, me: usize, here: Cell, way: Way) -> Order {
        Order { pace: self.pace(me, here), way, act: Act::Fire }
    }

    /// How a figure goes: careful men stealthily when an enemy whom they do not see is near and nobody of their own is in a fight.
    fn pace(&self, me: usize, here: Cell) -> Pace {
        match self.assault.profiles[me].advance {
            Advance::Normal => Pace::Normal,
            Advance::Stealthy => Pace::Stealthy,
            Advance::Careful => {
                let enemies = self.assault.enemies(me);
                let minded = self.scene.seen_since(enemies, self.turn.saturating_sub(LATELY).max(1));
                let near = |enemy: usize| {
                    let sighting = self.scene.known[enemy];
                    sighting.is_some_and(|sighting| self.site.plan().squared(here, sighting.cell) <= CAREFUL)
                };
                let team = self.assault.team(self.assault.profiles[me].side);
                let quiet = self.scene.fired_before & team == 0;
                if quiet && bits(minded).any(near) { Pace::Stealthy } else { Pace::Normal }
            }
        }
    }

    /// What a figure does before a room that its team has not looked into; nothing if it goes in.
    fn before_entering(&mut self, me: usize, here: Cell, opening: &Opening, room: Room) -> Option<Order> {
        let profile = &self.assault.profiles[me];
        let plan = self.site.plan();
        let near = |cell: Cell| opening.cells().iter().any(|&other| plan.squared(other, cell) <= STACKED);
        let team = self.scene.up & self.assault.team(profile.side);
        let stacked = bits(team).filter_map(|who| self.scene.at(who)).filter(|&cell| near(cell)).count();
        let wanted = usize::from(profile.stack).min(team.count_ones() as usize);
        if stacked < wanted && self.scene.waited[me] < PATIENCE {
            self.scene.waited[me] += 1;
            return Some(Order::STAY);
        }
        self.throw_into(me, here, room).map(Order::doing)
    }

    /// A stun grenade for a room that nobody of one's own is in, with an enemy known or heard there, or under `always` any room.
    fn throw_into(&self, me: usize, here: Cell, room: Room) -> Option<Act> {
        let (profile, plan) = (&self.assault.profiles[me], self.site.plan());
        let done = self.scene.stunned_rooms >> room.index() & 1 == 1;
        if !self.scene.kits[me].has(Grenade::Stun) || done || profile.throw == Throw::Never {
            return None;
        }
        let inside = |who: usize| self.scene.at(who).is_some_and(|cell| plan.room(cell) == Some(room));
        if bits(self.scene.up & self.assault.team(profile.side)).any(inside) {
            return None;
        }
        let cells = self.site.posts.cells();
        let posts = (0..cells.len()).filter(|&post| self.site.posts.of(room) >> post & 1 == 1).map(|post| cells[post]);
        let seen = |&cell: &Cell| self.in_sight(here, cell) && self.in_reach(here, cell);
        let suits = |&cell: &Cell| seen(&cell) && self.is_safe(me, cell, Grenade::Stun) && !self.is_thrown_at(me, cell);
        let aim = posts.filter(suits).max_by_key(|&cell| (plan.squared(here, cell), std::cmp::Reverse(cell)))?;
        let known = |enemy: usize| {
            let sighting = self.scene.known[enemy];
            sighting.is_some_and(|sighting| plan.room(sighting.cell) == Some(room))
        };
        let enemies = self.assault.enemies(me) & self.scene.up;
        let heard = self.scene.heard[me].zip(Facing::towards(plan, here, aim));
        let suspected =
            bits(enemies).any(known) || heard.is_some_and(|(heard, into)| heard.within(Spread::Quarter, into));
        (suspected || profile.throw == Throw::Always).then_some(Act::Throw { grenade: Grenade::Stun, aim })
    }

    /// Whether a figure on its way halts before the next cell: it leads into a room that its team has not looked into.
    pub(super) fn halts(&self, me: usize, here: Cell, next: Cell) -> bool {
        let side = self.assault.profiles[me].side;
        let brink = self.site.brink(here, next);
        brink.is_some_and(|(_, room)| !self.scene.has_visited(side, self.site.posts.of(room)))
    }

    /// From room to room, until all have been looked into, and then again into every nook.
    fn search_rooms(&mut self, me: usize, here: Cell) -> Order {
        let side = self.assault.profiles[me].side as usize;
        if self.scene.visited[side] == self.site.posts.every() {
            self.scene.thorough[side] = true;
            self.scene.visited[side] = self.site.posts.settled_at(here, true);
        }
        let been = self.scene.visited[side] | self.site.posts.settled_at(here, self.scene.thorough[side]);
        let goal = self.scene.goal[me];
        // Whoever cannot get on looks elsewhere.
        let stuck = self.scene.waited[me] > 2 * PATIENCE;
        if self.site.is_post(goal) && been >> goal & 1 == 0 && !stuck {
            return self.go(me, here, goal, 0);
        }
        let but = if stuck && self.site.is_post(goal) { been | 1 << goal } else { been };
        match self.site.nearest_post(here, but) {
            Some(goal) => {
                self.scene.waited[me] = 0;
                self.go(me, here, goal, 0)
            }
            None => self.stay(me),
        }
    }

    /// Hostages: whoever leads some brings them away; others fetch those in sight, cover the way back, or search on.
    fn rescue(&mut self, me: usize, here: Cell) -> Order {
        let home = self.site.place_goal();
        let waiting = self.waiting(me);
        let far = |cell: &Cell| self.site.plan().squared(here, *cell);
        let in_sight = waiting.iter().flatten().copied().filter(|&cell| self.in_sight(here, cell)).min_by_key(far);
        let patient = self.scene.waited[me] <= PATIENCE;
        if self.scene.leads(me) {
            if let Some(cell) = in_sight.filter(|cell| patient && far(cell) <= WITH_HIM) {
                return self.advance(me, here, Way::To(cell));
            }
            self.scene.goal[me] = home;
            let way = Way::Goal { goal: home, short: 0 };
            return Order { pace: Pace::Normal, way, act: Act::Fire };
        }
        if let Some(cell) = in_sight {
            return self.advance(me, here, Way::To(cell));
        }
        // Those seen before: first to where they can be seen from, then to them.
        if let Some(cell) = waiting.iter().flatten().copied().min_by_key(far)
            && let Some(goal) = self.site.post_by(cell)
        {
            let there = self.site.posts.settled_at(here, true) >> goal & 1 == 1 || !patient;
            return if there { self.advance(me, here, Way::To(cell)) } else { self.go(me, here, goal, 0) };
        }
        if let Some(order) = self.support(me, here) {
            return order;
        }
        if self.scene.hostages().all(|hostage| !self.is_unled(hostage)) {
            return self.go(me, here, home, CLEAR_OF_PLACE + self.apart(me));
        }
        self.search_rooms(me, here)
    }

    /// Where hostages are whom the team has seen, who follow nobody and to whom none of those goes who had their orders before.
    fn waiting(&self, me: usize) -> [Option<Cell>; HOSTAGES] {
        let team = self.team_before(me);
        let fetched = |there: Cell| bits(team).any(|other| self.scene.orders[other].way == Way::To(there));
        let mut waiting = [None; HOSTAGES];
        for hostage in self.scene.hostages() {
            let number = hostage - FIGURES;
            let known = self.scene.seen_hostages >> number & 1 == 1 && self.is_unled(hostage);
            waiting[number] = self.scene.at(hostage).filter(|&there| known && !fetched(there));
        }
        waiting
    }

    /// The bomb: to it, if it is known to tick; else to the key place, and then on guard around it.
    fn intercept(&mut self, me: usize, here: Cell) -> Order {
        for bomb in 0..BOMBS {
            if let Charge::Planted { cell, .. } = self.scene.bombs[bomb]
                && self.scene.found[bomb] > 0
            {
                if self.at_hand(here, cell) {
                    return Order::STAY;
                }
                return Order { pace: Pace::Normal, way: Way::To(cell), act: Act::Fire };
            }
        }
        let side = self.assault.profiles[me].side;
        let around = self.site.around_place;
        if self.scene.has_visited(side, around) {
            return self.keep(me, here);
        }
        let goal = self.scene.goal[me];
        let been = self.scene.visited[side as usize];
        if self.site.is_post(goal) && around >> goal & 1 == 1 && been >> goal & 1 == 0 {
            return self.go(me, here, goal, 0);
        }
        match self.site.nearest_post(here, been | !around) {
            Some(goal) => self.go(me, here, goal, 0),
            None => self.keep(me, here),
        }
    }

    /// On guard at one of the stations around the key place, each his own.
    fn keep(&mut self, me: usize, here: Cell) -> Order {
        if let Some(order) = self.support(me, here).or_else(|| self.look_after_sound(me, here)) {
            return order;
        }
        let goal = self.site.station(me);
        if self.site.left(here, goal) == 0 || self.scene.waited[me] > PATIENCE {
            self.scene.goal[me] = NOWHERE;
            return Order::STAY;
        }
        self.go(me, here, goal, 0)
    }

    /// The carrier goes straight to the key place; others fetch a bomb that lies, and guard the place (GGG-dm-1).
    fn bring_bomb(&mut self, me: usize, here: Cell) -> Order {
        let place = self.site.place_goal();
        if self.carried(me).is_some() {
            self.scene.goal[me] = place;
            return Order { pace: Pace::Normal, way: Way::Goal { goal: place, short: 0 }, act: Act::Fire };
        }
        let team = self.scene.up & self.assault.team(Side::Red);
        for bomb in 0..BOMBS {
            let Charge::Lies(cell) = self.scene.bombs[bomb] else { continue };
            let far = |&who: &usize| self.scene.squared(self.site.plan(), who, cell);
            let free = bits(team).filter(|&who| self.carried(who).is_none());
            if free.min_by_key(far) == Some(me) {
                return Order { pace: Pace::Normal, way: Way::To(cell), act: Act::Fire };
            }
        }
        self.keep(me, here)
    }

    /// How much earlier a figure stops than the first of its team, so that there is room between them.
    fn apart(&self, me: usize) -> u32 {
        APART * self.team_before(me).count_ones()
    }

    /// Ahead of the VIP to the escape point, but not too far.
    fn screen(&mut self, me: usize, here: Cell) -> Order {
        let goal = self.site.place_goal();
        let vip = self.assault.vip.and_then(|vip| self.scene.at(vip));
        let behind = vip.map_or(0, |vip| self.site.left(vip, goal).saturating_sub(SCREEN));
        let short = behind.max(CLEAR_OF_PLACE).saturating_add(self.apart(me));
        if let Some(order) = self.support(me, here) {
            return order;
        }
        if self.site.left(here, goal) <= short {
            self.scene.goal[me] = goal;
            return Order::STAY;
        }
        self.go(me, here, goal, short)
    }

    /// To where the team saw an enemy in the last turn, if that is near and he is not in sight; the first of the team stays.
    fn support(&mut self, me: usize, here: Cell) -> Option<Order> {
        let side = self.assault.profiles[me].side;
        let first = (self.scene.up & self.assault.team(side)).trailing_zeros() as usize == me;
        let enemy = self.nearest(self.scene.fresh(self.assault.enemies(me), self.turn), here)?;
        let there = self.scene.known[enemy]?.cell;
        if first || self.site.plan().squared(here, there) > HELP {
            return None;
        }
        let goal = self.site.post_by(there)?;
        (self.site.left(here, goal) > 0).then(|| self.go(me, here, goal, 0))
    }

    /// Into the rooms of the key place, when somebody is heard.
    fn look_after_sound(&mut self, me: usize, here: Cell) -> Option<Order> {
        let around = self.site.around_place;
        let goal = self.scene.goal[me];
        let settled = self.site.posts.settled_at(here, true);
        let on_the_way = self.site.is_post(goal) && around >> goal & 1 == 1 && settled >> goal & 1 == 0;
        if !on_the_way && self.scene.heard[me].is_none() {
            return None;
        }
        let goal = if on_the_way { Some(goal) } else { self.site.nearest_post(here, settled | !around) };
        goal.map(|goal| self.go(me, here, goal, 0))
    }

    /// From post to post of one's own rooms; on hearing somebody it stands and listens.
    fn patrol(&mut self, me: usize, here: Cell) -> Order {
        if self.scene.heard[me].is_some() && self.scene.waited[me] < PATIENCE {
            self.scene.waited[me] += 1;
            return Order::STAY;
        }
        let posts = self.site.rounds[self.assault.profiles[me].side];
        let goal = self.scene.goal[me];
        let there = self.site.is_post(goal) && self.site.posts.settled_at(here, true) >> goal & 1 == 1;
        let goal = if !self.site.is_post(goal) || there || self.scene.waited[me] > 2 * PATIENCE {
            self.scene.waited[me] = 0;
            let team = self.assault.team(self.assault.profiles[me].side);
            let rank = (team & ((1 << me) - 1)).count_ones();
            if self.site.is_post(goal) {
                next_of(posts, goal, rank % 2 == 1)
            } else {
                nth_of(posts, rank * posts.count_ones() / team.count_ones())
            }
        } else {
            Some(goal)
        };
        match goal.filter(|&goal| self.site.left(here, goal) != u32::MAX) {
            Some(goal) => {
                self.scene.goal[me] = goal;
                let way = Way::Goal { goal, short: 0 };
                if self.site.left(here, goal) == 0 { Order::STAY } else { self.advance(me, here, way) }
            }
            None => self.stay(me),
        }
    }

    /// On guard, until somebody is heard: then stealthily to a post on that side, to lie in wait there.
    fn reposition(&mut self, me: usize, here: Cell) -> Order {
        if let Some(heard) = self.scene.heard[me]
            && self.scene.goal[me] == NOWHERE
        {
            let plan = self.site.plan();
            let cells = self.site.posts.cells();
            let suits = |&post: &u8| {
                let towards = Facing::towards(plan, here, cells[usize::from(post)]);
                let left = self.site.left(here, post);
                (1..=AFTER_SOUND).contains(&left)
                    && towards.is_some_and(|towards| heard.within(Spread::Quarter, towards))
                    && self.scene.standing.is_free(cells[usize::from(post)])
            };
            let posts = (0..cells.len() as u8).filter(suits);
            if let Some(post) = posts.min_by_key(|&post| (self.site.left(here, post), post)) {
                self.scene.goal[me] = post;
            }
        }
        let goal = self.scene.goal[me];
        if goal == NOWHERE || self.site.left(here, goal) == 0 || self.scene.waited[me] > PATIENCE {
            self.scene.waited[me] = 0;
            return self.stay(me);
        }
        Order { pace: Pace::Stealthy, way: Way::Goal { goal, short: 0 }, act: Act::Fire }
    }
}

/// The next post of a set after one, or before it, going round.
fn next_of(posts: u128, from: u8, back: bool) -> Option<u8> {
    let step = |by: u32| {
        let post = if back { u128::BITS + u32::from(from) - by } else { u32::from(from) + by } % u128::BITS;
        (posts >> post & 1 == 1).then_some(post as u8)
    };
    (1..=u128::BITS).find_map(step)
}

/// The post of a set with so many before it.
fn nth_of(posts: u128, before: u32) -> Option<u8> {
    let mut left = posts;
    for _ in 0..before {
        left &= left.wrapping_sub(1);
    }
    (left != 0).then(|| left.trailing_zeros() as u8)
}

const _: () = assert!(FIGURES <= u32::BITS as usize);
