//! How a fight of either part is put to the driver, which plays, replays and solves it.

use std::sync::Arc;

use chance::{Address, Chance, KnownDeck, Step};
use engage::{Battle, BySide, ExactFight, Figure, Game, LuckNumbers, Outcome, Progress, Side, Unsolved, Zones, game};

use crate::ending;
use crate::facts::withdraws;
use crate::fight::Fight;
use crate::options::BreakAt;
use crate::player::{ByDoctrine, Players};

/// A fight led by players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedBattle<'a, F, P> {
    pub(crate) battle: &'a F,
    pub(crate) players: P,
}

/// An engagement being played.
pub(crate) struct Play<'a, F: Fight, C, P> {
    pub(crate) battle: &'a F,
    pub(crate) state: &'a mut F::State,
    pub(crate) chance: &'a mut C,
    pub(crate) players: P,
    pub(crate) turn: u16,
}

impl<F: Fight, C: Chance, P: Players> Play<'_, F, C, P> {
    /// The address of a figure's draw in this turn.
    pub(crate) fn at(&self, who: usize, purpose: u8, number: u16) -> Address {
        Address::in_round(self.battle.terms().luck.of(who), purpose, self.turn, number)
    }

    /// The end of the fight, if a side has nobody left.
    #[inline]
    pub(crate) fn verdict(&self) -> Option<Progress> {
        let ending = match Side::ALL.map(|side| self.battle.is_up(self.state, side)) {
            [_, false] => ending::BLUE,
            [false, true] => ending::RED,
            [true, true] => return None,
        };
        Some(Progress::Ended { ending, begun: true })
    }

    /// The end of the fight, if a side withdraws at the end of a turn (clarification 14). If both do, the side that
    /// goes first withdraws.
    pub(crate) fn withdrawal(&mut self, first: Side) -> Option<Progress> {
        let (battle, state) = (self.battle, &*self.state);
        if Side::ALL.iter().all(|&side| battle.terms().breaks[side] == BreakAt::Never) {
            return None;
        }
        let broken = BySide::from_fn(|side| {
            let at = battle.terms().breaks[side];
            ending::breaks(at, battle.members(state, side), battle.began(side))
        });
        let ending = ending::withdrawn(broken.blue, broken.red, first)?;
        let turn = self.turn;
        self.chance.log(|| withdraws(turn, ending, BySide::from_fn(|side| battle.members(state, side))));
        Some(Progress::Ended { ending, begun: true })
    }
}

/// A compiled fight with the names of its figures.
#[derive(Debug)]
pub(crate) struct CompiledFight<F> {
    pub(crate) figures: Vec<Figure>,
    pub(crate) battle: F,
}

impl<F> CompiledFight<F> {
    /// Plays one engagement with these players and logs each step.
    pub(crate) fn run_logged<P: Players>(&self, seed: u64, engagement: u64, players: P) -> (Outcome, Vec<Step>)
    where
        for<'a> PlayedBattle<'a, F, P>: Game,
    {
        game::replay(&PlayedBattle { battle: &self.battle, players }, seed, engagement)
    }
}

impl<F: Fight> Battle for CompiledFight<F>
where
    for<'a> PlayedBattle<'a, F, ByDoctrine>: Game<State<KnownDeck> = F::State>,
{
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn luck_numbers(&mut self) -> Option<&mut LuckNumbers> {
        Some(&mut self.battle.terms_mut().luck)
    }

    fn zones(&self) -> Option<&Arc<Zones>> {
        self.battle.zones()
    }

    fn ends(&self, ending: usize) -> bool {
        ending::possible(ending, &self.battle.terms().breaks)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        game::play(&PlayedBattle { battle: &self.battle, players: ByDoctrine }, seed, first, outcomes);
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.run_logged(seed, engagement, ByDoctrine)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        Ok(game::exact(&PlayedBattle { battle: &self.battle, players: ByDoctrine }, budget)?)
    }
}
