//! How much of the map and of each room a cell sees, counted once.

use crate::cell::Cell;
use crate::doors::Doors;
use crate::plan::Plan;
use crate::room::Room;

impl Plan {
    /// Counts what each cell sees; sight and rooms must be ready.
    pub(crate) fn count_exposure(&mut self) {
        let rooms = self.rooms();
        let mut of_all = Vec::with_capacity(self.cells());
        let mut of_room = vec![0; self.cells() * rooms];
        for cell in self.all().iter() {
            let view = self.view(cell, Doors::OPEN);
            of_all.push(view.len() as u16);
            let of_room = &mut of_room[cell.index() * rooms..][..rooms];
            view.iter().filter_map(|seen| self.room(seen)).for_each(|room| of_room[room.index()] += 1);
        }
        self.exposed = of_all.into();
        self.commanded = of_room.into();
    }

    /// How many cells see a cell, including itself, with all doors open.
    #[must_use]
    pub fn exposed(&self, cell: Cell) -> u32 {
        self.exposed[cell.index()].into()
    }

    /// How many cells of a room a cell sees with all doors open; divided by the size of [`Plan::cells_of`], its share
    /// of the room.
    #[must_use]
    pub fn commands(&self, cell: Cell, room: Room) -> u32 {
        self.commanded[cell.index() * self.rooms() + room.index()].into()
    }
}
