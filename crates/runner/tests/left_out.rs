//! A squad that a variant leaves out keeps its numbers, so that the other figures draw the same luck as in the
//! baseline.

use std::path::Path;

use engage::{BySide, LuckNumbers, Outcome, Ruleset};
use scenario::{Body, Cell, Scenario, Wishes};

/// Engagements over which variants are compared.
const ENGAGEMENTS: usize = 4_000;

/// A fight of this opening: a squad of one and a squad of four against a squad of four and one more. Two variants leave
/// out the first squad and the last one.
fn scenario(ruleset: &'static Ruleset, opening: &engage::Opening) -> Scenario {
    let squads = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let wishes = Wishes {
        squads: BySide { blue: squads(&["ace=1", "team=4"]), red: squads(&["gang=4", "rear=1"]) },
        variants: vec!["alone:blue.ace.count=0".to_owned(), "before:red.rear.count=0".to_owned()],
        ..Wishes::default()
    };
    let text = scenario::begin(ruleset, opening, &wishes, Path::new("."))
        .unwrap_or_else(|wrong| panic!("{} {}: {wrong}", ruleset.id, opening.id));
    Scenario::parse("made", text.as_bytes(), &[], scenario::RULESETS).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn cells(scenario: Scenario) -> Vec<Cell> {
    let Body::Fight(cells) = scenario.body else { panic!("a fight") };
    cells
}

fn played(cell: &Cell) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); ENGAGEMENTS];
    cell.battle.play(7, 0, &mut outcomes);
    outcomes
}

/// Every way of play without a map or a patrol. In Cortex's close quarters fireteams draw the luck, and the squads of a
/// side may form one.
fn fights() -> impl Iterator<Item = (&'static Ruleset, &'static engage::Opening, Vec<Cell>)> {
    let openings = |ruleset: &'static Ruleset| ruleset.openings.iter().map(move |opening| (ruleset, opening));
    let all = scenario::RULESETS.iter().copied().flat_map(openings);
    let fought =
        all.filter(|(ruleset, opening)| !["map", "patrol"].contains(&opening.id) && ruleset.id != "cortex_fireteam");
    fought.map(|(ruleset, opening)| (ruleset, opening, cells(scenario(ruleset, opening))))
}

#[test]
fn figures_behind_a_squad_that_is_left_out_draw_the_same_luck() {
    for (ruleset, opening, mut cells) in fights() {
        let baseline = played(&cells[0]);
        // The variance of turns and red's losses against the baseline: the smaller it is, the better the two are
        // paired.
        let counted = |outcome: &Outcome| i64::from(outcome.turns) + 4 * i64::from(outcome.measures[1]);
        let varies = |outcomes: &[Outcome]| {
            let differences = || {
                let pairs = baseline.iter().zip(outcomes);
                pairs.map(|(one, other)| counted(other) - counted(one))
            };
            differences().map(|one| one * one).sum::<i64>() * ENGAGEMENTS as i64 - differences().sum::<i64>().pow(2)
        };
        let paired = varies(&played(&cells[1]));
        let own = cells[1].battle.luck_numbers().expect("numbers");
        let numbers = std::mem::take(own);
        let shifted = varies(&played(&cells[1]));
        let figures = cells[1].battle.figures().len();
        assert!(
            numbers.first(figures).iter().copied().eq(1..=figures as u8),
            "{}: {:?}",
            opening.id,
            numbers.first(figures)
        );
        // In a firefight sides alternate, so one unit less shifts all turns after it.
        assert!(
            paired < shifted || ruleset.id == "cortex_firefight",
            "{} {}: {paired} {shifted}",
            ruleset.id,
            opening.id
        );
    }
}

#[test]
fn a_squad_that_is_last_takes_no_numbers_with_it() {
    for (ruleset, opening, mut cells) in fights() {
        // Machines that may be deployed later are numbered after all figures.
        let figures = cells[2].battle.figures().iter().filter(|figure| figure.squad != "machine").count();
        let own = cells[2].battle.luck_numbers().expect("numbers");
        assert_eq!(own.first(figures), LuckNumbers::default().first(figures), "{} {}", ruleset.id, opening.id);
        assert!(cells[1].luck.is_some(), "{} {}: {:?}", ruleset.id, opening.id, cells[1].battle.figures());
    }
}

#[test]
fn replays_name_who_drew() {
    for (ruleset, opening, cells) in fights() {
        let Cell { battle, luck: Some(luck), .. } = &cells[1] else { panic!("numbers") };
        let figures = battle.figures().len();
        let drew = |steps: &[engage::Step]| -> Vec<u8> {
            let mut drew: Vec<u8> = steps.iter().flat_map(|step| &step.luck).map(|luck| luck.figure).collect();
            drew.sort_unstable();
            drew.dedup();
            drew
        };
        // The last figure draws by a number that no figure has.
        let replays = (0..20).map(|engagement| battle.replay(7, engagement).1);
        let mut steps: Vec<engage::Step> = replays.flatten().collect();
        let last = &(figures as u8);
        assert!(drew(&steps).contains(last), "{} {}", ruleset.id, opening.id);
        luck.name_figures(figures, &mut steps);
        assert!(!drew(&steps).contains(last), "{} {}: {:?}", ruleset.id, opening.id, drew(&steps));
    }
}
