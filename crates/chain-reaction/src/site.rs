//! The ground of an engagement as the scenario gives it: a map or a request for a table, where figures begin, and how
//! far they see.

use std::sync::Arc;

use chance::{Address, Chance};
use engage::{BySide, Entry, Inches, Map, Mission, Objective, Problem, Side, Start};
use field::{Board, Cell, CellSet, Ground, Mover, Pass, Plan, Standing};

use crate::rules::Rules;
use crate::terrain::Country;

/// A square as the plan numbers it that people are shown. Everywhere else a [`Cell`] is a square of the board, which is numbered
/// differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlanCell(Cell);

impl PlanCell {
    /// A square of a board, if the plan has it.
    pub(crate) fn of(plan: &Plan, board: &Board, cell: Cell) -> Option<PlanCell> {
        let at = board.position(cell);
        plan.cell(at.row.into(), at.column.into()).map(PlanCell)
    }

    /// The square on a board, which has all squares of its plan.
    fn on_board(self, board: &Board, plan: &Plan) -> Cell {
        let at = plan.position(self.0);
        board.cell(at.row.into(), at.column.into()).unwrap_or(self.0)
    }

    /// Its number, for the log.
    pub(crate) const fn number(self) -> u16 {
        self.0.index() as u16
    }
}

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
    entries: Vec<Entry>,
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
        let on_board = |cell: Cell| PlanCell(cell).on_board(&board, plan);
        let inside = map.rooms().flat_map(|(_, room)| plan.cells_of(room).iter()).map(on_board).collect();
        let areas = BySide::from_fn(|side| {
            let mine = sides.iter().zip(&entries).filter(|(other, _)| **other == side);
            mine.flat_map(|(_, entry)| entry.cells.iter().copied()).collect::<CellSet>()
        });
        let homes = BySide::from_fn(|side| middle(plan, &areas[side]).map(on_board));
        let areas = BySide::from_fn(|side| areas[side].iter().map(on_board).collect());
        let drawn = Drawn { map: Arc::clone(map), inside, homes, areas, entries, board };
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

/// Figures that take up their places on a map one after another.
pub(crate) struct Deployment<'a> {
    drawn: &'a Drawn,
    /// Who stands where on the plan.
    placed: Standing,
}

impl<'a> Deployment<'a> {
    /// Before anybody is placed.
    pub(crate) const fn new(drawn: &'a Drawn) -> Deployment<'a> {
        Deployment { drawn, placed: Standing::EMPTY }
    }

    /// The figures that have a place to begin.
    pub(crate) const fn figures(&self) -> std::ops::Range<usize> {
        0..self.drawn.entries.len()
    }

    /// Where a figure begins, by lot or beside the one it belongs to.
    pub(crate) fn place<C: Chance>(&mut self, me: usize, chance: &mut C, at: Address) -> Cell {
        let Drawn { map, board, entries, .. } = self.drawn;
        PlanCell(entries[me].place(&map.plan, &mut self.placed, me, chance, at)).on_board(board, &map.plan)
    }
}

/// The cell of a plan nearest to all of some cells together.
fn middle(plan: &Plan, cells: &CellSet) -> Option<Cell> {
    let far = |&cell: &Cell| cells.iter().map(|other| u64::from(plan.squared(cell, other))).sum::<u64>();
    cells.iter().min_by_key(far)
}

/// What moving costs: slow ground twice as much, doors and obstacles what the rules say, a floor up or down half a move
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
