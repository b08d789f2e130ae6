//! Arcs against angles in degrees.

use field::{Arc, Facing, Spread};

#[test]
fn arcs_are_angles() {
    let steps = || (-9..=9).flat_map(|rows| (-9..=9).map(move |columns| (rows, columns)));
    let directions: Vec<(Facing, f64)> = steps()
        .chain([(127, -128), (-128, 127), (127, 126), (-53, 127), (1, 127), (-128, -128), (49, 118)])
        .filter_map(|(rows, columns): (i8, i8)| {
            Some((Facing::new(rows, columns)?, f64::from(rows).atan2(f64::from(columns)).to_degrees()))
        })
        .collect();
    for &(facing, own) in &directions {
        for &(direction, angle) in &directions {
            let apart = (own - angle).abs();
            let apart = apart.min(360.0 - apart);
            // Right angles and their halves occur exactly, and are inside; atan2 is off by less than this.
            let within = |degrees: f64| apart <= degrees + 1e-9;
            let context = || format!("{facing:?} {direction:?}: {apart}");
            assert_eq!(facing.within(Spread::Eighth, direction), within(22.5), "{}", context());
            assert_eq!(facing.within(Spread::Quarter, direction), within(45.0), "{}", context());
            assert_eq!(facing.within(Spread::Half, direction), within(90.0), "{}", context());
            let arc = if within(22.5) {
                Arc::Ahead
            } else if within(90.0) {
                Arc::Front
            } else {
                Arc::Rear
            };
            assert_eq!(facing.arc(direction), arc, "{}", context());
        }
    }
    assert_eq!(Facing::new(0, 0), None);
    assert_eq!(Facing::NORTH.arc(Facing::EAST), Arc::Front);
    assert_eq!(Facing::NORTH.arc(Facing::SOUTH), Arc::Rear);
    assert_eq!(Facing::WEST.arc(Facing::WEST), Arc::Ahead);
}
