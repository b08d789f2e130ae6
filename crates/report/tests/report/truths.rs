//! Checks each claim of many small runs against the truth from which the runs were drawn.
//!
//! Every fact holds at its level together with all facts of its kind. So at most one minus that level of the runs of a
//! truth may make any false claim. Seeds are fixed.

use engage::{BySide, Side};
use report::Report;
use runner::{Cell, Difference, Method, Paired, Run};
use scenario::Asks;
use serde_json::Value;
use stats::{Contest, Estimate, Level, PairedProportion, ProportionInterval, Split};

use crate::made::{self, axis, run};

/// Seeds of each truth and number of engagements.
const SEEDS: u64 = 20;

/// Engagements of a cell.
const PLAYED: [u64; 8] = [1, 2, 7, 20, 60, 200, 1000, 5000];

/// Two truths this close count as equal.
const SAME: f64 = 1e-12;

/// The chances that each side wins.
#[derive(Clone, Copy, Debug)]
struct Truth {
    blue: f64,
    red: f64,
}

impl Truth {
    /// The lead of blue: its share of the decided engagements, minus one half.
    fn lead(self) -> f64 {
        let both = self.blue + self.red;
        if both > 0.0 { self.blue / both - 0.5 } else { 0.0 }
    }
}

const fn even(blue: f64) -> Truth {
    Truth { blue, red: 1.0 - blue }
}

/// A random number generator.
struct Luck(u64);

impl Luck {
    /// From 0 to 1.
    fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn share(hits: u64, n: u64) -> Estimate {
    ProportionInterval::Wilson.estimate(hits, n, Level::default())
}

/// A cell of a truth over this number of engagements.
fn played(luck: &mut Luck, place: Vec<usize>, truth: Truth, n: u64) -> Cell {
    let (mut blue, mut red) = (0, 0);
    for _ in 0..n {
        let drawn = luck.draw();
        if drawn < truth.blue {
            blue += 1;
        } else if drawn < truth.blue + truth.red {
            red += 1;
        }
    }
    let (blue, red, draw) = (share(blue, n), share(red, n), share(n - blue - red, n));
    Cell {
        method: Method::Sampled { engagements: n },
        win: BySide { blue, red },
        draw,
        endings: vec![blue, red, draw],
        ..made::cell(place, 0.5)
    }
}

fn solved(place: Vec<usize>, truth: Truth) -> Cell {
    let [blue, red, draw] = [truth.blue, truth.red, 1.0 - truth.blue - truth.red].map(Estimate::exact);
    let method = Method::Exact { states: 9, unresolved: 0.0 };
    Cell { method, win: BySide { blue, red }, draw, endings: vec![blue, red, draw], ..made::cell(place, 0.5) }
}

/// Truths along a key, and the key: whole numbers, or a distance.
fn lines() -> Vec<(&'static str, &'static str, Vec<Truth>)> {
    let all = |blues: &[f64]| blues.iter().copied().map(even).collect::<Vec<_>>();
    let drawn = |sides: &[(f64, f64)]| sides.iter().map(|&(blue, red)| Truth { blue, red }).collect::<Vec<_>>();
    vec![
        ("mirror", "red.men.count", all(&[0.5; 5])),
        ("flat", "red.men.count", all(&[0.58, 0.4, 0.2])),
        ("near", "red.men.count", all(&[0.53, 0.51, 0.5, 0.49, 0.47])),
        ("line", "red.men.count", all(&[0.95, 0.7, 0.4, 0.1])),
        ("steps", "field.range", all(&[0.4, 0.4, 0.61, 0.61, 0.61])),
        ("up and down", "field.range", all(&[0.3, 0.6, 0.4, 0.7])),
        ("one-sided", "field.range", all(&[0.013, 0.012, 0.02])),
        ("certain", "red.men.count", all(&[1.0, 1.0, 0.0])),
        ("nobody", "red.men.count", drawn(&[(0.0, 0.0), (0.0, 0.0), (0.0, 0.0)])),
        ("rare", "red.men.count", drawn(&[(0.01, 0.01), (0.02, 0.01), (0.001, 0.01)])),
        ("ties", "red.men.count", drawn(&[(0.45, 0.45), (0.1, 0.1), (0.3, 0.31)])),
    ]
}

const KEYS: [&str; 5] = ["2", "4", "6", "8", "10"];

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|one| one.as_str().expect("a text")).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// Whether the interval of a number contains a truth.
fn holds(fact: &Value, truth: f64) -> bool {
    fact["low"].as_f64().is_none_or(|low| low <= truth + SAME)
        && fact["high"].as_f64().is_none_or(|high| high >= truth - SAME)
}

