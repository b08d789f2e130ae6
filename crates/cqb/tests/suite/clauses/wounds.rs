//! Sections 5.4 and 5.5: location, effect, armour, condition.

use cqb::figure::{Condition, Figure, Wound};
use cqb::fire::{AimAt, Armour, Effect, Firing, Shot};
use cqb::rules::{BodyPart, Rules};
use serde_json::{Value, json};

use super::{firing, rules, scripted};
use crate::play::{black, odds, of, red};

const NO_ARMOUR: Armour = Armour { soft: false, plates: false, helmet: false };
const SOFT: Armour = Armour { soft: true, ..NO_ARMOUR };
const PLATES: Armour = Armour { plates: true, ..NO_ARMOUR };
const STOPPED: Effect = Effect::Stopped { knocks_down: false };
const BESIDE_PLATES: Effect = Effect::Out(BodyPart::TorsoOutsidePlates);
const UNDER_PLATES: Effect = Effect::Out(BodyPart::TorsoUnderPlates);
const HEAD: Effect = Effect::Out(BodyPart::Head);

/// The effect of a hit at a random location by the second card.
#[track_caller]
fn hit(weapon: &str, armour: Armour, options: Value, second: chance::Draw) -> Effect {
    let shot = Firing { armour, ..firing(weapon, AimAt::None) };
    match scripted(options, &shot, &[black(8), second]) {
        Shot::Hit(effect) => effect,
        other => panic!("{other:?}"),
    }
}

#[test]
fn cqb_5_4_random_locations() {
    use BodyPart::{Head, Leg, StrongArm, TorsoOutsidePlates, TorsoUnderPlates, WeakArm};
    let table = [
        Leg,
        Leg,
        Leg,
        Leg,
        WeakArm,
        StrongArm,
        TorsoOutsidePlates,
        TorsoUnderPlates,
        TorsoUnderPlates,
        Head,
        TorsoUnderPlates,
        TorsoUnderPlates,
        TorsoUnderPlates,
    ];
    assert_eq!(Rules::default().location, table);
    assert_eq!(hit("rifle", NO_ARMOUR, json!({}), red(4)), Effect::Out(Leg));
    assert_eq!(hit("rifle", NO_ARMOUR, json!({}), red(5)), Effect::Out(WeakArm));
    assert_eq!(hit("rifle", NO_ARMOUR, json!({}), red(6)), Effect::Out(StrongArm));
    for (value, effect) in [(7, BESIDE_PLATES), (8, UNDER_PLATES), (9, UNDER_PLATES), (10, HEAD), (11, UNDER_PLATES)] {
        assert_eq!(hit("rifle", NO_ARMOUR, json!({}), red(value)), effect);
    }
    for (deck, under, head) in [("novice", 2, 1), ("elite", 5, 1)] {
        assert_eq!(odds("location", &json!({ "deck": deck }), "torso_under_plates"), of(under, 10));
        assert_eq!(odds("location", &json!({ "deck": deck }), "head"), of(head, 10));
    }
}

#[test]
fn cqb_5_5_1_pistol_rounds_go_by_colour() {
    for weapon in ["pistol", "smg"] {
        assert_eq!(hit(weapon, NO_ARMOUR, json!({}), red(2)), Effect::Out(BodyPart::Leg));
        assert_eq!(hit(weapon, NO_ARMOUR, json!({}), black(2)), Effect::Flesh);
    }
}

#[test]
fn cqb_5_5_2_heavier_rounds_do_not() {
    for weapon in ["magnum", "rifle", "shotgun", ".50 rifle"] {
        for second in [red(2), black(2)] {
            assert_eq!(hit(weapon, NO_ARMOUR, json!({}), second), Effect::Out(BodyPart::Leg), "{weapon}");
        }
    }
}

