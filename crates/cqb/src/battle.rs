//! A compiled CQB engagement at a fixed range, and the state it goes through.

use std::sync::Arc;

use chance::exact::{self, Flow, Limits};
use chance::{Address, Chance, Deck, Enumerated, Keyed, Keys, Observed, Sampled, Step, TooLarge, Witnessed};
use engage::{BySide, ExactFight, Outcome, Side, Unsolved};

use crate::doctrine::{AimPolicy, Doctrine, TargetChoice};
use crate::figure::{Condition, Figure};
use crate::fire::{AimAt, Armour, Firing, Number, Sheet, Volley, hostage_pack};
use crate::options::{AimCost, DeckOwner, Luck, OneArmLongGun, RecoilCount};
use crate::purpose;
use crate::rules::{Ability, Fortune, Rules};
use crate::scene::{Ground, Open, Scene};
use crate::setup::Field;
use crate::site::Site;
use crate::table::Table;
use crate::turn::Progress;
use crate::weapon::{Fire, Weapon};

/// Indices of [`crate::RULESET`]'s endings.
pub(crate) mod ending {
    pub(crate) const BLUE_WINS: u8 = 0;
    pub(crate) const RED_WINS: u8 = 1;
    pub(crate) const BOTH_OUT: u8 = 2;
    pub(crate) const STALEMATE: u8 = 3;
    pub(crate) const TURN_LIMIT: u8 = 4;
}

/// What does not change about a figure.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) side: Side,
    pub(crate) ability: Ability,
    pub(crate) weapon: Weapon,
    pub(crate) armour: Armour,
    pub(crate) doctrine: Doctrine,
    pub(crate) kit: Kit,
    /// Parts that show behind cover (CQB-5.3.7).
    pub(crate) shows: Vec<AimAt>,
    /// Its deck, by number.
    pub(crate) deck: u8,
    /// Its place along its side's line, in thousandths of an inch from the middle.
    pub(crate) place: i32,
    /// What can be settled beforehand.
    pub(crate) settled: Settled,
}

/// What a figure carries on a map.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kit {
    /// Stun grenades.
    pub(crate) stun: u8,
    /// Gas grenades.
    pub(crate) gas: u8,
    /// Whether it wears a mask against gas.
    pub(crate) mask: bool,
}

/// What can be settled about a figure before play, where nobody moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settled {
    /// It can hit any enemy as long as it is unhurt (CQB-5.2a).
    pub(crate) can_hit: bool,
    /// It fires whenever it is not hindered: it neither holds, aims, moves nor has to load.
    pub(crate) just_fires: bool,
    /// Its enemies, those it prefers to shoot at first; empty where that changes in play.
    pub(crate) preference: Vec<u8>,
}

/// A compiled engagement.
#[derive(Debug)]
pub(crate) struct Battle {
    pub(crate) rules: Rules,
    pub(crate) field: Field,
    pub(crate) turn_limit: u16,
    pub(crate) names: Vec<engage::Figure>,
    pub(crate) profiles: Vec<Profile>,
    /// Owner and ability of each deck.
    decks: Vec<(Side, Ability)>,
    /// Jokers in each team's decks, unless its luck is rolled for.
    jokers: BySide<u8>,
    /// Number of figures of blue, who come first.
    pub(crate) blues: usize,
    /// Whether nobody ever moves, so that ranges stay as they are.
    pub(crate) still: bool,
    /// Whether anybody ever goes on Hold.
    pub(crate) holds: bool,
    /// Whether nothing about a figure changes at the end of a turn.
    pub(crate) turns_alike: bool,
    /// The fire of each figure at each other: unaimed and aimed, with two arms and with one out.
    lanes: Vec<Lane>,
    pub(crate) table: Table,
    /// The map, unless the ground is open.
    pub(crate) site: Option<Site>,
    /// Posts in the rooms that each side begins in.
    pub(crate) known: BySide<u128>,
}

/// The fire of one figure at another, worked out for both fresh and in their first places.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    pub(crate) firing: Firing,
    pub(crate) sheet: Sheet,
    /// The part of the target number that stays as long as nobody moves.
    pub(crate) standing: i32,
    /// Whether the first shot could hit (CQB-5.2a).
    pub(crate) could_hit: bool,
    /// Target numbers of the first shots.
    pub(crate) numbers: [i32; FIRST_SHOTS],
}

impl Lane {
    /// Target number of a shot by an unhurt firer (CQB-5.3).
    #[inline(always)]
    pub(crate) fn target_number(&self, rules: &Rules, number: Number) -> i32 {
        let as_listed = number.change == 0
            && (number.shot == number.in_burst
                || rules.recoil_count == RecoilCount::Turn
                || !self.firing.fire.in_bursts());
        let listed = if as_listed { self.numbers.get(usize::from(number.shot) - 1) } else { None };
        listed.copied().unwrap_or_else(|| self.firing.target_number(rules, self.standing, number))
    }
}

