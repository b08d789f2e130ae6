//! How the automatic player leads a patrol: each group makes for the nearest section that nobody has entered and no other group is
//! making for (Clarification 45).

use field::Cell;

use super::doctrine::Orders;
use crate::action::Action;
use crate::knowledge::Knowledge;
use crate::terrain::SECTIONS;

/// What cover is worth, in thousandths of an inch of way.
const COVER: u32 = 4000;
/// The most groups that are thought of.
const MOST_GROUPS: usize = 16;

/// Where a figure goes that patrols, as long as there are sections to enter.
pub(super) fn way<K: Knowledge>(knows: &K) -> Option<Action> {
    let patrols = knows.doctrine().orders == Orders::Patrol && knows.sections_left() != 0;
    knows.place().filter(|_| patrols).map(|here| scouts(knows, here))
}

/// Who leads a group makes for its section, and waits for those left behind; the others keep to him.
fn scouts<K: Knowledge>(knows: &K, here: Cell) -> Action {
    let Some(leader) = knows.leader_of(knows.me()) else { return Action::Nothing };
    if leader != knows.me() {
        let Some(there) = knows.place_of(leader) else { return Action::Nothing };
        return keep_to(knows, here, there);
    }
    let comrades = knows.comrades_of(leader);
    let together = comrades & knows.group(leader);
    if 2 * together.len() < comrades.len() {
        return Action::Nothing;
    }
    section(knows, leader).map_or(Action::Nothing, |goal| close_in(knows, here, goal))
}

/// Stays near to who leads the group, but out of his way: not so near that he could be hemmed in.
fn keep_to<K: Knowledge>(knows: &K, here: Cell, there: Cell) -> Action {
    let (apart, together) = (knows.rules().man_down_distance, knows.rules().group_distance);
    let keeps = |square: Cell| (apart..=together).contains(&knows.length(square, there));
    if keeps(here) {
        return Action::Nothing;
    }
    match reached(knows).find(|&square| keeps(square)) {
        Some(square) => Action::Go(square),
        None => close_in(knows, here, there),
    }
}

fn reached<K: Knowledge>(knows: &K) -> impl Iterator<Item = Cell> {
    (0..).map_while(|rank| knows.reachable(rank))
}

/// Goes by the shortest way to a square, and ends in cover where that brings it almost as near.
fn close_in<K: Knowledge>(knows: &K, here: Cell, goal: Cell) -> Action {
    let mut nearest = None;
    for (square, left) in (0..).map_while(|rank| knows.nearest_to(goal, rank)) {
        if square == here || nearest.is_some_and(|(_, least)| left > least + COVER) {
            break;
        }
        if knows.cost(square).is_none() {
            continue;
        }
        if left == 0 || knows.is_under_fire(goal, square) != Some(false) {
            return Action::Go(square);
        }
        nearest = nearest.or(Some((square, left)));
    }
    nearest.map_or(Action::Nothing, |(square, _)| Action::Go(square))
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
        let among = if free == 0 { all } else { free };
        let left = (0..SECTIONS).filter(|section| among & 1 << section != 0);
        let goals = left.filter_map(|section| Some((section, knows.nearest_in_section(section, from)?)));
        let (section, goal) = goals.min_by_key(|&(_, goal)| knows.length(from, goal))?;
        if other == leader {
            return Some(goal);
        }
        free &= !(1 << section);
    }
    None
}