/// The false claims of a fact of a run along one key.
fn false_of(fact: &Value, key: &str, truths: &[Truth]) -> Option<String> {
    let at = |value: &str| truths[KEYS.iter().position(|one| *one == value).expect("a value of the key")];
    let wrong = |what: &str| Some(format!("{what}: {fact}"));
    match fact["fact"].as_str().expect("a kind") {
        "extremes" => {
            let end = |name: &str, beyond: &dyn Fn(f64, f64) -> bool| {
                let end = fact.get(name).filter(|end| !end.is_null())?;
                let there: Vec<&str> =
                    end["at"].as_array().unwrap().iter().map(|at| at[key].as_str().unwrap()).collect();
                let own = at(there[0]).blue;
                let false_tie = there.iter().any(|value| (at(value).blue - own).abs() > SAME);
                let others = (0..truths.len()).filter(|i| !there.contains(&KEYS[*i]));
                let beaten = others.map(|i| truths[i].blue).any(|other| !beyond(own, other));
                (false_tie || beaten).then_some(())
            };
            let least = end("least", &|own, other| own < other - SAME);
            least.or_else(|| end("most", &|own, other| own > other + SAME)).and_then(|()| wrong("extremes"))
        }
        "course" => {
            let lead = |value: &&str| at(value).lead();
            let above = texts(&fact["above"]).iter().all(|value| lead(value) > SAME);
            let below = texts(&fact["below"]).iter().all(|value| lead(value) < -SAME);
            let equal = texts(&fact["equal"]).iter().all(|value| lead(value).abs() <= SAME);
            let all = |holds: &dyn Fn(f64) -> bool| truths.iter().all(|truth| holds(truth.lead()));
            let whole = match fact["course"].as_str().unwrap() {
                "above" => all(&|lead| lead > SAME),
                "below" => all(&|lead| lead < -SAME),
                "equal" => all(&|lead| lead.abs() <= SAME),
                _ => true,
            };
            let turn = &fact["turn"];
            let even = turn.get("even").filter(|even| !even.is_null()).is_none_or(|even| {
                let (last, first) = (turn["last"].as_str().unwrap(), turn["first"].as_str().unwrap());
                let (low, high) = (lead(&last), lead(&first));
                let (from, to): (f64, f64) = (last.parse().unwrap(), first.parse().unwrap());
                low * high < 0.0 && holds(even, from + (to - from) * low / (low - high))
            });
            let distance = key == "field.range" && turn.get("even").is_some_and(|even| !even.is_null());
            (!(above && below && equal && whole && even) || distance).then(|| wrong("course"))?
        }
        "trend" => {
            let goes = |step: &Value| {
                let adds = at(step["to"].as_str().unwrap()).blue - at(step["from"].as_str().unwrap()).blue;
                let right = match step["goes"].as_str() {
                    Some("rises") => adds > SAME,
                    Some("falls") => adds < -SAME,
                    Some(_) => adds.abs() <= SAME,
                    None => true,
                };
                right && holds(step, adds)
            };
            let all = |holds: &dyn Fn(f64) -> bool| truths.windows(2).all(|two| holds(two[1].blue - two[0].blue));
            let whole = match fact["trend"].as_str().unwrap() {
                "rises" => all(&|adds| adds > SAME),
                "falls" => all(&|adds| adds < -SAME),
                "constant" => all(&|adds| adds.abs() <= SAME),
                _ => true,
            };
            (!whole || !fact["steps"].as_array().unwrap().iter().all(goes)).then(|| wrong("trend"))?
        }
        "effect" => {
            let blues = || truths.iter().map(|truth| truth.blue);
            let moved = blues().fold(0.0, f64::max) - blues().fold(1.0, f64::min);
            (!holds(fact, moved)).then(|| wrong("effect"))?
        }
        _ => None,
    }
}

/// Facts and sentences of a run.
fn answer(run: &Run) -> (Vec<Value>, Vec<String>) {
    let value = Report::of_run(run, &[]).value().expect("JSON");
    let said = texts(&value["answer"]["sentences"]).iter().map(|one| (*one).to_owned()).collect();
    (value["answer"]["facts"].as_array().expect("facts").clone(), said)
}

/// Phrases that a sentence may use only if they hold for all values.
fn false_words(said: &[String], truths: &[Truth]) -> Option<String> {
    let all = |holds: &dyn Fn(f64) -> bool| truths.iter().all(|truth| holds(truth.lead()));
    let steps = |holds: &dyn Fn(f64) -> bool| truths.windows(2).all(|two| holds(two[1].blue - two[0].blue));
    let refuted = |one: &&String| {
        let every = one.contains("at every value of") && !one.contains("the same at every value");
        (every && one.contains("is likelier than") && !all(&|lead| lead > SAME))
            || (every && one.contains("is less likely than") && !all(&|lead| lead < -SAME))
            || (every && one.contains("is as likely as") && !all(&|lead| lead.abs() <= SAME))
            || (one.contains("rises at every step") && !steps(&|adds| adds > SAME))
            || (one.contains("falls at every step") && !steps(&|adds| adds < -SAME))
    };
    said.iter().find(refuted).cloned()
}

