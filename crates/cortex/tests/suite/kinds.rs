//! What every kind of situation answers, held against the same rule code on sampled chance: rolls by the rule functions, attacks and
//! fights by whole engagements.
//!
//! Every outcome's share is held within [`sampling::THRESHOLD`] standard errors. An error of 2.3 percentage points in any share is found
//! with a probability of 99.9 %, of 0.5 points in a share of 1 % (see [`sampling::detectable`]).

use std::collections::{BTreeMap, BTreeSet};

use chance::{Address, Chance as _, Die, Keep, Keyed, Limit, Numbers as Read, Pool, Sampled};
use cortex::action::{Action, Machine};
use cortex::die::{Condition, Dice, Track};
use cortex::group::{Group, Part};
use cortex::handling::Handling;
use cortex::options::{FirefightEffectDice, FlankEffect, HarmFloor, InitiativeTie, MedicPool};
use cortex::player::Script;
use cortex::player::doctrine::Doctrine;
use cortex::recover::{attacked, complication};
use cortex::roll::{Opposed, Role, Rolled, Roller, winner};
use cortex::rules::Rules;
use cortex::team::{Harm, MOST, Numbers, Roster, injury_dice, operator_die, tactics_or};
use engage::{Outcome, Side, Step};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use testkit::golden::answer;
use testkit::sampling;
use testkit::setup::with;

const SAMPLES: u64 = 40_000;
const SEED: u64 = 23;

/// Outcomes of one sample, each with 1, and numbers.
type Told = Vec<(String, f64)>;
/// Tells the outcomes of the sample with some number.
type Sampler = Box<dyn Fn(u64) -> Told>;

/// What samples came to, by outcome: how often it was told, the sum, and the sum of squares.
type Tally = BTreeMap<String, (u64, f64, f64)>;

fn tally(sample: &Sampler) -> Tally {
    let mut tally = Tally::new();
    for (word, value) in (0..SAMPLES).flat_map(sample) {
        let told = tally.entry(word).or_default();
        *told = (told.0 + 1, told.1 + value, told.2 + value * value);
    }
    tally
}

/// Holds samples against an answer, outcome by outcome.
fn hold(tally: &Tally, exact: &BTreeMap<String, f64>) -> Result<(), String> {
    let n = SAMPLES as f64;
    for word in tally.keys().chain(exact.keys()).collect::<BTreeSet<_>>() {
        let expected = exact.get(word).copied().unwrap_or(0.0);
        let (count, sum, squares) = tally.get(word).copied().unwrap_or_default();
        // Each sample that tells it gives a whole number: all ones, or not.
        let ones = (sum - count as f64).abs() < 0.5 && (squares - sum).abs() < 0.5;
        let held = if ones {
            sampling::share(count, SAMPLES, expected, 0.0)
        } else {
            sampling::mean(sum / n, SAMPLES, expected, (squares / n - (sum / n).powi(2)).max(0.0))
        };
        held.map_err(|wrong| format!("{word}: {wrong}"))?;
    }
    Ok(())
}

/// Every kind, with three sets of inputs or more. That the check can tell an answer from another is seen by holding
/// the samples against the answer to the next set of inputs.
#[test]
fn every_kind_sampled_against_exact() {
    for kind in cortex::FIREFIGHT.kinds {
        let cases = cases(kind.id);
        assert!(cases.len() >= 3, "{}: {} sets of inputs", kind.id, cases.len());
        let exact = |(parameters, _): &(Value, Value)| -> BTreeMap<String, f64> {
            let answer = answer(&cortex::FIREFIGHT, kind.id, parameters);
            let answer = answer.unwrap_or_else(|error| panic!("{} {parameters}: {error}", kind.id));
            answer.values.into_iter().map(|value| (value.outcome, value.decimal)).collect()
        };
        let answers: Vec<_> = cases.iter().map(exact).collect();
        for (nth, (parameters, fight)) in cases.iter().enumerate() {
            let tally = tally(&sampler(kind.id, parameters.clone(), fight));
            hold(&tally, &answers[nth]).unwrap_or_else(|wrong| panic!("{} {parameters}: {wrong}", kind.id));
            let other = &answers[(nth + 1) % answers.len()];
            assert!(hold(&tally, other).is_err(), "{} {parameters}: the next answer would do as well", kind.id);
        }
    }
    assert!(sampling::detectable(0.5, SAMPLES) < 0.023 && sampling::detectable(0.01, SAMPLES) < 0.005);
}

