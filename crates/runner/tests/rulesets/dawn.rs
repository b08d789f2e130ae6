//! Pistols at Dawn.

use runner::{Choice, Method, Options, Stop, Unwatched};
use scenario::Scenario;

use crate::pistols::PISTOLS;

const DUEL: &str = "title = 'At dawn'\nruleset = 'pistols'\n[blue.ann]\nto_hit = 4\n[red.bob]\nto_hit = 5\n";

fn scenario(text: &str) -> Scenario {
    Scenario::parse("duel.toml", text.as_bytes(), &[], &[&PISTOLS]).unwrap()
}

fn run(method: &str) -> runner::Run {
    let text = format!("{DUEL}[play]\nmethod = '{method}'\nengagements = 100_000\n");
    let options = Options { threads: Some(1), interrupt: &Stop::default(), executor: None };
    runner::run(&scenario(&text), &options, &Unwatched).unwrap()
}

/// Blue hits with 3/6 and red with 2/6: of the turns that end the duel, blue alone hits in 2/6, both in 1/6, red in 1/6.
#[test]
fn the_exact_answer_is_the_one_worked_by_hand() {
    let cell = &run("exact").cells[0];
    assert!(matches!(cell.method, Method::Exact { .. }));
    for (ending, expected) in [(0, 0.5), (1, 0.25), (2, 0.25)] {
        assert!((cell.endings[ending].value - expected).abs() < 1e-12, "{:?}", cell.endings[ending]);
    }
}

#[test]
fn play_agrees_with_the_exact_answer() {
    let cell = &run("sampled").cells[0];
    // 4.5 standard errors of a share of a half in 100,000.
    assert!((cell.win.blue.value - 0.5).abs() < 4.5 * 0.5 / 100_000f64.sqrt(), "{:?}", cell.win.blue);
    assert!((cell.turns.mean.value - 1.5).abs() < 4.5 * 0.75f64.sqrt() / 100_000f64.sqrt(), "{:?}", cell.turns.mean);
}

#[test]
fn a_replay_tells_each_shot() {
    let scenario = scenario(DUEL);
    let cell = runner::choose(&scenario, &Choice { values: Vec::new(), variant: None }).unwrap();
    let replay = runner::replay(&scenario, cell, 3).unwrap();
    assert!(!replay.steps.is_empty() && replay.steps.len().is_multiple_of(2), "both fire each turn");
    assert!(replay.steps.iter().all(|step| step.clause == "PAD-1" && step.luck.len() == 1));
}

#[test]
fn mistakes_are_told() {
    let lonely =
        "title = 'x'\nruleset = 'pistols'\n[blue.ann]\nto_hit = 4\n[blue.cat]\nto_hit = 4\n[red.bob]\nto_hit = 5\n";
    let mistakes = Scenario::parse("x.toml", lonely.as_bytes(), &[], &[&PISTOLS]).unwrap_err();
    assert!(mistakes.to_string().contains("expected one duellist on each side"), "{mistakes}");
}
