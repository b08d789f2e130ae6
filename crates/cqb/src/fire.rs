//! Fire (CQB-5): the target number, one shot with its location and effect, and what a fire action goes through.

use chance::{Address, Card, Chance, Deck, Pack};
use engage::Inches;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::figure::{Condition, Gone, Travel, Wound};
use crate::options::*;
use crate::purpose;
use crate::rules::{Ability, Place, Rules};
use crate::weapon::{Fire, Recoil, Round, Weapon};

pub use crate::volley::Volley;

/// The location a firer names (CQB-5.3.3a).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AimAt {
    /// None: a hit strikes a random location.
    #[default]
    None,
    /// Brain stem: a hit is fatal.
    BrainStem,
    /// Head.
    Head,
    /// The strong arm.
    #[serde(alias = "arm")]
    StrongArm,
    /// The weak arm.
    WeakArm,
    /// A leg.
    Leg,
    /// Upper torso, where hard plates cover it.
    Torso,
}

/// What a target wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Armour {
    /// Soft body armour (CQB-5.5.3a).
    pub soft: bool,
    /// Hard plates (CQB-5.5.3c).
    pub plates: bool,
    /// A helmet (CQB-5.5.3d).
    pub helmet: bool,
}

/// The effect of one hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// None: a joker that voids the hit (CQB-9a).
    Nothing,
    /// Stopped by armour (CQB-5.5.3).
    Stopped {
        /// Whether it knocks down all the same (CQB-5.5.3b).
        knocks_down: bool,
    },
    /// A flesh wound (CQB-5.5.1).
    Flesh,
    /// The location is out of action and the figure knocked down (CQB-5.5.1, CQB-5.5.2).
    Out(Place),
    /// A hit in the brain stem (CQB-5.3.3b).
    Fatal,
}

/// All that a fire action depends on: the firer, its weapon as it is held, and the target.
#[derive(Clone, Copy, Debug)]
pub struct Firing {
    /// The weapon.
    pub weapon: Weapon,
    /// The category it is fired as: its own or a lower one (CQB-5.1a).
    pub fire: Fire,
    /// Shots, or bursts, in the fire action (CQB-5.1a).
    pub rate: u8,
    /// Whether the fire is aimed (CQB-5.3.2a).
    pub aimed: bool,
    /// The location named.
    pub aim_at: AimAt,
    /// Distance to the target.
    pub range: Inches,
    /// How the firer moved (CQB-5.3.1).
    pub firer_moved: Travel,
    /// How the target moved (CQB-5.3.1).
    pub target_moved: Gone,
    /// The firer's wounds (CQB-5.3.6a).
    pub wounds: u8,
    /// Whether it uses the weak hand (CQB-5.3.6b).
    pub weak_hand: bool,
    /// Whether it fires with one hand (CQB-1.4.2c, CQB-5.5.4d).
    pub one_handed: bool,
    /// Its failed gas tests (CQB-5.3.6d).
    pub gas: u8,
    /// Shots fired in the turns before without a break (CQB-5.3.5a).
    pub prior_shots: bool,
    /// What the target wears.
    pub armour: Armour,
    /// Whether the target's own weapon takes two hands (CQB-5.5.4d).
    pub target_two_handed: bool,
    /// Hostages in the line of fire (CQB-5.3.3e).
    pub hostages: u8,
}

/// A part of a target number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// The basic number.
    Base,
    /// The firer moved.
    FirerMoved,
    /// The target moved.
    TargetMoved,
    /// Aimed fire.
    Aim,
    /// The telescopic sight.
    Scope,
    /// The named location.
    Location,
    /// The range.
    Range,
    /// Recoil.
    Recoil,
    /// The firer's wounds.
    Wounds,
    /// The weak hand.
    WeakHand,
    /// A change of target.
    Change,
    /// Gas.
    Gas,
}

