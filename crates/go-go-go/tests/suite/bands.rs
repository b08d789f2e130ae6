//! Play in bands of range: the same between two breaks, another beyond each.

use serde_json::{Value, json};
use testkit::bands::Seen;

fn setup(blue: &Value, red: &Value, rules: &Value) -> Value {
    json!({ "rules": rules, "blue": { "team": blue }, "red": { "foe": red }, "turn_limit": 30, "field": {} })
}

#[test]
fn play_is_the_same_between_two_breaks() {
    let figures = [
        json!({}),
        json!({ "pace": "normal" }),
        json!({ "pace": "stealthy", "count": 2 }),
        json!({ "hiding": true, "sees": "roll" }),
        json!({ "weapon": "sniper", "aim": 1 }),
    ];
    for (gap, last) in [("long", "5"), ("short", "6"), ("nearest", "5.5")] {
        let mut seen = Seen::default();
        for blue in &figures {
            // Only blue has sniper rifles.
            for red in &figures[..4] {
                seen.hold(&go_go_go::RULESET, &setup(blue, red, &json!({ "range_gap": gap })));
            }
        }
        assert_eq!(seen.idle(), [""; 0]);
        assert_eq!(seen.at_work(), [last]);
    }
}

/// Where a scenario moves the bands, or leaves no gap between them, the break moves with them.
#[test]
fn the_break_is_the_rules_own() {
    let breaks = |rules: Value| {
        let battle = (go_go_go::RULESET.compile)(&setup(&json!({}), &json!({}), &rules), None).expect("a battle");
        assert_eq!(battle.breaks("rules.hearing"), None);
        let said = |one: engage::Break| (one.up_to(), one.from());
        battle.breaks("field.range").expect("bands").iter().map(said).collect::<Vec<_>>()
    };
    let of = |up_to: &str, from: &str| vec![(up_to.to_owned(), from.to_owned())];
    assert_eq!(breaks(json!({ "short_range": 8, "long_range": 8 })), of("8", "just beyond 8"));
    assert_eq!(breaks(json!({ "short_range": 8, "long_range": 20, "range_gap": "short" })), of("just below 20", "20"));
    let odd = json!({ "short_range": 5.0, "long_range": 5.001, "range_gap": "nearest" });
    assert_eq!(breaks(odd), of("5", "just beyond 5"));
}
