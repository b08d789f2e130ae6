//! What the three missions have in common (GGG-mis), and prisoners.

use field::Facing;
use go_go_go::Script;
use go_go_go::action::Action;
use go_go_go::figure::Pace;
use go_go_go::grenade::Grenade;
use serde_json::{Value, json};

use super::{Assault, Told, always, answers, deadly, duel, gunner, needs, odds, of, open, play, spotting, walks, with};

/// Which side wins by the events of a turn.
fn result(mission: &str, facts: Value, options: Value) -> &'static str {
    let p = json!({ "mission": mission, "facts": facts, "options": options });
    let outcomes = ["ct_win", "t_win", "draw", "goes_on"];
    outcomes.into_iter().find(|outcome| odds("mission_result", &p, outcome) == of(1, 1)).expect("one of them")
}

/// A room in which two sides face each other.
fn room() -> String {
    open(13, 40, &[(5, 2, 'b'), (6, 2, 'b'), (6, 20, 'r')])
}

/// Three missions, each with thirty turns and endings of its own; nothing else is a mission of this rulebook.
#[test]
fn ggg_mis_1_three_missions() {
    let rules: Value = (go_go_go::RULESET.rules)();
    assert_eq!(rules["time"], 30);
    let room = open(13, 40, &[(5, 2, 'b'), (6, 20, 'r'), (8, 8, 'x')]);
    let problems = |more: Value| -> Vec<String> {
        let refused = Assault::new(&room, more).compiles().err().unwrap_or_default();
        refused.iter().map(ToString::to_string).collect()
    };
    let none = Vec::<String>::new();
    assert_eq!(problems(json!({})), none);
    assert_eq!(problems(json!({ "mission": { "objective": "rescue", "at": null }, "field": { "hostages": 1 } })), none);
    assert_eq!(problems(json!({ "mission": { "objective": "escort" }, "blue": { "team": { "vip": true } } })), none);
    for objective in ["eliminate", "search"] {
        let found = problems(json!({ "mission": { "objective": objective, "at": null } }));
        assert!(found[0].starts_with("mission.objective: "), "{found:?}");
    }
    let found = problems(json!({ "mission": { "turns": 20 } }));
    assert!(found[0].starts_with("mission.turns: "), "{found:?}");
    let found = problems(json!({ "mission": { "side": "red" } }));
    assert!(found[0].starts_with("mission.side: "), "{found:?}");
    // What ends one of them does not end another.
    assert_eq!(result("hostage", json!({ "turn": 9, "all_terrorists_down": true }), json!({})), "ct_win");
    assert_eq!(
        result("destruction", json!({ "turn": 9, "all_terrorists_down": true, "bomb": "planted" }), json!({})),
        "goes_on"
    );
    assert_eq!(result("assassination", json!({ "turn": 9, "vip": "dead" }), json!({})), "t_win");
}

/// The first ending to occur ends the game: arrivals, then each step of fire, then the bomb, then the time.
#[test]
fn ggg_mis_2_the_first_ending_ends_the_game() {
    // An arrival comes before the fire of the turn.
    assert_eq!(
        result("assassination", json!({ "turn": 9, "vip": "escaped", "all_ct_hit": true }), json!({})),
        "ct_win"
    );
    assert_eq!(result("hostage", json!({ "turn": 9, "hostages_rescued": 4, "all_ct_hit": true }), json!({})), "ct_win");
    // Losses come before the bomb.
    assert_eq!(result("destruction", json!({ "turn": 12, "bomb": "defused", "all_ct_hit": true }), json!({})), "t_win");
    // Each step of fire is a moment of its own: who stands puts out all of red's before their mover could have fired.
    let near = open(13, 40, &[(6, 2, 'b'), (6, 20, 'r'), (6, 19, 'V')]);
    let steps = play(&near, deadly(), |script| duel(script).goes(1, Pace::Normal, "via two"));
    assert_eq!((steps.ending(), steps.outcome.turns), ("blue.terrorists_down", 1));
    assert_eq!(steps.shots(1).count(), 0, "it was over before his step");
    assert_eq!(steps.steps.last().map(|step| step.clause), Some("GGG-mis-1"), "and nothing follows");
}

