//! Divides work among threads and processes: pieces of engagements that take about a moment each, and items that are
//! processed in order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rayon::ThreadPool;

/// Engagements in a block. A run may stop only at whole blocks, and parts of runs meet there. No more are played at
/// once, so that two buffers of outcomes fit a core's cache.
pub(crate) const BLOCK: u64 = 4096;

/// A piece has at most this many times the engagements played before it, so that pieces grow until they take a moment
/// or are as long as they may be. The first piece is one engagement, because its speed is unknown.
const GROWTH: u64 = 8;

/// How long pieces of work are.
#[derive(Clone, Copy, Debug)]
pub struct PieceLength {
    /// About how long one takes: the time between two looks for an interrupt.
    moment: Duration,
    /// The most engagements.
    most: u64,
    /// How many are out at a time. The work left is divided by it, so that no worker waits while another plays all of it.
    out: u64,
}

impl PieceLength {
    /// For the threads of this process.
    pub const HERE: PieceLength = PieceLength { moment: Duration::from_millis(50), most: BLOCK, out: 1 };

    /// The most engagements of a piece for another process.
    pub const MOST: u64 = 256 * BLOCK;

    /// For other processes, which have at most this many pieces at a time: sending one costs some milliseconds.
    #[must_use]
    pub const fn away(out: usize) -> PieceLength {
        PieceLength { moment: Duration::from_millis(500), most: PieceLength::MOST, out: out as u64 }
    }

    /// The most engagements of one of the next pieces, if this many are left for all.
    pub(crate) fn share(self, left: u64) -> u64 {
        left.div_ceil(self.out.max(1)).max(1)
    }
}

/// Blocks of a range of engagements.
pub(crate) fn blocks((from, to): (u64, u64)) -> impl Iterator<Item = (u64, u64)> {
    (from..to).step_by(BLOCK as usize).map(move |first| (first, to.min(first + BLOCK)))
}

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
    pub(crate) fn piece(&self, length: PieceLength) -> u64 {
        let most = self.engagements.saturating_mul(GROWTH).clamp(1, length.most);
        let nanos = self.time.as_nanos().max(1);
        let in_a_moment = length.moment.as_nanos() * u128::from(self.engagements) / nanos;
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

    use super::{BLOCK, Pace, PieceLength, blocks, in_order};

    /// The pieces of this number of engagements, each taking this long.
    fn pieces(length: PieceLength, engagements: u64, each: Duration) -> Vec<u64> {
        let (mut pace, mut pieces) = (Pace::default(), Vec::new());
        while pieces.iter().sum::<u64>() < engagements {
            pieces.push(pace.piece(length));
            pace.note(pace.piece(length), each * pace.piece(length) as u32);
        }
        pieces
    }

    #[test]
    fn pieces_grow_until_they_take_a_moment_or_are_a_block() {
        let here = |engagements, each| pieces(PieceLength::HERE, engagements, each);
        assert_eq!(here(20_000, Duration::from_nanos(100)), [1, 8, 72, 648, BLOCK, BLOCK, BLOCK, BLOCK, BLOCK]);
        assert_eq!(here(200, Duration::from_millis(1)), [1, 8, 50, 50, 50, 50]);
        assert_eq!(here(3, Duration::from_secs(3)), [1, 1, 1]);
        // A slow beginning is made up for.
        let mut pace = Pace::default();
        pace.note(1, Duration::from_secs(1));
        (0..100_000).for_each(|_| pace.note(pace.piece(PieceLength::HERE), Duration::from_micros(1)));
        assert_eq!(pace.piece(PieceLength::HERE), BLOCK);
    }

    #[test]
    fn pieces_for_other_processes_are_longer_and_leave_enough_for_all() {
        let away = PieceLength::away(8);
        assert_eq!(pieces(away, 2_000, Duration::from_millis(1)), [1, 8, 72, 500, 500, 500, 500]);
        assert_eq!(pieces(away, 9_000_000, Duration::from_nanos(1)).last(), Some(&PieceLength::MOST));
        assert_eq!([80, 81, 7, 0].map(|left| away.share(left)), [10, 11, 1, 1]);
        assert_eq!(PieceLength::HERE.share(9_000), 9_000);
        let of = |range| blocks(range).collect::<Vec<_>>();
        assert_eq!(
            of((5, 5 + 2 * BLOCK + 1)),
            [(5, 5 + BLOCK), (5 + BLOCK, 5 + 2 * BLOCK), (5 + 2 * BLOCK, 6 + 2 * BLOCK)]
        );
        assert_eq!((of((7, 9)), of((7, 7))), (vec![(7, 9)], vec![]));
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
