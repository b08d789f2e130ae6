//! FT-gen, FT-scale, FT-gap: distances, figures, forces, sight, and how an engagement ends.

use std::collections::BTreeMap;

use engage::Step;
use serde_json::{Value, json};

use super::{drawn, ending, every_hit, is_attack, log, log_on, odds, of, replayed, stands, transcripts, with};

/// A lane one square wide.
const LANE: &str = "
    ####################
    #b................r#
    ####################";

/// FT-gen-1: distances are in inches as printed, to a thousandth.
#[test]
fn ft_gen_1_distances_in_inches() {
    let hit = |range: f64| odds("hit", json!({ "range_in": range, "firer": { "weapon": "rifle" } }), "hit");
    assert_eq!((hit(12.0), hit(12.001)), (of(21, 36), of(15, 36)));
}

/// FT-scale-1: one figure is one man: he is hurt, lost and counted by himself.
#[test]
fn ft_scale_1_one_figure_one_man() {
    let more = json!({ "red": { "foe": { "count": 3 } }, "rules": every_hit(7, "dead") });
    let scenario = super::scenario(more);
    let battle = super::battle(&scenario);
    let names: Vec<&str> = battle.figures().iter().map(|figure| figure.name.as_str()).collect();
    assert_eq!(names, ["team", "foe 1", "foe 2", "foe 3"]);
    let (outcome, _) = super::played(None, scenario, 0);
    assert_eq!((outcome.measures[1], outcome.turns), (3, 3), "a shot each");
}

/// FT-scale-3: a square of a map is an inch, so 18 squares are 18" and 100 yards; from the middle of one to that of the other.
#[test]
fn ft_scale_3_inches_on_a_map() {
    let steps = replayed(Some(LANE), json!({ "blue": { "team": { "weapon": "rifle" } }, "turn_limit": 1 })).1;
    let shot = steps.iter().find(|step| is_attack(step)).expect("a shot");
    assert_eq!(shot.modifiers[0].name, "table at 17\"");
}

/// FT-gap-1: nobody enters an enemy's place; those who stand side by side fire at each other.
#[test]
fn ft_gap_1_no_hand_to_hand() {
    let more = json!({
        "blue": { "team": { "weapon": "wild", "does": ["rush red"] } }, "red": { "foe": { "does": ["rush blue"] } },
        "turn_limit": 12,
    });
    let mut beside = 0;
    for steps in transcripts(Some(LANE), more, 20) {
        let mut places = BTreeMap::new();
        for step in &steps {
            for (figure, cell) in stands(step) {
                places.insert(figure, cell);
                assert!(places.get(&0) != places.get(&1), "{step:?}");
            }
            let at_hand = is_attack(step) && step.modifiers[0].name == "table at 1\"";
            beside += usize::from(at_hand);
        }
    }
    assert!(beside > 20, "{beside}");
}

/// FT-gap-2: a squad fights to the last man, unless the scenario gives its side a breaking point.
#[test]
fn ft_gap_2_breaking_points() {
    let lost = |field: Value| {
        let more = json!({ "red": { "foe": { "count": 4 } }, "field": field, "rules": every_hit(7, "dead") });
        let (outcome, _) = replayed(None, more);
        (ending(&outcome), outcome.measures[1])
    };
    assert_eq!(lost(json!({})), ("blue.win", 4));
    assert_eq!(lost(json!({ "red_breaks": 50 })), ("blue.win", 2));
    assert_eq!(lost(json!({ "red_breaks": 51 })), ("blue.win", 3), "rounded up");
    assert_eq!(lost(json!({ "red_breaks": 1 })), ("blue.win", 1));
    assert_eq!(lost(json!({ "blue_breaks": 1 })), ("blue.win", 4), "that is the other side's");
}

