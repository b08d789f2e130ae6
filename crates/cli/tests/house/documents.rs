//! Documents that repeat content from elsewhere.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use crate::text;

#[test]
fn the_scenario_reference_is_the_one_the_program_prints() {
    let pages = std::iter::once(("docs/scenario.md".to_owned(), None))
        .chain(scenario::RULESETS.iter().map(|ruleset| (format!("docs/scenario/{}.md", ruleset.id), Some(ruleset.id))));
    for (page, ruleset) in pages {
        let words = ["schema", "--reference"].into_iter().chain(ruleset);
        let program = Command::new(env!("CARGO_BIN_EXE_beatenzone")).args(words).output().unwrap();
        let printed = String::from_utf8(program.stdout).unwrap();
        let ruleset = ruleset.unwrap_or_default();
        assert!(printed == text(&page), "write it anew: cargo run -p cli -- schema --reference {ruleset} > {page}");
    }
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

/// README, CHANGELOG and every page of `docs/`, by their paths from the root.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned(), "CHANGELOG.md".to_owned()];
    for entry in std::fs::read_dir(crate::root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") {
            pages.push(format!("docs/{name}"));
        }
    }
    assert!(pages.len() > 15, "{pages:?}");
    pages
}

/// The anchors of a page, as GitHub makes them of its headings.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut code = false;
    let mut anchors = BTreeSet::new();
    for line in page.lines() {
        code ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix('#').filter(|_| !code) {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
            anchors.insert(kept.collect::<String>().replace(' ', "-"));
        }
    }
    anchors
}

#[test]
fn links_of_the_documents_lead_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = text(&page);
        let folder = crate::root().join(&page).parent().unwrap().to_owned();
        let marked = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        let pictures = ["src=\"", "href=\""].into_iter().flat_map(|at| text.split(at).skip(1));
        for link in marked.chain(pictures.map(|rest| rest.split('"').next().unwrap())) {
            if link.starts_with("http") {
                continue;
            }
            links += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if path.is_empty() { crate::root().join(&page) } else { folder.join(path) };
            assert!(file.exists(), "{page}: {link} does not exist");
            if !anchor.is_empty() {
                let linked = std::fs::read_to_string(&file).unwrap();
                assert!(anchors(&linked).contains(anchor), "{page}: {link}: no such heading");
            }
        }
    }
    assert!(links > 300, "only {links} links found");
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

/// The first sentences of README answer a question, with the numbers of its report.
#[test]
fn the_first_screen_answers_a_question() {
    let page = text("README.md");
    let first: String = page.lines().take(7).collect();
    let report = text("reports/cqb/elite-against-novice/report.txt");
    for (said, reported) in [("76.70 %", "76.70 % (Novice)"), ("87.01 %", "(87.01 % ±0.07)")] {
        assert!(first.contains(said) && report.contains(reported), "{said}");
    }
}

/// Every command of README that uses `beatenzone` does what it says, on fewer engagements.
#[test]
fn the_commands_of_the_readme_work() {
    let page = text("README.md");
    let folder = tempfile::tempdir().unwrap();
    let mut done = Vec::new();
    for block in page.split("```sh\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            if let Some(path) = line.strip_prefix("cargo run --release -- run ") {
                assert!(crate::root().join(path).exists(), "{path}");
            }
            let Some(command) = line.strip_prefix("beatenzone ") else { continue };
            let mut args = words(command);
            let name = args[0].clone();
            match name.as_str() {
                "run" => args.extend(["--precision", "none", "--engagements", "1024"].map(str::to_owned)),
                "balance" | "levers" => args.extend(["--engagements", "1024"].map(str::to_owned)),
                _ => {}
            }
            let Output { status, stdout, stderr } = program(folder.path(), &args);
            let said = String::from_utf8_lossy(&stderr);
            assert!(status.success(), "{line}\n{}\n{said}", String::from_utf8_lossy(&stdout));
            done.push(name);
        }
    }
    assert_eq!(done, ["new", "run", "run", "balance", "levers", "best", "replay", "rules"]);
    assert!(folder.path().join("replay.html").exists());
    let results = folder.path().join("results/gunfight");
    for file in ["report.html", "results.csv", "results.parquet", "results.json"] {
        assert!(results.join(file).exists(), "{file}");
    }
}

/// The program, run in a folder.
fn program(folder: &Path, args: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_beatenzone")).current_dir(folder).args(args).output().unwrap()
}

/// The words of a command, as a shell has them; what stands in double quotes is one.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in command.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

