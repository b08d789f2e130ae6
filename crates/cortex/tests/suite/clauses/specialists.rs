//! CX2-unit-3, CX2-unit-4 and CX2-spec: specialists of units.

use cortex::action::{Action, Ask, Attack};
use cortex::firefight::{FirefightView, Speciality};
use cortex::player::{Knowledge, Script};
use serde_json::{Value, json};

use super::firefights::{all_fail, attacks, hero, hit, mooks, near, person, row, seen};
use super::{By, ENGAGEMENTS, PART_TWO, Told, again, attack, by_script, odds, of, played, problem, setup, with};

/// A unit of this size with these specialists.
pub(super) fn specialists(count: u8, kinds: &[&str]) -> Value {
    let kinds: Vec<Value> = kinds.iter().map(|kind| json!({ "kind": kind })).collect();
    mooks(json!({ "count": count, "specialists": kinds }))
}

/// Edge Points.
pub(super) fn edge(points: u16) -> Value {
    json!({ "rules": { "edge_points": points } })
}

/// What a unit's player sees when its second go comes.
#[track_caller]
fn in_second_turn<T>(setup: &Value, wanted: impl Fn(&Told) -> bool, look: impl Fn(&FirefightView<'_>) -> T) -> T {
    for engagement in 0..ENGAGEMENTS {
        let (mut asked, mut found) = (0, None);
        let told = played(
            PART_TWO,
            setup,
            engagement,
            &mut By(|knows: &Knowledge<'_>, ask: Ask| match (knows, ask) {
                (Knowledge::Firefight(view), Ask::Go { .. }) if view.me() == 0 => attack(1),
                (Knowledge::Firefight(view), Ask::Go { .. }) => {
                    asked += 1;
                    found = (asked == 2).then(|| look(view)).or(found.take());
                    Action::Nothing
                }
                _ => Action::Nothing,
            }),
        );
        if let Some(found) = found.filter(|_| wanted(&told)) {
            return found;
        }
    }
    panic!("never in {} engagements of {setup}", ENGAGEMENTS)
}

/// CX2-unit-3: at most as many specialists as members; plain soldiers fall first, then specialists from the last listed.
#[test]
fn cx2_unit_3_specialists() {
    let too_many = near(hero(json!({})), specialists(2, &["medic", "marksman", "grenadier"]), json!({}));
    assert_eq!(
        problem(PART_TWO, &too_many),
        "red.mooks.specialists: 3 specialists, expected at most one for each member of a unit"
    );
    let after = |gone: &str, options: Value, wanted: Speciality| {
        let blue = hero(json!({ "attack": ["d6", "d6", "d8"] }));
        let more = json!({ "turn_limit": 2, "rules": with(json!({ "edge_points": 0 }), options) });
        let fight = near(blue, specialists(4, &["machine_gunner", "medic", "marksman"]), more);
        let wanted_loss = |told: &Told| {
            told.says(&format!("1 1 loses {gone}")) && told.count("loses") - told.count("loses nobody") == 1
        };
        in_second_turn(&fight, wanted_loss, |view| view.has(1, wanted))
    };
    use Speciality::{MachineGunner, Marksman, Medic};
    assert_eq!([MachineGunner, Medic, Marksman].map(|wanted| after("one", json!({}), wanted)), [true; 3]);
    assert_eq!([MachineGunner, Medic, Marksman].map(|wanted| after("2", json!({}), wanted)), [true, true, false]);
    assert_eq!([MachineGunner, Medic, Marksman].map(|wanted| after("3", json!({}), wanted)), [true, false, false]);
}

/// CX2-unit-3: or any member of that Quality Die falls, with the same chance.
#[test]
fn cx2_unit_3_any_member_falls() {
    let blue = hero(json!({ "attack": ["d12"] }));
    let fight =
        near(blue, specialists(4, &["medic"]), json!({ "rules": { "specialist_loss": "random", "edge_points": 0 } }));
    let (mut fell, mut medic) = (0_u64, 0);
    for engagement in 0..6000 {
        let mut has = true;
        let told = played(
            PART_TWO,
            &fight,
            engagement,
            &mut By(|knows: &Knowledge<'_>, ask: Ask| match (knows, ask) {
                (Knowledge::Firefight(view), Ask::Go { .. }) if view.me() == 0 => attack(1),
                (Knowledge::Firefight(view), Ask::Go { .. }) => {
                    has = view.has(1, Speciality::Medic);
                    Action::Nothing
                }
                _ => Action::Nothing,
            }),
        );
        if told.says("loses one, 3d6 left") {
            (fell, medic) = (fell + 1, medic + u64::from(!has));
        }
    }
    testkit::sampling::share(medic, fell, 0.25, 0.0).unwrap_or_else(|error| panic!("{error}"));
}

/// CX2-unit-3: each use costs an Edge Point, as long as there is one; by default there is one for each player character.
#[test]
fn cx2_unit_3_edge_points() {
    let shot = Action::Attack(Attack { marksman: true, ..Attack::on(0) });
    let fight = |more: Value| {
        near(
            hero(json!({ "count": 2, "armour": "d8" })),
            specialists(2, &["marksman"]),
            with(json!({ "turn_limit": 3 }), more),
        )
    };
    let spent = |more: Value| {
        let told = seen(&fight(more), &Script::new().does(2, again(shot, 3)), all_fail);
        (told.outcome.measures[3], told.refusals())
    };
    assert_eq!(spent(json!({})), (2, vec!["CX2-unit-3"]));
    assert_eq!(spent(edge(3)), (3, vec![]));
    assert_eq!(spent(edge(0)), (0, vec!["CX2-unit-3"; 3]));
}

