//! Questions asked backwards, as a user asks them: which key matters most, what a side plays best, what two files differ in.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{program, run};

const FIGHT: &str = r#"title = "Two against two"
ruleset = "fireteam"

[play]
engagements = 3_000
method = "sampled"

[field]
range = 24

[blue.rifles]
count = 2
weapon = "rifle"

[red.rifles]
count = 2
weapon = "rifle"
"#;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fight.toml"), FIGHT).unwrap();
    let shot = "title = 'A shot'\nruleset = 'cqb'\n[situation]\nkind = 'to_hit'\nability = 'novice'\nrange = 12\n";
    fs::write(folder.path().join("shot.toml"), shot).unwrap();
    folder
}

/// The files of a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

#[test]
fn levers_write_a_report_and_go_on_where_they_ended() {
    let folder = folder();
    let path = folder.path();
    let asked = ["levers", "fight.toml", "--only", "forces", "-q"];
    run(path, &[&asked[..], &["--out", "fresh", "--threads", "1"]].concat(), 0);
    let fresh = files(&path.join("fresh"));
    for name in
        ["levers.html", "levers.md", "levers.json", "levers.csv", "levers.parquet", "01-levers.svg", "tallies.jsonl"]
    {
        assert!(fresh.contains_key(name), "{name}: {:?}", fresh.keys());
    }
    // First fewer engagements, then all; then everything again, when nothing is left to play.
    run(path, &[&asked[..], &["--engagements", "1024"]].concat(), 0);
    for _ in 0..2 {
        run(path, &asked, 0);
        assert!(files(&path.join("results/fight-levers")) == fresh);
    }
    // The page holds the scenario.
    fs::copy(path.join("fresh/levers.html"), path.join("mailed.html")).unwrap();
    let (again, _) =
        run(path, &["levers", "mailed.html", "--only", "forces", "-q", "--no-report", "--format", "json"], 0);
    assert_eq!(json(&again), json(&String::from_utf8_lossy(&fresh["levers.json"])));
}

#[test]
fn levers_that_were_killed_end_with_the_same_bytes() {
    let folder = folder();
    let path = folder.path();
    let asked = ["levers", "fight.toml", "--only", "players", "-q"];
    run(path, &[&asked[..], &["--out", "fresh"]].concat(), 0);
    for moment in [300, 900] {
        let mut child = program(path, &asked).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(moment));
        // It may have ended before.
        _ = child.kill();
        child.wait().unwrap();
    }
    run(path, &asked, 0);
    assert!(files(&path.join("results/fight-levers")) == files(&path.join("fresh")));
}

#[test]
fn the_best_doctrine_is_the_same_on_any_number_of_threads_and_can_be_played() {
    let folder = folder();
    let path = folder.path();
    let asked = ["best", "fight.toml", "--side", "blue", "-q"];
    for threads in ["1", "2", "7"] {
        run(path, &[&asked[..], &["--out", threads, "--threads", threads]].concat(), 0);
        assert!(files(&path.join(threads)) == files(&path.join("1")), "{threads} threads");
    }
    let found = json(&fs::read_to_string(path.join("1/best.json")).unwrap());
    let blue = found["blue"].as_array().unwrap();
    assert_eq!(blue[0]["words"], "as written");
    assert!(blue.iter().any(|doctrine| doctrine["percent"] == 100.0), "{blue:?}");
    // The file of doctrines is what the search says: the score counts a draw as one half.
    let played = ["run", "fight.toml", "--doctrines", "1/doctrines.toml", "--no-report", "--format", "json", "-q"];
    let (played, _) = run(path, &[&played[..], &["--engagements", "16384"]].concat(), 0);
    let values = &json(&played)["cells"][0]["values"];
    let share = |word: &str| values[word]["value"].as_f64().unwrap();
    let (score, value) = (share("blue.win") + share("draw") / 2.0, found["value"]["value"].as_f64().unwrap());
    // Five standard errors of the difference of two such scores.
    assert!((score - value).abs() < 0.028, "{score} {value}");
    // A run whose report is beside that of a search says what the search found.
    run(path, &["run", "fight.toml", "--out", "beside", "-q"], 0);
    let said =
        |path: &Path| json(&fs::read_to_string(path.join("beside/results.json")).unwrap())["players"].to_string();
    assert!(said(path).contains("another preset of one side changes"), "{}", said(path));
    fs::create_dir(path.join("beside-best")).unwrap();
    fs::copy(path.join("1/best.json"), path.join("beside-best/best.json")).unwrap();
    run(path, &["run", "fight.toml", "--out", "beside", "-q"], 0);
    assert!(said(path).contains("with the best doctrine found for Blue alone"), "{}", said(path));
    run(path, &["run", "fight.toml", "--out", "beside", "--seed", "2", "--replace", "-q"], 0);
    assert!(said(path).contains("another preset of one side changes"), "a search of another scenario: {}", said(path));
    // So does the run of a scenario whose doctrines are those that the search found, and no others.
    let doctrines = fs::read_to_string(path.join("1/doctrines.toml")).unwrap();
    for (weight, says) in [("weight = 100", true), ("weight = 99", false)] {
        fs::write(path.join("led.toml"), format!("{FIGHT}\n{}", doctrines.replace("weight = 100", weight))).unwrap();
        run(path, &["run", "led.toml", "--out", "beside", "--replace", "-q"], 0);
        let said = said(path);
        assert_eq!(said.contains("with the squads as written, "), says, "{said}");
        assert_eq!(said.contains("with the doctrines that this scenario plays; against these, "), says, "{said}");
    }
}

