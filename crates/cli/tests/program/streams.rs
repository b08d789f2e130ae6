//! Exit codes, streams, and files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{program, root, run};
use crate::duel::{DUEL, folder};
use crate::listing::names;

#[test]
fn a_run_prints_a_table_and_writes_a_report() {
    let folder = folder();
    let (out, err) = run(folder.path(), &["run", "duel.toml"], 0);
    assert!(out.contains("Elite against Novice") && out.contains("bare"), "{out}");
    assert_eq!(err, "report: results/duel/report.html\n");
    let written = names(&folder.path().join("results/duel"));
    assert!(["report.html", "results.csv", "results.json"].iter().all(|name| written.iter().any(|file| file == name)));
    assert_eq!(names(&folder.path().join("results")), ["duel"], "nothing else is left");
    assert_eq!(names(folder.path()), ["duel.toml", "results", "shot.toml"]);
}

#[test]
fn the_commands_on_a_page_do_what_it_says() {
    let folder = folder();
    let (table, _) = run(folder.path(), &["run", "duel.toml", "-q"], 0);
    let report = folder.path().join("results/duel");
    let page = fs::read_to_string(report.join("report.html")).unwrap();
    let commands: Vec<Vec<&str>> = page
        .split("<code>beatenzone ")
        .skip(1)
        .map(|rest| rest.split("</code>").next().unwrap().split(' ').collect())
        .collect();
    let said = |option: &str| commands.iter().filter(|command| command.get(2) == Some(&option)).count();
    assert_eq!((said("--pick"), commands.len() - said("--pick") - said("--where")), (5, 1), "{commands:?}");
    assert!(said("--where") >= 2, "each way to end: {commands:?}");
    for command in commands {
        let (out, _) =
            run(&report, &[&command[..], if command[0] == "run" { &["-q", "--no-report"] } else { &[] }].concat(), 0);
        assert!(if command[0] == "run" { out == table } else { out.contains("Turn 1") }, "{command:?}: {out}");
    }
}

#[test]
fn numbers_are_the_same_bytes_on_any_number_of_threads() {
    let folder = folder();
    let json = |threads: &str| {
        run(folder.path(), &["run", "duel.toml", "--no-report", "--format", "json", "--threads", threads], 0).0
    };
    let one = json("1");
    for threads in ["2", "7", "64"] {
        assert!(one == json(threads), "{threads}");
    }
    assert_eq!(names(folder.path()), ["duel.toml", "shot.toml"], "--no-report writes nothing");
    run(folder.path(), &["run", "duel.toml", "--threads", "2", "--out", "kept"], 0);
    assert!(
        fs::read_to_string(folder.path().join("kept/results.json")).unwrap() == one,
        "the report has the same numbers"
    );
}

#[test]
fn options_set_keys_of_the_file() {
    let folder = folder();
    let short = ["run", "duel.toml", "--no-report", "-q", "--format", "json"];
    let with = |more: &[&str]| run(folder.path(), &[&short, more].concat(), 0).0;
    let (plain, seeded) = (with(&["--engagements", "5_000"]), with(&["--engagements", "5000", "--seed", "8"]));
    assert!(plain.contains("\"engagements\": 5000") && plain != seeded);
    assert_eq!(with(&["--set", "play.engagements=5000"]), plain);
    assert!(with(&["--precision", "0.02"]).contains("\"engagements\": 4096"));
    let (_, err) = run(folder.path(), &["run", "duel.toml", "--engagements", "0"], 3);
    assert!(err.contains("--set play.engagements=0"), "{err}");
}

