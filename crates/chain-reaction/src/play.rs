//! A battle in play: what every step needs, in one place; the choice of the next task; and the questions to players.

use chance::{Address, Chance, Step};
use engage::{Progress, Side};
use field::{Cell, Figures};

use crate::action::{Action, Ask};
use crate::activation::Throw;
use crate::battle::Battle;
use crate::battle_view::BattleView;
use crate::ending;
use crate::ground::Ground;
use crate::knowledge::Known;
use crate::log;
use crate::options::ActiveFireAfterReaction;
use crate::player::Players;
use crate::state::{DEPTH, State, Task, Volley};
use crate::table::Reaction;

/// A battle in play.
pub(crate) struct Play<'a, C, const N: usize, G, P> {
    pub(crate) battle: &'a Battle,
    pub(crate) state: &'a mut State<N, G>,
    pub(crate) chance: &'a mut C,
    pub(crate) players: P,
    /// The turn, counted from 1; 0 if it does not matter.
    pub(crate) turn: u16,
    /// Draws of each figure in this turn, as far as they were made in one go; used only for addresses.
    pub(crate) draws: [u16; N],
    /// Volleys of the current exchange, as far as they were made in one go.
    pub(crate) volleys: u16,
    /// Only for observers: the depth in the chain of reactions of the current task and of each pending task.
    pub(crate) depth: u8,
    pub(crate) depths: [u8; DEPTH],
}

/// The steps of the sequence of play that differ between open ground and a map, or exist only on a map.
pub(crate) trait Events<const N: usize>: Ground<N> {
    /// All figures take up their places.
    fn deploy<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>) {}

    /// The activation dice are thrown.
    fn throws<C: Chance, P: Players>(play: &mut Play<'_, C, N, Self, P>, at: Address) -> Throw<2> {
        play.throws_for_all(at)
    }

    /// A possible enemy force of a side acts before a group of it; false if none does (CR-pef-2).
    fn acts_before<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _side: Side, _group: Figures) -> bool {
        false
    }

    /// These figures are about to act; none of them has done anything yet.
    fn begin_activation<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _active: Figures) {}

    /// The activation of these figures and all its consequences are over.
    fn end_activation<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>) {}

    /// The action that a figure's table prescribes; `None` if its player decides (CR-np-1).
    fn ordered<C: Chance, P: Players>(_play: &Play<'_, C, N, Self, P>, _me: usize, _ask: Ask) -> Option<Action> {
        None
    }

    /// Those of a group who look ahead choose by which doctrine they play the activation that they are about to begin.
    #[inline(always)]
    fn look_ahead<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _members: Figures) {}

    /// A figure in melee fights on or breaks off; false if it is in none (CR-melee-5).
    fn fights_on<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _me: usize) -> bool {
        false
    }

    /// Continues a move or a charge on a map.
    fn performs<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _task: Task) {}

    /// A figure throws or fires at a spot, if it aims at one; false if it aims at figures (CR-gren-2, CR-blast-3).
    fn bursts<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>, _me: usize) -> bool {
        false
    }

    /// A figure that ducks back, retires or hunkers down because of `causes` takes its place (CR-move-3).
    fn takes_refuge<C: Chance, P: Players>(
        play: &mut Play<'_, C, N, Self, P>,
        me: usize,
        does: Reaction,
        causes: Figures,
    );

    /// A charger comes up to where its target tests; false on a map, where charges go by [`Task::Charges`] (CR-bc-1).
    fn comes_near<C: Chance, P: Players>(_play: &mut Play<'_, C, N, Self, P>) -> bool {
        false
    }
}

/// Number of volleys after which an endless exchange is broken off (CR-fire-7).
const MOST_VOLLEYS: u16 = 1000;
/// Maximum number of draws of one task under one address.
const DRAWS: u16 = 8;

