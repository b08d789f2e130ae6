//! What the program does for whoever begins: new scenarios, and what a word of a ruleset is about.

#![allow(clippy::disallowed_methods, reason = "tests start the program and read files")]

mod common;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::run;

/// A folder with the maps in it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/maps");
    let here = folder.path().join("scenarios/maps");
    fs::create_dir_all(&here).unwrap();
    for map in fs::read_dir(maps).unwrap().map(|entry| entry.unwrap().path()) {
        fs::copy(&map, here.join(map.file_name().unwrap())).unwrap();
    }
    folder
}

#[test]
fn a_new_scenario_is_accepted_and_played_under_every_ruleset_and_way() {
    let folder = folder();
    let path = folder.path();
    fs::create_dir(path.join("mine")).unwrap();
    for ruleset in scenario::RULESETS {
        for opening in ruleset.openings {
            let file = format!("mine/{}-{}.toml", ruleset.id, opening.id);
            let map = if opening.id == "map" { &["--map", "scenarios/maps/bank.toml"][..] } else { &[] };
            let begin = [&["new", &file, "--ruleset", ruleset.id, "--on", opening.id], map].concat();
            let (out, err) = run(path, &begin, 0);
            assert!(out.is_empty() && err.contains(&format!("beatenzone run {file}")), "{out}{err}");
            assert!(err.contains(&format!("beatenzone check {file}")) && err.contains("beatenzone rules "), "{err}");
            run(path, &["check", &file], 0);
            let (table, _) = run(path, &["run", &file, "--engagements", "4096", "--no-report", "-q"], 0);
            assert!(table.contains("Won by ") || table.contains("Blue wins"), "{table}");
        }
    }
    let house =
        ["new", "rule.toml", "--ruleset", "cqb", "--variant", "9 to hit:rules.to_hit_base=9", "--engagements", "4096"];
    run(path, &house, 0);
    let band = ["new", "band.toml", "--ruleset", "cqb", "--sweep", "rules.range[up_to=12].modifier=0,1"];
    run(path, &band, 0);
    let cell = ["replay", "band.toml", "--cell", "rules.range[up_to=12].modifier=1", "--no-plan"];
    assert!(run(path, &cell, 0).0.contains("Up to 12"), "an entry of a list names a cell");
    let (verdict, _) = run(path, &["run", "rule.toml", "--no-report", "-q"], 0);
    assert!(verdict.contains("9 to hit") && verdict.contains("Difference from the baseline"), "{verdict}");
}

#[test]
fn a_file_that_is_there_stays_and_wrong_options_write_none() {
    let folder = folder();
    let path = folder.path();
    let (text, err) = run(path, &["new", "--ruleset", "cqb", "--map", "scenarios/maps/bank.toml"], 0);
    assert!(
        text.contains("\nmap = \"scenarios/maps/bank.toml\"\n") && err.contains("beatenzone check FILE"),
        "{text}{err}"
    );
    fs::write(path.join("mine.toml"), "x").unwrap();
    let (_, err) = run(path, &["new", "mine.toml", "--ruleset", "cqb"], 2);
    assert!(err.contains("mine.toml: there is such a file already"), "{err}");
    assert_eq!(fs::read_to_string(path.join("mine.toml")).unwrap(), "x");
    for (more, code, said) in [
        (&["--ruleset", "cqc"][..], 2, "did you mean `cqb`?"),
        (&["--ruleset", "cqb", "--on", "opn"], 2, "did you mean `open`?"),
        (&["--ruleset", "cqb", "--on", "map"], 2, "name the map"),
        (&["--ruleset", "cqb", "--on", "open", "--map", "m.toml"], 2, "leave out --map"),
        (&["--ruleset", "cortex_fireteam", "--map", "m.toml"], 2, "has no maps"),
        (&["--ruleset", "cqb", "--map", "scenarios/maps/bnak.toml"], 2, "did you mean `scenarios/maps/bank.toml`?"),
        (&["--ruleset", "cqb", "--red", "gang=99"], 2, "--red gang=99: "),
        (&["--ruleset", "cqb", "--set", "red.team.wepon=smg"], 2, "did you mean `weapon`?"),
        (&["--ruleset", "cqb", "--variant", "x:rules.joker_fir=miss"], 2, "did you mean `joker_fire`?"),
        (&["--map", "scenarios/maps/bank.toml"], 2, "--ruleset"),
        (&[], 2, "name the ruleset"),
    ] {
        let (out, err) = run(path, &[&["new", "other.toml"], more].concat(), code);
        assert!(out.is_empty() && err.contains(said) && !path.join("other.toml").exists(), "{more:?}: {out}{err}");
    }
    let (_, err) = run(path, &["new", "no/such/folder.toml", "--ruleset", "cqb"], 4);
    assert!(err.contains("no/such/folder.toml"), "{err}");
}

