//! How the automatic player moves its figures on a map (section 5 of the digest).

use field::{Cell, Figures};

use super::doctrine::{ChargePolicy, Orders};
use crate::action::Action;
use crate::figure::Status;
use crate::knowledge::Knowledge;

/// Moves if it sees nobody to fire at and its orders are to advance; none if it has something better to do.
pub(super) fn act<K: Knowledge>(knows: &K) -> Option<Action> {
    let advances = knows.doctrine().orders != Orders::Hold && knows.place().is_some();
    let ready = knows.figure().status == Status::CarryingOn && knows.is_loaded() && knows.in_melee_with().is_empty();
    let figure = knows.figure();
    let able = figure.status == Status::CarryingOn && !figure.retrieving && knows.in_melee_with().is_empty();
    let charge = if able { quarry(knows) } else { None };
    charge.or((advances && ready && knows.targets().is_empty()).then_some(Action::Move))
}

/// An enemy in sight whom it charges.
fn quarry<K: Knowledge>(knows: &K) -> Option<Action> {
    let here = knows.place()?;
    let reach = knows.rules().normal_move;
    let near = |enemy: &usize| knows.place_of(*enemy).is_some_and(|there| knows.length(here, there) <= reach);
    let dry = knows.targets().is_empty();
    let wanted = |enemy: &usize| match knows.doctrine().charge {
        ChargePolicy::Never => false,
        ChargePolicy::Always => true,
        ChargePolicy::WhenDry => dry || knows.status(*enemy) == Status::Stunned,
    };
    let mut enemies = knows.enemies_in_sight().iter().filter(near).filter(wanted);
    enemies.next().map(|enemy| Action::Charge(enemy as u8))
}

/// Takes a helpless enemy prisoner, or kills him (section 5 of the digest).
pub(super) fn finish<K: Knowledge>(knows: &K, among: Figures) -> Action {
    let Some(enemy) = among.first() else { return Action::Nothing };
    if knows.doctrine().captures { Action::Capture(enemy as u8) } else { Action::Dispatch(enemy as u8) }
}

/// Fights on in melee, unless too many stand against it.
pub(super) fn melee<K: Knowledge>(knows: &K) -> Action {
    if knows.doctrine().breaks_off && knows.in_melee_with().len() > 1 { Action::BreakOff } else { Action::Nothing }
}

/// Moves fast only where no enemy sees it.
pub(super) fn pace<K: Knowledge>(knows: &K) -> Action {
    if knows.enemies_in_sight().is_empty() && knows.doctrine().fast { Action::Fast } else { Action::Nothing }
}

/// Goes prone in the open with an enemy in sight.
pub(super) fn lie_down<K: Knowledge>(knows: &K) -> Action {
    let in_sight = !knows.enemies_in_sight().is_empty();
    if in_sight && knows.doctrine().goes_prone && !knows.in_cover() { Action::GoProne } else { Action::Nothing }
}

/// Goes towards the nearest enemy that it knows of, and ends in cover if it can.
pub(super) fn way<K: Knowledge>(knows: &K) -> Action {
    let Some(here) = knows.place() else { return Action::Nothing };
    let places = knows.enemies().iter().filter_map(|enemy| knows.whereabouts(enemy));
    let Some(goal) = places.min_by_key(|&place| knows.length(here, place)) else { return Action::Nothing };
    let straight = best(knows, here, |square| Some(knows.length(square, goal).thousandths() as u32), goal);
    let gained = |square: Cell| knows.length(here, goal).thousandths() - knows.length(square, goal).thousandths();
    // Where the straight way leads nowhere, the long way round.
    let square = match straight {
        Some(square) if gained(square) >= LEAST_GAIN => Some(square),
        _ => best(knows, here, |square| knows.way_to_go(square, goal), goal),
    };
    square.map_or(Action::Nothing, Action::Go)
}

/// What a move has to bring nearer to its goal, in thousandths of an inch.
const LEAST_GAIN: i32 = 2000;
/// What cover is worth, in thousandths of an inch of way.
const COVER: u32 = 4000;

/// The best of the squares that can be reached: what is left to go from there, and whether there is cover against the goal.
fn best<K: Knowledge>(knows: &K, here: Cell, left: impl Fn(Cell) -> Option<u32>, goal: Cell) -> Option<Cell> {
    let mut best: Option<(u32, Cell)> = None;
    for rank in 0.. {
        let Some(square) = knows.reachable(rank) else { break };
        let Some(left) = left(square) else { continue };
        // Cover cannot make up for more than it is worth.
        if best.is_some_and(|(least, _)| left >= least + COVER) {
            continue;
        }
        let open = knows.is_under_fire(goal, square) == Some(false);
        let worth = left + if open { COVER } else { 0 };
        if best.is_none_or(|(least, _)| worth < least) {
            best = Some((worth, square));
        }
    }
    best.map(|(_, square)| square).filter(|&square| square != here)
}
