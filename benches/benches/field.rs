//! What the battlefield costs: compiling a map, and each question that play asks of it.

#![allow(missing_docs, reason = "criterion's macros")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use field::{
    Board, Builder, Cell, CellSet, Doors, Facing, Figures, Ground, Mover, Plan, Reaching, Routes, Search, Standing,
    Strip,
};

/// A house of 40 by 30 squares: eight rooms and a corridor, doors, windows and furniture, in a garden.
const HOUSE: &str = "
........................................
.######=######=#######=#######=########.
.#.......#..........#.........#.......#.
.#..hh...#..........#....__...#..nn...#.
.=..hh...#...__.....#.........+.......=.
.#.......+...__.....+.........#.......#.
.#.......#..........#....__...#...hh..#.
.#..nn...#..........#.........#...hh..#.
.=.......#####+############+###.......=.
.#.......#....................#.......#.
.####+####....................####+####.
.#..............................'.....#.
.+..............................'.....#.
.#..............................'.....+.
.####+####....................####+####.
.#.......#...######+####......#.......#.
.#.hh....#...#.........#......#..____.#.
.=.hh....+...#...n.....+......+.......=.
.#.......#...#...n.....#......#.......#.
.#.......#...#.........#......#..____.#.
.#######=##########+##########=########.
........................................
...\"\"\".............................%%%..
...\"\"\"........,,,,,,..............%%%%..
..............,,,,,,....................
........................................
.....nn......................nn.........
.....nn......................nn.........
........................................
........................................
";

/// A generator that only has to spread questions over the map.
struct Spread(u64);

impl Spread {
    fn number(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) as usize
    }

    fn cell(&mut self, plan: &Plan) -> Cell {
        plan.cell_numbered(self.number() % plan.cells()).expect("a cell")
    }
}

/// Pairs of cells; as many as play may have in hand, so that tables are read as play reads them.
fn pairs(plan: &Plan) -> Vec<(Cell, Cell)> {
    let mut spread = Spread(7);
    (0..4096).map(|_| (spread.cell(plan), spread.cell(plan))).collect()
}

/// Every other door.
fn some_doors(plan: &Plan) -> Doors {
    (0..plan.doors()).step_by(2).filter_map(field::Door::new).collect()
}

fn build(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("field/build");
    group.bench_function("house of 40 by 30", |bencher| {
        bencher.iter(|| black_box(Builder::drawn(HOUSE).build().expect("a sound map")));
    });
    let plan = Builder::drawn(HOUSE).build().expect("a sound map");
    let goal: CellSet = plan.cell(18, 33).into_iter().collect();
    group.bench_function("distances to one goal", |bencher| {
        bencher.iter(|| black_box(plan.distances(&goal, Mover::WALKER, Doors::SHUT)));
    });
    group.bench_function("routes to every cell", |bencher| {
        bencher.iter(|| black_box(Routes::new(&plan, Mover::WALKER, Doors::SHUT)));
    });
    group.sample_size(10);
    let open = (".".repeat(64) + "\n").repeat(64);
    group.bench_function("open ground of 64 by 64, the most", |bencher| {
        bencher.iter(|| black_box(Builder::drawn(&open).build().expect("a sound map")));
    });
    group.finish();
}