/// CX2-unit-4: where a speciality is used the specialist's own die takes the place of his Quality Die, which stays what he falls by.
#[test]
fn cx2_unit_4_specialist_dice() {
    let unit = |kind: &str| mooks(json!({ "count": 3, "specialists": [{ "kind": kind, "specialist_die": "d12" }] }));
    let rolls = |kind: &str, with_it: Attack| {
        let fight = near(hero(json!({})), unit(kind), with(edge(3), json!({ "turn_limit": 2 })));
        seen(&fight, &Script::new().does(1, [Action::Attack(with_it), attack(0)]), all_fail).rolls()
    };
    let plain = "2 1>0 attacks, 3d6 against 2d8".to_owned();
    assert_eq!(
        rolls("marksman", Attack { marksman: true, ..Attack::on(0) }),
        ["1 1>0 attacks with a marksman, 2d6 d12 against 2d8".to_owned(), plain.clone()]
    );
    assert_eq!(
        rolls("flamethrower", Attack { flames: true, ..Attack::on(0) }),
        ["1 1>0 attacks with a flamethrower, 2d6 d12 against 2d8".to_owned(), plain.clone()]
    );
    assert_eq!(
        rolls("grenadier", Attack { grenades: 1, ..Attack::on(0) }),
        ["1 1>0 attacks with grenades, 2d6 2d12 against 2d8".to_owned(), plain]
    );
    let gunner = near(hero(json!({})), unit("machine_gunner"), edge(1));
    assert!(
        by_script(&gunner, Script::new().does(1, [Action::Suppress { targets: 1 }])).says("1 1>0 suppresses with d12")
    );
    let blue = hero(json!({ "attack": ["d12"] }));
    let medic = near(blue.clone(), unit("medic"), edge(1));
    let tried =
        seen(&medic, &Script::new().does(0, [attack(1)]).does(1, [Action::Tend]), |told| told.says("loses one"));
    assert!(tried.says("a medic tries, d6 d12 against 3d8"), "{:?}", tried.lines());
    let alone = mooks(json!({ "count": 1, "specialists": [{ "kind": "medic", "specialist_die": "d12" }] }));
    let falls = near(hero(json!({ "attack": ["d6"] })), alone, edge(0));
    assert_eq!(
        seen(&falls, &attacks([(0, 1)], 1), |told| told.says("effect d6")).ending(),
        "blue.win",
        "a d6 takes him out"
    );
}

/// A burst of flames.
fn flames() -> Action {
    Action::Attack(Attack { flames: true, ..Attack::on(0) })
}

/// CX2-spec-1: in the same zone, for a point, an attack that does damage also sets on fire, with a die of the effect die's size.
#[test]
fn cx2_spec_1_flamethrower() {
    let fight = near(hero(json!({})), specialists(3, &["flamethrower"]), edge(2));
    let script = Script::new().does(1, [flames()]);
    let burnt = seen(&fight, &script, |told| told.says("succeeds, effect d6"));
    assert!(
        burnt.says("1 1>0 attacks with a flamethrower, 3d6 against 2d8") && burnt.says("1 0 is On Fire d6"),
        "{:?}",
        burnt.lines()
    );
    assert_eq!(
        (burnt.outcome.measures[3], burnt.says("burns with d6: Trauma d8")),
        (1, true),
        "the end of that very turn counts"
    );
    let missed = seen(&fight, &script, all_fail);
    assert_eq!((missed.says("On Fire"), missed.outcome.measures[3]), (false, 1));
    let apart = with(fight.clone(), json!({ "field": { "zones_apart": 1 } }));
    assert_eq!(by_script(&apart, script.clone()).refusals(), ["CX2-spec-1"]);
    assert_eq!(
        by_script(&near(hero(json!({})), specialists(3, &["medic"]), edge(2)), script.clone()).refusals(),
        ["CX2-spec-1"]
    );
    let fire = |outcome: &str| {
        hit(json!({ "qualities": ["d6", "d6", "d6"] }), person(json!({})), json!({ "flamethrower": true }), outcome)
    };
    assert_eq!((fire("target_on_fire_d6"), fire("target_on_fire_d4")), (fire("effect_d6"), fire("effect_d4")));
    let weak = near(hero(json!({ "trauma": "d12" })), specialists(3, &["flamethrower"]), edge(2));
    assert!(
        !seen(&weak, &script, |told| told.says("out of action")).says("On Fire"),
        "fire does nothing to who is out"
    );
}

