//! CR-attr: what sets one figure apart from another.

use chain_reaction::attribute::{Attribute, Attributes};
use chain_reaction::melee::Fighter;
use chain_reaction::reaction::{Tester, Throw, stumble, throw};
use chain_reaction::rules::Rules;
use chain_reaction::shooting::Shooter;
use chain_reaction::table::{Circumstances, Reaction, Test};
use chain_reaction::weapon::Weapon;
use serde_json::{Value, json};

use super::{
    ANYWHERE, COVER, OPEN, STANDING, attributes, does, odds, of, pair, printed, rules, scripted, shooter, tester, words,
};

fn with(attribute: Attribute, tester: Tester) -> Tester {
    Tester { attributes: attributes(&[attribute]), ..tester }
}

/// A throw of these dice with a Born Leader’s.
#[track_caller]
fn born(test: Test, rep: u8, draws: &[&str]) -> Throw {
    scripted(draws, |chance| throw(chance, ANYWHERE, test, 0, rep))
}

/// CR-attr-1: all eleven, in the order of the table.
#[test]
fn cr_attr_1_the_table() {
    assert_eq!(Attribute::ALL.map(Attribute::name)[..3], ["Born Leader", "Poser", "Agile"]);
    for attribute in Attribute::ALL {
        assert_eq!(json!(attribute), json!(attribute.name()));
        let only: Attributes = attributes(&[attribute]);
        assert!(Attribute::ALL.iter().all(|&other| only.has(other) == (other == attribute)));
    }
}

/// CR-attr-born: a die more of his own, but not on In Sight and Recover; it makes no hero.
#[test]
fn cr_attr_born_his_own_die() {
    let leader = with(Attribute::BornLeader, tester(4, OPEN));
    let helped = born(Test::ManDown, 4, &["5 6", "4"]);
    assert_eq!(leader.passed(Test::ManDown, &helped), 1);
    assert_eq!(tester(4, OPEN).passed(Test::ManDown, &helped), 0, "it is his alone");
    for test in [Test::InSight, Test::Recover] {
        assert_eq!(leader.passed(test, &born(test, 4, &["5 1"])), 1);
    }
    assert!(!leader.becomes_hero(Test::ManDown, &born(Test::ManDown, 4, &["1 2", "1"])));
}

/// CR-attr-born: friends do as he does, as far as they can, whatever their own dice say.
#[test]
fn cr_attr_born_friends_do_as_he_does() {
    let beside = |friend: Tester, leader: Tester, faces: &str| {
        friend.beside(&with(Attribute::BornLeader, leader), &printed(), Test::ReceivedFire, &pair(faces))
    };
    // He passes two dice and fires back; so does a coward in the open. One who can’t fire holds.
    assert_eq!(beside(tester(1, OPEN), tester(4, OPEN), "4 3"), Reaction::ReturnFire);
    let unable = tester(1, Circumstances { able: false, ..OPEN });
    assert_eq!(beside(unable, tester(4, OPEN), "4 3"), Reaction::Hold);
    // He retires; so does who would have stood, but for a hero and a Star.
    assert_eq!(beside(tester(6, COVER), tester(2, OPEN), "4 3"), Reaction::Retire);
    let hero = Tester { hero: true, ..tester(1, COVER) };
    assert_eq!(beside(hero, tester(2, OPEN), "4 3"), Reaction::ReturnFire);
    let star = Tester { choice: 1, ..tester(1, Circumstances { star: true, ..COVER }) };
    assert_eq!(beside(star, tester(2, OPEN), "4 3"), Reaction::SnapFire);
    // Who goes on with what he does not do holds; Nerves of Steel hold instead of ducking.
    let carrying = Circumstances { retrieving: true, ..OPEN };
    assert_eq!(beside(tester(4, OPEN), tester(4, carrying), "4 3"), Reaction::Hold);
    assert_eq!(beside(tester(4, carrying), tester(4, carrying), "4 3"), Reaction::Continue);
    // Who carries does not fire (CR-wound-3).
    assert_eq!(beside(tester(4, carrying), tester(4, OPEN), "4 3"), Reaction::Hold);
    assert_eq!(beside(tester(4, carrying), tester(4, COVER), "4 5"), Reaction::Hold);
    let steel = tester(4, Circumstances { nerves: true, ..OPEN });
    assert_eq!(beside(steel, tester(4, OPEN), "4 5"), Reaction::Hold);
    // On In Sight and Wanting to Charge there are other words for who can’t fire.
    let others = |test: Test, friend: Tester, leader: Tester, faces: &str| {
        friend.beside(
            &with(Attribute::BornLeader, leader),
            &rules(json!({ "born_leader_in_sight": true })),
            test,
            &pair(faces),
        )
    };
    assert_eq!(others(Test::InSight, unable, tester(4, OPEN), "4 4"), Reaction::NoFire);
    assert_eq!(others(Test::InSight, unable, tester(4, OPEN), "4 5"), Reaction::NoFire);
    assert_eq!(others(Test::WantingToCharge, unable, tester(4, COVER), "4 5"), Reaction::Halt);
    assert_eq!(others(Test::BeingCharged, unable, tester(4, OPEN), "4 4"), Reaction::Melee);
}

