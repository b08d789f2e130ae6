//! A player that follows a list of actions for each figure, for tests of the rules.

use std::collections::VecDeque;
use std::sync::Arc;

use engage::Map;
use field::{Cell, Door, Figures};

use crate::action::{Action, Ask, Attack, Grenade, Pace, Walk};
use crate::fire::hit::AimAt;
use crate::knowledge::Knowledge;
use crate::player::choose::Player;
use crate::player::memory::Memory;
use crate::site::MOVER;

/// Follows a list of actions for each figure. If the first entry of the list answers the question, that is the answer,
/// and the entry is used up. If not, the answer is the first of the figure's standing actions that answers the question
/// and is allowed. If there is none, the answer is no: a figure without entries does nothing.
///
/// An interrupted action is declared again, which takes a second entry of the list.
#[derive(Clone, Debug, Default)]
pub struct Script {
    map: Option<Arc<Map>>,
    parts: Vec<Part>,
}

/// The script of one figure.
#[derive(Clone, Debug, Default)]
struct Part {
    list: VecDeque<Entry>,
    always: Vec<Entry>,
    /// What it does after an interrupt. If empty, it does not try to interrupt.
    interrupt: Option<Action>,
    /// The next target once its target is down.
    next_target: Option<usize>,
    /// The shots after which it ceases fire.
    most_shots: Option<u8>,
    /// The goal of its move.
    goal: Option<Cell>,
}

#[derive(Clone, Copy, Debug)]
enum Entry {
    Does(Action),
    Fires(usize),
    Goes(Pace, Cell),
}

impl Script {
    /// An empty script.
    #[must_use]
    pub fn new() -> Script {
        Script::default()
    }

    /// An empty script on a map, whose places can then be given by name.
    #[must_use]
    pub fn on(map: &Arc<Map>) -> Script {
        Script { map: Some(Arc::clone(map)), parts: Vec::new() }
    }

    /// The first cell of an area or a room of the map.
    ///
    /// # Panics
    /// If there is none of that name.
    #[must_use]
    #[track_caller]
    pub fn cell(&self, place: &str) -> Cell {
        let squares = self.map.as_ref().and_then(|map| map.squares(place));
        let cell = squares.and_then(|cells| cells.iter().next());
        cell.unwrap_or_else(|| panic!("the map has no area or room `{place}`"))
    }

    fn part(&mut self, figure: usize) -> &mut Part {
        if self.parts.len() <= figure {
            self.parts.resize_with(figure + 1, Part::default);
        }
        &mut self.parts[figure]
    }

    fn list(mut self, figure: usize, entry: Entry) -> Script {
        self.part(figure).list.push_back(entry);
        self
    }

    /// Adds an action to the end of a figure's list.
    #[must_use]
    pub fn then(self, figure: usize, action: Action) -> Script {
        self.list(figure, Entry::Does(action))
    }

    /// Adds a standing action: the figure does it whenever its list has no answer, if it may. It does not fire at
    /// figures that are down.
    #[must_use]
    pub fn always(mut self, figure: usize, action: Action) -> Script {
        self.part(figure).always.push(Entry::Does(action));
        self
    }

    /// The figure does nothing for this number of goes.
    #[must_use]
    pub fn stays(mut self, figure: usize, goes: usize) -> Script {
        self.part(figure).list.extend(std::iter::repeat_n(Entry::Does(Action::Idle), goes));
        self
    }

    /// The figure moves once, straight towards a place.
    #[must_use]
    #[track_caller]
    pub fn goes(self, figure: usize, pace: Pace, place: &str) -> Script {
        let to = self.cell(place);
        self.list(figure, Entry::Goes(pace, to))
    }

    /// The figure always moves straight towards a place until it is there.
    #[must_use]
    #[track_caller]
    pub fn always_goes(mut self, figure: usize, pace: Pace, place: &str) -> Script {
        let to = self.cell(place);
        self.part(figure).always.push(Entry::Goes(pace, to));
        self
    }

    /// The figure opens a door once.
    ///
    /// # Panics
    /// If no map has a door of that number.
    #[must_use]
    #[track_caller]
    pub fn opens(self, figure: usize, door: usize) -> Script {
        let door = Door::new(door).unwrap_or_else(|| panic!("no map has a door {door}"));
        self.then(figure, Action::Open(door))
    }

    /// The figure throws a grenade into the room of a place once.
    ///
    /// # Panics
    /// If the place is in no room.
    #[must_use]
    #[track_caller]
    pub fn throws(self, figure: usize, grenade: Grenade, place: &str) -> Script {
        let cell = self.cell(place);
        let room = self.map.as_ref().and_then(|map| map.plan.room(cell));
        let room = room.unwrap_or_else(|| panic!("`{place}` is in no room"));
        self.then(figure, Action::Throw(room, grenade))
    }

    /// The figure fires at an enemy once, at its weapon's full rate and at no named location.
    #[must_use]
    pub fn fires(self, figure: usize, target: usize) -> Script {
        self.list(figure, Entry::Fires(target))
    }

    /// The figure always fires at an enemy, at its weapon's full rate and at no named location, if it may and the enemy
    /// is not down.
    #[must_use]
    pub fn always_fires(mut self, figure: usize, target: usize) -> Script {
        self.part(figure).always.push(Entry::Fires(target));
        self
    }