#[test]
fn a_search_that_was_killed_ends_with_the_same_bytes() {
    let folder = folder();
    let path = folder.path();
    let slow = FIGHT.replace("count = 2", "count = 5");
    fs::write(path.join("fight.toml"), slow).unwrap();
    let asked = ["best", "fight.toml", "--side", "red", "-q"];
    run(path, &[&asked[..], &["--out", "fresh"]].concat(), 0);
    for moment in [2500, 2600] {
        let mut child = program(path, &asked).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(moment));
        // It may have ended before.
        _ = child.kill();
        child.wait().unwrap();
    }
    run(path, &asked, 0);
    assert!(files(&path.join("results/fight-best")) == files(&path.join("fresh")));
    let (_, err) = run(path, &["best", "fight.toml", "--side", "blue"], 2);
    assert!(err.contains("the question is another") && err.contains("--replace"), "{err}");
    run(path, &["best", "fight.toml", "--side", "blue", "--replace", "-q"], 0);
}

#[test]
fn two_files_are_compared_engagement_by_engagement() {
    let folder = folder();
    let path = folder.path();
    let other = FIGHT.replace("Two against two", "With a gun").replace(
        "count = 2\nweapon = \"rifle\"\n\n[red",
        "count = 1\nweapon = \"rifle\"\n[blue.gun]\nweapon = \"lmg\"\n\n[red",
    );
    fs::write(path.join("gun.toml"), &other).unwrap();
    let (out, _) = run(path, &["compare", "fight.toml", "gun.toml", "-q"], 0);
    assert!(out.contains("“With a gun”") && path.join("results/fight-against-gun/report.html").exists(), "{out}");
    // The same as a variant of the first file.
    let variant = "[variants.\"With a gun\"]\n\"blue.rifles.count\" = 1\n\"blue.gun\" = { weapon = \"lmg\" }\n";
    fs::write(path.join("varied.toml"), format!("{FIGHT}\n{variant}")).unwrap();
    let of = |args: &[&str]| run(path, &[args, &["--no-report", "-q", "--format", "csv"]].concat(), 0).0;
    assert_eq!(of(&["compare", "fight.toml", "gun.toml"]), of(&["run", "varied.toml"]));
    let same = FIGHT.replace("Two against two", "The same");
    fs::write(path.join("same.toml"), same).unwrap();
    let (_, err) = run(path, &["compare", "fight.toml", "same.toml"], 2);
    assert!(err.contains("they are the same fight"), "{err}");
}

