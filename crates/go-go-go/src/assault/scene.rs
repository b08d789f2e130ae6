//! The state of an assault: who stands where and how, what each team knows, hostages, bombs, smoke.

use engage::{Side, among, bits};
use field::{Cell, CellSet, Doors, Facing, Figures, Plan, Standing};

use crate::figure::{Man, Pace};
use crate::grenade::Grenade;
use crate::spot::Stance;

/// Figures of both sides, the VIP among them; hostages are numbered from here.
pub(crate) const FIGURES: usize = 32;
/// The most hostages.
pub(crate) const HOSTAGES: usize = 16;
/// Everybody.
pub(crate) const EVERYBODY: usize = FIGURES + HOSTAGES;
/// The most bombs (GGG-bomb-1).
pub(crate) const BOMBS: usize = 2;
/// Nobody, where a figure's number may stand.
pub(crate) const NOBODY: u8 = u8::MAX;
/// No goal.
pub(crate) const NOWHERE: u8 = u8::MAX;

/// Grenades that a figure carries, by kind as a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kit(u8);

impl Kit {
    pub(crate) fn of(grenades: &[Grenade]) -> Kit {
        Kit(grenades.iter().fold(0, |all, &grenade| all | 1 << grenade as u8))
    }

    pub(crate) const fn has(self, grenade: Grenade) -> bool {
        self.0 >> grenade as u8 & 1 == 1
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn spend(&mut self, grenade: Grenade) {
        self.0 &= !(1 << grenade as u8);
    }
}

/// Where a team last saw an enemy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighting {
    pub(crate) cell: Cell,
    /// The turn.
    pub(crate) turn: u16,
}

/// What has become of a bomb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charge {
    /// There is none.
    Absent,
    /// A figure has it.
    Carried(u8),
    /// It lies where its carrier fell.
    Lies(Cell),
    /// It ticks, and goes off at the end of a turn (GGG-bomb-3).
    Planted { cell: Cell, due: u16 },
    /// It has been made safe.
    Defused,
    /// It has gone off.
    Exploded,
}

/// What a figure does in a turn besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// It fires if it may and sees anybody; a sniper aims or reloads.
    Fire,
    /// It throws a grenade.
    Throw { grenade: Grenade, aim: Cell },
    /// It plants the bomb that it carries.
    Plant,
    /// It defuses a bomb, by number.
    Defuse(u8),
}

/// Where a figure is ordered to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It stays.
    Stays,
    /// Along the way to a goal, no further than this many thousandths of an inch before it.
    Goal { goal: u8, short: u32 },
    /// Straight to somebody or something, by a search of its own.
    To(Cell),
}

/// A figure's order for a turn (GGG-seq-1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) pace: Pace,
    pub(crate) way: Way,
    pub(crate) act: Act,
}

impl Order {
    /// Stays, and fires at what it sees.
    pub(crate) const STAY: Order = Order { pace: Pace::Stationary, way: Way::Stays, act: Act::Fire };

    pub(crate) const fn doing(act: Act) -> Order {
        Order { act, ..Order::STAY }
    }
}

/// What changes in an assault.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) standing: Standing,
    pub(crate) doors: Doors,
    pub(crate) men: [Man; EVERYBODY],
    pub(crate) orders: [Order; FIGURES],
    /// How each looks in this turn.
    pub(crate) stances: [Stance; EVERYBODY],
    pub(crate) facing: [Facing; FIGURES],
    /// The enemies that each has spotted in this turn, by bit (GGG-see-7).
    pub(crate) seen: [u32; FIGURES],
    /// Those of the turn before.
    pub(crate) saw: [u32; FIGURES],
    /// What the other team knows of each, as its map would have it (GGG-gen-2, GGG-map-1, GGG-map-2).
    pub(crate) known: [Option<Sighting>; FIGURES],
    /// Who is shot at in this turn, and was in the one before, by bit.
    pub(crate) shot_at: u32,
    pub(crate) shot_before: u32,
    /// Whence each hears footsteps or voices, or is shot at, in this turn, and heard or was in the one before (GGG-sound-1).
    pub(crate) hears: [Option<Facing>; FIGURES],
    pub(crate) heard: [Option<Facing>; FIGURES],
    /// Figures in action, by bit.
    pub(crate) up: u32,
    /// Who has fired, and thrown, in this turn, by bit.
    pub(crate) fired: u32,
    pub(crate) threw: u32,
    /// Who turned so far that a sniper's aim is lost, by bit (GGG-snipe-6).
    pub(crate) turned: u32,
    /// Who fired in the turn before, by bit.
    pub(crate) fired_before: u32,
    /// Who has been hit or stunned in this turn, by bit (GGG-bomb-5).
    pub(crate) shaken: u32,
    /// Who has been hit, if only wounded; those whom Terrorists have hit, and put out, by bit (GGG-mis-5).
    pub(crate) hit: u32,
    pub(crate) hit_by_terrorists: u32,
    pub(crate) out_by_terrorists: u32,
    /// Terrorists taken prisoner (GGG-mis-6).
    pub(crate) captured: u32,
    /// Where each figure is going, by the number of the goal.
    pub(crate) goal: [u8; FIGURES],
    /// Turns that each has waited.
    pub(crate) waited: [u8; FIGURES],
    pub(crate) kits: [Kit; FIGURES],
    /// Turns of work that each has done (GGG-bomb-5).
    pub(crate) work: [u16; FIGURES],
    /// Whom each hostage follows.
    pub(crate) leader: [u8; HOSTAGES],
    /// Hostages whom Counter-Terrorists have seen, by bit.
    pub(crate) seen_hostages: u16,
    /// Hostages who are safe, and who are dead, by bit.
    pub(crate) rescued: u16,
    pub(crate) dead: u16,
    /// Who has killed a hostage since the mission was last looked at: Counter-Terrorists, Terrorists.
    pub(crate) killed: [bool; 2],
    pub(crate) bombs: [Charge; BOMBS],
    /// The turn in which a Counter-Terrorist first saw each ticking; 0 if none has.
    pub(crate) found: [u16; BOMBS],
    pub(crate) smoke: CellSet,
    pub(crate) smoky: bool,
    /// Posts from which each side has looked into rooms.
    pub(crate) visited: [u128; 2],
    /// Whether each side has looked into every room and now looks into every nook.
    pub(crate) thorough: [bool; 2],
    /// Rooms that a stun grenade has been thrown into, by bit.
    pub(crate) stunned_rooms: u128,
    /// Who drew back before many enemies in the turn before, by bit.
    pub(crate) drew_back: u32,
    /// Who has come to the place that his squad goes to first, or has watched for long enough, by bit.
    pub(crate) been_there: u32,
    /// Whether the VIP has reached the escape point.
    pub(crate) away: bool,
}

