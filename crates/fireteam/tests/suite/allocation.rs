//! Nothing is allocated in play.

use engage::{Battle, Outcome};
use rand_pcg::Pcg64;
use serde_json::json;
use testkit::setup::merge;

use crate::play::yard;
use crate::play::{OPTIONS, any_scenario, attack_on_the_farm, battle, battle_on, farm, fight, grenades_in_the_yard};

fn allocations(battle: &dyn Battle, engagements: usize) -> u64 {
    let mut outcomes = vec![Outcome::default(); engagements];
    testkit::allocations(|| battle.play(1, 0, &mut outcomes))
}

/// The probe works: compiling allocates, a replay allocates.
#[test]
fn the_probe_counts() {
    let duel = fight(1, 1, json!({}));
    let mut compiled = None;
    assert!(testkit::allocations(|| compiled = Some(battle(&duel))) > 0);
    let compiled = compiled.expect("a battle");
    assert!(testkit::allocations(|| drop(std::hint::black_box(compiled.replay(1, 0)))) > 0);
}

#[test]
fn play_allocates_nothing_on_open_ground() {
    for men in [1, 4, 8, 16] {
        assert_eq!(allocations(&*battle(&fight(men, men, json!({}))), 200), 0, "{men} v {men}");
    }
}

#[test]
fn play_allocates_nothing_on_a_map() {
    assert_eq!(allocations(&*battle_on(&farm(), &attack_on_the_farm()), 50), 0, "the farm");
    assert_eq!(allocations(&*battle_on(&yard(), &grenades_in_the_yard()), 200), 0, "the yard");
}

/// Every value of every option, in a duel, in a fight with guns and on a map with grenades.
#[test]
fn play_allocates_nothing_under_any_option() {
    let guns = json!({ "blue": { "gun": { "weapon": "lmg", "led_by": "team" } } });
    let yard = yard();
    for (option, values) in OPTIONS {
        for value in values {
            let rules = || json!({ "rules": { option: value } });
            let duel = fight(1, 1, rules());
            let mut squads = fight(4, 4, rules());
            merge(&mut squads, guns.clone());
            let mut grenades = grenades_in_the_yard();
            merge(&mut grenades, rules());
            for battle in [battle(&duel), battle(&squads), battle_on(&yard, &grenades)] {
                assert_eq!(allocations(&*battle, 20), 0, "{option} = {value}");
            }
        }
    }
}

#[test]
fn play_allocates_nothing_in_any_scenario() {
    let mut rng = Pcg64::new(41, 3);
    for _ in 0..100 {
        let scenario = any_scenario(&mut rng, false);
        assert_eq!(allocations(&*battle(&scenario), 50), 0, "{scenario}");
    }
}
