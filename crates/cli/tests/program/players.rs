//! What the automatic players are worth on the shipped missions: the tables of `docs/players.md`.
//!
//! With `BLESS=1` in the environment the table of habits is written anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use crate::common::{root, run};
use serde_json::Value;

/// A habit and the choice that switches it off, in the order of the table's columns.
type Habits = &'static [(&'static str, &'static str)];

const CQB: Habits = &[
    ("all", "player=steady"),
    ("aims", "aim=never"),
    ("names a location", "aim_at=none"),
    ("fires on at the next", "switch=false"),
    ("stacks up", "stack=1"),
    ("waits", "patience=0"),
    ("throws first", "throw=unseen"),
    ("interrupts moves", "interrupt=fire"),
];

const GO_GO_GO: Habits = &[
    ("all", "player=steady"),
    ("hides", "hiding=false"),
    ("throws", "throw=never"),
    ("stacks up", "stack=1"),
    ("draws back", "outnumbered_by=16"),
    ("minds sightings", "minds_for=0"),
    ("goes quietly", "advance=normal"),
    ("helps", "help_within=0"),
    ("spreads", "apart=0"),
    ("hurries at the end", "spare_turns=0"),
];

const FIRETEAM: Habits = &[
    ("all", "player=steady"),
    ("aims", "aim=never"),
    ("lies down", "posture=standing"),
    ("drops under fire", "drop=never"),
    ("fires when pinned", "pinned=wait"),
    ("throws", "throw=never"),
    ("picks targets", "target=nearest"),
    ("fires as it searches", "fight_within=0"),
];

const CHAIN_REACTION: Habits = &[
    ("all", "player=steady"),
    ("picks targets", "target=first"),
    ("pops up", "pop_up=never"),
    ("charges", "charge=never"),
    ("goes prone", "goes_prone=false"),
    ("seeks cover", "cover_worth=0"),
    ("goes round for a shot", "hunt_within=0"),
    ("moves fast", "fast=false"),
    ("rallies", "rally=never"),
    ("fetches", "fetch=never"),
];

