//! The figures of a rolled force, and what each carries (CR-recruit, CR-list, CR-attr-1).

use std::fmt;

use chance::{Address, Chance, D6};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::attribute::Attribute;
use crate::dice::TWO;
use crate::options::{RecruitGap, SupportWeapons};
use crate::rules::Rules;
use crate::weapon::Weapon;

/// A list of forces (CR-recruit-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// Soldiers in squads of 9 to 12 (CR-list-military).
    #[default]
    Military,
    /// Insurgents in groups of 9 to 15 (CR-list-insurgents).
    Insurgents,
    /// Police in squads of 5 to 10 (CR-list-police).
    Police,
    /// A gang of 6 to 12 (CR-list-gang).
    Gang,
}

/// The type of a figure on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the rulebook's own words")]
pub enum Type {
    TeamLeader,
    Veteran,
    Soldier,
    Recruit,
    Leader,
    MilitaryTrained,
    Experienced,
    Swat,
    Detective,
    Officer,
    Rookie,
    Boss,
    HardCase,
    Banger,
    Punk,
    Wannabee,
}

impl Type {
    /// The rulebook's name for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Type::TeamLeader => "Team Leader",
            Type::Veteran => "Veteran",
            Type::Soldier => "Soldier",
            Type::Recruit => "Recruit",
            Type::Leader => "Leader",
            Type::MilitaryTrained => "Military Trained",
            Type::Experienced => "Experienced",
            Type::Swat => "SWAT",
            Type::Detective => "Detective",
            Type::Officer => "Officer",
            Type::Rookie => "Rookie",
            Type::Boss => "Boss",
            Type::HardCase => "Hard Case",
            Type::Banger => "Banger",
            Type::Punk => "Punk",
            Type::Wannabee => "Wannabee",
        }
    }

    /// Whether its list makes it a Leader (CR-lead-4).
    #[must_use]
    pub const fn is_leader(self) -> bool {
        matches!(self, Type::TeamLeader | Type::Leader | Type::Boss)
    }
}

/// A rolled figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Recruit {
    /// Its type.
    pub kind: Type,
    /// Rep, 1 to 6.
    pub rep: u8,
}

impl fmt::Display for Recruit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (Rep {})", self.kind.name(), self.rep)
    }
}

/// A row of a list.
#[derive(Debug)]
struct Row {
    /// The highest total of the row; the row begins after the previous one.
    last: u8,
    /// A total within the row's range that is not printed, 0 for none.
    gap: u8,
    /// The figure in the row.
    recruit: Recruit,
}

const fn row(last: u8, gap: u8, kind: Type, rep: u8) -> Row {
    Row { last, gap, recruit: Recruit { kind, rep } }
}

/// CR-list-military.
const MILITARY: &[Row] = &[
    row(4, 3, Type::TeamLeader, 5),
    row(6, 0, Type::Veteran, 5),
    row(9, 0, Type::Soldier, 4),
    row(12, 0, Type::Recruit, 3),
];

/// CR-list-insurgents.
const INSURGENTS: &[Row] = &[
    row(2, 0, Type::Leader, 5),
    row(5, 4, Type::MilitaryTrained, 4),
    row(8, 0, Type::Experienced, 3),
    row(12, 0, Type::Recruit, 2),
];

/// CR-list-police.
const POLICE: &[Row] = &[
    row(2, 0, Type::Swat, 5),
    row(3, 0, Type::Detective, 5),
    row(5, 0, Type::Veteran, 5),
    row(9, 0, Type::Officer, 4),
    row(12, 0, Type::Rookie, 3),
];

/// CR-list-gang.
const GANG: &[Row] = &[
    row(2, 0, Type::Boss, 5),
    row(4, 0, Type::HardCase, 5),
    row(8, 0, Type::Banger, 4),
    row(10, 0, Type::Punk, 3),
    row(12, 0, Type::Wannabee, 2),
];

impl List {
    const fn rows(self) -> &'static [Row] {
        match self {
            List::Military => MILITARY,
            List::Insurgents => INSURGENTS,
            List::Police => POLICE,
            List::Gang => GANG,
        }
    }

    /// The row for a total of two dice.
    fn row(self, total: u8) -> Option<&'static Row> {
        self.rows().iter().find(|row| total <= row.last)
    }

    /// The figure for a total of two dice, 2 to 12; none if the total is rolled again (CR-recruit-1).
    #[must_use]
    pub fn at(self, rules: &Rules, total: u8) -> Option<Recruit> {
        let row = self.row(total)?;
        let unprinted = rules.recruit_gap == RecruitGap::Reroll && total == row.gap;
        (!unprinted).then_some(row.recruit)
    }

    /// Rolls a figure of the list with a Rep of at most `most`: better figures and totals that the list leaves out are
    /// rolled again (CR-recruit-1, CR-star-0). `None` if all figures of the list are better.
    pub fn recruit<C: Chance>(self, rules: &Rules, chance: &mut C, at: Address, most: u8) -> Option<Recruit> {
        let fits = |total: u8| self.at(rules, total).is_some_and(|recruit| recruit.rep <= most);
        let mut totals = [(0, 0); 11];
        for (place, &(total, ways)) in totals.iter_mut().zip(TWO.scores()) {
            *place = (total, if fits(total) { ways } else { 0 });
        }
        if totals.iter().all(|&(_, ways)| ways == 0) {
            return None;
        }
        let total = chance.with("2d6").pick(at, &totals);
        self.at(rules, total)
    }
}

