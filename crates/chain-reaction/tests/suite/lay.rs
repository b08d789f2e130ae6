//! Tables that are rolled and drawn (CR-terrain, CR-bldg): thousands of them against what each section may hold, how often each
//! kind of ground comes, and some that are checked by eye.

use std::collections::{BTreeMap, BTreeSet};

use chain_reaction::lay::{SIDE, Table, lay};
use chain_reaction::rules::Rules;
use chain_reaction::terrain::{Country, Section, TerrainKind};
use chance::{Keyed, Sampled};
use field::Pass;
use testkit::sampling;

/// A table by number.
fn table(seed: u64, chosen: Option<Country>, bushes: u8) -> Table {
    lay(&Rules::default(), &mut Sampled::new(Keyed::engagement(seed, 0)), chosen, bushes)
}

/// A table as text, row by row.
fn rows(table: &Table) -> Vec<Vec<char>> {
    table.to_string().lines().map(|row| row.chars().collect()).collect()
}

/// Many tables of rolled country, some with more bushes or none, with their drawing.
fn many(mut look: impl FnMut(&Table, &[Vec<char>])) {
    for seed in 0..10_000 {
        let table = table(seed, None, (seed % 4) as u8);
        let rows = rows(&table);
        look(&table, &rows);
    }
}

type Place = (usize, usize);

/// Every square of a section, by number from 1.
fn squares(number: usize) -> impl Iterator<Item = Place> {
    let (top, left) = ((number - 1) / 3 * 12, (number - 1) % 3 * 12);
    (top..top + 12).flat_map(move |row| (left..left + 12).map(move |column| (row, column)))
}

/// The squares of a section with one of these symbols, as rows and columns within it.
fn with(rows: &[Vec<char>], number: usize, symbols: &[char]) -> BTreeSet<Place> {
    let drawn = squares(number).filter(|&(row, column)| symbols.contains(&rows[row][column]));
    drawn.map(|(row, column)| (row % 12, column % 12)).collect()
}

/// The squares of a section that are in a set of the table.
fn among(table: &Table, set: &field::CellSet, number: usize) -> BTreeSet<Place> {
    let cell = |&(row, column): &Place| table.board.cell(row as i32, column as i32).expect("on the table");
    let found = squares(number).filter(|place| set.contains(cell(place)));
    found.map(|(row, column)| (row % 12, column % 12)).collect()
}

fn has_road(section: Section) -> bool {
    matches!(section.ground, TerrainKind::ClearRoad | TerrainKind::WoodsRoad | TerrainKind::RoughRoad)
}

fn has_river(section: Section) -> bool {
    matches!(section.ground, TerrainKind::River | TerrainKind::ClearRiver)
}

/// CR-terrain-4: a piece of terrain fills a section of 12" by 12", with a clear boundary.
#[test]
fn sections_hold_what_their_ground_allows() {
    let mut seen = BTreeMap::new();
    many(|table, rows| {
        assert_eq!((rows.len(), rows[0].len()), (SIDE, SIDE));
        for (number, section) in (1..).zip(table.sections) {
            let ground = match section.ground {
                TerrainKind::Clear | TerrainKind::ClearRoad => ".\"",
                TerrainKind::ClearRiver | TerrainKind::River => ".\"~",
                TerrainKind::Hill => "^",
                TerrainKind::WoodedHill | TerrainKind::Woods => "%&",
                TerrainKind::WoodsRoad => "%&.",
                TerrainKind::Rough => ":&",
                TerrainKind::RoughRoad => ":&.",
                TerrainKind::Impassable => "#",
            };
            let building = if section.buildings > 0 { "#=+." } else { "" };
            for (row, column) in squares(number) {
                let symbol = rows[row][column];
                assert!(ground.contains(symbol) || building.contains(symbol), "{number}: {section:?}\n{table}");
            }
            // At least one square of each kind of ground.
            let kinds = ground.chars().filter(|symbol| *symbol != '"');
            assert!(kinds.into_iter().all(|symbol| !with(rows, number, &[symbol]).is_empty()), "{number}\n{table}");
            *seen.entry((section.ground, section.buildings)).or_insert(0) += 1;
            assert_eq!(table.section(number - 1).len(), 144, "CR-terrain-4");
            assert!(table.section(number - 1).iter().all(|cell| table.section_of(cell) == number - 1));
        }
    });
    assert_eq!(seen.len(), 11 + 3 + 2, "every ground, and every number of buildings on it: {seen:?}");
}

