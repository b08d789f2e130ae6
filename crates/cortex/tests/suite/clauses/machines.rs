//! Turrets and surveillance drones, by script (CX2-spec-4).

use cortex::action::{Action, Machine};
use cortex::player::Script;
use serde_json::{Value, json};

use super::firefights::{BLUE, YARD, all_fail, hero, hit, near, person, row, seen};
use super::specialists::{edge, specialists};
use super::{PART_TWO, Told, again, attack, by_script, merge, odds, of, played, setup, with};

/// Machines come after the figures of both sides.
const FIRST_MACHINE: usize = 2;

fn deploy(what: Machine) -> Action {
    Action::Deploy(what)
}

/// CX2-spec-4: the first drone costs a point, and each further one of its operator, or of the side, twice as much.
#[test]
fn cx2_spec_4_the_price() {
    let price = |deployed: u8, more: u8| odds("drones", json!({ "deployed": deployed, "more": more }), "price");
    assert_eq!([price(0, 1), price(1, 1), price(2, 1), price(0, 4)], [of(1, 1), of(2, 1), of(4, 1), of(15, 1)]);
    let fight = |points: u16| {
        near(hero(json!({})), specialists(3, &["drone_operator"]), with(edge(points), json!({ "turn_limit": 3 })))
    };
    let spent = |points: u16| {
        let told = by_script(&fight(points), Script::new().does(1, again(deploy(Machine::Turret), 3)));
        (told.outcome.measures[3], told.refusals())
    };
    assert_eq!([spent(7), spent(6), spent(0)], [(7, vec![]), (3, vec!["CX2-unit-3"]), (0, vec!["CX2-unit-3"; 3])]);
    let two = json!({
        "a": { "quality": "d6", "count": 2, "specialists": [{ "kind": "drone_operator" }] },
        "b": { "quality": "d6", "count": 2, "specialists": [{ "kind": "drone_operator" }] },
    });
    let by_scope = |scope: &str| {
        let fight =
            near(hero(json!({})), two.clone(), json!({ "rules": { "edge_points": 9, "drone_cost_scope": scope } }));
        by_script(&fight, Script::new().does(1, [deploy(Machine::Turret)]).does(2, [deploy(Machine::Turret)]))
            .outcome
            .measures[3]
    };
    assert_eq!((by_scope("operator"), by_scope("side")), (2, 3));
    let nobody = near(hero(json!({})), specialists(3, &["medic"]), edge(9));
    assert_eq!(by_script(&nobody, Script::new().does(1, [deploy(Machine::Turret)])).refusals(), ["CX2-spec-4"]);
}

/// CX2-spec-4: a turret is a combatant of its own of 3d6, which may only attack and suppress; it comes into its operator's zone and stays
/// there.
#[test]
fn cx2_spec_4_turret() {
    let fight = |more: Value| {
        near(
            hero(json!({})),
            specialists(2, &["drone_operator"]),
            with(json!({ "rules": { "edge_points": 4 }, "turn_limit": 2 }), more),
        )
    };
    let script = Script::new()
        .does(1, [deploy(Machine::Turret), attack(0)])
        .does(FIRST_MACHINE, again(attack(0), 2))
        .does(0, [Action::Nothing, attack(FIRST_MACHINE)]);
    let told = seen(&fight(json!({})), &script, |told| all_fail(told) && told.rolls().len() == 4);
    assert_eq!(
        told.rolls(),
        [
            "1 2>0 attacks, 3d6 against 2d8",
            "2 0>2 attacks, 2d8 against 3d6",
            "2 1>0 attacks, 2d6 against 2d8",
            "2 2>0 attacks, 3d6 against 2d8",
        ]
    );
    let later = seen(&fight(json!({ "rules": { "turret_activates": "next_turn" } })), &script, all_fail);
    assert_eq!(later.rolls()[0], "2 0>2 attacks, 2d8 against 3d6");
    let apart = |more: Value| {
        setup(
            hero(json!({})),
            specialists(2, &["drone_operator"]),
            row(with(json!({ "rules": { "edge_points": 4 }, "turn_limit": 2 }), more)),
        )
    };
    let idle = Script::new()
        .does(1, [deploy(Machine::Turret)])
        .does(FIRST_MACHINE, [Action::Move { to: YARD }, Action::Flank { target: 0 }]);
    assert_eq!(by_script(&apart(json!({})), idle).refusals(), ["CX2-spec-4"; 2]);
    let shot_at = |options: Value| {
        let script = Script::new().does(1, [deploy(Machine::Turret)]).does(0, [Action::Nothing, attack(FIRST_MACHINE)]);
        by_script(&apart(json!({ "rules": options })), script).rolls()[0].clone()
    };
    assert_eq!(shot_at(json!({})), "2 0>2 attacks, 2d8 against 3d6 d10", "range, but no cover");
    assert_eq!(shot_at(json!({ "drone_cover": true })), "2 0>2 attacks, 2d8 against 4d6 d10");
}

