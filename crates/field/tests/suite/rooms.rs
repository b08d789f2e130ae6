//! Rooms and openings against a twin that floods the drawing.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use field::{Builder, CellSet, Doors, Room};

use testkit::maps::CLOSED;

use crate::maps::{Map, Square, random};

const OPENINGS: [char; 3] = ['+', '\'', '='];

fn beside(square: Square) -> [Square; 4] {
    [(-1, 0), (0, 1), (1, 0), (0, -1)].map(|(rows, columns)| (square.0 + rows, square.1 + columns))
}

/// All squares that can be reached from one over squares for which `agrees` is true.
fn flood(start: Square, agrees: impl Fn(Square) -> bool) -> BTreeSet<Square> {
    let mut flooded = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(square) = waiting.pop() {
        if agrees(square) && flooded.insert(square) {
            waiting.extend(beside(square));
        }
    }
    flooded
}

fn squares(map: &Map, cells: &CellSet) -> BTreeSet<Square> {
    cells.iter().map(|cell| map.square(cell)).collect()
}

#[test]
fn rooms_are_what_walls_and_openings_part() {
    random(5, |map, _| {
        let open = |square| !CLOSED.contains(&map.symbol(square)) && !OPENINGS.contains(&map.symbol(square));
        let mut rooms = BTreeSet::new();
        for cell in map.cells() {
            let square = map.square(cell);
            let Some(room) = map.plan.room(cell) else {
                assert!(OPENINGS.contains(&map.symbol(square)));
                assert!(map.plan.opening(cell).is_some_and(|opening| opening.cells().contains(&cell)));
                continue;
            };
            assert!(map.plan.opening(cell).is_none());
            assert_eq!(squares(map, map.plan.cells_of(room)), flood(square, open), "{}", map.text());
            rooms.insert(room.index());
        }
        assert!(rooms.into_iter().eq(0..map.plan.rooms()));
        assert!((0..map.plan.rooms()).all(|index| map.plan.room_numbered(index).map(Room::index) == Some(index)));
        assert_eq!(map.plan.room_numbered(map.plan.rooms()), None);
    });
}

#[test]
fn openings_join_the_rooms_beside_them() {
    random(5, |map, _| {
        let mut seen = BTreeSet::new();
        for opening in map.plan.openings() {
            let first = map.square(opening.cells()[0]);
            let symbol = map.symbol(first);
            let cells: CellSet = opening.cells().iter().copied().collect();
            let alike = |square| match symbol {
                '+' | '=' | '\'' => map.symbol(square) == symbol,
                _ => panic!("{symbol} is no opening"),
            };
            assert_eq!(squares(map, &cells), flood(first, alike), "{}", map.text());
            assert!(seen.insert(first));
            assert_eq!(opening.door().is_some(), symbol == '+');
            assert_eq!(opening.door(), map.plan.door(opening.cells()[0]));
            assert_eq!(opening.climbed(), symbol == '=');
            let touched: BTreeSet<Square> =
                cells.iter().flat_map(|cell| beside(map.square(cell))).filter(|&at| map.cell(at).is_some()).collect();
            let mut thresholds: BTreeMap<Room, BTreeSet<Square>> = BTreeMap::new();
            for square in touched {
                if let Some(room) = map.cell(square).and_then(|cell| map.plan.room(cell)) {
                    thresholds.entry(room).or_default().insert(square);
                }
            }
            assert!(opening.rooms().eq(thresholds.keys().copied()));
            for (&room, expected) in &thresholds {
                let found: BTreeSet<Square> = opening.thresholds(room).iter().map(|&cell| map.square(cell)).collect();
                assert_eq!(found, *expected);
                assert!(map.plan.openings_of(room).any(|other| other.cells() == opening.cells()));
                assert!(opening.door().is_none_or(|door| map.plan.doors_of(room).is_open(door)));
            }
        }
        for index in 0..map.plan.rooms() {
            let room = map.plan.room_numbered(index).expect("a room");
            assert!(map.plan.openings_of(room).all(|opening| opening.rooms().any(|other| other == room)));
            let doors = map.plan.openings_of(room).filter_map(|opening| opening.door()).collect::<Doors>();
            assert_eq!(map.plan.doors_of(room), doors);
        }
    });
}

