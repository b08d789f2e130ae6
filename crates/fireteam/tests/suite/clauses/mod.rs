//! A test or more for every clause of the rulebook, named after it.

mod accounted;
mod command;
mod drill;
mod fire;
mod grenades;
mod hurt;
mod movement;
mod options;
mod pinned;
mod set_up;
mod situations;
mod zone;

/// Nothing here goes through the automatic player: with any other player in its place no clause test changes.
#[test]
fn clause_tests_play_by_scripts_alone() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/clauses");
    let ways = [
        [".re", "play("],
        [".pl", "ay("],
        ["\"pla", "yer\""],
        ["\"doct", "rine\""],
        ["\"ord", "ers\""],
        ["\"dr", "op\":"],
        ["\"thr", "ow\":"],
        ["\"ri", "sk\""],
        ["\"pinned\": \"", "run"],
    ];
    testkit::setup::none_says(&folder, &ways);
}

use std::sync::Arc;

use chance::{Address, Draw, Scripted};
use drill::Drill;
use engage::{Battle, Map, Mark, Outcome, Step};
use field::Builder;
use fireteam::rules::Rules;
use serde_json::{Value, json};
use testkit::Fraction;
use testkit::setup::{merge, with};

/// Addresses mean nothing to a script.
const ANYWHERE: Address = Address::new(0, 0, 0);

/// The rules with some options and tables changed.
fn rules(options: Value) -> Rules {
    let mut rules = (fireteam::RULESET.rules)();
    merge(&mut rules, options);
    serde_json::from_value(rules).expect("options that exist")
}

/// Runs a procedure on these dice and no others.
#[track_caller]
fn dice<T>(dice: &[u32], procedure: impl FnOnce(&mut Scripted) -> T) -> T {
    Scripted::play(dice.iter().map(|&die| Draw::Value(die)), procedure)
}

/// The exact value of one outcome of a situation.
#[track_caller]
fn odds(kind: &str, parameters: Value, outcome: &str) -> Fraction {
    let answer = testkit::golden::answer(&fireteam::RULESET, kind, &parameters);
    testkit::golden::value(&answer.unwrap_or_else(|error| panic!("{kind} {parameters}: {error}")), outcome)
}

/// A fraction.
fn of(numerator: i64, denominator: i64) -> Fraction {
    Fraction::new(numerator, denominator)
}

/// The same number in every range column.
fn everywhere(number: Value) -> Value {
    ["6", "12", "24", "36", "48", "108"].into_iter().map(|column| (column.to_owned(), number.clone())).collect()
}

/// Weapons without luck: `sure` and `sure_gun` always hit, `wild` and `wild_gun` never do; no double six helps them.
pub(crate) fn no_luck() -> Value {
    let gun = |number: i8| with(everywhere(json!(number)), json!({ "width": 4, "depth": 10 }));
    json!({
        "single": { "sure": everywhere(json!(1)), "wild": everywhere(json!(30)) },
        "automatic": { "sure_gun": gun(1), "wild_gun": gun(30) },
        "additions": { "no_number_two": 0, "pinned": 0, "pinned_in_hard_cover": 0 },
        "wound_deduction": 0,
        "double_six_limit": "everyone",
        "double_six_reach": 0,
    })
}

/// Throws that always come to the same: to be saved on this or more, 0 always and 7 never, and what follows if not.
pub(crate) fn every_hit(save: u8, effect: &str) -> Value {
    let row = json!({ "stationary": save, "moving": save, "rushing": save });
    json!({ "save": { "covered": row, "standing": row }, "effect": vec![effect; 6] })
}

/// A fight of one against one: blue hits whatever he shoots at and moves first, red never hits anything. Both begin on their feet and
/// do what `does` says (see `drill`).
fn scenario(more: Value) -> Value {
    let man = |weapon: &str| json!({ "weapon": weapon, "posture": "standing" });
    let fight = json!({
        "field": { "first_move": "blue" },
        "blue": { "team": man("sure") },
        "red": { "foe": man("wild") },
        "rules": no_luck(),
        "turn_limit": 6,
    });
    with(fight, more)
}

/// Compiles a scenario that has nothing wrong with it, on open ground.
#[track_caller]
fn battle(scenario: &Value) -> Box<dyn Battle> {
    compiled(scenario, None)
}

