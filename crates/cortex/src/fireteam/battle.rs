//! A fight of fireteams as compiled: who they are and how they begin.

use chance::Pool;
use engage::{BySide, Side};

use crate::group::Group;
use crate::options::BreakAt;
use crate::player::doctrine::Doctrine;
use crate::rules::Rules;
use crate::team::{Harm, MOST, Numbers, Operator};

/// The most fireteams of a side.
pub(crate) const MOST_TEAMS: usize = 4;

/// Fireteams of players against others.
#[derive(Clone, Debug)]
pub(crate) struct Fireteams {
    pub(crate) rules: Rules,
    /// The players' fireteams, which are blue, then the others in listing order.
    pub(crate) teams: Vec<Squadron>,
    /// By which number each fireteam draws luck.
    pub(crate) luck: engage::LuckNumbers,
    /// How many of them are the players'.
    pub(crate) players: usize,
    /// The side with the initiative (CX1-seq-1).
    pub(crate) initiative: Side,
    /// The players' plot points at the start (CX0-15).
    pub(crate) points: u8,
    /// When a side withdraws (clarification 14).
    pub(crate) breaks: BySide<BreakAt>,
    pub(crate) turn_limit: u16,
    /// Whether the state counts turns.
    pub(crate) counts: bool,
}

/// A fireteam.
#[derive(Clone, Debug)]
pub(crate) struct Squadron {
    pub(crate) body: Body,
    /// Its assets, a tech asset among them (CX1-factor-2, CX1-factor-3).
    pub(crate) assets: Pool,
    pub(crate) doctrine: Doctrine,
}

/// What a fireteam consists of.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// Players, in roster order, the leader first (CX1-pc-1).
    Operators(Vec<Operator>, Numbers, [Harm; MOST]),
    /// Others (CX1-npc-1).
    Npcs(Group),
}

impl Squadron {
    /// Its side: players are blue.
    pub(crate) const fn side(&self) -> Side {
        match self.body {
            Body::Operators(..) => Side::Blue,
            Body::Npcs(_) => Side::Red,
        }
    }

    /// Its operators; none of the umpire's.
    pub(crate) fn operators(&self) -> &[Operator] {
        match &self.body {
            Body::Operators(operators, ..) => operators,
            Body::Npcs(_) => &[],
        }
    }

    /// Members in action at the start.
    fn members(&self) -> u8 {
        match &self.body {
            Body::Operators(operators, _, harms) => {
                harms[..operators.len()].iter().filter(|harm| harm.in_action()).count() as u8
            }
            Body::Npcs(group) => group.qualities.dice(),
        }
    }
}

impl Fireteams {
    /// Whether any of the players' fireteams spends plot points.
    pub(crate) fn spends_points(&self) -> bool {
        self.teams[..self.players].iter().any(|team| team.doctrine.spends_points())
    }

    /// Members of a side in action at the start.
    pub(crate) fn began(&self, side: Side) -> u8 {
        self.teams.iter().filter(|team| team.side() == side).map(Squadron::members).sum()
    }
}
