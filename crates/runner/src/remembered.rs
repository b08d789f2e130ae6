//! Baselines that are played once, however many cells are compared with them later.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use engage::{Battle, ExactFight, Figure, Mix, Outcome, Step, Unsolved};

/// The most outcomes that are kept of a battle: 4.5 MiB.
const MOST: usize = 1 << 18;

/// Outcomes of a battle under one seed, in pieces by their first engagement.
#[derive(Debug, Default)]
pub(crate) struct Outcomes(Mutex<BTreeMap<u64, Vec<Outcome>>>);

impl Outcomes {
    /// Fills in the outcomes from an engagement on, as far as they are kept without a gap. Returns how many.
    fn copy(&self, first: u64, outcomes: &mut [Outcome]) -> usize {
        let pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut filled = 0;
        while filled < outcomes.len() {
            let next = first + filled as u64;
            let Some((from, piece)) = pieces.range(..=next).next_back() else { break };
            let Some(piece) = piece.get((next - from) as usize..).filter(|piece| !piece.is_empty()) else { break };
            let count = piece.len().min(outcomes.len() - filled);
            outcomes[filled..filled + count].copy_from_slice(&piece[..count]);
            filled += count;
        }
        filled
    }

    /// Keeps outcomes from an engagement on, if there is room.
    fn keep(&self, first: u64, outcomes: &[Outcome]) {
        let mut pieces = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if pieces.values().map(Vec::len).sum::<usize>() + outcomes.len() <= MOST {
            pieces.insert(first, outcomes.to_vec());
        }
    }
}

/// A battle that looks up the engagements that it has played before. It is always played with the same seed.
pub(crate) struct Remembered<'b> {
    pub(crate) battle: &'b dyn Battle,
    pub(crate) outcomes: &'b Outcomes,
}

impl Battle for Remembered<'_> {
    fn figures(&self) -> &[Figure] {
        self.battle.figures()
    }

    fn mix(&self) -> Option<&Mix> {
        self.battle.mix()
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        let filled = self.outcomes.copy(first, outcomes);
        let (first, rest) = (first + filled as u64, &mut outcomes[filled..]);
        if !rest.is_empty() {
            self.battle.play(seed, first, rest);
            self.outcomes.keep(first, rest);
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        self.battle.replay(seed, engagement)
    }

    fn exact(&self, budget: usize) -> Result<ExactFight, Unsolved> {
        self.battle.exact(budget)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Ends every engagement after as many turns as its number, and counts the engagements that it plays.
    #[derive(Default)]
    struct Counting(AtomicUsize);

    impl Battle for Counting {
        fn figures(&self) -> &[Figure] {
            &[]
        }

        fn play(&self, _seed: u64, first: u64, outcomes: &mut [Outcome]) {
            self.0.fetch_add(outcomes.len(), Ordering::Relaxed);
            for (outcome, engagement) in outcomes.iter_mut().zip(first..) {
                outcome.turns = engagement as u16;
            }
        }

        fn replay(&self, _seed: u64, _engagement: u64) -> (Outcome, Vec<Step>) {
            unreachable!("nobody asks for a log")
        }

        fn exact(&self, _budget: usize) -> Result<ExactFight, Unsolved> {
            unreachable!("nobody asks for a solution")
        }
    }

    #[test]
    fn no_engagement_is_played_twice() {
        let (battle, outcomes) = (Counting::default(), Outcomes::default());
        let remembered = Remembered { battle: &battle, outcomes: &outcomes };
        let turns = |first: u64, count: usize| {
            let mut played = vec![Outcome::default(); count];
            remembered.play(1, first, &mut played);
            played.iter().map(|outcome| u64::from(outcome.turns)).collect::<Vec<_>>()
        };
        // Pieces come in any order and at any length, as threads take them.
        for (first, count) in [(10, 5), (0, 10), (3, 9), (12, 20), (0, 32), (31, 1)] {
            assert_eq!(turns(first, count), (first..first + count as u64).collect::<Vec<_>>());
        }
        assert_eq!(battle.0.load(Ordering::Relaxed), 32);
        // This many do not fit, so they are played each time.
        assert_eq!(turns(32, MOST).len(), MOST);
        assert_eq!(battle.0.load(Ordering::Relaxed), 32 + MOST);
        assert_eq!(turns(40, 1), [40]);
        assert_eq!(battle.0.load(Ordering::Relaxed), 33 + MOST);
    }
}
