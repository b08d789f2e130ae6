//! CR-target, CR-hit, CR-pitiful, CR-twin, CR-status-snap: shooting.

use chain_reaction::shooting::{Allotment, Shooter, Target, Volley, one_die, volley};
use chain_reaction::weapon::Weapon;
use serde_json::json;

use super::{ANYWHERE, STANDING, odds, of, printed, rifleman, scripted, shooter};

/// Fires all the dice of a weapon as they are allotted.
#[track_caller]
fn fired(shooter: &Shooter, draws: &[&str], allotted: &[Allotment]) -> Volley {
    let dice = allotted.iter().map(|allotment| allotment.dice).sum();
    scripted(draws, |chance| volley(&printed(), chance, ANYWHERE, shooter, dice, allotted))
}

/// CR-target-1: as many targets as dice, in the order declared; a figure may be hit more than once, and fewer dice may be fired.
#[test]
fn cr_target_1_dice_are_declared() {
    let rifle = shooter(5, Weapon::AssaultRifle);
    let all = [Allotment { dice: 3, least: 8 }];
    assert_eq!(fired(&rifle, &["6 5 3"], &all).hits[0], 3);
    let one = json!({ "shooter": { "rep": 4 }, "target": {}, "dice": 1 });
    assert_eq!(odds("volley", one, "1 hits"), of(1, 2));
    let none = json!({ "shooter": { "rep": 4 }, "target": {}, "dice": 0 });
    assert_eq!(odds("volley", none, "0 hits"), of(1, 1));
}

/// CR-target-2: the highest dice go to the first target: Carlos, one die at Dez and three at Char, rolls 5, 3, 2 and 1.
#[test]
fn cr_target_2_the_highest_to_the_first() {
    let carlos = shooter(5, Weapon::SquadAutomaticWeapon);
    let at = |dice, nth| Allotment { dice, least: carlos.least(&STANDING, nth) };
    assert_eq!(fired(&carlos, &["5 3 2 1"], &[at(1, 1), at(3, 2)]).hits, [1, 0, 0, 0]);
    assert_eq!(fired(&carlos, &["5 4 4 1"], &[at(1, 1), at(3, 2)]).hits, [1, 2, 0, 0], "a 9 hits the second");
    assert_eq!(fired(&carlos, &["5 4 4 1"], &[at(3, 1), at(1, 2)]).hits, [3, 0, 0, 0]);
}

/// CR-target-3: two weapons are rolled apart and the target keeps its place: both hit the first alone on 9 or more less one.
#[test]
fn cr_target_3_two_weapons_are_dealt_apart() {
    let two = Shooter { twin: true, ..shooter(5, Weapon::Pistol) };
    let at =
        [Allotment { dice: 1, least: two.least(&STANDING, 1) }, Allotment { dice: 1, least: two.least(&STANDING, 2) }];
    assert_eq!(fired(&two, &["5 5"], &at).hits, [1, 1, 0, 0], "9 each");
    assert_eq!(fired(&two, &["4 4"], &at).hits, [1, 0, 0, 0], "8 each");
}

/// CR-hit-1: each die and Rep: Billy, Rep 5, fires his BA pistol at Carlos in cover and rolls 3 and 6: an 8 misses, an 11 hits.
#[test]
fn cr_hit_1_each_die_and_rep() {
    let billy = shooter(5, Weapon::BaPistol);
    let cover = Allotment { dice: 2, least: billy.least(&Target { cover: true, ..STANDING }, 1) };
    assert_eq!(fired(&billy, &["6 3"], &[cover]).hits[0], 1);
    assert!(scripted(&["6"], |chance| one_die(chance, ANYWHERE, &billy, cover.least)));
    assert!(!scripted(&["3"], |chance| one_die(chance, ANYWHERE, &billy, cover.least)));
}

/// CR-hit-table: what makes an 8 miss, and what a 9.
#[test]
fn cr_hit_table_what_misses() {
    let least = |shooter: Shooter, target: Target, nth| shooter.least(&target, nth);
    let rifle = shooter(4, Weapon::AssaultRifle);
    assert_eq!(least(rifle, STANDING, 1), 8);
    for target in [
        Target { concealed: true, ..STANDING },
        Target { prone: true, ..STANDING },
        Target { fast: true, ..STANDING },
        Target { concealed: true, prone: true, fast: true, cover: false },
    ] {
        assert_eq!(least(rifle, target, 1), 9, "{target:?}: conditions don’t add up");
    }
    assert_eq!([2, 3, 4].map(|nth| least(rifle, STANDING, nth)), [9, 10, 10]);
    assert_eq!(least(rifle, Target { cover: true, ..STANDING }, 1), 10);
    assert_eq!(least(Shooter { fast: true, ..rifle }, STANDING, 1), 10);
    assert_eq!(least(Shooter { snap: true, ..rifle }, STANDING, 2), 10);
    assert_eq!(least(Shooter { prone: true, ..rifle }, STANDING, 1), 8, "lying down harms nobody’s aim");
}

