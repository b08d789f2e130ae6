//! The automatic player's fire: the target, the kind of fire, and whether to aim first.

use field::Figures;

use super::doctrine::{AimPolicy, PinnedPolicy, RiskPolicy, TargetPolicy};
use super::liking::Liking;
use super::memory::Memory;
use super::moves::goes_on;
use crate::action::Action;
use crate::fire::{Mode, Preparation, preparation_after};
use crate::knowledge::{Burst, Knowledge};
use crate::options::{BeatenZoneRange, BurstAimPoint, Refused};
use crate::prepared::firing::FirerBits;
use crate::prepared::rank::Rank;

/// A way to fire and its worth.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    target: usize,
    /// The second enemy: a burst is laid half way towards him. The target itself for a burst laid on it.
    point: usize,
    firer: FirerBits,
    /// Men expected out of action.
    worth: f32,
}

/// The best fire so far; none if it has no rank.
#[derive(Clone, Copy, Debug)]
struct Best {
    rank: Rank,
    firer: FirerBits,
    target: usize,
    point: usize,
}

impl Best {
    /// Takes another if it is better.
    #[inline(always)]
    fn consider(&mut self, firer: FirerBits, target: usize, point: usize, liking: Liking) {
        let rank = Rank::of(liking);
        if rank > self.rank {
            *self = Best { rank, firer, target, point };
        }
    }
}

/// The fire of a man who may fire or aim.
#[inline(always)]
pub(super) fn choose<K: Knowledge + Copy>(knows: K, memory: &Memory) -> Action {
    let (doctrine, man) = (knows.doctrine(), knows.man());
    if knows.is_pinned() && doctrine.pinned != PinnedPolicy::Fire {
        return Action::Nothing;
    }
    let targets = knows.targets();
    if man.aims() && targets.contains(man.aim.into()) {
        let mode = if knows.fires_single_shots() { Mode::Single } else { Mode::Auto };
        let aimed = knows.firer(mode, Preparation::Aimed);
        // He keeps an aim that he cannot use now, as one who is pinned far off.
        if knows.terrain().is_none() || knows.can_hit(aimed, man.aim.into()) {
            return Action::fire(man.aim.into(), mode);
        }
    }
    let Some(prospect) = prospect(knows, targets) else {
        let aims = knows.may_aim() && !goes_on(knows, memory);
        return if aims { aim_for_later(knows, targets) } else { Action::Nothing };
    };
    let Prospect { target, point, firer, worth } = prospect;
    let mode = firer.mode();
    if knows.may_aim() && knows.rules().aim_while_firing == Refused::No {
        let better = match doctrine.aim {
            AimPolicy::Always => true,
            AimPolicy::WhenBetter => aiming_pays(knows, &prospect),
            AimPolicy::Never => false,
        };
        // Whether he goes on takes longer to find out.
        if better && !goes_on(knows, memory) {
            return Action::Aim { target };
        }
    }
    // A burst without a target in its zone would still be a burst.
    let shot = mode == Mode::Single || worth > 0.0 || knows.reaches(firer, target);
    if shot { Action::Fire { target, mode, point } } else { Action::Nothing }
}

/// A man who cannot hit now may aim for later, at the nearest enemy he could then put out.
fn aim_for_later<K: Knowledge + Copy>(knows: K, targets: Figures) -> Action {
    let policy = knows.doctrine().aim;
    if policy == AimPolicy::Never || !knows.fires_single_shots() {
        return Action::Nothing;
    }
    let aimed = knows.firer(Mode::Single, Preparation::Aimed);
    let of_use = |target: usize| policy == AimPolicy::Always || knows.odds(aimed, target) > 0.0;
    let mut nearest = None;
    for target in targets {
        let squared = knows.squared(target);
        // Compute the odds last: most farther enemies need none.
        if nearest.is_none_or(|(least, _)| squared < least) && of_use(target) {
            nearest = Some((squared, target));
        }
    }
    nearest.map_or(Action::Nothing, |(_, target)| Action::Aim { target })
}

