//! Orders for a turn, from what the team has seen and heard (GGG-seq-1).

use engage::Side;
use field::{Cell, Figures, Reaching};

use super::choice::{Choice, thousandths};
use crate::action::{Act, Order, Way};
use crate::assault::{BOMBS, KnownBomb, MOVER};
use crate::figure::{Pace, Weapon};
use crate::grenade::Grenade;
use crate::mission::Mission;
use crate::options::Allowed;
use crate::player::{Orders, Throw};

impl Choice<'_> {
    /// A figure's order.
    pub(super) fn order(&mut self) -> Order {
        if let Some(work) = self.work() {
            return Order::doing(work);
        }
        let (me, weapon) = (self.me, self.knows.weapon(self.me));
        let threats = self.knows.threats(self.here);
        if self.knows.vip() == Some(me) && (weapon == Weapon::None || !self.could_hit(threats)) {
            return self.bring_away(threats);
        }
        if self.waits_after_drawing_back(threats) {
            return Order::STAY;
        }
        if threats.is_empty() {
            return self.seek();
        }
        let assault = self.doctrine().orders == Orders::Assault;
        let dangerous = if assault { threats } else { self.dangerous(threats) };
        let presses_on = self.presses_on();
        if !dangerous.is_empty()
            && !presses_on
            && let Some(order) = self.fight(dangerous)
        {
            return order;
        }
        // Others may depend on this figure.
        let free = !presses_on && !self.knows.leads() && self.knows.carried(me).is_none();
        if free && self.finishes(threats) {
            return Order::STAY;
        }
        if free && weapon != Weapon::Sniper && !dangerous.is_empty() {
            return self.out_of_sight(dangerous);
        }
        self.seek()
    }

    /// The order of a figure in sight of enemies that could hit it: it draws back, throws, or stands and fires. `None`
    /// if it cannot hit any of them.
    fn fight(&mut self, threats: Figures) -> Option<Order> {
        if let Some(order) = self.draw_back(threats) {
            return Some(order);
        }
        if let Some(throw) = self.throw_at(threats) {
            return Some(Order::doing(throw));
        }
        self.could_hit(threats).then_some(Order::STAY)
    }

    /// Whether a figure stays to put out a close, harmless enemy: only the nearest does, and only while no bomb ticks.
    fn finishes(&self, threats: Figures) -> bool {
        let mine = |there| self.nearest_friend(self.knows.team(), there) == Some(self.me);
        let close = threats.filter(|enemy| {
            self.is_near(enemy, self.knows.rules().short_range) && self.last_seen(enemy).is_some_and(mine)
        });
        let ticks = self.knows.bombs().iter().any(|bomb| matches!(bomb, KnownBomb::Ticks(_)));
        !close.is_empty() && !ticks && self.could_hit(close)
    }

    /// Planting in the key place, and defusing as soon as no Terrorist is known to see the bomb, or when time runs
    /// short.
    fn work(&self) -> Option<Act> {
        if self.knows.mission() != Mission::Destruction || self.knows.reloads() {
            return None;
        }
        if self.side() == Side::Red {
            let plants = self.knows.carried(self.me).is_some() && self.knows.is_place(self.here);
            return plants.then_some(Act::Plant);
        }
        (0..BOMBS).find_map(|bomb| {
            let KnownBomb::Ticks(cell) = self.knows.bombs()[bomb] else { return None };
            if !self.knows.at_hand(self.here, cell) {
                return None;
            }
            let act = Act::Defuse(bomb as u8);
            let works =
                |other: usize| other < self.me && self.knows.order(other).act == act || self.knows.work(other) > 0;
            let taken = self.knows.team().without(self.me).iter().any(works);
            let seen = !self.knows.threats(cell).is_empty();
            (!taken && (!seen || self.presses_on())).then_some(act)
        })
    }

    /// Whether a figure stops for no enemy, because it has hardly enough time left to plant or defuse a bomb or to
    /// bring in hostages.
    pub(super) fn presses_on(&self) -> bool {
        let (rules, turn) = (self.knows.rules(), self.knows.turn());
        let doctrine = self.doctrine();
        match self.knows.mission() {
            Mission::Hostage => {
                let turns = self.way_with_hostages().map(|way| way / self.knows.allowance(Pace::Normal).max(1));
                let then = |turns: u32| turns.saturating_add((turn + doctrine.spare_turns).into());
                return turns.is_some_and(|turns| then(turns) > u32::from(rules.time));
            }
            Mission::Destruction => {}
            Mission::Assassination => return false,
        }
        if self.knows.carried(self.me).is_some() {
            return turn + rules.work_turns + rules.fuse + doctrine.spare_turns > rules.time;
        }
        let pressing = |bomb: usize| {
            let KnownBomb::Ticks(cell) = self.knows.bombs()[bomb] else { return false };
            let found = self.knows.found(bomb);
            let nearest = || self.nearest_friend(self.knows.team(), cell) == Some(self.me);
            turn >= found + doctrine.defuse_after || turn > found && nearest()
        };
        self.side() == Side::Blue && (0..BOMBS).any(pressing)
    }

    /// The least way home with hostages: those that a figure leads, or the nearest that it could fetch, or those that
    /// may be where nobody has looked yet. `None` if it need not go.
    fn way_with_hostages(&self) -> Option<u32> {
        let (knows, home) = (&self.knows, self.knows.place_goal());
        if knows.leads() {
            return Some(knows.left(self.here, home));
        }
        // The first half of the time is enough for any way.
        let early = knows.turn() * 2 < knows.rules().time;
        if early || self.side() == Side::Red || self.doctrine().orders != Orders::Mission {
            return None;
        }
        let by = |cell: Cell| self.plan().distance(self.here, cell).saturating_add(knows.left(cell, home));
        let free = knows.hostages().filter(|hostage| !knows.is_led(hostage));
        let known = free.iter().filter_map(|hostage| knows.hostage(hostage)).map(by).min();
        let unseen = || {
            let post = knows.nearest_post(&self.survey.posts, self.here, self.visited())?;
            Some(by(self.survey.posts.cells()[usize::from(post)]))
        };
        known.or_else(|| if free.is_empty() { None } else { unseen() })
    }

    /// Whether a figure that has drawn back waits for others. It fights on when it is seen, and does not draw back
    /// again while enemies are near.
    fn waits_after_drawing_back(&mut self, threats: Figures) -> bool {
        if !self.memory.drew_back.contains(self.me) {
            return false;
        }
        if threats.is_empty() && self.waited() < self.doctrine().regroup {
            self.wait();
            return true;
        }
        if self.minded().is_empty() {
            self.memory.drew_back.remove(self.me);
        }
        false
    }

    /// Counter-Terrorists that face many enemies with few friends draw back out of sight, once.
    fn draw_back(&mut self, threats: Figures) -> Option<Order> {
        let before = self.memory.drew_back.contains(self.me);
        let smoke = self.knows.kit().has(Grenade::Smoke) && self.doctrine().throw != Throw::Never;
        let goes_on = self.side() == Side::Blue && self.goal().is_some();
        if before || smoke || !goes_on || !self.is_outnumbered(threats) {
            return None;
        }
        let order = self.out_of_sight(threats);
        if order.way == Way::Stays {
            return None;
        }
        self.memory.drew_back.insert(self.me);
        Some(order)
    }

    /// Whether the enemies in sight outnumber the figure's side by enough to draw back.
    pub(super) fn is_outnumbered(&self, threats: Figures) -> bool {
        self.odds_against(threats) >= self.doctrine().outnumbered_by.into()
    }

    /// The VIP follows the foremost of its escort and keeps out of the enemy's sight. It goes the last leg alone when
    /// the path is clear, and whatever happens when it can arrive at once or time presses.
    fn bring_away(&mut self, threats: Figures) -> Order {
        let goal = self.knows.place_goal();
        self.memory.search.goal[self.me] = Some(goal);
        let left = self.knows.left(self.here, goal);
        let run = |short: u32| Order::go(Pace::Normal, Way::Goal { goal, short });
        let allowance = self.knows.allowance(Pace::Normal);
        let turns = (left / allowance.max(1)).saturating_add((self.knows.turn() + self.doctrine().spare_turns).into());
        if left <= allowance || turns > self.knows.rules().time.into() {
            return run(0);
        }
        if !threats.is_empty() {
            return self.out_of_sight(threats);
        }
        // The VIP waits while there is fighting near, but not for ever.
        let others = self.knows.team().without(self.me);
        let doctrine = self.doctrine();
        let fighting = !self.minded().is_empty() || !self.escort_shot_at().is_empty();
        if fighting && self.waited() < doctrine.vip_waits {
            self.wait();
            return Order::STAY;
        }
        let foremost = others.iter().filter_map(|ct| self.knows.at(ct)).map(|cell| self.knows.left(cell, goal)).min();
        match foremost {
            None => run(0),
            Some(_) if left <= thousandths(doctrine.vip_last_leg) => run(0),
            Some(foremost) if foremost == u32::MAX => Order::STAY,
            Some(foremost) => run(foremost.saturating_add(thousandths(doctrine.vip_behind))),
        }
    }

    /// The figures of the VIP's escort that were shot at in the last turn.
    fn escort_shot_at(&self) -> Figures {
        let shot_at = self.knows.were_shot_at();
        if self.knows.rules().vip_counts_as_ct == Allowed::Yes { shot_at } else { shot_at.without(self.me) }
    }

    /// To the nearest cell within a move where none of these enemies sees the figure, if there is one.
    fn out_of_sight(&mut self, threats: Figures) -> Order {
        let (plan, knows) = (self.plan(), self.knows);
        let reach = Reaching { from: self.here, allowance: knows.allowance(Pace::Normal), mover: MOVER };
        let lines = knows.lines();
        let sees = |enemy: usize, cell| knows.sighting(enemy).is_some_and(|seen| lines.sees(cell, seen.cell));
        let hidden = |cell| !threats.iter().any(|enemy| sees(enemy, cell)) && knows.is_free(cell);
        match plan.first_in_reach(self.search, reach, knows.doors(), hidden) {
            Some(cell) => Order::go(Pace::Normal, Way::To(cell)),
            None => Order::STAY,
        }
    }
}
