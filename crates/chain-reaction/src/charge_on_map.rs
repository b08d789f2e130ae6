//! Charges and melee on a map (CR-wtc, CR-bc, CR-melee, CR-break, CR-kill; Clarifications 30 to 32).

use chance::Chance;
use field::{Cell, Figures, INCH};

use crate::action::{Action, Ask};
use crate::battle_view::BattleView;
use crate::figure::{Charge, NOBODY, Status};
use crate::log;
use crate::melee::Pools;
use crate::on_map::{OnMap, Reach};
use crate::options::ChargeMove;
use crate::play::Play;
use crate::player::Players;
use crate::state::{Rush, Stage, Task};
use crate::table::{Reaction, Test};
use crate::view::Cause;

impl<const N: usize> BattleView<'_, N, OnMap<'_>> {
    /// The nearest square beside a target in the current search, and the cost to get there.
    fn beside(self, me: usize, target: Cell) -> Option<(u32, Cell)> {
        let mut best: Option<(u32, Cell)> = None;
        for square in self.ground.board().around(target) {
            let free = self.ground.scene.standing.is_free(square) || self.cell(me) == Some(square);
            if let Some(cost) = self.ground.cost_to(square).filter(|_| free) {
                best = best.into_iter().chain([(cost, square)]).min();
            }
        }
        best
    }

    /// The figure's target.
    fn quarry(self, me: usize) -> Option<usize> {
        let quarry = self.ground.scene.going.quarry[me];
        (quarry != NOBODY).then_some(quarry.into())
    }

    /// The targets of these chargers.
    fn quarries(self, chargers: Figures) -> Figures {
        chargers.iter().filter_map(|me| self.quarry(me)).fold(Figures::NONE, Figures::with)
    }

    /// The chargers that are on their way.
    fn charging(self, chargers: Figures) -> Figures {
        self.carrying_on(chargers).filter(|me| self.figures[me].charge == Charge::Charging)
    }
}

impl<C: Chance, const N: usize, P: Players> Play<'_, C, N, OnMap<'_>, P> {
    /// Plays one stage of the charges.
    pub(crate) fn rush(&mut self, chargers: Figures, stage: Rush) {
        match stage {
            Rush::Wanted => self.want_to_charge(self.view().carrying_on(chargers)),
            Rush::Going => self.close_the_distance(self.view().charging(chargers)),
            Rush::Near(targets) => self.are_charged(self.view().charging(chargers), targets),
            Rush::Contact => self.come_into_contact(self.view().charging(chargers)),
        }
    }

    /// Wanting to Charge, after a Fast Move test if a charger cannot reach its target otherwise (CR-wtc-1 to CR-wtc-3).
    fn want_to_charge(&mut self, chargers: Figures) {
        let rules = &self.battle.frame.rules;
        let normal = rules.normal_move.thousandths() as u32;
        let targets = self.view().quarries(chargers);
        for me in chargers.iter() {
            self.state.ground.scene.going.left[me] = normal;
        }
        // A charge replaces fire.
        self.state.activation.fired |= chargers;
        let too_far = chargers.filter(|me| self.way_to_contact(me, normal).is_none());
        if rules.charge_move == ChargeMove::NormalOrFast && !too_far.is_empty() {
            self.test(Test::FastMove, chargers, Cause::by(targets));
        }
        // A figure that stumbles goes only as far as the point where it falls (CR-attr-clumsy).
        let falls = chargers & self.state.activation.falls;
        if !falls.is_empty() {
            self.push(Task::MoveOn(falls));
        }
        let reach = (chargers - falls).filter(|me| {
            let left = self.state.ground.scene.going.left[me];
            self.way_to_contact(me, left).is_some()
        });
        let tested = self.test(Test::WantingToCharge, reach, Cause::by(targets));
        let go = reach.filter(|me| tested.charge.contains(me));
        for me in go.iter() {
            self.state.figures[me].charge = Charge::Charging;
        }
        self.push(Task::Charges { chargers: go, stage: Rush::Going });
        self.open_fire(tested.fire, tested.snap, targets, false);
    }

    /// The cost for a charger to come into contact, and the square, within this movement.
    fn way_to_contact(&self, me: usize, left: u32) -> Option<(u32, Cell)> {
        let view = self.view();
        let target = view.quarry(me).and_then(|target| view.cell(target))?;
        view.search(me, left, Reach::Contact);
        view.beside(me, target)
    }

