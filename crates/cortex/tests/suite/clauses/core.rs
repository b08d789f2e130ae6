//! CX0: the core that both parts presume.

use chance::{Die, Limit, Numbers};
use cortex::action::{Action, Ask};
use cortex::die::{Difficulty, Track};
use cortex::handling::Handling;
use cortex::options::{KeepDice, ShownTie};
use cortex::player::{Knowledge, Script};
use cortex::recover::{attacked, complication, given_again, of_hitches};
use cortex::roll::{Opposed, Role, Rolled, Roller, winner};
use cortex::rules::Rules;
use cortex::team::Harm;
use serde_json::{Value, json};

use testkit::golden::{answer, value};

use super::firefights::{all_fail, person, seen};
use super::{
    ANYWHERE, By, PART_ONE, PART_TWO, again, attack, by_script, certain, dice, first, objection, odds, of, played,
    pool, rules, scripted, setup, with,
};

use Die::{D4, D6, D8, D10, D12};

/// An opposed roll in which either side may harm the other, on these numbers: the opposition's first, of each pool those of the smallest
/// dice first.
#[track_caller]
fn roll(rules: &Rules, actor: Roller, opposition: Roller, numbers: &[u32]) -> Rolled {
    let opposed = Opposed { riposte: true, margin: true, ..Opposed::new(rules, actor, opposition) };
    dice(numbers, |chance| opposed.roll(chance, ANYWHERE))
}

/// Who rolls these dice.
fn party(words: &str) -> Roller {
    Roller::new(pool(words))
}

/// A character against a unit of two in the same zone, each attacking once a turn.
fn duel(blue: Value, red: Value, more: Value) -> Value {
    let blue = with(json!({ "approach": "d8", "direct_action": "d8" }), blue);
    let red = with(json!({ "quality": "d6", "count": 2 }), red);
    let more = with(json!({ "field": { "zones_apart": 0 } }), more);
    setup(json!({ "hero": blue }), json!({ "mooks": red }), more)
}

fn both_attack(turns: usize) -> Script {
    Script::new().does(0, again(attack(1), turns)).does(1, again(attack(0), turns))
}

/// CX0-1: d4 to d12 are the dice, of steps 1 to 5, so that a d4 and a d10 add up to a d12 and a step up leads to the next size.
#[test]
fn cx0_1_dice_and_steps() {
    let sum = |held: &str, die: &str| {
        let unit = json!({ "effects": [die], "qualities": ["d12", "d12"], "complication": held, "part": 1 });
        certain("unit_apply", unit)
    };
    assert!(sum("d4", "d4").contains(&"complication_d6".to_owned()));
    assert!(sum("d4", "d6").contains(&"complication_d8".to_owned()));
    assert!(sum("d6", "d6").contains(&"complication_d10".to_owned()));
    assert!(sum("d4", "d10").contains(&"removed_1".to_owned()));
    assert!(sum("d6", "d8").contains(&"removed_1".to_owned()));
    assert_eq!([D4, D6, D8, D10].map(|held| given_again(Some(held), D4)), [D6, D8, D10, D12]);
    assert!(objection("pool", json!({ "pool": ["d20"] })).contains("`d12`"));
    assert!(objection("pool", json!({ "pool": ["d2"] })).contains("`d4`"));
}

/// CX0-2: all dice that apply are thrown at once, and where one comes from does not matter: an injury, the range, cover.
#[test]
fn cx0_2_one_pool() {
    let hit = |npc_pool: Value, trauma: &str| {
        odds(
            "team_hit",
            json!({ "operators": [{ "trauma": trauma }], "team_pool": ["d6"], "npc_pool": npc_pool }),
            "npcs_succeed",
        )
    };
    assert_eq!(hit(json!(["d6"]), "d10"), hit(json!(["d6", "d10"]), "none"));
    // The only die of a size that reaches a d12 is the target's own injury: it serves as effect die.
    let hurt = json!({
        "attacker": { "qualities": ["d4", "d4", "d4"] },
        "target": { "approach": "d4", "direct_action": "d4", "trauma": "d12" },
    });
    assert_ne!(odds("firefight_attack", hurt, "effect_d12"), of(0, 1));
    let fight = duel(json!({}), json!({}), json!({ "field": { "zones_apart": null, "red_cover": "d6" } }));
    let told = scripted(PART_TWO, &fight, Script::new().does(0, [attack(1)]));
    assert_eq!(told.rolls(), ["1 0>1 attacks, 2d8 against 3d6 d8"]);
    let sizes: Vec<u8> = told.dice(told.place("attacks")).iter().map(|die| die.0).collect();
    assert_eq!(sizes, [6, 6, 6, 8, 8, 8], "every die falls once");
}

