//! CR-react, CR-tests, CR-hero, and what Leaders and Stars do in tests.

use chain_reaction::reaction::{Tester, Throw, throw};
use chain_reaction::rules::Rules;
use chain_reaction::table::{Circumstances, Reaction, Test, read};
use serde_json::json;

use super::{ANYWHERE, COVER, OPEN, does, odds, of, pair, printed, rules, scripted, tester, words};

/// Every test.
const TESTS: [Test; 9] = [
    Test::FastMove,
    Test::InSight,
    Test::ReceivedFire,
    Test::WantingToCharge,
    Test::BeingCharged,
    Test::Rally,
    Test::ManDown,
    Test::LeaderLost,
    Test::Recover,
];

/// The cells for two dice, one and none.
fn row(rules: &Rules, test: Test, here: Circumstances) -> [Reaction; 3] {
    [2, 1, 0].map(|passed| read(rules, test, passed, &here))
}

/// A throw with a Leader’s die, and perhaps a Born Leader’s.
#[track_caller]
fn thrown(test: Test, leader: u8, born_leader: u8, draws: &[&str]) -> Throw {
    scripted(draws, |chance| throw(chance, ANYWHERE, test, leader, born_leader))
}

/// CR-react-2: two dice against Rep. The soldier of Rep 4 who pops up rolls 4 and 3 and returns fire.
#[test]
fn cr_react_2_two_dice_against_rep() {
    assert_eq!(does(Test::ReceivedFire, tester(4, OPEN), "4 3"), Reaction::ReturnFire);
    assert_eq!(does(Test::ReceivedFire, tester(4, OPEN), "4 5"), Reaction::DuckBack);
    assert_eq!(does(Test::ReceivedFire, tester(4, OPEN), "6 5"), Reaction::Retire);
}

/// CR-react-3: a veteran, a soldier and a recruit read one pair. With 5 and 2 the recruit passes a die as well; the example, which
/// has him retire, comes out with 5 and 4.
#[test]
fn cr_react_3_one_pair_for_the_group() {
    let squad = |faces: &str| [5, 4, 3].map(|rep| does(Test::ReceivedFire, tester(rep, OPEN), faces));
    assert_eq!(squad("5 2"), [Reaction::ReturnFire, Reaction::DuckBack, Reaction::DuckBack]);
    assert_eq!(squad("5 4"), [Reaction::ReturnFire, Reaction::DuckBack, Reaction::Retire]);
}

/// CR-react-4: only who is tested suffers the result: of a group only the soldier who pops up, though the dice are the group’s.
#[test]
fn cr_react_4_who_is_tested() {
    let soldier = json!({ "test": "received fire", "figures": [{ "rep": 4 }] });
    assert_eq!(words("group_test", soldier), ["duck back", "retire", "return fire"]);
    // Nor does snake eyes make a hero of anybody else (CR-hero-1).
    let throw = pair("1 1");
    assert!(tester(4, OPEN).becomes_hero(Test::ReceivedFire, &throw));
}

/// CR-lead-3: on marked tests the Leader’s die, read against his Rep, is a passed die for everybody.
#[test]
fn cr_lead_3_the_leader_die() {
    let marked = TESTS.map(Test::has_leader_die);
    assert_eq!(marked, [true, false, true, true, true, true, false, false, false]);
    // Billy Pink, Rep 5, rolls a 6 for his die, the group 5 and 4: he goes 16", Dez of Rep 4 goes 12", Char of Rep 3 goes 8".
    let throw = thrown(Test::FastMove, 5, 0, &["5 4", "6"]);
    let paces = [5, 4, 3].map(|rep| tester(rep, OPEN).reaction(&printed(), Test::FastMove, &throw));
    assert_eq!(paces, [Reaction::Double, Reaction::Half, Reaction::Normal]);
    // Passed, it is one die more for each, of two at most.
    let throw = thrown(Test::FastMove, 5, 0, &["5 4", "5"]);
    let paces = [5, 4, 3].map(|rep| tester(rep, OPEN).reaction(&printed(), Test::FastMove, &throw));
    assert_eq!(paces, [Reaction::Double, Reaction::Double, Reaction::Half]);
    // Nobody rolls one on Man Down.
    thrown(Test::ManDown, 5, 0, &["5 4"]);
    let led = |leader: u8| odds("pass_dice", json!({ "dice": 2, "rep": 4, "leader": leader }), "pass 2d6");
    assert_eq!((led(0), led(5)), (of(4, 9), of(22, 27)));
}

