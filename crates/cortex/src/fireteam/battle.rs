//! A compiled fight of fireteams: its fireteams and their starting states.

use chance::Pool;
use engage::Side;

use crate::fight::Terms;
use crate::group::Group;
use crate::player::doctrine::Doctrine;
use crate::rules::Rules;
use crate::team::{Harm, MOST, Numbers, Operator};

/// The most fireteams of a side.
pub(crate) const MOST_TEAMS: usize = 4;

/// Fireteams of players against others.
#[derive(Clone, Debug)]
pub(crate) struct Fireteams {
    pub(crate) rules: Rules,
    /// The players' fireteams, which are blue, then the umpire's in listing order.
    pub(crate) teams: Vec<Squadron>,
    /// How many of them are the players'.
    pub(crate) players: usize,
    /// The side with the initiative (CX1-seq-1).
    pub(crate) initiative: Side,
    pub(crate) terms: Terms,
}

/// A fireteam.
#[derive(Clone, Debug)]
pub(crate) struct Squadron {
    pub(crate) members: Members,
    /// Its assets, including a tech asset (CX1-factor-2, CX1-factor-3).
    pub(crate) assets: Pool,
    pub(crate) doctrine: Doctrine,
}

/// The members of a fireteam.
#[derive(Clone, Debug)]
pub(crate) enum Members {
    /// Players, in roster order, the leader first (CX1-pc-1).
    Operators(Vec<Operator>, Numbers, [Harm; MOST]),
    /// Others (CX1-npc-1).
    Npcs(Group),
}

impl Squadron {
    /// Its side: players are blue.
    pub(crate) const fn side(&self) -> Side {
        match self.members {
            Members::Operators(..) => Side::Blue,
            Members::Npcs(_) => Side::Red,
        }
    }

    /// Its operators; none of the umpire's.
    pub(crate) fn operators(&self) -> &[Operator] {
        match &self.members {
            Members::Operators(operators, ..) => operators,
            Members::Npcs(_) => &[],
        }
    }

    /// Members in action at the start.
    pub(super) fn began(&self) -> u8 {
        match &self.members {
            Members::Operators(operators, _, harms) => {
                harms[..operators.len()].iter().filter(|harm| harm.in_action()).count() as u8
            }
            Members::Npcs(group) => group.qualities.dice(),
        }
    }
}

impl Fireteams {
    /// Whether any of the players' fireteams spends plot points.
    pub(crate) fn spends_points(&self) -> bool {
        self.teams[..self.players].iter().any(|team| team.doctrine.spends_points())
    }
}