/// CR-attr-born, `born_leader_friends`, `born_leader_star` and `born_leader_in_sight`: the other readings.
#[test]
fn cr_attr_born_other_readings() {
    let friend = tester(1, COVER);
    let beside = |rules: &Rules, test: Test, leader: Tester, faces: &str| {
        friend.beside(&with(Attribute::BornLeader, leader), rules, test, &pair(faces))
    };
    // His dice instead of what he does: in cover one die is fire in haste.
    let passes = rules(json!({ "born_leader_friends": "passes" }));
    assert_eq!(beside(&printed(), Test::ReceivedFire, tester(4, OPEN), "4 5"), Reaction::DuckBack);
    assert_eq!(beside(&passes, Test::ReceivedFire, tester(4, OPEN), "4 5"), Reaction::SnapFire);
    // What he would have rolled, were he no Star and so outgunned.
    let roll = rules(json!({ "born_leader_star": "roll" }));
    let star = tester(4, Circumstances { star: true, outgunned: true, ..OPEN });
    assert_eq!(beside(&printed(), Test::ReceivedFire, star, "6 6"), Reaction::ReturnFire);
    assert_eq!(beside(&roll, Test::ReceivedFire, star, "6 6"), Reaction::Retire);
    assert_eq!(beside(&roll, Test::ReceivedFire, star, "4 4"), Reaction::DuckBack);
    // In Sight is everybody’s own, unless it is not; Recover always is.
    let too = rules(json!({ "born_leader_in_sight": true }));
    assert_eq!(beside(&printed(), Test::InSight, tester(4, OPEN), "4 4"), Reaction::NoFire);
    assert_eq!(beside(&too, Test::InSight, tester(4, OPEN), "4 4"), Reaction::Fire);
    assert_eq!(beside(&too, Test::Recover, tester(4, OPEN), "4 4"), Reaction::Dead);
}

/// CR-attr-born in a group: the first in the list leads, and a second Born Leader follows him.
#[test]
fn cr_attr_born_the_first_of_two() {
    let two = json!([{ "rep": 3, "attributes": ["Born Leader"] }, { "rep": 6, "attributes": ["Born Leader"] }]);
    let odds = |word: &str| odds("group_test", json!({ "test": "leader lost", "figures": two }), word);
    assert_eq!(odds("retire | retire"), of(1, 8), "three dice of Rep 3");
    assert_eq!(odds("carry on | carry on"), of(1, 2));
}

/// CR-attr-poser: one die on Received Fire, the first of the pair; no snake eyes.
#[test]
fn cr_attr_poser_one_die() {
    let poser = with(Attribute::Poser, tester(4, OPEN));
    assert_eq!(does(Test::ReceivedFire, poser, "4 1"), Reaction::DuckBack);
    assert_eq!(does(Test::ReceivedFire, poser, "5 1"), Reaction::Retire);
    assert!(!poser.becomes_hero(Test::ReceivedFire, &pair("1 1")));
    assert_eq!(poser.passed(Test::ManDown, &pair("4 1")), 2);
    assert!(poser.becomes_hero(Test::ManDown, &pair("1 1")));
    let led = json!({ "test": "received fire", "figure": { "attributes": ["Poser"], "leader": 3 } });
    assert_eq!(odds("test", led, "return fire"), of(4 * 3, 36), "his die and the Leader’s");
}

