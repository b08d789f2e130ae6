//! Section 5.1 to 5.3: rates, procedure, target number.

use chance::{Card, Draw};
use cqb::figure::Condition;
use cqb::fire::{AimAt, Effect, Firing, Shot, ToHit, Volley, may_fire_as, to_hit};
use cqb::rules::{BodyPart, Rules};
use cqb::weapon::Fire;
use serde_json::json;

use super::{firing, rules, scripted, scripted_hostages, volley, weapon};
use crate::play::{JOKER, black, odds, of, red, target_number};

#[test]
fn cqb_5_1a_rates_of_fire() {
    let shots = |name: &str, dice: &[Draw]| volley(json!({}), name, weapon(name).fire, dice).len();
    assert_eq!(shots("sniper rifle", &[]), 1);
    assert_eq!(shots("shotgun", &[]), 1);
    assert_eq!(shots("pistol", &[]), 3);
    assert_eq!(shots("smg+", &[]), 6);
    assert_eq!(shots("smg", &[2, 5, 3].map(Draw::Value)), 10);
    assert_eq!(volley(json!({ "auto_burst": "fixed3" }), "smg", Fire::Auto, &[]).len(), 9);
    let numbered = [(1, 1), (2, 2), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 1), (9, 2)];
    assert_eq!(volley(json!({}), "smg", Fire::Auto, &[2, 5, 2].map(Draw::Value)), numbered);
}

#[test]
fn cqb_5_1a_a_weapon_may_fire_at_a_lower_rate() {
    let may = |name: &str, options: serde_json::Value| {
        [Fire::Slow, Fire::Rapid, Fire::Semi, Fire::Burst, Fire::Auto]
            .map(|fire| may_fire_as(&weapon(name), fire, &rules(options.clone())))
    };
    assert_eq!(may("smg", json!({})), [false, false, true, true, true]);
    assert_eq!(may("smg+", json!({})), [false, false, true, true, false]);
    assert_eq!(may("pistol", json!({})), [false, false, true, false, false]);
    assert_eq!(may("smg", json!({ "select_fire": "category_only" })), [false, false, false, false, true]);
    assert_eq!(volley(json!({}), "smg", Fire::Semi, &[]).len(), 3);
}

#[test]
fn cqb_5_1b_firing_stops_when_the_target_is_down() {
    let goes_on = |option: &str, left: u8| {
        let volley = Volley { left, ..Volley::default() };
        let down = Condition { down: true, ..Condition::default() };
        assert!(volley.goes_on(&rules(json!({ "stop_when_down": option })), &Condition::default()));
        volley.goes_on(&rules(json!({ "stop_when_down": option })), &down)
    };
    assert_eq!([goes_on("stop", 0), goes_on("stop", 2)], [false, false]);
    assert_eq!([goes_on("finish_burst", 0), goes_on("finish_burst", 2)], [false, true]);
    assert_eq!([goes_on("all", 0), goes_on("all", 2)], [true, true]);
    // The rounds after it can still jam.
    let jam = |option: &str| {
        odds("fire_action", &json!({ "weapon": "rifle", "options": { "stop_when_down": option } }), "jam").to_f64()
    };
    assert!(jam("stop") < jam("finish_burst") && jam("finish_burst") < jam("all"));
}

#[test]
fn cqb_5_2a_the_target_number_or_more_hits() {
    let judge = |value: u8, target_number: i32| to_hit(Card::new(value, true), target_number, AimAt::None);
    assert_eq!([judge(7, 8), judge(8, 8), judge(9, 8)], [ToHit::Miss, ToHit::Hit, ToHit::Hit]);
    // No floor and no cap: only a joker fails at 2 or less, nothing reaches 14.
    assert_eq!(
        odds("to_hit", &json!({ "ability": "elite", "weapon": "sniper rifle", "aimed": true, "range": 3 }), "miss"),
        of(0, 1)
    );
    assert_eq!(odds("to_hit", &json!({ "ability": "elite", "range": 96, "flesh": 3 }), "hit"), of(0, 1));
    assert_eq!(target_number(&json!({ "weapon": "sniper rifle", "aimed": true, "range": 3 })), of(-1, 1));
    assert_eq!(to_hit(Card::JOKER, -5, AimAt::None), ToHit::Joker);
}

