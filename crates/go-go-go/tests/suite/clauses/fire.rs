//! Firing, dice, effects, wounds (GGG-fire, GGG-die, GGG-eff).

use chance::Procedure;
use engage::Inches;
use field::Facing;
use go_go_go::Script;
use go_go_go::figure::{Man, Pace, Weapon};
use go_go_go::fire::{Effect, Shot, wounded};
use go_go_go::grenade::{Blast, Grenade, blast};
use go_go_go::spot::Stance;
use serde_json::{Value, json};

use super::{ANYWHERE, Assault, answers, deadly, dice, duel, gunner, needs, odds, of, open, play, rules, still, with};

/// The chance to hit.
fn hit(firer: Value, target: Value, range: f64, options: Value) -> testkit::Fraction {
    odds("hit", &json!({ "firer": firer, "target": target, "range": range, "options": options }), "hit")
}

fn plain() -> Value {
    json!({})
}

/// A sniper who may fire, with this number of turns of aiming.
fn sniper(aim: u8) -> Value {
    json!({ "weapon": "sniper", "stationary_last_turn": true, "aim_turns": aim })
}

/// All weapons are one, without limit of range or ammunition.
#[test]
fn ggg_fire_1_all_weapons_are_the_same() {
    assert_eq!(hit(plain(), plain(), 100.0, plain()), of(2, 3));
    let long = open(7, 100, &[(3, 1, 'b'), (3, 98, 'r')]);
    let steps = play(&long, json!({ "turn_limit": 40, "rules": { "time": 60 } }), duel);
    let every: Vec<_> = (1..=40).map(|turn| (turn, 3)).collect();
    assert_eq!(steps.aims(0), every, "97 inches, forty shots");
    // Only the sniper rifle is another weapon, and none is no weapon.
    assert_eq!(hit(json!({ "weapon": "none" }), plain(), 4.0, plain()), of(0, 1));
    let unarmed = play(&long, json!({ "blue": { "team": { "weapon": "none" } } }), duel);
    assert_eq!(unarmed.aims(0), []);
}

/// What the die must come to, by firer and range.
#[test]
fn ggg_fire_2_the_fire_table() {
    for (firer, near, far) in [
        (json!({ "stance": "normal" }), of(3, 6), of(1, 6)),
        (json!({ "stance": "stealthy" }), of(3, 6), of(1, 6)),
        (plain(), of(5, 6), of(4, 6)),
        (json!({ "hiding": true }), of(5, 6), of(4, 6)),
        (sniper(0), of(4, 6), of(1, 1)),
    ] {
        let found = [5.0, 6.0].map(|range| hit(firer.clone(), plain(), range, plain()));
        assert_eq!(found, [near, far], "{firer}");
    }
    let swapped = json!({ "sniper_row": "swapped" });
    assert_eq!(hit(sniper(0), plain(), 5.0, swapped.clone()), of(1, 1));
    assert_eq!(hit(sniper(0), plain(), 6.0, swapped), of(4, 6));
    let table = json!({ "fire": { "stationary": { "short": 5, "long": 6 } } });
    assert_eq!(hit(plain(), plain(), 5.0, table.clone()), of(2, 6));
    assert_eq!(hit(plain(), plain(), 6.0, table), of(1, 6));
    // On a map, and what is rolled is what counts.
    let room = |column: usize| open(7, 30, &[(3, 2, 'b'), (3, column, 'r')]);
    assert_eq!(play(&room(7), plain(), duel).aims(0)[0], (1, 2));
    assert_eq!(play(&room(8), plain(), duel).aims(0)[0], (1, 3));
    let mut counts = [0, 0];
    for steps in Assault::new(&room(8), plain()).plays(20, duel) {
        for shot in steps.shots(0) {
            let die = super::faces(shot)[0];
            assert_eq!(shot.text.starts_with("hits"), die >= 3, "{shot:?}");
            counts[usize::from(die >= 3)] += 1;
        }
    }
    assert!(counts[0] > 20 && counts[1] > 50, "{counts:?}");
}

/// Between 5 and 6 inches: long, short, or whichever is nearer.
#[test]
fn ggg_fire_3_between_the_range_bands() {
    let at = |range: f64, gap: &str| hit(plain(), plain(), range, json!({ "range_gap": gap }));
    let all = |gap: &str| {
        let near = |range: f64| if at(range, gap) == of(5, 6) { 's' } else { 'l' };
        [5.0, 5.4, 5.5, 5.9, 6.0].map(near).into_iter().collect::<String>()
    };
    assert_eq!(["long", "short", "nearest"].map(all), ["sllll", "ssssl", "sslll"]);
    assert_eq!((at(5.5, "long"), at(5.5, "short")), (of(4, 6), of(5, 6)));
    // Five and two inches on a map are 5.39".
    let room = open(9, 30, &[(3, 2, 'b'), (5, 7, 'r')]);
    for (gap, need) in [("long", 3), ("short", 2), ("nearest", 2)] {
        assert_eq!(play(&room, json!({ "rules": { "range_gap": gap } }), gunner).aims(0)[0], (1, need), "{gap}");
    }
}

