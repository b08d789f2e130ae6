//! Steps, distances and reach against a plain twin that relaxes all squares until nothing changes.

use std::collections::BTreeMap;

use field::{Cell, CellSet, Doors, Mover, Reaching, Routes, Search};
use rand::RngExt;
use rand_pcg::Pcg64;

use testkit::maps::CLOSED;

use crate::maps::{Map, Square, random};

/// Movers that differ in all their costs.
pub(crate) fn any_mover(rng: &mut Pcg64) -> Mover {
    let mut maybe = |most| rng.random_bool(0.6).then(|| rng.random_range(0..=most));
    Mover { climb: maybe(4000), door: maybe(3000), stairs: maybe(3000), rough: rng.random_range(1000..=3000) }
}

/// The cost of a step between two squares; `None` if there is no such step.
fn step(map: &Map, from: Square, to: Square, mover: Mover, doors: Doors) -> Option<u32> {
    let (rows, columns) = (to.0 - from.0, to.1 - from.1);
    if rows.abs().max(columns.abs()) != 1 {
        return None;
    }
    let diagonal = rows != 0 && columns != 0;
    let walked = |square| ['.', '<', ',', '\'', ':', '"', '%', '&', '^'].contains(&map.symbol(square));
    if diagonal && !(walked((from.0, to.1)) && walked((to.0, from.1))) {
        return None;
    }
    let plain = if diagonal { 1414 } else { 1000 };
    match map.symbol(to) {
        symbol if CLOSED.contains(&symbol) => None,
        ',' | ':' | '%' | '&' => Some(plain * mover.rough / 1000),
        '=' | '_' | 'h' => Some(plain + mover.climb?),
        '+' if map.shut(to, doors) => Some(plain + mover.door?),
        _ => Some(plain),
    }
}

/// Squares, each with the cost of getting there from the start, or from there to it.
pub(crate) fn costs(
    map: &Map,
    start: Square,
    towards: bool,
    blocked: &CellSet,
    mover: Mover,
    doors: Doors,
) -> BTreeMap<Square, u32> {
    let mut costs = BTreeMap::from([(start, 0)]);
    let mut changed = vec![start];
    while let Some(here) = changed.pop() {
        let cost = costs[&here];
        for rows in -1..=1 {
            for columns in -1..=1 {
                let next = (here.0 + rows, here.1 + columns);
                let Some(cell) = map.cell(next).filter(|&cell| !blocked.contains(cell)) else { continue };
                let (from, to) = if towards { (next, here) } else { (here, next) };
                let Some(more) = step(map, from, to, mover, doors) else { continue };
                if costs.get(&map.square(cell)).is_none_or(|&known| cost + more < known) {
                    costs.insert(next, cost + more);
                    changed.push(next);
                }
            }
        }
    }
    costs
}

#[test]
fn distances_are_those_of_the_twin_and_lead_to_the_goal() {
    let mut far = 0;
    random(10, |map, rng| {
        let (goal, mover) = (map.any(rng), any_mover(rng));
        let doors = map.door_states(rng).pop().unwrap_or_default();
        let expected = costs(map, map.square(goal), true, &CellSet::EMPTY, mover, doors);
        let distances = map.plan.distances(&[goal].into_iter().collect(), mover, doors);
        let downhill = distances.downhill();
        for cell in map.cells() {
            let found = downhill.from(cell);
            assert_eq!(found, expected.get(&map.square(cell)).copied(), "{:?}\n{}", map.square(cell), map.text());
        }
        let (mut here, mut spent) = (map.any(rng), 0);
        let whole = downhill.from(here);
        while let Some(next) = map.plan.next_step(downhill, here, mover, doors, |_| true) {
            assert_eq!(step(map, map.square(here), map.square(next.to), mover, doors), Some(next.cost));
            assert_eq!(next.door.is_some(), map.shut(map.square(next.to), doors));
            assert!(downhill.from(next.to) < downhill.from(here), "nearer with each step");
            (here, spent) = (next.to, spent + next.cost);
        }
        assert_eq!(here == goal, whole.is_some());
        if let Some(whole) = whole {
            assert_eq!(spent, whole, "the way costs what was said");
            far = far.max(whole);
        }
    });
    assert!(far > 50_000, "the longest way was {far}");
}

#[test]
fn routes_are_the_distances_to_every_cell() {
    random(50, |map, rng| {
        let mover = any_mover(rng);
        let routes = Routes::new(&map.plan, mover, Doors::SHUT).expect("few enough cells");
        for goal in map.cells() {
            let distances = map.plan.distances(&[goal].into_iter().collect(), mover, Doors::SHUT);
            for from in map.cells() {
                assert_eq!(routes.to(goal).from(from), distances.downhill().from(from));
            }
        }
    });
}