#[test]
fn cqb_5_2b_the_second_card() {
    let at_random = firing("pistol", AimAt::None);
    assert_eq!(scripted(json!({}), &at_random, &[red(8), red(10)]), Shot::Hit(Effect::Out(BodyPart::Head)));
    assert_eq!(scripted(json!({}), &at_random, &[black(8), black(10)]), Shot::Hit(Effect::Flesh));
    // At a named location only the colour counts.
    assert_eq!(
        scripted(json!({}), &firing("pistol", AimAt::Leg), &[red(9), red(10)]),
        Shot::Hit(Effect::Out(BodyPart::Leg))
    );
    // The neutral deck has aces, the firer's has none.
    let neutral = json!({ "location_deck": "neutral" });
    assert_eq!(scripted(neutral, &at_random, &[red(8), red(1)]), Shot::Hit(Effect::Out(BodyPart::Leg)));
}

/// Torso hits are the better, the better the firer's deck; a neutral deck is the same for all.
#[test]
fn cqb_5_2b_bias_of_the_firers_deck() {
    for (ability, hits, torso) in [("novice", 12, 3), ("experienced", 16, 4), ("veteran", 20, 5), ("elite", 24, 6)] {
        let down = |deck: &str| {
            let options = json!({ "reshuffle": "every_draw", "location_deck": deck });
            odds("shot", &json!({ "ability": ability, "round": "rifle", "options": options }), "incapacitated")
        };
        assert_eq!(down("firer"), of(hits * (torso + 1), 42 * 10), "{ability}");
        assert_eq!(down("neutral"), of(hits * 4, 42 * 10), "{ability}");
    }
}

#[test]
fn cqb_5_2c_the_order_of_the_cards() {
    let helmet =
        Firing { armour: cqb::fire::Armour { helmet: true, ..Default::default() }, ..firing("rifle", AimAt::Head) };
    // Shot, effect (red), helmet (black): in the way, and weakened to a pistol hit by the effect card.
    assert_eq!(scripted(json!({}), &helmet, &[black(8), red(2), black(3)]), Shot::Hit(Effect::Out(BodyPart::Head)));
    assert_eq!(scripted(json!({}), &helmet, &[black(8), black(2), black(3)]), Shot::Hit(Effect::Flesh));
    assert_eq!(scripted(json!({}), &helmet, &[black(8), black(2), red(3)]), Shot::Hit(Effect::Out(BodyPart::Head)));
    // A complete miss: a check card for each hostage, then the place of the one that is hit.
    let wild = Firing { hostages: 2, ..firing("rifle", AimAt::None) };
    assert_eq!(scripted(json!({}), &wild, &[black(7)]), Shot::Miss);
    assert_eq!(scripted_hostages(json!({}), &wild, &[black(2), red(2), black(10)]), [(1, Effect::Out(BodyPart::Head))]);
}

#[test]
fn cqb_5_3_the_base_is_8() {
    assert_eq!(target_number(&json!({})), of(8, 1));
    assert_eq!(target_number(&json!({ "options": { "to_hit_base": 9 } })), of(9, 1));
}

#[test]
fn cqb_5_3_1_movement_in_the_turn_before() {
    let moved = |firer: f64, target: f64| target_number(&json!({ "firer_moved": firer, "target_moved": target }));
    assert_eq!(moved(0.5, 0.0), of(10, 1));
    assert_eq!(moved(6.0, 0.0), of(10, 1));
    assert_eq!(moved(0.0, 6.0), of(9, 1));
    assert_eq!(moved(0.0, 6.1), of(10, 1));
    assert_eq!(moved(3.0, 12.0), of(12, 1));
}

#[test]
fn cqb_5_3_2b_aiming_modifiers() {
    let aimed = [
        ("junk", 0),
        ("general_pistol", -1),
        ("target_pistol", -2),
        ("smg", -3),
        ("poor_rifle", -3),
        ("smg_plus", -4),
        ("rifle", -5),
        ("sniper_rifle", -6),
        ("shotgun", 0),
    ];
    for (category, modifier) in aimed {
        let shot = |shot: u8, scope: bool, options: serde_json::Value| {
            target_number(
                &json!({ "category": category, "aimed": true, "shot": shot, "scope": scope, "options": options }),
            )
        };
        assert_eq!(shot(1, false, json!({})), of(8 + modifier, 1), "{category}");
        assert_eq!(shot(1, true, json!({})), of(7 + modifier, 1), "{category}");
        assert_eq!(shot(2, true, json!({})), of(8 + modifier, 1), "the sight helps the first shot only");
        assert_eq!(shot(2, false, json!({ "aim_applies": "first" })), of(8, 1));
    }
    let shotgun = json!({ "category": "shotgun", "aimed": true, "options": { "shotgun_aim": "as_poor_rifle" } });
    assert_eq!(target_number(&shotgun), of(5, 1));
    assert_eq!(target_number(&json!({ "scope": true })), of(8, 1), "a sight needs an aimed shot");
}

