//! Assaults: nothing is allocated in play, and the same engagement is the same, however it is reached.

use std::sync::Arc;

use engage::{Battle, Map, Outcome};
use rand_pcg::Pcg64;
use serde_json::{Value, json};

use testkit::maps::{map, squares};

use crate::ground::{OPTIONS, any_map, any_scenario, battle_on};

/// Two rooms and a corridor: doors, a doorway, a window, things to hide behind.
const HOUSE: &str = "
....................
....................
..####+####.#######.
..#......h#.#..n..#.
..#.n.....'.+.....#.
..#....n..#.#..h..#.
..#'####=##.###=###.
....................
....................
";

/// The house with areas for any mission.
fn house() -> Arc<Map> {
    let all = squares(HOUSE, ".");
    let rows = |from: usize, to: usize, left: usize, right: usize| -> Vec<(usize, usize)> {
        let inside = |&&(row, column): &&(usize, usize)| (from..=to).contains(&row) && (left..=right).contains(&column);
        all.iter().filter(inside).copied().collect()
    };
    let areas = [
        ("blue", rows(7, 8, 0, 19)),
        ("red", rows(3, 5, 3, 9)),
        ("hostages", rows(3, 5, 13, 17)),
        ("place", rows(3, 5, 13, 17)),
    ];
    map(HOUSE.trim_start(), &areas)
}

/// The three missions in the house with all that figures carry.
fn missions() -> [Value; 3] {
    let blue = json!({
        "team": { "count": 3, "grenades": ["smoke", "stun"], "throw": "always", "safety": 2 },
        "marksman": { "weapon": "sniper", "grenades": ["stun"], "orders": "guard" },
    });
    let red = json!({
        "guards": { "count": 3, "grenades": ["HE"], "throw": "always", "safety": 2 },
        "watch": { "count": 2, "grenades": ["stun"], "orders": "patrol" },
    });
    let field = json!({ "map": "house.toml" });
    let mission =
        |mission: Value| json!({ "field": field, "mission": mission, "blue": blue, "red": red, "turn_limit": 60 });
    let mut escort = mission(json!({ "objective": "escort", "at": "place" }));
    escort["blue"]["vip"] = json!({ "vip": true });
    [mission(json!({ "objective": "rescue" })), mission(json!({ "objective": "bomb", "at": "place" })), escort]
}

fn outcomes(battle: &dyn Battle, seed: u64, first: u64, engagements: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); engagements];
    battle.play(seed, first, &mut outcomes);
    outcomes
}

fn allocations(battle: &dyn Battle, engagements: usize) -> u64 {
    let mut outcomes = vec![Outcome::default(); engagements];
    testkit::allocations(|| battle.play(1, 0, &mut outcomes))
}

/// The missions in the house, and missions at random, each with a name.
fn battles() -> Vec<(String, Box<dyn Battle>)> {
    let house = house();
    let missions = missions();
    let mut battles: Vec<(String, Box<dyn Battle>)> =
        missions.iter().map(|mission| (mission.to_string(), battle_on(&house, mission))).collect();
    let mut rng = Pcg64::new(11, 5);
    while battles.len() < 60 {
        let Some((drawing, map)) = any_map(&mut rng, 14) else { continue };
        let scenario = any_scenario(&mut rng);
        battles.push((format!("{drawing}\n{scenario}"), battle_on(&map, &scenario)));
    }
    battles
}

/// The probe counts, and play of a whole block allocates nothing.
#[test]
fn assaults_allocate_nothing() {
    let (house, missions) = (house(), missions());
    let mut compiled = None;
    assert!(testkit::allocations(|| compiled = Some(battle_on(&house, &missions[0]))) > 0, "compiling allocates");
    let compiled = compiled.expect("a battle");
    assert!(testkit::allocations(|| drop(std::hint::black_box(compiled.replay(1, 0)))) > 0, "a replay allocates");
    for mission in &missions {
        assert_eq!(allocations(&*battle_on(&house, mission), 300), 0, "{mission}");
    }
    for (name, battle) in battles() {
        assert_eq!(allocations(&*battle, 20), 0, "{name}");
    }
}

/// Every value of every option, in each of the missions.
#[test]
fn assaults_allocate_nothing_under_any_option() {
    let house = house();
    for (option, values) in OPTIONS {
        for value in values {
            for mut mission in missions() {
                mission["rules"] = json!({ option: value });
                assert_eq!(allocations(&*battle_on(&house, &mission), 10), 0, "{option} = {value}");
            }
        }
    }
}

/// Blocks split at odd places, played in any order, give the outcomes of one block.
#[test]
fn blocks_of_assaults_do_not_matter() {
    const ENGAGEMENTS: usize = 40;
    for (name, battle) in battles() {
        let whole = outcomes(&*battle, 3, 0, ENGAGEMENTS);
        let mut pieces = vec![Outcome::default(); ENGAGEMENTS];
        for (first, last) in [(26, ENGAGEMENTS), (0, 1), (1, 5), (5, 26)] {
            battle.play(3, first as u64, &mut pieces[first..last]);
        }
        assert_eq!(whole, pieces, "{name}");
    }
}

/// A replay ends as the assault did that was played, and its last step is in the last turn; luck differs by engagement and seed.
#[test]
fn a_replayed_assault_is_the_one_played() {
    let mut thrown = 0;
    for (name, battle) in battles() {
        for (engagement, outcome) in outcomes(&*battle, 4, 0, 20).into_iter().enumerate() {
            let (replayed, steps) = battle.replay(4, engagement as u64);
            assert_eq!(replayed, outcome, "engagement {engagement} of {name}");
            assert!(steps.is_sorted_by_key(|step| step.turn), "engagement {engagement} of {name}");
            assert_eq!(battle.replay(4, engagement as u64).1, steps, "engagement {engagement} of {name}");
            thrown += steps.iter().filter(|step| step.text.starts_with("throws ")).count();
        }
    }
    assert!(thrown > 100, "{thrown} grenades");
    for mission in missions() {
        let battle = battle_on(&house(), &mission);
        let first = outcomes(&*battle, 1, 0, 100);
        assert_ne!(first, outcomes(&*battle, 2, 0, 100), "{mission}");
        assert_ne!(first[..50], first[50..], "{mission}");
    }
}

/// Every step cites a clause there is, and names somebody there is.
#[test]
fn steps_of_assaults_cite_clauses() {
    let clauses = go_go_go::RULESET.clauses();
    let known = |clause: &str| clauses.iter().any(|known| known.id == clause);
    let mut told = 0;
    for (name, battle) in battles() {
        let everybody = battle.figures().len() + battle.bystanders();
        for step in (0..5).flat_map(|engagement| battle.replay(5, engagement).1) {
            told += 1;
            assert!(known(step.clause), "{step:?} of {name}");
            let mut who = step.figure.into_iter().chain(step.target);
            assert!(who.all(|figure| usize::from(figure) < everybody), "{step:?} of {name}");
            assert!(step.target_number.is_none() || !step.luck.is_empty(), "{step:?} of {name}");
        }
    }
    assert!(told > 5_000, "{told}");
}
