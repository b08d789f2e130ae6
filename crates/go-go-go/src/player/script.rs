//! A player that follows a list of actions for each figure, for tests of the rules.

use std::sync::Arc;

use engage::Map;
use field::{Cell, Facing, Figures};

use super::choice::Player;
use super::memory::Memory;
use crate::action::{Act, Action, Ask, Order, Rest, Way};
use crate::figure::Pace;
use crate::grenade::Grenade;
use crate::knowledge::Knowledge;

/// Follows a list of actions for each figure. The answer to a question is the first entry left in the figure's list
/// that answers it, otherwise its standing answer. A figure without entries stands still, keeps its facing and holds
/// its fire.
#[derive(Clone, Debug)]
pub struct Script {
    map: Arc<Map>,
    parts: Vec<Part>,
}

/// The script of one figure.
#[derive(Clone, Debug, Default)]
struct Part {
    list: Vec<Action>,
    always: Vec<Action>,
}

impl Script {
    /// An empty script.
    #[must_use]
    pub fn on(map: &Arc<Map>) -> Script {
        Script { map: Arc::clone(map), parts: Vec::new() }
    }

    /// The first cell of an area or a room of the map.
    ///
    /// # Panics
    /// If there is none of that name.
    #[must_use]
    #[track_caller]
    pub fn cell(&self, place: &str) -> Cell {
        let cell = self.map.squares(place).and_then(|cells| cells.iter().next());
        cell.unwrap_or_else(|| panic!("the map has no area or room `{place}`"))
    }

    fn part(&mut self, figure: usize) -> &mut Part {
        if self.parts.len() <= figure {
            self.parts.resize_with(figure + 1, Part::default);
        }
        &mut self.parts[figure]
    }

    /// Adds an action to a figure's list, after all entries for the same question.
    #[must_use]
    pub fn then(mut self, figure: usize, action: Action) -> Script {
        self.part(figure).list.push(action);
        self
    }

    /// Adds a standing answer: the figure gives it whenever no entry of its list answers the question.
    #[must_use]
    pub fn always(mut self, figure: usize, action: Action) -> Script {
        self.part(figure).always.push(action);
        self
    }

    /// The figure stays for this number of turns, and fires if ordered to.
    #[must_use]
    pub fn stays(mut self, figure: usize, turns: usize) -> Script {
        self.part(figure).list.extend(std::iter::repeat_n(Action::Order(Order::STAY), turns));
        self
    }

    /// The figure goes to a place for a turn.
    #[must_use]
    #[track_caller]
    pub fn goes(self, figure: usize, pace: Pace, place: &str) -> Script {
        let order = Order::go(pace, Way::To(self.cell(place)));
        self.then(figure, Action::Order(order))
    }

    /// The figure stays for a turn and does something besides firing.
    #[must_use]
    pub fn does(self, figure: usize, act: Act) -> Script {
        self.then(figure, Action::Order(Order::doing(act)))
    }

    /// The figure throws a grenade at a place.
    #[must_use]
    #[track_caller]
    pub fn throws(self, figure: usize, grenade: Grenade, place: &str) -> Script {
        let aim = self.cell(place);
        self.does(figure, Act::Throw { grenade, aim })
    }

    /// The figure fires at an enemy once.
    #[must_use]
    pub fn fires(self, figure: usize, target: usize) -> Script {
        self.then(figure, Action::Fire(target))
    }

    /// The figure fires at an enemy whenever it may.
    #[must_use]
    pub fn always_fires(self, figure: usize, target: usize) -> Script {
        self.always(figure, Action::Fire(target))
    }

    /// The figure tells hostages to follow it, each by its number among the hostages.
    #[must_use]
    pub fn calls(self, figure: usize, hostages: &[usize]) -> Script {
        let hostages = hostages.iter().map(|hostage| crate::assault::FIGURES + hostage).collect();
        self.then(figure, Action::Call(hostages))
    }

    /// The figure always faces in a direction.
    #[must_use]
    pub fn faces(self, figure: usize, facing: Facing) -> Script {
        self.always(figure, Action::Rest(Rest { facing, hides: false, takes_bomb: false }))
    }

    /// The figure always faces in a direction and hides.
    #[must_use]
    pub fn hides(self, figure: usize, facing: Facing) -> Script {
        self.always(figure, Action::Rest(Rest { facing, hides: true, takes_bomb: false }))
    }
}

/// Whether an action answers a question.
fn answers(action: &Action, ask: Ask) -> bool {
    match (action, ask) {
        (Action::Fire(target), Ask::Fire(targets)) => targets.contains(*target),
        (Action::HoldFire, Ask::Fire(_)) | (Action::Order(_), Ask::Order) | (Action::Rest(_), Ask::Rest { .. }) => true,
        (Action::GoOn | Action::Halt, Ask::Enter { .. }) => true,
        (Action::Call(called), Ask::Call(hostages)) => (*called - hostages).is_empty(),
        _ => false,
    }
}

impl Player for Script {
    fn choose(&mut self, knows: &Knowledge<'_>, _: &mut Memory, ask: Ask) -> Action {
        let written = self.parts.get_mut(knows.me()).and_then(|part| {
            // Later actions do not affect deployment.
            let in_play = knows.turn() > 0;
            let place = part.list.iter().position(|action| in_play && answers(action, ask));
            match place {
                Some(place) => Some(part.list.remove(place)),
                None => part.always.iter().copied().find(|action| answers(action, ask)),
            }
        });
        written.unwrap_or(match ask {
            Ask::Call(_) => Action::Call(Figures::NONE),
            Ask::Order => Action::Order(Order::STAY),
            Ask::Enter { .. } => Action::GoOn,
            Ask::Rest { .. } => Action::Rest(Rest { facing: knows.facing(), hides: false, takes_bomb: false }),
            Ask::Fire(_) => Action::HoldFire,
        })
    }
}