#[test]
fn a_word_of_a_ruleset_tells_what_it_is_and_where_it_is_used() {
    let here = Path::new(".");
    let about = |ruleset: &str, word: &str, parts: &[&str]| {
        let (out, _) = run(here, &["rules", ruleset, word], 0);
        parts.iter().for_each(|part| assert!(out.contains(part), "{word}: {part}\n{out}"));
        out
    };
    let option = about(
        "cqb",
        "joker_fire",
        &["\n  joker_fire = \"jam\"\n", "\n        misfire  ", "CQB-9a jokers (played)", "Why the default"],
    );
    for part in [
        "--set \"rules.joker_fire=miss\"",
        "below [rules]: joker_fire = \"miss\"",
        "\"rules.joker_fire\" = \"miss\"",
        "situation.options.joker_fire: duel",
    ] {
        assert!(option.contains(part), "{part}\n{option}");
    }
    assert!(!option.contains("joker_fire_hazard"), "{option}");
    assert_eq!(option, about("cqb", "rules.joker_fire", &[]));
    about(
        "cqb",
        "cqb-5.3.4",
        &["range (played)", "played in fire/target.rs range_modifier", "[rules] range: Range bands", "tested by "],
    );
    about("cqb", "CQB-1.3c", &["left to people; the automatic player measures"]);
    about(
        "cqb",
        "rules.range",
        &[
            "up_to = 24",
            "--set \"rules.range[up_to=3].modifier=-2\"",
            "below [rules]: \"range[up_to=3].modifier\" = -2",
        ],
    );
    about("cqb", "rules.range[up_to=24].modifier", &["range[].modifier", "As printed"]);
    about(
        "cqb",
        "red.gunmen.weapon",
        &["poor rifle,", "or another name in rules.weapons", "--set \"red.NAME.weapon=VALUE\""],
    );
    about("cqb", "play.precision", &["[play]", "--set \"play.precision=VALUE\""]);
    about("chain_reaction", "grenades", &["Clauses", "CR-gren-1 "]);
    let (_, err) = run(here, &["rules", "cqb", "jokr_fire"], 2);
    assert!(err.contains("did you mean `joker_fire`?"), "{err}");
    let (_, err) = run(here, &["rules", "cqb", "CQB-5.3.99"], 2);
    assert!(err.contains("nothing of `cqb` is called"), "{err}");
}

#[test]
fn maps_that_cannot_be_read_are_told_so() {
    let folder = folder();
    let path = folder.path();
    run(path, &["new", "bank.toml", "--ruleset", "cqb", "--map", "scenarios/maps/bank.toml"], 0);
    fs::create_dir(path.join("folder.toml")).unwrap();
    let (_, err) = run(path, &["check", "bank.toml", "--set", "field.map=folder.toml"], 4);
    assert!(err.contains("`folder.toml` is not a file"), "{err}");
    let (_, err) = run(path, &["map", "folder.toml"], 4);
    assert!(err.contains("is a directory"), "{err}");
    // What was read and is wrong, or is not there, is a mistake of the scenario.
    fs::write(path.join("wrong.toml"), "title = 3").unwrap();
    for map in ["wrong.toml", "nowhere.toml"] {
        run(path, &["check", "bank.toml", "--set", &format!("field.map={map}")], 3);
    }
}
