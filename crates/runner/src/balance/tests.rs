//! The search for a fair value, held against answers that are known.

use std::sync::atomic::AtomicBool;

use engage::Side;
use scenario::{Diagnostics, Quantity, Range, Scenario};
use serde_json::{Value, json};
use stats::{Basis, Estimate};

use super::{Balance, Found, Search, balance};
use crate::{Options, Tallies, Unkept, Unwatched, toy};

fn search(range: Range, start: Value, target: f64, within: f64) -> Search {
    Search { range, start, quantity: Quantity::Win(Some(Side::Blue)), target, within }
}

/// The toy's fight with a key swept over one value.
fn at(play: &str, key: &str, value: &Value) -> Result<Scenario, Diagnostics> {
    let text = format!(
        "title = 'Toy'\nruleset = 'toy'\n[blue.ann]\nhit = 0.1\n[red.bob]\nhit = 0.2\n[play]\n{play}\n[sweep]\n'{key}' = [{value}]\n"
    );
    Scenario::parse("toy.toml", text.as_bytes(), &[], &[&toy::RULESET])
}

fn found_with(search: &Search, play: &str, key: &str, tallies: &mut Option<Tallies>, stop: &AtomicBool) -> Balance {
    let options = Options { threads: Some(1), interrupt: stop };
    balance(search, tallies, &|value| at(play, key, value), &options, (&Unwatched, &Unkept)).unwrap()
}

fn found(search: &Search, play: &str, key: &str) -> Balance {
    found_with(search, play, key, &mut None, &AtomicBool::new(false))
}

#[track_caller]
fn crossing(balance: &Balance) -> Estimate {
    let Found::Between { at, .. } = balance.found else { panic!("nothing was found") };
    at
}

const REAL: Range = Range::Real { least: 0.01, most: 0.6 };
const WHOLE: Range = Range::Whole { least: 1, most: 40 };

#[test]
fn exact_answers_are_found_and_said_to_be_exact() {
    // Each turn blue hits with 0.1, then red with h: blue wins 0.1 / (1 − 0.9 (1 − h)) in the end, half at h = 1 / 9.
    let play = "method = 'exact'\nbudget = 5000\nturn_limit = 1000";
    let half = found(&search(REAL, json!(0.5), 0.5, 0.01), play, "red.bob.hit");
    let at = crossing(&half);
    assert!((at.value - 1.0 / 9.0).abs() < 1e-5 && at.basis == Basis::Exact { unresolved: 0.0 }, "{at:?}");
    assert!(half.monotone && half.tight && !half.interrupted);
    // Blue wins 0.1 (1 − 0.72^n) / 0.28 within n turns: 25 % between three and four, which are the neighbours.
    let turns = found(&search(WHOLE, json!(20), 0.25, 0.1), "method = 'exact'\nbudget = 5000", "play.turn_limit");
    let share = |turns: i32| 0.1 * (1.0 - 0.72_f64.powi(turns)) / 0.28;
    let at = crossing(&turns);
    assert!((at.value - (3.0 + (0.25 - share(3)) / (share(4) - share(3)))).abs() < 1e-6, "{at:?}");
    let Found::Between { below, above, .. } = turns.found else { panic!("found") };
    assert_eq!([&turns.looks[below].value, &turns.looks[above].value], [&json!(3), &json!(4)]);
}

/// How many of 200 intervals hold the known answer, and how wide the widest is.
fn held(range: &Range, key: &str, start: Value, target: f64, within: f64) -> (u32, f64) {
    let known =
        crossing(&found(&search(range.clone(), start.clone(), target, within), "method = 'exact'\nbudget = 5000", key));
    let (mut held, mut widest) = (0, 0.0_f64);
    for seed in 1..=200 {
        let play = format!("method = 'sampled'\nengagements = 65_536\nseed = {seed}");
        let balance = found(&search(range.clone(), start.clone(), target, within), &play, key);
        let at = crossing(&balance);
        let (low, high) = at.interval();
        assert!(low <= at.value && at.value <= high && (balance.tight || high - low > within));
        held += u32::from(low <= known.value && known.value <= high);
        widest = widest.max(high - low);
    }
    (held, widest)
}

#[test]
fn intervals_hold_the_known_answer_as_often_as_promised() {
    // 190 of 200 are promised; three standard errors less are 181.
    let (turns, widest) = held(&WHOLE, "play.turn_limit", json!(20), 0.25, 0.15);
    assert!(turns >= 181 && widest < 1.0, "{turns}, {widest}");
    let (hit, widest) = held(&REAL, "red.bob.hit", json!(0.3), 0.4, 0.01);
    assert!(hit >= 181 && widest < 0.1, "{hit}, {widest}");
    // The crossing is at a whole number, where the pair of neighbours itself is a matter of luck.
    let third = 0.1 * (1.0 - 0.72_f64.powi(3)) / 0.28;
    let (near, _) = held(&WHOLE, "play.turn_limit", json!(1), third + 1e-6, 0.15);
    assert!(near >= 181, "{near}");
}

#[test]
fn where_nothing_does_the_nearest_is_told() {
    let play = "method = 'exact'\nbudget = 5000\nturn_limit = 1000";
    let never = found(&search(REAL, json!(0.3), 0.99, 0.01), play, "red.bob.hit");
    let Found::Nowhere(nearest) = never.found else { panic!("{never:?}") };
    assert_eq!((nearest, &never.looks[0].value), (0, &json!(0.01)));
    assert!((never.looks[0].estimate.value - 0.1 / (1.0 - 0.9 * 0.99)).abs() < 1e-6);
}