#[test]
fn what_is_claimed_of_sampled_runs_holds_as_often_as_it_says() {
    for (name, key, truths) in lines() {
        let (mut runs, mut wrong) = (0, Vec::new());
        for n in PLAYED {
            for seed in 0..SEEDS {
                let mut luck = Luck(seed * 7919 + n);
                let cells = truths.iter().enumerate().map(|(i, &truth)| played(&mut luck, vec![i], truth, n));
                let mut run = run(vec![axis(key, &KEYS[..truths.len()])], &[], cells.collect());
                run.about.asks = (seed % 2 == 0).then_some(Asks::HowMany);
                let (facts, said) = answer(&run);
                for fact in &facts {
                    assert_eq!((&fact["exact"], number(&fact["level"])), (&Value::Bool(false), 0.95), "{fact}");
                }
                let exact = said.iter().find(|one| one.contains("exact") || one.contains("equal"));
                assert_eq!(exact, None, "{name}, {n} engagements, seed {seed}");
                runs += 1;
                let found = facts.iter().find_map(|fact| false_of(fact, key, &truths));
                wrong.extend(found.or_else(|| false_words(&said, &truths)));
            }
        }
        assert!(wrong.len() * 20 <= runs, "{name}: {} of {runs} runs: {:#?}", wrong.len(), wrong.first());
    }
}

#[test]
fn what_is_computed_is_claimed_whole_and_never_wrongly() {
    for (name, key, truths) in lines() {
        let cells = truths.iter().enumerate().map(|(i, &truth)| solved(vec![i], truth));
        let mut run = run(vec![axis(key, &KEYS[..truths.len()])], &[], cells.collect());
        run.about.asks = Some(Asks::HowMany);
        let (facts, said) = answer(&run);
        for fact in &facts {
            assert_eq!((&fact["exact"], number(&fact["level"])), (&Value::Bool(true), 1.0), "{fact}");
            assert_eq!(false_of(fact, key, &truths), None, "{name}");
        }
        // No computed value is in doubt.
        let of = |kind: &str| facts.iter().find(|fact| fact["fact"] == kind).cloned().expect("a fact");
        assert_eq!(of("course")["in_doubt"], Value::Array(Vec::new()), "{name}");
        assert!(!of("extremes")["least"].is_null() && !of("extremes")["most"].is_null(), "{name}");
        assert!(of("trend")["steps"].as_array().unwrap().iter().all(|step| !step["goes"].is_null()), "{name}");
        let doubt = said.iter().find(|one| one.contains("doubt") || one.contains("not clear yet") || one.contains('±'));
        assert_eq!((doubt, false_words(&said, &truths)), (None, None), "{name}");
    }
}

/// A baseline and a variant: the shares won under both, under the baseline alone and under the variant alone.
fn pair(luck: &mut Luck, truth: (f64, f64, f64), n: u64, level: Level) -> [Cell; 2] {
    let mut counts = PairedProportion::default();
    for _ in 0..n {
        let drawn = luck.draw();
        let (both, lost, gained) = truth;
        let (baseline, variant) = match drawn {
            _ if drawn < both => (true, true),
            _ if drawn < both + lost => (true, false),
            _ if drawn < both + lost + gained => (false, true),
            _ => (false, false),
        };
        counts.record(baseline, variant);
    }
    let cell = |hits: u64| {
        let (blue, red, none) = (share(hits, n), share(n - hits, n), share(0, n));
        let method = Method::Sampled { engagements: n };
        let endings = vec![blue, red, none];
        Cell { method, win: BySide { blue, red }, draw: none, endings, ..made::cell(vec![], 0.5) }
    };
    let of = |contest: Contest| Paired { difference: contest.at_every_look(level), variance_saved: None };
    let (gained, lost) = (counts.variant_only, counts.baseline_only);
    let still = of(Contest::new(0, 0, n));
    let baseline = cell(counts.both + lost);
    let mut variant = made::variant(cell(counts.both + gained), 0, 0.0);
    variant.difference = Some(Difference {
        win: BySide { blue: of(Contest::new(gained, lost, n)), red: of(Contest::new(lost, gained, n)) },
        draw: still,
        turns: still,
        measures: vec![still; 3],
        changed: Some(gained + lost),
    });
    [baseline, variant]
}

