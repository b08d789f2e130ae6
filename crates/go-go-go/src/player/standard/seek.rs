//! Where figures go that see no enemy they could hit: guards, patrols, assault teams, bombers, escorts.

use engage::{Side, Stack};
use field::{Cell, Facing, Figures, Room, Spread};

use super::choice::{Choice, thousandths};
use crate::action::{Order, Way};
use crate::assault::{BOMBS, FIGURES, HOSTAGES, KnownBomb};
use crate::figure::{Pace, Weapon};
use crate::mission::Mission;
use crate::player::{Advance, Orders};

/// The most squares on the way of one move.
const SQUARES_OF_A_MOVE: usize = 6;
/// After how many turns Counter-Terrorists look into the rooms of the key place again, once they have met an enemy.
const LOOKS_AGAIN: u16 = 2;
/// How many turns a figure waits for a comrade before it faces several enemies alone.
const AT_BAY: u8 = 4;
/// How many turns a sighting counts when a figure decides whether to wait for a comrade.
const REMEMBERED: u16 = 8;
/// How near a comrade must be to go with it, in thousandths of an inch.
const MATE_WITHIN: u32 = 8_000;

impl Choice<'_> {
    /// The order of a figure that is not fighting.
    pub(super) fn seek(&mut self) -> Order {
        let doctrine = self.doctrine();
        let been_there = self.memory.been_there.contains(self.me);
        if let Some(via) = self.knows.via().filter(|_| doctrine.orders != Orders::Overwatch) {
            let goal = self.survey.via_goal(via);
            let gives_up = self.knows.leads() || self.waited() > doctrine.stuck_after;
            if !been_there && !gives_up && self.knows.left(self.here, goal) > 0 {
                return self.go(goal, 0);
            }
            self.memory.been_there.insert(self.me);
        }
        let orders = match doctrine.orders {
            Orders::Overwatch if been_there => Orders::Mission,
            orders => orders,
        };
        match (orders, self.knows.mission(), self.side()) {
            (Orders::Guard, _, _) => self.stay(),
            (Orders::Mission, Mission::Hostage | Mission::Assassination, Side::Red) => self.lie_in_wait(),
            (Orders::Overwatch, _, _) => self.overwatch(),
            (Orders::Patrol, _, _) => self.patrol(),
            (Orders::Reposition, _, _) => self.reposition(),
            (Orders::Assault, _, _) => self.search_rooms(),
            (Orders::Mission, Mission::Hostage, Side::Blue) => self.rescue(),
            (Orders::Mission, Mission::Destruction, Side::Blue) => self.intercept(),
            (Orders::Mission, Mission::Assassination, Side::Blue) => self.screen(),
            (Orders::Mission, Mission::Destruction, Side::Red) => self.bring_bomb(),
        }
    }

    fn stay(&mut self) -> Order {
        self.memory.search.goal[self.me] = None;
        Order::STAY
    }

    /// Whether a figure is a sniper, or is on overwatch and has not joined the others.
    pub(super) fn watches(&self) -> bool {
        let overwatch = self.doctrine().orders == Orders::Overwatch && !self.memory.been_there.contains(self.me);
        overwatch || self.knows.weapon(self.me) == Weapon::Sniper
    }

    /// Goes to its lookout and watches from there.
    fn overwatch(&mut self) -> Order {
        let lookout = self.survey.lookout(self.me).map(|lookout| lookout.goal);
        let way = lookout.filter(|&goal| self.knows.left(self.here, goal) > 0);
        if let Some(goal) = way.filter(|_| self.waited() <= self.doctrine().patience) {
            return self.go(goal, 0);
        }
        // A figure that has seen no enemy for long enough joins the others.
        if self.knows.saw(self.me).is_empty() {
            self.wait();
        } else {
            self.memory.search.waited[self.me] = 0;
        }
        if self.waited() > self.doctrine().watch_for {
            self.memory.been_there.insert(self.me);
        }
        self.stay()
    }

    /// Goes on to a goal, stopping at a distance before it. In front of a room that the team has not looked into it
    /// waits for the others, then throws its grenades.
    fn go(&mut self, goal: u8, short: u32) -> Order {
        self.memory.search.goal[self.me] = Some(goal);
        let Some(next) = self.knows.next(self.here, goal) else { return Order::STAY };
        if self.waits_for_a_mate(goal, |choice| choice.end_of_move(goal)) {
            return Order::STAY;
        }
        if let Some(room) = self.knows.brink(self.here, next)
            && !self.has_visited(self.survey.posts.of(room))
            && !self.presses_on()
            && let Some(order) = self.before_entering(room)
        {
            return order;
        }
        self.advance(Way::Goal { goal, short })
    }

    /// Whether a Counter-Terrorist waits for another, because alone it would face several enemies that its team knows of.
    /// It waits for one turn if a comrade who can go with it is near, otherwise until one has come, but not for long.
    fn waits_for_a_mate(&mut self, goal: u8, end: impl Fn(&Self) -> Cell) -> bool {
        let others = self.knows.team().without(self.me);
        if self.side() == Side::Red || others.is_empty() || self.waited() >= AT_BAY || !self.is_alone_at(end, others) {
            return false;
        }
        let near = |at: Cell| self.plan().distance(at, self.here) <= MATE_WITHIN;
        let ready = others.iter().filter_map(|mate| self.knows.at(mate)).any(near);
        if ready && self.memory.at_bay.contains(self.me) || self.presses_on() {
            return false;
        }
        self.memory.search.goal[self.me] = Some(goal);
        self.memory.at_bay.insert(self.me);
        self.wait();
        true
    }

    /// Where a move to a goal would end.
    fn end_of_move(&self, goal: u8) -> Cell {
        let least = self.knows.left(self.here, goal).saturating_sub(self.knows.allowance(Pace::Normal));
        let way = std::iter::successors(Some(self.here), |&cell| self.knows.next(cell, goal));
        way.take_while(|&cell| self.knows.left(cell, goal) >= least).last().unwrap_or(self.here)
    }

    /// Whether several enemies would see a figure at the end of its move, by where they were last seen, and none of
    /// these others sees any of them.
    fn is_alone_at(&self, end: impl Fn(&Self) -> Cell, others: Figures) -> bool {
        let since = self.knows.turn().saturating_sub(REMEMBERED).max(1);
        let lately = |enemy: usize| self.knows.sighting(enemy).is_some_and(|seen| seen.turn >= since);
        let known = self.knows.enemies().filter(lately);
        if known.len() < 2 {
            return false;
        }
        let cell = end(self);
        let guns = known.filter(|enemy| self.last_seen(enemy).is_some_and(|at| self.knows.in_sight(at, cell)));
        guns.len() >= 2 && !others.iter().any(|mate| !(self.knows.saw(mate) & guns).is_empty())
    }

    /// Goes to a comrade who waits for somebody, or with one near by to where he is going.
    fn join(&mut self) -> Option<Order> {
        let waiting = (self.memory.at_bay & self.knows.team()).without(self.me);
        let mate = self.nearest_friend(waiting, self.here).filter(|_| !self.memory.at_bay.contains(self.me))?;
        let at = self.knows.at(mate)?;
        if self.plan().distance(self.here, at) > MATE_WITHIN {
            return Some(self.advance(Way::To(at)));
        }
        let goal = self.memory.search.goal[mate].filter(|&goal| self.knows.left(self.here, goal) > 0)?;
        Some(self.advance(Way::Goal { goal, short: 0 }))
    }

    fn advance(&self, way: Way) -> Order {
        Order::go(self.pace(), way)
    }

    /// Goes straight to a goal, whatever is on the way.
    fn run(&mut self, goal: u8) -> Order {
        self.memory.search.goal[self.me] = Some(goal);
        Order::go(Pace::Normal, Way::Goal { goal, short: 0 })
    }

    /// The pace of a figure: normal when time presses. A careful one goes stealthily when an unseen enemy is near and no
    /// friend is fighting.
    fn pace(&self) -> Pace {
        let doctrine = self.doctrine();
        match self.doctrine().advance {
            Advance::Normal => Pace::Normal,
            _ if self.presses_on() => Pace::Normal,
            Advance::Stealthy => Pace::Stealthy,
            Advance::Careful => {
                let quiet = self.knows.have_fired().is_empty();
                let near = || self.seen_near(doctrine.careful_for, doctrine.careful_within);
                if quiet && !near().is_empty() { Pace::Stealthy } else { Pace::Normal }
            }
        }
    }

    /// The order of a figure in front of a room that its team has not looked into. `None` if it goes in: it does not
    /// wait for others while one of them sees an enemy.
    fn before_entering(&mut self, room: Room) -> Option<Order> {
        let doctrine = self.doctrine();
        let stack = Stack { figures: doctrine.stack, within: doctrine.stack_within, patience: doctrine.patience };
        let into = (self.plan(), &*self.survey.posts, room);
        let at = |who| self.knows.at(who);
        let calm = self.knows.team().iter().all(|who| self.knows.saw(who).is_empty());
        if calm && self.memory.search.waits_for_stack(self.me, stack, into, self.knows.team(), at) {
            return Some(Order::STAY);
        }
        self.throw_into(room).map(Order::doing)
    }

    /// From room to room, until all have been looked into, and then again into every nook.
    fn search_rooms(&mut self) -> Order {
        if self.visited() == self.survey.posts.every() {
            self.memory.search.look_into_nooks(&self.survey.posts, self.here);
        }
        let been = self.visited() | self.memory.search.settled_at(&self.survey.posts, self.here);
        let post = self.post_of_goal();
        // A blocked figure looks elsewhere.
        let stuck = self.waited() > self.doctrine().stuck_after;
        if let Some(post) = post.filter(|post| been >> post & 1 == 0 && !stuck) {
            return self.go(post, 0);
        }
        let but = post.filter(|_| stuck).map_or(been, |post| been | 1 << post);
        match self.nearest_post(but) {
            Some(post) => {
                self.memory.search.waited[self.me] = 0;
                self.go(post, 0)
            }
            None => self.stay(),
        }
    }

    /// The goal, if it is a post.
    fn post_of_goal(&self) -> Option<u8> {
        self.memory.search.post(&self.survey.posts, self.me)
    }

    /// The nearest post outside this set.
    fn nearest_post(&self, but: u128) -> Option<u8> {
        self.knows.nearest_post(&self.survey.posts, self.here, but)
    }

    /// The hostage mission: a leader of hostages brings them away; others fetch those in sight, cover the way back, or
    /// search on.
    fn rescue(&mut self) -> Order {
        let home = self.knows.place_goal();
        if !self.knows.leads()
            && let Some(order) = self.join()
        {
            return order;
        }
        let waiting = self.waiting();
        let far = |cell: &Cell| self.plan().squared(self.here, *cell);
        let all = || waiting.iter().flatten().copied();
        let in_sight = all().filter(|&cell| self.knows.in_sight(self.here, cell)).min_by_key(far);
        let patient = self.waited() <= self.doctrine().patience;
        if self.knows.leads() {
            let with_him = thousandths(self.doctrine().fetch_within);
            let near = |&cell: &Cell| patient && self.plan().distance(self.here, cell) <= with_him;
            return match in_sight.filter(near) {
                Some(cell) => self.advance(Way::To(cell)),
                None => self.run(home),
            };
        }
        if let Some(cell) = in_sight {
            return self.fetch(cell);
        }
        // For hostages seen before, it goes first to where they can be seen from, then to them.
        if let Some(cell) = all().min_by_key(far)
            && let Some(goal) = self.survey.post_by(self.plan(), cell)
        {
            let there = self.survey.posts.settled_at(self.here, true) >> goal & 1 == 1 || !patient;
            return if there { self.fetch(cell) } else { self.go(goal, 0) };
        }
        if let Some(order) = self.support() {
            return order;
        }
        if self.knows.hostages().iter().all(|hostage| self.knows.is_led(hostage)) {
            return self.go(home, thousandths(self.doctrine().clear_of_place) + self.apart());
        }
        self.search_rooms()
    }

    /// Goes to a hostage.
    fn fetch(&mut self, hostage: Cell) -> Order {
        let goal = self.survey.post_by(self.plan(), hostage);
        let waits = goal.is_some_and(|goal| self.waits_for_a_mate(goal, |_| hostage));
        if waits { Order::STAY } else { self.advance(Way::To(hostage)) }
    }

    /// Where the team has seen hostages that follow no one and that no figure has been sent for.
    fn waiting(&self) -> [Option<Cell>; HOSTAGES] {
        let team = self.knows.team_before();
        let fetched = |there: Cell| team.iter().any(|other| self.knows.order(other).way == Way::To(there));
        let mut waiting = [None; HOSTAGES];
        for hostage in self.knows.hostages() {
            let known = self.knows.hostage(hostage).filter(|_| !self.knows.is_led(hostage));
            waiting[hostage - FIGURES] = known.filter(|&there| !fetched(there));
        }
        waiting
    }

    /// The bomb mission: to the bomb if it is known to tick; otherwise to the key place, and then on guard around it.
    fn intercept(&mut self) -> Order {
        if let Some(cell) = self.ticking() {
            let there = self.knows.at_hand(self.here, cell);
            return if there { Order::STAY } else { Order::go(Pace::Normal, Way::To(cell)) };
        }
        let around = self.survey.around_place;
        if self.has_visited(around) {
            if !self.is_time_to_look_again() {
                return self.keep();
            }
            self.memory.search.visited &= !around | self.survey.posts.settled_at(self.here, false);
        } else {
            self.memory.looked_in = self.knows.turn();
        }
        let been = self.memory.search.visited;
        let on_the_way = self.post_of_goal().filter(|post| around >> post & 1 == 1 && been >> post & 1 == 0);
        match on_the_way.or_else(|| self.nearest_post(been | !around)) {
            Some(post) => self.go(post, 0),
            None => self.keep(),
        }
    }

    /// Whether a Terrorist may have planted a bomb since the team last looked into the rooms of the key place.
    fn is_time_to_look_again(&self) -> bool {
        let met = self.knows.enemies().iter().any(|enemy| self.knows.sighting(enemy).is_some());
        met && self.knows.turn() > self.memory.looked_in + LOOKS_AGAIN
    }

    /// On guard at a station around the key place, each figure at its own.
    fn keep(&mut self) -> Order {
        if let Some(order) = self.support().or_else(|| self.look_after_sound()) {
            return order;
        }
        let goal = self.survey.station(self.me);
        if self.knows.left(self.here, goal) == 0 || self.waited() > self.doctrine().patience {
            return self.stay();
        }
        self.go(goal, 0)
    }

    /// The carrier goes straight to the key place; others fetch a dropped bomb and guard the place (GGG-dm-1).
    fn bring_bomb(&mut self) -> Order {
        if self.knows.carried(self.me).is_some() {
            return self.run(self.knows.place_goal());
        }
        let free = self.knows.team().filter(|who| self.knows.carried(who).is_none());
        for bomb in 0..BOMBS {
            let KnownBomb::Lies(cell) = self.knows.bombs()[bomb] else { continue };
            if self.nearest_friend(free, cell) == Some(self.me) {
                return Order::go(Pace::Normal, Way::To(cell));
            }
        }
        match self.ticking() {
            Some(cell) => self.guard_bomb(cell),
            None => self.escort_bomb(),
        }
    }

    /// Goes to the key place with the one who brings the bomb, and helps on the way.
    fn escort_bomb(&mut self) -> Order {
        if let Some(order) = self.support() {
            return order;
        }
        let place = self.knows.place_goal();
        if self.knows.left(self.here, place) > 0 { self.run(place) } else { self.stay() }
    }

    /// Where a bomb is known to tick.
    fn ticking(&self) -> Option<Cell> {
        self.knows.bombs().into_iter().find_map(|bomb| match bomb {
            KnownBomb::Ticks(cell) => Some(cell),
            _ => None,
        })
    }

    /// Keeps a ticking bomb in sight, so that nobody can defuse it unseen, and does not leave it to help.
    fn guard_bomb(&mut self, bomb: Cell) -> Order {
        if self.knows.in_sight(self.here, bomb) {
            return self.stay();
        }
        // Nobody sees into smoke.
        if !self.knows.in_sight(bomb, bomb) {
            return self.keep();
        }
        self.go_to_see(bomb, self.knows.place_goal())
    }

    /// How much earlier a figure stops than the first of its team, to keep a gap.
    fn apart(&self) -> u32 {
        thousandths(self.doctrine().apart) * self.knows.team_before().len() as u32
    }

    /// Goes ahead of the VIP to the escape point, but not too far.
    fn screen(&mut self) -> Order {
        let doctrine = self.doctrine();
        let goal = self.knows.place_goal();
        let vip = self.knows.vip().and_then(|vip| self.knows.at(vip));
        let behind = vip.map_or(0, |vip| self.knows.left(vip, goal).saturating_sub(thousandths(doctrine.screen)));
        let short = behind.max(thousandths(doctrine.clear_of_place)).saturating_add(self.apart());
        if let Some(order) = self.support() {
            return order;
        }
        if self.knows.left(self.here, goal) <= short {
            self.memory.search.goal[self.me] = Some(goal);
            return Order::STAY;
        }
        self.go(goal, short)
    }

    /// Comes to help; the first of the team keeps to the mission.
    fn support(&mut self) -> Option<Order> {
        let first = self.knows.team().first() == Some(self.me);
        if first { None } else { self.help() }
    }

    /// Lies in wait where it sees a hostage or where the survey says, and comes to help where a comrade has met an
    /// enemy. With twice as many figures as the enemy has left, the team goes after sounds.
    fn lie_in_wait(&mut self) -> Order {
        // Who sees the VIP's way stays there.
        let at_his_place = self.knows.mission() == Mission::Assassination
            && self.survey.ambush(self.me).is_some_and(|goal| self.knows.left(self.here, goal) == 0);
        let helps = if at_his_place { None } else { self.help() };
        if let Some(order) = helps.or_else(|| self.hunt()) {
            return order;
        }
        let seen = |hostage: usize| self.knows.hostage(hostage).is_some_and(|at| self.knows.in_sight(self.here, at));
        if self.knows.hostages().iter().any(seen) {
            return self.stay();
        }
        match self.survey.ambush(self.me).filter(|&goal| self.knows.left(self.here, goal) > 0) {
            Some(goal) if self.waited() <= self.doctrine().patience => self.run(goal),
            _ => self.stay(),
        }
    }

    /// Goes to the nearest post on the side of a sound, if there are twice as many of its team as enemies left.
    fn hunt(&mut self) -> Option<Order> {
        let heard = self.knows.heard()?;
        if self.knows.team().len() < 2 * self.knows.enemies().len() {
            return None;
        }
        self.post_towards(heard).map(|post| self.run(post))
    }

    /// Goes towards where the team has just seen an enemy nearby until it sees that place itself, but not into smoke.
    fn help(&mut self) -> Option<Order> {
        let enemy = self.nearest(self.knows.fresh())?;
        if !self.is_near(enemy, self.doctrine().help_within) {
            return None;
        }
        let there = self.last_seen(enemy)?;
        let goal = self.survey.post_by(self.plan(), there)?;
        let post = self.survey.posts.cells()[usize::from(goal)];
        if self.knows.left(self.here, goal) == 0 || !self.knows.in_sight(post, there) {
            return None;
        }
        Some(self.go_to_see(there, goal))
    }

    /// Goes towards a goal, but in this move no farther than to where it sees a cell. Terrorists hurry.
    fn go_to_see(&mut self, there: Cell, goal: u8) -> Order {
        let way = std::iter::successors(Some(self.here), |&cell| self.knows.next(cell, goal));
        let seen = way.skip(1).take(SQUARES_OF_A_MOVE).find(|&cell| self.knows.in_sight(cell, there));
        let short = seen.map_or(0, |cell| self.knows.left(cell, goal));
        match self.side() {
            Side::Blue => self.go(goal, short),
            Side::Red => {
                self.memory.search.goal[self.me] = Some(goal);
                Order::go(Pace::Normal, Way::Goal { goal, short })
            }
        }
    }

    /// Goes into the rooms of the key place when somebody is heard.
    fn look_after_sound(&mut self) -> Option<Order> {
        let around = self.survey.around_place;
        let settled = self.survey.posts.settled_at(self.here, true);
        let on_the_way = self.post_of_goal().filter(|post| around >> post & 1 == 1 && settled >> post & 1 == 0);
        if on_the_way.is_none() && self.knows.heard().is_none() {
            return None;
        }
        let goal = on_the_way.or_else(|| self.nearest_post(settled | !around));
        goal.map(|goal| self.go(goal, 0))
    }

    /// Goes from post to post of its side's own rooms. On hearing somebody it stands and listens.
    fn patrol(&mut self) -> Order {
        if self.knows.heard().is_some() && self.waited() < self.doctrine().patience {
            self.wait();
            return Order::STAY;
        }
        let post = self.post_of_goal();
        let settled = self.survey.posts.settled_at(self.here, true);
        let stuck = self.waited() > self.doctrine().stuck_after;
        let goal = match post.filter(|post| settled >> post & 1 == 0 && !stuck) {
            Some(post) => Some(post),
            None => self.next_round(post),
        };
        match goal.filter(|&goal| self.knows.left(self.here, goal) != u32::MAX) {
            Some(goal) => {
                self.memory.search.goal[self.me] = Some(goal);
                let there = self.knows.left(self.here, goal) == 0;
                if there { Order::STAY } else { self.advance(Way::Goal { goal, short: 0 }) }
            }
            None => self.stay(),
        }
    }

    /// The next post of a patrol's round. Every other figure goes round the other way, and they begin far apart.
    fn next_round(&mut self, post: Option<u8>) -> Option<u8> {
        self.memory.search.waited[self.me] = 0;
        let posts = self.survey.rounds[self.side()];
        let everybody = self.knows.whole_team();
        let rank = (everybody & field::Figures::below(self.me)).len() as u32;
        match post {
            Some(post) => next_of(posts, post, rank % 2 == 1),
            None => nth_of(posts, rank * posts.count_ones() / everybody.len() as u32),
        }
    }

    /// On guard until somebody is heard; then goes stealthily to a post on that side, to lie in wait there.
    fn reposition(&mut self) -> Order {
        if let Some(heard) = self.knows.heard()
            && self.goal().is_none()
        {
            self.memory.search.goal[self.me] = self.post_towards(heard);
        }
        match self.goal().filter(|&goal| self.knows.left(self.here, goal) > 0) {
            Some(goal) if self.waited() <= self.doctrine().patience => {
                Order::go(Pace::Stealthy, Way::Goal { goal, short: 0 })
            }
            _ => {
                self.memory.search.waited[self.me] = 0;
                self.stay()
            }
        }
    }

    /// The nearest free post on the side of a sound.
    fn post_towards(&self, heard: Facing) -> Option<u8> {
        let cells = self.survey.posts.cells();
        let after_sound = thousandths(self.doctrine().after_sound);
        let suits = |&post: &u8| {
            let cell = cells[usize::from(post)];
            (1..=after_sound).contains(&self.knows.left(self.here, post))
                && Facing::towards(self.plan(), self.here, cell)
                    .is_some_and(|there| heard.within(Spread::Quarter, there))
                && self.knows.is_free(cell)
        };
        (0..cells.len() as u8).filter(suits).min_by_key(|&post| (self.knows.left(self.here, post), post))
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

/// The post of a set that has this many before it.
fn nth_of(posts: u128, before: u32) -> Option<u8> {
    let mut left = posts;
    for _ in 0..before {
        left &= left.wrapping_sub(1);
    }
    (left != 0).then(|| left.trailing_zeros() as u8)
}