/// Inputs of a kind: parameters, and the fight that they describe, where whole engagements are played.
fn cases(kind: &str) -> Vec<(Value, Value)> {
    let of = |all: Vec<Value>| all.into_iter().map(|parameters| (parameters, Value::Null)).collect();
    let teams = |red: Value, more: Value| {
        let two = json!({ "a": { "direct_action": "d8", "tactics": "d6" }, "b": { "direct_action": "d8" } });
        with(json!({ "blue": two, "red": red, "turn_limit": 1 }), more)
    };
    let duel = |more: Value| {
        let blue = json!({ "a": { "approach": "d8", "direct_action": "d10", "marksmanship": "d6", "cqb": "d8" } });
        let red = json!({ "x": { "quality": "d6", "count": 3 } });
        with(json!({ "blue": blue, "red": red, "turn_limit": 1 }), more)
    };
    let hero = || json!({ "approach": "d8", "direct_action": "d10", "marksmanship": "d6", "cqb": "d8" });
    match kind {
        "pool" => of(vec![
            json!({ "pool": ["d6", "d8", "d10"] }),
            json!({ "pool": ["d4", "d4", "d6", "d12"], "keep_dice": 3 }),
            json!({ "pool": ["d8", "d8", "d8", "d6", "d6"], "decisions": { "effect_shown_tie": "lowest" } }),
        ]),
        "contest" => of(vec![
            json!({ "actor": ["d8", "d8", "d8"], "opposition": ["d6", "d6", "d6", "d6"] }),
            json!({ "actor": ["d6", "d6", "d10", "d4"], "opposition": ["d8", "d8", "d12"], "options": { "ties": "nobody" }, "bought": [1, 0] }),
            json!({ "actor": ["d10", "d8", "d8", "d6"], "opposition": ["d6", "d6", "d4"], "decisions": { "keep": "max_effect" } }),
            json!({ "actor": ["d10", "d8", "d8", "d6"], "opposition": ["d6", "d6", "d4"], "decisions": { "keep": "best_effect" }, "options": { "ties": "actor" } }),
        ]),
        "plot_total" => of(vec![
            json!({ "actor": ["d8", "d8", "d8"], "opposition": ["d8", "d8", "d8"] }),
            json!({ "actor": ["d6", "d6", "d6", "d10"], "opposition": ["d8", "d10"], "options": { "ties": "actor" } }),
            json!({ "actor": ["d4", "d6", "d8"], "opposition": ["d8", "d10"], "decisions": { "keep": "max_effect" } }),
        ]),
        "team_pool" => of(vec![
            json!({ "tactics": "d6", "operators": [{ "direct_action": "d8", "cqb": "d6" }, { "direct_action": "d6" }], "opposition": ["d8", "d8", "d8"] }),
            json!({ "operators": [{ "direct_action": "d8", "cqb": "d8" }, { "direct_action": "d6", "cqb": "d10" }], "assets": ["d6"], "opposition": ["d8", "d8"], "options": { "no_tactics": "d4", "cqb_equal": "none" } }),
            json!({ "tactics": "d10", "operators": [{ "direct_action": "d4" }, { "direct_action": "d4" }, { "direct_action": "d12", "cqb": "d4" }], "opposition": ["d6", "d6", "d6"] }),
        ]),
        "initiative" => of(vec![
            json!({ "players": ["d8", "d6"], "npcs": ["d6", "d6", "d6"] }),
            json!({ "players": ["d8", "d10", "d6"], "npcs": ["d8", "d8"], "options": { "ties": "nobody" } }),
            json!({ "players": ["d4"], "npcs": ["d4", "d4"], "options": { "initiative_tie": "reroll" } }),
        ]),
        "hitch_stress" => of(vec![
            json!({ "pool": ["d4", "d4", "d6"], "options": { "hitches": "always" } }),
            json!({ "pool": ["d4", "d4", "d4", "d4", "d6"], "stress": "d8", "options": { "hitches": "two_or_more" } }),
            json!({ "pool": ["d4", "d8", "d12", "d12"], "stress": "d12", "options": { "hitches": "always" } }),
        ]),
        "unit_apply" => of(vec![
            json!({ "effects": ["d8", "d6", "d6"], "qualities": ["d8", "d8", "d8"], "part": 2 }),
            json!({ "effects": ["d8", "d6", "d6"], "qualities": ["d8", "d8", "d8"], "part": 1 }),
            json!({ "effects": ["d4", "d10"], "qualities": ["d6", "d6", "d10"], "complication": "d4", "part": 1, "options": { "surplus": "carried" } }),
        ]),
        "unit_hit" => of(vec![
            json!({ "attack": ["d8", "d8", "d8", "d6"], "qualities": ["d6", "d6", "d6"], "part": 1 }),
            json!({ "attack": ["d8", "d8", "d8", "d6"], "qualities": ["d8", "d8", "d8"], "complication": "d6", "resist_extra": ["d8"], "part": 2 }),
            json!({ "attack": ["d10", "d8", "d6", "d6"], "qualities": ["d6", "d8", "d8"], "part": 2, "bought": 1, "options": { "firefight_effect_dice": "margin" }, "decisions": { "effect_order": "largest_first" } }),
        ]),
        "team_hit" => of(vec![
            json!({ "operators": [{}, { "trauma": "d6" }, { "stress": "d8" }], "team_pool": ["d8", "d8", "d8", "d6"], "npc_pool": ["d8", "d8", "d6", "d6"] }),
            json!({ "operators": [{ "trauma": "d12" }, {}, {}, {}], "team_pool": ["d6", "d6"], "npc_pool": ["d10", "d10", "d8", "d8"], "actor": "players", "bought": 1, "options": { "numbers": "blocks", "fallen_numbers": "keep" } }),
            json!({ "operators": [{ "trauma": "d10" }, { "trauma": "out" }, {}], "team_pool": ["d6", "d8"], "npc_pool": ["d6", "d6"], "options": { "numbers": "shuffled", "nominal_target": "roll_d12", "injury_dice": "average" } }),
        ]),
        "flank" => of(vec![
            json!({ "attack": ["d8", "d10", "d6"], "resist": ["d6", "d6"], "cover": "d8" }),
            json!({ "attack": ["d6", "d6", "d12"], "resist": ["d6"], "cover": "d6", "options": { "recover_equal": "remove" } }),
            json!({ "attack": ["d8", "d8", "d8"], "resist": ["d4"], "cover": "d10", "options": { "flank_effect": "removes" } }),
        ]),
        "overcome" => of(vec![
            json!({ "pool": ["d8", "d10"], "condition": "d6" }),
            json!({ "pool": ["d8", "d10", "d6"], "condition": "d8", "resist": ["d8", "d8", "d8"] }),
            json!({ "pool": ["d12", "d12", "d12"], "condition": "d10", "options": { "recover_partial": "none", "test_difficulty": "2d4" } }),
        ]),
        "create_asset" => of(vec![
            json!({ "pool": ["d6", "d8", "d10"] }),
            json!({ "pool": ["d6", "d8", "d10"], "cap": "d6", "drawbacks": ["d4"] }),
            json!({ "pool": ["d12", "d12", "d4", "d10"], "difficulty": ["d12", "d12"] }),
        ]),
        "medic" => of(vec![
            json!({ "unit": ["d8", "d8", "d8"], "fallen": "d8" }),
            json!({ "unit": ["d6", "d6", "d6", "d10"], "fallen": "d6", "drawbacks": ["d4"] }),
            json!({ "medic_die": "d12", "fallen": "d4", "options": { "medic_pool": "medic_die" } }),
        ]),
        "on_fire" => of(vec![
            json!({ "pool": ["d6", "d8"], "fire": "d6" }),
            json!({ "pool": ["d6", "d8", "d10"], "fire": "d8", "track": "d8" }),
            json!({ "pool": ["d6", "d8"], "fire": "d4", "decisions": { "put_out": "never" } }),
        ]),
        "drones" => of(vec![
            json!({ "deployed": 1, "more": 2 }),
            json!({ "deployed": 0, "more": 4 }),
            json!({ "deployed": 2, "more": 1 }),
        ]),
        "firefight_attack" => vec![
            (
                json!({ "attacker": hero(), "target": { "qualities": ["d6", "d6", "d6"] }, "zones_apart": 1, "cover_rating": "d8" }),
                duel(json!({ "field": { "red_cover": "d8" } })),
            ),
            (
                json!({ "attacker": hero(), "target": { "qualities": ["d6", "d6", "d6"], "complication": "d4" }, "options": { "firefight_effect_dice": "margin", "ties": "actor" } }),
                duel(
                    json!({ "field": { "zones_apart": 0 }, "red": { "x": { "complication": "d4" } }, "rules": { "firefight_effect_dice": "margin", "ties": "actor" } }),
                ),
            ),
            (
                json!({ "attacker": { "qualities": ["d6", "d6", "d6"] }, "target": with(hero(), json!({ "trauma": "d8", "armour": "d6" })), "zones_apart": 2, "marksman": true }),
                duel(
                    json!({ "field": { "zones_apart": 2 }, "blue": { "a": { "trauma": "d8", "armour": "d6" } }, "red": { "x": { "specialists": [{ "kind": "marksman" }] } }, "rules": { "first": "npcs" } }),
                ),
            ),
        ],
        "grenades" => {
            let shelled = |quality: &str, armour: &str| {
                let parameters = json!({
                    "attack": vec![quality; 4],
                    "targets": [{ "kind": "character", "resist": ["d6", "d8", armour] }, { "kind": "character", "resist": ["d10", "d4"] }],
                });
                let red = json!({ "x": { "quality": quality, "count": 4, "specialists": [{ "kind": "grenadier" }], "grenadier": "target" } });
                let one = json!({ "approach": "d6", "direct_action": "d8", "armour": armour });
                let blue = json!({ "a": one, "b": { "approach": "d10", "direct_action": "d4" } });
                // So that the track shows the effect die.
                let rules = json!({ "first": "npcs", "harm_floor": "d4" });
                (
                    parameters,
                    json!({ "blue": blue, "red": red, "field": { "zones_apart": 0 }, "rules": rules, "turn_limit": 1 }),
                )
            };
            vec![shelled("d8", "d6"), shelled("d6", "d8"), shelled("d12", "d12")]
        }
        "exchange" => {
            let two = json!([{ "die": "d8", "tactics": "d6" }, { "die": "d8" }]);
            vec![
                (
                    json!({ "operators": two, "qualities": ["d6", "d6", "d6"] }),
                    teams(json!({ "x": { "quality": "d6", "count": 3 } }), json!({})),
                ),
                (
                    json!({ "operators": two, "qualities": ["d8", "d8"], "complication": "d4", "options": { "cqb_exchange": "contest", "numbers": "blocks" } }),
                    teams(
                        json!({ "x": { "quality": "d8", "count": 2 } }),
                        json!({ "field": { "red_complication": "d4" }, "rules": { "cqb_exchange": "contest", "numbers": "blocks" } }),
                    ),
                ),
                (
                    json!({ "operators": two, "qualities": ["d6", "d10"], "npc_assets": ["d8"], "initiative": "npcs", "options": { "riposte": true } }),
                    teams(
                        json!({ "x": { "quality": "d6", "assets": ["d8"] }, "y": { "quality": "d10" } }),
                        json!({ "rules": { "riposte": true, "initiative": "npcs" } }),
                    ),
                ),
            ]
        }
        "cqb_fight" => {
            let two = json!([{ "die": "d8", "tactics": "d6" }, { "die": "d8" }]);
            vec![
                (
                    json!({ "operators": two, "qualities": ["d6", "d6"], "turn_limit": 2 }),
                    teams(json!({ "x": { "quality": "d6", "count": 2 } }), json!({ "turn_limit": 2 })),
                ),
                (
                    json!({ "operators": two, "qualities": ["d6", "d8"] }),
                    teams(json!({ "x": { "quality": "d6" }, "y": { "quality": "d8" } }), json!({ "turn_limit": 1000 })),
                ),
                (
                    json!({ "operators": two, "qualities": ["d8", "d8", "d8"], "turn_limit": 3, "points": 1, "options": { "leader_down": "best", "nominal_target": "roll_d12" } }),
                    teams(
                        json!({ "x": { "quality": "d8", "count": 3 } }),
                        json!({ "turn_limit": 3, "field": { "plot_points": 1 }, "blue": { "a": { "plot_points": "save_roll" } }, "rules": { "leader_down": "best", "nominal_target": "roll_d12" } }),
                    ),
                ),
            ]
        }
        "firefight" => vec![
            (
                json!({ "characters": [hero()], "units": [{ "qualities": ["d6", "d6", "d6"] }], "zones_apart": 1, "npc_cover": "d6", "turn_limit": 3 }),
                duel(json!({ "turn_limit": 3, "field": { "red_cover": "d6" }, "rules": { "edge_points": 0 } })),
            ),
            (
                json!({ "characters": [hero()], "units": [{ "qualities": ["d6", "d6", "d6"] }], "first": "npcs" }),
                duel(
                    json!({ "turn_limit": 1000, "field": { "zones_apart": 0 }, "rules": { "first": "npcs", "edge_points": 0 } }),
                ),
            ),
            (
                json!({ "characters": [with(hero(), json!({ "trauma": "d10" }))], "units": [{ "qualities": ["d6", "d6", "d6"], "specialists": [{ "kind": "machine_gunner", "die": "d6" }, { "kind": "medic", "die": "d6" }] }], "zones_apart": 1, "edge_points": 3, "turn_limit": 4 }),
                duel(
                    json!({ "turn_limit": 4, "blue": { "a": { "trauma": "d10" } }, "red": { "x": { "specialists": [{ "kind": "machine_gunner" }, { "kind": "medic" }] } }, "rules": { "edge_points": 3 } }),
                ),
            ),
        ],
        other => panic!("no inputs for the kind `{other}`"),
    }
}

