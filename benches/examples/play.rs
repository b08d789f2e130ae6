//! Plays one situation many times: something to hold a profiler to.
//!
//! `play SITUATION BLOCKS`, where a block is 4096 engagements and the situation one of `1v1`, `4v4`, `reaction`.

use std::hint::black_box;
use std::process::ExitCode;

use benches::situations::{BLOCK, four_against_four, one_against_one, play, reaction_test};
use engage::Outcome;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let battle = match arguments.next().as_deref() {
        Some("1v1") => one_against_one(),
        Some("4v4") => four_against_four(),
        Some("reaction") => reaction_test(),
        _ => return ExitCode::from(2),
    };
    let Some(blocks) = arguments.next().and_then(|blocks| blocks.parse().ok()) else { return ExitCode::from(2) };
    let mut outcomes = vec![Outcome::default(); BLOCK];
    for block in 0..blocks {
        play(&*battle, block, black_box(&mut outcomes));
    }
    ExitCode::SUCCESS
}
