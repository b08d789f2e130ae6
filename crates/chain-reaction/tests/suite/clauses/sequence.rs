//! The sequence of play: whole engagements watched step by step, every figure in the hand of one who reloads, pops up and fires at
//! the first enemy whenever asked.

use chain_reaction::Knowledge;
use chain_reaction::action::{Action, Aim, Ask};
use chain_reaction::figure::Status;
use chain_reaction::player::Player;
use engage::Step;
use serde_json::{Value, json};

use crate::play::fight;

struct Drill;

impl Player for Drill {
    fn choose(&mut self, knows: &dyn Knowledge, ask: Ask) -> Action {
        match ask {
            Ask::Act if !knows.is_loaded() => Action::Reload,
            Ask::Act if knows.figure().status == Status::Ducked => Action::PopUp,
            Ask::Fire { at, .. } => at.first().map_or(Action::Nothing, |who| Action::Fire(Aim::at(who, knows.dice()))),
            Ask::Pass { .. } => Action::Pass(2),
            _ => Action::Nothing,
        }
    }
}

/// The steps of some engagements.
#[track_caller]
fn logs(blue: u8, red: u8, more: Value) -> Vec<Vec<Step>> {
    let scenario = fight(blue, red, more);
    let play = |engagement| chain_reaction::play_out(&scenario, None, 1, engagement, &mut Drill).expect("a scenario").1;
    (0..200).map(play).collect()
}

/// Whether a step is of a test that somebody takes.
fn tests(step: &Step, test: &str) -> bool {
    step.text.starts_with(test)
}

fn fires(step: &Step) -> bool {
    step.text.starts_with("fires") || step.text.starts_with("snap fires")
}

/// How many steps of all engagements are such.
fn count(logs: &[Vec<Step>], such: impl Fn(&Step) -> bool) -> usize {
    logs.iter().flatten().filter(|step| such(step)).count()
}

/// CR-turn-1: the dice differ, the higher acts first, and only who has a Rep of at least its die. CR-turn-2: one after the other.
#[test]
fn cr_turn_1_the_higher_die_first() {
    let mut seen = 0;
    for log in logs(1, 1, json!({ "turn_limit": 1 })) {
        let words: Vec<&str> = log[0].text.split([' ', ',', ';']).filter(|word| !word.is_empty()).collect();
        let dice = [words[2], words[4]].map(|die| die.parse::<u8>().expect("a die"));
        assert_ne!(dice[0], dice[1]);
        let first = usize::from(dice[1] > dice[0]);
        assert_eq!(words[5], ["blue", "red"][first]);
        let acts = [first, 1 - first].into_iter().find(|&side| dice[side] <= 4);
        assert_eq!(log.get(1).and_then(|step| step.figure).map(usize::from), acts, "{log:?}");
        seen += usize::from(acts.is_some());
    }
    assert!(seen > 100, "{seen}");
}

/// CR-ammo-1: who is out of ammunition does not fire before it has reloaded, in an activation of its own.
#[test]
fn cr_ammo_1_reloads_before_it_fires() {
    let (mut dry, mut reloads) = (0, 0);
    for log in logs(2, 2, json!({ "field": { "range": 10 } })) {
        let mut empty = [false; 4];
        for step in &log {
            let Some(me) = step.figure.map(usize::from) else { continue };
            assert!(!(fires(step) && empty[me]), "{log:?}");
            if step.text.ends_with("out of ammunition") {
                (empty[me], dry) = (true, dry + 1);
            } else if step.text == "reloads" {
                assert!(empty[me]);
                (empty[me], reloads) = (false, reloads + 1);
            }
        }
    }
    assert!(dry > 20 && reloads > 5, "{dry} {reloads}");
}

/// CR-star-3: a Star does not roll where he may choose, but rolls In Sight.
#[test]
fn cr_star_3_free_will() {
    let logs = logs(1, 2, json!({ "blue": { "team": { "star": true, "rep": 5, "cover": true } } }));
    let of = |test: &'static str, rolls: bool| {
        count(&logs, |step| step.figure == Some(0) && tests(step, test) && step.text.contains("against Rep") == rolls)
    };
    assert!(of("received fire", false) > 50 && of("received fire", true) == 0);
    assert!(of("in sight", true) > 5 && of("in sight", false) == 0);
}

