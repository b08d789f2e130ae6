//! What a player reckons from the dice on the table before a fight: the chance of a roll, what attacks on an enemy are
//! worth, and whether it pays to close. The arithmetic is plain, so that every machine comes to the same choice.

use chance::{Die, Pool};
use engage::Side;

use super::doctrine::{Doctrine, Orders, TargetNpcs};
use crate::firefight::{Firefight, FirefightView};

/// About how often the best two dice of a pool beat the best two of another.
fn chance(actor: Pool, opposition: Pool) -> f64 {
    let ((ours, our_spread), (theirs, their_spread)) = (best_two(actor), best_two(opposition));
    // The logistic curve that fits the normal one; a power stands in for the exponential. A tie is lost.
    let lead = (ours - theirs - 0.5) * 1.7 / (our_spread + their_spread + 0.1).sqrt();
    let mut power = 1.0 - lead.clamp(-12.0, 12.0) / 64.0;
    (0..6).for_each(|_| power *= power);
    1.0 / (1.0 + power)
}

/// About the mean and the variance of the sum of the two best dice: of as many dice of the size of the two largest as
/// the others are worth beside them.
fn best_two(pool: Pool) -> (f64, f64) {
    let (mut size, mut dice, mut wanted) = (0.0, 0.0, 2);
    for die in Die::ALL.into_iter().rev() {
        let (faces, count) = (f64::from(die.faces()), pool.count(die));
        let taken = count.min(wanted);
        wanted -= taken;
        size += faces * f64::from(taken) / 2.0;
        dice += f64::from(taken);
        if count > taken {
            dice += f64::from(count - taken) * (faces / size) * (faces / size);
        }
    }
    match wanted {
        2 => (0.0, 0.0),
        1 => (size + 0.5, size * size / 3.0),
        _ => {
            let more = dice + 1.0;
            (size * (2.0 * dice - 1.0) / more + 1.0, size * size * (5.0 * dice - 4.0) / (more * more * (more + 1.0)))
        }
    }
}

/// The chance that one figure's attack on another succeeds.
fn hits(view: FirefightView<'_>, by: usize, target: usize) -> f64 {
    chance(view.attack_pool(by, target), view.resist_pool(by, target))
}

/// The most successful attacks that a player looks ahead on one enemy.
const AHEAD: u8 = 16;

/// The effect die to expect of an attack: the largest beyond the two of the total.
fn effect(view: FirefightView<'_>, target: usize) -> Die {
    view.attack_pool(view.me(), target).largest_after(2).unwrap_or(Die::D4)
}

/// What attacks on an enemy are worth: by how much its own chance to hit falls for each go spent on it.
struct Relief {
    /// By the next effect die alone.
    hurt: f64,
    /// By all those that take it out.
    out: f64,
}

fn relief(view: FirefightView<'_>, target: usize) -> Relief {
    let me = view.me();
    let (threat, effect) = (hits(view, target, me), effect(view, target));
    let mut supposed = view.supposed();
    let (mut goes, mut hurt) = (0.0, None);
    for _ in 0..AHEAD {
        goes += 1.0 / hits(supposed.view(me), me, target);
        supposed.harm(target, effect);
        let after = supposed.view(me);
        if !after.is_up(target) {
            break;
        }
        hurt.get_or_insert((threat - hits(after, target, me)) / goes);
    }
    Relief { hurt: hurt.unwrap_or_default(), out: threat / goes }
}

/// Whom to attack: the least injured if an injury disarms more for each go than taking a character out does, else the
/// most injured.
fn whom(view: FirefightView<'_>) -> TargetNpcs {
    let characters = view.targets().filter(|&who| view.is_character(who));
    let (hurt, out) = characters
        .map(|who| relief(view, who))
        .fold((0.0, 0.0), |(hurt, out), relief| (hurt + relief.hurt, out + relief.out));
    if hurt > out { TargetNpcs::LeastInjured } else { TargetNpcs::MostInjured }
}

/// Whether a character closes: to the nearest enemy, if that pays.
fn closes(view: FirefightView<'_>) -> bool {
    let zones = view.zones();
    let apart = |who: &usize| zones.apart(view.zone(view.me()), view.zone(*who));
    let nearest = view.targets().min_by_key(apart).filter(|who| apart(who) > 0);
    nearest.map(|who| view.zone(who)).is_some_and(|goal| view.goes_to(goal).is_some_and(|goes| pays(view, goal, goes)))
}

/// Settles at the start of a fight what the players leave to what is worth it, so that nobody reckons during the fight
/// and equal states stay equal. Comrades close together; the umpire's side keeps the ground it has chosen.
pub(crate) fn settle(battle: &mut Firefight) {
    let start = battle.at_start();
    let view = |me| FirefightView::new(battle, &start, me);
    let wants = |me: &usize| view(*me).doctrine().movement == Orders::Worth && start.pieces[*me].in_action();
    let close = battle.of(Side::Blue).filter(wants).any(|me| closes(view(me)));
    let settled: Vec<Doctrine> = battle.all().map(|me| settled(view(me), close)).collect();
    battle.profiles.iter_mut().zip(settled).for_each(|(profile, settled)| profile.doctrine = settled);
}

fn settled(view: FirefightView<'_>, close: bool) -> Doctrine {
    let mut doctrine = *view.doctrine();
    if doctrine.movement == Orders::Worth {
        let closes = close && !view.is_against_players();
        doctrine.movement = if closes { Orders::Close } else { Orders::Hold };
    }
    if doctrine.target_npcs == TargetNpcs::Worth && view.is_against_players() {
        doctrine.target_npcs = if view.is_up(view.me()) { whom(view) } else { TargetNpcs::MostInjured };
    }
    doctrine
}

/// The share by which the harm has to fall for each go on the way, since the reckoning of what comes after is rough.
const MARGIN: f64 = 0.1;

/// Whether it pays to go to a zone that is some goes away: whether that leaves less harm to expect until the enemy is
/// beaten, though nobody attacks on the way.
fn pays(view: FirefightView<'_>, zone: u8, goes: u8) -> bool {
    let me = view.me();
    let mut supposed = view.supposed();
    supposed.go(me, zone);
    let (here, there) = (exchange(view), exchange(supposed.view(me)));
    let attacks: f64 = view.targets().map(|enemy| attacks_on(view, enemy)).sum();
    let attacks = attacks / view.up(view.side(me)).count() as f64;
    let stays = attacks / here.gain * here.harm;
    let way = f64::from(goes);
    let goes_there = way * here.harm.max(there.harm) + attacks / there.gain * there.harm;
    goes_there * (1.0 + MARGIN * way) < stays
}

/// How many successful attacks take an enemy out of action.
fn attacks_on(view: FirefightView<'_>, enemy: usize) -> f64 {
    let (effect, mut supposed, mut attacks) = (effect(view, enemy), view.supposed(), 0);
    while supposed.view(view.me()).is_up(enemy) && attacks < AHEAD {
        supposed.harm(enemy, effect);
        attacks += 1;
    }
    attacks.into()
}

/// The chances of the member asked about: to hit the enemy easiest to hit, and to be hit by an average enemy.
struct Exchange {
    gain: f64,
    harm: f64,
}

fn exchange(view: FirefightView<'_>) -> Exchange {
    let me = view.me();
    let (mut gain, mut harm, mut enemies) = (0.0_f64, 0.0, 0.0);
    for enemy in view.targets() {
        gain = gain.max(hits(view, me, enemy));
        harm += hits(view, enemy, me);
        enemies += 1.0;
    }
    Exchange { gain, harm: harm / enemies }
}
