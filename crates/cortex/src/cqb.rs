//! A fight of fireteams in close quarters (CX1-seq-1, CX1-factor-4, CX1-comp-1, CX1-comp-2).

use chance::{Address, Chance, Deck, Die, Numbers as Read, Pool};
use engage::{Game, MAX_MEASURES, Progress};

use crate::die::Track;
use crate::group::{Group, Part};
use crate::options::{BreakAt, Exchange, Hitches, Party as Who};
use crate::purpose;
use crate::recover;
use crate::roll::{Effects, Opposed, Party, Role, Rolled};
use crate::rules::Rules;
use crate::team::{Harm, MOST, Numbers, Operator, injury_dice, leaders_die};

/// The players have won.
pub(crate) const PLAYERS_WIN: u8 = 0;
/// The umpire's side has.
pub(crate) const NPCS_WIN: u8 = 1;
/// The turn limit was reached.
pub(crate) const UNDECIDED: u8 = 2;

/// The most plot points that are kept.
const MOST_POINTS: u8 = 24;

/// One fireteam of players against one of others.
#[derive(Clone, Debug)]
pub(crate) struct Fireteams {
    pub(crate) rules: Rules,
    /// In roster order, the leader first.
    pub(crate) operators: Vec<Operator>,
    /// Their tracks at the start.
    pub(crate) harms: [Harm; MOST],
    pub(crate) team_assets: Pool,
    pub(crate) group: Group,
    pub(crate) npc_assets: Pool,
    pub(crate) initiative: Who,
    /// Plot points at the start, and whether they are spent on rolls that they save.
    pub(crate) points: u8,
    pub(crate) spends: bool,
    pub(crate) turn_limit: u16,
    /// Whether the state counts turns.
    pub(crate) counts: bool,
}

/// Where such a fight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    pub(crate) harms: [Harm; MOST],
    pub(crate) group: Group,
    numbers: Numbers,
    /// The member in the Hotseat, where it matters.
    hotseat: u8,
    points: u8,
    stage: Stage,
    /// Turns begun, where they are counted.
    pub(crate) turn: u16,
}

/// Where in its turn it stands: which roll comes, or effect dice of that roll that are yet to strike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Roll(u8),
    Strike { roll: u8, effects: Effects, hitched: Hitched },
}

/// What the hitches of a roll come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Hitched {
    complication: Option<Die>,
    /// Whether a plot point is handed over.
    point: bool,
}

