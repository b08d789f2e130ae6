//! CX1: fireteams in close quarters.

use chance::Die;
use cortex::action::Action;
use cortex::player::Script;
use serde_json::{Value, json};

use super::{PART_ONE, Told, attack, first, kept, odds, of, played, problem, scripted, setup, with};

/// A fight of fireteams without orders: each acts against the first.
pub(super) fn fight(blue: Value, red: Value, more: Value) -> Value {
    setup(blue, red, more)
}

/// The first engagement of it in which something happens.
#[track_caller]
pub(super) fn seen(setup: &Value, wanted: impl Fn(&Told) -> bool) -> Told {
    first(PART_ONE, setup, &Script::new(), wanted)
}

/// The first in which nobody is harmed: the log has only the side that begins, and the rolls.
#[track_caller]
fn quiet(setup: &Value) -> Told {
    seen(setup, |told| told.rolls().len() == told.steps.iter().filter(|step| step.turn > 0).count())
}

/// So many engagements of it.
pub(super) fn all(setup: &Value, engagements: u64) -> Vec<Told> {
    (0..engagements).map(|engagement| played(PART_ONE, setup, engagement, &mut Script::new())).collect()
}

/// One operator.
fn one() -> Value {
    json!({ "a": { "direct_action": "d8" } })
}

/// Two combatants.
pub(super) fn two() -> Value {
    json!({ "x": { "quality": "d6", "count": 2 } })
}

/// CX1-scope-2: a member has dice for his traits (a specialisation may be missing) and two tracks.
#[test]
fn cx1_scope_2_traits() {
    let begins = |traits: Value| quiet(&fight(json!({ "a": traits }), two(), json!({}))).steps[0].text.clone();
    assert_eq!(begins(json!({ "direct_action": "d8" })), "Operator Dice d8, no Tactics Die");
    let both = json!({ "direct_action": "d8", "cqb": "d6", "tactics": "d4", "trauma": "d6", "stress": "d10" });
    assert_eq!(begins(both), "Operator Dice d10, Tactics Die d4");
    let lacking = fight(json!({ "a": { "cqb": "d8" } }), two(), json!({}));
    assert!(problem(PART_ONE, &lacking).starts_with("blue.a.direct_action: an operator needs a die"));
    assert!(problem(PART_ONE, &fight(json!({ "a": { "direct_action": "d7" } }), two(), json!({}))).contains("`d12`"));
    let out = json!({ "a": { "direct_action": "d8", "trauma": "out" } });
    assert!(problem(PART_ONE, &fight(out, two(), json!({}))).contains("nobody begins out of the conflict"));
}

/// CX1-scope-3: a fireteam acts as one, with one roll, for any members.
#[test]
fn cx1_scope_3_one_roll() {
    let blue = json!({ "a": { "direct_action": "d8", "count": 2 }, "b": { "direct_action": "d10" } });
    let told = quiet(&fight(blue, two(), json!({ "turn_limit": 2 })));
    let turn =
        |turn: u8| [format!("{turn} 0>1 rolls 2d8 d10 against 2d6"), format!("{turn} 1>0 rolls 2d6 against 2d8 d10")];
    assert_eq!(told.rolls(), [turn(1), turn(2)].concat());
}

/// CX1-scope-4: one to six players form a fireteam, more of them several.
#[test]
fn cx1_scope_4_sizes() {
    let squad = |count: u8, fireteam: u8| json!({ "direct_action": "d8", "count": count, "fireteam": fireteam });
    for count in 1..=6 {
        scripted(PART_ONE, &fight(json!({ "a": squad(count, 1) }), two(), json!({})), Script::new());
    }
    let too_many = fight(json!({ "a": squad(7, 1) }), two(), json!({}));
    assert!(super::PART_ONE(&too_many, 1, 0, &mut Script::new()).is_err());
    let together = fight(json!({ "a": squad(4, 1), "b": squad(3, 1) }), two(), json!({}));
    assert_eq!(problem(PART_ONE, &together), "blue.a.count: 7 members, expected at most 6 in a fireteam");
    let apart = fight(json!({ "a": squad(4, 1), "b": squad(3, 2) }), two(), json!({}));
    assert_eq!(scripted(PART_ONE, &apart, Script::new()).count("Operator Dice"), 2);
}

