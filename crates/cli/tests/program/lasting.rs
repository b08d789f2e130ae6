//! Durable results: the content of a report folder after runs that were continued, killed, split, refused or replaced.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::common::{program, root, run};

const DUEL: &str = r#"title = "Elite against Novice"
ruleset = "cqb"

[play]
engagements = 9_000
seed = 7
method = "sampled"

[field]
range = 12

[blue.team]
ability = "elite"
weapon = "smg+"
armour = ["soft"]

[red.gang]
ability = "novice"
weapon = "poor rifle"

[sweep]
"field.range" = [6, 12]

[variants.bare]
"blue.team.armour" = []
"#;

/// A folder of its own for each test, with the duel in it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("duel.toml"), DUEL).unwrap();
    folder
}

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            found.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    found
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_keys().collect()
}

#[test]
fn a_run_goes_on_where_the_last_one_ended() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "--out", "fresh", "-q"], 0);
    let (_, err) = run(path, &["run", "duel.toml", "--engagements", "5_000"], 0);
    assert_eq!(err, "report: results/duel/report.html\n");
    let (out, err) = run(path, &["run", "duel.toml"], 0);
    assert_eq!(
        err,
        "continues from 5000 engagements a cell: results/duel/tallies.jsonl\nreport: results/duel/report.html\n"
    );
    assert!(out.contains("9,000") || out.contains("9000"), "{out}");
    assert!(files(&path.join("results/duel")) == files(&path.join("fresh")));
    run(path, &["run", "duel.toml"], 0);
    assert!(files(&path.join("results/duel")) == files(&path.join("fresh")), "nothing was left to play");
    // Only another cell and another variant are played; the rest exists.
    let wider = DUEL.replace("[6, 12]", "[3, 6, 12]") + "[variants.vested]\n\"blue.team.armour\" = [\"plates\"]\n";
    fs::write(path.join("duel.toml"), wider).unwrap();
    run(path, &["run", "duel.toml", "-q"], 0);
    run(path, &["run", "duel.toml", "-q", "--out", "wider"], 0);
    let (mut extended, mut wider) = (files(&path.join("results/duel")), files(&path.join("wider")));
    assert!(extended.remove("tallies.jsonl").is_some() && wider.remove("tallies.jsonl").is_some());
    assert!(extended == wider);
}

#[test]
fn a_result_of_something_else_is_neither_mixed_in_nor_overwritten() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "-q"], 0);
    fs::write(path.join("results/duel/notes.txt"), "mine").unwrap();
    let before = files(path);
    let situation = "title = 'A shot'\nruleset = 'cqb'\n[situation]\nkind = 'to_hit'\nability = 'novice'\nrange = 12\n";
    fs::write(path.join("shot.toml"), situation).unwrap();
    for (args, code, told) in [
        (&["run", "duel.toml", "--set", "red.gang.count=2"][..], 2, "red.gang.count: not written there, 2 here"),
        (&["run", "duel.toml", "--seed", "8"], 2, "play.seed: 7 there, 8 here"),
        (&["run", "shot.toml", "--out", "results/duel"], 2, "holds the result of a fight"),
        (&["odds", "shot.toml", "--out", "results/duel"], 2, "holds the result of a fight"),
        (&["run", "duel.toml", "--shard", "1/2", "--precision", "0.01", "--out", "x"], 2, "a precision depends on all"),
        (&["run", "shot.toml", "--shard", "1/2", "--out", "x"], 2, "no engagements to split"),
        (&["run", "duel.toml", "--shard", "3/2"], 2, "expected a part"),
        (&["run", "duel.toml", "--no-report", "--replace"], 2, "--no-report"),
    ] {
        let (out, err) = run(path, args, code);
        assert!(err.contains(told) && out.is_empty(), "{args:?}\n{out}\n{err}");
        fs::remove_file(path.join("shot.toml")).unwrap();
        assert!(files(path) == before, "{args:?}");
        fs::write(path.join("shot.toml"), situation).unwrap();
    }
    // A run that was killed before its report also has tallies.
    fs::create_dir(path.join("killed")).unwrap();
    fs::copy(path.join("results/duel/tallies.jsonl"), path.join("killed/tallies.jsonl")).unwrap();
    run(path, &["run", "shot.toml", "--out", "killed"], 2);
    run(path, &["run", "shot.toml", "--out", "killed", "--replace", "-q"], 0);
    assert!(!path.join("killed/tallies.jsonl").exists() && path.join("killed/report.html").exists());
    fs::remove_dir_all(path.join("killed")).unwrap();
    // After replacing, nothing of the old report is left except files that do not belong to it.
    let single = DUEL.split("[sweep]").next().unwrap();
    fs::write(path.join("duel.toml"), single).unwrap();
    run(path, &["run", "duel.toml", "--seed", "8", "--replace", "-q"], 0);
    run(path, &["run", "duel.toml", "--seed", "8", "-q", "--out", "fresh"], 0);
    let mut replaced = files(&path.join("results/duel"));
    assert_eq!(replaced.remove("notes.txt"), Some(b"mine".to_vec()));
    assert!(replaced == files(&path.join("fresh")));
    assert!(before.contains_key("results/duel/differences.csv") && !replaced.contains_key("differences.csv"));
}

