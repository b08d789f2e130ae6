//! Whole runs of the toy ruleset.

use std::sync::atomic::{AtomicU64, Ordering};

use engage::{Battle, Outcome};
use scenario::{Body, Scenario};
use stats::{Basis, Estimate};

use crate::result::{Method, Run};
use crate::tally::{Scoring, Tally};
use crate::toy;
use crate::{Choice, Condition, Error, Options, Progress, Snapshot, Stop, Unwatched, choose, find, odds, replay, run};

const SWEEP: &str = "[sweep]\n'red.bob.hit' = [0.05, 0.2, 0.5]\n'play.turn_limit' = [3, 20]\n\
    [variants.sharp]\n'blue.ann.hit' = 0.3\n[variants.large]\n'rules.states' = 1000000\n";

fn with(threads: usize, scenario: &Scenario) -> Run {
    let interrupt = Stop::default();
    run(scenario, &Options { threads: Some(threads), interrupt: &interrupt, executor: None }, &Unwatched).unwrap()
}

fn battle(scenario: &Scenario, cell: usize) -> &dyn Battle {
    let Body::Fight(cells) = &scenario.body else { panic!("a fight") };
    &*cells[cell].battle
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for play in ["method = 'sampled'", "precision = 0.01\nmethod = 'sampled'", "budget = 100"] {
        let scenario = toy::scenario(&format!("[play]\nengagements = 50_001\n{play}\n{SWEEP}"));
        let bytes = |threads| serde_json::to_string(&with(threads, &scenario)).unwrap();
        let one = bytes(1);
        for threads in [2, 7, 64] {
            assert!(one == bytes(threads), "{threads} threads, {play}");
        }
    }
}

#[test]
fn a_run_counts_what_the_battles_play() {
    let scenario = toy::scenario(&format!("[play]\nengagements = 9_001\nseed = 7\nmethod = 'sampled'\n{SWEEP}"));
    let run = with(2, &scenario);
    let scoring = Scoring::of(&toy::RULESET);
    assert_eq!(run.cells.len(), 18);
    for (index, cell) in run.cells.iter().enumerate() {
        let mut outcomes = vec![Outcome::default(); 9_001];
        battle(&scenario, index).play(7, 0, &mut outcomes);
        let tally = Tally::of(&scoring, &outcomes);
        let share = |ending: u8| outcomes.iter().filter(|outcome| outcome.ending == ending).count() as f64 / 9_001.0;
        let values = cell.endings.iter().map(|ending| ending.value).collect::<Vec<_>>();
        assert_eq!(values, [share(0), share(1), share(2)]);
        assert_eq!([cell.win.blue, cell.win.red], [cell.endings[0], cell.endings[1]]);
        assert_eq!(cell.turns.distribution, tally.turns.shares());
        assert_eq!(cell.method, Method::Sampled { engagements: 9_001 });
        if let Some(difference) = &cell.difference {
            let baseline = &run.cells[index - 1 - cell.variant.unwrap()];
            let gap = cell.win.blue.value - baseline.win.blue.value;
            assert!((difference.win.blue.difference.value - gap).abs() < 1e-12);
            let gap = cell.turns.mean.value - baseline.turns.mean.value;
            assert!((difference.turns.difference.value - gap).abs() < 1e-9);
        }
    }
}

/// Standard errors between a sampled value and an exact one; the interval is 1.96 of them to either side.
fn errors(sampled: &Estimate, exact: &Estimate) -> f64 {
    (sampled.value - exact.value).abs() / (sampled.half_width() / 1.96)
}