/// The time counts only if nothing else has ended the game by then.
#[test]
fn ggg_mis_3_the_time_limit_comes_last() {
    assert_eq!(result("hostage", json!({ "turn": 30, "hostages_rescued": 4 }), json!({})), "ct_win");
    assert_eq!(result("hostage", json!({ "turn": 30, "hostages_rescued": 3 }), json!({})), "t_win");
    assert_eq!(result("hostage", json!({ "turn": 29, "hostages_rescued": 3 }), json!({})), "goes_on");
    assert_eq!(result("destruction", json!({ "turn": 30, "all_ct_hit": true }), json!({})), "t_win");
    let last = with(deadly(), json!({ "blue": { "team": { "weapon": "sniper" } } }));
    let holds = |script: Script| gunner(script).then(0, Action::HoldFire).then(0, Action::HoldFire);
    let at = |time: u16| {
        let steps = play(&room(), with(last.clone(), json!({ "rules": { "time": time } })), holds);
        (steps.ending(), steps.outcome.turns)
    };
    assert_eq!(at(4), ("blue.terrorists_down", 4), "in the last turn");
    assert_eq!(at(3), ("blue.no_explosion", 3));
}

/// Both fail at the same moment: a draw, or the side that the option names.
#[test]
fn ggg_mis_4_both_teams_fail() {
    let near = open(13, 40, &[(6, 2, 'b'), (6, 20, 'r')]);
    let ending = |both: &str| play(&near, with(deadly(), json!({ "rules": { "both_fail": both } })), duel).ending();
    assert_eq!(["draw", "ct", "terrorists"].map(ending), ["draw.both_failed", "blue.both_failed", "red.both_failed"]);
    let facts = json!({ "turn": 9, "hostage_killed_by": "both" });
    let asked = |both: &str| result("hostage", facts.clone(), json!({ "both_fail": both }));
    assert_eq!(["draw", "ct", "terrorists"].map(asked), ["draw", "ct_win", "t_win"]);
}

/// Every Counter-Terrorist has been hit, if only wounded; or every one is out.
#[test]
fn ggg_mis_5_all_counter_terrorists_killed_or_wounded() {
    let one = open(13, 40, &[(6, 2, 'b'), (6, 20, 'r')]);
    let lost = |when: &str| {
        let steps = play(&one, json!({ "rules": { "ct_lost_when": when, "fire": needs(-10) } }), answers);
        (steps.ending(), steps.outcome.turns, steps.outcome.measures[0])
    };
    assert_eq!(lost("all_hit"), ("red.ct_lost", 1, 0), "one wound");
    assert_eq!(lost("all_out"), ("turn_limit", 6, 0));
    // One who is unhurt is enough.
    let two = json!({ "blue": { "team": { "count": 2 } }, "rules": { "ct_lost_when": "all_hit", "fire": needs(-10) } });
    let fires = |script: Script| script.faces(2, Facing::WEST).always_fires(2, 0);
    assert_eq!(play(&room(), two.clone(), fires).ending(), "turn_limit");
    let then = |script: Script| script.fires(2, 0).fires(2, 1).faces(2, Facing::WEST);
    let steps = play(&room(), two, then);
    assert_eq!((steps.ending(), steps.outcome.turns), ("red.ct_lost", 2), "the other one as well");
    let facts = json!({ "turn": 7, "all_ct_hit": true });
    assert_eq!(
        ["all_hit", "all_out"].map(|when| result("hostage", facts.clone(), json!({ "ct_lost_when": when }))),
        ["t_win", "goes_on"]
    );
}

