//! CX2: firefights in zones.

use cortex::action::Action;
use cortex::player::Script;
use engage::Side;
use serde_json::{Value, json};

use super::{
    PART_TWO, Told, again, attack, by_script, certain, first, kept, objection, odds, of, played, pool, problem, setup,
    with,
};

/// A firefight in one zone, where nothing else is said.
pub(super) fn near(blue: Value, red: Value, more: Value) -> Value {
    setup(blue, red, with(json!({ "field": { "zones_apart": 0 } }), more))
}

/// A character, and what differs.
pub(super) fn hero(more: Value) -> Value {
    json!({ "hero": with(json!({ "approach": "d8", "direct_action": "d8" }), more) })
}

/// Two combatants, and what differs.
pub(super) fn mooks(more: Value) -> Value {
    json!({ "mooks": with(json!({ "quality": "d6", "count": 2 }), more) })
}

/// Three zones in a row, blue in the first and red in the last: a street with no cover, a yard, and a house.
pub(super) fn row(more: Value) -> Value {
    let field = json!({
        "zones": { "blue": {}, "yard": { "cover": "d6" }, "red": { "cover": "d8" } },
        "borders": [{ "between": ["blue", "yard"] }, { "between": ["yard", "red"] }],
    });
    with(json!({ "field": field }), more)
}

/// The numbers of the zones of the row, which are in alphabetical order.
pub(super) const BLUE: u8 = 0;
const RED: u8 = 1;
pub(super) const YARD: u8 = 2;

/// The first engagement by a script in which something happens.
#[track_caller]
pub(super) fn seen(setup: &Value, script: &Script, wanted: impl Fn(&Told) -> bool) -> Told {
    first(PART_TWO, setup, script, wanted)
}

/// So many engagements by a script.
pub(super) fn all(setup: &Value, script: &Script, engagements: u64) -> Vec<Told> {
    (0..engagements).map(|engagement| played(PART_TWO, setup, engagement, &mut script.clone())).collect()
}

/// Everybody named attacks, this number of times.
pub(super) fn attacks<const N: usize>(pairs: [(usize, usize); N], times: usize) -> Script {
    pairs.into_iter().fold(Script::new(), |script, (who, whom)| script.does(who, again(attack(whom), times)))
}

/// Nobody falls, nothing changes: every roll fails.
pub(super) fn all_fail(told: &Told) -> bool {
    told.count("succeeds") == 0 && told.count("struck") == 0
}

/// The figures that act, in order, by turn.
fn who(told: &Told) -> Vec<String> {
    let acts = told.steps.iter().filter(|step| step.turn > 0);
    acts.filter_map(|step| Some(format!("{}:{}", step.turn, step.figure?))).collect()
}

/// What a firefight attack comes to.
#[track_caller]
pub(super) fn hit(attacker: Value, target: Value, more: Value, outcome: &str) -> testkit::Fraction {
    odds("firefight_attack", with(json!({ "attacker": attacker, "target": target }), more), outcome)
}

/// A character who is a target or an attacker of a situation.
pub(super) fn person(more: Value) -> Value {
    with(json!({ "approach": "d6", "direct_action": "d8" }), more)
}

/// CX2-scope-2: players' characters act singly, ordinary enemies in units, important ones singly and with traits like the players'.
#[test]
fn cx2_scope_2_units_and_characters() {
    let red = json!({ "boss": { "approach": "d10", "direct_action": "d8", "cqb": "d4", "armour": "d12" }, "mooks": { "quality": "d6", "count": 3 } });
    let fight = near(hero(json!({ "count": 2 })), red, json!({}));
    let script = attacks([(0, 2), (1, 3), (2, 0), (3, 1)], 1);
    let rolls = seen(&fight, &script, all_fail).rolls();
    assert_eq!(
        rolls,
        [
            "1 0>2 attacks, 2d8 against d4 d8 d10 d12",
            "1 2>0 attacks, d4 d8 d10 against 2d8",
            "1 1>3 attacks, 2d8 against 3d6",
            "1 3>1 attacks, 3d6 against 2d8",
        ]
    );
    assert!(
        seen(&fight, &script, |told| told.says("1 0>2 attacks, 2d8 against d4 d8 d10 d12: succeeds"))
            .says("1 2 has Trauma d6")
    );
    assert!(
        problem(PART_TWO, &near(mooks(json!({})), mooks(json!({})), json!({})))
            .starts_with("blue.mooks.quality: blue is the players' side")
    );
    let both = near(hero(json!({})), mooks(json!({ "approach": "d6" })), json!({}));
    assert!(problem(PART_TWO, &both).contains("either `quality` or traits"));
    let leading = near(
        hero(json!({})),
        json!({ "boss": { "approach": "d8", "direct_action": "d8", "specialists": [{ "kind": "medic" }] } }),
        json!({}),
    );
    assert!(problem(PART_TWO, &leading).contains("specialists are members of units"));
}

