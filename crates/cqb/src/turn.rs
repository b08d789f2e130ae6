//! The sequence of play (CQB-3): who acts when, and what the automatic player has him do.

use chance::{Address, Chance, Deck};
use field::{Cell, Door, Room};

use crate::battle::{Battle, Fight, Phase, ending};
use crate::doctrine::{Interrupt, Orders, Pace};
use crate::figure::{Figure, Gone, Travel};
use crate::options::*;
use crate::purpose;
use crate::reaction::{precedence, reaction_card};
use crate::scene::Ground;
use crate::tell;
use engage::{Inches, among, bits};

/// How far [`Battle::advance`] came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// One step; only where the caller wants every step.
    Step,
    /// To the end of the turn.
    TurnOver,
    /// To the end of the engagement; `begun` tells whether the turn had begun.
    Ended { ending: u8, begun: bool },
}

/// What a figure does with its go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Gets up after a knock-down (CQB-5.5.4f).
    Recover,
    /// Picks up its weapon (CQB-5.5.4d).
    PickUp,
    /// Clears a jam (CQB-9a).
    Clear,
    /// Nothing it could do.
    Idle,
    /// Passes and goes on Hold (CQB-3c).
    Hold,
    /// Declares an aim (CQB-5.3.2a).
    Aim,
    /// Goes on Hold before a room until others have come (CQB-3c).
    Wait,
    /// Opens a door (CQB-4c).
    Open(Door),
    /// Throws a grenade into a room, gas or a stun grenade (CQB-6d).
    Throw(Room, bool),
    /// Works on the bomb (CQB-8a).
    Defuse,
    /// Moves to a cell close by (CQB-4a).
    StepAside(Cell),
    /// Moves (CQB-4a).
    Move,
    /// Moves and fires (CQB-3a).
    MoveAndFire,
    /// Fires.
    Fire,
}

impl Action {
    const fn fires(self) -> bool {
        matches!(self, Action::Fire | Action::MoveAndFire)
    }

    /// Whether it puts the figure on Hold.
    const fn holds(self) -> bool {
        matches!(self, Action::Hold | Action::Wait)
    }
}

/// Groups of figures that have interrupted are numbered from here, above those of the opening reaction test.
const INTERRUPTERS: u8 = 128;

/// The occasion of an interrupt of somebody who has come into view; others are 0.
const IN_VIEW: u8 = 64;
/// On a map, the places of those for whom the order matters begin above this, and of the rest end here.
const AFTERWARDS: u16 = 32;

/// The address of a draw in a turn: its occurrence is the turn and a number within it, such as the shot.
pub(crate) const fn address(figure: usize, purpose: u8, turn: u16, number: u8) -> Address {
    Address::in_round(figure as u8, purpose, turn, (number as u16) << 8)
}

