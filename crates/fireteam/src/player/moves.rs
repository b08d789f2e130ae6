//! The automatic player's moves: where to go and how, and when to be prone.

use engage::Inches;
use field::{Cell, Sight};

use super::danger::{WORTH_STAYING, is_threatened, kept_at, races, shoots_on_the_way, sighted, waits_for_comrades};
use super::doctrine::{DropPolicy, Orders, PinnedPolicy, PosturePolicy};
use super::memory::Memory;
use crate::action::{Action, Gait, Occasion, Way};
use crate::figure::Posture;
use crate::fire::{Mode, Preparation};
use crate::knowledge::{Knowledge, Terrain};
use crate::options::{GoProneWhen, RushDistance};

/// What a man makes of his move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    /// He sets out in this gait.
    Now(Gait),
    /// He stays while others bound, and goes on in a later turn.
    Later,
    /// He stays.
    No,
}

/// The action chosen for a man's move.
#[inline(always)]
pub(super) fn choose<K: Knowledge + Copy>(knows: K, memory: &mut Memory) -> Action {
    match going(knows, memory) {
        Going::Now(gait) => Action::SetOut(gait),
        stays => stay(knows, stays == Going::Later),
    }
}

/// Whether a man sets out, and in which gait.
#[inline(always)]
fn going<K: Knowledge + Copy>(knows: K, memory: &mut Memory) -> Going {
    let Some(terrain) = knows.terrain() else { return Going::No };
    let doctrine = knows.doctrine();
    let ahead = if doctrine.orders == Orders::Hold { None } else { note_arrival(knows, terrain, memory) };
    if knows.is_pinned() {
        let somebody = !knows.targets().is_empty() || knows.attacker().is_some();
        let flees = doctrine.pinned == PinnedPolicy::Run && somebody;
        return if flees { Going::Now(Gait::Flee) } else { Going::No };
    }
    if stands_for_others(knows) || !is_going(knows, terrain, memory, ahead) {
        return Going::No;
    }
    let searches = terrain.routes().searches(knows.me(), memory.passed);
    let shoots = doctrine.orders != Orders::Rush && shoots_on_the_way(knows);
    match doctrine.orders {
        Orders::Rush => Going::Now(Gait::Rush),
        Orders::Hold if !shoots => Going::Now(Gait::Rush),
        Orders::Hold => Going::Now(Gait::Walk),
        // The race is asked about last: it takes longest.
        _ if !shoots && !is_threatened(knows) => Going::Now(Gait::Rush),
        _ if races(knows, terrain, searches) => Going::Now(Gait::Rush),
        // Nothing is lost by firing after a walk, but by not firing.
        _ if shoots => Going::Now(Gait::Walk),
        Orders::Walk => Going::Now(Gait::Walk),
        // Part of the squad stays and fires; the men alternate.
        Orders::Bound | Orders::Support => {
            let number = knows.me() + usize::from(knows.turn());
            if number.is_multiple_of(doctrine.bounds.into()) { Going::Later } else { Going::Now(Gait::Rush) }
        }
    }
}

/// Notes that a man has reached his goal, or that friends fill all the squares up to it. One who searches a place goes
/// next to where he best gets at an enemy whose place his side knows or remembers, unless he has just been there.
/// Returns the goal to which a man without a wound can go on, if that shows.
fn note_arrival<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, memory: &mut Memory) -> Option<u8> {
    let (me, routes, here) = (knows.me(), terrain.routes(), terrain.here()?);
    let taken = |goal: &u8| routes.is_at(*goal, here) || is_crowded(terrain, here, *goal, usize::MAX);
    let mut ahead = routes.goal(me, memory.passed);
    if ahead.as_ref().is_some_and(taken) {
        (memory.passed, ahead) = (routes.one_more(me, memory.passed), None);
    }
    if routes.searches(me, memory.passed) {
        let enemies = sighted(knows, terrain).map(|enemy| enemy.cell);
        if let Some(post) = routes.towards(me, here, enemies) {
            (memory.passed, ahead) = (post, None);
        }
    }
    ahead
}

/// Where a man goes: the next place on his way. A man on Hold keeps his place, unless he has to stop an enemy.
fn goal<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, memory: &Memory) -> Option<u8> {
    match knows.doctrine().orders {
        Orders::Hold => kept_at(knows, terrain),
        _ => terrain.routes().goal(knows.me(), memory.passed),
    }
}

