//! The automatic player's grenades: when to throw, the target, and the kind.

use field::Cell;

use super::doctrine::{PosturePolicy, RiskPolicy, ThrowPolicy};
use crate::action::Action;
use crate::figure::{Movement, Posture};
use crate::fire::{Mode, preparation_after};
use crate::grenade::Grenade;
use crate::knowledge::{Knowledge, Terrain};
use crate::rules::Effect;

/// Whether to throw a grenade, and the target.
pub(super) fn choose<K: Knowledge + Copy>(knows: K) -> Action {
    let Some(terrain) = knows.terrain() else { return Action::Nothing };
    let policy = knows.doctrine().throw;
    if policy == ThrowPolicy::Never {
        return Action::Nothing;
    }
    let Some(grenade) = kind(knows, terrain) else { return Action::Nothing };
    let throws = terrain.throw_targets().iter().filter_map(|target| {
        let worth = worth(knows, terrain, terrain.stands(target)?, grenade);
        Some((target, worth?)).filter(|&(_, worth)| worth > 0.0)
    });
    // Among equals the first in the list.
    let best = throws.reduce(|best, other| if other.1 > best.1 { other } else { best });
    let Some((target, worth)) = best else { return Action::Nothing };
    let fires = knows.man().movement != Movement::Rushing;
    if policy == ThrowPolicy::WhenBetter && fires && worth_of_fire(knows, target) >= worth {
        return Action::Nothing;
    }
    Action::Throw { target, grenade }
}

/// The kind of grenade to throw. Of both kinds, a defensive one only if the thrower can take cover from it.
fn kind<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>) -> Option<Grenade> {
    let sheltered = knows.man().posture == Posture::Prone || knows.doctrine().posture != PosturePolicy::Standing;
    match terrain.grenades().map(|left| left > 0) {
        [false, false] => None,
        [true, false] => Some(Grenade::Offensive),
        [false, true] => Some(Grenade::Defensive),
        [true, true] if sheltered => Some(Grenade::Defensive),
        [true, true] => Some(Grenade::Offensive),
    }
}

/// Enemies expected out by a grenade exploding in a square minus friends; none if friends forbid it.
fn worth<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, square: Cell, grenade: Grenade) -> Option<f32> {
    let rules = knows.rules();
    let (mut worth, mut friends, mut enemies, mut found, mut harmed) = (0.0, 0, 0, false, false);
    for (who, exposed) in terrain.in_blast(square, grenade) {
        found |= who == knows.me();
        let Some(results) = exposed.results(rules, grenade) else { continue };
        let out = results.iter().filter(|effect| matches!(effect, Effect::Serious | Effect::Dead)).count() as f32 / 6.0;
        if terrain.is_friend(who) {
            friends += 1;
            harmed |= who == knows.me() && out > 0.0 && exposed.distance <= rules.blast.primary;
            worth -= out;
        } else {
            enemies += 1;
            worth += out;
        }
    }
    let barred = match knows.doctrine().risk {
        // The thrower accepts the risk to himself in the outer circle only.
        RiskPolicy::Never => harmed || friends > usize::from(found),
        RiskPolicy::Outnumbered => friends >= enemies,
    };
    (!barred).then_some(worth)
}

/// Men expected out by a man's fire at an enemy.
fn worth_of_fire<K: Knowledge + Copy>(knows: K, target: usize) -> f32 {
    let preparation = preparation_after(knows.man().movement);
    let single = knows.odds(knows.firer(Mode::Single, preparation), target);
    single.max(super::fire::burst_worth(knows, knows.firer(Mode::Auto, preparation), target, target))
}
