//! An assault as the rest of the program plays it.

use std::cell::RefCell;
use std::sync::Arc;

use chance::{Chance, Deck, Step};
use engage::{BySide, ExactFight, Game, MAX_MEASURES, Outcome, Progress, Side, Unsolved, game};
use field::{Figures, Search};

use super::compiled::Assault;
use super::log;
use super::play::{Led, Play};
use super::state::State;
use crate::ending::{self, TURN_LIMIT};
use crate::mission::Mission;
use crate::options::BombDeadline;
use crate::player::{ByDoctrine, Memory, Player, Survey};

/// An assault on a map that its players have surveyed.
#[derive(Debug)]
pub(crate) struct OnMap {
    pub(crate) names: Vec<engage::Figure>,
    pub(crate) assault: Assault,
    pub(crate) survey: Arc<Survey>,
}

impl OnMap {
    /// Plays one assault and logs each step of it.
    pub(crate) fn run_logged(&self, seed: u64, engagement: u64, mut player: impl Player) -> (Outcome, Vec<Step>) {
        game::replay(&PlayedBattle::new(&self.assault, &mut player, &mut Search::new()), seed, engagement)
    }
}

/// An assault led by a player.
pub(crate) struct PlayedBattle<'a, P> {
    assault: &'a Assault,
    /// The player, and room for the rules' searches of the map: both are large, and stay where they are.
    player: RefCell<(&'a mut P, &'a mut Search)>,
}

impl<'a, P: Player> PlayedBattle<'a, P> {
    pub(crate) fn new(assault: &'a Assault, player: &'a mut P, search: &'a mut Search) -> PlayedBattle<'a, P> {
        PlayedBattle { assault, player: RefCell::new((player, search)) }
    }

    /// Goes on with an assault in a turn.
    fn resume<C: Chance, T>(
        &self,
        (state, memory): &mut (State, BySide<Memory>),
        chance: &mut C,
        now: u16,
        go_on: impl FnOnce(&mut Play<'_, C, P>) -> T,
    ) -> T {
        let (player, search) = &mut *self.player.borrow_mut();
        let assault = self.assault;
        let led = assault.ahead.as_deref().map(Led::new);
        go_on(&mut Play { assault, site: &assault.site, state, memory, player, chance, search, now, led })
    }
}

/// Plays assaults turn by turn (GGG-gen-1).
impl<P: Player> Game for PlayedBattle<'_, P> {
    type State<D: Deck> = (State, BySide<Memory>);
    const STOPPED: u8 = TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.assault.turn_limit
    }

    fn start<D: Deck>(&self) -> Self::State<D> {
        Default::default()
    }

    fn deploy<C: Chance>(&self, state: &mut Self::State<C::Deck>, chance: &mut C) {
        self.resume(state, chance, 0, |play| play.deploy());
    }

    fn advance<C: Chance>(&self, state: &mut Self::State<C::Deck>, chance: &mut C, turn: u16) -> Progress {
        match self.resume(state, chance, turn, |play| play.play_turn()) {
            Some(verdict) => {
                chance.log(|| log::ends(turn, verdict));
                Progress::Ended { ending: ending::of(verdict), begun: true }
            }
            None => Progress::RoundOver,
        }
    }

    /// Counts the survivors of both sides, and the hostages.
    fn measures<D: Deck>(&self, (state, _): &Self::State<D>) -> [u16; MAX_MEASURES] {
        let (game, figures) = (&state.game, 0..self.assault.profiles.len());
        let gone = game.captured | figures.clone().filter(|&me| game.men[me].out).collect();
        let wounded: Figures = figures.filter(|&me| game.men[me].wounds > 0).collect();
        let of_each = |figures: Figures| Side::ALL.map(|side| (figures & self.assault.team(side)).len());
        let [[blue_lost, red_lost], [blue_wounded, red_wounded]] = [of_each(gone), of_each(wounded - gone)];
        let counts = [blue_lost, red_lost, blue_wounded, red_wounded, game.rescued.len(), game.dead.len()];
        let mut measures = [0; MAX_MEASURES];
        for (measure, count) in measures.iter_mut().zip(counts) {
            *measure = count as u16;
        }
        measures
    }
}

impl engage::Battle for OnMap {
    fn figures(&self) -> &[engage::Figure] {
        &self.names
    }

    fn luck_numbers(&mut self) -> Option<&mut engage::LuckNumbers> {
        Some(&mut self.assault.luck)
    }

    fn bystanders(&self) -> usize {
        self.assault.site.hostages
    }

    fn ends(&self, ending: usize) -> bool {
        let (rules, mission) = (&self.assault.rules, self.assault.mission);
        // A bomb that is planted in time may run on.
        let runs_on = mission == Mission::Destruction && rules.bomb_deadline == BombDeadline::Planted;
        let last = rules.time + if runs_on { rules.fuse } else { 0 };
        if ending == usize::from(TURN_LIMIT) {
            return self.assault.turn_limit < last;
        }
        mission.verdicts(rules).into_iter().any(|verdict| usize::from(ending::of(verdict)) == ending)
    }

    fn counts(&self, measure: usize) -> bool {
        measure < 4 || self.assault.site.hostages > 0
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        Some(&self.assault.site.map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        // Each in its own place: as a pair both would be copied, and they are large.
        let mut player = ByDoctrine::new(&self.survey);
        let mut search = Search::new();
        game::play(&PlayedBattle::new(&self.assault, &mut player, &mut search), seed, first, outcomes);
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.run_logged(seed, engagement, ByDoctrine::new(&self.survey))
    }

    fn exact(&self, _: usize) -> Result<ExactFight, Unsolved> {
        Err(Unsolved::OnAMap)
    }
}