impl Term {
    /// Its clause and its name.
    #[must_use]
    pub const fn describe(self) -> (&'static str, &'static str) {
        match self {
            Term::Base => ("CQB-5.3", "base"),
            Term::FirerMoved => ("CQB-5.3.1", "firer moved"),
            Term::TargetMoved => ("CQB-5.3.1", "target moved"),
            Term::Aim => ("CQB-5.3.2b", "aimed"),
            Term::Scope => ("CQB-5.3.2b", "telescopic sight"),
            Term::Location => ("CQB-5.3.3a", "named location"),
            Term::Range => ("CQB-5.3.4", "range"),
            Term::Recoil => ("CQB-5.3.5", "recoil"),
            Term::Wounds => ("CQB-5.3.6a", "wounds"),
            Term::WeakHand => ("CQB-5.3.6b", "weak hand"),
            Term::Change => ("CQB-5.3.6c", "change of target"),
            Term::Gas => ("CQB-5.3.6d", "gas"),
        }
    }
}

/// Which shot of a fire action it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// In the fire action, from 1.
    pub shot: u8,
    /// In its burst, from 1.
    pub in_burst: u8,
    /// Full inches to the old target if there was one: the shot that makes the change, or a later one that still pays for
    /// it (CQB-5.3.6c).
    pub change: i32,
}

impl Firing {
    /// The same fire by a firer in this condition (CQB-5.3.6, CQB-5.5.4d).
    #[inline]
    #[must_use]
    pub fn by(self, firer: &Condition) -> Firing {
        let (weak_hand, one_handed) = (firer.wound == Wound::StrongArm, firer.wound.is_arm());
        Firing { wounds: firer.wounds(), weak_hand, one_handed, ..self }
    }

    /// The parts of the target number that figures who stay where they are keep (CQB-5.3).
    #[inline]
    fn standing_terms(&self, rules: &Rules, mut each: impl FnMut(Term, i32)) {
        each(Term::Base, i32::from(rules.to_hit_base));
        each(Term::FirerMoved, self.firer_moved_modifier(rules));
        each(Term::TargetMoved, self.target_moved_modifier(rules));
        each(Term::Location, named_modifier(self.aim_at, rules));
        each(Term::Range, range_modifier(self.range, rules));
    }

    /// The parts that come from the firer's condition (CQB-5.3.6).
    #[inline]
    fn condition_terms(&self, rules: &Rules, mut each: impl FnMut(Term, i32)) {
        wound_terms(self.wounds, self.weak_hand, rules, &mut each);
        each(Term::Gas, i32::from(self.gas) * i32::from(rules.gas));
    }

    /// The parts of the target number that all shots of the fire action share (CQB-5.3).
    pub fn shared_terms(&self, rules: &Rules, mut each: impl FnMut(Term, i32)) {
        self.standing_terms(rules, &mut each);
        self.condition_terms(rules, &mut each);
    }

    /// The parts that depend on which shot it is.
    #[inline]
    pub fn shot_terms(&self, rules: &Rules, number: Number, mut each: impl FnMut(Term, i32)) {
        if self.aimed {
            if number.shot == 1 || rules.aim_applies == AimApplies::All {
                each(Term::Aim, i32::from(rules.aim_of(self.weapon.category)));
            }
            if number.shot == 1 && self.weapon.scope {
                each(Term::Scope, i32::from(rules.aim.scope));
            }
        }
        each(Term::Recoil, self.recoil_modifier(rules, number));
        each(Term::Change, number.change * i32::from(rules.change_per_inch));
    }

    /// The part of the target number that stays as long as nobody moves.
    #[must_use]
    pub fn standing(&self, rules: &Rules) -> i32 {
        let mut sum = 0;
        self.standing_terms(rules, |_, modifier| sum += modifier);
        sum
    }

    /// The shared part of the target number.
    #[must_use]
    pub fn shared(&self, rules: &Rules) -> i32 {
        let mut sum = 0;
        self.shared_terms(rules, |_, modifier| sum += modifier);
        sum
    }

    /// The target number of a shot, given the shared part (CQB-5.2a).
    #[inline]
    #[must_use]
    pub fn target_number(&self, rules: &Rules, shared: i32, number: Number) -> i32 {
        let mut sum = shared;
        self.shot_terms(rules, number, |_, modifier| sum += modifier);
        sum
    }

    /// CQB-5.3.1, CQB-4b.
    #[inline]
    fn firer_moved_modifier(&self, rules: &Rules) -> i32 {
        i32::from(match self.firer_moved.gone {
            Gone::Nowhere => 0,
            Gone::UpToNormal => rules.moved.firer,
            Gone::Farther => rules.moved.firer_fast,
        })
    }

