//! Runs that are stopped, resumed, topped up, extended, split or merged give the same bytes as uninterrupted ones.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use scenario::Scenario;

use super::{Differs, Part, Tallies, Unreadable};
use crate::toy;
use crate::{Keep, Options, Snapshot, Stop, Unkept, Unwatched, assemble, play};
use crate::{Progress, run};

const SWEEP: &str = "[sweep]\n'red.bob.hit' = [0.05, 0.2, 0.5]\n[variants.sharp]\n'blue.ann.hit' = 0.3\n\
    [variants.large]\n'rules.states' = 1000000\n";

/// Ways to play: sampled, sampled to a precision, and exact if it fits the budget.
const PLAYS: [&str; 3] = [
    "engagements = 50_001\nmethod = 'sampled'",
    "engagements = 200_000\nprecision = 0.004\nmethod = 'sampled'",
    "engagements = 30_000\nbudget = 100",
];

fn toy(play: &str, rest: &str) -> Scenario {
    toy::scenario(&format!("[play]\n{play}\n{rest}"))
}

fn bytes(scenario: &Scenario, tallies: &Tallies) -> (Vec<u8>, String) {
    (tallies.to_bytes().unwrap(), serde_json::to_string(&assemble(scenario, tallies).unwrap()).unwrap())
}

/// Sets the interrupt after some pieces, and keeps at every piece.
struct Killer<'f> {
    left: AtomicU64,
    interrupt: &'f Stop,
    kept: Mutex<Vec<Vec<u8>>>,
}

impl Progress for Killer<'_> {
    fn due(&self) -> bool {
        true
    }

    fn show(&self, _: &Snapshot) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.interrupt.set();
        }
    }
}

impl Keep for Killer<'_> {
    fn due(&self) -> bool {
        self.left.load(Ordering::Relaxed).is_multiple_of(5)
    }

    fn keep(&self, tallies: &Tallies) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).push(tallies.to_bytes().unwrap());
    }
}

/// Continues for a number of pieces. Returns the tallies kept meanwhile.
fn go_on(scenario: &Scenario, tallies: &mut Tallies, threads: usize, pieces: u64) -> Vec<Vec<u8>> {
    let interrupt = Stop::default();
    let killer = Killer { left: AtomicU64::new(pieces), interrupt: &interrupt, kept: Mutex::default() };
    play(
        scenario,
        tallies,
        &Options { threads: Some(threads), interrupt: &interrupt, executor: None },
        &killer,
        &killer,
    )
    .unwrap();
    killer.kept.into_inner().unwrap()
}

fn whole(scenario: &Scenario, before: Option<Tallies>, part: Option<Part>) -> Tallies {
    let empty = Tallies::new(scenario, part).unwrap();
    let mut tallies = match before {
        Some(before) => empty.resume(before).unwrap(),
        None => empty,
    };
    let interrupt = Stop::default();
    let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
    assert!(!play(scenario, &mut tallies, &options, &Unwatched, &Unkept).unwrap());
    tallies
}

fn read(bytes: &[u8]) -> Tallies {
    Tallies::from_bytes(bytes, &[&toy::RULESET]).unwrap()
}

#[test]
fn stopped_anywhere_and_resumed_is_never_stopped() {
    for rules in PLAYS {
        let scenario = toy(rules, SWEEP);
        let never = whole(&scenario, None, None);
        let wanted = bytes(&scenario, &never);
        let interrupt = Stop::default();
        let options = Options { threads: Some(7), interrupt: &interrupt, executor: None };
        assert_eq!(serde_json::to_string(&run(&scenario, &options, &Unwatched).unwrap()).unwrap(), wanted.1);
        for (pieces, threads) in [(13, 1), (14, 2), (16, 7), (19, 3)] {
            let mut tallies = Tallies::new(&scenario, None).unwrap();
            let mut stops = 0;
            while assemble(&scenario, &tallies).unwrap().interrupted {
                let kept = go_on(&scenario, &mut tallies, threads, pieces);
                // As if killed right after tallies were kept.
                if let Some(snapshot) = kept.last().filter(|_| stops % 5 == 0) {
                    assert!(bytes(&scenario, &whole(&scenario, Some(read(snapshot)), None)) == wanted);
                }
                let file = tallies.to_bytes().unwrap();
                tallies = Tallies::new(&scenario, None).unwrap().resume(read(&file)).unwrap();
                assert_eq!(tallies.to_bytes().unwrap(), file);
                stops += 1;
            }
            assert!(stops >= 2 && bytes(&scenario, &tallies) == wanted, "{rules}, {pieces} pieces: {stops} stops");
        }
    }
}