#[test]
fn cqb_5_3_3a_named_locations() {
    let named =
        [("brain_stem", 4), ("head", 2), ("strong_arm", 2), ("weak_arm", 2), ("leg", 1), ("torso", 1), ("none", 0)];
    for (aim_at, modifier) in named {
        assert_eq!(target_number(&json!({ "aim_at": aim_at })), of(8 + modifier, 1), "{aim_at}");
        assert_eq!(
            target_number(&json!({ "aim_at": aim_at, "aimed": true, "category": "rifle" })),
            of(3 + modifier, 1)
        );
    }
    // Plates cover the torso that is aimed at.
    let plated =
        json!({ "aim_at": "torso", "plates": true, "round": "rifle", "options": { "reshuffle": "every_draw" } });
    assert_eq!(
        odds("shot", &plated, "stopped"),
        of(12 * 10 + 4 * 3, 420),
        "all hits, and 8, 9 and jack of the near misses"
    );
}

#[test]
fn cqb_5_3_3b_brain_stem() {
    let shot = firing("pistol", AimAt::BrainStem);
    assert_eq!(scripted(json!({}), &shot, &[black(8)]), Shot::Hit(Effect::Fatal), "no second card");
    let helmet = Firing { armour: cqb::fire::Armour { helmet: true, ..Default::default() }, ..shot };
    assert_eq!(scripted(json!({}), &helmet, &[black(8)]), Shot::Hit(Effect::Fatal));
    let applies = || json!({ "brainstem_helmet": "applies" });
    assert_eq!(scripted(applies(), &helmet, &[black(8), black(9), red(2)]), Shot::Hit(Effect::Fatal));
    assert_eq!(
        scripted(applies(), &helmet, &[black(8), red(9), black(2)]),
        Shot::Hit(Effect::Stopped { knocks_down: false })
    );
    let fifty = Firing { weapon: weapon(".50 rifle"), ..helmet };
    assert_eq!(scripted(applies(), &fifty, &[black(8)]), Shot::Hit(Effect::Fatal));
}

#[test]
fn cqb_5_3_3c_a_near_miss_at_the_torso() {
    let shot = firing("rifle", AimAt::Torso);
    assert_eq!(scripted(json!({}), &shot, &[black(7), black(2)]), Shot::NearMiss(Effect::Out(BodyPart::Leg)));
    assert_eq!(scripted(json!({}), &shot, &[black(6)]), Shot::Miss);
    // It holds one above the highest card as well: at 96" a Novice needs 12, and no card is 11.
    let novice =
        |range: i32| odds("to_hit", &json!({ "ability": "novice", "aim_at": "torso", "range": range }), "near_miss");
    assert_eq!(novice(48), of(4, 42));
    assert_eq!(novice(96), of(0, 1));
}

#[test]
fn cqb_5_3_3d_other_shots_miss_completely() {
    for aim_at in [AimAt::None, AimAt::BrainStem, AimAt::Head, AimAt::StrongArm, AimAt::WeakArm, AimAt::Leg] {
        assert_eq!(scripted(json!({}), &firing("rifle", aim_at), &[red(7)]), Shot::Miss, "{aim_at:?}");
    }
}