/// CR-fast-2: how far who goes.
#[test]
fn cr_fast_2_fast_moves() {
    assert_eq!(row(&printed(), Test::FastMove, COVER), [Reaction::Double, Reaction::Normal, Reaction::Stay]);
    assert_eq!(row(&printed(), Test::FastMove, OPEN), [Reaction::Double, Reaction::Half, Reaction::Normal]);
    assert_eq!(
        [Reaction::Double, Reaction::Half, Reaction::Normal].map(Reaction::name),
        ["16 inches", "12 inches", "8 inches"]
    );
}

/// CR-insight-1: figures that fire, fire in haste, or may not; CR-insight-3: outgunned or not, for every figure.
#[test]
fn cr_insight_1_in_sight() {
    let outgunned = Circumstances { outgunned: true, ..OPEN };
    for here in [OPEN, COVER, outgunned] {
        assert_eq!(row(&printed(), Test::InSight, here), [Reaction::Fire, Reaction::SnapFire, Reaction::NoFire]);
    }
    let unable = Circumstances { able: false, ..OPEN };
    assert_eq!(row(&printed(), Test::InSight, unable), [Reaction::NoFire; 3]);
    // Carlos, who tests after Char breaks off, passes one die and fires in haste.
    assert_eq!(does(Test::InSight, tester(4, OPEN), "3 6"), Reaction::SnapFire);
}

/// CR-insight-3: Stars don’t choose, no Leader helps, and there are no heroes.
#[test]
fn cr_insight_3_everybody_rolls() {
    let star = Tester { hero: true, ..tester(4, Circumstances { star: true, ..OPEN }) };
    assert_eq!(does(Test::InSight, star, "6 6"), Reaction::NoFire);
    let led = json!({ "test": "in sight", "figure": { "rep": 4, "leader": 6 }, "show_hero": true });
    assert_eq!(odds("test", led, "fire"), of(4, 9));
}

/// CR-rf-1: the first case that fits, in the printed order.
#[test]
fn cr_rf_1_received_fire() {
    let row = |here: Circumstances| row(&printed(), Test::ReceivedFire, here);
    assert_eq!(row(OPEN), [Reaction::ReturnFire, Reaction::DuckBack, Reaction::Retire]);
    assert_eq!(row(COVER), [Reaction::ReturnFire, Reaction::SnapFire, Reaction::Retire]);
    // An outgunned figure ducks on two dice; in cover it may still fire in haste on one.
    let outgunned = |here: Circumstances| Circumstances { outgunned: true, ..here };
    assert_eq!(row(outgunned(OPEN)), [Reaction::DuckBack, Reaction::DuckBack, Reaction::Retire]);
    assert_eq!(row(outgunned(COVER)), [Reaction::DuckBack, Reaction::SnapFire, Reaction::Retire]);
    // A charger is not outgunned, CR-rf-3, and comes before who carries a wounded friend, CR-wound-5.
    let charging = Circumstances { charging: true, retrieving: true, ..outgunned(OPEN) };
    assert_eq!(row(charging), [Reaction::Continue, Reaction::SnapFire, Reaction::Retire]);
    let retrieving = Circumstances { retrieving: true, ..outgunned(COVER) };
    assert_eq!(row(retrieving), [Reaction::Continue, Reaction::Continue, Reaction::Retire]);
}

