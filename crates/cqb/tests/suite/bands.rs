//! Play in bands of range: the same between two breaks, another beyond each.

use rand_pcg::Pcg64;
use serde_json::json;
use testkit::bands::Seen;

use crate::conservation::any_scenario;

#[test]
fn play_is_the_same_between_two_breaks() {
    let mut rng = Pcg64::new(36, 5);
    let mut seen = Seen::default();
    for _ in 0..40 {
        seen.hold(&cqb::RULESET, &any_scenario(&mut rng));
    }
    // Duels, which are solved.
    for (weapon, ability) in [("pistol", "novice"), ("rifle", "elite"), ("smg", "veteran")] {
        let one = json!({ "ability": ability, "weapon": weapon });
        seen.hold(&cqb::RULESET, &json!({ "blue": { "one": one }, "red": { "other": one }, "turn_limit": 20 }));
    }
    assert_eq!(seen.idle(), [""; 0]);
    for table in ["3", "6", "12", "24", "48", "96"] {
        assert!(seen.at_work().iter().any(|one| one == table), "{table}: {:?}", seen.at_work());
    }
}

/// Closing in makes every inch count, from the distance where it begins, until the figure can no longer come within
/// reach in time.
#[test]
fn nobody_knows_bands_for_those_who_close_in() {
    let closing = json!({ "ability": "novice", "weapon": "smg", "close_to": 8 });
    let standing = json!({ "ability": "novice", "weapon": "smg" });
    let setup = json!({ "blue": { "one": closing }, "red": { "other": standing }, "turn_limit": 20 });
    let battle = (cqb::RULESET.compile)(&setup, None).expect("a battle");
    let breaks = battle.breaks("field.range").expect("bands");
    // The farthest reach, and twenty moves of six inches.
    assert_eq!((breaks.end(), breaks.again()), (Some(8.0), Some(384.0 + 120.0)));
    assert_eq!(breaks.iter().map(|one| one.to_string()).collect::<Vec<_>>(), ["3", "6"]);
    assert_eq!(battle.breaks("field.spacing"), None);
}

/// The table's own last band says how it goes on.
#[test]
fn bands_beyond_the_table() {
    let one = json!({ "ability": "elite", "weapon": "pistol" });
    let of = |long_range: &str| {
        let rules = json!({ "long_range": long_range });
        let setup = json!({ "blue": { "one": one }, "red": { "other": one }, "rules": rules, "turn_limit": 20 });
        let battle = (cqb::RULESET.compile)(&setup, None).expect("a battle");
        battle.breaks("field.range").expect("bands").iter().map(|one| one.to_string()).collect::<Vec<_>>()
    };
    let doubled: Vec<u32> = (0..7).map(|step| 96 << step).collect();
    let stepped: Vec<u32> = (0..30).map(|step| 96 + 48 * step).collect();
    for (long_range, beyond) in [("doubling", doubled), ("linear48", stepped)] {
        let breaks = of(long_range);
        assert_eq!(breaks[..5], ["3", "6", "12", "24", "48"]);
        let beyond: Vec<String> = beyond.iter().take(breaks.len() - 5).map(u32::to_string).collect();
        assert_eq!(breaks[5..], beyond);
        // As far as anybody hits, and no farther.
        assert!((6..30).contains(&breaks.len()), "{breaks:?}");
    }
}