#[test]
fn cqb_5_3_3e_hostages_in_the_line_of_fire() {
    let wild = Firing { hostages: 3, ..firing("pistol", AimAt::None) };
    let cards = [black(2), red(2), red(10)];
    assert_eq!(
        scripted_hostages(json!({}), &wild, &cards),
        [(1, Effect::Out(BodyPart::Head))],
        "one round, one victim"
    );
    let all = json!({ "hostage_stop": "all" });
    let cards = [red(2), black(10), black(2), red(3), red(4)];
    let victims = [(0, Effect::Flesh), (2, Effect::Out(BodyPart::Leg))];
    assert_eq!(scripted_hostages(all, &wild, &cards), victims);
    // Checked with their own deck, an ace can come.
    let own = json!({ "hostage_check_deck": "hostage" });
    assert_eq!(scripted_hostages(own, &wild, &[red(1), red(2)]), [(0, Effect::Out(BodyPart::Leg))]);
    // A near miss at the torso checks nobody.
    let p = json!({ "ability": "novice", "aim_at": "torso", "range": 48, "hostages": 1 });
    assert_eq!(odds("shot", &p, "hostages_hit_1"), of(36 / 2, 42), "half of the misses by 2 or more");
}

/// CQB-5.3.3f: no round leaves a jammed weapon, nor one that misfires.
#[test]
fn cqb_5_3_3f_a_jam_hits_no_hostage() {
    let p = |joker_fire: &str| json!({ "hostages": 1, "options": { "joker_fire": joker_fire, "reshuffle": "every_draw", "joker_secondary": "redraw" } });
    let hit = |joker_fire: &str| odds("shot", &p(joker_fire), "hostages_hit_1");
    assert_eq!(hit("jam"), of(24, 84));
    assert_eq!(hit("misfire"), of(24, 84));
    assert_eq!(hit("miss"), of(26, 84));
}

#[test]
fn cqb_5_3_3g_the_hostages_deck() {
    let places = [
        ("leg", 4),
        ("weak_arm", 1),
        ("strong_arm", 1),
        ("head", 1),
        ("torso_under_plates", 2),
        ("torso_outside_plates", 1),
    ];
    for (place, tenths) in places {
        assert_eq!(odds("location", &json!({ "deck": "hostage" }), place), of(tenths, 10), "{place}");
    }
    let wild = Firing { hostages: 1, ..firing("rifle", AimAt::None) };
    let worn = Firing { armour: cqb::fire::Armour { soft: true, plates: true, helmet: true }, ..wild };
    for firing in [wild, worn] {
        assert_eq!(
            scripted_hostages(json!({}), &firing, &[red(2), black(9)]),
            [(0, Effect::Out(BodyPart::TorsoUnderPlates))]
        );
    }
}

#[test]
fn cqb_5_3_4_range() {
    let bands =
        [(0, -2), (3, -2), (4, -1), (6, -1), (7, 0), (12, 0), (13, 1), (24, 1), (25, 2), (48, 2), (49, 3), (96, 3)];
    for (range, modifier) in bands {
        assert_eq!(target_number(&json!({ "range": range })), of(8 + modifier, 1), "{range}\"");
    }
    let far = |long_range: &str| {
        [97, 144, 145, 192, 193, 384]
            .map(|range| target_number(&json!({ "range": range, "options": { "long_range": long_range } })))
    };
    assert_eq!(far("doubling"), [12, 12, 12, 12, 13, 13].map(|n| of(n, 1)));
    assert_eq!(far("linear48"), [12, 12, 13, 13, 14, 17].map(|n| of(n, 1)));
}

#[test]
fn cqb_5_3_5a_recoil_of_single_shots() {
    let shot = |recoil: &str, shot: u8, prior: u8, option: &str| {
        target_number(
            &json!({ "recoil": recoil, "shot": shot, "prior_shots": prior, "options": { "single_recoil": option } }),
        )
    };
    assert_eq!([1, 2, 3].map(|n| shot("heavy", n, 0, "turn")), [8, 9, 9].map(|n| of(n, 1)));
    assert_eq!([1, 2, 3].map(|n| shot("light", n, 0, "turn")), [8, 8, 8].map(|n| of(n, 1)));
    assert_eq!([shot("heavy", 1, 3, "turn"), shot("heavy", 1, 3, "series")], [of(8, 1), of(9, 1)]);
}

const LIGHT: [i64; 20] = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3];
const HEAVY: [i64; 20] = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7];

#[test]
fn cqb_5_3_5b_recoil_of_bursts() {
    for (recoil, table) in [("light", LIGHT), ("heavy", HEAVY)] {
        for (shot, modifier) in (1..).zip(table) {
            let p = json!({ "fire": "auto", "recoil": recoil, "shot": shot });
            assert_eq!(target_number(&p), of(8 + modifier, 1), "{recoil} {shot}");
        }
    }
}

