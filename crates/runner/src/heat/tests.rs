//! Fights on a small map with scripted steps: counts worked out by hand, and compared with a plain second
//! implementation.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};

use engage::{
    Battle, ExactFight, Figure, MAX_MEASURES, Map, Mark, Outcome, Problem, Ruleset, Side, Step, Stop, Unsolved,
};
use scenario::Scenario;

use super::{Heat, MOST_REPLAYED, What, Who, heat};
use crate::toy;
use crate::{Options, Unwatched, run};

/// Ten cells: 0 to 4 in the upper row, 5 to 9 in the lower.
const MAP: &str = "title = 'Yard'\nmap = '''\n#######\n#.....#\n#.....#\n#######\n'''\n\
    marks = '''\n#######\n#b...h#\n#....r#\n#######\n'''\nareas = { blue = 'b', red = 'r', hostages = 'h' }\n";

static BY_HAND: Ruleset = Ruleset { id: "by-hand", compile: |given, _| compile(given, by_hand, None), ..toy::TEMPLATE };
static AT_RANDOM: Ruleset = Ruleset { id: "random", compile: |given, _| compile(given, random, None), ..toy::TEMPLATE };
static STOP: LazyLock<Mutex<Stop>> = LazyLock::new(Mutex::default);
static STOPPING: Ruleset =
    Ruleset { id: "stopping", compile: |given, _| compile(given, random, Some(&STOP)), ..toy::TEMPLATE };

/// Marks of an engagement, each with the figure whose step it is. There are two blue figures, one red one and one third
/// party.
type Script = fn(u64, u64) -> Vec<(Option<u8>, Mark)>;

struct Scripted {
    figures: Vec<Figure>,
    map: Option<Arc<Map>>,
    script: Script,
    stop: Option<&'static Mutex<Stop>>,
}

fn compile(
    given: &serde_json::Value,
    script: Script,
    stop: Option<&'static Mutex<Stop>>,
) -> Result<Box<dyn Battle>, Vec<Problem>> {
    let figure = |side: Side, name: &str| Figure { side, squad: name.to_owned(), name: name.to_owned() };
    let figures = vec![figure(Side::Blue, "ann 1"), figure(Side::Blue, "ann 2"), figure(Side::Red, "bob")];
    // A point of a sweep may be fought on open ground.
    let open = given["field"]["open"] == true;
    let map = (!open).then(|| Arc::new(scenario::parse_map("yard.toml", MAP.as_bytes()).unwrap()));
    Ok(Box::new(Scripted { figures, map, script, stop }))
}

const fn stands(figure: u8, cell: u16) -> (Option<u8>, Mark) {
    (Some(figure), Mark::Stands { figure, cell })
}

const fn falls(by: Option<u8>, figure: u8) -> (Option<u8>, Mark) {
    (by, Mark::Falls { figure })
}

const fn shot(by: u8, from: u16, to: u16) -> (Option<u8>, Mark) {
    (Some(by), Mark::Shot { from, to })
}

/// Four engagements in turns.
fn by_hand(_: u64, engagement: u64) -> Vec<(Option<u8>, Mark)> {
    let mut marks = vec![stands(0, 0), stands(1, 5), stands(2, 9), stands(3, 4)];
    marks.extend(match engagement % 4 {
        // Ann walks two cells and shoots Bob; the log repeats that he is out.
        0 => vec![stands(0, 1), stands(0, 2), falls(Some(0), 2), shot(0, 2, 9), falls(Some(0), 2)],
        // Bob shoots twice at one enemy and once at the other, who falls in a step without a figure.
        1 => vec![shot(2, 9, 5), shot(2, 9, 5), falls(Some(2), 1), shot(2, 9, 0), falls(None, 0)],
        // Ann goes to and fro, stays, and shoots the hostage, who has moved too.
        2 => vec![stands(0, 1), stands(0, 0), stands(0, 0), stands(3, 3), shot(0, 0, 9), falls(Some(0), 3)],
        // Bob steps aside and leaves.
        _ => vec![(Some(2), Mark::Opens { door: 0 }), stands(2, 8), (Some(2), Mark::Leaves { figure: 2 })],
    });
    marks
}