#[test]
fn topped_up_three_times_is_played_at_once() {
    let mut before = None;
    for engagements in [100, 9_001, 9_001, 50_001] {
        let scenario = toy(&format!("engagements = {engagements}\nmethod = 'sampled'"), SWEEP);
        let topped = whole(&scenario, before.take(), None);
        assert!(bytes(&scenario, &topped) == bytes(&scenario, &whole(&scenario, None, None)), "{engagements}");
        before = Some(read(&topped.to_bytes().unwrap()));
    }
    // Asking for fewer engagements than were played discards nothing.
    let fewer = toy("engagements = 100\nmethod = 'sampled'", SWEEP);
    assert_eq!(whole(&fewer, before, None).engagements(), (50_001, 50_001));
}

#[test]
fn a_tighter_precision_plays_on_to_where_it_would_have_stopped() {
    let rules = |precision: f64| format!("engagements = 500_000\nprecision = {precision}\nmethod = 'sampled'");
    let mut before = None;
    for precision in [0.02, 0.01, 0.003] {
        let scenario = toy(&rules(precision), SWEEP);
        let topped = whole(&scenario, before.take(), None);
        assert!(bytes(&scenario, &topped) == bytes(&scenario, &whole(&scenario, None, None)), "{precision}");
        before = Some(read(&topped.to_bytes().unwrap()));
    }
}

#[test]
fn new_cells_and_variants_extend_a_result_and_old_ones_are_kept() {
    let play = "engagements = 9_001\nmethod = 'sampled'";
    let narrow = toy(play, "[sweep]\n'red.bob.hit' = [0.2, 0.9]\n");
    let wide = toy(play, SWEEP);
    let first = whole(&narrow, None, None);
    let extended = whole(&wide, Some(read(&first.to_bytes().unwrap())), None);
    let fresh = whole(&wide, None, None);
    assert_eq!(bytes(&wide, &extended).1, bytes(&wide, &fresh).1);
    assert_eq!((extended.others.len(), fresh.others.len()), (1, 0), "0.9 is swept no more");
    let back = Tallies::new(&narrow, None).unwrap().resume(read(&extended.to_bytes().unwrap())).unwrap();
    assert_eq!(back.cells, first.cells, "nothing is left to play");
    // With another variant, the baseline is already counted and is only paired.
    let more = toy(play, &format!("{SWEEP}[variants.weak]\n'blue.ann.hit' = 0.01\n"));
    let grown = whole(&more, Some(extended), None);
    assert_eq!(bytes(&more, &grown).1, bytes(&more, &whole(&more, None, None)).1);
}

#[test]
fn a_baseline_that_was_played_longer_is_paired_where_its_variant_is() {
    let long = whole(&toy("engagements = 20_000\nmethod = 'sampled'", ""), None, None);
    let short = toy("engagements = 5_000\nmethod = 'sampled'", "[variants.sharp]\n'blue.ann.hit' = 0.3\n");
    let both = whole(&short, Some(long), None);
    assert_eq!((both.cells[0].engagements, both.cells[1].engagements), ((0, 20_000), (0, 5_000)));
    assert_eq!(both.cells[1], whole(&short, None, None).cells[1]);
}