    /// CQB-5.3.1.
    #[inline]
    fn target_moved_modifier(&self, rules: &Rules) -> i32 {
        i32::from(match self.target_moved {
            Gone::Nowhere => 0,
            Gone::UpToNormal => rules.moved.target,
            Gone::Farther => rules.moved.target_fast,
        })
    }

    /// Recoil class of the weapon as it is held (CQB-1.4.2c, CQB-5.5.4d).
    #[must_use]
    pub fn recoil(&self, rules: &Rules) -> Recoil {
        let category = self.weapon.category;
        let extended = category.two_handed() && rules.one_arm_long_gun == OneArmLongGun::HeavyRecoil;
        if self.one_handed && (category.is_smg() || extended) { Recoil::Heavy } else { self.weapon.recoil }
    }

    /// CQB-5.3.5.
    #[inline]
    fn recoil_modifier(&self, rules: &Rules, number: Number) -> i32 {
        let heavy = self.recoil(rules) == Recoil::Heavy;
        if self.fire.in_bursts() {
            let count = match rules.recoil_count {
                RecoilCount::Turn => number.shot,
                RecoilCount::Burst => number.in_burst,
            };
            burst_recoil(heavy, count, rules)
        } else {
            let later = number.shot > 1 || self.prior_shots && rules.single_recoil == SingleRecoil::Series;
            i32::from(heavy && later) * i32::from(rules.recoil_single)
        }
    }

    /// Whether the firer may not fire this weapon now, in its condition (CQB-4b, CQB-5.5.4d).
    #[must_use]
    pub fn barred(&self, rules: &Rules) -> bool {
        self.firer_moved.fast && rules.fast_firer == FastFirer::Barred || self.barred_for_good(rules)
    }

    /// Whether it never will be able to fire it again (CQB-5.5.4d).
    #[must_use]
    pub fn barred_for_good(&self, rules: &Rules) -> bool {
        self.one_handed && self.weapon.category.two_handed() && rules.one_arm_long_gun == OneArmLongGun::Barred
    }

    /// The chance in percent, rounded down, that the first card of a whole deck is a complete miss (CQB-5.3.3d).
    #[must_use]
    pub fn percent_missed(&self, rules: &Rules, pack: Pack) -> u32 {
        let number = Number { shot: 1, in_burst: 1, change: 0 };
        let target_number = self.target_number(rules, self.shared(rules), number);
        let ranks = (i32::from(pack.high()) - target_number + 1).clamp(0, 10) as u32;
        100 - 400 * ranks / pack.size()
    }

    /// Whether the first shot of a fire action could hit anything, be it by a near miss (CQB-5.2a, CQB-5.3.3c).
    #[must_use]
    pub fn could_hit(&self, rules: &Rules, pack: Pack) -> bool {
        let number = Number { shot: 1, in_burst: 1, change: 0 };
        let target_number = self.target_number(rules, self.shared(rules), number);
        let reach = i32::from(pack.high()) + i32::from(self.aim_at == AimAt::Torso);
        !self.barred_for_good(rules) && target_number <= reach
    }
}

/// What a firer's wounds add to its target numbers (CQB-5.3.6a, CQB-5.3.6b).
#[inline]
fn wound_terms(wounds: u8, weak_hand: bool, rules: &Rules, mut each: impl FnMut(Term, i32)) {
    each(Term::Wounds, i32::from(wounds) * i32::from(rules.wound));
    each(Term::WeakHand, i32::from(weak_hand) * i32::from(rules.weak_hand));
}

/// The sum of that for a firer in this condition.
#[inline]
pub(crate) fn condition_modifier(firer: &Condition, rules: &Rules) -> i32 {
    let mut sum = 0;
    wound_terms(firer.wounds(), firer.wound == Wound::StrongArm, rules, |_, modifier| sum += modifier);
    sum
}

