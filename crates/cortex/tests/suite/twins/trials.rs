//! Tests, and what they create or remove.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::pick::{Pick, situations};
use testkit::twin::{Odds, Worth, count, option};
use testkit::{Number as _, Share, States, each};

use super::dice::{Most, Rolls, Told, harmed, named, opposed, size, sizes, track, track_word};
use super::{Words as _, hold};

pub(super) fn difficulty(p: &Value) -> Vec<i64> {
    let size = option(p, "test_difficulty", "2d8")[2..].parse().expect("a size");
    vec![size, size]
}

/// What an effect die leaves of another (CX0-14).
pub(super) fn left_of(p: &Value, held: i64, effect: i64) -> Option<i64> {
    let removes = effect > held || effect == held && option(p, "recover_equal", "step_down") == "remove";
    if removes || held == 4 && option(p, "recover_partial", "step_down") == "step_down" {
        return None;
    }
    Some(if option(p, "recover_partial", "step_down") == "none" { held } else { held - 2 })
}

/// The effect die of one that succeeds.
pub(super) fn effect_of(p: &Value, dice: Vec<i64>, against: Vec<i64>) -> States<Option<i64>> {
    let results = opposed(p, &Rolls::new(dice, Most::One), &Rolls::new(against, Most::One));
    each(results, |result| vec![((result.winner == "actor").then(|| result.first()), Share::WHOLE)])
}

fn attempt(
    p: &Value,
    word: &str,
    dice: Vec<i64>,
    against: Vec<i64>,
    left: impl Fn(Option<i64>) -> Option<i64>,
) -> Odds {
    let mut told = Told::default();
    for (effect, share) in effect_of(p, dice, against) {
        told.tell(if effect.is_some() { "success" } else { "failure" }, share);
        told.tell(format!("{word}_{}", named(left(effect))), share);
    }
    told.odds()
}

pub(super) fn flank(p: &Value) -> Odds {
    let cover = size(&p["cover"]).expect("a die");
    let against = [sizes(p, "resist"), vec![cover]].concat();
    attempt(p, "cover", sizes(p, "attack"), against, |effect| match effect {
        None => Some(cover),
        Some(_) if option(p, "flank_effect", "effect_die") == "removes" => None,
        Some(effect) => left_of(p, cover, effect),
    })
}

pub(super) fn overcome(p: &Value) -> Odds {
    let held = size(&p["condition"]).expect("a die");
    let resist = if p.get("resist").is_some() { sizes(p, "resist") } else { difficulty(p) };
    let against = [resist, vec![held]].concat();
    attempt(p, "condition", sizes(p, "pool"), against, |effect| {
        effect.map_or(Some(held), |effect| left_of(p, held, effect))
    })
}

pub(super) fn create_asset(p: &Value) -> Odds {
    let resist = if p.get("difficulty").is_some() { sizes(p, "difficulty") } else { difficulty(p) };
    let mut told = Told::default();
    for (effect, share) in effect_of(p, sizes(p, "pool"), [resist, sizes(p, "drawbacks")].concat()) {
        let asset = effect.map(|effect| effect.min(size(&p["cap"]).unwrap_or(12)));
        told.tell(format!("asset_{}", named(asset)), share);
    }
    told.odds()
}

pub(super) fn medic(p: &Value) -> Odds {
    let own = option(p, "medic_pool", "unit") == "medic_die";
    let dice = if own { vec![size(&p["medic_die"]).expect("a die")] } else { sizes(p, "unit") };
    let mut told = Told::default();
    for (effect, share) in effect_of(p, dice, [vec![8, 8, 8], sizes(p, "drawbacks")].concat()) {
        told.tell(if effect.is_some() { "success" } else { "failure" }, share);
        if effect.is_some_and(|effect| effect >= size(&p["fallen"]).expect("a die")) {
            told.tell("revived", share);
        }
    }
    told.odds()
}

