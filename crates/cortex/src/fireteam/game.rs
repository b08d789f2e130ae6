//! The sequence of play of fireteams (CX1-seq-1, CX1-factor-4, CX1-comp-1, CX1-comp-2).

use chance::{Address, Chance, Deck, Numbers as Read, Pool};
use engage::{Game, MAX_MEASURES, Progress, Side};

use super::battle::Fireteams;
use super::log::{self, Scene};
use super::state::{FireteamState, Hitched, MOST_POINTS, Stage, Team};
use super::view::View;
use crate::action::{Action, Ask};
use crate::ending;
use crate::group::Part;
use crate::handling::Handling;
use crate::options::{BreakAt, Exchange};
use crate::player::{Knowledge, Players};
use crate::purpose;
use crate::recover;
use crate::roll::{Opposed, Party, Role, Rolled};

/// A fight that is led by players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayedBattle<'a, P> {
    pub(crate) battle: &'a Fireteams,
    pub(crate) players: P,
}

/// A roll between two fireteams: who acts, and who opposes him.
#[derive(Clone, Copy)]
struct Clash {
    actor: usize,
    opposition: usize,
    handling: [Handling; 2],
}

impl<P: Players> PlayedBattle<'_, P> {
    fn ask(&self, state: &FireteamState, me: usize, ask: Ask) -> Action {
        self.players.choose(Knowledge::Fireteams(View::new(self.battle, state, me)), ask)
    }

    fn handling(&self, state: &FireteamState, me: usize, acts: bool) -> Handling {
        match self.ask(state, me, Ask::Dice { acts }) {
            Action::Handle(handling) => handling,
            _ => Handling::default(),
        }
    }

    /// Picks one fireteam of a bit set: the only one, or the one that the player names.
    #[inline]
    fn one_of(&self, candidates: u8, ask: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        if candidates == 0 {
            return None;
        }
        let first = candidates.trailing_zeros() as usize;
        if candidates.is_power_of_two() {
            return Some(first);
        }
        let is_candidate = |&named: &usize| named < self.battle.teams.len() && candidates >> named & 1 == 1;
        Some(ask(first).filter(is_candidate).unwrap_or(first))
    }

    /// The fireteams of a side that are yet to have their go, a bit for each.
    #[inline]
    fn waiting(&self, state: &FireteamState, side: Side) -> u8 {
        self.battle.standing_of(state, side) & !state.acted
    }

    /// The side that has the next go: this one, or else the other; none when the turn is over (CX1-seq-2).
    #[inline]
    fn next_side(&self, state: &FireteamState) -> Option<Side> {
        let sides = match self.battle.rules.cqb_exchange {
            Exchange::Alternate => [state.side, state.side.enemy()],
            Exchange::Contest => [self.battle.initiative; 2],
        };
        sides.into_iter().find(|&side| self.waiting(state, side) != 0)
    }

    /// The fireteam that goes next.
    #[inline]
    fn next(&self, state: &FireteamState) -> Option<usize> {
        let side = self.next_side(state)?;
        self.one_of(self.waiting(state, side), |first| match self.ask(state, first, Ask::Next) {
            Action::Name(team) => Some(team),
            _ => None,
        })
    }

    /// The fireteam's target (CX1-seq-2).
    #[inline]
    fn target(&self, state: &FireteamState, me: usize) -> Option<usize> {
        let enemies = self.battle.standing_of(state, self.battle.side(me).enemy());
        self.one_of(enemies, |_| match self.ask(state, me, Ask::Go { lot: None }) {
            Action::Attack(attack) => Some(attack.target),
            _ => None,
        })
    }

    /// A roll (CX1-seq-1).
    fn roll<C: Chance>(&self, state: &FireteamState, clash: &Clash, chance: &mut C, turn: u16) -> Rolled {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let party = |me: usize, other: usize, handling: Handling| {
            let players = battle.is_players(me);
            Party {
                pool: battle.pool(state, me, other),
                limit: rules.by_margin(0),
                numbers: if players { Read::Unread } else { handling.numbers() },
                keep: handling.keep,
                point: players && handling.saves && state.points > 0,
                spare: players && handling.buys && state.points > 0,
                hitches: players && battle.hitches(),
            }
        };
        let Clash { actor, opposition, handling } = *clash;
        let riposte = rules.riposte || rules.cqb_exchange == Exchange::Contest;
        let parties = [party(actor, opposition, handling[0]), party(opposition, actor, handling[1])];
        let opposed = Opposed { riposte, ..Opposed::new(rules, parties[0], parties[1]) };
        let rolled = opposed.roll(chance, Address::in_round(battle.luck.of(actor), purpose::ACTOR, turn, 0));
        let pools = parties.map(|party| party.pool);
        chance.log(|| log::rolled(Scene { battle, state, turn }, (actor, opposition), pools, parties[0].keep, &rolled));
        rolled
    }

    /// The next member in action of each fireteam takes the Hotseat (CX1-comp-2).
    fn next_hotseats(&self, state: &mut FireteamState) {
        for (team, squadron) in state.teams.iter_mut().zip(&self.battle.teams) {
            let members = squadron.operators().len();
            let next = (1..=members).map(|step| (usize::from(team.hotseat) + step) % members);
            if let Some(next) = next.into_iter().find(|&member| team.harms[member].in_action()) {
                team.hotseat = next as u8;
            }
        }
    }

    /// After the harm of a roll: its hitches (CX1-comp-1), then whether the fight or the turn is over.
    fn after<C: Chance>(
        &self,
        state: &mut FireteamState,
        team: usize,
        hitched: Hitched,
        chance: &mut C,
        turn: u16,
    ) -> Option<Progress> {
        let battle = self.battle;
        let players = &mut state.teams[battle.place(team)];
        let seat = &mut players.harms[usize::from(players.hotseat)];
        if let Some(die) = hitched.complication.filter(|_| seat.in_action()) {
            let before = seat.stress;
            seat.stress = before.harmed(die, battle.rules.floor());
            let (member, stress) = (players.hotseat, seat.stress);
            battle.note(state, team);
            chance.log(|| log::stressed(turn, team, member, die, [before, stress]));
        }
        if let Some(die) = hitched.complication.filter(|_| hitched.point) {
            state.points = (state.points + 1).min(MOST_POINTS);
            chance.log(|| log::handed(turn, team, die, state.points));
        }
        let ended = |ending| Some(Progress::Ended { ending, begun: true });
        if battle.standing_of(state, Side::Red) == 0 {
            return ended(ending::BLUE);
        }
        if battle.standing_of(state, Side::Blue) == 0 {
            return ended(ending::RED);
        }
        state.stage = Stage::Go;
        if self.next_side(state).is_some() {
            return None;
        }
        debug_assert!(battle.is_noted(state), "what harm has made of a fireteam is noted");
        (state.stage, state.acted, state.side) = (Stage::Begin, 0, battle.initiative);
        let broken = self.broken(state);
        if let Some(ending) = broken {
            chance.log(|| log::withdraws(Scene { battle, state, turn }, ending));
        }
        Some(broken.map_or(Progress::RoundOver, |ending| Progress::Ended { ending, begun: true }))
    }

    /// The winner at the end of a turn, if the other side withdraws (clarification 14).
    fn broken(&self, state: &FireteamState) -> Option<u8> {
        let battle = self.battle;
        let breaks = |side: Side| {
            battle.breaks[side] != BreakAt::Never
                && ending::breaks(battle.breaks[side], battle.side_up(state, side), battle.began(side))
        };
        ending::withdrawn(breaks(Side::Blue), breaks(Side::Red), battle.initiative)
    }

    /// A fireteam has its go.
    fn go<C: Chance>(&self, state: &mut FireteamState, chance: &mut C, turn: u16) -> Option<Progress> {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let Some(actor) = self.next(state) else { return Some(Progress::RoundOver) };
        state.acted |= 1 << actor;
        state.side = battle.side(actor).enemy();
        let Some(opposition) = self.target(state, actor) else { return Some(Progress::RoundOver) };
        let handling = [self.handling(state, actor, true), self.handling(state, opposition, false)];
        let clash = Clash { actor, opposition, handling };
        let rolled = self.roll(state, &clash, chance, turn);
        state.points -= u8::from(rolled.spent);
        let acts = battle.is_players(actor);
        let (team, npcs, own) = if acts { (actor, opposition, handling[0]) } else { (opposition, actor, handling[1]) };
        let complication = recover::complication(rules, rolled.hitches);
        let point = complication.is_some() && rolled.hitches < battle.pool(state, team, npcs).dice();
        // The points are the team's, whichever fireteam rolls and whichever spends one (clarification 17).
        let of_use = || own.saves | own.buys || battle.spends_points();
        let hitched = Hitched { complication, point: point && of_use() };
        let blue = match rolled.winner {
            Some(Role::Actor) => Some(acts),
            Some(Role::Opposition) => Some(!acts),
            None => None,
        };
        match blue {
            Some(true) if rolled.effects.dice > 0 => {
                self.harm_group(state, npcs, own, &rolled, chance, turn);
                self.after(state, team, hitched, chance, turn)
            }
            Some(false) if rolled.effects.dice > 0 => {
                let theirs = if acts { handling[1] } else { handling[0] };
                let (by, team, shown) = (npcs as u8, team as u8, theirs.numbers());
                state.stage = Stage::Strike { by, team, shown, effects: rolled.effects, hitched };
                None
            }
            _ => self.after(state, team, hitched, chance, turn),
        }
    }

    /// Effect dice on an NPC fireteam, and one more if a plot point takes one more of them out with it (CX0-15).
    fn harm_group<C: Chance>(
        &self,
        state: &mut FireteamState,
        npcs: usize,
        handling: Handling,
        rolled: &Rolled,
        chance: &mut C,
        turn: u16,
    ) {
        let battle = self.battle;
        let group = &mut state.groups[battle.place(npcs)];
        let harmed = |dice: Pool| group.harmed(&battle.rules, handling, dice, Part::One);
        let mut dice = rolled.effects.sizes();
        let mut after = harmed(dice);
        // The last point may have been spent on the total.
        if let Some(die) = rolled.spare.filter(|_| state.points > 0) {
            let more = harmed(rolled.effects.sizes().with(die, 1));
            if more.qualities.dice() < after.qualities.dice() {
                (after, dice) = (more, dice.with(die, 1));
                state.points -= 1;
                chance.log(|| log::bought(turn, npcs, die, state.points));
            }
        }
        let before = std::mem::replace(group, after);
        battle.note(state, npcs);
        chance.log(|| log::group_harmed(turn, npcs, dice, &before, &after));
    }

    /// One step: a roll, or one effect die that strikes.
    fn step<C: Chance>(&self, state: &mut FireteamState, chance: &mut C, turn: u16) -> Option<Progress> {
        let battle = self.battle;
        match state.stage {
            Stage::Begin => {
                state.turn += u16::from(battle.counts);
                if battle.hitches() {
                    self.next_hotseats(state);
                }
                state.stage = Stage::Go;
                self.go(state, chance, turn)
            }
            Stage::Go => self.go(state, chance, turn),
            Stage::Strike { by, team, shown, mut effects, hitched } => {
                // A fireteam may strike more than once in a turn, where who opposes may.
                let number = u16::from(effects.dice) << 4 | state.acted.count_ones() as u16;
                let at = Address::in_round(battle.luck.of(by.into()), purpose::NUMBER, turn, number);
                let place = battle.place(usize::from(team));
                let members = battle.teams[usize::from(team)].operators().len();
                let Team { harms, numbers, .. } = &mut state.teams[place];
                let (left, numbers, before) = (effects.dice, *numbers, *harms);
                let struck = numbers.strike(&battle.rules, shown, &mut harms[..members], &mut effects, chance, at);
                battle.note(state, usize::from(team));
                let after = state.teams[place].harms;
                chance.log(|| log::team_harmed(turn, usize::from(team), struck, left, [&before, &after]));
                if struck.is_some() && effects.dice > 0 {
                    state.stage = Stage::Strike { by, team, shown, effects, hitched };
                    return None;
                }
                self.after(state, usize::from(team), hitched, chance, turn)
            }
        }
    }
}

