//! Play in bands of range: the same between two breaks, another beyond each.

use rand_pcg::Pcg64;
use serde_json::json;
use testkit::bands::Seen;

use crate::play::{any_scenario, fight};

#[test]
fn play_is_the_same_between_two_breaks() {
    let mut rng = Pcg64::new(36, 5);
    let mut seen = Seen::default();
    for _ in 0..60 {
        seen.hold(&fireteam::RULESET, &any_scenario(&mut rng, false));
    }
    // Duels, which are solved.
    for weapon in ["smg", "rifle", "assault_rifle"] {
        let armed = json!({ "blue": { "team": { "weapon": weapon } }, "turn_limit": 6 });
        seen.hold(&fireteam::RULESET, &fight(1, 1, armed));
    }
    assert_eq!(seen.idle(), [""; 0]);
    for column in ["6", "12", "24", "36", "48", "108"] {
        assert!(seen.at_work().iter().any(|one| one == column), "{column}: {:?}", seen.at_work());
    }
}

/// How far a pinned man's double six reaches is a break of its own, where somebody can be pinned.
#[test]
fn the_reach_of_a_double_six_is_a_break() {
    let rules = json!({ "rules": { "double_six_reach": 17 } });
    let battle = crate::play::battle(&fight(1, 1, rules));
    let breaks = battle.breaks("field.range").expect("bands");
    assert!(breaks.iter().any(|one| one.to_string() == "17"), "{breaks:?}");
    assert_eq!(battle.breaks("field.spacing"), None);
}
