//! The sequence of play of a firefight (CX2-init-1): who has his go, and what he does with it.

use chance::{Address, Chance, Deck, Die, Keep};
use engage::{BySide, Game, MAX_MEASURES, Progress, Side};

use super::battle::{Body, Firefight, First, Speciality};
use super::legal::SoFar;
use super::log::{self, Scene, Tries};
use super::state::{FirefightState, Kind, MOST, Piece, Stage, Suppression, figures};
use super::view::View;
use crate::action::{Action, Ask, Machine};
use crate::ending;
use crate::handling::Handling;
use crate::options::{DroneDurability, DroneWithoutOperator, HarmTrack, InitiativeTie, NewTurnFirst, TurretActivates};
use crate::player::{Knowledge, Players};
use crate::purpose;
use crate::recover::attacked;
use crate::roll::{Opposed, Party, Role, winner};

/// A firefight that is led by players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedBattle<'a, P> {
    pub(crate) battle: &'a Firefight,
    pub(crate) players: P,
}

/// An engagement that is being played.
pub(super) struct Play<'a, C, P> {
    pub(super) battle: &'a Firefight,
    pub(super) state: &'a mut FirefightState,
    pub(super) chance: &'a mut C,
    pub(super) players: P,
    pub(super) turn: u16,
}

impl Firefight {
    /// How it begins.
    pub(crate) fn standing(&self) -> FirefightState {
        let mut pieces = [Piece::ABSENT; MOST];
        for (piece, profile) in pieces.iter_mut().zip(&self.profiles) {
            let start = &profile.start;
            let kind = match profile.body {
                Body::Character(_) => Kind::Character,
                Body::Unit(_) => Kind::Unit,
                Body::Machine => continue,
            };
            let up = ((1_u16 << profile.specialists().len()) - 1) as u8;
            *piece = Piece { kind, zone: start.zone, harm: start.harm, group: start.group, up, ..Piece::ABSENT };
        }
        let (first, stage) = match self.first {
            First::Side(side) => (side, Stage::Begin),
            First::Contest => (Side::Blue, Stage::Initiative),
        };
        let mut state = FirefightState {
            pieces,
            up: 0,
            drones: 0,
            conditions: Default::default(),
            edge_points: self.edge_points,
            points: self.points,
            first,
            side: first,
            acted: 0,
            stage,
            turn: 0,
        };
        (0..MOST).for_each(|who| state.note(who));
        state
    }
}