#[test]
fn a_value_that_is_refused_ends_the_range() {
    // Turn limits go up to 1000; the range says more.
    let wide = Range::Whole { least: 1, most: 5000 };
    let play = "method = 'exact'\nbudget = 5000";
    let balance = found(&search(wide, json!(600), 0.4, 0.1), play, "play.turn_limit");
    assert!(matches!(balance.found, Found::Nowhere(_)));
    let values: Vec<i64> = balance.looks.iter().filter_map(|look| look.value.as_i64()).collect();
    assert!(
        values.first() == Some(&1) && values.last().is_some_and(|&last| (900..=1000).contains(&last)),
        "{values:?}"
    );
}

#[test]
fn what_was_played_is_kept_and_gone_on_from() {
    let play = "method = 'sampled'\nengagements = 65_536";
    let rough = search(WHOLE, json!(20), 0.25, 0.5);
    let fine = search(WHOLE, json!(20), 0.25, 0.05);
    let mut tallies = None;
    let never = AtomicBool::new(false);
    found_with(&rough, play, "play.turn_limit", &mut tallies, &never);
    let bytes = tallies.as_ref().unwrap().to_bytes().unwrap();
    let mut kept = Some(Tallies::from_bytes(&bytes, &[&toy::RULESET]).unwrap());
    let went_on = found_with(&fine, play, "play.turn_limit", &mut kept, &never);
    assert_eq!(went_on.found, found(&fine, play, "play.turn_limit").found, "as if it had been asked for at once");
    let again = found_with(&rough, play, "play.turn_limit", &mut kept, &never);
    assert!(again.tight, "all of it is there already");
    // An interrupt leaves what was found until then.
    let stopped = found_with(&fine, play, "play.turn_limit", &mut None, &AtomicBool::new(true));
    assert!(stopped.interrupted && stopped.looks.is_empty());
}

#[test]
fn words_are_steps_and_a_curve_that_turns_is_told() {
    // Turn limits as words: more turns, more wins for blue, then fewer, in the order given.
    let words = |order: &[&str]| Range::Words(order.iter().map(|&word| word.to_owned()).collect());
    let play = "method = 'exact'\nbudget = 5000";
    let load = |value: &Value| {
        let turns = json!(value.as_str().and_then(|word| word.parse::<i64>().ok()).unwrap_or(1));
        at(play, "play.turn_limit", &turns)
    };
    let stop = AtomicBool::new(false);
    let options = Options { threads: Some(1), interrupt: &stop };
    let rising = search(words(&["1", "3", "4", "9"]), json!("1"), 0.25, 0.1);
    let balance_of = |search: &Search| balance(search, &mut None, &load, &options, (&Unwatched, &Unkept)).unwrap();
    let found = balance_of(&rising);
    let Found::Between { below, above, .. } = found.found else { panic!("{found:?}") };
    assert_eq!([&found.looks[below].value, &found.looks[above].value], [&json!("3"), &json!("4")]);
    assert!(found.monotone);
    let turning = search(words(&["9", "1", "2", "8"]), json!("1"), 0.25, 0.1);
    assert!(!balance_of(&turning).monotone);
}

/// The balance found for a key that gives the number of turns: the more turns, the more blue wins.
fn found_by(search: &Search, play: &str, turns: impl Fn(f64) -> i64) -> Balance {
    let load = |value: &Value| at(play, "play.turn_limit", &json!(turns(value.as_f64().unwrap_or_default())));
    let options = Options { threads: Some(1), interrupt: &AtomicBool::new(false) };
    balance(search, &mut None, &load, &options, (&Unwatched, &Unkept)).unwrap()
}

/// However wide the interval may be, where a quantity jumps there is nothing between the two values.
#[test]
fn a_jump_is_found_where_it_is() {
    let wide = Range::Real { least: 0.0, most: 10_000.0 };
    for play in ["method = 'exact'\nbudget = 5000", "method = 'sampled'\nengagements = 65_536"] {
        let balance =
            found_by(&search(wide.clone(), json!(40), 0.25, 100.0), play, |range| if range > 12.0 { 9 } else { 1 });
        let Found::Between { below, above, .. } = balance.found else { panic!("{balance:?}") };
        let [below, above] = [below, above].map(|place| balance.looks[place].value.as_f64().unwrap());
        assert!(below <= 12.0 && 12.0 < above && above - below < 0.02, "{below} {above}");
        let (low, high) = crossing(&balance).interval();
        assert!(below - 1e-6 <= low && high <= above + 1e-6 && balance.tight, "{low} {high}");
    }
}

/// Steps that double pass over a few values; of a short range none is left out.
#[test]
fn a_target_met_by_few_values_is_found() {
    let play = "method = 'exact'\nbudget = 5000";
    let few = Range::Whole { least: 1, most: 16 };
    let balance =
        found_by(&search(few, json!(16), 0.25, 0.1), play, |value| if (4.0..=5.0).contains(&value) { 9 } else { 1 });
    let Found::Between { below, above, .. } = balance.found else { panic!("{balance:?}") };
    assert_eq!([&balance.looks[below].value, &balance.looks[above].value], [&json!(3), &json!(4)]);
    assert!(!balance.monotone);
}
