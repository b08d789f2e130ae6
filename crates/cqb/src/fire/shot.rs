//! One shot, card by card (CQB-5.2), and the hostages that it may strike (CQB-5.3.3).

use chance::{Address, Card, Chance};

use crate::cards::{secondary, turn_over, turn_over_no_joker};
use crate::figure::{Condition, Effect};
use crate::fire::hit::{AimAt, effect_at, hostage_effect};
use crate::fire::target::Firing;
use crate::options::*;
use crate::prepared::sheet::{Second, Seconds, Sheet};
use crate::purpose;
use crate::rules::{Place, Rules};

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

/// One shot, from the card of the shot to its effect (CQB-5.2). `seen` is the target as the firer sees it: a card that
/// can make no difference to it any more is not turned over.
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
    // Outcomes are made equal only where equal ones are merged; in a transcript the location matters.
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
                tell_apart(effect_at(Place::Head, red, in_the_way, firing.hits_with(), rules))
            }
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
    for who in 0..firing.hostages {
        if let Some(effect) = hostage(chance, rules, firing, decks, at.further(u32::from(who) * 8), place) {
            hit(who, effect);
            if rules.hostage_stop == HostageStop::First {
                break;
            }
        }
    }
}

/// Checks one hostage in the line of fire: how it was hit, if it was (CQB-5.3.3e).
pub fn hostage<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    firing: &Firing,
    decks: &mut Decks<'_, C::Deck>,
    at: Address,
    place: bool,
) -> Option<Effect> {
    let deck = match rules.hostage_check_deck {
        HostageCheckDeck::Firer => &mut *decks.firer,
        HostageCheckDeck::Hostage => &mut *decks.hostage,
    };
    if secondary(chance, rules, deck, at.purpose(purpose::HOSTAGE), Card::is_red) != Some(true) {
        return None;
    }
    // A location card that nobody looks at can stay in its deck, unless another card is to come from that deck.
    let shared = rules.hostage_check_deck == HostageCheckDeck::Hostage || rules.location_deck == LocationDeck::Neutral;
    let at = at.purpose(purpose::HOSTAGE_PLACE);
    let effect = if place {
        secondary(chance, rules, decks.hostage, at, |card| hostage_effect(card, firing.weapon.round, rules))
    } else if shared {
        secondary(chance, rules, decks.hostage, at, |_| Effect::Nothing)
    } else {
        None
    };
    Some(effect.unwrap_or(Effect::Nothing))
}
