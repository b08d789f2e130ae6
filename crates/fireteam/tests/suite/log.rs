//! `docs/logs/fireteam.md` lists what logs state: every verb and fact that occurs, and none that cannot.

use std::collections::{BTreeMap, BTreeSet};

use engage::Step;
use rand_pcg::Pcg64;
use serde_json::json;

use crate::play::{any_scenario, attack_on_the_farm, battle, battle_on, farm, grenades_in_the_yard, yard};

/// The players of the crate do only what they may, so nothing of theirs is refused.
const NEVER: [&str; 1] = ["refused"];

/// Facts by name, and whether each may be left out.
type Facts = BTreeMap<String, bool>;

/// The table: the clauses and the facts of each verb.
fn table() -> BTreeMap<String, (String, Facts)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/logs/fireteam.md");
    let page = std::fs::read_to_string(path).expect("docs/logs/fireteam.md");
    let (table, _) = page.split_once("\n## ").expect("a second heading");
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let fact = |fact: &str| {
            let (name, rest) = fact.trim().strip_prefix('`')?.split_once('`')?;
            Some((name.to_owned(), rest.starts_with(" (optional)")))
        };
        let facts = cells[2].split(';').filter_map(fact).collect();
        (cells[0].trim_matches('`').to_owned(), (cells[1].to_owned(), facts))
    };
    rows.map(row).collect()
}

/// Engagements on open ground and on maps, under any options.
fn replays() -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    for number in 0..150 {
        let mut rng = Pcg64::new(number, 0x10c);
        let scenario = any_scenario(&mut rng, false);
        all.push(battle(&scenario).replay(3, number as u64).1);
        let mut scenario = any_scenario(&mut rng, true);
        scenario["field"]["map"] = json!("yard.toml");
        for side in ["blue", "red"] {
            for squad in scenario[side].as_object_mut().into_iter().flat_map(|squads| squads.values_mut()) {
                squad["via"] = json!([]);
                squad["count"] = json!(2);
            }
        }
        all.push(battle_on(&yard(), &scenario).replay(3, number as u64).1);
    }
    let fights = [(farm(), attack_on_the_farm()), (yard(), grenades_in_the_yard())];
    for (map, scenario) in fights {
        let battle = battle_on(&map, &scenario);
        all.extend((0..50).map(|engagement| battle.replay(3, engagement).1));
    }
    all
}

#[test]
fn the_page_lists_what_logs_state() {
    let table = table();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut optional: BTreeMap<(String, String), [bool; 2]> = BTreeMap::new();
    for step in replays().iter().flatten() {
        let (clauses, facts) = table.get(step.verb).unwrap_or_else(|| panic!("the page lacks {step:#?}"));
        assert!(
            clauses.split(", ").any(|clause| clause == step.clause),
            "{}: {} is not {clauses}",
            step.verb,
            step.clause
        );
        let names: BTreeSet<&str> = step.facts.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), step.facts.len(), "a fact twice: {step:#?}");
        for name in &names {
            assert!(facts.contains_key(*name), "the page lacks `{name}` of {}", step.verb);
        }
        for (name, &may_lack) in facts {
            let there = names.contains(name.as_str());
            assert!(there || may_lack, "no `{name}`: {step:#?}");
            if may_lack {
                optional.entry((step.verb.to_owned(), name.clone())).or_default()[usize::from(there)] = true;
            }
        }
        seen.insert(step.verb.to_owned());
    }
    let idle: Vec<_> = table.keys().filter(|verb| !seen.contains(*verb) && !NEVER.contains(&verb.as_str())).collect();
    assert!(idle.is_empty(), "never logged: {idle:?}");
    let always: Vec<_> = optional.iter().filter(|(_, seen)| **seen != [true; 2]).collect();
    assert!(always.is_empty(), "marked optional, but always or never there: {always:?}");
    assert!(NEVER.iter().all(|verb| table.contains_key(*verb)));
}
