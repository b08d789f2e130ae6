//! The automatic player's orders for a turn, from what his team has seen and heard (GGG-seq-1).

use chance::Chance;
use engage::{Inches, Side, among, bits};
use field::Cell;

use super::play::Play;
use super::scene::{Act, BOMBS, Charge, FIGURES, NOWHERE, Order, Way};
use super::site::MOVER;
use super::tell;
use crate::figure::{Man, Pace, Weapon};
use crate::fire::to_hit;
use crate::grenade::Grenade;
use crate::mission::Mission;
use crate::options::FireTiming;
use crate::setup::{Orders, Throw};
use crate::spot::Stance;

/// Turns after a bomb was found from which it is defused whatever happens.
const PRESSING: u16 = 4;
/// How many turns before it would be too late to plant a bomb, or to bring hostages in, one stops for nobody.
const SPARE: u16 = 3;
/// What the VIP keeps behind the foremost of his escort, and from where he goes on alone, in thousandths of an inch.
const BEHIND: u32 = 6000;
const LAST_LEG: u32 = 12_000;
/// For how many turns a team minds where it last saw an enemy, and how far off, in square inches.
const MINDED: u16 = 3;
const NEAR: u32 = 20 * 20;
/// Turns running that the VIP waits for the end of a fight.
const LONG_WAIT: u8 = 3;
/// Turns that men who drew back wait for others.
const REGROUP: u8 = 2;
/// By how many enemies have to outnumber them for men to draw back, or to throw smoke before anything else.
const MANY: i32 = 2;
/// What is allowed for the scatter of a stun grenade, in thousandths of an inch.
const SCATTER: u32 = 3000;
/// Enemies that are worth a grenade.
const CLUSTER: u32 = 2;