#[test]
fn torn_tallies_are_told_and_not_trusted() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "-q"], 0);
    let tallies = path.join("results/duel/tallies.jsonl");
    let whole = fs::read(&tallies).unwrap();
    let mut altered = whole.clone();
    altered[whole.len() / 2] ^= 4;
    for torn in [&whole[..whole.len() - 30], &altered, b"", b"{}\n", &[0xff; 99]] {
        fs::write(&tallies, torn).unwrap();
        let before = files(path);
        let (out, err) = run(path, &["run", "duel.toml"], 3);
        assert!(out.is_empty() && err.contains("results/duel/tallies.jsonl: is torn or was altered"), "{err}");
        assert!(files(path) == before);
    }
    run(path, &["run", "duel.toml", "--replace", "-q"], 0);
    assert!(fs::read(&tallies).unwrap() == whole);
}

#[test]
fn folders_that_cannot_take_a_report_are_refused_before_anything_is_played() {
    let folder = folder();
    let path = folder.path();
    let long = "x".repeat(300);
    fs::create_dir_all(path.join("taken/results.csv")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", path.join("dangling")).unwrap();
    let listed = || {
        fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect::<std::collections::BTreeSet<_>>()
    };
    let before = listed();
    for (out, told) in [("dangling", "is a broken link"), (&long, &long), ("taken", "taken/results.csv")] {
        let (printed, err) = run(path, &["run", "duel.toml", "--engagements", "1_000_000_000_000", "--out", out], 4);
        assert!(printed.is_empty() && err.contains(told), "{err}");
        assert_eq!(listed(), before);
    }
    let name = "y".repeat(250);
    run(path, &["run", "duel.toml", "-q", "--out", &name], 0);
    assert!(path.join(&name).join("report.html").is_file());
}

#[test]
fn leftovers_of_killed_runs_are_cleared_and_files_of_others_stay() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "-q"], 0);
    let whole = files(&path.join("results/duel"));
    fs::create_dir_all(path.join("results/duel/.beatenzone-new")).unwrap();
    fs::write(path.join("results/duel/.beatenzone-tallies.jsonl"), "half").unwrap();
    fs::create_dir_all(path.join("results/duel/pictures/of mine")).unwrap();
    fs::write(path.join("results/duel/pictures/of mine/01-plan.svg"), "mine").unwrap();
    fs::write(path.join("results/duel/09-mine.svg"), "mine").unwrap();
    run(path, &["run", "duel.toml", "-q"], 0);
    let mut found = files(&path.join("results/duel"));
    assert_eq!(found.remove("pictures/of mine/01-plan.svg"), Some(b"mine".to_vec()));
    assert_eq!(found.remove("09-mine.svg"), Some(b"mine".to_vec()));
    assert!(found == whole, "{:?}", found.keys());
    assert_eq!(fs::read_dir(path.join("results")).unwrap().count(), 1, "nothing stays beside the folder");
    // The working directory itself cannot be exchanged, but its files are replaced.
    run(&path.join("results/duel"), &["run", "../../duel.toml", "-q", "--out", "."], 0);
    assert_eq!(names(&path.join("results/duel")).len(), whole.len() + 2);
}