/// A ruleset's habits and its name, by its folder.
fn habits(folder: &str) -> (Habits, &'static str) {
    match folder {
        "cqb" => (CQB, "CQB"),
        "go_go_go" => (GO_GO_GO, "Go! Go! Go!"),
        "fireteam" => (FIRETEAM, "Fireteam II"),
        "chain_reaction" => (CHAIN_REACTION, "Chain Reaction"),
        _ => panic!("{folder} has no missions"),
    }
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

/// A mission at the cell that its search played, as a line of `.ci/questions` asks it.
struct Mission {
    /// The folder of its search in `reports/questions/`.
    search: String,
    /// The folder of its ruleset.
    ruleset: String,
    name: String,
    /// The keys that say which cell; if there are none, it is the first of the scenario's sweep.
    cell: Vec<String>,
    /// The engagements that a number of this file rests on.
    engagements: String,
    best: Value,
}

impl Mission {
    fn all() -> Vec<Mission> {
        text(".ci/questions").lines().filter_map(|line| line.strip_prefix("mix ")).map(Mission::asked).collect()
    }

    fn asked(line: &str) -> Mission {
        let mut words = line.split(' ').map(str::to_owned);
        let (search, file) = (words.next().unwrap(), words.next().unwrap());
        let (ruleset, name) = file.split_once('/').unwrap();
        let options: Vec<String> = words.collect();
        let of =
            |option: &'static str| options.windows(2).filter(move |pair| pair[0] == option).map(|pair| pair[1].clone());
        let best = text(&format!("reports/questions/{search}/best.json"));
        Mission {
            ruleset: ruleset.to_owned(),
            name: name.to_owned(),
            cell: of("--cell").collect(),
            engagements: of("--engagements").next().unwrap_or("2048".to_owned()),
            best: serde_json::from_str(&best).unwrap(),
            search,
        }
    }

    /// Plays the mission's cell without the scenario's own variants. Returns its cells, the baseline first.
    fn play(&self, more: &[String]) -> Vec<Value> {
        let file = format!("scenarios/{}/{}.toml", self.ruleset, self.name);
        let words = ["run", &file, "--no-report", "--quiet", "--format", "json", "--engagements", &self.engagements];
        let mut args: Vec<&str> = words.into_iter().chain(["--set", "variants={}"]).collect();
        if !self.cell.is_empty() {
            args.extend(["--set", "sweep={}"]);
        }
        args.extend(self.cell.iter().flat_map(|key| ["--set", key]));
        args.extend(more.iter().map(String::as_str));
        let (said, _) = run(root(), &args, 0);
        let played: Value = serde_json::from_str(&said).unwrap();
        let cells = played["cells"].as_array().unwrap();
        cells.iter().filter(|cell| cell["point"] == cells[0]["point"]).cloned().collect()
    }

    /// The success of the side with the mission, or blue's score if each side wants to eliminate the other, and half the width of its
    /// interval; of a cell, or of a difference between two.
    fn success(&self, values: &Value) -> (f64, f64) {
        let of = |side: &str, bound: &str| values[format!("{side}.win")][bound].as_f64().unwrap();
        let half = |side: &str| (of(side, "high") - of(side, "low")) / 2.0;
        match self.best["mission"].as_str() {
            Some(side) => (of(side, "value"), half(side)),
            None => ((1.0 + of("blue", "value") - of("red", "value")) / 2.0, half("blue").max(half("red"))),
        }
    }

    /// The rows of the table of habits, one for each side: what each habit adds to the success of a side that has it.
    fn habits(&self) -> String {
        let (habits, ruleset) = habits(&self.ruleset);
        let scenario: toml::Table = toml::from_str(self.best["scenario"]["text"].as_str().unwrap()).unwrap();
        let mut more = vec!["--set".to_owned(), "doctrines={}".to_owned()];
        for side in ["blue", "red"] {
            for (habit, off) in habits {
                for squad in scenario[side].as_table().unwrap().keys() {
                    more.extend(["--variant".to_owned(), format!("{side} {habit}:{side}.{squad}.{off}")]);
                }
            }
        }
        let cells = self.play(&more);
        let (baseline, _) = self.success(&cells[0]["values"]);
        let mut rows = String::new();
        for (side, cells) in ["blue", "red"].into_iter().zip(cells[1..].chunks(habits.len())) {
            write!(rows, "| {ruleset} | {} | {side} |", self.name).unwrap();
            for cell in cells {
                assert!(cell["variant"].as_str().unwrap().starts_with(side));
                let (without, _) = self.success(&cell["values"]);
                let (_, error) = self.success(&cell["difference"]["values"]);
                let holder = self.best["mission"].as_str().unwrap_or("blue");
                let gain = if side == holder { baseline - without } else { without - baseline };
                match cell["difference"]["changed"].as_u64() {
                    Some(0) => write!(rows, " – |").unwrap(),
                    _ => write!(rows, " {:+.1} ±{:.1} |", 100.0 * gain, 100.0 * error).unwrap(),
                }
            }
            rows.push('\n');
        }
        rows
    }
}

/// Half the width of an interval, in standard errors.
const WIDTH: f64 = 1.96;

/// A player that got weaker, or stronger, moves a mission from what its search found. The threshold is 4 standard errors of the
/// difference, which fewer than one harmless change of the players in 800 would exceed in any of some twenty missions. A change of 8
/// points is seen with 95 %; in Chain Reaction, where fewer engagements are played, one of 16.
#[test]
fn missions_are_worth_what_their_searches_found() {
    for mission in Mission::all() {
        let cells = mission.play(&[]);
        let (played, half) = mission.success(&cells[0]["values"]);
        let [found, low, high] = ["value", "low", "high"].map(|bound| mission.best["value"][bound].as_f64().unwrap());
        let error = f64::hypot(half, (high - low) / 2.0) / WIDTH;
        assert!((played - found).abs() < 4.0 * error, "{}: {played} where {found} was found", mission.name);
    }
}

#[test]
fn the_page_says_what_the_searches_found() {
    let page = text("docs/players.md");
    let mut missing = Vec::new();
    for Mission { search, best, .. } in Mission::all() {
        let percent = |value: &Value| format!("{:.1}", 100.0 * value["value"].as_f64().unwrap());
        let row = page.lines().find(|line| line.contains(&format!("(../reports/questions/{search}/best.html)")));
        let cells: Vec<&str> = row.unwrap_or_default().split('|').map(str::trim).collect();
        let (own, found) = (percent(&best["own"]), percent(&best["value"]));
        if cells.get(3) != Some(&own.as_str()) || cells.get(6) != Some(&found.as_str()) {
            missing.push(format!("{search}: {own} as written, {found} as played"));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The table of habits: the first mission of each ruleset here, all of them when it is written anew.
#[test]
fn habits_buy_what_the_page_says() {
    let path = "docs/players.md";
    let mut page = text(path);
    let bless = std::env::var_os("BLESS").is_some();
    let mut seen = BTreeSet::new();
    let mut tables = String::new();
    for mission in Mission::all() {
        let (habits, _) = habits(&mission.ruleset);
        let first = seen.insert(mission.ruleset.clone());
        if bless && first {
            let names: String = habits.iter().map(|(habit, _)| format!(" {habit} |")).collect();
            let rule = "---|".repeat(habits.len());
            write!(tables, "\n| ruleset | mission | side |{names}\n|---|---|---|{rule}\n").unwrap();
        }
        if bless || first {
            let rows = mission.habits();
            assert!(bless || page.contains(&rows), "if that is meant, run this test with BLESS=1:\n{rows}");
            tables += &rows;
        }
    }
    if bless {
        let (start, end) = ("<!-- habits -->\n", "\n<!-- end of habits -->");
        let from = page.find(start).expect("the place of the table") + start.len();
        let until = page.find(end).expect("the end of the table");
        page.replace_range(from..until, &tables);
        fs::write(root().join(path), page).unwrap();
    }
}
