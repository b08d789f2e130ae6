//! Sight on random maps against a twin that looks at every square.

use field::{Cell, CellSet, Cloud, Doors};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::maps::{Map, random};
use crate::twin::{self, Meets};

/// All pairs of a small map, some of a large one.
fn pairs(map: &Map, rng: &mut Pcg64) -> Vec<(Cell, Cell)> {
    let cells = map.cells();
    if cells.len() <= 6 {
        cells.iter().flat_map(|&a| cells.iter().map(move |&b| (a, b))).collect()
    } else {
        (0..30).map(|_| (map.any(rng), map.any(rng))).collect()
    }
}

#[test]
fn sight_is_that_of_the_twin_and_the_same_both_ways() {
    let (mut seen, mut hidden, mut covered, mut concealed, mut by_doors) = (0, 0, 0, 0, 0);
    random(1, |map, rng| {
        let states = map.door_states(rng);
        for (a, b) in pairs(map, rng) {
            for &doors in &states {
                let sight = map.plan.sight(a, b, doors);
                let expected = twin::sight(map, map.square(a), map.square(b), doors);
                assert_eq!(sight, expected, "{:?} to {:?}, {doors:?}\n{}", map.square(a), map.square(b), map.text());
                let back = twin::sight(map, map.square(b), map.square(a), doors);
                let outlook = map.plan.outlook(a, doors);
                assert_eq!(outlook.sights(b), sight.seen().then_some([expected, back]), "{}", map.text());
                assert_eq!((outlook.sight(b), outlook.sees(b)), (expected, sight.seen()));
                assert_eq!(map.plan.sees(a, b, doors), sight.seen());
                assert_eq!(map.plan.sees(b, a, doors), sight.seen());
                assert_eq!(outlook.sees_openly(b), sight.seen() && !sight.concealed());
                seen += u32::from(sight.seen());
                hidden += u32::from(!sight.seen());
                covered += u32::from(sight.covered());
                concealed += u32::from(sight.concealed());
            }
            by_doors += u32::from(map.plan.sees(a, b, Doors::OPEN) != map.plan.sees(a, b, Doors::SHUT));
        }
    });
    // The maps are such that each of these cases occurs often.
    let looked_at = [seen, hidden, covered, concealed, by_doors];
    assert!(looked_at.iter().all(|&count| count > 5000), "{looked_at:?}");
}

/// Some of these cells, those asked about: somebody is seen openly there as in one cell after another.
#[test]
fn one_of_many_is_seen_openly_as_each_is() {
    let mut answers = [0; 2];
    random(10, |map, rng| {
        let from = map.any(rng);
        let some = |rng: &mut Pcg64| (0..rng.random_range(0..6)).map(|_| map.any(rng)).collect::<CellSet>();
        for doors in map.door_states(rng) {
            let (among, asked) = (some(rng), some(rng));
            let outlook = map.plan.outlook(from, doors);
            let expected = among.iter().any(|to| !asked.contains(to) && outlook.sees_openly(to));
            assert_eq!(outlook.sees_any_openly(&among, |to| !asked.contains(to)), expected, "{}", map.text());
            answers[usize::from(expected)] += 1;
        }
    });
    assert!(answers.iter().all(|&count| count > 500), "{answers:?}");
}

/// A target that is seen is behind cover if it is covered; one that is not seen may be behind cover as well.
#[test]
fn cover_near_somebody_is_that_of_the_twin_seen_or_not() {
    let [mut seen, mut unseen] = [[0; 2]; 2];
    random(3, |map, rng| {
        let states = map.door_states(rng);
        for (a, b) in pairs(map, rng) {
            for &doors in &states {
                let behind = map.plan.behind_cover(a, b, doors);
                let expected = twin::behind_cover(map, map.square(a), map.square(b), doors);
                assert_eq!(behind, expected, "{:?} to {:?}, {doors:?}\n{}", map.square(a), map.square(b), map.text());
                let sight = map.plan.sight(a, b, doors);
                if sight.seen() && a != b {
                    assert_eq!(behind, sight.covered(), "{}", map.text());
                    seen[usize::from(behind)] += 1;
                } else {
                    unseen[usize::from(behind)] += 1;
                }
            }
        }
    });
    assert!([seen, unseen].concat().iter().all(|&count| count > 3000), "{seen:?} {unseen:?}");
}

