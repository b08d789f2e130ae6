//! Replays from a user's view: by number, by condition, by pick; and the page.

use std::fs;

use crate::common::run;
use crate::duel::folder;
use crate::listing::names;

#[test]
fn a_replay_names_figures_cards_and_clauses() {
    let folder = folder();
    let (found, _) = run(folder.path(), &["replay", "duel.toml", "--where", "red.win", "--cell", "field.range=6"], 0);
    let heading = found.lines().next().unwrap();
    assert!(
        found.contains("\nTurn 1\n") && found.contains("[CQB-") && found.contains("\nWon by the gunmen after "),
        "{found}"
    );
    let number = heading.split("engagement ").nth(1).unwrap().split(' ').next().unwrap();
    let (again, _) = run(folder.path(), &["replay", "duel.toml", "--engagement", number, "--cell", "field.range=6"], 0);
    let (told, log) = found.split_once("\n\n").unwrap();
    assert!(told.contains("\nmatch 1: "), "{told}");
    let who = &told[told.find("\nBlue: ").unwrap()..];
    assert!(who.contains("\nRed: Gunmen: "), "{who}");
    assert_eq!(again, format!("{heading}{who}\n\n{log}"));
    let (other, _) = run(folder.path(), &["replay", "duel.toml", "--cell", "field.range=12", "--variant", "bare"], 0);
    assert!(other.starts_with("Elite against Novice: engagement 0 of Range 12 in, Variant: bare, seed 7\n"), "{other}");
}

/// The command that a replay prints after some words, as arguments of the program.
fn told(printed: &str, words: &str) -> Option<Vec<String>> {
    let line = printed.lines().find(|line| line.starts_with(words))?;
    let command = line.split_once(": beatenzone ").unwrap().1;
    let (before, rest) = command.split_once('\'').unwrap();
    let (condition, after) = rest.split_once('\'').unwrap();
    let split = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    Some([split(before), vec![condition.to_owned()], split(after)].concat())
}

#[test]
fn matches_lead_to_each_other_and_say_how_rare_they_are() {
    let folder = folder();
    let path = folder.path();
    let again = |args: Vec<String>| run(path, &args.iter().map(String::as_str).collect::<Vec<_>>(), 0).0;
    let (first, _) = run(path, &["replay", "duel.toml", "--where", "red.win and turns < 3", "--variant", "bare"], 0);
    let rarity = first.lines().nth(1).unwrap().strip_prefix("match 1: ").unwrap();
    assert!(rarity.contains(" of the first 4,096 engagements ended so, ") && rarity.ends_with(" %"), "{rarity}");
    assert_eq!(told(&first, "  match 0"), None);
    let second = again(told(&first, "  match 2, engagement ").unwrap());
    assert_eq!(second.lines().nth(1).unwrap(), format!("match 2: {rarity}"));
    assert!(second.contains("Variant: bare"), "{second}");
    assert_eq!(again(told(&second, "  match 1, engagement ").unwrap()), first);

    run(path, &["replay", "duel.toml", "--where", "red.win", "--match", "2", "--out", "a.html"], 0);
    let page = fs::read_to_string(path.join("a.html")).unwrap();
    assert!(page.contains(" of the first 4,096 engagements ended so, "), "{page}");
    assert!(page.contains("<code>beatenzone replay duel.toml --where red.win --match 3 --out a.html</code>"), "{page}");
}

#[test]
fn picks_say_why() {
    let folder = folder();
    let path = folder.path();
    for (pick, why) in [
        ("typical", "it ends in the commonest way of the first 4,096 engagements, "),
        ("median", "it is the first to take "),
        ("quickest", "it is the first to take 1 turn, the fewest of the first 4,096 engagements"),
        ("longest", "it is the first to take "),
        ("upset", "Won by the gunmen "),
    ] {
        let (printed, _) = run(path, &["replay", "duel.toml", "--pick", pick], 0);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(lines[1].starts_with(&format!("{pick}: {why}")), "{printed}");
        assert!(lines[2].contains(" of the first 4,096 engagements ended so, "), "{printed}");
    }
    let never = ["replay", "duel.toml", "--pick", "upset", "--set", "play.engagements=1"];
    let (out, err) = run(path, &never, 1);
    assert!(out.is_empty() && err.starts_with("there is no upset to show: "), "{err}");
}

#[test]
fn a_replay_is_written_as_a_page() {
    let folder = folder();
    let path = folder.path();
    let log = run(path, &["replay", "duel.toml"], 0).0;
    for (out, page) in [("a.html", "a.html"), ("below/b.html", "below/b.html"), ("pages", "pages/replay.html")] {
        let (printed, told) = run(path, &["replay", "duel.toml", "--out", out], 0);
        assert_eq!(told, format!("page: {page}\n"));
        assert_eq!(printed, log, "the log is printed as without a page");
        let page = fs::read_to_string(path.join(page)).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Elite against Novice: engagement 0"), "{page}");
    }
    fs::write(path.join("pages/notes.txt"), "mine").unwrap();
    fs::write(path.join("a.html"), "old").unwrap();
    run(path, &["replay", "duel.toml", "--out", "pages"], 0);
    run(path, &["replay", "duel.toml", "--out", "a.html", "--no-plan"], 0);
    assert_eq!(names(&path.join("pages")), ["notes.txt", "replay.html"], "other files stay");
    assert!(fs::read_to_string(path.join("a.html")).unwrap() != "old", "an older page is replaced");
    let before = names(path);
    for (args, code) in [
        (&["replay", "duel.toml", "--where", "turns > 1000", "--out", "none"][..], 1),
        (&["replay", "duel.toml", "--cell", "field.rang=6", "--out", "none.html"], 2),
        (&["replay", "shot.toml", "--out", "none"], 3),
        (&["replay", "duel.toml", "--out", "shot.toml"], 4),
        (&["replay", "duel.toml", "--out", "shot.toml/none.html"], 4),
    ] {
        let (out, err) = run(path, args, code);
        assert!(out.is_empty() && !err.contains("page:") && names(path) == before, "{args:?}\n{err}");
    }
}