#[test]
fn woods_and_rough_are_edge_where_they_touch_anything_else() {
    many(|table, rows| {
        for (number, section) in (1..).zip(table.sections) {
            let edge = match section.ground {
                TerrainKind::Woods | TerrainKind::WoodsRoad | TerrainKind::WoodedHill => '%',
                TerrainKind::Rough | TerrainKind::RoughRoad => ':',
                _ => continue,
            };
            let all = with(rows, number, &['&', edge]);
            let inside = with(rows, number, &['&']);
            for &(row, column) in &all {
                let around = (row as i32 - 1..=row as i32 + 1)
                    .flat_map(|row| (column as i32 - 1..=column as i32 + 1).map(move |column| (row, column)));
                let mut around = around.map(|(row, column)| (row.try_into().ok(), column.try_into().ok()));
                let whole = around.all(|(row, column)| row.zip(column).is_some_and(|place| all.contains(&place)));
                assert_eq!(inside.contains(&(row, column)), whole, "{number}, {row}, {column}\n{table}");
            }
        }
    });
}

#[test]
fn rivers_run_from_edge_to_edge_and_can_be_crossed() {
    let (mut widths, mut runs, mut fordable, mut rivers, mut lakes) = (BTreeMap::new(), [0; 2], 0, 0, 0);
    many(|table, rows| {
        for (number, section) in (1..).zip(table.sections) {
            let water = with(rows, number, &['~']);
            assert_eq!(!water.is_empty(), has_river(section));
            assert_eq!(water, among(table, &table.rivers, number));
            let fords = among(table, &table.fords, number);
            if number == 5 && has_river(section) {
                lakes += 1;
                assert!(fords.is_empty(), "nobody fords a lake");
                let wide = |side: fn(&Place) -> usize| {
                    water.iter().map(side).max() >= Some(9) && water.iter().map(side).min() <= Some(2)
                };
                assert!(wide(|place| place.0) && wide(|place| place.1), "8 inches either way");
                assert!((40..=56).contains(&water.len()), "round: {}", water.len());
                continue;
            }
            if !has_river(section) {
                continue;
            }
            rivers += 1;
            fordable += u64::from(!fords.is_empty());
            let extent = |side: fn(&Place) -> usize| {
                let sides: BTreeSet<usize> = water.iter().map(side).collect();
                (*sides.first().expect("water"), *sides.last().expect("water"))
            };
            let (tall, wide) = (extent(|place| place.0), extent(|place| place.1));
            assert!(tall == (0, 11) || wide == (0, 11), "from edge to edge\n{table}");
            let run = usize::from(wide != (0, 11));
            let band = if run == 0 { tall } else { wide };
            let width = band.1 - band.0 + 1;
            assert!((4..=9).contains(&width), "{width}");
            assert!(band.0.abs_diff(11 - band.1) <= 1, "centred");
            *widths.entry(width).or_insert(0u64) += 1;
            match number {
                2 | 8 => assert_eq!(run, 1, "up and down in {number}"),
                4 | 6 => assert_eq!(run, 0, "left and right in {number}"),
                _ => runs[run] += 1,
            }
            let expected: BTreeSet<Place> = (0..144)
                .map(|square| (square / 12, square % 12))
                .filter(|&(row, column)| {
                    let (along, through) = if run == 0 { (column, row) } else { (row, column) };
                    let on_bridge = fords.is_empty() && [5, 6].contains(&along);
                    (band.0..=band.1).contains(&through) && !on_bridge
                })
                .collect();
            assert_eq!(water, expected, "{number}\n{table}");
            assert!(fords.is_empty() || fords == water, "all of it can be forded");
        }
    });
    assert!(lakes > 100);
    sampling::distribution((4..=9).map(|width| (widths[&width], 1.0 / 6.0)), rivers).unwrap();
    sampling::even(runs[0], runs[1]).unwrap();
    sampling::share(fordable, rivers, 4.0 / 6.0, 0.0).unwrap();
}