impl<C: Chance, P: Players> Play<'_, C, P> {
    /// The address of a draw of somebody's in this turn.
    pub(super) const fn at(&self, who: usize, purpose: u8, number: u16) -> Address {
        Address::in_round(self.battle.luck.of(who), purpose, self.turn, number)
    }

    /// Asks somebody's player. What may not be done is not done: then nothing happens.
    pub(super) fn ask(&mut self, me: usize, ask: Ask, done: SoFar) -> Action {
        let action = self.players.choose(Knowledge::Firefight(View::new(self.battle, self.state, me)), ask);
        if P::TRUSTED && !cfg!(debug_assertions) {
            return action;
        }
        let Err(clause) = self.battle.may(self.state, me, ask, &action, done) else { return action };
        debug_assert!(!P::TRUSTED, "{me} may not do {action:?} when asked {ask:?}: {clause}");
        let turn = if self.state.stage == Stage::Initiative { 0 } else { self.turn };
        self.chance.log(|| log::refused(turn, me, clause));
        Action::Nothing
    }

    pub(super) fn handling(&mut self, me: usize, acts: bool) -> Handling {
        match self.ask(me, Ask::Dice { acts }, SoFar::default()) {
            Action::Handle(handling) => handling,
            _ => Handling::default(),
        }
    }

    /// The figure that a side's player names; the first legal one, if the player names none.
    fn named(&mut self, side: Side, ask: Ask) -> Option<usize> {
        let state = &*self.state;
        let may = if ask == Ask::Next { state.able() & !state.acted } else { state.up };
        let mut able = figures(may & self.battle.bits(side));
        let first = able.next()?;
        if able.next().is_none() {
            return Some(first);
        }
        match self.ask(first, ask, SoFar::default()) {
            Action::Name(who) => Some(who),
            _ => Some(first),
        }
    }

    /// The roll for the first go, after a number of ties (CX2-init-3); none where it has to be rolled again.
    fn initiative(&mut self, ties: u16) -> Option<()> {
        let named =
            BySide { blue: self.named(Side::Blue, Ask::Initiative)?, red: self.named(Side::Red, Ask::Initiative)? };
        let pools = BySide::from_fn(|side| self.battle.initiative_pool(self.state, named[side]));
        let [at_red, at_blue] = [named.red, named.blue].map(|who| self.at(who, purpose::INITIATIVE, ties));
        let mut theirs = self.chance.with("opposition").throw(at_red, &pools.red, Keep::BEST);
        let goal = self.chance.look(&mut theirs, |kept| kept.total);
        let mut ours = self.chance.with("actor").throw(at_blue, &pools.blue, Keep::BEST);
        let (ties, tie) = (self.battle.rules.ties, self.battle.rules.initiative_tie);
        let (won, total) = self.chance.look(&mut ours, |kept| {
            let won = match winner(ties, kept.total, goal) {
                _ if kept.total == goal && tie == InitiativeTie::Reroll => None,
                Some(Role::Actor) => Some(Side::Blue),
                Some(Role::Opposition) | None => Some(Side::Red),
            };
            // Only an observer sees the total.
            (won, if C::OBSERVED { kept.total } else { 0 })
        });
        let at = Scene { battle: self.battle, state: &*self.state, turn: self.turn };
        self.chance.log(|| log::initiative(at, [named.blue, named.red], [pools.blue, pools.red], [total, goal], won));
        let won = won?;
        let first = match self.ask(named[won], Ask::First, SoFar::default()) {
            Action::First(side) => side,
            _ => won,
        };
        (self.state.first, self.state.side, self.state.stage) = (first, first, Stage::Begin);
        Some(())
    }

    /// Somebody has his go; the turn ends when nobody is left.
    fn go(&mut self) -> Option<Progress> {
        let side = self.state.side;
        let next = self.named(side, Ask::Next).or_else(|| self.named(side.enemy(), Ask::Next));
        let Some(me) = next else { return Some(self.end_of_turn()) };
        self.state.acted |= 1 << me;
        self.state.side = self.battle.profiles[me].side.enemy();
        self.drop_of_one_alone(me);
        let done = self.act_freely(me);
        let mut action = self.ask(me, Ask::Go { lot: None }, done);
        if let Action::Draw { below } = action {
            // One lot is no lot.
            let lot = if below > 1 { self.chance.below(self.at(me, purpose::TARGET, 0), below.into()) } else { 0 };
            action = self.ask(me, Ask::Go { lot: Some(lot as u8) }, done);
        }
        if !matches!(action, Action::Move { .. }) {
            self.state.pieces[me].crossing = None;
        }
        self.perform(me, action);
        self.verdict()
    }

    /// What is done before the go itself, and costs none.
    fn act_freely(&mut self, me: usize) -> SoFar {
        let (mut done, mut again) = (SoFar::default(), false);
        while self.has_free_actions(me) {
            let action = self.ask(me, Ask::Free { again }, done);
            match action {
                Action::Nothing => break,
                Action::Drop => done.dropped = true,
                Action::Fly { drone, .. } => done.flown |= 1 << drone,
                _ => {}
            }
            again = true;
            self.perform(me, action);
        }
        done
    }

    /// Whether somebody can do anything freely: units and turrets only.
    fn has_free_actions(&self, me: usize) -> bool {
        match self.state.pieces[me].kind {
            Kind::Unit => !self.battle.profiles[me].specialists().is_empty(),
            Kind::Turret => true,
            _ => false,
        }
    }

    /// A unit reduced to its gunner drops its conditions (clarification 3).
    fn drop_of_one_alone(&mut self, me: usize) {
        let piece = &self.state.pieces[me];
        if piece.kind == Kind::Unit && piece.group.qualities.dice() == 1 {
            self.drop_conditions(me);
        }
    }

    fn drop_conditions(&mut self, me: usize) {
        if self.state.conditions().any(|one| usize::from(one.by) == me) {
            self.state.keep_conditions(|one| usize::from(one.by) != me);
            let turn = self.turn;
            self.chance.log(|| log::drops(turn, me));
        }
    }

    /// Does what may be done.
    fn perform(&mut self, me: usize, action: Action) {
        let turn = self.turn;
        match action {
            Action::Nothing => {
                let at = Scene { battle: self.battle, state: &*self.state, turn };
                self.chance.log(|| log::waits(at, me));
            }
            Action::Attack(attack) => self.attack(me, &attack),
            Action::Flank { target } => self.flank(me, target),
            Action::Move { to } => self.step(me, to),
            Action::TakeCover => self.take_cover(me),
            Action::PutOut => self.put_out(me),
            Action::ShakeOff => self.shake_off(me),
            Action::Suppress { targets } => self.suppress(me, targets),
            Action::Drop => self.drop_conditions(me),
            Action::Deploy(what) => self.deploy(me, what),
            Action::Fly { drone, to } => self.place(drone, to),
            Action::Recall { drone } => {
                self.state.pieces[drone] = Piece::ABSENT;
                self.state.note(drone);
                self.chance.log(|| log::ends(turn, drone, "is recalled"));
            }
            Action::Name(_) | Action::First(_) | Action::Handle(_) | Action::Draw { .. } | Action::Tend => {}
        }
    }

    /// A test or an opposed roll for one effect die (CX0-12, CX0-14), and the hitches of it. The effect die if it succeeds, and if
    /// who tries is still in action then.
    pub(super) fn test(&mut self, me: usize, tries: Tries, party: Party, against: Party) -> Option<Die> {
        let handling = self.handling(me, true);
        let player = self.battle.is_player(me);
        let actor = Party {
            keep: handling.keep,
            point: player && handling.saves && self.state.points > 0,
            hitches: player && self.hitches(),
            ..party
        };
        let rolled = Opposed::new(&self.battle.rules, actor, against).roll(self.chance, self.at(me, purpose::ACTOR, 0));
        self.state.points -= u8::from(rolled.spent);
        let at = Scene { battle: self.battle, state: &*self.state, turn: self.turn };
        self.chance.log(|| log::rolled(at, me, tries, [&actor.pool, &against.pool], actor.keep, &rolled));
        self.hitched(me, rolled.hitches, actor.pool.dice(), handling);
        (rolled.succeeds() && self.state.pieces[me].in_action()).then(|| rolled.effects.first())
    }

    /// A step to another zone, or towards it (CX2-zone-5).
    fn step(&mut self, me: usize, to: u8) {
        let piece = &mut self.state.pieces[me];
        let cost = self.battle.zones.beside(piece.zone).find(|&(beyond, _)| beyond == to).map_or(1, |(_, cost)| cost);
        let spent = piece.crossing.filter(|&(zone, _)| zone == to).map_or(0, |(_, spent)| spent) + 1;
        if spent < cost {
            piece.crossing = Some((to, spent));
            let at = Scene { battle: self.battle, state: &*self.state, turn: self.turn };
            self.chance.log(|| log::crosses(at, me, to, cost - spent));
        } else {
            piece.crossing = None;
            self.place(me, to);
        }
    }

    /// Puts somebody into another zone: what it has created and flanked is lost, and so is what others have flanked of it.
    pub(super) fn place(&mut self, who: usize, zone: u8) {
        let piece = &mut self.state.pieces[who];
        let from = piece.zone;
        (piece.zone, piece.in_cover, piece.flank) = (zone, None, None);
        for other in &mut self.state.pieces {
            other.flank = other.flank.filter(|flank| usize::from(flank.target) != who);
        }
        let at = Scene { battle: self.battle, state: &*self.state, turn: self.turn };
        self.chance.log(|| log::goes(at, who, from));
    }

    /// Creates cover (CX0-13, CX2-zone-2): of what he had and what he finds now the larger stays.
    fn take_cover(&mut self, me: usize) {
        let (battle, piece) = (self.battle, &self.state.pieces[me]);
        let Some(character) = battle.profiles[me].character() else { return };
        let Some(rating) = battle.rating(me, piece.zone) else { return };
        let against = battle.rules.test_difficulty.pool().and(battle.hampers(self.state, me));
        if let Some(effect) = self.test(me, Tries::FindCover, Party::new(character.own()), Party::new(against)) {
            let piece = &mut self.state.pieces[me];
            piece.in_cover = piece.in_cover.max(Some(effect.min(rating)));
            let (turn, die) = (self.turn, piece.in_cover);
            self.chance.log(|| log::covered(turn, me, die));
        }
    }

    /// Puts out a fire (CX2-spec-1).
    fn put_out(&mut self, me: usize) {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let (Some(character), Some(fire)) = (battle.profiles[me].character(), self.state.pieces[me].on_fire) else {
            return;
        };
        let against = rules.test_difficulty.pool().with(fire, 1);
        let against = against.and(battle.plight(self.state, me).hampers_putting_out(rules));
        if let Some(effect) = self.test(me, Tries::PutOut, Party::new(character.own()), Party::new(against)) {
            let left = attacked(rules, fire, effect);
            self.state.pieces[me].on_fire = left;
            let turn = self.turn;
            self.chance.log(|| log::fights_fire(turn, me, fire, left));
        }
    }

    /// Shakes off the largest Suppressed condition (CX2-spec-6).
    fn shake_off(&mut self, me: usize) {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let (Some(character), Some(one)) = (battle.profiles[me].character(), self.state.suppression(me)) else {
            return;
        };
        let by = usize::from(one.by);
        let against = battle.unit_pool(self.state, by).with(one.die, 1);
        let against = against.and(battle.plight(self.state, me).hampers_shaking_off(rules));
        if let Some(effect) = self.test(me, Tries::ShakeOff, Party::new(character.own()), Party::new(against)) {
            let left = attacked(rules, one.die, effect);
            for place in &mut self.state.conditions {
                if let Some(condition) = place.as_mut().filter(|condition| **condition == one) {
                    match left {
                        Some(die) => condition.die = die,
                        None => *place = None,
                    }
                }
            }
            self.state.keep_conditions(|_| true);
            let turn = self.turn;
            self.chance.log(|| log::shaken(turn, me, one.die, left));
        }
    }

    /// A gunner suppresses (CX2-spec-6).
    fn suppress(&mut self, me: usize, targets: u16) {
        let Some((gunner, die)) = self.battle.gunner(self.state, me) else { return };
        self.state.pieces[me].suppressed = true;
        let free = self.state.conditions().count()..;
        for (free, target) in free.zip(figures(targets)) {
            self.state.edge_points -= 1;
            self.state.conditions[free] = Some(Suppression { by: me as u8, gunner, target: target as u8, die });
            let at = Scene { battle: self.battle, state: &*self.state, turn: self.turn };
            self.chance.log(|| log::suppresses(at, me, target, die));
        }
    }

    /// An operator deploys a machine in the zone of his unit (CX2-spec-4).
    fn deploy(&mut self, me: usize, what: Machine) {
        let battle = self.battle;
        let Some((operator, _)) = battle.specialist(self.state, me, Speciality::DroneOperator) else { return };
        let Some(place) = battle.free_place(self.state) else { return };
        let price = battle.price_of_a_machine(self.state, me, operator);
        self.state.edge_points -= price;
        self.state.pieces[me].deployed[usize::from(operator)] += 1;
        let (kind, members) = match (what, battle.rules.drone_durability) {
            (Machine::Turret, DroneDurability::Single) => (Kind::Turret, 1),
            (Machine::Turret, DroneDurability::ThreeDice) => (Kind::Turret, 3),
            (Machine::Drone, DroneDurability::Single) => (Kind::Drone, 1),
            (Machine::Drone, DroneDurability::ThreeDice) => (Kind::Drone, 3),
        };
        let mut piece = Piece { kind, zone: self.state.pieces[me].zone, ..Piece::ABSENT };
        piece.group.qualities = piece.group.qualities.with(Die::D6, members);
        piece.operator = (kind == Kind::Drone).then_some((me as u8, operator));
        let later = kind == Kind::Turret && battle.rules.turret_activates == TurretActivates::NextTurn;
        // Its place may be that of one that has had its go.
        self.state.acted = self.state.acted & !(1 << place) | u16::from(later) << place;
        self.state.pieces[place] = piece;
        self.state.note(place);
        let at = Scene { battle, state: &*self.state, turn: self.turn };
        self.chance.log(|| log::deploys(at, me, place, &piece, price));
    }

    /// Clears what hangs on somebody who has lost members or is out: conditions, fires, drones.
    pub(super) fn tidy(&mut self, who: usize) {
        let (battle, turn) = (self.battle, self.turn);
        self.state.note(who);
        let piece = self.state.pieces[who];
        let out = !piece.in_action();
        if out {
            // Equal situations are equal values: nothing is left of who is gone but that he was there.
            let gone = &mut self.state.pieces[who];
            if matches!(piece.kind, Kind::Turret | Kind::Drone) {
                *gone = Piece::ABSENT;
            }
            (gone.on_fire, gone.in_cover, gone.flank, gone.crossing) = (None, None, None, None);
            gone.suppressed = false;
            self.state.acted &= !(1 << who);
            for other in &mut self.state.pieces {
                other.flank = other.flank.filter(|flank| usize::from(flank.target) != who);
            }
            self.chance.log(|| log::out(turn, who, piece.kind));
        }
        let kind = piece.kind;
        self.state.keep_conditions(|one| {
            let (by, target) = (usize::from(one.by), usize::from(one.target));
            let gunner = kind != Kind::Unit || piece.up >> one.gunner & 1 == 1;
            !(by == who && (out || !gunner)) && !(target == who && out)
        });
        if kind == Kind::Unit && battle.rules.drone_without_operator == DroneWithoutOperator::Ends {
            for drone in battle.machines() {
                let flown = self.state.pieces[drone].operator.filter(|&(unit, _)| usize::from(unit) == who);
                if flown.is_some_and(|(_, nth)| out || piece.up >> nth & 1 == 0) {
                    self.state.pieces[drone] = Piece::ABSENT;
                    self.state.note(drone);
                    self.chance.log(|| log::ends(turn, drone, "ends with its operator"));
                }
            }
        }
    }

    /// Who has won, if a side has nobody left.
    pub(super) fn verdict(&self) -> Option<Progress> {
        let ended = |ending| Some(Progress::Ended { ending, begun: true });
        if !self.battle.is_up(self.state, Side::Red) {
            return ended(ending::BLUE);
        }
        if self.battle.is_up(self.state, Side::Blue) { None } else { ended(ending::RED) }
    }

    /// Fires burn (CX2-spec-1), sides withdraw (clarification 14), and a new turn begins (clarification 16).
    fn end_of_turn(&mut self) -> Progress {
        debug_assert!(self.state.is_noted(), "whoever is in action is noted");
        let (battle, turn) = (self.battle, self.turn);
        for who in battle.all() {
            let piece = &mut self.state.pieces[who];
            if let Some(fire) = piece.on_fire {
                let before = piece.harm;
                let track = match battle.rules.harm_track {
                    HarmTrack::Trauma => &mut piece.harm.trauma,
                    HarmTrack::Stress => &mut piece.harm.stress,
                };
                *track = track.harmed(fire, battle.rules.floor());
                let harm = piece.harm;
                self.chance.log(|| log::burns(turn, who, fire, &before, &harm));
                self.tidy(who);
            }
        }
        if let Some(ended) = self.verdict() {
            return ended;
        }
        let broken = BySide::from_fn(|side| {
            ending::breaks(battle.breaks[side], battle.members(self.state, side), battle.began(side))
        });
        if let Some(ending) = ending::withdrawn(broken.blue, broken.red, self.state.first) {
            let at = Scene { battle, state: &*self.state, turn };
            self.chance.log(|| log::withdraws(at, ending));
            return Progress::Ended { ending, begun: true };
        }
        if battle.rules.new_turn_first == NewTurnFirst::Swap {
            self.state.first = self.state.first.enemy();
        }
        (self.state.side, self.state.acted, self.state.stage) = (self.state.first, 0, Stage::Begin);
        Progress::RoundOver
    }

    /// One step: a go, or a try of a medic; or the roll for the first go, after a number of ties.
    fn advance(&mut self, ties: u16) -> Option<Progress> {
        match self.state.stage {
            Stage::Initiative => {
                self.initiative(ties);
                None
            }
            Stage::Begin => {
                self.state.turn += u16::from(self.battle.counts);
                self.state.stage = Stage::Go;
                self.go()
            }
            Stage::Go => self.go(),
            Stage::Tend(fallen) => {
                self.tend(fallen);
                None
            }
        }
    }
}

