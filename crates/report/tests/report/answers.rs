//! The answer at the top of a page: sentences made from facts, on results made for it.

use engage::{Breaks, Inches, Side};
use report::Report;
use runner::{Method, OddsTable, Run};
use scenario::{About, Asks};
use serde_json::Value;
use stats::{Basis, Estimate};

use crate::made::{self, axis, cell, run, variant};

fn answer(run: &Run) -> (Vec<String>, Vec<Value>) {
    let value = Report::of_run(run, &[]).value().expect("JSON");
    let said = value["answer"]["sentences"].as_array().expect("sentences").iter();
    let facts = value["answer"]["facts"].as_array().expect("facts").clone();
    (said.map(|sentence| sentence.as_str().expect("a text").to_owned()).collect(), facts)
}

fn sentences(run: &Run) -> Vec<String> {
    answer(run).0
}

fn facts(run: &Run, fact: &str) -> Vec<Value> {
    answer(run).1.into_iter().filter(|one| one["fact"] == fact).collect()
}

#[track_caller]
fn says(run: &Run, sentence: &str) {
    let said = sentences(run);
    assert!(said.iter().any(|one| one == sentence), "{sentence}\n{said:#?}");
}

/// A run over a key with these chances of blue.
fn over(key: &str, values: &[&str], chances: &[f64]) -> Run {
    let cells = chances.iter().enumerate().map(|(i, &p)| cell(vec![i], p));
    run(vec![axis(key, values)], &[], cells.collect())
}

#[test]
fn where_a_fight_turns_comes_first() {
    let falling = over("red.gunmen.count", &["2", "4", "6", "8"], &[0.95, 0.7, 0.4, 0.1]);
    assert_eq!(
        sentences(&falling),
        [
            "“Blue wins” is likelier than “Red wins” up to Red’s count 4, less likely from 6 on: even at 5.348 ±0.008.",
            "“Blue wins” is least with Red’s count 8 (10.00 % ±0.06) and most with Red’s count 2 (95.00 % ±0.04), and falls at every step \
             of Red’s count.",
        ]
    );
    let found = &facts(&falling, "course")[0];
    assert_eq!(
        (&found["course"], &found["turn"]["last"], &found["turn"]["first"]),
        (&"once".into(), &"4".into(), &"6".into())
    );
    let even = &found["turn"]["even"];
    assert!(even["low"].as_f64() < even["value"].as_f64() && even["high"].as_f64() > even["value"].as_f64(), "{found}");
    let rising = over("red.gunmen.count", &["2", "4", "6"], &[0.1, 0.3, 0.7]);
    let said = &sentences(&rising)[0];
    assert!(
        said.starts_with(
            "“Blue wins” is likelier than “Red wins” at Red’s count 6, less likely up to 4: even at 4.990 ±"
        ),
        "{said}"
    );
}

#[test]
fn between_two_distances_no_line_is_drawn() {
    let ranges = over("field.range", &["12", "24", "26", "48"], &[0.4, 0.4, 0.61, 0.61]);
    let said = &sentences(&ranges)[0];
    assert_eq!(
        said,
        "“Blue wins” is likelier than “Red wins” from Range 26 in on, less likely up to 24 in; it turns between 24 and 26 in."
    );
    assert_eq!(facts(&ranges, "course")[0]["turn"]["even"], Value::Null);
}

#[test]
fn at_a_break_of_the_key_the_place_is_known() {
    let mut ranges = over("field.range", &["12", "24", "26", "48"], &[0.4, 0.4, 0.61, 0.61]);
    let limit = Inches::whole(24);
    let table = Breaks::among([limit], |range| range > limit);
    ranges.cells.iter_mut().for_each(|cell| cell.breaks = vec![Some(table.clone())]);
    let said = &sentences(&ranges)[0];
    assert!(said.ends_with("from Range 26 in on, less likely up to 24 in; it turns just beyond 24 in."), "{said}");
    assert_eq!(facts(&ranges, "course")[0]["turn"]["at_break"], 24.0);
}