/// FT-gap-3: a side with nobody in action has lost; the turn limit is a draw; a mission on a map is won by holding its place.
#[test]
fn ft_gap_3_how_it_ends() {
    let end = |more: Value| ending(&replayed(None, more).0);
    assert_eq!(end(json!({ "rules": every_hit(7, "dead") })), "blue.win");
    assert_eq!(
        end(
            json!({ "blue": { "team": { "weapon": "wild" } }, "red": { "foe": { "weapon": "sure" } }, "rules": every_hit(7, "dead") })
        ),
        "red.win"
    );
    assert_eq!(end(json!({ "blue": { "team": { "weapon": "wild" } } })), "turn_limit");
    let place = LANE.replace("#b.....", "#b...p.");
    let more = json!({
        "blue": { "team": { "weapon": "wild", "does": ["walk place"] } },
        "mission": { "objective": "hold", "at": "place", "turns": 2 }, "turn_limit": 20,
    });
    let (outcome, steps) = replayed(Some(&place), more);
    assert_eq!((ending(&outcome), outcome.turns), ("blue.win", 3));
    assert_eq!(steps[0].text, "everybody takes up a place");
    let both = json!({
        "blue": { "team": { "offensive_grenades": 1, "does": ["throw"], "weapon": "wild" } },
        "red": { "foe": { "count": 2 } },
        "rules": { "primary": { "standing_or_rushing": vec!["dead"; 6] } },
    });
    let close = "
        ##########
        #..b.....#
        #..rr....#
        ##########";
    assert_eq!(ending(&replayed(Some(close), both).0), "both_out");
}

/// FT-gap-4: a squad has one leader, its first man; `led_by` puts others under him.
#[test]
fn ft_gap_4_leaders_come_first() {
    let leaders = |led: bool| {
        let men = |led_by: Option<&str>| json!({ "weapon": "wild", "posture": "prone", "led_by": led_by });
        let gun = json!({ "weapon": "sure_gun", "posture": "prone" });
        let more = json!({
            "blue": { "team": gun }, "red": { "foe": { "count": 2 }, "more": men(led.then_some("foe")) },
            "field": { "spacing": 1 }, "rules": every_hit(0, "dead"), "turn_limit": 1,
        });
        let steps = replayed(None, more).1;
        let throws = steps.iter().filter(|step| step.clause.starts_with("FT-unpin"));
        throws.map(|step| (step.figure, step.target)).collect::<Vec<_>>()
    };
    assert_eq!(leaders(true), [(Some(2), Some(1)), (Some(3), Some(1)), (Some(1), None)]);
    assert_eq!(leaders(false), [(Some(2), Some(1)), (Some(1), None), (Some(3), None)]);
    let refused = |squad: Value| {
        let scenario = super::scenario(json!({ "red": { "more": with(json!({ "weapon": "rifle" }), squad) } }));
        let problems = (fireteam::RULESET.compile)(&scenario, None).err().unwrap_or_default();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        refused(json!({ "led_by": "more" })),
        "red.more.led_by: a squad cannot be led by itself, expected another one"
    );
    assert!(refused(json!({ "led_by": "nobody" })).contains("has no squad `nobody`, expected"));
    assert!(refused(json!({ "weapon": "bow" })).starts_with("red.more.weapon: unknown weapon `bow`"));
}

/// FT-gap-5: one sees along a straight line that nothing solid blocks; others do not block it.
#[test]
fn ft_gap_5_sight() {
    let shots = |drawing: &str, more: Value| {
        log_on(drawing, with(json!({ "turn_limit": 1 }), more)).iter().filter(|line| line.contains("shot: ")).count()
    };
    assert_eq!(shots(LANE, json!({})), 2);
    let wall = "
        ####################
        #b.......#........r#
        #........#.........#
        #..................#
        ####################";
    assert_eq!(shots(wall, json!({})), 0);
    let file = LANE.replace("#b..", "#bb.");
    assert_eq!(shots(&file, json!({ "blue": { "team": { "count": 2 } }, "rules": every_hit(0, "dead") })), 3);
}