/// CX2-scope-4: one to one, every enemy is a unit of one, the specialists among them.
#[test]
fn cx2_scope_4_one_to_one() {
    let rolls = |grouping: &str| {
        let red = mooks(json!({ "count": 3, "specialists": [{ "kind": "marksman", "die": "d12" }] }));
        let fight = near(hero(json!({})), red, json!({ "rules": { "grouping": grouping } }));
        seen(&fight, &attacks([(1, 0), (2, 0), (3, 0)], 1), all_fail).rolls()
    };
    assert_eq!(rolls("units"), ["1 1>0 attacks, 2d6 d12 against 2d8"]);
    assert_eq!(
        rolls("single"),
        ["1 1>0 attacks, d12 against 2d8", "1 2>0 attacks, d6 against 2d8", "1 3>0 attacks, d6 against 2d8"]
    );
}

/// CX2-scope-4: in the situation `firefight`, too: specialists first, and a Complication is the first's.
#[test]
fn cx2_scope_4_one_to_one_solved() {
    let hero = json!({ "approach": "d8", "direct_action": "d10", "armour": "d6" });
    let unit = json!({ "qualities": ["d6", "d8"], "complication": "d4", "specialists": [{ "kind": "marksman", "die": "d8" }] });
    let alone = json!([
        { "qualities": ["d8"], "complication": "d4", "specialists": [{ "kind": "marksman", "die": "d8" }] },
        { "qualities": ["d6"] },
    ]);
    let fight = |units: Value, grouping: &str, outcome: &str| {
        let p = json!({ "characters": [hero.clone()], "units": units, "edge_points": 1, "turn_limit": 1, "options": { "grouping": grouping } });
        odds("firefight", p, outcome)
    };
    for outcome in ["npcs_up_1", "npcs_up_2"] {
        let singly = fight(json!([unit.clone()]), "single", outcome);
        assert_eq!(singly, fight(alone.clone(), "units", outcome), "{outcome}");
        assert_ne!(singly, fight(json!([unit.clone()]), "units", outcome), "{outcome}");
    }
    let many = json!([{ "qualities": vec!["d6"; 8] }, { "qualities": vec!["d6"; 8] }]);
    let p = json!({ "characters": [hero], "units": many, "options": { "grouping": "single" } });
    let error = objection("firefight", p);
    assert!(error.contains("16 enemies one by one, expected at most 15"), "{error}");
}

/// CX2-scope-5: Part I says how a unit is harmed, which track is used and which injury dice count.
#[test]
fn cx2_scope_5_part_one_applies() {
    let unit = |complication: &str| {
        certain(
            "unit_apply",
            json!({ "effects": ["d6"], "qualities": ["d8", "d8"], "complication": complication, "part": 2 }),
        )
    };
    assert_eq!(unit("d4")[..2], ["removed_1", "complication_none"]);
    assert_eq!(unit("none")[..2], ["removed_0", "complication_d6"]);
    let team = json!({ "operators": [{ "trauma": "d8", "stress": "d6" }], "team_pool": ["d6", "d8"], "npc_pool": ["d10", "d10"], "options": { "extra_effect_every": 0 } });
    let target = || person(json!({ "trauma": "d8", "stress": "d6" }));
    let attack = |outcome: &str| hit(json!({ "qualities": ["d10", "d10"] }), target(), json!({}), outcome);
    assert_eq!(attack("hit"), odds("team_hit", team.clone(), "npcs_succeed"));
    assert_eq!(attack("target_track_d10"), odds("team_hit", team, "A_trauma_d10"));
}

