//! Fixed blocks of engagements, worked through in order by every thread of a pool.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPool;

/// Engagements in a block: long enough that handing one out costs nothing beside playing it, short enough that two
/// buffers of outcomes stay in a core's cache and an interruption is answered at once.
pub(crate) const BLOCK: u64 = 4096;

/// Pieces that the first block is played in: 64 engagements, as many again, and twice as many each time, so that the first
/// numbers come soon however slow a fight is.
const FIRST_PIECES: u64 = 7;

/// The first engagement of a piece and the one after its last: a fraction of the first block, or a block.
pub(crate) const fn piece(number: u64) -> (u64, u64) {
    match number {
        0 => (0, BLOCK >> (FIRST_PIECES - 1)),
        1..FIRST_PIECES => (BLOCK >> (FIRST_PIECES - number), BLOCK >> (FIRST_PIECES - 1 - number)),
        _ => ((number - FIRST_PIECES + 1) * BLOCK, (number - FIRST_PIECES + 2) * BLOCK),
    }
}

/// The piece that an engagement belongs to.
pub(crate) const fn piece_at(engagement: u64) -> u64 {
    match engagement / BLOCK {
        0 => {
            let mut number = 0;
            while piece(number).1 <= engagement {
                number += 1;
            }
            number
        }
        block => block + FIRST_PIECES - 1,
    }
}

/// Works through the items 0 to `count - 1` on every thread of the pool until `stop` says so.
///
/// Items are claimed in order and a claimed item is always finished, so what is done is 0 to some number, however many
/// threads there are; that number is returned. Each thread makes its own scratch space once.
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

    use super::{BLOCK, in_order, piece, piece_at};

    #[test]
    fn pieces_follow_each_other_and_hold_their_engagements() {
        assert_eq!([piece(0), piece(1), piece(2), piece(6)], [(0, 64), (64, 128), (128, 256), (2048, 4096)]);
        assert_eq!([piece(7), piece(8)], [(BLOCK, 2 * BLOCK), (2 * BLOCK, 3 * BLOCK)]);
        let mut end = 0;
        for number in 0..20 {
            let (start, next) = piece(number);
            assert_eq!(start, end);
            assert!((start..next).all(|engagement| piece_at(engagement) == number));
            end = next;
        }
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
