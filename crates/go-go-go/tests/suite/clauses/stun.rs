//! Stunned figures (GGG-stun).

use field::Facing;
use go_go_go::figure::{Man, Pace};
use go_go_go::grenade::{Blast, Grenade, after, stunned};
use serde_json::{Value, json};

use super::{always, gunner, odds, of, open, play, rules, with};

/// A kind of grenade and its word.
const KINDS: [(Grenade, &str); 2] = [(Grenade::He, "HE"), (Grenade::Stun, "stun")];

/// The turns in which blue fires with two less on the die, having been stunned in turn 2.
fn turns_stunned(grenade: &str, options: Value) -> Vec<u32> {
    let room = open(13, 60, &[(6, 2, 'b'), (6, 30, 'r')]);
    let rules = json!({ "throw": -10, "stun": always("stunned"), "he": always("stunned") });
    let more = json!({ "red": { "foe": { "grenades": [grenade] } }, "rules": with(rules, options), "turn_limit": 12 });
    let kind = KINDS.iter().find(|kind| kind.1 == grenade).expect("a kind").0;
    let steps = play(&room, more, |script| gunner(script).faces(1, Facing::WEST).stays(1, 1).throws(1, kind, "blue"));
    let aims = steps.aims(0);
    assert_eq!(aims.len(), 12, "he may act and fire all the same: {aims:?}");
    assert!(aims.iter().all(|&(_, number)| [3, 5].contains(&number)), "{aims:?}");
    aims.iter().filter(|&&(_, number)| number == 5).map(|&(turn, _)| turn).collect()
}

/// Two off every die, on top of wounds, however often; he acts, fires and throws.
#[test]
fn ggg_stun_1_stunned_figures() {
    assert_eq!(turns_stunned("stun", json!({})), [3, 4, 5]);
    let spot = json!({ "observer": { "stun_turns": 1 }, "target": {}, "angle_deg": 60 });
    assert_eq!(odds("spot", &spot, "spotted"), of(1, 3));
    let throw = json!({ "thrower": { "wounds": 1, "stun_turns": 3 } });
    assert_eq!(odds("grenade_throw", &throw, "on_target"), of(0, 1));
    let hit = json!({ "firer": { "stun_turns": 1 }, "target": {}, "range": 4 });
    assert_eq!(odds("hit", &hit, "hit"), of(1, 2));
    // Half speed: see GGG-move-3. A number of one's own in a scenario's rules.
    assert_eq!(rules(json!({ "penalties": { "stunned": 1 } })).penalties.stunned, 1);
}

/// Three turns for HE as for stun grenades, or one.
#[test]
fn ggg_stun_2_stunned_by_high_explosive() {
    assert_eq!(turns_stunned("HE", json!({})), [3, 4, 5]);
    assert_eq!(turns_stunned("HE", json!({ "he_stun_turns": 1 })), [3]);
    assert_eq!(turns_stunned("stun", json!({ "he_stun_turns": 1 })), [3, 4, 5]);
}

/// The rest of this turn and three full ones; or this turn is the first of the three.
#[test]
fn ggg_stun_3_how_long() {
    assert_eq!(turns_stunned("stun", json!({ "stun_clock": "this_turn" })), [3, 4]);
    assert_eq!(turns_stunned("stun", json!({ "stun_turns": 1 })), [3]);
}

/// The rest of this turn: a mover fires later in it.
#[test]
fn ggg_stun_3_the_rest_of_this_turn() {
    let lane = open(13, 60, &[(6, 2, 'b'), (6, 12, 'V'), (6, 40, 'r'), (6, 45, 'v')]);
    let fire = json!({ "stationary": { "short": 1, "long": 1 }, "moving": { "short": 1, "long": 1 } });
    let rules = json!({ "stun": always("stunned"), "fire": fire, "radius": 7, "throw": -10 });
    let more = json!({ "red": { "foe": { "grenades": ["stun"] } }, "rules": rules });
    let steps = play(&lane, more, |script| {
        let script = super::walks(gunner(script), 0, Pace::Normal, "via");
        script.faces(1, Facing::WEST).stays(1, 1).throws(1, Grenade::Stun, "via two")
    });
    assert_eq!(steps.aims(0), [(1, 1), (2, 3), (3, 3), (4, 3), (5, 3), (6, 1)]);
}

/// Stunned while stunned: the longer time holds, or the times add up.
#[test]
fn ggg_stun_4_stunned_again() {
    let (printed, extend) = (rules(json!({ "stun_repeat": "refresh" })), rules(json!({ "stun_repeat": "extend" })));
    assert_eq!([stunned(&printed, 2, 3), stunned(&printed, 9, 3)], [4, 9], "the longer one");
    assert_eq!([stunned(&extend, 2, 3), stunned(&extend, 0, 3)], [5, 4]);
    // Stunned in turn 2 and, with two turns left, again in turn 4.
    let again = |repeat: &str| {
        let room = open(13, 60, &[(6, 2, 'b'), (6, 30, 'r'), (7, 30, 'r')]);
        let foe = json!({ "count": 2, "grenades": ["stun"] });
        let rules = json!({ "throw": -10, "stun": always("stunned"), "stun_repeat": repeat });
        let more = json!({ "red": { "foe": foe }, "rules": rules, "turn_limit": 12 });
        let steps = play(&room, more, |script| {
            let script = (1..3).fold(gunner(script), |script, me| script.faces(me, Facing::WEST));
            script.stays(1, 1).throws(1, Grenade::Stun, "blue").stays(2, 3).throws(2, Grenade::Stun, "blue")
        });
        steps.aims(0).into_iter().filter(|&(_, number)| number == 5).map(|(turn, _)| turn).collect::<Vec<_>>()
    };
    assert_eq!((again("refresh"), again("extend")), (vec![3, 4, 5, 6, 7], vec![3, 4, 5, 6, 7, 8]));
    let man = Man { stun: 2, wounds: 1, ..Man::FRESH };
    let later = after(&printed, man, Grenade::Stun, Blast::Stunned);
    assert_eq!((later.stun, later.wounds), (4, 1));
    let clock = json!({ "grenade": "stun" });
    assert!(testkit::golden::answer(&go_go_go::RULESET, "stun_clock", &clock).is_ok());
}
