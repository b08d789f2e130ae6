//! FT-fire, FT-hit, FT-save, FT-eff: who may fire, the firing roll, the saving throw, the effect.

use chance::Procedure;
use engage::Inches;
use fireteam::figure::{Movement, Posture};
use fireteam::fire::{Attack, Firer, Mode, Preparation, Target, effect, saves};
use fireteam::rules::Effect;
use serde_json::{Value, json};

use super::{
    ANYWHERE, dice, every_hit, everywhere, is_attack, log, names_part, odds, of, part, replayed, rules, transcripts,
    with,
};

/// A rifleman at his ease.
const FIRER: Firer = Firer {
    mode: Mode::Single,
    preparation: Preparation::Plain,
    sniper: false,
    pinned: false,
    wounded: false,
    hard_cover: false,
    number_two: true,
    rested: true,
};

/// A man who stands still in the open.
const TARGET: Target = Target {
    posture: Posture::Standing,
    movement: Movement::Stationary,
    hard_cover: false,
    concealed: false,
    wounded: false,
};

/// One attack with a rifle at 24" on these dice.
#[track_caller]
fn attack(options: Value, firer: Firer, target: Target, faces: &[u32]) -> Option<Effect> {
    let rules = rules(options);
    let arm = rules.arm("rifle").expect("a rifle");
    let to_hit = firer.to_hit(&rules, &arm, Inches::whole(24)).expect("a shot");
    let attack = Attack { rules: &rules, to_hit, least_save: target.least_save(&rules), wounded: target.wounded };
    dice(faces, |chance| attack.run(chance, ANYWHERE))
}

/// The number needed by a firer, if he has a shot.
fn number(options: Value, weapon: &str, range: i32, firer: Firer) -> Option<i8> {
    let rules = rules(options);
    let arm = rules.arm(weapon).expect("a weapon");
    firer.to_hit(&rules, &arm, Inches::whole(range)).and_then(|to_hit| to_hit.total)
}

/// The chance of a hit with a weapon.
fn hit(range: i32, firer: Value, options: Value) -> testkit::Fraction {
    odds("hit", json!({ "range_in": range, "firer": firer, "options": options }), "hit")
}

/// The chance to be saved.
fn saved(target: Value, options: Value) -> testkit::Fraction {
    odds("save", json!({ "target": target, "options": options }), "saved")
}

/// FT-seq-attack: a firing roll, then a save if it hits, then the effect if it is not saved: five results.
#[test]
fn ft_seq_attack_roll_save_and_effect() {
    let none = json!({});
    assert_eq!(attack(none.clone(), FIRER, TARGET, &[4, 3]), None, "7 misses at 24\"");
    assert_eq!(attack(none.clone(), FIRER, TARGET, &[4, 4, 5]), Some(Effect::Pinned));
    assert_eq!(attack(none.clone(), FIRER, TARGET, &[4, 4, 4, 2]), Some(Effect::Wounded));
    assert_eq!(attack(none.clone(), FIRER, TARGET, &[4, 4, 4, 3]), Some(Effect::Serious));
    assert_eq!(attack(none, FIRER, TARGET, &[4, 4, 4, 6]), Some(Effect::Dead));
}

/// FT-fire-1: nobody fires twice in a turn, and nobody who has thrown a grenade or rushed fires in that turn.
#[test]
fn ft_fire_1_one_fire_a_turn() {
    let yard = "
        ####################
        #b.................#
        #b.................#
        #b...............rr#
        #b...............rr#
        ####################";
    let men = |does: Value| json!({ "weapon": "rifle", "count": 4, "offensive_grenades": 2, "does": does });
    let (blue, red) = (men(json!(["rush red", "throw"])), men(json!(["throw"])));
    let more = json!({ "blue": { "team": blue }, "red": { "foe": red }, "field": { "first_move": "rolled" }, "turn_limit": 30 });
    let (mut fires, mut rushes, mut throws) = (0, 0, 0);
    for steps in transcripts(Some(yard), more, 60) {
        for step in &steps {
            let same = |other: &&engage::Step| other.turn == step.turn && other.figure == step.figure;
            let of_turn: Vec<_> = steps.iter().filter(same).collect();
            let fired = of_turn.iter().filter(|other| is_attack(other)).count();
            if is_attack(step) {
                fires += 1;
                assert_eq!(fired, 1, "{of_turn:#?}");
            }
            // What is less than 2" counts as no rush.
            if step.clause == "FT-move-2" && super::gone(step) >= 2000 {
                rushes += 1;
                assert_eq!(fired, 0, "FT-move-5: {of_turn:#?}");
            }
            if step.clause == "FT-gren-1" {
                throws += 1;
                assert_eq!(fired, 0, "FT-gren-2: {of_turn:#?}");
            }
        }
    }
    assert!(fires > 200 && rushes > 200 && throws > 20, "{fires} {rushes} {throws}");
}