#[test]
fn parts_joined_are_a_run() {
    for rules in [PLAYS[0], PLAYS[2]] {
        let scenario = toy(rules, SWEEP);
        let wanted = bytes(&scenario, &whole(&scenario, None, None));
        for of in [1, 2, 3, 10, 60] {
            let part = |index| Part::new(index, of, scenario.play.engagements);
            let mut parts: Vec<Tallies> = (1..=of)
                .map(|index| {
                    // Parts are stopped and resumed, too.
                    let mut tallies = Tallies::new(&scenario, part(index)).unwrap();
                    go_on(&scenario, &mut tallies, 2, 9);
                    read(&whole(&scenario, Some(tallies), part(index)).to_bytes().unwrap())
                })
                .collect();
            parts.reverse();
            let merged = Tallies::merge(parts).unwrap();
            assert!(bytes(&scenario, &whole(&scenario, Some(merged), None)) == wanted, "{of} parts of {rules}");
        }
    }
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let scenario = toy(PLAYS[0], SWEEP);
    let part = |scenario: &Scenario, index, of| Part::new(index, of, scenario.play.engagements);
    let played = |index, of| whole(&scenario, None, part(&scenario, index, of));
    let refused = |parts: Vec<Tallies>| Tallies::merge(parts).unwrap_err().to_string();
    let [first, second, third] = [1, 2, 3].map(|index| played(index, 3));
    assert_eq!(refused(vec![first.clone(), third.clone()]), "part 2 of 3 is missing");
    assert_eq!(refused(vec![]), "there are no parts");
    let mut beyond = first.clone();
    beyond.header.part = Some(Part { index: 5, of: 3, engagements: 50_001 });
    let read = Tallies::from_bytes(&beyond.to_bytes().unwrap(), &[&toy::RULESET]);
    assert_eq!(read, Err(Unreadable::Impossible("part 5 of 3 of 50001 engagements is impossible".to_owned())));
    assert_eq!(
        refused(vec![first.clone(), second.clone(), second.clone(), third.clone()]),
        "part 2 of 3 of 50001 engagements is there twice"
    );
    assert_eq!(refused(vec![first.clone(), played(2, 2)]), "parts: 3 in one, 2 in another");
    assert_eq!(refused(vec![whole(&scenario, None, None)]), "one holds a whole run, not a part");
    for index in 1..=3 {
        let mut parts = [first.clone(), second.clone(), third.clone()];
        parts[index - 1] = Tallies::new(&scenario, part(&scenario, index as u64, 3)).unwrap();
        go_on(&scenario, &mut parts[index - 1], 1, 9);
        assert_eq!(refused(parts.to_vec()), "a part was not played to its end", "{index}");
    }
    let other = toy(&format!("{}\nseed = 2", PLAYS[0]), SWEEP);
    let other = whole(&other, None, part(&other, 2, 3));
    assert_eq!(refused(vec![first.clone(), other, third.clone()]), "seed: 1 in one, 2 in another");
    let fewer = whole(&scenario, None, Part::new(2, 3, scenario.play.engagements - 1));
    assert_eq!(refused(vec![first.clone(), fewer, third.clone()]), "engagements: 50001 in one, 50000 in another");
    let other = toy(PLAYS[0], &SWEEP.replace("0.2, ", ""));
    let other = whole(&other, None, part(&other, 2, 3));
    assert_eq!(refused(vec![first.clone(), other, third.clone()]), "they are of different sweeps or variants");
    let other = toy(PLAYS[0], &format!("[rules]\nstates = 3\n{SWEEP}"));
    let other = whole(&other, None, part(&other, 2, 3));
    assert_eq!(refused(vec![first, other, third]), "rules.states: 3 there, not written here");
}

#[test]
fn what_belongs_to_another_scenario_is_refused_with_what_differs() {
    let scenario = toy(PLAYS[0], SWEEP);
    let played = whole(&scenario, None, None);
    let refused =
        |other: &Scenario, part: Option<Part>| Tallies::new(other, part).unwrap().resume(played.clone()).unwrap_err();
    let told = |one: &str| Differs(vec![one.to_owned()]);
    assert_eq!(refused(&toy(&format!("{}\nseed = 2", PLAYS[0]), SWEEP), None), told("play.seed: 1 there, 2 here"));
    let turns = toy(&format!("{}\nturn_limit = 9", PLAYS[0]), SWEEP);
    assert_eq!(refused(&turns, None), told("play.turn_limit: 60 there, 9 here"));
    let rules = toy(PLAYS[0], &format!("[rules]\nstates = 3\n{SWEEP}"));
    assert_eq!(refused(&rules, None), told("rules.states: not written there, 3 here"));
    let part = Part::new(1, 2, 50_001);
    assert_eq!(
        refused(&scenario, part),
        told("what is played: all engagements there, part 1 of 2 of 50001 engagements here")
    );
    let mut older = played.clone();
    older.header.engine = "0.0.1".to_owned();
    let here = env!("CARGO_PKG_VERSION");
    let differs = Tallies::new(&scenario, None).unwrap().resume(older).unwrap_err();
    assert_eq!(differs, told(&format!("version of the program: 0.0.1 there, {here} here")));
    // A cell does not depend on titles, labels or the number of engagements.
    let same = toy("engagements = 7\nmethod = 'sampled'", &format!("[labels]\n'red.bob' = 'Bobby'\n{SWEEP}"));
    assert!(Tallies::new(&same, None).unwrap().resume(played).is_ok());
}

