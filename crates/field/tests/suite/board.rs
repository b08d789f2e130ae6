//! Boards against plans of the same ground, and what only boards can do against plain twins.

use std::collections::BTreeMap;

use field::{
    Board, Builder, Cell, CellSet, Doors, Exploration, Figures, Ground, Lanes, Lines, MAX_STAIRS, Mover, Pass,
    Reaching, Screen, Search, Sight, Standing,
};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::maps::{Map, Square, random};
use crate::paths::{any_mover, costs};
use crate::twin::{self, Meets};

/// How far figures inside a wood see each other, in the drawn cases.
const INSIDE: u32 = 12_000;

/// Random maps with woods and hills on their floors, each with its board.
fn wooded(every: usize, mut look: impl FnMut(&Map, &Board, &mut Pcg64)) {
    random(every, |map, rng| {
        let mut text: Vec<Vec<char>> = map.rows.clone();
        let (height, width) = (text.len(), text[0].len());
        for _ in 0..rng.random_range(0..4) {
            let (row, column) = (rng.random_range(0..height), rng.random_range(0..width));
            let (rows, columns) = (rng.random_range(1..7), rng.random_range(1..7));
            let symbols: &[char] = if rng.random_bool(0.4) { &['^'] } else { &['&', '&', '%', ':'] };
            for square in text.iter_mut().skip(row).take(rows).flat_map(|row| row.iter_mut().skip(column).take(columns))
            {
                if *square == '.' {
                    *square = symbols[rng.random_range(0..symbols.len())];
                }
            }
        }
        let map =
            Map::drawn(&text.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect::<String>());
        let board = Board::of_plan(&map.plan).expect("few enough squares");
        look(&map, &board, rng);
    });
}

/// The cell of the board at the place of a cell of the plan.
fn on(map: &Map, board: &Board, cell: Cell) -> Cell {
    let (row, column) = map.square(cell);
    board.cell(row, column).expect("the board is as large as the plan")
}

/// Whether a line, its ends included, meets the inside of a wood.
fn meets_wood(map: &Map, from: Square, to: Square) -> bool {
    let counted = twin::line(from, to).into_iter().map(|meets| twin::counts(map, &meets));
    counted.chain([from, to]).any(|square| map.symbol(square) == '&')
}

/// How one square sees another, if figures in a wood see each other.
fn sight(map: &Map, from: Square, to: Square, inside: u32) -> Sight {
    if from == to || !meets_wood(map, from, to) {
        return twin::sight(map, from, to, Doors::OPEN);
    }
    let wood = |square: Square| ['&', '%', ':'].contains(&map.symbol(square));
    let met = twin::line(from, to);
    let stays = met.iter().all(|meets| match *meets {
        Meets::Square(square) => wood(square),
        // Between a hill and a wood, the hill counts, and no figure in a wood is on a hill.
        Meets::Between(a, b) => (wood(a) || wood(b)) && map.symbol(twin::counts(map, meets)) != '^',
    });
    let (rows, columns) = (f64::from(from.0 - to.0), f64::from(from.1 - to.1));
    let near = rows.hypot(columns) <= f64::from(inside) / 1000.0;
    if stays && near && wood(from) && wood(to) {
        twin::cover(map, &met, to, &['"', '%', 'h', '&'])
    } else {
        Sight::Blocked
    }
}

#[test]
fn sight_is_that_of_the_plan_and_in_woods_and_over_hills_that_of_the_twin() {
    let (mut like_plan, mut in_wood, mut hidden_by_wood, mut over_hill, mut behind_hill) = (0, 0, 0, 0, 0);
    wooded(1, |map, board, rng| {
        for _ in 0..30 {
            let (a, b, inside) = (map.any(rng), map.any(rng), rng.random_range(0..8) * 1500);
            let ends @ (from, to) = (map.square(a), map.square(b));
            let (here, there) = (on(map, board, a), on(map, board, b));
            let seen = board.sight(here, there, inside);
            assert_eq!(seen, sight(map, from, to, inside), "{ends:?} within {inside}\n{}", map.text());
            assert_eq!(board.sees(here, there, inside), seen.seen());
            assert_eq!(board.sees(there, here, inside), seen.seen(), "the same both ways");
            if meets_wood(map, from, to) {
                in_wood += u32::from(seen.seen() && a != b);
                hidden_by_wood += u32::from(!seen.seen());
            } else {
                assert_eq!(seen, map.plan.sight(a, b, Doors::OPEN), "{ends:?}\n{}", map.text());
                like_plan += 1;
            }
            let doors = map.door_states(rng).pop().unwrap_or_default();
            let planned = map.plan.sight(a, b, doors);
            assert_eq!(planned, twin::sight(map, from, to, doors), "{ends:?}, {doors:?}\n{}", map.text());
            let hill = twin::line(from, to).iter().any(|meets| map.symbol(twin::counts(map, meets)) == '^');
            over_hill += u32::from(hill && planned.seen());
            behind_hill += u32::from(hill && !planned.seen() && map.symbol(from) != '^' && map.symbol(to) != '^');
        }
    });
    let looked_at = [like_plan, in_wood, hidden_by_wood, over_hill, behind_hill];
    assert!(looked_at.iter().all(|&count| count > 3000), "{looked_at:?}");
}

