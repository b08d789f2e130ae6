//! The state of the plan at each step of a replay: the accumulated marks of the steps.

use std::collections::BTreeSet;

use engage::Mark;

use crate::Replay;

/// Whether a figure is still in the fight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It is in the fight.
    #[default]
    Up,
    /// It is out of the fight, where it fell.
    Down,
    /// It has left the ground unhurt.
    Left,
}

/// A figure, or a third party, after a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The number of its cell on the plan, or of its zone; `None` before it is placed and after it has left.
    pub cell: Option<u16>,
    /// Whether it is still in the fight.
    pub state: State,
}

/// The plan after a step. Cells, doors and rooms have the plan's numbers; steps without marks change nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    /// The figures, then the third parties.
    pub pieces: Vec<Piece>,
    /// The open doors.
    pub open: BTreeSet<u8>,
    /// The rooms filled with gas.
    pub gas: BTreeSet<u8>,
    /// The cells covered by smoke.
    pub smoke: BTreeSet<u16>,
    /// The rooms in which a grenade exploded in this step.
    pub bursts: BTreeSet<u8>,
    /// The lines along which shots were fired in this step, from the firer to the target.
    pub shots: Vec<(u16, u16)>,
    /// The figures that moved in this step, each with the cells of its path, including the first.
    pub moves: Vec<(u8, Vec<u16>)>,
}

impl Scene {
    /// The plan before any figure is placed.
    fn new(pieces: usize) -> Scene {
        Scene { pieces: vec![Piece::default(); pieces], ..Scene::default() }
    }

    /// Advances by a step with these marks.
    fn next(&mut self, marks: &[Mark]) {
        self.bursts.clear();
        self.shots.clear();
        self.moves.clear();
        marks.iter().for_each(|mark| self.add(*mark));
    }

    fn add(&mut self, mark: Mark) {
        match mark {
            Mark::Stands { figure, cell } => self.stands(figure, cell),
            Mark::Falls { figure } => self.piece(figure, |piece| piece.state = State::Down),
            Mark::Leaves { figure } => self.piece(figure, |piece| *piece = Piece { cell: None, state: State::Left }),
            Mark::Opens { door } => {
                self.open.insert(door);
            }
            Mark::Shot { from, to } => self.shots.push((from, to)),
            Mark::Faces { .. } => {}
            Mark::Smokes { cell } => {
                self.smoke.insert(cell);
            }
            Mark::Bursts { room, gas } => {
                self.bursts.insert(room);
                if gas {
                    self.gas.insert(room);
                }
            }
        }
    }

    fn piece(&mut self, figure: u8, change: impl FnOnce(&mut Piece)) {
        if let Some(piece) = self.pieces.get_mut(usize::from(figure)) {
            change(piece);
        }
    }

    fn stands(&mut self, figure: u8, cell: u16) {
        let Some(piece) = self.pieces.get_mut(usize::from(figure)) else { return };
        let before = piece.cell.replace(cell);
        let Some(before) = before.filter(|&before| before != cell) else { return };
        match self.moves.iter_mut().find(|(moved, _)| *moved == figure) {
            Some((_, cells)) => cells.push(cell),
            None => self.moves.push((figure, vec![before, cell])),
        }
    }
}

impl Replay {
    /// The plan before the first step and after each step: one scene more than steps.
    pub fn scenes(&self) -> impl Iterator<Item = Scene> + '_ {
        let first = Scene::new(self.figures.len());
        let after = self.steps.iter().scan(first.clone(), |scene, step| {
            scene.next(&step.marks);
            Some(scene.clone())
        });
        std::iter::once(first).chain(after)
    }
}

#[cfg(test)]
mod tests {
    use engage::{Mark, Side, Step};

    use super::{Piece, Scene, State};
    use crate::{Actor, Replay};

