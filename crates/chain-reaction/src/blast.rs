//! Grenades and launchers (CR-gren, CR-blast).

use chance::{Address, Chance, D6};

use crate::damage::{self, Fate, Victim};
use crate::dice;
use crate::options::{LauncherFumble, LauncherToHit};
use crate::purpose;
use crate::rules::Rules;
use crate::shooting::{self, Shooter, Target};
use crate::weapon::Weapon;

/// Where a grenade or a round lands (CR-gren-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Flight {
    /// On the spot.
    Lands,
    /// Off the spot, but near enough to make the target duck.
    Misses,
    /// At the thrower's feet.
    Dropped,
    /// Nowhere (CR-blast-3).
    Lost,
}

/// A thrown grenade or a fired launcher round.
#[derive(Clone, Copy, Debug)]
pub struct Thrown<'a> {
    /// The grenade or the launcher.
    pub weapon: Weapon,
    /// The thrower.
    pub shooter: &'a Shooter,
    /// Whether the thrower sees the spot, or can hardly miss it.
    pub sees: bool,
    /// The target nearest to the spot.
    pub nearest: &'a Target,
}

/// Rolls where a grenade or a round lands (CR-gren-2, CR-blast-3).
pub fn flight<C: Chance>(rules: &Rules, chance: &mut C, at: Address, thrown: &Thrown<'_>) -> Flight {
    let &Thrown { weapon, shooter, sees, nearest } = thrown;
    let launched = weapon != Weapon::Grenade;
    if launched && rules.launcher_to_hit == LauncherToHit::OneDie {
        let one = Shooter { twin: false, ..*shooter };
        let hit = shooting::one_die(chance, at, &one, one.least(nearest, 1));
        return if hit { Flight::Lands } else { Flight::Misses };
    }
    match dice::passed(chance, at.purpose(purpose::THROW), shooter.rep) {
        0 if launched && rules.launcher_fumble == LauncherFumble::Lost => Flight::Lost,
        0 => Flight::Dropped,
        1 if !sees => Flight::Misses,
        _ => Flight::Lands,
    }
}

/// What a burst at the thrower's feet does to a figure beside him; `None` for a figure that drops prone in time
/// (CR-gren-2).
pub fn beside<C: Chance>(chance: &mut C, at: Address, impact: u8, thrower: u8, victim: &Victim) -> Option<Fate> {
    let drops = chance.roll(at.purpose(purpose::FALL), &D6, |face| face <= victim.rep);
    (!drops).then(|| damage::hit(chance, at, impact, thrower, victim))
}