/// CX2-spec-1: at the end of each turn the fire harms by its size, until it is put out, which is a test against it and his other drawbacks.
#[test]
fn cx2_spec_1_putting_it_out() {
    let fight = near(
        hero(json!({ "approach": "d12" })),
        specialists(3, &["flamethrower"]),
        with(edge(2), json!({ "turn_limit": 4, "rules": { "first": "npcs" } })),
    );
    let script = Script::new().does(1, [flames()]).does(0, [Action::Nothing, Action::PutOut, Action::PutOut]);
    let told = seen(&fight, &script, |told| {
        told.says("is On Fire d6") && told.says("the fire is now d4") && told.says("the fire is out")
    });
    let lines = told.lines();
    for line in [
        "1 0 burns with d6: Trauma d8",
        "2 0 tries to put out the fire, d8 d12 against d6 3d8: succeeds, effect d4",
        "2 0 burns with d4: Trauma d10",
        "3 0 tries to put out the fire, d8 d12 against d4 2d8 d10: succeeds, effect d4",
    ] {
        assert!(lines.contains(&line.to_owned()), "no {line} in {lines:#?}");
    }
    assert_eq!(told.count("burns"), 2);
    let sound = near(hero(json!({})), mooks(json!({})), json!({}));
    assert_eq!(by_script(&sound, Script::new().does(0, [Action::PutOut])).refusals(), ["CX2-spec-1"]);
    let never = |outcome: &str| {
        odds("on_fire", json!({ "pool": ["d8"], "fire": "d12", "options": { "put_out": "never" } }), outcome)
    };
    assert_eq!((never("out"), never("mean_turns")), (of(1, 1), of(2, 1)), "d12, then out");
}

/// CX2-spec-1: the fire is a drawback too, unless `fire_hampers` says no; its harm goes to the track of the rules.
#[test]
fn cx2_spec_1_a_drawback() {
    let rolls = |options: Value| {
        let rules = with(json!({ "edge_points": 2, "first": "npcs" }), options);
        let fight =
            near(hero(json!({})), specialists(3, &["flamethrower"]), json!({ "turn_limit": 2, "rules": rules }));
        let script = Script::new().does(1, [flames(), attack(0)]).does(0, again(attack(1), 2));
        let told = seen(&fight, &script, |told| told.says("is On Fire d6") && told.count("fails") == 3);
        (told.rolls(), told.says("burns with d6: Stress d8"))
    };
    let (hampered, _) = rolls(json!({}));
    assert_eq!(hampered[1..3], ["1 0>1 attacks, 2d8 against 5d6", "2 1>0 attacks, 4d6 d8 against 2d8"]);
    assert_eq!(hampered[3], "2 0>1 attacks, 2d8 against 4d6 d8");
    let (free, _) = rolls(json!({ "fire_hampers": false }));
    assert_eq!(
        free[1..],
        ["1 0>1 attacks, 2d8 against 4d6", "2 1>0 attacks, 3d6 d8 against 2d8", "2 0>1 attacks, 2d8 against 3d6 d8"]
    );
    assert!(rolls(json!({ "harm_track": "stress" })).1);
}

/// CX2-spec-1: of a fire on one who burns the larger die stays, and one no larger steps it up.
#[test]
fn cx2_spec_1_on_fire_again() {
    let red = json!({
        "a": { "quality": "d6", "count": 3, "specialists": [{ "kind": "flamethrower" }] },
        "b": { "quality": "d12", "count": 3, "specialists": [{ "kind": "flamethrower" }] },
    });
    let fight = near(hero(json!({})), red, edge(2));
    let script = Script::new().does(1, [flames()]).does(2, [flames()]);
    let fires = |effect: &str, fire: &str| {
        let told = seen(&fight, &script, |told| {
            told.says("1 1>0 attacks with a flamethrower, 3d6 against 2d8: succeeds, effect d6")
                && told.says(&format!(": succeeds, effect {effect}"))
                && told.count("On Fire") == 2
        });
        assert!(told.says(&format!("is On Fire {fire}")), "{:?}", told.lines());
    };
    fires("d12", "d12");
    let same = seen(&fight, &script, |told| told.count("succeeds, effect d6") == 2);
    assert!(same.says("is On Fire d8"), "{:?}", same.lines());
}

/// Grenades at the first character and at others.
pub(super) fn grenades(others: u16, dice: u8) -> Action {
    Action::Attack(Attack { others, grenades: dice, ..Attack::on(0) })
}

/// CX2-spec-2: each point is one more die of his Quality, or one more target in the zone of another.
#[test]
fn cx2_spec_2_what_is_bought() {
    let fight = near(hero(json!({ "count": 3 })), specialists(3, &["grenadier"]), edge(4));
    let rolls = |action: Action| {
        let told = by_script(&fight, Script::new().does(3, [action]));
        (told.rolls(), told.outcome.measures[3])
    };
    assert_eq!(rolls(grenades(0, 2)), (vec!["1 3>0 attacks with grenades, 5d6 against 2d8".to_owned()], 2));
    let several: Vec<String> = (0..3).map(|target| format!("1 3>{target} grenades, 4d6 against 2d8")).collect();
    assert_eq!(rolls(grenades(0b110, 1)), (several, 3));
    let refused = |fight: &Value, action: Action| by_script(fight, Script::new().does(3, [action])).refusals();
    assert_eq!(refused(&fight, grenades(0b110, 3)), ["CX2-unit-3"]);
    assert_eq!(refused(&fight, grenades(0b1, 0)), ["CX2-spec-2"], "nobody is named twice");
    assert_eq!(
        refused(&near(hero(json!({ "count": 3 })), mooks(json!({})), edge(4)), grenades(0b10, 0)),
        ["CX2-spec-2"],
        "there is no grenadier"
    );
    let blue = json!({ "a": { "approach": "d8", "direct_action": "d8" }, "b": { "approach": "d8", "direct_action": "d8", "at": "yard", "count": 2 } });
    let spread = setup(blue, specialists(3, &["grenadier"]), row(edge(4)));
    assert_eq!(refused(&spread, grenades(0b10, 0)), ["CX2-spec-2"], "another zone");
    let pair = Action::Attack(Attack { others: 0b100, ..Attack::on(1) });
    assert_eq!(
        by_script(&spread, Script::new().does(3, [pair])).rolls(),
        ["1 3>1 grenades, 3d6 against d6 3d8", "1 3>2 grenades, 3d6 against d6 3d8"]
    );
}

