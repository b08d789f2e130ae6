//! A compiled Fireteam engagement, and the state it goes through.

use std::sync::Arc;

use chance::exact::{self, Absorbed, Distribution, Flow, Limits};
use chance::{Chance, Enumerated, Fused, Keyed, Keys, Observed, Sampled, Size, Step, TooLarge, Whole, Witnessed};
use engage::{BySide, ExactFight, Inches, Outcome, Side, Unsolved, among};
use field::Sight;

use crate::doctrine::{Doctrine, FirePolicy, NumberTwo, Orders, PosturePolicy, Turn};
use crate::figure::{Condition, Man, Posture};
use crate::fire::{Arm, Attacks, Reach, Rolls};
use crate::initiative::Initiative;
use crate::options::{InitiativeTie, TargetDeclaration, TurnStructure};
use crate::rules::Rules;
use crate::scene::{Ground, Open, Scene};
use crate::site::Site;
use crate::turn::{Progress, Stages};

/// Indices of [`crate::RULESET`]'s endings.
pub(crate) mod ending {
    pub(crate) const BLUE_WINS: u8 = 0;
    pub(crate) const RED_WINS: u8 = 1;
    pub(crate) const BOTH_OUT: u8 = 2;
    pub(crate) const TURN_LIMIT: u8 = 3;
}

/// What does not change about a man.
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
    /// His weapon's firing rolls, by number.
    pub(crate) rolls: u8,
    /// Whether his doctrine considers single shots, and bursts (FT-fire-2).
    pub(crate) considers: [bool; 2],
    /// Whether a number two helps with single shots, and with bursts (FT-fire-6).
    pub(crate) crewed: [bool; 2],
    /// His place along his side's line on open ground, in thousandths of an inch from the middle.
    pub(crate) place: i32,
    pub(crate) kit: Kit,
}

/// Those of his side who are something to a man, by bit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bonds {
    /// His squad, himself among them (FT-gap-4).
    pub(crate) squad: u32,
    /// Those of a higher rank (FT-unpin-4).
    pub(crate) superiors: u32,
}

/// What is given about a man on open ground, where nobody goes anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// How he is seen: in the open, in hard cover, concealed by soft cover (FT-save-6).
    pub(crate) sight: Sight,
    /// His number two (FT-fire-6).
    pub(crate) number_two: NumberTwo,
    /// Whether his weapon is rested whatever he does (FT-fire-7).
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
    /// By the roll of each pair; the winner takes the turn that his side prefers (FT-seq-2).
    Rolled(BySide<Turn>),
    /// Always the same side.
    Fixed(Side),
}

/// What surrounds an engagement.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) rules: Rules,
    /// Distance between the two lines on open ground.
    pub(crate) range: Inches,
    pub(crate) order: Order,
    pub(crate) turn_limit: u16,
    /// The side that moves first in the first pair, on a map.
    pub(crate) ambush: Option<Side>,
    /// Percent of a side's men out of action at which it has lost (FT-gap-2).
    pub(crate) breaks: BySide<Option<u8>>,
}

/// A compiled engagement.
#[derive(Debug)]
pub(crate) struct Battle {
    pub(crate) rules: Rules,
    pub(crate) range: Inches,
    /// The same as fire has it.
    pub(crate) reach: Reach,
    pub(crate) order: Order,
    pub(crate) ambush: Option<Side>,
    pub(crate) turn_limit: u16,
    pub(crate) names: Vec<engage::Figure>,
    pub(crate) profiles: Vec<Profile>,
    /// Men of blue, who come first.
    pub(crate) blues: usize,
    /// The men of each side, by bit.
    sides: [u32; 2],
    /// The men whose weapons need a number two, by bit (FT-fire-6).
    pub(crate) gunners: u32,
    /// Men out of action at which a side has lost, by side.
    pub(crate) enough: [u8; 2],
    pub(crate) stages: Stages,
    /// Whether targets are named before a side's first shot (FT-seq-4); where each man fires before the next moves, none is.
    pub(crate) names_first: bool,
    pub(crate) attacks: Attacks,
    /// Firing rolls of each weapon, and of each in the hands of snipers.
    pub(crate) rolls: Vec<Rolls>,
    /// The roll for the first move in the first pair, and in later ones.
    pub(crate) initiative: [(Initiative, Option<Whole<Option<Side>>>); 2],
    /// The comrade who is each man's number two on open ground.
    pub(crate) seconds: Vec<Option<u8>>,
    /// The map, unless the ground is open.
    pub(crate) site: Option<Site>,
    /// Whole pairs of moves as one draw, if the engagement is small.
    fused: Option<Box<Fused<Fight<2, Open>, Outcome>>>,
}