    fn replay(steps: Vec<(u32, Vec<Mark>)>) -> Replay {
        let actor = |side, name: &str| Actor { side, squad: "s".to_owned(), name: name.to_owned() };
        let steps = steps.into_iter().map(|(turn, marks)| Step { turn, marks, ..Step::default() });
        Replay {
            title: "T".to_owned(),
            which: "engagement 0".to_owned(),
            figures: vec![actor(Some(Side::Blue), "blue a"), actor(Some(Side::Red), "red b"), actor(None, "hostage 1")],
            steps: steps.collect(),
            ending: "over".to_owned(),
            ..Replay::default()
        }
    }

    fn up(cell: u16) -> Piece {
        Piece { cell: Some(cell), state: State::Up }
    }

    #[test]
    fn marks_add_up_step_by_step() {
        let stands = |figure, cell| Mark::Stands { figure, cell };
        let replay = replay(vec![
            (0, vec![stands(0, 10), stands(1, 20), stands(2, 30)]),
            (1, vec![Mark::Opens { door: 3 }, stands(0, 11), stands(0, 12)]),
            (1, vec![]),
            (1, vec![Mark::Bursts { room: 4, gas: false }, Mark::Smokes { cell: 7 }]),
            (2, vec![Mark::Bursts { room: 5, gas: true }]),
            (2, vec![Mark::Shot { from: 12, to: 20 }, Mark::Shot { from: 12, to: 20 }, Mark::Falls { figure: 1 }]),
            (2, vec![Mark::Leaves { figure: 2 }, stands(0, 12)]),
        ]);
        let scenes: Vec<Scene> = replay.scenes().collect();
        assert_eq!(scenes.len(), replay.steps.len() + 1);
        assert_eq!(scenes[0], Scene { pieces: vec![Piece::default(); 3], ..Scene::default() });
        assert_eq!(scenes[1].pieces, [up(10), up(20), up(30)]);
        assert!(scenes[1].moves.is_empty(), "to be placed is no move");
        assert_eq!(scenes[2].pieces, [up(12), up(20), up(30)]);
        assert_eq!(scenes[2].moves, [(0, vec![10, 11, 12])]);
        assert!(scenes[1].open.is_empty() && scenes[2..].iter().all(|scene| scene.open.iter().eq([&3])));
        assert!(scenes[3].smoke.is_empty() && scenes[4..].iter().all(|scene| scene.smoke.iter().eq([&7])));
        let quiet = Scene { moves: Vec::new(), ..scenes[2].clone() };
        assert_eq!(scenes[3], quiet, "a step without marks changes nothing");
        let of = |pick: fn(&Scene) -> Vec<u8>| scenes[4..].iter().map(pick).collect::<Vec<_>>();
        assert_eq!(of(|scene| scene.bursts.iter().copied().collect()), [vec![4], vec![5], vec![], vec![]]);
        assert_eq!(of(|scene| scene.gas.iter().copied().collect()), [vec![], vec![5], vec![5], vec![5]]);
        assert_eq!(scenes[6].shots, [(12, 20), (12, 20)]);
        assert_eq!(scenes[6].pieces[1], Piece { cell: Some(20), state: State::Down });
        assert_eq!(scenes[7].pieces[2], Piece { cell: None, state: State::Left });
        assert!(scenes[7].shots.is_empty() && scenes[7].moves.is_empty(), "where it stood is no move");
    }

    #[test]
    fn numbers_of_nobody_and_engagements_without_steps_are_borne() {
        let stray = vec![Mark::Stands { figure: 9, cell: 1 }, Mark::Falls { figure: 3 }, Mark::Leaves { figure: 255 }];
        let scenes: Vec<Scene> = replay(vec![(1, stray)]).scenes().collect();
        assert_eq!(scenes[1], scenes[0]);
        assert_eq!(replay(Vec::new()).scenes().count(), 1);
    }

    #[test]
    fn turns_have_their_steps() {
        let turns = |numbers: &[u32]| replay(numbers.iter().map(|&turn| (turn, Vec::new())).collect()).turns();
        assert_eq!(turns(&[]), []);
        assert_eq!(turns(&[0, 0, 1, 3, 3]), [(0, 0..2), (1, 2..3), (3, 3..5)]);
    }
}
