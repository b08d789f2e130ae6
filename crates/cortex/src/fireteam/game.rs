//! The sequence of play of fireteams (CX1-seq-1, CX1-factor-4, CX1-comp-1, CX1-comp-2).

use chance::{Address, Chance, Deck, Numbers as Read, Pool};
use engage::{Game, MAX_MEASURES, Progress, Side};

use super::battle::Fireteams;
use super::log::{self, FireteamScene};
use super::state::{FireteamStage, FireteamState, Hitched, MOST_POINTS, Team};
use super::view::FireteamView;
use crate::action::{Action, Ask};
use crate::ending;
use crate::facts::Change;
use crate::fight::Fight as _;
use crate::group::Part;
use crate::handling::Handling;
use crate::options::Exchange;
use crate::played::{Play, PlayedBattle};
use crate::player::{Knowledge, Players};
use crate::purpose;
use crate::recover;
use crate::roll::{ByRole, Effects, Opposed, Role, Rolled, Roller};
use crate::team::Roster;

/// One of the two fireteams of a roll.
#[derive(Clone, Copy)]
struct Clash {
    team: usize,
    handling: Handling,
}

impl<C: Chance, P: Players> Play<'_, Fireteams, C, P> {
    fn ask(&self, me: usize, ask: Ask) -> Action {
        self.players.choose(Knowledge::Fireteams(FireteamView::new(self.battle, self.state, me)), ask)
    }

    #[inline(always)]
    fn handling(&self, me: usize, acts: bool) -> Handling {
        match self.ask(me, Ask::Dice { acts }) {
            Action::Handle(handling) => handling,
            _ => Handling::default(),
        }
    }

    /// The same answer again. A player who follows a doctrine is asked once more: that takes less than keeping the answer.
    #[inline(always)]
    fn again(&self, Clash { team, handling }: Clash, acts: bool) -> Handling {
        if P::TRUSTED { self.handling(team, acts) } else { handling }
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

    /// The fireteams of a side still to act, a bit for each.
    #[inline]
    fn waiting(&self, side: Side) -> u8 {
        self.battle.up_of(self.state, side) & !self.state.acted
    }

    /// The side with the next go: this one, otherwise the other; none at the end of the turn (CX1-seq-2).
    #[inline]
    fn next_side(&self) -> Option<Side> {
        let sides = match self.battle.rules.cqb_exchange {
            Exchange::Alternate => [self.state.side, self.state.side.enemy()],
            Exchange::Contest => [self.battle.initiative; 2],
        };
        sides.into_iter().find(|&side| self.waiting(side) != 0)
    }

    /// The next fireteam to act.
    #[inline]
    fn next(&self) -> Option<usize> {
        let side = self.next_side()?;
        self.one_of(self.waiting(side), |first| match self.ask(first, Ask::Next) {
            Action::Name(team) => Some(team),
            _ => None,
        })
    }

    /// A fireteam's target of the enemy side (CX1-seq-2).
    #[inline]
    fn target(&self, me: usize, enemy: Side) -> Option<usize> {
        let enemies = self.battle.up_of(self.state, enemy);
        self.one_of(enemies, |_| match self.ask(me, Ask::Go { lot: None }) {
            Action::Attack(attack) => Some(attack.target),
            _ => None,
        })
    }

    /// One fireteam's side of a roll, without plot points and hitches; whether it is the players'.
    #[inline(always)]
    fn plain_roller(&self, me: Clash, other: Clash, players: bool) -> Roller {
        let battle = self.battle;
        Roller {
            limit: battle.rules.by_margin(0),
            numbers: if players { Read::Unread } else { me.handling.numbers() },
            keep: me.handling.keep,
            ..Roller::new(battle.pool(self.state, me.team, other.team))
        }
    }

    /// The same with them.
    fn roller(&self, me: Clash, other: Clash, players: bool) -> Roller {
        let (battle, points) = (self.battle, self.state.points);
        Roller {
            point: players && me.handling.saves && points > 0,
            spare: players && me.handling.buys && points > 0,
            hitches: players && battle.hitches(),
            ..self.plain_roller(me, other, players)
        }
    }

    /// A roll (CX1-seq-1), in which the players act or oppose.
    #[inline(always)]
    fn roll(&mut self, clash: ByRole<Clash>, acts: bool) -> Rolled {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let ByRole { actor, opposition } = clash;
        let riposte = rules.riposte || rules.cqb_exchange == Exchange::Contest;
        let plain = !riposte && self.state.points == 0 && !battle.hitches();
        let at = self.at(actor.team, purpose::ACTOR, 0);
        let (opposed, rolled) = if plain {
            let resists = battle.pool(self.state, opposition.team, actor.team);
            let opposed = Opposed::new(rules, self.plain_roller(actor, opposition, acts), Roller::new(resists));
            (opposed, opposed.roll_plainly(self.chance, at))
        } else {
            let (ours, theirs) = (self.roller(actor, opposition, acts), self.roller(opposition, actor, !acts));
            let opposed = Opposed { riposte, ..Opposed::new(rules, ours, theirs) };
            (opposed, opposed.roll(self.chance, at))
        };
        let at = FireteamScene { battle, state: self.state, turn: self.turn };
        self.chance.log(|| log::rolled(at, clash.map(|one| one.team), &opposed, &rolled));
        rolled
    }

    /// The next member in action of each fireteam takes the Hotseat (CX1-comp-2).
    fn next_hotseats(&mut self) {
        for (team, squadron) in self.state.teams.iter_mut().zip(&self.battle.teams) {
            let members = squadron.operators().len();
            let next = (1..=members).map(|step| (usize::from(team.hotseat) + step) % members);
            if let Some(next) = next.into_iter().find(|&member| team.harms[member].in_action()) {
                team.hotseat = next as u8;
            }
        }
    }

    /// After the harm of a roll: applies its hitches (CX1-comp-1), then ends the fight or the turn if it is over.
    fn after(&mut self, team: usize, hitched: Hitched) -> Option<Progress> {
        let (battle, turn) = (self.battle, self.turn);
        if let Some(die) = hitched.complication {
            let players = &mut self.state.teams[battle.place(team)];
            let seat = &mut players.harms[usize::from(players.hotseat)];
            if seat.in_action() {
                let before = seat.stress;
                seat.stress = before.harmed(die, battle.rules.floor());
                let (member, stress) = (players.hotseat, Change { before, after: seat.stress });
                battle.note(self.state, team);
                self.chance.log(|| log::stressed(turn, team, member, die, stress));
            }
            if hitched.point {
                let points = (self.state.points + 1).min(MOST_POINTS);
                self.state.points = points;
                self.chance.log(|| log::handed(turn, team, die, points));
            }
        }
        if let Some(ended) = self.verdict() {
            return Some(ended);
        }
        self.state.stage = FireteamStage::Go;
        if self.next_side().is_some() {
            return None;
        }
        debug_assert!(battle.is_noted(self.state), "what harm has made of a fireteam is noted");
        (self.state.stage, self.state.acted, self.state.side) = (FireteamStage::Begin, 0, battle.initiative);
        Some(self.withdrawal(battle.initiative).unwrap_or(Progress::RoundOver))
    }

    /// Plays the go of one fireteam.
    fn go(&mut self) -> Option<Progress> {
        let (battle, rules) = (self.battle, &self.battle.rules);
        let Some(actor) = self.next() else { return Some(Progress::RoundOver) };
        self.state.acted |= 1 << actor;
        let acts = battle.is_players(actor);
        let enemy = if acts { Side::Red } else { Side::Blue };
        self.state.side = enemy;
        let Some(opposition) = self.target(actor, enemy) else { return Some(Progress::RoundOver) };
        let clash = ByRole {
            actor: Clash { team: actor, handling: self.handling(actor, true) },
            opposition: Clash { team: opposition, handling: self.handling(opposition, false) },
        };
        let rolled = self.roll(clash, acts);
        self.state.points -= u8::from(rolled.spent);
        let (players, npcs) = if acts { (actor, opposition) } else { (opposition, actor) };
        let ours = if acts { clash.actor } else { clash.opposition };
        let complication = recover::complication(rules, rolled.hitches);
        let point = complication.is_some() && rolled.hitches < battle.pool(self.state, players, npcs).dice();
        // The points belong to the team: any fireteam may earn and spend them (clarification 17).
        let of_use = || {
            let handling = self.again(ours, acts);
            handling.saves | handling.buys || battle.spends_points()
        };
        let hitched = Hitched { complication, point: point && of_use() };
        let blue = match rolled.winner {
            Some(Role::Actor) => Some(acts),
            Some(Role::Opposition) => Some(!acts),
            None => None,
        };
        match blue {
            Some(true) if rolled.effects.dice > 0 => {
                self.harm_group(npcs, self.again(ours, acts), &rolled);
                self.after(players, hitched)
            }
            Some(false) if rolled.effects.dice > 0 => {
                let (by, team, effects) = (npcs as u8, players as u8, rolled.effects);
                if C::STEPWISE {
                    self.state.stage = FireteamStage::Strike { by, team, effects, hitched };
                    return None;
                }
                self.strikes(by, team, effects, hitched)
            }
            _ => self.after(players, hitched),
        }
    }

    /// Applies effect dice to an NPC fireteam, plus one bought with a plot point if it takes one more member out
    /// (CX0-15).
    fn harm_group(&mut self, npcs: usize, handling: Handling, rolled: &Rolled) {
        let (battle, turn) = (self.battle, self.turn);
        let before = *battle.group(self.state, npcs);
        let harmed = |dice: Pool| before.harmed(&battle.rules, handling, dice, Part::One);
        let mut dice = rolled.effects.sizes();
        let mut after = harmed(dice);
        // The last point may have been spent on the total.
        if let Some(die) = rolled.spare.filter(|_| self.state.points > 0) {
            let more = harmed(dice.with(die, 1));
            if more.qualities.dice() < after.qualities.dice() {
                (after, dice) = (more, dice.with(die, 1));
                self.state.points -= 1;
                let points = self.state.points;
                self.chance.log(|| log::bought(turn, npcs, die, points));
            }
        }
        self.state.groups[battle.place(npcs)] = after;
        battle.note(self.state, npcs);
        self.chance.log(|| log::group_harmed(turn, npcs, dice, Change { before: &before, after: &after }));
    }

    /// One step: a roll, or one effect die striking a member.
    fn step(&mut self) -> Option<Progress> {
        let battle = self.battle;
        match self.state.stage {
            FireteamStage::Begin => {
                self.state.turn += u16::from(battle.terms.counts);
                if battle.hitches() {
                    self.next_hotseats();
                }
                self.state.stage = FireteamStage::Go;
                self.go()
            }
            FireteamStage::Go => self.go(),
            FireteamStage::Strike { by, team, effects, hitched } => self.strikes(by, team, effects, hitched),
        }
    }

    /// Effect dice strike the members of a fireteam of players: all of them, or one if every step is wanted.
    fn strikes(&mut self, by: u8, team: u8, mut effects: Effects, hitched: Hitched) -> Option<Progress> {
        // A fireteam may strike more than once in a turn if the opposition may strike.
        let at = self.at(by.into(), purpose::NUMBER, self.state.acted.count_ones() as u16);
        let members = self.battle.teams[usize::from(team)].operators().len();
        while self.strike(team.into(), members, at, &mut effects) {
            if C::STEPWISE {
                self.state.stage = FireteamStage::Strike { by, team, effects, hitched };
                return None;
            }
        }
        self.after(team.into(), hitched)
    }

    /// Applies one effect die to a fireteam, which has this number of members. Returns whether another die follows.
    fn strike(&mut self, team: usize, members: usize, at: Address, effects: &mut Effects) -> bool {
        let (battle, turn) = (self.battle, self.turn);
        let at = at.further(u32::from(effects.dice) << 4);
        let Team { harms, numbers, up, .. } = &mut self.state.teams[battle.place(team)];
        let (left, before) = (effects.dice, *harms);
        let mut roster = Roster { numbers: *numbers, harms: &mut harms[..members] };
        let struck = roster.strike_at(&battle.rules, *up, effects, self.chance, at);
        let after = *harms;
        if let Some(member) = struck.and_then(|struck| struck.member) {
            battle.note_member(self.state, team, before[member], after[member]);
        }
        let harms = Change { before: &before, after: &after };
        self.chance.log(|| log::team_harmed(turn, team, struck, left, harms));
        struck.is_some() && effects.dice > 0
    }
}