/// FT-fire-2: a weapon in one table fires only that way; one in both may choose each time.
#[test]
fn ft_fire_2_single_shots_and_bursts() {
    let rules = rules(json!({}));
    let ways = |weapon: &str| {
        let arm = rules.arm(weapon).expect("a weapon");
        (arm.single.is_some(), arm.automatic.is_some())
    };
    assert_eq!(["pistol", "rifle", "shotgun"].map(ways), [(true, false); 3]);
    assert_eq!(["smg", "lmg"].map(ways), [(false, true); 2]);
    assert_eq!(["assault_rifle", "carbine"].map(ways), [(true, true); 2]);
    let never = hit(6, json!({ "weapon": "rifle", "mode": "auto" }), json!({}));
    assert_eq!(never, of(0, 1));
    let fight = |does: Value| {
        let blue = json!({ "weapon": "assault_rifle", "does": does });
        let more = json!({ "blue": { "team": blue }, "red": { "foe": { "count": 4 } }, "field": { "range": 10, "spacing": 1 } });
        log(more)[1].clone()
    };
    assert!(fight(json!([])).contains("0: shot: "), "{}", fight(json!([])));
    assert_eq!(fight(json!(["burst"])), "1 0: fires a burst, 3 in the beaten zone");
}

/// FT-fire-3: columns are upper limits, inclusive; a blank cell is no shot, or under `blank_cell` one for a double six.
#[test]
fn ft_fire_3_columns_and_blank_cells() {
    let needed = [6, 7, 12, 13, 24, 36, 48, 108].map(|range| number(json!({}), "rifle", range, FIRER));
    assert_eq!(needed, [6, 7, 7, 8, 8, 9, 11, 12].map(Some));
    assert_eq!(number(json!({}), "rifle", 109, FIRER), None);
    let pistol = json!({ "weapon": "pistol" });
    let long_shot = json!({ "blank_cell": "double_six_only" });
    assert_eq!(hit(24, pistol.clone(), json!({})), of(0, 1));
    assert_eq!(hit(24, pistol.clone(), long_shot.clone()), of(1, 36));
    assert_eq!(hit(200, pistol, long_shot.clone()), of(1, 36), "beyond the last column likewise");
    let unrested = json!({ "weapon": "lmg", "bipod": false });
    assert_eq!(hit(36, unrested, long_shot.clone()), of(0, 1), "FT-fire-7: without its bipod there is no shot at all");
    assert_eq!(hit(24, json!({ "weapon": "pistol", "pinned": true }), long_shot), of(0, 1), "FT-pin-5");
}

/// FT-fire-4: the numbers of single shots as printed.
#[test]
fn ft_fire_4_single_shots() {
    for (weapon, row) in [
        ("pistol", [5, 10, 0, 0, 0, 0]),
        ("rifle", [6, 7, 8, 9, 11, 12]),
        ("assault_rifle", [0, 5, 7, 9, 10, 12]),
        ("carbine", [6, 8, 10, 12, 0, 0]),
        ("shotgun", [3, 10, 0, 0, 0, 0]),
    ] {
        let printed = [6, 12, 24, 36, 48, 108].map(|range| number(json!({}), weapon, range, FIRER).unwrap_or(0));
        assert_eq!(printed, row, "{weapon}");
    }
}

/// FT-fire-4a: the three readings of the assault rifle's row.
#[test]
fn ft_fire_4a_the_assault_rifles_row() {
    for (reading, row) in [
        ("as_printed", [0, 5, 7, 9, 10, 12]),
        ("shifted_left", [5, 7, 9, 10, 12, 0]),
        ("six_inch_as_twelve", [5, 5, 7, 9, 10, 12]),
    ] {
        let options = || json!({ "assault_rifle_single_row": reading });
        let played =
            [6, 12, 24, 36, 48, 108].map(|range| number(options(), "assault_rifle", range, FIRER).unwrap_or(0));
        assert_eq!(played, row, "{reading}");
        assert_eq!(number(options(), "rifle", 6, FIRER), Some(6), "nobody else's");
    }
}

