//! An assault on a map, against the clock: a compiled engagement and how it is played (GGG-seq, GGG-mis).

mod bombs;
mod hostages;
mod movement;
mod orders;
mod play;
mod scene;
mod seek;
mod shooting;
mod sight;
mod site;
mod tell;
mod throwing;

use std::sync::Arc;

use chance::{Keyed, Keys, Observed, Sampled, Step, Witnessed};
use engage::{ExactFight, Inches, Outcome, Side, Unsolved, among};
use field::Search;

use crate::TargetPolicy;
use crate::battle::ending;
use crate::figure::{Man, Weapon};
use crate::mission::{Mission, Verdict};
use crate::options::BombDeadline;
use crate::rules::Rules;
use crate::setup::{Advance, Orders, Throw};
use crate::spot::Arcs;

pub(crate) use scene::{FIGURES, HOSTAGES, Kit};
pub(crate) use site::Site;

/// What does not change about a figure.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    pub(crate) weapon: Weapon,
    /// Whether it is the VIP (GGG-am-1).
    pub(crate) vip: bool,
    pub(crate) kit: Kit,
    pub(crate) target: TargetPolicy,
    /// Aiming turns that a sniper wants before he fires (GGG-snipe-6).
    pub(crate) aim: u8,
    pub(crate) start: Man,
    pub(crate) orders: Orders,
    pub(crate) advance: Advance,
    pub(crate) throw: Throw,
    /// Whether it hides where it can (GGG-see-8).
    pub(crate) hiding: bool,
    /// How many stand together before a room that the team has not looked into.
    pub(crate) stack: u8,
    /// How far friends and hostages must be from where a grenade is to burst.
    pub(crate) safety: Inches,
    /// The place that it goes to first, by its number among those that squads name.
    pub(crate) via: Option<u8>,
}

/// A compiled assault.
#[derive(Debug)]
pub(crate) struct Assault {
    pub(crate) rules: Rules,
    pub(crate) mission: Mission,
    pub(crate) turn_limit: u16,
    pub(crate) names: Vec<engage::Figure>,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) site: Site,
    arcs: Arcs,
    /// Figures of blue, by bit; red's come after them.
    blues: u32,
    /// The ending of each verdict that the mission can end with.
    endings: Vec<(Verdict, u8)>,
    /// Counter-Terrorists whose loss loses the mission, by bit (GGG-mis-5, GGG-am-1).
    cts: u32,
    vip: Option<usize>,
}

impl Assault {
    pub(crate) fn new(
        rules: Rules,
        mission: Mission,
        turn_limit: u16,
        names: Vec<engage::Figure>,
        profiles: Vec<Profile>,
        site: Site,
    ) -> Assault {
        let blues = among((0..profiles.len()).filter(|&me| profiles[me].side == Side::Blue));
        let vips = among((0..profiles.len()).filter(|&me| profiles[me].vip));
        let counts = rules.vip_counts_as_ct == crate::options::Allowed::Yes;
        let ending = |verdict| (verdict, ending::of(verdict));
        Assault {
            endings: mission.verdicts(&rules).into_iter().map(ending).collect(),
            arcs: Arcs::new(&rules),
            blues,
            cts: if counts { blues } else { blues & !vips },
            vip: (vips != 0).then_some(vips.trailing_zeros() as usize),
            rules,
            mission,
            turn_limit,
            names,
            profiles,
            site,
        }
    }

    /// The figures of a side, by bit.
    #[inline]
    const fn team(&self, side: Side) -> u32 {
        match side {
            Side::Blue => self.blues,
            Side::Red => ((1_u64 << self.profiles.len()) - 1) as u32 & !self.blues,
        }
    }

    /// The enemies of a figure, by bit.
    #[inline]
    fn enemies(&self, me: usize) -> u32 {
        self.team(self.profiles[me].side.enemy())
    }

    /// The ending that a verdict means.
    fn ending(&self, verdict: Verdict) -> u8 {
        self.endings.iter().find(|(own, _)| *own == verdict).map_or(ending::TURN_LIMIT, |&(_, ending)| ending)
    }

    /// The number under which an observer is told of somebody: hostages follow the figures.
    fn told(&self, who: usize) -> u8 {
        who.checked_sub(FIGURES).map_or(who, |hostage| self.profiles.len() + hostage) as u8
    }
}

impl engage::Battle for Assault {
    fn figures(&self) -> &[engage::Figure] {
        &self.names
    }

    fn bystanders(&self) -> usize {
        self.site.hostages
    }

    fn ends(&self, ending: usize) -> bool {
        let rules = &self.rules;
        // A bomb that is planted in time may run on.
        let runs_on = self.mission == Mission::Destruction && rules.bomb_deadline == BombDeadline::Planted;
        let last = rules.time + if runs_on { rules.fuse } else { 0 };
        if ending == usize::from(ending::TURN_LIMIT) {
            return self.turn_limit < last;
        }
        self.endings.iter().any(|&(_, own)| usize::from(own) == ending)
    }

    fn counts(&self, measure: usize) -> bool {
        measure < 4 || self.site.hostages > 0
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        Some(&self.site.map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let mut keys = Keys::new(seed, first);
        let mut search = Search::new();
        for outcome in outcomes {
            *outcome = play::play(self, &mut Sampled::new(keys.next_key()), &mut search);
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        let words = Keyed::engagement(seed, engagement);
        let mut seen = Witnessed::of(words);
        let mut sampled = Sampled::new(words);
        let outcome = play::play(self, &mut Observed::new(&mut sampled, &mut seen), &mut Search::new());
        (outcome, seen.steps)
    }

    fn exact(&self, _budget: usize) -> Result<ExactFight, Unsolved> {
        Err(Unsolved::OnAMap)
    }
}