impl<'a, C, const N: usize, G, P> Play<'a, C, N, G, P> {
    /// A battle at the beginning of a turn, or of one of its tasks.
    pub(crate) fn new(
        battle: &'a Battle,
        state: &'a mut State<N, G>,
        chance: &'a mut C,
        players: P,
        turn: u16,
    ) -> Play<'a, C, N, G, P> {
        Play { battle, state, chance, players, turn, draws: [0; N], volleys: 0, depth: 0, depths: [0; DEPTH] }
    }

    /// The battle as it is now.
    #[inline(always)]
    pub(crate) fn view(&self) -> BattleView<'_, N, G> {
        BattleView { battle: self.battle, state: self.state }
    }

    /// The address of a figure's next draws, up to eight for each purpose.
    pub(crate) fn address(&mut self, me: usize) -> Address {
        let number = self.draws[me];
        // An endless exchange may draw more often than there are addresses, but changes nothing (CR-fire-7).
        self.draws[me] = number.wrapping_add(1);
        self.address_for(me, 0, number.wrapping_mul(DRAWS))
    }

    /// The address of a figure's draws for a purpose in this turn.
    pub(crate) const fn address_for(&self, me: usize, purpose: u8, number: u16) -> Address {
        Address::in_round(self.battle.luck.of(me), purpose, self.turn, number)
    }

    /// Puts a task on top of the agenda. A test lies one level deeper than its cause.
    pub(crate) fn push(&mut self, task: Task) {
        use Task::{InSight, LeaderLost, ManDown, ReceivedFire};
        let caused = matches!(task, InSight { .. } | ManDown { .. } | LeaderLost(_) | ReceivedFire { .. });
        self.push_at(task, self.depth.saturating_add(caused.into()));
    }

    /// Puts the rest of the current task back on the agenda.
    pub(crate) fn push_rest(&mut self, task: Task) {
        self.push_at(task, self.depth);
    }

    /// Puts a task on the agenda, which has room for everything that the rules can nest.
    fn push_at(&mut self, task: Task, depth: u8) {
        if let Some(place) = self.depths.get_mut(self.state.agenda.len()) {
            *place = depth;
        }
        let pushed = self.state.agenda.push(task);
        debug_assert!(pushed.is_ok(), "the agenda holds all that the rules can nest");
    }

    /// Breaks off an exchange of fire and leaves all figures as they are (CR-fire-7).
    pub(crate) fn break_off(state: &mut State<N, G>) {
        while let Some(Task::Fire(_) | Task::Damage { .. } | Task::Aftermath | Task::ReceivedFire { .. }) =
            state.agenda.top()
        {
            state.agenda.pop();
        }
        state.volley = Volley::default();
    }

    /// How the battle has ended, if it has: a side has no figure left that carries on, has ducked or is stunned
    /// (Clarification 48). A patrol is judged at the end of each turn instead.
    fn ending(&self) -> Option<u8> {
        if self.battle.patrol.is_some() {
            return None;
        }
        let beaten = |side: Side| {
            let figures = self.battle.figures_of(side);
            figures.filter(|who| self.state.figures[who].status.fights()).is_empty()
        };
        match (beaten(Side::Blue), beaten(Side::Red)) {
            (false, false) => None,
            (false, true) => Some(ending::BLUE_WINS),
            (true, false) => Some(ending::RED_WINS),
            (true, true) => Some(ending::BOTH_OUT),
        }
    }
}

impl<'a, C: Chance, const N: usize, G: Events<N>, P: Players> Play<'a, C, N, G, P> {
    /// Plays on to the end of the turn, or by one task.
    pub(crate) fn advance(&mut self) -> Progress {
        loop {
            let progress = self.step();
            if C::STEPWISE || !matches!(progress, Progress::Step | Progress::Again) {
                return progress;
            }
        }
    }

    /// Does the next task.
    #[inline(always)]
    pub(crate) fn step(&mut self) -> Progress {
        if let Some(test) = self.glimpse() {
            self.push(test);
        }
        let again = match self.state.agenda.pop() {
            Some(task) => self.perform(task),
            None => {
                if !self.next_activation() {
                    return self
                        .judges_patrol()
                        .map_or(Progress::RoundOver, |ending| Progress::Ended { ending, begun: true });
                }
                false
            }
        };
        if self.state.agenda.is_empty()
            && let Some(ending) = self.ending()
        {
            return Progress::Ended { ending, begun: true };
        }
        if again { Progress::Again } else { Progress::Step }
    }

    /// The In Sight test after involuntary moves, once the chain that caused them is over (Clarification 27).
    fn glimpse(&mut self) -> Option<Task> {
        let scene = self.state.ground.scene_mut()?;
        if scene.glimpsed.is_empty() || self.state.agenda.top().is_some_and(|task| task.is_of_chain()) {
            return None;
        }
        let [movers, watchers] = [&mut scene.glimpsed, &mut scene.onlookers].map(std::mem::take);
        Some(Task::InSight { watchers, movers })
    }

    /// Does a task; true if it has begun another volley of an exchange, which may repeat.
    pub(crate) fn perform(&mut self, task: Task) -> bool {
        self.depth = self.depths.get(self.state.agenda.len()).copied().unwrap_or_default();
        match task {
            Task::Nothing => {}
            // A fight that is over stops immediately: no figure fires voluntarily at figures left lying (Clarification
            // 48).
            Task::Activate(_)
            | Task::Rally(_)
            | Task::Act(_)
            | Task::Voluntary(_)
            | Task::Move(_)
            | Task::MoveOn(_)
            | Task::Charges { .. }
            | Task::InSight { .. }
                if self.ending().is_some() => {}
            Task::Activate(members) => {
                G::look_ahead(self, members);
                self.activate(members);
            }
            Task::Rally(hunkered) => self.rally(hunkered),
            Task::Act(todo) => self.act(todo),
            Task::Voluntary(who) => self.voluntary_fire(who),
            Task::Move(_) | Task::MoveOn(_) | Task::Charges { .. } => G::performs(self, task),
            Task::InSight { watchers, movers } => self.in_sight(watchers, movers),
            Task::Fire(shooters) => self.fire(shooters),
            Task::Damage { shooter, target, hits, weapon } => {
                self.damage((shooter.into(), target.into()), hits, weapon);
            }
            Task::Aftermath => self.aftermath(),
            Task::ManDown { testers, up, by } => self.man_down(testers, up, by),
            Task::LeaderLost(testers) => self.leader_lost(testers),
            Task::ReceivedFire { missed, by, ranking, spot } => {
                if self.received_fire(missed, by, ranking, spot) {
                    self.volleys += 1;
                    if self.volleys >= MOST_VOLLEYS {
                        Self::break_off(self.state);
                    }
                    return true;
                }
            }
            Task::Charge { charger, target, stage } => self.charge((charger.into(), target.into()), stage),
        }
        false
    }