/// Where an engagement stands: everything that is over is reset, so that equal situations are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fight<const N: usize, G> {
    pub(crate) ground: G,
    pub(crate) men: [Man; N],
    /// Men in action, by bit.
    pub(crate) up: u32,
    /// Those of them who have a yellow counter, by bit (FT-pin-1).
    pub(crate) pinned: u32,
    /// The side that moves first in this pair.
    pub(crate) first: Side,
    /// Whether a pair has been begun whose order may stand (FT-seq-2).
    pub(crate) ordered: bool,
    /// Turns of this pair that are over, or 0 before the roll for the first move.
    pub(crate) half: u8,
    /// Whether the first move has been rolled for.
    pub(crate) open: bool,
    /// The stage of the turn, by its place among the stages.
    pub(crate) stage: u8,
    /// The man whose go it is within the stage.
    pub(crate) cursor: u8,
    /// The targets named, if all are named first (FT-seq-4).
    pub(crate) declared: [u8; N],
}

/// The most men, both sides together.
const MOST: usize = 32;
/// Men beyond which the exact solver is not tried.
const MOST_EXACT: usize = 4;
/// The exact solver stops when less than this is left to absorb.
const TOLERANCE: f64 = 1e-13;
/// A table of whole pairs that a processor's cache holds.
const SIZE: Size = Size { states: 4096, entries: 1 << 14 };

impl<const N: usize, G> Fight<N, G> {
    /// Whether a man has a yellow counter.
    #[inline]
    pub(crate) const fn is_pinned(&self, me: usize) -> bool {
        self.pinned >> me & 1 == 1
    }

    /// Gives a man a yellow counter, or takes it from him.
    #[inline]
    pub(crate) fn pin(&mut self, me: usize, pinned: bool) {
        self.pinned = self.pinned & !(1 << me) | u32::from(pinned) << me;
    }
}

