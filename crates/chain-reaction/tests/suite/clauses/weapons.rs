//! CR-wpn, CR-og-1, CR-ammo-1: weapons.

use chain_reaction::shooting::{Allotment, volley};
use chain_reaction::weapon::{Stats, Weapon};
use engage::Inches;
use serde_json::json;

use crate::play::{self, battle, fight};

use super::{ANYWHERE, STANDING, odds, of, printed, rifleman, scripted, shooter};

/// CR-wpn-table, CR-wpn-1, CR-wpn-2, CR-og-1: ranges, Targets, Impacts and rankings.
#[test]
fn cr_wpn_table_as_printed() {
    let weapons = printed().weapons;
    let row = |weapon: Weapon| {
        let Stats { range, targets, impact, ranking } = weapons.of(weapon);
        (range, targets, impact, ranking)
    };
    let inches = Inches::whole;
    assert_eq!(row(Weapon::Pistol), (inches(12), 2, 1, 2));
    assert_eq!(row(Weapon::BaPistol), (inches(12), 2, 2, 2));
    assert_eq!(row(Weapon::Shotgun), (inches(12), 3, 2, 3));
    assert_eq!(row(Weapon::BoltActionRifle), (inches(48), 1, 3, 1));
    assert_eq!(row(Weapon::SemiAutomaticRifle), (inches(48), 2, 3, 2));
    assert_eq!(row(Weapon::MachinePistol), (inches(12), 3, 1, 3));
    assert_eq!(row(Weapon::SubmachineGun), (inches(24), 3, 1, 3));
    assert_eq!(row(Weapon::AssaultRifle), (inches(48), 3, 3, 3));
    assert_eq!(row(Weapon::SquadAutomaticWeapon), (inches(48), 4, 3, 4));
    assert_eq!(row(Weapon::Grenade), (inches(6), 0, 2, 5));
    assert_eq!(row(Weapon::GrenadeLauncher), (inches(24), 0, 2, 5));
    assert_eq!(row(Weapon::RocketLauncher), (inches(48), 0, 5, 5));
}

/// CR-wpn-1: Targets are the most dice; each can hit the same figure, or others.
#[test]
fn cr_wpn_1_targets_are_dice() {
    let sure = |weapon: &str, hits: &str| {
        odds("volley", json!({ "shooter": { "rep": 6, "weapon": weapon }, "target": {} }), hits)
    };
    for (weapon, targets) in
        [("bolt action rifle", 1), ("pistol", 2), ("assault rifle", 3), ("squad automatic weapon", 4)]
    {
        assert_eq!(sure(weapon, &format!("{targets} hits")), of(5_i64.pow(targets), 6_i64.pow(targets)));
    }
    // Other numbers than printed.
    let pistol = json!({ "range": 12, "targets": 1, "impact": 1, "ranking": 2 });
    let one = json!({
        "shooter": { "rep": 6, "weapon": "pistol" }, "target": {}, "options": { "weapons": { "pistol": pistol } },
    });
    assert_eq!(odds("volley", one, "1 hits"), of(5, 6));
}

/// CR-wpn-shotgun: six dice; the best three count to hit and all for running dry. Jim Bob Joe rolls 1, 1, 2, 4, 5 and 6 at
/// three targets: 4, 5 and 6 count, and he is out of ammunition.
#[test]
fn cr_wpn_shotgun_six_dice() {
    let joe = shooter(4, Weapon::Shotgun);
    assert_eq!(joe.dice(3), (6, 3));
    let at = |nth| Allotment { dice: 1, least: joe.least(&STANDING, nth) };
    let fired =
        scripted(&["6 5 4 2 1 1"], |chance| volley(&printed(), chance, ANYWHERE, &joe, 3, &[at(1), at(2), at(3)]));
    assert_eq!((fired.hits, fired.empty), ([1, 1, 0, 0], true), "10, 9 at the second target, 8 at the third");
}