impl Battle {
    /// Plays on to the end of the turn, or by one step where the source of chance is to have every step: then the state
    /// says where in the turn it stands. Otherwise a call plays a whole turn, and nothing of that need be kept.
    #[inline(always)]
    pub(crate) fn advance<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) -> Progress {
        if fight.phase == Phase::Luck {
            self.roll_luck(fight, chance);
            if C::STEPWISE {
                return Progress::Step;
            }
        }
        if !C::STEPWISE || fight.phase == Phase::Opening {
            if self.stalemate(fight) {
                return Progress::Ended { ending: ending::STALEMATE, begun: false };
            }
            self.open_turn(fight, chance, turn);
            if C::STEPWISE {
                fight.phase = Phase::Acting;
                return Progress::Step;
            }
        }
        loop {
            if !C::STEPWISE || !fight.open {
                if G::MAP {
                    self.pass_over_guards(fight);
                }
                if fight.cursor == fight.len {
                    self.end_turn::<C, N, G>(fight);
                    return self.close_turn(fight, chance, turn);
                }
                fight.open = self.open_group(fight, chance, turn);
            }
            while fight.open && fight.cursor < fight.group_end {
                let me = usize::from(fight.order[usize::from(fight.cursor)]);
                if fight.firing >> me & 1 == 1 && !self.fire(fight, chance, me, turn) {
                    return Progress::Step;
                }
                fight.cursor += 1;
            }
            if fight.open {
                if let Some(ending) = self.decided(fight) {
                    return Progress::Ended { ending, begun: true };
                }
                self.close_group::<C, N, G>(fight);
                self.lose_sight(fight);
                self.meet(fight, chance, turn);
            }
            if C::STEPWISE {
                return Progress::Step;
            }
        }
    }

    /// Lets bystanders move at the end of a turn on a map, and looks whether the mission is over.
    fn close_turn<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) -> Progress {
        if !G::MAP {
            return Progress::TurnOver;
        }
        self.free_captives(fight);
        self.move_bystanders(fight, chance, turn);
        match self.mission_decided(fight, turn) {
            Some(ending) => Progress::Ended { ending, begun: true },
            None => Progress::TurnOver,
        }
    }

    /// Lets those on Hold who see a figure come into view try to act at once (CQB-3d).
    fn meet<C: Chance, const N: usize, G: Ground>(&self, fight: &mut Fight<C::Deck, N, G>, chance: &mut C, turn: u16) {
        let Some((mover, new)) = fight.ground.scene_mut().and_then(|scene| scene.contact.take()) else { return };
        let watchers = self.watchers(fight, mover.into()) & new;
        if watchers != 0 && self.interrupts(fight, chance, turn, (mover.into(), Action::Move), (watchers, IN_VIEW)) {
            fight.challenged = true;
        }
    }

    /// The enemies on Hold who see a figure, by bit.
    #[inline]
    fn watchers<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> u32 {
        let seen = if G::MAP { self.in_view(fight, me) } else { self.enemies_of(me) };
        among(bits(seen).filter(|&enemy| fight.figures[enemy].on_hold))
    }

    /// Who has won, once a side has nobody left.
    #[inline]
    fn decided<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>) -> Option<u8> {
        match fight.standing.map(|figures| figures > 0) {
            [true, true] => None,
            [true, false] => Some(ending::BLUE_WINS),
            [false, true] => Some(ending::RED_WINS),
            [false, false] => Some(ending::BOTH_OUT),
        }
    }

    /// Whether nobody will ever hit anybody again.
    #[inline]
    fn stalemate<D: Deck, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>) -> bool {
        !G::MAP && !(0..N).any(|me| !fight.figures[me].condition.down && self.has_hope(fight, me))
    }

    /// Whether a figure may still hit somebody: it is closing in, or the first shot of its fire could (CQB-5.2a).
    #[inline]
    fn has_hope<D: Deck, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> bool {
        let profile = &self.profiles[me];
        if profile.settled.can_hit && fight.figures[me].condition.wounds() == 0 {
            return true;
        }
        let Some(range) = self.nearest(fight, me) else { return false };
        if profile.doctrine.close_to.is_some_and(|goal| range > goal) {
            return true;
        }
        let pack = fight.decks[usize::from(profile.deck)].pack();
        let aiming = profile.doctrine.aims(profile.weapon.category, range);
        let figure = Figure { aiming, fired: false, moved_last: Travel::default(), ..fight.figures[me] };
        self.enemies(me).any(|enemy| {
            let target = Figure { moved_last: Travel::default(), ..fight.figures[enemy] };
            !target.condition.down && self.firing(me, &figure, enemy, &target).could_hit(&self.rules, pack)
        })
    }

    /// Makes decks whole if that is the rule, and settles the order of action (CQB-2.1c, CQB-3b).
    #[inline(always)]
    fn open_turn<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) {
        if self.rules.reshuffle == Reshuffle::EveryTurn {
            fight.decks.iter_mut().for_each(Deck::refill);
            fight.hostage_deck.refill();
        }
        self.resist(fight, chance, turn);
        let involved = self.involved(fight);
        // Entries of the order: the key above the number, so that of equal keys the first in the roster comes first.
        let mut entries = [0; N];
        let mut len = 0;
        for me in 0..N {
            if !self.can_act(fight, me) {
                continue;
            }
            let key = match self.rules.order {
                _ if G::MAP && involved >> me & 1 == 0 => 0,
                Order::Reaction => self.reaction(fight, chance, me, address(me, purpose::REACTION, turn, 0)),
                Order::Simultaneous => 0,
                Order::BlueFirst => 100 - me as u16,
                Order::RedFirst => 100 - me as u16 + if me < self.blues { 0 } else { 100 },
            };
            let key = match (G::MAP, involved >> me & 1) {
                (false, _) => key,
                (true, 0) => AFTERWARDS - me as u16,
                (true, _) => AFTERWARDS + 1 + key,
            };
            // Without branches: which of two goes first is anybody's guess.
            let mut entry = u32::from(key) << 8 | (N - 1 - me) as u32;
            for earlier in &mut entries[..len] {
                (*earlier, entry) = (entry.max(*earlier), entry.min(*earlier));
            }
            entries[len] = entry;
            len += 1;
        }
        for (figure, &entry) in fight.order.iter_mut().zip(&entries[..len]) {
            *figure = (N - 1) as u8 - entry as u8;
        }
        fight.group[0] = 0;
        for place in 1..len {
            let apart = entries[place] >> 8 != entries[place - 1] >> 8;
            fight.group[place] = fight.group[place - 1] + u8::from(apart);
        }
        fight.cursor = 0;
        fight.len = len as u8;
        if C::OBSERVED && self.rules.order == Order::Reaction {
            let order = &fight.order[..len];
            chance.tell(|| tell::order(self, turn, order, &fight.group[..len]));
        }
    }

    /// Those for whom the order matters on a map: who have an enemy in view, or may come into view of one this turn, as it is
    /// at most two openings away (CQB-3b). The rest act afterwards.
    #[inline]
    fn involved<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>) -> u32 {
        let (Some(site), Some(scene)) = (&self.site, fight.ground.scene()) else { return 0 };
        let mut near = [0; 2];
        let mut rooms = [0; N];
        for (me, room) in rooms.iter_mut().enumerate().take(self.profiles.len()) {
            if !fight.figures[me].condition.down {
                let (here, around) = site.surroundings(&fight.figures[me]);
                *room = here;
                near[usize::from(me >= self.blues)] |= around;
            }
        }
        let mut involved = 0;
        for (me, room) in rooms.iter().enumerate() {
            let meets = near[usize::from(me < self.blues)] & room != 0 || *room != 0 && scene.sees[me] != 0;
            involved |= u32::from(meets) << me;
        }
        involved
    }

    /// A figure's place in a reaction test: one card of its deck, Hold, and whether it moved (CQB-3b, CQB-3e).
    #[inline(always)]
    fn reaction<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        at: Address,
    ) -> u16 {
        let deck = &mut fight.decks[usize::from(self.profiles[me].deck)];
        let card = reaction_card(chance, &self.rules, deck, at);
        let figure = &fight.figures[me];
        precedence(card, figure.on_hold, figure.moved_last.gone != Gone::Nowhere)
    }

    /// Begins the go of the next figure, or of several that act simultaneously: those that do not fire act at once, the
    /// others one after the other, each from the state before (CQB-3e). False if somebody interrupted and acts first.
    #[inline(always)]
    fn open_group<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) -> bool {
        if self.holds && !fight.challenged {
            let actor = usize::from(fight.order[usize::from(fight.cursor)]);
            let watchers = self.watchers(fight, actor);
            fight.challenged = true;
            if watchers != 0 && self.can_act(fight, actor) {
                let action = self.decide(fight, actor, false);
                if self.interrupts(fight, chance, turn, (actor, action), (watchers, 0)) {
                    return false;
                }
            }
        }
        let (first, group) = (usize::from(fight.cursor), fight.group[usize::from(fight.cursor)]);
        let mut end = first + 1;
        while end < usize::from(fight.len) && fight.group[end] == group {
            end += 1;
        }
        fight.group_end = end as u8;
        fight.firing = 0;
        fight.together = end - first > 1;
        if fight.together {
            fight.seen = fight.figures;
        }
        if G::MAP {
            self.play_group(fight, chance, turn);
            return true;
        }
        for place in first..end {
            let me = usize::from(fight.order[place]);
            if world(fight)[me].condition.down {
                continue;
            }
            let action = self.decide(fight, me, group >= INTERRUPTERS);
            if action.fires() {
                fight.firing |= 1 << me;
            }
            if action != Action::Fire {
                self.act(fight, chance, me, action, turn);
            }
        }
        true
    }

    /// Those who stand guard on Hold with nobody in view go on doing so; nothing else could come of their go.
    #[inline]
    fn pass_over_guards<D, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>) {
        while fight.cursor < fight.len {
            let place = usize::from(fight.cursor);
            let alone = place + 1 == usize::from(fight.len) || fight.group[place + 1] != fight.group[place];
            let me = usize::from(fight.order[place]);
            let figure = &fight.figures[me];
            let hindered = figure.condition.knocked || figure.condition.dropped || figure.jammed;
            let Some(scene) = fight.ground.scene() else { return };
            let stays = match self.profiles[me].doctrine.orders {
                Orders::Guard => true,
                Orders::Respond => !scene.alarm,
                Orders::Assault | Orders::Mission => false,
            };
            if !alone || !stays || !figure.on_hold || hindered || scene.sees[me] != 0 {
                return;
            }
            fight.cursor += 1;
            fight.challenged = false;
        }
    }

    /// The go of a group on a map: all decide from the state before, then come those who fire, and then what the others do.
    fn play_group<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
    ) {
        let (first, end) = (usize::from(fight.cursor), usize::from(fight.group_end));
        let interrupting = fight.group[first] >= INTERRUPTERS;
        if !fight.together {
            let me = usize::from(fight.order[first]);
            if self.can_act(fight, me) {
                self.look_in(fight, me);
                let action = self.decide(fight, me, interrupting);
                self.carry_on(fight, chance, me, action, turn);
            }
            return;
        }
        let members: [u8; N] = fight.order;
        let mut actions = [None; N];
        for (&me, action) in members[first..end].iter().zip(&mut actions) {
            let me = usize::from(me);
            if self.can_act(fight, me) {
                self.look_in(fight, me);
                *action = Some(self.decide(fight, me, interrupting));
            }
        }
        for fires in [true, false] {
            for (&me, &action) in members[first..end].iter().zip(&actions) {
                let me = usize::from(me);
                match action.filter(|&action| (action == Action::Fire) == fires) {
                    None => {}
                    // Whoever is shot down in the same moment does not get anywhere.
                    Some(Action::Move | Action::StepAside(_)) if fight.figures[me].condition.down => {}
                    Some(action) => self.carry_on(fight, chance, me, action, turn),
                }
            }
        }
    }

    /// Carries out an action on a map.
    fn carry_on<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        action: Action,
        turn: u16,
    ) {
        match action {
            Action::Fire => {
                self.fire(fight, chance, me, turn);
            }
            Action::Move => self.move_on(fight, chance, me, turn),
            _ => self.act(fight, chance, me, action, turn),
        }
    }

    /// A move on a map, on the way to the goal.
    fn move_on<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) {
        let figure = &mut fight.figures[me];
        (figure.on_hold, figure.fired, figure.aiming) = (false, false, false);
        self.go(fight, chance, me, turn);
        self.fire_on_the_move(fight, chance, me, turn);
    }

    /// Whether a figure may act at all: it is neither down, stunned nor overcome (CQB-6b).
    #[inline]
    fn can_act<D, const N: usize, G: Ground>(&self, fight: &Fight<D, N, G>, me: usize) -> bool {
        let able = fight.ground.scene().is_none_or(|scene| scene.is_able(me));
        able && !world(fight)[me].condition.down
    }

    /// Forgets what only the group that has acted needed.
    #[inline]
    fn close_group<C: Chance, const N: usize, G: Ground>(&self, fight: &mut Fight<C::Deck, N, G>) {
        fight.challenged &= fight.group[usize::from(fight.cursor) - 1] >= INTERRUPTERS;
        if C::STEPWISE {
            (fight.open, fight.firing) = (false, 0);
            if fight.together {
                fight.seen = [Figure::default(); N];
            }
        }
        fight.together = false;
    }

    /// What the automatic player has a figure do (CQB-3a and the doctrine).
    #[inline(always)]
    fn decide<D: Deck, const N: usize, G: Ground>(
        &self,
        fight: &Fight<D, N, G>,
        me: usize,
        interrupting: bool,
    ) -> Action {
        let figure = &world(fight)[me];
        let profile = &self.profiles[me];
        let doctrine = &profile.doctrine;
        let rules = &self.rules;
        let hindered = figure.condition.knocked || figure.condition.dropped || figure.jammed;
        if profile.settled.just_fires && !hindered {
            return Action::Fire;
        }
        if figure.condition.knocked {
            return Action::Recover;
        }
        if figure.condition.dropped {
            return Action::PickUp;
        }
        if figure.jammed {
            return Action::Clear;
        }
        if G::MAP && self.in_view(fight, me) == 0 {
            return self.seek(fight, me);
        }
        if G::MAP
            && !interrupting
            && let Some(throw) = self.throws_first(fight, me)
        {
            return throw;
        }
        let seen = self.nearest(fight, me).filter(|_| !G::MAP || self.has_target(fight, me));
        let Some(range) = seen else { return self.seek(fight, me) };
        if doctrine.hold_until.is_some_and(|distance| range > distance) && !interrupting {
            return Action::Hold;
        }
        let aims = doctrine.aims(profile.weapon.category, range);
        // Whether it is barred depends on the figure and its weapon alone, so any target will do.
        let may_be_barred = figure.moved_last.fast || figure.moved_now.fast || figure.condition.wound.is_arm();
        let firing = || self.firing(me, figure, me, figure);
        let ready = figure.reload == 0 && (figure.aiming || !aims) && !(may_be_barred && firing().barred(rules));
        if !G::MAP && doctrine.close_to.is_some_and(|distance| range > distance) {
            let both = rules.move_and_fire == MoveAndFire::UpToNormal && doctrine.pace != Pace::Fast;
            return if both && ready && !aims { Action::MoveAndFire } else { Action::Move };
        }
        if may_be_barred && firing().barred_for_good(rules) {
            Action::Idle
        } else if aims && !figure.aiming {
            Action::Aim
        } else if ready {
            Action::Fire
        } else {
            Action::Idle
        }
    }

    /// Carries out everything but fire.
    fn act<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        action: Action,
        turn: u16,
    ) {
        let profile = &self.profiles[me];
        let held = fight.figures[me].on_hold;
        let range = if G::MAP { None } else { self.nearest(fight, me) };
        let succeeds = match action {
            Action::PickUp | Action::Clear => self.recovers(fight, chance, me, turn),
            Action::Throw(room, gas) => self.throw(fight, chance, me, (room, gas), turn),
            Action::Open(door) => self.open_door(fight, chance, me, door, turn),
            Action::Defuse => self.defuse(fight, chance, me, turn),
            _ => true,
        };
        // Whoever is stunned in the same moment keeps neither Hold nor aim.
        let able = fight.ground.scene().is_none_or(|scene| scene.is_able(me));
        let figure = &mut fight.figures[me];
        figure.on_hold = action.holds() && able;
        figure.fired &= action == Action::MoveAndFire;
        match action {
            Action::Recover => figure.condition.knocked = false,
            Action::PickUp if succeeds => figure.condition.dropped = false,
            Action::Clear if succeeds => figure.jammed = false,
            Action::Aim => figure.aiming = able,
            Action::StepAside(cell) => {
                figure.aiming = false;
                return self.step_aside(fight, chance, me, cell, turn);
            }
            Action::Wait => {
                if let Some(scene) = fight.ground.scene_mut() {
                    scene.waited[me] += 1;
                }
            }
            Action::Move | Action::MoveAndFire => {
                let goal = profile.doctrine.close_to.unwrap_or_default();
                let wanted = range.unwrap_or_default().thousandths() - goal.thousandths();
                let (most, fast) = self.pace(figure, profile.doctrine.pace);
                let gone = Inches::from_thousandths(wanted.min(most.thousandths()));
                figure.advance = Inches::from_thousandths(figure.advance.thousandths() + gone.thousandths());
                figure.moved_now = Travel { gone: Gone::of(gone, &self.rules), fast };
                figure.aiming = false;
            }
            Action::PickUp
            | Action::Clear
            | Action::Idle
            | Action::Hold
            | Action::Open(_)
            | Action::Throw(..)
            | Action::Defuse
            | Action::Fire => {}
        }
        let goes_on = G::MAP && held && action == Action::Hold;
        if !goes_on && !matches!(action, Action::Throw(..)) {
            chance.tell(|| tell::action(turn, me, action, succeeds, &fight.figures[me]));
        }
    }

    /// A figure on a map that has moved up to Normal may fire as well under `move_and_fire`, unless it has come into view of
    /// somebody on Hold, or acts simultaneously with others (CQB-3a, CQB-3d, CQB-3e).
    fn fire_on_the_move<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) {
        // Those who act in the same moment see each other where they were before.
        if self.rules.move_and_fire == MoveAndFire::No || fight.figures[me].moved_now.fast || fight.together {
            return;
        }
        let new = fight.ground.scene().and_then(|scene| scene.contact).map_or(0, |(_, new)| new);
        if self.watchers(fight, me) & new == 0 && self.decide(fight, me, true) == Action::Fire {
            self.fire(fight, chance, me, turn);
        }
    }

    /// The test to pick up a weapon or clear a jam, where there is one (CQB-8a).
    fn recovers<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) -> bool {
        if self.rules.recovery_test == RecoveryTest::None {
            return true;
        }
        self.carries_out(fight, chance, me, self.rules.difficulty.easy, address(me, purpose::TEST, turn, 0))
    }

    /// Works on the bomb: a difficult task (CQB-8a).
    fn defuse<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) -> bool {
        let difficulty = self.rules.difficulty.difficult;
        let done = self.carries_out(fight, chance, me, difficulty, address(me, purpose::TEST, turn, 3));
        if let Some(scene) = fight.ground.scene_mut().filter(|_| done) {
            scene.safe = true;
        }
        done
    }

    /// Lets the watchers who want to try to interrupt the figure whose go comes; true if one did, and acts first (CQB-3d). Of
    /// several that act simultaneously the first is challenged. The occasion tells two challenges of one figure in a turn apart.
    fn interrupts<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
        turn: u16,
        (actor, action): (usize, Action),
        (watchers, occasion): (u32, u8),
    ) -> bool {
        let wants = |me: usize| match self.profiles[me].doctrine.interrupt {
            Interrupt::Any => !matches!(action, Action::Hold | Action::Wait | Action::Idle),
            Interrupt::Fire => action.fires(),
            Interrupt::Never => false,
        };
        let mut beaten = None;
        let mut winners = [(0, 0); N];
        let mut count = 0;
        for me in bits(watchers) {
            // On a map nobody gives up its Hold but to fire.
            if fight.figures[me].condition.down || !wants(me) || G::MAP && !self.decide(fight, me, true).fires() {
                continue;
            }
            let card = |fight: &mut Fight<C::Deck, N, G>, chance: &mut C, who| {
                self.reaction(fight, chance, who, address(who, purpose::INTERRUPT, turn, actor as u8 | occasion))
            };
            let actors = *beaten.get_or_insert_with(|| card(fight, chance, actor));
            let mine = card(fight, chance, me);
            chance.tell(|| tell::interrupt(turn, me, actor, mine > actors));
            if mine > actors {
                winners[count] = (mine, me);
                count += 1;
            } else if self.rules.failed_interrupt == FailedInterrupt::LosesHold {
                fight.figures[me].on_hold = false;
            }
        }
        winners[..count].sort_unstable_by_key(|&(card, me)| (card, std::cmp::Reverse(me)));
        for place in 0..count {
            let (card, me) = winners[place];
            // The best acts first, so it is put in front last; equal cards share a group.
            let tied = place > 0 && winners[place - 1].0 == card;
            let group = INTERRUPTERS + place as u8 - u8::from(tied);
            put_first(fight, me as u8, if tied { fight.group[usize::from(fight.cursor)] } else { group });
        }
        count > 0
    }

    /// Rolls over what lasts a turn.
    #[inline]
    fn end_turn<C: Chance, const N: usize, G: Ground>(&self, fight: &mut Fight<C::Deck, N, G>) {
        let figures = if self.turns_alike { 0 } else { self.profiles.len() };
        for me in 0..figures {
            let range = if self.rules.aim_cost == AimCost::Free { self.nearest(fight, me) } else { None };
            let figure = &mut fight.figures[me];
            figure.moved_last = std::mem::take(&mut figure.moved_now);
            figure.reload = figure.reload.saturating_sub(1);
            if self.rules.hold_duration == HoldDuration::Turn {
                figure.on_hold = false;
            }
            let steady =
                !figure.condition.knocked && !figure.condition.dropped && figure.moved_last.gone == Gone::Nowhere;
            if let Some(range) = range.filter(|_| steady) {
                let profile = &self.profiles[me];
                figure.aiming |= profile.doctrine.aims(profile.weapon.category, range);
            }
        }
        fight.challenged = false;
        if C::STEPWISE {
            fight.phase = Phase::Opening;
            (fight.order, fight.group) = ([0; N], [0; N]);
            (fight.len, fight.cursor, fight.group_end) = (0, 0, 0);
        }
    }
}

/// The figures as whoever acts sees them: as they are, or as they were before a simultaneous group began (CQB-3e).
#[inline]
pub(crate) const fn world<D, const N: usize, G: Ground>(fight: &Fight<D, N, G>) -> &[Figure; N] {
    if fight.together { &fight.seen } else { &fight.figures }
}

/// Puts a figure in front of the one whose go it is, taking it from its own place in the order, be that over or to come.
fn put_first<D, const N: usize, G: Ground>(fight: &mut Fight<D, N, G>, me: u8, group: u8) {
    let cursor = usize::from(fight.cursor);
    let Some(place) = fight.order[..usize::from(fight.len)].iter().position(|&other| other == me) else { return };
    if place < cursor {
        fight.order[place..cursor].rotate_left(1);
        fight.group[place..cursor].rotate_left(1);
        fight.cursor -= 1;
    } else {
        fight.order[cursor..=place].rotate_right(1);
        fight.group[cursor..=place].rotate_right(1);
    }
    fight.order[usize::from(fight.cursor)] = me;
    fight.group[usize::from(fight.cursor)] = group;
}
