//! CR-pef, CR-num, CR-scout, CR-reinf and CR-np: the enemy whom nobody plays.

use chain_reaction::activation::Throw;
use chain_reaction::dice::Pair;
use chain_reaction::enemy::{Flank, Numbers as Strength, Orders, flank, flankers, has_twice_as_many, passed};
use chain_reaction::forces::List;
use chain_reaction::patrol::{
    Arrivals, Composition, Edge, Force, Goal, HowMany, Move, Numbers, PEFS, Sighted, finds_enemy, pef_move, pef_rep,
    pef_section, resolve, start_turn,
};
use chain_reaction::terrain::TerrainKind;
use serde_json::{Value, json};

use super::{ANYWHERE, dice, objection, odds, of, rules};

/// CR-pef-1: a section by one die, and the lower of two dice for the Rep.
#[test]
fn cr_pef_1_sections_and_reps() {
    assert_eq!(PEFS, 3);
    assert_eq!(dice(&[5], |chance| pef_section(chance, ANYWHERE)), 5);
    for (first, second, rep) in [(2, 5, 2), (6, 3, 3), (4, 4, 4)] {
        assert_eq!(dice(&[first, second], |chance| pef_rep(chance, ANYWHERE)), rep);
    }
}

/// What a possible enemy force of Rep 3 does after passing this number of dice, by a die.
fn moves(options: Value, thrown: &[u32], alone: bool, in_cover: bool) -> Move {
    dice(thrown, |chance| pef_move(&rules(options), chance, ANYWHERE, 3, alone, in_cover))
}

/// CR-pef-move by the running text: 16 inches on two dice passed, 8 on one; the last of them splits.
#[test]
fn cr_pef_move_of_the_running_text() {
    let moves = |thrown: &[u32], alone| moves(json!({}), thrown, alone, true);
    let goes = |to, inches| Move::Goes { to, inches };
    assert_eq!(moves(&[2, 4], false), goes(Goal::Pef, 16));
    assert_eq!(moves(&[2, 5], false), goes(Goal::Enemy, 16));
    assert_eq!((moves(&[2, 4], true), moves(&[2, 5], true)), (Move::Splits, goes(Goal::Enemy, 16)));
    assert_eq!((moves(&[1, 2], false), moves(&[1, 3], false)), (goes(Goal::Pef, 8), goes(Goal::Enemy, 8)));
    assert_eq!((moves(&[1, 2], true), moves(&[0], false)), (Move::Splits, Move::Stays));
}

/// CR-pef-move by the reference pages, which ask for cover.
#[test]
fn cr_pef_move_of_the_reference_pages() {
    let moves = |thrown: &[u32], alone, in_cover| moves(json!({ "pef_movement": "sheet" }), thrown, alone, in_cover);
    let goes = |to| Move::Goes { to, inches: 8 };
    assert_eq!((moves(&[2], false, false), moves(&[2], true, true)), (Move::KeepsToCover, Move::KeepsToCover));
    assert_eq!((moves(&[1, 2], false, false), moves(&[1, 4], false, false)), (goes(Goal::Pef), goes(Goal::Cover)));
    assert_eq!((moves(&[1, 2], true, false), moves(&[1, 5], true, false)), (Move::Stays, Move::Splits));
    assert_eq!((moves(&[1], false, true), moves(&[0], false, false)), (Move::Stays, Move::Stays));
}

/// CR-pef-resolve: the table, whose example rolls 5 with none resolved before: C.
#[test]
fn cr_pef_resolve_table() {
    let row = |resolved| -> String {
        let letter = |die| match Composition::of(resolved, die) {
            Composition::MainBody => 'A',
            Composition::Stragglers => 'B',
            Composition::FalseAlarm => 'C',
        };
        (1..=6).map(letter).collect()
    };
    assert_eq!([0, 1, 2, 3, 4, 90].map(row), ["ABCCCC", "AABBCC", "AAABBB", "BBCCCC", "BBCCCC", "BBCCCC"]);
}

/// CR-pef-resolve: the Leader is with a main body on 1 to 5, with stragglers on 1.
#[test]
fn cr_pef_resolve_a_force() {
    let printed = rules(json!({}));
    let found = |thrown: &[u32], resolved| {
        let sighted = Sighted { resolved, scouted: false, table: HowMany::Military, own: 9 };
        dice(thrown, |chance| resolve(&printed, chance, ANYWHERE, sighted))
    };
    let force =
        |composition, figures, leader| Some(Force { composition, numbers: Numbers { figures, groups: 1 }, leader });
    assert_eq!(found(&[5], 0), None);
    assert_eq!(found(&[1, 6, 5], 0), force(Composition::MainBody, 14, true));
    assert_eq!(found(&[1, 1, 6], 0), force(Composition::MainBody, 8, false));
    assert_eq!(found(&[2, 6, 6, 1], 0), force(Composition::Stragglers, 14, true));
    assert_eq!(found(&[2, 1, 1, 2], 0), force(Composition::Stragglers, 5, false));
}