/// How a kind is sampled.
fn sampler(kind: &str, p: Value, fight: &Value) -> Sampler {
    let rules = {
        let options = read::<Option<Value>>(&p, "options").unwrap_or_else(|| json!({}));
        serde_json::from_value::<Rules>(with((cortex::FIREFIGHT.rules)(), options)).expect("options that exist")
    };
    let handling = read::<Doctrine>(&p, "decisions").handling();
    match kind {
        "pool" => Box::new(move |n| pool(&p, handling, n)),
        "contest" => {
            let [bought, theirs] = read::<[u8; 2]>(&p, "bought");
            let pools = [dice(&p, "actor"), dice(&p, "opposition")];
            Box::new(move |n| contest(&rules, handling, pools, [bought, theirs], n))
        }
        "team_pool" => {
            let operators = p["operators"].as_array().expect("operators").iter();
            let own =
                operators.map(|one| operator_die(&rules, die(one, "direct_action").expect("a die"), die(one, "cqb")));
            let own: Pool = own.chain(tactics_or(&rules, die(&p, "tactics"))).collect();
            let pools = [own.and(dice(&p, "assets")), dice(&p, "opposition")];
            let of = move |die: Die| (format!("pool_{die}"), f64::from(pools[0].count(die)));
            let sizes = move || Die::ALL.into_iter().filter(move |&die| pools[0].count(die) > 0).map(of);
            Box::new(move |n| contest(&rules, handling, pools, [0, 0], n).into_iter().chain(sizes()).collect())
        }
        "plot_total" => Box::new(move |n| {
            let actor = Roller { point: true, keep: handling.keep, ..Roller::new(dice(&p, "actor")) };
            let opposed =
                Opposed::new(&rules, actor.limited(by_margin(&rules, 0)), Roller::new(dice(&p, "opposition")));
            let rolled = opposed.roll(&mut chance(n), at(0));
            let mut told = told([if rolled.succeeds() { "won" } else { "lost" }]);
            if rolled.succeeds() {
                let effects = rolled.effects;
                told.extend(words([format!("won_effect_{}", effects.first()), format!("won_dice_{}", effects.dice)]));
            }
            told.extend(rolled.spent.then(|| ("point_spent".to_owned(), 1.0)));
            told
        }),
        "initiative" => Box::new(move |n| initiative(&p, &rules, n)),
        "hitch_stress" => Box::new(move |n| {
            let mut chance = chance(n);
            let mut hand = chance.throw(at(0), &dice(&p, "pool"), Keep::BEST);
            let hitches = chance.look(&mut hand, |kept| kept.hitches);
            let (made, stress) = (complication(&rules, hitches), read::<Track>(&p, "stress"));
            let stress = made.map_or(stress, |die| stress.harmed(die, floor(&rules)));
            words([format!("hitches_{hitches}"), or_none("complication", made), format!("stress_{}", stress.word())])
        }),
        "unit_apply" => Box::new(move |_| {
            let before = group(&p);
            let after = before.harmed(&rules, handling, dice(&p, "effects"), part(&p));
            let removed = before.qualities.dice() - after.qualities.dice();
            let standing = Die::ALL.into_iter().filter(|&die| after.qualities.count(die) > 0);
            let standing = standing.map(|die| (format!("standing_{die}"), f64::from(after.qualities.count(die))));
            let words = words([format!("removed_{removed}"), or_none("complication", after.complication)]);
            words.into_iter().chain(standing).collect()
        }),
        "unit_hit" => Box::new(move |n| unit_hit(&p, &rules, handling, n)),
        "team_hit" => Box::new(move |n| team_hit(&p, &rules, handling, n)),
        "flank" => Box::new(move |n| {
            let cover = die(&p, "cover").expect("a die");
            let resist = dice(&p, "resist").with(cover, 1);
            let effect = test(&rules, handling, [dice(&p, "attack"), resist], (n, 0));
            let left = match (effect, rules.flank_effect) {
                (None, _) => Some(cover),
                (Some(_), FlankEffect::Removes) => None,
                (Some(effect), FlankEffect::EffectDie) => attacked(&rules, cover, effect),
            };
            words([success(effect), or_none("cover", left)])
        }),
        "overcome" => Box::new(move |n| {
            let held = die(&p, "condition").expect("a die");
            let resist = read::<Option<Dice>>(&p, "resist").map_or(rules.test_difficulty.pool(), |dice| dice.0);
            let effect = test(&rules, handling, [dice(&p, "pool"), resist.with(held, 1)], (n, 0));
            let left = effect.map_or(Some(held), |effect| attacked(&rules, held, effect));
            words([success(effect), or_none("condition", left)])
        }),
        "create_asset" => Box::new(move |n| {
            let resist = read::<Option<Dice>>(&p, "difficulty").map_or(rules.test_difficulty.pool(), |dice| dice.0);
            let pools = [dice(&p, "pool"), resist.and(dice(&p, "drawbacks"))];
            let asset = test(&rules, handling, pools, (n, 0));
            words([or_none("asset", asset.map(|one| one.min(die(&p, "cap").unwrap_or(Die::D12))))])
        }),
        "medic" => Box::new(move |n| {
            let pool = match rules.medic_pool {
                MedicPool::Unit => dice(&p, "unit"),
                MedicPool::MedicDie => die(&p, "medic_die").into_iter().collect(),
            };
            let resist = Pool::EMPTY.with(Die::D8, 3).and(dice(&p, "drawbacks"));
            let effect = test(&rules, handling, [pool, resist], (n, 0));
            let revived = effect >= die(&p, "fallen");
            words([success(effect)].into_iter().chain(revived.then(|| "revived".to_owned())))
        }),
        "on_fire" => {
            let puts_out = p["decisions"]["put_out"] != json!("never");
            Box::new(move |n| on_fire(&p, &rules, handling, puts_out, n))
        }
        "drones" => {
            let spent = |turns: u64| if turns == 0 { 0 } else { price_of_machines(turns) };
            let [deployed, more] = ["deployed", "more"].map(|key| p[key].as_u64().expect("a number"));
            let price = f64::from(spent(deployed + more) - spent(deployed));
            Box::new(move |_| vec![("price".to_owned(), price)])
        }
        "firefight_attack" => {
            let battle = (cortex::FIREFIGHT.compile)(&in_words(fight, true), None).expect("a fight");
            Box::new(move |n| first_attack(&p, &battle.replay(SEED, n).1))
        }
        "grenades" => {
            let battle = (cortex::FIREFIGHT.compile)(&in_words(fight, true), None).expect("a fight");
            Box::new(move |n| grenades(&battle.replay(SEED, n).1))
        }
        "exchange" => {
            let battle = (cortex::FIRETEAM.compile)(&in_words(fight, false), None).expect("a fight");
            Box::new(move |n| exchange(&p, &battle.replay(SEED, n).1))
        }
        "cqb_fight" => {
            let members = [&p["operators"], &p["qualities"]].map(|list| list.as_array().map_or(0, Vec::len));
            fought(&cortex::FIRETEAM, fight, members, p["turn_limit"].is_null())
        }
        "firefight" => {
            let units = p["units"].as_array().expect("units").iter();
            let soldiers = units.map(|unit| unit["qualities"].as_array().map_or(0, Vec::len)).sum();
            let members = [p["characters"].as_array().map_or(0, Vec::len), soldiers];
            fought(&cortex::FIREFIGHT, fight, members, p["turn_limit"].is_null())
        }
        other => panic!("the kind `{other}` is not sampled"),
    }
}