/// FT-fire-5: the numbers of automatic fire as printed, the gun crewed and rested.
#[test]
fn ft_fire_5_automatic_fire() {
    let gunner = Firer { mode: Mode::Auto, ..FIRER };
    for (weapon, row, zone) in [
        ("smg", [5, 6, 12, 0, 0, 0], (5, 4)),
        ("lmg", [6, 7, 8, 9, 10, 12], (2, 10)),
        ("assault_rifle", [6, 7, 10, 11, 12, 0], (4, 5)),
        ("carbine", [6, 8, 0, 0, 0, 0], (3, 5)),
    ] {
        let printed = [6, 12, 24, 36, 48, 108].map(|range| number(json!({}), weapon, range, gunner).unwrap_or(0));
        assert_eq!(printed, row, "{weapon}");
        let arm = rules(json!({})).arm(weapon).expect("a weapon");
        assert_eq!(arm.zone, Some((Inches::whole(zone.0), Inches::whole(zone.1))), "FT-beat-1: {weapon}");
    }
}

/// FT-fire-6: beyond 12" a machine gun without a number two needs 2 more.
#[test]
fn ft_fire_6_without_a_number_two() {
    let alone = Firer { mode: Mode::Auto, number_two: false, ..FIRER };
    let needed = [6, 12, 24, 36, 48, 108].map(|range| number(json!({}), "lmg", range, alone));
    assert_eq!(needed, [6, 7, 10, 11, 12, 14].map(Some));
    // On open ground the next comrade of the squad serves, unless he is pinned or out.
    let fight = |crew: Value| {
        let gun = with(json!({ "weapon": "lmg", "posture": "prone" }), crew);
        let more = json!({ "blue": { "gun": gun, "help": { "weapon": "wild", "led_by": "gun", "posture": "standing" }, "team": null } });
        let mut fight = super::scenario(more);
        fight["blue"].as_object_mut().expect("squads").remove("team");
        super::played(None, fight, 0).1
    };
    let named = |steps: &[engage::Step]| names_part(steps, "no number two");
    assert!(!named(&fight(json!({}))) && named(&fight(json!({ "number_two": "none" }))));
    assert!(!named(&fight(json!({ "number_two": "given" }))));
}

/// FT-fire-6: on a map a man beside the gunner serves, as long as he is in action and not pinned.
#[test]
fn ft_fire_6_a_number_two_stands_beside_the_gun() {
    let alone = |drawing: &str, red: Value| {
        let more = json!({
            "field": { "first_move": "red" },
            "blue": { "team": { "weapon": "lmg", "posture": "prone" }, "two": { "weapon": "wild", "posture": "prone", "at": "blue two" } },
            "red": { "foe": red }, "rules": every_hit(0, "dead"), "turn_limit": 1,
        });
        let drawing = format!(
            "
            ######################
            #{drawing}...............r.#
            ######################"
        );
        names_part(&replayed(Some(&drawing), more).1, "no number two")
    };
    assert!(!alone("bB.", json!({})) && alone("b.B", json!({})));
    // Red's last target is the number two.
    let (pinned, dead) = (every_hit(0, "dead"), every_hit(7, "dead"));
    let shot_at = |rules: Value| {
        let more = json!({
            "field": { "first_move": "red" },
            "blue": { "team": { "weapon": "lmg", "posture": "prone" }, "two": { "weapon": "wild", "posture": "prone", "at": "blue two" } },
            "red": { "foe": { "weapon": "sure", "does": ["last"] } }, "rules": rules, "turn_limit": 1,
        });
        let drawing = "
            ######################
            #bB................r.#
            ######################";
        let steps = replayed(Some(drawing), more).1;
        assert!(steps.iter().any(|step| step.figure == Some(0) && is_attack(step)), "{steps:#?}");
        names_part(&steps, "no number two")
    };
    assert!(shot_at(pinned) && shot_at(dead), "pinned, or out of action");
}

/// FT-fire-6: within an inch is also across a corner, unless two walls meet there.
#[test]
fn ft_fire_6_no_number_two_through_walls() {
    let alone = |walls: &str| {
        let [right, below] = [0, 1].map(|at| &walls[at..=at]);
        let drawing = format!(
            "
            #######################
            #.B{right}..................#
            #.{below}b................r.#
            #.....................#
            #######################"
        );
        let more = json!({
            "blue": { "team": { "weapon": "lmg", "posture": "prone" }, "two": { "weapon": "wild", "posture": "prone", "at": "blue two" } },
            "turn_limit": 1,
        });
        let steps = replayed(Some(&drawing), more).1;
        assert!(steps.iter().any(|step| step.figure == Some(0) && is_attack(step)), "{steps:#?}");
        names_part(&steps, "no number two")
    };
    assert_eq!(["..", "#.", ".#", "_#", "##"].map(alone), [false, false, false, false, true]);
}