/// CR-terrain-8: a road runs through the centre of its section, left and right or up and down, over clear ground, and goes on in the next.
#[test]
fn roads_run_through_and_join() {
    let (mut runs, mut joined) = ([0; 2], 0);
    many(|table, rows| {
        let mut run_of = BTreeMap::new();
        for (number, section) in (1..).zip(table.sections) {
            let road = among(table, &table.roads, number);
            if !has_road(section) {
                assert!(road.is_empty());
                continue;
            }
            let left_right: BTreeSet<Place> =
                [5, 6].into_iter().flat_map(|row| (0..12).map(move |column| (row, column))).collect();
            let up_down: BTreeSet<Place> = left_right.iter().map(|&(row, column)| (column, row)).collect();
            assert!(road == left_right || road == up_down, "{number}\n{table}");
            assert!(road.is_subset(&with(rows, number, &['.'])), "roads are clear of everything");
            run_of.insert(number, usize::from(road == up_down));
        }
        for (&number, &run) in &run_of {
            let beside = [(number % 3 != 0).then_some(number + 1), (number <= 6).then_some(number + 3)];
            for next in beside.into_iter().flatten() {
                if let Some(&other) = run_of.get(&next) {
                    assert_eq!(run, other, "one direction for all that adjoin\n{table}");
                    joined += 1;
                }
            }
        }
        // The first road of a table is the first of its group.
        run_of.values().next().into_iter().for_each(|&run| runs[run] += 1);
    });
    assert!(joined > 500, "only {joined}");
    sampling::even(runs[0], runs[1]).unwrap();
}

#[test]
fn buildings_stand_where_they_should_and_doors_lead_in() {
    let mut built = 0;
    many(|table, rows| {
        let mut expected = 0;
        for (number, section) in (1..).zip(table.sections) {
            let (side, corners): (usize, &[Place]) = match section.buildings {
                0 => (0, &[]),
                1 => (6, &[(3, 3)]),
                2 => (5, &[(0, 0), (6, 6)]),
                3 => (5, &[(0, 0), (6, 6), (0, 6)]),
                more => panic!("{more} buildings"),
            };
            assert!(
                corners.is_empty() || !(has_road(section) || has_river(section)),
                "nothing runs through a building"
            );
            let (top, left) = ((number - 1) / 3 * 12, (number - 1) % 3 * 12);
            assert_eq!(with(rows, number, &['+']).len(), corners.len(), "a door each");
            assert_eq!(with(rows, number, &['=']).len(), 3 * corners.len(), "three windows each");
            for &(row, column) in corners {
                built += 1;
                let at = |r: usize, c: usize| rows[top + row + r][left + column + c];
                for r in 0..side {
                    for c in 0..side {
                        let wall = [0, side - 1].contains(&r) || [0, side - 1].contains(&c);
                        let middle = r == side / 2 || c == side / 2;
                        let symbol = match (wall, middle) {
                            (false, _) => '.',
                            (true, false) => '#',
                            (true, true) if r == side - 1 => '+',
                            (true, true) => '=',
                        };
                        assert_eq!(at(r, c), symbol, "{r}, {c} of a building in {number}\n{table}");
                    }
                }
                let before = table.board.cell((top + row + side) as i32, (left + column + side / 2) as i32);
                let before = before.expect("a door is never at the edge of the table");
                assert_ne!(table.board.ground_of(before).pass, Pass::No, "one gets to the door");
                assert_eq!(table.section_of(before), number - 1);
                expected += (side - 2).pow(2);
                assert!(among(table, &table.inside, number).contains(&(row + 1, column + 1)));
            }
        }
        assert_eq!(table.inside.len(), expected);
        assert!(table.inside.iter().all(|cell| table.board.ground_of(cell) == field::Ground::FLOOR));
    });
    assert!(built > 5000, "only {built}");
}

/// Patches of bushes, as many as are asked for and anywhere in the section.
#[test]
fn bushes_stand_anywhere_on_clear_ground() {
    let mut corners = BTreeMap::new();
    let mut patches = 0;
    for seed in 0..10_000 {
        let bare = table(seed, Some(Country::Clear), 0);
        assert!(!bare.to_string().contains('"'));
        let table = table(seed, Some(Country::Clear), 1);
        let drawn = rows(&table);
        for (number, section) in (1..).zip(table.sections) {
            let bushes = with(&drawn, number, &['"']);
            let plain = section.ground == TerrainKind::Clear && section.buildings == 0;
            assert!(plain || bushes.len() <= 9);
            if plain {
                let corner = *bushes.first().expect("a patch");
                let patch = (0..9).map(|square| (corner.0 + square / 3, corner.1 + square % 3));
                assert_eq!(bushes, patch.collect());
                *corners.entry(corner).or_insert(0u64) += 1;
                patches += 1;
            }
        }
    }
    assert_eq!(corners.len(), 100);
    sampling::distribution(corners.into_values().map(|count| (count, 0.01)), patches).unwrap();
}