/// CQB-5.3.3a.
#[inline]
pub(crate) fn named_modifier(aim_at: AimAt, rules: &Rules) -> i32 {
    i32::from(match aim_at {
        AimAt::None => 0,
        AimAt::BrainStem => rules.named.brain_stem,
        AimAt::Head => rules.named.head,
        AimAt::StrongArm | AimAt::WeakArm => rules.named.arm,
        AimAt::Leg => rules.named.leg,
        AimAt::Torso => rules.named.torso,
    })
}

/// CQB-5.3.4. The table's own last band says what lies beyond it: bands that double, or go on in steps of its width.
#[inline]
#[must_use]
pub fn range_modifier(range: Inches, rules: &Rules) -> i32 {
    for band in &rules.range {
        if range <= band.up_to {
            return i32::from(band.modifier);
        }
    }
    let Some(last) = rules.range.last() else { return 0 };
    let (range, end) = (i64::from(range.thousandths()), i64::from(last.up_to.thousandths()));
    let beyond = match rules.long_range {
        LongRange::Linear48 => (range - end + 47_999) / 48_000,
        LongRange::Doubling => {
            let (mut bound, mut bands) = (end.max(1), 0);
            while bound < range {
                bound *= 2;
                bands += 1;
            }
            bands
        }
    };
    i32::from(last.modifier) + beyond as i32
}

/// CQB-5.3.5b; past the printed table CQB-5.3.5c.
#[inline]
fn burst_recoil(heavy: bool, shot: u8, rules: &Rules) -> i32 {
    let table = if heavy { &rules.recoil_heavy } else { &rules.recoil_light };
    match table.get(usize::from(shot) - 1) {
        Some(&modifier) => i32::from(modifier),
        None => {
            let steps = (i32::from(shot) + 1) / 3;
            if heavy { steps } else { steps / 2 }
        }
    }
}

/// The card of the shot against its target number (CQB-5.2a, CQB-5.3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToHit {
    /// The target number or more.
    Hit,
    /// A shot at the torso that is one short: it hits a random location (CQB-5.3.3c).
    NearMiss,
    /// A complete miss (CQB-5.3.3d).
    Miss,
    /// A joker (CQB-9a).
    Joker,
}

/// Compares the card of the shot with the target number.
#[inline(always)]
#[must_use]
pub fn to_hit(card: Card, target_number: i32, aim_at: AimAt) -> ToHit {
    match card.value() {
        None => ToHit::Joker,
        Some(value) if i32::from(value) >= target_number => ToHit::Hit,
        Some(value) if aim_at == AimAt::Torso && i32::from(value) == target_number - 1 => ToHit::NearMiss,
        Some(_) => ToHit::Miss,
    }
}

/// What one shot did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    /// The weapon jams (CQB-9a); no round leaves it, so no hostage is checked (CQB-5.3.3f).
    Jam,
    /// No round leaves the weapon, but it does not jam (CQB-9a).
    Misfire,
    /// A complete miss, which may hit hostages: see [`hostages`] (CQB-5.3.3d).
    Miss,
    /// The named location was hit, or a random one if none was named.
    Hit(Effect),
    /// A near miss at the torso hit a random location (CQB-5.3.3c).
    NearMiss(Effect),
}

/// The decks a shot draws from.
#[derive(Debug)]
pub struct Decks<'a, D> {
    /// The firer's own.
    pub firer: &'a mut D,
    /// Ace to ten with two jokers: the hostages', and the neutral one (CQB-5.3.3g).
    pub hostage: &'a mut D,
}

/// The deck of the hostages (CQB-5.3.3g).
#[must_use]
pub fn hostage_pack(rules: &Rules) -> Pack {
    rules.pack(Ability::Novice, rules.jokers.average)
}

/// Turns over one card; under `reshuffle = "every_draw"` it goes back at once (CQB-2.1c).
#[inline(always)]
pub(crate) fn turn_over<C: Chance, A: Copy + PartialEq>(
    chance: &mut C,
    rules: &Rules,
    deck: &mut C::Deck,
    at: Address,
    ask: impl Fn(Card) -> A,
) -> A {
    if rules.reshuffle == Reshuffle::EveryDraw {
        chance.draw(&mut C::Deck::whole(deck.pack()), at, ask)
    } else {
        chance.draw(deck, at, ask)
    }
}