impl<P: Players> Game for PlayedBattle<'_, P> {
    type State<D: Deck> = FireteamState;

    const STOPPED: u8 = ending::TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.battle.turn_limit
    }

    fn start<D: Deck>(&self) -> FireteamState {
        self.battle.standing()
    }

    fn deploy<C: Chance>(&self, state: &mut FireteamState, chance: &mut C) {
        (0..self.battle.teams.len()).for_each(|team| chance.log(|| log::begins(self.battle, state, team)));
        for (number, (team, squadron)) in (0_u8..).zip(state.teams.iter_mut().zip(&self.battle.teams)) {
            let at = Address::new(self.battle.luck.of(number.into()), purpose::ORDER, 0);
            let members = squadron.operators().len();
            if team.numbers.shuffle(&self.battle.rules, members, chance, at) {
                let numbers = team.numbers;
                chance.log(|| log::shuffled(number.into(), numbers.order(members)));
            }
        }
    }

    fn advance<C: Chance>(&self, state: &mut FireteamState, chance: &mut C, turn: u16) -> Progress {
        loop {
            if let Some(progress) = self.step(state, chance, turn) {
                return progress;
            }
            if C::STEPWISE {
                // What the second roll leads to is worked out once, from whichever first roll it comes.
                return if state.stage == Stage::Go { Progress::Again } else { Progress::Step };
            }
        }
    }

    fn measures<D: Deck>(&self, state: &FireteamState) -> [u16; MAX_MEASURES] {
        let battle = self.battle;
        let lost = |side| u16::from(battle.began(side) - battle.side_up(state, side));
        let hurt = battle.of(Side::Blue).flat_map(|team| battle.harms(state, team)).filter(|harm| harm.is_hurt());
        let mut measures = [0; MAX_MEASURES];
        (measures[0], measures[1], measures[2]) = (lost(Side::Blue), lost(Side::Red), hurt.count() as u16);
        measures
    }
}
