//! The state of an assault, by how long each part of it lasts.

use engage::{BySide, Sightings};
use field::{Cell, Cloud, Doors, Facing, Figures, Standing};

use crate::action::Order;
use crate::figure::{Man, Pace};
use crate::grenade::Kit;
use crate::spot::Stance;

/// Figures of both sides, the VIP among them; hostages are numbered from here.
pub(crate) const FIGURES: usize = 32;
/// The most hostages.
pub(crate) const HOSTAGES: usize = 16;
/// Everybody.
pub(crate) const EVERYBODY: usize = FIGURES + HOSTAGES;
/// The most bombs (GGG-bomb-1).
pub(crate) const BOMBS: usize = 2;

/// Where, when and how a team last saw an enemy (GGG-map-2).
pub type Sighting = engage::Sighting<Looks>;

/// What a team sees of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// His pace, and whether he was hiding.
    pub stance: Stance,
    /// His wounds: dice for the effect of a shot are rolled openly.
    pub wounds: u8,
    /// Turns that he will be stunned, including this one: a counter shows them.
    pub stun: u8,
}

/// The state of a bomb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Charge {
    /// There is none.
    #[default]
    Absent,
    /// A figure has it.
    Carried(usize),
    /// It lies where its carrier fell.
    Lies(Cell),
    /// It ticks, and goes off at the end of a turn (GGG-bomb-3).
    Planted { cell: Cell, due: u16 },
    /// It has been made safe.
    Defused(Cell),
    /// It has gone off.
    Exploded,
}

/// What a team knows of a bomb; only Terrorists know how long it has to go (GGG-bomb-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KnownBomb {
    /// Nothing.
    #[default]
    Unknown,
    /// A figure of its own has it.
    Carried(usize),
    /// It lies somewhere.
    Lies(Cell),
    /// It ticks.
    Ticks(Cell),
    /// It has been made safe.
    Safe,
}

/// What a team's map shows besides enemies (GGG-gen-2, GGG-map-1, GGG-map-2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct TeamMap {
    /// Doors that it knows to be open.
    pub(crate) doors: Doors,
    /// Smoke that it has seen.
    pub(crate) smoke: Cloud,
    /// Where it last saw each hostage.
    pub(crate) hostages: [Option<Cell>; HOSTAGES],
    pub(crate) bombs: [KnownBomb; BOMBS],
    /// The turn in which it first knew each to tick; 0 if it does not.
    pub(crate) found: [u16; BOMBS],
}

impl Default for TeamMap {
    fn default() -> TeamMap {
        TeamMap {
            doors: Doors::SHUT,
            smoke: Cloud::EMPTY,
            hostages: [None; HOSTAGES],
            bombs: [KnownBomb::Unknown; BOMBS],
            found: [0; BOMBS],
        }
    }
}

/// The state that lasts the engagement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engagement {
    pub(crate) standing: Standing,
    pub(crate) doors: Doors,
    pub(crate) men: [Man; EVERYBODY],
    /// How each appears to others in this turn.
    pub(crate) stances: [Stance; EVERYBODY],
    pub(crate) facing: [Facing; FIGURES],
    pub(crate) kits: [Kit; FIGURES],
    /// Turns of work that each has done (GGG-bomb-5).
    pub(crate) work: [u16; FIGURES],
    /// The leader of each hostage.
    pub(crate) leader: [Option<u8>; HOSTAGES],
    /// Figures in action.
    pub(crate) up: Figures,
    /// Figures hit, even if only wounded; figures hit by Terrorists; figures put out of action by Terrorists
    /// (GGG-mis-5).
    pub(crate) hit: Figures,
    pub(crate) hit_by_terrorists: Figures,
    pub(crate) out_by_terrorists: Figures,
    /// Terrorists taken prisoner (GGG-mis-6).
    pub(crate) captured: Figures,
    /// Hostages who are safe, and hostages who are dead.
    pub(crate) rescued: Figures,
    pub(crate) dead: Figures,
    pub(crate) bombs: [Charge; BOMBS],
    /// Smoke.
    pub(crate) smoke: Cloud,
    /// Whether the VIP has reached the escape point.
    pub(crate) away: bool,
    /// Where the other team last saw each figure.
    pub(crate) known: Sightings<FIGURES, Looks>,
    /// Figures out of action as far as the other team knows.
    pub(crate) known_out: Figures,
    pub(crate) maps: BySide<TeamMap>,
}