#[test]
fn wrong_questions_are_refused_and_write_nothing() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "fight.toml", "-q"], 0);
    for (args, code, said) in [
        (&["levers", "shot.toml"][..], 3, "describes a situation"),
        (&["best", "shot.toml"], 3, "describes a situation"),
        (&["compare", "fight.toml", "shot.toml"], 3, "describes a situation"),
        (&["levers", "fight.toml", "--quantity", "blue.wins"], 2, "did you mean `blue.win`?"),
        (&["levers", "fight.toml", "--only", "rule"], 2, "rules"),
        (&["levers", "fight.toml", "--precision", "1%"], 2, "--within"),
        (&["levers", "fight.toml", "--cell", "field.range=6"], 2, "field.range"),
        (&["levers", "fight.toml", "--out", "results/fight"], 2, "holds a report of `run`"),
        (&["best", "fight.toml", "--side", "green"], 2, "blue"),
        (&["best", "fight.toml", "--out", "results/fight"], 2, "holds a report of `run`"),
        (&["best", "none.toml"], 4, "none.toml"),
    ] {
        let before = files(&path.join("results/fight"));
        let (out, err) = run(path, args, code);
        assert!(err.contains(said) && out.is_empty(), "{args:?}\n{out}\n{err}");
        assert!(
            files(&path.join("results/fight")) == before && fs::read_dir(path.join("results")).unwrap().count() == 1
        );
    }
    let (turns, _) =
        run(path, &["levers", "fight.toml", "--only", "ground", "--quantity", "turns", "--no-report", "-q"], 0);
    assert!(turns.contains("“Turns”"), "{turns}");
}

const MIX: &str = "[doctrines.red.standing]\nposture = \"standing\"\n\n[doctrines.red.\"as it comes\"]\nweight = 2\n";

/// The chance of blue to win in a cell of `results.json`.
fn blue_win(values: &Value) -> f64 {
    values["values"]["blue.win"]["value"].as_f64().unwrap()
}

#[test]
fn a_mix_of_doctrines_is_played_resumed_and_merged() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("mix.toml"), MIX).unwrap();
    let asked = ["run", "fight.toml", "--doctrines", "mix.toml", "-q"];
    run(path, &[&asked[..], &["--out", "fresh", "--threads", "1"]].concat(), 0);
    let fresh = files(&path.join("fresh"));
    let result = json(&String::from_utf8_lossy(&fresh["results.json"]));
    let drawn = result["cells"][0]["doctrines"].as_array().unwrap();
    let names: Vec<&str> = drawn.iter().map(|pair| pair["red"].as_str().unwrap()).collect();
    assert_eq!(names, ["standing", "as it comes"]);
    let engagements: Vec<f64> = drawn.iter().map(|pair| pair["engagements"].as_f64().unwrap()).collect();
    assert!((engagements.iter().sum::<f64>() - 3000.0).abs() < 0.5, "{engagements:?}");
    // A third of 3,000, give or take five standard errors.
    assert!((engagements[0] - 1000.0).abs() < 130.0, "{engagements:?}");
    let won: f64 = drawn.iter().zip(&engagements).map(|(pair, count)| blue_win(pair) * count).sum();
    assert!((won / 3000.0 - blue_win(&result["cells"][0])).abs() < 1e-9);
    let page = String::from_utf8_lossy(&fresh["report.html"]).into_owned();
    for said in ["Red’s doctrines", "“standing” in 33.3 % of engagements: ", "as written", "By doctrine"] {
        assert!(page.contains(said), "{said}");
    }
    // Stopped and resumed, in parts, and from the page: the same bytes.
    run(path, &[&asked[..], &["--engagements", "1024"]].concat(), 0);
    run(path, &asked, 0);
    assert!(files(&path.join("results/fight")) == fresh);
    for part in ["1/2", "2/2"] {
        run(path, &[&asked[..], &["--out", "parts", "--shard", part]].concat(), 0);
    }
    run(path, &["merge", "fight.toml", "parts", "--doctrines", "mix.toml", "--out", "whole", "-q"], 0);
    assert!(files(&path.join("whole")) == fresh);
    fs::copy(path.join("fresh/report.html"), path.join("mailed.html")).unwrap();
    run(path, &["run", "mailed.html", "--out", "mailed", "-q", "--threads", "2"], 0);
    assert_eq!(files(&path.join("mailed"))["results.csv"], fresh["results.csv"]);
    // The log of an engagement names the doctrine that it drew.
    let (log, _) = run(path, &["replay", "fight.toml", "--doctrines", "mix.toml", "--no-plan"], 0);
    assert!(log.contains("Red’s doctrines: “"), "{log}");
    // Other doctrines are another fight.
    fs::write(path.join("mix.toml"), MIX.replace("weight = 2", "weight = 3")).unwrap();
    let (_, refused) = run(path, &asked, 2);
    assert!(refused.contains("doctrines.red.as it comes.weight: 2 there, 3 here"), "{refused}");
}

