//! An assault as the rest of the program plays it.

use std::sync::Arc;

use chance::{Keyed, Keys, Observed, Sampled, Step, Witnessed};
use engage::{ExactFight, Outcome, Unsolved};

use super::compiled::Assault;
use super::play::play;
use crate::ending::{self, TURN_LIMIT};
use crate::mission::Mission;
use crate::options::BombDeadline;
use crate::player::{ByDoctrine, Player, Survey};

/// An assault on a map that its players have surveyed.
#[derive(Debug)]
pub(crate) struct OnMap {
    pub(crate) names: Vec<engage::Figure>,
    pub(crate) assault: Assault,
    pub(crate) survey: Survey,
}

impl OnMap {
    /// Plays one assault and tells each step of it.
    pub(crate) fn run_logged(&self, seed: u64, engagement: u64, player: impl Player) -> (Outcome, Vec<Step>) {
        let words = Keyed::engagement(seed, engagement);
        let mut seen = Witnessed::of(words);
        let mut sampled = Sampled::new(words);
        let outcome =
            play(&self.assault, &mut Observed::new(&mut sampled, &mut seen), player, &mut field::Search::new());
        (outcome, seen.steps)
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
        let mut keys = Keys::new(seed, first);
        let mut search = field::Search::new();
        let mut players = ByDoctrine::new(&self.survey);
        for outcome in outcomes {
            *outcome = play(&self.assault, &mut Sampled::new(keys.next_key()), &mut players, &mut search);
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.run_logged(seed, engagement, ByDoctrine::new(&self.survey))
    }

    fn exact(&self, _: usize) -> Result<ExactFight, Unsolved> {
        Err(Unsolved::OnAMap)
    }
}