/// CX2-spec-2: one attack roll; each target resists by a roll of its own, and is given dice of its own in the order named.
#[test]
fn cx2_spec_2_dice_for_each() {
    let given = |attack: &[&str], kinds: &[&str], outcome: &str| {
        let targets: Vec<Value> = kinds.iter().map(|kind| json!({ "kind": kind, "resist": [] })).collect();
        odds("grenades", json!({ "attack": attack, "targets": targets }), outcome)
    };
    let three = ["d8"; 3];
    let two_men = ["character", "character"];
    assert_eq!(given(&three, &two_men, "T1_effect_d8"), of(343, 512));
    assert_eq!(given(&three, &two_men, "T1_effect_d4"), of(168, 512), "no die is left: the first has the nominal one");
    assert_eq!(given(&three, &two_men, "T2_dice_0"), of(1, 1));
    assert_eq!(given(&["d8"; 4], &two_men, "harmed_2"), of(2401, 4096));
    let five = |outcome: &str| given(&["d4"; 5], &["character", "unit"], outcome);
    assert_eq!(
        (five("T1_dice_1"), five("T2_dice_2")),
        (of(1023, 1024), of(243, 1024)),
        "a unit may have more, a character one"
    );
    let fight = near(hero(json!({ "count": 2 })), specialists(4, &["grenadier"]), edge(4));
    let script = Script::new().does(2, [grenades(0b10, 1)]);
    let told = seen(&fight, &script, |told| told.count(": beaten") == 2 && told.count("has Trauma") == 2);
    let places = [told.place("2>0 grenades"), told.place("2>1 grenades")];
    assert_eq!(places.map(|place| told.dice(place).len()), [7, 2], "the attack is rolled once");
    let (beaten, spared) = (|told: &Told| told.says("2>1 grenades, 5d6 against 2d8: not beaten"), "1 1 has Trauma");
    assert!(!seen(&fight, &script, beaten).says(spared));
}

/// A unit with a medic, attacked once by an enemy who can take out some of it; it tends those it can.
fn tended(count: u8, more: Value) -> Value {
    near(hero(json!({ "attack": ["d12"] })), specialists(count, &["medic"]), more)
}

fn tends(times: usize) -> Script {
    Script::new().does(0, again(attack(1), 2)).does(1, again(Action::Tend, times))
}

/// CX2-spec-3: at any time, for a point and no activation, a test of the unit's pool against 3d8; an effect die of at least his Quality Die
/// brings the fallen back.
#[test]
fn cx2_spec_3_medic() {
    let fight = tended(5, with(edge(2), json!({})));
    let script = tends(1).does(1, [attack(0)]);
    let back = seen(&fight, &script, |told| told.says("loses one, 4d6 left") && told.says("is back"));
    assert!(back.says("1 1 a medic tries, 4d6 against 3d8: effect d6, the fallen d6 is back"), "{:?}", back.lines());
    assert!(back.says("1 1>0 attacks, 5d6 against"), "he is there again, and it still has its go");
    assert_eq!((back.outcome.measures[1], back.outcome.measures[3]), (0, 1));
    let down =
        seen(&fight, &script, |told| told.says("loses one, 4d6 left") && told.says("fails, the fallen d6 stays down"));
    assert_eq!((down.outcome.measures[1], down.outcome.measures[3], down.says("1>0 attacks, 4d6")), (1, 1, true));
    let medic = |unit: &[&str], more: Value, outcome: &str| {
        odds("medic", with(json!({ "unit": unit, "fallen": "d8" }), more), outcome)
    };
    assert_eq!(medic(&["d8", "d8"], json!({}), "revived"), of(0, 1), "two dice leave a d4");
    assert_eq!(
        medic(&["d12", "d12", "d12"], json!({}), "success"),
        odds("contest", json!({ "actor": ["d12", "d12", "d12"], "opposition": ["d8", "d8", "d8"] }), "actor_wins")
    );
    assert_eq!(medic(&["d6", "d6", "d6", "d6"], json!({}), "revived"), of(0, 1), "a d6 does not reach a d8");
    let alone = json!({ "fallen": "d4", "medic_die": "d12", "options": { "medic_pool": "medic_die" } });
    assert_eq!(odds("medic", alone.clone(), "revived"), odds("medic", alone, "success"));
    let own =
        seen(&tended(5, json!({ "rules": { "edge_points": 1, "medic_pool": "medic_die" } })), &tends(1), |told| {
            told.says("loses one")
        });
    assert!(own.says("a medic tries, d6 against 3d8"));
    let hampered = near(
        hero(json!({ "attack": ["d12"] })),
        mooks(json!({ "quality": "d12", "count": 5, "specialists": [{ "kind": "medic" }], "complication": "d4" })),
        with(edge(1), json!({ "rules": { "complication_spent": "when_needed" } })),
    );
    let tried = seen(&hampered, &tends(1), |told| {
        told.says("a medic tries") && told.says("loses one, 4d12 left: ")
            || told.says("medic tries, 4d12 against d4 3d8")
    });
    assert!(tried.says("a medic tries, 4d12 against d4 3d8"), "{:?}", tried.lines());
}