#[test]
fn exact_and_sampled_agree_and_auto_mixes_them() {
    let text = |play: &str| format!("[play]\nengagements = 200_000\n{play}\n{SWEEP}");
    let sampled = with(2, &toy::scenario(&text("method = 'sampled'")));
    let exact = with(2, &toy::scenario(&text("method = 'exact'\nbudget = 2_000_000")));
    let auto = with(2, &toy::scenario(&text("budget = 100")));
    for ((sampled, exact), auto) in sampled.cells.iter().zip(&exact.cells).zip(&auto.cells) {
        assert!(matches!(exact.method, Method::Exact { .. }));
        assert!(errors(&sampled.win.blue, &exact.win.blue) < 5.0 && errors(&sampled.win.red, &exact.win.red) < 5.0);
        assert!(errors(&sampled.turns.mean, &exact.turns.mean) < 5.0);
        assert!(errors(&sampled.measures[1].mean, &exact.measures[1].mean) < 5.0);
        assert!((exact.endings.iter().map(|ending| ending.value).sum::<f64>() - 1.0).abs() < 1e-12);
        // The variant `large` exceeds the budget of auto, so it and its difference from the baseline are played.
        let large = auto.variant == Some(1);
        assert_eq!(matches!(auto.method, Method::Sampled { .. }), large);
        let basis = auto.difference.as_ref().map(|difference| difference.win.blue.difference.basis);
        assert_eq!(matches!(basis, Some(Basis::Sampled { .. })), large);
        if let (Some(sampled), Some(exact)) = (&sampled.difference, &exact.difference)
            && sampled.win.blue.difference.value != 0.0
        {
            assert!(errors(&sampled.win.blue.difference, &exact.win.blue.difference) < 5.0);
            assert!(sampled.win.blue.variance_saved.unwrap() > 1.0 && exact.win.blue.variance_saved.is_none());
        }
    }
}

#[test]
fn the_intervals_of_differences_hold_what_is_solved() {
    const SHARP: &str = "[sweep]\n'red.bob.hit' = [0.05, 0.2, 0.5]\n[variants.sharp]\n'blue.ann.hit' = 0.3\n";
    let run = |play: &str| with(2, &toy::scenario(&format!("[play]\n{play}\nturn_limit = 20\n{SHARP}")));
    let (solved, played) = (run("method = 'exact'"), run("method = 'sampled'\nengagements = 9_001\nseed = 3"));
    for (known, own) in solved.cells.iter().zip(&played.cells) {
        let (Some(known), Some(own)) = (&known.difference, &own.difference) else { continue };
        let pairs = [(&known.win.blue, &own.win.blue), (&known.draw, &own.draw), (&known.turns, &own.turns)];
        for (known, own) in pairs.map(|(known, own)| (known.difference, own.difference)) {
            let ((low, high), (least, most)) = (own.interval(), known.interval());
            assert!(low <= least && most <= high && high - low < 0.5, "{own:?} {known:?}");
        }
    }
}

#[test]
fn half_of_the_level_goes_to_what_is_asked() {
    let text = |asked: &str| {
        format!(
            "[play]\nmethod = 'sampled'\nengagements = 2_000\n[answer]\nquantity = '{asked}'\n[variants.sharp]\n'blue.ann.hit' = 0.3\n"
        )
    };
    let width = |asked: &str| {
        let run = with(1, &toy::scenario(&text(asked)));
        run.cells[1].difference.as_ref().unwrap().win.blue.difference.half_width()
    };
    assert!(width("blue.win") < width("turns"), "{} {}", width("blue.win"), width("turns"));
}

#[test]
fn an_exact_solution_that_does_not_fit_is_refused_with_its_count() {
    let scenario = toy::scenario(&format!("[play]\nmethod = 'exact'\nbudget = 5000\n{SWEEP}"));
    let interrupt = Stop::default();
    let error =
        run(&scenario, &Options { threads: Some(2), interrupt: &interrupt, executor: None }, &Unwatched).unwrap_err();
    let said = error.to_string();
    assert!(said.starts_with("Bob’s hit 0.05, Turn limit 3 turns, Variant: large cannot"), "{said}");
    assert!(said.contains("more than 5,000 states"), "{said}");
}