/// How two figures at A and B on this ground see each other; squares that are not drawn are floor.
#[track_caller]
fn looks(drawing: &str, ground: [Ground; 2]) -> [Sight; 2] {
    let rows: Vec<&str> = drawing.lines().collect();
    let mut board = Board::new(rows[0].len(), rows.len(), Ground::FLOOR).expect("a small board");
    let mut ends = [None; 2];
    for (index, symbol) in rows.concat().chars().enumerate() {
        let cell = board.cell_numbered(index).expect("on the board");
        let end = ['A', 'B'].iter().position(|letter| *letter == symbol);
        board.set(cell, end.map_or_else(|| Ground::of_symbol(symbol).expect("a symbol"), |end| ground[end]));
        end.into_iter().for_each(|end| ends[end] = Some(cell));
    }
    let [a, b] = ends.map(|end| end.expect("both letters are drawn"));
    [board.sight(a, b, INSIDE), board.sight(b, a, INSIDE)]
}

#[test]
fn woods_hide_who_is_inside_and_not_who_is_at_the_edge() {
    use Sight::{Blocked, Clear, Concealed, Covered};
    let [floor, wood, edge, rubble] = [Ground::FLOOR, Ground::WOOD, Ground::THICKET, Ground::RUBBLE];
    assert_eq!(looks("A..B&&", [floor, wood]), [Blocked; 2]);
    assert_eq!(looks("A..B&&", [floor, edge]), [Concealed, Clear]);
    assert_eq!(looks("A..B&&", [floor, rubble]), [Covered, Clear]);
    assert_eq!(looks("A.%B&&", [floor, wood]), [Blocked; 2], "one inch inside");
    assert_eq!(looks("A&&&&B", [wood, wood]), [Concealed; 2]);
    assert_eq!(looks("A&&&&B", [edge, rubble]), [Sight::CoveredAndConcealed, Concealed]);
    assert_eq!(looks("AB%", [wood, rubble]), [Covered, Concealed], "who looks out of a wood sees clearly");
    // Out of the wood and into it again.
    assert_eq!(looks("A&.&&B", [wood, wood]), [Blocked; 2]);
    assert_eq!(looks("A%.%%B", [edge, edge]), [Concealed; 2], "along the edge nothing of the inside is met");
    // Twelve inches and no more.
    assert_eq!(looks("A&&&&&&&&&&&B", [wood, wood]), [Concealed; 2]);
    assert_eq!(looks("A&&&&&&&&&&&&B", [wood, wood]), [Blocked; 2]);
    // Walls and hills block lines in a wood too.
    assert_eq!(looks("A&#&B", [wood, wood]), [Blocked; 2]);
    assert_eq!(looks("A&^&B", [wood, wood]), [Blocked; 2]);
}

#[test]
fn at_a_corner_a_line_takes_the_clearer_square_and_stays_in_the_wood_by_either() {
    use Sight::{Blocked, Clear, Concealed};
    let [floor, wood] = [Ground::FLOOR, Ground::WOOD];
    // Past the corner of a wood: the open square counts.
    assert_eq!(looks("A&\n.B", [floor, floor]), [Clear; 2]);
    // Between two squares of the inside, or one and a wall, the line meets the inside.
    assert_eq!(looks("A&\n&B", [floor, floor]), [Blocked; 2]);
    assert_eq!(looks("A#\n&B", [floor, floor]), [Blocked; 2]);
    assert_eq!(looks("A&\n#B", [wood, wood]), [Concealed; 2]);
    // Two figures inside along a slanting edge: the line only touches the meadow.
    assert_eq!(looks("A.\n&B", [wood, wood]), [Concealed; 2]);
    // Two woods that touch by a corner: between them the line touches no square of a wood.
    assert_eq!(looks("A.\n.B", [wood, wood]), [Blocked; 2]);
}

