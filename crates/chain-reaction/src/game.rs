//! How a battle is put to the driver, which plays, replays and solves it.

use std::sync::Arc;

use chance::{Chance, Deck, Keyed, RoundTable, Sampled, Step};
use engage::{Battle as _, ExactFight, Game, MAX_MEASURES, Outcome, Progress, Unsolved, game, smallest};

use crate::battle::Battle;
use crate::campaign::{Campaign, Plan};
use crate::ending;
use crate::figure::{Figure, MEN, Status};
use crate::lay::lay;
use crate::on_map::{Memory, OnMap};
use crate::open::Open;
use crate::play::{Events, Play};
use crate::player::{ByDoctrine, Players};
use crate::site::{Place, Site};
use crate::state::{Activation, DEPTH, Focus, State, Turn, Volley};

/// Quantities that are counted of a battle; what is counted of a campaign comes after them.
pub(crate) const COUNTED: usize = 6;
/// Figures beyond which the exact solver is not tried.
const MOST_EXACT: usize = 3;

/// A battle of up to `N` figures on some ground, led by players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Led<'a, G, P, const N: usize> {
    pub(crate) battle: &'a Battle,
    pub(crate) ground: G,
    pub(crate) players: P,
}

impl<'a, P, const N: usize> Led<'a, Open, P, N> {
    /// On open ground.
    pub(crate) fn in_the_open(battle: &'a Battle, players: P) -> Led<'a, Open, P, N> {
        Led { battle, ground: Open { apart: battle.frame.range }, players }
    }
}

impl<'a, G: Events<N>, P, const N: usize> Led<'a, G, P, N> {
    /// How the battle stands before anything has happened.
    pub(crate) fn before(&self) -> State<N, G> {
        let profiles = &self.battle.profiles;
        State {
            ground: self.ground,
            figures: std::array::from_fn(|me| profiles.get(me).map_or(Figure::default(), |profile| profile.start)),
            leaderless: engage::BySide::default(),
            focus: [Focus::default(); N],
            turn: Turn::default(),
            activation: Activation::default(),
            volley: Volley::default(),
            agenda: engage::Agenda::default(),
        }
    }

    /// The battle in play.
    pub(crate) fn play<'b, C>(&self, state: &'b mut State<N, G>, chance: &'b mut C, turn: u16) -> Play<'b, C, N, G, P>
    where
        P: Players,
        'a: 'b,
    {
        Play {
            battle: self.battle,
            state,
            chance,
            players: self.players,
            turn,
            draws: [0; N],
            volleys: 0,
            depth: 0,
            depths: [0; DEPTH],
            burst: false,
        }
    }
}

impl<G: Events<N>, P: Players, const N: usize> Game for Led<'_, G, P, N> {
    type State<D: Deck> = State<N, G>;
    const STOPPED: u8 = ending::TURN_LIMIT;
    /// Exchanges of fire take many steps, which a table of turns is worth.
    const FUSED_STATES: usize = 1 << 17;

    fn turn_limit(&self) -> u16 {
        self.battle.frame.turn_limit
    }

    fn start<D: Deck>(&self) -> State<N, G> {
        self.before()
    }

    fn deploy<C: Chance>(&self, state: &mut State<N, G>, chance: &mut C) {
        G::deploy(&mut self.play(state, chance, 0));
    }

    fn advance<C: Chance>(&self, state: &mut State<N, G>, chance: &mut C, turn: u16) -> Progress {
        self.play(state, chance, turn).advance()
    }

    fn break_off<D: Deck>(&self, state: &mut State<N, G>) {
        Play::<(), N, G, P>::break_off(state);
    }

    /// Figures lost; of a patrol besides sections entered, forces resolved, enemies met and captured.
    fn measures<D: Deck>(&self, state: &State<N, G>) -> [u16; MAX_MEASURES] {
        let mut measures = [0; MAX_MEASURES];
        for (profile, figure) in self.battle.profiles.iter().zip(&state.figures) {
            measures[profile.side as usize] += u16::from(figure.status.is_lost());
        }
        if let (Some(brief), Some(ground)) = (&self.battle.patrol, state.ground.on_map()) {
            let recon = &ground.scene.recon;
            let enemies = self.battle.figures_of(brief.side.enemy());
            let captured =
                enemies.filter(|who| matches!(state.figures[who].status, Status::Captured { .. })).len() as u16;
            let sections = recon.entered.count_ones() as u16;
            measures[2..COUNTED].copy_from_slice(&[sections, recon.resolved.into(), recon.met, captured]);
        }
        measures
    }
}

/// A battle that has been compiled.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) battle: Battle,
    /// The map, unless the ground is open.
    site: Option<Site>,
    /// The campaign that the battle is fought in again and again.
    campaign: Option<Plan>,
    /// Whole turns as one draw, if the battle is small.
    fused: Option<Box<RoundTable<State<2, Open>, Outcome>>>,
}