#[test]
fn of_several_goals_the_nearest_counts() {
    random(50, |map, rng| {
        let goals: CellSet = (0..3).map(|_| map.any(rng)).collect();
        let mover = any_mover(rng);
        let all = map.plan.distances(&goals, mover, Doors::OPEN);
        let each: Vec<_> =
            goals.iter().map(|goal| map.plan.distances(&[goal].into_iter().collect(), mover, Doors::OPEN)).collect();
        for cell in map.cells() {
            let nearest = each.iter().filter_map(|distances| distances.downhill().from(cell)).min();
            assert_eq!(all.downhill().from(cell), nearest);
        }
    });
}

#[test]
fn a_step_avoids_who_is_in_the_way() {
    let mut squeezed = 0;
    random(10, |map, rng| {
        let (goal, from) = (map.any(rng), map.any(rng));
        let mover = any_mover(rng);
        let distances = map.plan.distances(&[goal].into_iter().collect(), mover, Doors::OPEN);
        let downhill = distances.downhill();
        let taken: CellSet = map.cells().into_iter().filter(|_| rng.random_bool(0.4)).collect();
        let free = |cell| !taken.contains(cell);
        let better = map.plan.steps(from, mover, Doors::OPEN).filter(|step| {
            downhill.from(step.to).is_some_and(|left| downhill.from(from).is_none_or(|here| left < here))
                && free(step.to)
        });
        let best = better.map(|step| downhill.from(step.to).unwrap_or(u32::MAX) + step.cost).min();
        let found = map.plan.next_step(downhill, from, mover, Doors::OPEN, free);
        assert_eq!(found.map(|step| downhill.from(step.to).unwrap_or(u32::MAX) + step.cost), best);
        assert!(found.is_none_or(|step| free(step.to)));
        squeezed += u32::from(found != map.plan.next_step(downhill, from, mover, Doors::OPEN, |_| true));
    });
    assert!(squeezed > 100, "only {squeezed}");
}

#[test]
fn reach_is_that_of_the_twin() {
    // The same memory throughout: no trace of an earlier map may show.
    let mut search = Search::new();
    assert_eq!(search.start(), None);
    random(10, |map, rng| {
        let (from, mover, mut allowance) = (map.any(rng), any_mover(rng), rng.random_range(0..15_000));
        let doors = map.door_states(rng).pop().unwrap_or_default();
        let mut blocked: CellSet = map.cells().into_iter().filter(|_| rng.random_bool(0.2)).collect();
        blocked.remove(from);
        let mut expected = costs(map, map.square(from), false, &blocked, mover, doors);
        if rng.random_bool(0.5) {
            // Just enough for some cell.
            allowance = expected.values().nth(rng.random_range(0..expected.len())).copied().unwrap_or(0);
        }
        expected.retain(|_, cost| *cost <= allowance);
        map.plan.reach(&mut search, Reaching { from, allowance, mover }, doors, &blocked);
        assert_eq!(search.start(), Some(from));
        for cell in map.cells() {
            let cost = search.cost(cell);
            assert_eq!(cost, expected.get(&map.square(cell)).copied(), "{:?}\n{}", map.square(cell), map.text());
            match (cost, search.came_from(cell)) {
                (Some(cost), Some(came)) => {
                    let step = step(map, map.square(came), map.square(cell), mover, doors);
                    assert_eq!(search.cost(came).zip(step).map(|(before, step)| before + step), Some(cost));
                }
                (_, came) => assert!(came.is_none() && (cell == from || cost.is_none())),
            }
        }
        let reached: Vec<(Option<u32>, Cell)> = search.reached().map(|cell| (search.cost(cell), cell)).collect();
        assert_eq!(reached.len(), expected.len());
        assert!(reached.is_sorted_by_key(|&(cost, _)| cost), "the cheapest first");
    });
}

#[test]
fn the_first_in_reach_that_suits_is_that_of_the_whole_reach() {
    // The same memory throughout: no trace of an earlier search may show.
    let mut search = Search::new();
    let (mut found, mut none) = (0, 0);
    random(3, |map, rng| {
        let (from, mover, allowance) = (map.any(rng), any_mover(rng), rng.random_range(0..15_000));
        let few = rng.random_range(1..100);
        let suits = |cell: Cell| cell.index().is_multiple_of(few);
        for doors in map.door_states(rng) {
            let first = map.plan.first_in_reach(&mut search, Reaching { from, allowance, mover }, doors, suits);
            map.plan.reach(&mut search, Reaching { from, allowance, mover }, doors, &CellSet::EMPTY);
            assert_eq!(first, search.reached().skip(1).find(|&cell| suits(cell)), "{}", map.text());
            *if first.is_some() { &mut found } else { &mut none } += 1;
        }
    });
    assert!(found > 100 && none > 100, "{found} {none}");
}