#[test]
fn hills_hide_only_what_is_on_both_sides() {
    use Sight::{Blocked, Clear, Covered};
    let (floor, hill) = (Ground::FLOOR, Ground::HILL);
    assert_eq!(looks("A.^.B", [floor, floor]), [Blocked; 2]);
    assert_eq!(looks("A.^^B", [floor, hill]), [Clear; 2]);
    assert_eq!(looks("A.^.B", [hill, hill]), [Clear; 2]);
    assert_eq!(looks("A.^_B", [floor, hill]), [Covered, Clear], "a wall on a hill covers as everywhere");
    assert_eq!(looks("A.#^B", [floor, hill]), [Blocked; 2]);
    // A hill's corner hides nothing; between two hills nothing is seen.
    assert_eq!(looks("A^\n.B", [floor, floor]), [Clear; 2]);
    assert_eq!(looks("A^\n^B", [floor, floor]), [Blocked; 2]);
    assert_eq!(looks("A^\n#B", [floor, floor]), [Blocked; 2]);
}

#[test]
fn cells_are_all_squares_and_measured_as_on_the_plan() {
    random(5, |map, rng| {
        let board = Board::of_plan(&map.plan).expect("few enough squares");
        assert_eq!((board.width(), board.height()), (map.plan.width(), map.plan.height()));
        assert_eq!(board.cells(), map.rows.len() * map.rows[0].len());
        assert_eq!(board.cell_numbered(board.cells()), None);
        assert_eq!(format!("{board}"), map.text().replace('<', "."));
        for index in 0..board.cells() {
            let cell = board.cell_numbered(index).expect("on the board");
            let at = board.position(cell);
            assert_eq!(index, usize::from(at.row) * board.width() + usize::from(at.column));
            assert_eq!(board.cell(at.row.into(), at.column.into()), Some(cell));
            assert_eq!(board.ground_of(cell), map.plan.ground(at.row.into(), at.column.into()));
        }
        for (row, column) in [(-1, 0), (0, -1), (board.height() as i32, 0), (0, board.width() as i32)] {
            assert_eq!(board.cell(row, column), None);
        }
        let (a, b, c) = (map.any(rng), map.any(rng), map.any(rng));
        let [here, there, beside] = [a, b, c].map(|cell| on(map, &board, cell));
        assert_eq!(board.distance(here, there), map.plan.distance(a, b));
        assert_eq!(board.squared(here, there), map.plan.squared(a, b));
        assert_eq!(board.crosses(here, there, beside), map.plan.line(a, b).any(|cell| cell == c));
        // A record of where figures are does not depend on the ground.
        let mut standing = Standing::EMPTY;
        assert!(standing.place(3, here) && standing.at(3) == Some(here) && standing.who(here) == Some(3));
        assert!(!standing.place(4, here));
        assert_eq!(standing.that(Figures::ALL, |cell| board.distance(cell, here) == 0).iter().collect::<Vec<_>>(), [3]);
    });
}

#[test]
fn a_board_has_its_limits_and_holds_every_kind_of_ground() {
    for (width, height, fits) in [(128, 32, true), (1, 128, true), (64, 64, true), (64, 65, false), (129, 1, false)] {
        assert_eq!(Board::new(width, height, Ground::FLOOR).is_some(), fits, "{width} by {height}");
        assert_eq!(Board::new(height, width, Ground::FLOOR).is_some(), fits, "{height} by {width}");
    }
    assert!(Board::new(0, 1, Ground::FLOOR).is_none() && Board::new(1, 0, Ground::FLOOR).is_none());
    let mut board = Board::new(1, 1, Ground::FLOOR).expect("a square");
    let cell = board.cell(0, 0).expect("it");
    for pass in [Pass::No, Pass::Free, Pass::Rough, Pass::Climb, Pass::Door] {
        for screen in [Screen::Clear, Screen::Hard, Screen::Soft, Screen::Hill, Screen::Solid] {
            for ground in [Ground::new(pass, screen), Ground::new(pass, screen).opens()] {
                board.set(cell, ground);
                assert_eq!(board.ground_of(cell), ground);
            }
        }
    }
    let plan = |width: usize, height: usize, stairs: usize| {
        let mut builder = Builder::new(width, height);
        (0..2 * stairs).for_each(|column| _ = builder.set(0, column, Ground::FLOOR));
        builder.set(0, 0, Ground::FLOOR);
        (0..stairs).for_each(|pair| _ = builder.stairs((0, 2 * pair), (0, 2 * pair + 1)));
        builder.build().expect("a sound map")
    };
    assert!(Board::of_plan(&plan(100, 40, MAX_STAIRS)).is_some());
    assert!(Board::of_plan(&plan(100, 40, MAX_STAIRS + 1)).is_none());
    assert!(Board::of_plan(&plan(100, 41, 0)).is_none());
}