/// CX2-spec-4: deploying takes the activation, or none.
#[test]
fn cx2_spec_4_deploying() {
    let rolls = |option: &str| {
        let fight = near(
            hero(json!({})),
            specialists(2, &["drone_operator"]),
            json!({ "rules": { "edge_points": 4, "drone_deploy": option } }),
        );
        let told = played(PART_TWO, &fight, 0, &mut Script::new().does(1, [deploy(Machine::Turret), attack(0)]));
        (told.says("1>2 deploys a turret"), told.says("1>0 attacks, 2d6"))
    };
    assert_eq!((rolls("action"), rolls("free")), ((true, false), (true, true)));
}

/// CX2-spec-4: a turret keeps its side in action; a surveillance drone does not, and ends with its operator, unless it stays.
#[test]
fn cx2_spec_4_who_is_left() {
    let strong = || hero(json!({ "attack": ["d12", "d12"] }));
    let left = |what: Machine, options: Value| {
        let rules = with(json!({ "edge_points": 1, "first": "npcs" }), options);
        let fight = near(strong(), specialists(1, &["drone_operator"]), json!({ "rules": rules }));
        seen(&fight, &Script::new().does(1, [deploy(what)]).does(0, [attack(1)]), |told| told.says("1 1 loses one"))
    };
    assert_eq!(left(Machine::Turret, json!({})).ending(), "turn_limit");
    let drone = left(Machine::Drone, json!({}));
    assert_eq!((drone.ending(), drone.says("1 2 ends with its operator")), ("blue.win", true));
    let stays = left(Machine::Drone, json!({ "drone_without_operator": "stays" }));
    assert_eq!((stays.ending(), stays.says("ends with")), ("blue.win", false));
    let mut red = specialists(1, &["drone_operator"]);
    merge(&mut red, json!({ "others": { "quality": "d6", "count": 2 } }));
    let fight = |option: &str| {
        let more = json!({ "rules": { "edge_points": 1, "first": "npcs", "drone_without_operator": option }, "field": { "blue_cover": "d4" } });
        near(strong(), red.clone(), more)
    };
    let resists = |option: &str| {
        let script = Script::new().does(1, [deploy(Machine::Drone)]).does(0, [attack(1)]).does(2, [attack(0)]);
        let told = seen(&fight(option), &script, |told| told.says("1 1 loses one") && told.says("2>0 attacks"));
        told.rolls()[1].clone()
    };
    assert_eq!(resists("ends"), "1 2>0 attacks, 2d6 against d4 2d8");
    assert_eq!(resists("stays"), "1 2>0 attacks, 2d6 against 2d8", "it still looks down on the zone");
}

/// CX2-spec-4: while a surveillance drone works its operator's die is out of the unit's pool, and nobody in its zone has cover; it flies one
/// border a turn and may be recalled.
#[test]
fn cx2_spec_4_surveillance() {
    let fight = setup(
        hero(json!({ "at": "yard" })),
        specialists(3, &["drone_operator"]),
        row(json!({ "turn_limit": 4, "rules": { "edge_points": 4 } })),
    );
    let fly = Action::Fly { drone: FIRST_MACHINE, to: YARD };
    let script = Script::new().does(0, again(attack(1), 4)).does(
        1,
        [attack(0), deploy(Machine::Drone), fly, attack(0), Action::Recall { drone: FIRST_MACHINE }, attack(0)],
    );
    let told = seen(&fight, &script, all_fail);
    assert_eq!(
        told.rolls(),
        [
            "1 0>1 attacks, 2d8 against 4d6 d8",
            "1 1>0 attacks, 3d6 against d6 3d8",
            "2 0>1 attacks, 2d8 against 4d6 d8",
            "3 0>1 attacks, 2d8 against 2d6 d8",
            "3 1>0 attacks, 2d6 against 3d8",
            "4 0>1 attacks, 2d8 against 3d6 d8",
            "4 1>0 attacks, 3d6 against d6 3d8",
        ]
    );
    assert!(told.says("3 2 goes to yard") && told.says("4 2 is recalled"));
    let twice = Script::new().does(1, [deploy(Machine::Drone), fly, Action::Fly { drone: FIRST_MACHINE, to: BLUE }]);
    assert_eq!(by_script(&fight, twice).refusals(), ["CX2-spec-4"]);
    let far = Script::new().does(1, [deploy(Machine::Drone), Action::Fly { drone: FIRST_MACHINE, to: BLUE }]);
    assert_eq!(by_script(&fight, far).refusals(), ["CX2-spec-4"]);
    let second = Script::new().does(1, [deploy(Machine::Drone), deploy(Machine::Drone)]);
    assert_eq!(by_script(&fight, second).refusals(), ["CX2-spec-4"], "an operator flies one at a time");
    let seen_from_above = |over: bool| {
        hit(
            json!({ "qualities": ["d6"] }),
            person(json!({})),
            json!({ "cover_rating": "d8", "drone_over_target": over }),
            "hit",
        )
    };
    assert_eq!(seen_from_above(true), hit(json!({ "qualities": ["d6"] }), person(json!({})), json!({}), "hit"));
}

