//! Every option is spelt as in the list of options, the default first.

use chain_reaction::rules::Rules;
use serde_json::{Value, json};

use crate::play::{battle_on, fight_in_the_yard, outcomes};

fn table() -> Vec<(&'static str, Value)> {
    vec![
        ("facing_limits_fire", json!([false, true])),
        ("attributes", json!([false, true])),
        ("marksman_ammo", json!(["all_dice", "kept_die"])),
        ("nerves_of_steel", json!(["hold", "return_fire"])),
        ("born_leader_friends", json!(["result", "passes"])),
        ("born_leader_star", json!(["follow", "roll"])),
        ("born_leader_in_sight", json!([false, true])),
        ("recruit_gap", json!(["range", "reroll"])),
        ("support_weapons", json!(["saw", "launcher", "none"])),
        ("rockets", json!([false, true])),
        ("leaders", json!(["every_group", "listed", "every_group_and_lone"])),
        ("order_in_group", json!(["kind", "rep"])),
        ("active_fire_after_reaction", json!(["allowed", "used_up"])),
        ("active_fire", json!(["figure_by_figure", "whole_group"])),
        ("fast_means", json!(["passed_test", "moved_farther"])),
        ("focus_closest", json!(["sum", "best"])),
        ("focus_lasts", json!(["until_lost", "activation"])),
        ("ambush", json!([false, true])),
        ("in_sight_repeat", json!(["once", "each_appearance"])),
        ("involuntary_in_sight", json!([false, true])),
        ("received_fire_testers", json!(["in_sight", "whole_group", "targets_only"])),
        ("stopped_charger", json!(["ordinary", "charger"])),
        ("outgunned_on", json!(["pass_2", "pass_1_too"])),
        ("charge_move", json!(["normal_or_fast", "normal"])),
        ("rally_tests", json!(["joining_and_staying", "joining"])),
        ("hunker_distance", json!([12, "any"])),
        ("retire_distance", json!([12, 6])),
        ("retire_off_table", json!([true, false])),
        ("ducked_hidden_from", json!(["cover", "cause", "everyone"])),
        ("ducked_in_open", json!(["seen", "hidden"])),
        ("duck_recovery", json!(["instead_of_moving", "free"])),
        ("stun_recovery", json!(["acts", "spends_activation"])),
        ("stunned_prone", json!([true, false])),
        ("friends_block_sight", json!([true, false])),
        ("twin_ranking", json!(["weapon", "dice"])),
        ("grenade_ranking", json!(["when_thrown", "in_reach"])),
        ("multiple_hits", json!(["worst", "stop_when_out"])),
        ("finish_needs_charge", json!([false, true])),
        ("launcher_to_hit", json!(["grenade_table", "one_die"])),
        ("launcher_fumble", json!(["lost", "dropped"])),
        ("gun_butt", json!(["none", "improvised"])),
        ("terrain_type", json!(["per_section", "whole_table"])),
        ("buildings_note_3", json!(["one_to_4", "one_to_3"])),
        ("pef_movement", json!(["body", "sheet"])),
        ("pef_numbers", json!(["body", "sheet"])),
        ("how_many_table", json!(["patrol_side", "enemy_side"])),
        ("as_many_more", json!(["times", "plus"])),
        ("half_rounding", json!(["up", "down"])),
        ("patrol_count", json!(["now", "start"])),
        ("patrol_needs_pefs", json!([false, true])),
        ("scout_enemy", json!(["pef_no_alarm", "pef", "stragglers"])),
        ("scout_move", json!(["as_group", "unlimited"])),
        ("reinforcements", json!(["none", "doubles", "seven"])),
        ("np_outnumbers", json!(["group_against_side", "side_against_side", "group_against_seen"])),
        ("np_stay_fires", json!([true, false])),
    ]
}

#[test]
fn options_are_spelt_as_listed() {
    let printed = json!(Rules::default());
    for (key, values) in table() {
        let values = values.as_array().expect("values");
        assert_eq!(printed[key], values[0], "the default of {key}");
        for value in values {
            let rules: Rules = serde_json::from_value(json!({ key: value })).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(json!(rules)[key], *value);
        }
    }
    assert_eq!(table().len(), 55);
}

/// Options that make no difference to a situation are accepted there.
#[test]
fn every_option_is_accepted_everywhere() {
    for (key, values) in table() {
        let other = &values[1];
        let p = json!({ "test": "rally", "figure": {}, "options": { key: other } });
        assert!(!super::words("test", p).is_empty());
    }
}

/// Options about ground change what happens in a fight on a map.
#[test]
fn each_option_about_ground_changes_something() {
    let (map, scenario) = fight_in_the_yard();
    let played = |rules: Value| {
        let scenario = testkit::setup::with(scenario.clone(), json!({ "rules": rules }));
        outcomes(&*battle_on(&map, &scenario), 1, 400)
    };
    let usual = played(json!({}));
    let mut idle = Vec::new();
    for (option, value) in [
        ("facing_limits_fire", json!(true)),
        ("friends_block_sight", json!(false)),
        ("in_sight_repeat", json!("each_appearance")),
        ("rally_tests", json!("joining")),
        ("retire_distance", json!(6)),
        ("retire_off_table", json!(false)),
        ("duck_distance", json!(1)),
        ("duck_recovery", json!("free")),
        ("ducked_hidden_from", json!("everyone")),
        ("stunned_prone", json!(false)),
        ("stopped_charger", json!("charger")),
        ("finish_needs_charge", json!(true)),
        ("launcher_to_hit", json!("one_die")),
        ("launcher_fumble", json!("dropped")),
        ("fast_means", json!("moved_farther")),
        ("group_distance", json!(2)),
        ("normal_move", json!(6)),
        ("charged_at", json!(2)),
        ("blast_circle", json!(3)),
    ] {
        if played(json!({ option: value })) == usual {
            idle.push(option);
        }
    }
    assert!(idle.is_empty(), "{idle:?}");
}
