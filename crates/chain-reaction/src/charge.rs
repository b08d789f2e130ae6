//! Charges: Wanting to Charge, Being Charged, fire at close quarters, and the melee (CR-wtc, CR-bc, CR-melee).

use chance::Chance;
use field::Figures;

use crate::figure::{Charge, Status};
use crate::log;
use crate::melee::{self, Fighter, Pools};
use crate::play::{Events, Play};
use crate::player::Players;
use crate::state::{Stage, Task};
use crate::table::{Reaction, Test};
use crate::view::Cause;

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// A stage of a charge.
    pub(crate) fn charge(&mut self, (me, target): (usize, usize), stage: Stage) {
        let next = |stage| Task::Charge { charger: me as u8, target: target as u8, stage };
        match stage {
            Stage::Wanted => match self.wants_to_charge(me, target) {
                Reaction::Charge => {
                    let figure = &mut self.state.figures[me];
                    figure.charge = Charge::Charging;
                    figure.exposed = true;
                    if G::comes_near(self) {
                        self.push(next(Stage::Near));
                    }
                }
                Reaction::SnapFire => self.open_fire(Figures::one(me), Figures::one(me), Figures::one(target), false),
                _ => {}
            },
            Stage::Near => {
                self.push(next(Stage::Contact));
                self.is_charged(target, me);
            }
            Stage::Contact => {
                if self.state.figures[me].charge == Charge::Charging {
                    self.state.figures[me].charge = Charge::None;
                    self.closes(me, target);
                }
            }
            Stage::Melee(pools) => self.fights((me, target), pools),
        }
    }

    /// Wanting to Charge (CR-wtc-1, CR-wtc-3).
    fn wants_to_charge(&mut self, me: usize, target: usize) -> Reaction {
        self.tests_alone(Test::WantingToCharge, me, target)
    }

    /// Being Charged, and the fire of figures that may fire (CR-bc-1, CR-bc-3).
    fn is_charged(&mut self, me: usize, charger: usize) {
        if self.state.figures[me].status != Status::CarryingOn {
            return;
        }
        // It drops the wounded friend it carries (Clarification 31).
        self.state.figures[me].retrieving = false;
        if self.tests_alone(Test::BeingCharged, me, charger) == Reaction::FireAndMelee {
            self.open_fire(Figures::one(me), Figures::NONE, Figures::one(charger), false);
        }
    }

    /// A bout of melee begins, if both figures can still fight (CR-melee-3). A figure that has retired is not caught
    /// (CR-bc-4).
    fn closes(&mut self, me: usize, target: usize) {
        if self.state.figures[target].status != Status::CarryingOn {
            return;
        }
        let (a, b) = (self.fighter(me, false), self.fighter(target, self.view().is_behind(me, target)));
        self.fights((me, target), Pools { a: a.dice(b.impact), b: b.dice(a.impact) });
    }

    /// Both roll until one of them has no dice left (CR-melee-3).
    pub(crate) fn fights(&mut self, (me, target): (usize, usize), pools: Pools) {
        // A figure that another enemy has put down fights no more.
        if [me, target].into_iter().any(|who| !self.state.figures[who].status.is_target()) {
            return;
        }
        let at = self.address(me);
        let left = melee::roll(self.chance, at, pools);
        let turn = self.turn;
        if C::OBSERVED {
            let fighters = [self.fighter(me, false), self.fighter(target, self.view().is_behind(me, target))];
            self.log(|| log::melee(turn, (me, target), (pools, left), fighters.each_ref()));
        }
        let (winner, loser, dice) = match (left.a, left.b) {
            // They stay in melee (CR-melee-3).
            (0, 0) => return,
            (dice, 0) => (me, target, dice),
            (0, dice) => (target, me, dice),
            _ => return self.push(Task::Charge { charger: me as u8, target: target as u8, stage: Stage::Melee(left) }),
        };
        let fate = melee::loses(dice, self.state.figures[winner].rep, &self.victim(loser));
        self.log(|| log::beaten(turn, (winner, loser), dice, fate));
        self.suffers(loser, Some(fate));
        self.may_lose_leader(loser);
    }

    /// A figure in melee; `rear` if it is attacked from behind (CR-melee-2).
    pub(crate) fn fighter(&self, me: usize, rear: bool) -> Fighter {
        let (figure, profile) = (&self.state.figures[me], &self.battle.profiles[me]);
        Fighter {
            rep: figure.rep,
            attributes: profile.attributes,
            impact: self.view().arms(me).melee,
            down: figure.prone || self.view().is_stunned_prone(me) || rear,
            retrieving: figure.retrieving,
        }
    }

    /// A test of one figure on its own; returns its reaction.
    fn tests_alone(&mut self, test: Test, me: usize, cause: usize) -> Reaction {
        self.test(test, Figures::one(me), Cause::by(Figures::one(cause))).first
    }
}