/// CX0-2, clarification 21: dice in one text are the same as in a list, in every key of a situation or a squad that takes dice, and a list
/// may hold several of a size.
#[test]
fn cx0_2_dice_in_one_text() {
    let whole = |kind: &str, parameters: Value| {
        answer(&cortex::FIREFIGHT, kind, &parameters).map(|answer| format!("{:?}", answer.values))
    };
    for (kind, list, text) in [
        ("pool", json!({ "pool": ["d6", "d8", "d8"] }), json!({ "pool": "d6 2d8" })),
        ("pool", json!({ "pool": ["2d8", "d6"] }), json!({ "pool": " d8  d6 d8 " })),
        ("pool", json!({ "pool": [] }), json!({ "pool": "" })),
        (
            "contest",
            json!({ "actor": ["d6", "d8"], "opposition": ["d8"] }),
            json!({ "actor": "d8 d6", "opposition": "d8" }),
        ),
        (
            "create_asset",
            json!({ "pool": ["d8", "d8"], "difficulty": ["d6", "d6"] }),
            json!({ "pool": "2d8", "difficulty": "2d6" }),
        ),
        // The default of a difficulty as the word of the option.
        ("create_asset", json!({ "pool": ["d8", "d8"] }), json!({ "pool": "2d8", "difficulty": "2d8" })),
        (
            "firefight_attack",
            json!({ "attacker": { "qualities": ["d6", "d6"] }, "target": person(json!({ "extra": ["d4", "d4"] })) }),
            json!({ "attacker": { "qualities": "2d6" }, "target": person(json!({ "extra": "2d4" })) }),
        ),
        (
            "grenades",
            json!({ "attack": ["d8", "d8", "d6"], "targets": [{ "kind": "unit", "resist": ["d6", "d6"] }] }),
            json!({ "attack": ["2d8", "d6"], "targets": [{ "kind": "unit", "resist": "2d6" }] }),
        ),
    ] {
        let answered = whole(kind, list.clone()).unwrap_or_else(|error| panic!("{kind} {list}: {error}"));
        assert_eq!(whole(kind, text.clone()).as_ref(), Ok(&answered), "{kind} {text}");
    }
    for difficulty in [json!("2d10"), json!(["d10", "d10"]), json!(["2d10"])] {
        let options: Difficulty = serde_json::from_value(difficulty.clone()).expect("a difficulty");
        assert_eq!(options, Difficulty(D10), "{difficulty}");
    }
    assert!(serde_json::from_value::<Difficulty>(json!("d10 d8")).is_err());
    let listed = duel(json!({ "attack": ["d4", "d4"], "resist": ["d6"] }), json!({}), json!({}));
    let written = duel(json!({ "attack": "2d4", "resist": "d6" }), json!({}), json!({}));
    let [listed, written] = [listed, written].map(|fight| by_script(&fight, both_attack(1)).lines());
    assert_eq!(listed, written);
    for (wrong, says) in [
        (json!("d7"), "unknown variant `d7`, expected one of `d4`"),
        (json!(["d6", "2d7"]), "unknown variant `2d7`"),
        (json!("0d6"), "unknown variant `0d6`"),
        (json!("06d6"), "unknown variant `06d6`"),
        (json!("+2d6"), "unknown variant `+2d6`"),
        (json!("d6,d8"), "unknown variant `d6,d8`"),
        (json!("25d6"), "25 dice, expected at most 24"),
        (json!(vec!["99d12"; 9]), "891 dice, expected at most 24"),
        (json!(6), r#"expected dice as a list such as `["d6", "2d8"]` or in one text such as `"d6 2d8"`"#),
    ] {
        let said = objection("pool", json!({ "pool": wrong }));
        assert!(said.contains(says) && said.contains("pool"), "{wrong}: {said}");
    }
}

/// CX0-2: a pool that may become more dice than can be thrown is refused where it is written down, whichever of its dice are too many.
#[test]
fn cx0_2_too_many_dice() {
    let fought = |more: Value| {
        let one = with(json!({ "approach": "d8", "direct_action": "d8" }), more);
        json!({ "characters": [{ "approach": "d4", "direct_action": "d4" }, one], "units": [{ "qualities": "d8" }], "zones_apart": 1, "turn_limit": 1 })
    };
    for (key, most) in [("attack", 18), ("resist", 15)] {
        for many in 0..=24 {
            // Four drawbacks beside two traits; a range die and two of cover as well in resistance.
            let dice = format!("{many}d4");
            let dice = if many == 0 { "" } else { dice.as_str() };
            let problem = answer(&cortex::FIREFIGHT, "firefight", &fought(json!({ key: dice }))).err();
            let said = problem.clone().unwrap_or_default();
            assert_eq!(problem.is_some(), many > most, "{many} {key}: {said}");
            assert!(many <= most || said.starts_with(&format!("characters[1].{key}: with range, cover")), "{said}");
            let fight = duel(json!({ key: dice }), json!({}), json!({}));
            let problems = (cortex::FIREFIGHT.compile)(&fight, None).err().unwrap_or_default();
            assert_eq!(problems.is_empty(), many <= most, "{many} {key}: {problems:?}");
            assert!(problems.iter().all(|problem| problem.key == format!("blue.hero.{key}")), "{problems:?}");
        }
    }
}

/// CX0-4: a pool of as many dice as there may be is kept in every way there is.
#[test]
fn cx0_4_the_largest_pools() {
    for pool in ["24d4", "24d6"] {
        for decisions in [
            json!({}),
            json!({ "keep": "max_effect" }),
            json!({ "keep": "best_effect" }),
            json!({ "effect_shown_tie": "lowest" }),
        ] {
            let alone = json!({ "actor": pool, "opposition": "d12", "decisions": decisions });
            match answer(&cortex::FIREFIGHT, "contest", &alone) {
                Ok(answer) => assert!(value(&answer, "actor_wins").to_f64() > 0.5, "{pool} {decisions}"),
                Err(refused) => assert!(refused.contains("the exact"), "{pool} {decisions}: {refused}"),
            }
        }
    }
}

/// CX0-3: a 1 is a hitch and serves neither the total nor the effect.
#[test]
fn cx0_3_hitches() {
    let one = || json!({ "pool": ["d4"] });
    assert_eq!(
        [0, 1, 2, 4].map(|total| odds("pool", one(), &format!("total_{total}"))),
        [of(1, 4), of(0, 1), of(1, 4), of(1, 4)]
    );
    assert_eq!(odds("pool", one(), "hitches_1"), of(1, 4));
    let three = || json!({ "pool": ["d4", "d4", "d4"] });
    assert_eq!(odds("pool", three(), "left_1"), of(27, 64), "none of the three may be a 1");
    assert_eq!(odds("pool", three(), "effect_shows_1"), of(0, 1));
    assert_eq!(odds("pool", three(), "hitches_3"), of(1, 64));
}

/// CX0-4: two usable dice make the total, one if there is no other, none is a 0; of equal numbers the smaller dice are in the total.
#[test]
fn cx0_4_the_total() {
    let two = |total: u8| odds("pool", json!({ "pool": ["d4", "d4"] }), &format!("total_{total}"));
    assert_eq!([0, 2, 4, 8].map(two), [of(1, 16), of(2, 16), of(3, 16), of(1, 16)]);
    let rules = Rules::default();
    let rolled = roll(&rules, party("d6 d8 d10"), party("d4"), &[2, 5, 5, 5]);
    assert_eq!((rolled.margin, rolled.effects.first()), (8, D10), "d6 and d8 make the total of 10");
    // Two have to be kept: nobody saves the second for effect.
    assert_eq!(roll(&rules, party("d4 d12"), party("d4"), &[2, 3, 12]).effects.first(), D4);
    assert_eq!(roll(&rules, party("d4 d12"), party("d4"), &[2, 3, 12]).margin, 13);
}

/// CX0-4: a roller who keeps the largest effect leaves the largest die that he can win without, and else keeps the best total; who opposes
/// always keeps the best total.
#[test]
fn cx0_4_keeping_for_effect() {
    let rules = Rules::default();
    let keeping = |goal: u32| {
        let rolled = roll(&rules, party("d6 d8 d12").keeping(KeepDice::MaxEffect), party("d12"), &[goal, 4, 3, 9]);
        (rolled.winner, rolled.margin, rolled.effects.first())
    };
    assert_eq!(keeping(6), (Some(Role::Actor), 1, D12));
    assert_eq!(keeping(7), (Some(Role::Actor), 6, D8), "4 and 3 do not beat a 7");
    let resists = party("d6 d8 d12").keeping(KeepDice::MaxEffect);
    let rolled = roll(&rules, party("d4"), resists, &[4, 3, 9, 2]);
    assert_eq!((rolled.margin, rolled.effects.first()), (11, D8));
    let wins = |keep: &str| {
        let rolled = json!({ "actor": ["d4", "d8", "d10"], "opposition": ["d6", "d8"], "options": { "keep": keep } });
        odds("contest", rolled, "actor_wins")
    };
    assert_eq!(wins("max_effect"), wins("best_total"), "the same rolls win");
}

/// CX0-5: the largest of the dice left is the effect die; without one it is a d4 that nobody has rolled.
#[test]
fn cx0_5_the_effect_die() {
    assert_eq!(certain("pool", json!({ "pool": ["d12", "d12"] }))[0], "effect_shows_0");
    assert_eq!(odds("pool", json!({ "pool": ["d12", "d12"] }), "effect_d4"), of(1, 1));
    let rolled = roll(&Rules::default(), party("d4 d6 d8 d10 d12"), party("d4"), &[2, 4, 6, 2, 2, 3]);
    assert_eq!(rolled.effects.first(), D12, "its size counts, not its number");
    // Of four d4: three 4s leave one that shows a 4, unless it is the lowest that is wanted.
    let shows = |tie: &str| {
        let pool = json!({ "pool": ["d4", "d4", "d4", "d4"], "options": { "effect_shown_tie": tie } });
        odds("pool", pool, "effect_shows_4")
    };
    assert_eq!((shows("highest"), shows("lowest")), (of(13, 256), of(5, 256)));
}

/// CX0-6: the actor has to beat the total of the opposition; ties by option; a total of 0 never wins.
#[test]
fn cx0_6_opposed_rolls() {
    let odds = |ties: &str, outcome: &str| {
        odds("contest", json!({ "actor": ["d4"], "opposition": ["d4"], "options": { "ties": ties } }), outcome)
    };
    let all = |ties: &str| ["actor_wins", "opposition_wins", "nobody_wins"].map(|outcome| odds(ties, outcome));
    assert_eq!(all("opposition"), [of(6, 16), of(9, 16), of(1, 16)]);
    assert_eq!(all("actor"), [of(9, 16), of(6, 16), of(1, 16)]);
    assert_eq!(all("nobody"), [of(6, 16), of(6, 16), of(4, 16)]);
    assert_eq!(winner(cortex::options::Ties::Actor, 0, 0), None);
    // The opposition's dice lie on the table before the actor's are rolled.
    let rolled = roll(&Rules::default(), party("d6"), party("d12"), &[5, 6]);
    assert_eq!((rolled.winner, rolled.margin), (Some(Role::Actor), 1));
}

/// CX0-7: the margin is the difference, 0 for a tie, and does not step the effect die up.
#[test]
fn cx0_7_the_margin() {
    let odds = |outcome: &str| odds("contest", json!({ "actor": ["d4"], "opposition": ["d4"] }), outcome);
    assert_eq!(
        ["actor_margin_0", "actor_margin_1", "actor_margin_2", "actor_margin_4"].map(odds),
        [0, 2, 2, 1].map(|ways| of(ways, 16))
    );
    assert_eq!(odds("opposition_margin_0"), of(3, 16));
    let far = json!({ "actor": ["d12", "d12"], "opposition": ["d4"] });
    assert_eq!(super::odds("contest", far.clone(), "actor_effect_d4"), super::odds("contest", far, "actor_wins"));
}

/// CX0-8: an asset is a die of its owner's in attack, in resistance or in both, as long as the fight lasts.
#[test]
fn cx0_8_assets() {
    let fight =
        duel(json!({ "attack": ["d6"], "resist": ["d10"], "armour": "d4" }), json!({}), json!({ "turn_limit": 2 }));
    let told = first(PART_TWO, &fight, &both_attack(2), |told| told.count("fails") == 4);
    let turn = |turn: u8| {
        [format!("{turn} 0>1 attacks, d6 2d8 against 2d6"), format!("{turn} 1>0 attacks, 2d6 against d4 2d8 d10")]
    };
    assert_eq!(told.rolls(), [turn(1), turn(2)].concat());
    let team = setup(
        json!({ "a": { "direct_action": "d8", "assets": ["d10"] } }),
        json!({ "x": { "quality": "d6" } }),
        json!({}),
    );
    let told = first(PART_ONE, &team, &Script::new(), |told| told.steps.len() == 4);
    assert_eq!(told.rolls(), ["1 0>1 rolls d8 d10 against d6", "1 1>0 rolls d6 against d8 d10"]);
}

/// CX0-9: a drawback is in the pool of who rolls against its bearer, whichever of them acts.
#[test]
fn cx0_9_drawbacks() {
    let fight = duel(json!({ "trauma": "d10" }), json!({ "complication": "d4" }), json!({}));
    let told = first(PART_TWO, &fight, &both_attack(1), |told| told.count("fails") == 2);
    assert_eq!(told.rolls(), ["1 0>1 attacks, d4 2d8 against 2d6 d10", "1 1>0 attacks, 2d6 d10 against d4 2d8"]);
}

/// CX0-9: given again, the larger die stays; one that is no larger steps it up, at most to a d12.
#[test]
fn cx0_9_drawbacks_given_again() {
    assert_eq!([D4, D8, D10, D12].map(|die| given_again(Some(D8), die)), [D10, D10, D10, D12]);
    assert_eq!((given_again(None, D4), given_again(Some(D12), D12)), (D4, D12));
    let burns = |fire: &str| {
        let attack = json!({
            "attacker": { "qualities": ["d12", "d12"] }, "flamethrower": true,
            "target": { "approach": "d4", "direct_action": "d4", "on_fire": fire },
            "options": { "fire_hampers": false },
        });
        let hit = odds("firefight_attack", attack.clone(), "hit");
        let up = ["d6", "d8", "d10", "d12"]
            .into_iter()
            .find(|up| odds("firefight_attack", attack.clone(), &format!("target_on_fire_{up}")) == hit);
        up.map(str::to_owned)
    };
    assert_eq!((burns("d4"), burns("d8")), (Some("d6".to_owned()), Some("d10".to_owned())), "the effect is a d4");
}

/// CX0-10: the table of harm on a track, and what `harm_floor` makes of an empty one.
#[test]
fn cx0_10_the_harm_track() {
    let table = [
        (Track::None, ["d6", "d6", "d8", "d10", "d12"]),
        (Track::D6, ["d8", "d8", "d8", "d10", "d12"]),
        (Track::D8, ["d10", "d10", "d10", "d10", "d12"]),
        (Track::D10, ["d12"; 5]),
        (Track::D12, ["out"; 5]),
    ];
    for (held, row) in table {
        assert_eq!(Die::ALL.map(|harm| held.harmed(harm, D6).word()), row, "{held:?}");
    }
    let hit = |trauma: &str, options: Value| {
        let team = json!({ "operators": [{ "trauma": trauma }], "team_pool": ["d4"], "npc_pool": ["d4", "d4"], "options": options });
        let hit = odds("team_hit", team.clone(), "A_hit");
        let words = ["d4", "d6", "d8", "d10", "d12", "out"];
        words.into_iter().find(|word| odds("team_hit", team.clone(), &format!("A_trauma_{word}")) == hit)
    };
    assert_eq!([hit("none", json!({})), hit("none", json!({ "harm_floor": "d4" }))], [Some("d6"), Some("d4")]);
    assert_eq!([hit("d6", json!({})), hit("d12", json!({}))], [Some("d8"), Some("out")]);
    assert_eq!(
        odds(
            "hitch_stress",
            json!({ "pool": ["d4"], "stress": "d12", "options": { "hitches": "always" } }),
            "stress_out"
        ),
        of(1, 4)
    );
}

/// CX0-11: Stress and Trauma are changed each by itself, and to be out on either is to be out.
#[test]
fn cx0_11_two_tracks() {
    let hit = json!({ "operators": [{ "stress": "d12" }], "team_pool": ["d4"], "npc_pool": ["d4"] });
    assert_eq!(odds("team_hit", hit.clone(), "down_1"), of(0, 1));
    assert_eq!(odds("team_hit", hit, "A_stress_d12"), of(1, 1));
    assert!(Harm { trauma: Track::D12, stress: Track::D12 }.in_action());
    assert!(!Harm { trauma: Track::Out, stress: Track::None }.in_action());
    let fight =
        duel(json!({ "stress": "d12", "trauma": "d6" }), json!({}), json!({ "rules": { "hitches": "always" } }));
    let told = first(PART_TWO, &fight, &both_attack(1), |told| told.says("Stress past d12"));
    assert_eq!((told.ending(), told.outcome.measures[0]), ("red.win", 1));
}

/// CX0-11, CX1-harm-7, CX1-factor-1, CX2-attack-6: a fight may begin with operators and characters who are hurt and with others who bear a
/// Complication, which feed the pools from the first roll on; nobody begins out of the conflict.
#[test]
fn cx0_11_fights_begin_hurt() {
    let rolls = |fight: &Value| {
        let told = played(PART_ONE, fight, 0, &mut Script::new());
        told.rolls()[0].clone()
    };
    let sound = json!({ "direct_action": "d8" });
    let hurt = json!({ "direct_action": "d8", "trauma": "d6", "stress": "d10" });
    let part_one = |others: Value, field: Value| {
        setup(
            json!({ "a": sound, "b": hurt }),
            others,
            json!({ "field": field, "rules": { "cqb_exchange": "contest" } }),
        )
    };
    let others = |more: Value| json!({ "x": with(json!({ "quality": "d6", "count": 2 }), more) });
    // The larger of the hurt operator's dice is in the others' pool, their Complication in that of the operators.
    let fight = part_one(others(json!({ "complication": "d4" })), json!({}));
    assert_eq!(rolls(&fight), "1 0>1 rolls d4 2d8 against 2d6 d10");
    assert_eq!(played(PART_ONE, &fight, 0, &mut Script::new()).outcome.measures[2], 1, "one is hurt");
    // Each fireteam of others may have a Complication of its own in place of the field's.
    let two = json!({
        "x": { "quality": "d6", "fireteam": 1, "complication": "none" },
        "y": { "quality": "d6", "fireteam": 2 },
    });
    let begun = |target: usize| {
        let script = Script::new().does(0, [attack(target)]);
        let fight = part_one(two.clone(), json!({ "red_complication": "d12" }));
        played(PART_ONE, &fight, 0, &mut script.clone()).rolls()[0].clone()
    };
    assert_eq!(begun(1), "1 0>1 rolls 2d8 against d6 d10");
    assert_eq!(begun(2), "1 0>2 rolls 2d8 d12 against d6 d10");
    let wrong = |fight: &Value| super::problem(PART_ONE, fight);
    let on_blue =
        setup(json!({ "a": with(sound.clone(), json!({ "complication": "d6" })) }), others(json!({})), json!({}));
    assert!(wrong(&on_blue).starts_with("blue.a.complication: applies to the umpire's fireteams"));
    let second = json!({ "x": { "quality": "d6" }, "y": { "quality": "d6", "complication": "d6" } });
    assert!(wrong(&part_one(second, json!({}))).starts_with("red.y.complication: a fireteam acts as one"));
    // Part II: a worked example, of a character at Trauma d8 against a unit with a Complication of d4 in the same zone.
    let fight = duel(json!({ "trauma": "d8" }), json!({ "complication": "d4" }), json!({}));
    assert_eq!(
        seen(&fight, &both_attack(1), all_fail).rolls(),
        ["1 0>1 attacks, d4 2d8 against 2d6 d8", "1 1>0 attacks, 2d6 d8 against d4 2d8"]
    );
    for track in ["trauma", "stress"] {
        let out = duel(json!({ track: "out" }), json!({}), json!({}));
        assert!(super::problem(PART_TWO, &out).starts_with(&format!("blue.hero.{track}: nobody begins out")));
        let out = setup(json!({ "a": { "direct_action": "d8", track: "out" } }), others(json!({})), json!({}));
        assert!(wrong(&out).starts_with(&format!("blue.a.{track}: nobody begins out")));
    }
}

/// CX0-12: where nobody resists it is two dice of one size, a d8 unless the rules say otherwise, with drawbacks of who tries.
#[test]
fn cx0_12_tests() {
    let asset = |more: Value| odds("create_asset", with(json!({ "pool": ["d8", "d8"] }), more), "asset_none");
    let given = |die: &str| asset(json!({ "difficulty": [die, die] }));
    assert_eq!(asset(json!({})), given("d8"));
    for die in Die::ALL.map(|die| die.to_string()) {
        assert_eq!(asset(json!({ "options": { "test_difficulty": format!("2{die}") } })), given(&die));
    }
    assert_eq!([Difficulty::default().pool(), Difficulty(D10).pool()], [pool("2d8"), pool("2d10")]);
    let cover = json!({ "rules": { "cover": "created", "test_difficulty": "2d4" }, "field": { "blue_cover": "d8" } });
    let fight = duel(json!({ "stress": "d6" }), json!({}), cover);
    let told = scripted(PART_TWO, &fight, Script::new().does(0, [Action::TakeCover]));
    assert_eq!(told.rolls(), ["1 0 tries to find cover, 2d8 against 2d4 d6"]);
}

/// CX0-13: the asset is a die the size of the effect die, at least a d4, and no larger than what allows it.
#[test]
fn cx0_13_creating_an_asset() {
    let asset = |more: Value, outcome: &str| odds("create_asset", with(json!({ "difficulty": [] }), more), outcome);
    let two = || json!({ "pool": ["d12", "d12"] });
    assert_eq!(
        (asset(two(), "asset_d4"), asset(two(), "asset_none")),
        (of(143, 144), of(1, 144)),
        "two 1s create nothing"
    );
    let three = || json!({ "pool": ["d12", "d12", "d12"] });
    assert_eq!(asset(three(), "asset_d12"), of(11 * 11 * 11, 12 * 12 * 12));
    assert_eq!(asset(with(three(), json!({ "cap": "d6" })), "asset_d6"), of(11 * 11 * 11, 12 * 12 * 12));
    let fight = |rating: &str| {
        let more = json!({ "rules": { "cover": "created" }, "field": { "blue_cover": rating } });
        let fight = duel(json!({ "approach": "d12", "direct_action": "d12" }), json!({}), more);
        first(PART_TWO, &fight, &Script::new().does(0, [Action::TakeCover]).does(1, [attack(0)]), |told| {
            told.says("succeeds")
        })
    };
    let told = fight("d8");
    assert!(told.says("1 0 has cover d4"), "{:?}", told.lines());
    assert_eq!(told.rolls()[1], "1 1>0 attacks, 2d6 against d4 2d12");
}

/// CX0-14: a larger effect die removes the die attacked, any other steps it down, by option; the die attacked opposes once.
#[test]
fn cx0_14_removing() {
    let table = |options: Value| [D4, D6, D8, D10].map(|effect| attacked(&rules(options.clone()), D8, effect));
    assert_eq!(table(json!({})), [Some(D6), Some(D6), Some(D6), None]);
    assert_eq!(table(json!({ "recover_equal": "remove" })), [Some(D6), Some(D6), None, None]);
    assert_eq!(table(json!({ "recover_partial": "none" })), [Some(D8), Some(D8), Some(D8), None]);
    assert_eq!(attacked(&Rules::default(), D4, D4), None, "a d4 that is stepped down is gone");
    let overcome =
        |outcome: &str| odds("overcome", json!({ "pool": ["d4"], "condition": "d4", "resist": [] }), outcome);
    assert_eq!(
        (overcome("success"), overcome("condition_none"), overcome("condition_d4")),
        (of(6, 16), of(6, 16), of(10, 16))
    );
}

/// CX0-15: a point adds the best die left to the total, which saves a lost roll, for the actor and for who opposes; the effect comes of
/// what then remains.
#[test]
fn cx0_15_a_third_die() {
    let rules = Rules::default();
    let with_point = |words: &str| Roller { point: true, ..party(words) };
    let actor = |goal: u32| {
        let rolled = roll(&rules, with_point("d6 d8 d10 d12"), party("d12"), &[goal, 5, 5, 3, 3]);
        (rolled.winner == Some(Role::Actor), rolled.spent, rolled.effects.first())
    };
    assert_eq!(actor(9), (true, false, D12), "a roll won is not paid for");
    assert_eq!(actor(12), (true, true, D12), "of equal numbers the smaller die is added");
    let hopeless = roll(&rules, with_point("d4 d6 d8"), party("d12"), &[12, 2, 3, 3]);
    assert_eq!(
        (hopeless.winner, hopeless.spent),
        (Some(Role::Opposition), false),
        "nothing is paid where it does not help"
    );
    let opposes = roll(&rules, party("d12"), with_point("d4 d6 d8"), &[2, 3, 3, 7]);
    assert_eq!((opposes.winner, opposes.spent, opposes.margin), (Some(Role::Opposition), true, 1));
    let plot =
        |outcome: &str| odds("plot_total", json!({ "actor": ["d4", "d4", "d4"], "opposition": ["d12"] }), outcome);
    let plain = odds("contest", json!({ "actor": ["d4", "d4", "d4"], "opposition": ["d12"] }), "actor_wins");
    assert_eq!(plot("won"), plain + plot("point_spent"));
}

/// CX0-15: points of the situation `cqb_fight` are spent on rolls that a third die saves, and on nothing else, whatever else is wished.
#[test]
fn cx0_15_points_of_a_situation() {
    let fight = |points: u8, plot_points: &str| {
        let p = json!({
            "operators": [{ "die": "d8" }, { "die": "d8" }, { "die": "d6" }, { "die": "d6" }], "qualities": ["d6", "d6", "d6"], "turn_limit": 1,
            "points": points, "options": { "plot_points": plot_points, "extra_effect_every": 0 },
        });
        odds("cqb_fight", p, "npcs_up_2")
    };
    let saving = fight(1, "never");
    assert_ne!(saving, fight(0, "save_roll"));
    for wish in ["save_roll", "extra_effect", "both"] {
        assert_eq!(fight(1, wish), saving, "{wish}");
    }
    let p = json!({ "operators": [{ "die": "d8" }], "qualities": ["d6"], "points": 25 });
    let error = objection("cqb_fight", p);
    assert!(error.ends_with("from 0 to 24"), "{error}");
}

/// CX0-15: one more effect die for a point, when it takes one more enemy out; each use once a roll, as long as there are points.
#[test]
fn cx0_15_points_run_out() {
    let blue = json!({ "a": { "direct_action": "d10", "count": 5 } });
    let fight = |points: u8| {
        setup(
            blue.clone(),
            json!({ "x": { "quality": "d6", "count": 6 } }),
            json!({ "field": { "plot_points": points } }),
        )
    };
    let both = Action::Handle(Handling { saves: true, buys: true, ..Handling::default() });
    let spent = |points: u8| {
        let script = Script::new().does(0, again(both, 2));
        let counts = (0..1000).map(|engagement| {
            let told = played(PART_ONE, &fight(points), engagement, &mut script.clone());
            told.count("a plot point for a third die") + told.count("a plot point adds an effect die")
        });
        counts.max()
    };
    assert_eq!((spent(0), spent(1)), (Some(0), Some(1)));
    assert!(spent(2) == Some(2));
    let told =
        first(PART_ONE, &fight(1), &Script::new().does(0, again(both, 2)), |told| told.says("adds an effect die"));
    let place = told.place("adds an effect die");
    assert!(told.steps[place - 1].text.contains("wins"), "{:?}", told.lines());
    assert_eq!(told.steps[place].figure, Some(1));
}

/// CX0-16: one hitch is a complication of d6, each more a step; the umpire makes one always, of two or more, or never.
#[test]
fn cx0_16_hitches_become_complications() {
    assert_eq!([0, 1, 2, 3, 4, 6].map(of_hitches), [None, Some(D6), Some(D8), Some(D10), Some(D12), Some(D12)]);
    let made = |option: &str, hitches: u8| complication(&rules(json!({ "hitches": option })), hitches);
    assert_eq!([1, 2].map(|hitches| made("never", hitches)), [None, None]);
    assert_eq!([1, 2].map(|hitches| made("two_or_more", hitches)), [None, Some(D8)]);
    let hitched = |outcome: &str| {
        odds("hitch_stress", json!({ "pool": ["d4", "d4"], "options": { "hitches": "always" } }), outcome)
    };
    assert_eq!((hitched("stress_d6"), hitched("stress_d8"), hitched("stress_none")), (of(6, 16), of(1, 16), of(9, 16)));
}

/// CX0-16: a plot point is handed over for the complication, but not on a botch.
#[test]
fn cx0_16_a_point_for_a_hitch() {
    let fight = duel(
        json!({}),
        json!({ "quality": "d12", "count": 5 }),
        json!({ "turn_limit": 2, "rules": { "hitches": "always" } }),
    );
    let saves = Action::Handle(Handling { saves: true, ..Handling::default() });
    // The points held in the second turn, and the numbers shown in the first.
    let points = |engagement: u64| {
        let mut points = Vec::new();
        let mut player = By(|knows: &Knowledge<'_>, ask: Ask| match (knows, ask) {
            (Knowledge::Firefight(view), Ask::Go { .. }) if view.me() == 0 => {
                points.push(view.points());
                attack(1)
            }
            (_, Ask::Dice { .. }) => saves,
            _ => Action::Nothing,
        });
        let told = played(PART_TWO, &fight, engagement, &mut player);
        let ones = told.dice(told.place("1 0>1 attacks")).split_off(5).iter().filter(|die| die.1 == 1).count();
        (ones, points.get(1).copied())
    };
    let all: Vec<_> = (0..1000).map(points).collect();
    for ones in 0..=2 {
        let handed: Vec<_> = all.iter().filter(|(of, _)| *of == ones).filter_map(|(_, points)| *points).collect();
        assert!(!handed.is_empty() && handed.iter().all(|&points| points == u8::from(ones == 1)), "{ones}: {handed:?}");
    }
}