/// CX2-spec-3: not without a point, nor when the medic himself is down, nor when nobody of the unit is left; each man once, the best first.
#[test]
fn cx2_spec_3_when_nobody_tries() {
    let one = |told: &Told| told.says("loses one");
    assert!(!seen(&tended(5, edge(0)), &tends(1), one).says("medic"));
    // The last listed specialist falls after the plain soldiers: with two of them and the medic, three lost are all.
    let alone = tended(1, edge(5));
    assert!(!seen(&alone, &tends(1), one).says("medic"));
    let red = json!({ "mooks": { "quality": "d6", "count": 2, "specialists": [{ "kind": "marksman" }, { "kind": "medic" }] } });
    let medic_falls = near(hero(json!({ "attack": ["d12"] })), red, edge(5));
    assert!(
        !seen(&medic_falls, &tends(1), |told| told.says("loses one, d6 left")).says("medic"),
        "the medic was the last listed"
    );
    let red = json!({ "mooks": { "quality": "d4", "count": 4, "specialists": [{ "kind": "medic", "die": "d12" }, { "kind": "marksman", "die": "d6" }] } });
    let mixed = near(hero(json!({ "attack": ["d12", "d12", "d12"] })), red, edge(5));
    let tried = seen(&mixed, &tends(3), |told| told.says("loses 3, d12 left"));
    let dice: Vec<String> = tried
        .lines()
        .iter()
        .filter_map(|line| Some(line.split("the fallen ").nth(1)?.split(' ').next()?.to_owned()))
        .collect();
    assert_eq!(dice.first().map(String::as_str), Some("d6"), "the best first");
}

/// CX2-spec-3: who tries for whom: medics in the same zone, in the same unit, or anywhere.
#[test]
fn cx2_spec_3_reach() {
    let tries = |at: &str, reach: &str| {
        let red = json!({
            "a": { "quality": "d6", "count": 3, "at": "yard" },
            "b": { "quality": "d6", "count": 2, "at": at, "specialists": [{ "kind": "medic" }] },
        });
        let more = row(json!({ "rules": { "edge_points": 2, "medic_reach": reach } }));
        let script = Script::new().does(0, [attack(1)]).does(2, [Action::Tend]);
        seen(&setup(hero(json!({ "attack": ["d12"] })), red, more), &script, |told| {
            told.says("1 1 loses one, 2d6 left")
        })
        .says("2>1 a medic tries, 2d6 against 3d8")
    };
    assert_eq!(["same_zone", "own_unit", "any"].map(|reach| tries("yard", reach)), [true, false, true]);
    assert_eq!(["same_zone", "own_unit", "any"].map(|reach| tries("red", reach)), [false, false, true]);
}

/// CX2-spec-3: the same man may be tried for again and again while points last.
#[test]
fn cx2_spec_3_again_and_again() {
    let told =
        seen(&tended(5, edge(3)), &tends(3), |told| told.says("loses one, 4d6 left") && told.count("stays down") == 3);
    assert_eq!((told.count("a medic tries"), told.outcome.measures[3]), (3, 3));
}

/// CX2-spec-5: for a point the target's armour is left out, in that attack.
#[test]
fn cx2_spec_5_marksman() {
    let fight = near(
        hero(json!({ "armour": "d10" })),
        specialists(2, &["marksman"]),
        with(edge(1), json!({ "turn_limit": 2 })),
    );
    let shot = Action::Attack(Attack { marksman: true, ..Attack::on(0) });
    let told = seen(&fight, &Script::new().does(1, [shot, attack(0)]), all_fail);
    assert_eq!(told.rolls(), ["1 1>0 attacks with a marksman, 2d6 against 2d8", "2 1>0 attacks, 2d6 against 2d8 d10"]);
    let nobody = near(hero(json!({ "armour": "d10" })), mooks(json!({})), edge(1));
    assert_eq!(by_script(&nobody, Script::new().does(1, [shot])).refusals(), ["CX2-spec-5"]);
    let armoured = |marksman: bool| {
        hit(
            json!({ "qualities": ["d6", "d6"] }),
            person(json!({ "armour": "d10" })),
            json!({ "marksman": marksman }),
            "hit",
        )
    };
    assert_eq!(armoured(true), hit(json!({ "qualities": ["d6", "d6"] }), person(json!({})), json!({}), "hit"));
    assert_ne!(armoured(true), armoured(false));
}

/// Two characters and a unit of three d6 with a gunner, whose condition is a d6.
fn gunners(more: Value) -> Value {
    near(
        hero(json!({ "count": 2 })),
        specialists(3, &["machine_gunner"]),
        with(json!({ "rules": { "edge_points": 3 }, "turn_limit": 2 }), more),
    )
}