/// CR-rf-3: a charger goes on, or stops and fires in haste; one that can’t fire stops.
#[test]
fn cr_rf_3_chargers() {
    let charging = Circumstances { charging: true, ..OPEN };
    assert_eq!(does(Test::ReceivedFire, tester(4, charging), "4 4"), Reaction::Continue);
    assert_eq!(does(Test::ReceivedFire, tester(4, charging), "4 5"), Reaction::SnapFire);
    assert_eq!(does(Test::ReceivedFire, tester(4, Circumstances { able: false, ..charging }), "4 5"), Reaction::Hold);
}

/// CR-rf-4: who can’t fire holds where it would, and ducks if it counts as outgunned for it; a Star is never that.
#[test]
fn cr_rf_4_unable_to_fire() {
    let unable = |here: Circumstances| Circumstances { able: false, ..here };
    let row = |here: Circumstances| row(&printed(), Test::ReceivedFire, here);
    assert_eq!(row(unable(COVER)), [Reaction::Hold, Reaction::Hold, Reaction::Retire]);
    assert_eq!(row(unable(OPEN)), [Reaction::Hold, Reaction::DuckBack, Reaction::Retire]);
    let dry = Circumstances { outgunned: true, ..unable(COVER) };
    assert_eq!(row(dry), [Reaction::DuckBack, Reaction::Hold, Reaction::Retire]);
    assert_eq!(row(Circumstances { star: true, ..dry })[0], Reaction::Hold);
    // `outgunned_on`: the other reading has the outgunned duck on one die as well.
    let too = rules(json!({ "outgunned_on": "pass_1_too" }));
    let outgunned = Circumstances { outgunned: true, ..COVER };
    assert_eq!(super::testing::row(&too, Test::ReceivedFire, outgunned)[1], Reaction::DuckBack);
    assert_eq!(super::testing::row(&too, Test::ReceivedFire, COVER)[1], Reaction::SnapFire);
    let star = Circumstances { star: true, ..outgunned };
    assert_eq!(super::testing::row(&too, Test::ReceivedFire, star)[1], Reaction::SnapFire);
}

/// CR-rf-5: return fire is not in haste.
#[test]
fn cr_rf_5_return_fire_is_unhurried() {
    assert!(Reaction::ReturnFire.fires() && Reaction::SnapFire.fires() && Reaction::Fire.fires());
    assert!(!Reaction::Continue.fires() && !Reaction::FireAndMelee.fires());
    assert_ne!(row(&printed(), Test::ReceivedFire, COVER)[0], Reaction::SnapFire);
}

/// CR-wtc-1: the example, a Leader of Rep 4 who rolls 3 and a squad of Rep 4 that rolls 3 and 6, passes two dice and charges; and
/// Char, in the open, charges on one.
#[test]
fn cr_wtc_1_wanting_to_charge() {
    let squad = thrown(Test::WantingToCharge, 4, 0, &["3 6", "3"]);
    assert_eq!(tester(4, COVER).reaction(&printed(), Test::WantingToCharge, &squad), Reaction::Charge);
    assert_eq!(does(Test::WantingToCharge, tester(4, OPEN), "3 6"), Reaction::Charge);
}

/// CR-wtc-3: in cover one die is fire in haste instead; none is a halt.
#[test]
fn cr_wtc_3_instead_of_a_charge() {
    assert_eq!(row(&printed(), Test::WantingToCharge, COVER), [Reaction::Charge, Reaction::SnapFire, Reaction::Halt]);
    assert_eq!(row(&printed(), Test::WantingToCharge, OPEN), [Reaction::Charge, Reaction::Charge, Reaction::Halt]);
    let unable = Circumstances { able: false, ..COVER };
    assert_eq!(row(&printed(), Test::WantingToCharge, unable)[1], Reaction::Halt);
}

