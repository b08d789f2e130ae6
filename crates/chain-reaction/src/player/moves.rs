//! How the automatic player moves its figures on a map.

use engage::Inches;
use field::{Cell, Figures};

use super::doctrine::{ChargePolicy, Orders};
use super::known::far_off;
use super::patrol::{firing_place, prudent};
use crate::action::Action;
use crate::figure::Status;
use crate::knowledge::Knowledge;

/// How many turns a figure goes to the same square in search of the enemy: long enough to get there.
const SEARCH: u16 = 3;

/// Moves if it has no target and its orders are to advance. `None` if it has something better to do.
pub(super) fn act<K: Knowledge>(knows: &K) -> Option<Action> {
    let figure = knows.figure();
    if figure.status != Status::CarryingOn || !knows.in_melee_with().is_empty() {
        return None;
    }
    let charge = if figure.retrieving { None } else { quarry(knows) };
    let advances = knows.doctrine().orders != Orders::Hold && knows.place().is_some();
    charge.or((advances && knows.is_loaded() && knows.targets().is_empty()).then_some(Action::Move))
}

/// The charge at an enemy in sight, if any.
fn quarry<K: Knowledge>(knows: &K) -> Option<Action> {
    let here = knows.place()?;
    let reach = knows.rules().normal_move;
    let near = |enemy: &usize| knows.place_of(*enemy).is_some_and(|there| knows.length(here, there) <= reach);
    let dry = || knows.targets().is_empty();
    let wanted = |enemy: &usize| match knows.doctrine().charge {
        ChargePolicy::Never => false,
        ChargePolicy::Always => true,
        ChargePolicy::WhenDry => knows.status(*enemy) == Status::Stunned || dry(),
    };
    // It knows the places only of enemies in sight.
    let mut enemies = knows.enemies().iter().filter(near).filter(wanted);
    enemies.next().map(|enemy| Action::Charge(enemy as u8))
}

/// Takes a helpless enemy prisoner, or kills him.
pub(super) fn finish<K: Knowledge>(knows: &K, among: Figures) -> Action {
    let stunned = among.iter().find(|&enemy| knows.status(enemy) == Status::Stunned);
    let Some(enemy) = stunned.or(among.first()) else { return Action::Nothing };
    if knows.doctrine().captures { Action::Capture(enemy as u8) } else { Action::Dispatch(enemy as u8) }
}

/// Fights on in melee, unless it faces too many enemies.
pub(super) fn melee<K: Knowledge>(knows: &K) -> Action {
    if knows.doctrine().breaks_off && knows.in_melee_with().len() > 1 { Action::BreakOff } else { Action::Nothing }
}

/// Moves fast only if no enemy is in sight or near, and its goal is beyond a normal move.
pub(super) fn pace<K: Knowledge>(knows: &K) -> Action {
    if !knows.enemies_in_sight().is_empty() || !knows.doctrine().fast {
        return Action::Nothing;
    }
    let Some(here) = knows.place() else { return Action::Fast };
    let slow = knows.doctrine().slow_within;
    let near = slow > Inches::default() && far_off(knows, here) <= slow;
    let normal = knows.rules().normal_move;
    // A patrol goes elsewhere.
    let patrols = knows.doctrine().orders == Orders::Patrol;
    let short = !patrols && goal(knows, here).is_some_and(|goal| knows.length(here, goal) <= normal);
    if near || short { Action::Nothing } else { Action::Fast }
}

/// Where a figure goes: to where the nearest known enemy was last seen; if nothing is known of any, on its round.
fn goal<K: Knowledge>(knows: &K, here: Cell) -> Option<Cell> {
    nearest_known(knows, here).or_else(|| searches(knows))
}

/// The nearest square where an enemy was last seen.
fn nearest_known<K: Knowledge>(knows: &K, here: Cell) -> Option<Cell> {
    let places = knows.enemies().iter().filter_map(|enemy| knows.last_seen(enemy));
    places.min_by_key(|&there| knows.length(here, there))
}

/// Goes prone in the open with an enemy in sight.
pub(super) fn lie_down<K: Knowledge>(knows: &K) -> Action {
    let in_sight = !knows.enemies_in_sight().is_empty();
    if in_sight && knows.doctrine().goes_prone && !knows.in_cover() { Action::GoProne } else { Action::Nothing }
}

