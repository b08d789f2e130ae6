//! Arranges the zones of a battle in a picture, alike for pages and charts: in a grid with blue's zone at the left and
//! short borders that rarely cross each other or run under zones.

use engage::{Zone, Zones};

use crate::chart::{SMALL, fitted, wrapped};

/// Width of a zone, like all lengths here in units of the picture.
pub(crate) const WIDTH: usize = 172;
/// Width available for a line of text.
const ROOM: i32 = 160;
/// Space between two zones side by side.
const ACROSS: usize = 56;
/// Space between two zones one above the other.
const DOWN: usize = 44;
/// Space around the whole picture.
const EDGE: usize = 2;
/// Distance from line to line of the text in a zone.
pub(crate) const LINE: usize = 16;
/// Space above the text and below it.
const PADDING: usize = 6;
/// The most zones side by side.
const COLUMNS: i32 = 4;
/// The most lines of a name.
const LINES: usize = 2;

/// A place in the grid: column and row.
type Spot = (i32, i32);

/// Zones and borders in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    /// Width of the picture.
    pub(crate) width: usize,
    /// Height of the picture.
    pub(crate) height: usize,
    /// Height of each zone.
    pub(crate) high: usize,
    /// Distance from the top of a zone to the space below its text.
    pub(crate) head: usize,
    /// The zones by number.
    pub(crate) zones: Vec<PlacedZone>,
    /// The borders in the order of the file.
    pub(crate) borders: Vec<Line>,
}

/// A zone in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlacedZone {
    /// Its upper left corner.
    pub(crate) corner: (usize, usize),
    /// The lines of its name, cut if they do not fit.
    pub(crate) name: Vec<String>,
    /// Its note, also cut if it does not fit; may be empty.
    pub(crate) note: String,
}

/// A border in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its ends, at the edges of the two zones.
    pub(crate) ends: [(usize, usize); 2],
    /// The cost of crossing it and the place of its label, if it is more than 1.
    pub(crate) cost: Option<(u8, (usize, usize))>,
}

impl Picture {
    /// The picture of zones; blue begins in zone `first`, and each zone has `room` below its text.
    pub(crate) fn new(zones: &Zones, first: u8, room: usize) -> Picture {
        let spots = arranged(zones, first);
        let text: Vec<(Vec<String>, String)> =
            zones.zones().iter().map(|zone| (name(&zone.name), cut(&zone.note))).collect();
        let most = text.iter().map(|(name, note)| name.len() + usize::from(!note.is_empty())).max().unwrap_or(0);
        let head = PADDING + LINE * most + PADDING / 2;
        let high = head + room + PADDING;
        let corner =
            |(column, row): Spot| (EDGE + (WIDTH + ACROSS) * column as usize, EDGE + (high + DOWN) * row as usize);
        let placed =
            spots.iter().zip(text).map(|(&spot, (name, note))| PlacedZone { corner: corner(spot), name, note });
        let borders = zones.borders().iter().map(|border| {
            let [one, two] = border.ends.map(|zone| spots[usize::from(zone)]);
            let ends = joined(one, two).map(|(spot, port)| {
                let (left, top) = corner(spot);
                match port {
                    Port::Left => (left, top + high / 2),
                    Port::Right => (left + WIDTH, top + high / 2),
                    Port::Top => (left + WIDTH / 2, top),
                    Port::Bottom => (left + WIDTH / 2, top + high),
                }
            });
            // Off the middle, where lines often cross.
            let part = |from: usize, to: usize| (3 * from + 2 * to) / 5;
            let at = (part(ends[0].0, ends[1].0), part(ends[0].1, ends[1].1));
            Line { ends, cost: (border.cost > 1).then_some((border.cost, at)) }
        });
        let last = |of: fn(&Spot) -> i32| spots.iter().map(of).max().unwrap_or(0);
        let end = corner((last(|spot| spot.0), last(|spot| spot.1)));
        Picture {
            width: end.0 + WIDTH + EDGE,
            height: end.1 + high + EDGE,
            high,
            head,
            zones: placed.collect(),
            borders: borders.collect(),
        }
    }
}