#[test]
fn killed_at_any_moment_and_run_again_it_gives_the_bytes_of_a_whole_run() {
    let folder = folder();
    let path = folder.path();
    // Enough that the run, and its report, last long enough to be killed.
    let args = ["run", "duel.toml", "-q", "--threads", "2", "--engagements", "300_000"];
    run(path, &[&args[..], &["--out", "whole"]].concat(), 0);
    let mut went_on = 0;
    for (number, signal) in [(0_u64, "KILL"), (1, "KILL"), (2, "INT"), (3, "KILL"), (4, "TERM"), (5, "KILL")] {
        for _ in 0..3 {
            let mut child = program(path, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(300 + 350 * number));
            let killed = Command::new("kill")
                .args([&format!("-{signal}"), &child.id().to_string()])
                .stderr(Stdio::null())
                .status();
            assert!(killed.is_ok());
            child.wait().unwrap();
            went_on += u32::from(path.join("results/duel/tallies.jsonl").exists());
            let report = path.join("results/duel");
            if report.join("report.html").exists() {
                // The report is complete: the files it lists exist.
                let about: serde_json::Value =
                    serde_json::from_slice(&fs::read(report.join("about.json")).unwrap()).unwrap();
                assert!(
                    about["files"].as_array().unwrap().iter().all(|name| report.join(name.as_str().unwrap()).is_file())
                );
            }
        }
        run(path, &args, 0);
        assert!(files(&path.join("results/duel")) == files(&path.join("whole")), "{signal} {number}");
        assert_eq!(fs::read_dir(path.join("results")).unwrap().count(), 1, "nothing stays beside the folder");
        fs::remove_dir_all(path.join("results")).unwrap();
    }
    assert!(went_on > 0, "tallies were kept before the kill");
}

/// Starts a run and kills it as soon as a path exists. Returns whether it was killed.
fn killed_at(path: &Path, args: &[&str], step: &Path) -> bool {
    let mut child = program(path, args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    loop {
        let there = step.exists();
        if there || child.try_wait().unwrap().is_some() {
            let _ = child.kill();
            child.wait().unwrap();
            return there;
        }
    }
}

#[test]
fn killed_at_each_step_of_writing_it_leaves_all_of_the_old_report_or_all_of_the_new() {
    let folder = folder();
    let path = folder.path();
    let args = ["run", "duel.toml", "-q", "--engagements"];
    run(path, &[&args[..], &["9_000", "--out", "old"]].concat(), 0);
    run(path, &[&args[..], &["12_000", "--out", "new"]].concat(), 0);
    let (old, new) = (files(&path.join("old")), files(&path.join("new")));
    // A killed run leaves files from which the folder of an unfinished report is recognised.
    let beside = |parent: &Path| {
        let mut entries = fs::read_dir(parent).unwrap().map(|entry| entry.unwrap().path());
        entries.find(|entry| entry.file_name().unwrap().to_string_lossy().starts_with(".beatenzone-"))
    };
    let results = path.join("results");
    let mut making = None;
    let mut killed = 0;
    let steps: Vec<String> = std::iter::once(String::new()).chain(new.keys().cloned()).collect();
    for step in &steps {
        let _ = fs::remove_dir_all(&results);
        run(path, &[&args[..], &["9_000"]].concat(), 0);
        let more = [&args[..], &["12_000"]].concat();
        match &making {
            // The first time, any folder beside the report's own counts.
            None => {
                let mut child = program(path, &more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
                while making.is_none() && child.try_wait().unwrap().is_none() {
                    making = beside(&results);
                }
                let _ = child.kill();
                child.wait().unwrap();
            }
            Some(making) => killed += usize::from(killed_at(path, &more, &making.join(step))),
        }
        let mut found = files(&results.join("duel"));
        // The tallies are saved before the report.
        let tallies = found.remove("tallies.jsonl");
        let but_tallies = |whole: &BTreeMap<String, Vec<u8>>| {
            whole.iter().filter(|(name, _)| *name != "tallies.jsonl").map(|(n, b)| (n.clone(), b.clone())).collect()
        };
        found.retain(|name, _| !name.starts_with(".beatenzone-"));
        let (before, after): (BTreeMap<_, _>, BTreeMap<_, _>) = (but_tallies(&old), but_tallies(&new));
        assert!(tallies.is_some() && (found == before || found == after), "at {step}: {:?}", found.keys());
        run(path, &more, 0);
        assert!(files(&results.join("duel")) == new, "at {step}");
        assert_eq!(fs::read_dir(&results).unwrap().count(), 1, "nothing stays beside the folder, at {step}");
    }
    assert!(killed > steps.len() / 4, "{killed} of {} steps were seen", steps.len());
}

#[test]
fn parts_joined_are_a_run() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "-q", "--engagements", "30_000", "--out", "whole"], 0);
    let sharded = ["run", "duel.toml", "--engagements", "30_000", "--out", "parts", "--shard"];
    for shard in ["3/3", "1/3", "2/3"] {
        // A request in the file can be overridden.
        let fixed = ["--set", "play.precision=0.01", "--precision", "none"];
        let (out, err) = run(path, &[&sharded[..], &[shard], &fixed[..if shard == "1/3" { 4 } else { 0 }]].concat(), 0);
        let name = format!("part: parts/part-{}.jsonl\n", shard.replace('/', "-of-"));
        assert!(out.is_empty() && err == name, "{err}");
    }
    let parts = ["parts/part-1-of-3.jsonl", "parts/part-2-of-3.jsonl", "parts/part-3-of-3.jsonl"];
    let merge = |more: &[&str], code| run(path, &[&["merge", "duel.toml", "--out", "joined"], more].concat(), code);
    assert!(merge(&parts[..2], 3).1.contains("part 3 of 3 is missing"));
    assert!(merge(&[parts[0], parts[1], parts[1], parts[2]], 3).1.contains("is there twice"));
    assert!(merge(&["duel.toml"], 3).1.contains("torn or was altered"));
    assert!(merge(&["missing.jsonl"], 4).1.contains("missing.jsonl"));
    assert!(merge(&["whole/tallies.jsonl"], 3).1.contains("one holds a whole run"));
    assert!(!path.join("joined").exists());
    assert!(merge(&[&parts[..], &["--seed", "5"]].concat(), 3).1.contains("seed"));
    assert!(merge(&[&parts[..], &["--engagements", "9"]].concat(), 2).1.contains("the parts have 30000 of each cell"));
    let (out, err) = merge(&parts, 0);
    assert!(out.contains("Elite against Novice") && err == "report: joined/report.html\n");
    assert!(files(&path.join("joined")) == files(&path.join("whole")));
    merge(&parts, 0);
    // A merged run can be continued, and is not replaced by a smaller one.
    run(path, &["run", "duel.toml", "-q", "--engagements", "40_000", "--out", "joined"], 0);
    assert!(merge(&parts, 2).1.contains("holds results that the parts lack"));
    merge(&[&parts[..], &["--replace"]].concat(), 0);
    assert!(files(&path.join("joined")) == files(&path.join("whole")));
    fs::write(path.join("duel.toml"), DUEL.replace("novice", "elite")).unwrap();
    assert!(merge(&parts, 3).1.contains("red.gang.ability: novice there, elite here"));
}