fn chance(n: u64) -> Sampled {
    Sampled::new(Keyed::engagement(SEED, n))
}

const fn at(number: u16) -> Address {
    Address::in_round(0, 0, 1, number)
}

fn read<T: DeserializeOwned + Default>(p: &Value, key: &str) -> T {
    p.get(key).map_or_else(T::default, |value| serde_json::from_value(value.clone()).expect("a parameter"))
}

fn dice(p: &Value, key: &str) -> Pool {
    read::<Dice>(p, key).0
}

fn die(p: &Value, key: &str) -> Option<Die> {
    read::<Condition>(p, key).0
}

fn group(p: &Value) -> Group {
    Group { qualities: dice(p, "qualities"), complication: die(p, "complication") }
}

fn part(p: &Value) -> Part {
    if p["part"] == json!(1) { Part::One } else { Part::Two }
}

fn floor(rules: &Rules) -> Die {
    if rules.harm_floor == HarmFloor::D4 { Die::D4 } else { Die::D6 }
}

fn by_margin(rules: &Rules, bought: u8) -> Limit {
    Limit { least: 1 + bought, every: rules.extra_effect_every }
}

fn words(all: impl IntoIterator<Item = String>) -> Told {
    all.into_iter().map(|word| (word, 1.0)).collect()
}