/// CX0-16: the points are the team's: one is handed over for the hitch of a character who never spends any, if another does.
#[test]
fn cx0_16_points_are_the_teams() {
    let handed = |other: &str| {
        let man = |doctrine: &str| json!({ "approach": "d4", "direct_action": "d4", "plot_points": doctrine });
        let fight = json!({
            "blue": { "a": man("never"), "b": man(other) }, "red": { "mooks": { "quality": "d12", "count": 2 } },
            "rules": { "hitches": "always" }, "turn_limit": 1,
        });
        let battle = (cortex::FIREFIGHT.compile)(&fight, None).expect("a fight");
        let steps = (0..200).flat_map(|engagement| battle.replay(1, engagement).1);
        steps.filter(|step| step.text == "is handed a plot point for a hitch" && step.figure == Some(0)).count()
    };
    assert_eq!(handed("never"), 0);
    assert!(handed("save_roll") > 20);
}

/// CX0-17: what a specialist does beside the dice is bought with the umpire's points, and not done without one.
#[test]
fn cx0_17_special_effects_cost_points() {
    let fight = |points: u8| {
        let red = json!({ "specialists": [{ "kind": "marksman" }] });
        duel(json!({ "armour": "d10" }), red, json!({ "rules": { "edge_points": points } }))
    };
    let shot = Action::Attack(cortex::action::Attack { marksman: true, ..cortex::action::Attack::on(0) });
    let told = |points: u8| scripted(PART_TWO, &fight(points), Script::new().does(1, [shot]));
    assert_eq!(told(0).refusals(), ["CX2-unit-3"]);
    let paid = told(2);
    assert_eq!(
        (paid.rolls(), paid.outcome.measures[3]),
        (vec!["1 1>0 attacks with a marksman, 2d6 against 2d8".to_owned()], 1)
    );
}