/// CX2-spec-4: one thing of d6, or three: an effect die of d6 destroys it or one of three; a smaller one is a Complication.
#[test]
fn cx2_spec_4_toughness() {
    let harmed = |option: &str, line: &str| {
        let rules = json!({ "edge_points": 1, "first": "npcs", "drone_durability": option });
        let fight = near(
            hero(json!({ "attack": ["d6"] })),
            specialists(1, &["drone_operator"]),
            json!({ "rules": rules, "turn_limit": 2 }),
        );
        let script = Script::new().does(1, [deploy(Machine::Turret)]).does(0, again(attack(FIRST_MACHINE), 2));
        seen(&fight, &script, |told| told.says(line)).rolls()
    };
    assert_eq!(
        harmed("single", "1 2 loses nobody, d6 left, Complication d4")[1..],
        ["2 0>2 attacks, d4 d6 2d8 against 3d6"]
    );
    assert_eq!(harmed("single", "1 2 loses one").len(), 1);
    assert_eq!(harmed("three_dice", "1 2 loses one, 2d6 left")[1..], ["2 0>2 attacks, d6 2d8 against 2d6"]);
}

/// CX2-spec-4: a turret suppresses with a d6, and then attacks with 2d6.
#[test]
fn cx2_spec_4_a_turret_suppresses() {
    let fight = near(
        hero(json!({})),
        specialists(2, &["drone_operator"]),
        json!({ "rules": { "edge_points": 4 }, "turn_limit": 2 }),
    );
    let script = Script::new()
        .does(1, [deploy(Machine::Turret)])
        .does(FIRST_MACHINE, [Action::Suppress { targets: 1 }, attack(0)]);
    let told = by_script(&fight, script);
    assert!(told.says("1 2>0 suppresses with d6"));
    assert_eq!(
        (told.rolls(), told.outcome.measures[3]),
        (vec!["2 2>0 attacks, 3d6 against 2d8".to_owned()], 2),
        "2d6 and the condition"
    );
}

/// CX2-spec-4: a machine that is destroyed is gone: a drone takes nobody's cover away any more, its operator's die is back, and there is
/// room for another of the four.
#[test]
fn cx2_spec_4_destroyed() {
    let fight = |turns: u16| {
        let more = json!({ "rules": { "edge_points": 31, "first": "npcs" }, "field": { "blue_cover": "d4" }, "turn_limit": turns });
        near(hero(json!({ "attack": ["d6"] })), specialists(2, &["drone_operator"]), more)
    };
    let shot_down = |told: &Told| told.says("1 2 out of action");
    let script = Script::new().does(1, [deploy(Machine::Drone), attack(0)]).does(0, [attack(FIRST_MACHINE)]);
    assert_eq!(seen(&fight(2), &script, shot_down).rolls()[1], "2 1>0 attacks, 2d6 against d4 2d8");
    let five = Script::new().does(1, again(deploy(Machine::Turret), 5));
    assert_eq!(by_script(&fight(5), five.clone()).refusals(), ["CX2-spec-4"]);
    let one_less = seen(&fight(5), &five.does(0, [attack(FIRST_MACHINE)]), shot_down);
    assert_eq!((one_less.count("deploys a turret"), one_less.refusals().len()), (5, 0));
}

/// CX2-spec-3, CX2-spec-4: no medic brings a part of a machine back.
#[test]
fn cx2_spec_3_not_for_machines() {
    let rules = json!({ "edge_points": 5, "first": "npcs", "drone_durability": "three_dice" });
    let fight = near(
        hero(json!({ "attack": ["d6"] })),
        specialists(3, &["drone_operator", "medic"]),
        json!({ "rules": rules }),
    );
    let script = Script::new().does(1, [deploy(Machine::Turret), Action::Tend]).does(0, [attack(FIRST_MACHINE)]);
    assert!(!seen(&fight, &script, |told| told.says("1 2 loses one, 2d6 left")).says("medic"));
}

/// CX2-spec-4: an operator who flies a drone does not fight, so the automatic player recalls it when nobody else of the unit is left.
#[test]
fn cx2_spec_4_nobody_flies_alone() {
    let red = json!({ "mooks": { "quality": "d6", "count": 2, "specialists": [{ "kind": "drone_operator" }], "drones": "surveillance_first" } });
    let fight = setup(hero(json!({ "attack": ["d6"] })), red, with(edge(2), json!({ "turn_limit": 20 })));
    let battle = (cortex::FIREFIGHT.compile)(&fight, None).expect("a fight");
    let told = |part: &str| {
        let says = |n: u64| battle.replay(1, n).1.iter().any(|step| step.text.contains(part));
        (0..200).filter(|&n| says(n)).count()
    };
    let often = (told("deploys a surveillance drone"), told("is recalled"));
    assert!(often.0 > 50 && often.1 > 5, "{often:?}");
    assert_eq!(told("attacks, no dice"), 0);
}
