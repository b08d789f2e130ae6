//! Writes `glance.md` and `growth.svg`: how fast each kind of engagement is, how its cost grows, and which situations are slow.
//!
//! `glance PYTHON` also runs `peers/duel.py` with that Python, for the rate of the nearest peer. Times are by the clock, so
//! nothing else should be running.

#![allow(clippy::disallowed_methods, reason = "benches read files and watch the clock")]

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use benches::chart::chart;
use benches::growth::{Growth, measure as grow};
use benches::items::{self, Item, keyed_words};
use benches::slowest::slowest;
use benches::timing::{fastest, measure};

/// What is shown, by ruleset and by the name of the item.
const SHOWN: [(&str, &str); 16] = [
    ("CQB", "1-v-1"),
    ("CQB", "1-v-1 from the rules"),
    ("CQB", "4-v-4"),
    ("CQB", "6-v-6 with hostages in a bank"),
    ("Go! Go! Go!", "Go! Go! Go! hostage mission, 5-v-5"),
    ("Fireteam II", "Fireteam duel, aimed"),
    ("Fireteam II", "Fireteam 4-v-4, standing"),
    ("Fireteam II", "Fireteam 4-v-4"),
    ("Fireteam II", "Fireteam squad attack, 8-v-8"),
    ("Chain Reaction", "Chain Reaction duel"),
    ("Chain Reaction", "Chain Reaction 4-v-4"),
    ("Chain Reaction", "Chain Reaction 9-v-9"),
    ("Chain Reaction", "Chain Reaction farm, 9-v-9"),
    ("Chain Reaction", "Chain Reaction patrol of nine"),
    ("Cortex, fireteams", "Cortex fireteams, 4-v-6"),
    ("Cortex, firefights", "Cortex firefight, 4-v-6"),
];

/// How many of the situations are listed.
const LISTED: usize = 20;

/// The item that `peers/duel.py` plays too.
const PEERED: &str = "Fireteam duel, aimed";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let peer = env::args().nth(1).map(|python| numba(&python, folder)).transpose()?;
    let record = fs::read_to_string(folder.join("instructions.txt"))?;
    let mut page = HEAD.to_owned();
    for row in rows(&record, peer)? {
        page += &row;
    }
    page += MIDDLE;
    let growths = grow()?;
    for growth in &growths {
        page += &table(growth)?;
    }
    page += SITUATIONS;
    for (milliseconds, title) in slowest()?.into_iter().take(LISTED) {
        writeln!(page, "| {title} | {} |", short(milliseconds))?;
    }
    fs::write(folder.join("glance.md"), page)?;
    fs::write(folder.join("growth.svg"), chart(&growths)?)?;
    Ok(())
}

const HEAD: &str = "\
# At a glance

Written by `glance` (see [README](README.md)), in one run on one core. The rate is of the fastest of 31 rounds, in which everything
shown has its turn; instructions are counted by callgrind ([instructions.txt](instructions.txt)). Draws are the cards and dice of an
engagement on the mean; × draws is the time that an engagement takes over the time that the random words for as many draws take alone.

| ruleset | engagement | a second | instructions | draws | × draws | × nearest peer |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
";

const MIDDLE: &str = "
The peer is [the same duel in numba](peers/README.md), tuned by hand, in the same run. A duel is drawn from the table of its rounds, so it needs fewer
words than it logs draws.

## How the cost grows

![Time for an engagement, by figures, turns and squares](growth.svg)

Time for an engagement over that of the smallest, the fastest of five slices, on axes that double. The dashed line is linear growth. The power is
the slope of the logarithms by least squares.
";

const SITUATIONS: &str = "
## The slowest situations

The golden situations of all rulesets and the slowest case of each shipped scenario, answered on one core; the fastest of three. Golden answers are also
compared with the expected values.

| situation | ms |
| --- | ---: |
";

/// The rows of what is shown.
fn rows(record: &str, peer: Option<f64>) -> Result<Vec<String>, Box<dyn Error>> {
    let (mut measured, mut drawn): (Vec<Item>, Vec<f64>) = Default::default();
    for (_, name) in SHOWN {
        let found = items::all().into_iter().find(|item| item.0 == name);
        let (name, make) = found.ok_or_else(|| format!("no item is called {name}"))?;
        let item = make(name);
        item.check();
        let draws = item.draws().ok_or_else(|| format!("{name} is no engagement"))?;
        measured.push(item);
        measured.push(keyed_words(name, draws));
        drawn.push(draws);
    }
    let seconds: Vec<f64> = measure(&measured).iter().map(|times| fastest(times)).collect();
    let rows = SHOWN.iter().enumerate().map(|(place, (ruleset, name))| {
        let (each, words) = (seconds[2 * place], seconds[2 * place + 1]);
        let instructions = record
            .lines()
            .find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok())
            .map_or_else(|| "–".to_owned(), short);
        let peer = peer.filter(|_| *name == PEERED).map_or_else(|| "–".to_owned(), |rate| short(1.0 / each / rate));
        let title = name.strip_prefix(ruleset.trim_end_matches(" II")).unwrap_or(name).trim_start();
        let title = title.strip_prefix("Cortex ").unwrap_or(title);
        let (rate, over) = (short(1.0 / each), short(each / words));
        format!("| {ruleset} | {title} | {rate} | {instructions} | {} | {over} | {peer} |\n", short(drawn[place]))
    });
    Ok(rows.collect())
}

/// A number of three digits or so.
fn short(number: f64) -> String {
    let (number, unit) = match number {
        number if number >= 999_500.0 => (number / 1e6, " million"),
        number if number >= 9_995.0 => (number / 1e3, ",000"),
        number => (number, ""),
    };
    let places = if number >= 99.95 || unit == ",000" {
        0
    } else if number >= 9.995 {
        1
    } else {
        2
    };
    let text = format!("{number:.places$}");
    format!("{}{unit}", if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text })
}

/// A count, or the mean of some.
fn count(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.1}") }
}

/// The duels that numba plays in a second, aimed.
fn numba(python: &str, folder: &Path) -> Result<f64, Box<dyn Error>> {
    let output = Command::new(python).arg(folder.join("peers/duel.py")).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let row = text.lines().find(|line| line.starts_with("| numba, tuned | aim"));
    let rate = row.and_then(|row| row.split('|').nth(3)?.trim().replace(',', "").parse().ok());
    rate.ok_or_else(|| format!("no rate of numba in what {python} prints:\n{text}").into())
}

/// The times behind a panel of the chart.
fn table(growth: &Growth) -> Result<String, Box<dyn Error>> {
    let mut text =
        format!("\n### {}\n\n| ruleset | µs for an engagement | power |\n| --- | --- | ---: |\n", growth.with);
    for line in &growth.lines {
        let all: Vec<String> = line.points.iter().map(|(x, y)| format!("{}: {}", count(*x), short(y * 1e6))).collect();
        let power = line.power().map_or_else(|| "–".to_owned(), |power| format!("{power:.2}"));
        writeln!(text, "| {} | {} | {power} |", line.ruleset, all.join(", "))?;
    }
    Ok(text)
}
