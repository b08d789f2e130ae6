//! The answer at the top of a page: sentences made from facts, on results made for it.

use report::Report;
use runner::{Cell, Method, OddsTable, Run};
use scenario::{About, First};
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
        "From one value of Red’s count to the next “Blue wins” never rises; its largest step is -25.00 ±0.10 (2 to 4) points, its smallest -10.00 ±0.13 (4 to 6).",
    );
    says(
        &over(&["2", "4", "6"], &[0.5, 0.7, 0.6]),
        "From one value of Red’s count to the next “Blue wins” rises and falls; its largest step is +20.00 ±0.13 (2 to 4) points, its smallest -10.00 ±0.13 (4 to 6).",
    );
    says(&over(&["2", "4"], &[0.5, 0.5]), "“Blue wins” does not change with Red’s count as far as can be told.");
    let two = made::two_axes();
    says(&two, "“Blue wins” is highest with Red’s ability: Novice in every combination of the other keys.");
    says(&two, "Red’s ability alone moves “Blue wins” by 39.0 to 63.0 points and Range by 0.0 to 24.0.");
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
    says(&judged(0.05, 0.002), "Blue wins 50.00 % ±0.10 as it stands, +5.0 ±0.2 points with “a rule”.");
    says(&judged(-0.05, 0.002), "Blue wins 50.00 % ±0.10 as it stands, -5.0 ±0.2 points with “a rule”.");
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
fn the_table_of_differences_has_what_is_asked_for() {
    let mut run = judged(0.05, 0.002);
    let heads = |run: &Run| Report::of_run(run, &[]).table(200).matches("Red losses, mean").count();
    let before = heads(&run);
    run.about.quantity = Some("red.lost".into());
    assert_eq!(heads(&run), before + 1);
}

#[test]
fn a_variant_that_changed_nothing_is_told_from_one_that_does_not_matter() {
    let mut nothing = judged(0.0, 0.0007);
    nothing.cells[1].difference.as_mut().unwrap().changed = Some(0);
    says(&nothing, "“a rule” changed no engagement at all: whatever it is about has never come up.");
    assert_eq!(facts(&nothing, "unchanged")[0]["engagements"], 1_000_000);
    nothing.idle = vec![0];
    says(&nothing, "“a rule” sets what already stands, and changes nothing.");
    assert_eq!(facts(&nothing, "unchanged")[0]["engagements"], serde_json::Value::Null);
}

#[test]
fn where_no_variant_matters_the_sweep_is_answered_first() {
    let mut run = made::one_axis_with_variants();
    assert_eq!(
        sentences(&run)[0],
        "“Blue wins” changes by -0.01 to +14.80 points with “soft + plates + helmet”, -0.01 to +11.20 with “soft + plates” and -0.01 \
         to +3.10 with “soft armour”; each ±0.04 at most."
    );
    run.about.matters = 0.5;
    let said = sentences(&run);
    assert_eq!(
        said[0],
        "Blue wins 62.00 % (Red’s weapon: General pistol), 53.00 % (Smg+), 44.00 % (Rifle), 35.00 % (Shotgun), 26.00 % (.50); each \
         ±0.10 at most."
    );
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
    losses.about = About { quantity: Some("blue.lost".into()), matters: 0.05, ..About::default() };
    says(&losses, "Blue losses 1.584 ±0.002 as it stands, -0.100 ±0.002 with “a rule”.");
}

#[test]
fn one_fight_says_who_wins_and_what_is_lost() {
    let said = sentences(&made::single());
    assert_eq!(
        said[0],
        "Blue wins 86.30 % ±0.07, Red wins 13.46 % ±0.07 and draw 0.236 % ±0.010; on average blue losses 0.431 ±0.002 and red \
         losses 3.107 ±0.002."
    );
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
    says(&stopped, "Blue wins 90.00 % (Red’s count 2), 70.00 % (4); each ±0.09 at most.");
    says(&stopped, "The run was stopped before it was complete; the intervals hold for what was played.");
}

/// The first sentence of a run that is asked for so much.
fn first(mut run: Run, first: First, by: Option<&str>) -> String {
    run.about.first = Some(first);
    run.about.by = by.map(str::to_owned);
    sentences(&run)[0].clone()
}