impl PlacedZone {
    /// Its lines from the top: the text, the distance of its middle from the upper edge, and whether it belongs to the
    /// name.
    pub(crate) fn text(&self) -> impl Iterator<Item = (&str, usize, bool)> {
        let note = Some((&self.note, false)).filter(|(note, _)| !note.is_empty());
        let lines = self.name.iter().map(|line| (line, true)).chain(note);
        lines.zip(0..).map(|((line, is_name), number)| (line.as_str(), PADDING + LINE * number + LINE / 2, is_name))
    }
}

/// A zone in words: its name and its note.
pub(crate) fn said(zone: &Zone) -> String {
    if zone.note.is_empty() { zone.name.clone() } else { format!("{} ({})", zone.name, zone.note) }
}

/// The neighbours of a zone in words: `next to yard, roof (3 to cross)`.
pub(crate) fn beside(zones: &Zones, zone: u8) -> String {
    let neighbours = zones.beside(zone).map(|(beyond, cost)| {
        let name = zones.zones()[usize::from(beyond)].name.clone();
        if cost > 1 { format!("{name} ({cost} to cross)") } else { name }
    });
    let neighbours: Vec<String> = neighbours.collect();
    if neighbours.is_empty() { "next to none".to_owned() } else { format!("next to {}", neighbours.join(", ")) }
}

/// Text in one line, cut if it does not fit.
fn cut(text: &str) -> String {
    fitted(text, SMALL, false, ROOM)
}

/// A name in at most [`LINES`] lines.
fn name(text: &str) -> Vec<String> {
    let mut lines = wrapped(text, SMALL, ROOM);
    if let Some(rest) = lines.get(LINES - 1..) {
        let rest = rest.join(" ");
        lines.splice(LINES - 1.., (!rest.is_empty()).then_some(rest));
    }
    lines.iter().map(|line| cut(line)).collect()
}

/// The edges of a zone at which a border may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Port {
    Left,
    Right,
    Top,
    Bottom,
}

/// The ends of the border between zones at two places.
fn joined(one: Spot, two: Spot) -> [(Spot, Port); 2] {
    // The left zone comes first, in one column the upper one.
    let (from, to) = if one <= two { (one, two) } else { (two, one) };
    if from.0 == to.0 { [(from, Port::Bottom), (to, Port::Top)] } else { [(from, Port::Right), (to, Port::Left)] }
}

/// A place for each zone. Starts from several arrangements (by distance from blue's zone, and in rows in the order of
/// the file), improves each step by step, and takes the best.
fn arranged(zones: &Zones, first: u8) -> Vec<Spot> {
    let count = zones.zones().len();
    let borders: Vec<[usize; 2]> = zones.borders().iter().map(|border| border.ends.map(usize::from)).collect();
    let in_rows = |columns: usize, begin: usize| -> Vec<Spot> {
        let place = |zone: usize| (zone + begin) % count;
        (0..count).map(|zone| ((place(zone) % columns) as i32, (place(zone) / columns) as i32)).collect()
    };
    // Few zones take little time. With more borders than this, some cross in any arrangement.
    let tries = if borders.len() <= 3 * count { Zones::MOST / count.max(1) } else { 0 };
    let others = (0..tries.min(count)).flat_map(|begin| (1..=COLUMNS as usize).map(move |columns| (columns, begin)));
    let others = others.map(|(columns, begin)| in_rows(columns, begin));
    let starts = [by_layers(&layers(zones, first))].into_iter().chain(others);
    let sketch = Sketch { borders, first: first.into() };
    let both_ways = |spots: Vec<Spot>| {
        let found = sketch.improved(spots);
        let mirrored = found.1.iter().map(|&(column, row)| (COLUMNS - 1 - column, row)).collect();
        [found, sketch.improved(mirrored)]
    };
    let best = starts.flat_map(both_ways).min_by_key(|(faults, _)| *faults);
    let spots = best.map(|(_, spots)| spots).unwrap_or_default();
    let [left, top] = [|spot: &Spot| spot.0, |spot: &Spot| spot.1].map(|of| spots.iter().map(of).min().unwrap_or(0));
    spots.into_iter().map(|(column, row)| (column - left, row - top)).collect()
}

