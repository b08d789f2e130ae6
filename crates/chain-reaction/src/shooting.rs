//! Shooting: the dice of a volley are sorted, dealt to targets and read on the hit table (CR-target, CR-hit).

use std::fmt;

use chance::{Address, Chance, D6};

use crate::attribute::{Attribute, Attributes};
use crate::options::MarksmanAmmo;
use crate::purpose;
use crate::rules::Rules;
use crate::weapon::Weapon;

/// Maximum number of targets of a volley (CR-target-1).
pub const MOST_TARGETS: usize = 4;
/// Maximum number of dice of a weapon: the shotgun's (CR-wpn-shotgun).
const MOST_DICE: u8 = 6;
/// Number of a shotgun's dice that count for hitting (CR-wpn-shotgun).
const SHOTGUN_KEEPS: u8 = 3;
/// Number of 1s that empty a weapon (CR-ammo-1).
const EMPTIES: u8 = 2;
/// The only Rep with pitiful shots (CR-pitiful-1).
const PITIFUL_REP: u8 = 3;

/// The shooter, as far as the hit table needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the table has them")]
pub struct Shooter {
    /// Rep, which is added to each die (CR-hit-1).
    pub rep: u8,
    /// The weapon; it must not burst.
    pub weapon: Weapon,
    /// Whether he fires two of the weapon at once (CR-twin-1).
    pub twin: bool,
    /// Attributes.
    pub attributes: Attributes,
    /// Whether he has moved fast (CR-fast-3).
    pub fast: bool,
    /// Whether he lies prone.
    pub prone: bool,
    /// Whether he snap fires (CR-status-snap).
    pub snap: bool,
}

/// The target, as far as the hit table needs it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own, as the table has them")]
pub struct Target {
    /// Whether something solid protects it (CR-hit-3).
    pub cover: bool,
    /// Whether something hides it (CR-hit-3).
    pub concealed: bool,
    /// Whether it lies prone.
    pub prone: bool,
    /// Whether it has moved fast (CR-fast-3).
    pub fast: bool,
}

/// The dice allotted to a target, and the total that hits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allotment {
    /// Dice, at most 4.
    pub dice: u8,
    /// The least total of a die and Rep that hits (CR-hit-table).
    pub least: u8,
}

impl Shooter {
    /// The least total that hits the `nth` target of the volley, counted from 1 (CR-hit-table). Conditions do not add
    /// up (CR-hit-2).
    #[must_use]
    pub const fn least(&self, target: &Target, nth: u8) -> u8 {
        let fast = self.fast && !self.attributes.has(Attribute::Agile);
        if target.cover || fast || self.snap || nth >= 3 {
            10
        } else if target.concealed || target.prone || target.fast || nth == 2 {
            9
        } else {
            8
        }
    }

    /// The result of a die that needs this total (CR-hit-1).
    const fn reads(&self, face: u8, least: u8) -> Die {
        if face + self.rep >= least + self.twin as u8 {
            Die::Hits
        } else if face == 6 && self.rep == PITIFUL_REP {
            Die::MayHit
        } else {
            Die::Misses
        }
    }

    /// Whether he is a Marksman with his rifle in hand (CR-attr-marksman).
    #[must_use]
    pub const fn is_marksman(&self) -> bool {
        self.attributes.has(Attribute::Marksman) && matches!(self.weapon, Weapon::BoltActionRifle)
    }

    /// The dice that each of his weapons rolls, and those that count for hitting, when he fires `wanted` dice (CR-target-1).
    #[must_use]
    pub const fn dice(&self, wanted: u8) -> (u8, u8) {
        match self.weapon {
            Weapon::Shotgun => (MOST_DICE, SHOTGUN_KEEPS),
            _ if self.is_marksman() => (if self.prone { 3 } else { 2 }, 1),
            _ => (wanted, wanted),
        }
    }
}

/// The result of a die to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Die {
    Misses,
    /// It misses, but is rolled again (CR-pitiful-1).
    MayHit,
    Hits,
}

/// Whether a single die that needs this total hits, pitiful shot included (CR-hit-1, CR-pitiful-1).
pub fn one_die<C: Chance>(chance: &mut C, at: Address, shooter: &Shooter, least: u8) -> bool {
    match chance.roll(at.purpose(purpose::VOLLEY), &D6, |face| shooter.reads(face, least)) {
        Die::Hits => true,
        Die::MayHit => successes(chance, at.purpose(purpose::PITIFUL), 1) > 0,
        Die::Misses => false,
    }
}

/// The result of the dice of one weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Volley {
    /// Hits on each target in the order of declaration.
    pub hits: [u8; MOST_TARGETS],
    /// Whether the weapon is out of ammunition from now on (CR-ammo-1).
    pub empty: bool,
}

/// Fires one weapon: `wanted` dice, allotted to up to four targets in the order of declaration.
pub fn volley<C: Chance>(
    rules: &Rules,
    chance: &mut C,
    at: Address,
    shooter: &Shooter,
    wanted: u8,
    allotted: &[Allotment],
) -> Volley {
    let (rolled, kept) = shooter.dice(wanted);
    let faces = throw(chance, at.purpose(purpose::VOLLEY), rolled);
    let ones_count = !shooter.is_marksman() || rules.marksman_ammo == MarksmanAmmo::AllDice;
    let mut volley = Volley { hits: [0; MOST_TARGETS], empty: ones_count && faces.showing(1) >= EMPTIES };
    let mut dealt = faces.descending().take(kept.into());
    for (target, (allotment, hits)) in allotted.iter().zip(&mut volley.hits).enumerate() {
        let mut pitiful = 0;
        for face in dealt.by_ref().take(allotment.dice.into()) {
            match shooter.reads(face, allotment.least) {
                Die::Hits => *hits += 1,
                Die::MayHit => pitiful += 1,
                Die::Misses => {}
            }
        }
        if pitiful > 0 {
            *hits += successes(chance, at.purpose(purpose::PITIFUL).further(target as u32), pitiful);
        }
    }
    volley
}