/// Two turns of a fight over numbers, each by an ability, in which a variant adds a tenth.
fn two_with_a_variant() -> Run {
    let axes = vec![axis("red.gunmen.ability", &["novice", "elite"]), axis("red.gunmen.count", &["2", "4", "6"])];
    let chances = [[0.9, 0.7, 0.3], [0.45, 0.35, 0.25]];
    let cells = (0..2).flat_map(|a| (0..3).map(move |n| (a, n))).flat_map(|(a, n)| {
        let base = chances[a][n];
        [cell(vec![a, n], base), variant(cell(vec![a, n], base + 0.1), 0, 0.1)]
    });
    run(axes, &["armour"], cells.collect())
}

#[test]
fn two_keys_are_told_by_the_rows_of_their_table() {
    let two = made::two_axes();
    let expected = "Blue wins 97.00 % (Red’s ability: Novice), 76.00 to 84.00 % (Experienced), 55.00 to 71.00 % (Veteran), 34.00 to \
                    58.00 % (Elite), least with Range 48 in, most with 3 in; each ±0.10 at most.";
    assert_eq!(first(two.clone(), First::Values, None), expected);
    assert!(
        first(two.clone(), First::Values, Some("field.range"))
            .starts_with("Blue wins 58.00 to 97.00 % (Range 3 in), 52.00"),
    );
    let mut asked = two.clone();
    asked.about.first = Some(First::Values);
    let spans = facts(&asked, "span");
    assert_eq!(
        (spans.len(), &spans[0]["value"], &spans[3]["least"]["at"]["field.range"]),
        (4, &"novice".into(), &"48".into())
    );
    assert_eq!(
        first(two, First::Keys, None),
        "Red’s ability alone moves “Blue wins” by 39.0 to 63.0 points and Range by 0.0 to 24.0."
    );
}

#[test]
fn where_it_turns_is_told_by_another_key_or_by_the_variants() {
    let two = two_with_a_variant();
    assert_eq!(
        sentences(&two)[0],
        "Blue wins more often than not, by Red’s count: up to 5.000 (Red’s ability: Novice), never (Elite); ±0.006; +10.00 points \
         with “armour”; each ±0.04 at most."
    );
    let by_variant = first(two.clone(), First::Crossing, Some("variant"));
    assert_eq!(
        by_variant,
        "Blue wins more often than not, by Red’s count: up to 5.00 or never (baseline), up to 3.00 to 5.50 (“armour”); each \
         ±0.02 at most."
    );
    assert_eq!(
        first(two, First::Values, Some("variant")),
        "Blue wins 25.00 to 90.00 % (baseline), 35.00 to 100.00 % (“armour”), over Red’s ability and Red’s count 2 to 6; \
         each ±0.09 at most."
    );
}

#[test]
fn what_a_step_is_worth() {
    let two = two_with_a_variant();
    assert_eq!(
        first(two.clone(), First::Steps, Some("red.gunmen.count")),
        "Each step of Red’s count from 2 to 6 changes “Blue wins” by -40.00 to -10.00 points (baseline), -40.00 to -10.00 (“armour”); each ±0.14 at most."
    );
    let mut asked = two;
    asked.about.first = Some(First::Steps);
    let steps = facts(&asked, "steps");
    assert_eq!((steps.len(), &steps[1]["variant"]), (2, &"armour".into()));
}

#[test]
fn several_variants_are_told_the_largest_effect_first() {
    let mut several = made::variants_only();
    several.cells[1].difference.as_mut().unwrap().win.blue.difference.value = -0.05;
    several.cells[3].difference.as_mut().unwrap().win.blue.difference = Estimate::exact(0.001);
    assert_eq!(
        sentences(&several)[0],
        "Blue wins 50.00 % ±0.10 as it stands, +10.00 ±0.04 points with “soft + plates” and -5 ±10 with “soft armour”; too small to \
         matter: “soft + plates + helmet”."
    );
    // Beside another quantity all are told: one that does nothing to the first may do much to the other.
    several.about.also = vec!["blue.lost".into()];
    assert_eq!(
        sentences(&several)[0],
        "Blue wins 50.00 % ±0.10 and blue losses 1.584 ±0.002 as it stands, +10.00 ±0.04 points and -0.200 ±0.002 with “soft + \
         plates”, -5 ±10 and -0.100 ±0.002 with “soft armour”, +0.10 exact and -0.300 ±0.002 with “soft + \
         plates + helmet”."
    );
}

