//! The sequence of play of a firefight (CX2-init-1): whose go it is, and the actions of a go.

use chance::{Chance, Deck, Die, Keep, Step};
use engage::{Game, MAX_MEASURES, Progress, Side};

use super::battle::{Body, Firefight, FirstGo, Speciality};
use super::legal::SoFar;
use super::log::{self, FirefightScene, Tries};
use super::state::{Brought, FirefightStage, FirefightState, Kind, MOST, Piece, Suppression, figures};
use super::view::FirefightView;
use crate::action::{Action, Ask, Machine};
use crate::ending;
use crate::facts::Change;
use crate::fight::Fight as _;
use crate::handling::Handling;
use crate::options::{DroneDurability, DroneWithoutOperator, HarmTrack, InitiativeTie, NewTurnFirst, TurretActivates};
use crate::played::{Play, PlayedBattle};
use crate::player::{Knowledge, Players};
use crate::purpose;
use crate::recover::attacked;
use crate::roll::{ByRole, Opposed, Role, Roller, winner};

impl Firefight {
    /// The state at the start.
    pub(crate) fn at_start(&self) -> FirefightState {
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
            FirstGo::Side(side) => (side, FirefightStage::Begin),
            FirstGo::Contest => (Side::Blue, FirefightStage::Initiative),
        };
        let mut state = FirefightState {
            pieces,
            brought: [Brought::NOTHING; MOST],
            up: 0,
            drones: 0,
            conditions: Default::default(),
            edge_points: self.edge_points,
            points: self.terms.points,
            first,
            side: first,
            acted: 0,
            stage,
            turn: 0,
        };
        self.note_all(&mut state);
        state
    }
}

