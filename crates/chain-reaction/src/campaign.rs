//! A campaign: the same squads fight one battle after another, each time with the survivors (CR-after-1,
//! Clarification 46). It is a game of its own around that of a battle, so it is played and logged as one.

use chance::{Address, Chance, Deck};
use engage::{Game, MAX_MEASURES, Progress, Side};
use field::Figures;

use crate::after::{self, Aftermath, Left};
use crate::battle::makes_leader;
use crate::ending;
use crate::figure::{Figure, Post, Status};
use crate::forces::{List, most_grunts};
use crate::game::{COUNTED, PlayedBattle};
use crate::play::Events;
use crate::player::Players;
use crate::rules::MOST_REP;
use crate::state::State;
use crate::{log, purpose};

/// A campaign as the scenario sets it up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Number of battles, if any figure is left to fight them.
    pub(crate) battles: u8,
    /// The side whose squads continue; all other figures are as listed in each battle.
    pub(crate) side: Side,
    /// The list on which replacements of the lost are rolled; none if there are no replacements.
    pub(crate) recruits: Option<List>,
}

/// A battle that is fought repeatedly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Campaign<'a, G, P, const N: usize> {
    pub(crate) led: PlayedBattle<'a, G, P, N>,
    pub(crate) plan: Plan,
}

/// The state of a campaign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CampaignState<const N: usize, G> {
    /// The current battle; after it, the squads as it left them.
    battle: State<N, G>,
    /// Number of finished battles.
    fought: u8,
    /// The round before the first turn of the current battle.
    since: u16,
    /// Whether the current battle is over and the next must be set up.
    over: bool,
    /// Counts of the finished battles, without the squads themselves.
    counted: [u16; MAX_MEASURES],
}

impl<G: Events<N>, P: Players, const N: usize> Campaign<'_, G, P, N> {
    /// The figures that continue from battle to battle.
    fn squads(&self) -> Figures {
        let battle = self.led.battle;
        battle.figures_of(self.plan.side) - battle.rolled()
    }

    /// Sets up the squads as they are now, and all other figures as at the start.
    fn set_up<C: Chance>(&self, strand: &mut CampaignState<N, G>, chance: &mut C, round: u16) {
        let mut next = self.led.before();
        for me in self.squads().iter() {
            // Only the first battle begins with the squads as hurt as the scenario says.
            if strand.fought > 0 {
                let Figure { rep, status, post, .. } = strand.battle.figures[me];
                next.figures[me] = Figure { rep, status, post, ..Figure::default() };
            }
        }
        self.appoint(&mut next.figures, chance, round);
        strand.battle = next;
        (strand.over, strand.since) = (false, round);
        G::deploy(&mut self.led.play(&mut strand.battle, chance, round));
    }

    /// Appoints successors of Leaders lost for good: as overall Leader a Star, otherwise the best figure; as Leader of
    /// a group its best figure, if the rules give each group a Leader. Of equals, the first in the roster (CR-lead-4,
    /// Clarification 1).
    fn appoint<C: Chance>(&self, figures: &mut [Figure; N], chance: &mut C, round: u16) {
        let battle = self.led.battle;
        let there = self.squads().filter(|me| figures[me].status != Status::Absent);
        let best = |of: Figures, figures: &[Figure; N]| {
            let worth = |me: &usize| (battle.profiles[*me].star, figures[*me].rep);
            of.iter().reduce(|best, other| if worth(&other) > worth(&best) { other } else { best })
        };
        let leads = |me: usize, figures: &[Figure; N]| match figures[me].post {
            Post::AsListed => battle.profiles[me].arms.leader,
            post => post != Post::Follows,
        };
        let mut posts = |me: Option<usize>, force: bool, figures: &mut [Figure; N]| {
            let Some(me) = me else { return };
            figures[me].post = if force { Post::Commands { leads: leads(me, figures) } } else { Post::Leads };
            chance.log(|| log::takes_over(round, me, force));
        };
        let first = battle.overall[self.plan.side].map(usize::from);
        let is_first = |me: usize| Some(me) == first && figures[me].post == Post::AsListed;
        if there.filter(|me| is_first(me) || matches!(figures[me].post, Post::Commands { .. })).is_empty() {
            posts(best(there, figures), true, figures);
        }
        let group_of = |me: usize| battle.profiles[me].arms.group;
        for me in there.iter() {
            let group = there.filter(|other| group_of(other) == group_of(me));
            if group.first() == Some(me)
                && group.filter(|who| leads(who, figures)).is_empty()
                && makes_leader(battle.frame.rules.leaders, group.len())
            {
                posts(best(group, figures), false, figures);
            }
        }
    }

    /// Recovers the squads' figures after a battle (CR-after-1).
    fn recover<C: Chance>(&self, strand: &mut CampaignState<N, G>, chance: &mut C, round: u16) {
        let counted = self.led.measures::<C::Deck>(&strand.battle);
        for (sum, count) in strand.counted.iter_mut().zip(counted) {
            *sum += count;
        }
        strand.fought += 1;
        let own = self.plan.side;
        let figures = &mut strand.battle.figures;
        let carries_on = |figures: &[Figure; N], side: Side| {
            let those = self.led.battle.figures_of(side);
            !those.filter(|who| figures[who].status == Status::CarryingOn).is_empty()
        };
        let held = carries_on(figures, own) && !carries_on(figures, own.enemy());
        for me in self.squads().iter() {
            let Figure { rep, status, post, .. } = figures[me];
            let left = match status {
                Status::Absent => continue,
                Status::Out => Left::OutOfTheFight,
                Status::RanAway => Left::RanAway,
                Status::Captured { wounded } => Left::Captured { wounded },
                Status::Dead => Left::Dead,
                _ => Left::Fit,
            };
            let at = Address::in_round(self.led.battle.luck.of(me), purpose::RECOVERY, round, 0);
            let standing = after::after_battle(chance, at, rep, left, held);
            figures[me] = match standing {
                Aftermath::Back(rep) => Figure { rep, post, ..Figure::default() },
                _ => Figure { status: Status::Absent, ..Figure::default() },
            };
            if left != Left::Fit {
                chance.log(|| log::after_battle(round, me, (rep, left), held, standing));
            }
        }
        if let Some(list) = self.plan.recruits {
            self.recruit(figures, list, chance, round);
        }
        let (fought, all) = (strand.fought, self.plan.battles);
        chance.log(|| log::battle_over(round, fought, all));
    }

    /// New figures take the places and the arms of the lost; under a Star no more than his Rep, and none with a higher
    /// Rep.
    fn recruit<C: Chance>(&self, figures: &mut [Figure; N], list: List, chance: &mut C, round: u16) {
        let is_back = |figures: &[Figure; N], me: usize| figures[me].status != Status::Absent;
        let star = self.squads().iter().find(|&me| self.led.battle.profiles[me].star && is_back(figures, me));
        let most = star.map_or(MOST_REP, |star| figures[star].rep);
        for me in self.squads().iter().filter(|&me| !self.led.battle.profiles[me].star) {
            let there = self.squads().filter(|who| is_back(figures, who) && Some(who) != star).len();
            if is_back(figures, me) || star.is_some() && there >= most_grunts(most).into() {
                continue;
            }
            let at = Address::in_round(self.led.battle.luck.of(me), purpose::REPLACEMENT, round, 0);
            if let Some(recruit) = list.recruit(&self.led.battle.frame.rules, chance, at, most) {
                let post = if recruit.kind.is_leader() { Post::Leads } else { Post::Follows };
                figures[me] = Figure { rep: recruit.rep, post, ..Figure::default() };
                chance.log(|| log::joins(round, me, recruit));
            }
        }
    }

    /// Whether any figure of the squads is left.
    fn goes_on(&self, strand: &CampaignState<N, G>) -> bool {
        let left = self.squads().filter(|me| strand.battle.figures[me].status != Status::Absent);
        strand.fought < self.plan.battles && !left.is_empty()
    }
}

