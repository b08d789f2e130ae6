//! Every action of a figure except fire (CQB-3a).

use chance::{Address, Chance};

use crate::action::Action;
use crate::figure::Wound;
use crate::log::{self, Went};
use crate::options::*;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::purpose;
use crate::task::{task_target, test};

impl<C: Chance, G: Setting, P: Player, const N: usize> Play<'_, C, G, P, N>
where
    Self: Ground,
{
    /// Carries out any action except fire.
    #[inline(always)]
    pub(crate) fn act(&mut self, me: usize, action: Action) {
        let held = self.state.figures[me].on_hold;
        let went = match action {
            Action::PickUp | Action::Clear => self.recovers(me),
            _ => self.perform(me, action),
        };
        // A figure stunned in the same moment gets neither Hold nor aim.
        let able = self.is_able(me);
        let figure = &mut self.state.figures[me];
        match action {
            // A move ends Hold and aim before it begins, and logs itself.
            Action::Move { .. } => return,
            Action::Recover => figure.condition.knocked = false,
            Action::PickUp if went.succeeds => figure.condition.dropped = false,
            Action::Clear if went.succeeds => figure.jammed = false,
            Action::Aim => figure.aiming = able,
            Action::StepAside(_) | Action::Advance { .. } => figure.aiming = false,
            _ => {}
        }
        figure.on_hold = action.holds() && able;
        figure.fired &= action.fires();
        let logs_itself = matches!(action, Action::StepAside(_) | Action::Throw(..) | Action::Open(_));
        let goes_on = held && action == Action::Hold;
        if !goes_on && !logs_itself {
            self.log_action(me, action, went);
        }
    }

    /// Logs an action and its test.
    #[inline(always)]
    pub(crate) fn log_action(&mut self, me: usize, action: Action, went: Went) {
        if C::OBSERVED {
            let step = log::action(&self.actor(me), action, went);
            self.chance.log(|| step);
        }
    }

    /// The test to pick up a weapon or clear a jam, if `recovery_test` asks for one (CQB-8a).
    fn recovers(&mut self, me: usize) -> Went {
        let rules = &self.battle.rules;
        if rules.recovery_test == RecoveryTest::None {
            return Went::DONE;
        }
        self.attempt(me, rules.difficulty.easy, purpose::RECOVERY)
    }

    /// A figure attempts a task of this difficulty (CQB-8a). `number` tells its tasks in a turn apart, so that each has
    /// a draw of its own.
    pub(crate) fn attempt(&mut self, me: usize, difficulty: i8, number: u8) -> Went {
        let rules = &self.battle.rules;
        let (condition, gas) = (self.state.figures[me].condition, self.gas_breathed(me));
        let weak_hand = condition.wound == Wound::StrongArm;
        let target_number = task_target(rules, difficulty.into(), condition.wounds(), gas, weak_hand);
        let at: Address = self.at(me, purpose::TEST, number);
        let deck = &mut self.state.decks[usize::from(self.battle.profiles[me].deck)];
        Went::tested(difficulty, test(self.chance, rules, deck, target_number, at))
    }
}