/// Turns over cards until one is not a joker: jokers are set aside (CQB-9a).
///
/// Where every card goes back before the next, that is a card of a deck without jokers.
#[inline(always)]
pub(crate) fn turn_over_no_joker<C: Chance, A: Copy + PartialEq>(
    chance: &mut C,
    rules: &Rules,
    deck: &mut C::Deck,
    at: Address,
    ask: impl Fn(Card) -> A,
) -> A {
    if rules.reshuffle == Reshuffle::EveryDraw {
        return chance.draw(&mut C::Deck::whole(deck.pack().without_jokers()), at, ask);
    }
    let mut at = at;
    loop {
        if let Some(answer) = chance.draw(deck, at, |card| (!card.is_joker()).then(|| ask(card))) {
            return answer;
        }
        at = at.further(1);
    }
}

/// A card whose joker is read by `joker_secondary`: none stands for a joker that voids (CQB-9a).
#[inline(always)]
fn secondary<C: Chance, A: Copy + PartialEq>(
    chance: &mut C,
    rules: &Rules,
    deck: &mut C::Deck,
    at: Address,
    ask: impl Fn(Card) -> A,
) -> Option<A> {
    match rules.joker_secondary {
        JokerSecondary::Redraw => Some(turn_over_no_joker(chance, rules, deck, at, ask)),
        JokerSecondary::Void => turn_over(chance, rules, deck, at, |card| (!card.is_joker()).then(|| ask(card))),
    }
}

/// One round: the fire action it belongs to, what its second card would say, and its target number.
#[derive(Clone, Copy, Debug)]
pub struct Fired<'a> {
    /// The fire action.
    pub firing: &'a Firing,
    /// Its sheet.
    pub sheet: &'a Sheet,
    /// The target number of this shot.
    pub target_number: i32,
}

/// One shot, from the card of the shot to its effect (CQB-5.2). `seen` is the target as the firer sees it: what can make
/// no difference to it any more is not asked of the cards.
#[inline(always)]
pub fn shot<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    fired: Fired<'_>,
    seen: &Condition,
    decks: &mut Decks<'_, C::Deck>,
    at: Address,
) -> Shot {
    let Fired { firing, sheet, target_number } = fired;
    let at_card = at.purpose(purpose::TO_HIT);
    let ask = |card| to_hit(card, target_number, firing.aim_at);
    let card = match rules.joker_fire {
        JokerFire::Redraw => turn_over_no_joker(chance, rules, decks.firer, at_card, ask),
        _ => turn_over(chance, rules, decks.firer, at_card, ask),
    };
    match card {
        ToHit::Joker if rules.joker_fire == JokerFire::Misfire => Shot::Misfire,
        ToHit::Joker if rules.joker_fire == JokerFire::Jam => Shot::Jam,
        ToHit::Joker | ToHit::Miss => Shot::Miss,
        ToHit::Hit if firing.aim_at == AimAt::BrainStem && !sheet.stem_helmet => Shot::Hit(Effect::Fatal),
        ToHit::Hit => Shot::Hit(effect(chance, rules, firing, &sheet.aimed, seen, decks, at)),
        ToHit::NearMiss => Shot::NearMiss(effect(chance, rules, firing, &sheet.random, seen, decks, at)),
    }
}

/// What the second card says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    Effect(Effect),
    /// A head hit on a helmet: one more card, and the colour of this one.
    Helmet {
        red: bool,
    },
}

/// What each second card says, black and red, by its value.
type Seconds = [[Second; 2]; 14];

/// Location and effect by the second card, worked out beforehand for a weapon, a named location and what the target wears
/// (CQB-5.4, CQB-5.5).
#[derive(Clone, Debug)]
pub struct Sheet {
    /// For a hit.
    aimed: Seconds,
    /// For a near miss, which strikes a random location.
    random: Seconds,
    /// Whether a helmet may help against a brain-stem hit (CQB-5.3.3b).
    stem_helmet: bool,
}

