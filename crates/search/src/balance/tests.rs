//! The search for a fair value, compared with known answers.

use engage::Side;
use scenario::{Quantity, Range, Scenario};
use serde_json::{Value, json};
use stats::{Basis, Estimate};

use runner::{Contenders, Options, Stop, Tallies, Unkept, Unwatched};
use testkit::toy;

use super::{Balance, Balancing, Found, balance, seek};

fn search(range: Range, start: Value, target: f64, within: f64) -> Balancing {
    let (key, word) = ("red.bob.hit".to_owned(), "blue.win".to_owned());
    Balancing { key, range, start, word, quantity: Quantity::Win(Some(Side::Blue)), target, within }
}

/// The toy's fight.
fn fight(play: &str) -> Scenario {
    let text = format!("title = 'Toy'\nruleset = 'toy'\n[blue.ann]\nhit = 0.1\n[red.bob]\nhit = 0.2\n[play]\n{play}\n");
    Scenario::parse("toy.toml", text.as_bytes(), &[], &[&toy::RULESET]).unwrap()
}

fn found_with(search: &Balancing, play: &str, key: &str, tallies: &mut Option<Tallies>, stop: &Stop) -> Balance {
    let options = Options { threads: Some(1), interrupt: stop, executor: None };
    let asked = Balancing { key: key.to_owned(), ..search.clone() };
    let (balance, played) = balance(&fight(play), &[], &asked, tallies.take(), options, (&Unwatched, &Unkept)).unwrap();
    *tallies = Some(played);
    balance
}

fn found(search: &Balancing, play: &str, key: &str) -> Balance {
    found_with(search, play, key, &mut None, &Stop::default())
}

/// The balance of a made-up key: each of its values stands for a turn limit.
fn found_by(search: &Balancing, play: &str, turns: impl Fn(&Value) -> i64) -> Balance {
    let (scenario, interrupt) = (fight(play), Stop::default());
    let (mut trials, _) = scenario.trials(&[]).unwrap();
    let mut cell = |value: &Value| match turns(value) {
        0 => Err("no such value".to_owned()),
        turns => trials.cell(&[("play.turn_limit", &json!(turns))]),
    };
    let options = Options { threads: Some(1), interrupt: &interrupt, executor: None };
    let contenders = Contenders::new(&scenario, Vec::new(), None, options).unwrap();
    let (engagements, level) = (scenario.play.engagements, scenario.play.level.0);
    seek(search, contenders, &mut cell, engagements, level, (&Unwatched, &Unkept)).unwrap().0
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

/// How many of 200 intervals contain the known answer, and the width of the widest.
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
    // 190 of 200 are expected; three standard errors less are 181.
    let (turns, widest) = held(&WHOLE, "play.turn_limit", json!(20), 0.25, 0.15);
    assert!(turns >= 181 && widest < 1.0, "{turns}, {widest}");
    let (hit, widest) = held(&REAL, "red.bob.hit", json!(0.3), 0.4, 0.01);
    assert!(hit >= 181 && widest < 0.1, "{hit}, {widest}");
    // The crossing is at a whole number, so which neighbours are found is a matter of luck.
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
    // The fight takes values up to 1000, but the range given goes further.
    let wide = Range::Whole { least: 1, most: 5000 };
    let play = "method = 'exact'\nbudget = 5000";
    let taken = |value: &Value| value.as_i64().filter(|&turns| turns <= 1000).unwrap_or(0);
    let balance = found_by(&search(wide, json!(600), 0.4, 0.1), play, taken);
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
    let never = Stop::default();
    found_with(&rough, play, "play.turn_limit", &mut tallies, &never);
    let bytes = tallies.as_ref().unwrap().to_bytes().unwrap();
    let mut kept = Some(Tallies::from_bytes(&bytes, &[&toy::RULESET]).unwrap());
    let went_on = found_with(&fine, play, "play.turn_limit", &mut kept, &never);
    assert_eq!(went_on.found, found(&fine, play, "play.turn_limit").found, "as if it had been asked for at once");
    let again = found_with(&rough, play, "play.turn_limit", &mut kept, &never);
    assert!(again.tight, "all of it is there already");
    // An interrupt keeps the results so far.
    let stopped = found_with(&fine, play, "play.turn_limit", &mut None, &Stop::new(true));
    assert!(stopped.interrupted && stopped.looks.is_empty());
}

#[test]
fn of_choices_the_nearest_is_told_whatever_their_order() {
    // Turn limits as words: more turns, more wins for blue, then fewer.
    let words = |order: &[&str]| Range::Choices(order.iter().map(|&word| word.into()).collect());
    // A refused word does not end the search.
    let turns = |word: &Value| word.as_str().and_then(|word| word.parse().ok()).unwrap_or(0);
    let nearest = |order: &[&str], play: &'static str| {
        let balance = found_by(&search(words(order), json!("1"), 0.25, 0.1), play, turns);
        let Found::Nearest(nearest) = balance.found else { panic!("{balance:?}") };
        let looks: Vec<String> = balance.looks.iter().map(|look| look.value.as_str().unwrap().to_owned()).collect();
        assert_eq!((balance.fair(), balance.sides(), looks.len()), (None, None, order.len() - 1));
        (looks[nearest].clone(), balance.tight, balance.looks[0].estimate.engagements())
    };
    for order in [["9", "1", "x", "4", "2"], ["1", "x", "2", "4", "9"]] {
        assert_eq!(nearest(&order, "method = 'exact'\nbudget = 5000"), ("4".to_owned(), true, None));
        let (word, tight, engagements) = nearest(&order, "method = 'sampled'\nengagements = 1_000_000");
        assert_eq!((word.as_str(), tight), ("4", true));
        assert!(engagements.is_some_and(|played| played < 100_000), "those that are far off are not played on");
    }
    // Too few engagements for a verdict.
    let (_, tight, engagements) = nearest(&["3", "x", "4"], "method = 'sampled'\nengagements = 100");
    assert_eq!((tight, engagements), (false, Some(100)));
}

