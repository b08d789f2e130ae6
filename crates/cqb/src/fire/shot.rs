//! One shot, card by card (CQB-5.2), and the hostages it may hit (CQB-5.3.3).

use std::hash::Hash;

use chance::{Address, Card, Chance, Deck};

use crate::cards::{secondary, turn_over, turn_over_no_joker};
use crate::figure::{Condition, Effect};
use crate::fire::hit::{AimAt, HitOutcome, Impact, helmet_effect, hostage_effect};
use crate::fire::hit_table::{HitOutcomes, HitTable};
use crate::fire::target::Firing;
use crate::options::*;
use crate::purpose;
use crate::rules::Rules;

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

/// The result of one shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Shot {
    /// Makes shots equal that come to the same: to nothing, or to a hit with the same effect. `endangers` says whether a miss
    /// may hit hostages.
    pub(crate) fn alike(self, endangers: bool) -> Shot {
        match self {
            Shot::Miss if !endangers => Shot::Misfire,
            Shot::Hit(effect) | Shot::NearMiss(effect) => match effect {
                Effect::Nothing | Effect::Stopped { knocks_down: false } => Shot::Misfire,
                effect => Shot::Hit(effect),
            },
            other => other,
        }
    }
}

/// The decks that a shot draws from.
#[derive(Debug)]
pub struct Decks<'a, D> {
    /// The firer's own.
    pub firer: &'a mut D,
    /// Ace to ten with two jokers: the hostages', and the neutral one (CQB-5.3.3g).
    pub hostage: &'a mut D,
}

impl<D: Deck> Decks<'_, D> {
    /// A short piece that draws from them, given something ([`Chance::in_short`]).
    pub(crate) fn in_short<C: Chance<Deck = D>, K: Eq + Hash + 'static, T: Copy + Eq + Hash + 'static>(
        &mut self,
        chance: &mut C,
        given: K,
        piece: impl Fn(&mut C, &mut Decks<'_, D>) -> T,
    ) -> T {
        let mut decks = (*self.firer, *self.hostage);
        let result = chance.in_short(
            || given,
            &mut decks,
            |chance, (firer, hostage)| piece(chance, &mut Decks { firer, hostage }),
        );
        (*self.firer, *self.hostage) = decks;
        result
    }
}

/// One round.
#[derive(Clone, Copy, Debug)]
pub struct Fired<'a> {
    /// The fire action.
    pub firing: &'a Firing,
    /// The effects of its hits.
    pub hits: &'a HitTable,
    /// The target number of this shot.
    pub target_number: i32,
}

/// All that decides a shot but the rules and the decks.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Given {
    target_number: i32,
    aim_at: AimAt,
    impact: Impact,
    /// How the target feels a hit: whether it is down, and whether it is wounded.
    seen: (bool, bool),
    /// Whether a miss may hit hostages.
    endangers: bool,
}

impl Fired<'_> {
    /// All that decides the shot but the rules and the decks, at a target that the firer sees so.
    pub(crate) const fn given(&self, seen: &Condition) -> Given {
        Given {
            target_number: self.target_number,
            aim_at: self.firing.aim_at,
            impact: self.firing.impact(),
            seen: (seen.down, seen.wounded()),
            endangers: self.firing.hostages > 0,
        }
    }
}

/// One shot, from its first card to its effect (CQB-5.2). `seen` is the target as the firer sees it: a card that can
/// make no difference to it is not turned over.
#[inline(always)]
pub fn shot<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    fired: Fired<'_>,
    seen: &Condition,
    decks: &mut Decks<'_, C::Deck>,
    at: Address,
) -> Shot {
    let Fired { firing, hits, target_number } = fired;
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
        ToHit::Hit if hits.fatal => Shot::Hit(Effect::Fatal),
        ToHit::Hit => Shot::Hit(effect(chance, rules, Hit { firing, outcomes: &hits.named, seen }, decks, at)),
        ToHit::NearMiss => {
            Shot::NearMiss(effect(chance, rules, Hit { firing, outcomes: &hits.random, seen }, decks, at))
        }
    }
}

/// A hit with its location and effect undecided.
#[derive(Clone, Copy)]
struct Hit<'a> {
    firing: &'a Firing,
    /// Its outcome for each second card.
    outcomes: &'a HitOutcomes,
    /// The target as the firer sees it.
    seen: &'a Condition,
}