impl Default for Engagement {
    fn default() -> Engagement {
        Engagement {
            standing: Standing::EMPTY,
            doors: Doors::SHUT,
            men: [Man::FRESH; EVERYBODY],
            stances: [Stance { pace: Pace::Stationary, hiding: false }; EVERYBODY],
            facing: [Facing::NORTH; FIGURES],
            kits: [Kit::default(); FIGURES],
            work: [0; FIGURES],
            leader: [None; HOSTAGES],
            up: Figures::NONE,
            hit: Figures::NONE,
            hit_by_terrorists: Figures::NONE,
            out_by_terrorists: Figures::NONE,
            captured: Figures::NONE,
            rescued: Figures::NONE,
            dead: Figures::NONE,
            bombs: [Charge::Absent; BOMBS],
            smoke: Cloud::EMPTY,
            away: false,
            known: Sightings::default(),
            known_out: Figures::NONE,
            maps: BySide::default(),
        }
    }
}

impl Engagement {
    /// Where somebody on the map stands.
    #[inline]
    pub(crate) fn at(&self, who: usize) -> Option<Cell> {
        self.standing.at(who)
    }

    /// Hostages who are on the map.
    #[inline]
    pub(crate) fn hostages(&self) -> Figures {
        self.standing.placed() - Figures::below(FIGURES)
    }

    /// A hostage's leader, as long as he is in action; without one it stays where it is (GGG-host-2, GGG-host-3).
    #[inline]
    pub(crate) fn leader(&self, hostage: usize) -> Option<usize> {
        let leader = self.leader[hostage - FIGURES].map(usize::from);
        leader.filter(|&leader| self.up.contains(leader))
    }

    /// Whether a figure leads a hostage.
    pub(crate) fn leads(&self, me: usize) -> bool {
        self.hostages().iter().any(|hostage| self.leader[hostage - FIGURES] == Some(me as u8))
    }
}

/// The state that lasts a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turn {
    pub(crate) orders: [Order; FIGURES],
    /// The enemies that each has spotted (GGG-see-7).
    pub(crate) seen: [Figures; FIGURES],
    /// Figures that any enemy has spotted.
    pub(crate) spotted: Figures,
    /// The direction from which each hears footsteps or voices, or is shot at (GGG-sound-1).
    pub(crate) hears: [Option<Facing>; FIGURES],
    /// The targets, and the figures that have fired and thrown.
    pub(crate) shot_at: Figures,
    pub(crate) fired: Figures,
    pub(crate) threw: Figures,
    /// Figures that have turned so far that a sniper's aim is lost (GGG-snipe-6).
    pub(crate) turned: Figures,
    /// Figures hit or stunned (GGG-bomb-5).
    pub(crate) shaken: Figures,
    /// Figures that have spoken to hostages since the others last listened (GGG-sound-2).
    pub(crate) spoke: Figures,
    /// Whether either side has killed a hostage since the mission was last checked.
    pub(crate) killed: BySide<bool>,
}

/// What is kept from the turn before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastTurn {
    /// The enemies that each had spotted.
    pub(crate) seen: [Figures; FIGURES],
    /// Figures that any enemy had spotted.
    pub(crate) spotted: Figures,
    /// The direction from which each heard somebody, or was shot at.
    pub(crate) heard: [Option<Facing>; FIGURES],
    pub(crate) shot_at: Figures,
    pub(crate) fired: Figures,
}

/// The state of an assault.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct State {
    pub(crate) game: Engagement,
    pub(crate) last: LastTurn,
    pub(crate) turn: Turn,
}

impl State {
    /// A turn begins.
    pub(crate) fn begin_turn(&mut self) {
        let Turn { seen, spotted, hears, shot_at, fired, .. } = self.turn;
        self.last = LastTurn { seen, spotted, heard: hears, shot_at, fired };
        self.turn = Turn::default();
    }

    /// Figures that the other team has seen in the last turn or since.
    #[inline]
    pub(crate) fn fresh(&self) -> Figures {
        self.last.spotted | self.turn.spotted
    }
}
