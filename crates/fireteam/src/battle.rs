//! A compiled engagement: everything constant in it except the ground.

use chance::OneDraw;
use engage::ahead::Ways;
use engage::{BySide, Inches, Side};
use field::{Figures, Sight};

use crate::figure::Man;
use crate::initiative::Initiative;
use crate::options::{InitiativeTie, TargetDeclaration, TurnStructure};
use crate::player::doctrine::{FirePolicy, NumberTwo, Turn};
use crate::prepared::attacks::Attacks;
use crate::prepared::firing::FirerBits;
use crate::prepared::rolls::{RangeIndex, RollIndex, Rolls};
use crate::rules::Rules;
use crate::squad::Doctrine;
use crate::stages::Stages;
use crate::table::Arm;

/// The constants of a man.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    pub(crate) arm: Arm,
    /// Whether he is a sniper (FT-hit-4).
    pub(crate) sniper: bool,
    /// Whether his weapon has a bipod (FT-fire-7).
    pub(crate) bipod: bool,
    pub(crate) doctrine: Doctrine,
    /// How he begins.
    pub(crate) start: Man,
    /// Whether he begins pinned.
    pub(crate) pinned: bool,
    /// His squad, by the number of the first man in its list (FT-gap-4).
    pub(crate) squad: u8,
    /// His rank: a superior has a higher one (FT-unpin-4).
    pub(crate) rank: u8,
    pub(crate) bonds: Bonds,
    pub(crate) facts: Facts,
    /// The firing rolls of his weapon in his hands.
    pub(crate) rolls: Rolls,
    /// Whether his doctrine considers single shots, and bursts (FT-fire-2).
    pub(crate) considers: [bool; 2],
    /// Whether a number two helps with single shots, and with bursts (FT-fire-6).
    pub(crate) crewed: [bool; 2],
    /// His place along his side's line on open ground, in thousandths of an inch from the middle.
    pub(crate) place: i32,
    pub(crate) kit: Kit,
}

impl Profile {
    /// His firing roll at a range, or no shot.
    #[inline]
    pub(crate) fn roll(&self, firer: FirerBits, reach: RangeIndex) -> RollIndex {
        self.rolls.of(firer).at(reach)
    }
}

/// A man's relations to others of his side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bonds {
    /// His squad, including himself (FT-gap-4).
    pub(crate) squad: Figures,
    /// Those of a higher rank (FT-unpin-4).
    pub(crate) superiors: Figures,
}

/// The facts of a man on open ground, where nobody moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// How he is seen: in the open, in hard cover, concealed by soft cover (FT-save-6).
    pub(crate) sight: Sight,
    /// His number two (FT-fire-6).
    pub(crate) number_two: NumberTwo,
    /// Whether his weapon always counts as rested (FT-fire-7).
    pub(crate) rested: bool,
    /// Whether his bursts cover every enemy.
    pub(crate) covers_all: bool,
}

/// What a man carries on a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kit {
    /// Offensive grenades.
    pub(crate) offensive: u8,
    /// Defensive grenades.
    pub(crate) defensive: u8,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// By the roll of each pair; the winning side takes the turn it prefers (FT-seq-2).
    Rolled(BySide<Turn>),
    /// Always the same side.
    Fixed(Side),
}

/// The terms of an engagement.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) rules: Rules,
    /// Distance between the two lines on open ground.
    pub(crate) range: Inches,
    pub(crate) order: Order,
    pub(crate) turn_limit: u16,
    /// The side that moves first in the first pair, on a map.
    pub(crate) ambush: Option<Side>,
    /// Percent of a side's men out of action at which it loses (FT-gap-2).
    pub(crate) breaks: BySide<Option<u8>>,
}

/// A compiled engagement.
#[derive(Debug)]
pub(crate) struct Battle {
    pub(crate) rules: Rules,
    pub(crate) range: Inches,
    /// The range index of that distance.
    pub(crate) reach: RangeIndex,
    pub(crate) order: Order,
    pub(crate) ambush: Option<Side>,
    pub(crate) turn_limit: u16,
    pub(crate) names: Vec<engage::Figure>,
    /// The number by which each man draws luck.
    pub(crate) luck: engage::LuckNumbers,
    pub(crate) profiles: Vec<Profile>,
    /// What players who look ahead weigh; `None` if nobody does.
    pub(crate) ahead: Option<Box<Ways<Battle>>>,
    /// Men of blue, who come first.
    pub(crate) blues: usize,
    sides: BySide<Figures>,
    /// The men whose weapons need a number two (FT-fire-6).
    pub(crate) gunners: Figures,
    /// Men out of action at which a side loses (FT-gap-2).
    pub(crate) enough: BySide<u8>,
    pub(crate) stages: Stages,
    /// Whether targets are named before a side's first shot (FT-seq-4); false if each man fires before the next moves.
    pub(crate) names_first: bool,
    pub(crate) attacks: Attacks,
    /// The roll for the first move in the first pair, and in later ones.
    pub(crate) initiative: [(Initiative, Option<OneDraw<Option<Side>>>); 2],
    /// Each man's number two on open ground.
    pub(crate) seconds: Vec<Option<u8>>,
}

