//! Whole patrols: set-up, what turns into figures, and how they end.

use std::collections::{BTreeMap, BTreeSet};

use engage::{Mark, Outcome, Side};
use serde_json::json;

use super::{battle, patrol, patrols};
use crate::play::{ending, outcomes};

/// Many patrols of all sorts end in one of their own ways, with counts that agree.
#[test]
fn cr_patrol_1_patrols_end_and_add_up() {
    let mut seen = BTreeMap::new();
    for scenario in patrols() {
        let battle = battle(&scenario);
        for outcome in outcomes(&*battle, 5, 200) {
            let (word, [_, _, sections, resolved, met, captured, _]) = (ending(&outcome), outcome.measures);
            *seen.entry(word).or_insert(0) += 1;
            assert!(battle.ends(outcome.ending.into()), "{word}");
            assert!((1..=9).contains(&sections) && captured <= met, "{outcome:?}");
            assert!(met == 0 || resolved > 0 || outcome.turns > 0, "{outcome:?}");
            let enemy = if word.starts_with("red") { Side::Blue } else { Side::Red };
            if word != "turn_limit" {
                assert!(outcome.measures[enemy as usize] <= met + 6, "{outcome:?}");
            }
        }
    }
    assert!(
        ["blue.patrol_won", "blue.patrol_lost", "red.patrol_lost"].iter().all(|word| seen.contains_key(word)),
        "{seen:?}"
    );
}

/// Three possible enemy forces are placed, in sections 1 to 6 by one die each, with the lower of two dice as Rep; then the patrol's
/// section is scouted, and forces in sight are resolved before the first turn.
#[test]
fn cr_patrol_2_set_up_in_order() {
    let battle = battle(&patrol(json!({})));
    let (mut sections, mut reps, many) = ([0_u32; 7], [0_u32; 7], 500);
    for engagement in 0..many {
        let (_, steps) = battle.replay(9, engagement);
        let before: Vec<_> = steps.iter().take_while(|step| step.clause != "CR-turn-1").collect();
        assert_eq!(before[0].clause, "CR-patrol-2");
        let placed: Vec<_> = before.iter().filter(|step| step.clause == "CR-pef-1").collect();
        assert_eq!(placed.len(), 3);
        for step in placed {
            let digit = |after: &str| step.text.split(after).nth(1).and_then(|rest| rest[..1].parse::<usize>().ok());
            sections[digit("section ").expect("a section")] += 1;
            reps[digit("Rep ").expect("a Rep")] += 1;
        }
        let scouts = before.iter().position(|step| step.clause == "CR-scout-2").expect("its section is scouted");
        assert!(before[..scouts].iter().all(|step| step.clause != "CR-num-1"));
    }
    let all = 3.0 * many as f64;
    for face in 1..=6 {
        let expected = [1.0 / 6.0, f64::from(13 - 2 * face as u32) / 36.0];
        for (count, expected) in [sections[face], reps[face]].into_iter().zip(expected) {
            let error = 4.0 * (expected * (1.0 - expected) / all).sqrt();
            assert!((f64::from(count) / all - expected).abs() < error, "{face}: {count} of {all}, expected {expected}");
        }
    }
}

/// Enemies come into play when a possible enemy force or a scout's find turns out to be somebody, never otherwise, as many as are
/// announced while there is room; and nobody stands where another does.
#[test]
fn cr_num_1_who_is_announced_is_placed() {
    for scenario in patrols().into_iter().take(2) {
        let battle = battle(&scenario);
        for engagement in 0..200 {
            let (outcome, steps) = battle.replay(13, engagement);
            let mut met = 0;
            for pair in steps.windows(2) {
                if pair[1].clause != "CR-num-1" {
                    continue;
                }
                assert_eq!(pair[0].clause, "CR-pef-resolve", "{engagement} of {scenario}");
                let said = pair[0].text.split(" of ").nth(1).and_then(|rest| rest.split([' ', ',']).next());
                let said: usize = said.and_then(|count| count.parse().ok()).expect("how many");
                let cells: BTreeSet<u16> = (pair[1].marks.iter())
                    .filter_map(|mark| if let Mark::Stands { cell, .. } = mark { Some(*cell) } else { None })
                    .collect();
                assert_eq!(cells.len(), pair[1].marks.len());
                assert_eq!(cells.len(), said.min(55 - met), "{}", pair[0].text);
                met += cells.len();
            }
            assert_eq!(usize::from(outcome.measures[4]), met, "{engagement} of {scenario}");
        }
    }
}