/// FT-fire-6: under `number_two_duty` he who serves a gun does not fire his own weapon.
#[test]
fn ft_fire_6_the_duty_of_a_number_two() {
    let shots = |duty: &str| {
        let team = json!({ "weapon": "wild", "count": 2 });
        let gun = json!({ "weapon": "lmg", "posture": "prone", "led_by": "team" });
        let more = json!({ "blue": { "gun": gun, "team": team }, "rules": { "number_two_duty": duty } });
        let steps = replayed(None, more).1;
        [1, 2].map(|man| steps.iter().any(|step| step.figure == Some(man) && is_attack(step)))
    };
    assert_eq!(shots("may_fire"), [true, true]);
    assert_eq!(shots("may_not_fire"), [false, true], "the first of the riflemen serves");
}

/// FT-fire-7: cells with a hash need the weapon rested on its bipod: prone or in hard cover, and without a move.
#[test]
fn ft_fire_7_bipods() {
    let standing = Firer { mode: Mode::Auto, rested: false, ..FIRER };
    let needed = [24, 36, 48, 108].map(|range| number(json!({}), "lmg", range, standing));
    assert_eq!(needed, [Some(8), None, None, None]);
    assert_eq!(number(json!({}), "assault_rifle", 36, standing), None);
    let moved = Firer { preparation: Preparation::Snap, mode: Mode::Auto, ..FIRER };
    assert_eq!(number(json!({}), "lmg", 36, moved), None);
    assert_eq!(number(json!({ "bipod_after_move": "yes" }), "lmg", 36, moved), Some(9));
    // In a fight at 30": a man on his feet in the open has no shot; one who lies down or has cover to rest the weapon on has one.
    let fires = |gun: Value| {
        let gun = with(json!({ "weapon": "lmg" }), gun);
        let lines = log(json!({ "blue": { "team": gun }, "field": { "range": 30 } }));
        lines.iter().any(|line| line.contains("0: burst"))
    };
    assert!(!fires(json!({ "posture": "standing" })));
    assert!(fires(json!({ "posture": "prone" })));
    assert!(fires(json!({ "posture": "standing", "hard_cover": true })));
    assert!(!fires(json!({ "posture": "prone", "bipod": false })));
}

/// FT-hit-1, FT-hit-5: the score has to be at least the total, and every addition applies.
#[test]
fn ft_hit_1_the_score_is_at_least_the_total() {
    let rifle = || json!({ "weapon": "rifle" });
    assert_eq!(hit(24, rifle(), json!({})), of(15, 36));
    assert_eq!(attack(json!({}), FIRER, TARGET, &[3, 5, 6]), Some(Effect::Pinned), "8 is enough at 24\"");
    let worst = Firer { mode: Mode::Auto, preparation: Preparation::Snap, pinned: true, number_two: false, ..FIRER };
    let penalty = json!({ "snap_shot_penalty": 1 });
    assert_eq!(number(penalty, "lmg", 24, worst), Some(8 + 2 + 1 + 3));
    // FT-hit-5: 2 off the dice in all of a wounded man, and no score that fails by itself.
    assert_eq!(hit(24, json!({ "weapon": "rifle", "wounded": true }), json!({})), of(6, 36));
    let sure = json!({ "single": { "rifle": { "24": 2 } } });
    assert_eq!(hit(24, rifle(), sure), of(1, 1));
}

/// FT-hit-2: a double six hits whatever the total; of more dice the two highest count.
#[test]
fn ft_hit_2_a_double_six() {
    let hopeless = || json!({ "single": { "rifle": { "24": 30 } } });
    assert_eq!(hit(24, json!({ "weapon": "rifle" }), hopeless()), of(1, 36));
    assert_eq!(hit(24, json!({ "weapon": "rifle", "wounded": true }), hopeless()), of(1, 36));
    assert_eq!(hit(24, json!({ "weapon": "rifle", "shot": "aimed" }), hopeless()), of(16, 216));
    assert_eq!(
        hit(24, json!({ "weapon": "rifle" }), with(hopeless(), json!({ "double_six_limit": "everyone" }))),
        of(0, 1)
    );
}

/// FT-hit-3: an aimed single shot rolls three dice; a burst gains nothing by aiming.
#[test]
fn ft_hit_3_aimed_shots() {
    assert_eq!(hit(24, json!({ "weapon": "rifle", "shot": "aimed" }), json!({})), of(147, 216));
    let burst = |shot: &str| hit(12, json!({ "weapon": "smg", "shot": shot }), json!({}));
    assert_eq!(burst("aimed"), burst("plain"));
    assert_eq!(
        attack(json!({}), Firer { preparation: Preparation::Aimed, ..FIRER }, TARGET, &[1, 4, 4, 6]),
        Some(Effect::Pinned)
    );
}

