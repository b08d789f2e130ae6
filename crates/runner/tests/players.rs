//! The simple player plays whole engagements of every shipped scenario.
#![allow(clippy::disallowed_methods, reason = "tests read files")]

use std::path::{Path, PathBuf};

use engage::{Battle, Drawn, Mark, Outcome, Step};
use scenario::{Body, Scenario};

/// The folders of the shipped scenarios, by ruleset.
const RULESETS: [&str; 5] = ["chain_reaction", "cortex", "cqb", "fireteam", "go_go_go"];

/// Engagements of each cell.
const ENGAGEMENTS: usize = 8;

fn shipped(ruleset: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(ruleset);
    let files = std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files
}

/// The squads of a scenario, as keys: the heads of their tables.
fn squads(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|line| line.strip_prefix('[')?.split(']').next());
    let squads = heads.filter(|head| head.starts_with("blue.") || head.starts_with("red."));
    squads.map(str::to_owned).collect()
}

/// Plays and replays engagements in which every figure keeps its place, unless a rule moves it.
fn plays(name: &str, battle: &dyn Battle, squads: &[String]) {
    let mut outcomes = [Outcome::default(); ENGAGEMENTS];
    battle.play(3, 0, &mut outcomes);
    let figures = battle.figures();
    // On a patrol the rules lead the enemy, which is not listed in any squad.
    let led = |figure: &u8| {
        let figure = figures.get(usize::from(*figure));
        figure.is_some_and(|figure| squads.contains(&format!("{}.{}", figure.side.name(), figure.squad)))
    };
    for (engagement, outcome) in (0..).zip(outcomes) {
        let (replayed, steps) = battle.replay(3, engagement);
        assert_eq!(replayed, outcome, "{name}");
        assert!(steps.iter().all(|step| step.turn <= outcome.turns.into()), "{name}");
        let moves = |mark: &Mark| matches!(mark, Mark::Stands { figure, .. } if led(figure));
        // Under Chain Reaction a figure that ducks back or retires goes where the rules say.
        let chosen = |step: &&Step| step.turn > 0 && !step.clause.starts_with("CR-status-");
        let mut played = steps.iter().filter(chosen);
        assert!(!played.any(|step| step.marks.iter().any(moves)), "{name}: a figure moves");
    }
}

#[test]
fn the_steady_player_plays_every_shipped_scenario() {
    for ruleset in RULESETS {
        let mut played = 0;
        for file in shipped(ruleset) {
            let name = file.display().to_string();
            let text = std::fs::read_to_string(&file).expect("a file");
            let squads = squads(&text);
            let mut steady: Vec<String> = squads.iter().map(|squad| format!("{squad}.player=\"steady\"")).collect();
            // A doctrine may say who leads a squad.
            if text.contains("[doctrines") {
                steady.push("doctrines={}".to_owned());
            }
            let scenario = Scenario::load(&file, &steady).unwrap_or_else(|mistakes| panic!("{name}: {mistakes}"));
            let Body::Fight(cells) = &scenario.body else { continue };
            assert!(!steady.is_empty(), "{name}: somebody has a player");
            cells.iter().for_each(|cell| plays(&name, &*cell.battle, &squads));
            played += 1;
        }
        assert!(played >= 4, "{ruleset}: {played} fights");
    }
}

#[test]
fn every_die_has_a_name_and_every_clause_is_one_of_the_rulebook() {
    for file in RULESETS.into_iter().flat_map(shipped) {
        let name = file.display().to_string();
        let scenario = Scenario::load(&file, &[]).unwrap_or_else(|mistakes| panic!("{name}: {mistakes}"));
        let Body::Fight(cells) = &scenario.body else { continue };
        let rulebook = scenario.ruleset.clauses();
        for (cell, engagement) in cells.iter().take(4).flat_map(|cell| (0..4).map(move |number| (cell, number))) {
            for step in cell.battle.replay(scenario.play.seed, engagement).1 {
                let named = step.luck.iter().all(|luck| !luck.from.is_empty() || matches!(luck.drawn, Drawn::Card(_)));
                assert!(named, "{name}: a draw without a name in {step:?}");
                let clauses = step.modifiers.iter().map(|modifier| modifier.clause).chain([step.clause]);
                for clause in clauses.filter(|clause| !clause.is_empty()) {
                    let known = rulebook.iter().any(|known| known.is_of(clause));
                    assert!(known, "{name}: {clause} has no title in {step:?}");
                }
            }
        }
    }
}