/// CR-pef-2: possible enemy forces act in the enemy's part of a turn, each at most once, the highest Rep first, and only with a Rep of at least
/// his die.
#[test]
fn cr_pef_2_forces_act_on_the_enemys_die() {
    let battle = battle(&patrol(json!({})));
    for engagement in 0..200 {
        let (_, steps) = battle.replay(17, engagement);
        let (mut die, mut last) = (0, 6);
        for step in &steps {
            let number = |after: &str| step.text.split(after).nth(1).and_then(|rest| rest[..1].parse::<u8>().ok());
            match step.clause {
                "CR-turn-1" => (die, last) = (number("red ").expect("a die"), 6),
                "CR-pef-move" => {
                    let rep = number("Rep ").expect("a Rep");
                    assert!((die..=last).contains(&rep), "CR-pef-2: {}", step.text);
                    last = rep;
                }
                _ => {}
            }
        }
    }
}

/// A patrol is the same however it is reached, and a replay tells what was played.
#[test]
fn patrols_are_determined() {
    for scenario in patrols() {
        let battle = battle(&scenario);
        let whole = outcomes(&*battle, 3, 60);
        let mut pieces = vec![Outcome::default(); 60];
        for (first, last) in [(41, 60), (0, 7), (7, 41)] {
            battle.play(3, first as u64, &mut pieces[first..last]);
        }
        assert_eq!(whole, pieces, "{scenario}");
        for (engagement, outcome) in whole.iter().enumerate().take(20) {
            assert_eq!(battle.replay(3, engagement as u64).0, *outcome, "{engagement} of {scenario}");
        }
    }
}

/// Nothing is allocated in play.
#[test]
fn patrols_allocate_nothing() {
    for scenario in patrols() {
        let battle = battle(&scenario);
        let mut outcomes = vec![Outcome::default(); 30];
        assert_eq!(testkit::allocations(|| battle.play(1, 0, &mut outcomes)), 0, "{scenario}");
    }
}

/// Mistakes name their keys.
#[test]
fn mistakes_of_patrols_name_their_keys() {
    let at = |more| {
        let refused = (chain_reaction::RULESET.compile)(&patrol(more), None);
        refused.map(|_| ()).expect_err("a mistake").into_iter().map(|problem| problem.key).collect::<Vec<_>>()
    };
    assert!(at(json!({ "field": { "terrain": null } })).contains(&"field.patrol".to_owned()));
    assert_eq!(at(json!({ "red": { "foe": { "count": 2, "rep": 3 } } })), ["red"]);
    assert_eq!(at(json!({ "blue": { "team": { "at": "2" } } })), ["blue.team.at"]);
    assert_eq!(at(json!({ "field": { "patrol": null } }))[0], "red");
    assert_eq!(at(json!({ "field": { "bushes": 12 } })), ["field.bushes"]);
    assert_eq!(
        at(
            json!({ "field": { "patrol": null }, "blue": { "team": { "scouts": true } }, "red": { "foe": { "rep": 3 } } })
        ),
        ["blue.team.scouts"]
    );
    assert_eq!(
        at(
            json!({ "field": { "patrol": null }, "blue": { "team": { "orders": "patrol" } }, "red": { "foe": { "rep": 3 } } })
        ),
        ["blue.team.orders"]
    );
}

/// CR-scout-2: a figure that has not moved when its comrades have may do so afterwards: the Leader, asked first, goes last of several. Nothing but
/// moves between them, so nobody has been halted.
#[test]
fn cr_scout_2_who_stayed_may_follow() {
    let goes_after = |in_front: bool| {
        let battle = battle(&patrol(json!({ "blue": { "team": { "leader_in_front": in_front } }, "turn_limit": 6 })));
        let mut counts = [0, 0];
        for engagement in 0..200 {
            let (_, steps) = battle.replay(3, engagement);
            for moves in steps.split(|step| !step.text.starts_with("moves ")) {
                if let Some(place) = moves.iter().position(|step| step.figure == Some(0)) {
                    counts[usize::from(place > 2 && place + 1 == moves.len())] += 1;
                }
            }
        }
        counts
    };
    let [follows, leads] = [false, true].map(goes_after);
    assert!(follows[1] >= 10 && follows[1] > 2 * leads[1], "{follows:?} {leads:?}");
}