/// Of many with long names the first sentence names some, and the next ones the rest.
#[test]
fn every_variant_that_matters_is_named_somewhere() {
    let names: Vec<String> =
        (0..8).map(|i| format!("variant {i} of a name that is quite as long as names get")).collect();
    let cells = std::iter::once(cell(vec![], 0.5)).chain((0..8).map(|i| {
        let gain = 0.05 + 0.01 * i as f64;
        variant(cell(vec![], 0.5 + gain), i, gain)
    }));
    let said = sentences(&run(vec![], &names.iter().map(String::as_str).collect::<Vec<_>>(), cells.collect()));
    assert!(said[0].contains("more matter less") && said[0].chars().count() < 360, "{said:#?}");
    for name in &names {
        assert_eq!(said.iter().filter(|one| one.contains(name.as_str())).count(), 1, "{name}: {said:#?}");
    }
}

#[test]
fn for_each_value_of_a_key_the_variant_that_does_most_is_told() {
    let axes = vec![axis("mission.objective", &["rescue", "bomb"]), axis("red.gunmen.count", &["2", "4"])];
    let gains = [[0.1, 0.02], [0.05, -0.06], [-0.2, 0.0], [0.03, 0.001]];
    let cells = |of: &dyn Fn(usize) -> [f64; 2]| {
        let at = |i: usize| vec![i / 2, i % 2];
        let own = |i: usize| {
            let [one, other] = of(i);
            [cell(at(i), 0.5), variant(cell(at(i), 0.5 + one), 0, one), variant(cell(at(i), 0.5 + other), 1, other)]
        };
        (0..4).flat_map(own).collect()
    };
    let two = run(axes.clone(), &["a rule", "another"], cells(&|i| gains[i]));
    assert_eq!(
        first(two.clone(), First::Variants, Some("mission.objective")),
        "“Blue wins” changes most with “a rule”: by +10.00 points (Objective: Rescue), -20.00 (Bomb); each ±0.04 at most; less with \
         “another”."
    );
    let mut both = two.clone();
    both.about.also = vec!["blue.lost".into()];
    assert!(
        first(both, First::Variants, Some("mission.objective"))
            .ends_with("; less with “another”; Blue losses on average 1.584 to 1.584; each ±0.002 at most."),
    );
    let swapped = run(axes, &["a rule", "another"], cells(&|i| if i < 2 { gains[i] } else { [0.0, gains[i][0]] }));
    assert_eq!(
        first(swapped, First::Variants, Some("mission.objective")),
        "“Blue wins” changes most by +10.00 points with “a rule” (Objective: Rescue), -20.00 with “another” (Bomb); each ±0.04 at most."
    );
}

#[test]
fn a_variant_that_helps_here_and_harms_there_is_counted() {
    let axes = vec![axis("red.gunmen.ability", &["novice", "elite"]), axis("red.gunmen.weapon", &["smg", "rifle"])];
    let gains = [0.1, 0.05, -0.2, 0.0];
    let cells = (0..4).flat_map(|i| {
        let at = vec![i / 2, i % 2];
        [cell(at.clone(), 0.5), variant(cell(at, 0.5 + gains[i]), 0, gains[i])]
    });
    let mixed = run(axes, &["a rule"], cells.collect());
    assert_eq!(
        sentences(&mixed)[0],
        "It depends: “a rule” raises it in 2, most at Red’s ability: Novice, Red’s weapon: Smg (+10.00 ±0.04 points), and lowers it in \
         1, most at Red’s ability: Elite, Red’s weapon: Smg (-20.00 ±0.04 points), of 4 combinations."
    );
}

fn odds_sentences(table: &OddsTable) -> Vec<String> {
    let value = Report::of_odds(table).value().expect("JSON");
    let sentences = value["answer"]["sentences"].as_array().expect("sentences").iter();
    sentences.map(|sentence| sentence.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn a_situation_is_asked_about_the_outcome_that_it_names() {
    let mut table = made::odds();
    assert!(odds_sentences(&table)[0].starts_with("Incapacitated "), "{:?}", odds_sentences(&table));
    table.about = About { quantity: Some("mean_flesh".into()), by: Some("category".into()), ..About::default() };
    let said = odds_sentences(&table);
    assert!(said[0].starts_with("Mean flesh on average 0.1333 to 1.1000 (Category: Smg plus), "), "{said:?}");
    table.about.quantity = Some("never".into());
    assert_eq!(odds_sentences(&table)[0], "“never” is no outcome anywhere here.");
}