/// CR-bc-1: fire, then melee, or melee alone, or none; from the rear no fire.
#[test]
fn cr_bc_1_being_charged() {
    let row = |here: Circumstances| row(&printed(), Test::BeingCharged, here);
    assert_eq!(row(OPEN), [Reaction::FireAndMelee, Reaction::Melee, Reaction::Retire]);
    assert_eq!(row(Circumstances { able: false, ..OPEN }), [Reaction::Melee, Reaction::Melee, Reaction::Retire]);
    assert_eq!(row(Circumstances { rear: true, ..OPEN }), [Reaction::Melee, Reaction::Melee, Reaction::Retire]);
    // Carlos passes two dice: he fires, then fights.
    assert_eq!(does(Test::BeingCharged, tester(4, OPEN), "2 4"), Reaction::FireAndMelee);
}

/// CR-rally-1: Dez passes none and stays hunkered down; with Billy’s die one, which in cover is enough.
#[test]
fn cr_rally_1_rally() {
    assert_eq!(does(Test::Rally, tester(3, COVER), "5 6"), Reaction::HunkerDown);
    let helped = thrown(Test::Rally, 5, 0, &["5 6", "4"]);
    assert_eq!(tester(3, COVER).reaction(&printed(), Test::Rally, &helped), Reaction::CarryOn);
    assert_eq!(tester(3, OPEN).reaction(&printed(), Test::Rally, &helped), Reaction::Retire);
    assert_eq!(row(&printed(), Test::Rally, OPEN), [Reaction::CarryOn, Reaction::Retire, Reaction::HunkerDown]);
}

/// CR-rally-2: test after test until it carries on; who retires is in cover for the next.
#[test]
fn cr_rally_2_until_it_carries_on() {
    let tests = |figure: serde_json::Value| odds("rally_wait", json!({ "figure": figure }), "E[tests]");
    assert_eq!(tests(json!({ "rep": 2, "cover": true })), of(9, 5));
    assert_eq!(tests(json!({ "rep": 2 })), of(81, 25));
    assert_eq!(tests(json!({ "rep": 6 })), of(1, 1));
    assert_eq!(tests(json!({ "rep": 1, "star": true })), of(1, 1));
    assert_eq!(tests(json!({ "rep": 2, "cover": true, "leader": 6 })), of(1, 1), "his die alone is enough in cover");
    assert_eq!(odds("rally_wait", json!({ "figure": {} }), "carries on"), of(1, 1));
}

/// CR-mandown-1: carry on, duck where nobody else carries on, or retire.
#[test]
fn cr_mandown_1_man_down() {
    let row = |here: Circumstances| row(&printed(), Test::ManDown, here);
    assert_eq!(row(OPEN), [Reaction::CarryOn, Reaction::CarryOn, Reaction::Retire]);
    let alone = Circumstances { others_carrying_on: false, ..COVER };
    assert_eq!(row(alone), [Reaction::CarryOn, Reaction::DuckBack, Reaction::Retire]);
}

/// CR-leaderlost-1: carry on, halt and lose focus, or retire.
#[test]
fn cr_leaderlost_1_leader_lost() {
    for here in [OPEN, COVER] {
        let row = row(&printed(), Test::LeaderLost, here);
        assert_eq!(row, [Reaction::CarryOn, Reaction::HaltAndLoseFocus, Reaction::Retire]);
    }
}

/// CR-recover-1: stunned, out or dead for any figure: no Leader, choice, hero or attribute helps.
#[test]
fn cr_recover_1_recover_from_knock_down() {
    assert_eq!(row(&printed(), Test::Recover, COVER), [Reaction::Stunned, Reaction::Out, Reaction::Dead]);
    let somebody = Tester { hero: true, ..tester(3, Circumstances { star: true, ..OPEN }) };
    assert_eq!(does(Test::Recover, somebody, "6 1"), Reaction::Out);
    let born = json!({ "rep": 3, "leader": 6, "attributes": ["Born Leader"] });
    assert_eq!(odds("test", json!({ "test": "recover from knock down", "figure": born }), "stunned"), of(1, 4));
}

