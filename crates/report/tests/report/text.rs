//! Tables for the terminal and for Markdown.

use engage::Side;
use report::{Doctrines, Format, Report};
use runner::{Options, Stop};
use scenario::Scenario;
use search::{Asked, Record, Round, best};
use stats::Estimate;

use crate::made;

#[test]
fn the_terminal_shows_title_question_grid_and_provenance() {
    let text = Report::of_run(&made::two_axes(), &[]).table(100);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Elite entry team against Novice gunmen");
    assert_eq!(lines[1], "How much better is an Elite than a Novice, and where does range take it away?");
    let answer = "“Blue wins” is likelier than “Red wins”, by range: always (Red’s ability: Novice, Experienced and";
    assert!(lines[3].starts_with(answer), "{text}");
    let table = lines.iter().position(|line| *line == "Blue wins, % (across: Range, inches)").expect("the table");
    let row: Vec<&str> = lines[table + 4].split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
    assert_eq!(row, ["Experienced", "84.00 ±0.07", "82.00 ±0.08", "80.00 ±0.08", "78.00 ±0.08", "76.00 ±0.08"]);
    for fact in
        ["seed: 7", "1,000,000 engagements a cell, 95 % intervals", "To-hit base: 8 (printed: 7)", "version: 0.1.0"]
    {
        assert!(text.contains(fact), "{fact} is missing in\n{text}");
    }
    assert!(text.contains("result hash: 9ab39ab39ab39ab3"));
}

#[test]
fn exact_results_say_exact_and_name_no_seed() {
    let text = Report::of_run(&made::exact(made::two_axes()), &[]).table(100);
    assert!(text.contains("Blue wins, %, exact (across: Range, inches)"), "{text}");
    assert!(text.contains("answered: exact") && !text.contains("seed") && !text.contains('±'), "{text}");
    let text = Report::of_odds(&made::one_shot()).table(80);
    assert!(text.contains("28.57 exact") && text.contains("2/7"), "{text}");
}

#[test]
fn no_line_is_wider_than_the_terminal_and_none_is_coloured() {
    for (name, run) in made::every_run() {
        for width in [60, 80, 120] {
            let text = Report::of_run(&run, &[]).table(width);
            assert!(!text.contains('\u{1b}'), "{name}");
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            // Three columns of names and a verdict do not fit 60 characters.
            assert!(widest <= usize::from(width) || width == 60, "{name} at {width}: {widest}\n{text}");
        }
    }
}

/// Whole numbers of a table, its first column apart.
fn numbers(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|line| line.contains('±') && !line.contains(" to "));
    lines.flat_map(|line| line.split("   ").map(str::trim).skip(1).filter(|cell| cell.contains('±'))).collect()
}

#[test]
fn a_narrow_terminal_shows_fewer_columns_and_names_the_others() {
    let run = made::one_axis_with_variants();
    let report = Report::of_run(&run, &[]);
    let (narrow, wide) = (report.table(80), report.table(u16::MAX));
    for head in ["Turns, mean", "Red losses, mean", "Verdict"] {
        assert!(wide.contains(head), "{head} is missing in\n{wide}");
    }
    assert!(narrow.contains("No room for:") && !wide.contains("No room for:"), "{narrow}");
    assert!(narrow.contains("A wider terminal or --wide shows all.") && narrow.contains("Verdict"), "{narrow}");
    // No number is wrapped at its space.
    assert!(numbers(&narrow).iter().all(|cell| !cell.starts_with('±')), "{narrow}");
    assert!(
        numbers(&narrow).len() > 20 && numbers(&narrow).iter().all(|cell| numbers(&wide).contains(cell)),
        "{narrow}"
    );
    // Sentences stay readable however wide the tables are.
    assert!(wide.lines().filter(|line| line.contains(". ")).all(|line| line.chars().count() <= 120), "{wide}");
}

#[test]
fn names_cannot_steer_the_terminal() {
    let mut run = made::one_axis();
    run.provenance.title = "\u{1b}[31mred\nline".into();
    run.axes[0].labels[0] = "\u{1b}]0;x\u{7}".into();
    let text = Report::of_run(&run, &[]).table(80);
    assert!(!text.contains('\u{1b}') && !text.contains('\u{7}') && text.starts_with("�[31mred line\n"), "{text:?}");
}

#[test]
fn differences_stand_with_their_sign_interval_and_saving() {
    let text = Report::of_run(&made::one_axis_with_variants(), &[]).table(120);
    let row = text.lines().find(|l| l.starts_with("General pistol") && l.contains("soft + plates  ")).expect("a row");
    assert!(row.contains("+11.20 ±0.04") && row.contains("÷4.3") && row.contains("-10.98 ±0.04"), "{row}");
}

