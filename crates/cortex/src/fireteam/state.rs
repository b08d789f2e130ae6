//! Where a fight of fireteams stands, and what everybody rolls (CX1-factor-4).

use chance::{Die, Numbers as Read, Pool};
use engage::Side;

use super::battle::{Body, Fireteams, MOST_TEAMS};
use crate::group::Group;
use crate::options::Hitches;
use crate::roll::Effects;
use crate::team::{Harm, MOST, Numbers, Operator, in_action, injury_dice, leaders_die};

/// The most plot points that are kept.
pub(crate) const MOST_POINTS: u8 = 24;

/// Somebody who is not there.
pub(crate) const NOBODY: Harm = Harm { trauma: crate::die::Track::Out, stress: crate::die::Track::None };

/// Where a fireteam of players stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Team {
    pub(crate) harms: [Harm; MOST],
    /// Who of them is in action, a bit for each; by their harm, as is what follows.
    up: u8,
    /// What they roll, drawbacks of the other side apart.
    own: Pool,
    /// What they add to the pool of the other side (CX1-factor-1).
    injuries: Pool,
    pub(super) numbers: Numbers,
    /// The member in the Hotseat, where it matters.
    pub(super) hotseat: u8,
}

/// Where a fight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FireteamState {
    /// The players' fireteams.
    pub(crate) teams: [Team; MOST_TEAMS],
    /// The others.
    pub(crate) groups: [Group; MOST_TEAMS],
    pub(crate) points: u8,
    /// Fireteams with a member in action, a bit for each.
    up: u8,
    /// Fireteams that have had their go in this turn, a bit for each.
    pub(crate) acted: u8,
    /// Whose go it is.
    pub(super) side: Side,
    pub(super) stage: Stage,
    /// Turns begun, where they are counted.
    pub(crate) turn: u16,
}

/// Where in its turn it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// A turn begins.
    Begin,
    /// The next roll comes.
    Go,
    /// Effect dice of a roll are yet to strike a fireteam of players.
    Strike { by: u8, team: u8, shown: Read, effects: Effects, hitched: Hitched },
}

/// What the hitches of a roll come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hitched {
    pub(super) complication: Option<Die>,
    /// Whether a plot point is handed over.
    pub(super) point: bool,
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

    /// Those of the other side.
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
    pub(super) const fn standing_of(&self, state: &FireteamState, side: Side) -> u8 {
        let players = (1 << self.players) - 1;
        state.up & if matches!(side, Side::Blue) { players } else { !players }
    }

    /// Notes what harm to a fireteam has made of it: who is in action, what they roll and what they add to the pool of the other side.
    pub(super) fn note(&self, state: &mut FireteamState, team: usize) {
        let place = self.place(team);
        let stands = match &self.teams[team].body {
            Body::Operators(operators, ..) => {
                let noted = &mut state.teams[place];
                let harms = &noted.harms[..operators.len()];
                let up = in_action(harms);
                if up != noted.up {
                    (noted.up, noted.own) = (up, self.operators_pool(operators, harms));
                }
                noted.injuries = injury_dice(&self.rules, harms);
                up != 0
            }
            Body::Npcs(_) => !state.groups[place].qualities.is_empty(),
        };
        state.up = state.up & !(1 << team) | u8::from(stands) << team;
    }

    /// Whether what harm has made of every fireteam is noted.
    pub(super) fn is_noted(&self, state: &FireteamState) -> bool {
        let mut again = *state;
        again.teams.iter_mut().for_each(|team| team.up = 0);
        (0..self.teams.len()).for_each(|team| self.note(&mut again, team));
        again == *state
    }

    /// Members of a side in action.
    pub(crate) fn side_up(&self, state: &FireteamState, side: Side) -> u8 {
        self.of(side).map(|team| self.up(state, team)).sum()
    }

    /// The fireteams of a side by number.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = usize> + Clone + use<> {
        match side {
            Side::Blue => 0..self.players,
            Side::Red => self.players..self.teams.len(),
        }
    }

    /// What operators roll, but for assets and drawbacks: those who are out bring nothing (CX1-pc-4, CX1-factor-4).
    fn operators_pool(&self, operators: &[Operator], harms: &[Harm]) -> Pool {
        let members = operators.iter().zip(harms).filter(|(_, harm)| harm.in_action());
        let leaders = leaders_die(&self.rules, operators, harms);
        members.fold(leaders.into(), |pool: Pool, (operator, _)| pool.with(operator.die, 1))
    }

    /// What a fireteam, which is treated as one character (CX1-scope-3), rolls, but for the drawbacks of the other.
    #[inline]
    fn own_pool(&self, state: &FireteamState, team: usize) -> Pool {
        let own = match self.side(team) {
            Side::Blue => state.teams[self.place(team)].own,
            Side::Red => self.group(state, team).qualities,
        };
        own.and(self.teams[team].assets)
    }

    /// The drawbacks of a fireteam in the pool of the other (CX1-factor-1, CX1-harm-7).
    #[inline]
    fn drawbacks(&self, state: &FireteamState, team: usize) -> Pool {
        match self.side(team) {
            Side::Blue => state.teams[self.place(team)].injuries,
            Side::Red => self.group(state, team).complication.into(),
        }
    }

    /// What a fireteam rolls against another (CX1-factor-4).
    pub(crate) fn pool(&self, state: &FireteamState, team: usize, against: usize) -> Pool {
        self.own_pool(state, team).and(self.drawbacks(state, against))
    }

    pub(super) fn hitches(&self) -> bool {
        self.rules.hitches != Hitches::Never
    }

    /// How it begins.
    pub(crate) fn standing(&self) -> FireteamState {
        let harms = [NOBODY; MOST];
        let (own, injuries, numbers) = (Pool::EMPTY, Pool::EMPTY, Numbers::ROSTER);
        let mut teams = [Team { harms, up: 0, own, injuries, numbers, hotseat: 0 }; MOST_TEAMS];
        let mut groups = [Group::NOBODY; MOST_TEAMS];
        for (number, squadron) in self.teams.iter().enumerate() {
            let place = self.place(number);
            match &squadron.body {
                Body::Operators(operators, numbers, harms) => {
                    // So that the first in action is the next.
                    let hotseat = operators.len() as u8 - 1;
                    teams[place] = Team { harms: *harms, numbers: *numbers, hotseat, ..teams[place] };
                }
                Body::Npcs(group) => groups[place] = *group,
            }
        }
        let (side, stage) = (self.initiative, Stage::Begin);
        let mut state = FireteamState { teams, groups, points: self.points, up: 0, acted: 0, side, stage, turn: 0 };
        (0..self.teams.len()).for_each(|team| self.note(&mut state, team));
        state
    }
}