/// CR-hero-1: a pair of ones makes a hero of who rolled it, in five of the tests; from then on he passes those without rolling.
#[test]
fn cr_hero_1_heroes() {
    let makes = TESTS.map(Test::makes_heroes);
    assert_eq!(makes, [false, false, true, true, true, false, true, true, false]);
    // Char passes Man Down with snake eyes; later she charges without rolling.
    assert!(tester(3, OPEN).becomes_hero(Test::ManDown, &pair("1 1")));
    assert!(!tester(3, OPEN).becomes_hero(Test::ManDown, &pair("1 2")));
    let hero = Tester { hero: true, ..tester(3, OPEN) };
    assert_eq!(does(Test::WantingToCharge, hero, "6 6"), Reaction::Charge);
    assert_eq!(does(Test::FastMove, hero, "6 6"), Reaction::Normal, "of another test he knows nothing");
    // He still ducks from what outguns him.
    let outgunned = Tester { hero: true, ..tester(3, Circumstances { outgunned: true, ..COVER }) };
    assert_eq!(does(Test::ReceivedFire, outgunned, "6 6"), Reaction::DuckBack);
    // Neither he nor a Star who chose becomes one, nor does a Leader Die count.
    let star = tester(3, Circumstances { star: true, ..OPEN });
    assert!(!hero.becomes_hero(Test::ManDown, &pair("1 1")) && !star.becomes_hero(Test::ManDown, &pair("1 1")));
    assert!(!tester(3, OPEN).becomes_hero(Test::ReceivedFire, &thrown(Test::ReceivedFire, 5, 0, &["1 2", "1"])));
    let told =
        json!({ "test": "man down", "figures": [{ "rep": 2 }, { "hero": true }, { "star": true }], "show_hero": true });
    assert_eq!(odds("group_test", told, "carry on (hero) | carry on | carry on"), of(1, 36));
}

/// CR-star-3: on starred tests a Star passes as many dice as he likes: Hickey chooses to return fire.
#[test]
fn cr_star_3_free_will() {
    assert_eq!(TESTS.map(Test::is_starred), [false, false, true, true, true, true, true, true, false]);
    let hickey = |choice| Tester { choice, ..tester(1, Circumstances { star: true, ..OPEN }) };
    let choices = [2, 1, 0].map(|choice| does(Test::ReceivedFire, hickey(choice), "6 6"));
    assert_eq!(choices, [Reaction::ReturnFire, Reaction::DuckBack, Reaction::Retire]);
    assert_eq!(does(Test::FastMove, hickey(2), "6 6"), Reaction::Normal, "this one he has to roll");
    let star = |choice: u8| json!({ "test": "leader lost", "figure": { "rep": 2, "star": true }, "choice": choice });
    assert_eq!(words("test", star(1)), ["halt and lose focus"]);
}

/// CR-star-4: a Star is not outgunned: of a group under fire of a squad automatic weapon that passes two dice, Billy fires back, the
/// other two duck (CR-og-1, CR-og-2).
#[test]
fn cr_star_4_stars_are_never_outgunned() {
    let outgunned = Circumstances { outgunned: true, ..OPEN };
    let billy = tester(5, Circumstances { star: true, ..outgunned });
    let group = [billy, tester(4, outgunned), tester(4, outgunned)];
    let all = group.map(|figure| does(Test::ReceivedFire, figure, "2 3"));
    assert_eq!(all, [Reaction::ReturnFire, Reaction::DuckBack, Reaction::DuckBack]);
}

/// CR-wound-5: who carries a wounded friend goes on with it on one die and two.
#[test]
fn cr_wound_5_under_fire_with_a_wounded_friend() {
    let carrying = json!({ "test": "received fire", "figure": { "rep": 4, "retrieving": true }, "outgunned": true });
    assert_eq!((odds("test", carrying.clone(), "continue"), odds("test", carrying, "retire")), (of(8, 9), of(1, 9)));
}