/// Whether friends stand on each of the first squares of a way, as far as it goes, so that nobody can stop there.
#[inline(always)]
fn is_crowded(terrain: Terrain<'_>, from: Cell, goal: u8, squares: usize) -> bool {
    // Usually the first is free.
    let next = terrain.routes().way(from, goal).next;
    terrain.who(next).is_some() && next != from && is_crowded_after(terrain, next, goal, squares)
}

/// The same if somebody stands on the first of them.
#[inline(never)]
fn is_crowded_after(terrain: Terrain<'_>, first: Cell, goal: u8, squares: usize) -> bool {
    let mut here = first;
    for _ in 1..squares {
        let next = terrain.routes().way(here, goal).next;
        if next == here {
            break;
        }
        if terrain.who(next).is_none() {
            return false;
        }
        here = next;
    }
    true
}

/// A man's goal, if he has not reached it and can go on to it. A wounded man goes a single square.
fn goal_ahead<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, memory: &Memory) -> Option<u8> {
    let (goal, here) = (goal(knows, terrain, memory)?, terrain.here()?);
    let squares = if knows.man().wounded { 1 } else { usize::MAX };
    (!terrain.routes().is_at(goal, here) && !is_crowded(terrain, here, goal, squares)).then_some(goal)
}

/// Whether a man who searches a place has found an enemy whom it pays to fight from here.
fn fights_here<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, memory: &Memory) -> bool {
    let near = knows.doctrine().fight_within;
    let mode = if knows.fires_single_shots() { Mode::Single } else { Mode::Auto };
    let pays = |enemy: usize| {
        knows.distance(enemy) <= near && knows.odds(knows.firer(mode, Preparation::Plain), enemy) >= WORTH_STAYING
    };
    knows.doctrine().orders != Orders::Hold
        && terrain.routes().searches(knows.me(), memory.passed)
        && knows.targets().iter().any(pays)
}

/// Whether a man who is not pinned goes on to his goal. A wounded man who has a shot lies still for it, since an inch
/// brings him nowhere; nobody goes alone where he could wait for others, unless his orders are to rush.
#[inline(always)]
fn is_going<K: Knowledge + Copy>(knows: K, terrain: Terrain<'_>, memory: &Memory, ahead: Option<u8>) -> bool {
    let orders = knows.doctrine().orders;
    let ahead = ahead.filter(|_| !knows.man().wounded);
    let Some(goal) = ahead.or_else(|| goal_ahead(knows, terrain, memory)) else { return false };
    let fights = fights_here(knows, terrain, memory) || knows.man().wounded && shoots_on_the_way(knows);
    !fights && (matches!(orders, Orders::Hold | Orders::Rush) || !waits_for_comrades(knows, terrain, goal))
}

/// Whether a man will go on in his next turn, so that an aim would be lost (FT-hit-9).
#[inline(always)]
pub(super) fn goes_on<K: Knowledge + Copy>(knows: K, memory: &Memory) -> bool {
    let Some(terrain) = knows.terrain() else { return false };
    matches!(knows.doctrine().orders, Orders::Bound | Orders::Support)
        && !knows.is_pinned()
        && is_going(knows, terrain, memory, None)
}

/// Whether a man leads pinned men, so that it helps if he stands (FT-unpin-2); on a map only if not under fire.
#[inline(always)]
fn stands_for_others<K: Knowledge + Copy>(knows: K) -> bool {
    // Usually no man is pinned.
    !(knows.pinned_squad()).without(knows.me()).is_empty()
        && knows.doctrine().posture == PosturePolicy::LeaderStands
        && knows.is_leader(knows.me())
        && !(knows.terrain().is_some() && is_threatened(knows))
}

/// The posture of a man who stays; a pinned man lies down if his doctrine lets him, and does not get up. A man who goes
/// on in his next turn stays on his feet, since getting up would cost him half of that move.
#[inline(always)]
fn stay<K: Knowledge + Copy>(knows: K, goes_on: bool) -> Action {
    let policy = knows.doctrine().posture;
    let wanted = match policy {
        PosturePolicy::Standing => Posture::Standing,
        PosturePolicy::LeaderStands if !knows.is_pinned() && (goes_on || stands_for_others(knows)) => Posture::Standing,
        PosturePolicy::Prone | PosturePolicy::LeaderStands => Posture::Prone,
    };
    match (wanted, knows.man().posture) {
        (Posture::Prone, Posture::Standing) => Action::GoProne,
        (Posture::Standing, Posture::Prone) if !knows.is_pinned() => Action::StandUp,
        _ => Action::Nothing,
    }
}