    /// Chargers come up to the distance at which their targets test. Other enemies that come to see them test first, as
    /// against any mover (Clarification 30).
    fn close_the_distance(&mut self, chargers: Figures) {
        let near = self.battle.frame.rules.charged_at.thousandths() as u32;
        let (mut watchers, mut appeared) = (Figures::NONE, Figures::NONE);
        for me in chargers.iter() {
            let left = self.state.ground.scene.going.left[me];
            let Some((cost, square)) = self.way_to_contact(me, left) else {
                // There is no longer any room beside the target.
                self.state.figures[me].charge = Charge::None;
                continue;
            };
            let (way, len) = self.state.ground.way_to(square);
            let (mut gone, mut seen_by) = (0, Figures::NONE);
            for &next in &way[..len] {
                let Some(there) = self.state.ground.cost_to(next) else { break };
                if cost - gone <= near {
                    break;
                }
                self.steps(me, next);
                gone = there;
                seen_by = self.view().newly_seen_by(me);
                if !seen_by.is_empty() {
                    watchers |= seen_by;
                    appeared.insert(me);
                    break;
                }
            }
            let going = &mut self.state.ground.scene.going;
            going.left[me] -= gone.min(left);
            going.gone[me] += gone;
            if gone > 0 {
                self.counts_as_fast(me);
                self.tells_move(me, gone, seen_by);
            }
        }
        if appeared.is_empty() {
            let near = self.view().charging(chargers);
            for me in near.iter() {
                let spot = self.view().quarry(me).and_then(|target| self.view().cell(target));
                self.state.ground.scene.going.towards[me] = spot;
            }
            let targets = self.view().quarries(near);
            return self.push(Task::Charges { chargers, stage: Rush::Near(targets) });
        }
        self.have_been_seen(appeared, watchers);
        self.push(Task::Charges { chargers, stage: Rush::Going });
        self.push(Task::InSight { watchers, movers: appeared });
    }

    /// Being Charged for one group, and the fire of its figures that may fire (CR-bc-1, CR-bc-3). A figure that does
    /// not carry on takes no test (Clarification 31).
    fn are_charged(&mut self, chargers: Figures, targets: Figures) {
        let up = self.view().carrying_on(targets).filter(|who| !self.view().is_in_melee(who));
        if up.is_empty() {
            return self.push(Task::Charges { chargers, stage: Rush::Contact });
        }
        // A figure that lies in wait fires before it is charged (CR-insight-3).
        if !self.state.ground.scene.going.ambush.is_empty() {
            self.push(Task::Charges { chargers, stage: Rush::Near(targets) });
            return self.springs_the_ambush(chargers);
        }
        let group = self.one_group(up);
        self.push(Task::Charges { chargers, stage: Rush::Near(targets - group) });
        let attackers = chargers.filter(|me| self.view().quarry(me).is_some_and(|quarry| group.contains(quarry)));
        if self.retires_when_flanked(group, attackers) {
            return;
        }
        let view = self.view();
        let by = chargers.filter(|me| view.quarry(me).is_some_and(|quarry| group.contains(quarry)));
        // It fires at the charger that reaches it first.
        let first = by.iter().min_by_key(|&me| view.quarry(me).map(|quarry| view.distance(me, quarry)));
        for me in group.iter() {
            self.drops(me);
        }
        let tested = self.test(Test::BeingCharged, group, Cause::by(by));
        self.open_fire(tested.fire, Figures::NONE, first.map_or(by, Figures::one), false);
    }

    /// Chargers that have not been stopped come into contact, or take the place of a target that has gone (CR-bc-2,
    /// CR-melee-6).
    fn come_into_contact(&mut self, chargers: Figures) {
        let mut contacts = Figures::NONE;
        for me in chargers.iter() {
            self.state.figures[me].charge = Charge::None;
            let Some(target) = self.view().quarry(me) else { continue };
            let left = self.state.ground.scene.going.left[me].max(4 * INCH);
            let towards = self.state.ground.scene.going.towards[me];
            let mut helpless = false;
            // A figure that has retired is not caught (CR-bc-4).
            if self.view().cell(target) != towards || self.state.activation.retired.contains(target) {
                self.view().search(me, left, Reach::Contact);
                let ground = &self.state.ground;
                let to = towards.filter(|&spot| ground.cost_to(spot).is_some() && ground.scene.standing.is_free(spot));
                if let Some(spot) = to {
                    self.steps(me, spot);
                }
            } else if self.state.figures[target].status.is_target()
                && let Some((_, square)) = self.way_to_contact(me, left)
            {
                self.steps(me, square);
                helpless = self.view().helpless_beside(me).contains(target);
                if !helpless {
                    self.state.ground.scene.melee[me].insert(target);
                    self.state.ground.scene.melee[target].insert(me);
                    contacts.insert(me);
                }
            }
            let (turn, ground) = (self.turn, &self.state.ground);
            let to = ground.scene.at(me).and_then(|cell| ground.on_plan(cell));
            self.log(|| log::closes_in(turn, me, target, to));
            if helpless {
                self.finishes(me);
            }
        }
        for me in contacts.iter() {
            self.contest(me);
        }
    }

