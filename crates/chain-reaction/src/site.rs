//! The ground of an engagement as the scenario has it: a map, or the wish for a table; where everybody begins, how far one sees.

use std::sync::Arc;

use engage::{BySide, Entry, Inches, Map, Mission, Objective, Problem, Side, Start};
use field::{Board, Cell, CellSet, Mover, Plan};

use crate::rules::Rules;
use crate::terrain::Country;

/// What the scenario says of the ground besides the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// How far one sees in the open, if there is a limit (CR-los-2).
    pub(crate) sight: Option<Inches>,
    /// How far one sees inside woods and rough ground (CR-los-2).
    pub(crate) sight_inside: Inches,
    /// Defensive Value of the buildings (CR-bldg-1).
    pub(crate) building_dv: u8,
}

/// The ground of an engagement as the scenario has it.
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
    /// On a table that each engagement draws for itself.
    Rolled(TableRequest),
}

/// A map as an engagement uses it.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) map: Arc<Map>,
    pub(crate) board: Board,
    pub(crate) entries: Vec<Entry>,
    /// Squares inside buildings, their openings left out.
    pub(crate) inside: CellSet,
    /// The middle of where each side begins.
    pub(crate) homes: BySide<Option<Cell>>,
    /// Where each side begins.
    pub(crate) areas: BySide<Vec<Cell>>,
}

/// What is wanted of a table (CR-terrain).
#[derive(Debug)]
pub(crate) struct TableRequest {
    /// Its type, unless that is rolled.
    pub(crate) country: Option<Country>,
    /// Patches of bushes on clear ground, for each section.
    pub(crate) bushes: u8,
    /// Where each figure begins.
    pub(crate) starts: Vec<EdgeStart>,
}

/// Where a figure begins on a table: at the edge of a section, or beside another figure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeStart {
    /// The number of the section, less one.
    pub(crate) section: u8,
    /// The figure beside which it begins.
    pub(crate) beside: Option<usize>,
}

impl Site {
    /// The squares where a side begins, if the map says so.
    pub(crate) fn area(&self, side: Side) -> &[Cell] {
        match &self.place {
            Place::Drawn(drawn) => &drawn.areas[side],
            Place::Rolled(_) => &[],
        }
    }

    /// A map that is to be fought on.
    ///
    /// # Errors
    /// What is wrong with the map for this ruleset, the mission, and where figures begin.
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
            let message = format!("`{word}` is nothing that Chain Reaction has rules for, expected `eliminate`");
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
        let inside = map.rooms().flat_map(|(_, room)| plan.cells_of(room).iter());
        let areas = BySide::from_fn(|side| {
            let mine = sides.iter().zip(&entries).filter(|(other, _)| **other == side);
            mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect::<CellSet>()
        });
        let there = |cell: Cell| on_board(&board, plan, cell);
        let homes = BySide::from_fn(|side| middle(plan, &areas[side]).map(there));
        let areas = BySide::from_fn(|side| areas[side].iter().map(there).collect());
        let drawn = Drawn {
            map: Arc::clone(map),
            inside: inside.map(|cell| on_board(&board, plan, cell)).collect(),
            homes,
            areas,
            entries,
            board,
        };
        Ok(Site { conditions, place: Place::Drawn(Box::new(drawn)) })
    }

    /// A table that each engagement draws for itself.
    pub(crate) const fn rolled(wish: TableRequest, conditions: Conditions) -> Site {
        Site { conditions, place: Place::Rolled(wish) }
    }

    /// The map, if every engagement is fought on the same.
    pub(crate) const fn map(&self) -> Option<&Arc<Map>> {
        match &self.place {
            Place::Drawn(drawn) => Some(&drawn.map),
            Place::Rolled(_) => None,
        }
    }
}

impl Drawn {
    /// A square of the map, on the board.
    pub(crate) fn on_board(&self, cell: Cell) -> Cell {
        on_board(&self.board, &self.map.plan, cell)
    }
}

fn on_board(board: &Board, plan: &Plan, cell: Cell) -> Cell {
    let at = plan.position(cell);
    board.cell(at.row.into(), at.column.into()).unwrap_or(cell)
}

/// The cell of some that is nearest to all of them together.
fn middle(plan: &Plan, cells: &CellSet) -> Option<Cell> {
    let far = |&cell: &Cell| cells.iter().map(|other| u64::from(plan.squared(cell, other))).sum::<u64>();
    cells.iter().min_by_key(far)
}

/// What it costs a figure to move: slow ground twice, a door and what one climbs over what the rules say, a floor up or down half a
/// move (CR-terrain-6, CR-bldg-4, CR-bldg-6).
pub(crate) const fn mover(rules: &Rules) -> Mover {
    let half = rules.normal_move.thousandths() as u32 / 2;
    let door = Some(rules.door_cost.thousandths() as u32);
    Mover { rough: 2 * field::INCH, climb: door, door, stairs: Some(half) }
}
