//! Squads that begin hurt: wounded (FT-eff-1), pinned (FT-pin-1), prone or on their feet (FT-move-4).

use serde_json::{Value, json};

use super::{every_hit, is_attack, log, log_on, played, replayed, scenario, told, with};

/// A lane in which both sides see each other.
const LANE: &str = "
    ########################
    #b....................r#
    #......................#
    ########################";

/// What red's man does in a first pair in which blue misses everybody.
fn red(drawing: Option<&str>, begins: Value) -> Vec<String> {
    let squad = with(json!({ "weapon": "wild" }), begins);
    let more = json!({
        "blue": { "team": { "weapon": "wild" } }, "red": { "foe": squad },
        "rules": { "wound_deduction": 2 }, "turn_limit": 1,
    });
    let steps = told(&replayed(drawing, more).1);
    steps.into_iter().filter_map(|line| Some(line.strip_prefix("1 1: ")?.to_owned())).collect()
}

/// FT-eff-1, FT-pin-1: a squad begins as it says, on open ground and on maps; nothing said, it begins unhurt.
#[test]
fn a_squad_begins_hurt() {
    for drawing in [None, Some(LANE)] {
        assert_eq!(red(drawing, json!({})), ["shot: missed"]);
        assert_eq!(red(drawing, json!({ "wounds": 0, "begins_pinned": false })), ["shot: missed"]);
        assert_eq!(red(drawing, json!({ "wounds": 1 })), ["shot: missed (2 off the dice)"]);
        let pinned = red(drawing, json!({ "begins_pinned": true }));
        assert!(pinned[0].ends_with("pinned (5 or less)"), "he throws at once, standing: {pinned:?}");
        let low = red(drawing, json!({ "begins_pinned": true, "begins": "prone", "wounds": 1 }));
        assert!(low[0].ends_with("pinned (2 or less)"), "prone: {low:?}");
        assert_eq!(low[1], "shot: missed (2 off the dice)");
    }
}

/// FT-eff-4, FT-move-10: who begins with a wound moves an inch and is out by a second one; the outcome counts him among the wounded
/// until then.
#[test]
fn a_wound_to_begin_with_is_the_first() {
    let walks = json!({ "red": { "foe": { "wounds": 1, "does": ["walk blue"] } }, "field": { "first_move": "red" } });
    assert!(log_on(LANE, walks).contains(&"1 1: moves 1\"".to_owned()));
    let shot = json!({ "red": { "foe": { "wounds": 1 } }, "rules": every_hit(7, "wounded") });
    let (outcome, steps) = replayed(None, shot);
    assert_eq!((outcome.turns, outcome.measures[1], outcome.measures[3]), (1, 1, 0), "{steps:#?}");
    let missed = json!({ "blue": { "team": { "weapon": "wild" } }, "red": { "foe": { "wounds": 1, "count": 2 } } });
    assert_eq!(replayed(None, missed).0.measures[..6], [0, 0, 0, 0, 0, 2]);
}

/// FT-pin-2, FT-pin-3, FT-pin-4: who begins pinned runs or stays, throws nothing and fires with 3 more until he is un-pinned.
#[test]
fn a_squad_begins_pinned_by_an_ambush() {
    // A worked example: a patrol of three is caught pinned, one of its men is wounded, and the ambush moves first.
    let patrol = json!({ "count": 2, "weapon": "rifle", "begins_pinned": true, "begins": "standing" });
    let hurt = json!({ "weapon": "rifle", "begins_pinned": true, "wounds": 1, "led_by": "foe", "begins": "prone" });
    let rules = json!({ "effect": vec!["nothing"; 6], "additions": { "pinned": 3, "pinned_in_hard_cover": 2 }, "wound_deduction": 2 });
    let fight = scenario(json!({
        "blue": { "team": { "weapon": "wild" } }, "red": { "foe": patrol, "hurt": hurt },
        "field": { "range": 24, "first_move": "blue" }, "rules": rules, "turn_limit": 1,
    }));
    let steps = (0..40).map(|engagement| played(None, fight.clone(), engagement).1);
    let (mut pinned, mut free) = (0, 0);
    for steps in steps {
        let throws: Vec<_> = steps.iter().filter(|step| step.clause.starts_with("FT-unpin")).collect();
        // The leader serves the others by his own factor, on his feet and still, and throws last.
        assert_eq!(throws.iter().map(|step| step.figure).collect::<Vec<_>>(), [Some(2), Some(3), Some(1)]);
        assert!(throws.iter().all(|step| step.text.ends_with("(5 or less)")), "{throws:#?}");
        for throw in throws {
            let still = throw.text.starts_with("stays");
            let shot = steps.iter().find(|step| step.figure == throw.figure && is_attack(step)).expect("a shot");
            assert_eq!(shot.target_number, Some(8 + if still { 3 } else { 0 }), "{shot:#?}");
            assert_eq!(shot.text.contains("(2 off the dice)"), throw.figure == Some(3));
            *(if still { &mut pinned } else { &mut free }) += 1;
        }
    }
    assert!(pinned > 8 && free > 60, "{pinned} {free}");
}

/// What is no such state is refused with the key, what was expected, and a right example; a seriously wounded man takes no part.
#[test]
fn what_nobody_begins_with_is_refused() {
    let refused = |squad: Value| {
        let mut fight = json!({
            "blue": { "team": { "weapon": "rifle" } }, "red": { "foe": { "weapon": "rifle" } }, "turn_limit": 1,
        });
        testkit::setup::merge(&mut fight, json!({ "red": { "foe": squad } }));
        let problems = (fireteam::RULESET.compile)(&fight, None).err().unwrap_or_default();
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(
        refused(json!({ "wounds": 2 })),
        "red.foe.wounds: invalid value: integer `2`, expected a whole number from 0 to 1"
    );
    assert!(refused(json!({ "wounds": -1 })).starts_with("red.foe.wounds: "));
    assert!(refused(json!({ "begins_pinned": "yes" })).starts_with("red.foe.begins_pinned: "));
    assert!(refused(json!({ "begins": "kneeling" })).contains("`standing`"));
    assert_eq!(refused(json!({ "wounds": 1, "begins_pinned": true, "begins": "prone" })), "");
}

/// FT-move-4: `begins` says how a squad is placed at the start, whatever its doctrine does later.
#[test]
fn a_squad_begins_prone_or_standing() {
    let saved_on = |begins: Value| {
        let more = json!({ "red": { "foe": begins }, "rules": { "effect": vec!["nothing"; 6] }, "turn_limit": 1 });
        let lines = log(more);
        lines.iter().find_map(|line| Some(line.split("saved on ").nth(1)?[..2].to_owned())).expect("a hit")
    };
    assert_eq!(saved_on(json!({ "begins": "prone" })), "2+");
    assert_eq!(saved_on(json!({ "begins": "standing", "posture": "prone" })), "5+");
    assert_eq!(saved_on(json!({ "posture": "prone" })), "2+");
}
