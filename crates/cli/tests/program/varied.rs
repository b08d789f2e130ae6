//! Files varied from the command line: sweeps, variants, squads left out, words tried one after the other.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::common::{program, root, run};
use crate::duel::{DUEL, folder};

/// The cells of a run as JSON: the values of the swept keys and the variant of each.
fn cells(folder: &Path, args: &[&str]) -> Vec<Value> {
    let (out, _) = run(folder, &[args, &["--no-report", "-q", "--format", "json"]].concat(), 0);
    let results: Value = serde_json::from_str(&out).unwrap();
    results["cells"].as_array().unwrap().clone()
}

#[test]
fn a_file_is_swept_and_varied_from_the_command_line() {
    let folder = folder();
    let path = folder.path();
    let few = ["run", "duel.toml", "--engagements", "500"];
    // The file sweeps the range over two values and has a variant.
    assert_eq!(cells(path, &few).len(), 4);
    let other = [&few[..], &["--sweep", "field.range=3,6,9"]].concat();
    assert_eq!(cells(path, &other).len(), 6, "a sweep takes the place of the file's own");
    let more = [&few[..], &["--sweep", "red.gunmen.weapon=smg,poor rifle", "--variant", "nine:rules.to_hit_base=9"]];
    assert_eq!(cells(path, &more.concat()).len(), 12, "other sweeps and variants are added");
    // The same as if it were in the file.
    let written = DUEL
        .replace("[sweep]\n", "[sweep]\n\"red.gunmen.count\" = [1, 2]\n")
        .replace("\"field.range\" = [6, 12]\n", "")
        + "\n[variants.nine]\n\"rules.to_hit_base\" = 9\n\"rules.joker_fire\" = \"miss\"\n";
    fs::write(path.join("written.toml"), written.replace("[field]\nrange = 12\n", "[field]\nrange = 6\n")).unwrap();
    let plain = DUEL.replace("[sweep]\n\"field.range\" = [6, 12]\n", "");
    fs::write(path.join("plain.toml"), plain.replace("[field]\nrange = 12\n", "[field]\nrange = 6\n")).unwrap();
    let options = ["--sweep", "red.gunmen.count=1-2", "--variant", "nine:rules.to_hit_base=9", "--variant"];
    let options = [&options[..], &["nine:rules.joker_fire=miss"]].concat();
    let table = |file: &str, options: &[&str]| {
        run(
            path,
            &[&["run", file, "--no-report", "-q", "--format", "csv", "--engagements", "500"], options].concat(),
            0,
        )
        .0
    };
    assert_eq!(table("written.toml", &[]), table("plain.toml", &options));
    // Giving the same twice is a mistake.
    let twice = [&few[..], &["--sweep", "field.range=3", "--sweep", "field.range=6"]].concat();
    assert!(run(path, &twice, 2).1.contains("another such option already sets it"));
}

#[test]
fn results_know_the_sweeps_and_variants_they_were_asked_with() {
    let folder = folder();
    let path = folder.path();
    let asked = ["--sweep", "red.gunmen.count=1,2", "--variant", "nine:rules.to_hit_base=9"];
    let asked = |command: &[&str]| run(path, &[command, &asked].concat(), 0);
    asked(&["run", "duel.toml", "--engagements", "500"]);
    let (_, err) = asked(&["run", "duel.toml", "--engagements", "1000"]);
    assert!(err.contains("continues from 500 engagements a cell"), "{err}");
    // The page contains a scenario with them.
    let (whole, _) = asked(&["run", "duel.toml", "--engagements", "1000", "--no-report", "-q"]);
    assert_eq!(run(path, &["run", "results/duel/report.html", "--no-report", "-q"], 0).0, whole);
    let replay =
        ["replay", "results/duel/report.html", "--variant", "nine", "--cell", "red.gunmen.count=2", "--no-plan"];
    let (log, _) = run(path, &replay, 0);
    let made = ["replay", "duel.toml", "--variant", "nine:rules.to_hit_base=9", "--sweep", "red.gunmen.count=1,2"];
    let (same, _) = run(path, &[&made[..], &["--cell", "red.gunmen.count=2", "--no-plan"]].concat(), 0);
    assert_eq!(log.lines().skip(1).collect::<Vec<_>>(), same.lines().skip(1).collect::<Vec<_>>());
    // Its parts merge to the same result.
    for part in ["1/2", "2/2"] {
        asked(&["run", "duel.toml", "--engagements", "1000", "--shard", part, "--out", "parts", "-q"]);
    }
    asked(&["merge", "duel.toml", "parts", "--out", "joined", "-q"]);
    let read = |name: &str| fs::read(path.join(name).join("results.csv")).unwrap();
    assert_eq!(read("joined"), read("results/duel"));
    // Situations are swept, and a balance is found at each value.
    let (out, _) = run(path, &["odds", "shot.toml", "--sweep", "situation.range=3,24"], 0);
    assert!(out.contains("24"), "{out}");
    let balance = ["balance", "duel.toml", "--vary", "red.gunmen.count", "--no-report", "-q", "--engagements", "5k"];
    let (out, _) = run(path, &[&balance[..], &["--sweep", "field.range=3,24"]].concat(), 0);
    assert!(out.contains("24 in"), "{out}");
    assert!(
        run(path, &[&balance[..], &["--sweep", "red.gunmen.count=1,2"]].concat(), 2)
            .1
            .contains("leave one of them out")
    );
}