/// FT-hit-4: a sniper rolls four dice for an aimed shot, and two for any other.
#[test]
fn ft_hit_4_snipers() {
    let sniper = |shot: &str| hit(24, json!({ "weapon": "rifle", "sniper": true, "shot": shot }), json!({}));
    assert_eq!(sniper("aimed"), of(1071, 1296));
    assert_eq!(sniper("plain"), of(15, 36));
    assert_eq!(sniper("snap"), of(15, 36));
}

/// FT-hit-7: a snap shot is a plain roll, with a penalty only under the option; so are bursts, unless `auto_snap` forbids them.
#[test]
fn ft_hit_7_snap_shots() {
    let snap = |weapon: &str, options: Value| hit(12, json!({ "weapon": weapon, "shot": "snap" }), options);
    assert_eq!(snap("rifle", json!({})), of(21, 36));
    assert_eq!(snap("rifle", json!({ "snap_shot_penalty": 2 })), of(10, 36));
    assert_eq!(snap("smg", json!({})), of(26, 36));
    assert_eq!(snap("smg", json!({ "auto_snap": "no" })), of(0, 1));
}

/// FT-hit-8: a man aims in one move and fires in the next, at the same target; under `aim_while_firing` firing counts as aiming.
#[test]
fn ft_hit_8_aiming_takes_a_move() {
    let shooter = |does: Value, options: Value| {
        let more = json!({ "blue": { "team": { "does": does } }, "rules": with(every_hit(0, "dead"), options) });
        let lines = log(more);
        lines.into_iter().filter(|line| line.contains("0: ")).map(|line| line[5..].to_owned()).collect::<Vec<_>>()
    };
    let acts: Vec<String> =
        shooter(json!(["aim"]), json!({})).into_iter().filter(|line| line == "aims" || line.contains("shot")).collect();
    assert!(acts.len() == 6 && acts[0] == "aims" && acts[1].starts_with("aimed shot"), "{acts:#?}");
    assert!(acts[2] == "aims" && acts[3].starts_with("aimed shot"), "the aim is spent: {acts:#?}");
    let acts = shooter(json!([]), json!({ "aim_while_firing": "yes" }));
    assert!(
        acts[0].starts_with("shot") && acts[1].starts_with("aimed shot") && acts[2].starts_with("aimed"),
        "{acts:#?}"
    );
}

/// FT-hit-8: an aim is of use against the man aimed at, and spent by firing at another.
#[test]
fn ft_hit_8_aimed_at_the_same_target() {
    let shots = |does: Value| {
        let blue = json!({ "weapon": "wild", "does": does });
        let more = json!({ "blue": { "team": blue }, "red": { "foe": { "count": 2 } }, "turn_limit": 4 });
        let steps = replayed(None, more).1;
        let of_blue = steps.into_iter().filter(|step| step.figure == Some(0));
        of_blue
            .map(|step| (step.text.split(':').next().unwrap_or_default().to_owned(), step.target))
            .collect::<Vec<_>>()
    };
    let [aims, plain, aimed] =
        [("aims", 1), ("shot", 2), ("aimed shot", 1)].map(|(act, target)| (act.to_owned(), Some(target)));
    assert_eq!(shots(json!(["aim", "switch"])), [aims.clone(), plain.clone(), aims.clone(), plain]);
    assert_eq!(shots(json!(["aim"])), [aims.clone(), aimed.clone(), aims, aimed]);
}

/// FT-hit-8: who has made a normal move fires rather than aims, unless `aim_after_move` lets him.
#[test]
fn ft_hit_8_aiming_after_a_move() {
    let lane = "
        ########################
        #b....................r#
        ########################";
    let first = |option: &str| {
        let more = json!({ "blue": { "team": { "weapon": "wild", "does": ["walk red", "aim"] } }, "rules": { "aim_after_move": option } });
        let steps = replayed(Some(lane), more).1;
        steps.iter().filter(|step| step.figure == Some(0)).nth(1).expect("an act after the move").text.clone()
    };
    assert_eq!((first("no").as_str(), first("yes").as_str()), ("shot: missed", "aims"));
}

