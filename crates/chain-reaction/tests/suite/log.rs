//! The words of logs: each verb with its facts is in the table of `docs/logs/chain_reaction.md`, and steps of one verb have the same facts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use chance::Step;
use serde_json::json;
use testkit::setup::with;

use crate::patrol::{patrol, patrols};
use crate::play::{Place, battle, battle_on, fight, fight_in_the_yard, fights, squads};

/// Verbs that the engagements of this test need not come to, with the reason.
const SELDOM: [(&str, &str); 3] = [
    ("flanked", "a patrol seldom comes upon a group from a flank that stays in cover"),
    ("refused", "only players of one's own are refused anything"),
    ("stumbles", "the automatic player with a Clumsy figure seldom fails with doubles"),
];

/// The table: the facts of each verb, and whether each is optional.
fn table() -> BTreeMap<String, BTreeMap<String, bool>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/logs/chain_reaction.md");
    let page = fs::read_to_string(path).expect("the page");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let mut table = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let facts = cells[2].split(';').filter(|fact| fact.contains('`'));
        let facts = facts.map(|fact| (fact.split('`').nth(1).expect("a name").to_owned(), fact.contains("optional")));
        table.insert(cells[0].trim_matches('`').to_owned(), facts.collect());
    }
    table
}

/// Steps of all sorts of engagements.
fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    let mut add = |battle: Box<dyn engage::Battle>, engagements: u64| {
        steps.extend((0..engagements).flat_map(|engagement| battle.replay(3, engagement).1));
    };
    let (map, yard) = fight_in_the_yard();
    add(battle_on(&map, &with(yard.clone(), json!({ "rules": { "ambush": true } }))), 150);
    let second = json!({ "blue": { "team": { "second": "pistol" } }, "rules": { "launcher_to_hit": "one_die" } });
    add(battle_on(&map, &with(yard, second)), 100);
    let charge = json!({ "count": 4, "charge": "always", "weapon": "pistol" });
    let charged = squads(&[("a", charge)], &[("r", json!({ "weapon": "pistol" }))], json!({ "turn_limit": 20 }));
    add(battle_on(&Place::drawn("aa......\naa....r.\n........").map, &charged), 200);
    fights().iter().for_each(|fight| add(battle(fight), 30));
    let begins = json!({ "blue": { "team": { "begins": "stunned" } }, "red": { "foe": { "begins": "ducked_back" } } });
    add(battle(&fight(3, 3, begins)), 20);
    let campaign = json!({ "field": { "campaign": { "recruits": "military" } } });
    add(battle(&fight(3, 3, campaign)), 30);
    let arms = json!({ "weapon": "squad automatic weapon", "second": "pistol" });
    add(battle(&fight(1, 1, json!({ "blue": { "team": arms }, "field": { "range": 8 }, "turn_limit": 20 }))), 2000);
    let led = json!({ "blue": { "boss": { "rep": 5, "group": "team" } }, "field": { "campaign": { "battles": 6 } } });
    add(battle(&fight(3, 3, led)), 30);
    patrols().iter().for_each(|patrol| add(battle(patrol), 25));
    add(battle(&patrol(json!({ "rules": { "reinforcements": "doubles" } }))), 30);
    steps
}

#[test]
fn every_verb_and_fact_stands_in_the_table() {
    let table = table();
    let mut seen: BTreeMap<&str, (BTreeSet<&str>, BTreeSet<&str>)> = BTreeMap::new();
    let steps = steps();
    for step in &steps {
        let facts: BTreeSet<&str> = step.facts.iter().map(|(name, _)| *name).collect();
        assert_eq!(facts.len(), step.facts.len(), "a fact twice: {step:?}");
        let (any, all) = seen.entry(step.verb).or_insert_with(|| (facts.clone(), facts.clone()));
        any.extend(&facts);
        *all = all.intersection(&facts).copied().collect();
    }
    for (verb, (any, all)) in &seen {
        let known = table.get(*verb).unwrap_or_else(|| panic!("no row for `{verb}`"));
        let named: BTreeSet<&str> = known.keys().map(String::as_str).collect();
        assert_eq!(*any, named, "the facts of `{verb}`");
        let always: BTreeSet<&str> =
            known.iter().filter(|(_, optional)| !**optional).map(|(name, _)| name.as_str()).collect();
        assert_eq!(*all, always, "the facts of `{verb}` that are not optional");
    }
    let missing: Vec<&String> = table
        .keys()
        .filter(|verb| !seen.contains_key(verb.as_str()) && !SELDOM.iter().any(|(seldom, _)| verb == seldom))
        .collect();
    assert!(missing.is_empty(), "{missing:?} never occur");
}
