//! The state of a fight of fireteams, and its pools (CX1-factor-4).

use chance::{Die, Pool};
use engage::Side;

use super::battle::{Fireteams, MOST_TEAMS, Members, Squadron};
use crate::fight::{Fight, Terms};
use crate::group::Group;
use crate::options::Hitches;
use crate::roll::Effects;
use crate::team::{Harm, MOST, Numbers, Operator, in_action, injury_dice, injury_dice_after, leaders_die};

/// The most plot points that are kept.
pub(crate) const MOST_POINTS: u8 = 24;

/// The harm of a member that does not exist.
pub(crate) const NOBODY: Harm = Harm { trauma: crate::die::Track::Out, stress: crate::die::Track::None };

/// The state of a fireteam of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Team {
    pub(crate) harms: [Harm; MOST],
    /// Members in action, a bit for each, which follows from the harm.
    pub(super) up: u8,
    pub(super) numbers: Numbers,
    /// The member in the Hotseat, where it matters.
    pub(super) hotseat: u8,
}

/// The dice that a fireteam brings to a roll, which follow from its harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Brought {
    /// Its pool with its assets, without the drawbacks of the other side. It rolls as one character (CX1-scope-3).
    own: Pool,
    /// Its drawbacks in the pool of the other side (CX1-factor-1, CX1-harm-7).
    drawbacks: Pool,
}

/// The state of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FireteamState {
    /// The players' fireteams.
    pub(crate) teams: [Team; MOST_TEAMS],
    /// The others.
    pub(crate) groups: [Group; MOST_TEAMS],
    /// The dice of every fireteam by its number.
    dice: [Brought; 2 * MOST_TEAMS],
    pub(crate) points: u8,
    /// Fireteams with a member in action, a bit for each.
    up: u8,
    /// Fireteams that have acted in this turn, a bit for each.
    pub(crate) acted: u8,
    /// Whose go it is.
    pub(super) side: Side,
    pub(super) stage: FireteamStage,
    /// Turns begun, where they are counted.
    pub(crate) turn: u16,
}

/// The stage of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FireteamStage {
    /// A turn begins.
    Begin,
    /// The next roll follows.
    Go,
    /// Effect dice of a roll have still to strike a fireteam of players.
    Strike { by: u8, team: u8, effects: Effects, hitched: Hitched },
}

/// The result of a roll's hitches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hitched {
    pub(super) complication: Option<Die>,
    /// Whether a plot point is handed over.
    pub(super) point: bool,
}

impl Fight for Fireteams {
    type State = FireteamState;

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    fn began(&self, side: Side) -> u8 {
        self.teams.iter().filter(|team| team.side() == side).map(Squadron::began).sum()
    }

    fn members(&self, state: &FireteamState, side: Side) -> u8 {
        self.of(side).map(|team| self.up(state, team)).sum()
    }

    #[inline]
    fn is_up(&self, state: &FireteamState, side: Side) -> bool {
        self.up_of(state, side) != 0
    }
}

impl Fireteams {
    /// The place of a fireteam among those of its side.
    pub(super) const fn place(&self, team: usize) -> usize {
        team - if self.is_players(team) { 0 } else { self.players }
    }

    /// Its side.
    #[inline]
    pub(super) const fn side(&self, team: usize) -> Side {
        if self.is_players(team) { Side::Blue } else { Side::Red }
    }

    /// Whether a fireteam is the players': they come first.
    #[inline]
    pub(super) const fn is_players(&self, team: usize) -> bool {
        team < self.players
    }

