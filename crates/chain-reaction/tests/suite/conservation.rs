//! What must be true of any engagement, watched step by step.

use std::collections::BTreeSet;

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
            let mut out: BTreeSet<u8> = BTreeSet::new();
            let mut hunkered: BTreeSet<u8> = BTreeSet::new();
            for step in &steps {
                assert!(step.figure.is_none_or(|figure| !out.contains(&figure)) || step.text.len() < 13, "{step:?}");
                if let Some(figure) = step.figure {
                    if step.text.ends_with(", retire") || step.text.ends_with(", hunker down") {
                        hunkered.insert(figure);
                    } else if step.clause == "CR-rally-1" {
                        hunkered.remove(&figure);
                    }
                }
                for mark in &step.marks {
                    if let Mark::Falls { figure } = mark {
                        out.insert(*figure);
                    }
                }
            }
            let of = |side: Side| battle.figures().iter().zip(0_u8..).filter(move |(figure, _)| figure.side == side);
            for (place, side) in Side::ALL.into_iter().enumerate() {
                let lost = of(side).filter(|(_, number)| out.contains(number)).count();
                assert_eq!(lost, usize::from(outcome.measures[place]), "{engagement} of {scenario}");
                let gone = |number: &u8| out.contains(number) || hunkered.contains(number);
                let beaten = of(side).all(|(_, number)| gone(&number));
                let won = [["red.win", "both_out"], ["blue.win", "both_out"]][place].contains(&ending(&outcome));
                assert_eq!(beaten, won, "{engagement} of {scenario}: {outcome:?}");
            }
            seen[usize::from(outcome.ending)] += 1;
        }
    }
    assert!(seen[0] > 50 && seen[1] > 50, "{seen:?}");
}
