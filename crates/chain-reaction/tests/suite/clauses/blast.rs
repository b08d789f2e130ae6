//! CR-gren, CR-blast: grenades and launchers.

use chain_reaction::blast::{Flight, Thrown, beside, flight};
use chain_reaction::damage::{Fate, Victim, hit};
use chain_reaction::rules::Rules;
use chain_reaction::table::{Circumstances, Reaction, Test};
use chain_reaction::weapon::Weapon;
use serde_json::{Value, json};

use super::{ANYWHERE, COVER, STANDING, does, odds, of, printed, rules, scripted, shooter, tester, words};

/// Where a grenade or a round of a Rep 4 goes.
#[track_caller]
fn goes(rules: &Rules, weapon: Weapon, sees: bool, draws: &[&str]) -> Flight {
    let thrower = shooter(4, Weapon::AssaultRifle);
    let thrown = Thrown { weapon, shooter: &thrower, sees, nearest: &STANDING };
    scripted(draws, |chance| flight(rules, chance, ANYWHERE, &thrown))
}

/// CR-gren-2: on the spot, past it, or at his own feet.
#[test]
fn cr_gren_2_throwing() {
    let thrown = |sees: bool| ["2", "1", "0"].map(|passed| goes(&printed(), Weapon::Grenade, sees, &[passed]));
    assert_eq!(thrown(true), [Flight::Lands, Flight::Lands, Flight::Dropped]);
    assert_eq!(thrown(false), [Flight::Lands, Flight::Misses, Flight::Dropped]);
    // Dez can’t see Carlos and passes one die. Carlos passes two, but the grenade outguns his squad automatic weapon.
    let carlos = tester(4, Circumstances { outgunned: true, ..COVER });
    assert_eq!(does(Test::ReceivedFire, carlos, "1 2"), Reaction::DuckBack);
    // Billy drops one over the wall and passes one die: a 2 puts Carlos out of the fight.
    let grunt = Victim { rep: 4, star: false, cheats: true };
    assert_eq!(scripted(&["2"], |chance| hit(chance, ANYWHERE, 2, 5, &grunt)), Fate::Out);
}

/// CR-gren-2: a figure where it was dropped lies down in time, or is hit.
#[test]
fn cr_gren_2_dropped() {
    let grunt = Victim { rep: 4, star: false, cheats: true };
    assert_eq!(scripted(&["4"], |chance| beside(chance, ANYWHERE, 2, 4, &grunt)), None);
    assert_eq!(scripted(&["5", "1"], |chance| beside(chance, ANYWHERE, 2, 4, &grunt)), Some(Fate::Dead));
    assert_eq!(scripted(&["6", "3", "2"], |chance| beside(chance, ANYWHERE, 2, 4, &grunt)), Some(Fate::Stunned));
    // The thrower first, then those beside him.
    let two = json!({
        "weapon": "grenade", "thrower": { "rep": 4 }, "sees_spot": true, "targets": [{}],
        "beside_thrower": [{ "rep": 6 }],
    });
    assert_eq!(odds("blast", two.clone(), "dropped: prone | prone"), of(4, 9 * 6));
    // A 5 or 6 to lie down, then a 1, or a 3 to 6 and neither of two dice.
    assert_eq!(odds("blast", two, "dropped: dead | prone"), of(13, 9 * 3 * 54));
}

/// CR-gren-3: a Star is not outgunned by one either, a figure that can’t fire holds or ducks.
#[test]
fn cr_gren_3_missed_targets() {
    let missed = |target: Value, able: bool| {
        let p = json!({
            "weapon": "grenade", "thrower": { "rep": 4 }, "sees_spot": false, "targets": [target], "target_able": able,
        });
        words("blast", p).into_iter().filter(|word| word.starts_with("misses")).collect::<Vec<_>>()
    };
    assert_eq!(missed(json!({ "star": true }), true), ["misses: return fire"]);
    assert_eq!(missed(json!({ "star": true }), false), ["misses: duck back"]);
    assert_eq!(missed(json!({ "star": true, "cover": true }), false), ["misses: hold"]);
    assert_eq!(missed(json!({ "rep": 6 }), true), ["misses: duck back"]);
    assert_eq!(missed(json!({ "rep": 6, "retrieving": true }), true), ["misses: continue"]);
}

/// CR-blast-1: everybody in the circle takes one hit at the weapon’s Impact, and so is stunned at least.
#[test]
fn cr_blast_1_everybody_in_the_circle() {
    let two = json!([{ "rep": 6 }, { "rep": 6, "cover": true }]);
    let p = |weapon: &str| json!({ "weapon": weapon, "thrower": { "rep": 6 }, "sees_spot": true, "targets": two });
    assert_eq!(odds("blast", p("grenade"), "lands: stunned | stunned"), of(4, 9));
    assert_eq!(odds("blast", p("grenade launcher"), "lands: stunned | stunned"), of(4, 9));
    assert_eq!(odds("blast", p("rocket launcher"), "lands: stunned | stunned"), of(1, 36));
    assert_eq!(json!(printed().blast_circle), json!(5));
}

/// CR-blast-3: launchers by the table of grenades, a round of no die passed lost; or dropped, or by one die on the hit table.
#[test]
fn cr_blast_3_launchers() {
    let dropped = rules(json!({ "launcher_fumble": "dropped" }));
    assert_eq!(goes(&printed(), Weapon::GrenadeLauncher, true, &["0"]), Flight::Lost);
    assert_eq!(goes(&dropped, Weapon::GrenadeLauncher, true, &["0"]), Flight::Dropped);
    assert_eq!(goes(&printed(), Weapon::RocketLauncher, false, &["1"]), Flight::Misses);
    let one_die = rules(json!({ "launcher_to_hit": "one_die" }));
    assert_eq!(goes(&one_die, Weapon::RocketLauncher, false, &["4"]), Flight::Lands);
    assert_eq!(goes(&one_die, Weapon::RocketLauncher, true, &["3"]), Flight::Misses);
    assert_eq!(goes(&one_die, Weapon::Grenade, false, &["1"]), Flight::Misses, "a grenade is thrown all the same");
    // The hit table of the first target, pitiful shots and fast moves included.
    let by_die = |thrower: Value, word: &str| {
        let p = json!({
            "weapon": "grenade launcher", "thrower": thrower, "sees_spot": false,
            "targets": [{ "rep": 6, "cover": true }], "options": { "launcher_to_hit": "one_die" },
        });
        odds("blast", p, word)
    };
    assert_eq!(by_die(json!({ "rep": 3 }), "lands: dead"), of(1, 12 * 6));
    assert_eq!(by_die(json!({ "rep": 5 }), "lands: dead"), of(2, 36));
    assert_eq!(by_die(json!({ "rep": 5 }), "misses: duck back"), of(4, 6));
}