/// CR-hero-1: snake eyes make a hero, who does not roll Received Fire or Man Down again.
#[test]
fn cr_hero_1_heroes_do_not_roll() {
    let mut heroes = 0;
    for log in logs(3, 3, json!({ "blue": { "team": { "cover": true } }, "red": { "foe": { "cover": true } } })) {
        let mut hero = [false; 6];
        for step in
            log.iter().filter(|step| ["received fire", "man down", "leader lost"].iter().any(|test| tests(step, test)))
        {
            let me = usize::from(step.figure.expect("a tester"));
            assert_eq!(hero[me], !step.text.contains("against Rep"), "{step:?}");
            if step.text.contains(": 1 1 against") {
                (hero[me], heroes) = (true, heroes + 1);
            }
        }
    }
    assert!(heroes > 20, "{heroes}");
}

/// CR-mandown-1: friends of the casualty's Rep or less test at once; those of a higher Rep never do.
#[test]
fn cr_mandown_1_friends_nearby() {
    let more = json!({ "red": { "foe": { "rep": 3 }, "better": { "rep": 5, "group": "foe" } } });
    let logs = logs(2, 2, more);
    // Squads stand in the order of their names.
    let better = 2;
    // A figure better than all others does not mind.
    assert_eq!(count(&logs, |step| step.figure == Some(better) && tests(step, "man down")), 0);
    assert!(count(&logs, |step| tests(step, "man down") && step.figure.is_some_and(|me| me > 2)) > 50);
}

/// CR-leaderlost-1: when the overall Leader is lost all groups of his force test, once.
#[test]
fn cr_leaderlost_1_all_groups_once() {
    let more = json!({ "red": { "foe": { "rep": 5 }, "other": { "count": 2, "rep": 3 } } });
    let mut lost = 0;
    for log in logs(3, 1, more) {
        let mut of = [0_u8; 6];
        for step in log.iter().filter(|step| tests(step, "leader lost")) {
            of[usize::from(step.figure.expect("a tester"))] += 1;
        }
        assert!(of.iter().all(|&times| times <= 1), "{of:?}");
        lost += u32::from(of[4] + of[5] > 0);
    }
    assert!(lost > 20, "{lost}");
}

/// CR-rally-1, CR-rally-2: a hunkered figure is rallied by a friend who is with it, when its group is active; not if only joining
/// counts.
#[test]
fn cr_rally_1_a_friend_rallies() {
    let rallies = |rules: Value| {
        let squad = json!({ "rep": 3, "cover": true, "weapon": "bolt action rifle" });
        let more = json!({ "blue": { "team": squad }, "red": { "foe": squad }, "rules": rules });
        count(&logs(4, 4, more), |step| tests(step, "rally"))
    };
    assert!(rallies(json!({})) > 20);
    assert_eq!(rallies(json!({ "rally_tests": "joining" })), 0);
    let alone = logs(1, 1, json!({}));
    assert_eq!(count(&alone, |step| tests(step, "rally")), 0);
}

/// CR-fire-3, CR-fire-4, CR-status-stun: who is stunned neither tests nor fires before its next activation.
#[test]
fn cr_status_stun_no_reaction() {
    let mut stuns = 0;
    for log in logs(1, 1, json!({})) {
        let mut stunned = [false; 2];
        for step in &log {
            if let Some(target) = step.target.filter(|_| step.text == "stunned") {
                (stunned[usize::from(target)], stuns) = (true, stuns + 1);
            } else if let Some(me) = step.figure.map(usize::from) {
                if step.text == "is no longer stunned" {
                    stunned[me] = false;
                }
                assert!(!stunned[me] || step.target.is_some() && !fires(step), "{step:?}");
            }
        }
    }
    assert!(stuns > 10, "{stuns}");
}

/// CR-group-1, CR-dice-6, CR-fire-5: squads of one group test with one pair of dice and answer together.
#[test]
fn cr_group_1_one_pair_for_a_group() {
    let more = json!({ "red": { "foe": { "cover": true }, "other": { "rep": 4, "cover": true, "group": "foe" } } });
    let mut together = 0;
    for log in logs(1, 1, more) {
        for pair in
            log.windows(2).filter(|pair| pair.iter().all(|step| tests(step, "received fire") && step.figure != Some(0)))
        {
            let faces = |step: &Step| step.text.split(" against").next().map(str::to_owned);
            let rolled = pair.iter().all(|step| step.text.contains("against Rep"));
            assert!(!rolled || faces(&pair[0]) == faces(&pair[1]), "{pair:?}");
            together += usize::from(rolled);
        }
    }
    assert!(together > 20, "{together}");
}