    /// When its target is down, the figure turns the rest of a fire action on this one.
    #[must_use]
    pub fn switches(mut self, figure: usize, target: usize) -> Script {
        self.part(figure).next_target = Some(target);
        self
    }

    /// The figure ceases fire after this many shots of a fire action, between shots or bursts.
    #[must_use]
    pub fn ceases(mut self, figure: usize, shots: u8) -> Script {
        self.part(figure).most_shots = Some(shots);
        self
    }

    /// The figure tries to interrupt whenever it may, and then does this.
    #[must_use]
    pub fn interrupts(mut self, figure: usize, action: Action) -> Script {
        self.part(figure).interrupt = Some(action);
        self
    }

    /// The figure always gets up, picks up its weapon and clears a jam. Standing actions added later come after these.
    #[must_use]
    pub fn recovers(self, figure: usize) -> Script {
        [Action::Recover, Action::PickUp, Action::Clear]
            .into_iter()
            .fold(self, |script, act| script.always(figure, act))
    }
}

/// Fire at one enemy, at the weapon's full rate and at no named location.
fn fire_at(target: usize, knowledge: &Knowledge<'_>) -> Action {
    let fire = knowledge.weapon(knowledge.me()).fire;
    let rate = knowledge.rules().rate_of(fire);
    Action::Fire(Attack { at: Figures::one(target), aim_at: AimAt::None, fire, rate })
}

impl Entry {
    /// The script's answer to a question, if any.
    fn answer(self, knowledge: &Knowledge<'_>, ask: Ask) -> Option<Action> {
        match self {
            Entry::Does(action) => ask.takes(&action).then_some(action),
            Entry::Fires(target) => matches!(ask, Ask::Act { .. } | Ask::FireToo).then(|| fire_at(target, knowledge)),
            Entry::Goes(pace, _) => matches!(ask, Ask::Act { .. }).then_some(Action::Move { pace, and_fire: false }),
        }
    }

    /// Whether an action is a move to where the figure is already.
    fn is_there(self, knowledge: &Knowledge<'_>) -> bool {
        matches!(self, Entry::Goes(_, to) if knowledge.terrain().is_some_and(|terrain| terrain.here() == to))
    }
}

/// The step that comes nearest to a goal, if it comes nearer.
fn step(knowledge: &Knowledge<'_>, walk: &Walk, goal: Cell) -> Option<Action> {
    let terrain = knowledge.terrain()?;
    let plan = terrain.site().plan();
    let away = |cell: Cell| plan.distance(cell, goal);
    let steps = plan.steps(walk.here, MOVER, terrain.doors()).map(|step| step.to);
    let allowed = steps.filter(|&cell| knowledge.may(Ask::Step(*walk), &Action::Step(cell)).is_ok());
    allowed.min_by_key(|&cell| away(cell)).filter(|&cell| away(cell) < away(walk.here)).map(Action::Step)
}

/// Whether a figure may do this now and does not fire at a figure that is down.
fn is_allowed(knowledge: &Knowledge<'_>, ask: Ask, action: &Action) -> bool {
    let up = |attack: &Attack| attack.at.iter().any(|enemy| knowledge.is_standing(enemy));
    let worth = !matches!(action, Action::Fire(attack) if !up(attack));
    worth && knowledge.may(ask, action).is_ok()
}

impl Part {
    /// The answer from the list, otherwise the first standing action that fits.
    fn next(&mut self, knowledge: &Knowledge<'_>, ask: Ask) -> Action {
        let listed = self.list.front().and_then(|entry| Some((*entry, entry.answer(knowledge, ask)?)));
        if listed.is_some() {
            self.list.pop_front();
        }
        let always = || {
            let open = self.always.iter().filter(|entry| !entry.is_there(knowledge));
            let mut answers = open.filter_map(|entry| Some((*entry, entry.answer(knowledge, ask)?)));
            answers.find(|(_, action)| is_allowed(knowledge, ask, action))
        };
        let Some((entry, action)) = listed.or_else(always) else { return Action::Idle };
        if let Entry::Goes(_, to) = entry {
            self.goal = Some(to);
        }
        action
    }
}

impl Player for Script {
    fn choose(&mut self, knowledge: &Knowledge<'_>, _memory: &mut Memory, ask: Ask) -> Action {
        let part = self.part(knowledge.me());
        if matches!(ask, Ask::Act { .. }) {
            part.goal = None;
        }
        let if_allowed = |action: Action| Some(action).filter(|action| is_allowed(knowledge, ask, action));
        let answer = match (ask, part.interrupt) {
            (Ask::Switch { next, .. }, _) if part.most_shots.is_some_and(|most| next.shot > most) => {
                if_allowed(Action::Cease)
            }
            (Ask::Switch { seen, .. }, _) => {
                part.next_target.filter(|_| seen.down).and_then(|next| if_allowed(fire_at(next, knowledge)))
            }
            (Ask::Interrupt { .. } | Ask::Meet { .. }, Some(_)) => if_allowed(Action::Interrupt),
            (Ask::Act { first: true }, Some(action)) => if_allowed(action),
            (Ask::Step(walk), _) => match part.goal {
                Some(goal) => step(knowledge, &walk, goal),
                None => Some(part.next(knowledge, ask)),
            },
            _ => Some(part.next(knowledge, ask)),
        };
        answer.unwrap_or_default()
    }
}