/// Whether a man lies down, given that he may.
#[inline(always)]
pub(super) fn lie_down<K: Knowledge + Copy>(knows: K, occasion: Occasion) -> Action {
    let doctrine = knows.doctrine();
    let down = match occasion {
        Occasion::ShotAt { by } => {
            doctrine.drop == DropPolicy::WhenShotAt && !stands_for_others(knows) && knows.is_safer_prone(by)
        }
        Occasion::Blast => doctrine.drop != DropPolicy::Never,
        Occasion::Moved { rush, blocked } => {
            let wanted = match doctrine.posture {
                PosturePolicy::Standing => false,
                PosturePolicy::Prone => true,
                // A man who may lie down when shot at stays on his feet for the next rush.
                PosturePolicy::LeaderStands => {
                    knows.rules().go_prone_when == GoProneWhen::OwnTurn || doctrine.drop == DropPolicy::Never
                }
            };
            (blocked || wanted && rush && !knows.in_sight().is_empty()) && !stands_for_others(knows)
        }
    };
    if down { Action::GoProne } else { Action::Nothing }
}

/// The way towards a man's goal within his move, and on to the next if any of the move is left. A man who bounds or
/// supports and may stop short of the dice rushes no farther than the last cover against the nearest enemy in sight. A
/// man who sees no enemy stops where one comes into view.
pub(super) fn way<K: Knowledge + Copy>(knows: K, memory: &Memory, from: Cell, left: Inches, rush: bool) -> Action {
    let Some(terrain) = knows.terrain() else { return Action::Nothing };
    let (routes, plan, doors) = (terrain.routes(), terrain.plan(), terrain.doors());
    let Some(mut goal) = goal(knows, terrain, memory) else { return Action::Nothing };
    let next = || routes.goal(knows.me(), routes.one_more(knows.me(), memory.passed));
    let mut further = if knows.doctrine().orders == Orders::Hold { None } else { next() };
    let careful = rush
        && matches!(knows.doctrine().orders, Orders::Bound | Orders::Support)
        && knows.rules().rush_distance == RushDistance::UpTo;
    let threat = if careful { nearest(knows).and_then(|enemy| terrain.stands(enemy)) } else { None };
    let threat = threat.map(|threat| plan.outlook(threat, doors));
    let mut way = Way::from(from);
    way.watchful = knows.in_sight().is_empty();
    let (mut here, mut left, mut cover) = (from, left.thousandths() as u32, None);
    let mut ahead = routes.way(here, goal);
    loop {
        if ahead.next == here {
            let Some(next) = further.take().filter(|_| here != from) else { break };
            (goal, ahead) = (next, routes.way(here, next));
            continue;
        }
        let (mut next, mut then) = (ahead.next, routes.way(ahead.next, goal));
        let mut cost = ahead.left - then.left;
        if cost > left {
            // A single inch leads straight ahead, but not across a corner.
            let Some(shorter) = routes.short_step(plan, doors, here, goal, left) else { break };
            (next, cost) = shorter;
            then = routes.way(next, goal);
        }
        let who = terrain.who(next);
        if way.is_full() || who.is_some_and(|who| !terrain.is_friend(who)) {
            break;
        }
        (here, ahead, left) = (next, then, left - cost);
        way.push(next);
        if who.is_none() && threat.is_some_and(|threat| shelters(threat.sight(next))) {
            cover = Some(way.len());
        }
    }
    // A bound shorter than a walk is not worth getting up for.
    way.cut(cover.filter(|&cover| 2 * cover >= way.len()).unwrap_or(way.len()));
    Action::Go(way)
}

/// The nearest enemy in sight; among equals the first in the list.
fn nearest<K: Knowledge + Copy>(knows: K) -> Option<usize> {
    knows.in_sight().iter().min_by_key(|&enemy| knows.squared(enemy))
}

/// Whether a man under this sight is sheltered: out of sight, or behind hard cover.
const fn shelters(sight: Sight) -> bool {
    !sight.seen() || sight.covered()
}