/// Every cell that a search reached, with its cost and the square that it came from, in order.
fn found(search: &Search, at: impl Fn(Cell) -> Square) -> Vec<(Square, Option<u32>, Option<Square>)> {
    search.reached().map(|cell| (at(cell), search.cost(cell), search.came_from(cell).map(&at))).collect()
}

#[test]
fn around_a_cell_are_those_that_touch_it() {
    let board = Board::new(7, 5, Ground::FLOOR).expect("a small board");
    for cell in (0..board.cells()).filter_map(|index| board.cell_numbered(index)) {
        let all = (0..board.cells()).filter_map(|index| board.cell_numbered(index));
        let touching: Vec<_> = all.filter(|&other| (1..=2).contains(&board.squared(cell, other))).collect();
        assert_eq!(board.around(cell).collect::<Vec<_>>(), touching, "{cell:?}");
    }
}

#[test]
fn reach_and_distances_are_those_of_the_plan() {
    // The same memory throughout: no trace of an earlier search may show.
    let (mut planned, mut search) = (Search::new(), Search::new());
    wooded(5, |map, board, rng| {
        let (from, mover, allowance) = (map.any(rng), any_mover(rng), rng.random_range(0..15_000));
        let mut blocked: CellSet = map.cells().into_iter().filter(|_| rng.random_bool(0.2)).collect();
        blocked.remove(from);
        let on_board: CellSet = blocked.iter().map(|cell| on(map, board, cell)).collect();
        let square = |cell: Cell| (board.position(cell).row.into(), board.position(cell).column.into());
        map.plan.reach(&mut planned, Reaching { from, allowance, mover }, Doors::SHUT, &blocked);
        board.reach(&mut search, Reaching { from: on(map, board, from), allowance, mover }, &on_board, |_| false);
        assert_eq!(found(&search, square), found(&planned, |cell| map.square(cell)), "{}", map.text());

        let mut expected = costs(map, map.square(from), true, &blocked, mover, Doors::SHUT);
        expected.retain(|_, cost| *cost <= allowance);
        let goal = [on(map, board, from)].into_iter().collect();
        board.distances(&mut search, &goal, allowance, mover, &on_board);
        let costs: BTreeMap<Square, u32> =
            found(&search, square).into_iter().filter_map(|(at, cost, _)| Some((at, cost?))).collect();
        assert_eq!(costs, expected, "{}", map.text());
        for cell in search.reached() {
            let left = search.came_from(cell).and_then(|next| search.cost(next));
            assert!(left.is_none_or(|left| search.cost(cell) > Some(left)), "each next one is nearer");
        }

        let goals: CellSet = (0..3).map(|_| map.any(rng)).collect();
        let distances = map.plan.distances(&goals, mover, Doors::SHUT);
        let goals = goals.iter().map(|cell| on(map, board, cell)).collect();
        board.distances(&mut search, &goals, u32::MAX, mover, &CellSet::EMPTY);
        for cell in map.cells() {
            assert_eq!(search.cost(on(map, board, cell)), distances.downhill().from(cell));
        }
    });
}