/// CR-hit-3: cover stops a bullet and concealment hides from it: a 9 finds who is concealed, not who is in cover.
#[test]
fn cr_hit_3_cover_and_concealment() {
    let rifle = shooter(4, Weapon::AssaultRifle);
    let hits = |target: Target| scripted(&["5"], |chance| one_die(chance, ANYWHERE, &rifle, rifle.least(&target, 1)));
    assert!(hits(Target { concealed: true, ..STANDING }) && !hits(Target { cover: true, ..STANDING }));
    // Both is cover.
    assert!(!hits(Target { concealed: true, cover: true, ..STANDING }));
}

/// CR-hit-2: the needs of every Rep; Rep 1 never hits.
#[test]
fn cr_hit_2_every_rep() {
    let hits = |rep: i64, target: serde_json::Value| {
        odds("to_hit", json!({ "shooter": { "rep": rep }, "target": target }), "hit")
    };
    let row = |target: serde_json::Value| [1, 2, 4, 5, 6].map(|rep| hits(rep, target.clone()));
    assert_eq!(row(json!({})), [0, 1, 3, 4, 5].map(|faces| of(faces, 6)));
    assert_eq!(row(json!({ "concealed": true })), [0, 0, 2, 3, 4].map(|faces| of(faces, 6)));
    assert_eq!(row(json!({ "cover": true })), [0, 0, 1, 2, 3].map(|faces| of(faces, 6)));
    assert_eq!(
        [hits(3, json!({})), hits(3, json!({ "prone": true })), hits(3, json!({ "cover": true }))],
        [of(2, 6), of(1, 6), of(1, 12)]
    );
}

/// CR-pitiful-1: Char, Rep 3, rolls a 6 at Reed in cover, then a 2: a hit. Nobody else rolls again.
#[test]
fn cr_pitiful_1_a_second_chance() {
    let char = shooter(3, Weapon::SemiAutomaticRifle);
    let cover = [Allotment { dice: 2, least: 10 }];
    assert_eq!(fired(&char, &["6 4", "1"], &cover).hits[0], 1);
    assert_eq!(fired(&char, &["6 4", "0"], &cover).hits[0], 0);
    assert_eq!(fired(&char, &["6 6", "2"], &cover).hits[0], 2, "each six");
    assert_eq!(fired(&char, &["5 5"], &cover).hits[0], 0, "no six");
    assert_eq!(
        fired(&char, &["6 4"], &[Allotment { dice: 2, least: 9 }]).hits[0],
        1,
        "a six that hits is no pitiful shot"
    );
    assert_eq!(fired(&shooter(2, Weapon::SemiAutomaticRifle), &["6 6"], &cover).hits[0], 0);
    // In haste and with two weapons as well, at each target for itself.
    let hasty = Shooter { snap: true, twin: true, ..shooter(3, Weapon::Pistol) };
    let two = [Allotment { dice: 1, least: hasty.least(&STANDING, 1) }; 2];
    assert_eq!(fired(&hasty, &["6 6", "1", "0"], &two).hits[..2], [1, 0]);
}

/// CR-twin-1: two pistols at once are less sure: Dez’s 3 and 4 become 2 and 3, his 4 and 4 become 3 and 3.
#[test]
fn cr_twin_1_two_weapons() {
    let dez = Shooter { twin: true, ..shooter(5, Weapon::Pistol) };
    let at = [Allotment { dice: 2, least: 8 }];
    assert_eq!((fired(&dez, &["4 3"], &at).hits[0], fired(&dez, &["4 4"], &at).hits[0]), (1, 2));
    let one = shooter(5, Weapon::Pistol);
    assert_eq!(fired(&one, &["4 3"], &at).hits[0], 2);
    // Both roll all their dice, and run dry apart.
    let two = json!({ "shooter": { "rep": 6, "weapon": "pistol", "twin": true }, "target": {} });
    assert_eq!(odds("volley", two.clone(), "4 hits, 0 empty"), of(4 * 4 * 4 * 4, 6 * 6 * 6 * 6));
    assert_eq!(odds("volley", two.clone(), "0 hits, 2 empty"), of(1, 36 * 36));
    let both = odds("shot", two.clone(), "miss, empty");
    assert_eq!(both, of(1, 36 * 36), "a shot tells of it when both are dry");
    let rep_1 = json!({ "shooter": { "rep": 1, "weapon": "machine pistol", "twin": true }, "target": {} });
    assert_eq!(odds("to_hit", rep_1, "miss"), of(1, 1), "totals below the table miss");
    for weapon in [Weapon::Pistol, Weapon::BaPistol, Weapon::MachinePistol] {
        assert!(weapon.twins());
    }
    assert!(!Weapon::SubmachineGun.twins());
}

/// CR-status-snap: all dice, but 8 and 9 miss.
#[test]
fn cr_status_snap_hurried_fire() {
    let snap = |snap: bool, word: &str| {
        odds("volley", json!({ "shooter": rifleman(json!({})), "target": {}, "snap": snap }), word)
    };
    assert_eq!((snap(false, "3 hits"), snap(true, "3 hits")), (of(27, 216), of(1, 216)));
}