/// Shots whose target numbers are worked out beforehand.
pub(crate) const FIRST_SHOTS: usize = 9;

/// Where a fight stands within its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// Before the first turn: luck is still to be rolled for.
    Luck,
    /// A turn is about to begin.
    Opening,
    /// Somebody's go is about to begin.
    Acting,
    /// A fire action is under way.
    Firing,
}

/// The state of an engagement of up to `N` figures. Everything that is over is reset, so that equal situations are equal
/// values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fight<D, const N: usize, G> {
    pub(crate) ground: G,
    pub(crate) phase: Phase,
    pub(crate) figures: [Figure; N],
    /// Figures of blue and red that are not down.
    pub(crate) standing: [u8; 2],
    pub(crate) decks: [D; N],
    /// The deck of hostages and neutral cards (CQB-5.3.3g).
    pub(crate) hostage_deck: D,
    pub(crate) hostages_hit: u16,
    pub(crate) hostages_lost: u16,
    /// Figures in order of action.
    pub(crate) order: [u8; N],
    /// Number of the group of each place in the order: those of one group act simultaneously.
    pub(crate) group: [u8; N],
    pub(crate) len: u8,
    /// Place of the figure whose go it is.
    pub(crate) cursor: u8,
    /// First place after its group.
    pub(crate) group_end: u8,
    /// Whether a group is acting.
    pub(crate) open: bool,
    /// Whether it has several members, who act simultaneously.
    pub(crate) together: bool,
    /// Whether holders have had their try at interrupting this group.
    pub(crate) challenged: bool,
    /// Members of the group that fire, by bit.
    pub(crate) firing: u32,
    /// The figures as the members of a simultaneous group see them.
    pub(crate) seen: [Figure; N],
    pub(crate) volley: Volley,
    pub(crate) target: u8,
    /// The target as the firer sees it: as it was, with the effects of his own shots.
    pub(crate) view: Condition,
}

/// The most figures, both sides together.
const MOST: usize = 32;

/// Figures beyond which the exact solver is not tried: a single reaction test of five has a hundred thousand branches.
const MOST_EXACT: usize = 4;

/// The exact solver stops when less than this is left to absorb.
const TOLERANCE: f64 = 1e-13;

impl Battle {
    pub(crate) fn new(
        rules: Rules,
        field: Field,
        turn_limit: u16,
        names: Vec<engage::Figure>,
        mut profiles: Vec<Profile>,
        jokers: BySide<u8>,
        site: Option<Site>,
    ) -> Battle {
        let blues = profiles.iter().filter(|profile| profile.side == Side::Blue).count();
        let reds = profiles.len() - blues;
        let mut decks = Vec::new();
        for (number, profile) in profiles.iter_mut().enumerate() {
            let (slot, count) = if number < blues { (number, blues) } else { (number - blues, reds) };
            profile.place = (2 * slot as i32 + 1 - count as i32) * field.spacing.thousandths() / 2;
            let owner = (profile.side, profile.ability);
            let shared = decks.iter().position(|&deck| deck == owner && rules.deck_owner == DeckOwner::Team);
            profile.deck = shared.unwrap_or(decks.len()) as u8;
            if shared.is_none() {
                decks.push(owner);
            }
        }
        let still = site.is_none()
            && profiles.iter().all(|profile| profile.doctrine.close_to.is_none_or(|goal| goal >= field.range));
        let holds = site.is_some() || profiles.iter().any(|profile| profile.doctrine.hold_until.is_some());
        let slow = profiles.iter().any(|profile| profile.weapon.fire == Fire::Slow);
        let free_aims = rules.aim_cost == AimCost::Free && profiles.iter().any(|p| p.doctrine.aim != AimPolicy::Never);
        let turns_alike = still && !slow && !free_aims && !holds;
        let lanes = Vec::new();
        let known = site.as_ref().map(|site| site.known_from_the_start(profiles.iter().map(|profile| profile.side)));
        let mut battle = Battle {
            rules,
            field,
            turn_limit,
            names,
            profiles,
            decks,
            jokers,
            blues,
            still,
            holds,
            turns_alike,
            lanes,
            table: Table::default(),
            site,
            known: known.unwrap_or_default(),
        };
        battle.lanes = battle.lanes();
        for me in 0..battle.profiles.len() {
            battle.profiles[me].settled = battle.settle(me);
        }
        battle
    }