fn told<const N: usize>(all: [&str; N]) -> Told {
    words(all.map(str::to_owned))
}

fn or_none(name: &str, die: Option<Die>) -> String {
    die.map_or_else(|| format!("{name}_none"), |die| format!("{name}_{die}"))
}

fn success(effect: Option<Die>) -> String {
    if effect.is_some() { "success" } else { "failure" }.to_owned()
}

/// The effect die of a test that succeeds.
fn test(rules: &Rules, handling: Handling, [pool, resist]: [Pool; 2], (n, turn): (u64, u16)) -> Option<Die> {
    let opposed = Opposed::new(rules, Roller::new(pool).keeping(handling.keep), Roller::new(resist));
    let rolled = opposed.roll(&mut chance(n), at(turn));
    rolled.succeeds().then(|| rolled.effects.first())
}

fn pool(p: &Value, handling: Handling, n: u64) -> Told {
    let mut chance = chance(n);
    let keep = Keep { third: p["keep_dice"] == json!(3), numbers: handling.numbers(), ..Keep::BEST };
    let mut hand = chance.throw(at(0), &dice(p, "pool"), keep);
    let kept = chance.look(&mut hand, |kept| kept.of_three());
    let mut left = kept.left;
    let number = left.take(&mut chance, at(0)).map_or(0, |thrown| thrown.number);
    let mut told = words([
        format!("total_{}", kept.total),
        format!("effect_{}", kept.left.dice.largest().unwrap_or(Die::D4)),
        format!("left_{}", kept.left.dice.dice()),
        format!("hitches_{}", kept.hitches),
        format!("effect_shows_{number}"),
    ]);
    told.push(("mean_total".to_owned(), kept.total.into()));
    told
}