impl Battle {
    pub(crate) fn new(
        frame: Frame,
        names: Vec<engage::Figure>,
        mut profiles: Vec<Profile>,
        spacing: Inches,
        site: Option<Site>,
    ) -> Battle {
        let Frame { rules, range, order, ambush, turn_limit, breaks } = frame;
        let blues = profiles.iter().filter(|profile| profile.side == Side::Blue).count();
        let reds = profiles.len() - blues;
        let everybody = among(0..profiles.len());
        let sides = [among(0..blues), everybody & !among(0..blues)];
        for (number, profile) in profiles.iter_mut().enumerate() {
            let (slot, count) = if number < blues { (number, blues) } else { (number - blues, reds) };
            profile.place = (2 * slot as i32 + 1 - count as i32) * spacing.thousandths() / 2;
        }
        let mut arms: Vec<(Arm, bool)> = Vec::new();
        for profile in &mut profiles {
            let own = (profile.arm, profile.sniper);
            let known = arms.iter().position(|&arm| arm == own);
            profile.crewed = profile.arm.crewed();
            let (single, automatic) = (profile.arm.single.is_some(), profile.arm.automatic.is_some());
            let by = profile.doctrine.fire;
            profile.considers =
                [single && (by != FirePolicy::Auto || !automatic), automatic && (by != FirePolicy::Single || !single)];
            profile.rolls = known.unwrap_or(arms.len()) as u8;
            arms.extend(known.is_none().then_some(own));
        }
        let those = |which: &dyn Fn(&Profile) -> bool| among((0..profiles.len()).filter(|&me| which(&profiles[me])));
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
            (initiative, Whole::of(&initiative))
        };
        let enough = |side: Side, men: usize| {
            let share = breaks[side].map(|percent| (men * usize::from(percent)).div_ceil(100).clamp(1, men) as u8);
            share.unwrap_or(men as u8)
        };
        let mut battle = Battle {
            range,
            reach: Reach::of(&rules, range),
            order,
            ambush,
            turn_limit,
            names,
            blues,
            sides,
            gunners,
            enough: [enough(Side::Blue, blues), enough(Side::Red, reds)],
            stages: Stages::of(&rules, site.is_some()),
            names_first: rules.target_declaration == TargetDeclaration::AllFirst
                && rules.turn_structure == TurnStructure::MoveThenFire,
            attacks: Attacks::new(&rules),
            rolls: arms.iter().map(|(arm, sniper)| Rolls::new(&rules, arm, *sniper)).collect(),
            initiative: [roll(false), roll(rules.initiative_tie == InitiativeTie::KeepOrder)],
            seconds: seconds(&profiles),
            profiles,
            rules,
            site,
            fused: None,
        };
        if battle.site.is_none() && battle.profiles.len() <= 2 {
            battle.fused = battle.fuse().map(Box::new);
        }
        battle
    }

    /// Whole pairs of moves as one draw.
    fn fuse(&self) -> Option<Fused<Fight<2, Open>, Outcome>> {
        let limit = self.turn_limit.into();
        Fused::new(
            self.start(),
            SIZE,
            limit,
            |fight, budget| self.pair(fight, budget, |outcome, _| outcome),
            |fight| self.outcome(fight, ending::TURN_LIMIT, 0),
            ended,
        )
    }

    /// Everybody in place, nobody hurt.
    pub(crate) fn start<const N: usize, G: Ground>(&self) -> Fight<N, G> {
        Fight {
            ground: G::new(),
            men: std::array::from_fn(|me| self.profiles.get(me).map_or(Man::out(false), |profile| profile.start)),
            up: self.sides[0] | self.sides[1],
            pinned: among((0..self.profiles.len()).filter(|&me| self.profiles[me].pinned)),
            first: Side::Blue,
            ordered: false,
            half: 0,
            open: false,
            stage: 0,
            cursor: 0,
            declared: [crate::figure::NOBODY; N],
        }
    }

    /// Plays from the rules.
    fn play_sized<const N: usize, G: Ground>(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let start = self.start::<N, G>();
        let mut keys = Keys::new(seed, first);
        for outcome in outcomes {
            *outcome = self.engagement(start, &mut Sampled::new(keys.next_key()));
        }
    }

    /// Plays one engagement to its end.
    #[inline(never)]
    pub(crate) fn engagement<C: Chance, const N: usize, G: Ground>(
        &self,
        mut fight: Fight<N, G>,
        chance: &mut C,
    ) -> Outcome {
        self.deploy(&mut fight, chance);
        for turn in 1..=self.turn_limit {
            loop {
                match self.advance(&mut fight, chance, turn) {
                    Progress::Step => {}
                    Progress::PairOver => break,
                    Progress::Ended { ending, .. } => return self.outcome(&fight, ending, turn),
                }
            }
        }
        self.outcome(&fight, ending::TURN_LIMIT, self.turn_limit)
    }

    /// Counts what is left of both sides.
    pub(crate) fn outcome<const N: usize, G: Ground>(&self, fight: &Fight<N, G>, ending: u8, turns: u16) -> Outcome {
        let mut measures = [0; engage::MAX_MEASURES];
        for (profile, man) in self.profiles.iter().zip(&fight.men) {
            let side = profile.side as usize;
            measures[side] += u16::from(!man.fights());
            measures[2 + side] += u16::from(man.condition == Condition::Dead);
            measures[4 + side] += u16::from(man.fights() && man.wounded);
        }
        Outcome { ending, turns, measures }
    }

    /// What one pair of moves leads to. `told` makes an outcome of how it ended and the turns begun in the pair.
    fn pair<O: Copy + Eq + std::hash::Hash, const N: usize>(
        &self,
        fight: Fight<N, Open>,
        budget: usize,
        told: impl Fn(Outcome, u8) -> O,
    ) -> Result<Distribution<Flow<Fight<N, Open>, O>, f64>, TooLarge> {
        exact::distribution(fight, budget, |fight, chance: &mut Enumerated| self.step(fight, chance, &told))
    }

    /// One step of a pair.
    pub(crate) fn step<C: Chance, O, const N: usize>(
        &self,
        mut fight: Fight<N, Open>,
        chance: &mut C,
        told: impl Fn(Outcome, u8) -> O,
    ) -> Flow<Fight<N, Open>, Flow<Fight<N, Open>, O>> {
        match self.advance(&mut fight, chance, 0) {
            Progress::Step => Flow::Go(fight),
            Progress::PairOver => Flow::Done(Flow::Go(fight)),
            Progress::Ended { ending, moves } => Flow::Done(Flow::Done(told(self.outcome(&fight, ending, 0), moves))),
        }
    }

    /// Solves the engagement as an absorbing chain of pairs; outcomes with the turns begun in their last pair.
    pub(crate) fn solve<const N: usize>(&self, limits: Limits) -> Result<Solved<N>, TooLarge> {
        exact::absorb([(self.start::<N, Open>(), 1.0)], limits, |start, budget| {
            self.pair(start, budget, |outcome, moves| (outcome, moves))
        })
    }

    fn exact_sized<const N: usize>(&self, budget: usize) -> Result<ExactFight, TooLarge> {
        let limits = Limits { budget, rounds: u32::from(self.turn_limit), tolerance: TOLERANCE, endless: false };
        let solved = self.solve::<N>(limits)?;
        let stopped = |fight: &Fight<N, Open>| self.outcome(fight, ending::TURN_LIMIT, self.turn_limit);
        Ok(ExactFight::of(solved, limits.rounds, |(outcome, _), round| ended(outcome, round), stopped))
    }

    /// The men of a side, by bit.
    #[inline]
    pub(crate) const fn men_of(&self, side: Side) -> u32 {
        self.sides[side as usize]
    }

    /// The side of a man.
    #[inline]
    pub(crate) const fn side_of(&self, me: usize) -> Side {
        if me < self.blues { Side::Blue } else { Side::Red }
    }

    /// The men of a man's side, by bit, himself among them.
    #[inline]
    pub(crate) const fn friends(&self, me: usize) -> u32 {
        self.men_of(self.side_of(me))
    }

    /// The men of the other side, by bit.
    #[inline]
    pub(crate) const fn enemies(&self, me: usize) -> u32 {
        self.men_of(self.side_of(me).enemy())
    }
}

