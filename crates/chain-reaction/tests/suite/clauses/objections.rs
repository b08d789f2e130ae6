//! What a situation may not say is refused with the key and what was expected, at once.

use std::time::Instant;

use serde_json::{Value, json};

use super::{objection, words};

#[track_caller]
fn refuses(kind: &str, p: Value, key: &str, expected: &str) {
    let said = objection(kind, p.clone());
    // The schema words a range its own way.
    let range = expected.replace("expected ", " from ");
    let fits = said.contains(expected) || said.ends_with(&range);
    assert!(said.starts_with(&format!("{key}:")) && fits, "{kind} {p}: {said}");
}

/// CR-rep-1: Rep is 1 to 6, a Leader’s 0 to 6, wherever it stands.
#[test]
fn cr_rep_1_reps_out_of_range() {
    for rep in [0, 7, 255] {
        refuses("test", json!({ "test": "rally", "figure": { "rep": rep } }), "figure.rep", "expected 1 to 6");
        refuses(
            "damage",
            json!({ "hits": 1, "impact": 1, "target": {}, "attacker_rep": rep }),
            "attacker_rep",
            "1 to 6",
        );
    }
    refuses("clumsy", json!({ "figure": { "leader": 7 } }), "figure.leader", "expected 0 to 6");
    refuses("group_test", json!({ "test": "rally", "figures": [{}], "leader": 7 }), "leader", "expected 0 to 6");
    let second = json!({ "test": "rally", "figures": [{}, { "rep": 9 }] });
    refuses("group_test", second, "figures[1].rep", "expected 1 to 6");
}

#[test]
fn numbers_out_of_range() {
    refuses("test", json!({ "test": "rally", "figure": {}, "choice": 3 }), "choice", "expected 0 to 2");
    refuses("to_hit", json!({ "shooter": {}, "target": {}, "nth": 0 }), "nth", "expected 1 to 4");
    refuses("to_hit", json!({ "shooter": {}, "target": {}, "nth": 5 }), "nth", "expected 1 to 4");
    refuses("volley", json!({ "shooter": {}, "target": {}, "dice": 4 }), "dice", "this weapon fires 0 to 3");
    let shotgun = json!({ "shooter": { "weapon": "shotgun" }, "target": {}, "dice": 2 });
    refuses("volley", shotgun, "dice", "this weapon fires 3 to 3");
    for hits in [0, 51] {
        refuses("damage", json!({ "hits": hits, "impact": 1, "target": {}, "attacker_rep": 4 }), "hits", "1 to 50");
    }
    refuses("damage", json!({ "hits": 1, "impact": 7, "target": {}, "attacker_rep": 4 }), "impact", "expected 0 to 6");
    refuses("outnumbered", json!({ "a": {}, "enemies": [{}], "shares": [8] }), "shares[0]", "expected 0 to 7");
    refuses("pass_dice", json!({ "dice": 11, "rep": 4 }), "dice", "expected 0 to 10");
    let many = json!({ "pistol": { "range": 12, "targets": 5, "impact": 1, "ranking": 2 } });
    let p = json!({ "shooter": {}, "options": { "weapons": many } });
    refuses("until_empty", p, "options.weapons.pistol.targets", "expected 0 to 4");
}

#[test]
fn lists_too_short_or_too_long() {
    let figures = |count: usize| vec![json!({}); count];
    for count in [0, 13] {
        refuses("group_test", json!({ "test": "rally", "figures": figures(count) }), "figures", "expected 1 to 12");
    }
    refuses("split", json!({ "shooter": {}, "targets": [] }), "targets", "expected 1 to 4");
    let dealt = |dice: &[u8]| {
        let targets: Vec<Value> = dice.iter().map(|dice| json!({ "figure": {}, "dice": dice })).collect();
        json!({ "shooter": {}, "targets": targets })
    };
    refuses("split", dealt(&[1, 1]), "targets", "expected all 3");
    refuses("split", dealt(&[3, 0]), "targets[1].dice", "expected 1 to 4");
    refuses("split", dealt(&[4, 4]), "targets", "expected all 3");
    refuses("outnumbered", json!({ "a": {}, "enemies": [], "shares": [] }), "enemies", "expected 1 to 5");
    refuses("outnumbered", json!({ "a": {}, "enemies": [{}], "shares": [] }), "shares", "one for each of 1");
    let burst = |targets: usize, beside: usize| {
        json!({
            "weapon": "grenade", "thrower": {}, "sees_spot": true, "targets": figures(targets),
            "beside_thrower": figures(beside),
        })
    };
    refuses("blast", burst(0, 0), "targets", "expected 1 to 5");
    refuses("blast", burst(6, 0), "targets", "expected 1 to 5");
    refuses("blast", burst(4, 2), "beside_thrower", "expected 0 to 1");
}

#[test]
fn things_that_do_not_fit() {
    refuses("test", json!({ "test": "focus", "figure": {} }), "test", "expected one of");
    let recover = json!({ "test": "recover from knock down", "figures": [{}] });
    refuses("group_test", recover, "test", "for a whole group");
    refuses("shot", json!({ "shooter": { "weapon": "grenade" }, "target": {} }), "shooter.weapon", "expected a gun");
    refuses("volley", json!({ "shooter": { "twin": true }, "target": {} }), "shooter.twin", "expected two pistols");
    let gun = json!({ "weapon": "pistol", "thrower": {}, "sees_spot": true, "targets": [{}] });
    refuses("blast", gun, "weapon", "expected a grenade or a launcher");
    let helpless = json!({ "a": { "rep": 2 }, "b": { "rep": 2 }, "a_prone": true, "b_rear": true, "to_the_end": true });
    refuses("melee", helpless, "to_the_end", "a melee that one can win");
    assert!(objection("test", json!({ "test": "rally" })).contains("missing key"));
    assert!(objection("melee", json!({ "a": {}, "b": {}, "range": 3 })).contains("unknown key"));
}

/// The largest of each list is answered in less than a second or so.
#[test]
fn the_largest_situations_are_quick() {
    let star = json!({ "rep": 6, "star": true, "attributes": ["Brawler"], "melee": "two-handed" });
    let other = json!({ "rep": 3, "star": true });
    let group: Vec<Value> = (0..12).map(|n| json!({ "rep": 1 + n % 6, "cover": n % 2 == 0 })).collect();
    let largest = [
        ("group_test", json!({ "test": "received fire", "figures": group, "leader": 4, "show_hero": true })),
        ("outnumbered", json!({ "a": star, "enemies": vec![star.clone(); 5], "shares": [7, 7, 7, 7, 7] })),
        (
            "blast",
            json!({
                "weapon": "grenade", "thrower": other, "sees_spot": false, "targets": [other],
                "beside_thrower": vec![other.clone(); 4],
            }),
        ),
        ("damage", json!({ "hits": 50, "impact": 3, "target": star, "attacker_rep": 6 })),
        (
            "shot",
            json!({
                "shooter": { "rep": 3, "weapon": "machine pistol", "twin": true },
                "target": { "cover": true, "star": true },
            }),
        ),
        ("melee", json!({ "a": star, "b": star, "to_the_end": true })),
    ];
    for (kind, p) in largest {
        let begun = Instant::now();
        assert!(!words(kind, p).is_empty());
        let took = begun.elapsed().as_secs_f64();
        assert!(took < 2.0, "{kind} took {took} s");
    }
}
