//! A battle as it is played, replayed and solved.

use std::sync::Arc;

use chance::exact::{self, Absorbed, Distribution, Flow, Limits};
use chance::{Chance, Enumerated, Fused, Keyed, Keys, Observed, Sampled, Size, Step, TooLarge, Witnessed};
use engage::{ExactFight, Outcome, Unsolved};

use crate::battle::Battle;
use crate::ending;
use crate::figure::{Condition, Man};
use crate::on_map::OnMap;
use crate::open::Open;
use crate::play::{Events, Play};
use crate::player::{ByDoctrine, Players};
use crate::site::Site;
use crate::state::State;
use crate::turn::Progress;
use field::Figures;

/// A battle on its ground.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) battle: Battle,
    /// The map, unless the ground is open.
    site: Option<Site>,
    /// Whole pairs of moves as one draw, if the engagement is small.
    fused: Option<Box<Fused<State<2, Open>, Outcome>>>,
}

/// The most men, both sides together.
const MOST: usize = 32;
/// Men beyond which the exact solver is not tried.
const MOST_EXACT: usize = 4;
/// The exact solver stops when less than this is left to absorb.
const TOLERANCE: f64 = 1e-13;
/// A table of whole pairs that a processor's cache holds.
const SIZE: Size = Size { states: 4096, entries: 1 << 14 };

impl Battle {
    /// Everybody unhurt.
    pub(crate) fn start<const N: usize, G>(&self, ground: G) -> State<N, G> {
        let men = std::array::from_fn(|me| self.profiles.get(me).map_or(Man::out(false), |profile| profile.start));
        let pinned = Figures::below(self.profiles.len()).filter(|me| self.profiles[me].pinned);
        State::new(ground, men, self.everybody(), pinned)
    }

    /// Plays one engagement to its end.
    #[inline(never)]
    fn engagement<C: Chance, const N: usize, G, P: Players>(
        &self,
        mut state: State<N, G>,
        chance: &mut C,
        players: P,
    ) -> Outcome
    where
        G: Events<C, N, P>,
    {
        let mut play = Play { battle: self, state: &mut state, chance, players, turn: 0 };
        G::deploy(&mut play);
        for turn in 1..=self.turn_limit {
            play.turn = turn;
            loop {
                match play.advance() {
                    Progress::Step => {}
                    Progress::PairOver => break,
                    Progress::Ended { ending, .. } => return self.outcome(play.state, ending, turn),
                }
            }
        }
        self.outcome(play.state, ending::TURN_LIMIT, self.turn_limit)
    }

    /// Counts what is left of both sides.
    fn outcome<const N: usize, G>(&self, state: &State<N, G>, ending: u8, turns: u16) -> Outcome {
        let mut measures = [0; engage::MAX_MEASURES];
        for (profile, man) in self.profiles.iter().zip(&state.men) {
            let side = profile.side as usize;
            measures[side] += u16::from(!man.fights());
            measures[2 + side] += u16::from(man.condition == Condition::Dead);
            measures[4 + side] += u16::from(man.fights() && man.wounded);
        }
        Outcome { ending, turns, measures }
    }

    /// What one pair of moves leads to. `told` makes an outcome of how it ended and the turns begun in the pair.
    fn pair<O: Copy + Eq + std::hash::Hash, const N: usize>(
        &self,
        state: State<N, Open>,
        budget: usize,
        told: impl Fn(Outcome, u8) -> O,
    ) -> Result<Distribution<Flow<State<N, Open>, O>, f64>, TooLarge> {
        exact::distribution(state, budget, |state, chance: &mut Enumerated| self.step(state, chance, &told))
    }

    /// One step of a pair.
    pub(crate) fn step<C: Chance, O, const N: usize>(
        &self,
        mut state: State<N, Open>,
        chance: &mut C,
        told: impl Fn(Outcome, u8) -> O,
    ) -> Flow<State<N, Open>, Flow<State<N, Open>, O>> {
        let progress = Play { battle: self, state: &mut state, chance, players: ByDoctrine, turn: 0 }.advance();
        match progress {
            Progress::Step => Flow::Go(state),
            Progress::PairOver => Flow::Done(Flow::Go(state)),
            Progress::Ended { ending, moves } => Flow::Done(Flow::Done(told(self.outcome(&state, ending, 0), moves))),
        }
    }

    /// Solves the engagement as an absorbing chain of pairs; outcomes with the turns begun in their last pair.
    pub(crate) fn solve<const N: usize>(&self, limits: Limits) -> Result<Solved<N>, TooLarge> {
        exact::absorb([(self.start::<N, Open>(Open), 1.0)], limits, |start, budget| {
            self.pair(start, budget, |outcome, moves| (outcome, moves))
        })
    }
}

