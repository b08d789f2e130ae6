//! CR-dice: six-sided dice and how they are read.

use chain_reaction::dice::{Pair, pair as throw_pair, passed, passes};
use chain_reaction::shooting::successes;
use chain_reaction::table::{Reaction, Test};
use serde_json::json;

use super::{ANYWHERE, COVER, OPEN, does, odds, of, scripted, tester, words};

/// CR-dice-1: every die has six faces, and a pair falls in 36 ways.
#[test]
fn cr_dice_1_six_sided_dice() {
    for face in ["1", "2", "3", "4", "5", "6"] {
        assert!(scripted(&[face], |chance| passes(chance, ANYWHERE, 6)));
    }
    let all = json!({ "test": "in sight", "figure": { "rep": 1 } });
    assert_eq!(odds("test", all.clone(), "fire"), of(1, 36));
    assert_eq!(odds("test", all, "no fire"), of(25, 36));
}

/// CR-dice-2: each of two dice passes that is equal to the Rep or below it; Jim Bob Joe, Rep 4, rolls 1 and 5 and passes one.
#[test]
fn cr_dice_2_passing_dice() {
    assert_eq!(scripted(&["1 5"], |chance| throw_pair(chance, ANYWHERE)).passed(4), 1);
    let passed_by = |first, second, rep| Pair { first, second }.passed(rep);
    assert_eq!([passed_by(4, 4, 4), passed_by(5, 4, 4), passed_by(5, 5, 4)], [2, 1, 0], "equal passes");
    assert_eq!(scripted(&["2"], |chance| passed(chance, ANYWHERE, 3)), 2);
    assert_eq!(does(Test::ReceivedFire, tester(4, COVER), "1 5"), Reaction::SnapFire);
    // More dice never pass more than two.
    let most = json!({ "dice": 3, "rep": 6, "extra": 1, "leader": 6 });
    assert_eq!(odds("pass_dice", most, "pass 2d6"), of(1, 1));
    assert_eq!(words("pass_dice", json!({ "dice": 1, "rep": 4 })), ["pass 0d6", "pass 1d6"]);
    assert_eq!(words("pass_dice", json!({ "dice": 0, "rep": 4 })), ["pass 0d6"]);
}

/// CR-dice-3: 1, 2 and 3 are successes: the dancing girl’s 1, 3, 3 and 4 are three.
#[test]
fn cr_dice_3_successes() {
    assert_eq!(scripted(&["3"], |chance| successes(chance, ANYWHERE, 4)), 3);
    let bare = json!({ "a": { "rep": 4 }, "enemies": [{ "rep": 1, "attributes": ["Runt"] }], "shares": [1] });
    assert_eq!(odds("outnumbered", bare, "B out"), of(1, 2), "one die against none");
}

/// CR-dice-4: a bracketed range is a chance on one die: a pitiful shot hits on (1-3).
#[test]
fn cr_dice_4_possibilities() {
    assert_eq!(scripted(&["1"], |chance| successes(chance, ANYWHERE, 1)), 1);
    assert_eq!(scripted(&["0"], |chance| successes(chance, ANYWHERE, 1)), 0);
}

/// CR-dice-5: a die to hit is added to Rep, CR-hit-1: 4 and a 4 make 8.
#[test]
fn cr_dice_5_adding() {
    let to_hit = json!({ "shooter": { "rep": 4 }, "target": {} });
    assert_eq!(odds("to_hit", to_hit, "hit"), of(3, 6));
}

/// CR-dice-6: one throw for all of a group: two of a Rep always do the same.
#[test]
fn cr_dice_6_one_throw_for_a_group() {
    let twins = json!({ "test": "received fire", "figures": [{ "rep": 3 }, { "rep": 3 }] });
    assert_eq!(words("group_test", twins), ["duck back | duck back", "retire | retire", "return fire | return fire"]);
    assert_eq!(does(Test::ReceivedFire, tester(3, OPEN), "4 3"), Reaction::DuckBack);
}