#[test]
fn what_is_in_doubt_is_named() {
    // The two values in the middle are too close to even for a verdict.
    let near = over("red.gunmen.count", &["2", "4", "6", "8"], &[0.9, 0.4976, 0.4974, 0.2]);
    assert_eq!(
        sentences(&near)[0],
        "“Blue wins” is likelier than “Red wins” at Red’s count 2, less likely at 8; it turns between 2 and 8; from 4 to 6 it is not \
         clear yet."
    );
    assert_eq!(facts(&near, "course")[0]["in_doubt"], serde_json::json!(["4", "6"]));
    // With one value in doubt, “at every value” would be wrong.
    let almost = over("red.gunmen.count", &["2", "4", "6"], &[0.9, 0.7, 0.4975]);
    assert_eq!(facts(&almost, "course")[0]["course"], "partly");
    let mut asked = almost.clone();
    asked.about.asks = Some(Asks::HowMany);
    assert_eq!(
        sentences(&asked)[0],
        "“Blue wins” is likelier than “Red wins” up to Red’s count 4; at 6 it is not clear yet."
    );
    let none = over("red.gunmen.count", &["2", "4"], &[0.4975, 0.4975]);
    let mut asked = none.clone();
    asked.about.asks = Some(Asks::HowMany);
    assert_eq!(
        sentences(&asked)[0],
        "Whether “Blue wins” is likelier than “Red wins” is not clear yet at any value of Red’s count."
    );
    let mut all = over("red.gunmen.count", &["2", "4"], &[0.9, 0.7]);
    all.about.asks = Some(Asks::HowMany);
    assert_eq!(sentences(&all)[0], "“Blue wins” is likelier than “Red wins” at every value of Red’s count.");
}

#[test]
fn what_is_computed_is_equal_and_has_no_interval() {
    let mut mirror = made::exact(over("field.range", &["6", "12", "24"], &[0.5; 3]));
    mirror.cells.iter_mut().for_each(|cell| cell.win.red = cell.win.blue);
    assert_eq!(
        sentences(&mirror),
        [
            "Blue wins 50.00 % exact, the same in every row.",
            "“Blue wins” is the same at every value of range, exactly.",
        ]
    );
    let course = &facts(&mirror, "course")[0];
    assert_eq!((&course["course"], &course["exact"], &course["level"]), (&"equal".into(), &true.into(), &1.0.into()));
    mirror.about.asks = Some(Asks::HowMany);
    assert_eq!(sentences(&mirror)[0], "“Blue wins” is as likely as “Red wins” at every value of range, exactly.");
    // An even place between two computed values has no interval. It is not called exact, because it is interpolated.
    let line = made::exact(over("red.gunmen.count", &["2", "4"], &[0.9, 0.3]));
    let said = &sentences(&line)[0];
    assert!(said.contains("even at 3.3") && !said.contains('±') && !said.contains("exact"), "{said}");
}

#[test]
fn a_bracket_that_shows_is_not_called_exact() {
    let mut open = made::exact(over("field.range", &["6", "12"], &[0.495, 0.6]));
    let wide = |value| Estimate { value, basis: Basis::Exact { unresolved: 0.02 } };
    open.cells.iter_mut().for_each(|cell| cell.win.blue = wide(cell.win.blue.value));
    let text = Report::of_run(&open, &[]).table(120);
    assert!(!text.contains("Blue wins, %, exact"), "{text}");
    assert!(
        text.contains("50 ±2") || text.contains("49 ±2") && !text.contains("±2 exact") && !text.contains("±2 % exact"),
        "{text}"
    );
    // Whether 49.5 to 51.5 is more than 50 is in doubt.
    assert_eq!(facts(&open, "course")[0]["in_doubt"], serde_json::json!(["6"]));
}

fn judged(gain: f64, half: f64) -> Run {
    let mut other = variant(cell(vec![], 0.5 + gain), 0, gain);
    let difference = other.difference.as_mut().unwrap();
    difference.win.blue.difference =
        Estimate { value: gain, basis: Basis::Sampled { low: gain - half, high: gain + half, n: 1_000_000 } };
    let still = Estimate { value: 0.0, basis: Basis::Sampled { low: -1e-4, high: 1e-4, n: 1_000_000 } };
    difference.turns.difference = still;
    difference.measures.iter_mut().for_each(|measure| measure.difference = still);
    difference.changed = Some(5000);
    run(vec![], &["a rule"], vec![cell(vec![], 0.5), other])
}

