//! How much of the map and of each room a cell sees, counted once.

use crate::cell::Cell;
use crate::doors::Doors;
use crate::plan::Plan;
use crate::rooms::Room;

/// Counts of cells seen with all doors open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exposure {
    /// For each cell, of all.
    of_all: Box<[u16]>,
    /// For each cell and room, of the room.
    of_room: Box<[u16]>,
}

impl Exposure {
    pub(crate) fn new(plan: &Plan) -> Exposure {
        let rooms = plan.rooms();
        let mut of_all = Vec::with_capacity(plan.cells());
        let mut of_room = vec![0; plan.cells() * rooms];
        for cell in plan.all().iter() {
            let view = plan.view(cell, Doors::OPEN);
            of_all.push(view.len() as u16);
            let of_room = &mut of_room[cell.index() * rooms..][..rooms];
            view.iter().filter_map(|seen| plan.room(seen)).for_each(|room| of_room[room.index()] += 1);
        }
        Exposure { of_all: of_all.into(), of_room: of_room.into() }
    }
}

impl Plan {
    /// How many cells see a cell, itself among them, when all doors stand open.
    #[must_use]
    pub fn exposed(&self, cell: Cell) -> u32 {
        self.exposure.of_all[cell.index()].into()
    }

    /// How many cells of a room a cell sees when all doors stand open; of [`Plan::cells_of`] its share of the room.
    #[must_use]
    pub fn commands(&self, cell: Cell, room: Room) -> u32 {
        self.exposure.of_room[cell.index() * self.rooms() + room.index()].into()
    }
}
