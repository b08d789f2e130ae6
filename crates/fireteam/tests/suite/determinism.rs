//! The same engagement is the same, however it is reached.

use engage::{Battle, Outcome};
use rand_pcg::Pcg64;
use serde_json::{Value, json};

use crate::play::{
    any_scenario, attack_on_the_farm, battle, battle_on, farm, fight, grenades_in_the_yard, outcomes, yard,
};

/// Duels, which are played by whole pairs at once, whether they are over soon or stopped between strides.
fn duels() -> Vec<Value> {
    vec![
        fight(1, 1, json!({})),
        fight(1, 1, json!({ "blue": { "team": { "doctrine": "stand" } }, "red": { "foe": { "doctrine": "aim" } } })),
        fight(1, 1, json!({ "blue": { "team": { "weapon": "smg" } }, "field": { "range": 12 }, "turn_limit": 2 })),
        fight(1, 1, json!({ "field": { "range": 48 }, "turn_limit": 33 })),
        fight(1, 1, json!({ "field": { "range": 48, "first_move": "red" }, "turn_limit": 1000 })),
        fight(1, 1, json!({ "rules": { "initiative_tie": "keep_order", "wound_also_pins": "yes" }, "turn_limit": 5 })),
    ]
}

/// Duels, squads, and maps with grenades, each with how many engagements are enough of it.
fn battles() -> Vec<(String, Box<dyn Battle>, usize)> {
    let mut battles: Vec<(String, Box<dyn Battle>, usize)> =
        duels().iter().map(|duel| (duel.to_string(), battle(duel), 100)).collect();
    let gun = json!({ "blue": { "gun": { "weapon": "lmg", "led_by": "team" } } });
    for (blue, red, more) in [(4, 4, json!({})), (3, 4, gun), (2, 1, json!({})), (8, 8, json!({}))] {
        let scenario = fight(blue, red, more);
        battles.push((scenario.to_string(), battle(&scenario), 200));
    }
    battles.push(("the farm".to_owned(), battle_on(&farm(), &attack_on_the_farm()), 40));
    battles.push(("the yard".to_owned(), battle_on(&yard(), &grenades_in_the_yard()), 300));
    let mut rng = Pcg64::new(32, 2);
    for _ in 0..40 {
        let scenario = any_scenario(&mut rng, false);
        battles.push((scenario.to_string(), battle(&scenario), 50));
    }
    battles
}

/// Blocks split at odd places, played in any order, give the outcomes of one block.
#[test]
fn blocks_do_not_matter() {
    for (name, battle, engagements) in battles() {
        let whole = outcomes(&*battle, 3, engagements);
        let mut pieces = vec![Outcome::default(); engagements];
        let (early, late) = (engagements / 7, engagements * 2 / 3);
        for (first, last) in [(late, engagements), (0, 1), (1, early), (early, late)] {
            battle.play(3, first as u64, &mut pieces[first..last]);
        }
        assert_eq!(whole, pieces, "{name}");
    }
}

/// A replay ends as the engagement did that was played, and its last step is in the last turn begun.
#[test]
fn a_replay_is_the_engagement_played() {
    let mut thrown = 0;
    for (name, battle, engagements) in battles() {
        for (engagement, outcome) in outcomes(&*battle, 4, engagements).into_iter().enumerate() {
            let (replayed, steps) = battle.replay(4, engagement as u64);
            assert_eq!(replayed, outcome, "engagement {engagement} of {name}");
            assert!(steps.is_sorted_by_key(|step| step.turn), "engagement {engagement} of {name}");
            assert_eq!(steps.last().map(|step| step.turn), Some(u32::from(outcome.turns)), "{engagement} of {name}");
            thrown += steps.iter().filter(|step| step.clause == "FT-gren-1").count();
        }
    }
    assert!(thrown > 100, "{thrown} grenades");
}

/// Every step cites a clause there is, and the number needed is the sum of its parts.
#[test]
fn steps_cite_clauses() {
    let clauses = fireteam::RULESET.clauses();
    let known = |clause: &str| clauses.iter().any(|known| known.id.starts_with(clause));
    let mut steps = 0;
    for (name, battle, _) in battles() {
        let figures = battle.figures().len();
        for step in (0..10).flat_map(|engagement| battle.replay(5, engagement).1) {
            steps += 1;
            assert!(known(step.clause), "{step:?} of {name}");
            assert!(step.modifiers.iter().all(|modifier| known(modifier.clause)), "{step:?} of {name}");
            let who = step.figure.into_iter().chain(step.target);
            assert!(who.into_iter().all(|figure| usize::from(figure) < figures), "{step:?} of {name}");
            if let Some(number) = step.target_number {
                let parts: i32 = step.modifiers.iter().map(|modifier| modifier.value).sum();
                assert_eq!(number, parts, "{step:?} of {name}");
                assert!(!step.luck.is_empty(), "{step:?} of {name}");
            }
        }
    }
    assert!(steps > 5_000, "{steps}");
}

/// Engagements and seeds differ.
#[test]
fn luck_differs_by_engagement_and_seed() {
    for scenario in [fight(1, 1, json!({})), fight(4, 4, json!({}))] {
        let battle = battle(&scenario);
        let first = outcomes(&*battle, 1, 2000);
        assert_ne!(first, outcomes(&*battle, 2, 2000));
        assert_ne!(first[..1000], first[1000..]);
        assert_eq!(first, outcomes(&*battle, 1, 2000));
    }
}
