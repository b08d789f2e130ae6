//! The top of a page: who is who, in every shipped scenario and under every ruleset.

use std::path::Path;

use report::{Report, replay_log, replay_page};
use runner::Run;
use scenario::{Body, RULESETS, Scenario};

use crate::made;

/// Every shipped scenario.
fn shipped() -> Vec<Scenario> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let listed = scenario::listed(&folder).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let load = |file: &scenario::Shipped| Scenario::load(&file.path, &[]).unwrap_or_else(|wrong| panic!("{wrong}"));
    listed.scenarios.iter().map(load).collect()
}

/// The page of a run, played or not.
fn page(run: &Run) -> String {
    let report = Report::of_run(run, &[]);
    report.page(&report.charts().unwrap()).unwrap()
}

/// The rows at the top of a page: title and text.
fn rows(page: &str) -> Vec<(String, String)> {
    let who = page.split("<section class=\"who\">").nth(1).expect("who is who").split("</dl>").next().unwrap();
    let text = |html: &str| {
        html.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").to_owned()
    };
    let row = |row: &str| {
        let (title, said) = row.split_once("</dt><dd>").expect("a row");
        let title = title.rsplit('>').next().unwrap();
        (title.to_owned(), text(said.split("</dd>").next().unwrap()))
    };
    who.split("<dt").skip(1).map(row).collect()
}

#[test]
fn every_shipped_fight_says_who_fights_whom_where_for_what_and_how_led() {
    let mut rulesets: Vec<&str> = Vec::new();
    for scenario in shipped() {
        let title = &scenario.title;
        let mut run = made::single();
        run.provenance = runner::provenance(&scenario);
        let page = page(&run);
        let rows = rows(&page);
        let row = |title: &str| rows.iter().find(|(known, _)| known == title).map(|(_, said)| said.as_str());
        for (row, said) in &rows {
            assert!(said.len() > 3 && !said.contains('`') && !said.contains(": ."), "{title}, {row}: {said}");
            assert!(said.ends_with('.') && !said.ends_with(".."), "{title}, {row}: {said}");
        }
        let Body::Fight(_) = scenario.body else {
            assert!(row("Situation").is_some_and(|said| said.contains("(swept)")), "{title}: {rows:?}");
            continue;
        };
        rulesets.push(scenario.ruleset.id);
        for word in ["Blue", "Red", "Ground", "Mission", "Players"] {
            assert!(row(word).is_some(), "{title}: no row {word}");
        }
        let swept = scenario.axes.iter().any(|axis| !axis.key.starts_with("rules."));
        assert_eq!(
            swept,
            rows.iter().any(|(_, said)| said.contains("(swept)") || said.contains("values (swept)")),
            "{title}: {rows:?}"
        );
        if !scenario.variants.is_empty() {
            let baseline = row("Baseline").unwrap_or_default();
            assert!(baseline.starts_with(&scenario.baseline), "{title}: {baseline}");
            assert!(page.contains("What each variant sets"), "{title}");
        }
    }
    for ruleset in RULESETS {
        assert!(rulesets.contains(&ruleset.id), "{}", ruleset.id);
    }
}

