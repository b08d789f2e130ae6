//! Small runs of real fights whose sentences were wrong in the past.

use report::Report;
use runner::{Options, Run, Stop, Unwatched};
use scenario::{RULESETS, Scenario};
use serde_json::Value;

fn played(text: &str, sets: &[&str]) -> Run {
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    let scenario = Scenario::parse("small.toml", text.as_bytes(), &sets, RULESETS).expect("a scenario");
    let options = Options { threads: Some(1), interrupt: &Stop::default(), executor: None };
    runner::run(&scenario, &options, &Unwatched).expect("a run")
}

fn answer(run: &Run) -> (Vec<String>, Vec<Value>) {
    let value = Report::of_run(run, &[]).value().expect("JSON");
    let said = value["answer"]["sentences"].as_array().expect("sentences").iter();
    let said = said.map(|one| one.as_str().expect("a text").to_owned()).collect();
    (said, value["answer"]["facts"].as_array().expect("facts").clone())
}

fn course(facts: &[Value]) -> &Value {
    facts.iter().find(|fact| fact["fact"] == "course").expect("a course")
}

/// More gunmen each time; the first fight is too close to even for so few engagements.
const RISING: &str = r#"
title = "An entry team against more and more"
ruleset = "cqb"
[play]
engagements = 100
[answer]
asks = "how many"
[field]
range = 12
[blue.entry]
count = 4
ability = "elite"
weapon = "rifle"
[red.gunmen]
ability = "novice"
weapon = "pistol"
[sweep]
"red.gunmen.count" = [8, 16]
"#;

#[test]
fn what_one_row_refutes_is_not_said_of_all() {
    for seed in ["1", "2", "3", "4"] {
        let run = played(RISING, &[&format!("play.seed={seed}")]);
        let (said, facts) = answer(&run);
        let ahead = run.cells[0].win.blue.value > 0.5;
        assert!(!said.iter().any(|one| ahead && one.contains("less likely") && one.contains("every")), "{said:#?}");
        assert_ne!(course(&facts)["course"], "below", "seed {seed}");
    }
}

/// Draws among few engagements, all of which may end alike.
const FEW: &str = r#"
title = "More and more against one and against four"
ruleset = "go_go_go"
[play]
engagements = 500
method = "sampled"
[answer]
asks = "how many"
[field]
range = 12
[blue.ct]
[red.t]
[sweep]
"red.t.count" = [1, 4]
"blue.ct.count" = [1, 10]
"#;

#[test]
fn what_was_sampled_is_never_exact() {
    for engagements in ["1", "3", "60", "500"] {
        let run = played(FEW, &[&format!("play.engagements={engagements}")]);
        let (said, facts) = answer(&run);
        assert!(said.iter().all(|one| !one.contains("exact")), "{said:#?}");
        assert!(facts.iter().all(|fact| fact["exact"] == false), "{engagements}");
        for even in facts.iter().map(|fact| &fact["turn"]["even"]).filter(|even| even.is_object()) {
            assert!(even["low"].as_f64() < even["high"].as_f64(), "{even}");
        }
    }
}

#[test]
fn draws_belong_to_neither_side() {
    // Solved exactly: one against one both sometimes fall together, and the fight is still even.
    let run = played(FEW, &["play.method=exact", "sweep={ \"red.t.count\" = [1, 2] }"]);
    assert!(run.cells[0].draw.value > 0.02, "{:?}", run.cells[0].draw);
    let (said, facts) = answer(&run);
    assert_eq!(
        (&course(&facts)["equal"], &course(&facts)["against"]),
        (&serde_json::json!(["1"]), &"other_side".into())
    );
    let turns = "is less likely than “Won by the T” at T 2 figures, as likely at 1";
    assert!(said[0].contains(turns), "{said:#?}");
}

#[test]
fn a_mirror_is_equal_and_not_in_doubt() {
    let text = r#"
title = "One against one at three ranges"
ruleset = "go_go_go"
[field]
range = 6
[blue.a]
[red.b]
[sweep]
"field.range" = [6, 9, 12]
"#;
    let (said, facts) = answer(&played(text, &[]));
    assert_eq!((&course(&facts)["course"], &course(&facts)["exact"]), (&"equal".into(), &true.into()));
    assert!(
        said.iter().all(|one| !one.contains("tell") && !one.contains("told") && !one.contains("doubt")),
        "{said:#?}"
    );
}

#[test]
fn fights_that_nobody_can_win_have_whole_digits() {
    let far = r#"
title = "Too far"
ruleset = "chain_reaction"
[field]
range = 500
[blue.a]
weapon = "pistol"
rep = 4
[red.b]
weapon = "pistol"
rep = 4
"#;
    let walking = r#"
title = "Both walk"
ruleset = "go_go_go"
[field]
range = 12
[blue.a]
pace = "normal"
[red.b]
pace = "normal"
"#;
    for text in [far, walking] {
        let run = played(text, &[]);
        let report = Report::of_run(&run, &[]);
        let (table, csv) = (report.table(100), String::from_utf8(report.csv().expect("CSV")).expect("text"));
        let json = report.json().expect("JSON");
        for (name, one) in [("table", &table), ("CSV", &csv), ("JSON", &json)] {
            assert!(!one.contains("-0.0") && !one.contains("-0,"), "{name}: {one}");
        }
        assert!(!table.contains("99.99") && !table.contains("59.99") && table.contains("100 % exact"), "{table}");
    }
}

#[test]
fn what_is_claimed_of_a_played_fight_holds_in_the_solved_one() {
    let keys = "sweep={ \"red.t.count\" = [1, 2], \"blue.ct.count\" = [1, 2] }";
    let solved = played(FEW, &["play.method=exact", keys]);
    let counts = ["1", "2"];
    // How far blue is ahead, by the number on each side.
    let lead = |red: usize, blue: usize| {
        let cell = &solved.cells[2 * red + blue];
        cell.win.blue.value - cell.win.red.value
    };
    let (mut runs, mut wrong) = (0, 0);
    for seed in 1..=40 {
        for engagements in [1, 20, 200] {
            let sets = [format!("play.seed={seed}"), format!("play.engagements={engagements}")];
            let (_, facts) = answer(&played(FEW, &[keys, &sets[0], &sets[1]]));
            let refuted = |fact: &Value| {
                let red = counts.iter().position(|count| fact["at"]["red.t.count"] == *count).expect("a count");
                let those = |name: &str, holds: &dyn Fn(f64) -> bool| {
                    let values = fact[name].as_array().expect("values").iter();
                    let mut places =
                        values.map(|value| counts.iter().position(|count| value == count).expect("a count"));
                    places.all(|blue| holds(lead(red, blue)))
                };
                let right = those("above", &|lead| lead > 1e-9) && those("below", &|lead| lead < -1e-9);
                !right || fact["equal"] != serde_json::json!([])
            };
            runs += 1;
            wrong += usize::from(facts.iter().filter(|fact| fact["fact"] == "course").any(refuted));
        }
    }
    assert!(wrong * 20 <= runs, "{wrong} of {runs}");
}