/// The words that a reader meets first are explained on one page, which README and the pages about results link to.
#[test]
fn the_glossary_explains_the_words_of_reports() {
    let page = text("docs/glossary.md");
    for word in ["cell", "variant", "paired", "doctrine", "exact", "baseline", "engagement"] {
        assert!(page.contains(&format!("\n| **{word}** | ")), "docs/glossary.md lacks {word}");
    }
    for (page, link) in [
        ("README.md", "(docs/glossary.md)"),
        ("docs/CONTRIBUTING.md", "(glossary.md)"),
        ("docs/cli.md", "(glossary.md)"),
        ("docs/fair-fights.md", "(glossary.md)"),
        ("docs/limits.md", "(glossary.md)"),
        ("docs/results.md", "(glossary.md)"),
        ("docs/rulesets.md", "(glossary.md)"),
        ("docs/scenarios.md", "(glossary.md)"),
        ("docs/statistics.md", "(glossary.md)"),
    ] {
        assert!(text(page).contains(link), "{page} does not link to the glossary");
    }
}

/// Twenty tasks and more, each with the file to open. Files that the table only names are found below `crates/`, or below the crate of
/// the row.
#[test]
fn the_page_on_architecture_names_files_that_exist() {
    let page = text("docs/architecture.md");
    let table = page.split("| task | file | then |\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let rows: Vec<&str> = table.lines().skip(1).collect();
    assert!(rows.len() >= 20, "{} tasks", rows.len());
    for row in rows {
        let linked = row.split("](../crates/").nth(1).and_then(|rest| rest.split(')').next());
        let linked = linked.unwrap_or_else(|| panic!("no file: {row}"));
        let krate = linked.split('/').next().unwrap();
        let named = row.split('`').skip(1).step_by(2).filter(|word| word.ends_with(".rs") || word.contains("tests/"));
        for file in [linked].into_iter().chain(named) {
            let places = ["crates", &format!("crates/{krate}"), &format!("crates/{krate}/src")];
            let found = places.iter().any(|place| crate::root().join(place).join(file).exists());
            assert!(found, "docs/architecture.md: {file} does not exist: {row}");
        }
    }
}

/// A line with its question and a picture for every scenario; the picture is the first one of its page.
#[test]
fn the_page_of_scenarios_has_the_question_and_the_answer_of_each() {
    let page = text("docs/scenarios.md");
    let mut listed = 0;
    for ruleset in std::fs::read_dir(crate::root().join("scenarios")).unwrap() {
        let folder = ruleset.unwrap().path();
        if !folder.is_dir() || folder.ends_with("bad") || folder.ends_with("maps") {
            continue;
        }
        for file in std::fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().path();
            let scenario: toml::Table = std::fs::read_to_string(&file).unwrap().parse().unwrap();
            let question = scenario["question"].as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
            let named = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
            let place = format!("{}/{}", named(&folder), named(&file));
            let has = |line: &&str| line.contains(&format!("](../scenarios/{place}.toml) |"));
            let line = page.lines().find(has).unwrap_or_else(|| panic!("docs/scenarios.md lacks {place}"));
            assert!(line.starts_with(&format!("| {question} |")), "docs/scenarios.md: {place}: {question}");
            let report = text(&format!("reports/{place}/report.html"));
            let (before, shown) = report.split_once("<svg ").unwrap();
            let chart = before.rsplit("<figure id=\"").next().and_then(|rest| rest.split('"').next()).unwrap();
            let picture = format!("reports/{place}/{chart}.svg");
            assert!(line.contains(&format!("src=\"../{picture}\"")), "docs/scenarios.md: {place}: not {picture}");
            let drawn = text(&picture).replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
            let shown = format!("<svg {}</svg>\n", shown.split("</svg>").next().unwrap());
            assert!(drawn == shown, "{picture} differs from the page beside it");
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

/// The last column of the headlines and of the hashes.
#[test]
fn the_numbers_of_now_stand_in_the_reports() {
    let page = text("docs/hashes.md");
    let mut held = 0;
    for table in page.split("\n\n").filter(|block| block.starts_with("| scenario |") && block.contains("| now |")) {
        for row in table.lines().skip(2) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            let report = text(&format!("reports/{}/report.txt", cells[0]));
            for value in cells.last().unwrap().split(", ") {
                assert!(report.contains(value), "docs/hashes.md: {}: {value} is not in its report", cells[0]);
                held += 1;
            }
        }
    }
    assert!(held > 60, "{held}");
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
