//! The changing state of a map.

use engage::{BySide, Sighting, Sightings};
use field::{Board, Cell, CellSet, Figures, Standing};

use crate::battle::Arms;
use crate::figure::{MEN, NOBODY, Status};
use crate::recon::Recon;

/// The changing state of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    /// The ground.
    pub(crate) board: Board,
    /// Squares inside buildings, excluding their openings.
    pub(crate) inside: CellSet,
    /// Where figures stand. A figure out of the fight lies where `lies` says, and blocks no way.
    pub(crate) standing: Standing,
    pub(crate) lies: [Option<Cell>; MEN],
    /// The figures that lie on the table.
    pub(crate) lying: Figures,
    /// The direction each figure faces, as rows and columns; none before it has moved (Clarification 37).
    pub(crate) facing: [(i8, i8); MEN],
    /// The current group of each figure, itself included (Clarification 51).
    pub(crate) groups: [Figures; MEN],
    /// Enemies whose group has seen a figure during the figure's own activation, or saw it before (Clarification 27).
    pub(crate) seen_by: [Figures; MEN],
    /// Figures that an involuntary move has brought into sight, and their observers, whose groups had not seen them
    /// before (Clarification 27).
    pub(crate) glimpsed: Figures,
    pub(crate) onlookers: Figures,
    /// Where, when and in what state a side last saw each enemy.
    pub(crate) known: Sightings<MEN, Status>,
    /// For each hunkered figure, the friends that have rallied it in this turn (Clarification 17).
    pub(crate) rallied_by: [Figures; MEN],
    /// The wounded friend that each figure carries.
    pub(crate) carries: [u8; MEN],
    /// Enemies that each figure is in melee with (CR-melee-5).
    pub(crate) melee: [Figures; MEN],
    /// Figures that moved since the sides last looked around.
    pub(crate) moved: Figures,
    /// The centre of each side's starting area.
    pub(crate) homes: BySide<Option<Cell>>,
    /// The arms of figures that were rolled in play.
    pub(crate) arms: [Arms; MEN],
    /// The progress of a patrol.
    pub(crate) recon: Recon,
    /// What lasts an activation.
    pub(crate) going: Going,
    /// The way of leading chosen for the active figures who look ahead; 0 for their own doctrine.
    pub(crate) way: u8,
}

/// The progress of the active figures (CR-act-1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Going {
    /// Thousandths of an inch that each figure can still move.
    pub(crate) left: [u32; MEN],
    /// Thousandths of an inch that each figure has moved.
    pub(crate) gone: [u32; MEN],
    /// The figures that passed the Fast Move test (CR-fast-3).
    pub(crate) fast: Figures,
    /// Where each figure began.
    pub(crate) began: [Option<Cell>; MEN],
    /// The target of each charger.
    pub(crate) quarry: [u8; MEN],
    /// The square of each charger's target when the target tested (CR-bc-2).
    pub(crate) towards: [Option<Cell>; MEN],
    /// The figures that hold their fire in ambush (CR-insight-3).
    pub(crate) ambush: Figures,
    /// The spot at which each figure is going to throw or fire.
    pub(crate) spot: [Option<Cell>; MEN],
}

impl Default for Going {
    fn default() -> Going {
        Going {
            left: [0; MEN],
            gone: [0; MEN],
            fast: Figures::NONE,
            began: [None; MEN],
            quarry: [NOBODY; MEN],
            towards: [None; MEN],
            ambush: Figures::NONE,
            spot: [None; MEN],
        }
    }
}

impl Scene {
    /// Before any figure is placed.
    pub(crate) fn new(board: Board, inside: CellSet) -> Scene {
        Scene {
            board,
            inside,
            standing: Standing::EMPTY,
            lies: [None; MEN],
            lying: Figures::NONE,
            facing: [(0, 0); MEN],
            groups: [Figures::NONE; MEN],
            seen_by: [Figures::NONE; MEN],
            glimpsed: Figures::NONE,
            onlookers: Figures::NONE,
            known: Sightings::default(),
            rallied_by: [Figures::NONE; MEN],
            carries: [NOBODY; MEN],
            melee: [Figures::NONE; MEN],
            moved: Figures::ALL,
            homes: BySide::default(),
            arms: [Arms::default(); MEN],
            recon: Recon::NONE,
            going: Going::default(),
            way: 0,
        }
    }

    /// The square of a figure on the table, standing or lying.
    #[inline]
    pub(crate) fn at(&self, me: usize) -> Option<Cell> {
        self.standing.at(me).or(self.lies[me])
    }

    /// A figure leaves every melee.
    pub(crate) fn parts(&mut self, me: usize) {
        for other in std::mem::take(&mut self.melee[me]).iter() {
            self.melee[other].remove(me);
        }
    }

    /// A figure turns towards a square (Clarification 37).
    pub(crate) fn turn_to(&mut self, me: usize, to: Cell) {
        if let Some(from) = self.at(me)
            && from != to
        {
            let (here, there) = (self.board.position(from), self.board.position(to));
            let way = |to: u8, from: u8| to.cast_signed() - from.cast_signed();
            self.facing[me] = (way(there.row, here.row), way(there.column, here.column));
        }
    }

    /// A figure has fired at an enemy: it faces him, and the enemy's side knows where it is.
    pub(crate) fn fires(&mut self, me: usize, target: usize, turn: u16) {
        if let Some(there) = self.at(target) {
            self.turn_to(me, there);
        }
        if let Some(cell) = self.at(me) {
            self.known.note(me, Sighting { cell, turn, state: Status::CarryingOn });
        }
    }

    /// The square where the other side last saw a figure.
    #[inline]
    pub(crate) fn last_seen(&self, enemy: usize) -> Option<Cell> {
        self.known.of(enemy).map(|sighting| sighting.cell)
    }

    /// Whether a square is in the front half of a figure (CR-fig-2).
    pub(crate) fn is_in_front(&self, me: usize, square: Cell) -> bool {
        let Some(at) = self.at(me) else { return true };
        let (here, there) = (self.board.position(at), self.board.position(square));
        let along = |to: u8, from: u8, facing: i8| (i32::from(to) - i32::from(from)) * i32::from(facing);
        let (rows, columns) = self.facing[me];
        along(there.row, here.row, rows) + along(there.column, here.column, columns) >= 0
    }
}