/// CR-num-formula: 1d6 + 3 and 2d6 - 3, or 1d6 + 7 and 2d6.
#[test]
fn cr_num_formula_of_text_and_sheet() {
    let most = |numbers: &str, outcome: &str| {
        let options = json!({ "pef_numbers": numbers });
        odds("pef", json!({ "resolved": 0, "patrol": "military", "own_figures": 9, "options": options }), outcome)
    };
    // A main body on 1 of 6: totals 4 to 9, or 8 to 13; 12 and 13 mean three times as many.
    assert_eq!(most("body", "A: 8 figures in 1"), of(1, 6 * 6 * 6));
    assert_eq!(most("sheet", "A: 8 figures in 1"), of(0, 1));
    assert_eq!(most("sheet", "A: 27 figures in 3"), of(2, 6 * 6 * 6));
    assert_eq!(most("sheet", "B: 27 figures in 3"), of(5, 6 * 36 * 6));
}

/// The sizes of the groups for a total.
fn sizes(options: Value, patrol: &str, total: i8, own: u32) -> String {
    let given = json!({ "total": total, "patrol": patrol, "own_figures": own, "options": options });
    let answer = testkit::golden::answer(&chain_reaction::RULESET, "how_many", &given).expect("an answer");
    answer.values[0].outcome.clone()
}

#[test]
fn cr_num_military_rows() {
    for (total, found) in [
        (-1, "5 figures: 5"),
        (2, "5 figures: 5"),
        (3, "8 figures: 8"),
        (4, "8 figures: 8"),
        (5, "9 figures: 9"),
        (6, "9 figures: 9"),
        (7, "10 figures: 10"),
        (8, "10 figures: 10"),
        (9, "14 figures: 14"),
        (10, "14 figures: 14"),
        (11, "18 figures: 9+9"),
        (12, "27 figures: 9+9+9"),
        (13, "27 figures: 9+9+9"),
    ] {
        assert_eq!(sizes(json!({}), "military", total, 9), found, "total {total}");
    }
}

#[test]
fn cr_num_insurgents_rows() {
    for (total, found) in [
        (-1, "6 figures: 6"),
        (4, "6 figures: 6"),
        (5, "10 figures: 10"),
        (6, "10 figures: 10"),
        (7, "11 figures: 11"),
        (8, "11 figures: 11"),
        (9, "12 figures: 12"),
        (10, "12 figures: 12"),
        (11, "17 figures: 9+8"),
        (12, "22 figures: 11+11"),
        (13, "22 figures: 11+11"),
    ] {
        assert_eq!(sizes(json!({}), "insurgents", total, 11), found, "total {total}");
    }
}

/// CR-num-military, CR-num-insurgents: halves, times and the side that names the table; never nobody.
#[test]
fn cr_num_military_readings() {
    assert_eq!(sizes(json!({ "half_rounding": "down" }), "military", 2, 9), "4 figures: 4");
    assert_eq!(sizes(json!({ "half_rounding": "down" }), "military", 9, 9), "13 figures: 13");
    assert_eq!(sizes(json!({ "half_rounding": "down" }), "military", 2, 1), "1 figures: 1");
    assert_eq!(sizes(json!({}), "military", 3, 1), "1 figures: 1");
    assert_eq!(sizes(json!({ "half_rounding": "down" }), "insurgents", 11, 1), "1 figures: 1");
    let plus = json!({ "as_many_more": "plus" });
    assert_eq!(sizes(plus.clone(), "military", 11, 9), "27 figures: 14+13");
    assert_eq!(sizes(plus.clone(), "military", 12, 9), "36 figures: 12+12+12");
    assert_eq!(sizes(plus.clone(), "insurgents", 12, 9), "27 figures: 14+13");
    assert_eq!(sizes(plus, "insurgents", 11, 9), "14 figures: 7+7", "half as many more is the same in either reading");
    let enemy = json!({ "how_many_table": "enemy_side" });
    assert_eq!(sizes(enemy.clone(), "military", 12, 9), sizes(json!({}), "insurgents", 12, 9));
    assert_eq!(sizes(enemy, "insurgents", 12, 9), sizes(json!({}), "military", 12, 9));
    for own in [0, 1001] {
        let given = json!({ "total": 9, "patrol": "military", "own_figures": own });
        assert!(objection("how_many", given).starts_with("own_figures: "));
    }
    let far = json!({ "total": 1000, "patrol": "military", "own_figures": 9 });
    assert!(objection("how_many", far).contains("total"));
}