/// The result of all weapons that a figure fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fire {
    /// Hits on each target in the order of declaration.
    pub hits: [u8; MOST_TARGETS],
    /// Weapons that are out of ammunition from now on (CR-ammo-1).
    pub empties: u8,
}

/// Maximum number of draws of one weapon.
const DRAWS: u32 = MOST_TARGETS as u32;

/// Fires the weapon in hand, or two weapons one after the other: `wanted` dice of each, allotted as in [`volley`]
/// (CR-twin-1, CR-target-3).
pub fn fire<C: Chance>(
    rules: &Rules,
    chance: &mut C,
    at: Address,
    shooter: &Shooter,
    wanted: u8,
    allotted: &[Allotment],
) -> Fire {
    let mut fire = Fire::default();
    for weapon in 0..=u32::from(shooter.twin) {
        let Volley { hits, empty } = volley(rules, chance, at.further(weapon * DRAWS), shooter, wanted, allotted);
        fire.hits.iter_mut().zip(hits).for_each(|(all, more)| *all += more);
        fire.empties += u8::from(empty);
    }
    fire
}

/// How many of at most 12 dice show 1 to 3 (CR-dice-3, CR-dice-4).
pub fn successes<C: Chance>(chance: &mut C, at: Address, dice: u8) -> u8 {
    let mut rows = [(0, 0); 13];
    for (count, row) in (0..=dice).zip(&mut rows) {
        *row = (count, ways(dice.into(), count.into()));
    }
    chance.comes_to(at, &rows[..=usize::from(dice)], dice.into(), successes_of)
}

/// How many of these dice show 1 to 3.
pub(crate) fn successes_of(faces: &[u8]) -> u8 {
    faces.iter().filter(|&&face| face <= 3).count() as u8
}

/// Ways to choose a number of items.
pub(crate) const fn ways(of: u32, chosen: u32) -> u32 {
    let (mut ways, mut place) = (1, 0);
    while place < chosen {
        ways = ways * (of - place) / (place + 1);
        place += 1;
    }
    ways
}

/// The faces of up to six dice, in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Faces {
    /// How many dice show each face.
    counts: [u8; 6],
}

impl Faces {
    /// The faces as thrown.
    fn of(faces: &[u8]) -> Faces {
        let mut counts = [0; 6];
        faces.iter().for_each(|&face| counts[usize::from(face) - 1] += 1);
        Faces { counts }
    }

    /// How many show a face.
    const fn showing(self, face: u8) -> u8 {
        self.counts[face as usize - 1]
    }

    /// The faces, the highest first (CR-target-2).
    fn descending(self) -> impl Iterator<Item = u8> {
        (1..=6).rev().flat_map(move |face| std::iter::repeat_n(face, self.showing(face).into()))
    }
}

impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, face) in self.descending().enumerate() {
            write!(f, "{}{face}", if place == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

/// Throws up to 6 dice.
fn throw<C: Chance>(chance: &mut C, at: Address, dice: u8) -> Faces {
    let table: &[(Faces, u32)] = match dice {
        0 => &NONE,
        1 => &ONE,
        2 => &TWO,
        3 => &THREE,
        4 => &FOUR,
        5 => &FIVE,
        _ => &SIX,
    };
    chance.comes_to(at, table, dice.into(), Faces::of)
}

static NONE: [(Faces, u32); 1] = all();
static ONE: [(Faces, u32); 6] = all();
static TWO: [(Faces, u32); 21] = all();
static THREE: [(Faces, u32); 56] = all();
static FOUR: [(Faces, u32); 126] = all();
static FIVE: [(Faces, u32); 252] = all();
static SIX: [(Faces, u32); 462] = all();

/// Every combination of faces for the number of dice that has `N` combinations, each with its number of throws; the
/// lowest faces come first.
const fn all<const N: usize>() -> [(Faces, u32); N] {
    let mut dice = 0;
    while ways(dice + 5, 5) < N as u32 {
        dice += 1;
    }
    let mut rows = [(Faces { counts: [0; 6] }, 0); N];
    let mut counts = [dice as u8, 0, 0, 0, 0, 0];
    let mut place = 0;
    loop {
        let (mut throws, mut left, mut face) = (1, dice, 0);
        while face < 6 {
            throws *= ways(left, counts[face] as u32);
            left -= counts[face] as u32;
            face += 1;
        }
        rows[place] = (Faces { counts }, throws);
        place += 1;
        // The next combination: one die of the last face that can be raised goes up, and all dice above it restart at
        // the new face.
        let mut raised = 5;
        let mut above = counts[5];
        counts[5] = 0;
        loop {
            if raised == 0 {
                return rows;
            }
            raised -= 1;
            if counts[raised] > 0 {
                break;
            }
        }
        counts[raised] -= 1;
        above += 1;
        counts[raised + 1] += above;
    }
}