/// Places the zones layer by layer to the right, then back in the rows below.
fn by_layers(layers: &[i32]) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    for &layer in layers {
        let (turn, step) = (layer / COLUMNS, layer % COLUMNS);
        let column = if turn % 2 == 0 { step } else { COLUMNS - 1 - step };
        let free = (0..).map(|row| (column, row)).find(|spot| !spots.contains(spot));
        spots.extend(free);
    }
    spots
}

/// The number of borders from the first zone to each zone. Zones that cannot be reached follow in later columns,
/// counted from the first such zone of the file.
fn layers(zones: &Zones, first: u8) -> Vec<i32> {
    let count = zones.zones().len() as u8;
    let mut layers = vec![None; usize::from(count)];
    let mut behind = 0;
    for start in [first].into_iter().chain(0..count).filter(|&zone| zone < count) {
        if layers[usize::from(start)].is_some() {
            continue;
        }
        for zone in (0..count).filter(|&zone| zones.apart(start, zone) < Zones::NO_WAY) {
            layers[usize::from(zone)] = Some(behind + i32::from(zones.apart(start, zone)));
        }
        behind = layers.iter().flatten().max().map_or(0, |last| last + 1);
    }
    layers.into_iter().map(Option::unwrap_or_default).collect()
}

/// The data for rating an arrangement.
struct Sketch {
    borders: Vec<[usize; 2]>,
    /// The zone that should be at the left.
    first: usize,
}

/// Distance between the middles of neighbouring places in the grid, and from a middle to the edge of its zone.
const PITCH: i32 = 16;
const HALF: i32 = 6;

/// A point, and a line between two points.
type GridPoint = (i32, i32);
type Segment = [GridPoint; 2];

impl Sketch {
    /// Moves zones to other places, or swaps two, until no such step improves the picture. Returns its faults and the
    /// places.
    fn improved(&self, mut spots: Vec<Spot>) -> (i32, Vec<Spot>) {
        let rows = spots.len() as i32 / 2 + 1;
        let mut best = self.faults(&spots, i32::MAX);
        loop {
            let before = best;
            for zone in 0..spots.len() {
                for spot in (0..rows).flat_map(|row| (0..COLUMNS).map(move |column| (column, row))) {
                    let mut changed = spots.clone();
                    if let Some(other) = spots.iter().position(|taken| *taken == spot) {
                        changed[other] = spots[zone];
                    }
                    changed[zone] = spot;
                    let faults = self.faults(&changed, best);
                    if faults < best {
                        (best, spots) = (faults, changed);
                    }
                }
            }
            if best == before {
                return (best, spots);
            }
        }
    }

    /// The faults of an arrangement; stops counting at `limit`.
    fn faults(&self, spots: &[Spot], limit: i32) -> i32 {
        let start = spots.get(self.first).map_or(0, |spot| spot.0);
        let mut faults: i32 = spots.iter().map(|(column, row)| column + 4 * row + 15 * (start - column).max(0)).sum();
        for &[one, two] in &self.borders {
            let (across, down) = (spots[two].0 - spots[one].0, spots[two].1 - spots[one].1);
            faults += 10 * (across * across + down * down);
        }
        if faults >= limit {
            return faults;
        }
        let lines: Vec<Segment> = self.borders.iter().map(|&[one, two]| segment(spots[one], spots[two])).collect();
        for (number, (ends, line)) in self.borders.iter().zip(&lines).enumerate() {
            if faults >= limit {
                return faults;
            }
            let others = (0..spots.len()).filter(|zone| !ends.contains(zone));
            faults += 5000 * others.filter(|&zone| is_under(*line, spots[zone])).count() as i32;
            let before = self.borders.iter().zip(&lines).take(number);
            let apart = before.filter(|(others, _)| !others.iter().any(|zone| ends.contains(zone)));
            faults += 300 * apart.filter(|(_, other)| crosses(*line, **other)).count() as i32;
        }
        faults
    }
}