#[test]
fn precision_stops_each_cell_at_a_checkpoint_of_its_own() {
    let text = "[play]\nengagements = 1_000_000\nprecision = 0.004\nturn_limit = 20\nmethod = 'sampled'\n[sweep]\n'red.bob.hit' = [0.001, 0.3]\n\
                [variants.sharp]\n'blue.ann.hit' = 0.9\n";
    let run = with(2, &toy::scenario(text));
    let played = run.cells.iter().map(|cell| match cell.method {
        Method::Sampled { engagements } => engagements,
        Method::Exact { .. } => 0,
    });
    let played: Vec<u64> = played.collect();
    // Wilson's half-width at the baseline's chance of 0.88 first passes 0.004 between 4 and 8 blocks, at 0.27 between 8
    // and 16. The variant, near certain to win, has it sooner.
    assert_eq!(played, [8 * 4096, 4096, 16 * 4096, 2 * 4096]);
    for cell in &run.cells {
        assert!(cell.win.blue.half_width() <= 0.004 && cell.win.red.half_width() <= 0.004);
    }
}

/// Interrupts after some snapshots and remembers the last.
struct Impatient<'f> {
    left: AtomicU64,
    interrupt: &'f Stop,
}

impl Progress for Impatient<'_> {
    fn due(&self) -> bool {
        true
    }

    fn show(&self, snapshot: &Snapshot) {
        if let Snapshot::Playing { done, total, widest } = snapshot {
            assert!(done <= total && widest.is_some());
            if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
                self.interrupt.set();
            }
        }
    }
}

#[test]
fn an_interrupt_keeps_the_first_engagements_of_every_cell() {
    let scenario = toy::scenario(&format!("[play]\nengagements = 1_000_000\nmethod = 'sampled'\n{SWEEP}"));
    for threads in [1, 2, 7] {
        let interrupt = Stop::default();
        let watch = Impatient { left: AtomicU64::new(20), interrupt: &interrupt };
        let run =
            run(&scenario, &Options { threads: Some(threads), interrupt: &interrupt, executor: None }, &watch).unwrap();
        assert!(run.interrupted);
        for (index, cell) in run.cells.iter().enumerate() {
            let Method::Sampled { engagements } = cell.method else { panic!("sampled") };
            assert!(engagements <= 20 * 4096, "{engagements}");
            let mut outcomes = vec![Outcome::default(); engagements as usize];
            battle(&scenario, index).play(scenario.play.seed, 0, &mut outcomes);
            let wins = outcomes.iter().filter(|outcome| outcome.ending == 0).count();
            assert!((cell.win.blue.value - wins as f64 / engagements as f64).abs() < 1e-15);
        }
    }
}

#[test]
fn an_interrupt_at_once_leaves_cells_without_engagements() {
    let interrupt = Stop::new(true);
    let scenario = toy::scenario(SWEEP);
    let run = run(&scenario, &Options { threads: Some(2), interrupt: &interrupt, executor: None }, &Unwatched).unwrap();
    assert!(run.interrupted && run.cells.len() == 18);
    assert_eq!(run.cells[0].win.blue.interval(), (0.0, 1.0));
    assert!(serde_json::to_string(&run).is_ok());
}