/// CR-num-military: police count as military, gangs as insurgents.
#[test]
fn cr_num_military_other_lists() {
    let printed = rules(json!({}));
    assert_eq!(HowMany::of(&printed, List::Police, List::Gang), HowMany::Military);
    assert_eq!(HowMany::of(&printed, List::Gang, List::Police), HowMany::Insurgents);
    let enemy = rules(json!({ "how_many_table": "enemy_side" }));
    assert_eq!(HowMany::of(&enemy, List::Military, List::Gang), HowMany::Insurgents);
}

/// CR-pef-resolve: the forces of a battle together; the third is never a false alarm, those after it mostly are.
#[test]
fn cr_pef_resolve_one_after_another() {
    let total = |count: u32, first: u32, outcome: &str| {
        let given = json!({ "count": count, "first": first, "patrol": "military", "own_figures": 9 });
        odds("pef_total", given, outcome)
    };
    assert_eq!(total(2, 0, "none at all"), of(4 * 2, 6 * 6));
    assert_eq!((total(3, 0, "none at all"), total(0, 0, "none at all")), (of(0, 1), of(1, 1)));
    assert_eq!(total(2, 3, "none at all"), of(4 * 4, 6 * 6));
    assert_eq!(total(1, 0, "E[figures]") + total(2, 1, "E[figures]"), total(3, 0, "E[figures]"));
    let given = json!({ "count": 101, "patrol": "military", "own_figures": 9 });
    assert!(objection("pef_total", given).starts_with("count: "));
}

/// CR-scout-2, the rulebook's example: hills have Terrain Value 3, the dice are 1 and 5, there is no building and no enemy.
#[test]
fn cr_scout_2_the_example() {
    let scouted = |passed: u8, building| {
        dice(&[passed.into()], |chance| finds_enemy(chance, ANYWHERE, TerrainKind::Hill.value(), building))
    };
    let passed = Pair { first: 1, second: 5 }.passed(TerrainKind::Hill.value());
    assert!(!scouted(passed, false) && scouted(passed, true));
    assert!(scouted(2, false) && !scouted(0, true));
    assert_eq!(odds("scout", json!({ "terrain_value": 0, "building": true }), "nobody"), of(1, 1));
    assert!(objection("scout", json!({ "terrain_value": 7 })).starts_with("terrain_value: "));
}

#[test]
fn cr_scout_2_terrain_values() {
    for (ground, value) in [
        (TerrainKind::Clear, 1),
        (TerrainKind::ClearRoad, 1),
        (TerrainKind::ClearRiver, 1),
        (TerrainKind::River, 1),
        (TerrainKind::Hill, 3),
        (TerrainKind::WoodedHill, 4),
        (TerrainKind::Woods, 4),
        (TerrainKind::WoodsRoad, 4),
        (TerrainKind::Rough, 4),
        (TerrainKind::RoughRoad, 4),
        (TerrainKind::Impassable, 0),
    ] {
        assert_eq!(ground.value(), value, "{ground}");
    }
}

/// CR-scout-2: an enemy who was found is no false alarm, unless the option says that it may be one.
#[test]
fn cr_scout_2_whom_a_scout_finds() {
    let found = |scout_enemy: &str, die: u32, scouted: bool| {
        let rules = rules(json!({ "scout_enemy": scout_enemy }));
        // The die for the composition, then dice for the numbers and the Leader as far as they are asked for.
        let thrown: &[u32] = match (scout_enemy, die) {
            ("pef", 6) => &[6],
            (_, 6) if !scouted => &[6],
            ("stragglers", die) if die < 6 => &[1, 3, 3, 6],
            (_, 6) => &[6, 3, 3, 6],
            _ => &[1, 3, 6],
        };
        let sighted = Sighted { resolved: 0, scouted, table: HowMany::Military, own: 9 };
        let force = dice(thrown, |chance| resolve(&rules, chance, ANYWHERE, sighted));
        force.map(|force| force.composition)
    };
    assert_eq!(found("pef_no_alarm", 6, true), Some(Composition::Stragglers));
    assert_eq!(found("pef_no_alarm", 1, true), Some(Composition::MainBody));
    assert_eq!(found("pef_no_alarm", 6, false), None);
    assert_eq!((found("pef", 6, true), found("pef", 1, true)), (None, Some(Composition::MainBody)));
    assert_eq!(found("stragglers", 1, true), Some(Composition::Stragglers));
    assert_eq!(found("stragglers", 6, true), Some(Composition::Stragglers));
}