    /// Logs a step for an observer.
    pub(crate) fn log(&mut self, step: impl FnOnce() -> Step) {
        let depth = self.depth;
        self.chance.log(|| Step { depth, ..step() });
    }

    /// Asks a figure's player for its action. An illegal action is refused: nothing happens then.
    pub(crate) fn ask(&mut self, me: usize, ask: Ask) -> Action {
        if let Some(action) = G::ordered(self, me, ask) {
            return action;
        }
        let known = Known::new(BattleView { battle: self.leading(me), state: self.state }, me, self.turn);
        let action = self.players.choose(&known, ask);
        #[cfg(test)]
        self.cannot_peek(me, ask, action);
        if P::TRUSTED && !cfg!(debug_assertions) {
            return action;
        }
        let Err(clause) = self.view().may(me, ask, &action) else { return action };
        debug_assert!(!P::TRUSTED, "{me} may not do {action:?} when asked {ask:?}: {clause}");
        let turn = self.turn;
        self.log(|| log::refused(turn, me, clause));
        Action::Nothing
    }

    /// The battle by whose doctrines a figure is led.
    #[inline(always)]
    fn leading(&self, me: usize) -> &'a Battle {
        match (&self.battle.ahead, self.state.ground.on_map()) {
            (Some(ways), Some(ground)) if self.state.activation.active.contains(me) => {
                ways.leading(self.battle, self.battle.profiles[me].side, ground.scene.way)
            }
            _ => self.battle,
        }
    }

    /// Checks the invariants of a battle, then changes what the figure's side cannot know and asks again: the answer
    /// must be the same.
    #[cfg(test)]
    fn cannot_peek(&mut self, me: usize, ask: Ask, action: Action) {
        if !P::TRUSTED {
            return;
        }
        crate::peeking::holds(self.view());
        let mut rng = rand_pcg::Pcg64::new(u128::from(self.turn), me as u128);
        let mut state = *self.state;
        crate::peeking::change_minds(self.battle, &mut state, me, &mut rng);
        G::scramble_unknown(self.battle, &mut state, (me, ask), &mut rng);
        let view = BattleView { battle: self.leading(me), state: &state };
        let again = self.players.choose(&Known::new(view, me, self.turn), ask);
        crate::peeking::search_again(self.view(), me, ask);
        assert_eq!(again, action, "{me} peeks when asked {ask:?}");
    }

    /// These figures of a group fire together, each at the targets that its player names (CR-fire-5, Clarification 25).
    /// `grenade`: they may throw grenades instead (CR-blast-4).
    pub(crate) fn open_fire(&mut self, shooters: Figures, snap: Figures, at: Figures, grenade: bool) {
        let mut volley = Volley { snap, ..Volley::default() };
        for me in shooters.iter() {
            let grenade = grenade && !snap.contains(me);
            // A figure whose grenades count throws one (CR-og-2).
            if let Some(spot) = G::grenade_answer(self.view(), me, at).filter(|_| grenade) {
                self.aims_at(me, spot);
                volley.shooters.insert(me);
                continue;
            }
            let targets = self.view().targets(me, at);
            if targets.is_empty() {
                continue;
            }
            self.declares(&mut volley, me, Ask::Fire { at: targets, must: true, grenade });
        }
        if self.battle.frame.rules.active_fire_after_reaction == ActiveFireAfterReaction::UsedUp {
            self.state.activation.reacted |= volley.shooters & self.state.activation.active;
        }
        self.begin_volley(volley);
    }

    /// Asks a figure for its targets, if any, or for the spot at which it throws.
    pub(crate) fn declares(&mut self, volley: &mut Volley<N>, me: usize, ask: Ask) {
        match self.ask(me, ask) {
            Action::Fire(aim) => volley.aims[me] = aim,
            Action::Burst(spot) => self.aims_at(me, spot),
            _ => return,
        }
        volley.shooters.insert(me);
    }

    /// A figure is going to throw or fire at a spot.
    fn aims_at(&mut self, me: usize, spot: Cell) {
        if let Some(scene) = self.state.ground.scene_mut() {
            scene.going.spot[me] = Some(spot);
        }
    }

    /// Schedules the dice of a volley.
    pub(crate) fn begin_volley(&mut self, volley: Volley<N>) {
        if volley.shooters.is_empty() {
            return;
        }
        self.state.volley = volley;
        self.push(Task::Aftermath);
        self.push(Task::Fire(volley.shooters));
    }
}