impl Game {
    /// A battle on a map, or in the open.
    pub(crate) fn new(battle: Battle, site: Option<Site>) -> Game {
        let small = site.is_none() && battle.profiles.len() <= 2;
        let fused = if small { fuse(&battle).map(Box::new) } else { None };
        Game { battle, site, fused }
    }

    /// Plays from the rules.
    fn play_sized<const N: usize, G: Events<Sampled, N, ByDoctrine>>(
        &self,
        ground: G,
        seed: u64,
        first: u64,
        outcomes: &mut [Outcome],
    ) {
        let start = self.battle.start::<N, G>(ground);
        let mut keys = Keys::new(seed, first);
        for outcome in outcomes {
            *outcome = self.battle.engagement(start, &mut Sampled::new(keys.next_key()), ByDoctrine);
        }
    }

    /// Plays one engagement from the rules, with these players, and tells each step.
    pub(crate) fn told<P: Players>(&self, words: Keyed, players: P) -> (Outcome, Vec<Step>) {
        let (mut sampled, mut seen) = (Sampled::new(words), Witnessed::of(words));
        let mut observed = Observed::new(&mut sampled, &mut seen);
        let outcome = match &self.site {
            Some(site) => {
                self.battle.engagement::<_, MOST, _, _>(self.battle.start(OnMap::new(site)), &mut observed, players)
            }
            None => self.battle.engagement::<_, MOST, _, _>(self.battle.start(Open), &mut observed, players),
        };
        (outcome, seen.steps)
    }

    fn exact_sized<const N: usize>(&self, budget: usize) -> Result<ExactFight, TooLarge> {
        let battle = &self.battle;
        let limits = Limits { budget, rounds: u32::from(battle.turn_limit), tolerance: TOLERANCE, endless: false };
        let solved = battle.solve::<N>(limits)?;
        let stopped = |state: &State<N, Open>| battle.outcome(state, ending::TURN_LIMIT, battle.turn_limit);
        Ok(ExactFight::of(solved, limits.rounds, |(outcome, _), round| ended(outcome, round), stopped))
    }
}

/// Whole pairs of moves as one draw.
fn fuse(battle: &Battle) -> Option<Fused<State<2, Open>, Outcome>> {
    let limit = battle.turn_limit.into();
    Fused::new(
        battle.start(Open),
        SIZE,
        limit,
        |state, budget| battle.pair(state, budget, |outcome, _| outcome),
        |state| battle.outcome(state, ending::TURN_LIMIT, 0),
        ended,
    )
}

/// An outcome that came in a certain pair of moves.
const fn ended(outcome: Outcome, pair: u32) -> Outcome {
    Outcome { turns: pair as u16, ..outcome }
}

/// A fight solved.
pub(crate) type Solved<const N: usize> = Absorbed<State<N, Open>, (Outcome, u8)>;

impl engage::Battle for Game {
    fn figures(&self) -> &[engage::Figure] {
        &self.battle.names
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        self.site.as_ref().map(Site::map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        if let Some(fused) = &self.fused {
            return fused.play(&mut Keys::new(seed, first), outcomes);
        }
        // The smallest state that holds all men.
        match (&self.site, self.battle.profiles.len()) {
            (Some(site), 0..=16) => self.play_sized::<16, _>(OnMap::new(site), seed, first, outcomes),
            (Some(site), _) => self.play_sized::<MOST, _>(OnMap::new(site), seed, first, outcomes),
            (None, 0..=4) => self.play_sized::<4, _>(Open, seed, first, outcomes),
            (None, 5..=8) => self.play_sized::<8, _>(Open, seed, first, outcomes),
            (None, 9..=16) => self.play_sized::<16, _>(Open, seed, first, outcomes),
            (None, _) => self.play_sized::<MOST, _>(Open, seed, first, outcomes),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        let (battle, words) = (&self.battle, Keyed::engagement(seed, engagement));
        if let Some(fused) = &self.fused {
            let mut seen = Witnessed::of(words);
            let outcome = fused.replay(words, &mut seen, |mut state, turn, chance| {
                let progress =
                    Play { battle, state: &mut state, chance, players: ByDoctrine, turn: turn as u16 }.advance();
                match progress {
                    Progress::Ended { ending, .. } => Flow::Done(battle.outcome(&state, ending, 0)),
                    Progress::Step | Progress::PairOver => Flow::Go(state),
                }
            });
            return (outcome, seen.steps);
        }
        self.told(words, ByDoctrine)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        match (&self.site, self.battle.profiles.len()) {
            (Some(_), _) => Err(Unsolved::OnAMap),
            (None, 0..=2) => Ok(self.exact_sized::<2>(budget)?),
            (None, 3..=MOST_EXACT) => Ok(self.exact_sized::<MOST_EXACT>(budget)?),
            (None, _) => Err(Unsolved::TooManyFigures { most: MOST_EXACT }),
        }
    }
}
