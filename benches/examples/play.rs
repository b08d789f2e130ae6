//! Plays blocks of one item: something to hold a profiler to.
//!
//! `play` lists the items with the checksums of their first blocks, as `checksums.txt` has them; `play ITEM BLOCKS` plays one.

#![allow(clippy::disallowed_methods, reason = "benches read files and watch the clock")]
#![allow(clippy::print_stdout, reason = "a program that prints")]

use std::hint::black_box;
use std::process::ExitCode;

use benches::items;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(name) = arguments.next() else {
        for (name, make) in items::all() {
            let item = make(name);
            let changed = if item.is_as_recorded() { "" } else { " (changed)" };
            println!("{:30} {:#018x}{changed}", item.name, item.checksum);
        }
        return ExitCode::SUCCESS;
    };
    let blocks = arguments.next().and_then(|blocks| blocks.parse::<u64>().ok());
    let (Some((name, make)), Some(blocks)) = (items::all().into_iter().find(|item| item.0 == name), blocks) else {
        return ExitCode::from(2);
    };
    let item = make(name);
    item.check();
    for block in 0..blocks {
        black_box(item.run(block));
    }
    ExitCode::SUCCESS
}
