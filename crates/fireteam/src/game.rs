//! How an engagement is put to the driver, which plays, replays and solves it.

use std::sync::Arc;

use chance::exact::Limits;
use chance::{Chance, Deck, KnownDeck, RoundTable, Step, TooLarge};
use engage::{Breaks, ExactFight, Game, MAX_MEASURES, Outcome, Progress, Unsolved, game, with_capacity_for};
use field::Figures;

use crate::battle::Battle;
use crate::ending;
use crate::figure::{Condition, Man};
use crate::log;
use crate::on_map::OnMap;
use crate::open::Open;
use crate::options::BlankCell;
use crate::play::{Events, Play};
use crate::player::{ByDoctrine, Players};
use crate::prepared::rolls::RangeIndex;
use crate::site::Site;
use crate::state::State;
use crate::table::COLUMNS;
use crate::view::BattleView;

/// The most men, both sides together.
const MOST: usize = 32;
/// The most men for the exact solver.
const MOST_EXACT: usize = 4;
/// The exact solver stops when less probability than this is left.
const TOLERANCE: f64 = 1e-13;

/// A battle of up to `N` men on some ground, led by players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedBattle<'a, G, P, const N: usize> {
    battle: &'a Battle,
    ground: G,
    players: P,
}

impl<'a, G, P, const N: usize> PlayedBattle<'a, G, P, N> {
    pub(crate) const fn new(battle: &'a Battle, ground: G, players: P) -> PlayedBattle<'a, G, P, N> {
        PlayedBattle { battle, ground, players }
    }
}

impl<G: Events<N>, P: Players, const N: usize> Game for PlayedBattle<'_, G, P, N> {
    type State<D: Deck> = State<N, G>;
    const STOPPED: u8 = ending::TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.battle.turn_limit
    }

    fn start<D: Deck>(&self) -> State<N, G> {
        let profiles = &self.battle.profiles;
        let men = std::array::from_fn(|me| profiles.get(me).map_or(Man::out(false), |profile| profile.start));
        let pinned = Figures::below(profiles.len()).filter(|me| profiles[me].pinned);
        State::new(self.ground, men, self.battle.everybody(), pinned)
    }

    fn deploy<C: Chance>(&self, state: &mut State<N, G>, chance: &mut C) {
        G::deploy(&mut Play { battle: self.battle, state, chance, players: self.players, turn: 0 });
        chance.log(|| log::deployment(BattleView { battle: self.battle, state }));
    }

    #[inline(always)]
    fn advance<C: Chance>(&self, state: &mut State<N, G>, chance: &mut C, turn: u16) -> Progress {
        Play { battle: self.battle, state, chance, players: self.players, turn }.advance()
    }

    /// Men out of action, including the dead, and wounded men in action.
    fn measures<D: Deck>(&self, state: &State<N, G>) -> [u16; MAX_MEASURES] {
        let mut measures = [0; MAX_MEASURES];
        for (profile, man) in self.battle.profiles.iter().zip(&state.men) {
            let side = profile.side as usize;
            measures[side] += u16::from(!man.fights());
            measures[2 + side] += u16::from(man.condition == Condition::Dead);
            measures[4 + side] += u16::from(man.fights() && man.wounded);
        }
        measures
    }
}

impl<const N: usize> PlayedBattle<'_, Open, ByDoctrine, N> {
    /// The exact solution. Outcomes stay apart by the turns begun in the last pair until they are summed, because the
    /// last digit of a sum depends on the order.
    fn solved(&self, budget: usize) -> Result<ExactFight, TooLarge> {
        let pairs = self.battle.turn_limit;
        let limits = Limits { budget, rounds: pairs.into(), tolerance: TOLERANCE, endless: false };
        let over = |state: &State<N, Open>, ending| Outcome {
            ending,
            turns: pairs,
            measures: self.measures::<KnownDeck>(state),
        };
        let solved = game::solve(self, limits, |state, ending, _| (over(state, ending), state.pair.turns))?;
        let in_pair = |(outcome, _), pair: u32| Outcome { turns: pair as u16, ..outcome };
        Ok(ExactFight::of(solved, pairs.into(), in_pair, |state| over(state, Self::STOPPED)))
    }
}