#[test]
fn a_mix_is_solved_as_its_pairs_are() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("mix.toml"), MIX).unwrap();
    let solved = |more: &[&str]| {
        let asked = ["run", "fight.toml", "-q", "--no-report", "--format", "json", "--method", "exact"];
        let alone = ["--set", "blue.rifles.count=1", "--set", "red.rifles.count=1"];
        json(&run(path, &[&asked[..], &alone, more].concat(), 0).0)
    };
    let mix = solved(&["--doctrines", "mix.toml"]);
    let pairs = [solved(&["--set", "red.rifles.posture=standing"]), solved(&[])].map(|one| blue_win(&one["cells"][0]));
    assert!((pairs[0] - pairs[1]).abs() > 0.01, "{pairs:?}");
    for (drawn, own) in mix["cells"][0]["doctrines"].as_array().unwrap().iter().zip(pairs) {
        assert!((blue_win(drawn) - own).abs() < 1e-12, "{drawn} {own}");
        assert_eq!(drawn["engagements"], Value::Null);
    }
    assert!((blue_win(&mix["cells"][0]) - (pairs[0] + 2.0 * pairs[1]) / 3.0).abs() < 1e-12);
}

#[test]
fn prices_and_targets_go_on_where_they_ended() {
    let folder = folder();
    let path = folder.path();
    let price = ["price", "fight.toml", "--units", "weapon", "--most", "4", "--scale", "Rifle=10", "-q"];
    let balance = [
        "balance",
        "fight.toml",
        "--vary",
        "blue.rifles.count",
        "--vary",
        "red.rifles.count",
        "--target",
        "blue.win = 75 % ± 5 %",
        "--target",
        "red.win = 20 % ± 5 %",
        "-q",
    ];
    for (asked, named, kind) in [(&price[..], "price", "price"), (&balance[..], "balance", "targets")] {
        run(path, &[asked, &["--out", named, "--threads", "1"]].concat(), 0);
        let fresh = files(&path.join(named));
        for name in ["html", "md", "json", "csv", "parquet"].map(|ending| format!("{kind}.{ending}")) {
            assert!(fresh.contains_key(&name), "{name}: {:?}", fresh.keys());
        }
        for moment in [30, 150, 400] {
            let mut child = program(path, asked).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(moment));
            // It may have ended before.
            _ = child.kill();
            child.wait().unwrap();
        }
        run(path, asked, 0);
        assert!(files(&path.join(format!("results/fight-{named}"))) == fresh, "{named}");
        // The page holds the scenario.
        fs::copy(path.join(named).join(format!("{kind}.html")), path.join("mailed.html")).unwrap();
        let mailed: Vec<&str> =
            asked.iter().map(|&word| if word == "fight.toml" { "mailed.html" } else { word }).collect();
        let (again, _) = run(path, &[&mailed[..], &["--no-report", "--format", "json"]].concat(), 0);
        assert_eq!(json(&again), json(&String::from_utf8_lossy(&fresh[&format!("{kind}.json")])), "{named}");
    }
}

