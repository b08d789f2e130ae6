//! The zones of a page's plan, with slots for the figures in them.

use engage::{Side, Step, Zones};
use maud::{Markup, html};
use runner::{Piece, Replay, Scene};

use crate::zones::{Picture, WIDTH, beside, said};

/// Distance from figure to figure.
const PITCH: usize = 24;
/// Figures side by side.
const ABREAST: usize = WIDTH / PITCH;

/// The place of each figure in each scene. Every zone has the same number of slots, and a middle. These are the squares
/// of the page, numbered zone by zone with the middle last.
pub(super) struct Stood {
    /// The picture of the zones.
    pub(super) picture: Picture,
    /// Slots of each zone.
    slots: usize,
    /// The squares of the figures, scene by scene.
    at: Vec<Vec<Option<usize>>>,
}

impl Stood {
    /// A figure that enters a zone takes its first free slot and stays there until it leaves the zone.
    pub(super) fn new(replay: &Replay, zones: &Zones, scenes: &[Scene], opening: usize) -> Stood {
        let count = zones.zones().len();
        let zone = |cell: Option<u16>| cell.map(usize::from).filter(|&zone| zone < count);
        let mut places: Vec<Vec<Option<(usize, usize)>>> = Vec::new();
        for scene in scenes {
            let before = places.last().cloned().unwrap_or_else(|| vec![None; scene.pieces.len()]);
            let stays = |(place, piece): (Option<(usize, usize)>, &Piece)| {
                place.filter(|&(there, _)| zone(piece.cell) == Some(there))
            };
            let mut now: Vec<_> = before.into_iter().zip(&scene.pieces).map(stays).collect();
            for (figure, piece) in scene.pieces.iter().enumerate() {
                if let (None, Some(zone)) = (now[figure], zone(piece.cell)) {
                    now[figure] = (0..).map(|slot| (zone, slot)).find(|place| !now.contains(&Some(*place)));
                }
            }
            places.push(now);
        }
        let slots = places.iter().flatten().flatten().map(|(_, slot)| slot + 1).max().unwrap_or(1);
        let first = scenes.get(opening).and_then(|scene| {
            let mut figures = replay.figures.iter().zip(&scene.pieces);
            figures.find_map(|(figure, piece)| zone(piece.cell).filter(|_| figure.side == Some(Side::Blue)))
        });
        let picture = Picture::new(zones, first.unwrap_or(0) as u8, PITCH * slots.div_ceil(ABREAST));
        let square = |place: Option<(usize, usize)>| place.map(|(zone, slot)| zone * (slots + 1) + slot);
        let at = places.into_iter().map(|scene| scene.into_iter().map(square).collect()).collect();
        Stood { picture, slots, at }
    }

    /// The middle of each square.
    pub(super) fn centres(&self) -> Vec<(usize, usize)> {
        let rows = self.slots.div_ceil(ABREAST);
        let margin = (WIDTH - PITCH * ABREAST) / 2;
        let zone = |corner: (usize, usize)| {
            let (left, top) = (corner.0 + margin, corner.1 + self.picture.head);
            let slot = move |slot: usize| {
                (left + PITCH * (slot % ABREAST) + PITCH / 2, top + PITCH * (slot / ABREAST) + PITCH / 2)
            };
            let middle = (corner.0 + WIDTH / 2, top + PITCH * rows / 2);
            (0..self.slots).map(slot).chain([middle])
        };
        self.picture.zones.iter().flat_map(|placed| zone(placed.corner)).collect()
    }

    /// The squares of the figures in a scene.
    pub(super) fn at(&self, scene: usize) -> &[Option<usize>] {
        &self.at[scene]
    }

    /// The square of a figure in a zone after a step, otherwise before it. If the figure is in the zone at neither
    /// time, the middle of the zone, if there is such a zone.
    fn square(&self, scene: usize, figure: Option<u8>, zone: u16) -> Option<usize> {
        let (zone, squares) = (usize::from(zone), self.slots + 1);
        let own = |scene: usize| figure.and_then(|figure| *self.at[scene].get(usize::from(figure))?);
        let there =
            [scene, scene.saturating_sub(1)].into_iter().filter_map(own).find(|square| square / squares == zone);
        there.or((zone < self.picture.zones.len()).then_some(zone * squares + self.slots))
    }

    /// The shots of a scene, from the acting figure to its target. Within one zone both ends are the target's square.
    pub(super) fn shots(&self, number: usize, scene: &Scene, step: Option<&Step>) -> Vec<(usize, usize)> {
        let (figure, target) = step.map_or((None, None), |step| (step.figure, step.target));
        let shot = |&(from, to): &(u16, u16)| {
            let hit = self.square(number, target, to)?;
            let fired = if from == to { Some(hit) } else { self.square(number, figure, from) };
            Some((fired?, hit))
        };
        scene.shots.iter().filter_map(shot).collect()
    }

    /// The moves of a scene: from a figure's old square through the middles of the zones between to its new square.
    pub(super) fn moves(&self, number: usize, scene: &Scene) -> Vec<(u8, Vec<usize>)> {
        let way = |(figure, zones): &(u8, Vec<u16>)| {
            let last = zones.len() - 1;
            let own = |place: usize| (place == 0 || place == last).then_some(*figure);
            let squares = zones.iter().enumerate().filter_map(|(place, &zone)| self.square(number, own(place), zone));
            (*figure, squares.collect())
        };
        scene.moves.iter().map(way).collect()
    }
}

/// Zones and borders.
pub(super) fn ground(picture: &Picture, zones: &Zones) -> Markup {
    let high = picture.high;
    html! {
        @for line in &picture.borders {
            @let [(x1, y1), (x2, y2)] = line.ends;
            line.border x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
        }
        @for line in &picture.borders { @if let Some((cost, at)) = line.cost { (toll(cost, at)) } }
        @for ((placed, zone), number) in picture.zones.iter().zip(zones.zones()).zip(0..) {
            @let (left, top) = placed.corner;
            g.zone role="img" {
                title { (said(zone)) "; " (beside(zones, number)) }
                rect x=(left) y=(top) width=(WIDTH) height=(high) rx="8" {}
                @for (line, down, is_name) in placed.text() {
                    text.name.note[!is_name] x=(left + WIDTH / 2) y=(top + down + 4) { (line) }
                }
            }
        }
    }
}

/// The cost of crossing a border.
fn toll(cost: u8, (x, y): (usize, usize)) -> Markup {
    html! {
        g.toll { circle cx=(x) cy=(y) r="9" {} text.name x=(x) y=(y + 4) { (cost) } }
    }
}

/// The things in the picture, each with its name and a sample.
pub(super) fn samples(picture: &Picture, replay: &Replay) -> Vec<(&'static str, Markup)> {
    let line = html! { line.border x1="0" y1="10" x2="20" y2="10" {} };
    let zone = html! { g.zone { rect x="1" y="3" width="18" height="14" rx="3" {} } };
    let mut samples = vec![("zone", zone)];
    if !picture.borders.is_empty() {
        samples.push(("border", line.clone()));
    }
    if picture.borders.iter().any(|line| line.cost.is_some()) {
        samples.push(("border with its crossing cost in actions", html! { (line) (toll(2, (10, 10))) }));
    }
    if replay.scenes().any(|scene| scene.shots.iter().any(|(from, to)| from == to)) {
        samples.push(("shot within a zone", html! { circle.shot.red cx="10" cy="10" r="8" {} }));
    }
    samples
}
