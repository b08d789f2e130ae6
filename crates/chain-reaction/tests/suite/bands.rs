//! Play in bands of range: the same between two breaks, another beyond each.

use serde_json::json;
use testkit::bands::Seen;

use crate::play::{battle, fight, fight_in_the_yard, fights};

#[test]
fn play_is_the_same_between_two_breaks() {
    let mut seen = Seen::default();
    for scenario in fights() {
        seen.hold(&chain_reaction::RULESET, &scenario);
    }
    let weapons = ["pistol", "shotgun", "submachine gun", "bolt action rifle", "assault rifle", "machine pistol"];
    for (place, one) in weapons.into_iter().enumerate() {
        for other in &weapons[place..] {
            let armed = json!({ "blue": { "team": { "weapon": one } }, "red": { "foe": { "weapon": other } } });
            seen.hold(&chain_reaction::RULESET, &fight(1, 1, armed));
        }
    }
    let marksman = json!({ "weapon": "bolt action rifle", "attributes": ["Marksman"] });
    let second = json!({ "weapon": "shotgun", "second": "assault rifle" });
    seen.hold(
        &chain_reaction::RULESET,
        &fight(1, 2, json!({ "blue": { "team": marksman }, "red": { "foe": second } })),
    );
    assert_eq!(seen.idle(), [""; 0]);
    assert_eq!(seen.at_work(), ["12", "24", "48", "60"]);
}

#[test]
fn maps_and_campaigns_have_no_bands() {
    assert_eq!(battle(&fight(1, 1, json!({}))).breaks("rules.normal_move"), None);
    let (map, scenario) = fight_in_the_yard();
    assert_eq!(crate::play::battle_on(&map, &scenario).breaks("field.range"), None);
}