/// FT-hit-9: firing spends an aim, a target out of action loses it, being pinned or wounded only under the option.
#[test]
fn ft_hit_9_losing_an_aim() {
    // Red aims first and is shot at before he fires: pinned in one fight, wounded in the other.
    let fires_aimed = |save: u8, lost: &str| {
        let more = json!({
            "field": { "first_move": "red" },
            "red": { "foe": { "does": ["aim"] } },
            "rules": with(every_hit(save, "wounded"), json!({ "aim_lost": lost })),
            "turn_limit": 2,
        });
        log(more).iter().any(|line| line.starts_with("2 1: aimed shot"))
    };
    let (pinned, wounded) = (0, 7);
    assert_eq!(["never", "pinned", "pinned_or_wounded"].map(|lost| fires_aimed(pinned, lost)), [true, false, false]);
    assert_eq!(["never", "pinned", "pinned_or_wounded"].map(|lost| fires_aimed(wounded, lost)), [true, true, false]);
    // The target falls to the first man: the second has to aim anew.
    let more = json!({
        "blue": { "team": { "does": ["aim"], "count": 2 } }, "red": { "foe": { "count": 2 } },
        "rules": every_hit(7, "dead"),
    });
    let lines = log(more);
    let acts: Vec<&String> = lines.iter().filter(|line| line.contains(" 0: ") || line.contains(" 1: ")).collect();
    assert!(acts[2].starts_with("2 0: aimed shot") && acts[3].starts_with("2 1: aims"), "{acts:#?}");
}