/// CR-og-1: of the weapons that burst all rank 5, the launcher of grenades as well.
#[test]
fn cr_og_1_rankings() {
    let weapons = printed().weapons;
    for weapon in [Weapon::Grenade, Weapon::GrenadeLauncher, Weapon::RocketLauncher] {
        assert!(weapon.bursts() && weapons.of(weapon).ranking == 5);
    }
    // Guns rank as they have Targets.
    for weapon in [Weapon::BoltActionRifle, Weapon::Pistol, Weapon::SubmachineGun, Weapon::SquadAutomaticWeapon] {
        assert!(!weapon.bursts() && weapons.of(weapon).ranking == weapons.of(weapon).targets);
    }
}

/// CR-og-2: outgunned is worse than not, and only on Received Fire.
#[test]
fn cr_og_2_counts_on_received_fire() {
    let figure = rifleman(json!({}));
    let test = |test: &str, outgunned: bool, word: &str| {
        odds("test", json!({ "test": test, "figure": figure, "outgunned": outgunned }), word)
    };
    assert_eq!(
        (test("received fire", false, "duck back"), test("received fire", true, "duck back")),
        (of(4, 9), of(8, 9))
    );
    assert_eq!(test("in sight", true, "fire"), test("in sight", false, "fire"));
    assert_eq!(test("man down", true, "carry on"), of(8, 9));
}

/// CR-ammo-1: two 1s empty a weapon: Carlos’s squad automatic weapon shows 1, 1, 4 and 5. Its hits count.
#[test]
fn cr_ammo_1_tight_ammo() {
    let carlos = shooter(4, Weapon::SquadAutomaticWeapon);
    let at = [Allotment { dice: 4, least: carlos.least(&STANDING, 1) }];
    let fired = |faces: &str| scripted(&[faces], |chance| volley(&printed(), chance, ANYWHERE, &carlos, 4, &at));
    assert_eq!((fired("5 4 1 1").hits[0], fired("5 4 1 1").empty), (2, true));
    assert!(!fired("5 4 2 1").empty && fired("1 1 1 1").empty);
    // A re-roll of a pitiful shot does not count, and a single die never runs dry.
    let recruit = shooter(3, Weapon::Pistol);
    let cover = [Allotment { dice: 2, least: 10 }];
    let fired = scripted(&["6 1", "1"], |chance| volley(&printed(), chance, ANYWHERE, &recruit, 2, &cover));
    assert_eq!((fired.hits[0], fired.empty), (1, false));
    assert_eq!(odds("until_empty", json!({ "shooter": { "weapon": "bolt action rifle" } }), "never"), of(1, 1));
    assert_eq!(odds("until_empty", json!({ "shooter": { "weapon": "pistol" } }), "E[volleys]"), of(36, 1));
    // Fewer dice run dry less often.
    let two = json!({ "shooter": { "rep": 1 }, "target": {}, "dice": 2 });
    assert_eq!(odds("volley", two, "0 hits, empty"), of(1, 36));
}

/// Clarification 35: who is out of ammunition takes his other weapon in hand where that reaches somebody, and reloads where it does not.
#[test]
fn cr_ammo_1_another_weapon() {
    let run = |range: u8| {
        let arms = json!({ "weapon": "squad automatic weapon", "second": "pistol" });
        let scenario = fight(1, 1, json!({ "blue": { "team": arms }, "field": { "range": range }, "turn_limit": 20 }));
        let battle = battle(&scenario);
        let mut does = [0; 2];
        for engagement in 0..3000 {
            let (_, steps) = battle.replay(3, engagement);
            let Some(empty) = steps.iter().position(|step| step.figure == Some(0) && step.text.contains("ammunition"))
            else {
                continue;
            };
            let after = |says| play::of(&steps[empty..], 0, says).next().map(|step| step.turn);
            let first = [after("takes the pistol"), after("reloads")];
            let Some(place) = (0..2).filter(|&place| first[place].is_some()).min_by_key(|&place| first[place]) else {
                continue;
            };
            does[place] += 1;
        }
        does
    };
    // A figure that has ducked, or sees nobody, reloads all the same.
    let [changes, _] = run(8);
    assert!(changes > 5, "{changes}");
    let [changes, reloads] = run(30);
    assert!(changes == 0 && reloads > 20, "{changes} {reloads}");
}
