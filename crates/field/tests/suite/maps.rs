//! Random maps, drawn as text, and what the twins read from the drawing.

use field::{Builder, Cell, Door, Doors, Plan};
use rand::RngExt;
use rand_pcg::Pcg64;
use testkit::maps::drawing;

/// A square, by row and column.
pub(crate) type Square = (i32, i32);

/// A map as drawn, and the plan made of it.
pub(crate) struct Map {
    pub(crate) rows: Vec<Vec<char>>,
    pub(crate) plan: Plan,
}

impl Map {
    /// A map from its drawing, which must be sound.
    #[track_caller]
    pub(crate) fn drawn(drawing: &str) -> Map {
        let plan = Builder::drawn(drawing).build().unwrap_or_else(|mistakes| panic!("{drawing}\n{mistakes:?}"));
        Map { rows: drawing.trim().lines().map(|row| row.trim().chars().collect()).collect(), plan }
    }

    /// The symbol of a square; outside the map, a wall.
    pub(crate) fn symbol(&self, (row, column): Square) -> char {
        let row = usize::try_from(row).ok().and_then(|row| self.rows.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)).copied().unwrap_or('#')
    }

    /// The square of a cell.
    pub(crate) fn square(&self, cell: Cell) -> Square {
        let at = self.plan.position(cell);
        (at.row.into(), at.column.into())
    }

    /// The cell of a square that can be entered.
    pub(crate) fn cell(&self, (row, column): Square) -> Option<Cell> {
        self.plan.cell(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
    }

    /// All cells.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        self.plan.all().iter().collect()
    }

    /// Any one cell.
    pub(crate) fn any(&self, rng: &mut Pcg64) -> Cell {
        self.plan.cell_numbered(rng.random_range(0..self.plan.cells())).expect("a cell")
    }

    /// Some door states: all shut, all open, and two at random.
    pub(crate) fn door_states(&self, rng: &mut Pcg64) -> Vec<Doors> {
        let doors = self.plan.doors();
        let mut some = || (0..doors).filter(|_| rng.random_bool(0.5)).filter_map(Door::new).collect();
        if doors == 0 { vec![Doors::SHUT] } else { vec![Doors::SHUT, Doors::OPEN, some(), some()] }
    }

    /// Whether a square is a shut door.
    pub(crate) fn shut(&self, square: Square, doors: Doors) -> bool {
        let door = self.cell(square).and_then(|cell| self.plan.door(cell));
        door.is_some_and(|door| !doors.is_open(door))
    }

    pub(crate) fn text(&self) -> String {
        self.rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }
}

/// How many random maps the tests look at between them.
const MAPS: u64 = 10_000;

/// Every nth of the random maps, each made anew from its number. The shares of all callers cover all maps several
/// times.
pub(crate) fn random(every: usize, mut look: impl FnMut(&Map, &mut Pcg64)) {
    for number in (0..MAPS).step_by(every) {
        let mut rng = Pcg64::new(u128::from(number), 0xf1e1d);
        // Most maps are small, because that is where corners are; one in a hundred is large.
        let most = if number % 100 == 30 { 40 } else { 11 };
        let map = Map::drawn(&drawing(&mut rng, most));
        look(&map, &mut rng);
    }
}
