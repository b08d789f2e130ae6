//! CR-melee: hand to hand.

use chain_reaction::attribute::Attributes;
use chain_reaction::damage::{Fate, Victim};
use chain_reaction::melee::{Fighter, Pools, impact, loses, roll};
use chain_reaction::weapon::{MeleeWeapon, Weapon};
use chance::Chance;
use serde_json::json;

use super::{ANYWHERE, odds, of, printed, rules, scripted, words};

fn fighter(rep: u8, impact: u8) -> Fighter {
    Fighter { rep, attributes: Attributes::default(), impact, down: false, retrieving: false }
}

/// CR-melee-1: the Impacts; a gun’s butt is nothing, or under `gun_butt` an improvised weapon.
#[test]
fn cr_melee_1_melee_weapons() {
    let all = [
        (MeleeWeapon::None, 0),
        (MeleeWeapon::Improvised, 1),
        (MeleeWeapon::OneHanded, 2),
        (MeleeWeapon::ImprovisedTwoHanded, 2),
        (MeleeWeapon::TwoHanded, 3),
    ];
    for (weapon, worth) in all {
        assert_eq!(impact(&printed(), weapon, Weapon::AssaultRifle), worth);
    }
    let butts = rules(json!({ "gun_butt": "improvised" }));
    let butt = |gun| impact(&butts, MeleeWeapon::None, gun);
    assert_eq!([Weapon::Pistol, Weapon::BaPistol, Weapon::MachinePistol].map(butt), [1; 3]);
    assert_eq!([Weapon::Shotgun, Weapon::BoltActionRifle, Weapon::SquadAutomaticWeapon].map(butt), [2; 3]);
    assert_eq!(impact(&butts, MeleeWeapon::Improvised, Weapon::AssaultRifle), 1, "who has something else uses that");
}

/// CR-melee-2: Billy, Rep 5, with a two-handed sword has 5 dice, Carlos, Rep 4, with a small pipe has 3.
#[test]
fn cr_melee_2_dice() {
    let (billy, carlos) = (fighter(5, 3), fighter(4, 1));
    assert_eq!((billy.dice(carlos.impact), carlos.dice(billy.impact)), (5, 3));
    let down = Fighter { down: true, ..fighter(4, 0) };
    assert_eq!((fighter(4, 0).dice(0), down.dice(0)), (4, 2));
    assert_eq!(Fighter { retrieving: true, ..down }.dice(0), 0);
    assert_eq!(Fighter { retrieving: true, ..Fighter { rep: 2, ..down } }.dice(3), 0, "never below none");
    // Prone and from the rear is once.
    let melee = |more: &[&str]| {
        let mut p = json!({ "a": {}, "b": {} });
        more.iter().for_each(|flag| p[*flag] = true.into());
        odds("melee", p, "A dead")
    };
    assert_eq!(melee(&["a_prone"]), melee(&["a_rear"]));
    assert_eq!(melee(&["a_prone"]), melee(&["a_prone", "a_rear"]));
    assert_ne!(melee(&["a_prone"]), melee(&[]));
    assert_ne!(melee(&["b_prone"]), melee(&["a_prone"]));
}

/// CR-wound-4: who keeps his wounded friend when he is charged fights with two dice less.
#[test]
fn cr_wound_4_melee_with_a_wounded_friend() {
    let b_dead = |retrieving: bool, rep: u8| {
        odds("melee", json!({ "a": { "rep": rep, "retrieving": retrieving }, "b": { "rep": 4 } }), "B dead")
    };
    assert_eq!(Fighter { retrieving: true, ..fighter(4, 0) }.dice(0), 2);
    assert_eq!(b_dead(true, 4), b_dead(false, 2));
}

/// Rolls until a side has no dice left.
fn bout<C: Chance>(chance: &mut C, pools: Pools) -> Pools {
    let left = roll(chance, ANYWHERE, pools);
    if left.a > 0 && left.b > 0 { bout(chance, left) } else { left }
}

/// CR-melee-3: the example: 5 against 3 become 3 and 1, 2 and 1, 2 and none: dead by two.
#[test]
fn cr_melee_3_keeping_successes() {
    let left = scripted(&["3-1", "2-1", "2-0"], |chance| bout(chance, Pools { a: 5, b: 3 }));
    assert_eq!(left, Pools { a: 2, b: 0 });
    let grunt = Victim { rep: 4, star: false, cheats: true };
    assert_eq!((loses(2, 5, &grunt), loses(1, 5, &grunt)), (Fate::Dead, Fate::Out));
    assert_eq!(scripted(&["0-0"], |chance| bout(chance, Pools { a: 5, b: 3 })), Pools { a: 0, b: 0 });
    // A Star is larger than life here too, CR-star-1, or cheats death, CR-star-2.
    let star = Victim { rep: 5, star: true, cheats: true };
    assert_eq!((loses(3, 4, &star), loses(3, 5, &star), loses(1, 5, &star)), (Fate::Out, Fate::CheatsDeath, Fate::Out));
    // One die each: both fail, one fails, or both go on.
    let one = |word: &str| odds("melee", json!({ "a": { "rep": 1 }, "b": { "rep": 1 } }), word);
    assert_eq!(["even", "A out", "B out"].map(one), [0; 3].map(|_| of(1, 3)));
    // With none of his own a figure waits for one roll of the other.
    let none = json!({ "a": { "rep": 1 }, "b": { "rep": 2 }, "a_prone": true });
    assert_eq!((odds("melee", none.clone(), "even"), odds("melee", none, "A dead")), (of(1, 4), of(1, 4)));
}

/// CR-melee-3 until it is decided: bouts with all dice, as many as that takes in the mean.
#[test]
fn cr_melee_3_to_the_end() {
    let end = |word: &str| odds("melee", json!({ "a": { "rep": 1 }, "b": { "rep": 1 }, "to_the_end": true }), word);
    assert_eq!((end("A out"), end("B out"), end("E[bouts]"), end("even")), (of(1, 2), of(1, 2), of(3, 2), of(0, 1)));
}

/// CR-melee-4: who is outnumbered divides his dice; each contest is its own.
#[test]
fn cr_melee_4_outnumbered() {
    let two = json!({ "a": { "rep": 2 }, "enemies": [{ "rep": 1 }, { "rep": 1 }], "shares": [1, 1] });
    assert_eq!(odds("outnumbered", two.clone(), "B out | A out"), of(1, 9));
    assert_eq!(words("outnumbered", two).len(), 9);
    // A share is rolled as it is; what an enemy has depends on the weapons.
    let armed = json!({ "a": { "rep": 6, "melee": "two-handed" }, "enemies": [{ "rep": 1 }], "shares": [0] });
    assert_eq!(words("outnumbered", armed), ["even"], "no dice on either side");
}
