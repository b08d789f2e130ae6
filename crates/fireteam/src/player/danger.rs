//! What a man makes of the enemies whose places his side knows or remembers: whom to stop, when to be first, when to
//! wait for others.

use engage::Inches;
use field::Cell;

use crate::figure::Movement;
use crate::fire::{Mode, Preparation};
use crate::knowledge::{Knowledge, Sighted, Terrain};

/// How long a sighting counts, in pairs of moves.
const REMEMBERED: u16 = 6;
/// How much nearer to the mission's place than an enemy a man has to be to keep his own place: what that enemy may
/// rush before he sets out, in thousandths of an inch.
const START: u32 = 7000;
/// The way to the mission's place within which an enemy brings those who see nobody, in thousandths of an inch.
const ALARM: u32 = 14_000;
/// The way that a man covers at a rush to be at the mission's place before an enemy: four mean rushes, in thousandths of
/// an inch.
const RACE: u32 = 28_000;
/// From how near a man watches a place: a rifle still hits well there.
const WATCH: Inches = Inches::whole(24);
/// How near two enemies have to be to be too many for one man, and a comrade to be with him.
const GUNS: Inches = Inches::whole(12);
const WITH_HIM: Inches = Inches::whole(6);
/// How near a comrade has to be to be waited for.
const COMING: Inches = Inches::whole(30);
/// The least chance to put an enemy out for which a man stays where he is, or goes slower.
pub(super) const WORTH_STAYING: f32 = 0.04;

/// The enemies whose places his side knows, or has known lately.
pub(super) fn sighted<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>) -> impl Iterator<Item = Sighted> {
    terrain.sighted(knows.turn().saturating_sub(REMEMBERED))
}

/// Whether a man on a map is likely to come under fire: an enemy who is not pinned has to make him out, since pinned
/// men hardly hit.
pub(super) fn is_threatened<K: Knowledge + Copy>(knows: K) -> bool {
    !(knows.in_sight() - knows.pinned_in_sight()).is_empty() && knows.is_made_out()
}

/// Whether a snap shot at somebody in sight is worth the slower move.
pub(super) fn shoots_on_the_way<K: Knowledge + Copy>(knows: K) -> bool {
    let targets = knows.targets();
    if targets.is_empty() {
        return false;
    }
    let mode = if knows.fires_single_shots() { Mode::Single } else { Mode::Auto };
    let firer = knows.firer(mode, Preparation::Snap);
    targets.iter().any(|enemy| knows.odds(firer, enemy) >= WORTH_STAYING)
}

/// Where a man goes who keeps the mission's place from the enemy: to it if he is not much nearer to it than an enemy;
/// if he sees nobody, to the post nearest to an enemy who is close to it, or until he sees the place.
pub(super) fn kept_at<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>) -> Option<u8> {
    let (routes, here) = (terrain.routes(), terrain.here()?);
    let place = routes.kept(terrain.side())?;
    let left = |from: Cell| routes.way(from, place).left;
    let own = left(here);
    if own > 0 && sighted(knows, terrain).any(|enemy| left(enemy.cell) < own + START) {
        return Some(place);
    }
    if !knows.targets().is_empty() {
        return None;
    }
    let near = sighted(knows, terrain).map(|enemy| enemy.cell).filter(|&there| left(there) < ALARM);
    routes
        .post_near(knows.me(), near)
        .or_else(|| (own > 0 && knows.in_sight().is_empty() && !watches(terrain, here, place)).then_some(place))
}

/// Whether a man openly sees some of a place from a square, near enough to fire there.
fn watches(terrain: Terrain<'_>, from: Cell, place: u8) -> bool {
    let (plan, squares) = (terrain.plan(), terrain.routes().squares(place));
    let near = |there: Cell| plan.distance(from, there) <= WATCH.thousandths() as u32;
    plan.outlook(from, terrain.doors()).sees_any_openly(squares, near)
}

/// Whether a man on his way to the mission's place has to be there before an enemy whom his side saw move and who is not
/// much farther from it, or can be there with one rush where enemies alone are.
pub(super) fn races<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, searches: bool) -> bool {
    let routes = terrain.routes();
    let Some((place, here)) = routes.place().zip(terrain.here()) else { return false };
    let left = |from: Cell| routes.way(from, place).left;
    let own = left(here);
    if searches || own == 0 || own > RACE {
        return false;
    }
    if sighted(knows, terrain).any(|enemy| left(enemy.cell) == 0) {
        let mut friends = knows.friends().iter().filter_map(|friend| terrain.stands(friend));
        return own <= START && !friends.any(|cell| left(cell) == 0);
    }
    let rival = |enemy: Sighted| enemy.movement != Movement::Stationary && left(enemy.cell) < own + START;
    sighted(knows, terrain).any(rival)
}

/// Whether a man would go alone into two guns although a comrade is on his way to the same goal.
pub(super) fn waits_for_comrades<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, goal: u8) -> bool {
    let Some(here) = terrain.here() else { return false };
    let near = |there: Cell, within: Inches| terrain.plan().distance(here, there) <= within.thousandths() as u32;
    let comrades = knows.friends().without(knows.me()) - knows.pinned_squad();
    let comrades = || comrades.iter().filter_map(|comrade| terrain.stands(comrade));
    // Usually somebody is with him.
    if comrades().any(|there| near(there, WITH_HIM)) {
        return false;
    }
    let left = |from: Cell| terrain.routes().way(from, goal).left;
    let pinned = knows.pinned_in_sight();
    let guns = || sighted(knows, terrain).filter(|enemy| !pinned.contains(enemy.who) && near(enemy.cell, GUNS));
    comrades().any(|there| left(there) > left(here) && near(there, COMING)) && guns().count() >= 2
}
