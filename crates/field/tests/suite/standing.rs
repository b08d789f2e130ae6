//! Where figures are, against a plain map of figures to cells.

use std::collections::BTreeMap;

use field::{Cell, Figures, MAX_FIGURES, Standing, Strip};
use rand::RngExt;

use crate::maps::random;

#[test]
fn figures_stand_where_they_were_put_and_answer_for_it() {
    let (mut in_line, mut beyond) = (0, 0);
    random(10, |map, rng| {
        let mut standing = Standing::EMPTY;
        let mut twin: BTreeMap<usize, Cell> = BTreeMap::new();
        for _ in 0..40 {
            let (figure, cell) = (rng.random_range(0..MAX_FIGURES), map.any(rng));
            if rng.random_bool(0.2) {
                standing.remove(figure);
                twin.remove(&figure);
            } else {
                let free = twin.iter().all(|(&other, &taken)| other == figure || taken != cell);
                assert_eq!(standing.place(figure, cell), free);
                if free {
                    twin.insert(figure, cell);
                }
            }
        }
        for cell in map.cells() {
            let who = twin.iter().find(|(_, at)| **at == cell).map(|(&figure, _)| figure);
            assert_eq!(standing.who(cell), who);
            assert_eq!(standing.is_free(cell), who.is_none());
        }
        for figure in 0..MAX_FIGURES {
            assert_eq!(standing.at(figure), twin.get(&figure).copied());
        }
        assert!(standing.placed().iter().eq(twin.keys().copied()));
        assert_eq!(standing.occupied().len(), twin.len());

        let among = Figures(rng.random());
        let (from, to) = (map.any(rng), map.any(rng));
        let radius = rng.random_range(0..9000);
        let strip = Strip::centred(3000, 6000);
        let that = |asked: &dyn Fn(Cell) -> bool| -> Figures {
            let those = twin.iter().filter(|(figure, cell)| among.contains(**figure) && asked(**cell));
            those.map(|(&figure, _)| figure).collect()
        };
        let plan = &map.plan;
        let disc = plan.disc(from, radius);
        assert_eq!(standing.within(&disc, among), that(&|cell| disc.contains(cell)));
        assert_eq!(standing.within_radius(plan, from, radius, among), that(&|cell| disc.contains(cell)));
        assert_eq!(
            standing.within_strip(plan, from, to, strip, among),
            that(&|cell| plan.in_strip(from, to, strip, cell))
        );
        let asked = |figure: &usize| among.contains(*figure);
        let line: Vec<usize> = plan.line(from, to).filter_map(|cell| standing.who(cell)).filter(asked).collect();
        assert!(standing.in_line(plan, from, to, among).eq(line.iter().copied()));
        assert_eq!(standing.in_line(plan, from, to, among).figures(), line.iter().copied().collect());
        in_line += line.len();
        for doors in map.door_states(rng) {
            let seen = that(&|cell| plan.sees(from, cell, doors));
            assert_eq!(standing.seen_from(plan, from, doors, among), seen);
            let burst = plan.burst(from, radius, doors);
            assert_eq!(standing.within_burst(plan, from, radius, doors, among), that(&|cell| burst.contains(cell)));
            let behind: Vec<usize> =
                plan.beyond(from, to, doors).filter_map(|cell| standing.who(cell)).filter(asked).collect();
            let both = line.iter().chain(&behind).copied();
            assert!(standing.in_line_and_beyond(plan, (from, to), doors, among).eq(both));
            beyond += behind.len();
        }
    });
    assert!(in_line > 200 && beyond > 200, "only {in_line} and {beyond}");
}

#[test]
fn sets_of_figures_are_sets() {
    let (set, other) = (Figures::from_iter([3, 9, 63]), Figures::from_iter([9, 10]));
    assert!(set.contains(63) && !set.contains(0) && set.len() == 3 && !set.is_empty() && Figures::NONE.is_empty());
    assert!((set & other).iter().eq([9]) && (set - other).iter().eq([3, 63]));
    assert!((set | other).iter().eq([3, 9, 10, 63]) && set.iter().len() == 3);
    assert!(set.first() == Some(3) && Figures::NONE.first().is_none() && Figures::ALL.len() == MAX_FIGURES);
    assert_eq!(Figures::ALL.filter(|figure| figure < 7), Figures::below(7));
    assert_eq!((Figures::below(0), Figures::below(MAX_FIGURES)), (Figures::NONE, Figures::ALL));
    let mut changed = set;
    changed.remove(9);
    assert_eq!(changed, set.without(9));
    changed.insert(9);
    changed.set(3, false);
    assert_eq!(changed, Figures::one(9).with(63));
    changed.set(3, true);
    changed -= other;
    changed |= Figures::one(10);
    changed &= Figures::below(20);
    assert_eq!(changed, Figures::from_iter([3, 10]));
}
