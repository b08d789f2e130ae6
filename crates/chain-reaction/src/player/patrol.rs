//! How the automatic player plays a patrol: each group makes for the nearest section that has not been entered and is
//! not the goal of another group.

use engage::Inches;
use field::{Cell, Figures};

use super::doctrine::Orders;
use super::known::{far_off, known, ready};
use crate::action::Action;
use crate::knowledge::Knowledge;

/// Where contact with an enemy ends, in thousandths of an inch.
const CONTACT: i32 = 1500;

/// From this distance on nobody in the open fires at an enemy in cover.
const AFAR: Inches = Inches::whole(12);

/// Maximum number of groups considered.
const MOST_GROUPS: usize = 16;

/// Where a patrolling figure goes: to the next section; if enemies bar the way, or all sections have been entered,
/// after the remaining enemies.
pub(super) fn way<K: Knowledge>(knows: &K, left: u32) -> Option<Action> {
    let here = knows.place().filter(|_| knows.doctrine().orders == Orders::Patrol)?;
    if holds(knows) {
        return Some(Action::Nothing);
    }
    let all_entered = knows.sections_left() == 0;
    let clears = all_entered || far_off(knows, here) <= knows.doctrine().clear_within;
    let scouts = || if all_entered { None } else { scouts(knows, here, left) };
    let goes = if clears { hunts(knows, here).or_else(scouts) } else { scouts().or_else(|| hunts(knows, here)) };
    goes.or(Some(Action::Nothing))
}

/// Whether there are enough enemies for its group to hold its ground and let them come. In some turns it goes on
/// nevertheless.
fn holds<K: Knowledge>(knows: &K) -> bool {
    let most = usize::from(knows.doctrine().holds_against);
    let group = knows.group(knows.me()) & knows.friends().with(knows.me());
    most > 0 && !is_impatient(knows) && 100 * known(knows).count() >= (most * group.len()).max(1)
}

/// Whether this is a turn in which no figure waits.
fn is_impatient<K: Knowledge>(knows: &K) -> bool {
    knows.turn().is_multiple_of(knows.doctrine().patience)
}

/// The figure in front of a group that has kept together: its leader, or, if Leaders stay behind, the first member that
/// is neither Leader nor scout.
fn front<K: Knowledge>(knows: &K, leader: usize, together: Figures) -> usize {
    let follows = |&who: &usize| !knows.is_leader(who) && !knows.is_scout(who);
    let front = if knows.doctrine().leader_in_front { None } else { together.iter().find(follows) };
    front.unwrap_or(leader)
}

/// The figure in front makes for the group's section and waits for members left behind; a scout goes there ahead of it,
/// and the others keep close to it. `None` if there is no way.
fn scouts<K: Knowledge>(knows: &K, here: Cell, left: u32) -> Option<Action> {
    let (me, leader) = (knows.me(), knows.leader_of(knows.me())?);
    let comrades = knows.comrades_of(leader);
    let together = comrades & knows.group(leader);
    let front = front(knows, leader, together);
    let waits = !is_impatient(knows);
    if me != front && !knows.is_scout(me) && (waits || me == leader) {
        return Some(keep_to(knows, here, leader, front, left).unwrap_or(Action::Nothing));
    }
    if me == front && waits && 2 * together.len() < comrades.len() {
        return Some(Action::Nothing);
    }
    let goes = close_in(knows, here, section(knows, leader)?, true);
    if me == front { goes } else { goes.or(Some(Action::Nothing)) }
}

/// Stays near the figure in front and in its sight, but out of its way. If there is no room beside it, goes on ahead.
/// The leader lets the figure in front go first.
fn keep_to<K: Knowledge>(knows: &K, here: Cell, leader: usize, front: usize, left: u32) -> Option<Action> {
    let there = knows.place_of(front)?;
    if !knows.has_room(there) {
        return close_in(knows, here, section(knows, leader)?, true);
    }
    if knows.me() == leader && !knows.has_moved(front) && !is_impatient(knows) {
        return None;
    }
    let (apart, together) = (knows.rules().man_down_distance, knows.rules().group_distance);
    let keeps = |square: Cell| {
        (apart..=together).contains(&knows.length(square, there)) && knows.is_under_fire(there, square).is_some()
    };
    if keeps(here) {
        return None;
    }
    // No move goes farther than the inches left.
    let near = knows.length(here, there).thousandths() <= left.cast_signed() + together.thousandths() + 100;
    let square = if near { reached(knows).find(|&square| keeps(square)) } else { None };
    square.map(Action::Go).or_else(|| close_in(knows, here, there, true))
}