/// The rows of each table, and how many cells each has.
fn tables(markdown: &str) -> Vec<Vec<usize>> {
    let mut tables = vec![Vec::new()];
    for line in markdown.lines() {
        match line.strip_prefix("| ") {
            Some(row) => tables.last_mut().expect("one").push(row.replace("\\|", "").matches('|').count()),
            None if tables.last().is_some_and(|t| !t.is_empty()) => tables.push(Vec::new()),
            None => {}
        }
    }
    tables.retain(|table| !table.is_empty());
    tables
}

#[test]
fn markdown_tables_are_rectangular_whatever_names_hold() {
    let mut hostile = made::one_axis_with_variants();
    hostile.variants[0] = "a | b \n c `d` <script>".into();
    hostile.provenance.title = "# [x](y)".into();
    let mut runs = made::every_run();
    runs.push(("hostile", hostile));
    for (name, run) in runs {
        let markdown = Report::of_run(&run, &[]).render(Format::Markdown, 80).expect("markdown");
        assert!(!tables(&markdown).is_empty(), "{name}");
        for table in tables(&markdown) {
            assert!(table.len() > 2 && table.iter().all(|cells| *cells == table[0]), "{name}: {table:?}\n{markdown}");
        }
        assert!(!markdown.contains("<script>"), "{name}");
    }
}

#[test]
fn markdown_links_the_charts_that_are_there() {
    let run = made::two_axes();
    let charts = Report::of_run(&run, &[]).charts().expect("charts");
    let markdown = Report::of_run(&run, &[]).markdown(&charts);
    for chart in &charts {
        assert!(markdown.contains(&format!("]({}.svg)", chart.name)), "{}", chart.name);
    }
}

#[test]
fn every_format_renders_every_shape() {
    for format in Format::ALL {
        for (name, run) in made::every_run() {
            assert!(!Report::of_run(&run, &[]).render(format, 80).expect(name).is_empty());
        }
        assert!(!Report::of_odds(&made::odds()).render(format, 80).expect("odds").is_empty());
    }
}

#[test]
fn a_stopped_run_says_so() {
    let mut run = made::two_axes();
    run.interrupted = true;
    run.cells.truncate(3);
    assert!(Report::of_run(&run, &[]).table(80).contains("stopped before it was complete"));
    run.cells.clear();
    assert!(Report::of_run(&run, &[]).table(80).contains("stopped before it was complete"));
    assert!(Report::of_run(&run, &[]).files().is_ok());
}

/// What is said of a duel with these doctrines if blue found a better one and red did not.
fn best_of(doctrines: &str) -> [String; 2] {
    let text = format!(
        "title = 'Duel'\nruleset = 'fireteam'\n[field]\nrange = 24\n\
         [blue.guards]\nweapon = 'rifle'\n[red.gang]\nweapon = 'rifle'\n{doctrines}"
    );
    let scenario = Scenario::parse("duel.toml", text.as_bytes(), &[], scenario::RULESETS).unwrap();
    let asked = Asked { side: None, mission: None, placement: false };
    let options = Options { threads: Some(1), interrupt: &Stop::new(true), executor: None };
    let mut best = best(&scenario, &[], asked, &mut Record::new(&scenario, &[], &asked), options, &()).unwrap();
    let half = Estimate::exact(0.5);
    let round = |side, found| Round { side, found, in_search: None, fresh: half, gain: half, tried: 1 };
    best.rounds = vec![round(Side::Blue, Some(0)), round(Side::Red, None)];
    (best.own, best.value) = (half, half);
    let doctrines = Doctrines {
        provenance: runner::provenance(&scenario),
        intervals: runner::Intervals::of(&scenario),
        place: String::new(),
        file: "duel.toml".to_owned(),
        as_written: "5f2c".to_owned(),
        names: scenario.names(),
        best: &best,
    };
    doctrines.sentences().into_iter().take(2).collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn a_side_plays_as_written_or_with_doctrines_of_the_scenario() {
    for (doctrines, blue, red) in [
        (
            "",
            "Against the gang as written, the best doctrine found for the guards raises",
            "Against the guards as written, nothing better was found for the gang than what is written: ",
        ),
        (
            "[doctrines.red.prone]\nposture = 'prone'\n",
            "Against the gang with the scenario’s doctrine, the best doctrine found for the guards raises",
            "Against the guards as written, nothing better was found for the gang than the scenario’s doctrine: ",
        ),
        (
            "[doctrines.blue.'as written']\n[doctrines.blue.prone]\nposture = 'prone'\n",
            "Against the gang as written, the best doctrine found for the guards raises",
            "Against the guards with the scenario’s doctrines, nothing better was found for the gang than what is written: ",
        ),
    ] {
        let said = best_of(doctrines);
        assert!(said[0].starts_with(blue) && said[1].starts_with(red), "{said:#?}");
    }
}
