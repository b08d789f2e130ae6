//! Distances, circles and strips against plain geometry in floating point.

use field::{Cell, CellSet, Facing, Strip};
use rand::RngExt;

use crate::maps::{Map, random};

/// Squares between two cells' centres.
fn apart(map: &Map, a: Cell, b: Cell) -> (f64, f64) {
    let (a, b) = (map.square(a), map.square(b));
    (f64::from(b.0 - a.0), f64::from(b.1 - a.1))
}

#[test]
fn circles_and_bursts_are_round() {
    random(10, |map, rng| {
        let centre = map.any(rng);
        let whole = rng.random_range(0..12) * 1000;
        for radius in [whole, rng.random_range(0..12_000), 1414, 1415, 2236, 2237, u32::MAX] {
            let near = |cell: &Cell| {
                let (rows, columns) = apart(map, centre, *cell);
                rows.hypot(columns) * 1000.0 <= f64::from(radius)
            };
            let disc: CellSet = map.cells().into_iter().filter(near).collect();
            assert_eq!(map.plan.disc(centre, radius), disc, "{radius} at {:?}\n{}", map.square(centre), map.text());
            let measured: CellSet =
                map.cells().into_iter().filter(|&cell| map.plan.distance(centre, cell) <= radius).collect();
            assert_eq!(measured, disc);
            for doors in map.door_states(rng) {
                let burst: CellSet = disc.iter().filter(|&cell| map.plan.sees(centre, cell, doors)).collect();
                assert_eq!(map.plan.burst(centre, radius, doors), burst);
            }
        }
    });
}

#[test]
fn distances_are_straight_and_rounded_up() {
    random(20, |map, rng| {
        let (a, b) = (map.any(rng), map.any(rng));
        let (rows, columns) = apart(map, a, b);
        let exact = rows.hypot(columns) * 1000.0;
        assert_eq!(map.plan.distance(a, b), (exact - 1e-6).ceil() as u32);
        assert_eq!(map.plan.squared(a, b), (rows * rows + columns * columns) as u32);
    });
}

#[test]
fn strips_lie_along_the_line_of_fire() {
    let mut inside = 0;
    random(10, |map, rng| {
        let (from, aim) = (map.any(rng), map.any(rng));
        let (width, depth) = (rng.random_range(0..8) * 1000, rng.random_range(0..8) * 1000);
        let odd = Strip {
            width: rng.random_range(0..9000),
            near: rng.random_range(-5000..2000),
            far: rng.random_range(-2000..5000),
        };
        let whole = Strip { width: u32::MAX, near: i32::MIN, far: i32::MAX };
        for strip in [Strip::centred(width, depth), Strip::from_near_edge(width, depth), odd, whole] {
            let (down, right) = apart(map, from, aim);
            let length = down.hypot(right);
            let within = |cell: &Cell| {
                if from == aim {
                    return *cell == aim;
                }
                let (rows, columns) = apart(map, aim, *cell);
                let along = 1000.0 * (rows * down + columns * right) / length;
                let across = 1000.0 * (rows * right - columns * down).abs() / length;
                across <= f64::from(strip.width) / 2.0 + 1e-6
                    && f64::from(strip.near) <= along + 1e-6
                    && along <= f64::from(strip.far) + 1e-6
            };
            let expected: CellSet = map.cells().into_iter().filter(within).collect();
            let at = (map.square(from), map.square(aim));
            assert_eq!(map.plan.strip(from, aim, strip), expected, "{strip:?} {at:?}\n{}", map.text());
            inside += expected.len();
        }
        let (rows, columns) = apart(map, from, aim);
        let facing = Facing::towards(&map.plan, from, aim);
        assert_eq!(facing, Facing::new(rows as i8, columns as i8));
    });
    assert!(inside > 10_000, "only {inside}");
}