impl<C: Chance, P: Players> Play<'_, Firefight, C, P> {
    /// Logs a step with the current state.
    pub(super) fn log(&mut self, step: impl FnOnce(FirefightScene<'_>) -> Step) {
        let at = FirefightScene { battle: self.battle, state: self.state, turn: self.turn };
        self.chance.log(|| step(at));
    }

    /// Asks a figure's player. An illegal answer counts as no action.
    pub(super) fn ask(&mut self, me: usize, ask: Ask, done: SoFar) -> Action {
        let action = self.players.choose(Knowledge::Firefight(FirefightView::new(self.battle, self.state, me)), ask);
        if P::TRUSTED && !cfg!(debug_assertions) {
            return action;
        }
        let Err(clause) = self.battle.may(self.state, me, ask, &action, done) else { return action };
        debug_assert!(!P::TRUSTED, "{me} may not do {action:?} when asked {ask:?}: {clause}");
        let turn = if self.state.stage == FirefightStage::Initiative { 0 } else { self.turn };
        self.log(|_| log::refused(turn, me, clause));
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
        let able = may & self.battle.bits(side);
        let first = figures(able).next()?;
        if able.is_power_of_two() {
            return Some(first);
        }
        match self.ask(first, ask, SoFar::default()) {
            Action::Name(who) => Some(who),
            _ => Some(first),
        }
    }

    /// The roll for the first go, after a number of ties (CX2-init-3); none if it has to be rolled again.
    fn initiative(&mut self, ties: u16) -> Option<()> {
        let actor = self.named(Side::Blue, Ask::Initiative)?;
        let named = ByRole { actor, opposition: self.named(Side::Red, Ask::Initiative)? };
        let pools = named.map(|who| self.battle.initiative_pool(self.state, who));
        let at = named.map(|who| self.at(who, purpose::INITIATIVE, ties));
        let mut theirs = self.chance.with("opposition").throw(at.opposition, &pools.opposition, Keep::BEST);
        let goal = self.chance.look(&mut theirs, |kept| kept.total);
        let mut ours = self.chance.with("actor").throw(at.actor, &pools.actor, Keep::BEST);
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
        let totals = ByRole { actor: total, opposition: goal };
        self.log(|at| log::initiative(at, named, pools, totals, won));
        let won = won?;
        let winner = if won == Side::Blue { named.actor } else { named.opposition };
        let first = match self.ask(winner, Ask::First, SoFar::default()) {
            Action::First(side) => side,
            _ => won,
        };
        (self.state.first, self.state.side, self.state.stage) = (first, first, FirefightStage::Begin);
        Some(())
    }

    /// Plays one go, or ends the turn if no figure has a go left.
    fn go(&mut self) -> Option<Progress> {
        debug_assert!(self.battle.is_noted(self.state), "who is in action and what he brings is noted");
        let side = self.state.side;
        let next = self.named(side, Ask::Next).or_else(|| self.named(side.enemy(), Ask::Next));
        let Some(me) = next else { return Some(self.end_of_turn()) };
        self.state.acted |= 1 << me;
        self.state.side = self.battle.profiles[me].side.enemy();
        self.drop_of_one_alone(me);
        let done = self.act_freely(me);
        let mut action = self.ask(me, Ask::Go { lot: None }, done);
        if let Action::Draw { below } = action {
            // A single lot needs no draw.
            let lot = if below > 1 { self.chance.below(self.at(me, purpose::TARGET, 0), below.into()) } else { 0 };
            action = self.ask(me, Ask::Go { lot: Some(lot as u8) }, done);
        }
        if !matches!(action, Action::Move { .. }) {
            self.state.pieces[me].crossing = None;
        }
        self.perform(me, action);
        self.verdict()
    }

    /// Free actions before the go.
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

    /// Whether a figure has free actions: only units and turrets do.
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
            self.battle.note_all(self.state);
            self.log(|at| log::drops(at.turn, me));
        }
    }

    /// Carries out a legal action.
    fn perform(&mut self, me: usize, action: Action) {
        match action {
            Action::Nothing => {
                self.log(|at| log::waits(at, me));
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
                self.battle.note(self.state, drone);
                self.log(|at| log::ends(at.turn, drone, "is recalled"));
            }
            Action::Name(_) | Action::First(_) | Action::Handle(_) | Action::Draw { .. } | Action::Tend => {}
        }
    }

    /// A test or an opposed roll for one effect die (CX0-12, CX0-14), with its hitches. Gives the effect die if the
    /// roll succeeds and the figure is still in action afterwards.
    pub(super) fn test(&mut self, me: usize, tries: Tries, party: Roller, against: Roller) -> Option<Die> {
        let handling = self.handling(me, true);
        let player = self.battle.is_player(me);
        let actor = Roller {
            keep: handling.keep,
            point: player && handling.saves && self.state.points > 0,
            hitches: player && self.hitches(),
            ..party
        };
        let opposed = Opposed::new(&self.battle.rules, actor, against);
        let rolled = opposed.roll(self.chance, self.at(me, purpose::ACTOR, 0));
        self.state.points -= u8::from(rolled.spent);
        self.log(|at| log::rolled(at, me, tries, &opposed, &rolled));
        self.hitched(me, rolled.hitches, actor.pool.dice(), &handling);
        (rolled.succeeds() && self.state.pieces[me].in_action()).then(|| rolled.effects.first())
    }

    /// Moves a figure to another zone, or part of the way (CX2-zone-5).
    fn step(&mut self, me: usize, to: u8) {
        let piece = &mut self.state.pieces[me];
        let cost = self.battle.zones.beside(piece.zone).find(|&(beyond, _)| beyond == to).map_or(1, |(_, cost)| cost);
        let spent = piece.crossing.filter(|&(zone, _)| zone == to).map_or(0, |(_, spent)| spent) + 1;
        if spent < cost {
            piece.crossing = Some((to, spent));
            self.log(|at| log::crosses(at, me, to, cost - spent));
        } else {
            piece.crossing = None;
            self.place(me, to);
        }
    }

    /// Puts a figure into another zone. It loses the cover it created and its flank, and others lose their flanks of
    /// it.
    pub(super) fn place(&mut self, who: usize, zone: u8) {
        let piece = &mut self.state.pieces[who];
        let from = piece.zone;
        (piece.zone, piece.in_cover, piece.flank) = (zone, None, None);
        self.give_up_flanks_of(who);
        self.battle.note(self.state, who);
        self.log(|at| log::goes(at, who, from));
    }

    /// Others lose their flanks of a figure.
    fn give_up_flanks_of(&mut self, who: usize) {
        for other in &mut self.state.pieces[self.battle.all()] {
            if other.flank.is_some_and(|flank| usize::from(flank.target) == who) {
                other.flank = None;
            }
        }
    }

    /// Creates cover (CX0-13, CX2-zone-2). The larger of the old and the new die stays.
    fn take_cover(&mut self, me: usize) {
        let (battle, piece) = (self.battle, &self.state.pieces[me]);
        let Some(character) = battle.profiles[me].character() else { return };
        let Some(rating) = battle.rating(me, piece.zone) else { return };
        let against = battle.rules.test_difficulty.pool().and(battle.hampers(self.state, me));
        if let Some(effect) = self.test(me, Tries::FindCover, Roller::new(character.own()), Roller::new(against)) {
            let piece = &mut self.state.pieces[me];
            piece.in_cover = piece.in_cover.max(Some(effect.min(rating)));
            let die = piece.in_cover;
            battle.note(self.state, me);
            self.log(|at| log::covered(at.turn, me, die));
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
        if let Some(effect) = self.test(me, Tries::PutOut, Roller::new(character.own()), Roller::new(against)) {
            let left = attacked(rules, fire, effect);
            self.state.pieces[me].on_fire = left;
            battle.note(self.state, me);
            self.log(|at| log::fights_fire(at.turn, me, Change { before: Some(fire), after: left }));
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
        if let Some(effect) = self.test(me, Tries::ShakeOff, Roller::new(character.own()), Roller::new(against)) {
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
            battle.note_all(self.state);
            self.log(|at| log::shaken(at.turn, me, Change { before: Some(one.die), after: left }));
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
            self.log(|at| log::suppresses(at, me, target, die));
        }
        self.battle.note_all(self.state);
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
        // A machine that has had its go may have held this place before.
        self.state.acted = self.state.acted & !(1 << place) | u16::from(later) << place;
        self.state.pieces[place] = piece;
        battle.note(self.state, place);
        self.log(|at| log::deploys(at, me, place, &piece, price));
    }

    /// Clears the conditions, fires and drones of a figure that has lost members or is out of action.
    pub(super) fn tidy(&mut self, who: usize) {
        let battle = self.battle;
        let piece = self.state.pieces[who];
        let out = !piece.in_action();
        if out {
            // Clear everything of a removed figure but its presence, so that equal situations are equal values.
            let gone = &mut self.state.pieces[who];
            if matches!(piece.kind, Kind::Turret | Kind::Drone) {
                *gone = Piece::ABSENT;
            }
            (gone.on_fire, gone.in_cover, gone.flank, gone.crossing) = (None, None, None, None);
            gone.suppressed = false;
            self.state.acted &= !(1 << who);
            self.give_up_flanks_of(who);
            self.log(|at| log::out(at.turn, who, piece.kind));
        }
        let kind = piece.kind;
        let holds = |one: &Suppression| {
            let (by, target) = (usize::from(one.by), usize::from(one.target));
            let gunner = kind != Kind::Unit || piece.up >> one.gunner & 1 == 1;
            !(by == who && (out || !gunner)) && !(target == who && out)
        };
        if self.state.conditions[0].is_some() && self.state.keep_conditions(holds) {
            battle.note_all(self.state);
        }
        if kind == Kind::Unit && battle.rules.drone_without_operator == DroneWithoutOperator::Ends {
            for drone in battle.machines() {
                let flown = self.state.pieces[drone].operator.filter(|&(unit, _)| usize::from(unit) == who);
                if flown.is_some_and(|(_, nth)| out || piece.up >> nth & 1 == 0) {
                    self.state.pieces[drone] = Piece::ABSENT;
                    battle.note(self.state, drone);
                    self.log(|at| log::ends(at.turn, drone, "ends with its operator"));
                }
            }
        }
        battle.note(self.state, who);
    }

    /// Fires burn (CX2-spec-1), sides withdraw (clarification 14), and a new turn begins (clarification 16).
    fn end_of_turn(&mut self) -> Progress {
        let battle = self.battle;
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
                self.log(|at| log::burns(at.turn, who, fire, Change { before: &before, after: &harm }));
                self.tidy(who);
            }
        }
        if let Some(ended) = self.verdict() {
            return ended;
        }
        if let Some(ended) = self.withdrawal(self.state.first) {
            return ended;
        }
        if battle.rules.new_turn_first == NewTurnFirst::Swap {
            self.state.first = self.state.first.enemy();
        }
        (self.state.side, self.state.acted, self.state.stage) = (self.state.first, 0, FirefightStage::Begin);
        Progress::RoundOver
    }

    /// One step: a go, a medic's attempt, or the roll for the first go after a number of ties.
    fn advance(&mut self, ties: u16) -> Option<Progress> {
        match self.state.stage {
            FirefightStage::Initiative => {
                self.initiative(ties);
                None
            }
            FirefightStage::Begin => {
                self.state.turn += u16::from(self.battle.terms.counts);
                self.state.stage = FirefightStage::Go;
                self.go()
            }
            FirefightStage::Go => self.go(),
            FirefightStage::Tend(fallen) => {
                self.tend(fallen);
                None
            }
        }
    }
}