#[test]
fn the_result_hash_is_that_of_what_was_counted_and_solved() {
    let run = |play: &str, rest: &str| with(2, &toy::scenario(&format!("[play]\n{play}\n{rest}{SWEEP}")));
    let methods = ["method = 'sampled'\nengagements = 9_000", "method = 'exact'\nbudget = 2_000_000", "budget = 100"];
    let plain = methods.map(|play| run(play, "").result_hash);
    for (play, plain) in methods.iter().zip(&plain) {
        assert!(plain.len() == 16 && plain.chars().all(|digit| digit.is_ascii_hexdigit()));
        // The method of intervals and the labels do not affect the counts.
        for more in ["level = 0.8", "interval = 'clopper_pearson'", "correction = 'bonferroni'"] {
            assert_eq!(run(&format!("{play}\n{more}"), "").result_hash, *plain, "{play}, {more}");
        }
        let named = run(play, "[labels]\n'red.bob' = 'Bobby'\nundecided = 'Night falls'\n");
        assert_eq!((&named.result_hash, named.endings[2].label.as_str()), (plain, "Night falls"));
        // The seed does not affect an exact solution, but it affects all that is played.
        let reseeded = run(&format!("{play}\nseed = 2"), "").result_hash;
        assert_eq!(reseeded == *plain, play.contains("exact"), "{play}");
        let scenario = run(play, "[rules]\nstates = 30\n");
        assert_eq!(scenario.result_hash, *plain, "states are the solver's, not the solution's");
    }
    assert!(plain[0] != plain[1] && plain[1] != plain[2] && plain[0] != plain[2]);
    // Stopping at a precision and asking for the same number of engagements give the same counts.
    let stopped = "[play]\nmethod = 'sampled'\nprecision = 0.02\nengagements = 100_000\n";
    let stopped = with(2, &toy::scenario(stopped));
    let Method::Sampled { engagements } = stopped.cells[0].method else { panic!("sampled") };
    let fixed = with(1, &toy::scenario(&format!("[play]\nmethod = 'sampled'\nengagements = {engagements}\n")));
    assert_eq!(stopped.result_hash, fixed.result_hash);
}

#[test]
fn the_result_hash_has_the_form_that_the_page_on_results_describes() {
    let hash = |cells: &str| blake3::hash(cells.as_bytes()).to_hex()[..16].to_owned();
    let run = |method: &str, hit: f64| {
        let text = format!(
            "title = 'Toy'\nruleset = 'toy'\n[play]\nmethod = '{method}'\nengagements = 3\nturn_limit = 1\n\
             [blue.ann]\nhit = 0.0\n[red.bob]\nhit = 0.0\n[variants.other]\n'blue.ann.hit' = {hit}\n"
        );
        with(1, &Scenario::parse("toy.toml", text.as_bytes(), &[], &[&toy::RULESET]).unwrap()).result_hash
    };
    // No figure is hit in the baseline; under the variant red is hit, in every engagement or in one of two.
    let counted = [
        r#"[{"counted":{"endings":{"undecided":3},"turns":[[1,3]],"measures":{}}},"#,
        r#"{"counted":{"endings":{"blue.win":3},"turns":[[1,3]],"measures":{"red.lost":[[1,3]]}},"#,
        r#""paired":{"win":{"blue":[0,0,3,0],"red":[0,0,0,3]},"turns":[0,0],"measures":{"red.lost":[3,3]},"changed":3}}]"#,
    ];
    assert_eq!(run("sampled", 0.999_999_999), hash(&counted.concat()));
    let solved = [
        r#"[{"solved":{"endings":{"undecided":"3ff0000000000000"},"turns":[[1,"3ff0000000000000"]],"measures":{}}},"#,
        r#"{"solved":{"endings":{"blue.win":"3fe0000000000000","undecided":"3fe0000000000000"},"#,
        r#""turns":[[1,"3ff0000000000000"]],"measures":{"red.lost":[[0,"3fe0000000000000"],[1,"3fe0000000000000"]]}}}]"#,
    ];
    assert_eq!(run("exact", 0.5), hash(&solved.concat()));
}

fn condition(text: &str) -> Condition {
    Condition::parse(text, &toy::RULESET).unwrap()
}