/// CR-attr-agile: his own fire does not suffer from a fast move; that at him does.
#[test]
fn cr_attr_agile_fire_on_the_move() {
    let fast = Shooter { fast: true, ..shooter(4, Weapon::Pistol) };
    let agile = Shooter { attributes: attributes(&[Attribute::Agile]), ..fast };
    assert_eq!((fast.least(&STANDING, 1), agile.least(&STANDING, 1)), (10, 8));
    let hasty = Shooter { snap: true, ..agile };
    assert_eq!(hasty.least(&STANDING, 1), 10, "haste is another matter");
    let target = json!({ "shooter": {}, "target": { "fast": true, "attributes": ["Agile"] } });
    assert_eq!(odds("to_hit", target, "hit"), of(2, 6));
}

/// CR-attr-slow: two dice count as one.
#[test]
fn cr_attr_slow_fast_moves() {
    let slow = |here: Circumstances| tester(4, Circumstances { slow: true, ..here });
    assert_eq!(does(Test::FastMove, slow(OPEN), "4 4"), Reaction::Half);
    assert_eq!(does(Test::FastMove, slow(COVER), "4 4"), Reaction::Normal);
    assert_eq!(does(Test::FastMove, slow(OPEN), "5 5"), Reaction::Normal);
    let listed = json!({ "test": "fast move", "figure": { "rep": 6, "attributes": ["Slow"] } });
    assert_eq!(words("test", listed), ["12 inches"]);
}

/// CR-attr-brawler, CR-attr-runt: a die more or less in melee.
#[test]
fn cr_attr_brawler_and_cr_attr_runt() {
    let dice = |all: &[Attribute]| {
        Fighter { rep: 4, attributes: attributes(all), impact: 0, down: false, retrieving: false }.dice(0)
    };
    assert_eq!(dice(&[]), 4);
    assert_eq!(dice(&[Attribute::Brawler]), 5);
    assert_eq!(dice(&[Attribute::Runt]), 3);
    assert_eq!(dice(&[Attribute::Runt, Attribute::Brawler]), 4);
}

/// CR-attr-slowreact: In Sight at a Rep less; Rep 1 never passes.
#[test]
fn cr_attr_slowreact_in_sight() {
    let slow = |rep| with(Attribute::SlowToReact, tester(rep, OPEN));
    assert_eq!(does(Test::InSight, slow(4), "4 3"), Reaction::SnapFire);
    assert_eq!(does(Test::ReceivedFire, slow(4), "4 3"), Reaction::ReturnFire);
    assert_eq!(does(Test::InSight, slow(1), "1 1"), Reaction::NoFire);
}

/// CR-attr-athlete: grenades go 9" instead of 6" (CR-gren-1).
#[test]
fn cr_attr_athlete_throws_farther() {
    let rules = printed();
    assert_eq!(json!(rules.athlete_throw), json!(9));
    assert_eq!(json!(rules.weapons.grenade.range), json!(6));
}

/// CR-attr-marksman: two dice with a bolt action rifle, three when prone, the best counting; all count for running dry, or
/// under `marksman_ammo` the one that is kept.
#[test]
fn cr_attr_marksman_the_best_of_some_dice() {
    let marksman = Shooter { attributes: attributes(&[Attribute::Marksman]), ..shooter(4, Weapon::BoltActionRifle) };
    assert_eq!(marksman.dice(1), (2, 1));
    assert_eq!(Shooter { prone: true, ..marksman }.dice(1), (3, 1));
    assert_eq!(Shooter { weapon: Weapon::Pistol, ..marksman }.dice(2), (2, 2), "with nothing else");
    let figure = |prone: bool| json!({ "weapon": "bolt action rifle", "attributes": ["Marksman"], "prone": prone });
    let volley = |prone: bool, word: &str| odds("volley", json!({ "shooter": figure(prone), "target": {} }), word);
    assert_eq!((volley(false, "1 hits"), volley(true, "1 hits")), (of(27, 36), of(189 - 9, 216)));
    assert_eq!((volley(false, "0 hits, empty"), volley(true, "0 hits, empty")), (of(1, 36), of(7, 216)));
    let dry = |ammo: &str| json!({ "shooter": figure(true), "options": { "marksman_ammo": ammo } });
    assert_eq!(odds("until_empty", dry("all_dice"), "empty on the first"), of(16, 216));
    assert_eq!(odds("until_empty", dry("kept_die"), "never"), of(1, 1));
    assert_eq!(json!(printed().marksman_range), json!(60));
}