/// A battle on its ground.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) battle: Battle,
    /// The map, unless the ground is open.
    site: Option<Site>,
    /// Whole pairs of moves as one draw, if the engagement is small.
    fused: Option<Box<RoundTable<State<2, Open>, Outcome>>>,
}

impl Compiled {
    /// A battle on a map, or in the open.
    pub(crate) fn new(battle: Battle, site: Option<Site>) -> Compiled {
        let small = site.is_none() && battle.profiles.len() <= 2;
        let fused = if small { game::fuse(&PlayedBattle::new(&battle, Open, ByDoctrine)).map(Box::new) } else { None };
        Compiled { battle, site, fused }
    }

    /// Plays one engagement from the rules with these players and logs each step.
    pub(crate) fn run_logged(&self, seed: u64, engagement: u64, players: impl Players) -> (Outcome, Vec<Step>) {
        let battle = &self.battle;
        match &self.site {
            Some(site) => {
                game::replay(&PlayedBattle::<_, _, MOST>::new(battle, OnMap::new(site), players), seed, engagement)
            }
            None => game::replay(&PlayedBattle::<_, _, MOST>::new(battle, Open, players), seed, engagement),
        }
    }
}

impl engage::Battle for Compiled {
    fn figures(&self) -> &[engage::Figure] {
        &self.battle.names
    }

    fn luck_numbers(&mut self) -> Option<&mut engage::LuckNumbers> {
        Some(&mut self.battle.luck)
    }

    fn breaks(&self, key: &str) -> Option<Breaks> {
        let Battle { rules, profiles, .. } = &self.battle;
        let limits = COLUMNS.into_iter().chain([rules.double_six_reach]);
        let rolls = |range| {
            let reach = RangeIndex::of(rules, range);
            profiles.iter().map(|man| man.rolls.at(reach)).collect::<Vec<_>>()
        };
        (key == "field.range" && self.site.is_none()).then(|| Breaks::among(limits, rolls))
    }

    fn is_harmless(&self) -> bool {
        let Battle { rules, profiles, range, .. } = &self.battle;
        let out_of_reach =
            rules.blank_cell == BlankCell::CannotFire && !profiles.iter().any(|man| man.arm.reaches(*range));
        self.site.is_none() && out_of_reach
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        self.site.as_ref().map(Site::map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let (battle, men) = (&self.battle, self.battle.profiles.len());
        match (&self.fused, &self.site) {
            (Some(fused), _) => fused.play(&mut chance::Keys::new(seed, first), outcomes),
            (None, Some(site)) => with_capacity_for!(N in [16, 32], men => {
                game::play(&PlayedBattle::<_, _, N>::new(battle, OnMap::new(site), ByDoctrine), seed, first, outcomes);
            }),
            (None, None) => with_capacity_for!(N in [4, 8, 16, 32], men => {
                game::play(&PlayedBattle::<_, _, N>::new(battle, Open, ByDoctrine), seed, first, outcomes);
            }),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        match &self.fused {
            Some(fused) => {
                game::replay_fused(&PlayedBattle::new(&self.battle, Open, ByDoctrine), fused, seed, engagement)
            }
            None => self.run_logged(seed, engagement, ByDoctrine),
        }
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        let (battle, men) = (&self.battle, self.battle.profiles.len());
        if self.site.is_some() {
            Err(Unsolved::OnAMap)
        } else if men > MOST_EXACT {
            Err(Unsolved::TooManyFigures { most: MOST_EXACT })
        } else {
            Ok(
                with_capacity_for!(N in [2, 4], men => PlayedBattle::<_, _, N>::new(battle, Open, ByDoctrine).solved(budget))?,
            )
        }
    }
}