fn contest(rules: &Rules, handling: Handling, pools: [Pool; 2], bought: [u8; 2], n: u64) -> Told {
    let [actor, opposition] = [0, 1].map(|side| Roller::new(pools[side]).limited(by_margin(rules, bought[side])));
    let opposed =
        Opposed { riposte: true, margin: true, ..Opposed::new(rules, actor.keeping(handling.keep), opposition) };
    let Rolled { winner, margin, effects, .. } = opposed.roll(&mut chance(n), at(0));
    let who = match winner {
        None => return told(["nobody_wins"]),
        Some(Role::Actor) => "actor",
        Some(Role::Opposition) => "opposition",
    };
    let all = [
        "wins".to_owned(),
        format!("margin_{margin}"),
        format!("effect_{}", effects.first()),
        format!("dice_{}", effects.dice),
    ];
    words(all.map(|word| format!("{who}_{word}")))
}

fn initiative(p: &Value, rules: &Rules, n: u64) -> Told {
    let mut chance = chance(n);
    for ties in 0.. {
        let mut total = |key: &str, who: u8| {
            let mut hand = chance.throw(Address::in_round(who, 0, 1, ties), &dice(p, key), Keep::BEST);
            chance.look(&mut hand, |kept| kept.total)
        };
        let (ours, theirs) = (total("players", 0), total("npcs", 1));
        if rules.initiative_tie == InitiativeTie::Reroll && ours == theirs {
            continue;
        }
        return told([match winner(rules.ties, ours, theirs) {
            Some(Role::Actor) => "players_win",
            Some(Role::Opposition) => "npcs_win",
            None => "nobody_wins",
        }]);
    }
    unreachable!("somebody wins at last")
}

fn unit_hit(p: &Value, rules: &Rules, handling: Handling, n: u64) -> Told {
    let before = group(p);
    let attack = dice(p, "attack").and(before.complication.into_iter().collect());
    let resist = before.qualities.and(dice(p, "resist_extra"));
    let limit = match (part(p), rules.firefight_effect_dice) {
        (Part::Two, FirefightEffectDice::AllRemaining) => Limit::ALL,
        _ => by_margin(rules, read(p, "bought")),
    };
    let opposed = Opposed::new(rules, Roller::new(attack).limited(limit).keeping(handling.keep), Roller::new(resist));
    let rolled = opposed.roll(&mut chance(n), at(0));
    let after = match rolled.succeeds() {
        true => before.harmed(rules, handling, rolled.effects.sizes(), part(p)),
        false => before,
    };
    let removed = before.qualities.dice() - after.qualities.dice();
    let result = if rolled.succeeds() { "success" } else { "failure" };
    let mut told =
        words([result.to_owned(), format!("removed_{removed}"), or_none("complication", after.complication)]);
    told.push(("mean_removed".to_owned(), removed.into()));
    told
}