    /// What can be settled about a figure beforehand.
    fn settle(&self, me: usize) -> Settled {
        let profile = &self.profiles[me];
        let doctrine = &profile.doctrine;
        if !self.still {
            return Settled::default();
        }
        let aims = doctrine.aims(profile.weapon.category, self.field.range);
        let barred = self.rules.one_arm_long_gun == OneArmLongGun::Barred;
        let fresh = Figure::default();
        let mut preference: Vec<u8> = self.enemies(me).map(|enemy| enemy as u8).collect();
        match doctrine.target {
            TargetChoice::Nearest | TargetChoice::Focus | TargetChoice::Dangerous => {
                preference.sort_by_key(|&enemy| self.worth(me, &fresh, enemy.into(), &fresh));
            }
            TargetChoice::Weakest | TargetChoice::Random => preference.clear(),
        }
        Settled {
            can_hit: self.enemies(me).all(|enemy| self.lane(me, enemy, aims, false).could_hit),
            just_fires: doctrine.hold_until.is_none() && !aims && !barred && profile.weapon.fire != Fire::Slow,
            preference,
        }
    }

    fn lanes(&self) -> Vec<Lane> {
        let count = self.profiles.len();
        let mut lanes = Vec::with_capacity(count * count * 4);
        for me in 0..count {
            for target in 0..count {
                for (aiming, one_handed) in [(false, false), (false, true), (true, false), (true, true)] {
                    let figure = Figure { aiming, ..Figure::default() };
                    let fresh = self.firing(me, &figure, target, &Figure::default());
                    lanes.push(self.work_out(me, Firing { one_handed, ..fresh }));
                }
            }
        }
        lanes
    }

    fn work_out(&self, me: usize, firing: Firing) -> Lane {
        let rules = &self.rules;
        let standing = firing.standing(rules);
        let number = |shot: usize| Number { shot: shot as u8 + 1, in_burst: shot as u8 + 1, change: 0 };
        Lane {
            sheet: Sheet::new(rules, &firing),
            standing,
            numbers: std::array::from_fn(|shot| firing.target_number(rules, standing, number(shot))),
            could_hit: firing.could_hit(rules, rules.pack(self.profiles[me].ability, 0)),
            firing,
        }
    }

    /// The fire of one figure at another.
    #[inline]
    pub(crate) fn lane(&self, me: usize, target: usize, aiming: bool, one_handed: bool) -> &Lane {
        let pair = me * self.profiles.len() + target;
        &self.lanes[pair * 4 + usize::from(aiming) * 2 + usize::from(one_handed)]
    }

    /// Everybody in place, nobody hurt, every deck whole.
    pub(crate) fn start<D: Deck, const N: usize, G: Ground>(&self) -> Fight<D, N, G> {
        let hostage_deck = D::whole(hostage_pack(&self.rules));
        let mut fight = Fight {
            ground: G::new(),
            phase: Phase::Luck,
            figures: std::array::from_fn(|me| self.figure(me)),
            standing: [self.blues as u8, (self.profiles.len() - self.blues) as u8],
            decks: [hostage_deck; N],
            hostage_deck,
            hostages_hit: 0,
            hostages_lost: 0,
            order: [0; N],
            group: [0; N],
            len: 0,
            cursor: 0,
            group_end: 0,
            open: false,
            together: false,
            challenged: false,
            firing: 0,
            seen: [Figure::default(); N],
            volley: Volley::default(),
            target: 0,
            view: Condition::default(),
        };
        if self.rules.luck == Luck::Off {
            self.deal(&mut fight, self.jokers);
        }
        fight
    }

    /// A fresh figure; places beyond the last figure hold one that is down.
    fn figure(&self, me: usize) -> Figure {
        let down = me >= self.profiles.len();
        Figure { condition: Condition { down, ..Condition::default() }, ..Figure::default() }
    }

    /// Makes up every deck for its team's luck, which holds for all decks of the team (CQB-2.2b).
    fn deal<D: Deck, const N: usize, G: Ground>(&self, fight: &mut Fight<D, N, G>, jokers: BySide<u8>) {
        for (deck, &(side, ability)) in fight.decks.iter_mut().zip(&self.decks) {
            *deck = D::whole(self.rules.pack(ability, jokers[side]));
        }
        fight.phase = Phase::Opening;
    }

    /// Rolls for each team's luck (CQB-2.2b).
    pub(crate) fn roll_luck<C: Chance, const N: usize, G: Ground>(
        &self,
        fight: &mut Fight<C::Deck, N, G>,
        chance: &mut C,
    ) {
        let roll = |side: Side, chance: &mut C| {
            let at = Address::new(side as u8, purpose::LUCK, 0);
            self.rules.jokers_of(Fortune::of(chance.pick(at, &self.rules.average_die())))
        };
        let jokers = BySide { blue: roll(Side::Blue, chance), red: roll(Side::Red, chance) };
        self.deal(fight, jokers);
    }