/// CX1-scope-5: they fight until a side has nobody left, or nobody may any longer; nothing else is fought for.
#[test]
fn cx1_scope_5_to_the_end() {
    let long = fight(one(), two(), json!({ "turn_limit": 1000 }));
    let ended: Vec<(&str, u16, u16)> = all(&long, 200)
        .iter()
        .map(|told| (told.ending(), told.outcome.measures[0], told.outcome.measures[1]))
        .collect();
    let right = |&(ending, blue, red): &(&str, u16, u16)| match ending {
        "blue.win" => blue == 0 && red == 2,
        "red.win" => blue == 1 && red < 2,
        _ => false,
    };
    assert!(ended.iter().all(right), "{ended:?}");
    assert!(["blue.win", "red.win"].iter().all(|wanted| ended.iter().any(|end| end.0 == *wanted)));
    let short = fight(one(), json!({ "x": { "quality": "d12", "count": 6 } }), json!({}));
    assert!(seen(&short, |told| told.outcome.measures[..2] == [0, 0]).ending() == "turn_limit");
}

/// CX1-scope-5: with `breaks` a side withdraws at the end of a turn when no more than that share is in action; of both the one with
/// the initiative has lost.
#[test]
fn cx1_scope_5_withdrawal() {
    let blue = json!({ "a": { "direct_action": "d8", "trauma": "d12", "count": 3 } });
    let red = json!({ "x": { "quality": "d4", "count": 3 } });
    let with_breaks = |breaks: Value| fight(blue.clone(), red.clone(), with(json!({ "turn_limit": 2 }), breaks));
    let half = with_breaks(json!({ "field": { "blue_breaks": "half" } }));
    let told =
        seen(&half, |told| told.outcome.turns == 1 && told.outcome.measures[0] == 2 && told.outcome.measures[1] < 3);
    assert_eq!(
        (told.ending(), told.lines().last().map(String::as_str)),
        ("blue.withdraws", Some("1  withdrawal of blue"))
    );
    // One of three is lost: that is not half.
    seen(&half, |told| {
        told.outcome.turns == 2
            && told.lines().iter().any(|line| line.starts_with("1 0 operator") && line.contains("out"))
    });
    let third = with_breaks(json!({ "field": { "red_breaks": "third" } }));
    let told = seen(&third, |told| told.says("withdrawal of red"));
    assert!((told.ending(), told.outcome.measures[1]) == ("red.withdraws", 2) && !told.says("2 lost"));
    let both = |initiative: &str| {
        let field =
            json!({ "field": { "blue_breaks": "half", "red_breaks": "half" }, "rules": { "initiative": initiative } });
        seen(&with_breaks(field), |told| told.outcome.measures[..2] == [2, 2]).ending()
    };
    assert_eq!((both("players"), both("npcs")), ("blue.withdraws", "red.withdraws"));
}

/// CX1-seq-1: a turn is two rolls, the side with the initiative first; only who acts does harm, unless there is `riposte`.
#[test]
fn cx1_seq_1_alternate() {
    let rolls =
        |initiative: &str| quiet(&fight(one(), two(), json!({ "rules": { "initiative": initiative } }))).rolls();
    let (blue, red) = ("1 0>1 rolls d8 against 2d6".to_owned(), "1 1>0 rolls 2d6 against d8".to_owned());
    assert_eq!(rolls("players"), [blue.clone(), red.clone()]);
    assert_eq!(rolls("npcs"), [red, blue]);
    let struck_back = |riposte: bool| {
        let fight = fight(one(), two(), json!({ "rules": { "riposte": riposte } }));
        all(&fight, 200).iter().filter(|told| told.says("loses, and is struck")).count()
    };
    assert!(struck_back(false) == 0 && struck_back(true) > 50);
}

/// CX1-seq-1: the second roll falls away when nobody is left to make it, and else has the pools as they are by then.
#[test]
fn cx1_seq_1_the_second_roll() {
    let fight = fight(
        json!({ "a": { "direct_action": "d10", "count": 4 } }),
        json!({ "x": { "quality": "d4", "count": 2 } }),
        json!({}),
    );
    assert_eq!(seen(&fight, |told| told.says("nobody is left")).rolls().len(), 1);
    let told = seen(&fight, |told| told.says("1 1 loses one, d4 left"));
    assert_eq!(told.rolls()[1], "1 1>0 rolls d4 against 4d10");
}

