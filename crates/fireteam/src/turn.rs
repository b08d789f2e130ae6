//! The sequence of play (FT-seq): pairs of moves, and the stages of a side's turn. The other side only goes prone in it
//! (FT-seq-5).

use chance::{Address, Chance, Procedure as _};
use engage::{BySide, Progress, Side};
use field::Figures;

use crate::action::{Action, Ask, Decision};
use crate::battle::Order;
use crate::ending;
use crate::figure::{Movement, NOBODY, Posture};
use crate::ground::Ground;
use crate::log;
use crate::play::{Events, Play};
use crate::player::Players;
use crate::player::doctrine::Turn;
use crate::purpose;
use crate::stages::Stage;
use crate::state;
use crate::view::BattleView;

/// The result of a man's go, or of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    /// Nothing.
    Nothing,
    /// Something.
    Acted,
    /// The end of the engagement.
    Ended(u8),
}

impl<C: Chance, const N: usize, G: Events<N>, P: Players> Play<'_, C, N, G, P> {
    /// Plays on to the end of the pair of moves, or by one man's go if the source of chance wants every step.
    #[inline(always)]
    pub(crate) fn advance(&mut self) -> Progress {
        if !self.state.pair.begun {
            self.roll_for_first_move();
            self.state.pair.begun = true;
            if C::STEPWISE {
                return Progress::Step;
            }
        }
        while self.state.pair.turns < 2 {
            let first = self.state.precedence.first;
            let side = if self.state.pair.turns == 0 { first } else { first.enemy() };
            while let Some(stage) = self.battle.stages.at(self.state.turn.stage) {
                if self.state.turn.cursor == 0 {
                    self.begin_stage(stage, side);
                }
                match self.play_stage(stage, side) {
                    Go::Nothing => {}
                    Go::Acted => return Progress::Step,
                    Go::Ended(ending) => return Progress::Ended { ending, begun: true },
                }
                if let Some(ending) = self.end_stage(stage) {
                    return Progress::Ended { ending, begun: true };
                }
                self.state.turn.cursor = 0;
                self.state.turn.stage += 1;
            }
            self.state.turn = state::TurnPosition::default();
            self.state.pair.turns += 1;
        }
        self.end_pair()
    }

    /// Decides which side moves first in the pair (FT-seq-2).
    fn roll_for_first_move(&mut self) {
        let precedence = &mut self.state.precedence;
        if self.turn == 1
            && let Some(side) = self.battle.ambush
        {
            *precedence = state::Precedence { first: side, stands: self.battle.initiative[1].0.ties_stand };
            return;
        }
        let preferred = match self.battle.order {
            Order::Fixed(side) => {
                precedence.first = side;
                return;
            }
            Order::Rolled(preferred) => preferred,
        };
        let (initiative, known) = &self.battle.initiative[usize::from(precedence.stands)];
        let at = Address::in_round(0, purpose::INITIATIVE, self.turn, 0);
        let winner = match known {
            Some(known) => self.chance.one_draw(at, known, initiative),
            None => initiative.run(self.chance, at),
        };
        let precedence = &mut self.state.precedence;
        if let Some(winner) = winner {
            precedence.first = if preferred[winner] == Turn::First { winner } else { winner.enemy() };
        }
        precedence.stands = initiative.ties_stand || self.battle.initiative[1].0.ties_stand;
        let (turn, first) = (self.turn, precedence.first);
        let takes = winner.map(|winner| preferred[winner]);
        self.chance.log(|| log::first_move(turn, first, winner, initiative, takes));
    }

    #[inline(always)]
    fn begin_stage(&mut self, stage: Stage, side: Side) {
        match stage {
            Stage::Move | Stage::MoveAndFire => G::begin_movement(self, side),
            Stage::Fire if self.battle.names_first => self.name_targets(side),
            _ => {}
        }
        if self.state.turn.stage == 0 {
            let Play { battle, turn, .. } = *self;
            let (state, chance) = (&*self.state, &mut *self.chance);
            chance.log(|| log::turn_begins(turn, side, BattleView { battle, state }));
        }
    }

    /// Plays a stage to its end, or by one man's go if every step is wanted.
    #[inline(always)]
    fn play_stage(&mut self, stage: Stage, side: Side) -> Go {
        let men = self.battle.men_of(side);
        match stage {
            Stage::Unpin => self.each(men & self.state.pinned, |play, me| play.try_to_unpin(me, false)),
            Stage::UnpinLeaders => self.each(men & self.state.pinned, |play, me| play.try_to_unpin(me, true)),
            Stage::Move => self.each(men, Self::decide_to_move),
            Stage::Fire => self.each(men, Self::decide_to_fire),
            Stage::MoveAndFire => self.each(men, |play, me| {
                let moved = play.decide_to_move(me);
                match play.decide_to_fire(me) {
                    Go::Nothing => moved,
                    fired => fired,
                }
            }),
            Stage::Explode => Go::Nothing,
        }
    }

    /// Gives each man in action his go, starting with the current man; only one man if every step is wanted.
    #[inline(always)]
    fn each(&mut self, men: Figures, mut go: impl FnMut(&mut Self, usize) -> Go) -> Go {
        for me in (self.state.up & men) - Figures::below(self.state.turn.cursor.into()) {
            if !self.state.up.contains(me) {
                continue;
            }
            match go(self, me) {
                Go::Ended(ending) => return Go::Ended(ending),
                Go::Acted if C::STEPWISE => {
                    self.state.turn.cursor = me as u8 + 1;
                    return Go::Acted;
                }
                Go::Acted | Go::Nothing => {}
            }
        }
        Go::Nothing
    }

    /// The end of a stage: the winner, if any.
    #[inline(always)]
    fn end_stage(&mut self, stage: Stage) -> Option<u8> {
        match stage {
            Stage::Explode => return G::explode(self),
            Stage::Fire if self.battle.names_first => self.state.named = [NOBODY; N],
            _ => {}
        }
        None
    }

    /// The end of a pair of moves.
    fn end_pair(&mut self) -> Progress {
        self.state.pair = state::Pair::default();
        if !self.state.precedence.stands {
            self.state.precedence = state::Precedence::default();
        }
        match G::end_pair(self) {
            Some(ending) => Progress::Ended { ending, begun: true },
            None => Progress::RoundOver,
        }
    }

    /// A man's move, after he has looked ahead if he does.
    #[inline(always)]
    fn decide_to_move(&mut self, me: usize) -> Go {
        G::look_ahead(self, me, Decision::Move);
        self.move_man(me)
    }

    /// A man's fire, after he has looked ahead if he does.
    #[inline(always)]
    fn decide_to_fire(&mut self, me: usize) -> Go {
        G::look_ahead(self, me, Decision::Fire);
        self.fire_man(me)
    }

    /// A man's move. `Go::Acted` only if every step is wanted and the man has changed.
    #[inline(always)]
    pub(crate) fn move_man(&mut self, me: usize) -> Go {
        let before = self.state.men[me];
        self.state.men[me].movement = Movement::Stationary;
        match self.ask(me, Ask::Move) {
            Action::GoProne => self.place(me, Posture::Prone),
            Action::StandUp => self.place(me, Posture::Standing),
            Action::SetOut(gait) => G::set_out(self, me, gait),
            _ => {}
        }
        if self.state.men[me].movement != Movement::Stationary {
            self.state.men[me].aim = NOBODY;
        }
        G::throw(self, me);
        if C::STEPWISE && self.state.men[me] != before { Go::Acted } else { Go::Nothing }
    }
}

impl<C, const N: usize, G: Ground<N>, P> Play<'_, C, N, G, P> {
    /// The winner, once a side has no man in action or has reached its breaking point (FT-gap-2, FT-gap-3).
    #[inline]
    pub(crate) fn decided(&self) -> Option<u8> {
        let beaten = BySide::from_fn(|side| {
            let lost = (self.battle.men_of(side) - self.state.up).len() as u8;
            lost >= self.battle.enough[side]
        });
        match (beaten.blue, beaten.red) {
            (false, false) => None,
            (true, false) => Some(ending::RED_WINS),
            (false, true) => Some(ending::BLUE_WINS),
            (true, true) => Some(ending::BOTH_OUT),
        }
    }
}
