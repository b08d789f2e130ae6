//! Ratios, measured side by side: the items take turns, and medians are quoted.
//!
//! `ratios Fireteam` and the like: only the items whose names begin so. Times are by the clock, so nothing else should be running; where something is, look at the fastest rounds.

#![allow(clippy::disallowed_methods, reason = "benches read files and watch the clock")]
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::hint::black_box;
use std::time::Instant;

use benches::items::{self, Item};
use benches::situations::{BLOCK, one_against_one, play_on};
use benches::timing::{ROUNDS, fastest, measure, median};

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let named = items::all().into_iter().filter(|(name, _)| name.starts_with(&wanted));
    let items: Vec<Item> = named.map(|(name, make)| make(name)).collect();
    items.iter().for_each(Item::check);
    let seconds = measure(&items);
    println!("| what | ns | fastest | million a second | fastest |\n| --- | ---: | ---: | ---: | ---: |");
    for (item, times) in items.iter().zip(&seconds) {
        let (each, best) = (median(times.clone()), fastest(times));
        let rate = |each: f64| 1e-6 / each;
        println!("| {} | {:.1} | {:.1} | {:.3} | {:.3} |", item.name, each * 1e9, best * 1e9, rate(each), rate(best));
    }
    println!("\n| ratio | median | lowest | highest | of the fastest |\n| --- | ---: | ---: | ---: | ---: |");
    for (over, under) in [
        ("toy duel, keyed", "toy duel, plain"),
        ("words of a 1-v-1, keyed", "words of a 1-v-1, plain"),
        ("1-v-1", "words of a 1-v-1, keyed"),
        ("1-v-1 from the rules", "1-v-1"),
        ("4-v-4", "words of a 4-v-4, keyed"),
        ("opposed roll, best total", "opposed roll, its dice alone"),
        ("opposed roll, most effect", "opposed roll, its dice alone"),
        ("opposed roll, most effect, exact", "opposed roll, best total, exact"),
        ("card by swap", "card by rejection (shipped)"),
        ("card by bit select", "card by rejection (shipped)"),
        ("card by scan", "card by rejection (shipped)"),
    ] {
        let place = |name| items.iter().position(|item| item.name == name);
        if let (Some(one), Some(other)) = (place(over), place(under)) {
            row(&format!("{over} ÷ {under}"), &seconds[one], &seconds[other]);
        }
    }
    if wanted.is_empty() {
        let [one, two] = two_threads();
        row("two threads ÷ one", &one, &two);
    }
}

/// Seconds that one thread takes in each round, and two.
fn two_threads() -> [Vec<f64>; 2] {
    let battle = one_against_one();
    let blocks = 8_000_000 / BLOCK as u64;
    let time = |threads| {
        let begun = Instant::now();
        black_box(play_on(&*battle, threads, 0, blocks));
        begun.elapsed().as_secs_f64()
    };
    let (one, two) = (0..ROUNDS).map(|_| (time(1), time(2))).unzip();
    [one, two]
}

fn row(name: &str, over: &[f64], under: &[f64]) {
    let ratios: Vec<f64> = over.iter().zip(under).map(|(over, under)| over / under).collect();
    let highest = ratios.iter().copied().fold(0.0, f64::max);
    let best = fastest(over) / fastest(under);
    println!("| {name} | {:.2} | {:.2} | {highest:.2} | {best:.2} |", median(ratios.clone()), fastest(&ratios));
}
