//! Maps and scenarios at random, for the watcher and for the crate's own tests.

use std::sync::Arc;

use engage::{Map, Side};
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::{Value, json};
use testkit::maps::{map, squares};

/// Options with the values that are not their defaults.
pub(crate) const OPTIONS: [(&str, &[&str]); 31] = [
    ("natural_rolls", &["six_succeeds", "one_fails", "both"]),
    ("fire_effect_penalty", &["target", "firer"]),
    ("grenade_effect_penalty", &["target"]),
    ("scatter_penalty", &["yes"]),
    ("range_gap", &["short", "nearest"]),
    ("sniper_row", &["swapped"]),
    ("hiding_while_moving", &["stealthy"]),
    ("hider_firing", &["revealed"]),
    ("short_throw", &["may_pass_behind"]),
    ("stun_clock", &["this_turn"]),
    ("stun_repeat", &["extend"]),
    ("setup_is_aiming", &["no"]),
    ("reload_serves_as_setup", &["no"]),
    ("ct_lost_when", &["all_out"]),
    ("both_fail", &["ct", "terrorists"]),
    ("bomb_deadline", &["planted"]),
    ("bomb_tie", &["explodes"]),
    ("vip_timeout", &["draw", "terrorists_lose"]),
    ("fire_timing", &["stationary_first"]),
    ("grenade_plus_fire", &["yes"]),
    ("spotting_memory", &["until_lost"]),
    ("spotting_shared", &["team"]),
    ("smoke_sight", &["hides"]),
    ("scatter_wall", &["passes"]),
    ("work_while_fighting", &["yes"]),
    ("work_interrupted_by", &["any_hit"]),
    ("capture", &["helpless"]),
    ("ct_loss_by", &["terrorists"]),
    ("stray_fire", &["near_miss"]),
    ("vip_armed", &["yes"]),
    ("vip_counts_as_ct", &["yes"]),
];

fn one_of<'a>(rng: &mut Pcg64, words: &[&'a str]) -> &'a str {
    words[rng.random_range(0..words.len())]
}

/// Half of the time a key has a value.
fn may(rng: &mut Pcg64, squad: &mut Value, key: &str, chance: f64, value: impl FnOnce(&mut Pcg64) -> Value) {
    if rng.random_bool(chance) {
        squad[key] = value(rng);
    }
}

/// A squad at random.
fn squad(rng: &mut Pcg64, side: Side) -> Value {
    let mut squad = json!({ "count": rng.random_range(1..=4) });
    let grenades: &[&[&str]] = match side {
        Side::Blue => &[&[], &["smoke"], &["stun"], &["smoke", "stun"]],
        Side::Red => &[&[], &["HE"], &["HE"], &["smoke"], &["stun"]],
    };
    squad["grenades"] = json!(grenades[rng.random_range(0..grenades.len())]);
    if side == Side::Blue {
        may(rng, &mut squad, "weapon", 0.25, |_| json!("sniper"));
    }
    may(rng, &mut squad, "aim", 0.2, |rng| json!(rng.random_range(0..=2)));
    may(rng, &mut squad, "hiding", 0.3, |rng| json!(rng.random_bool(0.3)));
    may(rng, &mut squad, "target", 0.3, |_| json!("first"));
    may(rng, &mut squad, "wounds", 0.1, |_| json!(1));
    may(rng, &mut squad, "stun_turns", 0.1, |rng| json!(rng.random_range(1..=4)));
    let orders = ["mission", "guard", "reposition", "patrol", "assault"];
    may(rng, &mut squad, "orders", 0.5, |rng| json!(one_of(rng, &orders)));
    may(rng, &mut squad, "advance", 0.5, |rng| json!(one_of(rng, &["careful", "normal", "stealthy"])));
    may(rng, &mut squad, "throw", 0.6, |rng| json!(one_of(rng, &["always", "always", "known", "never"])));
    may(rng, &mut squad, "safety", 0.7, |rng| json!(rng.random_range(0..=6)));
    may(rng, &mut squad, "stack", 0.5, |rng| json!(rng.random_range(1..=4)));
    may(rng, &mut squad, "deploy", 0.4, |rng| json!(one_of(rng, &["together", "apart"])));
    may(rng, &mut squad, "at", 0.1, |_| json!("yard"));
    may(rng, &mut squad, "via", 0.15, |rng| json!(one_of(rng, &["place", "yard"])));
    squad
}