impl<G: Events<N>, P: Players, const N: usize> Game for Campaign<'_, G, P, N> {
    type State<D: Deck> = CampaignState<N, G>;
    const STOPPED: u8 = ending::TURN_LIMIT;

    /// All rounds of all battles, including one before each battle to set it up.
    fn turn_limit(&self) -> u16 {
        u16::from(self.plan.battles) * (self.led.turn_limit() + 1)
    }

    fn start<D: Deck>(&self) -> CampaignState<N, G> {
        CampaignState { battle: self.led.before(), fought: 0, since: 0, over: false, counted: [0; MAX_MEASURES] }
    }

    fn deploy<C: Chance>(&self, strand: &mut CampaignState<N, G>, chance: &mut C) {
        self.set_up(strand, chance, 0);
    }

    fn advance<C: Chance>(&self, strand: &mut CampaignState<N, G>, chance: &mut C, round: u16) -> Progress {
        if strand.over {
            self.set_up(strand, chance, round);
            return Progress::RoundOver;
        }
        let ending = match self.led.advance(&mut strand.battle, chance, round) {
            Progress::Ended { ending, .. } => ending,
            Progress::RoundOver if round - strand.since >= self.led.turn_limit() => ending::TURN_LIMIT,
            progress => return progress,
        };
        self.recover(strand, chance, round);
        if self.goes_on(strand) {
            strand.over = true;
            return Progress::RoundOver;
        }
        Progress::Ended { ending, begun: true }
    }

    fn break_off<D: Deck>(&self, strand: &mut CampaignState<N, G>) {
        self.led.break_off::<D>(&mut strand.battle);
    }

    /// The counts of all battles together; for the squads, the figures lost for good and the total Rep of the rest.
    fn measures<D: Deck>(&self, strand: &CampaignState<N, G>) -> [u16; MAX_MEASURES] {
        let mut measures = strand.counted;
        let left = self.squads().filter(|me| strand.battle.figures[me].status != Status::Absent);
        measures[self.plan.side as usize] = (self.squads().len() - left.len()) as u16;
        measures[COUNTED] = left.iter().map(|me| u16::from(strand.battle.figures[me].rep)).sum();
        measures
    }
}