/// The table of sections as it is printed, a total of two dice a row: clear, mountains, woods.
const PRINTED: [(u64, [TerrainKind; 3]); 11] = {
    use TerrainKind::{
        Clear, ClearRiver, ClearRoad, Hill, Impassable, River, Rough, RoughRoad, WoodedHill, Woods, WoodsRoad,
    };
    [
        (1, [Hill, Impassable, Woods]),
        (2, [Clear, Woods, Woods]),
        (3, [Hill, Clear, WoodedHill]),
        (4, [Clear, RoughRoad, WoodsRoad]),
        (5, [ClearRoad, Rough, Clear]),
        (6, [Hill, Impassable, Woods]),
        (5, [Clear, Rough, Woods]),
        (4, [Woods, Rough, WoodedHill]),
        (3, [Clear, Clear, Clear]),
        (2, [River, Impassable, ClearRiver]),
        (1, [Hill, ClearRiver, Woods]),
    ]
};

/// CR-terrain-2, CR-terrain-3: what is drawn comes as often as the tables say.
#[test]
fn ground_is_drawn_as_often_as_it_is_rolled() {
    let mut counts = BTreeMap::new();
    many(|_, rows| {
        for number in 1..=9 {
            // Read from the drawing alone: whether there is wood, rubble, hill, wall and water.
            let has = |symbol| !with(rows, number, &[symbol]).is_empty();
            let drawn = ["&", ":", "^", "~"].map(|symbol| has(symbol.chars().next().unwrap_or_default()));
            let wall = with(rows, number, &['#']).len() == 144;
            *counts.entry((drawn, wall)).or_insert(0u64) += 1;
        }
    });
    let mut shares: BTreeMap<([bool; 4], bool), f64> = BTreeMap::new();
    for (ways, row) in PRINTED {
        for (ground, country) in row.into_iter().zip([3.0, 1.0, 2.0]) {
            let drawn = match ground {
                TerrainKind::Clear | TerrainKind::ClearRoad => [false; 4],
                TerrainKind::River | TerrainKind::ClearRiver => [false, false, false, true],
                TerrainKind::Hill => [false, false, true, false],
                TerrainKind::Woods | TerrainKind::WoodsRoad | TerrainKind::WoodedHill => [true, false, false, false],
                TerrainKind::Rough | TerrainKind::RoughRoad => [true, true, false, false],
                TerrainKind::Impassable => [false; 4],
            };
            *shares.entry((drawn, ground == TerrainKind::Impassable)).or_default() +=
                ways as f64 / 36.0 * country / 6.0;
        }
    }
    assert!(counts.keys().eq(shares.keys()), "{counts:?}");
    sampling::distribution(counts.values().copied().zip(shares.into_values()), 90_000).unwrap();
}

#[test]
fn the_same_luck_gives_the_same_table() {
    let different = (0..100).filter(|&seed| {
        assert_eq!(table(seed, None, 1), table(seed, None, 1));
        table(seed, None, 1) != table(seed + 1, None, 1)
    });
    assert!(different.count() > 95);
    // More bushes change nothing else.
    for seed in 0..100 {
        let (one, many) = (table(seed, None, 1), table(seed, None, 3));
        assert_eq!((one.sections, one.rivers, one.roads), (many.sections, many.rivers, many.roads));
    }
}

#[test]
fn tables_are_laid_without_allocating() {
    for seed in 0..100 {
        assert_eq!(testkit::allocations(|| _ = std::hint::black_box(table(seed, None, 1))), 0);
    }
}