/// CX2-spec-6, clarification 11: the automatic gunner passes over whom another suppresses with a die as large as his own, since the
/// largest alone counts.
#[test]
fn cx2_spec_6_a_second_gunner() {
    let blue = json!({
        "ace": { "approach": "d12", "direct_action": "d12" }, "men": { "approach": "d8", "direct_action": "d8" },
    });
    let gunner = |die: &str| json!({ "quality": die, "count": 3, "specialists": [{ "kind": "machine_gunner" }] });
    let suppressed = |second: &str, turn_limit: u16| {
        let red = json!({ "first": gunner("d8"), "second": gunner(second) });
        let more = json!({ "rules": { "edge_points": 4, "first": "npcs" }, "turn_limit": turn_limit });
        let battle = (cortex::FIREFIGHT.compile)(&setup(blue.clone(), red, more), None).expect("a fight");
        let all = (0..100).map(|engagement| battle.replay(1, engagement).1);
        all.map(|steps| {
            let steps = steps.into_iter().filter(|step| step.text.starts_with("suppresses with"));
            steps.map(|step| (step.figure.unwrap_or(9), step.target.unwrap_or(9))).collect::<Vec<_>>()
        })
        .collect::<Vec<_>>()
    };
    let both = |told: Vec<Vec<(u8, u8)>>, targets: [u8; 2]| {
        let told: Vec<_> = told.into_iter().filter(|told| told.len() == 2).collect();
        told.len() > 30 && told.iter().all(|told| told.iter().map(|one| one.1).eq(targets))
    };
    assert!(both(suppressed("d8", 1), [0, 1]), "the second takes the other character");
    assert!(both(suppressed("d6", 1), [0, 1]), "or if his die is smaller");
    assert!(both(suppressed("d10", 1), [0, 0]), "a larger die counts");
}

/// Suppresses these, as bits.
fn suppress(targets: u16) -> Action {
    Action::Suppress { targets }
}

/// CX2-unit-3: a replay tells how many Edge Points there are, and whenever some are spent.
#[test]
fn cx2_unit_3_edge_points_are_told() {
    let told = by_script(&gunners(json!({})), Script::new().does(2, [suppress(0b11)]));
    assert_eq!(told.steps[0].text, "everybody takes up a zone; the umpire has 3 Edge Points");
    let lines = [
        "1 2>0 suppresses with d6; 1 Edge Point spent, 2 left",
        "1 2>1 suppresses with d6; 1 Edge Point spent, 1 left",
    ];
    assert!(lines.iter().all(|line| told.says(line)), "{:?}", told.lines());
    let fight = near(hero(json!({ "count": 2 })), specialists(5, &["grenadier"]), edge(2));
    let shells = Action::Attack(Attack { others: 0b10, grenades: 1, ..Attack::on(0) });
    let told = seen(&fight, &Script::new().does(2, [shells]), |told| told.says("2>0 strikes with effect d6"));
    let place = told.place("1 2 attacks 2 targets with grenades; 2 Edge Points spent, 0 left");
    let named = |place: usize, of: &str| told.steps[place].luck.iter().filter(|luck| luck.from == of).count();
    assert_eq!((named(place + 1, "actor"), named(place + 1, "opposition"), named(place + 2, "actor")), (6, 2, 0));
}

/// CX2-spec-6: each point places a Suppressed condition of the gunner's Quality on one target, without a roll, for the activation; while
/// one stands his die is out of the pool.
#[test]
fn cx2_spec_6_suppressing() {
    let script = Script::new()
        .does(2, [suppress(0b11), attack(0)])
        .does(0, [Action::Nothing, attack(2)])
        .does(1, again(attack(2), 2));
    let told = seen(&gunners(json!({})), &script, all_fail);
    assert!(told.says("1 2>0 suppresses with d6") && told.says("1 2>1 suppresses with d6"));
    assert_eq!(told.outcome.measures[3], 2);
    assert_eq!(
        told.rolls(),
        [
            "1 1>2 attacks, 2d8 against 3d6",
            "2 0>2 attacks, 2d8 against 3d6",
            "2 2>0 attacks, 3d6 against 2d8",
            "2 1>2 attacks, 2d8 against 3d6",
        ],
        "two dice and the condition, which is on the first as on the second"
    );
    assert!(told.rolls().iter().all(|roll| roll.contains("3d6")));
    let own_actions =
        seen(&gunners(json!({ "rules": { "suppressed_applies": "own_actions" } })), &script, all_fail).rolls();
    assert_eq!(own_actions[1..3], ["2 0>2 attacks, 2d8 against 3d6", "2 2>0 attacks, 2d6 against 2d8"]);
    let refused = |fight: &Value, action: Action| by_script(fight, Script::new().does(2, [action])).refusals();
    assert_eq!(refused(&gunners(edge(1)), suppress(0b11)), ["CX2-unit-3"]);
    assert_eq!(refused(&gunners(json!({})), suppress(0b100)), ["CX2-attack-1"], "not themselves");
    assert_eq!(refused(&near(hero(json!({ "count": 2 })), mooks(json!({})), edge(3)), suppress(1)), ["CX2-spec-6"]);
}

/// CX2-spec-6: where suppressing is free the unit still attacks, without the gunner.
#[test]
fn cx2_spec_6_free() {
    let free = || gunners(json!({ "rules": { "suppress_cost": "free" } }));
    let told = by_script(&free(), Script::new().does(2, [suppress(1), attack(1), Action::Drop, attack(1)]));
    assert_eq!(told.rolls()[0], "1 2>1 attacks, 2d6 against 2d8");
    assert!(told.says("2 2 suppresses nobody any more") && told.says("2 2>1 attacks, 3d6"));
    let again = Script::new().does(2, [suppress(1), Action::Nothing, Action::Drop, suppress(1)]);
    assert_eq!(by_script(&free(), again).refusals(), ["CX2-spec-6"], "not in the activation in which one was dropped");
}