#[test]
fn what_is_said_is_what_the_file_says() {
    let told = |path: &str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(path);
        let scenario = Scenario::load(&file, &[]).unwrap_or_else(|wrong| panic!("{wrong}"));
        let mut run = made::single();
        run.provenance = runner::provenance(&scenario);
        rows(&page(&run))
    };
    let has = |path: &str, row: &str, said: &str| {
        let rows = told(path);
        let found = rows.iter().find(|(known, _)| known == row).map_or("", |(_, said)| said);
        assert!(found.contains(said), "{path}, {row}: {found:?} has no {said:?}");
    };
    has("cqb/elite-team.toml", "Blue", "Elite: 4 figures, ability elite, weapon rifle");
    has("cqb/elite-team.toml", "Ground", "Open ground: range 12 in");
    has("cqb/elite-team.toml", "Mission", "None: the sides fight until one is out of action");
    has("cqb/elite-team.toml", "Players", "doctrine stand");
    has("cqb/elite-team.toml", "Players", "(the default)");
    has("cqb/elite-against-novice.toml", "Ground", "range 3 to 48 in (swept)");
    has("cqb/bank-two-doors.toml", "Ground", "Map “");
    has("cqb/bank-two-doors.toml", "Baseline", "both by the front door");
    has("cqb/bank-two-doors.toml", "Blue", "armour soft armour, hard plates, helmet");
    has("chain_reaction/stars.toml", "Red", "1 to 4 figures (swept), Rep 4");
    has("fireteam/defended-house.toml", "Mission", "be alone in the place house for 2 turns in a row");
    has("cortex/price-of-specialists.toml", "Red", "quality d8");
    has("chain_reaction/small-patrol.toml", "Red", "No squads are listed");
    has("chain_reaction/military-patrol.toml", "Red", "are rolled for: insurgents in groups of 9 to 15");
    has("chain_reaction/military-patrol.toml", "Mission", "a patrol across a table, to scout every section");
    has("cortex/street.toml", "Blue", "The characters. Leader: 1 member");
    has("go_go_go/vip-in-a-depot.toml", "Blue", "the VIP: 1 figure");
    has("chain_reaction/small-patrol.toml", "Players", "orders by default: a side with a patrol patrols");
    has("chain_reaction/stars.toml", "Players", "target: targets in the open before targets in cover");
    has(
        "cortex/street.toml",
        "Players",
        "Guards, roof: dice kept: those that win and leave the largest dice for effect; the two highest if none win; target: the most or the least injured, whichever the dice at the start make the better choice; movement: to the nearest enemy, if the dice at the start make that pay; the umpire's side stays",
    );
    has("go_go_go/vip-in-a-depot.toml", "Players", "orders: they pursue the mission of their team");
}

#[test]
fn a_replay_says_who_is_who_in_its_cell() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/cqb/body-armour.toml");
    let scenario = Scenario::load(&file, &[]).unwrap_or_else(|wrong| panic!("{wrong}"));
    let Body::Fight(cells) = &scenario.body else { panic!("a fight") };
    let last = cells.len() - 1;
    let from = |cell: usize| runner::Provenance {
        card: scenario.card_of(&cells[cell], 0),
        rules_changed: scenario.rules_changed_of(&cells[cell]),
        ..runner::provenance(&scenario)
    };
    let replay = |cell: usize| runner::replay(&scenario, cell, 0).unwrap();
    let (first, other) = (replay_log(&replay(0), &from(0)), replay_log(&replay(last), &from(last)));
    assert!(first.contains("weapon pistol") && !first.contains("armour soft"), "{first}");
    assert!(other.contains("weapon .50 rifle") && other.contains("armour soft"), "{other}");
    for text in [&first, &other] {
        assert!(!text.contains("(swept)") && !text.contains("blue ") && !text.contains("red "), "{text}");
    }
    let page = replay_page(&replay(last), &from(last)).unwrap();
    assert!(
        page.contains("<dt class=\"red\">Red</dt>") && page.contains("Ground, mission, players</summary>"),
        "{page}"
    );
    assert!(!page.contains("(swept)") && page.contains("armour soft"), "{page}");
}

#[test]
fn a_terminal_has_a_line_a_side() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/cqb/elite-team.toml");
    let mut run = made::single();
    run.provenance = runner::provenance(&Scenario::load(&file, &[]).unwrap());
    let table = Report::of_run(&run, &[]).table(120);
    for line in [
        "Blue: Elite: 4 figures, ability elite, weapon rifle.",
        "Red: Novices: 8 figures, ability novice, weapon rifle.",
    ] {
        assert!(table.lines().any(|known| known == line), "{line}: {table}");
    }
}

#[test]
fn a_box_holds_three_sentences_and_the_picture_and_long_tables_are_folded() {
    for (name, run) in made::every_run() {
        let page = page(&run);
        let answer = page.split("<section class=\"answer\">").nth(1).unwrap().split("</section>").next().unwrap();
        assert!(answer.matches("<p>").count() <= 3, "{name}");
        assert_eq!(answer.matches("<svg").count(), 1, "{name}");
        // A table of more than 15 rows is folded away.
        let mut depth = 0;
        for (place, piece) in page.split("<table").enumerate() {
            if place > 0 {
                let body =
                    piece.split("<tbody>").nth(1).unwrap_or_default().split("</tbody>").next().unwrap_or_default();
                assert!(depth > 0 || body.matches("<tr>").count() <= 15, "{name}: a long table is not folded");
            }
            depth += piece.matches("<details").count();
            depth -= piece.matches("</details>").count();
        }
        assert_eq!(depth, 0, "{name}");
    }
}