impl Battle {
    pub(crate) fn new(
        frame: Frame,
        names: Vec<engage::Figure>,
        mut profiles: Vec<Profile>,
        spacing: Inches,
        on_a_map: bool,
    ) -> Battle {
        let Frame { rules, range, order, ambush, turn_limit, breaks } = frame;
        let blues = profiles.iter().filter(|profile| profile.side == Side::Blue).count();
        let reds = profiles.len() - blues;
        let sides = BySide { blue: Figures::below(blues), red: Figures::below(profiles.len()) - Figures::below(blues) };
        for (number, profile) in profiles.iter_mut().enumerate() {
            let (slot, count) = if number < blues { (number, blues) } else { (number - blues, reds) };
            profile.place = (2 * slot as i32 + 1 - count as i32) * spacing.thousandths() / 2;
        }
        let mut arms: Vec<(Arm, bool, Rolls)> = Vec::new();
        for profile in &mut profiles {
            profile.crewed = profile.arm.crewed();
            let (single, automatic) = (profile.arm.single.is_some(), profile.arm.automatic.is_some());
            let by = profile.doctrine.fire;
            profile.considers =
                [single && (by != FirePolicy::Auto || !automatic), automatic && (by != FirePolicy::Single || !single)];
            let known = arms.iter().find(|(arm, sniper, _)| (*arm, *sniper) == (profile.arm, profile.sniper));
            profile.rolls =
                known.map_or_else(|| Rolls::new(&rules, &profile.arm, profile.sniper), |known| known.2.clone());
            arms.push((profile.arm, profile.sniper, profile.rolls.clone()));
        }
        let those = |which: &dyn Fn(&Profile) -> bool| Figures::below(profiles.len()).filter(|me| which(&profiles[me]));
        let bonds = |me: &Profile| {
            let squad = those(&|other| other.side == me.side && other.squad == me.squad);
            Bonds { squad, superiors: those(&|other| other.side == me.side && other.rank > me.rank) }
        };
        let bonds: Vec<Bonds> = profiles.iter().map(bonds).collect();
        let gunners = those(&|profile| profile.crewed != [false; 2]);
        profiles.iter_mut().zip(bonds).for_each(|(profile, bonds)| profile.bonds = bonds);
        let advantage = rules.initiative_bonus.blue - rules.initiative_bonus.red;
        let roll = |ties_stand| {
            let initiative = Initiative { advantage, ties_stand };
            (initiative, OneDraw::of(&initiative))
        };
        let enough = |side: Side, men: usize| {
            let share = breaks[side].map(|percent| (men * usize::from(percent)).div_ceil(100).clamp(1, men) as u8);
            share.unwrap_or(men as u8)
        };
        Battle {
            range,
            reach: RangeIndex::of(&rules, range),
            order,
            ambush,
            turn_limit,
            names,
            luck: engage::LuckNumbers::default(),
            blues,
            sides,
            gunners,
            enough: BySide { blue: enough(Side::Blue, blues), red: enough(Side::Red, reds) },
            stages: Stages::of(&rules, on_a_map),
            names_first: rules.target_declaration == TargetDeclaration::AllFirst
                && rules.turn_structure == TurnStructure::MoveThenFire,
            attacks: Attacks::new(&rules),
            initiative: [roll(false), roll(rules.initiative_tie == InitiativeTie::KeepOrder)],
            seconds: seconds(&profiles),
            profiles,
            ahead: None,
            rules,
        }
    }

    /// The men of a side.
    #[inline]
    pub(crate) fn men_of(&self, side: Side) -> Figures {
        self.sides[side]
    }

    /// All men.
    pub(crate) fn everybody(&self) -> Figures {
        self.sides.blue | self.sides.red
    }

    /// The side of a man.
    #[inline]
    pub(crate) const fn side_of(&self, me: usize) -> Side {
        if me < self.blues { Side::Blue } else { Side::Red }
    }

    /// The men of a man's side, including himself.
    #[inline]
    pub(crate) fn friends(&self, me: usize) -> Figures {
        self.men_of(self.side_of(me))
    }

    /// The men of the other side.
    #[inline]
    pub(crate) fn enemies(&self, me: usize) -> Figures {
        self.men_of(self.side_of(me).enemy())
    }
}

/// Each man's number two: the next of his squad without a crewed weapon who serves no other gunner (FT-fire-6).
fn seconds(profiles: &[Profile]) -> Vec<Option<u8>> {
    let crewed = |profile: &Profile| profile.crewed != [false; 2];
    let mut seconds: Vec<Option<u8>> = Vec::new();
    for (me, profile) in profiles.iter().enumerate() {
        let after = (me + 1..profiles.len()).chain(0..me);
        let mut comrades =
            after.filter(|&other| profiles[other].side == profile.side && profiles[other].squad == profile.squad);
        let free = |other: &usize| !crewed(&profiles[*other]) && !seconds.contains(&Some(*other as u8));
        let wants = crewed(profile) && profile.facts.number_two == NumberTwo::Comrade;
        seconds.push(if wants { comrades.find(free).map(|other| other as u8) } else { None });
    }
    seconds
}
