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

use benches::growth::{Growth, Line, ends, measure as grow};
use benches::items::{self, Item, keyed_words};
use benches::slowest::slowest;
use benches::timing::{fastest, measure};
use plotters::element::DashedPathElement;
use plotters::prelude::*;

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

/// The colour of each ruleset.
const COLOURS: [(&str, RGBColor); 6] = [
    ("CQB", RGBColor(0x1f, 0x77, 0xb4)),
    ("Fireteam II", RGBColor(0x2c, 0xa0, 0x2c)),
    ("Go! Go! Go!", RGBColor(0xff, 0x7f, 0x0e)),
    ("Chain Reaction", RGBColor(0xd6, 0x27, 0x28)),
    ("Cortex, fireteams", RGBColor(0x94, 0x67, 0xbd)),
    ("Cortex, firefights", RGBColor(0x8c, 0x56, 0x4b)),
];

const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(0x33, 0x33, 0x33);
const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

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

Time for an engagement over that of the smallest, the fastest of five slices. The dashed line is linear growth. The power is the slope of
the logarithms by least squares.
";

const SITUATIONS: &str = "
## The slowest situations

Of the golden situations of all rulesets, answered and held against the expected values on one core, the fastest of three.

| situation | ms |
| --- | ---: |
";

/// The rows of what is shown.
fn rows(record: &str, peer: Option<f64>) -> Result<Vec<String>, Box<dyn Error>> {
    let mut measured: Vec<Item> = Vec::new();
    for (_, name) in SHOWN {
        let found = items::all().into_iter().find(|item| item.0 == name);
        let (name, make) = found.ok_or_else(|| format!("no item is called {name}"))?;
        let item = make(name);
        item.check();
        let draws = item.draws().ok_or_else(|| format!("{name} is no engagement"))?;
        measured.push(item);
        measured.push(keyed_words(name, draws));
    }
    let seconds: Vec<f64> = measure(&measured).iter().map(|times| fastest(times)).collect();
    let rows = SHOWN.iter().enumerate().map(|(place, (ruleset, name))| {
        let (each, words) = (seconds[2 * place], seconds[2 * place + 1]);
        let draws = measured[2 * place].draws().unwrap_or_default();
        let instructions = record
            .lines()
            .find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok())
            .map_or_else(|| "–".to_owned(), short);
        let peer = peer.filter(|_| *name == PEERED).map_or_else(|| "–".to_owned(), |rate| short(1.0 / each / rate));
        let title = name.strip_prefix(ruleset.trim_end_matches(" II")).unwrap_or(name).trim_start();
        let title = title.strip_prefix("Cortex ").unwrap_or(title);
        let (rate, over) = (short(1.0 / each), short(each / words));
        format!("| {ruleset} | {title} | {rate} | {instructions} | {} | {over} | {peer} |\n", short(draws))
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
        let all: Vec<String> = line.points.iter().map(|(x, y)| format!("{x:.0}: {}", short(y * 1e6))).collect();
        let power = line.power().map_or_else(|| "–".to_owned(), |power| format!("{power:.2}"));
        writeln!(text, "| {} | {} | {power} |", line.ruleset, all.join(", "))?;
    }
    Ok(text)
}

/// Three panels, with both axes logarithmic, and a legend below.
fn chart(growths: &[Growth; 3]) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (1200, 460)).into_drawing_area();
        root.fill(&WHITE)?;
        let (above, below) = root.split_vertically(410);
        for (panel, growth) in above.split_evenly((1, 3)).iter().zip(growths) {
            draw(panel, growth)?;
        }
        let mut left = 40;
        for (ruleset, colour) in COLOURS {
            below.draw(&PathElement::new([(left, 20), (left + 26, 20)], colour.stroke_width(3)))?;
            below.draw(&Text::new(ruleset, (left + 34, 12), (FONT, 16).into_font().color(&INK)))?;
            left += 60 + 9 * i32::try_from(ruleset.len())?;
        }
    }
    Ok(svg)
}

fn draw(panel: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>, growth: &Growth) -> Result<(), Box<dyn Error>> {
    let relative = |line: &Line| -> Vec<(f64, f64)> {
        let first = line.points.first().map_or(1.0, |point| point.1);
        line.points.iter().map(|(x, y)| (*x, y / first)).collect()
    };
    let (least, most) = ends(growth.lines.iter().flat_map(|line| &line.points).map(|point| point.0));
    let highest = growth.lines.iter().flat_map(&relative).map(|point| point.1).fold(most / least, f64::max);
    let mut chart = ChartBuilder::on(panel)
        .caption(growth.with, (FONT, 17).into_font().color(&INK))
        .margin(12)
        .x_label_area_size(34)
        .y_label_area_size(44)
        .build_cartesian_2d((least..most).log_scale(), (0.8..highest * 1.1).log_scale())?;
    let whole = |value: &f64| if *value < 1.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    chart
        .configure_mesh()
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .axis_style(INK)
        .label_style((FONT, 14).into_font().color(&INK))
        .x_label_formatter(&whole)
        .y_label_formatter(&whole)
        .draw()?;
    let linear = [(least, 1.0), (most, most / least)];
    chart.draw_series([DashedPathElement::new(linear, 6, 5, INK.stroke_width(1))])?;
    for line in &growth.lines {
        let colour = COLOURS.iter().find(|(ruleset, _)| *ruleset == line.ruleset).map_or(INK, |(_, colour)| *colour);
        chart.draw_series([PathElement::new(relative(line), colour.stroke_width(2))])?;
        chart.draw_series(relative(line).into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    Ok(())
}