#[test]
fn a_squad_of_nobody_is_left_out_under_every_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for ruleset in scenario::RULESETS {
        for file in ["both.toml", "one.toml"] {
            let _ = fs::remove_file(path.join(file)); // there is none in the first round
        }
        let squads = ["--blue", "ace=1", "--blue", "team=1", "--red", "gang=1"];
        let begin = ["new", "both.toml", "--ruleset", ruleset.id];
        run(path, &[&begin[..], &squads].concat(), 0);
        let begin = ["new", "one.toml", "--ruleset", ruleset.id, "--blue", "team=1", "--red", "gang=1"];
        run(path, &begin, 0);
        let few = ["--engagements", "500", "--precision", "none", "--method", "sampled"];
        let numbers = |file: &str, more: &[&str]| {
            let cell = cells(path, &[&["run", file][..], &few, more].concat()).pop().unwrap();
            (cell["values"].clone(), cell["distributions"].clone())
        };
        let without = numbers("one.toml", &[]);
        assert_eq!(numbers("both.toml", &["--set", "blue.ace.count=0"]), without, "{}", ruleset.id);
        assert_eq!(numbers("both.toml", &["--sweep", "blue.ace.count=1,0"]), without, "{}", ruleset.id);
        assert_ne!(numbers("both.toml", &[]), without, "{}", ruleset.id);
        let variant = [&["run", "both.toml"][..], &few, &["--variant", "alone:blue.ace.count=0"]].concat();
        assert_eq!(cells(path, &variant).len(), 2);
        // A side needs a figure, and mistakes in a squad that is left out are reported.
        let (_, err) = run(path, &["check", "one.toml", "--set", "red.gang.count=0"], 3);
        assert!(err.contains("red.gang.count: no figure of red is left, expected at least one on a side"), "{err}");
        let (_, err) = run(path, &["check", "both.toml", "--sweep", "red.gang.count=0,1"], 3);
        assert!(err.contains("no figure of red is left"), "{err}");
        let (_, err) = run(path, &["check", "both.toml", "--set", "blue.ace={ count = 0, nonsense = 1 }"], 3);
        assert!(err.contains("nonsense"), "{err}");
    }
}

#[test]
fn words_are_varied_under_every_ruleset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (ruleset, key, some) in [
        ("chain_reaction", "red.gang.weapon", ["pistol", "shotgun"]),
        ("cqb", "red.gang.weapon", ["smg", "poor rifle"]),
        ("cqb", "red.gang.ability", ["novice", "elite"]),
        ("fireteam", "red.gang.weapon", ["pistol", "assault_rifle"]),
        ("go_go_go", "red.gang.weapon", ["automatic", "none"]),
        ("cortex_firefight", "red.gang.keep", ["best_total", "max_effect"]),
        ("cortex_fireteam", "red.gang.keep", ["best_total", "max_effect"]),
        ("cqb", "red.gang.armour", ["none", "helmet"]),
        ("cqb", "red.gang.jammed", ["false", "true"]),
    ] {
        fs::remove_file(path.join("f.toml")).ok();
        run(path, &["new", "f.toml", "--ruleset", ruleset, "--blue", "team=1", "--red", "gang=1"], 0);
        let few = ["balance", "f.toml", "--vary", key, "--no-report", "-q", "--engagements", "1000"];
        let (out, _) = run(path, &few, 0);
        assert!(some.iter().all(|word| out.contains(word)), "{ruleset} {key}: {out}");
        assert!(out.contains(" nearest to 50 % with ") && out.contains("; next is "), "{out}");
        assert!(!["between", "rises"].iter().any(|word| out.contains(word)), "choices have no order: {out}");
        let (out, _) = run(path, &[&few[..], &["--format", "json"]].concat(), 0);
        let found: Value = serde_json::from_str(&out).unwrap();
        assert!(
            found["points"][0]["looks"].as_array().is_some_and(|values| values.len() >= 2),
            "{ruleset} {key}: {out}"
        );
        assert!(found["points"][0]["fair"].is_null() && !found["points"][0]["nearest"].is_null(), "{out}");
    }
}

#[test]
fn every_command_reads_from_a_pipe() {
    let folder = folder();
    let path = folder.path();
    run(path, &["run", "duel.toml", "--engagements", "300", "-q"], 0);
    let page = fs::read(path.join("results/duel/report.html")).unwrap();
    let marked = [b"\xEF\xBB\xBF", &page[..]].concat();
    let (duel, shot) = (DUEL.as_bytes(), fs::read(path.join("shot.toml")).unwrap());
    let map = fs::read(root().join("scenarios/maps/bank.toml")).unwrap();
    for (args, bytes) in [
        (&["run", "-", "--no-report", "-q", "--engagements", "300"][..], duel),
        (&["run", "-", "--no-report", "-q"], &shot),
        (&["run", "-", "--no-report", "-q"], &page),
        (&["run", "-", "--no-report", "-q"], &marked),
        (&["check", "-"], duel),
        (&["replay", "-"], duel),
        (&["replay", "-"], &page),
        (&["balance", "-", "--vary", "red.gunmen.count", "--no-report", "-q", "--engagements", "300"], duel),
        (&["odds", "-"], &shot),
        (&["map", "-"], &map),
    ] {
        let mut child =
            program(path, args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        let out = child.wait_with_output().unwrap();
        assert!(out.status.success() && !out.stdout.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    }
}