/// FT-save-6: cover on a map: hard cover right before a man protects him, rubble covers who is in it, bushes conceal.
#[test]
fn ft_save_6_cover_on_a_map() {
    let saved_on = |drawing: &str, at: &str| {
        let foe = json!({ "at": at });
        let lines = log_on(
            drawing,
            json!({ "red": { "foe": foe }, "rules": { "effect": vec!["nothing"; 6] }, "turn_limit": 1 }),
        );
        let shot = lines.iter().find(|line| line.contains("0: shot"))?;
        Some(shot.split("saved on ").nth(1)?[..2].to_owned())
    };
    let there =
        |symbols: &str| LANE.replace("................r#", &format!("{}{symbols}#", ".".repeat(17 - symbols.len())));
    assert_eq!(saved_on(&there("r"), "red").as_deref(), Some("5+"));
    assert_eq!(saved_on(&there("_r"), "red").as_deref(), Some("2+"));
    assert_eq!(saved_on(&there("_.r"), "red").as_deref(), Some("5+"), "not right before him");
    assert_eq!(saved_on(&there("j"), "rubble").as_deref(), Some("2+"));
    // A man who is wholly concealed is no target until he fires or is seen to go there.
    assert_eq!(saved_on(&there("i"), "bush"), None);
    let fires_first = json!({ "red": { "foe": { "at": "bush" } }, "field": { "first_move": "red" }, "rules": { "effect": vec!["nothing"; 6] }, "turn_limit": 1 });
    let lines = log_on(&there("i"), fires_first);
    assert!(lines.iter().any(|line| line.contains("0: shot") && line.contains("saved on 4+")), "{lines:#?}");
    // Red walks into the bush before blue's eyes.
    let goes_there = json!({
        "red": { "foe": { "does": ["walk bush"] } }, "field": { "first_move": "red" },
        "rules": { "effect": vec!["nothing"; 6] }, "turn_limit": 1,
    });
    let lines = log_on(&there("i.r"), goes_there);
    assert!(lines.iter().any(|line| line.contains("0: shot") && line.contains("saved on 3+")), "{lines:#?}");
    let facts = |facts: Value| {
        let lines = log(json!({ "red": { "foe": facts }, "rules": { "effect": vec!["nothing"; 6] }, "turn_limit": 1 }));
        lines[1].split("saved on ").nth(1).map(|rest| rest[..2].to_owned()).unwrap_or_default()
    };
    assert_eq!([facts(json!({ "hard_cover": true })), facts(json!({ "concealed": true }))], ["2+", "4+"]);
}

/// FT-gap-7: all-round sight and fire: a man between two enemies fires at either.
#[test]
fn ft_gap_7_no_facing() {
    let lane = LANE.replace("#b........", "#r......b.");
    let more = json!({ "red": { "foe": { "count": 2 } }, "rules": every_hit(7, "dead") });
    let (outcome, steps) = replayed(Some(&lane), more);
    assert_eq!((ending(&outcome), outcome.turns), ("blue.win", 2), "{steps:#?}");
}

/// The side in wait moves first in the first pair; later pairs are rolled for (FT-seq-2).
#[test]
fn ft_seq_2_an_ambush() {
    let more = json!({
        "blue": { "team": { "weapon": "wild" } },
        "field": { "first_move": "rolled", "ambush": "red" }, "turn_limit": 2,
    });
    let first = |steps: &[Step]| {
        let turns = steps.iter().filter(|step| step.clause == "FT-seq-1");
        turns.map(|step| step.text.clone()).step_by(2).collect::<Vec<_>>()
    };
    let all: Vec<_> = transcripts(Some(LANE), more, 30).iter().map(|steps| first(steps)).collect();
    assert!(all.iter().all(|first| first[0] == "red's turn"));
    assert!(all.iter().any(|first| first[1] == "blue's turn"));
    assert_eq!(drawn(LANE).plan.cells(), 18);
}