/// Each takes 1 off the die, for every row.
#[test]
fn ggg_fire_4_and_ggg_fire_5_hiding_and_moving_targets() {
    let (hides, moves) = (json!({ "hiding": true }), json!({ "stance": "normal" }));
    for target in [&hides, &moves, &json!({ "stance": "stealthy" })] {
        assert_eq!(hit(plain(), target.clone(), 5.0, plain()), of(4, 6), "GGG-fire-4, GGG-fire-5: {target}");
        assert_eq!(hit(plain(), target.clone(), 6.0, plain()), of(3, 6), "{target}");
        assert_eq!(hit(sniper(0), target.clone(), 6.0, plain()), of(5, 6), "snipers too: {target}");
        assert_eq!(hit(moves.clone(), target.clone(), 5.0, plain()), of(2, 6), "{target}");
        assert_eq!(hit(moves.clone(), target.clone(), 6.0, plain()), of(0, 1), "never: {target}");
    }
    // Both are off the die on a map too (a hiding man beside a bush, one on his way).
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r'), (3, 13, '"'), (5, 12, 'V')]);
    let number = |red: fn(Script) -> Script| play(&room, plain(), |script| red(gunner(script))).aims(0)[0].1;
    assert_eq!(number(still), 3);
    assert_eq!(number(|script| script.hides(1, Facing::WEST)), 4, "GGG-fire-4");
    assert_eq!(number(|script| script.goes(1, Pace::Normal, "via two")), 4, "GGG-fire-5");
}

/// The firer's wounds take 1 each and his stun 2.
#[test]
fn ggg_fire_6_the_firers_wounds_and_stun() {
    assert_eq!(hit(json!({ "wounds": 1 }), plain(), 6.0, plain()), of(3, 6));
    assert_eq!(hit(json!({ "wounds": 1, "stun_turns": 2 }), plain(), 6.0, plain()), of(1, 6));
    assert_eq!(hit(json!({ "stance": "normal", "wounds": 1 }), plain(), 6.0, plain()), of(0, 1), "nothing at all");
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r')]);
    let number = |wounds: u8, each: i8| {
        let more = json!({ "blue": { "team": { "wounds": wounds } }, "rules": { "penalties": { "wound": each } } });
        let steps = play(&room, more, gunner);
        (steps.aims(0)[0].1, steps.shots(0).any(|shot| shot.text.starts_with("hits")))
    };
    assert_eq!([number(0, 1).0, number(2, 1).0, number(3, 1).0], [3, 5, 6]);
    assert_eq!(number(4, 1), (7, false), "he cannot hit");
}

/// A man who hides and fires stays hidden; under the other reading he does not count as hiding for fire at him in that turn.
#[test]
fn ggg_fire_7_firing_from_hiding() {
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r'), (3, 13, '"')]);
    let numbers = |option: &str, red: fn(Script) -> Script| {
        let more =
            json!({ "rules": { "hider_firing": option, "fire": { "stationary": { "long": 3 } } }, "turn_limit": 1 });
        play(&room, more, |script| red(gunner(script).hides(1, Facing::WEST))).aims(0)
    };
    assert_eq!(numbers("stays_hidden", answers), [(1, 4)]);
    assert_eq!(numbers("revealed", answers), [(1, 3)]);
    assert_eq!(numbers("revealed", still), [(1, 4)], "who does not fire");
    let hits = |option: &str| {
        let p =
            json!({ "firer": {}, "target": { "hiding": true }, "range": 10, "options": { "hider_firing": option } });
        odds("hit", &p, "hit")
    };
    assert_eq!((hits("stays_hidden"), hits("revealed")), (of(1, 2), of(2, 3)));
}

/// One die and what is added to it against what it needs.
#[test]
fn ggg_die_1_one_die_against_a_need() {
    let stands = Stance { pace: Pace::Stationary, hiding: false };
    let printed = rules(plain());
    let man = Man::FRESH;
    let shot = Shot::new(&printed, Weapon::Automatic, (&man, Pace::Stationary), (&man, stands), Inches::whole(10));
    let fired = |dice_: &[u32]| dice(dice_, |chance| shot.run(chance, ANYWHERE));
    assert_eq!([1, 2].map(|die| fired(&[die])), [Effect::Miss; 2]);
    assert_eq!([3, 4, 5, 6].map(|die| fired(&[die, 1])), [Effect::Out; 4]);
    assert_eq!([1, 2, 3, 4, 5, 6].map(|die| fired(&[6, die]) == Effect::Out), [true, true, false, false, false, false]);
}