#[test]
fn what_cannot_be_priced_or_met_is_refused() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("units.toml"), format!("{FIGHT}[units.a]\nwepon = \"rifle\"\n")).unwrap();
    fs::write(path.join("two.toml"), format!("{FIGHT}[red.others]\nweapon = \"rifle\"\n")).unwrap();
    for (asked, code, expected) in [
        (&["price", "units.toml"][..], 3, "units.toml:19:1: units.a.wepon: unknown key `wepon`"),
        (&["price", "two.toml", "--units", "weapon"], 2, "red needs exactly one squad, which the units replace"),
        (&["price", "fight.toml"], 2, "it has no units; add a table for each, such as [units.veteran]"),
        (
            &["price", "fight.toml", "--units", "wepon"],
            2,
            "the squads have no key `wepon` with a few values, expected one of",
        ),
        (
            &["price", "fight.toml", "--units", "weapon", "--scale", "Riffle=1"],
            2,
            "there is no unit `Riffle`, expected one of",
        ),
        (&["price", "fight.toml", "--units", "weapon", "--most", "1"], 2, "2..=30"),
        (&["price", "shot.toml", "--units", "weapon"], 3, "describes a situation"),
        (&["balance", "fight.toml", "--vary", "a.b", "--vary", "field.range"], 2, "`a.b` is not a key of this fight"),
        (
            &["balance", "fight.toml", "--vary", "field.range", "--target", "x: blue.win = 5 %"],
            2,
            "there is no variant `x`, there are none",
        ),
        (
            &["balance", "fight.toml", "--vary", "field.range", "--target", "blue.win by 5 %", "--target", "turns = 5"],
            2,
            "only a variant differs by something",
        ),
        (&["balance", "fight.toml", "--vary", "field.range", "--vary", "field.range"], 2, "is given twice"),
        (
            &["balance", "fight.toml", "--vary", "field.range", "--cell", "a=b"],
            2,
            "--cell belongs to several keys or targets",
        ),
    ] {
        let (_, said) = run(path, asked, code);
        assert!(said.contains(expected), "{asked:?}: {said}");
    }
    assert!(!path.join("results").exists(), "nothing was written");
}

#[test]
fn a_comparison_stops_when_it_is_known_and_stands_beside_another_ruleset() {
    let folder = folder();
    let path = folder.path();
    let long = FIGHT.replace("3_000", "500_000");
    fs::write(path.join("long.toml"), &long).unwrap();
    fs::write(path.join("near.toml"), long.replace("[red.rifles]\ncount = 2", "[red.rifles]\ncount = 4")).unwrap();
    let asked = ["compare", "long.toml", "near.toml", "-q", "--format", "json"];
    let (found, _) = run(path, &[&asked[..], &["--no-report"]].concat(), 0);
    let found = json(&found);
    let played = found["cells"][1]["engagements"].as_u64().unwrap();
    assert!((4096..500_000).contains(&played), "{played}");
    for quantity in ["blue.win", "red.win", "draw"] {
        let verdict = &found["cells"][1]["difference"]["values"][quantity]["verdict"];
        assert!(*verdict != "cannot_tell" && !verdict.is_null(), "{quantity}: {verdict}");
    }
    // In a folder the same, also when it is asked again.
    for _ in 0..2 {
        assert_eq!(json(&run(path, &asked, 0).0), found);
    }
    // How many to play can still be said.
    let (more, _) = run(path, &[&asked[..], &["--no-report", "--engagements", "9000"]].concat(), 0);
    assert_eq!(json(&more)["cells"][1]["engagements"], 9000);
    let other = "title = 'Two smgs'\nruleset = 'cqb'\n[play]\nengagements = 500\n[field]\nrange = 12\n\
                 [blue.a]\nability = 'novice'\nweapon = 'smg'\n[red.b]\nability = 'novice'\nweapon = 'smg'\n";
    fs::write(path.join("cqb.toml"), other).unwrap();
    let (beside, _) = run(path, &["compare", "fight.toml", "cqb.toml", "-q"], 0);
    let table = beside.split("Two fights of two rulesets").nth(1).unwrap();
    for said in ["Two against two (fireteam)", "Two smgs (cqb)", "Blue wins, %", "Turns, mean"] {
        assert!(table.contains(said), "{said}: {table}");
    }
    assert!(path.join("results/fight-against-cqb/cqb/report.html").exists());
    let (list, _) = run(path, &["compare", "fight.toml", "cqb.toml", "-q", "--no-report", "--format", "json"], 0);
    assert_eq!(json(&list).as_array().unwrap().len(), 2);
}
