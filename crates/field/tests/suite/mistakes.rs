//! Maps that are wrong.

use field::{Builder, Ground, Mistake};

/// All that is wrong with a builder's map.
#[track_caller]
fn wrong(builder: Builder, expected: &[Mistake]) {
    assert_eq!(builder.build().expect_err("a mistake"), expected);
}

#[test]
fn sides_have_limits() {
    for (width, height) in [(0, 5), (5, 0), (129, 1), (1, 129), (usize::MAX, usize::MAX)] {
        let mut builder = Builder::new(width, height);
        builder.set(0, 0, Ground::FLOOR);
        wrong(builder, &[Mistake::Size { width, height }]);
    }
    wrong(Builder::drawn(""), &[Mistake::Size { width: 0, height: 0 }]);
    let mut longest = Builder::new(128, 1);
    (0..128).for_each(|column| _ = longest.set(0, column, Ground::FLOOR));
    assert_eq!(longest.build().map(|plan| plan.cells()), Ok(128));
}

#[test]
fn every_mistake_is_told() {
    let drawing = "#####\n#.?.!\n####\n###.#\n######";
    wrong(
        Builder::drawn(drawing),
        &[
            Mistake::Symbol { row: 1, column: 2, symbol: '?' },
            Mistake::Symbol { row: 1, column: 4, symbol: '!' },
            Mistake::Ragged { row: 2, expected: 5, found: 4 },
            Mistake::Ragged { row: 4, expected: 5, found: 6 },
            Mistake::Unreachable { row: 1, column: 3, cells: 1 },
            Mistake::Unreachable { row: 3, column: 3, cells: 1 },
        ],
    );
    wrong(Builder::drawn("##\n#~"), &[Mistake::NoGround]);
    wrong(Builder::drawn("...#.."), &[Mistake::Unreachable { row: 0, column: 4, cells: 2 }]);
    let mut parts = Builder::drawn("...#..");
    let plan = parts.in_parts().clone().build().expect("parts are allowed");
    let [left, right] = [0, 4].map(|column| plan.cell(0, column).and_then(|cell| plan.room(cell)).expect("a room"));
    assert_eq!((plan.cells(), plan.rooms_apart(left, right)), (5, 255));
    let mut outside = Builder::drawn("..");
    outside.set(1, 0, Ground::FLOOR).set(0, 2, Ground::FLOOR);
    wrong(outside, &[Mistake::Outside { row: 1, column: 0 }, Mistake::Outside { row: 0, column: 2 }]);
}

#[test]
fn rooms_areas_and_stairs_name_ground() {
    let mut builder = Builder::drawn(".#.\n...\n.+.");
    builder.room([(0, 0), (0, 1)]);
    builder.room([(1, 0), (0, 0)]);
    builder.room([(2, 1)]);
    builder.area([(9, 9)]);
    builder.area([]);
    builder.stairs((0, 0), (2, 2)).stairs((2, 2), (0, 2)).stairs((0, 1), (0, 0));
    wrong(
        builder,
        &[
            Mistake::NotGround { row: 0, column: 1 },
            Mistake::Outside { row: 9, column: 9 },
            Mistake::EmptyArea { area: 0 },
            Mistake::EmptyArea { area: 1 },
            Mistake::TwoStairs { row: 2, column: 2 },
            Mistake::NotGround { row: 0, column: 1 },
            Mistake::TwoRooms { row: 0, column: 0 },
            Mistake::EmptyRoom { room: 2 },
        ],
    );
    let mut loops = Builder::drawn("..");
    loops.stairs((0, 0), (0, 0));
    let twice = Mistake::TwoStairs { row: 0, column: 0 };
    wrong(loops, &[twice, twice]);
}

#[test]
fn there_are_only_so_many_of_each() {
    let mut large = Builder::new(128, 33);
    (0..33 * 128).for_each(|square| _ = large.set(square / 128, square % 128, Ground::FLOOR));
    wrong(large, &[Mistake::Cells { cells: 33 * 128 }]);

    let mut doors = Builder::new(128, 3);
    (0..384).for_each(|square| _ = doors.set(square / 128, square % 128, Ground::FLOOR));
    (0..64).for_each(|door| _ = doors.set(0, 2 * door, Ground::DOOR));
    assert_eq!(doors.clone().build().map(|plan| plan.doors()), Ok(64));
    doors.set(2, 5, Ground::DOOR).set(2, 9, Ground::DOOR);
    wrong(doors, &[Mistake::Doors { row: 2, column: 5 }]);

    let rooms = |count: usize| {
        let mut builder = Builder::new(128, 3);
        for square in 0..3 * 128 {
            builder.set(square / 128, square % 128, Ground::FLOOR);
        }
        for room in 0..count {
            builder.room([(room / 64, room % 64)]);
        }
        builder
    };
    assert_eq!(rooms(127).build().map(|plan| plan.rooms()), Ok(128));
    wrong(rooms(128), &[Mistake::Rooms { row: 0, column: 64 }]);
    wrong(rooms(129), &[Mistake::Rooms { row: 2, column: 0 }, Mistake::Rooms { row: 0, column: 64 }]);
}

#[test]
fn mistakes_have_places_and_words() {
    let ragged = Mistake::Ragged { row: 3, expected: 5, found: 8 };
    assert_eq!(ragged.place(), Some((3, 5)));
    assert_eq!(ragged.to_string(), "a row of 8 squares where the first has 5");
    assert_eq!(Mistake::NoGround.place(), None);
    assert_eq!(Mistake::Unreachable { row: 1, column: 2, cells: 3 }.place(), Some((1, 2)));
}

#[test]
fn symbols_stand_for_ground_both_ways() {
    for symbol in "#.,+'=_n:\"%h&~^".chars() {
        assert_eq!(Ground::of_symbol(symbol).and_then(Ground::symbol), Some(symbol));
    }
    assert_eq!(Ground::of_symbol('<').and_then(Ground::symbol), Some('.'), "stairs are floor");
    assert_eq!(Ground::of_symbol('A'), None);
}