/// A map of a table has the same ground, fords apart, and the sections as areas.
#[test]
fn maps_of_tables_show_them() {
    let (mut parts, mut fords) = (0, 0);
    for seed in 0..40 {
        let chosen = [None, Some(Country::Mountains)][seed as usize % 2];
        let table = table(seed, chosen, 1);
        let map = table.to_map().expect("some square that one can enter");
        for index in 0..table.board.cells() {
            let cell = table.board.cell_numbered(index).expect("on the table");
            let at = table.board.position(cell);
            let (row, column) = (usize::from(at.row), usize::from(at.column));
            let (ground, shown) = (table.board.ground_of(cell), map.plan.ground(row, column));
            if table.fords.contains(cell) {
                fords += 1;
                assert_eq!((ground, shown), (field::Ground::GAP, field::Ground::ROUGH));
            } else {
                assert_eq!(ground, shown);
            }
            let name = (table.section_of(cell) + 1).to_string();
            if let Some(there) = map.plan.cell(row, column) {
                assert!(map.squares(&name).is_some_and(|cells| cells.contains(there)));
            }
        }
        let total: usize = map.areas().filter_map(|(name, _)| map.squares(name)).map(|cells| cells.len()).sum();
        assert_eq!(total, map.plan.cells());
        let mut search = field::Search::new();
        let first = map.plan.cell_numbered(0).expect("a cell");
        let nobody = field::CellSet::EMPTY;
        map.plan.reach(
            &mut search,
            field::Reaching { from: first, allowance: u32::MAX, mover: field::Mover::UNHINDERED },
            field::Doors::OPEN,
            &nobody,
        );
        parts += usize::from(search.reached().count() < map.plan.cells());
    }
    assert!(parts > 0 && fords > 0, "{parts} tables in parts, {fords} squares of fords");
}

/// A building with a patch of bushes behind it, a road through two sections, a bridge, a lake.
const BRIDGE: (u64, &str, &str) = (
    83672,
    "clear 1, clear with road 0, rough with road 0, river 0, clear with river 0, impassable 0, hill 0, woods with road 0, woods 0",
    "
........................::::::::::::
........................:&&&&&&&&&&:
........................:&&&&&&&&&&:
..b###=##...............:&&&&&&&&&&:
..b#....#....bbb........::::::::::::
..b#....#...........................
...=....=...........................
...#....#...............::::::::::::
...###+##...............:&&&&&&&&&&:
........................:&&&&&&&&&&:
........................:&&&&&&&&&&:
........................::::::::::::
........................############
........................############
................~~~~....############
~~~~~..~~~~~...~~~~~~...############
~~~~~..~~~~~..~~~~~~~~..############
~~~~~..~~~~~..~~~~~~~~..############
~~~~~..~~~~~..~~~~~~~~..############
~~~~~..~~~~~..~~~~~~~~..############
...............~~~~~~...############
................~~~~....############
........................############
........................############
^^^^^^^^^^^^%%%%%%%%%%%%%%%%%%%%%%%%
^^^^^^^^^^^^%&&&&&&&&&&%%&&&&&&&&&&%
^^^^^^^^^^^^%&&&&&&&&&&%%&&&&&&&&&&%
^^^^^^^^^^^^%&&&&&&&&&&%%&&&&&&&&&&%
^^^^^^^^^^^^%%%%%%%%%%%%%&&&&&&&&&&%
^^^^^^^^^^^^............%&&&&&&&&&&%
^^^^^^^^^^^^............%&&&&&&&&&&%
^^^^^^^^^^^^%%%%%%%%%%%%%&&&&&&&&&&%
^^^^^^^^^^^^%&&&&&&&&&&%%&&&&&&&&&&%
^^^^^^^^^^^^%&&&&&&&&&&%%&&&&&&&&&&%
^^^^^^^^^^^^%&&&&&&&&&&%%&&&&&&&&&&%
^^^^^^^^^^^^%%%%%%%%%%%%%%%%%%%%%%%%
",
);

