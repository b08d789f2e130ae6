//! Searches whose tasks another process performs find the same.

use std::sync::Mutex;

use engage::Side;
use runner::{Executor, MadeCells, Options, Order, PieceLength, Stop, Task, Tasks, Unkept, Unwatched, perform};
use scenario::{Quantity, RULESETS, Scenario};
use search::{Asked, Question, Record, best, levers};

const TEXT: &str = r#"
title = "Two against two"
ruleset = "fireteam"
[play]
method = "sampled"
engagements = 4096
turn_limit = 12
[sweep]
"field.range" = [12, 20]
[blue.rifles]
count = 2
weapon = "rifle"
aim = "always"
[red.rifles]
count = 2
weapon = "rifle"
[doctrines.red.prone]
"rifles.posture" = "prone"
[doctrines.red.standing]
"rifles.posture" = "standing"
"#;

fn scenario() -> Scenario {
    Scenario::parse("two.toml", TEXT.as_bytes(), &[], RULESETS).unwrap()
}

/// Performs every task in a copy of the scenario: orders and counts travel as text, and come back the last first, twice.
#[derive(Debug)]
struct Elsewhere {
    scenario: Scenario,
    made: Mutex<MadeCells>,
    performed: Mutex<usize>,
}

impl Executor for Elsewhere {
    fn length(&self) -> PieceLength {
        PieceLength::away(4)
    }

    fn execute(&self, tasks: &dyn Tasks) {
        loop {
            // A few at a time, since later tasks are as long as the first ones allow.
            let few: Vec<_> = std::iter::from_fn(|| tasks.next()).take(3).collect();
            if few.is_empty() {
                return;
            }
            few.iter().rev().flat_map(|task| [task, task]).for_each(|task| self.perform(tasks, task));
        }
    }
}

impl Elsewhere {
    fn perform(&self, tasks: &dyn Tasks, task: &Task) {
        let text = serde_json::to_string(&tasks.order(task)).unwrap();
        let order: Order = serde_json::from_str(&text).unwrap();
        let counted = perform(&self.scenario, &order, &self.made, &Stop::default()).unwrap();
        let counted: runner::TaskTallies = serde_json::from_str(&serde_json::to_string(&counted).unwrap()).unwrap();
        counted.check(&order, self.scenario.ruleset).unwrap();
        tasks.count(task, counted);
        *self.performed.lock().unwrap() += 1;
    }
}

#[test]
fn searches_find_the_same_wherever_their_tasks_are_performed() {
    let elsewhere = Elsewhere { scenario: scenario(), made: Mutex::default(), performed: Mutex::default() };
    let stop = Stop::default();
    let here = Options { threads: Some(2), interrupt: &stop, executor: None };
    let there = Options { executor: Some(&elsewhere), ..here };
    let (scenario, point) = (scenario(), [1]);
    let question = Question { quantity: Quantity::Win(Some(Side::Blue)), within: None, only: None };
    let ask = |options| levers(&scenario, &point, question, None, options, (&Unwatched, &Unkept)).unwrap();
    let (found, same) = (ask(here), ask(there));
    assert_eq!(found.0, same.0);
    assert_eq!(found.1.to_bytes().unwrap(), same.1.to_bytes().unwrap());
    let asked = Asked { side: Some(Side::Blue), mission: None, placement: false };
    let search = |options| {
        let mut record = Record::new(&scenario, &point, &asked);
        let found = best(&scenario, &point, asked, &mut record, options, &()).unwrap();
        (found, record.to_bytes().unwrap())
    };
    assert_eq!(search(here), search(there));
    assert!(*elsewhere.performed.lock().unwrap() > 100);
}

#[test]
fn another_cell_than_the_one_that_was_meant_is_refused() {
    /// Alters the recipes.
    #[derive(Debug)]
    struct Altering(Scenario, Mutex<usize>);
    impl Executor for Altering {
        fn execute(&self, tasks: &dyn Tasks) {
            if let Some(task) = tasks.next() {
                let mut order = tasks.order(&task);
                assert_eq!(order.recipes.len(), task.cells.len());
                order.recipes.iter_mut().for_each(|recipe| recipe.point = vec![0]);
                let refused = perform(&self.0, &order, &Mutex::default(), &Stop::default());
                assert!(matches!(refused, Err(runner::Error::Task(_))), "{refused:?}");
                *self.1.lock().unwrap() += 1;
            }
        }
    }
    let altering = Altering(scenario(), Mutex::default());
    let stop = Stop::default();
    let options = Options { threads: Some(1), interrupt: &stop, executor: Some(&altering) };
    let question = Question { quantity: Quantity::Win(Some(Side::Blue)), within: None, only: None };
    let (found, _) = levers(&scenario(), &[1], question, None, options, (&Unwatched, &Unkept)).unwrap();
    assert!(found.interrupted && *altering.1.lock().unwrap() > 0);
}
