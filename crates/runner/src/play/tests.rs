//! Slow fights stop at once, are saved as often as fast ones, and give the same bytes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use scenario::{Body, Scenario};

use crate::toy;
use crate::{
    Error, Executor, Keep, Options, Order, PieceLength, Stop, Tallies, Task, Tasks, Unkept, Unwatched, assemble,
    perform, play,
};

/// Two cells with a variant each; an engagement takes some milliseconds and a block half a minute.
fn slow(pause: u64, engagements: u64) -> Scenario {
    toy::scenario(&format!(
        "[play]\nengagements = {engagements}\nmethod = 'sampled'\n[rules]\npause = {pause}\n\
         [sweep]\n'red.bob.hit' = [0.05, 0.5]\n[variants.sharp]\n'blue.ann.hit' = 0.3\n"
    ))
}

fn fresh(scenario: &Scenario) -> Tallies {
    Tallies::new(scenario, None).unwrap()
}

/// Keeps at every opportunity, and records the engagements of the cell with the most.
#[derive(Default)]
struct Always(Mutex<Vec<u64>>);

impl Keep for Always {
    fn due(&self) -> bool {
        true
    }

    fn keep(&self, tallies: &Tallies) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(tallies.engagements().1);
    }
}

#[test]
fn an_interrupt_ends_a_slow_run_at_once() {
    for threads in [1, 2, 7] {
        let scenario = slow(4, 1_000_000);
        let mut tallies = fresh(&scenario);
        let interrupt = Stop::default();
        let options = Options { threads: Some(threads), interrupt: &interrupt, executor: None };
        let (interrupted, ended) = std::thread::scope(|scope| {
            let clock = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                interrupt.set();
                Instant::now()
            });
            let interrupted = play(&scenario, &mut tallies, &options, &Unwatched, &Unkept).unwrap();
            (interrupted, clock.join().unwrap().elapsed())
        });
        // A piece takes 50 milliseconds; the margin is for a busy machine.
        assert!(interrupted && ended < Duration::from_secs(1), "{threads} threads: {ended:?}");
        assert!((1..=300 / 4 * 7).contains(&tallies.engagements().1), "{:?}", tallies.engagements());
    }
}

#[test]
fn slow_tallies_are_kept_as_often_as_fast_ones() {
    let scenario = slow(4, 120);
    let (mut tallies, kept, interrupt) = (fresh(&scenario), Always::default(), Stop::default());
    let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
    assert!(!play(&scenario, &mut tallies, &options, &Unwatched, &kept).unwrap());
    let kept = kept.0.into_inner().unwrap();
    // In 50 milliseconds a thread plays at most twelve engagements of a cell; the margin is for a busy machine.
    let steps = kept.windows(2).map(|pair| pair[1].saturating_sub(pair[0]));
    assert!(kept[0] <= 40 && steps.max().unwrap() <= 40, "{kept:?}");
}

#[test]
fn a_slow_run_stopped_at_any_moment_and_resumed_is_never_stopped() {
    let scenario = slow(1, 90);
    let bytes = |tallies: &Tallies| {
        (tallies.to_bytes().unwrap(), serde_json::to_string(&assemble(&scenario, tallies).unwrap()).unwrap())
    };
    let whole = |threads| {
        let (mut tallies, interrupt) = (fresh(&scenario), Stop::default());
        let options = Options { threads: Some(threads), interrupt: &interrupt, executor: None };
        play(&scenario, &mut tallies, &options, &Unwatched, &Unkept).unwrap();
        bytes(&tallies)
    };
    let never = whole(2);
    assert!(whole(7) == never);
    let (mut tallies, mut stops, mut ends) = (fresh(&scenario), 0, std::collections::BTreeSet::new());
    loop {
        let interrupt = Stop::default();
        let options = Options { threads: Some(1 + stops % 3), interrupt: &interrupt, executor: None };
        let interrupted = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20 + 7 * stops as u64));
                interrupt.set();
            });
            play(&scenario, &mut tallies, &options, &Unwatched, &Unkept).unwrap()
        });
        let file = tallies.to_bytes().unwrap();
        tallies = fresh(&scenario).resume(Tallies::from_bytes(&file, &[&toy::RULESET]).unwrap()).unwrap();
        assert_eq!(tallies.to_bytes().unwrap(), file);
        if !interrupted {
            break;
        }
        stops += 1;
        ends.insert(tallies.engagements());
    }
    assert!(stops >= 2 && ends.len() >= 2, "{stops} stops at {ends:?}");
    assert!(bytes(&tallies) == never);
}

#[test]
fn checkpoints_stay_where_they_are_wherever_pieces_end() {
    // A precision that is reached after some blocks, resumed from a number of engagements that is not a whole block.
    let text = |play: &str| {
        toy::scenario(&format!("[play]\nmethod = 'sampled'\n{play}\n[sweep]\n'red.bob.hit' = [0.05, 0.2, 0.5]\n"))
    };
    let precise = text("engagements = 200_000\nprecision = 0.005");
    let on = |scenario: &Scenario, before: Option<Tallies>| {
        let mut tallies = before.map_or_else(|| fresh(scenario), |before| fresh(scenario).resume(before).unwrap());
        let interrupt = Stop::default();
        let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
        assert!(!play(scenario, &mut tallies, &options, &Unwatched, &Unkept).unwrap());
        tallies
    };
    let at_once = on(&precise, None);
    for engagements in [1, 63, 777, 4095, 4096, 4097] {
        let begun = on(&text(&format!("engagements = {engagements}")), None);
        let then = on(&precise, Some(begun));
        assert_eq!(then.to_bytes().unwrap(), at_once.to_bytes().unwrap(), "{engagements}");
    }
}

