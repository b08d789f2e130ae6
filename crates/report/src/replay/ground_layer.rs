//! The ground under the figures of a page: a map, zones, or open ground, which is not drawn.

use engage::{Map, Zones};
use maud::{Markup, html};
use runner::{Piece, Replay, Scene};

use super::ground::{self, INCH, RULER};
use super::zones::{self, Stood};
use super::{clouds, doors};

/// The ground under the figures of a page.
pub(super) enum Under<'r> {
    /// Open ground, which is not drawn.
    Open,
    /// A map.
    Map(&'r Map),
    /// Zones.
    Zones(&'r Zones, Stood),
}

/// The positions of a scene, as squares of the page.
#[derive(Default)]
pub(super) struct ScenePositions {
    /// The square of each figure; `None` if it is not on the plan.
    pub(super) at: Vec<Option<usize>>,
    /// The squares covered by smoke.
    pub(super) smoke: Vec<usize>,
    /// The shots, each from the firer to the target.
    pub(super) shots: Vec<(usize, usize)>,
    /// The figures that moved, each with the squares of its path.
    pub(super) moves: Vec<(u8, Vec<usize>)>,
}

/// The picture that figures are drawn on.
pub(super) struct Frame {
    /// Units at the left and at the top before the first square.
    pub(super) corner: usize,
    /// Width and height in units.
    pub(super) size: (usize, usize),
    /// Its label for screen readers.
    pub(super) says: String,
    /// The fill patterns of the ground.
    pub(super) patterns: Markup,
    /// The ground.
    pub(super) drawn: Markup,
    /// The places of the figures on it.
    pub(super) places: Vec<Option<(usize, usize)>>,
}

impl<'r> Under<'r> {
    pub(super) fn new(replay: &'r Replay, scenes: &[Scene], opening: usize) -> Under<'r> {
        match (&replay.map, &replay.zones) {
            (Some(map), _) => Under::Map(map),
            (None, Some(zones)) => Under::Zones(zones, Stood::new(replay, zones, scenes, opening)),
            (None, None) => Under::Open,
        }
    }

    /// The width in inches of the page.
    pub(super) fn columns(&self) -> usize {
        match self {
            Under::Open => 0,
            Under::Map(map) => map.plan.width(),
            Under::Zones(_, stood) => stood.picture.width.div_ceil(INCH),
        }
    }

    /// The middle of each square; `None` if squares lie in rows.
    pub(super) fn places(&self) -> Option<Vec<(usize, usize)>> {
        match self {
            Under::Open | Under::Map(_) => None,
            Under::Zones(_, stood) => Some(stood.centres()),
        }
    }

    /// The positions of scene `number`. Cells that the plan does not have are left out.
    pub(super) fn squares(&self, replay: &Replay, number: usize, scene: &Scene) -> ScenePositions {
        match self {
            Under::Open => ScenePositions { at: vec![None; scene.pieces.len()], ..ScenePositions::default() },
            Under::Map(map) => {
                let square = |cell: u16| {
                    let at = map.plan.position(map.plan.cell_numbered(cell.into())?);
                    Some(usize::from(at.row) * map.plan.width() + usize::from(at.column))
                };
                let way = |cells: &Vec<u16>| cells.iter().copied().filter_map(square).collect();
                ScenePositions {
                    at: scene.pieces.iter().map(|piece| piece.cell.and_then(square)).collect(),
                    smoke: scene.smoke.iter().copied().filter_map(square).collect(),
                    shots: scene.shots.iter().filter_map(|&(from, to)| square(from).zip(square(to))).collect(),
                    moves: scene.moves.iter().map(|(figure, cells)| (*figure, way(cells))).collect(),
                }
            }
            Under::Zones(_, stood) => {
                let step = number.checked_sub(1).map(|before| &replay.steps[before]);
                ScenePositions {
                    at: stood.at(number).to_vec(),
                    smoke: Vec::new(),
                    shots: stood.shots(number, scene, step),
                    moves: stood.moves(number, scene),
                }
            }
        }
    }

    /// The picture of a scene; `None` on open ground.
    pub(super) fn frame(&self, number: usize, scene: &Scene) -> Option<Frame> {
        match self {
            Under::Open => None,
            Under::Map(map) => {
                let cell = |piece: &Piece| map.plan.cell_numbered(piece.cell?.into());
                Some(Frame {
                    corner: RULER,
                    size: (map.plan.width() * INCH + RULER + 1, map.plan.height() * INCH + RULER + 1),
                    says: format!("The plan of {}", map.title),
                    patterns: ground::patterns(),
                    drawn: html! { (ground::rulers(map.plan.height(), map.plan.width())) (ground::ground(map, doors(scene))) },
                    places: scene
                        .pieces
                        .iter()
                        .map(|piece| cell(piece).map(|cell| ground::centre(map, cell)))
                        .collect(),
                })
            }
            Under::Zones(zones, stood) => {
                let centres = stood.centres();
                Some(Frame {
                    corner: 0,
                    size: (stood.picture.width, stood.picture.height),
                    says: "The zones".to_owned(),
                    patterns: html! {},
                    drawn: zones::ground(&stood.picture, zones),
                    places: stood.at(number).iter().map(|square| square.map(|square| centres[square])).collect(),
                })
            }
        }
    }

    /// The things on the plan, each with its name and a sample.
    pub(super) fn samples(&self, replay: &Replay) -> Vec<(&'static str, Markup)> {
        match self {
            Under::Open => Vec::new(),
            Under::Map(map) => {
                let over = |cloud: &'static str| (cloud, html! { rect class=(cloud) width=(INCH) height=(INCH) {} });
                let clouds = ["gas", "smoke"].into_iter().zip(clouds(replay)).filter(|&(_, there)| there);
                ground::samples(map).into_iter().chain(clouds.map(|(cloud, _)| over(cloud))).collect()
            }
            Under::Zones(_, stood) => zones::samples(&stood.picture, replay),
        }
    }
}