#[test]
fn a_torn_or_altered_file_is_told() {
    let scenario = toy(PLAYS[2], SWEEP);
    let file = whole(&scenario, None, None).to_bytes().unwrap();
    assert!(Tallies::from_bytes(&file, &[&toy::RULESET]).is_ok());
    for end in 0..file.len() {
        assert!(matches!(Tallies::from_bytes(&file[..end], &[&toy::RULESET]), Err(Unreadable::Torn(_))), "{end}");
    }
    for at in 0..file.len() {
        let mut altered = file.clone();
        altered[at] ^= 1;
        assert!(matches!(Tallies::from_bytes(&altered, &[&toy::RULESET]), Err(Unreadable::Torn(_))), "{at}");
    }
    let signed = |text: &str| {
        let checksum = super::checksum(text.as_bytes());
        Tallies::from_bytes(format!("{text}{{\"checksum\":\"{checksum}\"}}\n").as_bytes(), &[&toy::RULESET])
            .unwrap_err()
    };
    assert_eq!(signed("{\"version\":9}\n"), Unreadable::Version(9));
    assert!(matches!(signed("{}\n"), Unreadable::Torn(_)) && matches!(signed("[\n"), Unreadable::Torn(_)));
    let fewer = String::from_utf8(file.clone()).unwrap();
    let lines: Vec<&str> = fewer.lines().collect();
    let without = [&lines[..2], &lines[3..lines.len() - 1]].concat().join("\n") + "\n";
    assert_eq!(signed(&without), Unreadable::Torn("lines are missing".to_owned()));
}

#[test]
fn counts_that_do_not_add_up_are_refused() {
    let scenario = toy(PLAYS[0], SWEEP);
    let played = whole(&scenario, None, None);
    let spoil = |change: fn(&mut super::CellTally)| {
        let mut spoilt = played.clone();
        change(&mut spoilt.cells[1]);
        match Tallies::from_bytes(&spoilt.to_bytes().unwrap(), &[&toy::RULESET]) {
            Ok(_) => false,
            Err(Unreadable::Impossible(_)) => true,
            Err(other) => panic!("{other}"),
        }
    };
    fn pair(cell: &mut super::CellTally) -> &mut crate::PairTally {
        cell.pair.as_mut().unwrap()
    }
    assert!(!spoil(|_| {}));
    assert!(spoil(|cell| cell.engagements.1 += 1) && spoil(|cell| cell.engagements = (5, 50_006)));
    assert!(spoil(|cell| cell.engagements = (9, 3)) && spoil(|cell| cell.pair = None));
    assert!(spoil(|cell| cell.tally.turns.record(1)) && spoil(|cell| cell.tally.measures.truncate(1)));
    assert!(spoil(|cell| cell.tally.turns.widen(99)) && spoil(|cell| cell.tally.endings.widen(4)));
    assert!(spoil(|cell| pair(cell).turns.n += 1) && spoil(|cell| pair(cell).turns.sum += 2));
    assert!(spoil(|cell| pair(cell).turns.sum_of_squares += 1) && spoil(|cell| pair(cell).turns.sum_of_squares = 0));
    assert!(spoil(|cell| pair(cell).turns.sum_of_squares = 1 << 100) && spoil(|cell| pair(cell).changed = 50_002));
    assert!(spoil(|cell| pair(cell).changed = 1) && spoil(|cell| pair(cell).measures.clear()));
    assert!(spoil(|cell| {
        // The same total and the same wins of the variant, but other wins of the baseline.
        let table = &mut pair(cell).win.blue;
        (table.both, table.variant_only) = (table.both - 1, table.variant_only + 1);
    }));
    // An exact solution.
    let exact = toy(PLAYS[2], SWEEP);
    let solved = whole(&exact, None, None);
    let spoil = |change: fn(&mut crate::cells::Numbers)| {
        let mut spoilt = solved.clone();
        let Some(super::Solution::Exact(numbers)) = &mut spoilt.cells[0].solution else { panic!("solved") };
        change(numbers);
        Tallies::from_bytes(&spoilt.to_bytes().unwrap(), &[&toy::RULESET]).is_err()
    };
    assert!(!spoil(|_| {}));
    assert!(spoil(|numbers| numbers.endings[0].value += 0.1) && spoil(|numbers| numbers.win.red.value = 0.1));
    assert!(spoil(|numbers| numbers.turns.distribution[1] = 2.0) && spoil(|numbers| numbers.turns.mean.value += 1.0));
    assert!(spoil(|numbers| numbers.measures.clear()) && spoil(|numbers| numbers.endings.clear()));
}

#[test]
fn any_number_of_threads_counts_the_same() {
    let scenario = toy(PLAYS[1], SWEEP);
    let counted = |threads| {
        let mut tallies = Tallies::new(&scenario, None).unwrap();
        go_on(&scenario, &mut tallies, threads, u64::MAX);
        tallies.to_bytes().unwrap()
    };
    let one = counted(1);
    assert!([2, 7, 64].iter().all(|&threads| counted(threads) == one));
}