/// How many Grunts a Star can recruit: one for each point of his Rep, none with a higher Rep than his (CR-star-0).
#[must_use]
pub const fn most_grunts(star: u8) -> u8 {
    star
}

/// Rolls an attribute (CR-attr-1).
pub fn attribute<C: Chance>(chance: &mut C, at: Address) -> Attribute {
    chance.roll(at, &TWO, |total| Attribute::ALL[usize::from(total) - 2])
}

/// Rolls the weapon of a ganger (CR-list-gang).
pub fn gang_weapon<C: Chance>(chance: &mut C, at: Address) -> Weapon {
    chance.roll(at, &D6, |die| match die {
        1 => Weapon::Pistol,
        2 | 3 => Weapon::BaPistol,
        4 => Weapon::Shotgun,
        5 => Weapon::MachinePistol,
        _ => Weapon::SubmachineGun,
    })
}

/// What a figure carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kit {
    /// The weapon in hand.
    pub weapon: Weapon,
    /// The second weapon, if the figure has one.
    pub second: Option<Weapon>,
    /// Whether it has grenades (CR-gren-1).
    pub grenades: bool,
    /// Whether it loads another figure's rocket launcher (CR-wpn-rl).
    pub loader: bool,
}

/// A figure with what it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The figure.
    pub recruit: Recruit,
    /// What it carries.
    pub kit: Kit,
}

/// Members of a squad of three of the military (CR-list-military).
const TEAM: usize = 3;
/// Figures of the military for which there is a team with a rocket launcher: three squads of the smallest size.
const ROCKET_TEAM: usize = 27;

/// What determines the weapons of a force.
#[derive(Clone, Copy, Debug)]
pub struct Muster<'g> {
    /// The list of the force.
    pub list: List,
    /// Police who were all declared SWAT.
    pub swat: bool,
    /// The sizes of its groups.
    pub groups: &'g [usize],
}

/// Arms every figure of a force, in the order in which they were rolled (CR-list-military, CR-list-insurgents,
/// CR-list-police, CR-list-gang). Gangers roll for their weapons, one draw for each from this address on.
pub fn arm<C: Chance>(rules: &Rules, chance: &mut C, at: Address, muster: Muster<'_>, force: &mut [Figure]) {
    let Muster { list, swat, groups } = muster;
    for (figure, draw) in force.iter_mut().zip(0..) {
        figure.kit = match list {
            List::Military | List::Insurgents => Kit { weapon: Weapon::AssaultRifle, grenades: true, ..Kit::default() },
            List::Police if swat => {
                Kit { weapon: Weapon::AssaultRifle, second: Some(Weapon::BaPistol), ..Kit::default() }
            }
            List::Police => Kit { weapon: Weapon::BaPistol, ..Kit::default() },
            List::Gang => Kit { weapon: gang_weapon(chance, at.further(draw)), ..Kit::default() },
        };
    }
    match list {
        List::Military => {
            let weapon = match rules.support_weapons {
                SupportWeapons::Saw => Some(Weapon::SquadAutomaticWeapon),
                SupportWeapons::Launcher => Some(Weapon::GrenadeLauncher),
                SupportWeapons::None => None,
            };
            force.chunks_exact_mut(TEAM).for_each(|team| give_support(team, weapon));
            if rules.rockets && force.len() >= ROCKET_TEAM {
                give_rockets(force);
                if let Some(loader) = worst(force) {
                    force[loader].kit.loader = true;
                }
            }
        }
        List::Insurgents => {
            // Their list has no grenade launchers.
            let saw = (rules.support_weapons != SupportWeapons::None).then_some(Weapon::SquadAutomaticWeapon);
            let mut rest = &mut *force;
            for &size in groups {
                let (group, others) = rest.split_at_mut(size.min(rest.len()));
                give_support(group, saw);
                rest = others;
            }
            if rules.rockets && groups.len() >= 2 {
                give_rockets(force);
            }
        }
        List::Police | List::Gang => {}
    }
}

/// Gives the support weapon of these figures to the best one that is not a Leader by the list; if several are equally
/// good, to the first.
fn give_support(figures: &mut [Figure], weapon: Option<Weapon>) {
    let others = figures.iter_mut().filter(|figure| !figure.recruit.kind.is_leader());
    // Of equals `max_by_key` takes the last.
    if let (Some(weapon), Some(figure)) = (weapon, others.rev().max_by_key(|figure| figure.recruit.rep)) {
        figure.kit.weapon = weapon;
    }
}

/// Gives the rocket launcher to the worst rifleman of a force, in addition to his rifle.
fn give_rockets(force: &mut [Figure]) {
    if let Some(firer) = worst(force) {
        force[firer].kit.second = Some(Weapon::RocketLauncher);
    }
}

/// The figure with the lowest Rep among those that have only the ordinary weapon; the first of equals.
fn worst(force: &[Figure]) -> Option<usize> {
    let ordinary = |kit: &Kit| kit.weapon == Weapon::AssaultRifle && kit.second.is_none();
    let figures = force.iter().enumerate().filter(|(_, figure)| ordinary(&figure.kit));
    figures.min_by_key(|(_, figure)| figure.recruit.rep).map(|(place, _)| place)
}
