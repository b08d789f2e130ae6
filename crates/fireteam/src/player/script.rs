//! A player for tests and examples: each man does what his script says, and nothing else.
//!
//! ```
//! use fireteam::player::script::{Script, aim, fire, hold_fire};
//! use serde_json::json;
//!
//! let man = json!({ "weapon": "rifle" });
//! let setup = json!({ "field": { "first_move": "blue" }, "blue": { "one": man }, "red": { "other": man }, "turn_limit": 3 });
//! let mut script = Script::default();
//! script.man(0, [aim(1), fire(1), hold_fire()]);
//! let (_, steps) = fireteam::play_out(&setup, None, 1, 0, &mut script).unwrap();
//! let told: Vec<&str> = steps.iter().filter(|step| step.figure == Some(0)).map(|step| &*step.text).collect();
//! assert!(told[0] == "aims" && told[1].starts_with("aimed shot: ") && script.is_done());
//! ```

use std::collections::{BTreeMap, VecDeque};

use engage::Inches;
use field::Cell;

use super::Player;
use super::memory::Memory;
use crate::action::{Action, Ask, Gait, Way};
use crate::fire::Mode;
use crate::grenade::Grenade;
use crate::knowledge::{Knowledge, Terrain};
use crate::rules::MOVER;

/// What somebody does when he is asked for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    kind: Kind,
    action: Action,
    /// The area or room that a move leads to.
    place: Option<String>,
}

/// What an order answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Move,
    LieDown,
    Throw,
    Fire,
}

const fn order(kind: Kind, action: Action) -> Order {
    Order { kind, action, place: None }
}

/// Stays as he is for a move.
#[must_use]
pub const fn stay() -> Order {
    order(Kind::Move, Action::Nothing)
}

/// Goes prone for his move.
#[must_use]
pub const fn go_prone() -> Order {
    order(Kind::Move, Action::GoProne)
}

/// Stands up for his move, and goes nowhere.
#[must_use]
pub const fn stand_up() -> Order {
    order(Kind::Move, Action::StandUp)
}

/// Makes a normal move towards an area or a room.
#[must_use]
pub fn walk(place: &str) -> Order {
    Order { place: Some(place.to_owned()), ..order(Kind::Move, Action::SetOut(Gait::Walk)) }
}

/// Rushes towards an area or a room.
#[must_use]
pub fn rush(place: &str) -> Order {
    Order { place: Some(place.to_owned()), ..order(Kind::Move, Action::SetOut(Gait::Rush)) }
}

/// Rushes away from the enemy.
#[must_use]
pub const fn flee() -> Order {
    order(Kind::Move, Action::SetOut(Gait::Flee))
}

/// Lies down when he may: after a move, when shot at, before a blast.
#[must_use]
pub const fn lie_down() -> Order {
    order(Kind::LieDown, Action::GoProne)
}

/// Stays on his feet when he might lie down.
#[must_use]
pub const fn stay_up() -> Order {
    order(Kind::LieDown, Action::Nothing)
}

/// Throws a grenade at an enemy.
#[must_use]
pub const fn throw(target: usize, grenade: Grenade) -> Order {
    order(Kind::Throw, Action::Throw { target, grenade })
}

/// Keeps his grenades when he might throw one.
#[must_use]
pub const fn keep() -> Order {
    order(Kind::Throw, Action::Nothing)
}

/// Aims at an enemy.
#[must_use]
pub const fn aim(target: usize) -> Order {
    order(Kind::Fire, Action::Aim { target })
}

/// Fires a single shot at an enemy.
#[must_use]
pub const fn fire(target: usize) -> Order {
    order(Kind::Fire, Action::fire(target, Mode::Single))
}

/// Fires a burst at an enemy.
#[must_use]
pub const fn burst(target: usize) -> Order {
    order(Kind::Fire, Action::fire(target, Mode::Auto))
}

/// Fires a burst at the ground half way between two enemies.
#[must_use]
pub const fn burst_between(target: usize, point: usize) -> Order {
    order(Kind::Fire, Action::Fire { target, mode: Mode::Auto, point })
}

/// Neither fires nor aims.
#[must_use]
pub const fn hold_fire() -> Order {
    order(Kind::Fire, Action::Nothing)
}

/// A list of orders for each man, by number. Each is taken when the man is asked for something of its kind; who has none left, or is
/// asked for something else, does nothing.
#[derive(Clone, Debug, Default)]
pub struct Script {
    orders: BTreeMap<usize, VecDeque<Order>>,
    /// Where each is going whose move has begun.
    places: BTreeMap<usize, String>,
}

impl Script {
    /// Adds to what a man is to do.
    pub fn man(&mut self, man: usize, orders: impl IntoIterator<Item = Order>) -> &mut Script {
        self.orders.entry(man).or_default().extend(orders);
        self
    }

    /// Whether all has been done, or tried.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.orders.values().all(VecDeque::is_empty)
    }

    /// The next order of a man, if it is of this kind.
    fn next(&mut self, man: usize, kind: Kind) -> Option<Order> {
        self.orders.get_mut(&man)?.pop_front_if(|order| order.kind == kind)
    }
}

impl Player for Script {
    /// # Panics
    /// When somebody is to go to a place that the map does not have.
    fn choose(&mut self, knows: &dyn Knowledge, _memory: &mut Memory, ask: Ask) -> Action {
        let me = knows.me();
        let kind = match ask {
            Ask::Move => Kind::Move,
            Ask::LieDown(_) => Kind::LieDown,
            Ask::Throw => Kind::Throw,
            Ask::Fire => Kind::Fire,
            // What is named is fired at or aimed at later.
            Ask::Name => {
                let next = self.orders.get(&me).and_then(VecDeque::front).filter(|order| order.kind == Kind::Fire);
                return next.map_or(Action::Nothing, |order| order.action);
            }
            Ask::Way { from, left, .. } => {
                let way = |terrain| Some(way(&terrain, self.places.get(&me)?, from, left));
                return knows.terrain().and_then(way).map_or(Action::Nothing, Action::Go);
            }
        };
        let Some(order) = self.next(me, kind) else { return Action::Nothing };
        if let Some(place) = order.place {
            self.places.insert(me, place);
        }
        order.action
    }
}

/// The shortest way towards a place, as far as it goes.
fn way(terrain: &Terrain<'_>, place: &str, from: Cell, left: Inches) -> Way {
    let Some(squares) = terrain.place(place) else { panic!("the map has no place `{place}`") };
    let plan = terrain.plan();
    let distances = plan.distances(squares, MOVER, terrain.doors());
    let (mut here, mut left, mut way) = (from, left.thousandths() as u32, Way::NOWHERE);
    while let Some(step) = plan.next_step(distances.downhill(), here, MOVER, terrain.doors(), |_| true) {
        if step.cost > left || way.is_full() {
            break;
        }
        (here, left) = (step.to, left - step.cost);
        way.push(here);
    }
    way
}
