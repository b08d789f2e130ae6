//! The chance that a fire action puts its target out of action. Players estimate it before they choose, as if every
//! card came from a whole deck.

use chance::{Card, Pack};

use crate::cards::hostage_pack;
use crate::figure::Effect;
use crate::fire::hit::{AimAt, HitOutcome, helmet_effect};
use crate::fire::hit_table::{HitOutcomes, HitTable};
use crate::fire::shot::{ToHit, to_hit};
use crate::fire::target::{Firing, Number};
use crate::fire::volley::rounds;
use crate::options::{JokerFire, JokerSecondary, LocationDeck};
use crate::rules::{BodyPart, Rules};

/// The most shots in a fire action: ten bursts of twenty rounds.
const MOST_SHOTS: usize = 200;

/// The fire of one figure at another, for any shared part of the target numbers.
pub(crate) struct Outlook<'a> {
    rules: &'a Rules,
    firing: &'a Firing,
    pack: Pack,
    /// The chances that a hit and a near miss put an unhurt target out of action.
    out: [f64; 2],
}

impl<'a> Outlook<'a> {
    pub(crate) fn new(rules: &'a Rules, firing: &'a Firing, pack: Pack) -> Outlook<'a> {
        Outlook { rules, firing, pack, out: shares(rules, firing, pack, 1.0) }
    }

    /// The chance that one or more shots of a fire action put an unhurt target out of action (CQB-5.5.4a, CQB-5.5.4b),
    /// given the part that all its target numbers share.
    pub(crate) fn chance(&self, shared: i32) -> f64 {
        let (one_length, die) = (rounds(self.rules, self.firing).map(|rounds| [rounds]), self.rules.average_die);
        let lengths = one_length.as_ref().map_or(&die[..], |length| &length[..]);
        // The probability of having fired this many shots without effect and without a jam.
        let mut firing = [0.0; MOST_SHOTS + 1];
        firing[0] = 1.0;
        let mut out = 0.0;
        // Shots in a row often have the same target number.
        let mut known = (i32::MIN, [0.0; 2]);
        let longest = lengths.iter().copied().max().map_or(0, usize::from);
        for burst in 0..usize::from(self.firing.rate) {
            for before in (0..=burst * longest).rev() {
                let share = std::mem::take(&mut firing[before]) / lengths.len() as f64;
                for &length in lengths.iter().filter(|_| share > 0.0) {
                    let mut left = share;
                    for in_burst in 1..=length {
                        let shot = before as u8 + in_burst;
                        let number = Number { shot, in_burst, change: 0 };
                        let target_number = self.firing.target_number(self.rules, shared, number);
                        if known.0 != target_number {
                            known = (target_number, self.shot(target_number));
                        }
                        let [hits, ends] = known.1;
                        out += left * hits;
                        left *= 1.0 - hits - ends;
                    }
                    firing[before + usize::from(length)] += left;
                }
            }
        }
        out
    }

    /// The chance that a shot with this target number puts the target out of action, and the chance that the weapon jams,
    /// which ends the fire (CQB-5.2a, CQB-9a).
    fn shot(&self, target_number: i32) -> [f64; 2] {
        let [mut hits, mut near] = [0, 0];
        for value in self.pack.low()..=self.pack.high() {
            // Both colours of two suits.
            match to_hit(Card::new(value, true), target_number, self.firing.aim_at) {
                ToHit::Hit => hits += 4,
                ToHit::NearMiss => near += 4,
                ToHit::Miss | ToHit::Joker => {}
            }
        }
        let pack = if self.rules.joker_fire == JokerFire::Redraw { self.pack.without_jokers() } else { self.pack };
        let jams = if self.rules.joker_fire == JokerFire::Jam { pack.jokers() } else { 0 };
        let size = f64::from(pack.size());
        [(f64::from(hits) * self.out[0] + f64::from(near) * self.out[1]) / size, f64::from(jams) / size]
    }
}

fn is_black(card: Card) -> bool {
    !card.is_joker() && !card.is_red()
}

/// The chances that a hit and a near miss put an unhurt target out of action (CQB-5.4, CQB-5.5). A limb out of action
/// counts as this part of it.
pub(crate) fn shares(rules: &Rules, firing: &Firing, pack: Pack, limb: f64) -> [f64; 2] {
    let table = HitTable::new(rules, firing);
    let cards = match rules.location_deck {
        LocationDeck::Firer => pack,
        LocationDeck::Neutral => hostage_pack(rules),
    };
    let share = |outcomes: &HitOutcomes, aim_at| share_out(rules, firing, (outcomes, aim_at), cards, limb);
    let hit = if table.fatal { 1.0 } else { share(&table.named, firing.aim_at) };
    [hit, share(&table.random, AimAt::None)]
}