/// CX1-seq-1: under `contest` a turn is one roll; its winner, either side, harms the other; ties are the opposition's.
#[test]
fn cx1_seq_1_contest() {
    let contest = |initiative: &str| {
        let rules = json!({ "cqb_exchange": "contest", "initiative": initiative });
        fight(json!({ "a": { "direct_action": "d8", "count": 2 } }), two(), json!({ "rules": rules }))
    };
    let told = all(&contest("players"), 300);
    assert!(told.iter().all(|told| told.rolls() == ["1 0>1 rolls 2d8 against 2d6"]));
    let (won, lost): (Vec<&Told>, Vec<&Told>) = told.iter().partition(|told| told.says("wins"));
    assert!(
        won.iter().all(|told| told.steps.last().is_some_and(|step| matches!(step.clause, "CX1-harm-6" | "CX1-harm-7")))
            && won.len() > 50
    );
    let struck = |told: &&Told| told.says("is struck with effect") && told.says("operator");
    assert!(lost.iter().all(|told| struck(told) || told.says("nobody wins")) && lost.iter().any(struck));
    let tie = |told: &Told| {
        let dice = told.dice(2);
        kept(&dice[..2]).0 == kept(&dice[2..]).0 && kept(&dice[..2]).0 > 0
    };
    assert!(seen(&contest("players"), tie).says("is struck with effect d4"));
    assert!(seen(&contest("npcs"), tie).rolls() == ["1 1>0 rolls 2d6 against 2d8"]);
}

