//! How the driver goes through the sequence of play: a whole turn at a call, or one step if the source of chance wants
//! every step, so that equal states can be merged and tabulated.

use chance::Chance;
use engage::Progress;

use crate::action::{Action, Ask};
use crate::figure::Figure;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::state::{Turn, Work};
use crate::turn::ending;

impl<C: Chance, G: Setting, P: Player, const N: usize> Play<'_, C, G, P, N>
where
    Self: Ground,
{
    /// Plays to the end of the turn. If the source of chance wants every step, plays one step, and the state records
    /// how far the turn has come.
    #[inline(always)]
    pub(crate) fn advance(&mut self) -> Progress {
        if !self.state.dealt {
            self.roll_luck();
            if C::STEPWISE {
                return Progress::Step;
            }
        }
        if !C::STEPWISE || !self.state.turn.begun {
            if self.is_stalemate() {
                return Progress::Ended { ending: ending::STALEMATE, begun: false };
            }
            self.open_turn();
            if C::STEPWISE {
                self.state.turn.begun = true;
                return Progress::Step;
            }
        }
        self.go_on()
    }

    /// Plays a turn that has begun to its end, or one step if the source of chance wants every step.
    #[inline(always)]
    pub(crate) fn go_on(&mut self) -> Progress {
        loop {
            let mut begun = None;
            if !C::STEPWISE || !self.state.turn.open {
                self.pass_over();
                let Some(&Work::Go { figure, group, first }) = self.state.turn.agenda.top() else {
                    return self.finish_turn();
                };
                (self.state.turn.open, begun) = self.open_go(figure.into(), group, first);
            }
            if self.state.turn.open && !self.fire_pending(begun) {
                return Progress::Step;
            }
            if self.state.turn.open {
                if let Some(ending) = self.decided() {
                    return Progress::Ended { ending, begun: true };
                }
                let together = self.state.turn.together;
                self.close_go();
                if C::STEPWISE {
                    self.forget_go(together);
                }
                self.end_go();
            }
            if C::STEPWISE {
                return Progress::Step;
            }
        }
    }

    /// Carries out the fire action that `begun` has begun, and all fire pending in the go. Returns false if it
    /// continues in another step.
    #[inline(always)]
    fn fire_pending(&mut self, mut begun: Option<u8>) -> bool {
        loop {
            if let Some(figure) = begun.take() {
                if C::STEPWISE {
                    self.put(Work::Shots(figure));
                    return false;
                }
                self.go_on_firing(figure.into());
            }
            match self.state.turn.agenda.top() {
                Some(&Work::Fire(figure, attack)) => {
                    self.state.turn.agenda.pop();
                    begun = self.begin_fire(figure, attack);
                }
                Some(&Work::FireToo(figure)) => {
                    self.state.turn.agenda.pop();
                    if let Action::Fire(attack) = self.ask(figure.into(), Ask::FireToo) {
                        begun = self.begin_fire(figure, attack);
                    }
                }
                Some(&Work::Shots(figure)) if C::STEPWISE => {
                    if !self.go_on_firing(figure.into()) {
                        return false;
                    }
                    self.state.turn.agenda.pop();
                }
                _ => return true,
            }
        }
    }

    /// Ends the turn and resets its progress.
    #[inline(always)]
    fn finish_turn(&mut self) -> Progress {
        let ended = self.end_turn();
        if C::STEPWISE {
            self.state.turn = Turn::default();
        }
        match ended {
            Some(ending) => Progress::Ended { ending, begun: true },
            None => Progress::RoundOver,
        }
    }

    /// Resets what was needed only during a go, so that equal situations are equal states.
    fn forget_go(&mut self, together: bool) {
        let turn = &mut self.state.turn;
        (turn.open, turn.first) = (false, false);
        if together {
            turn.seen = [Figure::default(); N];
        }
    }
}