/// Starts a long run, and waits until a file or a folder exists.
fn begun(path: &Path, args: &[&str], there: &str) -> std::process::Child {
    let mut child = program(path, args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !path.join(there).exists() {
        assert!(child.try_wait().unwrap().is_none(), "{there} was never there");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn two_runs_at_once_never_share_a_folder_or_a_part() {
    let folder = folder();
    let path = folder.path();
    let long = ["run", "duel.toml", "-q", "--threads", "1", "--engagements", "1_000_000_000_000"];
    // A new folder is locked from the beginning.
    let mut first = begun(path, &[&long[..], &["--out", "deep/new"]].concat(), "deep/new/tallies.jsonl");
    for command in [&["run", "duel.toml"][..], &["balance", "duel.toml", "--vary", "red.gang.count"]] {
        let (out, err) = run(path, &[command, &["--out", "deep/new"]].concat(), 4);
        assert!(out.is_empty() && err.contains("deep/new: another run is writing to this folder"), "{err}");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let lock = "parts/.beatenzone-part-1-of-2.jsonl.lock";
    let part = |shard| [&long[..], &["--out", "parts", "--shard", shard]].concat();
    let mut first = begun(path, &part("1/2"), lock);
    let (_, err) = run(path, &part("1/2"), 4);
    assert!(err.contains("parts/part-1-of-2.jsonl: another run is writing to this file"), "{err}");
    begun(path, &part("2/2"), "parts/part-2-of-2.jsonl").kill().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    // A folder locked by a killed run can be locked again, and is released in the end.
    let shorter = ["run", "duel.toml", "-q", "--engagements", "9_000", "--shard", "1/2", "--out", "parts"];
    assert!(path.join(lock).exists());
    run(path, &[&shorter[..], &["--replace"]].concat(), 0);
    assert!(!path.join(lock).exists());
}

#[test]
fn a_refused_run_leaves_no_folder() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("other.toml"), DUEL).unwrap();
    run(path, &["run", "duel.toml", "-q", "--out", "there/duel"], 0);
    // The second is refused once the folder of the first is created and locked.
    run(path, &["run", "other.toml", "duel.toml", "--seed", "8", "--out", "there"], 2);
    assert_eq!(fs::read_dir(path.join("there")).unwrap().count(), 1);
    run(
        path,
        &["balance", "duel.toml", "--vary", "red.gang.count", "--target", "blue.win = 2", "--out", "new/deep"],
        2,
    );
    assert!(!path.join("new").exists());
}

#[test]
fn a_table_that_nobody_reads_leaves_its_report() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "-q", "--out", "read"], 0);
    let situation = "title = 'A shot'\nruleset = 'cqb'\n[situation]\nkind = 'to_hit'\nability = 'novice'\nrange = 12\n";
    fs::write(path.join("shot.toml"), situation).unwrap();
    let mut child = program(path, &["run", "duel.toml", "shot.toml", "-q", "--out", "closed"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(files(&path.join("closed/duel")) == files(&path.join("read")));
    assert!(path.join("closed/shot/report.html").exists(), "the next is answered too");
}

/// A full disk on standard output is reported, and the report exists; if a report cannot be written, the answers are
/// still printed.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_cannot_be_written_leaves_its_report() {
    let folder = folder();
    let path = folder.path();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for args in [&["run", "duel.toml", "-q", "--out", "full"][..], &["--help"]] {
        let status = program(path, args).stdout(full()).stderr(Stdio::null()).status().unwrap();
        assert_eq!(status.code(), Some(4), "{args:?}");
    }
    assert!(path.join("full/report.html").exists());
    let situation = "title = 'A shot'\nruleset = 'cqb'\n[situation]\nkind = 'to_hit'\nability = 'novice'\nrange = 12\n";
    fs::write(path.join("shot.toml"), situation).unwrap();
    run(path, &["odds", "shot.toml", "--out", "shot"], 0);
    let chart = names(&path.join("shot")).into_iter().find(|name| name.ends_with(".svg")).unwrap();
    fs::remove_file(path.join("shot").join(&chart)).unwrap();
    fs::create_dir(path.join("shot").join(&chart)).unwrap();
    let (out, err) = run(path, &["odds", "shot.toml", "--out", "shot"], 4);
    assert!(out.contains("A shot") && err.contains(&chart), "{out}{err}");
}