impl<C: Chance> Play<'_, C> {
    /// Orders for everybody, given on what is known now; all are carried out at once.
    pub(super) fn give_orders(&mut self) {
        let scene = &mut self.scene;
        (scene.fired_before, scene.fired, scene.threw, scene.shaken, scene.turned) = (scene.fired, 0, 0, 0, 0);
        (scene.shot_before, scene.shot_at) = (scene.shot_at, 0);
        (scene.heard, scene.hears) = (scene.hears, [None; FIGURES]);
        for hostage in scene.hostages() {
            scene.stances[hostage].pace = Pace::Stationary;
        }
        self.call_hostages();
        for me in bits(self.scene.up) {
            let order = self.order(me);
            self.scene.orders[me] = order;
            let hiding = self.scene.stances[me].hiding;
            self.scene.stances[me] = Stance { pace: order.pace, hiding: hiding && !order.pace.moves() };
            if order.pace.moves() && self.assault.rules.fire_timing == FireTiming::StationaryFirst {
                let turn = self.turn;
                self.chance.tell(|| tell::is_to_go(turn, me, order.pace));
            }
        }
        let scene = &mut self.scene;
        (scene.saw, scene.seen) = (scene.seen, [0; FIGURES]);
    }

    /// A figure's order.
    fn order(&mut self, me: usize) -> Order {
        let Some(here) = self.scene.at(me) else { return Order::STAY };
        if let Some(work) = self.work(me, here) {
            return Order::doing(work);
        }
        let profile = &self.assault.profiles[me];
        let threats = self.threats(me, here);
        if profile.vip && (profile.weapon == Weapon::None || !self.could_hit(me, here, threats)) {
            return self.bring_away(me, here, threats);
        }
        if self.waits_after_drawing_back(me, here, threats) {
            return Order::STAY;
        }
        let dangerous = if profile.orders == Orders::Assault { threats } else { self.dangerous(me, here, threats) };
        let presses_on = self.presses_on(me);
        if dangerous != 0
            && !presses_on
            && let Some(order) = self.fight(me, here, dangerous)
        {
            return order;
        }
        // Somebody or something may depend on him.
        let free = !presses_on && !self.scene.leads(me) && self.carried(me).is_none();
        if free && self.finishes(me, here, threats) {
            return Order::STAY;
        }
        if free && profile.weapon != Weapon::Sniper {
            if dangerous != 0 {
                return self.out_of_sight(me, here, dangerous);
            }
            let near = self.minded(me, here);
            if near != 0 && !self.could_hit(me, here, near) {
                return Order::STAY;
            }
        }
        self.seek(me, here)
    }

    /// What a figure does in sight of enemies who could hit it: it draws back, throws, or stands and fires; nothing if it cannot
    /// hit any of them.
    fn fight(&mut self, me: usize, here: Cell, threats: u32) -> Option<Order> {
        if let Some(order) = self.draw_back(me, here, threats) {
            return Some(order);
        }
        if let Some(throw) = self.throw_at(me, here, threats) {
            return Some(Order::doing(throw));
        }
        self.could_hit(me, here, threats).then_some(Order::STAY)
    }

    /// Whether a figure stands to put out an enemy close by who can hit nobody any more: nothing presses.
    fn finishes(&self, me: usize, here: Cell, threats: u32) -> bool {
        let range = self.assault.rules.short_range.thousandths() as u32;
        let close = |&enemy: &usize| {
            self.scene.known[enemy].is_some_and(|known| self.site.plan().distance(here, known.cell) <= range)
        };
        let close = among(bits(threats).filter(close));
        let knows = |bomb: usize| self.assault.profiles[me].side == Side::Red || self.scene.found[bomb] > 0;
        let ticks = (0..BOMBS).any(|bomb| matches!(self.scene.bombs[bomb], Charge::Planted { .. }) && knows(bomb));
        close != 0 && !ticks && self.could_hit(me, here, close)
    }

    /// Planting in the key place, and defusing: as soon as no Terrorist is known to see the bomb, and in time at the latest.
    fn work(&self, me: usize, here: Cell) -> Option<Act> {
        if self.assault.mission != Mission::Destruction || self.reloads(me) {
            return None;
        }
        if self.assault.profiles[me].side == Side::Red {
            return (self.carried(me).is_some() && self.site.place.contains(here)).then_some(Act::Plant);
        }
        (0..BOMBS).find_map(|bomb| {
            let Charge::Planted { cell, .. } = self.scene.bombs[bomb] else { return None };
            let found = self.scene.found[bomb];
            if found == 0 || !self.at_hand(here, cell) {
                return None;
            }
            let act = Act::Defuse(bomb as u8);
            let others = self.scene.up & self.assault.blues & !(1 << me);
            let taken = bits(others)
                .any(|other| other < me && self.scene.orders[other].act == act || self.scene.work[other] > 0);
            let seen = self.threats(me, cell) != 0;
            (!taken && (!seen || self.presses_on(me))).then_some(act)
        })
    }

    /// Whether nobody of a figure's team is nearer to a cell.
    fn is_nearest(&self, me: usize, cell: Cell) -> bool {
        let team = bits(self.scene.up & self.assault.team(self.assault.profiles[me].side));
        team.min_by_key(|&who| self.scene.squared(self.site.plan(), who, cell)) == Some(me)
    }

    /// Whether a figure's rifle is to be reloaded, which leaves time for nothing else (GGG-snipe-7).
    pub(super) fn reloads(&self, me: usize) -> bool {
        self.assault.profiles[me].weapon == Weapon::Sniper && self.scene.men[me].rifle.reloads()
    }

    /// Whether a figure stops for no enemy: it has a bomb to plant or to defuse, or hostages to bring in, and hardly time enough.
    fn presses_on(&self, me: usize) -> bool {
        if self.assault.mission == Mission::Hostage && self.scene.leads(me) {
            let left = self.scene.at(me).map_or(0, |here| self.site.left(here, self.site.place_goal()));
            let turns = left / self.allowance(me, Pace::Normal).max(1);
            return turns.saturating_add((self.turn + SPARE).into()) > u32::from(self.assault.rules.time);
        }
        if self.assault.mission != Mission::Destruction {
            return false;
        }
        let rules = &self.assault.rules;
        if self.carried(me).is_some() {
            return self.turn + rules.work_turns + rules.fuse + SPARE > rules.time;
        }
        let pressing = |bomb: usize| {
            let Charge::Planted { cell, .. } = self.scene.bombs[bomb] else { return false };
            let found = self.scene.found[bomb];
            found > 0 && (self.turn >= found + PRESSING || self.turn > found && self.is_nearest(me, cell))
        };
        self.assault.profiles[me].side == Side::Blue && (0..BOMBS).any(pressing)
    }

    /// Whether a figure that stands still could hit any of these enemies as they were last seen.
    fn could_hit(&self, me: usize, here: Cell, threats: u32) -> bool {
        let (rules, weapon, man) = (&self.assault.rules, self.assault.profiles[me].weapon, &self.scene.men[me]);
        let hits = |enemy: usize| {
            let Some(sighting) = self.scene.known[enemy] else { return false };
            let range = Inches::from_thousandths(self.site.plan().distance(here, sighting.cell) as i32);
            let stance = self.stance_of(enemy, here, sighting.cell);
            !to_hit(rules, weapon, man, Pace::Stationary, stance, range).is_hopeless()
        };
        weapon != Weapon::None && bits(threats).any(hits)
    }

    /// Those of these enemies who could hit a figure that stands still there, by bit: wounds are to be seen.
    fn dangerous(&self, me: usize, here: Cell, threats: u32) -> u32 {
        let rules = &self.assault.rules;
        let profile = &self.assault.profiles[me];
        let mine = Stance { pace: Pace::Stationary, hiding: profile.hiding && self.site.hides(here) };
        let hits = |&enemy: &usize| {
            let Some(sighting) = self.scene.known[enemy] else { return false };
            let range = Inches::from_thousandths(self.site.plan().distance(here, sighting.cell) as i32);
            let man = Man { stun: 0, ..self.scene.men[enemy] };
            !to_hit(rules, self.assault.profiles[enemy].weapon, &man, Pace::Stationary, mine, range).is_hopeless()
        };
        among(bits(threats).filter(hits))
    }

    /// Whether a figure that has drawn back waits for others; it fights on when it is seen, and will not draw back again while
    /// enemies are near.
    fn waits_after_drawing_back(&mut self, me: usize, here: Cell, threats: u32) -> bool {
        let scene = &mut self.scene;
        if scene.drew_back >> me & 1 == 0 {
            return false;
        }
        if threats == 0 && scene.waited[me] < REGROUP {
            scene.waited[me] += 1;
            return true;
        }
        if self.minded(me, here) == 0 {
            self.scene.drew_back &= !(1 << me);
        }
        false
    }

    /// Counter-Terrorists who face many enemies with hardly anybody beside them go back out of sight, once.
    fn draw_back(&mut self, me: usize, here: Cell, threats: u32) -> Option<Order> {
        let before = self.scene.drew_back >> me & 1 == 1;
        let smoke = self.scene.kits[me].has(Grenade::Smoke) && self.assault.profiles[me].throw != Throw::Never;
        let mine = self.assault.profiles[me].side == Side::Blue && self.scene.goal[me] != NOWHERE;
        if before || smoke || !mine || self.odds_against(me, threats) < MANY {
            return None;
        }
        let order = self.out_of_sight(me, here, threats);
        if order.way != Way::Stays {
            self.scene.drew_back |= 1 << me;
            return Some(order);
        }
        None
    }

    /// A grenade for enemies in sight: what is carried, where it does most, with nobody of one's own too near.
    fn throw_at(&self, me: usize, here: Cell, threats: u32) -> Option<Act> {
        let profile = &self.assault.profiles[me];
        let kit = self.scene.kits[me];
        if profile.throw == Throw::Never || kit.is_empty() || self.reloads(me) {
            return None;
        }
        let wanted = if profile.throw == Throw::Always { 1 } else { CLUSTER };
        let aims = || bits(threats).filter_map(|enemy| Some(self.scene.known[enemy]?.cell));
        let many = kit.has(Grenade::Smoke) && self.odds_against(me, threats) >= MANY;
        for grenade in [Grenade::He, Grenade::Stun] {
            if !kit.has(grenade) || many {
                continue;
            }
            // Nobody is stunned who is stunned already.
            let stunnable = |enemy: usize| grenade == Grenade::He || self.scene.men[enemy].stun <= 1;
            let worth = |&aim: &Cell| {
                bits(threats).filter(|&enemy| stunnable(enemy) && self.is_reached(aim, enemy)).count() as u32
            };
            let best = aims().filter(|&aim| self.in_reach(here, aim) && self.is_safe(me, aim, grenade));
            let best = best.filter(|&aim| !self.is_thrown_at(me, aim));
            let best = best.max_by_key(|aim| (worth(aim), std::cmp::Reverse(*aim)));
            if let Some(aim) = best.filter(|aim| worth(aim) >= wanted) {
                return Some(Act::Throw { grenade, aim });
            }
        }
        let goes_on = self.scene.goal[me] != NOWHERE;
        let thrown = bits(self.team_before(me)).any(|other| matches!(self.scene.orders[other].act, Act::Throw { .. }));
        if !kit.has(Grenade::Smoke) || !goes_on || thrown || self.odds_against(me, threats) < 1 {
            return None;
        }
        // Between oneself and an enemy who is far off.
        let plan = self.site.plan();
        let enemy = self.nearest(threats, here)?;
        let there = self.scene.known[enemy]?.cell;
        if plan.distance(here, there) <= self.assault.rules.long_range.thousandths() as u32 {
            return None;
        }
        let half = plan.distance(here, there) / 2;
        // Nobody finds a hostage in smoke.
        let radius = self.assault.rules.radius.thousandths() as u32;
        let clear = |&cell: &Cell| {
            self.scene
                .hostages()
                .all(|hostage| self.scene.at(hostage).is_none_or(|at| plan.distance(at, cell) > radius))
        };
        let between = plan.line(here, there).filter(|&cell| self.in_sight(here, cell)).filter(clear);
        let aim = between.min_by_key(|&cell| (plan.distance(here, cell).abs_diff(half), cell))?;
        self.in_reach(here, aim).then_some(Act::Throw { grenade: Grenade::Smoke, aim })
    }

    /// Whether a burst would reach an enemy where he was last seen.
    fn is_reached(&self, aim: Cell, enemy: usize) -> bool {
        let radius = self.assault.rules.radius.thousandths() as u32;
        let plan = self.site.plan();
        self.scene.known[enemy].is_some_and(|sighting| {
            plan.distance(aim, sighting.cell) <= radius && plan.sees(aim, sighting.cell, self.scene.doors)
        })
    }

    /// Those of a figure's team who have had their orders before it, by bit.
    pub(super) fn team_before(&self, me: usize) -> u32 {
        self.scene.up & self.assault.team(self.assault.profiles[me].side) & ((1 << me) - 1)
    }

    /// By how many enemies in sight outnumber those of one's own who saw any of them.
    fn odds_against(&self, me: usize, threats: u32) -> i32 {
        let team = self.scene.up & self.assault.team(self.assault.profiles[me].side);
        let fights = |&other: &usize| self.scene.seen[other] & threats != 0 || other == me;
        threats.count_ones() as i32 - bits(team).filter(fights).count() as i32
    }

    /// Whether somebody of the team throws at about the same place in this turn.
    pub(super) fn is_thrown_at(&self, me: usize, cell: Cell) -> bool {
        let radius = self.assault.rules.radius.thousandths() as u32;
        let there = |other: usize| match self.scene.orders[other].act {
            Act::Throw { grenade, aim } => grenade != Grenade::Smoke && self.site.plan().distance(aim, cell) <= radius,
            _ => false,
        };
        bits(self.team_before(me)).any(there)
    }

    /// Whether friends, hostages and oneself are far enough from where a grenade is to burst: it may scatter, but a stun grenade
    /// does no lasting harm.
    pub(super) fn is_safe(&self, me: usize, aim: Cell, grenade: Grenade) -> bool {
        let (profile, rules) = (&self.assault.profiles[me], &self.assault.rules);
        let safety = match grenade {
            Grenade::He => profile.safety.thousandths() as u32,
            Grenade::Smoke | Grenade::Stun => rules.radius.thousandths() as u32 + SCATTER,
        };
        let clear = |who: usize| self.scene.at(who).is_none_or(|cell| self.site.plan().distance(cell, aim) > safety);
        let hostages = grenade != Grenade::He || self.scene.hostages().all(clear);
        bits(self.scene.up & self.assault.team(profile.side)).all(clear) && hostages
    }

    /// The VIP follows the foremost of his escort, keeps out of sight of the enemy, and goes the last leg alone when the path is
    /// clear, or if he gets there at once.
    fn bring_away(&mut self, me: usize, here: Cell, threats: u32) -> Order {
        let goal = self.site.place_goal();
        self.scene.goal[me] = goal;
        let left = self.site.left(here, goal);
        let run = |short: u32| Order { pace: Pace::Normal, way: Way::Goal { goal, short }, act: Act::Fire };
        if left <= self.allowance(me, Pace::Normal) {
            return run(0);
        }
        if threats != 0 {
            return self.out_of_sight(me, here, threats);
        }
        // He waits while there is fighting near, but not for ever.
        let fighting = self.minded(me, here) != 0 || self.scene.shot_before & self.assault.cts != 0;
        if fighting && self.scene.waited[me] < LONG_WAIT {
            self.scene.waited[me] += 1;
            return Order::STAY;
        }
        let escort = bits(self.scene.up & self.assault.cts & !(1 << me));
        let foremost = escort.filter_map(|ct| self.scene.at(ct)).map(|cell| self.site.left(cell, goal)).min();
        match foremost {
            None => run(0),
            Some(_) if left <= LAST_LEG => run(0),
            Some(foremost) if foremost == u32::MAX => Order::STAY,
            Some(foremost) => run(foremost.saturating_add(BEHIND)),
        }
    }

    /// The enemies of a figure that are near and were seen in the last turns, by bit.
    pub(super) fn minded(&self, me: usize, here: Cell) -> u32 {
        let lately = self.scene.seen_since(self.assault.enemies(me), self.turn.saturating_sub(MINDED).max(1));
        let near = |&enemy: &usize| {
            self.scene.known[enemy].is_some_and(|known| self.site.plan().squared(here, known.cell) <= NEAR)
        };
        among(bits(lately).filter(near))
    }

    /// To the nearest cell within a move where none of these enemies sees him, if there is one.
    fn out_of_sight(&mut self, me: usize, here: Cell, threats: u32) -> Order {
        let allowance = self.allowance(me, Pace::Normal);
        let nobody = field::CellSet::EMPTY;
        self.site.plan().reach(self.search, here, allowance, MOVER, self.scene.doors, &nobody);
        let seen = |cell: Cell| {
            bits(threats).any(|enemy| self.scene.known[enemy].is_some_and(|known| self.in_sight(cell, known.cell)))
        };
        let mut cells = self.search.reached().skip(1);
        match cells.find(|&cell| self.scene.standing.is_free(cell) && !seen(cell)) {
            Some(cell) => Order { pace: Pace::Normal, way: Way::To(cell), act: Act::Fire },
            None => Order::STAY,
        }
    }
}
