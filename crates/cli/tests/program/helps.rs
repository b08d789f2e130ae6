//! Help for beginners: new scenarios, and explanations of a ruleset's terms.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{root, run};

/// A folder with the maps in it.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let maps = root().join("scenarios/maps");
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
    assert!(err.contains("mine.toml: this file already exists"), "{err}");
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
        (&["--ruleset", "cqb", "--blue", "4", "--red", "6"], 2, "a squad is NAME=COUNT, such as cops=4"),
        (&["--ruleset", "cqb", "--situation", "to_hot"], 2, "did you mean `to_hit`?"),
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
        &["poor rifle,", "or another name in rules.weapons", "--set \"red.NAME.weapon=.50 rifle\""],
    );
    about("cqb", "play.precision", &["[play]", "--set \"play.precision=VALUE\""]);
    about("chain_reaction", "grenades", &["Clauses", "CR-gren-1 "]);
    let (_, err) = run(here, &["rules", "cqb", "jokr_fire"], 2);
    assert!(err.contains("did you mean `joker_fire`?"), "{err}");
    let (_, err) = run(here, &["rules", "cqb", "CQB-5.3.99"], 2);
    assert!(err.contains("`cqb` has nothing called"), "{err}");
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
    // A wrong or missing file is a mistake of the scenario.
    fs::write(path.join("wrong.toml"), "title = 3").unwrap();
    for map in ["wrong.toml", "nowhere.toml"] {
        run(path, &["check", "bank.toml", "--set", &format!("field.map={map}")], 3);
    }
}

#[test]
fn a_new_situation_is_answered_for_every_kind() {
    let folder = folder();
    let path = folder.path();
    for ruleset in scenario::RULESETS {
        for kind in ruleset.kinds.iter().filter(|_| ruleset.id != "cortex_fireteam") {
            let file = format!("{}-{}.toml", ruleset.id, kind.id);
            run(path, &["new", &file, "--ruleset", ruleset.id, "--situation", kind.id], 0);
            let (out, _) = run(path, &["check", &file], 0);
            assert!(out.contains(&format!("({}), 1 case", kind.id)), "{out}");
        }
    }
    let swept = ["new", "--ruleset", "cqb", "--situation", "to_hit", "--sweep", "situation.range=6,12"];
    assert!(run(path, &swept, 0).0.contains("[sweep]\n\"situation.range\" = [6, 12]"));
}

#[test]
fn every_word_of_a_file_leads_to_its_key() {
    let here = Path::new(".");
    let about = |ruleset: &str, word: &str| run(here, &["rules", ruleset, word], 0).0;
    for ruleset in scenario::RULESETS {
        for section in scenario::sections(ruleset) {
            for row in &section.rows {
                for choice in row.choices.iter().chain(&row.names).filter(|_| !section.heading.contains("situation")) {
                    // One of each key is enough.
                    let first = row.choices.iter().chain(&row.names).next().map(|first| &first.word);
                    if first == Some(&choice.word) {
                        let out = about(ruleset.id, &choice.word);
                        assert!(out.contains(&format!("Value of {}", row.path)), "{} {choice:?}: {out}", row.path);
                    }
                }
            }
        }
    }
    for (ruleset, word, said) in [
        ("cqb", "elite", "--set \"red.NAME.ability=elite\""),
        ("cqb", "smg", "category = "),
        ("fireteam", "assault rifle", "--set \"red.NAME.weapon=assault_rifle\""),
        ("chain_reaction", "Submachine_Gun", "--set \"red.NAME.weapon=submachine gun\""),
        ("chain_reaction", "ba pistol", "A big pistol."),
        ("go_go_go", "initiative", "GGG-ord-1"),
        ("go_go_go", "GGG-ord-2", "How it is read"),
        ("go_go_go", "GGG-gen-3", "How it is read"),
        ("cortex_firefight", "CX2-init-1", "rules.new_turn_first, same, swap: nothing says that it changes"),
        ("cortex_fireteam", "CX0-4", "    keeping for effect\n"),
        ("cqb", "jokers", "--set \"rules.jokers.good=1\""),
    ] {
        assert!(about(ruleset, word).contains(said), "{ruleset} {word}: {}", about(ruleset, word));
    }
    run(here, &["rules", "cqb", "xyzzy"], 2);
}

#[test]
fn a_slip_is_met_with_what_to_type() {
    let folder = folder();
    let path = folder.path();
    let fight = ["new", "f.toml", "--ruleset", "cqb", "--blue", "cops=4", "--red", "gang=6", "--engagements", "1e3"];
    run(path, &fight, 0);
    for (args, code, said) in [
        (&["f.toml"][..], 2, "beatenzone run f.toml"),
        (&["run", "scenarios"], 4, "scenarios/*.toml; `beatenzone list scenarios`"),
        (&["run", "f.toml", "--engagements", "ten"], 2, "such as 1_000_000, 1e6 or 10k"),
        (&["check", "f.toml", "--set", "field.range=12,5"], 3, "use a decimal point: 12.5"),
        (&["check", "f.toml", "--set", "blue.cops.armour=soft"], 3, "put lists in brackets: [\"soft\"]"),
        (&["check", "f.toml", "--set", "rules.jokers=4"], 3, "a table with keys such as `good`"),
        (&["check", "f.toml", "--set", "play.engagements=1e6"], 3, "write whole numbers like this: 1_000_000"),
        (&["check", "f.toml", "--set", "sweep.\"red.gang.count\"=4-6"], 3, "[4, 5, 6]"),
        (&["check", "f.toml", "--set", "blue.cops.count=-4"], 3, "from 0 to 16"),
        (&["map", "f.toml"], 3, "this scenario has no map"),
        (&["check", "f.toml", "--sweep", "red.gang.cuont=1,2"], 3, "did you mean `count`?"),
        (&["check", "f.toml", "--variant", "x:red.gnag.count=1"], 3, "did you mean `gang`?"),
        (&["check", "f.toml", "--sweep", "red.gang.count"], 2, "such as field.range=6,12,24"),
        (&["check", "f.toml", "--variant", "red.gang.count=3"], 2, "expected NAME:KEY=VALUE"),
    ] {
        let (_, err) = run(path, args, code);
        assert!(err.contains(said), "{args:?}: {err}");
    }
    for numbers in ["1e3", "1k", "1,000", "1_000", "0x3e8"] {
        run(path, &["run", "f.toml", "--no-report", "-q", "--engagements", numbers, "--seed", numbers], 0);
    }
    run(path, &["check", "f.toml", "--set", "blue.cops.ability=“elite”"], 0);
}

#[test]
fn a_scenario_shows_its_map() {
    let folder = folder();
    let path = folder.path();
    run(path, &["new", "bank.toml", "--ruleset", "cqb", "--map", "scenarios/maps/bank.toml"], 0);
    assert_eq!(run(path, &["map", "bank.toml"], 0).0, run(path, &["map", "scenarios/maps/bank.toml"], 0).0);
}