/// CX1-seq-2: several fireteams of a side have a go each, the sides alternating, against an enemy fireteam of their choice.
#[test]
fn cx1_seq_2_several_fireteams() {
    let blue = json!({ "a": { "direct_action": "d8" }, "b": { "direct_action": "d10", "fireteam": 2 } });
    let red = json!({ "x": { "quality": "d6" }, "y": { "quality": "d12", "fireteam": 2 }, "z": { "quality": "d4", "fireteam": 3 } });
    let who = |script: Script, rules: Value| {
        let fight = fight(blue.clone(), red.clone(), json!({ "rules": rules }));
        let told = first(PART_ONE, &fight, &script, |told| !told.says("is out") && !told.says("nobody is left"));
        told.rolls().iter().map(|roll| roll.split(' ').nth(1).unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(who(Script::new(), json!({})), ["0>2", "2>0", "1>2", "3>0", "4>0"]);
    assert_eq!(who(Script::new(), json!({ "initiative": "npcs" })), ["2>0", "0>2", "3>0", "1>2", "4>0"]);
    let asked_once = Script::new().does(2, [Action::Name(3)]);
    assert_eq!(who(asked_once, json!({})), ["0>2", "3>0", "1>2", "2>0", "4>0"]);
    let script = Script::new().does(0, [Action::Name(1), attack(4)]).does(1, [attack(3)]).does(4, [attack(1)]);
    assert_eq!(who(script, json!({})), ["1>3", "2>0", "0>4", "3>0", "4>1"]);
    assert_eq!(who(Script::new(), json!({ "cqb_exchange": "contest" })), ["0>2", "1>2"]);
    assert_eq!(who(Script::new(), json!({ "cqb_exchange": "contest", "initiative": "npcs" })), ["2>0", "3>0", "4>0"]);
}

/// CX1-npc-1: one Quality Die for each combatant in action.
#[test]
fn cx1_npc_1_quality_dice() {
    let red = json!({ "x": { "quality": "d6", "count": 2 }, "y": { "quality": "d8" } });
    let fight = fight(json!({ "a": { "direct_action": "d12", "count": 3 } }), red, json!({}));
    let told = seen(&fight, |told| told.says("loses one, d6 d8 left"));
    assert_eq!(told.steps[1].text, "Quality Dice 2d6 d8");
    assert_eq!(told.rolls(), ["1 0>1 rolls 3d12 against 2d6 d8", "1 1>0 rolls d6 d8 against 3d12"]);
}

/// CX1-npc-2: at most six in a fireteam, of any Quality Dice; more form another.
#[test]
fn cx1_npc_2_at_most_six() {
    let red = |fireteam: u8| json!({ "x": { "quality": "d6", "count": 5 }, "y": { "quality": "d10", "count": 2, "fireteam": fireteam } });
    assert_eq!(
        problem(PART_ONE, &fight(one(), red(1), json!({}))),
        "red.x.count: 7 members, expected at most 6 in a fireteam"
    );
    let told = scripted(PART_ONE, &fight(one(), red(2), json!({})), Script::new());
    assert_eq!((told.steps[1].text.as_str(), told.steps[2].text.as_str()), ("Quality Dice 5d6", "Quality Dice 2d10"));
}

/// CX1-pc-1: the leader's Tactics Die and an Operator Die of each member; no other trait.
#[test]
fn cx1_pc_1_the_pool() {
    let blue = json!({ "a": { "direct_action": "d8", "tactics": "d6" }, "b": { "direct_action": "d10", "tactics": "d12", "count": 2 } });
    let told = quiet(&fight(blue, two(), json!({})));
    assert_eq!(told.rolls(), ["1 0>1 rolls d6 d8 2d10 against 2d6", "1 1>0 rolls 2d6 against d6 d8 2d10"]);
    let approach = fight(json!({ "a": { "direct_action": "d8", "approach": "d8" } }), two(), json!({}));
    assert!(problem(PART_ONE, &approach).contains("approach"));
}

/// A team whose first member has d12 Trauma and is taken out by the first roll, and what it and the others roll then.
#[track_caller]
fn leader_falls(second: Value, options: Value) -> Vec<String> {
    let blue = json!({
        "a": { "direct_action": "d8", "tactics": "d6", "trauma": "d12" },
        "b": with(json!({ "direct_action": "d8" }), second),
        "c": { "direct_action": "d8", "tactics": "d10" },
    });
    let red = json!({ "x": { "quality": "d10", "count": 3 } });
    let fight = fight(blue, red, json!({ "turn_limit": 2, "rules": with(json!({ "initiative": "npcs" }), options) }));
    let only_a = |told: &Told| {
        told.count("operator") == 1 && told.says("1 0 operator A is out of the conflict") && told.count("left") == 0
    };
    seen(&fight, only_a).rolls()
}

/// CX1-pc-2: the leader's Tactics Die; without that specialisation there is none, or a d4; when he is out the next leads, or the best, or
/// nobody.
#[test]
fn cx1_pc_2_the_tactics_die() {
    let pool = |second: Value, options: Value| leader_falls(second, options)[1].clone();
    let rolls = |pool: &str| format!("1 0>1 rolls {pool} against 3d10");
    assert_eq!(leader_falls(json!({}), json!({}))[0], "1 1>0 rolls 3d10 d12 against d6 3d8");
    assert_eq!(pool(json!({}), json!({})), rolls("2d8"), "who leads now has no Tactics");
    assert_eq!(pool(json!({ "tactics": "d4" }), json!({})), rolls("d4 2d8"));
    assert_eq!(pool(json!({}), json!({ "no_tactics": "d4" })), rolls("d4 2d8"));
    assert_eq!(pool(json!({ "tactics": "d4" }), json!({ "leader_down": "best" })), rolls("2d8 d10"));
    assert_eq!(pool(json!({ "tactics": "d4" }), json!({ "leader_down": "lost" })), rolls("2d8"));
    assert_eq!(pool(json!({}), json!({ "leader_down": "lost", "no_tactics": "d4" })), rolls("2d8"));
    let begins = |field: Value, rules: Value| {
        let blue = json!({ "a": { "direct_action": "d8" }, "b": { "direct_action": "d6", "tactics": "d12" } });
        quiet(&fight(blue, two(), json!({ "field": field, "rules": rules }))).rolls()[0].clone()
    };
    assert_eq!(begins(json!({}), json!({})), "1 0>1 rolls d6 d8 against 2d6");
    assert_eq!(begins(json!({}), json!({ "no_tactics": "d4" })), "1 0>1 rolls d4 d6 d8 against 2d6");
    assert_eq!(begins(json!({ "leader": "best_tactics" }), json!({})), "1 0>1 rolls d6 d8 d12 against 2d6");
}

/// CX1-pc-3: the Operator Die of Direct Action and CQB.
#[test]
fn cx1_pc_3_operator_dice() {
    let operator_die = |direct_action: &str, cqb: &str, options: Value| {
        let team = json!({ "operators": [{ "direct_action": direct_action, "cqb": cqb }], "opposition": ["d4"], "options": options });
        Die::ALL
            .map(|die| die.to_string())
            .into_iter()
            .find(|die| odds("team_pool", team.clone(), &format!("pool_{die}")) == of(1, 1))
            .expect("a die")
    };
    let columns = ["none", "d4", "d6", "d8", "d10", "d12"];
    for (direct_action, row) in [
        ("d4", ["d4", "d6", "d6", "d8", "d10", "d12"]),
        ("d6", ["d6", "d8", "d8", "d8", "d10", "d12"]),
        ("d8", ["d8", "d10", "d10", "d10", "d10", "d12"]),
        ("d10", ["d10", "d12", "d12", "d12", "d12", "d12"]),
        ("d12", ["d12"; 6]),
    ] {
        assert_eq!(columns.map(|cqb| operator_die(direct_action, cqb, json!({}))), row, "{direct_action}");
        assert_eq!(operator_die(direct_action, direct_action, json!({ "cqb_equal": "none" })), direct_action);
    }
}

/// CX1-pc-4: who is out gives neither an Operator Die to his own pool nor an injury die to the enemy's.
#[test]
fn cx1_pc_4_members_who_are_out() {
    let rolls = leader_falls(json!({}), json!({}));
    assert_eq!(
        rolls[..3],
        ["1 1>0 rolls 3d10 d12 against d6 3d8", "1 0>1 rolls 2d8 against 3d10", "2 1>0 rolls 3d10 against 2d8"]
    );
}

/// CX1-factor-1: for each member who is hurt the larger of his dice, or another reading, is in the enemy's pool, for either actor.
#[test]
fn cx1_factor_1_injury_dice() {
    let rolls = |option: &str| {
        let blue = json!({
            "a": { "direct_action": "d12", "trauma": "d6", "stress": "d8" }, "b": { "direct_action": "d12", "stress": "d10" },
            "c": { "direct_action": "d12", "count": 3 },
        });
        quiet(&fight(blue, json!({ "x": { "quality": "d12" } }), json!({ "rules": { "injury_dice": option } }))).rolls()
    };
    let both = |injuries: &str| {
        [format!("1 0>1 rolls 5d12 against {injuries} d12"), format!("1 1>0 rolls {injuries} d12 against 5d12")]
    };
    assert_eq!(rolls("per_member"), both("d8 d10"));
    assert_eq!(rolls("every_die"), both("d6 d8 d10"));
    assert_eq!(rolls("average"), both("d8"), "steps 3 and 4 are 3 in the mean");
    assert_eq!(rolls("highest"), both("d10"));
}

/// CX1-factor-2: better technology is one die in all the fireteam's pools.
#[test]
fn cx1_factor_2_technology() {
    let rolls = |field: Value| quiet(&fight(one(), two(), json!({ "field": field }))).rolls();
    assert_eq!(
        rolls(json!({ "blue_tech_asset": "d12" })),
        ["1 0>1 rolls d8 d12 against 2d6", "1 1>0 rolls 2d6 against d8 d12"]
    );
    assert_eq!(rolls(json!({ "red_tech_asset": "d6" })), ["1 0>1 rolls d8 against 3d6", "1 1>0 rolls 3d6 against d8"]);
}

/// CX1-factor-3: prepared assets are in all pools of the fireteam, one for each member at most, or as many as the rules say.
#[test]
fn cx1_factor_3_prepared_assets() {
    let prepared =
        |assets: Value, more: Value| fight(json!({ "a": { "direct_action": "d8", "assets": assets } }), two(), more);
    let rolls =
        quiet(&prepared(json!(["d10"]), json!({ "turn_limit": 2, "field": { "blue_tech_asset": "d4" } }))).rolls();
    assert_eq!(
        rolls[..3],
        ["1 0>1 rolls d4 d8 d10 against 2d6", "1 1>0 rolls 2d6 against d4 d8 d10", "2 0>1 rolls d4 d8 d10 against 2d6"]
    );
    let two_assets = |limit: Value| prepared(json!(["d10", "d6"]), json!({ "rules": { "prepared_limit": limit } }));
    for limit in [json!("members"), json!(1)] {
        assert_eq!(
            problem(PART_ONE, &two_assets(limit)),
            "blue.a.assets: 2 prepared assets, expected at most 1 (`rules.prepared_limit`)"
        );
    }
    for limit in [json!(2), json!(0)] {
        assert_eq!(quiet(&two_assets(limit)).rolls()[0], "1 0>1 rolls d6 d8 d10 against 2d6");
    }
}

/// CX1-factor-4: the pools in full, the same for who acts and for who opposes.
#[test]
fn cx1_factor_4_pools_in_full() {
    let blue = json!({ "a": { "direct_action": "d8", "tactics": "d12", "count": 2, "assets": ["d6"], "trauma": "d6", "stress": "d4" } });
    let red = json!({ "x": { "quality": "d10", "count": 2, "assets": ["d8"] } });
    let field = json!({ "blue_tech_asset": "d10", "red_tech_asset": "d12", "red_complication": "d4" });
    let (players, npcs) = ("d4 d6 2d8 d10 d12", "2d6 d8 2d10 d12");
    let rolls = quiet(&fight(blue, red, json!({ "field": field }))).rolls();
    assert_eq!(
        rolls,
        [format!("1 0>1 rolls {players} against {npcs}"), format!("1 1>0 rolls {npcs} against {players}")]
    );
}
