//! Players who look ahead.

use serde_json::json;
use testkit::setup::with;

use crate::clauses::compiled;
use crate::player::played;

/// Ordered to hold, blue never takes the place beside it; who looks ahead sees that one move does.
#[test]
fn who_looks_ahead_leaves_a_doctrine_that_fails() {
    let yard = "
        ########################
        #b..pp................r#
        #...pp.................#
        ########################";
    let with_player = |player: &str| {
        let blue = json!({ "orders": "hold", "player": player, "playouts": 16 });
        let mission = json!({ "objective": "hold", "side": "blue", "at": "place", "turns": 1 });
        let rules = json!({ "rules": crate::clauses::every_hit(2, "dead") });
        let more = json!({ "blue": { "team": blue }, "mission": mission, "turn_limit": 8 });
        played(Some(yard), with(with(json!({ "red": { "foe": { "weapon": "wild" } } }), rules), more), 0)
    };
    let (ordinary, steps) = with_player("standard");
    assert!(
        !steps.iter().any(|step| step.verb == "looks_ahead") && ordinary.turns == 8,
        "{ordinary:?} {:?}",
        steps.iter().map(|step| &step.text).collect::<Vec<_>>()
    );
    let (ahead, steps) = with_player("ahead");
    let says = steps.iter().find(|step| step.verb == "looks_ahead").map_or("", |step| &step.text);
    assert!(
        says.contains("orders walk succeeds in") || says.contains("orders rush succeeds in"),
        "{:?}",
        steps.iter().map(|step| &step.text).collect::<Vec<_>>()
    );
    assert!(ahead.turns < 8, "{ahead:?}");
}

/// Equal states merge on open ground, where nobody plans.
#[test]
fn nobody_looks_ahead_in_the_open() {
    let refused = super::keys::mistake(false, "player", json!("ahead"));
    assert_eq!(refused, "blue.team.player: `ahead` needs ground: set `field.map`");
}

/// Where he keeps his own doctrine throughout, the engagement is the one without looking ahead, to the last die.
#[test]
fn looking_ahead_draws_no_luck_of_the_engagement() {
    let farm = crate::play::farm();
    let attack = with(crate::play::attack_on_the_farm(), json!({ "turn_limit": 3 }));
    let ahead = json!({ "red": { "rifles": { "player": "ahead", "playouts": 8 } } });
    let [ordinary, ahead] = [attack.clone(), with(attack, ahead)].map(|fight| compiled(&fight, Some(&farm)));
    let mut kept = 0;
    for engagement in 0..20 {
        let (outcome, steps) = ahead.replay(3, engagement);
        if !steps.iter().any(|step| step.verb == "looks_ahead") {
            assert_eq!((outcome, steps), ordinary.replay(3, engagement));
            kept += 1;
        }
    }
    assert!(kept > 0, "the doctrine is never kept");
}
