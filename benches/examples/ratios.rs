//! Ratios, measured side by side: the items take turns, and medians are quoted.
//!
//! Times are by the clock, so nothing else should be running.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::hint::black_box;
use std::time::Instant;

use benches::items::{self, Item};
use benches::situations::{BLOCK, one_against_one, play_on};

const ROUNDS: usize = 31;

/// Length of one measurement, in seconds.
const SLICE: f64 = 0.05;

fn main() {
    let items: Vec<Item> = items::all().into_iter().map(|(name, make)| make(name)).collect();
    items.iter().for_each(Item::check);
    let seconds = measure(&items);
    println!("| what | ns | million a second |\n| --- | ---: | ---: |");
    for (item, times) in items.iter().zip(&seconds) {
        let each = median(times.clone());
        println!("| {} | {:.2} | {:.3} |", item.name, each * 1e9, 1e-6 / each);
    }
    println!("\n| ratio | median | lowest | highest |\n| --- | ---: | ---: | ---: |");
    for (over, under) in [
        ("toy duel, keyed", "toy duel, plain"),
        ("words of a 1-v-1, keyed", "words of a 1-v-1, plain"),
        ("1-v-1", "words of a 1-v-1, keyed"),
        ("1-v-1 from the rules", "1-v-1"),
        ("4-v-4", "words of a 4-v-4, keyed"),
        ("card by swap", "card by rejection (shipped)"),
        ("card by bit select", "card by rejection (shipped)"),
        ("card by scan", "card by rejection (shipped)"),
    ] {
        let place = |name| items.iter().position(|item| item.name == name).expect("an item");
        let pairs = seconds[place(over)].iter().zip(&seconds[place(under)]);
        row(&format!("{over} ÷ {under}"), pairs.map(|(over, under)| over / under).collect());
    }
    row("two threads ÷ one", two_threads());
}

/// Seconds for each element of each item, in rounds in which every item has its turn.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
fn measure(items: &[Item]) -> Vec<Vec<f64>> {
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

/// How much more two threads play than one, in each round.
fn two_threads() -> Vec<f64> {
    let battle = one_against_one();
    let blocks = 8_000_000 / BLOCK as u64;
    let time = |threads| {
        let begun = Instant::now();
        black_box(play_on(&*battle, threads, 0, blocks));
        begun.elapsed().as_secs_f64()
    };
    (0..ROUNDS).map(|_| time(1) / time(2)).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn row(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    println!("| {name} | {:.2} | {:.2} | {:.2} |", values[values.len() / 2], values[0], values[values.len() - 1]);
}