#[test]
fn verdicts_hold_as_often_as_they_say() {
    let level = Split::new(Level::default(), 6, 1).level(true);
    for truth in
        [(0.5, 0.0, 0.0), (0.4, 0.1, 0.1), (0.4, 0.05, 0.07), (0.4, 0.0, 0.01), (0.0, 0.0, 0.002), (0.2, 0.3, 0.05)]
    {
        let by = truth.2 - truth.1;
        let (mut runs, mut wrong) = (0, Vec::new());
        for n in PLAYED {
            for seed in 0..SEEDS {
                let cells = pair(&mut Luck(seed * 104_729 + n), truth, n, level);
                let run = run(vec![], &["a rule"], cells.to_vec());
                let (facts, said) = answer(&run);
                let own = |fact: &&Value| fact["quantity"] == "blue.win" && fact["variant"] == "a rule";
                runs += 1;
                for fact in facts.iter().filter(own) {
                    assert_eq!(fact["exact"], Value::Bool(false), "{fact}");
                    let right = match (fact["fact"].as_str().unwrap(), fact["verdict"].as_str()) {
                        ("verdict", Some("more")) => by >= 0.01 - SAME && holds(&fact["difference"], by),
                        ("verdict", Some("less")) => by <= -0.01 + SAME && holds(&fact["difference"], by),
                        ("verdict", Some("too_small")) => by.abs() < 0.01 + SAME && holds(&fact["difference"], by),
                        ("verdict", Some(word)) => word == "cannot_tell" && holds(&fact["difference"], by),
                        ("unchanged", _) => truth.1 + truth.2 < number(&fact["below"]) + SAME,
                        (kind, _) => panic!("{kind}"),
                    };
                    if !right {
                        wrong.push(fact.to_string());
                    }
                }
                assert!(said.iter().all(|one| !one.contains("exact") && !one.contains("never")), "{said:?}");
            }
        }
        assert!(wrong.len() * 20 <= runs, "{truth:?}: {} of {runs} runs: {:?}", wrong.len(), wrong.first());
    }
}

#[test]
fn a_side_is_named_by_its_own_chance() {
    // The lead is always that of the side asked about.
    let cells = (0..3).map(|i| solved(vec![i], even(0.9 - 0.3 * i as f64)));
    let mut run = run(vec![axis("red.men.count", &KEYS[..3])], &[], cells.collect());
    run.about.quantity = Some("red.win".into());
    let (facts, _) = answer(&run);
    let course = facts.iter().find(|fact| fact["fact"] == "course").expect("a course");
    assert_eq!((texts(&course["above"]), texts(&course["below"])), (vec!["6"], vec!["2", "4"]));
    assert!(Side::ALL.len() == 2);
}

#[test]
fn what_is_called_best_is() {
    let words = ["novice", "veteran", "elite"];
    let grids: [fn(usize, usize) -> f64; 3] = [
        |word, count| 0.5 + 0.08 * word as f64 - 0.15 * count as f64,
        |word, count| 0.5 + 0.01 * word as f64 - 0.15 * count as f64,
        // Two alternatives are equally good, and the best of the others is not among them.
        |word, count| if count == 2 { [0.6, 0.6, 0.3][word] } else { 0.3 + 0.1 * word as f64 },
    ];
    for (number, grid) in grids.iter().enumerate() {
        let (mut runs, mut wrong, mut claimed) = (0, 0, 0);
        for n in PLAYED {
            for seed in 0..SEEDS {
                let mut luck = Luck(seed * 6151 + n);
                let points = (0..9).map(|place| (place / 3, place % 3));
                let cells = points.map(|(i, j)| played(&mut luck, vec![i, j], even(grid(i, j)), n));
                let axes = vec![axis("red.men.ability", &words), axis("red.men.count", &KEYS[..3])];
                let (facts, _) = answer(&run(axes, &[], cells.collect()));
                let best: Vec<&Value> = facts.iter().filter(|fact| fact["fact"] == "best").collect();
                assert_eq!(best.len(), 3, "one for each count");
                // Every alternative left out is beaten.
                let beaten = |(count, fact): (usize, &&Value)| {
                    let most = (0..3).map(|word| grid(word, count)).fold(0.0, f64::max);
                    let kept = texts(&fact["best"]);
                    (0..3).all(|word| kept.contains(&words[word]) || grid(word, count) < most)
                };
                runs += 1;
                claimed += best.iter().filter(|fact| texts(&fact["best"]).len() == 1).count();
                wrong += usize::from(!best.iter().enumerate().all(beaten));
            }
        }
        assert!(wrong * 20 <= runs, "{number}: {wrong} of {runs}");
        assert!(number != 0 || claimed > 0, "with 5,000 engagements that is known");
    }
}
