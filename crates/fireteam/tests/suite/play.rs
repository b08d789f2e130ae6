//! What the tests of whole engagements share: scenarios, maps and what came of them.

use std::path::Path;
use std::sync::Arc;

use engage::{Battle, Map, Outcome};
use rand::RngExt;
use rand_pcg::Pcg64;
use serde_json::{Map as Table, Value, json};
use testkit::maps::{Squares, map, squares};
use testkit::setup::merge;

/// Riflemen against riflemen on open ground; `more` is merged into it, table by table.
pub(crate) fn fight(blue: u8, red: u8, more: Value) -> Value {
    let mut fight = json!({
        "blue": { "team": { "count": blue, "weapon": "rifle" } },
        "red": { "foe": { "count": red, "weapon": "rifle" } },
        "field": { "range": 24 },
        "turn_limit": 200,
    });
    merge(&mut fight, more);
    fight
}

/// Compiles a scenario that has nothing wrong with it, on open ground.
#[track_caller]
pub(crate) fn battle(scenario: &Value) -> Box<dyn Battle> {
    (fireteam::RULESET.compile)(scenario, None).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Compiles a scenario on a map.
#[track_caller]
pub(crate) fn battle_on(map: &Arc<Map>, scenario: &Value) -> Box<dyn Battle> {
    (fireteam::RULESET.compile)(scenario, Some(map)).unwrap_or_else(|problems| panic!("{scenario}: {problems:?}"))
}

/// Plays engagements 0 to `n` - 1.
pub(crate) fn outcomes(battle: &dyn Battle, seed: u64, n: usize) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::default(); n];
    battle.play(seed, 0, &mut outcomes);
    outcomes
}

/// The word for an ending.
pub(crate) fn ending(outcome: &Outcome) -> &'static str {
    fireteam::RULESET.endings[usize::from(outcome.ending)].id
}

/// The farm that is shipped: its drawing, and the areas that its marks say.
pub(crate) fn farm() -> Arc<Map> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/maps/farm-field.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let parts: Vec<&str> = text.split("'''").collect();
    let [_, drawing, _, marks, tables] = parts[..] else { panic!("a drawing and its marks") };
    let (_, areas) = tables.split_once("[areas]").expect("areas");
    let area = |line: &'_ str| {
        let (name, symbols) = line.split_once('=').expect("a name and its symbols");
        (name.trim().to_owned(), squares(marks, symbols.trim().trim_matches('"')))
    };
    let areas: Vec<(String, Squares)> = areas.lines().filter(|line| !line.is_empty()).map(area).collect();
    let areas: Vec<(&str, Squares)> = areas.iter().map(|(name, squares)| (&**name, squares.clone())).collect();
    map(drawing, &areas)
}

/// A squad of eight with grenades takes the farm from four riflemen.
pub(crate) fn attack_on_the_farm() -> Value {
    json!({
        "field": { "map": "farm-field.toml" },
        "mission": { "objective": "hold", "side": "blue", "at": "farmyard", "turns": 2 },
        "blue": {
            "gun": { "weapon": "lmg", "led_by": "rifles", "doctrine": "fire_and_movement" },
            "rifles": { "count": 7, "weapon": "rifle", "doctrine": "fire_and_movement", "offensive_grenades": 2 },
        },
        "red": { "rifles": { "count": 4, "weapon": "rifle", "defensive_grenades": 1 } },
        "turn_limit": 60,
    })
}

/// A yard where both sides begin within a throw of each other, with cover of both kinds between.
pub(crate) fn yard() -> Arc<Map> {
    const YARD: &str = "
        ................
        ...b.r.b..b.....
        ....##.\"..b.r...
        ..b..r....:.....
        .....\".r##.b....
        ..b..:..b...r...
        ....r....\"r.....
        .......r...b....
        ................
    ";
    let ground: String = YARD.chars().map(|symbol| if "br".contains(symbol) { '.' } else { symbol }).collect();
    map(&ground, &[("blue", squares(YARD, "b")), ("red", squares(YARD, "r"))])
}

/// Everybody throws whatever he carries.
pub(crate) fn grenades_in_the_yard() -> Value {
    let squad = json!({
        "count": 4, "weapon": "smg", "throw": "always", "risk": "outnumbered",
        "offensive_grenades": 1, "defensive_grenades": 1,
    });
    json!({
        "field": { "map": "yard.toml" },
        "blue": { "team": squad }, "red": { "foe": squad },
        "turn_limit": 40,
    })
}

