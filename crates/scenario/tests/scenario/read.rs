//! The result of reading a scenario without mistakes.

use engage::Ruleset;
use scenario::{Body, Method, Play, Precision, RuleChange, Scenario};
use serde_json::json;

use crate::toy::TOY;

pub(crate) const REGISTRY: &[&Ruleset] = &[&TOY];

pub(crate) const FIGHT: &str = r#"#:schema ./scenario.schema.json
title = "Elite against Novice"
question = "How much better?"
ruleset = "toy"

[play]
engagements = 5_000
precision = 0.01
seed = 7
method = "sampled"

[field]
range = 12

[blue.entry-team]
count = 4
weapon = "smg+"
ability = "elite"

[red.gunmen]
count = 4
weapon = "m16"

[rules]
sides = 8
sixes = "hit"

[sweep]
"red.gunmen.ability" = ["novice", "elite"]
"field.range" = [3, 6, 12]

[variants.armoured]
"red.gunmen.armour" = ["soft"]

[variants."one sniper more"]
"red.sniper" = { count = 1, weapon = "m16" }
rules.damage."smg+" = 4
"#;

pub(crate) const SITUATION: &str = r#"
title = "A throw"
ruleset = "toy"

[situation]
kind = "throw"
target = 4
options = { sides = 8 }

[sweep]
"situation.target" = [2, 3]
"#;

pub(crate) fn parse(text: &str, sets: &[&str]) -> Result<Scenario, scenario::Diagnostics> {
    let sets: Vec<String> = sets.iter().map(|set| (*set).to_owned()).collect();
    Scenario::parse("x.toml", text.as_bytes(), &sets, REGISTRY)
}

fn cells(scenario: &Scenario) -> &[scenario::Cell] {
    match &scenario.body {
        Body::Fight(cells) => cells,
        Body::Situation { .. } => &[],
    }
}

#[test]
fn a_fight() {
    let scenario = parse(FIGHT, &[]).unwrap();
    assert_eq!((scenario.title.as_str(), scenario.question.as_str()), ("Elite against Novice", "How much better?"));
    assert_eq!(scenario.ruleset.id, "toy");
    let play = Play {
        engagements: 5000,
        precision: Some(Precision::Wins(0.01.into())),
        seed: 7,
        method: Method::Sampled,
        ..Play::default()
    };
    assert_eq!(scenario.play, play);
    let axes: Vec<_> = scenario.axes.iter().map(|axis| (axis.key.as_str(), axis.texts().join(" "))).collect();
    assert_eq!(axes, [("red.gunmen.ability", "novice elite".to_owned()), ("field.range", "3 6 12".to_owned())]);
    assert_eq!(scenario.variants[0].changes, [("red.gunmen.armour".to_owned(), json!(["soft"]))]);
    assert_eq!(scenario.variants[1].changes.len(), 3);
}

#[test]
fn cells_come_row_by_row_with_the_baseline_first() {
    let scenario = parse(FIGHT, &[]).unwrap();
    let order: Vec<_> = cells(&scenario).iter().map(|cell| (cell.point.clone(), cell.variant)).collect();
    assert_eq!(order.len(), 2 * 3 * 3);
    assert_eq!(order[..4], [(vec![0, 0], None), (vec![0, 0], Some(0)), (vec![0, 0], Some(1)), (vec![0, 1], None)]);
    assert_eq!(order[17], (vec![1, 2], Some(1)));
    let figures = |index: usize| cells(&scenario)[index].battle.figures().len();
    assert_eq!((figures(0), figures(2)), (2, 3), "the second variant adds a squad");
}

#[test]
fn turns_can_be_swept_and_reach_the_ruleset() {
    let text = FIGHT.replace("\"field.range\" = [3, 6, 12]", "\"play.turn_limit\" = [5, 9]");
    let scenario = parse(&text, &[]).unwrap();
    let turns = |index: usize| cells(&scenario)[index].battle.replay(1, 1).0.turns;
    assert_eq!((turns(0), turns(3)), (5, 9));
    assert_eq!(cells(&parse(FIGHT, &[]).unwrap())[0].battle.replay(1, 1).0.turns, 60);
}

