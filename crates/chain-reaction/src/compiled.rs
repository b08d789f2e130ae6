//! A compiled battle: played, replayed and solved on its ground, once or as a campaign.

use std::cell::RefCell;
use std::sync::{Arc, OnceLock};

use chance::{Keyed, RoundTable, Sampled, Step};
use engage::{Battle as _, Breaks, ExactFight, Outcome, Unsolved, game, with_capacity_for};

use crate::battle::Battle;
use crate::campaign::{Campaign, Plan};
use crate::ending;
use crate::figure::MEN;
use crate::game::{COUNTED, PlayedBattle};
use crate::lay::lay;
use crate::on_map::OnMap;
use crate::open::Open;
use crate::play::Events;
use crate::player::{ByDoctrine, Players};
use crate::site::{Place, Site};
use crate::state::State;

/// Number of figures above which the exact solver is not tried.
const MOST_EXACT: usize = 3;

/// A compiled battle.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) battle: Battle,
    /// The map, unless the ground is open.
    site: Option<Site>,
    /// The campaign that repeats the battle.
    campaign: Option<Plan>,
    /// Whole turns as one draw, if the battle is small. Built on first play, since solving does not need it.
    fused: OnceLock<Option<Box<Fused>>>,
}

type Fused = RoundTable<State<2, Open>, Outcome>;

impl Compiled {
    /// A battle on a map, or in the open.
    pub(crate) fn new(battle: Battle, site: Option<Site>, campaign: Option<Plan>) -> Compiled {
        Compiled { battle, site, campaign, fused: OnceLock::new() }
    }

    fn fused(&self) -> Option<&Fused> {
        let made = self.fused.get_or_init(|| {
            let small = self.site.is_none() && self.campaign.is_none() && self.battle.profiles.len() <= 2;
            let fused = || game::fuse(&PlayedBattle::in_the_open(&self.battle, ByDoctrine));
            if small { fused().map(Box::new) } else { None }
        });
        made.as_deref()
    }

    /// Plays one engagement by the rules, with these players, and logs each step.
    pub(crate) fn run_logged(&self, seed: u64, engagement: u64, players: impl Players) -> (Outcome, Vec<Step>) {
        let battle = &self.battle;
        match &self.site {
            Some(site) => {
                let cache = RefCell::default();
                let drawn = self.map_of(seed, engagement);
                let plan = drawn.as_ref().map(|map| &*map.plan);
                let ground = OnMap::new(site, plan, &cache);
                self.replayed(PlayedBattle::<_, _, MEN> { battle, ground, players }, seed, engagement)
            }
            None => self.replayed(PlayedBattle::<_, _, MEN>::in_the_open(battle, players), seed, engagement),
        }
    }

    fn replayed<G: Events<N>, P: Players, const N: usize>(
        &self,
        led: PlayedBattle<'_, G, P, N>,
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
        led: PlayedBattle<'_, G, P, N>,
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

    fn luck_numbers(&mut self) -> Option<&mut engage::LuckNumbers> {
        Some(&mut self.battle.luck)
    }

    fn breaks(&self, key: &str) -> Option<Breaks> {
        let limits = || self.battle.profiles.iter().flat_map(|profile| self.battle.reaches(profile));
        // The number of reaches that include a range identifies its band.
        let within = |range| limits().filter(|reach| range <= *reach).count();
        let alone = self.site.is_none() && self.campaign.is_none();
        (key == "field.range" && alone).then(|| Breaks::among(limits(), within))
    }

    fn is_harmless(&self) -> bool {
        let Battle { frame, profiles, .. } = &self.battle;
        let reaches = |profile| self.battle.reaches(profile).any(|reach| frame.range <= reach);
        self.site.is_none() && !profiles.iter().any(reaches)
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
        match (self.fused(), &self.site) {
            (Some(fused), _) => fused.play(&mut chance::Keys::new(seed, first), outcomes),
            (None, Some(site)) => {
                let cache = RefCell::default();
                let ground = OnMap::new(site, None, &cache);
                with_capacity_for!(N in [16, 32, 64], battle.profiles.len() => {
                    self.played(PlayedBattle::<_, _, N> { battle, ground, players }, seed, first, outcomes);
                });
            }
            (None, None) => with_capacity_for!(N in [4, 8, 16, 32], battle.profiles.len() => {
                self.played(PlayedBattle::<_, _, N>::in_the_open(battle, players), seed, first, outcomes);
            }),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        match self.fused() {
            Some(fused) => {
                game::replay_fused(&PlayedBattle::in_the_open(&self.battle, ByDoctrine), fused, seed, engagement)
            }
            None => self.run_logged(seed, engagement, ByDoctrine),
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
        Ok(with_capacity_for!(N in [2, 3], battle.profiles.len() => {
            game::exact(&PlayedBattle::<_, _, N>::in_the_open(battle, players), budget)
        })?)
    }
}
