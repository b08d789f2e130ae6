//! Hostile input: pipes instead of files, and words and names with control characters.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{program, run};

/// A very short duel.
const DUEL: &str = "title = \"A duel\"\nruleset = \"cqb\"\n[play]\nengagements = 200\n[field]\nrange = 12\n[blue.a]\nability = \"elite\"\nweapon = \"smg\"\n\
    [red.b]\nability = \"novice\"\nweapon = \"pistol\"\n";

/// A situation.
const SHOT: &str = "title = \"A shot\"\nruleset = \"cqb\"\n[situation]\nkind = \"to_hit\"\n";

/// Runs the program with a text on standard input. Returns its exit code and its output.
fn fed(folder: &Path, args: &[&str], text: &str) -> (Option<i32>, String, String) {
    let piped = || Stdio::piped();
    let mut child = program(folder, args).stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn a_pipe_is_as_good_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("duel.toml"), DUEL).unwrap();
    fs::write(path.join("shot.toml"), SHOT).unwrap();
    run(path, &["run", "duel.toml", "--shard", "1/1", "--out", "parts", "-q"], 0);
    let part = fs::read_dir(path.join("parts"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("part-")));
    let part = part.unwrap().display().to_string();
    let commands: [(&[&str], &str); 8] = [
        (&["run", "FILE", "--no-report", "-q"], "duel.toml"),
        (&["run", "FILE", "--no-report", "-q"], "shot.toml"),
        (&["run", "FILE", "--no-report", "-q", "--seed", "7"], "duel.toml"),
        (&["check", "FILE"], "duel.toml"),
        (&["replay", "FILE"], "duel.toml"),
        (&["balance", "FILE", "--vary", "red.b.count", "--no-report", "-q"], "duel.toml"),
        (&["odds", "FILE"], "shot.toml"),
        (&["merge", "FILE", &part, "--no-report", "-q"], "duel.toml"),
    ];
    for (command, file) in commands {
        let with = |name: &'static str| {
            command.iter().map(|word| if *word == "FILE" { name } else { *word }).collect::<Vec<_>>()
        };
        let (told, _) = run(path, &with(if file == "duel.toml" { "duel.toml" } else { "shot.toml" }), 0);
        let text = fs::read_to_string(path.join(file)).unwrap();
        for piped in ["-", "/dev/stdin"] {
            let (code, out, err) = fed(path, &with(piped), &text);
            assert_eq!(code, Some(0), "{command:?} {piped}: {err}");
            // `check` names the file.
            assert_eq!(out.replace("/dev/stdin", file).replace("-:", "duel.toml:"), told, "{command:?} {piped}");
        }
    }
    let (code, _, err) = fed(path, &["check", "-"], "");
    assert!(code == Some(3) && err.contains("error: stdin"), "{err}");
}

#[test]
fn numbers_are_written_as_in_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("duel.toml"), DUEL).unwrap();
    let table = |options: &[&str]| {
        let begin = ["run", "duel.toml", "--no-report", "-q", "--format", "csv"];
        run(folder.path(), &[&begin[..], options].concat(), 0).0
    };
    let sixteen = table(&["--seed", "16"]);
    assert_eq!(table(&["--seed", "0x10"]), sixteen);
    assert_eq!(table(&["--seed", "0b1_0000"]), sixteen);
    assert_eq!(table(&["--set", "play.seed=0x10"]), sixteen);
    assert_eq!(table(&["--engagements", "1_000"]), table(&["--engagements", "1000"]));
    assert_eq!(table(&["--engagements", "1e3"]), table(&["--engagements", "1k"]));
    for wrong in ["1,00", "12,5", "1.2345k", "1.5", "-1", "", "+5", "0x", "0x-1", "9223372036854775808"] {
        let said = run(folder.path(), &["run", "duel.toml", &format!("--engagements={wrong}")], 2).1;
        assert!(said.contains("such as 1_000_000"), "{wrong}: {said}");
    }
}

/// Whether a text contains control characters for a terminal.
fn steers(text: &str) -> bool {
    text.contains(|c: char| engage::steers(c) && c != '\n' && c != '\t')
}