/// CX2-spec-6: dropped at the start of the unit's activation, free, and at once by a lone gunner.
#[test]
fn cx2_spec_6_dropped() {
    let script = Script::new().does(2, [suppress(1), Action::Drop, attack(0)]);
    let dropped = by_script(&gunners(json!({})), script);
    assert_eq!(dropped.rolls(), ["2 2>0 attacks, 3d6 against 2d8"]);
    let fight = near(
        hero(json!({ "attack": ["d12"] })),
        specialists(2, &["machine_gunner"]),
        json!({ "rules": { "edge_points": 3 }, "turn_limit": 2 }),
    );
    let script = Script::new().does(1, [suppress(1), attack(0)]).does(0, [Action::Nothing, attack(1)]);
    let alone = seen(&fight, &script, |told| told.says("2 1 loses one, d6 left"));
    assert!(
        alone.says("2 1 suppresses nobody any more") && alone.says("2 1>0 attacks, d6 against 2d8"),
        "{:?}",
        alone.lines()
    );
}

/// CX2-spec-6: ends when the gunner falls; a unit of the gunner alone has an empty pool until it drops the condition.
#[test]
fn cx2_spec_6_the_gunner_falls() {
    let fight = near(
        hero(json!({ "attack": ["d12"], "count": 2 })),
        specialists(2, &["machine_gunner"]),
        json!({ "rules": { "edge_points": 3, "first": "npcs" } }),
    );
    let script = Script::new().does(2, [suppress(0b10)]).does(0, [attack(2)]).does(1, [attack(2)]);
    let told = seen(&fight, &script, |told| told.says("1 2 loses one, d6 left"));
    assert_eq!(told.rolls()[1], "1 1>2 attacks, 2d8 d12 against d6", "nothing but the condition on who attacks");
    let red =
        json!({ "mooks": { "quality": "d8", "count": 2, "specialists": [{ "kind": "machine_gunner", "die": "d6" }] } });
    let weak = near(
        hero(json!({ "attack": ["d6"], "count": 2 })),
        red,
        json!({ "rules": { "edge_points": 3, "first": "npcs" } }),
    );
    let fallen = seen(&weak, &script, |told| told.says("1 2 loses one, d8 left"));
    assert_eq!(fallen.rolls()[1], "1 1>2 attacks, d6 2d8 against d8");
}

/// CX2-spec-6: the target shakes it off by a test against the unit's pool, the condition, and his other drawbacks.
#[test]
fn cx2_spec_6_shaken_off() {
    let fight = near(
        hero(json!({ "approach": "d12", "trauma": "d4" })),
        specialists(2, &["machine_gunner"]),
        json!({ "rules": { "edge_points": 3 }, "turn_limit": 3 }),
    );
    let script = Script::new()
        .does(1, [suppress(1), Action::Nothing, attack(0)])
        .does(0, [Action::Nothing, Action::ShakeOff, Action::ShakeOff]);
    let told =
        seen(&fight, &script, |told| told.says("2 0 Suppressed is now d4") && told.says("3 0 shakes off Suppressed"));
    assert_eq!(
        told.rolls()[..2],
        [
            "2 0 tries to shake off Suppressed, d8 d12 against d4 2d6",
            "3 0 tries to shake off Suppressed, d8 d12 against 2d4 d6"
        ]
    );
    assert_eq!(told.rolls()[2], "3 1>0 attacks, d4 2d6 against d8 d12", "the gunner is back at once");
    let free = near(hero(json!({})), mooks(json!({})), json!({}));
    assert_eq!(by_script(&free, Script::new().does(0, [Action::ShakeOff])).refusals(), ["CX2-spec-6"]);
    let overcome =
        |outcome: &str| odds("overcome", json!({ "pool": ["d12", "d12"], "condition": "d8", "resist": [] }), outcome);
    assert_eq!(overcome("condition_d6"), overcome("success"));
}

/// CX2-spec-6: of several gunners' conditions the largest counts, and is the one that is shaken off.
#[test]
fn cx2_spec_6_several_gunners() {
    let red = json!({
        "a": { "quality": "d4", "count": 2, "specialists": [{ "kind": "machine_gunner" }] },
        "b": { "quality": "d10", "count": 2, "specialists": [{ "kind": "machine_gunner" }] },
    });
    let fight = near(
        hero(json!({ "approach": "d12", "direct_action": "d12" })),
        red,
        json!({ "rules": { "edge_points": 3, "recover_equal": "remove", "recover_partial": "step_down", "first": "npcs" }, "turn_limit": 2 }),
    );
    let script = Script::new().does(1, [suppress(1)]).does(2, [suppress(1)]).does(0, [attack(1), Action::ShakeOff]);
    // The sides alternate: a unit, the character, the other unit.
    let told = seen(&fight, &script, |told| told.says("Suppressed is now d8") && told.says("fails"));
    assert_eq!(
        told.rolls(),
        ["1 0>1 attacks, 2d12 against 2d4", "2 0 tries to shake off Suppressed, 2d12 against 2d10"],
        "the unit's other man and the condition"
    );
}

/// CX2-spec-6: at an end when the target goes out; the gunner's die is back.
#[test]
fn cx2_spec_6_the_target_falls() {
    let blue = json!({ "a": { "approach": "d4", "direct_action": "d4", "trauma": "d12" }, "b": { "approach": "d8", "direct_action": "d8" } });
    let red = json!({ "a": { "quality": "d6", "count": 3, "specialists": [{ "kind": "machine_gunner" }] }, "b": { "quality": "d12", "count": 2 } });
    let fight = near(blue, red, json!({ "rules": { "edge_points": 3, "first": "npcs" }, "turn_limit": 2 }));
    let script = Script::new().does(2, [suppress(1), attack(1)]).does(3, [attack(0)]);
    let told = seen(&fight, &script, |told| told.says("1 0 out of action"));
    assert_eq!(told.rolls()[1], "2 2>1 attacks, 3d6 against 2d8");
}

