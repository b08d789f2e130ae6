//! Which location to name (CQB-5.3.3a), by what a hit there does to the enemy.

use chance::Pack;
use engage::{BySide, Inches};

use crate::action::Attack;
use crate::figure::{Figure, Wound};
use crate::fire::hit::{AimAt, Armour};
use crate::fire::line_up::{Combatant, SeenTarget, line_up};
use crate::fire::outlook::shares;
use crate::fire::target::named_modifier;
use crate::options::Luck;
use crate::profile::Profile;
use crate::rules::Rules;
use crate::weapon::Round;

/// The locations worth a thought: an arm is as hard to hit as the head.
const PLACES: [AimAt; 5] = [AimAt::None, AimAt::Torso, AimAt::Leg, AimAt::Head, AimAt::BrainStem];

/// What a limb out of action counts for, in parts of an enemy who is down: it costs him his next action.
const LIMB: f64 = 0.5;

/// For each location the worth of a hit and of a near miss.
type Worth = [[f32; 2]; PLACES.len()];

/// What the worth depends on.
type Matter = (Round, Armour, Pack);

/// The worth of the locations of each enemy to each figure; first that of an unhurt enemy, then that of one with a limb
/// out of action, whom a hit on another puts down (CQB-5.5.4b).
#[derive(Debug, Default)]
pub(crate) struct Places {
    worth: Vec<[Worth; 2]>,
    /// The place in `worth` of each figure's enemies.
    of: Vec<u16>,
    figures: usize,
}

impl Places {
    /// Computed for these jokers in the teams' decks, or the average number if luck is rolled for.
    pub(crate) fn new(rules: &Rules, profiles: &[Profile], jokers: BySide<u8>) -> Places {
        let mut places = Places { worth: Vec::new(), of: Vec::new(), figures: profiles.len() };
        let mut known: Vec<Matter> = Vec::new();
        for (mine, theirs) in profiles.iter().flat_map(|mine| profiles.iter().map(move |theirs| (mine, theirs))) {
            let jokers = if rules.luck == Luck::On { rules.jokers.average } else { jokers[mine.side] };
            let matter = (mine.weapon.round, theirs.armour, rules.pack(mine.ability, jokers));
            let place = known.iter().position(|other| *other == matter).unwrap_or(known.len());
            if place == known.len() {
                known.push(matter);
                places.worth.push([LIMB, 1.0].map(|limb| worth(rules, [mine, theirs], matter.2, limb)));
            }
            places.of.push(place as u16);
        }
        places
    }

    /// The location by which these shots are worth most, of those that suit, given the target numbers of shots that name
    /// none.
    pub(crate) fn best(
        &self,
        rules: &Rules,
        [me, enemy]: [usize; 2],
        (pack, target_numbers): (Pack, &[i32]),
        wound: Wound,
        suits: impl Fn(AimAt) -> bool,
    ) -> AimAt {
        let worth = &self.worth[usize::from(self.of[me * self.figures + enemy])][usize::from(wound != Wound::None)];
        let (low, high) = (i32::from(pack.low()), i32::from(pack.high()));
        let (mut best, mut most) = (AimAt::None, 0.0);
        for (&place, [hit, near]) in PLACES.iter().zip(worth).filter(|&(&place, _)| suits(place)) {
            let mut chance = 0.0;
            for target_number in target_numbers {
                let least = target_number + named_modifier(place, rules);
                let hits = (high + 1 - least.max(low)).max(0) as f32;
                let nears = if place == AimAt::Torso && (low..=high).contains(&(least - 1)) { 1.0 } else { 0.0 };
                chance += hits * hit + nears * near;
            }
            if chance > most {
                (best, most) = (place, chance);
            }
        }
        best
    }
}

fn worth(rules: &Rules, [me, target]: [&Profile; 2], pack: Pack, limb: f64) -> Worth {
    PLACES.map(|aim_at| {
        let attack = Attack { at: field::Figures::NONE, aim_at, fire: me.weapon.fire, rate: 1 };
        // Aimed, because under one option only aimed shots name a location.
        let figure = Figure { aiming: true, ..Figure::default() };
        let combatant = Combatant { profile: target, figure: &Figure::default() };
        let seen = SeenTarget { combatant, range: Inches::default(), shows: &[] };
        let firing = line_up(rules, Combatant { profile: me, figure: &figure }, seen, &attack);
        shares(rules, &firing, pack, limb).map(|share| share as f32)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::compile::compiled;
    use crate::fire::outlook::Outlook;
    use crate::fire::target::Firing;
    use crate::weapon::catalogue;

    /// With every weapon fired once, against bare and armoured enemies, at every target number: no location has better odds
    /// of putting down an enemy with a limb out of action.
    #[test]
    fn no_location_has_better_odds() {
        let map = testkit::maps::map("#####\n#...#\n#####", &[("blue", vec![(1, 1)]), ("red", vec![(1, 2), (1, 3)])]);
        let mut named = [0; PLACES.len()];
        for (weapon, _) in catalogue() {
            let red = |armour: serde_json::Value| json!({ "ability": "novice", "weapon": "pistol", "armour": armour });
            let setup = json!({
                "blue": { "team": { "ability": "veteran", "weapon": weapon } },
                "red": { "bare": red(json!([])), "clad": red(json!(["soft", "plates", "helmet"])) },
                "turn_limit": 10,
                "field": { "map": "any.toml" },
            });
            let battle = compiled(&setup, Some(&map)).unwrap_or_else(|problems| panic!("{setup}: {problems:?}"));
            let (rules, profiles) = (&battle.rules, &battle.profiles);
            let pack = rules.pack(profiles[0].ability, 2);
            for (enemy, target_number) in
                [1, 2].into_iter().flat_map(|enemy| (0..20).map(move |number| (enemy, number)))
            {
                let chance = |aim_at: AimAt| {
                    let plain = Firing::plain(profiles[0].weapon, rules);
                    let firing = Firing {
                        aim_at,
                        armour: profiles[enemy].armour,
                        rate: 1,
                        fire: crate::weapon::Fire::Semi,
                        ..plain
                    };
                    Outlook::new(rules, &firing, pack).chance(target_number + named_modifier(aim_at, rules))
                };
                let best = battle.places.best(rules, [0, enemy], (pack, &[target_number]), Wound::Leg, |_| true);
                let most = PLACES.iter().map(|&place| chance(place)).fold(0.0, f64::max);
                assert!(chance(best) > most - 1e-6, "{weapon} {enemy} {target_number}: {best:?}");
                named[PLACES.iter().position(|&place| place == best).expect("one of them")] += 1;
            }
        }
        assert!(named.iter().filter(|&&times| times > 10).count() >= 3, "{named:?}");
    }
}