impl Fireteams {
    fn members<'s>(&self, state: &'s Standing) -> &'s [Harm] {
        &state.harms[..self.operators.len()]
    }

    /// Members in action.
    pub(crate) fn up(&self, state: &Standing) -> u8 {
        self.members(state).iter().filter(|harm| harm.in_action()).count() as u8
    }

    /// CX1-factor-4.
    pub(crate) fn team_pool(&self, state: &Standing) -> Pool {
        let members = self.operators.iter().zip(&state.harms);
        let dice = members.filter(|(_, harm)| harm.in_action()).map(|(operator, _)| operator.die);
        let tactics = leaders_die(&self.rules, &self.operators, self.members(state));
        dice.chain(tactics).chain(state.group.complication).collect::<Pool>().and(self.team_assets)
    }

    fn npc_pool(&self, state: &Standing) -> Pool {
        state.group.qualities.and(self.npc_assets).and(injury_dice(&self.rules, self.members(state)))
    }

    fn hitches(&self) -> bool {
        self.rules.hitches != Hitches::Never
    }

    /// One roll of a turn (CX1-seq-1).
    fn roll<C: Chance>(&self, state: &Standing, roll: u8, chance: &mut C, at: Address) -> (Rolled, Who) {
        let rules = &self.rules;
        let point = self.spends && state.points > 0;
        let limit = rules.by_margin(0);
        let team = Party { pool: self.team_pool(state), limit, numbers: Read::Unread, point, hitches: self.hitches() };
        let npcs = Party { numbers: rules.shown(), ..Party::new(self.npc_pool(state)).limited(limit) };
        let first = (self.initiative == Who::Players) == (roll == 0);
        let (acts, actor, opposition) = if first { (Who::Players, team, npcs) } else { (Who::Npcs, npcs, team) };
        let riposte = rules.riposte || rules.cqb_exchange == Exchange::Contest;
        let rolled = Opposed { riposte, ..Opposed::new(rules, actor, opposition) }.roll(chance, at);
        (rolled, acts)
    }

    /// The next member in action takes the Hotseat (CX1-comp-2).
    fn next_hotseat(&self, state: &mut Standing) {
        let members = self.operators.len();
        let next = (1..=members).map(|step| (usize::from(state.hotseat) + step) % members);
        if let Some(next) = next.into_iter().find(|&member| state.harms[member].in_action()) {
            state.hotseat = next as u8;
        }
    }

    /// After the harm of a roll: its hitches (CX1-comp-1), then whether the fight is over.
    fn after(&self, state: &mut Standing, roll: u8, hitched: Hitched) -> Option<Progress> {
        let seat = &mut state.harms[usize::from(state.hotseat)];
        if let Some(die) = hitched.complication.filter(|_| seat.in_action()) {
            seat.stress = seat.stress.harmed(die, self.rules.floor());
        }
        if hitched.point && self.spends {
            state.points = (state.points + 1).min(MOST_POINTS);
        }
        let ended = |ending| Some(Progress::Ended { ending, begun: true });
        if state.group.qualities.is_empty() {
            return ended(PLAYERS_WIN);
        }
        if self.up(state) == 0 {
            return ended(NPCS_WIN);
        }
        let rolls = match self.rules.cqb_exchange {
            Exchange::Alternate => 2,
            Exchange::Contest => 1,
        };
        if roll + 1 < rolls {
            state.stage = Stage::Roll(roll + 1);
            return None;
        }
        state.stage = Stage::Roll(0);
        Some(self.broken(state).map_or(Progress::RoundOver, |ending| Progress::Ended { ending, begun: true }))
    }

    /// Who has lost at the end of a turn by withdrawal (clarification 14).
    fn broken(&self, state: &Standing) -> Option<u8> {
        let share = match self.rules.break_at {
            BreakAt::Never => return None,
            BreakAt::Half => 2,
            BreakAt::Third => 3,
        };
        let began = self.harms[..self.operators.len()].iter().filter(|harm| harm.in_action()).count() as u8;
        let players = self.up(state) * share <= began;
        let npcs = state.group.qualities.dice() * share <= self.group.qualities.dice();
        match (players, npcs) {
            (true, true) if self.initiative == Who::Npcs => Some(PLAYERS_WIN),
            (true, _) => Some(NPCS_WIN),
            (_, true) => Some(PLAYERS_WIN),
            _ => None,
        }
    }

    /// One step: a roll, or one effect die that strikes.
    fn step<C: Chance>(&self, state: &mut Standing, chance: &mut C, turn: u16) -> Option<Progress> {
        match state.stage {
            Stage::Roll(roll) => {
                if roll == 0 {
                    state.turn += u16::from(self.counts);
                    if self.hitches() {
                        self.next_hotseat(state);
                    }
                }
                let at = Address::in_round(roll, purpose::ACTOR, turn, 0);
                let dice = self.team_pool(state).dice();
                let (rolled, acts) = self.roll(state, roll, chance, at);
                state.points -= u8::from(rolled.spent);
                let complication = recover::complication(&self.rules, rolled.hitches);
                let point = complication.is_some() && self.spends && rolled.hitches < dice;
                let hitched = Hitched { complication, point };
                let winner = rolled.winner.map(|role| if role == Role::Actor { acts } else { other(acts) });
                match winner {
                    Some(Who::Players) if rolled.effects.dice > 0 => {
                        state.group = state.group.harmed(&self.rules, rolled.effects.sizes(), Part::One);
                        self.after(state, roll, hitched)
                    }
                    Some(Who::Npcs) if rolled.effects.dice > 0 => {
                        state.stage = Stage::Strike { roll, effects: rolled.effects, hitched };
                        None
                    }
                    _ => self.after(state, roll, hitched),
                }
            }
            Stage::Strike { roll, mut effects, hitched } => {
                let at = Address::in_round(roll, purpose::NUMBER, turn, u16::from(effects.dice) << 4);
                let members = self.operators.len();
                let numbers = state.numbers;
                if numbers.strike(&self.rules, &mut state.harms[..members], &mut effects, chance, at)
                    && effects.dice > 0
                {
                    state.stage = Stage::Strike { roll, effects, hitched };
                    return None;
                }
                self.after(state, roll, hitched)
            }
        }
    }
}

