//! How the automatic player chooses: by the keys of its doctrine.

pub(crate) mod ahead;
mod aiming;
mod ground;

use cqb::play_out;
use cqb::player::ByDoctrine;
use engage::Step;
use serde_json::{Value, json};
use testkit::setup::merge;

use crate::play::{battle, ending, outcomes, scenario, transcripts};

/// A fight without luck: no jokers, every shot of blue's hits and strikes `place`, and every shot of red's, aimed at the
/// head, misses. Blue acts first and fires one shot a turn from a rifle; nothing is ever left to the cards.
fn certain(place: &str, more: Value) -> Value {
    let mut fight = scenario(json!({
        "blue": { "team": { "weapon": "battle rifle", "rate": 1 } },
        "red": { "gunman": { "aim_at": "head" } },
        "rules": {
            "order": "blue_first",
            "jokers": { "average": 0 },
            "to_hit_base": 0,
            "named": { "head": 20 },
            "location": vec![place; 13],
        },
        "turn_limit": 12,
    }));
    merge(&mut fight, more);
    fight
}

/// What happens in a fight: a line for each step with its turn, who acts and what comes of it.
#[track_caller]
fn log(scenario: &Value) -> Vec<String> {
    let battle = battle(scenario);
    let figures = battle.figures();
    let (_, steps) = battle.replay(1, 0);
    let line = |step: &engage::Step| {
        let who = step.figure.map_or("-", |figure| figures[usize::from(figure)].name.as_str());
        format!("{} {who}: {}", step.turn, step.text)
    };
    steps.iter().map(line).collect()
}

/// Closing in from 20" to 8": four turns of crawling, two of walking, one Fast.
#[test]
fn it_closes_in_as_fast_as_it_is_told() {
    let turns = |pace: &str| {
        let close = json!({ "blue": { "team": { "close_to": 8, "pace": pace } }, "field": { "range": 20 } });
        log(&certain("head", close)).iter().filter(|line| line.contains("team: moves")).count()
    };
    assert_eq!([turns("crawl"), turns("normal"), turns("fast")], [4, 2, 1]);
}

/// A figure that closes in fires as well only if the option allows it, and never in the turn of a Fast move.
#[test]
fn it_fires_on_the_way_only_where_it_may() {
    let closing = |option: &str| {
        let close = json!({ "blue": { "team": { "close_to": 3 } }, "field": { "range": 10 }, "rules": { "move_and_fire": option } });
        log(&certain("leg", close))
    };
    assert_eq!(closing("no")[..3], ["1 team: moves up to 6\"", "1 gunman: shot 1: misses", "1 gunman: shot 2: misses"]);
    let both = [
        "1 team: moves up to 6\"",
        "1 team: shot 1: hit in the leg, out of action and knocked down",
        "1 gunman: gets up",
    ];
    assert_eq!(closing("up_to_normal")[..3], both);
    // Nobody fires in the turn of a Fast move.
    let fast = json!({ "blue": { "team": { "close_to": 3, "pace": "fast" } }, "field": { "range": 15 }, "rules": { "move_and_fire": "up_to_normal" } });
    let lines = log(&certain("leg", fast));
    assert!(lines[0] == "1 team: moves more than 6\"" && lines[1].starts_with("1 gunman"), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with("2 team: shot 1: hit")),
        "then the ban bites in that turn alone: {lines:#?}"
    );
}

/// With `hold_until` a figure stays on Hold until an enemy is near enough.
#[test]
fn it_holds_until_an_enemy_is_near() {
    let hold = json!({ "red": { "gunman": { "aim_at": "none", "weapon": "battle rifle", "hold_until": 7, "interrupt": "never" } }, "blue": { "team": { "close_to": 3 } }, "field": { "range": 13 } });
    let lines = log(&certain("head", hold));
    let expected = ["1 team: moves up to 6\"", "1 gunman: shot 1: hit in the head, incapacitated"];
    assert_eq!(lines, expected, "13\" - 6\" = 7\" is near enough");
    let hold = json!({ "red": { "gunman": { "aim_at": "none", "hold_until": 6, "interrupt": "never" } }, "blue": { "team": { "close_to": 3 } }, "field": { "range": 13 } });
    assert_eq!(log(&certain("head", hold))[..2], ["1 team: moves up to 6\"", "1 gunman: is on Hold"]);
}

/// What to interrupt is the doctrine's choice: every action, fire alone, or nothing.
#[test]
fn it_interrupts_what_its_doctrine_says() {
    let clauses = |interrupt: &str| -> Vec<(bool, String)> {
        let hold = json!({
            "blue": { "team": { "doctrine": "hold", "interrupt": interrupt } },
            "red": {
                "gunman": { "doctrine": "close" },
                "stander": { "ability": "novice", "weapon": "pistol", "doctrine": "snap" },
            },
            "field": { "range": 24 },
        });
        let all = transcripts(hold, 200);
        let tries = |steps: &[Step]| -> Vec<(bool, String)> {
            let failed = |step: &Step| step.clause == "CQB-3d" && !step.text.starts_with("interrupts");
            let tries = steps.iter().enumerate().filter(|(_, step)| failed(step));
            let action = |(at, tried): (usize, &Step)| {
                // Of several who act simultaneously another may act first.
                let next = steps[at + 1..].iter().find(|step| step.figure == tried.target && step.clause != "CQB-3d");
                next.map(|step| (step.clause == "CQB-4a", step.text.clone()))
            };
            tries.filter_map(action).collect()
        };
        all.iter().flat_map(|steps| tries(steps)).collect()
    };
    assert!(clauses("never").is_empty());
    assert!(clauses("any").iter().any(|(moved, _)| *moved));
    assert!(!clauses("fire").is_empty() && clauses("fire").iter().all(|(moved, _)| !moved));
}