impl<P: Players> Game for PlayedBattle<'_, Fireteams, P> {
    type State<D: Deck> = FireteamState;

    const STOPPED: u8 = ending::TURN_LIMIT;

    fn turn_limit(&self) -> u16 {
        self.battle.terms.turn_limit
    }

    fn start<D: Deck>(&self) -> FireteamState {
        self.battle.at_start()
    }

    fn deploy<C: Chance>(&self, state: &mut FireteamState, chance: &mut C) {
        (0..self.battle.teams.len()).for_each(|team| chance.log(|| log::begins(self.battle, state, team)));
        for (number, (team, squadron)) in (0_u8..).zip(state.teams.iter_mut().zip(&self.battle.teams)) {
            let at = Address::new(self.battle.terms.luck.of(number.into()), purpose::ORDER, 0);
            let members = squadron.operators().len();
            if team.numbers.shuffle(&self.battle.rules, members, chance, at) {
                let numbers = team.numbers;
                chance.log(|| log::shuffled(number.into(), numbers.order(members)));
            }
        }
    }

    fn advance<C: Chance>(&self, state: &mut FireteamState, chance: &mut C, turn: u16) -> Progress {
        let mut play = Play { battle: self.battle, state, chance, players: self.players, turn };
        loop {
            if let Some(progress) = play.step() {
                return progress;
            }
            if C::STEPWISE {
                // The solver works out the second roll once, whatever the first roll came to.
                return if play.state.stage == FireteamStage::Go { Progress::Again } else { Progress::Step };
            }
        }
    }

    fn measures<D: Deck>(&self, state: &FireteamState) -> [u16; MAX_MEASURES] {
        let battle = self.battle;
        let hurt = battle.of(Side::Blue).flat_map(|team| battle.harms(state, team)).filter(|harm| harm.is_hurt());
        let mut measures = [0; MAX_MEASURES];
        (measures[0], measures[1], measures[2]) =
            (battle.lost(state, Side::Blue), battle.lost(state, Side::Red), hurt.count() as u16);
        measures
    }
}