/// Location and effect of a hit: the second card, and a third for a helmet (CQB-5.2b, CQB-5.2c).
#[inline(always)]
fn effect<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    Hit { firing, outcomes, seen }: Hit<'_>,
    decks: &mut Decks<'_, C::Deck>,
    at: Address,
) -> Effect {
    let deck = match rules.location_deck {
        LocationDeck::Firer => &mut *decks.firer,
        LocationDeck::Neutral => &mut *decks.hostage,
    };
    // Outcomes are made equal only where equal states are merged; in a log the location matters.
    let tell_apart = |effect: Effect| if C::STEPWISE { effect.as_felt(seen) } else { effect };
    let second = |card: Card| match outcomes.of(card) {
        HitOutcome::Effect(effect) => HitOutcome::Effect(tell_apart(effect)),
        helmet @ HitOutcome::Helmet { .. } => helmet,
    };
    match secondary(chance, rules, deck, at.purpose(purpose::EFFECT), second) {
        None => Effect::Nothing,
        Some(HitOutcome::Effect(effect)) => effect,
        Some(HitOutcome::Helmet { red }) => {
            let black = |card: Card| !card.is_red();
            let in_the_way = secondary(chance, rules, deck, at.purpose(purpose::HELMET), black).unwrap_or(false);
            tell_apart(helmet_effect(firing.aim_at, red, in_the_way, firing.impact(), rules))
        }
    }
}

/// A complete miss, which may hit hostages (CQB-5.3.3d).
#[derive(Clone, Copy, Debug)]
pub struct Miss<'a> {
    /// The fire action.
    pub firing: &'a Firing,
    /// Whether to draw the location of a hit on a hostage.
    pub place: bool,
    /// The address of its first draw.
    pub at: Address,
}

/// Checks the hostages in the line of fire, nearest to the firer first, and calls `hit` for each one hit (CQB-5.3.3e).
pub fn hostages<C: Chance>(
    chance: &mut C,
    rules: &Rules,
    miss: Miss<'_>,
    decks: &mut Decks<'_, C::Deck>,
    mut hit: impl FnMut(u8, Effect),
) {
    for who in 0..miss.firing.hostages {
        let at = miss.at.further(u32::from(who) * 8);
        if let Some(effect) = hostage(chance, rules, miss.firing, decks, at, miss.place) {
            hit(who, effect);
            if rules.hostage_stop == HostageStop::First {
                break;
            }
        }
    }
}

/// Checks one hostage in the line of fire. Returns the effect of a hit, or `None` (CQB-5.3.3e). Without `place` no
/// location is drawn, and a hit has `Effect::Nothing`.
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
    // A location card that is not needed stays in its deck, unless a later card comes from that deck.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BodyPart;

    #[test]
    fn shots_made_equal_come_to_the_same() {
        let rules = Rules::default();
        let felt =
            [Effect::Nothing, Effect::Flesh, Effect::Out(BodyPart::Leg), Effect::Out(BodyPart::Head), Effect::Fatal];
        let effects = felt.into_iter().chain([false, true].map(|knocks_down| Effect::Stopped { knocks_down }));
        let hits = effects.flat_map(|effect| [Shot::Hit(effect), Shot::NearMiss(effect)]);
        let shots: Vec<Shot> = hits.chain([Shot::Jam, Shot::Misfire, Shot::Miss]).collect();
        let comes_to = |shot: Shot, before: &Condition, endangers: bool| {
            let mut after = *before;
            if let Shot::Hit(effect) | Shot::NearMiss(effect) = shot {
                after.suffer(effect, &rules, true);
            }
            (after, shot == Shot::Jam, endangers && shot == Shot::Miss)
        };
        let wounded = Condition { wound: crate::figure::Wound::Leg, ..Condition::default() };
        let down = Condition { down: true, ..Condition::default() };
        for (before, endangers) in [Condition::default(), wounded, down].iter().flat_map(|at| [(at, false), (at, true)])
        {
            for &shot in &shots {
                let alike = shot.alike(endangers);
                assert_eq!(comes_to(alike, before, endangers), comes_to(shot, before, endangers), "{shot:?}");
            }
        }
        assert_eq!([Shot::Miss, Shot::Hit(Effect::Nothing)].map(|shot| shot.alike(false)), [Shot::Misfire; 2]);
    }
}
