//! How the automatic player leads a patrol: each group makes for the nearest section that nobody has entered and no other group is
//! making for (Clarification 45).

use field::Cell;

use super::doctrine::Orders;
use super::moves::towards;
use crate::action::Action;
use crate::knowledge::Knowledge;
use crate::terrain::SECTIONS;

/// The most groups that are thought of.
const MOST_GROUPS: usize = 16;

/// Where a figure goes that patrols, as long as there are sections to enter.
pub(super) fn way<K: Knowledge>(knows: &K, left: u32) -> Option<Action> {
    let patrols = knows.doctrine().orders == Orders::Patrol && knows.sections_left() != 0;
    knows.place().filter(|_| patrols).map(|here| scouts(knows, here, left))
}

/// Who leads a group makes for its section, and waits for those left behind; the others keep to him.
fn scouts<K: Knowledge>(knows: &K, here: Cell, left: u32) -> Action {
    let Some(leader) = knows.leader_of(knows.me()) else { return Action::Nothing };
    if leader != knows.me() {
        let Some(there) = knows.place_of(leader) else { return Action::Nothing };
        return if knows.length(here, there) <= knows.rules().man_down_distance {
            Action::Nothing
        } else {
            towards(knows, here, there, left)
        };
    }
    let comrades = knows.comrades_of(leader);
    let together = comrades & knows.group(leader);
    if 2 * together.len() < comrades.len() {
        return Action::Nothing;
    }
    match section(knows, leader) {
        Some(goal) if knows.cost(goal).is_some() => Action::Go(goal),
        Some(goal) => towards(knows, here, goal, left),
        None => Action::Nothing,
    }
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