pub(super) fn on_fire(p: &Value) -> Odds {
    let mut told = BTreeMap::<String, f64>::new();
    let mut tell = |word: String, share: f64| *told.entry(word).or_insert(0.0) += share;
    let start = (track(&p["track"]), size(&p["fire"]).expect("a die"));
    let mut burning = States::from([(start, 1.0)]);
    for turn in 1.. {
        if burning.is_empty() {
            break;
        }
        let mut next = States::new();
        for ((harm, fire), share) in burning {
            let mut against = difficulty(p);
            against.push(fire);
            against.extend((harm > 0).then_some(harm));
            let tries = if option(p, "put_out", "at_once") == "never" {
                States::from([(None, Share::WHOLE)])
            } else {
                effect_of(p, sizes(p, "pool"), against)
            };
            for (effect, part) in tries {
                let share = share * part.decimal();
                let Some(fire) = effect.map_or(Some(fire), |effect| left_of(p, fire, effect)) else {
                    tell("saved".to_owned(), share);
                    tell(format!("saved_at_{}", track_word(harm)), share);
                    tell("mean_turns".to_owned(), share * f64::from(turn));
                    continue;
                };
                match harmed(p, harm, fire) {
                    14 => {
                        tell("out".to_owned(), share);
                        tell("mean_turns".to_owned(), share * f64::from(turn));
                    }
                    burnt => testkit::add(&mut next, (burnt, fire), share),
                }
            }
        }
        burning = next;
    }
    told.into_iter().map(|(word, share)| (word, Worth::Near(share))).collect()
}

pub(super) fn drones(p: &Value) -> Odds {
    let (first, more) = (count(p, "deployed", 0), count(p, "more", 0));
    let price: u128 = (first..first + more).map(|nth| 1 << nth).sum();
    testkit::twin::exact([("price", Share::new(price, 1))])
}

/// CX2-zone-4, CX0-14.
#[test]
fn grid_of_flanks() {
    let flank = |pick: &mut Pick| {
        json!({
            "attack": pick.dice(&[1, 2, 3, 4]), "resist": pick.dice(&[0, 1, 2, 3]), "cover": pick.die(),
            "options": pick.readings(),
        })
    };
    hold("flank", situations(11, 60, flank));
}

/// CX0-9, CX0-12, CX0-14.
#[test]
fn grid_of_conditions() {
    let overcome = |pick: &mut Pick| {
        let mut p = json!({ "pool": pick.dice(&[1, 2, 3]), "condition": pick.die(), "options": pick.readings() });
        if pick.yes() {
            p["resist"] = pick.dice(&[0, 1, 2, 3]);
        }
        p
    };
    hold("overcome", situations(12, 60, overcome));
}

/// CX0-8, CX0-12, CX0-13, CX2-zone-2.
#[test]
fn grid_of_assets() {
    let create = |pick: &mut Pick| {
        let mut p = json!({
            "pool": pick.dice(&[1, 2, 3, 4]), "drawbacks": pick.dice(&[0, 0, 1]), "cap": pick.maybe(),
            "options": pick.readings(),
        });
        if pick.yes() {
            p["difficulty"] = pick.dice(&[2]);
        }
        p
    };
    hold("create_asset", situations(13, 60, create));
}

/// CX2-spec-3.
#[test]
fn grid_of_medics() {
    let medic = |pick: &mut Pick| {
        let mut options = pick.readings();
        if pick.yes() {
            options.insert("medic_pool".to_owned(), "medic_die".into());
        }
        json!({
            "unit": pick.dice(&[1, 2, 3, 4]), "fallen": pick.die(), "drawbacks": pick.dice(&[0, 0, 1]),
            "medic_die": pick.die(), "options": options,
        })
    };
    hold("medic", situations(14, 40, medic));
}

/// CX2-spec-1.
#[test]
fn grid_of_fires() {
    let fire = |pick: &mut Pick| {
        let fire = pick.of(&["d8", "d10", "d12"]);
        json!({ "pool": pick.dice(&[1, 2, 3]), "track": pick.of(&["none", "d8", "d10"]), "fire": fire, "options": pick.readings() })
    };
    hold("on_fire", situations(15, 30, fire));
}

/// CX2-spec-4.
#[test]
fn grid_of_drones() {
    hold("drones", (0..20).map(|n| json!({ "deployed": n % 4, "more": n })));
}