#[test]
fn the_replay_of_a_match_ends_as_it_did() {
    let scenario = toy::scenario(&format!("[play]\nengagements = 100_000\n{SWEEP}"));
    let choice =
        Choice { values: vec![("play.turn_limit".to_owned(), "20".to_owned())], variant: Some("sharp".to_owned()) };
    let cell = choose(&scenario, &choice).unwrap();
    assert_eq!(cell, 4);
    let interrupt = Stop::default();
    let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
    for text in ["blue.win", "undecided", "red.win and turns >= 15", "not blue.win and (turns = 9 or turns > 17)"] {
        let found = find(&scenario, cell, &condition(text), 1, &options).unwrap();
        let mut outcome = [Outcome::default()];
        battle(&scenario, cell).play(scenario.play.seed, found.engagements[0], &mut outcome);
        let replay = replay(&scenario, cell, found.engagements[0]).unwrap();
        assert!(replay.ending.contains(&format!("after {} turn", outcome[0].turns)), "{}", replay.ending);
    }
}

#[test]
fn a_replay_reads_like_a_log() {
    let scenario = toy::scenario("");
    let interrupt = Stop::default();
    let options = Options { threads: Some(1), interrupt: &interrupt, executor: None };
    let found = find(&scenario, 0, &condition("red.win and turns = 1"), 1, &options).unwrap();
    let engagement = found.engagements[0];
    let mut replay = replay(&scenario, 0, engagement).unwrap();
    let text = replay.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], format!("Toy: engagement {engagement} of the fight, seed 1"));
    assert_eq!(lines[2..4], ["Turn 1", "  ann > bob: misses [TOY-1]"]);
    assert_eq!(lines[5], "      target 7 = 9 base (TOY-1) - 2 aimed (TOY-1)");
    assert_eq!(lines[6], "  bob > ann: hits [TOY-1]");
    assert_eq!(
        *lines.last().unwrap(),
        "Won by the bob after 1 turn: the ann is hit; Losses of the ann 1, Losses of the bob 0"
    );
    replay.why = vec!["because".to_owned()];
    replay.others = vec![("the next".to_owned(), "show it".to_owned())];
    let more = replay.to_string();
    assert_eq!(more.lines().skip(1).take(3).collect::<Vec<_>>(), ["because", "  the next: show it", ""]);
}

#[test]
fn choices_that_name_nothing_are_told_what_does() {
    let scenario = toy::scenario(SWEEP);
    let said = |key: &str, value: &str, variant: Option<&str>| {
        let choice = Choice { values: vec![(key.to_owned(), value.to_owned())], variant: variant.map(str::to_owned) };
        choose(&scenario, &choice).unwrap_err().to_string()
    };
    assert_eq!(
        said("red.bob.hits", "0.2", None),
        "there is no swept key `red.bob.hits`; expected one of red.bob.hit, play.turn_limit; did you mean `red.bob.hit`?"
    );
    assert!(
        said("red.bob.hit", "0.4", None)
            .starts_with("there is no value of red.bob.hit `0.4`; expected one of 0.05, 0.2, 0.5")
    );
    assert!(said("red.bob.hit", "0.2", Some("shrap")).ends_with("expected one of sharp, large; did you mean `sharp`?"));
}

#[test]
fn situations_have_odds_and_fights_have_engagements() {
    let text = b"title = 'Coin'\nruleset = 'toy'\n[situation]\nkind = 'coin'\n";
    let situation = Scenario::parse("coin.toml", text, &[], &[&toy::RULESET]).unwrap();
    let interrupt = Stop::default();
    let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
    let table = odds(&situation, &options).unwrap();
    assert_eq!((table.kind.as_str(), table.cells.len()), ("coin", 1));
    assert_eq!(table.cells[0].answer.values[0].fraction, Some(("1".to_owned(), "2".to_owned())));
    assert!(matches!(run(&situation, &options, &Unwatched), Err(Error::Situation)));
    assert!(matches!(odds(&toy::scenario(""), &options), Err(Error::Fight)));
    assert!(matches!(replay(&situation, 0, 0), Err(Error::Situation)));
}

