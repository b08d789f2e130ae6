//! The answer at the top of a page: sentences made from facts, on results made for it.

use report::Report;
use runner::{Cell, Method, Run};
use stats::{Basis, Estimate};

use crate::made::{self, axis, cell, run, variant};

fn sentences(run: &Run) -> Vec<String> {
    let value = Report::of_run(run, &[]).value().expect("JSON");
    let sentences = value["answer"]["sentences"].as_array().expect("sentences").iter();
    sentences.map(|sentence| sentence.as_str().expect("a text").to_owned()).collect()
}

fn facts(run: &Run, fact: &str) -> Vec<serde_json::Value> {
    let value = Report::of_run(run, &[]).value().expect("JSON");
    value["answer"]["facts"].as_array().expect("facts").iter().filter(|one| one["fact"] == fact).cloned().collect()
}

#[track_caller]
fn says(run: &Run, sentence: &str) {
    let said = sentences(run);
    assert!(said.iter().any(|one| one == sentence), "{sentence}\n{said:#?}");
}

/// A run over numbers of gunmen with these chances of blue.
fn over(counts: &[&str], chances: &[f64]) -> Run {
    run(
        vec![axis("red.gunmen.count", counts)],
        &[],
        chances.iter().enumerate().map(|(i, &p)| cell(vec![i], p)).collect(),
    )
}

#[test]
fn where_a_fight_turns_comes_first() {
    let falling = over(&["2", "4", "6", "8"], &[0.95, 0.7, 0.4, 0.1]);
    assert_eq!(
        sentences(&falling)[0],
        "Blue wins more often than not up to Red’s count 4, less often from 6 on: even at 5.333 ±0.008."
    );
    let found = &facts(&falling, "crossing")[0];
    assert_eq!((&found["course"], &found["last"], &found["first"]), (&"once".into(), &"4".into(), &"6".into()));
    let (at, low, high) = (&found["even"]["value"], &found["even"]["low"], &found["even"]["high"]);
    assert!((at.as_f64().unwrap() - 16.0 / 3.0).abs() < 1e-9, "{at}");
    assert!(low.as_f64() < at.as_f64() && at.as_f64() < high.as_f64(), "{found}");
    let rising = over(&["2", "4", "6"], &[0.1, 0.3, 0.7]);
    assert_eq!(
        sentences(&rising)[0],
        "Blue wins more often than not from Red’s count 6 on, less often up to 4: even at 5.000 ±0.006."
    );
    // What is too near to tell lies within the interval.
    let near = over(&["2", "4", "6", "8"], &[0.9, 0.5, 0.5, 0.2]);
    let even = &facts(&near, "crossing")[0]["even"];
    assert!(even["low"].as_f64() < Some(4.01) && even["high"].as_f64() > Some(5.99), "{even}");
}

#[test]
fn what_is_never_even_says_so_and_comes_last() {
    let above = over(&["2", "4"], &[0.9, 0.8]);
    assert_eq!(sentences(&above).last().unwrap(), "Blue wins more often than not at every value of Red’s count.");
    let below = over(&["2", "4"], &[0.3, 0.2]);
    says(&below, "Blue wins less often than not at every value of Red’s count.");
    let even = over(&["2", "4"], &[0.5, 0.5]);
    says(&even, "“Blue wins” is too near to even to tell at every value of Red’s count.");
    let often = over(&["2", "4", "6"], &[0.9, 0.2, 0.8]);
    says(&often, "Blue wins more often than not only at Red’s count 2 and 6.");
}

#[test]
fn exact_crossings_have_no_interval() {
    says(
        &made::exact(over(&["2", "4"], &[0.75, 0.25])),
        "Blue wins more often than not up to Red’s count 2, less often from 4 on: even at 3.",
    );
}

#[test]
fn trends_steps_and_what_keys_move() {
    let falling = over(&["2", "4", "6"], &[0.95, 0.7, 0.6]);
    says(
        &falling,
        "“Blue wins” never rises as Red’s count rises; its largest step is -25.00 ±0.10 (2 to 4) points, its smallest -10.00 ±0.13 (4 to 6).",
    );
    says(
        &over(&["2", "4", "6"], &[0.5, 0.7, 0.6]),
        "“Blue wins” rises and falls as Red’s count rises; its largest step is +20.00 ±0.13 (2 to 4) points, its smallest -10.00 ±0.13 (4 to 6).",
    );
    says(&over(&["2", "4"], &[0.5, 0.5]), "“Blue wins” does not change with Red’s count as far as can be told.");
    let two = made::two_axes();
    says(&two, "“Blue wins” is highest with Red’s ability: Novice in every combination of the other keys.");
    says(
        &two,
        "What each key alone moves “Blue wins” by: Red’s ability by 39.0 to 63.0 and Range by 0.0 to 24.0 points.",
    );
    assert_eq!(facts(&two, "dominates")[0]["value"], "novice");
    assert_eq!(facts(&two, "effect").len(), 2);
}