/// Whether an aimed shot in the next turn is worth more than a plain one now and another then.
#[inline(always)]
fn aiming_pays<K: Knowledge + Copy>(knows: K, prospect: &Prospect) -> bool {
    let Prospect { target, firer, worth, .. } = *prospect;
    if firer.mode() != Mode::Single {
        return false;
    }
    let plain = match firer.preparation() {
        Preparation::Plain => worth,
        _ => knows.odds(firer.prepared(Preparation::Plain), target),
    };
    let gain = f32::from(knows.doctrine().aim_gain) / 100.0;
    knows.odds(firer.prepared(Preparation::Aimed), target) > gain * plain
}

/// The best way for a man to fire now.
#[inline(always)]
fn prospect<K: Knowledge + Copy>(knows: K, targets: Figures) -> Option<Prospect> {
    let preparation = preparation_after(knows.man().movement);
    let [single, bursts] = knows.considers();
    if knows.doctrine().target == TargetPolicy::First {
        let target = targets.first()?;
        let firer = knows.firer(if single { Mode::Single } else { Mode::Auto }, preparation);
        let worth = if single { knows.odds(firer, target) } else { burst_worth(knows, firer, target, target) };
        return Some(Prospect { target, point: target, firer, worth });
    }
    let (policy, pinned) = (knows.doctrine().target, knows.pinned_in_sight());
    let liking = |target: usize, worth: f32| {
        let nearness = u16::MAX - knows.squared(target);
        let first = match policy {
            TargetPolicy::Likeliest => 0,
            policy => preference(knows, policy, target, nearness),
        };
        Liking { first, worth, unpinned: !pinned.contains(target), nearness }
    };
    let mut best = Best { rank: Rank::NONE, firer: FirerBits::default(), target: 0, point: 0 };
    if single {
        let firer = knows.firer(Mode::Single, preparation);
        for target in targets {
            best.consider(firer, target, target, liking(target, knows.odds(firer, target)));
        }
    }
    if bursts {
        let firer = knows.firer(Mode::Auto, preparation);
        let between = knows.rules().burst_aim_point == BurstAimPoint::AnyPoint;
        for target in targets {
            for point in if between { targets } else { Figures::one(target) } {
                let worth = burst_worth(knows, firer, target, point);
                best.consider(firer, target, point, liking(target, worth));
            }
        }
    }
    let Best { rank, firer, target, point } = best;
    (rank > Rank::NONE).then(|| Prospect { target, point, firer, worth: rank.worth() })
}

/// Enemies expected out by a burst minus friends; 0 if friends forbid it.
pub(super) fn burst_worth<K: Knowledge + Copy>(knows: K, firer: FirerBits, target: usize, point: usize) -> f32 {
    // On a map it takes long to find the men in the zone, who are hit as easily as the point aimed at.
    let alike = point == target && knows.rules().beaten_zone_range == BeatenZoneRange::AimPoint;
    if knows.terrain().is_some() && alike && !knows.can_hit(firer, target) {
        debug_assert!(knows.burst(firer, target, point).worth == 0.0, "a burst that cannot hit puts nobody out");
        return 0.0;
    }
    let burst = knows.burst(firer, target, point);
    if is_barred(knows, &burst) { 0.0 } else { burst.worth }
}

/// Whether friends forbid a burst.
fn is_barred<K: Knowledge + Copy>(knows: K, burst: &Burst) -> bool {
    match knows.doctrine().risk {
        RiskPolicy::Never => burst.friends > 0,
        RiskPolicy::Outnumbered => burst.friends >= burst.enemies,
    }
}

/// The doctrine's first criterion for an enemy, the higher the better.
#[inline(never)]
fn preference<K: Knowledge + Copy>(knows: K, policy: TargetPolicy, target: usize, nearness: u16) -> u16 {
    match policy {
        TargetPolicy::Likeliest | TargetPolicy::First => 0,
        TargetPolicy::Nearest => nearness,
        TargetPolicy::Unpinned => u16::from(!knows.pinned_in_sight().contains(target)),
        TargetPolicy::Key => u16::from(knows.is_gunner(target) || knows.is_leader(target)),
    }
}