/// The border between zones at two places.
fn segment(one: Spot, two: Spot) -> Segment {
    joined(one, two).map(|((column, row), port)| {
        let (x, y) = (PITCH * column, PITCH * row);
        match port {
            Port::Left => (x - HALF, y),
            Port::Right => (x + HALF, y),
            Port::Top => (x, y - HALF),
            Port::Bottom => (x, y + HALF),
        }
    })
}

/// The side of a line on which a point lies: negative, positive, or 0 on the line.
fn side([from, to]: Segment, point: GridPoint) -> i32 {
    (to.0 - from.0) * (point.1 - from.1) - (to.1 - from.1) * (point.0 - from.0)
}

/// Whether a line runs under the zone at a place.
fn is_under(line: Segment, (column, row): Spot) -> bool {
    let [(x1, y1), (x2, y2)] = line;
    let ((left, right), (top, bottom)) =
        ((PITCH * column - HALF, PITCH * column + HALF), (PITCH * row - HALF, PITCH * row + HALF));
    let beside = x1.max(x2) <= left || x1.min(x2) >= right || y1.max(y2) <= top || y1.min(y2) >= bottom;
    let sides = [(left, top), (right, top), (left, bottom), (right, bottom)].map(|corner| side(line, corner));
    !beside && sides.iter().any(|&side| side > 0) && sides.iter().any(|&side| side < 0)
}

/// Whether two lines cross.
fn crosses(one: Segment, other: Segment) -> bool {
    let parts = |line: Segment, [from, to]: Segment| side(line, from).signum() * side(line, to).signum() < 0;
    parts(one, other) && parts(other, one)
}

#[cfg(test)]
mod tests {
    use engage::{Border, Zone, Zones};

    use super::{Picture, WIDTH, arranged, crosses, is_under, segment};

    fn ground(count: usize, borders: &[(u8, u8)]) -> Zones {
        let zone = |number: usize| Zone { name: format!("zone {number}"), note: String::new() };
        let border = |&(one, two): &(u8, u8)| Border { ends: [one, two], cost: 1 };
        Zones::new((0..count).map(zone).collect(), borders.iter().map(border).collect())
    }