    /// The tracks of a fireteam of players.
    pub(crate) fn harms<'s>(&self, state: &'s FireteamState, team: usize) -> &'s [Harm] {
        &state.teams[self.place(team)].harms[..self.teams[team].operators().len()]
    }

    /// The members of one of the umpire's fireteams.
    pub(crate) fn group<'s>(&self, state: &'s FireteamState, team: usize) -> &'s Group {
        &state.groups[self.place(team)]
    }

    /// Members of a fireteam in action.
    pub(crate) fn up(&self, state: &FireteamState, team: usize) -> u8 {
        match self.side(team) {
            Side::Blue => state.teams[self.place(team)].up.count_ones() as u8,
            Side::Red => self.group(state, team).qualities.dice(),
        }
    }

    /// A side's fireteams with a member in action, a bit for each.
    #[inline]
    pub(super) const fn up_of(&self, state: &FireteamState, side: Side) -> u8 {
        let players = (1 << self.players) - 1;
        state.up & if matches!(side, Side::Blue) { players } else { !players }
    }

    /// Updates what follows from a fireteam's harm: its members in action and its dice.
    pub(super) fn note(&self, state: &mut FireteamState, team: usize) {
        let (squadron, place, brought) = (&self.teams[team], self.place(team), &mut state.dice[team]);
        let stands = match &squadron.members {
            Members::Operators(operators, ..) => {
                let noted = &mut state.teams[place];
                let harms = &noted.harms[..operators.len()];
                let up = in_action(harms);
                if up != noted.up {
                    noted.up = up;
                    brought.own = self.operators_pool(operators, harms).and(squadron.assets);
                }
                brought.drawbacks = injury_dice(&self.rules, harms);
                up != 0
            }
            Members::Npcs(_) => {
                let Group { qualities, complication } = state.groups[place];
                *brought = Brought { own: qualities.and(squadron.assets), drawbacks: complication.into() };
                !qualities.is_empty()
            }
        };
        state.up = state.up & !(1 << team) | u8::from(stands) << team;
    }

    /// The same after harm to one member in action.
    #[inline]
    pub(super) fn note_member(&self, state: &mut FireteamState, team: usize, before: Harm, after: Harm) {
        match injury_dice_after(&self.rules, state.dice[team].drawbacks, before, after) {
            Some(drawbacks) => state.dice[team].drawbacks = drawbacks,
            None => self.note(state, team),
        }
    }

    /// Whether every fireteam is up to date with its harm.
    pub(super) fn is_noted(&self, state: &FireteamState) -> bool {
        let mut again = *state;
        again.teams.iter_mut().for_each(|team| team.up = 0);
        (0..self.teams.len()).for_each(|team| self.note(&mut again, team));
        again == *state
    }

    /// The fireteams of a side by number.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = usize> + Clone + use<> {
        match side {
            Side::Blue => 0..self.players,
            Side::Red => self.players..self.teams.len(),
        }
    }

    /// The pool of operators without assets and drawbacks; members out of action add nothing (CX1-pc-4, CX1-factor-4).
    fn operators_pool(&self, operators: &[Operator], harms: &[Harm]) -> Pool {
        let members = operators.iter().zip(harms).filter(|(_, harm)| harm.in_action());
        let leaders = leaders_die(&self.rules, operators, harms);
        members.fold(leaders.into(), |pool: Pool, (operator, _)| pool.with(operator.die, 1))
    }

    /// A fireteam's pool against another (CX1-factor-4).
    #[inline(always)]
    pub(crate) fn pool(&self, state: &FireteamState, team: usize, against: usize) -> Pool {
        state.dice[team].own.and(state.dice[against].drawbacks)
    }

    pub(super) fn hitches(&self) -> bool {
        self.rules.hitches != Hitches::Never
    }

    /// The state at the start.
    pub(crate) fn at_start(&self) -> FireteamState {
        let harms = [NOBODY; MOST];
        let mut teams = [Team { harms, up: 0, numbers: Numbers::ROSTER, hotseat: 0 }; MOST_TEAMS];
        let mut groups = [Group::NOBODY; MOST_TEAMS];
        for (number, squadron) in self.teams.iter().enumerate() {
            let place = self.place(number);
            match &squadron.members {
                Members::Operators(operators, numbers, harms) => {
                    // The first member in action is then the next.
                    let hotseat = operators.len() as u8 - 1;
                    teams[place] = Team { harms: *harms, numbers: *numbers, hotseat, ..teams[place] };
                }
                Members::Npcs(group) => groups[place] = *group,
            }
        }
        let dice = [Brought { own: Pool::EMPTY, drawbacks: Pool::EMPTY }; 2 * MOST_TEAMS];
        let (side, stage) = (self.initiative, FireteamStage::Begin);
        let mut state =
            FireteamState { teams, groups, dice, points: self.terms.points, up: 0, acted: 0, side, stage, turn: 0 };
        (0..self.teams.len()).for_each(|team| self.note(&mut state, team));
        state
    }
}