/// CX0-5: which of equal sizes comes first is the roller's choice: read from the dice themselves.
#[test]
fn cx0_5_of_equal_sizes() {
    let rules = Rules::default();
    for (shown, number) in [(ShownTie::Highest, 5), (ShownTie::Lowest, 2)] {
        let numbers = Handling { shown, ..Handling::default() }.numbers();
        let rolled = dice(&[2, 8, 2, 5, 3, 7], |chance| {
            let actor = Roller { numbers, limit: Limit::ONE, ..party("5d8") };
            let mut rolled = Opposed::new(&rules, actor, party("d4")).roll(chance, ANYWHERE);
            rolled.effects.left.take(chance, ANYWHERE).expect("a die").number
        });
        assert_eq!(rolled, number);
    }
    assert_eq!(Handling::default().numbers(), Numbers::Highest);
}

/// CX0-15: in a firefight the third die serves attackers, defenders and those who make a test.
#[test]
fn cx0_15_a_third_die_in_a_firefight() {
    let more = json!({ "rules": { "cover": "created" }, "field": { "blue_cover": "d6", "plot_points": 1 } });
    let saves = Action::Handle(Handling { saves: true, ..Handling::default() });
    let saved = |script: Script, line: &str| {
        let fight = duel(json!({ "attack": ["d4"], "resist": ["d4"] }), json!({}), more.clone());
        let saved = |told: &super::Told| {
            told.lines().iter().any(|told| {
                told.starts_with(line) && told.ends_with("succeeds with a plot point for a third die, effect d4")
            })
        };
        first(PART_TWO, &fight, &script.does(0, [saves]), saved)
    };
    saved(Script::new().does(0, [attack(1)]), "1 0>1 attacks, d4 2d8 against 2d6: succeeds");
    let resisted = duel(json!({ "resist": ["d4"] }), json!({}), more.clone());
    let script = Script::new().does(1, [attack(0)]).does(0, [saves]);
    first(PART_TWO, &resisted, &script, |told| told.says("against d4 2d8: fails against a plot point for a third die"));
}