/// Everything adds up: hiding and moving, wounds and stun, aim, an opening.
#[test]
fn ggg_die_2_modifiers_add_up() {
    let both = json!({ "stance": "stealthy", "hiding": true });
    let option = json!({ "hiding_while_moving": "stealthy" });
    assert_eq!(hit(plain(), both.clone(), 5.0, option.clone()), of(3, 6), "2 and 1 and 1");
    assert_eq!(hit(json!({ "wounds": 1 }), both.clone(), 5.0, option.clone()), of(2, 6));
    let hurt = with(sniper(2), json!({ "wounds": 1, "stun_turns": 1 }));
    assert_eq!(hit(hurt, both, 6.0, option), of(3, 6), "1 and 1 and 1 and 1 and 2, less 2");
    let throw = json!({ "through_opening": true, "thrower": { "wounds": 1, "stun_turns": 0 } });
    assert_eq!(odds("grenade_throw", &throw, "on_target"), of(1, 6));
}

/// Natural ones and sixes are nothing special; the other readings, for spotting, hitting and throwing.
#[test]
fn ggg_die_3_natural_ones_and_sixes() {
    let hopeless = |natural: &str| {
        let options = json!({ "natural_rolls": natural });
        let far = hit(json!({ "stance": "normal" }), json!({ "hiding": true }), 10.0, options.clone());
        let spot =
            json!({ "observer": { "wounds": 5 }, "target": { "hiding": true }, "angle_deg": 50, "options": options });
        let throw = json!({ "thrower": { "wounds": 5, "stun_turns": 0 }, "options": options });
        [far, odds("spot", &spot, "spotted"), odds("grenade_throw", &throw, "on_target")]
    };
    let sure = |natural: &str| hit(sniper(3), plain(), 10.0, json!({ "natural_rolls": natural }));
    for (natural, six, one) in [
        ("plain", of(0, 1), of(1, 1)),
        ("six_succeeds", of(1, 6), of(1, 1)),
        ("one_fails", of(0, 1), of(5, 6)),
        ("both", of(1, 6), of(5, 6)),
    ] {
        assert_eq!(hopeless(natural), [six.clone(), six.clone(), six.clone()], "{natural}");
        assert_eq!(sure(natural), one, "{natural}");
    }
    // Never for effect dice: a hit puts out on 1 and 2 whatever the option.
    for natural in ["plain", "both"] {
        let p = json!({ "grenade": "HE", "victim": { "wounds": 0, "stun_turns": 0 }, "options": { "natural_rolls": natural } });
        assert_eq!(odds("grenade_effect", &p, "stunned"), of(1, 3), "{natural}");
    }
}

/// Wounds and stun touch what a figure attempts, not the effect dice; readings under which they do.
#[test]
fn ggg_die_4_which_dice_the_penalties_touch() {
    let out = |firer: u8, target: u8, option: &str| {
        let p = json!({ "firer": { "wounds": firer }, "target": { "wounds": target }, "range": 4, "options": { "fire_effect_penalty": option } });
        odds("shot", &p, "out")
    };
    assert_eq!((out(0, 2, "none"), out(1, 0, "none")), (of(5, 18), of(4, 18)));
    assert_eq!((out(0, 2, "target"), out(1, 0, "target")), (of(5, 9), of(4, 18)));
    assert_eq!((out(0, 2, "firer"), out(1, 0, "firer")), (of(5, 18), of(6, 18)));
    let nothing = |wounds: u8, option: &str| {
        let p = json!({ "grenade": "stun", "victim": { "wounds": wounds, "stun_turns": 0 }, "options": { "grenade_effect_penalty": option } });
        odds("grenade_effect", &p, "none")
    };
    assert_eq!((nothing(2, "none"), nothing(2, "target")), (of(1, 3), of(2, 3)));
    let landing = |option: &str| {
        let p = json!({ "throw_distance": 9, "thrower": { "wounds": 2, "stun_turns": 0 }, "options": { "scatter_penalty": option } });
        odds("grenade_landing", &p, "right_6")
    };
    assert_eq!((landing("no"), landing("yes")), (of(5, 216), of(0, 1)));
    // On a map: with penalties the stun of a figure makes it an easier victim of fire.
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r')]);
    let losses = |option: &str| {
        let rules =
            json!({ "penalties": { "wound": 1 }, "fire_effect_penalty": option, "fire": needs(-10), "out_up_to": 0 });
        play(&room, json!({ "red": { "foe": { "wounds": 6 } }, "rules": rules }), gunner).outcome.turns
    };
    assert_eq!((losses("none"), losses("target")), (6, 1));
}

