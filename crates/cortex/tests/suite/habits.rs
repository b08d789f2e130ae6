//! What the automatic player's own judgement is worth against single words of the doctrine, in per cent of fights that
//! blue wins.

use engage::{Outcome, Side};
use serde_json::{Value, json};

const FIGHTS: usize = 2000;

/// Blue's wins in a firefight of characters against soldiers.
fn wins(setup: &Value) -> f64 {
    let battle = (cortex::FIREFIGHT.compile)(setup, None).unwrap();
    let mut outcomes = vec![Outcome::default(); FIGHTS];
    battle.play(16, 0, &mut outcomes);
    let won = |one: &&Outcome| cortex::FIREFIGHT.endings[usize::from(one.ending)].winner == Some(Side::Blue);
    outcomes.iter().filter(won).count() as f64 * 100.0 / FIGHTS as f64
}

/// The same setup with a key of a squad.
fn with(setup: &Value, squad: [&str; 2], key: &str, word: &str) -> Value {
    let mut setup = setup.clone();
    setup[squad[0]][squad[1]][key] = word.into();
    setup
}

const BLUE: [&str; 2] = ["blue", "characters"];
const RED: [&str; 2] = ["red", "soldiers"];

/// Characters against soldiers in cover, some zones apart.
fn under_fire(zones_apart: u8, cover: &str) -> Value {
    json!({
        "field": { "zones_apart": zones_apart, "red_cover": cover },
        "blue": { "characters": { "count": 3, "approach": "d8", "direct_action": "d8", "marksmanship": "d6", "cqb": "d6" } },
        "red": { "soldiers": { "count": 6, "unit": 3, "quality": "d8" } },
        "turn_limit": 100,
    })
}

#[test]
fn characters_leave_the_largest_dice_that_a_win_allows() {
    let setup = under_fire(0, "d8");
    assert!(wins(&setup) > wins(&with(&setup, BLUE, "keep", "best_total")) + 3.0);
}

#[test]
fn characters_close_where_the_enemys_cover_and_the_range_cost_more_than_the_way() {
    let setup = under_fire(1, "d8");
    assert!((wins(&setup) - wins(&with(&setup, BLUE, "movement", "close"))).abs() < f64::EPSILON);
    assert!(wins(&setup) > wins(&with(&setup, BLUE, "movement", "hold")) + 15.0);
}

#[test]
fn characters_do_not_cross_two_zones_to_an_enemy_in_the_open() {
    let setup = under_fire(2, "none");
    assert!(wins(&setup) > wins(&with(&setup, BLUE, "movement", "close")) + 1.0);
}

#[test]
fn the_umpires_units_keep_their_ground() {
    let setup = under_fire(2, "d8");
    assert!((wins(&setup) - wins(&with(&setup, RED, "movement", "hold"))).abs() < f64::EPSILON);
}

#[test]
fn units_strike_the_sound_where_an_injury_disarms_more_than_a_kill() {
    for (quality, count) in [("d10", 3), ("d8", 4)] {
        let setup = json!({
            "field": { "zones_apart": 0 },
            "blue": { "characters": { "count": 4, "direct_action": "d8", "approach": "d6" } },
            "red": { "soldiers": { "count": count, "quality": quality } },
            "turn_limit": 100,
        });
        assert!(wins(&setup) < wins(&with(&setup, RED, "target_npcs", "most_injured")) - 5.0, "{quality}");
    }
    let setup = under_fire(2, "none");
    assert!(wins(&setup) < wins(&with(&setup, RED, "target_npcs", "least_injured")) - 1.0);
}
