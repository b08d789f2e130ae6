//! Divides work among threads: pieces of engagements that take about [`MOMENT`] each, and items that are processed in
//! order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rayon::ThreadPool;

/// Engagements in a block. A run may stop only at whole blocks, and parts of runs meet there. No piece of work is
/// longer, so that two buffers of outcomes fit a core's cache.
pub(crate) const BLOCK: u64 = 4096;

/// About how long a thread plays before it checks for an interrupt and hands over its counts.
const MOMENT: Duration = Duration::from_millis(50);

/// A piece has at most this many times the engagements played before it, so that pieces grow until they take [`MOMENT`]
/// or are a block long. The first piece is one engagement, because its speed is unknown.
const GROWTH: u64 = 8;

/// The speed of play so far. It decides only how many engagements a piece has.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    engagements: u64,
    time: Duration,
}

impl Pace {
    /// Records a piece that was played.
    pub(crate) fn note(&mut self, engagements: u64, time: Duration) {
        self.engagements += engagements;
        self.time += time;
    }

    /// How many engagements the next piece has.
    pub(crate) fn piece(&self) -> u64 {
        let most = self.engagements.saturating_mul(GROWTH).clamp(1, BLOCK);
        let nanos = self.time.as_nanos().max(1);
        let in_a_moment = MOMENT.as_nanos() * u128::from(self.engagements) / nanos;
        u64::try_from(in_a_moment).unwrap_or(most).clamp(1, most)
    }
}

/// Processes the items 0 to `count - 1` on every thread of the pool until `stop` returns `true`.
///
/// Threads claim items in order and finish every item they claimed, so the finished items are always the first ones.
/// Returns their number. Each thread makes its scratch space once.
pub(crate) fn in_order<S>(
    pool: &ThreadPool,
    count: usize,
    stop: impl Fn() -> bool + Sync,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) + Sync,
) -> usize {
    let next = AtomicUsize::new(0);
    pool.broadcast(|_| {
        let mut scratch = scratch();
        while !stop() {
            let item = next.fetch_add(1, Ordering::Relaxed);
            if item >= count {
                break;
            }
            work(&mut scratch, item);
        }
    });
    next.into_inner().min(count)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::{BLOCK, Pace, in_order};

    /// The pieces of this number of engagements, each taking this long.
    fn pieces(engagements: u64, each: Duration) -> Vec<u64> {
        let (mut pace, mut pieces) = (Pace::default(), Vec::new());
        while pieces.iter().sum::<u64>() < engagements {
            pieces.push(pace.piece());
            pace.note(pace.piece(), each * pace.piece() as u32);
        }
        pieces
    }

    #[test]
    fn pieces_grow_until_they_take_a_moment_or_are_a_block() {
        assert_eq!(pieces(20_000, Duration::from_nanos(100)), [1, 8, 72, 648, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK]);
        assert_eq!(pieces(200, Duration::from_millis(1)), [1, 8, 50, 50, 50, 50]);
        assert_eq!(pieces(3, Duration::from_secs(3)), [1, 1, 1]);
        // A slow beginning is made up for.
        let mut pace = Pace::default();
        pace.note(1, Duration::from_secs(1));
        (0..100_000).for_each(|_| pace.note(pace.piece(), Duration::from_micros(1)));
        assert_eq!(pace.piece(), BLOCK);
    }

    fn done(threads: usize, stop_at: Option<usize>) -> (usize, Vec<usize>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (stop, seen) = (AtomicBool::new(false), Mutex::new(Vec::new()));
        let count = in_order(
            &pool,
            1000,
            || stop.load(Ordering::Relaxed),
            || (),
            |(), item| {
                seen.lock().unwrap().push(item);
                if stop_at == Some(item) {
                    stop.store(true, Ordering::Relaxed);
                }
            },
        );
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        (count, seen)
    }

    #[test]
    fn every_item_once() {
        for threads in [1, 2, 7, 64] {
            assert_eq!(done(threads, None), (1000, (0..1000).collect()));
        }
    }

    #[test]
    fn a_stop_leaves_a_prefix() {
        for threads in [1, 2, 7, 64] {
            let (count, seen) = done(threads, Some(300));
            assert!((301..=300 + threads + 1).contains(&count), "{count}");
            assert_eq!(seen, (0..count).collect::<Vec<_>>());
        }
    }
}