/// Of hits one in three puts out, the others wound.
#[test]
fn ggg_eff_1_the_effect_of_a_hit() {
    let p = json!({ "firer": {}, "target": {}, "range": 4 });
    assert_eq!(odds("shot", &p, "out"), of(5, 18));
    assert_eq!(odds("shot", &p, "wounded"), of(10, 18));
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r')]);
    let more = json!({ "rules": { "out_up_to": 2 }, "turn_limit": 1 });
    let mut seen = [0, 0];
    for steps in Assault::new(&room, more).plays(60, gunner) {
        let shot = steps.shots(0).next().expect("a shot").clone();
        let faces = super::faces(&shot);
        if let [_, effect] = faces[..] {
            assert_eq!(shot.text.starts_with("hits: out of action"), effect <= 2, "{shot:?}");
            assert_eq!(steps.outcome.measures[1], u16::from(effect <= 2));
            assert_eq!(steps.outcome.measures[3], u16::from(effect > 2));
            seen[usize::from(effect <= 2)] += 1;
        } else {
            assert!(shot.text.starts_with("misses"), "{shot:?}");
        }
    }
    assert!(seen[0] > 15 && seen[1] > 5, "{seen:?}");
}

/// A man who is out does nothing more and is nobody's target.
#[test]
fn ggg_eff_2_out_of_action_is_for_good() {
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r'), (6, 14, 'r')]);
    let more = with(deadly(), json!({ "red": { "foe": { "count": 2 } }, "turn_limit": 4 }));
    let steps = play(&room, more, |script| gunner(script).always_fires(0, 2));
    let fallen: Vec<_> = steps.shots(0).map(|shot| (shot.turn, shot.target)).collect();
    assert_eq!(fallen.len(), 2, "one each: {fallen:?}");
    assert!(fallen[0].1 != fallen[1].1);
    assert_eq!((steps.ending(), steps.outcome.turns), ("blue.terrorists_down", 2), "it counts as killed");
    for (turn, who) in fallen {
        assert!(!steps.steps.iter().any(|step| step.turn > turn && step.figure == who), "{:#?}", steps.lines());
    }
    let again = wounded(&rules(plain()), Man::OUT, 1);
    assert!(again.out && !again.fights());
}

/// Wounds add up, each takes 1 off, for the rest of the game.
#[test]
fn ggg_eff_3_wounds() {
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r')]);
    let rules = json!({ "penalties": { "wound": 1 }, "fire": { "stationary": { "long": -3 } } });
    let steps = play(&room, json!({ "blue": { "team": { "wounds": 1 } }, "rules": rules.clone() }), gunner);
    assert!(steps.aims(0).iter().all(|&(_, number)| number == -2), "a wound stays: {:?}", steps.aims(0));
    let steps = play(&room, json!({ "rules": rules, "turn_limit": 6 }), duel);
    let numbers: Vec<i32> = steps.aims(0).iter().map(|&(_, number)| number).collect();
    assert_eq!(numbers, [-3, -2, -1, 0, 1, 2], "another in every turn");
    assert_eq!(steps.outcome.measures[2..4], [1, 1]);
}

/// No number of wounds puts a figure out; under a limit the last one does, from fire and from HE.
#[test]
fn ggg_eff_4_no_number_of_wounds_puts_a_figure_out() {
    let room = open(9, 30, &[(4, 2, 'b'), (4, 12, 'r')]);
    let turns = |limit: u8| {
        let more = json!({ "rules": { "wound_limit": limit, "fire": needs(-10) }, "turn_limit": 20 });
        let steps = play(&room, more, gunner);
        (steps.outcome.turns, steps.outcome.measures[1])
    };
    assert_eq!([0, 2, 3, 4].map(turns), [(20, 0), (2, 1), (3, 1), (4, 1)]);
    for limit in [2, 3, 4] {
        let rules = rules(json!({ "wound_limit": limit }));
        let man = Man { wounds: limit - 1, ..Man::FRESH };
        let hurt = dice(&[3], |chance| blast(chance, &rules, Grenade::He, &man, ANYWHERE));
        assert_eq!(hurt, Blast::Wounded);
        assert!(go_go_go::grenade::after(&rules, man, Grenade::He, hurt).out, "{limit}");
    }
    let printed = rules(plain());
    assert!(!wounded(&printed, Man { wounds: 19, ..Man::FRESH }, 1).out);
}
