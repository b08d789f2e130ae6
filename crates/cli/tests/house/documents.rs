//! Documents that repeat content from elsewhere.

use std::process::Command;

use crate::text;

#[test]
fn the_scenario_reference_is_the_one_the_program_prints() {
    let program = Command::new(env!("CARGO_BIN_EXE_beatenzone")).args(["schema", "--reference"]).output().unwrap();
    let printed = String::from_utf8(program.stdout).unwrap();
    assert!(
        printed == text("docs/scenario.md"),
        "write it anew: cargo run -p cli -- schema --reference > docs/scenario.md"
    );
}

#[test]
fn the_page_on_maps_has_the_reference_that_the_program_prints_and_a_sound_example() {
    let run = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_beatenzone")).args(args).output().unwrap();
    let page = text("docs/maps.md");
    let printed = String::from_utf8(run(&["schema", "--map", "--reference"]).stdout).unwrap();
    assert!(!printed.is_empty() && page.contains(&printed), "docs/maps.md does not have\n{printed}");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.toml");
    std::fs::write(&file, example).unwrap();
    let shown = run(&["map", file.to_str().unwrap()]);
    assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
}

#[test]
fn the_page_on_adding_a_ruleset_shows_those_that_are_tested() {
    let page = text("docs/adding-a-ruleset.md");
    for file in ["pistols.rs", "showdown/rules.rs", "showdown/player.rs", "showdown/mod.rs"] {
        let code = text(&format!("crates/runner/tests/rulesets/{file}"));
        assert!(page.contains(&format!("```rust\n{code}```\n")), "docs/adding-a-ruleset.md differs from {file}");
        assert!(code.lines().count() < 70 || file != "pistols.rs", "the first example is under 70 lines");
    }
}

#[test]
fn links_of_the_documents_lead_somewhere() {
    let pages = [
        "README.md",
        "docs/architecture.md",
        "docs/adding-a-ruleset.md",
        "docs/limits.md",
        "docs/cli.md",
        "docs/field.md",
        "docs/maps.md",
        "docs/missions.md",
        "docs/players.md",
        "docs/scenarios.md",
        "docs/CONTRIBUTING.md",
    ];
    let mut links = 0;
    for page in pages {
        let text = text(page);
        let folder = crate::root().join(page).parent().unwrap().to_owned();
        for rest in text.split("](").skip(1) {
            let link = rest.split([')', '#']).next().unwrap();
            if link.is_empty() || link.starts_with("http") {
                continue;
            }
            links += 1;
            assert!(folder.join(link).exists(), "{page}: {link} does not exist");
        }
    }
    assert!(links > 10, "only {links} links found");
}

#[test]
fn the_readme_quotes_the_reports() {
    let quoted = [
        "chain_reaction/six-patrols",
        "chain_reaction/stars",
        "cortex/grunts",
        "cortex/price-of-specialists",
        "cqb/elite-against-novice",
        "cqb/body-armour",
        "cqb/house-rising-numbers",
        "fireteam/defended-house",
        "go_go_go/which-reading",
    ];
    let reports = quoted.map(|name| text(&format!("reports/{name}/report.txt"))).concat();
    let pages = ["README.md", "docs/scenarios.md"].map(text);
    // The quoted replay states how rare a match is.
    let of_a_report = |line: &&str| (line.contains('±') || line.contains("hash:")) && !line.starts_with("match ");
    for page in &pages {
        let quoted: Vec<&str> = page.lines().filter(of_a_report).collect();
        assert!(quoted.len() > 5, "only {} lines quoted", quoted.len());
        for line in quoted {
            assert!(reports.lines().any(|reported| reported == line), "no report says\n{line}");
        }
    }
}

#[test]
fn the_first_page_is_short() {
    let lines = text("README.md").lines().count();
    assert!(lines <= 150, "README.md has {lines} lines");
}

#[test]
fn the_page_of_scenarios_lists_each_with_its_question() {
    let page = text("docs/scenarios.md");
    let mut listed = 0;
    for ruleset in std::fs::read_dir(crate::root().join("scenarios")).unwrap() {
        let folder = ruleset.unwrap().path();
        if !folder.is_dir() || folder.ends_with("bad") || folder.ends_with("maps") {
            continue;
        }
        for file in std::fs::read_dir(folder).unwrap() {
            let file = file.unwrap().path();
            let scenario: toml::Table = std::fs::read_to_string(&file).unwrap().parse().unwrap();
            let question = scenario["question"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(page.contains(&format!("| {question} |")), "docs/scenarios.md: {}: {question}", file.display());
            listed += 1;
        }
    }
    assert!(listed > 60, "{listed}");
}

/// Every value of the table of results appears in the report that its row links to.
#[test]
fn the_page_of_the_rulesets_quotes_the_reports() {
    let page = text("docs/rulesets.md");
    let rows = page.lines().filter(|line| line.contains("../scenarios/") && line.contains('±'));
    let mut quoted = 0;
    for row in rows {
        let link = row.split("../scenarios/").nth(1).and_then(|rest| rest.split(".toml").next()).unwrap();
        let report = text(&format!("reports/{link}/report.txt"));
        for value in row.split('|').map(str::trim).filter(|cell| cell.contains('±')) {
            assert!(report.contains(value), "docs/rulesets.md: {value} is not in the report of {link}");
            quoted += 1;
        }
    }
    assert_eq!(quoted, 6 * 5, "six rulesets with five values each");
}

#[test]
fn the_page_of_scenarios_quotes_a_replay() {
    let args = [
        "replay",
        "scenarios/cqb/elite-against-novice.toml",
        "--where",
        "red.win and turns = 2",
        "--cell",
        "field.range=12",
    ];
    let program =
        Command::new(env!("CARGO_BIN_EXE_beatenzone")).current_dir(crate::root()).args(args).output().unwrap();
    let printed = String::from_utf8(program.stdout).unwrap();
    assert!(
        !printed.is_empty() && text("docs/scenarios.md").contains(&printed),
        "docs/scenarios.md quotes another replay than\n{printed}"
    );
}