/// Goes towards the nearest known enemy, and ends in cover if it can; near the enemy, goes to where it would see him.
pub(super) fn way<K: Knowledge>(knows: &K, left: u32) -> Action {
    let Some(here) = knows.place() else { return Action::Nothing };
    let Some(there) = nearest_known(knows, here) else {
        let goal = searches(knows);
        return goal.map_or(Action::Nothing, |goal| prudent(knows, here, towards(knows, here, goal, left)));
    };
    // The square nearest to a figure in a doorway may be round the corner from it.
    if knows.is_under_fire(here, there).is_none()
        && let Some(goes) = firing_place(knows, here, there)
    {
        return prudent(knows, here, goes);
    }
    prudent(knows, here, towards(knows, here, there, left))
}

/// Goes towards a square, and ends in cover if it can.
pub(super) fn towards<K: Knowledge>(knows: &K, here: Cell, goal: Cell, left: u32) -> Action {
    let square = ahead(knows, here, goal, left).or_else(|| {
        // If the straight way leads nowhere, take the long way round; a figure already in the best cover comes out.
        let worths = [knows.doctrine().cover_worth.thousandths() as u32, 0];
        worths.into_iter().find_map(|cover| around(knows, goal, cover).filter(|&square| square != here))
    });
    square.map_or(Action::Nothing, Action::Go)
}

/// If nothing is known of the enemy, the next square on the round of his starting area; the same for all of a side.
fn searches<K: Knowledge>(knows: &K) -> Option<Cell> {
    let round = knows.round();
    let place = usize::from(knows.turn() / SEARCH) % round.len().max(1);
    round.get(place).copied().or_else(|| knows.enemy_home())
}

/// The best square around the end of a move straight ahead, if that brings it nearer.
fn ahead<K: Knowledge>(knows: &K, here: Cell, goal: Cell, left: u32) -> Option<Cell> {
    let (from, to) = (knows.position(here), knows.position(goal));
    let (far, gain) = (knows.length(here, goal).thousandths(), knows.doctrine().least_advance.thousandths());
    // It stops before it reaches the enemy.
    let most = i32::try_from(left).unwrap_or(i32::MAX).min(far - gain);
    if far == 0 || most < gain {
        return None;
    }
    let along = |from: u8, to: u8| i32::from(from) + (i32::from(to) - i32::from(from)) * most / far;
    let (row, column) = (along(from.row, to.row), along(from.column, to.column));
    let aside = i32::from(knows.doctrine().cover_search);
    let rows = row - aside..=row + aside;
    let around = rows.flat_map(|row| (column - aside..=column + aside).map(move |column| (row, column)));
    let squares = around.filter_map(|(row, column)| knows.square(row, column));
    let squares = squares.filter(|&square| {
        far - knows.length(square, goal).thousandths() >= gain && knows.straight_cost(square).is_some()
    });
    best(knows, squares, |square| Some(knows.length(square, goal).thousandths() as u32), goal)
}

/// The best square on the long way round, if cover is worth this distance, in thousandths of an inch.
fn around<K: Knowledge>(knows: &K, goal: Cell, cover: u32) -> Option<Cell> {
    let mut best: Option<(u32, u32, Cell)> = None;
    for (square, left) in (knows.turn_to(goal, false)..).map_while(|rank| knows.nearest_to_goal(rank)) {
        if best.is_some_and(|(worth, ..)| left > worth) {
            break;
        }
        let Some(cost) = knows.cost(square) else { continue };
        let open = knows.is_under_fire(goal, square) == Some(false);
        best = best.into_iter().chain([(left + if open { cover } else { 0 }, cost, square)]).min();
    }
    best.map(|(.., square)| square)
}

/// The best of these squares: the one with the least distance left, where a lack of cover against the goal counts as
/// extra distance.
fn best<K: Knowledge>(
    knows: &K,
    squares: impl Iterator<Item = Cell> + Clone,
    left: impl Fn(Cell) -> Option<u32>,
    goal: Cell,
) -> Option<Cell> {
    // Cover cannot make up for more than its worth, so only squares near enough to the nearest are considered.
    let least = squares.clone().filter_map(&left).min()?;
    let cover = knows.doctrine().cover_worth.thousandths() as u32;
    let mut best: Option<(u32, Cell)> = None;
    for square in squares {
        let Some(left) = left(square).filter(|&left| left <= least + cover) else { continue };
        if best.is_some_and(|(best, _)| left >= best) {
            continue;
        }
        let open = knows.is_under_fire(goal, square) == Some(false);
        let worth = left + if open { cover } else { 0 };
        if best.is_none_or(|(best, _)| worth < best) {
            best = Some((worth, square));
        }
    }
    best.map(|(_, square)| square)
}