/// Options that change what happens in an engagement, with their values; the first is the default.
pub(crate) const OPTIONS: [(&str, &[&str]); 31] = [
    ("assault_rifle_single_row", &["as_printed", "shifted_left", "six_inch_as_twelve"]),
    ("blank_cell", &["cannot_fire", "double_six_only"]),
    ("double_six_limit", &["pinned_only", "everyone"]),
    ("auto_snap", &["yes", "no"]),
    ("aim_while_firing", &["no", "yes"]),
    ("aim_after_move", &["no", "yes"]),
    ("aim_lost", &["never", "pinned", "pinned_or_wounded"]),
    ("pinned_may_aim", &["yes", "no"]),
    ("beaten_zone_anchor", &["centred", "near_edge"]),
    ("burst_aim_point", &["figure", "any_point"]),
    ("beaten_zone_range", &["aim_point", "each_figure"]),
    ("beaten_zone_walls", &["blocked", "all"]),
    ("number_two_duty", &["may_fire", "may_not_fire"]),
    ("save_natural_one", &["no_special", "always_fails"]),
    ("wound_also_pins", &["no", "yes"]),
    ("pinned_flee_from", &["nearest_visible", "last_shooter"]),
    ("pinned_may_stand", &["no", "as_start_of_rush"]),
    ("unpin_when", &["start_of_turn", "end_of_turn"]),
    ("unpin_needs_sight", &["no", "yes"]),
    ("superior_helps", &["leader_only", "whole_squad"]),
    ("leader_lost", &["next_in_list", "no_unpin"]),
    ("initiative_tie", &["reroll", "keep_order"]),
    ("turn_structure", &["move_then_fire", "figure_by_figure"]),
    ("target_declaration", &["one_by_one", "all_first"]),
    ("rush_distance", &["up_to", "exact"]),
    ("go_prone_when", &["any_time", "own_turn"]),
    ("stand_then_rush", &["half_roll", "no"]),
    ("stand_up_counts_as", &["moving", "stationary"]),
    ("grenade_after_rush", &["yes", "no"]),
    ("grenade_explodes", &["end_of_own_turn", "after_own_movement", "end_of_pair"]),
    ("grenade_blast_cover", &["blocked_by_hard_cover", "ignored"]),
];

fn one_of(rng: &mut Pcg64, words: &[&str]) -> String {
    words[rng.random_range(0..words.len())].to_owned()
}

/// A squad with every choice of doctrine open, on a map or not.
fn squad(rng: &mut Pcg64, on_a_map: bool) -> Value {
    let weapons = ["pistol", "smg", "rifle", "assault_rifle", "lmg", "carbine", "shotgun"];
    let mut squad = json!({
        "count": rng.random_range(1..=4),
        "weapon": one_of(rng, &weapons),
        "sniper": rng.random_bool(0.2),
        "rank": rng.random_range(0..=2),
        "doctrine": one_of(rng, &["go_to_ground", "stand", "prone", "aim"]),
        "target": one_of(rng, &["likeliest", "nearest", "unpinned", "key", "first"]),
        "posture": one_of(rng, &["leader_stands", "standing", "prone"]),
        "drop": one_of(rng, &["when_shot_at", "never"]),
        "pinned": one_of(rng, &["fire", "wait", "run"]),
        "risk": one_of(rng, &["never", "outnumbered"]),
    });
    let more = if on_a_map {
        json!({
            "orders": one_of(rng, &["hold", "bound", "walk", "rush"]),
            "throw": one_of(rng, &["when_better", "always", "always", "never"]),
            "offensive_grenades": rng.random_range(0..=2),
            "defensive_grenades": rng.random_range(0..=1),
            "via": ["place"],
        })
    } else {
        json!({
            "hard_cover": rng.random_bool(0.2),
            "concealed": rng.random_bool(0.2),
            "number_two": one_of(rng, &["comrade", "given", "none"]),
        })
    };
    merge(&mut squad, more);
    if rng.random_bool(0.2) {
        let (wounds, pinned) = (rng.random_range(0..=1), rng.random_bool(0.5));
        merge(
            &mut squad,
            json!({ "wounds": wounds, "begins_pinned": pinned, "begins": one_of(rng, &["standing", "prone"]) }),
        );
    }
    squad
}

/// A scenario at random: one or two squads a side, a quarter of the options changed.
pub(crate) fn any_scenario(rng: &mut Pcg64, on_a_map: bool) -> Value {
    let mut rules = Table::new();
    for (option, values) in OPTIONS {
        if rng.random_bool(0.25) {
            rules.insert(option.to_owned(), json!(one_of(rng, values)));
        }
    }
    let side = |rng: &mut Pcg64| {
        let squads = rng.random_range(1..=2);
        (0..squads).map(|number| (format!("squad {number}"), squad(rng, on_a_map))).collect::<Table<_, _>>()
    };
    let (blue, red) = (side(rng), side(rng));
    let mut field = json!({});
    if rng.random_bool(0.3) {
        field["blue_breaks"] = json!(rng.random_range(1..=100));
    }
    if on_a_map {
        field["map"] = json!("any.toml");
    } else {
        field["range"] = json!([4, 6, 12, 20, 24, 36, 48][rng.random_range(0..7)]);
        field["spacing"] = json!([0, 1, 2, 7][rng.random_range(0..4)]);
    }
    let turn_limit = [1, 5, 30, 60][rng.random_range(0..4)];
    json!({ "blue": blue, "red": red, "rules": rules, "field": field, "turn_limit": turn_limit })
}
