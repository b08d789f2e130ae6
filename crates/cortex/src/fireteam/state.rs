//! Where a fight of fireteams stands, and what everybody rolls (CX1-factor-4).

use chance::{Die, Numbers as Read, Pool};
use engage::Side;

use super::battle::{Body, Fireteams, MOST_TEAMS};
use crate::group::Group;
use crate::options::Hitches;
use crate::roll::Effects;
use crate::team::{Harm, MOST, Numbers, injury_dice, leaders_die};

/// The most plot points that are kept.
pub(crate) const MOST_POINTS: u8 = 24;

/// Somebody who is not there.
pub(crate) const NOBODY: Harm = Harm { trauma: crate::die::Track::Out, stress: crate::die::Track::None };

/// Where a fireteam of players stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Team {
    pub(crate) harms: [Harm; MOST],
    pub(super) numbers: Numbers,
    /// The member in the Hotseat, where it matters.
    pub(super) hotseat: u8,
}

/// Where a fight stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Standing {
    /// The players' fireteams.
    pub(crate) teams: [Team; MOST_TEAMS],
    /// The others.
    pub(crate) groups: [Group; MOST_TEAMS],
    pub(crate) points: u8,
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
    pub(super) fn place(&self, team: usize) -> usize {
        team - if self.teams[team].side() == Side::Red { self.players } else { 0 }
    }

    /// The tracks of a fireteam of players.
    pub(crate) fn harms<'s>(&self, state: &'s Standing, team: usize) -> &'s [Harm] {
        &state.teams[self.place(team)].harms[..self.teams[team].operators().len()]
    }

    /// Those of the other side.
    pub(crate) fn group<'s>(&self, state: &'s Standing, team: usize) -> &'s Group {
        &state.groups[self.place(team)]
    }

    /// Members of a fireteam in action.
    pub(crate) fn up(&self, state: &Standing, team: usize) -> u8 {
        match self.teams[team].side() {
            Side::Blue => self.harms(state, team).iter().filter(|harm| harm.in_action()).count() as u8,
            Side::Red => self.group(state, team).qualities.dice(),
        }
    }

    /// Members of a side in action.
    pub(crate) fn side_up(&self, state: &Standing, side: Side) -> u8 {
        self.of(side).map(|team| self.up(state, team)).sum()
    }

    /// The fireteams of a side by number.
    pub(crate) fn of(&self, side: Side) -> impl Iterator<Item = usize> + Clone + use<> {
        match side {
            Side::Blue => 0..self.players,
            Side::Red => self.players..self.teams.len(),
        }
    }

    /// What a fireteam, which is treated as one character (CX1-scope-3), rolls, but for the drawbacks of the other: those who are out
    /// bring nothing (CX1-pc-4, CX1-factor-4).
    fn own_pool(&self, state: &Standing, team: usize) -> Pool {
        let squadron = &self.teams[team];
        let own: Pool = match &squadron.body {
            Body::Operators(operators, ..) => {
                let harms = self.harms(state, team);
                let members = operators.iter().zip(harms).filter(|(_, harm)| harm.in_action());
                members.fold(leaders_die(&self.rules, operators, harms).into(), |pool: Pool, (operator, _)| {
                    pool.with(operator.die, 1)
                })
            }
            Body::Npcs(_) => self.group(state, team).qualities,
        };
        own.and(squadron.assets)
    }

    /// The drawbacks of a fireteam in the pool of the other (CX1-factor-1, CX1-harm-7).
    fn drawbacks(&self, state: &Standing, team: usize) -> Pool {
        match self.teams[team].side() {
            Side::Blue => injury_dice(&self.rules, self.harms(state, team)),
            Side::Red => self.group(state, team).complication.into(),
        }
    }

    /// What a fireteam rolls against another (CX1-factor-4).
    pub(crate) fn pool(&self, state: &Standing, team: usize, against: usize) -> Pool {
        self.own_pool(state, team).and(self.drawbacks(state, against))
    }

    pub(super) fn hitches(&self) -> bool {
        self.rules.hitches != Hitches::Never
    }

    /// How it begins.
    pub(crate) fn standing(&self) -> Standing {
        let nobody = [NOBODY; MOST];
        let mut teams = [Team { harms: nobody, numbers: Numbers::new(&nobody), hotseat: 0 }; MOST_TEAMS];
        let mut groups = [Group::NOBODY; MOST_TEAMS];
        for (number, squadron) in self.teams.iter().enumerate() {
            let place = self.place(number);
            match &squadron.body {
                Body::Operators(operators, numbers, harms) => {
                    // So that the first in action is the next.
                    let hotseat = operators.len() as u8 - 1;
                    teams[place] = Team { harms: *harms, numbers: *numbers, hotseat };
                }
                Body::Npcs(group) => groups[place] = *group,
            }
        }
        let (side, stage) = (self.initiative, Stage::Begin);
        Standing { teams, groups, points: self.points, acted: 0, side, stage, turn: 0 }
    }
}
