//! CX1: harm to fireteams, effect dice and complications.

use chance::{Die, Limit};
use cortex::action::Action;
use cortex::die::Track;
use cortex::group::{Group, Part};
use cortex::handling::Handling;
use cortex::options::ShownTie;
use cortex::player::Script;
use cortex::roll::{Opposed, Roller};
use cortex::rules::Rules;
use cortex::team::{Harm, MOST, Numbers, Roster};
use serde_json::{Value, json};

use super::fireteams::{all, fight, seen, two};
use super::{ANYWHERE, PART_ONE, Told, certain, dice, first, kept, odds, of, pool, rules, with};

const SOUND: [Harm; MOST] = [Harm::SOUND; MOST];

/// A member who is out.
const OUT: Harm = Harm { trauma: Track::Out, stress: Track::None };

/// The owners of the numbers 1 to 12 among the members; 9 for nobody.
fn owners(rules: &Rules, numbers: &Numbers, harms: &[Harm]) -> Vec<usize> {
    (1..=12).map(|number| numbers.owner(rules, harms, number).unwrap_or(9)).collect()
}

/// CX1-harm-1: the numbers go round, or in runs; a fallen member's are dealt again, or stay his.
#[test]
fn cx1_harm_1_numbers() {
    let numbers = Numbers::ROSTER;
    let dealt = |options: Value, members: usize| owners(&rules(options), &numbers, &SOUND[..members]);
    for members in 1..=6 {
        assert_eq!(dealt(json!({}), members), (0..12).map(|place| place % members).collect::<Vec<_>>());
    }
    let blocks = || json!({ "numbers": "blocks" });
    assert_eq!(dealt(blocks(), 4), [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    assert_eq!(dealt(blocks(), 5), [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4], "the first have one more");
    let fallen = [Harm::SOUND, OUT, Harm::SOUND];
    assert_eq!(owners(&rules(json!({})), &numbers, &fallen)[..4], [0, 2, 0, 2]);
    assert_eq!(owners(&rules(json!({ "fallen_numbers": "keep" })), &numbers, &fallen)[..4], [0, 9, 2, 0]);
}

/// CX1-harm-1, clarification 20: kept numbers were dealt among all members, those of a situation who are out already among them; dealt
/// again they are shared by those in action.
#[test]
fn cx1_harm_1_those_who_have_fallen_before() {
    // One effect die, which shows 2 to 8 with the same weight for any owner; nobody's injuries are in the pool.
    let hit = |operators: [&str; 3], options: Value, outcome: &str| {
        let operators: Vec<Value> = operators.iter().map(|trauma| json!({ "trauma": trauma })).collect();
        let options = with(json!({ "extra_effect_every": 0 }), options);
        let parameters =
            json!({ "operators": operators, "team_pool": ["d4"], "npc_pool": ["d8", "d8", "d8"], "options": options });
        odds("team_hit", parameters, outcome)
    };
    let (keep, redeal) = (|| json!({ "fallen_numbers": "keep" }), || json!({}));
    let sound = ["none"; 3];
    for (place, letter) in ["A_hit", "B_hit", "C_hit"].into_iter().enumerate() {
        let mut one_out = sound;
        one_out[place] = "out";
        // Nobody takes over what the fallen one owns: the others are hit as often as if he stood, and his part strikes nobody.
        for other in ["A_hit", "B_hit", "C_hit"].into_iter().filter(|&other| other != letter) {
            assert_eq!(hit(one_out, keep(), other), hit(sound, keep(), other), "{letter} out, {other}");
        }
        assert_eq!(hit(one_out, keep(), letter), of(0, 1));
        assert_eq!(hit(one_out, keep(), "hurt_0"), hit(sound, keep(), "hurt_0") + hit(sound, keep(), letter));
        assert_eq!(
            hit(one_out, redeal(), "hurt_0"),
            hit(sound, redeal(), "hurt_0"),
            "{letter} out: the others own all"
        );
    }
    // The same in a turn of the fight, which the others begin: two of three operators are up.
    let exchange = |second: &str, options: Value, outcome: &str| {
        let operators = json!([{ "die": "d4" }, { "die": "d4", "trauma": second }, { "die": "d4" }]);
        let options = with(json!({ "extra_effect_every": 0 }), options);
        odds(
            "exchange",
            json!({ "operators": operators, "qualities": ["d8", "d8", "d8"], "initiative": "npcs", "options": options }),
            outcome,
        )
    };
    let hits = |options: Value| ["A_hit", "C_hit"].map(|outcome| exchange("out", options.clone(), outcome));
    let ([kept_a, kept_c], [dealt_a, dealt_c]) = (hits(keep()), hits(redeal()));
    assert!(
        kept_a.to_f64() < dealt_a.to_f64() && kept_c.to_f64() < dealt_c.to_f64(),
        "part of the effect dice strike the fallen"
    );
}

/// CX1-harm-1: under `shuffled` the order is drawn once before the fight.
#[test]
fn cx1_harm_1_numbers_shuffled() {
    let shuffled = rules(json!({ "numbers": "shuffled" }));
    let mut numbers = Numbers::ROSTER;
    dice(&[1, 1], |chance| numbers.shuffle(&shuffled, 3, chance, ANYWHERE));
    assert_eq!(owners(&shuffled, &numbers, &SOUND[..3])[..4], [1, 2, 0, 1]);
    let mut in_order = Numbers::ROSTER;
    dice(&[], |chance| in_order.shuffle(&Rules::default(), 3, chance, ANYWHERE));
    assert_eq!(in_order, Numbers::ROSTER);
    // The log has it with the draws behind it, before the first roll.
    let three = json!({ "a": { "direct_action": "d8", "count": 3 } });
    let told = all(&fight(three, two(), json!({ "rules": { "numbers": "shuffled" } })), 30);
    for told in &told {
        let step = &told.steps[2];
        assert_eq!((step.clause, step.turn, step.luck.len()), ("CX1-harm-1", 0, 2));
        let mut letters: Vec<&str> = step.text.rsplit(' ').take(3).collect();
        letters.sort_unstable();
        assert_eq!(letters, ["A", "B", "C"], "{step:?}");
    }
    assert!(told.iter().any(|told| told.steps[2].text.ends_with("order C A B")));
}

/// CX1-harm-3: a replay has the number behind each effect die, which is the one that the die showed, and the rest.
#[test]
fn cx1_harm_3_numbers_are_told() {
    let fights = [(6, "d10"), (2, "none")].map(|(count, trauma)| {
        let blue = json!({ "a": { "direct_action": "d4", "count": 3, "trauma": trauma } });
        fight(blue, json!({ "x": { "quality": "d8", "count": count } }), json!({ "turn_limit": 3 }))
    });
    let (mut real, mut nominal, mut over) = (0, 0, 0);
    for told in fights.iter().flat_map(|fight| all(fight, 200)) {
        for (place, step) in told.steps.iter().enumerate().filter(|(_, step)| step.clause == "CX1-harm-3") {
            let roll = (0..place).rev().find(|&place| told.steps[place].clause == "CX0-6").expect("a roll");
            let shown =
                step.text.split_once("(the d").and_then(|(_, told)| told.trim_end_matches(')').split_once(" shows "));
            if let Some((size, number)) = shown {
                let die = (size.parse().expect("a size"), number.parse().expect("a number"));
                assert!(told.dice(roll).contains(&die), "{step:?} of {:?}", told.steps[roll]);
                real += 1;
            }
            nominal += usize::from(step.text.contains("(a nominal d4, for which "));
            over += usize::from(step.text.starts_with("the other ") && step.text.contains("effect di"));
        }
    }
    assert!(real > 100 && nominal > 5 && over > 5, "{real} {nominal} {over}");
}

/// CX1-harm-8: the log has a Complication of the same size as the spent one.
#[test]
fn cx1_harm_8_a_new_complication_is_told() {
    let group = |dice: &str, complication| Group { qualities: pool(dice), complication };
    let before = group("4d8", Some(Die::D6));
    let after = before.harmed(&Rules::default(), Handling::default(), pool("2d6"), Part::One);
    assert_eq!(after, group("3d8", Some(Die::D6)));
    let told = |options: Value, wanted: &str, clause: &str| {
        let more = with(json!({ "field": { "red_complication": "d6" }, "turn_limit": 1 }), options);
        let blue = json!({ "a": { "direct_action": "d6", "count": 6 } });
        let told = seen(&fight(blue, json!({ "x": { "quality": "d8", "count": 4 } }), more), |told| told.says(wanted));
        assert_eq!(told.steps[told.place(wanted)].clause, clause);
    };
    told(json!({}), "1 1 loses one, 3d8 left, Complication d6", "CX1-harm-8");
    told(
        json!({ "field": { "red_complication": "none" } }),
        "1 1 loses nobody, 4d8 left, Complication d6",
        "CX1-harm-7",
    );
}

/// CX1-harm-2: the first of the roster is the most exposed, unless the scenario says otherwise.
#[test]
fn cx1_harm_2_exposure() {
    let blue = json!({ "a": { "direct_action": "d8", "stress": "d4" }, "b": { "direct_action": "d8" } });
    let struck = |exposure: &str| -> Vec<String> {
        let more = json!({ "field": { "exposure": exposure }, "rules": { "initiative": "npcs" } });
        let struck = |told: &Told| {
            told.lines().iter().find_map(|line| line.split("operator ").nth(1)?.get(..1).map(str::to_owned))
        };
        all(&fight(blue.clone(), two(), more), 300).iter().filter_map(struck).collect()
    };
    let roster = struck("roster");
    let other: Vec<String> = roster.iter().map(|letter| if letter == "A" { "B" } else { "A" }.to_owned()).collect();
    assert!(roster.len() > 50 && roster.contains(&"A".to_owned()) && other.contains(&"A".to_owned()));
    assert_eq!((struck("leader_last"), struck("least_injured")), (other.clone(), other));
}

/// What effect dice of the umpire's do to three members: the numbers of the opposition's dice come first.
#[track_caller]
fn struck(options: Value, shown: ShownTie, harms: &[Harm], pools: [&str; 2], numbers: &[u32]) -> Vec<&'static str> {
    let rules = rules(options);
    let read = Handling { shown, ..Handling::default() }.numbers();
    let mut harms = harms.to_vec();
    let mut roster = Roster { numbers: Numbers::ROSTER, harms: &mut harms };
    dice(numbers, |chance| {
        let npcs = Roller { numbers: read, limit: Limit { least: 1, every: 3 }, ..Roller::new(pool(pools[0])) };
        let rolled = Opposed::new(&rules, npcs, Roller::new(pool(pools[1]))).roll(chance, ANYWHERE);
        let mut effects = rolled.effects;
        while roster.strike(&rules, &mut effects, chance, ANYWHERE).is_some() {}
    });
    harms.iter().map(|harm| harm.trauma.word()).collect()
}

/// CX1-harm-3: an effect die strikes who owns the number it shows; the largest first, of equal ones the highest number.
#[test]
fn cx1_harm_3_who_is_hit() {
    let three = &SOUND[..3];
    let highest = |pools: [&str; 2], numbers: &[u32]| struck(json!({}), ShownTie::Highest, three, pools, numbers);
    assert_eq!(highest(["4d8", "d6 d8"], &[6, 8, 2, 7, 3, 8]), ["none", "none", "d8"], "the 3");
    assert_eq!(highest(["4d8", "2d6"], &[6, 6, 2, 7, 3, 8]), ["none", "d8", "d8"], "the 3 and the 2");
    let lowest = struck(json!({}), ShownTie::Lowest, three, ["4d8", "d6 d8"], &[6, 8, 2, 7, 3, 8]);
    assert_eq!(lowest, ["none", "d8", "none"], "the 2");
    assert_eq!(
        highest(["d6 2d8 d10", "d6 d8"], &[6, 8, 4, 8, 7, 2]),
        ["none", "d10", "none"],
        "the d10, whatever it shows"
    );
    // A 1 strikes nobody: it is a hitch.
    assert_eq!(highest(["4d8", "2d4"], &[4, 4, 1, 7, 8, 3]), ["none", "none", "d8"]);
    // A die that strikes takes somebody out, and the next is dealt among the others.
    let one_out = [Harm { trauma: Track::D12, stress: Track::None }, Harm::SOUND];
    let both = struck(json!({}), ShownTie::Highest, &one_out, ["4d8", "2d6"], &[6, 6, 7, 3, 3, 8]);
    assert_eq!(both, ["out", "d8"]);
    let kept =
        struck(json!({ "fallen_numbers": "keep" }), ShownTie::Highest, &one_out, ["4d8", "2d6"], &[6, 6, 7, 3, 3, 8]);
    assert_eq!(kept, ["out", "none"]);
    let nobody = struck(json!({}), ShownTie::Highest, &one_out[..1], ["4d8", "2d6"], &[6, 6, 7, 3, 3, 8]);
    assert_eq!(nobody, ["out"], "the second die is lost");
}

/// CX1-harm-3: the d4 that nobody has rolled strikes by a d4 of its own, where the 1 counts, or by a d12.
#[test]
fn cx1_harm_3_the_nominal_die() {
    let by = |option: &str, number: u32| {
        struck(json!({ "nominal_target": option }), ShownTie::Highest, &SOUND[..5], ["2d8", "d4"], &[2, 8, 7, number])
    };
    assert_eq!(by("roll_d4", 1), ["d6", "none", "none", "none", "none"]);
    assert_eq!(by("roll_d4", 4), ["none", "none", "none", "d6", "none"]);
    assert_eq!(by("roll_d12", 12), ["none", "d6", "none", "none", "none"]);
    let share = |option: &str, letter: &str| {
        let team = json!({ "operators": [{}, {}, {}, {}, {}], "team_pool": ["d4"], "npc_pool": ["d8", "d8"], "options": { "nominal_target": option } });
        (odds("team_hit", team.clone(), &format!("{letter}_hit")), odds("team_hit", team, "npcs_succeed"))
    };
    assert_eq!(share("roll_d4", "E").0, of(0, 1));
    let (first, hit) = share("roll_d12", "A");
    assert_eq!(first.clone() + first.clone() + first.clone() + first, hit, "3 of the 12 numbers");
}

/// CX1-harm-4: an injury is Trauma.
#[test]
fn cx1_harm_4_trauma() {
    let team = json!({ "operators": [{ "stress": "d8" }], "team_pool": ["d4"], "npc_pool": ["d6", "d6"] });
    assert_eq!(odds("team_hit", team.clone(), "A_stress_d8"), of(1, 1));
    let hit = odds("team_hit", team.clone(), "npcs_succeed");
    assert_eq!(odds("team_hit", team.clone(), "A_trauma_d6") + odds("team_hit", team, "A_trauma_d8"), hit);
}

/// CX1-harm-5: an injury is in the enemy's pool from the next roll on; hits merge on the track and stay one die.
#[test]
fn cx1_harm_5_injuries_feed_the_enemy() {
    let fight = fight(
        json!({ "a": { "direct_action": "d12" } }),
        json!({ "x": { "quality": "d8", "count": 3 } }),
        json!({ "turn_limit": 3, "rules": { "initiative": "npcs" } }),
    );
    let told =
        seen(&fight, |told| told.says("1 0 operator A has Trauma d8") && told.says("2 0 operator A has Trauma d10"));
    let rolls = told.rolls();
    assert_eq!(rolls[0], "1 1>0 rolls 3d8 against d12");
    assert_eq!(rolls[1], "1 0>1 rolls d12 against 4d8");
    let third = rolls.iter().find(|roll| roll.starts_with("3 1>0")).expect("a third turn");
    assert!(third.contains("d8 d10 against") && !third.contains("4d8"), "{third}");
}

/// What becomes of a fireteam of the umpire's: `removed`, `complication`, and who stands.
#[track_caller]
fn applied(effects: &[&str], qualities: &[&str], complication: &str, options: Value) -> Vec<String> {
    let unit = json!({ "effects": effects, "qualities": qualities, "complication": complication, "part": 1, "options": options });
    certain("unit_apply", unit)
}

/// CX1-harm-6: a die that is at least a Quality Die takes one combatant out, the lowest of them, or the best whom it reaches.
#[test]
fn cx1_harm_6_who_is_taken_out() {
    let plain = |effects: &[&str], qualities: &[&str]| applied(effects, qualities, "none", json!({}));
    assert_eq!(plain(&["d8"], &["d8"]), ["removed_1", "complication_none"]);
    assert_eq!(plain(&["d8"], &["d6", "d8", "d10"]), ["removed_1", "complication_none", "standing_d8", "standing_d10"]);
    let best = applied(&["d8"], &["d6", "d8", "d10"], "none", json!({ "removal": "best_reached" }));
    assert_eq!(best, ["removed_1", "complication_none", "standing_d6", "standing_d10"]);
    assert_eq!(plain(&["d12"], &["d4", "d4"])[0], "removed_1", "one die, one man");
}

/// CX1-harm-7: a smaller die becomes a Complication of the fireteam, which is in the players' pool.
#[test]
fn cx1_harm_7_a_complication() {
    assert_eq!(applied(&["d4"], &["d6"], "none", json!({})), ["removed_0", "complication_d4", "standing_d6"]);
    assert_eq!(applied(&["d8"], &["d10", "d12"], "none", json!({}))[..2], ["removed_0", "complication_d8"]);
    let fight = fight(
        json!({ "a": { "direct_action": "d8", "count": 3 } }),
        json!({ "x": { "quality": "d12" } }),
        json!({ "turn_limit": 2 }),
    );
    let told = seen(&fight, |told| told.says("1 1 loses nobody, d12 left, Complication d8") && told.rolls().len() > 2);
    assert_eq!(told.rolls()[1], "1 1>0 rolls d12 against 4d8");
}

/// CX1-harm-8: steps of a Complication and of a further die are added; what they reach goes, with the Complication.
#[test]
fn cx1_harm_8_a_further_die() {
    let further = |held: &str, die: &str, options: Value| applied(&[die], &["d12", "d12"], held, options)[..2].to_vec();
    let table = [
        ("d4", ["d6", "d8", "d10", "over", "over"]),
        ("d6", ["d8", "d10", "over", "over", "over"]),
        ("d8", ["d10", "over", "over", "over", "over"]),
        ("d10", ["over"; 5]),
    ];
    for (held, row) in table {
        for (die, sum) in Die::ALL.map(|die| die.to_string()).iter().zip(row) {
            let expected = if sum == "over" {
                ["removed_1", "complication_none"].map(str::to_owned)
            } else {
                ["removed_0".to_owned(), format!("complication_{sum}")]
            };
            assert_eq!(further(held, die, json!({})), expected, "{held} {die}");
        }
    }
    let step_up = || json!({ "complication_sum": "step_up" });
    assert_eq!(further("d6", "d8", step_up()), ["removed_0", "complication_d8"]);
    assert_eq!(further("d8", "d8", step_up()), ["removed_0", "complication_d10"]);
    let enough =
        |option: &str| applied(&["d8"], &["d8", "d8"], "d4", json!({ "complication_spent": option }))[..2].to_vec();
    assert_eq!(enough("always"), ["removed_1", "complication_none"]);
    assert_eq!(enough("when_needed"), ["removed_1", "complication_d4"]);
    let needed = applied(&["d6"], &["d8", "d8"], "d4", json!({ "complication_spent": "when_needed" }));
    assert_eq!(needed[..2], ["removed_1", "complication_none"]);
}

/// CX1-harm-9: steps over the threshold are lost, or go on to the next and leave a Complication.
#[test]
fn cx1_harm_9_surplus() {
    let surplus = |effects: &[&str], qualities: &[&str], held: &str, option: &str| {
        applied(effects, qualities, held, json!({ "surplus": option }))[..2].to_vec()
    };
    let weak = ["d4", "d6", "d8", "d8"];
    assert_eq!(surplus(&["d12"], &weak, "none", "lost"), ["removed_1", "complication_none"]);
    assert_eq!(surplus(&["d12"], &weak, "none", "carried"), ["removed_2", "complication_d6"]);
    assert_eq!(surplus(&["d8"], &["d8", "d8"], "d4", "carried"), ["removed_1", "complication_d4"]);
    assert_eq!(
        surplus(&["d12"], &["d4", "d4"], "none", "carried"),
        ["removed_2", "complication_none"],
        "nobody is left to bear it"
    );
}

/// CX1-effect-1, CX1-effect-2, CX1-effect-4: one effect die, one more for every three points of margin, as far as dice are left; worked out
/// from the dice as they fell.
#[test]
fn cx1_effect_1_and_2_and_4_effect_dice() {
    let blue = json!({ "a": { "direct_action": "d8", "count": 3 }, "b": { "direct_action": "d10", "count": 2 } });
    let mut counted = [0; 5];
    for every in [3, 1, 0] {
        let more = json!({ "rules": { "extra_effect_every": every } });
        for told in all(&fight(blue.clone(), json!({ "x": { "quality": "d6", "count": 2 } }), more), 300) {
            let dice = told.dice(2);
            let ((goal, _), (total, left)) = (kept(&dice[..2]), kept(&dice[2..]));
            if total <= goal {
                assert!(told.steps[2].text.ends_with("loses") || total == goal, "{:?}", told.steps[2]);
                continue;
            }
            let more = usize::from(total - goal).checked_div(every).unwrap_or(0);
            let sizes: Vec<String> = left.iter().take(1 + more).map(|size| format!("d{size}")).collect();
            let effect = if sizes.is_empty() { pool("d4") } else { pool(&sizes.join(" ")) };
            assert!(told.steps[2].text.ends_with(&format!("wins, effect {effect}")), "{effect}: {:?}", told.steps[2]);
            counted[usize::from(effect.dice())] += 1;
        }
    }
    assert!(counted[1..4].iter().all(|&count| count > 20), "{counted:?}");
}

/// CX1-effect-2: the default is one for every three full points, and the winner may be either side.
#[test]
fn cx1_effect_2_more_by_the_margin() {
    // Four dice without a 1 leave two; two d12 leave none.
    let share = |every: Value, outcome: &str| {
        odds(
            "contest",
            json!({ "actor": ["d4", "d4", "d4", "d4"], "opposition": [], "options": { "extra_effect_every": every } }),
            outcome,
        )
    };
    assert_eq!(share(json!(0), "actor_dice_2"), of(0, 1));
    assert_eq!(share(json!(3), "actor_dice_2"), of(81, 256), "the least total of two dice is 4");
    assert_eq!(share(json!(5), "actor_dice_2"), of(80, 256), "four 2s make no more than 4");
}

/// CX1-effect-3: a point buys one more effect die.
#[test]
fn cx1_effect_3_bought() {
    let bought = |points: Value, outcome: &str| {
        let roll = json!({ "actor": ["d4", "d4", "d4", "d4"], "opposition": [], "bought": points, "options": { "extra_effect_every": 0 } });
        odds("contest", roll, outcome)
    };
    assert_eq!((bought(json!([0, 0]), "actor_dice_2"), bought(json!([1, 0]), "actor_dice_2")), (of(0, 1), of(81, 256)));
    assert_eq!(bought(json!([1, 0]), "actor_dice_1"), of(256 - 81 - 1, 256), "three dice leave one");
}

/// CX1-effect-4: the nominal d4 stands in for the first die alone.
#[test]
fn cx1_effect_4_dice_must_exist() {
    let far = || json!({ "actor": ["d12", "d12"], "opposition": ["d4"], "bought": [2, 0] });
    let wins = odds("contest", far(), "actor_wins");
    assert_eq!(
        (odds("contest", far(), "actor_dice_1"), odds("contest", far(), "actor_effect_d4")),
        (wins.clone(), wins)
    );
}

/// CX1-effect-5: effect dice are applied one after another in the best order for who strikes, or the largest first.
#[test]
fn cx1_effect_5_the_order() {
    let order = |option: &str| applied(&["d6", "d8"], &["d6", "d8"], "none", json!({ "effect_order": option }));
    assert_eq!(order("best")[..2], ["removed_2", "complication_none"]);
    assert_eq!(order("largest_first"), ["removed_1", "complication_d6", "standing_d8"]);
    // A first die may leave a Complication that the second builds upon.
    assert_eq!(applied(&["d4", "d4"], &["d6"], "none", json!({}))[0], "removed_1");
}

/// CX1-comp-1: hitches of the players' rolls are Stress, which is in the enemy's pools.
#[test]
fn cx1_comp_1_stress() {
    let blue = json!({ "a": { "direct_action": "d8", "trauma": "d4" } });
    let hitches = |option: &str| fight(blue.clone(), two(), json!({ "rules": { "hitches": option } }));
    let told = seen(&hitches("always"), |told| told.steps[3].text.starts_with("a hitch"));
    assert_eq!(told.steps[3].text, "a hitch: a complication of d6, operator A has Stress d6");
    assert_eq!(told.rolls()[1], "1 1>0 rolls 3d6 against d8", "the larger of his two dice");
    assert!(all(&hitches("never"), 300).iter().all(|told| !told.says("hitch")));
}

/// CX1-comp-2: another member is in the Hotseat each turn, in roster order, for both rolls of it; those who are out are passed over.
#[test]
fn cx1_comp_2_the_hotseat() {
    let blue = json!({ "a": { "direct_action": "d4", "count": 3 } });
    let rules = || json!({ "hitches": "always", "nominal_target": "roll_d12" });
    let long = fight(blue, json!({ "x": { "quality": "d12" } }), json!({ "turn_limit": 5, "rules": rules() }));
    let mut seen_in = [0; 5];
    for told in all(&long, 300) {
        let out = told.steps.iter().position(|step| step.text.contains("is out")).unwrap_or(told.steps.len());
        for step in told.steps[..out].iter().filter(|step| step.clause == "CX1-comp-1") {
            let turn = step.turn as usize - 1;
            let letter = ["A", "B", "C"][turn % 3];
            assert!(step.text.contains(&format!("operator {letter} has Stress")), "{step:?}");
            seen_in[turn] += 1;
        }
    }
    assert!(seen_in.iter().all(|&times| times > 20), "{seen_in:?}");
    let blue = json!({ "a": { "direct_action": "d4" }, "b": { "direct_action": "d4", "trauma": "d12" }, "c": { "direct_action": "d4" } });
    let short = fight(blue, json!({ "x": { "quality": "d12" } }), json!({ "turn_limit": 2, "rules": rules() }));
    let passed_over = |told: &Told| told.says("1 0 operator B is out") && told.says("2 0 a hitch");
    assert!(seen(&short, passed_over).says("operator C has Stress"));
}

/// CX1-comp-2: the Stress is applied after the harm of the roll, and lost if that takes who is in the Hotseat out.
#[test]
fn cx1_comp_2_after_the_harm() {
    let blue =
        |trauma: &str| json!({ "a": { "direct_action": "d4", "trauma": trauma }, "b": { "direct_action": "d4" } });
    let hitched = |trauma: &str| {
        let rules = json!({ "hitches": "always", "initiative": "npcs" });
        let fight = fight(blue(trauma), json!({ "x": { "quality": "d12" } }), json!({ "rules": rules }));
        let struck = |told: &Told| {
            told.dice(2)[..2].iter().filter(|die| die.1 == 1).count() == 1
                && told.steps[3].text.starts_with("operator A")
        };
        seen(&fight, struck).steps[4].clause
    };
    assert_eq!((hitched("none"), hitched("d12")), ("CX1-comp-1", "CX0-6"));
}

/// CX1-comp-3: hitches of the umpire's rolls come to nothing; his fireteams have Complications of effect dice alone.
#[test]
fn cx1_comp_3_only_effect_dice() {
    let fight = fight(
        json!({ "a": { "direct_action": "d4" } }),
        json!({ "x": { "quality": "d4", "count": 3 } }),
        json!({ "rules": { "hitches": "always", "initiative": "npcs" } }),
    );
    let ones = |dice: &[(u8, u8)]| dice.iter().filter(|die| die.1 == 1).count();
    let told = seen(&fight, |told| ones(&told.dice(2)) == 3 && told.dice(2)[0].1 > 1);
    assert_eq!(told.steps[3].clause, "CX0-6", "{:?}", told.lines());
    for told in all(&fight, 300) {
        let complications =
            told.steps.iter().zip(&told.steps[1..]).filter(|(_, step)| step.text.contains("Complication"));
        complications.for_each(|(roll, _)| assert!(roll.text.contains("wins"), "{roll:?}"));
    }
}

/// CX1-harm-3: of two nominal dice in a turn, one in a riposte, each strikes by a d4 of its own.
#[test]
fn cx1_harm_3_each_nominal_die() {
    let blue = json!({ "a": { "direct_action": "d4", "count": 4 } });
    let fight = fight(blue, json!({ "x": { "quality": "d12", "count": 2 } }), json!({ "rules": { "riposte": true } }));
    let numbers = all(&fight, 300).into_iter().filter_map(|told| {
        let struck = told.steps.iter().filter(|step| step.clause == "CX1-harm-3");
        let drawn: Vec<String> = struck.filter_map(|step| Some(step.luck.last()?.drawn.to_string())).collect();
        (drawn.len() == 2).then(|| drawn[0] == drawn[1])
    });
    let numbers: Vec<bool> = numbers.collect();
    assert!(numbers.len() > 50 && numbers.contains(&false), "{numbers:?}");
}

/// CX1-effect-3: a fireteam that opposes and wins, where it may strike, buys an effect die as one that acts does.
#[test]
fn cx1_effect_3_who_opposes_buys() {
    let buys = Action::Handle(Handling { buys: true, ..Handling::default() });
    for option in [json!({ "riposte": true }), json!({ "cqb_exchange": "contest" })] {
        let rules = with(json!({ "initiative": "npcs", "extra_effect_every": 0 }), option);
        let more = json!({ "field": { "plot_points": 1 }, "rules": rules });
        let fight = fight(
            json!({ "a": { "direct_action": "d8", "count": 5 } }),
            json!({ "x": { "quality": "d6", "count": 4 } }),
            more,
        );
        let told =
            first(PART_ONE, &fight, &Script::new().does(0, [buys]), |told| told.steps[3].clause == "CX1-effect-3");
        assert!(told.steps[2].text.contains("loses, and is struck") && told.says("loses 2"), "{:?}", told.lines());
    }
}
