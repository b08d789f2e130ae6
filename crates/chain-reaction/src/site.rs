//! The ground of an engagement in the scenario: a map or a request for a table, where figures start, and how far they
//! see.

use std::sync::Arc;

use chance::{Address, Chance};
use engage::{BySide, Entry, Inches, Map, Mission, Objective, Problem, Side, Start};
use field::{Board, Cell, CellSet, Doors, Ground, INCH, Mover, Pass, Plan, Standing};

use crate::rules::Rules;
use crate::terrain::Country;

/// A square as numbered on the plan that people see. Everywhere else a [`Cell`] is a square of the board, which has a
/// different numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanCell(Cell);

impl PlanCell {
    /// The plan's square for a square of the board, if the plan shows it.
    pub(crate) fn of(plan: &Plan, board: &Board, cell: Cell) -> Option<PlanCell> {
        let at = board.position(cell);
        plan.cell(at.row.into(), at.column.into()).map(PlanCell)
    }

    /// The square of the board; a board has all squares of its plan.
    fn on_board(self, board: &Board, plan: &Plan) -> Cell {
        let at = plan.position(self.0);
        board.cell(at.row.into(), at.column.into()).unwrap_or(self.0)
    }

    /// Its number, for the log.
    pub(crate) const fn number(self) -> u16 {
        self.0.index() as u16
    }
}

/// Conditions of the ground that the scenario sets in addition to the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// Visibility in the open, if it is limited (CR-los-2).
    pub(crate) sight: Option<Inches>,
    /// Visibility inside woods and rough ground (CR-los-2).
    pub(crate) sight_inside: Inches,
    /// Defensive Value of the buildings (CR-bldg-1).
    pub(crate) building_dv: u8,
}

/// The ground of an engagement in the scenario.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) conditions: Conditions,
    pub(crate) place: Place,
}

/// Where an engagement takes place.
#[derive(Debug)]
pub(crate) enum Place {
    /// On a map.
    Drawn(Box<Drawn>),
    /// On a table that each engagement rolls for itself.
    Rolled(TableRequest),
}

/// A map prepared for engagements.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) map: Arc<Map>,
    pub(crate) board: Board,
    entries: Vec<Entry>,
    /// Squares inside buildings, excluding their openings.
    pub(crate) inside: CellSet,
    /// The centre of each side's starting area.
    pub(crate) homes: BySide<Option<Cell>>,
    /// The starting area of each side.
    pub(crate) areas: BySide<Vec<Cell>>,
    /// The round that the enemy makes of each side's starting area.
    rounds: BySide<Vec<Cell>>,
}

/// From how near each square of a starting area is seen on a round of it, in thousandths of an inch, if visibility allows.
const LOOK: u32 = 8 * INCH;

/// A request for a table (CR-terrain).
#[derive(Debug)]
pub(crate) struct TableRequest {
    /// The type of the table, unless it is rolled.
    pub(crate) country: Option<Country>,
    /// Patches of bushes on each clear section.
    pub(crate) bushes: u8,
    /// Where each figure starts.
    pub(crate) starts: Vec<EdgeStart>,
}

/// Where a figure starts on a table: at the edge of a section, or beside another figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeStart {
    /// The number of the section, minus one.
    pub(crate) section: u8,
    /// The figure beside which it starts.
    pub(crate) beside: Option<usize>,
}

impl Site {
    /// The squares of a side's starting area, if the map has one.
    pub(crate) fn area(&self, side: Side) -> &[Cell] {
        match &self.place {
            Place::Drawn(drawn) => &drawn.areas[side],
            Place::Rolled(_) => &[],
        }
    }

    /// Squares from which the enemy sees all of a side's starting area from near by, each next the nearest to the one
    /// before; if visibility is limited, his own area follows.
    pub(crate) fn round(&self, side: Side) -> &[Cell] {
        match &self.place {
            Place::Drawn(drawn) => &drawn.rounds[side],
            Place::Rolled(_) => &[],
        }
    }

    /// Prepares a map for a fight.
    ///
    /// # Errors Problems with the map under this ruleset, with the mission, and with the starting places.
    pub(crate) fn new(
        map: &Arc<Map>,
        mission: &Mission,
        starts: &[Start],
        sides: &[Side],
        conditions: Conditions,
    ) -> Result<Site, Vec<Problem>> {
        let mut problems = mission.problems(Some(map), 0);
        if mission.objective != Objective::Eliminate {
            let word = mission.objective.word();
            let message = format!("`{word}` is not an objective of Chain Reaction, expected `eliminate`");
            problems = vec![Problem::new("mission.objective", message)];
        }
        let board = Board::of_plan(&map.plan);
        if board.is_none() {
            let (width, height) = (map.plan.width(), map.plan.height());
            let most = field::MAX_CELLS;
            let message = format!("{width} by {height} squares, expected at most {most} squares and 16 stairs");
            problems.push(Problem::new("field.map", message));
        }
        let entries = Entry::all(map, starts).unwrap_or_else(|refused| {
            problems.extend(refused);
            Vec::new()
        });
        let (Some(board), true) = (board, problems.is_empty()) else { return Err(problems) };
        let plan = &map.plan;
        let on_board = |cell: Cell| PlanCell(cell).on_board(&board, plan);
        let inside = map.rooms().flat_map(|(_, room)| plan.cells_of(room).iter()).map(on_board).collect();
        let areas = BySide::from_fn(|side| {
            let mine = sides.iter().zip(&entries).filter(|(other, _)| **other == side);
            mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect::<CellSet>()
        });
        let centres = BySide::from_fn(|side| middle(plan, &areas[side]));
        let look = conditions.sight.map_or(LOOK, |sight| LOOK.min(sight.thousandths() as u32));
        let rounds = BySide::from_fn(|side| {
            let mut cells = round(plan, &areas[side], centres[side.enemy()], look);
            // Where nobody sees far, the enemy may have gone past.
            if conditions.sight.is_some() {
                let last = cells.last().copied();
                cells.extend(round(plan, &areas[side.enemy()], last, look));
            }
            cells.into_iter().map(on_board).collect()
        });
        let homes = BySide::from_fn(|side| centres[side].map(on_board));
        let areas = BySide::from_fn(|side| areas[side].iter().map(on_board).collect());
        let drawn = Drawn { map: Arc::clone(map), inside, homes, areas, rounds, entries, board };
        Ok(Site { conditions, place: Place::Drawn(Box::new(drawn)) })
    }

