//! Open ground, where all figures see each other.

use chance::{Chance, Mark};
use engage::{Inches, Progress};
use field::Figures;

use crate::action::Action;
use crate::figure::{Effect, Figure, Gone, Travel};
use crate::fire::target::Firing;
use crate::log::Went;
use crate::may::most;
#[cfg(test)]
use crate::play::Asked;
use crate::play::{Ground, Play, Setting};
use crate::player::choose::Player;
use crate::player::memory::Memory;
use crate::scene::Scene;
use crate::site::Site;
use crate::state::Work;

/// Open ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open;

impl Setting for Open {
    type Scene = ();
    type Memory = ();
    const NAMES_HOSTAGES: bool = false;

    #[inline(always)]
    fn map<'s>(&'s self, _scene: &'s ()) -> Option<(&'s Site, &'s Scene)> {
        None
    }

    /// Nothing is hidden on open ground.
    #[cfg(test)]
    fn scramble_unknown(&self, _: Asked<'_, ()>) {}

    #[inline(always)]
    fn advance<C: Chance, P: Player, const N: usize>(play: &mut Play<'_, C, Self, P, N>) -> Progress {
        play.advance()
    }

    #[inline(always)]
    fn deploy<C: Chance, P: Player, const N: usize>(_play: &mut Play<'_, C, Self, P, N>) {}

    #[inline(always)]
    fn recall<'m>((): &'m mut (), spare: &'m mut Memory) -> &'m mut Memory {
        spare
    }
}

impl<C: Chance, P: Player, const N: usize> Ground for Play<'_, C, Open, P, N> {
    #[inline(always)]
    fn in_view(&self, me: usize) -> Figures {
        self.battle.enemies_of(me)
    }

    #[inline(always)]
    fn range(&self, figure: &Figure, other: &Figure) -> Inches {
        self.battle.field.apart(figure, other)
    }

    fn apart(&self, one: usize, other: usize) -> i32 {
        let apart = |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b)).pow(2);
        let [from, to] = [one, other].map(|who| self.battle.profiles[who].place);
        let [from_advance, to_advance] = [one, other].map(|who| self.state.figures[who].advance.thousandths());
        ((apart(from, to) + apart(from_advance, to_advance)).isqrt() / 1000) as i32
    }

    #[inline(always)]
    fn is_covered(&self, _figure: &Figure, _other: &Figure) -> bool {
        false
    }

    #[inline(always)]
    fn with_gas_and_hostages(&self, _me: usize, _target: usize, firing: Firing) -> Firing {
        Firing { hostages: self.battle.field.hostages, ..firing }
    }

    #[inline(always)]
    fn is_able(&self, _me: usize) -> bool {
        true
    }

    #[inline(always)]
    fn gas_breathed(&self, _me: usize) -> u8 {
        0
    }

    #[inline(always)]
    fn resist(&mut self) {}

    #[inline(always)]
    fn involved(&self) -> Figures {
        Figures::ALL
    }

    #[inline(always)]
    fn pass_over(&mut self) {}

    #[inline(always)]
    fn begin_go(&mut self, _me: usize) {}

    /// Those who do not fire act in order; then the others fire in order.
    fn act_together(&mut self, members: &[u8], declared: &[Option<Action>]) {
        let mut actions = [Action::Idle; N];
        for ((&me, declared), action) in members.iter().zip(declared).zip(&mut actions) {
            let me = usize::from(me);
            if !self.can_act(me) {
                continue;
            }
            *action = declared.unwrap_or_else(|| self.go_of(me));
            if !matches!(action, Action::Fire(_)) {
                self.act(me, *action);
            }
        }
        for (&me, action) in members.iter().zip(&actions).rev() {
            match action {
                Action::Fire(attack) => self.put(Work::Fire(me, *attack)),
                Action::Advance { and_fire: true, .. } => self.put(Work::FireToo(me)),
                _ => {}
            }
        }
    }

    /// Comes forward towards the enemy's line (CQB-4a).
    #[inline]
    fn perform(&mut self, me: usize, action: Action) -> Went {
        if let Action::Advance { by, pace, .. } = action {
            let figure = &mut self.state.figures[me];
            let (_, fast) = most(&self.battle.rules, figure, pace);
            figure.advance = Inches::from_thousandths(figure.advance.thousandths() + by.thousandths());
            figure.moved_now = Travel { gone: Gone::of(by, &self.battle.rules), fast };
        }
        Went::DONE
    }

    #[inline(always)]
    fn shot(&mut self, _me: usize, _target: usize, _falls: bool) -> Vec<Mark> {
        Vec::new()
    }

    #[inline]
    fn strike(&mut self, _me: usize, _number: u8, _effect: Effect) -> bool {
        self.state.hostages_hit += 1;
        false
    }

    #[inline(always)]
    fn end_go(&mut self) {}

    /// Whether no figure left may still hit another.
    #[inline(always)]
    fn is_stalemate(&mut self) -> bool {
        (0..N).all(|me| {
            self.state.figures[me].condition.down || {
                let (knowledge, _, player) = self.knowledge(me);
                !player.hopes(&knowledge)
            }
        })
    }

    #[inline(always)]
    fn close_turn(&mut self) -> Option<u8> {
        None
    }
}