#[test]
fn views_are_the_cells_seen() {
    random(10, |map, rng| {
        let some: CellSet = map.cells().into_iter().filter(|_| rng.random_bool(0.5)).collect();
        let from = map.any(rng);
        let open = map.plan.view(from, Doors::OPEN);
        assert_eq!(map.plan.exposed(from) as usize, open.len());
        for room in (0..map.plan.rooms()).filter_map(|index| map.plan.room_numbered(index)) {
            let seen = open.iter().filter(|&cell| map.plan.room(cell) == Some(room));
            assert_eq!(map.plan.commands(from, room) as usize, seen.count());
        }
        for doors in map.door_states(rng) {
            let seen: CellSet = map.cells().into_iter().filter(|&to| map.plan.sees(from, to, doors)).collect();
            assert_eq!(map.plan.view(from, doors), seen);
            assert_eq!(map.plan.exposure(from, map.plan.all(), doors), seen.len());
            let among: CellSet = seen.iter().filter(|&cell| some.contains(cell)).collect();
            assert_eq!(map.plan.view_among(from, &some, doors), among);
            assert_eq!(map.plan.exposure(from, &some, doors), among.len());
            assert_eq!(seen.shared(&some), among.len());
            assert_eq!(seen.meets(&some), !among.is_empty());
        }
    });
}

/// The cells among the squares that a line meets.
fn cells(map: &Map, met: &[Meets]) -> Vec<Cell> {
    let squares = met.iter().filter_map(|meets| match meets {
        Meets::Square(square) => map.cell(*square),
        Meets::Between(..) => None,
    });
    squares.collect()
}

#[test]
fn lines_of_fire_cross_what_the_twin_crosses() {
    let mut beyond_something = 0;
    random(10, |map, rng| {
        let (a, b) = (map.any(rng), map.any(rng));
        let (from, to) = (map.square(a), map.square(b));
        let line: Vec<Cell> = map.plan.line(a, b).collect();
        assert_eq!(line, cells(map, &twin::line(from, to)), "{from:?} to {to:?}\n{}", map.text());
        let mut back: Vec<Cell> = map.plan.line(b, a).collect();
        back.reverse();
        assert_eq!(line, back, "the same from the other end");
        for count in [0, 1, 2, 8, 30] {
            let mut some = Cloud::EMPTY;
            (0..count).for_each(|_| some.add(&map.plan, &[map.any(rng)].into_iter().collect()));
            let meets = [a, b].iter().chain(&line).any(|&cell| some.cells().contains(cell));
            assert_eq!(map.plan.line_meets(a, b, &some), meets, "{from:?} to {to:?}: {some:?}\n{}", map.text());
            assert_eq!(some.is_empty(), some.cells().is_empty());
        }
        let opening = |cell: &Cell| ['+', '\'', '='].contains(&map.symbol(map.square(*cell)));
        assert_eq!(map.plan.through_opening(a, b), line.iter().any(opening));
        if a == b {
            return assert_eq!(map.plan.beyond(a, b, Doors::OPEN).count(), 0);
        }
        // The same line three maps long.
        let far = (from.0 + 50 * (to.0 - from.0), from.1 + 50 * (to.1 - from.1));
        let whole = twin::line(from, far);
        let past = whole.iter().position(|meets| *meets == Meets::Square(to)).expect("the line goes through") + 1;
        for doors in map.door_states(rng) {
            let stop = whole[past..].iter().position(|meets| twin::stops(map, meets, doors)).expect("the map ends");
            let expected = cells(map, &whole[past..past + stop]);
            beyond_something += usize::from(!expected.is_empty());
            let found: Vec<Cell> = map.plan.beyond(a, b, doors).collect();
            assert_eq!(found, expected, "{from:?} to {to:?}\n{}", map.text());
        }
    });
    assert!(beyond_something > 500, "only {beyond_something}");
}

#[test]
fn what_flies_comes_down_before_what_stops_it() {
    random(10, |map, rng| {
        let from = map.any(rng);
        let start = map.square(from);
        let aim = (rng.random_range(-3..43), rng.random_range(-3..43));
        for doors in map.door_states(rng) {
            let mut met = twin::line(start, aim);
            if start != aim {
                met.push(Meets::Square(aim));
            }
            let free = met.iter().take_while(|meets| !twin::stops(map, meets, doors)).cloned().collect::<Vec<_>>();
            let last = cells(map, &free).last().copied().unwrap_or(from);
            assert_eq!(map.plan.flight(from, aim.0, aim.1, doors), last, "{start:?} to {aim:?}\n{}", map.text());
        }
    });
}