fn team_hit(p: &Value, rules: &Rules, handling: Handling, n: u64) -> Told {
    let mut chance = chance(n);
    let mut before = [Harm { trauma: Track::Out, stress: Track::None }; MOST];
    let operators = p["operators"].as_array().expect("operators");
    for (harm, one) in before.iter_mut().zip(operators) {
        *harm = Harm { trauma: read(one, "trauma"), stress: read(one, "stress") };
    }
    let members = operators.len();
    let npcs = dice(p, "npc_pool").and(injury_dice(rules, &before[..members]));
    let npcs = Roller { numbers: handling.numbers(), ..Roller::new(npcs).limited(by_margin(rules, read(p, "bought"))) };
    let team = Roller { numbers: Read::Unread, ..Roller::new(dice(p, "team_pool")) };
    let (opposed, role) = match p["actor"] == json!("players") {
        true => (Opposed { riposte: true, ..Opposed::new(rules, team, npcs) }, Role::Opposition),
        false => (Opposed::new(rules, npcs, team), Role::Actor),
    };
    let mut numbers = Numbers::ROSTER;
    numbers.shuffle(rules, members, &mut chance, Address::in_round(0, 3, 1, 0));
    let mut rolled = opposed.roll(&mut chance, at(0));
    let (mut after, won) = (before, rolled.winner == Some(role));
    let mut strikes = won;
    while strikes {
        let place = at(rolled.effects.dice.into());
        let mut roster = Roster { numbers, harms: &mut after[..members] };
        strikes = roster.strike(rules, &mut rolled.effects, &mut chance, place).is_some();
    }
    let mut told = struck(&before[..members], &after[..members]);
    told.extend(won.then(|| ("npcs_succeed".to_owned(), 1.0)));
    told
}

/// What has become of the members of a fireteam.
fn struck(before: &[Harm], after: &[Harm]) -> Told {
    let changed = |(before, after): &(&Harm, &Harm)| before != after;
    let fell = |(before, after): &(&Harm, &Harm)| before.in_action() && !after.in_action();
    let pairs = || before.iter().zip(after);
    let mut all =
        vec![format!("hurt_{}", pairs().filter(changed).count()), format!("down_{}", pairs().filter(fell).count())];
    for (letter, pair) in ('A'..).zip(pairs()) {
        all.extend(changed(&pair).then(|| format!("{letter}_hit")));
        all.push(format!("{letter}_trauma_{}", pair.1.trauma.word()));
        all.push(format!("{letter}_stress_{}", pair.1.stress.word()));
    }
    words(all)
}

fn on_fire(p: &Value, rules: &Rules, handling: Handling, puts_out: bool, n: u64) -> Told {
    let (mut track, mut fire) = (read::<Track>(p, "track"), die(p, "fire").expect("a die"));
    for turn in 1.. {
        let resist = rules.test_difficulty.pool().with(fire, 1).and(track.die().into_iter().collect());
        let effect = if puts_out { test(rules, handling, [dice(p, "pool"), resist], (n, turn)) } else { None };
        let left = effect.map_or(Some(fire), |effect| attacked(rules, fire, effect));
        let ends = match left {
            None => words(["saved".to_owned(), format!("saved_at_{}", track.word())]),
            Some(die) => {
                (fire, track) = (die, track.harmed(die, floor(rules)));
                if track == Track::Out { told(["out"]) } else { continue }
            }
        };
        return ends.into_iter().chain([("mean_turns".to_owned(), turn.into())]).collect();
    }
    unreachable!("no fire burns for ever")
}

/// What a unit's operator pays for a turret in each of several turns.
fn price_of_machines(turns: u64) -> u16 {
    let red = json!({ "x": { "quality": "d6", "specialists": [{ "kind": "drone_operator" }] } });
    let fight = json!({
        "blue": { "a": { "approach": "d6", "direct_action": "d6" } }, "red": red,
        "rules": { "edge_points": 100 }, "turn_limit": turns,
    });
    let mut script = Script::new().does(1, (0..turns).map(|_| Action::Deploy(Machine::Turret)));
    let (outcome, _) = cortex::firefight::play_out(&fight, SEED, 0, &mut script).expect("a fight");
    assert!(script.is_over());
    let measures = cortex::FIREFIGHT.measures;
    outcome.measures[measures.iter().position(|measure| measure.id == "red.edge").expect("a measure")]
}

/// The totals, what came of a roll, and its effect dice, as a replay tells them.
fn roll_told(text: &str) -> ([u8; 2], bool, Vec<String>) {
    let result = text.rsplit(": ").next().expect("a result");
    let (score, came) = result.split_once(", ").expect("a score");
    let (actor, opposition) = score.split_once(" to ").expect("totals");
    // What was paid for it stands after the dice.
    let dice = came.split_once("effect ").and_then(|(_, dice)| dice.split(';').next()).unwrap_or_default();
    let dice = dice.split_whitespace().flat_map(|word| {
        let (many, size) = word.split_once('d').expect("dice");
        vec![format!("d{size}"); many.parse().unwrap_or(1)]
    });
    ([actor, opposition].map(|total| total.parse().expect("a total")), came.starts_with("succeeds"), dice.collect())
}

/// The members lost and the Complication after a step of a unit's harm.
fn lost(text: &str, before: String) -> (u8, String) {
    let gone = match text.split_whitespace().nth(1).map(|word| word.trim_end_matches(',')) {
        Some("nobody") => 0,
        Some("one") => 1,
        number => number.and_then(|number| number.parse().ok()).expect("how many"),
    };
    let complication = match text.split_once("Complication ") {
        Some((_, "is spent")) => "none".to_owned(),
        Some((_, die)) => die.to_owned(),
        None if !text.contains(" left") || text.contains("nobody is left") => "none".to_owned(),
        None => before,
    };
    (gone, complication)
}

