//! A simple player: attacks the first enemy in the list, with everybody in the order of the list, and does nothing else.

use super::choose::Knowledge;
use crate::action::{Action, Ask, Attack};

/// What is done by whom he is asked about.
pub(super) fn choose(knows: Knowledge<'_>, ask: Ask) -> Action {
    match (ask, knows) {
        (Ask::Go { .. }, Knowledge::Firefight(view)) => first(view.targets()),
        (Ask::Go { .. }, Knowledge::Fireteams(view)) => {
            let enemies = view.teams(view.side(view.me()).enemy());
            first(enemies.filter(|&team| view.up(team) > 0))
        }
        _ => Action::Nothing,
    }
}

fn first(mut targets: impl Iterator<Item = usize>) -> Action {
    targets.next().map_or(Action::Nothing, |target| Action::Attack(Attack::on(target)))
}