fn ask(criterion: &mut Criterion) {
    let plan = Builder::drawn(HOUSE).build().expect("a sound map");
    let (pairs, doors) = (pairs(&plan), some_doors(&plan));
    let seen: Vec<(Cell, Cell)> = pairs.iter().copied().filter(|&(a, b)| a != b && plan.sees(a, b, doors)).collect();
    let mut standing = Standing::EMPTY;
    pairs.iter().take(16).zip(0..).for_each(|(pair, figure)| _ = standing.place(figure, pair.0));
    let routes = Routes::new(&plan, Mover::WALKER, Doors::SHUT).expect("few enough cells");
    let mut search = Box::new(Search::new());
    let everybody = Figures(u64::MAX);

    let mut group = criterion.benchmark_group("field/ask");
    let mut each = |name: &str, pairs: &[(Cell, Cell)], asked: &mut dyn FnMut(Cell, Cell) -> u64| {
        let mut next = pairs.iter().copied().cycle();
        group.bench_function(name, |bencher| {
            bencher.iter(|| next.next().map(|(a, b)| asked(black_box(a), black_box(b))));
        });
    };
    each("nothing", &pairs, &mut |a, b| (a.index() ^ b.index()) as u64);
    each("distance", &pairs, &mut |a, b| plan.distance(a, b).into());
    each("whether one sees", &pairs, &mut |a, b| plan.sees(a, b, doors).into());
    each("sight with cover", &pairs, &mut |a, b| plan.sight(a, b, doors) as u64);
    each("arc of a facing", &pairs, &mut |a, b| {
        Facing::towards(&plan, a, b).map_or(0, |to| Facing::EAST.arc(to) as u64)
    });
    each("line of fire", &seen, &mut |a, b| standing.in_line(&plan, a, b, everybody).map(|figure| figure as u64).sum());
    each("line of fire and beyond", &seen, &mut |a, b| {
        standing.in_line_and_beyond(&plan, (a, b), doors, everybody).map(|figure| figure as u64).sum()
    });
    each("figures seen, of 16", &pairs, &mut |a, _| standing.seen_from(&plan, a, doors, everybody).0);
    each("figures in a burst of 4 inches, of 16", &pairs, &mut |a, _| {
        standing.within_burst(&plan, a, 4000, doors, everybody).0
    });
    each("figures in a strip of 5 by 4 inches, of 16", &seen, &mut |a, b| {
        standing.within_strip(&plan, a, b, Strip::centred(5000, 4000), everybody).0
    });
    each("cells in a burst of 4 inches", &pairs, &mut |a, b| plan.burst(a, 4000, doors).contains(b).into());
    each("cells seen", &pairs, &mut |a, b| plan.view(a, doors).contains(b).into());
    each("cells seen, counted", &pairs, &mut |a, _| plan.exposure(a, plan.all(), doors) as u64);
    each("next step to anywhere", &pairs, &mut |a, b| {
        let step = plan.next_step(routes.to(b), a, Mover::WALKER, doors, |cell| standing.is_free(cell));
        step.map_or(0, |step| step.cost.into())
    });
    each("reach of 6 inches", &pairs, &mut |a, _| {
        plan.reach(
            &mut search,
            Reaching { from: a, allowance: 6000, mover: Mover::WALKER },
            doors,
            standing.occupied(),
        );
        search.reached().count() as u64
    });
    each("reach of 12 inches", &pairs, &mut |a, _| {
        plan.reach(
            &mut search,
            Reaching { from: a, allowance: 12_000, mover: Mover::WALKER },
            doors,
            standing.occupied(),
        );
        search.reached().count() as u64
    });
    group.finish();
}

/// A board of open ground: nothing of it is worked out beforehand.
fn ask_board(criterion: &mut Criterion) {
    let board = Board::new(36, 36, Ground::FLOOR).expect("sides within limits");
    let mut spread = Spread(7);
    let mut any = || board.cell_numbered(spread.number() % board.cells()).expect("a cell");
    // A firefight's distances: about twelve inches.
    let pairs = std::iter::repeat_with(|| (any(), any())).filter(|&(a, b)| (121..=169).contains(&board.squared(a, b)));
    let pairs: Vec<(Cell, Cell)> = pairs.take(4096).collect();
    let (mut search, mut next) = (Box::new(Search::new()), pairs.iter().copied().cycle());
    let mut group = criterion.benchmark_group("field/board");
    group.bench_function("sight over 12 inches", |bencher| {
        bencher.iter(|| next.next().map(|(a, b)| board.sight(black_box(a), black_box(b), 12_000)));
    });
    let mut next = pairs.iter().copied().cycle();
    group.bench_function("distance", |bencher| {
        bencher.iter(|| next.next().map(|(a, b)| board.distance(black_box(a), black_box(b))));
    });
    let middle = board.cell(18, 18).expect("a cell");
    group.bench_function("reach of 8 inches", |bencher| {
        bencher.iter(|| {
            let reaching = Reaching { from: black_box(middle), allowance: 8000, mover: Mover::WALKER };
            board.reach(&mut search, reaching, &CellSet::EMPTY, |_| false);
            search.reached().count()
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
    targets = build, ask, ask_board
}
criterion_main!(benches);