#[test]
fn cqb_5_5_3a_soft_armour() {
    for weapon in ["pistol", "smg", "magnum", "shotgun"] {
        for torso in [red(7), black(8), red(9), black(11)] {
            assert_eq!(hit(weapon, SOFT, json!({}), torso), STOPPED, "{weapon}");
        }
        assert_ne!(hit(weapon, SOFT, json!({}), red(2)), STOPPED, "the torso is all it covers");
    }
    assert_eq!(hit("rifle", SOFT, json!({}), red(7)), BESIDE_PLATES);
    assert_eq!(hit("rifle", SOFT, json!({}), black(7)), Effect::Flesh);
    assert_eq!(hit("magnum", SOFT, json!({ "magnum_vs_soft": "as_rifle" }), black(7)), Effect::Flesh);
    assert_eq!(hit("shotgun", SOFT, json!({ "soft_coverage": "all" }), red(2)), STOPPED);
    assert_eq!(hit("rifle", SOFT, json!({ "soft_coverage": "all" }), black(10)), HEAD, "never the head");
}

#[test]
fn cqb_5_5_3b_a_stopped_hit_may_knock_down() {
    let on = || json!({ "armour_knockdown": "on" });
    assert_eq!(hit("pistol", SOFT, on(), red(8)), Effect::Stopped { knocks_down: true });
    assert_eq!(hit("pistol", SOFT, on(), black(8)), STOPPED);
    assert_eq!(hit("rifle", PLATES, on(), red(8)), Effect::Stopped { knocks_down: true });
    assert_eq!(hit("rifle", PLATES, json!({}), red(8)), STOPPED);
}

#[test]
fn cqb_5_5_3c_hard_plates() {
    for weapon in ["pistol", "magnum", "rifle", "shotgun"] {
        for plated in [red(8), red(9), red(11)] {
            assert_eq!(hit(weapon, PLATES, json!({}), plated), STOPPED, "{weapon}");
        }
        assert_eq!(hit(weapon, PLATES, json!({}), red(7)), BESIDE_PLATES, "{weapon}");
    }
    // Where both cover, plates decide: a rifle is stopped there, and only weakened beside them.
    let both = Armour { plates: true, ..SOFT };
    assert_eq!(
        [hit("rifle", both, json!({}), red(8)), hit("rifle", both, json!({}), black(7))],
        [STOPPED, Effect::Flesh]
    );
}

#[test]
fn cqb_5_5_3d_helmets() {
    let helmet = |weapon: &str, cards: [chance::Draw; 2]| {
        let shot = Firing { armour: Armour { helmet: true, ..NO_ARMOUR }, ..firing(weapon, AimAt::None) };
        scripted(json!({}), &shot, &[black(8), cards[0], cards[1]])
    };
    assert_eq!(helmet("pistol", [red(10), black(2)]), Shot::Hit(STOPPED));
    assert_eq!(helmet("pistol", [red(10), red(2)]), Shot::Hit(HEAD));
    assert_eq!(helmet("rifle", [red(10), black(2)]), Shot::Hit(HEAD));
    assert_eq!(helmet("rifle", [black(10), black(2)]), Shot::Hit(Effect::Flesh));
}

#[test]
fn cqb_5_5_3e_nothing_stops_fifty() {
    let all = Armour { soft: true, plates: true, helmet: true };
    for (second, effect) in [(red(8), UNDER_PLATES), (black(7), BESIDE_PLATES), (black(10), HEAD)] {
        assert_eq!(hit(".50 rifle", all, json!({}), second), effect, "and no helmet card is turned");
    }
}

fn suffer(effects: &[Effect], options: Value, two_handed: bool) -> Condition {
    let rules = rules(options);
    let mut condition = Condition::default();
    effects.iter().for_each(|&effect| condition.suffer(effect, &rules, two_handed));
    condition
}

const LEG: Effect = Effect::Out(BodyPart::Leg);
const STRONG: Effect = Effect::Out(BodyPart::StrongArm);
const WEAK: Effect = Effect::Out(BodyPart::WeakArm);