/// CX2-init-1: the sides alternate, each by whom it likes; when one has nobody left the other goes on; nobody has two goes.
#[test]
fn cx2_init_1_alternation() {
    let fight = near(hero(json!({ "count": 2 })), mooks(json!({ "count": 3, "unit": 1 })), json!({ "turn_limit": 2 }));
    assert_eq!(
        who(&by_script(&fight, Script::new())),
        ["1:0", "1:2", "1:1", "1:3", "1:4", "2:0", "2:2", "2:1", "2:3", "2:4"]
    );
    let script = Script::new().does(0, [Action::Name(1)]).does(2, [Action::Name(4), Action::Name(3)]);
    assert_eq!(who(&by_script(&fight, script))[..5], ["1:1", "1:4", "1:0", "1:3", "1:2"]);
    let heroes = near(hero(json!({ "count": 3 })), mooks(json!({})), json!({}));
    let twice = by_script(&heroes, Script::new().does(0, [Action::Name(1)]).does(1, []).does(0, [Action::Name(1)]));
    assert_eq!(
        (twice.refusals(), who(&twice)),
        (vec!["CX2-init-1"], ["1:1", "1:3", "1:0", "1:0", "1:2"].map(str::to_owned).to_vec())
    );
    let other_side = by_script(&heroes, Script::new().does(0, [Action::Name(3)]));
    assert_eq!(other_side.refusals(), ["CX2-init-1"]);
}

/// CX2-init-1: who is taken out before his go has none.
#[test]
fn cx2_init_1_taken_out() {
    let fight = near(hero(json!({})), mooks(json!({ "quality": "d4", "count": 3, "unit": 1 })), json!({}));
    let told = seen(&fight, &attacks([(0, 2)], 1), |told| told.says("loses one"));
    assert_eq!(who(&told), ["1:0", "1:2", "1:2", "1:1", "1:3"], "what becomes of 2 is told, and nothing that it does");
    assert!(!told.says("2 waits"));
}

/// CX2-init-1: the same side goes first in the next turn, or the other.
#[test]
fn cx2_init_1_a_new_turn() {
    let order = |option: &str| {
        let fight =
            near(hero(json!({})), mooks(json!({})), json!({ "turn_limit": 3, "rules": { "new_turn_first": option } }));
        who(&by_script(&fight, Script::new()))
    };
    assert_eq!(order("same"), ["1:0", "1:1", "2:0", "2:1", "3:0", "3:1"]);
    assert_eq!(order("swap"), ["1:0", "1:1", "2:1", "2:0", "3:0", "3:1"]);
}

/// CX2-init-2: the scenario says who goes first.
#[test]
fn cx2_init_2_who_goes_first() {
    let order = |first: &str| {
        who(&by_script(&near(hero(json!({})), mooks(json!({})), json!({ "rules": { "first": first } })), Script::new()))
    };
    assert_eq!(order("players"), ["1:0", "1:1"]);
    assert_eq!(order("npcs"), ["1:1", "1:0"]);
}

/// Two characters and two units; one of each rolls for the first go.
fn meeting(options: Value) -> Value {
    let blue = json!({
        "a": { "approach": "d8", "direct_action": "d8" },
        "b": { "approach": "d6", "direct_action": "d12", "analysis": "d10", "tactics": "d4", "attack": ["d12"] },
    });
    near(
        blue,
        mooks(json!({ "count": 3, "unit": 2 })),
        json!({ "rules": with(json!({ "first": "contest" }), options) }),
    )
}

/// CX2-init-3: each side names one: a character rolls Approach, Analysis and Tactics, a unit its pool. The winner chooses who goes first.
#[test]
fn cx2_init_3_the_roll() {
    let script = Script::new().does(0, [Action::Name(1)]).does(2, [Action::Name(3)]);
    let named = by_script(&meeting(json!({})), script.clone());
    assert_eq!(named.rolls(), ["0 1>3 rolls d4 d6 d10 for the first go against d6"]);
    assert_eq!(by_script(&meeting(json!({})), Script::new()).rolls(), ["0 0>2 rolls d8 for the first go against 2d6"]);
    let blue_wins = |told: &Told| told.says("won by blue");
    assert_eq!(who(&seen(&meeting(json!({})), &script, blue_wins))[0], "1:0");
    assert_eq!(who(&seen(&meeting(json!({})), &script, |told| told.says("won by red")))[0], "1:2");
    let yields = script.does(1, [Action::First(Side::Red)]);
    assert_eq!(who(&seen(&meeting(json!({})), &yields, blue_wins))[0], "1:2", "the winner may let the others begin");
}

