//! Campaigns: what becomes of the same squads over several battles (CR-after-1, Clarification 46).

use std::collections::BTreeMap;

use engage::Outcome;
use serde_json::{Value, json};
use testkit::setup::with;

use crate::play::{battle, battle_on, fight, fight_in_the_yard, outcomes};

const LOST: usize = 0;
const ENEMIES: usize = 1;
const REPS: usize = 6;

fn campaign(battles: u8, more: Value) -> Value {
    with(fight(4, 4, json!({ "field": { "campaign": { "battles": battles } } })), more)
}

fn all(scenario: &Value) -> Vec<Outcome> {
    outcomes(&*battle(scenario), 5, 400)
}

/// A campaign of one battle is that battle, but that some of the lost come back.
#[test]
fn one_battle_is_that_battle() {
    let (alone, series) = (all(&fight(4, 4, json!({}))), all(&campaign(1, json!({}))));
    let mut back = 0;
    for (alone, series) in alone.iter().zip(&series) {
        assert_eq!(
            (alone.ending, alone.turns, alone.measures[ENEMIES]),
            (series.ending, series.turns, series.measures[ENEMIES])
        );
        assert!(series.measures[LOST] <= alone.measures[LOST]);
        assert!(series.measures[REPS] <= 4 * (4 - series.measures[LOST]));
        back += alone.measures[LOST] - series.measures[LOST];
    }
    assert!(back > 200, "{back}");
}

/// Longer campaigns go on from where shorter ones end: on the same luck nobody comes back who was lost, and Rep only falls.
#[test]
fn campaigns_go_on_from_one_another() {
    let runs: Vec<Vec<Outcome>> = (1..=6).map(|battles| all(&campaign(battles, json!({})))).collect();
    for runs in runs.windows(2) {
        for (shorter, longer) in runs[0].iter().zip(&runs[1]) {
            assert!(longer.measures[LOST] >= shorter.measures[LOST]);
            assert!(longer.measures[REPS] <= shorter.measures[REPS]);
            assert!(longer.measures[ENEMIES] >= shorter.measures[ENEMIES]);
            // A side with no figure left fights no more.
            assert_eq!(longer == shorter, shorter.measures[REPS] == 0, "{shorter:?} {longer:?}");
        }
    }
    let gone = runs[5].iter().filter(|outcome| outcome.measures[REPS] == 0).count();
    assert!((20..380).contains(&gone), "{gone}");
}

/// CR-after-1: two dice against Rep for who was out of the fight, by the log of the first battle; who is dead stays so.
#[test]
fn cr_after_1_in_a_campaign() {
    let battle = battle(&campaign(1, json!({})));
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for engagement in 0..2_000 {
        let (_, steps) = battle.replay(3, engagement);
        for me in 0..4 {
            // Of several hits the worst stands.
            let hits = |fate: &str| steps.iter().any(|step| step.target == Some(me) && step.text == fate);
            let after = steps.iter().find(|step| step.figure == Some(me) && step.clause == "CR-after-1");
            match (hits("dead"), hits("out"), after.map(|step| step.text.as_str())) {
                (true, _, after) => assert_eq!(after, Some("is dead")),
                (false, true, Some(after)) => {
                    let word = ["comes back with Rep 4", "comes back with Rep 3", "is dead"]
                        .into_iter()
                        .find(|&word| word == after);
                    *seen.entry(word.unwrap_or_else(|| panic!("{after}"))).or_default() += 1;
                }
                (.., after) => assert_eq!(after, None),
            }
        }
    }
    let n = f64::from(seen.values().sum::<u32>());
    assert!(n > 1_000.0, "{seen:?}");
    for (word, ways) in [("comes back with Rep 4", 16.0), ("comes back with Rep 3", 16.0), ("is dead", 4.0)] {
        let p = ways / 36.0;
        let (share, error) = (f64::from(seen[word]) / n, f64::sqrt(p * (1.0 - p) / n));
        assert!((share - p).abs() < 4.0 * error, "{word}: {share} for {p}");
    }
}

