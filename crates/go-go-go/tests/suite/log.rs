//! Logs state what `docs/logs/go_go_go.md` says, and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use engage::{Battle, Step};
use rand_pcg::Pcg64;
use serde_json::json;

use crate::ground::{any_map, any_scenario, battle_on};
use crate::player::ahead::vault;

/// Maps played on, each with one engagement.
const MAPS: u64 = 1500;

/// A row of the table: clauses and facts of a verb.
type Row = (BTreeSet<String>, BTreeSet<String>);

/// The table of verbs.
fn table() -> BTreeMap<String, Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/logs/go_go_go.md");
    let page = std::fs::read_to_string(page).expect("the page on logs");
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let clauses = cells[1].split(", ").map(str::to_owned).collect();
        Some((quoted(cells[0]).pop_first()?, (clauses, quoted(cells[2]))))
    };
    page.lines().filter(|line| line.starts_with("| `")).filter_map(row).collect()
}

/// Steps of many assaults on maps, and of fights on open ground.
fn steps() -> impl Iterator<Item = Step> {
    let on_maps = (0..).filter_map(|number| {
        let mut rng = Pcg64::new(number, 0x106);
        let (_, map) = any_map(&mut rng, 14)?;
        Some(battle_on(&map, &any_scenario(&mut rng)).replay(number as u64, 0).1)
    });
    let sides = [
        (json!({ "count": 2, "wounds": 1 }), json!({ "count": 3, "sees": "roll", "stun_turns": 2 })),
        (json!({ "weapon": "sniper", "aim": 1 }), json!({ "count": 2, "hiding": true })),
        (json!({ "pace": "normal" }), json!({ "sees": "roll" })),
    ];
    let open = sides.into_iter().flat_map(|(blue, red)| {
        let setup =
            json!({ "field": { "range": 8 }, "blue": { "team": blue }, "red": { "foe": red }, "turn_limit": 60 });
        let battle: Box<dyn Battle> = (go_go_go::RULESET.compile)(&setup, None).expect("a fight");
        (0..50).map(move |engagement| battle.replay(3, engagement).1)
    });
    let ahead = vault("ahead").replay(0).steps;
    on_maps.take(MAPS as usize).chain(open).flatten().chain(ahead)
}

#[test]
fn logs_state_what_the_page_on_them_says() {
    let table = table();
    assert!(table.len() > 30, "{table:?}");
    let mut seen = BTreeSet::new();
    for step in steps() {
        let (clauses, facts) = table.get(step.verb).unwrap_or_else(|| panic!("no such verb: {step:?}"));
        assert!(clauses.contains(step.clause), "another clause: {step:?}");
        let told: BTreeSet<String> = step.facts.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(*facts, told, "{step:?}");
        assert_eq!(step.facts.len(), told.len(), "a fact is told twice: {step:?}");
        let sum: i32 = step.modifiers.iter().map(|part| part.value).sum();
        assert_eq!(step.target_number.unwrap_or(0), sum, "what a target number is made of: {step:?}");
        seen.insert(step.verb.to_owned());
    }
    let never: Vec<_> = table.keys().filter(|verb| !seen.contains(*verb)).collect();
    assert!(never.is_empty(), "never: {never:?}");
}

/// The dice of a step say what they are for, in the order in which they are thrown.
#[test]
fn dice_are_named_by_what_they_are_for() {
    let purposes = go_go_go::RULESET.purposes;
    for step in steps().filter(|step| step.verb != "deploy") {
        let names: Vec<&str> = step.luck.iter().map(|luck| purposes[usize::from(luck.purpose)]).collect();
        let expected: &[&[&str]] = match step.verb {
            "spot" => &[&["spot"]],
            "shot" => &[&["shot"], &["shot", "effect"]],
            "sniper_shot" => &[&["shot"]],
            "stray" => &[&["stray"], &["stray", "effect"]],
            "throw" => &[&["throw"], &["throw", "direction", "distance"]],
            "blast" => &[&["blast"]],
            _ => &[&[]],
        };
        assert!(expected.contains(&&*names), "{names:?} {step:?}");
    }
}
