//! The same engagement is the same, however it is reached.

use engage::Outcome;
use rand_pcg::Pcg64;
use serde_json::json;

use crate::conservation::any_scenario;
use crate::play::{battle, outcomes, scenario};

/// Blocks split at odd places, played in any order, give the outcomes of one block.
#[test]
fn blocks_do_not_matter() {
    let mut rng = Pcg64::new(31, 2);
    for seed in 0..10 {
        let battle = battle(&any_scenario(&mut rng));
        let whole = outcomes(&*battle, seed, 1000);
        let mut pieces = vec![Outcome::default(); 1000];
        for (first, last) in [(640, 1000), (0, 1), (1, 64), (64, 640)] {
            battle.play(seed, first as u64, &mut pieces[first..last]);
        }
        assert_eq!(whole, pieces);
    }
}

/// A replay ends as the engagement did that was played.
#[test]
fn a_replay_is_the_engagement_played() {
    let mut rng = Pcg64::new(32, 2);
    for seed in 0..40 {
        let scenario = any_scenario(&mut rng);
        let battle = battle(&scenario);
        for (engagement, outcome) in outcomes(&*battle, seed, 150).into_iter().enumerate() {
            let (replayed, steps) = battle.replay(seed, engagement as u64);
            assert_eq!(replayed, outcome, "engagement {engagement} of {scenario}");
            assert!(steps.iter().all(|step| step.turn <= u32::from(outcome.turns)));
        }
    }
}

/// Every step cites a clause there is, and a target number is the sum of its modifiers.
#[test]
fn steps_cite_clauses() {
    let mut rng = Pcg64::new(33, 2);
    let clauses = cqb::RULESET.clauses();
    let known = |clause: &str| clauses.iter().any(|known| known.id.starts_with(clause));
    let mut steps = 0;
    for seed in 0..60 {
        let battle = battle(&any_scenario(&mut rng));
        let figures = battle.figures().len();
        for engagement in 0..10 {
            for step in battle.replay(seed, engagement).1 {
                steps += 1;
                assert!(known(step.clause), "{step:?}");
                assert!(step.modifiers.iter().all(|modifier| known(modifier.clause)), "{step:?}");
                assert!(
                    step.figure.into_iter().chain(step.target).all(|figure| usize::from(figure) < figures),
                    "{step:?}"
                );
                if let Some(target_number) = step.target_number {
                    assert_eq!(
                        target_number,
                        step.modifiers.iter().map(|modifier| modifier.value).sum::<i32>(),
                        "{step:?}"
                    );
                    assert!(!step.luck.is_empty(), "{step:?}");
                }
            }
        }
    }
    assert!(steps > 5_000, "{steps}");
}

/// Engagements and seeds differ.
#[test]
fn luck_differs_by_engagement_and_seed() {
    let battle = battle(&scenario(json!({})));
    let first = outcomes(&*battle, 1, 2000);
    assert_ne!(first, outcomes(&*battle, 2, 2000));
    assert_ne!(first[..1000], first[1000..]);
    assert_eq!(first, outcomes(&*battle, 1, 2000));
}
