//! The sequence of play (CQB-3): who acts when, and what the automatic player has him do.

use chance::{Address, Chance, Deck};
use engage::Side;

use crate::battle::{Battle, Fight, Lane, Phase, ending};
use crate::doctrine::{Interrupt, Pace, TargetChoice};
use crate::figure::{Figure, Gone, Travel, Wound};
use crate::fire::{AimAt, Decks, Fired, Firing, Number, Shot, Volley, condition_modifier, hostages, shot};
use crate::inches::Inches;
use crate::options::*;
use crate::purpose;
use crate::reaction::{precedence, reaction_card};
use crate::rules::Rules;
use crate::task::{passes, task_target};
use crate::tell;
use crate::weapon::Fire;

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
}

/// Groups of figures that have interrupted are numbered from here, above those of the opening reaction test.
const INTERRUPTERS: u8 = 128;

/// The address of a draw in a turn: its occurrence is the turn and a number within it, such as the shot.
const fn address(figure: usize, purpose: u8, turn: u16, number: u8) -> Address {
    Address::in_round(figure as u8, purpose, turn, (number as u16) << 8)
}

impl Battle {
    /// Plays on to the end of the turn, or by one step where the source of chance is to have every step: then the state
    /// says where in the turn it stands. Otherwise a call plays a whole turn, and nothing of that need be kept.
    #[inline(always)]
    pub(crate) fn advance<C: Chance, const N: usize>(
        &self,
        fight: &mut Fight<C::Deck, N>,
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
                if fight.cursor == fight.len {
                    self.end_turn::<C, N>(fight);
                    return Progress::TurnOver;
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
                self.close_group::<C, N>(fight);
            }
            if C::STEPWISE {
                return Progress::Step;
            }
        }
    }

    /// Who has won, once a side has nobody left.
    #[inline]
    fn decided<D, const N: usize>(&self, fight: &Fight<D, N>) -> Option<u8> {
        match fight.standing.map(|figures| figures > 0) {
            [true, true] => None,
            [true, false] => Some(ending::BLUE_WINS),
            [false, true] => Some(ending::RED_WINS),
            [false, false] => Some(ending::BOTH_OUT),
        }
    }

    /// Whether nobody will ever hit anybody again.
    #[inline]
    fn stalemate<D: Deck, const N: usize>(&self, fight: &Fight<D, N>) -> bool {
        !(0..N).any(|me| !fight.figures[me].condition.down && self.has_hope(fight, me))
    }

    /// Whether a figure may still hit somebody: it is closing in, or the first shot of its fire could (CQB-5.2a).
    #[inline]
    fn has_hope<D: Deck, const N: usize>(&self, fight: &Fight<D, N>, me: usize) -> bool {
        let profile = &self.profiles[me];
        if profile.settled.can_hit && fight.figures[me].condition.wounds() == 0 {
            return true;
        }
        let range = self.nearest(&fight.figures, me);
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
    fn open_turn<C: Chance, const N: usize>(&self, fight: &mut Fight<C::Deck, N>, chance: &mut C, turn: u16) {
        if self.rules.reshuffle == Reshuffle::EveryTurn {
            fight.decks.iter_mut().for_each(Deck::refill);
            fight.hostage_deck.refill();
        }
        // Entries of the order: the key above the number, so that of equal keys the first in the roster comes first.
        let mut entries = [0; N];
        let mut len = 0;
        for me in 0..N {
            if fight.figures[me].condition.down {
                continue;
            }
            let key = match self.rules.order {
                Order::Reaction => self.reaction(fight, chance, me, address(me, purpose::REACTION, turn, 0)),
                Order::Simultaneous => 0,
                Order::BlueFirst => 100 - me as u16,
                Order::RedFirst => 100 - me as u16 + if me < self.blues { 0 } else { 100 },
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

    /// A figure's place in a reaction test: one card of its deck, Hold, and whether it moved (CQB-3b, CQB-3e).
    #[inline(always)]
    fn reaction<C: Chance, const N: usize>(
        &self,
        fight: &mut Fight<C::Deck, N>,
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
    fn open_group<C: Chance, const N: usize>(&self, fight: &mut Fight<C::Deck, N>, chance: &mut C, turn: u16) -> bool {
        if self.holds && !fight.challenged && self.interrupts(fight, chance, turn) {
            return false;
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

    /// Forgets what only the group that has acted needed.
    #[inline]
    fn close_group<C: Chance, const N: usize>(&self, fight: &mut Fight<C::Deck, N>) {
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
    fn decide<D: Deck, const N: usize>(&self, fight: &Fight<D, N>, me: usize, interrupting: bool) -> Action {
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
        let range = self.nearest(world(fight), me);
        if doctrine.hold_until.is_some_and(|distance| range > distance) && !interrupting {
            return Action::Hold;
        }
        let aims = doctrine.aims(profile.weapon.category, range);
        // Whether it is barred depends on the figure and its weapon alone, so any target will do.
        let may_be_barred = figure.moved_last.fast || figure.moved_now.fast || figure.condition.wound.is_arm();
        let firing = || self.firing(me, figure, me, figure);
        let ready = figure.reload == 0 && (figure.aiming || !aims) && !(may_be_barred && firing().barred(rules));
        if doctrine.close_to.is_some_and(|distance| range > distance) {
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
    fn act<C: Chance, const N: usize>(
        &self,
        fight: &mut Fight<C::Deck, N>,
        chance: &mut C,
        me: usize,
        action: Action,
        turn: u16,
    ) {
        let profile = &self.profiles[me];
        let range = self.nearest(world(fight), me);
        let succeeds = !matches!(action, Action::PickUp | Action::Clear) || self.recovers(fight, chance, me, turn);
        let figure = &mut fight.figures[me];
        figure.on_hold = action == Action::Hold;
        figure.fired &= action == Action::MoveAndFire;
        match action {
            Action::Recover => figure.condition.knocked = false,
            Action::PickUp if succeeds => figure.condition.dropped = false,
            Action::Clear if succeeds => figure.jammed = false,
            Action::Aim => figure.aiming = true,
            Action::Move | Action::MoveAndFire => {
                let goal = profile.doctrine.close_to.unwrap_or_default();
                let wanted = range.thousandths() - goal.thousandths();
                let (most, fast) = self.pace(figure, profile.doctrine.pace);
                let gone = Inches::from_thousandths(wanted.min(most.thousandths()));
                figure.advance = Inches::from_thousandths(figure.advance.thousandths() + gone.thousandths());
                figure.moved_now = Travel { gone: Gone::of(gone, &self.rules), fast };
                figure.aiming = false;
            }
            Action::PickUp | Action::Clear | Action::Idle | Action::Hold | Action::Fire => {}
        }
        chance.tell(|| tell::action(turn, me, action, succeeds, &fight.figures[me]));
    }

    /// The test to pick up a weapon or clear a jam, where there is one (CQB-8a).
    fn recovers<C: Chance, const N: usize>(
        &self,
        fight: &mut Fight<C::Deck, N>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) -> bool {
        if self.rules.recovery_test == RecoveryTest::None {
            return true;
        }
        let condition = fight.figures[me].condition;
        let weak_hand = condition.wound == Wound::StrongArm;
        let difficulty = i32::from(self.rules.difficulty.easy);
        let target_number = task_target(&self.rules, difficulty, condition.wounds(), 0, weak_hand);
        let deck = &mut fight.decks[usize::from(self.profiles[me].deck)];
        passes(chance, &self.rules, deck, target_number, address(me, purpose::TEST, turn, 0))
    }

    /// Distance of a move, and whether it is in the Fast mode; a figure with a leg out can only crawl, no other wound slows
    /// (CQB-4a, CQB-4c, CQB-5.5.4c).
    fn pace(&self, figure: &Figure, pace: Pace) -> (Inches, bool) {
        match pace {
            _ if figure.condition.wound == Wound::Leg => (self.rules.moves.crawl, false),
            Pace::Crawl => (self.rules.moves.crawl, false),
            Pace::Normal => (self.rules.moves.normal, false),
            Pace::Fast => (self.rules.moves.fast, true),
        }
    }

    /// Lets every enemy on Hold that wants to try to interrupt the figure whose go comes; true if one did, and acts first
    /// (CQB-3d). Of several that act simultaneously the first is challenged.
    fn interrupts<C: Chance, const N: usize>(&self, fight: &mut Fight<C::Deck, N>, chance: &mut C, turn: u16) -> bool {
        let actor = usize::from(fight.order[usize::from(fight.cursor)]);
        if fight.figures[actor].condition.down || !self.enemies(actor).any(|enemy| fight.figures[enemy].on_hold) {
            return false;
        }
        let action = self.decide(fight, actor, false);
        let wants = |me: usize| match self.profiles[me].doctrine.interrupt {
            Interrupt::Any => !matches!(action, Action::Hold | Action::Idle),
            Interrupt::Fire => action.fires(),
            Interrupt::Never => false,
        };
        let mut beaten = None;
        let mut winners = [(0, 0); N];
        let mut count = 0;
        for me in self.enemies(actor) {
            let figure = &fight.figures[me];
            if figure.condition.down || !figure.on_hold || !wants(me) {
                continue;
            }
            let card = |fight: &mut Fight<C::Deck, N>, chance: &mut C, who| {
                self.reaction(fight, chance, who, address(who, purpose::INTERRUPT, turn, actor as u8))
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
        fight.challenged = true;
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

    /// A fire action, shot by shot (CQB-5.1, CQB-5.2). False if it is to go on in another step.
    #[inline(always)]
    fn fire<C: Chance, const N: usize>(
        &self,
        fight: &mut Fight<C::Deck, N>,
        chance: &mut C,
        me: usize,
        turn: u16,
    ) -> bool {
        if !C::STEPWISE || fight.phase != Phase::Firing {
            let Some(target) = self.choose(fight, chance, me, None, address(me, purpose::TARGET, turn, 0)) else {
                return true;
            };
            fight.volley = Volley::default();
            self.aim_weapon_at(fight, target);
            if C::STEPWISE {
                fight.phase = Phase::Firing;
                return false;
            }
        }
        let rules = &self.rules;
        let before = world(fight)[me];
        let mut line = self.line_up(fight, me, &before);
        loop {
            let at = address(me, 0, turn, fight.volley.shots);
            if !fight.volley.goes_on(rules, &fight.view) {
                if !self.change_target(fight, chance, me, &line, at) {
                    break;
                }
                line = self.line_up(fight, me, &before);
            }
            let Some(number) = fight.volley.next(chance, rules, line.firing(), at) else { break };
            let target_number = line.target_number(rules, number);
            let deck = &mut fight.decks[usize::from(self.profiles[me].deck)];
            let mut decks = Decks { firer: deck, hostage: &mut fight.hostage_deck };
            let fired = Fired { firing: line.firing(), sheet: &line.lane.sheet, target_number };
            let result = shot(chance, rules, fired, &fight.view, &mut decks, at);
            if result == Shot::Miss && line.firing().hostages > 0 {
                let hit = &mut fight.hostages_hit;
                hostages(chance, rules, line.firing(), &mut decks, at, false, |_, _| *hit += 1);
            }
            if let Shot::Hit(effect) | Shot::NearMiss(effect) = result {
                let two_handed = line.firing().target_two_handed;
                let target = &mut fight.figures[usize::from(fight.target)];
                let stood = !target.condition.down;
                target.suffer(effect, rules, two_handed);
                fight.standing[line.side] -= u8::from(stood && target.condition.down);
                fight.view.suffer(effect, rules, two_handed);
            }
            chance.tell(|| tell::shot(rules, &line.told(&before), number, turn, me, fight.target, result, &fight.view));
            if result == Shot::Jam {
                fight.figures[me].jammed = true;
                break;
            }
            if C::STEPWISE {
                return false;
            }
        }
        self.end_fire::<C, N>(fight, me);
        true
    }

    #[inline]
    fn aim_weapon_at<D, const N: usize>(&self, fight: &mut Fight<D, N>, target: usize) {
        fight.target = target as u8;
        fight.view = world(fight)[target].condition;
    }

    /// Turns what is left of a fire action on another enemy, between shots or bursts (CQB-5.3.6c).
    fn change_target<C: Chance, const N: usize>(
        &self,
        fight: &mut Fight<C::Deck, N>,
        chance: &mut C,
        me: usize,
        line: &Line<'_>,
        at: Address,
    ) -> bool {
        let left = fight.volley.between_bursts() && fight.volley.bursts < line.firing().rate;
        if !self.profiles[me].doctrine.switch || !left {
            return false;
        }
        let old = usize::from(fight.target);
        let down = fight.view.down.then_some(old);
        let Some(new) = self.choose(fight, chance, me, down, at.purpose(purpose::TARGET)) else { return false };
        let apart = |a: i32, b: i32| i64::from(a).abs_diff(i64::from(b)).pow(2);
        let (from, to) = (&self.profiles[old], &self.profiles[new]);
        let [from_advance, to_advance] = [old, new].map(|figure| fight.figures[figure].advance.thousandths());
        let distance = (apart(from.place, to.place) + apart(from_advance, to_advance)).isqrt() / 1000;
        fight.volley.change = distance.min(u64::from(u8::MAX)) as u8;
        self.aim_weapon_at(fight, new);
        true
    }

    /// Ends a fire action.
    #[inline]
    fn end_fire<C: Chance, const N: usize>(&self, fight: &mut Fight<C::Deck, N>, me: usize) {
        let figure = &mut fight.figures[me];
        figure.on_hold = false;
        figure.aiming &= self.rules.aim_persistence == AimPersistence::Kept;
        figure.fired = self.rules.single_recoil == SingleRecoil::Series;
        if self.profiles[me].weapon.fire == Fire::Slow {
            figure.reload = 2;
        }
        if C::STEPWISE {
            fight.phase = Phase::Acting;
            (fight.volley, fight.target, fight.view) = Default::default();
        }
    }

    /// The fire of a figure at its target as both are now.
    #[inline(always)]
    fn line_up<'a, D, const N: usize>(&'a self, fight: &Fight<D, N>, me: usize, figure: &Figure) -> Line<'a> {
        let target = usize::from(fight.target);
        let (condition, rules) = (&figure.condition, &self.rules);
        let lane = self.lane(me, target, figure.aiming, condition.wound.is_arm());
        let side = usize::from(target >= self.blues);
        if self.still && !figure.fired {
            return Line { lane, side, shift: condition_modifier(condition, rules), changed: None };
        }
        let firing = self.firing(me, figure, target, &world(fight)[target]);
        Line { lane, side, shift: 0, changed: Some((firing, firing.shared(rules))) }
    }

    /// What the fire of one figure at another depends on.
    pub(crate) fn firing(&self, me: usize, figure: &Figure, target: usize, other: &Figure) -> Firing {
        let (profile, rules) = (&self.profiles[me], &self.rules);
        let enemy = &self.profiles[target];
        let doctrine = &profile.doctrine;
        let aim_at = match rules.location_needs_aim {
            LocationNeedsAim::Yes if !figure.aiming => AimAt::None,
            _ => doctrine.aim_at,
        };
        let fast = match rules.move_and_fire {
            MoveAndFire::No => figure.moved_last.fast,
            MoveAndFire::UpToNormal => figure.moved_now.fast,
        };
        Firing {
            weapon: profile.weapon,
            fire: doctrine.fire,
            rate: rules.rate_of(doctrine.fire).min(doctrine.rate),
            aimed: figure.aiming,
            aim_at: if enemy.shows.is_empty() { aim_at } else { self.exposed(aim_at, &enemy.shows) },
            range: self.range(me, figure, target, other),
            firer_moved: Travel { gone: figure.moved_last.gone, fast },
            target_moved: match rules.moved_window {
                MovedWindow::PreviousTurn => other.moved_last.gone,
                MovedWindow::PreviousOrCurrent => other.moved_last.gone.max(other.moved_now.gone),
            },
            wounds: 0,
            weak_hand: false,
            one_handed: false,
            gas: 0,
            prior_shots: figure.fired,
            armour: enemy.armour,
            target_two_handed: enemy.weapon.category.two_handed(),
            hostages: self.field.hostages,
        }
        .by(&figure.condition)
    }

    /// The location to name when only some parts show (CQB-5.3.7): the one wanted if it shows, else the easiest that does.
    fn exposed(&self, wanted: AimAt, shows: &[AimAt]) -> AimAt {
        if self.rules.cover == Cover::None || shows.contains(&wanted) {
            return wanted;
        }
        let easiest = shows.iter().min_by_key(|&&part| crate::fire::named_modifier(part, &self.rules));
        easiest.copied().unwrap_or(wanted)
    }

    /// Distance between two figures along the line that the sides face each other on.
    #[inline]
    fn range(&self, me: usize, figure: &Figure, target: usize, other: &Figure) -> Inches {
        if me == target {
            return self.field.range;
        }
        let between = self.field.range.thousandths() - figure.advance.thousandths() - other.advance.thousandths();
        Inches::from_thousandths(between.abs())
    }

    /// The numbers of a figure's enemies.
    #[inline]
    pub(crate) fn enemies(&self, me: usize) -> std::ops::Range<usize> {
        match self.profiles[me].side {
            Side::Blue => self.blues..self.profiles.len(),
            Side::Red => 0..self.blues,
        }
    }

    /// Distance to the nearest enemy not down; the field's range if there is none.
    #[inline]
    fn nearest(&self, figures: &[Figure], me: usize) -> Inches {
        if self.still {
            return self.field.range;
        }
        let standing = self.enemies(me).filter(|&enemy| !figures[enemy].condition.down);
        let distances = standing.map(|enemy| self.range(me, &figures[me], enemy, &figures[enemy]));
        distances.min().unwrap_or(self.field.range)
    }

    /// The enemy to shoot at, if any is left as far as the firer can see (CQB-3e), but for one it has just shot down.
    #[inline(always)]
    fn choose<C: Chance, const N: usize>(
        &self,
        fight: &Fight<C::Deck, N>,
        chance: &mut C,
        me: usize,
        shot_down: Option<usize>,
        at: Address,
    ) -> Option<usize> {
        let view = |enemy: usize| {
            let figure = &world(fight)[enemy];
            (!figure.condition.down && shot_down != Some(enemy)).then_some(figure)
        };
        let profile = &self.profiles[me];
        let enemies = self.enemies(me);
        if enemies.len() == 1 {
            return view(enemies.start).map(|_| enemies.start);
        }
        if profile.doctrine.target == TargetChoice::Random {
            let count = self.enemies(me).filter(|&enemy| view(enemy).is_some()).count();
            let number = if count > 1 { chance.below(at, count as u32) } else { 0 };
            return self.enemies(me).filter(|&enemy| view(enemy).is_some()).nth(number as usize);
        }
        if let Some(&enemy) = profile.settled.preference.iter().find(|&&enemy| view(enemy.into()).is_some()) {
            return Some(enemy.into());
        }
        let mine = &world(fight)[me];
        let mut best = None;
        for enemy in self.enemies(me) {
            let Some(figure) = view(enemy) else { continue };
            let worth = self.worth(me, mine, enemy, figure);
            if best.is_none_or(|known| worth < known) {
                best = Some(worth);
            }
        }
        best.map(|(_, _, _, enemy)| enemy)
    }

    /// How much a figure prefers another as a target: the least is best.
    pub(crate) fn worth(&self, me: usize, figure: &Figure, enemy: usize, other: &Figure) -> (i32, Inches, u32, usize) {
        let (profile, theirs) = (&self.profiles[me], &self.profiles[enemy]);
        let first = match profile.doctrine.target {
            TargetChoice::Nearest | TargetChoice::Random => 0,
            TargetChoice::Focus => enemy as i32,
            TargetChoice::Weakest => -i32::from(other.condition.wounds()),
            TargetChoice::Dangerous => -(theirs.ability as i32),
        };
        (first, self.range(me, figure, enemy, other), theirs.place.abs_diff(profile.place), enemy)
    }

    /// Rolls over what lasts a turn.
    #[inline]
    fn end_turn<C: Chance, const N: usize>(&self, fight: &mut Fight<C::Deck, N>) {
        let figures = if self.turns_alike { 0 } else { self.profiles.len() };
        for me in 0..figures {
            let range = self.nearest(&fight.figures, me);
            let figure = &mut fight.figures[me];
            figure.moved_last = std::mem::take(&mut figure.moved_now);
            figure.reload = figure.reload.saturating_sub(1);
            if self.rules.hold_duration == HoldDuration::Turn {
                figure.on_hold = false;
            }
            let steady =
                !figure.condition.knocked && !figure.condition.dropped && figure.moved_last.gone == Gone::Nowhere;
            if self.rules.aim_cost == AimCost::Free && steady {
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

/// The fire of a figure at a target: as worked out beforehand, or as it has changed since, with the shared part of its target
/// numbers.
struct Line<'a> {
    lane: &'a Lane,
    /// The target's side, as a number.
    side: usize,
    /// What the firer's condition adds to the lane's target numbers (CQB-5.3.6).
    shift: i32,
    changed: Option<(Firing, i32)>,
}

impl Line<'_> {
    #[inline(always)]
    fn firing(&self) -> &Firing {
        match &self.changed {
            None => &self.lane.firing,
            Some((firing, _)) => firing,
        }
    }

    /// The fire with the firer's condition, as an observer is told it.
    fn told(&self, firer: &Figure) -> Firing {
        self.firing().by(&firer.condition)
    }

    /// Target number of a shot (CQB-5.3).
    #[inline(always)]
    fn target_number(&self, rules: &Rules, number: Number) -> i32 {
        match &self.changed {
            None => self.lane.target_number(rules, number) + self.shift,
            Some((firing, shared)) => firing.target_number(rules, *shared, number),
        }
    }
}

/// The figures as whoever acts sees them: as they are, or as they were before a simultaneous group began (CQB-3e).
#[inline]
const fn world<D, const N: usize>(fight: &Fight<D, N>) -> &[Figure; N] {
    if fight.together { &fight.seen } else { &fight.figures }
}

/// Puts a figure in front of the one whose go it is, taking it from its own place in the order, be that over or to come.
fn put_first<D, const N: usize>(fight: &mut Fight<D, N>, me: u8, group: u8) {
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