/// CX2-init-3: a tie is the umpire's, or whose `ties` says, or is rolled again; if nobody wins the umpire's side goes first.
#[test]
fn cx2_init_3_ties() {
    let shares = |options: Value| {
        let roll = json!({ "players": ["d4"], "npcs": ["d4"], "options": options });
        ["players_win", "npcs_win", "nobody_wins"].map(|outcome| odds("initiative", roll.clone(), outcome))
    };
    assert_eq!(shares(json!({})), [of(6, 16), of(9, 16), of(1, 16)]);
    assert_eq!(shares(json!({ "ties": "actor" })), [of(9, 16), of(6, 16), of(1, 16)]);
    assert_eq!(shares(json!({ "ties": "actor", "initiative_tie": "reroll" })), [of(1, 2), of(1, 2), of(0, 1)]);
    let tie = |told: &Told| {
        let dice = told.dice(told.place("for the first go"));
        kept(&dice[..2]).0 == kept(&dice[2..]).0
    };
    let won = |options: Value, botch: bool| {
        let told = seen(&meeting(options), &Script::new(), |told| {
            let dice = told.dice(told.place("for the first go"));
            tie(told) && (kept(&dice[..2]).0 == 0) == botch
        });
        told.lines()[1].split(": ").nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(won(json!({}), false), "won by red");
    assert_eq!(won(json!({ "ties": "actor" }), false), "won by blue");
    assert_eq!([won(json!({ "ties": "actor" }), true), won(json!({ "ties": "nobody" }), false)], ["won by red"; 2]);
    assert_eq!(won(json!({ "initiative_tie": "reroll" }), false), "a tie, which is rolled again");
}

/// CX2-zone-1: a die of the range in the target's pool: none in one zone, a d8 at one border, a d10 at two or more, or where there is no way.
#[test]
fn cx2_zone_1_range() {
    let rolls = |field: Value, rules: Value| {
        let fight = setup(hero(json!({})), mooks(json!({})), json!({ "field": field, "rules": rules }));
        seen(&fight, &attacks([(0, 1), (1, 0)], 1), all_fail).rolls()
    };
    let both = |range: &str| {
        [
            format!("1 0>1 attacks, 2d8 against 2d6{range}"),
            format!("1 1>0 attacks, 2d6 against {}", pool(&format!("2d8{range}"))),
        ]
    };
    assert_eq!(rolls(json!({ "zones_apart": 0 }), json!({})), both(""));
    assert_eq!(rolls(json!({ "zones_apart": 1 }), json!({})), both(" d8"));
    assert_eq!(rolls(json!({ "zones_apart": 2 }), json!({})), both(" d10"));
    assert_eq!(rolls(json!({ "zones_apart": 1 }), json!({ "range_dice": ["d12", "none"] })), both(" d12"));
    assert_eq!(rolls(json!({ "zones_apart": 2 }), json!({ "range_dice": ["d12", "none"] })), both(""));
    let zones = |borders: &[[&str; 2]]| {
        let borders: Vec<Value> = borders.iter().map(|between| json!({ "between": between })).collect();
        json!({ "zones": { "blue": {}, "a": {}, "b": {}, "red": {} }, "borders": borders })
    };
    let round = [["blue", "a"], ["a", "b"], ["b", "red"], ["red", "blue"]];
    assert_eq!(rolls(zones(&round), json!({})), both(" d8"), "the shortest way counts");
    assert_eq!(rolls(zones(&round[..3]), json!({})), both(" d10"));
    assert_eq!(rolls(zones(&round[..2]), json!({})), both(" d10"), "no way at all");
}

/// CX2-zone-2: the rating of the zone is the most that cover created there is worth; a larger die stays, and it is lost with the zone.
#[test]
fn cx2_zone_2_created_cover() {
    let asset = |cap: &str, outcome: &str| {
        odds("create_asset", json!({ "pool": ["d12", "d12", "d12"], "difficulty": [], "cap": cap }), outcome)
    };
    assert_eq!((asset("d6", "asset_d6"), asset("d6", "asset_d12")), (of(11 * 11 * 11, 12 * 12 * 12), of(0, 1)));
    let created = || json!({ "rules": { "cover": "created", "test_difficulty": "2d4" }, "turn_limit": 4 });
    let blue = || hero(json!({ "approach": "d12", "direct_action": "d12", "at": "yard" }));
    let script = Script::new()
        .does(0, [Action::TakeCover, Action::TakeCover, Action::Move { to: BLUE }])
        .does(1, again(attack(0), 4));
    let fight = setup(blue(), mooks(json!({})), row(created()));
    let told =
        seen(&fight, &script, |told| told.count("0 has cover d4") == 2 && told.count("attacks") == told.count("fails"));
    let rolls: Vec<String> = told.rolls().into_iter().filter(|roll| roll.contains("attacks")).collect();
    let yard = |turn: u8| format!("{turn} 1>0 attacks, 2d6 against d4 d8 2d12");
    assert_eq!(rolls[..3], [yard(1), yard(2), "3 1>0 attacks, 2d6 against d10 2d12".to_owned()]);
    let street = setup(hero(json!({})), mooks(json!({})), row(json!({ "rules": { "cover": "created" } })));
    let refused = |fight: &Value, who: usize| by_script(fight, Script::new().does(who, [Action::TakeCover])).refusals();
    assert_eq!(refused(&street, 0), ["CX2-zone-3"], "there is nothing to hide behind");
    assert_eq!(refused(&fight, 1), ["CX2-zone-3"], "units create no cover");
    assert_eq!(
        refused(&setup(blue(), mooks(json!({})), row(json!({}))), 0),
        ["CX2-zone-3"],
        "everybody has it already"
    );
}

/// CX2-zone-3: the smaller of the target's own zone's rating and his skill, which is a unit's lowest Quality Die; created cover by option.
#[test]
fn cx2_zone_3_cover() {
    let field = json!({ "zones_apart": 1, "blue_cover": "d12", "red_cover": "d4" });
    let red = json!({ "mooks": { "quality": "d6", "count": 3, "specialists": [{ "kind": "medic", "die": "d10" }] } });
    let fight = setup(hero(json!({ "direct_action": "d10" })), red, json!({ "field": field }));
    let script = attacks([(0, 1), (1, 0)], 1);
    assert_eq!(
        seen(&fight, &script, all_fail).rolls(),
        ["1 0>1 attacks, d8 d10 against d4 2d6 d8 d10", "1 1>0 attacks, 2d6 d10 against 2d8 2d10"]
    );
    let swapped = with(fight, json!({ "field": { "blue_cover": "none", "red_cover": "d12" } }));
    assert_eq!(
        seen(&swapped, &script, all_fail).rolls(),
        ["1 0>1 attacks, d8 d10 against 3d6 d8 d10", "1 1>0 attacks, 2d6 d10 against 2d8 d10"]
    );
    let gun = || json!({ "qualities": ["d8", "d8", "d8"] });
    let resists = |in_cover: &str, option: &str| {
        hit(
            gun(),
            person(json!({ "in_cover": in_cover })),
            json!({ "cover_rating": "d10", "options": { "cover": option } }),
            "hit",
        )
    };
    let open = |dice: Value| hit(gun(), person(json!({ "extra": dice })), json!({}), "hit");
    assert_eq!(resists("d12", "automatic"), open(json!(["d8"])));
    assert_eq!((resists("d12", "created"), resists("none", "created")), (open(json!(["d12"])), open(json!([]))));
    assert_eq!((resists("d12", "larger"), resists("d4", "larger")), (open(json!(["d12"])), open(json!(["d8"]))));
    assert_eq!(resists("d4", "two_dice"), open(json!(["d4", "d8"])));
}

/// CX2-zone-3: the readings of created cover in play.
#[test]
fn cx2_zone_3_created_cover_in_play() {
    let rolls = |option: &str| {
        let rules = json!({ "cover": option, "test_difficulty": "2d4" });
        let fight = near(
            hero(json!({ "approach": "d12", "direct_action": "d12" })),
            mooks(json!({})),
            json!({ "rules": rules, "field": { "blue_cover": "d8" } }),
        );
        let script = Script::new().does(0, [Action::TakeCover]).does(1, [attack(0)]);
        seen(&fight, &script, |told| told.says("has cover d4")).rolls()[1].clone()
    };
    assert_eq!(rolls("created"), "1 1>0 attacks, 2d6 against d4 2d12");
    assert_eq!(rolls("larger"), "1 1>0 attacks, 2d6 against d8 2d12");
    assert_eq!(rolls("two_dice"), "1 1>0 attacks, 2d6 against d4 d8 2d12");
}

/// CX2-zone-4: an attack on the cover: a larger effect die removes it against this attacker, any other steps it down; or any success does.
#[test]
fn cx2_zone_4_flanking() {
    // 2d12 leave the nominal d4, which removes no d8.
    let flank = |cover: &str, options: Value, outcome: &str| {
        odds("flank", json!({ "attack": ["d12", "d12"], "resist": [], "cover": cover, "options": options }), outcome)
    };
    let success = flank("d8", json!({}), "success");
    assert_eq!(
        (flank("d8", json!({}), "cover_d6"), flank("d8", json!({}), "failure")),
        (success.clone(), flank("d8", json!({}), "cover_d8"))
    );
    assert_eq!(flank("d8", json!({ "flank_effect": "removes" }), "cover_none"), success.clone());
    assert_eq!(flank("d8", json!({ "recover_partial": "none" }), "cover_d8"), of(1, 1));
    let small = flank("d4", json!({}), "success");
    assert_eq!(flank("d4", json!({}), "cover_none"), small, "a d4 that is stepped down is gone");
    // The pools of an attack, cover and range and all; the next attack finds less cover, and so does the next flank.
    let fight = setup(
        hero(json!({ "count": 2 })),
        mooks(json!({})),
        json!({ "field": { "red_cover": "d12" }, "turn_limit": 3 }),
    );
    let script = Script::new()
        .does(0, [Action::Flank { target: 2 }, Action::Flank { target: 2 }, attack(2)])
        .does(1, again(attack(2), 2));
    let told = seen(&fight, &script, |told| told.count(" flanks") == 2 && told.count("succeeds") == 2);
    assert_eq!(told.rolls()[0], "1 0>2 tries to flank, 2d8 against 3d6 d8");
    assert!(told.says("1 0>2 flanks: cover d4 is left") && told.says("2 0>2 flanks: no cover is left"));
    let rolls = told.rolls();
    assert_eq!(rolls[2], "2 0>2 tries to flank, 2d8 against d4 2d6 d8");
    assert!(rolls.contains(&"3 0>2 attacks, 2d8 against 2d6 d8".to_owned()), "{rolls:?}");
    assert!(rolls.contains(&"2 1>2 attacks, 2d8 against 3d6 d8".to_owned()), "the other has flanked nobody: {rolls:?}");
    assert!(told.steps.iter().all(|step| step.clause != "CX2-attack-4"), "no harm is done");
}

/// CX2-zone-4: nobody flanks a target without cover; what was flanked is lost when either of the two changes zone.
#[test]
fn cx2_zone_4_lost_by_moving() {
    let bare = near(hero(json!({})), mooks(json!({})), json!({}));
    assert_eq!(by_script(&bare, Script::new().does(0, [Action::Flank { target: 1 }])).refusals(), ["CX2-zone-4"]);
    let fight = setup(
        hero(json!({ "at": "yard" })),
        mooks(json!({ "count": 5 })),
        row(json!({ "turn_limit": 4, "rules": { "flank_effect": "removes" } })),
    );
    let flanked = |told: &Told| told.says("1 0>1 flanks") && told.count("succeeds") == 1;
    let rolls = |blue: [Action; 4], red: [Action; 2]| {
        let told = seen(&fight, &Script::new().does(0, blue).does(1, red), flanked);
        told.rolls()[1..].to_vec()
    };
    let flank = Action::Flank { target: 1 };
    let stay = rolls([flank, attack(1), Action::Nothing, attack(1)], [Action::Nothing; 2]);
    assert_eq!(stay, ["2 0>1 attacks, 2d8 against 5d6 d8", "4 0>1 attacks, 2d8 against 5d6 d8"]);
    let blue_moves =
        rolls([flank, Action::Move { to: BLUE }, Action::Move { to: YARD }, attack(1)], [Action::Nothing; 2]);
    assert_eq!(blue_moves.last().map(String::as_str), Some("4 0>1 attacks, 2d8 against 6d6 d8"));
}

/// CX2-zone-4: the same when the target goes away and comes back; and of two dice of cover each is judged by itself.
#[test]
fn cx2_zone_4_the_target_moves() {
    let fight = setup(
        hero(json!({ "at": "yard" })),
        mooks(json!({ "count": 5 })),
        row(json!({ "turn_limit": 3, "rules": { "flank_effect": "removes" } })),
    );
    let script = Script::new()
        .does(0, [Action::Flank { target: 1 }, Action::Nothing, attack(1)])
        .does(1, [Action::Move { to: YARD }, Action::Move { to: RED }]);
    let told = seen(&fight, &script, |told| told.says("flanks"));
    assert_eq!(told.rolls()[1], "3 0>1 attacks, 2d8 against 6d6 d8");
    let boss = json!({ "boss": { "approach": "d4", "direct_action": "d10" } });
    let two = json!({ "rules": { "cover": "two_dice", "test_difficulty": "2d4" }, "field": { "red_cover": "d10" }, "turn_limit": 2 });
    let script = Script::new().does(1, [Action::TakeCover]).does(0, [Action::Nothing, Action::Flank { target: 1 }]);
    let told = seen(&near(hero(json!({ "attack": ["d6"] })), boss, two), &script, |told| {
        told.says("has cover d4") && told.says("flanks")
    });
    assert!(
        told.says("2 0>1 tries to flank, d6 2d8 against 2d4 2d10") && told.says("2 0>1 flanks: cover d8 is left"),
        "{:?}",
        told.lines()
    );
}

/// CX2-zone-5: a border takes as many goes as it costs, one after another; a figure that does something else begins afresh.
#[test]
fn cx2_zone_5_movement() {
    let slow = json!({ "field": { "borders": [{ "between": ["blue", "yard"], "cost": 2 }, { "between": ["yard", "red"] }] }, "turn_limit": 5 });
    let moves = |actions: &[Action], more: Value| {
        let fight = setup(hero(json!({})), mooks(json!({ "quality": "d12", "count": 5 })), row(more));
        let told = by_script(&fight, Script::new().does(0, actions.iter().copied()));
        let steps = told.steps.iter().filter(|step| step.clause == "CX2-zone-5" && step.figure == Some(0));
        steps.map(|step| format!("{} {}", step.turn, step.text)).collect::<Vec<_>>()
    };
    let (yard, red) = (Action::Move { to: YARD }, Action::Move { to: RED });
    assert_eq!(moves(&[yard, red], json!({ "turn_limit": 2 })), ["1 goes to yard", "2 goes to red"]);
    let on = "makes for yard, 1 more action to go";
    assert_eq!(
        moves(&[yard, yard, red], slow.clone()),
        [format!("1 {on}"), "2 goes to yard".to_owned(), "3 goes to red".to_owned()]
    );
    let halting = [yard, attack(1), yard, Action::Nothing, yard];
    assert_eq!(
        moves(&halting, slow),
        [format!("1 {on}"), format!("3 {on}"), format!("5 {on}")],
        "it was begun afresh twice"
    );
    assert_eq!(
        moves(&[yard, yard], json!({ "rules": { "border_cost": 2 }, "turn_limit": 2 })),
        [format!("1 {on}"), "2 goes to yard".to_owned()]
    );
    let far = by_script(&setup(hero(json!({})), mooks(json!({})), row(json!({}))), Script::new().does(0, [red]));
    assert_eq!(far.refusals(), ["CX2-zone-5"], "one border at a time");
    let dear = row(json!({ "field": { "borders": [{ "between": ["blue", "yard"], "cost": 0 }] } }));
    assert!(problem(PART_TWO, &setup(hero(json!({})), mooks(json!({})), dear)).contains("from 1 to 100"));
}

/// CX2-zone-5: on the way he is still where he was; and a go that is spent on it is no attack.
#[test]
fn cx2_zone_5_on_the_way() {
    let slow = json!({ "rules": { "border_cost": 3 }, "turn_limit": 3 });
    let fight = setup(hero(json!({})), mooks(json!({ "count": 1 })), row(slow));
    let script = Script::new().does(0, again(Action::Move { to: YARD }, 3)).does(1, again(attack(0), 3));
    let told = seen(&fight, &script, all_fail);
    assert_eq!(
        told.rolls(),
        ["1 1>0 attacks, d6 against 2d8 d10", "2 1>0 attacks, d6 against 2d8 d10", "3 1>0 attacks, d6 against d6 3d8"]
    );
}

/// CX2-unit-1: the Quality Rating of a troop type is a die.
#[test]
fn cx2_unit_1_quality() {
    for die in chance::Die::ALL {
        let fight = near(hero(json!({})), mooks(json!({ "quality": die.to_string() })), json!({}));
        assert_eq!(by_script(&fight, attacks([(1, 0)], 1)).rolls(), [format!("1 1>0 attacks, 2{die} against 2d8")]);
    }
    assert!(problem(PART_TWO, &near(hero(json!({})), mooks(json!({ "quality": "d3" })), json!({}))).contains("`d4`"));
}

/// CX2-unit-2: units of one to five, as even as can be, whose pool for anything is a die for each member in action.
#[test]
fn cx2_unit_2_units() {
    let pools = |squad: Value| {
        let fight = near(hero(json!({})), mooks(squad), json!({}));
        let script = attacks([(1, 0), (2, 0), (3, 0)], 1);
        seen(&fight, &script, all_fail)
            .rolls()
            .iter()
            .map(|roll| roll.split(' ').nth(3).unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(pools(json!({ "count": 5 })), ["5d6"]);
    assert_eq!(pools(json!({ "count": 7 })), ["4d6", "3d6"]);
    assert_eq!(pools(json!({ "count": 7, "unit": 3 })), ["3d6", "2d6", "2d6"]);
    assert!(problem(PART_TWO, &near(hero(json!({})), mooks(json!({ "unit": 6 })), json!({}))).contains("from 1 to 5"));
    // It is said even where the value is the default's, and only of combatants.
    for unit in [1, 5] {
        let alone = near(hero(json!({ "unit": unit })), mooks(json!({})), json!({}));
        assert!(problem(PART_TWO, &alone).starts_with("blue.hero.unit: applies to combatants"), "{unit}");
    }
    for unit in [0, 255] {
        let squad = near(hero(json!({})), mooks(json!({ "unit": unit })), json!({}));
        assert!(problem(PART_TWO, &squad).ends_with("expected a whole number from 1 to 5"), "{unit}");
    }
    let fight = near(hero(json!({ "attack": ["d12", "d12"] })), mooks(json!({ "count": 4 })), json!({}));
    let told = seen(&fight, &attacks([(0, 1), (1, 0)], 1), |told| told.says("loses one, 3d6 left"));
    assert_eq!(told.rolls()[1], "1 1>0 attacks, 3d6 against 2d8");
}

/// CX2-init-3: the dice of a roll that is made again fall afresh, and those of the first attack are others.
#[test]
fn cx2_init_3_luck_of_its_own() {
    let again = |told: &Told| told.says("a tie, which is rolled again") && told.says("won by blue");
    assert!(
        seen(&meeting(json!({ "initiative_tie": "reroll" })), &Script::new(), again).count("for the first go") < 10
    );
    let fight = near(hero(json!({ "analysis": "d8" })), mooks(json!({})), json!({ "rules": { "first": "contest" } }));
    let same = |told: &&Told| told.dice(1)[2..] == told.dice(told.place("0>1 attacks"))[2..];
    assert!(all(&fight, &attacks([(0, 1)], 1), 300).iter().filter(same).count() < 30);
}

/// CX1-scope-5: in a firefight, too, a side withdraws at the end of a turn; of both at once the one that goes first has lost.
#[test]
fn cx1_scope_5_withdrawal_from_a_firefight() {
    let blue = hero(json!({ "count": 2, "trauma": "d12" }));
    let red = mooks(json!({ "quality": "d4", "count": 3 }));
    let fight = |more: Value| near(blue.clone(), red.clone(), with(json!({ "turn_limit": 2 }), more));
    let script = attacks([(0, 2), (1, 2), (2, 0)], 2);
    let half =
        seen(&fight(json!({ "field": { "blue_breaks": "half" } })), &script, |told| told.says("withdrawal of blue"));
    assert_eq!((half.ending(), half.outcome.measures[0]), ("blue.withdraws", 1));
    let never = seen(&fight(json!({})), &script, |told| told.says("1 0 out of action") && told.outcome.turns == 2);
    assert!(!never.says("withdrawal"));
    let third =
        seen(&fight(json!({ "field": { "red_breaks": "third" } })), &script, |told| told.says("withdrawal of red"));
    assert_eq!((third.ending(), third.outcome.measures[1]), ("red.withdraws", 2));
    let both = |first: &str| {
        let more = json!({ "field": { "blue_breaks": "half", "red_breaks": "half" }, "rules": { "first": first } });
        seen(&fight(more), &script, |told| told.says("withdrawal") && told.outcome.measures[..2] == [1, 2]).ending()
    };
    assert_eq!((both("players"), both("npcs")), ("blue.withdraws", "red.withdraws"));
}

/// CX2-scope-2: an important enemy does what a character does: he moves, flanks and creates cover.
#[test]
fn cx2_scope_2_important_enemies() {
    let blue = hero(json!({ "at": "yard", "direct_action": "d12", "count": 2 }));
    let boss = json!({ "boss": { "approach": "d12", "direct_action": "d12" } });
    let more =
        json!({ "turn_limit": 4, "rules": { "cover": "larger", "test_difficulty": "2d4", "flank_effect": "removes" } });
    let does = [Action::TakeCover, Action::Flank { target: 0 }, attack(0), Action::Move { to: YARD }];
    let told = seen(&setup(blue, boss, row(more)), &Script::new().does(2, does), |told| told.count("succeeds") == 3);
    assert!(
        told.says("1 2 has cover d4") && told.says("2 2>0 flanks: no cover is left") && told.says("4 2 goes to yard")
    );
    assert!(told.rolls().contains(&"3 2>0 attacks, 2d12 against 2d8 d12".to_owned()), "{:?}", told.rolls());
}