#[test]
fn verdicts() {
    says(
        &judged(0.05, 0.002),
        "Blue wins 50.00 % ±0.10 with the scenario as it stands; +5.0 ±0.2 points with “a rule”.",
    );
    says(
        &judged(-0.05, 0.002),
        "Blue wins 50.00 % ±0.10 with the scenario as it stands; -5.0 ±0.2 points with “a rule”.",
    );
    says(
        &judged(0.002, 0.002),
        "Blue wins 50.00 % ±0.10 with the scenario as it stands; +0.2 ±0.2 points with “a rule”: too small to matter.",
    );
    let open = judged(0.02, 0.04);
    says(
        &open,
        "Blue wins 50.00 % ±0.10 with the scenario as it stands; +2 ±4 points with “a rule”: cannot tell yet whether that matters.",
    );
    says(&open, "About 16,000,000 engagements would tell.");
    let verdict = |run: &Run| facts(run, "verdict")[0]["verdict"].clone();
    assert_eq!(verdict(&judged(0.05, 0.002)), "more");
    let mut other = judged(0.05, 0.002);
    other.about.matters = Some(0.1);
    assert_eq!(verdict(&other), "too_small");
}

#[test]
fn a_verdict_weighs_every_headline() {
    // Wins stay, turns do not.
    let mut long = judged(0.0, 0.002);
    let turns = &mut long.cells[1].difference.as_mut().unwrap().turns.difference;
    *turns = Estimate { value: 1.0, basis: Basis::Sampled { low: 0.98, high: 1.02, n: 1_000_000 } };
    says(&long, "“a rule” moves turns (+1.00 ±0.02).");
    let of_turns = facts(&long, "verdict").into_iter().find(|fact| fact["quantity"] == "turns").expect("a verdict");
    assert_eq!(of_turns["verdict"], "more");
    let margin = of_turns["matters"].as_f64().unwrap();
    assert!((margin - 0.05 * long.cells[0].turns.mean.value).abs() < 1e-12, "{of_turns}");
    // If no side can win less, the page says so.
    long.cells[0].win.blue = made::share(0.013);
    says(&long, "At 1.30 % ±0.02 “Blue wins” can hardly move; “a rule” moves turns (+1.00 ±0.02).");
}

#[test]
fn a_verdict_weighs_endings() {
    let ended = |of: f64, win: f64| {
        let mut one = cell(vec![], win);
        one.endings = vec![made::share(of), made::share(win), made::share(1.0 - win - of), made::share(0.0)];
        one
    };
    let mut run = run(vec![], &["a rule"], vec![ended(0.1, 0.5), variant(ended(0.4, 0.5), 0, 0.0)]);
    run.cells[1].difference.as_mut().expect("a difference").changed = Some(600_000);
    run.endings =
        (0..4).map(|i| runner::Ending { id: format!("end.{i}"), label: format!("Way {i}"), winner: None }).collect();
    let verdict = facts(&run, "verdict").into_iter().find(|fact| fact["quantity"] == "end.0").expect("a verdict");
    assert_eq!(verdict["verdict"], "more");
    // A difference that is not counted in pairs has the width of two intervals that hold at every look.
    let low = verdict["difference"]["low"].as_f64().unwrap();
    assert!((0.29..0.2999).contains(&low), "{verdict}");
    assert!(
        sentences(&run).iter().any(|one| one.starts_with("“a rule” moves way 2 (-30.0 ±0.")),
        "{:?}",
        sentences(&run)
    );
}

#[test]
fn a_variant_that_changed_nothing_bounds_how_often_it_can() {
    let mut nothing = judged(0.0, 0.0007);
    nothing.cells[1].difference.as_mut().unwrap().changed = Some(0);
    nothing.cells[1].method = Method::Sampled { engagements: 40_000 };
    says(&nothing, "“a rule” changed none of 40,000 engagements, so fewer than 1 in 13,000 end differently.");
    let fact = &facts(&nothing, "unchanged")[0];
    assert_eq!((&fact["engagements"], &fact["below"]), (&40_000.into(), &(1.0 / 13_000.0).into()));
    nothing.idle = vec![0];
    says(&nothing, "“a rule” sets only values that already apply, and changes nothing.");
    assert_eq!((facts(&nothing, "unchanged").len(), facts(&nothing, "idle").len()), (0, 1));
}