#[test]
fn blocks_and_surroundings_are_what_they_say() {
    wooded(20, |map, board, rng| {
        let [rows, columns] = [(); 2].map(|()| rng.random_range(-5..20)..=rng.random_range(-5..60));
        let all = || (0..board.cells()).map(|cell| board.cell_numbered(cell).expect("a cell"));
        let within = |cell: &Cell| {
            let at = board.position(*cell);
            rows.contains(&at.row.into()) && columns.contains(&at.column.into())
        };
        assert_eq!(board.block(rows.clone(), columns.clone()), all().filter(within).collect(), "{rows:?} {columns:?}");
        let there = on(map, board, map.any(rng));
        let mut set = CellSet::EMPTY;
        board.add_around(&mut set, there);
        assert_eq!(set, board.around(there).chain([there]).collect());
    });
}

/// Prepared lines show the same as a walk along each line.
#[test]
fn prepared_lines_are_those_of_the_board() {
    let mut lines = Lines::new();
    let mut kinds = BTreeMap::new();
    wooded(5, |map, board, rng| {
        lines.prepare(board);
        let inside = rng.random_range(0..15_000);
        for _ in 0..300 {
            let [from, to] = [(); 2].map(|()| rng.random_range(0..board.cells()));
            let [from, to] = [from, to].map(|cell| board.cell_numbered(cell).expect("a cell"));
            let plain = board.sight_both_ways(from, to, inside);
            assert_eq!(lines.sight_both_ways(board, from, to, inside), plain, "{from:?} {to:?}\n{}", map.text());
            *kinds.entry(plain[0]).or_insert(0) += 1;
        }
    });
    assert!(kinds.len() == 5 && kinds.values().all(|&count| count > 1000), "{kinds:?}");
}

/// Asked in any order, an exploration answers like a whole search.
#[test]
fn explorations_answer_as_whole_searches_do() {
    let (mut search, mut exploration, mut lanes) = (Search::new(), Exploration::new(), Lanes::new());
    wooded(5, |map, board, rng| {
        let (from, mover, allowance) = (on(map, board, map.any(rng)), any_mover(rng), rng.random_range(0..15_000));
        let blocked: CellSet =
            map.cells().into_iter().filter(|_| rng.random_bool(0.2)).map(|cell| on(map, board, cell)).collect();
        let ends = |ground: Ground| ground == Ground::RUBBLE;
        lanes.prepare(board, ends);
        if rng.random_bool(0.5) {
            board.reach(&mut search, Reaching { from, allowance, mover }, &blocked, |cell| ends(board.ground_of(cell)));
            exploration.begin_from(Reaching { from, allowance, mover }, &blocked, true);
        } else {
            board.distances(&mut search, &[from].into_iter().collect(), u32::MAX, mover, &blocked);
            exploration.begin_to(from, mover, &blocked);
        }
        for _ in 0..20 {
            let rank = rng.random_range(0..30);
            assert_eq!(exploration.nth(&lanes, rank), search.nth_reached(rank), "{}", map.text());
            let cell = on(map, board, map.any(rng));
            let cost = exploration.cost(&lanes, cell);
            assert_eq!(cost, search.cost(cell), "{}", map.text());
            assert_eq!(
                cost.and_then(|_| exploration.came_from(&lanes, cell)),
                search.came_from(cell),
                "{}",
                map.text()
            );
            assert!(cost.is_none_or(|cost| board.least_cost(from, cell) <= cost), "{}", map.text());
            let far = rng.random_range(0..20_000);
            let nearer = search.reached().filter(|&cell| search.cost(cell).is_some_and(|cost| cost < far)).count();
            assert_eq!(exploration.first_from(&lanes, far), nearer, "{}", map.text());
        }
        board.reach(
            &mut search,
            Reaching { from, allowance: u32::MAX, mover: Mover::UNHINDERED },
            &CellSet::EMPTY,
            |_| false,
        );
        assert_eq!(lanes.connected(from), search.reached().collect(), "{}", map.text());
    });
}

/// A way that costs no more than some limit is the same if the search leaves out what is off all such ways.
#[test]
fn detours_are_off_all_ways_that_are_short_enough() {
    let [mut all, mut within] = [Exploration::new(), Exploration::new()];
    let (mut lanes, mut ways) = (Lanes::new(), 0);
    wooded(5, |map, board, rng| {
        lanes.prepare(board, |_| false);
        let [from, goal] = [(); 2].map(|()| on(map, board, map.any(rng)));
        let most = board.least_cost(from, goal) + rng.random_range(0..5000);
        all.begin_to(goal, Mover::UNHINDERED, &CellSet::EMPTY);
        within.begin_to(goal, Mover::UNHINDERED, &board.detours(from, goal, most));
        let costs = [&mut all, &mut within].map(|search| search.cost(&lanes, from).filter(|&cost| cost <= most));
        assert_eq!(costs[0], costs[1], "{}", map.text());
        let mut here = costs[0].map(|_| from);
        while let Some(cell) = here {
            here = all.came_from(&lanes, cell);
            assert_eq!(within.came_from(&lanes, cell), here, "{}", map.text());
            ways += 1;
        }
    });
    assert!(ways > 100, "{ways}");
}