impl Sheet {
    /// The sheet of a fire action.
    #[must_use]
    pub fn new(rules: &Rules, firing: &Firing) -> Sheet {
        let helmet = firing.armour.helmet && firing.weapon.round != Round::Fifty;
        let seconds = |aim_at: AimAt| {
            std::array::from_fn(|value| {
                [false, true].map(|red| {
                    let place = struck(aim_at, value as u8, rules);
                    if place == Place::Head && helmet {
                        Second::Helmet { red }
                    } else {
                        Second::Effect(effect_at(place, red, false, firing, rules))
                    }
                })
            })
        };
        Sheet {
            aimed: seconds(firing.aim_at),
            random: seconds(AimAt::None),
            stem_helmet: helmet && rules.brainstem_helmet == BrainstemHelmet::Applies,
        }
    }
}

/// Location and effect of a hit: the second card, and a third for a helmet (CQB-5.2b, CQB-5.2c).
#[inline(always)]
fn effect<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    firing: &Firing,
    seconds: &Seconds,
    seen: &Condition,
    decks: &mut Decks<'_, C::Deck>,
    at: Address,
) -> Effect {
    let deck = match rules.location_deck {
        LocationDeck::Firer => &mut *decks.firer,
        LocationDeck::Neutral => &mut *decks.hostage,
    };
    // Only where equal outcomes are merged does it pay to make them equal; in a transcript the location matters.
    let tell_apart = |effect: Effect| if C::STEPWISE { effect.as_felt(seen) } else { effect };
    let second = |card: Card| match seconds[usize::from(card.value().unwrap_or(0))][usize::from(card.is_red())] {
        Second::Effect(effect) => Second::Effect(tell_apart(effect)),
        helmet => helmet,
    };
    match secondary(chance, rules, deck, at.purpose(purpose::EFFECT), second) {
        None => Effect::Nothing,
        Some(Second::Effect(effect)) => effect,
        Some(Second::Helmet { red }) => {
            let black = |card: Card| !card.is_red();
            let in_the_way = secondary(chance, rules, deck, at.purpose(purpose::HELMET), black).unwrap_or(false);
            if firing.aim_at == AimAt::BrainStem && !in_the_way {
                Effect::Fatal
            } else {
                tell_apart(effect_at(Place::Head, red, in_the_way, firing, rules))
            }
        }
    }
}

/// The location struck: the named one, else by the card (CQB-5.3.3a, CQB-5.4).
#[inline]
fn struck(aim_at: AimAt, value: u8, rules: &Rules) -> Place {
    match aim_at {
        AimAt::None => rules.location[usize::from(value.max(1)) - 1],
        AimAt::BrainStem | AimAt::Head => Place::Head,
        AimAt::StrongArm => Place::StrongArm,
        AimAt::WeakArm => Place::WeakArm,
        AimAt::Leg => Place::Leg,
        AimAt::Torso => Place::TorsoUnderPlates,
    }
}

/// Effect of a hit by round and armour (CQB-5.5.1 to CQB-5.5.3).
#[inline]
fn effect_at(place: Place, red: bool, helmet_in_the_way: bool, firing: &Firing, rules: &Rules) -> Effect {
    let (round, armour) = (firing.weapon.round, firing.armour);
    let stopped = Effect::Stopped { knocks_down: red && rules.armour_knockdown == ArmourKnockdown::On };
    let by_colour = if red { Effect::Out(place) } else { Effect::Flesh };
    // CQB-5.5.3e: nothing helps against .50.
    if round == Round::Fifty {
        return Effect::Out(place);
    }
    if armour.plates && place == Place::TorsoUnderPlates {
        return stopped;
    }
    let covered = match rules.soft_coverage {
        SoftCoverage::Torso => place.is_torso(),
        SoftCoverage::All => place != Place::Head,
    };
    let soft = armour.soft && covered || helmet_in_the_way;
    match round {
        Round::Pistol | Round::Shotgun if soft => stopped,
        Round::Magnum if soft && rules.magnum_vs_soft == MagnumVsSoft::Stopped => stopped,
        Round::Rifle | Round::Magnum if soft => by_colour,
        Round::Pistol => by_colour,
        _ => Effect::Out(place),
    }
}