/// Harm done by anybody counts, as by a stun grenade that falls short and wounds its thrower; or only harm done by Terrorists.
#[test]
fn ggg_mis_5_whose_harm_counts() {
    let thrown = |by: &str, when: &str| {
        let rules = json!({ "stun": always(if when == "all_hit" { "wounded" } else { "out" }), "throw": 20, "ct_lost_when": when, "ct_loss_by": by, "both_fail": "draw" });
        let near = open(13, 40, &[(6, 12, 'b'), (6, 20, 'r')]);
        let more = json!({ "blue": { "team": { "grenades": ["stun"] } }, "rules": rules, "turn_limit": 4 });
        let throws = |script: Script| script.faces(0, Facing::EAST).throws(0, Grenade::Stun, "red");
        let hurt = |steps: &Told| steps.of("GGG-gren-12").any(|step| step.target == Some(0));
        let own: Vec<Told> = Assault::new(&near, more).plays(120, throws).filter(hurt).collect();
        assert!(own.len() > 4);
        own.iter().filter(|steps| ["red.ct_lost", "draw.both_failed"].contains(&steps.ending())).count() * 100
            / own.len()
    };
    assert_eq!((thrown("any", "all_hit"), thrown("terrorists", "all_hit")), (100, 0));
    assert_eq!((thrown("any", "all_out"), thrown("terrorists", "all_out")), (100, 0));
    // What Terrorists do counts either way.
    let shot = |by: &str| {
        let more = json!({ "blue": { "team": { "count": 2 } }, "rules": { "ct_loss_by": by }, "turn_limit": 9 });
        let fires = |script: Script| script.faces(2, Facing::WEST).always_fires(2, 0).always_fires(2, 1);
        play(&room(), with(deadly(), more), fires).ending()
    };
    assert_eq!(["any", "terrorists"].map(shot), ["red.ct_lost"; 2]);
}

/// Nobody is captured; or a stunned Terrorist within an inch of a Counter-Terrorist whom no comrade sees.
#[test]
fn ggg_mis_6_prisoners() {
    let captured = |option: Value, comrade: Option<Facing>| {
        let mut marks = vec![(6, 2, 'B'), (2, 8, 'b'), (6, 26, 'r'), (6, 25, 'v')];
        marks.extend(comrade.map(|_| (6, 34, 'R')));
        let two = json!({ "two": { "at": "red two" } });
        let rules = json!({ "throw": -10, "stun": always("stunned"), "radius": 2, "stun_turns": 9 });
        let more = json!({
            "blue": { "team": { "grenades": ["stun"] }, "two": { "at": "blue two" } },
            "red": if comrade.is_some() { two } else { json!({}) }, "rules": with(rules, option), "turn_limit": 12,
        });
        let steps = play(&open(13, 40, &marks), more, |script| {
            let script = script.faces(0, Facing::EAST).throws(0, Grenade::Stun, "red");
            let script = walks(script, 1, Pace::Normal, "via");
            comrade.map_or(script.clone(), |facing| script.faces(3, facing))
        });
        // He comes right beside red, who is stunned and has not been taken before.
        assert_eq!(
            steps.of("GGG-gren-12").filter_map(|step| step.target).collect::<Vec<_>>(),
            [2],
            "{:#?}",
            steps.lines()
        );
        assert_eq!(steps.at(1, steps.outcome.turns.into()), (6, 25), "{:#?}", steps.lines());
        steps
    };
    let none = captured(json!({}), None);
    assert_eq!((none.of("GGG-mis-6").count(), none.ending()), (0, "turn_limit"), "{:#?}", none.lines());
    let steps = captured(json!({ "capture": "helpless" }), None);
    let taken = steps.of("GGG-mis-6").next().unwrap_or_else(|| panic!("a prisoner: {:#?}", steps.lines()));
    assert_eq!((taken.figure, taken.target), (Some(1), Some(2)));
    assert_eq!((steps.ending(), steps.outcome.measures[1]), ("blue.terrorists_down", 1), "all killed or captured");
    let (ct, t) = (steps.at(1, taken.turn), (6, 26));
    assert!(ct.0.abs_diff(t.0) + ct.1.abs_diff(t.1) <= 1, "within an inch: {ct:?}");
    // Not from an inch and more, and not in sight of a comrade.
    let far = captured(json!({ "capture": "helpless", "capture_within": 0 }), None);
    assert_eq!(far.of("GGG-mis-6").count(), 0);
    let watched = captured(json!({ "capture": "helpless" }), Some(Facing::WEST));
    assert_eq!(watched.of("GGG-mis-6").filter(|step| step.target == Some(2)).count(), 0, "{:#?}", watched.lines());
    // A comrade to whose side the Counter-Terrorist is sees him if he spots him.
    for (need, count) in [(-10, 0), (20, 1)] {
        let rules = json!({ "capture": "helpless", "spotting": spotting(need) });
        let beside = captured(rules, Some(Facing::NORTH));
        assert_eq!(beside.of("GGG-mis-6").count(), count, "{need}: {:#?}", beside.lines());
    }
}