/// The share of second cards that put an unhurt target out of action.
fn share_out(rules: &Rules, firing: &Firing, (outcomes, aim_at): (&HitOutcomes, AimAt), cards: Pack, limb: f64) -> f64 {
    let cards = if rules.joker_secondary == JokerSecondary::Redraw { cards.without_jokers() } else { cards };
    let black = f64::from((0..cards.size()).filter(|&number| is_black(cards.card(number))).count() as u32)
        / f64::from(cards.size());
    let out = |effect: Effect| match effect {
        Effect::Fatal => 1.0,
        Effect::Out(place) if place == BodyPart::Head || place.is_torso() => 1.0,
        Effect::Out(_) => limb,
        _ => 0.0,
    };
    let share = |card: Card| {
        if card.is_joker() {
            return 0.0;
        }
        match outcomes.of(card) {
            HitOutcome::Effect(effect) => out(effect),
            // On a black card the helmet is in the way.
            HitOutcome::Helmet { red } => {
                let hit = |in_the_way: bool| helmet_effect(aim_at, red, in_the_way, firing.impact(), rules);
                let [worn, bare] = [true, false].map(|in_the_way| out(hit(in_the_way)));
                worn * black + bare * (1.0 - black)
            }
        }
    };
    (0..cards.size()).map(|number| share(cards.card(number))).sum::<f64>() / f64::from(cards.size())
}

#[cfg(test)]
mod tests {
    use chance::exact::{Flow, distribution};
    use serde_json::{Value, json};

    use super::*;
    use crate::figure::Condition;
    use crate::fire::hit::Armour;
    use crate::fire::{Decks, Fired, Shot, Volley, shot};
    use crate::rules::Ability;
    use crate::weapon::catalogue;

    const ANYWHERE: chance::Address = chance::Address::new(0, 0, 0);

    /// The same chance from the rules of fire, shot by shot and card by card.
    fn by_the_rules(rules: &Rules, firing: &Firing, pack: Pack, shared: i32) -> f64 {
        let hits = HitTable::new(rules, firing);
        let odds = distribution::<_, _, f64>(Volley::default(), 100_000, |mut volley, chance| {
            let Some(number) = volley.next(chance, rules, firing, ANYWHERE) else { return Flow::Done(false) };
            let [mut firer, mut hostage] = [chance::Deck::whole(pack), chance::Deck::whole(hostage_pack(rules))];
            let fired = Fired { firing, hits: &hits, target_number: firing.target_number(rules, shared, number) };
            let mut decks = Decks { firer: &mut firer, hostage: &mut hostage };
            match shot(chance, rules, fired, &Condition::default(), &mut decks, ANYWHERE) {
                Shot::Jam => Flow::Done(false),
                Shot::Hit(Effect::Out(_) | Effect::Fatal) | Shot::NearMiss(Effect::Out(_) | Effect::Fatal) => {
                    Flow::Done(true)
                }
                _ => Flow::Go(volley),
            }
        });
        odds.expect("few states").sum(|&out| out)
    }

    /// Each weapon, against armour and at named locations, plain and aimed, under the options that matter: the chance
    /// equals that of the rules of fire when every card goes back.
    #[test]
    fn it_is_what_the_rules_of_fire_give() {
        let options: [Value; 6] = [
            json!({}),
            json!({ "joker_fire": "misfire", "joker_secondary": "void" }),
            json!({ "joker_fire": "redraw", "location_deck": "neutral", "recoil_count": "burst" }),
            json!({ "auto_burst": "fixed3", "aim_applies": "first", "shotgun_aim": "as_poor_rifle" }),
            json!({ "joker_fire": "miss", "brainstem_helmet": "applies", "average_die": [1, 1, 2, 3, 5, 8] }),
            json!({ "soft_coverage": "all", "magnum_vs_soft": "as_rifle", "rate": { "semi": 5, "burst": 4 } }),
        ];
        let worn = |soft, plates, helmet| Armour { soft, plates, helmet };
        let targets = [
            (worn(false, false, false), AimAt::None),
            (worn(true, false, true), AimAt::Torso),
            (worn(true, true, true), AimAt::BrainStem),
        ];
        let mut seen = [0; 3];
        for (options, (_, weapon)) in
            options.iter().flat_map(|options| catalogue().map(move |weapon| (options, weapon)))
        {
            let mut all = options.clone();
            all["reshuffle"] = json!("every_draw");
            let rules: Rules = serde_json::from_value(all).expect("rules");
            for ((armour, aim_at), aimed) in
                targets.into_iter().flat_map(|target| [false, true].map(|aimed| (target, aimed)))
            {
                let firing = Firing { armour, aim_at, aimed, ..Firing::plain(weapon, &rules) };
                let pack = rules.pack(Ability::Veteran, 2);
                let outlook = Outlook::new(&rules, &firing, pack);
                for shared in [4, 9, 13, 18] {
                    let (found, wanted) = (outlook.chance(shared), by_the_rules(&rules, &firing, pack, shared));
                    assert!((found - wanted).abs() < 1e-12, "{found} {wanted} {options} {firing:?} at {shared}");
                    seen[usize::from(found > 0.0) + usize::from(found > 0.5)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
    }
}
