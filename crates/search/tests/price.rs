//! Prices of units whose worth is known, and of units that no prices fit.

use runner::{Options, Stop};
use scenario::{RULESETS, Scenario};
use search::{Priced, Pricing, Record, price};

fn range(units: &str, seed: u64) -> Scenario {
    let text = format!(
        r#"
title = "A range"
ruleset = "cqb"
[play]
seed = {seed}
[field]
range = 12
[blue.men]
ability = "novice"
weapon = "smg"
[red.men]
ability = "novice"
weapon = "smg"
{units}
"#
    );
    Scenario::parse("range.toml", text.as_bytes(), &[], RULESETS).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn ask(scenario: &Scenario, threads: usize) -> Priced {
    let asked = Pricing { units: scenario.units.clone(), most: 6, within: 0.05 };
    let options = Options { threads: Some(threads), interrupt: &Stop::default(), executor: None };
    let mut record = Record::new(scenario, &[], &asked);
    let found = price(scenario, &[], &asked, &mut record, options, &()).unwrap().unwrap();
    // From what was kept, without playing.
    let mut kept = Record::new(scenario, &[], &asked).resume(&record.to_bytes().unwrap()).unwrap();
    assert_eq!(price(scenario, &[], &asked, &mut kept, options, &()).unwrap().unwrap(), found);
    found
}

#[test]
fn two_of_a_unit_cost_twice_as_much() {
    let units = "[units.single]\n[units.pair]\ncount = 2\n[units.rifle]\nweapon = 'rifle'\n[units.armoured]\narmour = ['soft']\n";
    for seed in 1..=5 {
        let scenario = range(units, seed);
        let found = ask(&scenario, 2);
        let (low, high) = found.costs[1].interval();
        assert!(low <= 2.0 && (2.0..2.5).contains(&high), "{seed}: {:?}", found.costs[1]);
        assert!(found.tight && found.mirrors.len() == 4);
        for mirror in &found.mirrors {
            let (low, high) = mirror.score.interval();
            assert!(low <= 0.5 && 0.5 <= high, "{seed}: {mirror:?}");
        }
        let armoured = found.costs[3].interval();
        assert!(armoured.0 > 1.0, "armour is worth something: {armoured:?}");
    }
    // Two units and nothing between them to disagree.
    let alone = ask(&range("[units.single]\n[units.pair]\ncount = 2\n", 1), 1);
    let (low, high) = alone.costs[1].interval();
    assert!(low <= 2.0 && 2.0 <= high && high - low < 0.2, "{:?}", alone.costs[1]);
    assert_eq!(alone.cycle, None);
    assert_eq!(ask(&range(units, 1), 1), ask(&range(units, 1), 7), "any number of threads");
}

/// At equal cost each of these weapons beats the next: the pistol is many, the rifle hits hard, the sniper rifle harder.
#[test]
fn a_cycle_is_named() {
    let units = "[units.pistol]\nweapon = 'machine pistol'\n[units.rifle]\nweapon = 'rifle auto'\n[units.sniper]\nweapon = 'sniper rifle'\n";
    let found = ask(&range(units, 3), 2);
    let cycle = found.cycle.expect("a cycle");
    assert_eq!(cycle.units, [0, 1, 2], "{:?}", found.pairings);
    assert!(cycle.closest > 0.1, "{cycle:?}");
}
