//! Instructions for each item, counted by valgrind and held against `instructions.txt`: the same on a busy machine.
//!
//! `instructions` prints a table and fails when an item takes over 3 % more than recorded, `instructions Fireteam` of the items
//! whose names begin so; `instructions --record` writes the record. Each item is played with few and with more blocks; the difference is free of start-up.

#![allow(clippy::disallowed_methods, reason = "benches read files and watch the clock")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use benches::items;

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.txt");

fn main() -> ExitCode {
    match count() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "counts below 2^53")]
fn count() -> Result<bool, String> {
    let player = env::current_exe().map_err(|error| error.to_string())?.with_file_name("play");
    let record = fs::read_to_string(RECORD).unwrap_or_default();
    let mut fresh = String::new();
    let mut good = true;
    let asked = env::args().nth(1).unwrap_or_default();
    let record_all = asked == "--record";
    for (name, make) in items::all().into_iter().filter(|(name, _)| record_all || name.starts_with(&asked)) {
        let item = make(name);
        let more = if item.per_block == 1 { 3 } else { 2 };
        let instructions = run(&player, item.name, more)?.saturating_sub(run(&player, item.name, 1)?);
        let each = instructions as f64 / ((more - 1) * item.per_block as u64) as f64;
        let known = record.lines().find_map(|line| line.strip_prefix(item.name)?.trim().parse::<f64>().ok());
        let change = known.map_or(0.0, |known| each / known - 1.0);
        good &= change <= 0.03;
        println!("{:30} {each:12.1} {:+7.1} %", item.name, change * 100.0);
        fresh += &format!("{:30} {each:.1}\n", item.name);
    }
    if record_all {
        fs::write(RECORD, fresh).map_err(|error| error.to_string())?;
        return Ok(true);
    }
    Ok(good)
}

/// Instructions of a whole run of the player.
fn run(player: &Path, item: &str, blocks: u64) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(player)
        .args([item, &blocks.to_string()])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let collected = text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    collected.filter(|_| output.status.success()).ok_or_else(|| text.into_owned())
}
