//! How the automatic player leads a patrol: each group makes for the nearest section that nobody has entered and no other group is
//! making for (Clarification 45).

use field::Cell;

use super::doctrine::Orders;
use super::known::{far_off, known};
use crate::action::Action;
use crate::knowledge::Knowledge;

/// The most groups that are thought of.
const MOST_GROUPS: usize = 16;

/// Where a figure goes that patrols: on to the next section; where enemies shut the way, or when all have been entered, after those who
/// have not been driven away.
pub(super) fn way<K: Knowledge>(knows: &K, left: u32) -> Option<Action> {
    let here = knows.place().filter(|_| knows.doctrine().orders == Orders::Patrol)?;
    let clears = knows.sections_left() == 0 || far_off(knows, here) <= knows.doctrine().clear_within;
    let clears = if clears { hunts(knows, here) } else { None };
    let scouts = if clears.is_some() || knows.sections_left() == 0 { None } else { scouts(knows, here, left) };
    scouts.or_else(|| hunts(knows, here)).or(Some(Action::Nothing))
}

/// The leader of a group makes for its section, and waits for those left behind; a scout goes there before him, the others keep to him. None if
/// it finds no way.
fn scouts<K: Knowledge>(knows: &K, here: Cell, left: u32) -> Option<Action> {
    let leader = knows.leader_of(knows.me())?;
    if leader != knows.me() && knows.is_scout() {
        return Some(close_in(knows, here, section(knows, leader)?, true).unwrap_or(Action::Nothing));
    }
    if leader != knows.me() {
        return Some(keep_to(knows, here, leader, left).unwrap_or(Action::Nothing));
    }
    let comrades = knows.comrades_of(leader);
    let together = comrades & knows.group(leader);
    if 2 * together.len() < comrades.len() && !knows.turn().is_multiple_of(knows.doctrine().patience) {
        return Some(Action::Nothing);
    }
    close_in(knows, here, section(knows, leader)?, true)
}

/// Stays near to who leads the group and in his sight, but out of his way; where he is hemmed in, it goes on before him.
fn keep_to<K: Knowledge>(knows: &K, here: Cell, leader: usize, left: u32) -> Option<Action> {
    let there = knows.place_of(leader)?;
    if !knows.has_room(there) {
        return close_in(knows, here, section(knows, leader)?, true);
    }
    let (apart, together) = (knows.rules().man_down_distance, knows.rules().group_distance);
    let keeps = |square: Cell| {
        (apart..=together).contains(&knows.length(square, there)) && knows.is_under_fire(there, square).is_some()
    };
    if keeps(here) {
        return None;
    }
    // No move goes farther than it has inches.
    let near = knows.length(here, there).thousandths() <= left.cast_signed() + together.thousandths() + 100;
    let square = if near { reached(knows).find(|&square| keeps(square)) } else { None };
    square.map(Action::Go).or_else(|| close_in(knows, here, there, true))
}

pub(super) fn reached<K: Knowledge>(knows: &K) -> impl Iterator<Item = Cell> {
    (0..).map_while(|rank| knows.reachable(rank))
}

/// Goes by the shortest way to a square, and ends in cover where that brings it almost as near; none if it gets no nearer. `round`: clear of
/// enemies.
pub(super) fn close_in<K: Knowledge>(knows: &K, here: Cell, goal: Cell, round: bool) -> Option<Action> {
    let cover = knows.doctrine().cover_worth.thousandths() as u32;
    let mut nearest = None;
    for (square, left) in (0..).map_while(|rank| knows.nearest_to(goal, round, rank)) {
        if square == here || nearest.is_some_and(|(_, least)| left > least + cover) {
            break;
        }
        if knows.cost(square).is_none() {
            continue;
        }
        if left == 0 || knows.is_under_fire(goal, square) != Some(false) {
            return Some(Action::Go(square));
        }
        nearest = nearest.or(Some((square, left)));
    }
    nearest.map(|(square, _)| Action::Go(square))
}

/// Goes after the nearest enemy who has not been driven away: to where it would see him, else nearer.
fn hunts<K: Knowledge>(knows: &K, here: Cell) -> Option<Action> {
    let there = known(knows).min_by_key(|&there| knows.length(here, there))?;
    firing_place(knows, here, there).or_else(|| close_in(knows, here, there, false))
}

/// Goes to where it would see somebody on a square in range, in cover against him if it can; none if he is too far or there is no such
/// place.
pub(super) fn firing_place<K: Knowledge>(knows: &K, here: Cell, there: Cell) -> Option<Action> {
    if knows.length(here, there) > knows.doctrine().hunt_within {
        return None;
    }
    let range = knows.rules().weapons.of(knows.weapon()).range;
    let mut open = None;
    for square in reached(knows).filter(|&square| knows.length(square, there) <= range) {
        if knows.is_under_fire(square, there).is_none() {
            continue;
        }
        if knows.is_under_fire(there, square) == Some(true) {
            return Some(Action::Go(square));
        }
        open = open.or(Some(square));
    }
    open.map(Action::Go)
}

/// Where a leader makes for: leaders choose in order of the roster, each the nearest section that none before him has chosen; when there
/// are none left, any that is left.
fn section<K: Knowledge>(knows: &K, leader: usize) -> Option<Cell> {
    let all = knows.sections_left();
    let mut free = all;
    let friends = knows.friends().with(knows.me());
    let leaders = friends.filter(|friend| knows.leader_of(friend) == Some(friend));
    for other in leaders.iter().take(MOST_GROUPS) {
        let from = knows.place_of(other)?;
        let (section, goal) = knows.nearest_section(from, if free == 0 { all } else { free })?;
        if other == leader {
            return Some(goal);
        }
        free &= !(1 << section);
    }
    None
}