/// An outcome that came in a certain pair of moves.
const fn ended(outcome: Outcome, pair: u32) -> Outcome {
    Outcome { turns: pair as u16, ..outcome }
}

/// A fight solved.
pub(crate) type Solved<const N: usize> = Absorbed<Fight<N, Open>, (Outcome, u8)>;

/// For each man the comrade who is his number two: the next of his squad without a crewed weapon, who serves nobody yet (FT-fire-6).
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

impl engage::Battle for Battle {
    fn figures(&self) -> &[engage::Figure] {
        &self.names
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        self.site.as_ref().map(Site::map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        if let Some(fused) = &self.fused {
            return fused.play(&mut Keys::new(seed, first), outcomes);
        }
        // The smallest state that holds all men.
        match self.profiles.len() {
            0..=16 if self.site.is_some() => self.play_sized::<16, Scene>(seed, first, outcomes),
            _ if self.site.is_some() => self.play_sized::<MOST, Scene>(seed, first, outcomes),
            0..=4 => self.play_sized::<4, Open>(seed, first, outcomes),
            5..=8 => self.play_sized::<8, Open>(seed, first, outcomes),
            9..=16 => self.play_sized::<16, Open>(seed, first, outcomes),
            _ => self.play_sized::<MOST, Open>(seed, first, outcomes),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        let words = Keyed::engagement(seed, engagement);
        let mut seen = Witnessed::of(words);
        if let Some(fused) = &self.fused {
            let outcome = fused.replay(words, &mut seen, |mut fight, turn, chance| {
                match self.advance(&mut fight, chance, turn as u16) {
                    Progress::Ended { ending, .. } => Flow::Done(self.outcome(&fight, ending, 0)),
                    Progress::Step | Progress::PairOver => Flow::Go(fight),
                }
            });
            return (outcome, seen.steps);
        }
        let mut sampled = Sampled::new(words);
        let mut observed = Observed::new(&mut sampled, &mut seen);
        let outcome = if self.site.is_some() {
            self.engagement::<_, MOST, Scene>(self.start(), &mut observed)
        } else {
            self.engagement::<_, MOST, Open>(self.start(), &mut observed)
        };
        (outcome, seen.steps)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        match self.profiles.len() {
            _ if self.site.is_some() => Err(Unsolved::OnAMap),
            0..=2 => Ok(self.exact_sized::<2>(budget)?),
            3..=MOST_EXACT => Ok(self.exact_sized::<MOST_EXACT>(budget)?),
            _ => Err(Unsolved::TooManyFigures { most: MOST_EXACT }),
        }
    }
}

/// How a man is placed at the start: whoever is to go somewhere is on his feet.
pub(crate) const fn starting_posture(doctrine: &Doctrine) -> Posture {
    match (doctrine.posture, doctrine.orders) {
        (PosturePolicy::LeaderStands | PosturePolicy::Prone, Orders::Hold) => Posture::Prone,
        _ => Posture::Standing,
    }
}