impl Compiled {
    /// A battle on a map, or in the open.
    pub(crate) fn new(battle: Battle, site: Option<Site>, campaign: Option<Plan>) -> Compiled {
        let small = site.is_none() && campaign.is_none() && battle.profiles.len() <= 2;
        let fused = if small { game::fuse(&Led::in_the_open(&battle, ByDoctrine)).map(Box::new) } else { None };
        Compiled { battle, site, campaign, fused }
    }

    /// Plays one engagement from the rules, with these players, and tells each step of it.
    pub(crate) fn told(&self, seed: u64, engagement: u64, players: impl Players) -> (Outcome, Vec<Step>) {
        let battle = &self.battle;
        match &self.site {
            Some(site) => {
                let memory = Memory::default();
                let drawn = self.map_of(seed, engagement);
                let plan = drawn.as_ref().map(|map| &*map.plan);
                let ground = OnMap::new(site, plan, &memory);
                self.replayed(Led::<_, _, MEN> { battle, ground, players }, seed, engagement)
            }
            None => self.replayed(Led::<_, _, MEN>::in_the_open(battle, players), seed, engagement),
        }
    }
}

impl Compiled {
    fn replayed<G: Events<N>, P: Players, const N: usize>(
        &self,
        led: Led<'_, G, P, N>,
        seed: u64,
        engagement: u64,
    ) -> (Outcome, Vec<Step>) {
        match self.campaign {
            Some(plan) => game::replay(&Campaign { led, plan }, seed, engagement),
            None => game::replay(&led, seed, engagement),
        }
    }

    fn played<G: Events<N>, P: Players, const N: usize>(
        &self,
        led: Led<'_, G, P, N>,
        seed: u64,
        first: u64,
        outcomes: &mut [Outcome],
    ) {
        match self.campaign {
            Some(plan) => game::play(&Campaign { led, plan }, seed, first, outcomes),
            None => game::play(&led, seed, first, outcomes),
        }
    }
}

impl engage::Battle for Compiled {
    fn figures(&self) -> &[engage::Figure] {
        &self.battle.names
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        self.site.as_ref().and_then(Site::map)
    }

    fn map_of(&self, seed: u64, engagement: u64) -> Option<Arc<engage::Map>> {
        let site = self.site.as_ref()?;
        match &site.place {
            Place::Drawn(drawn) => Some(Arc::clone(&drawn.map)),
            Place::Rolled(wish) => {
                let mut luck = Sampled::new(Keyed::engagement(seed, engagement));
                lay(&self.battle.frame.rules, &mut luck, wish.country, wish.bushes).to_map().map(Arc::new)
            }
        }
    }

    fn ends(&self, ending: usize) -> bool {
        match &self.battle.patrol {
            None => ending <= usize::from(ending::TURN_LIMIT),
            Some(brief) => {
                ending == usize::from(ending::TURN_LIMIT)
                    || ending::OF_PATROL[brief.side as usize].iter().any(|&own| usize::from(own) == ending)
            }
        }
    }

    fn counts(&self, measure: usize) -> bool {
        match measure {
            0 | 1 => true,
            COUNTED => self.campaign.is_some(),
            _ => self.battle.patrol.is_some(),
        }
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let (battle, players) = (&self.battle, ByDoctrine);
        match (&self.fused, &self.site) {
            (Some(fused), _) => fused.play(&mut chance::Keys::new(seed, first), outcomes),
            (None, Some(site)) => {
                let memory = Memory::default();
                let ground = OnMap::new(site, None, &memory);
                smallest!(N in [16, 32, 64], battle.profiles.len() => {
                    self.played(Led::<_, _, N> { battle, ground, players }, seed, first, outcomes);
                });
            }
            (None, None) => smallest!(N in [4, 8, 16, 32], battle.profiles.len() => {
                self.played(Led::<_, _, N>::in_the_open(battle, players), seed, first, outcomes);
            }),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        match &self.fused {
            Some(fused) => game::replay_fused(&Led::in_the_open(&self.battle, ByDoctrine), fused, seed, engagement),
            None => self.told(seed, engagement, ByDoctrine),
        }
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        let (battle, players) = (&self.battle, ByDoctrine);
        if self.campaign.is_some() {
            return Err(Unsolved::Series);
        }
        if self.site.is_some() {
            return Err(Unsolved::OnAMap);
        }
        if battle.profiles.len() > MOST_EXACT {
            return Err(Unsolved::TooManyFigures { most: MOST_EXACT });
        }
        Ok(smallest!(N in [2, 3], battle.profiles.len() => {
            game::exact(&Led::<_, _, N>::in_the_open(battle, players), budget)
        })?)
    }
}
