//! How the automatic player cares for friends: it goes to hunkered friends to rally them, and fetches the wounded.

use field::{Cell, Figures};

use super::doctrine::{FetchPolicy, Orders, RallyPolicy};
use super::known::{far_off, is_watched};
use super::patrol::{close_in, reached};
use crate::action::Action;
use crate::figure::Status;
use crate::knowledge::Knowledge;

/// Lays down the wounded friend it carries: in sight of an enemy, because it cannot fire with full hands (CR-wound-3),
/// or once the friend is out of danger.
pub(super) fn act<K: Knowledge>(knows: &K) -> Option<Action> {
    let figure = knows.figure();
    if !figure.retrieving || figure.status != Status::CarryingOn {
        return None;
    }
    let here = knows.place()?;
    let goes_on = !knows.friends().is_empty()
        && knows.enemies_in_sight().is_empty()
        && fetches(knows)
        && is_in_danger(knows, here);
    (!goes_on).then_some(Action::Drop)
}

/// Where the figure goes for a friend, if it does.
pub(super) fn way<K: Knowledge>(knows: &K) -> Option<Action> {
    let here = knows.place()?;
    if knows.figure().retrieving {
        return Some(shelter(knows, here));
    }
    if knows.doctrine().orders == Orders::Hold {
        return None;
    }
    fetch(knows, here).or_else(|| rally(knows, here))
}

fn fetches<K: Knowledge>(knows: &K) -> bool {
    knows.doctrine().fetch != FetchPolicy::Never
}

/// Fetches the nearest wounded friend in danger and carries him off. `None` if another figure is nearer to him.
fn fetch<K: Knowledge>(knows: &K, here: Cell) -> Option<Action> {
    // The last who carries on keeps his hands free.
    let wounded = if fetches(knows) && !knows.friends().is_empty() { knows.wounded() } else { Figures::NONE };
    if wounded.is_empty() || !knows.enemies_in_sight().is_empty() {
        return None;
    }
    let always = knows.doctrine().fetch == FetchPolicy::Always;
    let places = wounded.iter().filter_map(|friend| Some((friend, knows.place_of(friend)?)));
    let suits = |&(_, there): &(usize, Cell)| {
        is_near(knows, here, there) && is_in_danger(knows, there) && (always || !is_watched(knows, there))
    };
    let (friend, there) = places.filter(suits).min_by_key(|&(_, there)| knows.length(here, there))?;
    if !is_nearest(knows, here, there, knows.at_leisure()) {
        return None;
    }
    // A square beside his is in contact.
    let beside = |square: Cell| knows.length(square, there).thousandths() < 1500;
    if beside(here) {
        return Some(Action::PickUp(friend as u8));
    }
    let square = reached(knows).find(|&square| beside(square));
    approach(knows, here, there, square, always)
}

/// Goes to the nearest friend who has hunkered down, or stays with him. The nearest Leader does this; if there is no
/// Leader, the nearest friend. The last who carries on goes to him wherever he is.
fn rally<K: Knowledge>(knows: &K, here: Cell) -> Option<Action> {
    let wants = knows.doctrine().rally == RallyPolicy::WhenUnseen;
    let hunkered = if wants { knows.hunkered() } else { Figures::NONE };
    if hunkered.is_empty() || !knows.enemies_in_sight().is_empty() {
        return None;
    }
    let places = hunkered.iter().filter_map(|friend| knows.place_of(friend));
    let alone = knows.friends().is_empty();
    let there =
        places.filter(|&there| alone || is_near(knows, here, there)).min_by_key(|&there| knows.length(here, there))?;
    let others = knows.at_leisure();
    let leaders = others.filter(|friend| {
        knows.is_leader(friend) && knows.place_of(friend).is_some_and(|from| is_near(knows, from, there))
    });
    let mine = match (knows.is_leader(knows.me()), leaders.is_empty()) {
        (false, false) => false,
        (true, _) => is_nearest(knows, here, there, leaders),
        (false, true) => is_nearest(knows, here, there, others),
    };
    if !mine {
        return None;
    }
    let joins = |square: Cell| {
        knows.length(square, there) <= knows.rules().group_distance && knows.is_under_fire(square, there).is_some()
    };
    if joins(here) {
        return Some(Action::Nothing);
    }
    let square = reached(knows).find(|&square| joins(square) && !is_watched(knows, square));
    approach(knows, here, there, square, false)
}

/// Goes to a square that it can reach, otherwise towards a friend. `None` if known enemies see the end of the move.
fn approach<K: Knowledge>(knows: &K, here: Cell, there: Cell, square: Option<Cell>, watched: bool) -> Option<Action> {
    let goes = square.map(Action::Go).or_else(|| close_in(knows, here, there, true))?;
    let Action::Go(to) = goes else { return None };
    (watched || !is_watched(knows, to)).then_some(goes)
}

/// Carries a friend off: out of sight of known enemies, and far enough from them to be out of danger.
fn shelter<K: Knowledge>(knows: &K, here: Cell) -> Action {
    let safe = knows.doctrine().danger_within;
    let mut best = (is_watched(knows, here), std::cmp::Reverse(far_off(knows, here).min(safe)), here);
    for square in reached(knows) {
        let worth = (is_watched(knows, square), std::cmp::Reverse(far_off(knows, square).min(safe)), square);
        if (worth.0, worth.1) < (best.0, best.1) {
            best = worth;
        }
    }
    if best.2 == here { Action::Nothing } else { Action::Go(best.2) }
}

/// Whether no friend in a set is nearer to a square.
fn is_nearest<K: Knowledge>(knows: &K, here: Cell, there: Cell, friends: Figures) -> bool {
    let mine = (knows.length(here, there), knows.me());
    friends.iter().all(|friend| knows.place_of(friend).is_none_or(|from| (knows.length(from, there), friend) > mine))
}

/// Whether a friend is near enough for the figure to go to him.
fn is_near<K: Knowledge>(knows: &K, from: Cell, there: Cell) -> bool {
    knows.length(from, there) <= knows.doctrine().care_within
}

/// Whether a known enemy is near a square.
fn is_in_danger<K: Knowledge>(knows: &K, square: Cell) -> bool {
    far_off(knows, square) <= knows.doctrine().danger_within
}