#[test]
fn the_table_of_differences_has_what_is_asked_for() {
    let mut run = judged(0.05, 0.002);
    let heads = |run: &Run| Report::of_run(run, &[]).table(200).matches("Red losses, mean").count();
    let before = heads(&run);
    run.about.quantity = Some("red.lost".into());
    assert_eq!(heads(&run), before + 1);
}

#[test]
fn over_a_sweep_variants_are_counted_cell_by_cell() {
    let mut run = made::one_axis_with_variants();
    run.about.asks = Some(Asks::WhatChanges);
    let said = sentences(&run);
    assert_eq!(
        said[0],
        "“Blue wins”: “soft + plates + helmet” raises it in 4 of 5 cells and is too small in 1 (-0.01 to +14.80 points, ±0.04 at most)."
    );
    assert!(said[1].starts_with("“soft + plates” raises it in 4 of 5 cells and is too small in 1 ("), "{}", said[1]);
}

#[test]
fn a_variant_that_turns_along_a_key_has_a_course() {
    let cells = (0..3).flat_map(|i| {
        let gain = 0.05 - 0.05 * i as f64;
        [cell(vec![i], 0.5), variant(cell(vec![i], 0.5 + gain), 0, gain)]
    });
    let turning = run(vec![axis("field.range", &["6", "12", "24"])], &["a rule"], cells.collect());
    let course = facts(&turning, "course").into_iter().find(|fact| fact["variant"] == "a rule").expect("a course");
    assert_eq!(
        (&course["against"], &course["above"], &course["below"]),
        (&"baseline".into(), &serde_json::json!(["6"]), &serde_json::json!(["24"]))
    );
}

#[test]
fn where_the_sides_are_even_a_variant_may_turn() {
    let cells = [-0.1, -0.1, 0.1].iter().enumerate().flat_map(|(i, &gain)| {
        let mut even = cell(vec![i], 0.5);
        (even.win.red, even.draw) = (even.win.blue, made::share(0.0));
        [even, variant(cell(vec![i], 0.5 + gain), 0, gain)]
    });
    let mut turning = run(vec![axis("field.range", &["6", "12", "24"])], &["aims first"], cells.collect());
    turning.about.asks = Some(Asks::FromWhere);
    assert_eq!(
        sentences(&turning)[0],
        "“Blue wins” is likelier than “Red wins”, by range: not clear yet (Variant: baseline), from 24 in on, not up to 12 in (aims first)."
    );
    // Every value is so one-sided that neither side can win much less.
    let mut sure = run(
        vec![axis("field.range", &["6", "12"])],
        &["a rule"],
        (0..2)
            .flat_map(|i| [cell(vec![i], [0.01, 0.99][i]), variant(cell(vec![i], [0.01, 0.99][i]), 0, 0.0)])
            .collect(),
    );
    sure.cells.iter_mut().filter_map(|cell| cell.difference.as_mut()).for_each(|own| own.changed = Some(9));
    let said = sentences(&sure);
    assert!(said.iter().any(|one| one.contains("“Blue wins” is so near to 0 or 100 % in every cell")), "{said:#?}");
}

#[test]
fn the_question_may_ask_for_something_else() {
    let mut run = over("red.gunmen.count", &["2", "4", "6", "8"], &[0.95, 0.7, 0.4, 0.1]);
    run.about.quantity = Some("red.lost".into());
    let said = sentences(&run);
    assert_eq!(
        said[0],
        "“Red losses” by Red’s count: 3.420 (2), 2.520 (4), 1.440 (6) and 0.360 (8); each ±0.002 at most."
    );
    assert!(said[1].starts_with("“Red losses” is least with Red’s count 8 (0.360 ±0.002) and most with"), "{said:#?}");
    assert!(facts(&run, "course").is_empty(), "means are not even");
}