impl<P: Players> Game for PlayedBattle<'_, P> {
    type State<D: Deck> = FirefightState;

    const STOPPED: u8 = ending::TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.battle.turn_limit
    }

    fn start<D: Deck>(&self) -> FirefightState {
        self.battle.standing()
    }

    fn deploy<C: Chance>(&self, state: &mut FirefightState, chance: &mut C) {
        chance.log(|| log::begins(self.battle, state));
    }

    fn advance<C: Chance>(&self, state: &mut FirefightState, chance: &mut C, turn: u16) -> Progress {
        let mut play = Play { battle: self.battle, state, chance, players: self.players, turn };
        // Rolled again so often a tie counts as one that the opposition wins.
        let mut ties = 0;
        loop {
            if let Some(progress) = play.advance(ties) {
                return progress;
            }
            if C::STEPWISE {
                return if play.state.stage == Stage::Initiative { Progress::Again } else { Progress::Step };
            }
            ties += u16::from(play.state.stage == Stage::Initiative);
            if ties > 1000 {
                self.break_off::<C::Deck>(play.state);
            }
        }
    }

    fn break_off<D: Deck>(&self, state: &mut FirefightState) {
        (state.first, state.side, state.stage) = (Side::Red, Side::Red, Stage::Begin);
    }

    fn measures<D: Deck>(&self, state: &FirefightState) -> [u16; MAX_MEASURES] {
        let battle = self.battle;
        let lost = |side| u16::from(battle.began(side).saturating_sub(battle.members(state, side)));
        let hurt = battle.of(Side::Blue).filter(|&who| state.pieces[who].kind == Kind::Character);
        let hurt = hurt.filter(|&who| state.pieces[who].harm.is_hurt()).count();
        let mut measures = [0; MAX_MEASURES];
        (measures[0], measures[1], measures[2]) = (lost(Side::Blue), lost(Side::Red), hurt as u16);
        measures[3] = battle.edge_points - state.edge_points;
        measures
    }
}