#[test]
fn results_bear_labels_made_or_given() {
    let text = "[play]\nmethod = 'exact'\nbudget = 5000\n[sweep]\n'play.turn_limit' = [3, 5]\n";
    let interrupt = Stop::default();
    let options = Options { threads: Some(1), interrupt: &interrupt, executor: None };
    let made = run(&toy::scenario(text), &options, &Unwatched).unwrap();
    let axis = &made.axes[0];
    assert_eq!(
        (axis.key.as_str(), axis.heading(), axis.with(1)),
        ("play.turn_limit", "Turn limit, turns".into(), "Turn limit 5 turns".into())
    );
    assert_eq!(made.labels.win.blue, "Won by the ann");
    let own = "[labels]\n'play.turn_limit' = 'Time'\n'play.turn_limit=5' = 'long'\n'red.bob' = 'Bobby'\n'red.win' = 'Bobby lives'\n\
               'blue.lost' = 'Anns lost'\nundecided = 'Night falls'\n";
    let scenario = toy::scenario(&format!("{text}{own}"));
    let given = run(&scenario, &options, &Unwatched).unwrap();
    assert_eq!((given.axes[0].heading(), given.axes[0].with(1)), ("Time, turns".into(), "Time: long".into()));
    assert_eq!(given.axes[0].values, ["3", "5"], "the words stay");
    assert_eq!((given.labels.win.red.as_str(), given.measures[0].label.as_str()), ("Bobby lives", "Anns lost"));
    assert_eq!((given.endings[2].id.as_str(), given.endings[2].label.as_str()), ("undecided", "Night falls"));
    let condition = Condition::parse("red.win", scenario.ruleset).unwrap();
    let found = find(&scenario, 0, &condition, 1, &options).unwrap();
    let shown = replay(&scenario, 0, found.engagements[0]).unwrap();
    assert_eq!(shown.figures[1].name, "Bobby");
    assert!(shown.ending.starts_with("Bobby lives after ") && shown.ending.contains("Anns lost 1"), "{}", shown.ending);
}

#[test]
fn a_precision_is_of_any_quantity_and_says_whether_it_is_reached() {
    let text = |cap: u64, precision: &str| {
        format!(
            "[play]\nengagements = {cap}\nprecision = {precision}\nmethod = 'sampled'\n[sweep]\n'red.bob.hit' = [0.02, 0.4]\n"
        )
    };
    let precision = "{ 'red.lost' = 0.004, turns = 0.02, draw = '0.5 %' }";
    let run = with(2, &toy::scenario(&text(1_000_000, precision)));
    assert!(!run.interrupted);
    for cell in &run.cells {
        assert!(cell.complete && cell.aims.iter().all(|aim| aim.reached));
        let widths = [cell.measures[1].mean, cell.turns.mean, cell.endings[2]].map(|one| one.half_width());
        assert!(widths[0] <= 0.004 && widths[1] <= 0.02 && widths[2] <= 0.005, "{widths:?}");
        let Method::Sampled { engagements } = cell.method else { panic!("sampled") };
        // It does not stop late: at the checkpoint before, with half as many engagements, intervals were 1.41 times as
        // wide.
        assert!(engagements == 4096 || (widths[0] > 0.002 || widths[1] > 0.01 || widths[2] > 0.0025));
    }
    // With too few engagements, an aim that is not reached reports how many it needs, and that number is enough.
    let short = with(2, &toy::scenario(&text(8192, precision)));
    let aims = &short.cells[0].aims;
    assert!(short.cells[0].complete && !short.interrupted, "all that was asked for was played");
    assert_eq!(aims.iter().map(|aim| aim.quantity.as_str()).collect::<Vec<_>>(), ["red.lost", "turns", "draw"]);
    let worst = aims.iter().filter(|aim| !aim.reached).filter_map(|aim| aim.needed).max().unwrap();
    let enough = with(2, &toy::scenario(&text(worst * 11 / 10, "0.4").replace("precision = 0.4\n", "")));
    assert!(enough.cells[0].turns.mean.half_width() <= 0.02 * 1.01);
}