/// CX0-4: a replay tells both totals, the actor's first, as the dice that it tells make them.
#[test]
fn cx0_4_totals_are_told() {
    for (part, fight) in [
        (
            PART_ONE,
            json!({ "blue": { "a": { "direct_action": "d8", "count": 3 } }, "red": { "x": { "quality": "d6", "count": 3 } } }),
        ),
        (PART_TWO, duel(json!({ "attack": ["d6"] }), json!({}), json!({}))),
    ] {
        let fight = with(fight, json!({ "turn_limit": 1 }));
        for engagement in 0..100 {
            let told = super::played(part, &fight, engagement, &mut Script::new().does(0, [attack(1)]));
            let place = told.place(" against ");
            let dice = told.dice(place);
            let opposition = dice.len() - 3;
            let totals = [&dice[opposition..], &dice[..opposition]].map(|dice| super::kept(dice).0);
            let score = format!(": {} to {}, ", totals[0], totals[1]);
            assert!(told.steps[place].text.contains(&score), "{score} of {:?}", told.steps[place]);
        }
    }
}

/// CX0-16: the log names every plot point handed over, also to a player who is out by then; none is spent that the log has not named.
#[test]
fn cx0_16_points_handed_over_are_told() {
    let blue = json!({ "hero": { "count": 2, "approach": "d8", "direct_action": "d8", "resist": ["d4"], "plot_points": "save_roll" } });
    let fight = json!({
        "blue": blue, "red": { "mooks": { "quality": "d8", "count": 5 } },
        "rules": { "hitches": "always" }, "field": { "zones_apart": 0 }, "turn_limit": 40,
    });
    let battle = (cortex::FIREFIGHT.compile)(&fight, None).expect("a fight");
    let mut spent = 0;
    for engagement in 0..200 {
        let mut points = 0;
        for step in battle.replay(1, engagement).1 {
            points += i32::from(step.text.contains("is handed a plot point"));
            points -= i32::from(step.text.contains("plot point for a third die"));
            spent += u32::from(step.text.contains("plot point for a third die"));
            assert!(points >= 0, "{engagement}: {step:?}");
        }
    }
    assert!(spent > 100, "{spent}");
}