fn first_attack(p: &Value, steps: &[Step]) -> Told {
    let place = steps.iter().position(|step| step.clause == "CX2-attack-1").expect("an attack");
    let ([ours, theirs], hit, effects) = roll_told(&steps[place].text);
    let result = &steps.get(place + 1).filter(|_| hit).map(|step| step.text.as_str());
    let mut all = match hit {
        false => vec!["miss".to_owned()],
        true => vec![
            "hit".to_owned(),
            format!("margin_{}", ours - theirs),
            format!("effect_{}", effects.last().expect("effect dice")),
            format!("dice_{}", effects.len()),
        ],
    };
    let target = &p["target"];
    let before = |key: &str| target[key].as_str().unwrap_or("none").to_owned();
    if target["qualities"].is_null() {
        let track = result.map_or(before("trauma"), |text| match text.strip_prefix("has Trauma ").expect("Trauma") {
            "past d12" => "out".to_owned(),
            die => die.to_owned(),
        });
        all.push(format!("target_track_{track}"));
    } else {
        let (gone, complication) =
            result.map_or((0, before("complication")), |text| lost(text, before("complication")));
        all.extend([format!("target_removed_{gone}"), format!("target_complication_{complication}")]);
    }
    words(all)
}

fn grenades(steps: &[Step]) -> Told {
    let harm = |who: u8| {
        let step = steps.iter().find(|step| step.clause == "CX2-attack-5" && step.figure == Some(who));
        step.map(|step| step.text.strip_prefix("has Trauma ").expect("Trauma").to_owned())
    };
    let given: Vec<Option<String>> = [0, 1].map(harm).into();
    let mut all = vec![format!("harmed_{}", given.iter().flatten().count())];
    for (number, effect) in (1..).zip(given) {
        all.push(format!("T{number}_dice_{}", u8::from(effect.is_some())));
        all.push(format!("T{number}_effect_{}", effect.unwrap_or_else(|| "none".to_owned())));
    }
    words(all)
}

fn exchange(p: &Value, steps: &[Step]) -> Told {
    let before = [Harm::SOUND; MOST];
    let members = p["operators"].as_array().map_or(0, Vec::len);
    let (mut after, mut removed) = (before, 0);
    let mut complication = p["complication"].as_str().unwrap_or("none").to_owned();
    for step in steps {
        let text = step.text.as_str();
        match (step.clause, text.strip_prefix("operator ")) {
            ("CX1-harm-3", Some(told)) => {
                let harm = &mut after[usize::from(told.as_bytes()[0] - b'A')];
                let track = told.split_once("has Trauma ").and_then(|(_, die)| die.split(' ').next()).unwrap_or("out");
                harm.trauma = serde_json::from_value(json!(track)).expect("a track");
            }
            ("CX1-harm-6" | "CX1-harm-7" | "CX1-harm-8", _) => {
                let (gone, now) = lost(text, complication);
                (removed, complication) = (removed + gone, now);
            }
            _ => {}
        }
    }
    let mut told = struck(&before[..members], &after[..members]);
    told.extend(words([format!("npcs_removed_{removed}"), format!("npcs_complication_{complication}")]));
    told
}

/// Whole fights.
fn fought(ruleset: &engage::Ruleset, fight: &Value, members: [usize; 2], to_the_end: bool) -> Sampler {
    let battle = (ruleset.compile)(&in_words(fight, ruleset.id == cortex::FIREFIGHT.id), None)
        .unwrap_or_else(|problems| panic!("{fight}: {problems:?}"));
    let mut outcomes = vec![Outcome::default(); SAMPLES as usize];
    battle.play(SEED, 0, &mut outcomes);
    let winners: Vec<Option<Side>> = ruleset.endings.iter().map(|ending| ending.winner).collect();
    Box::new(move |n| {
        let outcome = outcomes[n as usize];
        let who = match winners[usize::from(outcome.ending)] {
            Some(Side::Blue) => "players_win",
            Some(Side::Red) => "npcs_win",
            None => "undecided",
        };
        let up = [0, 1].map(|side| members[side] as u16 - outcome.measures[side]);
        let mut told = words([who.to_owned(), format!("players_up_{}", up[0]), format!("npcs_up_{}", up[1])]);
        if to_the_end {
            told.push(("mean_turns".to_owned(), outcome.turns.into()));
        } else if who != "undecided" {
            told.extend(words([format!("ends_on_turn_{}", outcome.turns)]));
        }
        told
    })
}

/// A fight whose squads state the words that a situation goes by, unless they state others.
fn in_words(fight: &Value, firefight: bool) -> Value {
    let mut fight = fight.clone();
    for side in ["blue", "red"] {
        let Some(squads) = fight.get_mut(side).and_then(Value::as_object_mut) else { continue };
        // A fireteam takes its words from its first squad.
        let some = if firefight { usize::MAX } else { 1 };
        for squad in squads.values_mut().take(some).filter_map(Value::as_object_mut) {
            let mut state = |key: &str, word: &str| _ = squad.entry(key).or_insert_with(|| word.into());
            state("keep", "best_total");
            if firefight {
                state("movement", "hold");
                let (key, word) =
                    if side == "blue" { ("target_players", "first") } else { ("target_npcs", "most_injured") };
                state(key, word);
            }
        }
    }
    fight
}
