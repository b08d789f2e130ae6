//! The pages about questions asked backwards: every command on them prints the text below it.
//!
//! With `BLESS=1` in the environment the pages are written anew.

use std::fs;

use crate::common::{root, run};

#[test]
fn the_page_about_fair_fights_says_what_the_program_says() {
    says_what_the_program_says("docs/fair-fights.md", 9);
}

#[test]
fn the_page_about_levers_says_what_the_program_says() {
    says_what_the_program_says("docs/levers.md", 2);
}

#[test]
fn the_page_about_the_best_doctrines_says_what_the_program_says() {
    says_what_the_program_says("docs/best.md", 1);
}

#[test]
fn the_page_about_prices_says_what_the_program_says() {
    says_what_the_program_says("docs/price.md", 2);
}

/// Checks a page with at least this number of commands.
fn says_what_the_program_says(name: &str, least: usize) {
    let page = fs::read_to_string(root().join(name)).expect("the page");
    let (mut written, mut asked) = (String::new(), 0);
    let mut blocks = page.split("```sh\n");
    written.push_str(blocks.next().expect("a heading"));
    for block in blocks {
        let (command, rest) = block.split_once("\n```\n\n```text\n").expect("a command and its answer");
        let (_, after) = rest.split_once("```\n").expect("the end of an answer");
        let args = words(command);
        let args: Vec<&str> = args.iter().map(String::as_str).skip(1).chain(["--no-report", "-q"]).collect();
        let (said, _) = run(root(), &args, 0);
        written.push_str(&format!("```sh\n{command}\n```\n\n```text\n{}\n```\n{after}", said.trim_end()));
        asked += 1;
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(root().join(name), &written).expect("the page");
        return;
    }
    assert!(asked >= least, "{asked} questions");
    for (stands, said) in page.lines().zip(written.lines()) {
        assert_eq!(stands, said, "if that is meant, run this test with BLESS=1");
    }
    assert_eq!(page, written);
}

/// The words of a command as a shell reads them: separated by spaces outside of single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in command.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("a word").push(letter),
        }
    }
    words
}

#[test]
fn where_many_fights_are_drawn_both_sides_can_win_equally_often() {
    let folder = tempfile::tempdir().expect("a folder");
    let scenario = "title = \"t\"\nruleset = \"go_go_go\"\n[field]\nrange = 12\n[blue.guards]\n[red.gang]\n";
    fs::write(folder.path().join("ties.toml"), scenario).expect("a file");
    let asked = ["balance", "ties.toml", "--vary", "red.gang.count", "--no-report", "-q"];
    let (half, _) = run(folder.path(), &asked, 0);
    assert!(half.contains("Won by the guards 50 % nowhere from 1 to 16"), "{half}");
    for (target, winner) in [("blue.win = red.win", "guards"), ("red.win=blue.win", "gang")] {
        let (equal, _) = run(folder.path(), &[&asked[..], &["--target", target]].concat(), 0);
        let said = format!("Won by the {winner}, draws aside 50 % at 1 (Gang): 50.00 % exact at 1");
        assert!(equal.contains(&said), "{equal}");
    }
    let (_, wrong) = run(folder.path(), &[&asked[..], &["--target", "blue.win = blue.win"]].concat(), 2);
    assert!(wrong.contains("`blue.win` always equals itself: expected a quantity and its value"), "{wrong}");
}