/// Woods with two buildings, two roads side by side, a lake.
const WOODED: (u64, &str, &str) = (
    190082,
    "woods 2, rough with road 0, clear with road 0, clear 1, river 0, hill 0, rough 0, clear 0, woods with road 0",
    "
##=##%%%%%%%:::::..:::::............
#...#%&&&&&%:&&&:..:&&&:............
=...=%&&&&&%:&&&:..:&&&:............
#...#%&&&&&%:&&&:..:&&&:............
##+##%&&&&&%:&&&:..:&&&:............
%%%%%%%%%%%%:&&&:..:&&&:............
%&&&&%##=##%:&&&:..:&&&:.......bbb..
%&&&&%#...#%:&&&:..:&&&:.......bbb..
%&&&&%=...=%:&&&:..:&&&:.......bbb..
%&&&&%#...#%:&&&:..:&&&:............
%&&&&%##+##%:&&&:..:&&&:............
%%%%%%%%%%%%:::::..:::::............
........................^^^^^^^^^^^^
........bbb.............^^^^^^^^^^^^
........bbb.....~~~~....^^^^^^^^^^^^
...###=##bb....~~~~~~...^^^^^^^^^^^^
...#....#.....~~~~~~~~..^^^^^^^^^^^^
...#....#...bb~~~~~~~~..^^^^^^^^^^^^
...=....=...bb~~~~~~~~..^^^^^^^^^^^^
...#....#...bb~~~~~~~~..^^^^^^^^^^^^
...###+##......~~~~~~...^^^^^^^^^^^^
................~~~~....^^^^^^^^^^^^
........................^^^^^^^^^^^^
........................^^^^^^^^^^^^
::::::::::::............%%%%%%%%%%%%
:&&&&&&&&&&:............%&&&&&&&&&&%
:&&&&&&&&&&:............%&&&&&&&&&&%
:&&&&&&&&&&:........bbb.%&&&&&&&&&&%
:&&&&&&&&&&:........bbb.%%%%%%%%%%%%
:&&&&&&&&&&:........bbb.............
:&&&&&&&&&&:........................
:&&&&&&&&&&:............%%%%%%%%%%%%
:&&&&&&&&&&:............%&&&&&&&&&&%
:&&&&&&&&&&:............%&&&&&&&&&&%
:&&&&&&&&&&:............%&&&&&&&&&&%
::::::::::::............%%%%%%%%%%%%
",
);

/// A building in a wood, two by each other in the open, a road through two sections.
const BUILT: (u64, &str, &str) = (
    8895,
    "hill 0, clear with road 0, rough with road 0, woods 1, river 0, wooded hill 0, clear 2, impassable 0, woods 0",
    "
^^^^^^^^^^^^............::::::::::::
^^^^^^^^^^^^............:&&&&&&&&&&:
^^^^^^^^^^^^............:&&&&&&&&&&:
^^^^^^^^^^^^............:&&&&&&&&&&:
^^^^^^^^^^^^............::::::::::::
^^^^^^^^^^^^........................
^^^^^^^^^^^^........................
^^^^^^^^^^^^...bbb......::::::::::::
^^^^^^^^^^^^...bbb......:&&&&&&&&&&:
^^^^^^^^^^^^...bbb......:&&&&&&&&&&:
^^^^^^^^^^^^............:&&&&&&&&&&:
^^^^^^^^^^^^............::::::::::::
%%%%%%%%%%%%............%%%%%%%%%%%%
%&&&&&&&&&&%............%&&&&&&&&&&%
%&%%%%%%%%&%....~~~~....%&&&&&&&&&&%
%&%###=##%&%...~~~~~~...%&&&&&&&&&&%
%&%#....#%&%..~~~~~~~~..%&&&&&&&&&&%
%&%#....#%&%..~~~~~~~~..%&&&&&&&&&&%
%&%=....=%&%..~~~~~~~~..%&&&&&&&&&&%
%&%#....#%&%..~~~~~~~~..%&&&&&&&&&&%
%&%###+##%&%...~~~~~~...%&&&&&&&&&&%
%&%%%%%%%%&%....~~~~....%&&&&&&&&&&%
%&&&&&&&&&&%............%&&&&&&&&&&%
%%%%%%%%%%%%............%%%%%%%%%%%%
##=##.......############%%%%%%%%%%%%
#...#.......############%&&&&&&&&&&%
=...=.......############%&&&&&&&&&&%
#...#.......############%&&&&&&&&&&%
##+##.......############%&&&&&&&&&&%
....bbb.....############%&&&&&&&&&&%
....bb##=##.############%&&&&&&&&&&%
....bb#...#.############%&&&&&&&&&&%
......=...=.############%&&&&&&&&&&%
......#...#.############%&&&&&&&&&&%
......##+##.############%&&&&&&&&&&%
............############%%%%%%%%%%%%
",
);

/// Three tables checked by eye, with what was rolled for them. Bushes are drawn `b`.
#[test]
fn tables_look_as_they_should() {
    for (seed, rolled, drawn) in [BRIDGE, WOODED, BUILT] {
        let table = table(seed, None, 1);
        let sections = table.sections.map(|section| format!("{} {}", section.ground, section.buildings));
        assert_eq!(sections.join(", "), rolled);
        let shown = table.to_string().replace('"', "b");
        assert_eq!(shown, drawn.trim_start(), "{rolled}");
    }
}