/// CR-lead-3, CR-lead-4, Clarification 53: the overall Leader gives his die to a group of two or more. Alone he gives none, not even to himself,
/// unless he is listed as a Leader or every lone figure is one; but his loss is felt all the same.
#[test]
fn cr_lead_4_the_overall_leader_leads() {
    let led = |boss: Value, rules: Value, me: u8| {
        let red = json!({ "foe": testkit::setup::with(json!({ "rep": 5 }), boss), "lone": { "rep": 3 } });
        let logs = logs(2, 1, json!({ "red": red, "rules": rules }));
        let own = |step: &Step| step.figure == Some(me) || me == 0 && step.figure.is_some_and(|figure| figure > 1);
        count(&logs, |step| own(step) && step.text.contains("Leader Die"))
    };
    for rules in [json!({}), json!({ "leaders": "listed" })] {
        assert_eq!(led(json!({}), rules.clone(), 2), 0, "CR-lead-4: a lone overall Leader");
        assert!(led(json!({ "leader": true }), rules.clone(), 2) > 5, "listed in his own right");
        assert!(led(json!({ "group": "lone" }), rules, 0) > 5, "CR-lead-3: his group of two has his die");
    }
    assert!(led(json!({}), json!({ "leaders": "every_group_and_lone" }), 2) > 5);
    assert_eq!(led(json!({}), json!({}), 3), 0, "another lone figure");
    // CR-leaderlost-1.
    let logs = logs(1, 1, json!({ "red": { "foe": { "rep": 5 }, "lone": { "rep": 3 } } }));
    assert!(count(&logs, |step| step.figure == Some(2) && tests(step, "leader lost")) > 5);
}

/// CR-fire-1, CR-fire-2: fire goes back and forth between two figures: a missed target tests at once, and fires next if it returns or snaps
/// fire, until somebody is hit, ducks, retires, or is out of ammunition. The volley that empties a weapon counts; its firer, when it is
/// missed itself, tests with ranking 0 and does not fire.
#[test]
fn cr_fire_1_back_and_forth() {
    let (mut answered, mut ended, mut dry) = (0, 0, 0);
    for log in logs(1, 1, json!({ "field": { "range": 10 }, "blue": { "team": { "cover": true } } })) {
        let mut empty = [false; 2];
        for (at, step) in log.iter().enumerate() {
            let Some(me) = step.figure.map(usize::from) else { continue };
            if step.text == "reloads" {
                empty[me] = false;
            }
            if !fires(step) {
                continue;
            }
            empty[me] |= step.text.ends_with("out of ammunition");
            let stunned = |who: u8| {
                let fell = log[..at].iter().rposition(|step| step.target == Some(who) && step.text == "stunned");
                let up =
                    log[..at].iter().rposition(|step| step.figure == Some(who) && step.text == "is no longer stunned");
                fell.is_some() && fell > up
            };
            if !step.text.contains("missed") {
                let hit = log.get(at + 1).is_some_and(|next| next.figure == step.figure && next.target == step.target);
                assert!(hit, "CR-fire-2: hits count, empty or not: {log:?}");
                ended += 1;
            } else if !stunned(step.target.expect("a target")) {
                let test = &log[at + 1];
                assert!(tests(test, "received fire") && test.figure == step.target, "CR-fire-1: {log:?}");
                let fires_next = ["return fire", "snap fire"].iter().any(|does| test.text.ends_with(does));
                let who = usize::from(test.figure.expect("a tester"));
                assert!(!(fires_next && empty[who]), "CR-fire-2: out of ammunition: {log:?}");
                if empty[who] && test.text.contains("passes 2d6") {
                    assert!(test.text.ends_with("duck back"), "CR-fire-2: ranking 0: {log:?}");
                    dry += 1;
                }
                let next = log.get(at + 2).is_some_and(|next| fires(next) && next.figure == test.figure);
                assert_eq!(next, fires_next, "CR-fire-1: {log:?}");
                answered += usize::from(next);
            }
        }
    }
    assert!(answered > 20 && ended > 100 && dry > 3, "{answered} {ended} {dry}");
}

/// CR-fire-5: those of a group who answer on one shared test do so together: all of them fire, in their order, before anybody tests again.
#[test]
fn cr_fire_5_a_group_answers_together() {
    let mut together = 0;
    for log in logs(1, 3, json!({ "blue": { "team": { "rep": 3 } }, "red": { "foe": { "cover": true } } })) {
        let mut at = 0;
        while at < log.len() {
            let group: Vec<&Step> =
                log[at..].iter().take_while(|step| tests(step, "received fire") && step.figure != Some(0)).collect();
            let answer =
                group.iter().filter(|step| ["return fire", "snap fire"].iter().any(|does| step.text.ends_with(does)));
            let answer: Vec<_> = answer.map(|step| step.figure).collect();
            at += group.len().max(1);
            if answer.len() > 1 {
                let next = log[at..]
                    .iter()
                    .take_while(|step| fires(step) || step.clause == "CR-dmg-1" || step.clause == "CR-star-2");
                let fired: Vec<_> = next.filter(|step| fires(step)).map(|step| step.figure).collect();
                assert_eq!(fired, answer, "CR-fire-5: {log:?}");
                together += 1;
            }
        }
    }
    assert!(together > 20, "{together}");
}