fn judged(gain: f64, half: f64) -> Run {
    let mut other = variant(cell(vec![], 0.5 + gain), 0, gain);
    let difference = other.difference.as_mut().unwrap();
    difference.win.blue.difference =
        Estimate { value: gain, basis: Basis::Sampled { low: gain - half, high: gain + half, n: 1_000_000 } };
    difference.changed = Some(5000);
    run(vec![], &["a rule"], vec![cell(vec![], 0.5), other])
}

#[test]
fn verdicts() {
    says(&judged(0.05, 0.002), "Blue wins more often with “a rule” (+5.0 ±0.2 points).");
    says(&judged(-0.05, 0.002), "Blue wins less often with “a rule” (-5.0 ±0.2 points).");
    says(&judged(0.002, 0.002), "Too small to matter (within ±1 point): “a rule” (+0.2 ±0.2 points).");
    says(
        &judged(0.02, 0.04),
        "Cannot tell yet whether it matters: “a rule” (+2 ±4 points; about 16,000,000 engagements would tell).",
    );
    let verdict = |run: &Run| facts(run, "verdict")[0]["verdict"].clone();
    assert_eq!(verdict(&judged(0.05, 0.002)), "more");
    let mut other = judged(0.05, 0.002);
    other.about.matters = 0.1;
    assert_eq!(verdict(&other), "too_small");
    says(&other, "Too small to matter (within ±10 points): “a rule” (+5.0 ±0.2 points).");
}

#[test]
fn a_variant_that_changed_nothing_is_told_from_one_that_does_not_matter() {
    let mut nothing = judged(0.0, 0.0007);
    nothing.cells[1].difference.as_mut().unwrap().changed = Some(0);
    says(&nothing, "“a rule” changed no engagement at all: whatever it is about has never come up.");
    assert_eq!(facts(&nothing, "unchanged")[0]["engagements"], 1_000_000);
}

#[test]
fn where_no_variant_matters_the_sweep_is_answered_first() {
    let mut run = made::one_axis_with_variants();
    assert!(sentences(&run)[0].starts_with("Blue wins more often with “soft armour”"), "{:?}", sentences(&run));
    run.about.matters = 0.5;
    let said = sentences(&run);
    assert!(said[0].starts_with("Blue wins: from 26.00 %"), "{said:?}");
    assert!(said.iter().any(|sentence| sentence.starts_with("Too small to matter")), "{said:?}");
}

#[test]
fn a_variant_that_turns_along_a_key_says_where() {
    let axes = vec![axis("field.range", &["6", "12", "24"])];
    let cells = [-0.1, 0.0, 0.2]
        .into_iter()
        .enumerate()
        .flat_map(|(i, gain)| -> Vec<Cell> { vec![cell(vec![i], 0.5), variant(cell(vec![i], 0.5 + gain), 0, gain)] });
    let turning = run(axes, &["aims"], cells.collect());
    let said = sentences(&turning);
    assert!(
        said[0].starts_with("It depends: “aims” lowers it up to Range 6 in and raises it from 12 on, even at 12"),
        "{said:#?}"
    );
}

#[test]
fn the_question_may_ask_for_something_else() {
    let mut losses = judged(0.05, 0.002);
    losses.about = runner::About { quantity: "blue.lost".into(), matters: 0.05 };
    says(&losses, "“Blue losses” is lower with “a rule” (-0.100 ±0.002).");
}

#[test]
fn one_fight_says_who_wins_and_what_is_lost() {
    let said = sentences(&made::single());
    assert_eq!(said[0], "Blue wins 86.30 % ±0.07, Red wins 13.46 % ±0.07 and draw 0.236 % ±0.010.");
    assert_eq!(said[1], "On average: Blue losses 0.431 ±0.002 and Red losses 3.107 ±0.002.");
}

#[test]
fn cells_that_nobody_played_say_nothing() {
    let mut stopped = over(&["2", "4", "6"], &[0.9, 0.7, 0.2]);
    let unplayed = &mut stopped.cells[2];
    unplayed.method = Method::Sampled { engagements: 0 };
    let nothing = Estimate { value: f64::NAN, basis: Basis::Sampled { low: 0.0, high: 1.0, n: 0 } };
    (unplayed.win.blue, unplayed.win.red) = (nothing, nothing);
    stopped.interrupted = true;
    let said = sentences(&stopped);
    assert!(said.iter().all(|one| !one.contains("n/a") && !one.contains("NaN")), "{said:#?}");
    says(&stopped, "Blue wins: from 70.00 % ±0.09 (Red’s count 4) to 90.00 % ±0.06 (Red’s count 2).");
    says(&stopped, "The run was stopped before it was complete; the intervals hold for what was played.");
}