#[test]
fn a_report_that_cannot_be_written_still_shows_its_table() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "-q"], 0);
    fs::create_dir(path.join("results/duel/01-wins.svg.d")).unwrap();
    // A folder has the name of a chart of the next report.
    let chart = names(&path.join("results/duel")).into_iter().find(|name| name.ends_with(".svg")).unwrap();
    fs::remove_file(path.join("results/duel").join(&chart)).unwrap();
    fs::create_dir(path.join("results/duel").join(&chart)).unwrap();
    let (out, err) = run(path, &["run", "duel.toml", "-q", "--engagements", "12_000"], 4);
    assert!(out.contains("Elite against Novice") && err.contains(&chart), "{err}");
    let (_, err) = run(path, &["run", "duel.toml", "--engagements", "13_000", "--out", "results/duel"], 4);
    assert!(err.contains("continues from 12000 engagements"), "the tallies are kept: {err}");
}

#[test]
fn the_shell_loop_of_the_page_on_scaling_does_what_it_says() {
    let folder = folder();
    let path = folder.path();
    let page = fs::read_to_string(root().join("docs/scaling.md")).unwrap();
    let script =
        page.split("## A shell loop").nth(1).unwrap().split("```sh\n").nth(1).unwrap().split("```").next().unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_beatenzone")).parent().unwrap().to_owned();
    let paths =
        std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())));
    let done =
        Command::new("sh").args(["-euc", script]).env("PATH", paths.unwrap()).current_dir(path).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    run(path, &["run", "duel.toml", "-q", "--engagements", "60_000", "--out", "whole"], 0);
    assert!(files(&path.join("results/duel")) == files(&path.join("whole")));
}
