//! Ratios, measured side by side: the items take turns, and medians are quoted.
//!
//! Times are those on the processor, where the system tells them (Linux), so that a busy machine disturbs them less. The
//! scaling to two threads is given by the clock and by the processor's time: the second is what it would be if nobody
//! else were running.

#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use benches::items::{self, Item};
use benches::situations::{BLOCK, one_against_one, play_on};

const ROUNDS: usize = 31;

/// Length of one measurement, in seconds.
const SLICE: f64 = 0.05;

fn main() {
    let items = items::all();
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
        ("4-v-4", "words of a 4-v-4, keyed"),
        ("card by swap", "card by rejection (shipped)"),
        ("card by bit select", "card by rejection (shipped)"),
        ("card by scan", "card by rejection (shipped)"),
    ] {
        let place = |name| items.iter().position(|item| item.name == name).expect("an item");
        let pairs = seconds[place(over)].iter().zip(&seconds[place(under)]);
        row(&format!("{over} ÷ {under}"), pairs.map(|(over, under)| over / under).collect());
    }
    let (by_clock, by_processor) = two_threads();
    row("two threads ÷ one, by the clock", by_clock);
    row("two threads ÷ one, by the processor's time", by_processor);
}

/// Seconds for each element of each item, in rounds in which every item has its turn.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small counts")]
fn measure(items: &[Item]) -> Vec<Vec<f64>> {
    let time = |item: &Item, first: u64, blocks: u64| {
        let begun = on_processor();
        (first..first + blocks).for_each(|block| _ = black_box(item.run(block)));
        on_processor() - begun
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

/// How much more two threads play than one, in each round: by the clock, and by the time spent on processors.
fn two_threads() -> (Vec<f64>, Vec<f64>) {
    let battle = one_against_one();
    let blocks = 2_000_000 / BLOCK as u64;
    let time = |threads| {
        let begun = (Instant::now(), of_process());
        black_box(play_on(&*battle, threads, 0, blocks));
        (begun.0.elapsed().as_secs_f64(), of_process() - begun.1)
    };
    let rounds = (0..ROUNDS).map(|_| {
        let (one, two) = (time(1), time(2));
        (one.0 / two.0, 2.0 * one.1 / two.1)
    });
    rounds.unzip()
}

/// Seconds this thread has been on a processor, or by the clock where the system does not tell.
fn on_processor() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|field| field.parse::<f64>().ok()).map_or_else(by_clock, |ns| ns * 1e-9)
}

/// Seconds all threads of this process have been on processors, dead ones too, or by the clock.
fn of_process() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(") ").next().unwrap_or_default();
    let ticks: Vec<f64> = after_name.split(' ').skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    // Ticks of user and system time: a hundred a second.
    if ticks.len() == 2 { ticks.iter().sum::<f64>() * 1e-2 } else { by_clock() }
}

fn by_clock() -> f64 {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn row(name: &str, mut values: Vec<f64>) {
    values.sort_by(f64::total_cmp);
    println!("| {name} | {:.2} | {:.2} | {:.2} |", values[values.len() / 2], values[0], values[values.len() - 1]);
}