/// Pistols out of reach: a fight of each ruleset with open ground, and the same within reach.
#[test]
fn a_fight_in_which_nobody_can_hurt_anybody_is_noted() {
    let folder = folder();
    let squads = [
        ("cqb", "ability = \"novice\"\nweapon = \"pocket pistol\"", 500),
        ("fireteam", "weapon = \"pistol\"", 200),
        ("chain_reaction", "rep = 4\nweapon = \"pistol\"", 200),
        ("go_go_go", "weapon = \"none\"", 10),
    ];
    for (ruleset, squad, far) in squads {
        let text = |play: &str| {
            format!(
                "title = \"Far\"\nruleset = \"{ruleset}\"\n[field]\nrange = {far}\n[blue.a]\n{squad}\n[red.b]\n{squad}\n{play}"
            )
        };
        let noted = |text: String, note: Option<&str>| {
            fs::write(folder.path().join("far.toml"), text).unwrap();
            for args in [&["check", "far.toml"][..], &["run", "far.toml", "--engagements", "64", "--no-report"]] {
                let (_, err) = run(folder.path(), args, 0);
                let lines: Vec<&str> = err.lines().filter(|line| line.starts_with("note: far.toml: nobody")).collect();
                assert_eq!(lines.len(), usize::from(note.is_some()), "{args:?} {ruleset}: {err}");
                assert!(note.is_none_or(|note| lines[0].contains(note)), "{note:?}: {err}");
            }
        };
        noted(text(""), Some("nobody can hurt an enemy: "));
        if ruleset != "go_go_go" {
            let near = "[sweep]\n\"field.range\" = [6, 200, 500]";
            noted(text(near), Some("in 2 of 3 cells, the first of them Range 200"));
            noted(text("").replace(&format!("range = {far}"), "range = 6"), None);
        }
    }
}

#[test]
fn a_situation_is_answered_by_run_and_by_odds() {
    let folder = folder();
    let (out, err) = run(folder.path(), &["odds", "shot.toml"], 0);
    assert!(out.contains("2/7") && err.is_empty(), "{out}{err}");
    assert_eq!(names(folder.path()), ["duel.toml", "shot.toml"], "odds writes nothing unless asked to");
    let (again, _) = run(folder.path(), &["run", "shot.toml"], 0);
    assert_eq!(again, out);
    assert!(folder.path().join("results/shot/report.html").is_file());
    let (_, err) = run(folder.path(), &["odds", "duel.toml"], 3);
    assert!(err.contains("describes a fight"), "{err}");
    let (_, err) = run(folder.path(), &["replay", "shot.toml"], 3);
    assert!(err.contains("describes a situation"), "{err}");
}