/// Figures wander, shoot and fall at random.
fn random(seed: u64, engagement: u64) -> Vec<(Option<u8>, Mark)> {
    let mut word = (seed << 32 ^ engagement).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut below = |n: u64| {
        word = (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(0x94d0_49bb_1331_11eb);
        (word >> 33) % n
    };
    let mut places = [0, 5, 9, 4];
    let mut marks: Vec<_> = (0..4_u8).map(|figure| stands(figure, places[usize::from(figure)])).collect();
    let mut up: Vec<u8> = vec![0, 1, 2, 3];
    for _ in 0..below(20) {
        if up.is_empty() {
            break;
        }
        let at = below(up.len() as u64) as usize;
        let figure = up[at];
        let place = &mut places[usize::from(figure)];
        match below(4) {
            0 => marks.push(shot(figure, *place, 0)),
            1 => {
                up.remove(at);
                marks.push(falls(Some(2), figure));
            }
            _ => {
                *place = below(10) as u16;
                marks.push(stands(figure, *place));
            }
        }
    }
    marks
}

impl Battle for Scripted {
    fn figures(&self) -> &[Figure] {
        &self.figures
    }

    fn bystanders(&self) -> usize {
        1
    }

    fn map(&self) -> Option<&Arc<Map>> {
        self.map.as_ref()
    }

    fn play(&self, seed: u64, first: u64, outcomes: &mut [Outcome]) {
        for (engagement, outcome) in (first..).zip(outcomes) {
            let mut measures = [0; MAX_MEASURES];
            for (_, mark) in (self.script)(seed, engagement) {
                if let Mark::Falls { figure: figure @ 0..=2 } = mark {
                    measures[usize::from(figure / 2)] += 1;
                }
            }
            *outcome = Outcome { ending: 2, turns: 1, measures };
        }
    }

    fn replay(&self, seed: u64, engagement: u64) -> (Outcome, Vec<Step>) {
        if let Some(stop) = self.stop.filter(|_| engagement == 700) {
            stop.lock().unwrap().set();
        }
        let mut outcome = [Outcome::default()];
        self.play(seed, engagement, &mut outcome);
        let steps = (self.script)(seed, engagement).into_iter();
        (outcome[0], steps.map(|(figure, mark)| Step { figure, marks: vec![mark], ..Step::default() }).collect())
    }

    fn exact(&self, _budget: usize) -> Result<ExactFight, Unsolved> {
        Err(Unsolved::OnAMap)
    }
}

fn scenario(ruleset: &'static Ruleset, text: &str) -> Scenario {
    let head = format!("title = 'Yard'\nruleset = '{}'\n[blue.ann]\nhit = 1\n[red.bob]\nhit = 1\n", ruleset.id);
    Scenario::parse("yard.toml", format!("{head}{text}").as_bytes(), &[], &[ruleset]).unwrap()
}

fn heated(scenario: &Scenario, threads: usize) -> Vec<Heat> {
    let interrupt = Stop::default();
    let options = Options { threads: Some(threads), interrupt: &interrupt, executor: None };
    heat(scenario, &run(scenario, &options, &Unwatched).unwrap(), &options).unwrap()
}

/// All counts as text.
fn bytes(heats: &[Heat]) -> String {
    heats.iter().map(|heat| format!("{} {} {:?}\n", heat.cell, heat.engagements, heat.layers)).collect()
}

fn counts(heat: &Heat, who: Who, what: What) -> Vec<u64> {
    heat.layer(who, what).counts().collect()
}

#[test]
fn counts_by_hand() {
    let heats = heated(&scenario(&BY_HAND, "[play]\nengagements = 1_002\n"), 2);
    let [heat] = &heats[..] else { panic!("one cell") };
    assert_eq!((heat.cell, heat.engagements, heat.bystanders), (0, 1002, 1));
    // 1002 engagements are 251 of the first two kinds and 250 of the others.
    for (who, what, counted) in [
        (Who::Blue, What::Falls, [251, 0, 0, 0, 0, 251, 0, 0, 0, 0]),
        (Who::Blue, What::Shots, [250, 0, 251, 0, 0, 0, 0, 0, 0, 0]),
        (Who::Blue, What::Moves, [250, 501, 251, 0, 0, 0, 0, 0, 0, 0]),
        (Who::Red, What::Falls, [0, 0, 0, 0, 0, 0, 0, 0, 0, 251]),
        (Who::Red, What::Shots, [0, 0, 0, 0, 0, 0, 0, 0, 0, 753]),
        (Who::Red, What::Moves, [0, 0, 0, 0, 0, 0, 0, 0, 250, 0]),
        (Who::Bystanders, What::Falls, [0, 0, 0, 250, 0, 0, 0, 0, 0, 0]),
        (Who::Bystanders, What::Shots, [0; 10]),
        (Who::Bystanders, What::Moves, [0, 0, 0, 250, 0, 0, 0, 0, 0, 0]),
    ] {
        assert_eq!(counts(heat, who, what), counted, "{who:?} {what:?}");
    }
    let three_shots = heat.layer(Who::Red, What::Shots).cell(9);
    assert_eq!((three_shots.n, three_shots.sum, three_shots.sum_of_squares), (1002, 753, 251 * 9));
    let two_cells = heat.layer(Who::Blue, What::Moves);
    assert_eq!((two_cells.total.sum, two_cells.total.sum_of_squares), (1002, 501 * 4));
    assert_eq!(two_cells.cell(1).sum_of_squares, 501);
}

#[test]
fn a_plain_twin_counts_the_same() {
    let heats = heated(&scenario(&AT_RANDOM, "[play]\nengagements = 3_000\nseed = 5\n"), 2);
    let mut twin: BTreeMap<(Who, What, u16), u64> = BTreeMap::new();
    for engagement in 0..3_000 {
        let mut places = BTreeMap::new();
        for (by, mark) in random(5, engagement) {
            let who = |figure: u8| [Who::Blue, Who::Blue, Who::Red, Who::Bystanders][usize::from(figure)];
            let key = match mark {
                Mark::Stands { figure, cell } => match places.insert(figure, cell) {
                    Some(before) if before != cell => (who(figure), What::Moves, cell),
                    _ => continue,
                },
                Mark::Falls { figure } => (who(figure), What::Falls, places[&figure]),
                Mark::Shot { from, .. } => (who(by.unwrap()), What::Shots, from),
                _ => continue,
            };
            *twin.entry(key).or_default() += 1;
        }
    }
    let all = Who::ALL.into_iter().flat_map(|who| What::ALL.map(|what| (who, what)));
    for (who, what) in all {
        for (cell, count) in (0..).zip(counts(&heats[0], who, what)) {
            assert_eq!(count, twin.get(&(who, what, cell)).copied().unwrap_or(0), "{who:?} {what:?} {cell}");
        }
        let layer = heats[0].layer(who, what);
        assert_eq!(layer.total.sum, i128::from(layer.counts().sum::<u64>()));
        assert_eq!(layer.total.n, 3_000);
    }
    assert!(twin.len() == 90, "{}", twin.len());
}

#[test]
fn falls_are_the_losses_of_the_same_engagements() {
    let scenario = scenario(&AT_RANDOM, "[play]\nengagements = 10_000\n");
    let heats = heated(&scenario, 2);
    assert_eq!(heats[0].engagements, MOST_REPLAYED);
    let scenario::Body::Fight(cells) = &scenario.body else { panic!("a fight") };
    let mut outcomes = vec![Outcome::default(); MOST_REPLAYED as usize];
    cells[0].battle.play(scenario.play.seed, 0, &mut outcomes);
    for (who, measure) in [(Who::Blue, 0), (Who::Red, 1)] {
        let lost: u64 = outcomes.iter().map(|outcome| u64::from(outcome.measures[measure])).sum();
        assert_eq!(counts(&heats[0], who, What::Falls).iter().sum::<u64>(), lost);
        assert!(lost > 1000);
    }
}

#[test]
fn any_number_of_threads_counts_the_same() {
    let scenario = scenario(&AT_RANDOM, "[play]\nengagements = 2_345\n[sweep]\n'red.bob.hit' = [1, 2, 3]\n");
    let one = bytes(&heated(&scenario, 1));
    assert_eq!(one.lines().count(), 3);
    for threads in [2, 7] {
        assert!(one == bytes(&heated(&scenario, threads)), "{threads} threads");
    }
}

#[test]
fn an_interrupt_leaves_the_first_engagements() {
    let stopping = scenario(&STOPPING, "[play]\nengagements = 4_000\n");
    for threads in [1, 2] {
        let interrupt = Stop::default();
        *STOP.lock().unwrap() = interrupt.clone();
        let options = Options { threads: Some(threads), interrupt: &interrupt, executor: None };
        let ran = run(&stopping, &options, &Unwatched).unwrap();
        let heats = heat(&stopping, &ran, &options).unwrap();
        let counted = heats[0].engagements;
        // The interrupt is set in the eleventh block; another thread may have continued in the meantime.
        assert!(if threads == 1 { counted == 704 } else { counted >= 704 }, "{counted}");
        let whole = heated(&scenario(&AT_RANDOM, &format!("[play]\nengagements = {counted}\n")), 1);
        assert!(bytes(&heats) == bytes(&whole));
        // The next call finds it set.
        assert_eq!(heat(&stopping, &ran, &options).unwrap()[0].engagements, 0);
    }
}

#[test]
fn a_reader_gets_the_cells_that_tell_most() {
    let cells = |text: &str| -> Vec<usize> {
        let scenario = scenario(&BY_HAND, &format!("[play]\nengagements = 10\n{text}"));
        heated(&scenario, 1).iter().map(|heat| heat.cell).collect()
    };
    let variants = "[variants.a]\n'blue.ann.hit' = 2\n[variants.b]\n'blue.ann.hit' = 3\n";
    assert_eq!(cells(""), [0]);
    assert_eq!(cells("[sweep]\n'red.bob.hit' = [1, 2, 3]\n"), [0, 1, 2]);
    assert_eq!(cells("[sweep]\n'red.bob.hit' = [1, 2, 3, 4, 5, 6, 7]\n"), [0, 2, 4, 6]);
    assert_eq!(cells(variants), [0, 1, 2]);
    assert_eq!(cells(&format!("[sweep]\n'red.bob.hit' = [1, 2, 3]\n{variants}")), [0, 1, 2]);
    assert_eq!(cells("[sweep]\n'field.open' = [true, false]\n"), [1]);
    assert!(cells("[field]\nopen = true\n").is_empty());
    let toy = toy::scenario("[play]\nengagements = 10\nmethod = 'sampled'\n");
    assert!(heated(&toy, 1).is_empty());
}

#[test]
fn falls_are_the_losses_of_shipped_fights() {
    for name in ["bank-stun-grenades", "house-rising-numbers"] {
        let file = format!("{}/../../scenarios/cqb/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let scenario = Scenario::load(file.as_ref(), &["play.engagements=300".to_owned()]);
        let scenario = scenario.unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let scenario::Body::Fight(cells) = &scenario.body else { panic!("a fight") };
        for heat in heated(&scenario, 2) {
            let mut outcomes = vec![Outcome::default(); 300];
            cells[heat.cell].battle.play(scenario.play.seed, 0, &mut outcomes);
            for (who, id) in Who::ALL.into_iter().zip(["blue.lost", "red.lost", "hostages.lost"]) {
                let measure = scenario.ruleset.measures.iter().position(|measure| measure.id == id).unwrap();
                let lost: u64 = outcomes.iter().map(|outcome| u64::from(outcome.measures[measure])).sum();
                assert_eq!(counts(&heat, who, What::Falls).iter().sum::<u64>(), lost, "{name} {id}");
            }
            assert!(heat.layer(Who::Blue, What::Moves).total.sum > 0, "{name}");
        }
    }
}