/// CR-fire-6: a lone figure puts its dice on one of a group. If he is hit his friends test Man Down, and as nobody was missed the exchange is
/// over; if he is missed his group tests Received Fire.
#[test]
fn cr_fire_6_one_against_a_group() {
    let mut seen = [0; 2];
    for log in logs(1, 3, json!({})) {
        for (at, step) in log.iter().enumerate().filter(|(_, step)| fires(step) && step.figure == Some(0)) {
            let chain = log[at + 1..].iter().take_while(|step| !fires(step) && step.clause != "CR-turn-1");
            let received = chain.filter(|step| tests(step, "received fire")).count();
            let hit = !step.text.contains("missed");
            let down = |who: u8| {
                let fell = log[..at].iter().rposition(|step| step.target == Some(who) && step.text == "stunned");
                let up =
                    log[..at].iter().rposition(|step| step.figure == Some(who) && step.text == "is no longer stunned");
                fell.is_some() && fell > up
            };
            if hit {
                assert_eq!(received, 0, "CR-fire-6: {log:?}");
            } else if !(1..4).all(down) && !down(step.target.expect("a target")) {
                assert!(received > 0, "CR-fire-6: {log:?}");
            }
            seen[usize::from(hit)] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 10), "{seen:?}");
}

/// CR-focus-2: a group that sees two enemy groups tests Focus, one that sees a single group does not.
#[test]
fn cr_focus_2_several_groups() {
    let focus = |more: Value| count(&logs(2, 2, more), |step| tests(step, "focus"));
    assert_eq!(focus(json!({})), 0);
    assert!(focus(json!({ "red": { "far": { "rep": 3 } } })) > 50);
}

/// Two groups of a side, one of Rep 3 and one of Rep 5, against somebody whose pistol does not reach them.
fn two_groups() -> Vec<Vec<Step>> {
    let setup = json!({
        "field": { "range": 24 },
        "blue": { "a": { "rep": 3 }, "b": { "rep": 5 } },
        "red": { "far": { "rep": 4, "count": 4, "weapon": "pistol" } },
        "turn_limit": 1,
    });
    (0..200)
        .map(|engagement| chain_reaction::play_out(&setup, None, 3, engagement, &mut Drill).expect("a fight").1)
        .collect()
}

/// CR-act-1, CR-act-2.
#[test]
fn cr_act_2_the_group_of_the_highest_rep_acts_first() {
    let mut both = 0;
    for log in two_groups().iter().filter(|log| log.iter().any(|step| step.text.ends_with("blue first"))) {
        let first = |me: u8| log.iter().position(|step| fires(step) && step.figure == Some(me));
        if let (Some(low), Some(high)) = (first(0), first(1)) {
            assert!(high < low, "Rep 5 acts before Rep 3");
            both += 1;
        }
    }
    assert!(both > 5, "{both}");
}

/// CR-status-focus: a group that loses its focus tests for it again.
#[test]
fn cr_status_focus_is_tested_for_again() {
    let more = json!({ "blue": { "boss": { "rep": 6 } }, "red": { "far": { "rep": 3, "count": 3, "cover": true } } });
    // Blue's four come first, then red's: one of red has lost its focus, and red tested for one before and after.
    let red = |step: &Step| step.figure.is_some_and(|figure| figure >= 4);
    let again = |log: &Vec<Step>| {
        let lost = log.iter().position(|step| red(step) && step.text.ends_with("halt and lose focus"));
        let focuses = |part: &[Step]| part.iter().any(|step| red(step) && tests(step, "focus"));
        lost.is_some_and(|lost| focuses(&log[..lost]) && focuses(&log[lost..]))
    };
    assert!(logs(3, 3, more).iter().any(again));
}

/// CR-turn-4: the scenario's limit alone ends what nobody wins.
#[test]
fn cr_turn_4_no_limit_but_the_scenarios() {
    let setup = |turns: u16| {
        json!({
            "field": { "range": 24 },
            "blue": { "a": { "rep": 4, "weapon": "pistol" } },
            "red": { "b": { "rep": 4, "weapon": "pistol" } },
            "turn_limit": turns,
        })
    };
    for turns in [1, 7, 1000] {
        let (outcome, _) = chain_reaction::play_out(&setup(turns), None, 3, 0, &mut Drill).expect("a fight");
        assert_eq!((outcome.ending, outcome.turns), (3, turns));
    }
}