    /// Plays from the rules.
    pub(crate) fn play_sized<const N: usize, G: Ground>(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let start = self.start::<_, N, G>();
        let mut keys = Keys::new(seed, first);
        for outcome in outcomes {
            *outcome = self.engagement(start, &mut Sampled::new(keys.next_key()));
        }
    }

    /// Plays one engagement to its end.
    #[inline(never)]
    pub(crate) fn engagement<C: Chance, const N: usize, G: Ground>(
        &self,
        mut fight: Fight<C::Deck, N, G>,
        chance: &mut C,
    ) -> Outcome {
        self.deploy(&mut fight, chance);
        for turn in 1..=self.turn_limit {
            loop {
                match self.advance(&mut fight, chance, turn) {
                    Progress::Step => {}
                    Progress::TurnOver => break,
                    Progress::Ended { ending, begun } => return self.outcome(&fight, ending, turn - u16::from(!begun)),
                }
            }
        }
        self.outcome(&fight, ending::TURN_LIMIT, self.turn_limit)
    }

    /// Counts what is left of both sides.
    pub(crate) fn outcome<D, const N: usize, G: Ground>(
        &self,
        fight: &Fight<D, N, G>,
        ending: u8,
        turns: u16,
    ) -> Outcome {
        let mut measures = [0; engage::MAX_MEASURES];
        for (profile, figure) in self.profiles.iter().zip(&fight.figures) {
            let side = profile.side as usize;
            measures[side] += u16::from(figure.condition.down);
            measures[2 + side] += u16::from(!figure.condition.down && figure.condition.wounds() > 0);
        }
        (measures[4], measures[5]) = (fight.hostages_hit, fight.hostages_lost);
        Outcome { ending, turns, measures }
    }

    /// Solves the engagement as an absorbing chain of turns.
    pub(crate) fn solve<const N: usize>(&self, limits: Limits) -> Result<Solved<N>, TooLarge> {
        exact::absorb([(self.start::<<Enumerated as Chance>::Deck, N, Open>(), 1.0)], limits, |start, budget| {
            exact::distribution(start, budget, |mut fight, chance: &mut Enumerated| {
                match self.advance(&mut fight, chance, 0) {
                    Progress::Step => Flow::Go(fight),
                    Progress::TurnOver => Flow::Done(Flow::Go(fight)),
                    Progress::Ended { ending, begun } => {
                        Flow::Done(Flow::Done((self.outcome(&fight, ending, 0), begun)))
                    }
                }
            })
        })
    }

    fn exact_sized<const N: usize>(&self, budget: usize) -> Result<ExactFight, TooLarge> {
        let limits = Limits { budget, rounds: u32::from(self.turn_limit), tolerance: TOLERANCE, endless: false };
        let solved = self.solve::<N>(limits)?;
        let stopped = |fight: &Fight<_, N, Open>| self.outcome(fight, ending::TURN_LIMIT, self.turn_limit);
        Ok(ExactFight::of(solved, limits.rounds, |(outcome, begun), round| ended(outcome, round, begun), stopped))
    }
}

/// An outcome in a round that may not have begun yet.
pub(crate) fn ended(outcome: Outcome, round: u32, begun: bool) -> Outcome {
    Outcome { turns: round as u16 - u16::from(!begun), ..outcome }
}

/// A fight solved: outcomes by the round they come in, with whether that turn had begun.
type Solved<const N: usize> = exact::Absorbed<Fight<<Enumerated as Chance>::Deck, N, Open>, (Outcome, bool)>;

impl engage::Battle for Battle {
    fn figures(&self) -> &[engage::Figure] {
        &self.names
    }

    fn bystanders(&self) -> usize {
        self.site.as_ref().map_or(0, |site| site.hostages.into())
    }

    fn map(&self) -> Option<&Arc<engage::Map>> {
        self.site.as_ref().map(|site| &site.map)
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        // The smallest state that holds all figures.
        match self.profiles.len() {
            0..=8 if self.site.is_some() => self.play_sized::<8, Scene>(seed, first, outcomes),
            9..=16 if self.site.is_some() => self.play_sized::<16, Scene>(seed, first, outcomes),
            _ if self.site.is_some() => self.play_sized::<MOST, Scene>(seed, first, outcomes),
            0..=2 => self.play_small::<2>(seed, first, outcomes),
            3..=4 => self.play_small::<4>(seed, first, outcomes),
            5..=8 => self.play_sized::<8, Open>(seed, first, outcomes),
            9..=16 => self.play_sized::<16, Open>(seed, first, outcomes),
            _ => self.play_sized::<MOST, Open>(seed, first, outcomes),
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        let mut seen = Witnessed::default();
        let mut sampled = Sampled::new(Keyed::engagement(seed, engagement));
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