#[test]
fn stacks_are_near_the_opening_and_the_least_seen_first() {
    let mut stacks = 0;
    random(5, |map, _| {
        for opening in map.plan.openings() {
            for room in opening.rooms() {
                let near =
                    |cell| opening.cells().iter().map(|&own| map.plan.distance(own, cell)).min().unwrap_or(u32::MAX);
                let seen = |cell| map.plan.exposure(cell, map.plan.cells_of(room), Doors::OPEN);
                let others = map.cells().into_iter().filter(|&cell| {
                    let own = map.plan.room(cell);
                    near(cell) <= 3000 && own != Some(room) && opening.rooms().any(|joined| Some(joined) == own)
                });
                let expected: CellSet = others.collect();
                let stack = opening.stack(room);
                assert_eq!(stack.iter().copied().collect::<CellSet>(), expected);
                assert!(stack.is_sorted_by_key(|&cell| (seen(cell), near(cell))));
                stacks += usize::from(stack.len() > 3);
            }
        }
    });
    assert!(stacks > 500, "only {stacks}");
}

/// The fewest openings and borders from a square to each other one, counted square by square.
fn ways(map: &Map, start: Square) -> BTreeMap<Square, u32> {
    let place = |square: Square| map.cell(square).map(|cell| map.plan.room(cell).ok_or(map.plan.opening(cell)));
    let differ = |a: Square, b: Square| match (place(a), place(b)) {
        (Some(Ok(a)), Some(Ok(b))) => u32::from(a != b),
        (_, Some(Ok(_))) => 0,
        (Some(Err(Some(a))), Some(Err(Some(b)))) => u32::from(a.cells() != b.cells()),
        _ => 1,
    };
    let mut least = BTreeMap::from([(start, 0)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(here) = waiting.pop_front() {
        for next in beside(here).into_iter().filter(|&next| map.cell(next).is_some()) {
            let count = least[&here] + differ(here, next);
            if least.get(&next).is_none_or(|&known| count < known) {
                least.insert(next, count);
                waiting.push_back(next);
            }
        }
    }
    least
}

#[test]
fn rooms_are_so_many_ways_apart() {
    let mut farthest = 0;
    random(5, |map, rng| {
        let from = map.any(rng);
        let Some(room) = map.plan.room(from) else { return };
        for (square, ways) in ways(map, map.square(from)) {
            if let Some(other) = map.cell(square).and_then(|cell| map.plan.room(cell)) {
                assert_eq!(u32::from(map.plan.rooms_apart(room, other)), ways, "{square:?}\n{}", map.text());
                farthest = farthest.max(ways);
            }
        }
    });
    assert!(farthest > 4, "only {farthest}");
}

#[test]
fn named_rooms_come_first_and_part_open_floor() {
    let mut builder = Builder::drawn(
        "#######
         #.....#
         #.....+
         #.....#
         #######",
    );
    let hall = builder.room((1..4).flat_map(|row| (3..6).map(move |column| (row, column))).chain([(2, 6)]));
    let zone = builder.area([(1, 1), (1, 2), (2, 6)]);
    let plan = builder.build().expect("a sound map");
    let at = |row, column| plan.cell(row, column).expect("a cell");
    assert_eq!(hall.index(), 0);
    assert_eq!(plan.rooms(), 2);
    assert_eq!(plan.room(at(1, 3)), Some(hall));
    assert_eq!(plan.room(at(2, 6)), None, "a door is in no room");
    let rest = plan.room(at(1, 1)).expect("a room");
    assert_eq!(plan.cells_of(rest).len(), 6);
    assert_eq!(plan.rooms_apart(hall, rest), 1, "over the open border");
    assert_eq!(plan.area(zone).map(CellSet::len), Some(3));
    assert_eq!(plan.areas(), 1);
}

#[test]
fn stairs_join_levels_that_do_not_see_each_other() {
    let mut builder = Builder::drawn(
        "#########
         #..<#<..#
         #########",
    );
    builder.stairs((1, 3), (1, 5));
    let plan = builder.build().expect("a sound map");
    let at = |row, column| plan.cell(row, column).expect("a cell");
    assert!(!plan.sees(at(1, 3), at(1, 5), Doors::OPEN));
    let mover = field::Mover { stairs: Some(2500), ..field::Mover::WALKER };
    let distances = plan.distances(&[at(1, 7)].into_iter().collect(), mover, Doors::SHUT);
    assert_eq!(distances.downhill().from(at(1, 1)), Some(2000 + 2500 + 2000));
    let no_stairs = field::Mover { stairs: None, ..mover };
    let distances = plan.distances(&[at(1, 7)].into_iter().collect(), no_stairs, Doors::SHUT);
    assert_eq!(distances.downhill().from(at(1, 1)), None);
    let rooms = [at(1, 1), at(1, 7)].map(|cell| plan.room(cell).expect("a room"));
    assert_eq!(plan.rooms_apart(rooms[0], rooms[1]), 1);
}