    /// Grounds of many shapes, each with the numbers of crossing lines and of lines under a zone in the best picture
    /// known.
    fn grounds() -> Vec<(&'static str, Zones, usize, usize)> {
        let path: Vec<(u8, u8)> = (0..15).map(|zone| (zone, zone + 1)).collect();
        let ring: Vec<(u8, u8)> = (0..8).map(|zone| (zone, (zone + 1) % 8)).collect();
        let star: Vec<(u8, u8)> = (1..16).map(|zone| (0, zone)).collect();
        let squares = (0..16).flat_map(|zone| {
            let right = (zone % 4 < 3).then_some((zone, zone + 1));
            right.into_iter().chain((zone < 12).then_some((zone, zone + 4)))
        });
        let squares: Vec<(u8, u8)> = squares.collect();
        let all = |count: u8| (0..count).flat_map(move |one| (one + 1..count).map(move |two| (one, two)));
        vec![
            ("none", ground(0, &[]), 0, 0),
            ("one", ground(1, &[]), 0, 0),
            ("two", ground(2, &[(0, 1)]), 0, 0),
            ("a path", ground(16, &path), 0, 0),
            ("a ring", ground(8, &ring), 0, 0),
            ("a star", ground(16, &star), 0, 0),
            ("squares", ground(16, &squares), 0, 0),
            ("islands", ground(16, &[]), 0, 0),
            ("two parts", ground(9, &[(0, 1), (1, 2), (5, 6), (6, 7), (7, 5)]), 0, 0),
            ("four, all joined", ground(4, &all(4).collect::<Vec<_>>()), 0, 0),
            ("five, all joined", ground(5, &all(5).collect::<Vec<_>>()), 1, 0),
            ("a bridge", ground(6, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 5), (1, 2)]), 0, 0),
        ]
    }

    #[test]
    fn no_two_zones_overlap_and_all_lie_within_the_picture() {
        for (name, zones, ..) in grounds() {
            for room in [0, 24, 96] {
                let picture = Picture::new(&zones, 0, room);
                assert_eq!((picture.zones.len(), picture.borders.len()), (zones.zones().len(), zones.borders().len()));
                let corners: Vec<(usize, usize)> = picture.zones.iter().map(|zone| zone.corner).collect();
                for (number, &(left, top)) in corners.iter().enumerate() {
                    assert!(left + WIDTH <= picture.width && top + picture.high <= picture.height, "{name}");
                    for &(other, above) in &corners[..number] {
                        assert!(left.abs_diff(other) > WIDTH || top.abs_diff(above) > picture.high, "{name}");
                    }
                }
                for (x, y) in picture.borders.iter().flat_map(|line| line.ends) {
                    assert!(x <= picture.width && y <= picture.height, "{name}");
                }
                assert!(picture.width <= 916, "{name} is wider than a chart");
                assert_eq!(picture, Picture::new(&zones, 0, room), "{name}");
            }
        }
    }

    #[test]
    fn few_borders_cross_or_run_under_zones() {
        for (name, zones, most_crossings, most_under) in grounds() {
            let spots = arranged(&zones, 0);
            let borders: Vec<[usize; 2]> = zones.borders().iter().map(|border| border.ends.map(usize::from)).collect();
            let lines: Vec<_> = borders.iter().map(|&[one, two]| segment(spots[one], spots[two])).collect();
            let (mut crossings, mut under) = (0, 0);
            for (number, (ends, line)) in borders.iter().zip(&lines).enumerate() {
                let apart = |&other: &usize| !borders[other].iter().any(|zone| ends.contains(zone));
                crossings += (0..number).filter(apart).filter(|&other| crosses(*line, lines[other])).count();
                let others = (0..spots.len()).filter(|zone| !ends.contains(zone));
                under += others.filter(|&zone| is_under(*line, spots[zone])).count();
            }
            assert!(crossings <= most_crossings && under <= most_under, "{name}: {crossings} {under} {spots:?}");
        }
    }

    #[test]
    fn blue_begins_at_the_left() {
        let path = ground(4, &[(3, 2), (2, 1), (1, 0)]);
        assert_eq!(arranged(&path, 3), [(3, 0), (2, 0), (1, 0), (0, 0)]);
        assert_eq!(arranged(&path, 0), [(0, 0), (1, 0), (2, 0), (3, 0)]);
    }

    #[test]
    fn names_and_notes_are_cut_where_they_do_not_fit() {
        let zone = |name: &str, note: &str| Zone { name: name.to_owned(), note: note.to_owned() };
        let long = "Old customs house, eastern wing of the upper floor";
        let zones = vec![zone("Yard", ""), zone(long, "cover d8, and nobody comes in without a ladder"), zone("", "")];
        let picture = Picture::new(&Zones::new(zones, vec![Border { ends: [0, 1], cost: 3 }]), 0, 10);
        let lines = |zone: usize| picture.zones[zone].text().map(|(line, ..)| line.to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(0), ["Yard"]);
        assert_eq!(lines(1)[0], "Old customs house,");
        assert!(lines(1)[1].starts_with("eastern wing") && lines(1)[1].ends_with('…'), "{:?}", lines(1));
        assert!(lines(1)[2].starts_with("cover d8") && lines(1)[2].ends_with('…') && lines(1).len() == 3);
        assert!(picture.zones[1].text().all(|(_, y, _)| y + 6 < picture.head));
        assert_eq!(lines(2).concat(), "");
        assert_eq!(picture.borders[0].cost.map(|(cost, _)| cost), Some(3));
    }
}