/// A scenario for a map at random: a mission, squads, options.
pub(crate) fn any_scenario(rng: &mut Pcg64) -> Value {
    let objective = one_of(rng, &["rescue", "bomb", "escort"]);
    let mut rules =
        json!({ "time": if rng.random_bool(0.3) { rng.random_range(3..=8) } else { rng.random_range(8..=30) } });
    for (option, values) in OPTIONS {
        may(rng, &mut rules, option, 0.25, |rng| json!(one_of(rng, values)));
    }
    may(rng, &mut rules, "wound_limit", 0.2, |rng| json!(rng.random_range(2..=4)));
    may(rng, &mut rules, "he_stun_turns", 0.2, |_| json!(1));
    may(rng, &mut rules, "grenade_max_range", 0.2, |rng| json!(rng.random_range(3..=8)));
    may(rng, &mut rules, "follow_distance", 0.2, |_| json!(10));
    may(rng, &mut rules, "bomb_count", 0.2, |_| json!(2));
    may(rng, &mut rules, "grenade_effect_penalty", 0.3, |_| json!("target"));
    may(rng, &mut rules, "capture", 0.3, |_| json!("helpless"));
    may(rng, &mut rules, "capture_within", 0.5, |_| json!(3));
    may(rng, &mut rules, "vip_timeout", 0.4, |rng| json!(one_of(rng, &["draw", "terrorists_lose"])));
    may(rng, &mut rules, "stray_fire", 0.3, |_| json!("near_miss"));
    may(rng, &mut rules, "long_range", 0.4, |rng| json!(rng.random_range(2..=5)));
    if let Some(long) = rules["long_range"].as_u64() {
        rules["short_range"] = json!(long - 1);
    }
    may(rng, &mut rules, "fuse", 0.6, |rng| json!(rng.random_range(2..=5)));
    let mut scenario = json!({
        "field": { "map": "any.toml" },
        "mission": { "objective": objective },
        "blue": { "team": squad(rng, Side::Blue) },
        "red": { "gang": squad(rng, Side::Red) },
        "rules": rules,
        "turn_limit": if rng.random_bool(0.9) { 40 } else { 6 },
    });
    if objective == "rescue" {
        scenario["field"]["hostages"] = json!(rng.random_range(1..=4));
    } else {
        scenario["mission"]["at"] = json!("place");
    }
    if rng.random_bool(0.5) {
        scenario["blue"]["support"] = squad(rng, Side::Blue);
    }
    if rng.random_bool(0.5) {
        scenario["red"]["others"] = squad(rng, Side::Red);
    }
    if objective == "escort" {
        let mut vip = squad(rng, Side::Blue);
        (vip["vip"], vip["count"]) = (json!(true), json!(1));
        scenario["blue"]["vip"] = vip;
    }
    scenario
}

/// A drawing at random with the squares on which somebody may begin; none if there are too few.
pub(crate) fn any_map(rng: &mut Pcg64, most: usize) -> Option<(String, Arc<Map>)> {
    let drawing = testkit::maps::drawing(rng, most);
    let open = squares(&drawing, ".,_h\":%&");
    if open.len() < 30 {
        return None;
    }
    // Nobody begins in an opening, but a place may have some.
    let all = squares(&drawing, ".,_h\":%&+'=");
    // Sides may begin anywhere, even among each other: together around some square, or all over the place.
    let mut some = |among: &[(usize, usize)], least: usize| -> Vec<(usize, usize)> {
        let mut chosen = among.to_vec();
        if rng.random_bool(0.6) {
            let centre = among[rng.random_range(0..among.len())];
            chosen.sort_by_key(|square| square.0.abs_diff(centre.0).pow(2) + square.1.abs_diff(centre.1).pow(2));
            chosen.truncate(rng.random_range(least..=least + 8));
        } else {
            let share = rng.random_range(0.1..1.0);
            chosen.retain(|_| rng.random_bool(share));
        }
        if chosen.len() < least { among.to_vec() } else { chosen }
    };
    let areas = [
        ("blue", some(&open, 9)),
        ("red", some(&open, 8)),
        ("hostages", some(&open, 4)),
        ("place", some(&all, 1)),
        ("yard", some(&open, 17)),
    ];
    let map = map(&drawing, &areas);
    Some((drawing, map))
}
