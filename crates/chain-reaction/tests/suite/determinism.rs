//! The same engagement is the same, however it is reached.

use engage::Outcome;

use crate::play::{battles, outcomes};

/// Blocks split at odd places, played in any order, give the outcomes of one block.
#[test]
fn blocks_do_not_matter() {
    for (scenario, battle) in battles() {
        let engagements = 200;
        let whole = outcomes(&*battle, 3, engagements);
        let mut pieces = vec![Outcome::default(); engagements];
        let (early, late) = (engagements / 7, engagements * 2 / 3);
        for (first, last) in [(late, engagements), (0, 1), (1, early), (early, late)] {
            battle.play(3, first as u64, &mut pieces[first..last]);
        }
        assert_eq!(whole, pieces, "{scenario}");
    }
}

/// A replay ends as the engagement did that was played, and its last step is in the last turn begun.
#[test]
fn a_replay_is_the_engagement_played() {
    for (scenario, battle) in battles() {
        for (engagement, outcome) in outcomes(&*battle, 4, 100).into_iter().enumerate() {
            let (replayed, steps) = battle.replay(4, engagement as u64);
            assert_eq!(replayed, outcome, "engagement {engagement} of {scenario}");
            assert!(steps.is_sorted_by_key(|step| step.turn), "engagement {engagement} of {scenario}");
            assert_eq!(
                steps.last().map(|step| step.turn),
                Some(u32::from(outcome.turns)),
                "{engagement} of {scenario}"
            );
        }
    }
}

/// Every step cites a clause there is, and figures there are.
#[test]
fn steps_cite_clauses() {
    let clauses = chain_reaction::RULESET.clauses();
    let known = |clause: &str| clauses.iter().any(|known| known.id == clause);
    let mut steps = 0;
    for (scenario, battle) in battles() {
        let figures = battle.figures().len();
        for step in (0..10).flat_map(|engagement| battle.replay(5, engagement).1) {
            steps += 1;
            assert!(known(step.clause), "{step:?} of {scenario}");
            let who = step.figure.into_iter().chain(step.target);
            assert!(who.into_iter().all(|figure| usize::from(figure) < figures), "{step:?} of {scenario}");
        }
    }
    assert!(steps > 1_000, "{steps}");
}