/// If a quantity jumps, nothing lies between the two values, even if the interval may be wide.
#[test]
fn a_jump_is_found_where_it_is() {
    let wide = Range::Real { least: 0.0, most: 10_000.0 };
    for play in ["method = 'exact'\nbudget = 5000", "method = 'sampled'\nengagements = 65_536"] {
        let balance = found_by(&search(wide.clone(), json!(40), 0.25, 100.0), play, |range| {
            if range.as_f64() > Some(12.0) { 9 } else { 1 }
        });
        let Found::Between { below, above, .. } = balance.found else { panic!("{balance:?}") };
        let [below, above] = [below, above].map(|place| balance.looks[place].value.as_f64().unwrap());
        assert!(below <= 12.0 && 12.0 < above && above - below < 0.02, "{below} {above}");
        let (low, high) = crossing(&balance).interval();
        assert!(below - 1e-6 <= low && high <= above + 1e-6 && balance.tight, "{low} {high}");
    }
}

/// Doubling steps skip a few values; in a short range none is skipped.
#[test]
fn a_target_met_by_few_values_is_found() {
    let play = "method = 'exact'\nbudget = 5000";
    let few = Range::Whole { least: 1, most: 16 };
    let balance = found_by(&search(few, json!(16), 0.25, 0.1), play, |value| {
        if [Some(4), Some(5)].contains(&value.as_i64()) { 9 } else { 1 }
    });
    let Found::Between { below, above, .. } = balance.found else { panic!("{balance:?}") };
    assert_eq!([&balance.looks[below].value, &balance.looks[above].value], [&json!(3), &json!(4)]);
    assert!(!balance.monotone);
}

const RANGE: Range = Range::Real { least: 0.0, most: 10_000.0 };

/// A search over the range of a duel of Fireteam II, whose table has bands up to 6, 12, 24, 36, 48 and 108 inches.
fn over_ranges(play: &str, start: Value, target: f64) -> Balance {
    let text = format!(
        "title = 'Duel'\nruleset = 'fireteam'\n[blue.one]\nweapon = 'rifle'\n[red.other]\nweapon = 'smg'\n\
         [play]\nturn_limit = 6\n{play}\n[field]\nrange = 12\n"
    );
    let scenario = Scenario::parse("duel.toml", text.as_bytes(), &[], scenario::RULESETS).unwrap();
    let asked = Balancing { key: "field.range".to_owned(), ..search(RANGE, start, target, 100.0) };
    let options = Options { threads: Some(1), interrupt: &Stop::default(), executor: None };
    balance(&scenario, &[], &asked, None, options, (&Unwatched, &Unkept)).unwrap().0
}

#[test]
fn a_key_in_bands_is_searched_between_its_breaks() {
    let exact = "method = 'exact'\nbudget = 1_000_000";
    // One value of each band; the start represents its own band.
    let never = over_ranges(exact, json!(9.5), 2.0);
    assert!(matches!(never.found, Found::Nowhere(_)) && never.everywhere, "{never:?}");
    let values: Vec<Value> = never.looks.iter().map(|look| look.value.clone()).collect();
    assert_eq!(values[..4], [json!(6), json!(9.5), json!(24), json!(36)]);
    let shares: Vec<f64> = never.looks.iter().map(|look| look.estimate.value).collect();
    let jump = |at: &usize| (shares[*at + 1] - shares[*at]).abs();
    let at = (0..shares.len() - 1).max_by(|a, b| jump(a).total_cmp(&jump(b))).unwrap();
    let start = values[at].clone();
    let target = shares[at] + 0.3 * (shares[at + 1] - shares[at]);
    let solved = over_ranges(exact, start.clone(), target);
    let Found::AtBreak { below, above, at: known, among } = solved.found else { panic!("{solved:?}") };
    assert_eq!([&solved.looks[below].value, &solved.looks[above].value], [&values[at], &values[at + 1]]);
    assert_eq!((json!(known.inches() as i64), among), (start.clone(), (known, known)));
    assert!(solved.tight && solved.fair().is_some_and(|fair| fair.basis == Basis::Exact { unresolved: 0.0 }));
    // When sampled, the break is known, or the other possible breaks are reported; 57 of 60 are expected, three
    // standard errors less are 52.
    let (mut held, mut open) = (0, 0);
    let near = shares[at] + 0.02 * (shares[at + 1] - shares[at]);
    for seed in 1..=60 {
        let play = |engagements: u64| format!("method = 'sampled'\nengagements = {engagements}\nseed = {seed}");
        let clear = over_ranges(&play(16_384), start.clone(), target);
        assert!(matches!(clear.found, Found::AtBreak { at, among, .. } if at == known && among == (known, known)));
        let close = over_ranges(&play(4096), start.clone(), near);
        let Found::AtBreak { at, among: (low, high), .. } = close.found else { continue };
        assert!(low <= at && at <= high && close.tight == (low == high), "{close:?}");
        held += u32::from(low <= known && known <= high);
        open += u32::from(low < high);
    }
    assert!(held >= 52 && open > 0, "{held}, {open}");
}