#[test]
fn cqb_5_5_4a_head_and_torso_incapacitate() {
    for place in [BodyPart::Head, BodyPart::TorsoUnderPlates, BodyPart::TorsoOutsidePlates] {
        assert!(suffer(&[Effect::Out(place)], json!({}), false).down, "{place:?}");
    }
    assert!(suffer(&[Effect::Fatal], json!({}), false).down);
    assert!(!suffer(&[LEG], json!({}), false).down);
}

#[test]
fn cqb_5_5_4b_so_do_two_hits_anywhere() {
    for first in [LEG, STRONG, WEAK] {
        for second in [LEG, STRONG, WEAK] {
            assert!(suffer(&[first, second], json!({}), false).down);
            assert!(!suffer(&[first, Effect::Flesh, STOPPED], json!({}), false).down);
        }
    }
}

#[test]
fn cqb_5_5_4c_a_leg_is_known() {
    assert_eq!(suffer(&[LEG], json!({}), false).wound, Wound::Leg);
}

#[test]
fn cqb_5_5_4d_an_arm_drops_what_it_held() {
    let dropped = |effect: Effect, option: &str, two_handed: bool| {
        suffer(&[effect], json!({ "arm_drop": option }), two_handed).dropped
    };
    assert!(dropped(STRONG, "everything", false) && dropped(WEAK, "everything", false));
    assert!(dropped(STRONG, "that_arm", false) && !dropped(WEAK, "that_arm", false) && dropped(WEAK, "that_arm", true));
    assert!(!dropped(LEG, "everything", true));
    // One arm: a long gun kicks, or does not, or cannot be fired.
    let second_shot = |option: &str| {
        let p = json!({ "weapon": "rifle", "fire": "semi", "one_handed": true, "shot": 2, "options": { "one_arm_long_gun": option } });
        cqb::RULESET.kinds.iter().find(|kind| kind.id == "to_hit").map(|kind| kind.ask(&p)).expect("a kind")
    };
    let number = |option: &str| testkit::golden::value(&second_shot(option).expect("an answer"), "target_number");
    assert_eq!([number("heavy_recoil"), number("unchanged")], [of(9, 1), of(8, 1)]);
    assert_eq!(second_shot("barred").expect_err("barred")[0].key, "one_handed");
}

#[test]
fn cqb_5_5_4e_wounds_add_up() {
    let condition = suffer(&[Effect::Flesh, Effect::Flesh, Effect::Flesh, LEG], json!({}), false);
    assert_eq!((condition.flesh, condition.wounds(), condition.down), (3, 4, false));
    assert!(!suffer(&[Effect::Flesh; 30], json!({}), false).down, "flesh wounds never incapacitate");
}

/// Flesh wounds a target had before count for nothing in what a fire action adds to them.
#[test]
fn cqb_5_5_4e_new_flesh_wounds_are_counted_from_any_number() {
    let mean = |flesh: u8| odds("fire_action", &json!({ "target_flesh": flesh }), "mean_flesh");
    assert_eq!([mean(39), mean(40)], [mean(0), mean(0)]);
}

#[test]
fn cqb_5_5_4f_knocked_down() {
    assert!(suffer(&[LEG], json!({}), false).knocked);
    assert!(!suffer(&[Effect::Flesh, STOPPED], json!({}), false).knocked);
    assert!(suffer(&[Effect::Stopped { knocks_down: true }], json!({}), false).knocked);
    assert!(!suffer(&[LEG], json!({ "knockdown": "none" }), false).knocked);
    // It ends aim and Hold.
    let mut figure = Figure { aiming: true, on_hold: true, ..Figure::default() };
    figure.suffer(Effect::Flesh, &Rules::default(), false);
    assert!(figure.aiming && figure.on_hold);
    figure.suffer(LEG, &Rules::default(), false);
    assert!(!figure.aiming && !figure.on_hold);
}