/// When no figure can reach the target number any more (CQB-5.2a), the fight is over.
#[test]
fn a_fight_in_which_it_has_no_hope_is_a_stalemate() {
    let fight = |aim_at: &str, base: i32| {
        let side = json!({ "ability": "novice", "aim_at": aim_at });
        let more = json!({ "blue": { "team": side }, "red": { "gunman": side }, "rules": { "to_hit_base": base } });
        outcomes(&*battle(&scenario(more)), 1, 1)[0]
    };
    assert_eq!((ending(&fight("none", 11)), fight("none", 11).turns), ("stalemate", 0));
    assert_ne!(ending(&fight("none", 10)), "stalemate");
    assert_eq!(ending(&fight("torso", 11)), "stalemate", "12 is two above the ten");
    assert_ne!(fight("torso", 10).turns, 0, "11 can miss by one");
}

/// CQB-5.3.5a: recoil over a series of turns makes no stalemate, because a jam ends the series: at 9 a Novice with a leg out
/// hits with the first shot of a series, and with no other.
#[test]
fn a_series_of_shots_is_no_stalemate() {
    let side = json!({ "ability": "novice", "weapon": "battle rifle", "rate": 1, "aim_at": "none" });
    let rules = json!({ "to_hit_base": 9, "single_recoil": "series", "location": vec!["leg"; 13] });
    let more = json!({ "blue": { "team": side }, "red": { "gunman": side }, "rules": rules });
    let outcomes = outcomes(&*battle(&scenario(more)), 1, 500);
    assert!(outcomes.iter().all(|outcome| ending(outcome) != "stalemate"));
}

/// A figure that fires only aimed shots does not fire in the turn of a move, simultaneous or not (CQB-5.3.2a, CQB-3a).
#[test]
fn an_aimer_does_not_move_and_fire() {
    for order in ["blue_first", "simultaneous", "reaction"] {
        let closer = json!({ "weapon": "battle rifle", "aim": "always", "close_to": 24, "pace": "crawl" });
        let fight = json!({
            "blue": { "team": closer },
            "red": { "gunman": { "weapon": "battle rifle", "aim_at": "none" } },
            "field": { "range": 30 },
            "rules": { "order": order, "move_and_fire": "up_to_normal", "aim_cost": "free" },
        });
        let (mut moves, mut shots) = (0, 0);
        for steps in transcripts(fight, 300) {
            let turns = |shot: bool| {
                let mine = steps.iter().filter(|step| step.figure == Some(0));
                let wanted =
                    mine.filter(move |step| if shot { step.target_number.is_some() } else { step.clause == "CQB-4a" });
                wanted.map(|step| step.turn).collect::<Vec<_>>()
            };
            assert!(turns(false).iter().all(|turn| !turns(true).contains(turn)), "{order}: {steps:#?}");
            moves += turns(false).len();
            shots += turns(true).len();
        }
        assert!(moves > 100 && shots > 100, "{order}: {moves} moves, {shots} shots");
    }
}

/// Whom to shoot at.
#[test]
fn targets_by_doctrine() {
    let targets = |choice: &str| {
        let more = json!({
            "blue": { "team": { "target": choice, "aim_at": "head", "count": 1 } },
            "red": { "gunman": { "count": 3 }, "zealot": { "ability": "elite", "weapon": "pistol", "doctrine": "snap", "aim_at": "head" } },
            "turn_limit": 20,
        });
        let mut fight = certain("leg", more);
        fight["rules"]["named"]["head"] = json!(20);
        fight["red"]["zealot"]["aim_at"] = json!("none");
        fight["rules"]["order"] = json!("blue_first");
        let steps = battle(&fight).replay(1, 0).1;
        let mut targets: Vec<u8> =
            steps.iter().filter(|step| step.figure == Some(0)).filter_map(|step| step.target).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    };
    assert_eq!(targets("dangerous"), [4]);
    assert_eq!(targets("focus"), [1]);
    assert_eq!(targets("nearest").len(), 1);
}

/// What is prepared for doctrines that never move or hold changes nothing: the same player gives the same steps without it.
#[test]
fn what_is_prepared_for_doctrines_changes_nothing() {
    for doctrine in ["stand", "snap", "aim", "close", "hold"] {
        for weapon in ["pistol", "smg", "battle rifle", "rifle", "sniper rifle", "shotgun"] {
            for rules in [
                json!({}),
                json!({ "single_recoil": "series", "aim_cost": "free", "one_arm_long_gun": "barred" }),
                json!({ "order": "simultaneous", "move_and_fire": "up_to_normal", "recoil_count": "burst" }),
            ] {
                let blue =
                    json!({ "doctrine": doctrine, "weapon": weapon, "count": 2, "switch": true, "armour": ["soft"] });
                let fight =
                    scenario(json!({ "blue": { "team": blue }, "red": { "gunman": { "count": 2 } }, "rules": rules }));
                let prepared = battle(&fight);
                for engagement in 0..8 {
                    let plain = play_out(&fight, None, 1, engagement, &mut ByDoctrine).expect("a battle");
                    assert_eq!(prepared.replay(1, engagement), plain, "{fight}");
                }
            }
        }
    }
}