impl<P: Players> Game for PlayedBattle<'_, Firefight, P> {
    type State<D: Deck> = FirefightState;

    const STOPPED: u8 = ending::TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.battle.terms.turn_limit
    }

    fn start<D: Deck>(&self) -> FirefightState {
        self.battle.at_start()
    }

    fn deploy<C: Chance>(&self, state: &mut FirefightState, chance: &mut C) {
        chance.log(|| log::begins(self.battle, state));
    }

    fn advance<C: Chance>(&self, state: &mut FirefightState, chance: &mut C, turn: u16) -> Progress {
        let mut play = Play { battle: self.battle, state, chance, players: self.players, turn };
        // After this many ties the opposition wins the roll.
        let mut ties = 0;
        loop {
            if let Some(progress) = play.advance(ties) {
                return progress;
            }
            if C::STEPWISE {
                return if play.state.stage == FirefightStage::Initiative { Progress::Again } else { Progress::Step };
            }
            ties += u16::from(play.state.stage == FirefightStage::Initiative);
            if ties > 1000 {
                self.break_off::<C::Deck>(play.state);
            }
        }
    }

    fn break_off<D: Deck>(&self, state: &mut FirefightState) {
        (state.first, state.side, state.stage) = (Side::Red, Side::Red, FirefightStage::Begin);
    }

    fn measures<D: Deck>(&self, state: &FirefightState) -> [u16; MAX_MEASURES] {
        let battle = self.battle;
        let hurt = battle.of(Side::Blue).filter(|&who| state.pieces[who].kind == Kind::Character);
        let hurt = hurt.filter(|&who| state.pieces[who].harm.is_hurt()).count();
        let mut measures = [0; MAX_MEASURES];
        (measures[0], measures[1], measures[2]) =
            (battle.lost(state, Side::Blue), battle.lost(state, Side::Red), hurt as u16);
        measures[3] = battle.edge_points - state.edge_points;
        measures
    }
}
