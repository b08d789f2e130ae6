//! The pools that may meet in attacks of a firefight (CX2-attack-1, CX2-attack-2).

use chance::{Die, Pool};
use engage::Side;

use super::battle::{Body, Firefight, Profile};
use crate::combat::{cover, range};
use crate::options::{HarmFloor, InjuryDice};
use crate::prepared::{Throws, handfuls, parts};

/// The pools of attacks and of those who resist them, but for what is rare: specialists in use, suppression, fire, created cover.
pub(super) fn throws(battle: &Firefight) -> Option<Throws> {
    let sides = Side::ALL.map(|side| (drawbacks(battle, side), side));
    let of_side = |side: Side| battle.profiles.iter().filter(move |profile| profile.side == side);
    let pools = sides.into_iter().flat_map(|(drawbacks, enemy)| {
        let own: Vec<Pool> = of_side(enemy.enemy()).flat_map(|profile| own(battle, profile)).collect();
        drawbacks.into_iter().flat_map(move |drawback| own.clone().into_iter().map(move |own| own.and(drawback)))
    });
    Throws::new(pools)
}

/// What somebody rolls, drawbacks apart: in an attack at each range, and when he resists one.
fn own(battle: &Firefight, profile: &Profile) -> Vec<Pool> {
    let rules = &battle.rules;
    let mut pools = Vec::new();
    for zones in 0..3 {
        let resists = |own: Pool, skill: Option<Die>| {
            let ratings = std::iter::once(None).chain(battle.covers.iter().map(|cover| cover[profile.side]));
            ratings.map(move |rating| {
                let [zone, _] = skill.map_or([None; 2], |skill| cover(rules, skill, rating, None));
                own.and(range(rules, zones).into()).and(zone.into())
            })
        };
        match &profile.body {
            Body::Character(character) => {
                pools.push(character.attacks(zones));
                pools.extend(resists(character.resists(rules, zones, false), Some(character.direct_action)));
            }
            Body::Unit(_) => {
                for part in parts(&profile.start.group.qualities).into_iter().filter(|part| !part.is_empty()) {
                    pools.push(part);
                    pools.extend(resists(part, part.smallest()));
                }
            }
            Body::Machine => {}
        }
    }
    pools
}

/// What is wrong with those of a side: injuries of a character, the Complication of a unit.
fn drawbacks(battle: &Firefight, side: Side) -> Vec<Pool> {
    let of_side = || battle.profiles.iter().filter(move |profile| profile.side == side);
    let sizes = if battle.rules.harm_floor == HarmFloor::D4 { &Die::ALL[..] } else { &Die::ALL[1..] };
    let injuries = if battle.rules.injury_dice == InjuryDice::EveryDie { 2 } else { 1 };
    let characters = of_side().any(|profile| profile.character().is_some());
    let mut all = if characters { handfuls(sizes, injuries) } else { vec![Pool::EMPTY] };
    let strongest = of_side().filter_map(|profile| profile.start.group.qualities.largest()).max();
    all.extend(Die::ALL.into_iter().filter(|&die| Some(die) < strongest).map(|die| Pool::from(Some(die))));
    all
}