impl Scene {
    /// Before anybody is placed.
    pub(crate) const fn new() -> Scene {
        Scene {
            standing: Standing::EMPTY,
            doors: Doors::SHUT,
            men: [Man::FRESH; EVERYBODY],
            orders: [Order::STAY; FIGURES],
            stances: [Stance { pace: Pace::Stationary, hiding: false }; EVERYBODY],
            facing: [Facing::NORTH; FIGURES],
            seen: [0; FIGURES],
            saw: [0; FIGURES],
            known: [None; FIGURES],
            shot_at: 0,
            shot_before: 0,
            hears: [None; FIGURES],
            heard: [None; FIGURES],
            up: 0,
            fired: 0,
            threw: 0,
            turned: 0,
            fired_before: 0,
            shaken: 0,
            hit: 0,
            hit_by_terrorists: 0,
            out_by_terrorists: 0,
            captured: 0,
            goal: [NOWHERE; FIGURES],
            waited: [0; FIGURES],
            kits: [Kit(0); FIGURES],
            work: [0; FIGURES],
            leader: [NOBODY; HOSTAGES],
            seen_hostages: 0,
            rescued: 0,
            dead: 0,
            killed: [false; 2],
            bombs: [Charge::Absent; BOMBS],
            found: [0; BOMBS],
            smoke: CellSet::EMPTY,
            smoky: false,
            visited: [0; 2],
            thorough: [false; 2],
            stunned_rooms: 0,
            drew_back: 0,
            been_there: 0,
            away: false,
        }
    }

    /// Where somebody on the map stands.
    #[inline]
    pub(crate) fn at(&self, who: usize) -> Option<Cell> {
        self.standing.at(who)
    }

    /// How far somebody is from a cell, squared; those off the map are farther than anybody on it.
    pub(crate) fn squared(&self, plan: &Plan, who: usize, cell: Cell) -> u32 {
        self.at(who).map_or(u32::MAX, |at| plan.squared(at, cell))
    }

    /// Hostages who are on the map, by number from [`FIGURES`].
    pub(crate) fn hostages(&self) -> impl Iterator<Item = usize> + use<> {
        let captives = ((1 << HOSTAGES) - 1) << FIGURES;
        (self.standing.placed() & Figures(captives)).iter()
    }

    /// Whether a figure leads a hostage.
    pub(crate) fn leads(&self, me: usize) -> bool {
        self.hostages().any(|hostage| usize::from(self.leader[hostage - FIGURES]) == me)
    }

    /// Whether a side has looked from all of these posts.
    pub(crate) const fn has_visited(&self, side: Side, posts: u128) -> bool {
        self.visited[side as usize] & posts == posts
    }

    /// The enemies among these whom the other team saw in the last turn, by bit.
    pub(crate) fn fresh(&self, enemies: u32, turn: u16) -> u32 {
        self.seen_since(enemies, turn.saturating_sub(1).max(1))
    }

    /// The enemies among these whom the other team has seen in a turn or since, by bit.
    pub(crate) fn seen_since(&self, enemies: u32, turn: u16) -> u32 {
        let seen = |enemy: usize| self.known[enemy].is_some_and(|sighting| sighting.turn >= turn);
        among(bits(enemies & self.up).filter(|&enemy| seen(enemy)))
    }
}