/// CX2-spec-2: each target's resistance has luck of its own, in each attack.
#[test]
fn cx2_spec_2_luck_of_its_own() {
    let red = json!({
        "a": { "quality": "d8", "count": 2, "specialists": [{ "kind": "grenadier" }] },
        "b": { "quality": "d8", "count": 2, "specialists": [{ "kind": "grenadier" }] },
    });
    let fight = near(hero(json!({ "count": 2 })), red, edge(2));
    let script = Script::new().does(0, [attack(2)]).does(2, [grenades(0b10, 0)]).does(3, [grenades(0b10, 0)]);
    let (mut all, mut same) = (0, [0; 2]);
    for engagement in 0..600 {
        let told = played(PART_TWO, &fight, engagement, &mut script.clone());
        if all_fail(&told) && told.count("not beaten") == 4 {
            let dice = |part: &str, from: usize| told.dice(told.place(part))[from..][..2].to_vec();
            let (resisted, shelled, again) = (dice("0>2 attacks", 0), dice("2>0 grenades", 2), dice("3>0 grenades", 2));
            all += 1;
            same[0] += u32::from(resisted == shelled);
            same[1] += u32::from(shelled == again);
        }
    }
    assert!(all > 20 && same.iter().all(|&same| same * 5 < all), "{same:?} of {all}");
}

/// CX2-unit-3: who falls by lot in one attack says nothing of who falls in the next.
#[test]
fn cx2_unit_3_luck_of_its_own() {
    let kinds = ["medic", "marksman", "grenadier", "flamethrower", "machine_gunner"];
    let more = json!({ "rules": { "edge_points": 0, "specialist_loss": "random" } });
    let fight = near(hero(json!({ "count": 2, "attack": ["d12"] })), specialists(5, &kinds), more);
    let script = attacks([(0, 2), (1, 2)], 1);
    let mut pairs = std::collections::BTreeSet::new();
    for engagement in 0..2000 {
        let told = played(PART_TWO, &fight, engagement, &mut script.clone());
        if told.says("loses one, 4d6 left") && told.says("loses one, 3d6 left") {
            let falls = told.steps.iter().filter(|step| step.text.starts_with("loses one"));
            pairs
                .insert(falls.flat_map(|step| step.luck.last().map(|luck| luck.drawn.to_string())).collect::<Vec<_>>());
        }
    }
    assert_eq!(pairs.len(), 5 * 4, "{pairs:?}");
}

/// CX2-spec-2, CX0-15, CX0-16: players who are shelled together roll as ever: hitches are Stress, and a point saves a roll.
#[test]
fn cx2_spec_2_players_roll_as_ever() {
    let fight = |more: Value| {
        near(hero(json!({ "count": 2, "resist": ["d4"] })), specialists(3, &["grenadier"]), with(edge(2), more))
    };
    let script = Script::new().does(2, [grenades(0b10, 0)]);
    let hitched = seen(&fight(json!({ "rules": { "hitches": "always" } })), &script, |told| told.says("1 a hitch"));
    let place = hitched.place("2>1 grenades");
    assert!(hitched.dice(place).iter().any(|die| die.1 == 1) && hitched.says("Stress d"), "{:?}", hitched.lines());
    let saves = Action::Handle(cortex::handling::Handling { saves: true, ..Default::default() });
    let saving = script.does(0, [saves]).does(1, [saves]);
    let points = |points: u8| {
        let fight = fight(json!({ "field": { "plot_points": points } }));
        let saved = (0..500).map(|engagement| {
            played(PART_TWO, &fight, engagement, &mut saving.clone()).count("not beaten, with a plot point")
        });
        saved.max()
    };
    assert_eq!([0, 1, 2].map(points), [Some(0), Some(1), Some(2)]);
}

/// CX2-spec-1, CX1-comp-1: who goes out by the hitches of putting his fire out burns no more.
#[test]
fn cx2_spec_1_out_by_hitches() {
    let blue = json!({ "hero": { "approach": "d12", "direct_action": "d12", "stress": "d12" }, "other": { "approach": "d8", "direct_action": "d8" } });
    let rules = json!({ "edge_points": 2, "first": "npcs", "hitches": "always", "test_difficulty": "2d4", "recover_partial": "none" });
    let script = Script::new().does(2, [flames()]).does(0, [Action::PutOut]);
    let out = |told: &Told| told.count("succeeds") == 2 && told.says("Stress past d12");
    let told = seen(&near(blue, specialists(3, &["flamethrower"]), json!({ "rules": rules })), &script, out);
    assert!(!told.says("burns") && told.count("out of action") == 1, "{:?}", told.lines());
}

/// CX2-spec-2: no more dice are bought than can be thrown.
#[test]
fn cx2_spec_2_so_many_dice() {
    let fight = near(hero(json!({})), specialists(3, &["grenadier"]), edge(300));
    for many in [25, 255] {
        assert_eq!(by_script(&fight, Script::new().does(1, [grenades(0, many)])).refusals(), ["CX2-spec-2"]);
    }
    assert_eq!(
        by_script(&fight, Script::new().does(1, [grenades(0, 18)])).rolls(),
        ["1 1>0 attacks with grenades, 21d6 against 2d8"]
    );
}
