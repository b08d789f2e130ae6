//! A simple player: its members attack the first enemy in the list, in the order of the list, and do nothing else.

use super::choose::Knowledge;
use crate::action::{Action, Ask, Attack};

/// The action chosen for the member asked about.
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