/// FT-hit-9: going prone keeps an aim, a move loses it, and so does a target that leaves sight.
#[test]
fn ft_hit_9_moves_and_sight() {
    let yard = "
        ######################
        #b...............r...#
        #################.####
        #################...p#
        ######################";
    let second = |blue: Value, red: Value| {
        let more = json!({
            "blue": { "team": { "weapon": "wild", "does": blue } },
            "red": { "foe": { "does": red } }, "turn_limit": 3,
        });
        let steps = replayed(Some(yard), more).1;
        let acts = steps.iter().filter(|step| step.figure == Some(0) && step.turn == 2).map(|step| step.text.clone());
        acts.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(second(json!(["aim"]), json!([])), "aimed shot: missed");
    // He drops when red shoots at him between aiming and firing; getting up again is to count as no move here.
    let more = json!({
        "blue": { "team": { "weapon": "wild", "does": ["aim", "drop", "stand"] } },
        "rules": { "stand_up_counts_as": "stationary" }, "turn_limit": 2,
    });
    let lines = log(more);
    assert!(
        lines.contains(&"2 0: stands up".to_owned()) && lines.contains(&"2 0: aimed shot: missed".to_owned()),
        "{lines:#?}"
    );
    assert!(second(json!(["walk red", "aim"]), json!([])).ends_with("shot: missed"), "who walks does not aim");
    assert_eq!(second(json!(["aim"]), json!(["rush place"])), "", "gone round the corner");
    let thrower = json!({ "weapon": "wild", "offensive_grenades": 1, "does": ["aim", "throw"] });
    let close = yard.replace("b...............r", ".............b..r");
    let more = json!({ "blue": { "team": thrower }, "field": { "first_move": "red" }, "turn_limit": 1 });
    assert!(!replayed(Some(&close), more).1.iter().any(|step| step.text == "aims"), "FT-gren-2: a throw instead");
}

/// FT-hit-10: a pinned man may aim, unless `pinned_may_aim` forbids it.
#[test]
fn ft_hit_10_aiming_when_pinned() {
    let aims = |option: &str| {
        let more = json!({ "red": { "foe": { "does": ["aim"] } }, "rules": with(every_hit(0, "dead"), json!({ "pinned_may_aim": option })) });
        log(more).iter().any(|line| line.ends_with("1: aims"))
    };
    assert!(aims("yes") && !aims("no"));
}

/// FT-save-1, FT-save-2: saved on the score of the table or more.
#[test]
fn ft_save_2_the_table() {
    for (target, scores) in [
        (json!({}), [5, 4, 3]),
        (json!({ "posture": "prone" }), [2, 3, 3]),
        (json!({ "hard_cover": true }), [2, 3, 3]),
        (json!({ "hard_cover": true, "posture": "prone" }), [2, 3, 3]),
    ] {
        for (movement, score) in ["stationary", "moving", "rushing"].into_iter().zip(scores) {
            // FT-save-4: the column is the target's own latest move.
            let target = with(target.clone(), json!({ "movement": movement }));
            assert_eq!(saved(target.clone(), json!({})), of(7 - score, 6), "{target}");
        }
    }
    assert!(
        dice(&[5], |chance| saves(chance, 5, ANYWHERE)) && !dice(&[4], |chance| saves(chance, 5, ANYWHERE)),
        "FT-save-1"
    );
}

/// FT-save-3: soft cover adds 1 to the die, on either row; a natural 1 saves where that is enough, unless the option has it fail.
#[test]
fn ft_save_3_concealment() {
    assert_eq!(saved(json!({ "soft_concealed": true }), json!({})), of(3, 6));
    let snug = || json!({ "soft_concealed": true, "posture": "prone" });
    assert_eq!(saved(snug(), json!({})), of(1, 1));
    assert_eq!(saved(snug(), json!({ "save_natural_one": "always_fails" })), of(5, 6));
}

/// FT-save-5: neither being pinned nor wounded changes the throw, nor do weapon, range and manner of the hit.
#[test]
fn ft_save_5_what_changes_nothing() {
    assert_eq!(saved(json!({ "pinned": true, "wounds": 1 }), json!({})), saved(json!({}), json!({})));
    let pinned_per_hit = |range: i32, firer: Value| {
        let hit = hit(range, firer.clone(), json!({})).to_f64();
        odds("attack", json!({ "range_in": range, "firer": firer }), "pinned").to_f64() / hit
    };
    for (range, firer) in [
        (6, json!({ "weapon": "pistol" })),
        (24, json!({ "weapon": "lmg" })),
        (48, json!({ "weapon": "rifle", "shot": "aimed" })),
    ] {
        assert!((pinned_per_hit(range, firer) - 1.0 / 3.0).abs() < 1e-12);
    }
}

/// FT-eff-1 to FT-eff-3: 1 or 2 is a wound, 3 to 5 a serious one, 6 is death.
#[test]
fn ft_eff_1_the_effect_by_the_die() {
    let rules = rules(json!({}));
    let faces = |wounded: bool| {
        [1, 2, 3, 4, 5, 6].map(|face| dice(&[face], |chance| effect(chance, &rules, wounded, ANYWHERE)))
    };
    let (wound, serious, dead) = (Effect::Wounded, Effect::Serious, Effect::Dead);
    assert_eq!(faces(false), [wound, wound, serious, serious, serious, dead], "FT-eff-1, FT-eff-2, FT-eff-3");
    assert_eq!(faces(true), [serious, serious, serious, serious, serious, dead], "FT-eff-4");
}

/// FT-eff-1, FT-eff-4: a wounded man fires with 2 off the dice, and a second wound puts him out for good (FT-eff-2).
#[test]
fn ft_eff_4_two_wounds() {
    let more = json!({ "field": { "first_move": "blue" }, "rules": with(every_hit(7, "wounded"), json!({ "wound_deduction": 2 })) });
    let (outcome, steps) = replayed(None, more);
    let lines = super::told(&steps);
    assert!(
        lines[1].ends_with("hit, not saved on 7+, wounded") && lines[3].ends_with("missed (2 off the dice)"),
        "{lines:#?}"
    );
    assert!(lines[5].ends_with("a serious wound"), "{lines:#?}");
    assert_eq!((outcome.turns, outcome.measures[1], outcome.measures[3], outcome.measures[5]), (2, 1, 0, 0));
}

/// FT-eff-2, FT-eff-3: who is dead is lost as who is seriously wounded is, and counted apart.
#[test]
fn ft_eff_3_death() {
    let lost = |effect: &str| {
        let outcome = replayed(None, json!({ "rules": every_hit(7, effect) })).0;
        (super::ending(&outcome), outcome.measures[1], outcome.measures[3])
    };
    assert_eq!((lost("serious"), lost("dead")), (("blue.win", 1, 0), ("blue.win", 1, 1)));
}

/// FT-eff-5: a wound takes off firing dice alone, not off saves, throws to un-pin and throws of grenades; the serious and the dead are
/// both lost and differ in the count alone.
#[test]
fn ft_eff_5_what_a_wound_does_not_change() {
    assert_eq!(saved(json!({ "wounds": 1 }), json!({})), saved(json!({}), json!({})));
    let yard = "
        ##############
        #............#
        #..b..r......#
        #............#
        ##############";
    // Blue throws to un-pin by its own factor, then a grenade as far as anybody; red's blast does not depend on who threw it.
    let told = |wounds: u8| {
        let blue = json!({ "weapon": "wild", "wounds": wounds, "offensive_grenades": 1, "does": ["throw"] });
        let pinned = with(blue.clone(), json!({ "begins_pinned": true }));
        let play = |blue: Value, red: &str| {
            let more = json!({ "blue": { "team": blue }, "red": { "foe": { "weapon": red } }, "turn_limit": 1 });
            super::told(&replayed(Some(yard), more).1)
        };
        let line = |lines: Vec<String>, part: &str| lines.into_iter().find(|line| line.contains(part)).expect("a line");
        [
            line(play(pinned, "wild"), "pinned ("),
            line(play(blue.clone(), "wild"), "throws"),
            line(play(blue, "wild"), "blast: "),
        ]
    };
    assert_eq!(told(1), told(0));
    assert!(told(1)[0].ends_with("(5 or less)"), "{:?}", told(1));
    // A wounded man's shots are those of a fit man with 2 off the dice.
    let deducted = |wounds: u8| {
        let more = json!({ "blue": { "team": { "weapon": "rifle", "wounds": wounds } }, "rules": { "wound_deduction": 2 }, "turn_limit": 1 });
        log(more).iter().any(|line| line.starts_with("1 0: shot") && line.ends_with("(2 off the dice)"))
    };
    assert!(deducted(1) && !deducted(0));
    let lost = |effect: &str| replayed(None, json!({ "rules": every_hit(7, effect) })).0;
    let [serious, dead] = ["serious", "dead"].map(lost);
    assert_eq!((super::ending(&serious), serious.turns), (super::ending(&dead), dead.turns));
    let differ: Vec<usize> = (0..6).filter(|&measure| serious.measures[measure] != dead.measures[measure]).collect();
    assert_eq!(differ, [3], "the dead of red");
}

/// FT-eff-6: an unsaved hit does not pin, unless `wound_also_pins` has it so.
#[test]
fn ft_eff_6_whether_a_wound_pins() {
    let throws = |option: &str| {
        let rules = with(every_hit(7, "wounded"), json!({ "wound_also_pins": option }));
        log(json!({ "rules": rules, "turn_limit": 1 })).iter().any(|line| line.contains("no longer pinned"))
    };
    assert!(!throws("no") && throws("yes"));
}

/// FT-pin-1, FT-pin-6: a save pins; a man who is pinned already gains no second counter and is rid of one by one throw.
#[test]
fn ft_pin_1_a_save_pins() {
    // Saved by men who lie or stand still; the throw to un-pin is at that factor, so it never succeeds.
    let more = json!({ "blue": { "team": { "count": 2 } }, "rules": every_hit(0, "dead"), "turn_limit": 3 });
    let steps = replayed(None, more).1;
    assert!(
        steps.iter().filter(|step| is_attack(step) && step.figure != Some(2)).all(|step| step.clause == "FT-pin-1")
    );
    let throws: Vec<u32> = steps.iter().filter(|step| step.clause == "FT-unpin-3").map(|step| step.turn).collect();
    assert_eq!(throws, [1, 2, 3], "one throw a turn, though pinned twice each: FT-pin-6");
}

/// FT-pin-4: a pinned man fires with 3 more, 2 in hard cover; the numbers are told.
#[test]
fn ft_pin_4_pinned_fire() {
    let pinned = Firer { pinned: true, ..FIRER };
    assert_eq!(number(json!({}), "rifle", 24, pinned), Some(11));
    assert_eq!(number(json!({}), "rifle", 24, Firer { hard_cover: true, ..pinned }), Some(10));
    assert_eq!(number(json!({}), "rifle", 24, Firer { hard_cover: true, ..FIRER }), Some(8));
    let fight = |cover: bool| {
        let additions = json!({ "additions": { "pinned": 3, "pinned_in_hard_cover": 2 } });
        let more = json!({ "red": { "foe": { "hard_cover": cover } }, "rules": with(every_hit(0, "dead"), additions) });
        let steps = replayed(None, more).1;
        steps.iter().filter(|step| step.figure == Some(1) && is_attack(step)).map(|step| part(step, "FT-pin-4")).max()
    };
    assert_eq!((fight(false), fight(true)), (Some(3), Some(2)));
}

/// FT-pin-5: a pinned man's double six hits by itself only up to 12", measured and inclusive.
#[test]
fn ft_pin_5_a_pinned_mans_double_six() {
    let chance = |range: i32, options: Value| {
        let hopeless = json!({ "single": { "rifle": everywhere(json!(30)) } });
        hit(range, json!({ "weapon": "rifle", "pinned": true }), with(hopeless, options))
    };
    assert_eq!((chance(12, json!({})), chance(13, json!({}))), (of(1, 36), of(0, 1)));
    // FT-pin-5: beyond it a wounded man's 12 counts 10.
    let rifle = json!({ "weapon": "rifle", "pinned": true, "wounded": true });
    assert_eq!((hit(12, rifle.clone(), json!({})), hit(24, rifle, json!({}))), (of(1, 36), of(0, 1)));
}