#[test]
fn which_is_best_is_said_in_the_view_of_the_side_that_asks() {
    let mut which = run(
        vec![],
        &["they patrol", "they wait"],
        vec![cell(vec![], 0.5), variant(cell(vec![], 0.4), 0, -0.1), variant(cell(vec![], 0.3), 1, -0.2)],
    );
    which.about.asks = Some(Asks::Which);
    let said = "“Blue wins” is highest with the scenario as it stands (50.00 % ±0.10); 40.00 % ±0.10 with “they patrol”, 30.00 % ±0.09 \
                with “they wait”.";
    assert_eq!(sentences(&which)[0], said);
    assert_eq!(facts(&which, "best")[0]["best"], serde_json::json!(["baseline"]));
    // For red the same numbers mean the opposite.
    which.about.view = Side::Red;
    assert!(sentences(&which)[0].starts_with("“Blue wins” is lowest with “they wait” (30.00 % ±0.09);"));
    // Two that are too close to each other are both named.
    which.about.view = Side::Blue;
    which.cells[1] = variant(cell(vec![], 0.499), 0, -0.00001);
    let said = &sentences(&which)[0];
    assert!(said.contains(" or “they patrol” (49.90 % ±0.10), too close to call; "), "{said}");
}

#[test]
fn which_is_best_is_counted_over_a_sweep() {
    let gains = [0.1, 0.1, -0.1];
    let cells = gains
        .iter()
        .enumerate()
        .flat_map(|(i, &gain)| [cell(vec![i], 0.5), variant(cell(vec![i], 0.5 + gain), 0, gain)]);
    let mut which = run(vec![axis("field.range", &["6", "12", "24"])], &["a rule"], cells.collect());
    which.about.asks = Some(Asks::Which);
    assert_eq!(
        sentences(&which)[0],
        "“Blue wins” is highest with “a rule” in 2 of 3 cells, with the scenario as it stands in 1."
    );
    let words = over("red.gunmen.ability", &["novice", "veteran", "elite"], &[0.9, 0.7, 0.4]);
    let mut which = words.clone();
    which.about.asks = Some(Asks::Which);
    let said = &sentences(&which)[0];
    assert!(
        said.starts_with(
            "“Blue wins” is highest with Red’s ability: Novice (90.00 % ±0.06); 70.00 % ±0.09 with Veteran"
        ),
        "{said}"
    );
}

#[test]
fn one_fight_says_who_wins_and_what_is_lost() {
    let said = sentences(&made::single());
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(said[0].starts_with("Blue wins 86.30 % ±0.07, red wins 13.4"), "{said:#?}");
    assert!(said[1].starts_with("On average blue losses 0.431 ±0.002, red losses"), "{said:#?}");
}

#[test]
fn cells_that_nobody_played_say_nothing() {
    let mut none = made::single();
    let nothing = Estimate { value: f64::NAN, basis: Basis::Sampled { low: 0.0, high: 1.0, n: 0 } };
    none.cells[0].method = Method::Sampled { engagements: 0 };
    (none.cells[0].win.blue, none.cells[0].win.red) = (nothing, nothing);
    none.interrupted = true;
    assert_eq!(answer(&none).0[0], "Nothing was played.");
    // For half of a sweep, no sentence claims anything about all cells.
    let mut half = over("red.gunmen.count", &["2", "4", "6"], &[0.9, 0.7, 0.6]);
    half.cells.pop();
    half.interrupted = true;
    half.about.asks = Some(Asks::HowMany);
    let said = sentences(&half);
    assert!(
        said.iter().all(|one| !one.contains("every") && !one.contains("least") && !one.contains("most")),
        "{said:#?}"
    );
}

#[test]
fn no_answer_is_longer_than_two_lines() {
    // Names may have any length.
    for (name, run) in made::every_run().into_iter().filter(|(name, _)| !name.starts_with("long")) {
        let said = sentences(&run);
        assert!(said.first().is_none_or(|first| first.chars().count() <= 160), "{name}: {said:#?}");
        let mut once = said.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), said.len(), "{name}: {said:#?}");
    }
}

fn odds_sentences(table: &OddsTable) -> Vec<String> {
    let value = Report::of_odds(table).value().expect("JSON");
    let said = value["answer"]["sentences"].as_array().expect("sentences").iter();
    said.map(|sentence| sentence.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn a_situation_is_asked_about_the_outcome_that_it_names() {
    let mut table = made::one_shot();
    let said = odds_sentences(&table);
    assert!(said[0].contains("28.57 % exact (2/7)"), "{said:#?}");
    table.about = About { quantity: Some("nothing".into()), ..About::default() };
    assert_eq!(odds_sentences(&table)[0], "“nothing” is not an outcome of any cell.");
}
