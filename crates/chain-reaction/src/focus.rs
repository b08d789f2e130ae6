//! Which of several enemy groups becomes a group's target (CR-focus).

use chance::{Address, Chance, D6, Dice};

use crate::dice::TWO;
use crate::options::FocusClosest;
use crate::rules::Rules;

/// The better of two dice.
const BETTER: Dice = Dice::best(2, 1);

/// The group that a figure shoots at or charges after passing this number of dice of its Focus test, by its rank: 0 is
/// the closest (CR-focus-1). `groups`: how many groups there are, 1 or more. `best`: the best target or the biggest
/// threat, if there is one. Draws from this address on, one for each group.
pub fn focus<C: Chance>(rules: &Rules, chance: &mut C, at: Address, passed: u8, groups: u8, best: Option<u8>) -> u8 {
    match passed {
        0 => highest(rules, chance, at, groups),
        1 => 0,
        _ => best.unwrap_or(0),
    }
}

/// The group that rolls highest; of equals, the closest. The closest group rolls two dice, the others one.
fn highest<C: Chance>(rules: &Rules, chance: &mut C, at: Address, groups: u8) -> u8 {
    let closest = match rules.focus_closest {
        FocusClosest::Sum => &TWO,
        FocusClosest::Best => &BETTER,
    };
    let (mut highest, mut target) = (chance.roll(at, closest, |score| score), 0);
    for group in 1..groups {
        // All scores that change nothing count as one result.
        let score = chance.roll(at.further(group.into()), &D6, |score| if score > highest { score } else { 0 });
        if score > 0 {
            (highest, target) = (score, group);
        }
    }
    target
}