    /// A table that each engagement rolls for itself.
    pub(crate) const fn rolled(wish: TableRequest, conditions: Conditions) -> Site {
        Site { conditions, place: Place::Rolled(wish) }
    }

    /// The map, if every engagement is fought on the same one.
    pub(crate) const fn map(&self) -> Option<&Arc<Map>> {
        match &self.place {
            Place::Drawn(drawn) => Some(&drawn.map),
            Place::Rolled(_) => None,
        }
    }
}

/// Places figures on a map one after another.
pub(crate) struct Deployment<'a> {
    drawn: &'a Drawn,
    /// The figure on each square of the plan.
    placed: Standing,
}

impl<'a> Deployment<'a> {
    /// Before any figure is placed.
    pub(crate) const fn new(drawn: &'a Drawn) -> Deployment<'a> {
        Deployment { drawn, placed: Standing::EMPTY }
    }

    /// The figures that have a starting place.
    pub(crate) const fn figures(&self) -> std::ops::Range<usize> {
        0..self.drawn.entries.len()
    }

    /// Where a figure starts: at random, or beside the figure it belongs to.
    pub(crate) fn place<C: Chance>(&mut self, me: usize, chance: &mut C, at: Address) -> Cell {
        let Drawn { map, board, entries, .. } = self.drawn;
        PlanCell(entries[me].place(&map.plan, &mut self.placed, me, chance, at)).on_board(board, &map.plan)
    }
}

/// The cell of a plan that is nearest to a set of cells as a whole: the sum of its squared distances from them is least.
fn middle(plan: &Plan, cells: &CellSet) -> Option<Cell> {
    let of = |cell: Cell| (i64::from(plan.position(cell).row), i64::from(plan.position(cell).column));
    let (mut count, mut rows, mut columns) = (0, 0, 0);
    for (row, column) in cells.iter().map(of) {
        (count, rows, columns) = (count + 1, rows + row, columns + column);
    }
    // That sum, less what is the same for every cell.
    let far = |&cell: &Cell| {
        let (row, column) = of(cell);
        count * (row * row + column * column) - 2 * (row * rows + column * columns)
    };
    cells.iter().min_by_key(far)
}

/// A round of an area for somebody who comes from a cell: cells from which every other cell is seen from near by, each
/// next the nearest to the one before.
fn round(plan: &Plan, area: &CellSet, from: Option<Cell>, look: u32) -> Vec<Cell> {
    let mut left: Vec<Cell> = Vec::new();
    for cell in area.iter() {
        let sees = |&other: &Cell| plan.distance(other, cell) <= look && plan.sees(other, cell, Doors::OPEN);
        if !left.iter().any(sees) {
            left.push(cell);
        }
    }
    let mut round = Vec::with_capacity(left.len());
    let mut here = from;
    let far = |from: Option<Cell>, to: Cell| from.map_or(0, |from| plan.squared(from, to));
    while let Some(next) = (0..left.len()).min_by_key(|&next| far(here, left[next])) {
        let next = left.remove(next);
        round.push(next);
        here = Some(next);
    }
    round
}

/// Movement costs: double on slow ground, `door_cost` for doors and obstacles, half a move for a floor up or down
/// (CR-terrain-6, CR-bldg-4, CR-bldg-6).
pub(crate) const fn mover(rules: &Rules) -> Mover {
    let half = rules.normal_move.thousandths() as u32 / 2;
    let door = Some(rules.door_cost.thousandths() as u32);
    Mover { rough: 2 * field::INCH, climb: door, door, stairs: Some(half) }
}

/// A window ends the move (CR-bldg-4).
pub(crate) fn is_window(ground: Ground) -> bool {
    ground.opening && ground.pass == Pass::Climb
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the squares of a round every square of the area is seen from near by, and each is the nearest that is left.
    #[test]
    fn a_round_leaves_nothing_out() {
        let rooms = "
            ###################
            #.........#.......#
            #.........+.......#
            #.........#.......#
            #####+#######+#####
            #.................#
            ###################";
        let map = testkit::maps::map(rooms, &[]);
        let plan = &map.plan;
        let round = round(plan, plan.all(), None, LOOK);
        let is_seen = |cell: Cell| {
            round.iter().any(|&from| plan.distance(from, cell) <= LOOK && plan.sees(from, cell, Doors::OPEN))
        };
        assert!(plan.all().iter().all(is_seen) && round.len() < plan.cells() / 4, "{round:?}");
        for (place, &cell) in round.iter().enumerate().skip(1) {
            let far = |other: Cell| plan.squared(round[place - 1], other);
            assert!(round[place..].iter().all(|&later| far(cell) <= far(later)), "{place}");
        }
    }
}
