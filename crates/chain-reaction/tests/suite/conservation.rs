//! What must be true of any engagement, watched step by step.

use std::collections::BTreeMap;

use engage::{Mark, Side};

use crate::play::{battle, ending, fights};

/// Who falls is lost, once; the lost are counted, and the ending agrees with them.
#[test]
fn nobody_is_lost_twice_or_forgotten() {
    let mut seen = [0_u32; 4];
    for scenario in fights() {
        let battle = battle(&scenario);
        for engagement in 0..100 {
            let (outcome, steps) = battle.replay(11, engagement);
            let mut out: BTreeMap<u8, bool> = BTreeMap::new();
            for step in &steps {
                assert!(
                    step.figure.is_none_or(|figure| !out.contains_key(&figure)) || step.text.len() < 13,
                    "{step:?}"
                );
                for mark in &step.marks {
                    if let Mark::Falls { figure } = mark {
                        *out.entry(*figure).or_default() |= step.text == "dead";
                    }
                }
            }
            let of = |side: Side| battle.figures().iter().zip(0_u8..).filter(move |(figure, _)| figure.side == side);
            for (place, side) in Side::ALL.into_iter().enumerate() {
                let lost = of(side).filter(|(_, number)| out.contains_key(number)).count();
                let dead = of(side).filter(|(_, number)| out.get(number) == Some(&true)).count();
                let counted = [0, 2, 4].map(|measure| usize::from(outcome.measures[measure + place]));
                assert_eq!([lost, dead], counted[..2], "{engagement} of {scenario}");
                let all = of(side).count();
                assert!(counted[0] + counted[2] <= all, "{engagement} of {scenario}");
                let beaten = counted[0] + counted[2] == all;
                let won = [["red.win", "both_out"], ["blue.win", "both_out"]][place].contains(&ending(&outcome));
                assert_eq!(beaten, won, "{engagement} of {scenario}: {outcome:?}");
            }
            seen[usize::from(outcome.ending)] += 1;
        }
    }
    assert!(seen[0] > 50 && seen[1] > 50, "{seen:?}");
}
