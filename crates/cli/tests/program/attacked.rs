//! Result folders under attack: concurrent runs, links and pipes, forged parts and tallies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{program, root, run};

const DUEL: &str = r#"title = "Elite against Novice"
ruleset = "cqb"

[play]
engagements = 64
seed = 7
method = "sampled"

[field]
range = 12

[blue.team]
ability = "elite"
weapon = "smg+"

[red.gang]
ability = "novice"
weapon = "poor rifle"
"#;

const BARE: &str = "[variants.armoured]\n\"blue.team.armour\" = [\"soft\"]\n";

/// A folder of its own for each test, with the duel in it.
fn folder(more: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("duel.toml"), format!("{DUEL}{more}")).unwrap();
    folder
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let plain = entries.filter(|entry| entry.file_type().unwrap().is_file());
    plain.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

fn names(folder: &Path) -> BTreeSet<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn started(path: &Path, args: &[&str]) -> Child {
    program(path, args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A change to a file of tallies.
type Change = Box<dyn Fn(&mut Value)>;

#[test]
fn of_runs_started_at_once_into_a_new_folder_each_leaves_a_whole_report_or_is_refused() {
    let folder = folder("");
    let path = folder.path();
    let args = ["run", "duel.toml", "--threads", "1", "-q", "--out"];
    run(path, &[&args[..], &["whole"]].concat(), 0);
    let whole = files(&path.join("whole"));
    let listed = names(path);
    let mut refused = 0;
    for round in 0..24 {
        let out = if round % 2 == 0 { "new" } else { "new/deep" };
        let runs = [(); 3].map(|()| started(path, &[&args[..], &[out]].concat()));
        let ended = runs.map(|run| run.wait_with_output().unwrap());
        let codes = ended.each_ref().map(|Output { status, .. }| status.code());
        for Output { status, stderr, .. } in &ended {
            let told = String::from_utf8_lossy(stderr);
            match status.code() {
                Some(0) => assert!(stderr.is_empty(), "{told}"),
                Some(4) => assert!(told.contains(&format!("{out}: another run is writing to this folder")), "{told}"),
                code => panic!("{code:?}: {told}"),
            }
        }
        refused += codes.iter().filter(|code| **code == Some(4)).count();
        assert!(codes.contains(&Some(0)), "{codes:?}");
        assert!(files(&path.join(out)) == whole, "round {round}: {:?}", files(&path.join(out)).keys());
        fs::remove_dir_all(path.join("new")).unwrap();
        assert_eq!(names(path), listed, "nothing stays beside the folder");
    }
    assert!(refused > 0, "some came at the same time");
}

#[cfg(unix)]
mod traps {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Runs to its end within half a minute; a blocking pipe would take longer.
    fn ends(path: &Path, args: &[&str]) -> Output {
        let mut child = program(path, args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(30) {
                child.kill().unwrap();
                panic!("{args:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.wait_with_output().unwrap()
    }

    #[test]
    fn links_and_pipes_under_names_of_the_program_are_neither_followed_nor_waited_for() {
        let folder = folder("");
        let path = folder.path();
        let victim = path.join("victim");
        let whole = &["run", "duel.toml", "-q", "--out", "got"][..];
        let part = &["run", "duel.toml", "-q", "--out", "got", "--shard", "1/2"];
        for (args, trap) in [
            (whole, ".beatenzone-tallies.jsonl"),
            (whole, ".beatenzone-new"),
            (part, ".beatenzone-part-1-of-2.jsonl"),
            (part, ".beatenzone-part-1-of-2.jsonl.lock"),
        ] {
            for kind in ["link", "dangling", "pipe"] {
                fs::write(&victim, "mine").unwrap();
                fs::create_dir(path.join("got")).unwrap();
                let trap = path.join("got").join(trap);
                match kind {
                    "link" => symlink("../victim", &trap).unwrap(),
                    "dangling" => symlink("../made", &trap).unwrap(),
                    _ => assert!(Command::new("mkfifo").arg(&trap).status().unwrap().success()),
                }
                let ended = ends(path, args);
                let told = String::from_utf8_lossy(&ended.stderr).into_owned();
                assert_eq!(ended.status.code(), Some(0), "{trap:?} as {kind}: {told}");
                assert_eq!(fs::read(&victim).unwrap(), b"mine", "{trap:?} as {kind}");
                assert!(!path.join("made").exists() && fs::symlink_metadata(&trap).is_err(), "{trap:?} as {kind}");
                fs::remove_dir_all(path.join("got")).unwrap();
            }
        }
        // The file with which a folder is tested has the process id in its name, which is not known beforehand.
        fs::create_dir(path.join("got")).unwrap();
        let child = Command::new("sh")
            .args(["-c", "ln -s ../victim got/.beatenzone-$$ && exec \"$0\" run duel.toml -q --out got"])
            .arg(env!("CARGO_BIN_EXE_beatenzone"))
            .current_dir(path)
            .output()
            .unwrap();
        assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
        assert_eq!(fs::read(&victim).unwrap(), b"mine");
        // A pipe in place of a file is refused.
        for (name, args) in [("tallies.jsonl", whole), ("part-1-of-2.jsonl", part)] {
            fs::remove_dir_all(path.join("got")).unwrap();
            fs::create_dir(path.join("got")).unwrap();
            assert!(Command::new("mkfifo").arg(path.join("got").join(name)).status().unwrap().success());
            let ended = ends(path, args);
            assert_eq!(ended.status.code(), Some(4));
            assert!(String::from_utf8_lossy(&ended.stderr).contains("is a named pipe"));
        }
    }

    #[test]
    fn where_few_files_can_be_open_nothing_is_left_behind() {
        let folder = folder("");
        let path = folder.path();
        run(path, &["run", "duel.toml", "-q", "--out", "there"], 0);
        let (listed, there) = (names(path), files(&path.join("there")));
        let mut failed = 0;
        for limit in 4..14 {
            for out in ["new/deep", "there"] {
                let script = format!("ulimit -n {limit}; exec \"$0\" run duel.toml -q --threads 1 --out {out}");
                let ended = Command::new("sh")
                    .args(["-c", &script])
                    .arg(env!("CARGO_BIN_EXE_beatenzone"))
                    .current_dir(path)
                    .output()
                    .unwrap();
                let told = String::from_utf8_lossy(&ended.stderr);
                match ended.status.code() {
                    Some(0) => fs::remove_dir_all(path.join("new")).unwrap_or_default(),
                    Some(4) => failed += 1,
                    code => panic!("{limit} files: {code:?}: {told}"),
                }
                // Tallies may exist before the report fails.
                let left = path.join("new/deep");
                if left.exists() {
                    assert_eq!(names(&left), BTreeSet::from(["tallies.jsonl".to_owned()]), "{limit} files: {told}");
                    fs::remove_dir_all(path.join("new")).unwrap();
                }
                assert_eq!(names(path), listed, "{limit} files: {told}");
                assert!(files(&path.join("there")) == there, "{limit} files: {told}");
            }
        }
        assert!(failed > 0, "the first have too few");
    }
}

#[test]
fn a_report_of_run_and_one_of_balance_never_take_each_other_away() {
    let folder = folder("");
    let path = folder.path();
    let run_it = ["run", "duel.toml", "-q", "--out", "both"];
    let balance = ["balance", "duel.toml", "-q", "--vary", "red.gang.count", "--out", "both"];
    for (first, second, holds) in [(&run_it[..], &balance[..], "`run`"), (&balance, &run_it, "`balance`")] {
        run(path, first, 0);
        let before = files(&path.join("both"));
        let (out, err) = run(path, second, 2);
        assert!(out.is_empty() && err.contains(&format!("both holds a report of {holds}; --replace")), "{err}");
        assert!(files(&path.join("both")) == before);
        run(path, first, 0);
        assert!(files(&path.join("both")) == before);
        run(path, &[second, &["--replace"]].concat(), 0);
        let (data, other) =
            if holds == "`run`" { ("balance.json", "results.json") } else { ("results.json", "balance.json") };
        assert!(path.join("both").join(data).exists() && !path.join("both").join(other).exists());
        fs::remove_dir_all(path.join("both")).unwrap();
    }
}

/// A file of tallies with its cells changed and a valid checksum.
fn forge(bytes: &[u8], change: impl Fn(&mut Value)) -> Vec<u8> {
    let text = std::str::from_utf8(bytes).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut body = format!("{}\n", lines[0]);
    for line in &lines[1..lines.len() - 1] {
        let mut cell: Value = serde_json::from_str(line).unwrap();
        change(&mut cell);
        body += &format!("{cell}\n");
    }
    let checksum = &blake3::hash(body.as_bytes()).to_hex()[..16];
    format!("{body}{{\"checksum\":\"{checksum}\"}}\n").into_bytes()
}

/// Sets a value at a path of a cell, if the path exists.
fn put(pointer: &'static str, value: Value) -> impl Fn(&mut Value) {
    move |cell| cell.pointer_mut(pointer).into_iter().for_each(|there| *there = value.clone())
}

/// Changes that make a file of tallies impossible, each with its name.
fn forgeries() -> Vec<(&'static str, Change)> {
    const MOST: u64 = u64::MAX;
    vec![
        ("one ending", Box::new(put("/tally/endings", json!([32])))),
        ("no ending", Box::new(put("/tally/endings", json!([])))),
        ("many endings", Box::new(|cell| cell["tally"]["endings"] = json!(vec![0; 100_001]))),
        (
            "endings that wrap",
            Box::new(|cell| {
                let endings = cell["tally"]["endings"].as_array_mut().unwrap();
                let first = endings[0].as_u64().unwrap();
                let second = endings[1].as_u64().unwrap();
                (endings[0], endings[1]) = (json!(MOST), json!(first + second + 1));
            }),
        ),
        (
            "a turn more",
            Box::new(|cell| {
                let turns = cell["tally"]["turns"].as_array_mut().unwrap();
                turns.push(json!(1));
            }),
        ),
        ("no turns", Box::new(put("/tally/turns", json!([])))),
        ("turns that go on", Box::new(|cell| cell["tally"]["turns"].as_array_mut().unwrap().push(json!(0)))),
        ("no measures", Box::new(put("/tally/measures", json!([])))),
        (
            "engagements that were not played",
            Box::new(|cell| {
                cell["engagements"][1] = json!(cell["engagements"][1].as_u64().unwrap() + 1);
            }),
        ),
        ("engagements backwards", Box::new(put("/engagements", json!([9, 3])))),
        ("engagements of elsewhere", Box::new(put("/engagements", json!([MOST - 32, MOST])))),
        ("no pair", Box::new(put("/pair", Value::Null))),
        (
            "a table of wins that wraps",
            Box::new(|cell| {
                if let Some(both) = cell.pointer_mut("/pair/win/blue/both") {
                    *both = json!(MOST);
                }
            }),
        ),
        (
            "wins moved",
            Box::new(|cell| {
                if let Some(table) = cell.pointer_mut("/pair/win/blue") {
                    let (both, neither) = (table["both"].as_u64().unwrap(), table["neither"].as_u64().unwrap());
                    (table["both"], table["neither"]) = (json!(both + 1), json!(neither.wrapping_sub(1)));
                }
            }),
        ),
        ("a sum of differences", Box::new(put("/pair/turns/sum", json!(12_345)))),
        ("a sum of squares", Box::new(put("/pair/turns/sum_of_squares", json!(0)))),
        ("squares too large", Box::new(put("/pair/turns/sum_of_squares", json!(MOST)))),
        ("more changed than played", Box::new(put("/pair/changed", json!(MOST)))),
        (
            "a solution of nothing",
            Box::new(|cell| {
                let nothing = json!({ "value": 0.5, "basis": { "exact": { "unresolved": 0.0 } } });
                cell["solution"] = json!({ "exact": { "method": { "exact": { "states": 1, "unresolved": 0.0 } },
                "win": { "blue": nothing, "red": nothing }, "endings": [], "turns": { "mean": nothing, "distribution": [] },
                "measures": [] } });
            }),
        ),
    ]
}

#[test]
fn counts_that_were_made_up_are_refused_by_name_before_anything_is_written() {
    let folder = folder(BARE);
    let path = folder.path();
    // As a whole run that is resumed, and as a part that is merged.
    run(path, &["run", "duel.toml", "-q", "--out", "whole"], 0);
    for shard in ["1/2", "2/2"] {
        run(path, &["run", "duel.toml", "-q", "--engagements", "9_000", "--out", "parts", "--shard", shard], 0);
    }
    let (whole, part) = (path.join("whole/tallies.jsonl"), path.join("parts/part-2-of-2.jsonl"));
    let honest = [&whole, &part].map(|file| fs::read(file).unwrap());
    let resume = ["run", "duel.toml", "-q", "--engagements", "100", "--out", "whole"];
    let merge = ["merge", "duel.toml", "-q", "parts/part-1-of-2.jsonl", "parts/part-2-of-2.jsonl", "--out", "joined"];
    for (what, change) in &forgeries() {
        for ((file, bytes), args) in [&whole, &part].into_iter().zip(&honest).zip([&resume[..], &merge]) {
            let forged = forge(bytes, change);
            assert!(forged != *bytes, "{what}");
            fs::write(file, &forged).unwrap();
            let (out, err) = run(path, args, 3);
            let named = format!("{}: ", file.strip_prefix(path).unwrap().display());
            assert!(out.is_empty() && err.contains(&named), "{what}: {err}");
            assert!(fs::read(file).unwrap() == forged && !path.join("joined").exists(), "{what}");
            fs::write(file, bytes).unwrap();
        }
    }
    // A mere change of notation is accepted.
    fs::write(&whole, forge(&honest[0], |_| {})).unwrap();
    run(path, &resume, 0);
    run(path, &merge, 0);
}

#[test]
fn parts_are_not_joined_for_a_scenario_of_which_they_have_not_played_all() {
    let folder = folder("");
    let path = folder.path();
    for shard in ["1/2", "2/2"] {
        run(path, &["run", "duel.toml", "-q", "--engagements", "9_000", "--out", "parts", "--shard", shard], 0);
    }
    // A folder means all parts in it.
    let merge = |more: &[&str], code| {
        run(path, &[&["merge", "duel.toml", "parts", "-q", "--out", "joined"], more].concat(), code)
    };
    for (more, unplayed) in [
        ("[variants.ten]\n\"red.gang.count\" = 10\n", "no part has played Variant: ten, as"),
        ("[sweep]\n\"field.range\" = [6, 12]\n", "no part has played Range 6 in"),
        ("[sweep]\n\"red.gang.count\" = [2, 3]\n", ", nor 1 other cell, as the scenario requires"),
    ] {
        fs::write(path.join("duel.toml"), format!("{DUEL}{more}")).unwrap();
        let (out, err) = merge(&[], 3);
        assert!(out.is_empty() && err.contains(unplayed), "{err}");
        assert!(!path.join("joined").exists());
    }
    fs::write(path.join("duel.toml"), DUEL).unwrap();
    merge(&[], 0);
    run(path, &["run", "duel.toml", "-q", "--engagements", "9_000", "--out", "whole"], 0);
    assert!(files(&path.join("joined")) == files(&path.join("whole")));
    fs::create_dir(path.join("empty")).unwrap();
    let (_, err) = run(path, &["merge", "duel.toml", "empty"], 3);
    assert!(err.contains("empty: is a folder without parts, expected files such as part-1-of-8.jsonl"), "{err}");
}

#[test]
fn merged_bytes_are_those_of_one_run_whatever_is_said_in_which_order() {
    let folder = folder("");
    let path = folder.path();
    let said = |words: &str| words.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    for (number, (parts, merged, whole)) in [
        ("--engagements 1500", "--precision none", "--engagements 1500 --precision none"),
        ("--seed 4 --engagements 1500", "--seed 4 --level 0.9", "--level 0.9 --engagements 1500 --set play.seed=4"),
        ("--engagements 1_500 --set play.seed=4", "--set play.seed=4", "--seed 4 --set play.engagements=1500"),
        ("--engagements 64", "--precision none --level 0.95", "--seed 7"),
        (
            "--engagements 1500 --set field.range=6",
            "--level 0.8 --set field.range=6",
            "--set field.range=6 --set play.level=0.8 --engagements 1500",
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let [parts_to, joined, one] = ["parts", "joined", "one"].map(|name| format!("{name}{number}"));
        for shard in ["1/2", "2/2"] {
            let args = [
                &["run", "duel.toml", "-q", "--shard", shard, "--out", &parts_to].map(str::to_owned)[..],
                &said(parts),
            ]
            .concat();
            run(path, &args.iter().map(String::as_str).collect::<Vec<_>>(), 0);
        }
        let args =
            [&["merge", "duel.toml", &parts_to, "-q", "--out", &joined].map(str::to_owned)[..], &said(merged)].concat();
        run(path, &args.iter().map(String::as_str).collect::<Vec<_>>(), 0);
        let args = [&["run", "duel.toml", "-q", "--out", &one].map(str::to_owned)[..], &said(whole)].concat();
        run(path, &args.iter().map(String::as_str).collect::<Vec<_>>(), 0);
        let (joined, one) = (files(&path.join(joined)), files(&path.join(one)));
        let other: Vec<&String> = one.keys().filter(|name| joined.get(*name) != one.get(*name)).collect();
        assert!(other.is_empty() && joined.len() == one.len(), "{merged}: {other:?}");
    }
}

/// A patrol of a whole campaign, at some hundred engagements a second, and a fight whose exact solution takes a while.
#[test]
fn an_interrupt_ends_slow_runs_and_solutions_and_tallies_are_kept_on_the_way() {
    let folder = folder("");
    let path = folder.path();
    let scenarios = root().join("scenarios/chain_reaction");
    let scenario = |name: &str| scenarios.join(name).display().to_string();
    let (patrols, outgunned) = (scenario("six-patrols.toml"), scenario("outgunned.toml"));
    let long = ["--engagements", "1_000_000", "--precision", "none", "--threads", "1", "--out"];
    let mut child = started(path, &[&["run", &patrols], &long[..], &["slow"]].concat());
    let tallies = path.join("slow/tallies.jsonl");
    let mut kept = BTreeSet::new();
    let start = Instant::now();
    // Every two seconds; the margin is for a busy machine.
    while kept.len() < 3 {
        assert!(child.try_wait().unwrap().is_none() && start.elapsed() < Duration::from_secs(60), "{kept:?}");
        kept.extend(fs::read(&tallies).ok());
        std::thread::sleep(Duration::from_millis(50));
    }
    let interrupted = |child: Child| {
        let pressed = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(130), "{}", String::from_utf8_lossy(&ended.stderr));
        // Two seconds with the release program; the margin is for the report on a busy machine.
        assert!(pressed.elapsed() < Duration::from_secs(10), "{:?}", pressed.elapsed());
    };
    interrupted(child);
    assert!(path.join("slow/report.html").exists());
    let solved = ["--method", "exact", "--set", "play.budget=50_000_000", "--set", "blue.shooter.count=2"];
    let child = started(path, &[&["run", &outgunned], &solved[..], &["--no-report", "--threads", "1"]].concat());
    std::thread::sleep(Duration::from_secs(3));
    interrupted(child);
}