pub(super) fn reached<K: Knowledge>(knows: &K) -> impl Iterator<Item = Cell> {
    (0..).map_while(|rank| knows.reachable(rank))
}

/// Whether this is a turn in which somebody goes in although the odds are bad: on a patrol every few turns, otherwise
/// once nobody has seen an enemy for as long.
fn presses<K: Knowledge>(knows: &K) -> bool {
    if knows.on_patrol() {
        return knows.turn().is_multiple_of(knows.doctrine().patience);
    }
    let last = knows.enemies().iter().filter_map(|enemy| knows.sighting(enemy)).map(|sighting| sighting.turn).max();
    let patience = knows.doctrine().patience;
    last.is_some_and(|last| last + patience <= knows.turn()) && knows.turn().is_multiple_of(patience)
}

/// Does not step into the sight of ready enemies with a group of less than twice their number: closes up on other
/// friends out of their sight, or lets the enemies come.
pub(super) fn prudent<K: Knowledge>(knows: &K, here: Cell, goes: Action) -> Action {
    let Action::Go(to) = goes else { return goes };
    if presses(knows) {
        return goes;
    }
    let sees = |square: Cell| ready(knows).filter(|&(_, there)| knows.is_under_fire(there, square).is_some()).count();
    let watchers = sees(to);
    if watchers == 0 || sees(here) > 0 {
        return goes;
    }
    let friends = knows.friends();
    let group = knows.group(knows.me()) & friends;
    if group.len() + 1 >= 2 * watchers {
        return goes;
    }
    let others = (friends - group).iter().filter_map(|friend| knows.place_of(friend));
    let nearest = others.min_by_key(|&there| knows.length(here, there));
    let closes = nearest.and_then(|there| close_in(knows, here, there, true));
    match closes {
        Some(Action::Go(to)) if sees(to) == 0 => Action::Go(to),
        _ => Action::Nothing,
    }
}

/// Takes the shortest way to a square, and ends in cover if that brings it almost as near. `None` if it gets no nearer.
/// `round`: keeps clear of enemies.
pub(super) fn close_in<K: Knowledge>(knows: &K, here: Cell, goal: Cell, round: bool) -> Option<Action> {
    let cover = knows.doctrine().cover_worth.thousandths() as u32;
    let mut nearest = None;
    for (square, left) in (knows.turn_to(goal, round)..).map_while(|rank| knows.nearest_to_goal(rank)) {
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

/// Goes after the nearest enemy who has not been driven away: to where it would see him, otherwise nearer to him.
fn hunts<K: Knowledge>(knows: &K, here: Cell) -> Option<Action> {
    let there = known(knows).min_by_key(|&there| knows.length(here, there))?;
    let goes = firing_place(knows, here, there);
    goes.or_else(|| close_in(knows, here, there, false)).map(|goes| prudent(knows, here, goes))
}

/// Goes to a square within range from which it would see an enemy at `there`, in cover against him if possible. `None`
/// if he is too far away or there is no such square.
pub(super) fn firing_place<K: Knowledge>(knows: &K, here: Cell, there: Cell) -> Option<Action> {
    let far = knows.length(here, there);
    if far > knows.doctrine().hunt_within {
        return None;
    }
    let range = knows.rules().weapons.of(knows.weapon()).range;
    // The squares beside an enemy are closed: coming into contact with him is a charge.
    let suits = |&square: &Cell| (CONTACT..=range.thousandths()).contains(&knows.length(square, there).thousandths());
    let mut open = None;
    for square in reached(knows).filter(suits) {
        let Some(covered) = knows.is_under_fire(square, there) else { continue };
        if knows.is_under_fire(there, square) == Some(true) {
            return Some(Action::Go(square));
        }
        // From afar nobody in the open fires at an enemy in cover.
        if !(covered && knows.length(square, there) > AFAR) {
            open = open.or(Some(square));
        }
    }
    open.map(Action::Go)
}

/// The goal of a leader. Leaders choose in the order of the roster, each the nearest section that no earlier leader has
/// chosen; once all are chosen, the nearest of all sections left.
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
