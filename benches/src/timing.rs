//! Times of items that take turns, so that whatever else the machine does meets all of them alike.

use std::hint::black_box;
use std::time::Instant;

use crate::items::Item;

/// Rounds in which every item has its turn.
pub const ROUNDS: usize = 31;

/// Length of one measurement, in seconds.
const SLICE: f64 = 0.05;

/// Seconds for each element of each item, in rounds in which every item has its turn.
#[must_use]
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
pub fn measure(items: &[Item]) -> Vec<Vec<f64>> {
    let time = |item: &Item, first: u64, blocks: u64| {
        let begun = Instant::now();
        (first..first + blocks).for_each(|block| _ = black_box(item.run(block)));
        begun.elapsed().as_secs_f64()
    };
    let blocks: Vec<u64> = items
        .iter()
        .map(|item| {
            let begun = Instant::now();
            (0..4).for_each(|block| _ = black_box(item.run(block)));
            (SLICE * 4.0 / begun.elapsed().as_secs_f64()).ceil() as u64
        })
        .collect();
    let mut seconds = vec![Vec::new(); items.len()];
    for round in 0..ROUNDS as u64 {
        for (place, item) in items.iter().enumerate() {
            let taken = time(item, round * blocks[place], blocks[place]);
            seconds[place].push(taken / (blocks[place] * item.per_block as u64) as f64);
        }
    }
    seconds
}

/// The median.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The least.
#[must_use]
pub fn fastest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}