#[test]
fn nothing_received_steers_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // An escape sequence, one that begins with a C1 control, and marks that reverse the direction of text.
    let evil = "\u{1b}[31m\u{9b}2J\u{202e}evil\u{2066}\u{200f}";
    let of_toml = "\u{202e}evil\u{2066}\u{200f}";
    let fight = DUEL
        .replace("A duel", &format!("A {of_toml} duel"))
        .replace("[play]", &format!("question = \"{of_toml}?\"\n[play]"));
    let variants =
        format!("[variants.\"{of_toml}\"]\n\"blue.a.count\" = 2\n[labels]\n\"blue.win\" = \"{of_toml} wins\"\n");
    let name = format!("a{evil}.toml");
    fs::write(path.join(&name), fight + &variants).unwrap();
    fs::write(path.join("duel.toml"), DUEL).unwrap();
    let out = format!("results/{evil}");
    let commands: [(&[&str], i32); 16] = [
        (&["run", &name], 0),
        (&["run", &name, "--no-report", "--format", "csv"], 0),
        (&["run", &name, "--no-report", "--format", "json"], 0),
        (&["run", &name, "--no-report", "--format", "markdown"], 0),
        (&["run", "duel.toml", "--out", &out], 0),
        (&["check", &name], 0),
        (&["replay", &name], 0),
        (&["balance", &name, "--vary", "red.b.count", "--no-report"], 0),
        (&["balance", "duel.toml", "--vary", evil], 2),
        (&["balance", "duel.toml", "--vary", "red.b.count", "--target", evil], 2),
        (&["rules", "cqb", evil], 2),
        (&["rules", evil], 2),
        (&["replay", "duel.toml", "--where", evil], 2),
        (&["replay", "duel.toml", "--cell", &format!("{evil}=1")], 2),
        (&["run", "duel.toml", "--set", evil], 3),
        (&["run", "duel.toml", evil], 4),
    ];
    for (command, code) in commands {
        let (out, err) = run(path, command, code);
        assert!(!steers(&out) && !steers(&err), "{command:?}: {out:?} {err:?}");
    }
    for unknown in [&[evil][..], &["run", &format!("--{evil}")], &["run", "duel.toml", "--method", evil]] {
        let (out, err) = run(path, unknown, 2);
        assert!(!steers(&out) && !steers(&err), "{unknown:?}: {out:?} {err:?}");
    }
    let report = path.join("results").join(format!("a{evil}"));
    let mut looked = 0;
    for file in fs::read_dir(report).unwrap().map(|entry| entry.unwrap().path()) {
        let kinds = ["html", "md", "svg", "csv", "json"];
        if file.extension().is_some_and(|kind| kinds.iter().any(|one| kind == *one)) {
            assert!(!steers(&fs::read_to_string(&file).unwrap()), "{}", file.display());
            looked += 1;
        }
    }
    assert!(looked > 6, "{looked} files");
    // Escapes in JSON are read back, so that the report can be run again.
    let json = path.join("results").join(format!("a{evil}")).join("results.json");
    let read: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(read["title"], format!("A {of_toml} duel").as_str());
    run(path, &["run", &json.display().to_string(), "--no-report", "-q"], 0);
}

#[test]
fn no_text_in_csv_is_a_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let names = ["=cmd|'/c calc'!A1", "+1+1", "-1+1", "@SUM(1)", "'quoted", "plain"];
    let variants = names.map(|name| format!("[variants.\"{name}\"]\n\"blue.a.count\" = 2\n"));
    fs::write(path.join("duel.toml"), DUEL.to_owned() + &variants.concat()).unwrap();
    run(path, &["run", "duel.toml", "-q"], 0);
    for table in ["results", "differences", "distributions"] {
        let text = fs::read_to_string(path.join(format!("results/duel/{table}.csv"))).unwrap();
        let mut lines = text.lines();
        let place = lines.next().unwrap().split(',').position(|column| column == "variant").unwrap();
        let mut found: Vec<&str> = lines.map(|line| line.split(',').nth(place).unwrap()).collect();
        found.dedup();
        assert!(found.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@'])), "{found:?}");
        // Without the first apostrophe each has its original value.
        let back: Vec<&str> = found.iter().map(|cell| cell.strip_prefix('\'').unwrap_or(cell)).collect();
        assert_eq!(back.iter().filter(|name| **name != "baseline").copied().collect::<Vec<_>>(), names, "{table}");
    }
    let differences = fs::read_to_string(path.join("results/duel/differences.csv")).unwrap();
    assert!(differences.contains(",-0."), "numbers stay numbers: {differences}");
}

#[test]
fn odds_can_be_quiet() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shot.toml"), SHOT).unwrap();
    let (table, said) = run(folder.path(), &["odds", "shot.toml", "--out", "one"], 0);
    assert!(said.contains("report: one/report.html"), "{said}");
    for quiet in ["-q", "--quiet"] {
        assert_eq!(
            run(folder.path(), &["odds", "shot.toml", "--out", "two", quiet], 0),
            (table.clone(), String::new())
        );
    }
}