    /// A figure in melee breaks off, or fights its opponent once more (CR-melee-5, CR-break-1).
    pub(crate) fn acts_in_melee(&mut self, me: usize) {
        if self.ask(me, Ask::Melee) != Action::BreakOff {
            return self.contest(me);
        }
        let enemies = self.state.ground.scene.melee[me];
        // The enemies take In Sight as soon as it has moved, even if they could see it before (Clarification 32).
        let scene = &mut self.state.ground.scene;
        scene.parts(me);
        scene.seen_by[me] -= enemies;
        scene.going.left[me] = self.battle.frame.rules.normal_move.thousandths() as u32;
        let turn = self.turn;
        self.log(|| log::breaks_off(turn, me));
        let (watchers, _) = self.goes(me, true);
        if self.state.ground.scene.going.gone[me] == 0 {
            // It is blocked or stays: the melee goes on.
            for enemy in enemies.iter() {
                self.state.ground.scene.melee[me].insert(enemy);
                self.state.ground.scene.melee[enemy].insert(me);
            }
            return self.contest(me);
        }
        self.have_been_seen(Figures::one(me), watchers);
        self.push(Task::MoveOn(Figures::one(me)));
        if !watchers.is_empty() {
            self.push(Task::InSight { watchers, movers: Figures::one(me) });
        }
    }

    /// A figure fights every enemy it is in melee with. Its dice are divided among these enemies, and their dice among
    /// all figures that fight them (CR-melee-4).
    fn contest(&mut self, me: usize) {
        let enemies = self.state.ground.scene.melee[me];
        for enemy in enemies.iter() {
            let share = |play: &Self, who: usize, against: usize| {
                let rear =
                    who == enemy && play.view().battle.enemies(who).contains(me) && play.is_attacked_behind(me, who);
                let other = play.fighter(against, false);
                let dice = play.fighter(who, rear).dice(other.impact);
                let all = play.state.ground.scene.melee[who];
                // The larger shares go to the strongest enemies; of equals, to the first in the roster.
                let stronger = |one: usize| {
                    let rep = |who: usize| play.state.figures[who].rep;
                    rep(one) > rep(against) || rep(one) == rep(against) && one < against
                };
                let rank = all.filter(stronger).len() as u8;
                let count = all.len().max(1) as u8;
                dice / count + u8::from(rank < dice % count)
            };
            let pools = Pools { a: share(self, me, enemy), b: share(self, enemy, me) };
            self.push(Task::Charge { charger: me as u8, target: enemy as u8, stage: Stage::Melee(pools) });
        }
    }

    /// Whether a figure is attacked from behind by an enemy that has just come into contact (CR-fig-3, CR-melee-2).
    fn is_attacked_behind(&self, attacker: usize, me: usize) -> bool {
        use crate::ground::Ground as _;
        self.state.ground.scene.going.quarry[attacker] == me as u8 && OnMap::is_behind(self.view(), attacker, me)
    }

    /// A figure kills or captures a helpless enemy in contact, as its player decides, instead of firing (CR-kill-1).
    /// False if there is no such enemy, or the player does nothing.
    pub(crate) fn finishes(&mut self, me: usize) -> bool {
        let among = self.view().helpless_beside(me);
        if among.is_empty() || self.state.activation.fired.contains(me) && !self.state.activation.chargers.contains(me)
        {
            return false;
        }
        let (target, status) = match self.ask(me, Ask::Finish { among }) {
            Action::Capture(target) => {
                let wounded = self.state.figures[usize::from(target)].status == Status::Out;
                (usize::from(target), Status::Captured { wounded })
            }
            Action::Dispatch(target) => (usize::from(target), Status::Dead),
            _ => return false,
        };
        self.state.activation.fired.insert(me);
        if self.battle.frame.rules.finish_needs_charge {
            let tested = self.test(Test::WantingToCharge, Figures::one(me), Cause::by(Figures::one(target)));
            if tested.first != Reaction::Charge {
                return true;
            }
        }
        let turn = self.turn;
        if status == Status::Dead {
            let fate = self.victim(target).killed_by(self.state.figures[me].rep);
            self.suffers(target, Some(fate));
        } else {
            self.state.figures[target].status = status;
            self.leaves_the_table(target);
        }
        self.may_lose_leader(target);
        let name = self.state.figures[target].status.name();
        self.log(|| log::finishes(turn, me, target, name));
        true
    }
}