#[test]
fn a_situation_is_answered_case_by_case() {
    let scenario = parse(SITUATION, &[]).unwrap();
    let Body::Situation { kind, cases } = &scenario.body else { panic!("a situation") };
    assert_eq!((kind.id, cases.len()), ("throw", 2));
    assert_eq!(cases[1].parameters, json!({"target": 3, "options": {"sides": 8}}));
    assert!((scenario.answer(1).unwrap().values[0].decimal - 0.5).abs() < 1e-12);
    let bad = parse(&SITUATION.replace("[2, 3]", "[2, true]"), &[]).unwrap();
    assert!(bad.answer(0).is_ok());
    let shown = bad.answer(1).unwrap_err().to_string();
    let wrong = "invalid type: boolean `true`, expected a whole number from 1 to 6";
    assert!(shown.starts_with(&format!("error: x.toml:11:26: situation.target: {wrong}\n")), "{shown}");
}

#[test]
fn overrides_change_what_is_read() {
    let sets = ["play.seed=9", "title=Other", "sweep.\"field.range\"=[1, 2]", "red.gunmen.count=16"];
    let scenario = parse(FIGHT, &sets).unwrap();
    assert_eq!((scenario.play.seed, scenario.title.as_str()), (9, "Other"));
    assert_eq!(cells(&scenario).len(), 2 * 2 * 3);
    let scenario = parse(FIGHT, &["field.range=7", "sweep={}", "variants={}"]).unwrap();
    assert_eq!(cells(&scenario).len(), 1);
}

#[test]
fn changed_rules_are_listed() {
    let owned = |(key, printed, played, told): (&str, &str, &str, &str)| {
        let [key, printed, played, told] = [key, printed, played, told].map(str::to_owned);
        RuleChange { key, printed, played, told }
    };
    let expected = [
        ("rules.sides", "6", "8", "Sides: 8 (printed: 6)"),
        ("rules.damage.smg+", "2", "4 in \"one sniper more\"", "Damage › Smg+: 4 in \"one sniper more\" (printed: 2)"),
    ];
    assert_eq!(parse(FIGHT, &[]).unwrap().rules_changed(), expected.map(owned));
    let swept = FIGHT
        .replace("\"field.range\" = [3, 6, 12]", "\"rules.sixes\" = [\"hit\", \"count\"]")
        .replace("sixes = \"hit\"\n", "");
    let told = "Natural sixes: swept: Hit; Count (printed: Hit)";
    let expected = owned(("rules.sixes", "hit", "swept: hit; count", told));
    assert_eq!(parse(&swept, &[]).unwrap().rules_changed()[1], expected);
    let situation = parse(SITUATION, &[]).unwrap().rules_changed();
    assert_eq!(situation, [("situation.options.sides", "6", "8", "Sides: 8 (printed: 6)")].map(owned));
}

#[test]
fn the_hash_is_that_of_the_meaning() {
    let hash = |text: &str, sets: &[&str]| parse(text, sets).unwrap().hash();
    let plain = hash(FIGHT, &[]);
    assert_eq!(plain.len(), 16);
    assert_eq!(plain, hash(&format!("# a note\n{}", FIGHT.replace("range = 12", "range=12 # inches")), &[]));
    assert_eq!(plain, hash(&FIGHT.replace("count = 4\nweapon = \"smg+\"", "weapon = \"smg+\"\ncount = 4"), &[]));
    assert_eq!(plain, hash(&FIGHT.replace('\n', "\r\n"), &["play.seed=7"]));
    assert_ne!(plain, hash(FIGHT, &["play.seed=8"]));
    let (ability, range) = ("\"red.gunmen.ability\" = [\"novice\", \"elite\"]\n", "\"field.range\" = [3, 6, 12]\n");
    let turned = FIGHT.replace(&format!("{ability}{range}"), &format!("{range}{ability}"));
    assert_ne!(plain, hash(&turned, &[]), "the order of a sweep counts");
}

#[test]
fn odd_but_right() {
    let odd = "\u{feff}# ключ\r\ntitle = '''ключ\n'''\nruleset = 'toy'\r\nblue.\"équipe d'entrée\" = {count = 0x4, weapon = 'm16'}\r\n\
               red.b.count = +1_6\nred.b.weapon = \"\\u0073mg+\"\n[field]\n# nothing\n";
    assert!(parse(odd, &[]).is_err(), "an apostrophe is a quote");
    let scenario = parse(&odd.replace("d'entrée", "d entrée"), &[]).unwrap();
    assert_eq!(cells(&scenario)[0].battle.figures()[0].squad, "équipe d entrée");
}