impl Effect {
    /// The same effect as far as it can still matter to a figure in this condition: a second out-of-action hit
    /// incapacitates wherever it falls (CQB-5.5.4b), and nothing more befalls one that is down.
    #[inline]
    #[must_use]
    fn as_felt(self, seen: &Condition) -> Effect {
        match self {
            _ if seen.down => Effect::Nothing,
            Effect::Out(_) if seen.wounded() => Effect::Out(Place::Head),
            Effect::Out(place) if place.is_torso() => Effect::Out(Place::Head),
            effect => effect,
        }
    }
}

/// Checks the hostages in the line of fire of a complete miss, nearest to the firer first, and tells which were hit and how
/// (CQB-5.3.3e). `place` says whether anybody wants to know where they were hit; the answer is `Effect::Nothing` if not.
pub fn hostages<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    firing: &Firing,
    decks: &mut Decks<'_, C::Deck>,
    at: Address,
    place: bool,
    mut hit: impl FnMut(u8, Effect),
) {
    // A location card that nobody looks at can stay in its deck, unless another card is to come from that deck.
    let shared = rules.hostage_check_deck == HostageCheckDeck::Hostage || rules.location_deck == LocationDeck::Neutral;
    for hostage in 0..firing.hostages {
        let at = at.further(u32::from(hostage) * 8);
        let deck = match rules.hostage_check_deck {
            HostageCheckDeck::Firer => &mut *decks.firer,
            HostageCheckDeck::Hostage => &mut *decks.hostage,
        };
        if secondary(chance, rules, deck, at.purpose(purpose::HOSTAGE), Card::is_red) != Some(true) {
            continue;
        }
        let at = at.purpose(purpose::HOSTAGE_PLACE);
        let effect = if place {
            secondary(chance, rules, decks.hostage, at, |card| hostage_effect(card, firing, rules))
        } else if shared {
            secondary(chance, rules, decks.hostage, at, |_| Effect::Nothing)
        } else {
            None
        };
        hit(hostage, effect.unwrap_or(Effect::Nothing));
        if rules.hostage_stop == HostageStop::First {
            break;
        }
    }
}

/// Effect of a hit on a hostage, who wears nothing, by the card of the hostages' deck: its value gives the location, its
/// colour the effect (CQB-5.3.3g).
fn hostage_effect(card: Card, firing: &Firing, rules: &Rules) -> Effect {
    let unarmoured = Firing { armour: Armour::default(), ..*firing };
    effect_at(struck(AimAt::None, card.value().unwrap_or(1), rules), card.is_red(), false, &unarmoured, rules)
}

/// The categories of this weapon's fire that may be chosen (CQB-5.1a).
#[must_use]
pub fn may_fire_as(weapon: &Weapon, fire: Fire, rules: &Rules) -> bool {
    let lower = match weapon.fire {
        Fire::Auto => matches!(fire, Fire::Burst | Fire::Semi),
        Fire::Burst => fire == Fire::Semi,
        _ => false,
    };
    fire == weapon.fire || lower && rules.select_fire == SelectFire::LowerAllowed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CQB-5.3.5c: the printed recoil table obeys its formula.
    #[test]
    fn recoil_follows_the_formula() {
        let rules = Rules::default();
        for shot in 1..=20 {
            let steps = (i32::from(shot) + 1) / 3;
            assert_eq!((burst_recoil(true, shot, &rules), burst_recoil(false, shot, &rules)), (steps, steps / 2));
        }
        assert_eq!((burst_recoil(true, 26, &rules), burst_recoil(false, 26, &rules)), (9, 4));
    }

    /// CQB-5.3.4: bounds are inclusive, and the table goes on both ways.
    #[test]
    fn range_modifiers_at_their_bounds() {
        let mut rules = Rules::default();
        let at = |inches: i32, rules: &Rules| range_modifier(Inches::whole(inches), rules);
        let printed = [(0, -2), (3, -2), (4, -1), (6, -1), (12, 0), (13, 1), (24, 1), (48, 2), (96, 3), (97, 4)];
        for (inches, modifier) in printed {
            assert_eq!(at(inches, &rules), modifier, "{inches}");
        }
        assert_eq!([192, 193, 384, 385].map(|inches| at(inches, &rules)), [4, 5, 5, 6]);
        rules.long_range = LongRange::Linear48;
        assert_eq!([97, 144, 145, 192, 193].map(|inches| at(inches, &rules)), [4, 4, 5, 5, 6]);
    }
}