/// CR-attr-clumsy: a test failed with doubles ends in a fall, 1 to 6 inches on.
#[test]
fn cr_attr_clumsy_falls() {
    let clumsy = with(Attribute::Clumsy, tester(3, OPEN));
    assert!(clumsy.falls(&pair("5 5")));
    assert!(!clumsy.falls(&pair("5 6")) && !clumsy.falls(&pair("3 3")) && !tester(3, OPEN).falls(&pair("5 5")));
    let helped = scripted(&["5 5", "2"], |chance| throw(chance, ANYWHERE, Test::FastMove, 5, 0));
    assert!(!clumsy.falls(&helped), "the Leader’s die is one passed");
    assert_eq!(scripted(&["4"], |chance| stumble(chance, ANYWHERE)), 4);
    let fall = |figure: Value| {
        (1..=6).fold(of(0, 1), |sum, inches| {
            sum + odds("clumsy", json!({ "figure": figure }), &format!("falls after {inches}"))
        })
    };
    for rep in 1..=6 {
        assert_eq!(fall(json!({ "rep": rep, "attributes": ["Clumsy"] })), of(6 - rep, 36));
    }
    assert_eq!(fall(json!({ "rep": 3, "leader": 3 })), of(3, 72), "Clumsy though not said to be");
}

/// CR-attr-nerves: he holds where others duck, and does not fire; under `nerves_of_steel` the outgunned fire back.
#[test]
fn cr_attr_nerves_of_steel() {
    let steel = Circumstances { nerves: true, ..OPEN };
    let outgunned = Circumstances { outgunned: true, ..steel };
    let fires = rules(json!({ "nerves_of_steel": "return_fire" }));
    let by = |rules: &Rules, here: Circumstances, faces: &str| {
        tester(4, here).reaction(rules, Test::ReceivedFire, &pair(faces))
    };
    assert_eq!(by(&printed(), steel, "4 5"), Reaction::Hold);
    assert_eq!(by(&printed(), outgunned, "4 4"), Reaction::Hold);
    assert_eq!((by(&fires, outgunned, "4 4"), by(&fires, steel, "4 5")), (Reaction::ReturnFire, Reaction::Hold));
    // Clarification 55: being outgunned makes him read on in the same row, on one die too where the outgunned duck on it.
    let too = rules(json!({ "nerves_of_steel": "return_fire", "outgunned_on": "pass_1_too" }));
    let covered = Circumstances { cover: true, ..outgunned };
    assert_eq!(by(&too, covered, "4 5"), Reaction::SnapFire);
    assert_eq!(by(&too, outgunned, "4 5"), Reaction::Hold, "in the open he would duck anyway");
    assert_eq!(by(&too, covered, "4 4"), Reaction::ReturnFire);
    let held = rules(json!({ "outgunned_on": "pass_1_too" }));
    assert_eq!(by(&held, covered, "4 5"), Reaction::Hold);
    let both = json!({ "nerves_of_steel": "return_fire", "outgunned_on": "pass_1_too" });
    let figure = json!({ "attributes": ["Nerves of Steel"], "cover": true });
    let situation = json!({ "test": "received fire", "figure": figure, "outgunned": true, "options": both });
    assert_eq!(words("test", situation), ["retire", "return fire", "snap fire"]);
    let alone = Circumstances { others_carrying_on: false, ..steel };
    assert_eq!(does(Test::ManDown, tester(4, alone), "4 5"), Reaction::Hold);
    let listed = json!({ "test": "received fire", "figure": { "attributes": ["Nerves of Steel"] }, "outgunned": true });
    assert_eq!(words("test", listed), ["hold", "retire"]);
}
