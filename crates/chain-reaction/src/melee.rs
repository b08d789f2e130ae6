//! Melee: both sides keep their dice that show 1 to 3, until one side has none left (CR-melee).

use std::fmt;

use chance::{Address, Chance};

use crate::attribute::{Attribute, Attributes};
use crate::damage::{Fate, Victim};
use crate::options::GunButt;
use crate::purpose;
use crate::rules::Rules;
use crate::shooting::{successes, successes_of, ways};
use crate::weapon::{MeleeWeapon, Weapon};

/// Maximum number of dice in a pool: Rep 6 and a Brawler.
pub const MOST_DICE: u8 = 7;
/// The possible transitions of a pool.
const SIZES: usize = MOST_DICE as usize + 1;

/// A figure in melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// Its Rep.
    pub rep: u8,
    /// Its attributes.
    pub attributes: Attributes,
    /// The Impact of its weapon for melee (CR-melee-1).
    pub impact: u8,
    /// Whether it is prone or attacked from the rear, which counts once (CR-melee-2).
    pub down: bool,
    /// Whether it carries a wounded friend (CR-wound-4).
    pub retrieving: bool,
}

impl Fighter {
    /// Its dice against an enemy whose weapon has this Impact (CR-melee-2).
    #[must_use]
    pub fn dice(&self, against: u8) -> u8 {
        let more = u8::from(self.attributes.has(Attribute::Brawler));
        let less = 2 * u8::from(self.down)
            + 2 * u8::from(self.retrieving)
            + u8::from(self.impact < against)
            + u8::from(self.attributes.has(Attribute::Runt));
        (self.rep + more).saturating_sub(less)
    }
}

/// The Impact in melee of a figure with a melee weapon and a gun (CR-melee-1).
#[must_use]
pub fn impact(rules: &Rules, melee: MeleeWeapon, gun: Weapon) -> u8 {
    let butt = match (melee, rules.gun_butt) {
        (MeleeWeapon::None, GunButt::Improvised) if gun.is_long() => MeleeWeapon::ImprovisedTwoHanded,
        (MeleeWeapon::None, GunButt::Improvised) => MeleeWeapon::Improvised,
        _ => melee,
    };
    butt.impact()
}

/// The dice that two fighters have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pools {
    /// The first fighter's.
    pub a: u8,
    /// The second fighter's.
    pub b: u8,
}

impl fmt::Display for Pools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.a, self.b)
    }
}

/// Both roll all their dice and keep those that show 1 to 3, repeatedly, until one of them has fewer dice than before
/// (CR-melee-3). If one has no dice, the other rolls once. Pools hold at most [`MOST_DICE`].
pub fn roll<C: Chance>(chance: &mut C, at: Address, pools: Pools) -> Pools {
    let at = at.purpose(purpose::MELEE);
    if pools.a == 0 || pools.b == 0 {
        let kept = successes(chance, at, pools.a.max(pools.b));
        return Pools { a: kept.min(pools.a), b: kept.min(pools.b) };
    }
    let mut rows = [(pools, 0); SIZES * SIZES];
    let mut len = 0;
    for a in 0..=pools.a {
        for b in 0..=pools.b {
            let left = Pools { a, b };
            if left != pools {
                let both = ways(pools.a.into(), a.into()) * ways(pools.b.into(), b.into());
                rows[len] = (left, both);
                len += 1;
            }
        }
    }
    let dice = usize::from(pools.a + pools.b);
    chance.comes_to(at, &rows[..len], dice, |faces| {
        let [a, b] = [&faces[..pools.a.into()], &faces[pools.a.into()..]].map(successes_of);
        Pools { a, b }
    })
}

/// The loser's fate, from the winner's Rep and dice left (CR-melee-3).
#[must_use]
pub fn loses(left: u8, winner: u8, loser: &Victim) -> Fate {
    if left >= 2 { loser.killed_by(winner) } else { Fate::Out }
}