#[test]
fn some_cells_end_a_move() {
    let mut search = Search::new();
    let mut shortened = 0;
    wooded(20, |map, board, rng| {
        let (from, mover, allowance) = (map.any(rng), any_mover(rng), rng.random_range(0..12_000));
        let ends: CellSet = map.cells().into_iter().filter(|_| rng.random_bool(0.2)).collect();
        let mut expected = BTreeMap::from([(from, 0)]);
        let mut waiting = vec![from];
        while let Some(here) = waiting.pop() {
            if here != from && ends.contains(here) {
                continue;
            }
            for step in map.plan.steps(here, mover, Doors::SHUT) {
                let cost = expected[&here] + step.cost;
                if cost <= allowance && expected.get(&step.to).is_none_or(|&known| cost < known) {
                    expected.insert(step.to, cost);
                    waiting.push(step.to);
                }
            }
        }
        let on_board: CellSet = ends.iter().map(|cell| on(map, board, cell)).collect();
        board.reach(&mut search, Reaching { from: on(map, board, from), allowance, mover }, &CellSet::EMPTY, |cell| {
            on_board.contains(cell)
        });
        for cell in map.cells() {
            assert_eq!(search.cost(on(map, board, cell)), expected.get(&cell).copied(), "{}", map.text());
        }
        let here = on(map, board, from);
        board.reach(&mut search, Reaching { from: here, allowance, mover }, &CellSet::EMPTY, |_| false);
        shortened += u32::from(search.reached().count() > expected.len());
    });
    assert!(shortened > 100, "only {shortened}");
}

#[test]
fn stairs_of_a_plan_are_those_of_its_board() {
    let mut builder = Builder::drawn("......#\n.####..\n.....#.");
    builder.stairs((0, 5), (1, 5)).stairs((2, 4), (0, 2));
    let plan = builder.build().expect("a sound map");
    let board = Board::of_plan(&plan).expect("few stairs");
    let (mut planned, mut search) = (Search::new(), Search::new());
    for from in plan.all().iter() {
        for mover in [Mover::WALKER, Mover { stairs: None, ..Mover::WALKER }] {
            let at = |cell: Cell| (i32::from(plan.position(cell).row), i32::from(plan.position(cell).column));
            let (row, column) = at(from);
            let on_board = |cell: Cell| (board.position(cell).row.into(), board.position(cell).column.into());
            plan.reach(&mut planned, Reaching { from, allowance: 6000, mover }, Doors::SHUT, &CellSet::EMPTY);
            board.reach(
                &mut search,
                Reaching { from: board.cell(row, column).expect("it"), allowance: 6000, mover },
                &CellSet::EMPTY,
                |_| false,
            );
            assert_eq!(found(&search, on_board), found(&planned, at));
        }
    }
}

#[test]
fn boards_allocate_nothing() {
    let mut search = Box::new(Search::new());
    wooded(500, |map, board, rng| {
        let [a, b] = [map.any(rng), map.any(rng)].map(|cell| on(map, board, cell));
        let asked = || {
            let mut board = *board;
            std::hint::black_box((board.sight(a, b, INSIDE), board.sees(a, b, INSIDE), board.distance(a, b)));
            board.set(a, Ground::HILL);
            std::hint::black_box((board.ground_of(a), board.crosses(a, b, a)));
            board.reach(
                &mut search,
                Reaching { from: a, allowance: 8000, mover: Mover::WALKER },
                &CellSet::EMPTY,
                |cell| cell == b,
            );
            board.distances(&mut search, &[b].into_iter().collect(), 8000, Mover::WALKER, &CellSet::EMPTY);
            std::hint::black_box((Board::new(36, 36, Ground::FLOOR), Board::of_plan(&map.plan)));
        };
        assert_eq!(testkit::allocations(asked), 0);
    });
}