#[test]
fn mistakes_have_their_exit_codes_and_write_nothing() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("bad.toml"), DUEL.replace("elite\"", "elit\"")).unwrap();
    fs::write(path.join("binary.toml"), [0xff, 0xfe, 0, 1]).unwrap();
    for (args, code, said) in [
        (&["run", "bad.toml"][..], 3, "did you mean `elite`?"),
        (&["run", "duel.toml", "bad.toml"], 3, "did you mean `elite`?"),
        (&["run", "binary.toml"], 3, "binary.toml"),
        (&["run", "missing.toml"], 4, "missing.toml"),
        (&["run", "."], 4, "directory"),
        (&["run", "duel.toml", "--out", "shot.toml"], 4, "is a file, not a folder"),
        (&["run", "duel.toml", "--out", "shot.toml/below"], 4, "shot.toml/below"),
        (&["run", "duel.toml", "./duel.toml"], 2, "two reports would go to results/duel"),
        (&["run", "duel.toml", "--sed", "3"], 2, "--sed"),
        (&["run"], 2, "<FILE>"),
        (&["run", "duel.toml", "--threads", "0"], 2, "--threads"),
        (&["run", "duel.toml", "--engagements", "many"], 2, "many"),
        (&["run", "duel.toml", "--method", "exact", "--set", "play.budget=1"], 1, "more than"),
        (&["fly"], 2, "fly"),
        (&["rules", "cqc"], 2, "did you mean `cqb`?"),
        (&["replay", "duel.toml", "--where", "red.wins"], 2, "did you mean `red.win`?"),
        (
            &["replay", "duel.toml", "--where", "turns > 1000"],
            1,
            "none of the first 20,000 engagements ended so, 0.0000 (0.0000 to 0.0192) %",
        ),
        (&["replay", "duel.toml", "--where", "red.win", "--match", "20001"], 1, "there is no match 20,001: "),
        (
            &["replay", "duel.toml", "--where", "red.win", "--match", "9223372036854775807"],
            1,
            "there is no match 9,223,",
        ),
        (&["replay", "duel.toml", "--where", "red.win", "--match", "0"], 2, "expected a whole number from 1"),
        (&["replay", "duel.toml", "--match", "2"], 2, "--where <CONDITION>"),
        (&["replay", "duel.toml", "--pick", "median", "--where", "red.win"], 2, "cannot be used with"),
        (&["replay", "duel.toml", "--pick", "median", "--engagement", "1"], 2, "cannot be used with"),
        (&["replay", "duel.toml", "--pick", "usual"], 2, "typical, median, quickest, longest, upset"),
        (&["replay", "duel.toml", "--cell", "field.rang=6"], 2, "did you mean `field.range`?"),
        (&["replay", "duel.toml", "--variant", "bear"], 2, "did you mean `bare`?"),
        (&["list", "missing"], 4, "missing"),
        (&["odds", "--check", "missing.json"], 4, "missing.json"),
        (&["odds", "--check", "duel.toml"], 3, "line 1 column"),
        (&["odds", "--check", "binary.toml"], 3, "UTF-8"),
    ] {
        let (out, err) = run(path, args, code);
        assert!(err.contains(said) && out.is_empty(), "{args:?}\n{out}\n{err}");
        assert!(!err.contains("panicked"), "{err}");
        assert_eq!(names(path), ["bad.toml", "binary.toml", "duel.toml", "shot.toml"], "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_fault() {
    let folder = folder();
    for args in
        [&["rules", "cqb"][..], &["schema"], &["completions", "bash"], &["run", "duel.toml", "--no-report", "-q"]]
    {
        let mut child = program(folder.path(), args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?} {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn an_interrupted_run_keeps_and_reports_what_was_played() {
    let folder = folder();
    let args = ["run", "duel.toml", "--engagements", "1_000_000_000_000", "--threads", "2"];
    let mut child = program(folder.path(), &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    assert!(line.contains("widest interval: blue wins"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    let mut rest = String::new();
    err.read_to_string(&mut rest).unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest}");
    assert!(
        rest.contains("stopping; press Ctrl-C again to quit immediately")
            && rest.contains("report: results/duel/report.html"),
        "{rest}"
    );
    assert!(String::from_utf8(output.stdout).unwrap().contains("Elite against Novice"));
    let json = fs::read_to_string(folder.path().join("results/duel/results.json")).unwrap();
    let run: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(run["interrupted"], true);
    for cell in run["cells"].as_array().unwrap() {
        assert!(cell["engagements"].as_u64().unwrap() >= 4096, "{}", cell["engagements"]);
    }
}

#[test]
fn records_are_checked_one_by_one() {
    let folder = folder();
    let record = |id: &str, kind: &str, hit: &str| {
        let parameters = serde_json::json!({"kind": kind, "ability": "novice", "range": 12});
        serde_json::json!({"id": id, "parameters": parameters, "expected": {"hit": hit}})
    };
    let write = |name: &str, records: &[serde_json::Value]| {
        let mut file = fs::File::create(folder.path().join(name)).unwrap();
        write!(file, "{}", serde_json::json!(records)).unwrap();
    };
    write("right.json", &[record("CQB-1", "to_hit", "2/7")]);
    let (out, err) = run(folder.path(), &["odds", "--check", "right.json"], 0);
    assert_eq!((out.as_str(), err.as_str()), ("1 records: 1 exact, 0 chain, 0 sampled, 0 wrong, 0 unanswered\n", ""));
    write("cqb.json", &[record("A", "to_hit", "2/7"), record("B", "to_hit", "3/7"), record("C", "to_hot", "1/7")]);
    let (out, err) = run(folder.path(), &["odds", "--check", "cqb.json"], 1);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "B (to_hit): hit: expected 3/7, found 2/7");
    assert!(lines[1].starts_with("C: no answer: unknown kind `to_hot`, expected one of "), "{}", lines[1]);
    assert_eq!(lines[2], "3 records: 1 exact, 0 chain, 0 sampled, 1 wrong, 1 unanswered");
    assert_eq!(err, "not every record was answered as expected\n");
}

/// Some programs put a byte-order mark at the beginning of every file.
#[test]
fn json_and_reports_with_a_byte_order_mark_are_read() {
    let folder = folder();
    let mark = |name: &str| {
        let path = folder.path().join(name);
        let saved = [b"\xEF\xBB\xBF".as_slice(), &fs::read(&path).unwrap()].concat();
        fs::write(path, saved).unwrap();
    };
    run(folder.path(), &["run", "duel.toml", "-q", "--out", "kept"], 0);
    for report in ["kept/results.json", "kept/report.html"] {
        mark(report);
        run(folder.path(), &["check", report], 0);
    }
    let parameters = serde_json::json!({"kind": "to_hit", "ability": "novice", "range": 12});
    let records = serde_json::json!([{"id": "CQB-1", "parameters": parameters, "expected": {"hit": "2/7"}}]);
    fs::write(folder.path().join("right.json"), records.to_string()).unwrap();
    mark("right.json");
    let (out, _) = run(folder.path(), &["odds", "--check", "right.json"], 0);
    assert!(out.starts_with("1 records: 1 exact"), "{out}");
}

#[test]
fn rules_schema_list_and_completions() {
    let folder = folder();
    let (rules, _) = run(folder.path(), &["rules"], 0);
    assert!(rules.lines().any(|line| line.starts_with("cqb  CQB")));
    let (cqb, _) = run(folder.path(), &["rules", "cqb"], 0);
    assert!(
        cqb.contains(" left to people") && cqb.contains("\n[rules]\n") && cqb.contains("\n  to_hit\n      To hit. "),
        "{cqb}"
    );
    let clauses = scenario::RULESETS.iter().find(|ruleset| ruleset.id == "cqb").unwrap().clauses();
    assert!(clauses.iter().all(|clause| cqb.contains(&format!("\n  {} ", clause.id))), "{cqb}");
    let (schema, _) = run(folder.path(), &["schema"], 0);
    assert!(serde_json::from_str::<serde_json::Value>(&schema).unwrap().is_object());
    assert!(run(folder.path(), &["schema", "--reference"], 0).0.contains("turn_limit"));
    let (list, _) = run(folder.path(), &["list", "."], 0);
    assert_eq!(list, "./duel.toml\n  Elite against Novice\n    Who wins?\n./shot.toml\n  A snap shot\n");
    assert!(run(folder.path(), &["completions", "bash"], 0).0.contains("beatenzone"));
}

#[test]
fn help_and_documentation_state_the_exit_codes() {
    let (help, _) = run(Path::new("."), &["--help"], 0);
    let page = fs::read_to_string(root().join("docs/cli.md")).unwrap();
    for code in ["0", "1", "2", "3", "4", "130"] {
        assert!(help.contains(&format!("\n  {code} ")), "{help}");
        assert!(page.contains(&format!("\n| {code} | ")), "{code}");
    }
}

const ROOM: &str = "title = 'A room'
map = '''
#####+###
#..\"...n#
#..#...._
#########
'''
marks = '''
#####+###
#b.\"...n#
#b.#.rr._
#########
'''
[areas]
blue = 'b'
red = 'r'
";

#[test]
fn a_map_is_shown_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("room.toml"), ROOM).unwrap();
    let (plain, err) = run(folder.path(), &["map", "room.toml"], 0);
    assert!(plain.contains("  2 #..\"...n#\n") && plain.contains("n block") && plain.contains("blue"), "{plain}");
    assert!(err.is_empty() && !plain.contains('\u{1b}'), "no colours and no notes in a pipe");
    let asked =
        ["map", "room.toml", "--sight", "2,2", "--reach", "2,2", "--inches", "3", "--open", "1", "--out", "pictures"];
    let (shown, err) = run(folder.path(), &asked, 0);
    assert_eq!(err, "pictures: pictures\n");
    assert!(shown.contains("  1 #####/###\n"), "{shown}");
    assert!(shown.contains("Seen from row 2, column 2") && shown.contains("Reached from row 2, column 2"), "{shown}");
    let all: Vec<String> = ["plan", "sight", "reach"]
        .iter()
        .enumerate()
        .flat_map(|(i, name)| ["png", "svg"].map(|ending| format!("{:02}-{name}.{ending}", i + 1)))
        .collect();
    assert_eq!(names(&folder.path().join("pictures")), {
        let mut all = all;
        all.sort();
        all
    });
    for (args, told) in [
        (["--sight", "0,1"], "row 0, column 1 is not on the map, expected rows 1 to 4 and columns 1 to 9"),
        (["--sight", "1,1"], "row 1, column 1 is wall, expected a square that figures can enter"),
        (["--open", "2"], "there is no door 2, expected 1 to 1 or `all`"),
        (["--open", "some"], "expected the number of a door, or `all`"),
        (["--sight", "2"], "expected ROW,COLUMN"),
        (["--inches", "3"], "--reach"),
    ] {
        let (out, err) = run(folder.path(), &[&["map", "room.toml"][..], &args].concat(), 2);
        assert!(out.is_empty() && err.contains(told), "{args:?}: {err}");
    }
    run(folder.path(), &["map", "room.toml", "--reach", "2,2", "--inches", "0"], 2);
    run(folder.path(), &["map", "nowhere.toml"], 4);
    fs::write(folder.path().join("bad.toml"), ROOM.replace('n', "?")).unwrap();
    let (out, err) = run(folder.path(), &["map", "bad.toml", "--out", "none"], 3);
    assert!(out.is_empty() && err.contains("bad.toml:4:8: map: unknown symbol `?`"), "{err}");
    assert!(!folder.path().join("none").exists(), "nothing is written");
}

#[test]
fn a_map_with_a_tileset_is_shown_from_its_own_directory() {
    let folder = tempfile::tempdir().unwrap();
    let maps = root().join("scenarios/maps");
    for file in ["single-room.tmx", "ground.tsx"] {
        fs::copy(maps.join(file), folder.path().join(file)).unwrap();
    }
    let (shown, _) = run(folder.path(), &["map", "single-room.tmx"], 0);
    assert!(shown.lines().count() > 5, "{shown}");
}

#[test]
fn a_replay_on_a_map_draws_the_plan_and_keeps_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("room.toml"), ROOM).unwrap();
    let fight = DUEL.replace("range = 12", "map = \"room.toml\"").replace("[sweep]\n\"field.range\" = [6, 12]\n", "");
    fs::write(path.join("fight.toml"), fight).unwrap();
    let (shown, told) = run(path, &["replay", "fight.toml", "--out", "fight.html"], 0);
    let log = run(path, &["replay", "fight.toml", "--no-plan"], 0).0;
    assert_eq!(told, "page: fight.html\n");
    let top = "  1 #####+###\n";
    let turns = log.lines().filter(|line| line.starts_with("Turn ")).count();
    assert!(turns > 0 && !log.contains(top) && !shown.contains('\u{1b}'), "{log}");
    let plans = shown.lines().filter(|line| line.starts_with("  1 #####")).count();
    assert_eq!(plans, turns + 1, "before the first turn and after each\n{shown}");
    assert!(shown.contains("\nA entry team\na gunmen\n"), "{shown}");
    let mut lines = shown.lines();
    for line in log.lines().filter(|line| !line.is_empty()) {
        assert!(lines.any(|shown| shown == line), "{line} is not where it should be");
    }
    let page = fs::read_to_string(path.join("fight.html")).unwrap();
    assert!(page.contains("id=\"plan\"") && page.contains(" on A room"), "{page}");
}

#[cfg(unix)]
#[test]
fn endless_files_and_endless_words_are_refused_soon_and_shortly() {
    let folder = folder();
    let path = folder.path();
    assert!(Command::new("mkfifo").arg(path.join("pipe")).status().unwrap().success());
    let long = "x".repeat(100_000);
    let set = format!("{long}=1");
    for (args, code, said) in [
        (&["run", "pipe"][..], 4, "is a named pipe, not a file"),
        (&["map", "pipe"], 4, "is a named pipe, not a file"),
        (&["merge", "duel.toml", "pipe"], 4, "is a named pipe, not a file"),
        (&["odds", "--check", "pipe"], 4, "is a named pipe, not a file"),
        (&["odds", "--check", "/dev/zero"], 3, "has more than 67108864 bytes"),
        (&["run", &long], 4, "characters left out"),
        (&["run", "duel.toml", "--set", &set], 3, "x"),
        (&["replay", "duel.toml", "--where", &long], 2, "characters left out"),
        (&["rules", &long], 2, "characters left out"),
        (&[&long], 2, "characters left out"),
    ] {
        let (out, err) = run(path, args, code);
        assert!(out.is_empty() && err.contains(said) && err.len() < 5_000, "{} bytes: {err:.300}", err.len());
    }
}

#[test]
fn a_precision_of_a_quantity_is_told_in_the_report() {
    let folder = folder();
    let asked =
        |more: &[&str]| run(folder.path(), &[&["run", "duel.toml", "-q", "--out", "asked"], more].concat(), 0).0;
    let out = asked(&["--precision", "2%", "--level", "99%"]);
    assert!(
        out.contains("precision: Won by the entry team ±2 %, Won by the gunmen ±2 %: reached in 4 of 4 cells"),
        "{out}"
    );
    assert!(out.contains("99 % intervals"), "{out}");
    asked(&["--precision", "{ \"red.lost\" = 0.0001 }"]);
    let page = fs::read_to_string(folder.path().join("asked/report.html")).unwrap();
    assert!(page.contains("reached in 0 of 4 cells") && page.contains(" would need about "));
    assert!(page.contains("in 95 of 100 such runs"));
}

#[test]
fn a_fair_fight_is_found_for_each_point_of_a_sweep() {
    let folder = folder();
    let path = folder.path();
    let vary = ["balance", "duel.toml", "--vary", "red.gunmen.count", "--engagements", "200_000", "-q"];
    let (out, err) = run(path, &vary, 0);
    assert!(err.is_empty() && out.contains("Gunmen for Won by the entry team 50 %"), "{out}{err}");
    assert!(out.contains("rules changed: none") && out.contains("95 % intervals"), "{out}");
    let value: serde_json::Value =
        serde_json::from_slice(&fs::read(path.join("results/duel-balance/balance.json")).unwrap()).unwrap();
    let points = value["points"].as_array().unwrap();
    assert_eq!(points.len(), 2, "one for each range");
    let page = fs::read_to_string(path.join("results/duel-balance/balance.html")).unwrap();
    assert!(page.contains("Gunmen for Won by the entry team 50 % by range") && page.contains("<svg"), "{page}");
    assert!(page.contains("<h1>How many figures (gunmen) make “Won by the entry team” 50\u{a0}%?</h1>"), "{page}");
    assert!(path.join("results/duel-balance/balance.parquet").is_file());
    // The page contains its scenario, and asks the same question again.
    let again = ["balance", "results/duel-balance/balance.html", "--vary", "red.gunmen.count", "-q", "--no-report"];
    let (again, _) = run(path, &[&again[..], &["--engagements", "200_000"]].concat(), 0);
    assert_eq!(again, out);
    for point in points {
        let (low, high) = (point["fair"]["below"].as_i64().unwrap(), point["fair"]["above"].as_i64().unwrap());
        let at = &point["fair"]["at"];
        let interval = at["low"].as_f64().unwrap()..=at["high"].as_f64().unwrap();
        assert!(
            high == low + 1 && interval.contains(&at["value"].as_f64().unwrap()) && point["tight"] == true,
            "{point}"
        );
    }
    // Variants are left out, and so are the rules that they change.
    let with_variant = ["--no-report", "--set", "variants={ other = { \"rules.recoil_count\" = \"burst\" } }"];
    assert!(run(path, &[&vary[..], &with_variant].concat(), 0).0.contains("rules changed: none"));
    // Nothing is played twice, and another target continues from the existing tallies.
    assert_eq!(run(path, &vary, 0).0, out);
    let single = [&vary[..], &["--set", "sweep={}", "--no-report", "--format"]].concat();
    let (csv, _) = run(path, &[&single[..], &["csv"]].concat(), 0);
    assert!(
        csv.starts_with("cell,id,seed,variant,point,method,engagements,complete,red.gunmen.count,blue.win,"),
        "{csv}"
    );
    let (words, _) = run(path, &[&single[..], &["markdown", "--target", "red.lost = 0.7"]].concat(), 0);
    assert!(words.contains("- Losses of the gunmen 0.7 "), "{words}");
    let (by_word, _) = run(
        path,
        &["balance", "duel.toml", "--vary", "red.gunmen.ability", "--set", "sweep={}", "--no-report", "-q"],
        0,
    );
    assert!(by_word.contains("Won by the entry team nearest to 50 % with "), "{by_word}");
    for (args, code, told) in [
        (&["--vary", "red.gunmen.cuont"][..], 2, "or words; did you mean `red.gunmen.count`?"),
        (&["--vary", "red.gumen.count"], 2, "`red.gumen.count` is not a key of this fight"),
        (&["--vary", "red.gumen.count"], 2, "did you mean `red.gunmen.count`?"),
        (&["--vary", "red.gunmen.count", "--set", "red.gunmen.count=2"], 2, "--vary varies `red.gunmen.count`"),
        (&["--vary", "red.gunmen.count", "--target", "blue.wim = 50 %"], 2, "; did you mean `blue.win`?"),
        (&["--vary", "rules.recoil_light"], 2, "is not a key of this fight"),
        (&["--vary", "red.gunmen.count", "--precision", "0.01"], 2, "--within says how tight"),
        (&["--vary", "red.gunmen.count", "--within", "nan"], 2, "expected a number above 0"),
        (&["--vary", "red.gunmen.count", "--between", "8"], 2, "expected LEAST,MOST, such as 2,8"),
        (&["--vary", "red.gunmen.count", "--between", "8,2"], 2, "--between: `red.gunmen.count` takes 1 to "),
        (&["--vary", "red.gunmen.count", "--between=-1,2.5"], 2, "the smaller first, not -1,2.5"),
        (&["--vary", "red.gunmen.weapon", "--between", "1,2"], 2, "takes words, which have no order"),
        (&["--vary", "red.gunmen.count", "--target", "half"], 2, "expected a quantity and its value"),
        (&["--vary", "red.gunmen.count", "--target", "blue.wins = 50 %"], 2, "unknown quantity `blue.wins`"),
        (&["--vary", "red.gunmen.count", "--target", "blue.win = 120 %"], 2, "is not a share"),
        (&["--vary", "red.gunmen.count", "--target", "turns = 50 %"], 2, "`turns` is a mean"),
    ] {
        let (out, err) = run(path, &[&["balance", "duel.toml"][..], args].concat(), code);
        assert!(out.is_empty() && err.contains(told), "{args:?}: {err}");
    }
    assert!(run(path, &["balance", "shot.toml", "--vary", "situation.range"], 3).1.contains("describes a situation"));
}

#[test]
fn everything_but_play_is_checked() {
    let folder = folder();
    let path = folder.path();
    let (out, err) = run(path, &["check", "duel.toml", "shot.toml"], 0);
    assert!(err.is_empty());
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].starts_with("duel.toml: CQB: ") && lines[0].contains(", 4 cells of 2 figures, from Range 6 in on"),
        "{out}"
    );
    assert!(lines[1].starts_with("shot.toml: ") && lines[1].ends_with("(to_hit), 1 case"), "{out}");
    fs::write(path.join("bad.toml"), DUEL.replace("elite\"", "elit\"")).unwrap();
    fs::write(path.join("worse.toml"), DUEL.replace("ruleset", "rulset")).unwrap();
    let (out, err) = run(path, &["check", "bad.toml", "worse.toml", "missing.toml", "duel.toml"], 4);
    assert!(
        err.contains("did you mean `elite`?")
            && err.contains("did you mean `ruleset`?")
            && err.contains("missing.toml")
    );
    assert!(out.starts_with("duel.toml: ") && !path.join("results").exists(), "{out}");
    // Situations are checked as well, and fights that must be exact are solved.
    let shot = fs::read_to_string(path.join("shot.toml")).unwrap();
    fs::write(path.join("odd.toml"), shot + "rang = 3\n").unwrap();
    assert!(run(path, &["check", "odd.toml"], 3).1.contains("odd.toml:"), "a key that is none");
    let exact = ["check", "duel.toml", "--set", "play.method=exact", "--set", "play.budget=1"];
    assert!(run(path, &exact, 1).1.contains("more than"));
    // Nothing is played or shown before everything is checked.
    for command in ["run", "odds"] {
        let (out, err) = run(path, &[command, "shot.toml", "odd.toml", "--format", "json"], 3);
        assert!(out.is_empty() && err.contains("odd.toml:"), "{out}{err}");
    }
    assert!(!path.join("results").exists());
    // Files that include situations can be run with options of `[play]`.
    let args = ["run", "duel.toml", "shot.toml", "--engagements", "500", "--no-report", "-q"];
    assert!(run(path, &args, 0).0.contains("2/7"));
    // As JSON they are one document.
    let args = [&args[..], &["--format"]].concat();
    let (csv, _) = run(path, &[&args[..], &["csv"]].concat(), 0);
    let widths: BTreeSet<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(csv.matches("cell,").count() == 1 && csv.contains("2/7") && widths.len() == 1, "{csv}");
    let (json, _) = run(path, &[&args[..], &["json"]].concat(), 0);
    assert_eq!(serde_json::from_str::<Vec<serde_json::Value>>(&json).unwrap().len(), 2);
    // That also holds for the results before a failure.
    fs::write(path.join("hard.toml"), DUEL.replace("\"sampled\"", "\"exact\"\nbudget = 1")).unwrap();
    let (json, _) = run(path, &["run", "shot.toml", "hard.toml", "--format", "json", "--no-report", "-q"], 1);
    assert_eq!(serde_json::from_str::<Vec<serde_json::Value>>(&json).unwrap().len(), 1);
}

#[test]
fn what_is_wrong_in_a_folder_hides_nothing_else() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("bad.toml"), DUEL.replace("ruleset", "rulset")).unwrap();
    let (out, err) = run(path, &["list", "."], 3);
    assert!(out.contains("duel.toml\n  Elite against Novice") && out.contains("shot.toml"), "{out}");
    assert!(err.contains("did you mean `ruleset`?"), "{err}");
}