#[test]
fn levels_and_methods_and_corrections_are_those_asked_for() {
    let half = |play: &str| {
        let text = format!("[play]\nengagements = 9_000\nmethod = 'sampled'\n{play}\n{SWEEP}");
        let run = with(1, &toy::scenario(&text));
        let level = if play.contains("level") { 0.99 } else { 0.95 };
        assert!((run.intervals.level.share() - level).abs() < 1e-12);
        (run.cells[4].win.blue.half_width(), run.cells[4].turns.mean.half_width())
    };
    let plain = half("");
    let wider = half("level = '99 %'");
    assert!((wider.1 / plain.1 - 2.575_829_3 / 1.959_964).abs() < 1e-6 && wider.0 > plain.0);
    let certain = half("interval = 'clopper_pearson'");
    assert!(certain.0 > plain.0 && (certain.1 - plain.1).abs() < 1e-15);
    // With eighteen cells, the level of each interval is 1 − 0.05 / 18.
    let together = half("correction = 'bonferroni'");
    assert!((together.1 / plain.1 - 2.991_2 / 1.959_964).abs() < 1e-3, "{}", together.1 / plain.1);
}

#[test]
fn intervals_hold_as_often_as_they_say_however_a_run_was_stopped_and_topped_up() {
    use crate::{Tallies, Unkept, assemble, play};
    const SEEDS: u64 = 1000;
    let text = |seed: u64, precision: f64| {
        format!(
            "[play]\nseed = {seed}\nengagements = 65_536\nprecision = {precision}\nmethod = 'sampled'\nturn_limit = 4\n"
        )
    };
    let exact = with(1, &toy::scenario("[play]\nmethod = 'exact'\nturn_limit = 4\n")).cells[0].win.blue.value;
    let interrupt = Stop::default();
    let options = Options { threads: Some(1), interrupt: &interrupt, executor: None };
    let mut held = 0;
    for seed in 1..=SEEDS {
        let mut before: Option<Tallies> = None;
        let mut last = None;
        // Increasing precision: 0.013 and 0.009 stop after about one and two blocks.
        for precision in [0.02, 0.013, 0.009] {
            let scenario = toy::scenario(&text(seed, precision));
            let empty = Tallies::new(&scenario, None).unwrap();
            let mut tallies = match before.take() {
                Some(before) => empty.resume(before).unwrap(),
                None => empty,
            };
            play(&scenario, &mut tallies, &options, &Unwatched, &Unkept).unwrap();
            last = Some(assemble(&scenario, &tallies).unwrap().cells[0].win.blue);
            before = Some(tallies);
        }
        let holds = |estimate: Estimate| estimate.interval().0 <= exact && exact <= estimate.interval().1;
        // Topping up ends with the same result as asking for the precision at once.
        assert_eq!(last, Some(with(1, &toy::scenario(&text(seed, 0.009))).cells[0].win.blue), "{seed}");
        held += u64::from(last.is_some_and(holds));
    }
    // 950 of 1,000 intervals should hold; four standard errors are 28.
    assert!((922..=978).contains(&held), "{held}");
}

#[test]
fn a_variant_that_sets_what_stands_is_told_from_one_that_changes_nothing_by_luck() {
    let variants = "[variants.same]\n'red.bob.hit' = 0.2\n[variants.other]\n'red.bob.hit' = 0.3\n\
                    [variants.both]\n'red.bob.hit' = 0.2\n'blue.ann.hit' = 0.3\n[variants.rule]\n'rules.states' = 20\n";
    for method in ["exact", "sampled"] {
        let run = with(1, &toy::scenario(&format!("[play]\nengagements = 5_000\nmethod = '{method}'\n{variants}")));
        assert_eq!(run.idle, [0], "{method}");
        // A rule whose value may or may not equal the baseline's is judged by its effect.
        let rule = run.cells[4].difference.as_ref().unwrap();
        assert!(rule.changed.is_none_or(|changed| changed == 0) && rule.win.blue.difference.value == 0.0, "{method}");
    }
}