/// CR-reinf-1: after doubles the dice are thrown for the reinforcements, then for the turn.
#[test]
fn cr_reinf_1_doubles() {
    let doubles = rules(json!({ "reinforcements": "doubles" }));
    let turn = |thrown: &[u32]| dice(thrown, |chance| start_turn(&doubles, chance, ANYWHERE));
    assert_eq!(turn(&[4, 3]), (Throw::of([4, 3]), Arrivals::None));
    assert_eq!(turn(&[4, 4, 5, 2, 1, 6]), (Throw::of([1, 6]), Arrivals::Averted));
    for (die, edge) in [(1, Edge::Enemy), (3, Edge::Enemy), (4, Edge::Left), (5, Edge::Right), (6, Edge::Friendly)] {
        assert_eq!(turn(&[4, 4, 2, 5, die, 6, 1]), (Throw::of([6, 1]), Arrivals::Pef(edge)));
    }
    let options = json!({ "options": { "reinforcements": "doubles" } });
    assert_eq!(odds("reinforce", options, "PEF from the left flank"), of(1, 6 * 2 * 6));
}

/// CR-reinf-2: a total of seven brings the higher side half a die of figures, rounded up.
#[test]
fn cr_reinf_2_sevens() {
    let seven = rules(json!({ "reinforcements": "seven" }));
    let turn = |thrown: &[u32]| dice(thrown, |chance| start_turn(&seven, chance, ANYWHERE)).1;
    assert_eq!(turn(&[6, 2]), Arrivals::None);
    for (die, count) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        assert_eq!(turn(&[4, 3, die]), Arrivals::Figures { side: 0, count });
        assert_eq!(turn(&[1, 6, die]), Arrivals::Figures { side: 1, count });
    }
}

/// CR-np-1, the rulebook's example: a Rep 5 group that outnumbers the patrol rolls 3 and 5 and splits.
#[test]
fn cr_np_1_the_example() {
    let dice_passed = dice(&[3, 5], |chance| passed(chance, ANYWHERE, 5, false, false, false));
    assert_eq!(Orders::of(dice_passed, true), Orders::FlankAndFire);
    let words = |outnumbers| [2, 1, 0].map(|passed| Orders::of(passed, outnumbers).to_string());
    assert_eq!(words(true), ["flank and fire", "move up and fire", "cover and stay"]);
    assert_eq!(words(false), ["cover in range and fire", "cover and stay", "halt"]);
}

/// CR-np-1: a die for cover, one for twice the numbers; never more than two passed.
#[test]
fn cr_np_1_more_dice() {
    let passes = |thrown: &[u32], cover, twice| dice(thrown, |chance| passed(chance, ANYWHERE, 3, cover, twice, false));
    assert_eq!(passes(&[4, 5, 3], true, false), 1);
    assert_eq!(passes(&[1, 2, 3, 1], true, true), 2);
    assert!(has_twice_as_many(8, 4) && !has_twice_as_many(7, 4));
}

/// CR-np-1: who is compared, how many go round the flank, and on which side.
#[test]
fn cr_np_1_numbers_and_flanks() {
    let strength = Strength { group: 5, side: 9, enemies: 6, seen: 3 };
    let outnumber = |option: &str| strength.outnumber(&rules(json!({ "np_outnumbers": option })));
    let compared = ["group_against_side", "side_against_side", "group_against_seen"].map(outnumber);
    assert_eq!(compared, [false, true, true]);
    assert!(!Strength { enemies: 5, ..strength }.outnumber(&rules(json!({}))), "as many do not outnumber");
    assert_eq!([1, 2, 5, 6].map(flankers), [0, 1, 2, 3]);
    let round = |die| dice(&[die], |chance| flank(chance, ANYWHERE));
    assert_eq!([1, 3, 4, 6].map(round), [Flank::Left, Flank::Left, Flank::Right, Flank::Right]);
}

/// CR-np-2: who has passed two dice once rolls no more.
#[test]
fn cr_np_2_two_dice_passed_once() {
    assert_eq!(dice(&[], |chance| passed(chance, ANYWHERE, 1, false, false, true)), 2);
}