/// Recruits fill the ranks; under a Star no more of them than his Rep.
#[test]
fn recruits_fill_the_ranks() {
    let recruits = |more: Value| {
        let more = with(json!({ "field": { "campaign": { "recruits": "military" } } }), more);
        all(&campaign(4, more))
    };
    assert!(recruits(json!({})).iter().all(|outcome| outcome.measures[LOST] == 0));
    let star = json!({ "blue": { "hero": { "rep": 3, "star": true } } });
    let under = recruits(star);
    let led = under.iter().filter(|outcome| outcome.measures[LOST] <= 1).count();
    assert!(led > 200, "{led}");
    assert!(under.iter().all(|outcome| outcome.measures[REPS] >= 1));
}

/// CR-lead-4, Clarification 1: each battle begins with an overall Leader. Where he is lost for good the best of the rest succeeds him, of equals
/// the first in the roster; his loss is felt as the first one's.
#[test]
fn leaders_have_successors() {
    let squads =
        json!({ "blue": { "boss": { "rep": 5, "group": "team" }, "sergeant": { "rep": 5, "group": "team" } } });
    let battle = battle(&campaign(3, squads));
    let (mut followed, mut felt) = (0, 0);
    for engagement in 0..300 {
        let (_, steps) = battle.replay(3, engagement);
        let takes = steps.iter().position(|step| step.text == "leads the force from now on");
        let lost = steps.iter().position(|step| {
            step.figure == Some(0) && step.clause == "CR-after-1" && !step.text.starts_with("comes back")
        });
        let Some(takes) = takes else { continue };
        assert!(lost.is_some_and(|lost| lost < takes));
        let lost = |me: u8| {
            let mut after = steps[..takes].iter().filter(|step| step.figure == Some(me) && step.clause == "CR-after-1");
            after.any(|step| !step.text.starts_with("comes back"))
        };
        if !lost(1) && !steps[..takes].iter().any(|step| step.figure == Some(1) && step.text == "comes back with Rep 4")
        {
            assert_eq!(steps[takes].figure, Some(1));
        }
        followed += 1;
        felt += usize::from(steps[takes..].iter().any(|step| step.clause == "CR-leaderlost-1"));
    }
    assert!(followed > 20 && felt > 5, "{followed} {felt}");
}

/// On a map the lost take no place, and the log is that of one engagement.
#[test]
fn a_campaign_on_a_map() {
    let (map, scenario) = fight_in_the_yard();
    let battle = battle_on(&map, &with(scenario, json!({ "field": { "campaign": { "battles": 3, "side": "red" } } })));
    let mut battles = 0;
    for engagement in 0..30 {
        let (outcome, steps) = battle.replay(1, engagement);
        let mut played = [Outcome::default()];
        battle.play(1, engagement, &mut played);
        assert_eq!(outcome, played[0]);
        let over: Vec<&str> =
            steps.iter().map(|step| step.text.as_str()).filter(|text| text.starts_with("battle ")).collect();
        let all = ["battle 1 of 3 is over", "battle 2 of 3 is over", "battle 3 of 3 is over"];
        assert_eq!(over, all[..over.len()]);
        assert!(over.len() == 3 || outcome.measures[REPS] == 0);
        battles += over.len();
    }
    assert!(battles > 60, "{battles}");
    assert!(matches!(battle.exact(1000), Err(engage::Unsolved::Series)));
}

/// What is wrong with a campaign is said of its key.
#[test]
fn mistakes_of_campaigns() {
    let problems = |field: Value| {
        let scenario = fight(1, 1, json!({ "field": { "campaign": field } }));
        let refused = (chain_reaction::RULESET.compile)(&scenario, None).err().unwrap_or_default();
        refused.into_iter().map(|problem| problem.key).collect::<Vec<_>>()
    };
    assert_eq!(problems(json!({ "battles": 0 })), ["field.campaign.battles"]);
    assert_eq!(problems(json!({ "battles": 21 })), ["field.campaign.battles"]);
    assert_eq!(problems(json!({ "battles": 20 })), [""; 0]);
}