#[track_caller]
pub(crate) fn compiled(scenario: &Value, map: Option<&Arc<Map>>) -> Box<dyn Battle> {
    (fireteam::RULESET.compile)(scenario, map).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Letters of a drawing: the area each is and the ground below it.
const LETTERS: [(char, &str, char); 8] = [
    ('b', "blue", '.'),
    ('B', "blue two", '.'),
    ('r', "red", '.'),
    ('R', "red two", '.'),
    ('i', "bush", '"'),
    ('j', "rubble", ':'),
    ('p', "place", '.'),
    ('q', "place two", '.'),
];

/// A drawing with its letters taken as areas.
pub(crate) fn drawn(drawing: &str) -> Arc<Map> {
    let rows: Vec<&str> = drawing.trim().lines().map(str::trim).collect();
    let ground = |symbol: char| LETTERS.iter().find(|letter| letter.0 == symbol).map_or(symbol, |letter| letter.2);
    let mut builder = Builder::drawn(&drawing.chars().map(ground).collect::<String>());
    let mut areas = Vec::new();
    for (letter, name, _) in LETTERS {
        let of_row = |row: usize| rows[row].char_indices().map(move |(column, symbol)| (row, column, symbol));
        let all = (0..rows.len()).flat_map(of_row).filter(|&(.., symbol)| symbol == letter);
        let squares: Vec<(usize, usize)> = all.map(|(row, column, _)| (row, column)).collect();
        if !squares.is_empty() {
            areas.push((name.to_owned(), builder.area(squares)));
        }
    }
    let plan = builder.build().unwrap_or_else(|mistakes| panic!("{drawing}\n{mistakes:?}"));
    let (title, about) = ("a map".to_owned(), String::new());
    Arc::new(Map {
        title,
        about,
        plan: Arc::new(plan),
        rooms: Vec::new(),
        areas: areas.into_iter().collect(),
        stairs: Vec::new(),
        known: engage::KnownGround::default(),
    })
}

/// An engagement of a scenario, played as its squads say: how it ended, and its steps.
#[track_caller]
fn played(drawing: Option<&str>, mut scenario: Value, engagement: u64) -> (Outcome, Vec<Step>) {
    let map = drawing.map(drawn);
    if map.is_some() {
        merge(&mut scenario, json!({ "field": { "map": "drawn.toml" } }));
    }
    let drill = Drill::taken_from(&mut scenario);
    let mut drill = drill.of(compiled(&scenario, map.as_ref()).figures());
    let (outcome, mut steps) =
        fireteam::play_out(&scenario, map.as_ref(), 1, engagement, &mut drill).expect("a scenario that compiles");
    // On open ground nothing is to be seen before the first turn.
    steps.retain(|step| step.turn > 0 || drawing.is_some());
    (outcome, steps)
}

/// The first engagement of a fight: how it ended, and its steps.
#[track_caller]
fn replayed(drawing: Option<&str>, more: Value) -> (Outcome, Vec<Step>) {
    played(drawing, scenario(more), 0)
}

/// The steps of the first few engagements of a fight.
#[track_caller]
fn transcripts(drawing: Option<&str>, more: Value, n: u64) -> Vec<Vec<Step>> {
    let scenario = scenario(more);
    (0..n).map(|engagement| played(drawing, scenario.clone(), engagement).1).collect()
}

/// A line for each step with its turn, who acts (9 for nobody) and what comes of it.
fn told(steps: &[Step]) -> Vec<String> {
    let line = |step: &Step| format!("{} {}: {}", step.turn, step.figure.unwrap_or(9), step.text);
    steps.iter().map(line).collect()
}

/// What happens in the first engagement of a fight on open ground.
#[track_caller]
fn log(more: Value) -> Vec<String> {
    told(&replayed(None, more).1)
}

/// What happens in the first engagement of a fight on a map.
#[track_caller]
fn log_on(drawing: &str, more: Value) -> Vec<String> {
    told(&replayed(Some(drawing), more).1)
}

/// The word for an ending.
fn ending(outcome: &Outcome) -> &'static str {
    fireteam::RULESET.endings[usize::from(outcome.ending)].id
}

/// Whether a step is an attack on one man, of a single shot or a burst.
pub(crate) fn is_attack(step: &Step) -> bool {
    step.text.contains("shot: ") || step.text.contains("burst: ")
}

/// The size of a part of the number needed.
fn part(step: &Step, clause: &str) -> i32 {
    step.modifiers.iter().find(|modifier| modifier.clause == clause).map_or(0, |modifier| modifier.value)
}

/// How far a step of movement tells that somebody went, in thousandths of an inch.
pub(crate) fn gone(step: &Step) -> i32 {
    let last = step.text.rsplit(' ').next().unwrap_or_default();
    let inches: f64 = last.trim_end_matches('"').parse().unwrap_or_else(|_| panic!("inches in `{}`", step.text));
    (inches * 1000.0).round() as i32
}

/// What the dice of a step come to, in thousandths of an inch.
fn score(step: &Step) -> i32 {
    1000 * step.luck.iter().flat_map(|luck| luck.drawn.faces()).sum::<u32>() as i32
}

/// Whether a part of a number needed stands among those told, whatever it is worth.
fn names_part(steps: &[Step], name: &str) -> bool {
    steps.iter().flat_map(|step| &step.modifiers).any(|modifier| modifier.name == name)
}

/// Where a step says that somebody stands.
fn stands(step: &Step) -> impl Iterator<Item = (u8, u16)> + '_ {
    step.marks.iter().filter_map(|mark| match *mark {
        Mark::Stands { figure, cell } => Some((figure, cell)),
        _ => None,
    })
}
