//! A map drawn by people, as every ruleset plays on it.

use std::sync::Arc;

use field::{Area, Cell, CellSet, Mover, Plan, Room};

use crate::known_ground::KnownGround;
use crate::{Posts, Ways};

/// A map with everything checked.
#[derive(Clone, Debug)]
pub struct Map {
    /// The title; not empty.
    pub title: String,
    /// What the place is; may be empty.
    pub about: String,
    /// The compiled ground; shared, because it is large.
    pub plan: Arc<Plan>,
    /// The named rooms in the order of the file.
    pub rooms: Vec<(String, Room)>,
    /// The areas in the order of the file.
    pub areas: Vec<(String, Area)>,
    /// The stairs in the order of the file, with the two cells that they join.
    pub stairs: Vec<(String, [Cell; 2])>,
    /// What battles on the map have worked out about its ground.
    pub known: KnownGround,
}

/// Why figures cannot begin in an area.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRoom {
    /// The map has no such area.
    #[error("the map has no area `{name}`, {}", expected(known))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The areas.
        known: Vec<String>,
    },
    /// It is too small.
    #[error("no room to deploy: {figures} figures in `{name}`, which has room for {squares}")]
    TooSmall {
        /// The area.
        name: String,
        /// Figures that are to begin there.
        figures: usize,
        /// Squares in which they can begin.
        squares: usize,
    },
}

/// The names that would have been right, as the end of a sentence.
#[must_use]
pub fn expected(names: &[String]) -> String {
    match names {
        [] => "nor any other".to_owned(),
        [only] => format!("expected `{only}`"),
        _ => format!("expected one of `{}`", names.join("`, `")),
    }
}

/// The message about the name of an area or room; `None` if the map has it.
#[must_use]
pub fn unknown_place(map: &Map, name: &str) -> Option<String> {
    if map.squares(name).is_some() {
        return None;
    }
    let names = map.areas().map(|(name, _)| name).chain(map.rooms().map(|(name, _)| name));
    let known: Vec<String> = names.map(str::to_owned).collect();
    Some(format!("the map has no area or room `{name}`, {}", expected(&known)))
}

impl Map {
    /// The posts of its rooms, worked out once.
    #[must_use]
    pub fn posts(&self) -> Arc<Posts> {
        self.known.posts(&self.plan)
    }

    /// A mover's ways to some goals; those to each goal are worked out once.
    #[must_use]
    pub fn ways(&self, goals: &[CellSet], mover: Mover) -> Ways {
        Ways::new(goals.iter().map(|goal| self.known.ways(&self.plan, goal, mover)))
    }

    /// The named rooms in the order of the file.
    pub fn rooms(&self) -> impl Iterator<Item = (&str, Room)> {
        self.rooms.iter().map(|(name, room)| (name.as_str(), *room))
    }

    /// The areas in the order of the file.
    pub fn areas(&self) -> impl Iterator<Item = (&str, Area)> {
        self.areas.iter().map(|(name, area)| (name.as_str(), *area))
    }

    /// The stairs in the order of the file, with the two cells that they join.
    pub fn stairs(&self) -> impl Iterator<Item = (&str, [Cell; 2])> {
        self.stairs.iter().map(|(name, ends)| (name.as_str(), *ends))
    }

    /// The room with this name.
    #[must_use]
    pub fn room(&self, name: &str) -> Option<Room> {
        self.rooms().find(|(known, _)| *known == name).map(|(_, room)| room)
    }

    /// The name of a room; rooms without one are numbered after the others.
    #[must_use]
    pub fn name_of(&self, room: Room) -> Option<&str> {
        self.rooms().find(|(_, known)| *known == room).map(|(name, _)| name)
    }

    /// The area with this name.
    #[must_use]
    pub fn area(&self, name: &str) -> Option<Area> {
        self.areas().find(|(known, _)| *known == name).map(|(_, area)| area)
    }

    /// The cells of the area or room with this name; no two of them have the same name.
    #[must_use]
    pub fn squares(&self, name: &str) -> Option<&CellSet> {
        let area = self.area(name).and_then(|area| self.plan.area(area));
        area.or_else(|| self.room(name).map(|room| self.plan.cells_of(room)))
    }

    /// The cells of an area in which this number of figures can begin: all but doors, doorways and windows.
    ///
    /// # Errors
    /// [`NoRoom`] if there is no such area, or it has fewer cells.
    pub fn deployment(&self, name: &str, figures: usize) -> Result<CellSet, NoRoom> {
        let known = || self.areas.iter().map(|(name, _)| name.clone()).collect();
        let area = self.area(name).and_then(|area| self.plan.area(area));
        let area = area.ok_or_else(|| NoRoom::Unknown { name: name.to_owned(), known: known() })?;
        let cells: CellSet = area.iter().filter(|&cell| !self.plan.ground_of(cell).opening).collect();
        let squares = cells.len();
        if squares < figures {
            return Err(NoRoom::TooSmall { name: name.to_owned(), figures, squares });
        }
        Ok(cells)
    }
}
