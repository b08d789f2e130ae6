//! Questions asked in play allocate nothing.

use std::hint::black_box;

use field::{CellSet, Doors, Facing, Figures, Mover, Reaching, Routes, Search, Spread, Standing, Strip};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::maps::{Map, random};

/// Asks everything that may be asked in play, once.
fn ask(map: &Map, rng: &mut Pcg64, routes: &Routes, search: &mut Search, standing: &mut Standing, doors: Doors) {
    let plan = &map.plan;
    let (a, b) = (map.any(rng), map.any(rng));
    let all = Figures::ALL;
    let strip = Strip::centred(4000, 5000);
    black_box((plan.sight(a, b, doors), plan.sees(a, b, doors), plan.view(a, doors), plan.distance(a, b)));
    black_box((
        plan.exposure(a, plan.all(), doors),
        plan.exposed(a),
        plan.view_among(a, plan.all(), doors),
        plan.through_opening(a, b),
    ));
    black_box((plan.line(a, b).count(), plan.beyond(a, b, doors).count(), plan.flight(a, 3, -5, doors)));
    black_box((plan.disc(a, 4000), plan.burst(a, 4000, doors), plan.strip(a, b, strip)));
    black_box(
        Facing::towards(plan, a, b).map(|facing| (facing.arc(Facing::EAST), facing.within(Spread::Quarter, facing))),
    );
    if let (Some(from), Some(to)) = (plan.room(a), plan.room(b)) {
        black_box((plan.rooms_apart(from, to), plan.commands(a, to), plan.doors_of(from), plan.cells_of(to).len()));
        black_box(plan.openings_of(from).map(|opening| opening.stack(from).len()).sum::<usize>());
    }
    plan.reach(search, Reaching { from: a, allowance: 6000, mover: Mover::WALKER }, doors, standing.occupied());
    if let Some(step) = plan.next_step(routes.to(b), a, Mover::WALKER, doors, |cell| standing.is_free(cell)) {
        standing.place(5, step.to);
    }
    standing.place(rng.random_range(0..64), a);
    black_box((standing.who(b), standing.seen_from(plan, a, doors, all)));
    black_box((standing.within_radius(plan, a, 3000, all), standing.within_burst(plan, a, 3000, doors, all)));
    black_box((standing.within(plan.all(), all), standing.within_strip(plan, a, b, strip, all)));
    black_box((
        standing.in_line(plan, a, b, all).count(),
        standing.in_line_and_beyond(plan, (a, b), doors, all).count(),
    ));
}

#[test]
fn questions_allocate_nothing() {
    let mut search = Box::new(Search::new());
    random(200, |map, rng| {
        let routes = Routes::new(&map.plan, Mover::WALKER, Doors::SHUT).expect("few enough cells");
        let mut standing = Standing::EMPTY;
        for doors in map.door_states(rng) {
            let asked = || ask(map, rng, &routes, &mut search, &mut standing, doors);
            assert_eq!(testkit::allocations(asked), 0, "{}", map.text());
        }
        // The probe counts: this one does allocate.
        let goals: CellSet = map.cells().into_iter().collect();
        let distances = || drop(black_box(map.plan.distances(&goals, Mover::WALKER, Doors::SHUT)));
        assert!(testkit::allocations(distances) > 0);
    });
}

#[test]
fn a_plan_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<field::Plan>();
    shared::<Routes>();
}