#[test]
fn cqb_5_3_5c_recoil_past_the_table_and_by_burst() {
    let shot = |recoil: &str, shot: u8| target_number(&json!({ "fire": "auto", "recoil": recoil, "shot": shot }));
    assert_eq!([shot("heavy", 26), shot("light", 26)], [of(17, 1), of(12, 1)]);
    let by_burst = json!({ "fire": "auto", "recoil": "heavy", "shot": 9, "shot_in_burst": 2, "options": { "recoil_count": "burst" } });
    assert_eq!(target_number(&by_burst), of(9, 1));
}

/// Also CQB-5.5.4e.
#[test]
fn cqb_5_3_6a_wounds_of_the_firer() {
    assert_eq!(target_number(&json!({ "flesh": 2, "out_wounds": 1 })), of(11, 1));
}

#[test]
fn cqb_5_3_6b_the_weak_hand() {
    assert_eq!(target_number(&json!({ "weak_hand": true })), of(10, 1));
}

#[test]
fn cqb_5_3_6c_a_change_of_target() {
    let change = |inches: f64, shot: u8, option: &str| {
        target_number(&json!({ "change_target": inches, "shot": shot, "options": { "change_target": option } }))
    };
    assert_eq!(
        [change(0.9, 1, "first"), change(2.7, 1, "first"), change(3.0, 1, "first")],
        [8, 10, 11].map(|n| of(n, 1))
    );
    assert_eq!([change(2.7, 2, "first"), change(2.7, 2, "all")], [of(8, 1), of(10, 1)]);
}

#[test]
fn cqb_5_3_6d_failed_gas_tests() {
    assert_eq!(target_number(&json!({ "gas": 2 })), of(10, 1));
    assert_eq!(target_number(&json!({ "gas": 2, "options": { "gas": 3 } })), of(14, 1));
}

#[test]
fn cqb_4b_nobody_fires_after_a_fast_move() {
    let p = json!({ "firer_moved": 12 });
    let kind = cqb::RULESET.kinds.iter().find(|kind| kind.id == "to_hit").expect("a kind");
    assert_eq!(kind.ask(&p).expect_err("barred")[0].key, "firer_moved");
    assert_eq!(target_number(&json!({ "firer_moved": 12, "options": { "fast_firer": "plus2" } })), of(10, 1));
}

/// A joker as the card of the shot, by each reading of it (CQB-9a).
#[test]
fn cqb_9a_a_joker_while_firing() {
    let shot = firing("rifle", AimAt::None);
    let joker = |option: &str, cards: &[Draw]| scripted(json!({ "joker_fire": option }), &shot, cards);
    assert_eq!(joker("jam", &[JOKER]), Shot::Jam);
    assert_eq!(joker("misfire", &[JOKER]), Shot::Misfire);
    assert_eq!(joker("miss", &[JOKER]), Shot::Miss);
    assert_eq!(joker("redraw", &[JOKER, JOKER, red(8), red(2)]), Shot::Hit(Effect::Out(BodyPart::Leg)));
}

/// A joker as any other card of a shot (CQB-9a).
#[test]
fn cqb_9a_a_joker_as_a_second_card() {
    let shot = firing("pistol", AimAt::None);
    assert_eq!(scripted(json!({}), &shot, &[red(8), JOKER, JOKER, red(10)]), Shot::Hit(Effect::Out(BodyPart::Head)));
    let void = || json!({ "joker_secondary": "void" });
    assert_eq!(scripted(void(), &shot, &[red(8), JOKER]), Shot::Hit(Effect::Nothing));
    let helmet =
        Firing { armour: cqb::fire::Armour { helmet: true, ..Default::default() }, ..firing("rifle", AimAt::Head) };
    assert_eq!(
        scripted(void(), &helmet, &[red(8), black(2), JOKER]),
        Shot::Hit(Effect::Out(BodyPart::Head)),
        "not in the way"
    );
    let wild = Firing { hostages: 1, ..shot };
    assert_eq!(scripted_hostages(void(), &wild, &[JOKER]), []);
    assert_eq!(scripted_hostages(void(), &wild, &[red(2), JOKER]), [(0, Effect::Nothing)]);
}

#[test]
fn the_catalogue_is_complete() {
    let names: Vec<String> = Rules::default().weapons.into_keys().collect();
    assert_eq!(names.len(), 18, "{names:?}");
}