const fn other(who: Who) -> Who {
    match who {
        Who::Players => Who::Npcs,
        Who::Npcs => Who::Players,
    }
}

impl Game for Fireteams {
    type State<D: Deck> = Standing;

    const STOPPED: u8 = UNDECIDED;

    fn turn_limit(&self) -> u16 {
        self.turn_limit
    }

    fn start<D: Deck>(&self) -> Standing {
        Standing {
            harms: self.harms,
            group: self.group,
            numbers: Numbers::new(&self.harms),
            // So that the first in action is the next.
            hotseat: self.operators.len() as u8 - 1,
            points: self.points,
            stage: Stage::Roll(0),
            turn: 0,
        }
    }

    fn deploy<C: Chance>(&self, state: &mut Standing, chance: &mut C) {
        state.numbers.shuffle(&self.rules, self.operators.len(), chance, Address::new(0, purpose::ORDER, 0));
    }

    fn advance<C: Chance>(&self, state: &mut Standing, chance: &mut C, turn: u16) -> Progress {
        loop {
            if let Some(progress) = self.step(state, chance, turn) {
                return progress;
            }
            if C::STEPWISE {
                // What the second roll leads to is worked out once, from whichever first roll it comes.
                return if matches!(state.stage, Stage::Roll(_)) { Progress::Again } else { Progress::Step };
            }
        }
    }

    fn measures<D: Deck>(&self, state: &Standing) -> [u16; MAX_MEASURES] {
        let began = self.harms[..self.operators.len()].iter().filter(|harm| harm.in_action()).count() as u8;
        let lost = began - self.up(state);
        let removed = self.group.qualities.dice() - state.group.qualities.dice();
        let mut measures = [0; MAX_MEASURES];
        (measures[0], measures[1]) = (lost.into(), removed.into());
        measures
    }
}

/// Somebody who is not there.
pub(crate) const NOBODY: Harm = Harm { trauma: Track::Out, stress: Track::None };

#[cfg(test)]
mod tests {
    use engage::{Outcome, game};

    use super::*;
    use crate::options::{Hitches, InjuryDice};

    fn fight(rules: Rules) -> Fireteams {
        let mut harms = [NOBODY; MOST];
        harms[..2].fill(Harm::default());
        let operator = |tactics| Operator { die: Die::D8, tactics };
        Fireteams {
            rules,
            operators: vec![operator(Some(Die::D6)), operator(None)],
            harms,
            team_assets: Pool::EMPTY,
            group: Group { qualities: Pool::EMPTY.with(Die::D6, 2).with(Die::D8, 1), complication: None },
            npc_assets: Pool::EMPTY,
            initiative: Who::Players,
            points: 0,
            spends: false,
            turn_limit: 2,
            counts: false,
        }
    }

    /// CX1-seq-1: sampled fights end as often as the exact solution says, and play does not allocate.
    #[test]
    fn cx1_seq_1_sampled_against_exact() {
        let contest = Rules { cqb_exchange: Exchange::Contest, hitches: Hitches::Always, ..Rules::default() };
        let highest = Rules { injury_dice: InjuryDice::Highest, riposte: true, ..Rules::default() };
        for rules in [Rules::default(), contest, highest] {
            let fight = fight(rules);
            let odds = game::exact(&fight, 1_000_000).expect("few states");
            let mut outcomes = vec![Outcome::default(); 200_000];
            let allocations = testkit::allocations(|| game::play(&fight, 7, 0, &mut outcomes));
            assert_eq!(allocations, 0);
            let cells = odds
                .outcomes
                .iter()
                .map(|(outcome, share)| (outcomes.iter().filter(|&other| other == outcome).count() as u64, *share));
            testkit::sampling::distribution(cells, outcomes.len() as u64).expect("the same");
        }
    }

    /// An engagement is the same in whatever block it is played.
    #[test]
    fn blocks_of_engagements_do_not_matter() {
        let fight = fight(Rules::default());
        let (mut whole, mut parts) = (vec![Outcome::default(); 300], vec![Outcome::default(); 300]);
        game::play(&fight, 3, 0, &mut whole);
        let (first, rest) = parts.split_at_mut(123);
        game::play(&fight, 3, 0, first);
        game::play(&fight, 3, 123, rest);
        assert_eq!(whole, parts);
    }
}