/// Performs every task in a copy of the scenario, as another machine would: tasks and counts travel as text, come back
/// the last first, and every third comes back again.
#[derive(Debug)]
struct Elsewhere(Scenario);

impl Executor for Elsewhere {
    fn length(&self) -> PieceLength {
        PieceLength::away(9)
    }

    fn execute(&self, tasks: &dyn Tasks) {
        let mut out: Vec<Task> = Vec::new();
        loop {
            let next = tasks.next();
            let is_last = next.is_none();
            out.extend(next);
            if out.len() == 9 || is_last {
                let done = |task: &Task| {
                    let order: Order =
                        serde_json::from_str(&serde_json::to_string(&tasks.order(task)).unwrap()).unwrap();
                    let counted = perform(&self.0, &order, &Mutex::default(), &Stop::default()).unwrap();
                    counted.check(&order, self.0.ruleset).unwrap();
                    serde_json::to_string(&counted).unwrap()
                };
                for (place, task) in out.drain(..).enumerate().collect::<Vec<_>>().into_iter().rev() {
                    let text = done(&task);
                    (0..=u32::from(place % 3 == 0))
                        .for_each(|_| tasks.count(&task, serde_json::from_str(&text).unwrap()));
                }
            }
            if is_last {
                break;
            }
        }
    }
}

const PRECISE: &str = "[play]\nengagements = 200_000\nmethod = 'sampled'\nprecision = 0.004\n\
    [sweep]\n'red.bob.hit' = [0.05, 0.5]\n[variants.sharp]\n'blue.ann.hit' = 0.9\n[variants.blunt]\n'blue.ann.hit' = 0.3\n";

#[test]
fn whoever_performs_the_tasks_the_bytes_are_the_same() {
    let scenario = toy::scenario(PRECISE);
    let (mut here, mut there) = (fresh(&scenario), fresh(&scenario));
    let interrupt = Stop::default();
    let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
    assert!(!play(&scenario, &mut here, &options, &Unwatched, &Unkept).unwrap());
    let elsewhere = Elsewhere(toy::scenario(PRECISE));
    let options = Options { executor: Some(&elsewhere), ..options };
    assert!(!play(&scenario, &mut there, &options, &Unwatched, &Unkept).unwrap());
    assert_eq!(here.to_bytes().unwrap(), there.to_bytes().unwrap());
    // A variant stops when it has the precision, and its baseline goes on for another that has not.
    let played: Vec<u64> = here.cells.iter().map(|cell| cell.engagements.1).collect();
    assert!(played[1] < played[0] || played[2] < played[0] || played[4] < played[3], "{played:?}");
    assert!(assemble(&scenario, &here).unwrap().cells.iter().all(|cell| cell.complete));
}

#[test]
fn a_task_of_several_blocks_counts_what_a_run_counts() {
    let scenario =
        toy::scenario("[play]\nengagements = 9_000\nmethod = 'sampled'\n[variants.sharp]\n'blue.ann.hit' = 0.9\n");
    let mut whole = fresh(&scenario);
    let interrupt = Stop::default();
    let options = Options { threads: Some(2), interrupt: &interrupt, executor: None };
    assert!(!play(&scenario, &mut whole, &options, &Unwatched, &Unkept).unwrap());
    let Body::Fight(cells) = &scenario.body else { panic!("a fight") };
    let ids = cells.iter().map(|cell| cell.id.clone()).collect();
    let task = Task { cells: vec![0, 1], from: 0, to: 9_000 };
    let order = Order { task, ids, recipes: Vec::new(), payoff: None };
    let counted = perform(&scenario, &order, &Mutex::default(), &interrupt).unwrap();
    counted.check(&order, scenario.ruleset).unwrap();
    for (cell, (tally, pair)) in whole.cells.iter().zip(&counted.tallies) {
        assert_eq!((&cell.tally, &cell.pair), (tally, pair));
    }
}

#[test]
fn a_task_that_a_scenario_does_not_have_is_refused() {
    let scenario = toy::scenario("");
    let Body::Fight(cells) = &scenario.body else { panic!("a fight") };
    let id = cells[0].id.as_str();
    let asked = |cells: &[usize], ids: &[&str], from, to| {
        let ids = ids.iter().map(|&id| id.to_owned()).collect();
        let order = Order { task: Task { cells: cells.to_vec(), from, to }, ids, recipes: Vec::new(), payoff: None };
        perform(&scenario, &order, &Mutex::default(), &Stop::default())
    };
    for refused in [
        asked(&[], &[], 0, 1),
        asked(&[1], &[id], 0, 1),
        asked(&[0], &[id], 5, 5),
        asked(&[0], &[id], 5, 4),
        asked(&[0], &[id], 0, PieceLength::MOST + 1),
        asked(&[0], &["c0"], 0, 1),
        asked(&[0], &[id, id], 0, 1),
    ] {
        assert!(matches!(refused, Err(Error::Task(_))), "{refused:?}");
    }
    assert!(asked(&[0], &[id], 7, 9).is_ok());
}
